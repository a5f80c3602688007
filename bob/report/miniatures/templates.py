"""The measuring tools, true to scale: the front arc to nine inches, the ruler with the moves of each Speed, the turning gauge, the
clouds."""

from __future__ import annotations

import math

from bob.chart.marks import Box, FontFace
from bob.chart.page import A4, WHITE
from bob.report.battle_card.leaf import ring
from bob.report.miniatures.counters import BASE
from bob.report.miniatures.forces import IN, SetOut
from bob.report.pieces.paper import HEAD, INK, MARGIN, QUIET, RED, SLATE, PiecePage, PiecePages
from bob.tactical.miniatures.position import MiniatureTerms
from bob.tactical.miniatures.rules.geometry import PER
from bob.tactical.miniatures.rules.movement import DIVE, HARD_MOST, TURN_MOST
from bob.tactical.miniatures.rules.standing import CLOUD, RANGE

A3 = (297.0, 420.0)
ARC = 45
"""Half of the front arc, in degrees."""
REACH = RANGE // PER
RADIUS = CLOUD * IN / PER
LONGEST = 9
"""Inches of the ruler on a page."""
_TAB = 8.0
_BANDS = {1: "#F1D9CF", 2: "#F8F1DD", 3: "#EDF1EF"}
"""The grounds of the three thirds of the arc."""


# ---- the front arc


def arc_template(pages: PiecePages, paper: str) -> None:
    """The front arc: on one page of A3, or in halves on two of A4."""
    words = pages.words
    if paper == "a3":
        page = pages.begin("template", words("sky_pieces.note.template"), size=A3[::-1])
        _sector(page, (page.width / 2, page.height - 24.0), (-ARC, ARC))
        return
    for half, turns in enumerate(((-ARC, 0), (0, ARC)), 1):
        parts = f"{words('sky_pieces.note.template_half', half=half)} {words('sky_pieces.note.template')}"
        page = pages.begin("template", parts)
        wide = REACH * IN * math.sin(math.radians(ARC))
        x = page.left + (page.right - page.left - wide) / 2 + (wide if half == 1 else 0.0)
        at = (x, HEAD + 8.0 + REACH * IN)
        if half == 1:
            foot, top = at[1], at[1] - REACH * IN
            page.shape([((x, foot), (x + _TAB, foot - _TAB), (x + _TAB, top + _TAB), (x, top))], "#EFEBDD", QUIET, 0.15)
        _sector(page, at, turns)


def _sector(page: PiecePage, at: tuple[float, float], turns: tuple[int, int]) -> None:
    """The part of the arc between two bearings, its point at the middle of the base."""
    x, y = at
    first, last = turns
    for inch in range(REACH, 0, -1):
        band = _BANDS[min(3, (inch + 2) // 3)]
        page.shape([((x, y), *ring(x, y, inch * IN, first, last, 48))], band, None)
    for inch in range(1, REACH + 1):
        page.line(ring(x, y, inch * IN, first, last, 48), INK if inch % 3 == 0 else QUIET, 0.5 if inch % 3 == 0 else 0.15)
    page.shape([((x, y), *ring(x, y, BASE / 2, first, last, 16))], SLATE)
    page.shape([((x, y), *ring(x, y, REACH * IN, first, last, 48))], None, INK, 0.4)
    for turn in range(first, last + 1, 5):
        page.line([ring(x, y, reach * IN, turn, turn, 1)[0] for reach in (REACH - (0.3 if turn % 15 else 0.55), REACH)], INK, 0.2)
    side = -1 if last == 0 else 1
    for inch in range(1, REACH + 1):
        size = 6.0 if inch % 3 == 0 else 4.2
        top = y - inch * IN + 1.4
        left = x + (side * 1.5 if side > 0 else -1.5 - 10.0)
        face: FontFace = "bold" if inch % 3 == 0 else "regular"
        page.write(f"{inch}″", (left, top, left + 10.0, top + size), size, face, INK, "start" if side > 0 else "end")


# ---- the ruler and the gauge


def ruler(pages: PiecePages, forces: tuple[SetOut, ...]) -> None:
    """The ruler with a bar for each Speed of the battle, and the turning gauge beside it."""
    speeds = sorted({type.speed for out in forces for type in out.types}, reverse=True)
    damaged = {type.speed - chits for out in forces for type in out.types if type.multi for chits in range(1, type.engines)}
    bars = sorted({*speeds, *(speed for speed in damaged if speed > 0)}, reverse=True)
    most = max(REACH, *speeds)
    for start in range(0, most, LONGEST):
        page = pages.begin("ruler", pages.words("sky_pieces.note.ruler"))
        end = min(most, start + LONGEST)
        _ruler(page, pages, start, end, bars)
        if not start:
            for down in (60.0, 200.0):
                _gauge(page, pages, (page.right - 50.0, HEAD + down), 48.0)
            _legend(page, pages, (page.right - 100.0, HEAD + 113.0, page.right, HEAD + 141.0), any(damaged))


def _ruler(page: PiecePage, pages: PiecePages, start: int, end: int, bars: list[int]) -> None:
    words = pages.words
    left, right, foot = MARGIN, MARGIN + 24.0, HEAD + 4.0 + (end - start) * IN
    page.box(left, HEAD + 4.0, right, foot, "#F4E6C3", INK, 0.3)

    def up(inch: float) -> float:
        return foot - (inch - start) * IN

    for quarter in range(4 * start, 4 * end + 1):
        long = {0: 11.0, 2: 7.0}.get(quarter % 4, 4.0)
        page.line([(right, up(quarter / 4)), (right - long, up(quarter / 4))], INK, 0.3 if quarter % 4 == 0 else 0.15)
    for inch in range(start, end + 1):
        y = up(inch)
        top = min(max(y - 3.0, HEAD + 4.6), foot - 6.2)
        page.write(str(inch), (left + 1.0, top, left + 11.5, top + 5.8), 5.4, "bold", INK, "end")
    for mark, name in ((CLOUD // PER, "cloud"), (DIVE // PER, "dive"), (RANGE // PER, "range")):
        if start < mark <= end:
            text, low = words(f"sky_pieces.ruler.{name}"), 3.6 if mark < end else 7.0
            page.write(text, (left + 1.0, up(mark) + low, left + 12.6, up(mark) + low + 3.2), 2.6, "semibold", RED, "end")
    each = min(7.5, 55.0 / max(1, len(bars)))
    for i, speed in enumerate(bars):
        low, high = max(start, (speed + 1) // 2), min(end, speed)
        if low < high or low == high > start:
            x = right + 3.0 + i * each
            page.box(x, up(high), x + each - 1.2, up(low), "#DCE6EA", SLATE, 0.25)
            middle = (up(low) + up(high)) / 2 if low < high else up(low) - 3.4
            page.write(str(speed), (x + 0.3, middle - 3.0, x + each - 1.5, middle + 3.0), 4.6, "bold", INK, "middle")
            for inch, at in ((high, up(high) - 3.0), (low, up(low) + 0.4)) if low < high else ():
                page.write(str(inch), (x - 0.2, at, x + each - 1.0, at + 2.6), 2.3, "semibold", QUIET, "middle")
    text = words("sky_pieces.ruler.speed")
    page.write(text, (right + 2.0, foot - 4.6, right + 30.0, foot - 0.6), 3.0, "semibold", SLATE)


def _gauge(page: PiecePage, pages: PiecePages, at: tuple[float, float], r: float) -> None:
    """A disc with the base in its middle: degrees to either side of the nose."""
    words = pages.words
    x, y = at
    page.write(words("sky_pieces.ruler.gauge"), (x - 48, y - r - 9.0, x + 48, y - r - 4.0), 3.8, "semibold", SLATE, "middle")
    page.shape([ring(x, y, r)], "#FBF9F1", INK, 0.3)
    page.shape([((x, y), *ring(x, y, r, -TURN_MOST, TURN_MOST, 32))], "#F1E3B8", None)
    for turn in range(-HARD_MOST + 5, HARD_MOST + 1, 5):
        long = 5.5 if turn % 45 == 0 else 4.0 if turn % 15 == 0 else 2.2
        page.line([ring(x, y, reach, turn, turn, 1)[0] for reach in (r, r - long)], INK, 0.35 if turn % 45 == 0 else 0.15)
        if turn % 15 == 0:
            cx, cy = ring(x, y, r - 9.0, turn, turn, 1)[0]
            page.write(
                str(abs(turn)), (cx - 4.0, cy - 1.6, cx + 4.0, cy + 1.6), 3.0, "bold" if turn % 45 == 0 else "regular", INK, "middle"
            )
    page.shape([ring(x, y, BASE / 2)], WHITE, RED, 0.3)
    page.line([(x, y - r + 12.0), (x, y + r - 12.0)], RED, 0.2)
    page.aircraft("spitfire_i", (x, y), 16.0, SLATE)


def _legend(page: PiecePage, pages: PiecePages, box: Box, damaged: bool) -> None:
    words = pages.words
    left, top, right, foot = box
    texts: list[tuple[FontFace, str]] = [
        ("semibold", words("pieces.label", label="45°", text=words("sky_pieces.ruler.turn"))),
        ("semibold", words("pieces.label", label="180°", text=words("sky_pieces.ruler.hard"))),
        ("regular", words("sky_pieces.ruler.use_bars")),
        ("regular", words("sky_pieces.ruler.use_brake")),
    ]
    if damaged:
        texts.append(("regular", words("sky_pieces.ruler.use_damage")))
    page.paragraphs(texts, (left, top, right, foot), 3.2, gap=0.6)


# ---- clouds


def clouds(pages: PiecePages, terms: MiniatureTerms) -> None:
    """All clouds of the battle: three on two pages, each page with a whole one and a half."""
    left = len(terms.clouds) + terms.cloud_count
    while left:
        for half in (True, True) if left >= 3 else (False,):
            page = pages.begin("clouds", pages.words("sky_pieces.note.clouds"))
            _cloud(page, pages, (A4[0] / 2, HEAD + 2.0 + RADIUS), half=False)
            if half:
                _cloud(page, pages, (A4[0] / 2, HEAD + 8.0 + 3 * RADIUS), half=True)
        left -= 3 if left >= 3 else 1


def _cloud(page: PiecePage, pages: PiecePages, at: tuple[float, float], half: bool) -> None:
    """A disc, or its upper half, with puffs in it and its middle marked."""
    x, y = at
    edge = ring(x, y, RADIUS, -90, 90, 60) if half else ring(x, y, RADIUS, n=96)
    page.shape([edge], "#F2F1EA", INK, 0.2)
    for dx, dy, r in ((-40.0, -14.0, 20.0), (-14.0, -36.0, 26.0), (22.0, -30.0, 24.0), (42.0, -12.0, 18.0)):
        page.shape([ring(x + dx, y + dy, r, -90 if half and dy + r > 0 else 0, 90 if half and dy + r > 0 else 360)], "#DFE3DF", None)
    if not half:
        for dx, dy, r in ((-30.0, 26.0, 24.0), (4.0, 30.0, 28.0), (34.0, 24.0, 20.0)):
            page.shape([ring(x + dx, y + dy, r)], "#DFE3DF", None)
    for dx, dy in ((3.0, 0.0), (0.0, 3.0)):
        page.line([(x - dx, y - dy), (x + dx, y + (0.0 if half else dy))], INK, 0.3)
    name = pages.words("sky_pieces.counter.cloud_half" if half else "sky_pieces.counter.cloud")
    page.write(name, (x - 40, y - 16.0, x + 40, y - 6.0), 6.0, "italic", QUIET, "middle")
