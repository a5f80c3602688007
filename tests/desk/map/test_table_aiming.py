"""What a squadron may not be sent to is dimmed and says why; and how far units can still fly."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragLeaveEvent
from pytestqt.qtbot import QtBot

from bob.chart.rim import Contour, outlines, rim
from bob.core.hexes import at_offset, disc
from bob.core.match import Match
from bob.day.rules.reach import Reach, of_squadron
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_parts import together
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.state.world import World, world
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.map import PlottingTable, RouteOverlay
from bob.desk.map.aiming import Vectoring
from bob.desk.map.limits import Limits, subjects
from bob.desk.map.plotting_desk import PlottingDesk
from bob.desk.session.session import DeskSession
from bob.staff.advice.map.descriptions import HoverTeller
from bob.words import LANGUAGES, Words
from tests.desk.rooms import on_from, session_at, session_of
from tests.desk.table_views import busiest, referee
from tests.sizes import some

DAY, TURN = "15_september_1940", 18


@pytest.fixture(scope="module")
def theworld() -> World:
    return world()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings.in_file(tmp_path / "settings.ini")
    made.set_language("en")
    made.set_animate(False)
    return made


@pytest.fixture
def table(qtbot: QtBot, theworld: World, settings: Settings) -> Iterator[PlottingTable]:
    made = PlottingTable(theworld, settings)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    yield made


@cache
def divided() -> Match[Any]:
    """The match at the first moment at which a squadron may be sent to some tracks and not to others."""
    return next(session.match for session in on_from(DAY, TURN, RAF) if any(True for _ in _sendable(session)))


def _sendable(session: DeskSession) -> Iterator[str]:
    view = session.view(RAF)
    for s in view.squadrons:
        if s.box not in ("airborne", "ready") or s.scrambling or refused(session, s.unit, hex=s.hex):
            continue
        barred = {t.number for t in view.tracks if refused(session, s.unit, track=t.number)}
        if any(t.number in barred and not t.faded for t in view.tracks) and len(barred) < len(view.tracks):
            yield s.unit


@pytest.fixture
def desk(table: PlottingTable, settings: Settings) -> PlottingDesk:
    session = session_of(divided(), RAF)
    made = PlottingDesk(session, settings, Names(session.world.theatre), table)
    table.settle()
    return made


def sendable(desk: PlottingDesk) -> str:
    """A squadron in the air that may be sent to some tracks and not to others, one of these not faded."""
    view = desk.session.view(RAF)
    for s in view.squadrons:
        aim = desk.targets(s.unit)
        free = [t for t in view.tracks if t.number not in aim.tracks]
        if s.box in ("airborne", "ready") and not aim.never and free and any(t.number in aim.tracks and not t.faded for t in view.tracks):
            return s.unit
    raise AssertionError("nobody may be sent to some tracks and not to others")


def on_screen(table: PlottingTable, kind: str, key: Any) -> QPoint:
    at = table.where(kind, key)
    assert at is not None
    table.centre_on(*at)
    table.settle()
    for block, box in zip(table.table.blocks, table.scene.boxes(table.camera), strict=True):
        row = table.scene.blocks.row_box(block, (kind, key))
        if row is not None:
            return row.translated(box.topLeft()).center().toPoint()
    raise AssertionError((kind, key))


def refused(session: DeskSession, unit: str, angels: int = 14, **goal: Any) -> bool:
    s = session.squadron(unit)
    assert s is not None
    order = SendTo(unit, angels, **goal) if s.box == "airborne" else Scramble(unit, angels, **goal)
    return session.check(RAF, order) is not None


# What may be aimed at


@pytest.mark.slow
@pytest.mark.rule("OPS-B6.5")
def test_the_game_is_asked_what_a_squadron_may_be_sent_to(desk: PlottingDesk) -> None:
    session = desk.session
    tracks = session.view(RAF).tracks
    kinds = set()
    for s in session.view(RAF).squadrons:
        aim = desk.targets(s.unit)
        for track in tracks:
            angels = max(2, session.height(s, track))
            assert bool(aim.why_not(("track", track.number))) == refused(session, s.unit, angels, track=track.number), (
                s.unit,
                track.number,
            )
        for h in list(session.world.theatre.grounds)[::97]:
            assert bool(aim.why_not(("hex", h))) == refused(session, s.unit, hex=h), (s.unit, h)
        kinds.add((bool(aim.never), bool(aim.tracks)))
    assert {(True, True), (False, True)} <= kinds


@pytest.mark.slow
def test_nothing_may_be_aimed_at_in_the_past(desk: PlottingDesk) -> None:
    unit = sendable(desk)
    desk.session.look(0)
    aim = desk.targets(unit)
    assert aim.never == desk.settings.words("desk.status.past")
    assert aim.why_not(("hex", at_offset(40, 25))) == aim.never


def test_illegal_targets_are_dimmed_while_a_squadron_is_carried(desk: PlottingDesk, table: PlottingTable, qtbot: QtBot) -> None:
    unit = sendable(desk)
    asked: list[str] = []
    targets = desk.targets
    table.targets = lambda name: (asked.append(name), targets(name))[1]
    plain = table.grab().toImage()
    table._carried = unit
    aim = desk.targets(unit)
    for at in (QPointF(500, 350), QPointF(510, 300), QPointF(300, 300)):
        table._aim(unit, at)
    assert table.scene.faint == frozenset(aim.tracks)
    assert asked == [unit]
    dimmed = table.grab().toImage()
    assert table.table.blocks
    far = next(h for h in table.world.theatre.grounds if h not in aim.area and _seen(table, h))
    x, y = (round(v) for v in table.camera.to_screen(*table.world.theatre.middle(far)))
    assert sum(dimmed.pixelColor(x + i, y).lightness() < plain.pixelColor(x + i, y).lightness() for i in range(-8, 9)) > 12
    barred = next(n for n in aim.tracks if not desk.session.track(n).faded)  # type: ignore[union-attr]
    table._aim(unit, QPointF(on_screen(table, "track", barred)))
    assert table._rubber is not None
    assert table._rubber[1:] == (("track", barred), aim.tracks[barred], True)
    free = next(t.number for t in desk.session.view(RAF).tracks if t.number not in aim.tracks)
    table._aim(unit, QPointF(on_screen(table, "track", free)))
    assert table._rubber[1:] == (("track", free), desk.reach_text(unit, ("track", free)), False)
    table.grab()
    table.dragLeaveEvent(QDragLeaveEvent())
    assert not table.scene.faint and table.aim is None


def _seen(table: PlottingTable, h: Any) -> bool:
    x, y = table.camera.to_screen(*table.world.theatre.middle(h))
    return (
        60 < x < 940 and 60 < y < 600 and not any(box.adjusted(-12, -12, 12, 12).contains(x, y) for box in table.scene.boxes(table.camera))
    )


def test_a_blocks_own_picture_is_paler_when_it_is_dimmed(desk: PlottingDesk, table: PlottingTable) -> None:
    unit = sendable(desk)
    barred = next(n for n in desk.targets(unit).tracks if not desk.session.track(n).faded)  # type: ignore[union-attr]
    at = on_screen(table, "track", barred)

    def dark() -> int:
        image = table.grab().toImage()
        return sum(image.pixelColor(at.x() + i, at.y() + j).lightness() < 70 for i in range(-20, 20) for j in range(-12, 13))

    before = dark()
    table.aim_for(unit)
    assert dark() < before / 2


def test_a_goal_chosen_elsewhere_dims_until_it_is_over(desk: PlottingDesk, table: PlottingTable, qtbot: QtBot) -> None:
    unit = sendable(desk)
    table.aim_for(unit)
    aim = table.aim
    assert aim is not None and table.scene.faint
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=QPoint(400, 300))
    assert table.aim is aim
    barred = next(n for n in aim.tracks if not desk.session.track(n).faded)  # type: ignore[union-attr]
    assert table.text_at(QPointF(on_screen(table, "track", barred))).endswith(f"✕ {aim.tracks[barred]}")
    view = desk.session.view(RAF)
    table.show_view(dataclasses.replace(view, tracks=view.tracks[:-1]))
    assert table.aim is not None and table.aim is not aim and table.aim.unit == unit
    table.aim_for("")
    assert table.aim is None and not table.scene.faint
    table.aim_for(unit)
    table.show_view(None)
    assert table.aim is None and table.asked is None


def test_a_squadrons_menu_tells_what_is_not_possible(desk: PlottingDesk) -> None:
    unit = sendable(desk)
    aim = desk.targets(unit)
    menu = desk.menu("squadron", unit, None)
    grey = {a.text(): a.toolTip() for a in menu.actions() if not a.isEnabled() and not a.isSeparator()}
    for track in desk.session.view(RAF).tracks:
        if not track.faded and track.level > 0 and track.number in aim.tracks:
            text, why = desk.settings.words("desk.table.against_not", track=track.label), aim.tracks[track.number]
            assert grey[f"{text} – {why}"] == why, "however long the reason is, it stands in the menu"


def test_an_aim_without_a_game_dims_nothing() -> None:
    assert Vectoring("x", area=frozenset([at_offset(3, 3)]), beyond="far").why_not(("hex", at_offset(3, 4))) == "far"
    assert Vectoring("x").why_not(("track", 1)) == ""


# The edges of sets of hexes


@pytest.mark.slow
def test_a_rim_goes_round_once_and_leaves_the_edge_of_the_map_out(theworld: World) -> None:
    theatre = theworld.theatre
    inland = [h for h in disc(at_offset(36, 30), 4) if h in theatre.grounds]
    (ring,) = rim(theatre, inland, closed=False)
    assert ring[0] == ring[-1] and len(ring) == 6 * (2 * 4 + 1) + 1
    assert rim(theatre, list(theatre.grounds), closed=False) == []
    assert len(rim(theatre, list(theatre.grounds), closed=True)) == 1
    assert rim(theatre, [], closed=True) == []
    (drawn,) = outlines(theatre, frozenset(inland))
    assert drawn[0] == drawn[-1]
    apart = frozenset([*disc(at_offset(36, 30), 1), *disc(at_offset(44, 30), 1)])
    assert len(outlines(theatre, apart)) == 1


def test_a_contour_is_measured() -> None:
    line = Contour([(0, 0), (10, 0.01), (20, 0), (20, 10)], 0.1)
    assert line.points == ((0, 0), (20, 0), (20, 10)) and line.length == 30
    assert (line.at(25), line.at(-1), line.at(99)) == ((20, 5), (0, 0), (20, 10))
    assert line.off(10, 3) == 3


# The limits of endurance


def wanted(view: Any, chosen: Any, plan: Any = None) -> Any:
    raf = view if isinstance(view, RafView) else getattr(view, "raf", None)
    theirs = view if isinstance(view, LuftwaffeView) else getattr(view, "luftwaffe", None)
    return subjects(world(), raf, theirs, chosen, plan)


def limits(found: Any, language: str = "en") -> Limits:
    from bob.chart.palette import TABLE

    made = Limits(world(), Words(language), TABLE)
    made.want(found)
    while not made.work(1.0):
        pass
    return made


def test_whose_limits_are_shown() -> None:
    raf, theirs, _ = busiest()
    squadron = next(s for s in raf.squadrons if s.box == "airborne" and s.strength)
    assert wanted(raf, None) == () and wanted(None, None) == ()
    (one,) = wanted(raf, ("squadron", squadron.unit))
    assert one.one_way and one.ranges == (of_squadron(world(), squadron),)
    assert wanted(theirs, ("squadron", squadron.unit)) == wanted(theirs, None)
    flying = [r for r in theirs.raids if r.state in ("flying", "over_target") and any(u.state == "with_raid" for u in r.units)]
    assert len(wanted(theirs, None)) == len(flying) > 1
    (chosen,) = wanted(theirs, ("raid", flying[0].code))
    assert chosen.state == "flying"
    planned = next(r for r in theirs.raids if r.state == "planned")
    (form,) = wanted(theirs, ("raid", planned.code))
    assert form.state == "planned" and {r.at for r in form.ranges} == {planned.plan.form_at}
    drawn = dataclasses.replace(planned.plan, form_at=at_offset(30, 50))
    assert {r.at for r in wanted(theirs, ("raid", planned.code), drawn)[0].ranges} == {drawn.form_at}
    assert wanted(theirs, ("raid", flying[0].code), drawn) == (chosen,)
    box = next(n for n, units in enumerate(theirs.patrols, 1) if units)
    assert len(wanted(theirs, ("patrol", box))[0].ranges) == len(theirs.patrols[box - 1])
    assert wanted(referee(), ("squadron", squadron.unit))[0].one_way


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_each_kind_of_unit_has_its_limit_where_the_least_of_its_units_must_turn(language: str) -> None:
    theirs = busiest()[1]
    reach = Reach(world())
    figure = 0
    for raid in theirs.raids:
        found = wanted(theirs, ("raid", raid.code))
        made = limits(found, language)
        for limit in made.shown:
            kind = next(made.family(r.aircraft) for s in found for r in s.ranges if limit.name.startswith(made.family(r.aircraft)))
            units = [r for s in found for r in s.ranges if made.family(r.aircraft) == kind]
            area = frozenset.intersection(*(reach.within(r) for r in units))
            lines = outlines(world().theatre, area)
            assert all(max(line.off(*at) for at in drawn) < 0.3 for line, drawn in zip(limit.lines, lines, strict=True))
            assert "{" not in limit.hint and any(f" {5 * r.left} min" in limit.hint for r in units)
            assert limit.dash == {"Bf 109": "fighter", "Bf 110": "heavy"}.get(kind, "bomber")
            figure += 1
    assert figure > 2


def test_a_mark_belongs_to_its_kind() -> None:
    made = limits(())
    assert {made.family(code) for code in ("bf_109e_1", "bf_109e_4b", "bf_109e_7")} == {"Bf 109"}
    assert [made.family(code) for code in ("bf_110c", "cr_42", "he_111h")] == ["Bf 110", "Fiat CR.42", "He 111"]


def test_the_layer_is_drawn_and_told_and_goes_with_its_key(table: PlottingTable, qtbot: QtBot) -> None:
    raf, theirs, _ = busiest()
    table.show_view(theirs)
    table.settle()
    bare = table.grab().toImage()
    qtbot.keyClick(table, "f")
    table.settle()
    assert table.limits.shown
    assert table.grab().toImage() != bare
    line = next(line for limit in table.limits.shown for line in limit.lines)
    spots = (line.at(line.length * share / 40) for share in range(40))
    lines = [table.text_at(QPointF(*table.camera.to_screen(*p))) for p in spots]
    assert any("Fuel for" in text and "minutes" in text for text in lines)
    table.show_view(raf)
    table.settle()
    assert not table.limits.shown
    squadron = next(s for s in raf.squadrons if s.box == "airborne" and s.fuel > 2 and s.aircraft in ("spitfire_i", "hurricane_i"))
    table.layers.set_shown("fuel", True)
    table.select("squadron", squadron.unit)
    table.settle()
    assert {limit.dash for limit in table.limits.shown} == {"fighter", "one_way"}
    table.layers.set_shown("fuel", False)
    table.settle()
    assert not table.limits.shown


def test_a_plan_that_is_drawn_shows_its_reach(table: PlottingTable) -> None:
    session = session_at(DAY, 0, LUFTWAFFE)
    view = session.view(LUFTWAFFE)
    table.show_view(view)
    table.layers.set_shown("fuel", True)
    plan = next(r.plan for r in view.raids if any("JG" in u.unit for u in r.plan.units))
    route = RouteOverlay()
    table.set_route(route)
    route.set_route([(plan.form_at, plan.form_angels, "", "")], None, plan)
    table.settle()
    near = [limit.lines for limit in table.limits.shown]
    assert near and table.limits.shown[0].hint.count("formed up") == 1
    route.set_route([(at_offset(30, 60), 16, "", "")], None, dataclasses.replace(plan, form_at=at_offset(30, 60)))
    table.settle()
    assert [limit.lines for limit in table.limits.shown] != near
    table.set_route(None)


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_mouse_tells_the_fuel_of_each_unit(theworld: World, language: str) -> None:
    raf, theirs, _ = busiest()
    teller = HoverTeller(theworld, Words(language), theirs)
    for raid in theirs.raids:
        text = teller.of("raid", raid.code)
        flying = together(raid)[0]
        if raid.state == "planned":
            assert text.count(" min") >= min(7, len(raid.plan.units))
        elif flying and raid.state != "ended":
            assert f" {5 * max(0, flying[0].fuel)} min" in text
    squadron = next(s for s in raf.squadrons if s.box == "airborne")
    assert f"{5 * max(0, squadron.fuel)} minutes" in HoverTeller(theworld, Words(language), raf).of("squadron", squadron.unit)
