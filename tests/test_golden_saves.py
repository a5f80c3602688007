"""Saves of every version so far open, show each seat its past and go on; and rules that were changed have another number."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import REFEREE, dumps
from bob.core.match import Match, first_difference
from bob.core.record import goes_by, rules_of
from bob.day.game import OperationalDay
from bob.files import ENDING, Save
from bob.tactical.slot import shipped
from tests.golden_saves import FOLDER, RULE_TABLES, SAVES, TABLES, digest_of_tables, due, files_of, known, opened
from tests.pursuit.kit import KIT as PURSUIT

FILES = sorted(FOLDER.glob("*.bob1940"))
CHANGED = (
    "the rules of {game} are others than those of number {number} were: raise `rules` of the class, and write `python -m "
    "tests.golden_saves`; only while rules of that number have not left the house: `python -m tests.golden_saves --again`"
)


def test_there_is_a_golden_save_of_every_game_by_the_rules_of_today() -> None:
    assert {of.game for of in SAVES.values()} == set(known())
    assert [name for name in SAVES if due(name, again=False) is not None] == []


def test_the_golden_saves_of_a_name_are_counted_without_a_gap() -> None:
    assert sorted(FILES) == sorted(FOLDER / f"{name}.{i}{ENDING}" for name in SAVES for i in range(1, len(files_of(name)) + 1))


def test_a_new_game_in_the_day_leaves_its_saves_as_they_are() -> None:
    day = OperationalDay(slot=[*shipped().values(), PURSUIT])
    match = opened(files_of("day")[-1])
    assert PURSUIT.name not in match.header.rules and goes_by(rules_of(match.header, match.entries)[1], day)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_golden_save_opens_and_goes_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copyfile(path, copy)
    save, match = Save.open(copy, known())
    game = match.game
    with save:
        game.invariants(match.position)
        assert match.history.last == len(match.entries) - 1
        for number in range(0, len(match.entries), max(1, len(match.entries) // 7)):
            position = match.at(number)
            for seat in (*game.seats(position), REFEREE):
                dumps(encode(game.view(position, seat)))
        stream = Stream.of(1, "on")
        for _ in range(5):
            if match.to_move:
                match.play(match.to_move[0], game.sample(match.position, match.to_move[0], stream))
    save, again = Save.open(copy, known())
    save.close()
    assert [dumps(e.as_json()) for e in again.entries] == [dumps(e.as_json()) for e in match.entries]
    assert game.dump(again.position) == game.dump(match.position)


@pytest.mark.parametrize("name", SAVES)
def test_a_changed_rule_has_another_number(name: str) -> None:
    """By the rules of the same number a golden save is played again to the letter, and rolled again from its seed."""
    match = opened(files_of(name)[-1])
    changed = CHANGED.format(game=match.game.name, number=dict(rules_of(match.header, match.entries)[1]))
    assert match.since == 0, changed
    try:
        again = Match.replayed(match.game, match.header, match.entries)
    except Exception as error:
        raise AssertionError(changed) from error
    assert match.game.dump(again.position) == match.game.dump(match.position), changed
    assert first_difference(match.game, match.header, match.entries) is None, changed


@pytest.mark.parametrize("game", RULE_TABLES)
def test_a_changed_table_has_another_number(game: str) -> None:
    number = known()[game].rules
    digests = json.loads(TABLES.read_text("utf-8"))[game]
    assert digests.get(str(number)) == digest_of_tables(game), CHANGED.format(game=game, number=number)


@pytest.mark.parametrize("name", SAVES)
def test_a_game_opened_after_every_order_goes_on_as_it_would_have(name: str) -> None:
    """Nothing of a position is lost in keeping it: not the order of what it holds either."""
    match = opened(files_of(name)[-1])
    game, entries = match.game, match.entries
    step = max(1, len(entries) // 40)
    kept = game.parse(game.dump(match.at(0)))
    for number in range(1, len(entries)):
        match._carried_on(kept, entries[number])
        if number % step == 0:
            assert game.dump(kept) == match.history.page(number)
            kept = game.parse(match.history.page(number) or "")
    assert game.dump(kept) == game.dump(match.position)
