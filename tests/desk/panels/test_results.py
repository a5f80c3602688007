"""How the raids fared, on one page: sent, met, bombed, lost, believed, from the Luftwaffe's own view and log alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.planner.results import Results
from bob.staff.advice.planning.raid_accounts import PARTS, accounts, describe
from tests.desk.rooms import session_at, settings_in

DAY = "18_august_1940"


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Results:
    made = Results(session_at(DAY, 40, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    return made


def test_every_raid_has_its_account(page: Results) -> None:
    session = page.session
    view, log = session.view(LUFTWAFFE), session.log(LUFTWAFFE)
    each = accounts(view, log)
    assert {a.raid.code for a in each} == {r.code for r in view.raids}
    assert sum(a.lost for a in each) == sum(u.sent - u.strength for r in view.raids for u in r.units) > 0
    fought = [event for _, event in log if event.code == "combat"]
    combats = [event for event in fought if not event.data["raid"].startswith("patrol_")]
    assert {event.data["raid"] for event in combats} <= {a.raid.code for a in each}, "a Channel patrol that stays on its post is no raid"
    assert sum(a.claims for a in each) == sum(event.data["claims"] for event in combats) > 0
    assert sum(len(a.meetings) for a in each) == len(combats)
    assert [a.bombs for a in each if a.bombs] and [a.reports for a in each if a.reports]
    states = [a.raid.state for a in each]
    assert states.index("ended") > states.index("planned") > 0, "those under way come first, those that are over last"


def test_the_page_tells_all_five_of_a_raid(page: Results) -> None:
    words, text = page.settings.words, page.page.toPlainText()
    for part in PARTS:
        assert words(f"desk_planner.fate.part.{part}") in text
    assert "Raids begun:" in text and "Kenley at 13:" in text and "Hurricane" in text
    for language in ("fr", "en"):
        page.settings.set_language(language)
        assert "{" not in page.page.toPlainText() and "_" not in page.page.toPlainText()


def test_a_raid_is_shown_on_the_table(page: Results, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.selected) as asked:
        page._follow(QUrl("raid:kenley_low"))
    assert asked.args == ["raid", "kenley_low"]


def test_the_other_side_has_no_such_page(qtbot: QtBot, tmp_path: Path) -> None:
    made = Results(session_at(DAY, 40, RAF), settings_in(tmp_path))
    qtbot.addWidget(made)
    assert made.page.toPlainText() == ""


def test_each_fight_has_a_line_of_its_own(page: Results) -> None:
    view = page.session.view(LUFTWAFFE)
    page.names.learn(view)
    account = max(accounts(view, page.session.log(LUFTWAFFE)), key=lambda a: len(a.meetings))
    met = dict(describe(account, page.settings.words, page.names, view.common))["met"]
    assert len(met.splitlines()) == len(account.meetings) > 1
    assert all(line in page.page.toPlainText().splitlines() for line in met.splitlines()[1:])
