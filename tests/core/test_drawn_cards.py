"""A card drawn from a real deck is typed by its title; by its place; or left to the program."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from bob.campaigns.land.sequence import row_of
from bob.core.dice import ScriptedDice, SeededDice, Stream, TypedDice, draw
from bob.core.errors import DiceError
from bob.driver.drawn_cards import DRAWS, RESULTS, ROWS, pattern_of
from bob.games import kit, names
from bob.tactical.cards_classic.data import classic_tables
from bob.words import LANGUAGES, Words
from tests.played import Bob

DECK = classic_tables().deck
PILE = DECK.whole


def typed(text: str | None) -> TypedDice:
    return TypedDice(lambda _: text, SeededDice(Stream.of(1, "drawn")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_means_the_cards_of_its_row_and_no_other(language: str) -> None:
    words = Words(language)
    for row in ROWS:
        fits = {code for code in PILE if fnmatchcase(code, pattern_of(words, words(f"air_war.row.{row}").upper()))}
        assert fits == {code for code in PILE if row_of(DECK.faces[code]) == row} != set()
        for result in RESULTS:
            both = pattern_of(words, f"{words(f'air_war.row.{row}')} {words(f'flight.result.{result}')}")
            assert {code for code in PILE if fnmatchcase(code, both)} == {code for code in fits if DECK.faces[code].bombing == result}
    alone = pattern_of(words, words("flight.result.direct"))
    assert {code for code in PILE if fnmatchcase(code, alone)} == {code for code in PILE if DECK.faces[code].bombing == "direct"}
    for text in ("", "xyz", "in my" if language == "en" else "dans"):
        with pytest.raises(DiceError):
            pattern_of(words, text)
    assert pattern_of(Words("en"), "sciss") == "scissors*"


def test_a_card_is_drawn_by_its_title_its_place_or_by_the_program() -> None:
    by_title = typed("oots*\n")
    place = draw(by_title, "air_war.dice.card", PILE)
    assert DECK.faces[PILE[place]].card.title == "oots" and by_title.ledger.rolls[0].faces == (place + 1,)
    assert by_title.ledger.rolls[0].origin == "typed"
    assert draw(typed("7"), "air_war.dice.card", PILE) == 6
    left = typed(None)
    assert 0 <= draw(left, "air_war.dice.card", PILE) < len(PILE) and left.ledger.rolls[0].origin == "seeded"
    assert draw(ScriptedDice([3]), "air_war.dice.card", PILE) == 2, "a replay needs no name"
    for wrong in ("scissors*", "9"):
        with pytest.raises(DiceError):
            draw(typed(wrong), "air_war.dice.card", ["oots_2b2d.ds-", "half_loop.m--"])


def test_what_is_asked_by_title_is_open_and_has_its_words() -> None:
    rolls = {roll for name in names() for roll in kit(name).make().open_rolls}
    for purpose in DRAWS:
        assert purpose in rolls and Words("fr").has(purpose)


def test_the_referee_types_the_card_at_the_table(bob: Bob) -> None:
    """The defence's card of a low-level raid and the card of a bomb: wrong first, then by title and result; the rest by the program."""
    orders = "1\n3\n5\n7\n9\n11\n13\n"
    code, out, err = bob(f"{orders}foo\nhalf loop\ndirect hit\n", "play", "low_raid", "croydon", "--seed", "5", "--dice", "typed")
    words = Words("en")
    assert code == 0 and words("play.card_ask", purpose=words("low_raid.dice.defence"), places=len(PILE)) in err
    assert "no one card is called “foo”" in err
    assert words("air_war.row.half_loop") in out.partition("the defence draws")[2].partition("\n")[0]
    assert "Bf 110C-4/B (1) bombs, Landing ground: Direct" in out
