"""Convoys, the wind and what works by half, as either side sees them: on the table, in the lists, the planner, and in a terminal."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.cli.terminal.day_orders import LineParser
from bob.day.rules.convoys import expected
from bob.day.rules.raid_goals import aims, first_aim, sent_against
from bob.day.state.orders import PlanRaid
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import wind_text
from bob.day.telling.view_tables import Boards
from bob.desk.map.lists import COLUMNS, things
from bob.desk.panels.planner.planner import Planner
from bob.staff.advice.map.counters import spread
from bob.staff.advice.map.descriptions import HoverTeller, sky_text
from bob.words import LANGUAGES, Words
from tests.desk.rooms import day, match_at, session_at, settings_in

DAY = "12_august_1940"
"""A day on which the Luftwaffe knows of two convoys at first."""


@pytest.fixture(scope="module")
def position() -> DayPosition:
    found: DayPosition = match_at(DAY, 0).position
    assert len(found.convoys) == 2 and all(c.seen is not None for c in found.convoys.values())
    return found


def views(p: DayPosition) -> dict[str, Any]:
    return {seat: day().view(p, seat) for seat in (RAF, LUFTWAFFE, "referee")}


@pytest.mark.rule("OPS-C5.1")
def test_each_side_s_table_has_the_convoys_that_it_knows(position: DayPosition) -> None:
    p = copy.deepcopy(position)
    unseen = next(iter(p.convoys.values()))
    unseen.seen = unseen.number = None
    blocks = {
        seat: [(b.look, b.rows[0].key) for b in spread(day().world, view).blocks if b.rows[0].kind == "convoy"]
        for seat, view in views(p).items()
    }
    both = [("convoy", code) for code in p.convoys]
    assert blocks == {RAF: both, LUFTWAFFE: [("convoy", 2)], "referee": both}
    p.turn += 5
    late = spread(day().world, day().view(p, LUFTWAFFE))
    assert [b.look for b in late.blocks if b.rows[0].kind == "convoy"] == ["sighting"]
    assert [way.kind for way in late.ways if way.key == 2] == ["sails"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_of_one_is_told_by_the_mouse_the_list_and_the_terminal(position: DayPosition, language: str) -> None:
    words, names = Words(language), Names(day().world.theatre)
    for seat, view in views(position).items():
        if seat == "referee":
            continue
        names.learn(view)
        keys = list(position.convoys) if seat == RAF else [1, 2]
        for key in keys:
            text = HoverTeller(day().world, words, view).of("convoy", key)
            assert text.count("\n") >= 1 and "{" not in text
        listed = [t for t in things(view, words, names) if t.what == "convoy"]
        assert [t.key for t in listed] == [str(key) for key in keys] and all(len(t.cells) == len(COLUMNS) for t in listed)
        page = str(Boards(words, names).convoys(view).rows)
        assert len(keys) == len(Boards(words, names).convoys(view).rows) and ("agent" in page.lower()) == (seat == RAF)
    assert HoverTeller(day().world, words, views(position)[LUFTWAFFE]).of("convoy", 9) == ""


@pytest.mark.rule("OPS-C7.2")
def test_mobile_stations_and_emergency_rooms_are_shown_to_the_raf_alone(position: DayPosition) -> None:
    p = copy.deepcopy(position)
    p.mobile_stations, p.emergency_rooms, p.rooms_hit = ["chain_home:Rye"], ["Kenley"], ["Debden"]
    p.airfields["Kenley"].damage, p.airfields["Kenley"].repaired_on = 1, 20
    found = views(p)
    table = spread(day().world, found[RAF])
    assert table.mobile == ("chain_home:Rye",) and {"sector_station:Kenley", "sector_station:Debden"} <= set(table.struck)
    assert "chain_home:Bembridge" in table.dark
    raf, luftwaffe = (HoverTeller(day().world, Words("en"), found[seat]) for seat in (RAF, LUFTWAFFE))
    assert "half the range" in raf.place("chain_home:Rye") and "Emergency" in raf.place("sector_station:Kenley")
    assert "Next repair" in raf.place("sector_station:Kenley") and "Not on the air yet" in raf.place("chain_home:Bembridge")
    for key in ("chain_home:Rye", "sector_station:Kenley", "chain_home:Bembridge"):
        assert luftwaffe.place(key) == HoverTeller(day().world, Words("en"), day().view(position, LUFTWAFFE)).place(key)
    assert Boards(Words("en"), Names(day().world.theatre)).ground(found[RAF])[-1] == "By half the range: Kenley, Rye."


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.rule("OPS-C6.2")
def test_weather_is_told_with_its_levels_and_a_head_wind_with_where_it_blows_from(position: DayPosition) -> None:
    p = copy.deepcopy(position)
    zone = p.sky.zones["london"]
    zone.good, zone.good_levels, zone.is_bad = "rain", (2, 8), False
    p.sky.wind, p.sky.blows_from, p.sky.wind_hexes = "headwind", 315, 3
    common = day().view(p, RAF).common
    assert sky_text(Words("en"), common, "london") == "rain, Angels 2–8"
    assert wind_text(Words("en"), common) == "headwind from the north-west (hexes lost in four turns: 3)"
    assert wind_text(Words("fr"), common) == "vent contraire du nord-ouest (hexagones perdus en quatre tours\u00a0: 3)"


@pytest.mark.rule("OPS-C5.4")
def test_a_raid_of_the_planner_aims_at_a_convoy_and_its_place_goes_with_the_hour(qtbot: QtBot, tmp_path: Path) -> None:
    session = session_at(DAY, 0, LUFTWAFFE)
    planner = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(planner)
    view = session.view(LUFTWAFFE)
    code = next(r.plan.code for r in view.raids if r.plan.type in ("main", "dive_bombing") and r.plan.primary is not None)
    planner.select(code)
    assert "sighted:1" in [planner.form.primary.itemData(i) for i in range(planner.form.primary.count())]
    planner.form._aim("sighted:1")
    plan = planner.plan()
    assert plan is not None and (plan.convoy, plan.primary) == (1, None) and first_aim(plan) == planner.form.primary.value == "sighted:1"
    bombs = next(s.turn for s in session.timetable(plan) if s.at_target)
    assert plan.aim == expected(session.world, view.convoys[0], bombs)
    planner.form._edit(form_turn=plan.form_turn + 30)
    later = planner.plan()
    assert later is not None and later.aim != plan.aim and later.convoy == 1
    planner.form._aim("Lympne")
    assert planner.plan() is not None and planner.plan().aim is None and planner.plan().primary == "Lympne"  # type: ignore[union-attr]


@pytest.mark.rule("OPS-C5.4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_aims_at_a_convoy_by_its_number(position: DayPosition, language: str) -> None:
    line_parser = LineParser(day().world, Words(language))
    view = day().view(position, LUFTWAFFE)
    code = next(r.plan.code for r in view.raids if r.plan.type in ("main", "dive_bombing") and r.plan.primary is not None)
    line = f"plan {code} target convoy 2" if language == "en" else f"plan {code} objectif convoi 2"
    (given,) = line_parser.read(line, view).orders
    assert isinstance(given, PlanRaid) and aims(given.plan)[0] == "sighted:2" and given.plan.primary is None
    assert aims(sent_against(given.plan, "Lympne"))[0] == "Lympne" and sent_against(given.plan, None).convoy is None
