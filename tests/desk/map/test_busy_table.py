"""The table at the busiest turns of 18 August and 15 September, as each seat has it: nothing over anything else, nothing out of sight."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.chart.block_layout import ClearView, Standing, leader, seats
from bob.chart.marks import Box
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.world import world
from bob.desk.base.settings import Settings
from bob.desk.map import PlottingTable
from bob.driver import play_out
from bob.staff.advice.map.counters import spread

DAYS = ("18_august_1940", "15_september_1940")
SEEDS = ("1940", "5", "6", "7")
SEATS = ("raf", "luftwaffe", "referee")
SMALL, WIDE = (699, 365, 150), (1480, 740, 100)
"""The table of a window of 1280×800 with letters of 150 % and of one of 1920×1080, and the size of letters."""
LINES = {
    ("raf", SMALL): 15,
    ("luftwaffe", SMALL): 7,
    ("referee", SMALL): 32,
    ("raf", WIDE): 3,
    ("luftwaffe", WIDE): 1,
    ("referee", WIDE): 7,
}
"""How many lines may run on under a block of another: where so many stand over so few miles there is no way around all."""
CALM = {"raf": 26, "luftwaffe": 8, "referee": 46}
"""By so many pixels at most half of the blocks shift from a turn to the next."""
LEAST = {"raf": 20, "luftwaffe": 15, "referee": 35}
"""The least number of blocks on the table of a seat at its busiest turn."""
OUT = {("referee", SMALL): 1}
"""The number of piles in sight that may not be seen whole: the truth of a great battle does not fit on a third of a small screen."""


@cache
def turns_of(day: str, seed: str = SEEDS[0]) -> list[dict[str, Any]]:
    """The views of the turns of a day that officers play."""
    match: Match[DayPosition] = Match.new(OperationalDay(), day, seed)
    found: dict[int, dict[str, Any]] = {}

    def look(*_: object) -> None:
        position = match.position
        if position.phase == "orders" and position.turn not in found:
            found[position.turn] = {"raf": match.view(RAF), "luftwaffe": match.view(LUFTWAFFE), "referee": match.view("referee")}

    play_out(match, {RAF: "park", LUFTWAFFE: "kesselring"}, look, looked_back=False)
    return list(found.values())


def busiest(day: str, seat: str, seed: str = SEEDS[0]) -> int:
    """Return the number of the turn with the most blocks on the table of a seat."""
    blocks = [len(spread(world(), views[seat]).blocks) for views in turns_of(day, seed)]
    return blocks.index(max(blocks))


def view_of(day: str, seat: str, seed: str = SEEDS[0]) -> Any:
    """Return the view of a seat at its busiest turn."""
    return turns_of(day, seed)[busiest(day, seat, seed)][seat]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = Settings.in_file(tmp_path / "settings.ini")
    made.set_animate(False)
    return made


@pytest.fixture
def table(qtbot: QtBot, settings: Settings) -> Iterator[PlottingTable]:
    made = PlottingTable(world(), settings)
    qtbot.addWidget(made)
    made.show()
    yield made


def stand(table: PlottingTable, size: tuple[int, int, int], view: Any) -> tuple[list[Box], list[Box]]:
    """The blocks of a view on a table of a size, and what lies over it; without painting."""
    width, height, letters = size
    table.settings.set_text_size(letters)
    table.resize(width, height)
    QApplication.processEvents()
    table.stand_at(None)
    table.show_view(view)
    found = [(b.left(), b.top(), b.right(), b.bottom()) for b in table.scene.boxes(table.camera)]
    return found, [(b.left(), b.top(), b.right(), b.bottom()) for b in table.lying_over()]


def over(a: Box, b: Box) -> bool:
    return a[0] + 1 < b[2] and b[0] + 1 < a[2] and a[1] + 1 < b[3] and b[1] + 1 < a[3]


def runs_under(line: tuple[float, float, float, float], box: Box) -> bool:
    """Whether a line runs through a box; by a hundred places on it, so that it is counted otherwise than it is laid out."""
    ax, ay, bx, by = line
    return any(
        box[0] + 1.5 < ax + (bx - ax) * k / 100 < box[2] - 1.5 and box[1] + 1.5 < ay + (by - ay) * k / 100 < box[3] - 1.5
        for k in range(101)
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("day", DAYS)
def test_blocks_keep_out_of_each_others_way(table: PlottingTable, day: str, seed: str, size: tuple[int, int, int]) -> None:
    for seat in SEATS:
        boxes, shut = stand(table, size, view_of(day, seat, seed))
        camera, blocks = table.camera, table.table.blocks
        assert len(boxes) == len(blocks) >= LEAST[seat]
        assert [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :] if over(a, b)] == [], seat
        area = (0.0, 0.0, float(camera.width), float(camera.height))
        places = [camera.to_screen(*block.at) for block in blocks]
        seen = [i for i, (x, y) in enumerate(places) if 0 <= x <= area[2] and 0 <= y <= area[3]]
        hidden = {
            blocks[i].at
            for i in seen
            if any(over(boxes[i], other) for other in shut)
            or not (boxes[i][0] >= 0 and boxes[i][1] >= 0 and boxes[i][2] <= area[2] and boxes[i][3] <= area[3])
        }
        assert len(hidden) <= OUT.get((seat, size), 0), seat
        lines = {i: line for i, line in table.scene.leaders(camera, table.scene.boxes(camera)) if i in seen}
        for i in seen:
            of_place = [j for j in lines if blocks[j].at == blocks[i].at]
            assert len(of_place) == 1 and leader(places[i], boxes[of_place[0]]) == lines[of_place[0]]
            assert chained(boxes[i], [boxes[j] for j in seen if blocks[j].at == blocks[i].at]), "those of a place stand on each other"
        under = [(i, j) for i in lines for j in seen if i != j and runs_under(lines[i], boxes[j])]
        assert len(under) <= LINES[seat, size], (seat, len(under))


def chained(box: Box, others: list[Box]) -> bool:
    """Whether boxes stand on each other in one pile."""
    pile = sorted(others, key=lambda b: b[1])
    return box in pile and all(abs(a[3] - b[1]) < 1.5 and (a[0] == b[0] or a[2] == b[2]) for a, b in itertools.pairwise(pile))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS[:2])
@pytest.mark.parametrize("seat", SEATS)
def test_blocks_stay_beside_what_they_mark_from_turn_to_turn(table: PlottingTable, seat: str, seed: str) -> None:
    """Around the busiest turn most blocks go along with their counters, and only some look for another side."""
    middle = busiest(DAYS[1], seat, seed)
    stood: dict[Any, Any] = {}
    off: list[float] = []
    stand(table, WIDE, None)
    for each in turns_of(DAYS[1], seed)[middle - 4 : middle + 4]:
        table.show_view(each[seat])
        now = table.scene.offsets()
        off += [math.dist(now[key], stood[key]) for key in now if key in stood]
        stood = now
    assert len(off) > 60 and sorted(off)[len(off) // 2] < CALM[seat], sorted(off)[len(off) // 2]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_lies_over_a_small_table_folds(table: PlottingTable, settings: Settings, language: str) -> None:
    settings.set_language(language)
    stand(table, WIDE, view_of(DAYS[0], "raf"))
    chips = table.chips
    assert not chips.folded and not chips.fold.isVisible()
    wide = chips.height()
    stand(table, SMALL, view_of(DAYS[0], "raf"))
    assert chips.folded and chips.fold.isVisible()
    assert chips.height() <= 1.6 * wide
    covered = sum(box.width() * box.height() for box in table.lying_over())
    assert covered < 0.2 * table.width() * table.height()
    assert all(chip.text() in chip.toolTip() for chip in chips.chips)
    table.grab()


def test_a_click_folds_the_layers_and_unfolds_them_for_good(table: PlottingTable, qtbot: QtBot) -> None:
    stand(table, SMALL, view_of(DAYS[0], "raf"))
    chips = table.chips
    qtbot.mouseClick(chips.fold, Qt.MouseButton.LeftButton)
    assert not chips.folded
    assert all(chip.width() > chip.height() * 1.5 for chip in chips.chips)
    table.resize(1480, 740)
    assert not chips.folded and chips.fold.isVisible()
    qtbot.mouseClick(chips.fold, Qt.MouseButton.LeftButton)
    assert chips.folded
    qtbot.mouseClick(chips.chips[0], Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
    assert not table.layers.is_shown(chips.chips[0].kind.name)


@pytest.mark.slow
def test_blocks_come_in_from_the_edge_when_the_table_stands_still(table: PlottingTable) -> None:
    stand(table, WIDE, view_of(DAYS[1], "raf"))
    camera, blocks = table.camera, table.table.blocks
    hostile = next(i for i, block in enumerate(blocks) if block.look == "hostile")
    camera.scale = camera.rested(14.0)
    table.centre_on(*blocks[hostile].at)
    table._rest()
    table.settle()
    box, (x, y) = table.scene.boxes(camera)[hostile], camera.to_screen(*blocks[hostile].at)
    beside, below = box.center().x() - x, box.center().y() - y
    if abs(beside) > abs(below):
        table.pan(box.left() + 10 if beside < 0 else box.right() - 10 - table.width(), 0)
    else:
        table.pan(0, box.top() + 10 if below < 0 else box.bottom() - 10 - table.height())
    assert QRectF(table.rect()).contains(*camera.to_screen(*blocks[hostile].at))
    assert not QRectF(table.rect()).contains(table.scene.boxes(camera)[hostile])
    table.settle()
    assert QRectF(table.rect()).contains(table.scene.boxes(camera)[hostile])


# Finding seats


def test_a_block_stays_where_it_stood_if_that_is_as_good() -> None:
    one = Standing((100, 100), 60, 30, 0)
    first = seats([one], [])[0]
    shut = ClearView((0, 0, 400, 400), (first.box(100, 100),))
    moved = seats([one], [], shut)[0]
    assert moved != first
    assert seats([Standing((100, 100), 60, 30, 0, (moved.dx, moved.dy))], [])[0] == moved
    assert moved == seats([one], [], shut)[0] != seats([Standing((100, 100), 60, 30, 0, (900.0, 900.0))], [])[0] == first


def test_a_block_at_the_edge_stands_inward_and_one_out_of_sight_wherever_it_likes() -> None:
    sight = ClearView((0, 0, 300, 300))
    for at in ((2, 2), (298, 2), (2, 298), (298, 298), (150, 298)):
        box = seats([Standing(at, 80, 30, 0)], [], sight)[0].box(*at)
        assert not sight.hides(box)
    free = seats([Standing((150, 150), 80, 30, 0)], [])[0]
    assert seats([Standing((500, 500), 80, 30, 0)], [], sight)[0] == free


def test_a_block_keeps_off_its_own_course() -> None:
    """However the course leads, the dashes are seen."""
    for k in range(16):
        end = 200 + 90 * math.cos(k * math.pi / 8), 200 + 90 * math.sin(k * math.pi / 8)
        box = seats([Standing((200, 200), 62, 35, 0, None, end)], [])[0].box(200, 200)
        assert not runs_under((200, 200, *end), box)
    end = 260.0, 140.0
    straight = seats([Standing((200, 200), 62, 35, 0)], [])[0].box(200, 200)
    assert runs_under((200, 200, *end), straight), "without a course it would stand there"


def test_no_line_runs_under_a_block_where_there_is_room() -> None:
    places = [(200 + 14 * i, 200 + 9 * (i % 3)) for i in range(7)]
    found = seats([Standing(at, 70, 30, i % 3) for i, at in enumerate(places)], [])
    boxes = [seat.box(*at) for seat, at in zip(found, places, strict=True)]
    lines = [leader(at, box) for at, box in zip(places, boxes, strict=True)]
    assert not any(over(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    assert not any(runs_under(line, box) for i, line in enumerate(lines) for j, box in enumerate(boxes) if i != j)
