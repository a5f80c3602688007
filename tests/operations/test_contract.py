"""The contract of games (bob/game.py) as the operational day keeps it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bob.codec import decode, encode
from bob.dice import Stream
from bob.dogfight.cards.orders import sort_key as card_key
from bob.errors import BobError, Refused, UsageError
from bob.game import REFEREE, Choices, Match, dumps, entry_from_json, first_difference
from bob.operations.orders import ORDERS, Done, Fly, Pick, PlanRaid, Readiness, Seal, Stance
from bob.operations.position import Position
from tests.operations.build import GAME, day, plan, raid, squadron, track

GAMES = [
    ("lesson", 1, {}),
    ("one_raid", 2, {}),
    *(("free", seed, {"period": seed % 5 + 1}) for seed in range(5)),
    ("18_august_1940", 3, {}),
    ("one_raid", 4, {"engagements": "ask"}),
    ("one_raid", 9, {"engagements": "cards", "chooser": "luftwaffe"}),
]
IDS = [f"{scenario}-{seed}" for scenario, seed, _ in GAMES]
SEATS = ("luftwaffe", "raf", REFEREE)


def played(scenario: str, seed: int, options: dict[str, Any]) -> Iterator[Match[Position]]:
    """A random game, given back before each order and once more when it is over."""
    match: Match[Position] = Match.new(GAME, scenario, seed, options)
    stream = Stream.of(seed, "contract")
    while match.owing:
        yield match
        seat = stream.choose(match.owing)
        match.play(seat, GAME.sample(match.position, seat, stream))
    yield match


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_choices_are_sorted_and_legal_and_samples_too(scenario: str, seed: int, options: dict[str, Any]) -> None:
    stream = Stream.of(seed, "sample")
    for match in played(scenario, seed, options):
        p = match.position
        for seat in SEATS:
            choices = GAME.choices(p, seat)
            owes = seat in match.owing
            assert (choices != Choices()) == (owes or seat == REFEREE)
            listed = [card_key(x.order) if isinstance(x, Fly) else dumps(encode(x)) for x in choices.listed]
            assert listed == sorted(listed) and len(set(listed)) == len(listed)
            for x in choices.listed:
                GAME.check(p, seat, x)
        for seat in match.owing:
            GAME.check(p, seat, GAME.sample(p, seat, stream))
    assert match.owing == () and GAME.seats(match.position) == ("luftwaffe", "raf")


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_the_record_replays_from_json_and_follows_from_its_seed(scenario: str, seed: int, options: dict[str, Any]) -> None:
    *_, match = played(scenario, seed, options)
    entries = [entry_from_json(json.loads(dumps(e.as_json())), GAME) for e in match.entries]
    assert [e.as_json() for e in entries] == [e.as_json() for e in match.entries]
    again = Match.replayed(GAME, match.header, entries)
    assert GAME.dump(again.position) == GAME.dump(match.position)
    assert again._stream.count == match._stream.count
    assert [e.as_json() for e in again.entries] == [e.as_json() for e in match.entries]
    assert first_difference(GAME, match.header, match.entries) is None
    for number in (0, len(match.entries) // 2, len(match.entries) - 1):
        assert GAME.dump(match.at(number)) == GAME.dump(Match.replayed(GAME, match.header, entries[: number + 1]).position)


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_every_position_survives_the_dump_and_the_pickle(scenario: str, seed: int, options: dict[str, Any]) -> None:
    for i, match in enumerate(played(scenario, seed, options)):
        if i % 25 and match.owing:
            continue
        text = GAME.dump(match.position)
        back = GAME.parse(text)
        assert back == match.position and GAME.dump(back) == text
        assert pickle.loads(pickle.dumps(match.position)) == match.position
        GAME.invariants(back)
        for seat in SEATS:
            json.dumps(encode(GAME.view(back, seat)))
            assert encode(GAME.view(back, seat)) == encode(GAME.view(match.position, seat))


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_a_refused_order_changes_nothing(scenario: str, seed: int, options: dict[str, Any]) -> None:
    wrong = [
        Pick(("nobody",)),
        Readiness("No Squadron", "ready"),
        Stance("No Squadron", True),
        PlanRaid(plan("", form_turn=0)),
    ]
    for i, match in enumerate(played(scenario, seed, options)):
        if i % 31 and match.owing:
            continue
        before, entries = GAME.dump(match.position), len(match.entries)
        for seat in SEATS:
            for x in [*wrong, *([] if seat in match.owing else [Done(), Seal()])]:
                with pytest.raises(Refused):
                    match.play(seat, x)
        assert GAME.dump(match.position) == before and len(match.entries) == entries


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_free_orders_are_undone_and_dice_are_not(scenario: str, seed: int, options: dict[str, Any]) -> None:
    match: Match[Position] = Match.new(GAME, scenario, seed, options)
    stream, undone, held = Stream.of(seed, "contract"), 0, 0
    while match.owing:
        seat = stream.choose(match.owing)
        before = GAME.dump(match.position)
        x = GAME.sample(match.position, seat, stream)
        entry = match.play(seat, x)
        if entry.free:
            assert not entry.rolls and all(set(e.to) <= {seat} for e in entry.events)
            if undone < 12:
                assert match.undo() == entry and GAME.dump(match.position) == before
                assert match.play(seat, x).as_json() == entry.as_json()
                undone += 1
        elif held < 40:
            after = GAME.dump(match.position)
            with pytest.raises(Refused):
                match.undo()
            assert GAME.dump(match.position) == after
            held += 1
    assert held


@pytest.mark.parametrize(("scenario", "seed", "options"), GAMES, ids=IDS)
def test_every_game_ends_with_an_outcome_that_adds_up(scenario: str, seed: int, options: dict[str, Any]) -> None:
    for match in played(scenario, seed, options):
        assert (GAME.outcome(match.position) is None) == bool(match.owing)
        GAME.invariants(match.position)
    outcome = GAME.outcome(match.position)
    assert outcome is not None and outcome.points["luftwaffe"] == -outcome.points["raf"] == match.position.score
    assert outcome.winner in (None, "raf", "luftwaffe")
    assert (outcome.winner is None) == (outcome.code == "draw")


SCRIPT = """
import hashlib, sys
from bob.dice import Stream
from bob.game import Match, dumps
from bob.operations.day import OperationalDay
game = OperationalDay()
digest = hashlib.sha256()
for scenario, options in (("one_raid", {}), ("free", {"period": 3}), ("18_august_1940", {})):
    match, stream = Match.new(game, scenario, 11, options), Stream.of(11, "hash")
    while match.owing:
        seat = stream.choose(match.owing)
        match.play(seat, game.sample(match.position, seat, stream))
    for entry in match.entries:
        digest.update(dumps(entry.as_json()).encode())
    digest.update(game.dump(match.position).encode())
    for seat in ("raf", "luftwaffe", "referee"):
        digest.update(repr(match.view(seat)).encode())
print(digest.hexdigest())
"""


def test_one_seed_gives_the_same_record_under_every_hash_seed() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "4242")
    ]
    assert found[0] == found[1] and len(found[0]) == 65


def test_every_kind_of_order_goes_through_json() -> None:
    assert len({kind.code for kind in ORDERS}) == len(ORDERS)
    *_, match = played("free", 8, {"period": 2})
    for entry in match.entries[1:]:
        assert GAME.order(json.loads(dumps(encode(entry.order)))) == entry.order
    given = PlanRaid(plan())
    assert GAME.order(encode(given)) == given


@pytest.mark.parametrize(
    "data", [None, 5, {}, {"code": "fly"}, {"code": "done", "x": 1}, {"code": "stance", "unit": 5, "engage": True}, {"code": "pick"}]
)
def test_nonsense_is_no_order(data: Any) -> None:
    with pytest.raises(Refused):
        GAME.order(data)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scenario": 5}', "null"])
def test_nonsense_is_no_position(text: str) -> None:
    with pytest.raises(BobError):
        GAME.parse(text)


def test_an_unknown_scenario_is_an_error() -> None:
    with pytest.raises(UsageError):
        Match.new(GAME, "ragnarok", 1)


def test_a_hand_made_position_dumps_to_a_page_with_a_line_for_each_thing() -> None:
    p = day(raids=[raid()], squadrons=[squadron(), squadron("2")], tracks={"raid": track()})
    lines = GAME.dump(p).splitlines()
    assert sum('"unit":"79 Squadron"' in line for line in lines) == 1 and sum('"unit":"2"' in line for line in lines) == 1
    assert GAME.parse(GAME.dump(p)) == p
    assert decode(Position, json.loads(GAME.dump(p))) == p
