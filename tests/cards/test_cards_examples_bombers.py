"""The worked examples with bombers."""

from __future__ import annotations

from typing import Any

import pytest

from bob.tactical.cards import orders as o
from bob.tactical.cards.bombers import turret_cards
from tests.cards.tabletop import Fly, Table, battle, codes


def bomber(row: int, column: int, type: str = "b_24d", **values: Any) -> Fly:
    return Fly(type, side="bombers", row=row, column=column, **values)


def dumb(row: int, column: int) -> Fly:
    """A bomber whose turrets are silent."""
    return bomber(row, column, dt=-9, st=-9)


def at_bombers(fighter: Fly, *bombers: Fly, phase: str = "actions", draws: str = "") -> Table:
    return Table(battle(fighter, *bombers, phase=phase, draws=draws))


@pytest.mark.rule("DIF-EX-41")
def test_the_dornier_alone_at_the_rear() -> None:
    cells = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    at = at_bombers(Fly("p_51d", "yo_yo"), *[bomber(r, c, "do_17z") for r, c in cells], phase="speed")
    free = [x.target for x in at.legal(o.PickBomber) if x.by == "free"]
    assert free == [5]
    assert {x.target for x in at.legal(o.PickBomber) if x.by == "speed"} == {x.target for x in at.legal(o.PickBomber) if x.by == "card"}
    at.do(o.PickBomber(1, "speed"))
    assert at.position.speed_points == 1


@pytest.mark.rule("DIF-EX-42")
def test_two_points_on_the_rear_bomber() -> None:
    at = at_bombers(Fly("p_51d", "yo_yo"), dumb(0, 0), dumb(1, 0), phase="speed")
    at.do(o.PickBomber(2, "free"), o.SpeedStep())
    assert at.relation(0, 2) == 1
    at.do(o.SpeedStep())
    assert at.relation(0, 2) == 2


@pytest.mark.rule("DIF-EX-43")
def test_the_opponent_gives_the_front_left_bomber() -> None:
    at = at_bombers(Fly("p_51d", "yo_yo"), *[dumb(r, c) for r, c in ((0, 0), (0, 1), (1, 0), (1, 1))], phase="speed")
    at.do(o.AskBomber(), o.GiveBomber(1), o.SpeedStep())
    assert at.relation() == 1 and at.position.speed_points == 1
    assert at.refused(o.SpeedStep()) == "DIF-231"


@pytest.mark.rule("DIF-EX-44")
def test_a_point_to_pick_and_two_cards() -> None:
    at = at_bombers(Fly("bf_109e", "yo_yo yo_yo"), dumb(0, 0), dumb(0, 1), phase="speed")
    at.do(o.PickBomber(1, "speed"))
    assert at.refused(o.SpeedStep()) == "DIF-175"
    at.do(o.EndPhase(), o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.relation() == 1
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.position.played == [] and at[0].bursts_used == 0
    # The hand is out and yet the position is there to be given up.
    assert at.relation() == 2


@pytest.mark.rule("DIF-EX-45")
def test_a_manoeuvre_3_picks_and_tails() -> None:
    at = at_bombers(Fly("bf_109e", "oots_1 redline"), dumb(0, 0), dumb(0, 1))
    assert at.refused(o.PlayManoeuvre("oots_1", 1, 3)) == "DIF-162"
    at.do(o.PlayManoeuvre("oots_1", 1, 2))
    assert at.relation() == 2


@pytest.mark.rule("DIF-EX-46")
def test_the_front_one_of_a_file_cannot_be_tailed() -> None:
    at = at_bombers(Fly("p_51d", "vertical_roll oots_1", picked=1), dumb(0, 0), dumb(1, 0))
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.target == 1 and x.card == "vertical_roll"] == [1]
    at[2].out = "down"
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.target == 1 and x.card == "vertical_roll"] == [1, 2]


@pytest.mark.rule("DIF-EX-47", "DIF-EX-48")
def test_the_hands_of_liberators_and_stukas() -> None:
    at = at_bombers(Fly("bf_109e", "ims_1 yo_yo", picked=1), bomber(0, 0), bomber(1, 0))
    at.do(o.Attack("ims_1", 1))
    assert len(at[1].hand) == 7
    stukas = at_bombers(Fly("spitfire_i", "ims_1"), *[bomber(0, c, "ju_87b", altitude="medium") for c in range(3)]).position
    assert [turret_cards(stukas, stukas.crafts[n]) for n in (1, 2, 3)] == [3, 4, 3]


@pytest.mark.rule("DIF-EX-49", "DIF-EX-50", "DIF-EX-51", "DIF-EX-52")
def test_the_emil_and_the_liberators() -> None:
    """The example draws the seven cards at the pick, the rule at the first attempt: the play is the same."""
    at = at_bombers(
        Fly("bf_109e", "vertical_roll yo_yo ims_3", side="emil"),
        bomber(0, 0),
        bomber(0, 1),
        phase="speed",
        draws="oots_1 ims_2 ims_2 ims_1 scissors scissors redline",
    )
    at.do(o.AskBomber())
    assert at.seat == "bombers"
    at.do(o.GiveBomber(1))
    assert at.seat == "emil" and at.position.speed_points == 1 and at[1].hand == ()
    at.do(o.SpeedStep())
    assert len(at[1].hand) == 7 and at.seat == "bombers"
    at.do(o.BomberFire("oots_1"), o.React("vertical_roll"))
    assert at.relation() == 1 and at[0].hits == 0
    at.do(o.EndPhase(), o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("ims_2"))
    assert at.legal() == [o.NoAnswer()]
    at.do(o.NoAnswer(), o.NoAnswer())
    assert at[0].hits == 2 and at.relation() == 2
    at.do(o.Attack("ims_3", 1))
    at.do(o.BomberFire("ims_2"))
    assert (at[0].hits, at[1].hits) == (4, 3)
    assert "ims_1" in at[1].hand, "the last shot is never fired"
    assert at.seat == "emil" and at.legal() == [o.EndPhase(), o.GiveUp()]
    at.do(o.EndPhase())
    assert at[1].hand == () and at.relation() == 0


@pytest.mark.rule("DIF-EX-53")
def test_the_bomber_does_not_answer_the_tight_turn() -> None:
    at = at_bombers(Fly("bf_109e", "oots_1 tight_turn redline", picked=1), bomber(0, 0), draws="ims_1 scissors yo_yo redline redline")
    at.do(o.Attack("oots_1", 1), o.BomberFire("ims_1"))
    events = at.do(o.React("tight_turn"))
    assert "shot_cancelled" in codes(events) and at[0].hits == 0 and at[1].hits == 2
    assert at.position.pending is None


@pytest.mark.rule("DIF-EX-54")
def test_the_jinking_bomber() -> None:
    at = at_bombers(Fly("bf_109e", "ims_2 barrel_roll redline", picked=1), bomber(0, 0), draws="ims_jinking scissors yo_yo redline redline")
    at.do(o.Attack("ims_2", 1), o.BomberFire("ims_jinking"), o.React("barrel_roll"))
    assert at[1].hits == 1


@pytest.mark.rule("DIF-EX-55")
@pytest.mark.parametrize("answers", [True, False])
def test_five_hits_and_a_shield(answers: bool) -> None:
    hand = "ims_2_heavy tight_turn tight_turn barrel_roll redline"
    at = at_bombers(Fly("bf_109e", hand, picked=1), bomber(0, 0), bomber(5, 5, altitude="low"), draws="ims_deflection " + "scissors " * 4)
    at.do(o.Tactic("tight_turn"), o.Tactic("tight_turn"), o.Attack("ims_2_heavy", 1), o.BomberFire("ims_deflection"))
    if answers:
        at.do(o.React("barrel_roll"))
    else:
        at.do(o.NoAnswer(), o.NoAnswer())
    assert at[1].hits == 4 and at[0].hits == (0 if answers else 1)


@pytest.mark.rule("DIF-EX-56")
def test_three_cards_as_one_shot() -> None:
    at = at_bombers(Fly("bf_109e", "yo_yo vertical_roll", picked=1), bomber(0, 0), draws="tight_turn tight_turn oots_1 redline redline")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("oots_1", ("tight_turn", "tight_turn")), o.NoAnswer(), o.NoAnswer())
    assert at[0].hits == 4 and at.relation() == 1
