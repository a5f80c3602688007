"""What tests of printed pieces share: where texts lie on a page, what a page says."""

from __future__ import annotations

from itertools import combinations

from bob.chart.marks import CAPITAL, DEPTH, Box, TextMark
from bob.report.pieces.paper import PiecePage, PiecePages


def covered(mark: TextMark) -> Box:
    length = mark.lettering.length(mark.text)
    left = mark.at[0] - {"start": 0.0, "middle": length / 2, "end": length}[mark.anchor]
    return left, mark.at[1] - CAPITAL * mark.lettering.size, left + length, mark.at[1] + DEPTH * mark.lettering.size


def describe(page: PiecePage) -> str:
    """The texts of a page, those of a box in one line."""
    lines: dict[Box, list[str]] = {}
    for mark, box in page.texts:
        lines.setdefault(box, []).append(mark.text)
    return "\n".join(" ".join(found) for found in lines.values())


def part(found: PiecePages, name: str) -> str:
    return "\n".join(describe(page) for page in found.pages if page.part == name)


def keep_to_their_boxes(page: PiecePage, least: float = 1.2) -> None:
    """Every text of a page lies in its box, on the paper, off all others, and can be read."""
    for mark, (left, top, right, foot) in page.texts:
        x0, y0, x1, y1 = covered(mark)
        assert left - 0.01 <= x0 <= x1 <= right + 0.01 and top - 0.01 <= y0 <= y1 <= foot + 0.01, (page.part, mark.text)
        assert x0 >= 4 and x1 <= page.width - 4 and y0 >= 4 and y1 <= page.height - 3, (page.part, mark.text)
        assert mark.lettering.size >= least, (page.part, mark.text, mark.lettering.size)
        assert "{" not in mark.text and "None" not in mark.text
    boxes = [(covered(mark), mark.text) for mark, _ in page.texts]
    for (a, one), (b, other) in combinations(boxes, 2):
        across = min(a[2], b[2]) - max(a[0], b[0])
        down = min(a[3], b[3]) - max(a[1], b[1])
        assert across <= 0.01 or down <= 0.05 * (a[3] - a[1]) + 0.1, (page.part, one, other)
