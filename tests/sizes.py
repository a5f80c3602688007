"""How much of what is tested by numbers: a fifth of it by the README's command, all of it with `BOB_WHOLE=1`, as CI runs it."""

from __future__ import annotations

import os

WHOLE = bool(os.environ.get("BOB_WHOLE"))


def fifth(count: int) -> int:
    """So many, or a fifth of them."""
    return count if WHOLE else -(-count // 5)
