"""Where the aircraft cards lie in their bands: the holder behind the held, the unengaged at the edges of their sides."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from bob.dogfight.cards.view import SeenAircraft, TableView

SHAPE = 1.42
"""Width to height of an aircraft card on the table."""
WIDEST = 268.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies, and whether its aircraft flies to the left."""

    box: QRectF
    left: bool


def drawn_up(view: TableView, bands: dict[int | None, QRectF], margin: float) -> dict[int, Spot]:
    """The places of all aircraft that fly; with no bands, all lie in the one box that there is."""
    spots: dict[int, Spot] = {}
    for level, box in bands.items():
        there = [a for a in view.aircraft if not a.out and not a.absent and (level is None or a.altitude == level)]
        if there:
            _row(view, there, box.adjusted(margin, 4, -10, -4), spots)
    return spots


def _row(view: TableView, there: list[SeenAircraft], box: QRectF, spots: dict[int, Spot]) -> None:
    order = _ordered(view, there)
    rows, count, gap, width = max((_fit(len(order), rows, box) for rows in (1, 2, 3)), key=lambda fit: (round(fit[3]), -fit[0]))
    height = min(box.height() / rows - 18, width / SHAPE)
    for row in range(rows):
        part = order[row * count : (row + 1) * count]
        step = width + gap
        spare = max(0.0, box.width() - step * len(part) + gap)
        x = box.left() + spare / 2
        y = box.top() + (row + 0.5) * box.height() / rows - height / 2 + 6
        for seen, left in part:
            spots[seen.number] = Spot(QRectF(x, y, width, height), left)
            x += step


def _fit(number: int, rows: int, box: QRectF) -> tuple[int, int, float, float]:
    """So many cards in so many rows: rows, cards in a row, the gap between them, and how wide each can be."""
    count = (number + rows - 1) // rows
    gap = min(120.0, max(22.0, (box.width() - count * 165) / max(1, count)))
    across = (box.width() - gap * (count - 1)) / count
    return rows, count, gap, min(across, WIDEST * max(1.0, box.height() / 300), (box.height() / rows - 18) * SHAPE)


def _ordered(view: TableView, there: list[SeenAircraft]) -> list[tuple[SeenAircraft, bool]]:
    """From left to right, each with its heading. The second side flies to the left; a holder flies as the one it holds."""
    numbers = {a.number for a in there}
    held = {a.holds for a in there if a.level}
    placed: set[int] = set()

    def cluster(root: SeenAircraft, left: bool) -> list[tuple[SeenAircraft, bool]]:
        if root.number in placed:
            return []
        placed.add(root.number)
        behind = [a for a in there if a.level and a.holds == root.number and a.number not in placed]
        tail = [member for a in sorted(behind, key=lambda a: a.level, reverse=left) for member in cluster(a, left)]
        return [(root, left), *tail] if left else [*tail, (root, left)]

    def second(a: SeenAircraft) -> bool:
        return a.side in view.parties and view.parties.index(a.side) % 2 == 1

    alone = [a for a in there if a.number not in held and not (a.level and a.holds in numbers)]
    alone.sort(key=lambda a: (a.bomber, a.row, a.column, a.number))
    roots = [a for a in there if a.number in held and not (a.level and a.holds in numbers)]
    first = [m for a in alone if not second(a) for m in cluster(a, False)]
    middle = [m for a in roots for m in cluster(a, second(a))]
    middle += [m for a in there if a not in alone and a.number not in placed for m in cluster(a, second(a))]
    return [*first, *middle, *[m for a in alone if second(a) for m in cluster(a, True)]]
