"""Dice that no party can predict or steer, and that all can check afterwards.

Before the first roll each seat commits to a chain of links, and the program to its seed: all publish digests. For each entry that rolls
every seat gives its next link. The dice come from the seed and these links together: the seed alone lacks the links that are not given
yet, and all links alone lack the seed. A link hashes to the one before it, the first to the published one, so no seat can give another
one after seeing the state of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bob.core.dice import SecretStream
from bob.core.errors import BobError

LINKS = 1 << 16
"""The number of entries of a record that can roll."""

_STRIDE = 256
PROGRAM = "program"
"""The party that holds the seed."""


def _hashed(value: bytes) -> bytes:
    return hashlib.sha256(value).digest()


@lru_cache(maxsize=16)
def _marks(secret: str) -> tuple[bytes, ...]:
    """Every 256th link of a chain, from the first."""
    value = _hashed(secret.encode())
    found = [value]
    for _ in range(LINKS // _STRIDE):
        for _ in range(_STRIDE):
            value = _hashed(value)
        found.append(value)
    return tuple(reversed(found))


def link(secret: str, number: int) -> str:
    """Return a link of the chain of a secret; number 0 is published beforehand. Raises BobError when the chain is used up."""
    if not 0 <= number <= LINKS:
        raise BobError("fair.used_up", links=LINKS)
    above = -(-number // _STRIDE)
    value = _marks(secret)[above]
    for _ in range(above * _STRIDE - number):
        value = _hashed(value)
    return value.hex()


def follows(given: str, before: str) -> bool:
    """Return whether a link hashes to the one before it."""
    try:
        return _hashed(bytes.fromhex(given)).hex() == before
    except ValueError:
        return False


def seed_published(seed: str) -> str:
    """Return the program's published digest of the seed."""
    return hashlib.sha256(f"{PROGRAM}/{seed}".encode()).hexdigest()


def published(seed: str, secrets: Mapping[str, str]) -> dict[str, str]:
    """Return the digests that all parties publish before the first roll, by party."""
    return {PROGRAM: seed_published(seed)} | {seat: link(secret, 0) for seat, secret in sorted(secrets.items())}


def links(secrets: Mapping[str, str], number: int) -> dict[str, str]:
    """Return the seats' links for the entry that rolls as that number. Raises BobError."""
    return {seat: link(secret, number) for seat, secret in sorted(secrets.items())}


def stream(seed: str, given: Mapping[str, str]) -> SecretStream:
    """The stream of an entry's dice."""
    parts = "/".join((seed, *(f"{seat}={value}" for seat, value in sorted(given.items()))))
    return SecretStream.of(parts, "fair")


def broken_link(commitments: Mapping[str, str], rows: Iterable[tuple[int, Mapping[str, str]]]) -> int | None:
    """The number of the first entry whose links do not follow, or None. `rows` are the entries that rolled with their links."""
    last = {seat: value for seat, value in commitments.items() if seat != PROGRAM}
    for number, given in rows:
        if set(given) != set(last) or not all(follows(value, last[seat]) for seat, value in given.items()):
            return number
        last = dict(given)
    return None
