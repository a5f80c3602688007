"""Convoys in whole turns of a day (OPS-C5): they move, are seen or not, are bombed and strafed, and raids look for them."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.game import dumps
from bob.core.hexes import Hex, distance
from bob.core.match import Match
from bob.day.phases.bombing import phase as bombing_phase
from bob.day.phases.convoy_raids import strafed
from bob.day.phases.flak import phase as flak_phase
from bob.day.phases.interception import phase as interception_phase
from bob.day.phases.raids import movement_phase
from bob.day.phases.sequence import _channel_patrols
from bob.day.rules.convoy_lanes import lane_hexes, nearest_on
from bob.day.rules.convoys import course, expected, in_sight, move, watch
from bob.day.rules.hourly_plan import digest
from bob.day.rules.movement import way
from bob.day.rules.planning import aimed, faults
from bob.day.rules.timetable import timetable, types_of
from bob.day.rules.winds import heading
from bob.day.state.convoy_state import ConvoySighting, DayConvoy
from bob.day.state.orders import PlanRaid
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid, Vector
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    STUKAS,
    W,
    at,
    day,
    describe,
    dropped,
    order,
    plan,
    play,
    points,
    raid,
    refusal,
    rolls,
    see,
    sky,
    squadron,
    step,
    unit,
)
from tests.operations.quiet_turns import quiet, turn_over

LANE = lane_hexes(W, "CW/CE Channel coastal route")
DRAWN_LANES = ("CW/CE Channel coastal route", "FN/FS East Coast route")
FAR = LANE.index(min(LANE, key=lambda h: distance(h, at("Portland Bill"))))
"""Where the lane passes Portland Bill, far from the French coast."""
STRAITS = next(i for i, h in enumerate(LANE) if W.ground(h).zone == "dover_straits")
"""A hex of the lane in the Straits; all of them are watched from Cap Gris-Nez."""


def convoy(code: str = "bread", index: int = FAR, **given: Any) -> DayConvoy:
    """A convoy of twenty ships that runs west from a hex of the Channel lane."""
    values: dict[str, Any] = {
        "title": {"en": "Convoy Bread", "fr": "Convoi Bread"},
        "lane": "CW/CE Channel coastal route",
        "first": index,
        "last": len(LANE) - 1,
        "entered": 1,
        "ships": 20,
        "escorts": 0,
        "balloons": 0,
        "hex": LANE[index],
        "state": "under_way",
    }
    return DayConvoy(code, **(values | given))


def known(made: DayConvoy, number: int = 1, turn: int = 3, **given: Any) -> DayConvoy:
    made.number = number
    values = {"number": number, "turn": turn, "hex": made.hex, "course": course(W, made), "ships": made.ships}
    made.seen = ConvoySighting(**(values | given))
    return made


def sea(*convoys: DayConvoy, **given: Any) -> DayPosition:
    p = day(**given)
    p.convoys = {c.code: c for c in convoys}
    return p


# Moving


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B4.2")
def test_a_convoy_makes_a_hex_in_seven_turns_and_is_gone_when_it_is_in() -> None:
    made = convoy(last=FAR + 2)
    p = sea(made, turn=7, raids=[quiet()])
    places, events = [], []
    while p.turn < 23:
        events.extend(turn_over(p))
        places.append((p.turn, made.hex, made.state))
    assert places[0] == (8, LANE[FAR + 1], "under_way") and places[6][1] == LANE[FAR + 1] and places[7][1] == LANE[FAR + 2]
    assert [state for _, _, state in places].index("in_port") == places.index((22, LANE[FAR + 2], "in_port"))
    assert [e.to for e in describe(events, "convoy_in")] == [(RAF,)] and not describe(events, "convoy_seen")


@pytest.mark.rule("OPS-C5.1")
def test_one_that_comes_later_is_nowhere_before() -> None:
    made = convoy(entered=5, state="to_come", last=0)
    p = sea(made, turn=3, raids=[quiet()])
    events = turn_over(p)
    assert made.state == "to_come" and not describe(events, "convoy_out")
    events = turn_over(p)
    assert (p.turn, made.state) == (5, "under_way") and describe(events, "convoy_out")[0].to == (RAF,)
    made.entered -= 7
    move(play(p))
    assert made.hex == LANE[FAR - 1]


@pytest.mark.rule("OPS-C5.1")
def test_one_in_port_and_one_to_come_do_not_hold_the_others_up() -> None:
    done, later, sails = convoy("a", last=FAR + 1), convoy("b", entered=40, state="to_come"), convoy("c")
    p = sea(done, later, sails, turn=14, raids=[quiet()])
    turn_over(p)
    assert [c.state for c in (done, later, sails)] == ["in_port", "to_come", "under_way"]
    assert sails.hex == LANE[FAR + 2]


@pytest.mark.rule("OPS-C5.1")
def test_its_course_is_that_of_the_lane_where_it_is_now() -> None:
    """The lane bends: four hexes on the course is another than where it entered."""
    made = convoy()
    p = sea(made, turn=1 + 4 * 7, raids=[raid(LANE[FAR + 4])])
    entered = course(W, made)
    move(play(p, 31))
    assert made.hex == LANE[FAR + 4] and made.seen is not None
    assert made.seen.course == round(heading(W, LANE[FAR + 4], LANE[FAR + 8])) != entered
    assert [c.course for c in GAME.view(p, RAF).convoys] == [made.seen.course]


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize("lane", DRAWN_LANES)
@pytest.mark.parametrize("back", [False, True])
def test_a_course_is_that_over_the_next_four_hexes_and_at_its_end_that_which_brought_it_there(lane: str, back: bool) -> None:
    found = lane_hexes(W, lane)
    end = 2 if back else len(found) - 3
    lines = []
    for i in range(end, len(found)) if back else range(end + 1):
        made = convoy(lane=lane, first=len(found) - 1 if back else 0, last=end, hex=found[i])
        on = (max(i - 4, end) if back else min(i + 4, end)) if i != end else i
        at = i if i != end else i + (1 if back else -1)
        lines.append(course(W, made))
        assert lines[-1] == round(heading(W, found[at], found[on])) % 360, i
    assert len(set(lines)) > 5, "a lane that bends"


# Who sees it


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize(("apart", "weather", "seen"), [(3, "fair", True), (4, "fair", False), (3, "overcast", False), (3, "haze", True)])
def test_a_raid_sees_it_within_three_hexes_if_nothing_hides_it(apart: int, weather: str, seen: bool) -> None:
    """Overcast lies below a raid at 14 Angels; from 4 Angels it sees beneath it."""
    made = convoy()
    for angels, sees in ((14, seen), (4, seen or (weather == "overcast"))):
        made.seen = made.number = None
        p = sea(made, raids=[raid(step(LANE[FAR], 3, apart), angels=angels)], sky=sky(weather))
        watch(play(p, *([31] if sees else [])))
        assert (made.seen is not None) == sees, angels


@pytest.mark.rule("OPS-C5.1")
def test_rain_hides_it_from_every_raid_but_not_from_cap_gris_nez() -> None:
    off_shore = next(i for i, h in enumerate(LANE) if distance(h, at("Cap Gris-Nez")) == 5)
    out = next(i for i, h in enumerate(LANE) if distance(h, at("Cap Gris-Nez")) == 6)
    for index, sees in ((off_shore, True), (out, False)):
        made = convoy(index=index)
        p = sea(made, raids=[raid(step(LANE[index], 3, 1), angels=6)], sky=sky("rain"))
        assert not in_sight(W, p, made, step(LANE[index], 3, 1), 6)
        watch(play(p, *([31] if sees else [])))
        assert (made.seen is not None) == sees


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize(("die", "ships"), [(1, 42), (31, 60), (61, 78)])
def test_place_course_and_ships_within_thirty_per_cent_are_told_and_its_ships_are_counted_once(die: int, ships: int) -> None:
    made = convoy(ships=60)
    p = sea(made, raids=[raid(step(LANE[FAR], 3, 2))])
    q = play(p, die)
    watch(q)
    assert [(r.purpose, r.sides) for r in q.dice.ledger.rolls] == [("convoy_count", 61)]
    assert made.seen == ConvoySighting(1, p.turn, LANE[FAR], course(W, made), ships)
    assert [e.to for e in describe(q, "convoy_seen")] == [(LUFTWAFFE,)] and 180 < made.seen.course < 300
    p.turn += 1
    again = play(p)
    watch(again)
    assert not describe(again, "convoy_seen") and made.seen.turn == p.turn and made.seen.ships == ships
    p.turn += 2
    later = play(p)
    watch(later)
    assert [e.data["ships"] for e in describe(later, "convoy_seen")] == [ships], "no other count to average"


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-C4.3")
def test_ships_are_counted_anew_only_when_the_count_is_farther_off_than_any_could_be() -> None:
    """Sixty counted as seventy: 70 is thirty per cent more than 54, and more than that of 53."""
    made = known(convoy(ships=60), ships=70)
    p = sea(made, raids=[raid(step(LANE[FAR], 3, 2))])
    for sunk, dice, ships in ((0, (), 70), (6, (), 70), (7, (1,), 37), (7, (), 37), (12, (), 37), (60 - 1, (61,), 1)):
        p.turn += 1
        made.sunk = sunk
        watch(play(p, *dice))
        assert made.seen is not None and made.seen.ships == ships, sunk


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B4.3")
@pytest.mark.parametrize("again", [1, 4])
def test_however_often_a_convoy_is_looked_at_the_luftwaffe_learns_no_more_of_its_ships_and_of_those_sunk(again: int) -> None:
    """Days alike but for how many ships there are, and for one that is sunk: looked at turn after turn, or lost and found again."""
    views = []
    for ships, sunk in ((20, 0), (20, 1), (22, 0), (24, 3)):
        made = known(convoy(ships=ships), ships=21)
        p = sea(made, raids=[raid(step(LANE[FAR], 3, 2))])
        found = []
        for look in range(6):
            p.turn += again
            made.sunk = sunk if look > 2 else 0
            q = play(p)
            watch(q)
            found.append((dumps(encode(GAME.view(p, LUFTWAFFE).convoys)), [e.data for e in describe(q, "convoy_seen")]))
        views.append(found)
    assert all(found == views[0] for found in views)


@pytest.mark.rule("OPS-C5.1")
def test_of_a_convoy_that_is_known_at_first_the_ships_are_counted_as_of_any() -> None:
    ships = set()
    for seed in range(8):
        match: Match[DayPosition] = Match.new(GAME, "12_august_1940", seed)
        for made in match.position.convoys.values():
            if made.seen is not None:
                ships.add(made.seen.ships - made.ships)
                assert abs(made.seen.ships - made.ships) <= 0.3 * made.ships + 0.5
    assert len(ships) > 2


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B4.2")
def test_one_that_enters_under_the_eyes_of_cap_gris_nez_is_seen_before_that_turns_orders() -> None:
    made = convoy(index=STRAITS, entered=5, state="to_come")
    p = sea(made, turn=4, raids=[quiet()])
    turn_over(p, 31)
    assert (p.turn, p.phase) == (5, "orders")
    assert [(c.turn, c.hex) for c in GAME.view(p, LUFTWAFFE).convoys] == [(5, LANE[STRAITS])]


@pytest.mark.rule("OPS-C5.1")
def test_every_convoy_seen_has_a_number_of_its_own() -> None:
    made = [convoy(code, index=FAR + i) for i, code in enumerate("abc")]
    p = sea(*made, raids=[raid(LANE[FAR + 1])])
    q = play(p, 31, 31, 31)
    watch(q)
    assert [c.number for c in made] == [e.data["number"] for e in describe(q, "convoy_seen")] == [1, 2, 3]


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B4.3")
def test_a_convoy_that_nobody_saw_is_in_nothing_that_the_luftwaffe_gets() -> None:
    with_one, without = (sea(*convoys, raids=[quiet()]) for convoys in ((convoy(),), ()))
    for p in (with_one, without):
        events = turn_over(p)
        assert not any(LUFTWAFFE in e.to and "convoy" in e.code for e in events)
    assert dumps(encode(GAME.view(with_one, LUFTWAFFE))) == dumps(encode(GAME.view(without, LUFTWAFFE)))
    assert dumps(encode(GAME.choices(with_one, LUFTWAFFE))) == dumps(encode(GAME.choices(without, LUFTWAFFE)))
    assert [c.code for c in GAME.view(with_one, RAF).convoys] == ["bread"]


@pytest.mark.rule("OPS-B5.8")
def test_the_raf_does_not_learn_what_the_luftwaffe_knows_of_its_convoys() -> None:
    seen, unseen = sea(known(convoy())), sea(convoy())
    assert dumps(encode(GAME.view(seen, RAF))) == dumps(encode(GAME.view(unseen, RAF)))


# Raids at one


def on_convoy(kind: str = "main", **given: Any) -> RaidPlan:
    values: dict[str, Any] = {"primary": None, "secondary": None, "convoy": 1, "route": (), "home": (), "form_at": CHANNEL, "form_turn": 4}
    return plan("raid", kind, (PlannedUnit(BOMBERS, "bomber", 27, 14),), **(values | given))


def over_it(made: DayConvoy, *units: Any, kind: str = "main", where: Hex | None = None, angels: int = 14, **given: Any) -> Raid:
    """A raid that has come to where its convoy should be."""
    place = where if where is not None else made.hex
    flown = on_convoy(kind, form_turn=1, form_at=place, form_angels=angels, aim=place, **given)
    return raid(place, *(units or (unit(angels=angels),)), plan_=flown, kind=kind, angels=angels, state="over_target", leg=1)


@pytest.mark.rule("OPS-C5.4")
def test_a_plan_flies_to_where_course_and_speed_would_bring_it() -> None:
    made = known(convoy(), turn=1)
    p = sea(made, turn=1, phase="planning")
    found = aimed(W, p, on_convoy())
    arrival = next(s.turn for s in timetable(W, found, types_of(W, W.luftwaffe(p.date), found), None) if s.at_target)
    assert found.aim == expected(W, made.seen, arrival) and arrival > 10  # type: ignore[arg-type]
    assert 1 <= distance(found.aim, made.hex) <= arrival // 7 + 1
    for wrong, key in (
        ({"convoy": 2}, "convoy_unknown"),
        ({"primary": "Kenley"}, "convoy_beside"),
        ({"convoy": None, "aim": CHANNEL}, "aim_at_nothing"),
    ):
        keys = [f.key for f in faults(W, p, on_convoy(form_at=at("Pointe de Barfleur"), **wrong), [])]
        assert keys[0] == f"plan.{key}", keys


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.rule("OPS-B3.3")
def test_the_place_is_sealed_with_the_plan() -> None:
    p = sea(known(convoy()), turn=1, phase="planning")
    given = on_convoy(form_at=at("Pointe de Barfleur"))
    assert faults(W, p, given, []) == []
    order(p, LUFTWAFFE, PlanRaid(given))
    kept = p.raids["raid"].plan
    assert kept.aim is not None and digest([kept], "s") != digest([dataclasses.replace(kept, aim=None)], "s")
    p.convoys["bread"].seen = None
    assert refusal(p, LUFTWAFFE, PlanRaid(given))[0] == "plan"


@pytest.mark.rule("OPS-C5.4")
def test_near_and_seen_the_raid_goes_on_to_it_and_bombs_it_in_the_turn_that_it_is_there() -> None:
    made = known(convoy())
    r = over_it(made, where=step(LANE[FAR], 3, 3))
    see(r)
    p = sea(made, raids=[r], turn=3, step=9)
    q = play(p, 6, 6)
    bombing_phase(q)
    assert (r.chasing, r.state, r.bombed) == ("bread", "flying", False)
    p.step, p.phase = 4, "orders"
    movement_phase(play(p))
    assert (r.hex, r.state) == (made.hex, "over_target")
    bombing_phase(q)
    assert r.bombed and points(p) == {"bombing": 7.0}
    movement_phase(play(p))
    assert all(u.state == "going_home" for u in r.units) or r.hex != made.hex


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.parametrize(("apart", "weather"), [(4, "fair"), (2, "cloudy")])
@pytest.mark.parametrize("secondary", ["Portland Naval Base", None])
def test_not_near_or_not_seen_it_goes_to_its_secondary_or_home(apart: int, weather: str, secondary: str | None) -> None:
    made = known(convoy())
    r = over_it(made, where=step(LANE[FAR], 3, apart), secondary=secondary)
    p, q = dropped(r, 6, 6, weather=weather, convoys={"bread": made})
    if secondary is not None:
        assert (r.diverted, r.state) == (True, "flying") and describe(q, "diverted")[0].data["target"] == secondary
    else:
        assert r.state == "returning" and describe(q, "convoy_missed")[0].to == (LUFTWAFFE,)
    assert not r.bombed and not points(p)


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.rule("OPS-A5.decoy")
def test_decoyed_is_lost() -> None:
    """In haze a 3 is a decoy: lost then, on 4 to 6 away, on 1 to 3 it bombs, by two columns worse."""
    for die, bombs in ((4, False), (3, True)):
        made = known(convoy())
        r = over_it(made, secondary="Portland Naval Base")
        see(r)
        p, _ = dropped(r, 1, 2, die, weather="haze", convoys={"bread": made})
        assert r.lost and not r.decoyed and r.bombed == bombs and r.diverted != bombs
        assert points(p) == ({"bombing": 3.0} if bombs else {})


@pytest.mark.rule("OPS-C5.4")
def test_when_every_ship_is_gone_there_is_nothing_to_find() -> None:
    made = known(convoy(state="sunk", sunk=20))
    r = over_it(made)
    _, q = dropped(r, 6, 6, convoys={"bread": made})
    assert r.state == "returning" and describe(q, "convoy_missed")


# Bombs


@pytest.mark.rule("OPS-C5.2")
@pytest.mark.parametrize(
    ("kind", "units", "vp", "sunk"),
    [
        ("main", 1, 7, 0),
        ("main", 2, 14, 1),
        ("dive_bombing", 1, 15, 1),
        ("dive_bombing", 2, 30, 3),
        ("low_level", 1, 15, 1),
        ("jabo", 1, 9, 1),
    ],
)
def test_points_and_ships_by_how_they_attack(kind: str, units: int, vp: int, sunk: int) -> None:
    """Tallied: column 0 scores 10 for a bomber Gruppe, two columns on 7, one back 15; for Jabos one back 9."""
    role = "jabo" if kind == "jabo" else "bomber"
    names = (STUKAS, "III./StG 1")
    made = known(convoy())
    flown = [unit(names[i], role, aircraft="bf_109e_7" if kind == "jabo" else "ju_87b", tallied=True) for i in range(units)]
    p, q = dropped(over_it(made, *flown, kind=kind), 6, 6, convoys={"bread": made})
    assert (points(p)["bombing"], made.sunk) == (vp, sunk)
    attacked = describe(q, "convoy_attacked")[0]
    assert attacked.to == (RAF,) and attacked.data["sunk"] == sunk
    assert all("sunk" not in e.data for e in q.log.events if LUFTWAFFE in e.to)
    assert p.raids["raid"].done[0].ships == sunk


@pytest.mark.rule("OPS-C5.2")
def test_ships_left_bound_the_points() -> None:
    made = known(convoy(ships=3, sunk=2), ships=1)
    flown = [unit(n, tallied=True, aircraft="ju_87b") for n in (STUKAS, "III./StG 1")]
    p, _ = dropped(over_it(made, *flown, kind="dive_bombing"), 6, 6, convoys={"bread": made})
    assert points(p)["bombing"] == 8.0 and (made.sunk, made.state) == (3, "sunk")


@pytest.mark.rule("OPS-C5.2")
@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(("kind", "apart", "tallies"), [("hex", 2, True), ("hex", 3, False), ("raid", 2, False)])
def test_a_patrol_near_a_convoy_looks_out_the_better(kind: Any, apart: int, tallies: bool) -> None:
    """A roll of 6 is enough at +1 alone; sent after a raid a squadron does not patrol."""
    made = convoy()
    place = step(made.hex, 3, apart)
    s = squadron(hex=place, angels=14)
    s.vector = Vector(kind, place, 14)
    p = sea(made, squadrons=[s], raids=[raid(step(place, 4, 1))])
    interception_phase(play(p, 3, 3, *([1, 1] * 9)))
    assert (s.tally is not None) == tallies


# Guns and balloons of a convoy


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B10.1")
def test_escorts_fire_at_who_is_over_them_and_each_side_reads_its_own_name() -> None:
    for escorts, weather, fires in ((2, "fair", True), (0, "fair", False), (2, "overcast", False)):
        made = known(convoy(escorts=escorts), number=3)
        p = sea(made, raids=[raid(made.hex)], sky=sky(weather))
        q = play(p, *([6, 4] if fires else []))
        flak_phase(q)
        areas = {e.to[0]: e.data["area"] for e in describe(q, "flak")}
        assert areas == ({RAF: "convoy:bread", LUFTWAFFE: "sighted:3"} if fires else {})


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B10.1")
def test_guns_of_a_convoy_that_nobody_had_seen_give_it_its_number() -> None:
    made = convoy(escorts=2)
    p = sea(made, raids=[raid(made.hex)])
    q = play(p, 6, 4, 31)
    flak_phase(q)
    assert {e.data["area"] for e in describe(q, "flak") if LUFTWAFFE in e.to} == {"sighted:1"} and made.seen is not None


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.rule("OPS-C5.1")
def test_low_over_its_balloons() -> None:
    for balloons, angels, down in ((8, 4, 1), (0, 4, 0), (8, 6, 0)):
        made = known(convoy(balloons=balloons))
        r = raid(made.hex, unit(angels=angels), angels=angels)
        flak_phase(play(sea(made, raids=[r]), *([5, 5] if down else [])))
        assert r.units[0].strength == 27 - down


# The Channel patrol's risk


@pytest.mark.rule("OPS-C5.3")
@pytest.mark.rule("OPS-B9.1")
@pytest.mark.parametrize(("turn", "start", "hour"), [(7, 630, True), (8, 630, False), (6, 635, True)])
def test_on_the_hour_the_box_strafes_a_convoy_in_the_straits_once(turn: int, start: int, hour: bool) -> None:
    made = known(convoy(index=STRAITS, entered=turn), turn=turn)
    p = sea(made, turn=turn, start=start, raids=[quiet()])
    p.patrols[2] = [unit(ESCORT, "sweep", strength=30)]
    events = turn_over(p, *([3] if hour else []))
    strafes = describe(events, "patrol_strafed")
    assert bool(strafes) == hour and (points(p).get("bombing", 0.0) == 2.0) == hour
    assert made.sunk == 0
    if hour:
        assert strafes[0].to == (LUFTWAFFE,) and describe(events, "convoy_attacked")[0].to == (RAF,)


@pytest.mark.rule("OPS-C5.3")
@pytest.mark.rule("OPS-A13.strafe")
@pytest.mark.parametrize(
    ("strengths", "ships", "scored"), [((30,), 20, 2), ((9,), 20, 1), ((1,), 20, 1), ((0, 1), 20, 1), ((30,) * 5, 1, 8)]
)
def test_each_unit_of_the_box_strafes_for_itself_as_far_as_there_is_something_left(
    strengths: tuple[int, ...], ships: int, scored: int
) -> None:
    made = known(convoy(index=STRAITS, ships=ships))
    p = sea(made)
    p.patrols[2] = [unit(ESCORT, "sweep", strength=strength) for strength in strengths]
    strafed(play(p), 2, made)
    assert points(p)["bombing"] == scored and made.sunk == scored // 8


@pytest.mark.rule("OPS-C5.3")
@pytest.mark.rule("OPS-B9.1")
def test_there_is_one_roll_for_all_and_raf_units_draw_it_first_the_lowest_stack() -> None:
    made = convoy(index=STRAITS)
    low, high = squadron("1 Low", hex=LANE[STRAITS], angels=10), squadron("2 High", hex=LANE[STRAITS], angels=20)
    p = sea(made, turn=7, start=630, squadrons=[high, low])
    p.patrols[2] = [unit(ESCORT, "sweep", strength=30)]
    q = play(p, 3, *([6, 6] * 4))
    _channel_patrols(q)
    assert rolls(q, "channel_patrol") == 1 and not describe(q, "patrol_strafed")
    assert describe(q, "patrol_attack", RAF)[0].data["units"] == ["1 Low"]
    p.squadrons.clear()
    p.combat.queue.clear()
    empty = play(p, 4)
    _channel_patrols(empty)
    assert rolls(empty, "channel_patrol") == 1 and not describe(empty, "patrol_strafed")
    away = sea(convoy(), turn=7, start=630)
    nobody = play(away)
    _channel_patrols(nobody)
    assert rolls(nobody, "channel_patrol") == 0


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.rule("OPS-A5.divert")
def test_lost_and_without_a_secondary_it_bombs_the_convoy_that_it_sees() -> None:
    for die in (3, 4):
        made = known(convoy())
        r = over_it(made, secondary=None)
        see(r)
        p, _ = dropped(r, 1, 2, die, weather="haze", convoys={"bread": made})
        assert r.lost and r.bombed and points(p) == {"bombing": 3.0}


# Lanes


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize("lane", sorted(lane.name for lane in W.theatre.lanes))
def test_a_lane_runs_from_hex_to_hex_through_every_turning_that_lies_on_the_map(lane: str) -> None:
    found = lane_hexes(W, lane)
    line = next(one.line for one in W.theatre.lanes if one.name == lane)
    turnings = [h for x, y in line.coords if (h := W.theatre.hex_at(x, y)) is not None]
    at = -1
    for turning in turnings:
        at = found.index(turning, max(at, 0))
    assert (found[:1], found[-1:]) == (tuple(turnings[:1]), tuple(turnings[-1:])) and set(found) <= set(W.theatre.grounds)
    gaps = [(a, b) for a, b in itertools.pairwise(found) if distance(a, b) != 1]
    assert all(any(h not in W.theatre.grounds for h in way(a, b)) for a, b in gaps), gaps


@pytest.mark.rule("OPS-C5.1")
def test_a_place_by_a_lane_is_at_its_nearest_hex_the_first_of_equals() -> None:
    assert nearest_on(LANE, LANE[FAR]) == FAR and nearest_on((), LANE[0]) is None
    beside = next(h for h in sorted(W.theatre.grounds) if min(distance(h, one) for one in LANE) == 6)
    beyond = next(h for h in sorted(W.theatre.grounds) if min(distance(h, one) for one in LANE) == 7)
    assert distance(LANE[nearest_on(LANE, beside) or 0], beside) == 6 and nearest_on(LANE, beyond) is None
    middle = step(LANE[FAR], 0, 1)
    alike = [i for i, one in enumerate(LANE) if distance(one, middle) == min(distance(other, middle) for other in LANE)]
    assert nearest_on(LANE, middle) == alike[0]
