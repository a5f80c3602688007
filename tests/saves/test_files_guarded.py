"""Files of games: one writer, what the disk refuses, tampering, two writers; every error in words."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bob.core.match import Match
from bob.core.record import Header
from bob.files import Save, SaveError, recover
from bob.words import Words, chapter
from tests.saves.kept import PLAN, ROOT, contents, error_of, on_disk
from tests.toy import GAMES, TOY, Plan, Strike, ToyPosition, Wait

# ---- one writer, many watchers

HOLDER = """
import sys
from bob.files import Save
from tests.toy import GAMES
with Save.open(sys.argv[1], GAMES)[0]:
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_player_is_told_who_has_it(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    error = error_of(lambda: Save.open(path, GAMES))
    assert error.key == "save.in_use"
    assert f"process {os.getpid()}" in str(error)
    save.close()
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "open\n"
        error = error_of(lambda: Save.open(path, GAMES))
        assert f"process {child.pid}" in str(error)
        assert error_of(lambda: recover(path, path.with_name("new"), GAMES)).key == "save.in_use"
        watching, seen = Save.open(path, GAMES, read_only=True)
        watching.close()
        assert contents(seen) == contents(match)
        child.kill()
    save, again = Save.open(path, GAMES)  # its lock went with it
    save.close()
    assert contents(again) == contents(match)
    assert not Path(f"{path}.lock").exists()


def test_watchers_see_what_is_played_and_play_nothing(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    _, match = game
    for _ in range(3):
        watching, seen = Save.open(path, GAMES, read_only=True)
        with watching:
            assert contents(seen) == contents(match)
            before = contents(seen)
            match.play(match.to_move[0], Strike())  # while the watcher has it open
            assert error_of(lambda s=seen: s.play("blue" if s.to_move == ("blue",) else "red", Strike())).key == "save.watching"  # type: ignore[misc]
            assert error_of(lambda w=watching: w.put_draft("x", 1)).key == "save.watching"  # type: ignore[misc]
            assert contents(seen) == before


def test_a_watcher_that_does_not_let_go_stops_nobody_for_ever(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    before = contents(match)
    save._con.execute("PRAGMA busy_timeout=20")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM entries").fetchone()
        assert error_of(lambda: match.play("red", Strike())).key == "save.busy"
        assert contents(match) == before
        other.execute("COMMIT")
        match.play("red", Strike())


# ---- what the disk refuses


def test_a_full_disk_changes_nothing(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    pages = save._con.execute("PRAGMA page_count").fetchone()[0]
    save._con.execute(f"PRAGMA max_page_count={pages}")
    before, dump = contents(match), TOY.dump(match.position)
    with pytest.raises(SaveError) as error:
        for _ in range(300):
            before, dump = contents(match), TOY.dump(match.position)
            match.play("red", Plan(1, "x" * 900))
    assert error.value.key == "save.full"
    assert (contents(match), TOY.dump(match.position)) == (before, dump)
    assert on_disk(path, tmp_path) == before
    save._con.execute("PRAGMA max_page_count=100")
    match.play("red", Strike())
    assert on_disk(path, tmp_path) == contents(match)


def test_a_disk_that_turns_read_only_changes_nothing(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    match.play("red", PLAN)
    before = contents(match)
    save._con.execute("PRAGMA query_only=ON")
    assert error_of(lambda: match.play("red", Strike())).key == "save.read_only"
    assert error_of(match.undo).key == "save.read_only"
    save._con.execute("PRAGMA query_only=OFF")
    assert contents(match) == before == on_disk(path, tmp_path)
    match.undo()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_can_be_watched_and_not_played(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    path.parent.chmod(0o500)
    try:
        assert error_of(lambda: Save.open(path, GAMES)).key == "save.read_only"
        assert error_of(lambda: Save.create(path.with_name("b"), Header("toy", "long", "5", {}))).key == "save.read_only"
        save, match = Save.open(path, GAMES, read_only=True)
        save.close()
        assert contents(match) == contents(game[1])
    finally:
        path.parent.chmod(0o700)
    path.chmod(0o400)
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.read_only"
    Save.open(path, GAMES, read_only=True)[0].close()
    path.chmod(0)
    assert error_of(lambda: Save.open(path, GAMES, read_only=True)).key == "save.unreadable"


# ---- tampering


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ("UPDATE entries SET text = replace(text, 'Tangmere', 'Tangmore') WHERE number = 1", "save.damaged_entry"),
        ("DELETE FROM entries WHERE number = 1", "save.damaged_entry"),
        ("DELETE FROM entries WHERE number = 2", "save.damaged_count"),
        ("DELETE FROM entries WHERE number >= 0", "save.damaged_count"),
        ("UPDATE entries SET number = 7 WHERE number = 2", "save.damaged_entry"),
        ("UPDATE entries SET text = CAST(text AS BLOB) || x'00' WHERE number = 2", "save.damaged_entry"),
        ("UPDATE entries SET text = 5 WHERE number = 2", "save.damaged_entry"),
        ("INSERT INTO entries SELECT 3, text FROM entries WHERE number = 2", "save.damaged_entry"),
        ("UPDATE meta SET value = replace(value, 'long', 'short') WHERE key = 'header'", "save.damaged_header"),
        ("DELETE FROM meta", "save.damaged_header"),
        ("DROP TABLE entries", "save.damaged_file"),
        ("PRAGMA user_version = 2", "save.damaged_count"),
    ],
)
def test_what_was_changed_behind_our_back_is_noticed(
    statement: str, key: str, game: tuple[Save, Match[ToyPosition]], path: Path, en: Words
) -> None:
    game[0].close()
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute(statement)
    error = error_of(lambda: Save.open(path, GAMES))
    assert error.key == key
    assert f"bob recover {path}" in error.describe(en)


def test_another_row_of_entries_does_not_fit(tmp_path: Path) -> None:
    """An entry whole in itself, from another game with other dice before it, is no entry of this one."""
    for seed in (1, 2):
        save, match = Save.begin(tmp_path / str(seed), TOY, "long", seed)
        with save:
            for _ in range(3):
                match.play(match.to_move[0], Wait())
    with closing(sqlite3.connect(tmp_path / "1", isolation_level=None)) as con:
        con.execute(f"ATTACH '{tmp_path / '2'}' AS other")
        con.execute("UPDATE entries SET text = (SELECT text FROM other.entries WHERE number = 2) WHERE number = 2")
    error = error_of(lambda: Save.open(tmp_path / "1", GAMES))
    assert (error.key, error.values["number"]) == ("save.damaged_entry", 2)


def test_every_error_says_what_to_do(en: Words, fr: Words) -> None:
    """Each entry of the words names the file, but for the name that stands in for an unknown player."""
    for key, entry in chapter("save").items():
        assert key == "save.somebody" or all("{file}" in text for text in entry.values()), key


# ---- two writers


def two_writers(path: Path, how: str) -> tuple[tuple[Save, Match[ToyPosition]], tuple[Save, Match[ToyPosition]]]:
    """The same game open twice: its lock is gone, or it has two names."""
    one = Save.begin(path, TOY, "long", 5)
    one[1].play("blue", PLAN)
    other = path
    if how == "lock gone":
        Path(f"{path}.lock").unlink()
    else:
        other = path.with_name("linked.bob1940")
        os.link(path, other)
    return one, Save.open(other, GAMES)


@pytest.mark.parametrize("how", ["lock gone", "two names"])
def test_of_two_writers_the_second_is_told_and_nothing_is_lost(how: str, path: Path, tmp_path: Path) -> None:
    (save, match), (other_save, other) = two_writers(path, how)
    with save, other_save:
        match.play("blue", Strike())
        truth = contents(match)
        before = contents(other), TOY.dump(other.position)
        for action in (
            lambda: other.play("blue", Plan(2, "lost?")),
            lambda: other.play("blue", Strike()),
            other.undo,
        ):
            assert error_of(action).key == "save.overtaken"
            assert (contents(other), TOY.dump(other.position)) == before
        assert on_disk(path, tmp_path) == truth
        match.play("red", PLAN)
        assert on_disk(path, tmp_path) == contents(match)


@pytest.mark.parametrize("how", ["lock gone", "two names"])
def test_a_record_of_the_same_length_with_another_end_is_noticed(how: str, path: Path, tmp_path: Path) -> None:
    (save, match), (other_save, other) = two_writers(path, how)
    with save, other_save:
        match.undo()
        assert error_of(lambda: other.play("blue", Strike())).key == "save.step"
        match.play("blue", Plan(4, "another"))
        for action in (lambda: other.play("blue", Strike()), other.undo):
            assert error_of(action).key == "save.overtaken"
        assert on_disk(path, tmp_path) == contents(match)


def test_two_processes_that_both_write_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Both play as fast as they can into one file of two names; whoever is told of the other opens it again."""
    path, linked = tmp_path / "a.bob1940", tmp_path / "b.bob1940"
    Save.begin(path, TOY, "long", 5)[0].close()
    os.link(path, linked)
    player = """
import sys
from bob.files import Save, SaveError
from tests.toy import GAMES, Plan
given = 0
while given < 15:
    save, match = Save.open(sys.argv[1], GAMES)
    try:
        while given < 15:
            match.play("blue", Plan(1, f"{sys.argv[2]} {given}"))
            given += 1
    except SaveError as error:
        assert error.key in ("save.overtaken", "save.busy"), error
    save.close()
"""
    children = [
        subprocess.Popen([sys.executable, "-c", player, str(file), name], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for file, name in ((path, "one"), (linked, "two"))
    ]
    for child in children:
        _, wording = child.communicate()
        assert child.returncode == 0, wording
    save, match = Save.open(path, GAMES)
    save.close()
    found = [entry.order.text for entry in match.entries[1:]]
    assert sorted(found) == sorted(f"{name} {n}" for name in ("one", "two") for n in range(15))
    for name in ("one", "two"):
        assert [text for text in found if text.startswith(name)] == [f"{name} {n}" for n in range(15)]
