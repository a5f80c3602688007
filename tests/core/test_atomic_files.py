"""Files that the program makes take their place when they are whole, or what was there stays."""

from __future__ import annotations

import ast
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bob
from bob.core import atomic_files
from bob.core.atomic_files import put_file, put_files
from bob.core.errors import BobError
from bob.words import Words
from tests.sizes import some
from tests.sources import SOURCES, nodes

OLD = "what was there"
ROOT = Path(bob.__file__).resolve().parent.parent


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Makes the disk full after so many more files."""

    def after(files: int) -> None:
        left = files

        def write(part: Path, raw: bytes) -> None:
            nonlocal left
            if left == 0:
                part.write_bytes(raw[: len(raw) // 2])
                raise OSError(errno.ENOSPC, "No space left on device")
            left -= 1
            part.write_bytes(raw)

        monkeypatch.setattr(atomic_files, "_write", write)

    return after


def test_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert put_file(path, "naïve – œuvre\n") == path
    assert path.read_bytes() == "naïve – œuvre\n".encode()
    put_file(str(path), b"\0\xff")
    assert path.read_bytes() == b"\0\xff"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, full: Callable[[int], None]) -> None:
    path = tmp_path / "a.txt"
    path.write_text(OLD)
    full(0)
    with pytest.raises(BobError) as error:
        put_file(path, "new" * 1000)
    assert (error.value.key, error.value.values["path"]) == ("error.write", str(path))
    for language in ("en", "fr"):
        assert "No space left" in error.value.describe(Words(language))
    assert path.read_text() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_of_files_that_belong_together_none_comes_alone(tmp_path: Path, full: Callable[[int], None]) -> None:
    paths = [tmp_path / f"{n}.svg" for n in range(3)]
    paths[0].write_text(OLD)
    full(2)
    with pytest.raises(BobError):
        put_files(dict.fromkeys(paths, "<svg/>"))
    assert [path.name for path in tmp_path.iterdir()] == ["0.svg"]
    assert paths[0].read_text() == OLD


def test_a_file_that_came_out_short_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes all and keeps half."""
    whole = Path.stat

    def stat(self: Path, **how: Any) -> Any:
        found = whole(self, **how)
        return os.stat_result((*found[:6], found.st_size // 2, *found[7:10])) if self.suffix == ".part" else found

    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(BobError):
        put_file(tmp_path / "a.txt", "x" * 100)
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_says_where(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "a.txt", tmp_path / ("x" * 300), tmp_path / "file" / "a.txt"):
        (tmp_path / "file").write_text("")
        with pytest.raises(BobError) as error:
            put_file(path, "x")
        assert error.value.key == "error.write"
        assert str(path) in str(error.value)
    with pytest.raises(BobError):
        put_file(tmp_path, "x")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither")
def test_links_devices_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text(OLD)
    path.chmod(0o640)
    link.symlink_to(path)
    put_file(link, "new")
    assert link.is_symlink() and path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640
    put_file("/dev/null", "x")
    assert not Path("/dev/null").is_file()
    if Path("/dev/full").exists():
        with pytest.raises(BobError):
            put_file("/dev/full", "x")
        assert Path("/dev/full").exists() and not Path("/dev/full").is_file()


def test_a_name_as_long_as_the_disk_takes(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 251 + ".txt")
    put_file(path, "x")
    assert path.read_text() == "x"


ALLOWED = {"atomic_files.py", "recovery.py", "hand_out_box.py", "player.py", "fault_report.py"}
"""The one place, a copy of a broken game to read from, a printer’s file, which is written by ours, a sound that is put into memory, and
what Python itself writes when it falls."""
WRITERS = {"write_text", "write_bytes", "copyfile", "copy2", "setFileName", "setOutputFileName"}
MODES = {"w", "wb", "a", "ab", "x", "xb", "r+b", "rb+", "r+"}


def writes(node: ast.Call) -> bool:
    """Whether a call writes a file."""
    name = ast.unparse(node.func).rpartition(".")[2]
    given = [a.value for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Constant)]
    if name == "QPdfWriter":
        return ast.unparse(node.args[0]) != "buffer"
    return name in WRITERS or (name == "open" and any(mode in MODES for mode in given))


@pytest.mark.sources
def test_every_file_goes_through_the_one_function() -> None:
    """Nothing else of the program writes a file itself."""
    found = set()
    for path in SOURCES:
        calls = [node for node in nodes(path) if isinstance(node, ast.Call)]
        found |= {path.name for node in calls if writes(node)}
    assert found == ALLOWED


FULL = """
import resource, signal, sys
sys.dont_write_bytecode = True  # it would be cut, too
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
from bob.cli import main
from tests.sizes import some
from tests.sources import SOURCES, nodes
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("ending", some(["svg", "png", "pdf"]))
def test_a_map_on_a_full_disk_is_an_error_and_the_older_map_stays(ending: str, tmp_path: Path) -> None:
    """Every file is limited to fewer bytes than the map has: so does a full disk cut it."""
    path = tmp_path / f"map.{ending}"
    path.write_text(OLD)
    command = [sys.executable, "-c", FULL, "map", "--out", str(path), "--width", "900", "--page", "a4"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, check=False
    )
    assert done.returncode != 0 and "Traceback" not in done.stderr, done.stderr
    assert str(path) in done.stderr and done.stdout == ""
    assert path.read_text() == OLD
    assert list(tmp_path.iterdir()) == [path]
