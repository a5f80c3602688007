"""The queue of messages to the host: sent one at a time, in the order given, each with a key of its own.

The next goes out when the last was answered and the messages from the host have reached the number in its answer; so each is checked
once more against the latest state, and one whose moment has passed is dropped. An order carries the number of the log at its sending;
where the seat has moved on meanwhile the host refuses it, and it is checked again once that news is here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bob.core.errors import Refused
from bob.core.seeds import fresh_seed

LATE = "sitting.late"
"""The key of the refusal of an order whose number is not that of now."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message to the host: its key, its path, the object, and the order in it, if it is one."""

    key: str
    path: str
    body: Mapping[str, Any]
    order: Any = None
    moment: Any = None
    """The question that it answers; it is not sent once that is over."""


class HostRefused(Refused):
    """A refusal by the host, in the host's words."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        rule, reason = answer.get("rule"), str(answer.get("reason") or answer.get("key") or "–")
        super().__init__("wire.refused", rule=rule if isinstance(rule, str) else None, reason=reason.removesuffix(f" [{rule}]"))


class Outbox:
    """The messages that wait to be sent."""

    def __init__(self, still: Callable[[Said], Refused | None], reached: Callable[[], int]) -> None:
        """Take `still`, which returns the reason why a waiting message cannot be sent any more, and `reached`, which returns the number
        reached by the host's messages."""
        self._still, self._reached = still, reached
        self._waiting: deque[Said] = deque()
        self._out: Said | None = None
        self._until = 0
        """The number that the host's messages must reach before the next message is sent."""
        self.post: Callable[[Said], None] = lambda said: None
        """Sends a message. It is called once for each; the owner of the line sends it again, by its key, until it is answered."""
        self.refused: Callable[[Said, Refused], None] = lambda said, error: None
        """Called with each refused message."""
        self.settled: Callable[[], None] = lambda: None
        """Called when nothing is under way any more."""

    @property
    def busy(self) -> bool:
        """True while a message is under way, or waits to be."""
        return self._out is not None or bool(self._waiting) or self._until > 0

    def holds(self, order: Any) -> bool:
        """Return whether that very order is under way."""
        return any(said.order == order for said in (*((self._out,) if self._out else ()), *self._waiting))

    def say(self, path: str, body: Mapping[str, Any], order: Any = None, moment: Any = None) -> str:
        """Say something as soon as may be; its key."""
        said = Said(fresh_seed(12), path, body, order, moment)
        free = not self.busy
        self._waiting.append(said)
        if free:
            self._send_next()
        return said.key

    def answered(self, key: str, answer: Mapping[str, Any]) -> None:
        """Handle the answer to the message with that key."""
        said = self._out
        if said is None or said.key != key:
            return
        self._out = None
        if answer.get("key") == LATE and said.order is not None:
            self._waiting.appendleft(said)
            self._until = int(said.body["number"]) + 1
        elif answer.get("type") != "accepted":
            self.refused(said, HostRefused(answer))
        elif isinstance(reached := answer.get("number"), int) and not isinstance(reached, bool):
            self._until = reached
        self.come()

    def come(self, *, again: bool = False) -> None:
        """Handle the arrival of messages; `anew` when they restarted with the whole state."""
        if self._until and (again or self._reached() >= self._until):
            self._until = 0
        if self._out is None and not self._until:
            self._send_next()

    def drop(self) -> None:
        """Say nothing of what waits: the line is left."""
        self._waiting.clear()
        self._out, self._until = None, 0

    def _send_next(self) -> None:
        while self._waiting:
            said = self._waiting.popleft()
            if (error := self._still(said)) is None:
                self._out = said if said.order is None else replace(said, body={**said.body, "number": self._reached()})
                self.post(self._out)
                return
            self.refused(said, error)
        self.settled()
