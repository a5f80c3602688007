"""Files that the program makes: each is written beside its place, is on the disk, and only then takes its place.

A disk that is full, or goes away, leaves what stood there before. Games are kept by `bob.files`, which is as careful with each entry.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from bob.core.errors import BobError

_numbers = itertools.count(1)
PARTS = ".bob-*.part"
"""The name pattern of a file being written, until it is renamed to its own."""


def put_file(path: str | os.PathLike[str], content: str | bytes, *, private: bool = False) -> Path:
    """Write a file whole, or leave the old one. A `private` one can be read only by its owner, where the system supports that. Raises
    BobError."""
    return put_files({Path(path): content}, private=private)[0]


def put_files(contents: Mapping[Path, str | bytes], *, private: bool = False) -> list[Path]:
    """Write files that belong together: none takes its place before all are on the disk. Raises BobError."""
    beside: list[tuple[Path, Path]] = []
    try:
        for path, content in contents.items():
            raw = content.encode() if isinstance(content, str) else content
            with file_errors(path):
                place = Path(os.path.realpath(path))
                if place.exists() and not place.is_file():
                    _pour(place, raw)  # a pipe or a device has no place to take
                    continue
                part = place.parent / f".bob-{os.getpid()}-{next(_numbers)}.part"
                beside.append((part, place))
                _write(part, raw, *((0o600,) if private else ()))
                if place.exists() and not private:
                    shutil.copymode(place, part)
        for part, place in beside:
            with file_errors(place):
                part.replace(place)
    finally:
        for part, _ in beside:
            with suppress(OSError):
                part.unlink()
    for folder in {place.parent for _, place in beside}:
        sync_folder(folder)
    return list(contents)


def sync_folder(folder: Path) -> None:
    """See to it that the names in a folder are on the disk, where the system can."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Convert errors of the system to BobError with the file's name."""
    try:
        yield
    except OSError as error:
        raise BobError("error.write", path=str(path), why=error.strerror or str(error)) from error


def _write(part: Path, raw: bytes, mode: int = 0o666) -> None:
    with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
        stream.write(raw)
        stream.flush()
        os.fsync(stream.fileno())
    size = part.stat().st_size
    if size != len(raw):
        raise OSError(f"{size} / {len(raw)}")


def _pour(place: Path, raw: bytes) -> None:
    with place.open("wb", buffering=0) as stream:
        while raw:
            raw = raw[stream.write(raw) :]
