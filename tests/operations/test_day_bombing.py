"""Bombs and damage (OPS-A13, OPS-A14): points by shifts, airfields, operations rooms, aircraft on the ground, RDF stations."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.game import dumps
from bob.day.phases import bombing
from bob.day.phases.bombing import phase, unit_kind
from bob.day.phases.detection import seen
from bob.day.rules.control import in_control
from bob.day.state.position import LUFTWAFFE, RaidUnit
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    ESCORT,
    GAME,
    JABOS,
    MORE_BOMBERS,
    NO_DAMAGE,
    ON,
    PLAIN,
    SEA,
    W,
    day,
    describe,
    dropped,
    over,
    play,
    points,
    raid,
    rolls,
    see,
    sky,
    squadron,
    target,
    unit,
)

# A13: points


def score(
    *units: RaidUnit, tallied: bool = False, weather: str = "fair", faces: tuple[int, ...] = (), target: str = "Croydon", **given: Any
) -> float:
    """The points for bombing a town, where nothing else is rolled."""
    town = next(
        name
        for name, place in W.targets.items()
        if place.kind == "town" and W.ground(place.near).zone == "kenley" and place.near not in W.guns
    )
    r = over(town, *units, secondary=None, **given)
    if tallied:
        see(r)
    p, _ = dropped(r, *(faces or ON), weather=weather)
    assert r.bombed
    return p.score


@pytest.mark.rule("OPS-A13.table")
@pytest.mark.parametrize(
    ("name", "role", "strength", "kind", "worth"),
    [
        (BOMBERS, "bomber", 27, "bomber_gruppe", 10),
        (BOMBERS, "bomber", 10, "bomber_gruppe", 10),
        (BOMBERS, "bomber", 9, "bomber_staffel", 3),
        (JABOS, "jabo", 20, "fighter_gruppe", 6),
        (JABOS, "jabo", 9, "fighter_staffel", 2),
        (ESCORT, "strafe", 20, "strafing_gruppe", 2),
        (ESCORT, "strafe", 9, "strafing_staffel", 1),
    ],
)
def test_each_kind_of_unit_has_its_row(name: str, role: str, strength: int, kind: str, worth: int) -> None:
    made = unit(name, role, strength=strength)
    assert unit_kind(W, made.role, made.strength) == kind
    assert score(made, tallied=True) == worth


@pytest.mark.rule("OPS-A13.table")
def test_what_is_left_of_a_gruppe_decides_its_row() -> None:
    assert score(unit(strength=9, sent=27), tallied=True) == 3


@pytest.mark.rule("OPS-A13.col")
@pytest.mark.rule("OPS-A13.m1")
@pytest.mark.rule("OPS-A13.m2")
@pytest.mark.rule("OPS-A13.m3")
@pytest.mark.rule("OPS-A13.m4")
@pytest.mark.rule("OPS-A13.m5")
@pytest.mark.rule("OPS-A13.m7")
@pytest.mark.rule("OPS-A13.m8")
@pytest.mark.rule("OPS-A13.nobonus")
@pytest.mark.parametrize(
    ("given", "column"),
    [
        ({"tallied": True}, 0),
        ({}, -2),
        ({"tallied": True, "kind": "low_level", "angels": 2}, -1),
        ({"tallied": True, "kind": "dive_bombing"}, -1),
        ({"kind": "dive_bombing"}, -2),
        ({"tallied": True, "angels": 16}, 0),
        ({"tallied": True, "angels": 18}, 1),
        ({"tallied": True, "angels": 20}, 2),
        ({"angels": 20}, 0),
        ({"tallied": True, "disruption": 1}, 2),
        ({"tallied": True, "disruption": 2}, 4),
        ({"tallied": True, "disruption": 3}, 5),
        ({"tallied": True, "weather": "cloudy"}, 2),
        ({"tallied": True, "weather": "cloudy", "kind": "dive_bombing"}, 2),
        ({"tallied": True, "weather": "cloudy", "angels": 6}, 0),
        ({"tallied": True, "weather": "rain"}, 4),
        ({"weather": "rain", "kind": "dive_bombing"}, 2),
        ({"weather": "overcast", "angels": 4, "kind": "low_level"}, -2),
        ({"tallied": True, "weather": "rain", "angels": 18}, 5),
        ({"tallied": True, "weather": "haze"}, 0),
    ],
)
def test_the_shifts_of_a_bombing_add_up(given: dict[str, Any], column: int) -> None:
    values = {-2: 20, -1: 15, 0: 10, 1: 9, 2: 7, 3: 5, 4: 3, 5: 1}
    shifts = dict(given)
    made = unit(angels=shifts.get("angels", 14), disruption=shifts.pop("disruption", 0))
    assert score(made, **shifts) == values[column]


@pytest.mark.rule("OPS-A13.m7")
@pytest.mark.rule("OPS-A13.nobonus")
def test_a_lost_raid_has_two_columns_less_and_no_bonus() -> None:
    r = over(h=PLAIN, kind="dive_bombing", lost=True)
    p, _ = dropped(r, 3, 3, 1, *NO_DAMAGE)  # 6 - 2 = 4: still lost; bombs where it is
    assert r.lost and points(p) == {"bombing": 10.0}


@pytest.mark.rule("OPS-A13.strafe")
@pytest.mark.parametrize(("given", "worth"), [({}, 2), ({"weather": "rain"}, 2), ({"angels": 20}, 2), ({"disruption": 1}, 1)])
def test_strafing_takes_the_disruption_shift_alone(given: dict[str, Any], worth: int) -> None:
    shifts = dict(given)
    made = unit(ESCORT, "strafe", angels=shifts.get("angels", 14), disruption=shifts.pop("disruption", 0), strength=20)
    assert score(made, **shifts) == worth


@pytest.mark.rule("OPS-A13.table")
def test_every_bombing_unit_scores_and_is_named_in_the_score() -> None:
    r = over("Biggin Hill", unit(), unit(MORE_BOMBERS, strength=9), unit(ESCORT, "close_escort", angels=16))
    see(r)
    p, q = dropped(r, *ON, 1, 1, 1)
    assert [(x.rule, x.points, x.where) for x in p.points] == [
        ("OPS-A13.table", 10.0, f"Biggin Hill: {BOMBERS}"),
        ("OPS-A13.table", 3.0, f"Biggin Hill: {MORE_BOMBERS}"),
    ]
    assert [u.bombed for u in r.units] == [True, True, False] and all(e.to == ("luftwaffe",) for e in describe(q, "bombs"))


@pytest.mark.rule("OPS-A13.m1")
def test_what_bombs_scored_does_not_tell_the_luftwaffe_that_it_was_tallied() -> None:
    """Two days that differ in that alone: other points, and not a byte of difference to the Luftwaffe until the day is over."""
    known, scored = [], []
    for tallied_by in ([], ["0 Squadron"]):
        r = over("Biggin Hill", unit())
        if tallied_by:
            see(r)
        p, q = dropped(r, *ON, 1, 1, 1)
        heard = [encode(event) for event in q.log.events if LUFTWAFFE in event.to]
        known.append(dumps([encode(GAME.view(p, LUFTWAFFE)), heard]))
        scored.append(p.score)
        p.phase = "over"
        assert GAME.view(p, LUFTWAFFE).score == p.score
    assert scored[0] != scored[1] and known[0] == known[1]


@pytest.mark.rule("OPS-A13.m5")
def test_cloud_above_dense_haze_still_counts() -> None:
    r = over("West Malling", secondary=None, angels=14)
    see(r)
    p = day(raids=[r], sky=sky("cloudy"))
    p.sky.london_haze, p.sky.haze_most = "dense_haze", 4
    london = next(h for h in sorted(W.theatre.grounds) if W.ground(h).zone == "london")
    r.hex = r.units[0].hex = london
    phase(play(p, *ON, 1))
    assert points(p) == {"bombing": 7.0}


# A14: damage


@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.parametrize(("die", "after"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_an_airfield_loses_capacity(die: int, after: int) -> None:
    p, q = dropped(over(), *ON, die, 1, 1)
    field = p.airfields["Biggin Hill"]
    assert field.open == after
    assert [e.to for e in describe(q, "field_damaged")] == [("raf",)] * (after < 2)


@pytest.mark.rule("OPS-A14.airfield")
def test_damage_never_passes_what_there_is() -> None:
    p, _ = dropped(over("West Malling", secondary=None), *ON, 6)
    assert "West Malling" not in p.airfields  # this test's small garrison has no such field
    r = over("Lympne", secondary=None)
    p, _ = dropped(r, *ON, 6)
    assert (p.airfields["Lympne"].damage, p.airfields["Lympne"].open) == (1, 0)


@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.rule("OPS-A14.ground")
@pytest.mark.rule("OPS-A14.sector")
@pytest.mark.parametrize(
    ("disruption", "lost", "shift"), [((0, 0), False, 0), ((1, 0), False, 0), ((1, 1), False, -1), ((0, 0), True, -3), ((1, 1), True, -4)]
)
def test_all_disrupted_or_lost_bombers_do_less_damage(disruption: tuple[int, int], lost: bool, shift: int) -> None:
    units = [unit(n, disruption=d) for n, d in zip((BOMBERS, MORE_BOMBERS), disruption, strict=True)]
    r = over("Biggin Hill", *units, lost=lost)
    p = day(raids=[r], squadrons=[squadron(box="ready")])
    q = play(p, 6, 6, 5, 5, 6)
    bombing._damage(q, r, units, "Biggin Hill", W.targets["Biggin Hill"])
    capacity, room, ground = 6 + shift, 11 + shift, {0: 4, -1: 3, -3: 2, -4: 2}[shift]
    assert p.airfields["Biggin Hill"].damage == (2 if capacity >= 5 else 1 if capacity >= 3 else 0)
    assert bool(p.rooms_hit) == (room >= 11)
    assert 12 - p.squadrons["79 Squadron"].strength == ground


@pytest.mark.rule("OPS-A14.sector")
@pytest.mark.parametrize(("dice", "hit"), [((5, 5), False), ((5, 6), True), ((6, 6), True)])
def test_the_operations_room_is_hit_and_the_sector_uncontrolled_for_the_rest(dice: tuple[int, int], hit: bool) -> None:
    up, other = squadron(hex=BIGGIN), squadron("54 Squadron", sector="Hornchurch", station="Hornchurch")
    r = over()
    p, q = dropped(r, *ON, 1, *dice, squadrons=[up, other])
    assert p.rooms_hit == (["Biggin Hill"] if hit else []) and [e.to for e in describe(q, "room_hit")] == [("raf",)] * hit
    for _ in range(3):
        p.turn += 7
        assert in_control(W, p, up) != hit and in_control(W, p, other)


@pytest.mark.rule("OPS-A14.sector")
def test_a_satellite_has_no_operations_room() -> None:
    _, q = dropped(over("Lympne", secondary=None), *ON, 1)
    assert rolls(q, "sector_damage") == 0


@pytest.mark.rule("OPS-A14.ground")
@pytest.mark.rule("OPS-A15.1")
@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (2, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6), (6, 6)])
@pytest.mark.parametrize("box", ["available", "ready", "released", "landed", "rearm_1", "rearm_2"])
def test_squadrons_on_the_ground_lose_aircraft_by_their_box(dice: tuple[int, int], box: str) -> None:
    total = sum(dice)
    available = {2: 0, 4: 0, 5: 0, 7: 0, 8: 1, 9: 1, 10: 1, 11: 2, 12: 2}[total]
    otherwise = {2: 0, 4: 0, 5: 1, 7: 2, 8: 2, 9: 3, 10: 3, 11: 4, 12: 5}[total]
    wanted = available if box == "available" else otherwise
    s = squadron(box=box)
    p, q = dropped(over(), *ON, 1, 1, 1, *dice, squadrons=[s])
    assert (s.strength, s.lost) == (12 - wanted, wanted)
    assert points(p).get("raf_on_ground", 0) == 0.5 * wanted
    assert [e.to for e in describe(q, "hit_on_ground")] == [("raf",)] * bool(wanted)


@pytest.mark.rule("OPS-A14.ground")
def test_only_squadrons_of_that_field_on_the_ground_are_hit_and_each_rolls() -> None:
    units = [squadron("1", "ready"), squadron("2", "available"), squadron("3", "ready", station="Hornchurch"), squadron("4", hex=BIGGIN)]
    p, q = dropped(over(), *ON, 1, 1, 1, 6, 6, 6, 6, squadrons=units)
    assert rolls(q, "ground_damage") == 2 and [s.strength for s in p.squadrons.values()] == [7, 10, 12, 12]


@pytest.mark.rule("OPS-A14.ground")
def test_the_last_aircraft_of_a_squadron_may_burn() -> None:
    s = squadron(box="ready", strength=3)
    p, _ = dropped(over(), *ON, 1, 1, 1, 6, 6, squadrons=[s])
    assert (s.box, s.strength) == ("gone", 0) and points(p)["raf_on_ground"] == 1.5


@pytest.mark.rule("OPS-A14.rdf")
@pytest.mark.rule("OPS-C7.4")
@pytest.mark.parametrize(
    ("kind", "dice", "damaged"),
    [
        ("dive_bombing", (2, 3), True),
        ("dive_bombing", (2, 2), False),
        ("low_level", (2, 3), True),
        ("main", (6, 6), False),
        ("jabo", (2, 3), True),
        ("feint", (6, 6), False),
    ],
)
def test_only_dive_bombing_or_a_low_attack_damages_a_station(kind: str, dice: tuple[int, int], damaged: bool) -> None:
    r = over("chain_home:Rye", kind=kind, secondary=None, angels=2 if kind == "low_level" else 14)
    p, q = dropped(r, *ON, *dice)
    assert p.damaged_stations == (["chain_home:Rye"] if damaged else [])
    assert [e.to for e in describe(q, "station_damaged")] == [("raf",)] * damaged
    if damaged:
        other = raid(SEA, unit(MORE_BOMBERS), code="next")
        sight = seen(W, p, target(other))
        assert sight is not None and "Rye" not in sight.sources


@pytest.mark.rule("OPS-A14.rdf")
def test_a_station_is_damaged_once() -> None:
    r = over("chain_home:Rye", kind="dive_bombing", secondary=None)
    p, q = dropped(r, *ON, 6, 6, damaged_stations=["chain_home:Rye"])
    assert p.damaged_stations == ["chain_home:Rye"] and describe(q, "station_damaged") == []
