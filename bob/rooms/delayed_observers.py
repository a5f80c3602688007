"""The view of an observer: one side as it is, or the truth some turns late; when the game is over, all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.codec import encode, encode_changed
from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.core.record import Entry
from bob.core.seeds import fresh_seed
from bob.driver import Driver
from bob.driver.wire import WIRE, difference

_HELD = 8
"""Number of referee views held in memory; an observer with a greater delay waits until the view is built again."""


class TurnStarts:
    """The entry of a match that began each turn; turn 0 is all before the first. Entries are read once."""

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self._began = {0: 0}
        self._read = 0
        self._last: Entry | None = None

    @property
    def began(self) -> Mapping[int, int]:
        """The first entry of each turn that has begun."""
        entries = self._match.entries
        if self._read and (self._read > len(entries) or entries[self._read - 1] is not self._last):  # the game went back
            self._began, self._read = {0: 0}, 0
        for entry in entries[self._read :]:
            for event in entry.events:
                if event.code == "turn" and isinstance(event.data.get("turn"), int):
                    self._began.setdefault(event.data["turn"], entry.number)
        self._read, self._last = len(entries), entries[-1]
        return self._began

    @property
    def now(self) -> int:
        return max(self.began)

    def late(self, delay: int) -> int | None:
        """Return the entry that began the turn `delay` turns ago; None where there was no turn yet."""
        return max((entry for turn, entry in self.began.items() if turn <= self.now - delay), default=None)


class Hindsight:
    """The referee's views at the starts of turns, kept for observers with a delay."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.turns = TurnStarts(driver.match)
        self._taken: dict[int, tuple[Entry, Any]] = {}
        """The views that were looked at last, by entry."""

    def look(self) -> None:
        """Keep the present view when a turn has just begun; later it would have to be built again."""
        last = self.driver.match.entries[-1]
        if self.turns.began[self.turns.now] == last.number:
            self.view(last)

    def late(self, delay: int) -> Entry | None:
        """Return the last entry that may be seen `delay` turns late: the one that began the turn; the last when the game is over. None
        while the game is younger than that, because its first plans and targets are as secret as all later ones."""
        entries = self.driver.match.entries
        if self.driver.is_over:
            return entries[-1]
        number = self.turns.late(delay)
        return entries[number] if number is not None else None

    def view(self, entry: Entry) -> Any:
        """Return the referee's view after an entry; None where former rules produced it and it was not kept."""
        driver, (known, view) = self.driver, self._taken.get(entry.number, (None, None))
        if known is entry:
            return view
        if entry is driver.match.entries[-1]:
            view = driver.view(REFEREE)
        else:
            try:
                view = driver.match.game.view(driver.match.at(entry.number), REFEREE)
            except BobError:
                view = None
        self._taken.pop(entry.number, None)
        self._taken[entry.number] = entry, view
        if len(self._taken) > _HELD:
            del self._taken[next(iter(self._taken))]
        return view


class DelayedView:
    """The messages to those who look on from far enough behind: as a `Channel` makes them, of the referee's view without the record."""

    def __init__(self, driver: Driver, delay: int, hindsight: Hindsight) -> None:
        self.driver = driver
        self.delay = delay
        self.hindsight = hindsight
        self.epoch = fresh_seed(6)
        self.number = 0
        self._at: Entry | None = None
        self._seen: Any = None
        """The view as it was shown last, and `_shown` holds as it was written."""
        self._shown: dict[str, Any] = {
            "number": 0,
            "view": None,
            "items": [],
            "asked": False,
            "choices": {"listed": [], "described": []},
            "over": None,
        }
        self._shown = self._stands()

    @property
    def mark(self) -> str:
        return f"{self.epoch}.{self.number}"

    def whole(self) -> dict[str, Any]:
        """Return the message with the whole state as of then."""
        match = self.driver.match
        return {
            "type": "state",
            "wire": WIRE,
            "mark": self.mark,
            "seat": REFEREE,
            "game": match.header.game,
            "scenario": match.header.scenario,
            "options": encode(match.header.options),
            "rules": encode(match.game.rules_by_game()),
            "seats": list(match.game.seats(match.position)),
            "delay": self.delay,
            **self._shown,
        }

    def since(self, mark: str | None) -> list[dict[str, Any]]:
        """Return no message where the client is up to date or nothing may be seen yet; else the whole state."""
        return [] if self._at is None or mark == self.mark else [self.whole()]

    def refresh(self) -> dict[str, Any] | None:
        """Return the message with the changes, or None; the whole state at the first view and after the game went back."""
        before, at, self._shown = self._shown, self._at, self._stands()
        if (at is self._at and before["over"] == self._shown["over"]) or self._at is None:
            return None
        self.number += 1
        if not self._still_stands(at):
            return self.whole()
        new = self._shown["items"][len(before["items"]) :]
        changes = {
            key: change for key in self._shown if key != "items" and (change := difference(before[key], self._shown[key])) is not None
        }
        return {"type": "news", "mark": self.mark, "items": new, "changes": changes}

    def _still_stands(self, at: Entry | None) -> bool:
        """Return whether an entry already shown is still part of the match, so that the present one follows it."""
        entries = self.driver.match.entries
        return at is not None and self._at is not None and at.number <= self._at.number and entries[at.number] is at

    def _stands(self) -> dict[str, Any]:
        before, shown, known = self._at, self._shown, self._seen
        over = encode(self.driver.outcome) if self.driver.is_over else None
        self.hindsight.look()
        self._at = self.hindsight.late(self.delay)
        if self._at is None:
            return {**shown, "number": 0, "view": None, "items": [], "over": None}
        if self._at is before:
            return {**shown, "over": over}
        seen = before.number if before is not None and self._still_stands(before) else -1
        items = list(shown["items"]) if seen >= 0 else []
        lines = [item for item in self.driver.items(REFEREE) if seen < item.entry <= self._at.number and item.event is not None]
        items += [{"number": number, "event": encode(item.event)} for number, item in enumerate(lines, len(items) + 1)]
        self._seen = self.hindsight.view(self._at)
        return {**shown, "number": len(items), "view": encode_changed(self._seen, known, shown["view"]), "items": items, "over": over}
