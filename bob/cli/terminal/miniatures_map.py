"""The table of the miniatures in characters: clouds, targets, and aircraft that point where they fly, each with its level."""

from __future__ import annotations

from collections.abc import Mapping

from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NOWHERE, MiniatureAircraft
from bob.tactical.miniatures.rules.geometry import PER, Spot, within
from bob.tactical.miniatures.rules.standing import CLOUD
from bob.tactical.miniatures.view import MiniatureTableView

ARROWS = ("↑", "↗", "→", "↘", "↓", "↙", "←", "↖")
PLAIN_ARROWS = ("^", "/", ">", "\\", "v", "/", "<", "\\")
EMPTY, SHADE, PLAIN_SHADE, TARGET = "·", "░", "#", "X"
LEVEL_MARKS = {DISADVANTAGED: "-", ADVANTAGED: "+"}
CELLS = (75, 100, 150, 200, 300)
"""The widths of a character, in hundredths of an inch; its height is twice that. The narrowest for which there is room is taken."""
MARGIN = 4
RULED = 6 * PER
"""The distance between the figures for inches at the edge."""


def drawn(view: MiniatureTableView, letters: Mapping[int, str], width: int, bare: bool = False) -> list[str]:
    """Return the lines of the table, no wider than `width` characters."""
    wide, high = view.terms.width * PER, view.terms.height * PER
    cell = next((cell for cell in CELLS if wide // cell + 1 + MARGIN <= width), CELLS[-1])
    tall = 2 * cell
    columns, rows = wide // cell + 1, high // tall + 1
    grid = [[_ground(view, Spot(c * cell, r * tall), cell, bare) for c in range(columns)] for r in range(rows)]
    taken: set[tuple[int, int]] = set()

    def put(at: Spot, text: str) -> None:
        """Put a mark at its place, or beside another that is there; omit one that no longer fits."""
        row, first = _nearest_cell(at.y, tall, rows), _nearest_cell(at.x, cell, columns)
        column = next((c for c in (first, first + 1, first - 1, first + 2, first - 2) if 0 <= c < columns and (row, c) not in taken), first)
        for i, sign in enumerate(text):
            if column + i < columns and (row, column + i) not in taken:
                grid[row][column + i] = sign
                taken.add((row, column + i))

    flying = [a for a in view.aircraft if not a.out and a.at != NOWHERE]
    for a in flying:
        put(a.at, letters[a.number])
    for a in flying:
        row, column = _nearest_cell(a.at.y, tall, rows), _nearest_cell(a.at.x, cell, columns)
        if grid[row][column] == letters[a.number][:1]:
            put(Spot((column + len(letters[a.number])) * cell, a.at.y), _pointer(a, bare))
    if view.terms.strike is not None:
        for i, target in enumerate(view.terms.strike.targets):
            put(target.spot, f"{TARGET}{i + 1}")
    ruler = [" "] * (columns + 1)
    for x in range(0, wide + 1, RULED):
        label = str(x // PER)
        ruler[x // cell : x // cell + len(label)] = label
    lines = [" " * MARGIN + "".join(ruler).rstrip()]
    for r, line in enumerate(grid):
        label = f"{r * tall // PER:>2}  " if r * tall % RULED < tall else " " * MARGIN
        lines.append((label + "".join(line)).rstrip())
    return lines


def _nearest_cell(part: int, cell: int, count: int) -> int:
    return min((part + cell // 2) // cell, count - 1)


def _ground(view: MiniatureTableView, at: Spot, cell: int, bare: bool) -> str:
    if any(within(at, cloud, CLOUD) for cloud in view.clouds):
        return PLAIN_SHADE if bare else SHADE
    every = 2 * cell
    on = at.x % (every * 2) == 0 and at.y % (every * 2) == 0
    return ("." if bare else EMPTY) if on else " "


def _pointer(a: MiniatureAircraft, bare: bool) -> str:
    """Return the direction of flight, to the nearest eighth of the circle, and the level unless it is neutral."""
    arrow = (PLAIN_ARROWS if bare else ARROWS)[(a.heading * 2 + 45) // 90 % 8]
    return arrow + LEVEL_MARKS.get(a.level, "")
