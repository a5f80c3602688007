"""How fast a game is kept and opened: `pytest tests/bench --benchmark-enable -n 0`."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bob.core.dice import Stream
from bob.core.match import Match
from bob.files import Save, recover
from tests.toy import GAMES, TOY, Plan, Strike, ToyPosition

ENTRIES = 5000


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Match[ToyPosition]]:
    """The closed file of a game of 5,000 entries."""
    path = tmp_path_factory.mktemp("bench") / "long.bob1940"
    save, match = Save.begin(path, TOY, "long", 1940)
    stream = Stream.of(1940, "player")
    with save:
        while len(match.entries) < ENTRIES:
            match.play(match.to_move[0], TOY.sample(match.position, match.to_move[0], stream))
    return path, match


def test_keep_an_entry(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """To the disk and back; 5 ms are the limit that a player does not feel."""
    save, match = Save.begin(tmp_path / "game.bob1940", TOY, "long", 1940)
    with save:
        benchmark(lambda: match.play(match.to_move[0], Strike()))
    if benchmark.stats is not None:
        assert benchmark.stats.stats.min < 0.005  # the median is the disk's when others write too


def test_keep_and_take_back(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    save, match = Save.begin(tmp_path / "game.bob1940", TOY, "long", 1940)

    def there_and_back() -> None:
        match.play("blue", Plan(3, "Tangmere"))
        match.undo()

    with save:
        benchmark(there_and_back)


def test_open_5000_entries(benchmark: BenchmarkFixture, long_game: tuple[Path, Match[ToyPosition]]) -> None:
    path, match = long_game

    def opened() -> Match[ToyPosition]:
        save, again = Save.open(path, GAMES)
        save.close()
        return again

    assert benchmark(opened).position == match.position


def test_replay_5000_entries(benchmark: BenchmarkFixture, long_game: tuple[Path, Match[ToyPosition]]) -> None:
    """What opening cannot do without."""
    _, match = long_game
    assert benchmark(lambda: Match.replayed(TOY, match.header, match.entries)).position == match.position


def test_recover_5000_entries(benchmark: BenchmarkFixture, long_game: tuple[Path, Match[ToyPosition]], tmp_path: Path) -> None:
    path, _ = long_game
    broken = tmp_path / "broken.bob1940"
    broken.write_bytes(bytes(100) + path.read_bytes()[100:])
    numbers = iter(range(10_000))
    found = benchmark.pedantic(lambda: recover(broken, tmp_path / f"{next(numbers)}", GAMES), rounds=3)
    assert found.entries_kept == ENTRIES


def test_a_file_keeps_nothing_in_memory(tmp_path: Path) -> None:
    """Memory stays flat while the record grows: a save holds no entry."""
    save, match = Save.begin(tmp_path / "game.bob1940", TOY, "long", 1940)
    with save:
        entry = match.play("blue", Plan(3, "x" * 900))
        match.keep = None
        for number in range(2, 400):
            save.append(type(entry)(number, "blue", entry.order, (), entry.events, True))
        tracemalloc.start()
        for number in range(400, 2000):
            save.append(type(entry)(number, "blue", entry.order, (), entry.events, True))
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert grown < 100_000
