"""The program's sources for tests that read them: each parsed once a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import bob

ROOT = Path(bob.__file__).resolve().parent
SOURCES = sorted(ROOT.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A source as it is written."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that is written in a source, at every depth."""
    return tuple(ast.walk(tree(path)))
