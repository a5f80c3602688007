"""The Luftwaffe's plan on the hour (OPS-C4.1): raids added and struck, units that fly again, the seal of every hour."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.game import Event, secret_free
from bob.core.match import Match
from bob.day.phases import assembly
from bob.day.phases.sequence import finish
from bob.day.rules import hourly_plan
from bob.day.rules.hourly_plan import digest
from bob.day.rules.planning import faults, span
from bob.day.rules.rendezvous import take_offs
from bob.day.state.orders import Done, DropRaid, PlanRaid, Scramble, Seal
from bob.day.state.position import LUFTWAFFE, RAF, Committed, DayPosition, Raid, Struck
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.sorties import serviceable
from bob.driver import driver_among
from tests.operations.build import (
    BOMBERS,
    GAME,
    INLAND,
    SEA,
    STUKAS,
    SWEEP,
    ZERSTOERER,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    points,
    raid,
    refusal,
    squadron,
    step,
    sweep_plan,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, whole_turn
from tests.sizes import WHOLE, some

HOUR = 19
"""Twelve o'clock on a day that begins at half past ten."""
NOON = {"turn": HOUR, "turns": 140}


def on_the_hour(*raids: Raid, **given: Any) -> DayPosition:
    return day(raids=raids, **(NOON | given))


def keys(p: DayPosition, given: RaidPlan) -> set[str]:
    """The faults of a plan as the position knows it."""
    return {f.key.removeprefix("plan.") for f in faults(W, p, given, [r.plan for r in p.raids.values()])}


def later(turn: int, code: str = "again", **given: Any) -> RaidPlan:
    return plan(code, form_turn=turn, **given)


def flown(name: str, role: str, down: int, back: int = 20, **given: Any) -> Raid:
    """A raid whose one unit has landed in a turn."""
    made = unit(name, role, strength=back, sent=24, state="landed", down=down, took_off=down - 20, **given)
    return raid(at("Dungeness"), made, code=f"before_{down}", state="ended")


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-B3.3")
def test_a_seal_is_of_all_raids_added_by_its_turn_and_of_those_struck_after_it() -> None:
    def added(turn: int, code: str = "") -> Raid:
        return Raid(plan(code or f"added_{turn}"), {}, added=turn)

    p = on_the_hour(added(0), added(7), added(HOUR), added(HOUR + 1), added(0, "patrol_1_4"))
    p.struck = [Struck(plan(f"struck_{turn}"), 0, turn) for turn in (7, HOUR, HOUR + 1)] + [Struck(plan("late"), HOUR + 1, HOUR + 2)]
    codes = [{found.code for found in hourly_plan.whole_plan(p, turn)} for turn in (1, 7, HOUR)]
    assert codes[0] == {"added_0", "struck_7", "struck_19", "struck_20"}
    assert codes[1] == {"added_0", "added_7", "struck_19", "struck_20"}
    assert codes[2] == {"added_0", "added_7", "added_19", "struck_20"}
    q = play(p)
    hourly_plan.seal(q)
    assert p.sealings[-1].digest == digest(hourly_plan.whole_plan(p, HOUR), p.salt) == describe(q, "sealed")[0].data["digest"]
    assert p.sealings[-1].turn == HOUR and describe(q, "sealed")[0].rule == "OPS-C4.1"


# Who may fly again

AGAIN = [(BOMBERS, "bomber", 30), (STUKAS, "bomber", 24), (SWEEP, "sweep", 12), (ZERSTOERER, "sweep", 12)]


def again_plan(name: str, role: str, aircraft: int, form_turn: int) -> RaidPlan:
    if role == "sweep":
        return sweep_plan("again", form_turn=form_turn, units=(PlannedUnit(name, "sweep", aircraft, 20),))
    return plan("again", units=(PlannedUnit(name, "bomber", aircraft, 12),), form_turn=form_turn, form_angels=12)


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.parametrize(("name", "role", "rest"), AGAIN)
def test_a_unit_takes_off_again_after_its_turnaround_and_not_a_turn_before(name: str, role: str, rest: int) -> None:
    before = flown(name, role, 10)
    p = on_the_hour(before)
    drawn = again_plan(name, role, 15, 60)
    ahead = 60 - take_offs(W, W.luftwaffe(p.date), drawn)[name]
    ready = dataclasses.replace(drawn, form_turn=10 + rest + ahead)
    assert keys(p, dataclasses.replace(ready, form_turn=max(HOUR + 12, ready.form_turn))) == set()
    if ready.form_turn - 1 >= HOUR + 12:
        assert keys(p, dataclasses.replace(ready, form_turn=ready.form_turn - 1)) == {"turnaround"}
    for turn, up in ((10 + rest - 1, 0), (10 + rest, 15)):
        p = day(raids=[before, Raid(dataclasses.replace(ready, form_turn=turn + ahead), {}, form_turn=turn + ahead)], turn=turn, turns=90)
        assembly.take_off(play(p))
        assert sum(u.strength for u in p.raids["again"].units) == up, "whatever the plan says, the ground crews are not done"


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.parametrize(("back", "left"), [(20, 15), (19, 14), (18, 13), (17, 12), (4, 3), (1, 0), (0, 0)])
def test_three_in_four_of_those_that_came_back_fly_again(back: int, left: int) -> None:
    assert serviceable(W, back) == left
    before = flown(SWEEP, "sweep", 10, back)
    before.units[0].state = "landed" if back else "lost"
    p = on_the_hour(before)
    for aircraft in (left, left + 1):
        if aircraft:
            assert keys(p, again_plan(SWEEP, "sweep", aircraft, 40)) == (set() if aircraft <= left else {"aircraft_back"})
    late = again_plan(SWEEP, "sweep", 24, 40)
    p = day(raids=[before, Raid(late, {}, form_turn=40)], turn=take_offs(W, W.luftwaffe(p.date), late)[SWEEP], turns=90)
    assembly.take_off(play(p))
    assert sum(u.sent for u in p.raids["again"].units) == left


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.parametrize(
    ("name", "role", "most"), [(SWEEP, "sweep", 3), (ZERSTOERER, "sweep", 3), (BOMBERS, "bomber", 2), (STUKAS, "bomber", 2)]
)
def test_fighters_fly_thrice_a_day_others_twice(name: str, role: str, most: int) -> None:
    for times in (most - 1, most):
        raids = [flown(name, role, -50 * n - 20) for n in range(times)]
        p = on_the_hour(*raids)
        assert keys(p, again_plan(name, role, 10, 40)) == (set() if times < most else {"sorties"})
        late = again_plan(name, role, 10, 40)
        p = day(raids=[*raids, Raid(late, {}, form_turn=40)], turn=take_offs(W, W.luftwaffe(p.date), late)[name], turns=90)
        assembly.take_off(play(p))
        assert bool(p.raids["again"].units) == (times < most)


@pytest.mark.rule("OPS-C4.1")
def test_the_first_plan_is_held_to_the_same_turnaround() -> None:
    first = plan()
    last = span(W, day(), first)[1]
    p = day(phase="planning", turn=1, turns=120, raids=[Raid(first, {}, form_turn=5)])
    ahead = 60 - min(take_offs(W, W.luftwaffe(p.date), later(60)).values())
    second = later(last + 30 + ahead, units=(PlannedUnit(BOMBERS, "bomber", 20, 14),))
    assert keys(p, second) == set()
    assert keys(p, dataclasses.replace(second, form_turn=second.form_turn - 1)) == {"turnaround"}
    assert keys(p, dataclasses.replace(second, units=(PlannedUnit(BOMBERS, "bomber", 21, 14),))) == {"aircraft_back"}


@pytest.mark.rule("OPS-C1.4")
@pytest.mark.rule("OPS-C4.1")
def test_the_units_of_a_feint_that_dispersed_fly_again() -> None:
    units = (PlannedUnit(BOMBERS, "bomber", 9, 14),)
    feint = plan("feint", "feint", units, form_turn=7, primary=None, secondary=None, route=(), home=(), circling=1)
    p = day(raids=[Raid(feint, {}, form_turn=7)], turn=2, turns=120)
    assembly.due(play(p), p.raids["feint"], 2, before=True)
    while p.raids["feint"].state != "ended":
        whole_turn(p, dice=DiceByPurpose(formation=(3, 3)))
    down = p.raids["feint"].units[0].down
    assert (p.raids["feint"].units[0].state, down) == ("landed", p.turn - 2)
    while not p.plan_open:
        whole_turn(p)
    again = later(p.turn + 30, units=(PlannedUnit(BOMBERS, "bomber", 6, 14),))
    ahead = again.form_turn - take_offs(W, W.luftwaffe(p.date), again)[BOMBERS]
    again = dataclasses.replace(again, form_turn=max(p.turn + 12, down + 30 + ahead))
    whole_turn(p, luftwaffe=[PlanRaid(again)])
    while not p.raids["again"].units:
        whole_turn(p)
    assert p.raids["again"].units[0].took_off >= down + 30 and p.raids["again"].units[0].strength == 6


# What may be added and struck, and when


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-B4.2")
def test_the_plan_lies_open_on_a_full_hour_only_and_must_be_sealed_on_each() -> None:
    for turn in (HOUR - 1, HOUR + 1, 1):
        p = on_the_hour(turn=turn, start=720 if turn == 1 else 630)
        for given in (PlanRaid(later(60)), DropRaid("again"), Seal()):
            assert refusal(p, LUFTWAFFE, given) == ("no_hour", "OPS-C4.1")
        order(p, LUFTWAFFE, Done())
    p = on_the_hour()
    assert GAME.view(p, LUFTWAFFE).plan_open and GAME.choices(p, LUFTWAFFE).listed == (Seal(),)
    assert refusal(p, LUFTWAFFE, Done()) == ("hour_first", "OPS-C4.1")
    order(p, RAF, Done())
    order(p, LUFTWAFFE, PlanRaid(later(60)))
    order(p, LUFTWAFFE, Seal())
    assert not GAME.view(p, LUFTWAFFE).plan_open and GAME.choices(p, LUFTWAFFE).listed == (Done(),)
    assert refusal(p, LUFTWAFFE, Seal()) == refusal(p, LUFTWAFFE, DropRaid("again")) == ("no_hour", "OPS-C4.1")
    order(p, LUFTWAFFE, Done(), *[3] * 40)
    assert p.turn == HOUR + 1


@pytest.mark.rule("OPS-C4.1")
def test_an_added_raid_forms_twelve_turns_later_takes_off_after_this_turn_and_is_home_by_the_last() -> None:
    p = on_the_hour()
    near = {"units": (PlannedUnit(SWEEP, "sweep", 20, 20),)}
    assert keys(p, sweep_plan("a", form_turn=HOUR + 11, **near)) == {"notice"}
    assert keys(p, sweep_plan("a", form_turn=HOUR + 12, **near)) == set()
    far = later(60)
    ahead = 60 - min(take_offs(W, W.luftwaffe(p.date), far).values())
    assert ahead >= 12, "of this one the take-off decides"
    assert keys(p, dataclasses.replace(far, form_turn=HOUR + ahead)) == {"take_off"}
    assert keys(p, dataclasses.replace(far, form_turn=HOUR + ahead + 1)) == set()
    out = span(W, p, far)[1] - far.form_turn
    assert keys(p, dataclasses.replace(far, form_turn=140 - out)) == set()
    assert keys(p, dataclasses.replace(far, form_turn=140 - out + 1)) == {"home_late"}
    p.phase = "planning"
    assert keys(p, dataclasses.replace(far, form_turn=140 - out + 1)) == {"home_late"}, "of the first plan it is asked, too"
    assert keys(p, dataclasses.replace(far, form_turn=140 - out)) == set()


@pytest.mark.rule("OPS-C4.1")
def test_what_has_begun_to_gather_stands_and_what_was_sealed_is_not_changed() -> None:
    waiting, up = later(70, "waiting"), raid(SEA, unit(STUKAS), code="up", state="gathering")
    p = on_the_hour(Raid(waiting, {}, form_turn=70), up)
    assert refusal(p, LUFTWAFFE, DropRaid("up")) == ("begun", "OPS-C4.1")
    assert refusal(p, LUFTWAFFE, PlanRaid(dataclasses.replace(waiting, form_turn=72))) == ("fixed", "OPS-C4.1")
    order(p, LUFTWAFFE, DropRaid("waiting"))
    assert p.struck == [Struck(waiting, 0, HOUR)] and list(p.raids) == ["up"]
    assert refusal(p, LUFTWAFFE, PlanRaid(waiting)) == ("fixed", "OPS-C4.1")
    order(p, LUFTWAFFE, PlanRaid(later(70, "new")))
    order(p, LUFTWAFFE, PlanRaid(later(72, "new")))
    assert p.raids["new"].added == HOUR and p.raids["new"].form_turn == 72, "what is not sealed yet may be drawn anew"
    order(p, LUFTWAFFE, DropRaid("new"))
    assert len(p.struck) == 1, "and leaves nothing behind"


@pytest.mark.rule("OPS-C4.1")
def test_a_new_raid_that_has_come_to_have_a_fault_keeps_the_hour_from_being_sealed() -> None:
    p = on_the_hour()
    order(p, LUFTWAFFE, PlanRaid(sweep_plan("late", form_turn=70, units=(PlannedUnit(SWEEP, "sweep", 27, 20),))))
    order(p, LUFTWAFFE, PlanRaid(sweep_plan("soon", form_turn=31, units=(PlannedUnit(SWEEP, "sweep", 20, 20),))))
    assert refusal(p, LUFTWAFFE, Seal()) == ("seal", "OPS-B3.2") and GAME.choices(p, LUFTWAFFE).listed == ()
    order(p, LUFTWAFFE, DropRaid("late"))
    order(p, LUFTWAFFE, Seal())


# The seal of the hour


def hour_played(p: DayPosition, *given: Any) -> list[Event]:
    return describe(whole_turn(p, luftwaffe=given), "sealed")


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-B4.3")
def test_every_hour_a_seal_with_a_new_salt_is_told_to_both_changed_or_not() -> None:
    changed, same = on_the_hour(Raid(later(70), {}, form_turn=70)), on_the_hour(Raid(later(70), {}, form_turn=70))
    found = [hour_played(changed, PlanRaid(later(80, "new", units=(PlannedUnit(STUKAS, "bomber", 9, 14),)))), hour_played(same)]
    for (event,), p in zip(found, (changed, same), strict=True):
        assert set(event.to) == {RAF, LUFTWAFFE} and set(event.data) == {"digest"} and p.salt != "salt"
        assert GAME.view(p, RAF).seals == {LUFTWAFFE: event.data["digest"]} and len(event.data["digest"]) == 64
    assert found[0][0].data != found[1][0].data
    before = found[1][0].data["digest"]
    for _ in range(12):
        assert describe(whole_turn(same), "sealed") == [] or same.turn == HOUR + 13
    salts = {sealing.salt for sealing in same.sealings}
    assert same.seals[LUFTWAFFE] == before or len(salts) == 1, "dice that always fall alike give the same salt"


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-B4.3")
def test_the_seal_is_told_when_both_have_given_their_orders_and_not_before() -> None:
    p = on_the_hour()
    before = secret_free(GAME.view(p, RAF))
    assert all(e.to == (LUFTWAFFE,) for given in (PlanRaid(later(70)), Seal(), Done()) for e in order(p, LUFTWAFFE, given))
    assert secret_free(GAME.view(p, RAF)) == before
    assert describe(order(p, RAF, Done(), *[3] * 60), "sealed", RAF)


def flown_again(p: DayPosition, r: Raid) -> PlanRaid | None:
    """A raid flown again as soon as its units can, with as many as they then have; None if they cannot."""
    code = f"{r.plan.code}_{p.turn}"[-40:]
    for turn in range(p.turn + 12, p.turns + 1, 6):
        for share in (4, 3):
            units = tuple(dataclasses.replace(u, aircraft=max(1, share * u.aircraft // 4)) for u in r.plan.units)
            given = dataclasses.replace(r.plan, code=code, form_turn=turn, units=units)
            if code not in (*p.raids, *p.struck_codes) and not keys(p, given):
                return PlanRaid(given)
    return None


def played(seed: str, *, strikes: bool) -> Match[DayPosition]:
    """A day on whose hours all is flown again that can be, and if asked the last raid that waits is struck before; the RAF stays down."""
    match: Match[DayPosition] = Match.new(GAME, "18_august_1940", seed)
    match.play(LUFTWAFFE, Seal())
    while match.to_move:
        seat, p = match.to_move[0], match.position
        if p.phase == "orders" and seat == LUFTWAFFE and p.plan_open:
            waiting = [r for r in p.raids.values() if r.state == "planned" and all(o.plan.joins != r.plan.code for o in p.raids.values())]
            for r in waiting[-1:] if strikes else ():
                match.play(seat, DropRaid(r.plan.code))
            for r in (*waiting[-1:], *[r for r in p.raids.values() if r.state == "ended"]):
                again = flown_again(match.position, r)
                if again is not None:
                    match.play(seat, again)
        match.play(seat, GAME.choices(match.position, seat).listed[0])
    return match


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-B3.3")
def test_after_the_game_every_seal_is_checked_against_the_plan_of_its_hour() -> None:
    match = played("seals", strikes=True)
    events = [e for entry in match.entries for e in entry.events]
    seals, (revealed,) = describe(events, "sealed"), describe(events, "revealed")
    assert revealed.data["kept"] is True and len(seals) == len(revealed.data["hours"]) > 3
    assert match.position.struck and any(r.added for r in match.position.raids.values())
    sealed_codes = [set(hour["raids"]) for hour in revealed.data["hours"]]
    assert any(a - b for a, b in itertools.pairwise(sealed_codes)) and any(b - a for a, b in itertools.pairwise(sealed_codes))
    assert all(GAME.seals(events)) and len({hour["salt"] for hour in revealed.data["hours"]}) == len(seals)
    data = {**revealed.data, "hours": [dict(hour) for hour in revealed.data["hours"]]}
    for tampered in ({"raids": data["hours"][1]["raids"][1:]}, {"salt": "x"}):
        other = [*data["hours"][:1], {**data["hours"][1], **tampered}, *data["hours"][2:]]
        assert not all(hourly_plan.as_committed({**data, "hours": other}, [e.data["digest"] for e in seals]))
    assert not all(hourly_plan.as_committed(data, [e.data["digest"] for e in seals[:-1]])), "a seal that was told and is not shown"


# The Response Level


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.rule("OPS-A15.5")
@pytest.mark.parametrize(
    ("crossed", "added", "sent", "beyond"), [(True, HOUR, 10, 0), (True, HOUR, 9, 2), (True, 0, 27, 2), (False, HOUR, 27, 2)]
)
def test_an_added_raid_whose_bomber_gruppe_crosses_the_coast_raises_the_level_by_two(
    crossed: bool, added: int, sent: int, beyond: int
) -> None:
    coast = at("Dungeness")
    start = step(coast, 3, 2)
    given = plan(
        "raid", "main", (PlannedUnit(BOMBERS, "bomber", sent, 14),), form_turn=1, route=(Leg(coast if crossed else step(start, 2, 3), 14),)
    )
    r = raid(start, unit(strength=sent), plan_=given, added=added)
    p = day(raids=[r], turn=20, response_level=3, squadrons=[squadron()])
    whole_turn(p)
    assert r.crossed == (crossed and sent > 9)
    p.commitments = [Committed(str(n), False) for n in range(5)]
    before = GAME.view(p, RAF)
    assert before.response_level == 3, "nobody is told of it before the end"
    p.raids.clear()
    p.raids["raid"] = r
    q = play(p)
    finish(q)
    assert points(p).get("squadron_beyond_response", 0.0) == 3.0 * beyond
    assert len(describe(q, "response_raised", RAF)) == (beyond == 0)


@pytest.mark.rule("OPS-A15.5")
def test_flights_count_half_and_who_was_sent_last_is_beyond() -> None:
    p = day(response_level=2, commitments=[Committed("a", False), Committed("b A", True), Committed("b B", True), Committed("c", True)])
    finish(play(p))
    assert [(x.where, x.points) for x in p.points] == [("c", 1.5)]


# The RAF cannot tell


@pytest.mark.rule("OPS-B4.3")
@pytest.mark.rule("OPS-C4.1")
def test_days_with_and_without_an_added_raid_look_alike_until_its_first_plot() -> None:
    def begun() -> DayPosition:
        here = [squadron(), squadron("501 Squadron", "ready")]
        return day(full=True, raids=[Raid(sweep_plan("sweep", form_turn=24), {}, form_turn=24)], squadrons=here, **NOON)

    given: list[list[Any]] = [[PlanRaid(later(36, "added"))], []]
    days = [begun(), begun()]
    plotted = None
    for turn in range(30):
        seen = []
        for p, orders in zip(days, given, strict=True):
            raf = [Scramble("501 Squadron", 16, hex=INLAND)] if turn == 2 else []
            dice = DiceByPurpose(detection=(5, 5))
            events = whole_turn(p, *raf, dice=dice, luftwaffe=orders)
            orders.clear()
            seen.append((secret_free(GAME.view(p, RAF)), [(e.code, dict(e.data), e.rule) for e in events if RAF in e.to]))
        if any("added" in code for t in days[0].tracks for code in t.groups):
            plotted = turn
            break
        with_, without = ([x if x[0] != "sealed" else "a seal" for x in found[1]] for found in seen)
        assert with_ == without and seen[0][0].replace(days[0].seals[LUFTWAFFE], "") == seen[1][0].replace(days[1].seals[LUFTWAFFE], "")
        if turn == 0:
            assert days[0].seals != days[1].seals and any("added" in p.raids for p in days)
    assert plotted is not None and plotted > 5, "it was never seen, or at once"


# A greedy Luftwaffe


@pytest.mark.rule("OPS-C4.1")
@pytest.mark.parametrize("seed", some(["a", "b"]))
def test_a_greedy_luftwaffe_flies_no_aircraft_too_soon(seed: str) -> None:
    p = played(seed, strikes=False).position
    flights: dict[str, list[Any]] = {}
    for r in p.raids.values():
        for u in r.units:
            flights.setdefault(u.unit, []).append(u)
    assert any(r.added for r in p.raids.values())
    for name, found in flights.items():
        found.sort(key=lambda u: u.took_off)
        fighter = W.types[found[0].aircraft].fighter
        assert len(found) <= (3 if fighter else 2), name
        for before, after in itertools.pairwise(found):
            assert before.state == "landed" and after.took_off >= before.down + (12 if fighter else 30)
            assert after.sent <= 3 * before.strength // 4


@pytest.mark.slow
@pytest.mark.rule("OPS-C4.1")
@pytest.mark.skipif(not WHOLE, reason="plays four whole days")
def test_a_greedy_luftwaffe_runs_no_score_away_from_an_officer_who_holds_back() -> None:
    """What it adds is worth no more, raid by raid, than what was planned: the rest and the three in four hold it."""
    for seed in ("g0", "g1"):
        plain, greedy = (_against("dowding", seed, adds=adds) for adds in (False, True))
        planned, added = len(plain.raids), [r for r in greedy.raids.values() if r.added]
        assert added and (greedy.score - plain.score) / len(added) <= 1.5 * max(1.0, plain.score / planned)


def _against(officer: str, seed: str, *, adds: bool) -> DayPosition:
    """12 August against an officer, with or without all flown again that can be."""
    match: Match[DayPosition] = Match.new(GAME, "12_august_1940", seed)
    match.play(LUFTWAFFE, Seal())
    raf = driver_among(match, {RAF: officer})
    while match.to_move:
        p = match.position
        if LUFTWAFFE not in match.to_move:
            raf.advance(lambda: RAF not in match.to_move)
            continue
        if adds and p.phase == "orders" and p.plan_open:
            for r in list(p.raids.values()):
                if (again := flown_again(match.position, r)) is not None:
                    match.play(LUFTWAFFE, again)
        listed = GAME.choices(match.position, LUFTWAFFE).listed
        match.play(LUFTWAFFE, listed[0] if listed else GAME.sample(match.position, LUFTWAFFE, Stream.of(seed, "pick")))
    return match.position
