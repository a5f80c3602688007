"""What cannot be done now, and why: in grey, with the reason where it is looked for."""

from __future__ import annotations

from PySide6.QtGui import QAction

SHORT, WHOLE = 44, 200
"""A reason of at most so many letters stands beside the name of what it bars; and where nothing but the reason is worth an entry."""


def greyed(action: QAction, text: str, why: str | None, tip: str = "", room: int = SHORT) -> None:
    """Name an action; `why` says why it cannot be done now, None that it can, `tip` what it does."""
    action.setEnabled(why is None)
    action.setText(text if why is None or len(why) > room else f"{text.rstrip('…')} – {why}")
    shown = tip or text.replace("&", "").rstrip("…") if why is None else why[:1].upper() + why[1:]
    action.setToolTip(shown)
    action.setStatusTip(shown)
