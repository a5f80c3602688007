"""No two things share a name: a public class, or another name for a type, is defined in one module of `bob` only."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.sources import ROOT, SOURCES, tree

pytestmark = pytest.mark.sources


def types_named(module: ast.Module) -> Iterator[str]:
    """The public classes that a module defines, and the names in capitals and small letters that it gives to types."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name) and not target.id.isupper()]
        else:
            continue
        yield from (name for name in names if name[0].isupper())


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("class Raid: ...\nclass _Own: ...", ["Raid"]),
        ("Way = Literal['out', 'home']\nPoint: TypeAlias = tuple[float, float]", ["Way", "Point"]),
        ("SIDES = ('raf', 'luftwaffe')\nT = TypeVar('T')\nKIT: Kit = Kit()\n_Row = dict\ncount = 3", []),
        ("if True:\n    class Hidden: ...\ndef made():\n    class Local: ...", []),
    ],
)
def test_the_check_finds_what_a_module_names(source: str, names: list[str]) -> None:
    assert list(types_named(ast.parse(source))) == names


def test_no_two_modules_define_a_type_of_one_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for name in types_named(tree(path)):
            homes[name].append(str(path.relative_to(ROOT)))
    assert len(homes) > 500
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}
