"""The table panel: the rolls that a seat may see, each explained, and tables rolled by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.data.table_files import ORDER
from bob.data.tables import ListTable, Table, Tables
from bob.day.state.orders import Done
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.dice.faces import draw_die
from bob.desk.panels.dice.lookups import HIDDEN, Lookups
from bob.desk.panels.dice.panel import ByHand, DicePanel
from bob.desk.session.session import DeskSession
from bob.staff.advice.table_wording import PURPOSES, purpose, result_text, row_text
from bob.words import LANGUAGES, Words
from tests.desk.rooms import session_at, settings_in, spoken
from tests.sizes import some

DAY = "15_september_1940"
TURN = 38
ROLLED = [name for name in ORDER if isinstance(Tables.shipped()[name], Table)]


@pytest.fixture(scope="module")
def referee() -> DeskSession:
    return session_at(DAY, TURN, REFEREE)


@pytest.fixture
def by_hand(qtbot: QtBot, tmp_path: Path) -> ByHand:
    made = ByHand(session_at("lesson", 0, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    return made


# What lies behind the rolls


def test_the_tables_tell_again_what_they_said(referee: DeskSession) -> None:
    seen = Lookups(referee).seen()
    rolls = [roll for entry in referee.match.entries for roll in entry.rolls if roll.purpose not in HIDDEN]
    assert [t.roll for t in seen] == rolls
    tables = referee.world.tables
    for thrown in seen:
        if thrown.roll.purpose in ROLLED:
            assert thrown.lookup is not None, thrown
            table = tables[thrown.roll.purpose]
            assert isinstance(table, Table)
            assert thrown.lookup.table == table.name and thrown.lookup.dice == thrown.roll.faces
            if table.rows_by == "dice" and table.acts_on == "roll":
                assert thrown.lookup.total == sum(thrown.roll.faces) + sum(m.value for m in thrown.lookup.modifiers)
        else:
            assert thrown.lookup is None and thrown.roll.purpose in PURPOSES
    assert len([t for t in seen if t.lookup is not None]) > 30


def test_what_fell_last_is_told_as_soon_as_it_falls(referee: DeskSession) -> None:
    session = session_at(DAY, TURN, LUFTWAFFE)
    known = Lookups(session)
    before = len(known.seen())
    session.play(LUFTWAFFE, Done())
    session.sit(RAF)
    session.play(RAF, Done())
    after = Lookups(session).seen()
    assert known.seen() == after
    session.sit(LUFTWAFFE)
    assert len(known.seen()) >= before
    number = session.number
    assert all(thrown.number <= number for thrown in after)


def test_telling_changes_nothing(referee: DeskSession) -> None:
    before = referee.match.game.dump(referee.match.position)
    Lookups(referee).seen()
    assert referee.match.game.dump(referee.match.position) == before
    assert type(referee.world.tables["navigation"]) is Table


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_a_side_sees_its_own_rolls_alone(seat: str) -> None:
    session = session_at(DAY, TURN, seat)
    found = Lookups(session).seen()
    assert found
    assert {t.roll.by for t in found} == {seat}
    assert not {t.roll.purpose for t in found} & {"detection", "plot_place", "plot_strength", "plot_height", *HIDDEN}


def test_another_seat_finds_nothing_of_the_rolls_before(qtbot: QtBot, tmp_path: Path) -> None:
    session = session_at(DAY, TURN, LUFTWAFFE)
    made = DicePanel(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    made.show()
    assert made.list.count()
    assert {t.roll.by for t in made.thrown} == {LUFTWAFFE}
    made.hide()
    session.sit(RAF)
    assert made.list.count() == 0 and made.thrown == []
    assert not any("the Luftwaffe" in text for text in spoken(made.explained))
    made.show()
    assert {t.roll.by for t in made.thrown} == {RAF}


# Rolls explained


def test_a_roll_is_explained_step_by_step(qtbot: QtBot, tmp_path: Path, referee: DeskSession) -> None:
    made = DicePanel(referee, settings_in(tmp_path))
    qtbot.addWidget(made)
    made.show()
    row = next(i for i, t in enumerate(made.thrown) if t.lookup is not None and t.lookup.modifiers)
    made.list.setCurrentRow(row)
    lookup = made.thrown[row].lookup
    assert lookup is not None
    explained, words = made.explained, made.settings.words
    for modifier in lookup.modifiers:
        assert modifier.rule in explained.reasons.text()
        assert words(f"rules.{modifier.rule}") in explained.reasons.text()
    assert explained.result.text() == result_text(lookup, words)
    assert explained.faces.faces == lookup.dice
    table = referee.world.tables[lookup.table]
    assert isinstance(table, Table) and explained.grid.lit is not None
    lit_row, lit_column = explained.grid.lit
    assert explained.grid.item(lit_row, 0).text() == row_text(table, lookup.row, words)
    if lookup.column is not None:
        assert table.columns[lit_column - 1].label == lookup.column
    assert f"Turn {made.thrown[row].turn}" in explained.title.text()
    with qtbot.waitSignal(made.rule_asked) as signal:
        explained.reasons.linkActivated.emit(lookup.modifiers[0].rule)
    assert signal.args == [lookup.modifiers[0].rule]


def test_a_roll_without_a_table_shows_its_dice(qtbot: QtBot, tmp_path: Path, referee: DeskSession) -> None:
    made = DicePanel(referee, settings_in(tmp_path))
    qtbot.addWidget(made)
    made.show()
    row = next(i for i, t in enumerate(made.thrown) if t.roll.purpose == "tally")
    made.list.setCurrentRow(row)
    assert made.explained.faces.faces == made.thrown[row].roll.faces
    assert made.explained.grid.isHidden() and "Tally" in made.explained.title.text()


def test_every_roll_of_the_day_is_for_something_that_has_a_name() -> None:
    sources = (Path(__file__).parents[3] / "bob" / "day").rglob("*.py")
    rolled = {name for source in sources for name in re.findall(r"\broll\(\s*\"(\w+)\"", source.read_text(encoding="utf-8"))}
    assert len(rolled) > 20 and rolled - {*PURPOSES, *ROLLED, *HIDDEN} == set()


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_every_purpose_has_words(language: str) -> None:
    for name in (*PURPOSES, *ROLLED):
        assert purpose(Words(language), name) not in ("", name)


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("name", ROLLED)
def test_every_result_can_be_lit(qtbot: QtBot, tmp_path: Path, name: str, language: str) -> None:
    made = ByHand(session_at("lesson", 0, LUFTWAFFE), settings_in(tmp_path, language))
    qtbot.addWidget(made)
    made.open(name)
    table = made.table
    assert isinstance(table, Table)
    for faces in list(table.every_roll())[::5] if table.dice_count else [()]:
        lookup = table.look_up(faces, None, **made.given())
        made.explained.show_lookup(table, lookup)
        assert made.explained.grid.lit is not None, faces
        assert made.explained.result.text()
        assert not re.search(r"\{\w", made.explained.reasons.text())


# By hand


@pytest.mark.parametrize("name", ORDER)
def test_every_table_opens_with_a_control_for_each_circumstance(by_hand: ByHand, name: str) -> None:
    by_hand.open(name)
    table = by_hand.table
    if isinstance(table, ListTable):
        assert by_hand.explained.grid.rowCount() == len(table.entries)
        assert not by_hand.roll.isEnabled()
        return
    assert set(by_hand._controls) == set(table.circumstances)
    kinds = {"flag": QCheckBox, "number": QSpinBox, "choice": QComboBox}
    for circumstance, control in by_hand._controls.items():
        assert isinstance(control, kinds[table.circumstances[circumstance].kind])
        assert control.accessibleName()
    by_hand.throw()
    assert by_hand.lookup is not None and by_hand.error.isHidden()


def test_typed_dice_are_taken_and_wrong_ones_refused(by_hand: ByHand) -> None:
    by_hand.open("navigation")
    by_hand.typed.setText("3,5")
    by_hand._controls["crosswind"].setChecked(True)  # type: ignore[attr-defined]
    by_hand.throw()
    table = by_hand.table
    assert isinstance(table, Table) and by_hand.lookup is not None
    assert by_hand.lookup == table.look_up((3, 5), weather="fair", crosswind=True)
    assert [m.rule for m in by_hand.lookup.modifiers] == ["OPS-A5.m2"]
    for wrong in ("7,1", "3", "x"):
        by_hand.typed.setText(wrong)
        by_hand.throw()
        assert by_hand.error.text().startswith("✕")


def test_a_throw_by_hand_leaves_the_game_alone(by_hand: ByHand) -> None:
    session = by_hand.session
    count, number = session.match._stream.count, session.number
    by_hand.open("formation")
    for _ in range(5):
        by_hand.throw()
    assert (session.match._stream.count, session.number) == (count, number)


def test_the_panel_opens_a_table_and_another_language(qtbot: QtBot, tmp_path: Path) -> None:
    made = DicePanel(session_at("lesson", 0, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.by_hand.open("weather")
    made.settings.set_language("fr")
    assert made.by_hand.names.currentData() == "weather"
    assert made.by_hand.names.currentText() == "Météo"
    assert made.tabs.tabText(0) == "Jets"


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face(qapp: object, tmp_path: Path, face: int) -> None:
    picture = QImage(120, 120, QImage.Format.Format_Grayscale8)
    picture.fill(255)
    painter = QPainter(picture)
    draw_die(painter, QRectF(10, 10, 100, 100), face, 6, settings_in(tmp_path, theme="contrast"))
    painter.end()
    dark = {(x, y) for x in range(22, 98) for y in range(22, 98) if picture.pixelColor(x, y).lightness() < 100}
    pips = 0
    while dark:
        pips += 1
        stack = [dark.pop()]
        while stack:
            x, y = stack.pop()
            for n in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if n in dark:
                    dark.remove(n)
                    stack.append(n)
    assert pips == face
