"""Reports of faults of the program, for its maintainers: a report names the game, and is offered at the next start."""

from __future__ import annotations

import datetime as dt
import faulthandler
import platform
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from PySide6.QtCore import qVersion

from bob import __version__
from bob.core.atomic_files import put_file
from bob.core.errors import BobError
from bob.desk.base.settings import Settings

KEPT = 10
"""The number of reports to keep; older ones are deleted."""


class FaultReports:
    """Writes reports into a folder beside the settings. A fall of the whole program is written down by Python itself and becomes a report
    when the next one starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.folder = settings.folder / "reports"
        self.fallen = settings.folder / "fallen.txt"
        self._stream: TextIO | None = None
        self._shown: set[str] = set()

    def watch(self) -> None:
        """Report a crash of the last run, and record the next one."""
        with suppress(OSError):
            text = self.fallen.read_text("utf-8", "replace") if self.fallen.is_file() else ""
            if text.strip():
                self.write(self.settings.words("desk_welcome.report.hard"), text, self.settings.unfinished)
            self.fallen.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self.fallen.open("w", encoding="utf-8")
            faulthandler.enable(self._stream)

    def done(self) -> None:
        """The program ends as it should."""
        if self._stream is not None:
            faulthandler.disable()
            self._stream.close()
            self._stream = None
            with suppress(OSError):
                self.fallen.unlink()

    def fault(self, error: BaseException, game: Path | None) -> Path | None:
        """Write an error down; where to, or None where that cannot be done, or where the same has been written down since the start."""
        text = "".join(traceback.format_exception(error))
        if text in self._shown:
            return None
        self._shown.add(text)
        return self.write(f"{type(error).__name__}: {error}", text, game)

    def write(self, what: str, text: str, game: Path | None) -> Path | None:
        """A report, remembered for the next start; None where it cannot be written."""
        words, now = self.settings.words, dt.datetime.now().astimezone()
        head = [
            words("desk_welcome.report.head"),
            f"{now:%Y-%m-%d %H:%M:%S %z}",
            f"bob-1940 {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
            words("desk_welcome.report.game", path=str(game)) if game is not None else words("desk_welcome.report.no_game"),
            words("desk_welcome.report.secret"),
            "",
            what,
            "",
        ]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = put_file(self.folder / f"fault-{now:%Y%m%d-%H%M%S-%f}.txt", "\n".join([*head, text.rstrip(), ""]), private=True)
            for old in sorted(self.folder.glob("fault-*.txt"))[:-KEPT]:
                old.unlink(missing_ok=True)
        except (OSError, BobError):
            return None
        self.settings.set_fault_report(path)
        return path
