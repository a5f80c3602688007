"""What the referee may set right: place, height, fuel, rounds, plots, stations. Each is shown before, and fits or is refused."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any, get_args

import pytest

from bob.core import hexes
from bob.core.dice import SeededDice, Stream
from bob.data.tables import Table
from bob.day.corrections import CORRECTIONS, stands
from bob.day.phases import events
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.convoys import TURNS_A_HEX, move
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.orders import Correct, Correctable, Done, InName, Note, Pick, Readiness, WentBack
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid
from bob.day.state.world import world
from tests.operations.build import GAME, HIGH, SEA, at, day, describe, order, play, raid, refusal, squadron, track, unit

HERE = at("West Malling").label
LANE = world().theatre.lanes[0].name
ON_LANE = lane_hexes(world(), LANE)


def scene() -> DayPosition:
    gathering = raid(SEA, unit("II./KG 3", h=SEA), code="second", state="gathering")
    gathering.form_turn = 5
    for u in gathering.units:
        u.state = "gathering"
    unseen = raid(at("Cap Gris-Nez"), unit(HIGH, "high_cover", h=at("Cap Gris-Nez"), strength=20), code="third")
    p = day(
        squadrons=[squadron(), squadron("501 Squadron", box="available")],
        raids=[raid(SEA, unit(strength=20, sent=27)), gathering, unseen],
        tracks=[track()],
    )
    p.convoys["bread"] = DayConvoy("bread", {"en": "Bread", "fr": "Bread"}, LANE, 0, 9, 1, 20, 2, 0, ON_LANE[0], "under_way")
    return p


CASES = [
    ("squadron_strength", "79 Squadron", "9", "25"),
    ("squadron_box", "501 Squadron", "ready", "gone"),
    ("squadron_box", "501 Squadron", "rearm_1", "landed"),
    ("squadron_box", "501 Squadron", "airborne", "up"),
    ("squadron_box", "79 Squadron", "available", "up"),
    ("squadron_hex", "79 Squadron", HERE, "xx"),
    ("squadron_angels", "79 Squadron", "22", "21"),
    ("squadron_fuel", "79 Squadron", "3", "99"),
    ("squadron_ammo", "79 Squadron", "low", "some"),
    ("squadron_disruption", "79 Squadron", "2", "4"),
    ("squadron_station", "501 Squadron", "Kenley", "Dover"),
    ("raid_unit_strength", "I./KG 3", "12", "28"),
    ("raid_unit_disruption", "I./KG 3", "1", "5"),
    ("raid_unit_fuel", "I./KG 3", "4", "999"),
    ("raid_unit_ammo", "I./KG 3", "none", "some"),
    ("raid_unit_bombs", "I./KG 3", "jettisoned", "dropped"),
    ("raid_unit_state", "I./KG 3", "going_home", "landed"),
    ("raid_hex", "raid", HERE, "9999"),
    ("raid_angels", "raid", "16", "36"),
    ("raid_course", "raid", "lost", "found"),
    ("raid_course", "raid", "decoyed", ""),
    ("raid_forms", "second", "7", "2"),
    ("plot_hex", "1", HERE, "9999"),
    ("plot_strength", "1", "90", "301"),
    ("plot_strength", "1", "?", "0"),
    ("plot_angels", "1", "24", "23"),
    ("airfield_damage", "Biggin Hill", "2", "3"),
    ("station", "Dover", "out", "broken"),
    ("room", "Biggin Hill", "out", "hit"),
    ("convoy_hex", "bread", ON_LANE[4].label, HERE),
    ("convoy_sunk", "bread", "3", "21"),
    ("zone_weather", "kenley", "bad", "rain"),
    ("zone_sky", "kenley", "haze", "hail"),
]
ALONE = [("scrambles", "5", "21"), ("response_level", "12", "100"), ("points", "-2.5", "nan")]


def fixed(p: DayPosition, what: str) -> str:
    return "1" if what in ("plot_hex", "plot_strength", "plot_angels") else ""


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("what", "name", "value", "wrong"), CASES)
def test_each_is_what_it_was_set_to_and_the_log_keeps_what_it_was(what: Any, name: str, value: str, wrong: str) -> None:
    p, surroundings = scene(), world()
    p.tracks[0].level = 2
    before = stands(surroundings, p, what, name)
    assert before is not None and before != value
    for mistaken, why in (
        (Correct(what, name, wrong, "a slip"), "value"),
        (Correct(what, "Nobody", value, "a slip"), "not_there"),
        (Correct(what, name, value, "a slip", "something else"), "not_so_now"),
        (Correct(what, name, value, " "), "reason"),
    ):
        assert refusal(p, "referee", mistaken)[0] == why
    told_of = order(p, "referee", Correct(what, name, value, "a slip", before))
    assert stands(surroundings, p, what, name) == value
    kept = describe(told_of, "set_right")
    assert [(e.to, e.data["was"], e.data["value"], e.data["reason"]) for e in kept] == [((), before, value, "a slip")]
    hears = {seat for e in told_of for seat in e.to}
    assert hears == ({RAF} if what.startswith("plot_") else set()), "nobody but who sees it hears of it"
    GAME.invariants(p)
    order(p, "referee", Correct(what, name, before, "it was right"))
    assert stands(surroundings, p, what, name) == before, "and it can be put back"
    GAME.invariants(p)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("what", "value", "wrong"), ALONE)
def test_what_there_is_one_of_needs_no_name(what: Any, value: str, wrong: str) -> None:
    p = scene()
    assert refusal(p, "referee", Correct(what, "", wrong, "a slip"))[0] == "value"
    order(p, "referee", Correct(what, "", value, "a slip"))
    assert stands(world(), p, what, "") == value
    GAME.invariants(p)


def test_every_correction_is_tried_here_and_every_one_has_its_order() -> None:
    assert tuple(CORRECTIONS) and set(CORRECTIONS) == set(get_args(Correctable))
    tried = {what for what, *_ in (*CASES, *ALONE)}
    assert set(CORRECTIONS) - tried == {"plot_struck", "plot_false", "plot_shown", "random_event"}


@pytest.mark.rule("OPS-B4.1")
def test_points_are_scored_with_their_reason() -> None:
    p = scene()
    order(p, "referee", Correct("points", "", "3", "a bonus"))
    order(p, "referee", Correct("points", "", "-1", "too much"))
    assert p.score == 2 and [(s.code, s.where) for s in p.points] == [("correction", "a bonus"), ("correction", "too much")]


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C5.1")
def test_a_convoy_that_was_moved_sails_on_from_there() -> None:
    p = scene()
    order(p, "referee", Correct("convoy_hex", "bread", ON_LANE[4].label, "misread"))
    p.turn += 2 * TURNS_A_HEX
    move(play(p))
    assert p.convoys["bread"].hex == ON_LANE[6]


@pytest.mark.rule("OPS-B4.1")
def test_a_raid_is_moved_with_all_who_fly_with_it_and_keeps_its_steps_of_height() -> None:
    p = scene()
    flying = p.raids["raid"].units[0]
    above = flying.angels - p.raids["raid"].angels
    order(p, "referee", Correct("raid_hex", "raid", HERE, "misread"))
    order(p, "referee", Correct("raid_angels", "raid", "20", "misread"))
    assert flying.hex == hexes.from_label(HERE) and flying.angels == 20 + above
    assert GAME.view(p, "referee").luftwaffe.raids[0].angels == 20


@pytest.mark.rule("OPS-B4.1")
def test_who_is_put_up_flies_over_his_field_with_full_tanks_and_who_is_put_down_flies_nowhere() -> None:
    p = scene()
    order(p, "referee", Correct("squadron_box", "501 Squadron", "airborne", "it took off"))
    up = p.squadrons["501 Squadron"]
    assert (up.box, up.hex, up.fuel, up.ammo) == ("airborne", at("Biggin Hill"), up.endurance, "full") and up.vector is not None
    order(p, "referee", Correct("squadron_box", "79 Squadron", "rearm_1", "it landed"))
    down = p.squadrons["79 Squadron"]
    assert (down.box, down.vector, down.tally, down.becoming) == ("rearm_1", None, None, "rearm_2") and down.due is not None
    assert down.due > p.turn
    GAME.invariants(p)


@pytest.mark.rule("OPS-B4.1")
def test_a_unit_goes_home_by_itself_comes_back_or_is_lost() -> None:
    p = scene()
    of: Raid = p.raids["raid"]
    for value, state in (("going_home", "going_home"), ("with_raid", "with_raid"), ("lost", "lost")):
        order(p, "referee", Correct("raid_unit_state", "I./KG 3", value, "misread"))
        assert of.units[0].state == state and (of.units[0].strength == 0) == (state == "lost")
        GAME.invariants(p)
    assert refusal(p, "referee", Correct("raid_unit_state", "II./KG 3", "with_raid", "x"))[0] == "not_there", "it still gathers"


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C2.4")
@pytest.mark.parametrize(("value", "strength"), [("?", None), ("30", 30)])
def test_a_false_plot_looks_like_any_and_can_be_struck(value: str, strength: int | None) -> None:
    p = scene()
    found = order(p, "referee", Correct("plot_false", HERE, value, "a flock of birds"))
    plotted = describe(found, "plotted", RAF)
    assert len(plotted) == 1 and plotted[0].data["strength"] == strength
    false = GAME.view(p, RAF).tracks[-1]
    assert false.number == 2 and false.last.hex == hexes.from_label(HERE)
    assert refusal(p, "referee", Correct("plot_false", "nowhere", value, "x"))[0] == "no_hex"
    assert refusal(p, "referee", Correct("plot_false", HERE, "301", "x"))[0] == "value"
    GAME.invariants(p)
    order(p, "referee", Correct("plot_struck", "2", "struck", "birds after all"))
    assert [t.number for t in GAME.view(p, RAF).tracks if not t.faded] == [1]
    assert refusal(p, "referee", Correct("plot_struck", "2", "struck", "again"))[0] == "not_there"


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-B5.1")
def test_a_raid_that_nobody_saw_is_put_on_the_table_as_well_as_the_level_tells() -> None:
    p = scene()
    assert stands(world(), p, "plot_shown", "raid") is None, "it stands there already"
    assert stands(world(), p, "plot_shown", "second") is None, "it has not set out"
    for level, strength in (("1", None), ("3", 20)):
        trial = copy.deepcopy(p)
        order(trial, "referee", Correct("plot_shown", "third", level, "seen from Dover"))
        seen = GAME.view(trial, RAF).tracks[-1]
        assert (seen.level, seen.last.strength, seen.last.hex) == (int(level), strength, at("Cap Gris-Nez"))
        assert trial.track_of("third") is not None
        GAME.invariants(trial)
        assert refusal(trial, "referee", Correct("plot_shown", "third", level, "x"))[0] == "not_there"


@pytest.mark.rule("OPS-B4.1")
def test_a_plot_of_this_turn_is_put_right_and_an_older_one_leaves_its_trail() -> None:
    p = scene()
    moved, before = p.tracks[0], len(p.tracks[0].plots)
    order(p, "referee", Correct("plot_hex", "1", HERE, "misread"))
    count = len(moved.plots)
    order(p, "referee", Correct("plot_hex", "1", SEA.label, "misread again"))
    assert before <= count == len(moved.plots) and moved.plots[-1].hex == SEA


# ---- random events


@pytest.mark.rule("OPS-A1")
def test_the_list_of_events_is_the_tables() -> None:
    table = world().tables["random_event"]
    assert isinstance(table, Table)
    assert tuple(str(row.cells[0]) for row in table.rows) == events.EVENTS
    for event in events.EVENTS:
        found = events.outcome(world(), event)
        assert found.result == event and not found.details["check_detected"] and not found.details["check_undetected"]


@pytest.mark.rule("OPS-A1")
@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize("event", events.EVENTS)
def test_a_chosen_event_does_what_the_rolled_one_does(event: str) -> None:
    p = scene()
    p.scramble_bonus = 7
    allowed = {"group_scramble": 2, "sector_scramble": 1}.get(event, 0)
    before = copy.deepcopy(p.sky.zones)
    chosen = Correct("random_event", "", event, "for the evening")
    found = GAME.apply(p, "referee", chosen, SeededDice(Stream.of(1, event)))
    assert [e.data["event"] for e in describe(found, "random_event", RAF)] == [event]
    assert p.scramble_bonus == allowed
    assert ([z.is_bad for z in p.sky.zones.values()] != [z.is_bad for z in before.values()]) == (event == "weather_change")
    asks = {"dispersal_dash": RAF, "navigation_test": RAF}.get(event)
    assert (p.phase, p.asked(RAF) is not None) == ("orders", asks is not None)
    GAME.invariants(p)
    if event == "dispersal_dash":
        order(p, RAF, Pick(("501 Squadron",)))
        assert p.squadrons["501 Squadron"].box == "ready" and p.phase == "orders"


@pytest.mark.rule("OPS-B4.1")
def test_an_event_is_chosen_while_orders_are_given() -> None:
    p = scene()
    p.phase = "planning"
    assert refusal(p, "referee", Correct("random_event", "", "nothing", "x"))[0] == "while_ordering"
    assert refusal(scene(), "referee", Correct("random_event", "", "rain of frogs", "x"))[0] == "value"


@pytest.mark.rule("OPS-B4.1")
def test_a_choice_of_who_was_put_elsewhere_meanwhile_does_nothing() -> None:
    p = scene()
    GAME.apply(p, "referee", Correct("random_event", "", "dispersal_dash", "x"), SeededDice(Stream.of(1, "a")))
    order(p, "referee", Correct("squadron_box", "501 Squadron", "airborne", "it took off"))
    order(p, RAF, Pick(("501 Squadron",)))
    assert p.squadrons["501 Squadron"].box == "airborne"
    GAME.invariants(p)


# ---- orders in the name of a side, notes, where the game stands


@pytest.mark.rule("OPS-B4.1")
def test_an_order_in_a_name_does_what_the_sides_own_does_and_says_so() -> None:
    mine, his = scene(), scene()
    wanted = Readiness("501 Squadron", "ready")
    own = order(mine, RAF, wanted)
    found = order(his, "referee", InName(RAF, wanted))
    assert [(e.code, e.to) for e in found[:1]] == [("in_name", (RAF,))] and found[1:] == own
    assert GAME.dump(mine) == GAME.dump(his)
    assert GAME.order({"code": "in_name", "seat": RAF, "order": {"code": "done"}}) == InName(RAF, Done())


@pytest.mark.rule("OPS-B4.1")
def test_nothing_goes_in_a_name_that_the_side_could_not_order() -> None:
    p = scene()
    assert refusal(p, "referee", InName(RAF, Readiness("501 Squadron", "available"))) == refusal(
        p, RAF, Readiness("501 Squadron", "available")
    )
    assert refusal(p, "referee", InName("referee", Done()))[0] == "not_yours"
    refusal(p, "referee", InName(RAF, Correct("points", "", "1", "x")))
    refusal(p, "referee", InName(RAF, InName(RAF, Done())))
    order(p, "referee", InName(RAF, Done()))
    refusal(p, "referee", InName(RAF, Done()))
    assert InName(LUFTWAFFE, Done()) in GAME.choices(p, "referee").listed
    assert not [o for o in GAME.choices(p, "referee").listed if isinstance(o, InName) and o.seat == RAF]


def test_a_note_may_come_from_who_would_tell_it() -> None:
    p = scene()
    assert [(e.code, e.to) for e in order(p, "referee", Note(RAF, "Bandits over Calais.", "filter_room"))] == [("note_from", (RAF,))]
    assert [(e.code, e.to) for e in order(p, "referee", Note(LUFTWAFFE, "Attend."))] == [("note", (LUFTWAFFE,))]
    assert refusal(p, RAF, Note(RAF, "x", "filter_room"))


def test_where_the_game_went_is_told_to_those_named() -> None:
    p = scene()
    before = GAME.dump(p)
    assert [(e.code, e.to, e.data["turn"]) for e in order(p, "referee", WentBack(False, (RAF,)))] == [("went_back", (RAF,), 3)]
    assert [e.code for e in order(p, "referee", WentBack(True, (RAF, LUFTWAFFE)))] == ["went_forward"]
    assert GAME.dump(p) == before


def test_what_is_offered_for_each_fits() -> None:
    p, surroundings = scene(), world()
    for what, one in CORRECTIONS.items():
        for name in one.names(surroundings, p)[:2] if one.names is not None else (HERE,):
            for value in one.values:
                assert one.fits(surroundings, p, name, value), (what, name, value)


BOUNDS = [
    ("squadron_strength", "79 Squadron", 0, 24, 1),
    ("squadron_angels", "79 Squadron", 0, 34, 2),
    ("squadron_fuel", "79 Squadron", 0, 17, 1),
    ("squadron_disruption", "79 Squadron", 0, 3, 1),
    ("raid_unit_strength", "I./KG 3", 0, 27, 1),
    ("raid_unit_disruption", "I./KG 3", 0, 4, 1),
    ("raid_unit_fuel", "I./KG 3", 0, 60, 1),
    ("raid_angels", "raid", 0, 34, 2),
    ("raid_forms", "second", 3, 60, 1),
    ("plot_strength", "1", 1, 300, 1),
    ("plot_angels", "1", 0, 34, 2),
    ("plot_false", HERE, 1, 300, 1),
    ("plot_shown", "third", 1, 4, 1),
    ("airfield_damage", "Biggin Hill", 0, 2, 1),
    ("convoy_sunk", "bread", 0, 20, 1),
    ("scrambles", "", 0, 20, 1),
    ("response_level", "", 0, 99, 1),
]


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("what", "name", "least", "most", "apart"), BOUNDS)
def test_a_figure_may_be_the_least_and_the_most_and_nothing_beyond(what: Any, name: str, least: int, most: int, apart: int) -> None:
    for value, fits in ((least, True), (most, True), (least - apart, False), (most + apart, False), (least + 1, apart == 1)):
        p = scene()
        p.tracks[0].level = 2
        given = Correct(what, name, str(value), "a slip")
        if stands(world(), p, what, name) == str(value):
            continue
        if fits:
            order(p, "referee", given)
            GAME.invariants(p)
        else:
            assert refusal(p, "referee", given)[0] == "value", value


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize("value", ["", "-1", "1.0", "²", "1000", "x"])
def test_a_figure_is_a_whole_number_in_plain_digits(value: str) -> None:
    assert refusal(scene(), "referee", Correct("squadron_strength", "79 Squadron", value, "a slip"))[0] == "value"


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize("made", [2, 3])
def test_a_plot_that_is_set_right_stands_in_its_turn_and_an_older_one_stays_beside_it(made: int) -> None:
    p = scene()
    p.tracks[0].level, p.tracks[0].plots[-1] = 2, replace(p.tracks[0].plots[-1], turn=made)
    order(p, "referee", Correct("plot_strength", "1", "90", "a slip"))
    assert [(plot.turn, plot.strength) for plot in p.tracks[0].plots] == ([(2, 30)] if made == 2 else []) + [(3, 90)]


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize("back", [False, True])
def test_a_convoy_can_be_put_on_its_way_from_its_first_hex_to_its_last_and_nowhere_else(back: bool) -> None:
    first, last = (9, 3) if back else (3, 9)
    p = scene()
    made = p.convoys["bread"]
    p.convoys = {"bread": replace(made, first=first, last=last, hex=ON_LANE[first])}
    fits = [i for i in range(13) if CORRECTIONS["convoy_hex"].fits(world(), p, "bread", ON_LANE[i].label)]
    assert fits == list(range(3, 10))
