"""Random events in play (OPS-A1): each effect in the position, and how long it lasts."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.game import Event
from bob.day.phases.interception import proceed
from bob.day.phases.sequence import begin_turn, picked, run
from bob.day.rules.control import radio_range
from bob.day.state.orders import Done, Pick, Readiness, Scramble
from bob.day.state.position import Choice, DayPosition
from tests.operations.build import CHANNEL, GAME, SEA, W, at, day, describe, order, play, raid, refusal, sky, squadron, step, track, unit


def event(p: DayPosition, *faces: int) -> list[Event]:
    """The first step of a turn with these dice."""
    found = play(p, *faces)
    begin_turn(found)
    assert proceed(found)
    assert found.dice.ledger.rolls[0].purpose == "random_event"
    return found.log.events


def test_the_raf_alone_learns_of_the_event() -> None:
    (rolled,) = describe(event(day(), 3, 4), "random_event")
    assert rolled.to == ("raf",) and rolled.data == {"event": "nothing"} and rolled.rule == "OPS-A1.7"


@pytest.mark.rule("OPS-A1.2")
@pytest.mark.rule("OPS-A1.11")
@pytest.mark.rule("OPS-A1.hf")
def test_the_radio_reaches_farther_until_the_same_event_comes_again() -> None:
    p = day(squadrons=[squadron()])
    home = p.squadrons["79 Squadron"]
    ranges = [radio_range(W, p, home)]
    for faces in ((1, 1), (3, 4), (5, 6), (2, 3), (1, 1), (5, 6)):
        p.choices.clear()
        event(p, *faces)
        ranges.append(radio_range(W, p, home))
    assert ranges == [8, 11, 11, 14, 14, 11, 8]
    assert p.radio_events == []


@pytest.mark.rule("OPS-A1.3")
@pytest.mark.rule("OPS-A1.9")
@pytest.mark.parametrize(("faces", "more"), [((1, 2), 2), ((4, 5), 1), ((3, 4), 0)])
def test_the_scramble_limit_rises_for_this_turn_only(faces: tuple[int, int], more: int) -> None:
    p = day()
    event(p, *faces)
    assert p.scrambles == 3 + more
    event(p, 3, 4)
    assert p.scrambles == 3


@pytest.mark.rule("OPS-A1.4")
def test_a_dispersal_dash_makes_one_available_unit_ready_at_once() -> None:
    units = [
        squadron("1 A", "available"),
        squadron("2 R", "ready"),
        squadron("3 L", "released"),
        squadron("4 W", "available", becoming="ready", due=9),
    ]
    p = day(squadrons=units)
    event(p, 1, 3)
    assert p.choices == [Choice("raf", "dispersal_dash", ["1 A", "4 W"])]
    found = play(p)
    picked(found, p.choices.pop(0), ("4 W",))
    assert (units[3].box, units[3].becoming, units[3].due) == ("ready", None, None)
    assert units[0].box == "available"


@pytest.mark.rule("OPS-A1.4")
@pytest.mark.rule("OPS-A1.5")
@pytest.mark.rule("OPS-A1.8")
@pytest.mark.parametrize("faces", [(1, 3), (1, 4), (4, 4)])
def test_where_nothing_qualifies_nothing_is_asked(faces: tuple[int, int]) -> None:
    p = day(squadrons=[squadron("1", "released"), squadron("2", "ready")], raids=[raid()])
    event(p, *faces)
    assert p.choices == []


@pytest.mark.rule("OPS-A1.5")
def test_the_raf_names_a_detected_raid_and_it_navigates_even_without_bombers() -> None:
    sweep = raid(SEA, unit("III./JG 26", "sweep", angels=20), code="sweep", kind="freie_jagd", angels=20)
    p = day(raids=[raid(CHANNEL), sweep])
    p.tracks = [track("raid", 1, 1, (3, CHANNEL)), track("sweep", 2, 2, (3, SEA))]
    event(p, 1, 4)
    assert p.choices == [Choice("raf", "navigation_test", ["1", "2"])]
    found = play(p, 1, 1)
    picked(found, p.choices.pop(0), ("2",))
    assert sweep.lost and not p.raids["raid"].lost
    (rolled,) = describe(found, "navigation")
    assert rolled.to == (), "the Luftwaffe would learn from it that its raid stands on the table (OPS-B4.3)"
    assert rolled.data == {"raid": "sweep", "result": "lost"}  # decoyed on the way counts as lost


@pytest.mark.rule("OPS-A1.5")
@pytest.mark.rule("OPS-B5.8")
def test_faded_and_undetected_raids_cannot_be_named() -> None:
    p = day(raids=[raid(SEA, code="a"), raid(SEA, unit("II./KG 3"), code="b")])
    p.tracks = [track("a", 1, 0), track("b", 2, 0, faded=True, groups=[])]
    event(p, 1, 4)
    assert p.choices == []


def emergency() -> DayPosition:
    """Lympne is 4 hexes from the plot, Gravesend more; all boxes that matter."""
    plot = step(at("Lympne"), 2, 4)
    units = [
        squadron("1 A", "available", station="Lympne"),
        squadron("2 R", "ready", station="Lympne"),
        squadron("3 L", "released", station="Lympne"),
        squadron("4 A", "available", station="Gravesend"),
        squadron("5 W", "rearm_2", station="Lympne", due=9, becoming="available"),
    ]
    return day(squadrons=units, raids=[raid(plot)], tracks=[track("raid", 1, 1, (3, plot))], scramble_limit=1)


@pytest.mark.rule("OPS-A1.6")
def test_an_emergency_readies_the_available_within_four_hexes_and_counts_outside_the_limit() -> None:
    p = emergency()
    event(p, 1, 5)
    assert p.emergency == ["1 A", "2 R"]
    assert [s.box for s in p.squadrons.values()] == ["ready", "ready", "released", "available", "rearm_2"]
    p.airfields["Lympne"].capacity = 2
    p.squadrons["6 R"] = squadron("6 R", "ready")
    p.phase, p.step = "orders", 2
    for name in ("1 A", "2 R", "6 R"):
        order(p, "raf", Scramble(name, 16, hex=at("Lympne")))
    p.squadrons["7 R"] = squadron("7 R", "ready", station="Hornchurch")
    assert refusal(p, "raf", Scramble("7 R", 16, hex=at("Lympne"))) == ("scramble_limit", "OPS-B6.4")


@pytest.mark.rule("OPS-A1.6")
def test_by_the_other_reading_units_in_an_emergency_stay_available_until_ordered_and_are_ready_at_once() -> None:
    p = emergency()
    p.switches = {"emergency": "by_order"}
    p.squadrons["6 B"] = squadron("6 B", "available", station="Lympne", due=9, becoming="ready")
    event(p, 1, 5)
    assert p.emergency == ["1 A", "2 R", "6 B"]
    assert [s.box for s in p.squadrons.values()] == ["available", "ready", "released", "available", "rearm_2", "ready"]
    p.phase, p.step = "orders", 2
    assert refusal(p, "raf", Scramble("1 A", 16, hex=at("Lympne"))) == ("not_ready", "OPS-B7.2")
    order(p, "raf", Readiness("1 A", "ready"))
    order(p, "raf", Readiness("4 A", "ready"))
    assert [p.squadrons[name].box for name in ("1 A", "4 A")] == ["ready", "available"]
    order(p, "raf", Scramble("1 A", 16, hex=at("Lympne")))


@pytest.mark.rule("OPS-A1.6")
def test_whoever_became_ready_in_an_emergency_is_available_again_at_once_by_an_order() -> None:
    p = emergency()
    event(p, 1, 5)
    p.phase, p.step = "orders", 2
    order(p, "raf", Readiness("1 A", "available"))
    assert p.squadrons["1 A"].box == "available"


@pytest.mark.rule("OPS-A1.6")
def test_an_emergency_goes_only_as_far_as_the_airfield_can_and_only_this_turn() -> None:
    p = emergency()
    event(p, 1, 5)
    p.phase, p.step = "orders", 2
    order(p, "raf", Scramble("1 A", 16, hex=at("Lympne")))
    assert refusal(p, "raf", Scramble("2 R", 16, hex=at("Lympne"))) == ("capacity", "OPS-B6.4")
    event(p, 3, 4)
    assert p.emergency == []


@pytest.mark.rule("OPS-A1.6")
def test_five_hexes_are_too_far_and_an_undetected_raid_alarms_nobody() -> None:
    p = emergency()
    p.tracks = [track("raid", 1, 1, (3, step(at("Lympne"), 2, 5)))]
    event(p, 1, 5)
    assert p.emergency == []
    p = emergency()
    p.tracks.clear()
    event(p, 1, 5)
    assert p.emergency == []


@pytest.mark.rule("OPS-A1.7")
def test_nothing_happens_on_a_seven() -> None:
    p = day(squadrons=[squadron(box="ready")], raids=[raid()])
    before = GAME.dump(p)
    events = event(p, 3, 4)
    assert {e.code for e in events} == {"turn", "random_event"}
    assert GAME.dump(p) == before


@pytest.mark.rule("OPS-A1.8")
def test_turnaround_takes_a_spitfire_if_there_is_one() -> None:
    hurricane = squadron("1 H", "rearm_1", due=5, becoming="rearm_2")
    spitfire = squadron("2 S", "rearm_1", aircraft="spitfire_i", due=6, becoming="rearm_2")
    p = day(squadrons=[hurricane, spitfire])
    event(p, 4, 4)
    assert p.choices == [Choice("raf", "turnaround", ["2 S"])]
    picked(play(p), p.choices.pop(0), ("2 S",))
    assert (spitfire.box, spitfire.becoming, spitfire.due) == ("rearm_2", "available", p.turn + 2)
    event(p, 4, 4)
    assert p.choices == [Choice("raf", "turnaround", ["1 H"])]


@pytest.mark.rule("OPS-A1.8")
def test_turnaround_with_no_ammunition_still_waits_longer_in_the_second_box() -> None:
    empty = squadron("1 H", "rearm_1", due=5, becoming="rearm_2", ammo="none")
    p = day(squadrons=[empty])
    event(p, 4, 4)
    picked(play(p), p.choices.pop(0), ("1 H",))
    assert empty.due == p.turn + 3


@pytest.mark.rule("OPS-A1.12")
@pytest.mark.rule("OPS-A11.table")
def test_the_weather_turns_over_in_the_first_three_zones_of_the_row() -> None:
    p = day()
    p.sky.zones["hornchurch"].is_bad = True
    events = event(p, 6, 6, 1, 2)
    changed = [e.data for e in describe(events, "weather_changed")]
    assert [c["zone"] for c in changed] == ["hornchurch", "biggin_hill", "kenley"]
    assert [c["weather"] for c in changed] == ["fair", "overcast", "overcast"]
    assert {code for code, zone in p.sky.zones.items() if zone.is_bad} == {"biggin_hill", "kenley"}
    assert all(set(e.to) == {"raf", "luftwaffe"} for e in describe(events, "weather_changed"))


@pytest.mark.rule("OPS-A1.det1")
@pytest.mark.parametrize(
    ("faces", "detected", "undetected"), [((1, 6), True, True), ((3, 4), False, False), ((2, 6), False, True), ((1, 1), True, False)]
)
def test_the_faces_trigger_checks_for_this_turn(faces: tuple[int, int], detected: bool, undetected: bool) -> None:
    p = day()
    event(p, *faces)
    assert (p.check_detected, p.check_undetected) == (detected, undetected)
    event(p, 3, 4)
    assert (p.check_detected, p.check_undetected) == (False, False)


@pytest.mark.rule("OPS-A1.det1")
@pytest.mark.rule("OPS-A1.det2")
@pytest.mark.parametrize(
    ("faces", "checks"), [((3, 4), 0), ((2, 5), 0), ((1, 6), 2), ((6, 3), 1)], ids=["neither", "neither too", "both", "undetected"]
)
def test_an_odd_turn_checks_only_what_the_faces_trigger_and_never_the_tallied(faces: tuple[int, int], checks: int) -> None:
    far = step(SEA, 4, 5)
    raids = [raid(SEA, unit("A"), code="known"), raid(far, unit("B"), code="unknown"), raid(step(SEA, 1, 4), unit("C"), code="tallied")]
    spotter = squadron(hex=step(SEA, 1, 4), tally="tallied")
    p = day(raids=raids, squadrons=[spotter], step=0, phase="orders")
    p.tracks = [track("known", 1, 4), track("tallied", 2, 1)]
    p.next_track = 3
    dice: list[Any] = [*faces, *([2, 2] * checks), *([1] * 4)]
    found = play(p, *dice)
    run(found)
    assert sum(r.purpose == "detection" for r in found.dice.ledger.rolls) == checks
    assert p.phase == "orders" and p.track_of("tallied").level == 4


@pytest.mark.rule("OPS-A1.10")
def test_an_impromptu_detachment_attacks_near_the_straits_and_goes_back_fresh() -> None:
    near = squadron(hex=step(SEA, 5, 2), angels=12)
    p = day(squadrons=[near, squadron("501 Squadron", hex=at("Kenley"))])
    p.patrols[3] = [unit("I./JG 51", "sweep", angels=18, aircraft="bf_109e_4", base="Pihen-lès-Guînes")]
    events = event(p, 4, 6, 4, 3, 3, 2, 2, *([4, 4, 100] * 2), *([3] * 20))
    assert [e.data["units"] for e in describe(events, "patrol_attack", "raf")] == [[near.unit]]
    (combat,) = describe(events, "combat", "raf")
    assert combat.data["posture"] == "bounced"
    (box,) = p.patrols[3]
    assert (box.ammo, box.disruption, box.state, box.used) == ("full", 0, "with_raid", 0)
    assert near.tally is None and p.tracks == []


@pytest.mark.rule("OPS-A1.10")
def test_a_detachment_needs_units_in_the_box_and_somebody_within_three_hexes() -> None:
    p = day(squadrons=[squadron(hex=at("Kenley"))])
    p.patrols[3] = [unit("I./JG 51", "sweep", angels=18)]
    assert describe(event(p, 4, 6, 4), "combat") == []
    p = day(squadrons=[squadron(hex=SEA)])
    p.patrols[3] = [unit("I./JG 51", "sweep", angels=18)]
    assert describe(event(p, 4, 6, 1), "combat") == []


@pytest.mark.rule("OPS-B4.1")
def test_an_event_that_asks_is_answered_before_the_orders_of_the_raf_while_the_luftwaffe_gives_its_own() -> None:
    p = day(squadrons=[squadron("1 A", "available"), squadron("2 A", "available")], step=0)
    run(play(p, 1, 3, *([1] * 9)))
    assert p.phase == "orders" and GAME.to_move(p) == ("luftwaffe", "raf")
    assert GAME.choices(p, "raf").listed == (Pick(("1 A",)), Pick(("2 A",)))
    for wrong in (Done(), Pick(()), Pick(("3 A",)), Pick(("1 A", "2 A"))):
        assert refusal(p, "raf", wrong)[1] == "OPS-B4.1"
    assert GAME.choices(p, "luftwaffe").listed == (Done(),)
    order(p, "luftwaffe", Done())
    assert GAME.to_move(p) == ("raf",) and p.turn == 3
    order(p, "raf", Pick(("2 A",)))
    assert p.phase == "orders" and p.squadrons["2 A"].box == "ready"


def test_the_sky_of_a_test_is_what_it_says() -> None:
    assert sky("haze", london="rain").zones["london"].now == "rain"


@pytest.mark.rule("OPS-A1.5")
@pytest.mark.rule("OPS-C9.7")
def test_of_a_merged_track_the_largest_raid_rolls_for_its_navigation() -> None:
    small, large = raid(SEA, unit("A", strength=9), code="small"), raid(step(SEA, 0, 1), unit("B", strength=20), code="large")
    both = track("small", 1, 2)
    both.groups = ["small", "large"]
    p = day(raids=[small, large], tracks=[both])
    picked(play(p, 1, 1), Choice("raf", "navigation_test", ["1"]), ("1",))
    assert (small.lost, large.lost) == (False, True)
