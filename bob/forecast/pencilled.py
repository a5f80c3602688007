"""Orders of a side laid on its view in pencil: its own units after the orders, as far as the view can show them.

The orders of a turn, and of the planning, need no dice and show the other side nothing. They are carried out on a day that is as the
view shows it; their changes there are applied to the view, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bob.core.dice import ScriptedDice
from bob.core.errors import BobError
from bob.core.game import Event
from bob.data.units import Side
from bob.day.game import OperationalDay
from bob.day.scenarios.known_days import known_to
from bob.day.scenarios.scenario import find
from bob.day.state.orders import (
    IN_FLIGHT,
    BreakWing,
    DropRaid,
    Engage,
    FormWing,
    Pancake,
    PlanRaid,
    Readiness,
    Scramble,
    SendTo,
    Split,
    Stance,
)
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Plot, Track
from bob.day.state.view import LuftwaffeView, RafView
from bob.forecast.overlaid import put_luftwaffe, put_raf, put_sky, started

SEED = "pencil"
"""The seed for the unknown parts of the day, which are never shown."""
PENCILLED = (*IN_FLIGHT, BreakWing, DropRaid, Engage, FormWing, Pancake, PlanRaid, Readiness, Scramble, SendTo, Split, Stance)
"""The orders that can be laid on a view."""


class Pencil:
    """A view of a side, and the orders laid on it."""

    def __init__(self, game: OperationalDay, view: RafView | LuftwaffeView) -> None:
        self._game = game
        self.view = view
        self._position: DayPosition | None = None

    def lay(self, order: Any) -> list[Event]:
        """Lay an order, already found legal, on the view; return the events for its side. An order without foreseeable effects is
        ignored."""
        if not isinstance(order, PENCILLED):
            return []
        seat, game = self.view.seat, self._game
        try:
            if self._position is None:
                self._position = _as_shown(game, self.view)
            before = game.view(self._position, seat)
            events = game.apply(self._position, seat, order, ScriptedDice(()))
        except (BobError, KeyError):
            self._position = None
            return []
        self.view = _changed_view(self.view, before, game.view(self._position, seat))
        return [event for event in events if seat in event.to]


def _as_shown(game: OperationalDay, view: RafView | LuftwaffeView) -> DayPosition:
    """Return a day in which a side has the units and fields of its view. Raises BobError for a day that is not known here."""
    common = view.common
    side: Side = LUFTWAFFE if isinstance(view, LuftwaffeView) else RAF
    p = started(game, known_to(find(common.scenario, game.days), side), view, SEED)
    p.turn, p.phase, p.choices, p.done = common.turn, common.phase, [], []  # type: ignore[assignment]
    p.engaging = common.engaging
    put_sky(game, p, common, SEED)
    p.raids, p.tracks, p.parted = {}, [], []
    world = game.world_of(p)
    if isinstance(view, LuftwaffeView):
        put_luftwaffe(world, p, view, SEED)
    else:
        put_raf(world, p, view)
        for t in view.tracks:
            plots = [Plot(x.turn, x.hex, x.level, x.strength, x.angels, x.source, x.bombers) for x in t.plots]
            p.tracks.append(Track([], t.number, t.level, plots, t.faded))
    return p


def _changed_view(shown: Any, before: Any, after: Any) -> Any:
    """Return the view shown, with the changes from before to after."""
    if before == after:
        return shown
    if is_dataclass(shown) and not isinstance(shown, type) and type(shown) is type(before) is type(after):
        found = {
            f.name: _changed_view(getattr(shown, f.name), getattr(before, f.name), getattr(after, f.name)) for f in fields(shown) if f.init
        }
        return replace(shown, **found)
    if isinstance(shown, Mapping) and isinstance(before, Mapping) and isinstance(after, Mapping):
        return _laid_by_name(dict(shown), before, after)
    if isinstance(after, tuple) and isinstance(shown, tuple) and isinstance(before, tuple):
        named = [_by_name(one) for one in (shown, before, after)]
        if all(one is not None for one in named):
            return tuple(_laid_by_name(*named).values())  # type: ignore[arg-type]
    if _figure(shown) and _figure(before) and _figure(after):
        return shown + after - before
    return after


def _laid_by_name(shown: dict[Any, Any], before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, Any]:
    gone = before.keys() - after.keys()
    place = {name: at for at, name in enumerate(after)}
    kept = {
        name: _changed_view(value, before[name], after[name]) if name in before and name in after else value
        for name, value in shown.items()
    }
    found = {name: value for name, value in kept.items() if name not in gone} | {n: v for n, v in after.items() if n not in before}
    return dict(sorted(found.items(), key=lambda pair: place.get(pair[0], len(place))))


def _by_name(values: Iterable[Any]) -> dict[str, Any] | None:
    """Return units, raids and words by their names; None where they have no names of their own."""
    found = {name: value for value in values if (name := _name(value)) is not None}
    return found if len(found) == len(tuple(values)) else None


def _name(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    return next((str(found) for name in ("unit", "code") if (found := getattr(value, name, None)) is not None), None)


def _figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
