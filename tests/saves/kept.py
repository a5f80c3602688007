"""What tests of files share: what a file holds, and its errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bob.core.game import dumps
from bob.core.match import Match
from bob.files import Save, SaveError
from bob.words import Words
from tests.toy import GAMES, Plan, ToyPosition

PLAN = Plan(3, "Tangmere — 12 h")
ROOT = Path(__file__).resolve().parent.parent.parent


def contents(match: Match[ToyPosition]) -> list[str]:
    return [dumps(entry.as_json()) for entry in match.entries]


def on_disk(path: Path, tmp_path: Path) -> list[str]:
    """What another program would find in the file at this moment, by its bytes alone."""
    copy = tmp_path / "looked-at"
    copy.write_bytes(path.read_bytes())
    save, match = Save.open(copy, GAMES, read_only=True)
    save.close()
    copy.unlink()
    return contents(match)


def error_of(action: Callable[[], Any]) -> SaveError:
    """The SaveError of an action, which can be told in both languages."""
    with pytest.raises(SaveError) as caught:
        action()
    for language in ("en", "fr"):
        assert caught.value.values["file"] in caught.value.describe(Words(language))
    return caught.value
