"""The forecast at the desk: it begins when the plan rests, grows, starts anew for another plan, and another seat finds nothing of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.core.workers import Here
from bob.day.state.orders import Done, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.forecast import panel as module
from bob.desk.panels.forecast.engine import ForecastEngine
from bob.desk.panels.forecast.heat import HeatOverlay
from bob.desk.panels.forecast.panel import ForecastPanel
from bob.desk.panels.orders.menus import OrderMenus
from bob.desk.panels.orders.overlay import OrderOverlay
from bob.desk.panels.orders.who_goes import WhoGoesBox
from bob.forecast.answer import ForecastSpread
from bob.forecast.asking import FlownDays, Forecast, gain
from bob.forecast.in_words import fell_text, figures_text, points_text
from bob.forecast.pages import beside_page
from tests.desk.rooms import session_at, settings_in, spoken
from tests.desk.windows import due

DAYS = 6


def made(qtbot: QtBot, folder: Path, seat: str, turn: int = 0, language: str = "en") -> ForecastPanel:
    engine = ForecastEngine(QApplication.instance() or QApplication(), Here)
    found = ForecastPanel(session_at("one_raid", turn, seat), settings_in(folder, language), engine=engine)
    qtbot.addWidget(found)
    found.resize(1000, 300)
    return found


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RUNS", DAYS)
    monkeypatch.setattr(module, "REST", 0)


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> ForecastPanel:
    return made(qtbot, tmp_path, LUFTWAFFE)


def answered(qtbot: QtBot, panel: ForecastPanel) -> Forecast:
    with qtbot.waitSignal(panel.engine.done, timeout=60_000):
        panel.ask()
    assert panel.found is not None
    return panel.found


def test_a_forecast_grows_to_its_days_and_tells_them(qtbot: QtBot, panel: ForecastPanel) -> None:
    found = answered(qtbot, panel)
    assert len(found.days) == DAYS
    assert panel.status.text().startswith(f"{DAYS} days flown; the mean of the points is known to ±")
    assert [row.name for row in panel.hills.rows][:2] == ["victory points (Luftwaffe)", "Luftwaffe aircraft lost"]
    assert "Biggin Hill: KG 3" in panel.chances.text()
    assert "bombs its primary target" in panel.chances.text()
    panel.choose("sweep")
    assert "Sweep over Kent" in panel.chances.text()
    panel.hills.resize(430, 200)
    assert not panel.hills.grab().isNull()


@pytest.mark.slow
def test_plans_are_held_side_by_side_two_at_most_by_the_same_luck(qtbot: QtBot, panel: ForecastPanel) -> None:
    before = answered(qtbot, panel)
    panel.hold.click()
    panel.hold.click()
    assert panel.held == [before], "one plan is held once"
    panel.plans = lambda view: [raid.plan for raid in view.raids if raid.code != "sweep"]
    after = answered(qtbot, panel)
    assert after.asked.text != before.asked.text
    made = gain(before.days, after.days).points
    for account in ("Plans side by side", "plan 1", "as drawn", points_text(made.mean, panel.settings.words), f"first {DAYS} days"):
        assert account in panel.beside.text()
    with qtbot.assertNotEmitted(panel.engine.done, wait=20):
        panel.ask()  # the same plan: nothing is flown again
    panel.hold.click()
    panel.plans = lambda view: [raid.plan for raid in view.raids if raid.code == "sweep"]
    third = answered(qtbot, panel)
    assert "plan 2" in panel.beside.text()
    panel.hold.click()
    assert panel.held == [after, third]
    panel.let_go.click()
    assert not panel.held
    assert "side by side" not in panel.beside.text()
    assert not panel.beside.isVisibleTo(panel)


@pytest.mark.slow
def test_a_plan_is_not_held_beside_one_of_another_enemy(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.hold.click()
    panel.against.setCurrentIndex(panel.against.findData("leigh_mallory"))
    answered(qtbot, panel)
    assert not panel.held


def test_the_officer_of_the_game_leads_the_other_side_unless_another_is_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    session = session_at("one_raid", 0, LUFTWAFFE, {LUFTWAFFE: HUMAN, RAF: "leigh_mallory"})
    panel = ForecastPanel(session, settings_in(tmp_path), engine=ForecastEngine(QApplication.instance() or QApplication(), Here))
    qtbot.addWidget(panel)
    assert panel.against.currentData() == "leigh_mallory"


def test_its_heat_lies_on_the_table_and_goes_with_it(qtbot: QtBot, panel: ForecastPanel) -> None:
    laid: list[HeatOverlay | None] = []
    panel.heated.connect(laid.append)
    found = answered(qtbot, panel)
    assert laid == []
    panel.heat.setCurrentIndex(panel.heat.findData("met"))
    panel.heat.activated.emit(1)
    heat = laid[-1]
    assert heat is not None
    assert {h.label for h, _, _ in heat.cells} <= set(found.answer.heat["met"])
    assert max(often for _, _, often in heat.cells) == max(found.answer.heat["met"].values())
    panel.show()
    panel.hide()  # another panel of its tabs is looked at
    assert laid[-1] is None
    panel.choose("sweep")
    assert laid[-1] is None
    panel.show()
    assert laid[-1] is not None
    panel.clear()
    assert laid[-1] is None


def test_a_plan_with_a_fault_waits(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.plans = lambda view: [replace(raid.plan, form_turn=400) for raid in view.raids]
    panel.ask()
    assert panel.found is None
    assert "a fault" in panel.status.text()
    assert panel.chances.text() == panel.reasons.text() == ""
    panel.plans = lambda view: []
    panel.ask()
    assert "draw one first" in panel.status.text()


@pytest.mark.slow
def test_other_plans_are_held_beside_it(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.compare_plans()
    qtbot.waitUntil(lambda: not panel._to_compare and len(panel._compared) >= 5, timeout=120_000)
    for text in ("What if", "30 minutes later", "4 Angels higher", "without escort"):
        assert text in panel.beside.text()


@pytest.mark.slow
def test_plans_are_told_side_by_side_by_the_days_that_both_have_and_the_one_held_grows_on(qtbot: QtBot, panel: ForecastPanel) -> None:
    whole = answered(qtbot, panel)
    part = Forecast(whole.asked, FlownDays(list(whole.days)[: DAYS // 2]))
    panel.found = part
    panel.hold_beside()
    panel.plans = lambda view: [raid.plan for raid in view.raids if raid.code != "sweep"]
    panel.ask()
    qtbot.waitUntil(lambda: not panel.engine.busy, timeout=60_000)
    assert panel.found is not None
    assert list(panel.held[0].days) == list(whole.days), "flown on, by the same luck"
    early = beside_page(panel.found, [part], [], panel.settings.words)
    first = list(panel.found.days)[: DAYS // 2]
    lines = [figures_text(ForecastSpread.of(day.points for day in days), panel.settings.words)[0] for days in (part.days, first)]
    assert all(f"{mean} " in early for mean in lines)
    assert f"first {DAYS // 2} days" in early


@pytest.mark.slow
def test_what_was_told_stays_faded_until_the_first_days_of_another_plan(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    before = panel.chances.text()
    asked: list[Forecast] = []
    panel.engine.ask = lambda found, runs: asked.append(found)  # type: ignore[method-assign]
    panel.plans = lambda view: [raid.plan for raid in view.raids if raid.code != "sweep"]
    panel.ask()
    assert (panel.chances.text(), panel.chances.isEnabled(), panel.hills.isEnabled()) == (before, False, False)
    assert "The plan is another" in panel.status.text()
    assert not panel.save.isEnabled()
    list(asked[-1].grow(2))
    panel._grew(asked[-1])
    assert panel.chances.isEnabled()
    assert panel.status.text().startswith("2 days flown")


def test_what_if_tells_what_it_knows_while_it_flies_and_can_be_broken_off(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.compare.click()
    assert panel.compare.text() == "&Break off"
    assert "…" in panel.beside.text()
    name, asked = panel._to_compare[0]
    panel.engine.stop()
    part = Forecast(asked)
    list(part.grow(3))
    panel._grew(part)
    assert next(made for text, made, _ in panel._compared if text == name) is not None, "before all its days are flown"
    assert panel._to_compare[0][0] == name
    panel.compare.click()
    assert panel._to_compare == []
    assert [text for text, made, _ in panel._compared if made is not None] == [name]
    assert panel.compare.text() == "What &if…"


@pytest.mark.slow
def test_what_if_goes_on_when_the_panel_is_seen_again(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.compare.click()
    panel.engine.stop()
    panel.ask()
    qtbot.waitUntil(lambda: not panel._to_compare, timeout=120_000)


def test_too_few_days_are_not_told_as_if_nothing_decided(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    assert "Too few days" in panel.reasons.text()
    assert "How it ends" in panel.reasons.text()


@pytest.mark.slow
def test_more_days_are_flown_when_wished_and_told_as_they_come(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.more.click()
    assert f"{DAYS} of {2 * DAYS} days flown" in panel.status.text()
    panel.hide()
    panel.engine.stop()
    panel.ask()  # it is seen again
    qtbot.waitUntil(lambda: panel.found is not None and len(panel.found.days) == 2 * DAYS, timeout=60_000)


def test_in_a_narrow_panel_plans_side_by_side_come_first(qtbot: QtBot, panel: ForecastPanel) -> None:
    panel.resize(500, 300)
    panel.show()
    assert panel.columns.indexOf(panel.beside) == 0
    panel.resize(1200, 300)
    assert panel.pages.indexOf(panel.beside) == 0
    assert panel.columns.indexOf(panel.beside) == -1


def test_fighter_command_asks_about_what_stands_on_its_table(qtbot: QtBot, tmp_path: Path) -> None:
    panel = made(qtbot, tmp_path, RAF, 12, "fr")
    found = answered(qtbot, panel)
    assert found.asked.seat == RAF
    assert "Biggin" not in " ".join(spoken(panel))
    assert panel.hills.rows[0].name == "points de victoire (Luftwaffe)"


@pytest.mark.slow
def test_a_controller_asks_what_it_gains_to_send_these_and_hold_the_others(qtbot: QtBot, tmp_path: Path) -> None:
    panel = made(qtbot, tmp_path, RAF, 9)
    answered(qtbot, panel)
    panel.compare.click()
    qtbot.waitUntil(lambda: not panel._to_compare, timeout=60_000)
    assert "nobody goes this turn" in panel.beside.text()
    assert "the Luftwaffe would gain" in panel.beside.text()
    view = panel.session.view(RAF)
    menus = OrderMenus(panel.session, panel.settings, panel.names, OrderOverlay(panel.session.world))
    box = WhoGoesBox(menus, panel.settings, "track", view.tracks[0].number)
    qtbot.addWidget(box)
    box.foreseen.connect(panel.compare_orders)
    box.may_foresee(True)
    entries = len(panel.session.match.entries)
    box.foresee.click()
    qtbot.waitUntil(lambda: not panel._to_compare, timeout=60_000)
    assert "; the others hold" in panel.beside.text()
    assert len(panel.session.match.entries) == entries, "no order was given"


@pytest.mark.slow
def test_orders_can_be_held_beside_a_forecast_that_nobody_looked_at_before(qtbot: QtBot, tmp_path: Path) -> None:
    panel = made(qtbot, tmp_path, RAF, 9)
    assert panel.answers
    panel.compare_orders([Done()], "501 Squadron")
    qtbot.waitUntil(lambda: not panel._to_compare, timeout=60_000)
    assert panel.found is not None
    assert len(panel.found.days) >= DAYS
    assert [(name, made is not None) for name, made, _ in panel._compared] == [("now: 501 Squadron; the others hold", True)]
    assert not made(qtbot, tmp_path, LUFTWAFFE).answers


@pytest.mark.slow
def test_a_day_that_is_over_is_looked_back_upon(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BACK_RUNS", 2)
    panel = made(qtbot, tmp_path, LUFTWAFFE, 99)
    panel.ask()
    assert "Look back" in panel.status.text()
    assert panel.look.isVisibleTo(panel)
    assert not panel.save.isVisibleTo(panel)
    with qtbot.waitSignal(panel.engine.done, timeout=120_000):
        panel.look.click()
        panel.ask()  # it has just come up, and has rested
        assert panel.engine.busy, "nothing breaks it off but the person"
    assert panel.back is not None
    assert "The day ended at" in panel.beside.text()
    assert "decisions changed" in panel.reasons.text()
    assert "10:30–11:00" in panel.chances.text()
    assert panel.hills.rows[0].mark == panel.session.match.position.score
    assert not panel.hills.grab().isNull()


@pytest.mark.slow
def test_the_evening_is_held_beside_the_forecast_of_the_plan_that_was_sealed(qtbot: QtBot, tmp_path: Path) -> None:
    panel = made(qtbot, tmp_path, LUFTWAFFE)
    before = answered(qtbot, panel)
    panel.session.play(LUFTWAFFE, Seal())
    panel.ask()
    assert panel.foretold is before
    over = session_at("one_raid", 99, LUFTWAFFE)
    panel.session = over
    panel.ask()
    points = over.match.position.score
    assert fell_text("desk_forecast.foretold", points, before.answer.spreads["points"], panel.settings.words) in panel.beside.text()
    assert [(row.name, row.mark) for row in panel.hills.rows] == [("points foretold for the plan", points)]
    over.sit(RAF)
    panel.refresh()
    assert panel.foretold is None


def test_the_forecast_of_another_plan_than_was_sealed_is_not_held_beside_the_evening(qtbot: QtBot, tmp_path: Path) -> None:
    panel = made(qtbot, tmp_path, LUFTWAFFE)
    panel.plans = lambda view: [raid.plan for raid in view.raids if raid.code != "sweep"]
    answered(qtbot, panel)
    panel.session.play(LUFTWAFFE, Seal())
    panel.ask()
    assert panel.foretold is None


@pytest.mark.slow
def test_another_seat_finds_nothing_of_it(qtbot: QtBot, panel: ForecastPanel) -> None:
    answered(qtbot, panel)
    panel.hold.click()
    panel.session.sit(RAF)
    panel.refresh()
    assert panel.found is None
    assert not panel.held
    assert not panel.hills.rows
    assert "Biggin" not in " ".join(spoken(panel))
    panel.session.sit(REFEREE)
    panel.refresh()
    panel.ask()
    assert "asked by a side" in panel.status.text()


def test_it_is_broken_off_when_it_is_hidden(qtbot: QtBot, panel: ForecastPanel) -> None:
    panel.ask()
    panel.hide()
    panel.engine.stop()
    days = len(panel.found.days) if panel.found is not None else 0
    assert panel.engine._pool.waitForDone()
    due(qtbot)
    assert panel.found is not None
    assert len(panel.found.days) == days
    assert not panel.engine.busy


def test_what_fails_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    class Failing(Here):
        def each(self, *given: object) -> object:  # type: ignore[override]
            raise UsageError("workers.lost", times=6)

    panel = made(qtbot, tmp_path, LUFTWAFFE)
    panel.engine.make = Failing
    with qtbot.waitSignal(panel.engine.failed, timeout=10_000):
        panel.ask()
    assert "die again and again" in panel.status.text()


def test_it_is_saved_as_picture_and_figures(qtbot: QtBot, panel: ForecastPanel, tmp_path: Path) -> None:
    panel.save_as(tmp_path / "nothing.svg")
    assert not (tmp_path / "nothing.svg").exists()
    answered(qtbot, panel)
    for ending in ("svg", "csv"):
        panel.save_as(tmp_path / f"forecast.{ending}")
        assert (tmp_path / f"forecast.{ending}").stat().st_size > 500
        assert f"Saved as forecast.{ending}" in panel.status.text()
    panel.save_as(tmp_path / "forecast.doc")
    assert "must end in one of .svg" in panel.status.text()
    panel.save_as(tmp_path / "again.svg")
    assert "must end" not in panel.status.text(), "what went wrong before is not told any more"


def test_a_name_without_an_ending_takes_that_of_the_kind_chosen(
    qtbot: QtBot, panel: ForecastPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(qtbot, panel)
    asked: list[str] = []

    def chosen(parent: object, title: str, *_: object) -> tuple[str, str]:
        asked.append(title)
        return str(tmp_path / "figures"), "CSV (*.csv)"

    monkeypatch.setattr("bob.desk.panels.forecast.panel.QFileDialog.getSaveFileName", chosen)
    panel.save_as()
    assert (tmp_path / "figures.csv").exists()
    assert asked == ["Save…"], "no mark of a key in the title of a window"
