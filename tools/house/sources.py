"""The facts of each source, gathered in one pass: what it imports, names, says and wires."""

from __future__ import annotations

import ast
import gc
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

Noted = tuple[int, str]
"""A line and what stands there."""
PART = re.compile(r"[A-Z]?[a-z]+")
DECLARED = re.compile(r"(bob(?:\.\w+)+):(\w+)")
LEAVES = {"ctx", "op", "ops", "type_comment", "kind", "type_ignores"}
CHILDREN = {
    kind: tuple(name for name in kind._fields if name not in LEAVES)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields of each kind of node that may hold what is measured."""


@dataclass(frozen=True, slots=True)
class Imported:
    """One name of an import: the module, the name taken from it (empty for a plain import), whether a function does it, whether it is the
    text of a registry that declares what is imported later: `bob.desk.boards.cards.sheet:CardPanel`."""

    line: int
    module: str
    name: str
    inside: bool
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    """A class: its name, the bare names of its bases, its lines."""

    line: int
    name: str
    bases: tuple[str, ...]
    lines: int


@dataclass(slots=True)
class Source:
    """The facts of a source. Paths are relative to the checkout, with slashes; modules are named as below `bob`."""

    path: str
    lines: int = 0
    imports: list[Imported] = field(default_factory=list)
    identifiers: list[Noted] = field(default_factory=list)
    docstrings: list[Noted] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    connections: list[Noted] = field(default_factory=list)
    callables: list[Noted] = field(default_factory=list)
    signals: list[Noted] = field(default_factory=list)
    any: list[Noted] = field(default_factory=list)
    asserts: list[Noted] = field(default_factory=list)

    @property
    def module(self) -> str:
        """The name below `bob`; a package is named as its folder, `bob` itself is empty."""
        parts = PurePosixPath(self.path).with_suffix("").parts[1:]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def folder(self) -> str:
        return str(PurePosixPath(self.path).parent)

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def room(self) -> str:
        """The first folder or module below `bob`."""
        return self.module.partition(".")[0] or "bob"


@cache
def parts(identifier: str) -> tuple[str, ...]:
    """The words of an identifier in small letters: split at underscores and capitals. Words all in capitals are left out."""
    return tuple(part.lower() for part in PART.findall(identifier))


def bare(node: ast.expr) -> str:
    """The name at the end of a base class or of what is called: `Any` of `typing.Any`, `DayArea` of `DayArea[Seat]`."""
    if isinstance(node, ast.Subscript):
        return bare(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def gather(path: str, text: str, wanted: Callable[[str], bool] = lambda identifier: True) -> Source:
    """The facts of a source. Of the identifiers only those that are wanted are kept."""
    source = Source(path, lines=text.count("\n"))
    tree = ast.parse(text)
    functions: list[tuple[int, int]] = []
    imports: list[ast.Import | ast.ImportFrom] = []
    stack: list[Any] = [tree]
    while stack:
        node = stack.pop()
        kind: type[ast.AST] = type(node)
        named = ""
        if kind is ast.Name:
            named = node.id
            if named == "Any":
                source.any.append((node.lineno, named))
        elif kind is ast.Attribute:
            named = node.attr
        elif kind is ast.arg:
            named = node.arg
        elif kind is ast.FunctionDef or kind is ast.AsyncFunctionDef or kind is ast.Lambda:
            if kind is ast.FunctionDef:
                named = node.name
            if kind is not ast.Lambda:
                functions.append((node.lineno, node.end_lineno))
        elif kind is ast.ClassDef:
            named = node.name
            bases = tuple(name for base in node.bases if (name := bare(base)))
            source.classes.append(Class(node.lineno, node.name, bases, node.end_lineno - node.lineno + 1))
        elif kind is ast.Import or kind is ast.ImportFrom:
            imports.append(node)
            continue
        elif kind is ast.Expr:
            if type(node.value) is ast.Constant:
                if isinstance(node.value.value, str):
                    source.docstrings.append((node.lineno, node.value.value))
                continue
        elif kind is ast.Constant:
            if isinstance(node.value, str) and (part := DECLARED.fullmatch(node.value)) is not None:
                source.imports.append(Imported(node.lineno, part[1], part[2], inside=False, declared=True))
            continue
        elif kind is ast.Call:
            _call(source, node)
        elif kind is ast.Assert:
            if any(isinstance(part, ast.Call) and bare(part.func) == "isinstance" for part in ast.walk(node.test)):
                source.asserts.append((node.lineno, ast.unparse(node)))
        elif (
            kind is ast.AnnAssign
            and isinstance(node.target, ast.Attribute)
            and (annotation := ast.unparse(node.annotation)).startswith("Callable")
        ):
            source.callables.append((node.lineno, f"{ast.unparse(node.target)}: {annotation}"))
        if named and wanted(named):
            source.identifiers.append((node.lineno, named))
        for name in CHILDREN[kind]:
            value = getattr(node, name, None)
            if type(value) is list:
                stack.extend(part for part in value if isinstance(part, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append(value)
    for found in imports:
        inside = any(first < found.lineno <= last for first, last in functions)
        module = found.module or "" if isinstance(found, ast.ImportFrom) else ""
        for alias in found.names:
            if isinstance(found, ast.Import):
                source.imports.append(Imported(found.lineno, alias.name, "", inside))
            else:
                source.imports.append(Imported(found.lineno, module, alias.name, inside))
    for noted in (source.identifiers, source.docstrings, source.connections, source.callables, source.signals, source.any, source.asserts):
        noted.sort()
    source.classes.sort(key=lambda found: found.line)
    source.imports.sort(key=lambda found: (found.line, found.module, found.name))
    return source


def _call(source: Source, node: ast.Call) -> None:
    called = bare(node.func)
    if called == "connect" and isinstance(node.func, ast.Attribute):
        source.connections.append((node.lineno, ast.unparse(node.func)))
    elif called == "Signal":
        source.signals.append((node.lineno, ast.unparse(node)))


@dataclass(frozen=True)
class House:
    """A checkout: the facts of the sources of `bob`, and how many files each folder of the tests has."""

    sources: tuple[Source, ...]
    tests: Counter[str]

    @property
    def desk(self) -> tuple[Source, ...]:
        return tuple(source for source in self.sources if source.room == "desk")

    @property
    def modules(self) -> frozenset[str]:
        return frozenset(source.module for source in self.sources)


@contextmanager
def uncollected() -> Iterator[None]:
    """Trees have no cycles: the garbage collector would only cost time while they are read."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def house(root: Path, wanted: Callable[[str], bool] = lambda identifier: True) -> House:
    """Read every source of a checkout once."""
    with uncollected():
        sources = tuple(
            gather(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"), wanted)
            for path in sorted((root / "bob").rglob("*.py"))
        )
    tests = Counter(path.parent.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("*.py")))
    return House(sources, tests)
