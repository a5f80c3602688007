"""The card dogfight as a game of the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar

from bob.core.dice import Dice, Stream
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.own_files import as_folder
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.tactical.cards import actions, bombers, checks, legal, movement, page, reactions, setup
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import OWN_FILES, CardTables, laid_over, shipped
from bob.tactical.cards.execution import CardRun, refused
from bob.tactical.cards.options import terms
from bob.tactical.cards.position import PRE, CardPosition, CardTerms, Chain, Craft, Following, Giving, Stall
from bob.tactical.cards.sequence import begin_turn, end_turn, next_phase, proceed
from bob.tactical.cards.view import CardTableView, view

_RANK = attrgetter("rank")


@cache
def shipped_scenarios() -> Mapping[str, Mapping[str, Any]]:
    """The scenarios that ship with the program."""
    return load_scenarios(data_folder("tables") / "cards" / "scenarios.toml")


def load_scenarios(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """The scenarios of a file by code, each in the form of its terms. Raises DataError."""
    top = read_toml(path)
    for name in top:
        top.table(name).read(CardTerms)
    return top.data


class CardDogfight(Game[CardPosition]):
    """A dogfight with Action cards, for any number of aircraft."""

    name: ClassVar[str] = "cards"
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    rules: ClassVar[int] = 2

    def __init__(self, tables: CardTables | None = None, scenarios: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self.tables = tables if tables is not None else shipped()
        self.scenarios = scenarios if scenarios is not None else shipped_scenarios()
        self._plain: dict[str, CardTerms] = {}

    @property
    def open_rolls(self) -> frozenset[str]:
        return frozenset(("cards.dice.first", "cards.dice.order"))

    @property
    def unthrown(self) -> frozenset[str]:
        return frozenset(("cards.dice.shuffle",))

    @property
    def own(self) -> Mapping[str, str]:
        return self.tables.own

    def with_own(self, own: Mapping[str, str]) -> CardDogfight:
        if not own:
            return CardDogfight(None, self.scenarios)
        with as_folder(own, OWN_FILES) as folder:
            return CardDogfight(laid_over(folder), self.scenarios)

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[CardPosition, list[Event]]:
        if options:
            return self.setup_terms(terms(scenario, options, self.scenarios, self.tables), dice)
        if scenario not in self._plain:
            self._plain[scenario] = terms(scenario, {}, self.scenarios, self.tables)
        return self.setup_terms(self._plain[scenario], dice)

    def setup_terms(self, made: CardTerms, dice: Dice) -> tuple[CardPosition, list[Event]]:
        """A new position of terms made elsewhere: a campaign's missions."""
        run = setup.begin(made, self.tables, dice)
        proceed(run)
        return run.position, run.events

    def seats(self, position: CardPosition) -> tuple[str, ...]:
        return position.seats

    def allies(self, position: CardPosition, seat: str) -> tuple[str, ...]:
        party = position.party_of[position.seats.index(seat)]
        return tuple([name for name, of in zip(position.seats, position.party_of, strict=True) if of == party])

    def to_move(self, position: CardPosition) -> tuple[str, ...]:
        return position.owing

    def choices(self, position: CardPosition, seat: str) -> Choices:
        found = legal.orders(position, seat, self.tables)
        if len(found) > 1:
            found.sort(key=_RANK)
        return Choices(tuple(found))

    def check(self, position: CardPosition, seat: str, order: Any) -> None:
        if not legal.is_legal(position, seat, order, self.tables):
            raise refused(legal.why_not(position, seat, order))

    def apply(self, position: CardPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = CardRun(position, dice)
        self._carry_out(run, seat, order)
        proceed(run)
        return run.events

    def view(self, position: CardPosition, seat: str) -> CardTableView:
        return view(position, seat)

    def sample(self, position: CardPosition, seat: str, stream: Stream) -> Any:
        found = legal.orders(position, seat, self.tables)
        return found[stream.below(len(found))]

    def outcome(self, position: CardPosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: CardPosition) -> None:
        checks.check(position)

    def dump(self, position: CardPosition) -> str:
        return page.dump(position)

    def parse(self, text: str) -> CardPosition:
        return page.parse(text, self.tables)

    # ---- inside

    def _carry_out(self, run: CardRun, seat: str, order: Any) -> None:
        position = run.position
        pending = position.pending
        if isinstance(order, o.Redline):
            reactions.play_redline(run, order)
        elif pending is not None:
            _answer(run, pending, order)
        elif position.active >= 0:
            _IN_TURN[type(order)](run, position.crafts[position.active], order)
        else:
            self._play_between(run, position.seats.index(seat), order)

    def _play_between(self, run: CardRun, seat: int, order: Any) -> None:
        if isinstance(order, o.Act):
            begin_turn(run, run.position.crafts[order.aircraft])
        elif isinstance(order, o.StartAltitude):
            setup.play_altitude(run, seat, order)
        elif isinstance(order, o.PlaceBomber):
            setup.play_place(run, order)
        elif isinstance(order, o.Pair | o.PairsDone):
            setup.play_pair(run, seat, order)
        else:
            setup.play_pick(run, seat, order, self.tables)


def _answer(run: CardRun, pending: Chain | Following | Stall | Giving, order: Any) -> None:
    if isinstance(pending, Chain):
        if isinstance(order, o.NoAnswer):
            reactions.play_pass(run, pending)
        elif isinstance(order, o.React):
            reactions.play_react(run, pending, order.card)
        elif isinstance(order, o.Evade):
            reactions.play_evade(run, pending, order.card)
        else:
            reactions.play_fire(run, pending, order)
    elif isinstance(pending, Following):
        if isinstance(order, o.Follow):
            movement.play_follow(run, pending, order.cards)
        else:
            movement.play_stay_behind(run, pending)
    elif isinstance(pending, Stall):
        movement.play_stall(run, pending, order.card)
    else:
        bombers.play_give(run, pending, order.target)


def _stay(run: CardRun, craft: Craft, order: o.Stay) -> None:
    next_phase(run)


def _climb(run: CardRun, craft: Craft, order: o.Climb) -> None:
    next_phase(run)
    movement.change(run, craft, True, "phase", () if order.card is None else (order.card,))


def _dive(run: CardRun, craft: Craft, order: o.Dive) -> None:
    next_phase(run)
    movement.change(run, craft, False, "phase", ())


def _change_altitude(run: CardRun, craft: Craft, order: o.ChangeAltitude) -> None:
    run.throw(craft, order.card)
    movement.change(run, craft, order.climb, order.card, () if order.pay is None else (order.pay,))


def _speed_step(run: CardRun, craft: Craft, order: o.SpeedStep) -> None:
    position = run.position
    position.speed_points -= 1
    target = position.speed_target
    reactions.start(run, Chain("speed", craft.number, target, None, 1, "manoeuvre", target), craft)


def _done(run: CardRun, craft: Craft, order: o.EndPhase) -> None:
    next_phase(run)


def _discard(run: CardRun, craft: Craft, order: o.Discard) -> None:
    run.throw(craft, order.card)
    run.tell("discarded", aircraft=craft.number, card=order.card)


def _drop_bombs(run: CardRun, craft: Craft, order: o.DropBombs) -> None:
    bombers.drop_bombs(run, craft)
    run.position.phase, run.position.drawn = PRE, False


def _keep_bombs(run: CardRun, craft: Craft, order: o.KeepBombs) -> None:
    end_turn(run)


_IN_TURN: dict[type, Callable[[CardRun, Craft, Any], None]] = {
    o.Stay: _stay,
    o.Climb: _climb,
    o.Dive: _dive,
    o.Compare: lambda run, craft, order: movement.play_compare(run, craft, order.target),
    o.SpeedStep: _speed_step,
    o.PickBomber: bombers.play_pick,
    o.AskBomber: lambda run, craft, order: bombers.play_ask(run, craft),
    o.GiveUp: lambda run, craft, order: actions.give_up(run, craft),
    o.EndPhase: _done,
    o.PlayManoeuvre: actions.play_manoeuvre,
    o.Attack: actions.play_attack,
    o.GunnerAttack: actions.play_attack,
    o.BarrelRoll: actions.play_roll,
    o.Scissors: actions.play_roll,
    o.AgileScissors: actions.play_roll,
    o.Tactic: lambda run, craft, order: actions.play_tactic(run, craft, order.card, False),
    o.Barrage: lambda run, craft, order: actions.play_tactic(run, craft, order.card, True),
    o.ChangeAltitude: _change_altitude,
    o.Discard: _discard,
    o.DropBombs: _drop_bombs,
    o.KeepBombs: _keep_bombs,
}
