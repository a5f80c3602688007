"""The folder for incoming answers: by mail, by a program that copies folders, on a memory stick. Nothing in it is changed.

Every file in it is examined each time, and reported in words; a file that is incomplete may be complete the next time.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bob.core.errors import BobError
from bob.post.answer import PostAnswer, answer_of
from bob.post.signed import PostError, SignedLines, raw_of

MOST_FILES = 2000
"""The most files of a folder examined."""


@dataclass(frozen=True, slots=True)
class PostLetter:
    """A file in the folder: its name there, the seat of its subfolder, and its content, or the reason against it."""

    name: str
    folder: str | None
    answer: PostAnswer | None = None
    lines: SignedLines | None = None
    why: BobError | None = None


def letters(folder: Path, seats: Sequence[str]) -> list[PostLetter]:
    """The files of a folder, and of those in it that are called as seats are, by their names. Raises PostError where there is no such
    folder."""
    if not folder.is_dir():
        raise PostError("post.no_folder", folder)
    found = list(_letters(_names(folder), folder, None))
    for seat in seats:
        if (inner := folder / seat).is_dir():
            try:
                found += _letters(_names(inner), inner, seat)
            except PostError as error:
                found.append(PostLetter(seat, seat, why=error))
    return found


def _names(folder: Path) -> list[str]:
    """Return the names of possible letters, the plain ones before the copies that programs make of them; hidden files are under way."""
    try:
        names = [path.name for path in folder.iterdir() if not path.name.startswith((".", "~"))]
    except OSError as error:
        raise PostError("post.bad.unread", folder, why=error.strerror or str(error)) from error
    return sorted(names, key=lambda name: (len(name), name))


def _letters(names: Iterable[str], folder: Path, seat: str | None) -> Iterator[PostLetter]:
    count = 0
    for name in names:
        path = folder / name
        shown = name if seat is None else f"{seat}/{name}"
        try:
            mode = path.lstat().st_mode
        except OSError:
            continue  # it went away meanwhile
        if stat.S_ISDIR(mode):
            continue
        count += 1
        if count > MOST_FILES:
            yield PostLetter(shown, seat, why=PostError("post.bad.too_many", most=MOST_FILES))
            return
        try:
            if not stat.S_ISREG(mode):
                raise PostError("post.bad.no_file")
            answer, lines = answer_of(raw_of(path, itself=True))
            yield PostLetter(shown, seat, answer, lines)
        except PostError as error:
            yield PostLetter(shown, seat, why=error)
