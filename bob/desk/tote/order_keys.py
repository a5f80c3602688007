"""The orders of the tote: their letters, and what is told before one is given."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QKeyEvent

from bob.desk.game.session import Session
from bob.desk.settings import Settings, keys
from bob.operations import time_of_day
from bob.operations.named import Names
from bob.operations.view import RefereeView

GROUND_ORDERS = ("ready", "available", "released", "scramble", "split")
AIR_ORDERS = ("vector", "pancake", "stance", "wing")
ORDERS = (*GROUND_ORDERS, *AIR_ORDERS)
WITH_GOAL = ("scramble", "vector", "pancake", "stance", "wing")


def usual_key(settings: Settings, name: str) -> str:
    """The letter that an order has in the language of the settings."""
    return settings.words(f"desk_tote.key.{name}")


def key_told(settings: Settings, name: str) -> str:
    """The key in force for an order; empty when it has none."""
    return keys.shown(settings, f"tote.{name}", usual_key(settings, name))


def order_of_key(settings: Settings, event: QKeyEvent) -> str | None:
    """The order that a key stands for."""
    code = keys.pressed(settings, {f"tote.{name}": usual_key(settings, name) for name in ORDERS}, event)
    return None if code is None else code.removeprefix("tote.")


def meeting_told(session: Session, settings: Settings, names: Names, unit: str, what: str, value: Any) -> str:
    """Where and when a squadron would be at its goal: for the strip, and for what is dragged over the map."""
    words = settings.words
    view = session.view(session.seat)
    common = view.raf.common if isinstance(view, RefereeView) else view.common

    if what == "track":
        met = session.reach(unit, int(value))
        if isinstance(met, str):
            return words(met)
        track = session.track(int(value))
        label = track.label if track is not None else str(value)
        return words(
            "desk_tote.strip.meeting",
            track=label,
            place=names.at(words, met.hex.label),
            time=time_of_day.after(common.clock, met.turns),
            minutes=5 * met.turns,
        )
    if what == "hex":
        turns = session.reach_hex(unit, value)
        if isinstance(turns, str):
            return words(turns)
        return words(
            "desk_tote.strip.arrives", place=names.at(words, value.label), time=time_of_day.after(common.clock, turns), minutes=5 * turns
        )
    if what == "field":
        return words("desk_tote.strip.lands", field=value)
    return ""
