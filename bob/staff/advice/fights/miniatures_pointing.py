"""The meaning of the pointed spot: the lights, the slip, and the order of a click. All of it from the seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bob.staff.advice.fights.miniatures_drafts import CloudDraft, EvasionDraft, FlightDraft, HardDraft, MiniatureDraft, PlaceDraft
from bob.staff.advice.fights.miniatures_lights import FlightSpan, MiniatureGhost, MiniatureLights, Stick, ZoneStrip
from bob.staff.advice.fights.miniatures_tooltips import MiniatureTooltips
from bob.tactical.miniatures import hints, setup
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.hints import MiniatureOutlook
from bob.tactical.miniatures.position import ACTION, CHOOSE, FLY, PLACE, TAIL, MiniaturePosition
from bob.tactical.miniatures.rules.geometry import PER, Spot, turned, within


@dataclass(frozen=True, slots=True)
class MiniatureMeaning:
    """The pointed thing: its lights, the slip, the order of a click; `firm` when it needs a second one. `aircraft` is the one there."""

    lights: MiniatureLights
    slip: str = ""
    order: Any = None
    firm: bool = False
    aircraft: int = -1
    outlook: MiniatureOutlook | None = None


class MiniaturePointing:
    """Reads a position as a seat sees it, and the orders that may be given."""

    def __init__(self, position: MiniaturePosition, seat: str, listed: Sequence[Any]) -> None:
        self.position, self.listed = position, tuple(listed)
        self.mine = position.seats.index(seat) if seat in position.seats else -1
        self.decides = seat in position.owing
        go = position.go
        self.active = go.number if go is not None else -1
        self.own_active = self.active >= 0 and position.aircraft[self.active].side == self.mine
        self.movable = frozenset(order.aircraft for order in self.listed if isinstance(order, o.ActivateOne))
        self.shots = frozenset(order.target for order in self.listed if isinstance(order, o.ShootAt))

    def orders_on(self, number: int) -> list[Any]:
        """The listed orders that are about an aircraft."""
        return [order for order in self.listed if _concerns(order, number)]

    def bombing(self, at: Spot) -> Any:
        """The order against a target that is pointed at."""
        strike = self.position.terms.strike
        for order in self.listed:
            if isinstance(order, o.DropOn) and strike is not None and within(strike.targets[order.target].spot, at, PER):
                return order
        return None

    # ---- lights without a pointed spot

    def base(self, looked: int, armed: Any, stick: tuple[Spot, Spot] | None) -> MiniatureLights:
        """Return the lights without a pointed spot; `armed` is the selected line of the list."""
        position = self.position
        lights = MiniatureLights(movable=self.movable, chosen=frozenset({self.active}) - {-1}, targets=self.shots)
        if position.stage == TAIL and self.decides:
            lights = replace(lights, tails=frozenset(position.candidates))
        if position.attack is not None:
            volley = position.attack.volley
            one, other = position.aircraft[volley.by], position.aircraft[volley.at]
            line = Stick(one.at, other.at, bare=True)
            lights = replace(lights, sticks=(line,), targets=frozenset({volley.at}), chosen=frozenset({volley.by}), arcs_of=volley.by)
        if self.decides and position.stage == PLACE:
            first, last = setup.zone(position.terms, position.terms.forces[self.mine])
            lights = replace(lights, strip=ZoneStrip(first, last))
        if looked >= 0 and not position.aircraft[looked].out:
            lights = replace(lights, chosen=lights.chosen | {looked}, arcs_of=looked)
        if stick is not None:
            cuts = hints.cutting(position, *stick)
            lights = replace(lights, sticks=(*lights.sticks, Stick(*stick, cuts)))
        if isinstance(armed, o.ShootAt | o.Outmanoeuvre) and self.active >= 0:
            lights = self._sighted(lights, armed.target)
        elif isinstance(armed, o.ActivateOne | o.TailEnemy):
            lights = replace(lights, chosen=lights.chosen | {armed.aircraft}, arcs_of=armed.aircraft)
        elif isinstance(armed, o.PlayAction) and armed.aircraft:
            lights = replace(lights, chosen=lights.chosen | set(armed.aircraft))
        return lights

    def _sighted(self, lights: MiniatureLights, number: int) -> MiniatureLights:
        """A line of sight from the active aircraft to another, with what cuts it."""
        one, other = self.position.aircraft[self.active], self.position.aircraft[number]
        if one.out or other.out:
            return lights
        cuts = hints.cutting(self.position, one.at, other.at)
        line = Stick(one.at, other.at, cuts, bare=True, barred=number not in self.shots)
        return replace(lights, sticks=(*lights.sticks, line), arcs_of=self.active)

    # ---- the draft

    def drawn(self, lights: MiniatureLights, draft: MiniatureDraft | None, slips: MiniatureTooltips) -> MiniatureMeaning:
        """Return the ghost of the draft, and its effects."""
        position = self.position
        if isinstance(draft, FlightDraft | HardDraft):
            return self._flight(lights, draft, slips)
        if isinstance(draft, PlaceDraft):
            a = position.aircraft[draft.number]
            ghost = MiniatureGhost(a.number, draft.at, draft.heading, a.level)
            words = slips.words("desk_skies.slip.place")
            slip = slips.head(slips.teller.order(draft.order)) + slips.quiet(words)
            return MiniatureMeaning(replace(lights, ghost=ghost), slip, draft.order)
        if isinstance(draft, CloudDraft):
            return MiniatureMeaning(replace(lights, cloud=draft.at), slips.head(slips.teller.order(draft.order)), draft.order)
        if isinstance(draft, EvasionDraft):
            a = draft.a
            ghost = MiniatureGhost(a.number, a.at, turned(a.heading, draft.turn), a.level)
            return MiniatureMeaning(replace(lights, ghost=ghost), slips.head(slips.teller.order(draft.order)), draft.order, True)
        return MiniatureMeaning(lights)

    def _flight(self, lights: MiniatureLights, draft: FlightDraft | HardDraft, slips: MiniatureTooltips) -> MiniatureMeaning:
        order = draft.order
        found = hints.outlook(self.position, order)
        if not isinstance(order, o.MoveOn):  # there is still the move to come
            found = replace(found, targets=(), tails=(), tailed_by=(), threats=())
        ghost = MiniatureGhost(self.active, found.at, found.heading, found.level, found.ways, found.out)
        lights = replace(
            lights,
            ghost=ghost,
            arcs_of=self.active,
            targets=frozenset(target.at for target in found.targets),
            tails=frozenset(found.tails),
            menaced_by=frozenset({*found.tailed_by, *found.threats}),
        )
        if isinstance(draft, FlightDraft) and not draft.tight:
            span, turns = draft.whole("distance"), draft.whole("turn")
            lights = replace(lights, span=FlightSpan(self.active, span.least, span.most, turns.most))
        slip = "".join(slips.flight(slips.teller.order(order), found))
        if isinstance(draft, FlightDraft) and draft.tight:
            slip += slips.quiet(slips.words("desk_skies.slip.tight"))
        return MiniatureMeaning(lights, slip, order, False, -1, found)

    # ---- the pointed spot

    def read(
        self, lights: MiniatureLights, at: Spot, number: int, draft: MiniatureDraft | None, slips: MiniatureTooltips, place: str
    ) -> MiniatureMeaning:
        """Return the meaning of a spot, and of the aircraft there."""
        lights = replace(lights, pointed=at)
        steers = draft is not None and not (number >= 0 and number != self.active and self._is_asked(number, draft))
        if draft is not None and steers:
            draft.point(at)
            return self.drawn(lights, draft, slips)
        bomb = self.bombing(at)
        if bomb is not None:
            return MiniatureMeaning(lights, slips.head(slips.teller.order(bomb)), bomb, True)
        if number < 0:
            stick = next((stick for stick in lights.sticks if not stick.bare), None)
            return MiniatureMeaning(lights, slips.measured(stick) if stick is not None else "")
        return self._aircraft(lights, number, slips, place)

    def _is_asked(self, number: int, draft: MiniatureDraft) -> bool:
        """Return whether pointing at that aircraft shows it despite a draft: an enemy during a flight."""
        return self.position.stage == FLY and self.position.aircraft[number].side != self.mine

    def _aircraft(self, lights: MiniatureLights, number: int, slips: MiniatureTooltips, place: str) -> MiniatureMeaning:
        position = self.position
        a = position.aircraft[number]
        rows = slips.aircraft(a)
        orders = self.orders_on(number)
        acting = self.own_active and self.decides and position.stage in (FLY, ACTION) and a.side != self.mine
        lights = replace(lights, arcs_of=number)
        if acting:
            one = position.active
            lights = self._sighted(lights, number)
            rows += slips.shot(hints.prospect(position, one, a))
            if any(isinstance(order, o.Outmanoeuvre) for order in orders):
                rows.append(slips.outmanoeuvre(one, a))
        else:
            rows.append(slips.quiet(place))
            if position.stage == CHOOSE and number in self.movable:
                rows.append(slips.reach(a))
        order = orders[0] if orders else None
        firm = order is not None and not isinstance(order, o.ActivateOne)
        if order is not None:
            rows.append(slips.click(order, firm))
        return MiniatureMeaning(lights, "".join(rows), order, firm, number)


def _concerns(order: Any, number: int) -> bool:
    if isinstance(order, o.ShootAt | o.Outmanoeuvre):
        return order.target == number
    if isinstance(order, o.ActivateOne | o.TailEnemy):
        return order.aircraft == number
    if isinstance(order, o.DefendWith):
        return number in order.targets
    return isinstance(order, o.PlayAction) and number in order.aircraft
