"""The walks of a scramble at the desk: the files of `bob` that each deed touches and the functions it calls, by a profile.

A day is played by officers up to its first orders and opened in the window, without a screen and with nothing that moves; the deeds are
those of `deeds.py`. Measure in a process of its own: what was done before fills caches, and walks get shorter.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bob.desk  # noqa: F401 - before any Qt

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QTimer

from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.orders import Scramble
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.app import application
from bob.desk.base.settings import Settings
from bob.desk.session.foretold import order_for
from bob.desk.session.session import DeskSession
from bob.desk.window.window import DeskWindow
from bob.driver import Driver, driver_among
from bob.files import ENDING, Save
from tools.house.deeds import DEEDS
from tools.house.profiling import Walks

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

SCENARIO, SEED = "one_raid", 7
REST, RESTS = 250, 100
"""Milliseconds in which nothing happens at a desk that has settled, and how often that is looked for."""
SETTLING = "settling"


def begun_day(path: Path) -> DeskSession:
    """A day in a file that officers have played to its first orders, in which a person owes the RAF's orders."""
    match: Match[Any] = Match.new(OperationalDay(), SCENARIO, SEED)
    p = match.position
    driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"}).advance(lambda: p.phase == "orders" and not p.done and not p.choices)
    session = DeskSession(Driver(match, {RAF: "human", LUFTWAFFE: "kesselring"}))
    session.keep_in(path)
    return session


def settings_in(folder: Path) -> Settings:
    """Settings of its own, with nothing that moves."""
    made = Settings.in_file(folder / "settings.ini")
    made.set_language("en")
    made.set_animate(False)
    made.set_games_folder(folder)
    return made


def settled(app: QApplication, session: DeskSession, walks: Walks, deed: str) -> None:
    """Let officers finish their thoughts, and Qt do all that waits to be done, until nothing of `bob` is called in a rest. Raises
    TimeoutError when that never comes."""
    while session.is_thinking:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    for _ in range(RESTS):
        before = walks.found[deed].total()
        rest = QEventLoop()
        QTimer.singleShot(REST, rest.quit)
        with walks.watch(deed):
            rest.exec()
        if walks.found[deed].total() == before:
            return
    raise TimeoutError("the desk does not come to rest")


def scramble(session: DeskSession) -> Scramble:
    """The first scramble against a plot that the rules allow, by the order of plots and squadrons."""
    view = session.ordering
    for track in view.tracks:
        for squadron in view.squadrons:
            if squadron.box == "ready":
                order = order_for(squadron, "track", track.number, session.height(squadron, track))
                if isinstance(order, Scramble) and session.check(RAF, order) is None:
                    return order
    raise LookupError("no squadron can be scrambled")


def walk(folder: Path) -> dict[str, Counter[str]]:
    """The walk of each deed of a scramble. The files that it plays with are put into a folder."""
    app = application()
    window = DeskWindow(settings_in(folder))
    try:
        window.resize(1440, 900)
        window.show()
        session = begun_day(folder / f"day{ENDING}")
        window.show_game(session)
        room = window.room
        assert room is not None
        walks = Walks({Save.append.__code__: "disk", DeskSession._entered.__code__: "told"})
        settled(app, session, walks, SETTLING)
        order = scramble(session)
        with walks.watch("menu"):
            menu = room.desk.menu("track", order.track, None)
        menu.deleteLater()
        settled(app, session, walks, SETTLING)
        with walks.watch("give"):
            room.desk.menus.give(order)
        settled(app, session, walks, "repaint")
        return {deed: walks.found[deed] for deed in DEEDS}
    finally:
        window.close_game()
        window.close()
        window.deleteLater()
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def walked() -> dict[str, Counter[str]]:
    """The walks, in a folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="bob-house-") as folder:
        return walk(Path(folder))
