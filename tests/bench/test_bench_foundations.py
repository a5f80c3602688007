"""How fast the foundations are: `pytest tests/bench --benchmark-enable -n 0`."""

from __future__ import annotations

import itertools
import subprocess
import sys

from pytest_benchmark.fixture import BenchmarkFixture

from bob.core import hexes
from bob.core.dice import SeededDice, Stream
from bob.core.hexes import Hex
from bob.data.tables import Tables
from bob.data.theatre import Theatre

HEIGHTS = range(0, 36, 2)


def test_load_the_theatre(benchmark: BenchmarkFixture) -> None:
    loaded = benchmark(Theatre.load)
    assert len(loaded.grounds) == 5390


def test_cover_every_height_afresh(benchmark: BenchmarkFixture) -> None:
    """Each round has a theatre that has drawn no coverage yet."""
    shapes = benchmark.pedantic(
        lambda fresh: [fresh.chain_coverage(angels) for angels in HEIGHTS], setup=lambda: ((Theatre.load(),), {}), rounds=5
    )
    assert len(shapes) == 18


def test_hexes_in_the_coverage(benchmark: BenchmarkFixture, theatre: Theatre) -> None:
    shape = theatre.chain_coverage(18)
    assert len(benchmark(theatre.hexes_in, shape)) > 500


def test_load_all_tables(benchmark: BenchmarkFixture) -> None:
    def load() -> int:
        tables = Tables.shipped()
        return len([tables[name] for name in tables.names])

    assert benchmark(load) == 19


def test_look_a_table_up(benchmark: BenchmarkFixture) -> None:
    table = Tables.shipped().rolled("formation")
    found = benchmark(lambda: table.look_up((5, 4), weather="overcast", angels=18, gruppen=6))
    assert found.result == "special"


def test_roll_two_dice(benchmark: BenchmarkFixture) -> None:
    dice = SeededDice(Stream.of(1940, "bench"))

    def hundred() -> int:
        dice.ledger.rolls.clear()
        return sum(dice.roll("bench").total for _ in range(100))

    assert 200 <= benchmark(hundred) <= 1200


def test_draw_a_line_of_hexes(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(hexes.line, Hex(0, 0), Hex(60, -20))) == 61


def test_draw_a_disc_of_hexes(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(lambda: list(hexes.disc(Hex(30, 10), 16)))) == 3 * 16 * 17 + 1


def test_find_a_way_overland(benchmark: BenchmarkFixture, theatre: Theatre) -> None:
    graph, start, goal = theatre.graph, hexes.from_label("5027"), hexes.from_label("0232")
    way = benchmark(hexes.path, graph, start, goal, lambda a, b, data: None if theatre.grounds[b].terrain == "sea" else 1)
    assert all(hexes.distance(a, b) == 1 for a, b in itertools.pairwise(way))


def test_start_the_program(benchmark: BenchmarkFixture) -> None:
    command = [sys.executable, "-m", "bob", "roll", "wind", "--seed", "1"]
    done = benchmark.pedantic(subprocess.run, args=(command,), kwargs={"capture_output": True, "check": False}, rounds=5)
    assert done.returncode == 0
