"""Random battles of a tactical game with mixed options, and what every one of them keeps: what the tests of its contract share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import Refused
from bob.core.game import Game, dumps, secret_free
from bob.core.kit import Teller
from bob.core.match import Match
from bob.words import LANGUAGES, Words

Scenario = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class RandomBattles:
    """The battles of a game by their seeds: `mixed` gives scenario and options, `chosen_seat` who of those that owe a decision orders."""

    game: Game[Any]
    mixed: Callable[[int], Scenario]
    chosen_seat: Callable[[Any, Stream], str]

    def begun(self, seed: int) -> tuple[Any, SeededDice, Stream]:
        """A battle set up, its dice, and the chance by which it is played."""
        scenario, options = self.mixed(seed)
        dice = SeededDice(Stream.of(seed, "game"))
        position, _ = self.game.setup(scenario, options, dice)
        return position, dice, Stream.of(seed, "bots")

    def match(self, seed: int, orders: int = 10_000) -> Match[Any]:
        """A battle played so far, with its record."""
        scenario, options = self.mixed(seed)
        made = Match.new(self.game, scenario, seed, options)
        bots = Stream.of(seed, "bots")
        while made.to_move and orders:
            seat = self.chosen_seat(made.position, bots)
            made.play(seat, self.game.sample(made.position, seat, bots))
            orders -= 1
        return made

    def _step(self, position: Any, dice: SeededDice, bots: Stream) -> None:
        seat = self.chosen_seat(position, bots)
        self.game.apply(position, seat, self.game.sample(position, seat, bots), dice)

    def ends(self, seed: int, most: int) -> None:
        """A battle holds every invariant after each of at most so many orders, and ends with points for all."""
        game = self.game
        position, dice, bots = self.begun(seed)
        game.invariants(position)
        count = 0
        while position.owing:
            self._step(position, dice, bots)
            game.invariants(position)
            count += 1
            assert count < most
        assert position.outcome is not None and set(position.outcome.points) == set(position.seats)
        assert game.to_move(position) == () and all(game.choices(position, s).listed == () for s in position.seats)

    def refuses(self, seed: int, absurd: Sequence[Any], orders: int) -> None:
        """Absurd orders are refused in words before each of so many orders."""
        game = self.game
        position, dice, bots = self.begun(seed)
        for _ in range(orders):
            if not position.owing:
                break
            seat = self.chosen_seat(position, bots)
            listed = game.choices(position, seat).listed
            for order in absurd:
                if order not in listed:
                    with pytest.raises(Refused) as caught:
                        game.check(position, seat, order)
                    for language in LANGUAGES:
                        assert caught.value.describe(Words(language))
            game.apply(position, seat, game.sample(position, seat, bots), dice)

    def copies(self, seed: int, orders: int) -> None:
        """What is done to a copy is not done to the position."""
        game = self.game
        position, dice, bots = self.begun(seed)
        for _ in range(orders):
            if not position.owing:
                break
            page = game.dump(position)
            twin = position.copy()
            assert twin == position
            seat = self.chosen_seat(position, bots)
            order = game.sample(position, seat, bots)
            game.apply(twin, seat, order, SeededDice(Stream.of(1, "other")))
            game.invariants(twin)
            assert game.dump(position) == page
            game.apply(position, seat, order, dice)

    def same_seen(self, position: Any, twin: Any, watcher: str) -> None:
        """Two positions are the same to a seat: what it sees and what it may order."""
        assert secret_free(self.game.view(twin, watcher)) == secret_free(self.game.view(position, watcher))
        assert self.game.choices(twin, watcher) == self.game.choices(position, watcher)

    def same_heard(self, position: Any, twin: Any, of: tuple[str, Any, str], dice: SeededDice, lays_open: frozenset[str]) -> bool:
        """Carry an order out in copies of a position and of its twin, `of` the seat that gives it, the order and the seat that watches:
        the same to that seat, unless one of the events in `lays_open` shows what was hidden. Whether it was compared."""
        seat, order, watcher = of
        mine, state = position.copy(), dice.stream.count
        one = self.game.apply(mine, seat, order, SeededDice(Stream(dice.stream.key, state)))
        other = self.game.apply(twin, seat, order, SeededDice(Stream(dice.stream.key, state)))
        if any(event.code in lays_open for event in one):
            return False
        assert [dumps(encode(e)) for e in one if watcher in e.to] == [dumps(encode(e)) for e in other if watcher in e.to]
        assert mine.owing == twin.owing, "who is asked depends only on what lies open"
        assert secret_free(self.game.view(twin, watcher)) == secret_free(self.game.view(mine, watcher))
        return True

    def all_told(self, tellers: Sequence[Teller], wanted: set[str], least: int, most: int) -> None:
        """Every order and event of so many battles has words, and more are played until each event that is wanted came up."""
        seen: set[str] = set()
        for seed in range(most):
            if seed >= least and wanted <= seen:
                break
            for entry in self.match(seed).entries:
                for event in entry.events:
                    seen.add(event.code)
                    texts = [teller.event(event) for teller in tellers]
                    assert all(text and "{" not in text for text in texts)
                if entry.order is not None:
                    assert all(teller.order(entry.order) for teller in tellers)
        assert wanted <= seen, wanted - seen
