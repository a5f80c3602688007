"""The sheet of the hex dogfight in characters: columns of hexes, the odd ones half a hex lower, with clouds, ships, and aircraft that point
where they fly."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.hexes import offset
from bob.tactical.hexes.view import HexTableView, SeenAircraft

CELL = 3
ARROWS = ("↑", "↗", "↘", "↓", "↙", "↖")
PLAIN_ARROWS = ("^", "/", "\\", "v", ",", "`")
EMPTY, CLOUD, PLAIN_CLOUD, SHIP = " · ", "░░░", "###", "="
MARGIN = 4
"""Columns and rows shown beyond the aircraft where not all are."""
MOST_ROWS = 16
LEAST_ROWS = 8


def drawn(view: HexTableView, letters: Mapping[int, str], width: int, bare: bool = False) -> list[str]:
    """Return the lines of the map, no wider than `width` characters."""
    terms = view.terms
    flying = [a for a in view.aircraft if not a.out and a.at.q >= 0]
    places = [offset(a.at) for a in flying]
    columns = _window([c for c, _ in places], terms.columns, (width - 3) // CELL)
    places += [offset(ship.at) for ship in terms.ships]
    needed = max((r for _, r in places), default=0) - min((r for _, r in places), default=0) + 2 * MARGIN + 1
    rows = _window([r for _, r in places], terms.rows, min(MOST_ROWS, max(LEAST_ROWS, needed)))
    there: dict[tuple[int, int], list[SeenAircraft]] = {}
    for a in flying:
        there.setdefault(offset(a.at), []).append(a)
    cells = {place: _aircraft(view, found, letters, bare) for place, found in there.items()}
    for at in view.clouds:
        cells.setdefault(offset(at), PLAIN_CLOUD if bare else CLOUD)
    for ship, left in zip(terms.ships, view.ships, strict=True):
        if left:
            cells.setdefault(offset(ship.at), f"{SHIP}{min(left, 9)}{SHIP}")
    empty = " . " if bare else EMPTY
    lines = ["   " + "".join([f"{column:02} " for column in columns]).rstrip()]
    for line in range(2 * rows.start, 2 * rows.stop + 1):
        text = f"{line // 2:02} " if line % 2 == 0 and line // 2 < rows.stop else "   "
        for column in columns:
            row, apart = divmod(line - (column & 1), 2)
            text += cells.get((column, row), empty) if not apart and row in rows else " " * CELL
        lines.append(text.rstrip())
    return lines


def _window(places: list[int], count: int, most: int) -> range:
    """Return the columns or rows to show: all, or those about the aircraft."""
    if count <= most or not places:
        return range(min(count, most))
    middle = (min(places) + max(places)) // 2
    first = min(max(0, middle - most // 2), count - most)
    return range(first, first + most)


def _aircraft(view: HexTableView, there: list[SeenAircraft], letters: Mapping[int, str], bare: bool) -> str:
    """Return the aircraft of a hex: one with its facing and level, of several the first two or their number."""
    a, letter = there[0], letters[there[0].number]
    if len(there) > 1:
        more = letters[there[1].number] if len(there) == 2 else str(min(len(there), 9))
        return f"{letter}{more}+"[:CELL].ljust(CELL)
    arrow = (PLAIN_ARROWS if bare else ARROWS)[a.facing % 6]
    level = str(a.level) if view.terms.altimeter else ""
    return f"{letter}{arrow}{level}"[:CELL].ljust(CELL)
