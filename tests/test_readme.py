"""The map of the house in CONTRIBUTING names every folder of `bob`, and nothing that is not there; the README leads to it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("\n## What is where")[1].split("\n## ")[0]
ROWS = [re.findall(r"`([^`]+)`", row.split(" | ")[0]) for row in PARTS.splitlines() if row.startswith("| `")]


def rooms() -> set[str]:
    """The packages of bob, by the map's way of naming them."""
    return {f"bob/{path.parent.name}/" for path in (ROOT / "bob").glob("*/__init__.py")}


def test_the_readme_leads_to_the_map() -> None:
    assert "](CONTRIBUTING.md)" in (ROOT / "README.md").read_text("utf-8")


def test_everything_on_the_map_is_there() -> None:
    """Names in a row are of files beside the first."""
    found = [Path(row[0]).parent / name if "/" not in name and name != row[0] else Path(name) for row in ROWS for name in row]
    assert found and [str(path) for path in found if not (ROOT / path).exists() and not (ROOT / "bob" / path).exists()] == []


def test_every_room_is_on_the_map() -> None:
    beside = {f"bob/{name}" for row in ROWS for name in row if name.endswith("/") and not name.startswith("bob/")}
    assert rooms() - {name for row in ROWS for name in row} - beside == set()
