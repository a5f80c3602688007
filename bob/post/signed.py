"""Lines of JSON with a signature at their end, as sheets and answers have them.

Each line is plain ASCII, whatever its content, so that no mail program's idea of letters changes it. The signature covers the exact
lines without their surroundings: line ends of another system, a byte order mark, blank lines. The last line has the number of lines and
the signature, so that an incomplete text is noticed.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.codec import CodecError, parsed
from bob.core.errors import BobError

MOST = 1 << 20
"""The most bytes of a file of orders, or of an invitation."""
DEEPEST = 60
"""The greatest nesting of a line, beyond that of any order or view."""
_END = "bob_post_end"


class PostError(BobError):
    """A file that cannot be taken, and its fault."""

    def __init__(self, key: str, file: object = "", **values: Any) -> None:
        super().__init__(key, file=str(file), **values)
        self.more = values


@dataclass(frozen=True, slots=True)
class SignedLines:
    """The lines of a sheet or of an answer. `digest` identifies their content."""

    lines: tuple[Any, ...]
    message: bytes
    signature: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.message).hexdigest()


def _message(kind: str, lines: Sequence[str]) -> bytes:
    """Return the signed message: the kind of text, and the lines."""
    return "\n".join((f"bob-1940 {kind}", *lines)).encode()


def line_of(value: Any) -> str:
    """Return a line of plain ASCII that is also safe in a page."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def signed(kind: str, values: Sequence[Any], sign: Callable[[bytes], str]) -> tuple[str, SignedLines]:
    """Return the text of signed lines, and its content."""
    lines = [line_of(value) for value in values]
    message = _message(kind, lines)
    signature = sign(message)
    end = line_of({"type": _END, "lines": len(lines), "signature": signature})
    return "\n".join((*lines, end, "")), SignedLines(tuple(values), message, signature)


def opened(kind: str, text: str) -> SignedLines:
    """Return signed lines from their text. Raises PostError for any other text, and for an incomplete one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines or not lines[0].startswith("{"):
        raise PostError("post.bad.no_lines")
    try:
        end = parsed(lines[-1])
        whole = isinstance(end, dict) and end.get("type") == _END and end.get("lines") == len(lines) - 1
    except CodecError:
        whole = False
    if not whole or not isinstance(end.get("signature"), str):
        raise PostError("post.bad.half")
    try:
        values = tuple([parsed(line) for line in lines[:-1]])
        message = _message(kind, lines[:-1])
    except (CodecError, UnicodeEncodeError) as error:
        raise PostError("post.bad.no_lines") from error
    if any(_depth(value) > DEEPEST for value in values):
        raise PostError("post.bad.no_lines")
    return SignedLines(values, message, end["signature"])


def _depth(value: Any) -> int:
    """Return the nesting of a JSON value, as far as it matters."""
    depth, inside = 0, [value]
    while inside and depth <= DEEPEST:
        depth += 1
        inside = [
            inner for outer in inside if isinstance(outer, dict | list) for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth


_ITSELF = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""The flags that open a file safely where a link or a pipe may have replaced it since it was examined."""


def raw_of(path: str | os.PathLike[str], most: int = MOST, *, itself: bool = False) -> bytes:
    """The bytes of a file; with `itself` of no link. Raises PostError for one that cannot be read, or is larger than such a file is."""
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | (_ITSELF if itself else 0))) as stream:
            raw = stream.read(most + 1) or b""
    except OSError as error:
        raise PostError("post.bad.unread", path, why=error.strerror or str(error)) from error
    except ValueError as error:  # a name that no file can have
        raise PostError("post.bad.unread", path, why=str(error)) from error
    if len(raw) > most:
        raise PostError("post.bad.huge", path, most=most >> 10)
    return raw


_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def as_text(raw: bytes) -> str:
    """Return the text of a file, by its byte order mark, else as UTF-8. Raises PostError for bytes that are no text, and for a file not
    there yet."""
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), "utf-8")
    if not raw.strip(b"\0 \t\r\n"):
        raise PostError("post.bad.half")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise PostError("post.bad.encoding") from error
    if "\0" in text:
        raise PostError("post.bad.half")
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
