"""Damage to targets, victory points and where each comes from, performance (CAM-21.8, CAM-21.9, CAM-24.6, CAM-24.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bob.campaigns.land.campaign_data import AircraftAward, LandAwards
from bob.campaigns.land.campaign_files import shipped_war
from bob.campaigns.land.flights import group_fates
from bob.campaigns.land.position import AircraftFate, Airman, AirWarPosition, FlownMission, PointLine
from bob.campaigns.land.scoring import aircraft_lines, damage_before, lines_of, outcome, standing, succeeded, target_points
from bob.campaigns.land.sequence import LandRun
from bob.campaigns.land.view import view
from bob.tactical.cards.flight import FlightFate, FlightHit, FlightResult
from tests.air_war.build import TARGETS, TRIAL, card_of, fate, flow, made_up, trial

GAME = trial()
SHIPPED = shipped_war(GAME.classic.aircraft)
AWARDS = SHIPPED.awards
HONDA = Airman("honda", 1)


def lines(fates: Sequence[AircraftFate], bombing: str | None = "axis", needs_overflight: bool = True) -> list[tuple[str, str, int]]:
    found = aircraft_lines(fates, AWARDS, bombing, needs_overflight=needs_overflight)
    return [(line.side, line.what, line.points) for line in found if line.points]


@pytest.mark.rule("CAM-21.81", "CAM-EX-17", "CAM-21.91", "CAM-21.92a", "CAM-21.92b")
def test_the_ground_forces_of_the_example() -> None:
    card = SHIPPED.targets["ground_forces"]
    levels = [card.level(points).code for points in (0, 1, 2, 3, 4, 5, 6, 9)]
    assert levels == ["untouched", "untouched", "reduced", "reduced", "disrupted", "disrupted", "shattered", "shattered"]


@pytest.mark.rule("CAM-21.82", "CAM-21.82b", "CAM-EX-18")
def test_only_the_level_reached_scores() -> None:
    card = SHIPPED.targets["ground_forces"]
    assert [target_points(card, 0, points) for points in (1, 3, 9)] == [0, 1, 5]


@pytest.mark.rule("CAM-EX-34", "CAM-21.83", "CAM-21.15")
def test_the_raid_on_the_railway_of_the_example() -> None:
    card = SHIPPED.targets["rail"]
    damage = sum(card.points[result] for result in ("hit", "direct"))  # a Ki-30's, a Ki-21's
    assert damage == 4 and card.level(damage).code == "damaged" and target_points(card, 0, damage) == 3


@pytest.mark.rule("CAM-EX-43", "CAM-24.61a", "CAM-24.61c", "CAM-24.61e", "CAM-GAP-13")
def test_the_points_of_the_example() -> None:
    bare = {name: replace(award, home=0, damaged=0) for name, award in AWARDS.classes.items()}
    tables = replace(GAME.tables, awards=replace(AWARDS, classes=bare))
    position = made_up(2)
    fates = [fate("axis", "g4m", what, role="formation", overflew=True) for what in ("destroyed", "whole", "damaged", "whole")]
    fates += [fate("axis", "ki_27"), fate("axis", "ki_27", role="wingman")]
    fates += [fate("allied", "p_40b", "destroyed"), fate("allied", "p_40b", "destroyed", role="wingman")]
    found = lines_of(position, tables, fates, 8, False)
    total = {side: sum(line.points for line in found if line.side == side) for side in ("axis", "allied")}
    assert total == {"axis": 6 + 10, "allied": 10}


@pytest.mark.rule("CAM-24.61a", "CAM-GAP-14", "CAM-24.32", "CAM-17.13c")
def test_aircraft_score_damaged_or_destroyed_never_for_holding_off() -> None:
    assert lines([fate("allied", "p_40b", "destroyed")]) == [("axis", "destroyed", 5)]
    assert lines([fate("allied", "p_40b", "damaged")]) == lines([fate("allied", "p_40b", "left_damaged")]) == [("axis", "damaged", 1)]
    assert lines([fate("allied", "p_40b", "left")]) == lines([fate("allied", "p_40b")]) == []
    for what in ("damaged", "destroyed"):
        assert lines([fate("allied", "sbd", what)])[0][2] > lines([fate("allied", "p_40b", what)])[0][2]


@pytest.mark.rule("CAM-24.61b", "CAM-GAP-58")
def test_a_skilled_pilot_shot_down_scores_beside_his_aircraft() -> None:
    assert lines([fate("axis", "a6m2", "destroyed", airman=HONDA)]) == [("allied", "destroyed", 5), ("allied", "pilot", 3)]
    assert lines([fate("axis", "a6m2", "damaged", airman=HONDA)]) == [("allied", "damaged", 1)]


@pytest.mark.rule("CAM-24.61d", "CAM-17.13d", "CAM-17.32", "CAM-GAP-53")
def test_a_bomber_home_from_the_target_scores_for_its_own_side() -> None:
    def home(side: str, aircraft: str, what: str = "whole", **more: Any) -> list[tuple[str, str, int]]:
        return lines([fate(side, aircraft, what, **more)])

    for aircraft in ("ki_21", "d3a1", "do_17p"):  # Recon are Mediums for every rule (CAM-17.32)
        assert home("axis", aircraft, overflew=True) == [("axis", "home", 1)]
        assert home("axis", aircraft, "left", overflew=True) == [("axis", "home", 1)]  # left later, whole (CAM-S.7c)
        assert home("axis", aircraft) == []  # never over the target
        assert all(what != "home" for _, what, _ in home("axis", aircraft, "damaged", overflew=True))
    assert home("axis", "ki_43", overflew=True) == []  # no bomber
    assert home("allied", "sbd", overflew=True) == []  # not the bombing side
    assert lines([fate("allied", "sbd")], needs_overflight=False) == [("allied", "home", 1)]
    assert lines([fate("axis", "ki_21")], needs_overflight=False) == []


def flown_to(position: AirWarPosition, damage: int) -> LandRun:
    """The mission in hand, come back with so much damage done and its aircraft whole; the next is drawn."""
    run = flow(position, [card_of("oots")])
    aircraft = tuple(
        FlightFate(f"{g.number}" if g.element else f"{g.number}+0", place, g.side, g.aircraft, "fighter", "whole", 0, False, False, False)
        for g in position.groups
        for place in range(g.count)
    )
    hits = (FlightHit(aircraft[0].unit, 0, "saturation", "hit", damage),) if damage else ()
    run.score(FlightResult(aircraft, hits, damage, 0, 10))
    return run


@pytest.mark.rule("CAM-24.61f", "CAM-21.81", "CAM-15.1a")
@pytest.mark.parametrize(("keeps", "points"), [(False, [1, 1]), (True, [1, 2])])
def test_damage_counts_for_its_mission_only_unless_targets_keep_it(keeps: bool, points: list[int]) -> None:
    position = made_up(1, targets_keep_damage=keeps)
    flown_to(position, 2)
    second = made_up(1, targets_keep_damage=keeps)
    second.log, second.mission = position.log, 2
    assert damage_before(second) == (2 if keeps else 0)
    assert view(second, GAME.tables, GAME.classic.aircraft, GAME.flights, "axis").damage == damage_before(second)
    flown_to(second, 3)  # 5 points in all are the third level: 3 points less the 1 that was had; 3 alone are the second
    assert [sum(line.points for line in f.lines if line.what == "target") for f in second.log] == points


@pytest.mark.rule("CAM-24.61e", "CAM-24.1b", "CAM-24.31a")
def test_a_mission_that_is_over_stands_in_the_log_with_every_point_and_the_next_is_drawn() -> None:
    position = made_up(1, axis=3)
    run = flown_to(position, 4)
    flown = position.log[0]
    assert (flown.damage, flown.level, flown.axis_resource, len(flown.fates)) == (4, "level_2", 3, 4)
    assert flown.lines == (PointLine("axis", "target", 3),) and flown.points("axis") == 3
    codes = [event.code for event in run.events]
    assert codes == ["target", "points", "mission_over", "standing", "mission"] and position.mission == 2
    assert position.groups == [] and position.picks == {}


@pytest.mark.rule("CAM-23.64b", "CAM-GAP-33")
@pytest.mark.parametrize(("looks", "done"), [(1, False), (2, True)])
def test_a_reconnaissance_succeeds_by_its_looks_and_does_no_damage(looks: int, done: bool) -> None:
    position = made_up(6)
    run = flow(position, [card_of("oots")])
    aircraft = (FlightFate("0+0", 0, "axis", "ki_21", "medium", "whole", 0, False, True, False, looks=looks),)
    run.score(FlightResult(aircraft, (), 9, looks, 9))
    flown = position.log[0]
    assert (flown.success, flown.damage, flown.level) == (done, 0, "")
    assert sum(line.points for line in flown.lines if line.what == "success") == (3 if done else 0)


@pytest.mark.rule("CAM-23.1a", "CAM-GAP-33")
def test_a_scout_or_rescue_succeeds_if_one_of_those_listed_still_flies() -> None:
    entry = GAME.tables.campaigns[TRIAL].target_of(9)
    lost, home, gone = fate("axis", "ki_21", "destroyed"), fate("axis", "ki_21", "damaged"), fate("axis", "ki_21", "left")
    assert succeeded(entry, [lost, home], 1, 0)
    assert not succeeded(entry, [lost, gone], 1, 0)
    assert not succeeded(entry, [lost, fate("axis", "ki_43", group=1)], 1, 0)  # an escort of a Resource has not done it
    assert not succeeded(GAME.tables.campaigns[TRIAL].target_of(3), [home], 1, 0)  # a dogfight has nothing to do


@pytest.mark.rule("CAM-24.7", "CAM-24.2")
@pytest.mark.parametrize(
    ("difference", "code"),
    [(-21, "allied_major"), (-20, "allied_minor"), (-5, "allied_minor"), (-4, "draw"), (4, "draw"), (5, "axis_minor"), (21, "axis_major")],
)
def test_axis_less_allied_points_give_the_performance(difference: int, code: str) -> None:
    position = made_up(1)
    points = (PointLine("axis", "target", max(0, difference)), PointLine("allied", "destroyed", max(0, -difference)))
    position.log = [FlownMission(1, 1, None, None, 0, "", False, (), (), points)]
    ended = outcome(position, GAME.tables)
    assert ended.code == f"air_war.outcome.{code}"
    assert ended.winner == (None if code == "draw" else code.partition("_")[0])
    assert ended.points == {"axis": max(0, difference), "allied": max(0, -difference)}


@pytest.mark.rule("CAM-24.7", "CAM-24.42")
@pytest.mark.parametrize(("missions", "difference", "code"), [(1, 1, "draw"), (1, 2, "axis_minor"), (1, 7, "axis_major"), (6, 9, "draw")])
def test_the_steps_of_another_length_lie_in_proportion(missions: int, difference: int, code: str) -> None:
    position = made_up(1, missions=missions)  # of three by its sheet: 5 points there are 2 of one mission, 10 of six
    position.log = [FlownMission(1, 1, None, None, 0, "", False, (), (), (PointLine("axis", "target", difference),))]
    assert standing(position, GAME.tables) == code


@pytest.mark.rule("CAM-24.32")
def test_an_award_of_a_type_stands_over_that_of_its_class() -> None:
    awards = LandAwards(AWARDS.classes, "designed", "test", {"g4m": AircraftAward(0, 10)})
    assert awards.of("medium", "g4m").destroyed == 10 and awards.of("medium", "ki_21") == AWARDS.classes["medium"]


@pytest.mark.rule("CAM-S.9b")
def test_fates_come_back_group_by_group_with_who_shot_them_down() -> None:
    position = made_up(8, allied=1)
    units = [("2", 1), ("0+0", 1), ("1", 0), ("2", 0), ("0+0", 0), ("1", 1)]
    by = {("0+0", 1): ("2", 0), ("0+0", 0): ("flak", 0)}
    aircraft = tuple(
        FlightFate(unit, place, "axis" if unit == "0+0" else "allied", "x", "y", "whole", 0, False, False, False, by=by.get((unit, place)))
        for unit, place in units
    )
    found = group_fates(position.groups, FlightResult(aircraft, (), 0, 0, 9))
    assert [(f.group, f.role) for f in found] == [
        (0, "formation"),
        (0, "formation"),
        (1, "leader"),
        (1, "wingman"),
        (2, "leader"),
        (2, "wingman"),
    ]
    assert [f.by for f in found] == [-2, 4, -1, -1, -1, -1]
    assert TARGETS["railway"].level(4).code == "level_2"
