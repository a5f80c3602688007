"""The loader of tables, given tables changed at random: it loads them, or refuses them with an error that names the file."""

from __future__ import annotations

import copy
import datetime
import functools
import json
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.data.tables import Tables
from tests.sizes import fifth

SHIPPED = data_folder("tables") / "operations"


def every_place(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every key and list member in a tree."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*so_far, key)
        yield from every_place(inner, (*so_far, key))


def dumped(value: Any) -> str:
    """The value as TOML, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumped(str(key))} = {dumped(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumped, value)) + "]"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("Infinity", "inf").replace("NaN", "nan").replace("\x7f", "\\u007f")


TREES = {name: tomllib.loads((SHIPPED / f"{name}.toml").read_text(encoding="utf-8")) for name in Tables.shipped().names}
PLACES = {name: list(every_place(tree)) for name, tree in TREES.items()}
WORDS = sorted({str(part) for places in PLACES.values() for place in places for part in place if isinstance(part, str)})
WORDS += ["-", "..", "3..", "..3", "0/0", "@weather", "@unit", "2d6", "0d6", "list", "column", "result", "true", "6"]
ATOMS = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-(10**20), 10**20),
    st.integers(-3, 13),
    st.booleans(),
    st.floats(),
    st.dates(),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(WORDS), inner, max_size=3)),
    max_leaves=5,
)
PROFILE = settings(max_examples=fifth(400), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


def mutated(data: st.DataObject, name: str) -> dict[str, Any]:
    """The tree of a table with a few of its keys or values deleted, replaced, doubled, or renamed."""
    tree = copy.deepcopy(TREES[name])
    for place in data.draw(st.lists(st.sampled_from(PLACES[name]), min_size=1, max_size=2)):
        try:
            *way, last = place
            holder = functools.reduce(lambda inner, key: inner[key], way, tree)
            holder[last]
        except (LookupError, TypeError):
            continue
        if isinstance(holder, str):
            continue
        how = data.draw(st.sampled_from(["replace", "delete", "double", "rename"]))
        if how == "replace":
            holder[last] = data.draw(VALUES)
        elif how == "delete":
            del holder[last]
        elif isinstance(holder, list):
            holder.insert(last, copy.deepcopy(holder[last]))
        else:
            holder[data.draw(st.sampled_from(WORDS))] = holder.pop(last) if how == "rename" else copy.deepcopy(holder[last])
    return tree


def loaded(name: str, raw: bytes) -> None:
    """Load the bytes as an overlay of the table: well, or with a DataError that names the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.toml"
        path.write_bytes(raw)
        try:
            Tables.shipped(Path(folder))[name]
        except DataError as error:
            assert error.file == str(path)
            assert str(path) in str(error)


def test_the_dumper_writes_what_was_read() -> None:
    for name, tree in TREES.items():
        assert tomllib.loads("\n".join(f"{dumped(key)} = {dumped(value)}" for key, value in tree.items())) == tree, name


@pytest.mark.slow
@PROFILE
@given(data=st.data(), name=st.sampled_from(sorted(TREES)))
def test_a_mutated_table_is_refused_or_loads(data: st.DataObject, name: str) -> None:
    text = "\n".join(f"{dumped(key)} = {dumped(value)}" for key, value in mutated(data, name).items())
    loaded(name, text.encode())


@pytest.mark.slow
@PROFILE
@given(name=st.sampled_from(sorted(TREES)), raw=st.binary(max_size=200), at=st.integers(0, 3000), whole=st.booleans())
def test_random_bytes_are_refused_or_load(name: str, raw: bytes, at: int, whole: bool) -> None:
    shipped = (SHIPPED / f"{name}.toml").read_bytes()
    loaded(name, raw if whole else shipped[:at] + raw + shipped[at + len(raw) :])
