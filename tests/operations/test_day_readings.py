"""Readings settled, in whole turns: dives homeward (OPS-C9.2), emergencies outside the limit by the newest plots (OPS-A1.6, OPS-C9.7)."""

from __future__ import annotations

import pytest

from bob.operations.orders import Scramble
from bob.operations.raids import movement_phase
from tests.operations.build import BOMBERS, ESCORT, INLAND, SEA, W, at, day, play, raid, squadron, step, track, unit
from tests.operations.turns import DiceByPurpose, whole_turn


@pytest.mark.rule("OPS-C9.2")
@pytest.mark.rule("OPS-A9.2")
@pytest.mark.parametrize(("name", "role", "low"), [(BOMBERS, "bomber", False), (ESCORT, "close_escort", True)])
def test_bombers_dive_two_angels_a_hex_homeward_and_fighters_as_they_like(name: str, role: str, low: bool) -> None:
    u = unit(name, role, angels=14, state="going_home")
    base = W.base(u.base).near
    u.hex = step(base, 0, 1)
    r = raid(SEA, u, state="returning")
    u.hex = step(base, 0, 1)
    movement_phase(play(day(raids=[r])))
    assert u.hex == base and (u.angels == 0) == low and (low or u.angels == 12)


@pytest.mark.rule("OPS-A1.6")
@pytest.mark.rule("OPS-C9.7")
@pytest.mark.parametrize(("newest", "counts"), [(4, True), (5, False)])
def test_in_an_emergency_those_near_the_newest_plots_go_up_outside_the_limit(newest: int, counts: bool) -> None:
    home = at("Biggin Hill")
    near, far = step(home, 3, newest), step(home, 3, 1)
    units = [squadron(str(i), "available") for i in range(2)]
    usual = squadron("9", "ready", station="Hornchurch", sector="Hornchurch", hex=at("Hornchurch"))
    p = day(
        squadrons=[*units, usual],
        scramble_limit=1,
        raids=[raid(step(home, 3, 12))],
        tracks=[track("raid", 1, 2, (2, far), (4, near))],
    )
    whole_turn(p, dice=DiceByPurpose(random_event=(2, 4), detection=(3, 3)))
    assert [s.box for s in units] == (["ready", "ready"] if counts else ["available", "available"])
    if counts:
        whole_turn(p, Scramble("9", 16, hex=INLAND), Scramble("0", 16, hex=INLAND), Scramble("1", 16, hex=INLAND))
        assert {s.box for s in (*units, usual)} == {"airborne"}, "three, where one is the limit"
