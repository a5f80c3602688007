"""The Sector clock: a face whose five-minute segments have the colours of the plots, and its hands."""

from __future__ import annotations

import math

from markupsafe import Markup

from bob.day.state.time_of_day import SEGMENTS
from bob.rooms.pages.markup import el, joined
from bob.words import Words


def face(clock: str, words: Words) -> Markup:
    """The clock at a time of day such as `11:35`."""
    hours, minutes = int(clock[:2]), int(clock[3:])
    hands = [_hand((hours % 12 + minutes / 60) * 30, 24, "hour"), _hand(minutes * 6, 38, "minute")]
    markup = el("title", words("pages.clock_face", clock=clock))
    return el("svg", markup, segments(), el("circle", r=27, class_="dial"), hands, viewBox="-50 -50 100 100", class_="face", role="img")


def segments() -> Markup:
    """The twelve segments, in the three colours by turns."""
    return joined([el("path", d=_segment(n), class_=SEGMENTS[n % 3]) for n in range(12)])


def _hand_at(turn: float, r: float) -> str:
    return f"{r * math.sin(math.radians(turn)):.1f} {-r * math.cos(math.radians(turn)):.1f}"


def _segment(n: int) -> str:
    a, b = n * 30, n * 30 + 30
    return f"M{_hand_at(a, 28)}L{_hand_at(a, 48)}A48 48 0 0 1 {_hand_at(b, 48)}L{_hand_at(b, 28)}A28 28 0 0 0 {_hand_at(a, 28)}Z"


def _hand(turn: float, long: float, kind: str) -> Markup:
    return el("path", d=f"M0 0L{_hand_at(turn, long)}", class_=f"hand {kind}")
