"""Posture (OPS-B8.3, OPS-C9.5): height, surprise, sun and approach, for attacks on bombers and for who intervenes."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.game import Log
from bob.core.hexes import Hex
from bob.day.rules.postures import approach, posture
from bob.day.state.execution import Play
from bob.day.state.orders import SendTo
from bob.day.state.position import RAF, Vector
from tests.operations.build import (
    CHANNEL,
    ESCORT,
    HIGH,
    SEA,
    SWEEP,
    W,
    at,
    combat,
    day,
    describe,
    play,
    raid,
    squadron,
    step,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, whole_turn

NORTH = 0
UNSEEN, SEEN = (1, 1), (6, 6)


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.rule("OPS-C9.5")
@pytest.mark.parametrize(
    ("edge", "found"),
    [
        ((16, 14, True, True, 1), "bounce"),
        ((16, 14, False, False, 1), "bounce"),
        ((14, 14, False, False, 1), "advantage"),
        ((16, 14, False, False, -1), "even"),
        ((14, 14, False, False, -1), "disadvantage"),
        ((12, 14, False, False, 1), "even"),
        ((12, 14, True, False, 1), "advantage"),
        ((12, 14, False, True, 1), "even"),
        ((14, 14, False, True, -1), "even"),
        ((16, 14, True, True, -1), "bounce"),
    ],
)
def test_the_approach_is_one_more_point_and_the_sun_counts_before_it(edge: tuple[int, int, bool, bool, int], found: str) -> None:
    """The sun helps unless the edge from height and surprise is negative; the approach comes after, whatever it is."""
    assert posture(*edge) == found


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("came_from", "gained"),
    [
        (step(CHANNEL, 0, 3), 1),
        (step(step(CHANNEL, 0, 3), 1, 1), 1),
        (step(CHANNEL, 1, 3), 0),
        (step(CHANNEL, 5, 3), 0),
        (step(CHANNEL, 2, 3), 0),
        (step(CHANNEL, 4, 3), 0),
        (step(step(CHANNEL, 3, 3), 2, 1), -1),
        (step(CHANNEL, 3, 3), -1),
        (CHANNEL, 0),
        (None, 0),
    ],
)
def test_ahead_and_astern_are_within_45_degrees_of_the_targets_course(came_from: Hex | None, gained: int) -> None:
    q = play(day())
    assert approach(q, came_from, CHANNEL, step(CHANNEL, NORTH, 2)) == gained
    assert approach(q, came_from, CHANNEL, CHANNEL) == 0, "who circles has no ahead"
    assert approach(q, came_from, None, CHANNEL) == 0


def met(*units: Any, tally: Any = UNSEEN, intervene: tuple[int, int] = (1, 1), **given: Any) -> dict[str, Any]:
    """The combat of a squadron in the hex of a raid that it has in sight."""
    s = squadron(hex=SEA, tally="raid", **({"angels": 14} | given))
    p = day(raids=[raid(SEA, *units)], squadrons=[s])
    q = Play(W, p, DiceByPurpose(tally=tally, intervene=intervene), Log())
    combat(q)
    (fight,) = describe(q.log.events, "combat", "raf")
    return dict(fight.data)


@pytest.mark.rule("OPS-C9.5")
@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("angels", "dice", "stance"),
    [
        (14, (2, 3), "even"),
        (14, (2, 2), "advantage"),
        (16, (2, 3), "advantage"),
        (16, (2, 2), "bounce"),
        (12, (2, 2), "disadvantage"),
        (12, (1, 2), "even"),
    ],
)
def test_bombers_that_do_not_see_who_attacks_are_surprised(angels: int, dice: tuple[int, int], stance: str) -> None:
    """They need 7 with +2, and one more for looking down at who is below."""
    found = met(unit(), tally=dice, angels=angels)
    assert (found["posture"], found["surprise"]) == (stance, "none" if sum(dice) + 2 + (angels == 12) >= 7 else "raf")


@pytest.mark.rule("OPS-C9.5")
def test_bombers_look_once_a_stack_however_many_come() -> None:
    singles = [squadron(str(i), hex=SEA, angels=14, tally="raid") for i in range(3)]
    wing = [squadron(f"w{i}", hex=SEA, angels=14, tally="raid", wing="w0/1") for i in range(2)]
    dice = DiceByPurpose(tally=(2, 3))
    q = Play(W, day(raids=[raid(SEA)], squadrons=[*singles, *wing]), dice, Log())
    combat(q)
    assert len(describe(q.log.events, "combat", "raf")) == 1 and len(dice.rolled("tally")) == 1
    assert {e.data["surprise"] for e in describe(q.log.events, "combat", "raf")} == {"none"}


@pytest.mark.rule("OPS-C9.5")
@pytest.mark.parametrize(("tally", "surprise", "stance"), [(UNSEEN, "raf", "even"), (SEEN, "none", "disadvantage")])
@pytest.mark.parametrize(("name", "role"), [(ESCORT, "close_escort"), (HIGH, "high_cover")])
def test_escorts_that_intervene_unseeing_are_surprised(name: str, role: str, tally: Any, surprise: str, stance: str) -> None:
    found = met(unit(), unit(name, role, angels=16), tally=tally, intervene=(6, 6))
    assert (found["surprise"], found["posture"]) == (surprise, stance)


@pytest.mark.rule("OPS-C9.5")
def test_who_comes_from_ahead_over_a_whole_turn_has_the_better_of_it_and_from_astern_the_worse() -> None:
    """A raid of Dorniers from the Straits towards Dungeness: one squadron waits on its way, another follows it; both fly a turn."""
    for begins, better in ((at("Dungeness"), True), (step(SEA, 2, 1), False)):
        r = raid(SEA, angels=14)
        s = squadron(hex=begins, angels=14, radio="vhf")
        p = day(raids=[r], squadrons=[s], tracks=[track("raid", 1, 4)], start=1080)
        for _ in range(4):
            given = [SendTo(s.unit, 14, track=1)] if better and s.vector is not None and s.vector.kind != "raid" else []
            if not better:
                s.hex, s.vector = step(r.hex, 2, 2), Vector("hex", at("Dungeness"), 14)
            events = whole_turn(p, *given, dice=DiceByPurpose(tally=SEEN))
            if fights := describe(events, "combat", RAF):
                assert fights[0].data["surprise"] == "none"
                break
        else:
            raise AssertionError("they never met")
        assert fights[0].data["posture"] in (("advantage", "bounce") if better else ("disadvantage",)), fights[0].data["posture"]


@pytest.mark.rule("OPS-B8.3")
def test_a_sweep_gains_by_its_approach_too() -> None:
    for came_from, stance in ((step(SEA, 3, 3), "disadvantage"), (step(SEA, 0, 3), "advantage"), (step(SEA, 1, 3), "even")):
        sweep = raid(SEA, unit(SWEEP, "sweep", angels=14, was=came_from), code="sweep", kind="freie_jagd", angels=14)
        s = squadron(hex=step(SEA, 3, 1), angels=14, ammo="none", was=SEA, tally="sweep")
        p = day(raids=[sweep], squadrons=[s])
        q = Play(W, p, DiceByPurpose(tally=SEEN), Log())
        combat(q)
        (fight,) = describe(q.log.events, "combat", "raf")
        assert fight.data["posture"] == stance


@pytest.mark.rule("OPS-A1.10")
@pytest.mark.rule("OPS-C9.3")
def test_a_patrol_falls_upon_the_whole_lowest_stack_in_reach() -> None:
    reach = step(SEA, 5, 2)
    low = [squadron("1", hex=reach, angels=8), squadron("2", hex=reach, angels=8), squadron("3", hex=reach, angels=10)]
    lower = squadron("4", hex=at("Kenley"), angels=2)
    p = day(squadrons=[*low, lower])
    p.patrols[2] = [unit("I./JG 51", "sweep", angels=18)]
    events = whole_turn(p, dice=DiceByPurpose(random_event=(4, 6), channel_patrol=(3,), tally=SEEN))
    fights = describe(events, "combat", "raf")
    assert [u for u, _ in fights[-1].data["units"]] == ["1", "2"]
    assert all(s.tally is None for s in low) and p.patrols[2][0].state == "with_raid"


@pytest.mark.rule("OPS-A1.10")
@pytest.mark.parametrize(("apart", "reached"), [(3, True), (4, False)])
def test_in_reach_are_stacks_within_three_hexes_of_the_straits(apart: int, reached: bool) -> None:
    straits = [h for h, g in W.theatre.grounds.items() if g.zone == "dover_straits"]
    from bob.core import hexes

    spot = next(h for h in sorted(W.theatre.grounds) if min(hexes.distance(h, s) for s in straits) == apart and h not in W.barred)
    s = squadron(hex=spot, angels=8)
    s.vector = None
    p = day(squadrons=[s])
    p.patrols[0] = [unit("I./JG 51", "sweep", angels=18)]
    events = whole_turn(p, dice=DiceByPurpose(random_event=(4, 6), channel_patrol=(1,), tally=SEEN))
    assert bool(describe(events, "patrol_attack", "raf")) == reached
