"""Imports point one way, Qt stays in the desk, and chance, the clock and the terminal stay where they belong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from bob.tactical.slot import SHIPPED, shipped
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


PARENTS = ("bob", "bob.desk", "bob.desk.boards", "bob.tactical")
"""Packages from which whole packages are imported by name."""


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
                yield (f"{module}.{alias.name}" if module in PARENTS else module), node.lineno


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
        ("core", "from bob.data.theatre import Theatre", ["line 1: core imports data"]),
        ("core", "def f():\n    import bob.data.tables", ["line 2: core imports data"]),
        ("core", "if TYPE_CHECKING:\n    from bob.files import Save", ["line 2: core imports files"]),
        ("data", "from bob import chart, core", ["line 1: data imports chart"]),
        ("data", "from bob.core import hexes\nfrom bob.data.sensors import Sensors\nimport shapely", []),
        ("core", "from bob.words import Words", []),
        ("words", "from bob.core.errors import BobError", ["line 1: words imports core"]),
        ("tactical", "from bob.day.state.position import DayPosition", ["line 1: tactical imports day"]),
        ("cli", "from bob import __version__", []),
        ("", "import bob.cli", ["line 1: bob imports cli"]),
        ("tactical", "Part('bob.desk.boards.cards.card_panel:CardPanel')", ["line 1: tactical imports desk"]),
        ("tactical", "'See bob.desk.boards.cards.card_panel: it draws the cards.'", []),
    ],
)
def test_the_check_itself_finds_what_goes_against_the_order(module: str, source: str, faults: list[str]) -> None:
    assert against(module, imported(ast.walk(ast.parse(source)))) == faults


def test_the_modules_are_found() -> None:
    assert len(SOURCES) > 30
    assert {"words", "core", "data", "tactical", "day", "desk", "cli", "__main__"} <= {top(path) for path in SOURCES}


@pytest.mark.slow
def test_imports_point_one_way() -> None:
    placed = {path: top(path) for path in SOURCES}
    assert {module for module in placed.values() if module and module not in LAYOUT.order} == set(), "these have no place in the layers yet"
    assert LAYOUT.exceptions == frozenset()
    assert {str(path.relative_to(ROOT)): found for path, module in placed.items() if (found := against(module, imports(path)))} == {}


def named(path: Path) -> str:
    """The module of a file, as the layout names it."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_a_floor_of_the_desk_imports_only_those_below() -> None:
    """The desk's registry declares the parts of games, which stand on the floor of the boards."""
    found = []
    for path in (ROOT / "desk").rglob("*.py"):
        mine = LAYOUT.floor(named(path))
        assert mine is not None, f"{path} stands on no floor"
        for name, line in imports(path):
            other = LAYOUT.floor(name.removeprefix("bob.")) if name.startswith("bob.desk.") else None
            if other is not None and other > mine:
                found.append(f"{path}, line {line}: {name}")
    assert found == []


TACTICAL = sorted(path.parent.name for path in (ROOT / "tactical").glob("*/__init__.py"))
FACES = (
    "bob.tactical.cards.linking",
    "bob.tactical.cards.kit",
    "bob.tactical.cards.loaded",
    "bob.tactical.cards.flight",
    "bob.tactical.cards_classic.data",
    "bob.tactical.cards_classic.kit",
    "bob.tactical.cards_classic.loaded",
)
"""What a campaign of the card dogfight may import of it."""


def within(name: str, folders: Iterable[str]) -> bool:
    """Tell whether a module is one of the folders or lies in one."""
    return any(f"{name}.".startswith(f"{folder}.") for folder in folders)


def test_the_day_names_no_tactical_game_and_a_campaign_its_own_by_its_face() -> None:
    assert "cards" in TACTICAL
    inner = tuple(f"bob.tactical.{name}" for name in TACTICAL)
    codes = {kit.name for kit in shipped().values()} - {"flight"}  # half a squadron is one, too
    for path in SOURCES:
        found = {name for name, _ in imports(path) if within(name, inner)}
        if top(path) == "day":
            assert not found, path
            assert not {n.value for n in nodes(path) if isinstance(n, ast.Constant)} & codes, path
        elif top(path) == "campaigns":
            assert found <= set(FACES), (path, found)


EDITIONS = {"cards_classic": "cards"}
"""Boards of games that share the rules of another: the classic edition of the cards."""


def test_a_tactical_game_has_its_board_and_nothing_else_there_names_it() -> None:
    """A registry declares what a game has of its own."""
    boards = ROOT / "desk" / "boards"
    assert {path.parent.name for path in boards.glob("*/*_panel.py")} - {"shared", "fights"} == set(TACTICAL)
    for path in set((ROOT / "desk").rglob("*.py")) - {boards / "registry.py"}:
        own = path.relative_to(boards).parts[0] if path.is_relative_to(boards) else ""
        for game in set(TACTICAL) - {own, EDITIONS.get(own, own)}:
            inner = (f"bob.tactical.{game}", f"bob.desk.boards.{game}")
            assert not [name for name, _ in imports(path) if within(name, inner)], (path, game)


def test_no_board_names_the_code_of_another_game() -> None:
    codes = {part.load().name: part.path.split(".")[2] for part in SHIPPED}
    room = ROOT / "desk" / "campaigns" / "room" / "room.py"  # a campaign nests flights
    for path in set((ROOT / "desk").rglob("*.py")) - {ROOT / "desk" / "boards" / "registry.py", room}:
        said = {n.value for n in nodes(path) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        for code, folder in codes.items():
            if folder not in path.parts and EDITIONS.get(path.parent.name) != folder:
                assert not {text for text in said if text == code or text.endswith(f".{code}")}, (path, code)


def test_qt_is_imported_at_the_desk_and_by_the_painter_of_charts() -> None:
    for path in SOURCES:
        if not within(named(path), LAYOUT.qt_homes):
            assert not {name for name, _ in imports(path) if name.split(".")[0] in LAYOUT.qt}, path


def test_geometry_and_graphs_stay_where_they_are_needed() -> None:
    assert users("shapely") <= {"data", "chart"}
    assert users("networkx") <= {"data", "core", "day"}  # day: the chain of command is a graph


def test_nothing_uses_the_module_random() -> None:
    """Dice come from streams; the one seed that nobody gave comes from `secrets`."""
    assert users("random") == set()
    assert [named(path) for path in SOURCES if any(name == "secrets" for name, _ in imports(path))] == ["core.seeds"]


CORE = [path for path in SOURCES if top(path) not in ("desk", "cli", "forecast", "rooms") and named(path) != "core.cluster"]


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
    assert printing <= {"cli"}
