"""The aircraft that the orders of a day give the Luftwaffe, and what those beyond cost (OPS-D2.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bob.core.match import Match
from bob.day.rules.victory import aircraft_beyond, aircraft_planned
from bob.day.scenarios.scenario import scenarios
from bob.day.state.orders import Done, Seal
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Directive, RaidUnit
from bob.day.telling.target_notes import aircraft_line, orders_lines
from bob.words import Words
from tests.operations.build import BOMBERS, GAME, SEA, day, order, points, raid, unit

FIGHTERS = "I./JG 3"


def sent(count: int, unit_name: str = BOMBERS) -> RaidUnit:
    """A unit that took off with so many aircraft, and lost some of them since."""
    found = unit(unit_name, "bomber" if unit_name == BOMBERS else "close_escort", strength=count - 3)
    found.sent = count
    return found


def with_raids(given: int, *raids: tuple[RaidUnit, ...]) -> DayPosition:
    """A day whose orders give so many aircraft, with these raids."""
    p = day()
    p.directive = Directive("own", {}, {}, aircraft=given)
    for i, units in enumerate(raids):
        made = raid(SEA, *units)
        made.plan = replace(made.plan, code=f"raid_{i}")
        made.state = "ended"
        p.raids[made.plan.code] = made
    return p


@pytest.mark.rule("OPS-D2.5")
@pytest.mark.parametrize(("given", "over"), [(0, 0), (50, 0), (49, 1), (30, 20)])
def test_each_aircraft_beyond_the_orders_counts_as_it_was_sent(given: int, over: int) -> None:
    assert aircraft_beyond(with_raids(given, (sent(30), sent(20, FIGHTERS)))) == over


@pytest.mark.rule("OPS-D2.5")
def test_who_flies_again_counts_once_and_reconnaissance_and_patrols_not_at_all() -> None:
    p = with_raids(10, (sent(30),), (sent(24),))
    assert aircraft_beyond(p) == 20
    first = p.raids["raid_0"]
    first.plan = replace(first.plan, type="reconnaissance")
    assert aircraft_beyond(p) == 14
    first.plan = replace(first.plan, type="freie_jagd", code="patrol_1_5")
    assert aircraft_beyond(p) == 14


@pytest.mark.rule("OPS-D2.5")
@pytest.mark.parametrize(("given", "scored"), [(27, 0.0), (7, -5.0)])
def test_each_aircraft_beyond_costs_a_quarter_of_a_point_at_the_end(given: int, scored: float) -> None:
    p = with_raids(given, (sent(27),))
    p.turns = p.turn
    for seat in (LUFTWAFFE, RAF):
        if seat == LUFTWAFFE and p.plan_open:
            order(p, seat, Seal())
        GAME.apply(p, seat, Done(), None)  # type: ignore[arg-type]  # nothing is rolled
    assert p.phase == "over" and points(p).get("aircraft_beyond", 0.0) == scored


@pytest.mark.rule("OPS-D2.5")
@pytest.mark.parametrize("code", sorted(code for code, s in scenarios().items() if code != "lesson"))
def test_every_day_with_orders_gives_more_aircraft_than_its_first_plan_sends(code: str) -> None:
    p = Match.new(GAME, code, "given").position
    assert p.directive is not None
    assert aircraft_planned(raid.plan for raid in p.raids.values()) <= p.directive.aircraft


def test_the_briefing_says_what_the_orders_give_and_the_seal_what_is_sent() -> None:
    words, p = Words("en"), Match.new(GAME, "one_raid", "given").position
    assert p.directive is not None
    assert any("220 aircraft" in line and "¼" in line for line in orders_lines(words, p.directive))
    assert aircraft_line(words, GAME.view(p, LUFTWAFFE)) == "Aircraft on the plan: 114 of the 220 that the orders give."
    p.directive = replace(p.directive, aircraft=100)
    assert "each one beyond" in aircraft_line(words, GAME.view(p, LUFTWAFFE))
    p.directive = None
    assert aircraft_line(words, GAME.view(p, LUFTWAFFE)) == ""
