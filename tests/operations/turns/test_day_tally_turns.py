"""Tallies, escorts, units that have broken off and detachments (OPS-B8.1, OPS-B8.2, OPS-B2.3, OPS-A1.10) through whole turns."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.state.orders import FormWing, SendTo
from bob.day.state.position import Vector
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    ESCORT,
    HIGH,
    INLAND,
    PLAIN,
    SEA,
    SWEEP,
    W,
    day,
    describe,
    refusal,
    sky,
    squadron,
    step,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

UNSEEN = (1, 1)


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("angels", "apart", "weather", "dice", "seen"),
    [
        (14, 1, "fair", (3, 4), True),
        (14, 1, "fair", (3, 3), False),
        (16, 0, "fair", (3, 3), True),
        (16, 0, "fair", (2, 3), False),
        (14, 2, "fair", (6, 6), False),
        (14, 1, "haze", (6, 6), True),
        (6, 1, "cloudy", (6, 6), False),
        (16, 2, "fair", (3, 3), True),
    ],
)
def test_a_squadron_on_patrol_sees_what_comes_near_enough(angels: int, apart: int, weather: str, dice: tuple[int, int], seen: bool) -> None:
    """South of the raid, with the sun behind it; nothing is on the table, so that no level helps."""
    s = squadron(hex=step(PLAIN, 3, apart), angels=angels)
    p = day(raids=[circling(PLAIN, 27, angels=14)], squadrons=[s], sky=sky(weather))
    events = whole_turn(p, dice=DiceByPurpose(tally=dice))
    assert bool(describe(events, "tally", "raf")) == seen


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(
    ("role", "angels", "apart", "dice", "intervenes"),
    [
        ("close_escort", 18, 0, (3, 4), True),
        ("close_escort", 18, 0, (1, 1), False),
        ("close_escort", 20, 0, (6, 6), False),
        ("high_cover", 16, 0, (4, 4), True),
        ("high_cover", 16, 0, (1, 2), False),
        ("high_cover", 14, 0, (6, 6), False),
        ("high_cover", 16, 2, (6, 6), True),
        ("high_cover", 16, 3, (6, 6), False),
        ("close_escort", 16, 1, (6, 6), False),
    ],
)
def test_escorts_in_position_roll_to_intervene(role: str, angels: int, apart: int, dice: tuple[int, int], intervenes: bool) -> None:
    name = ESCORT if role == "close_escort" else HIGH
    escort: Any = unit(name, role, h=step(PLAIN, 0, apart), angels=angels)
    bombers = unit(BOMBERS, h=PLAIN, angels=14)
    raids = [circling(PLAIN, units=[bombers, escort])] if not apart else []
    if apart:
        raids = [circling(PLAIN, units=[bombers]), circling(escort.hex, units=[escort], code="other", angels=angels)]
    p = day(raids=raids, squadrons=[squadron(hex=PLAIN, tally="raid")])
    events = whole_turn(p, dice=DiceByPurpose(tally=UNSEEN, intervene=dice))
    (fought,) = [e for e in describe(events, "combat", "luftwaffe") if e.data["attackers"] == "raf"]
    assert [u for u, _ in fought.data["units"]] == ([BOMBERS, name] if intervenes else [BOMBERS])


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(("dice", "surprise"), [((3, 3), "raf"), ((3, 4), "none")])
def test_close_escort_on_its_way_home_may_see_who_attacks_it(dice: tuple[int, int], surprise: str) -> None:
    home = unit(ESCORT, "close_escort", h=PLAIN, angels=14)
    p = day(raids=[circling(PLAIN, units=[home], kind="freie_jagd")], squadrons=[squadron(hex=PLAIN, angels=14, tally="raid")])
    events = whole_turn(p, dice=DiceByPurpose(tally=dice))
    assert [e.data["surprise"] for e in describe(events, "combat", "raf")] == [surprise]


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("disruption", "flight", "attacks"), [(2, False, True), (3, False, False), (1, True, True), (2, True, False)])
def test_a_squadron_that_has_broken_off_attacks_nobody_and_takes_no_vector(disruption: int, flight: bool, attacks: bool) -> None:
    s = squadron(disruption=disruption, flight=flight, strength=6 if flight else 12, tally="raid")
    s.vector = Vector("home", BIGGIN, 0, None, "Biggin Hill")
    other = squadron("32 Squadron")
    p = day(raids=[circling(BIGGIN, 27, angels=2)], squadrons=[s, other])
    if not attacks:
        for given in (SendTo(s.unit, 16, hex=INLAND), FormWing((s.unit, other.unit), "Biggin Hill")):
            assert refusal(p, "raf", given) == ("broken_off", "OPS-B2.3")
    other.box, other.vector = "released", None
    events = whole_turn(p, dice=DiceByPurpose(tally=UNSEEN))
    assert bool(describe(events, "combat", "raf")) == attacks


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("sent", "disruption", "attacks"), [(27, 3, True), (27, 4, False), (9, 1, True), (9, 2, False)])
def test_fighters_that_have_broken_off_attack_nobody(sent: int, disruption: int, attacks: bool) -> None:
    hunters = unit(SWEEP, "sweep", h=PLAIN, angels=18, strength=sent, disruption=disruption)
    p = day(
        raids=[circling(PLAIN, units=[hunters], angels=18, kind="freie_jagd")], squadrons=[squadron(hex=PLAIN, angels=16, stance="avoid")]
    )
    events = whole_turn(p, dice=DiceByPurpose(tally=(6, 6)))
    assert bool(describe(events, "combat", "raf")) == attacks


def from_straits(n: int) -> Hex:
    """A hex of Kent or Surrey so far from the nearest of the Dover Straits."""
    straits = [h for h in W.theatre.grounds if W.ground(h).zone == "dover_straits"]
    line = hexes.line(SEA, BIGGIN)
    return next(h for h in line if min(hexes.distance(h, s) for s in straits) == n)


@pytest.mark.rule("OPS-A1.10")
@pytest.mark.parametrize(("apart", "attacked"), [(1, True), (3, True), (4, False)])
def test_a_detachment_reaches_three_hexes_beyond_the_straits(apart: int, attacked: bool) -> None:
    s = squadron(hex=from_straits(apart), angels=12)
    p = day(squadrons=[s])
    p.patrols[2] = [unit("I./JG 51", "sweep", angels=18)]
    events = whole_turn(p, dice=DiceByPurpose(random_event=(4, 6), channel_patrol=(3,), tally=(6, 6)))
    assert bool(describe(events, "patrol_attack", "raf")) == bool(describe(events, "combat", "raf")) == attacked
    assert s.tally is None and p.patrols[2][0].state == "with_raid"
