"""The wishes of standing orders, as ordinary orders: from the seat's view, and legal as far as the seat can know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules import control
from bob.day.rules.control import Meeting
from bob.day.rules.readiness import weight
from bob.day.rules.wings import leads_stack
from bob.day.state.orders import Pancake, Readiness, Recall, Scramble, SendTo, Stance
from bob.day.state.position import RAF
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES
from bob.day.state.view import LuftwaffeView, RafView, RaidView, SquadronView
from bob.desk.session.standing import KINDS, StandingKind, StandingOrder, sector_at
from bob.staff.advice.fighter_command.candidates import candidates, joint_candidates
from bob.staff.answers import SECOND_LINE
from bob.staff.rules import ordered_off

if TYPE_CHECKING:
    from bob.desk.session.session import DeskSession

FIRST: tuple[StandingKind, ...] = ("land", "stance", "own", "lead", "patrol", "pairs", "ready", "recall")
"""The order of precedence: a squadron follows the first that applies."""
HOME = 1
"""Turns of fuel beyond the way home at which a patrol goes home."""
RELIEF = 4
"""Turns of fuel beyond the way home at which a patrol is relieved."""
PAIR = 2.0
"""Squadrons that are sent against a strong raid."""
SOON_OVER_LAND = 8
"""Turns to the coast from which a strong raid is answered."""


@dataclass(frozen=True, slots=True)
class Wish:
    """An order wished by a standing order, described by a key of the words and its values. `acts` gives it without asking."""

    order: Any
    acts: bool
    what: str
    values: Mapping[str, str | int]


def wishes(session: DeskSession) -> list[Wish]:
    """Return the current wishes of the standing orders of the seat at the screen."""
    view, found = session.view(session.seated), sorted(session.book.active(), key=lambda o: FIRST.index(o.kind))
    if not found or view.common.phase != "orders" or view.engagement is not None or view.choice is not None:
        return []
    if isinstance(view, RafView):
        return RafWishes(session, view).all(found)
    return _recalled(session, view, found) if isinstance(view, LuftwaffeView) else []


class RafWishes:
    """One turn's wishes of Fighter Command in the making: whoever has got an order gets no second one."""

    def __init__(self, session: DeskSession, view: RafView) -> None:
        self.session, self.view, self.after = session, view, view
        self.world, self.rules = session.world, session.rules
        self.busy: dict[str, None] = {}
        self.found: list[Wish] = []

    def all(self, orders: list[StandingOrder]) -> list[Wish]:
        """Return the wishes of all these orders."""
        heard = {
            "land": self._land,
            "stance": self._stance,
            "own": self._recalls,
            "lead": self._lead,
            "patrol": self._patrol,
            "pairs": self._pairs,
            "ready": self._ready,
        }
        for order in orders:
            for wish in heard[order.kind](order) if order.kind in KINDS[RAF] else ():
                self._take(wish)
        return self.found

    def _take(self, wish: Wish) -> None:
        unit = wish.order.unit
        if unit in self.busy or self.session.check(self.session.seated, wish.order) is not None:
            return
        if not self.rules.stands(self.after, wish.order):
            return
        self.busy[unit] = None
        self.found.append(wish)
        if isinstance(wish.order, Scramble):
            self.after = ordered_off(self.after, unit)

    def _squadrons_of(self, order: StandingOrder) -> list[SquadronView]:
        return [s for s in self.view.squadrons if s.box != "gone" and order.sector in ("", s.sector) and s.unit not in self.busy]

    def _flying(self, order: StandingOrder) -> list[SquadronView]:
        """Return the squadrons in the air that can take orders and are not fighting."""
        return [s for s in self._squadrons_of(order) if s.box == "airborne" and s.controlled and s.tally is None]

    # ---- each kind

    def _land(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield the return of squadrons with no more than the given fuel beyond the way home."""
        for s in self._flying(order):
            if (s.vector or {}).get("kind") != "home" and self.rules.spare(s) <= order.number:
                yield Wish(Pancake(s.unit), order.acts, "land", {"unit": s.unit, "minutes": 5 * max(0, s.fuel)})

    def _stance(self, order: StandingOrder) -> Iterator[Wish]:
        """Rules of engagement for all of a Sector (OPS-C3.3)."""
        for s in self._squadrons_of(order):
            waits = s.stance in (order.stance, "wait") or s.tally is not None or not leads_stack(self.view.squadrons, s)
            if (s.box == "airborne" or s.scrambling) and not waits:
                yield Wish(Stance(s.unit, order.stance), order.acts, "stance", {"unit": s.unit, "stance": order.stance})

    def _recalls(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield the recall of squadrons led against a raid that they would meet in another Sector."""
        for s in self._flying(order):
            vector, base = s.vector or {}, self.world.fields.get(s.sector)
            if vector.get("kind") != "raid" or base is None or not leads_stack(self.view.squadrons, s):
                continue
            if sector_at(self.world, hexes.from_label(vector["hex"])) != s.sector:
                values: dict[str, str | int] = {"unit": s.unit, "track": self._label(vector["track"])}
                yield Wish(SendTo(s.unit, vector["angels"], hex=base.near), order.acts, "own", values)

    def _lead(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield orders to follow the newest plot of the squadron's raid, at the ordered height."""
        for s in self._flying(order):
            vector = s.vector or {}
            if vector.get("kind") != "raid" or not leads_stack(self.view.squadrons, s):
                continue
            met = self.session.reach(s.unit, vector["track"], vector["angels"])
            if isinstance(met, Meeting) and control.held(self.world, self.view, s, met.hex).label != vector["hex"]:
                values: dict[str, str | int] = {"unit": s.unit, "track": self._label(vector["track"]), "minutes": 5 * met.turns}
                yield Wish(SendTo(s.unit, vector["angels"], track=vector["track"]), order.acts, "lead", values)

    def _pairs(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield orders for two squadrons against a raid of the given strength that has at most one against it."""
        for rung in self.session.ladder(self.view):
            if rung.foes is None or rung.foes < order.number or rung.coast is None or rung.coast > SOON_OVER_LAND or rung.old:
                continue
            track = self.view.track(rung.number)
            if track is None or rung.have >= PAIR:
                continue
            free = [s for s in candidates(self.session, self.view, track) if s.squadron.sector == order.sector or not order.sector]
            free = [s for s in free if s.squadron.unit not in self.busy]
            for candidate in joint_candidates(self.session, self.after, free, PAIR - rung.have):
                values: dict[str, str | int] = {"unit": candidate.squadron.unit, "track": rung.label, "minutes": 5 * candidate.turns}
                yield Wish(candidate.order, order.acts, "pairs", values)

    def _ready(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield orders that keep the given number of squadrons of the Sector, or of each, at Ready."""
        for sector in sorted({s.sector for s in self._squadrons_of(order)}):
            here = [s for s in self._squadrons_of(order) if s.sector == sector and s.strength > 0]
            lacking = order.number - sum(weight(s) for s in here if "ready" in (s.box, s.becoming) or s.scrambling)
            waiting = [s for s in here if s.becoming is None and s.box in ("available", "released")]
            for s in sorted(waiting, key=lambda s: (self._second(s), s.box == "released", -s.strength, s.unit)):
                if lacking <= 0:
                    break
                lacking -= weight(s)
                box = "ready" if s.box == "available" else "available"
                yield Wish(Readiness(s.unit, box), order.acts, box, {"unit": s.unit, "sector": sector})  # type: ignore[arg-type]

    # ---- patrols

    def _patrol(self, order: StandingOrder) -> Iterator[Wish]:
        """Yield orders for the holder of a line to fly to and fro on it until the fuel sends it home, and offers of the next in time."""
        if order.a is None:
            return
        ends = [order.a] if order.b in (None, order.a) else [order.a, order.b]
        goals = {h.label: h for h in ends if h is not None}
        on_it = [s for s in self.view.squadrons if self._holds(s, goals)]
        for s in on_it:
            yield from self._patrol_order(s, order, goals)
        off = any(o.hex in goals.values() for unit, o in self.session.ordered_off().items() if self._scrambling(unit))
        if not off and not any(self.rules.spare(s) > RELIEF or s.unit in self.busy for s in on_it):
            yield from self._relief(order, on_it)

    def _holds(self, s: SquadronView, goals: dict[str, Hex]) -> bool:
        vector = s.vector or {}
        return s.box == "airborne" and vector.get("kind") == "hex" and vector.get("hex") in goals

    def _scrambling(self, unit: str) -> bool:
        s = self.view.squadron(unit)
        return s is not None and s.scrambling

    def _patrol_order(self, s: SquadronView, order: StandingOrder, goals: dict[str, Hex]) -> Iterator[Wish]:
        """Yield the order for the squadron on the line: home, or to the other end. It needs no confirmation, as part of its mission."""
        if not s.controlled or s.tally is not None or s.unit in self.busy or not leads_stack(self.view.squadrons, s):
            return
        if self.rules.spare(s) <= HOME:
            yield Wish(Pancake(s.unit), True, "patrol_home", {"unit": s.unit, "minutes": 5 * max(0, s.fuel)})
        elif len(goals) > 1 and s.hex.label in goals:
            other = next(h for label, h in goals.items() if label != s.hex.label)
            if (s.vector or {})["hex"] == s.hex.label:
                yield Wish(SendTo(s.unit, order.angels, hex=other), True, "patrol_on", {"unit": s.unit, "hex": other.label})

    def _relief(self, order: StandingOrder, on_it: list[SquadronView]) -> Iterator[Wish]:
        """The next to hold the line: the squadron named for it, else the nearest of the Sector that is Ready."""
        goal = order.a
        assert goal is not None
        named = {s.unit for s in self.view.squadrons if order.unit and (s.unit == order.unit or s.unit.startswith(f"{order.unit} "))}
        sector = order.sector or next((s.sector for s in self.view.squadrons if s.unit in named), "")
        fit = [s for s in self._squadrons_of(replace(order, sector="")) if s.box == "ready" and not s.scrambling and s.strength > 0]
        fit = [s for s in fit if s.unit in named or sector in ("", s.sector)]
        what = "relief" if on_it else "patrol_off"
        for s in sorted(fit, key=lambda s: (s.unit not in named, self._second(s), hexes.distance(s.hex, goal), -s.strength, s.unit)):
            made = Scramble(s.unit, order.angels, hex=goal)
            if self.session.check(self.session.seated, made) is None and self.rules.stands(self.after, made):
                yield Wish(made, order.acts, what, {"unit": s.unit, "hex": goal.label, "angels": order.angels})
                return

    def _second(self, s: SquadronView) -> bool:
        """Return whether it flies a type that stays on the ground while others are available."""
        return self.world.types[s.aircraft].kind in SECOND_LINE

    def _label(self, number: int) -> str:
        track = self.view.track(number)
        return track.label if track is not None else f"X{number}"


def _recalled(session: DeskSession, view: LuftwaffeView, orders: list[StandingOrder]) -> list[Wish]:
    """Raids on their way to the target whose escort is gone come home."""
    found = []
    for order in orders:
        for raid in view.raids:
            made = Recall(raid.code)
            if without_escort(raid) and session.check(session.seated, made) is None:
                found.append(Wish(made, order.acts, "recall", {"raid": raid.code}))
    return found


def without_escort(raid: RaidView) -> bool:
    """Return whether a raid on its way to the target has lost its planned escort."""
    if raid.state != "flying" or raid.bombed or not _flies(raid, BOMBING_ROLES):
        return False
    return any(u.role in ESCORT_ROLES for u in raid.plan.units) and not _flies(raid, ESCORT_ROLES)


def _flies(raid: RaidView, roles: tuple[str, ...]) -> bool:
    return any(u.role in roles and u.state == "with_raid" and u.strength > 0 for u in raid.units)
