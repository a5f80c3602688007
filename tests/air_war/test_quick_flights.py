"""Flights by dice: clouds, ratings of 0, who takes Flak and whom a return pays, in whole flights and missions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bob.campaigns.land.campaign_data import ROWS, Flyers, LandPeriod
from bob.campaigns.land.orders import PickResource
from bob.campaigns.land.position import AirWarPosition
from bob.campaigns.land.quick import fly
from bob.core.dice import SeededDice, Stream
from bob.tactical.cards.flight import (
    FlightEffects,
    FlightElement,
    FlightFormation,
    FlightResult,
    FlightSide,
    FlightTarget,
    FlightTerms,
)
from bob.tactical.cards_classic.data import ClassicTables
from tests.air_war.build import PANEL, entry, with_sheet
from tests.flight.sky import RAIL, SHIP, TABLES, with_card

RUNS = 200


def terms(attackers: FlightSide, defenders: FlightSide | None = None, target: FlightTarget = RAIL, clouds: bool = False) -> FlightTerms:
    enemy = defenders if defenders is not None else FlightSide("allied", "allied")
    return FlightTerms(
        (attackers, enemy), bombing="axis", target_bound=0, home_bound=0, target=target, effects=FlightEffects(clouds=clouds), first="axis"
    )


def bombers(*codes: str, load: str = "bombs", altitude: str = "medium") -> FlightSide:
    return FlightSide("axis", "axis", (), (FlightFormation("0+0", codes, load, altitude),))


def flown(given: FlightTerms, tables: ClassicTables = TABLES, runs: int = RUNS) -> Sequence[FlightResult]:
    return [fly(given, tables, SeededDice(Stream.of(run, "quick"))) for run in range(runs)]


def mean(given: FlightTerms, tables: ClassicTables = TABLES) -> float:
    return sum(result.points for result in flown(given, tables)) / RUNS


@pytest.mark.rule("CAM-24.53d", "CAM-GAP-47")
def test_clouds_cost_bombs_some_of_their_worth() -> None:
    unguarded = replace(RAIL, area_flak=0, target_flak=0)
    clear, cloudy = (mean(terms(bombers("ki_21", "ki_21"), target=unguarded, clouds=clouds)) for clouds in (False, True))
    assert 0.2 * clear < cloudy < 0.95 * clear


@pytest.mark.rule("CAM-24.53d")
def test_clouds_cost_torpedoes_nothing() -> None:
    droppers = bombers("g4m", "g4m", load="torpedo", altitude="very_low")
    unguarded = replace(SHIP, target_flak=0)
    clear, cloudy = (mean(terms(droppers, target=unguarded, clouds=clouds)) for clouds in (False, True))
    assert clear > 0 and abs(cloudy - clear) < 0.35 * clear, "the dice fall otherwise after the card for the clouds, and no more"
    worst = replace(unguarded, miss=0, hit=0, direct=0, vital=9)
    lowered = [hit for result in flown(terms(droppers, target=worst, clouds=True)) for hit in result.hits]
    assert lowered and all(hit.result == "vital" for hit in lowered)


@pytest.mark.rule("CAM-24.53d", "CAM-22.23a")
def test_clouds_hide_from_a_card_of_target_flak_and_from_no_area_flak() -> None:
    def damaged(target: FlightTarget, clouds: bool) -> int:
        return sum(fate.hits > 0 for result in flown(terms(bombers("ki_21"), target=target, clouds=clouds)) for fate in result.aircraft)

    few = FlightTarget("few", area_flak=0, target_flak=1)
    assert damaged(few, True) < damaged(few, False)
    area = FlightTarget("area", area_flak=2, target_flak=0)
    assert abs(damaged(area, True) - damaged(area, False)) < 0.15 * RUNS


@pytest.mark.rule("CAM-17.27b", "CAM-18.32")
@pytest.mark.parametrize("rating", [0, 1])
def test_a_rating_of_0_draws_nothing_whatever_the_altitude_and_the_bombsight_add(rating: int) -> None:
    tables = with_card("b_17e", front={"bombs": {"saturation": rating}}, norden=True)
    unguarded = replace(RAIL, area_flak=0, target_flak=0, miss=1)
    side = FlightSide("axis", "axis", (), (FlightFormation("0+0", ("b_17e",), "bombs", "low"),))
    assert (mean(terms(side, target=unguarded), tables) > 0) == bool(rating)


@pytest.mark.rule("CAM-22.21", "CAM-22.22a", "CAM-22.11", "CAM-23.51")
def test_defenders_who_fly_over_the_target_take_its_flak_and_those_who_wait_do_not() -> None:
    """Toothless bombers: whatever hits the P-40 is the guns' of its own side."""
    tables = with_card("ki_21", front={"turret_defense": 0, "turret_support": 0}, back={"turret_defense": 0, "turret_support": 0})
    defenders = FlightSide("allied", "allied", (FlightElement("1", "p_40b", False, "", "medium"),))

    def found(target: FlightTarget) -> list[Any]:
        return [f for result in flown(terms(bombers("ki_21"), defenders, target), tables) for f in result.aircraft if f.side == "allied"]

    weak = found(FlightTarget("weak", area_flak=1, target_flak=1))
    assert all(fate.overflew for fate in weak) and any(fate.hits for fate in weak)
    assert {fate.by[0] for fate in weak if fate.by is not None} <= {"flak"}
    strong = found(FlightTarget("strong", area_flak=9, target_flak=9))
    assert not any(fate.overflew or fate.hits for fate in strong)


@pytest.mark.rule("CAM-24.61d", "CAM-17.32")
def test_a_reconnaissance_home_whole_pays_like_a_medium_in_a_whole_mission() -> None:
    recon = entry(1, "recon", (3, 3), [Flyers("do_17p", 1)], sheet="docks", altitude="high")
    period = LandPeriod("all", PANEL.name, PANEL.period[0].first, PANEL.period[0].last, dict.fromkeys(ROWS, 1))
    game = with_sheet(target=(recon,), period=(period,), missions=1)
    assert game.classic.aircraft["do_17p"].kind == "recon"
    homes = 0
    for seed in range(6):
        dice = SeededDice(Stream.of(seed, "recon"))
        position, _ = game.setup("trial", {"quick": True}, dice)
        _give(position, game, dice)
        fate = position.log[0].fates[0]
        paid = [(line.side, line.points) for line in position.log[0].lines if line.what == "home"]
        assert paid == ([("axis", 1)] if fate.fate == "whole" else [])
        homes += bool(paid)
    assert homes


def _give(position: AirWarPosition, game: Any, dice: SeededDice) -> None:
    """Choose the turns of Resources, which bring nothing that could hit it, and fly."""
    game.apply(position, "axis", PickResource(3), dice)
    game.apply(position, "allied", PickResource(2), dice)
    while position.outcome is None:
        seat = game.to_move(position)[0]
        game.apply(position, seat, game.choices(position, seat).listed[-1], dice)
