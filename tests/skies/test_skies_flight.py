"""The order of activation, dives, hard turns, moves, climbs, outmanoeuvres, tails, clouds, the edge of the table (BRS-C12 to BRS-C38)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NEUTRAL, MiniatureExit, MiniatureStrike, TableSpot
from bob.tactical.miniatures.rules import sequence, standing
from bob.tactical.miniatures.rules.standing import tailed
from tests.skies.airfield import ACE_FACE, MISS, Plane, Table, at, describe, table_of

FAR = Plane("bf_109e", (20, -17), 180)
"""An enemy far from everything, who will not be activated before the others."""


def active(table: Table) -> int:
    assert table.position.go is not None
    return table.position.go.number


def flying(plane: Plane, *more: Plane, **values: Any) -> Table:
    """A table on which the first aircraft is about to fly."""
    return table_of(plane, *(more or (FAR,)), **values)


# ---- the order of activation


@pytest.mark.rule("BRS-C13")
@pytest.mark.rule("BRS-C14")
@pytest.mark.rule("BRS-C15")
@pytest.mark.parametrize(
    ("mine", "his", "first"),
    [
        ({"level": ADVANTAGED, "skill": 2}, {"level": NEUTRAL, "skill": 5}, 0),
        ({"level": DISADVANTAGED, "skill": 5}, {"level": NEUTRAL, "skill": 2}, 1),
        ({"skill": 4}, {"skill": 3}, 0),
        ({"skill": 3}, {"skill": 4}, 1),
        ({}, {}, 0),  # 355 mph against 354
        ({"type": "hurricane_i"}, {}, 1),  # 325 against 354
    ],
)
def test_level_then_skill_then_speed_decide_who_acts(mine: dict[str, Any], his: dict[str, Any], first: int) -> None:
    table = table_of(
        Plane(**{"type": "spitfire_i", "place": (0, 15), **mine}), Plane(**{"type": "bf_109e", "place": (0, -15), **his}), active=None
    )
    assert active(table) == first


@pytest.mark.rule("BRS-C16")
def test_ties_between_sides_go_to_the_higher_die_and_are_thrown_again() -> None:
    twins = [Plane("spitfire_i", (x, 10), side=side) for x, side in ((0, "raf"), (5, "luftwaffe"))]
    assert active(table_of(*twins, active=None, faces=(2, 5))) == 1
    table = table_of(*twins, active=None, faces=(3, 3, 4, 1))
    assert active(table) == 0
    assert table.thrown("order") == [1, 1, 1, 1]


@pytest.mark.rule("BRS-C16")
@pytest.mark.rule("BRS-C17")
@pytest.mark.rule("BRS-C12")
def test_within_a_side_the_owner_chooses_and_all_act_once() -> None:
    table = table_of(Plane(place=(0, 10)), Plane(place=(5, 10), side="raf"), Plane("bf_109e", (0, -17), skill=2), active=None)
    assert table.seat == "raf" and table.legal() == [o.ActivateOne(0), o.ActivateOne(1)]
    assert table.refused(o.ActivateOne(2)) == "BRS-C16"
    table.do(o.ActivateOne(1))
    order = [active(table)]
    while len(order) < 3:
        table.move()
        table.quiet()
        order.append(active(table))
    assert order == [1, 0, 2]


@pytest.mark.rule("BRS-C17")
@pytest.mark.rule("BRS-C18")
@pytest.mark.rule("BRS-057")
def test_the_next_is_found_by_the_levels_of_the_moment() -> None:
    # The second Spitfire falls behind the Messerschmitt because that has tailed it.
    table = table_of(
        Plane(place=(20, 10), level=ADVANTAGED),
        Plane(place=(0, 0), side="raf", skill=2),
        Plane("bf_109e", (0, 9), 0, skill=5),
        Plane("bf_109e", (-20, -10), 90, skill=2),
        active=2,
    )
    table.move(4)
    assert describe(table.events, "tailed") and table[1].level == DISADVANTAGED
    table.quiet()
    assert table[2].zoom and active(table) == 0
    table.move()
    table.quiet()
    assert active(table) == 3


@pytest.mark.rule("BRS-C18")
def test_zoom_chits_go_at_the_end_of_the_turn() -> None:
    table = flying(Plane(), active=None)
    table.move()
    table.quiet()
    table.move()
    assert table[0].zoom
    table.quiet()
    assert table.position.turn == 2 and not table[0].zoom


def test_the_side_that_the_terms_name_acts_first_in_the_first_turn_only() -> None:
    table = table_of(Plane(skill=5), Plane("bf_109e", (0, -15), 90, skill=2), active=None, first="luftwaffe")
    assert active(table) == 1
    table.move()
    table.quiet()
    table.move()
    table.quiet()
    assert table.position.turn == 2 and active(table) == 0


# ---- the normal move


@pytest.mark.rule("BRS-C27")
@pytest.mark.rule("BRS-C28")
@pytest.mark.parametrize(("distance", "rule"), [(399, "BRS-C28"), (400, None), (700, None), (701, "BRS-C27")])
def test_the_move_is_from_half_the_speed_rounded_up_to_the_speed(distance: int, rule: str | None) -> None:
    table = flying(Plane())  # Speed 7
    order = o.MoveOn(distance)
    assert (table.refused(order) if rule else table.can(order)) == (rule or True)


@pytest.mark.rule("BRS-C27")
@pytest.mark.rule("BRS-C29")
def test_the_move_goes_straight_and_turns_at_its_end() -> None:
    table = flying(Plane(heading=90))
    table.move(5, -30)
    assert table[0].at == at(5, 0) and table[0].heading == 60


@pytest.mark.rule("BRS-C29")
@pytest.mark.parametrize(("turn", "ok"), [(45, True), (-45, True), (46, False), (-46, False)])
def test_the_turn_is_45_degrees_at_most(turn: int, ok: bool) -> None:
    table = flying(Plane())
    order = o.MoveOn(500, turn)
    assert table.can(order) if ok else table.refused(order) == "BRS-C29"


@pytest.mark.rule("BRS-C19")
def test_the_move_is_compulsory_and_comes_once() -> None:
    table = flying(Plane())
    assert table.refused(o.NoMore()) == "BRS-C19"
    table.move()
    assert table.stage == "action" and table.refused(o.MoveOn(500)) == "BRS-C19"


@pytest.mark.rule("BRS-C30")
def test_no_two_bases_end_at_one_point() -> None:
    table = flying(Plane(), Plane("bf_109e", (0, -5), 90))
    table.move(5)
    assert table[0].at == at(0, -4.99)
    passed = flying(Plane(), Plane("bf_109e", (0, -4), 90))
    passed.move(5)
    assert passed[0].at == at(0, -5)  # bases may be flown through


@pytest.mark.rule("BRS-C30")
def test_shortening_ignores_the_shortest_move() -> None:
    table = flying(Plane(), Plane("bf_109e", (0, -4), 90))
    table.move(4)
    assert table[0].at == at(0, -3.99)


@pytest.mark.rule("BRS-C31")
@pytest.mark.rule("BRS-C56")
def test_off_the_table_is_out_of_the_game() -> None:
    table = flying(Plane(place=(0, -14)), Plane("bf_109e", (0, 10)))
    table.move(4)  # to the line
    assert not table[0].out
    table = flying(Plane(place=(0, -14)), Plane("bf_109e", (0, 10)))
    events = table.do(o.MoveOn(401))
    assert table[0].out == "left" and describe(events, "left")[0]["edge"] == "north" and not describe(events, "chits")
    assert active(table) == 1


@pytest.mark.rule("BRS-C31")
def test_a_dive_can_leave_the_table_too() -> None:
    table = flying(Plane(place=(0, -14)), Plane("bf_109e", (0, 10)))
    table.do(o.DiveFor(500))
    assert table[0].out == "left" and active(table) == 1


@pytest.mark.rule("BRS-C59")
@pytest.mark.parametrize(
    ("type", "edge", "out"), [("he_111h", "north", "safe"), ("bf_109e", "north", "left"), ("he_111h", "south", "left")]
)
def test_bombers_are_safe_by_their_edge(type: str, edge: str, out: str) -> None:
    bomber = Plane(type, (0, -16), 0, side="luftwaffe")
    table = table_of(Plane(place=(0, 15)), bomber, active=1, exits=(MiniatureExit("luftwaffe", edge, True),))  # type: ignore[arg-type]
    table.move(5)
    assert table[1].out == out


# ---- burning advantage


@pytest.mark.rule("BRS-C21")
@pytest.mark.rule("BRS-C23")
@pytest.mark.parametrize(("level", "after"), [(ADVANTAGED, NEUTRAL), (NEUTRAL, DISADVANTAGED)])
def test_a_dive_costs_a_level_and_goes_up_to_six_inches(level: int, after: int) -> None:
    table = flying(Plane(level=level))
    assert table.refused(o.DiveFor(601)) == "BRS-C23" and table.refused(o.DiveFor(0)) == "BRS-C23"
    table.do(o.DiveFor(600))
    assert table[0].level == after and table[0].at == at(0, -6) and table.stage == "fly"


@pytest.mark.rule("BRS-C21")
def test_the_lowest_cannot_burn() -> None:
    table = flying(Plane(level=DISADVANTAGED))
    assert table.refused(o.DiveFor(100)) == table.refused(o.TurnHard(90)) == "BRS-C21"
    assert table.refused(o.MoveOn(100, burn="brake")) == table.refused(o.MoveOn(500, 90, burn="turn")) == "BRS-C21"


@pytest.mark.rule("BRS-C22")
def test_one_burn_an_activation() -> None:
    for first in (o.DiveFor(300), o.TurnHard(90)):
        table = flying(Plane(level=ADVANTAGED))
        table.do(first)
        assert table.refused(o.TurnHard(90)) == "BRS-C22"
        assert table.refused(o.DiveFor(100)) == "BRS-C22"
        assert table.refused(o.MoveOn(100, burn="brake")) == table.refused(o.MoveOn(500, 90, burn="turn")) == "BRS-C22"
        assert table.can(o.MoveOn(500, 45))


@pytest.mark.rule("BRS-C24")
def test_after_a_dive_a_turn_of_45_degrees() -> None:
    table = flying(Plane())
    assert table.refused(o.DiveFor(100, 46)) == "BRS-C24"
    table.do(o.DiveFor(200, -45))
    assert table[0].heading == 315 and table[0].at == at(0, -2)
    table.move(4)
    assert table[0].at.x < at(0, 0).x


@pytest.mark.rule("BRS-C25")
def test_a_hard_turn_before_the_move_or_at_its_end() -> None:
    table = flying(Plane())
    assert table.refused(o.TurnHard(181)) == table.refused(o.TurnHard(0)) == "BRS-C25"
    table.do(o.TurnHard(180))
    assert table[0].heading == 180 and table[0].level == DISADVANTAGED
    table.move(4, 45)
    assert table[0].at == at(0, 4) and table[0].heading == 225
    table = flying(Plane())
    assert table.refused(o.MoveOn(500, 181, burn="turn")) == "BRS-C25"
    table.do(o.MoveOn(500, -170, burn="turn"))
    assert table[0].heading == 190 and table[0].at == at(0, -5) and table[0].level == DISADVANTAGED


@pytest.mark.rule("BRS-C26")
def test_braking_moves_any_distance_up_to_the_speed() -> None:
    table = flying(Plane())
    assert table.refused(o.MoveOn(701, burn="brake")) == "BRS-C26"
    table.do(o.MoveOn(0, 45, burn="brake"))
    assert table[0].at == at(0, 0) and table[0].level == DISADVANTAGED and table[0].heading == 45


# ---- climbing


@pytest.mark.rule("BRS-C32")
@pytest.mark.rule("BRS-C01")
def test_a_climb_gains_one_level_without_a_roll() -> None:
    for level, after in ((DISADVANTAGED, NEUTRAL), (NEUTRAL, ADVANTAGED)):
        table = flying(Plane(level=level))
        table.move()
        table.do(o.GainHeight())
        assert table[0].level == after and not table.dice.ledger.rolls
    table = flying(Plane(level=ADVANTAGED), Plane("bf_109e", (0, -11), 90))
    table.move()
    assert table.refused(o.GainHeight()) == "BRS-C32"


@pytest.mark.rule("BRS-C33")
def test_a_tailed_aircraft_cannot_climb() -> None:
    table = flying(Plane(), Plane("bf_109e", (0, 5), 0))
    table.move(4)  # 9 inches ahead of him
    assert (tailed(table.position, table[0]) and table.stage != "action") or table.refused(o.GainHeight()) == "BRS-C33"
    free = flying(Plane(), Plane("bf_109e", (0, 5), 0))
    free.move(4.01)
    free.do(o.GainHeight())
    assert free[0].level == ADVANTAGED


@pytest.mark.rule("BRS-120")
@pytest.mark.rule("BRS-D17")
def test_a_damaged_bomber_and_one_of_poor_climb_are_not_advantaged_again() -> None:
    for type, chits, rule in (("ju_88a", 1, "BRS-120"), ("he_111h", 0, "BRS-D17")):
        low = table_of(Plane(place=(0, 15)), Plane(type, (0, -5), 90, level=DISADVANTAGED, chits=chits), active=1)
        low.move(3)
        low.do(o.GainHeight())
        assert low[1].level == NEUTRAL
        mid = table_of(Plane(place=(0, 3)), Plane(type, (0, -5), 90, chits=chits), active=1)
        mid.move(3)
        assert standing.climb_refusal(mid.position, mid[1]) == ("cannot_climb", rule)
    whole = table_of(Plane(place=(0, 15)), Plane("ju_88a", (0, -5), 90), active=1)
    whole.move(3)
    whole.do(o.GainHeight())
    assert whole[1].level == ADVANTAGED


# ---- outmanoeuvring


@pytest.mark.rule("BRS-C34")
@pytest.mark.rule("BRS-C36")
@pytest.mark.rule("BRS-C04")
@pytest.mark.parametrize(
    ("mine", "his", "won"), [((6,), (5,), True), ((6,), (6,), False), ((5, 5), (1,), False), ((6, 6), (6,), True), ((1,), (6,), False)]
)
def test_strictly_more_ace_faces_lower_the_enemy(mine: tuple[int, ...], his: tuple[int, ...], won: bool) -> None:
    # Skill 3 and Agility 3 each: six dice each.
    faces = (*mine, *[MISS] * (6 - len(mine)), *his, *[MISS] * (6 - len(his)))
    table = flying(Plane(), Plane("bf_109e", (6, -4), 90))
    table.move()
    table.next_dice(*faces).do(o.Outmanoeuvre(1))
    assert table.thrown("outmanoeuvre") == [6, 6]
    assert table[1].level == (DISADVANTAGED if won else NEUTRAL)


@pytest.mark.rule("BRS-C35")
def test_any_enemy_within_nine_inches_that_is_not_the_lowest() -> None:
    table = flying(
        Plane(level=DISADVANTAGED),
        Plane("bf_109e", (0, 5), 90),  # behind, exactly 9 inches after the move
        Plane("bf_109e", (0, 5.01), 90),
        Plane("bf_109e", (3, -4), 90, level=DISADVANTAGED),
        Plane(place=(2, -4), side="raf"),
    )
    table.move()
    others = [a for a in table.position.aircraft if a.side == 1]
    assert table.can(o.Outmanoeuvre(others[0].number))
    assert [table.refused(o.Outmanoeuvre(n)) for n in (others[1].number, others[2].number, 1)] == ["BRS-C35"] * 3


@pytest.mark.rule("BRS-C37")
@pytest.mark.rule("BRS-095")
@pytest.mark.rule("BRS-096")
def test_bombers_neither_do_it_nor_suffer_it() -> None:
    table = table_of(Plane(place=(3, -3), heading=90), Plane("he_111h", (0, 0), 0, level=DISADVANTAGED), active=1)
    table.move(3)
    assert table.refused(o.Outmanoeuvre(0)) == "BRS-095"
    table = flying(Plane(), Plane("he_111h", (3, -6), 90))
    table.move()
    assert table.refused(o.Outmanoeuvre(1)) == "BRS-096"


# ---- tails


@pytest.mark.rule("BRS-C38")
def test_whoever_ends_behind_an_enemy_tails_it() -> None:
    table = flying(Plane(), Plane("bf_109e", (0, -10), 0))
    events = table.move(5)
    assert describe(events, "tailed") and table[1].level == DISADVANTAGED


@pytest.mark.rule("BRS-C38")
@pytest.mark.parametrize(
    ("place", "heading", "turn"),
    [
        ((0, -10), 180, 0),  # head on
        ((0, -10), 90, 0),  # from its side
        ((0, -14.01), 0, 0),  # too far
        ((0, -10), 0, 45.0),  # still in front: tailed
        ((8, -5), 270, 0),  # in its front arc
    ],
)
def test_no_tail_without_front_rear_and_range(place: tuple[float, float], heading: int, turn: float) -> None:
    table = flying(Plane(), Plane("bf_109e", place, heading))
    events = table.move(5, int(turn))
    assert bool(describe(events, "tailed")) == (turn == 45.0)


@pytest.mark.rule("BRS-C38")
def test_a_disadvantaged_enemy_stays_so_and_one_is_chosen_of_several() -> None:
    table = flying(Plane(), Plane("bf_109e", (0, -10), 0, level=DISADVANTAGED))
    table.move(5)
    assert describe(table.events, "tailed") and table[1].level == DISADVANTAGED and not table[1].out
    table = flying(Plane(), Plane("bf_109e", (1, -10), 0), Plane("bf_109e", (-1, -10), 0), Plane("bf_109e", (9, 9), 0))
    table.move(5)
    assert table.stage == "tail" and table.legal() == [o.TailEnemy(1), o.TailEnemy(2)]
    assert table.refused(o.TailEnemy(3)) == "BRS-C38"
    table.do(o.TailEnemy(2))
    assert [table[1].level, table[2].level] == [NEUTRAL, DISADVANTAGED]


@pytest.mark.rule("BRS-C38")
@pytest.mark.rule("BRS-C60")
def test_bombers_are_not_tailed_and_tail_nobody() -> None:
    table = flying(Plane(), Plane("he_111h", (0, -10), 0))
    table.move(5)
    assert not describe(table.events, "tailed") and table[1].level == NEUTRAL
    table = table_of(Plane(place=(0, -9)), Plane("he_111h", (0, 0), 0), active=1)
    table.move(3)
    assert not describe(table.events, "tailed") and table[0].level == NEUTRAL and not tailed(table.position, table[0])


@pytest.mark.rule("BRS-C60")
@pytest.mark.parametrize(("type", "nimble"), [("he_111h", False), ("bf_110c", False), ("whirlwind_i", True)])
def test_only_an_agile_multi_tails_and_turns_hard(type: str, nimble: bool) -> None:
    def enemy_of(type: str) -> Table:
        return table_of(Plane(type, (0, 0), 0), Plane("bf_109e", (0, -9), 0), active=0)

    table = enemy_of(type)
    codes = {form.code for form in table.game.choices(table.position, "raf").described}
    hard = [o.TurnHard(90), o.MoveOn(400, 90, burn="turn")]
    assert ("turn_hard" in codes) == nimble
    assert [table.can(order) if nimble else table.refused(order) for order in hard] == ([True, True] if nimble else ["BRS-C60", "BRS-C60"])
    assert table.can(o.MoveOn(100, 45, burn="brake")) and table.can(o.DiveFor(300))
    table.move(4)
    assert bool(describe(table.events, "tailed")) == nimble


# ---- clouds


@pytest.mark.rule("BRS-C53")
def test_a_cloud_hides_what_lies_behind_it() -> None:
    def table(cloud: tuple[float, float]) -> Table:
        made = flying(Plane(), Plane("bf_109e", (0, -12), 0), clouds=[cloud])
        made.move(4)
        return made

    assert describe(table((3, -8)).events, "tailed")  # 3 inches from the line: not crossed
    hidden = table((2.99, -8))
    assert not describe(hidden.events, "tailed")
    assert hidden.refused(o.Outmanoeuvre(1)) == "BRS-C53"


@pytest.mark.rule("BRS-C53")
def test_within_three_inches_no_cloud_hides() -> None:
    for away, seen in ((3, True), (3.01, False)):
        table = flying(Plane(), Plane("bf_109e", (0, -4 - away), 0), clouds=[(0, -6)])
        table.move(4)
        assert bool(describe(table.events, "tailed")) == seen


# ---- bombs


@pytest.mark.rule("BRS-C58")
@pytest.mark.parametrize(("east", "ok"), [(3, True), (3.01, False)])
def test_bombs_fall_on_what_the_move_passed(east: float, ok: bool) -> None:
    strike = MiniatureStrike("luftwaffe", (TableSpot(*at(east, -2)),), 3)
    bomber = Plane("he_111h", loaded=True)
    table = table_of(Plane(place=(20, 15)), bomber, active=1, strike=strike)
    table.move(4)
    if not ok:
        assert sequence.bombable(table.position, table[1]) == []
        return
    events = table.next_dice(ACE_FACE, ACE_FACE, MISS, MISS, MISS).do(o.DropOn(0))
    assert table.thrown("bombs") == [5]  # Skill 3 and two engines
    assert describe(events, "bombs")[0]["hits"] == 2 and table.position.hits == 2 and not table[1].loaded


@pytest.mark.rule("BRS-C58")
def test_a_stuka_that_dived_bombs_better_and_nobody_bombs_twice() -> None:
    strike = MiniatureStrike("luftwaffe", (TableSpot(*at(0, -6)),), 3)
    table = table_of(Plane(place=(20, 15)), Plane("ju_87b", loaded=True), active=1, strike=strike)
    table.do(o.DiveFor(300))
    table.move(3)
    table.do(o.DropOn(0))
    assert table.thrown("bombs") == [3 + 1 + 2]
    empty = table_of(Plane(place=(20, 15)), Plane("ju_87b", (0, -4)), active=1, strike=strike)
    empty.move(3)
    assert empty.refused(o.DropOn(0)) == "BRS-C58"
