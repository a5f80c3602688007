"""What the program draws from outside: the one place where such chance comes from."""

from __future__ import annotations

import secrets

SEED_BYTES = 16
"""How long such a seed is: too long to be found by trying."""


def fresh_seed(length: int = SEED_BYTES) -> str:
    """A seed of so many bytes, as figures and letters, that nobody has chosen and nobody can guess."""
    return secrets.token_hex(length)


def fresh_letters(length: int, alphabet: str) -> str:
    """So many letters of an alphabet that nobody can guess."""
    return "".join([secrets.choice(alphabet) for _ in range(length)])


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell how far they are."""
    return secrets.compare_digest(one.encode(errors="surrogatepass"), other.encode(errors="surrogatepass"))
