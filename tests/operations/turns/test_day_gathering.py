"""Build-up over France (OPS-C1): take-offs reckoned backwards, the way out, what radar sees of it, and where nobody is sent."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from bob.core import hexes
from bob.day.phases import assembly, radio_calls, raids
from bob.day.phases.detection import phase as detection_phase
from bob.day.phases.interception import phase as interception_phase
from bob.day.phases.squadrons import movement_phase
from bob.day.rules.planning import faults, span
from bob.day.rules.rendezvous import take_offs, way_out
from bob.day.state.groups import groups, seen_together
from bob.day.state.orders import Recall, Scramble, Seal, SendTo
from bob.day.state.position import DayPosition, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    INLAND,
    MORE_BOMBERS,
    SEA,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    raid,
    refusal,
    squadron,
    step,
    sweep_plan,
    track,
    unit,
)

UNITS = W.luftwaffe(day().date)


def due(*plans: RaidPlan, turn: int = 1) -> DayPosition:
    return day(turn=turn, raids=[Raid(p, {}, form_turn=p.form_turn) for p in plans])


def turn_over(p: DayPosition, *faces: int) -> None:
    """The formation and movement of a turn."""
    q = play(p, *faces)
    raids.formation_phase(q)
    raids.movement_phase(q)
    p.turn += 1


@pytest.mark.rule("OPS-C1.1")
def test_a_unit_flies_straight_to_the_rendezvous_and_climbs_on_the_way() -> None:
    kind = W.types[UNITS[BOMBERS].aircraft]
    way = way_out(W, kind, UNITS[BOMBERS].station, at("Cap Gris-Nez"), 14)
    base = W.base(UNITS[BOMBERS].station)
    assert way[0] == (base.near, 0, base.off) and way[-1] == (at("Cap Gris-Nez"), 14, 0)
    line = hexes.line(base.near, at("Cap Gris-Nez"))
    assert all(h in line for h, _, _ in way) and len(way) - 1 >= 7  # a bomber climbs 2 Angels a turn (OPS-A9.3)
    heights = [angels for _, angels, _ in way]
    assert heights == sorted(heights) and all(b - a <= 2 for a, b in itertools.pairwise(heights))
    assert way[-2] != way[-1]


@pytest.mark.rule("OPS-C1.1")
def test_who_comes_from_off_the_map_flies_the_hexes_there_first() -> None:
    name = next(n for n, u in UNITS.items() if u.station in W.far_fields and W.base(u.station).off > 6)
    base = W.base(UNITS[name].station)
    way = way_out(W, W.types[UNITS[name].aircraft], UNITS[name].station, base.near, 4)
    offs = [off for _, _, off in way]
    assert offs[0] == base.off and offs[-1] == 0 and offs == sorted(offs, reverse=True) and {h for h, _, _ in way} == {base.near}


@pytest.mark.rule("OPS-C1.1")
@pytest.mark.parametrize(("bombers", "circling"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)])
def test_bombers_circle_a_turn_for_every_two_gruppen_after_the_first(bombers: int, circling: int) -> None:
    names = [n for n, u in UNITS.items() if W.types[u.aircraft].kind == "bomber" and u.station in W.far_fields and u.strength > 9][:bombers]
    given = plan(
        form_turn=40,
        units=(*(PlannedUnit(n, "bomber", 10, 14) for n in names), PlannedUnit(ESCORT, "close_escort", 20, 16)),
    )
    found = take_offs(W, UNITS, given)
    for name in names:
        way = way_out(W, W.types[UNITS[name].aircraft], UNITS[name].station, given.form_at, 14)
        assert found[name] == 40 - (len(way) - 1) - circling
    climb = len(way_out(W, W.types[UNITS[ESCORT].aircraft], UNITS[ESCORT].station, given.form_at, 16)) - 1
    assert found[ESCORT] == 40 - climb, "fighters arrive on the turn"
    small = dataclasses.replace(given, units=tuple(dataclasses.replace(u, aircraft=9) for u in given.units))
    assert all(take_offs(W, UNITS, small)[n] == found[n] + circling for n in names), "Staffeln need no circle"


@pytest.mark.rule("OPS-C1.1")
@pytest.mark.rule("OPS-C1.2")
@pytest.mark.rule("OPS-C1.5")
def test_a_raid_builds_up_turn_by_turn_and_forms_as_planned() -> None:
    given = plan(form_turn=14)
    off = take_offs(W, UNITS, given)
    p = due(given)
    found = p.raids["raid"]
    strengths = []
    while p.turn < 14:
        assert found.state == ("planned" if p.turn <= off[BOMBERS] else "gathering")
        turn_over(p)
        flying = {u.unit: u for u in found.units}
        assert set(flying) == {name for name, start in off.items() if start < p.turn}
        for name, u in flying.items():
            way = way_out(W, W.types[u.aircraft], u.base, given.form_at, 14 if name == BOMBERS else 16)
            assert u.state == "gathering" and (u.hex, u.angels, u.beyond) == way[min(p.turn - off[name], len(way) - 1)]
        if found.state == "gathering" and not flying[BOMBERS].beyond:
            assert (found.hex, found.angels) == (flying[BOMBERS].hex, flying[BOMBERS].angels), "the bombers lead"
        strengths.append(sum(g.strength for g in seen_together(p)))
    assert strengths == sorted(strengths) and strengths[-1] == 54, "the plot grows"
    assert groups(p) == [], "until it has formed nobody meets it (OPS-C1.6)"
    turn_over(p, 1, 1)
    assert (found.state, found.hex, found.angels) == ("flying", at("Cap Gris-Nez"), 14)
    assert [(u.unit, u.state, u.angels) for u in found.units] == [(BOMBERS, "with_raid", 14), (ESCORT, "with_raid", 16)]
    assert [u.used for u in found.units] == [0, 3], "what it has burnt is the table's (OPS-A3), whatever it flew"


@pytest.mark.rule("OPS-C1.1")
def test_a_delayed_raid_goes_on_circling_without_a_second_roll() -> None:
    p = due(plan(form_turn=8), turn=8)
    assembly.due(play(p), p.raids["raid"], 8, before=True)
    there = {u.unit: u.hex for u in p.raids["raid"].units}
    turn_over(p, 5, 5)  # delay 2
    assert p.raids["raid"].form_turn == 10 and p.raids["raid"].state == "gathering"
    assert {u.unit: u.hex for u in p.raids["raid"].units} == there == dict.fromkeys(there, at("Cap Gris-Nez"))
    turn_over(p)
    turn_over(p)
    assert p.raids["raid"].state == "flying" and p.raids["raid"].units[1].used == 3


@pytest.mark.rule("OPS-C1.1")
def test_who_takes_off_before_the_first_turn_begins_in_the_air() -> None:
    given = plan(form_turn=2)
    p = day(turn=1, phase="planning", step=0, raids=[Raid(given, {}, form_turn=2)])
    order(p, "luftwaffe", Seal(), 3, 4, *([6] * 20))
    found = p.raids["raid"]
    assert found.state == "gathering" and {u.unit for u in found.units} == {BOMBERS, ESCORT}
    start = take_offs(W, UNITS, given)[BOMBERS]
    way = way_out(W, W.types["do_17z"], found.units[0].base, given.form_at, 14)
    assert start < 1 and (found.units[0].hex, found.units[0].angels) == way[1 - start][:2]


@pytest.mark.rule("OPS-C1.2")
def test_low_level_raids_gather_at_two_angels_at_most() -> None:
    low = plan(kind="low_level", form_angels=6, units=(PlannedUnit(BOMBERS, "bomber", 9, 6),), form_turn=20)
    p = due(low, turn=take_offs(W, UNITS, low)[BOMBERS])
    while p.turn < 20:
        turn_over(p)
        assert p.raids["raid"].angels <= 2
    turn_over(p, 1, 1)
    assert p.raids["raid"].angels == 6


@pytest.mark.rule("OPS-C1.2")
def test_what_is_within_two_hexes_of_the_lead_is_one_target_at_its_place() -> None:
    lead, near, far = (unit(n, h=step(SEA, 2, i), state="gathering", strength=20) for n, i in ((BOMBERS, 0), (MORE_BOMBERS, 2), ("X", 3)))
    escort = unit(ESCORT, "close_escort", h=SEA, angels=20, state="gathering", strength=30)
    r = raid(step(SEA, 4, 9), lead, near, far, escort, state="gathering")
    (found,) = seen_together(day(raids=[r]))
    assert (found.code, found.hex, found.angels) == ("raid", SEA, 14), "the largest that carries bombs leads, the first of equals"
    assert [u.unit for u in found.units] == [BOMBERS, MORE_BOMBERS, ESCORT] and found.strength == 70
    far.beyond = lead.beyond = near.beyond = 3
    (found,) = seen_together(day(raids=[r]))
    assert [u.unit for u in found.units] == [ESCORT], "who is still off the map is not seen"


@pytest.mark.rule("OPS-C1.2")
def test_a_raid_that_gathers_is_plotted_in_a_turn_of_play() -> None:
    r = raid(SEA, unit(state="gathering"), state="gathering")
    p = day(turn=4, raids=[r])
    detection_phase(play(p, 6, 6, *([1] * 6)))
    assert p.track_of("raid") is not None and p.track_of("raid").level == 1


@pytest.mark.rule("OPS-C1.4")
def test_a_feint_gathers_circles_and_disperses() -> None:
    feint = plan("feint", "feint", route=(), primary=None, secondary=None, home=(), circling=2, form_turn=9)
    assert faults(W, day(turn=1, phase="planning"), feint, []) == []
    for wrong in (dataclasses.replace(feint, circling=7), dataclasses.replace(feint, route=(Leg(SEA, 14),))):
        assert [f.key for f in faults(W, day(turn=1, phase="planning"), wrong, [])] == ["plan.circling"]
    p = due(feint, turn=9)
    turn_over(p, 1, 1)
    states = []
    for _ in range(4):
        states.append(p.raids["feint"].state)
        turn_over(p)
    assert states == ["flying", "flying", "flying", "returning"]
    assert span(W, day(), feint)[1] >= 11


@pytest.mark.rule("OPS-C1.5")
def test_who_misses_the_rendezvous_flies_home_from_there() -> None:
    p = due(plan(form_turn=8), turn=8)
    q = play(p, 6, 6, 6)
    raids.formation_phase(q)
    escort = p.raids["raid"].units[1]
    assert (escort.unit, escort.state, escort.hex) == (ESCORT, "going_home", at("Cap Gris-Nez"))
    raids.movement_phase(q)
    assert escort.used == 4, "three at formation, one on the way home"


@pytest.mark.rule("OPS-C1.1")
def test_a_raid_is_recalled_while_it_gathers() -> None:
    p = due(plan(form_turn=14), turn=8)
    assembly.due(play(p), p.raids["raid"], 8, before=True)
    up = [u.unit for u in p.raids["raid"].units]
    assert up
    order(p, "luftwaffe", Recall("raid"))
    radio_calls.phase(play(p, 3, 4))
    assert p.raids["raid"].state == "returning" and all(u.state == "going_home" for u in p.raids["raid"].units)
    p.turn = 14
    raids.formation_phase(play(p))
    assert [u.unit for u in p.raids["raid"].units] == up, "nobody else takes off, and it does not form"


@pytest.mark.rule("OPS-C1.6")
def test_nothing_is_tallied_or_fired_at_before_it_has_formed() -> None:
    r = raid(SEA, unit(state="gathering"), state="gathering")
    p = day(raids=[r], squadrons=[squadron(hex=SEA, angels=18)])
    q = play(p)
    interception_phase(q)
    assert q.dice.ledger.rolls == [] and p.squadrons["79 Squadron"].tally is None  # type: ignore[attr-defined]


@pytest.mark.rule("OPS-C1.6")
@pytest.mark.parametrize(("out", "barred"), [(0, True), (1, True), (2, False)])
def test_fighter_command_gets_no_order_to_the_far_shore_or_next_to_it(out: int, barred: bool) -> None:
    h = next(
        h
        for h in sorted(W.theatre.grounds)
        if hexes.distance(h, at("Lympne")) < 12 and min(hexes.distance(h, f) for f in W.far_shore) == out
    )
    up = squadron(hex=at("Lympne"), sector="Hornchurch", radio="vhf")
    p = day(squadrons=[up, squadron("2", "ready", station="Lympne")])
    for given in (SendTo("79 Squadron", 16, hex=h), Scramble("2", 16, hex=h)):
        if barred:
            assert refusal(p, "raf", given) == ("far_shore", "OPS-C1.6")
        else:
            GAME.check(p, "raf", given)


@pytest.mark.rule("OPS-C1.6")
def test_who_follows_a_track_stops_short_of_the_far_shore() -> None:
    over_france = at("Caffiers")
    assert over_france in W.far_shore
    s = squadron(hex=SEA, radio="vhf")
    p = day(squadrons=[s], raids=[raid(over_france)], tracks=[track("raid", 1, 3, (3, over_france))])
    order(p, "raf", SendTo(s.unit, 16, track=1))
    for _ in range(4):
        assert s.vector is not None and s.vector.hex not in W.barred
        movement_phase(play(p))
        assert s.hex not in W.barred


@pytest.mark.rule("OPS-C1.6")
def test_a_raid_forms_over_the_far_shore_or_close_to_it() -> None:
    p = day(turn=1, phase="planning")
    shore = at("Cap Gris-Nez")
    for apart, fine in ((0, True), (2, True)):
        h = next(h for h in hexes.ring(shore, apart) if min(hexes.distance(h, f) for f in W.far_shore) == apart)
        assert ("plan.form_far" not in [f.key for f in faults(W, p, plan(form_at=h), [])]) == fine
    middle = next(h for h in sorted(W.theatre.grounds) if all(hexes.distance(h, f) > 2 for f in W.far_shore))
    assert "plan.form_far" in [f.key for f in faults(W, p, plan(form_at=middle), [])]
    assert "plan.form_far" in [f.key for f in faults(W, p, sweep_plan(form_at=INLAND), [])]


@pytest.mark.rule("OPS-C1.1")
def test_the_luftwaffe_hears_of_its_take_offs_and_the_raf_of_nothing() -> None:
    given = plan(form_turn=14)
    p = due(given, turn=take_offs(W, UNITS, given)[BOMBERS])
    q = play(p)
    raids.formation_phase(q)
    (found,) = describe(q, "raid_took_off")
    assert found.to == ("luftwaffe",) and found.data == {"raid": "raid", "unit": BOMBERS, "base": UNITS[BOMBERS].station, "aircraft": 27}
    assert not [e for e in q.log.events if "raf" in e.to]
