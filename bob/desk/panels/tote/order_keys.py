"""The orders of the tote: their letters, and the text before one is given."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QKeyEvent

from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings, keys
from bob.desk.session.foretold import foretell, foretold_text
from bob.desk.session.session import DeskSession

GROUND_ORDERS = ("ready", "available", "released", "scramble", "split")
AIR_ORDERS = ("vector", "pancake", "stance", "wing")
ORDERS = (*GROUND_ORDERS, *AIR_ORDERS)
WITH_GOAL = ("scramble", "vector", "pancake", "stance", "wing")


def usual_key(settings: Settings, name: str) -> str:
    """The letter that an order has in the language of the settings."""
    return settings.words(f"desk_tote.key.{name}")


def key_text(settings: Settings, name: str) -> str:
    """The key in force for an order; empty when it has none."""
    return keys.shown(settings, f"tote.{name}", usual_key(settings, name))


def order_of_key(settings: Settings, event: QKeyEvent) -> str | None:
    """Return the order bound to a key."""
    code = keys.pressed(settings, {f"tote.{name}": usual_key(settings, name) for name in ORDERS}, event)
    return None if code is None else code.removeprefix("tote.")


def meeting_text(
    session: DeskSession, settings: Settings, names: Names, unit: str, what: str, value: Any, angels: int | None = None
) -> str:
    """Return the text for the strip: place, time and height at which a squadron would reach its goal."""
    words = settings.words
    if what in ("track", "hex"):
        seen = foretell(session, unit, what, value, angels)
        return words(seen) if isinstance(seen, str) else foretold_text(words, names, session, seen)
    return words("desk_tote.strip.lands", field=value) if what == "field" else ""
