"""Seeds that the program draws: the one place where chance comes from outside."""

from __future__ import annotations

import secrets

SEED_BYTES = 16
"""How long such a seed is: too long to be found by trying."""


def fresh_seed(length: int = SEED_BYTES) -> str:
    """A seed of so many bytes, as figures and letters, that nobody has chosen and nobody can guess."""
    return secrets.token_hex(length)
