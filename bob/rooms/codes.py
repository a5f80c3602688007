"""Codes of invitations and keys of members: drawn at random, too many to guess, and kept only as digests, so that a save discloses none."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from bob.core.errors import UsageError
from bob.core.seeds import fresh_letters, fresh_seed, same_secret

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No two of them look or sound much alike."""
_PART, _OLD_PARTS, _PARTS = 5, 3, 4
"""Letters in a part of a code, and parts: room, invitation and two of a secret; codes made before had no invitation in them."""
_WORK = {"n": 1 << 12, "r": 8, "p": 1}
"""The cost of one guess at a code from a stolen save: a few milliseconds, with nearly 50 bits to try."""


class CodeRead(NamedTuple):
    """A code as it was read. `invitation` is empty where it was made before codes held it."""

    room: str
    invitation: str
    whole: str


def fresh_room() -> str:
    """The name of a new room."""
    return fresh_letters(_PART, LETTERS)


def fresh_invitation() -> str:
    """Return the name of a new invitation, drawn independently of all others."""
    return fresh_letters(_PART, LETTERS)


def fresh_code(room: str, invitation: str) -> str:
    """A new code for an invitation to a room: it begins with the names of both."""
    return "-".join((room, invitation, fresh_letters(_PART, LETTERS), fresh_letters(_PART, LETTERS)))


def code_read(text: str) -> CodeRead:
    """A code as a person types it: small letters, blanks and missing strokes do no harm. Raises UsageError."""
    letters = re.sub(r"[\s\-–_.]+", "", text).upper()
    parts = [letters[at : at + _PART] for at in range(0, len(letters), _PART)]
    if len(letters) not in (_OLD_PARTS * _PART, _PARTS * _PART) or set(letters) - set(LETTERS):
        raise UsageError("room.code_form", example=f"7KQ2M-{LETTERS[20:25]}-{LETTERS[5:10]}-{LETTERS[15:20]}")
    return CodeRead(parts[0], parts[1] if len(parts) == _PARTS else "", "-".join(parts))


def is_name(text: str) -> bool:
    """Return whether a text has the form of a name of a room or an invitation."""
    return len(text) == _PART and set(text) <= set(LETTERS)


def fresh_salt() -> str:
    """Salt for the digests of one invitation."""
    return fresh_seed(8)


def code_digest(code: str, salt: str) -> str:
    """Return the digest kept of a code."""
    return hashlib.scrypt(code.encode(), salt=salt.encode(), dklen=24, **_WORK).hex()


def fresh_token() -> str:
    """A new key for a member."""
    return fresh_seed(24)


def token_digest(token: str) -> str:
    """Return the digest kept of a member's key; the key is too long to guess, so a cheap hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


__all__ = [
    "CodeRead",
    "code_digest",
    "code_read",
    "fresh_code",
    "fresh_invitation",
    "fresh_room",
    "fresh_salt",
    "fresh_token",
    "is_name",
    "same_secret",
    "token_digest",
]
