"""A flight as a game of the contract: the card dogfight in its classic edition."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar

from bob.core.codec import decode, encode
from bob.core.dice import Dice, Stream
from bob.core.errors import UsageError
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.own_files import as_folder
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.tactical.cards import movement
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import give_up
from bob.tactical.cards.flight import CLASSIC, FlightResult, FlightTerms
from bob.tactical.cards.position import Craft, Following, Stall
from bob.tactical.cards_classic import attack, bombing, checks, legal, page, responses, setup, steps
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.aftermath import result
from bob.tactical.cards_classic.data import CLASSIC_OWN_FILES, ClassicTables, classic_laid_over, classic_tables, own_cards_in
from bob.tactical.cards_classic.editions import edition_of
from bob.tactical.cards_classic.execution import FlightRun, flight_refused
from bob.tactical.cards_classic.position import ACTIONS, BOMBING, DISCARD, OUTSIDE, OVERHEAD, WINGMAN, FlightPosition
from bob.tactical.cards_classic.view import FlightView, flight_view

_RANK = attrgetter("rank")


@cache
def shipped_flights() -> Mapping[str, FlightTerms]:
    """The flights that ship with the program."""
    return load_flights(data_folder("tables") / "cards" / "flights.toml")


def load_flights(path: Path) -> Mapping[str, FlightTerms]:
    """The flights of a file by code. Raises DataError."""
    top = read_toml(path)
    return {name: top.table(name).read(FlightTerms) for name in top}


class FlightGame(Game[FlightPosition]):
    """A flight by itself, or inside a campaign by `setup_terms` and `result`."""

    name: ClassVar[str] = "flight"
    rules: ClassVar[int] = 3
    order_types: ClassVar[tuple[type, ...]] = f.FLIGHT_ORDERS

    def __init__(self, tables: ClassicTables | None = None, flights: Mapping[str, FlightTerms] | None = None) -> None:
        self.tables = tables if tables is not None else classic_tables()
        self.flights = flights if flights is not None else shipped_flights()

    @property
    def open_rolls(self) -> frozenset[str]:
        return frozenset(("cards.dice.first",))

    @property
    def unthrown(self) -> frozenset[str]:
        return frozenset(("cards.dice.shuffle",))

    @property
    def own(self) -> Mapping[str, str]:
        return self.tables.own

    def with_own(self, own: Mapping[str, str]) -> FlightGame:
        if not own:
            return FlightGame(None, self.flights)
        with as_folder(own, CLASSIC_OWN_FILES) as folder:
            return FlightGame(classic_laid_over(folder), self.flights)

    @classmethod
    def with_cards_of(cls, folder: Path) -> FlightGame:
        """Return the game with the user's own cards, aircraft and display from a folder, if there are any. Raises DataError."""
        return cls(classic_laid_over(folder) if own_cards_in(folder) else None)

    def terms(self, scenario: str, options: Mapping[str, Any]) -> FlightTerms:
        """The terms of a flight that ships, with options laid over it. Raises BobError."""
        if scenario not in self.flights:
            raise UsageError("flight.error.no_flight", found=scenario, choices=", ".join(sorted(self.flights)))
        flight = dataclasses.replace(self.flights[scenario], edition=edition_of(self.tables.editions, CLASSIC))
        if not options:
            return flight
        names = tuple(FlightTerms.__dataclass_fields__)
        for name in options:
            if name not in names:
                raise UsageError("flight.error.no_option", found=name, choices=", ".join(names))
        given = dict(options)
        given["edition"] = self._edition(given.get("edition", {}))
        made: FlightTerms = decode(FlightTerms, {**encode(flight), **given})
        return made

    def _edition(self, given: Any) -> Any:
        """The edition of that name, or the classic one with these switches set alone. Raises UsageError."""
        if isinstance(given, str):
            return encode(edition_of(self.tables.editions, given))
        return {**encode(edition_of(self.tables.editions, CLASSIC)), **given} if isinstance(given, Mapping) else given

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[FlightPosition, list[Event]]:
        return self.setup_terms(self.terms(scenario, options), dice)

    def setup_terms(self, made: FlightTerms, dice: Dice) -> tuple[FlightPosition, list[Event]]:
        """A new position of terms made elsewhere: a campaign's missions and strikes. Raises BobError."""
        run = setup.begin(made, self.tables, dice)
        steps.proceed(run, self.tables)
        return run.position, run.events

    def result(self, position: FlightPosition) -> FlightResult:
        """Return the result of the flight (CAM-S.9b)."""
        return result(position)

    def seats(self, position: FlightPosition) -> tuple[str, ...]:
        return position.seats

    def to_move(self, position: FlightPosition) -> tuple[str, ...]:
        return position.owing

    def choices(self, position: FlightPosition, seat: str) -> Choices:
        found = legal.flight_orders(position, seat, self.tables)
        if len(found) > 1:
            found.sort(key=_RANK)
        return Choices(tuple(found))

    def check(self, position: FlightPosition, seat: str, order: Any) -> None:
        if order not in legal.flight_orders(position, seat, self.tables):
            raise flight_refused(legal.flight_why_not(position, seat, order, self.tables))

    def apply(self, position: FlightPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = FlightRun(position, dice)
        self._carry_out(run, order)
        steps.proceed(run, self.tables)
        return run.events

    def view(self, position: FlightPosition, seat: str) -> FlightView:
        return flight_view(position, seat)

    def sample(self, position: FlightPosition, seat: str, stream: Stream) -> Any:
        found = legal.flight_orders(position, seat, self.tables)
        return found[stream.below(len(found))]

    def outcome(self, position: FlightPosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: FlightPosition) -> None:
        checks.check_flight(position)

    def dump(self, position: FlightPosition) -> str:
        return page.dump_flight(position)

    def parse(self, text: str) -> FlightPosition:
        return page.parse_flight(text, self.tables)

    # ---- inside

    def _carry_out(self, run: FlightRun, order: Any) -> None:
        position = run.position
        display = self.tables.display
        if position.pending is not None:
            _answer_pending(run, order)
        elif position.exchange is not None:
            if isinstance(order, f.Respond):
                responses.play_respond(run, order)
            elif isinstance(order, f.CounterFire):
                responses.play_fire(run, order)
            else:
                responses.play_pass(run)
        elif position.passage is not None:
            if isinstance(order, f.BombTarget):
                bombing.play_bomb(run, display, order)
            elif isinstance(order, f.StrafeTarget):
                bombing.play_strafe(run, display)
            elif isinstance(order, f.DiveToBomb):
                bombing.play_dive(run, position.crafts[position.passage.queue[0]])
            elif isinstance(order, f.AnswerFlak):
                bombing.play_flak_answer(run, order)
            elif isinstance(order, o.NoAnswer):
                bombing.settle_flak(run, "")
            else:
                bombing.pass_on(run, display)
        elif isinstance(order, f.Release):
            bombing.play_release(run, display, order)
        elif position.assault is not None:
            _IN_ASSAULT[type(order)](run, position.crafts[position.assault.attacker], order)
        elif position.active >= 0:
            _IN_STEP[type(order)](run, position.crafts[position.active], order)
        else:
            _IN_BETWEEN[type(order)](run, order)


def _answer_pending(run: FlightRun, order: Any) -> None:
    position = run.position
    pending = position.pending
    if isinstance(pending, Following):
        if isinstance(order, o.Follow):
            movement.play_follow(run, pending, order.cards)
        else:
            movement.play_stay_behind(run, pending)
        run.keep_together()
        run.settle_following()
    else:
        assert isinstance(pending, Stall)
        movement.play_stall(run, pending, order.card)


def _discard(run: FlightRun, craft: Craft, order: o.Discard) -> None:
    run.throw(craft, order.card)
    run.tell("discarded", aircraft=craft.number, card=order.card)


def _swap(run: FlightRun, order: o.Discard) -> None:
    craft = steps.to_swap(run.position)
    assert craft is not None
    _discard(run, craft, order)
    run.position.swaps += 1
    if not craft.hand:
        steps.end_swap(run)


def _settle_altitude(run: FlightRun, craft: Craft, order: o.Stay | o.Climb | o.Dive) -> None:
    """Step 3; a Wingman alone neither pays nor draws (CAM-GAP-65)."""
    position = run.position
    position.phase = BOMBING
    if isinstance(order, o.Stay):
        return
    up = isinstance(order, o.Climb)
    pay = (order.card,) if isinstance(order, o.Climb) and order.card is not None else ()
    run.shift(craft, up, "phase", pay, drawing=position.leads(craft))


def _go(run: FlightRun, craft: Craft, order: f.GoFor | f.AttackFormations) -> None:
    position = run.position
    attacker: Craft | None = craft
    if position.phase != ACTIONS:
        position.phase = WINGMAN
        attacker = attack.acting_wingman(position, craft)
    assert attacker is not None
    if isinstance(order, f.GoFor):
        attack.engage_with(run, attacker, position.crafts[order.target])
    else:
        attack.declare(run, attacker, order)


def _quit(run: FlightRun, craft: Craft, order: f.QuitFlight) -> None:
    position = run.position
    leaver = position.crafts[order.aircraft]
    members = position.element(leaver) if position.leads(leaver) else [leaver]
    for member in members:
        run.go(member)
    if position.leads(leaver) or leaver.number == craft.number:
        steps.end_turn(run)


def _done(run: FlightRun, craft: Craft, order: o.EndPhase) -> None:
    position = run.position
    if position.phase == ACTIONS:
        position.phase = DISCARD
    else:
        steps.draw_step(run, craft)
        steps.end_turn(run)


_IN_ASSAULT: dict[type, Callable[[FlightRun, Craft, Any], None]] = {
    f.TryPick: lambda run, craft, order: attack.play_pick(run, order),
    f.LetName: lambda run, craft, order: attack.let_name(run),
    f.NameBomber: lambda run, craft, order: attack.name_target(run, order),
    f.GainEdge: attack.play_edge,
    f.EndAttack: lambda run, craft, order: attack.end_attack(run),
    o.Attack: attack.play_attack,
}
_IN_STEP: dict[type, Callable[[FlightRun, Craft, Any], None]] = {
    f.Jettison: lambda run, craft, order: run.drop_load(run.position.crafts[order.aircraft], "chosen"),
    f.QuitFlight: _quit,
    f.GoFor: _go,
    f.AttackFormations: _go,
    o.Stay: _settle_altitude,
    o.Climb: _settle_altitude,
    o.Dive: _settle_altitude,
    o.PlayManoeuvre: attack.play_manoeuvre,
    o.Attack: attack.play_attack,
    o.GunnerAttack: attack.play_attack,
    o.Scissors: attack.play_roll_off,
    f.FullThrottle: attack.play_roll_off,
    o.ChangeAltitude: attack.play_altitude,
    o.GiveUp: lambda run, craft, order: give_up(run, craft),
    o.Discard: _discard,
    o.EndPhase: _done,
}
_IN_BETWEEN: dict[type, Callable[[FlightRun, Any], None]] = {
    o.StartAltitude: setup.play_start,
    f.TakeLoad: setup.play_load,
    o.Discard: _swap,
    o.EndPhase: lambda run, order: steps.end_swap(run),
    f.Overfly: lambda run, order: steps.decide_zone(run, run.position.crafts[order.aircraft], OVERHEAD),
    f.StandOff: lambda run, order: steps.decide_zone(run, run.position.crafts[order.aircraft], OUTSIDE),
    o.Act: lambda run, order: steps.begin_turn(run, run.position.crafts[order.aircraft]),
}
