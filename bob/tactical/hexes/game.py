"""The hex dogfight as a game of the contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from bob.core.codec import decode
from bob.core.dice import Dice, Stream
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.resources import data_folder
from bob.data.units import SIDES
from bob.tactical.hexes import checks, page, setup
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import OWN_FILES, SPECIAL, HexTables, laid_over, shipped
from bob.tactical.hexes.execution import HexRun, refused
from bob.tactical.hexes.options import RANDOM_MISSION, HexMission, load_mission, load_missions, shipped_missions, terms
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    ANSWER,
    BEFORE,
    CANCEL,
    COUNTER,
    DODGE,
    EXCHANGE,
    FINISH,
    FLY,
    GO,
    LEVEL,
    NAMED,
    NOBODY,
    NOWHERE,
    OVERHEAT,
    PLACE,
    ROLL,
    SHOOTER,
    STEADY,
    TARGET,
    HexPosition,
    HexTerms,
)
from bob.tactical.hexes.rules import activations, cards, exchange_of_fire, formations, legal, movement, sequence, ships, shooting
from bob.tactical.hexes.view import HexTableView, view

POINTS = 88
"""The points of a side where none are agreed: four Spitfires."""
LEAST = 22
MOST = 220
MOST_AIRCRAFT = 22
SILVER = "silver"


def random_terms(options: Mapping[str, Any], tables: HexTables, dice: Dice) -> dict[str, Any]:
    """The terms of a mission as its file would give them; the option `limit` gives the points of a side (FIS-260, FIS-261)."""
    stream = Stream.of("/".join(map(str, dice.roll("hexes.dice.mission", 4, sides=100).faces)), "mission")
    wanted = options.get("limit", POINTS)
    points = min(MOST, max(LEAST, wanted)) if isinstance(wanted, int) and not isinstance(wanted, bool) else POINTS
    made: dict[str, Any] = {
        "turns": 8,
        "limit": points,
        "cloud_count": stream.below(8),
        "altimeter": stream.below(2) == 0,
        "deflection": stream.below(3) == 0,
        "players": [{"seat": side, "side": side, "aircraft": _force(side, points, tables, stream)} for side in SIDES],
    }
    if made["altimeter"]:
        made["altitude_fire"] = made["above"] = True
    if stream.below(3) == 0:
        made["wind"] = {"to": stream.below(6), "force": 1 + stream.below(3)}
    return made


def _force(side: str, points: int, tables: HexTables, stream: Stream) -> list[dict[str, Any]]:
    """Fighters of one or two types, a leader if the points allow; the last point is spent where it can be."""
    fighters = sorted((dash for dash in tables.aircraft.values() if dash.side == side and not dash.bomber), key=lambda dash: dash.code)
    affordable = [dash for dash in fighters if dash.points <= points] or fighters[:1]
    types = [stream.choose(affordable), stream.choose(affordable)]
    silver = tables.classes[SILVER].points
    led = points >= silver + 2 * types[0].points
    left = points - (silver if led else 0)
    found: list[dict[str, Any]] = []
    while len(found) < MOST_AIRCRAFT:
        can = [dash for dash in (types if len(found) else types[:1]) if dash.points <= left] or [d for d in affordable if d.points <= left]
        if not can and found:
            break
        dash = stream.choose(can or types[:1])
        left -= dash.points
        found.append({"type": dash.code, **({"leader": SILVER} if led and not found else {})})
    return found


_THROWN = ("first_draw", "initiative", "shot", "dodge", "reroll", "collision", "wep", "fire", "bombs")
OPEN_ROLLS = frozenset(f"hexes.dice.{purpose}" for purpose in _THROWN)
"""The dice that all see on the table."""
UNTHROWN = frozenset(f"hexes.dice.{purpose}" for purpose in ("shuffle", "bag", "lost_card"))
"""Shuffles, and the card that is drawn from a hand: who throws for it would steer it."""
_ANYWHERE = "0101"


class HexDogfight(Game[HexPosition]):
    """A dogfight on a sheet of hexes, for two to six players and more."""

    name: ClassVar[str] = "hexes"
    rules: ClassVar[int] = 2
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    own_names: ClassVar[tuple[str, ...]] = OWN_FILES

    def __init__(self, tables: HexTables | None = None, missions: Mapping[str, HexMission] | None = None) -> None:
        self.tables = tables if tables is not None else shipped()
        self.missions = missions if missions is not None else shipped_missions()

    @classmethod
    def over(cls, folder: Path) -> HexDogfight:
        """Return the game with a user's own tables over ours, and their missions beside them. Raises UsageError, DataError."""
        tables = laid_over(folder)
        ours = load_missions(data_folder("tables") / "hexes" / "missions", tables)
        return cls(tables, {**ours, **load_missions(folder / "missions", tables)})

    @property
    def open_rolls(self) -> frozenset[str]:
        return OPEN_ROLLS

    @property
    def unthrown(self) -> frozenset[str]:
        return UNTHROWN

    @property
    def own(self) -> Mapping[str, str]:
        return self.tables.own

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[HexPosition, list[Event]]:
        return self.setup_terms(self.terms_of(scenario, options, dice), dice)

    def terms_of(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> HexTerms:
        """The terms of a mission with options laid over it; the random one is drawn by the dice. Raises BobError."""
        if scenario == RANDOM_MISSION:
            drawn = {scenario: HexMission(scenario, random_terms(options, self.tables, dice), {}, {}, Path(scenario))}
            return terms(scenario, options, drawn, self.tables)
        return terms(scenario, options, self.missions, self.tables)

    def with_mission(self, path: Path) -> tuple[HexDogfight, str]:
        """The game with a mission of a user's file, which the record keeps, and the mission's code. Raises DataError."""
        mission = load_mission(path, self.tables)
        name = f"missions/{mission.code}.toml"
        return self.with_own({**self.own, name: path.read_bytes().decode("utf-8-sig", "replace")}), mission.code

    def setup_terms(self, made: HexTerms, dice: Dice) -> tuple[HexPosition, list[Event]]:
        """A new position of terms made elsewhere: an engagement of the day."""
        run = setup.begin(made, self.tables, dice)
        sequence.proceed(run, legal.may_move)
        return run.position, run.events

    def seats(self, position: HexPosition) -> tuple[str, ...]:
        return position.seats

    def allies(self, position: HexPosition, seat: str) -> tuple[str, ...]:
        side = position.side_of[position.seats.index(seat)]
        return tuple([name for name, of in zip(position.seats, position.side_of, strict=True) if of == side])

    def to_move(self, position: HexPosition) -> tuple[str, ...]:
        return position.owing

    def choices(self, position: HexPosition, seat: str) -> Choices:
        return Choices(tuple(sorted(legal.orders(position, seat), key=o.sort_key)))

    def check(self, position: HexPosition, seat: str, order: Any) -> None:
        why = legal.refusal(position, seat, order)
        if why is not None:
            raise refused(why)

    def apply(self, position: HexPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = HexRun(position, dice)
        _CARRY_OUT[type(order)](run, position.seats.index(seat), order)
        sequence.proceed(run, legal.may_move)
        return run.events

    def view(self, position: HexPosition, seat: str) -> HexTableView:
        return view(position, seat)

    def sample(self, position: HexPosition, seat: str, stream: Stream) -> Any:
        return legal.sample(position, seat, stream)

    def outcome(self, position: HexPosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: HexPosition) -> None:
        checks.check(position)

    def read_view(self, data: Any) -> HexTableView:
        """Of an aircraft that is nowhere the hex is written as none is: it is read as any, and put right."""
        rows = data.get("aircraft") if isinstance(data, Mapping) else None
        if not isinstance(rows, list):
            return super().read_view(data)  # type: ignore[no-any-return]
        away = [isinstance(row, Mapping) and row.get("at") == NOWHERE.label for row in rows]
        plain = [{**row, "at": _ANYWHERE} if gone else row for row, gone in zip(rows, away, strict=True)]
        found: HexTableView = decode(HexTableView, {**data, "aircraft": plain})
        there = tuple([replace(a, at=NOWHERE) if gone else a for a, gone in zip(found.aircraft, away, strict=True)])
        return replace(found, aircraft=there)

    def dump(self, position: HexPosition) -> str:
        return page.dump(position)

    def parse(self, text: str) -> HexPosition:
        return page.parse(text, self.tables)


# ---- carrying orders out


def _pass(run: HexRun, seat: int, order: o.Pass) -> None:
    position = run.position
    stage = position.stage
    if stage == EXCHANGE:
        position.queue = [s for s in position.queue if s != seat]
    elif stage == ANSWER:
        assert position.offer is not None
        giver, to, _ = position.offer
        run.tell_only(to if position.returned else giver, "offer_declined", seat=position.seats[seat])
        position.offer, position.returned, position.stage = None, "", EXCHANGE
    elif stage == LEVEL:
        formations.level(run, position.queue.pop(0))
    elif stage == OVERHEAT:
        activations.overheat(run)
    elif stage == GO:
        go = position.go
        assert go is not None
        go.done, go.seat = (*go.done, seat), NOBODY
    elif stage == COUNTER:
        shot = position.shots[-1]
        shot.asked = (*shot.asked, *[a.number for a in shooting.wingmen(position, shot) if a.seat == seat])
    elif stage in (PLACE, BEFORE, AFTER, NAMED):
        position.queue.pop(0)
    else:
        position.stage = {SHOOTER: TARGET, TARGET: ROLL, AIM: DODGE, STEADY: CANCEL}[stage]


def _offer(run: HexRun, seat: int, order: o.Offer) -> None:
    position = run.position
    to = position.seats.index(order.to)
    position.queue.pop(0)
    position.offer, position.offered, position.stage = (seat, to, order.card), True, ANSWER
    run.tell_only(to, "offered", rule="FIS-271", seat=position.seats[seat], card=order.card)


def _swap(run: HexRun, seat: int, order: o.Swap) -> None:
    """Name a card for the one offered; the two are exchanged once the giver agrees (FIS-271)."""
    position = run.position
    assert position.offer is not None
    giver, to, card = position.offer
    if not position.returned:
        position.returned = order.card
        run.tell_only(giver, "offered", rule="FIS-271", seat=position.seats[to], card=order.card)
        return
    back = position.returned
    for one, out, into in ((giver, card, back), (to, back, card)):
        hand = list(position.hands[one])
        hand.remove(out)
        position.hands[one] = tuple(sorted([*hand, into]))
        run.tell_only(one, "swapped", rule="FIS-271", gave=out, got=into)
    position.offer, position.returned, position.stage = None, "", EXCHANGE


def _choose(run: HexRun, seat: int, order: o.Choose) -> None:
    position = run.position
    position.queue.pop(0)
    position.pile.remove(order.card)
    position.hands[seat] = tuple(sorted([*position.hands[seat], order.card]))
    run.tell("chose", rule="FIS-179", seat=position.seats[seat])
    run.tell_only(seat, "chosen", card=order.card)
    run.shuffle(position.pile, "shuffle")


def _play(run: HexRun, seat: int, order: o.PlayCard) -> None:
    cards.play(run, seat, order)
    if run.position.stage in (GO, FLY, NAMED):
        activations.level(run, run.position.stage)


def _reroll(run: HexRun, seat: int, order: o.Reroll) -> None:
    faces = cards.reroll(run, seat, order)
    if run.position.stage == OVERHEAT:
        if SPECIAL in faces:
            activations.overheat(run)
        else:
            run.position.stage = FLY


def _join(run: HexRun, seat: int, order: o.Join) -> None:
    run.commit()
    formations.join(run, order.aircraft, order.to)
    if run.position.stage == FLY:
        run.position.stage = FINISH


def _leave(run: HexRun, seat: int, order: o.Leave) -> None:
    position = run.position
    run.commit()
    formations.leave(run, order.aircraft)
    if position.stage == FLY and position.go is not None:
        position.go.active = tuple([n for n in position.go.active if n != order.aircraft])
        movement.stay_active(run)


def _counter(run: HexRun, seat: int, order: o.Counter) -> None:
    shooting.counter(run, order)
    run.position.stage = SHOOTER


def _cancel(run: HexRun, seat: int, order: o.Cancel) -> None:
    shooting.apply(run, order)
    exchange_of_fire.settle(run)


def _end(run: HexRun, seat: int, order: o.End) -> None:
    run.position.stage = FINISH


_CARRY_OUT: dict[type, Callable[[HexRun, int, Any], None]] = {
    o.PlaceCloud: lambda run, seat, order: setup.lay_cloud(run, order),
    o.SetUp: lambda run, seat, order: setup.set_up(run, order),
    o.Offer: _offer,
    o.Swap: _swap,
    o.Choose: _choose,
    o.PlayCard: _play,
    o.ShiftCloud: cards.shift,
    o.Reroll: _reroll,
    o.Pass: _pass,
    o.Join: _join,
    o.Leave: _leave,
    o.Activate: lambda run, seat, order: activations.activate(run, seat, order.aircraft),
    o.Advance: lambda run, seat, order: movement.advance(run, order),
    o.Rotate: lambda run, seat, order: movement.rotate(run, order),
    o.Manoeuvre: lambda run, seat, order: movement.manoeuvre(run, order),
    o.ForceThrough: lambda run, seat, order: movement.force(run, order),
    o.Fire: lambda run, seat, order: activations.aim(run, order),
    o.Strafe: lambda run, seat, order: ships.strafe(run, order),
    o.Bomb: lambda run, seat, order: ships.bomb(run, order),
    o.End: _end,
    o.Counter: _counter,
    o.Dodge: lambda run, seat, order: shooting.convert(run, order),
    o.Help: lambda run, seat, order: shooting.help_target(run, order.leader),
    o.Cancel: _cancel,
}
