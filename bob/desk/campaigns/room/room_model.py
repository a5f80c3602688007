"""The model shared by the widgets of a campaign's room: the contents, and the selected order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal

import bob.desk  # noqa: F401
from bob.staff.advice.campaigns.room_state import CampaignState


@dataclass(slots=True)
class _Held:
    state: CampaignState = field(default_factory=CampaignState)
    armed: Any = None


class CampaignModel(QObject):
    """The source of the room's widgets: the contents, and the selected order."""

    changed = Signal()
    picked = Signal(object)
    """An order was clicked."""
    taken = Signal(object)
    """An order was clicked twice."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held = _Held()

    @property
    def state(self) -> CampaignState:
        return self._held.state

    @property
    def armed(self) -> Any:
        """The order that is looked at; None for none."""
        return self._held.armed

    def show(self, state: CampaignState, armed: Any) -> None:
        """Show this from now on."""
        if (state, armed) != (self._held.state, self._held.armed):
            self._held.state, self._held.armed = state, armed
            self.changed.emit()
