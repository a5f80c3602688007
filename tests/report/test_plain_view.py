"""The plain table of a view: every game's fields by words in both languages, whatever lies in them."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.match import Match
from bob.games import kit, names
from bob.report.plain_view import PlainRow, PlainWords, figures
from bob.words import LANGUAGES, Words

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=5), inner, max_size=5),
    max_leaves=20,
)


@dataclasses.dataclass(frozen=True)
class AnyView:
    """A view with anything in it."""

    seat: str
    found: Any


def fields(value: Any) -> set[str]:
    """The names of all fields of a JSON value that are no codes of things: those of views are plain names."""
    if isinstance(value, dict):
        return set(value).union(*(fields(found) for found in value.values()))
    return set().union(*(fields(found) for found in value)) if isinstance(value, list) else set()


def flat(rows: list[PlainRow] | tuple[PlainRow, ...]) -> list[PlainRow]:
    return [found for row in rows for found in (row, *flat(row.rows))]


@pytest.mark.parametrize("name", sorted(set(names()) - {"day"}))
def test_the_fields_of_every_game_have_words(name: str) -> None:
    found, game, stream = kit(name), kit(name).make(), Stream.of(1, "view")
    seen: set[str] = set()
    for number, setting in enumerate(found.contest().settings[:4]):
        match = Match.new(game, setting.scenario, number, setting.options)
        for step in range(120):
            to_move = game.to_move(match.position)
            if not to_move:
                break
            if step % 20 == 0:
                view = match.view(to_move[0])
                seen |= fields(encode(view))
                for language in LANGUAGES:
                    assert all(row.name and (row.value or row.rows) for row in flat(PlainWords(Words(language), name).rows(view)))
            match.play(to_move[0], game.sample(match.position, to_move[0], stream))
    known = {kind.name for kind in dataclasses.fields(type(view))}
    assert known <= seen
    assert not [code for code in known if not any(Words("en").has(f"{chapter}.field.{code}") for chapter in (name, "plain"))]


def test_codes_go_by_the_words_of_the_game() -> None:
    for language in LANGUAGES:
        account = PlainWords(Words(language), "hexes")
        assert account.code("hand", "aerobatics") == Words(language)("hexes.card.aerobatics")
        assert account.code("type", "spitfire_i") == "Spitfire I"
        assert account.code("seat", "raf") == "RAF" and account.field("owing") == Words(language)("plain.field.owing")
        assert account.field("something_new") == "something new" and account.code("what", "some_code") == "some code"


@given(VALUES)
def test_nothing_is_refused(value: Any) -> None:
    for language in LANGUAGES:
        rows = PlainWords(Words(language), "pursuit").rows(AnyView("raf", value))
        assert rows[0].name == Words(language)("plain.field.seat")
        lines = figures(AnyView("raf", value), Words(language), "pursuit")
        assert len(lines) >= 2 and json.dumps(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_of_one_game_is_not_called_by_what_it_means_in_another(language: str) -> None:
    words = Words(language)
    assert PlainWords(words, "hexes").field("flown") == words("hexes.field.flown")
    assert PlainWords(words, "pursuit").field("flown") == "flown"
