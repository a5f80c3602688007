"""A page of paper being laid out, in millimetres: marks put down from the top, text in lines, columns as wide as they need.

Whatever is printed begins here: the report, the battle card, and (with Qt's own measure of letters) the sheets of the desk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from bob.chart.marks import Anchor, ChartPage, FontFace, Frame, Layer, Lettering, Mark, Path, Point, Ring, Style, TextMark

A4, A5 = (210.0, 297.0), (148.0, 210.0)
WHITE = "#FFFFFF"
NO_MAP = Frame(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
"""The frame of a page without a map."""


_BREAKS = re.compile(r"[ \t\r\n]+")


def words_of(text: str) -> list[str]:
    """A text in the words between which a line may break: not at a no-break space."""
    return [word for word in _BREAKS.split(text) if word]


def wrapped(length: Callable[[str], float], text: str, room: float) -> list[str]:
    """A text in lines no longer than the room, broken between words, and within one that alone is too long."""
    lines: list[str] = []
    line = ""
    for word in words_of(text):
        while length(word) > room and len(word) > 1:
            cut = max(1, next((n for n in range(len(word) - 1, 0, -1) if length(word[:n]) <= room), 1))
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:cut])
            word = word[cut:]
        if line and length(f"{line} {word}") > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line or not lines else lines


def shared(need: Sequence[float], room: float, keep: Collection[int] = (), power: float = 1.0) -> list[float]:
    """Return the widths of columns that need more than the room: those over a fair part share the rest, by a power of their need.

    The columns of `keep` get all that they need.
    """
    fair = room / len(need)
    long = [i for i, n in enumerate(need) if n > fair and i not in keep]
    left = room - sum(n for i, n in enumerate(need) if i not in long)
    total = sum(need[i] ** power for i in long)
    return [left * n**power / total if i in long else n for i, n in enumerate(need)]


class Page:
    """Marks, and where the next thing goes: `y`, from the top. `family` begins the names of its styles."""

    def __init__(self, size: tuple[float, float], margin: float, leading: float, family: str, y: float = 0.0) -> None:
        self.width, self.height = size
        self.left, self.right = margin, self.width - margin
        self.leading = leading
        self.family = family
        self.y = y
        self.marks: list[Mark] = []
        self.frame: Frame = NO_MAP
        self.layers: tuple[Layer, ...] = ()

    # ---- letters

    def letters(self, face: FontFace, size: float, colour: str, spacing: float = 0.0) -> Lettering:
        """Letters of this page."""
        name = f"{self.family}-{face}-{size}-{colour}-{spacing}".replace(".", "_").replace("#", "")
        return Lettering(name, face, size, colour, spacing=spacing)

    def text(self, look: Lettering, text: str, at: Point, anchor: Anchor = "start") -> None:
        """Write one line at a place."""
        self.marks.append(TextMark(look, text, at, anchor))

    def step(self, look: Lettering) -> float:
        """Return the distance from one line of these letters to the next."""
        return look.size * self.leading

    def paragraph(self, text: str, look: Lettering, left: float | None = None, right: float | None = None) -> None:
        """A text in lines from here down."""
        left, right = self.left if left is None else left, self.right if right is None else right
        for line in wrapped(look.length, text, right - left):
            self.y += self.step(look)
            self.text(look, line, (left, self.y))

    # ---- lines and shapes

    def style(
        self, fill: str | None = None, stroke: str | None = None, width: float = 0.0, dash: tuple[float, ...] = (), opacity: float = 1.0
    ) -> Style:
        """Return a style, named by its properties."""
        name = "-".join([self.family, *(str(part).strip("#").replace(".", "_") for part in (fill, stroke, width, *dash, opacity))])
        return Style(name, fill=fill, stroke=stroke, width=width, dash=dash, opacity=opacity)

    def line(self, points: Sequence[Point], stroke: str, width: float = 0.2, dash: tuple[float, ...] = ()) -> None:
        """An open line."""
        self.marks.append(Path(self.style(stroke=stroke, width=width, dash=dash), (tuple(points),)))

    def shape(self, rings: Sequence[Ring], fill: str | None, stroke: str | None = None, width: float = 0.0, opacity: float = 1.0) -> None:
        """A closed shape."""
        self.marks.append(Path(self.style(fill, stroke, width, (), opacity), tuple(rings), closed=True))

    def box(
        self, left: float, top: float, right: float, foot: float, fill: str | None = None, stroke: str | None = None, width: float = 0.2
    ) -> None:
        """A rectangle."""
        self.shape((((left, top), (right, top), (right, foot), (left, foot)),), fill, stroke, width)

    def page(self, title: str, language: str) -> ChartPage:
        """The page, done."""
        return ChartPage(title, language, self.width, self.height, WHITE, self.frame, self.layers, tuple(self.marks))
