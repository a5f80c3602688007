"""Counters of the aircraft with both faces, and the markers: criticals, clouds, ships, fired, overheat, shocked, initiative, turn."""

from __future__ import annotations

import math

from bob.chart.marks import Box
from bob.chart.page import WHITE
from bob.report.battle_card.leaf import ring
from bob.report.hexes.forces import FlownAircraft
from bob.report.pieces.paper import FAINT, INK, QUIET, RED, PiecePage, PiecePages, dark, ground
from bob.tactical.hexes.position import HexAircraft, HexTerms

HEX = 23.0
"""The distance from flat to flat of a hex of the printed sheet, in millimetres."""
COUNTER = 16.5
_CRITICAL = (23.0, 17.0)
_ROUND = 11.0
_TOKEN = (9.0, 6.5)
NEW_CLOUDS = 4
"""Clouds printed more where new ones come in."""
BROWN = "#8A6A1E"
STARS = {"silver": "#C9CDD0", "gold": "#D9B23C", "historical": RED}


def _face(page: PiecePage, one: FlownAircraft, box: Box, *, hit: bool, text: str) -> None:
    left, top, right, foot = box
    a: HexAircraft = one.aircraft
    page.box(left, top, right, foot, "#F6DFD6" if hit else ground(one.side), None)
    x = (left + right) / 2
    page.shape([((x - 1.3, top + 2.0), (x, top + 0.5), (x + 1.3, top + 2.0))], RED if hit else dark(one.side))
    page.aircraft(a.dash.code, (x, top + 7.3), 9.4 if not a.dash.bomber else 10.0, None if hit else dark(one.side), RED if hit else None)
    page.write(one.label, (left + 0.6, top + 0.4, left + 5.6, top + 3.9), 3.3, "bold", RED if hit else INK)
    if a.rank is not None:
        page.star((right - 2.0, top + 2.2), 1.6, STARS[a.rank.code])
    elif a.wingman_of >= 0:
        page.shape([ring(right - 2.0, top + 2.2, 1.1)], WHITE, INK, 0.2)
    if hit:
        page.write(text, (left + 0.7, foot - 3.2, right - 0.7, foot - 0.4), 2.6, "bold", RED, "middle")
    else:
        page.emblem(one.side, (left + 2.0, foot - 4.8), 2.8)
        page.write(a.dash.name, (left + 0.7, foot - 3.2, right - 0.7, foot - 0.4), 2.4, "semibold", INK, "middle")


def counters(pages: PiecePages, terms: HexTerms, flown: list[FlownAircraft], bag: list[str]) -> None:
    """Draw a counter for each aircraft, whole on the front and hit on the back; the critical markers of the bag; the markers for the
    sheet and for the dashboards."""
    words = pages.words
    clouds = len(terms.clouds) + terms.cloud_count + NEW_CLOUDS * terms.new_clouds
    kinds = [("hex_pieces.counter.fired", INK, len(flown)), ("hexes.marker.overheat", RED, len(flown))]
    kinds.append(("hexes.marker.shocked", BROWN, len(flown) if terms.altimeter else 0))
    small = [(words(key), colour) for key, colour, count in kinds for _ in range(count)]
    small += [(words(f"hex_pieces.counter.{name}"), dark("raf")) for name in ("initiative", "turn")]
    rows = ["speed", *["level"] * terms.altimeter, *["fuel"] * terms.fuel]
    tokens = [(one, words(f"hex_pieces.dash.{row}")) for one in flown for row in rows]
    laid = [(2 * HEX / math.sqrt(3), HEX)] * clouds + [(2 * COUNTER, COUNTER)] * len(terms.ships) + [(HEX, HEX)] * (terms.wind is not None)
    groups = [
        [(2 * COUNTER, COUNTER)] * len(flown),
        [(2 * _CRITICAL[0], _CRITICAL[1])] * len(bag),
        laid,
        [(_ROUND, _ROUND)] * len(small),
        [_TOKEN] * len(tokens),
    ]
    places = pages.places("counters", words("hex_pieces.note.counters"), groups, gap=2.0)
    for one in flown:
        _counter(*next(places), one, words("hex_pieces.counter.hit"))
    for code in bag:
        _critical(*next(places), words(f"hexes.marker.{code}"), words(f"hexes.marker_text.{code}"), words("hex_pieces.counter.critical"))
    for _ in range(clouds):
        _cloud(*next(places), words("hex_pieces.counter.cloud"))
    for number, ship in enumerate(terms.ships, 1):
        _ship(*next(places), f"{words('hex_pieces.counter.ship')} {number}", ship.side, ship.structure, words("hex_pieces.counter.sunk"))
    if terms.wind is not None:
        _wind(*next(places), words("hex_pieces.counter.wind"), terms.wind.force)
    for text, colour in small:
        _small(*next(places), text, colour)
    for one, text in tokens:
        _token(*next(places), one, text)


def _counter(page: PiecePage, box: Box, one: FlownAircraft, wording: str) -> None:
    left, top, right, foot = box
    middle = (left + right) / 2
    _face(page, one, (left, top, middle, foot), hit=False, text=wording)
    _face(page, one, (middle, top, right, foot), hit=True, text=wording)
    page.fold((middle, top), (middle, foot))
    page.cut(box)


def _small(page: PiecePage, box: Box, text: str, colour: str) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    page.shape([ring(x, y, _ROUND / 2)], WHITE, colour, 0.5)
    page.write(text, (box[0] + 0.9, y - 1.6, box[2] - 0.9, y + 1.6), 2.3, "semibold", colour, "middle")


def _token(page: PiecePage, box: Box, one: FlownAircraft, text: str) -> None:
    """Draw a marker for a row of figures of a dashboard."""
    left, top, right, foot = box
    page.box(left, top, right, foot, ground(one.side), INK, 0.15)
    page.write(one.label, (left + 0.4, top + 0.3, right - 0.4, top + 3.5), 2.9, "bold", INK, "middle")
    page.write(text, (left + 0.4, top + 3.5, right - 0.4, foot - 0.3), 1.9, "regular", INK, "middle")


def _critical(page: PiecePage, box: Box, name: str, text: str, back: str) -> None:
    left, top, right, foot = box
    middle = left + _CRITICAL[0]
    page.box(left, top, middle, top + 4.6, RED, None)
    page.write(name, (left + 0.8, top + 0.4, middle - 0.8, top + 4.2), 2.7, "bold", WHITE, "middle")
    page.write(text, (left + 0.8, top + 5.0, middle - 0.8, foot - 0.6), 2.2, "regular", INK, "middle")
    page.box(middle, top, right, foot, "#EFE3D6", None)
    page.write("?", (middle + 2, top + 1.5, right - 2, foot - 5.0), 8.0, "bold", RED, "middle")
    page.write(back, (middle + 1, foot - 4.6, right - 1, foot - 1.0), 2.3, "semibold", QUIET, "middle")
    page.fold((middle, top), (middle, foot))
    page.cut(box)


def hexagon(x: float, y: float, flat: float) -> tuple[tuple[float, float], ...]:
    """A hex with flats above and below, so wide from flat to flat."""
    side = flat / math.sqrt(3)
    return tuple((x + side * math.cos(math.radians(60 * i)), y + side * math.sin(math.radians(60 * i))) for i in range(6))


def _cloud(page: PiecePage, box: Box, text: str) -> None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    page.shape([hexagon(x, y, HEX)], "#F2F1EA", INK, 0.15)
    for dx, dy, r in ((-4.2, 0.6, 3.6), (0.2, -2.2, 4.6), (4.4, 0.4, 3.7), (0.4, 2.2, 4.0)):
        page.shape([ring(x + dx, y + dy, r)], "#D6DAD6", None)
    page.write(text, (x - 6, y - 2, x + 6, y + 2), 2.8, "italic", QUIET, "middle")


def _ship(page: PiecePage, box: Box, name: str, side: str, structure: int, sunk: str) -> None:
    left, top, right, foot = box
    middle = (left + right) / 2
    for i, colour in enumerate((dark(side), FAINT)):
        x0 = left + i * COUNTER
        page.box(x0, top, x0 + COUNTER, foot, ground(side) if not i else WHITE, None)
        x, y = x0 + COUNTER / 2, top + 6.4
        half = ((1.9, y - 2), (1.9, y + 3.4), (1.0, y + 4.6))
        page.shape([((x, y - 5), *((x + dx, dy) for dx, dy in half), *((x - dx, dy) for dx, dy in reversed(half)))], colour)
        page.write(name if not i else sunk, (x0 + 0.7, foot - 4.6, x0 + COUNTER - 0.7, foot - 0.6), 2.5, "semibold", INK, "middle")
    page.write(str(structure), (middle - 4.5, top + 0.6, middle - 0.8, top + 4.4), 3.2, "bold", INK, "end")
    page.fold((middle, top), (middle, foot))
    page.cut(box)


def _wind(page: PiecePage, box: Box, text: str, force: int) -> None:
    x, top, foot = (box[0] + box[2]) / 2, box[1], box[3]
    page.shape(
        [((x, top + 1.5), (x + 5, top + 8), (x + 2, top + 8), (x + 2, foot - 7), (x - 2, foot - 7), (x - 2, top + 8), (x - 5, top + 8))],
        "#8FA19B",
    )
    page.write(f"{text} {force}", (box[0] + 1, foot - 5.4, box[2] - 1, foot - 1.2), 3.0, "semibold", INK, "middle")
    page.cut(box)
