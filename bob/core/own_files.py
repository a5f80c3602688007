"""Files of a user's own that are laid over what ships: taken down as texts, so that a record can hold them, and laid out again."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from bob.core.atomic_files import put_files
from bob.core.errors import BobError, UsageError


def there(folder: Path, names: Sequence[str]) -> None:
    """Raise UsageError for a folder that is not there, or in which no file has one of these names or patterns."""
    if not os.path.isdir(folder):  # noqa: PTH112 - is_dir raises for names that are too long
        raise UsageError("error.no_folder", path=str(folder))
    if not any(path.is_file() for name in names for path in folder.glob(name)):
        raise UsageError("error.no_own_files", path=str(folder), choices=", ".join(names))


def own_files(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """The texts of the files of a folder that have these names or patterns, by name; they have been read as TOML before."""
    found = sorted(path for name in names for path in folder.glob(name) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8-sig", "replace") for path in found}


@contextmanager
def as_folder(own: Mapping[str, str], names: Sequence[str]) -> Iterator[Path]:
    """A folder with these files for a while. Raises BobError for a name that is none of those known."""
    for name in own:
        parts = PurePosixPath(name).parts
        if "\\" in name or ".." in parts or not any(len(parts) == known.count("/") + 1 and fnmatchcase(name, known) for known in names):
            raise BobError("error.own_file", name=name, choices=", ".join(names))
    with tempfile.TemporaryDirectory(prefix="bob-own-") as folder:
        for name in own:
            (Path(folder) / name).parent.mkdir(exist_ok=True)
        put_files({Path(folder) / name: text for name, text in own.items()})
        yield Path(folder)


def digest_of(own: Mapping[str, str]) -> str:
    """Return a digest for comparing files between two people; empty for none."""
    return hashlib.sha256(json.dumps(own, sort_keys=True).encode()).hexdigest() if own else ""
