"""The tables of an engagement: who is on them, and what becomes of those who are not (OPS-D1.7, OPS-D1.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from bob.core.dice import SeededDice, Stream
from bob.tactical import quick
from bob.tactical.engagement import Engagement, Loss, Result
from bob.tactical.engagement_figures import Shares
from bob.tactical.on_table import joined
from bob.tactical.on_table import tables as tables_of
from bob.tactical.scale import MOST_MODELS, scale, scaled
from tests.dogfight.forces import engagements, fight, force, german

ESCORTED = fight(force(count=12), german("he_111h", 30, "I./KG 1"), german(count=8, role="close"), posture="bounce", on_bombers="even")
ONE_FOR_ONE = Shares(fighters_each=1.0, bombers_each=1.5, destroyed=50, destroyed_bombers=50, damaged=20)


def tables(e: Engagement, shares: Shares = ONE_FOR_ONE) -> tuple[Engagement, ...]:
    return tables_of(e, shares, scale)


def counts(e: Engagement) -> dict[str, int]:
    return {f.unit: f.count for f in e.forces}


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.parametrize(("raf", "luftwaffe"), [(12, 36), (36, 12), (12, 12), (1, 30)])
def test_fighters_meet_one_for_one(raf: int, luftwaffe: int) -> None:
    (table,) = tables(fight(force(count=raf), german(count=luftwaffe)))
    both = table.aircraft("raf"), table.aircraft("luftwaffe")
    assert both == (min(raf, luftwaffe),) * 2 and scale(*both) <= scale(raf, luftwaffe)


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-D1.3")
@pytest.mark.parametrize(("raf", "luftwaffe", "there"), [(12, 36, (12, 15)), (36, 12, (15, 12)), (12, 12, (12, 12)), (10, 12, (10, 12))])
def test_of_more_fighters_a_part_more_find_a_target(raf: int, luftwaffe: int, there: tuple[int, int]) -> None:
    (table,) = tables(fight(force(count=raf), german(count=luftwaffe)), replace(ONE_FOR_ONE, fighters_each=1.25))
    assert (table.aircraft("raf"), table.aircraft("luftwaffe")) == there


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.rule("OPS-B8.5")
@pytest.mark.parametrize("sizes", [(12, 9), (7, 5, 10), (4, 4, 4), (11, 3)])
def test_units_are_on_a_table_by_whole_models(sizes: tuple[int, ...]) -> None:
    raf = [force(f"{i} Squadron", count=size) for i, size in enumerate(sizes)]
    (table,) = tables(fight(*raf, german(count=30)))
    n, given = scaled(table, None)
    assert 0 <= sum(sizes) - table.aircraft("raf") < n and n > 1
    for side, models in given.items():
        assert all(0 <= n * of - f.count < n for f, of in zip(table.of(side), models, strict=True))


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-D1.4")
def test_as_many_attack_bombers_as_find_room_at_a_part_of_the_formation() -> None:
    (table,) = tables(fight(force(count=12), german("he_111h", 10, "I./KG 1")))
    room = quick.figures().attack.room * 10
    assert 0 < table.aircraft("raf") <= room and table.aircraft("luftwaffe") == round(1.5 * table.aircraft("raf"))


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-D1.1")
def test_who_is_held_meets_the_escort_and_who_gets_through_the_bombers() -> None:
    held, through = tables(ESCORTED)
    found = quick.parts(ESCORTED, quick.figures())
    assert not held.bombers and counts(held) == {"79 Squadron": round(found.held), "II./JG 26": round(quick.number(found.holders))}
    assert through.bombers and all(not f.fighter for f in through.of("luftwaffe"))
    assert held.aircraft("raf") + through.aircraft("raf") <= 12
    assert (held.posture, through.posture) == ("bounce", "even")


@pytest.mark.rule("OPS-D1.7")
def test_an_escort_out_of_position_is_on_no_table() -> None:
    away = replace(ESCORTED, forces=tuple([replace(f, share=0.0) if f.role == "close" else f for f in ESCORTED.forces]))
    (table,) = tables(away)
    assert table.bombers and "II./JG 26" not in counts(table)


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-B8.5")
@given(engagements())
def test_a_table_has_both_sides_and_nobody_twice(engagement: Engagement) -> None:
    found = tables(engagement)
    assert 1 <= len(found) <= 2
    on: dict[str, int] = {}
    for table in found:
        raf, luftwaffe = table.aircraft("raf"), table.aircraft("luftwaffe")
        n = scale(raf, luftwaffe)
        assert raf > 0 < luftwaffe and -(-max(raf, luftwaffe) // n) <= MOST_MODELS
        for unit, count in counts(table).items():
            on[unit] = on.get(unit, 0) + count
    assert all(0 < count <= engagement.force(unit).count for unit, count in on.items())


@pytest.mark.rule("OPS-D1.7")
@pytest.mark.rule("OPS-D1.6")
def test_what_tables_cost_is_the_engagements_and_who_held_nobody_keeps_rounds() -> None:
    high = german(count=12, unit="I./JG 3", role="high_cover", angels=22, share=0.0)
    engagement = replace(ESCORTED, forces=(*ESCORTED.forces, high))
    parts = tables(engagement)

    def cost(table: Engagement) -> Result:
        return Result(tuple([Loss(f.unit, 1, 1, 0, f.ammo, False, False, 1) for f in table.forces]), 2, "none", (), "cards")

    whole = joined(engagement, [(table, cost(table)) for table in parts], SeededDice(Stream.of("1", "joined")))
    losses = {loss.unit: loss for loss in whole.losses}
    assert (losses["79 Squadron"].destroyed, losses["79 Squadron"].damaged, losses["79 Squadron"].crews_lost) == (2, 2, 2)
    assert (losses["II./JG 26"].destroyed, losses["I./KG 1"].destroyed, losses["I./JG 3"].destroyed) == (1, 1, 0)
    assert losses["79 Squadron"].ammo == "low" and losses["I./JG 3"].ammo == "full" and losses["I./JG 3"].disruption == 0
    assert whole.engaged == {"II./JG 26": parts[0].force("II./JG 26").count, "I./JG 3": 0} and whole.resolver == "cards"


@pytest.mark.rule("OPS-D1.7")
def test_a_table_with_all_of_it_costs_what_its_game_says() -> None:
    cost = Result(tuple([Loss(f.unit, 1, 0, 3, "none", False, True) for f in ESCORTED.forces]), 1, "raf", (), "pursuit")
    assert joined(ESCORTED, [(ESCORTED, cost)], SeededDice(Stream.of("1", "whole"))) is cost
