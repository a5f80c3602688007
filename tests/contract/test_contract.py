"""The contract (`bob.core.game`, `bob.core.kit`) in every game: choices, checks, records, undo, pages, views, players, words, the end."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from bob.core.codec import encode, encode_changed
from bob.core.dice import Stream
from bob.core.errors import BobError, Refused, UsageError
from bob.core.game import REFEREE, Choices, dumps
from bob.core.kit import HUMAN, RANDOM
from bob.core.match import Match, first_difference
from bob.core.record import entry_from_json
from bob.games import kit, names
from bob.tactical.slot import Tactical
from bob.words import Words
from tests.contract.goldens import FOLDER, again, file_of
from tests.pursuit.kit import KIT as PURSUIT
from tests.sizes import WHOLE, some
from tools.fuzz import setting_of

GAMES = (*names(), PURSUIT.name)
LONGEST = 260
"""Orders after which a long game is broken off here."""


@dataclass(frozen=True)
class Case:
    """A game played at random, and how often it is looked at."""

    game: str
    number: int
    every: int = 1


CASES = [
    Case("pursuit", 0),
    Case("pursuit", 1),
    *(Case("cards", number, 7) for number in some((1, 3, 5, 7, 9, 11, 12, 13))),
    *(Case("campaign", *way) for way in some(((5, 7), (9, 13), (0, 2)))),
    *(Case("day", *way) for way in some(((5, 11), (10, 25), (34, 25), (35, 11), (0, 11)))),
    *(Case("skies", number, 7) for number in some((4, 13, 16, 19, 22))),
    *(Case(name, number, 5) for name in names() if name not in ("day", "cards", "campaign") for number in range(2)),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.number}")
every_game = pytest.mark.parametrize("name", GAMES)
_MATCHES: dict[Case, Match[Any]] = {}


def begun(case: Case) -> tuple[Match[Any], Stream]:
    found = kit(case.game)
    setting = setting_of(found.contest(), case.number)
    return Match.new(found.make(), setting.scenario, f"contract/{case.number}", setting.options), Stream.of(case.number, "contract")


def steps(case: Case) -> Iterator[Match[Any]]:
    """A game at random, given back before its first order and each other that is looked at, and once more at its end."""
    match, stream = begun(case)
    while match.to_move and len(match.entries) < LONGEST:
        if (len(match.entries) - 1) % case.every == 0:
            yield match
        seat = stream.choose(match.to_move)
        match.play(seat, match.game.sample(match.position, seat, stream))
    yield match


def finished(case: Case) -> Match[Any]:
    """The same game at its end, which nobody changes."""
    if case not in _MATCHES:
        for match in steps(case):
            _MATCHES[case] = match
    return _MATCHES[case]


def seats_of(match: Match[Any]) -> tuple[str, ...]:
    return (*match.game.seats(match.position), REFEREE)


@every_case
def test_choices_are_sorted_and_legal_and_samples_too(case: Case) -> None:
    stream, key = Stream.of(case.number, "sample"), kit(case.game).sort_key
    for match in steps(case):
        game, position = match.game, match.position
        for seat in seats_of(match):
            choices = game.choices(position, seat)
            assert seat == REFEREE or (choices != Choices()) == (seat in match.to_move)
            assert all(key(a) < key(b) for a, b in pairwise(choices.listed)), "sorted, and none twice"
            for order in choices.listed:
                if seat in match.to_move:
                    game.check(position, seat, order)
                assert game.order(json.loads(dumps(encode(order)))) == order
        for seat in match.to_move:
            sampled = game.sample(position, seat, stream)
            game.check(position, seat, sampled)
            assert game.order(json.loads(dumps(encode(sampled)))) == sampled


@every_case
def test_a_refused_order_says_why_and_changes_nothing(case: Case) -> None:
    stale: list[Any] = []
    refused = 0
    for match in steps(case):
        game, before, count = match.game, match.game.dump(match.position), len(match.entries)
        for seat in seats_of(match):
            for order in stale[-12:]:
                try:
                    game.check(match.position, seat, order)
                except Refused as error:
                    refused += 1
                    assert error.rule, error.key
                    assert all(error.describe(Words(language)) for language in ("en", "fr"))
                    with pytest.raises(Refused):
                        match.play(seat, order)
        assert game.dump(match.position) == before and len(match.entries) == count
        for seat in match.to_move:
            stale += game.choices(match.position, seat).listed[:3]
        if count > 1:
            stale.append(match.entries[-1].order)
    assert refused


@every_case
def test_the_record_replays_from_json_and_follows_from_its_seed(case: Case) -> None:
    match = finished(case)
    game = match.game
    entries = [entry_from_json(json.loads(dumps(e.as_json())), game) for e in match.entries]
    assert [e.as_json() for e in entries] == [e.as_json() for e in match.entries]
    replayed = Match.replayed(game, match.header, entries)
    assert game.dump(replayed.position) == game.dump(match.position)
    assert replayed._stream.count == match._stream.count
    assert first_difference(game, match.header, match.entries) is None
    half = len(entries) // 2
    assert game.dump(match.at(half)) == game.dump(match.branch(half).position)
    assert game.dump(match.at(half)) == game.dump(Match.replayed(game, match.header, entries[: half + 1]).position)


@every_case
def test_every_position_survives_the_page_and_the_pickle(case: Case) -> None:
    for match in steps(case):
        game, position = match.game, match.position
        game.invariants(position)
        text = game.dump(position)
        assert game.dump(position) == text, "a page changes nothing"
        back = game.parse(text)
        assert game.dump(back) == text and game.to_move(back) == match.to_move
        assert game.dump(pickle.loads(pickle.dumps(position))) == text
        game.invariants(back)
        for seat in seats_of(match):
            assert dumps(encode(game.view(back, seat))) == dumps(encode(game.view(position, seat)))
        assert game.dump(position) == text, "a view changes nothing"


@every_case
def test_views_and_choices_go_over_a_line(case: Case) -> None:
    for match in steps(case):
        game = match.game
        for seat in seats_of(match):
            view, choices = match.view(seat), game.choices(match.position, seat)
            assert game.read_view(json.loads(json.dumps(encode(view)))) == view
            assert game.read_choices(json.loads(json.dumps(encode(choices)))) == choices


@every_case
def test_what_was_seen_and_written_stays_as_it_was_while_the_game_goes_on(case: Case) -> None:
    before: dict[str, tuple[Any, Any]] = {}
    writer = begun(case)[0].game.writer()
    for match in steps(case):
        assert writer(match.position) == match.game.dump(match.position)
        for seat in seats_of(match):
            now = match.view(seat), match.game.choices(match.position, seat)
            written = encode(now)
            if seat in before:
                was, was_written = before[seat]
                assert dumps(encode(was)) == dumps(was_written)
                assert dumps(encode_changed(now, was, was_written)) == dumps(written)
            before[seat] = now, written


@every_case
def test_free_orders_are_undone_and_dice_are_not(case: Case) -> None:
    match, stream = begun(case)
    undone = held = 0
    while match.to_move and len(match.entries) < LONGEST and (undone < 8 or held < 20):
        seat = stream.choose(match.to_move)
        before = match.game.dump(match.position)
        order = match.game.sample(match.position, seat, stream)
        entry = match.play(seat, order)
        if entry.free:
            assert not entry.rolls and all(set(e.to) <= {seat} for e in entry.events)
            if undone < 8:
                assert match.undo() == entry and match.game.dump(match.position) == before
                assert match.play(seat, order).as_json() == entry.as_json()
                undone += 1
        elif held < 20:
            after = match.game.dump(match.position)
            with pytest.raises(Refused):
                match.undo()
            assert match.game.dump(match.position) == after
            held += 1
    assert held


@every_case
def test_it_ends_with_an_outcome_that_its_kit_knows(case: Case) -> None:
    match = finished(case)
    outcome = match.game.outcome(match.position)
    assert (outcome is None) == bool(match.to_move)
    if outcome is None:
        assert len(match.entries) == LONGEST
        return
    assert outcome.code in kit(case.game).endings
    assert set(outcome.points) == set(match.game.seats(match.position))
    assert (outcome.winner is None) == ("draw" in outcome.code)
    audit = kit(case.game).contest().audit
    if audit is not None:
        audit(match)
    for language in ("en", "fr"):
        assert kit(case.game).ended(Words(language), outcome) != outcome.code
    for seat in match.game.seats(match.position):
        assert match.game.choices(match.position, seat) == Choices()
        for order in [e.order for e in match.entries[1:]][-5:]:
            with pytest.raises(Refused):
                match.game.check(match.position, seat, order)


@every_case
def test_orders_and_events_are_told_in_both_languages(case: Case) -> None:
    match, found = finished(case), kit(case.game)
    for language in ("en", "fr"):
        teller = found.teller(Words(language), match.game, match.header.scenario)
        for entry in match.entries:
            assert entry.order is None or teller.order(entry.order, entry.seat)
            assert all(teller.event(event) for event in entry.events)


@every_case
def test_a_tactical_game_leaves_the_day_its_own_names(case: Case) -> None:
    """The day enters `game` and `what` beside the figures of a dogfight's events."""
    if isinstance(kit(case.game), Tactical):
        assert all(not {"game", "what"} & set(event.data) for entry in finished(case).entries for event in entry.events)


@every_game
def test_the_kit_fits_its_game(name: str) -> None:
    found = kit(name)
    game = found.make()
    assert found.name == game.name == name
    for language in ("en", "fr"):
        assert found.usual in found.scenarios(Words(language))
    cast = found.casting(game, found.usual, {})
    match = Match.new(game, found.usual, 1)
    assert set(cast.alone) == set(cast.others) == set(game.seats(match.position))
    assert list(cast.alone.values()).count(HUMAN) == 1 and HUMAN not in cast.others.values()
    for seat in cast.alone:
        players = found.players(seat)
        assert RANDOM in players and cast.others[seat] in players
        for player in players:
            if player != RANDOM:
                made = found.player(player, seat, "1", game)
                assert made.name == player and made.seat == seat
        with pytest.raises(UsageError):
            found.player("nobody", seat, "1", game)
    for pilot in found.pilots(game):
        assert found.pilot(pilot, next(iter(cast.alone)), "1", game).name == pilot
    with pytest.raises(UsageError):
        found.pilot("nobody", next(iter(cast.alone)), "1", game)
    assert {setting.scenario for setting in found.contest().settings} <= set(found.scenarios(Words("en")))


@every_game
def test_players_see_views_alone_and_are_the_same_made_anew(name: str) -> None:
    found = kit(name)
    game = found.make()
    match = Match.new(game, found.usual, 5)
    for _ in range(40):
        if not match.to_move:
            break
        seat = match.to_move[0]
        usual = found.casting(game, found.usual, {}).others[seat]
        view, choices, number = match.view(seat), game.choices(match.position, seat), len(match.entries)
        given = found.player(usual, seat, "5", game).orders(view, choices, number)
        assert given == found.player(usual, seat, "5", game).orders(view, choices, number)
        for decision in given[:1]:
            game.check(match.position, seat, decision.order)
            match.play(seat, decision.order)
        if not given:
            match.play(seat, choices.listed[0])


@every_game
def test_nonsense_is_neither_order_nor_position_nor_scenario(name: str) -> None:
    game = kit(name).make()
    for data in (None, 5, {}, [], {"code": "nothing of the kind"}, {"code": 5}):
        with pytest.raises(Refused):
            game.order(data)
    for kind in game.order_types:
        with pytest.raises(Refused):
            game.order({"code": kind.code, "nonsense": 1})  # type: ignore[attr-defined]
    for text in ("", "{", "[]", "null", "colour = 3"):
        with pytest.raises(BobError):
            game.parse(text)
    for scenario, options in (("ragnarok", {}), (kit(name).usual, {"colour": 1})):
        if scenario == "ragnarok" or name != "day":
            with pytest.raises(BobError):
                Match.new(game, scenario, 1, options)


@every_game
def test_there_is_a_golden_playthrough_for_each_way_of_ending(name: str) -> None:
    assert kit(name).endings
    for ending in kit(name).endings:
        assert file_of(name, ending).exists(), f"python -m tests.contract.goldens {name}"


def test_no_golden_playthrough_is_left_over() -> None:
    assert {p.name for p in FOLDER.iterdir()} == {file_of(name, ending).name for name in names() for ending in kit(name).endings}


@pytest.mark.smoke
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_golden_playthrough_goes_as_it_went(path: Any) -> None:
    assert again(path, 1 if WHOLE else 5) is None


def digest() -> str:
    """Of every case: its entries, its last position, what each seat sees and may order then."""
    found = hashlib.sha256()
    for case in CASES:
        match = finished(case)
        seen = [[match.view(seat), match.game.choices(match.position, seat)] for seat in seats_of(match)]
        found.update(dumps([[e.as_json() for e in match.entries], match.game.dump(match.position), encode(seen)]).encode())
    return found.hexdigest()


SCRIPT = """
from bob.games import registered
from tests.contract.test_contract import digest
from tests.pursuit.kit import KIT
with registered(KIT):
    print(digest())
"""


@pytest.mark.slow
def test_one_seed_gives_the_same_bytes_under_every_hash_seed() -> None:
    for seed in some(("1", "4242")):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        assert run.stdout.strip() == digest()
