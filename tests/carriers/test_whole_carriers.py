"""The rules of a carrier campaign held against whole campaigns: a witness reads the Log Sheet and the events, and knows no function of
the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS, KIT
from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.match import Match

GAME = KIT.make()
NUMBERS = {"close": 0, "medium": 1, "long": 2}


@cache
def campaigns() -> tuple[Match[Any], ...]:
    """Two of each sheet: by dice and by cards, every decision by chance."""
    found = []
    for page in CARRIER_CAMPAIGNS:
        for seed, options in enumerate(({"quick": True}, {"turns": 3})):
            match = Match.new(GAME, page, f"witness/{seed}", options)
            stream = Stream.of(seed, f"witness/{page}")
            while match.to_move:
                seat = stream.choose(match.to_move)
                match.play(seat, GAME.sample(match.position, seat, stream))
            found.append(match)
    return tuple(found)


def events(match: Match[Any]) -> list[Event]:
    return [event for entry in match.entries for event in entry.events]


def panel_of(match: Match[Any]) -> Any:
    return GAME.tables.campaigns[match.position.sheet]


def less(steps: Sequence[tuple[int, int]], damage: int) -> int:
    """What a track takes off at so much damage."""
    return max((figure for box, figure in steps if damage >= box), default=0)


@pytest.mark.rule("CAM-25.71b", "CAM-25.71c", "CAM-25.71d", "CAM-25.71a", "CAM-25.72", "CAM-25.34", "CAM-25.71e")
def test_each_damaged_aircraft_of_a_strike_draws_by_both_tactics_and_the_cap_lands() -> None:
    tested = 0
    for match in campaigns():
        page, plans = panel_of(match), {line.turn: line for line in match.position.turns}
        fleets = {base.code: base.side for base in page.base if base.fleet}
        for line in match.position.log:
            tactics = {side: NUMBERS[getattr(plans[line.turn], side).tactic] for side in ("axis", "allied")}
            ends = [tactics[fleets[code]] for code in (line.sortie.origin, line.sortie.target) if code in fleets]
            cards = sum(ends) if len(ends) == 2 else 2 * ends[0]
            for test in line.recoveries:
                assert test.cards == cards and line.fates[test.craft].side == line.sortie.side
                assert (line.fates[test.craft].fate == "destroyed") == (not test.landed)
                tested += 1
            assert line.sortie.kind != "scout" or not line.recoveries
    assert tested > 10


@pytest.mark.rule("CAM-25.82a", "CAM-25.82b", "CAM-25.82c", "CAM-25.81a", "CAM-25.81b", "CAM-25.83", "CAM-25.22a", "CAM-25.9a", "CAM-25.9b")
def test_tracks_are_ticked_by_damage_and_by_aircraft_lost_and_the_higher_total_wins() -> None:
    for match in campaigns():
        page, position = panel_of(match), match.position
        bases = {base.code: base for base in page.base}
        tracks = dict.fromkeys(bases, 0)
        for line in position.log:
            if line.sortie.kind == "scout":
                assert not line.ticks
                continue
            expected = dict.fromkeys(bases, 0)
            expected[line.sortie.target] += line.damage
            for fate in line.fates:
                if fate.fate == "destroyed":
                    home = bases[line.sortie.origin if fate.side == line.sortie.side else line.sortie.target]
                    expected[home.code] += home.fleet or bool(home.by_damage)
            assert dict(line.ticks) == {code: boxes for code, boxes in expected.items() if boxes}
            for code, boxes in line.ticks:
                tracks[code] += boxes
        assert {code: boxes for code, boxes in tracks.items() if boxes} == {code: n for code, n in position.tracks.items() if n}
        points = {side: sum(less(b.track.vps, tracks[b.code]) for b in page.base if b.side != side) for side in ("axis", "allied")}
        ahead = [side for side in points if points[side] > points["allied" if side == "axis" else "axis"]]
        assert position.outcome.winner == (ahead[0] if ahead else None)
        out = any(base.fleet and tracks[base.code] >= base.track.out for base in page.base)
        assert out or position.turn == (position.terms.turns or page.turns)


@pytest.mark.rule(
    "CAM-25.32a", "CAM-25.32b", "CAM-25.42b", "CAM-25.52c", "CAM-25.52d", "CAM-25.53a", "CAM-25.61a", "CAM-25.61c", "CAM-25.1b"
)
def test_plans_resources_and_the_order_of_the_flights_of_each_turn() -> None:
    for match in campaigns():
        page, position = panel_of(match), match.position
        sizes = {(found.side, found.code): found.size for found in page.operation}
        for side in ("axis", "allied"):
            plans = [getattr(line, side) for line in position.turns]
            for before, after in pairwise(plans):
                assert abs(NUMBERS[before.tactic] - NUMBERS[after.tactic]) < 2
                assert not sizes[side, before.operation] == sizes[side, after.operation] == "large"
            taken = [number for line in position.turns if (number := getattr(line, f"{side}_resource")) is not None]
            assert len(set(taken)) == len(taken)
        for turn in position.turns:
            flown = [line.sortie for line in position.log if line.turn == turn.turn]
            kinds = [("scout", "base_strike", "fleet_strike").index(sortie.kind) for sortie in flown]
            assert kinds == sorted(kinds)
            strikes = [sortie.side for sortie in flown if sortie.kind == "fleet_strike"]
            wanted = {side for side in ("axis", "allied") if sizes[side, getattr(turn, side).operation] != "none"}
            assert set(strikes) == wanted
            numbers = {side: getattr(turn, f"{side}_resource") or page.no_resource for side in strikes}
            assert [numbers[side] for side in strikes] == sorted(numbers[side] for side in strikes), "the lower number first"


@pytest.mark.rule("CAM-25.62a", "CAM-25.62b", "CAM-23.26a", "CAM-23.26b", "CAM-23.25b", "CAM-25.43d", "CAM-23.26d")
def test_a_strike_has_two_turns_out_and_one_home_whatever_flies_it_and_the_cap_of_no_fleet_is_drawn() -> None:
    seen = drawn = 0
    for match in campaigns():
        page = panel_of(match)
        bases = {base.code: base for base in page.base}
        picks: dict[str, Any] = {}
        sortie: dict[str, Any] = {}
        for event in events(match):
            if event.code == "resources":
                picks = dict(event.data)
            if event.code == "sortie":
                sortie = dict(event.data)
            if event.code == "cap_drawn":
                assert bases[event.data["target"]].drawn_cap is not None and event.data["target"] == sortie["target"]
                drawn += 1
            if event.code == "game_turn" and event.data["leg"] in ("target_bound", "home_bound") and sortie["kind"] == "fleet_strike":
                enemy = "allied" if sortie["side"] == "axis" else "axis"
                out = event.data["leg"] == "target_bound"
                number, kind = (picks[enemy], "out_turns") if out else (picks[sortie["side"]], "home_turns")
                found = [effect.amount for r in page.resource if r.number == number for effect in r.effects if effect.kind == kind]
                assert event.data["leg_turns"] == (2 if out else 1) + sum(found)
                seen += 1
    assert seen > 10 and drawn > 3


@pytest.mark.rule("CAM-25.84", "CAM-25.63b", "CAM-25.63d", "CAM-25.64", "CAM-GAP-31")
def test_a_damaged_fleet_sends_fewer_aircraft_than_its_operation_says() -> None:
    reduced = 0
    for match in campaigns():
        page, position = panel_of(match), match.position
        bases, tracks = {base.code: base for base in page.base}, dict.fromkeys([base.code for base in page.base], 0)
        plans = {line.turn: line for line in position.turns}
        scouted = {(line.turn, line.sortie.side) for line in position.log if line.sortie.kind == "scout" and line.success}
        for line in position.log:
            if line.sortie.kind == "fleet_strike" and line.fates:
                plan = getattr(plans[line.turn], line.sortie.side)
                operation = page.operations(line.sortie.side)[plan.operation]
                number = getattr(plans[line.turn], f"{line.sortie.side}_resource")
                brought = any(e.kind == "strike" for r in page.resource if r.number == number for e in r.effects)
                listed = sum(
                    f.count * (1 if GAME.flights.tables.aircraft[f.aircraft].formed or not f.wingmen else 2) for f in operation.strike
                )
                flown = sum(fate.side == line.sortie.side for fate in line.fates)
                taken = less(bases[line.sortie.origin].track.strike, tracks[line.sortie.origin])
                if line.sortie.read is None and not brought and (line.turn, line.sortie.side) not in scouted:
                    assert flown == max(0, listed - taken), (listed, taken, flown)
                    reduced += taken > 0
            for code, boxes in line.ticks:
                tracks[code] += boxes
    assert reduced > 2
