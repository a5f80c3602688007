"""The sheet of an engagement over the table, with the war dimmed behind it: the question, the dogfight, the entry of results, the end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from bob.core.game import REFEREE, Event
from bob.day.state.view import EngagementView
from bob.day.telling import flown_fights
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.fights.after_page import AfterPage, brief
from bob.desk.boards.fights.ask_page import AskPage
from bob.desk.boards.fights.flown_page import FlownPage
from bob.desk.boards.fights.own_table_page import OwnTablePage
from bob.desk.session.session import DeskSession

PAUSE = 450
"""Milliseconds before a pilot's order is carried out, when movement is shown."""
WIDEST, WIDE, HIGHEST = 1180, 940, 760
"""The largest widths of the question and of the result of a flown fight, and the largest height of both, at the usual text size."""


class FightPanel(QWidget):
    """The sheet over a window. It is placed below the strip, and is visible only for a decision, a dogfight or a result."""

    place_asked = Signal(str)
    """Show a hex on the table."""
    covering = Signal(bool)
    """The sheet came over the table, or went."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, host: QMainWindow) -> None:
        super().__init__(host)
        self.session, self.settings, self.host = session, settings, host
        self.hurry = False
        self._away: tuple[int, str] | None = None
        """The engagement put aside by the person at the screen to look at the map: its number and state."""
        self._out = False
        self._announced: dict[str, int] = {}
        self.ask = AskPage(session, settings, names, self)
        self.own_table = OwnTablePage(session, settings, names, self)
        self.after = AfterPage(settings, names, self)
        self.names = names
        self.pages: dict[str, QWidget] = {"ask": self.ask, "table": self.own_table, "after": self.after}
        self.flying: dict[str, FlownPage] = {}
        """The pages of dogfights that are flown here, by the name of their game, made when one is flown first."""
        self.page = ""
        for page in self.pages.values():
            page.hide()
        self.hide()
        for asked in (self.ask.map_asked, self.own_table.map_asked):
            asked.connect(self.put_away)
        self.ask.rule.toggled.connect(lambda _: self.place())
        self.after.closed.connect(self._read)
        self.after.place_asked.connect(self._show_place)
        self.after.resized.connect(self.place)
        host.installEventFilter(self)
        self._ended: list[Event] = []
        """The engagement that ended just before the current question."""
        for seat in (*session.persons, REFEREE):
            self._announced[seat] = _last_number(session)
        self._begun = _last_number(session)
        self._tables: dict[tuple[str, int], dict[int, flown_fights.SeenTable]] = {}
        """The tables of each engagement by their numbers, as far as a seat saw them here; by seat and number."""
        session.changed.connect(self.refresh)
        session.moved.connect(self._moved)
        session.seat_changed.connect(lambda _: self.refresh())
        settings.theme_changed.connect(self.update)
        settings.text_size_changed.connect(self.place)
        settings.language_changed.connect(self._speak)
        self._speak()

    def _speak(self) -> None:
        words = self.settings.words
        self.setAccessibleName(words("desk_fights.name"))
        if self.page:
            self.refresh()

    # ---- contents

    def refresh(self) -> None:
        """Show the current decision, dogfight or result."""
        if self._out:
            return
        session = self.session
        s = session.view(session.seat).engagement if session.live else None
        self._note_table(s)
        page = self._page_of(s)
        since = self._announced.get(session.seat, self._begun)
        over = list(flown_fights.over(session.log(session.seat), since)) if session.live else []
        unread = [found.events for found in reversed(over) if flown_fights.was_flown(found.events[0])]
        events = over[0].events if over and over[0].met else []
        if unread:
            following = "next" if page or len(unread) > 1 else ""
            page = "after"
            self.after.show_events(unread[0], following, self._debrief(unread[0]))
        elif s is not None and page == "ask":
            self._ended = events or (self._ended if self._is_same(s) else [])
            self.ask.show_situation(s, brief(self._ended, self.settings.words, self.names) if self._ended else "")
        elif s is not None and page == "table":
            self.own_table.show_situation(s)
        elif not page and events:
            page = "after"
            self.after.show_events(events)
        if events and page and page != "after":
            self._announced[session.seat] = int(events[0].data["number"])
        session.cockpit.pace = PAUSE if self.settings.animate and not self.hurry else 0
        session.cockpit.hold(bool(unread))
        key = (s.number, s.how) if s is not None else None
        if self._away is not None and self._away != key:
            self._away = None
        self._show(page)

    def _note_table(self, s: EngagementView | None) -> None:
        """Keep the table in hand: once a dogfight is over its view is gone."""
        if s is not None and s.battle is not None:
            tables = self._tables.setdefault((self.session.seat, s.number), {})
            tables[s.table.number if s.table is not None else 1] = flown_fights.SeenTable(s.models, s.battle)

    def _debrief(self, over: Sequence[Event]) -> flown_fights.Debrief:
        """Return the debrief of a flown fight."""
        log = [event for _, event in self.session.log(self.session.seat)]
        tables = self._tables.get((self.session.seat, over[0].data["number"]), {})
        seen = [tables.get(number, flown_fights.SeenTable()) for number in range(1, max(tables, default=0) + 1)]
        return flown_fights.debrief(self.settings.words, self.names, over, log, seen)

    @property
    def _covers(self) -> bool:
        """Return whether the sheet hides the table. A short result does not."""
        return self.page != "after" or self.after.wide

    def _is_same(self, s: EngagementView) -> bool:
        return self.ask.shown is not None and self.ask.shown.number == s.number

    def _page_of(self, s: EngagementView | None) -> str:
        """Return the page of the current engagement; empty when another seat decides."""
        session = self.session
        if s is None:
            return ""
        if s.battle is not None:
            return self._dogfight_page(s.how)
        if session.seated not in session.to_move:
            return ""
        return "table" if s.how == "table" else "ask"

    def _dogfight_page(self, game: str) -> str:
        """The page for dogfights of a game."""
        if game not in self.flying:
            self.flying[game] = self.pages[game] = made = FlownPage(self.session, self.settings, self.names.slot[game], self)
            made.battle.out = self._out
            made.hide()
            made.panel.closed.connect(self.put_away)
            made.hurried.connect(self._hurry)
            made.fast.setChecked(self.hurry)
        return game

    def _show(self, page: str) -> None:
        again = page != self.page
        if again:
            for name, widget in self.pages.items():
                if name != page:
                    widget.hide()
            self.page = page
            for held in (self.ask, self.own_table, self.after):
                if held is not self.pages.get(page):
                    held.clear()
            for name, flown in self.flying.items():
                if name != page:
                    flown.refresh()
        if page in self.flying:
            self.flying[page].refresh()
        there = bool(page) and self._away is None
        if not there:
            if not self.isHidden():
                self.hide()
                self._leave_keys()
            return
        self.place()
        self.pages[page].show()
        if self.isHidden() or again:
            if again and not self.isHidden():
                self.covering.emit(self._covers)
            self.show()
            self.raise_()
            self._take_keys()

    def _moved(self) -> None:
        """The dogfight has gone on; its sheet follows by itself."""
        if self.session.live and not self._out:
            self._note_table(self.session.view(self.session.seat).engagement)
        if self.page not in self.flying and not self._out:
            self.refresh()

    def open(self) -> None:
        """Bring the sheet back that was put aside."""
        self._away = None
        self.refresh()
        if not self.isHidden():
            self._take_keys()

    def put_away(self) -> None:
        """Put the sheet aside to look at the map. Its decision is still owed."""
        if self.page == "after":
            self._read()
            return
        s = self.session.view(self.session.seat).engagement if self.session.live else None
        if s is None:
            return
        self._away = s.number, s.how
        self.refresh()

    def on_entry(self) -> bool:
        """Close a page that only informs, focus one with a question; return whether there was any. Turns are never played behind it."""
        if self.isHidden():
            return False
        if self.page == "after":
            self._read()
        else:
            self._take_keys()
        return True

    def leave(self) -> None:
        """Another person comes to the screen: hold nothing."""
        self._leave(True)
        self._show("")

    def enter(self) -> None:
        """Prepare the sheet for a new person at the screen."""
        self._leave(False)
        self._away = None
        self.refresh()

    def _leave(self, out: bool) -> None:
        self._out = out
        for flown in self.flying.values():
            flown.battle.out = out

    def _read(self) -> None:
        """Mark the shown result as read."""
        if self.after.events:
            self._announced[self.session.seat] = int(self.after.events[0].data["number"])
        self.refresh()

    def _show_place(self, label: str) -> None:
        self._read()
        self.place_asked.emit(label)

    def _hurry(self, on: bool) -> None:
        self.hurry = on
        self.session.cockpit.pace = PAUSE if self.settings.animate and not on else 0

    # ---- place, keys

    def may(self, code: str) -> bool:
        """Return whether an action with a key of the sheet is possible now: on a dogfight and a form only the map."""
        if self.isHidden():
            return False
        page = self.pages[self.page]
        return page.may(code) if isinstance(page, (AskPage, AfterPage)) else code == "fights.map"

    def carry_out(self, code: str) -> None:
        """Run the action of a key of the sheet."""
        if not self.may(code):
            return
        page = self.pages[self.page]
        if isinstance(page, (AskPage, AfterPage)):
            page.carry_out(code)
        else:
            self.put_away()

    def place(self) -> None:
        """Take the space below the strip; a page with only a question takes no more than it needs. A short result is placed at the foot
        of the window, and hides neither the table nor its decision."""
        bar = self.host.menuWidget()
        top = bar.geometry().bottom() + 1 if bar is not None and bar.isVisible() else 0
        self.setGeometry(0, top, self.host.width(), self.host.height() - top)
        if not self.page:
            return
        if not self.isHidden():
            self.raise_()  # docks that are laid anew come over it
        page, scale = self.pages[self.page], self.settings.scale
        inner = self.rect().adjusted(14, 12, -14, -14)
        if self.page in ("ask", "after"):
            hint = page.sizeHint()
            widest = WIDEST if self.page == "ask" else WIDE if self.after.wide else 620
            width = min(inner.width(), round(widest * scale))
            height = min(inner.height(), round(HIGHEST * scale), max(hint.height(), page.heightForWidth(width)))
            if self.page == "after" and self.after.lists_shots:
                height = min(inner.height(), round(HIGHEST * scale))
            box = QRect(0, 0, width, height)
            box.moveCenter(inner.center())
            if not self._covers:
                box.moveBottom(inner.bottom())
                self.setGeometry(box.translated(0, top))
                box.moveTo(0, 0)
            page.setGeometry(box)
        else:
            page.setGeometry(inner)

    def _take_keys(self) -> None:
        if self.page == "table":
            self.own_table.start()
        elif self.page in self.flying:
            self.flying[self.page].start()
        elif self.page:
            self.pages[self.page].setFocus()

    def _leave_keys(self) -> None:
        centre = self.host.centralWidget()
        if centre is not None and centre.isVisible():
            centre.setFocus()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The keys go round within the sheet."""
        if not self.isVisible() or not self.page:
            return False
        stops = [w for w in self.pages[self.page].findChildren(QWidget) if _is_stop(w)]
        if not stops:
            return False
        focus = QApplication.focusWidget()
        at = stops.index(focus) if focus in stops else -1 if forward else 0
        after = stops[(at + (1 if forward else -1)) % len(stops)]
        after.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    def event(self, event: QEvent) -> bool:
        """While the keys are here, plain ones are the sheet's own and not the window's."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._own_key(event):
            event.accept()
            return True
        return super().event(event)

    def _own_key(self, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers()
        if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
            return False
        if self.page == "table" and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return True
        return not held & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.host and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.place()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.covering.emit(self._covers)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.covering.emit(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        tones = theme.look(self.settings)
        shade = QColor("#000000")
        shade.setAlpha(150 if tones.dark or tones.plain else 105)
        painter.fillRect(self.rect(), shade)


def _is_stop(widget: QWidget) -> bool:
    """Return whether Tab stops at a widget."""
    there = widget.isEnabled() and widget.isVisible() and widget.focusProxy() is None
    return there and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _last_number(session: DeskSession) -> int:
    """The number of the last engagement that is over."""
    found = [event.data.get("number", -1) for entry in session.match.entries for event in entry.events if event.code == "combat"]
    return max(found, default=-1)
