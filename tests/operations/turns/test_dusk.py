"""Damage left on the ground at dusk, in whole turns, and the day that begins with it (OPS-C7.2)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from bob.core.codec import encode
from bob.core.errors import UsageError
from bob.core.game import Event, dumps
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.data.units import LAST_DAY
from bob.day.rules.control import in_control, radio_range
from bob.day.rules.ground import hit_room, hit_station
from bob.day.rules.readiness import turns_in
from bob.day.scenarios.dusk import left_by
from bob.day.state.orders import Correct
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.scenario_lines import LeftLine
from bob.day.telling.period_names import Names
from bob.files import Save
from bob.games import kit
from bob.report.dusk import ground_at_dusk
from bob.words import Words
from tests.operations.build import GAME, ON, W, day, describe, dropped, order, over, play, squadron
from tests.operations.quiet_turns import quiet, turn_over

BY_HOURS = {"repair": "by_hours"}
UNTIL = dt.date(1940, 9, 8)
"""Ten days after the day of the tests."""
TOMORROW = "31_august_1940"


def to_dusk(p: DayPosition) -> list[Event]:
    """Play the rest of a day without orders."""
    found: list[Event] = []
    while p.phase != "over":
        found += turn_over(p)
    return found


def to_the_luftwaffe(p: DayPosition, theatre: Theatre, en: Words) -> str:
    """All that the Luftwaffe has of a position: its view, and its report of the ground."""
    view = GAME.view(p, LUFTWAFFE)
    return dumps([encode(view), encode(ground_at_dusk(view, en, Names(theatre)))])


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-A14.sector")
def test_a_room_hit_today_works_from_its_emergency_room_tomorrow_and_the_luftwaffe_has_the_same_either_way(
    theatre: Theatre, en: Words
) -> None:
    p, _ = dropped(over(), *ON, 1, 6, 6, turn=8, switches=BY_HOURS)
    other, _ = dropped(over(), *ON, 1, 1, 1, turn=8, switches=BY_HOURS)
    assert p.rooms_hit == ["Biggin Hill"] and not other.rooms_hit
    while p.phase != "over":
        heard, same = turn_over(p), turn_over(other)
        assert [encode(e) for e in heard if LUFTWAFFE in e.to] == [encode(e) for e in same if LUFTWAFFE in e.to]
        assert to_the_luftwaffe(p, theatre, en) == to_the_luftwaffe(other, theatre, en)
    assert left_by(p) == (LeftLine("room", "Biggin Hill", UNTIL),) and left_by(other) == ()
    told = ground_at_dusk(GAME.view(p, RAF), en, Names(theatre))
    assert [row for _, part in told.tables for row in part.rows] == [
        ("Biggin Hill", en("report.ground.room"), en("report.ground.until", date="8 September 1940"))
    ]
    tomorrow, whole = (Match.new(GAME.after(TOMORROW, yesterday), TOMORROW, 1) for yesterday in (p, other))
    now, then = tomorrow.position, whole.position
    assert now.emergency_rooms == ["Biggin Hill"] and now.left == {"room:Biggin Hill": UNTIL} and then.emergency_rooms == []
    of_sector = next(s for s in now.squadrons.values() if s.sector == "Biggin Hill" and s.radio == "hf")
    assert in_control(W, now, of_sector)
    assert radio_range(W, now, of_sector) == radio_range(W, then, then.squadrons[of_sector.unit]) // 2
    assert tomorrow.view(RAF) != whole.view(RAF)
    assert dumps(encode(tomorrow.view(LUFTWAFFE))) == dumps(encode(whole.view(LUFTWAFFE)))
    assert left_by(now) == left_by(p), "the day after stands on it in its turn"


@pytest.mark.rule("OPS-C7.2")
def test_a_station_that_is_not_mended_stays_so_and_one_that_is_mended_or_still_due_does_not() -> None:
    p = day(raids=[quiet()], switches=BY_HOURS, turn=4)
    q = play(p)
    for name in ("Dover", "Dunkirk", "Rye"):
        hit_station(q, f"chain_home:{name}")
    while p.turn < 39:
        turn_over(p)
    turn_over(p, 5, 6, 1)  # a mobile one at Dover, Dunkirk off, Rye mended
    hit_station(play(p), "chain_home:Pevensey")
    to_dusk(p)
    assert left_by(p) == (LeftLine("mobile", "chain_home:Dover", UNTIL), LeftLine("station", "chain_home:Dunkirk", UNTIL))
    now = Match.new(GAME.after(TOMORROW, p), TOMORROW, 1).position
    assert now.mobile_stations == ["chain_home:Dover"] and "chain_home:Dunkirk" in now.damaged_stations
    assert not now.stations_due and {"chain_home:Rye", "chain_home:Pevensey"}.isdisjoint(now.silent_stations)


@pytest.mark.rule("OPS-C7.2")
def test_after_ten_days_all_is_mended_and_without_the_switch_nothing_is_left() -> None:
    p = day(raids=[quiet()], switches=BY_HOURS, turn=58)
    hit_room(play(p), "Biggin Hill")
    to_dusk(p)
    assert Match.new(GAME.after("11_september_1940", p), "11_september_1940", 1).position.left == {}
    late = replace(p, left={"room:Biggin Hill": LAST_DAY + dt.timedelta(days=3)})
    assert left_by(late) == (LeftLine("room", "Biggin Hill", LAST_DAY),)
    printed = day()
    hit_room(play(printed), "Biggin Hill")
    assert printed.rooms_hit and left_by(printed) == ()


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-B7.3")
@pytest.mark.parametrize(("die", "longer", "switches"), [(6, 1, BY_HOURS), (4, 0, BY_HOURS), (6, 0, {})])
def test_a_heavy_raid_burns_the_hangars_and_the_field_is_slower_till_dusk(die: int, longer: int, switches: dict[str, str]) -> None:
    s = squadron("79 Squadron")
    usual = turns_in(W, day(squadrons=[s]), s, "rearm_2")
    p, q = dropped(over(), *ON, die, 1, 1, switches=switches, squadrons=[s])
    assert [e.to for e in describe(q, "hangars_hit")] == [(RAF,)] * longer
    p.airfields["Biggin Hill"].damage = 0  # the craters are filled before the hangars are cleared
    assert turns_in(W, p, s, "rearm_2") == usual + longer and turns_in(W, p, s, "rearm_1") == turns_in(W, day(), s, "rearm_1")
    assert GAME.view(p, RAF).hangars == (("Biggin Hill",) if longer else ()) and left_by(p) == ()


@pytest.mark.rule("OPS-C7.2")
def test_what_the_referee_sets_right_is_not_left() -> None:
    p = day(raids=[quiet()], switches=BY_HOURS, squadrons=[squadron("79 Squadron")])
    hit_room(play(p), "Biggin Hill")
    p.damaged_stations, p.left["chain_home:Dover"] = ["chain_home:Dover"], UNTIL
    order(p, "referee", Correct("room", "Biggin Hill", "working", "misread"))
    order(p, "referee", Correct("station", "Dover", "working", "misread"))
    assert left_by(p) == ()


@pytest.mark.rule("OPS-C7.2")
def test_only_a_later_dated_day_begins_with_what_a_finished_one_left() -> None:
    p = day()
    for phase, code, key in (
        ("orders", TOMORROW, "ops.ground_not_over"),
        ("over", "free", "ops.ground_free"),
        ("over", "18_august_1940", "ops.ground_earlier"),
    ):
        p.phase = phase  # type: ignore[assignment]
        with pytest.raises(UsageError) as caught:
            GAME.after(code, p)
        assert caught.value.key == key


@pytest.mark.rule("OPS-C7.2")
def test_the_day_after_is_kept_and_opened_with_its_ground(tmp_path: Path) -> None:
    p = day(raids=[quiet()], switches=BY_HOURS, turn=58)
    hit_room(play(p), "Biggin Hill")
    to_dusk(p)
    path = tmp_path / "after.bob1940"
    save, match = Save.begin(path, GAME.after(TOMORROW, p), TOMORROW, 3, {})
    left = match.position.left
    save.close()
    kept, again = Save.open(path, {"day": kit("day").make()}, read_only=True)
    kept.close()
    assert again.position.left == left == {"room:Biggin Hill": UNTIL}


@pytest.mark.rule("OPS-C7.2")
def test_the_command_begins_a_day_with_the_save_of_a_finished_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from bob.cli import main

    first, second = (str(tmp_path / name) for name in ("first.bob1940", "second.bob1940"))
    save, _ = Save.begin(Path(first), GAME, "lesson", 5, {})
    save.close()
    assert main(["play", "day", TOMORROW, "--ground-from", first, "--save", second]) == 2
    assert "over" in capsys.readouterr().err and not Path(second).exists()
