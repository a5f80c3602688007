"""The keys of a game by post: each seat signs its orders, the office its sheets (Ed25519, of the library `cryptography`).

The office keeps its own key and the public ones of the seats in the file of the game. The private key of a seat is in its invitation
and nowhere else.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bob.core.atomic_files import put_file
from bob.core.codec import CodecError, decode, encode, parsed
from bob.core.errors import BobError
from bob.post.signed import PostError, as_text, raw_of

FORM = 1
_KIND = "bob_post_invitation"


class SigningKey:
    """A private key, and the public one that belongs to it."""

    def __init__(self, secret: str) -> None:
        """Read it from its 64 hexadecimal digits. Raises ValueError."""
        raw = bytes.fromhex(secret)
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.secret = raw.hex()
        self.public = self._key.public_key().public_bytes_raw().hex()

    @classmethod
    def fresh(cls) -> SigningKey:
        """Return a new random key."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw().hex())

    def sign(self, message: bytes) -> str:
        return self._key.sign(message).hex()


def signed_by(public: str, message: bytes, signature: str) -> bool:
    """Return whether the message was signed with the private key that belongs to that public one."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat's credentials to play by post: the game and the seat, its key, and the public key of the office, which verifies its sheets."""

    post: str
    game: str
    seat: str
    key: str
    office: str


def write_invitation(invitation: Invitation, path: Path) -> None:
    """Write an invitation, for its owner's eyes alone where the system can see to that. Raises BobError."""
    text = json.dumps({"type": _KIND, "form": FORM, **encode(invitation)}, indent=1)
    put_file(path, f"{text}\n", private=True)


def read_invitation(path: str | os.PathLike[str]) -> Invitation:
    """Return an invitation from its file. Raises PostError for any other file."""
    try:
        data = parsed(as_text(raw_of(path)))
        if not isinstance(data, dict) or data.pop("type", None) != _KIND:
            raise PostError("post.bad.no_invitation", path)
        if data.pop("form", None) != FORM:
            raise PostError("post.bad.form", path)
        found: Invitation = decode(Invitation, data)
        SigningKey(found.key)
    except PostError as error:
        raise PostError(error.key, path, **error.more) from error
    except (BobError, CodecError, ValueError) as error:
        raise PostError("post.bad.no_invitation", path) from error
    return found
