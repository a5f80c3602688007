"""How much of what is tested by numbers: a fifth of it by the README's command, all with `BOB_WHOLE=1`, as CI runs it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

WHOLE = bool(os.environ.get("BOB_WHOLE"))
LONG = bool(os.environ.get("BOB_LONG"))
"""True where tests with a long form take it: by hand, where such a thing is changed."""


def fifth(count: int) -> int:
    """So many, or a fifth of them."""
    return count if WHOLE else -(-count // 5)


def some(cases: Iterable[T]) -> list[T]:
    """All the languages, sizes, themes or the like that the same thing is looked at in, or every fifth of them, the last first."""
    found = list(cases)
    return found if WHOLE else found[::-1][::5]


def enough(*seen: object) -> bool:
    """Whether a long game that is looked at has shown what it is played for, and need not be played on by the README's command."""
    return not WHOLE and all(seen)
