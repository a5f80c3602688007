"""A match: one game being played, with its record, replay, undo and the log of a seat."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar

from bob.core import fair
from bob.core.codec import encode
from bob.core.dice import Dice, Ledger, ScriptedDice, SecretStream, SeededDice, Throw, TypedDice
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Event, Game, Log, as_seen, dumps
from bob.core.position_history import PositionHistory, StoredRow
from bob.core.record import Entry, Header, NewRules, drawn, faces_of, goes_by, rules_number, rules_of

P = TypeVar("P")


class NotFollowing(BobError):
    """An entry of a record does not follow from those before it: its number, and why."""

    def __init__(self, number: int, why: Exception) -> None:
        super().__init__("game.record_differs", number=number)
        self.number = number
        self.why = why


class Keeper(Protocol):
    """Stores a record as it grows. An entry that `append` let pass is acknowledged; one that it refuses never happened."""

    def append(self, entry: Entry, row: StoredRow | None = None) -> None:
        """Store an entry and, in the same breath, the row of its position."""
        ...

    def replace(self, number: int, kept: Sequence[tuple[Entry, StoredRow | None]]) -> None:
        """Put these in the place of the entries from that number on: an order was taken back. All or nothing."""
        ...


class _Kept:
    """A store in memory for trials."""

    def __init__(self) -> None:
        self.rows: list[tuple[Entry, StoredRow | None]] = []

    def append(self, entry: Entry, row: StoredRow | None = None) -> None:
        self.rows.append((entry, row))

    def replace(self, number: int, kept: Sequence[tuple[Entry, StoredRow | None]]) -> None:
        raise NotImplementedError


class Match(Generic[P]):
    """One game being played: a position, its record, and the dice. A keeper stores each entry before `play` returns."""

    def __init__(self, game: Game[P], header: Header, keep: Keeper | None = None) -> None:
        self.game = game
        self.header = header
        self.keep = keep
        self.entries: list[Entry] = []
        self.position: P
        self.history = PositionHistory()
        """The positions that are kept in a file."""
        self.since = 0
        """The number of the first entry made by today's rules; those before it are stored results only."""
        self._stream = SecretStream.of(header.seed, "game")
        self._rolled = 0
        """The number of entries that took a link of each seat."""
        self._snapshots: dict[int, bytes] = {}
        self._page = game.writer()

    @classmethod
    def new(
        cls,
        game: Game[P],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        *,
        keep: Keeper | None = None,
        dice: Callable[[SeededDice], Dice] | None = None,
    ) -> Match[P]:
        """A new match, set up. `dice` may put typed dice before the seeded ones."""
        return cls.begun(game, Header.of(game, scenario, seed, options), keep, dice)

    @classmethod
    def begun(cls, game: Game[P], header: Header, keep: Keeper | None = None, dice: Callable[[SeededDice], Dice] | None = None) -> Match[P]:
        """The match of a header, set up."""
        match = cls(game, header, keep)
        match._begin(match._dice(dice))
        return match

    @classmethod
    def replayed(cls, game: Game[P], header: Header, entries: Iterable[Entry], keep: Keeper | None = None) -> Match[P]:
        """The match of a record, with its recorded dice. Raises BobError when the record does not follow from itself."""
        match = cls(game, header, None)
        for entry in entries:
            match.follow(entry)
        if not match.entries:
            raise BobError("game.record_gap", number="-", expected=0)
        match.keep = keep
        return match

    @classmethod
    def opened(cls, game: Game[P], header: Header, entries: Sequence[Entry], history: PositionHistory) -> Match[P]:
        """Return the match of a record that goes on from its last stored position; entries without a stored position are replayed.

        Where its rules are not those of today, `since` is past its end, and it can be played on after `begin_new_rules`. Raises
        NotFollowing when a replayed entry does not follow, and BobError when the stored position does not belong to this game.
        """
        begun, rules = rules_of(header, entries)
        last = history.last
        if last is None or not rules:
            match = cls(game, header)
            match.history = history
            try:
                match._go_on(entries)
                return match
            except NotFollowing:
                if last is None:
                    raise
        match = cls(game, header)
        match.history = history
        match.entries = list(entries[: last + 1])
        match.position = match._parsed(last)
        match._stream.count = sum(drawn(entry) for entry in match.entries)
        match._rolled = sum(bool(entry.links) for entry in match.entries)
        match._go_on(entries[last + 1 :])
        match.since = begun if goes_by(rules, game) else len(entries)
        return match

    def keep_history(self) -> None:
        """See to it that the past holds the position as it is now."""
        number = len(self.entries) - 1
        if self.history.row(number) is None:
            self.history.put(number, self.history.next(number, self.game.dump(self.position)))

    def begin_new_rules(self) -> None:
        """Enter that the rules of today begin here, for a match opened of former ones. Raises the errors of the keeper."""
        self._enter(self._of_new_rules(self.game.rules_by_game()))
        self.since = len(self.entries) - 1

    # ---- playing

    @property
    def to_move(self) -> tuple[str, ...]:
        return self.game.to_move(self.position)

    def play(self, seat: str, order: Any, dice: Callable[[SeededDice], Dice] | None = None) -> Entry:
        """Check and carry out an order; the entry it made. Raises Refused, and then nothing has changed."""
        self.game.check(self.position, seat, order)
        before = self.game.to_move(self.position)
        count = self._stream.count
        thrown = self._dice(dice)
        try:
            events = self.game.apply(self.position, seat, order, thrown)
            return self._enter(self._entry(seat, order, thrown, events, before))
        except BaseException:
            # The order was broken off half-way (typing was cancelled, the disk is full, a fault): go back to the last whole entry.
            self._stream.count = count
            self.position = self.at(len(self.entries) - 1)
            raise

    def view(self, seat: str) -> Any:
        """All that a seat may know of the position."""
        return self.game.view(self.position, seat)

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """The events that a seat learnt of, each with the number of its entry."""
        return [(e.number, as_seen(seat, event)) for e in self.entries for event in e.events if seat == REFEREE or seat in event.to]

    # ---- undo and the time machine

    def last_order(self, seat: str | None = None) -> Entry | None:
        """The entry of the last order of a seat, of whoever gave the last one without a seat; None when there is none."""
        return next((e for e in reversed(self.entries) if e.order is not None and seat in (None, e.seat)), None)

    def undo_refused(self, seat: str | None = None) -> str | None:
        """Return why a seat (without one, the seat of the last order) cannot take its last order back, a key of the words; None when it
        can."""
        own = self.last_order(seat)
        if own is None:
            return "game.undo_nothing"
        if own.rolls:
            return "game.undo_dice"
        if not own.free or not all(self._learnt_nothing(entry, own.seat) for entry in self.entries[own.number + 1 :]):
            return "game.undo_revealed"
        return None if own is self.entries[-1] or self._without(own) is not None else "game.undo_revealed"

    def undo(self, seat: str | None = None) -> Entry:
        """Take the last order of a seat back (without one, the last order of all) and return its entry.

        Later orders of others stay as they are, one number lower, including that they have no more to order: a refusal would reveal
        that. Raises Refused at a roll, a reveal or a change of seat by the order itself, and where any order, option or view of another
        seat would differ; and the errors of the keeper. Then nothing has changed.
        """
        reason = self.undo_refused(seat)
        if reason is not None:
            raise Refused(reason)
        own = self.last_order(seat)
        without = self._without(own) if own is not None else None
        assert own is not None and without is not None
        position, history, rows = without
        if self.keep is not None:
            self.keep.replace(own.number, rows)
        self.entries[own.number :] = [entry for entry, _ in rows]
        self._snapshots = {number: kept for number, kept in self._snapshots.items() if number < own.number}
        self.position, self.history = position, history
        return own

    def back_refused(self, number: int) -> str | None:
        """Return why the game cannot go back to the state after the entry of that number (a key of the words); None when it can."""
        if self.header.fair:
            return "game.back_fair"
        if not 0 <= number < len(self.entries) - 1:
            return "game.undo_nothing"
        return "game.back_rules" if number < self.since else None

    def go_back(self, number: int, mark: Any) -> list[Entry]:
        """Return the game to the state after the entry of that number, and enter the `mark` there, an order of the referee that records
        it. Returns the removed entries, for `go_forward`. Raises Refused, and the errors of the keeper; then nothing has changed."""
        reason = self.back_refused(number)
        if reason is not None:
            raise Refused(reason)
        forward = self.entries[number + 1 :]
        self._goes_on_from(number, [(REFEREE, mark)])
        return forward

    def go_forward(self, forward: Sequence[Entry], mark: Any) -> None:
        """Restore the entries removed by `go_back`, in the place of its mark, and enter another mark. Raises BobError when they do not
        follow here, and the errors of the keeper; then nothing has changed."""
        if not forward or forward[0].number != len(self.entries) - 1:
            raise Refused("game.undo_nothing")
        self._goes_on_from(forward[0].number - 1, [*forward, (REFEREE, mark)])

    def _goes_on_from(self, number: int, then: Sequence[Entry | tuple[str, Any]]) -> None:
        """Set the game to the state after the entry of that number, then replay these entries and orders: all of it or nothing."""
        kept = _Kept()
        trial = Match(self.game, self.header, None)
        trial.since, trial.entries, trial.history = self.since, self.entries[: number + 1], self.history.upto(number)
        trial.position = self.at(number)
        trial._stream.count = sum(drawn(entry) for entry in trial.entries)
        trial._rolled = sum(bool(entry.links) for entry in trial.entries)
        for one in then:
            if isinstance(one, Entry):
                trial.follow(one)
            else:
                trial.play(*one)
            row = trial.history.next(len(trial.entries) - 1, self.game.dump(trial.position))
            kept.append(trial.entries[-1], row)
            trial.history.put(len(trial.entries) - 1, row)
        if self.keep is not None:
            self.keep.replace(number + 1, kept.rows)
        self.entries, self.position, self.history = (
            trial.entries,
            trial.position,
            trial.history if self.keep is not None else PositionHistory(),
        )
        self._stream, self._rolled = trial._stream, trial._rolled
        self._snapshots = {at: packed for at, packed in self._snapshots.items() if at <= number}

    def _without(self, own: Entry) -> tuple[P, PositionHistory, list[tuple[Entry, StoredRow | None]]] | None:
        """The position, the history and the later entries with this order removed, and those replayed that its seat did not hear of.

        None where one of these would not be the same, or another seat would see or be offered anything else.
        """
        kept, later = _Kept(), self.entries[own.number + 1 :]
        trial = Match(self.game, self.header, None)
        trial.since, trial._rolled = self.since, self._rolled - sum(bool(entry.links) for entry in later)
        trial.entries, trial.history, trial.position = (
            self.entries[: own.number],
            self.history.upto(own.number - 1),
            self.at(own.number - 1),
        )
        for entry in later:
            again = replace(entry, number=entry.number - 1)
            try:
                trial.follow(again)
            except BobError:
                return None
            row = trial.history.next(again.number, self.game.dump(trial.position)) if self.keep is not None else None
            kept.append(again, row)
            if row is not None:
                trial.history.put(again.number, row)
        if kept.rows and any(self._shown(trial.position, s) != self._shown(self.position, s) for s in self._others(own.seat)):
            return None
        return trial.position, trial.history, kept.rows

    def _learnt_nothing(self, entry: Entry, seat: str) -> bool:
        """Return whether a seat has learnt nothing by another's later order, neither of it nor of dice that fell for it: a refusal to
        take its own order back would reveal it."""
        if entry.seat == REFEREE:
            return not entry.rolls and all(seat not in event.to for event in entry.events)
        game = self.game
        if any(roll.purpose in game.open_rolls or game.sees_own(seat, roll.purpose, roll.by) for roll in entry.rolls):
            return False
        return all(set(event.to) <= {entry.seat} for event in entry.events)

    def _others(self, seat: str) -> list[str]:
        return [other for other in self.game.seats(self.position) if other != seat]

    def _shown(self, position: P, seat: str) -> tuple[str, Any]:
        """Return the view and the choices of a seat."""
        return dumps(encode(self.game.view(position, seat))), self.game.choices(position, seat)

    def at(self, number: int) -> P:
        """A position of its own, as it was after the entry of that number. Raises IndexError when there is none.

        Raises BobError when it was made by former rules and was not kept.
        """
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        start = max((n for n in self._snapshots if n <= number), default=-1)
        if start != number and self.history.row(number) is not None:
            return self._parsed(number)
        if start >= self.since:
            position: P = pickle.loads(self._snapshots[start])
        elif self.since:
            raise BobError("game.past_not_kept", number=number)
        else:
            start = 0
            position, _ = self.set_up(ScriptedDice(faces_of(self.entries[0])))
        for entry in self.entries[start + 1 : number + 1]:
            self._carried_on(position, entry)
        return position

    def positions(self) -> Iterator[P]:
        """The position after each entry, in order; each is changed into the next. Raises BobError as `at` does."""
        position = self.at(0)
        yield position
        for entry in self.entries[1:]:
            if entry.number < self.since:
                position = self.at(entry.number)
            else:
                self._carried_on(position, entry)
            yield position

    def derived(self) -> Iterator[P | None]:
        """The position after each entry that the rules of today made, by carrying its order out once more with its own dice; None, and
        then no more, for the first that does not give the events it holds. Changes nothing of this match. Raises BobError as `at` does."""
        made: Match[P] = Match(self.game, self.header)
        if self.since:
            made.entries = list(self.entries[: self.since])
            made.position = self.at(self.since - 1)
            made._rolled = sum(bool(entry.links) for entry in made.entries)
        for entry in self.entries[self.since :]:
            try:
                if not isinstance(entry.order, NewRules):
                    made.follow(entry)
                elif made._of_new_rules(entry.order.rules).as_json() == entry.as_json():
                    made.entries.append(entry)
                else:
                    raise BobError("game.record_differs", number=entry.number)
            except Exception:  # whatever a forged entry makes a game stumble over
                yield None
                return
            yield made.position

    def for_looking(self) -> Match[P]:
        """The same record and past apart, for another thread to look at: `derived`, `history`, `entries`, `since`. It is not played on."""
        same: Match[P] = Match(self.game, self.header)
        same.entries, same.since = list(self.entries), self.since
        same.history = self.history.upto(len(self.entries))
        return same

    def branch(self, number: int) -> Match[P]:
        """A new match that shares the record up to the entry of that number. Raises IndexError when there is none, and BobError as `at`."""
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        if not self.since:
            return Match.replayed(self.game, self.header, self.entries[: number + 1])
        return Match.opened(self.game, self.header, self.entries[: number + 1], self.history.upto(number))

    def beside(self, position: P) -> Match[P]:
        """Return a match of the same record with another position: a world that some seat cannot distinguish from this one."""
        made: Match[P] = Match(self.game, self.header)
        made.entries, made.since, made.history, made.position = list(self.entries), self.since, self.history, position
        made._rolled, made._stream, made._snapshots = self._rolled, self._stream.copy(), dict(self._snapshots)
        made.snapshot()
        return made

    def snapshot(self) -> None:
        """Remember the position as it is now, so that going back is quick."""
        self._snapshots[len(self.entries) - 1] = pickle.dumps(self.position, protocol=5)

    # ---- inside

    def _dice(self, dress: Callable[[SeededDice], Dice] | None) -> Dice:
        """The dice of the next entry. Fair ones are never typed: nothing was committed to that a typed face could be held to."""
        stream = self._stream
        if self.header.fair:
            stream = fair.stream(self.header.seed, fair.links(self.header.fair, self._rolled + 1))
        seeded = SeededDice(stream, Ledger())
        return dress(seeded) if dress is not None and not self.header.fair else seeded

    def _links(self, origins: Iterable[str]) -> dict[str, str]:
        """Return the links of the seats for the dice of an entry."""
        if not self.header.fair or "seeded" not in origins:
            return {}
        return fair.links(self.header.fair, self._rolled + 1)

    def set_up(self, dice: Dice) -> tuple[P, list[Event]]:
        """The position that the header and these dice give, and what happened in making it. Changes nothing."""
        position, events = self.game.setup(self.header.scenario, self.header.options, dice)
        if self.header.fair:
            seats = self.game.seats(position)
            events = [Event("committed", fair.published(self.header.seed, self.header.fair), seats), *events]
        return position, events

    def _set_up(self, dice: Dice) -> Entry:
        """Set the position up; the entry of that."""
        self.position, events = self.set_up(dice)
        links = self._links(roll.origin for roll in dice.ledger.rolls)
        return Entry(0, REFEREE, None, tuple(dice.ledger.rolls), tuple(events), False, links)

    def _begin(self, dice: Dice) -> None:
        self._enter(self._set_up(dice))

    def _entry(self, seat: str, order: Any, dice: Dice, events: Sequence[Event], before: tuple[str, ...]) -> Entry:
        """Return the entry of an order just carried out; `before` are the seats that owed a decision then. It is free when no other seat
        learnt anything."""
        rolls = tuple(dice.ledger.rolls)
        links = self._links([roll.origin for roll in rolls])
        entry = Entry(len(self.entries), seat, order, rolls, tuple(events), False, links)
        return replace(entry, free=True) if entry.unheard and self.to_move == before else entry

    def _of_new_rules(self, rules: Mapping[str, int]) -> Entry:
        """The entry that says that these rules begin now."""
        before = rules_of(self.header, self.entries)[1]
        log = Log()
        log.tell("new_rules", self.game.seats(self.position), before=rules_number(before), now=rules_number(rules))
        return Entry(len(self.entries), REFEREE, NewRules(rules), (), tuple(log.events), False)

    def _enter(self, entry: Entry) -> Entry:
        if self.keep is not None:
            row = self.history.next(entry.number, self._page(self.position))
            self.keep.append(entry, row)
            self.history.put(entry.number, row)
        self.entries.append(entry)
        self._rolled += bool(entry.links)
        return entry

    def _parsed(self, number: int) -> P:
        """The kept position of that number. Raises BobError."""
        page = self.history.page(number)
        assert page is not None
        return self.game.parse(page)

    def _carried_on(self, position: P, entry: Entry) -> None:
        """Change a position as a recorded entry did."""
        if not isinstance(entry.order, NewRules):
            self.game.apply(position, entry.seat, entry.order, ScriptedDice(faces_of(entry)))

    def _go_on(self, entries: Iterable[Entry]) -> None:
        """Carry recorded entries out once more. Raises NotFollowing."""
        for entry in entries:
            try:
                self.follow(entry)
            except Exception as error:  # whatever the rules of another version stumble over
                raise NotFollowing(entry.number, error) from error

    def follow(self, entry: Entry) -> None:
        """Carry a recorded entry out once more, with its own dice. Raises BobError when it does not follow from those before it."""
        if entry.number != len(self.entries):
            raise BobError("game.record_gap", number=entry.number, expected=len(self.entries))
        if isinstance(entry.order, NewRules):
            raise BobError("game.record_differs", number=entry.number)
        dice = ScriptedDice(faces_of(entry))
        if entry.number == 0:
            again = self._set_up(dice)
        else:
            self.game.check(self.position, entry.seat, entry.order)
            before = self.to_move
            events = self.game.apply(self.position, entry.seat, entry.order, dice)
            again = self._entry(entry.seat, entry.order, dice, events, before)
        origins = [roll.origin for roll in entry.rolls]
        links = self._links(origins)
        rolls = [replace(roll, origin=origin) for roll, origin in zip(again.rolls, origins, strict=False)]
        if (
            dice.left
            or len(again.rolls) != len(origins)
            or dumps(replace(again, rolls=tuple(rolls), links=links).as_json()) != dumps(entry.as_json())
        ):
            raise BobError("game.record_differs", number=entry.number)
        self._stream.count += drawn(entry)
        self._rolled += bool(links)
        self.entries.append(entry)


def first_difference(game: Game[Any], header: Header, entries: Sequence[Entry]) -> int | None:
    """Return the number of the first entry that does not follow from the seed, or None when the whole record does.

    Typed dice are trusted, those that the program rolled beside them are rolled again. Raises BobError for a record with a part made by
    other rules than today's.
    """
    begun, rules = rules_of(header, entries)
    if begun or (rules and not goes_by(rules, game)):
        raise BobError("game.not_rolled_again")
    match: Match[Any] = Match(game, header)
    for number, entry in enumerate(entries):
        try:
            if number == 0:
                match = Match.begun(game, header, dice=_as_typed(entry))
            else:
                match.play(entry.seat, entry.order, _as_typed(entry))
        except BobError:
            return number
        if match.entries[-1].as_json() != entry.as_json():
            return number
    return None


def _as_typed(entry: Entry) -> Callable[[SeededDice], Dice]:
    """Dice that fall as an entry says where they were typed, and by their stream where not."""
    rolls = iter(entry.rolls)

    def typed(_: Throw) -> str | None:
        roll = next(rolls, None)
        return " ".join(map(str, roll.faces)) if roll is not None and roll.origin == "typed" else None

    return lambda seeded: TypedDice(typed, seeded)
