"""A stream of events (`text/event-stream`) taken apart as it comes, however it is cut into pieces."""

from __future__ import annotations

from dataclasses import dataclass

LARGEST = 64 << 20
"""Limit of bytes of one event."""


class TooLong(Exception):
    """An event above the limit."""


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event: its type, its data, and the last id."""

    type: str
    data: str
    id: str


class EventStream:
    """Takes bytes and gives events. A line may end in CR, LF or both."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._begun = False
        self._ended_in_cr = False
        self._type, self._data, self._id = "", list[str](), ""
        self._size = 0

    def feed(self, piece: bytes) -> list[StreamEvent]:
        """The events that end in this piece. Raises TooLong."""
        if not piece:
            return []
        ended = piece.endswith(b"\r")
        self._rest += piece.removeprefix(b"\n") if self._ended_in_cr else piece
        self._ended_in_cr = ended
        if not self._begun and len(self._rest) >= 3:
            self._begun = True
            if self._rest.startswith(b"\xef\xbb\xbf"):
                del self._rest[:3]
        *lines, rest = self._rest.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        if len(rest) + self._size > LARGEST:
            raise TooLong
        self._rest = bytearray(rest)
        return [event for line in lines if (event := self._line(line.decode("utf-8", "replace"))) is not None]

    def _line(self, line: str) -> StreamEvent | None:
        self._begun = True
        if not line:
            found = StreamEvent(self._type or "message", "\n".join(self._data), self._id) if self._data else None
            self._type, self._data, self._size = "", [], 0
            return found
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
            self._size += len(value)
        elif name == "event":
            self._type = value
        elif name == "id" and "\0" not in value:
            self._id = value
        return None
