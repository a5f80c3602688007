"""A match with its seats, driven from outside. It never waits: it returns questions and takes orders."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bob.core.dice import Throw
from bob.core.errors import Refused
from bob.core.game import REFEREE, Choices, Event, Game, Outcome, PendingFight
from bob.core.kit import HUMAN, Decision, Player
from bob.core.match import Match
from bob.core.record import Entry, Header, entry_from_json
from bob.core.seeds import fresh_seed
from bob.data.tables import Lookup
from bob.driver.local_messages import Accepted, EventMessage, Message, Over, Question, TakenBack
from bob.driver.players import Company, Thought, player
from bob.driver.seat_log import Item, SeatLog, heard_by, sees_roll
from bob.driver.typed_dice import AskDice, dresser
from bob.files import Cipher, FileKey, Save, SaveError
from bob.games import kit
from bob.staff.fliers import Fliers


class Screen:
    """A screen or keyboard that persons share, and the person at it; without persons in the game, that person is the referee."""

    def __init__(self, driver: Driver) -> None:
        self._driver = weakref.ref(driver)
        """A weak reference, so that a driver without other references is freed at once: a host has many."""
        persons, to_move = driver.outside, driver.match.to_move
        first = next((seat for seat in persons if seat in to_move), None)
        self.seat = first or (REFEREE if REFEREE in persons or not persons else persons[0])
        """The seat of the person at the screen."""

    @property
    def _game(self) -> Driver:
        driver = self._driver()
        assert driver is not None
        return driver

    @property
    def waiting(self) -> str | None:
        """The person who owes a decision first; the one at the screen if that is one of them."""
        to_move = self._game.asked_seats
        return self.seat if self.seat in to_move else to_move[0] if to_move else None

    @property
    def called(self) -> str | None:
        """The person for whom the one at the screen has to make room; a referee stays."""
        waiting = self.waiting
        return waiting if waiting not in (None, self.seat) and self.seat != REFEREE else None

    def sit(self, seat: str) -> None:
        """Let another person sit down. Raises Refused for a seat that no person plays."""
        if seat not in self._game.outside:
            raise Refused("sitting.not_a_person")
        self.seat = seat

    def may_look(self, seat: str) -> bool:
        """Return whether the screen may show the view of a seat: for the referee all views, for all persons when the game is over."""
        return seat == self.seat or self.seat == REFEREE or self._game.is_over

    def look(self, seat: str) -> None:
        """Raise Refused unless the screen may have the eyes of that seat."""
        if not self.may_look(seat):
            raise Refused("sitting.secret")


OUTSIDE = (HUMAN, "jsonl")
"""The players of a seat that are outside the program; all other names are players of the program."""

SEATS, FLIERS, TYPED, FORWARD = "seats", "fliers", "screen", "forward"
"""The drafts of a save: the players of the seats, the pilots for persons in dogfights, the flag for typed dice, and the entries that a
referee took off by going back."""

_SNAPSHOT = 64


def two_sided(seats: Mapping[str, str]) -> bool:
    """Return whether at least two sides are played from outside."""
    return sum(who in OUTSIDE for seat, who in seats.items() if seat != REFEREE) > 1


def seats_held(save: Save, match: Match[Any]) -> dict[str, str]:
    """Return the players of the seats of a kept game; all persons without that draft. Raises SaveError."""
    return save.draft_of_kind(SEATS, dict[str, str]) or dict.fromkeys(match.game.seats(match.position), HUMAN)


def _never_stop() -> bool:
    return False


class Driver:
    """One match, its file, and the player of each seat: from outside, or a player of the program by name."""

    def __init__(
        self,
        match: Match[Any],
        seats: Mapping[str, str],
        save: Save | None = None,
        *,
        ask: AskDice | None = None,
        typed: bool = False,
        fliers: Fliers | None = None,
        brought: Mapping[str, Player] | None = None,
    ) -> None:
        """`ask` asks for dice, where they are `typed`; some players may be `brought`. Raises UsageError for a player whom the game does
        not know."""
        self.match = match
        self.seats = dict(seats)
        self.save = save
        self.ask = ask
        self.typed = typed
        self.fliers = fliers if fliers is not None else Fliers()
        self.snapshots = True
        """True to remember the position now and then, so that going back is quick."""
        self.on_entry: Callable[[Entry], None] = lambda entry: None
        """Called with each entry when it is kept."""
        self.on_decision: Callable[[str, Decision, bool], None] = lambda seat, decision, given: None
        """Called with each decision of a player of the program, and whether it could be given."""
        playing = match.game.seats(match.position)
        self.outside = tuple(seat for seat in (*playing, REFEREE) if self.seats.get(seat) in OUTSIDE)
        """The seats played from outside, in the game's order; the referee's last."""
        self.piloted: set[tuple[str, int]] = set()
        """The seats outside for which a pilot has flown, and in which bout."""
        self.company = Company(match, {s: name for s, name in self.seats.items() if name not in OUTSIDE}, brought or {})
        self._logs = {seat: SeatLog(seat, match.entries) for seat in (*playing, REFEREE)}
        self._over_announced = False
        self._taken_off: list[Entry] = []
        self._stood: tuple[object, ...] = ()
        self._views: dict[str, Any] = {}
        self._choices: dict[str, Choices] = {}
        self.screen = Screen(self)

    # ---- making and opening

    @classmethod
    def new(
        cls,
        game: Game[Any],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any],
        seats: Mapping[str, str],
        path: str | os.PathLike[str] | None = None,
        *,
        ask: AskDice | None = None,
        typed: bool = False,
        fair: bool = False,
        fliers: Fliers | None = None,
        cipher: Cipher | None = None,
    ) -> Driver:
        """A new match, kept in a file from the start when there is a path; `fair` dice are committed to before the first roll, a `cipher`
        locks the file.

        Raises BobError; then there is no file.
        """
        secrets = {seat: fresh_seed() for seat in seats if seat != REFEREE} if fair else None
        for seat, who in seats.items():
            if who not in OUTSIDE:
                player(game, who, seat, str(seed))
        referee = seats.get(REFEREE) in OUTSIDE or not any(who in OUTSIDE for who in seats.values())
        wanted: Callable[[str, str], bool] = lambda purpose, by: referee or purpose in game.open_rolls  # noqa: E731
        dress = dresser(ask, wanted, game.unthrown) if typed and ask is not None else None
        if path is None:
            match = Match.begun(game, Header.of(game, scenario, seed, options, secrets), dice=dress)
            return cls(match, seats, ask=ask, typed=typed, fliers=fliers)
        save, match = Save.begin(path, game, scenario, seed, options, dress, secrets, cipher)
        made = cls(match, seats, save, ask=ask, typed=typed, fliers=fliers)
        made.keep_seats()
        return made

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], games: Mapping[str, Game[Any]], *, ask: AskDice | None = None, key: FileKey | None = None
    ) -> Driver:
        """A game from its file, its seats as they were kept; where nothing was, persons play them all. Raises BobError: Locked for a
        locked file without its `key`."""
        return cls.of_save(*Save.open(path, games, key=key), ask=ask)

    @classmethod
    def of_save(cls, save: Save, match: Match[Any], *, ask: AskDice | None = None) -> Driver:
        """The game of a file that is open, its seats as they were kept. Raises BobError; then the file is closed."""
        try:
            playing = match.game.seats(match.position)
            seats = seats_held(save, match)
            if not set(playing) <= set(seats) <= {*playing, REFEREE}:
                raise SaveError("save.damaged_draft", save.path, name=SEATS)
            return cls.resumed(save, match, seats, ask=ask)
        except BaseException:
            save.close()
            raise

    @classmethod
    def resumed(cls, save: Save, match: Match[Any], seats: Mapping[str, str], *, ask: AskDice | None = None) -> Driver:
        """The game of a file that is open, for these seats. Raises BobError."""
        typed = (save.draft_of_kind(TYPED, dict[str, bool]) or {}).get("typed", False)
        fliers = Fliers(save.draft(FLIERS), kit(match.game.name).pilots(match.game))
        made = cls(match, seats, save, ask=ask, typed=typed, fliers=fliers)
        made._taken_off = [entry_from_json(data, match.game) for data in save.draft(FORWARD) or ()]
        return made

    def keep_in(self, path: str | os.PathLike[str], cipher: Cipher | None = None) -> None:
        """Keep the game in a new file from now on, locked as the one before or by a `cipher`. Raises SaveError."""
        if self.save is not None and cipher is None:
            self.save.copy_to(path)
            fresh, match = Save.open(path, {self.match.game.name: self.match.game}, verify=False, key=self.save.cipher)
            match.keep = None
        else:
            fresh = Save.of(path, self.match, self._all_drafts(), cipher)
        if self.save is not None:
            self.save.close()
        self.match.keep = self.save = fresh

    def store(self, path: str | os.PathLike[str], cipher: Cipher | None = None) -> None:
        """Keep the game in a new file, locked as the one before or by a `cipher`; a game that is kept already is copied, and stays where
        it is. Raises SaveError."""
        if self.save is None:
            self.keep_in(path, cipher)
        elif cipher is None:
            self.save.copy_to(path)
        else:
            try:
                Save.of(path, self.match, self._all_drafts(), cipher).close()
            finally:
                self.match.keep = self.save

    def branched(self, path: str | os.PathLike[str], number: int) -> Driver:
        """A new game in a file of its own, from the entry of that number on, locked as this one. Raises SaveError, IndexError."""
        made = Driver(self.match.branch(number), self.seats, ask=self.ask, typed=self.typed)
        made.keep_in(path, self.save.cipher if self.save is not None else None)
        return made

    def keep_seats(self) -> None:
        """Keep the players, the pilots and the choice of dice, where there is a file. Raises SaveError."""
        if self.save is not None:
            for key, value in self._drafts():
                self.save.put_draft(key, value)

    def let_type(self, typed: bool) -> None:
        """Let dice be typed from now on, or roll them. Raises SaveError; then it is as it was."""
        if self.save is not None:
            self.save.put_draft(TYPED, {"typed": True} if typed else None)
        self.typed = typed

    def _drafts(self) -> list[tuple[str, Any]]:
        typed = [(TYPED, {"typed": True})] if self.typed else []
        return [(SEATS, self.seats), (FLIERS, self.fliers.as_json()), *typed]

    def _all_drafts(self) -> list[tuple[str, Any]]:
        """All that is kept beside the record."""
        save = self.save
        return [(key, save.draft(key)) for key in save.drafts()] if save is not None else self._drafts()

    @property
    def two_sided(self) -> bool:
        """True when at least two sides are played from outside: then the truth is a secret between them."""
        return two_sided(self.seats)

    elsewhere = False
    is_whole = True

    def truth(self) -> Match[Any]:
        """The whole match."""
        return self.match

    def lookups_of(self, number: int) -> Mapping[int, Lookup] | None:
        """Return None: the lookups for the rolls of an entry can be worked out here."""
        return None

    def played_for(self, seat: str) -> bool:
        """Return whether a player of the program plays a seat."""
        return seat in self.company.names

    @property
    def under_way(self) -> bool:
        """False: here an order is carried out as it is given."""
        return False

    def close(self) -> None:
        """Close the file, if there is one."""
        if self.save is not None:
            self.save.close()

    def release(self) -> None:
        """Close the file and keep nothing more."""
        self.close()
        self.save = self.match.keep = None

    def draft(self, seat: str, key: str) -> Any:
        """Return the value kept in the file for a seat beside the record; None when there is none. Raises SaveError."""
        return self.save.draft(f"{seat}/{key}") if self.save is not None else None

    def put_draft(self, seat: str, key: str, value: Any) -> None:
        """Keep a JSON value in the file for a seat; None takes it away. Raises SaveError."""
        if self.save is not None:
            self.save.put_draft(f"{seat}/{key}", value)

    # ---- who owes what

    @property
    def to_move(self) -> tuple[str, ...]:
        """The seats that owe a decision. The decisions that the game leaves to a referee belong to the referee's seat where that is
        played from outside."""
        if REFEREE in self.outside and self.match.game.referee_decides(self.match.position):
            return (REFEREE,)
        return self.match.to_move

    @property
    def asked_seats(self) -> tuple[str, ...]:
        """The seats outside that owe a decision of their own."""
        return tuple(seat for seat in self.to_move if seat in self.outside and not self.by_pilot(seat))

    @property
    def thinker(self) -> str | None:
        """The seat for which a player of the program decides next, if one does."""
        return next((seat for seat in self.to_move if seat in self.company.names or self.by_pilot(seat)), None)

    @property
    def is_over(self) -> bool:
        return not self.match.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.match.game.outcome(self.match.position)

    @property
    def pending(self) -> PendingFight | None:
        """The fight within the game that it waits for."""
        return self.match.game.pending(self.match.position)

    def asked(self) -> list[Question]:
        """The questions that are open to seats outside, each with all that its seat may know."""
        return [Question(self.number(s), s, self.view(s), self.choices(s)) for s in self.asked_seats]

    def choices(self, seat: str) -> Choices:
        """Return the choices of a seat now: the same object until something is ordered."""
        self._look_again()
        if seat not in self._choices:
            self._choices[seat] = self.match.game.choices(self.match.position, seat)
        return self._choices[seat]

    def _look_again(self) -> None:
        """Drop the cached views and choices when the position has changed."""
        match = self.match
        stands = match.position, match.entries[-1], len(match.entries)
        if len(self._stood) != len(stands) or any(one is not other for one, other in zip(stands, self._stood, strict=True)):
            self._stood, self._views, self._choices = stands, {}, {}

    # ---- what a seat knows

    def number(self, seat: str) -> int:
        """Return the length of the log of a seat: the number of its questions now."""
        return self._logs[seat].number

    def log(self, seat: str, since: int = 0) -> list[tuple[int, Event]]:
        """Return the events that a seat has heard, from that number of its log on."""
        return self._logs[seat].events(since)

    def items(self, seat: str) -> Sequence[Item]:
        """Return the orders and events of a seat."""
        return self._logs[seat].items

    def view(self, seat: str) -> Any:
        """Return the present view of a seat: the same object until something is ordered."""
        self._look_again()
        if seat not in self._views:
            self._views[seat] = self.match.view(seat)
        return self._views[seat]

    def view_after(self, number: int, seat: str) -> Any:
        """Return the view of a seat after the entry of that number. Raises IndexError, BobError where that was not kept."""
        return self.match.game.view(self.match.at(number), seat)

    def view_at(self, seat: str, number: int) -> Any:
        """Return the view of a seat after the item of that number in its log. Raises KeyError."""
        return self.match.game.view(self.match.at(self._logs[seat].entry_of(number)), seat)

    def heard(self, entry: Entry, seat: str) -> Entry:
        """An entry as a seat may know it; the whole when the game is over."""
        return entry if self.is_over else heard_by(self.match.game, entry, seat)

    # ---- orders

    def check(self, seat: str, order: Any) -> None:
        """Raise Refused, with the reason, unless an order may be given now."""
        self.match.game.check(self.match.position, seat, order)

    def give(self, seat: str, order: Any, number: int | None = None) -> list[Message]:
        """Carry out an order of a seat outside, as the answer to its question of that number; it is in the file before the messages go
        out. Raises BobError, and then nothing has changed: Refused for a late answer, for a seat that is not outside, by the rules."""
        if seat not in self.outside:
            raise Refused("sitting.not_outside", seat=seat[:40], choices=", ".join(self.outside) or "–")
        if number is not None and number != self.number(seat):
            raise Refused("sitting.late", number=number, now=self.number(seat))
        return self._play(seat, order)

    def advance(self, stop: Callable[[], bool] = _never_stop) -> list[Message]:
        """Let the players of the program decide until a seat outside has to, the game is over, or `stop` returns True; return the
        messages."""
        messages: list[Message] = []
        while self.thinker is not None and not stop():
            messages += self.step()
        return messages + self._ending()

    def step(self) -> list[Message]:
        """Let one player of the program order on the present view of its seat; return the messages. Nothing where none is due."""
        seat = self.thinker
        if seat is None:
            return []
        thought = self.thought(seat)
        return self.take(thought, thought.think(None))

    def thought(self, seat: str) -> Thought:
        """Return the task that the player of a seat has to think over now. It may be thought anywhere, and its result is passed to
        `take`."""
        pending = self.pending
        pilot = self.fliers.name(seat, pending.number) if pending is not None and pending.flown else None
        return self.company.thought(seat, self.number(seat), pilot)

    def take(self, thought: Thought, decisions: Sequence[Decision]) -> list[Message]:
        """Carry out the decisions of a player, one after another; those that the rules refuse are skipped, and when none is left the
        first order offered is taken. The result of an outdated task is dropped. Raises BobError for an order that could not be kept; all
        before it are kept and their messages sent."""
        seat = thought.seat
        if thought.number != self.number(seat) or seat not in self.to_move:
            return []
        pending = self.pending
        if pending is not None and seat in self.outside:
            self.piloted.add((seat, pending.number))
        messages: list[Message] = []
        said = False
        for decision in decisions:
            try:
                messages += self._play(seat, decision.order)
                said = True
            except Refused:
                said = False
            self.on_decision(seat, decision, said)
        if not said and seat in self.to_move:
            messages += self._play(seat, self.company.anything(seat))
        return messages

    def _play(self, seat: str, order: Any) -> list[Message]:
        game = self.match.game
        dress = dresser(self._asks, self.types, game.unthrown) if self.typed and self.ask is not None else None
        entry = self.match.play(seat, order, dress)
        if self.snapshots and entry.number % _SNAPSHOT == 0:
            self.match.snapshot()
        messages: list[Message] = []
        for log in self._logs.values():
            items = log.enter(entry)
            if log.seat in self.outside:
                messages += [Accepted(i.number, log.seat) if i.event is None else EventMessage(i.number, log.seat, i.event) for i in items]
        self.on_entry(entry)
        return messages

    def _ending(self) -> list[Message]:
        """Return the message that the game is over, once for each seat outside."""
        if self._over_announced or not self.is_over:
            return []
        self._over_announced = True
        return [Over(self.number(seat), seat, self.outcome) for seat in self.outside or (REFEREE,)]

    def _asks(self, throw: Throw) -> str | None:
        """Ask for dice; only the referee gets the subject of the roll, because for a referee it is no secret."""
        assert self.ask is not None
        return self.ask(throw if self.screen.seat == REFEREE else replace(throw, about={}))

    def types(self, purpose: str, by: str) -> bool:
        """Return whether the person at the screen types a roll: the referee all of them, a side those open to it."""
        return sees_roll(self.match.game, self.screen.seat, purpose, by)

    # ---- undo

    def undo_reason(self, seat: str) -> str | None:
        """Return the reason why a seat cannot take its last order back (a key of the words), or None when it can."""
        reason = self.match.undo_refused(seat)
        own = self.match.last_order(seat)
        hidden = reason == "game.undo_dice" and own is not None and not heard_by(self.match.game, own, seat).rolls
        return "game.undo_revealed" if hidden else reason

    def undo(self, seat: str) -> list[Message]:
        """Take back the seat's last order; a seat that had not heard of it learns nothing. Raises Refused, SaveError."""
        reason = self.undo_reason(seat)
        if reason is not None:
            raise Refused(reason)
        entry = self.match.undo(seat)
        knew = [log for log in self._logs.values() if log.take_back(entry.number)]
        return [TakenBack(log.number, log.seat) for log in knew if log.seat in self.outside]

    # ---- the referee goes back and forward

    def back_refused(self, number: int) -> str | None:
        """Return the reason why the referee cannot go back to the state after the entry of that number (a key of the words); None when
        it is possible."""
        return "sitting.no_referee" if REFEREE not in self.outside else self.match.back_refused(number)

    def go_back(self, number: int, mark: Any, *, agreed: bool = False) -> list[Message]:
        """Return the game to its state after the entry of that number; the `mark` records that. The entries taken off can be restored
        until another order is given, even after a restart of the program. Without a referee all sides have to have `agreed`. Raises
        Refused, SaveError."""
        reason = self.match.back_refused(number) if agreed else self.back_refused(number)
        if reason is not None:
            raise Refused(reason)
        off = self._taken_entries()
        forward = [*self.match.entries[number + 1 : -1], *off] if off else self.match.entries[number + 1 :]
        self._keep_forward(forward)
        taken = self.match.go_back(number, mark)
        return self._restored(taken[0].number)

    @property
    def may_go_forward(self) -> bool:
        """True when nothing has been ordered since the game went back."""
        return bool(self._taken_entries())

    def go_forward(self, mark: Any) -> list[Message]:
        """Go to where the game was before it went back. Raises Refused, BobError."""
        forward = self._taken_entries()
        if not forward:
            raise Refused("game.redo_nothing")
        self.match.go_forward(forward, mark)
        self._keep_forward([])
        return self._restored(forward[0].number)

    def _taken_entries(self) -> list[Entry]:
        """Return the entries taken off when the game went back, while the mark of that is still its last entry."""
        found = self._taken_off
        return found if found and found[0].number == len(self.match.entries) - 1 else []

    def _keep_forward(self, forward: Sequence[Entry]) -> None:
        self._taken_off = list(forward)
        if self.save is not None:
            self.save.put_draft(FORWARD, [entry.as_json() for entry in forward] or None)

    def _restored(self, number: int) -> list[Message]:
        """The logs of the seats go on from the entry of that number."""
        messages: list[Message] = []
        for log in self._logs.values():
            before = len(log.items)
            log.forget(number)
            if len(log.items) < before and log.seat in self.outside:
                messages.append(TakenBack(log.number, log.seat))
        for entry in self.match.entries[number:]:
            for log in self._logs.values():
                items = log.enter(entry)
                if log.seat in self.outside:
                    messages += [EventMessage(i.number, log.seat, i.event) for i in items if i.event is not None]
        self.piloted.clear()
        self._over_announced = self._over_announced and self.is_over
        return messages

    # ---- who flies in dogfights

    def by_pilot(self, seat: str) -> bool:
        """Return whether a pilot flies for a seat outside in the dogfight in hand."""
        pending = self.pending
        return pending is not None and pending.flown and seat in self.outside and self.pilot_of(seat) is not None

    def pilot_of(self, seat: str) -> str | None:
        """Return the pilot for a seat in the dogfight in hand, or in those that come; None when the player of the seat flies."""
        pending = self.pending
        return self.fliers.name(seat, pending.number) if pending is not None else self.fliers.always(seat)

    def let_fly(self, seat: str, name: str | None, *, always: bool = False) -> None:
        """Let a pilot fly for a seat in the dogfight in hand, or in all that come; None gives the stick back. Raises SaveError when
        that could not be kept; then it holds all the same."""
        pending = self.pending
        self.fliers.choose(seat, name, pending.number if pending is not None and not always else None)
        if self.save is not None and not self.save.read_only:
            self.save.put_draft(FLIERS, self.fliers.as_json())
