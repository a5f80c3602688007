"""Readiness, airfields, flights and how far all fly, in whole turns of a day (OPS-A9.3, OPS-B1.1, OPS-B2, OPS-B6.4, OPS-B7)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core import hexes
from bob.day.state.orders import Readiness, Scramble, SendTo, Split
from bob.day.state.position import DayPosition, Vector
from bob.day.state.raid_plan import Leg
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    INLAND,
    STUKAS,
    ZERSTOERER,
    W,
    at,
    day,
    describe,
    order,
    plan,
    raid,
    refusal,
    squadron,
    step,
    unit,
)
from tests.operations.whole_turns import whole_turn


def boxes(p: DayPosition, name: str, turns: int) -> list[str]:
    """Where the tote shows a squadron before each of so many turns is played, and after the last."""
    found = []
    for _ in range(turns):
        found.append(GAME.view(p, "raf").squadron(name).box)
        whole_turn(p)
    return [*found, GAME.view(p, "raf").squadron(name).box]


# ---- readiness (OPS-B7)


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.rule("OPS-B7.1")
@pytest.mark.parametrize(("box", "wanted", "turns"), [("released", "available", 12), ("available", "ready", 3)])
def test_who_is_called_to_readiness_is_there_when_its_turns_are_over(box: Any, wanted: Any, turns: int) -> None:
    p = day(squadrons=[squadron(box=box)])
    order(p, "raf", Readiness("79 Squadron", wanted))
    assert boxes(p, "79 Squadron", turns + 1) == [box] * turns + [wanted] * 2


@pytest.mark.rule("OPS-B7.2")
def test_who_is_ready_is_up_at_the_end_of_the_turn_of_its_order_and_flies_from_the_next() -> None:
    s = squadron(box="ready")
    p = day(squadrons=[s])
    whole_turn(p, Scramble(s.unit, 10, hex=INLAND))
    assert (s.box, s.hex, s.angels, s.used) == ("airborne", BIGGIN, 0, 0)
    whole_turn(p)
    assert s.hex != BIGGIN and s.angels > 0 and s.used == 1


@pytest.mark.rule("OPS-B7.1")
@pytest.mark.rule("OPS-B7.3")
@pytest.mark.parametrize(
    ("aircraft", "ammo", "damage", "first", "second"),
    [
        ("spitfire_i", "full", 0, 3, 2),
        ("spitfire_i", "low", 1, 3, 2),
        ("spitfire_i", "none", 0, 4, 3),
        ("spitfire_i", "full", 2, 5, 4),
        ("spitfire_i", "none", 2, 6, 5),
        ("hurricane_i", "full", 0, 2, 2),
        ("hurricane_i", "none", 0, 3, 3),
    ],
)
def test_the_turns_of_a_turnaround(aircraft: str, ammo: Any, damage: int, first: int, second: int) -> None:
    """Of who has just come down; a field that can take nobody holds it up in both boxes."""
    s = squadron(aircraft=aircraft, ammo=ammo, box="landed", due=4, becoming="rearm_1")
    p = day(squadrons=[s])
    p.airfields["Biggin Hill"].damage = damage
    found = boxes(p, s.unit, 1 + first + second)
    assert found == ["landed"] + ["rearm_1"] * first + ["rearm_2"] * second + ["available"] and (s.ammo, s.used) == ("full", 0)


@pytest.mark.rule("OPS-B7.1")
def test_who_lands_begins_to_rearm_in_the_next_turn() -> None:
    s = squadron(hex=BIGGIN, angels=0, vector=Vector("home", BIGGIN, 0, None, "Biggin Hill"))
    p = day(squadrons=[s])
    events = whole_turn(p)
    assert [e.code for e in events if e.code in ("landed", "readiness")] == ["landed", "readiness"] and s.box == "rearm_1"


# ---- how many at once (OPS-B6.4)


FIELDS = ("Biggin Hill", "Hornchurch", "Kenley", "Gravesend", "Lympne")


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.parametrize(("limit", "flights", "up"), [(3, False, 3), (2, False, 2), (2, True, 4), (1, True, 2)])
def test_as_many_scramble_in_a_turn_as_the_limit_allows_a_flight_as_half_of_one(limit: int, flights: bool, up: int) -> None:
    units = [squadron(str(i), "ready", station=name, flight=flights, strength=6 if flights else 12) for i, name in enumerate(FIELDS)]
    p = day(squadrons=units, scramble_limit=limit)
    for s in units[:up]:
        order(p, "raf", Scramble(s.unit, 10, hex=INLAND))
    assert refusal(p, "raf", Scramble(units[up].unit, 10, hex=INLAND)) == ("scramble_limit", "OPS-B6.4")
    whole_turn(p)
    assert [s.box for s in units] == ["airborne"] * up + ["ready"] * (len(units) - up)
    whole_turn(p, Scramble(units[-1].unit, 10, hex=INLAND))
    assert units[-1].box == "airborne"


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.parametrize(("field", "damage", "open_to"), [("Biggin Hill", 0, 2), ("Biggin Hill", 1, 1), ("Lympne", 0, 1)])
def test_an_airfield_takes_as_many_down_and_lets_as_many_up_in_a_turn_as_its_capacity(field: str, damage: int, open_to: int) -> None:
    place = at(field)
    home = Vector("home", place, 0, None, field)
    units = [squadron(str(i), hex=place, angels=0, station=field, used=i, vector=home) for i in range(3)]
    p = day(squadrons=units)
    p.airfields[field].damage = damage
    events = whole_turn(p)
    down = ["airborne"] * (3 - open_to) + ["rearm_1"] * open_to
    assert [s.box for s in units] == down, "who has the least fuel comes first"
    assert len(describe(events, "waits_to_land", "raf")) == 3 - open_to
    for s in units:
        s.box, s.vector, s.due, s.becoming = "ready", None, None, None
    for s in units[:open_to]:
        order(p, "raf", Scramble(s.unit, 10, hex=INLAND))
    assert refusal(p, "raf", Scramble(units[open_to].unit, 10, hex=INLAND)) == ("capacity", "OPS-B6.4")
    whole_turn(p)
    assert sum(s.box == "airborne" for s in units) == open_to


# ---- flights (OPS-B2.1)


@pytest.mark.rule("OPS-B2.1")
@pytest.mark.parametrize(("strength", "flights"), [(12, (6, 6)), (11, (6, 5)), (7, (4, 3))])
def test_a_squadron_splits_into_two_flights_that_fly_by_themselves(strength: int, flights: tuple[int, int]) -> None:
    p = day(squadrons=[squadron(box="ready", strength=strength)])
    whole_turn(p, Split("79 Squadron"), Scramble("79 Squadron A", 10, hex=INLAND))
    shown = GAME.view(p, "raf").squadrons
    assert [(s.unit, s.flight, s.box, s.strength) for s in shown] == [
        ("79 Squadron A", True, "airborne", flights[0]),
        ("79 Squadron B", True, "ready", flights[1]),
    ]
    assert refusal(p, "raf", Split("79 Squadron B"))[1] == "OPS-B2.1"


# ---- points of movement (OPS-B2.4) and the scale (OPS-B1.1)


@pytest.mark.rule("OPS-B2.4")
@pytest.mark.rule("OPS-B1.1")
@pytest.mark.parametrize(
    ("aircraft", "angels", "goal", "flown"),
    [
        ("hurricane_i", 14, 14, 4),
        ("hurricane_i", 16, 16, 5),
        ("spitfire_i", 20, 20, 5),
        ("spitfire_i", 20, 16, 5),
        ("hurricane_i", 16, 18, 3),
        ("defiant_i", 14, 14, 3),
        ("defiant_i", 16, 16, 4),
    ],
)
def test_how_far_a_squadron_flies_in_five_minutes(aircraft: str, angels: int, goal: int, flown: int) -> None:
    s = squadron(aircraft=aircraft, angels=angels)
    p = day(squadrons=[s])
    assert W.theatre.across == 5 and p.clock() == "10:40"
    whole_turn(p, SendTo(s.unit, goal, hex=step(BIGGIN, 3, 7)))
    assert (hexes.distance(s.hex, BIGGIN), s.angels) == (flown, goal)
    view = GAME.view(p, "raf")
    assert view.common.clock == "10:45" and view.squadron(s.unit).hex == s.hex


@pytest.mark.rule("OPS-B2.4")
@pytest.mark.parametrize(
    ("name", "role", "angels", "flown"),
    [
        (BOMBERS, "bomber", 14, 3),
        (BOMBERS, "bomber", 18, 3),
        (STUKAS, "bomber", 16, 3),
        (ESCORT, "sweep", 14, 4),
        (ESCORT, "sweep", 16, 5),
        (ZERSTOERER, "sweep", 14, 4),
        (ZERSTOERER, "sweep", 16, 5),
    ],
)
def test_how_far_a_raid_flies(name: str, role: str, angels: int, flown: int) -> None:
    made = plan("raid", "feint", form_turn=1, form_angels=angels, route=(Leg(step(CHANNEL, 0, 9), angels),), primary=None, home=())
    r = raid(CHANNEL, unit(name, role, angels=angels), angels=angels, plan_=made)
    whole_turn(day(raids=[r]))
    assert hexes.distance(CHANNEL, r.hex) == hexes.distance(CHANNEL, r.units[0].hex) == flown


@pytest.mark.rule("OPS-A9.3")
@pytest.mark.parametrize(("goal", "turns"), [(8, [(2, 8), (5, 8)]), (12, [(2, 8), (4, 10), (6, 12), (9, 12)]), (6, [(3, 6)])])
def test_bombers_climb_two_angels_a_turn_for_a_hex_less(goal: int, turns: list[tuple[int, int]]) -> None:
    made = plan("raid", "feint", form_turn=1, form_angels=6, route=(Leg(step(CHANNEL, 0, 12), goal),), primary=None, home=())
    r = raid(CHANNEL, unit(angels=6), angels=6, plan_=made)
    p = day(raids=[r])
    for far, angels in turns:
        whole_turn(p)
        assert (hexes.distance(CHANNEL, r.hex), r.units[0].angels) == (far, angels)
