"""Disabled actions, shown in grey with their reasons."""

from __future__ import annotations

from PySide6.QtGui import QAction

SHORT, WHOLE = 44, 200
"""The longest reason, in letters, that is shown beside the name of a disabled action; and where an entry shows only the reason."""


def greyed(action: QAction, text: str, why: str | None, tip: str = "", room: int = SHORT) -> None:
    """Name an action; `why` is the reason why it is disabled, None when it is enabled, `tip` its effect."""
    action.setEnabled(why is None)
    action.setText(text if why is None or len(why) > room else f"{text.rstrip('…')} – {why}")
    shown = tip or text.replace("&", "").rstrip("…") if why is None else why[:1].upper() + why[1:]
    action.setToolTip(shown)
    action.setStatusTip(shown)
