"""How fast the plotting table moves: `pytest tests/bench/test_bench_table.py --benchmark-enable -n 0`. 1920 by 1080, raster, no screen."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from bob.core.hexes import disc
from bob.day.state.view import LuftwaffeView, RafView, RefereeView
from bob.day.state.world import world
from bob.desk.base.settings import Settings
from bob.desk.map import PlottingTable
from bob.desk.map.aiming import Vectoring
from tests.desk.table_views import busiest, referee

FRAME = 0.016
Views = tuple[RafView, LuftwaffeView, RafView, RefereeView]


def p95(times: list[float]) -> float:
    """The time that 95 of 100 keep."""
    return sorted(times)[math.ceil(len(times) * 0.95) - 1]


@pytest.fixture(scope="module")
def views() -> Views:
    """The busiest turn of 15 September for both sides, the RAF's of a turn before it, and the referee's."""
    return (*busiest(), referee())


@pytest.fixture
def table(qapp: QApplication, views: Views, tmp_path: object) -> Iterator[PlottingTable]:
    """The table with that turn on it, shown and at rest."""
    settings = Settings.in_file(f"{tmp_path}/settings.ini")
    settings.set_animate(False)
    made = PlottingTable(world(), settings)
    made.resize(1920, 1080)
    made.show()
    made.show_view(views[0])
    made.settle()
    qapp.processEvents()
    yield made
    made.close()
    made.deleteLater()


def frames(qapp: QApplication, table: PlottingTable, count: int, step: Callable[[int], None]) -> list[float]:
    """What each frame takes of the processor: the step, the painting, and a slice of the work that the table does while idle.

    The time of the processor, since that does not hang on what else the machine does; all of it is one thread's. A frame here may be
    shorter than the time after which the idle work comes to its turn, so one slice of it is called for in each.
    """
    times: list[float] = []
    for n in range(count):
        start = time.process_time()
        step(n)
        table.repaint()
        idle = table._idle.isActive()
        table._idle.stop()
        qapp.processEvents()
        if idle:
            table._work()
        times.append(time.process_time() - start)
    return times


def describe(name: str, times: list[float]) -> None:
    """Print what was measured."""
    print(f"\n{name}: mean {sum(times) / len(times) * 1e3:.1f} ms, p95 {p95(times) * 1e3:.1f} ms, worst {max(times) * 1e3:.1f} ms")


@pytest.mark.parametrize("nearer", [0, 4, 8])
def test_pan(qapp: QApplication, table: PlottingTable, nearer: int) -> None:
    table.camera.zoom_at((960, 540), table.camera.rested(table.camera.scale * 2 ** (nearer / 4)))
    table._rest()
    table.settle()
    times = frames(qapp, table, 240, lambda n: table.pan(14 * math.cos(n / 20), 9 * math.sin(n / 13)))
    describe(f"pan at {table.camera.scale:.1f} px a mile", times)
    assert p95(times) < FRAME


@pytest.mark.parametrize("layers", [(), ("rdf", "guns", "balloons", "lanes", "targets", "observers", "hf", "vhf")])
def test_zoom(qapp: QApplication, table: PlottingTable, layers: tuple[str, ...]) -> None:
    for name in layers:
        table.layers.set_shown(name, True)
    table.settle()
    factor = 1.018
    times = frames(qapp, table, 260, lambda n: table.zoom_freely(factor if n < 130 else 1 / factor, (700, 420)))
    describe(f"zoom with {len(layers)} more layers", times)
    assert p95(times) < FRAME


@pytest.mark.parametrize("room", [0, 1, 3], ids=["raf", "luftwaffe", "referee"])
@pytest.mark.parametrize("layers", [(), ("fuel",)], ids=["bare", "reach"])
def test_wheel(qapp: QApplication, table: PlottingTable, views: Views, room: int, layers: tuple[str, ...]) -> None:
    """A notch of the wheel every eighth frame, coming to rest at each."""
    table.show_view(views[room])
    for name in layers:
        table.layers.set_shown(name, True)
    table.settle()

    def step(n: int) -> None:
        if n % 8 == 0:
            table.zoom(2**0.25 if n < 80 else 2**-0.25, (700, 420))

    times = frames(qapp, table, 160, step)
    describe(f"wheel, {('RAF', 'Luftwaffe', '', 'referee')[room]} with {len(layers)} more layers", times)
    assert p95(times) < FRAME


def test_carry(qapp: QApplication, table: PlottingTable) -> None:
    """A squadron carried about, with all dimmed that it may not be sent to."""
    raf = table.raf
    assert raf is not None
    unit = next(s.unit for s in raf.squadrons if s.box == "airborne")
    area = frozenset(disc(next(s.hex for s in raf.squadrons if s.unit == unit), 20))
    table.targets = lambda unit: Vectoring(unit, {t.number: "out of reach" for t in raf.tracks[::2]}, area, "too far")
    table._carried = unit
    times = frames(qapp, table, 160, lambda n: table._aim(unit, QPointF(900 + 500 * math.cos(n / 19), 500 + 300 * math.sin(n / 7))))
    describe("carry", times)
    assert p95(times) < FRAME


def test_show_view(qapp: QApplication, table: PlottingTable, views: Views) -> None:
    raf, luftwaffe, before, _ = views
    shown = (before, raf, luftwaffe, raf)

    def step(n: int) -> None:
        table.show_view(shown[n % 4])

    times = frames(qapp, table, 32, step)
    describe("a new view", times)
    assert p95(times) < 0.05


def test_first_frame(qapp: QApplication, views: Views, tmp_path: object) -> None:
    """From nothing but the loaded world to the first whole frame."""
    settings = Settings.in_file(f"{tmp_path}/settings.ini")
    surroundings = world()
    start = time.process_time()
    made = PlottingTable(surroundings, settings)
    made.resize(1920, 1080)
    made.show_view(views[0])
    made.show()
    made.repaint()
    spent = time.process_time() - start
    describe("first frame", [spent])
    made.close()
    assert spent < 0.8
