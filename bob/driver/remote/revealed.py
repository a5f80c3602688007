"""The truth of a finished game, revealed by its host, beside the seat's own record."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from bob.core.codec import CodecError
from bob.core.game import Event
from bob.core.match import Match
from bob.core.record import entry_from_json
from bob.driver.remote.base import record_header
from bob.driver.remote.record import FarRecord
from bob.driver.seat_log import SeatLog
from bob.driver.wire import WireError


def match_revealed(record: FarRecord, message: Mapping[str, Any]) -> Match[Any]:
    """Return the whole match in the message that reveals it; it takes a while. Raises BobError."""
    header, lines = record_header(message)
    if (header.game, header.scenario, header.options) != (record.header.game, record.header.scenario, record.header.options):
        raise WireError
    try:
        return Match.replayed(record.game, header, [entry_from_json(line, record.game) for line in lines])
    except (CodecError, TypeError, LookupError) as error:
        raise WireError from error


class Revealed:
    """The truth, and the place in it of each entry of the seat."""

    def __init__(self, match: Match[Any], record: FarRecord) -> None:
        """Match the truth with the seat's record. Raises WireError for the truth of another game."""
        self.match = match
        found = SeatLog(record.seat, match.entries).items
        if [item.event.code if item.event is not None else None for item in found] != record.codes:
            raise WireError
        self._entries = [found[end - 1].entry for end in record.ends]
        if self._entries:
            self._entries[-1] = len(match.entries) - 1

    def entry(self, number: int) -> int:
        """Return the entry of the truth that completes the seat's entry of that number. Raises IndexError."""
        return self._entries[number]

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """Return the events that another seat heard, by the entries of this one."""
        last = len(self._entries) - 1
        return [(min(bisect_left(self._entries, number), last), event) for number, event in self.match.log(seat)]
