"""What moves on the table from one view to the next, and what stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.day.state.world import world
from bob.desk.base.settings import Settings
from bob.desk.map import PlottingTable
from bob.staff.advice.map.counters import Counters, Halo, PlotArrow, spread
from bob.staff.advice.map.motion import Motion
from tests.desk.table_views import busiest

HALFWAY = 0.5


def table(*places: tuple[float, float], squadron: tuple[float, float] = (0, 0), radius: float = 10.0) -> Counters:
    """A table with one track, number 3, and one squadron."""
    made = Counters()
    made.trails[3] = tuple(PlotArrow(at, 0.0, "red", 0, 3, True) for at in places)
    made.places = {("track", 3): places[-1], ("squadron", "92 Squadron"): squadron}
    made.halos = [Halo(("track", 3), places[-1], radius)]
    return made


def moved(before: Counters, now: Counters, progress: float) -> Motion:
    motion = Motion(before, now, {("track", 3): (10.0, 0.0)})
    motion.progress = progress
    return motion


@pytest.mark.parametrize("progress", [0.0, 0.3, 0.7, 0.999])
def test_the_trail_stays_and_only_the_newest_arrow_moves(progress: float) -> None:
    before, now = table((0, 0), (10, 0)), table((0, 0), (10, 0), (20, 0))
    shown, to_come = moved(before, now, progress).trail(3, now.trails[3])
    assert [at for _, at in shown[:2]] == [(0, 0), (10, 0)]
    assert [i for i, _ in shown] == [0, 1, 2]
    assert shown[2][1] == pytest.approx((10 + 10 * progress, 0))
    assert to_come == pytest.approx(1 - progress)


def test_an_arrow_on_the_way_appears_when_the_newest_has_passed_it() -> None:
    before, now = table((0, 0)), table((0, 0), (10, 0), (10, 30))
    arrows = now.trails[3]
    assert moved(before, now, 0.1).trail(3, arrows)[0] == [(0, (0, 0)), (2, pytest.approx((4, 0)))]
    assert moved(before, now, 0.75).trail(3, arrows)[0] == [(0, (0, 0)), (1, (10, 0)), (2, pytest.approx((10, 20)))]
    assert moved(before, now, 0.75).at(("track", 3), (10, 30)) == pytest.approx((10, 20))


def test_all_stands_where_it_goes_to_at_the_end() -> None:
    before, now = table((0, 0), (10, 0)), table((0, 0), (10, 0), (20, 0))
    for motion in (Motion(), moved(before, now, 1.0)):
        assert not motion.moving
        assert motion.trail(3, now.trails[3]) == ([(0, (0, 0)), (1, (10, 0)), (2, (20, 0))], 0.0)
        assert motion.at(("track", 3), (20, 0)) == (20, 0)
        assert motion.seat(("track", 3), (5.0, 5.0)) == (5.0, 5.0)
    motion = moved(before, now, HALFWAY)
    motion.end()
    assert not motion.moving and motion.at(("track", 3), (20, 0)) == (20, 0)


def test_blocks_and_halos_go_over_without_a_jump() -> None:
    before, now = table((0, 0), squadron=(0, 0), radius=10), table((0, 0), (10, 0), squadron=(4, 8), radius=20)
    motion = moved(before, now, HALFWAY)
    assert motion.at(("squadron", "92 Squadron"), (4, 8)) == (2, 4)
    assert motion.seat(("track", 3), (20.0, 10.0)) == (15.0, 5.0)
    assert motion.radius(("track", 3), 20) == 15
    assert motion.radius(9, 20) == 20


def test_nothing_moves_when_nothing_has_moved() -> None:
    assert not Motion(table((0, 0)), table((0, 0))).moving


# On the table


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Iterator[PlottingTable]:
    settings = Settings.in_file(tmp_path / "settings.ini")
    settings.set_animate(True)
    made = PlottingTable(world(), settings)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.show_view(busiest()[2])
    made.settle()
    yield made


def test_the_first_picture_of_a_turn_is_the_last_of_the_turn_before(shown: PlottingTable) -> None:
    before = {number: [a.at for a in arrows] for number, arrows in shown.table.trails.items()}
    boxes = {(b.rows[0].kind, b.rows[0].key): box for b, box in zip(shown.table.blocks, shown.scene.boxes(shown.camera), strict=True)}
    shown.show_view(busiest()[0])
    motion = shown.scene.motion
    assert motion.moving
    went = 0
    for number, arrows in shown.table.trails.items():
        if number in before and ("track", number) in motion.places:
            places = [at for _, at in motion.trail(number, arrows)[0]]
            assert places[:-1] == before[number] and places[-1] == before[number][-1]
            went += 1
    assert went
    for block, box in zip(shown.table.blocks, shown.scene.boxes(shown.camera), strict=True):
        key = block.rows[0].kind, block.rows[0].key
        if key in boxes and key in motion.places:
            assert abs(box.left() - boxes[key].left()) < 1 and abs(box.top() - boxes[key].top()) < 1


def test_a_click_ends_the_movement_and_the_setting_forbids_it(shown: PlottingTable) -> None:
    shown.show_view(busiest()[0])
    assert shown.skip_movement()
    rest = shown.scene.boxes(shown.camera)
    assert rest == shown.scene.boxes_at_rest(shown.camera)
    shown.settings.set_animate(False)
    shown.show_view(busiest()[2])
    assert not shown.scene.motion.moving


def test_a_change_of_scale_keeps_the_movement(shown: PlottingTable) -> None:
    shown.show_view(busiest()[0])
    motion = shown.scene.motion
    for _ in shown._lay_out():
        pass
    assert shown.scene.motion is motion and motion.moving


# Who has been sent


def test_a_raid_that_nobody_has_been_sent_to_stands_out_in_grey() -> None:
    from PySide6.QtGui import QImage

    from bob.chart.palette import CONTRAST, NIGHT, TABLE
    from bob.desk.map.blocks import Blocks

    view = busiest()[0]
    found = spread(world(), view)
    sent = {s.vector["track"] for s in view.squadrons if s.vector is not None} | {t.number for t in view.tracks if t.tallied_by}
    raids = [b for b in found.blocks if b.look in ("hostile", "unknown")]
    assert {b.rows[0].key for b in raids if b.unanswered} == {t.number for t in view.tracks if not t.faded and t.number not in sent}
    assert {b.unanswered for b in raids} == {True, False}
    assert not any(b.unanswered for b in found.blocks if b not in raids)
    for palette in (TABLE, NIGHT, CONTRAST):
        blocks = Blocks(palette, 1.0)

        def shade(block: object, blocks: Blocks = blocks) -> float:
            image = blocks.picture(block).toImage().convertToFormat(QImage.Format.Format_Grayscale8)  # type: ignore[arg-type]
            row = [image.pixelColor(x, 9).lightness() for x in range(16, image.width() - 9)]
            return sum(row) / len(row)

        for look in ("hostile", "unknown"):
            kind = [b for b in raids if b.look == look]
            darkest = max((shade(b) for b in kind if b.unanswered), default=0)
            lightest = min((shade(b) for b in kind if not b.unanswered), default=255)
            assert lightest - darkest > 40, (palette.name, look)
