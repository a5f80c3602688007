"""Pilots and Crews out of the cup (CAM-19)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from bob.campaigns.land.book import book, lost
from bob.campaigns.land.campaign_data import CounterFace
from bob.campaigns.land.cup import Cup, CupDraw, may_fly
from bob.campaigns.land.flights import flight_terms
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.orders import Ready, SetCrew
from bob.campaigns.land.position import AirGroup, Airman, FlownMission
from bob.campaigns.land.sequence import LandRun
from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.errors import Refused
from bob.tactical.cards.flight import FlightEdition
from tests.air_war.build import COUNTERS, begun, counter, face, fate, flow, made_up, trial

CARDS = trial().classic.aircraft
BY_CODE = {c.code: c for c in COUNTERS}


def strike() -> list[AirGroup]:
    """Two Elements of B5N2 and one Leader of A6M2, as in the sources' example."""
    return [AirGroup(i, "axis", code, 2, True, "medium") for i, code in enumerate(("b5n2", "b5n2", "a6m2"))]


def drawn(groups: list[AirGroup], faces: list[int], away: tuple[str, ...] = ()) -> tuple[list[CupDraw], Cup]:
    cup = Cup(COUNTERS, away, ScriptedDice(faces))
    return list(cup.pilots(groups, CARDS)), cup


@pytest.mark.rule("CAM-EX-02", "CAM-EX-03", "CAM-EX-04", "CAM-GAP-41", "CAM-19.24b", "CAM-19.24c", "CAM-19.24d", "CAM-19.24g", "CAM-19.24h")
def test_the_cup_of_the_example_is_filled_anew_for_each_type() -> None:
    # For the Kates: paek, sato, abe, ono. Paek's counter shows Paek; of those left abe's shows Abe. For the Zero: paek, sato, honda.
    draws, cup = drawn(strike(), [1, 1, 2, 1, 3, 2])
    assert [(d.group, d.airman.key, d.skilled) for d in draws] == [(0, "paek/0", False), (1, "abe/0", True), (2, "honda/1", True)]
    assert {"abe", "honda"} <= cup.away and "paek" not in cup.away


@pytest.mark.rule("CAM-19.24a", "CAM-19.24f", "CAM-19.23", "CAM-19.22a", "CAM-19.22b")
def test_the_cup_holds_the_counters_without_a_type_and_those_of_the_type() -> None:
    cup = Cup(COUNTERS, (), ScriptedDice([]))
    assert [c.code for c in cup.filled(CARDS["b5n2"], crew=False)] == ["paek", "sato", "abe", "ono"]
    assert [c.code for c in cup.filled(CARDS["a6m2"], crew=False)] == ["paek", "sato", "honda"]
    assert [c.code for c in cup.filled(CARDS["ki_43"], crew=False)] == ["paek", "sato", "army"]
    assert not CounterFace("x", "japan").skilled and CounterFace("x", "japan", "", ("P",)).skilled


@pytest.mark.rule("CAM-19.21a", "CAM-19.21b", "CAM-19.21c", "CAM-GAP-48")
def test_a_pilot_flies_aircraft_of_his_air_arm_and_service_only() -> None:
    names = (face("x", "japan"), face("y", "japan"))
    navy, any_service, raf = counter("n", "japan", names, service="navy"), counter("a", "japan", names), counter("r", "raf", names)
    assert may_fly(navy, CARDS["a6m2"]) and not may_fly(navy, CARDS["ki_43"])
    assert may_fly(any_service, CARDS["a6m2"]) and may_fly(any_service, CARDS["ki_43"])
    assert not may_fly(any_service, CARDS["p_40b"]) and not may_fly(raf, CARDS["ki_43"])
    # a Pole of the RAF flies RAF aircraft: the air arm counts, not where he was born
    assert may_fly(counter("p", "raf", (face("Urbanowicz", "poland", "P"), names[0]), type="hurricane"), CARDS["hurricane_iib"])


@pytest.mark.rule("CAM-19.23", "CAM-19.33")
def test_a_counter_with_a_type_flies_any_model_of_it_and_no_other() -> None:
    crew = BY_CODE["kelly"]
    assert may_fly(crew, CARDS["b_17d"]) and may_fly(crew, CARDS["b_17e"])
    assert not may_fly(BY_CODE["honda"], CARDS["b5n2"])


@pytest.mark.rule("CAM-19.24g")
def test_an_empty_cup_gives_nobody() -> None:
    groups = strike()[:2]
    draws, _ = drawn(groups, [1], away=("paek", "abe", "ono"))
    assert [(d.group, d.airman.counter) for d in draws] == [(0, "sato")]


@pytest.mark.rule("CAM-19.24", "CAM-19.11", "CAM-19.13", "CAM-24.1b")
def test_pilots_are_drawn_before_each_mission_and_a_skilled_one_stays_with_his_aircraft() -> None:
    position = begun(4)
    flow(position).pick_resource("allied", 3)
    # One Kate Leader (paek, sato, abe, ono: abe/0), then one Val Leader (paek, sato: sato/0).
    run = flow(position, [3, 1, 2, 1])
    run.pick_resource("axis", 3)
    drawn = [e.data for e in run.events if e.code == "pilot_drawn"]
    assert [(d["airman"], d["skilled"]) for d in drawn] == [("abe/0", True), ("sato/0", False)]
    assert position.groups[0].airman == Airman("abe", 0) and position.groups[1].airman is None
    terms = flight_terms(position, trial().tables, CARDS, FlightEdition())
    pilots = [e.pilot for e in terms.sides[0].elements]
    assert pilots[0] is not None and pilots[0].skills == ("BM",) and pilots[1] is None


@pytest.mark.rule("CAM-19.24e", "CAM-24.51", "CAM-19.12")
def test_a_pilot_who_comes_by_a_resource_is_not_put_in_the_cup() -> None:
    position = begun(4)
    flow(position).pick_resource("allied", 3)
    run = flow(position, [1, 1, 1, 1])
    run.pick_resource("axis", 4)  # a Zero Element with Honda
    given = [e.data["airman"] for e in run.events if e.code == "pilot_given"]
    assert given == ["honda/1"]
    zero = next(g for g in position.groups if g.aircraft == "a6m2")
    assert zero.airman == Airman("honda", 1)
    assert not any(e.data["airman"].startswith("honda") for e in run.events if e.code == "pilot_drawn")


@pytest.mark.rule("CAM-GAP-58")
@pytest.mark.parametrize(("pilots_lost", "away"), [("return", False), ("out", True)])
def test_a_skilled_pilot_shot_down_comes_back_or_not_by_the_switch(pilots_lost: str, away: bool) -> None:
    downed = fate("axis", "a6m2", "destroyed", airman=Airman("honda", 1), by=1)
    home = fate("allied", "p_40b", airman=None)
    flown = FlownMission(1, 4, None, None, 0, "", False, (downed, home), (), ())
    assert ("honda" in lost([flown], pilots_lost)) == away
    line = book([flown], pilots_lost)[0]
    assert line.shot_down == (1,) and line.away == away and not line.kills
    position = made_up(4, axis=4, pilots_lost=pilots_lost)
    position.log.append(flown)
    run = flow(position, [1, 1, 1, 1, 1, 1])
    run.draw_airmen()
    zero = next(g for g in position.groups if g.aircraft == "a6m2")
    assert (zero.airman is None or zero.airman.counter != "honda") == away


def crews(faces: list[int], **terms: Any) -> Any:
    position = made_up(5, **terms)
    run = flow(position, faces)
    run.draw_airmen()
    return position, run


@pytest.mark.rule("CAM-19.34a", "CAM-19.34b", "CAM-19.34c", "CAM-GAP-39", "CAM-19.3b")
@pytest.mark.parametrize(("per_crew", "draws"), [(3, 2), (4, 1), (8, 0)])
def test_a_crew_is_drawn_for_each_full_group_of_three_heavies(per_crew: int, draws: int) -> None:
    position, run = crews([1, 1, 1, 1], heavies_per_crew=per_crew)  # seven B-17s of two models, one type
    assert sum(e.code == "crew_drawn" for e in run.events) == draws
    assert len(position.crews) == min(draws, 1)


@pytest.mark.rule("CAM-19.31", "CAM-19.32", "CAM-19.3a")
def test_crews_are_of_the_nation_and_go_to_heavy_bombers_only() -> None:
    cup = Cup(COUNTERS, (), ScriptedDice([]))
    assert [c.code for c in cup.filled(CARDS["b_17e"], crew=True)] == ["kelly", "plain_crew"], "the fifth, then the first of the line"
    assert cup.filled(CARDS["ki_21"], crew=True) == []
    medium = [AirGroup(0, "axis", "ki_21", 6, False, "medium")]
    assert list(cup.crews(medium, CARDS, 3)) == []


@pytest.mark.rule("CAM-19.34d1", "CAM-19.34d2", "CAM-19.3a", "CAM-19.13")
def test_a_skilled_crew_goes_into_one_heavy_bomber_of_its_owners_choice() -> None:
    game = trial()
    position = begun(5)
    flow(position).pick_resource("axis", 1)
    # A Ki-43 Leader draws from three (paek/0); for the seven B-17s two draws: kelly/0, then the plain crew.
    flow(position, [1, 1, 1, 1, 1]).pick_resource("allied", 3)
    assert position.phase == "plan" and position.crews == [("allied", Airman("kelly", 0))]
    with pytest.raises(Refused) as refused:
        game.check(position, "allied", Ready())
    assert refused.value.rule == "CAM-19.34d1"
    fighters = next(g.number for g in position.groups if g.aircraft == "ki_43")
    with pytest.raises(Refused):
        game.check(position, "allied", SetCrew(fighters, 0))
    game.check(position, "allied", SetCrew(1, 4))
    flow(position).set_crew("allied", 1, 4)
    assert position.groups[1].crews == ((4, Airman("kelly", 0)),) and position.groups[1].airman is None
    terms = flight_terms(position, game.tables, CARDS, FlightEdition())
    aboard = [(f.unit, place) for f in terms.sides[1].formations for place, crew in enumerate(f.crews) if crew is not None]
    assert aboard == [("1+4", 0)]  # Formations of two in the sources' game: the fifth aircraft flies alone
    with pytest.raises(Refused) as refused:
        game.check(position, "allied", SetCrew(0, 0))
    assert refused.value.rule == "CAM-19.34b"
    game.check(position, "allied", Ready())


@pytest.mark.rule("CAM-19.34b", "CAM-19.34d1", "CAM-19.34d2")
def test_two_crews_go_into_two_aircraft_of_one_line_and_fly_the_mission_there() -> None:
    """Six heavy bombers on one line draw twice, and each Skilled Crew takes any one of them: both may fly in the same line."""
    game = trial()
    position = begun(5)
    flow(position).pick_resource("axis", 1)
    flow(position, [1, 1, 1, 1, 1]).pick_resource("allied", 3)
    position.crews = [("allied", Airman("kelly", 0)), ("allied", Airman("plain_crew", 0))]  # were both Skilled
    flow(position).set_crew("allied", 1, 4)
    with pytest.raises(Refused) as refused:
        game.check(position, "allied", SetCrew(1, 4))
    assert refused.value.rule == "CAM-19.34d2", "one to an aircraft"
    game.check(position, "allied", SetCrew(1, 0))
    flow(position).set_crew("allied", 1, 0)
    assert [airman.counter for airman in position.groups[1].airmen] == ["kelly", "plain_crew"], "the fifth, then the first of the line"
    game.invariants(position)
    terms = flight_terms(position, game.tables, CARDS, FlightEdition())
    aboard = {f.unit: tuple(crew.code if crew else "" for crew in f.crews) for f in terms.sides[1].formations if any(f.crews)}
    assert sorted(code for codes in aboard.values() for code in codes if code) == ["kelly/0", "plain_crew/0"]


@pytest.mark.rule("CAM-24.61b")
def test_the_book_grows_over_the_campaign() -> None:
    man = Airman("honda", 1)
    first = FlownMission(
        1, 4, None, None, 0, "", False, (fate("axis", "a6m2", airman=man), fate("allied", "p_40b", "destroyed", by=0)), (), ()
    )
    second = FlownMission(
        2,
        4,
        None,
        None,
        0,
        "",
        False,
        (fate("allied", "p_40b", "destroyed", by=-2), fate("axis", "a6m2", "left_damaged", airman=man)),
        (),
        (),
    )
    line = book([first, second], "return")[0]
    assert (line.missions, line.kills, line.damaged, line.shot_down) == ((1, 2), ("p_40b",), 1, ())


@pytest.mark.rule("CAM-19.24a", "CAM-24.41")
def test_only_those_who_flew_in_the_period_are_drawn() -> None:
    """František and Urbanowicz of 303 Squadron, Offenberg and Mouchotte came later than July; Rubensdörffer fell in August."""
    war = AirWar()
    drawn = dict[str, set[str]]()
    for sheet, period in (("channel_battle", "july"), ("london", "early")):
        for seed in range(40):
            position, _ = war.setup(sheet, {"period": period, "quick": True}, SeededDice(Stream.of(seed, "days")))
            position.target = next(entry.number for entry in war.tables.campaigns[sheet].target if entry.kind == "dogfight")
            position.card = next(c for c, n in war.tables.campaigns[sheet].period_of(period).missions.items() if n == position.target)
            run = LandRun(position, war.tables, war.classic, war.flights, SeededDice(Stream.of(seed, "cup")))
            for side, number in (("axis", 1), ("allied", 1)):
                run.pick_resource(side, number)
            drawn.setdefault(period, set()).update(e.data["airman"].partition("/")[0] for e in run.events if e.code == "pilot_drawn")
    late = {"frantisek", "urbanowicz", "offenberg", "mouchotte"}
    assert drawn["july"] and not drawn["july"] & late
    assert drawn["early"] & {"frantisek", "urbanowicz", "offenberg"} and not drawn["early"] & {"rubensdoerffer", "tietzen", "mouchotte"}


@pytest.mark.rule("CAM-19.24a")
@pytest.mark.parametrize(
    ("first", "last", "flew"),
    [
        (None, None, True),
        (dt.date(1940, 7, 31), None, True),
        (dt.date(1940, 8, 1), None, False),
        (None, dt.date(1940, 7, 10), True),
        (None, dt.date(1940, 7, 9), False),
    ],
)
def test_a_man_flew_in_a_period_if_he_did_on_one_of_its_days(first: dt.date | None, last: dt.date | None, flew: bool) -> None:
    man = replace(BY_CODE["honda"], first=first, last=last)
    assert man.flew(dt.date(1940, 7, 10), dt.date(1940, 7, 31)) == flew
    assert man.flew(None, None), "a sheet without days asks nobody"


@pytest.mark.rule("CAM-19.24e", "CAM-24.51")
def test_a_pilot_named_by_a_resource_of_ours_flew_in_every_period_of_its_sheet() -> None:
    war = AirWar().tables
    counters = {counter.code: counter for counter in war.counters}
    for sheet in war.campaigns.values():
        for effect in [effect for found in sheet.resource for effect in found.effect("pilot")]:
            assert effect.pilot is not None
            assert all(counters[effect.pilot].flew(period.first, period.last) for period in sheet.period), (sheet.code, effect.pilot)
