"""The miniatures dogfight as a game of the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from bob.core.dice import Dice, Stream
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.resources import data_folder
from bob.tactical.miniatures import checks, page, setup
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import OWN_FILES, MiniatureTables, laid_over, shipped
from bob.tactical.miniatures.execution import MiniatureRun, aces, refused
from bob.tactical.miniatures.options import MiniatureScenario, load_scenario, load_scenarios, shipped_scenarios, terms
from bob.tactical.miniatures.position import (
    ACTION,
    ANSWER,
    BEGIN,
    DEFEND,
    DODGED,
    FINISH,
    FIRING,
    FLY,
    FOLLOW,
    LATE,
    MOVED,
    REACT,
    TARGETED,
    MiniaturePosition,
    MiniatureTerms,
)
from bob.tactical.miniatures.rules import attack, cards, legal, movement, sequence
from bob.tactical.miniatures.view import MiniatureTableView, view

_THROWN = ("deployment", "first_card", "level", "order", "attack", "dodge", "outmanoeuvre", "test", "bombs")
OPEN_ROLLS = frozenset(f"skies.dice.{purpose}" for purpose in _THROWN)
"""The dice that all see on the table."""
UNTHROWN = frozenset(f"skies.dice.{purpose}" for purpose in ("shuffle", "pack"))
"""Shuffles: who throws for them would steer them."""


class MiniatureDogfight(Game[MiniaturePosition]):
    """A dogfight of miniatures on an open table, for two players."""

    name: ClassVar[str] = "skies"
    rules: ClassVar[int] = 2
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    own_names: ClassVar[tuple[str, ...]] = OWN_FILES

    def __init__(self, tables: MiniatureTables | None = None, scenarios: Mapping[str, MiniatureScenario] | None = None) -> None:
        self.tables = tables if tables is not None else shipped()
        self.scenarios = scenarios if scenarios is not None else shipped_scenarios()

    @classmethod
    def over(cls, folder: Path) -> MiniatureDogfight:
        """Return the game with a user's own tables over ours, and their scenarios beside them. Raises UsageError, DataError."""
        tables = laid_over(folder)
        ours = load_scenarios(data_folder("tables") / "skies" / "scenarios", tables)
        return cls(tables, {**ours, **load_scenarios(folder / "scenarios", tables)})

    @property
    def open_rolls(self) -> frozenset[str]:
        return OPEN_ROLLS

    @property
    def unthrown(self) -> frozenset[str]:
        return UNTHROWN

    @property
    def own(self) -> Mapping[str, str]:
        return self.tables.own

    def with_scenario(self, path: Path) -> tuple[MiniatureDogfight, str]:
        """The game with a scenario of a user's file, which the record keeps with its squadrons, and its code. Raises DataError."""
        scenario = load_scenario(path, self.tables)
        return self.with_own({**self.own, **scenario.own}), scenario.code

    def terms_of(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> MiniatureTerms:
        """The terms of a scenario with options laid over it; the random one is drawn by the dice. Raises BobError."""
        return terms(scenario, options, self.scenarios, self.tables, dice)

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[MiniaturePosition, list[Event]]:
        return self.setup_terms(self.terms_of(scenario, options, dice), dice)

    def setup_terms(self, made: MiniatureTerms, dice: Dice) -> tuple[MiniaturePosition, list[Event]]:
        """A new position of terms made elsewhere: an engagement of the day."""
        run = setup.begin(made, self.tables, dice)
        sequence.proceed(run)
        return run.position, run.events

    def seats(self, position: MiniaturePosition) -> tuple[str, ...]:
        return position.seats

    def to_move(self, position: MiniaturePosition) -> tuple[str, ...]:
        return position.owing

    def choices(self, position: MiniaturePosition, seat: str) -> Choices:
        found = legal.choices(position, seat)
        return Choices(tuple(sorted(found.listed, key=o.sort_key)), found.described)

    def check(self, position: MiniaturePosition, seat: str, order: Any) -> None:
        why = legal.refusal(position, seat, order)
        if why is not None:
            raise refused(why)

    def apply(self, position: MiniaturePosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = MiniatureRun(position, dice)
        _CARRY_OUT[type(order)](run, position.seats.index(seat), order)
        sequence.proceed(run)
        if not any(len(event.to) > 1 for event in run.events):
            run.tell("passed", rule="BRS-C12", seat=seat)  # what the other sees of it is not taken back
        return run.events

    def view(self, position: MiniaturePosition, seat: str) -> MiniatureTableView:
        return view(position, seat)

    def sample(self, position: MiniaturePosition, seat: str, stream: Stream) -> Any:
        return legal.sample(position, seat, stream)

    def outcome(self, position: MiniaturePosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: MiniaturePosition) -> None:
        checks.check(position)

    def dump(self, position: MiniaturePosition) -> str:
        return page.dump(position)

    def parse(self, text: str) -> MiniaturePosition:
        return page.parse(text, self.tables)


# ---- carrying orders out


def _no_more(run: MiniatureRun, side: int, order: o.NoMore) -> None:
    position = run.position
    stage, go = position.stage, position.go
    if stage == BEGIN:
        position.stage = REACT
    elif stage == REACT:
        assert go is not None
        go.reacted, position.stage = True, FLY
    elif stage == ANSWER:
        attack.no_answer(run)
    elif stage == FIRING:
        attack.close_firing(run)
    elif stage == TARGETED:
        attack.close_targeted(run)
    elif stage in (DODGED, LATE):
        position.queue.pop(0)
    else:
        assert go is not None
        go.acted = True
        position.stage = {ACTION: DEFEND, FOLLOW: DEFEND, DEFEND: FINISH}[stage]


def _resume(run: MiniatureRun, stage: str) -> None:
    """Go on with an activation, unless its aircraft is gone (BRS-C56)."""
    run.position.stage = FINISH if run.position.active.out else stage


def _dive(run: MiniatureRun, side: int, order: o.DiveFor) -> None:
    if order.card is not None:
        cards.spend(run, side, order.card, run.position.active)
    movement.dive(run, order)
    _resume(run, FLY)


def _turn_hard(run: MiniatureRun, side: int, order: o.TurnHard) -> None:
    movement.turn_hard(run, order)


def _move(run: MiniatureRun, side: int, order: o.MoveOn) -> None:
    if order.card is not None:
        cards.spend(run, side, order.card, run.position.active)
    movement.move(run, order)
    _resume(run, MOVED)


def _tail(run: MiniatureRun, side: int, order: o.TailEnemy) -> None:
    movement.tail(run, order.aircraft)
    run.position.candidates, run.position.stage = (), ACTION


def _climb(run: MiniatureRun, side: int, order: o.GainHeight) -> None:
    position = run.position
    a, go = position.active, position.go
    assert go is not None
    code = cards.code_of(order.card) if order.card is not None else ""
    if order.card is not None:
        cards.spend(run, side, order.card, a, order.bonus)
    movement.climb(run, a, "great_climb" in (code, cards.code_of(order.bonus or "")))
    go.acted = True
    position.stage = FOLLOW if code == "high_altitude_performance" else DEFEND


def _outmanoeuvre(run: MiniatureRun, side: int, order: o.Outmanoeuvre) -> None:
    position = run.position
    a, b, go = position.active, position.aircraft[order.target], position.go
    assert go is not None
    more = 0
    if order.card is not None:
        cards.spend(run, side, order.card, a)
        more = position.tables.card(order.card).value
    mine = run.throw("outmanoeuvre", a.ps + a.type.agility + more + cards.signature(position, a, "outmanoeuvre"), side)
    his = run.throw("outmanoeuvre", b.ps + b.type.agility + cards.signature(position, b, "outmanoeuvre"), b.side)
    won = aces(mine) > aces(his)
    run.tell("outmanoeuvres", rule="BRS-C36", aircraft=a.number, target=b.number, dice=mine, against=his, won=won)
    if won:
        run.level(b.number, b.level - 1, "outmanoeuvred", "BRS-C36")
    go.acted = True
    position.stage = DEFEND


def _bomb(run: MiniatureRun, side: int, order: o.DropOn) -> None:
    position = run.position
    a, go = position.active, position.go
    assert go is not None
    bombs = a.loaded
    count = a.ps + (a.type.engines if bombs else a.firepower + a.guns)
    if bombs and a.type.dive_bomber and go.dived:
        count += 2
    faces = run.throw("bombs", count, side)
    a.loaded = False
    position.hits += aces(faces)
    run.tell("bombs", rule="BRS-C58", aircraft=a.number, target=order.target, dice=faces, hits=aces(faces), bombs=bombs)
    go.acted = True
    position.stage = DEFEND


def _keep(run: MiniatureRun, side: int, order: o.KeepCards) -> None:
    sequence.close_keep(run, order)


def _throw(run: MiniatureRun, side: int, order: o.ThrowAway) -> None:
    position = run.position
    for card in order.cards:
        run.out_of_hand(side, card)
        position.discards[side].append(card)
    if order.cards:
        run.tell("thrown_away", rule="BRS-060", seat=position.seats[side], cards=order.cards)
    position.queue.pop(0)
    run.draw(side)


_CARRY_OUT: dict[type, Callable[[MiniatureRun, int, Any], None]] = {
    o.LayCloud: lambda run, side, order: setup.lay_cloud(run, order),
    o.Deploy: lambda run, side, order: setup.deploy(run, order),
    o.PlayAction: cards.play,
    o.NoMore: _no_more,
    o.KeepCards: _keep,
    o.ThrowAway: _throw,
    o.ActivateOne: lambda run, side, order: sequence.activate(run, order.aircraft),
    o.DiveFor: _dive,
    o.TurnHard: _turn_hard,
    o.MoveOn: _move,
    o.TailEnemy: _tail,
    o.ShootAt: lambda run, side, order: attack.shoot(run, order.target),
    o.GainHeight: _climb,
    o.Outmanoeuvre: _outmanoeuvre,
    o.DropOn: _bomb,
    o.DefendWith: lambda run, side, order: attack.defend(run, order),
    o.AnswerFire: lambda run, side, order: attack.answer(run, order),
}
