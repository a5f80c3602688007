"""Codes of invitations and keys of members: drawn so that nobody guesses them, kept so that a save tells nobody what they are."""

from __future__ import annotations

import hashlib
import re

from bob.errors import UsageError
from bob.seeds import fresh_letters, fresh_seed, same_secret

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No two of them look or sound much alike."""
_ROOM, _SECRET = 5, 10
_WORK = {"n": 1 << 12, "r": 8, "p": 1}
"""What trying one code costs who has stolen a save: a few milliseconds, with nearly 50 bits to try."""


def fresh_room() -> str:
    """The name of a new room."""
    return fresh_letters(_ROOM, LETTERS)


def fresh_code(room: str) -> str:
    """A new code for an invitation to a room: it begins with the room's name."""
    secret = fresh_letters(_SECRET, LETTERS)
    return f"{room}-{secret[:5]}-{secret[5:]}"


def code_read(text: str) -> tuple[str, str]:
    """The room and the whole of a code as a person types it: small letters, blanks and missing strokes do no harm. Raises UsageError."""
    letters = re.sub(r"[\s\-–_.]+", "", text).upper()
    if len(letters) != _ROOM + _SECRET or set(letters) - set(LETTERS):
        raise UsageError("room.code_form", example=f"7KQ2M-{LETTERS[5:10]}-{LETTERS[15:20]}")
    return letters[:_ROOM], f"{letters[:_ROOM]}-{letters[_ROOM : _ROOM + 5]}-{letters[_ROOM + 5 :]}"


def is_room(text: str) -> bool:
    """Whether a text has the form of a room's name."""
    return len(text) == _ROOM and set(text) <= set(LETTERS)


def fresh_salt() -> str:
    """Salt for the digests of one invitation."""
    return fresh_seed(8)


def code_digest(code: str, salt: str) -> str:
    """What is kept of a code."""
    return hashlib.scrypt(code.encode(), salt=salt.encode(), dklen=24, **_WORK).hex()


def fresh_token() -> str:
    """A new key for a member."""
    return fresh_seed(24)


def token_digest(token: str) -> str:
    """What is kept of a member's key; it is too long to be found by trying, so nothing need be costly here."""
    return hashlib.sha256(token.encode()).hexdigest()


__all__ = ["code_digest", "code_read", "fresh_code", "fresh_room", "fresh_salt", "fresh_token", "is_room", "same_secret", "token_digest"]
