"""The booking of flown fights (OPS-D1.8): the aircraft behind fallen models, and how much of a dogfight each side hears of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.tactical import engagement_figures, fates
from bob.tactical.engagement import Fate, FlownModel
from bob.tactical.slot import shipped
from tests.dogfight.forces import fight, force, german


def shares(destroyed: int, destroyed_bombers: int, damaged: int = 26) -> engagement_figures.Shares:
    return engagement_figures.Shares(1.0, 1.0, destroyed, destroyed_bombers, damaged)


def dice(seed: object) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "flown"))


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("share", [50, 60, 75, 100])
def test_at_least_half_of_those_behind_a_fallen_model_are_lost(share: int) -> None:
    """Rounded up, whatever the dice; of the others so many that the share is kept on average."""
    sums = {1: 0, 2: 0, 12: 0}
    for count in sums:
        for seed in range(300):
            loss, behind = fates.behind_models(shares(share, 50), force(count=count), 1, 0, 1, dice(seed))
            assert behind == count and 2 * loss.destroyed >= count and loss.destroyed + loss.damaged <= count
            sums[count] += loss.destroyed
    assert sums[1] == 300, "the only aircraft behind a model"
    assert sums[12] / (300 * 12) == pytest.approx(share / 100, abs=0.02)


@pytest.mark.rule("OPS-D1.8")
def test_a_model_that_is_one_aircraft_is_lost_when_it_falls() -> None:
    """The whole share is lost there; with two aircraft behind each model the dice decide on half of them."""
    alone, shared = set[int](), set[int]()
    for seed in range(60):
        alone.add(fates.behind_models(shares(50, 50), force(count=5), 3, 0, 5, dice(seed))[0].destroyed)
        shared.add(fates.behind_models(shares(75, 50), force(count=10), 3, 0, 5, dice(seed))[0].destroyed)
    assert alone == {3} and shared == {3, 4, 5, 6}


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("game", shipped())
@pytest.mark.parametrize("share", ["destroyed", "destroyed_bombers"])
def test_a_share_under_half_is_refused_when_the_figures_are_read(tmp_path: Path, game: str, share: str) -> None:
    text = (data_folder("tables") / "engagements.toml").read_text("utf-8")
    table, found = text.partition(f"[{game}]\n")[::2]
    for value, fits in ((50, True), (49, False)):
        path = tmp_path / f"{value}.toml"
        changed, count = re.subn(rf"^{share} = \d+", f"{share} = {value}", found, count=1, flags=re.MULTILINE)
        assert count == 1
        path.write_text(f"{table}[{game}]\n{changed}", "utf-8")
        if fits:
            assert getattr(getattr(engagement_figures.load_figures(path), game), share) == value
        else:
            with pytest.raises(DataError):
                engagement_figures.load_figures(path)


@pytest.mark.rule("OPS-D1.8")
def test_bombers_have_a_share_of_their_own_and_who_is_hit_is_damaged_at_most() -> None:
    fallen, _ = fates.behind_models(shares(50, 100, 0), german("do_17z", 9), 1, 0, 3, dice(1))
    hit, behind = fates.behind_models(shares(100, 100, 100), german("do_17z", 9), 0, 2, 3, dice(1))
    assert fallen.destroyed == 3 and (hit.destroyed, hit.damaged, behind) == (0, 6, 0)


FELL: tuple[Fate, ...] = ("down", "hit", "left", "stayed")


@pytest.mark.rule("OPS-D1.8")
def test_a_side_hears_of_its_own_models_by_unit_and_of_the_enemys_by_type() -> None:
    met = fight(force(), force("501 Squadron"), german(), german("do_17z", unit="II./KG 3"), german("do_17z", unit="III./KG 3"))
    models = [FlownModel(f.unit, FELL[i % 4]) for i, f in enumerate(met.forces)] + [FlownModel("II./KG 3", "down", "dropped")]
    flown = fates.flown_out(met, shares(50, 50), models, "hexes", dice(1)).flown
    assert flown is not None
    raf, luftwaffe = (flown.seen_by(met, side) for side in ("raf", "luftwaffe"))
    assert raf["models"] == [["79 Squadron", "down", ""], ["501 Squadron", "hit", ""]]
    assert raf["behind"] == {"79 Squadron": 12, "501 Squadron": 0}
    assert raf["foes"] == [
        ["bf_109e_4", "left", "", 1],
        ["do_17z", "down", "", 1],
        ["do_17z", "down", "dropped", 1],
        ["do_17z", "stayed", "", 1],
    ]
    assert "KG 3" not in repr(raf) and "JG 26" not in repr(raf) and "Squadron" not in repr(luftwaffe)
    assert luftwaffe["foes"] == [["hurricane_i", "down", "", 1], ["hurricane_i", "hit", "", 1]]


@pytest.mark.rule("OPS-D1.8")
def test_who_falls_where_nobody_could_shoot_is_not_lost() -> None:
    met = fight(force(ammo="none"), german())
    models = [FlownModel("79 Squadron", "down"), FlownModel("II./JG 26", "down")]
    result = fates.flown_out(met, shares(100, 100), models, "cards", dice(1))
    assert [loss.destroyed for loss in result.losses] == [12, 0]
    assert result.flown is not None and result.flown.behind == {"79 Squadron": 12, "II./JG 26": 0}
