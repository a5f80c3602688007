"""Imports point one way, Qt stays in the desk, and chance, the clock and the terminal stay where they belong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, SOURCES, nodes
from tools.house.layout import layout

pytestmark = pytest.mark.sources

LAYOUT = layout()
"""The order of the layers, and the imports against it that are permitted: `tools/house/layout.toml`."""


def top(path: Path) -> str:
    """The module of `bob`, or its package, that a file belongs to; empty for `bob` itself."""
    first = path.relative_to(ROOT).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


@cache
def imports(path: Path) -> tuple[tuple[str, int], ...]:
    return tuple(imported(nodes(path)))


PART = re.compile(r"(bob(?:\.\w+)+):\w+")
"""A part of a game as it is declared: its module and its name there."""


def imported(written: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Every module that is imported anywhere in a file, for types, inside functions and as a declared part too, and the line."""
    for node in written:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (part := PART.fullmatch(node.value)) is not None:
            yield part[1], node.lineno
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in line {node.lineno}"
            module = str(node.module)
            for alias in node.names:
                yield (f"{module}.{alias.name}" if module == "bob" else module), node.lineno


def ours(name: str) -> str | None:
    """The module of `bob` that an import is of; None for another library's, or for `bob` itself."""
    parts = name.split(".")
    return parts[1] if parts[0] == "bob" and len(parts) > 1 and parts[1] != "__version__" else None


def against(module: str, imports: Iterable[tuple[str, int]]) -> list[str]:
    """The imports of a module that go against the order."""
    found = []
    for name, line in imports:
        target = ours(name)
        if target is not None and LAYOUT.upward(module, target) and not LAYOUT.excepted(module, target):
            found.append(f"line {line}: {module or 'bob'} imports {target}")
    return found


def users(library: str) -> set[str]:
    """The modules of `bob` that import a library."""
    return {top(path) for path in SOURCES for name, _ in imports(path) if name.split(".")[0] == library}


@pytest.mark.parametrize(
    ("module", "source", "faults"),
    [
        ("hexes", "from bob.theatre import Theatre", ["line 1: hexes imports theatre"]),
        ("hexes", "def f():\n    import bob.tables", ["line 2: hexes imports tables"]),
        ("dice", "if TYPE_CHECKING:\n    from bob.game import Match", ["line 2: dice imports game"]),
        ("theatre", "from bob import hexes, units", ["line 1: theatre imports units"]),
        ("theatre", "from bob import hexes\nfrom bob.sensors import Sensors\nimport shapely", []),
        ("units", "from bob.theatre import Theatre", []),
        ("tables", "from bob.table_files import load", []),
        ("words", "from bob.errors import BobError", []),
        ("dogfight", "from bob.operations.position import Position", ["line 1: dogfight imports operations"]),
        ("cli", "from bob import __version__", []),
        ("", "import bob.cli", ["line 1: bob imports cli"]),
        ("dogfight", "Part('bob.desk.cards.sheet:CardSheet')", ["line 1: dogfight imports desk"]),
        ("dogfight", "'See bob.desk.cards.sheet: it draws the cards.'", []),
    ],
)
def test_the_check_itself_finds_what_goes_against_the_order(module: str, source: str, faults: list[str]) -> None:
    assert against(module, imported(ast.walk(ast.parse(source)))) == faults


def test_the_modules_are_found() -> None:
    assert len(SOURCES) > 30
    assert {"errors", "hexes", "theatre", "operations", "commands", "cli", "__main__", "words"} <= {top(path) for path in SOURCES}


@pytest.mark.slow
def test_imports_point_one_way() -> None:
    placed = {path: top(path) for path in SOURCES}
    assert {module for module in placed.values() if module and module not in LAYOUT.order} == set(), "these have no place in the layers yet"
    assert {str(path.relative_to(ROOT)): found for path, module in placed.items() if (found := against(module, imports(path)))} == {}


TACTICAL = sorted(path.parent.name for path in (ROOT / "dogfight").glob("*/__init__.py"))
FACES = (
    "bob.dogfight.cards.linking",
    "bob.dogfight.cards.kit",
    "bob.dogfight.cards.loaded",
    "bob.dogfight.cards.flight",
    "bob.dogfight.cards.classic.data",
    "bob.dogfight.cards.classic.kit",
    "bob.dogfight.cards.classic.loaded",
)
"""What a campaign of the card dogfight may import of it."""


def test_the_day_names_no_tactical_game_and_a_campaign_its_own_by_its_face() -> None:
    assert "cards" in TACTICAL
    inner = tuple(f"bob.dogfight.{name}" for name in TACTICAL)
    for path in SOURCES:
        found = {name for name, _ in imports(path) if name.startswith(inner)}
        if top(path) == "operations":
            assert not found, path
            assert not {n.value for n in nodes(path) if isinstance(n, ast.Constant)} & set(TACTICAL), path
        elif top(path) == "campaign":
            assert found <= set(FACES), (path, found)


EDITIONS = {"flight": "cards"}
"""Rooms of games that lie in the folder of another: the classic edition of the cards."""


def test_a_tactical_game_has_its_room_in_the_desk_and_nothing_else_there_names_it() -> None:
    """Its registry declares what a game has of its own."""
    rooms = {path.parent.name for path in (ROOT / "desk").glob("*/sheet.py")} & set(TACTICAL)
    assert "cards" in rooms
    for path in set((ROOT / "desk").rglob("*.py")) - {ROOT / "desk" / "registry.py"}:
        own = path.relative_to(ROOT / "desk").parts[0]
        for game in set(TACTICAL) - {own, EDITIONS.get(own, own)}:
            inner = (f"bob.dogfight.{game}", f"bob.desk.{game}")
            assert not [name for name, _ in imports(path) if name.startswith(inner)], (path, game)
            named = {n.value for n in nodes(path) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            assert not {text for text in named if text == game or text.endswith(f".{game}")}, (path, game)


def test_only_the_desk_knows_qt() -> None:
    assert {user for library in ("PySide6", "PyQt6", "shiboken6") for user in users(library)} <= {"desk"}


def test_geometry_and_graphs_stay_where_they_are_needed() -> None:
    assert users("shapely") <= {"theatre", "chart"}
    assert users("networkx") <= {"theatre", "hexes", "operations"}  # operations: the chain of command is a graph


def test_nothing_uses_the_module_random() -> None:
    """Dice come from streams; the one seed that nobody gave comes from `secrets`."""
    assert users("random") == set()
    assert users("secrets") <= {"seeds"}


CORE = [path for path in SOURCES if top(path) not in ("desk", "commands", "cli", "forecast", "attack", "cluster", "server")]


def test_the_core_neither_prints_nor_looks_at_the_clock() -> None:
    barred = {*("print", "input", "breakpoint"), *("now", "today", "utcnow", "time_ns", "perf_counter", "monotonic")}
    for path in CORE:
        for node in nodes(path):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
                assert called not in barred, f"{path}, line {node.lineno}: {called}()"
        assert "time" not in {name for name, _ in imports(path)}, path


def test_only_commands_print() -> None:
    printing = {
        top(path)
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert printing <= {"cli", "commands"}
