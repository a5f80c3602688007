"""The evening at the desk: claims beside the truth, what decided it, the film and back, the report as one file; none of it before."""

from __future__ import annotations

import re

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableWidget
from pytestqt.qtbot import QtBot

from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.window.prints_box import PrintBox
from bob.desk.window.window import DeskWindow
from tests.desk.desks import BOTH, texts
from tests.desk.windows import begin, on

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.mark.slow
def test_the_evening_has_claims_beside_the_truth_the_film_and_the_report(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 99)
    session, room = window.session, window.room
    assert session is not None and room is not None and session.is_over
    evening, words, past = room.ending, window.settings.words, room.time_bar
    qtbot.waitUntil(lambda: evening._content is not None)
    assert evening.leaves is not None and evening._content is not None and evening._content.evening is not None
    titles = [evening.leaves.tabText(i) for i in range(evening.leaves.count())]
    values = {section.code: section.title for section in evening._content.sections()}
    assert titles[0] == values["units"] and evening.leaves.currentIndex() == 0
    assert set(titles) == {title for code, title in values.items() if code not in ("decided", "history")} and len(titles) == len(
        set(titles)
    )
    facts = evening._content.evening.decided()
    assert 3 <= len(facts) <= 5 and evening.facts is not None
    assert all(fact.replace("’", "") in evening.facts.text().replace("’", "") for fact in facts)
    tables = evening.leaves.widget(0).findChildren(QTableWidget)
    assert len(tables) == 2 and all(table.rowCount() > 1 for table in tables), "squadrons and Gruppen"
    assert window.rect().contains(evening.geometry()) and evening.width() > 0.8 * window.width(), "a room, not a box"
    assert any("The Luftwaffe wins from" in label.text() for label in evening.findChildren(QLabel))

    button = next(b for b in evening.findChildren(QPushButton) if b.text() == words("desk.ending.film"))
    button.click()
    assert past.isVisible() and past.film.isActive() and not evening.isVisible()
    assert all(past.viewer[seat].isVisible() for seat in (RAF, LUFTWAFFE, REFEREE)), "either side or the truth"
    first = past.slider.value()
    past._play_next()
    assert past.slider.value() == first + 1
    qtbot.keyClick(past, Qt.Key.Key_Space)
    assert not past.film.isActive()
    past.viewer[LUFTWAFFE].click()
    assert session.seat == LUFTWAFFE
    past.slider.setValue(past.slider.maximum())
    past._play_next()
    assert not past.film.isActive(), "it holds at the end"
    past.leave()
    assert evening.isVisible() and not past.isVisible(), "back to the evening"

    evening.share()
    qtbot.waitUntil(lambda: evening.shared is not None)
    assert evening.shared is not None and session.save is not None and evening.shared.parent == session.save.path.parent
    page = evening.shared.read_text("utf-8")
    assert "<svg" in page and "font-face" in page and values["decided"] in page
    assert not re.search(r"(src|href)=[\"'](?!#)", page) and "url(http" not in page, "all of it is inside"
    assert QApplication.clipboard().mimeData().urls()[0].toLocalFile() == str(evening.shared)
    QApplication.clipboard().clear()

    box = PrintBox(room, window.settings, "report")
    qtbot.addWidget(box)
    assert {box.form.itemData(i) for i in range(box.form.count())} >= {"html", "pdf"}
    qtbot.keyClick(evening, Qt.Key.Key_Escape)
    assert not evening.isVisible()
    window.actions_.refresh()
    window.actions_["evening"].trigger()
    assert evening.isVisible()


def test_before_the_day_is_over_no_seat_learns_the_truth(qtbot: QtBot, window: DeskWindow) -> None:
    """With two persons at one screen: the evening does not open, nobody has the other's eyes, and the report is the seat's own."""
    begin(qtbot, window, BOTH)
    session, room = window.session, window.room
    assert session is not None and room is not None and not session.is_over
    room.ending.open()
    window.actions_.refresh()
    assert not room.ending.isVisible() and room.ending._content is None and not window.actions_["evening"].isEnabled()
    other = LUFTWAFFE if session.seated == RAF else RAF
    room.time_bar.open()
    assert not room.time_bar.viewer[other].isVisible() and not room.time_bar.viewer[REFEREE].isVisible()
    for seat in (other, REFEREE):
        with pytest.raises(Refused):
            session.look_as(seat)
        with pytest.raises(Refused):
            session.view(seat)
    content = session.report(window.settings.words)(lambda done, of: None).content  # type: ignore[attr-defined]
    assert content.tale.seat == session.seated and content.evening is None
    assert not {"decided", "units", "history"} & {section.code for section in content.sections()}
    secret = window.settings.words("report.section.units")
    assert not any(secret in text for text in texts(window))


@pytest.mark.slow
def test_an_end_that_is_taken_back_takes_its_evening_away(qtbot: QtBot, window: DeskWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(qtbot, window)
    on(qtbot, window, 99)
    session, room = window.session, window.room
    assert session is not None and room is not None
    qtbot.waitUntil(lambda: room.ending._content is not None)
    assert room.ending.isVisible()
    monkeypatch.setattr(type(session), "is_over", property(lambda self: False))
    session.changed.emit()
    assert not room.ending.isVisible() and room.ending._content is None
