"""What an observer sees: one side as it is, or the truth as it was some turns ago. When the game is over he sees all."""

from __future__ import annotations

from typing import Any

from bob.codec import encode
from bob.errors import BobError
from bob.game import REFEREE
from bob.match import Match
from bob.seeds import fresh_seed
from bob.sitting import Sitting
from bob.sitting.wire import WIRE, difference


def turn_entries(match: Match[Any]) -> dict[int, int]:
    """For each turn that has begun the entry with which it did; turn 0 is what came before the first."""
    found = {0: 0}
    for entry in match.entries:
        for event in entry.events:
            if event.code == "turn" and isinstance(event.data.get("turn"), int):
                found.setdefault(event.data["turn"], entry.number)
    return found


class Balcony:
    """The messages to those who look on from far enough behind: as a `Channel` makes them, of the referee's view without the record."""

    def __init__(self, sitting: Sitting, delay: int) -> None:
        self.sitting = sitting
        self.delay = delay
        self.epoch = fresh_seed(6)
        self.number = 0
        self._at = -1
        self._shown = self._stands()

    @property
    def mark(self) -> str:
        return f"{self.epoch}.{self.number}"

    def whole(self) -> dict[str, Any]:
        """How the game stood then."""
        match = self.sitting.match
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
        """Nothing for who has all there is, else the whole."""
        return [] if mark == self.mark else [self.whole()]

    def refresh(self) -> dict[str, Any] | None:
        """What has changed, or None; after the game went back the whole."""
        before, at, self._shown = self._shown, self._at, self._stands()
        if at == self._at and before["over"] == self._shown["over"]:
            return None
        self.number += 1
        if at > self._at:
            return self.whole()
        new = self._shown["items"][len(before["items"]) :]
        changes = {
            key: change for key in self._shown if key != "items" and (change := difference(before[key], self._shown[key])) is not None
        }
        return {"type": "news", "mark": self.mark, "items": new, "changes": changes}

    def _entry(self) -> int:
        """The last entry that may be seen: that with which the turn began, `delay` turns ago."""
        match = self.sitting.match
        if self.sitting.is_over:
            return len(match.entries) - 1
        began = turn_entries(match)
        return began.get(max(began) - self.delay, 0)

    def _stands(self) -> dict[str, Any]:
        entry, match = self._entry(), self.sitting.match
        if entry == self._at:
            return {**self._shown, "over": encode(self.sitting.outcome) if self.sitting.is_over else None}
        self._at = entry
        try:
            view = encode(match.game.view(match.at(entry), REFEREE))
        except BobError:  # made by former rules, and not kept
            view = None
        told = [item for item in self.sitting.items(REFEREE) if item.entry <= entry and item.event is not None]
        return {
            "number": len(told),
            "view": view,
            "items": [{"number": number, "event": encode(item.event)} for number, item in enumerate(told, 1)],
            "asked": False,
            "choices": {"listed": [], "described": []},
            "over": encode(self.sitting.outcome) if self.sitting.is_over else None,
        }
