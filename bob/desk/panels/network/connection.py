"""The line of a member to the room. It breaks and reconnects by itself; a repeated message is known by its key, and nothing is missed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bob.core.codec import CodecError, parsed
from bob.core.errors import BobError
from bob.desk.panels.network.wire_talk import HostSilent, PutOut, Talk, WireAnswer
from bob.driver.remote import Said
from bob.rooms.client.membership import Membership

PAUSES = (300, 700, 1500, 3000, 6000, 12000)
"""Milliseconds before the line is tried again, each time longer."""

MOST_QUESTIONS = 3
"""Limit of pending questions about the past."""

Answered = Callable[[Mapping[str, Any]], None]


class HostConnection(QObject):
    """A member's line."""

    notice = Signal(object)
    """A message (a JSON object) of the stream."""
    changed = Signal()
    """The line was lost, or is there again."""
    ended = Signal(object)
    """The membership is at an end, or the host cannot be understood: a BobError. The line is not tried again."""

    def __init__(self, membership: Membership, language: str = "en", parent: QObject | None = None, talk: Talk | None = None) -> None:
        super().__init__(parent)
        self.membership = membership
        self.talk = talk if talk is not None else Talk(membership.url, membership.token, language, self)
        self.mark: Callable[[], str] = str
        """Returns the mark of the last message received."""
        self.up = False
        """True while connected."""
        self.why: HostSilent | None = None
        """The reason for the lost connection."""
        self.over = False
        """True after leaving, or at the end."""
        self._tries = 0
        self._waiting: list[tuple[str, Mapping[str, Any], bool, Answered]] = []
        """Messages pending while the line was lost."""
        self._asked: set[tuple[str, int]] = set()
        self._questions: deque[tuple[str, int, Callable[[int, Any], None]]] = deque()
        self._in_question = 0
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._listen)
        self.talk.came.connect(self._event)
        self.talk.opened.connect(self._opened)
        self.talk.broken.connect(self._broken)

    def _path(self, name: str) -> str:
        return f"/api/rooms/{self.membership.room}/{name}"

    # ---- listening

    def open(self) -> None:
        """Listen, from what reached us last."""
        self._tries = 0
        self._listen()

    def try_now(self) -> None:
        """Do not wait for the next try."""
        if not self.over and not self.up:
            self._again.stop()
            self.open()

    def again(self) -> None:
        """Ask for the whole state: the message does not follow the last one."""
        self.mark = str
        self._listen()

    def _listen(self) -> None:
        if not self.over:
            mark = self.mark()
            self.talk.listen(self._path("stream"), {"since": mark} if mark else {})

    def close(self) -> None:
        """Stop listening and sending."""
        self.over = True
        self._again.stop()
        self.talk.hush()
        self._waiting.clear()

    def _opened(self) -> None:
        self.up, self.why, self._tries = True, None, 0
        self.changed.emit()
        waiting, self._waiting = self._waiting, []
        for path, body, keyed, answered in waiting:
            self._post(path, body, keyed, answered)

    def _broken(self, status: int, error: HostSilent) -> None:
        if self.over:
            return
        if status in (401, 403, 404):
            self._end(error if isinstance(error, PutOut) else BobError("desk_join.no_member"))
            return
        self.up, self.why = False, error
        self._again.start(PAUSES[min(self._tries, len(PAUSES) - 1)])
        self._tries += 1
        self.changed.emit()

    def _event(self, kind: str, data: str, mark: str) -> None:
        try:
            message = parsed(data)
        except CodecError:
            self.again()
            return
        if not isinstance(message, dict):
            self.again()
        elif message.get("type") == "bye":
            by = message.get("by")
            self._end(BobError("desk_join.bye_by", name=by) if isinstance(by, str) and by else BobError("desk_join.bye"))
        else:
            self.notice.emit(message)

    def _end(self, error: BobError) -> None:
        self.close()
        self.up = False
        self.changed.emit()
        self.ended.emit(error)

    # ---- saying

    def say(self, name: str, body: Mapping[str, Any], answered: Answered = lambda answer: None) -> None:
        """Send a message to the room; the answer may be that its arrival is unknown."""
        self._post(self._path(name), body, False, answered)

    def carry(self, said: Said, answered: Callable[[str, Mapping[str, Any]], None]) -> None:
        """Send a message of the outbox; an order is repeated, with its key, until it is answered."""
        keyed = said.path == "order"
        body = {**said.body, "key": said.key} if keyed else said.body
        self._post(self._path(said.path), body, keyed, lambda answer: answered(said.key, answer))

    def _post(self, path: str, body: Mapping[str, Any], keyed: bool, answered: Answered) -> None:
        def text_of(status: int, answer: Any) -> None:
            if self.over:
                return
            if status in (200, 409):
                answered(answer)
            elif status == 401:
                self._end(BobError("desk_join.no_member"))
            elif status == 429 or (status == 0 and (keyed or answer.unsent)):
                self._later(path, body, keyed, answered)
            else:
                why = answer.describe(self._words) if status == 0 else str(answer.get("reason", status))
                answered({"type": "refused", "reason": why, "key": "desk_join.not_known", "rule": None})

        self.talk.post(path, body, text_of)

    @property
    def _words(self) -> Any:
        from bob.words import Words

        return Words(self.talk.language)

    def _later(self, path: str, body: Mapping[str, Any], keyed: bool, answered: Answered) -> None:
        """Repeat a message: when the line is up again, or after a pause while it is up."""
        if self.up:
            QTimer.singleShot(PAUSES[len(PAUSES) // 2], self, lambda: None if self.over else self._post(path, body, keyed, answered))
        else:
            self._waiting.append((path, body, keyed, answered))

    def ask(self, what: str, number: int, came: Callable[[int, Any], None]) -> None:
        """Ask for the `view` after the thing of that number in the log of the seat, or the `lookups` behind its rolls; once, until the
        answer is there, and few at a time: the host answers none of them at once, and no more than some in a second."""
        if (what, number) not in self._asked:
            self._asked.add((what, number))
            self._questions.append((what, number, came))
            self._next_question()

    def _next_question(self) -> None:
        while self._questions and self._in_question < MOST_QUESTIONS:
            what, number, came = self._questions.popleft()
            self._in_question += 1
            self.talk.get(self._path(what), {"number": str(number)}, partial(self._came, what, number, came))

    def _came(self, what: str, number: int, came: Callable[[int, Any], None], status: int, answer: Any) -> None:
        self._in_question -= 1
        self._asked.discard((what, number))
        if self.over:
            return
        if status == 200:
            came(number, answer.get(what))
        self._next_question()

    def ask_record(self, text_of: WireAnswer) -> None:
        """Ask for the whole record of a game that is over."""
        self.talk.get(self._path("record"), {}, text_of)

    def ask_hand_out(self, ident: str, came: Callable[[Mapping[str, Any]], None]) -> None:
        """Ask for a hand-out; nothing is heard of one that is no longer there."""

        def text_of(status: int, answer: Any) -> None:
            if status == 200 and not self.over:
                came(answer)

        self.talk.get(self._path("hand_out"), {"id": ident}, text_of)


def join(talk: Talk, code: str, name: str, text_of: Callable[[Membership | BobError], None]) -> None:
    """Join a room by its code; call `told` with the membership, or the error."""

    def answered(status: int, answer: Any) -> None:
        if status == 0:
            text_of(answer)
            return
        try:
            if status != 200:
                raise BobError("wire.refused", reason=str(answer.get("reason", status)))
            keys = ("room", "token", "member", "seat")
            room, token, member, seat = (answer[key] for key in keys)
            if not all(isinstance(value, str) for value in (room, token, member, seat)):
                raise KeyError(keys)
        except KeyError:
            text_of(BobError("desk_join.no_host"))
        except BobError as error:
            text_of(error)
        else:
            text_of(Membership(talk.url, room, token, member, seat, str(answer.get("name", name))))

    talk.post("/api/join", {"code": code, "name": name}, answered)
