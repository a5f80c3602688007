"""A side's seat in a game hosted elsewhere: its views, log and choices; no truth and no seed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bob.core.codec import CodecError, decode, encode
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Choices, Event, Outcome, PendingFight
from bob.core.kit import HUMAN, Decision
from bob.core.match import Match
from bob.core.record import Entry
from bob.data.tables import Lookup
from bob.driver.players import Thought
from bob.driver.remote.base import KeptElsewhere, check_program, header_of
from bob.driver.remote.outbox import Outbox, Said
from bob.driver.remote.record import FarRecord, items_read
from bob.driver.remote.revealed import Revealed
from bob.driver.wire import WireError, patched
from bob.games import kit
from bob.staff.fliers import Fliers

_SHOWN = ("number", "view", "asked", "choices", "over")


def _turns(entry: Entry) -> bool:
    """Return whether a turn began with an entry."""
    return any(event.code == "turn" for event in entry.events)


class FarScreen:
    """A screen with one person, the member who joined."""

    def __init__(self, driver: RemoteDriver) -> None:
        self._game = driver
        self.seat = driver.seat

    @property
    def waiting(self) -> str | None:
        return self.seat if self.seat in self._game.to_move and not self._game.by_pilot else None

    called: str | None = None

    def sit(self, seat: str) -> None:
        """Raise Refused for another seat."""
        if seat != self.seat:
            raise Refused("sitting.not_a_person")

    def may_look(self, seat: str) -> bool:
        return seat == self.seat or self._game.is_whole

    def look(self, seat: str) -> None:
        """Raise Refused for another seat, unless the truth is revealed."""
        if not self.may_look(seat):
            raise Refused("wire.other_eyes")


class RemoteDriver(KeptElsewhere):
    """A side's seat in a game that is played elsewhere."""

    elsewhere = True

    def __init__(self, state: Mapping[str, Any]) -> None:
        """Build it from the first message. Raises BobError: WireError for one that makes no sense."""
        game = check_program(state)
        self.seat = str(state.get("seat"))
        self.kit = kit(game.name)
        self.match = FarRecord(game, header_of(state, game), self.seat)
        self.seats: Mapping[str, str] = {self.seat: HUMAN}
        self.outside: tuple[str, ...] = (self.seat,)
        self.save = None
        self.fliers = Fliers()
        self.two_sided = True
        self.may_go_forward = False
        self.looks_on = False
        self.mark = ""
        self.drafts: dict[str, Any] = {}
        """The drafts of the seat beside the game, kept by the owner of the line."""
        self.keep_drafts: Callable[[], None] = lambda: None
        self.on_entry: Callable[[Entry], None] = lambda entry: None
        self.on_news: Callable[[], None] = lambda: None
        self.on_restored: Callable[[int], None] = lambda number: None
        self.wanted: Callable[[int], None] = lambda number: None
        self.seen: Callable[[int], None] = lambda number: None
        self.outbox = Outbox(self._refusal_of_unsent, lambda: self.reached)
        self._shown: dict[str, Any] = {}
        self._views: dict[int, Any] = {}
        """The views of the seat as JSON, by the number in its log."""
        self._lookups: dict[int, tuple[Lookup | None, ...]] = {}
        """The table lookups for the seat's rolls, by the number in its log."""
        self.wanted_lookups: Callable[[int], None] = lambda number: None
        """Asks the host for it."""
        self._read: tuple[Any, Any] | None = None
        self._offered: tuple[Any, Choices] | None = None
        self._over: Outcome | None = None
        self._revealed: Revealed | None = None
        self.screen: FarScreen
        self._take_state(state)
        self.screen = FarScreen(self)

    # ---- what comes over the line

    def tell(self, message: Mapping[str, Any]) -> None:
        """Take a `state` or `on_news`. Raises WireError where it does not follow; then nothing has changed."""
        if message.get("type") == "state":
            first, made = self._take_state(message)
            self.on_restored(first)
            renewed = True
        else:
            if not self._follows(str(message.get("mark"))):
                return
            made = self._news(message)
            renewed = False
        for entry in made:
            self.on_entry(entry)
        self.outbox.come(again=renewed)
        self.on_news()

    def _follows(self, mark: str) -> bool:
        """Return whether a mark is the next one; False for one that was there already. Raises WireError for any other."""
        epoch, _, number = mark.partition(".")
        known, _, at = self.mark.partition(".")
        if epoch != known or not number.isdecimal():
            raise WireError
        if int(number) <= int(at):
            return False
        if int(number) != int(at) + 1:
            raise WireError
        return True

    def _take_state(self, state: Mapping[str, Any]) -> tuple[int, list[Entry]]:
        game = check_program(state)
        if str(state.get("seat")) != self.seat or header_of(state, game) != self.match.header:
            raise WireError
        shown = {key: state[key] for key in _SHOWN if key in state}
        items = items_read(state.get("items"), game)
        epoch, _, number = str(state.get("mark")).partition(".")
        if len(shown) != len(_SHOWN) or not epoch or not number.isdecimal():
            raise WireError
        seats = state.get("seats")
        if not isinstance(seats, list) or self.seat not in (*seats, REFEREE):
            raise WireError
        self._others = tuple(str(seat) for seat in seats if seat != self.seat)
        self._show(shown)
        self.mark = str(state["mark"])
        found = self.match.again(items)
        known = {item.number for item in items}
        self._views = {number: view for number, view in self._views.items() if number in known}
        self._lookups = {number: lookups for number, lookups in self._lookups.items() if number in known}
        self._keep_view()
        return found

    def _news(self, message: Mapping[str, Any]) -> list[Entry]:
        changes, items = message.get("changes"), items_read(message.get("items"), self.match.game)
        if not isinstance(changes, Mapping):
            raise WireError
        self._show({key: patched(value, changes.get(key)) for key, value in self._shown.items()})
        self.mark = str(message["mark"])
        made = self.match.enter(items)
        self._keep_view()
        return made

    def _show(self, shown: dict[str, Any]) -> None:
        """Take over the state of the game, when all of it can be read. Raises WireError."""
        game = self.match.game
        try:
            view = game.read_view(shown["view"])
            over = decode(Outcome, shown["over"]) if shown["over"] is not None else None
        except CodecError as error:
            raise WireError from error
        if type(shown["number"]) is not int or type(shown["asked"]) is not bool:
            raise WireError
        self._shown, self._read, self._over = shown, (shown["view"], view), over
        if over is None:
            self.hide()
        self.match.to_move = self.to_move

    def _keep_view(self) -> None:
        if self.match.entries:
            self._views[self.match.number_of(len(self.match.entries) - 1)] = self._shown["view"]

    # ---- what is known

    @property
    def reached(self) -> int:
        """The length of the log of the seat."""
        return int(self._shown["number"])

    @property
    def is_whole(self) -> bool:
        """True once the host has revealed the truth to all, after the end of the game."""
        return self._revealed is not None

    def truth(self) -> Match[Any]:
        """Return the whole match, once it is revealed. Raises Refused before that: the truth is where the game is played."""
        if self._revealed is None:
            raise Refused("wire.no_truth")
        return self._revealed.match

    def reveal(self, match: Match[Any]) -> None:
        """Take up the truth of the game that is over. Raises WireError where it is none of this game."""
        found = Revealed(match, self.match)
        if self.is_over:
            self._revealed, self.match.others = found, found.log

    def hide(self) -> None:
        """The truth is known no more: the game goes on."""
        self._revealed, self.match.others = None, lambda seat: []

    def played_for(self, seat: str) -> bool:
        return False

    @property
    def under_way(self) -> bool:
        return self.outbox.busy

    @property
    def others(self) -> tuple[str, ...]:
        """The seats of the game but this one."""
        return self._others

    @property
    def to_move(self) -> tuple[str, ...]:
        """This seat where it is asked, else all others; none when the game is over."""
        if self.is_over:
            return ()
        return (self.seat,) if self._shown["asked"] else self._others

    @property
    def is_over(self) -> bool:
        return self._over is not None

    @property
    def outcome(self) -> Outcome | None:
        return self._over

    @property
    def pending(self) -> PendingFight | None:
        return self.kit.pending_seen(self._view_now)

    def choices(self, seat: str) -> Choices:
        """Return the choices of the seat now; of a dogfight none while an order is under way, because they depend on its result."""
        if seat != self.seat or (self.under_way and self._is_flown):
            return Choices()
        return self._all_choices

    @property
    def _all_choices(self) -> Choices:
        raw = self._shown["choices"]
        if self._offered is None or self._offered[0] is not raw:
            self._offered = raw, self.match.game.read_choices(raw)
        return self._offered[1]

    @property
    def _is_flown(self) -> bool:
        pending = self.pending
        return pending is not None and pending.flown

    @property
    def _view_now(self) -> Any:
        assert self._read is not None
        return self._read[1]

    def view(self, seat: str) -> Any:
        """Return the present view of the seat. Raises Refused for another's."""
        self.screen.look(seat)
        return self._view_now if seat == self.seat else self.truth().view(seat)

    def view_after(self, number: int, seat: str) -> Any:
        """Return the view of the seat after the entry of that number. Raises IndexError, and BobError where it has not been sent."""
        self.screen.look(seat)
        if self._revealed is not None:
            truth = self._revealed.match
            return truth.game.view(truth.at(self._revealed.entry(number)), seat)
        found = self._views.get(self.match.number_of(number))
        if found is None:
            raise BobError("wire.view_not_here")
        return self.match.game.read_view(found)

    def has_view(self, number: int) -> bool:
        return self.is_whole or self.match.number_of(number) in self._views

    @property
    def turn_views(self) -> tuple[tuple[Any, bool], ...]:
        """All views that are here as JSON values, in their order, the one of now last; with each whether a turn began with it, or it is
        the last one."""
        found = [(self._views.get(self.match.number_of(entry.number)), _turns(entry)) for entry in self.match.entries]
        return (*((view, turns) for view, turns in found if view is not None), (self._shown["view"], True))

    @property
    def views_lacking(self) -> list[int]:
        """The entries that began a turn and have no view here yet; the latest first."""
        return [entry.number for entry in reversed(self.match.entries) if _turns(entry) and not self.has_view(entry.number)]

    def ask_view(self, number: int) -> None:
        self.wanted(self.match.number_of(number))

    def lookups_of(self, number: int) -> Mapping[int, Lookup]:
        """Return the lookups for the rolls of an entry that the host has sent; ask for the others."""
        found, place = dict[int, Lookup](), 0
        for thing, count in self.match.rolled(number):
            parts = self._lookups.get(thing)
            if parts is None:
                self.wanted_lookups(thing)
            found |= {place + at: lookup for at, lookup in enumerate(parts or ()) if lookup is not None}
            place += count
        return found

    def put_lookups(self, number: int, data: Any) -> None:
        """Store the lookups for the rolls of the item of that number in its log. Raises WireError."""
        try:
            self._lookups[number] = decode(tuple[Lookup | None, ...], data)
        except CodecError as error:
            raise WireError from error

    def put_view(self, number: int, view: Any) -> None:
        """Store the view of the seat after the item of that number in its log. Raises WireError."""
        try:
            self.match.game.read_view(view)
        except CodecError as error:
            raise WireError from error
        self._views[number] = view
        numbers = range(len(self.match.entries))
        entry = bisect_left(numbers, number, key=self.match.number_of)
        if entry in numbers and self.match.number_of(entry) == number:
            self.seen(entry)

    def log(self, seat: str, since: int = 0) -> list[tuple[int, Event]]:
        self.screen.look(seat)
        return self.match.heard(since) if seat == self.seat else self.truth().log(seat)

    def heard(self, entry: Entry, seat: str) -> Entry:
        return entry

    # ---- orders

    def check(self, seat: str, order: Any) -> None:
        """Raise Refused where the view shows that an order would be: only the host knows all. What waits for another order is looked at
        when its time comes."""
        if seat != self.seat:
            raise Refused("sitting.not_a_person")
        if self.looks_on:
            raise Refused("wire.looks_on")
        if self.outbox.holds(order):
            raise Refused("wire.under_way")
        if not self.under_way:
            self._check_seen(order)

    def _check_seen(self, order: Any) -> None:
        self.kit.check_seen(self.match.game, self._view_now, self._all_choices, order)

    def give(self, seat: str, order: Any) -> None:
        """Send an order. Raises Refused."""
        self.check(seat, order)
        self.outbox.say("order", {"order": encode(order)}, order, (self.kit.moment(self._view_now),))

    def _refusal_of_unsent(self, said: Said) -> Refused | None:
        if said.order is None:
            return None
        try:
            if said.moment != (self.kit.moment(self._view_now),):
                raise Refused("wire.too_late")
            self._check_seen(said.order)
        except Refused as error:
            return error
        return None

    # ---- a pilot at this machine flies for the seat

    @property
    def by_pilot(self) -> bool:
        return self._is_flown and self.pilot_of(self.seat) is not None

    @property
    def thinker(self) -> str | None:
        return self.seat if self.by_pilot and self.seat in self.to_move and not self.under_way else None

    def pilot_of(self, seat: str) -> str | None:
        pending = self.pending
        return self.fliers.name(seat, pending.number) if pending is not None else self.fliers.always(seat)

    def let_fly(self, seat: str, name: str | None, *, always: bool = False) -> None:
        """Let a pilot fly for the seat in the dogfight in hand, or in all that come; None gives the stick back."""
        pending = self.pending
        self.fliers.choose(seat, name, pending.number if pending is not None and not always else None)

    def thought(self, seat: str) -> Thought:
        """Return the task that the pilot has to think over now. Raises UsageError."""
        game, view, choices, count = self.match.game, self._view_now, self._all_choices, len(self.match.entries)
        thinker = self.kit.pilot(str(self.pilot_of(seat)), seat, str(count), game)

        def think(tell: Callable[[int, int], None] | None) -> list[Decision]:
            thinker.on_entry = tell
            return thinker.orders(view, choices, count)

        return Thought(seat, self.reached, think)

    def take(self, thought: Thought, decisions: Sequence[Decision]) -> None:
        """Send the orders that the pilot decided on; the first order offered where none of them is valid. Raises Refused."""
        if thought.number != self.reached or self.thinker != thought.seat:
            return
        for decision in decisions:
            try:
                self.give(thought.seat, decision.order)
            except Refused:
                continue
            return
        for order in self._all_choices.listed[:1]:
            self.give(thought.seat, order)

    # ---- taking back

    def undo_reason(self, seat: str) -> str | None:
        """Return the reason against taking the last order back, or None; the host decides on the rest, and asks the other side where
        needed."""
        if self.under_way or self.looks_on:
            return "wire.looks_on" if self.looks_on else "wire.under_way"
        return None if self.match.last_order(seat) is not None else "game.undo_nothing"

    def undo(self, seat: str) -> None:
        """Ask the host to take the last order back. Raises Refused."""
        if (reason := self.undo_reason(seat)) is not None:
            raise Refused(reason)
        self.outbox.say("undo", {})

    def back_refused(self, number: int) -> str | None:
        return "sitting.no_referee"

    def go_back(self, number: int, mark: Any) -> None:
        raise Refused("sitting.no_referee")

    def go_forward(self, mark: Any) -> None:
        raise Refused("sitting.no_referee")

    def close(self) -> None:
        self.outbox.drop()

    def release(self) -> None:
        self.close()
