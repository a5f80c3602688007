"""The first screen: what to play and who sits where; settings that are kept; games that are offered again."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import scenarios
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.scenario_lines import SWITCHES
from bob.desk.base.settings import TEXT_SIZES, Settings
from bob.desk.session.files import Files, fresh_path
from bob.desk.session.session import Setup
from bob.desk.window.help.briefing import BriefingBox
from bob.desk.window.start.screen import StartScreen
from bob.files import SaveError
from bob.staff.advice.seatings import WAYS
from tests.desk.desks import RAF_SEATS, settings_in

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


@pytest.fixture
def start(qtbot: QtBot, settings: Settings) -> StartScreen:
    made = StartScreen(settings)
    qtbot.addWidget(made)
    made.resize(1280, 760)
    made.show()
    return made


def test_every_scenario_but_the_lesson_is_offered(start: StartScreen) -> None:
    assert start.scenario.count() == len(scenarios()) - 1
    seen = set()
    for row in range(start.scenario.count()):
        start.scenario.setCurrentRow(row)
        assert start.brief.text()
        seen.add(start.setup().scenario)
    assert seen == set(scenarios()) - {"lesson"}


@pytest.mark.parametrize(
    ("way", "persons"),
    [("raf", {RAF}), ("luftwaffe", {LUFTWAFFE}), ("both", {RAF, LUFTWAFFE}), ("referee", {RAF, LUFTWAFFE, REFEREE}), ("watch", {REFEREE})],
)
def test_the_usual_ways_to_sit_down(start: StartScreen, way: str, persons: set[str]) -> None:
    start.way.setCurrentIndex(WAYS.index(way))
    start.way.activated.emit(WAYS.index(way))
    assert {seat for seat, who in start.setup().seats.items() if who == "human"} == persons


def own_day(folder: Path, *changes: tuple[str, str]) -> Path:
    """A day of one's own: the single raid by another name."""
    text = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text("utf-8")
    for old, new in (('code = "one_raid"', 'code = "mine"'), ('en = "One raid"', 'en = "My forenoon"'), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "my forenoon.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_day_of_ones_own_is_offered_and_begun_from_its_file(qtbot: QtBot, start: StartScreen, settings: Settings, tmp_path: Path) -> None:
    path = own_day(tmp_path)
    before = start.scenario.count()
    start.add_day(path)
    start.add_day(path)
    assert start.scenario.count() == before + 1 and start.scenario.currentRow() == before
    assert "My forenoon" in start.scenario.currentItem().text() and str(path) in start.scenario.currentItem().toolTip()
    assert "Biggin Hill" not in start.brief.text()
    setup = start.setup()
    assert (setup.scenario, setup.own) == ("mine", path.resolve())
    path.write_text(path.read_text("utf-8").replace("turns = 36", "turns = 24"), "utf-8")  # mended in the editor meanwhile
    session = Files(settings).new(setup)
    assert session.save is not None and session.save.path.stem == "my forenoon" and session.truth().position.turns == 24
    box = BriefingBox(setup.scenario, RAF, settings, own=session.days)
    qtbot.addWidget(box)
    text = box.text.toPlainText()
    assert "far cliffs" in text and "KG 3" not in text
    session.close()
    again = StartScreen(settings)
    qtbot.addWidget(again)
    assert again.scenario.count() == before + 1 and again.days.found[-1].turns == 24
    path.unlink()
    gone = StartScreen(settings)
    qtbot.addWidget(gone)
    assert gone.scenario.count() == before


def test_a_day_that_does_not_hold_is_refused_with_the_place_in_its_file(start: StartScreen, tmp_path: Path) -> None:
    before = start.scenario.count()
    for change, place in ((("turns = 36", "turns = 0"), "turns"), (('at = "Dungeness"', 'at = "Paris"'), "raid[1].route[0].at")):
        bad = own_day(tmp_path, change)
        start.add_day(bad)
        assert start.scenario.count() == before and not start.setup().own
        assert str(bad) in start.fault.text() and place in start.fault.text() and start.fault.isVisible()
    start.add_day(own_day(tmp_path, ("aircraft = 18, angels = 14", "aircraft = 18, angels = 32")))
    assert "cannot be sealed" in start.fault.text() and start.fault.isVisible()
    start.add_day(own_day(tmp_path))
    assert not start.fault.isVisible() and start.scenario.count() == before + 1


def test_dice_seed_period_and_readings_are_taken(qtbot: QtBot, start: StartScreen) -> None:
    start.scenario.setCurrentRow(start.scenario.count() - 1)
    assert start.setup().scenario == "free"
    start.period.setCurrentIndex(3)
    start.seed.setText(" 1940 ")
    start.dice.setCurrentIndex(1)
    start.more.setChecked(True)
    assert start.readings.switches
    name, box = next(iter(start.readings.switches.items()))
    box.setCurrentIndex(box.count() - 1)
    with qtbot.waitSignal(start.begun) as begun:
        start.go.click()
    setup: Setup = begun.args[0]
    assert (setup.seed, setup.typed, setup.options["period"]) == ("1940", True, 3)
    assert setup.options["switches"][name] == box.currentData()
    start.scenario.setCurrentRow(0)
    assert "period" not in start.setup().options


def test_the_switches_of_the_day_are_offered_and_left_to_it_at_first(start: StartScreen) -> None:
    start.more.setChecked(True)
    assert set(SWITCHES) <= set(start.readings.switches)
    assert not set(SWITCHES) & set(start.setup().options["switches"])
    for row, scenario in enumerate(start.days.found):
        start.scenario.setCurrentRow(row)
        for name, readings in SWITCHES.items():
            box = start.readings.switches[name]
            assert [box.itemData(n) for n in range(box.count())] == [None, *readings]
            own = start.settings.words(f"desk.reading.{name}.{scenario.switches.get(name, readings[0])}")
            assert own in box.itemText(0)
    for name, readings in SWITCHES.items():
        start.readings.switches[name].setCurrentIndex(len(readings))
    chosen = start.setup().options["switches"]
    assert {name: chosen[name] for name in SWITCHES} == {name: readings[-1] for name, readings in SWITCHES.items()}
    assert Match.new(OperationalDay(), start.setup().scenario, "1", {"switches": chosen}).position.switches["climb"] == "by_type"


@pytest.mark.parametrize("way", WAYS)
def test_two_persons_are_warned_of_a_typed_seed_as_in_the_terminal(start: StartScreen, settings: Settings, way: str) -> None:
    start.way.setCurrentIndex(start.way.findData(way))
    start.way.activated.emit(start.way.currentIndex())
    two = way in ("both", "rooms", "referee")
    assert start.practice.isHidden()
    start.seed.setText("1940")
    assert start.practice.isVisible() == two
    start.seed.setText("   ")
    assert start.practice.isHidden(), "spaces are no seed"
    start.seed.setText("1940")
    start.raf.setCurrentIndex(start.raf.findData("park"))
    assert start.practice.isHidden(), "an officer is nobody who knows"
    start.luftwaffe.setCurrentIndex(start.luftwaffe.findData("human"))
    start.raf.setCurrentIndex(start.raf.findData("human"))
    assert start.practice.isVisible()
    for language in ("fr", "en"):
        settings.set_language(language)
        assert start.practice.text() == settings.words("desk.start.practice_two")
        assert start.practice.isVisible()


def test_the_first_screen_speaks_both_languages_at_once(start: StartScreen, settings: Settings) -> None:
    before = start.go.text(), start.brief.text(), start.scenario.item(0).text()
    chosen = start.scenario.currentRow(), start.way.currentIndex(), start.raf.currentData()
    start.language_buttons["fr"].click()
    after = start.go.text(), start.brief.text(), start.scenario.item(0).text()
    assert settings.language == "fr"
    assert all(a != b for a, b in zip(before, after, strict=True))
    assert chosen == (start.scenario.currentRow(), start.way.currentIndex(), start.raf.currentData())


def test_recent_games_and_one_that_was_not_closed(start: StartScreen, settings: Settings, qtbot: QtBot) -> None:
    assert start.recent.isHidden()
    assert start.rescue.isHidden()
    files = Files(settings)
    session = files.new(Setup("lesson", "1", RAF_SEATS, {}))
    path = session.save.path if session.save is not None else Path()
    assert settings.recent == [path]
    assert settings.unfinished == path
    session.close()  # as if the program had ended: nothing told the settings
    start.retranslate()
    assert not start.rescue.isHidden()
    assert start.recent.count() == 1
    with qtbot.waitSignal(start.opened) as opened:
        start.rescue_button.click()
    assert opened.args == [path]
    again = files.open(path)
    files.closed(again)
    assert settings.unfinished is None
    path.unlink()
    assert settings.recent == []


def test_files_are_never_written_over(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "day.bob1940").touch()
    assert fresh_path(tmp_path, "day").name == "day 2.bob1940"
    files = Files(settings)
    one, two = (files.new(Setup("lesson", "1", RAF_SEATS, {})) for _ in range(2))
    assert one.save is not None
    assert two.save is not None
    assert one.save.path != two.save.path
    assert files.save_as(one, tmp_path / "copy").name == "copy.bob1940"
    with pytest.raises(SaveError):
        files.save_as(one, two.save.path)
    one.close()
    two.close()


def test_the_game_that_is_saved_over_stays_until_the_new_one_is_kept(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = Files(settings)
    session = files.new(Setup("lesson", "1", RAF_SEATS, {}))
    old = tmp_path / "old.bob1940"
    old.write_bytes(b"another game")

    def full(path: Path, cipher: object) -> None:
        raise SaveError("save.full", path)

    with monkeypatch.context() as disk:
        disk.setattr(session, "keep_in", full)
        with pytest.raises(SaveError):
            files.save_as(session, old)
    assert old.read_bytes() == b"another game" and [path.name for path in tmp_path.glob("old*")] == ["old.bob1940"]
    files.save_as(session, old)
    assert old.read_bytes() != b"another game" and [path.name for path in tmp_path.glob("old*.bob1940")] == ["old.bob1940"]
    session.close()


def test_what_is_whole_of_a_broken_file_is_saved(settings: Settings) -> None:
    files = Files(settings)
    session = files.new(Setup("lesson", "1", RAF_SEATS, {}))
    assert session.save is not None
    path = session.save.path
    session.close()
    raw = bytearray(path.read_bytes())
    raw[0:16] = bytes(16)
    path.write_bytes(raw)
    with pytest.raises(SaveError):
        files.open(path)
    out, found = files.recover(path)
    assert found.entries_kept == 1
    files.open(out).close()


def test_settings_are_kept(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    lines: list[str] = []
    settings.theme_changed.connect(lambda: lines.append("theme"))
    settings.language_changed.connect(lambda: lines.append("language"))
    settings.text_size_changed.connect(lambda: lines.append("size"))
    settings.set_theme("night")
    settings.set_theme("night")
    settings.set_language("fr")
    settings.larger(2)
    settings.set_key("decide", "F12")
    settings.remember("a", "b")
    assert lines == ["theme", "language", "size"]
    settings._store.sync()
    again = Settings.in_file(tmp_path / "settings.ini")
    assert (again.theme, again.language, again.text_size, again.animate) == ("night", "fr", 125, False)
    assert again.palette.name == "night"
    assert again.words.language == "fr"
    assert again.all_keys() == {"decide": "F12"}
    assert again.remembered("a") == "b"
    again.set_key("decide", None)
    assert again.all_keys() == {}
    again.larger(99)
    assert again.text_size == TEXT_SIZES[-1]
    with pytest.raises(ValueError, match="nonsense"):
        again.set_theme("nonsense")


def test_settings_that_make_no_sense_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "settings.ini").write_text("[General]\nlanguage=de\ntheme=pink\ntext_size=12x\nspeed=9\nrecent=/nowhere\nopen=/nowhere\n")
    settings = Settings.in_file(tmp_path / "settings.ini")
    assert settings.language in ("en", "fr")
    assert (settings.theme, settings.text_size, settings.speed) == ("table", 100, "normal")
    assert settings.recent == []
    assert settings.unfinished is None


def test_the_dogfight_with_cards_is_offered(qtbot: QtBot, start: StartScreen, settings: Settings) -> None:
    button = start.games["cards"]
    assert button.text().startswith(settings.words("desk_game.title.cards"))
    with qtbot.waitSignal(start.apart) as asked:
        button.click()
    assert asked.args == ["cards"]


def test_a_person_who_plays_a_side_alone_reads_its_briefing_and_no_other(start: StartScreen, settings: Settings) -> None:
    row = next(i for i, s in enumerate(start.days.found) if s.code == "12_august_1940")
    start.scenario.setCurrentRow(row)
    own = {side: settings.words.of(values) for side, values in start.days.found[row].briefing.items()}
    read = {}
    for way in WAYS:
        start.way.setCurrentIndex(start.way.findData(way))
        start.way.activated.emit(start.way.currentIndex())
        read[way] = {side for side, text in own.items() if text in start.brief.text()}
    assert read == {"raf": {"raf"}, "luftwaffe": {"luftwaffe"}, "both": set(), "rooms": set(), "referee": set(), "watch": set()}


def test_the_days_stand_in_the_list_as_they_came(start: StartScreen) -> None:
    codes = [s.code for s in start.days.found]
    dates = [s.date for s in start.days.found[1:-1]]
    assert (codes[0], codes[-1]) == ("one_raid", "free") and len(dates) >= 14
    assert dates == sorted(dates)


@pytest.mark.parametrize(("seat", "sides"), [("raf", 1), ("luftwaffe", 1), ("referee", 2)])
def test_the_briefing_can_be_read_again_by_its_side_and_the_referee(qtbot: QtBot, settings: Settings, seat: str, sides: int) -> None:
    box = BriefingBox("24_august_1940", seat, settings)
    qtbot.addWidget(box)
    own = scenarios()["24_august_1940"].briefing
    shown = [side for side, values in own.items() if values["en"].split(". ")[1] in box.text.toPlainText()]
    assert len(shown) == sides and (seat == "referee" or shown == [seat])
    nothing = BriefingBox("lesson", seat, settings)
    qtbot.addWidget(nothing)
    assert nothing.text.toPlainText() == settings.words("desk.help.no_briefing")


@pytest.mark.rule("OPS-C7.2")
def test_a_day_after_another_is_set_up_with_its_save(start: StartScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    assert start.setup().yesterday is None
    for answer, chosen in (("/games/august.bob1940", Path("/games/august.bob1940")), ("", None)):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, answer=answer: (answer, ""))
        start.yesterday.click()
        assert start.setup().yesterday == chosen
        assert ("august" in start.yesterday.text()) == (chosen is not None)
