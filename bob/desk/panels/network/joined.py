"""A game that is played elsewhere, as it comes to this desk: its line, its room, and the session over the messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bob.core.codec import CodecError
from bob.core.errors import BobError, Refused
from bob.core.match import Match
from bob.core.record import Entry
from bob.desk.base.widgets.background import Background
from bob.desk.panels.network.connection import MOST_QUESTIONS, HostConnection
from bob.desk.session.session import DeskSession
from bob.driver.remote import AnyRemoteDriver, RemoteDriver, Said, match_revealed, remote_driver
from bob.driver.remote.outbox import HostRefused
from bob.driver.wire import WireError
from bob.rooms.client.membership import Membership, Memberships, ended
from bob.rooms.client.room_state import JoinedRoom, room_state

OBSERVER = "observer"
SOON = 60
"""Milliseconds in which what comes piece by piece is gathered before it is shown."""
LONG = 120
"""Milliseconds after which it is shown that an order is under way."""


class Joined(QObject):
    """The messages for a member of a room."""

    came = Signal(object)
    """The game is here for the first time: the seat's part of it."""
    room_changed = Signal()
    line_changed = Signal()
    asks_dice = Signal(object)
    """The referee is asked for dice: a JSON object."""
    looked_up = Signal()
    """The result of a roll on the tables has come."""
    handed_in = Signal()
    """An order went to the umpire as a slip."""
    turned_down = Signal(object)
    """A message was refused: a Refused."""
    ended = Signal(object)
    """It is at an end for us: a BobError."""

    def __init__(self, line: HostConnection, memberships: Memberships, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.memberships = memberships
        self.line = line
        line.setParent(self)
        self.core: AnyRemoteDriver | None = None
        self.room = JoinedRoom()
        self._unfit = 0
        self.line.mark = self._mark
        self.line.notice.connect(self._on_message)
        self.line.changed.connect(self.line_changed)
        self.line.ended.connect(self.ended)

    @property
    def membership(self) -> Membership:
        return self.line.membership

    def open(self) -> None:
        """Open the line."""
        self.line.open()

    def close(self) -> None:
        """Close the line; the membership stays."""
        self.line.close()

    def say(self, name: str, body: Mapping[str, Any]) -> None:
        """Send a message to the room; report a refusal."""

        def answered(answer: Mapping[str, Any]) -> None:
            if answer.get("type") != "accepted":
                self.turned_down.emit(HostRefused(answer))

        self.line.say(name, body, answered)

    def leave(self, done: Callable[[], None] = lambda: None) -> None:
        """Leave the room for good. Raises BobError when that cannot be stored."""
        self.memberships.forget(self.membership)
        self.line.say("leave", {}, lambda answer: done())

    def over(self) -> None:
        """The game is over: the room is offered as one that has been played."""
        if not self.membership.over:
            self.line.membership = ended(self.membership)
            with suppress(BobError):
                self.memberships.put(self.membership)

    def _mark(self) -> str:
        return self.core.mark if self.core is not None else ""

    # ---- what comes

    def _on_message(self, message: Mapping[str, Any]) -> None:
        match message.get("type"):
            case "state" | "news":
                self._game(message)
            case "room":
                try:
                    self.room = room_state(message)
                except CodecError:
                    return
                self.room_changed.emit()
            case "refused":
                self.turned_down.emit(HostRefused(message))
            case "dice":
                self.asks_dice.emit(message)

    def _game(self, message: Mapping[str, Any]) -> None:
        try:
            if self.core is not None:
                self.core.tell(message)
            elif message.get("type") == "state":
                self._begin(remote_driver(message))
            self._unfit = 0
        except WireError as error:
            self._unfit += 1
            if self._unfit > 2:
                self._end(error)
            else:
                self.line.again()
        except BobError as error:
            self._end(error)

    def _end(self, error: BobError) -> None:
        self.line.close()
        self.ended.emit(error)

    def _begin(self, core: AnyRemoteDriver) -> None:
        self.core = core
        core.looks_on = self.membership.seat == OBSERVER
        core.drafts = self.memberships.drafts(self.membership)
        core.keep_drafts = lambda: self.memberships.keep_drafts(self.membership, core.drafts)
        core.outbox.post = lambda said: self.line.carry(said, self._answered)
        core.outbox.refused = self._refused
        core.wanted = lambda number: self.line.ask("view", number, self._seen)
        if isinstance(core, RemoteDriver):
            core.wanted_lookups = lambda number: self.line.ask("lookups", number, self._looked_up)
        self.came.emit(core)

    def _answered(self, key: str, answer: Mapping[str, Any]) -> None:
        if self.core is not None:
            self.core.outbox.answered(key, answer)
        if "slip" in answer:
            self.handed_in.emit()

    def _refused(self, said: Said, error: Refused) -> None:
        self.turned_down.emit(error)

    def _looked_up(self, number: int, lookups: Any) -> None:
        if isinstance(self.core, RemoteDriver):
            try:
                self.core.put_lookups(number, lookups)
            except WireError:
                return
            self.looked_up.emit()

    def _seen(self, number: int, view: Any) -> None:
        if self.core is not None:
            try:
                self.core.put_view(number, view)
            except WireError:
                return


class WantedView:
    """The view of the past that was asked of the host and has not come yet."""

    def __init__(self, core: AnyRemoteDriver) -> None:
        self.core = core
        self.number: int | None = None

    def is_here(self, number: int | None, entries: int) -> bool:
        """True when the game can be shown after the entry of that number. Otherwise asks the host for its view."""
        if number is not None and 0 <= number < entries and not self.core.has_view(number):
            self.number = number
            self.core.ask_view(number)
            return False
        self.number = None
        return True


class JoinedSession(DeskSession):
    """A day that is played elsewhere, at the screen. Orders are sent; their results are shown as they come."""

    sent = Signal()
    """An order has been sent."""
    revealed = Signal()
    """The truth of the day that is over has come, or it is known why it does not."""

    def __init__(self, joined: Joined, core: AnyRemoteDriver, parent: QObject | None = None) -> None:
        super().__init__(core, parent)
        self.joined = joined
        self.remote = core
        self._wanted = WantedView(core)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.changed)
        self._flew = core.pending
        self._reader = Background(self)
        self._reader.ready.connect(self._read)
        self._asks_truth = False
        self.truth_lacks: BobError | None = None
        """The reason why the truth of the finished day has not come."""
        core.on_news = self._news
        core.on_restored = self._again
        core.seen = self._view_came
        core.outbox.settled = self._settled
        joined.turned_down.connect(self.refused)
        joined.looked_up.connect(lambda: self._later.start(SOON))
        joined.line_changed.connect(self._line_changed)
        joined.room_changed.connect(self.changed)
        QTimer.singleShot(0, self, self._catch_up)

    def close(self) -> None:
        self._later.stop()
        self._reader.stop()
        self.joined.close()
        super().close()

    # ---- what comes

    def _entered(self, entry: Entry) -> None:
        """Take an entry; the change is announced once for all entries of a message."""
        before, self._several = self._several, True
        try:
            super()._entered(entry)
        finally:
            self._several = before

    def _news(self) -> None:
        """Announce a whole message; when it only continues a dogfight, nothing else has changed."""
        self._views.pop((self.number, self.seated), None)
        before, self._flew = self._flew, self.core.pending
        if before is not None and before.flown and before == self._flew:
            self.moved.emit()
        else:
            self._later.stop()
            self.changed.emit()
        self.advance()
        if self.is_over:
            self.joined.over()
        self._catch_up()

    def _again(self, number: int) -> None:
        """Rebuild the game from the entry of that number on."""
        self._over_announced = self._over_announced and self.is_over
        self._reader.cancel()
        self._asks_truth, self.truth_lacks = False, None
        self._restored(number)
        self.cockpit.cancel()
        self.looked.emit()

    def _settled(self) -> None:
        """Announce that no work is pending: with the news, or alone."""
        self._later.start(0)
        self.advance()

    # ---- orders

    def play(self, seat: str, order: Any) -> Entry:
        """Send an order; the last entry as yet. Raises Refused or BobError, and then nothing is sent."""
        entry = super().play(seat, order)
        self.sent.emit()
        self._later.start(LONG)
        return entry

    def undo_reason(self) -> str | None:
        return "desk.refused.past" if self._at is not None else self.core.undo_reason(self.seated)

    def undo(self) -> Entry:
        """Ask the host to take the last order back; the last entry as yet. Raises Refused with the reason."""
        try:
            if (reason := self.undo_reason()) is not None:
                raise Refused(reason)
            self.core.undo(self.seated)
        except Refused as error:
            self.refused.emit(error)
            raise
        self.changed.emit()
        return self.match.entries[-1]

    # ---- the past, as far as it was sent

    def look(self, number: int | None) -> None:
        """Show the game after the entry of that number, when its view is here; None for the present."""
        if self._wanted.is_here(number, self.number):
            super().look(number)

    def _view_came(self, number: int) -> None:
        if number == self._wanted.number:
            self.look(number)
        core = self.remote
        if core.is_over and isinstance(core, RemoteDriver) and not core.is_whole and not core.views_lacking:
            self.revealed.emit()
        self._catch_up()

    # ---- what a report is made from

    def _line_changed(self) -> None:
        self.changed.emit()
        if self.joined.line.up:
            self._catch_up()

    def _catch_up(self) -> None:
        """Ask the host for missing data: the views at the beginnings of turns, and the truth when the day is over."""
        core = self.remote
        if not isinstance(core, RemoteDriver) or not self.joined.line.up:
            return
        if core.is_over and not core.is_whole:
            self._ask_truth()
        elif not core.looks_on:
            for number in core.views_lacking[:MOST_QUESTIONS]:
                core.ask_view(number)

    def _ask_truth(self) -> None:
        if self._asks_truth:
            return
        self._asks_truth = True

        def text_of(status: int, answer: Any) -> None:
            core = self.remote
            if not self._asks_truth or not isinstance(core, RemoteDriver):
                return
            if status != 200:
                self._asks_truth = status != 0  # a host that is silent is asked again when its line is there
                self._lacks(answer if isinstance(answer, BobError) else BobError("wire.refused", reason=str(answer.get("reason", status))))
                return
            record = core.match
            self._reader.start("truth", lambda tell: match_revealed(record, answer))

        self.joined.line.ask_record(text_of)

    def _read(self, what: str, found: object) -> None:
        core = self.remote
        if isinstance(found, Match) and isinstance(core, RemoteDriver):
            try:
                core.reveal(found)
                self.truth_lacks = None
                self._views.clear()
                self.changed.emit()
                self.revealed.emit()
            except BobError as error:
                self._lacks(error)
        elif isinstance(found, BobError):
            self._lacks(found)
        elif isinstance(found, BaseException):
            raise found

    def _lacks(self, error: BobError) -> None:
        self.truth_lacks = error
        self.revealed.emit()

    # ---- stored data

    def put_draft(self, key: str, value: Any) -> None:
        self.core.put_draft(self.seated, key, value)
