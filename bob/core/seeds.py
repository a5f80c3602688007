"""The only source of chance from outside the program."""

from __future__ import annotations

import secrets

SEED_BYTES = 16
"""The length of such a seed: too long for a search by trial."""


def fresh_seed(length: int = SEED_BYTES) -> str:
    """Return a seed of a length in bytes, as figures and letters, chosen by no person and impossible to guess."""
    return secrets.token_hex(length)


def fresh_letters(length: int, alphabet: str) -> str:
    """Return random letters of an alphabet, impossible to guess."""
    return "".join([secrets.choice(alphabet) for _ in range(length)])


def same_secret(one: str, other: str) -> bool:
    """Return whether two secrets are the same, in a time that does not reveal their common part."""
    return secrets.compare_digest(one.encode(errors="surrogatepass"), other.encode(errors="surrogatepass"))
