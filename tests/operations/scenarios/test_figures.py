"""The figures of the operational rules: what their file may hold, and by whom a file that holds anything else is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.core.errors import BobError
from bob.core.resources import data_folder
from bob.day.state.figures import BY_LEVEL, LEVELS_LISTED, MOST, load_figures

TEXT = (data_folder("tables") / "operational.toml").read_text("utf-8")


def loaded(tmp_path: Path, old: str, new: str) -> object:
    lines = TEXT.splitlines()
    found = [i for i, line in enumerate(lines) if line.replace(" ", "").startswith(old.replace(" ", ""))]
    assert found, old
    name = lines[found[0]].partition("=")[0]
    lines[found[0]] = f"{name}= {new}"
    path = tmp_path / "operational.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_figures(path)


@pytest.mark.parametrize(
    ("key", "value", "fits"),
    [
        ("overcast =", "[-2, 0]", True),
        ("overcast =", "[-3, 0]", False),
        ("overcast =", f"[0, {MOST}]", True),
        ("overcast =", f"[0, {MOST + 1}]", False),
        ("overcast =", "[4]", False),
        ("overcast =", "[4, 6, 8]", False),
        (f"{BY_LEVEL[0]} =", str([0] * LEVELS_LISTED), True),
        (f"{BY_LEVEL[0]} =", str([-1] + [0] * (LEVELS_LISTED - 1)), False),
        (f"{BY_LEVEL[0]} =", str([0] * (LEVELS_LISTED + 1)), False),
    ],
)
def test_lists_of_figures_have_their_length_and_bounds(tmp_path: Path, key: str, value: str, fits: bool) -> None:
    if fits:
        loaded(tmp_path, key, value)
        return
    with pytest.raises(BobError) as error:
        loaded(tmp_path, key, value)
    assert "operational.toml" in str(error.value.values)
