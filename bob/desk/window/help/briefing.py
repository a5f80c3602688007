"""The briefing: the text for a side before the day, to read again."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.day.scenarios.scenario import Scenario
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import DayView, RefereeView
from bob.day.telling.briefings import Briefed, briefed
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
        view: DayView | None = None,
    ) -> None:
        super().__init__(parent)
        words = settings.words
        theme.size_box(self, settings, 560, 360)
        self.setWindowTitle(words("desk.help.briefing"))
        self.text = QTextBrowser()
        lines = [
            (words(f"desk.seat.{side}"), "\n\n".join(texts))
            for side, begun in _begun(seat, view).items()
            if (texts := briefed(words, scenario, side, own, begun))
        ]
        self.text.setMarkdown("\n\n".join(f"## {name}\n\n{text}" for name, text in lines) or words("desk.help.no_briefing"))
        body = QVBoxLayout(self)
        body.addWidget(self.text)


def _begun(seat: str, view: DayView | None) -> dict[str, Briefed | None]:
    """The sides whose briefing a seat reads, and the day of a view."""
    if isinstance(view, RefereeView):
        return {RAF: Briefed.on(view.raf), LUFTWAFFE: Briefed.on(view.luftwaffe)}
    begun = Briefed.on(view) if view is not None else None
    return {RAF: begun, LUFTWAFFE: begun} if seat == REFEREE else {seat: begun}
