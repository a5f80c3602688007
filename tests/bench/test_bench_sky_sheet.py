"""How fast the cloth of the miniatures is painted, 1920 by 1080, no screen: `pytest tests/bench/test_bench_sky_sheet.py --benchmark-enable
-n 0 -s`."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from bob.core.dice import Stream
from bob.core.game import Choices
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.miniatures.board import MiniatureBoard
from bob.desk.boards.shared.ground import country_of
from bob.driver import Driver
from bob.games import game
from bob.staff.advice.fights.miniatures_drafts import drafts
from bob.staff.advice.fights.miniatures_naming import miniature_teller_of
from bob.staff.advice.fights.miniatures_pointing import MiniaturePointing
from bob.staff.advice.fights.miniatures_tooltips import MiniatureTooltips
from bob.tactical.miniatures.data import shipped
from bob.tactical.miniatures.position import FLY
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.view import MiniatureTableView, imagined
from tests.bench.test_bench_hex_sheet import frames
from tests.bench.test_bench_table import FRAME, describe, p95


def busy() -> tuple[MiniatureTableView, Choices]:
    """A bomber run of eleven in its third turn while a fighter flies, and what may be ordered."""
    core = Driver.new(game("skies"), "bomber_run", "bench", {}, {"raf": "human", "luftwaffe": "sound"})
    for _ in range(600):
        core.advance()
        view, choices = core.match.view("raf"), core.choices("raf")
        if view.stage == FLY and view.turn >= 3:
            core.close()
            return view, choices
        core.give("raf", core.match.game.sample(core.match.position, "raf", Stream.of(len(core.match.entries), "bench")))
    raise AssertionError("nobody flies")


@pytest.fixture(scope="module")
def fight() -> tuple[MiniatureTableView, Choices]:
    return busy()


@pytest.fixture(params=["table", "night", "contrast"])
def board(
    request: pytest.FixtureRequest, qapp: QApplication, tmp_path: Path, fight: tuple[MiniatureTableView, Choices]
) -> Iterator[MiniatureBoard]:
    settings = Settings.in_file(tmp_path / "settings.ini")
    settings.set_animate(False)
    settings.set_theme(request.param)
    made = MiniatureBoard(settings)
    made.resize(1920, 1080)
    made.show()
    made.show_view(fight[0])
    made.repaint()
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()


def test_hover(qapp: QApplication, board: MiniatureBoard, fight: tuple[MiniatureTableView, Choices]) -> None:
    """The ghost of a move that follows the pointer over the cloth: its arcs, whom it could shoot at and who could have it, the slip."""
    view, choices = fight
    tables, words = shipped(), board.settings.words
    position = imagined(view, tables)
    pointing = MiniaturePointing(position, "raf", choices.listed)
    slips = MiniatureTooltips(words, miniature_teller_of(words, tables, view), theme.look(board.settings), position)
    base, draft = pointing.base(-1, None, None), drafts(position, choices.described)[0]

    def step(n: int) -> None:
        at = Spot((3 + n % 42) * PER, (3 + n // 42 * 5) * PER)
        board.point_at(at)
        meaning = pointing.read(base, at, board.aircraft_at(at), draft, slips, "")
        board.light(meaning.lights)
        board.say(meaning.slip)

    times = frames(qapp, board, 210, step)
    describe(f"hover, {board.settings.theme}", times)
    assert p95(times) < FRAME


def test_pan(qapp: QApplication, board: MiniatureBoard) -> None:
    board.zoom(2.2, QPointF(700, 420))
    board._rested()

    def step(n: int) -> None:
        board.camera.pan(QPointF(9 * math.cos(n / 9), 7 * math.sin(n / 7)))
        board.camera_moved()

    times = frames(qapp, board, 80, step)
    describe(f"pan, {board.settings.theme}", times)
    assert p95(times) < FRAME


def test_zoom(qapp: QApplication, board: MiniatureBoard) -> None:
    """Miniatures are drawn anew at each scale: two frames' time is allowed for it."""
    times = frames(qapp, board, 40, lambda n: board.zoom(1.02 if n < 20 else 1 / 1.02, QPointF(900, 500)))
    describe(f"zoom, {board.settings.theme}", times)
    assert p95(times) < 2 * FRAME


def test_first_frame(qapp: QApplication, tmp_path: Path, fight: tuple[MiniatureTableView, Choices]) -> None:
    """From nothing to the first whole frame, the country made anew."""
    settings = Settings.in_file(tmp_path / "settings.ini")
    country_of.cache_clear()
    start = time.process_time()
    made = MiniatureBoard(settings)
    made.resize(1920, 1080)
    made.show_view(fight[0])
    made.show()
    made.repaint()
    qapp.processEvents()
    spent = time.process_time() - start
    describe("first frame", [spent])
    made.close()
    assert spent < 1.5
