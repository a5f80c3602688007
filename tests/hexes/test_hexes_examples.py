"""The worked examples of the manual, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from bob.tactical.hexes import orders as o
from bob.tactical.hexes.rules import gunnery
from bob.tactical.hexes.rules.shooting import dodge_dice
from tests.hexes.tabletop import B, C, D, Fly, Table, activated, at, battle, new_turn
from tests.hexes.test_hexes_teams import teams, to_goes
from tests.tabletops import describe

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")


@pytest.mark.rule("FIS-EX-01")
def test_paul_and_pierre_roll_for_initiative() -> None:
    table = new_turn(Fly(), SPARE, faces=(3, 5), kills=(2, 1)).passes()
    assert describe(table.events, "initiative_dice")[0]["totals"] == (5, 6)
    assert table.position.first == 1


@pytest.mark.rule("FIS-EX-02")
def test_two_hexes_cost_every_member_two() -> None:
    flying = [Fly("hurricane_i", (0, 0), formation=0, speed=5), Fly("hurricane_i", (-1, 1), side="raf", formation=0, speed=5)]
    table = activated(*flying, SPARE)
    table.do(o.Advance("ahead"), o.Advance("ahead"))
    assert [table[n].speed for n in (0, 1)] == [3, 3]


@pytest.mark.rule("FIS-EX-03")
def test_a_line_of_three_turns_about_its_inner_end() -> None:
    flying = [Fly("spitfire_i", (-n, n + 1), side="raf", formation=0) for n in range(3)]
    table = activated(*flying, SPARE)
    table.do(o.Advance("ahead"))
    assert [table[n].at for n in range(3)] == [at(0, 0), at(-1, 1), at(-2, 2)] and table[0].speed == 5
    assert table.refused(o.Rotate("right", 2)) == "FIS-075"
    table.do(o.Rotate("right", 0))
    assert [table[n].at for n in range(3)] == [at(0, 0), at(-1, 0), at(-2, 0)]
    assert {table[n].facing for n in range(3)} == {1} and {table[n].speed for n in range(3)} == {2}


@pytest.mark.rule("FIS-EX-04")
def test_a_clear_line_lets_the_shot_be_made() -> None:
    assert activated(Fly(), Fly("bf_109e", (0, -4), 3)).can(o.Fire(1, "front"))


@pytest.mark.rule("FIS-EX-05")
def test_a_cloud_on_the_line_refuses_it() -> None:
    assert activated(Fly(), Fly("bf_109e", (0, -4), 3), clouds=[(0, -3)]).refused(o.Fire(1, "front")) == "FIS-099"


def deflected(place: tuple[int, int], facing: int) -> dict[str, int]:
    table = activated(Fly(), Fly("bf_109e", place, facing, structure=9), SPARE, faces=(D, B, B, B), deflection=True)
    table.do(o.Fire(1, "front"))
    return {r.code: r.dice for r in dodge_dice(table.position, table.position.shots[-1])}


@pytest.mark.rule("FIS-EX-06")
def test_a_shot_from_the_flank_gives_a_dodge_die() -> None:
    assert deflected((0, -3), 1) == {"hits": 1, "deflection": 1}


@pytest.mark.rule("FIS-EX-07")
def test_a_shot_from_ahead_or_behind_gives_none() -> None:
    assert deflected((0, -3), 0) == {"hits": 1}
    assert deflected((0, -3), 3) == {"hits": 1}


@pytest.mark.rule("FIS-EX-08")
def test_from_three_down_to_one_gives_two_dice() -> None:
    target = Fly("bf_109e", (0, -4), 3, level=1, structure=9)
    table = activated(Fly(level=3), target, SPARE, faces=(D, B, B), altimeter=True, altitude_fire=True)
    table.do(o.Fire(1, "front"))
    assert {r.code: r.dice for r in dodge_dice(table.position, table.position.shots[-1])} == {"hits": 1, "fourth_hex": 1, "altitude": 2}


@pytest.mark.rule("FIS-EX-09")
def test_a_manoeuvre_of_two_costs_two_of_each() -> None:
    table = activated(Fly(fuel=9), SPARE, fuel=True)
    table.do(o.Manoeuvre("loop"))
    assert (table[0].speed, table[0].fuel) == (4, 7)


@pytest.mark.rule("FIS-EX-10")
def test_five_hits_and_three_speed_points_are_eight_dice() -> None:
    target = Fly("bf_109e", (0, -1), 0, structure=9, fuel=9)
    table = activated(Fly(), target, SPARE, faces=(D, D, D, D, C), fuel=True)
    table.do(o.Fire(1, "front"))
    assert gunnery.total(dodge_dice(table.position, table.position.shots[-1])) == 5
    events = table.do(o.Dodge(3))
    assert len(describe(events, "dodged")[0]["faces"]) == 8
    assert (table[1].speed, table[1].fuel) == (3, 6)


@pytest.mark.rule("FIS-EX-11")
def test_a_hex_of_wep_costs_one_fuel_and_no_speed() -> None:
    table = activated(Fly(fuel=9), SPARE, fuel=True)
    table.do(o.Advance("ahead", 0, "wep"))
    assert (table[0].speed, table[0].fuel) == (6, 8)


@pytest.mark.rule("FIS-EX-12")
def test_one_commands_the_bombers_and_another_the_fighters() -> None:
    flying: list[Any] = [Fly("spitfire_i"), Fly("he_111h", (0, -9), 3, seat="bombers"), Fly("bf_109e", (3, -9), 3, seat="fighters")]
    position = battle(*flying, go=1)
    assert set(position.owing) == {"bombers", "fighters"}


@pytest.mark.rule("FIS-EX-13")
def test_three_against_three_activate_three() -> None:
    table = to_goes(teams(3)[0])
    position = table.position
    side = position.go.side if position.go is not None else -1
    for _ in range(3):
        table.do(table.legal(o.Activate)[0], o.Advance("ahead"), o.END)
    assert sum(a.speed < 6 for a in position.aircraft if a.side == side) == 3
    assert position.go is not None and position.go.side == 1 - side


@pytest.mark.parametrize(
    ("each", "cards"),
    [
        pytest.param(2, 4, marks=pytest.mark.rule("FIS-EX-14")),
        pytest.param(3, 6, marks=pytest.mark.rule("FIS-EX-15")),
        pytest.param(4, 8, marks=pytest.mark.rule("FIS-EX-16")),
    ],
)
def test_the_cards_of_a_team_are_two_for_each_player(each: int, cards: int) -> None:
    position, _ = teams(each)
    for side in (0, 1):
        hands = [len(hand) for hand, of in zip(position.hands, position.side_of, strict=True) if of == side]
        assert sum(hands) == cards and set(hands) == {2}


def flown(kind: str, level: int = 2, **terms: Any) -> Table:
    table = activated(Fly(level=level), SPARE, **terms)
    table.do(o.Manoeuvre(kind))
    return table


@pytest.mark.rule("FIS-EX-17")
@pytest.mark.rule("FIS-141")
def test_a_loop_goes_two_hexes_back() -> None:
    a = flown("loop")[0]
    assert (a.at, a.facing) == (at(0, 2), 0)


@pytest.mark.rule("FIS-EX-18")
@pytest.mark.rule("FIS-142")
def test_a_barrel_roll_goes_two_columns_aside() -> None:
    right, left = flown("roll_right")[0], flown("roll_left")[0]
    assert (right.at, right.facing) == (at(2, -1), 0)
    assert (left.at, left.facing) == (at(-2, 1), 0)


@pytest.mark.rule("FIS-EX-19")
@pytest.mark.rule("FIS-143")
@pytest.mark.rule("FIS-144")
def test_an_immelmann_turns_back_and_climbs_two() -> None:
    a = flown("immelmann", 1, altimeter=True)[0]
    assert (a.at, a.facing, a.level) == (at(0, 3), 3, 3)
    a = flown("immelmann")[0]
    assert (a.at, a.facing, a.level) == (at(0, 3), 3, 0)


@pytest.mark.rule("FIS-EX-20")
@pytest.mark.rule("FIS-145")
@pytest.mark.rule("FIS-146")
def test_a_split_s_turns_back_and_falls_two() -> None:
    a = flown("split_s", 3, altimeter=True)[0]
    assert (a.at, a.facing, a.level) == (at(0, 3), 3, 1)
    assert FRIEND.side == "raf"
