"""The commands of an operational day at the keyboard: the seats that may give them, the moments that they fit, and their names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bob.cli.keyboard import SHORTHAND
from bob.core.text import plain
from bob.data.units import SIDES
from bob.day.state.position import LUFTWAFFE, RAF
from bob.tactical.slot import shipped

_ORDERS = {
    "scramble": (RAF,),
    "vector": (RAF,),
    "pancake": (RAF,),
    "ready": (RAF,),
    "available": (RAF,),
    "release": (RAF,),
    "engage": (RAF,),
    "hold": (RAF,),
    "split": (RAF,),
    "wing": (RAF,),
    "plan": (LUFTWAFFE,),
    "drop": (LUFTWAFFE,),
    "seal": (LUFTWAFFE,),
    "again": (LUFTWAFFE,),
    "look": (LUFTWAFFE,),
    "recall": (LUFTWAFFE,),
    "secondary": (LUFTWAFFE,),
    "higher": (LUFTWAFFE,),
    "lower": (LUFTWAFFE,),
    "lend": (LUFTWAFFE,),
    "sweep": (LUFTWAFFE,),
    "pick": SIDES,
    "done": SIDES,
}
_FIGHT = ("table", "card", "pieces", "result", "enter")
_ANY_TIME = ("rule", "fly", "undo", "page", "map", "raids", "reports", "tote", "log", "why", "help", "save", "quit")
DAY_SHORTHAND: Mapping[str, str] = {**SHORTHAND, "s": "scramble", "v": "vector", "p": "pancake", "d": "done", "m": "map"}


@cache
def commands() -> Mapping[str, tuple[str, ...]]:
    """Every command, and the seats that may give it."""
    fights = dict.fromkeys(("quick", *shipped(), *_FIGHT), SIDES)
    return {**_ORDERS, **fights, **dict.fromkeys(_ANY_TIME, SIDES), "tote": (RAF,), "reports": (LUFTWAFFE,)}


def fitting(seat: str, phase: str) -> tuple[str, ...]:
    """The commands that a seat has a use for: those about an engagement while one waits, else the rest."""
    apart = [c for c in commands() if (c not in _ORDERS if phase == "engagement" else c in _ORDERS or c in _ANY_TIME)]
    return tuple(c for c in apart if seat in commands()[c])


def key(text: str) -> str:
    """A name as names are compared: without case, accents, spaces and points."""
    return plain(text).replace(" ", "")
