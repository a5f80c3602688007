"""Text from members made fit for other readers: in lines, limited in length, and free of invisible characters."""

from __future__ import annotations

MOST_NAME, MOST_TEXT = 40, 2000
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that count as printable, and show nothing."""
_VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Signs that only choose between forms of the letter before them."""


def line(text: str) -> str:
    """A text on one line, without letters that cannot be seen."""
    return " ".join("".join(letter if _is_visible(letter) else " " for letter in text if not _varies(letter)).split())


def name_of(text: str) -> str:
    """Return the name of a member from a text; empty where nothing of it is visible."""
    return line(text)[:MOST_NAME].strip()


def lines(text: str) -> str:
    """A text of some lines, as long as is allowed."""
    return "\n".join(line(part) for part in text[:MOST_TEXT].replace("\r\n", "\n").split("\n")).strip()


def _is_visible(letter: str) -> bool:
    return letter.isprintable() and letter not in _UNSEEN


def _varies(letter: str) -> bool:
    return any(ord(letter) in some for some in _VARIANTS)
