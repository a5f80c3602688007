"""The operational day as a game of the contract."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from bob.codec import decode, encode
from bob.dice import Dice, Stream
from bob.errors import BobError, Refused
from bob.game import REFEREE, Choices, Described, Event, Field, Game, Log, Outcome, dumps
from bob.operations import commands, sampling
from bob.operations.orders import ORDERS, Done, Pick, Seal
from bob.operations.planning import digest
from bob.operations.play import Play
from bob.operations.position import LUFTWAFFE, RAF, Position
from bob.operations.scenario import find, setup
from bob.operations.sequence import band, picked, run
from bob.operations.view import view
from bob.operations.world import World, world

_DESCRIBED: dict[str, tuple[Described, ...]] = {
    RAF: (
        Described("readiness", (Field("unit", "squadron"), Field("box", "text", ("released", "available", "ready")))),
        Described("scramble", (Field("unit", "squadron"), Field("angels", "angels"), Field("hex", "hex?"), Field("track", "track?"))),
        Described("vector", (Field("unit", "squadron"), Field("angels", "angels"), Field("hex", "hex?"), Field("track", "track?"))),
        Described("pancake", (Field("unit", "squadron"), Field("field", "field?"))),
        Described("stance", (Field("unit", "squadron"), Field("engage", "flag"))),
        Described("split", (Field("unit", "squadron"),)),
        Described("form_wing", (Field("units", "squadrons"), Field("field", "field"))),
    ),
    LUFTWAFFE: (
        Described("recall", (Field("raid", "raid"),)),
        Described("patrol_sweep", (Field("box", "number"), Field("hex", "hex"), Field("angels", "angels"))),
    ),
    "planning": (Described("plan_raid", (Field("plan", "raid_plan"),)), Described("drop_raid", (Field("raid", "raid"),))),
    REFEREE: (
        Described("correct", (Field("what", "text"), Field("name", "text"), Field("value", "text"), Field("reason", "text"))),
        Described("note", (Field("seat", "text"), Field("text", "text"))),
    ),
}


class OperationalDay(Game[Position]):
    """The whole sequence of play, for two sides and a referee."""

    name: ClassVar[str] = "day"
    order_types: ClassVar[tuple[type, ...]] = ORDERS

    def __init__(self, surroundings: World | None = None) -> None:
        self._world = surroundings

    @property
    def world(self) -> World:
        """The shipped world, built when it is first needed."""
        if self._world is None:
            self._world = world()
        return self._world

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[Position, list[Event]]:
        position = setup(find(scenario), options, dice)
        position.salt = "".join(f"{dice.roll('salt', 1, sides=2**31).total:08x}" for _ in range(2))
        log = Log()
        log.tell("begun", (RAF, LUFTWAFFE), scenario=position.scenario, date=position.date.isoformat())
        return position, log.events

    def seats(self, position: Position) -> tuple[str, ...]:
        return (LUFTWAFFE, RAF)

    def owing(self, position: Position) -> tuple[str, ...]:
        if position.phase == "planning":
            return (LUFTWAFFE,)
        if position.phase == "choice":
            return (position.choices[0].seat,)
        if position.phase == "orders":
            return tuple(seat for seat in (LUFTWAFFE, RAF) if seat not in position.done)
        return ()

    def choices(self, position: Position, seat: str) -> Choices:
        if seat == REFEREE:
            return Choices((), _DESCRIBED[REFEREE])
        if seat not in self.owing(position):
            return Choices()
        if position.phase == "planning":
            return Choices((Seal(),), _DESCRIBED["planning"])
        if position.phase == "choice":
            choice = position.choices[0]
            if choice.count == 1:
                return Choices(tuple(Pick((name,)) for name in sorted(choice.options)))
            return Choices((), (Described("pick", (Field("names", f"names:{choice.count}", tuple(choice.options)),)),))
        return Choices((Done(),), _DESCRIBED[seat])

    def check(self, position: Position, seat: str, order: Any) -> None:
        if position.phase == "over":
            raise Refused("ops.refused.over", rule="OPS-B12.1")
        if seat == REFEREE:
            commands.check_referee(self.world, position, order)
            return
        if seat not in self.owing(position):
            raise Refused("ops.refused.not_owing", rule="OPS-B4.1", seat=seat)
        if position.phase == "choice":
            commands.check_pick(position, order)
        elif position.phase == "planning":
            commands.check_planning(self.world, position, order)
        elif isinstance(order, Done):
            return
        elif seat == RAF:
            commands.check_raf(self.world, position, order)
        else:
            commands.check_luftwaffe(self.world, position, order)

    def apply(self, position: Position, seat: str, order: Any, dice: Dice) -> list[Event]:
        play = Play(self.world, position, dice, Log())
        if seat == REFEREE:
            commands.apply_referee(play, order)
        elif isinstance(order, Pick):
            picked(play, position.choices.pop(0), order.names)
            run(play)
        elif isinstance(order, Seal):
            position.seals = {LUFTWAFFE: digest((raid.plan for raid in position.raids.values()), position.salt)}
            play.tell("sealed", (RAF, LUFTWAFFE), "OPS-B3.3", digest=position.seals[LUFTWAFFE])
            position.phase = "orders"
            run(play)
        elif isinstance(order, Done):
            position.done.append(seat)
            if len(position.done) == 2:
                position.step += 1
                run(play)
        else:
            commands.apply_order(play, order)
        return play.log.events

    def view(self, position: Position, seat: str) -> Any:
        return view(self.world, position, seat, self.owing(position))

    def sample(self, position: Position, seat: str, stream: Stream) -> Any:
        return sampling.sample(self, position, seat, stream)

    def outcome(self, position: Position) -> Outcome | None:
        if position.phase != "over":
            return None
        found = band(position)
        winner = None if found == "draw" else found.rpartition("_")[0]
        return Outcome(found, {LUFTWAFFE: position.score, RAF: -position.score}, winner)

    def invariants(self, position: Position) -> None:
        commands.invariants(self.world, position)

    def dump(self, position: Position) -> str:
        """JSON with one line for each squadron, raid, track and airfield."""
        data = encode(position)
        lines = []
        for key, value in data.items():
            if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
                inner = ",\n".join(f"  {json.dumps(k, ensure_ascii=False)}: {dumps(v)}" for k, v in value.items())
                lines.append(f'"{key}": {{\n{inner}\n}}')
            elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
                inner = ",\n".join(f"  {dumps(v)}" for v in value)
                lines.append(f'"{key}": [\n{inner}\n]')
            else:
                lines.append(f'"{key}": {dumps(value)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def parse(self, text: str) -> Position:
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BobError("error.position", why=str(error)) from error
        found: Position = decode(Position, data)
        return found
