"""No widget, tooltip, title, list or clipboard of a seat's desk tells what its view does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bob.desk  # noqa: F401
from bob.day.game import OWN_ROLLS

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QMenu, QToolButton, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from bob.core.game import secret_free
from bob.data.units import order_of_battle
from bob.day.state.orders import Done, EnterResult, Fly, Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.pens import Pens
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.window import DeskWindow
from bob.tactical.engagement import Loss
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, first_order, quiet, settings_in, texts
from tests.desk.fighting import card_panel, flown, window_at
from tests.sizes import WHOLE, enough, some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture(params=some(["en", "fr"]))
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return settings_in(tmp_path, request.param)


def secrets_of(session: DeskSession, seat: str) -> list[str]:
    """What the other side has that this seat must not read: names of units, codes and titles of raids. What its view holds is no secret."""
    position = session.match.position
    known = secret_free(session.match.view(seat)) + "".join(str(event) for _, event in session.match.log(seat))
    if seat == RAF:
        found = {unit.unit for unit in order_of_battle(position.date, off_map=True) if unit.side == "luftwaffe"}
        found |= set(position.raids) | {title for raid in position.raids.values() for title in raid.title.values()}
    else:
        found = {unit.unit for unit in order_of_battle(position.date) if unit.side == "raf"} | set(position.squadrons)
    return sorted(name for name in found if len(name) > 2 and name not in known)


def leaks(window: DeskWindow, session: DeskSession, seat: str) -> list[tuple[str, str]]:
    """Secrets found in any text of the window, each with the text."""
    assert window.room is not None
    held = [text for text in dict.fromkeys(texts(window)) if text]
    held += [part for row in getattr(window.room.panels["timeline"], "rows", ()) for part in (row.name, row.hint)]
    whole = "\n".join(held)
    found = []
    for secret in secrets_of(session, seat):
        if secret in whole and (match := re.search(rf"(?<![\w./]){re.escape(secret)}(?![\w./])", whole)):
            found.append((secret, whole[max(0, match.start() - 60) : match.end() + 60]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seat", "seats"), [(RAF, RAF_SEATS), (LUFTWAFFE, LUFTWAFFE_SEATS)])
def test_a_seat_reads_nothing_of_the_other(qtbot: QtBot, window: DeskWindow, seat: str, seats: dict[str, str]) -> None:
    window.begin(Setup("one_raid", "7", seats, {}))
    session = window.session
    assert session is not None
    assert window.room is not None
    for name in window.room.panels:
        if window.docks.has(name):
            window.docks[name].show()
    turns = set()
    while not session.is_over and session.match.position.turn < (14 if WHOLE else 8):
        quiet(qtbot, session)
        if session.waiting != seat:
            continue
        turn = session.match.position.turn
        if turn not in turns:
            turns.add(turn)
            QApplication.processEvents()
            assert leaks(window, session, seat) == [], f"turn {turn}"
        order = first_order(window.room.decisions.queue)
        session.play(seat, order)
    assert len(turns) > (8 if WHOLE else 4)
    assert secrets_of(session, seat)


@pytest.mark.slow
def test_the_hand_over_tells_nothing(qtbot: QtBot, window: DeskWindow) -> None:
    window.begin(Setup("one_raid", "7", BOTH, {}))
    session = window.session
    assert session is not None
    assert window.room is not None
    assert window.handing_over
    window.blank.button.click()
    assert session.seat == LUFTWAFFE
    QApplication.clipboard().setText("raid lympne")
    while session.seated == LUFTWAFFE and not window.handing_over:
        session.play(LUFTWAFFE, first_order(window.room.decisions.queue))
    assert window.handing_over
    assert QApplication.clipboard().text() == ""
    assert window.windowTitle() == window.settings.words("desk.window.title")
    shown = [widget for widget in (window.strip, window.bar, *window.docks.docks.values()) if widget.isVisible()]
    assert shown == []
    assert window.room.table.view is None
    assert not window.room.isVisible()
    for keys in ("decide", "run", "past", "look_luftwaffe", "look_referee", "undo", "sheets", "open", "side_by_side"):
        assert not window.actions_[keys].isEnabled(), keys
    window.blank.button.click()
    assert session.seat == RAF
    QApplication.processEvents()
    assert leaks(window, session, RAF) == []


def asked_for(window: DeskWindow) -> dict[str, object]:
    """From where the table is seen, and what is looked for in every panel that the person at the screen has."""
    room = window.room
    assert room is not None
    found: dict[str, object] = {"standpoint": room.table.standpoint(), "redo": room.session.redoable}
    for name, panel in room.panels.items():
        if window.docks.has(name) and name != "planner":
            found |= {f"{name} line {i}": line.text() for i, line in enumerate(panel.findChildren(QLineEdit))}
            found |= {f"{name} box {i}": box.currentText() for i, box in enumerate(panel.findChildren(QComboBox))}
            buttons = [button for button in panel.findChildren(QAbstractButton) if button.isCheckable()]
            found |= {f"{name} button {i}": button.isChecked() for i, button in enumerate(buttons)}
    return found


@pytest.mark.slow
def test_nobody_sees_at_the_hand_over_where_the_other_looked_and_what_for(qtbot: QtBot, tmp_path: Path) -> None:
    found = []
    for meddles in (False, True):
        window = DeskWindow(settings_in(tmp_path))
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        window.begin(Setup("one_raid", "7", BOTH, {}))
        session, room = window.session, window.room
        assert session is not None and room is not None
        window.blank.button.click()
        while session.match.position.phase != "orders":
            session.play(LUFTWAFFE, first_order(room.decisions.queue))
        QApplication.processEvents()
        if meddles:
            room.table.centre_on(60.0, -70.0)
            room.table.zoom(2.0)
            for panel in (room.panels["log"], room.panels["lists"], room.panels["dice"]):
                for line in panel.findChildren(QLineEdit):
                    line.setText("Lympne")
                for box in panel.findChildren(QComboBox):
                    box.setCurrentIndex(box.count() - 1)
                for button in panel.findChildren(QToolButton):
                    button.click()
            room.table.layers.toggle("rdf")
            room.table.layers.set_angels(6)
            room.table.select("place", "chain_home:Dover")
            left, wanted = room.table.standpoint(), asked_for(window)
            session._undone.append((LUFTWAFFE, Done()))
        window.hand_over(RAF)
        window.blank.button.click()
        QApplication.processEvents()
        assert session.seated == RAF
        found.append(asked_for(window))
        if meddles:
            window.hand_over(LUFTWAFFE)
            window.blank.button.click()
            QApplication.processEvents()
            again = asked_for(window)
            typed = {name for name in wanted if name.startswith("dice line")}  # a throw typed in half goes
            assert {name for name in wanted if again[name] != wanted[name]} <= typed, "he finds his own place, and what he looked for"
            assert left.chosen == ("place", "chain_home:Dover")
        window.close_game()
    assert found[0] == found[1]


def lies_about(window: DeskWindow) -> list[str]:
    """What a cheat could read or call up while the blank page lies over everything: visible texts, tips, boxes, clipboards, titles."""
    seen = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not window]
    words = [w.windowTitle() or type(w).__name__ for w in seen]
    shown = [w for w in window.findChildren(QWidget) if w.isVisible()]
    words += [t for w in shown for t in (w.toolTip(), w.statusTip(), w.whatsThis()) if t]
    words += [w.text() for w in shown if isinstance(w, QLabel | QAbstractButton | QLineEdit)]
    words += [window.windowTitle(), window.windowFilePath(), window.windowIconText(), QApplication.clipboard().text()]
    words += [action.toolTip() + action.text() for action in window.actions() if action.isEnabled() and action.isVisible()]
    return words


@pytest.mark.slow
def test_who_sits_down_after_the_other_finds_nothing_of_his(qtbot: QtBot, tmp_path: Path) -> None:
    """Every text of every widget, shown or not, after each hand-over of some turns, though the one before left all sorts of things."""
    window = DeskWindow(settings_in(tmp_path))
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    window.begin(Setup("one_raid", "7", BOTH, {}))
    session, room = window.session, window.room
    assert session is not None and room is not None
    seats: list[str] = []
    while len(seats) < (12 if WHOLE else 7):
        blank = "\n".join(lies_about(window))
        for seat in (RAF, LUFTWAFFE):
            named = [name for name in secrets_of(session, seat) if re.search(rf"(?<![\w./]){re.escape(name)}(?![\w./])", blank)]
            assert not named, blank
        assert window.windowTitle() == window.settings.words("desk.window.title")
        assert not window.actions_["palette"].isEnabled()
        window.blank.button.click()
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        seat = session.seated
        seats.append(seat)
        assert leaks(window, session, seat) == [], f"{seat}, turn {session.match.position.turn}"
        mine = sorted(secrets_of(session, LUFTWAFFE if seat == RAF else RAF))[:1] or ["Lympne"]
        window.help("rules", mine[0])
        for line in room.findChildren(QLineEdit):
            line.insert(mine[0])
        for panel in room.panels.values():
            for line in panel.findChildren(QLineEdit):
                line.insert(mine[0])
        QApplication.clipboard().setText(mine[0])
        room.notice.tell(mine[0])
        QToolTip.showText(window.mapToGlobal(window.rect().center()), mine[0], window)
        menu = QMenu(mine[0], window)
        menu.addAction(mine[0])
        menu.popup(window.mapToGlobal(window.rect().center()))
        while session.seated == seat and not window.handing_over:
            session.play(seat, first_order(room.decisions.queue))
        menu.deleteLater()
    assert seats.count(RAF) >= 3 and seats.count(LUFTWAFFE) >= 3
    for line in window.findChildren(QLineEdit):
        assert not line.isUndoAvailable(), line.objectName() or line.placeholderText()
    window.close_game()


@pytest.mark.slow
@pytest.mark.parametrize(("seat", "seats"), [(RAF, RAF_SEATS), (LUFTWAFFE, LUFTWAFFE_SEATS)])
def test_the_sheet_of_an_engagement_tells_nothing_of_the_other_side(
    qtbot: QtBot, window: DeskWindow, seat: str, seats: dict[str, str]
) -> None:
    """In each of its states: asked, by cards in the middle of a chain, over."""
    session = window_at(qtbot, window, seats, chooser=seat)
    assert window.room is not None and window.fights is not None
    for name in window.room.panels:
        if window.docks.has(name):
            window.docks[name].show()

    def look(state: str) -> None:
        QApplication.processEvents()
        assert leaks(window, session, seat) == [], state

    assert window.fights.page == "ask"
    look("ask")
    session.play(seat, Resolve("cards"))
    quiet(qtbot, session)
    chain = False

    def answering() -> bool:
        battle = session.view(seat).engagement.battle if session.aloft else None
        return battle is not None and battle.chain is not None and seat in battle.owing

    pens = Pens.of(window.settings, flown(window).battle)
    for _ in range(400):
        quiet(qtbot, session)
        if not session.aloft or enough(chain):
            break
        if answering() and not chain:
            chain = True
            look("chain")
            panel = window.fights
            shown = "\n".join(text for text in texts(panel) if text != card_panel(window).reaction.accessibleName())
            battle = session.match.position.combat.now.battle
            assert battle is not None
            view = session.view(seat).engagement.battle
            assert all(a.cards is None for a in view.aircraft if a.seat != seat)
            known = {c for a in view.aircraft for c in a.cards or ()} | set(view.discard) | set(view.chain.played)
            known |= {e.data["card"] for _, e in session.log(seat) if e.code == "dogfight" and e.data.get("card")}
            hidden = {pens.teller.card(c) for craft in battle.crafts if battle.seats[craft.seat] != seat for c in craft.hand}
            hidden -= {pens.teller.card(c) for c in known}
            answers = {pens.teller.card(c) for c in known} | {pens.teller.answered(c) for c in known}
            for text in sorted(answers, key=len, reverse=True):
                shown = shown.replace(text, "")
            assert not [title for title in hidden if title in shown]
        session.play(seat, next(order for order in session.choices.listed if isinstance(order, Fly)))
    assert chain, "no chain came up; the test needs another seed"
    quiet(qtbot, session)
    look(window.fights.page)


@pytest.mark.slow
@pytest.mark.parametrize(("seat", "seats"), some([(RAF, RAF_SEATS), (LUFTWAFFE, LUFTWAFFE_SEATS)]))
def test_what_lay_on_ones_own_table_is_put_away_with_it(qtbot: QtBot, window: DeskWindow, seat: str, seats: dict[str, str]) -> None:
    """There both sides are known, and no more."""
    session = window_at(qtbot, window, seats, chooser=seat)
    assert window.fights is not None
    session.play(seat, Resolve("table"))
    QApplication.processEvents()
    assert leaks(window, session, seat) == [] and window.fights.page == "table"
    page = session.view(seat).engagement.sheet
    met = {force.unit for force in page.forces if force.side != seat}
    assert met and any(unit in text for unit in met for text in texts(window.fights.own_table))
    session.play(seat, EnterResult(tuple(Loss(f.unit, 0, 0, 0, f.ammo, False, False) for f in page.forces), 1))
    quiet(qtbot, session)
    QApplication.processEvents()
    wording = "\n".join(texts(window.fights.own_table))
    assert not [unit for unit in met if unit in wording]


def test_the_name_of_a_file_tells_nothing(window: DeskWindow) -> None:
    window.begin(Setup("one_raid", "secret seed", RAF_SEATS, {}))
    assert window.session is not None
    assert window.session.save is not None
    name = window.session.save.path.name
    assert name == {"en": "One raid.bob1940", "fr": "Un seul raid.bob1940"}[window.settings.language]


def test_no_dice_of_a_fight_tell_a_seat_more_than_its_claims() -> None:
    """What it shot and by how much it overclaimed would give away what the other side really lost."""
    assert (
        not {"shooting", "remainder", "claims", "tally", "channel_patrol", "detection", "plot_place", "plot_strength", "plot_height"}
        & OWN_ROLLS
    )
