"""Where the cards lie in a dogfight of many: who holds another beside the one held, the hand that decides where it can be read."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from bob.day.state.orders import Resolve
from bob.desk.boards.cards.formation import drawn_up
from bob.desk.boards.cards.pens import decides
from bob.desk.boards.cards.planes import bursts_text
from bob.desk.boards.shared.fan import FAR, NEAR, spread
from bob.desk.window.window import DeskWindow
from bob.words import Words
from tests.desk.desks import RAF_SEATS, quiet
from tests.desk.fighting import card_panel, fly_until, window_at

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

PARTIES = ("allied", "axis")


def view_of(*chains: int) -> SimpleNamespace:
    """Aircraft of both sides by turns, in chains of so many in which each holds the one before."""
    found: list[SimpleNamespace] = []
    for length in chains:
        for at in range(length):
            number = len(found)
            holds, level = (number - 1, 2) if at else (-1, 0)
            common = {"out": "", "absent": False, "altitude": 3, "bomber": False, "row": 0, "column": 0}
            found.append(SimpleNamespace(number=number, side=PARTIES[number % 2], holds=holds, level=level, **common))
    return SimpleNamespace(aircraft=tuple(found), parties=PARTIES)


@pytest.mark.parametrize("size", [(1500, 330), (760, 300), (500, 200)], ids=str)
@pytest.mark.parametrize("chains", [(2,), (2,) * 5, (2,) * 7, (3, 2, 2), (1, 2, 1, 3, 1, 2), (1,) * 11, (9,)], ids=str)
def test_who_holds_another_lies_beside_it(chains: tuple[int, ...], size: tuple[int, int]) -> None:
    view, box = view_of(*chains), QRectF(0, 0, *size)
    spots = drawn_up(view, {3: box}, 20)  # type: ignore[arg-type]
    assert len(spots) == sum(chains)
    boxes = [spot.box for spot in spots.values()]
    assert all(box.contains(found) for found in boxes)
    assert not any(one.intersects(other) for one, other in itertools.combinations(boxes, 2))
    step = min((abs(a.x() - b.x()) for a, b in itertools.combinations(boxes, 2) if a.y() == b.y()), default=0.0)
    for seen in view.aircraft if max(chains) < 4 else ():
        if seen.level:
            one, other = spots[seen.number].box, spots[seen.holds].box
            assert one.y() == other.y() and abs(one.x() - other.x()) < 1.1 * step


def test_cards_with_room_beside_them_leave_some_for_the_word_between_them() -> None:
    spots = drawn_up(view_of(*(2,) * 6), {3: QRectF(0, 0, 840, 290)}, 20)  # type: ignore[arg-type]
    boxes = [spot.box for spot in spots.values()]
    assert min(abs(a.x() - b.x()) - a.width() for a, b in itertools.combinations(boxes, 2) if a.y() == b.y()) > 70


@pytest.mark.slow
@pytest.mark.parametrize("width", [700, 900, 1500])
def test_the_hand_that_decides_is_the_one_to_read(qtbot: QtBot, window: DeskWindow, width: int) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    session.play(session.seated, Resolve("cards"))
    quiet(qtbot, session)
    assert window.fights is not None
    hand = card_panel(window).hand

    def several() -> bool:
        view = hand.table.view
        mine = [a for a in view.aircraft if len(a.cards or ()) > 1] if view is not None else []
        return view is not None and len(mine) > 1 and decides(view) in [a.number for a in mine]

    fly_until(qtbot, session, several)
    assert several()
    hand.resize(width, 236)
    hand.lay()
    first = decides(hand.table.view)
    steps: dict[int, float] = {}
    for one, other in itertools.pairwise(hand.held):
        if one.aircraft == other.aircraft:
            steps[one.aircraft] = other.box.x() - one.box.x()
    assert len(steps) > 1 and all(step > 0 for step in steps.values())
    assert all(steps[first] >= step for step in steps.values())
    mine = [held for held in hand.held if held.aircraft == first]
    assert hand.held[: len(mine)] == mine and mine[-1].box.right() <= width, "the hand that decides is seen whole, and first"
    assert steps[first] >= mine[0].box.width() * NEAR, "each of its cards can be told under the next"
    assert any(steps[first] > step for step in steps.values()) or steps[first] >= mine[0].box.width()
    hand.scroll_by(10_000)
    assert hand.held[-1].box.right() - hand.offset <= width, "what does not fit is scrolled to"


@pytest.mark.parametrize("width", [620, 900, 1500])
@pytest.mark.parametrize("counts", [(12,), (14, 3), (5, 6, 6), (1, 1)], ids=str)
def test_a_long_hand_fans_and_goes_on_out_of_sight(counts: tuple[int, ...], width: int) -> None:
    card, gap = 140.0, 8.0
    places, span = spread(counts, width, card, gap, 22)
    assert [len(row) for row in places] == list(counts)
    for i, row in enumerate(places):
        steps = [b - a for a, b in itertools.pairwise(row)]
        assert all(card * (FAR if i else NEAR) - 0.1 <= step <= card + gap for step in steps)
    for before, after in itertools.pairwise(places):
        assert after[0] >= before[-1] + card, "hands do not lie over each other"
    assert span == places[-1][-1] + card + 12
    laid_out = sum(counts) * card + (sum(counts) - len(counts)) * gap + 22 * (len(counts) - 1) + 24
    if laid_out <= width:
        assert span == laid_out, "side by side while there is room"


@pytest.mark.parametrize(("used", "printed", "text"), [(1, 1, "Bursts used: 1"), (4, 1, "Bursts used: 4 (by Position)")])
def test_bursts_beyond_those_of_the_aircraft_are_accounted_for(used: int, printed: int, text: str) -> None:
    assert bursts_text(Words("en"), used, printed) == text
