"""The messages to one seat: the whole state of the game for it, and from then on the changes.

A `Channel` makes the messages of a seat from its view, its log and its choices, and from nothing else. They are numbered for the seat
alone, and one is made only where something has changed for it: hidden actions of others leave no gap and no message. `patched` is the
inverse: it returns the new value from the old one and the change.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from bob.core.codec import encode, encode_changed
from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.seeds import fresh_seed
from bob.driver.local import Driver
from bob.driver.seat_log import Item, seen_rolls

WIRE = 1
"""The version of these messages."""

_KEPT = 100


class WireError(BobError):
    """A change that does not fit the value to be changed."""

    def __init__(self) -> None:
        super().__init__("wire.no_fit")


# ---- differences of JSON values


def difference(before: Any, after: Any) -> dict[str, Any] | None:
    """Return the change from one JSON value to another; None where they are the same.

    `{"=": value}` replaces the old value. Of an object, `in` has the changes by key, `out` the keys that are gone. Of a list, `in` has
    the changes by place, `to` the number of members that stay, `add` those that come after them.
    """
    if before is after:
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        inside: dict[str, Any] = {}
        for key, value in after.items():
            if key not in before:
                inside[key] = {"=": value}
            elif (known := before[key]) is not value and (change := difference(known, value)) is not None:
                inside[key] = change
        out = [key for key in before if key not in after]
        return ({"in": inside} | ({"out": out} if out else {})) if inside or out else None
    if isinstance(before, list) and isinstance(after, list) and before and after:
        stay = min(len(before), len(after))
        pairs = ((i, difference(before[i], after[i])) for i in range(stay) if before[i] is not after[i])
        inside = {str(i): change for i, change in pairs if change is not None}
        if len(before) == len(after):
            return {"in": inside} if inside else None
        return {"in": inside, "to": stay, "add": after[stay:]}
    return None if type(before) is type(after) and before == after else {"=": after}


def patched(before: Any, change: Mapping[str, Any] | None) -> Any:
    """The value that a change makes of the one before, which stays as it was. Raises WireError where they do not fit."""
    if change is None:
        return before
    if "=" in change:
        return change["="]
    try:
        inside: Mapping[str, Any] = change["in"]
        if isinstance(before, dict):
            kept = {key: value for key, value in before.items() if key not in change.get("out", ())}
            return kept | {key: patched(before.get(key), part) for key, part in inside.items()}
        if isinstance(before, list):
            made = [patched(value, inside.get(str(i))) for i, value in enumerate(before[: change.get("to", len(before))])]
            return made + list(change.get("add", ()))
    except (AttributeError, KeyError, TypeError) as error:
        raise WireError from error
    raise WireError


# ---- the messages of a seat


class Channel:
    """The messages to one seat of a game. Their numbers grow by one, and restart with each `epoch`: a new channel, as after a restart of
    the program, has another."""

    def __init__(self, driver: Driver, seat: str) -> None:
        self.driver = driver
        self.seat = seat
        self.epoch = fresh_seed(6)
        self.number = 0
        self._seen: tuple[Any, Any] = (None, None)
        """View and choices as they were shown last, and `_shown` holds as they were written."""
        self._shown: dict[str, Any] = {"view": None, "choices": None}
        self._shown = self._stands()
        self._sent = len(self._items)
        self._last = self._last_number()
        self._entries = len(driver.match.entries)
        self._cache: deque[dict[str, Any]] = deque(maxlen=_KEPT)

    @property
    def mark(self) -> str:
        """The mark with which a returning client names the last message received."""
        return f"{self.epoch}.{self.number}"

    def whole(self) -> dict[str, Any]:
        """Return the state of the game for the seat: the first message of a line."""
        driver, header = self.driver, self.driver.match.header
        said = {
            "type": "state",
            "wire": WIRE,
            "mark": self.mark,
            "seat": self.seat,
            "game": header.game,
            "scenario": header.scenario,
            "options": encode(header.options),
            "rules": encode(driver.match.game.rules_by_game()),
            "seats": list(driver.match.game.seats(driver.match.position)),
            "items": self._entries_since(0),
            **self._shown,
        }
        if self.seat == REFEREE:
            said["record"] = {
                "header": encode(header),
                "since": driver.match.since,
                "entries": [entry.as_json() for entry in driver.match.entries],
            }
        return said

    def since(self, mark: str | None) -> list[dict[str, Any]]:
        """Return the messages after that mark; the whole state where it is none of this channel, or too long ago."""
        epoch, _, number = (mark or "").partition(".")
        if epoch != self.epoch or not number.isdecimal() or len(number) > 9:
            return [self.whole()]
        behind = self.number - int(number)
        if not 0 <= behind <= len(self._cache):
            return [self.whole()]
        return list(self._cache)[len(self._cache) - behind :]

    def refresh(self) -> dict[str, Any] | None:
        """Return the changes for the seat since the last message; None where there are none. After an order was taken back it is the
        whole state."""
        items = self._items
        before, self._shown = self._shown, self._stands()
        taken_back = len(items) < self._sent or (self._sent > 0 and items[self._sent - 1].number != self._last)
        first, self._sent, self._last = self._sent, len(items), self._last_number()
        entries = self.driver.match.entries
        recorded, self._entries = entries[self._entries :], len(entries)
        if taken_back:
            self.number += 1
            self._cache.clear()
            return self.whole()
        changes = {key: change for key, value in self._shown.items() if (change := difference(before[key], value)) is not None}
        if first == len(items) and not changes and not (recorded and self.seat == REFEREE):
            return None
        self.number += 1
        said: dict[str, Any] = {"type": "news", "mark": self.mark, "items": self._entries_since(first), "changes": changes}
        if self.seat == REFEREE:
            said["entries"] = [entry.as_json() for entry in recorded]
        self._cache.append(said)
        return said

    @property
    def _items(self) -> Sequence[Item]:
        return self.driver.items(self.seat)

    def _last_number(self) -> int:
        items = self._items
        return items[-1].number if items else 0

    def _entries_since(self, first: int) -> list[dict[str, Any]]:
        """Return the items of the seat from that place on, each with the rolls since the item before that the seat may see."""
        items, entries, game, lines = self._items, self.driver.match.entries, self.driver.match.game, list[dict[str, Any]]()
        seen = items[first - 1].entry if first else -1
        for item in items[first:]:
            what = {"order": encode(entries[item.entry].order)} if item.event is None else {"event": encode(item.event)}
            lines.append({"number": item.number, **what})
            if self.seat != REFEREE and (rolls := [r for e in entries[seen + 1 : item.entry + 1] for r in seen_rolls(game, e, self.seat)]):
                lines[-1]["rolls"] = encode(rolls)
            seen = item.entry
        return lines

    def _stands(self) -> dict[str, Any]:
        """Return the present state of the game for the seat: its view, its choices, and whether it is asked."""
        driver, seat, (view, choices) = self.driver, self.seat, self._seen
        self._seen = driver.view(seat), driver.choices(seat)
        return {
            "number": driver.number(seat),
            "view": encode_changed(self._seen[0], view, self._shown["view"]),
            "asked": seat in driver.asked_seats,
            "choices": encode_changed(self._seen[1], choices, self._shown["choices"]),
            "over": encode(driver.outcome) if driver.is_over else None,
        }
