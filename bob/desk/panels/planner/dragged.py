"""Units dragged from the order of battle onto a raid."""

from __future__ import annotations

import json
from collections.abc import Iterable

from PySide6.QtCore import QMimeData

import bob.desk  # noqa: F401

UNITS = "application/x-bob-units"


def in_hand(units: Iterable[str]) -> QMimeData:
    """Units to be dragged; a text editor gets their names."""
    names = list(units)
    made = QMimeData()
    made.setData(UNITS, json.dumps(names).encode())
    made.setText("\n".join(names))
    return made


def units_of(data: QMimeData) -> tuple[str, ...]:
    """The units that are dragged; none of anything else."""
    if not data.hasFormat(UNITS):
        return ()
    try:
        names = json.loads(bytes(data.data(UNITS).data()))
    except ValueError:
        return ()
    return tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
