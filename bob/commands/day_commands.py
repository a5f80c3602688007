"""The commands of an operational day at the keyboard: who may give them, and the words that they go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bob.operations.position import LUFTWAFFE, RAF
from bob.text import plain
from bob.words import LANGUAGES, Words

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
    "pick": (RAF, LUFTWAFFE),
    "done": (RAF, LUFTWAFFE),
    "undo": (RAF, LUFTWAFFE),
    "page": (RAF, LUFTWAFFE),
    "map": (RAF, LUFTWAFFE),
    "raids": (RAF, LUFTWAFFE),
    "tote": (RAF,),
    "log": (RAF, LUFTWAFFE),
    "why": (RAF, LUFTWAFFE),
    "help": (RAF, LUFTWAFFE),
    "save": (RAF, LUFTWAFFE),
    "quit": (RAF, LUFTWAFFE),
}
"""Every command, and the seats that may give it."""

_SHORTHAND = {"s": "scramble", "v": "vector", "p": "pancake", "d": "done", "h": "help", "?": "help", "q": "quit", "m": "map", "u": "undo"}


def short(unit: str) -> str:
    """A squadron as people call it: 501 for 501 Squadron."""
    return unit.replace(" Squadron", "")


def key(text: str) -> str:
    """A name as names are compared: without case, accents, spaces and points."""
    return plain(text).replace(" ", "")


def usage(words: Words, command: str) -> str:
    """How a command is written, and what it does."""
    return words(f"play.usage.{command}")


def vocabulary(languages: Sequence[str] = LANGUAGES) -> dict[str, str]:
    """Every first word by the command it means, in these languages."""
    found = {command: command for command in COMMANDS}
    for language in languages:
        words = Words(language)
        for command in COMMANDS:
            for name in usage(words, command).partition(" ")[0].split("|"):
                found.setdefault(plain(name), command)
    return found | _SHORTHAND
