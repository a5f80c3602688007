"""Orders in flight (OPS-C4.2): who hears them, who does not, and what then happens, in whole turns."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.hexes import Hex
from bob.day.state.orders import ChangeHeight, LendEscorts, Recall, ToSecondary
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    HIGH,
    JABOS,
    MORE_BOMBERS,
    STUKAS,
    SWEEP,
    W,
    at,
    day,
    describe,
    order,
    plan,
    raid,
    refusal,
    step,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, whole_turn

HEARD, UNHEARD = DiceByPurpose(radio=(6, 6)), DiceByPurpose(radio=(1, 1))


def heard(*faces: int) -> DiceByPurpose:
    return DiceByPurpose(radio=faces)


def over_sea(*units: Any, h: Hex = CHANNEL, code: str = "raid", **given: Any) -> Raid:
    """A raid over the Channel, with its target and its secondary still before it."""
    made = units or (unit(h=h),)
    planned = plan(
        code,
        units=tuple(PlannedUnit(u.unit, u.role, u.sent, u.angels) for u in made),
        form_turn=1,
        route=(Leg(at("Dungeness"), 14),),
    )
    return raid(h, *made, plan_=planned, code=code, **given)


def under_way(*raids: Raid) -> DayPosition:
    return day(raids=raids, turns=90)


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.rule("OPS-B4.2")
@pytest.mark.parametrize(
    ("name", "role", "faces", "hears"),
    [
        (BOMBERS, "bomber", (3, 4), True),
        (BOMBERS, "bomber", (3, 3), False),
        (JABOS, "jabo", (2, 3), True),
        (JABOS, "jabo", (2, 2), False),
        (SWEEP, "sweep", (2, 3), True),
        (SWEEP, "sweep", (2, 2), False),
    ],
)
def test_bombers_hear_a_call_on_seven_fighters_on_five_before_they_move(name: str, role: str, faces: tuple[int, int], hears: bool) -> None:
    r = over_sea(unit(name, role))
    p = under_way(r)
    events = whole_turn(p, luftwaffe=[Recall("raid")], dice=heard(*faces))
    assert [e.code for e in events if e.code in ("recalled", "call_unheard")] == ["recalled" if hears else "call_unheard"]
    assert (r.units[0].state == "going_home", r.state == "returning") == (hears, hears)
    assert r.deaf == (0 if hears else 3 + 2) and r.called is None
    assert all(e.to == (LUFTWAFFE,) for e in events if e.code in ("called", "recalled", "call_unheard"))


@pytest.mark.rule("OPS-C4.2")
def test_who_did_not_hear_flies_on_and_hears_nothing_for_two_turns() -> None:
    r = over_sea(h=step(CHANNEL, 3, 4))
    p = under_way(r)
    was = r.hex
    whole_turn(p, luftwaffe=[Recall("raid")], dice=UNHEARD)
    assert r.hex != was and r.state == "flying"
    for turn in (4, 5):
        assert p.turn == turn and refusal(p, LUFTWAFFE, ChangeHeight("raid", True)) == ("deaf", "OPS-C4.2")
        assert [o.code for o in GAME.choices(p, LUFTWAFFE).described] == ["engage"]
        whole_turn(p)
    order(p, LUFTWAFFE, Recall("raid"))


@pytest.mark.rule("OPS-C4.2")
def test_a_raid_takes_one_call_a_turn_and_none_before_it_is_up() -> None:
    waiting = over_sea(unit(MORE_BOMBERS), code="waiting", state="planned")
    gathering = over_sea(unit(HIGH, "sweep", state="gathering"), code="gathering", state="gathering")
    p = under_way(over_sea(), waiting, gathering)
    order(p, LUFTWAFFE, ChangeHeight("raid", True))
    for given in (Recall("raid"), ChangeHeight("raid", False), ToSecondary("raid")):
        assert refusal(p, LUFTWAFFE, given) == ("called", "OPS-C4.2")
    assert refusal(p, LUFTWAFFE, Recall("waiting")) == ("not_up", "OPS-C4.2")
    assert refusal(p, LUFTWAFFE, Recall("none")) == ("no_raid", "OPS-B3.1")
    for given in (ToSecondary("gathering"), ChangeHeight("gathering", True)):
        assert refusal(p, LUFTWAFFE, given) == ("not_formed", "OPS-C4.2")
    order(p, LUFTWAFFE, Recall("gathering"))


@pytest.mark.rule("OPS-C4.2")
def test_a_raid_that_is_sent_to_its_secondary_bombs_that() -> None:
    r = over_sea(h=at("Dungeness"), leg=1)
    p = under_way(r)
    events = whole_turn(p, luftwaffe=[ToSecondary("raid")], dice=HEARD)
    assert r.diverted and describe(events, "diverted", LUFTWAFFE)[0].data["target"] == "West Malling"
    assert refusal(p, LUFTWAFFE, ToSecondary("raid")) == ("no_secondary", "OPS-C4.2")
    while not r.bombed:
        events = whole_turn(p)
    assert r.hex == W.targets["West Malling"].near and describe(events, "bombed")[0].data["target"] == "West Malling"
    assert refusal(under_way(over_sea(code="x", diverted=True)), LUFTWAFFE, ToSecondary("x"))[0] == "no_secondary"
    alone = over_sea()
    alone.plan = plan(secondary=None)
    assert refusal(under_way(alone), LUFTWAFFE, ToSecondary("raid"))[0] == "no_secondary"


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.parametrize(("up", "angels"), [(True, 16), (False, 12)])
def test_all_way_points_left_are_flown_two_angels_higher_or_lower_and_each_is_told_once(up: bool, angels: int) -> None:
    start = step(at("Dungeness"), 3, 4)
    r = over_sea(unit(BOMBERS, angels=14), unit(ESCORT, "close_escort", angels=16), h=start, angels=14)
    p = under_way(r)
    whole_turn(p, luftwaffe=[ChangeHeight("raid", up)], dice=HEARD)
    assert (r.lift, r.lifted) == ((2, ["up"]) if up else (-2, ["down"]))
    whole_turn(p)
    assert (r.angels, [u.angels for u in r.units]) == (angels, [angels, angels + 2])
    assert refusal(p, LUFTWAFFE, ChangeHeight("raid", up)) == ("lifted", "OPS-C4.2")
    while not r.bombed:
        whole_turn(p)
        assert r.angels == angels
    whole_turn(p, luftwaffe=[ChangeHeight("raid", not up)], dice=HEARD)
    whole_turn(p)
    assert r.angels == 14 and refusal(p, LUFTWAFFE, ChangeHeight("raid", not up))[0] == "lifted"


@pytest.mark.rule("OPS-C4.2")
def test_no_call_takes_a_raid_above_a_ceiling_below_the_ground_or_off_its_low_attack() -> None:
    ceiling = W.types["do_17z"].ceiling
    for angels, up, ok in ((ceiling - 2, True, True), (ceiling, True, False), (2, False, True), (0, False, False)):
        r = over_sea(unit(angels=angels), angels=angels)
        r.plan = plan(form_turn=1, route=(Leg(at("Dungeness"), angels),), home=(Leg(at("Dungeness"), angels),))
        p = under_way(r)
        if ok:
            order(p, LUFTWAFFE, ChangeHeight("raid", up))
        else:
            assert refusal(p, LUFTWAFFE, ChangeHeight("raid", up)) == ("height", "OPS-B2.2")
    low = over_sea(unit(angels=2), angels=2)
    low.plan = plan(kind="low_level", form_turn=1, form_angels=2, route=(Leg(at("Dungeness"), 2),), home=(Leg(at("Dungeness"), 2),))
    assert refusal(under_way(low), LUFTWAFFE, ChangeHeight("raid", True))[0] == "height"
    low.lift, low.lifted = -2, ["down"]
    order(under_way(low), LUFTWAFFE, ChangeHeight("raid", True))  # back to the height of its attack
    low.called, low.lift, low.lifted, low.leg = None, 0, [], 2
    order(under_way(low), LUFTWAFFE, ChangeHeight("raid", True))  # on its way home
    flown = over_sea(leg=9)
    assert refusal(under_way(flown), LUFTWAFFE, ChangeHeight("raid", True)) == ("way_flown", "OPS-C4.2")
    assert refusal(under_way(over_sea(diverted=True)), LUFTWAFFE, ChangeHeight("raid", True)) == ("way_flown", "OPS-C4.2")


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.parametrize(("apart", "near"), [(3, True), (4, False)])
def test_escorts_go_over_to_a_raid_within_three_hexes(apart: int, near: bool) -> None:
    one = over_sea(unit(), unit(ESCORT, "close_escort", angels=16))
    two = over_sea(unit(MORE_BOMBERS), code="other", h=step(CHANNEL, 0, apart))
    p = under_way(one, two)
    lent = LendEscorts("raid", "other", (ESCORT,))
    if not near:
        assert refusal(p, LUFTWAFFE, lent) == ("far_apart", "OPS-C4.2")
        return
    events = whole_turn(p, luftwaffe=[lent], dice=heard(2, 3))
    assert [u.unit for u in one.units] == [BOMBERS] and [u.unit for u in two.units] == [MORE_BOMBERS, ESCORT]
    escort = two.units[1]
    assert (escort.role, escort.hex, escort.angels) == ("close_escort", two.hex, 16)
    assert describe(events, "escorts_lent")[0].to == (LUFTWAFFE,)
    whole_turn(p)
    assert escort.hex == two.hex != one.hex, "it flies with the other from now on"


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.parametrize(("angels", "role"), [(18, "close_escort"), (20, "high_cover"), (10, "close_escort"), (8, "high_cover")])
def test_escorts_are_close_within_four_angels_of_their_new_bombers_else_high_cover(angels: int, role: str) -> None:
    one = over_sea(unit(), unit(ESCORT, "high_cover", angels=angels))
    two = over_sea(unit(MORE_BOMBERS), code="other", h=step(CHANNEL, 0, 1))
    p = under_way(one, two)
    whole_turn(p, luftwaffe=[LendEscorts("raid", "other", (ESCORT,))], dice=HEARD)
    assert (two.units[1].role, two.units[1].angels) == (role, angels)


@pytest.mark.rule("OPS-C4.2")
def test_of_bombers_at_several_heights_escorts_are_close_to_the_lowest() -> None:
    one = over_sea(unit(), unit(ESCORT, "high_cover", angels=16))
    two = over_sea(unit(MORE_BOMBERS), unit(STUKAS, angels=22), code="other", h=step(CHANNEL, 0, 1))
    p = under_way(one, two)
    whole_turn(p, luftwaffe=[LendEscorts("raid", "other", (ESCORT,))], dice=HEARD)
    assert [(u.unit, u.role) for u in two.units] == [(MORE_BOMBERS, "bomber"), (STUKAS, "bomber"), (ESCORT, "close_escort")]


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.parametrize(("faces", "goes"), [((2, 3), True), ((2, 2), False)])
def test_the_escorts_are_called_and_not_the_bombers(faces: tuple[int, int], goes: bool) -> None:
    one = over_sea(unit(), unit(ESCORT, "close_escort", angels=16))
    p = under_way(one, over_sea(unit(MORE_BOMBERS), code="other"))
    whole_turn(p, luftwaffe=[LendEscorts("raid", "other", (ESCORT,))], dice=heard(*faces))
    assert len(one.units) == (1 if goes else 2)


@pytest.mark.rule("OPS-C4.2")
def test_only_escorts_that_fly_with_a_raid_are_lent_and_to_another_that_flies() -> None:
    gone = unit(HIGH, "high_cover", angels=20, state="going_home")
    one, two = over_sea(unit(), unit(ESCORT, "close_escort"), gone), over_sea(unit(MORE_BOMBERS), code="other")
    back = over_sea(unit("III./KG 76", aircraft="do_17z"), code="back", state="returning")
    p = under_way(one, two, back)
    for units in ((), (BOMBERS,), (HIGH,), (ESCORT, ESCORT)):
        assert refusal(p, LUFTWAFFE, LendEscorts("raid", "other", units)) == ("no_escort", "OPS-C4.2")
    for to in ("raid", "back", "none"):
        assert refusal(p, LUFTWAFFE, LendEscorts("raid", to, (ESCORT,))) == ("no_raid", "OPS-C4.2")


@pytest.mark.rule("OPS-C4.2")
def test_a_call_that_has_become_pointless_is_told_so_and_rolled_for_by_nobody() -> None:
    one = over_sea(unit(), unit(ESCORT, "close_escort", angels=16))
    p = under_way(one, over_sea(unit(MORE_BOMBERS), code="other"))
    order(p, LUFTWAFFE, LendEscorts("raid", "other", (ESCORT,)))
    one.units[1].state = "going_home"
    dice = DiceByPurpose(radio=(6, 6))
    events = whole_turn(p, dice=dice)
    assert describe(events, "call_late", LUFTWAFFE) and dice.rolled("radio") == []


@pytest.mark.rule("OPS-B4.3")
@pytest.mark.rule("OPS-C4.2")
def test_the_luftwaffe_sees_the_roll_and_the_raf_nothing_of_the_call() -> None:
    assert "radio" in GAME.own_rolls
    r = over_sea()
    p, other = under_way(r), under_way(over_sea())
    with_call = whole_turn(p, luftwaffe=[ChangeHeight("raid", True)], dice=HEARD)
    without = whole_turn(other)
    assert [e.code for e in with_call if RAF in e.to] == [e.code for e in without if RAF in e.to]
