"""Movement on the cloth shown as movement: aircraft along their ways, levels rising and falling, tracer, bursts. It can be skipped."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF

from bob.core.game import Event
from bob.desk.boards.miniatures.camera import inched
from bob.desk.boards.shared.films import Film, Flash, FlownPath, Still
from bob.tactical.miniatures.position import NOWHERE, MiniatureAircraft
from bob.tactical.miniatures.rules.geometry import Spot
from bob.tactical.miniatures.view import MiniatureTableView

INCH = 85
"""Milliseconds that an inch takes."""
TURN, LEVEL = 240, 260
TRACER, BURST = 460, 640
MOST = 3200
"""The longest animation of simultaneous events in milliseconds: more of them are shown faster."""


class _Cutting:
    """A film being made: where each aircraft is by now, and the time."""

    def __init__(self, before: MiniatureTableView) -> None:
        self.made = Film()
        self.now = 0.0
        self.stills = {a.number: Still(inched(a.at), float(a.heading), float(a.level)) for a in before.aircraft if a.at != NOWHERE}

    def leg(self, number: int, length: float, at: QPointF | None = None, turn: float = 0.0, level: float | None = None) -> None:
        one = self.stills.get(number)
        if one is None:
            return
        other = Still(at if at is not None else one.at, one.angle + turn, level if level is not None else one.level)
        self.made.flown.append(FlownPath(number, self.now, self.now + length, [one, other]))
        self.stills[number] = other
        self.now += length

    def fly(self, number: int, to: Spot) -> None:
        one = self.stills.get(number)
        if one is not None:
            end = inched(to)
            way = end - one.at
            self.leg(number, max(60.0, INCH * (way.x() ** 2 + way.y() ** 2) ** 0.5), end)

    def head(self, number: int, heading: int) -> None:
        one = self.stills.get(number)
        if one is not None:
            turn = (heading - one.angle + 180) % 360 - 180
            if abs(turn) > 0.5:
                self.leg(number, TURN * max(0.3, abs(turn) / 90), None, turn)

    def flash(self, kind: str, length: float, one: QPointF, other: QPointF) -> None:
        self.made.flashes.append(Flash(kind, self.now, self.now + length, one, other))
        self.now += length


def sky_film(before: MiniatureTableView, after: MiniatureTableView, events: Sequence[Event]) -> Film:
    """The film of what happened between two views."""
    cut = _Cutting(before)
    for event in events:
        _shown(cut, event, after)
    made = cut.made
    for a in after.aircraft:
        _settle(cut, a)
    made.length = cut.now
    if cut.now > MOST:
        made.hasten(MOST / cut.now)
    return made


def _shown(cut: _Cutting, event: Event, after: MiniatureTableView) -> None:
    data, code = event.data, event.code
    if code == "moved":
        number, ways = data["aircraft"], data["ways"]
        heading = data["heading"]
        for i, (_, end) in enumerate(ways):
            cut.fly(number, Spot(*end))
            if i == 0 and len(ways) > 1:
                cut.head(number, heading)
        cut.head(number, heading)
    elif code == "dived":
        cut.fly(data["aircraft"], Spot(*data["to"]))
        one = cut.stills.get(data["aircraft"])
        if one is not None and data["turn"]:
            cut.leg(data["aircraft"], TURN, None, data["turn"])
    elif code == "turned":
        cut.head(data["aircraft"], data["heading"])
    elif code == "level":
        cut.leg(data["aircraft"], LEVEL, None, 0.0, float(data["level"]))
    elif code == "fires" and data["aircraft"] in cut.stills and data["target"] in cut.stills:
        cut.flash("tracer", TRACER, cut.stills[data["aircraft"]].at, cut.stills[data["target"]].at)
    elif code in ("down", "left") and data["aircraft"] in cut.stills:
        at = cut.stills[data["aircraft"]].at
        if code == "down":
            cut.made.gone[data["aircraft"]] = cut.now + BURST * 0.5
            cut.flash("burst", BURST, at, at)
        else:
            cut.made.gone[data["aircraft"]] = cut.now
    elif code == "bombs":
        strike = after.terms.strike
        if strike is not None:
            at = inched(strike.targets[data["target"]].spot)
            cut.flash("burst", BURST, at, at)


def _settle(cut: _Cutting, a: MiniatureAircraft) -> None:
    """Bring an aircraft at the end to its place, where the events have led it elsewhere."""
    one = cut.stills.get(a.number)
    if one is None or a.out or a.at == NOWHERE:
        return
    if not any(path.number == a.number for path in cut.made.flown):
        if (one.at, round(one.angle) % 360, one.level) != (inched(a.at), a.heading, float(a.level)):
            cut.head(a.number, a.heading)
            cut.leg(a.number, LEVEL, inched(a.at), 0.0, float(a.level))
        return
    last = cut.stills[a.number]
    if last.at != inched(a.at) or last.level != a.level or round(last.angle) % 360 != a.heading:
        cut.head(a.number, a.heading)
        cut.leg(a.number, LEVEL, inched(a.at), 0.0, float(a.level))
