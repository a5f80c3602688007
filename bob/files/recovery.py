"""The recovery of a broken file: by SQLite where it still reads, and by searching the bytes for seals."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bob.core.errors import BobError
from bob.core.game import Game, dumps
from bob.core.match import Match
from bob.core.position_history import StoredRow
from bob.core.record import Header, goes_by
from bob.files.checksums import CHECKSUM_LINE, CheckedText, follows, opened, with_checksum
from bob.files.cipher import Cipher, FileKey, envelope_of
from bob.files.disk import BROKEN, PAGE, Lock, SaveError, connect, existing, save_errors
from bob.files.game_file import Save, draft_in
from bob.files.reading import game_of, header_of, match_of, row_of


@dataclass(frozen=True, slots=True)
class Recovered:
    """The result of a recovery: the entries in the new file, the later ones that are whole but useless because one before them is not,
    and the fault (None when there was none)."""

    entries_kept: int
    entries_lost: int
    why: SaveError | None


def recover(
    path: str | os.PathLike[str], out: str | os.PathLike[str], games: Mapping[str, Game[Any]], key: FileKey | None = None
) -> Recovered:
    """Write a new file with every whole entry of a broken one from the start up to the first bad one; the old one is not touched.

    An entry that does not follow by the rules counts as bad, and in a locked file, which the new one is then too, one that its `key`
    does not authenticate. Raises SaveError when nothing can be kept; then there is no new file.
    """
    found = existing(path)
    with save_errors(found), tempfile.TemporaryDirectory(prefix="bob-recover-") as folder:
        if Path(f"{found}.lock").exists():
            Lock(found).release()  # no other process may play it meanwhile
        copy = Path(folder) / "copy"
        for tail in ("", "-journal", "-wal"):
            if (source := Path(f"{found}{tail}")).is_file():
                shutil.copyfile(source, Path(f"{copy}{tail}"))
        cipher = _cipher(_by_sqlite(copy) + _by_search(copy.read_bytes()), found, key)
        why = _fault(copy, games, found, cipher)  # a file of an older form is of today's after it
        lines, drafts = _opened(_by_sqlite(copy) + _by_search(copy.read_bytes()), cipher)
    lines += _setups(lines, games)
    chain = _longest(lines)
    header, entries = header_of(chain[0], found) if chain else None, chain[1:]
    rows = _rows(lines, entries)
    if header is not None and header.game in games:
        entries = entries[: _sound(game_of(games, header, found), header, entries, rows, found)]
    if header is None or not entries:
        raise SaveError("save.nothing", path) from why
    program = next((json.loads(line.body) for line in lines if line.kind == "program"), "?")
    Save.written(out, header, program, [json.loads(line.body) for line in entries], drafts, rows, cipher).close()
    later = {line.number for line in lines if line.kind == "entry" and line.number >= len(entries)}
    return Recovered(len(entries), len(later), why)


def _sound(game: Game[Any], header: Header, entries: Sequence[CheckedText], rows: dict[int, StoredRow], path: Path) -> int:
    """Return the number of entries that follow by the rules; where those are not today's, by their kept positions, as far as these are
    sound."""
    if not header.rules or goes_by(header.rules, game):
        try:
            match_of(game, header, entries, {}, path, "?")
            return len(entries)
        except SaveError as error:
            played = int(error.values["number"])
    else:
        played = 0
    for last in sorted((number for number in rows if number >= played), reverse=True):
        kept = {number: row for number, row in rows.items() if number <= last}
        with suppress(SaveError):
            match_of(game, header, entries[: last + 1], kept, path, "?")
            rows.clear()
            rows.update(kept)
            return last + 1
    return played


def _setups(lines: Sequence[CheckedText], games: Mapping[str, Game[Any]]) -> list[CheckedText]:
    """The setup made again from the seed, where it is not whole: the entry after it proves that it is the same."""
    made: list[CheckedText] = []
    if any(line.kind == "entry" and line.number == 0 for line in lines):
        return made
    for head in (line for line in lines if line.kind == "header"):
        with suppress(BobError, ValueError):
            header = header_of(head, Path())
            entry = Match.new(game_of(games, header, Path()), header.scenario, header.seed, header.options).entries[0].as_json()
            total = with_checksum("entry", 0, entry, head.sum)[1]
            if any(line.kind == "entry" and line.number == 1 and follows(line, total) for line in lines):
                made.append(CheckedText("entry", 0, total, dumps(entry)))
    return made


def _rows(lines: Sequence[CheckedText], entries: Sequence[CheckedText]) -> dict[int, StoredRow]:
    """The rows of the kept positions that are whole and belong to these entries."""
    found: dict[int, StoredRow] = {}
    for line in sorted((line for line in lines if line.kind == "position" and line.number < len(entries)), key=lambda line: line.number):
        row = row_of(line, entries[line.number].sum)
        if row is not None and (row.get("whole") or line.number - 1 in found):
            found.setdefault(line.number, row)
    return found


def _cipher(lines: Sequence[CheckedText], path: Path, key: FileKey | None) -> Cipher | None:
    """The cipher of a file, by the first envelope that is whole; none for a plain one. Raises SaveError."""
    envelope = next(filter(None, (envelope_of(line) for line in lines if line.kind == "lock")), None)
    if envelope is not None:
        return key if isinstance(key, Cipher) else Cipher.opened(envelope, key, path)
    if any(line.kind == "locked" for line in lines):
        raise SaveError("save.nothing", path)
    return None


def _opened(lines: Sequence[CheckedText], cipher: Cipher | None) -> tuple[list[CheckedText], list[tuple[str, Any]]]:
    """Return the lines and the drafts in these, decrypted: of a locked file only those that its key authenticates."""
    if cipher is not None:
        texts = [cipher.show(line) for line in lines if line.kind == "locked"]
        marks = [(mark, text) for text in texts if text is not None and (mark := CHECKSUM_LINE.match(text))]
        lines = [line for mark, text in marks if (line := opened(mark, text[mark.end() :]))]
    drafts = dict(filter(None, map(draft_in, reversed(lines))))  # those that SQLite found in their places come first
    return [line for line in lines if line.kind != "draft"], sorted(drafts.items())


def _fault(copy: Path, games: Mapping[str, Game[Any]], path: Path, cipher: Cipher | None) -> SaveError | None:
    """Return the error of opening the file, or None."""
    try:
        Save.open(copy, games, key=cipher)[0].close()
    except SaveError as error:
        error.values["file"] = str(path)
        return error
    return None


_ROWS = (
    "SELECT 0, value FROM meta WHERE key IN ('lock', 'header', 'program')",
    "SELECT number, text FROM entries ORDER BY number",
    "SELECT number, text FROM positions ORDER BY number",
    "SELECT 0, value FROM drafts ORDER BY key",
)


def _by_sqlite(copy: Path) -> list[CheckedText]:
    """The whole lines that SQLite still finds in their places."""
    lines: list[CheckedText] = []
    with suppress(*BROKEN), closing(connect(copy, "rw")) as con:
        for query in _ROWS:
            with suppress(*BROKEN):
                for number, raw in con.execute(query):
                    mark = CHECKSUM_LINE.match(raw) if isinstance(raw, bytes) else None
                    line = opened(mark, raw[mark.end() :]) if mark else None
                    if line is not None and isinstance(number, int) and line.number == max(0, number):
                        lines.append(line)
    return lines


def _by_search(raw: bytes) -> list[CheckedText]:
    """Return the whole lines found anywhere in these bytes."""
    lines = []
    for mark in CHECKSUM_LINE.finditer(raw):
        length = int(mark[3])
        line = opened(mark, raw[mark.end() : mark.end() + length]) or opened(mark, _spread(raw, mark, length))
        if line is not None:
            lines.append(line)
    return lines


def _spread(raw: bytes, mark: re.Match[bytes], length: int) -> bytes:
    """The body of an entry too long for its page, by the links of SQLite's overflow pages."""
    text = mark.end() - mark.start() + length
    varint = max(1, ((2 * text + 13).bit_length() + 6) // 7)
    least = (PAGE - 12) * 32 // 255 - 23
    here = least + (2 + varint + text - least) % (PAGE - 4)
    here = (here if here <= PAGE - 35 else least) - 2 - varint
    place = mark.start() + here
    body, seen = raw[mark.end() : place], set[int]()
    while len(body) < length:
        page = int.from_bytes(raw[place : place + 4], "big")
        if page in seen or not 0 < page <= len(raw) // PAGE:
            break
        seen.add(page)
        place = (page - 1) * PAGE
        body += raw[place + 4 : place + min(PAGE, 4 + length - len(body))]
    return body


def _longest(lines: Sequence[CheckedText]) -> list[CheckedText]:
    """A header and the longest row of entries that follow one another from it; empty when there is no header."""
    best: list[CheckedText] = []
    heads = {line.sum: line for line in lines if line.kind == "header"}
    numbered: dict[int, dict[str, CheckedText]] = {}
    for line in lines:
        if line.kind == "entry":
            numbered.setdefault(line.number, {}).setdefault(line.sum, line)
    for head in heads.values():
        rows = [[head]]
        for number in range(len(numbered) + 1):
            if len(rows[0]) > len(best):
                best = rows[0]
            rows = [[*row, line] for row in rows for line in numbered.get(number, {}).values() if follows(line, row[-1].sum)]
            if not rows:
                break
    return best
