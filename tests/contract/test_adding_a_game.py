"""docs/adding-a-game.md names what there is, and all that a game needs."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

import bob.cli.registry
import bob.report.registry
from bob.core.game import Game
from bob.core.kit import Kit
from bob.tactical import slot
from bob.tactical.slot import Tactical
from tests.pursuit import game, kit, loaded

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")


def named(heading: str) -> set[str]:
    """The names in the first column of the tables under a heading."""
    part = PAGE.split(f"\n## {heading}")[1].split("\n## ")[0]
    return {name for row in re.findall(r"^\| (`.*?) \|", part, re.M) for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#]+)\)", PAGE))))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (ROOT / "docs" / target).exists()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:bob|tests)/[\w/.]+)`", PAGE))))
def test_every_file_that_is_named_is_there(path: str) -> None:
    assert "NAME" in path or (ROOT / path).exists()


def test_the_rules_are_those_of_the_toy() -> None:
    found = named("1.")
    assert found and all(hasattr(game, name) for name in found)
    own = {name for name, value in vars(game).items() if isinstance(value, type) and value.__module__ == game.__name__}
    assert found == own


def abstract(kind: Any) -> set[str]:
    return set(kind.__abstractmethods__)


def test_the_kit_has_what_the_page_names_and_the_page_what_it_must_have() -> None:
    found = named("2.") - {"KIT"}
    assert hasattr(kit, "KIT") and all(hasattr(kit.KIT, name) for name in found)
    assert abstract(Kit) | abstract(Tactical) <= found
    assert {name for half in (kit.PursuitKit, loaded.LoadedPursuitKit) for name in vars(half) if not name.startswith("_")} <= found
    listed = set(re.findall(r"`(\w+)`", PAGE.split("| `Pursuit` |")[1].splitlines()[0]))
    assert abstract(Game) <= listed


def test_every_part_that_a_face_may_declare_is_named() -> None:
    terminal, report = bob.cli.registry.TerminalParts, bob.report.registry.ReportParts
    declared = {field.name for kind in (terminal, report) for field in dataclasses.fields(kind)} - {"pages"}  # those of the day alone
    found = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (?:`[\w/.]+` )?\| (`.*?) \|", PAGE.split("\n## 6.")[1], re.M))))
    assert found == declared | {"panel", "setup", "lesson"}


def test_every_folder_with_a_kit_is_declared() -> None:
    assert list(slot.shipped()) == sorted(slot.shipped())
    declared = {part.path for part in slot.SHIPPED}
    assert declared == {f"bob.tactical.{path.parent.name}.kit:KIT" for path in (ROOT / "bob" / "tactical").glob("*/kit.py")}
