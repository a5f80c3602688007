"""Requests to other Groups (OPS-C3.2), the telephone (OPS-B6.6), and Ready ordered while a squadron rearms (OPS-B7.4)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from bob.day.state.orders import Readiness, Scramble, SendTo
from bob.day.state.position import Airfield, DayPosition, Squadron
from tests.operations.build import GAME, INLAND, SEA, at, day, describe, order, raid, refusal, squadron, step, track
from tests.operations.whole_turns import DiceByPurpose, whole_turn

DUXFORD, WALLOP = at("Duxford"), at("Middle Wallop")


def other(unit: str = "19 Squadron", group: int = 12, **given: Any) -> Squadron:
    station = "Duxford" if group == 12 else "Middle Wallop"
    values = {"station": station, "sector": station, "group": group, "aircraft": "spitfire_i", "box": "ready", "hex": at(station)}
    return squadron(unit, **(values | given))


def asked(*squadrons: Squadron, switch: str = "requests", **given: Any) -> DayPosition:
    p = day(squadrons=squadrons, switches={"groups": switch}, **({"scramble_limit": 9} | given))
    for name in ("Duxford", "Middle Wallop"):
        p.airfields[name] = Airfield(name, 9)
    return p


def patrol(s: Squadron) -> Scramble:
    return Scramble(s.unit, 16, hex=s.hex)


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.parametrize(
    ("group", "switch", "dice", "sent"),
    [
        (12, "requests", (3, 4), True),
        (12, "requests", (3, 3), False),
        (12, "one_hand", (1, 1), True),
        (10, "requests", (1, 1), True),
        (10, "requests_all", (1, 2), True),
        (10, "requests_all", (1, 1), False),
        (11, "requests_all", (1, 1), True),
    ],
)
def test_who_is_asked_and_what_his_officer_must_roll(group: int, switch: str, dice: tuple[int, int], sent: bool) -> None:
    """12 Group's takes one off, 10 Group's adds three; six is needed."""
    s = other(group=group) if group != 11 else squadron(box="ready")
    p = asked(s, switch=switch)
    events = whole_turn(p, patrol(s), dice=DiceByPurpose(request=dice))
    assert (s.box == "airborne") == sent
    answers = describe(events, "request_answered")
    if switch == "one_hand" or group == 11 or (group == 10 and switch == "requests"):
        assert answers == []
    else:
        assert [(e.to, e.data) for e in answers] == [(("raf",), {"group": group, "units": [s.unit], "sent": sent})]


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.rule("OPS-B4.2")
def test_one_roll_answers_for_a_group_after_both_sides_orders() -> None:
    units = [other(str(i)) for i in range(3)]
    p = asked(*units)
    dice = DiceByPurpose(request=(1, 1))
    for s in units:
        order(p, "raf", patrol(s))
    assert all(s.scrambling for s in units) and p.in_vain == {}
    whole_turn(p, dice=dice)
    assert len(dice.rolled("request")) == 1 and not any(s.scrambling for s in units)
    assert {s.box for s in units} == {"ready"}, "what is not obeyed lapses"
    assert all(s.stance == "any_enemy" for s in units)


@pytest.mark.rule("OPS-C3.2")
def test_asked_in_vain_turn_after_turn_he_gives_in_and_a_turn_without_begins_anew() -> None:
    s = other()
    p = asked(s)
    for turn, (dice, sent) in enumerate(((((3, 3)), False), ((2, 3), False), ((2, 3), True))):
        assert p.in_vain == ({"12": turn} if turn else {}) == GAME.view(p, "raf").in_vain
        whole_turn(p, patrol(s), dice=DiceByPurpose(request=dice))
        assert (s.box == "airborne") == sent, turn
    assert p.in_vain == {}
    s = other()
    p = asked(s)
    whole_turn(p, patrol(s), dice=DiceByPurpose(request=(1, 1)))
    whole_turn(p)
    assert p.in_vain == {}
    whole_turn(p, patrol(s), dice=DiceByPurpose(request=(3, 3)))
    assert s.box == "ready", "the count has begun anew"


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("date", [(7, 12), (9, 7)])
@pytest.mark.parametrize(("group_12", "count", "sent"), [("wing", 3, True), ("wing", 2, False), ("squadrons", 3, False)])
def test_where_12_group_helps_by_wings_a_whole_one_goes_sooner(date: tuple[int, int], group_12: str, count: int, sent: bool) -> None:
    units = [other(str(i)) for i in range(count)]
    p = asked(*units, date=dt.date(1940, *date))
    p.settings = replace(p.settings, group_12=group_12)
    whole_turn(p, *(patrol(s) for s in units), dice=DiceByPurpose(request=(2, 3)))
    assert {s.box for s in units} == {"airborne" if sent else "ready"}


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.parametrize(("count", "sent"), [(3, True), (2, False)])
def test_it_is_the_largest_of_the_sectors_asked_that_makes_a_wing(count: int, sent: bool) -> None:
    units = [other(str(i)) for i in range(count)]
    lone = other("lone")
    lone.station = lone.sector = "Digby"
    lone.hex = at("Digby")
    p = asked(*units, lone, date=dt.date(1940, 9, 7))
    p.airfields["Digby"] = Airfield("Digby", 2)
    orders = [patrol(s) for s in (*units, lone)]
    whole_turn(p, *orders, dice=DiceByPurpose(request=(2, 3)))
    assert {s.box for s in (*units, lone)} == {"airborne" if sent else "ready"}


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.parametrize(("apart", "needs"), [(6, False), (7, True)])
def test_with_a_plot_near_its_station_it_goes_unasked(apart: int, needs: bool) -> None:
    s = other()
    p = asked(s, raids=[raid(SEA)], tracks=[track("raid", 1, 2, (3, step(DUXFORD, 2, apart)))])
    assert GAME.view(p, "raf").squadrons[0].on_request == needs
    dice = DiceByPurpose(request=(1, 1))
    whole_turn(p, patrol(s), dice=dice)
    assert (s.box == "airborne") != needs and len(dice.rolled("request")) == needs


@pytest.mark.rule("OPS-C3.2")
def test_only_scrambles_are_requests() -> None:
    s = other(box="airborne", radio="vhf")
    p = asked(s)
    dice = DiceByPurpose(request=(1, 1))
    whole_turn(p, SendTo(s.unit, 16, hex=step(DUXFORD, 3, 4)), dice=dice)
    assert dice.rolled("request") == [] and s.hex != DUXFORD


# The telephone


@pytest.mark.rule("OPS-B6.6")
@pytest.mark.rule("OPS-B6.1")
def test_with_its_operations_room_hit_a_squadron_still_goes_up_over_its_own_field() -> None:
    s = squadron(box="ready")
    p = day(squadrons=[s], rooms_hit=["Biggin Hill"], raids=[raid(SEA)], tracks=[track("raid", 1, 3)])
    assert refusal(p, "raf", Scramble(s.unit, 16, hex=INLAND))[0] == "uncontrolled"
    assert refusal(p, "raf", Scramble(s.unit, 16, track=1))[0] == "uncontrolled"
    whole_turn(p, Scramble(s.unit, 16, hex=at("Biggin Hill")))
    assert s.box == "airborne"
    for _ in range(3):
        assert refusal(p, "raf", SendTo(s.unit, 16, hex=INLAND))[0] == "uncontrolled"
        whole_turn(p)
    assert (s.hex, s.angels) == (at("Biggin Hill"), 16)


@pytest.mark.rule("OPS-B6.1")
@pytest.mark.parametrize("hit", ["Biggin Hill", "Hornchurch"])
def test_a_broken_link_leaves_those_below_it_uncontrolled_and_nobody_else(hit: str) -> None:
    units = [squadron("1"), squadron("2", station="Hornchurch", sector="Hornchurch")]
    p = day(squadrons=units)
    whole_turn(p)
    p.rooms_hit = [hit]
    events = whole_turn(p)
    assert [s.controlled for s in units] == [hit != s.sector for s in units]
    assert [e.data["unit"] for e in describe(events, "control_lost")] == [s.unit for s in units if s.sector == hit]


@pytest.mark.rule("OPS-B6.2")
def test_it_is_the_sector_station_that_must_hear_a_squadron_not_its_field() -> None:
    """Lympne lies beyond Biggin Hill's eight hexes: who stands by there is heard on the ground, and not in the air above it."""
    s = squadron(box="ready", station="Lympne", sector="Biggin Hill", hex=at("Lympne"))
    near = squadron("2", "ready", station="Gravesend", sector="Biggin Hill", hex=at("Gravesend"))
    p = day(squadrons=[s, near])
    whole_turn(p, Scramble(s.unit, 4, hex=at("Lympne")), Scramble("2", 4, hex=at("Gravesend")))
    whole_turn(p)
    assert (s.box, s.controlled, near.controlled) == ("airborne", False, True)
    assert refusal(p, "raf", SendTo(s.unit, 4, hex=INLAND))[0] == "uncontrolled"


# Ready ordered while it rearms


@pytest.mark.rule("OPS-B7.4")
@pytest.mark.parametrize(("aircraft", "turns"), [("hurricane_i", 6), ("spitfire_i", 7)])
def test_from_landing_to_ready_in_six_or_seven_turns_at_best(aircraft: str, turns: int) -> None:
    s = squadron(box="landed", aircraft=aircraft, due=4, becoming="rearm_1")
    p = day(squadrons=[s], turn=3)
    taken = 0
    while s.box != "ready":
        given = [Readiness(s.unit, "ready")] if s.box == "rearm_2" and s.ready_on is None else []
        whole_turn(p, *given)
        taken += 1
        assert taken < 20
    assert taken == turns


@pytest.mark.rule("OPS-B7.4")
def test_ready_comes_when_both_are_over_and_may_be_called_off() -> None:
    for waits in (0, 1):
        s = squadron(box="rearm_2", due=5, becoming="available")
        p = day(squadrons=[s], turn=3)
        for _ in range(waits):
            whole_turn(p)
        events = order(p, "raf", Readiness(s.unit, "ready"))
        assert describe(events, "readiness_ordered")[0].data["turns"] == 3
        assert GAME.view(p, "raf").squadrons[0].ready_in == 3
        assert refusal(p, "raf", Readiness(s.unit, "ready")) == ("readiness", "OPS-B7.2")
        boxes = []
        for _ in range(3):
            whole_turn(p)
            boxes.append(s.box)
        assert boxes[-1] == "ready" and boxes[-2] != "ready"
    s = squadron(box="rearm_2", due=5, becoming="available")
    p = day(squadrons=[s], turn=3)
    order(p, "raf", Readiness(s.unit, "ready"))
    order(p, "raf", Readiness(s.unit, "available"))
    for _ in range(6):
        whole_turn(p)
    assert s.box == "available"


@pytest.mark.rule("OPS-B7.4")
def test_in_rearm_refuel_1_nothing_is_ordered() -> None:
    s = squadron(box="rearm_1", due=5, becoming="rearm_2")
    assert refusal(day(squadrons=[s]), "raf", Readiness(s.unit, "ready")) == ("readiness", "OPS-B7.2")
