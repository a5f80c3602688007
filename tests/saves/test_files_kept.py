"""Files of games: keeping, opening, undo, drafts, copies, older and newer forms."""

from __future__ import annotations

import gc
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.match import Match
from bob.core.record import Header
from bob.files import FORMAT, Save, SaveError, formats, recover
from bob.files.checksums import with_checksum
from tests.saves.kept import PLAN, contents, error_of, on_disk
from tests.toy import GAMES, TOY, Plan, Show, Strike, ToyPosition, Wait

# ---- keeping


def test_what_was_played_is_there_when_the_file_is_opened(path: Path) -> None:
    save, match = Save.begin(path, TOY, "long", 5, {"cards": 5})
    stream = Stream.of(5, "player")
    with save:
        for _ in range(80):
            match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
    save, again = Save.open(path, GAMES)
    with save:
        assert contents(again) == contents(match)
        assert TOY.dump(again.position) == TOY.dump(match.position)
        assert again.header == save.header == match.header
        for one in (match, again):
            one.keep = save if one is again else None
            one.play(one.to_move[0], Strike())
        assert contents(again) == contents(match)
    assert [child.name for child in path.parent.iterdir()] == [path.name]


def test_every_order_is_in_the_file_before_play_returns(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    _, match = game
    for order in (Show(match.position.hands["red"][0]), Plan(1, "x"), Strike()):
        match.play("red", order)
        assert on_disk(path, tmp_path) == contents(match)
    match.play("blue", PLAN)
    match.undo()
    assert on_disk(path, tmp_path) == contents(match)


def test_undo_is_kept_and_play_goes_on(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    for number in range(20):
        match.play("red", Plan(number % 10, "x" * number))
    for _ in range(20):
        match.undo()
    match.play("red", Wait())
    save.close()
    save, again = Save.open(path, GAMES)
    save.close()
    assert contents(again) == contents(match)
    assert len(again.entries) == 4


def test_text_of_every_kind_is_kept(path: Path) -> None:
    texts = ["", "naïve – œuvre 🛩", "\0\n\r\x1e\u2028", '"\\', "BOB1940 entry 1 2 00000000 " + "0" * 64 + "\n{}"]
    save, match = Save.begin(path, TOY, "long", 5)
    with save:
        for text in texts:
            match.play("blue", Plan(1, text))
    save, again = Save.open(path, GAMES)
    save.close()
    assert [entry.order.text for entry in again.entries[1:]] == texts
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert recover(path, path.with_name("new"), GAMES).entries_kept == len(texts) + 1


def test_half_a_character_is_refused_and_nothing_happens(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    _, match = game
    error = error_of(lambda: match.play("red", Plan(1, "\ud800")))
    assert error.key == "save.text"
    match.play("red", Plan(1, "x"))
    assert on_disk(path, tmp_path) == contents(match)


def test_an_entry_out_of_step_is_refused(game: tuple[Save, Match[ToyPosition]]) -> None:
    save, match = game
    for number in (1, 2):
        assert error_of(lambda n=number: save.append(match.entries[n])).key == "save.step"  # type: ignore[misc]
    for number in (0, 3, -1):
        assert error_of(lambda n=number: save.replace(n, ())).key == "save.step"  # type: ignore[misc]


@pytest.mark.parametrize("moment", ["commit", "begin"])
def test_a_ctrl_c_around_the_commit_leaves_file_and_match_in_step(moment: str, path: Path, tmp_path: Path) -> None:
    save, match = Save.begin(path, TOY, "long", 5)

    class Interrupting:
        """The connection, interrupted once right after a statement."""

        def __init__(self, con: sqlite3.Connection, after: str) -> None:
            self.con, self.after = con, after

        def __getattr__(self, name: str) -> Any:
            return getattr(self.con, name)

        def execute(self, sql: str, *values: Any) -> Any:
            found = self.con.execute(sql, *values)
            if sql.lower().startswith(self.after):
                self.after = "never"
                raise KeyboardInterrupt
            return found

    with save:
        match.play("blue", PLAN)
        con = save._con
        save._con = Interrupting(con, moment)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            match.play("blue", Plan(4, "never acknowledged"))
        save._con = con
        if con.in_transaction:
            con.execute("ROLLBACK")
        assert len(match.entries) == 2
        match.play("blue", Plan(5, "instead"))
        assert on_disk(path, tmp_path) == contents(match)
        save._con = Interrupting(con, moment)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            match.undo()
        save._con = con
        if con.in_transaction:
            con.execute("ROLLBACK")
            match.undo()
        else:
            assert error_of(lambda: match.play("blue", Plan(6, "x"))).key == "save.step"
    save, again = Save.open(path, GAMES)
    save.close()
    assert len(again.entries) == 2


def test_the_file_is_safe_by_its_settings(game: tuple[Save, Match[ToyPosition]]) -> None:
    save, _ = game
    wanted = {"synchronous": 2, "journal_mode": b"truncate", "page_size": 65536, "secure_delete": 1, "trusted_schema": 0}
    assert {name: save._con.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted


# ---- making and opening


def test_a_file_that_is_there_is_never_written_over(path: Path) -> None:
    path.write_text("a letter home")
    header = Header("toy", "long", "5", {})
    assert error_of(lambda: Save.create(path, header)).key == "save.exists"
    assert error_of(lambda: Save.begin(path, TOY, "long", 5)).key == "save.exists"
    assert path.read_text() == "a letter home"
    assert [child.name for child in path.parent.iterdir()] == [path.name]


def test_a_setup_that_fails_leaves_no_file(path: Path) -> None:
    with pytest.raises(BobError):
        Save.begin(path, TOY, "no such scenario", 5)
    with pytest.raises(ZeroDivisionError):
        Save.begin(path, TOY, "long", 5, dice=lambda _: 1 // 0)  # type: ignore[arg-type, return-value]
    assert list(path.parent.iterdir()) == []


def test_files_that_cannot_be_opened_say_why(path: Path, tmp_path: Path) -> None:
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.missing"
    assert error_of(lambda: Save.open(tmp_path, GAMES)).key == "save.not_a_file"
    assert error_of(lambda: Save.create(tmp_path / "no" / "g", Header("toy", "long", "5", {}))).key == "save.no_folder"
    assert error_of(lambda: recover(path, tmp_path / "new", GAMES)).key == "save.missing"
    assert error_of(lambda: Save.open(tmp_path / ("x" * 300), GAMES)).key in ("save.disk", "save.missing")
    assert list(tmp_path.iterdir()) == []


def test_a_file_made_but_not_set_up_says_so(path: Path) -> None:
    Save.create(path, Header("toy", "long", "5", {})).close()
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.unfinished"
    assert error_of(lambda: recover(path, path.with_name("new"), GAMES)).key == "save.nothing"


def test_another_database_is_no_game(path: Path) -> None:
    with closing(sqlite3.connect(path)) as con:
        con.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT)")
    before = path.read_bytes()
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.foreign"
    assert path.read_bytes() == before


def test_a_game_that_is_not_here_says_which_are(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    error = error_of(lambda: Save.open(path, {"cards": TOY, "day": TOY}))
    assert error.key == "save.no_game"
    assert "cards, day" in str(error)


def test_odd_names_are_names(tmp_path: Path) -> None:
    for name in ("a b.bob1940", "é#1?.bob1940", "100%25.bob1940", "'; DROP.bob1940"):
        save, match = Save.begin(tmp_path / name, TOY, "long", 5)
        with save:
            match.play("blue", PLAN)
        Save.open(tmp_path / name, GAMES)[0].close()
        assert recover(tmp_path / name, tmp_path / f"new {name}", GAMES).entries_kept == 2


def test_closing_twice_is_harmless_and_a_closed_file_takes_nothing(game: tuple[Save, Match[ToyPosition]]) -> None:
    save, match = game
    before = contents(match)
    save.close()
    save.close()
    for action in (
        lambda: match.play("red", PLAN),
        lambda: save.draft("x"),
        lambda: save.put_draft("x", 1),
        lambda: save.copy_to(save.path.with_name("copy")),
    ):
        assert error_of(action).key == "save.closed"
    assert contents(match) == before
    assert not save.path.with_name("copy").exists()


def open_files() -> int:
    """How many files this process has open, where the system tells."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


def test_nothing_is_left_open_by_what_fails(path: Path) -> None:
    """An unclosed file would warn here, and a warning fails the test."""
    save, _ = Save.begin(path, TOY, "long", 5)
    save.close()
    before = open_files()
    for action in (lambda: Save.open(path, {}), lambda: Save.create(path, save.header), lambda: recover(path, path, GAMES)):
        with pytest.raises(SaveError):
            action()
    gc.collect()
    assert before == open_files()


# ---- drafts and copies


def test_drafts_are_kept_beside_the_record(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    save.put_draft("layout", {"zoom": 1.5, "open": ["tote", "plot"]})
    save.put_draft("plan/red", [1])
    save.put_draft("plan/red", [1, 2])
    save.put_draft("plan/blue", 3)
    save.put_draft("plan/blue", None)
    save.close()
    save, again = Save.open(path, GAMES)
    with save:
        assert contents(again) == contents(match)
        assert save.drafts() == ("layout", "plan/red")
        assert save.draft("layout") == {"zoom": 1.5, "open": ["tote", "plot"]}
        assert save.draft("plan/red") == [1, 2]
        assert save.draft("plan/blue") is None


def test_a_damaged_draft_harms_nothing_else(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, _ = game
    save.put_draft("good", 1)
    save.put_draft("bad", {"text": "Biggin Hill"})
    save.close()
    path.write_bytes(path.read_bytes().replace(b"Biggin Hill", b"Biggin Pill"))
    save, match = Save.open(path, GAMES)
    with save:
        assert error_of(lambda: save.draft("bad")).key == "save.damaged_draft"
        assert save.draft("good") == 1
        match.play("red", Strike())
        save.put_draft("bad", 2)
        assert save.draft("bad") == 2


def test_a_copy_is_a_game_of_its_own(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    save.put_draft("layout", 1)
    copy = tmp_path / "copy.bob1940"
    save.copy_to(copy)
    before = contents(match)
    match.play("red", Strike())
    other, again = Save.open(copy, GAMES)
    with other:
        assert contents(again) == before
        assert other.draft("layout") == 1
        again.play("red", PLAN)
    assert on_disk(path, tmp_path) == contents(match)
    assert error_of(lambda: save.copy_to(copy)).key == "save.exists"
    assert error_of(lambda: save.copy_to(path)).key == "save.exists"
    assert sorted(child.name for child in tmp_path.iterdir()) == ["copy.bob1940", path.name, f"{path.name}-journal", f"{path.name}.lock"]


# ---- versions


def as_of_version_0(path: Path) -> None:
    """Make a file what it would have been before there were drafts."""
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("DROP TABLE drafts")
        con.execute("DROP TABLE positions")
        con.execute("UPDATE meta SET value = ? WHERE key = 'format'", (with_checksum("format", 0, 0)[0],))


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as con:
        return int(json.loads(con.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()[0].split("\n")[1]))


def test_an_older_file_is_brought_up_to_date(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    save.close()
    as_of_version_0(path)
    save, again = Save.open(path, GAMES)
    with save:
        assert contents(again) == contents(match)
        save.put_draft("x", 1)
        again.play("red", Strike())
    assert version(path) == FORMAT
    Save.open(path, GAMES)[0].close()


def test_an_older_file_can_be_watched_and_recovered_as_it_is(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    save.close()
    as_of_version_0(path)
    before = path.read_bytes()
    save, again = Save.open(path, GAMES, read_only=True)
    with save:
        assert contents(again) == contents(match)
        assert save.drafts() == ()
    assert recover(path, path.with_name("new"), GAMES).entries_kept == len(match.entries)
    assert path.read_bytes() == before
    assert version(path.with_name("new")) == FORMAT


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(
    game: tuple[Save, Match[ToyPosition]], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game[0].close()
    as_of_version_0(path)
    before = path.read_bytes()

    def failing(con: sqlite3.Connection) -> None:
        con.execute("DELETE FROM entries")
        con.execute("SELECT * FROM what_is_not_there")

    monkeypatch.setattr(formats, "CONVERSIONS", {0: failing})
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.upgrade"
    monkeypatch.setattr(formats, "CONVERSIONS", {})
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.upgrade"
    assert path.read_bytes() == before


def test_every_older_form_has_its_upgrade() -> None:
    assert sorted(formats.CONVERSIONS) == list(range(FORMAT))


@pytest.mark.parametrize("read_only", [True, False])
def test_a_newer_file_is_refused_as_it_is(read_only: bool, game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("UPDATE meta SET value = ? WHERE key = 'format'", (with_checksum("format", 0, FORMAT + 1)[0],))
    before = path.read_bytes()
    error = error_of(lambda: Save.open(path, GAMES, read_only=read_only))
    assert error.key == "save.newer"
    assert "newer version of the program" in str(error)
    assert path.read_bytes() == before


def test_a_newer_record_is_refused(path: Path) -> None:
    Save.create(path, Header("toy", "long", "5", {}, format=99)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("INSERT INTO entries VALUES (0, '')")
    assert error_of(lambda: Save.open(path, GAMES)).key == "save.newer"
