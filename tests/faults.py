"""Small faults that can be put into functions, one at a time, and the noting of which statements run. The command is `tests.mutants`."""

from __future__ import annotations

import ast
import copy
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault to put into a function: where, in which statement, what it makes of what, and how the function is found."""

    path: Path
    line: int
    statement: int
    function: tuple[str, ...]
    number: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {'.'.join(self.function)}: {self.old}  ->  {self.new}"

    @property
    def place(self) -> str:
        """Its statement, as it is noted."""
        return place(self.path, self.statement)


def place(path: Path, line: int) -> str:
    """A statement, by its file and first line."""
    return f"{path.relative_to(ROOT)}:{line}"


def changes(node: ast.AST) -> Iterator[Callable[[], ast.AST]]:
    """What can be made of a node, each as a maker of the changed one."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield lambda i=i, op=op: _with(node, "ops", [*node.ops[:i], COMPARED[type(op)](), *node.ops[i + 1 :]])  # type: ignore[misc]
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in RECKONED and not _textual(node):
        yield lambda: _with(node, "op", RECKONED[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield lambda: _with(node, "op", ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        if len(node.values) > 2:
            for i in range(len(node.values)):
                yield lambda i=i: _with(node, "values", [*node.values[:i], *node.values[i + 1 :]])  # type: ignore[misc]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda: node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda: _with(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield lambda: _with(node, "value", node.value + 1)  # type: ignore[operator]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield lambda: _with(node, "func", ast.Name(SWAPPED[node.func.id], ast.Load()))  # type: ignore[attr-defined]
    elif isinstance(node, ast.If | ast.IfExp):
        yield lambda: _with(node, "test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield lambda: ast.Pass()
    elif isinstance(node, ast.Continue):
        yield lambda: ast.Break()


def _with(node: ast.AST, name: str, value: Any) -> ast.AST:
    changed = copy.copy(node)
    setattr(changed, name, value)
    return changed


def _textual(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether a sum is one of texts or lists."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    texts = any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)
    return texts or any(isinstance(side, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) for side in sides)


class _Walk:
    """Walks a module's functions and counts the places where something can be changed, or changes one of them."""

    def __init__(self, chosen: int | None = None) -> None:
        self.chosen = chosen
        self.found: list[tuple[int, int, tuple[str, ...], ast.AST, ast.AST]] = []
        self.count = 0

    def module(self, tree: ast.Module) -> None:
        for node in tree.body:
            self._outer(node, ())

    def _outer(self, node: ast.AST, within: tuple[str, ...]) -> None:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                self._outer(member, (*within, node.name))
        elif isinstance(node, ast.FunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            self._inner(node, "body", body, (*within, node.name), node.lineno)

    def _inner(self, parent: ast.AST, name: str, members: list[Any], function: tuple[str, ...], statement: int) -> None:
        for member in members:
            self._node(parent, name, member, function, statement)

    def _node(self, parent: ast.AST, name: str, node: ast.AST, function: tuple[str, ...], statement: int) -> None:
        if isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
            return
        if isinstance(node, ast.stmt):
            statement = node.lineno
        for make in changes(node):
            if self.count == self.chosen or self.chosen is None:
                changed = make()
                self.found.append((getattr(node, "lineno", statement), statement, function, node, changed))
                if self.chosen is not None:
                    _replace(parent, name, node, changed)
            self.count += 1
        for key, value in list(ast.iter_fields(node)):
            if key in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            if isinstance(value, list):
                self._inner(node, key, [v for v in value if isinstance(v, ast.AST)], function, statement)
            elif isinstance(value, ast.AST):
                self._node(node, key, value, function, statement)


def _replace(parent: ast.AST, name: str, old: ast.AST, new: ast.AST) -> None:
    value = getattr(parent, name)
    ast.copy_location(new, old)
    if isinstance(value, list):
        value[next(i for i, v in enumerate(value) if v is old)] = new
    else:
        setattr(parent, name, new)
    ast.fix_missing_locations(new)


def mutants(path: Path) -> list[Mutant]:
    """All mutants of a file."""
    walk = _Walk()
    walk.module(ast.parse(path.read_text("utf-8")))
    return [
        Mutant(path, line, at, function, i, _describe(old), _describe(new)) for i, (line, at, function, old, new) in enumerate(walk.found)
    ]


def _describe(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= 90 else text[:87] + "..."


# ---- putting one in


@cache
def module_of(path: Path) -> Any:
    """A file of sources, as it is imported."""
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def _function(path: Path, names: tuple[str, ...]) -> Any:
    """A function of a file, out of its wrappers."""
    found: Any = module_of(path)
    for name in names:
        found = vars(found)[name] if isinstance(found, type) else getattr(found, name)
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, classmethod | staticmethod):
        found = found.__func__
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found


def _code(code: CodeType, names: tuple[str, ...]) -> CodeType:
    for name in names:
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    return code


def put_in(mutant: Mutant) -> None:
    """Exchange the function's code for the mutant's, in this process."""
    tree = ast.parse(mutant.path.read_text("utf-8"))
    _Walk(mutant.number).module(tree)
    _function(mutant.path, mutant.function).__code__ = _code(compile(tree, str(mutant.path), "exec"), mutant.function)


# ---- noting what runs

NOTE = "__note_statement__"


def note_statements(path: Path, note: Callable[[str], object]) -> None:
    """Have every function of a file tell its statements as they run, in this process."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = [((*within, f.name), f) for within, f in _functions(tree.body, ())]
    for _, function in functions:
        _noting(path, function, skip=ast.get_docstring(function) is not None)
    vars(module_of(path))[NOTE] = note
    code = compile(ast.fix_missing_locations(tree), str(path), "exec")
    for names, _ in functions:
        _function(path, names).__code__ = _code(code, names)


def _functions(body: list[ast.stmt], within: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield within, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, (*within, node.name))


def _noting(path: Path, node: ast.AST, skip: bool = False) -> None:
    """Put a note before each statement within a node."""
    for _, value in ast.iter_fields(node):
        if not isinstance(value, list):
            continue
        noted: list[Any] = []
        for i, member in enumerate(value):
            if isinstance(member, ast.stmt) and not (skip and i == 0):
                at = ast.Constant(place(path, member.lineno))
                noted.append(ast.copy_location(ast.Expr(ast.Call(ast.Name(NOTE, ast.Load()), [at], [])), member))
            if isinstance(member, ast.stmt | ast.ExceptHandler | ast.match_case):
                _noting(path, member)
            noted.append(member)
        value[:] = noted
