"""Files locked by passphrases: who opens them, what a cheat sees in them, and that they keep as plain ones do."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.match import Match
from bob.files import Cipher, Locked, Save, SaveError, recover
from bob.files.checksums import checked, with_checksum
from bob.files.cipher import ScryptCost, envelope_of
from bob.words import Words
from tests.saves.kept import contents, error_of
from tests.toy import GAMES, TOY, Plan, Strike, ToyPosition

BOTH = {"blue": "four words of the blue", "red": "höhere Gewalt der Roten"}
ALL = BOTH | {"referee": "the whistle of the referee"}
MARK = "Tangmere Tangmere Tangmere"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passphrases are stretched little: what they cost is not looked at here."""
    monkeypatch.setattr(Cipher, "usual", ScryptCost(4, 8, 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.bob1940"


@pytest.fixture
def game(path: Path) -> Iterator[tuple[Save, Match[ToyPosition]]]:
    """A locked game of a few orders, its file open."""
    save, match = Save.begin(path, TOY, "long", 5, cipher=Cipher.made(ALL))
    with save:
        save.put_draft("blue/notes", {"about": MARK})
        for order in (Plan(3, MARK), Strike()):
            match.play("blue", order)
        yield save, match


def opened_by(path: Path, passphrases: dict[str, str] | None) -> list[str]:
    save, match = Save.open(path, GAMES, key=passphrases)
    save.close()
    return contents(match)


@pytest.mark.parametrize("names", [("blue", "red"), ("referee",), ("blue", "red", "referee")])
def test_both_sides_together_or_the_referee_alone_open_it(
    names: tuple[str, ...], game: tuple[Save, Match[ToyPosition]], path: Path
) -> None:
    save, match = game
    save.close()
    assert opened_by(path, {name: ALL[name] for name in names}) == contents(match)


@pytest.mark.parametrize("names", [(), ("blue",), ("red",)])
def test_one_side_alone_is_told_what_it_lacks_and_nothing_is_changed(
    names: tuple[str, ...], game: tuple[Save, Match[ToyPosition]], path: Path
) -> None:
    game[0].close()
    before = path.read_bytes()
    error = error_of(lambda: opened_by(path, {name: ALL[name] for name in names}))
    assert isinstance(error, Locked)
    assert error.sides == ("blue", "red") and error.referee
    assert path.read_bytes() == before


@pytest.mark.parametrize("wrong", ["blue", "red", "referee"])
def test_a_wrong_passphrase_names_its_holder_and_changes_nothing(wrong: str, game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    before = path.read_bytes()
    given = (BOTH if wrong != "referee" else {}) | {wrong: ALL[wrong] + "x"}
    error = error_of(lambda: opened_by(path, given))
    assert error.key == "save.wrong_passphrase"
    name = {"en": "the referee", "fr": "l’arbitre"} if wrong == "referee" else {"en": wrong, "fr": wrong}
    for language in ("en", "fr"):
        assert name[language] in error.describe(Words(language))
    assert path.read_bytes() == before
    assert not Path(f"{path}.lock").exists(), "nobody is kept out by who failed"


def test_the_passphrase_of_one_side_does_not_do_for_the_other(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    swapped = {"blue": BOTH["red"], "red": BOTH["blue"]}
    assert error_of(lambda: opened_by(path, swapped)).key == "save.wrong_passphrase"
    assert error_of(lambda: opened_by(path, {"referee": BOTH["blue"]})).key == "save.wrong_passphrase"


def test_a_passphrase_counts_however_its_accents_are_typed(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    save, match = game
    save.close()
    assert opened_by(path, BOTH | {"red": "ho\u0308here Gewalt der Roten"}) == contents(match)


def test_without_a_referee_there_is_no_third_key(path: Path) -> None:
    Save.begin(path, TOY, "long", 5, cipher=Cipher.made(BOTH))[0].close()
    error = error_of(lambda: opened_by(path, {"referee": ALL["referee"]}))
    assert isinstance(error, Locked) and not error.referee


def test_what_passphrases_must_be() -> None:
    for chosen, key in ((BOTH | {"red": "short"}, "locks.passphrase_short"), ({"blue": BOTH["blue"]}, "locks.two")):
        with pytest.raises(BobError) as caught:
            Cipher.made(chosen)
        assert caught.value.key == key


def test_no_word_of_the_game_is_in_the_file(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    save.copy_to(tmp_path / "copy.bob1940")
    files = [path, *tmp_path.glob("*")]
    assert len(files) > 2
    for file in files:
        raw = file.read_bytes()
        for word in (MARK, "blue/notes", "strike", "scenario", f'"{match.header.scenario}"', *ALL.values()):
            assert word.encode() not in raw, (file, word)


def test_lengths_are_told_in_blocks_only(tmp_path: Path) -> None:
    sizes = set()
    for count in (0, 1, 40, 300):
        path = tmp_path / str(count)
        save, match = Save.begin(path, TOY, "long", 5, cipher=Cipher.made(BOTH))
        with save:
            match.play("blue", Plan(3, "x" * count))
        with closing(sqlite3.connect(path)) as con:
            sizes.add(con.execute("SELECT length(text) FROM entries WHERE number = 1").fetchone())
    assert len(sizes) == 1


def test_the_same_game_locked_twice_has_nothing_in_common(tmp_path: Path) -> None:
    texts = []
    for name in ("a", "b"):
        Save.begin(tmp_path / name, TOY, "long", 5, cipher=Cipher.made(BOTH))[0].close()
        with closing(sqlite3.connect(tmp_path / name)) as con:
            texts += [text for (text,) in con.execute("SELECT text FROM entries UNION SELECT text FROM positions")]
    assert len(set(texts)) == len(texts)


def test_undo_drafts_and_copies_are_as_in_a_plain_file(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    match.play(match.to_move[0], Plan(2, "later"))
    if match.undo_refused() is None:
        match.undo()
    assert save.draft("blue/notes") == {"about": MARK} and save.draft("none") is None
    save.put_draft("blue/notes", {"about": "less"})
    save.put_draft("red/notes", 1)
    assert save.drafts() == ("blue/notes", "red/notes")
    save.put_draft("red/notes", None)
    copy = tmp_path / "copy.bob1940"
    save.copy_to(copy)
    save.close()
    assert opened_by(copy, BOTH) == opened_by(path, BOTH) == contents(match)
    with Save.open(path, GAMES, key=BOTH)[0] as again:
        assert again.draft("blue/notes") == {"about": "less"} and again.drafts() == ("blue/notes",)


def test_each_order_is_in_the_file_before_play_returns(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    _, match = game
    stream = Stream.of(7, "player")
    for number in range(12):
        match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
        copy = tmp_path / f"copy {number}"
        copy.write_bytes(path.read_bytes())
        assert opened_by(copy, BOTH) == contents(match)


def test_of_two_writers_the_second_is_told(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    Path(f"{path}.lock").unlink()
    other, theirs = Save.open(path, GAMES, key=BOTH)
    with other:
        theirs.play(theirs.to_move[0], Plan(1, "first"))
        assert error_of(lambda: game[1].play(game[1].to_move[0], Plan(2, "second"))).key == "save.overtaken"
    assert opened_by(path, BOTH) == contents(theirs)


def rows_of(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as con, con:
        for statement in statements:
            con.execute(statement)


FORGERIES = {
    "an entry in another's place": "UPDATE entries SET text = (SELECT text FROM entries WHERE number = 1) WHERE number = 2",
    "a position in another's place": "UPDATE positions SET text = (SELECT text FROM positions WHERE number = 0) WHERE number = 2",
    "a header that is an entry": "UPDATE meta SET value = (SELECT text FROM entries WHERE number = 0) WHERE key = 'header'",
    "a missing entry": "DELETE FROM entries WHERE number = 2",
    "no envelope": "UPDATE meta SET value = 'x' WHERE key = 'lock'; UPDATE entries SET text = 'x' WHERE number = -2",
}


@pytest.mark.parametrize("what", FORGERIES)
def test_rows_changed_without_the_key_are_noticed(what: str, game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    rows_of(path, *FORGERIES[what].split("; "))
    assert error_of(lambda: opened_by(path, BOTH)).key.startswith("save.damaged")


def test_plain_rows_in_a_locked_file_are_no_rows(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    """Who has no key cannot put an entry in by writing it plainly, be it ever so well sealed."""
    _, match = game
    game[0].close()
    plain = tmp_path / "plain"
    other = Match.replayed(TOY, match.header, match.entries)
    with Save.of(plain, other):
        other.play(other.to_move[0], Plan(6, "forged"))
    with closing(sqlite3.connect(plain)) as con:
        text = con.execute("SELECT text FROM entries WHERE number = 3").fetchone()[0]
    with closing(sqlite3.connect(path)) as con, con:
        con.execute("INSERT INTO entries VALUES (3, ?)", (text,))
        con.execute("PRAGMA user_version = 4")
    assert error_of(lambda: opened_by(path, BOTH)).key == "save.damaged_entry"
    assert recover(path, tmp_path / "out", GAMES, BOTH).entries_kept == 3
    assert opened_by(tmp_path / "out", BOTH) == contents(match)


def test_a_ciphertext_with_one_bit_changed_and_sealed_anew_is_none(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    with closing(sqlite3.connect(path)) as con, con:
        text = con.execute("SELECT text FROM entries WHERE number = 2").fetchone()[0]
        value = json.loads(text.partition("\n")[2])
        changed = ("B" if value[40] == "A" else "A").join((value[:40], value[41:]))
        con.execute("UPDATE entries SET text = ? WHERE number = 2", (with_checksum("locked", 2, changed)[0],))
    assert error_of(lambda: opened_by(path, BOTH)).key == "save.damaged_entry"


def test_a_dear_envelope_is_refused_before_it_takes_the_machine_down(game: tuple[Save, Match[ToyPosition]], path: Path) -> None:
    game[0].close()
    with closing(sqlite3.connect(path)) as con, con:
        value = json.loads(con.execute("SELECT value FROM meta WHERE key = 'lock'").fetchone()[0].partition("\n")[2])
        value["cost"]["log"] = 40
        text = with_checksum("lock", 0, value)[0]
        con.execute("UPDATE meta SET value = ? WHERE key = 'lock'", (text,))
        con.execute("UPDATE entries SET text = ? WHERE number = -2", (text,))
    assert error_of(lambda: opened_by(path, BOTH)).key == "save.damaged_header"


# ---- what is whole of a damaged one


def test_a_damaged_locked_file_is_recovered_into_a_locked_one(game: tuple[Save, Match[ToyPosition]], path: Path, tmp_path: Path) -> None:
    save, match = game
    stream = Stream.of(9, "player")
    for _ in range(30):
        match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
    save.close()
    whole = path.read_bytes()
    for name, broken in (("head", bytes(100) + whole[100:]), ("envelope", whole.replace(b"BOB1940 lock 0", b"bob1940 lock 0", 1))):
        path.write_bytes(broken)
        out = tmp_path / name
        assert isinstance(error_of(lambda out=out: recover(path, out, GAMES)), Locked)
        assert error_of(lambda out=out: recover(path, out, GAMES, BOTH | {"red": "not the one"})).key == "save.wrong_passphrase"
        assert not out.exists()
        assert recover(path, out, GAMES, BOTH).entries_kept == len(match.entries)
        assert MARK.encode() not in out.read_bytes()
        assert opened_by(out, BOTH) == contents(match)
        with Save.open(out, GAMES, key={"referee": ALL["referee"]})[0] as again:
            assert again.draft("blue/notes") == {"about": MARK}


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(places=st.lists(st.integers(0, 10**9), min_size=1, max_size=6), value=st.integers(0, 255))
def test_whatever_bytes_are_broken_what_is_recovered_is_a_beginning(
    tmp_path_factory: pytest.TempPathFactory, places: list[int], value: int
) -> None:
    folder = tmp_path_factory.mktemp("locked")
    path = folder / "game.bob1940"
    save, match = Save.begin(path, TOY, "long", 5, cipher=Cipher.made(BOTH))
    with save:
        for order in (Plan(3, MARK), Strike()):
            match.play("blue", order)
    raw = bytearray(path.read_bytes())
    for place in places:
        raw[place % len(raw)] = value
    path.write_bytes(bytes(raw))
    truth = contents(match)
    try:
        found = opened_by(path, BOTH)
        assert found == truth
    except SaveError:
        try:
            kept = recover(path, folder / "out", GAMES, BOTH).entries_kept
        except SaveError as error:
            assert error.key in ("save.nothing", "save.wrong_passphrase", "save.locked")
        else:
            assert opened_by(folder / "out", BOTH) == truth[:kept]
    shutil.rmtree(folder)


# ---- a real kill


@pytest.mark.slow
def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    """A process that keeps a locked game is killed a few times: all that it told is in the file."""
    path = tmp_path / "game.bob1940"
    for turn in range(4):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.locked_child", str(path)], stdout=subprocess.PIPE, cwd=Path(__file__).resolve().parents[2]
        ) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(5 + turn)]
            child.kill()
            lines += child.stdout.read().splitlines(keepends=True)
        last = int(next(line for line in reversed(lines) if line.endswith(b"\n")))
        save, match = Save.open(path, GAMES, key=BOTH)
        save.close()
        assert len(match.entries) - 1 in (last, last + 1)


@pytest.mark.parametrize("names", [(), ("blue",)])
def test_an_envelope_made_to_open_without_a_side_is_none(names: tuple[str, ...]) -> None:
    cipher = Cipher.made(BOTH)
    envelope = replace(cipher.envelope, sides={name: cipher.envelope.sides[name] for name in names})
    for made, whole in ((cipher.envelope, True), (envelope, False)):
        assert (envelope_of(checked(with_checksum("lock", 0, encode(made))[0].encode(), "lock")) is not None) is whole
