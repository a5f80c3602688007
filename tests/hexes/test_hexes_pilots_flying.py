"""How the pilots of the hex dogfight fly: full power, formations, courses in an empty sky, what speed points are worth to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.hexes import at_offset, distance
from bob.tactical.hexes import hints
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.pilots import KINDS, open_sky
from bob.tactical.hexes.pilots.balance import COUNTERED, Balance
from bob.tactical.hexes.pilots.tempo import tempo
from bob.tactical.hexes.position import Go, HexMount, HexPosition, HexSeat, HexTerms, Wind
from bob.tactical.hexes.rules import courses
from tests.hexes.tabletop import Fly, battle

GAME = HexDogfight()


def over_the_sea(raf: Sequence[HexMount], luftwaffe: Sequence[HexMount], **more: Any) -> tuple[HexPosition, SeededDice]:
    dice = SeededDice(Stream.of(3, "sky"))
    made = HexTerms((HexSeat("raf", "raf", tuple(raf)), HexSeat("luftwaffe", "luftwaffe", tuple(luftwaffe))), first="raf", **more)
    position, _ = GAME.setup_terms(made, dice)
    position.hands = [(), ()]
    return position, dice


def ordered(position: HexPosition, dice: SeededDice, name: str, most: int = 40) -> list[tuple[Any, str]]:
    """What the RAF's pilot orders on the first turn, with his reasons; the other side ends its activations as soon as it can."""
    pilot = KINDS[name]("raf", GAME.tables)
    found: list[tuple[Any, str]] = []
    while position.turn == 1 and position.owing and len(found) < most:
        seat = position.owing[0]
        choices = GAME.choices(position, seat)
        if seat == "raf":
            made = pilot.decide(GAME.view(position, seat), choices)
            found.append((made.order, made.why_key.rpartition(".")[2]))
            order = made.order
        else:
            order = next((o for o in choices.listed if o.code in ("end", "pass")), None) or next(
                (o for o in choices.listed if o.code == "advance" and o.way == "ahead"), choices.listed[0]
            )
        GAME.apply(position, seat, order, dice)
    return found


@pytest.mark.rule("FIS-148", "FIS-150")
def test_a_sound_pilot_flies_by_full_power_to_get_there_and_a_strong_one_in_the_fight() -> None:
    """Far away both do; near an enemy the strong alone. Neither with a hot engine, or with a hit that has not been turned over."""
    far = [HexMount("spitfire_i", at_offset(2, 7), 2)], [HexMount("bf_109e", at_offset(20, 7), 5)]
    for name in ("sound", "strong"):
        orders = ordered(*over_the_sea(*far), name)
        assert "full_power" in [why for _, why in orders] and any(getattr(o, "by", "") == "wep" for o, _ in orders)
    for hurt in ({"overheat": 1}, {"unseen": ("plain",)}):
        position, dice = over_the_sea(*far)
        for key, value in hurt.items():
            setattr(position.aircraft[0], key, value)
        assert not any(getattr(o, "by", "") == "wep" for o, _ in ordered(position, dice, "sound"))
    boosted = dict.fromkeys(("sound", "strong"), 0)
    for name in boosted:
        for facing in range(6):
            near = [HexMount("spitfire_i", at_offset(8, 7), facing)], [HexMount("bf_109e", at_offset(8, 3), 2)]
            boosted[name] += any(getattr(o, "by", "") == "wep" for o, _ in ordered(*over_the_sea(*near), name, most=4))
    assert boosted["sound"] == 0 < boosted["strong"]


@pytest.mark.rule("FIS-067", "FIS-078")
def test_fighters_form_up_while_nobody_can_reach_them_and_part_in_time() -> None:
    pair = [HexMount("spitfire_i", at_offset(1, 7), 2), HexMount("spitfire_i", at_offset(1, 8), 2)]
    position, dice = over_the_sea(pair, [HexMount("bf_109e", at_offset(20, 7), 5)])
    orders = ordered(position, dice, "sound")
    assert orders[0][0].code == "join" and orders[0][1] == "forms_up"
    assert ("leave", "leaves_to_fight") in [(order.code, why) for order, why in orders]
    position, dice = over_the_sea(pair, [HexMount("bf_109e", at_offset(10, 7), 5)])
    assert "join" not in [order.code for order, _ in ordered(position, dice, "sound")]


@pytest.mark.parametrize("terms", [{}, {"altimeter": True, "fuel": True, "slip_limit": True}, {"wind": Wind(2, 3), "altimeter": True}])
@pytest.mark.parametrize("facing", range(6))
def test_the_courses_in_an_empty_sky_are_those_of_the_rules(terms: dict[str, Any], facing: int) -> None:
    mounts = [HexMount("hurricane_i", at_offset(10, 7), facing)], [HexMount("bf_109e", at_offset(0, 0), 3)]
    position, _ = over_the_sea(*mounts, **terms)
    a = position.aircraft[0]
    for speed in (1, 3):
        a.speed = speed
        for go in (Go(0, active=(0,)), Go(0, active=(0,), turnable=True, displaced=True, spent=True, paid=True)):
            expected = {(w.at, w.facing, w.level, w.speed) for w in courses.ways(position, go)}
            found = list(open_sky.rests(position, go, a, speed, manoeuvres=True))
            assert {(r.at, r.facing, r.level, r.speed) for r in found} == expected and len(found) == len(expected)


def test_no_course_is_laid_off_the_sheet_on_an_aircraft_or_through_an_enemy() -> None:
    friend, enemy = HexMount("spitfire_i", at_offset(3, 0), 2), HexMount("bf_109e", at_offset(2, 0), 2)
    position, _ = over_the_sea([HexMount("spitfire_i", at_offset(2, 1), 0), friend], [enemy])
    legal = {(w.at, w.facing) for w in courses.ways(position, Go(0, active=(0,)))}
    found = {(r.at, r.facing) for r in open_sky.rests(position, Go(0, active=(0,)), position.aircraft[0], 6, manoeuvres=True)}
    assert found and found <= legal


def test_speed_points_in_hand_are_worth_more_to_him_who_has_not_fired() -> None:
    position, _ = over_the_sea([HexMount("spitfire_i", at_offset(8, 7), 0)], [HexMount("bf_109e", at_offset(8, 5), 0)])
    a, b = position.aircraft
    for speed in (1, 4):
        b.speed = speed
        assert tempo(a, [b], 6) > tempo(a, [b], 3) > tempo(a, [b], 0)
    b.fired, unfired = True, tempo(a, [b], 5) - tempo(a, [b], 1)
    a.fired = True
    assert tempo(a, [b], 5) - tempo(a, [b], 1) < unfired
    b.fired = False
    assert tempo(a, [b], 3) < tempo(a, [b], 3, fired=(1,)) and tempo(a, [], 3) == 0.0


def test_a_strong_pilot_keeps_the_speed_points_that_he_can_still_use() -> None:
    """With nothing left to fear or to fire he spends what spares him hits; with both he keeps more."""
    position, dice = over_the_sea([HexMount("spitfire_i", at_offset(8, 7), 0)], [HexMount("bf_109e", at_offset(8, 6), 0)])
    while position.stage != "dodge":
        seat = position.owing[0]
        listed = GAME.choices(position, seat).listed
        order = next((o for o in listed if o.code == "fire"), None)
        GAME.apply(position, seat, order or next((o for o in listed if o.code in ("activate", "pass", "end")), listed[0]), dice)
        assert position.outcome is None and position.turn < 3
    view = GAME.view(position, "luftwaffe")
    dodges = [o for o in GAME.choices(position, "luftwaffe").listed if o.code == "dodge"]
    pilot = KINDS["strong"]("luftwaffe", GAME.tables)
    fresh = pilot._price(view, 3)
    fired = replace(view, aircraft=tuple([replace(a, fired=a.number == 1) for a in view.aircraft]))
    assert pilot._price(fired, 3) < fresh and len(dodges) > 3
    assert pilot.decide(view, GAME.choices(position, "luftwaffe")).order in GAME.choices(position, "luftwaffe").listed


def test_nobody_is_unmet_whom_an_enemy_can_fire_at_this_turn() -> None:
    from bob.tactical.hexes.pilots.worth import unmet

    for column in range(4, 21):
        position, _ = over_the_sea([HexMount("spitfire_i", at_offset(1, 7), 2)], [HexMount("bf_109e", at_offset(column, 7), 5)])
        a, b = position.aircraft
        if unmet(position, a):
            view = GAME.view(position, "raf")
            assert all(distance(way.at[0], a.at) > 4 for way in hints.ways(view, b.number))


@pytest.mark.parametrize(("values", "heeds"), [({}, True), ({"fired": True}, False), ({"speed": 0}, False), ({"wingman_of": -1}, False)])
def test_the_strong_pilot_heeds_the_wingman_of_the_leader_whom_he_fires_at(values: dict[str, Any], heeds: bool) -> None:
    """A wingman who can answer is worth less of a shot; one who has fired, cannot move or is farther than 4 hexes answers nothing."""

    def shot(wing: Fly) -> float:
        position = battle(Fly(), Fly("bf_109e", (0, -1), 0, leader="silver", speed=0), wing)
        found = Balance(position, 0).best_shot(position.aircraft[0])
        assert found is not None and found.target.number == 1
        return found.worth

    near, far = {"wingman_of": 1, **values}, {"wingman_of": 1}
    alone = shot(Fly("bf_109e", (0, -8), 0, **far))
    assert shot(Fly("bf_109e", (3, -4), 0, **near)) == pytest.approx(alone - COUNTERED * heeds)
