"""Positions, the limits of engagement, and the free manoeuvres of Speed."""

from __future__ import annotations

import pytest

from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.relations import engaged
from tests.cards.tabletop import Fly, Table, battle, describe


def behind(level: int = 1, whom: int = 0) -> dict[str, int]:
    return {"holds": whom, "level": level}


@pytest.mark.rule("DIF-154", "DIF-155", "DIF-156", "DIF-033", "DIF-034", "DIF-035")
@pytest.mark.parametrize(("level", "bursts"), [(0, 2), (1, 3), (2, 5)])
def test_bursts_by_position(level: int, bursts: int) -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo", **(behind(level, 1) if level else {})), Fly("bf_109e")))
    assert bursts_left(at[0]) == bursts
    under = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", **behind())))
    assert bursts_left(under[0]) == 2, "the enemy's position takes no Bursts away"


@pytest.mark.rule("DIF-157", "DIF-158", "DIF-159", "DIF-160")
@pytest.mark.parametrize(("level", "rule"), [(1, "DIF-158"), (2, "DIF-160")])
def test_no_attack_on_the_one_behind_but_on_others(level: int, rule: str) -> None:
    """GAP-28: another enemy may be attacked, with the printed Bursts."""
    at = Table(battle(Fly("spitfire_i", "ims_1 oots_1"), Fly("bf_109e", **behind(level)), Fly("bf_110c")))
    assert at.refused(o.Attack("ims_1", 1)) == at.refused(o.Attack("oots_1", 1)) == rule
    assert at.legal(o.Attack) == [o.Attack("ims_1", 2), o.Attack("oots_1", 2)]


@pytest.mark.rule("DIF-153", "DIF-161", "DIF-162")
def test_a_relation_has_two_ends() -> None:
    position = battle(Fly("spitfire_i", "oots_1"), Fly("bf_109e", **behind(2)), Fly("bf_109e"))
    names = []
    for steps in range(5):
        names.append((position.relation(0, 1), position.relation(1, 0)))
        if steps < 4:
            position.relate(0, 1, position.relation(0, 1) + 1)
    assert names == [(-2, 2), (-1, 1), (0, 0), (1, -1), (2, -2)]
    assert position.relation(0, 2) == position.relation(2, 0) == 0


@pytest.mark.rule("DIF-164", "DIF-165")
def test_engaged_is_anything_but_neutral() -> None:
    for relation in (-2, -1, 0, 1, 2):
        position = battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e"))
        position.relate(0, 1, relation)
        assert engaged(position, 0, 1) == engaged(position, 1, 0) == (relation != 0)


@pytest.mark.rule("DIF-166", "DIF-172")
@pytest.mark.parametrize(
    "order", [o.PlayManoeuvre("yo_yo", 2, 1), o.Attack("ims_1", 2), o.BarrelRoll("barrel_roll", 2), o.Scissors("scissors", 2)]
)
def test_a_position_must_be_given_up_before_another_is_targeted(order: object) -> None:
    """GAP-31: also before turning on the enemy behind."""
    chain = Table(
        battle(Fly("spitfire_i", "yo_yo ims_1 barrel_roll scissors", **behind(2, 1)), Fly("bf_109e"), Fly("bf_109e", **behind(1)))
    )
    assert chain.refused(order) == "DIF-172"
    chain.do(o.GiveUp())
    assert chain.relation(0, 1) == 0 and chain.relation(0, 2) == -1
    if isinstance(order, o.Attack):
        assert chain.refused(order) == "DIF-158"
    else:
        chain.do(order)


def test_reactions_are_free_of_held_positions() -> None:
    at = Table(battle(Fly("bf_109e", "yo_yo"), Fly("spitfire_i", "tight_turn", holds=2, level=1), Fly("bf_109e", side="blue")))
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert o.React("tight_turn") in at.legal()


@pytest.mark.rule("DIF-167", "DIF-169", "DIF-170")
def test_two_may_be_advantaged_and_a_third_goes_round_or_stays_away() -> None:
    """A speed point cannot pass through a full place (GAP-30)."""
    emils = [Fly("bf_109e", side="blue", holds=3, level=1) for _ in range(2)]
    at = Table(battle(Fly("bf_109e", "yo_yo ims_1_wide ims_1"), *emils, Fly("spitfire_i")))
    assert at.refused(o.PlayManoeuvre("yo_yo", 3, 1)) == "DIF-167"
    assert list(at.legal(o.PlayManoeuvre)) == [o.PlayManoeuvre("ims_1_wide", 3, 2)]
    assert o.Attack("ims_1", 3) in at.legal()
    at.do(o.PlayManoeuvre("ims_1_wide", 3, 2))
    assert at.relation(0, 3) == 2
    fast = Table(battle(Fly("p_51d", "yo_yo"), *emils, Fly("spitfire_i"), phase="speed"))
    fast.do(o.Compare(3))
    assert fast.refused(o.SpeedStep()) == "DIF-167"


@pytest.mark.rule("DIF-168", "DIF-169")
def test_one_tail_one_pursuer() -> None:
    at = Table(battle(Fly("bf_109e", "vertical_roll yo_yo"), Fly("bf_109e", side="blue", holds=2, level=2), Fly("spitfire_i")))
    assert at.refused(o.PlayManoeuvre("vertical_roll", 2, 2)) == "DIF-168"
    at.do(o.PlayManoeuvre("yo_yo", 2, 1))
    assert at.relation(0, 2) == 1


def test_limits_bind_scissors_agile_and_manoeuvres_from_behind() -> None:
    """GAP-29."""
    both = [Fly("p_11c", side="blue", holds=3, level=1) for _ in range(2)]
    at = Table(battle(Fly("p_11c", "scissors oots_1"), *both, Fly("bf_109e", **behind(1))))
    assert at.refused(o.Scissors("scissors", 3)) == at.refused(o.AgileScissors("oots_1", 3)) == "DIF-167"
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.card == "oots_1"] == [1, 3]
    # From Tailed to Disadvantaged: the enemy's new place at the side must be free too.
    tailed = Table(battle(Fly("p_11c", "yo_yo"), Fly("bf_109e", **behind(2)), Fly("bf_109e", **behind(1)), Fly("bf_109e", **behind(1))))
    assert tailed.refused(o.PlayManoeuvre("yo_yo", 1, 1)) == "DIF-167"


@pytest.mark.rule("DIF-163")
def test_no_position_without_the_same_altitude() -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", altitude="low")))
    assert at.refused(o.PlayManoeuvre("yo_yo", 1, 1)) == "DIF-060"
    at = Table(battle(Fly("spitfire_i", "yo_yo", **behind(2, 1)), Fly("bf_109e", "yo_yo"), phase="altitude"))
    at.do(o.Dive())
    assert at.relation() == 0 and at.seat == "blue", "the holder that leaves is not followed (GAP-32)"


@pytest.mark.rule("DIF-171")
def test_a_position_lasts_from_turn_to_turn() -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo", **behind(1, 1)), Fly("bf_109e", "redline")))
    at.do(o.EndPhase(), o.EndPhase(), o.Stay(), o.EndPhase(), o.EndPhase())
    assert at.position.active == 0 and at.position.turn == 2 and at.relation() == 1


@pytest.mark.rule("DIF-173")
def test_one_turn_may_hold_several_engagements() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_1 ims_1 yo_yo vertical_roll", **behind(2, 1)), Fly("bf_109e"), Fly("bf_109e")))
    at.do(o.Attack("ims_1", 1), o.GiveUp(), o.PlayManoeuvre("yo_yo", 2, 1), o.Attack("ims_1", 2), o.GiveUp())
    at.do(o.ChangeAltitude("vertical_roll", False))
    assert (at[1].hits, at[2].hits, at[0].altitude) == (1, 1, 1)


# ---- Speed


@pytest.mark.rule("DIF-058", "DIF-059", "DIF-174", "DIF-175", "DIF-176")
def test_whom_to_compare_speed_with() -> None:
    at = Table(
        battle(Fly("p_51d", "yo_yo"), Fly("ki_27"), Fly("bf_109e"), Fly("p_51d", side="red"), Fly("ki_27", altitude="low"), phase="speed")
    )
    assert at.legal(o.Compare) == [o.Compare(1), o.Compare(2)]
    assert at.refused(o.Compare(3)) == "DIF-176", "no faster"
    assert at.refused(o.Compare(4)) == "DIF-060"
    assert at.refused(o.SpeedStep()) == "DIF-175"
    at.do(o.Compare(1))
    assert at.position.speed_points == 2


@pytest.mark.rule("DIF-174")
@pytest.mark.parametrize("level", [1, 2])
def test_those_that_are_behind_may_compare_with_anybody(level: int) -> None:
    at = Table(battle(Fly("p_51d", "yo_yo"), Fly("ki_27", **behind(level)), Fly("ki_27"), phase="speed"))
    assert at.legal(o.Compare) == [o.Compare(1), o.Compare(2)]
    at.do(o.Compare(1), o.SpeedStep())
    assert at.relation() == 1 - level


@pytest.mark.rule("DIF-177", "DIF-178")
def test_a_point_of_speed_is_answered_as_a_manoeuvre() -> None:
    at = Table(battle(Fly("p_51d", "yo_yo scissors"), Fly("ki_27", "tight_turn ims_1 vertical_roll"), phase="speed"))
    at.do(o.Compare(1), o.SpeedStep())
    assert at.seat == "red" and at.legal(o.React) == [o.React("tight_turn")]
    at.do(o.React("tight_turn"))
    assert at.seat == "blue" and {x.card for x in at.legal(o.React)} == {"yo_yo", "scissors"}
    at.passes()
    assert at.relation() == 0 and at.position.speed_points == 1
    at.do(o.SpeedStep(), o.NoAnswer())
    assert at.relation() == 1
    assert at.refused(o.SpeedStep()) == "DIF-175"


@pytest.mark.rule("DIF-179", "DIF-180")
@pytest.mark.parametrize("level", [1, 2])
def test_a_holder_compares_with_the_held_or_gives_up_first(level: int) -> None:
    at = Table(battle(Fly("p_51d", "yo_yo", **behind(level, 1)), Fly("ki_27"), Fly("ki_27"), phase="speed"))
    assert at.legal(o.Compare) == [o.Compare(1)]
    assert at.refused(o.Compare(2)) == "DIF-179"
    at.do(o.GiveUp())
    assert at.legal(o.Compare) == [o.Compare(1), o.Compare(2)]


@pytest.mark.rule("DIF-181", "DIF-182")
def test_points_are_for_the_enemy_compared_and_there_is_one_comparison() -> None:
    """GAP-33: and what is not used is lost."""
    at = Table(battle(Fly("p_51d", "yo_yo"), Fly("ki_27"), Fly("bf_109e"), phase="speed"))
    at.do(o.Compare(2))
    assert at.refused(o.Compare(1)) == "DIF-182"
    at.do(o.SpeedStep())
    assert at.relation(0, 2) == 1 and at.relation(0, 1) == 0
    at.do(o.EndPhase())
    assert at.refused(o.SpeedStep()) == "DIF-054"


@pytest.mark.rule("DIF-176")
def test_the_speed_phase_is_passed_over_when_it_offers_nothing() -> None:
    at = Table(battle(Fly("bf_109e", "yo_yo"), Fly("spitfire_i"), Fly("gladiator_ii", altitude="low"), phase="altitude"))
    at.do(o.Stay())
    assert at.position.phase == "actions"


@pytest.mark.rule("DIF-376", "DIF-377")
def test_only_the_named_enemy_is_affected() -> None:
    at = Table(battle(Fly("spitfire_i", "scissors"), Fly("bf_109e", **behind(1)), Fly("bf_109e", **behind(1))))
    assert at.legal(o.Scissors) == [o.Scissors("scissors", 1), o.Scissors("scissors", 2)]
    assert at.refused(o.Scissors("scissors", 0)) == "DIF-376"
    assert at.refused(o.Scissors("scissors", 7)) == "DIF-060"
    events = at.do(o.Scissors("scissors", 2))
    assert at.relation(0, 2) == 1 and at.relation(0, 1) == -1
    assert [d["target"] for d in describe(events, "position")] == [2]


@pytest.mark.rule("DIF-378", "DIF-379", "DIF-380", "DIF-381")
def test_bursts_over_several_enemies() -> None:
    """GAP-72: printed, then the one of Advantaged, then the two of Tailing, each once a turn."""
    at = Table(battle(Fly("spitfire_i", "ims_1 ims_1 ims_1 ims_1 ims_1 yo_yo yo_yo yo_yo", side="blue"), Fly("bf_110c"), Fly("bf_110c")))
    at.do(o.Attack("ims_1", 1), o.Attack("ims_1", 1))
    assert bursts_left(at[0]) == 0
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.Attack("ims_1", 1), o.GiveUp(), o.PlayManoeuvre("yo_yo", 2, 1))
    assert bursts_left(at[0]) == 0, "the Advantaged Burst is used"
    at.do(o.PlayManoeuvre("yo_yo", 2, 1))
    assert bursts_left(at[0]) == 2
    at.do(o.Attack("ims_1", 2), o.Attack("ims_1", 2))
    assert bursts_left(at[0]) == 0 and at[0].bursts_used == at[0].now.bursts + 3
