"""Channel patrols (OPS-B9) and what they cost (OPS-A15.7)."""

from __future__ import annotations

import pytest

from bob.day.phases.interception import proceed
from bob.day.phases.raids import formation_phase
from bob.day.phases.sequence import _channel_patrols, run
from bob.day.state.execution import Play
from bob.day.state.orders import PatrolSweep
from bob.day.state.position import DayPosition
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import (
    CHANNEL,
    GAME,
    HIGH,
    INLAND,
    SEA,
    W,
    at,
    day,
    describe,
    order,
    play,
    points,
    refusal,
    rolls,
    squadron,
    step,
    unit,
)

PATROL = "I./JG 51"


def patrols(q: Play) -> None:
    """The roll for Channel patrols and the fight that it may lead to."""
    _channel_patrols(q)
    assert proceed(q)


def patrolled(*boxes: int, **given: object) -> DayPosition:
    """A position with the same Gruppe on watch in some boxes of the Channel patrol table, and a squadron over the Straits."""
    p = day(**({"squadrons": [squadron(hex=SEA, angels=10)]} | given))  # type: ignore[arg-type]
    for i in boxes:
        p.patrols[i - 1] = [unit(PATROL, "sweep", angels=18, base="Pihen-lès-Guînes")]
    return p


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_die_a_turn_picks_the_box_whose_units_attack(die: int) -> None:
    p = patrolled(2, 5)
    q = play(p, die, *([3] * 40))
    patrols(q)
    assert rolls(q, "channel_patrol") == 1
    assert bool(describe(q, "combat")) == (die in (2, 5))


@pytest.mark.rule("OPS-B9.1")
def test_the_last_aircraft_of_a_box_still_attacks_the_last_of_a_squadron() -> None:
    p = patrolled(2, squadrons=[squadron(hex=SEA, angels=10, strength=1)])
    p.patrols[1][0].strength = 1
    q = play(p, 2, *([6] * 4))
    _channel_patrols(q)
    assert len(describe(q, "patrol_attack", "raf")) == len(p.combat.queue) == 1
    assert [e.data["box"] for e in describe(q, "patrol_attack", "luftwaffe")] == [2], "boxes are told as the die counts them"


@pytest.mark.rule("OPS-B9.1")
def test_however_many_are_at_risk_one_roll_is_made_and_one_squadron_attacked() -> None:
    p = patrolled(1, squadrons=[squadron("1", hex=SEA, angels=12), squadron("2", hex=SEA, angels=8), squadron("3", hex=INLAND, angels=2)])
    q = play(p, 1, *([3] * 40))
    patrols(q)
    assert rolls(q, "channel_patrol") == 1
    assert [e.data["units"] for e in describe(q, "combat", "raf")] == [[["2", 12]]]


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.parametrize(("h", "box"), [(INLAND, "airborne"), (CHANNEL, "airborne"), (SEA, "ready")])
def test_outside_the_straits_or_on_the_ground_nobody_risks_it(h: object, box: str) -> None:
    q = play(patrolled(1, squadrons=[squadron(hex=h, box=box)]))
    patrols(q)
    assert rolls(q, "channel_patrol") == 0


@pytest.mark.rule("OPS-B9.1")
def test_the_patrol_attacks_from_above_by_surprise_and_goes_back_to_its_box() -> None:
    p = patrolled(3)
    q = play(p, 3, *([4, 4, 1] * 3), *([3] * 40))
    patrols(q)
    mine, theirs = describe(q, "combat", "raf")[0], describe(q, "combat", "luftwaffe")[0]
    assert mine.data["posture"] == "bounced" and theirs.data["units"] == [[PATROL, 27]]
    (back,) = p.patrols[2]
    assert (back.state, back.ammo, back.disruption, back.used) == ("with_raid", "full", 0, 0)
    assert p.squadrons["79 Squadron"].fought
    GAME.invariants(p)


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.rule("OPS-B5.8")
def test_the_luftwaffe_is_not_told_whom_its_patrol_met() -> None:
    q = play(patrolled(3), 3, *([3] * 40))
    patrols(q)
    for e in (*describe(q, "patrol_attack", "luftwaffe"), *describe(q, "combat", "luftwaffe")):
        assert "79 Squadron" not in str(e.data)
    for e in (*describe(q, "patrol_attack", "raf"), *describe(q, "combat", "raf")):
        assert PATROL not in str(e.data)


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(("dice", "weather", "met"), [((3, 3), "fair", True), ((2, 3), "fair", False), ((6, 6), "cloudy", False)])
def test_a_patrol_attacks_only_what_it_tallies(dice: tuple[int, int], weather: str, met: bool) -> None:
    p = patrolled(1)
    for zone in p.sky.zones.values():
        zone.good = weather
    q = play(p, 1, *dice, *([3] * 40))
    patrols(q)
    assert bool(describe(q, "combat")) == met


@pytest.mark.rule("OPS-B9.1")
def test_a_patrol_shot_down_to_the_last_leaves_its_box_empty() -> None:
    p = patrolled(1)
    p.patrols[0][0].strength = 0
    q = play(p, 1)
    patrols(q)
    assert describe(q, "combat") == []


@pytest.mark.rule("OPS-B9.2")
@pytest.mark.rule("OPS-A15.7")
def test_a_patrol_sent_off_costs_two_points_and_forms_this_turn() -> None:
    p = patrolled(4)
    p.patrols[3][0].strength = 20
    events = order(p, "luftwaffe", PatrolSweep(4, at("Dover Castle"), 20))
    assert points(p) == {"patrol_freie_jagd": -2.0} and p.points[0].rule == "OPS-A15.7"
    assert p.patrols[3] == [] and all(e.to == ("luftwaffe",) for e in events)
    (sent,) = p.raids.values()
    assert sent.plan.code == "patrol_4_3" and sent.plan.type == "freie_jagd"
    assert sent.plan.units == (PlannedUnit(PATROL, "sweep", 20, 20),)
    formation_phase(play(p, 3, 3))
    assert sent.state == "flying" and sent.units[0].strength == 20
    assert refusal(p, "luftwaffe", PatrolSweep(4, at("Dover Castle"), 20)) == ("patrol", "OPS-B9.2")


@pytest.mark.rule("OPS-B9.2")
@pytest.mark.parametrize(
    ("given", "key"),
    [
        (PatrolSweep(1, INLAND, 20), "patrol"),
        (PatrolSweep(0, INLAND, 20), "patrol"),
        (PatrolSweep(7, INLAND, 20), "patrol"),
        (PatrolSweep(4, INLAND, 19), "angels"),
        (PatrolSweep(4, INLAND, 36), "angels"),
        (PatrolSweep(4, step(INLAND, 0, 70), 20), "off_map"),
        (PatrolSweep(4, W.base("Exeter").near, 20), "plan"),
    ],
)
def test_a_sweep_that_cannot_be_flown_is_refused(given: PatrolSweep, key: str) -> None:
    assert refusal(patrolled(4), "luftwaffe", given)[0] == key


@pytest.mark.rule("OPS-B9.1")
def test_the_roll_comes_with_the_combats_of_the_turn() -> None:
    p = patrolled(6, step=6)
    p.done = ["luftwaffe", "raf"]
    q = play(p, 6, *([3] * 11), 3, 4, *([1] * 20))
    run(q)
    purposes = [r.purpose for r in q.dice.ledger.rolls]
    assert purposes.index("channel_patrol") < purposes.index("random_event") and HIGH not in purposes
