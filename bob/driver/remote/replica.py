"""The referee's seat in a game that is played elsewhere: the whole match once more, carried on by the entries that come over the line. Only
its orders go back over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bob.core.codec import encode
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.core.match import Match
from bob.core.record import Entry, entry_from_json
from bob.driver.local import Driver
from bob.driver.remote.base import KeptElsewhere, check_program, record_header
from bob.driver.remote.outbox import Outbox, Said
from bob.driver.wire import WireError
from bob.staff.fliers import Fliers


def _match(state: Mapping[str, Any]) -> Match[Any]:
    """The match of a first message. Raises BobError."""
    game = check_program(state)
    header, lines = record_header(state)
    return Match.replayed(game, header, [entry_from_json(line, game) for line in lines])


def _turn_of(entries: list[Entry], number: int) -> int:
    """The turn in which the game stood after the entry of that number."""
    events = (event for entry in reversed(entries[: number + 1]) for event in reversed(entry.events))
    return next((int(event.data["turn"]) for event in events if event.code == "turn"), 1)


class RemoteReferee(KeptElsewhere, Driver):
    """The referee's seat in a game that is played elsewhere."""

    elsewhere = True

    def __init__(self, state: Mapping[str, Any]) -> None:
        """Build it from the first message. Raises BobError."""
        super().__init__(_match(state), {REFEREE: HUMAN}, fliers=Fliers())
        self.seat = REFEREE
        self.looks_on = False
        self.mark = str(state.get("mark"))
        self.drafts: dict[str, Any] = {}
        self.keep_drafts: Callable[[], None] = lambda: None
        self.on_news: Callable[[], None] = lambda: None
        self.on_restored: Callable[[int], None] = lambda number: None
        self.wanted: Callable[[int], None] = lambda number: None
        self.seen: Callable[[int], None] = lambda number: None
        self.outbox = Outbox(self._refusal_of_unsent, lambda: self.reached)
        self._forward_from: int | None = None

    @property
    def others(self) -> tuple[str, ...]:
        """The seats of the game but this one."""
        return tuple(self.match.game.seats(self.match.position))

    @property
    def reached(self) -> int:
        """The length of the log of the seat."""
        return self.number(REFEREE)

    # ---- what comes over the line

    def tell(self, message: Mapping[str, Any]) -> None:
        """Take a `state` or `on_news`. Raises WireError where it does not follow."""
        whole = message.get("type") == "state"
        if whole:
            made = self._rebuilt(message)
        else:
            epoch, _, number = str(message.get("mark")).partition(".")
            known, _, at = self.mark.partition(".")
            if epoch != known or not number.isdecimal() or int(number) > int(at) + 1:
                raise WireError
            if int(number) <= int(at):
                return
            made = self._entries(message.get("entries", []))
        self.mark = str(message.get("mark"))
        for entry in made:
            self.on_entry(entry)
        self.outbox.come(again=whole)
        self.on_news()

    def _entries(self, lines: Any) -> list[Entry]:
        """Carry the match on. Raises WireError where an entry does not follow; those before it hold."""
        made = []
        try:
            for line in lines:
                entry = entry_from_json(line, self.match.game)
                self.match.follow(entry)
                made.append(entry)
                for log in self._logs.values():
                    log.enter(entry)
        except (BobError, TypeError) as error:
            raise WireError from error
        if made:
            self.match.snapshot()
        return made

    def _rebuilt(self, state: Mapping[str, Any]) -> list[Entry]:
        match, was = _match(state), self.match.entries
        if match.header != self.match.header:
            raise WireError
        shorter = min(len(was), len(match.entries))
        first = next((i for i in range(shorter) if was[i] != match.entries[i]), shorter)
        on_entry = self.on_entry
        super().__init__(match, self.seats, fliers=self.fliers)
        self.on_entry = on_entry
        self.on_restored(first)
        return match.entries[first:]

    # ---- orders

    @property
    def under_way(self) -> bool:
        return self.outbox.busy

    def check(self, seat: str, order: Any) -> None:
        if self.outbox.holds(order):
            raise Refused("wire.under_way")
        if not self.under_way:
            super().check(seat, order)

    def give(self, seat: str, order: Any, number: int | None = None) -> list[Any]:
        """Send an order. Raises Refused."""
        if seat != REFEREE:
            raise Refused("sitting.not_a_person")
        self.check(seat, order)
        self.outbox.say("order", {"order": encode(order)}, order)
        return []

    def _refusal_of_unsent(self, said: Said) -> Refused | None:
        if said.order is not None:
            try:
                super().check(REFEREE, said.order)
            except Refused as error:
                return error
        return None

    def undo_reason(self, seat: str) -> str | None:
        """Return the reason against taking the last order back, or None. An order that others have heard of is possible too: the host
        takes it back and informs them."""
        return "wire.under_way" if self.under_way else None if self.match.last_order(seat) is not None else "game.undo_nothing"

    def undo(self, seat: str) -> list[Any]:
        """Ask the host to take the last order back. Raises Refused."""
        if (reason := self.undo_reason(seat)) is not None:
            raise Refused(reason)
        self.outbox.say("undo", {})
        return []

    def back_refused(self, number: int) -> str | None:
        return "wire.under_way" if self.under_way else super().back_refused(number)

    def go_back(self, number: int, mark: Any, *, agreed: bool = False) -> list[Any]:
        """Ask the host to go back to the turn of that entry. Raises Refused."""
        if (reason := self.back_refused(number)) is not None:
            raise Refused(reason)
        self.outbox.say("back", {"turn": _turn_of(self.match.entries, number)})
        self._forward_from = len(self.match.entries)
        return []

    @property
    def may_go_forward(self) -> bool:
        """True when the game was sent back from here, and nothing has been ordered since."""
        last = self.match.entries[-1].order
        return self._forward_from is not None and getattr(last, "code", "") == "went_back" and not last.forward

    def go_forward(self, mark: Any) -> list[Any]:
        """Ask the host to go to where the game was before it went back. Raises Refused."""
        if not self.may_go_forward:
            raise Refused("game.redo_nothing")
        self.outbox.say("forward", {})
        return []

    # ---- what is here

    def has_view(self, number: int) -> bool:
        return 0 <= number < len(self.match.entries)

    def ask_view(self, number: int) -> None:
        """Do nothing: all views are here."""

    def put_view(self, number: int, view: Any) -> None:
        """Do nothing: all views are here."""

    def close(self) -> None:
        self.outbox.drop()

    def release(self) -> None:
        self.close()
