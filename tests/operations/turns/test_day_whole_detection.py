"""What the RAF is shown of raids, and what has not formed, in whole turns of a day (OPS-B5, OPS-C1.5, OPS-C1.6)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.position import DayPosition, Vector
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    ESCORT,
    GAME,
    PLAIN,
    W,
    at,
    day,
    describe,
    plan,
    raid,
    refusal,
    sky,
    squadron,
    step,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

RAISED, KEPT, LOWERED = (3, 4), (1, 3), (1, 2)
BRITISH = [h for h, g in W.theatre.grounds.items() if g.british]


def watched(
    dice: tuple[int, int], level: int = 0, *, turn: int = 3, h: Hex = PLAIN, angels: int = 14, **given: Any
) -> tuple[DayPosition, Any]:
    """The next turn's detection of a Gruppe over Kent that only the Observer Corps sees, on the table at a level."""
    rolled = DiceByPurpose(**({"detection": dice} | given))
    p = day(turn=turn, raids=[circling(h, 27, angels=angels)], tracks=[track("raid", 1, level, (turn, h))] if level else [])
    whole_turn(p, dice=rolled)
    return p, rolled


# ---- levels (OPS-B5.1, OPS-B5.2)


@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize(
    ("dice", "level", "after"),
    [
        (RAISED, 0, 1),
        ((3, 3), 0, 0),
        (RAISED, 2, 3),
        ((3, 3), 2, 2),
        (KEPT, 2, 2),
        (LOWERED, 2, 1),
        (LOWERED, 1, 0),
        (RAISED, 4, 4),
    ],
)
def test_a_check_raises_lowers_or_refreshes(dice: tuple[int, int], level: int, after: int) -> None:
    p, _ = watched(dice, level)
    shown = GAME.view(p, "raf").tracks
    assert [t.level for t in shown if not t.faded] == [after] * bool(after)
    if after:
        assert shown[0].plots[-1].turn == 4


@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize(("turn", "checks"), [(3, 1), (4, 0), (5, 1)])
@pytest.mark.parametrize("level", [0, 2])
def test_every_second_turn_each_raid_is_looked_at_once(turn: int, checks: int, level: int) -> None:
    p, dice = watched(RAISED, level, turn=turn)
    assert dice.count("detection") == checks
    assert [t.level for t in GAME.view(p, "raf").tracks] == [level + checks] * bool(level + checks)


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize(
    ("level", "dice", "apart", "strength", "angels"),
    [
        (1, {"plot_place": (1,)}, 2, None, None),
        (2, {"plot_place": (1,), "plot_height": (1,), "plot_strength": (1,)}, 1, 30, 10),
        (2, {"plot_place": (7,), "plot_height": (5,), "plot_strength": (101,)}, 1, 60, 18),
        (3, {"plot_place": (1,), "plot_height": (1,), "plot_strength": (1,)}, 1, 19, 12),
        (3, {"plot_place": (7,), "plot_height": (3,), "plot_strength": (61,)}, 1, 35, 16),
        (4, {}, 0, 27, 14),
    ],
)
def test_what_a_level_tells_of_a_gruppe_of_27_at_14(
    level: int, dice: dict[str, Any], apart: int, strength: int | None, angels: int | None
) -> None:
    """The dice as far off as they go."""
    p, _ = watched((3, 3), level, **dice)
    plot = GAME.view(p, "raf").tracks[0].plots[-1]
    assert (plot.level, hexes.distance(plot.hex, PLAIN), plot.strength, plot.angels) == (level, apart, strength, angels)


@pytest.mark.rule("OPS-B5.9")
@pytest.mark.parametrize("start", [600, 605, 610, 637, 659])
def test_plots_have_the_colour_of_the_five_minutes_in_which_they_were_made(start: int) -> None:
    p = day(start=start, raids=[circling(PLAIN, 27)], tracks=[track("raid", 1, 2, (3, PLAIN))])
    for _ in range(4):
        whole_turn(p, dice=DiceByPurpose(detection=(3, 3)))
    plots = GAME.view(p, "raf").tracks[0].plots
    assert [plot.turn for plot in plots] == [3, 4, 6]
    for plot in plots:
        minute = (start + 5 * (plot.turn - 1)) % 60
        assert plot.colour == {0: "red", 5: "yellow", 10: "blue"}[minute // 5 * 5 % 15]


# ---- Chain Home Low and the observers (OPS-B5.4, OPS-B5.5)

CHAIN_HOME = [f"{kind}:{name}" for kind, name in W.station_hexes if kind == "chain_home"]
RDF = [f"{kind}:{name}" for kind, name in W.station_hexes]
LOWS = [W.theatre.position(f"chain_home_low:{name}") for kind, name in W.station_hexes if kind == "chain_home_low"]


def out_at_sea(apart: int) -> Hex:
    """A hex of the sea so far from the nearest station of Chain Home Low, or a little less, out of sight of the coast."""

    def far(h: Hex) -> float:
        x, y = W.theatre.middle(h)
        return min(math.hypot(x - a, y - b) for a, b in LOWS) / W.theatre.across

    return next(
        h
        for h, g in sorted(W.theatre.grounds.items())
        if g.terrain == "sea" and apart - 0.5 < far(h) < apart - 0.1 and all(h not in seen for seen in W.observed.values())
    )


@pytest.mark.rule("OPS-B5.4")
@pytest.mark.parametrize(
    ("angels", "apart", "seen"),
    [
        (0, 4, True),
        (0, 5, False),
        (2, 8, True),
        (2, 9, False),
        (4, 10, True),
        (4, 11, False),
        (20, 10, True),
        (22, 9, False),
        (22, 4, False),
    ],
)
def test_chain_home_low_sees_all_round_as_far_as_the_height_lets_it_and_nothing_high_up(angels: int, apart: int, seen: bool) -> None:
    h = out_at_sea(apart)
    p = day(raids=[circling(h, 27, angels=angels)], damaged_stations=CHAIN_HOME)
    whole_turn(p, dice=DiceByPurpose(detection=(6, 6)))
    assert bool(GAME.view(p, "raf").tracks) == seen


def off_the_coast(apart: int) -> Hex:
    return next(
        h for h, g in sorted(W.theatre.grounds.items()) if g.terrain == "sea" and min(hexes.distance(h, b) for b in BRITISH) == apart
    )


@pytest.mark.rule("OPS-B5.5")
@pytest.mark.parametrize(
    ("weather", "apart", "angels", "dice", "seen"),
    [
        ("fair", 2, 14, (3, 4), True),
        ("fair", 3, 14, (6, 6), False),
        ("haze", 1, 8, (3, 4), True),
        ("haze", 2, 8, (6, 6), False),
        ("haze", None, 8, (3, 4), True),
        ("fair", None, 14, (3, 4), True),
        ("fair", None, 14, (3, 3), False),
        ("cloudy", None, 14, (4, 4), False),
        ("cloudy", None, 14, (4, 5), True),
        ("cloudy", None, 10, (4, 4), False),
        ("cloudy", None, 6, (3, 4), True),
        ("rain", None, 6, (4, 4), False),
        ("rain", None, 6, (4, 5), True),
        ("fog", None, 14, (4, 4), False),
        ("cloudy", 2, 14, (4, 5), True),
    ],
)
def test_the_observers_see_over_england_and_off_the_coast_and_hear_above_cloud(
    weather: str, apart: int | None, angels: int, dice: tuple[int, int], seen: bool
) -> None:
    """With all RDF off the air."""
    h = PLAIN if apart is None else off_the_coast(apart)
    p = day(raids=[circling(h, 27, angels=angels)], damaged_stations=RDF, sky=sky(weather))
    whole_turn(p, dice=DiceByPurpose(detection=dice, cloud_cohesion=(6, 6)))
    assert bool(GAME.view(p, "raf").tracks) == seen


# ---- before a raid has formed (OPS-C1.5, OPS-C1.6)


def gathering(h: Hex, *units: Any, form_turn: int) -> Any:
    """Units that circle where their raid is to form."""
    planned = tuple(PlannedUnit(u.unit, u.role, u.sent, u.angels) for u in units)
    made = plan("raid", "main", planned, form_at=h, form_turn=form_turn)
    r = raid(h, *units, plan_=made, state="gathering")
    for u in units:
        u.state, u.hex, u.took_off = "gathering", h, -30
    return r


@pytest.mark.rule("OPS-C1.5")
@pytest.mark.parametrize(("die", "stays"), [(2, True), (6, False)])
@pytest.mark.parametrize(("angels", "used"), [(14, 2), (16, 3), (18, 3)])
def test_the_fuel_used_at_formation_is_the_tables_and_who_misses_the_rendezvous_flies_home(
    die: int, stays: bool, angels: int, used: int
) -> None:
    """Whatever it flew and waited; on a 6 a special result leaves out the escort, whose field is there."""
    bomber, escort = unit(BOMBERS, angels=14), unit(ESCORT, "close_escort", angels=angels, used=9)
    h = W.base(escort.base).near
    p = day(turn=3, raids=[gathering(h, bomber, escort, form_turn=3)])
    whole_turn(p, dice=DiceByPurpose(formation=(6, 6), formation_special=(die,)))
    assert bomber.state == "with_raid" and (escort.used, escort.state) == ((used, "with_raid") if stays else (used + 1, "landed"))


@pytest.mark.rule("OPS-C1.6")
@pytest.mark.parametrize(("form_turn", "met"), [(3, True), (9, False)])
def test_until_a_raid_has_formed_nobody_sees_fights_or_fires_at_it(form_turn: int, met: bool) -> None:
    """Over guns on land, where none would form, so that they might."""
    h = next(h for h in sorted(W.guns) if W.guns[h].ceiling == 34 and h not in W.balloons)
    r = gathering(h, unit(BOMBERS, h=h), form_turn=form_turn)
    r.units[0].took_off = 1 - 30
    p = day(raids=[r], squadrons=[squadron(hex=h, angels=16)])
    dice = DiceByPurpose(formation=(1, 1), tally=(6, 6))
    events = whole_turn(p, dice=dice)
    assert (r.state == "flying") == met and r.units[0].hex == h
    assert bool(describe(events, "tally", "raf")) == bool(describe(events, "combat", "raf")) == bool(dice.count("flak")) == met


FRANCE = at("Cap Gris-Nez")
OFF = step(FRANCE, 5, 2)
"""A hex of the Straits, the nearest that is not next to the far shore."""


@pytest.mark.rule("OPS-C1.6")
@pytest.mark.parametrize("box", ["airborne", "ready"])
def test_nobody_is_sent_to_the_far_shore_or_next_to_it(box: str) -> None:
    given: Any = SendTo if box == "airborne" else Scramble
    s = squadron(box=box, hex=step(FRANCE, 5, 5) if box == "airborne" else BIGGIN, radio="vhf")
    p = day(squadrons=[s])
    for h in (FRANCE, *(n for n in hexes.neighbours(FRANCE) if n in W.theatre.grounds)):
        assert refusal(p, "raf", given(s.unit, 16, hex=h)) == ("far_shore", "OPS-C1.6")
    whole_turn(p, given(s.unit, 16, hex=OFF))
    assert s.vector is not None and s.vector.hex == OFF and (box == "ready" or s.hex == OFF)


@pytest.mark.rule("OPS-C1.6")
def test_who_follows_a_track_stops_short_of_the_far_shore() -> None:
    shore = {h for h, g in W.theatre.grounds.items() if g.terrain != "sea" and not g.british}
    start = step(FRANCE, 5, 6)
    s = squadron(hex=start, radio="vhf", vector=Vector("raid", FRANCE, 16, 1))
    p = day(squadrons=[s], raids=[circling(FRANCE, 27)], tracks=[track("raid", 1, 4, (3, FRANCE))])
    for _ in range(3):
        whole_turn(p, dice=DiceByPurpose(detection=(3, 3), tally=(1, 1)))
        assert s.hex != start and min(hexes.distance(s.hex, h) for h in shore) == 2
