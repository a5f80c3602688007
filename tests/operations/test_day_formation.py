"""Formation in play (OPS-A2) and the endurance that it has used (OPS-A3)."""

from __future__ import annotations

import dataclasses

import pytest

from bob.core.game import Event
from bob.day.phases.raids import formation_phase
from bob.day.phases.sequence import run
from bob.day.rules.timetable import used_at_formation
from bob.day.state.orders import Pick
from bob.day.state.position import Choice, DayPosition, Raid
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    HIGH,
    JABOS,
    MORE_BOMBERS,
    ZERSTOERER,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    raid,
    refusal,
    sky,
    sweep_plan,
    unit,
)


def due(*plans: RaidPlan, weather: str = "fair", turn: int = 5) -> DayPosition:
    """A position on the turn when raids are due to form."""
    return day(turn=turn, sky=sky(weather), raids=[Raid(p, {}, form_turn=p.form_turn) for p in plans])


def form(p: DayPosition, *faces: int) -> list[Event]:
    """The formation step with these dice, all of which must be used."""
    found = play(p, *faces)
    formation_phase(found)
    assert not found.dice.left  # type: ignore[attr-defined]
    return found.log.events


def roles(p: DayPosition) -> list[str]:
    """The roles of those that fly with the raid."""
    return [u.role for u in p.raids["raid"].units if u.state == "with_raid"]


def escorted(escorts: int) -> RaidPlan:
    """Bombers at 12 Angels with so many units of close escort."""
    names = ("I./JG 3", "III./JG 51", "I./JG 51", "II./JG 27", "III./JG 27")
    return plan(
        units=(PlannedUnit(BOMBERS, "bomber", 27, 12), *(PlannedUnit(n, "close_escort", 20, 14) for n in names[:escorts])), form_angels=12
    )


@pytest.mark.rule("OPS-A2.table")
@pytest.mark.parametrize(
    ("weather", "faces", "late"),
    [
        ("fair", (4, 4), 0),
        ("fair", (4, 5), 1),
        ("fair", (5, 5), 2),
        ("fair", (5, 6), 2),
        ("cloudy", (3, 4), 0),
        ("cloudy", (4, 4), 1),
        ("dense_haze", (4, 5), 2),
        ("cloudy", (5, 5), 3),
        ("overcast", (3, 3), 0),
        ("overcast", (3, 4), 1),
        ("rain", (4, 4), 2),
        ("overcast", (4, 5), 3),
    ],
)
@pytest.mark.rule("OPS-A2.delay")
def test_a_delayed_raid_forms_so_many_turns_later_without_another_roll(weather: str, faces: tuple[int, int], late: int) -> None:
    low = escorted(0) if weather not in ("dense_haze",) else dataclasses.replace(escorted(0), form_angels=6)
    low = dataclasses.replace(low, units=(PlannedUnit(BOMBERS, "bomber", 27, low.form_angels),))
    low = low if weather != "rain" else dataclasses.replace(low, form_angels=8, units=(PlannedUnit(BOMBERS, "bomber", 27, 8),))
    p = due(low, weather=weather)
    form(p, *faces)
    flying = p.raids["raid"]
    assert flying.form_turn == 5 + late
    for _ in range(late):
        assert flying.state == "planned" and flying.units == []
        p.turn += 1
        form(p)
    assert flying.state == "flying" and flying.hex == at("Cap Gris-Nez")
    assert [u.strength for u in flying.units] == [27]


@pytest.mark.rule("OPS-A2.table")
def test_a_raid_forms_on_no_other_turn() -> None:
    p = due(escorted(0), turn=4)
    form(p)
    assert p.raids["raid"].state == "planned"


@pytest.mark.rule("OPS-A2.m1")
@pytest.mark.parametrize(("lowest", "late"), [(12, 0), (14, 1), (16, 1), (18, 2), (20, 2)])
def test_the_lowest_unit_counts_for_height(lowest: int, late: int) -> None:
    """A 4 and 4 is on time in fair weather; +1 makes it a 9, delay 1, and +2 a 10, delay 2."""
    units = (PlannedUnit(BOMBERS, "bomber", 27, lowest), PlannedUnit(HIGH, "high_cover", 27, 26))
    p = due(plan(units=units, form_angels=lowest))
    form(p, 4, 4)
    assert p.raids["raid"].form_turn == 5 + late


@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.parametrize(("gruppen", "staffeln", "late"), [(5, 0, 0), (6, 0, 1), (5, 3, 0), (6, 1, 1)])
def test_six_gruppen_or_more_are_slower(gruppen: int, staffeln: int, late: int) -> None:
    names = [BOMBERS, MORE_BOMBERS, ESCORT, HIGH, "I./JG 51", "II./JG 27", "III./JG 27", "I./JG 77", "III./JG 26"]
    units = [PlannedUnit(n, "bomber" if i < 2 else "close_escort", 10, 12) for i, n in enumerate(names[:gruppen])]
    units += [PlannedUnit(n, "close_escort", 9, 12) for n in names[gruppen : gruppen + staffeln]]
    p = due(plan(units=tuple(units), form_angels=12))
    form(p, 4, 4)
    assert p.raids["raid"].form_turn == 5 + late


@pytest.mark.rule("OPS-A2.m3")
def test_a_freie_jagd_is_quicker_and_height_and_size_do_not_count_for_it() -> None:
    p = due(sweep_plan(form_angels=26, units=(PlannedUnit("III./JG 26", "sweep", 27, 26),)))
    form(p, 4, 5)  # 9 - 1: on time
    assert p.raids["sweep"].state == "flying"
    p = due(sweep_plan())
    form(p, 5, 5)
    assert p.raids["sweep"].form_turn == 6


@pytest.mark.rule("OPS-A2.m3")
def test_jabos_and_a_return_escort_form_as_fighters_do() -> None:
    jabos = plan(kind="jabo", units=(PlannedUnit(JABOS, "jabo", 20, 18), PlannedUnit(ZERSTOERER, "close_escort", 20, 20)), form_angels=18)
    p = due(jabos)
    form(p, 4, 5)
    assert p.raids["raid"].state == "flying"
    back = sweep_plan("back", units=(PlannedUnit(ESCORT, "return_escort", 20, 20),), joins="raid")
    p = due(dataclasses.replace(back, type="return_escort"))
    form(p, 4, 5)
    assert p.raids["back"].state == "flying"


@pytest.mark.rule("OPS-A2.special")
@pytest.mark.parametrize(
    ("weather", "die", "late"), [("fair", 1, 3), ("fair", 2, 0), ("cloudy", 2, 2), ("overcast", 2, 3), ("fair", 3, 0), ("fair", 4, 0)]
)
def test_a_special_result_may_delay(weather: str, die: int, late: int) -> None:
    p = due(escorted(0), weather=weather)
    form(p, 6, 6, die)
    assert p.raids["raid"].form_turn == 5 + late
    assert p.raids["raid"].state == ("planned" if late else "flying")


@pytest.mark.rule("OPS-A2.disruption")
@pytest.mark.parametrize(("weather", "die"), [("overcast", 3), ("overcast", 4), ("cloudy", 4)])
def test_one_bomber_unit_is_disrupted_and_the_raid_forms_on_time(weather: str, die: int) -> None:
    units = (
        PlannedUnit(BOMBERS, "bomber", 20, 12),
        PlannedUnit(MORE_BOMBERS, "bomber", 27, 12),
        PlannedUnit(ESCORT, "close_escort", 27, 14),
    )
    p = due(plan(units=units, form_angels=12), weather=weather)
    events = form(p, 6, 6, die)
    assert p.raids["raid"].state == "flying"
    assert [u.disruption for u in p.raids["raid"].units] == [0, 1, 0]
    assert describe(events, "disrupted")[0].to == ("luftwaffe",)


@pytest.mark.rule("OPS-A2.half")
@pytest.mark.rule("OPS-B4.1")
def test_the_luftwaffe_chooses_which_half_of_the_escort_misses_the_rendezvous() -> None:
    p = due(escorted(3))
    p.step = 3
    p.done = ["luftwaffe", "raf"]
    found = play(p, 6, 6, 5)
    run(found)
    assert (p.phase, p.choices) == ("choice", [Choice("luftwaffe", "half_escort", ["I./JG 3", "III./JG 51", "I./JG 51"], 2, "raid")])
    assert roles(p) == ["bomber", "close_escort", "close_escort", "close_escort"]
    for names in (("I./JG 3",), (BOMBERS, "I./JG 3"), ("I./JG 3", "I./JG 3"), ("I./JG 3", "III./JG 51", "I./JG 51")):
        assert refusal(p, "luftwaffe", Pick(names)) == ("pick", "OPS-B4.1")
    assert refusal(p, "raf", Pick(("I./JG 3", "III./JG 51")))[0] == "not_owing"
    events = order(p, "luftwaffe", Pick(("I./JG 3", "I./JG 51")), 3, 4, *([1] * 9))
    assert [u.unit for u in p.raids["raid"].units if u.state == "with_raid"] == [BOMBERS, "III./JG 51"]
    assert [(e.to, e.rule) for e in describe(events, "escort_missed")] == [(("luftwaffe",), "OPS-A2.half")]


@pytest.mark.rule("OPS-A2.half")
def test_half_of_a_single_escort_is_that_one_and_there_is_nothing_to_choose() -> None:
    p = due(escorted(1))
    form(p, 6, 6, 5)
    assert p.choices == [] and roles(p) == ["bomber"]
    p = due(escorted(0))
    form(p, 6, 6, 5)
    assert p.choices == [] and roles(p) == ["bomber"]


@pytest.mark.rule("OPS-A2.half")
def test_two_raids_may_both_lose_half_of_their_escort_on_one_turn() -> None:
    second = dataclasses.replace(
        escorted(0),
        code="b",
        units=(PlannedUnit(MORE_BOMBERS, "bomber", 27, 12), *(PlannedUnit(n, "close_escort", 9, 14) for n in ("II./JG 27", "III./JG 27"))),
    )
    p = due(escorted(2), second)
    form(p, 6, 6, 5, 6, 6, 5)
    assert [(c.raid, c.count) for c in p.choices] == [("raid", 1), ("b", 1)]


@pytest.mark.rule("OPS-A2.none")
def test_the_whole_escort_is_removed_and_the_bombers_fly_on() -> None:
    p = due(escorted(3))
    events = form(p, 6, 6, 6)
    assert p.choices == [] and roles(p) == ["bomber"] and p.raids["raid"].state == "flying"
    assert [e.rule for e in describe(events, "escort_missed")] == ["OPS-A2.special"]


@pytest.mark.rule("OPS-A3.table")
@pytest.mark.parametrize(
    ("angels", "used"), [(0, 1), (8, 1), (10, 2), (14, 2), (16, 3), (20, 3), (22, 4), (24, 4), (26, 5), (28, 5), (30, 6), (32, 7), (34, 8)]
)
def test_a_fighter_has_used_endurance_for_its_height_at_formation(angels: int, used: int) -> None:
    """Caffiers lies 2 hexes from Cap Gris-Nez: no further turn."""
    p = due(sweep_plan(form_angels=angels, units=(PlannedUnit("III./JG 26", "sweep", 27, angels),)))
    form(p, 3, 3)
    (sweeper,) = p.raids["sweep"].units
    assert (sweeper.used, sweeper.endurance) == (used, 16)


@pytest.mark.rule("OPS-A3.far")
@pytest.mark.parametrize(("direction", "hexes", "more"), [(0, 3, 0), (0, 4, 1), (0, 7, 1), (0, 8, 2), (5, 12, 3)])
def test_every_four_hexes_from_its_airfield_cost_a_further_turn(direction: int, hexes: int, more: int) -> None:
    from tests.operations.build import step

    h = step(W.base("Caffiers").near, direction, hexes)
    assert used_at_formation(W, W.types["bf_109e_4"], "Caffiers", h, 8) == 1 + more


@pytest.mark.rule("OPS-A3.far")
def test_movement_boxes_off_the_map_count_by_fours_too() -> None:
    """Brussels-Grimbergen lies 5 hexes beyond the edge: two boxes."""
    base = W.base("Brussels-Grimbergen")
    assert base.off == 5
    assert used_at_formation(W, W.types["bf_110c"], "Brussels-Grimbergen", base.near, 8) == 1 + 2


@pytest.mark.rule("OPS-A3.table")
def test_bombers_have_used_nothing() -> None:
    p = due(plan())
    form(p, 3, 3)
    assert [(u.role, u.used > 0) for u in p.raids["raid"].units] == [("bomber", False), ("close_escort", True)]


@pytest.mark.rule("OPS-B2.2")
def test_a_unit_cannot_form_while_it_flies_elsewhere_and_brings_only_what_it_has_left() -> None:
    before = raid(at("Dungeness"), unit(BOMBERS, strength=10, sent=27, state="going_home"), code="earlier")
    p = due(escorted(1))
    p.raids = {"earlier": before, **p.raids}
    form(p, 3, 3)
    assert roles(p) == ["close_escort"]
    before.units[0].state, before.state, before.units[0].down = "landed", "ended", -60
    p.raids["raid"] = Raid(escorted(1), {}, form_turn=5)
    events = form(p, 3, 3)
    flying = p.raids["raid"].units[0]
    assert (flying.strength, flying.sent) == (7, 7), "three in four of ten"
    assert [e.data["aircraft"] for e in describe(events, "unit_short")] == [7]


@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.rule("OPS-B2.7")
@pytest.mark.parametrize(("sent", "result"), [(10, "delay1"), (9, "on_time")])
def test_gruppen_count_by_the_aircraft_that_were_sent(sent: int, result: str) -> None:
    """Six were planned; the last, which had come back from another raid, could send so many."""
    units = [unit(f"KG {i}", angels=12, strength=sent if i == 5 else 27, state="gathering") for i in range(6)]
    made = plan(units=tuple(PlannedUnit(u.unit, "bomber", 27, 12) for u in units), form_angels=12)
    p = day(turn=5, raids=[raid(at("Cap Gris-Nez"), *units, plan_=made, angels=12, state="gathering")])
    (rolled,) = describe(form(p, 4, 4), "formation")
    assert rolled.data["result"] == result
