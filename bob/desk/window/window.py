"""The window: menus and strip above, the table in the middle, docks around it, the first screen when no game is open."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import QClipboard, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMenuBar,
    QStackedWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.game import OperationalDay
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.settings.courses import FIRST_RAID
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import FieldsFirst
from bob.desk.base.theme.qt_words import speak
from bob.desk.base.widgets.coach import Coach
from bob.desk.boards.fights.fight_panel import FightPanel
from bob.desk.boards.fights.flown_page import FlownPage
from bob.desk.boards.shared.window import begin, opened
from bob.desk.panels.forecast import ForecastPanel
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.orders.standing_page import StandingOrders
from bob.desk.panels.planner import Planner
from bob.desk.panels.referee.dice_box import dice_asker
from bob.desk.session.actions import Actions
from bob.desk.session.files import Files
from bob.desk.session.session import DeskSession, Setup, SeveralRefused
from bob.desk.window.desk_actions import register, sheets
from bob.desk.window.docks import Docks
from bob.desk.window.help.box import HelpBox
from bob.desk.window.help.help_key import HelpKey
from bob.desk.window.help.places import PLACES, ROOMS, place_of
from bob.desk.window.hot_seat import Blank
from bob.desk.window.joining import Joining
from bob.desk.window.posting import TURN_FILES, PostAtDesk
from bob.desk.window.room import DayArea
from bob.desk.window.start.passphrase_box import new_lock, unlocked
from bob.desk.window.start.screen import StartScreen
from bob.desk.window.start.welcome import LEARN, OWN_TABLE, PLAY, Welcome
from bob.desk.window.strip import Strip
from bob.desk.window.teaching import Teaching
from bob.driver import Driver
from bob.files import ENDING, SaveError
from bob.files.proof import first_forged


def put_away(window: QWidget) -> None:
    """Close the menus, tips and boxes of a window before the next person sits down, and empty the clipboard and the system's selection."""
    for shown in QApplication.topLevelWidgets():
        if shown.windowType() == Qt.WindowType.Popup and shown.isVisible():
            shown.close()
    QToolTip.hideText()
    for tip in QApplication.topLevelWidgets():
        if isinstance(tip, QLabel) and tip.inherits("QTipLabel"):
            tip.hide()  # which Qt would leave for a third of a second
            tip.clear()
    for box in window.findChildren(QDialog):
        if box.isVisible():
            box.reject()
    for menu in window.findChildren(QMenu):
        menu.close()
    for line in window.findChildren(QLineEdit):
        text = line.text()
        line.clear()
        line.setText(text)  # clears the undo history: Ctrl+Z in a field would restore the text
    clipboard = QApplication.clipboard()
    clipboard.clear()
    if clipboard.supportsSelection():
        clipboard.clear(QClipboard.Mode.Selection)


_DAMAGED = ("file", "header", "entry", "count", "position")
BROKEN = (*(f"save.damaged_{what}" for what in _DAMAGED), "save.bad_position", "save.differs", "save.unfinished", "save.foreign")
"""Faults of a file from which a part may be recovered."""


def dropped(data: QMimeData) -> Path | None:
    """Return the dragged file if the desk can open it: a game, a sheet by post, an invitation to one."""
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return files[0] if len(files) == 1 and files[0].suffix.lower() in (ENDING, *TURN_FILES, ".json") else None


class PageStack(QStackedWidget):
    """Pages of which only the one shown requests space."""

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()


class DeskWindow(QMainWindow):
    """The desk."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._speak()
        settings.language_changed.connect(self._speak)
        self.ask_dice = dice_asker(settings, lambda: self, self._names)
        self.files = Files(settings, self.ask_dice)
        self.files.unlock = lambda error, opening: unlocked(settings, error, opening, self)
        self.files.lock = lambda sides: new_lock(settings, sides, self)
        self.room: DayArea | None = None
        self.fights: FightPanel | None = None
        self.teaching = Teaching(self)
        self.joining = Joining(self)
        self.posting = PostAtDesk(self)
        self._help: HelpBox | None = None
        self.actions_ = Actions(self, settings)
        register(self)
        FieldsFirst(self)
        HelpKey(self, settings, self.actions_)
        self._build()
        settings.theme_changed.connect(self._dress)
        settings.text_size_changed.connect(self._dress)
        settings.language_changed.connect(self.retranslate)
        self.setMinimumSize(900, 600)
        self.setAcceptDrops(True)
        geometry = settings.layout("window")
        if geometry is None or not self.restoreGeometry(geometry):
            screen = self.screen().availableSize()
            self.resize(min(1440, screen.width()), min(900, screen.height()))
        self._no_game()

    def _names(self) -> Names | None:
        """Return the names of raids and places of the open day; all of them for its referee."""
        if self.room is None or self.room.session.seated != REFEREE:
            return None
        names = Names(self.room.session.world.theatre)
        names.learn(self.room.session.view(REFEREE))
        return names

    # ---- building

    def _build(self) -> None:
        self.bar = QMenuBar()
        self.actions_.fill(self.bar)
        self.strip = Strip(self.settings, self.actions_)
        self.top = top = QWidget()
        rows = QVBoxLayout(top)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.bar)
        rows.addWidget(self.strip)
        self.setMenuWidget(top)
        self.start = StartScreen(self.settings)
        self.start.begun.connect(self.begin)
        self.start.shared.connect(self.joining.begin)
        self.start.opened.connect(self.open_path)
        self.start.browsed.connect(self.browse)
        self.start.lesson.connect(self.begin_lesson)
        self.start.apart.connect(self.play_apart)
        self.start.join_asked.connect(self.join)
        self.start.joined.connect(self.joining.go)
        self.blank = Blank(self.settings)
        self.blank.taken.connect(self._taken)
        self.blank.referee_asked.connect(lambda: self.hand_over(REFEREE))
        self.stack = PageStack()
        self.stack.addWidget(self.start)
        self.stack.addWidget(self.blank)
        self.setCentralWidget(self.stack)
        self.docks = Docks(self, self.settings, self.actions_.refresh)
        self.retranslate()

    def _dress(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.dress(app, self.settings)
            self.strip.resize_text()

    def _speak(self) -> None:
        speak(self.settings.language)

    def retranslate(self) -> None:
        self.docks.retranslate()
        self._title()

    def _title(self) -> None:
        words = self.settings.words
        if self.room is None or self.handing_over:
            self.setWindowTitle(words("desk.window.title"))
            return
        session = self.room.session
        view = session.view(session.seat)
        title = words.of((view.raf if session.seat == REFEREE else view).common.title)
        self.setWindowTitle(words("desk.window.game", title=title, seat=words(f"desk.seat.{session.seat}")))

    # ---- games

    @property
    def session(self) -> DeskSession | None:
        return self.room.session if self.room is not None else None

    @property
    def handing_over(self) -> bool:
        return self.stack.currentWidget() is self.blank

    def begin(self, setup: Setup) -> bool:
        """Begin a new game; whether it could be."""
        try:
            session = self.files.new(setup)
        except BobError as error:
            self.tell(error)
            return False
        self.show_game(session)
        return True

    @property
    def lesson(self) -> Coach | None:
        """The coach beside the table, while there is one."""
        return self.teaching.coach

    def begin_lesson(self, course: str = FIRST_RAID) -> None:
        """Begin a lesson, with its coach; take up one that was left where it was left."""
        self.teaching.begin(course)

    def play_apart(self, game: str) -> None:
        """A new game of another kind than the day, in a window of its own."""
        begin(self.settings, self.files, game, self)

    def join(self) -> None:
        """Join a game that is played elsewhere."""
        self.joining.ask()

    def open_path(self, path: Path) -> None:
        """Open a game, or a sheet of one by post; offer the recovery of a broken game."""
        if self.posting.takes(path):
            self.posting.open(path)
            return
        if (
            self.room is not None
            and self.session is not None
            and self.session.save is not None
            and self.session.save.path == path.resolve()
        ):
            return
        try:
            core = self.files.open(path)
        except SaveError as error:
            self._broken(path, error)
            return
        except BobError as error:
            self.tell(error)
            return
        self._show(core)

    def _show(self, core: Driver) -> None:
        """A day has its room in this window, any other game has a window of its own."""
        if isinstance(core.match.game, OperationalDay):
            session = DeskSession(core)
            self.show_game(session)
            session.prove()
            self.teaching.opened()
        else:
            if first_forged(core.match) is not None:
                self.tell(BobError("locks.forged_log"))
            self.teaching.opened_apart(opened(self.settings, self.files, core, self))

    def _broken(self, path: Path, error: SaveError) -> None:
        """Save the intact part of a broken file into a new one and open that, if there is any."""
        if error.key not in BROKEN:
            self.tell(error)
            return
        try:
            out, found = self.files.recover(path)
            core = self.files.open(out)
        except BobError as worse:
            self.tell(worse)
            return
        self._show(core)
        self.say(self.settings.words("desk.window.recovered", kept=found.entries_kept, lost=found.entries_lost, name=out.stem))

    def welcome(self) -> None:
        """Show the page of the very first start; whatever is chosen on it, it goes for good."""
        page = Welcome(self.settings)

        def begin(way: str) -> None:
            self._no_game()
            self.stack.removeWidget(page)
            page.deleteLater()
            if way == LEARN:
                self.begin_lesson()
            elif way == PLAY:
                self.start.begin()
            elif way == OWN_TABLE:
                self.start.sit("referee")

        page.chosen.connect(begin)
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        page.ways[LEARN].setFocus()

    def browse(self) -> None:
        """Ask for a file and open it."""
        words, pages = self.settings.words, " ".join(f"*{ending}" for ending in TURN_FILES)
        kinds = [
            f"{words('desk.window.games')} (*{ENDING})",
            f"{words('desk_post.sheets')} ({pages})",
            f"{words('desk_post.invitations')} (*.json)",
        ]
        every = f"{words('desk_post.all_kinds')} (*{ENDING} {pages} *invitation*.json)"
        name, _ = QFileDialog.getOpenFileName(self, words("desk.window.open"), str(self.settings.games_folder), ";;".join([every, *kinds]))
        if name:
            self.open_path(Path(name))

    def save_as(self) -> None:
        """Ask for a file and keep the game there from now on."""
        if self.session is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self,
            self.settings.words("desk.window.save_as"),
            str(self.settings.games_folder),
            f"{self.settings.words('desk.window.games')} (*{ENDING})",
        )
        if name:
            try:
                path = self.files.save_as(self.session, Path(name))
            except BobError as error:
                self.tell(error)
                return
            self.say(self.settings.words("desk.window.saved", name=path.stem))

    def branch(self, number: int) -> None:
        """Go on from an entry in a new game."""
        if self.session is None:
            return
        try:
            session = self.files.branch(self.session, number)
        except BobError as error:
            self.tell(error)
            return
        self.show_game(session)
        assert session.save is not None
        self.say(self.settings.words("desk.window.branched", name=session.save.path.stem))

    def show_game(self, session: DeskSession) -> None:
        """Put a game on the desk."""
        self._end_game()
        if session.save is not None:
            self.settings.set_open(session.save.path)
        self.room = room = DayArea(session, self.settings)
        self.stack.addWidget(room)
        self.docks.fill(room.panels)
        self.strip.show_game(session, room.decisions)
        self.fights = FightPanel(session, self.settings, room.names, self)
        self.fights.place_asked.connect(partial(room.show_thing, "hex"))
        self.fights.covering.connect(room.decisions.cover)
        room.decisions.on_page = self.fights.on_entry
        room.decisions.fight_asked.connect(self.fights.open)
        planner = room.panels["planner"]
        if isinstance(planner, Planner):
            planner.forces_asked.connect(partial(self.docks.reveal, "forces"))
            planner.stepping.connect(self.actions_.refresh)
        room.time_bar.branch_asked.connect(self.branch)
        room.time_bar.closed.connect(self.actions_.refresh)
        for asking in (room.notice, *room.panels.values()):
            if (asked := getattr(asking, "rule_asked", None)) is not None:
                asked.connect(partial(self.help, "rules"))
        room.ending.spread_over(self, self.top.height)
        room.time_bar.closed.connect(room.ending.come_back)
        room.ending.back_asked.connect(room.time_bar.open)
        room.ending.luck_asked.connect(self._luck_or_decision)
        room.ending.film_asked.connect(room.time_bar.show_film)
        room.ending.report_asked.connect(partial(sheets, self, "report"))
        room.ending.new_asked.connect(self.close_game)
        room.orders_asked.connect(self._standing_orders)
        room.forecast_asked.connect(partial(self.docks.reveal, "forecast"))
        session.refused.connect(self.tell)
        session.failed.connect(self.tell)
        session.over.connect(self._on_over)
        session.handover.connect(self.hand_over)
        if isinstance(session, JoinedSession):  # others order at any time: it goes with the next order from here
            session.sent.connect(room.notice.hide)
        else:
            session.entry_added.connect(lambda _: room.notice.hide())
        session.changed.connect(self.actions_.refresh)
        session.seat_changed.connect(lambda _: self._seated())
        room.decisions.changed.connect(self.actions_.refresh)
        self.strip.show()
        if session.waiting is not None and session.waiting != session.seated:
            session.core.screen.sit(session.waiting)
        self.stack.setCurrentWidget(room)
        self._arrange()
        self._title()
        room.card.refresh()
        self.actions_.refresh()
        room.table.setFocus()
        if len(session.persons) > 1 and not session.is_over:
            self.hand_over(session.seated)
        else:
            self.fights.refresh()
            session.advance()

    def _luck_or_decision(self) -> None:
        """Look back upon the day that is over, in the panel of the forecast."""
        forecast = self.docks.panels["forecast"]
        if isinstance(forecast, ForecastPanel):
            self.docks.reveal("forecast")
            forecast.look_back()

    def _standing_orders(self, sector: str) -> None:
        """Show the standing orders, ready to add one for a Sector."""
        self.docks.reveal("orders")
        page = self.docks.panels["orders"]
        if isinstance(page, StandingOrders):
            page.show_sector(sector)

    def close_game(self) -> None:
        """Back to the first screen."""
        self._end_game()
        self._no_game()

    def _end_game(self) -> None:
        self.teaching.stop()
        room = self.room
        if room is None:
            return
        self.docks.keep()
        room.decisions.stop()
        room.ending.stop()
        room.sounds.close()
        self.strip.show_game(None, None)
        self.files.closed(room.session)
        self.docks.empty()
        if self.fights is not None:
            self.fights.leave()
            self.fights.deleteLater()
            self.fights = None
        self.stack.removeWidget(room)
        self.room = None
        room.ending.deleteLater()
        room.session.deleteLater()
        room.deleteLater()

    def _no_game(self) -> None:
        self.strip.hide()
        self.bar.show()
        self.start.retranslate()
        self.stack.setCurrentWidget(self.start)
        self.start.scenario.setFocus()
        self._title()
        self.actions_.refresh()

    # ---- telling

    def tell(self, error: object) -> None:
        """Show a refusal or an error."""
        if not isinstance(error, BobError):
            return
        words = self.settings.words
        names = self.room.names if self.room is not None else None
        found = error.errors if isinstance(error, SeveralRefused) else (error,)
        lines = (one.describe(words) if isinstance(one, SaveError) else refusal(words, one, names) for one in found)
        text = "\n".join(capital(line.removesuffix(f" [{error.rule}]")) for line in lines)
        if self.room is not None:
            self.room.notice.tell(text, error.rule)
        else:
            self.start.complain(text)

    def say(self, text: str) -> None:
        """Show a success."""
        if self.room is not None:
            self.room.notice.tell(text, bad=False)

    def inform(self, text: str) -> None:
        """The same, on the first page where no game is open."""
        if self.room is not None:
            self.say(text)
        else:
            self.start.complain(text, bad=False)

    # ---- files that are dropped on it

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a file that can be opened, except during a hand-over."""
        if dropped(event.mimeData()) is not None and not self.handing_over:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if (path := dropped(event.mimeData())) is not None:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self.open_path(path))

    def help(self, page: str, search: str = "") -> None:
        """Open the help."""
        self._helped().show_page(page, search)

    def help_here(self) -> None:
        """Open the handbook at the focused widget's page, or at this room's."""
        place = place_of(self.focusWidget())
        if place is None and self.fights is not None and self.fights.isVisible():
            page = self.fights.pages.get(self.fights.page)
            place = place_of(page.panel if isinstance(page, FlownPage) else page)
        if place is None:
            place = ROOMS[self.session.seat] if self.session is not None else PLACES["StartScreen"]
        self._helped().show_place(place)

    def _helped(self) -> HelpBox:
        if self._help is None:
            self._help = HelpBox(self.settings, self.actions_, self)
        return self._help

    def _on_over(self) -> None:
        if self.room is not None:
            self.room.ending.open()

    # ---- the seat

    def hand_over(self, seat: str) -> None:
        """Hide everything until the person of a seat has sat down."""
        room = self.room
        if room is None:
            return
        self.docks.keep()
        if self.fights is not None:
            self.fights.leave()
        room.clear()
        room.time_bar.hide()
        put_away(self)
        if self._help is not None:
            self._help.deleteLater()
            self._help = None
        self.docks.hide()
        self.strip.hide()
        self.bar.hide()
        self.blank.ask(seat, REFEREE in room.session.persons)
        self.stack.setCurrentWidget(self.blank)
        self._title()
        self.actions_.refresh()

    def _taken(self, seat: str) -> None:
        room = self.room
        if room is None:
            return
        room.sit(seat)
        self.bar.show()
        self.strip.show()
        self.stack.setCurrentWidget(room)
        self._arrange()
        self._title()
        room.desk.refresh()
        room.decisions.changed.emit()
        room.table.setFocus()
        if self.fights is not None:
            self.fights.enter()
        room.session.advance()
        self.actions_.refresh()

    def _seated(self) -> None:
        if not self.handing_over:
            self._arrange()
            self._title()

    def _arrange(self) -> None:
        if self.session is not None:
            self.docks.arrange(self.session.seat)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.window_resized()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.joining.close()
        self.docks.keep()
        self.settings.keep_layout("window", self.saveGeometry())
        self._end_game()
        event.accept()
