"""Files locked by passphrases: every text of the file is encrypted, and the key of the file is in it, wrapped for the parties.

The key of a file is drawn by chance. Each side holds a share of it, and only all shares together give the key; the referee, where there is
one, holds the whole key. A share is encrypted (AES-256-GCM) under a key that scrypt derives from its holder's passphrase, and is kept in
the envelope, the one text of the file that is not encrypted. A text of the file is sealed as in a plain one, padded to whole blocks so that
its length discloses little, encrypted (AES-256-GCM, a nonce by chance for each), and sealed once more as `locked`, so that a broken file
can be searched for it. A text that does not authenticate counts as missing.

Still visible: that the file is a game, the number of entries and drafts, the approximate length of each, and the parties.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import sqlite3
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from bob.core.codec import CodecError, decode, encode
from bob.core.errors import BobError, phrase
from bob.core.game import REFEREE
from bob.core.ranges import Whole
from bob.files.checksums import CheckedText, checked, with_checksum
from bob.files.disk import SaveError

SHORTEST = 8
"""The fewest letters of a new passphrase."""

_KEY, _NONCE, _SALT = 32, 12, 16
_BLOCK = 1024
_PARTIES = ("raf", "luftwaffe", REFEREE)

Passphrases = Mapping[str, str]
"""The passphrases by the seats of their holders."""


@dataclass(frozen=True, slots=True)
class ScryptCost:
    """The cost of scrypt for a passphrase: `2 ** log` blocks of `r` times 128 bytes, `p` times. The usual one takes 128 MB and about
    half a second, so that a thousand guesses take minutes."""

    log: Annotated[int, Whole(1, 20)] = 17
    r: Annotated[int, Whole(1, 8)] = 8
    p: Annotated[int, Whole(1, 4)] = 1


@dataclass(frozen=True, slots=True)
class WrappedShare:
    """The part of the envelope for one party: a salt, and its share encrypted under its passphrase."""

    salt: str
    share: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """The key of a file, wrapped: a share for each side, the whole for a referee."""

    sides: Mapping[str, WrappedShare]
    referee: WrappedShare | None
    cost: ScryptCost


class Locked(SaveError):
    """A file that opens with the passphrases of all its sides, or with the referee's, and neither was given."""

    def __init__(self, path: Path, envelope: Envelope) -> None:
        super().__init__("save.locked_referee" if envelope.referee is not None else "save.locked", path)
        self.sides = tuple(envelope.sides)
        self.referee = envelope.referee is not None


class WrongPassphrase(SaveError):
    """A passphrase that is not the one of that party. Another may be tried."""

    def __init__(self, path: Path, seat: str) -> None:
        super().__init__("save.wrong_passphrase", path, party=party(seat))
        self.seat = seat


class Cipher:
    """The key of a locked file, opened: it hides the texts that go into the file and shows those that come out."""

    usual: ClassVar[ScryptCost] = ScryptCost()
    """The cost of the passphrases of new files."""

    def __init__(self, envelope: Envelope, key: bytes) -> None:
        self.envelope = envelope
        self._rows = AESGCM(HKDFExpand(SHA256(), _KEY, b"rows").derive(key))
        self._names = HKDFExpand(SHA256(), _KEY, b"names").derive(key)

    @classmethod
    def made(cls, passphrases: Passphrases) -> Cipher:
        """A new key, locked by the passphrases of the sides together, and by the referee's alone if there is one. Raises BobError."""
        sides = [seat for seat in passphrases if seat != REFEREE]
        if len(sides) < 2:
            raise BobError("locks.two")
        for seat, text in passphrases.items():
            if len(_letters(text)) < SHORTEST:
                raise BobError("locks.passphrase_short", party=party(seat), least=SHORTEST)
        key = last = os.urandom(_KEY)
        shares = {}
        for seat in sides[1:]:
            shares[seat] = os.urandom(_KEY)
            last = _xor(last, shares[seat])
        shares[sides[0]] = last
        cost = cls.usual
        wrapped = {seat: _wrapped(seat, passphrases[seat], shares[seat], cost) for seat in sides}
        referee = _wrapped(REFEREE, passphrases[REFEREE], key, cost) if REFEREE in passphrases else None
        return cls(Envelope(wrapped, referee, cost), key)

    @classmethod
    def opened(cls, envelope: Envelope, passphrases: Passphrases | None, path: Path) -> Cipher:
        """The key of a file. Raises Locked when passphrases are missing, WrongPassphrase."""
        given = passphrases or {}
        if envelope.referee is not None and given.get(REFEREE):
            return cls(envelope, _unwrapped(REFEREE, given[REFEREE], envelope.referee, envelope.cost, path))
        if not all(given.get(seat) for seat in envelope.sides):
            raise Locked(path, envelope)
        key = bytes(_KEY)
        for seat, wrapped in envelope.sides.items():
            key = _xor(key, _unwrapped(seat, given[seat], wrapped, envelope.cost, path))
        return cls(envelope, key)

    def hide(self, number: int, text: str) -> str:
        """A sealed text, locked."""
        raw = text.encode()
        nonce = os.urandom(_NONCE)
        hidden = nonce + self._rows.encrypt(nonce, raw + b"\n" * (-len(raw) % _BLOCK), None)
        return with_checksum("locked", number, base64.b64encode(hidden).decode())[0]

    def show(self, line: CheckedText | None) -> bytes | None:
        """The sealed text of a `locked` line, or None when it is none of this file."""
        try:
            hidden = base64.b64decode(json.loads(line.body), validate=True) if line is not None else b""
            return self._rows.decrypt(hidden[:_NONCE], hidden[_NONCE:], None).rstrip(b"\n")
        except (InvalidTag, binascii.Error, TypeError, ValueError):
            return None

    def name(self, key: str) -> str:
        """Return the name in the file of the text with that key."""
        return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), key=self._names, digest_size=16).hexdigest()


FileKey = Passphrases | Cipher
"""The means to open a locked file: passphrases, or its key where the file is open already."""


def party(seat: str) -> object:
    """A party as an error names it."""
    return phrase(f"locks.party_{seat}") if seat in _PARTIES else seat


def hidden(cipher: Cipher | None, number: int, text: str) -> str:
    """Return a sealed text in the form of the file, encrypted where it is locked."""
    return text if cipher is None else cipher.hide(number, text)


def shown(cipher: Cipher | None, raw: Any, number: int) -> Any:
    """Return the sealed text from the form of the file; in a locked file None for a text not of its key, plain ones too."""
    return raw if cipher is None else cipher.show(checked(raw, "locked", number))


def envelope_of(line: CheckedText | None) -> Envelope | None:
    """The envelope of its line, or None when it is not whole: one of fewer than two sides was made to open without them."""
    try:
        found: Envelope | None = decode(Envelope, json.loads(line.body)) if line is not None else None
    except (CodecError, ValueError):
        return None
    return found if found is not None and len(found.sides) > 1 else None


def cipher_of(con: sqlite3.Connection, path: Path, key: FileKey | None) -> Cipher | None:
    """The cipher of a file; none for a plain one. Raises SaveError, and sqlite3.Error."""
    rows = con.execute("SELECT value FROM meta WHERE key = 'lock' UNION ALL SELECT text FROM entries WHERE number = -2").fetchall()
    if not rows:
        return None
    envelope = next(filter(None, (envelope_of(checked(raw, "lock")) for (raw,) in rows)), None)
    if envelope is None:
        raise SaveError("save.damaged_header", path)
    return key if isinstance(key, Cipher) else Cipher.opened(envelope, key, path)


def lay_in(con: sqlite3.Connection, cipher: Cipher) -> None:
    """Put the envelope into a new file, twice, within a transaction."""
    text = with_checksum("lock", 0, encode(cipher.envelope))[0]
    con.execute("INSERT INTO meta VALUES ('lock', ?)", (text,))
    con.execute("INSERT INTO entries VALUES (-2, ?)", (text,))


def _letters(passphrase: str) -> str:
    """A passphrase as it counts, however the keyboard puts its accents together."""
    return unicodedata.normalize("NFC", passphrase)


def _stretched(passphrase: str, salt: bytes, cost: ScryptCost) -> AESGCM:
    raw = _letters(passphrase).encode("utf-8", "surrogatepass")
    return AESGCM(Scrypt(salt=salt, length=_KEY, n=1 << cost.log, r=cost.r, p=cost.p).derive(raw))


def _wrapped(seat: str, passphrase: str, share: bytes, cost: ScryptCost) -> WrappedShare:
    salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
    return WrappedShare(salt.hex(), (nonce + _stretched(passphrase, salt, cost).encrypt(nonce, share, seat.encode())).hex())


def _unwrapped(seat: str, passphrase: str, wrapped: WrappedShare, cost: ScryptCost, path: Path) -> bytes:
    """The share of a party. Raises WrongPassphrase."""
    try:
        raw = bytes.fromhex(wrapped.share)
        share = _stretched(passphrase, bytes.fromhex(wrapped.salt), cost).decrypt(raw[:_NONCE], raw[_NONCE:], seat.encode())
    except (InvalidTag, ValueError) as error:
        raise WrongPassphrase(path, seat) from error
    if len(share) != _KEY:
        raise SaveError("save.damaged_header", path)
    return share


def _xor(one: bytes, two: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, two, strict=True))
