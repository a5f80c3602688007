"""Figures that a tool has measured, put into a file in the place of those before."""

from __future__ import annotations

import re
from pathlib import Path


def put(path: Path, pattern: re.Pattern[str], block: str, what: str) -> None:
    """Write a block over the one that fits the pattern. Raises SystemExit when the file has not exactly one; `what` is its name there."""
    text, count = pattern.subn(lambda _: block, path.read_text("utf-8"))
    if count != 1:
        raise SystemExit(f"{path}: no {what} to write over")
    path.write_text(text, "utf-8")
