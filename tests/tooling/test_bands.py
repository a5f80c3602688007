"""Victory bands are derived from scores, and put into the files of days."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bob.core.workers import Here
from bob.day.scenarios.scenario import Scenario, scenarios
from tools import bands

DAYS = sorted(code for code, day in scenarios().items() if not day.free)


@pytest.mark.parametrize("code", DAYS)
def test_bands_go_into_the_file_of_every_day(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "day.toml"
    shutil.copyfile(scenarios()[code].path, path)
    monkeypatch.setattr(bands, "find", lambda _: Scenario.of(path))
    found = dict(zip(bands.BANDS, (-7, 1, 2, 33), strict=True))
    bands.write(code, found, 9)
    day = Scenario.of(path).file
    assert {name: getattr(day.bands, name) for name in bands.BANDS} == found  # type: ignore[union-attr]
    assert "of 9 days played by staff officers" in path.read_text("utf-8")


@pytest.mark.parametrize(("scores", "band"), [((1, 2, 3, 4), 4), ((-3.5, -1, -1, 7), 0), ((5, 5, 5, 5), 6), (tuple(range(100)), 75)])
def test_a_band_is_raised_so_that_no_more_than_a_quarter_reach_it(scores: tuple[float, ...], band: int) -> None:
    assert bands.held_off(scores) == band and sum(score >= band for score in scores) <= len(scores) / 4


def test_bands_lie_in_order_however_alike_the_scores_are() -> None:
    found = bands.bands("lesson", 3, Here())
    assert list(found) == list(bands.BANDS)
    assert found["raf_decisive"] <= found["raf_marginal"] < found["luftwaffe_marginal"] <= found["luftwaffe_decisive"]
