"""The debrief of a dogfight by itself, once it is over."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.core.dice import Stream
from bob.desk.boards.registry import panel_of
from bob.desk.boards.shared.shot_table import ShotBox
from bob.games import kit
from tests.desk.desks import own_game, settings_in

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.qt_log_ignore("This plugin does not support")]

DUELS = {
    "hexes": ("duel", {"raf": "human", "luftwaffe": "sound"}),
    "skies": ("dogfight", {"raf": "human", "luftwaffe": "sound"}),
    "cards": ("duel", {"allied": "human", "axis": "sound"}),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", DUELS)
def test_a_dogfight_that_is_over_is_gone_through_shot_by_shot(qtbot: QtBot, tmp_path: Path, game: str) -> None:
    scenario, seats = DUELS[game]
    table = own_game(scenario, "2", seats, game=game)
    panel = panel_of(kit(game))(settings_in(tmp_path), table)
    qtbot.addWidget(panel, before_close_func=lambda shown: shown.table.close())
    panel.show()
    panel.begin()
    assert panel.shots_button.isHidden()
    stream = Stream.of("shots", game)
    for _ in range(3000):
        qtbot.waitUntil(lambda: bool(table.choices.listed or table.choices.described) or table.outcome is not None, timeout=20_000)
        if table.outcome is not None:
            break
        order = table.game.sample(table.match.position, table.seated, stream)
        table.play(order)
    assert table.outcome is not None and not panel.shots_button.isHidden()
    panel.shots_button.click()
    box = panel.findChild(ShotBox)
    assert box is not None and box.lines.rowCount() > 0 and box.summary.text()
    shown = {box.lines.item(row, 1).text() for row in range(box.lines.rowCount())}
    names = {panel.name_on_table(number) for number in range(len(table.view.aircraft))}
    assert all(any(name in text for name in names) for text in shown)
    box.close()
