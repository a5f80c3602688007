"""For those who see little or no colour: letters stand out from what they are written on, and nothing is told by its colour alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter

from bob.chart.livery import plaque
from bob.chart.palette import BY_NAME
from bob.chart.tones import LOOKS
from bob.core.hexes import from_label
from bob.desk.map.blocks import Blocks
from bob.staff.advice.map.counters import BlockRow, CounterBlock, PlotArrow

pytestmark = pytest.mark.usefixtures("qapp")

Picture = NDArray[np.float64]

SEEN: dict[str, list[list[float]]] = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}
"""What an eye makes of linear light that lacks one kind of cone (Machado, Oliveira and Fernandes 2009, whole severity), or all."""


def linear(channels: Picture) -> Picture:
    """Linear light from the values of a screen, 0 to 1."""
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def light(colour: str) -> float:
    red, green, blue = linear(np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]))
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# ---- letters

_ON = {
    "ink": ("room", "panel", "inset"),
    "quiet": ("room", "panel", "inset"),
    "red": ("room", "panel", "inset"),
    "on_brass": ("brass",),
    "on_chosen": ("chosen",),
    "strip_ink": ("strip", "far_strip"),
    "strip_quiet": ("strip", "far_strip"),
    "dial_ink": ("dial",),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
def test_letters_of_the_desk_stand_out(look: object) -> None:
    pairs = [(ink, ground) for ink, grounds in _ON.items() for ground in grounds]
    found = {pair: contrast(getattr(look, pair[0]), getattr(look, pair[1])) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in found.items() if value < 4.5} == {}


@pytest.mark.parametrize("name", BY_NAME)
def test_names_on_the_map_stand_out_from_the_ground_that_they_lie_on(name: str) -> None:
    palette = BY_NAME[name]
    pairs = [("ink", "paper"), ("ink", "land"), ("ink", "far"), ("ink", "sea"), ("quiet", "paper"), ("quiet", "land"), ("quiet", "far")]
    pairs += [("slate", "sea"), ("brass_ink", "sea"), ("brass_ink", "land")]
    found = {pair: contrast(getattr(palette, pair[0]), getattr(palette, pair[1])) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in found.items() if value < 4.5} == {}
    for line in ("coast", "red", "slate"):
        assert min(contrast(getattr(palette, line), ground) for ground in (palette.sea, palette.land, palette.far)) >= 3, line


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("look", ["hostile", "unknown", "unheard", "friend", "convoy", "sighting", "own", "planned", "truth"])
def test_letters_of_blocks_stand_out(name: str, look: str) -> None:
    found = plaque(BY_NAME[name], look)
    assert min(contrast(found.ink, found.ground), contrast(found.title, found.ground)) >= 4.5


# ---- forms


def seen(image: QImage, eye: str) -> Picture:
    """How bright the points of a picture are to an eye, 0 to 1, as a screen has it."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    points = np.frombuffer(whole.constBits(), np.uint8).reshape(whole.height(), whole.bytesPerLine() // 4, 4)[:, : whole.width(), 2::-1]
    made = np.clip(linear(points / 255.0) @ np.array(SEEN[eye]).T, 0, 1) @ np.array([0.2126, 0.7152, 0.0722])
    return np.asarray(made ** (1 / 2.2), np.float64)


def alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures look the same but for a point here and there."""
    return one.shape == other.shape and float((np.abs(one - other) > 0.1).mean()) < 0.01


def drawn(paint: object, ground: str, size: tuple[int, int] = (120, 60)) -> QImage:
    made = QImage(*size, QImage.Format.Format_RGB32)
    made.fill(ground)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    assert callable(paint)
    paint(painter)
    painter.end()
    return made


def test_what_is_told_by_colour_alone_would_be_found() -> None:
    def disc(tone: str) -> QImage:
        def paint(painter: QPainter) -> None:
            painter.setBrush(QColor(tone))
            painter.drawEllipse(10, 10, 40, 40)

        return drawn(paint, "#FFFFFF", (60, 60))

    red, green = disc("#C0392B"), disc("#35793A")
    assert red != green
    assert alike(seen(red, "grey"), seen(green, "grey"))


TABLES = {
    "raf": ("hostile", "unknown", "friend", "unheard", "convoy"),
    "luftwaffe": ("own", "planned", "sighting"),
    "referee": ("truth", "hostile", "friend", "convoy"),
}
"""The looks of blocks that stand on one table."""


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("name", BY_NAME)
def test_blocks_of_one_table_are_told_apart_without_colour(name: str, eye: str) -> None:
    palette, row = BY_NAME[name], BlockRow("track", 4, "4", "60", "18")
    for looks in TABLES.values():
        pictures = {}
        for look in looks:
            block = CounterBlock(look, (0.0, 0.0), from_label("2020"), (row,), colour="red", sent=1)  # type: ignore[arg-type]
            pictures[look] = seen(drawn(lambda p, block=block: Blocks(palette, 1.0).draw(p, block), palette.sea), eye)
        assert [pair for pair in combinations(pictures, 2) if alike(pictures[pair[0]], pictures[pair[1]])] == []


@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("directed", [True, False])
def test_plots_of_the_three_colours_of_the_clock_are_told_apart_without_colour(name: str, eye: str, directed: bool) -> None:
    palette = BY_NAME[name]
    blocks = Blocks(palette, 2.0)
    pictures = {}
    for tone in ("red", "yellow", "blue"):
        arrow = PlotArrow((0.0, 0.0), 0, tone, 0, 2, directed)
        picture = blocks.arrow(arrow)
        pictures[tone] = seen(drawn(lambda p, picture=picture: p.drawPixmap(0, 0, picture), palette.sea, (60, 60)), eye)
    assert [pair for pair in combinations(pictures, 2) if alike(pictures[pair[0]], pictures[pair[1]])] == []
