"""One contract for the quick resolver, the two card games and the own table (OPS-B8.4 to OPS-B8.6).

Conservation, the same dice the same outcome, and strength tells. Hexes and miniatures are held by tests of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import decode, encode
from bob.core.dice import Dice, SeededDice, Stream
from bob.staff import fights
from bob.tactical import engagement_figures, fates, own_table, quick
from bob.tactical.engagement import AMMO, BOMB_CARRIERS, POSTURES, Engagement, Loss, Result, enemy, misfits
from bob.tactical.slot import shipped
from tests.dogfight.forces import engagements, fight, force, german
from tests.sizes import WHOLE, some


def entered(engagement: Engagement, dice: Dice) -> Result:
    """Players of their own who bring back whatever adds up."""
    losses = []
    for f in engagement.forces:
        shot_at = any(foe.shoots for foe in engagement.of(enemy(f.side)))
        destroyed = dice.roll("x", 1, sides=f.count + 1).total - 1 if shot_at else 0
        damaged = dice.roll("x", 1, sides=f.count - destroyed + 1).total - 1
        crews = dice.roll("x", 1, sides=destroyed + 1).total - 1
        losses.append(Loss(f.unit, destroyed, damaged, 1, AMMO[0], f.role in BOMB_CARRIERS, True, crews))
    return own_table.result(engagement, tuple(losses), 1, dice)


RESOLVERS: dict[str, Callable[[Engagement, Dice], Result]] = {
    "quick": quick.resolve,
    "cards": partial(fights.resolve, kit=shipped()["cards"]),
    "table": entered,
    "flight": partial(fights.resolve, kit=shipped()["flight"]),
}


def dice(seed: object) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "resolver"))


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("name", RESOLVERS)
@settings(max_examples=25, deadline=None)
@given(engagement=engagements(), seed=st.integers(0, 1 << 30))
def test_nobody_is_lost_who_was_not_there(name: str, engagement: Engagement, seed: int) -> None:
    found = RESOLVERS[name](engagement, dice(seed))
    assert [loss.unit for loss in found.losses] == [f.unit for f in engagement.forces]
    assert list(misfits(engagement, found.losses, found.turns)) == []
    assert found.resolver == name and [side for side, _ in found.claims] == ["raf", "luftwaffe"]
    for side, claimed in found.claims:
        assert 0 <= claimed <= engagement.aircraft(enemy(side)) and (claimed == 0 or found.destroyed(engagement, enemy(side)) > 0)
    gain = found.destroyed(engagement, "luftwaffe") - found.destroyed(engagement, "raf")
    assert found.holds == ("raf" if gain > 0 else "luftwaffe" if gain < 0 else "none")
    assert decode(Result, encode(found)) == found


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("name", RESOLVERS)
def test_the_same_dice_give_the_same_outcome(name: str) -> None:
    engagement = fight(force(), force("501 Squadron"), german(count=27))
    assert RESOLVERS[name](engagement, dice(1)) == RESOLVERS[name](engagement, dice(1))
    assert len({repr(RESOLVERS[name](engagement, dice(seed))) for seed in range(20)}) > 5


PLAYED = ("quick", "cards")
RUNS = {"quick": 1500 if WHOLE else 500, "cards": 100 if WHOLE else 24}
MANY = {"quick": 1500 if WHOLE else 500, "cards": 100 if WHOLE else 60}
"""The same of what shows in many fights only."""
OF_A_SIDE = {"quick": 12, "cards": 2}
"""How many of a side meet in the ladders: the cards are slow, and few enough aircraft are a model each."""


STEPS = {"quick": POSTURES, "cards": ("bounced", "even", "bounce")}


@pytest.fixture
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that fall take all behind them along, so that few dogfights are enough to see what tells."""
    shipped = engagement_figures.figures()
    changed = replace(shipped, cards=replace(shipped.cards, destroyed=100, destroyed_bombers=100))
    monkeypatch.setattr(fates, "figures", lambda: changed)


def balance(name: str, engagement: Engagement, runs: int) -> float:
    """The Luftwaffe's losses less the RAF's, on average."""
    total = 0
    for seed in range(runs):
        found = RESOLVERS[name](engagement, dice(seed))
        total += found.destroyed(engagement, "luftwaffe") - found.destroyed(engagement, "raf")
    return total / runs


def rising(name: str, *ladder: Engagement, by: float = 0.1, runs: int = 0) -> None:
    found = [balance(name, engagement, runs or RUNS[name]) for engagement in ladder]
    assert all(b > a + by for a, b in itertools.pairwise(found)), found


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.3")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("name", PLAYED)
def test_a_better_posture_gains(name: str) -> None:
    n = OF_A_SIDE[name]
    rising(name, *(fight(force(count=n), german(count=n), posture=p) for p in STEPS[name]))


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("name", "foe", "times"), [(name, foe, times) for name in PLAYED for foe, times in (("bf_109e_4", 2), ("do_17z", 12))]
)
def test_numbers_gain(name: str, foe: str, times: int) -> None:
    """Among few bombers there is no room for more."""
    n = OF_A_SIDE[name] // 2
    rising(
        name,
        *(fight(*(force(f"{i} Squadron", count=n) for i in range(of)), german(foe, times * n)) for of in (1, 3)),
        by=0.05,
        runs=MANY[name],
    )


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("name", PLAYED)
def test_the_better_aircraft_gains(name: str) -> None:
    n = OF_A_SIDE[name]
    rising(name, *(fight(force(aircraft=a, count=n), german(count=n)) for a in ("gladiator_ii", "spitfire_i")))
    rising(name, *(fight(force(count=n), german(a, n)) for a in ("bf_109e_4", "cr_42")))


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("name", PLAYED)
def test_experience_gains(name: str) -> None:
    n = OF_A_SIDE[name]
    rising(name, *(fight(force(count=n, experience=e), german(count=n)) for e in ("green", "veteran")))
    rising(name, *(fight(force(count=n), german(count=n, experience=e)) for e in ("veteran", "green")))


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("name", "worn"),
    [
        *itertools.product(("quick",), ({"disruption": 3}, {"fatigue": 4})),
        *itertools.product(("cards",), some(({"disruption": 3}, {"fatigue": 4}))),
        (
            "quick",
            {"ammo": "low"},
        ),  # at the cards a Burst less shows in many fights only
    ],
)
def test_the_fresh_gain(name: str, worn: dict[str, Any]) -> None:
    n = OF_A_SIDE[name]
    ladder = fight(force(count=n, **worn), german(count=n)), fight(force(count=n), german(count=n))
    rising(name, *ladder, by=0.05, runs=MANY[name])


@pytest.mark.slow
@pytest.mark.usefixtures("whole")
@pytest.mark.rule("OPS-B8.4")
def test_surprise_gains_at_the_cards() -> None:
    rising("cards", *(fight(force(count=4), german(count=4), surprise=side) for side in ("luftwaffe", "raf")))


def claimed(lost: int, met: int, seed: int) -> dict[str, int]:
    """What the sides claim who each lost so many of so many."""
    engagement = fight(force(count=met), german(count=met))
    losses = (Loss(f.unit, lost, 0, 0, "low", False, False) for f in engagement.forces)
    return dict(fates.outcome(engagement, losses, 2, "quick", dice(seed)).claims)


@pytest.mark.rule("OPS-B8.6")
def test_claims_are_about_two_and_three_to_one() -> None:
    """A designed rate: what history found."""
    found = [claimed(4, 60, seed) for seed in range(200)]
    assert 1.9 < sum(claims["raf"] for claims in found) / 800 < 2.1
    assert 2.85 < sum(claims["luftwaffe"] for claims in found) / 800 < 3.15


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize(("lost", "met", "most"), [(0, 12, 0), (4, 12, 8), (10, 12, 11), (11, 12, 11), (12, 12, 12), (1, 1, 1)])
def test_no_more_are_claimed_than_were_met_and_seldom_nearly_all(lost: int, met: int, most: int) -> None:
    """Of those who came through no more than half are claimed."""
    found = [claimed(lost, met, seed) for seed in range(40)]
    assert max(max(claims.values()) for claims in found) == most


@pytest.mark.rule("OPS-B8.6")
def test_crews_are_lost_by_where_they_fall() -> None:
    def share(side: str, england: bool) -> float:
        engagement = fight(force(count=24), german(count=24), over_england=england)
        crews = gone = 0
        for seed in range(400):
            found = quick.resolve(engagement, dice(seed))
            for loss in found.losses:
                if engagement.force(loss.unit).side == side:
                    crews, gone = crews + loss.crews_lost, gone + loss.destroyed
        return crews / gone

    assert share("luftwaffe", True) == 1.0
    assert 0.3 < share("raf", True) < 0.4 < share("raf", False) < 0.6 < share("luftwaffe", False) < 0.8


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
def test_quick_and_cards_agree_on_what_a_unit_looks_like_afterwards() -> None:
    engagement = fight(force(), german("do_17z", 27, "I./KG 3"))
    levels = quick.loosened(engagement)  # by the share attacked (OPS-D1.5): the dice make whole levels of it
    assert 0.8 < levels < 1.0
    for name in PLAYED:
        loosened = 0
        for seed in range(60):
            mine, theirs = RESOLVERS[name](engagement, dice(seed)).losses
            assert (mine.ammo, mine.broke_off, mine.jettisoned, theirs.ammo, theirs.broke_off) == ("low", False, False, "full", False)
            assert theirs.jettisoned or theirs.destroyed + theirs.damaged < 0.4 * 27
            assert theirs.disruption in (0, 1)
            loosened += theirs.disruption
        assert abs(loosened / 60 - levels) < 0.15, name


def test_a_second_fight_ends_with_empty_guns() -> None:
    found = quick.resolve(fight(force(ammo="low"), german()), dice(3))
    assert (found.losses[0].ammo, found.losses[0].broke_off) == ("none", True)
    assert replace(found, resolver="x") != found
