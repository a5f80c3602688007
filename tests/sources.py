"""The program's sources for tests that read them: each parsed once a process."""

from __future__ import annotations

import ast
import string
from functools import cache
from pathlib import Path

import bob

ROOT = Path(bob.__file__).resolve().parent
SOURCES = sorted(ROOT.rglob("*.py"))
DAY = sorted((ROOT / "day").rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A source as it is written."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that is written in a source, at every depth."""
    return tuple(ast.walk(tree(path)))


@cache
def day_calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in the sources of the operations, with the name of the file."""
    return tuple((path.name, node) for path in DAY for node in nodes(path) if isinstance(node, ast.Call))


def forget() -> None:
    """Drop what was parsed: all sources together take hundreds of megabytes."""
    for kept in (tree, nodes, day_calls):
        kept.cache_clear()


def called(node: ast.Call) -> str:
    """The bare name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""


def texts(node: ast.expr) -> list[str]:
    """The texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def fields(text: str) -> set[str]:
    """The values that a sentence takes."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
