"""A user's own cards are part of the record: a save holds them, and opens with them wherever it is opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.game import dumps
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.files import Save, SaveError, recover
from bob.files.formats import resealed
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import laid_over, shipped
from tools.attack.saves import contents

Bob = Callable[..., tuple[int, str, str]]
SHIPPED = {"cards": CardDogfight()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Own cards: the Spitfire of the examples, with an airframe that holds longer."""
    made = tmp_path / "own"
    made.mkdir()
    text = (data_folder("tables") / "cards" / "aircraft_examples.toml").read_text("utf-8")
    _, begun, rest = text.partition("[[aircraft]]")
    card = begun + rest.partition("[[aircraft]]")[0]
    assert "airframe = 3" in card
    (made / "aircraft.toml").write_text(card.replace("airframe = 3", "airframe = 5", 1), "utf-8")
    return made


def kept(path: Path, folder: Path, orders: int = 25) -> Match[Any]:
    game = CardDogfight(laid_over(folder))
    save, match = Save.begin(path, game, "first_match", 7)
    stream = Stream.of(7, "player")
    with save:
        for _ in range(orders):
            match.play(match.to_move[0], game.sample(match.position, match.to_move[0], stream))
    return match


def test_a_save_opens_with_the_cards_that_it_was_made_with(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "a"
    match = kept(path, folder)
    for gone in (False, True):
        if gone:
            (folder / "aircraft.toml").unlink()
            folder.rmdir()
        save, again = Save.open(path, SHIPPED)
        with save:
            assert contents(again) == contents(match)
            assert again.header == match.header and again.header.own_digest
            assert isinstance(again.game, CardDogfight)
            assert again.game.tables.aircraft == match.game.tables.aircraft != shipped().aircraft  # type: ignore[attr-defined]
            assert again.game.dump(again.position) == match.game.dump(match.position)
            assert Match.replayed(again.game, again.header, again.entries).position == again.position
    assert recover(path, tmp_path / "b", SHIPPED).why is None


def test_a_save_of_the_shipped_cards_opens_with_them(tmp_path: Path, folder: Path) -> None:
    save, match = Save.begin(tmp_path / "a", SHIPPED["cards"], "first_match", 7)
    save.close()
    assert (match.header.own, match.header.own_digest) == ({}, "")
    save, again = Save.open(tmp_path / "a", {"cards": CardDogfight(laid_over(folder))})
    save.close()
    assert again.game.own == {}


def test_a_broken_save_with_own_cards_is_recovered_with_them(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "a"
    match = kept(path, folder)
    raw = path.read_bytes()
    at = raw.index(b"\n", raw.index(b"BOB1940 entry 20 ")) + 5
    path.write_bytes(raw[:at] + b"~" + raw[at + 1 :])
    assert recover(path, tmp_path / "b", SHIPPED).entries_kept == 20
    save, again = Save.open(tmp_path / "b", SHIPPED)
    save.close()
    assert contents(again) == contents(match)[:20]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda head: head | {"own": {}}, "save.damaged_header"),
        (lambda head: head | {"own_digest": "0" * 64}, "save.damaged_header"),
        (lambda head: head | {"own": {}, "own_digest": ""}, "save.differs"),
        (lambda head: head | {"scenario": "no such"}, "save.differs"),
        (lambda head: head | {"options": {"no_such": [1]}}, "save.differs"),
    ],
)
def test_a_header_that_was_forged_is_noticed(change: Callable[[Any], Any], key: str, tmp_path: Path, folder: Path) -> None:
    """Correctly sealed, and not that of this game."""
    path = tmp_path / "a"
    kept(path, folder)
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.text_factory = bytes
        resealed(con, header=change)
    with pytest.raises(SaveError) as error:
        Save.open(path, SHIPPED)
    assert error.value.key == key


@pytest.mark.parametrize("own", [{"../deck.toml": ""}, {"deck.toml": "x = ["}, {"deck.toml": ""}])
def test_own_cards_that_cannot_be_used_are_an_error_in_words(own: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "a"
    save, _ = Save.begin(path, SHIPPED["cards"], "first_match", 7)
    save.close()
    from bob.core.own_files import digest_of

    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.text_factory = bytes
        resealed(con, header=lambda head: head | {"own": own, "own_digest": digest_of(own)})
    with pytest.raises(SaveError) as error:
        Save.open(path, SHIPPED)
    assert error.value.key == "save.own"


def test_a_game_that_takes_no_own_files_says_so(tmp_path: Path) -> None:
    from bob.core.own_files import digest_of
    from tests.toy import GAMES, TOY

    Save.begin(tmp_path / "a", TOY, "long", 5)[0].close()
    own = {"deck.toml": ""}
    with closing(sqlite3.connect(tmp_path / "a", isolation_level=None)) as con:
        con.text_factory = bytes
        resealed(con, header=lambda head: head | {"own": own, "own_digest": digest_of(own)})
    with pytest.raises(SaveError) as error:
        Save.open(tmp_path / "a", GAMES)
    assert (error.value.key, "toy" in str(error.value)) == ("save.own", True)


def test_the_digest_tells_files_apart(tmp_path: Path, folder: Path) -> None:
    first = CardDogfight(laid_over(folder))
    (folder / "aircraft.toml").write_text((folder / "aircraft.toml").read_text("utf-8") + "# a word more\n", "utf-8")
    match = Match.new(CardDogfight(laid_over(folder)), "first_match", 7)
    assert match.header.own_digest != Match.new(first, "first_match", 7).header.own_digest
    assert dumps(match.header.own) != dumps(dict(first.own))


# ---- drafts that were forged


@pytest.mark.parametrize("value", [[], 5, "x", {"raf": 1}, {"raf": ["human"]}])
def test_a_draft_of_another_form_is_an_error_that_names_it(value: Any, tmp_path: Path) -> None:
    save, _ = Save.begin(tmp_path / "a", SHIPPED["cards"], "first_match", 7)
    with save:
        save.put_draft("seats", value)
        with pytest.raises(SaveError) as error:
            save.draft_of_kind("seats", dict[str, str])
        assert (error.value.key, error.value.values["name"]) == ("save.damaged_draft", "seats")
        assert save.draft_of_kind("nothing", dict[str, str]) is None
