"""Orders from the tote: by key and button, with the meeting before and the refusal in its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.day.state.position import RAF
from bob.desk.panels.tote import Tote
from bob.desk.panels.tote.order_keys import ORDERS
from bob.words import LANGUAGES, Words
from tests.desk.rooms import session_at, settings_in
from tests.sizes import some

DAY = "15_september_1940"
TURN = 38


@pytest.fixture
def tote(qtbot: QtBot, tmp_path: Path) -> Tote:
    return shown(qtbot, tmp_path, TURN)


def shown(qtbot: QtBot, tmp_path: Path, turn: int) -> Tote:
    """The tote at a turn of the day."""
    made = Tote(session_at(DAY, turn, RAF), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(520, 900)
    made.show()
    return made


def first(tote: Tote, box: str) -> str:
    """A squadron in a box that has room to act."""
    view = tote.session.view(RAF)
    return next(s.unit for s in view.squadrons if s.box == box and s.becoming is None and not s.scrambling and s.fuel > 6)


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_each_order_has_a_letter_of_its_own(language: str) -> None:
    words = Words(language)
    letters = [words(f"desk_tote.key.{name}") for name in ORDERS]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_the_strip_opens_at_the_row_and_escape_gives_the_focus_back(tote: Tote, qtbot: QtBot, key: Qt.Key) -> None:
    tote.select(first(tote, "ready"))
    tote.board.setFocus()
    qtbot.keyClick(tote.board, key)
    assert tote.strip.isVisible()
    assert not tote.strip.buttons["scramble"].isHidden() and tote.strip.buttons["vector"].isHidden()
    row = tote.board.visualRect(tote.model.index_of(tote.strip.units[0]))
    assert abs(tote.strip.geometry().top() - row.bottom()) < 6 or abs(tote.strip.geometry().bottom() - row.top()) < 6
    qtbot.keyClick(tote.strip, Qt.Key.Key_Escape)
    assert not tote.strip.isVisible()


def test_an_order_by_one_letter(tote: Tote, qtbot: QtBot) -> None:
    unit = first(tote, "ready")
    tote.select(unit)
    qtbot.keyClick(tote.board, Qt.Key.Key_A)
    assert tote.session.squadron(unit).box == "available"  # type: ignore[union-attr]
    assert not tote.strip.isVisible()
    qtbot.keyClick(tote.board, Qt.Key.Key_R)
    assert tote.session.squadron(unit).becoming == "ready"  # type: ignore[union-attr]


def test_several_squadrons_at_once(tote: Tote) -> None:
    view = tote.session.view(RAF)
    units = [s.unit for s in view.squadrons if s.box == "ready" and not s.scrambling][:3]
    tote._choose(units)
    tote.open_strip("available")
    assert {tote.session.squadron(u).box for u in units} == {"available"}  # type: ignore[union-attr]


@pytest.mark.rule("OPS-B7.2")
def test_what_is_refused_says_why_where_it_was_asked(tote: Tote, qtbot: QtBot) -> None:
    view = tote.session.view(RAF)
    unit = next((s.unit for s in view.squadrons if s.box == "released"), None)
    if unit is None:
        pytest.skip("nobody is released")
    tote.select(unit)
    with qtbot.waitSignal(tote.session.refused):
        tote.open_strip("ready")
    assert tote.strip.isVisible()
    assert "OPS-B7.2" in tote.strip.notice.text() and tote.strip.notice.text().startswith("✕")
    assert not tote.strip.buttons["scramble"].isEnabled()
    assert "[OPS-" in tote.strip.buttons["scramble"].toolTip()


@pytest.mark.parametrize("typed", [True, False])
def test_a_scramble_tells_the_meeting_before_and_counts_after(tote: Tote, qtbot: QtBot, typed: bool) -> None:
    before = tote.session.view(RAF).scrambled
    unit = next(
        s.unit
        for s in tote.session.view(RAF).squadrons
        if s.box == "ready"
        and not s.scrambling
        and any(not isinstance(tote.session.reach(s.unit, t.number), str) for t in tote.session.view(RAF).tracks)
    )
    tote.select(unit)
    qtbot.keyClick(tote.board, Qt.Key.Key_S)
    assert tote.strip.goal.itemData(0)[0] == "track"
    assert re.search(r"(Meets|Waits for) [HX]\d+ .* at \d\d:\d\d, in \d+ minutes, Angels \d+", tote.strip.notice.text())
    assert tote.strip.angels.value() % 2 == 0
    number = tote.session.number
    line = tote.strip.goal.lineEdit()
    qtbot.keyClick(line if typed else tote.strip.goal, Qt.Key.Key_Return)
    assert tote.session.number == number + 1
    assert tote.session.squadron(unit).scrambling  # type: ignore[union-attr]
    assert tote.session.view(RAF).scrambled == before + 1
    assert f"{before + 1:g} of" in tote.header.accessibleDescription()


@pytest.mark.rule("OPS-B6.5")
def test_a_goal_out_of_reach_says_so_before_the_order(qtbot: QtBot, tmp_path: Path) -> None:
    tote = shown(qtbot, tmp_path, 40)
    view = tote.session.view(RAF)
    pairs = [(s.unit, t) for s in view.squadrons if s.box == "ready" for t in view.tracks if not t.faded and t.level > 0]
    unit, track = next((u, t) for u, t in pairs if tote.session.reach(u, t.number) == "desk.reach.out_of_reach")
    tote.select(unit)
    tote.open_strip("scramble")
    goal = tote.strip.goal
    at = next(i for i in range(goal.count()) if goal.itemData(i) == ("track", track.number))
    assert goal.itemData(at, Qt.ItemDataRole.ForegroundRole) is not None
    assert goal.itemData(at, Qt.ItemDataRole.ToolTipRole) == tote.settings.words("desk.reach.out_of_reach")
    goal.setCurrentIndex(at)
    assert tote.strip.isVisible() and tote.strip.units == (unit,)
    assert "OPS-B6.5" in tote.strip.notice.text()


def test_a_vector_to_a_typed_hex_and_a_word_that_means_nothing(tote: Tote) -> None:
    unit = first(tote, "airborne")
    s = tote.session.squadron(unit)
    assert s is not None
    tote.select(unit)
    tote.open_strip("vector")
    tote.strip.goal.setCurrentText("nowhere at all")
    assert tote.strip.notice.text().startswith("✕")
    tote.strip.carry_out()
    assert tote.strip.isVisible()
    tote.strip.goal.setCurrentText(s.hex.label)
    tote.strip.angels.setValue(14)
    tote.strip.carry_out()
    found = tote.session.squadron(unit)
    assert found is not None and found.vector is not None
    assert (found.vector["hex"], found.vector["angels"]) == (s.hex.label, 14)


def test_pancake_offers_home_first(tote: Tote) -> None:
    unit = first(tote, "airborne")
    tote.select(unit)
    tote.open_strip("pancake")
    assert tote.strip.goal.currentText() == tote.session.squadron(unit).station  # type: ignore[union-attr]
    assert tote.strip.angels.isHidden()
    tote.strip.carry_out()
    assert tote.session.squadron(unit).vector["kind"] == "home"  # type: ignore[union-attr, index]


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_of_one_is_refused_in_its_place(tote: Tote) -> None:
    tote.select(next(s.unit for s in tote.session.view(RAF).squadrons if s.box == "airborne" and s.wing is None and s.fuel > 6))
    tote.open_strip("wing")
    tote.strip.carry_out()
    assert "OPS-B2.6" in tote.strip.notice.text()


def test_the_tote_tells_whose_goal_is_being_chosen(tote: Tote) -> None:
    unit = first(tote, "ready")
    lines: list[str] = []
    tote.aimed.connect(lines.append)
    tote.select(unit)
    tote.open_strip()
    assert not any(lines)
    tote.open_strip("scramble")
    assert lines[-1] == unit
    tote.strip.goal.setCurrentText(tote.session.squadron(unit).hex.label)  # type: ignore[union-attr]
    assert "There at" in tote.strip.notice.text()
    tote.strip.shut()
    assert lines[-1] == ""


def test_the_referee_sees_the_tote_and_gives_no_orders(tote: Tote) -> None:
    unit = first(tote, "ready")
    tote.session.sit(REFEREE)
    tote.select(unit)
    tote.open_strip()
    assert not any(b.isEnabled() for b in tote.strip.buttons.values() if not b.isHidden())
