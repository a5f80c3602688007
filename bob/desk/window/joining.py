"""Joining at the window: from an invitation to the game on the desk, and the news of the room and the connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from bob.core.codec import CodecError, decode
from bob.core.dice import Throw, parse_faces
from bob.core.errors import BobError, DiceError
from bob.core.record import Entry
from bob.day.game import OperationalDay
from bob.desk.panels.network.connection import HostConnection, join
from bob.desk.panels.network.host_box import HostBox
from bob.desk.panels.network.hosting import PORT, Hosting, SeatOffer, missing, reseat
from bob.desk.panels.network.invite_box import InviteBox
from bob.desk.panels.network.join_box import JoinBox, usual_name
from bob.desk.panels.network.joined import OBSERVER, Joined, JoinedSession, WantedView
from bob.desk.panels.network.lamp import ConnectionLamp
from bob.desk.panels.network.papers import RoomPapers
from bob.desk.panels.network.room_panel import RoomPanel, note_text, question_text, register_text, seat_text
from bob.desk.panels.network.slip_panel import SlipPanel
from bob.desk.panels.network.wire_talk import PutOut, Talk
from bob.desk.session.own_game import OwnGame
from bob.desk.session.session import Setup
from bob.driver import ALIKE, OUTSIDE, REST, AskDice, DiceBrokenOff
from bob.driver.remote import AnyRemoteDriver
from bob.rooms.client.membership import Membership
from bob.rooms.client.room_state import OpenQuestion, UndoAsked
from bob.rooms.order_wording import OrderWords, account_by

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow


class JoinedGame(OwnGame):
    """A game by itself that is played elsewhere, at the screen: orders are sent, and their results shown as they come."""

    def __init__(self, joined: Joined, core: AnyRemoteDriver, parent: QObject | None = None) -> None:
        super().__init__(core, parent=parent)
        self.joined = joined
        self._wanted = WantedView(core)
        core.on_news = core.outbox.settled = self._news
        core.on_restored = lambda number: self.look(None)
        core.seen = self._view_came
        joined.turned_down.connect(self.failed)

    def close(self) -> None:
        self.joined.close()
        super().close()

    def _news(self) -> None:
        self._view = None
        self._settled()

    def play(self, order: Any) -> Entry | None:
        """Send an order and return the last entry so far. Return None, after emitting `failed` with the error, when it cannot be given."""
        try:
            self.core.give(self.seated, order)
        except BobError as error:
            self.failed.emit(error)
            return None
        return self.match.entries[-1]

    def look(self, number: int | None) -> None:
        """Show the game after the entry of that number, when its view is here."""
        if self._wanted.is_here(number, self.number):
            super().look(number)

    def _view_came(self, number: int) -> None:
        if number == self._wanted.number:
            self.look(number)


class DiceAnswers(QObject):
    """Asks the person here for the dice that the host wants. The host rolls the dice that are left to the program."""

    def __init__(self, joined: Joined, ask: AskDice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.joined, self.ask = joined, ask
        self._left: set[str] = set()
        """The rolls that are left to the program for the order under way: all of them, or those for one purpose."""
        joined.asks_dice.connect(self._asked)

    def order_done(self) -> None:
        """Forget which dice were left to the program, at the end of the order."""
        self._left.clear()

    def _asked(self, message: Mapping[str, Any]) -> None:
        # The messages that came with it are taken first: a dialog lets others come in between.
        QTimer.singleShot(0, self, lambda: self._answer(message))

    def _answer(self, message: Mapping[str, Any]) -> None:
        try:
            throw: Throw = decode(Throw, {name: message[name] for name in ("purpose", "count", "sides", "by", "about") if name in message})
        except CodecError:
            return
        self.joined.say("dice", {"id": message.get("id"), "faces": self._faces(throw)})

    def _faces(self, throw: Throw) -> list[int]:
        """Return the dice thrown; empty when the program rolls."""
        if not self._left.isdisjoint((REST, throw.purpose)):
            return []
        try:
            answer = self.ask(throw)
        except DiceBrokenOff:
            return []
        if answer in (REST, ALIKE):
            self._left.add(REST if answer == REST else throw.purpose)
            return []
        try:
            return list(parse_faces(answer or "", throw.count, throw.sides))
        except DiceError:
            return []


class Joining(QObject):
    """The window's part in games that are played elsewhere."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self.window = window
        self.going: Joined | None = None
        """The room that is being gone to; its game is not on the desk yet."""
        self.hosting: Hosting | None = None
        """The process that hosts the game that is on the desk, or is coming to it."""
        self._seats: dict[str, str] = {}
        """The players of the seats before the game was hosted."""
        self._offers: dict[str, SeatOffer] = {}
        """The invitations whose codes are known here."""
        self._greets = False
        """True if the invitations are shown when the game is on the desk."""
        self._asked: UndoAsked | OpenQuestion | None = None
        """The announced request of the other side."""
        self._known = -1
        """The number of the last note of the room that was seen."""
        self._read = -1
        """The number of announced lines of the room's register; -1 before it was loaded."""
        self.room_papers = RoomPapers(window)
        self._there: set[str] | None = None
        """The other members last present; None before the first announcement."""

    def ask(self, link: str = "") -> None:
        """Ask where to join, and go there."""
        box = JoinBox(self.window.settings, self.window, link)
        box.joined.connect(self.go)
        box.exec()
        box.deleteLater()

    def go(self, membership: Membership) -> None:
        """Go to a room; its game comes to the desk when it has loaded. Raises nothing: errors are shown."""
        window = self.window
        try:
            window.start.rooms.put(membership)
        except BobError as error:
            window.tell(error)
        self.take_up(HostConnection(membership, window.settings.language))

    def take_up(self, line: HostConnection) -> None:
        """Take up a line; the game comes to the desk when it is here."""
        window = self.window
        self.stop()
        self.going = joined = Joined(line, window.start.rooms, self)
        joined.came.connect(lambda core: self._came(joined, core))
        joined.ended.connect(lambda error: self._ended(joined, error))
        joined.line_changed.connect(lambda: self._waits(joined))
        joined.room_changed.connect(lambda: self._sees_nothing_yet(joined))
        window.start.complain(window.settings.words("desk_join.opening", host=line.membership.host), bad=False)
        joined.open()

    def _sees_nothing_yet(self, joined: Joined) -> None:
        """Say why nothing comes to who sees the truth so late that there is nothing of it yet."""
        if self.going is joined and joined.core is None and joined.membership.seat == OBSERVER:
            self.window.start.complain(self.window.settings.words("desk_join.nothing_yet"), bad=False)

    def stop(self) -> None:
        """Go nowhere any more."""
        if self.going is not None:
            self.going.close()
            self.going.deleteLater()
            self.going = None
            self.window.start.complain("")

    # ---- inviting

    def invite(self) -> None:
        """Show the invitations of the room, or host the game of this desk first."""
        window, session = self.window, self.window.session
        if isinstance(session, JoinedSession):
            joined = session.joined
            links = self.hosting.links if self.hosting is not None else (joined.membership.url,)
            end = self.end_hosting if self.hosting is not None else None
            box = InviteBox(joined, window.settings, links, self._offers, window, end)
            box.exec()
            box.deleteLater()
        elif session is not None and session.save is not None:
            if missing() is not None:
                window.tell(BobError("desk_join.needs_server"))
                return
            asking = HostBox(window.settings, session.seats, session.seated, window)
            if asking.exec():
                self.host(session.save.path, asking.address, asking.seat, dict(session.seats), asking.seats)
            asking.deleteLater()

    def begin(self, setup: Setup) -> None:
        """Begin a game to which others are invited at once."""
        if self.window.begin(setup):
            why = self.may_not_invite()
            self.invite() if why is None else self.window.tell(BobError(why))

    def host(self, path: Path, address: str, own: str, before: dict[str, str], seats: dict[str, str], port: int = PORT) -> None:
        """Host the game of a file, which is closed here first, and join it at one's own seat."""
        window = self.window
        window.close_game()
        self._seats, self._offers = before, {}
        try:
            if seats != before:
                reseat(path, seats)
        except BobError as error:
            window.tell(error)
            window.open_path(path)
            return
        self.hosting = hosting = Hosting(path, self)
        hosting.ready.connect(lambda: self._hosted(hosting, own))
        hosting.invited.connect(lambda: self._invited(hosting, own))
        hosting.failed.connect(lambda error: self._not_hosted(hosting, error))
        window.start.complain(window.settings.words("desk_join.starting"), bad=False)
        mine = self._membership(path, own)
        people = [seat for seat, who in seats.items() if who in OUTSIDE and (seat != own or mine is None)]
        hosting.start(address, people, port, own)

    def _membership(self, path: Path, own: str) -> Membership | None:
        """Return the membership of an earlier hosting of that game at this desk."""
        return next((one for one in self.window.start.rooms.all if one.file == str(path) and one.seat == own), None)

    def _invited(self, hosting: Hosting, own: str) -> None:
        """Take up the new codes of a restarted host for the members still to join."""
        if hosting is self.hosting:
            self._offers |= {offer.id: offer for offer in hosting.offers if offer.seat != own}

    def _hosted(self, hosting: Hosting, own: str) -> None:
        if hosting is not self.hosting:
            return
        self._offers = {offer.id: offer for offer in hosting.offers if offer.seat != own}
        self._greets = True
        mine = self._membership(hosting.path, own)
        if mine is not None:
            self.go(replace(mine, url=hosting.url))
            return
        code = next(offer.code for offer in hosting.offers if offer.seat == own)

        def came(found: Membership | BobError) -> None:
            if isinstance(found, BobError):
                self._not_hosted(hosting, found)
            else:
                self.go(replace(found, file=str(hosting.path)))

        join(Talk(hosting.url, "", self.window.settings.language, hosting), code, usual_name(self.window.settings) or own, came)

    def _not_hosted(self, hosting: Hosting, error: BobError) -> None:
        """Return a game that could not be hosted to this desk and show the reason."""
        if hosting is not self.hosting:
            return
        if isinstance(self.window.session, JoinedSession):  # it ended under way: whoever plays says when to bring it back
            self.window.tell(error)
            return
        self._on_return(hosting)
        self.window.tell(error)

    def end_hosting(self) -> None:
        """End the hosting; the game comes back to this desk alone."""
        hosting = self.hosting
        if hosting is not None:
            self.window.close_game()
            hosting.ended.connect(lambda: self._on_return(hosting))
            hosting.stop()

    def _on_return(self, hosting: Hosting) -> None:
        if hosting is not self.hosting:
            return
        hosting.stop_now()
        self.hosting = None
        hosting.deleteLater()
        window = self.window
        try:
            reseat(hosting.path, self._seats)
        except BobError as error:
            window.tell(error)
        window.start.complain("")
        window.open_path(hosting.path)
        window.say(window.settings.words("desk_join.back_home"))

    def close(self) -> None:
        """Before the program ends: the host ends, too."""
        self.stop()
        if self.hosting is not None:
            self.hosting.stop_now()
            self.hosting = None

    def may_not_invite(self) -> str | None:
        """Return why no player can be invited to the game on the desk (a key of the words); None when one can."""
        session = self.window.session
        if isinstance(session, JoinedSession):
            return "desk_join.grey_observer" if session.joined.membership.seat == OBSERVER else None
        if session is None:
            return "desk.grey.no_game"
        if session.save is None:
            return "desk_join.grey_no_file"
        return "desk_join.grey_locked" if session.save.cipher is not None else None

    # ---- what comes

    def _waits(self, joined: Joined) -> None:
        """The host does not answer: say so, and go on trying."""
        if joined is self.going and joined.line.why is not None:
            self.window.start.complain(joined.line.why.describe(self.window.settings.words))

    def _ended(self, joined: Joined, error: BobError) -> None:
        window = self.window
        if joined is self.going:
            self.stop()
        if error.key in ("desk_join.no_member", "desk_join.bye", "desk_join.bye_by") or isinstance(error, PutOut):
            window.start.forget(joined.membership)
        window.tell(error)

    def _came(self, joined: Joined, core: AnyRemoteDriver) -> None:
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
            self._open_apart(joined, core)
            return
        session = JoinedSession(joined, core)
        dice = DiceAnswers(joined, window.ask_dice, session)
        session.entry_added.connect(lambda _: dice.order_done())
        joined.setParent(session)
        self._known = max((note.number for note in joined.room.notes), default=-1) if joined.room.notes else -1
        self._there, self._read = None, -1
        window.show_game(session)
        self._register(joined)
        joined.room_changed.connect(lambda: self._room(joined))
        joined.handed_in.connect(lambda: window.say(window.settings.words("desk_join.handed_in")))
        joined.line_changed.connect(window.strip.refresh)
        joined.line_changed.connect(self._line)
        panel = window.room.panels["room"] if window.room is not None else None
        if isinstance(panel, RoomPanel):
            panel.left.connect(window.close_game)
            panel.invite_asked.connect(self.invite)
            panel.terms_asked.connect(self.room_papers.terms)
        slips = window.room.panels["slips"] if window.room is not None else None
        if isinstance(slips, SlipPanel):
            self.room_papers.join(joined, slips)
        if self._greets:
            self._greets = False
            QTimer.singleShot(0, self, self.invite)

    def _open_apart(self, joined: Joined, core: AnyRemoteDriver) -> None:
        """A game that is no day has a window of its own, and the room beside it."""
        from bob.desk.boards.shared.window import shown

        table = JoinedGame(joined, core)
        joined.setParent(table)
        beside = RoomPanel(joined, self.window.settings)
        apart = shown(self.window.settings, self.window.files, table, self.window, beside)
        apart.panel.aside.addWidget(ConnectionLamp(joined, self.window.settings))
        slips = SlipPanel(joined, self.window.settings, partial(self._order_words, core))
        apart.add_beside("slips", slips)
        papers = RoomPapers(apart)
        papers.join(joined, slips)
        beside.terms_asked.connect(papers.terms)
        beside.left.connect(apart.close)

    def _order_words(self, core: AnyRemoteDriver) -> OrderWords:
        """Return the describer of orders for a game other than a day."""
        words, header = self.window.settings.words, core.match.header
        return OrderWords(words, core.match.game, account_by(words, core.match.game, header.scenario, core.view(core.seat)))

    def _room(self, joined: Joined) -> None:
        """Announce arrivals, departures and notes of others on the table, without a change of focus."""
        window, room = self.window, joined.room
        self._presence(joined)
        new = [note for note in room.notes if note.number > self._known >= 0]
        self._known = max((note.number for note in room.notes), default=max(self._known, 0))
        me = room.me
        others = [note for note in new if me is None or (note.name, note.seat) != (me.name, me.seat)]
        self._register(joined)
        questions: list[UndoAsked | OpenQuestion] = [*room.asked, *([room.undo] if room.undo is not None else [])]
        asked = next((one for one in questions if one.answer), None)
        if asked is not None and asked != self._asked:
            window.say(question_text(window.settings.words, asked))
            window.docks.reveal("room")
        self._asked = asked
        if others:
            text = note_text(window.settings.words, others[-1])
            if others[-1].terms is None:
                text = window.settings.words("desk_join.room.new", name=others[-1].name, text=others[-1].text)
            window.say(text)

    def _register(self, joined: Joined) -> None:
        """Announce changes of the room's seats by others; a new member learns the former holder of the seat."""
        words, register, me = self.window.settings.words, joined.room.register, joined.room.me
        if me is None:
            return
        before, self._read = self._read, len(register)
        if before < 0:
            gone = {line.name for line in register if line.whose == me.seat and line.what in ("left", "withdrawn") and line.name}
            gone -= {one.name for one in joined.room.members}
            if gone and me.seat != OBSERVER:
                self.window.say(words("desk_join.room.before_you", names=", ".join(sorted(gone)), seat=seat_text(words, me.seat)))
            return
        messages = [line for line in register[before:] if line.what not in ("came", "left") and line.by != me.name]
        if messages:
            self.window.say("\n".join(register_text(words, line) for line in messages))

    def _line(self) -> None:
        """Handle the loss or return of the connection: members lost with it are not announced one by one."""
        session = self.window.session
        if isinstance(session, JoinedSession) and not session.joined.line.up:
            self._there = None

    def _presence(self, joined: Joined) -> None:
        """Announce arrivals and departures."""
        words, others = self.window.settings.words, [one for one in joined.room.members if one.id != joined.room.you]
        there = {one.id for one in others if one.present}
        before, self._there = self._there, there
        for key, changed in (("gone", (before or set()) - there), ("came", there - before if before is not None else set())):
            for one in others:
                if one.id in changed:
                    self.window.say(words(f"desk_join.room.{key}", name=one.name, seat=seat_text(words, one.seat)))
