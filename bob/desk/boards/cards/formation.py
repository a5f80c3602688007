"""The layout of the aircraft cards in their bands: the holder behind the held, the unengaged at the edges of their sides."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from bob.tactical.cards.view import CardTableView, SeenCraft

SHAPE = 1.42
"""Width to height of an aircraft card on the table."""
BROADEST = 1.8
"""Width to height of one that has little height, and room beside it."""
WIDEST = 268.0
FARTHEST = 120.0
"""The largest gap between two cards: the label between a holder and the held has room in it."""


CardGroup = list[tuple[SeenCraft, bool]]
"""Aircraft side by side, each with a flag for flight to the left."""


@dataclass(frozen=True, slots=True)
class CardSpot:
    """The box of a card, with a flag for flight to the left."""

    box: QRectF
    left: bool


def drawn_up(view: CardTableView, bands: dict[int | None, QRectF], margin: float) -> dict[int, CardSpot]:
    """Return the places of all flying aircraft; without bands, all in the one box."""
    spots: dict[int, CardSpot] = {}
    for level, box in bands.items():
        there = [a for a in view.aircraft if not a.out and not a.absent and (level is None or a.altitude == level)]
        if there:
            _row(view, there, box.adjusted(margin, 4, -10, -4), spots)
    return spots


def _row(view: CardTableView, there: list[SeenCraft], box: QRectF, spots: dict[int, CardSpot]) -> None:
    groups = _ordered(view, there)
    ways = [_parted(groups, rows) for rows in (1, 2, 3)]
    lines, gap, width = max(((lines, *_fit(lines, box)) for lines in ways), key=lambda fit: (round(fit[2]), -len(fit[0])))
    height = min(box.height() / len(lines) - 18, width / SHAPE)
    most = max(map(len, lines))
    gap = max(gap, min(FARTHEST, (box.width() - width * most) / max(1, most - 1)))
    for row, line in enumerate(lines):
        step = width + gap
        spare = max(0.0, box.width() - step * len(line) + gap)
        x = box.left() + spare / 2
        y = box.top() + (row + 0.5) * box.height() / len(lines) - height / 2 + 6
        for seen, left in line:
            spots[seen.number] = CardSpot(QRectF(x, y, width, height), left)
            x += step


def _parted(groups: list[CardGroup], rows: int) -> list[CardGroup]:
    """Split the groups into at most that number of lines, in order: a group stays on one line unless the lines would become much longer."""
    number = sum(map(len, groups))
    even = (number + rows - 1) // rows
    for most in range(even, even + max(2, even // 2)):
        lines: list[CardGroup] = [[]]
        for group in groups:
            if lines[-1] and len(lines[-1]) + len(group) > most:
                lines.append([])
            lines[-1] += group
        if len(lines) <= rows and all(len(line) <= most for line in lines):
            return lines
    every = [member for group in groups for member in group]
    return [every[at : at + even] for at in range(0, number, even)]


def _fit(lines: list[CardGroup], box: QRectF) -> tuple[float, float]:
    """The gap between the cards of these lines, and how wide each can be."""
    count = max(map(len, lines))
    gap = min(FARTHEST, max(40.0, (box.width() - count * 165) / max(1, count)))
    across = (box.width() - gap * (count - 1)) / count
    return gap, min(across, WIDEST * max(1.0, box.height() / 300), (box.height() / len(lines) - 18) * BROADEST)


def _ordered(view: CardTableView, there: list[SeenCraft]) -> list[CardGroup]:
    """From left to right, those who hold each other in one group. The second side flies to the left; a holder flies as the one it holds."""
    numbers = {a.number for a in there}
    held = {a.holds for a in there if a.level}
    placed: set[int] = set()

    def cluster(root: SeenCraft, left: bool) -> CardGroup:
        if root.number in placed:
            return []
        placed.add(root.number)
        behind = [a for a in there if a.level and a.holds == root.number and a.number not in placed]
        tail = [member for a in sorted(behind, key=lambda a: a.level, reverse=left) for member in cluster(a, left)]
        return [(root, left), *tail] if left else [*tail, (root, left)]

    def second(a: SeenCraft) -> bool:
        return a.side in view.parties and view.parties.index(a.side) % 2 == 1

    alone = [a for a in there if a.number not in held and not (a.level and a.holds in numbers)]
    alone.sort(key=lambda a: (a.bomber, a.row, a.column, a.number))
    roots = [a for a in there if a.number in held and not (a.level and a.holds in numbers)]
    first = [cluster(a, False) for a in alone if not second(a)]
    middle = [cluster(a, second(a)) for a in roots]
    middle += [cluster(a, second(a)) for a in there if a not in alone and a.number not in placed]
    return [group for group in (*first, *middle, *(cluster(a, True) for a in alone if second(a))) if group]
