"""Paired worlds at the desk: every text of a seat's window, the picture of a game's own, and the sheets that are handed out to it."""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

from bob.core.dice import Stream
from bob.games import kit, names
from tools.attack.report import Report
from tools.attack.worlds import pair, positions
from tools.fuzz import setting_of

LOOKS, LOOKS_AT_A_DAY = 5, 2


def attack(report: Report) -> None:
    """One round: a random game, looked at from time to time. Raises ImportError without PySide6."""
    if find_spec("PySide6") is None:
        raise ImportError("PySide6 is not installed")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from bob.desk.window.everything import Looker

    games = ("day", *names())
    name = games[report.round % len(games)]
    contest = kit(name).contest()
    fought = [setting for setting in contest.settings if "engagements" in setting.options]
    setting = fought[Stream.of(report.key, "desk").below(len(fought))] if fought else setting_of(contest, report.round)
    with tempfile.TemporaryDirectory() as folder:
        looker = Looker(Path(folder), ("en", "fr")[report.round % 2])
        for match, stream in positions(name, setting, report, 1 if report.short else LOOKS_AT_A_DAY if name == "day" else LOOKS):
            for seat in match.to_move:
                pair(report, match, seat, stream, asked=False, get=looker.gets)
                report.tried[f"windows of {name}"] += 2
