"""Orders drafted before they are given: a flight, a place, a turn. They follow the pointer and the keys within the legal range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bob.core.ranges import Described, Grid, OneOf, Whole
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.orders import Deploy, DiveFor, LayCloud, MoveOn, PlayAction, TurnHard
from bob.tactical.miniatures.pilots.setting_up import deploy
from bob.tactical.miniatures.position import NOWHERE, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules.geometry import AHEAD, CIRCLE, PER, SCALE, Spot, forward, heading_of, turned
from bob.tactical.miniatures.rules.movement import TURN_MOST

STEP, FINE = PER // 2, PER // 10
"""The step of the keys, in parts of an inch; and the fine one."""
TURN_STEP = 5
"""The turn of the keys in degrees; the fine one is one degree."""
SNAP = PER // 10
"""The rounding of the pointer's distances."""
FULL = 3 * PER
"""The sideways distance of the pointer at which an aircraft turns as far as it can."""
IDLE = PER // 4
"""The sideways distance of the pointer below which the aircraft does not turn."""
NOT_SAID = None


def clamped(value: int, least: int, most: int) -> int:
    return min(most, max(least, value))


class MiniatureDraft:
    """An order being drafted. `form` is its legal range; `touched` is set once pointer or keys have shaped it."""

    def __init__(self, form: Described) -> None:
        self.form = form
        self.touched = False
        self._fields = {field.name: field.kind for field in form.fields}

    @property
    def order(self) -> Any:
        """Return the order as drafted."""
        raise NotImplementedError

    @property
    def key(self) -> tuple[Any, ...]:
        """Return the identity of the order, apart from the draft."""
        return self.form.code, self.only("burn"), self.only("card"), self.only("bonus")

    def only(self, name: str) -> Any:
        """The one value of a field that has one; None where there is no such field."""
        kind = self._fields.get(name)
        return kind.choices[0] if isinstance(kind, OneOf) else NOT_SAID

    def whole(self, name: str) -> Whole:
        kind = self._fields[name]
        assert isinstance(kind, Whole)
        return kind

    def point(self, at: Spot) -> None:
        """Follow the pointer."""
        raise NotImplementedError

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        """Move the draft by the keys: steps ahead, turns to the right."""
        raise NotImplementedError

    def wheel(self, steps: int) -> None:
        """The third thing, where there is one: where a turn comes, which way an aircraft looks."""


class FlightDraft(MiniatureDraft):
    """A dive or a normal move: a distance, then a turn; with Tight Turn the turn comes after a part of the distance."""

    def __init__(self, form: Described, a: MiniatureAircraft) -> None:
        super().__init__(form)
        self.a = a
        self.tight = "after" in self._fields
        span = self.whole("distance")
        self.distance = span.most if form.code == "move" and self.only("burn") != "brake" else span.least
        if form.code == "dive":
            self.distance = span.most
        self.turn, self.after = 0, 0

    @property
    def order(self) -> DiveFor | MoveOn:
        if self.form.code == "dive":
            return DiveFor(self.distance, self.turn, self.only("card"))
        after = min(self.after, self.distance) if self.tight else None
        return MoveOn(self.distance, self.turn, self.only("burn"), self.only("card"), after)

    def point(self, at: Spot) -> None:
        self.touched = True
        span, turns = self.whole("distance"), self.whole("turn")
        a = self.a
        if self.tight:
            corner = forward(a.at, a.heading, self.after)
            along, aside = _frame(corner, a.heading, at)
            if (along, aside) != (0, 0):
                self.turn = clamped(_signed(heading_of(corner, at) - a.heading), turns.least, turns.most)
            length = round((along * along + aside * aside) ** 0.5)
            self.distance = clamped(_snapped(self.after + length), max(span.least, self.after), span.most)
            return
        along, aside = _frame(a.at, a.heading, at)
        self.distance = clamped(_snapped(along), span.least, span.most)
        beside = max(0, abs(aside) - IDLE)
        wide = FULL if turns.most <= TURN_MOST else 2 * FULL
        size = min(turns.most, beside * turns.most // wide)
        self.turn = size if aside > 0 else -size

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        self.touched = True
        span, turns = self.whole("distance"), self.whole("turn")
        self.distance = clamped(self.distance + ahead * (FINE if fine else STEP), span.least, span.most)
        self.turn = clamped(self.turn + turn * (1 if fine else TURN_STEP), turns.least, turns.most)
        self.after = min(self.after, self.distance)

    def wheel(self, steps: int) -> None:
        if self.tight:
            self.touched = True
            self.after = clamped(self.after + steps * STEP, 0, self.distance)


class TurningDraft(MiniatureDraft):
    """A turn on the spot, of a degree at least."""

    def __init__(self, form: Described, a: MiniatureAircraft, turn: int) -> None:
        super().__init__(form)
        self.a, self.turn = a, turn

    def point(self, at: Spot) -> None:
        self.touched = True
        turns = self.whole("turn")
        self.turn = clamped(_signed(heading_of(self.a.at, at) - self.a.heading), turns.least, turns.most) or 1

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        self.touched = True
        turns = self.whole("turn")
        made = clamped(self.turn + turn * (1 if fine else TURN_STEP), turns.least, turns.most)
        self.turn = made or (1 if turn > 0 else -1)


class HardDraft(TurningDraft):
    """A hard turn before the move."""

    @property
    def order(self) -> TurnHard:
        return TurnHard(self.turn)


class EvasionDraft(TurningDraft):
    """Defensive Tactics: the target of an attack turns."""

    @property
    def order(self) -> PlayAction:
        return PlayAction(self.only("card"), (self.a.number,), self.only("bonus"), self.turn)


class PlaceDraft(MiniatureDraft):
    """One of the aircraft that wait, at a point of the strip."""

    def __init__(self, form: Described, position: MiniaturePosition, number: int, at: Spot, heading: int) -> None:
        super().__init__(form)
        self.position, self.number, self.at, self.heading = position, number, at, heading
        grid = self._fields["at"]
        assert isinstance(grid, Grid)
        self.grid = grid

    @property
    def order(self) -> Deploy:
        return Deploy(self.number, self.at, self.heading)

    @property
    def key(self) -> tuple[Any, ...]:
        return "deploy", self.number

    def point(self, at: Spot) -> None:
        self.touched = True
        x, y = self.grid.x, self.grid.y
        self.at = self._free(Spot(clamped(_snapped(at.x), x.least, x.most), clamped(_snapped(at.y), y.least, y.most)))

    def _free(self, at: Spot) -> Spot:
        """Return the point, or one beside it if another base is there."""
        taken = {a.at for a in self.position.aircraft}
        while at in taken:
            at = Spot(at.x + (1 if at.x < self.grid.x.most else -1), at.y)
        return at

    def look_to(self, at: Spot) -> None:
        """Look towards a point."""
        if at != self.at:
            self.touched = True
            self.heading = heading_of(self.at, at)

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        self.touched = True
        self.heading = turned(self.heading, turn * (1 if fine else TURN_STEP))

    def shift(self, across: int, down: int, fine: bool) -> None:
        """Move the draft over the strip by the keys."""
        step = FINE if fine else STEP
        self.point(Spot(self.at.x + across * step, self.at.y + down * step))

    def wheel(self, steps: int) -> None:
        self.touched = True
        self.heading = turned(self.heading, 15 * steps)


class CloudDraft(MiniatureDraft):
    """A cloud; on a forbidden place, the nearest allowed point."""

    def __init__(self, form: Described, position: MiniaturePosition) -> None:
        super().__init__(form)
        self.position = position
        self.room = setup.cloud_room(position)
        middle = Spot(position.terms.width * PER // 2, position.terms.height * PER // 2)
        self.at = min(self.room, key=lambda at: _gap(at, middle))

    @property
    def order(self) -> LayCloud:
        return LayCloud(self.at)

    def point(self, at: Spot) -> None:
        self.touched = True
        if setup.cloud_refusal(self.position, at) is not None:
            at = min(self.room, key=lambda other: _gap(other, at))
        self.at = at

    def shift(self, across: int, down: int, fine: bool) -> None:
        step = STEP if fine else PER
        self.point(Spot(self.at.x + across * step, self.at.y + down * step))

    def nudge(self, ahead: int, turn: int, fine: bool) -> None:
        self.shift(turn, -ahead, fine)


def drafts(position: MiniaturePosition, forms: Sequence[Described]) -> list[MiniatureDraft]:
    """A draft for each form of the choices; for placing one for each aircraft that waits."""
    return [draft for form in forms for draft in _drafts(position, form)]


def _drafts(position: MiniaturePosition, form: Described) -> Iterator[MiniatureDraft]:
    if form.code == "lay_cloud":
        yield CloudDraft(form, position)
    elif form.code == "deploy":
        waiting = next(field.kind for field in form.fields if field.name == "aircraft")
        assert isinstance(waiting, OneOf)
        plan = sensible(position)
        for number in waiting.choices:
            assert isinstance(number, int)
            yield PlaceDraft(form, position, number, *plan[number])
    elif form.code == "play":
        assert position.attack is not None
        yield EvasionDraft(form, position.aircraft[position.attack.volley.at], TURN_MOST)
    elif form.code == "turn_hard":
        yield HardDraft(form, position.active, 90)
    else:
        yield FlightDraft(form, position.active)


# ---- placing sensibly


def sensible(position: MiniaturePosition) -> dict[int, tuple[Spot, int]]:
    """A place and a heading for each aircraft of the side that places now, as a pilot of the program would have them."""
    side, made = position.queue[0], position.copy()
    found: dict[int, tuple[Spot, int]] = {}
    while any(a.side == side and a.at == NOWHERE for a in made.aircraft):
        order = deploy(made, side)
        made.aircraft[order.aircraft].at = order.at
        found[order.aircraft] = order.at, order.heading
    return found


# ---- measures


def _frame(at: Spot, heading: int, to: Spot) -> tuple[int, int]:
    """Return the distances of a point ahead of another, and to its right."""
    fx, fy = AHEAD[heading]
    dx, dy = to.x - at.x, to.y - at.y
    return (fx * dx + fy * dy) // SCALE, (fx * dy - fy * dx) // SCALE


def _signed(turn: int) -> int:
    """A turn between -180 and 180."""
    return (turn + CIRCLE // 2) % CIRCLE - CIRCLE // 2


def _snapped(value: int) -> int:
    return round(value / SNAP) * SNAP


def _gap(a: Spot, b: Spot) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
