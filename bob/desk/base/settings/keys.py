"""The keys of all actions. An action's code names its scope before a point: `table.rdf` is a key of the plotting table.

Keys bound by a person are saved in the settings; those of the window are the shortcuts of its actions, those of a panel are read here by
the focused panel. A key may serve two panels, as only one has the focus, but never a panel and the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

import bob.desk  # noqa: F401

WINDOW = "window"
_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText

FIXED = frozenset(
    {
        Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space,
        Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
        Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Menu,
    }
)  # fmt: skip
"""The keys for movement and choice everywhere. Nothing else may be bound to them, alone or with Shift."""


def scope(code: str) -> str:
    """The panel whose keys an action is among; WINDOW for one that can be had from everywhere."""
    before, point, _ = code.partition(".")
    return before if point else WINDOW


def meet(code: str, other: str) -> bool:
    """Return whether one key could mean both actions."""
    return scope(code) == scope(other) or WINDOW in (scope(code), scope(other))


def sequences(keys: str) -> list[QKeySequence]:
    """The keys of a text such as `Return | Enter`; none of an empty one."""
    return [QKeySequence(part) for part in keys.split(" | ") if part]


def is_fixed(keys: str) -> bool:
    """Return whether these are among the keys for movement and choice."""
    sequence = QKeySequence(keys)
    if sequence.isEmpty():
        return False
    first = _first_key(sequence)
    bare = not first.keyboardModifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    return bare and first.key() in FIXED


def _first_key(sequence: QKeySequence) -> QKeyCombination:
    combination: QKeyCombination = sequence[0]  # type: ignore[index]
    return combination


def bound(settings: Any, code: str, usual: str) -> list[QKeySequence]:
    """Return the keys in force: the bound ones, else the default ones without those that a person has bound to a conflicting action."""
    own: Mapping[str, str] = settings.all_keys() if hasattr(settings, "all_keys") else {}
    if code in own:
        return sequences(own[code])
    taken = {s.toString(_PORTABLE) for other, keys in own.items() if other != code and meet(code, other) for s in sequences(keys)}
    return [sequence for sequence in sequences(usual) if sequence.toString(_PORTABLE) not in taken]


def pressed(settings: Any, usual: Mapping[str, str], event: QKeyEvent) -> str | None:
    """Return the panel's action for a key; `usual` holds the default keys by the actions' codes."""
    sequence = _sequence(event)
    return next((code for code, keys in usual.items() if sequence in bound(settings, code, keys)), None)


def is_pressed(keys: Iterable[QKeySequence], event: QKeyEvent) -> bool:
    """Return whether an event is one of these keys."""
    return _sequence(event) in list(keys)


def _sequence(event: QKeyEvent) -> QKeySequence:
    """A key as it is bound: Shift counts with letters and named keys, not where it only makes a sign such as the plus."""
    key, held = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if key < Qt.Key.Key_Escape and not Qt.Key.Key_A <= key <= Qt.Key.Key_Z and key != Qt.Key.Key_Space:
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(held, key))


def describe(keys: Iterable[QKeySequence]) -> str:
    """Keys as they are written, each once: the two Enter keys have one name."""
    names = []
    for sequence in keys:
        first = _first_key(sequence)
        if first.key() == Qt.Key.Key_Return:
            sequence = QKeySequence(QKeyCombination(first.keyboardModifiers(), Qt.Key.Key_Enter))
        names.append(sequence.toString(_NATIVE))
    return ", ".join(dict.fromkeys(names))


def shown(settings: Any, code: str, usual: str) -> str:
    """The first key in force, as it is written on a cap; empty when there is none."""
    return describe(bound(settings, code, usual)[:1])
