"""The very first start: a page that can be read and looked at at once, three ways to begin; and what a fault leaves for the next start."""

from __future__ import annotations

import configparser
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import LANGUAGE_NAMES, THEMES, Settings
from bob.desk.window.fault_report import KEPT, FaultReports
from bob.desk.window.start.welcome import LEARN, LOOK_ROUND, OWN_TABLE, PLAY, SIZES, WAYS_IN, Welcome
from bob.desk.window.window import DeskWindow
from tests.desk.desks import quiet

pytestmark = [
    pytest.mark.usefixtures("dressed"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def page(window: DeskWindow) -> Welcome:
    window.welcome()
    found = window.stack.currentWidget()
    assert isinstance(found, Welcome)
    return found


@pytest.mark.slow
def test_language_size_and_theme_are_seen_at_once_and_kept(page: Welcome, settings: Settings) -> None:
    seen = set()
    for name in THEMES:
        page.themes[name].click()
        assert settings.theme == name and page.themes[name].isChecked()
        QApplication.processEvents()
        seen.add(bytes(page.sample.grab().toImage().constBits()))
    assert len(seen) == len(THEMES), "the picture has the look of each theme"
    for size in SIZES:
        page.sizes[str(size)].click()
        assert settings.text_size == size
    for code, _ in reversed(LANGUAGE_NAMES):
        page.languages[code].click()
        assert settings.language == code and page.title.text() == settings.words("desk_welcome.title")
    assert not settings.welcomed


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS_IN)
def test_each_way_begins_what_it_says(page: Welcome, window: DeskWindow, settings: Settings, qtbot: QtBot, way: str) -> None:
    page.ways[way].click()
    assert settings.welcomed
    if way in (LOOK_ROUND, OWN_TABLE):
        assert window.stack.currentWidget() is window.start
    if way == LEARN:
        assert window.lesson is not None
    if way == PLAY:
        assert window.session is not None and window.session.match.header.scenario == "one_raid"
        assert window.session.core.seats[RAF] == HUMAN and window.session.core.seats[LUFTWAFFE] != HUMAN
    if way == OWN_TABLE:
        setup = window.start.setup()
        assert set(setup.seats.values()) == {HUMAN} and REFEREE in setup.seats
        assert setup.typed and setup.options["engagements"] == "table"
    if window.session is not None:
        quiet(qtbot, window.session)


def test_everything_is_done_by_keys_alone(page: Welcome, window: DeskWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert QApplication.focusWidget() is page.ways[LEARN]
    wanted = {*page.languages.values(), *page.sizes.values(), *page.themes.values(), *page.ways.values()}
    seen = set()
    for _ in range(40):
        focus = QApplication.focusWidget()
        seen.add(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    grouped = {button for button in wanted if button.group() is not None}
    assert wanted - grouped <= seen
    assert all(button.accessibleName() for button in grouped)


def test_who_has_begun_before_is_not_welcomed_again(settings: Settings, tmp_path: Path) -> None:
    assert not settings.welcomed
    settings.add_recent(tmp_path / "a game")
    assert settings.welcomed


def test_settings_of_other_versions_are_read_as_far_as_they_go_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    path.write_text("[General]\nlanguage=fr\ntheme=sepia\ntext_size=133\nspeed=warp\nof_another_version=kept\n", "utf-8")
    settings = Settings.in_file(path)
    assert (settings.language, settings.theme, settings.text_size, settings.speed) == ("fr", THEMES[0], 125, "normal")
    settings.set_welcomed()
    del settings
    found = configparser.ConfigParser()
    found.read(path, "utf-8")
    assert dict(found["General"])["of_another_version"] == "kept" and Settings.in_file(path).welcomed


# ---- faults


def raised(what: str = "the tote fell off the wall") -> Exception:
    try:
        raise RuntimeError(what)
    except RuntimeError as error:
        return error


def test_a_fault_leaves_a_report_that_names_the_game_and_the_next_start_offers_both(
    window: DeskWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "One raid.bob1940"
    game.write_bytes(b"")
    settings.set_open(game)
    report = FaultReports(settings).fault(raised(), settings.unfinished)
    assert report is not None
    text = report.read_text("utf-8")
    assert str(game) in text and "the tote fell off the wall" in text and "test_welcome.py" in text
    window.start.rescue_check()
    assert not window.start.rescue.isHidden() and not window.start.report_button.isHidden() and not window.start.rescue_button.isHidden()
    assert report.name in window.start.report_text.text()
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    window.start.report_button.click()
    assert shown == [str(report)] and settings.fault_report is None
    assert window.start.report_button.isHidden() and not window.start.rescue.isHidden(), "the game is still offered"
    settings.set_open(None)
    window.start.rescue_check()
    assert window.start.rescue.isHidden()


def test_a_fall_of_the_whole_program_becomes_a_report_at_the_next_start(settings: Settings, tmp_path: Path) -> None:
    reports = FaultReports(settings)
    reports.fallen.write_text("Fatal Python error: Segmentation fault\n  File plot.py\n", "utf-8")
    settings.set_open(tmp_path / "gone.bob1940")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("faulthandler.enable", lambda stream: None)
        patch.setattr("faulthandler.disable", lambda: None)
        reports.watch()
        found = settings.fault_report
        assert found is not None and "Segmentation fault" in found.read_text("utf-8")
        assert reports.fallen.read_text("utf-8") == ""
        reports.done()
        assert not reports.fallen.exists()
        settings.set_fault_report(None)
        reports.watch()
        reports.done()
    assert settings.fault_report is None, "an end as it should be leaves nothing"


def test_old_reports_go_and_a_full_disk_ends_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    reports = FaultReports(settings)
    made = [reports.fault(raised(f"fault {n}"), None) for n in range(KEPT + 3)]
    assert len(set(made)) == len(made) and sorted(reports.folder.iterdir()) == made[-KEPT:]
    assert reports.fault(raised("fault 0"), None) is None, "what happens again and again is told once"

    def full(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("bob.desk.window.fault_report.put_file", full)
    assert reports.fault(raised("another"), None) is None
