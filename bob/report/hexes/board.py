"""The sheet of hexes on pages to join, and the firing template."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bob.chart.marks import Box, Frame, Layer, Mark, Path, Point, TextMark
from bob.chart.page import A4
from bob.core.hexes import Hex, at_offset, distance, offset
from bob.report.hexes.counters import HEX, hexagon
from bob.report.hexes.forces import FlownAircraft
from bob.report.pieces.paper import HEAD, INK, MARGIN, QUIET, RED, SLATE, PiecePage, PiecePages, dark, ground
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import HexTerms
from bob.tactical.hexes.rules.geometry import REACH, TEMPLATE
from bob.tactical.hexes.setup import EDGE, in_west

A3 = (297.0, 420.0)
PAPERS = {"a4": A4, "a3": A3}
_TOP, _FOOT = 16.0, 10.0
LAP = 6.0
"""The overlap of neighbouring pages of the sheet, in millimetres."""
READABLE = 1.2
"""The least size of letters on the small sheet, in millimetres; where they would be smaller it has none."""
SIDE = HEX / math.sqrt(3)
SEA, LINE_COLOUR = "#E3EAE7", "#8FA19B"


def middle(at: Hex) -> Point:
    """The middle of a hex on the whole sheet, in millimetres from its corner."""
    column, row = offset(at)
    return SIDE + column * 1.5 * SIDE, HEX * (row + 0.5 + 0.5 * (column & 1))


def extent(terms: HexTerms) -> tuple[float, float]:
    """Return the size of the whole sheet."""
    return SIDE * (1.5 * (terms.columns - 1) + 2), HEX * (terms.rows + 0.5)


def board(pages: PiecePages, terms: HexTerms, flown: list[FlownAircraft], paper: str) -> None:
    """The whole sheet on as few pages as it takes, upright or across."""
    words, (wide, high) = pages.words, extent(terms)
    sizes = (PAPERS[paper], PAPERS[paper][::-1])
    size = min(sizes, key=lambda size: math.prod(_pages(size, wide, high)))
    room = _room(size)
    across, down = _pages(size, wide, high)
    for row in range(down):
        for column in range(across):
            name = {"column": _letter(column), "row": row + 1, "columns": across, "rows": down}
            page = pages.begin("board", size=size, beside=words("hex_pieces.note.board", **name))
            west_, north = column * (room[0] - LAP), row * (room[1] - LAP)
            width, height = min(room[0], wide - west_), min(room[1], high - north)
            page.frame = Frame(west_, north, MARGIN, _TOP, width, height, 1.0)
            window = (west_, north, west_ + width, north + height)
            page.layers = (Layer("sheet", "", tuple(_marks(page, terms, flown, window)), tuple(_names(page, terms, flown, window))),)
            _cuts(page, (MARGIN, _TOP, MARGIN + width, _TOP + height), column + 1 < across, row + 1 < down)


def _room(size: tuple[float, float]) -> tuple[float, float]:
    return size[0] - 2 * MARGIN, size[1] - _TOP - _FOOT


def _pages(size: tuple[float, float], wide: float, high: float) -> tuple[int, int]:
    """Return the number of pages across and down."""
    room = _room(size)
    across, down = (math.ceil(max(0.0, whole - LAP) / (one - LAP)) for whole, one in zip((wide, high), room, strict=True))
    return max(1, across), max(1, down)


def _letter(column: int) -> str:
    return chr(ord("A") + column) if column < 26 else f"{column + 1}."


def _hexes(terms: HexTerms, window: Box) -> Iterator[tuple[Hex, Point]]:
    left, top, right, foot = window
    for column in range(terms.columns):
        for row in range(terms.rows):
            h = at_offset(column, row)
            x, y = middle(h)
            if left - SIDE < x < right + SIDE and top - SIDE < y < foot + SIDE:
                yield h, (x, y)


def _marks(page: PiecePage, terms: HexTerms, flown: list[FlownAircraft], window: Box) -> Iterator[Mark]:
    """Yield the sea, the hexes, the places to set up, and the objects of a mission."""
    sea, edge = page.style(SEA, LINE_COLOUR, 0.25), page.style(None, LINE_COLOUR, 0.25)
    to_place = {one.side for one in flown if not on_mat(terms, one.aircraft.at)}
    sides = list(dict.fromkeys(player.side for player in terms.players))
    strips = {side: page.style(ground(side), LINE_COLOUR, 0.25) for side in to_place}
    for h, (x, y) in _hexes(terms, window):
        home = next((s for s in to_place if (h.q < EDGE if in_west(s, sides) else h.q >= terms.columns - EDGE)), None)
        yield Path(strips[home] if home is not None else sea, (hexagon(x, y, HEX),), closed=True)
        yield Path(edge, (((x - 0.7, y), (x + 0.7, y)), ((x, y - 0.7), (x, y + 0.7))))
    for at in terms.clouds:
        yield Path(page.style("#F7F7F2", QUIET, 0.3, (1.0, 0.8)), (hexagon(*middle(at), HEX * 0.82),), closed=True)
    for ship in terms.ships:
        yield Path(page.style(None, dark(ship.side), 0.5, (1.0, 0.8)), (hexagon(*middle(ship.at), HEX * 0.7),), closed=True)
    for one in flown:
        if on_mat(terms, one.aircraft.at):
            x, y = middle(one.aircraft.at)
            turn = math.radians(60 * one.aircraft.facing)
            tip = (x + 8.0 * math.sin(turn), y - 8.0 * math.cos(turn))
            wings = [(x + 4.6 * math.sin(turn + a), y - 4.6 * math.cos(turn + a)) for a in (2.5, -2.5)]
            yield Path(page.style(None, dark(one.side), 0.4, (1.0, 0.8)), ((tip, wings[0], wings[1]),), closed=True)


def _names(page: PiecePage, terms: HexTerms, flown: list[FlownAircraft], window: Box) -> Iterator[TextMark]:
    look, own = page.look("regular", 2.2, QUIET), page.look("semibold", 2.2, QUIET)
    for h, (x, y) in _hexes(terms, window):
        yield TextMark(look, h.label, (x, y - HEX / 2 + 2.6), "middle")
    for one in flown:
        if on_mat(terms, one.aircraft.at):
            x, y = middle(one.aircraft.at)
            yield TextMark(own, one.label, (x, y + HEX / 2 - 1.2), "middle")


def _cuts(page: PiecePage, box: Box, right: bool, foot: bool) -> None:
    """Draw the window's border; dashes where a page is cut to overlap its neighbour."""
    page.box(*box, None, INK, 0.2)
    if right:
        page.line([(box[2] - LAP / 2, box[1]), (box[2] - LAP / 2, box[3])], RED, 0.2, (2.0, 1.5))
    if foot:
        page.line([(box[0], box[3] - LAP / 2), (box[2], box[3] - LAP / 2)], RED, 0.2, (2.0, 1.5))


def overview(page: PiecePage, terms: HexTerms, flown: list[FlownAircraft], box: Box, north: str) -> None:
    """The whole sheet, small, with the aircraft where they begin."""
    wide, high = extent(terms)
    scale = min((box[2] - box[0] - 9) / wide, (box[3] - box[1]) / high, 0.75)
    left, top = (box[0] + 9 + box[2] - wide * scale) / 2, box[1]

    def place(at: Hex) -> Point:
        x, y = middle(at)
        return left + x * scale, top + y * scale

    for h, _ in _hexes(terms, (0.0, 0.0, wide, high)):
        page.shape([hexagon(*place(h), HEX * scale)], SEA, LINE_COLOUR, 0.15)
    for at in terms.clouds:
        page.shape([hexagon(*place(at), HEX * scale)], "#F7F7F2", QUIET, 0.25)
    for ship in terms.ships:
        page.shape([hexagon(*place(ship.at), HEX * scale * 0.7)], None, dark(ship.side), 0.4)
    for one in flown:
        if on_mat(terms, one.aircraft.at):
            x, y = place(one.aircraft.at)
            size, spot = HEX * scale, (x, y - HEX * scale * 0.12)
            page.aircraft(one.aircraft.dash.code, spot, size * 0.54, dark(one.side), turn=60 * one.aircraft.facing)
            half, low = SIDE * scale / 2, y + HEX * scale / 2
            if half * 0.54 >= READABLE:
                page.write(one.label, (x - half, low - half * 0.62, x + half, low), half * 0.54, "bold", INK, "middle")
    page.shape([((box[0] + 4, top + 1), (box[0] + 6, top + 7), (box[0] + 4, top + 5.5), (box[0] + 2, top + 7))], RED)
    page.write(north, (box[0], top + 7.5, box[0] + 8, top + 11.5), 3.0, "bold", INK, "middle")


def template(pages: PiecePages) -> None:
    """The ten hexes before an aircraft, as large as those of the sheet."""
    page = pages.begin("template", pages.words("hex_pieces.note.template"))
    x0, y0 = page.width / 2, HEAD + HEX * (REACH + 1.5)
    for h in (Hex(0, 0), *TEMPLATE[0]):
        away = distance(Hex(0, 0), h)
        x, y = x0 + h.q * 1.5 * SIDE, y0 + HEX * (h.r + h.q / 2)
        page.shape([hexagon(x, y, HEX)], SLATE if not away else {1: "#F1D9CF", REACH: "#EDF1EF"}.get(away, "#F8F1DD"), INK, 0.3, 0.75)
        if away:
            page.write(str(away), (x - 8, y - 6, x + 8, y + 6), 6.0, "bold", INK, "middle")
        else:
            page.aircraft("spitfire_i", (x, y), 15.0, "#FFFFFF")
