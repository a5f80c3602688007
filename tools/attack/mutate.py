"""Data spoilt at random: a tree of TOML or JSON with a few keys and values changed, and a file with a few bytes changed.

All of it is drawn from a stream: the same seed spoils the same way.
"""

from __future__ import annotations

import copy
import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

from bob.core.dice import Stream

TreePath = tuple[str | int, ...]

ODD: tuple[Any, ...] = (
    0, 1, -1, 2, 13, 99, 2**31, 2**63, -(2**70), 10**400, 0.0, -0.5, 1e308, float("inf"), float("-inf"), float("nan"), True, False, "",
    " ", "-", "..", "3..", "..3", "7", "0/0", "2d6", "9d999", "@weather", "true", "12:55", "24:00",
    "99:99", "١٢:٥٥", "3706", "9999", "x" * 5000,
    "é—\u2028",
     "\\ud800", "../..", "{0.__class__}", [], {}, [[]], [{}], {"": ""}, [1, "a"], ["", ""], [[0, 0]], dt.date(1940, 8, 18),
    dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.datetime(1940, 8, 18, 12), dt.time(12, 55), {"but": []}, {"en": 1, "fr": 2},
)  # fmt: skip
"""Values that loaders stumble over."""


def places(tree: Any, so_far: TreePath = ()) -> Iterator[TreePath]:
    """The path of every key and list member in a tree."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in items:
        yield (*so_far, key)
        yield from places(inner, (*so_far, key))


def at(tree: Any, place: TreePath) -> Any:
    """What stands at a place."""
    for key in place:
        tree = tree[key]
    return tree


def spoilt(tree: dict[str, Any], stream: Stream, most: int = 2) -> dict[str, Any]:
    """A copy of a tree with one to `most` of its places changed: put away, doubled, renamed, put elsewhere, or given another value."""
    tree = copy.deepcopy(tree)
    for _ in range(1 + stream.below(most)):
        known = list(places(tree))
        if known:
            _spoil(tree, stream.choose(known), known, stream)
    return tree


def _spoil(tree: dict[str, Any], place: TreePath, known: list[TreePath], stream: Stream) -> None:
    *way, last = place
    holder: Any = at(tree, tuple(way))
    how = stream.below(12)
    if how == 0:
        del holder[last]
    elif how == 1 and isinstance(holder, list):
        holder.insert(int(last), copy.deepcopy(holder[int(last)]))
    elif how == 1:
        holder[str(at(known, (stream.below(len(known)),))[-1])] = copy.deepcopy(holder[last])
    elif how == 2 and isinstance(holder, dict):
        holder[f"{last}_"] = holder.pop(last)
    elif how in (3, 4):
        holder[last] = copy.deepcopy(at(tree, stream.choose(known)))
    elif how in (5, 6, 7):
        holder[last] = nudged(holder[last], stream)
    else:
        holder[last] = copy.deepcopy(stream.choose(ODD))


def nudged(value: Any, stream: Stream) -> Any:
    """A value near the one given, of the same kind mostly."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        if not stream.below(4):
            return float(min(max(value, -(2**63)), 2**63))
        return value + stream.choose((-1000, -7, -1, 1, 7, 1000, 2**31, 2**64))
    if isinstance(value, float):
        return stream.choose((-value, value * 1e6, value + 1, float("nan"), int(min(max(value, -1e9), 1e9)) if value == value else 0))
    if isinstance(value, str):
        cut = stream.below(len(value) + 1)
        return stream.choose((value[:cut], value[::-1], value + value, value.upper(), f"{value[:cut]}\u0301{value[cut:]}", [value], 7))
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return stream.choose((value.replace(year=1941), value.isoformat(), value.replace(day=1), dt.datetime(1940, 8, 18, 1)))
    if isinstance(value, list):
        return stream.choose((value[::-1], value + value, value[:1], dict(enumerate_text(value)), value[0] if value else {}))
    if isinstance(value, dict):
        return stream.choose((list(value.values()), [value], dict(reversed(value.items())), {}))
    return value


def enumerate_text(values: list[Any]) -> Iterator[tuple[str, Any]]:
    """The members with their numbers as texts."""
    return ((str(i), value) for i, value in enumerate(values))


def as_toml(tree: dict[str, Any]) -> str:
    """A tree as TOML, a line for each of its keys."""
    return "".join(f"{_toml(str(key))} = {_toml(value)}\n" for key, value in tree.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(str(key))} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dt.date | dt.datetime | dt.time):
        return value.isoformat()
    text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return text if isinstance(value, str) else text.replace("Infinity", "inf").replace("NaN", "nan")


def bitten(raw: bytes, stream: Stream) -> bytes:
    """The bytes of a file with some of them cut, changed, doubled, or in another encoding."""
    how, where, far = stream.below(8), stream.below(len(raw) + 1), 1 + stream.below(40)
    if how == 0:
        return raw[:where]
    if how == 1:
        return raw[:where] + raw[where + far :]
    if how == 2:
        return raw[:where] + bytes(stream.below(256) for _ in range(far)) + raw[where + far :]
    if how == 3:
        return raw[:where] + raw[where : where + far] * 2 + raw[where + far :]
    if how == 4:
        return raw.decode("utf-8", "replace").encode(stream.choose(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp037")), "replace")
    if how == 5:
        return (
            raw[:where]
            + stream.choose((b"\0", b"\xff", b"\r", b"'", b'"', b"[", b"]", b"= ", b"#", b"[[" * 9000, b"0x" + b"f" * 9000))
            + raw[where:]
        )
    if how == 6:
        return stream.choose((b"", b"\xef\xbb\xbf" + raw, b"\xff\xfe", raw + raw, b"a = " + b"[" * 100_000))
    return raw.replace(b"\n", b"\r") if stream.below(2) else raw[where:]
