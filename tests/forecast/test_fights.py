"""The tactical games beside the quick resolver by kind (OPS-D1.7): how engagements are drawn, compared and judged."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache

import pytest

from bob.core.dice import Dice
from bob.core.workers import Here
from bob.forecast import fights as compared
from bob.forecast.fights import KINDS, ComparedSide, DrawnFrom, Sums, compare, drawn, kind_of, odds_group, posture_group
from bob.staff import fights as flying
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Result
from bob.tactical.slot import Tactical, shipped
from tests.cli.test_cli import bob
from tests.dogfight.forces import fight, force, german


@cache
def few() -> dict[compared.FightKind, list[Engagement]]:
    return drawn(60, "few", Here())


def quickly(engagement: Engagement, dice: Dice, kit: Tactical) -> Result:
    return quick.resolve(engagement, dice)


def doubled(engagement: Engagement, dice: Dice, kit: Tactical) -> Result:
    """The quick result with thrice as many bombers destroyed where fighters escort them."""
    found = quick.resolve(engagement, dice)
    if kind_of(engagement) != "escorted":
        return found
    worse = [loss if engagement.force(loss.unit).fighter else replace(loss, destroyed=3 * loss.destroyed + 1) for loss in found.losses]
    return replace(found, losses=tuple(worse))


@pytest.mark.rule("OPS-D1.7")
def test_days_for_judging_are_five_or_more_and_others_than_those_for_tuning() -> None:
    assert min(len(source.value) for source in DrawnFrom) >= 5
    assert not set(DrawnFrom.TUNING.value) & set(DrawnFrom.JUDGING.value)


@pytest.mark.slow
@pytest.mark.rule("OPS-D1.7")
def test_engagements_are_drawn_by_kind_and_the_same_from_the_same_seed() -> None:
    found = few()
    assert {kind: len(those) for kind, those in found.items()} == dict.fromkeys(KINDS, 60)
    assert all(kind_of(engagement) == kind for kind, those in found.items() for engagement in those)
    assert all(not any(f.fighter for f in e.of("luftwaffe")) for e in found["bombers"])
    assert all(any(f.fighter for f in e.of("luftwaffe")) and e.bombers for e in found["escorted"])
    assert drawn(3, "few", Here()) == {kind: those[:3] for kind, those in found.items()}
    assert drawn(3, "few", Here(), DrawnFrom.TUNING) != drawn(3, "few", Here())


@pytest.mark.slow
@pytest.mark.rule("OPS-D1.7")
def test_a_game_like_the_quick_resolver_holds_and_one_unlike_it_fails_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = {"cards": shipped()["cards"]}
    monkeypatch.setattr(flying, "resolve", quickly)
    (same,) = compare(few(), "1", slot, Here())
    assert [side for side in same.sides if not side.holds] == []
    assert {ratio.group for ratio in same.ratios} > {"bounce", "bounced", "under_one"}
    monkeypatch.setattr(flying, "resolve", doubled)
    (worse,) = compare(few(), "1", slot, Here())
    assert [(side.kind, side.side) for side in worse.sides if not side.holds] == [("escorted", "bombers")]


@pytest.mark.rule("OPS-D1.7")
def test_an_interval_is_that_of_a_ratio_and_few_losses_are_judged_in_aircraft() -> None:
    sums = Sums()
    for usual, played in ((1.0, 2.0), (3.0, 3.0), (2.0, 1.0), (2.0, 4.0)):
        sums.add(usual, played)
    side = ComparedSide.of("cards", "fighters", "raf", sums)
    assert (side.quick, side.played, side.difference, side.in_aircraft) == (2.0, 2.5, 0.25, False)
    off = [played - 1.25 * usual for usual, played in ((1.0, 2.0), (3.0, 3.0), (2.0, 1.0), (2.0, 4.0))]
    assert math.isclose(side.give, 1.96 * math.sqrt(sum(x * x for x in off) / 4 / 3) / 2)
    assert side.holds and not side.inside
    rare = Sums()
    for _ in range(200):
        rare.add(0.1, 0.0)
        rare.add(0.1, 0.5)
    side = ComparedSide.of("cards", "bombers", "raf", rare)
    assert side.in_aircraft and math.isclose(side.difference, 0.15) and side.tolerance == 0.1 and not side.holds


@pytest.mark.rule("OPS-D1.7")
def test_postures_and_odds_are_grouped_by_fighters() -> None:
    forces = (force("A", count=12), german(count=12), german("he_111h", 30, "I./KG 1"))
    even = fight(*forces, posture="even")
    assert (posture_group(even), odds_group(even)) == ("even", "to_three")
    assert posture_group(replace(even, posture="advantage")) == "bounce" and posture_group(replace(even, posture="bounced")) == "bounced"
    assert odds_group(replace(even, forces=(force("A", count=3), *forces[1:]))) == "under_one"
    assert odds_group(replace(even, forces=(force("A", count=36), *forces[1:]))) == "over_three"


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.rule("OPS-D1.7")
def test_the_command_prints_the_kinds_and_fails_where_a_mean_does(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ["calibrate", "--engagements", "8", "--game", "cards", "--jobs", "1"]
    monkeypatch.setattr(flying, "resolve", quickly)
    monkeypatch.setattr(compared, "TOLERANCE", dict.fromkeys(KINDS, 9.0))
    monkeypatch.setattr(compared, "GIVE", 9.0)
    code, out, _ = bob(*args, "--json")
    lines = json.loads(out)
    assert code == 0 and [line["kind"] for line in lines if line["figure"] == "lost_in_an_engagement"][::2] == [
        "fighters",
        "bombers",
        "escorted",
        "escorted",
    ]
    monkeypatch.setattr(compared, "GIVE", -1)
    monkeypatch.setattr(compared, "TOLERANCE", dict.fromkeys(KINDS, -9.0))
    code, out, _ = bob(*args, "--lang", "fr")
    assert code == 1 and "bombardiers escortés" in out and "échoué" in out
    code, _, err = bob("calibrate", "--engagements", "2", "--game", "chess")
    assert code == 2 and "--game" in err
