"""Steady reference counts for PySide6 on Python 3.11, set when this is imported."""

from __future__ import annotations

import sys


def _steady() -> None:
    """Keep None and its like alive under Qt on Python 3.11.

    PySide6 6.12 returns them without counting the reference, as is right from Python 3.12 on; on 3.11 the count would run out
    after some ten thousand calls and end the program. A count that is high to begin with never does.
    """
    if sys.implementation.name != "cpython" or sys.version_info >= (3, 12):
        return
    import ctypes

    for single in (None, True, False, NotImplemented, Ellipsis):
        count = ctypes.c_ssize_t.from_address(id(single))
        if count.value < sys.maxsize >> 3:
            count.value += sys.maxsize >> 2


_steady()
