"""Arrows and labels between cards: around what lies between, and beside the cards."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from bob.desk.boards.shared.relation_lines import draw_label, free_place, way

pytestmark = pytest.mark.usefixtures("qapp")

FIELD = QRectF(0, 0, 800, 400)
LABEL = QSizeF(70, 18)


def card(column: int, row: int = 1) -> QRectF:
    return QRectF(40 + 220 * column, 20 + 110 * row, 130, 80)


def test_a_way_between_neighbours_is_straight_and_over_others_it_rises() -> None:
    one, middle, other = card(0), card(1), card(2)
    straight = way(one, middle, [other])
    assert straight.pointAtPercent(0.5).y() == one.center().y()
    over = way(one, other, [middle])
    assert not any(middle.contains(over.pointAtPercent(step / 50)) for step in range(51))
    assert way(other, one, [middle]).pointAtPercent(0.0).x() == other.center().x()


@pytest.mark.parametrize(("start", "end", "between"), [(0, 2, [1]), (2, 0, [1]), (0, 1, [])])
def test_a_label_lies_on_no_card_where_there_is_room(start: int, end: int, between: list[int]) -> None:
    cards = [card(column, row) for column in range(3) for row in range(3)]
    path = way(card(start), card(end), [card(column) for column in between])
    first = free_place(path, LABEL, cards, FIELD)
    second = free_place(path, LABEL, [*cards, first], FIELD)
    for box in (first, second):
        assert FIELD.contains(box) and not any(box.intersects(found) for found in cards), box
    assert not first.intersects(second)


@pytest.mark.parametrize(("gap", "clear"), [(100, True), (62, True), (20, False)])
def test_a_word_between_two_cards_is_written_smaller_before_it_lies_on_one(gap: int, clear: bool) -> None:
    rows = [QRectF(x, y, 130, 80) for x in (0, 130 + gap) for y in (0, 84, 168)]
    held, holder = rows[1], rows[4]
    picture = QImage(400, 260, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    box = draw_label(painter, way(holder, held, []), "Tailing", (QColor("red"), "white"), rows, QRectF(0, 0, 400, 260), 14)
    painter.end()
    assert clear is not any(box.intersects(found) for found in rows)


@pytest.mark.parametrize(("start", "end"), [(0, 2), (2, 0), (0, 1), (1, 0)])
def test_a_label_is_nearer_to_the_card_that_it_belongs_to(start: int, end: int) -> None:
    cards = [card(column) for column in range(3)]
    path = way(card(start), card(end), [card(column) for column in range(3) if column not in (start, end)])
    place = free_place(path, QSizeF(60, 18), cards, FIELD).center().x()
    assert abs(place - card(start).center().x()) < abs(place - card(end).center().x())


def test_a_label_stays_in_the_field() -> None:
    path = way(QRectF(0, 0, 130, 60), QRectF(440, 0, 130, 60), [QRectF(220, 0, 130, 60)])
    assert FIELD.contains(free_place(path, LABEL, [], FIELD))
