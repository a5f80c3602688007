"""What bombing is worth by the orders of a day, played in whole turns (OPS-D2)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from bob.core.game import secret_free
from bob.day.state.directives import known_directive
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Directive
from tests.operations.build import BOMBERS, GAME, day, points, unit
from tests.operations.turns.test_day_whole_bombs import ON, near, to_sea
from tests.operations.whole_turns import DiceByPurpose, whole_turn

WORKS, TOWN = "Vauxhall Luton", "Bedford"


def ordered(p: DayPosition, kinds: dict[str, Any] | None = None, targets: dict[str, Any] | None = None) -> DayPosition:
    """The same day with orders for the bombers."""
    p.directive = Directive("own", kinds or {}, targets or {})
    return p


def bombed(target: str, p: DayPosition | None = None, *, strength: int = 27, tallied: bool = True, **given: Any) -> DayPosition:
    """A day in which a unit has bombed a target."""
    bomber = unit(BOMBERS, "bomber", aircraft="do_17z", strength=strength, tallied=tallied)
    r = near(target, bomber)
    p = p if p is not None else day()
    p.raids[r.plan.code] = r
    whole_turn(p, dice=DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON, **given))
    assert bomber.bombed
    return p


@pytest.mark.rule("OPS-D2.1")
@pytest.mark.parametrize(("grade", "scored"), [("principal", 15.0), ("ordered", 10.0), ("allowed", 5.0), ("none", 0.0)])
def test_a_target_is_worth_what_the_orders_say_of_its_kind(grade: str, scored: float) -> None:
    assert points(bombed(WORKS, ordered(day(), {"works": grade}))).get("bombing", 0.0) == scored


@pytest.mark.rule("OPS-D2.1")
def test_a_single_target_is_worth_what_the_orders_say_of_itself() -> None:
    assert points(bombed(WORKS, ordered(day(), {"works": "allowed"}, {WORKS: "principal"})))["bombing"] == 15.0
    assert "bombing" not in points(bombed(WORKS, ordered(day(), {"works": "principal"}, {WORKS: "none"})))


@pytest.mark.rule("OPS-D2.1")
def test_without_orders_every_target_scores_as_printed() -> None:
    p = bombed(WORKS)
    assert points(p)["bombing"] == 10.0 and not p.bombed
    assert points(bombed(TOWN))["bombing"] == 10.0


@pytest.mark.rule("OPS-D2.2")
@pytest.mark.rule("OPS-D2.4")
def test_a_town_is_worth_nothing_whatever_is_ordered_and_unmet_too() -> None:
    """Who is met by nobody over a seaside town has bombed for nothing."""
    for tallied in (True, False):
        for town in (TOWN, "town:Margate"):
            p = bombed(town, ordered(day(), {"works": "principal"}, {town: "principal"}), tallied=tallied)
            assert "bombing" not in points(p)


@pytest.mark.rule("OPS-D2.3")
def test_a_target_counts_in_full_to_its_cap_half_to_twice_that_and_then_no_more() -> None:
    p = ordered(day(), {"works": "ordered"})  # works: 30
    came = []
    for n in range(8):
        r = near(WORKS, unit(f"{n}./XY 1", "bomber", aircraft="do_17z", strength=27, tallied=True))
        r.plan = replace(r.plan, code=f"raid_{n}")
        p.raids = {r.plan.code: r}
        before = points(p).get("bombing", 0.0)
        whole_turn(p, dice=DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON))
        came.append(points(p).get("bombing", 0.0) - before)
    assert came == [10, 10, 10, 5, 5, 5, 0, 0]
    assert p.bombed == {f"factory:{WORKS}": 80.0}


@pytest.mark.rule("OPS-D2.3")
def test_damage_that_stands_counts_as_bombs_that_have_fallen() -> None:
    kinds = {"sector_stations": "ordered"}
    sound, hurt = ordered(day(), kinds), ordered(day(), kinds)
    hurt.airfields["Kenley"].damage = 2
    assert points(bombed("Kenley", sound))["bombing"] == 10.0
    assert points(bombed("Kenley", hurt))["bombing"] == 5.0


@pytest.mark.rule("OPS-D2.1")
@pytest.mark.parametrize(("grade", "share"), [("principal", 1.5), ("allowed", 0.5), ("none", 0.0)])
def test_a_convoy_is_worth_what_the_orders_say_of_convoys(grade: str, share: float) -> None:
    def attacked(kinds: dict[str, Any] | None) -> float:
        p, r = to_sea("main", unit(BOMBERS, "bomber", aircraft="do_17z", tallied=True), apart=0, ships=20)
        if kinds is not None:
            ordered(p, kinds)
        whole_turn(p, dice=DiceByPurpose(navigation=ON))
        assert r.bombed
        return points(p).get("bombing", 0.0)

    assert attacked(None) == 7 and attacked({"convoys": grade}) == 7 * share


@pytest.mark.rule("OPS-D2.1")
def test_fighter_command_gets_nothing_of_the_orders_of_a_day() -> None:
    p, other = ordered(day(), {"works": "principal"}), ordered(day(), {"rdf": "ordered"}, {"Kenley": "principal"})
    for q in (p, other):
        bombed(WORKS, q)
    assert GAME.view(p, LUFTWAFFE).directive == p.directive
    assert secret_free(GAME.view(p, RAF)) == secret_free(GAME.view(other, RAF))


@pytest.mark.rule("OPS-D2.1")
def test_crews_and_reconnaissance_tell_of_works_and_docks_where_they_have_a_worth() -> None:
    p = ordered(day(), {"works": "ordered"})
    bombed(WORKS, p)
    (r,) = p.raids.values()
    assert [report.harm for report in r.done] == [1]
    q = bombed(WORKS)
    assert not next(iter(q.raids.values())).done


def test_controllers_know_the_orders_of_the_day_before() -> None:
    assert known_directive(dt.date(1940, 9, 7)).orders == "stations" and known_directive(dt.date(1940, 9, 8)).orders == "london"
