"""What the tests of the staff share: views made by hand from a scenario's first one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from bob.core.hexes import Hex, from_label
from bob.core.kit import Decision
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.orders import Seal
from bob.day.state.view import PlotView, RafView, SquadronView, TrackView
from bob.staff.rules import Rules, rules

GAME = OperationalDay()


@cache
def first_view(scenario: str = "15_september_1940", seat: str = "raf") -> Any:
    """What a seat sees in the first turn of orders."""
    match = Match.new(GAME, scenario, 1)
    match.play("luftwaffe", Seal())
    return match.view(seat)


def table(*tracks: TrackView, ready: bool = True, instructions: str = "coast", **changes: Any) -> RafView:
    """The RAF's room with these tracks, every squadron Ready, and no limit that matters unless it is given."""
    view: RafView = first_view()
    squadrons = tuple(_ready(s) for s in view.squadrons) if ready else view.squadrons
    common = replace(view.common, turn=10)
    fields = tuple(replace(f, capacity=9, used=0) for f in view.fields)
    plain: dict[str, Any] = {"scramble_limit": 99, "response_level": 99, "fields": fields, "instructions": instructions}
    return replace(view, common=common, tracks=tracks, squadrons=squadrons, choice=None, **(plain | changes))


def _ready(s: SquadronView) -> SquadronView:
    return replace(s, box="ready", turns_to_next=None, becoming=None)


def track(number: int = 1, *hexes: str, level: int = 3, strength: int | None = 60, angels: int | None = 16, **changes: Any) -> TrackView:
    """A track plotted at these hexes, one turn apart, the last of them now."""
    at = [from_label(h) for h in (hexes or RAID)]
    plots = tuple(PlotView(10 - (len(at) - 1 - i), h, level, strength, angels, "Dover", "red") for i, h in enumerate(at))
    course = None
    if len(at) > 1:
        turns = len(at) - 1
        course = ((at[-1].q - at[0].q) / turns, (at[-1].r - at[0].r) / turns)
    return replace(TrackView(number, f"H{number}", level, False, 0, course, (), plots), **changes)


RAID = ("6030", "5730", "5430")
"""A raid over the Straits, on its way to the north-west at three hexes a turn."""

AT_THE_COAST = ("5430", "5129", "4828")
"""The same when it comes over land."""

HOMEWARD = ("4828", "5129", "5430")


def airborne(s: SquadronView, at: str | Hex, **changes: Any) -> SquadronView:
    """The squadron in the air, with a vector to where it is unless another is given."""
    h = from_label(at) if isinstance(at, str) else at
    plain: dict[str, Any] = {
        "box": "airborne",
        "hex": h,
        "angels": 16,
        "fuel": 12,
        "vector": {"kind": "hex", "hex": h.label, "angels": 16, "track": None, "field": None},
    }
    return replace(_ready(s), **(plain | changes))


def with_squadron(view: RafView, squadron: SquadronView) -> RafView:
    """The room with one squadron put in the place of that of its name."""
    return replace(view, squadrons=tuple(squadron if s.unit == squadron.unit else s for s in view.squadrons))


def named(view: RafView, unit: str) -> SquadronView:
    """The squadron of that name."""
    return next(s for s in view.squadrons if s.unit == unit)


def given(decisions: list[Decision], code: str) -> list[Any]:
    """The orders of a kind."""
    return [d.order for d in decisions if d.order.code == code]


def staff_rules() -> Rules:
    """The rules that officers ask."""
    return rules()
