"""The briefing: the text for a side before the day, to read again."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.day.scenarios.scenario import Scenario
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import Common
from bob.day.telling.briefings import briefed
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme


class BriefingBox(QDialog):
    """The briefing of the side that sits here; of both for the referee."""

    def __init__(
        self,
        scenario: str,
        seat: str,
        settings: Settings,
        parent: QWidget | None = None,
        own: Mapping[str, Scenario] | None = None,
        common: Common | None = None,
    ) -> None:
        super().__init__(parent)
        words = settings.words
        theme.size_box(self, settings, 560, 360)
        self.setWindowTitle(words("desk.help.briefing"))
        self.text = QTextBrowser()
        begun = (common.date, common.switches.get("worth", "")) if common is not None else ()
        sides = (RAF, LUFTWAFFE) if seat == REFEREE else (seat,)
        lines = [
            (words(f"desk.seat.{side}"), "\n\n".join(texts)) for side in sides if (texts := briefed(words, scenario, side, own, *begun))
        ]
        self.text.setMarkdown("\n\n".join(f"## {name}\n\n{text}" for name, text in lines) or words("desk.help.no_briefing"))
        body = QVBoxLayout(self)
        body.addWidget(self.text)
