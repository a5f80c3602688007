"""The foreseen effect of a vector or a scramble: the way, place, time and height. From the view of the seat at the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bob.core.hexes import Hex
from bob.day.rules import control
from bob.day.state import time_of_day
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.view import RafView, RefereeView, SquadronView
from bob.day.telling.period_names import Names
from bob.desk.session.session import DeskSession
from bob.words import Words


@dataclass(frozen=True, slots=True)
class ReachForecast:
    """An order seen ahead: from where, to which hex, when and how high; the way of the raid until then. `short` when the hex is only as
    far as the Sector's radio reaches."""

    unit: str
    start: Hex
    goal: Hex
    turns: int
    angels: int
    clock: str
    track: int | None = None
    raid: tuple[Hex, ...] = ()
    short: bool = False


def raf_view(session: DeskSession) -> RafView | None:
    """The RAF's view that the screen shows, if it shows one."""
    view = session.view(session.seat)
    found = view.raf if isinstance(view, RefereeView) else view
    return found if isinstance(found, RafView) else None


def order_for(s: SquadronView, kind: str, key: Any, angels: int) -> Scramble | SendTo:
    """The order that sends a squadron to a track or a hex."""
    of = SendTo if s.box == "airborne" else Scramble
    return of(s.unit, angels, track=key) if kind == "track" else of(s.unit, angels, key)


def foretell(session: DeskSession, unit: str, kind: str, key: Any, angels: int | None = None) -> ReachForecast | str:
    """Return the foreseen effect of sending a squadron to a track or a hex, or the key of the words for a refusal. Without a height the
    default height is used."""
    s, view = session.squadron(unit), raf_view(session)
    if s is None or view is None:
        return "desk.reach.no_squadron"
    track = session.track(key) if kind == "track" else None
    height = session.height(s, track) if angels is None else angels
    if kind != "track":
        turns = session.reach_hex(unit, key, height)
        if isinstance(turns, str):
            return turns
        return ReachForecast(unit, s.hex, key, turns, height, time_of_day.after(view.common.clock, turns))
    met = session.reach(unit, key, height)
    if isinstance(met, str):
        return met
    assert track is not None
    goal = control.held(session.world, view, s, met.hex)
    way = session.rules.way(track)[: met.turns + 1]
    clock = time_of_day.after(view.common.clock, met.turns)
    return ReachForecast(unit, s.hex, goal, met.turns, height, clock, key, way, goal != met.hex)


def foretold_text(words: Words, names: Names, session: DeskSession, seen: ReachForecast) -> str:
    """Return the foreseen effect in a line: the raid met, place, time and height."""
    place, values = names.at(words, seen.goal.label), {"time": seen.clock, "minutes": 5 * seen.turns, "angels": seen.angels}
    if seen.track is None:
        return words("desk_orders.foretold.there", place=place, **values)
    track = session.track(seen.track)
    label = track.label if track is not None else f"X{seen.track}"
    return words(f"desk_orders.foretold.{'short' if seen.short else 'meets'}", track=label, place=place, **values)


def ordered_ways(session: DeskSession) -> list[ReachForecast]:
    """Return the expected ways of the squadrons ordered off this turn: being on the ground, they have no way of their own yet."""
    found = []
    for unit, order in session.ordered_off().items():
        s = session.squadron(unit)
        if s is None or not s.scrambling:
            continue
        kind, key = ("track", order.track) if order.track is not None else ("hex", order.hex)
        seen = foretell(session, unit, kind, key, order.angels)
        if isinstance(seen, ReachForecast):
            found.append(seen)
    return found
