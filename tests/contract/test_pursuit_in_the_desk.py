"""A tactical game that the desk has never heard of is chosen for an engagement and flown there, on the plain page."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from bob.desk.boards.shared.plain_panel import PlainPanel
from bob.desk.window import panel_actions
from bob.desk.window.window import DeskWindow
from bob.staff.advice import seatings
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.desk.desks import RAF_SEATS, quiet, settings_in
from tests.desk.fighting import in_hand, seen, window_at
from tests.pursuit.kit import KIT, SHOWN

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> DeskWindow:
    made = DeskWindow(settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


@pytest.mark.slow
def test_it_is_chosen_and_flown_on_the_plain_page(qtbot: QtBot, window: DeskWindow) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    panel, words = window.fights, window.settings.words
    assert panel is not None and panel.page == "ask"
    assert "pursuit" in panel.ask.ways and panel.ask.abouts["pursuit"].text() == KIT.about(words)
    number = seen(session).number
    panel.ask.ways["pursuit"].click()
    quiet(qtbot, session)
    page = panel.flying["pursuit"].panel
    assert isinstance(page, PlainPanel) and panel.page == "pursuit" and page.isVisible()
    spins = 0
    for _ in range(40):
        quiet(qtbot, session)
        if not in_hand(session) or seen(session).number != number:
            break
        seen_ = [page.seen.topLevelItem(i).text(0) for i in range(page.seen.topLevelItemCount())]  # type: ignore[union-attr]
        assert words("plain.field.flying").capitalize() in seen_
        if page.forms and spins < 2:
            spins += 1
            found = page.forms[0].findChild(QSpinBox, "by")
            assert found is not None
            found.setValue(2)
            page.forms[0].button.click()
            assert seen(session).battle.brace == {"raf": 2}
            continue
        assert page.orders.item(0).text() == SHOWN["hold"][words.language].capitalize()
        page.orders.setCurrentRow(page.orders.count() - 1)
        page.go.click()
    else:
        raise AssertionError("it does not end")
    assert spins == 2
    over = [event for _, event in session.log("raf") if event.code == "combat"]
    assert over[0].data["resolver"] == "pursuit"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_offers_it_by_the_word_of_its_kit(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    words = Words(language)
    monkeypatch.setattr(seatings, "shipped", lambda: {**shipped(), KIT.name: KIT})
    assert seatings.fights_text(words, KIT.name) == words("desk_fights.new.game", how=KIT.title(words))
    assert seatings.fights_text(words, "cards") == {"en": "all by cards", "fr": "tous aux cartes"}[language]
    assert all(seatings.fights_text(words, rule) for rule in seatings.fights())


def test_the_action_that_chooses_it_is_called_by_its_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_actions, "shipped", lambda: {**shipped(), KIT.name: KIT})
    words = Words("en")
    assert panel_actions.fight_text(words, KIT.name) == "As a pursuit"
    assert panel_actions.fight_text(words, "cards") == words("engagement.way.cards")
    assert panel_actions.fight_text(words, "rule") == words("desk_fights.standing")
