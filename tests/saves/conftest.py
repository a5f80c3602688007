"""A game in a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bob.core.match import Match
from bob.files import Save, disk
from tests.saves.kept import PLAN
from tests.toy import TOY, Strike, ToyPosition


@pytest.fixture(autouse=True)
def on_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """These files are written as those of a user."""
    monkeypatch.setattr(disk, "SYNCHRONOUS", "FULL")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.bob1940"


@pytest.fixture
def game(path: Path) -> Iterator[tuple[Save, Match[ToyPosition]]]:
    """A game of a few orders, its file open."""
    save, match = Save.begin(path, TOY, "long", 5)
    with save:
        for order in (PLAN, Strike()):
            match.play("blue", order)
        yield save, match
