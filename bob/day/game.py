"""The operational day as a game of the contract."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, TypeVar

from bob.core.codec import CodecError, decode, encode
from bob.core.dice import Dice, SeededDice, Stream, secret
from bob.core.errors import BobError, Refused, phrase
from bob.core.game import REFEREE, Choices, Event, Game, Log, Outcome, PendingFight, dumps
from bob.core.own_files import own_files, there
from bob.core.ranges import Described, Field, Inner, OneOf
from bob.day import sampling
from bob.day.phases import assembly, commands, fights
from bob.day.phases.sequence import band, picked, run
from bob.day.rules import fight_orders, forms, hourly_plan, legality
from bob.day.rules.planning import Fault, faults
from bob.day.scenarios.dusk import after
from bob.day.scenarios.scenario import OWN_DAYS, Scenario, engaging_of, find, scenarios, setup
from bob.day.state.execution import Play
from bob.day.state.migrations import of_today
from bob.day.state.orders import FIGHT_ORDERS, ORDERS, Done, Engage, Fly, InName, Pick, Resolve, Seal, WentBack
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.serialise import PositionWriter
from bob.day.state.view import DayView, LuftwaffeView, RafView, RefereeView
from bob.day.state.world import World, world
from bob.day.viewing import view
from bob.tactical.slot import TABLE, Slot, Tactical, shipped


def _as_day_orders(kit: Tactical, described: tuple[Described, ...]) -> tuple[Described, ...]:
    """Return a tactical game's described orders as orders of the day."""
    return (Described("fly", (Field("game", OneOf((kit.name,))), Field("order", Inner(described)))),) if described else ()


OWN_ROLLS = frozenset(
    (
        *("loss", "intervene", "random_event", "formation", "radio", "return_to_base", "weather", "cloud_cohesion", "rdf_repair"),
        *("fix", "request", "crew", "scale_model", "scale_loss", "behind_model", "loosened", "jettison", "rounds"),
    )
)
"""Detection, tallies and patrols are not among them: a roll without a find reveals that something is there. Nor is shooting, which would
reveal more than the claims do, nor navigation and claims, by which crews would know that they were decoyed (OPS-C4.3)."""
BY_TRUE_PLACE = frozenset(((RAF, "cloud_cohesion"),))
"""Own rolls that a side does not see: whether they fall depends on the true way of a squadron without a fix (OPS-C8.1)."""

V = TypeVar("V", RafView, LuftwaffeView, RefereeView)


def sort_key(order: Any) -> str:
    """Return the sort key of a listed order: its text in a record."""
    return dumps(encode(order))


class OperationalDay(Game[DayPosition]):
    """The whole sequence of play, for two sides and a referee."""

    name: ClassVar[str] = "day"
    rules: ClassVar[int] = 10
    order_types: ClassVar[tuple[type, ...]] = ORDERS
    own_names: ClassVar[tuple[str, ...]] = OWN_DAYS

    def __init__(self, surroundings: World | None = None, slot: Iterable[Tactical] | None = None) -> None:
        """With the world that it is given, else the shipped one; with these tactical games, else those that ship."""
        self._world = surroundings
        self.slot: Slot = shipped() if slot is None else {kit.name: kit for kit in sorted(slot, key=lambda kit: kit.name)}
        self.days: Mapping[str, Scenario] = {}
        """The user's own days, beside those that ship."""
        self._own: Mapping[str, str] = {}

    @classmethod
    def over(cls, folder: Path) -> OperationalDay:
        """The game with the days of a user's folder beside ours. Raises UsageError, DataError."""
        there(folder, OWN_DAYS)
        return cls().beside(scenarios(folder / "scenarios"), own_files(folder, OWN_DAYS))

    def beside(self, days: Mapping[str, Scenario], own: Mapping[str, str]) -> OperationalDay:
        """The same game with a user's own days, which the record keeps as texts."""
        made = OperationalDay(self._world, self.slot.values())
        made.days, made._own = dict(days), dict(own)
        return made

    @classmethod
    def of(cls, named: str) -> tuple[OperationalDay, Scenario]:
        """Return the game and the day for a name: a code, or the user's own file (.toml). Raises BobError."""
        if not named.endswith(".toml"):
            return cls(), find(named)
        made, code = cls().with_day(Path(named))
        return made, made.days[code]

    @property
    def own(self) -> Mapping[str, str]:
        return self._own

    def with_own(self, own: Mapping[str, str]) -> OperationalDay:
        found = super().with_own(own)
        return self.beside(found.days, own)

    def try_day(self, code: str) -> tuple[DayPosition, list[tuple[str, Fault]]]:
        """A day set up to see whether it holds: its position, and the faults of the raids that it gives out. Raises DataError."""
        position, _ = self.setup(code, {}, SeededDice(Stream.of(0, "try")))
        plans = [raid.plan for raid in position.raids.values()]
        return position, [(plan.code, fault) for plan in plans for fault in faults(self.world_of(position), position, plan, plans)]

    def with_day(self, path: Path) -> tuple[OperationalDay, str]:
        """The game with the day of a user's file, which the record keeps, and the day's code. Raises DataError."""
        day = Scenario.of(path)
        own = {f"scenarios/{day.code}.toml": path.read_bytes().decode("utf-8-sig", "replace")}
        return self.beside({**self.days, day.code: day}, {**self._own, **own}), day.code

    def after(self, code: str, yesterday: DayPosition) -> OperationalDay:
        """The game with a day that begins with the damage left by a finished earlier day, which the record keeps (OPS-C7.2). Raises
        BobError."""
        scenario = find(code, self.days)
        names = (f"{scenario.code}.toml", scenario.path.name)
        name = next((own for own in self._own if PurePosixPath(own).name in names), f"scenarios/{scenario.code}.toml")
        text = self._own[name] if name in self._own else scenario.path.read_text(encoding="utf-8-sig")
        return self.with_own({**self._own, name: after(text, scenario, yesterday)})

    @property
    def world(self) -> World:
        """The shipped world, built when it is first needed."""
        if self._world is None:
            self._world = world()
        return self._world

    def world_of(self, position: DayPosition) -> World:
        """The surroundings as the switches of a day read them."""
        return self.world.under(position.switches)

    def rules_by_game(self) -> dict[str, int]:
        found = super().rules_by_game()
        for kit in self.slot.values():
            found |= kit.game.rules_by_game()
        return found

    @property
    def own_rolls(self) -> frozenset[str]:
        return OWN_ROLLS.union(*(kit.game.own_rolls for kit in self.slot.values()))

    def sees_own(self, seat: str, purpose: str, by: str) -> bool:
        return super().sees_own(seat, purpose, by) and (seat, purpose) not in BY_TRUE_PLACE

    @property
    def open_rolls(self) -> frozenset[str]:
        return frozenset().union(*(kit.game.open_rolls for kit in self.slot.values()))

    @property
    def unthrown(self) -> frozenset[str]:
        return frozenset(("salt", "free")).union(*(kit.game.unthrown for kit in self.slot.values()))

    def referee_decides(self, position: DayPosition) -> bool:
        pending = self.pending(position)
        return pending is not None and not pending.flown

    def pending(self, position: DayPosition) -> PendingFight | None:
        fight = position.combat.now if position.phase == "engagement" else None
        return PendingFight(fight.engagement.number, fight.battle is not None) if fight is not None else None

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[DayPosition, list[Event]]:
        engaging, chooser = engaging_of(options, self.slot)
        position = setup(self.world, find(scenario, self.days), options, dice)
        position.engaging, position.chooser = engaging, chooser
        position.salt = secret(dice, "salt")
        log = Log()
        log.tell("begun", (RAF, LUFTWAFFE), scenario=position.scenario, date=position.date.isoformat())
        return position, log.events

    def seals(self, events: Sequence[Event]) -> list[bool]:
        lines = [event.data["digest"] for event in events if event.code == "sealed"]
        return [kept for event in events if event.code == "revealed" for kept in hourly_plan.as_committed(dict(event.data), lines)]

    def seats(self, position: DayPosition) -> tuple[str, ...]:
        return (LUFTWAFFE, RAF)

    def to_move(self, position: DayPosition) -> tuple[str, ...]:
        if position.phase == "planning":
            return (LUFTWAFFE,)
        if position.phase == "choice":
            return (LUFTWAFFE,) if position.asked(LUFTWAFFE) is not None else (RAF,)
        if position.phase == "engagement":
            return fights.to_move(position, self.slot)
        if position.phase == "orders":
            return tuple([seat for seat in (LUFTWAFFE, RAF) if seat not in position.done or position.asked(seat) is not None])
        return ()

    def choices(self, position: DayPosition, seat: str) -> Choices:
        if seat == REFEREE:
            listed, described = self._about_fight(position, seat)
            named, inside = self._in_names(position)
            return Choices(tuple(sorted((*listed, *named), key=sort_key)), (*forms.referee(position, self.slot), *described, *inside))
        if seat not in self.to_move(position):
            return Choices()
        if position.phase == "planning":
            listed = (Seal(),) if legality.sealable(self.world_of(position), position) else ()
            return Choices(listed, forms.planning(self.world_of(position), position))
        if position.phase in ("orders", "choice") and (choice := position.asked(seat)) is not None:
            if choice.count == 1:
                return Choices(tuple(sorted((Pick((name,)) for name in choice.options), key=sort_key)))
            return Choices((), (forms.pick(choice),))
        if position.phase == "engagement":
            if (flown := fights.flown(position, self.slot)) is not None:
                kit, battle = flown
                inner = kit.game.choices(battle, seat)
                return Choices(tuple([Fly(kit.name, order) for order in inner.listed]), _as_day_orders(kit, inner.described))
            listed, described = self._about_fight(position, seat)
            return Choices(listed, (*described, forms.engage(self.slot)))
        if seat == LUFTWAFFE and position.plan_open:
            listed = (Seal(),) if legality.sealable(self.world_of(position), position) else ()
            return Choices(listed, forms.luftwaffe(self.world_of(position), position, self.slot))
        return Choices((Done(),), (forms.raf if seat == RAF else forms.luftwaffe)(self.world_of(position), position, self.slot))

    def _in_names(self, position: DayPosition) -> tuple[tuple[Any, ...], tuple[Described, ...]]:
        """Return the referee's options in the name of a side: all that the side may order itself."""
        found = {seat: self.choices(position, seat) for seat in self.to_move(position)}
        listed = tuple([InName(seat, order) for seat, inner in found.items() for order in inner.listed])
        inside = [(seat, inner.described) for seat, inner in found.items() if inner.described]
        return listed, tuple([Described("in_name", (Field("seat", OneOf((s,))), Field("order", Inner(d)))) for s, d in inside])

    def _about_fight(self, position: DayPosition, seat: str) -> tuple[tuple[Any, ...], tuple[Described, ...]]:
        """Return a seat's options about the current engagement, if there is one."""
        fight = position.combat.now
        if fight is None:
            return (), ()
        final = fight_orders.laid_open(fight) and seat != REFEREE
        ways = () if final else tuple(Resolve(how) for how in sorted(fight_orders.ways(self.slot)) if how != fight.how)
        return ways, (forms.result(fight.engagement),) if fight.how == TABLE else ()

    def check(self, position: DayPosition, seat: str, order: Any) -> None:
        if seat == REFEREE:
            if isinstance(order, InName):
                if order.seat not in (RAF, LUFTWAFFE):
                    raise Refused("ops.refused.not_yours", rule="OPS-B4.0")
                self.check(position, order.seat, order.order)
                return
            if position.phase == "over" and not isinstance(order, WentBack):
                raise Refused("ops.refused.over", rule="OPS-B12.1")
            commands.check_referee(self.world_of(position), position, order, self.slot)
            return
        legality.check_to_move(position, seat, self.to_move(position))
        if (flown := fights.flown(position, self.slot)) is not None:
            kit, battle = flown
            if not isinstance(order, Fly) or order.game != kit.name:
                raise Refused("ops.refused.dogfight_first", rule="OPS-B8.4")
            kit.game.check(battle, seat, order.order)
        else:
            legality.check(self.world_of(position), position, seat, order, self.slot)

    def apply(self, position: DayPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        play = Play(self.world_of(position), position, dice, Log(), self.slot)
        if isinstance(order, InName):
            if not isinstance(order.order, Done):
                play.tell("in_name", (order.seat,), seat=order.seat)
            return [*play.log.events, *self.apply(position, order.seat, order.order, dice)]
        if isinstance(order, Engage):
            commands.apply_engage(play, order)
        elif isinstance(order, FIGHT_ORDERS):
            fights.give(play, seat, order)
            run(play)
        elif seat == REFEREE:
            commands.apply_referee(play, order)
        elif isinstance(order, Pick):
            choice = position.asked(seat)
            assert choice is not None
            position.choices.remove(choice)
            picked(play, choice, order.names)
            run(play)
        elif isinstance(order, Seal):
            if position.phase != "planning":
                position.hour_sealed = position.turn
                play.tell("plan_stands", (LUFTWAFFE,), "OPS-C4.1", raids=sum(r.state != "ended" for r in position.raids.values()))
                return play.log.events
            hourly_plan.seal(play)
            position.phase = "orders"
            for raid in position.raids.values():
                assembly.due(play, raid, position.turn, before=True)
            run(play)
        elif isinstance(order, Done):
            position.done.append(seat)
            run(play)
        else:
            commands.apply_order(play, order)
        return play.log.events

    def view(self, position: DayPosition, seat: str) -> Any:
        return view(self.world_of(position), position, seat, self.to_move(position), self.slot)

    def read_view(self, data: Any) -> DayView:
        match data.get("seat") if isinstance(data, Mapping) else None:
            case "raf":
                return self._with_battle(decode(RafView, data))
            case "luftwaffe":
                return self._with_battle(decode(LuftwaffeView, data))
            case "referee":
                return self._with_battle(decode(RefereeView, data))
        raise CodecError("seat", phrase("expect.one_of", choices=f"{RAF}, {LUFTWAFFE}, {REFEREE}"), data)

    def _with_battle(self, found: V) -> V:
        """A view in which the dogfight in hand is of its own game's kind, not as it was written."""
        fight = found.engagement
        if fight is None or fight.battle is None:
            return found
        if fight.how not in self.slot:
            raise CodecError("how", phrase("expect.one_of", choices=", ".join(self.slot)), fight.how)
        flown = replace(fight, battle=self.slot[fight.how].game.read_view(fight.battle))
        if isinstance(found, RefereeView):
            raf, luftwaffe = self._with_battle(found.raf), self._with_battle(found.luftwaffe)
            return replace(found, engagement=flown, raf=raf, luftwaffe=luftwaffe)
        return replace(found, engagement=flown)

    def sample(self, position: DayPosition, seat: str, stream: Stream) -> Any:
        return sampling.sample(self, position, seat, stream)

    def outcome(self, position: DayPosition) -> Outcome | None:
        if position.phase != "over":
            return None
        found = band(position)
        winner = None if found == "draw" else found.rpartition("_")[0]
        return Outcome(found, {LUFTWAFFE: position.score, RAF: -position.score}, winner)

    def invariants(self, position: DayPosition) -> None:
        commands.invariants(self.world_of(position), position, self.slot)

    def dump(self, position: DayPosition) -> str:
        """JSON with one line for each squadron, raid, track and airfield; a dogfight as the page of its own."""
        return self.writer()(position)

    def writer(self) -> Callable[[DayPosition], str]:
        lines = PositionWriter()
        return lambda position: lines.page(encode(self._paged(position)))

    def _paged(self, position: DayPosition) -> DayPosition:
        """A position whose dogfight in hand is a page of its own."""
        fight = position.combat.now
        if fight is None or (flown := fights.flown(position, self.slot)) is None:
            return position
        kit, battle = flown
        return replace(position, combat=replace(position.combat, now=replace(fight, battle=kit.game.dump(battle))))

    def parse(self, text: str) -> DayPosition:
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BobError("error.position", why=str(error)) from error
        if isinstance(data, dict):
            try:
                data = of_today(data)
            except (AttributeError, KeyError, TypeError) as error:
                raise BobError("error.position", why=repr(error)) from error
        found: DayPosition = decode(DayPosition, data)
        now = found.combat.now
        if now is not None and now.battle is not None:
            if now.how not in self.slot or not isinstance(now.battle, str):
                raise CodecError("combat.now.how", phrase("expect.one_of", choices=", ".join(self.slot)), now.how)
            now.battle = self.slot[now.how].game.parse(now.battle)
        return found

    def order(self, data: Any) -> Any:
        """Return the order of a JSON value; that of a tactical game is read by that game. Raises Refused with the fault."""
        order = super().order(data)
        if isinstance(order, Resolve):
            fight_orders.check_ways(fight_orders.ways(self.slot), order.how)
        if isinstance(order, InName):
            if isinstance(order.order, Mapping) and order.order.get("code") == InName.code:  # it would nest without end
                raise Refused("ops.refused.not_yours", rule="OPS-B4.0")
            return InName(order.seat, self.order(order.order))
        if not isinstance(order, Fly):
            return order
        if order.game not in self.slot:
            raise Refused("game.bad_order", code=order.code, place="game", expected=", ".join(self.slot), found=order.game[:40])
        return Fly(order.game, self.slot[order.game].game.order(order.order))
