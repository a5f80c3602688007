"""Makes the pictures of the README from a real game: `python tests/desk/screenshots.py [FOLDER]`, docs/pictures by default.

The day is 15 September 1940 with a fixed seed, played by the offers of the desk itself, so that the pictures stay true.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

import bob.desk  # noqa: F401 - before any Qt
from bob.chart.marks import ChartPage
from bob.chart.qt import Painting
from bob.day.state.orders import Resolve
from bob.day.state.position import RAF
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.desk.app import application
from bob.desk.base.settings import THEMES, Settings
from bob.desk.base.theme import theme
from bob.desk.boards.fights.battle_card import card_pages
from bob.desk.panels.planner.planner import Planner
from bob.desk.session.own_game import OwnGame
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.window import DeskWindow
from bob.driver import Driver
from bob.games import game, kit
from bob.report.battle_card import Facts
from bob.staff.fights import Pilots
from bob.tactical.hexes.position import FLY
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, WATCHED, first_order

DAY = "15_september_1940"
SEED = "1940"
TURN = {"raf": 69, "luftwaffe": 67, "referee": 69}
"""The busiest turns: the afternoon's columns over Kent."""
BUSY_DAY, BUSY_TURN = "18_august_1940", 18
"""The turn of another day with most on the table."""
FLOWN = 60
"""How many orders Fighter Command's pilots have given in the dogfight that is shown."""
FLOWN_HEXES = 40
"""How many orders the RAF's pilots have given on the sheet of hexes."""
MISSION = 4
"""Which mission of the campaign is being chosen."""
CARD_WIDTH = 780
"""Of a page of the battle card, in pixels."""


def settle(window: DeskWindow) -> None:
    """Let the table draw all that it puts off."""
    for _ in range(80):
        QApplication.processEvents()
        time.sleep(0.002)
    if window.room is not None:
        window.room.table.settle()
        for pane in window.room.sides.panes.values() if window.room.sides is not None else ():
            pane.table.settle()
    QApplication.processEvents()


def play(window: DeskWindow, turn: int) -> None:
    """Play to a turn as the desk offers it."""
    play_until(window, lambda session: session.match.position.turn >= turn)


def play_until(window: DeskWindow, there: Callable[[DeskSession], bool]) -> None:
    """Play as the desk offers it until something is so."""
    session, room = window.session, window.room
    assert session is not None
    assert room is not None
    while not session.is_over and not there(session):
        QApplication.processEvents()
        if session.is_thinking:
            continue
        if session.watching:
            session.step()
        elif session.waiting == session.seated:
            session.play(session.seated, first_order(room.decisions.queue))


def in_few_colours(picture: QImage) -> QImage:
    """The picture with its 256 commonest colours: a quarter of the bytes, and nothing that the eye would miss."""
    rgb = picture.convertToFormat(QImage.Format.Format_RGB32)
    width, height = rgb.width(), rgb.height()
    pixels = np.frombuffer(rgb.constBits(), np.uint8).reshape(height, rgb.bytesPerLine() // 4, 4)[:, :width, 2::-1].astype(np.int32)
    bins = (pixels[..., 0] >> 3 << 10) | (pixels[..., 1] >> 3 << 5) | (pixels[..., 2] >> 3)
    _codes, place, count = np.unique(bins.ravel(), return_inverse=True, return_counts=True)
    flat = pixels.reshape(-1, 3)
    means = np.stack([np.bincount(place, flat[:, c]) / count for c in range(3)], axis=1)
    kept = np.argsort(-count, kind="stable")[:256]
    nearest = np.array([int(((means[kept] - mean) ** 2).sum(axis=1).argmin()) for mean in means], np.uint8)
    indexed = QImage(width, height, QImage.Format.Format_Indexed8)
    indexed.setColorTable([0xFF000000 | int(r) << 16 | int(g) << 8 | int(b) for r, g, b in means[kept].round()])
    np.frombuffer(indexed.bits(), np.uint8).reshape(height, indexed.bytesPerLine())[:, :width] = nearest[place].reshape(height, width)
    return indexed


def save(window: DeskWindow, folder: Path, name: str) -> None:
    settle(window)
    keep(window.grab().toImage(), folder, name)


def keep(picture: QImage, folder: Path, name: str) -> None:
    path = folder / f"{name}.png"
    in_few_colours(picture).save(str(path), "PNG")
    print(path)


def choose_main_raid(window: DeskWindow) -> None:
    """Let the planner show the raid with the most bombers."""
    planner = window.docks.panels["planner"]
    assert isinstance(planner, Planner)
    view = planner.view()
    assert view is not None
    bombers = {raid.code: sum(unit.aircraft for unit in raid.plan.units if unit.role == "bomber") for raid in view.raids}
    planner.select(max(bombers, key=lambda code: bombers[code]))


def rooms(window: DeskWindow, settings: Settings, folder: Path) -> None:
    """Both rooms in all themes, and the referee's two tables."""
    for name, seats in (("raf", RAF_SEATS), ("luftwaffe", LUFTWAFFE_SEATS)):
        window.begin(Setup(DAY, SEED, seats, {}))
        if name == "luftwaffe":
            choose_main_raid(window)
            save(window, folder, "planning")
        play(window, TURN[name])
        for look in THEMES:
            settings.set_theme(look)
            save(window, folder, f"{name}-{look}")
        settings.set_theme("table")
        settings.set_language("fr")
        save(window, folder, f"{name}-french")
        settings.set_language("en")
    window.begin(Setup(DAY, SEED, WATCHED, {}))
    play(window, TURN["referee"])
    window.actions_["side_by_side"].trigger()
    save(window, folder, "referee")


def busiest(window: DeskWindow, settings: Settings, folder: Path) -> None:
    """The busiest turn of 18 August on a small screen with large letters."""
    assert window.begin(Setup(BUSY_DAY, SEED, RAF_SEATS, {}))
    play(window, BUSY_TURN)
    window.resize(1280, 800)
    settings.set_text_size(150)
    save(window, folder, "busiest")
    settings.set_text_size(100)
    window.resize(1920, 1080)


def against_bombers(session: DeskSession) -> bool:
    """Whether two squadrons or more have come at bombers."""
    engagement = session.match.position.combat.now.engagement if session.match.position.phase == "engagement" else None
    return engagement is not None and len(engagement.of(RAF)) > 1 and any(force.role in BOMBING_ROLES for force in engagement.forces)


def engagement(window: DeskWindow, settings: Settings, folder: Path) -> None:
    """An engagement of the day: the sheet that asks, the players' own table, the battle card."""
    assert window.begin(Setup(DAY, SEED, RAF_SEATS, {"engagements": "ask", "chooser": RAF}))
    session = window.session
    assert session is not None
    play_until(window, against_bombers)
    save(window, folder, "engagement")
    session.play(RAF, Resolve("table"))
    save(window, folder, "own-table")
    account = session.view(RAF).engagement
    assert account is not None and account.sheet is not None
    keep(side_by_side(card_pages(account.sheet, Facts.of(session.view(RAF), session.world), settings.words)), folder, "battle-card")


def dogfight(window: DeskWindow, folder: Path) -> None:
    """The first dogfight of the day by cards, at a moment when an attack is to be answered."""
    assert window.begin(Setup(DAY, SEED, RAF_SEATS, {"engagements": "ask", "chooser": RAF}))
    session = window.session
    assert session is not None
    play_until(window, lambda session: session.match.position.phase == "engagement")
    session.play(RAF, Resolve("cards"))
    pilots, flown = Pilots(SEED), 0
    while session.aloft:
        QApplication.processEvents()
        if session.waiting != RAF or session.is_thinking:
            continue
        view = session.view(RAF)
        if flown >= FLOWN and view.engagement.battle.chain is not None:
            break
        session.play(RAF, pilots.answer(view, session.choices).order)
        flown += 1
    save(window, folder, "dogfight")


def hexes(settings: Settings, folder: Path) -> None:
    """A bombers' mission on the sheet of hexes, with one's own aircraft about to move."""
    from bob.desk.boards.hexes.hex_panel import HexPanel

    table = OwnGame(Driver.new(game("hexes"), "bombers", SEED, {}, {"raf": "human", "luftwaffe": "sound"}))
    panel = HexPanel(settings, table)
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    pilot, flown = kit("hexes").player("sound", "raf", SEED, table.game), 0
    while table.outcome is None:
        QApplication.processEvents()
        if table.is_thinking or panel.reaches.busy:
            continue
        if flown >= FLOWN_HEXES and table.view.stage == FLY:
            break
        table.play(pilot.orders(table.view, table.choices, flown)[-1].order)
        flown += 1
    for _ in range(80):
        QApplication.processEvents()
        time.sleep(0.01)
    keep(panel.grab().toImage(), folder, "hexes")
    panel.reaches.stop()
    table.close()


def campaign(settings: Settings, folder: Path) -> None:
    """The campaign room: the fourth mission of the airfields of August, a target being chosen."""
    from bob.desk.campaigns.linked.linked_panel import LinkedPanel

    core = Driver.new(game("campaign"), "airfields_1940", SEED, {"quick": True}, {"axis": "human", "allied": "sound"})
    table = OwnGame(core)
    room = LinkedPanel(settings, table)
    room.resize(1280, 800)
    room.show()
    room.begin()
    flyer, number = kit("campaign").player("sound", "axis", SEED, table.game), 0
    while table.outcome is None:
        QApplication.processEvents()
        if table.is_thinking:
            continue
        if table.view.mission >= MISSION and table.view.phase == "arrow":
            break
        table.play(flyer.orders(table.view, table.choices, number)[0].order)
        number += 1
    room.open("desk")
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.01)
    keep(room.grab().toImage(), folder, "campaign")
    table.close()


def side_by_side(pages: list[ChartPage]) -> QImage:
    """Pages of the battle card as they come from the printer, one beside the other."""
    heights = [round(CARD_WIDTH * page.height / page.width) for page in pages]
    picture = QImage(CARD_WIDTH * len(pages), max(heights), QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    for i, page in enumerate(pages):
        painter.resetTransform()
        painter.translate(i * CARD_WIDTH, 0)
        painter.scale(CARD_WIDTH / page.width, CARD_WIDTH / page.width)
        Painting(page).draw(painter)
    painter.end()
    return picture


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    app = application()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.in_file(Path(home) / "settings.ini")
        settings.set_games_folder(home)
        settings.set_language("en")
        settings.set_animate(False)
        theme.dress(app, settings)
        window = DeskWindow(settings)
        window.resize(1920, 1080)
        window.show()
        save(window, folder, "start")
        rooms(window, settings, folder)
        busiest(window, settings, folder)
        engagement(window, settings, folder)
        dogfight(window, folder)
        hexes(settings, folder)
        campaign(settings, folder)
        window.begin_lesson()
        assert window.lesson is not None
        while window.lesson.step.code != "scramble":
            QApplication.processEvents()
            if window.lesson.step.until is None:
                window.lesson.forward()
            elif window.session is not None and not window.session.is_thinking:
                window.strip.decide.click()
        save(window, folder, "lesson")
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "docs" / "pictures"))
