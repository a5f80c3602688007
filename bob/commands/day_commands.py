"""The commands of an operational day at the keyboard: who may give them, when they fit, and the words that they go by."""

from __future__ import annotations

from collections.abc import Mapping

from bob.commands.keyboard import SHORTHAND
from bob.dogfight.slot import shipped
from bob.operations.position import LUFTWAFFE, RAF
from bob.text import plain

BOTH = (RAF, LUFTWAFFE)
COMMANDS: Mapping[str, tuple[str, ...]] = {
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
    "recall": (LUFTWAFFE,),
    "sweep": (LUFTWAFFE,),
    "pick": BOTH,
    "done": BOTH,
    "quick": BOTH,
    **dict.fromkeys(shipped(), BOTH),
    "table": BOTH,
    "card": BOTH,
    "pieces": BOTH,
    "result": BOTH,
    "enter": BOTH,
    "rule": BOTH,
    "fly": BOTH,
    "undo": BOTH,
    "page": BOTH,
    "map": BOTH,
    "raids": BOTH,
    "tote": (RAF,),
    "log": BOTH,
    "why": BOTH,
    "help": BOTH,
    "save": BOTH,
    "quit": BOTH,
}
"""Every command, and the seats that may give it."""

_FIGHT = ("quick", *shipped(), "table", "card", "pieces", "result", "enter")
_ANY_TIME = ("rule", "fly", "undo", "page", "map", "raids", "tote", "log", "why", "help", "save", "quit")
DAY_SHORTHAND: Mapping[str, str] = {**SHORTHAND, "s": "scramble", "v": "vector", "p": "pancake", "d": "done", "m": "map"}


def fitting(seat: str, phase: str) -> tuple[str, ...]:
    """The commands that a seat has a use for: those about an engagement while one waits, else the rest."""
    apart = (*_FIGHT, *_ANY_TIME) if phase == "engagement" else tuple(c for c in COMMANDS if c not in _FIGHT)
    return tuple(c for c in apart if seat in COMMANDS[c])


def short(unit: str) -> str:
    """A squadron as people call it: 501 for 501 Squadron."""
    return unit.replace(" Squadron", "")


def key(text: str) -> str:
    """A name as names are compared: without case, accents, spaces and points."""
    return plain(text).replace(" ", "")
