"""Sealed texts: JSON with a line before it that has kind, number, length, CRC and checksum.

A seal can be found in a broken file without knowing anything else of it. The checksum of an entry hashes the one before it, so a row of
entries is consistent or not. JSON holds no bare line feed, so no text inside an entry can look like a seal.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from dataclasses import dataclass
from typing import Any

from bob.core.game import dumps


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A sealed text, opened."""

    kind: str
    number: int
    sum: str
    body: str


CHECKSUM_LINE = re.compile(
    rb"BOB1940 (format|header|program|entry|position|draft|locked|lock) (\d{1,9}) (\d{1,9}) ([0-9a-f]{8}) ([0-9a-f]{64})\n"
)


def _sum(kind: str, number: int, body: bytes, previous: str) -> str:
    return hashlib.sha256(f"{previous} {kind} {number}\n".encode() + body).hexdigest()


def _crc(kind: str, number: int, total: str, body: bytes) -> int:
    return zlib.crc32(f"{kind} {number} {total}\n".encode() + body)


def with_checksum(kind: str, number: int, value: Any, previous: str = "") -> tuple[str, str]:
    """The sealed text of a value, and its checksum. Raises UnicodeEncodeError."""
    text = dumps(value)
    body = text.encode()
    total = _sum(kind, number, body, previous)
    return f"BOB1940 {kind} {number} {len(body)} {_crc(kind, number, total, body):08x} {total}\n{text}", total


def checked(raw: Any, kind: str, number: int = 0) -> CheckedText | None:
    """The line of a sealed text, or None when it is not whole or not that one."""
    mark = CHECKSUM_LINE.match(raw) if isinstance(raw, bytes) else None
    line = opened(mark, raw[mark.end() :]) if mark else None
    return line if line and (line.kind, line.number) == (kind, number) else None


def opened(mark: re.Match[bytes], body: bytes) -> CheckedText | None:
    """The line of this seal and the bytes after it, or None when they do not belong together."""
    kind, number, total = mark[1].decode(), int(mark[2]), mark[5].decode()
    if len(body) != int(mark[3]) or _crc(kind, number, total, body) != int(mark[4], 16):
        return None
    return CheckedText(kind, number, total, body.decode())


def follows(line: CheckedText, previous: str) -> bool:
    """Return whether the line comes right after the one of that checksum."""
    return line.sum == _sum(line.kind, line.number, line.body.encode(), previous)
