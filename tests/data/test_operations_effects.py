"""Effects of the results of the operational tables: radio, escorts, navigation, climbs, victory points."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping

import pytest

from bob.data.sensors import Sensors
from bob.data.tables import ListTable, Tables
from bob.day.phases.events import RADIO_EVENTS, Radio
from bob.day.phases.raids import bombers_disrupted, escorts_missing
from bob.day.rules.movement import FlightGroup, climbs, free_dive, may_dive_freely
from bob.day.rules.navigation import divert_needs_die, diverts, lost_after
from bob.day.rules.victory import shot_down

TABLES = Tables.shipped()
SENSORS = Sensors.load()
BOOLEANS = (False, True)


def listed(name: str) -> ListTable:
    table = TABLES[name]
    assert isinstance(table, ListTable)
    return table


MOVEMENT = listed("movement")
POINTS = listed("victory_points")


# OPS-A1: events


def hf(*events: str) -> int:
    """The range of HF radio after these events."""
    radio = Radio()
    for event in events:
        radio = radio.after(event)
    return SENSORS.radio("hf", len(radio.bonuses))


@pytest.mark.rule("OPS-A1.hf")
@pytest.mark.parametrize(
    ("events", "hexes"),
    [
        ((), 8),
        (("good_conditions",), 11),
        (("clear_radio",), 11),
        (("good_conditions", "clear_radio"), 14),
        (("clear_radio", "good_conditions"), 14),
        (("good_conditions", "good_conditions"), 8),
        (("clear_radio", "nothing", "clear_radio"), 8),
        (("good_conditions", "clear_radio", "good_conditions"), 11),
        (("good_conditions", "good_conditions", "good_conditions"), 11),
        (("good_conditions", "clear_radio", "clear_radio", "good_conditions"), 8),
    ],
)
def test_each_radio_event_adds_three_until_it_comes_again(events: tuple[str, ...], hexes: int) -> None:
    assert hf(*events) == hexes


@pytest.mark.rule("OPS-A1.hf")
def test_hf_hangs_only_on_how_often_each_radio_event_came() -> None:
    for events in itertools.product((*RADIO_EVENTS, "turnaround"), repeat=5):
        odd = sum(events.count(event) % 2 for event in ("good_conditions", "clear_radio"))
        assert hf(*events) == {0: 8, 1: 11, 2: 14}[odd], events


@pytest.mark.rule("OPS-A1.hf")
@pytest.mark.parametrize("event", sorted({*TABLES.rolled("random_event").details} - {"good_conditions", "clear_radio"}))
def test_no_other_event_touches_the_radio(event: str) -> None:
    before = Radio(frozenset({"clear_radio"}))
    assert before.after(event) is before


@pytest.mark.rule("OPS-A1.hf")
def test_the_radio_events_are_those_that_the_table_gives_range_to() -> None:
    table = TABLES.rolled("random_event")
    assert {code for code, values in table.details.items() if "hf_range" in values} == set(RADIO_EVENTS)
    assert {values["hf_range"] for values in table.details.values() if "hf_range" in values} == {SENSORS.hf_bonus} == {3}


# OPS-A2: formation


@pytest.mark.rule("OPS-A2.half")
@pytest.mark.parametrize(("escorts", "missing"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_half_the_escort_rounded_up_misses_the_rendezvous(escorts: int, missing: int) -> None:
    assert escorts_missing("half_escort", escorts) == missing


@pytest.mark.rule("OPS-A2.none")
@pytest.mark.parametrize("escorts", [0, 1, 2, 5])
def test_the_whole_escort_is_removed(escorts: int) -> None:
    assert escorts_missing("no_escort", escorts) == escorts


@pytest.mark.rule("OPS-A2.disruption")
@pytest.mark.parametrize(("bombers", "disrupted"), [(0, 0), (1, 1), (2, 1), (9, 1)])
def test_one_bomber_unit_is_disrupted(bombers: int, disrupted: int) -> None:
    assert bombers_disrupted("disruption", bombers) == disrupted


@pytest.mark.rule("OPS-A2.disruption")
def test_the_other_results_of_formation_leave_escort_and_bombers_whole() -> None:
    codes = {*TABLES.rolled("formation").details, *TABLES.rolled("formation_special").details}
    assert codes == {"on_time", "delay1", "delay2", "delay3", "special", "disruption", "half_escort", "no_escort"}
    assert {code for code in codes if escorts_missing(code, 3)} == {"half_escort", "no_escort"}
    assert {code for code in codes if bombers_disrupted(code, 3)} == {"disruption"}


@pytest.mark.rule("OPS-A2.half")
@pytest.mark.rule("OPS-A2.none")
@pytest.mark.rule("OPS-A2.disruption")
@pytest.mark.parametrize("die", [3, 5, 6])
def test_the_rest_of_the_raid_forms_on_time(die: int) -> None:
    found = TABLES.rolled("formation_special").look_up((die,), weather="fog")
    assert found.result == {3: "disruption", 5: "half_escort", 6: "no_escort"}[die]
    assert found.details["turns"] == 0


# OPS-A5: navigation


@pytest.mark.rule("OPS-A5.lost")
@pytest.mark.rule("OPS-A5.found")
@pytest.mark.parametrize(
    ("result", "before", "after"),
    [
        ("lost", False, True),
        ("lost", True, True),
        ("on_course", False, False),
        ("on_course", True, False),
        ("decoyed", False, False),
        ("decoyed", True, True),
    ],
)
def test_lost_marks_a_raid_and_on_course_clears_it(result: str, before: bool, after: bool) -> None:
    assert lost_after(result, before) is after


@pytest.mark.rule("OPS-A5.decoy")
@pytest.mark.parametrize(("en_route", "result", "lost"), [(False, "decoyed", False), (True, "lost", True)])
def test_decoyed_on_the_way_counts_as_lost(en_route: bool, result: str, lost: bool) -> None:
    found = TABLES.rolled("navigation").look_up((1, 2), weather="fair", en_route=en_route)
    assert found.result == result
    assert lost_after(str(found.result), False) is lost


@pytest.mark.rule("OPS-A5.decoy")
def test_a_decoyed_raid_never_diverts() -> None:
    for bad, lost in itertools.product(BOOLEANS, BOOLEANS):
        assert diverts(bad_weather=bad, decoyed=True, strayed=lost) is False
        assert divert_needs_die(bad_weather=bad, lost=lost, decoyed=True) is False


@pytest.mark.rule("OPS-A5.divert")
@pytest.mark.parametrize("strayed", BOOLEANS)
def test_bad_weather_over_the_objective_diverts_whatever_the_die(strayed: bool) -> None:
    assert diverts(bad_weather=True, decoyed=False, strayed=strayed) is True
    assert diverts(bad_weather=False, decoyed=False, strayed=strayed) is strayed


@pytest.mark.rule("OPS-A5.divert")
def test_a_die_is_asked_for_only_of_a_lost_raid_in_good_weather() -> None:
    asked = [of for of in itertools.product(BOOLEANS, repeat=3) if divert_needs_die(bad_weather=of[0], lost=of[1], decoyed=of[2])]
    assert asked == [(False, True, False)]


# OPS-A9: movement


@pytest.mark.rule("OPS-A9.1")
def test_a_move_of_one_hex_dives_two_angels_for_nothing() -> None:
    assert free_dive(MOVEMENT) == 2
    assert MOVEMENT["move"].values["hexes"] == 1


@pytest.mark.rule("OPS-A9.2")
@pytest.mark.parametrize(
    ("bomber", "dive_bombing", "may"), [(False, False, True), (False, True, True), (True, False, False), (True, True, True)]
)
def test_one_point_dives_to_any_height_but_bombers_only_when_dive_bombing(bomber: bool, dive_bombing: bool, may: bool) -> None:
    assert may_dive_freely(bomber=bomber, dive_bombing=dive_bombing) is may


@pytest.mark.rule("OPS-A9.3")
@pytest.mark.parametrize("angels", [0, 4, 6, 18, 20, 22, 26])
@pytest.mark.parametrize("group", ["single", "wing", "balbo"])
def test_a_bomber_climbs_two_angels_with_one_point_and_no_more(angels: int, group: FlightGroup) -> None:
    assert climbs(MOVEMENT, angels, bomber=True, group=group) == {1: (2,)}


@pytest.mark.rule("OPS-A9.4")
@pytest.mark.parametrize(
    ("angels", "first", "both"),
    [
        (0, (2, 4), (4, 6, 8)),  # 2 or 4, then 2 or 4
        (2, (2, 4), (4, 6, 8)),
        (4, (2, 4), (4, 6, 8)),  # to 6 or 8, then 2 or 4 as a second point anywhere
        (6, (2,), (4, 6)),  # 6 is not below 6
        (8, (2,), (4, 6)),
        (16, (2,), (4, 6)),
        (18, (2,), (4, 6)),  # to 20, which is not above 20
    ],
)
def test_a_fighter_climbs_two_and_then_two_or_four(angels: int, first: tuple[int, ...], both: tuple[int, ...]) -> None:
    assert climbs(MOVEMENT, angels, bomber=False) == {1: first, 2: both}


@pytest.mark.rule("OPS-A9.4")
@pytest.mark.parametrize("angels", [0, 2, 4, 6, 10, 18])
def test_the_first_point_in_a_wing_gives_two_even_low_down(angels: int) -> None:
    assert climbs(MOVEMENT, angels, bomber=False, group="wing") == {1: (2,), 2: (4, 6)}


@pytest.mark.rule("OPS-A9.5")
@pytest.mark.parametrize("group", ["single", "wing"])
@pytest.mark.parametrize("angels", [20, 22, 24, 32])
def test_above_twenty_each_point_gives_two(angels: int, group: FlightGroup) -> None:
    """From 20 the first point gives 2 as anywhere, and the second is spent at 22."""
    assert climbs(MOVEMENT, angels, bomber=False, group=group) == {1: (2,), 2: (4,)}


@pytest.mark.rule("OPS-A9.6")
@pytest.mark.parametrize("angels", [0, 4, 6, 18, 20, 22])
def test_a_balbo_climbs_two_with_each_point_at_any_height(angels: int) -> None:
    assert climbs(MOVEMENT, angels, bomber=False, group="balbo") == {1: (2,), 2: (4,)}


# OPS-A15: victory points


def score(counts: Mapping[str, int]) -> float:
    """The points of these counts by the table."""
    return sum(float(POINTS[kind].values["points"]) * count for kind, count in counts.items())


@pytest.mark.parametrize(
    ("kind", "each"),
    [
        pytest.param("raf_on_ground", 0.5, marks=pytest.mark.rule("OPS-A15.1")),
        pytest.param("raf_shot_down", 1.0, marks=pytest.mark.rule("OPS-A15.2")),
        pytest.param("raf_not_over_england", 0.5, marks=pytest.mark.rule("OPS-A15.2")),
        pytest.param("fighter_shot_down", -1.0, marks=pytest.mark.rule("OPS-A15.3")),
        pytest.param("bomber_shot_down", -1.5, marks=pytest.mark.rule("OPS-A15.3")),
        pytest.param("luftwaffe_over_england", -0.5, marks=pytest.mark.rule("OPS-A15.3")),
        pytest.param("squadron_beyond_response", 3.0, marks=pytest.mark.rule("OPS-A15.5")),
        pytest.param("flight_beyond_response", 1.5, marks=pytest.mark.rule("OPS-A15.5")),
        pytest.param("return_escort", -0.5, marks=pytest.mark.rule("OPS-A15.6")),
        pytest.param("patrol_freie_jagd", -2.0, marks=pytest.mark.rule("OPS-A15.7")),
    ],
)
def test_each_event_is_worth_its_points(kind: str, each: float) -> None:
    assert (POINTS[kind].values["points"], POINTS[kind].values["each"]) == (each, 1)


@pytest.mark.rule("OPS-A15.2")
@pytest.mark.rule("OPS-A15.3")
@pytest.mark.parametrize(
    ("side", "bomber", "over_england", "each"),
    [
        ("raf", False, True, 1.0),
        ("raf", False, False, 1.5),
        ("luftwaffe", False, False, -1.0),
        ("luftwaffe", False, True, -1.5),
        ("luftwaffe", True, False, -1.5),
        ("luftwaffe", True, True, -2.0),
    ],
)
def test_an_aircraft_shot_down_counts_by_what_it_was_and_where(side: str, bomber: bool, over_england: bool, each: float) -> None:
    for aircraft in (1, 3):
        assert score(shot_down(side, bomber=bomber, over_england=over_england, aircraft=aircraft)) == each * aircraft


@pytest.mark.rule("OPS-A15.2")
@pytest.mark.rule("OPS-A15.3")
def test_losses_of_several_fights_stack() -> None:
    """Kent: 2 Hurricanes, 3 bombers, 1 Me 109; the Channel: 1 Spitfire, 2 Me 109: 2 - 6 - 1.5 + 1.5 - 2 = -6."""
    counts: Counter[str] = Counter()
    for side, bomber, over, lost in (
        ("raf", False, True, 2),
        ("luftwaffe", True, True, 3),
        ("luftwaffe", False, True, 1),
        ("raf", False, False, 1),
        ("luftwaffe", False, False, 2),
    ):
        counts.update(shot_down(side, bomber=bomber, over_england=over, aircraft=lost))
    assert counts == {
        "raf_shot_down": 3,
        "raf_not_over_england": 1,
        "bomber_shot_down": 3,
        "fighter_shot_down": 3,
        "luftwaffe_over_england": 4,
    }
    assert score(counts) == -6
