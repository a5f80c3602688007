"""Readings settled, in whole turns: dives homeward (OPS-C9.2), emergencies outside the limit by the newest plots (OPS-A1.6, OPS-C9.7)."""

from __future__ import annotations

import pytest

from bob.day.phases import bombing, interception
from bob.day.phases.raids import movement_phase
from bob.day.rules import readiness
from bob.day.rules.disruption import most_disruption
from bob.day.state.orders import Scramble
from tests.operations.build import BOMBERS, ESCORT, INLAND, SEA, W, at, day, over, play, raid, squadron, step, track, unit
from tests.operations.whole_turns import DiceByPurpose, whole_turn


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


@pytest.mark.rule("OPS-C9.1")
@pytest.mark.parametrize(("met", "points"), [(False, 20.0), (True, 10.0)])
def test_bombers_met_on_the_way_count_as_tallied_over_the_target_though_nobody_sees_them_there(met: bool, points: float) -> None:
    town = next(
        n for n, place in W.targets.items() if place.kind == "town" and W.ground(place.near).zone == "kenley" and place.near not in W.guns
    )
    raider = over(town, unit(angels=14), secondary=None)
    guard = squadron(hex=raider.hex, angels=16)
    p = day(raids=[raider], squadrons=[guard] if met else [])
    if met:  # it fights them on their way in, a turn before
        raider.state, raider.leg = "flying", 0
        before = raider.hex
        raider.hex = raider.units[0].hex = step(before, 3, 1)
        guard.hex = raider.hex
        found = play(p, *(6,) * 60)
        interception.phase(found)
        assert raider.units[0].tallied
        p.combat = type(p.combat)()
        p.phase = "orders"
        del p.squadrons[guard.unit]
        raider.state, raider.leg, raider.hex = "over_target", 1, before
        raider.units[0].hex = before
    q = play(p, *(6, 6))
    bombing.phase(q)
    assert p.score == points


@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(
    ("sent", "strength", "maximum", "row"),
    [(10, 10, 4, "bomber_gruppe"), (10, 9, 4, "bomber_staffel"), (9, 9, 2, "bomber_staffel"), (27, 9, 4, "bomber_staffel")],
)
def test_a_gruppe_is_more_than_nine_by_those_sent_or_by_those_left(sent: int, strength: int, maximum: int, row: str) -> None:
    """What breaks it off goes by those sent, what its bombs are worth by those left."""
    u = unit(sent=sent, strength=strength)
    assert most_disruption(W, u) == maximum
    assert bombing.unit_kind(W, u.role, u.strength) == row


@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(("flight", "strength", "maximum"), [(False, 12, 3), (False, 5, 3), (True, 6, 2)])
def test_a_flight_is_what_was_split_off_and_a_worn_squadron_is_none(flight: bool, strength: int, maximum: int) -> None:
    s = squadron("501 Squadron A" if flight else "501 Squadron", strength=strength, flight=flight)
    assert most_disruption(W, s) == maximum
    assert readiness.weight(s) == (0.5 if flight else 1.0)
