"""The past of a match: each of its positions as a page, every one kept as what changed since the one before.

A page is what `Game.dump` writes. The rows hold JSON's own kinds only, so that a file or a line can carry them.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bob.core.errors import BobError

WHOLE = 64
"""The interval of entries at which a whole page is stored, so that none is far from one."""

MOST = 1 << 26
"""The longest page that is unpacked, in bytes."""

_WINDOW = 32768

StoredRow = Mapping[str, Any]
"""`runs`: pairs of the first line and the number of lines taken from the page before, each followed by the number of lines that are
new; `new`: the new lines, packed. A whole page has one run, of new lines alone."""


def packed(before: Sequence[str] | None, page: str) -> StoredRow:
    """The row of a page; `before` are the lines of the page before it, None to keep the page whole."""
    return _packed(before, page.split("\n"))


def _packed(before: Sequence[str] | None, page: Sequence[str]) -> StoredRow:
    places = {line: at for at, line in enumerate(before or ())}
    runs: list[list[int]] = [[0, 0, 0]]
    new: list[str] = []
    for line in page:
        at = places.get(line)
        last = runs[-1]
        if at is None:
            last[2] += 1
            new.append(line)
        elif last[2] == 0 and last[1] and last[0] + last[1] == at:
            last[1] += 1
        else:
            runs.append([at, 1, 0])
    packer = zlib.compressobj(6, zdict=_dictionary(before or (), runs))
    small = packer.compress(_bytes(new)) + packer.flush()
    return {"runs": runs, "new": base64.b64encode(small).decode(), "whole": before is None}


def _bytes(lines: Iterable[str]) -> bytes:
    """The lines as bytes; half a character, which no file takes, is not refused here."""
    return "\n".join(lines).encode(errors="surrogatepass")


def unpacked(before: Sequence[str] | None, row: Any) -> list[str]:
    """The lines of the page of a row. Raises ValueError when it is no row, or none that follows that page."""
    try:
        runs = [(int(at), int(count), int(fresh)) for at, count, fresh in row["runs"]]
        raw = base64.b64decode(row["new"], validate=True)
        lines = before or ()
        if any(at < 0 or count < 0 or fresh < 0 or at + count > len(lines) for at, count, fresh in runs):
            raise ValueError("runs")
        unpacker = zlib.decompressobj(zdict=_dictionary(lines, runs))
        text = unpacker.decompress(raw, MOST)
        if not unpacker.eof:
            raise ValueError("new")
        new = text.decode(errors="surrogatepass").split("\n") if any(fresh for _, _, fresh in runs) else []
    except (KeyError, TypeError, binascii.Error, zlib.error) as error:
        raise ValueError("row") from error
    if sum(fresh for _, _, fresh in runs) != len(new):
        raise ValueError("lines")
    page: list[str] = []
    taken = 0
    for at, count, fresh in runs:
        page += lines[at : at + count]
        page += new[taken : taken + fresh]
        taken += fresh
    return page


def _dictionary(lines: Sequence[str], runs: Sequence[Sequence[int]]) -> bytes:
    """Return the lines of the previous page that were not reused: a new line is mostly one of them with a figure changed."""
    spans = sorted((at, at + count) for at, count, _ in runs if count)
    gaps = pairwise([(0, 0), *spans, (len(lines), len(lines))])
    return _bytes(line for (_, end), (begin, _) in gaps for line in lines[end:begin])[-_WINDOW:]


class PositionHistory:
    """The rows of a match by number. Rows may be missing at the beginning, if an older file did not store them."""

    def __init__(self, rows: Mapping[int, StoredRow] | None = None) -> None:
        self._rows = dict(rows or {})
        self._near: tuple[int, list[str]] | None = None
        self._made: tuple[StoredRow, list[str]] | None = None
        """The row that was made last, and its page."""

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def last(self) -> int | None:
        """The number of the last row."""
        return max(self._rows, default=None)

    def row(self, number: int) -> StoredRow | None:
        """The row of that number, or None."""
        return self._rows.get(number)

    def next(self, number: int, page: str) -> StoredRow:
        """The row that keeps this page as that of the entry of that number; `put` enters it."""
        before = self._lines(number - 1) if number % WHOLE and number - 1 in self._rows else None
        lines = page.split("\n")
        row = _packed(before, lines)
        self._made = row, lines
        return row

    def put(self, number: int, row: StoredRow) -> None:
        """Enter a row; those after it are gone."""
        self.drop(number)
        self._rows[number] = row
        if self._made is not None and self._made[0] is row:
            self._near, self._made = (number, self._made[1]), None

    def drop(self, number: int) -> None:
        """Forget the rows from that number on."""
        if self._near is not None and self._near[0] >= number:
            self._near = None
        while self._rows.pop(number, None) is not None:
            number += 1

    def page(self, number: int) -> str | None:
        """The page of that number, or None where none was kept. Raises BobError when it cannot be read."""
        return "\n".join(self._lines(number)) if number in self._rows else None

    def upto(self, number: int) -> PositionHistory:
        """A past of its own with the rows up to that number."""
        return PositionHistory({n: row for n, row in self._rows.items() if n <= number})

    def _lines(self, number: int) -> list[str]:
        start, lines = number, None
        while not self._rows[start].get("whole"):
            if self._near is not None and self._near[0] == start:
                break
            start -= 1
            if start not in self._rows:
                raise BobError("game.past_unreadable", number=number)
        try:
            for at in range(start, number + 1):
                if self._near is not None and self._near[0] == at:
                    lines = self._near[1]
                else:
                    lines = unpacked(None if self._rows[at].get("whole") else lines, self._rows[at])
        except (ValueError, AttributeError) as error:
            raise BobError("game.past_unreadable", number=number) from error
        assert lines is not None
        self._near = (number, lines)
        return lines
