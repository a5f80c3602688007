"""Formation of raids in whole turns of a day (OPS-A2), and the fuel that it has cost (OPS-A3)."""

from __future__ import annotations

import dataclasses

import pytest

from bob.core import hexes
from bob.core.game import Event
from bob.day.rules.timetable import turns_home
from bob.day.state.position import DayPosition, Raid
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    HIGH,
    JABOS,
    MORE_BOMBERS,
    SWEEP,
    ZERSTOERER,
    W,
    at,
    day,
    describe,
    plan,
    sky,
    step,
    sweep_plan,
)
from tests.operations.whole_turns import DiceByPurpose, whole_turn

DUE = 8
"""The turn in which the raids are to form; the next full hour is far."""
NAMES = (BOMBERS, MORE_BOMBERS, ESCORT, HIGH, "I./JG 51", "II./JG 27", "III./JG 27", "I./JG 77", "III./JG 26")


def due(made: RaidPlan, weather: str = "fair") -> DayPosition:
    made = dataclasses.replace(made, form_turn=DUE)
    return day(turn=DUE, sky=sky(weather), raids=[Raid(made, {}, form_turn=DUE)])


def bombers(angels: int = 8, gruppen: int = 1, escorts: int = 0, kind: str = "main") -> RaidPlan:
    units = [PlannedUnit(n, "bomber", 20, angels) for n in NAMES[:gruppen]]
    return plan(
        kind=kind,
        units=(*units, *(PlannedUnit(n, "close_escort", 20, angels + 2) for n in NAMES[gruppen : gruppen + escorts])),
        form_angels=angels,
    )


def forms(p: DayPosition, faces: tuple[int, int], die: int = 3) -> tuple[int, list[Event]]:
    """How many turns late the raid forms, as the Luftwaffe is told and nobody else, and all that is told in that turn."""
    dice = DiceByPurpose(formation=faces, formation_special=(die,))
    (r,) = p.raids.values()
    events: list[Event] = []
    while r.state in ("planned", "gathering"):
        assert not describe(events, "formed") and p.turn < DUE + 5
        events = whole_turn(p, dice=dice)
    late = p.turn - DUE - 1
    assert (dice.count("formation"), dice.count("formation_special")) == (1, int(r.plan.type == "main" and sum(faces) == 12))
    (formed,) = describe(events, "formed")
    assert (formed.to, formed.data["late"]) == (("luftwaffe",), late)
    assert (r.state, r.hex) == ("flying", r.plan.form_at)
    assert not any("raf" in e.to for e in events if e.code in ("formation", "escort_missed", "disrupted"))
    return late, events


@pytest.mark.rule("OPS-A2.table")
@pytest.mark.rule("OPS-A2.delay")
@pytest.mark.parametrize(
    ("weather", "angels", "late"),
    [
        ("fair", 8, (0, 0, 0, 1, 2, 2)),
        ("scattered", 8, (0, 0, 0, 1, 2, 2)),
        ("haze", 8, (0, 0, 0, 1, 2, 2)),
        ("cloudy", 8, (0, 0, 1, 2, 3, 3)),
        ("dense_haze", 6, (0, 0, 1, 2, 3, 3)),
        ("overcast", 8, (0, 1, 2, 3, 3, 3)),
        ("fog", 2, (0, 1, 2, 3, 3, 3)),
        ("rain", 8, (0, 1, 2, 3, 3, 3)),
        ("overcast", 4, (0, 0, 0, 1, 2, 2)),
    ],
)
def test_a_raid_forms_late_by_the_weather_where_it_forms(weather: str, angels: int, late: tuple[int, ...]) -> None:
    """On a 6 to an 11, after one roll. Overcast lies from 6 Angels up: below it is fair."""
    rolls = [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (5, 6)]
    assert tuple(forms(due(bombers(angels), weather), faces)[0] for faces in rolls) == late


@pytest.mark.rule("OPS-A2.m1")
@pytest.mark.parametrize(("angels", "late"), [(12, 0), (14, 1), (16, 1), (18, 2), (20, 2)])
def test_the_higher_its_lowest_unit_the_later_it_forms(angels: int, late: int) -> None:
    """An 8 is on time, a 9 one turn late and a 10 two; the escort flies two Angels higher."""
    assert forms(due(bombers(angels, escorts=1)), (4, 4))[0] == late


@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.parametrize(("gruppen", "staffeln", "late"), [(5, 0, 0), (6, 0, 1), (5, 3, 0)])
def test_six_gruppen_form_later_than_five_and_staffeln_are_none(gruppen: int, staffeln: int, late: int) -> None:
    made = bombers(gruppen=2, escorts=gruppen - 2)
    small = tuple(PlannedUnit(n, "close_escort", 9, 10) for n in NAMES[gruppen : gruppen + staffeln])
    assert forms(due(dataclasses.replace(made, units=made.units + small)), (4, 4))[0] == late


@pytest.mark.rule("OPS-A2.m1")
@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.rule("OPS-A2.m3")
@pytest.mark.parametrize(("faces", "late"), [((4, 5), 0), ((5, 5), 1), ((6, 6), 2)])
@pytest.mark.parametrize("kind", ["freie_jagd", "jabo"])
def test_fighters_form_sooner_however_high_and_however_many(kind: str, faces: tuple[int, int], late: int) -> None:
    """A 9 is an 8, a 10 a 9, and no 12 is special."""
    sweepers = tuple(PlannedUnit(n, "sweep", 20, 20) for n in NAMES[2:8])
    jabos = (PlannedUnit(JABOS, "jabo", 20, 18), PlannedUnit(ZERSTOERER, "close_escort", 20, 20))
    made = sweep_plan(units=sweepers) if kind == "freie_jagd" else plan(kind="jabo", units=jabos, form_angels=18)
    assert forms(due(made), faces)[0] == late


@pytest.mark.rule("OPS-A2.special")
@pytest.mark.rule("OPS-A2.delay")
@pytest.mark.rule("OPS-A2.disruption")
@pytest.mark.rule("OPS-A2.none")
@pytest.mark.parametrize(
    ("weather", "die", "late", "disrupted", "escorts"),
    [
        *((w, 1, 3, 0, 1) for w in ("fair", "cloudy", "overcast")),
        ("fair", 2, 0, 0, 1),
        ("cloudy", 2, 2, 0, 1),
        ("overcast", 2, 3, 0, 1),
        ("fair", 3, 0, 0, 1),
        ("cloudy", 3, 0, 0, 1),
        ("overcast", 3, 0, 1, 1),
        ("fair", 4, 0, 0, 1),
        ("cloudy", 4, 0, 1, 1),
        ("overcast", 4, 0, 1, 1),
        *((w, 5, 0, 0, 0) for w in ("fair", "cloudy", "overcast")),
        *((w, 6, 0, 0, 0) for w in ("fair", "cloudy", "overcast")),
    ],
)
def test_what_is_special_delays_disrupts_one_unit_of_bombers_or_takes_the_escort(
    weather: str, die: int, late: int, disrupted: int, escorts: int
) -> None:
    """Half of a single escort is that one."""
    p = due(bombers(gruppen=2, escorts=1), weather)
    found, events = forms(p, (6, 6), die)
    units = p.raids["raid"].units
    assert found == late and [u.disruption for u in units if u.state == "with_raid"] == [disrupted, 0, 0][: 2 + escorts]
    assert [u.role for u in units if u.state == "with_raid"] == ["bomber", "bomber", "close_escort"][: 2 + escorts]
    missed = describe(events, "escort_missed", "luftwaffe")
    assert [e.data["units"] for e in missed] == ([] if escorts else [[ESCORT]])


@pytest.mark.rule("OPS-A2.none")
@pytest.mark.parametrize("escorts", [0, 3])
def test_without_its_whole_escort_a_raid_flies_on(escorts: int) -> None:
    p = due(bombers(escorts=escorts))
    forms(p, (6, 6), 6)
    r = p.raids["raid"]
    whole_turn(p)
    assert [u.unit for u in r.units if u.state == "with_raid"] == [BOMBERS] and r.hex != r.plan.form_at
    assert sum(u.state in ("going_home", "landed") for u in r.units) == escorts


# ---- fuel


@pytest.mark.rule("OPS-A3.table")
@pytest.mark.parametrize(
    ("angels", "used"), [(0, 1), (8, 1), (10, 2), (14, 2), (16, 3), (20, 3), (22, 4), (24, 4), (26, 5), (28, 5), (30, 6), (32, 7), (34, 8)]
)
def test_the_higher_fighters_form_the_sooner_they_turn_home(angels: int, used: int) -> None:
    """They circle where they formed, two hexes from their field, and leave with what the way home needs of their sixteen turns."""
    h = at("Cap Gris-Nez")
    p = due(sweep_plan(form_angels=angels, units=(PlannedUnit(SWEEP, "sweep", 27, angels),), route=()))
    forms(p, (3, 3))
    (sweeper,) = p.raids["sweep"].units
    assert (sweeper.used, sweeper.endurance) == (used, 16)
    if angels in (8, 10, 34):
        while sweeper.state == "with_raid":
            events = whole_turn(p)
        assert describe(events, "escort_left", "luftwaffe")
        assert sweeper.used == 16 - turns_home(W, h, sweeper.base, 4) and p.turn - DUE - 1 == sweeper.used - used


@pytest.mark.rule("OPS-A3.far")
@pytest.mark.parametrize(("apart", "more"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_every_four_hexes_from_its_field_to_where_it_forms_cost_a_turn(apart: int, more: int) -> None:
    home = W.base("Caffiers")
    h = step(home.near, 5, apart)
    assert hexes.distance(home.near, h) == apart
    p = due(sweep_plan(form_at=h, form_angels=8, units=(PlannedUnit(SWEEP, "sweep", 27, 8),), route=()))
    forms(p, (3, 3))
    assert p.raids["sweep"].units[0].used == 1 + more


@pytest.mark.rule("OPS-A3.far")
@pytest.mark.rule("OPS-A3.table")
def test_what_lies_beyond_the_map_counts_by_fours_and_bombers_have_used_nothing() -> None:
    home = W.base("Brussels-Grimbergen")
    units = (PlannedUnit(BOMBERS, "bomber", 20, 8), PlannedUnit("7.(F)/LG 2", "close_escort", 9, 8))
    p = due(plan(units=units, form_at=home.near, form_angels=8))
    forms(p, (3, 3))
    assert home.off == 5 and [u.used for u in p.raids["raid"].units] == [0, 1 + 2]
