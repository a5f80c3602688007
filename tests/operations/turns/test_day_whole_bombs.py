"""Bombs and what they do on the ground, played in whole turns of a day (OPS-A13, OPS-A14, OPS-A15.1, OPS-C5.2, OPS-C5.4, OPS-C7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.state.position import LUFTWAFFE, RAF, Airfield, DayPosition, Raid
from bob.day.state.raid_plan import Leg
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    JABOS,
    MORE_BOMBERS,
    STUKAS,
    W,
    day,
    describe,
    over,
    points,
    raid,
    sky,
    squadron,
    step,
    unit,
)
from tests.operations.turns.test_day_convoys import FAR, LANE, convoy, known, on_convoy
from tests.operations.whole_turns import DiceByPurpose, whole_turn

TOWN, OTHER = "Bedford", "Luton"
"""Towns without guns, balloons or landmarks near them, three hexes apart in two zones of weather."""
ON, LOST, DECOYED = (6, 6), (2, 2), (1, 2)
"""What navigation comes to in fair weather."""
LOW = ("low_level", "bomber", "do_17z")
DIVE = ("dive_bombing", "bomber", "ju_87b")
LEVEL = ("main", "bomber", "do_17z")
JABO = ("jabo", "jabo", "bf_110d")
STRAFE = ("low_level", "strafe", "bf_109e_4")


def near(target: str, *units: Any, kind: str = "main", angels: int = 14, **given: Any) -> Raid:
    """A raid one hex before its target."""
    place = W.targets[target].near
    return over(target, *units, kind=kind, angels=angels, h=step(place, 2, 1), **({"secondary": None, "state": "flying", "leg": 0} | given))


def bombed(
    how: tuple[str, str, str],
    strength: int = 27,
    *,
    tallied: bool = True,
    disruption: int = 0,
    angels: int = 14,
    weather: str = "fair",
    found: tuple[int, int] = ON,
    switches: dict[str, str] | None = None,
) -> float:
    """The points of one unit's bombs on a town."""
    kind, role, aircraft = how
    bomber = unit(BOMBERS, role, aircraft=aircraft, strength=strength, angels=angels, tallied=tallied, disruption=disruption)
    r = near(TOWN, bomber, kind=kind, angels=angels)
    p = day(raids=[r], sky=sky(weather), switches=switches or {})
    events = whole_turn(p, dice=DiceByPurpose(navigation=found, divert=(1,), cloud_cohesion=ON))
    assert bomber.bombed and len(describe(events, "bombs", LUFTWAFFE)) == 1 and not describe(events, "bombs", RAF)
    return points(p).get("bombing", 0.0)


@pytest.mark.rule("OPS-A13.table")
@pytest.mark.parametrize(
    ("how", "row"),
    [
        ((LEVEL, 27), (20, 10, 7, 3, 1)),
        ((LEVEL, 10), (20, 10, 7, 3, 1)),
        ((LEVEL, 9), (6, 3, 1, 0, 0)),
        ((JABO, 27), (12, 9, 5, 3, 1)),
        ((JABO, 9), (4, 3, 1, 0, 0)),
    ],
)
def test_points_by_unit_and_column(how: tuple[tuple[str, str, str], int], row: tuple[float, ...]) -> None:
    """Unseen, then seen and less and less in order; Jabos dive, which is a column the better."""
    flown, strength = how
    most = 4 if strength > 9 else 1
    given: list[dict[str, Any]] = [{"tallied": False}, {}, {"disruption": 1}, {"disruption": 2}, {"disruption": 3}]
    for circumstances, scored in zip(given, row, strict=True):
        if circumstances.get("disruption", 0) <= most:
            assert bombed(flown, strength, **circumstances) == scored, circumstances


@pytest.mark.rule("OPS-A13.m4")
@pytest.mark.rule("OPS-A13.col")
@pytest.mark.parametrize(
    ("given", "scored"),
    [
        ({"disruption": 1}, 7),
        ({"disruption": 2}, 3),
        ({"disruption": 3}, 1),
        ({"disruption": 1, "tallied": False}, 10),
        ({"disruption": 3, "tallied": False}, 3),
        ({"angels": 28, "tallied": False}, 3),
        ({"angels": 28}, 1),
        ({"disruption": 1, "switches": {"strafing_shifts": "as_printed"}}, 10),
    ],
)
def test_shifts_add_up_before_they_end_at_the_last_column(given: dict[str, Any], scored: float) -> None:
    assert bombed(LEVEL, **given) == scored


@pytest.mark.rule("OPS-A13.col")
@pytest.mark.parametrize(("disruption", "scored"), [(0, 20), (1, 15), (2, 9)])
def test_who_dives_unseen_is_three_columns_the_better_of_which_two_count(disruption: int, scored: float) -> None:
    assert bombed(DIVE, tallied=False, disruption=disruption) == scored


@pytest.mark.rule("OPS-A13.m5")
@pytest.mark.rule("OPS-A13.m8")
@pytest.mark.rule("OPS-A13.nobonus")
@pytest.mark.parametrize(
    ("weather", "angels", "level", "dive"),
    [
        ("fair", 14, 10, 15),
        ("scattered", 14, 10, 15),
        ("haze", 14, 10, 15),
        ("cloudy", 14, 7, 7),
        ("cloudy", 8, 7, 7),
        ("cloudy", 6, 10, 15),
        ("overcast", 14, 3, 3),
        ("overcast", 6, 3, 3),
        ("overcast", 4, 10, 15),
        ("fog", 14, 3, 3),
        ("rain", 12, 3, 3),
        ("dense_haze", 14, 10, 15),
    ],
)
def test_bombs_from_or_through_cloud_fall_worse_and_then_no_dive_helps(weather: str, angels: int, level: float, dive: float) -> None:
    assert (bombed(LEVEL, weather=weather, angels=angels), bombed(DIVE, weather=weather, angels=angels)) == (level, dive)


@pytest.mark.rule("OPS-A13.m7")
@pytest.mark.rule("OPS-A13.nobonus")
@pytest.mark.parametrize(("found", "level", "dive"), [(ON, 10, 15), ((2, 3), 10, 15), (LOST, 7, 7), (DECOYED, 7, 7)])
def test_who_is_lost_or_decoyed_bombs_worse_and_then_neither_dive_nor_low_flight_helps(
    found: tuple[int, int], level: float, dive: float
) -> None:
    assert (bombed(LEVEL, found=found), bombed(DIVE, found=found), bombed(LOW, found=found)) == (level, dive, dive)


@pytest.mark.rule("OPS-A13.m6")
@pytest.mark.rule("OPS-A13.m7")
@pytest.mark.parametrize(
    ("weather", "found", "die", "where", "scored"),
    [
        ("fair", ON, 6, TOWN, 10),
        ("overcast", ON, 6, OTHER, 9),
        ("cloudy", ON, 6, TOWN, 7),
        ("fair", LOST, 4, OTHER, 5),
        ("fair", LOST, 3, TOWN, 7),
        ("fair", DECOYED, 6, None, 7),
    ],
)
def test_bombs_on_the_secondary_are_a_column_the_worse(
    weather: str, found: tuple[int, int], die: int, where: str | None, scored: float
) -> None:
    """Bad weather over the town alone, or a raid that is lost; on board nobody knows of a decoy, and the RAF names no place."""
    assert W.ground(W.targets[TOWN].near).zone != W.ground(W.targets[OTHER].near).zone
    r = near(TOWN, unit(tallied=True), secondary=OTHER)
    p = day(raids=[r], sky=sky("fair", **{W.ground(W.targets[TOWN].near).zone: weather}))
    dice = DiceByPurpose(navigation=found, divert=(die,))
    events = whole_turn(p, dice=dice)
    assert r.diverted == bool(describe(events, "diverted", LUFTWAFFE)) == (where == OTHER)
    events += whole_turn(p, dice=dice) if r.diverted else []
    assert [e.data["target"] for e in describe(events, "bombed", RAF)] == [where] and points(p)["bombing"] == scored


@pytest.mark.rule("OPS-A13.strafe")
@pytest.mark.rule("OPS-A13.table")
@pytest.mark.parametrize(
    ("strength", "given", "scored"),
    [
        (27, {}, 2),
        (9, {}, 1),
        (27, {"tallied": False}, 2),
        (27, {"found": LOST}, 2),
        (27, {"weather": "overcast"}, 2),
        (27, {"disruption": 1}, 1),
        (27, {"disruption": 2}, 0),
        (9, {"disruption": 1}, 0),
    ],
)
def test_who_strafes_is_worse_for_disorder_alone(strength: int, given: dict[str, Any], scored: float) -> None:
    assert bombed(STRAFE, strength, **({"angels": 6} | given)) == scored


# ---- damage (OPS-A14)


def attacked(p: DayPosition, *, found: tuple[int, int] = ON, **dice: Any) -> list[Any]:
    """A turn in which guns and balloons hit nothing."""
    quiet = {"flak": (1, 1), "balloons": (1, 1), "airfield_damage": (1,), "sector_damage": (1, 1), "ground_damage": (1, 1)}
    return whole_turn(p, dice=DiceByPurpose(navigation=found, divert=(1,), **(quiet | dice)))


FIELD = "Duxford"
"""A Sector station far from every landmark."""


@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.parametrize(
    ("die", "disrupted", "found", "lost"),
    [
        (2, 0, ON, 0),
        (3, 0, ON, 1),
        (4, 0, ON, 1),
        (5, 0, ON, 2),
        (6, 0, ON, 2),
        (3, 1, ON, 1),
        (3, 2, ON, 0),
        (5, 2, ON, 1),
        (5, 0, LOST, 0),
        (6, 0, LOST, 1),
    ],
)
def test_an_airfield_loses_capacity_by_the_die_and_less_to_bombers_in_disorder_or_lost(
    die: int, disrupted: int, found: tuple[int, int], lost: int
) -> None:
    units = [unit(name, disruption=int(i < disrupted)) for i, name in enumerate((BOMBERS, MORE_BOMBERS))]
    p = day(raids=[near(FIELD, *units)], airfields={FIELD: Airfield(FIELD, 2)})
    events = attacked(p, found=found, airfield_damage=(die,))
    shown = GAME.view(p, RAF).airfield(FIELD)
    assert shown is not None and (shown.damage, shown.open) == (lost, 2 - lost)
    assert [e.to for e in describe(events, "field_damaged")] == [(RAF,)] * bool(lost)


@pytest.mark.rule("OPS-A14.ground")
@pytest.mark.rule("OPS-A15.1")
@pytest.mark.parametrize(
    ("dice", "found", "available", "otherwise"),
    [
        ((2, 2), ON, 0, 0),
        ((2, 3), ON, 0, 1),
        ((3, 4), ON, 0, 2),
        ((4, 4), ON, 1, 2),
        ((4, 5), ON, 1, 3),
        ((5, 6), ON, 2, 4),
        ((6, 6), ON, 2, 5),
        ((6, 6), LOST, 1, 3),
        ((3, 4), LOST, 0, 0),
    ],
)
def test_who_stands_on_the_field_is_hit_by_its_readiness_for_half_a_point_an_aircraft(
    dice: tuple[int, int], found: tuple[int, int], available: int, otherwise: int
) -> None:
    here = {"station": "Biggin Hill"}
    units = [
        squadron("1", "available", **here),
        squadron("2", "ready", **here),
        squadron("3", "rearm_1", due=9, becoming="rearm_2", **here),
    ]
    away = squadron("4", "ready", station="Hornchurch")
    r = near("Biggin Hill", unit())
    p = day(raids=[r], squadrons=[*units, away])
    attacked(p, found=found, ground_damage=dice)
    assert r.bombed and r.lost == (found == LOST)
    assert [12 - s.strength for s in (*units, away)] == [available, otherwise, otherwise, 0]
    assert points(p).get("raf_on_ground", 0.0) == 0.5 * (available + 2 * otherwise)
    assert [s.strength for s in GAME.view(p, RAF).squadrons] == [s.strength for s in (*units, away)]


@pytest.mark.rule("OPS-A14.rdf")
@pytest.mark.parametrize(
    ("how", "disruption", "lost", "dice", "off"),
    [
        (LEVEL, 0, False, (6, 6), False),
        (DIVE, 0, False, (2, 2), False),
        (DIVE, 0, False, (2, 3), True),
        (LOW, 0, False, (2, 3), True),
        (JABO, 0, False, (2, 3), True),
        (DIVE, 1, False, (2, 3), False),
        (DIVE, 1, False, (3, 3), True),
        (DIVE, 0, True, (3, 4), False),
        (DIVE, 0, True, (4, 4), True),
    ],
)
def test_only_who_dives_or_comes_low_takes_a_station_off_the_air(
    how: tuple[str, str, str], disruption: int, lost: bool, dice: tuple[int, int], off: bool
) -> None:
    kind, role, aircraft = how
    target = "chain_home:Great Bromley"
    r = near(target, unit(STUKAS, role, aircraft=aircraft, disruption=disruption, angels=6), kind=kind, angels=6, lost=lost)
    p = day(raids=[r])
    events = attacked(p, found=(1, 4) if lost else ON, rdf_damage=dice)
    assert r.bombed and r.lost == lost
    assert (target in p.silent_stations, target in GAME.view(p, RAF).silent_stations) == (off, off)
    assert [e.to for e in describe(events, "station_damaged")] == [(RAF,)] * off


@pytest.mark.rule("OPS-C7.3")
@pytest.mark.rule("OPS-A15.1")
@pytest.mark.parametrize(("dice", "tallied", "gone", "scored"), [((2, 2), True, 0, 5), ((2, 3), False, 1, 10), ((6, 6), True, 5, 5)])
def test_a_field_of_another_command_counts_half(dice: tuple[int, int], tallied: bool, gone: int, scored: float) -> None:
    bomber = unit(BOMBERS, tallied=tallied)
    p = day(raids=[near("Detling", bomber)])
    events = attacked(p, ground_damage=dice)
    assert p.others == {"Detling": [12 - gone]} and points(p)["bombing"] == scored
    assert points(p).get("raf_on_ground", 0.0) == gone / 4 and len(describe(events, "others_hit", RAF)) == bool(gone)


@pytest.mark.rule("OPS-C7.3")
@pytest.mark.parametrize(("disruption", "scored"), [(1, 3), (2, 1), (3, 0)])
def test_half_the_points_of_a_field_of_another_command_are_rounded_down(disruption: int, scored: float) -> None:
    """Of 7, 3 and 1."""
    p = day(raids=[near("Detling", unit(tallied=True, disruption=disruption))])
    attacked(p)
    assert points(p).get("bombing", 0.0) == scored


# ---- convoys (OPS-C5.2, OPS-C5.4)


def to_sea(
    kind: str, *units: Any, apart: int, weather: str = "fair", secondary: str | None = None, ships: int = 20
) -> tuple[DayPosition, Raid]:
    """A raid a hex before the place where a convoy should be, which is so many hexes beyond."""
    made = known(convoy(ships=ships))
    place = step(LANE[FAR], 3, apart)
    flown = on_convoy(kind, form_turn=1, form_at=place, form_angels=14, aim=place, secondary=secondary, home=(Leg(place, 14),))
    start = step(place, 3, 1)
    p = day(raids=[raid(start, *units, plan_=flown, kind=kind)], sky=sky(weather))
    p.convoys = {made.code: made}
    return p, p.raids["raid"]


@pytest.mark.rule("OPS-C5.2")
@pytest.mark.parametrize(
    ("how", "units", "ships", "scored", "sunk"),
    [
        (LEVEL, 1, 20, 7, 0),
        (LEVEL, 2, 20, 14, 1),
        (DIVE, 1, 20, 15, 1),
        (DIVE, 2, 20, 30, 3),
        (LOW, 1, 20, 15, 1),
        (JABO, 1, 20, 9, 1),
        (DIVE, 2, 2, 16, 2),
    ],
)
def test_level_bombers_hit_ships_worse_and_every_eight_points_sink_one(
    how: tuple[str, str, str], units: int, ships: int, scored: float, sunk: int
) -> None:
    kind, role, aircraft = how
    p, r = to_sea(kind, *(unit(n, role, aircraft=aircraft, tallied=True) for n in (STUKAS, JABOS)[:units]), apart=0, ships=ships)
    events = whole_turn(p, dice=DiceByPurpose(navigation=ON))
    assert r.bombed and points(p)["bombing"] == scored
    (told_raf,) = describe(events, "convoy_attacked", RAF)
    assert (told_raf.data["sunk"], told_raf.data["left"]) == (sunk, ships - sunk)


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.parametrize("secondary", ["Portland Naval Base", None])
@pytest.mark.parametrize(
    ("apart", "weather", "found", "die", "goes_on"),
    [
        (3, "fair", ON, 6, True),
        (4, "fair", ON, 6, False),
        (2, "cloudy", ON, 6, False),
        (2, "haze", ON, 6, True),
        (2, "fair", DECOYED, 3, True),
        (2, "fair", DECOYED, 4, None),
    ],
)
def test_a_raid_goes_on_to_a_convoy_that_is_near_and_seen_else_to_its_secondary_or_home(
    apart: int, weather: str, found: tuple[int, int], die: int, goes_on: bool | None, secondary: str | None
) -> None:
    """Decoyed is lost: with a secondary the die then takes it away on 4 to 6, and what it bombs it bombs two columns the worse."""
    p, r = to_sea("main", unit(tallied=True), unit(ESCORT, "close_escort", angels=16), apart=apart, weather=weather, secondary=secondary)
    dice = DiceByPurpose(navigation=found, divert=(die,))
    events = whole_turn(p, dice=dice)
    assert not r.bombed and not r.decoyed and r.lost == (found == DECOYED)
    if goes_on or (goes_on is None and secondary is None):
        assert (r.chasing, r.diverted) == ("bread", False)
        whole_turn(p, dice=dice)
        assert r.bombed and points(p)["bombing"] == (3.0 if r.lost else 7.0)
    elif secondary is not None:
        assert r.diverted and describe(events, "diverted", LUFTWAFFE)[0].data["target"] == secondary
    else:
        assert describe(events, "convoy_missed", LUFTWAFFE) and all(u.state == "going_home" for u in r.units)
