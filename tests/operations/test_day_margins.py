"""Margins of the day: the last aircraft, the last turn and the one of two that counts, which other tests passed over."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.game import Log
from bob.core.hexes import distance, from_label
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.phases.detection import phase as detection_phase
from bob.day.phases.detection import seen
from bob.day.phases.landing import phase as landing_phase
from bob.day.phases.sequence import run
from bob.day.rules.movement import way
from bob.day.rules.planning import _Fighter, faults, span
from bob.day.rules.reach import left_at_formation
from bob.day.rules.rendezvous import take_offs, way_out
from bob.day.rules.timetable import timetable, turns_home, types_of
from bob.day.sampling import _of_a_raid
from bob.day.scenarios.plan_files import plans_pasted, raid_toml
from bob.day.scenarios.random_day import weather_to_come
from bob.day.scenarios.scenario import find
from bob.day.scenarios.scenario_files import FreeFile, load
from bob.day.state.combat_state import Engaging
from bob.day.state.execution import Play
from bob.day.state.orders import ChangeHeight, Correct, Done, EnterResult, FormWing, InName, Resolve, given
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.raid_plan import Leg, PlannedUnit
from bob.day.telling.period_names import Names, _notable, raid_called
from bob.day.telling.sentences import titled
from bob.tactical.engagement import Loss
from bob.words import Words
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    SEA,
    STUKAS,
    SWEEP,
    W,
    at,
    combat,
    day,
    describe,
    order,
    plan,
    play,
    raid,
    refusal,
    rolls,
    sky,
    squadron,
    sweep_plan,
    target,
    track,
    unit,
)
from tests.operations.turns.test_day_convoys import FAR, LANE, convoy, known, on_convoy, sea
from tests.operations.whole_turns import DiceByPurpose, whole_turn


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize("left", [1, 2])
def test_the_last_fighter_of_a_raid_is_attacked(left: int) -> None:
    last = raid(SEA, unit(SWEEP, "high_cover", angels=16, strength=left), kind="freie_jagd", angels=16)
    q = Play(W, day(raids=[last], squadrons=[squadron(hex=SEA, tally="raid")]), DiceByPurpose(tally=(1, 1)), Log())
    combat(q)
    assert [e.data["units"] for e in describe(q, "combat", LUFTWAFFE)] == [[[SWEEP, left]]]


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize("left", [1, 2])
def test_the_last_aircraft_of_a_squadron_attacks(left: int) -> None:
    q = Play(W, day(raids=[raid(SEA)], squadrons=[squadron(hex=SEA, tally="raid", strength=left)]), DiceByPurpose(tally=(1, 1)), Log())
    combat(q)
    assert [e.data["units"] for e in describe(q, "combat", RAF)] == [[["79 Squadron", left]]]


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(("seen", "attacked"), [((), False), ((0,), True), ((1,), True), ((0, 1), True)])
def test_a_sweep_attacks_a_wing_of_which_it_has_seen_one_squadron(seen: tuple[int, ...], attacked: bool) -> None:
    wing = [squadron(name, hex=SEA, ammo="none", wing="0/1", angels=16) for name in ("0", "1")]
    sweep = raid(SEA, unit(SWEEP, "sweep", angels=20), kind="freie_jagd", angels=20)
    for s in wing:
        s.tally = "raid"
    dice = DiceByPurpose(tally=[(6, 6) if i in seen else (1, 1) for i in range(2)])
    q = Play(W, day(raids=[sweep], squadrons=wing), dice, Log())
    combat(q)
    assert [e.data["units"] for e in describe(q, "combat", RAF)] == ([[["0", 12], ["1", 12]]] if attacked else [])


@pytest.mark.rule("OPS-C5.4")
def test_a_plan_that_says_where_its_convoy_will_be_is_judged_by_that_place() -> None:
    p = sea(known(convoy(), turn=1), turn=1, phase="planning")
    drawn = dataclasses.replace(on_convoy("dive_bombing", form_at=at("Cap Gris-Nez")), units=(PlannedUnit(STUKAS, "bomber", 20, 14),))
    assert [f.key for f in faults(W, p, drawn, [])] == ["plan.endurance"], "the convoy is too far for them"
    assert not faults(W, p, dataclasses.replace(drawn, aim=CHANNEL), [])


@pytest.mark.rule("OPS-C4.1")
def test_a_sweep_is_busy_till_it_is_home_from_a_route_longer_than_its_fuel() -> None:
    there, back = Leg(at("Biggin Hill"), 20), Leg(at("Dover Castle"), 20)
    drawn = sweep_plan(route=(there, back) * 4)
    p = day()
    units = W.luftwaffe(p.date)
    *_, end = timetable(W, drawn, types_of(W, units, drawn), p.head_wind)
    home = turns_home(W, end.hex, units[SWEEP].station, W.types[units[SWEEP].aircraft].mp)
    assert home > 0 and end.turn - drawn.form_turn > W.types[units[SWEEP].aircraft].endurance
    assert span(W, p, drawn)[1] == end.turn + home


@pytest.mark.rule("OPS-C4.1")
def test_of_a_raid_that_is_too_late_for_the_hour_the_unit_that_takes_off_first_is_named() -> None:
    drawn = plan("again")
    p = day(turn=19, turns=140)
    ahead = {name: drawn.form_turn - turn for name, turn in take_offs(W, W.luftwaffe(p.date), drawn).items()}
    assert ahead[BOMBERS] > ahead[ESCORT]
    for turns, late in ((ahead[BOMBERS], True), (ahead[BOMBERS] + 1, False)):
        found = faults(W, p, dataclasses.replace(drawn, form_turn=p.turn + turns), [])
        assert [f.values["unit"] for f in found if f.key == "plan.take_off"] == ([BOMBERS] if late else [])


@pytest.mark.rule("OPS-B11.2")
@pytest.mark.parametrize(("levels", "rolled"), [((0, 0), 1), ((2, 4), 0)])
def test_fog_that_lies_on_the_field_makes_a_landing_a_risk_and_fog_above_it_none(levels: tuple[int, int], rolled: int) -> None:
    u = unit(SWEEP, "sweep", state="going_home")
    u.hex = W.base(u.base).near
    p = day(raids=[raid(SEA, u, state="returning")], sky=sky())
    zone = p.sky.zones[W.ground(u.hex).zone]
    zone.is_bad, zone.bad, zone.bad_levels = True, "fog", levels
    q = play(p, 6, 6)
    landing_phase(q)
    assert u.state == "landed" and rolls(q, "return_to_base") == rolled


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-B11.1")
@pytest.mark.parametrize(("spare", "state"), [(1, "going_home"), (9, "with_raid")])
def test_fighters_whose_fight_took_what_fuel_they_could_spare_go_home(spare: int, state: str) -> None:
    """Full of ammunition, and without having broken off."""
    sweep = unit(SWEEP, "sweep", angels=16)
    sweep.used = sweep.endurance - spare - turns_home(W, SEA, sweep.base, W.types[sweep.aircraft].mp)
    there = raid(SEA, sweep, kind="freie_jagd", angels=16)
    p = day(raids=[there], squadrons=[squadron(hex=SEA, tally="raid")], engaging=Engaging("table", "table", "table"), step=6)
    p.phase = "engagement"
    run(Play(W, p, DiceByPurpose(tally=(1, 1)), Log()))
    assert p.combat.now is not None
    losses = tuple(Loss(f.unit, 0, 0, 0, "full", False, False, 0) for f in p.combat.now.engagement.forces)
    order(p, RAF, EnterResult(losses, 2), *([3] * 40))
    assert sweep.ammo == "full" and sweep.state == state


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.rule("OPS-B4.2")
def test_a_raid_that_comes_in_sight_of_a_convoy_sees_it_in_the_turn_in_which_it_comes() -> None:
    made = convoy()
    flown = plan(form_turn=1, route=(Leg(LANE[FAR], 14),))
    p = sea(made, raids=[raid(way(SEA, LANE[FAR])[-12], plan_=flown)], turn=3)
    for _ in range(8):
        events = whole_turn(p, dice=DiceByPurpose((2, 2)))
        if seen := [i for i, e in enumerate(events) if e.code == "convoy_seen"]:
            break
    else:
        raise AssertionError("never seen")
    (over,) = [i for i, e in enumerate(events) if e.code == "turn"]
    assert seen[0] < over, "before the next turn begins"


def test_of_a_unit_of_one_aircraft_a_plan_of_a_file_that_names_no_number_takes_one() -> None:
    match: Match[Any] = Match.new(GAME, "one_raid", 1)
    view = match.view(LUFTWAFFE)
    view = dataclasses.replace(view, common=dataclasses.replace(view.common, order_of_battle="1940-09-15"))
    units = W.luftwaffe(view.settings.order_of_battle)
    last = min(units.values(), key=lambda u: u.strength)
    assert last.strength == 1
    for unit_, aircraft in ((last, 1), (units[BOMBERS], units[BOMBERS].strength)):
        drawn = dataclasses.replace(view.raids[0].plan, units=(PlannedUnit(unit_.unit, "bomber", 0, 14),), joins=None)
        (read,) = plans_pasted(W, view, raid_toml(W, view, drawn).replace(", aircraft = 0", ""), "paper")
        assert [u.aircraft for u in read.units] == [aircraft]


@pytest.mark.rule("OPS-B4.1")
def test_a_squadron_that_the_referee_puts_up_has_neither_fought_nor_crossed_a_raid() -> None:
    s = squadron(box="ready", fought=True, crossed=True, used=7, ammo="none")
    p: DayPosition = day(squadrons=[s])
    order(p, "referee", Correct("squadron_box", s.unit, "airborne", "it took off"))
    assert (s.box, s.fought, s.crossed, s.used, s.ammo) == ("airborne", False, False, 0, "full")


def test_an_order_that_the_referee_gives_in_a_sides_name_is_that_sides() -> None:
    assert given("referee", InName(RAF, Done())) == (RAF, Done())
    assert given(LUFTWAFFE, Resolve("quick")) == (LUFTWAFFE, Resolve("quick"))


@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize(("detected", "undetected", "rolled"), [(True, False, 0), (False, True, 1)])
def test_what_has_no_level_of_its_own_is_looked_for_with_the_undetected(detected: bool, undetected: bool, rolled: int) -> None:
    there = raid(SEA)
    p = day(raids=[there], tracks=[track(level=0)], turn=3)
    p.check_detected, p.check_undetected = detected, undetected
    q = play(p, 1, 1)
    detection_phase(q)
    assert rolls(q, "detection") == rolled


@pytest.mark.rule("OPS-B5.6")
def test_a_station_sees_a_hex_at_its_share_of_the_range() -> None:
    for kind, angels, reach in (("chain_home", 14, 18), ("chain_home_low", 0, 4), ("chain_home_low", 6, 10)):
        near = {station.name: station.near for station in W.theatre.of_kind(kind)}
        shares = [(share, distance(h, near[name]) / reach) for h, found in W.seeing(kind, angels).items() for name, share in found]
        assert shares and all(share == counted for share, counted in shares)
        assert max(share for share, _ in shares) > 0.75
    assert W.seeing("chain_home_low", 22) == {}, "too high"


@pytest.mark.rule("OPS-C1.1")
def test_who_comes_from_beyond_the_map_flies_on_in_the_turn_in_which_he_enters_it() -> None:
    kind, flew_on = W.types["do_17z"], 0
    for base in sorted(W.far_fields.values(), key=lambda place: place.name):
        if not base.off:
            continue
        goal = min(W.theatre.grounds, key=lambda h: (abs(distance(h, base.near) - 9), h))
        spots = way_out(W, kind, base.name, goal, 0)
        assert all(h == base.near for h, _, off in spots if off)
        first = next(i for i, (_, _, off) in enumerate(spots) if not off)
        assert distance(base.near, spots[first][0]) == first * kind.mp - base.off
        flew_on += first * kind.mp > base.off
    assert flew_on


def test_a_fighter_field_is_named_before_one_of_another_command(theatre: Theatre) -> None:
    weights = {(place.kind, place.extra.get("command")): weight for place, _, weight in _notable(theatre)}
    assert weights["raf_airfield", "fighter"] == 1.0 < weights["raf_airfield", "bomber"] == weights["raf_airfield", "coastal"]
    assert weights["town", None] < weights["raf_airfield", "fighter"]


@pytest.mark.rule("OPS-B5.6")
def test_just_three_quarters_of_a_range_is_not_its_outer_quarter() -> None:
    """A range of four hexes has a place that lies at just that share."""
    alone = {h: found[0] for h, found in W.seeing("chain_home_low", 2).items() if len(found) == 1 and h not in W.observed[2]}
    shares = {share: h for h, (_, share) in alone.items()}
    assert 0.75 in shares
    for share, h in shares.items():
        name, _ = alone[h]
        off = [f"{kind}:{place.name}" for kind in ("chain_home", "chain_home_low") for place in W.theatre.of_kind(kind)]
        off.remove(f"chain_home_low:{name}")
        p = day(raids=[raid(h, angels=2)], damaged_stations=off)
        sight = seen(W, p, target(p.raids["raid"]))
        assert sight is not None and sight.modifier == (-1 if share > 0.75 else 0), share


@pytest.mark.rule("OPS-C4.2")
@pytest.mark.rule("OPS-B2.2")
def test_the_highest_leg_to_come_is_what_cannot_rise_and_the_lowest_what_cannot_sink() -> None:
    ceiling = W.types["do_17z"].ceiling
    for heights, up, refused in (((ceiling, 14), True, True), ((14, 14), True, False), ((14, 0), False, True)):
        flown = plan(
            form_turn=1, units=(PlannedUnit(BOMBERS, "bomber", 27, 14),), route=tuple(Leg(at("Dungeness"), h) for h in heights), home=()
        )
        p = day(raids=[raid(CHANNEL, plan_=flown)], turns=90)
        if refused:
            assert refusal(p, LUFTWAFFE, ChangeHeight("raid", up)) == ("height", "OPS-B2.2")
        else:
            GAME.check(p, LUFTWAFFE, ChangeHeight("raid", up))


@pytest.mark.rule("OPS-C2.4")
def test_a_plot_of_nothing_with_a_strength_tells_it_and_one_without_is_of_the_first_level() -> None:
    for value, level, strength in (("?", 1, None), ("30", 2, 30)):
        p = day()
        order(p, "referee", Correct("plot_false", SEA.label, value, "a flock of birds"))
        (made,) = p.tracks
        assert (made.level, made.plots[-1].level, made.plots[-1].strength, made.groups) == (level, level, strength, [])


def test_a_fault_names_a_raid_by_its_title_where_it_has_one(theatre: Theatre, en: Words) -> None:
    names = Names(theatre)
    names.titles = {"raid": {"en": "Biggin Hill", "fr": "Biggin Hill"}}
    assert titled(en, {"raid": "raid", "time": "raid"}, names) == {"raid": "Biggin Hill", "time": "raid"}
    assert titled(en, {"raid": "raid, unheard_of"}, names) == {"raid": "Biggin Hill, unheard_of"}
    assert titled(en, {"raid": "raid"}, None) == {"raid": "raid"}


@pytest.mark.rule("OPS-C6.1")
def test_weather_that_is_drawn_for_the_hours_to_come_begins_after_this_turn() -> None:
    file, met = load(find("free").path), 0
    assert isinstance(file, FreeFile)
    for seed in range(6):
        turns: dict[int, list[int]] = {}
        for now in (1, 30):
            p = day(turn=now)
            weather_to_come(W, p, file, SeededDice(Stream.of(str(seed), "weather")))
            turns[now] = [line.turn for line in (*p.sky.script, *p.sky.winds)]
        assert all(turn > now for now, found in turns.items() for turn in found)
        for now in turns[1]:
            p = day(turn=now)
            weather_to_come(W, p, file, SeededDice(Stream.of(str(seed), "weather")))
            assert now not in [line.turn for line in (*p.sky.script, *p.sky.winds)]
            met += 1
    assert met


@pytest.mark.rule("OPS-B10.1")
def test_where_gun_areas_overlap_the_strongest_fire_and_of_two_as_strong_always_the_first() -> None:
    for label, name, factor in (("0522", "Cardiff", 2), ("3223", "Brooklands", 3), ("4223", "Chatham", 4), ("0621", "Cardiff", 2)):
        assert (W.guns[from_label(label)].name, W.guns[from_label(label)].factor) == (name, factor)


@pytest.mark.rule("OPS-B2.6")
def test_five_squadrons_make_a_wing_and_six_do_not() -> None:
    made = [squadron(str(i), angels=10) for i in range(6)]
    p = day(squadrons=made)
    GAME.check(p, RAF, FormWing(tuple("01234"), "Biggin Hill"))
    assert refusal(p, RAF, FormWing(tuple("012345"), "Biggin Hill")) == ("wing_size", "OPS-B2.6")


@pytest.mark.rule("OPS-B2.5")
@pytest.mark.rule("OPS-B11.1")
def test_the_climb_to_formation_takes_fuel_and_an_odd_height_counts_as_the_one_below() -> None:
    posted = W.luftwaffe(day().date)[SWEEP]
    form_at = at("Cap Gris-Nez")
    left = {height: left_at_formation(W, posted, form_at, height) for height in (0, 2, 29, 30, 31)}
    assert left[0] > left[30] == left[31] and left[29] >= left[30]
    drawn = sweep_plan(form_at=form_at)
    assert _Fighter.of(W, posted, drawn, PlannedUnit(SWEEP, "sweep", 27, 30)).left == left[30] < W.types[posted.aircraft].endurance


def test_random_orders_add_raids_for_any_turn_to_come_and_in_the_last_for_that() -> None:
    for turn, turns in ((7, 60), (31, 31)):
        p = day(raids=[raid(SEA)], turn=turn, turns=turns)
        assert p.plan_open
        forms = {order_.plan.form_turn for i in range(40) for order_ in _of_a_raid(GAME, p, Stream.of(str(i), "margins"))}
        assert max(forms) == turns and (min(forms) > turn or turn == turns)
        assert (len(forms) > 9) == (turn < turns)


def test_raids_without_a_title_are_called_by_what_their_codes_say(en: Words) -> None:
    titles = {"raid": {"en": "Biggin Hill", "fr": "Biggin Hill"}}
    called = raid_called(en, "raid_return_2", titles)
    assert "Biggin Hill" in called and "2" in called and called != raid_called(en, "raid_return_3", titles)
    for code, key, told_ in (
        ("patrol_3_1", "sweep", {"box": "3"}),
        ("patrol_3", "patrol", {"box": "3"}),
        ("raid_4", "numbered", {"number": "4"}),
    ):
        assert raid_called(en, code, titles) == en(f"log.raid.{key}", **told_)
