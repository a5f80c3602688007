"""The plotting table: what stands on it, how it moves, what it asks for, and that it tells no secrets."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401
from bob.desk.panels.tote.model import MIME

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDropEvent, QImage, QPainter
from pytestqt.qtbot import QtBot

from bob.core.hexes import at_offset
from bob.day.state.raid_parts import together
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.state.world import World, world
from bob.day.telling.plot_figures import strength_text
from bob.desk.base.settings import Settings
from bob.desk.map import LAYERS, Minimap, PlottingTable, PrintOptions, RouteOverlay, WayPoint
from bob.desk.map.gazetteer import gazetteer
from bob.desk.map.names import scale_of
from bob.staff.advice.fighter_command.tote_rows import doing
from bob.staff.advice.map.counters import height, short, spread, strength
from bob.staff.advice.map.descriptions import HoverTeller, bearing
from bob.words import LANGUAGES, Words
from tests.desk.table_views import busiest, played, referee
from tests.sizes import some


@pytest.fixture(scope="module")
def theworld() -> World:
    return world()


@pytest.fixture(scope="module")
def views() -> tuple[RafView, LuftwaffeView, RafView]:
    return busiest()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings.in_file(tmp_path / "settings.ini")
    made.set_language("en")
    made.set_animate(False)
    return made


@pytest.fixture
def table(qtbot: QtBot, theworld: World, settings: Settings, views: tuple[RafView, LuftwaffeView, RafView]) -> Iterator[PlottingTable]:
    made = PlottingTable(theworld, settings)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.show_view(views[0])
    made.settle()
    yield made


def screen(table: PlottingTable, kind: str, key: Any) -> QPoint:
    """The middle of a counter's line on the screen."""
    at = table.where(kind, key)
    assert at is not None
    table.centre_on(*at)
    table.settle()
    for block, box in zip(table.table.blocks, table.scene.boxes(table.camera), strict=True):
        row = table.scene.blocks.row_box(block, (kind, key))
        if row is not None:
            return row.translated(box.topLeft()).center().toPoint()
    raise AssertionError((kind, key))


def airborne(view: RafView) -> str:
    return next(s.unit for s in view.squadrons if s.box == "airborne")


# The counters


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("92 Squadron", "92"),
        ("72 Squadron A", "72A"),
        ("1 Squadron RCAF", "1c"),
        ("1 Squadron RCAF B", "1cB"),
        ("Fighter Interception Unit", "FIU"),
    ],
)
def test_a_stand_has_a_short_name(unit: str, told: str) -> None:
    assert short(unit) == told


@pytest.mark.slow
def test_what_is_not_certain_says_so(views: tuple[RafView, LuftwaffeView, RafView]) -> None:
    seen = set()
    for track in (t for turn in played() for t in turn[0].tracks):
        known = [p for p in track.plots if p.strength is not None]
        text = strength(track)
        if not known:
            assert (text, track.label[0]) == ("?", "X")
        elif known[-1].level == 4:
            assert text == str(known[-1].strength)
        else:
            assert text in (strength_text(known[-1].strength, 2), f"~{known[-1].strength}")
        assert height(track)[0] in "?~0123456789"
        seen.add(text[-1] if text[-1] in "?+" else text[0] if text[0] == "~" else "1")
    assert seen == {"?", "+", "~", "1"}


UP = ("gathering", "with_raid", "going_home")


def _parts(found: tuple[list[Any], list[list[Any]]]) -> list[list[Any]]:
    return [found[0], *found[1]]


@pytest.mark.slow
def test_every_track_and_every_squadron_of_the_view_stands_on_the_table(theworld: World) -> None:
    for raf, luftwaffe, _ in played()[::5]:
        found = spread(theworld, raf)
        keys = {(row.kind, row.key) for block in found.blocks for row in block.rows}
        assert {key for kind, key in keys if kind == "track"} == {t.number for t in raf.tracks if not t.faded}
        assert {key for kind, key in keys if kind == "squadron"} == {s.unit for s in raf.squadrons if s.box == "airborne"}
        on_ground = [unit for pips in found.pips for unit, _ in pips.units]
        assert sorted(on_ground) == sorted(s.unit for s in raf.squadrons if s.box not in ("airborne", "gone"))
        theirs = spread(theworld, luftwaffe)
        known = {row.key for block in theirs.blocks for row in block.rows if row.kind == "raid"}
        assert known == {r.code for r in luftwaffe.raids if r.state == "planned" or (r.state != "ended" and together(r)[0])}
        apart = {row.key for block in theirs.blocks for row in block.rows if row.kind == "unit"}
        assert apart == {units[0].unit for r in luftwaffe.raids if r.state not in ("planned", "ended") for units in together(r)[1]}
        up = [u for r in luftwaffe.raids if r.state != "ended" for u in r.units if u.state in UP and u.strength]
        assert len(up) == sum(len(part) for r in luftwaffe.raids if r.state != "ended" for part in _parts(together(r)))
        assert not theirs.trails and not theirs.pips and not theirs.halos


@pytest.mark.slow
def test_no_block_lies_over_another(table: PlottingTable) -> None:
    for scale in (table.camera.least(), 5.0, 9.0, 20.0):
        table.camera.scale = table.camera.rested(scale)
        table._rest()
        table.settle()
        boxes = table.scene.boxes(table.camera)
        over = [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :] if a.adjusted(1, 1, -1, -1).intersects(b)]
        assert over == []


# Names


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_names_never_overlap(table: PlottingTable, settings: Settings, language: str) -> None:
    settings.set_language(language)
    for name in ("targets",):
        table.layers.set_shown(name, True)
    for scale in (table.camera.least(), 6.0, 13.0, 30.0):
        table.camera.scale = table.camera.rested(scale)
        table._rest()
        while not table.names.work(table.names_key(), 1.0):
            pass
        found = table.names.best(table.names_key())
        assert found is not None
        key, shown = found
        assert scale_of(key[0]) <= table.camera.scale * 1.001
        boxes = []
        for one in shown:
            if one.text is not None:
                x, y = table.camera.to_screen(*one.placed.at)
                size = one.high
                top = y + one.placed.dy - 0.7 * size
                boxes.append(QRectF(x + one.left + 0.5, top + 0.5, one.length - 1, 0.7 * size - 1))
        assert len(boxes) > 12
        boxes.sort(key=QRectF.left)
        for i, a in enumerate(boxes):
            for b in boxes[i + 1 :]:
                if b.left() > a.right():
                    break
                assert not a.intersects(b)


def test_towns_are_lettered_in_the_language_of_the_desk(theworld: World) -> None:
    en, fr = ({f.name for f in gazetteer(theworld.theatre, code) if f.look.startswith(("town", "capital"))} for code in ("en", "fr"))
    assert {"LONDON", "Dunkirk", "Ostend", "Dover"} <= en and {"LONDRES", "Dunkerque", "Ostende", "Douvres"} <= fr
    assert not fr & {"LONDON", "Dunkirk", "Ostend", "Dover"}


# Looks


@pytest.mark.slow
@pytest.mark.parametrize("theme", some(["table", "night", "contrast"]))
def test_every_theme_draws_every_seat(table: PlottingTable, settings: Settings, theme: str, views: tuple[Any, Any, Any]) -> None:
    settings.set_theme(theme)
    shades = []
    for view in (views[0], views[1], referee(), None):
        table.show_view(view)
        table.settle()
        image = table.grab().toImage()
        shades.append({image.pixelColor(x, y).name() for x in range(0, 1000, 9) for y in range(0, 700, 9)})
    assert all(len(found) > 12 for found in shades)
    assert settings.palette.sea.lower() in shades[3]


def test_text_size_and_language_change_at_once(table: PlottingTable, settings: Settings) -> None:
    before = table.scene.blocks.line
    settings.set_text_size(150)
    assert table.scene.blocks.line > before * 1.3
    assert table.chips.chips[0].text() == "Names"
    settings.set_language("fr")
    assert table.chips.chips[0].text() == "Noms"
    assert table.accessibleName() == Words("fr")("desk_table.name")


def test_the_map_can_be_printed(table: PlottingTable) -> None:
    for options in (None, PrintOptions(whole=True), PrintOptions(counters=False, rose=False)):
        image = QImage(900, 700, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        table.render_to(painter, QRectF(20, 20, 860, 660), options)
        painter.end()
        assert image.pixelColor(3, 3).name() == "#ffffff"
        assert len({image.pixelColor(x, y).name() for x in range(30, 870, 7) for y in range(30, 670, 7)}) > 20


# Moving about


def test_what_lies_under_the_mouse_stays_there_when_one_comes_nearer(table: PlottingTable) -> None:
    before = table.camera.to_plane(300, 200)
    table.zoom(2.0, (300, 200))
    after = table.camera.to_plane(300, 200)
    assert math.dist(before, after) < 0.3


def test_home_shows_all_and_the_map_cannot_be_lost(table: PlottingTable, qtbot: QtBot) -> None:
    for _ in range(40):
        qtbot.keyClick(table, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    west, _, east, _ = table.camera.seen()
    assert east <= table.camera.east + 25 and west < table.camera.east
    qtbot.keyClick(table, Qt.Key.Key_Home)
    west, north, east, south = table.camera.seen()
    c = table.camera
    assert west <= c.west and north <= c.north and east >= c.east and south >= c.south
    for _ in range(30):
        qtbot.keyClick(table, Qt.Key.Key_Plus)
    assert table.camera.scale == 48
    for _ in range(30):
        qtbot.keyClick(table, Qt.Key.Key_Minus)
    assert table.camera.scale == pytest.approx(table.camera.least())


def test_dragging_moves_the_map(table: PlottingTable, qtbot: QtBot) -> None:
    table.zoom(2.0)
    before = table.camera.x
    table._carried = None
    qtbot.mousePress(table, Qt.MouseButton.MiddleButton, pos=QPoint(500, 350))
    qtbot.mouseMove(table, QPoint(440, 350))
    qtbot.mouseRelease(table, Qt.MouseButton.MiddleButton, pos=QPoint(440, 350))
    assert table.camera.x == pytest.approx(before + 60 / table.camera.scale, abs=0.5)


def test_a_turn_moves_and_a_key_ends_it(table: PlottingTable, settings: Settings, views: tuple[Any, Any, Any], qtbot: QtBot) -> None:
    settings.set_animate(True)
    table.show_view(views[2])
    table.skip_movement()
    table.show_view(views[0])
    assert table.scene.motion.moving
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert table.scene.motion.progress == 1 and not table.scene.motion.moving
    assert not table.skip_movement()


def test_the_small_map_leads_the_table(table: PlottingTable, qtbot: QtBot) -> None:
    small = Minimap(table)
    qtbot.addWidget(small)
    small.resize(200, 210)
    small.show()
    table.zoom(4.0)
    qtbot.mouseClick(small, Qt.MouseButton.LeftButton, pos=QPoint(100, 105))
    assert abs(table.camera.x) < 5 and abs(table.camera.y) < 8
    small.grab()


# Layers


@pytest.mark.parametrize("layer", some(LAYERS), ids=lambda layer: layer.name)
def test_a_key_switches_each_layer(table: PlottingTable, qtbot: QtBot, layer: Any) -> None:
    before = table.layers.is_shown(layer.name)
    with qtbot.waitSignal(table.layers.toggled):
        qtbot.keyClick(table, layer.key.lower())
    assert table.layers.is_shown(layer.name) != before
    chip = next(c for c in table.chips.chips if c.kind is layer)
    assert chip.isChecked() != before
    table.select("squadron", airborne(table.raf))  # type: ignore[arg-type]
    table.settle()
    table.grab()
    chip.click()
    assert table.layers.is_shown(layer.name) == before


def test_the_height_of_the_coverage_has_a_slider(table: PlottingTable) -> None:
    table.layers.set_shown("rdf", True)
    assert table.chips.slider.isVisibleTo(table)
    table.chips.slider.setValue(3)
    assert table.layers.angels == 6
    low = table.ground_state()
    table.layers.set_angels(20)
    assert table.ground_state() != low
    with pytest.raises(KeyError):
        table.layers.toggle("clouds")


def test_a_station_that_is_out_leaves_a_gap(table: PlottingTable, views: tuple[Any, Any, Any]) -> None:
    table.layers.set_shown("rdf", True)
    before = table.ground_state()
    table.show_view(dataclasses.replace(views[0], damaged_stations=("chain_home:Rye",)))
    after = table.ground_state()
    assert after.dark == ("chain_home:Rye",) and after != before
    assert Words("en")("desk_table.place.out") in HoverTeller(table.world, Words("en"), table.view).place("chain_home:Rye")


# Choosing


def test_a_click_chooses_and_a_second_lets_go(table: PlottingTable, qtbot: QtBot, views: tuple[RafView, Any, Any]) -> None:
    number = next(t.number for t in views[0].tracks if not t.faded)
    at = screen(table, "track", number)
    with qtbot.waitSignal(table.selected) as caught:
        qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == ["track", number]
    with qtbot.waitSignal(table.activated) as caught:
        qtbot.mouseDClick(table, Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == ["track", number]
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert table.selection is None


def test_tab_goes_through_all_counters_and_out(table: PlottingTable, qtbot: QtBot) -> None:
    expected = table.counters()
    assert expected[0][0] == "track"
    found = []
    while table.focusNextPrevChild(True) and table.selection is not None and len(found) < 99:
        found.append(table.selection)
    assert found == expected
    assert table.selection is None
    table.focusNextPrevChild(True)
    with qtbot.waitSignal(table.activated):
        qtbot.keyClick(table, Qt.Key.Key_Return)
    with qtbot.waitSignal(table.context_requested) as caught:
        qtbot.keyClick(table, Qt.Key.Key_Menu)
    assert caught.args[:2] == list(expected[0])


def test_the_mouse_tells_the_hex(table: PlottingTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.hex_hovered) as caught:
        qtbot.mouseMove(table, QPoint(411, 309))
    assert caught.args[0] == table.hex_at(QPointF(411, 309))


# Sending a squadron


def test_a_squadron_is_carried_to_a_raid(table: PlottingTable, qtbot: QtBot, views: tuple[RafView, Any, Any]) -> None:
    unit = airborne(views[0])
    asked: list[Any] = []

    def reach(unit: str, target: Any) -> str:
        asked.append((unit, target))
        return "Out of reach"

    table.reach_text = reach
    start = screen(table, "squadron", unit)
    goal = QPoint(120, 560)
    qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(table, start + QPoint(30, 30))
    qtbot.mouseMove(table, goal)
    table.grab()
    with qtbot.waitSignal(table.vector_requested) as caught:
        qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=goal)
    kind, key = caught.args[1:]
    assert caught.args[0] == unit
    assert asked[-1] == (unit, (kind, key))
    assert kind in ("hex", "track")


def test_a_squadron_is_dropped_from_the_tote(table: PlottingTable, qtbot: QtBot, views: tuple[RafView, Any, Any]) -> None:
    number = next(t.number for t in views[0].tracks if not t.faded)
    at = screen(table, "track", number)
    data = QMimeData()
    data.setData(MIME, b"92 Squadron")
    table._carried = "92 Squadron"
    event = QDropEvent(QPointF(at), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(table.vector_requested) as caught:
        table.dropEvent(event)
    assert caught.args == ["92 Squadron", "track", number]


def test_the_luftwaffe_carries_no_squadrons(table: PlottingTable, qtbot: QtBot, views: tuple[Any, LuftwaffeView, Any]) -> None:
    table.show_view(views[1])
    raid = next(r for r in views[1].raids if r.state not in ("planned", "ended") and together(r)[0])
    at = screen(table, "raid", raid.code)
    with qtbot.assertNotEmitted(table.vector_requested):
        qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseMove(table, at + QPoint(60, 40))
        qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=at + QPoint(60, 40))


# What is told, and what is not


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_everything_on_the_table_can_be_told(theworld: World, language: str) -> None:
    for raf, luftwaffe, judge in played()[::6]:
        for view in (raf, luftwaffe, judge):
            found = spread(theworld, view)
            teller = HoverTeller(theworld, Words(language), view)
            for block in found.blocks:
                for row in block.rows:
                    text = teller.of(row.kind, row.key)
                    assert text and "{" not in text and "None" not in text
            assert teller.of("hex", at_offset(36, 22))
            assert teller.of("place", "sector_station:Kenley")
            assert teller.of("place", "chain_home:Dover")


def test_the_table_keeps_the_secrets_of_the_other_side(table: PlottingTable, theworld: World, settings: Settings) -> None:
    for raf, luftwaffe, _ in played()[::6]:
        units = {u.unit for r in luftwaffe.raids for u in r.units} | {p.unit for r in luftwaffe.raids for p in r.plan.units}
        codes = {r.code for r in luftwaffe.raids}
        text = _all_told(theworld, raf)
        assert not any(secret in text for secret in units | codes)
        theirs = _all_told(theworld, luftwaffe)
        assert not any(s.unit in theirs for s in raf.squadrons)
        teller = HoverTeller(theworld, settings.words, luftwaffe)
        assert all(teller.of("track", t.number) == "" for t in raf.tracks)
        assert all(teller.of("squadron", s.unit) == "" for s in raf.squadrons)


def _all_told(theworld: World, view: Any) -> str:
    found = spread(theworld, view)
    teller = HoverTeller(theworld, Words("en"), view)
    rows = [row for block in found.blocks for row in block.rows]
    places = [f"{p.kind}:{p.name}" for p in theworld.theatre.places if p.kind in ("sector_station", "raf_airfield", "chain_home")]
    return "\n".join([*(f"{r.title} {r.flag} {teller.of(r.kind, r.key)}" for r in rows), *map(teller.place, places), repr(found.ways)])


def test_a_course_is_a_bearing() -> None:
    assert [bearing(c) for c in ((0.0, -1.0), (1.0, -0.5), (0.0, 1.0), (-1.0, 0.5))] == [0, 90, 180, 270]


# Routes


def test_a_route_is_drawn_and_edited(table: PlottingTable, qtbot: QtBot) -> None:
    route = RouteOverlay()
    table.set_route(route)
    a, b, c = at_offset(45, 30), at_offset(40, 26), at_offset(36, 22)
    route.set_route([WayPoint(a, 16, "14:05", fixed=True), (b, 16, "14:20", "Too high"), (c, 16, "", "")], target=2)
    route.set_ghosts([(at_offset(42, 28), "14:10")])
    table.settle()
    at = QPointF(*table.camera.to_screen(*table.world.theatre.middle(b))).toPoint()
    with qtbot.waitSignal(route.selected) as caught:
        qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == [1]
    away = at + QPoint(0, round(12 * table.camera.scale))
    qtbot.mouseMove(table, away)
    table.grab()
    with qtbot.waitSignal(route.moved) as caught:
        qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=away)
    assert caught.args == [1, table.hex_at(QPointF(away))]
    with qtbot.waitSignal(route.removed) as caught:
        qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert caught.args == [1]
    first, second = (QPointF(*table.camera.to_screen(*table.world.theatre.middle(h))) for h in (a, b))
    middle = ((first + second) / 2).toPoint()
    with qtbot.waitSignal(route.added) as caught:
        qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=middle)
    assert caught.args == [1, table.hex_at(QPointF(middle))]
    qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=middle)
    with qtbot.waitSignal(route.moved) as caught:
        qtbot.keyClick(table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert caught.args[0] == 1
    qtbot.keyClick(table, Qt.Key.Key_PageUp)
    with qtbot.assertNotEmitted(route.removed):
        qtbot.keyClick(table, Qt.Key.Key_Delete)
    table.set_route(None)


def test_own_squadrons_have_rings_and_who_is_not_heard_stands_as_it_was(
    theworld: World, views: tuple[RafView, LuftwaffeView, RafView]
) -> None:
    """OPS-C8.1 on the table: no ring round a fix, one round dead reckoning, a block of its own with the time it was last heard."""
    raf = views[0]
    up = [s for s in raf.squadrons if s.box == "airborne"][:3]
    fixed, reckoned, silent = (
        dataclasses.replace(s, fixed=i == 0, ring=(0, 1, 3)[i], heard=raf.turn - 5 if i == 2 else None, silence=5 * (i == 2), hex=up[0].hex)
        for i, s in enumerate(up)
    )
    found = spread(theworld, dataclasses.replace(raf, squadrons=(fixed, reckoned, silent), tracks=()))
    assert {h.key: round(h.radius / theworld.theatre.across, 1) for h in found.halos} == {
        ("squadron", reckoned.unit): 1.5,
        ("squadron", silent.unit): 3.5,
    }
    looks = {b.look: [row.key for row in b.rows] for b in found.blocks}
    assert set(looks) == {"friend", "unheard"} and looks["unheard"] == [silent.unit]
    assert next(b.rows[0].flag for b in found.blocks if b.look == "unheard") == raf.common.time_of(raf.turn - 5)
    account = HoverTeller(theworld, Words("en"), dataclasses.replace(raf, squadrons=(fixed, reckoned, silent)))
    assert "Last heard at" in account.of("squadron", silent.unit) and "25 minutes ago" in account.of("squadron", silent.unit)
    assert "silent 25 min" in doing(Words("en"), silent, {}) and "silent" not in doing(Words("en"), reckoned, {})
    assert "dead reckoning (ring 1)" in account.of("squadron", reckoned.unit) and "reckoning" not in account.of("squadron", fixed.unit)


@pytest.mark.rule("OPS-B1.5")
@pytest.mark.parametrize(("at", "told"), [((50.72, 1.85), "weather as over the Dover Straits: "), ((50.85, 1.40), "Dover Straits: ")])
def test_a_hex_inland_of_boulogne_is_no_sea(theworld: World, views: tuple[RafView, Any, Any], at: tuple[float, float], told: str) -> None:
    text = HoverTeller(theworld, Words("en"), views[0]).hex(theworld.theatre.hex_of(*at))
    assert text.splitlines()[1].startswith(told)
    assert "English Channel" not in text
