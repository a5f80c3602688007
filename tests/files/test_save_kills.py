"""Players killed while writing, and files cut short, flipped and blanked at many places.

The long form is `python -m tools.attack --class damaged --class killed`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bob.core.dice import Stream, TypedDice
from bob.core.game import dumps
from bob.core.match import Match
from bob.files import Recovered, Save, SaveError, recover
from tests.sizes import fifth
from tests.toy import GAMES, TOY, Plan, Show, Strike, ToyPosition
from tools.attack.damaged import Damage, blank, cut, flip, flip_header, flip_page_heads, flip_schema, noise, swap
from tools.attack.killed import kill, victim
from tools.attack.saves import Kept, contents, faults


def played(path: Path, orders: int, seed: int = 11) -> Match[ToyPosition]:
    """A closed file of a game with so many orders, some taken back, and drafts; and its match."""
    save, match = Save.begin(path, TOY, "long", seed)
    stream = Stream.of(seed, "player")
    with save:
        save.put_draft("plan/blue", {"raid": "Kenley", "angels": 12})
        while len(match.entries) <= orders:
            seat = match.to_move[0]
            match.play(seat, TOY.sample(match.position, seat, stream))
            if stream.below(9) == 0 and match.undo_refused() is None:
                match.undo()
    return match


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A file of some pages of entries."""
    path = tmp_path_factory.mktemp("whole") / "game.bob1940"
    truth = contents(played(path, 130))
    return Kept.of(path.read_bytes(), truth, GAMES)


# ---- kills


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("game", "kills"), [("hexes", 12), ("skies", 6), ("day", 8)])
def test_nothing_acknowledged_is_lost_when_the_player_is_killed(game: str, kills: int, tmp_path: Path) -> None:
    """A dogfight; a day with dogfights in it."""
    found = kill(fifth(kills), tmp_path, victim(game))
    assert found.total() == fifth(kills) and found["kept"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(("game", "kills"), [("hexes_dodge", 6), ("day_dodge", 3)])
def test_nothing_of_a_dogfight_by_hexes_is_lost_in_the_middle_of_a_dodge(tmp_path: Path, game: str, kills: int) -> None:
    found = kill(fifth(kills), tmp_path, victim(game))
    assert found.total() == fifth(kills) and sum(count for said, count in found.items() if said.endswith("after fire"))


# ---- damage


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "times"),
    [(flip, 40), (flip_header, 50), (flip_schema, 30), (flip_page_heads, 40), (cut, 20), (blank, 25), (swap, 8), (noise, 20)],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_damaged_file_is_the_same_game_or_a_clear_error(damage: Damage, times: int, whole: Kept, tmp_path: Path) -> None:
    stream = Stream.of(1940, damage.__name__)
    for number in range(fifth(times)):
        broken = bytearray(whole.raw)
        damage(broken, stream)
        assert faults(tmp_path / f"{number}.bob1940", bytes(broken), whole, verify=bool(number % 2)) == []


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 300_000, b"SQLite format 3\0", b"not a game at all", b"BOB1940 entry 0 2 00000000 " + b"0" * 64 + b"\n{}"]
)
def test_a_file_that_is_no_game_says_so(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "no.bob1940"
    path.write_bytes(content)
    for read_only in (True, False):
        with pytest.raises(SaveError) as error:
            Save.open(path, GAMES, read_only=read_only)
        assert error.value.key in ("save.foreign", "save.empty")
    with pytest.raises(SaveError) as error:
        recover(path, tmp_path / "new.bob1940", GAMES)
    assert error.value.key == "save.nothing"
    assert path.read_bytes() == content
    assert [child.name for child in tmp_path.iterdir()] == ["no.bob1940"]


def entry_at(raw: bytes, number: int) -> int:
    """The place of the body of an entry."""
    return raw.index(b"\n", raw.index(f"BOB1940 entry {number} ".encode())) + 1


def test_recovery_keeps_all_before_the_bad_entry_and_counts_those_after(whole: Kept, tmp_path: Path) -> None:
    raw, truth = whole.raw, whole.truth
    path, out = tmp_path / "bad.bob1940", tmp_path / "new.bob1940"
    for number in (1, 80, len(truth) - 1):
        broken = bytearray(raw)
        broken[entry_at(raw, number) + 20] ^= 1
        path.write_bytes(broken)
        found = recover(path, out, GAMES)
        assert (found.entries_kept, found.entries_lost) == (number, len(truth) - number - 1)
        assert found.why is not None
        assert (found.why.key, found.why.values["number"], found.why.values["file"]) == ("save.damaged_entry", number, str(path))
        save, match = Save.open(out, GAMES)
        with save:
            assert contents(match) == truth[:number]
            assert save.draft("plan/blue") == {"raid": "Kenley", "angels": 12}
        out.unlink()


def test_a_setup_that_is_not_whole_is_made_again_from_the_seed(whole: Kept, tmp_path: Path) -> None:
    path, out = tmp_path / "bad.bob1940", tmp_path / "new.bob1940"
    broken = bytearray(whole.raw)
    broken[entry_at(whole.raw, 0) + 20] ^= 1
    path.write_bytes(broken)
    found = recover(path, out, GAMES)
    assert (found.entries_kept, found.entries_lost) == (len(whole.truth), 0)
    assert found.why is not None and found.why.values["number"] == 0
    save, match = Save.open(out, GAMES)
    save.close()
    assert contents(match) == whole.truth


def test_a_setup_with_typed_dice_is_not_made_up(tmp_path: Path) -> None:
    path = tmp_path / "a"
    typed = ScriptedTyping("9 9 1", "2 2 2")
    save, match = Save.begin(path, TOY, "long", 3, dice=lambda seeded: TypedDice(typed, seeded))
    with save:
        match.play("blue", Strike())
    raw = bytearray(path.read_bytes())
    raw[entry_at(bytes(raw), 0) + 20] ^= 1
    path.write_bytes(raw)
    with pytest.raises(SaveError) as error:
        recover(path, tmp_path / "b", GAMES)
    assert error.value.key == "save.nothing"


class ScriptedTyping:
    """Types what it is given, one throw after another."""

    def __init__(self, *throws: str) -> None:
        self.throws = list(throws)

    def __call__(self, *_: object) -> str:
        return self.throws.pop(0) if self.throws else ""


def test_recovery_of_a_sound_file_is_a_copy(whole: Kept, tmp_path: Path) -> None:
    raw, truth = whole.raw, whole.truth
    (tmp_path / "a").write_bytes(raw)
    assert recover(tmp_path / "a", tmp_path / "b", GAMES) == Recovered(len(truth), 0, None)
    with pytest.raises(SaveError) as error:
        recover(tmp_path / "a", tmp_path / "b", GAMES)
    assert error.value.key == "save.exists"


@pytest.mark.parametrize("page", [0, 1, 2])
def test_any_one_of_the_first_pages_may_be_blank(page: int, tmp_path: Path) -> None:
    """The header is there twice, so the loss of a page costs no more than the entries on it."""
    path, out = tmp_path / "a", tmp_path / "b"
    truth = contents(played(path, 130))
    broken = bytearray(path.read_bytes())
    broken[page * 65536 : (page + 1) * 65536] = bytes(65536)
    path.write_bytes(broken)
    assert recover(path, out, GAMES).entries_kept == len(truth)


@pytest.mark.slow
def test_long_entries_are_found_without_sqlite(tmp_path: Path) -> None:
    """An entry of many pages is put together by the links between them."""
    path, out = tmp_path / "a", tmp_path / "b"
    save, match = Save.begin(path, TOY, "short", 3, {"cards": 30_000, "rounds": 4})
    with save:
        match.play("blue", Show(match.position.hands["blue"][0]))
        match.play("blue", Strike())
    raw = path.read_bytes()
    assert len(raw) > 65536 * 3
    path.write_bytes(bytes(65536) + raw[65536:])
    assert recover(path, out, GAMES).entries_kept == 3
    save, again = Save.open(out, GAMES)
    save.close()
    assert contents(again) == contents(match)


def test_what_was_taken_back_is_not_recovered(tmp_path: Path) -> None:
    path, out = tmp_path / "a", tmp_path / "b"
    save, match = Save.begin(path, TOY, "long", 3)
    with save:
        for number in range(40):
            match.play("blue", Plan(number % 10, f"secret {number}"))
        for _ in range(15):
            match.undo()
    raw = path.read_bytes()
    assert b"secret 24" in raw
    assert b"secret 25" not in raw
    path.write_bytes(bytes(100) + raw[100:])
    assert recover(path, out, GAMES).entries_kept == 26


def test_an_entry_that_breaks_the_rules_ends_the_recovery(tmp_path: Path) -> None:
    """Its checksum is right, but the game of today does not do that."""
    path, out = tmp_path / "a", tmp_path / "b"
    save, match = Save.begin(path, TOY, "long", 3)
    with save:
        match.play("blue", Plan(1, "one"))
        entry = match.play("blue", Plan(2, "two"))
        match.undo()
        save.append(type(entry)(2, "red", Strike(), (), (), False))  # red is not to move
        save.append(type(entry)(3, "blue", Strike(), (), (), False))
    with pytest.raises(SaveError) as error:
        Save.open(path, GAMES)
    assert (error.value.key, error.value.values["number"]) == ("save.differs", 2)
    assert "TOY-1" in str(error.value)
    found = recover(path, out, GAMES)
    assert (found.entries_kept, found.entries_lost) == (2, 2)


def test_an_interrupted_write_is_put_right_by_its_journal(tmp_path: Path) -> None:
    """The state of the disk in the middle of a commit: a hot journal beside a file half written."""
    path = tmp_path / "a"
    truth = contents(played(path, 30))
    save, match = Save.open(path, GAMES)
    with save:
        save._con.execute("PRAGMA cache_spill=1")
        save._con.execute("PRAGMA cache_size=1")
        save._con.execute("BEGIN IMMEDIATE")
        for number in range(100, 300):
            save._con.execute("INSERT INTO entries VALUES (?, ?)", (number, "x" * 60_000))  # more than the cache: it spills
        raw, journal = path.read_bytes(), Path(f"{path}-journal").read_bytes()
        save._con.execute("ROLLBACK")
    assert len(match.entries) == len(truth)
    broken, out = tmp_path / "broken", tmp_path / "new"
    broken.write_bytes(raw)
    Path(f"{broken}-journal").write_bytes(journal)
    assert len(raw) > len(path.read_bytes())
    with pytest.raises(SaveError) as error:
        Save.open(broken, GAMES, read_only=True)
    assert error.value.key == "save.interrupted"
    assert recover(broken, out, GAMES).entries_kept == len(truth)
    assert broken.read_bytes() == raw
    save, match = Save.open(broken, GAMES)
    save.close()
    assert contents(match) == truth
    assert dumps(match.entries[-1].as_json()) == truth[-1]
