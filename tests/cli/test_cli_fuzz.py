"""The command line under whatever people type, and the program itself as a process."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.cli import COMMANDS, main
from bob.data.map_files import KINDS
from bob.data.table_files import ORDER
from bob.data.theatre import Theatre
from tests.sizes import fifth


@pytest.fixture(autouse=True, scope="module")
def one_theatre_in_an_empty_folder(theatre: Theatre, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every command gets the same theatre, and a folder where it can do no harm."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theatre, "load", classmethod(lambda cls, folder=None: theatre))
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.delenv("BOB_DEBUG", raising=False)
        patch.chdir(tmp_path_factory.mktemp("here"))
        yield


OPTIONS = [
    "--json", "--dice", "--seed", "--switch", "--tables", "--kind", "--near", "--within", "--side", "--lang", "-h", "--help", "--version",
    "--weather", "--angels", "--late", "--raf", "--unit", "--lost", "--out", "--layers", "--palette", "--width", "--page", "--sector",
]  # fmt: skip
VALUES = [
    "3,4", "6", "5", "fair", "couvert", "18", "17", "-2", "1e9", "Dover", "Kenley", "Dunkirk", "3706", "9999", "51.3,0.1", "nan,nan",
    "1940-08-18", "1940-13-41", "raf", "fr", "en", "de", "OPS-A5.m3", "OPS-B5", "london_haze_6=up_to_8", "=", "all", "+radio", "a2",
    "m.bmp", "--", "-", "é", "%s", "{key}", "{0}", "", "9" * 40, "\n", "\x1b[2J", "\u202e", "Biggin Hill", "port:Dover Harbour",
]  # fmt: skip
JUNK = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
WORD = st.one_of(st.sampled_from([*OPTIONS, *VALUES, *ORDER, *KINDS]), JUNK)
EQUALS = st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from(VALUES))
RIGHT = [
    "roll wind --seed 5",
    "roll formation --weather overcast --angels 18 --gruppen 6 --type main",
    "roll navigation --dice 3,4 --weather fair --landmark --json",
    "roll bombing --unit bomber_gruppe --angels 18 --low",
    "roll london_haze --dice 6 --switch london_haze_6=up_to_8",
    "table bombing --lang fr",
    "tables --json",
    "rule OPS-A5.m3",
    "places hawk --kind airfield --near Dover --within 9",
    "distance Kenley 51.13,1.31 --json",
    "forces 1940-08-18 --side raf",
]


@st.composite
def nearly_right(draw: st.DrawFn) -> list[str]:
    """A command line that works, with up to three of its words changed, added or taken away."""
    line = draw(st.sampled_from(RIGHT)).split()
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(line)))
        line[at : at + draw(st.integers(0, 1))] = draw(st.lists(st.one_of(WORD, EQUALS), max_size=1))
    return line


LONG = ("desk", "play", "serve", "simulate", "forecast", "calibrate", "tournament", "install")
"""Commands that wait for a person, work for long, or write at home: they have tests of their own."""

QUICK = [c for c in COMMANDS if c not in LONG]
SCATTERED = st.builds(lambda head, rest: [head, *rest], st.one_of(st.sampled_from(QUICK), WORD), st.lists(WORD, max_size=7))


@pytest.mark.slow
def test_whatever_is_typed_is_answered_or_refused_in_one_line() -> None:
    codes: list[int] = []

    @settings(max_examples=fifth(200), deadline=None, derandomize=True, database=None)
    @given(st.one_of(nearly_right(), nearly_right(), SCATTERED))
    def check(line: list[str]) -> None:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(line)
        text, complaint = out.getvalue(), err.getvalue()
        codes.append(code)
        assert code in (0, 2), complaint
        assert "Traceback" not in text + complaint
        assert complaint.count("\n") == (1 if code == 2 else 0)
        assert (text == "") == (code == 2)
        assert not list(Path.cwd().iterdir())

    check()
    assert codes.count(0) >= fifth(30), "too few of the lines were right to say anything"
    assert codes.count(2) >= fifth(60)


# The program itself


def run(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-m", "bob", *argv], capture_output=True, text=True, env=env, timeout=60, check=False)


def test_a_seed_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    first, second = (run("roll", "wind", "--seed", "5", "--json", PYTHONHASHSEED=seed) for seed in ("0", "4242"))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    assert (found["table"], found["seed"], found["total"]) == ("wind", "5", sum(found["dice"]))


def test_a_reader_that_goes_away_is_no_fault() -> None:
    if sys.platform != "win32":
        command = f"'{sys.executable}' -m bob tables | head -1"
        done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("\n") == 1
    child = subprocess.Popen([sys.executable, "-m", "bob", "tables"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == ""
    assert child.wait(timeout=60) == 0
    child.stderr.close()
