"""Command and radio (OPS-B6): the chain, control, what an uncontrolled squadron does, limits, meeting points, Wings."""

from __future__ import annotations

import networkx as nx
import pytest

from bob.core import hexes
from bob.core.dice import SeededDice, Stream
from bob.day.phases.landing import phase as landing_phase
from bob.day.phases.sequence import finish
from bob.day.phases.squadrons import movement_phase
from bob.day.rules.control import Meeting, carried_on, in_control, meeting
from bob.day.rules.legality import intercept
from bob.day.rules.readiness import check_scramble, home_vector, scrambled, take_off
from bob.day.state.command_network import FILTER_ROOM, chain
from bob.day.state.orders import Done, FormWing, Pancake, Readiness, Scramble, SendTo, Stance
from bob.day.state.position import DayPosition, Squadron, Vector
from bob.day.state.raid_plan import Leg
from tests.operations.build import (
    GAME,
    INLAND,
    SEA,
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
    track,
    unit,
)

HOME = at("Biggin Hill")


def out(n: int) -> Squadron:
    """A squadron so many hexes from its Sector station."""
    return squadron(hex=step(HOME, 3, n))


@pytest.mark.rule("OPS-B6.1")
def test_the_chain_runs_from_station_to_squadron() -> None:
    p = day(full=True)
    graph = chain(W, p)
    assert nx.is_directed_acyclic_graph(graph)
    for s in p.squadrons.values():
        path = nx.shortest_path(graph, "chain_home:Dover", f"squadron:{s.unit}")
        assert path == ["chain_home:Dover", FILTER_ROOM, f"group:{s.group}", f"sector:{s.sector}", f"squadron:{s.unit}"]


@pytest.mark.rule("OPS-B6.1")
@pytest.mark.rule("OPS-A14.sector")
def test_a_broken_link_cuts_off_just_those_below_it() -> None:
    p = day(full=True, rooms_hit=["Biggin Hill"], damaged_stations=["chain_home:Dover"])
    graph = chain(W, p)
    for s in p.squadrons.values():
        cut = s.sector == "Biggin Hill"
        assert nx.has_path(graph, FILTER_ROOM, f"squadron:{s.unit}") != cut
        assert in_control(W, p, s) != cut
    assert not nx.has_path(graph, "chain_home:Dover", FILTER_ROOM) and nx.has_path(graph, "chain_home:Rye", FILTER_ROOM)


def dice(seed: str) -> SeededDice:
    return SeededDice(Stream.of(seed, "dice"))


@pytest.mark.rule("OPS-B6.1")
@pytest.mark.rule("OPS-A14.sector")
def test_a_hit_on_an_operations_room_breaks_the_chain_in_a_turn_of_play() -> None:
    """A raid comes over Biggin Hill and bombs: in the next turn its Sector takes no orders and flies its last vector, another does."""
    for seed in range(200):
        target = W.targets["Biggin Hill"].near
        coming = raid(step(target, 2, 2), unit(h=step(target, 2, 2)), plan_=plan(form_turn=1, secondary=None, route=(), home=()))
        patrol = step(target, 4, 5)
        cut = squadron(hex=patrol, vector=Vector("hex", patrol, 16), ammo="none")
        down = squadron("92 Squadron", "ready")
        free = squadron("54 Squadron", sector="Hornchurch", station="Hornchurch", ammo="none")
        p = day(raids=[coming], squadrons=[cut, down, free])
        for unit_ in (cut, free):
            GAME.check(p, "raf", SendTo(unit_.unit, 16, hex=HOME))
        GAME.check(p, "raf", Scramble("92 Squadron", 16, hex=HOME))
        for seat in ("luftwaffe", "raf"):
            GAME.apply(p, seat, Done(), dice(f"chain/{seed}"))
        if p.rooms_hit and p.phase == "orders":
            break
    assert p.rooms_hit == ["Biggin Hill"] and p.turn == 4
    assert nx.ancestors(chain(W, p), "squadron:79 Squadron") == {"sector:Biggin Hill"}
    assert refusal(p, "raf", SendTo(cut.unit, 16, hex=HOME)) == ("uncontrolled", "OPS-B6.3")
    assert refusal(p, "raf", Scramble("92 Squadron", 16, hex=step(HOME, 0, 1))) == ("uncontrolled", "OPS-A14.sector")
    assert refusal(p, "raf", Pancake(cut.unit)) == ("uncontrolled", "OPS-B6.3")
    order(p, "raf", SendTo(free.unit, 16, hex=HOME))
    for seat in ("luftwaffe", "raf"):
        GAME.apply(p, seat, Done(), dice("chain/next"))
    assert not cut.controlled and free.controlled and cut.hex == patrol and free.hex != W.fields["Hornchurch"].near


@pytest.mark.rule("OPS-B6.1")
@pytest.mark.rule("OPS-B5.7")
def test_a_station_off_the_chain_plots_nothing_in_a_turn_of_play() -> None:
    """A raid that waits in the Straits is on the table within four turns; with every link to the Filter Room broken it is not."""
    seen = []
    every = [f"{place.kind}:{place.name}" for place in W.theatre.of_kind("chain_home", "chain_home_low")]
    for broken in ([], every):
        there, back = Leg(SEA, 14), Leg(step(SEA, 2, 3), 14)
        far = raid(SEA, unit(h=SEA), plan_=plan(form_turn=1, route=(back, there) * 15))
        p = day(raids=[far], damaged_stations=broken)
        for turn in range(4):
            for seat in ("luftwaffe", "raf"):
                GAME.apply(p, seat, Done(), dice(f"station/{turn}"))
        seen.append(len(p.tracks))
    assert seen[0] == 1 and seen[1] == 0


@pytest.mark.rule("OPS-B6.2")
@pytest.mark.parametrize(
    ("radio", "events", "hexes_out"),
    [
        ("hf", [], 8),
        ("hf", ["clear_radio"], 11),
        ("hf", ["clear_radio", "good_conditions"], 14),
        ("vhf", [], 16),
        ("vhf", ["clear_radio"], 16),
    ],
)
def test_control_ends_with_the_range_of_the_radio(radio: str, events: list[str], hexes_out: int) -> None:
    for n, controlled in ((0, True), (hexes_out, True), (hexes_out + 1, False)):
        flying = out(n)
        flying.radio = radio  # type: ignore[assignment]
        p = day(squadrons=[flying], radio_events=events)
        assert in_control(W, p, flying) == controlled
        if controlled:
            GAME.check(p, "raf", Stance(flying.unit, "avoid"))
        else:
            assert refusal(p, "raf", Stance(flying.unit, "avoid")) == ("uncontrolled", "OPS-B6.3")


@pytest.mark.rule("OPS-B6.2")
def test_losing_and_regaining_control_is_told_to_the_raf() -> None:
    flying = squadron(hex=step(HOME, 3, 6), vector=Vector("hex", step(HOME, 3, 11), 16))
    p = day(squadrons=[flying])
    movement_phase(lost := play(p))
    assert hexes.distance(flying.hex, HOME) == 11 and not flying.controlled
    assert [e.to for e in describe(lost, "control_lost")] == [("raf",)]
    movement_phase(again := play(p))
    assert describe(again, "control_lost") == [] and not flying.controlled
    p.radio_events = ["clear_radio"]
    movement_phase(again := play(p))
    assert describe(again, "control_regained") and flying.controlled


@pytest.mark.rule("OPS-B6.3")
@pytest.mark.rule("OPS-A14.sector")
def test_an_uncontrolled_squadron_flies_its_vector_to_the_end_then_patrols_then_goes_home() -> None:
    goal = step(HOME, 3, 9)
    flying = squadron(hex=HOME, vector=Vector("hex", goal, 16))
    p = day(squadrons=[flying], rooms_hit=["Biggin Hill"])
    places = []
    for _ in range(16):
        movement_phase(play(p))
        places.append(hexes.distance(flying.hex, HOME))
        p.turn += 1
    assert places[:3] == [5, 9, 9] and max(places) == 9 and not flying.controlled
    assert flying.vector is not None and flying.vector.kind == "home"
    assert flying.used <= flying.endurance
    for given in (SendTo(flying.unit, 16, hex=HOME), Pancake(flying.unit), Stance(flying.unit, "any_enemy")):
        assert refusal(p, "raf", given) == ("uncontrolled", "OPS-B6.3")


@pytest.mark.rule("OPS-B6.3")
def test_an_uncontrolled_squadron_does_not_follow_the_plot_any_more() -> None:
    plotted = track("raid", 1, 3, (1, step(HOME, 3, 12)), (3, step(HOME, 3, 8)))
    flying = squadron(hex=HOME, vector=Vector("raid", step(HOME, 3, 8), 16, 1))
    p = day(squadrons=[flying], raids=[raid(step(HOME, 3, 8))], tracks=[plotted])
    plotted.plots[-1] = plotted.plots[-1].__class__(3, step(HOME, 2, 6), 3, 30, 14, "Dover")
    p.rooms_hit = ["Biggin Hill"]
    movement_phase(play(p))
    assert flying.vector is not None and flying.vector.hex == step(HOME, 3, 8)
    p.rooms_hit = []
    movement_phase(play(p))
    assert flying.vector is not None and flying.vector.hex != step(HOME, 3, 8)


@pytest.mark.rule("OPS-B6.3")
@pytest.mark.parametrize(("used", "home"), [(13, False), (14, True)])
def test_a_squadron_turns_home_with_a_turn_to_spare(used: int, home: bool) -> None:
    """Four hexes out the way home takes one turn: 17 - 14 - 1 - 1 leaves 1."""
    flying = squadron(hex=step(HOME, 3, 4), used=used)
    p = day(squadrons=[flying])
    found = play(p)
    movement_phase(found)
    assert bool(describe(found, "short_of_fuel")) == home
    assert flying.vector is not None and (flying.vector.kind == "home") == home


@pytest.mark.rule("OPS-A14.sector")
def test_a_sector_without_its_room_scrambles_nobody() -> None:
    p = day(squadrons=[squadron(box="ready")], rooms_hit=["Biggin Hill"])
    assert refusal(p, "raf", Scramble("79 Squadron", 16, hex=INLAND)) == ("uncontrolled", "OPS-A14.sector")


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.parametrize(("bonus", "most"), [(0, 3), (1, 4), (2, 5)])
def test_the_scramble_limit_of_the_turn(bonus: int, most: int) -> None:
    units = [squadron(str(i), "ready", station=("Biggin Hill", "Hornchurch", "Kenley")[i % 3]) for i in range(6)]
    p = day(squadrons=units, scramble_bonus=bonus)
    for i in range(most):
        order(p, "raf", Scramble(str(i), 16, hex=INLAND))
    assert scrambled(p) == most == p.scrambles
    assert refusal(p, "raf", Scramble(str(most), 16, hex=INLAND)) == ("scramble_limit", "OPS-B6.4")
    order(p, "raf", Scramble("0", 18, hex=INLAND))
    order(p, "raf", Readiness("0", "available"))
    order(p, "raf", Scramble(str(most), 16, hex=INLAND))


@pytest.mark.rule("OPS-B6.4")
def test_a_flight_is_half_a_squadron_of_the_limit_but_a_unit_of_the_airfield() -> None:
    flights = [squadron(f"{i} A", "ready", flight=True, strength=6, station=("Biggin Hill", "Hornchurch")[i % 2]) for i in range(4)]
    p = day(squadrons=flights, scramble_limit=1)
    order(p, "raf", Scramble("0 A", 16, hex=INLAND))
    order(p, "raf", Scramble("1 A", 16, hex=INLAND))
    assert refusal(p, "raf", Scramble("2 A", 16, hex=INLAND)) == ("scramble_limit", "OPS-B6.4")
    p.scramble_limit = 9
    order(p, "raf", Scramble("2 A", 16, hex=INLAND))
    flights.append(squadron("9 A", "ready", flight=True))
    p.squadrons["9 A"] = flights[-1]
    assert refusal(p, "raf", Scramble("9 A", 16, hex=INLAND)) == ("capacity", "OPS-B6.4")


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.parametrize(
    ("field", "damage", "most"), [("Biggin Hill", 0, 2), ("Biggin Hill", 1, 1), ("Biggin Hill", 2, 0), ("Lympne", 0, 1), ("Lympne", 1, 0)]
)
def test_an_airfield_lets_off_as_many_as_its_capacity_less_damage(field: str, damage: int, most: int) -> None:
    p = day(squadrons=[squadron(str(i), "ready", station=field) for i in range(3)], scramble_limit=9)
    p.airfields[field].damage = damage
    for i in range(most):
        order(p, "raf", Scramble(str(i), 16, hex=INLAND))
    assert refusal(p, "raf", Scramble(str(most), 16, hex=INLAND)) == ("capacity", "OPS-B6.4")


@pytest.mark.rule("OPS-B6.4")
def test_landings_come_first_and_hold_up_a_scramble() -> None:
    lander = squadron("1 L", hex=HOME)
    lander.vector = home_vector(W, lander)
    p = day(squadrons=[lander, squadron("2 R", "ready"), squadron("3 R", "ready")])
    order(p, "raf", Scramble("2 R", 16, hex=INLAND))
    order(p, "raf", Scramble("3 R", 16, hex=INLAND))
    found = play(p, 4, 4, 6)
    landing_phase(found)
    take_off(found)
    assert [s.box for s in p.squadrons.values()] == ["landed", "airborne", "ready"]
    assert [e.data["unit"] for e in describe(found, "scramble_held")] == ["3 R"]
    assert p.squadrons["3 R"].ordered_off is None


@pytest.mark.rule("OPS-B6.4")
def test_who_has_least_fuel_lands_first_and_the_others_wait() -> None:
    units = [squadron(name, hex=at("Lympne"), used=used, station="Lympne") for name, used in (("1", 5), ("2", 12), ("3", 12))]
    for s in units:
        s.vector = home_vector(W, s)
    p = day(squadrons=units)
    found = play(p, 4, 4)
    landing_phase(found)
    assert [s.box for s in units] == ["airborne", "landed", "airborne"]
    assert [e.data["unit"] for e in describe(found, "waits_to_land")] == ["3", "1"]


@pytest.mark.rule("OPS-B6.5")
def test_the_meeting_point_lies_ahead_on_the_course_of_the_plots() -> None:
    start = step(HOME, 2, 15)
    plotted = track("raid", 1, 3, (1, start), (3, step(start, 5, 6)))
    p = day(turn=3, tracks=[plotted])
    met = meeting(HOME, range(0, 400, 4), carried_on(W, plotted, p.turn - plotted.plots[-1].turn))
    assert met is not None and met.hex == step(plotted.plots[-1].hex, 5, 3 * met.turns)
    assert hexes.distance(HOME, met.hex) <= 4 * met.turns
    before = step(plotted.plots[-1].hex, 5, 3 * (met.turns - 1))
    assert hexes.distance(HOME, before) > 4 * (met.turns - 1)


@pytest.mark.rule("OPS-B6.5")
def test_a_plot_grown_old_is_carried_on_and_a_single_plot_stands_still() -> None:
    still = track("raid", 1, 1, (3, INLAND))
    p = day(turn=5)
    assert meeting(INLAND, range(0, 400, 4), carried_on(W, still, p.turn - still.plots[-1].turn)) == Meeting(INLAND, 0)
    moving = track("raid", 1, 1, (1, INLAND), (3, step(INLAND, 0, 4)))
    assert meeting(step(INLAND, 0, 8), range(0, 400, 4), carried_on(W, moving, p.turn - moving.plots[-1].turn)) == Meeting(
        step(INLAND, 0, 8), 0
    )
    assert meeting(INLAND, range(0, 400, 4), carried_on(W, still, p.turn - still.plots[-1].turn), ready_in=2) == Meeting(INLAND, 0)
    assert meeting(step(INLAND, 0, 4), range(0, 400, 4), carried_on(W, still, p.turn - still.plots[-1].turn), ready_in=2) == Meeting(
        INLAND, 3
    )


@pytest.mark.rule("OPS-B6.5")
def test_what_is_out_of_reach_is_said_so() -> None:
    fast = track("raid", 1, 1, (1, SEA), (3, step(SEA, 2, 8)))
    p = day(squadrons=[squadron(), squadron("2", "ready")], raids=[raid()], tracks=[fast])
    assert meeting(HOME, range(0, 400, 4), carried_on(W, fast, p.turn - fast.plots[-1].turn)) is None
    assert refusal(p, "raf", SendTo("79 Squadron", 16, track=1)) == ("out_of_reach", "OPS-B6.5")
    assert refusal(p, "raf", Scramble("2", 16, track=1)) == ("out_of_reach", "OPS-B6.5")


@pytest.mark.rule("OPS-B6.5")
@pytest.mark.rule("OPS-B5.8")
def test_a_vector_goes_to_a_hex_or_to_a_plot_on_the_table() -> None:
    near = track("raid", 4, 2, (3, step(HOME, 3, 6)))
    p = day(squadrons=[squadron()], raids=[raid()], tracks=[near])
    events = order(p, "raf", SendTo("79 Squadron", 18, track=4))
    assert p.squadrons["79 Squadron"].vector == Vector("raid", step(HOME, 3, 6), 18, 4)
    assert all(e.to == ("raf",) for e in events)
    assert refusal(p, "raf", SendTo("79 Squadron", 18, track=5)) == ("no_track", "OPS-B5.8")
    assert refusal(p, "raf", SendTo("79 Squadron", 18)) == ("goal", "OPS-B6.5")
    assert refusal(p, "raf", SendTo("79 Squadron", 18, hex=SEA, track=4)) == ("goal", "OPS-B6.5")
    assert refusal(p, "raf", SendTo("79 Squadron", 17, hex=SEA)) == ("angels", "OPS-B2.2")
    assert refusal(p, "raf", SendTo("79 Squadron", 36, hex=SEA)) == ("angels", "OPS-B2.2")
    assert refusal(p, "raf", SendTo("9", 16, hex=SEA)) == ("no_squadron", "OPS-B2.2")
    assert refusal(p, "raf", SendTo("79 Squadron", 16, hex=step(HOME, 0, 60)))[0] == "off_map"
    near.faded = True
    assert refusal(p, "raf", SendTo("79 Squadron", 18, track=4)) == ("no_track", "OPS-B5.8")


@pytest.mark.rule("OPS-B2.5")
@pytest.mark.parametrize(("used", "goes"), [(11, True), (12, False)])
def test_a_vector_must_leave_fuel_for_the_way_home(used: int, goes: bool) -> None:
    """Twelve hexes out and twelve back are three turns each."""
    p = day(squadrons=[squadron(used=used)])
    given = SendTo("79 Squadron", 16, hex=step(HOME, 3, 12))
    if goes:
        GAME.check(p, "raf", given)
    else:
        assert refusal(p, "raf", given) == ("too_far", "OPS-B2.5")


@pytest.mark.rule("OPS-B6.5")
def test_a_vector_to_a_raid_follows_its_plot_and_climbs_above_it() -> None:
    plotted = track("raid", 1, 3, (1, step(HOME, 3, 12)), (3, step(HOME, 3, 10)))
    flying = squadron(hex=HOME, angels=8, vector=Vector("raid", step(HOME, 3, 8), 8, 1))
    p = day(squadrons=[flying], raids=[raid()], tracks=[plotted])
    movement_phase(play(p))
    assert flying.vector is not None and flying.vector.angels == 16
    assert flying.angels > 8


def wing(n: int, **given: object) -> DayPosition:
    return day(squadrons=[squadron(f"{i}", angels=2, **given) for i in range(n)], scramble_limit=9)  # type: ignore[arg-type]


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.parametrize(("n", "first_turn"), [(2, 8), (3, 8), (4, 6), (5, 6)])
def test_a_wing_forms_for_a_turn_a_squadron_and_climbs_as_wing_or_balbo(n: int, first_turn: int) -> None:
    """From 2 Angels with two points: a Wing gains 2 and 4, a Balbo 2 and 2."""
    p = wing(n)
    names = tuple(p.squadrons)
    order(p, "raf", FormWing(names, "Biggin Hill"))
    for s in p.squadrons.values():
        s.vector = Vector("hex", INLAND, 20)
        assert s.hex == HOME and s.wing == f"0/{p.turn}"
    for _ in range(n - 1):
        movement_phase(play(p))
        assert all((s.hex, s.angels) == (HOME, 2) for s in p.squadrons.values())
    assert all(s.forming == 0 and s.used == n - 1 for s in p.squadrons.values())
    movement_phase(play(p))
    assert {s.angels for s in p.squadrons.values()} == {first_turn}
    single = day(squadrons=[squadron("0", angels=2, vector=Vector("hex", INLAND, 20))])
    movement_phase(play(single))
    assert single.squadrons["0"].angels == 10


@pytest.mark.rule("OPS-B2.6")
def test_what_cannot_form_a_wing() -> None:
    p = wing(6)
    p.squadrons["2"].group = 12
    p.squadrons["3"].hex = step(HOME, 3, 2)
    p.squadrons["4"].box, p.squadrons["4"].vector = "landed", None
    p.squadrons["5"].wing = "x/1"
    cases = {
        ("0",): "wing_size",
        ("0", "0"): "wing_size",
        ("0", "1", "2", "3", "4", "5"): "wing_size",
        ("0", "2"): "wing_group",
        ("0", "3"): "wing_place",
        ("0", "4"): "not_airborne",
        ("0", "5"): "wing_place",
    }
    for names, why in cases.items():
        assert refusal(p, "raf", FormWing(names, "Biggin Hill"))[0] == why
    assert refusal(p, "raf", FormWing(("0", "1"), "Nowhere"))[0] == "no_field"
    p.squadrons["1"].hex = step(HOME, 3, 1)
    order(p, "raf", FormWing(("0", "1"), "Biggin Hill"))
    assert p.squadrons["1"].hex == HOME


@pytest.mark.rule("OPS-B2.6")
def test_who_lands_or_is_sent_home_leaves_the_wing() -> None:
    p = wing(2)
    order(p, "raf", FormWing(("0", "1"), "Biggin Hill"))
    order(p, "raf", Pancake("0"))
    assert p.squadrons["0"].wing is None and p.squadrons["1"].wing is None, "one squadron is no Wing"


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.rule("OPS-B7.1")
def test_a_squadron_may_be_sent_to_another_field_in_reach() -> None:
    p = day(squadrons=[squadron(used=16)])
    assert refusal(p, "raf", Pancake("79 Squadron", "Nowhere")) == ("no_field", "OPS-B6.4")
    assert refusal(p, "raf", Pancake("79 Squadron", "Lympne")) == ("field_too_far", "OPS-B2.5")
    p.squadrons["79 Squadron"].used = 12
    order(p, "raf", Pancake("79 Squadron", "Lympne"))
    vector = p.squadrons["79 Squadron"].vector
    assert vector is not None and (vector.kind, vector.field, vector.hex) == ("home", "Lympne", at("Lympne"))


@pytest.mark.rule("OPS-A15.5")
def test_squadrons_beyond_the_response_level_cost_points_once() -> None:
    units = [squadron(str(i), "ready", station=("Biggin Hill", "Hornchurch", "Kenley")[i % 3]) for i in range(3)]
    units.append(squadron("3 A", "ready", flight=True, station="Lympne", strength=6))
    p = day(squadrons=units, response_level=2, scramble_limit=9)
    for s in units[:3]:
        order(p, "raf", Scramble(s.unit, 16, hex=INLAND))
    take_off(play(p, 6, 6, 6))
    order(p, "raf", Scramble("3 A", 16, hex=INLAND))
    take_off(play(p, 6))
    assert points(p) == {}, "it is settled at the end"
    units[0].box, units[0].vector = "ready", None
    check_scramble(p, units[0])
    order(p, "raf", Scramble("0", 16, hex=INLAND))
    p.airfields["Biggin Hill"].used = 0
    take_off(play(p, 6))
    finish(play(p))
    assert points(p) == {"squadron_beyond_response": 3.0, "flight_beyond_response": 1.5} and p.score == 4.5


@pytest.mark.rule("OPS-B13.4")
def test_a_raid_seen_eighty_miles_out_leaves_the_first_squadron_about_twenty_minutes() -> None:
    """Sixteen hexes at three a turn; who scrambles in the turn of the plot flies from the next."""
    far = 80 // 5
    flying_turns = -(-far // 3) - 2  # less the turn of taking off and that of the bombs
    assert 15 <= 5 * flying_turns <= 25
    s = squadron(box="ready")
    p = day(squadrons=[s], raids=[raid(step(HOME, 2, far))], tracks=[track("raid", 1, 2, (3, step(HOME, 2, far)))])
    order(p, "raf", Scramble(s.unit, 14, hex=HOME))
    take_off(play(p, 6))
    for _ in range(flying_turns):
        p.turn += 1
        s.vector = Vector("hex", INLAND, 14)
        movement_phase(play(p))
    assert s.angels == 14


@pytest.mark.rule("OPS-B6.5")
def test_the_climb_to_the_ordered_height_is_counted_in() -> None:
    """Low down at 4 points a turn: level it flies four hexes, and two in each turn in which it climbs."""
    still = track("raid", 1, 3, (1, step(HOME, 0, 8)), (3, step(HOME, 0, 8)))
    s = squadron(angels=2)
    p = day(squadrons=[s], raids=[raid()], tracks=[still])
    assert [intercept(W, p, s, still, angels).turns for angels in (None, 2, 10, 16)] == [2, 2, 3, 3]  # type: ignore[union-attr]
    order(p, "raf", SendTo(s.unit, 16, track=1))
    assert s.vector is not None and s.vector.hex == step(HOME, 0, 8)
