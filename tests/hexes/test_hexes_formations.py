"""Formations: what they are, how they move and turn, one speed, joining and leaving; and what is under way when a member falls."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import ScriptedDice
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import TURN, Wind
from bob.tactical.hexes.rules.legal import may_move
from bob.tactical.hexes.rules.sequence import proceed
from tests.hexes.tabletop import B, C, D, Fly, S, Table, ahead, at, battle
from tests.tabletops import codes, describe

FOE = Fly("bf_109e", (0, -20), 3, speed=2)
AHEAD = o.Advance("ahead")


def raf(type_: str, place: tuple[int, int], facing: int = 0, **values: Any) -> Fly:
    return Fly(type_, place, facing, side="raf", **values)


def line(count: int = 3, type_: str = "spitfire_i", **values: Any) -> list[Fly]:
    """Aircraft in a slanting line, the first at the middle, facing north, in one formation."""
    return [raf(type_, (-n, n), formation=0, **values) for n in range(count)]


def table_of(*flying: Fly, faces: tuple[int, ...] = (), **values: Any) -> Table:
    return Table(battle(*flying, **values), faces)


def hexes(table: Table, count: int) -> list[tuple[int, int]]:
    return [(table[n].at.q - 30, table[n].at.r - 15) for n in range(count)]


@pytest.mark.rule("FIS-067")
@pytest.mark.rule("FIS-071")
@pytest.mark.rule("FIS-072")
@pytest.mark.rule("FIS-041")
@pytest.mark.rule("FIS-081")
def test_a_formation_moves_as_one_and_every_member_pays() -> None:
    table = table_of(*line(), FOE)
    assert table.refused(o.Activate(1)) == "FIS-041"
    table.do(o.Activate(0), AHEAD, o.Advance("left"))
    assert hexes(table, 3) == [(-1, -1), (-2, 0), (-3, 1)]
    assert [table[n].speed for n in range(3)] == [4, 4, 4]
    table.do(o.END)
    assert all(table[n].formation == 0 for n in range(3))


@pytest.mark.rule("FIS-068")
@pytest.mark.rule("FIS-079")
@pytest.mark.parametrize(
    ("other", "fits"),
    [
        (raf("hurricane_i", (1, 0)), True),
        (raf("hurricane_i", (0, 2)), False),
        (raf("hurricane_i", (1, 0), 1), False),
        (raf("hurricane_i", (1, 0), level=3), False),
        (raf("hurricane_i", (1, 0), speed=0), False),
    ],
)
def test_who_joins_is_adjacent_faces_the_same_way_at_the_same_level(other: Fly, fits: bool) -> None:
    table = table_of(Fly(), other, FOE, altimeter=True)
    assert table.can(o.Join(1, 0)) == fits
    if not fits:
        assert table.refused(o.Join(1, 0)) in ("FIS-068", "FIS-284")


@pytest.mark.rule("FIS-076")
@pytest.mark.rule("FIS-077")
@pytest.mark.rule("FIS-080")
@pytest.mark.rule("FIS-284")
def test_on_forming_up_all_counters_go_to_the_lowest() -> None:
    table = table_of(Fly(speed=6), raf("hurricane_i", (-1, 1), speed=4), raf("hurricane_i", (-2, 2), speed=3), FOE)
    table.do(o.Join(0, 1))
    assert [table[n].speed for n in (0, 1)] == [4, 4]
    table.do(o.Join(2, 1))
    assert [table[n].speed for n in (0, 1, 2)] == [3, 3, 3]
    assert {table[n].formation for n in (0, 1, 2)} == {0}
    assert table.seat == "raf", "joining is no activation"


@pytest.mark.rule("FIS-069")
def test_no_more_than_six() -> None:
    table = table_of(*line(6), raf("spitfire_i", (-6, 6)), FOE)
    assert table.refused(o.Join(6, 5)) == "FIS-069"
    table = table_of(*line(5), raf("spitfire_i", (-5, 5)), FOE)
    assert table.can(o.Join(5, 4))


@pytest.mark.rule("FIS-070")
@pytest.mark.rule("FIS-139")
def test_formations_neither_fire_nor_fly_manoeuvres() -> None:
    table = table_of(*line(2), Fly("bf_109e", (0, -2), 0))
    table.do(o.Activate(0))
    assert not table.legal(o.Fire) and not table.legal(o.Manoeuvre)
    assert table.refused(o.Fire(2, "front")) == "FIS-070"
    assert table.refused(o.Manoeuvre("loop")) == "FIS-139"
    table = table_of(*line(2), Fly("bf_109e", (0, -2), 0))
    table.do(o.Leave(0), o.Activate(0))
    assert table.can(o.Fire(2, "front"))


@pytest.mark.rule("FIS-073")
@pytest.mark.rule("FIS-074")
@pytest.mark.rule("FIS-075")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_line_pays_for_the_way_of_its_far_end(count: int) -> None:
    table = table_of(*line(count), FOE)
    table.do(o.Activate(0), AHEAD, o.Rotate("right", 0))
    assert [table[n].speed for n in range(count)] == [6 - 1 - 1 - (count - 1)] * count
    assert {table[n].facing for n in range(count)} == {1}
    assert hexes(table, count) == [(-n, -1) for n in range(count)]


@pytest.mark.rule("FIS-075")
def test_a_formation_does_not_turn_when_one_would_go_backward_or_cannot_pay_or_is_barred() -> None:
    table = table_of(*line(), FOE)
    table.do(o.Activate(0))
    assert table.refused(o.Rotate("right", 0)) == "FIS-064"
    table.do(AHEAD)
    assert table.refused(o.Rotate("right", 2)) == "FIS-075"
    assert table.can(o.Rotate("left", 2)) and table.refused(o.Rotate("left", 0)) == "FIS-075"
    assert table.refused(o.Rotate("right", -1)) == "FIS-075"
    assert table.refused(o.Rotate("right", 3)) == "FIS-075"
    slow = table_of(*line(3, speed=3), FOE)
    slow.do(o.Activate(0), AHEAD)
    assert slow.refused(o.Rotate("right", 0)) == "FIS-075", "2 points left for 3"
    barred = table_of(*line(2), raf("hurricane_i", (-1, -1)), FOE)
    barred.do(o.Activate(0), AHEAD)
    assert barred.refused(o.Rotate("right", 0)) == "FIS-075"
    fenced = table_of(*line(3), Fly("bf_109e", (-2, 0)), Fly("bf_109e", (-1, -1)))
    fenced.do(o.Activate(0), o.Advance("ahead"))
    assert fenced.refused(o.Rotate("right", 0)) == "FIS-075"


@pytest.mark.rule("FIS-075")
def test_a_wheel_is_barred_by_an_enemy_on_every_shortest_way_alone() -> None:
    # After the hex ahead the far aircraft flies from (-2, 1) by (-2, 0) to (-2, -1): one shortest way.
    table = table_of(*line(3), Fly("bf_109e", (-2, 0)))
    table.do(o.Activate(0), AHEAD)
    assert table.refused(o.Rotate("right", 0)) == "FIS-075"
    table = table_of(*line(3), Fly("bf_109e", (-3, 0)))
    table.do(o.Activate(0), AHEAD)
    assert table.can(o.Rotate("right", 0))


@pytest.mark.rule("FIS-075")
def test_the_dearest_rotation_of_the_group_is_paid() -> None:
    table = table_of(Fly("bf_110c", (0, 0), formation=0), raf("spitfire_i", (-1, 1), formation=0), FOE)
    table.do(o.Activate(0), AHEAD, o.Rotate("right", 0))
    assert [table[n].speed for n in (0, 1)] == [6 - 1 - 2 - 1] * 2


@pytest.mark.rule("FIS-D44")
def test_hard_turn_frees_the_dashboards_price_not_the_distance() -> None:
    table = table_of(*line(3), FOE, hands={"raf": "hard_turn"})
    table.do(o.Activate(0), o.PlayCard("hard_turn"), AHEAD, o.Rotate("right", 0))
    assert table[0].speed == 6 - 1 - 2


@pytest.mark.rule("FIS-D10")
@pytest.mark.rule("FIS-075")
def test_a_pair_and_a_tight_triangle_of_heinkels_turn_in_formation() -> None:
    for places in (((0, 0), (-1, 1)), ((0, 0), (-1, 1), (-1, 0))):
        group = [raf("he_111h", place, formation=0) for place in places]
        table = table_of(*group, FOE)
        table.do(o.Activate(0), AHEAD)
        turns = table.legal(o.Rotate)
        assert turns and table[0].speed == 3
        table.do(turns[0])
        assert table[0].speed == 0


@pytest.mark.rule("FIS-078")
@pytest.mark.rule("FIS-284")
def test_a_member_leaves_at_any_time_and_the_parts_that_touch_go_on() -> None:
    table = table_of(*line(5), FOE)
    table.do(o.Leave(2))
    assert [table[n].formation for n in range(5)] == [0, 0, -1, 3, 3]
    table = table_of(*line(3), FOE)
    table.do(o.Leave(1))
    assert [table[n].formation for n in range(3)] == [-1, -1, -1]


@pytest.mark.rule("FIS-284")
def test_one_that_leaves_during_the_activation_stays_and_does_nothing_more() -> None:
    table = table_of(*line(3), FOE)
    table.do(o.Activate(0), AHEAD, o.Leave(2), AHEAD, o.END)
    assert hexes(table, 3) == [(0, -2), (-1, -1), (-2, 1)]
    assert [table[n].speed for n in range(3)] == [4, 4, 5]
    shared = table_of(*line(2), raf("hurricane_i", (-1, 0)), FOE)
    shared.do(o.Activate(0), AHEAD)
    assert shared.refused(o.Leave(1)) == "FIS-284"
    assert shared.refused(o.Leave(0)) == "FIS-284", "the other could not fly on alone"


@pytest.mark.rule("FIS-284")
def test_an_aircraft_may_join_when_its_activation_ends() -> None:
    table = table_of(Fly(), raf("hurricane_i", (1, -2)), FOE)
    table.do(o.Activate(0))
    assert table.refused(o.Join(0, 1)) == "FIS-051"
    table.do(AHEAD, o.Join(0, 1))
    assert table[0].formation == table[1].formation == 0 and table[1].speed == 5
    assert table.seat == "luftwaffe"


@pytest.mark.rule("FIS-081")
@pytest.mark.rule("FIS-053")
@pytest.mark.rule("FIS-054")
def test_every_members_path_must_be_legal() -> None:
    table = table_of(*line(2), Fly("bf_109e", (-1, 0)))
    table.do(o.Activate(0))
    assert table.refused(AHEAD) == "FIS-053"
    table = table_of(raf("spitfire_i", (0, 0), formation=0), raf("spitfire_i", (0, 1), formation=0), FOE)
    table.do(o.Activate(0), AHEAD, o.END)
    assert hexes(table, 2) == [(0, -1), (0, 0)], "end hexes are judged after all have moved"


@pytest.mark.rule("FIS-082")
@pytest.mark.rule("FIS-284")
def test_members_dodge_with_their_own_speed_and_then_the_owner_says_who_leaves() -> None:
    group = [
        Fly("bf_109e", (0, -3), 3, formation=1, structure=9),
        Fly("bf_109e", (1, -3), 3, formation=1),
        Fly("bf_109e", (2, -3), 3, formation=1),
    ]
    position = battle(Fly(), *group)
    for a in position.aircraft[1:]:
        a.formation = 1
    for stay in (True, False):
        table = Table(position.copy(), (D, B, B))
        table.do(o.Activate(0), o.Fire(1, "front"), o.Dodge(2))
        assert table.stage == "level" and table.seat == "luftwaffe" and table[1].speed == 4
        assert table.refused(o.Leave(0)) is not None
        if stay:
            table.do(o.PASS)
            assert [table[n].speed for n in (1, 2, 3)] == [4, 4, 4]
        else:
            table.do(o.Leave(1))
            assert [table[n].speed for n in (1, 2, 3)] == [4, 6, 6]
            assert [table[n].formation for n in (1, 2, 3)] == [-1, 2, 2]
        assert table.stage == "fly" and table.seat == "raf"


@pytest.mark.rule("FIS-284")
def test_a_member_may_leave_just_before_its_own_dodge() -> None:
    group = [Fly("bf_109e", (n, -3), 3, structure=9) for n in range(3)]
    position = battle(Fly(), *group)
    for a in position.aircraft[1:]:
        a.formation = 1
    table = Table(position, (D, B, B))
    table.do(o.Activate(0), o.Fire(1, "front"))
    assert table.refused(o.Leave(2)) == "FIS-284"
    table.do(o.Leave(1), o.Dodge(3))
    assert [table[n].speed for n in (1, 2, 3)] == [3, 6, 6] and [table[n].formation for n in (1, 2, 3)] == [-1, 2, 2]


@pytest.mark.rule("FIS-284")
def test_a_member_without_speed_while_others_have_some_is_out() -> None:
    group = [Fly("bf_109e", (0, -3), 3, structure=9), Fly("bf_109e", (1, -3), 3), Fly("bf_109e", (2, -3), 3)]
    position = battle(Fly(), *group)
    for a in position.aircraft[1:]:
        a.formation = 1
    table = Table(position, (D, B, B))
    table.do(o.Activate(0), o.Fire(1, "front"), o.Dodge(6), o.PASS)
    assert [table[n].speed for n in (1, 2, 3)] == [0, 6, 6]
    assert [table[n].formation for n in (1, 2, 3)] == [-1, 2, 2]


@pytest.mark.rule("FIS-284")
@pytest.mark.rule("FIS-077")
def test_after_a_refill_the_owner_says_who_leaves() -> None:
    position = battle(Fly("spitfire_i", (0, 0), speed=0), raf("hurricane_i", (-1, 1), speed=0), FOE, go=None)
    position.aircraft[0].formation = position.aircraft[1].formation = 0
    position.stage = TURN
    proceed(HexRun(position, ScriptedDice([B] * 500)), may_move)
    table = Table(position)
    assert table.stage == "level" and table[0].speed == 6 and table[1].speed == 5
    table.do(o.PASS)
    assert table[0].speed == 5 and table[0].formation == 0


@pytest.mark.rule("FIS-155")
@pytest.mark.rule("FIS-156")
@pytest.mark.rule("FIS-157")
@pytest.mark.rule("FIS-159")
def test_a_formation_uses_wep_with_one_die_for_all() -> None:
    table = table_of(*line(3), FOE, faces=(S,))
    table.do(o.Activate(0))
    events = table.do(o.Advance("ahead", 0, "wep"))
    assert len(describe(events, "wep")) == 1 and [table[n].overheat for n in range(3)] == [1, 1, 1]
    assert hexes(table, 3) == [(0, -1), (-1, 0), (-2, 1)] and table[0].speed == 6
    barred = table_of(*line(2), raf("spitfire_i", (-2, 2), formation=0, criticals=("engine",)), FOE)
    barred.do(o.Activate(0))
    assert barred.refused(o.Advance("ahead", 0, "wep")) == "FIS-154"


@pytest.mark.rule("FIS-281")
@pytest.mark.rule("FIS-152")
def test_when_members_fall_the_others_go_on() -> None:
    table = table_of(*line(3), FOE, faces=(S,))
    table[0].overheat = 1
    table.do(o.Activate(0), o.Advance("ahead", 0, "wep"))
    assert table[0].out == "down" and table.seat == "raf" and table.stage == "fly"
    assert table.position.go is not None and table.position.go.active == (1, 2)
    assert table[1].formation == table[2].formation == 1
    table.do(AHEAD, o.END)


@pytest.mark.rule("FIS-066")
def test_of_a_formation_only_those_go_whose_step_leaves_the_sheet() -> None:
    table = table_of(*line(2), FOE)
    for n, q in ((0, 1), (1, 0)):
        table[n].at = at(0, 0)._replace(q=q, r=20 + n)
        table[n].facing = 5
    table.do(o.Activate(0), AHEAD)
    assert table[1].out == "left" and not table[0].out and table[0].formation == -1
    assert table.stage == "fly" and table.can(o.END)


@pytest.mark.rule("FIS-165")
def test_a_formation_forces_no_way() -> None:
    table = table_of(*line(2), *[Fly("bf_109e", p, 0) for p in ((0, -1), (-1, 0), (1, -1), (-2, 1))])
    events = table.do(o.Activate(0))
    assert "stuck" in codes(events) and table[0].speed == table[1].speed == 0


@pytest.mark.rule("FIS-256")
def test_a_formation_has_the_tailwind_too() -> None:
    table = table_of(*line(2), FOE, wind=Wind(0, 2))
    table.do(o.Activate(0), o.Advance("ahead", 0, "tail"))
    assert [table[n].speed for n in (0, 1)] == [6, 6] and hexes(table, 2) == [(0, -1), (-1, 0)]


@pytest.mark.rule("FIS-284")
def test_formations_last_from_turn_to_turn() -> None:
    table = table_of(*line(2, speed=1), Fly("bf_109e", (0, -20), 3, speed=0), faces=(B, C))
    table.do(o.Activate(0), *ahead(1), o.END)
    table.passes()
    assert table.position.turn == 2 and table[0].formation == table[1].formation == 0
