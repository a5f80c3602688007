"""Rules whose likeliest misreading a function's own test would not show, played in whole turns (OPS-A1.6, A6, A13, B2.3, B6)."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bob.core import hexes
from bob.core.codec import encode
from bob.core.hexes import Hex
from bob.day.rules.climbing import flown
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.movement import FlightGroup
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.orders import FormWing, Scramble, SendTo
from bob.day.state.position import DayPosition, Squadron, Vector
from bob.day.state.raid_plan import Leg
from bob.driver.seat_log import sees_roll
from tests.operations.build import (
    BIGGIN,
    CHANNEL,
    ESCORT,
    GAME,
    INLAND,
    PLAIN,
    SEA,
    SWEEP,
    W,
    at,
    day,
    describe,
    order,
    over,
    plan,
    points,
    raid,
    refusal,
    sky,
    squadron,
    step,
    sweep_plan,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

EMERGENCY = {"random_event": (2, 4), "detection": (3, 3)}
UNSEEN = (1, 1)


# ---- an emergency (OPS-A1.6)


@pytest.mark.rule("OPS-A1.6")
def test_who_goes_up_in_an_emergency_takes_nothing_of_the_limit_and_only_in_that_turn() -> None:
    near = [squadron(str(i), "available") for i in range(3)]
    far = [squadron(name, "ready", station="Hornchurch", sector="Hornchurch", hex=at("Hornchurch")) for name in ("8", "9")]
    p = day(
        squadrons=[*near, *far],
        scramble_limit=1,
        raids=[circling(step(BIGGIN, 3, 9))],
        tracks=[track("raid", 1, 2, (4, step(BIGGIN, 3, 3)))],
    )
    whole_turn(p, dice=DiceByPurpose(**EMERGENCY))
    assert p.emergency == ["0", "1", "2"]
    whole_turn(p, *(Scramble(name, 16, hex=INLAND) for name in ("0", "1", "8")))
    assert [s.box for s in (*near, *far)] == ["airborne", "airborne", "ready", "airborne", "ready"] and p.emergency == []
    order(p, "raf", Scramble("9", 16, hex=INLAND))
    assert refusal(p, "raf", Scramble("2", 16, hex=INLAND)) == ("scramble_limit", "OPS-B6.4")


# ---- cloud (OPS-A6)


def in_cloud(r: Any, hexes_of_cloud: int) -> DayPosition:
    """A day on which so many hexes before a raid in the Channel, and no others, are overcast."""
    p = day(raids=[r])
    clouded = {step(CHANNEL, 3, n) for n in range(1, 1 + hexes_of_cloud)}
    for h in clouded:
        assert W.ground(h).zone == "english_channel"
    p.sky.zones["english_channel"] = dataclasses.replace(p.sky.zones["english_channel"], good="overcast", good_levels=(6, 10))
    return p


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.rule("OPS-C6.3")
@pytest.mark.parametrize(("flies", "rolls"), [(1, 0), (2, 1), (3, 1)])
def test_two_overcast_hexes_in_a_turn_are_enough_to_roll(flies: int, rolls: int) -> None:
    goal = step(CHANNEL, 3, flies)
    bomber = unit(h=CHANNEL, angels=8)
    p = in_cloud(
        raid(CHANNEL, bomber, plan_=plan("raid", "feint", form_turn=1, route=(Leg(goal, 8),), primary=None, home=()), angels=8), flies
    )
    dice = DiceByPurpose(cloud_cohesion=(1, 4))
    whole_turn(p, dice=dice)
    assert (bomber.hex, bomber.in_cloud, dice.count("cloud_cohesion")) == (goal, flies, rolls) and bomber.disruption == 2 * rolls


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.rule("OPS-C6.3")
def test_a_unit_that_flies_home_by_itself_is_scattered_too() -> None:
    alone = unit(h=step(CHANNEL, 0, 1), angels=8, state="going_home")
    p = in_cloud(raid(CHANNEL, alone, state="returning"), 3)
    whole_turn(p, dice=DiceByPurpose(cloud_cohesion=(1, 4)))
    assert alone.in_cloud >= 2 and alone.disruption == 2


def overcast_south(cloud: tuple[int, int] = (6, 10), **given: Any) -> tuple[DayPosition, Squadron]:
    """A squadron over the Channel, all of it overcast, sent four hexes through it at 8 Angels."""
    s = squadron(**({"hex": CHANNEL, "angels": 8, "vector": Vector("hex", step(CHANNEL, 3, 4), 8)} | given))
    p = day(squadrons=[s], raids=[circling(INLAND)])
    p.sky.zones["english_channel"] = dataclasses.replace(p.sky.zones["english_channel"], good="overcast", good_levels=cloud)
    return p, s


@pytest.mark.rule("OPS-A6.u")
@pytest.mark.rule("OPS-A6.m")
@pytest.mark.parametrize(("faces", "levels"), [((6, 5), 0), ((5, 5), 1), ((3, 4), 2), ((1, 2), 3)])
def test_a_squadron_through_four_overcast_hexes_rolls_as_raids_do(faces: tuple[int, int], levels: int) -> None:
    goal = step(BIGGIN, 1, 4)
    s = squadron(angels=8, vector=Vector("hex", goal, 8))
    p = day(squadrons=[s], raids=[circling(CHANNEL)], sky=sky("overcast"))
    dice = DiceByPurpose(cloud_cohesion=faces)
    events = whole_turn(p, dice=dice)
    assert (s.hex, dice.count("cloud_cohesion"), s.disruption) == (goal, 1, levels)
    told = describe(events, "scattered", "raf") + describe(events, "scattered_home", "raf")
    assert [e.code for e in told] == {0: [], 1: ["scattered"], 2: ["scattered"], 3: ["scattered_home"]}[levels]
    assert s.vector is not None and s.vector.kind == ("home" if levels == 3 else "hex")
    assert not describe(events, "scattered", "luftwaffe") and not describe(events, "scattered_home", "luftwaffe")


@pytest.mark.rule("OPS-A6.u")
@pytest.mark.rule("OPS-C6.3")
@pytest.mark.parametrize(("cloud", "flown"), [((10, 14), 4), ((0, 6), 4), ((6, 10), 1)])
def test_above_and_below_the_cloud_or_in_one_hex_of_it_a_squadron_does_not_roll(cloud: tuple[int, int], flown: int) -> None:
    p, s = overcast_south(cloud, vector=Vector("hex", step(CHANNEL, 3, flown), 8))
    dice = DiceByPurpose(cloud_cohesion=(1, 1))
    whole_turn(p, dice=dice)
    assert (dice.count("cloud_cohesion"), s.disruption) == (0, 0)


@pytest.mark.rule("OPS-A6.u")
@pytest.mark.rule("OPS-B2.6")
def test_each_squadron_of_a_wing_rolls_and_who_is_scattered_most_leaves_it() -> None:
    p, first = overcast_south(unit="1", wing="1/1")
    others = [squadron(n, hex=CHANNEL, angels=8, vector=first.vector, wing="1/1") for n in ("2", "3")]
    p.squadrons |= {s.unit: s for s in others}
    dice = DiceByPurpose(cloud_cohesion=[(1, 1), (6, 6), (3, 4)])
    whole_turn(p, dice=dice)
    assert dice.count("cloud_cohesion") == 3 and [s.disruption for s in (first, *others)] == [3, 0, 2]
    assert [s.wing for s in (first, *others)] == [None, "1/1", "1/1"]
    assert len({s.hex for s in (first, *others)}) == 1 and first.vector is not None and first.vector.kind == "home"


@pytest.mark.rule("OPS-A6.u")
@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B4.3")
def test_out_of_hearing_a_scattered_squadron_says_nothing_and_its_roll_is_hidden() -> None:
    seen = []
    for faces in ((6, 6), (3, 4)):
        p, s = overcast_south()
        s.last, s.controlled = s.noted(p.turn - 1), False
        dice = DiceByPurpose(cloud_cohesion=faces)
        events = whole_turn(p, dice=dice)
        assert s.silent and [roll.by for roll in dice.rolled("cloud_cohesion")] == [""]
        assert s.disruption == (0 if faces == (6, 6) else 2)
        seen.append((encode(GAME.view(p, "raf")), [e.data for e in events if "raf" in e.to]))
    assert seen[0] == seen[1]


@pytest.mark.rule("OPS-A6.u")
@pytest.mark.rule("OPS-C8.1")
def test_no_die_for_cloud_tells_where_a_squadron_truly_is() -> None:
    """A squadron without a fix is a hex off: on one side its way is overcast, on the other clear; the table shows it in the middle."""

    def clouded(start: Hex, way: int) -> int:
        found = [W.theatre.grounds.get(step(start, way, n)) for n in range(1, 5)]
        return sum(ground.zone == "english_channel" for ground in found if ground is not None) if all(found) else -1

    seen, rolled = [], []
    ways = ((h, way, side) for h in hexes.disc(BIGGIN, 12) for way in range(6) for side in range(6))
    middle, way, side = next(w for w in ways if clouded(step(w[0], w[2]), w[1]) > 2 and clouded(step(w[0], w[2] + 3 - 6), w[1]) == 0)
    for astray in (side + 1, (side + 3) % 6 + 1):
        p, s = overcast_south(radio="vhf", hex=step(middle, astray - 1), vector=Vector("hex", step(middle, way, 4), 8))
        s.astray, s.fixing = astray, False
        assert s.reckoned == middle
        dice = DiceByPurpose(cloud_cohesion=(6, 6))
        events = whole_turn(p, dice=dice)
        rolled.append(dice.count("cloud_cohesion"))
        dice_seen = [roll for roll in dice.ledger.rolls if sees_roll(GAME, "raf", roll.purpose, roll.by)]
        seen.append((encode(GAME.view(p, "raf")), [e.data for e in events if "raf" in e.to], dice_seen))
        assert not s.silent
    assert rolled == [1, 0] and seen[0] == seen[1]


# ---- by the unit, not by its raid; by those sent, not by those left


@pytest.mark.rule("OPS-A13.m3")
@pytest.mark.parametrize(("angels", "scored"), [(14, 20.0), (16, 20.0), (18, 15.0), (20, 10.0), (22, 9.0)])
def test_bombs_fall_from_the_height_of_each_unit(angels: int, scored: float) -> None:
    """Nobody saw them: two columns to the left; and one to the right for each 2 Angels above 16, wherever the rest of the raid flies."""
    town = next(n for n, t in W.targets.items() if t.kind == "town" and t.near not in W.guns and W.ground(t.near).zone == "kenley")
    r = over(town, unit(angels=angels), angels=14, secondary=None, state="flying", leg=0)
    r.hex = r.units[0].hex = step(W.targets[town].near, 2, 1)
    p = day(raids=[r])
    whole_turn(p, dice=DiceByPurpose(navigation=(6, 6)))
    assert r.bombed and points(p)["bombing"] == scored


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(("sent", "left", "state"), [(27, 8, "with_raid"), (9, 8, "going_home")])
def test_a_gruppe_of_which_eight_are_left_bears_as_much_disruption_as_before(sent: int, left: int, state: str) -> None:
    bomber = unit(h=CHANNEL, angels=8, sent=sent, strength=left)
    route = (Leg(step(CHANNEL, 3, 12), 8),)
    p = in_cloud(raid(CHANNEL, bomber, plan_=plan("raid", "feint", form_turn=1, route=route, primary=None, home=()), angels=8), 3)
    whole_turn(p, dice=DiceByPurpose(cloud_cohesion=(2, 3)))
    assert (bomber.disruption, bomber.state) == (2, state)


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(("sent", "attacks"), [(27, True), (9, False)])
def test_fighters_of_which_few_are_left_break_off_by_those_sent(sent: int, attacks: bool) -> None:
    hunters = unit(SWEEP, "sweep", h=PLAIN, angels=18, sent=sent, strength=8, disruption=2)
    p = day(
        raids=[circling(PLAIN, units=[hunters], angels=18, kind="freie_jagd")], squadrons=[squadron(hex=PLAIN, angels=16, stance="avoid")]
    )
    assert bool(describe(whole_turn(p, dice=DiceByPurpose(tally=(6, 6))), "combat", "raf")) == attacks


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(("flight", "attacks"), [(False, True), (True, False)])
def test_a_squadron_with_few_left_is_no_flight(flight: bool, attacks: bool) -> None:
    s = squadron(hex=PLAIN, strength=4, flight=flight, disruption=2, tally="raid")
    p = day(raids=[circling(PLAIN, 27)], squadrons=[s])
    assert bool(describe(whole_turn(p, dice=DiceByPurpose(tally=UNSEEN)), "combat", "raf")) == attacks


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.rule("OPS-A4.m1")
@pytest.mark.parametrize(("flight", "lost"), [(False, 3), (True, 0)])
def test_who_lands_late_is_at_its_maximum_by_what_it_is_not_by_what_is_left(flight: bool, lost: int) -> None:
    """7 and 2 for an RAF unit are 9: a turn late it loses three. One more, for a flight at its maximum, and none is lost."""
    home = Vector("home", BIGGIN, 0, None, "Biggin Hill")
    s = squadron(strength=5, flight=flight, disruption=2, hex=BIGGIN, angels=0, endurance=17, used=17, vector=home)
    whole_turn(day(squadrons=[s], raids=[circling(SEA)]), dice=DiceByPurpose(return_to_base=(3, 4)))
    assert (s.box, s.lost) == ("rearm_1", lost)


# ---- who is heard, and who is out of reach (OPS-B6)


@pytest.mark.rule("OPS-B6.3")
@pytest.mark.rule("OPS-B6.2")
@pytest.mark.parametrize(("apart", "follows"), [(8, True), (9, False)])
def test_who_is_out_of_hearing_follows_no_plot(apart: int, follows: bool) -> None:
    h = step(BIGGIN, 3, apart)
    s = squadron(hex=h, vector=Vector("raid", h, 16, 1))
    p = day(squadrons=[s], raids=[circling(step(BIGGIN, 3, 4))], tracks=[track("raid", 1, 2, (3, step(BIGGIN, 3, 4)))])
    whole_turn(p)
    assert s.vector is not None and (s.hex != h, s.vector.hex != h) == (follows, follows)


COMING = step(BIGGIN, 3, 14)
"""Where a plot is seen from which a raid makes for Biggin Hill, a hex a turn."""


def coming(*squadrons: Any) -> DayPosition:
    plots = [(turn, step(COMING, 3, 3 - turn)) for turn in (1, 2, 3)]
    r = circling(COMING, 27)
    r.plan = dataclasses.replace(r.plan, route=tuple(Leg(step(COMING, 0, n), 14) for n in (1,)), circling=0)
    return day(squadrons=list(squadrons), raids=[r], tracks=[track("raid", 1, 4, *plots)])


def meets(angels: int, goal: int, wait: int, kinds: tuple[str, ...] = ("hurricane_i",), group: FlightGroup = "single") -> int:
    """The turns after which who is at Biggin Hill meets it."""
    reach = flown(W, kinds, angels, goal, group, 30)
    return next(n for n in range(31) if hexes.distance(BIGGIN, step(COMING, 0, n)) <= reach[max(0, n - wait)])


@pytest.mark.rule("OPS-B6.5")
@pytest.mark.parametrize(
    ("box", "angels", "goal"), [("airborne", 16, 16), ("airborne", 2, 20), ("airborne", 2, 30), ("ready", 0, 30), ("ready", 0, 2)]
)
def test_a_vector_goes_to_where_the_climb_and_the_take_off_let_it_meet(box: str, angels: int, goal: int) -> None:
    s = squadron(box=box, hex=BIGGIN, angels=angels, radio="vhf")
    p = coming(s)
    given: Any = Scramble if box == "ready" else SendTo
    order(p, "raf", given(s.unit, goal, track=1))
    vector = s.ordered_off if box == "ready" else s.vector
    turns = meets(angels, goal, int(box == "ready"))
    assert vector is not None and vector.hex == step(COMING, 0, turns)
    whole_turn(p)
    assert s.vector is not None and s.vector.hex == step(COMING, 0, turns)


@pytest.mark.rule("OPS-B6.5")
@pytest.mark.parametrize("wing", [False, True])
def test_what_is_out_of_reach_for_want_of_fuel_is_said_so_as_the_fuel_goes(wing: bool) -> None:
    """Where they would meet lies so many turns ahead, and the way home from there as many more: with a turn's fuel less it is out of reach,
    for a Wing when the one with the least has not enough."""
    kinds = ("hurricane_i",) * (2 if wing else 1)
    turns = meets(16, 16, 0, kinds, "wing" if wing else "single")
    back = -(-hexes.distance(BIGGIN, step(COMING, 0, turns)) // 4)
    for spare, reached in ((0, True), (-1, False)):
        units = [squadron(str(i), hex=BIGGIN, radio="vhf", endurance=30, used=5) for i in range(2 if wing else 1)]
        units[-1].used = 30 - turns - back - spare - 1
        p = coming(*units)
        if wing:
            for s in units:
                s.wing = "0/1"
        for s in units:
            s.vector = Vector("hex", BIGGIN, 16)
        p.turn, p.tracks = 2, [track("raid", 1, 4, *((turn, step(COMING, 3, 3 - turn)) for turn in (0, 1, 2)))]
        whole_turn(p, dice=DiceByPurpose(detection=(6, 6), plot_place=(1,)))
        assert [s.hex for s in units] == [BIGGIN] * len(units)
        p.tracks = [track("raid", 1, 4, *((turn, step(COMING, 3, 3 - turn)) for turn in (1, 2, 3)))]
        given = SendTo("0", 16, track=1)
        if reached:
            order(p, "raf", given)
        else:
            assert refusal(p, "raf", given) == ("out_of_reach", "OPS-B6.5")


# ---- posture (OPS-B8.3)


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("angels", "seen", "sunward", "stance"),
    [
        (14, True, False, "even"),
        (16, True, False, "advantage"),
        (12, True, False, "disadvantage"),
        (14, False, False, "advantage"),
        (16, False, False, "bounce"),
        (12, False, False, "even"),
        (14, True, True, "advantage"),
        (16, True, True, "bounce"),
        (12, True, True, "disadvantage"),
        (12, False, True, "advantage"),
    ],
)
@pytest.mark.parametrize("wing", [False, True])
def test_the_posture_of_an_attack_on_bombers_at_14_by_height_surprise_and_sun(
    angels: int, seen: bool, sunward: bool, stance: str, wing: bool
) -> None:
    """In the forenoon the sun stands in the south-east. The bombers look once, and circle, so that no approach counts."""
    h = step(PLAIN, 2, 1) if sunward else PLAIN
    units = [squadron(str(i), hex=h, angels=angels, tally="raid", wing="0/1" if wing else None) for i in range(1 + wing)]
    p = day(raids=[circling(PLAIN, 27)], squadrons=units)
    events = whole_turn(p, dice=DiceByPurpose(tally=(6, 6) if seen else UNSEEN))
    (fought,) = describe(events, "combat", "raf")
    assert (fought.data["posture"], fought.data["surprise"]) == (stance, "none" if seen else "raf")


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.rule("OPS-C9.5")
@pytest.mark.parametrize(("begins", "stance"), [(8, "disadvantage"), (1, "advantage")])
def test_a_sweep_has_the_better_of_it_from_ahead_and_the_worse_from_astern_of_who_flies(begins: int, stance: str) -> None:
    """It flies four hexes north, at the height of a squadron that comes towards it or flies before it, and they see each other."""
    hunters = unit(SWEEP, "sweep", h=CHANNEL, angels=14)
    r = raid(CHANNEL, hunters, code="sweep", kind="freie_jagd", plan_=sweep_plan(route=(Leg(step(CHANNEL, 0, 4), 14),), form_turn=1))
    goal = step(CHANNEL, 0, 4 if begins == 8 else 5)
    s = squadron(hex=step(CHANNEL, 0, begins), angels=14, ammo="none", vector=Vector("hex", goal, 14))
    events = whole_turn(day(raids=[r], squadrons=[s], start=1080), dice=DiceByPurpose(tally=(6, 6)))
    (fought,) = describe(events, "combat", "raf")
    assert (fought.data["posture"], fought.data["surprise"], fought.data["attackers"]) == (stance, "none", "luftwaffe")


# ---- the Channel patrol (OPS-B9.1)


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.rule("OPS-C5.3")
@pytest.mark.parametrize(("turn", "strafed"), [(7, True), (6, False)])
@pytest.mark.parametrize("flying", ["nobody", "inland", "here"])
def test_of_those_in_the_straits_the_lowest_of_the_raf_are_met_before_a_convoy(turn: int, strafed: bool, flying: str) -> None:
    """Of convoys it is on the full hour: turn 7 of a day that begins at half past ten."""
    lane = lane_hexes(W, "CW/CE Channel coastal route")
    i = next(i for i, h in enumerate(lane) if W.ground(h).zone == "dover_straits")
    ships = DayConvoy("convoy", {}, "CW/CE Channel coastal route", i, 0, 1, 20, 1, 0, lane[i], "under_way")
    h = lane[i] if flying == "here" else PLAIN
    units = [squadron("1 High", hex=h, angels=20), squadron("2 Low", hex=h, angels=10)] if flying != "nobody" else []
    p = day(turn=turn, squadrons=units, raids=[circling(SEA, code="late", state="planned")], convoys={"convoy": ships})
    p.raids["late"].form_turn = 50
    p.patrols[2] = [unit(ESCORT, "sweep", strength=30)]
    dice = DiceByPurpose(channel_patrol=(3,), tally=(6, 6))
    events = whole_turn(p, dice=dice)
    met = [list(e.data["units"]) for e in describe(events, "patrol_attack", "raf")]
    assert met == ([["2 Low"]] if flying == "here" else [])
    assert bool(describe(events, "patrol_strafed")) == (strafed and flying != "here")
    assert dice.count("channel_patrol") == (flying == "here" or strafed)


# ---- sorties and contacts (OPS-B13.4)


@pytest.mark.rule("OPS-B13.4")
def test_a_sortie_is_an_aircraft_that_took_off_and_a_contact_one_that_has_fought_since() -> None:
    s = squadron(box="ready", strength=11, hex=BIGGIN)
    other = squadron("92 Squadron", "ready", strength=7)
    p = day(squadrons=[s, other], raids=[circling(BIGGIN, 27, 27, 27, angels=4)])
    whole_turn(p, Scramble(s.unit, 4, hex=BIGGIN))
    assert (s.box, s.sorties, s.contacts, other.sorties) == ("airborne", 11, 0, 0)
    fights = 0
    for _ in range(3):
        s.tally, s.ammo = "raid", "full"
        fights += len(describe(whole_turn(p, dice=DiceByPurpose(tally=UNSEEN)), "combat", "raf"))
    assert fights > 1 and s.strength > 0
    assert (s.sorties, s.contacts, other.contacts) == (11, 11, 0)


# ---- Wings (OPS-B2.6) and how they climb (OPS-A9)


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_wing_flies_off_when_it_has_formed_for_a_turn_a_squadron_beyond_the_first(n: int) -> None:
    units = [squadron(str(i), hex=BIGGIN, angels=8) for i in range(n)]
    p = day(squadrons=units, raids=[circling(SEA)])
    order(p, "raf", FormWing(tuple(s.unit for s in units), "Biggin Hill"))
    order(p, "raf", SendTo("0", 8, hex=INLAND))
    for _ in range(n - 1):
        assert {s.hex for s in units} == {BIGGIN}
        whole_turn(p)
    assert {s.hex for s in units} == {BIGGIN}
    whole_turn(p)
    assert len({s.hex for s in units}) == 1 and units[0].hex != BIGGIN and {s.wing for s in units} != {None}


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.rule("OPS-C3.1")
@pytest.mark.parametrize("wing", [False, True])
def test_a_wing_attacks_as_one_and_is_none_afterwards(wing: bool) -> None:
    units = [squadron(str(i), hex=PLAIN, tally="raid", wing="0/1" if wing else None) for i in range(2)]
    raiders = [unit(h=PLAIN), unit(ESCORT, "close_escort", h=PLAIN, angels=16)]
    events = whole_turn(day(raids=[circling(PLAIN, units=raiders)], squadrons=units), dice=DiceByPurpose(tally=UNSEEN, intervene=(6, 6)))
    met = [[unit for unit, _ in e.data["units"]] for e in describe(events, "combat", "luftwaffe")]
    assert met == [[raiders[0].unit, ESCORT]]
    assert [s.wing for s in units] == [None, None] and len(describe(events, "wing_broken", "raf")) == wing


@pytest.mark.rule("OPS-A9.4")
@pytest.mark.rule("OPS-A9.5")
@pytest.mark.rule("OPS-A9.6")
@pytest.mark.parametrize(
    ("n", "start", "goal", "height", "flown_on"),
    [
        (1, 0, 30, 8, 2),
        (1, 4, 30, 12, 2),
        (1, 6, 30, 12, 2),
        (1, 18, 30, 24, 2),
        (1, 20, 30, 24, 2),
        (1, 22, 30, 26, 2),
        (2, 0, 30, 6, 2),
        (3, 18, 30, 24, 2),
        (4, 0, 30, 4, 2),
        (1, 0, 4, 4, 3),
        (1, 0, 2, 2, 3),
        (1, 4, 6, 6, 3),
        (1, 6, 10, 10, 2),
        (1, 8, 10, 10, 3),
    ],
)
def test_what_a_turns_climb_gives_and_takes(n: int, start: int, goal: int, height: int, flown_on: int) -> None:
    """Of a Hurricane's four points: the first below 6 gives 4 to who flies alone, the second 4 up to 20; what one can do takes one."""
    units = [squadron(str(i), hex=BIGGIN, angels=start, wing="0/1" if n > 1 else None) for i in range(n)]
    p = day(squadrons=units, raids=[circling(SEA)])
    whole_turn(p, SendTo("0", goal, hex=step(BIGGIN, 3, 6)))
    assert {s.angels for s in units} == {height} and {hexes.distance(s.hex, BIGGIN) for s in units} == {flown_on}


# ---- bombers that were seen (OPS-A13.m1)


@pytest.mark.rule("OPS-A13.m1")
@pytest.mark.rule("OPS-C9.1")
@pytest.mark.parametrize(("met", "scored"), [("nobody", 20.0), ("sees", 10.0), ("misses", 20.0), ("fights", 10.0)])
def test_bombs_of_who_was_seen_or_fought_on_the_way_in_fall_worse(met: str, scored: float) -> None:
    """Over the target nobody is near: it is the turn before that counts."""
    town = next(n for n, t in W.targets.items() if t.kind == "town" and t.near not in W.guns and W.ground(t.near).zone == "kenley")
    r = over(town, unit(), secondary=None, state="flying", leg=0)
    line = hexes.line(W.targets[town].near, SEA)
    r.hex = r.units[0].hex = line[6]
    s = squadron(hex=line[3], angels=14, strength=1, ammo="full" if met == "fights" else "none")
    s.tally = "raid" if met == "fights" else None
    p = day(raids=[r], squadrons=[s] if met != "nobody" else [])
    whole_turn(p, dice=DiceByPurpose(tally=(6, 6) if met == "sees" else UNSEEN))
    p.squadrons.clear()
    bomber = r.units[0]
    assert not r.bombed and bomber.hex == line[3] and bomber.tallied == (met in ("sees", "fights"))
    bomber.disruption, bomber.strength = 0, 27
    whole_turn(p, dice=DiceByPurpose(navigation=(6, 6)))
    assert r.bombed and points(p)["bombing"] == scored
