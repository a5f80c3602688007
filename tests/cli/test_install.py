"""`bob install` and away again; the desktop's files; where games are kept; a line that names a game."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from bob.cli import main
from bob.cli.commands import desk, install
from bob.files import ENDING

if sys.platform in ("win32", "darwin"):
    pytest.skip("a Linux desktop", allow_module_level=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, value in {"HOME": "", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    yield tmp_path


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def entry(text: str) -> dict[str, str]:
    read = configparser.RawConfigParser(delimiters=("=",), strict=True)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(text)
    return dict(read["Desktop Entry"])


def test_it_comes_and_goes_and_leaves_games_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = home / "data" / "bob-1940" / "games" / f"raid{ENDING}"
    game.parent.mkdir(parents=True)
    game.write_text("kept")
    assert main(["install"]) == 0
    there = files(home / "data")
    assert set(install.placed(("bob",))) <= there
    assert main(["install"]) == 0, "once more changes nothing"
    assert files(home / "data") == there
    assert main(["install", "--remove"]) == 0
    assert not set(install.placed(("bob",))) & files(home / "data")
    assert game.read_text() == "kept"
    assert main(["install", "--remove"]) == 0, "what is not there is not missed"
    assert capsys.readouterr().err == ""


def test_a_package_gets_it_under_its_prefix(home: Path) -> None:
    assert main(["install", "--prefix", str(home / "usr"), "--starts", "/usr/bin/bob"]) == 0
    assert files(home / "usr") == {f"share/{place}" for place in install.placed(("bob",))}
    assert not (home / "data").exists()
    assert entry((home / "usr/share/applications/bob-1940.desktop").read_text("utf-8"))["Exec"] == '"/usr/bin/bob" desk %f'


def test_a_place_that_cannot_be_written_is_told_in_a_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "usr").write_text("a file")
    assert main(["install", "--prefix", str(home / "usr")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_entry_starts_this_program() -> None:
    assert entry(install.desktop_entry(("/opt/a b/bob",)))["Exec"] == '"/opt/a b/bob" desk %f'
    assert entry(install.desktop_entry(("/p/python", "-m", "bob")))["Exec"] == '"/p/python" "-m" "bob" desk %f'
    assert entry(install.desktop_entry(("/50%/$x",)))["Exec"] == r'"/50%%/\$x" desk %f'
    assert entry(install.desktop_entry(("/opt/bob",)))["TryExec"] == "/opt/bob"


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="no desktop-file-validate")
@pytest.mark.parametrize("starts", [("bob",), ("/opt/a b/bob",), (sys.executable, "-m", "bob")])
def test_the_entry_is_right(tmp_path: Path, starts: tuple[str, ...]) -> None:
    file = tmp_path / "bob-1940.desktop"
    file.write_text(install.desktop_entry(starts), "utf-8")
    done = subprocess.run(["desktop-file-validate", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_kind_of_file_is_that_of_games() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = ET.parse(install.BADGE / "bob-1940.xml").getroot()[0]
    assert kind.get("type") == entry(install.desktop_entry(("bob",)))["MimeType"].rstrip(";")
    assert kind.find(f"{space}glob").get("pattern") == f"*{ENDING}"  # type: ignore[union-attr]


@pytest.mark.skipif(shutil.which("update-mime-database") is None, reason="no shared-mime-info")
def test_a_desktop_knows_a_game_by_its_name(home: Path) -> None:
    assert main(["install"]) == 0
    assert f"application/x-bob1940:*{ENDING}" in (home / "data" / "mime" / "globs").read_text("utf-8")


def test_the_badge_is_there_in_the_sizes_that_it_says() -> None:
    assert set(install.badges()) >= {16, 32, 48, 64, 128, 256, 512}
    for size, path in install.badges().items():
        head = path.read_bytes()[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert [int.from_bytes(head[at : at + 4]) for at in (16, 20)] == [size, size]


# ---- where games are, and a line that names one


def test_where_games_are_kept_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--where"]) == 0
    text = capsys.readouterr().out
    assert str(home / "data" / "bob-1940" / "games") in text
    assert str(home / "config") in text


@pytest.mark.parametrize("line", [["my raid.bob1940"], ["--lang", "fr", "C:/spiele/raid.bob1940"], ["desk", "raid.bob1940"]])
def test_a_line_that_names_a_game_opens_the_desk(monkeypatch: pytest.MonkeyPatch, line: list[str]) -> None:
    opened: list[str | None] = []
    monkeypatch.setattr(desk, "missing", lambda: None)
    monkeypatch.setattr(desk, "open_desk", lambda file, words: opened.append(file) or 0)
    assert main(line) == 0
    assert opened == [line[-1]]
