"""Guns and balloons (OPS-B10)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.hexes import Hex
from bob.day.phases.flak import modifier, phase
from bob.day.state.position import DayPosition, Directive, RaidUnit
from tests.operations.build import BOMBERS, ESCORT, SEA, W, at, day, describe, play, points, raid, rolls, squadron, step, unit

DOVER = at("Dover Castle")
FIGURES = W.figures["flak"]
ONLY_GUNS = next(h for h in sorted(W.guns) if W.guns[h].ceiling == 34 and h not in W.balloons)
FIELD = at("Lympne")


def dice_for(total: int) -> tuple[int, int]:
    return (max(1, total - 6), total - max(1, total - 6))


def fire(
    h: Hex, total: int, *units: RaidUnit, angels: int = 8, fighters: bool = False, rest: tuple[int, ...] = ()
) -> tuple[DayPosition, Any]:
    """The guns' step with a stack in a hex and this total on the dice."""
    p = day(raids=[raid(h, *units, angels=angels)], squadrons=[squadron(hex=step(h, 0))] if fighters else [])
    q = play(p, *dice_for(total), *rest, *([1] * 8))
    phase(q)
    return p, q


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.parametrize(
    ("factor", "angels", "friends", "worth"),
    [
        (1, 0, False, 1),
        (4, 8, False, 4),
        (4, 10, False, 4),
        (4, 11, False, 4),
        (4, 12, False, 3),
        (4, 15, False, 3),
        (4, 16, False, 2),
        (2, 24, False, -2),
        (1, 8, True, -1),
        (3, 20, True, -2),
    ],
)
def test_factor_height_and_friends(factor: int, angels: int, friends: bool, worth: int) -> None:
    assert modifier(factor, angels, friends, FIGURES) == worth


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.parametrize(("total", "disrupted", "down"), [(8, 0, 0), (9, 1, 0), (10, 1, 0), (11, 0, 1), (12, 1, 1), (13, 1, 1)])
def test_what_the_guns_do_by_their_total(total: int, disrupted: int, down: int) -> None:
    factor = W.guns[ONLY_GUNS].factor
    p, q = fire(ONLY_GUNS, total - factor, unit(angels=8))
    (bombers,) = p.raids["raid"].units
    assert (bombers.disruption, 27 - bombers.strength) == (disrupted, down)
    assert bool(describe(q, "flak")) == bool(disrupted or down)
    assert ("bomber_shot_down" in points(p)) == bool(down)


@pytest.mark.rule("OPS-B10.1")
def test_fighters_of_their_own_near_by_hold_the_gunners_back() -> None:
    factor = W.guns[ONLY_GUNS].factor
    assert fire(ONLY_GUNS, 9 - factor, unit(angels=8), fighters=True)[0].raids["raid"].units[0].disruption == 0
    assert fire(ONLY_GUNS, 11 - factor, unit(angels=8), fighters=True)[0].raids["raid"].units[0].disruption == 1


@pytest.mark.rule("OPS-B10.1")
def test_each_stack_is_fired_at_once_a_turn_and_nothing_outside() -> None:
    p = day(raids=[raid(ONLY_GUNS, code="a"), raid(ONLY_GUNS, unit("II./KG 3"), code="b"), raid(SEA, unit("C"), code="c")])
    q = play(p, 1, 1, 1, 1)
    phase(q)
    assert rolls(q, "flak") == 2


@pytest.mark.rule("OPS-B10.1")
def test_bombers_are_hit_before_fighters_and_the_larger_unit_first() -> None:
    units = (unit("A", strength=20, angels=8), unit(BOMBERS, strength=27, angels=8), unit(ESCORT, "close_escort", strength=40, angels=10))
    p, _ = fire(ONLY_GUNS, 11 - W.guns[ONLY_GUNS].factor, *units)
    assert [u.strength for u in p.raids["raid"].units] == [20, 26, 40]


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.parametrize(("angels", "fires"), [(0, True), (6, True), (8, False)])
def test_an_airfields_own_guns_fire_low_only(angels: int, fires: bool) -> None:
    assert W.guns[FIELD].ceiling == 6 and W.guns[FIELD].factor == 1
    _, q = fire(FIELD, 2, unit(angels=angels), angels=angels)
    assert rolls(q, "flak") == int(fires)


@pytest.mark.rule("OPS-B10.1")
def test_a_staffel_broken_by_the_guns_goes_home() -> None:
    p, q = fire(ONLY_GUNS, 9 - W.guns[ONLY_GUNS].factor, unit(strength=9, angels=8, disruption=1))
    assert p.raids["raid"].units[0].state == "going_home" and describe(q, "jettisoned", "luftwaffe")


@pytest.mark.rule("OPS-B10.1")
def test_every_defended_area_of_the_ledger_has_guns() -> None:
    factors = {p.name: p.extra["factor"] for p in W.theatre.of_kind("gun_area")}
    assert all(1 <= f <= 4 for f in factors.values())
    text = " ".join(factors)
    for name in ("Dover", "Portsmouth", "Southampton", "Thames", "London"):
        assert name in text or name == "London", (name, text)


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.parametrize(("angels", "total", "down"), [(4, 10, 1), (4, 9, 0), (2, 12, 1), (6, 12, 0)])
def test_low_through_the_balloons(angels: int, total: int, down: int) -> None:
    p = day(raids=[raid(DOVER, unit(angels=angels), angels=angels)])
    q = play(p, 1, 1, *dice_for(total))
    phase(q)
    assert 27 - p.raids["raid"].units[0].strength == down
    assert rolls(q, "balloons") == int(angels <= 4)
    assert [e.to for e in describe(q, "balloons_hit")] == [("luftwaffe",), ("raf",)] * down
    assert all(("raid" in e.data) == (e.to == ("luftwaffe",)) for e in describe(q, "balloons_hit")), "only its own side knows which raid"


@pytest.mark.rule("OPS-B10.2")
def test_escort_above_the_balloons_is_not_in_them() -> None:
    low, high = unit(strength=5, angels=4), unit(ESCORT, "close_escort", strength=27, angels=8)
    p = day(raids=[raid(DOVER, low, high, angels=4)])
    phase(play(p, 1, 1, 5, 5))
    assert (low.strength, high.strength) == (4, 27)


def under_orders(p: DayPosition) -> DayPosition:
    """The same day with orders for the bombers."""
    p.directive = Directive("own", {}, {})
    return p


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.rule("OPS-D2.6")
@pytest.mark.parametrize(("angels", "orders", "shots"), [(4, True, 3), (6, True, 1), (4, False, 1)])
def test_where_a_day_has_orders_the_guns_fire_at_each_unit_of_a_low_stack(angels: int, orders: bool, shots: int) -> None:
    """A crowd is no shelter at roof height: three Gruppen lose three aircraft where a stack loses one."""
    low = [unit(name, strength=20, angels=angels) for name in (BOMBERS, "II./KG 3", "III./KG 3")]
    p = day(raids=[raid(ONLY_GUNS, *low, angels=angels)])
    q = play(under_orders(p) if orders else p, *[5, 6] * shots)
    phase(q)
    assert rolls(q, "flak") == shots and [20 - u.strength for u in low].count(1) == shots


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.rule("OPS-D2.6")
@pytest.mark.parametrize(("orders", "left"), [(True, [4, 4]), (False, [5, 4])])
def test_where_a_day_has_orders_every_unit_low_in_a_barrage_may_lose_an_aircraft(orders: bool, left: list[int]) -> None:
    low = [unit(name, strength=5, angels=4) for name in (BOMBERS, "II./KG 3")]
    p = day(raids=[raid(DOVER, *low, angels=4)])
    q = play(under_orders(p) if orders else p, *[1, 1] * (2 if orders else 1), *[5, 5] * (2 if orders else 1))
    phase(q)
    assert rolls(q, "balloons") == len(left) - left.count(5) and sorted(u.strength for u in low) == sorted(left)


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.rule("OPS-A15.4")
def test_attacking_fighters_shoot_balloons_down_and_every_four_points_score() -> None:
    p = day(raids=[raid(DOVER, unit("Erprobungsgruppe 210", "jabo", aircraft="bf_110d", angels=2), kind="jabo", angels=2)])
    scored = []
    for die in (3, 4, 6, 1):
        phase(play(p, 1, 1, 1, 1, die))
        scored.append((p.balloons, p.score))
    assert scored == [(3, 0), (7, 1), (13, 3), (14, 3)]
    assert {x.rule for x in p.points} == {"OPS-A15.4"} and sum(x.count for x in p.points) == 12


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.parametrize(
    ("role", "shoots"), [("jabo", True), ("strafe", True), ("sweep", True), ("bomber", False), ("close_escort", False)]
)
def test_only_attacking_fighters_shoot_balloons(role: str, shoots: bool) -> None:
    p = day(raids=[raid(DOVER, unit(ESCORT, role, angels=4), angels=4)])
    q = play(p, 1, 1, 1, 1, 5)
    phase(q)
    assert rolls(q, "balloon_points") == int(shoots) and p.balloons == (5 if shoots else 0)


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.parametrize(("apart", "near"), [(0, True), (1, True), (2, False)])
def test_near_by_is_within_one_hex(apart: int, near: bool) -> None:
    p = day(raids=[raid(ONLY_GUNS, unit(angels=8), angels=8)], squadrons=[squadron(hex=step(ONLY_GUNS, 0, apart))])
    phase(play(p, *dice_for(10 - W.guns[ONLY_GUNS].factor)))
    assert p.raids["raid"].units[0].disruption == (0 if near else 1)


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.rule("OPS-C9.4")
@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize(("strength", "rolled"), [(1, 1), (0, 0)])
def test_the_last_aircraft_of_a_unit_flies_through_the_balloons_too(stays: bool, strength: int, rolled: int) -> None:
    """In the hex where it stays, or in one that it flew through; with it flies another, high above."""
    barrage = min(W.balloons)
    here = barrage if stays else next(h for h in sorted(W.theatre.grounds) if h not in W.balloons and h not in W.guns)
    low = unit(angels=2 if stays else 20, h=here, strength=strength, sent=27, barrages=[] if stays else [barrage])
    r = raid(here, unit(ESCORT, "close_escort", angels=20, h=here), angels=20)
    r.units.append(low)
    low.group = r.units[0].group
    q = play(day(raids=[r]), *([1] * 30))
    phase(q)
    assert rolls(q, "balloons") == rolled
