"""Rules of engagement (OPS-C3.3): whom a squadron looks for, attacks and waits for."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.game import Event, Log
from bob.day.phases import interception
from bob.day.state.execution import Play
from bob.day.state.orders import Pancake, Readiness, Scramble, SendTo, Stance
from bob.day.state.position import DayPosition, Raid, Squadron
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    INLAND,
    SEA,
    SWEEP,
    W,
    at,
    combat,
    day,
    describe,
    order,
    raid,
    refusal,
    squadron,
    step,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

SEES: dict[str, tuple[int, int]] = {"tally": (6, 6)}


def sweep(h: Any = SEA, **given: Any) -> Raid:
    return raid(h, unit(SWEEP, "sweep", angels=16), code="fighters", kind="freie_jagd", angels=16, **given)


def fought(p: DayPosition, **faces: Any) -> list[list[str]]:
    """Whom the RAF's attacks of this turn met, by engagement."""
    dice = DiceByPurpose(**{**SEES, **faces})
    q = Play(W, p, dice, Log())
    combat(q)
    return [[u for u, _ in e.data["units"]] for e in describe(q.log.events, "combat", "luftwaffe") if e.data["attackers"] == "raf"]


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(
    ("stance", "meets", "sees"),
    [
        ("any_enemy", [SWEEP], "fighters"),
        ("bombers_first", [BOMBERS, SWEEP], "raid"),
        ("bombers_only", [BOMBERS, SWEEP], "raid"),
        ("avoid", None, None),
    ],
)
def test_whom_a_squadron_attacks_of_fighters_and_bombers_at_hand(stance: Any, meets: list[str] | None, sees: str | None) -> None:
    s = squadron(hex=SEA, stance=stance)
    p = day(raids=[sweep(), raid(SEA)], squadrons=[s])
    assert fought(p) == ([] if meets is None else [meets])
    s = squadron(hex=SEA, stance=stance)
    interception.phase(Play(W, day(raids=[sweep(), raid(SEA)], squadrons=[s]), DiceByPurpose(**SEES), Log()))
    assert s.tally == sees


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(("stance", "meets"), [("any_enemy", True), ("bombers_first", True), ("bombers_only", False), ("avoid", False)])
def test_fighters_alone_are_left_by_who_goes_for_bombers_only(stance: Any, meets: bool) -> None:
    p = day(raids=[sweep()], squadrons=[squadron(hex=SEA, stance=stance)])
    assert fought(p) == ([[SWEEP]] if meets else [])


@pytest.mark.rule("OPS-C3.3")
def test_bombers_first_leaves_the_fighters_it_has_in_sight_for_bombers_only_when_it_sees_them() -> None:
    for faces, meets in (((6, 6), [BOMBERS, SWEEP]), ((1, 1), [SWEEP])):
        s = squadron(hex=SEA, stance="bombers_first", tally="fighters")
        assert fought(day(raids=[sweep(), raid(SEA)], squadrons=[s]), tally=faces) == [meets]
    s = squadron(hex=SEA, stance="bombers_first", tally="raid")
    assert fought(day(raids=[raid(SEA), raid(SEA, unit("KG", strength=9), code="two")], squadrons=[s])) == [[BOMBERS]], "one is enough"


@pytest.mark.rule("OPS-C3.3")
def test_escorts_that_intervene_are_fought_whatever_the_rules() -> None:
    for stance in ("any_enemy", "bombers_first", "bombers_only"):
        s = squadron(hex=SEA, stance=stance)
        escorted = raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16))
        assert fought(day(raids=[escorted], squadrons=[s]), intervene=(6, 6)) == [[BOMBERS, ESCORT]]


@pytest.mark.rule("OPS-C3.3")
def test_who_avoids_is_attacked_all_the_same() -> None:
    s = squadron(hex=SEA, stance="avoid")
    p = day(raids=[sweep()], squadrons=[s])
    q = Play(W, p, DiceByPurpose(**SEES), Log())
    combat(q)
    (fight,) = describe(q.log.events, "combat", "raf")
    assert fight.data["attackers"] == "luftwaffe" and s.tally is None


# Waiting


def pair(apart: int, **given: Any) -> tuple[Squadron, Squadron, DayPosition]:
    """One that waits beside a raid that it has in sight, and the one that it waits for, so many hexes away."""
    waiting = squadron("1", hex=SEA, stance="wait", waits_for="2", tally="raid", **given)
    other = squadron("2", hex=step(SEA, 5, apart), vector=None)
    return waiting, other, day(raids=[raid(SEA)], squadrons=[waiting, other])


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(("apart", "over"), [(1, True), (2, False)])
def test_it_waits_till_the_other_is_within_a_hex(apart: int, over: bool) -> None:
    waiting, _, p = pair(apart)
    assert fought(p, tally=(1, 1)) == ([[BOMBERS]] if over else [])
    assert (waiting.stance, waiting.waits_for) == (("any_enemy", None) if over else ("wait", "2"))


@pytest.mark.rule("OPS-C3.3")
def test_it_comes_along_when_the_other_attacks() -> None:
    waiting, other, p = pair(2)
    far = step(SEA, 2, 1)
    waiting.hex, other.hex = far, step(SEA, 5, 1)
    other.tally = "raid"
    q = Play(W, p, DiceByPurpose(), Log())
    combat(q)
    (fight,) = describe(q.log.events, "combat", "raf")
    assert [u for u, _ in fight.data["units"]] == ["2", "1"] or [u for u, _ in fight.data["units"]] == ["1", "2"]
    (over,) = describe(q.log.events, "wait_over")
    assert over.to == ("raf",) and over.data == {"unit": "1", "other": "2"}


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(("waited", "over"), [(3, False), (4, True)])
def test_it_waits_four_turns_at_most(waited: int, over: bool) -> None:
    _, _, p = pair(5, waited=waited)
    assert fought(p, tally=(1, 1)) == ([[BOMBERS]] if over else [])


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(("box", "scrambling", "over"), [("landed", False, True), ("ready", True, False), ("gone", False, True)])
def test_it_waits_for_nobody_who_is_down_unless_ordered_off(box: Any, scrambling: bool, over: bool) -> None:
    waiting, other, p = pair(5)
    other.box, other.ordered_off = box, (waiting.vector if scrambling else None)
    fought(p, tally=(1, 1))
    assert (waiting.stance != "wait") == over


@pytest.mark.rule("OPS-C3.3")
def test_it_waits_over_whole_turns() -> None:
    waiting, other = squadron("1", hex=at("Lympne"), angels=14, radio="vhf"), squadron("2", angels=14)
    p = day(raids=[raid(SEA)], squadrons=[waiting, other], tracks=[track("raid", 1, 4)])
    given: list[Any] = [Stance("1", "wait", "2"), SendTo("1", 16, track=1)]
    quiet = []
    for _ in range(5):
        events = whole_turn(p, *given, dice=DiceByPurpose(**SEES))
        given = []
        quiet.append(not describe(events, "combat"))
    assert quiet == [True, True, True, True, False], "four turns, then it attacks"


# Orders


@pytest.mark.rule("OPS-C3.3")
def test_rules_are_given_at_scramble_or_under_control_and_forgotten_on_landing() -> None:
    s, other = squadron(box="ready"), squadron("2")
    p = day(squadrons=[s, other])
    assert refusal(p, "raf", Stance(s.unit, "avoid")) == ("not_airborne", "OPS-B6.3")
    order(p, "raf", Scramble(s.unit, 16, hex=INLAND))
    events = order(p, "raf", Stance(s.unit, "bombers_only"))
    assert describe(events, "stance", "raf")[0].data == {"unit": s.unit, "stance": "bombers_only", "waits_for": None}
    whole_turn(p)
    assert (s.box, s.stance) == ("airborne", "bombers_only") and GAME.view(p, "raf").squadrons[0].stance == "bombers_only"
    while s.box == "airborne":
        whole_turn(p, *([Pancake(s.unit)] if s.vector is None or s.vector.kind != "home" else []))
    assert s.stance == "any_enemy"


@pytest.mark.rule("OPS-C3.3")
def test_a_scramble_called_off_forgets_them() -> None:
    s = squadron(box="ready")
    p = day(squadrons=[s])
    order(p, "raf", Scramble(s.unit, 16, hex=INLAND))
    order(p, "raf", Stance(s.unit, "avoid"))
    order(p, "raf", Readiness(s.unit, "available"))
    assert s.stance == "any_enemy"


@pytest.mark.rule("OPS-C3.3")
def test_nobody_waits_in_a_circle_for_himself_or_for_who_is_down() -> None:
    units = [squadron(str(i)) for i in range(4)] + [squadron("5", "ready"), squadron("6", wing="3/1")]
    units[3].wing = "3/1"
    p = day(squadrons=units)
    for wrong in (Stance("0", "wait"), Stance("0", "wait", "0"), Stance("0", "wait", "5"), Stance("3", "wait", "6")):
        assert refusal(p, "raf", wrong) == ("waits_for", "OPS-C3.3")
    assert refusal(p, "raf", Stance("0", "avoid", "1")) == ("waits_for", "OPS-C3.3")
    assert refusal(p, "raf", Stance("0", "wait", "9"))[0] == "no_squadron"
    order(p, "raf", Stance("0", "wait", "1"))
    order(p, "raf", Stance("1", "wait", "2"))
    assert refusal(p, "raf", Stance("2", "wait", "0")) == ("waits_in_circle", "OPS-C3.3")
    assert refusal(p, "raf", Stance("1", "wait", "0")) == ("waits_in_circle", "OPS-C3.3")
    order(p, "raf", Stance("2", "wait", "3"))
    assert refusal(p, "raf", Stance("6", "wait", "0")) == ("waits_in_circle", "OPS-C3.3"), "its Wing is waited for"
    units[1].waits_for, units[2].waits_for = "2", "1"  # as no order could make it
    order(p, "raf", Stance("0", "wait", "1"))


def test_the_other_side_hears_nothing_of_them() -> None:
    p = day(squadrons=[squadron()])
    events: list[Event] = order(p, "raf", Stance("79 Squadron", "avoid"))
    assert all(e.to == ("raf",) for e in events)


@pytest.mark.rule("OPS-C3.3")
@pytest.mark.parametrize(("stance", "keeps"), [("any_enemy", True), ("bombers_first", True), ("bombers_only", False), ("avoid", False)])
def test_new_rules_hold_for_what_is_in_sight_already(stance: Any, keeps: bool) -> None:
    s = squadron(hex=INLAND, tally="fighters")
    p = day(raids=[circling(INLAND, units=[unit(SWEEP, "sweep", h=INLAND, angels=16)], code="fighters", angels=16)], squadrons=[s])
    events = whole_turn(p, Stance(s.unit, stance), dice=DiceByPurpose(tally=(1, 1)))
    assert bool(describe(events, "combat", "raf")) == keeps and (s.tally is not None) == keeps


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-C3.3")
def test_out_of_hearing_nobody_is_told_that_the_waiting_is_over() -> None:
    far = step(at("Dungeness"), 3, 21)
    pair = [squadron("1", hex=far, stance="wait", waits_for="2"), squadron("2", hex=far)]
    p = day(squadrons=pair)
    events = whole_turn(p)
    assert pair[0].stance == "any_enemy" and pair[0].last is not None and not describe(events, "wait_over")
    assert (GAME.view(p, "raf").squadrons[0].stance, GAME.view(p, "raf").squadrons[0].waits_for) == ("wait", "2")
