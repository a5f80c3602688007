"""Edges of the day that one more or one less would not cross: each of these was once passed over by every other test."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from typing import Any

import pytest

from bob.core.codec import CodecError
from bob.core.dice import SeededDice, Stream
from bob.core.game import Event
from bob.core.hexes import distance, neighbours
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.phases.convoy_raids import strafed
from bob.day.phases.detection import seen
from bob.day.phases.flak import phase as flak_phase
from bob.day.phases.raids import _ahead, leave, movement_phase
from bob.day.phases.reports import MOST_CLAIMED, _higher
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.forms import board
from bob.day.rules.movement import spans
from bob.day.rules.navigation import navigate
from bob.day.rules.planning import sorties
from bob.day.rules.reach import FlyingRange, Reach
from bob.day.rules.stances import turns_to
from bob.day.rules.timetable import legs, timetable, turns_home, types_of
from bob.day.rules.weather import bad_over, scripted
from bob.day.scenarios.scenario import briefing, find, scenarios, setup
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.execution import Play
from bob.day.state.groups import TOGETHER, Group, groups_of, regroup
from bob.day.state.migrations import of_today
from bob.day.state.orders import Correct, Readiness, Resolve
from bob.day.state.position import DayPosition, GroundReport, LastHeard, Vector
from bob.day.state.raid_parts import together
from bob.day.state.raid_plan import Leg
from bob.day.state.scenario_forms import Clock
from bob.day.state.scenario_lines import ScriptLine, WindLine
from bob.day.telling.corrections_wording import thing_text
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import sentence
from bob.words import Words
from tests.operations.build import (
    BIGGIN,
    CHANNEL,
    ESCORT,
    GAME,
    INLAND,
    NO_DAMAGE,
    ON,
    SEA,
    W,
    at,
    day,
    describe,
    dropped,
    order,
    over,
    plan,
    play,
    points,
    raid,
    rolls,
    sky,
    squadron,
    step,
    target,
    unit,
)
from tests.operations.whole_turns import whole_turn

DOVER = at("Dover Castle")


@pytest.mark.rule("OPS-B10.2")
def test_a_fighter_that_the_balloons_bring_down_shoots_none() -> None:
    for strength, shoots in ((1, False), (2, True)):
        p = day(
            raids=[
                raid(DOVER, unit("Erprobungsgruppe 210", "jabo", aircraft="bf_110d", angels=2, strength=strength), kind="jabo", angels=2)
            ]
        )
        q = play(p, 1, 1, 6, 6, 5)
        flak_phase(q)
        assert rolls(q, "balloon_points") == int(shoots)


@pytest.mark.rule("OPS-A14.ground")
def test_a_squadron_of_one_aircraft_is_hit_on_the_ground_and_one_of_none_is_not_there() -> None:
    one, none = squadron("1", "ready", strength=1, ordered_off=Vector("hex", BIGGIN, 10)), squadron("2", "gone", strength=0)
    p, q = dropped(over(), *ON, *NO_DAMAGE, 6, 6, squadrons=[one, none])
    assert (one.box, one.strength, one.lost, one.ordered_off) == ("gone", 0, 1, None)
    assert [e.data for e in describe(q, "hit_on_ground")] == [{"unit": "1", "destroyed": 1}] and points(p)["raf_on_ground"] == 0.5
    assert rolls(q, "ground_damage") == 1


@pytest.mark.rule("OPS-B7.4")
@pytest.mark.parametrize(("due", "ready"), [(5, 6), (6, 6), (7, 7)])
def test_ready_in_the_turn_in_which_the_later_of_both_is_over(due: int, ready: int) -> None:
    """Rearming ends on one turn, the three turns to Ready on the sixth."""
    s = squadron(box="rearm_2", due=due, becoming="available")
    p = day(squadrons=[s], turn=3)
    order(p, "raf", Readiness(s.unit, "ready"))
    while p.turn < ready:
        assert s.box != "ready"
        whole_turn(p)
    assert s.box == "ready"


@pytest.mark.rule("OPS-C8.1")
def test_silence_is_counted_from_the_turn_in_which_a_squadron_was_last_heard() -> None:
    s = squadron(hex=step(at("Biggin Hill"), 2, 9))
    p = day(squadrons=[s], turn=7)
    s.last = s.noted(4)
    assert isinstance(s.last, LastHeard)
    (shown,) = GAME.view(p, "raf").squadrons
    assert (shown.heard, shown.silence) == (4, 3)


@pytest.mark.rule("OPS-B2.5")
def test_the_way_home_to_a_base_off_the_map_counts_what_lies_beyond_its_edge() -> None:
    base = next(place for place in W.far_fields.values() if place.off)
    r = FlyingRange("do_17z", base.name, SEA, 30, 3, 3)
    area = Reach(W).within(r)
    assert area and area == {h for h in W.theatre.grounds if -(-distance(SEA, h) // 3) + turns_home(W, h, base.name, 3) <= 30}
    assert len(area) < len(W.theatre.grounds)


def page(phase: str) -> dict[str, Any]:
    codes = ("squadron_beyond_response", "flight_beyond_response", "bombing")
    return {
        "date": "1940-08-18",
        "seals": {"luftwaffe": "digest"},
        "salt": "salt",
        "squadrons": {"1": {"unit": "1", "flight": False, "committed": True}, "2": {"unit": "2", "flight": False, "committed": False}},
        "phase": phase,
        "points": [{"code": code} for code in codes],
    }


@pytest.mark.rule("OPS-A15.5")
def test_points_that_older_rules_gave_at_each_take_off_are_given_anew_at_the_end_of_the_day() -> None:
    """A day that goes on loses them, as the end settles them; one that is over keeps its points."""
    going_on, over = of_today(page("orders")), of_today(page("over"))
    assert [point["code"] for point in going_on["points"]] == ["bombing"]
    assert [point["code"] for point in over["points"]] == ["squadron_beyond_response", "flight_beyond_response", "bombing"]
    assert going_on["commitments"] == [{"unit": "1", "flight": False}]
    assert going_on["sealings"] == [{"turn": 1, "salt": "salt", "digest": "digest"}]


def test_weather_that_turns_everywhere_is_told_without_its_zones(theatre: Theatre, en: Words) -> None:
    zones, names = [zone.code for zone in theatre.zones], Names(theatre)
    everywhere = sentence(en, Event("weather_turned", {"zones": zones, "weather": "fair"}, ("raf",)), names)
    some = sentence(en, Event("weather_turned", {"zones": zones[:-1], "weather": "fair"}, ("raf",)), names)
    assert everywhere != some and en(f"tables.zone.{zones[0]}") in some and en(f"tables.zone.{zones[0]}") not in everywhere


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-A14.sector")
def test_the_turns_till_the_emergency_room_count_from_the_bombs() -> None:
    p, _ = dropped(over(), *ON, 1, 6, 6, turn=8, switches={"repair": "by_hours"})
    assert p.rooms_hit == ["Biggin Hill"] and p.rooms_due == {"Biggin Hill": 20}


@pytest.mark.rule("OPS-C6.3")
def test_bad_weather_between_a_height_and_the_ground_counts_at_each_of_its_levels() -> None:
    for level, angels, bad in ((2, 2, True), (2, 0, False), (0, 0, True), (4, 2, False)):
        p = day(sky=sky())
        here = p.sky.zones[W.ground(INLAND).zone]
        here.is_bad, here.bad, here.bad_levels = True, "fog", (level, level)
        assert bad_over(W, p, INLAND, angels) == bad, (level, angels)


@pytest.mark.rule("OPS-B10.2")
def test_of_those_in_the_balloons_the_largest_is_hit_and_both_sides_learn_what_was_shot() -> None:
    small, large = (unit(name, "jabo", aircraft="bf_110d", angels=2, strength=n) for name, n in (("A", 5), ("B", 9)))
    p = day(raids=[raid(DOVER, small, large, kind="jabo", angels=2)])
    q = play(p, 1, 1, 6, 6, 3, 4)
    flak_phase(q)
    assert (small.strength, large.strength) == (5, 8)
    assert [(e.data["points"], set(e.to)) for e in describe(q, "balloons_shot")] == [(3, {"raf", "luftwaffe"}), (4, {"raf", "luftwaffe"})]


@pytest.mark.rule("OPS-C2.5")
def test_where_two_codes_have_as_many_aircraft_the_raids_own_stays() -> None:
    a, b = unit("A", state="going_home", strength=9), unit("B", state="going_home", strength=9)
    r = raid(SEA, a, b)
    a.group, b.group = "raid/1", "raid"
    a.hex = b.hex = SEA
    regroup(r)
    assert {a.group, b.group} == {"raid"}


@pytest.mark.rule("OPS-B3.4")
def test_return_escorts_of_a_scenario_are_numbered_raids_that_are_there_a_turn_before_they_are_needed() -> None:
    p = setup(W, find("15_september_1940"), {}, SeededDice(Stream.of(1, "game")))
    found = {code: r.plan for code, r in p.raids.items() if r.plan.type == "return_escort"}
    assert found
    by_raid = Counter(plan.joins for plan in found.values())
    assert set(found) == {f"{code}_return_{i}" for code, n in by_raid.items() for i in range(1, n + 1)}
    units = W.luftwaffe(p.date)
    for back in found.values():
        main = p.raids[str(back.joins)].plan
        steps = timetable(W, main, types_of(W, units, main), p.head_wind)
        (leg,), (flown,) = back.route, back.units
        over_water = (s for s in steps if s.leg > legs(W, main)[1] and not W.ground(s.hex).british)
        meets = next(over_water, steps[-1])
        assert leg.hex == meets.hex
        turns = -(-distance(back.form_at, leg.hex) // W.types[units[flown.unit].aircraft].mp)
        assert back.form_turn == meets.turn - turns - 1 and len(main.units) > 1
        assert flown.unit not in {u.unit for u in main.units}


@pytest.mark.parametrize("value", ["1a:00", "00:1a", "1:00", "24:00", "12:60", "1200", "²2:00", 1200])
def test_what_is_no_time_of_day_is_refused(value: object) -> None:
    Clock.check("23:59", "start")
    with pytest.raises(CodecError):
        Clock.check(value, "start")


@pytest.mark.parametrize("change", [{"how": "nonsense"}, {"battle": 7}])
def test_a_page_whose_dogfight_cannot_be_read_is_refused(change: dict[str, Any]) -> None:
    match: Match[Any] = Match.new(GAME, "one_raid", 2, {"engagements": "cards"})
    stream = Stream.of(2, "edges")
    while match.position.combat.now is None:
        assert match.to_move and not GAME.referee_decides(match.position), "nobody met"
        seat = match.to_move[0]
        match.play(seat, GAME.sample(match.position, seat, stream))
    assert not GAME.referee_decides(match.position), "it is being flown"
    page = json.loads(GAME.dump(match.position))
    assert GAME.dump(GAME.parse(json.dumps(page))) == GAME.dump(match.position)
    page["combat"]["now"] |= change
    with pytest.raises(CodecError):
        GAME.parse(json.dumps(page))


@pytest.mark.rule("OPS-C1.2")
def test_of_a_raid_that_gathers_those_near_its_place_are_together() -> None:
    units = [unit(name, state="gathering", h=step(SEA, 0, apart)) for name, apart in (("A", 0), ("B", TOGETHER), ("C", TOGETHER + 1))]
    r = raid(SEA, *units, state="gathering")
    for each, apart in zip(units, (0, TOGETHER, TOGETHER + 1), strict=True):
        each.hex = step(SEA, 0, apart)
    (shown,) = GAME.view(day(raids=[r]), "luftwaffe").raids
    main, apart_ = together(shown)
    assert [u.unit for u in main] == ["A", "B"] and [[u.unit for u in us] for us in apart_] == [["C"]]
    main, apart_ = together(dataclasses.replace(shown, state="flying"))
    assert [u.unit for u in main] == ["A"] and len(apart_) == 2, "who comes late to one that has set out flies by himself"


@pytest.mark.rule("OPS-B8.4")
def test_the_referee_may_decide_an_engagement_in_hand_until_it_is_flown() -> None:
    match: Match[Any] = Match.new(GAME, "one_raid", 2, {"engagements": "ask"})
    stream = Stream.of(2, "edges")
    while match.position.combat.now is None:
        assert not GAME.referee_decides(match.position)
        match.play(match.to_move[0], GAME.sample(match.position, match.to_move[0], stream))
    assert GAME.referee_decides(match.position)
    match.play(match.to_move[0], Resolve("cards"))
    assert not GAME.referee_decides(match.position)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C7.2")
def test_what_the_referee_sets_right_on_the_ground_is_not_mended_again() -> None:
    p = day(squadrons=[squadron(box="ready")], raids=[raid(step(at("Dover Castle"), 2, 4), unit())])
    assert "Dover" in seen_by(p)
    order(p, "referee", Correct("station", "Dover", "out", "misread"))
    assert p.damaged_stations == ["chain_home:Dover"] and "Dover" not in seen_by(p), "it sees no more"
    p.stations_due = {"chain_home:Dover": 9}
    p.rooms_hit, p.rooms_due = ["Biggin Hill"], {"Biggin Hill": 9}
    order(p, "referee", Correct("station", "Dover", "working", "misread"))
    order(p, "referee", Correct("room", "Biggin Hill", "working", "misread"))
    GAME.invariants(p)
    assert (p.damaged_stations, p.stations_due, p.rooms_hit, p.rooms_due) == ([], {}, [], {}) and "Dover" in seen_by(p)


def seen_by(p: DayPosition) -> tuple[str, ...]:
    """The stations that see the first raid."""
    found = seen(W, p, target(p.raids["raid"]))
    return found.sources if found is not None else ()


@pytest.mark.parametrize(("start", "turn"), [(630, 3), (655, 12), (1435, 2)])
def test_the_luftwaffes_clock_is_the_days(start: int, turn: int) -> None:
    p = day(start=start, turn=turn)
    view = GAME.view(p, "luftwaffe")
    for other in (None, 1, turn, turn + 7):
        assert view.clock(other) == p.clock(other)


@pytest.mark.rule("OPS-C5.3")
def test_nine_of_a_channel_patrol_strafe_a_convoy_as_a_staffel_and_ten_as_a_gruppe() -> None:
    scored = {}
    for strength in (9, 10):
        made = DayConvoy("convoy", {}, "CW/CE Channel coastal route", 3, 9, 1, 20, 0, 0, SEA, "under_way")
        p = day(convoys={"convoy": made}, patrols=[[unit(ESCORT, "sweep", strength=strength)], *([[]] * 5)])
        strafed(play(p, 31), 0, made)
        scored[strength] = points(p)["bombing"]
    assert scored[9] < scored[10]


def test_every_hex_of_the_map_can_be_named_in_an_order() -> None:
    found = board(W)
    for h in W.theatre.grounds:
        found.check(h.label, "hex")
    assert {found.columns.least, found.rows.least} == {0}


@pytest.mark.rule("OPS-A9.2")
def test_a_dive_of_more_than_two_angels_a_hex_ends_in_the_last_hex() -> None:
    a, b, c = SEA, step(SEA, 0), step(SEA, 0, 2)
    assert spans([a, b, c], 12, 2) == [(a, 10, 12), (b, 8, 10), (c, 2, 8)]
    assert spans([a], 12, 2) == [(a, 2, 12)]
    assert spans([a, b], 4, 8) == [(a, 8, 8), (b, 8, 8)]


@pytest.mark.rule("OPS-C4.3")
def test_what_is_claimed_one_level_too_high() -> None:
    report = GroundReport(3, 3, "crews", "raid", "Kenley", lost=1, off=False, aircraft=3, ships=2)
    told_ = _higher(report)
    assert (told_.lost, told_.off, told_.aircraft, told_.ships) == (2, True, 6, 3)
    assert _higher(dataclasses.replace(report, lost=MOST_CLAIMED)).lost == MOST_CLAIMED
    bare = _higher(GroundReport(3, 3, "crews", "raid", "Kenley"))
    assert (bare.lost, bare.off, bare.aircraft, bare.ships) == (None, None, None, None)


@pytest.mark.rule("OPS-B11.1")
@pytest.mark.rule("OPS-A7.t")
@pytest.mark.parametrize("wind", [False, True])
def test_where_a_raid_is_looked_for_in_the_turns_to_come_is_where_it_flies(wind: bool) -> None:
    r = raid(CHANNEL, plan_=plan(route=(Leg(at("Dungeness"), 14),)))
    p = day(raids=[r], turn=r.plan.form_turn)
    if wind:
        p.sky.wind, p.sky.blows_from, p.sky.wind_hexes = "headwind", 315, 1
    looked = _ahead(play(p), r, 4)
    flown = []
    for _ in range(4):
        p.turn += 1
        movement_phase(play(p))
        flown.append(r.hex)
    assert looked == flown


@pytest.mark.rule("OPS-C5.1")
def test_convoys_of_a_scenario_enter_at_their_time_and_are_under_way_from_the_first_turn_else() -> None:
    met_ = Counter[str]()
    for code in scenarios():
        if find(code).free:
            continue
        p = setup(W, find(code), {}, SeededDice(Stream.of(1, "game")))
        for convoy in p.convoys.values():
            met_[convoy.state] += 1
            assert (convoy.state == "under_way") == (convoy.entered == 1)
            assert convoy.hex == lane_hexes(W, convoy.lane)[convoy.first]
        numbers = [c.number for c in p.convoys.values() if c.number is not None]
        assert numbers == list(range(1, len(numbers) + 1))
    assert met_["under_way"]


@pytest.mark.rule("OPS-C4.1")
def test_who_is_later_than_planned_is_busy_till_the_next_turn_at_least() -> None:
    r = raid(SEA, unit())
    for turn, late in ((2, False), (50, True)):
        (flown,) = sorties(W, day(raids=[r], turn=turn), r.units[0].unit, "another", [r.plan])
        assert (flown.last == turn + 1) == late and flown.last >= turn + 1


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.parametrize("level", [0, 2])
def test_fog_on_the_ground_hides_a_landmark_however_thin_it_is(level: int) -> None:
    mark = next(h for h in sorted(W.landmarks) if not any(n in W.landmarks | W.coast for n in neighbours(h)) and h not in W.coast)
    p = day(raids=[raid(mark, unit())])
    given: dict[str, Any] = {}

    class Kept(Play):
        """Keeps what the roll was given."""

        def table(self, name: str, by: str = "", **circumstances: Any) -> Any:
            given.update(circumstances)
            return Play.table(self, name, by, **circumstances)

    zone = p.sky.zones[W.ground(mark).zone]
    zone.is_bad, zone.bad, zone.bad_levels = True, "fog", (level, level)
    base = play(p, 3, 3)
    navigate(Kept(base.world, base.p, base.dice, base.log), p.raids["raid"], objective=False)
    assert (given["landmark"], given["landmark_weather"]) == (True, "fog")


@pytest.mark.rule("OPS-C1.1")
def test_who_leaves_while_it_gathers_has_as_far_to_fly_beyond_the_map_as_it_has_come() -> None:
    base = max(W.far_fields.values(), key=lambda place: place.off)
    for state, beyond, back in (("gathering", 1, base.off - 1), ("gathering", base.off, 0), ("with_raid", 0, base.off)):
        u = unit(state=state, base=base.name, beyond=beyond)
        r = raid(SEA, u)
        leave(play(day(raids=[r])), r, u)
        assert (u.state, u.beyond) == ("going_home", back)


@pytest.mark.rule("OPS-C6.1")
def test_a_script_counts_its_turns_from_the_start_of_the_day() -> None:
    p = day(start=600, turn=1)
    lines = [ScriptLine("10:00", "rain", ("london",)), ScriptLine("10:05", "fair", ("london",)), ScriptLine("12:00", "cloudy", ("london",))]
    scripted(W, p.sky, p.start, lines, [WindLine("11:00", "headwind")])
    due = [(line.turn, line.weather) for line in p.sky.script]
    assert due[-2:] == [(2, "fair"), (25, "cloudy")] and p.sky.zones["london"].now == "rain"
    assert [(wind.turn, wind.wind) for wind in p.sky.winds] == [(13, "headwind")]


@pytest.mark.rule("OPS-C4.2")
def test_escorts_are_offered_to_another_raid_where_two_fly_and_one_has_some() -> None:
    for others, offered in (((), False), ((raid(SEA, unit("A"), code="other"),), True)):
        p = day(raids=[raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16)), *others])
        codes = [described.code for described in GAME.choices(p, "luftwaffe").described]
        assert ("lend_escorts" in codes) == offered


def test_what_is_set_right_goes_by_its_name(theatre: Theatre, en: Words) -> None:
    names = Names(theatre)
    names.titles = {"raid": {"en": "Biggin Hill: KG 3", "fr": "Biggin Hill : KG 3"}}
    assert "Biggin Hill: KG 3" in thing_text(en, names, "raid_hex", "raid")
    assert thing_text(en, names, "squadron_box", "79 Squadron") == "79 Squadron"


def test_a_page_of_the_first_rules_has_the_tracks_of_raids_that_are_seen() -> None:
    def old(number: int, level: int, faded: bool) -> dict[str, Any]:
        return {"number": number, "level": level, "faded": faded, "plots": [number]}

    tracks = {"c": old(3, 1, False), "a": old(1, 2, True), "b": old(2, 0, False)}
    raids = {code: {"overcast_hexes": 0, "tallied_by": by, "units": [{}, {}]} for code, by in (("a", ["1"]), ("b", []))}
    squadrons = {code: {"unit": code, "flight": False, "committed": False, "engage": code == "1"} for code in ("1", "2")}
    combat = {"now": {"arranged": {"raid": "a"}}, "met": [{"raid": "b"}], "queue": [{"raid": "c"}]}
    convoys = {"bread": {"wrong": 3, "ships": 9}}
    found = of_today(page("over") | {"tracks": tracks, "raids": raids, "squadrons": squadrons, "combat": combat, "convoys": convoys})
    told_ = [(t["number"], t["groups"], t["level"], t["faded"], t["plots"]) for t in found["tracks"]]
    assert told_ == [(1, [], 0, True, [1]), (2, [], 0, True, [2]), (3, ["c"], 1, False, [3])]
    assert found["raids"] == {code: {"units": [{"tallied": code == "a"}] * 2} for code in ("a", "b")}
    assert [s["stance"] for s in found["squadrons"].values()] == ["any_enemy", "avoid"]
    assert [a["group"] for a in (combat["now"]["arranged"], *combat["met"], *combat["queue"])] == ["a", "b", "c"]  # type: ignore[index]
    assert found["convoys"] == {"bread": {"ships": 9}}


def test_a_briefing_is_of_its_side() -> None:
    told_ = {side: briefing("one_raid", side) for side in ("raf", "luftwaffe", "referee")}
    assert told_["raf"] is not None and told_["luftwaffe"] is not None and told_["referee"] is None
    assert told_["raf"]["en"].startswith("Fighter Command") and told_["luftwaffe"]["en"].startswith("Luftwaffe")
    assert briefing("no_such_day", "raf") is None


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(
    ("stance", "bombers", "now", "turns"),
    [
        ("bombers_first", True, None, True),
        ("bombers_first", True, False, True),
        ("bombers_first", True, True, False),
        ("bombers_first", False, None, False),
        ("bombers_first", False, False, False),
        ("any_enemy", True, False, False),
    ],
)
def test_a_squadron_turns_from_fighters_to_bombers_alone_when_it_goes_for_them_first(
    stance: Any, bombers: bool, now: bool | None, turns: bool
) -> None:
    def group(of_bombers: bool) -> Group:
        (found,) = groups_of(raid(SEA, unit() if of_bombers else unit(ESCORT, "close_escort")))
        return found

    assert turns_to(squadron(stance=stance), group(bombers), None if now is None else group(now)) == turns
