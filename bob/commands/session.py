"""A match at the command line: who plays which seat, the officers' moves, the file, the referee's own dice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bob.campaign.orders import OWN as CAMPAIGN_ORDERS
from bob.codec import encode
from bob.dice import Dice, SeededDice, Stream
from bob.errors import BobError, Refused, UsageError
from bob.game import REFEREE, Choices, Entry, Event, Match
from bob.operations.orders import Pick
from bob.operations.position import Fight
from bob.operations.telling import refusal
from bob.save import Save, SaveError
from bob.staff.fights import Pilots
from bob.staff.fliers import Fliers
from bob.staff.officer import Officer
from bob.staff.rules import rules
from bob.staff.runner import officer
from bob.words import Words

OUTSIDE = ("human", "jsonl")
"""What a seat may be beside an officer: somebody outside the program."""

SEATS, FLIERS = "seats", "fliers"
"""The drafts of a save that say who plays which seat, and who flies for whom in dogfights by cards."""

Typed = Callable[[SeededDice], Dice]


def told(words: Words, error: BobError) -> str:
    """An error in words, with its rule."""
    return error.told(words) if isinstance(error, SaveError) else refusal(words, error)


class Flyer:
    """A pilot who plays a seat of a card dogfight, or of a campaign with its dogfights.

    He is made anew for each decision and seeded with its number, so that a game that is opened again goes on as it would have. A
    campaign's own decisions he takes at random: most of them are guesses at what the other side guesses.
    """

    __slots__ = ("name", "seat", "seed")

    def __init__(self, name: str, seat: str, seed: str) -> None:
        from bob.dogfight.cards.pilots.pilot import NAMES

        if name not in NAMES:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join(NAMES))
        self.name, self.seat, self.seed = name, seat, seed

    def order(self, match: Match[Any]) -> Any:
        """What he orders on what his seat sees."""
        from bob.campaign import Campaign
        from bob.dogfight.cards import CardDogfight
        from bob.dogfight.cards.pilots import pilot

        game, view = match.game, match.view(self.seat)
        choices = game.choices(match.position, self.seat)
        seed = f"{self.seed}/{len(match.entries)}"
        battle = match.position
        if isinstance(game, Campaign):
            if any(isinstance(order, CAMPAIGN_ORDERS) for order in choices.listed):
                return Stream.of(seed, f"flyer/{self.seat}").choose(choices.listed)
            game, view, battle = game.cards, view.battle, match.position.battle
        assert isinstance(game, CardDogfight)
        return pilot(self.name, self.seat, seed, battle.terms, game).decide(view, choices)


def player(game: str, name: str, seed: str, seat: str) -> Officer | Flyer:
    """Who plays a seat for the program. Raises UsageError for a name that the game does not know."""
    return officer(name, seed, seat) if game == "day" else Flyer(name, seat, seed)


class Session:
    """One match being played. `seats` says of each seat who plays it: `human`, `jsonl`, or an officer's name."""

    def __init__(
        self,
        match: Match[Any],
        seats: Mapping[str, str],
        save: Save | None = None,
        dice: Typed | None = None,
        fliers: Fliers | None = None,
    ) -> None:
        self.match = match
        self.seats = dict(seats)
        self.save = save
        self.fliers = fliers if fliers is not None else Fliers()
        self.piloted: set[tuple[int, str]] = set()
        """The engagements, by number, in which a pilot flew for somebody outside, and that seat."""
        self._dice = dice
        self._officers: dict[str, Officer | Flyer] = {
            seat: player(match.game.name, name, match.header.seed, seat) for seat, name in seats.items() if name not in OUTSIDE
        }
        self._rules = rules() if match.game.name == "day" else None

    @property
    def outside(self) -> tuple[str, ...]:
        """The seats that somebody outside plays, in the game's order; the referee's last."""
        return tuple(seat for seat in (*self.match.game.seats(self.match.position), REFEREE) if self.seats.get(seat) in OUTSIDE)

    @property
    def owing(self) -> str | None:
        """The seat played from outside that owes a decision first."""
        due = self._due
        return next((seat for seat in self.outside if seat in due and not self._by_pilot(seat)), None)

    @property
    def _due(self) -> tuple[str, ...]:
        """Who owes a decision. Where somebody is the referee, he says how engagements are resolved and brings their results."""
        fight = self.fight
        if fight is not None and fight.battle is None and self.seats.get(REFEREE) in OUTSIDE:
            return (REFEREE,)
        return self.match.owing

    @property
    def number(self) -> int:
        """How many entries the record has."""
        return len(self.match.entries)

    def advance(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Let officers and pilots decide until somebody outside owes a decision, the game is over, or `stop` says so."""
        while (seat := next((s for s in self._due if s in self._officers or self._by_pilot(s)), None)) is not None and not stop():
            self._decide(seat)

    def _decide(self, seat: str) -> None:
        match, by = self.match, self._officers.get(seat)
        if isinstance(by, Flyer):
            self.play(seat, by.order(match))
            return
        choices = match.game.choices(match.position, seat)
        sample = getattr(by, "sample", None)
        if sample is not None:
            self.play(seat, sample(match.game, match.position))
            return
        fight = self.fight
        if fight is not None:
            self._fly(seat, fight, choices)
            return
        assert self._rules is not None and by is not None
        try:
            self.play(seat, by.decide(match.view(seat), choices, self._rules).order)
        except Refused:
            # An officer reckons by his view; what he could not know is passed over, and he has no more to say.
            self.play(seat, choices.listed[0] if choices.listed else self._any_pick(seat))

    # ---- engagements of a day

    @property
    def fight(self) -> Fight | None:
        """The engagement that the day waits for."""
        position = self.match.position
        return position.combat.now if self.match.game.name == "day" and position.phase == "engagement" else None

    @property
    def flown(self) -> tuple[str, ...]:
        """The seats played from outside for which a pilot flies in the dogfight in hand."""
        return tuple(seat for seat in self.outside if self._by_pilot(seat))

    def flier(self, seat: str) -> str | None:
        """The pilot who flies for a seat in the dogfight in hand, or in those that come; None when whoever sits there does."""
        fight = self.fight
        return self.fliers.name(seat, fight.engagement.number) if fight is not None else self.fliers.always(seat)

    def let_fly(self, seat: str, name: str | None, *, always: bool = False) -> None:
        """Let a pilot fly for a seat in the dogfight in hand, or in all that come; None gives the stick back."""
        fight = self.fight
        self.fliers.choose(seat, name, fight.engagement.number if fight is not None and not always else None)
        if self.save is not None:
            self.save.put_draft(FLIERS, self.fliers.as_json())

    def _by_pilot(self, seat: str) -> bool:
        """Whether a pilot flies for somebody outside in the dogfight in hand."""
        fight = self.fight
        return fight is not None and fight.battle is not None and self.seats.get(seat) in OUTSIDE and self.flier(seat) is not None

    def _fly(self, seat: str, fight: Fight, choices: Choices) -> None:
        """What a pilot does in the engagement in hand. He is made anew for each order, so that a game opened again goes on as it would."""
        pilots = Pilots(f"{self.match.header.seed}/{self.number}")
        if seat not in self._officers:
            self.piloted.add((fight.engagement.number, seat))
        self.play(seat, pilots.answer(self.match.view(seat), choices, self.flier(seat)).order)

    def draft(self, seat: str, key: str) -> Any:
        """What is kept in the file for a seat beside the record; None when there is nothing."""
        return self.save.draft(f"{seat}/{key}") if self.save is not None else None

    def put_draft(self, seat: str, key: str, value: Any) -> None:
        """Keep a JSON value in the file for a seat; None takes it away."""
        if self.save is not None:
            self.save.put_draft(f"{seat}/{key}", value)

    def _any_pick(self, seat: str) -> Any:
        choice = self.match.view(seat).choice
        return Pick(tuple(choice["options"][: choice["count"]]))

    def play(self, seat: str, order: Any) -> Entry:
        """Carry out an order. Raises BobError, and then nothing has changed."""
        entry = self.match.play(seat, order, self._dice)
        if entry.number % 64 == 0:
            self.match.snapshot()
        return entry

    def undo(self, seat: str) -> Entry:
        """Take back the last order, which must be the seat's own. Raises Refused."""
        last = self.match.entries[-1]
        if self.match.undo_refused() is None and last.seat != seat:
            raise Refused("game.undo_revealed")
        return self.match.undo()

    def heard(self, entry: Entry, seat: str) -> list[Event]:
        """What a seat learns of an entry."""
        return [event for event in entry.events if seat == REFEREE or seat in event.to]

    def log(self, seat: str, since: int = 0) -> list[tuple[int, Event]]:
        """What a seat has learnt from the entry of that number on."""
        return [(number, event) for number, event in self.match.log(seat) if number >= since]

    def store(self, path: str | os.PathLike[str]) -> None:
        """Write the game into a new file and keep it there from now on; a game that is kept already is copied. Raises SaveError."""
        if self.save is not None:
            self.save.copy_to(path)
            return
        self.save = Save.of(path, self.match, [(SEATS, self.seats), (FLIERS, self.fliers.as_json())])

    def close(self) -> None:
        """Close the file, if there is one."""
        if self.save is not None:
            self.save.close()


def as_json(events: Iterable[Event]) -> list[Any]:
    """Events in their fixed form."""
    return [encode(event) for event in events]
