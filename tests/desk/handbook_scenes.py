"""The scenes of the handbook: the three first evenings and the desks, each played from a fixed seed. `SCENES` names them all."""

from __future__ import annotations

import datetime as dt
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QMenu

from bob.chart.qt import Painting
from bob.core.dice import Throw
from bob.data.units import aircraft_types, order_of_battle
from bob.day.state.orders import Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.theme.progress import Progress
from bob.desk.boards.fights.battle_card import card_pages
from bob.desk.boards.fights.standing_rule import RuleBox
from bob.desk.panels.forecast import panel as forecasting
from bob.desk.panels.forecast.panel import ForecastPanel
from bob.desk.panels.ladder.panel import Ladder
from bob.desk.panels.network.join_box import JoinBox
from bob.desk.panels.network.room_panel import RoomPanel
from bob.desk.panels.orders.menus import popup
from bob.desk.panels.orders.who_goes import WhoGoesBox
from bob.desk.panels.planner.new_raid import NewRaidBox
from bob.desk.panels.planner.planner import Planner
from bob.desk.panels.referee.box import CorrectBox, EventBox, NoteBox
from bob.desk.panels.referee.dice_box import DiceBox
from bob.desk.panels.tote.board import Tote
from bob.desk.session.session import DeskSession, Setup
from bob.desk.session.standing import StandingOrder
from bob.desk.window.hand_out_box import HandOutBox
from bob.desk.window.help.briefing import BriefingBox
from bob.desk.window.palette_box import PaletteBox
from bob.desk.window.prints_box import PrintBox
from bob.desk.window.settings.box import SettingsBox
from bob.report.battle_card import Facts
from bob.report.loose_pieces import counters
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS
from tests.desk.handbook_games import GAMES
from tests.desk.handbook_pictures import Camera
from tests.desk.screenshots import against_bombers, settle

SHORT, LONG = "one_raid", "18_august_1940"
SEED = "lesson 3"
BUSY = 20
"""A turn of the long day with raids on the way."""
LANDED = 30
"""A turn of the short day in which the first crews are home."""
FORECAST_DAYS = 100
PATIENCE = 240.0
"""Seconds that a forecast, or a host's answer, may take."""


def planner_of(c: Camera) -> Planner:
    planner = c.window.docks.panels["planner"]
    assert isinstance(planner, Planner)
    return planner


def way(c: Camera, name: str, *, dice: str = "program", fights: str = "ask") -> None:
    """The first page as one fills it in."""
    start = c.window.start
    start.way.setCurrentIndex(start.way.findData(name))
    start.way.activated.emit(start.way.currentIndex())
    start.scenario.setCurrentRow(0)
    start.dice.setCurrentIndex(start.dice.findData(dice))
    start.fights.setCurrentIndex(start.fights.findData(fights))


def quiet(c: Camera) -> None:
    while c.session.is_thinking:
        QApplication.processEvents()


def evening(c: Camera, name: str) -> None:
    """To the end of the day, and what is told then."""
    c.play_until(lambda _: False)
    began = time.monotonic()
    ending = c.room.ending
    while time.monotonic() - began < PATIENCE and (ending.isHidden() or any(p.isVisible() for p in ending.findChildren(Progress))):
        QApplication.processEvents()
    c.whole(name)


def forecast_of(c: Camera) -> ForecastPanel:
    """The forecast, when it has been flown."""
    forecasting.RUNS = FORECAST_DAYS
    c.window.docks.reveal("forecast")
    panel = c.window.docks.panels["forecast"]
    assert isinstance(panel, ForecastPanel)
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE and (panel.found is None or len(panel.found.days) < FORECAST_DAYS):
        QApplication.processEvents()
        time.sleep(0.01)
    return panel


def drawn_raid(c: Camera) -> NewRaidBox:
    """The box of a new raid, filled in: an airfield near the coast."""
    box = NewRaidBox(planner_of(c), c.window)
    box.kinds.setCurrentRow(0)
    box.search.setText("Lympne")
    return box


def start(c: Camera) -> None:
    """The very first page, and what goes to other programs."""
    c.window.welcome()
    c.whole("first-start")
    day = dt.date(1940, 8, 18)

    def laid() -> QImage:
        words = c.settings.words
        page, _ = counters(order_of_battle(day), aircraft_types(), words, words("cli.vassal.counters", day=f"{day:%d.%m.%Y}"))
        picture = QImage(900, 300, QImage.Format.Format_RGB32)
        picture.fill(0xFFFFFFFF)
        painter = QPainter(picture)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(picture.width() / page.width, picture.width() / page.width)
        Painting(page).draw(painter)
        painter.end()
        return picture

    c.each("exports-counters", laid)


def plan_raids(c: Camera) -> None:
    """The Luftwaffe's raids planned alone, against an officer."""
    way(c, "luftwaffe", fights="quick")
    c.whole("raids-start")
    c.begin(Setup(SHORT, SEED, LUFTWAFFE_SEATS, {"engagements": "quick"}))
    planner = planner_of(c)
    c.whole("raids-room")
    c.box("raids-new", partial(drawn_raid, c))
    box = drawn_raid(c)
    assert box.drawn is not None
    planner.take_drawn(box.drawn)
    box.deleteLater()
    c.whole("raids-drawn")
    c.part("raids-clock", c.window.docks["planner"])
    plan = planner.plan()
    assert plan is not None
    planner.edit(replace(plan, units=tuple(replace(u, angels=30) if u.role == "bomber" else u for u in plan.units)))
    planner.tabs.setCurrentIndex(1)
    c.part("raids-complaint", c.window.docks["planner"])
    planner.undo()
    planner.tabs.setCurrentIndex(2)
    c.floated("raids-forces", "forces", 760, 300)
    planner.put_on_plan()
    forecast = forecast_of(c)
    c.floated("raids-forecast", "forecast", 1000, 360)
    forecast.heat.setCurrentIndex(1)
    forecast.heat.activated.emit(1)
    c.part("forecast-heat", c.room.table)
    forecast.heat.setCurrentIndex(0)
    forecast.heat.activated.emit(0)
    planner.tabs.setCurrentIndex(0)
    planner.seal_plan()
    planner.seal_plan()
    quiet(c)
    c.window.docks.reveal("timeline")
    c.play_until(lambda s: any(r.state == "flying" for r in s.view(LUFTWAFFE).raids) and s.waiting == LUFTWAFFE)
    c.play_until(lambda s, t=c.session.match.position.turn + 2: s.match.position.turn >= t and s.waiting == LUFTWAFFE)
    c.whole("raids-air")
    c.play_until(lambda s: s.match.position.turn >= LANDED and s.waiting == LUFTWAFFE)
    c.floated("raids-fared", "results", 820, 380)
    c.floated("raids-believed", "reports", 620, 200)
    evening(c, "raids-evening")


def menu_at(c: Camera, kind: str, key: Any) -> QMenu:
    """The menu of the right button."""
    menu = popup(c.window)
    c.room.desk.menus.fill(menu, kind, key)
    return menu


def strongest(session: DeskSession) -> Any:
    """The track that has been plotted longest."""
    tracks = session.view(RAF).tracks
    return max(tracks, key=lambda t: len(t.plots)) if tracks else None


def two(c: Camera) -> None:
    """RAF against Luftwaffe at one screen."""
    way(c, "both")
    c.whole("two-start")
    c.box("two-briefing", lambda: BriefingBox(LONG, RAF, c.settings, c.window), QSize(620, 190))
    c.begin(Setup(SHORT, SEED, BOTH, {"engagements": "ask", "chooser": RAF}))
    c.middle("two-blank", 640, 280)
    c.play_until(lambda s: s.match.position.turn >= 1 and s.waiting == RAF and s.seated == RAF and bool(s.view(RAF).tracks))
    c.play_until(lambda s: bool(c.room.decisions.first and c.room.decisions.first.offers) and s.seated == RAF)
    c.whole("two-table")
    c.part("two-answer", c.room.card, margin=8)
    track = strongest(c.session)
    c.box("two-menu", lambda: menu_at(c, "track", track.number))
    c.play_until(lambda s: s.match.position.phase == "engagement" and s.seated == RAF and not c.window.handing_over)
    c.whole("two-engagement")
    while c.session.match.position.phase == "engagement":
        c.session.play(RAF, Resolve("quick"))
        quiet(c)
    c.whole("two-after")
    evening(c, "two-evening")


def moment_shown(c: Camera) -> QImage:
    """The table with the latest scene of the day over it."""
    c.room.moments.reopen(c.room.moments.earlier.found()[0])
    settle(c.window)
    return c.room.area.grab().toImage()


def controller(c: Camera) -> None:
    """Fighter Command on a long day."""
    c.begin(Setup(LONG, "1940", RAF_SEATS, {"engagements": "quick"}))
    c.play_until(lambda s: s.match.position.turn >= BUSY and s.waiting == RAF and bool(s.view(RAF).tracks))
    c.whole("controller-room")
    c.each("moment", lambda: moment_shown(c))
    c.room.moments.skip()
    c.floated("controller-ladder", "ladder", 900, 190)
    c.dock("controller-tote", "tote")
    tote = c.window.docks.panels["tote"]
    assert isinstance(tote, Tote)
    flying = next(s for s in c.session.view(RAF).squadrons if s.box == "airborne" and s.controlled)
    tote.select(flying.unit)
    tote.open_strip("vector")
    c.part("controller-strip", c.window.docks["tote"])
    ladder = c.window.docks.panels["ladder"]
    assert isinstance(ladder, Ladder)
    track = ladder.rungs[0]
    c.box("controller-who", lambda: WhoGoesBox(c.room.desk.menus, c.settings, "track", track.number, c.window))
    book = c.session.book
    book.add(StandingOrder("ready", "Kenley", number=1, acts=True))
    book.add(StandingOrder("pairs", "", number=30, acts=False))
    book.add(StandingOrder("land", "", number=3, acts=True))
    c.floated("controller-standing", "orders", 620, 420)
    c.floated("list", "lists", 620, 300)
    c.floated("log", "log", 520, 340)
    c.floated("dice", "dice", 820, 380)
    c.window.docks.reveal("log")
    c.box("sheets", lambda: PrintBox(c.room, c.settings, "tote"))
    c.box("settings", lambda: SettingsBox(c.settings, c.window.actions_, c.window))
    c.box("palette", lambda: PaletteBox(c.window.actions_, c.settings, c.window))
    c.settings.set_theme("contrast")
    c.settings.set_text_size(150)
    c.window.docks.reveal("ladder")
    c.whole("access-contrast")


def referee(c: Camera) -> None:
    """The umpire's evening."""
    way(c, "referee", dice="typed")
    c.whole("referee-start")
    asked: list[Throw] = []

    def keep(found: Throw) -> str:
        asked.append(found)
        return ""

    c.window.files.ask = keep
    c.begin(Setup(SHORT, SEED, {**BOTH, "referee": "human"}, {"engagements": "ask", "chooser": RAF}, typed=True))
    c.middle("referee-seat", 640, 320)
    c.window.blank.taken.emit("referee")
    c.session.take_pen(LUFTWAFFE)
    c.whole("referee-pen")
    c.play_until(lambda s: s.match.position.turn >= 5)
    thrown = next(t for t in asked if t.count > 1)
    c.box("referee-dice", lambda: DiceBox(c.settings, thrown, "", c.window))
    c.play_until(lambda s: s.match.position.turn >= 9 and c.room.card.isHidden() and s.match.position.phase == "orders")
    c.window.actions_["side_by_side"].trigger()
    c.whole("referee-beside")
    c.window.actions_["side_by_side"].trigger()
    c.box("referee-correct", lambda: CorrectBox(c.session, c.settings, c.window))
    c.box("referee-event", lambda: EventBox(c.session, c.settings, c.window))
    c.box("referee-note", lambda: NoteBox(c.session, c.settings, c.window))
    c.box("referee-hand-out", lambda: HandOutBox(c.session, c.settings, c.room.table, c.window))


def rooms(c: Camera) -> None:
    """A game on a host, joined from the desk: the box, the room."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "bob", "serve", folder, "--new", f"day:{SHORT}", "--seed", SEED, "--port", "0"]
        host = subprocess.Popen(
            [*command, "--seats", "raf=human,luftwaffe=kesselring"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert host.stdout is not None
            joined_from(c, next(found[0] for line in host.stdout if (found := re.search(r"http\S+/join/\S+", line))))
        finally:
            host.terminate()
            host.wait()


def joined_from(c: Camera, link: str) -> None:
    shown = re.sub(r"(?<=//)[^/]+", "192.168.1.7:1940", link)
    c.box("join", lambda: named(JoinBox(c.settings, c.window, shown)))
    box = named(JoinBox(c.settings, c.window, link))
    box.joined.connect(c.window.joining.go)
    box.accept()
    until(lambda: c.window.room is not None)
    panel = c.window.docks.panels["room"]
    assert isinstance(panel, RoomPanel)
    panel.joined.say("note", {"to": RAF, "text": "Biggin Hill first."})
    until(lambda: panel.notes.count() > 0 and panel.people.count() > 0)
    c.floated("room", "room", 480, 300)
    c.window.close_game()


def until(there: Callable[[], bool]) -> None:
    """Wait for what comes over a line. Raises TimeoutError."""
    began = time.monotonic()
    while not there():
        QApplication.processEvents()
        if time.monotonic() - began > PATIENCE:
            raise TimeoutError


def named(box: JoinBox) -> JoinBox:
    box.name.setText("Keith")
    return box


def own_table(c: Camera) -> None:
    """An engagement of the day: the sheet that asks, the players' own table, the battle card, the standing rule."""
    c.begin(Setup("15_september_1940", "1940", RAF_SEATS, {"engagements": "ask", "chooser": RAF}))
    c.play_until(against_bombers)
    c.whole("fight-ask")
    c.box("fight-rule", lambda: RuleBox(c.session, c.settings, c.window))
    c.session.play(RAF, Resolve("table"))
    c.whole("fight-table")
    account = c.session.view(RAF).engagement
    assert account is not None and account.sheet is not None
    facts, page = Facts.of(c.session.view(RAF), c.session.world), account.sheet
    c.pages("fight-card", lambda: card_pages(page, facts, c.settings.words))


SCENES = {
    "start": start,
    "raids": plan_raids,
    "two": two,
    "controller": controller,
    "referee": referee,
    "rooms": rooms,
    "own_table": own_table,
    **GAMES,
}
