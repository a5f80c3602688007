"""Joining at the window: from an invitation to the game on the desk, and what the room and the line have to tell there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bob.desk.line.join_box import JoinBox
from bob.desk.line.joined import Joined, JoinedSession
from bob.desk.line.lamp import LineLamp
from bob.desk.line.line import Line
from bob.desk.line.membership import Membership
from bob.desk.line.room_panel import RoomPanel
from bob.errors import BobError
from bob.operations.day import OperationalDay
from bob.sitting.afar import Afar

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow


class Joining(QObject):
    """What of the window has to do with games that are played elsewhere."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self.window = window
        self.going: Joined | None = None
        """The room that is being gone to; its game is not on the desk yet."""
        self._known = -1
        """The number of the last note of the room that was seen."""

    def ask(self, link: str = "") -> None:
        """Ask where to join, and go there."""
        box = JoinBox(self.window.settings, self.window, link)
        box.joined.connect(self.go)
        box.exec()
        box.deleteLater()

    def go(self, membership: Membership) -> None:
        """Go to a room; its game comes to the desk when it is here. Raises nothing: what is wrong is told."""
        window = self.window
        try:
            window.start.rooms.put(membership)
        except BobError as error:
            window.tell(error)
        self.take_up(Line(membership, window.settings.language))

    def take_up(self, line: Line) -> None:
        """Take up a line; the game comes to the desk when it is here."""
        window = self.window
        self.stop()
        self.going = joined = Joined(line, window.start.rooms, self)
        joined.came.connect(lambda core: self._came(joined, core))
        joined.ended.connect(lambda error: self._ended(joined, error))
        joined.line_changed.connect(lambda: self._waits(joined))
        window.start.complain(window.settings.words("desk_join.opening", host=line.membership.host), bad=False)
        joined.open()

    def stop(self) -> None:
        """Go nowhere any more."""
        if self.going is not None:
            self.going.close()
            self.going.deleteLater()
            self.going = None
            self.window.start.complain("")

    def _waits(self, joined: Joined) -> None:
        """The host does not answer: say so, and go on trying."""
        if joined is self.going and joined.line.why is not None:
            self.window.start.complain(joined.line.why.told(self.window.settings.words))

    def _ended(self, joined: Joined, error: BobError) -> None:
        window = self.window
        if joined is self.going:
            self.stop()
        if error.key in ("desk_join.no_member", "desk_join.bye"):
            window.start.forget(joined.membership)
        window.tell(error)

    def _came(self, joined: Joined, core: Afar) -> None:
        window, header = self.window, core.match.header
        self.going = None
        window.start.complain("")
        known = replace(joined.membership, game=header.game, scenario=header.scenario)
        joined.line.membership = known
        try:
            joined.memberships.put(known)
        except BobError as error:
            window.tell(error)
        if not isinstance(core.match.game, OperationalDay):
            self._apart(joined, core)
            return
        session = JoinedSession(joined, core)
        joined.setParent(session)
        self._known = max((note.number for note in joined.room.notes), default=-1) if joined.room.notes else -1
        window.show_game(session)
        joined.room_changed.connect(lambda: self._room(joined))
        joined.line_changed.connect(window.strip.refresh)
        panel = window.room.panels["room"] if window.room is not None else None
        if isinstance(panel, RoomPanel):
            panel.left.connect(window.close_game)

    def _apart(self, joined: Joined, core: Afar) -> None:
        """A game that is no day has a window of its own, and the room beside it."""
        from bob.desk.line.joined_game import JoinedGame
        from bob.desk.played.window import shown

        table = JoinedGame(joined, core)
        joined.setParent(table)
        beside = RoomPanel(joined, self.window.settings)
        apart = shown(self.window.settings, self.window.files, table, self.window, beside)
        apart.sheet.aside.addWidget(LineLamp(joined, self.window.settings))
        beside.left.connect(apart.close)

    def _room(self, joined: Joined) -> None:
        """A note of somebody else that has come is told on the table, and takes no keys away."""
        window, room = self.window, joined.room
        new = [note for note in room.notes if note.number > self._known >= 0]
        self._known = max((note.number for note in room.notes), default=max(self._known, 0))
        me = room.me
        others = [note for note in new if me is None or (note.name, note.seat) != (me.name, me.seat)]
        if others:
            window.say(window.settings.words("desk_join.room.new", name=others[-1].name, text=others[-1].text))
