"""The steps of the Air Group Performance are derived from campaigns, and put into the sheets."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bob.campaigns.land.campaign_data import PERFORMANCES
from bob.core.resources import data_folder
from bob.core.workers import Here
from tools import steps

SHEETS = sorted(path.stem for path in (data_folder("tables") / "campaign" / "land").glob("*.toml"))


@pytest.mark.rule("CAM-24.7")
@pytest.mark.parametrize("code", SHEETS)
def test_steps_go_into_every_sheet(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (data_folder("tables") / "campaign" / "land" / f"{code}.toml").read_text("utf-8")
    path = tmp_path / "campaign" / "land" / f"{code}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    monkeypatch.setattr(steps, "data_folder", lambda _: tmp_path)
    found = dict(zip(PERFORMANCES, (-999, -7, 1, 2, 33), strict=True))
    steps.write(code, found, 9)
    before, after = tomllib.loads(text), tomllib.loads(path.read_text("utf-8"))
    assert {step["code"]: step["least"] for step in after.pop("performance")} == found
    assert before.pop("performance") and before == after
    assert "by 9 campaigns" in path.read_text("utf-8")


def test_a_sheet_without_steps_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "campaign" / "land" / "london.toml"
    path.parent.mkdir(parents=True)
    path.write_text('code = "london"\n', "utf-8")
    monkeypatch.setattr(steps, "data_folder", lambda _: tmp_path)
    with pytest.raises(SystemExit, match="no steps"):
        steps.write("london", dict.fromkeys(PERFORMANCES, 0), 9)


def test_a_draw_is_the_middle_fifth_and_a_major_victory_the_outer_sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "in_processes", lambda *_: iter(range(-30, 30)))
    assert steps.steps("london", 60, Here()) == dict(zip(PERFORMANCES, (-999, -20, -6, 6, 20), strict=True))


def test_steps_rise_when_all_campaigns_end_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "in_processes", lambda *_: iter([5] * 60))
    assert steps.steps("london", 60, Here()) == dict(zip(PERFORMANCES, (-999, 5, 6, 7, 8), strict=True))
