"""A host within the test: rooms whose lines are cut and taken up as the test says, without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QTimer

from bob.core.codec import encode
from bob.core.errors import BobError
from bob.desk.panels.network.connection import HostConnection
from bob.desk.panels.network.wire_talk import HostSilent, Talk, WireAnswer
from bob.driver import Driver
from bob.driver.refusals import refused
from bob.driver.wire import Channel
from bob.rooms.book import Member, RoomBook
from bob.rooms.client.membership import Membership
from bob.rooms.commands import say
from bob.rooms.room import GameRoom
from bob.words import Words


class TalkHere(Talk):
    """A talk with a host in the same process; nothing is answered before the event loop comes round."""

    def __init__(self, host: HostHere, seat: str) -> None:
        super().__init__("http://here:1940", seat)
        self.host, self.seat = host, seat
        self.cut = False
        self.answers_lost = 0
        """So many answers still do not come back, though the host has heard."""
        self.said: list[tuple[str, dict[str, Any]]] = []
        self._listening = False

    def _soon(self, do: Callable[[], object]) -> None:
        QTimer.singleShot(0, self, do)

    def post(self, path: str, body: Mapping[str, Any], text_of: WireAnswer) -> None:
        if self.cut:
            self._soon(lambda: text_of(0, HostSilent("cut", unsent=True)))
            return
        name = path.split("/", 4)[4]
        heard: dict[str, Any] = json.loads(json.dumps(body))
        self.said.append((name, heard))

        def answer() -> None:
            status, found = self.host.say(self.seat, name, heard)
            if self.answers_lost:
                self.answers_lost -= 1
                text_of(0, HostSilent("lost", unsent=False))
            else:
                text_of(status, json.loads(json.dumps(found)))
            self.host.spread()

        self._soon(answer)

    def get(self, path: str, query: Mapping[str, str], text_of: WireAnswer) -> None:
        def answer() -> None:
            what = path.rpartition("/")[2]
            if what == "hand_out":
                status, found = 200, self.host.handed(self.seat, query["id"])
            else:
                status, found = self.host.get(self.seat, what, int(query.get("number", 0)))
            text_of(status, json.loads(json.dumps(found)))

        self._soon(lambda: text_of(0, HostSilent("cut", unsent=True)) if self.cut else answer())

    def listen(self, path: str, query: Mapping[str, str]) -> None:
        if self.cut:
            self._soon(lambda: self.broken.emit(0, HostSilent("cut", unsent=True)))
            return
        self._listening = True
        self._soon(lambda: self._begin(query.get("since")))

    def _begin(self, mark: str | None) -> None:
        self.opened.emit()
        for message in self.host.since(self.seat, mark):
            self.tell(message)
        self.tell(self.host.room(self.seat))

    def tell(self, message: Mapping[str, Any]) -> None:
        if self._listening and not self.cut:
            self.came.emit(message["type"], json.dumps(message), str(message.get("mark", "")))

    def hush(self) -> None:
        self._listening = False

    def break_off(self) -> None:
        """Cut the line."""
        self.cut, self._listening = True, False
        self.broken.emit(0, HostSilent("cut", unsent=True))


class HostHere:
    """One room."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.channels = {seat: Channel(driver, seat) for seat in driver.outside}
        self.talks: list[TalkHere] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.notes: list[dict[str, Any]] = []
        self.more: dict[str, Any] = {}
        self.asked: list[tuple[str, int]] = []
        """The questions about the past."""
        self.slips = False
        """Whether orders go to the umpire."""

    def line(self, seat: str) -> HostConnection:
        """A line of a member at that seat."""
        talk = TalkHere(self, seat)
        self.talks.append(talk)
        made = HostConnection(Membership("http://here:1940", "7KQ2M", "token", f"m-{seat}", seat, seat.title()), talk=talk)
        talk.setParent(made)
        return made

    def talk(self, seat: str) -> TalkHere:
        return next(talk for talk in reversed(self.talks) if talk.seat == seat)

    def say(self, seat: str, name: str, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        key = str(body.get("key", ""))
        if key in self.answers:
            return 200, self.answers[key]
        try:
            if name == "order" and self.slips:
                return 200, {"type": "accepted", "slip": 1}
            if name == "order":
                self.driver.give(seat, self.driver.match.game.order(body["order"]), body.get("number"))
            elif name == "undo":
                self.driver.undo(seat)
            elif name == "note":
                self.notes.append({"number": len(self.notes), "name": seat.title(), "seat": seat, **body})
        except BobError as error:
            return 409, {"type": "refused", "reason": str(error), "key": error.key, "rule": error.rule}
        found = {"type": "accepted", **({"number": self.driver.number(seat)} if name in ("order", "undo") else {})}
        if key:
            self.answers[key] = found
        return 200, found

    def since(self, seat: str, mark: str | None) -> list[dict[str, Any]]:
        self.spread()
        return self.channels[seat].since(mark)

    def get(self, seat: str, what: str, number: int) -> tuple[int, dict[str, Any]]:
        """What is asked about the past, as the room itself answers it."""
        self.asked.append((what, number))
        room = GameRoom(self.driver, RoomBook("7KQ2M"))
        member = Member(f"m-{seat}", seat.title(), seat, "i1", "")
        looks = {"view": lambda: room.view_at(member, number), "lookups": lambda: room.lookups_at(member, number)}
        try:
            return 200, {what: looks.get(what, lambda: room.record_of(member))()}
        except BobError as error:
            return 409, {"type": "refused", "reason": str(error), "key": error.key, "rule": error.rule}

    def handed(self, seat: str, ident: str) -> dict[str, Any]:
        """A hand-out that somebody asks for; here there are none."""
        raise NotImplementedError

    def room(self, seat: str) -> dict[str, Any]:
        there = {talk.seat for talk in self.talks if not talk.cut}
        members = [{"id": f"m-{s}", "name": s.title(), "seat": s, "share": [], "present": s in there} for s in self.driver.outside]
        notes = [note for note in self.notes if seat in (note["seat"], note["to"])]
        return {"type": "room", "room": "7KQ2M", "you": f"m-{seat}", "members": members, "notes": notes, **self.more}

    def spread(self) -> None:
        """Let the officers order, and tell everybody what is new for them."""
        self.driver.advance()
        for seat, channel in self.channels.items():
            message = channel.refresh()
            for talk in self.talks:
                if message is not None and talk.seat == seat:
                    talk.tell(message)

    def tell_room(self) -> None:
        for talk in self.talks:
            talk.tell(self.room(talk.seat))


class StreamHere:
    """A line of a real room to a talk."""

    def __init__(self, member: str, talk: TalkHere) -> None:
        self.member, self.talk, self.last = member, talk, None

    def send(self, *messages: Mapping[str, Any]) -> None:
        for message in messages:
            self.talk.tell(message)


class RoomHere(HostHere):
    """A room as a server has it, in this process: what is said goes the way that it goes there."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.own = GameRoom(driver, RoomBook("7KQ2M"))
        self.members: dict[str, Member] = {}

    def line(self, seat: str) -> HostConnection:
        if seat not in self.members:
            _, code = self.own.invite(seat)
            self.members[seat], _ = self.own.join(code, seat.title())
        made = super().line(seat)
        made.membership = replace(made.membership, member=self.members[seat].id)
        return made

    def say(self, seat: str, name: str, body: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        try:
            return 200, say(self.own, self.members[seat], name, dict(body))
        except BobError as error:
            return 409, refused(Words("en"), error)

    def handed(self, seat: str, ident: str) -> dict[str, Any]:
        found: dict[str, Any] = encode(self.own.handed(self.members[seat], ident))
        return found

    def since(self, seat: str, mark: str | None) -> list[dict[str, Any]]:
        self.own.come(StreamHere(self.members[seat].id, self.talk(seat)), mark)
        self.own.spread()
        return []

    def room(self, seat: str) -> dict[str, Any]:
        return {"type": "room", **self.own.room_of(self.members[seat])}

    def spread(self) -> None:
        self.driver.advance()
        self.own.spread()
