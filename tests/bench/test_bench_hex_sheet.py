"""How fast the hex sheet is painted: `pytest tests/bench/test_bench_hex_sheet.py --benchmark-enable -n 0`. 1920 by 1080, no screen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget

from bob.core.hexes import at_offset
from bob.desk.base.settings import Settings
from bob.desk.boards.hexes.board import HexBoard
from bob.desk.boards.hexes.pointing import Pointing
from bob.desk.boards.shared.ground import country_of
from bob.driver import Driver
from bob.games import game
from bob.tactical.hexes import hints
from bob.tactical.hexes.data import shipped
from bob.tactical.hexes.position import FLY
from bob.tactical.hexes.view import HexTableView
from tests.bench.test_bench_table import FRAME, describe, p95


def busy() -> tuple[HexTableView, HexTableView, tuple[object, ...]]:
    """A fight of nine with the altimeter while one of them flies, the same before it flew, and what may be ordered."""
    seats = {"raf": "human", "luftwaffe": "random"}
    core = Driver.new(game("hexes"), "bombers", "bench", {}, seats)
    before = core.match.view("raf")
    for _ in range(400):
        core.advance()
        view = core.match.view("raf")
        choices = core.choices("raf")
        if view.stage == FLY and view.turn >= 1 and view.go is not None and view.aircraft[view.go.active[0]].speed >= 3:
            core.close()
            return before, view, choices.listed
        before = view
        core.give("raf", choices.listed[0])
    raise AssertionError("nobody flies")


@pytest.fixture(scope="module")
def fight() -> tuple[HexTableView, HexTableView, tuple[object, ...]]:
    return busy()


@pytest.fixture(params=["table", "night", "contrast"])
def board(request: pytest.FixtureRequest, qapp: QApplication, tmp_path: Path, fight: tuple[HexTableView, ...]) -> Iterator[HexBoard]:
    settings = Settings.in_file(tmp_path / "settings.ini")
    settings.set_animate(False)
    settings.set_theme(request.param)
    made = HexBoard(settings)
    made.resize(1920, 1080)
    made.show()
    made.show_view(fight[1])
    made.repaint()
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()


def frames(qapp: QApplication, board: QWidget, count: int, step: Callable[[int], None]) -> list[float]:
    """What each frame takes of the processor: the step and the painting."""
    times: list[float] = []
    for n in range(count):
        start = time.process_time()
        step(n)
        board.repaint()
        qapp.processEvents()
        times.append(time.process_time() - start)
    return times


def test_hover(qapp: QApplication, board: HexBoard, fight: tuple[HexTableView, HexTableView, tuple[object, ...]]) -> None:
    """The pointer over the sheet, with all ways lit, ghosts, templates and slips."""
    _, view, listed = fight
    pointing = Pointing(view, shipped(), listed)
    ways = hints.ways(view, pointing.active[0])
    base = pointing.base(ways, -1, None)

    def step(n: int) -> None:
        at = at_offset(2 + n % 17, n // 17 % 13)
        board.point_at(at, n % 6)
        meaning = pointing.read(base, at, n % 6, None, ways)
        board.light(meaning.lights)

    times = frames(qapp, board, 221, step)
    describe(f"hover, {board.settings.theme}", times)
    assert p95(times) < FRAME


def test_pan(qapp: QApplication, board: HexBoard) -> None:
    board.zoom(2.2, QPointF(700, 420))
    board._rested()

    def step(n: int) -> None:
        board.camera.pan(QPointF(9 * math.cos(n / 9), 7 * math.sin(n / 7)))
        board.camera_moved()

    times = frames(qapp, board, 80, step)
    describe(f"pan, {board.settings.theme}", times)
    assert p95(times) < FRAME


def test_zoom(qapp: QApplication, board: HexBoard) -> None:
    """Aircraft are drawn anew at each scale: two frames' time is allowed for it."""
    times = frames(qapp, board, 40, lambda n: board.zoom(1.02 if n < 20 else 1 / 1.02, QPointF(900, 500)))
    describe(f"zoom, {board.settings.theme}", times)
    assert p95(times) < 2 * FRAME


def test_first_frame(qapp: QApplication, tmp_path: Path, fight: tuple[HexTableView, ...]) -> None:
    """From nothing to the first whole frame, the country made anew."""
    settings = Settings.in_file(tmp_path / "settings.ini")
    country_of.cache_clear()
    start = time.process_time()
    made = HexBoard(settings)
    made.resize(1920, 1080)
    made.show_view(fight[1])
    made.show()
    made.repaint()
    qapp.processEvents()
    spent = time.process_time() - start
    describe("first frame", [spent])
    made.close()
    assert spent < 1.5
