"""Mutants: small faults put into functions one after another, and whether a test notices. By hand, not in CI:

    python -m tests.mutants bob/operations --sample 200 --seed 1
    python -m tests.mutants bob/operations/groups.py --tests tests/operations,tests/staff

The tests run once, and it is noted which functions each calls. A sample of mutants is drawn by the seed; for each the process forks, the
function's code is exchanged in the child, and the tests that call it run, the quick ones first, until one fails or `--budget` seconds of
them have passed: then the mutant is alive, and is told with its place and what was changed. Only what stands inside functions is
changed. A mutant may be alive because it changes nothing that matters: who reads the list judges.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bob.dice import Stream

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
    """A fault to put into a function: where, what it makes of what, and how the function is found."""

    path: Path
    line: int
    function: tuple[str, ...]
    number: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} {'.'.join(self.function)}: {self.old}  ->  {self.new}"


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
        self.found: list[tuple[int, tuple[str, ...], ast.AST, ast.AST]] = []
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
            self._inner(node, "body", body, (*within, node.name))

    def _inner(self, parent: ast.AST, name: str, members: list[Any], function: tuple[str, ...]) -> None:
        for member in members:
            self._node(parent, name, member, function)

    def _node(self, parent: ast.AST, name: str, node: ast.AST, function: tuple[str, ...]) -> None:
        if isinstance(node, ast.Assert | ast.Raise | ast.Import | ast.ImportFrom | ast.JoinedStr):
            return
        for make in changes(node):
            if self.count == self.chosen or self.chosen is None:
                changed = make()
                self.found.append((getattr(node, "lineno", 0), function, node, changed))
                if self.chosen is not None:
                    _replace(parent, name, node, changed)
            self.count += 1
        for key, value in list(ast.iter_fields(node)):
            if key in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            if isinstance(value, list):
                self._inner(node, key, [v for v in value if isinstance(v, ast.AST)], function)
            elif isinstance(value, ast.AST):
                self._node(node, key, value, function)


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
    return [Mutant(path, line, function, i, _told(old), _told(new)) for i, (line, function, old, new) in enumerate(walk.found)]


def _told(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= 90 else text[:87] + "..."


# ---- putting one in


@cache
def _module(path: Path) -> Any:
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def _function(mutant: Mutant) -> Any:
    """The function that a mutant lies in, out of its wrappers."""
    found: Any = _module(mutant.path)
    for name in mutant.function:
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
    _function(mutant).__code__ = _code(compile(tree, str(mutant.path), "exec"), mutant.function)


# ---- running


@dataclass(slots=True)
class Ran:
    """A test: how long it took, and which functions it called, by file and first line."""

    item: pytest.Item
    seconds: float
    called: frozenset[tuple[str, int]]


class Mutating:
    """The plugin that runs the collected tests once, and then against the mutants."""

    def __init__(self, sample: list[Mutant], budget: float, jobs: int) -> None:
        self.sample, self.budget, self.jobs = sample, budget, jobs
        self.alive: list[Mutant] = []
        self.killed = self.uncalled = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = {str(mutant.path) for mutant in self.sample}
        ran = self._once(session, files)
        running: dict[int, tuple[Mutant, float]] = {}
        done = 0
        for mutant in self.sample:
            function = _function(mutant)
            key = (str(mutant.path), function.__code__.co_firstlineno)
            tests = sorted((r for r in ran if key in r.called), key=lambda r: r.seconds)
            if not tests:
                self.uncalled += 1
                self.alive.append(mutant)
                print(f"alive, called by no test: {mutant}", flush=True)
                continue
            while len(running) >= self.jobs:
                done += self._reap(running)
            pid = os.fork()
            if pid == 0:
                _child(mutant, _within(tests, self.budget))
            running[pid] = (mutant, time.monotonic() + 20 * sum(t.seconds for t in _within(tests, self.budget)) + 30)
        while running:
            done += self._reap(running)
        return True

    def _once(self, session: pytest.Session, files: set[str]) -> list[Ran]:
        ran = []
        for i, item in enumerate(session.items):
            called: set[tuple[str, int]] = set()

            def heed(frame: FrameType, event: str, _: Any, called: set[tuple[str, int]] = called) -> None:
                code = frame.f_code
                if event == "call" and code.co_filename in files:
                    called.add((code.co_filename, code.co_firstlineno))

            begun = time.monotonic()
            sys.setprofile(heed)
            # The next item is always one of the session, so that what the session shares stays.
            reports = runtestprotocol(item, log=False, nextitem=session.items[(i + 1) % len(session.items)])
            sys.setprofile(None)
            if any(report.failed for report in reports):
                print(f"fails without any mutant, left out: {item.nodeid}", flush=True)
                continue
            ran.append(Ran(item, time.monotonic() - begun, frozenset(called)))
        return ran

    def _reap(self, running: dict[int, tuple[Mutant, float]]) -> int:
        """Wait for a child to end; one that takes far too long has gone wrong, which counts as noticed."""
        while True:
            for pid, (mutant, until) in list(running.items()):
                ended, status = os.waitpid(pid, os.WNOHANG)
                late = time.monotonic() > until
                if ended or late:
                    if not ended:
                        os.kill(pid, signal.SIGKILL)
                        os.waitpid(pid, 0)
                    del running[pid]
                    if ended and status == 0:
                        self.alive.append(mutant)
                        print(f"alive: {mutant}", flush=True)
                    else:
                        self.killed += 1
                    return 1
            time.sleep(0.01)


def _within(tests: list[Ran], budget: float) -> list[Ran]:
    """The first of the tests, so many seconds of them; one at least."""
    total, found = 0.0, []
    for ran in tests:
        total += ran.seconds
        if found and total > budget:
            break
        found.append(ran)
    return found


def _child(mutant: Mutant, tests: list[Ran]) -> None:
    """Put the mutant in and run the tests: 0 when none noticed, else 1. Never returns."""
    status = 1
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    with contextlib.suppress(BaseException):
        put_in(mutant)
        status = 0
        for i, ran in enumerate(tests):
            following = tests[(i + 1) % len(tests)].item
            if any(report.failed for report in runtestprotocol(ran.item, log=False, nextitem=following)):
                status = 1
                break
    os._exit(status)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Put small faults in and see whether a test notices.")
    parser.add_argument("path", nargs="+", help="a file or folder of sources")
    parser.add_argument("--tests", default="tests/operations,tests/staff", help="folders and files of tests, with commas between")
    parser.add_argument("--sample", type=int, default=100, help="how many mutants; 0: all")
    parser.add_argument("--seed", default="1940")
    parser.add_argument("--budget", type=float, default=20.0, help="seconds of tests for each mutant")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    files = [f for name in args.path for f in (sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name])]
    every = [mutant for path in files for mutant in mutants(path)]
    Stream.of(args.seed, "mutants").shuffle(every)
    chosen = every[: args.sample or len(every)]
    plugin = Mutating(chosen, args.budget, args.jobs)
    pytest.main(["-n", "0", "-q", "-p", "no:cacheprovider", "--no-header", "--no-summary", *args.tests.split(",")], plugins=[plugin])
    share = 100 * len(plugin.alive) / max(1, len(chosen))
    print(f"{len(chosen)} of {len(every)} mutants: {plugin.killed} noticed, {len(plugin.alive)} alive ({share:.0f} %),", end=" ")
    print(f"{plugin.uncalled} of them in functions that no test calls", flush=True)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
