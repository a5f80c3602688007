"""The ground in whole turns of a day (OPS-C7): damage at the start, repair by hours, airfields of other Commands."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.game import dumps
from bob.day.phases.bombing import phase
from bob.day.phases.detection import seen
from bob.day.rules.control import in_control, in_radio_range, radio_range
from bob.day.scenarios.scenario import Scenario, scenarios, setup
from bob.day.state.orders import Scramble
from bob.day.state.position import LUFTWAFFE, RAF, Airfield, DayPosition
from tests.operations.build import GAME, W, at, day, describe, dropped, over, play, points, raid, rolls, see, squadron, step, target, unit
from tests.operations.quiet_turns import quiet, turn_over

BY_HOURS = {"repair": "by_hours"}


def hours(p: DayPosition, turn: int) -> list[Any]:
    """Play on to the orders of a turn."""
    found = []
    while p.turn < turn:
        found.extend(turn_over(p))
    return found


def quiet_day(**given: Any) -> DayPosition:
    """A day on which nothing flies for long: a raid that forms late keeps it going."""
    return day(raids=[quiet()], **given)


@pytest.mark.rule("OPS-C7.2")
def test_an_airfield_regains_one_capacity_every_24_turns_after_its_last_hit_or_repair() -> None:
    p = quiet_day(switches=BY_HOURS, turn=3, turns=90)
    field = p.airfields["Biggin Hill"]
    field.damage, field.repaired_on = 2, 3 + 24
    hours(p, 26)
    assert field.damage == 2
    found = turn_over(p)
    assert (p.turn, field.damage) == (27, 1) and describe(found, "field_repaired")[0].to == (RAF,)
    hours(p, 50)
    assert field.damage == 1
    turn_over(p)
    assert (p.turn, field.damage, field.repaired_on) == (51, 0, None)


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.parametrize(("switches", "repaired"), [(BY_HOURS, 3 + 24), ({}, None)])
def test_a_new_hit_begins_the_hours_anew_and_without_the_switch_nothing_is_repaired(switches: dict[str, str], repaired: int | None) -> None:
    r = over()
    p, _ = dropped(r, 6, 6, 4, 1, 1, switches=switches)
    assert (p.airfields["Biggin Hill"].damage, p.airfields["Biggin Hill"].repaired_on) == (1, repaired)


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-A14.sector")
def test_an_operations_room_works_from_its_emergency_room_after_12_turns_at_half_the_radio_range() -> None:
    near, far = step(at("Biggin Hill"), 3, 4), step(at("Biggin Hill"), 3, 5)
    s = squadron("79 Squadron", "ready")
    p = quiet_day(switches=BY_HOURS, turn=3, squadrons=[s])
    full = radio_range(W, p, s)
    p.rooms_hit, p.rooms_due = ["Biggin Hill"], {"Biggin Hill": 15}
    hours(p, 14)
    assert not in_control(W, p, s)
    found = turn_over(p)
    assert p.turn == 15 and in_control(W, p, s) and describe(found, "emergency_room")[0].to == (RAF,)
    assert radio_range(W, p, s) == full // 2 == 4
    assert in_radio_range(W, p, s, near) and not in_radio_range(W, p, s, far)
    view = GAME.view(p, RAF)
    assert view.emergency_rooms == ("Biggin Hill",) and view.squadron("79 Squadron").radio_range == 4
    GAME.check(p, RAF, Scramble("79 Squadron", 10, hex=near))


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.parametrize(("die", "result"), [(1, "mended"), (4, "mended"), (5, "mobile"), (6, "off")])
def test_after_36_turns_a_die_says_what_becomes_of_a_station(die: int, result: str) -> None:
    p = quiet_day(switches=BY_HOURS, turn=38)
    p.damaged_stations, p.stations_due = ["chain_home:Dover"], {"chain_home:Dover": 39}
    found = turn_over(p, die)
    assert p.turn == 39 and describe(found, "station_repaired")[0].data == {"station": "Dover", "result": result}
    assert (p.damaged_stations, p.mobile_stations, p.stations_due) == (
        ["chain_home:Dover"] if result == "off" else [],
        ["chain_home:Dover"] if result == "mobile" else [],
        {},
    )


@pytest.mark.rule("OPS-C7.2")
def test_a_mobile_station_sees_as_far_as_half_the_range_rounded_down() -> None:
    """At 10 Angels Chain Home sees 15 hexes: a mobile one 7."""
    p = day()
    p.damaged_stations = [f"{kind}:{name}" for kind, name in W.station_hexes if (kind, name) != ("chain_home", "Ventnor")]
    station = W.station_hexes["chain_home", "Ventnor"]
    for mobile, reach in ((False, 15), (True, 7)):
        p.mobile_stations = ["chain_home:Ventnor"] if mobile else []
        for apart, sees in ((reach - 1, True), (reach + 1, False)):
            r = raid(step(station, 3, apart), unit(angels=10), angels=10)
            assert (seen(W, p, target(r)) is not None) == sees, (mobile, apart)


@pytest.mark.rule("OPS-C7.2")
def test_a_mobile_station_that_is_hit_is_off_the_air_and_a_room_hit_again_goes_on_from_its_emergency_room() -> None:
    p, _ = dropped(
        over("chain_home:Dover", kind="dive_bombing", secondary=None), 6, 6, 6, 6, switches=BY_HOURS, mobile_stations=["chain_home:Dover"]
    )
    assert (p.mobile_stations, p.damaged_stations, p.stations_due) == ([], ["chain_home:Dover"], {"chain_home:Dover": 3 + 36})
    p, _ = dropped(over(), 6, 6, 1, 6, 6, emergency_rooms=["Biggin Hill"])
    assert p.rooms_hit == [] and p.emergency_rooms == ["Biggin Hill"]


@pytest.mark.rule("OPS-C7.1")
@pytest.mark.rule("OPS-B5.3")
@pytest.mark.parametrize(
    ("date", "silent"),
    [
        (dt.date(1940, 8, 12), {"Bembridge"}),
        (dt.date(1940, 8, 13), {"Bembridge", "Ventnor"}),
        (dt.date(1940, 8, 18), {"Bembridge", "Ventnor"}),
        (dt.date(1940, 8, 22), {"Bembridge", "Ventnor", "Poling"}),
        (dt.date(1940, 8, 23), {"Ventnor", "Poling"}),
        (dt.date(1940, 9, 4), {"Ventnor", "Poling"}),
        (dt.date(1940, 9, 5), {"Ventnor"}),
    ],
)
def test_who_is_off_the_air_on_a_day(date: dt.date, silent: set[str]) -> None:
    p = day(full=True, date=date)
    assert {name.partition(":")[2] for name in p.silent_stations} == silent
    own = p.damaged_stations
    for name in ("Bembridge", "Ventnor"):
        p.damaged_stations = own + [f"{kind}:{other}" for kind, other in W.station_hexes if other != name]
        r = raid(step(W.station_hexes["chain_home", name], 3, 6), unit(angels=14), angels=14)
        assert (seen(W, p, target(r)) is None) == (name in silent)


@pytest.mark.rule("OPS-C7.1")
def test_a_day_begins_as_its_file_finds_the_ground(tmp_path: Path) -> None:
    from tests.operations.scenarios.test_scenario_lines import GOOD, written

    lines = '[[raf]]\nunit = "501 Squadron"\nstrength = 7\n', GOOD["damage"], GOOD["ground"]
    top = 'stations_off = ["Foreness"]\nrooms_hit = ["Kenley"]\nemergency_rooms = ["Hornchurch"]'
    path = written(tmp_path, *lines, top=top)
    scenario = Scenario.of(path)
    p = setup(W, scenario, {"switches": BY_HOURS}, SeededDice(Stream.of(1, "ground")))
    assert p.squadrons["501 Squadron"].strength == 7 and p.airfields["Manston"].damage == 1 and p.airfields["Manston"].repaired_on == 25
    assert "chain_home_low:Foreness" in p.damaged_stations and p.others == {"Detling": [12, 12]}
    assert (p.rooms_hit, p.rooms_due, p.emergency_rooms) == (["Kenley"], {"Kenley": 13}, ["Hornchurch"])


@pytest.mark.rule("OPS-C7.3")
@pytest.mark.parametrize(("faces", "gone"), [((2, 2), 0), ((2, 3), 1), ((6, 6), 5)])
def test_bombs_on_another_command_s_field_count_half_and_hit_a_squadron_that_is_not_available(faces: tuple[int, int], gone: int) -> None:
    """A Gruppe of dive-bombers that was tallied scores 15, here 7; an airfield's own damage is not rolled for."""
    r, at_home = (over(name, kind="dive_bombing", secondary=None) for name in ("Detling", "Gravesend"))
    see(r, at_home)
    p, q = dropped(r, 6, 6, *faces)
    assert p.others == {"Detling": [12 - gone]} and "Detling" not in p.airfields
    assert points(p).get("raf_on_ground", 0.0) == gone / 4 and rolls(q, "airfield_damage") == rolls(q, "sector_damage") == 0
    bombed = points(p)["bombing"]
    full, _ = dropped(at_home, 6, 6, 1)
    assert bombed == points(full)["bombing"] // 2 == 7.0
    assert [e.to for e in describe(q, "others_hit")] == ([(RAF,)] if gone else [])


@pytest.mark.rule("OPS-C7.3")
def test_every_squadron_there_is_rolled_for_and_none_twice_where_none_is_left() -> None:
    p, q = dropped(over("Detling", secondary=None), 6, 6, 6, 6, 6, 6, others={"Detling": [12, 0, 3]})
    assert p.others == {"Detling": [7, 0, 0]} and rolls(q, "ground_damage") == 2
    p, q = dropped(over("Detling", secondary=None), 6, 6, others={"Detling": []})
    assert rolls(q, "ground_damage") == 0


@pytest.mark.rule("OPS-C7.3")
def test_where_fighter_command_stands_on_a_field_it_is_as_one_of_its_own() -> None:
    p = day(raids=[over("Detling", secondary=None)])
    p.airfields["Detling"] = Airfield("Detling", 1)
    phase(play(p, 6, 6, 4))
    assert p.airfields["Detling"].damage == 1 and points(p)["bombing"] == 20.0


@pytest.mark.rule("OPS-C7.2")
def test_the_luftwaffe_learns_nothing_of_repair() -> None:
    p = quiet_day(switches=BY_HOURS, turn=14)
    other = quiet_day(switches=BY_HOURS, turn=14)
    p.rooms_hit, p.rooms_due = ["Kenley"], {"Kenley": 15}
    p.airfields["Kenley"].damage, p.airfields["Kenley"].repaired_on = 1, 15
    found, same = turn_over(p), turn_over(other)
    assert describe(found, "emergency_room") and describe(found, "field_repaired") and not describe(same, "field_repaired")
    for events in (found, same):
        assert not any(LUFTWAFFE in e.to for e in events if e.code in ("emergency_room", "field_repaired", "station_repaired"))
    assert dumps(encode(GAME.view(p, LUFTWAFFE))) == dumps(encode(GAME.view(other, LUFTWAFFE)))


def test_every_scenario_stands_with_its_ground() -> None:
    for scenario in scenarios().values():
        if not scenario.free:
            p = setup(W, scenario, {}, SeededDice(Stream.of(1, "all")))
            assert all(f.damage <= f.capacity for f in p.airfields.values())
