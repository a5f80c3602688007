"""A side's sheet at the screen: the seat as the sheet shows it, and the orders of its answer, in pencil until they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.codec import encode
from bob.core.errors import BobError, Refused
from bob.core.game import Event
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF
from bob.driver.remote import RemoteDriver
from bob.driver.wire import WIRE
from bob.forecast.pencilled import PENCILLED, Pencil
from bob.games import kit
from bob.post.signed import PostError
from bob.post.turn_file import TurnFile


class Answering(RemoteDriver):
    """A side's seat in a game by post. Nothing that is ordered leaves this machine before the answer is written."""

    def __init__(self, turn_file: TurnFile, kept: Sequence[Any] = ()) -> None:
        """`kept` are the orders that were given before, as JSON; those that the sheet does not allow are left out. Raises PostError for a
        sheet of a game of another kind than the day."""
        game = kit(turn_file.game).make()
        if not isinstance(game, OperationalDay):
            raise PostError("post.desk.only_day")
        self.turn_file = turn_file
        self.orders: list[Any] = []
        """The orders of the answer so far."""
        self._day = game
        self._made = 0
        super().__init__(self._state())
        self._pencil = Pencil(game, turn_file.view)
        for data in kept:
            try:
                self.give(self.seat, game.order(data))
            except BobError:
                continue

    # ---- how it stands

    def _state(self) -> dict[str, Any]:
        """Return the first message of a host with the content of the sheet."""
        turn_file = self.turn_file
        lines: list[tuple[int, dict[str, Any]]] = [(number, {"order": encode(order)}) for number, order in turn_file.orders]
        lines += [(number, {"event": encode(event)}) for number, event in turn_file.log]
        self._made += 1
        return {
            "type": "state",
            "wire": WIRE,
            "mark": f"sheet{self._made}.0",
            "seat": turn_file.seat,
            "game": turn_file.game,
            "scenario": turn_file.head.scenario,
            "options": {},
            "rules": self._day.rules_by_game(),
            "seats": [RAF, LUFTWAFFE],
            "items": [{"number": number, **what} for number, what in sorted(lines, key=lambda one: one[0])],
            "number": turn_file.number,
            "view": encode(turn_file.view),
            "asked": not turn_file.over,
            "choices": encode(turn_file.choices),
            "over": encode(turn_file.outcome) if turn_file.over else None,
        }

    def _lay(self, order: Any) -> dict[str, Any]:
        """Lay an order on the view; return the message with its changes."""
        events: list[Event] = self._pencil.lay(order)
        number = self.reached
        items = [{"number": number + 1, "order": encode(order)}]
        items += [{"number": number + 1 + at, "event": encode(event)} for at, event in enumerate(events, 1)]
        epoch, _, at = self.mark.partition(".")
        changes: dict[str, Any] = {"number": {"=": number + len(items)}, "view": {"=": encode(self._pencil.view)}}
        if self.is_closed:
            changes["asked"] = {"=": False}
        return {"type": "news", "mark": f"{epoch}.{int(at) + 1}", "items": items, "changes": changes}

    @property
    def is_closed(self) -> bool:
        """True when nothing can be ordered after the orders so far, because their results must be known first."""
        return bool(self.orders) and not isinstance(self.orders[-1], PENCILLED)

    @property
    def views_lacking(self) -> list[int]:
        """None: earlier views are on earlier sheets."""
        return []

    def ask_view(self, number: int) -> None:
        """Do nothing: there is no host to ask."""

    def lookups_of(self, number: int) -> dict[int, Any]:
        return {}

    # ---- orders

    def check(self, seat: str, order: Any) -> None:
        if self.is_closed:
            raise Refused("post.desk.closed")
        super().check(seat, order)

    def give(self, seat: str, order: Any) -> None:
        """Put an order into the answer. Raises Refused where the sheet shows that it would be."""
        self.check(seat, order)
        self.orders.append(order)
        self.tell(self._lay(order))
        self.keep_drafts()

    def undo_reason(self, seat: str) -> str | None:
        return None if self.orders else "game.undo_nothing"

    def undo(self, seat: str) -> None:
        """Take the last order out of the answer. Raises Refused."""
        if not self.orders:
            raise Refused("game.undo_nothing")
        kept, self.orders = self.orders[:-1], []
        on_entry, messages, keep = self.on_entry, self.on_news, self.keep_drafts
        self._pencil = Pencil(self._day, self.turn_file.view)
        self.on_entry, self.on_news, self.keep_drafts = (lambda entry: None), (lambda: None), (lambda: None)
        try:
            self.tell(self._state())
            for order in kept:
                self.give(seat, order)
        finally:
            self.on_entry, self.on_news, self.keep_drafts = on_entry, messages, keep
        self.keep_drafts()
        self.on_news()
