"""Bombers: formations, picking, positions, turrets, what they play; fighter-bombers."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.bombers import turret_cards
from bob.tactical.cards.relations import formation, freely_picked
from tests.cards.tabletop import GAME, TABLES, Fly, Table, battle, codes, describe


def bomber(row: int = 0, column: int = 0, type: str = "b_24d", **values: Any) -> Fly:
    return Fly(type, side="bombers", row=row, column=column, **values)


def raid(fighter: Fly, *bombers: Fly, phase: str = "actions", draws: str = "", **terms: Any) -> Table:
    return Table(battle(fighter, *bombers, phase=phase, draws=draws, **terms))


SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def square(fighter: Fly, **values: Any) -> Table:
    """Four bombers: 1 front left, 2 front right, 3 and 4 behind them."""
    return raid(fighter, *[bomber(r, c) for r, c in SQUARE], **values)


@pytest.mark.rule("DIF-211", "DIF-217")
def test_bombers_take_no_turns_and_keep_their_altitude() -> None:
    position, _ = GAME.setup("raid", {}, SeededDice(Stream.of(3, "game")))
    bots = Stream.of(3, "bots")
    dice = SeededDice(Stream.of(3, "dice"))
    acted: set[int] = set()
    while position.owing:
        seat = position.owing[0]
        events = GAME.apply(position, seat, GAME.sample(position, seat, bots), dice)
        acted |= {d["aircraft"] for d in describe(events, "turn")}
        for craft in position.crafts:
            if craft.bomber and craft.type == "do_17z":
                assert craft.altitude in (-1, 2) and craft.holds == -1
    assert acted and not acted & {0, 1, 2, 3}


@pytest.mark.rule("DIF-216")
def test_a_bomber_flies_at_the_altitude_of_its_card() -> None:
    players = [
        {"seat": "a", "side": "axis", "aircraft": [{"aircraft": "ju_87b"}, {"aircraft": "do_17z", "altitude": "high"}]},
        {"seat": "b", "side": "allied", "aircraft": [{"aircraft": "spitfire_i"}]},
    ]
    position, _ = GAME.setup("raid", {"players": players}, SeededDice(Stream.of(3, "game")))
    assert position.owing == ("b",), "only the fighter chooses"
    GAME.apply(position, "b", o.StartAltitude(2, "low"), SeededDice(Stream.of(1, "d")))
    assert [c.altitude for c in position.crafts] == [1, 3, 1]


@pytest.mark.rule("DIF-218", "DIF-219", "DIF-220", "DIF-221", "DIF-223")
def test_a_formation_is_one_connected_block_at_each_altitude() -> None:
    """GAP-40: a single bomber stands alone."""
    players = [
        {"seat": "a", "side": "axis", "aircraft": [{"aircraft": "do_17z", "count": 3}, {"aircraft": "ju_87b"}]},
        {"seat": "b", "side": "allied", "aircraft": [{"aircraft": "spitfire_i", "altitude": "medium"}]},
    ]
    dice = SeededDice(Stream.of(3, "game"))
    position, _ = GAME.setup("raid", {"players": players}, dice)
    assert position.phase == "formation" and position.owing == ("a",)
    head = position.crafts[0]
    cells = {(x.row - head.row, x.column - head.column) for x in GAME.choices(position, "a").listed}
    assert cells == {(1, 0), (-1, 0), (0, 1), (0, -1)} and {x.aircraft for x in GAME.choices(position, "a").listed} == {1}
    GAME.apply(position, "a", o.PlaceBomber(1, head.row, head.column + 1), dice)
    at = Table(position)
    assert at.refused(o.PlaceBomber(2, head.row + 1, head.column + 2)) == "DIF-220"
    assert at.refused(o.PlaceBomber(2, head.row, head.column)) == "DIF-220"
    GAME.apply(position, "a", o.PlaceBomber(2, head.row + 1, head.column), dice)
    assert len(formation(position, head)) == 3
    assert [c.number for c in formation(position, position.crafts[3])] == [3]
    assert position.turn == 1, "and nothing moves them any more"
    assert not any(isinstance(x, o.PlaceBomber) for x in GAME.choices(position, position.owing[0]).listed)


# ---- picking


@pytest.mark.rule("DIF-224", "DIF-225")
def test_picking_costs_a_speed_point_or_a_manoeuvre_card() -> None:
    at = square(Fly("p_51d", "yo_yo tight_turn"), phase="speed")
    assert o.PickBomber(2, "speed") in at.legal() and o.PickBomber(2, "card", "yo_yo") in at.legal()
    assert at.refused(o.PickBomber(2, "card", "tight_turn")) == "DIF-225"
    assert at.refused(o.PickBomber(2, "free")) == "DIF-227"
    at.do(o.PickBomber(2, "speed"))
    assert at.position.speed_points == 1, "two faster, one spent"
    at = square(Fly("p_51d", "yo_yo redline"))
    assert at.refused(o.PickBomber(2, "speed")) == "DIF-225"
    at.do(o.PickBomber(2, "card", "yo_yo"))
    assert at[0].picked == 2 and at[0].hand == ("redline",)


@pytest.mark.rule("DIF-224")
def test_only_bombers_at_the_own_altitude_are_picked() -> None:
    at = raid(Fly("p_51d", "yo_yo"), bomber(altitude="high"), Fly("ju_87b", side="bombers", row=5, column=5, altitude="medium"))
    assert at.refused(o.PickBomber(1, "card", "yo_yo")) == "DIF-060"
    assert o.PickBomber(2, "free") in at.legal()
    fighters = raid(Fly("p_51d", "yo_yo"), Fly("bf_109e", side="bombers"))
    assert fighters.refused(o.PickBomber(1, "card", "yo_yo")) == "DIF-224"
    assert fighters.refused(o.AskBomber()) == "DIF-224"


@pytest.mark.rule("DIF-172", "DIF-225")
def test_a_position_on_a_fighter_is_given_up_before_a_bomber_is_picked() -> None:
    """GAP-31."""
    at = raid(Fly("p_51d", "yo_yo", holds=2, level=1), bomber(), Fly("bf_109e", side="bombers"), phase="speed")
    for by, card in (("free", None), ("speed", None), ("card", "yo_yo")):
        assert at.refused(o.PickBomber(1, by, card)) == "DIF-172"
    assert at.refused(o.AskBomber()) == "DIF-172"
    at.do(o.GiveUp(), o.PickBomber(1, "free"))
    assert at[0].picked == 1


@pytest.mark.rule("DIF-225")
def test_a_bomber_no_slower_costs_a_card() -> None:
    """GAP-44: the Speed of the very bomber counts."""
    at = raid(Fly("ki_27", "yo_yo"), bomber(0, 0), bomber(1, 0, type="ju_87b", hits=2), bomber(1, 1), phase="speed")
    assert at.refused(o.PickBomber(1, "speed")) == "DIF-176"
    assert o.PickBomber(2, "speed") in at.legal(), "the damaged Stuka flies slower"


@pytest.mark.rule("DIF-226", "DIF-228")
def test_else_the_opponent_picks_and_nobody_reacts() -> None:
    at = square(Fly("p_51d", "yo_yo", side="us"), phase="speed", draws="ace_pilot " * 4)
    at.do(o.AskBomber())
    assert at.seat == "bombers" and at.legal() == [o.GiveBomber(n) for n in (1, 2, 3, 4)]
    assert at.refused(o.NoAnswer()) == "DIF-226"
    at.do(o.GiveBomber(1))
    assert at.seat == "us" and at[0].picked == 1 and at.position.speed_points == 2, "it cost nothing"
    assert at.refused(o.AskBomber()) == "DIF-226"
    assert at.refused(o.PickBomber(2, "card", "yo_yo")) == "DIF-182"
    assert all(not c.hand for c in at.position.crafts[1:])


@pytest.mark.rule("DIF-224", "DIF-226")
def test_a_bomber_is_declared_in_the_speed_phase_and_again_in_the_action_phase() -> None:
    """GAP-42: each time paid for or left to the opponent."""
    at = square(Fly("p_51d", "yo_yo yo_yo ims_1", side="us"), phase="speed")
    at.do(o.AskBomber(), o.GiveBomber(1), o.EndPhase())
    assert at.position.phase == "actions" and at[0].picked == 1
    assert o.AskBomber() in at.legal() and o.PickBomber(2, "card", "yo_yo") in at.legal()
    at.do(o.AskBomber())
    assert at.seat == "bombers" and at.legal() == [o.GiveBomber(n) for n in (1, 2, 3, 4)]
    at.do(o.GiveBomber(3))
    assert at.seat == "us" and at[0].picked == 3
    assert at.refused(o.AskBomber()) == "DIF-226", "once a phase"
    at.do(o.PickBomber(2, "card", "yo_yo"))
    assert at[0].picked == 2
    assert at.refused(o.PickBomber(3, "card", "yo_yo")) == "DIF-224"
    assert at.refused(o.AskBomber()) == "DIF-226"


@pytest.mark.rule("DIF-224", "DIF-227", "DIF-237")
def test_two_seats_with_a_bomber_each_are_not_picked_without_end() -> None:
    """GAP-42: each is alone in its formation and free to pick, once in the phase."""
    at = Table(
        battle(
            Fly("bf_109e", "vertical_roll ims_1", side="us"),
            Fly("b_24d", side="one", row=20, column=20, dt=-9),
            Fly("b_24d", side="two", row=20, column=20, dt=-9),
        )
    )
    at.do(o.PickBomber(1, "free"), o.PickBomber(2, "free"))
    assert not at.legal(o.PickBomber) and not at.legal(o.AskBomber)
    assert at.refused(o.PickBomber(1, "free")) == at.refused(o.PlayManoeuvre("vertical_roll", 1, 1)) == "DIF-224"
    assert o.PlayManoeuvre("vertical_roll", 2, 1) in at.legal()


@pytest.mark.rule("DIF-226")
def test_two_seats_with_a_bomber_each_give_one_each_and_no_more() -> None:
    options = {
        "players": [
            {"seat": "us", "side": "allied", "aircraft": [{"aircraft": "spitfire_i", "altitude": "medium"}]},
            {"seat": "one", "side": "axis", "aircraft": [{"aircraft": "do_17z", "altitude": "medium"}]},
            {"seat": "two", "side": "axis", "aircraft": [{"aircraft": "do_17z", "altitude": "medium"}]},
        ],
        "first": "allied",
    }
    dice = SeededDice(Stream.of(3, "game"))
    position, _ = GAME.setup("raid", options, dice)
    picks = 0
    while position.turn == 1 and position.owing:
        seat = position.owing[0]
        listed = GAME.choices(position, seat).listed
        order = next((x for x in listed if x.code in ("pick_bomber", "ask_bomber", "give_bomber")), None)
        picks += order is not None
        assert picks <= 8, "two phases, two bombers, at most a question and an answer for each"
        GAME.apply(position, seat, order or next(x for x in listed if x.code in ("done", "stay", "pass", "act")), dice)
    assert picks >= 2


@pytest.mark.rule("DIF-227")
def test_the_only_one_of_the_rearmost_row_is_free() -> None:
    """GAP-43: the row is that of the formation as it stands."""
    at = raid(Fly("bf_109e", "yo_yo"), bomber(0, 0), bomber(1, 0), bomber(1, 1))
    assert not any(isinstance(x, o.PickBomber) and x.by == "free" for x in at.legal())
    at[3].out = "down"
    assert [x for x in at.legal() if isinstance(x, o.PickBomber) and x.by == "free"] == [o.PickBomber(2, "free")]
    assert freely_picked(at.position, at[2])
    at.do(o.PickBomber(2, "free"))
    assert at[0].picked == 2


@pytest.mark.rule("DIF-229")
def test_a_picked_bomber_may_be_attacked_from_neutral() -> None:
    at = raid(Fly("bf_109e", "ims_1 yo_yo"), bomber(type="do_17z", dt=-9))
    assert at.refused(o.Attack("ims_1", 1)) == "DIF-225"
    at.do(o.PickBomber(1, "free"), o.Attack("ims_1", 1))
    assert at[1].hits == 1 and at.relation() == 0


def test_a_pick_lasts_until_the_next_or_till_the_bomber_falls() -> None:
    """GAP-42."""
    at = raid(Fly("bf_109e", "yo_yo yo_yo ims_1"), bomber(dt=-9, hits=8), bomber(1, 0, dt=-9), Fly("bf_109e", side="bombers"))
    at.do(o.PickBomber(2, "free"), o.EndPhase(), o.EndPhase())
    assert at[0].picked == 2
    position = battle(Fly("bf_109e", "yo_yo ims_1", picked=1), bomber(dt=-9, hits=8), bomber(1, 0, dt=-9, st=-9))
    at = Table(position)
    at.do(o.Attack("ims_1", 1))
    assert at[1].out == "down" and at[0].picked == -1


# ---- positions on bombers


@pytest.mark.rule("DIF-230", "DIF-235", "DIF-236")
def test_speed_points_gain_position_on_a_bomber() -> None:
    at = raid(Fly("p_51d", "redline"), bomber(0, 0, dt=-9, st=-9), bomber(1, 0, dt=-9, st=-9), phase="speed")
    at.do(o.PickBomber(2, "free"), o.SpeedStep())
    assert at.relation(0, 2) == 1 and bursts_left(at[0]) == 3
    at.do(o.SpeedStep())
    assert at.relation(0, 2) == 2 and bursts_left(at[0]) == 5


@pytest.mark.rule("DIF-231", "DIF-232", "DIF-222")
def test_a_bomber_behind_blocks_the_tail_until_it_falls() -> None:
    at = raid(Fly("p_51d", "vertical_roll ims_1_wide", picked=1), bomber(0, 0, dt=-9), bomber(1, 0, dt=-9, st=-9))
    assert at.refused(o.PlayManoeuvre("vertical_roll", 1, 2)) == "DIF-231"
    assert o.PlayManoeuvre("vertical_roll", 1, 1) in at.legal()
    at[2].out = "down"
    assert o.PlayManoeuvre("vertical_roll", 1, 2) in at.legal()


@pytest.mark.rule("DIF-231")
def test_bombers_on_both_sides_block_the_advantage_not_the_tail() -> None:
    """GAP-41."""
    row = [bomber(0, c, dt=-9, st=-9) for c in range(3)]
    at = raid(Fly("p_51d", "vertical_roll yo_yo redline", picked=2), *row)
    assert at.refused(o.PlayManoeuvre("yo_yo", 2, 1)) == "DIF-231"
    at.do(o.PlayManoeuvre("vertical_roll", 2, 2))
    assert at.relation(0, 2) == 2
    # With one side blocked there is one place.
    two = raid(Fly("p_51d", "yo_yo", picked=1), bomber(0, 0, dt=-9), bomber(0, 1), Fly("p_51d", side="blue"))
    assert o.PlayManoeuvre("yo_yo", 1, 1) in two.legal()
    two[3].holds, two[3].level = 1, 1
    assert two.refused(o.PlayManoeuvre("yo_yo", 1, 1)) == "DIF-167"


@pytest.mark.rule("DIF-237")
def test_a_manoeuvre_card_picks_with_its_first_point() -> None:
    at = raid(Fly("p_51d", "oots_1 yo_yo redline"), bomber(0, 0, dt=-9, st=-9), bomber(0, 1, dt=-9, st=-9))
    assert at.refused(o.PlayManoeuvre("yo_yo", 1, 1)) == "DIF-091"
    assert o.PlayManoeuvre("oots_1", 1, 2) in at.legal()
    at.do(o.PlayManoeuvre("oots_1", 1, 2))
    assert at.relation() == 2 and at[0].picked == 1


@pytest.mark.rule("DIF-233", "DIF-234")
def test_positions_on_bombers_end_with_the_turn() -> None:
    at = raid(Fly("p_51d", "yo_yo redline", picked=1), bomber(dt=-9), Fly("bf_109e", side="bombers"))
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.relation() == 1
    events = at.do(o.EndPhase(), o.EndPhase())
    assert at.relation() == 0 and {"aircraft": 0, "target": 1, "relation": 0} in describe(events, "position")


# ---- turrets


@pytest.mark.rule("DIF-238", "DIF-239", "DIF-240", "DIF-241")
def test_a_temporary_hand_is_drawn_once_and_thrown_away() -> None:
    """GAP-45, GAP-46."""
    at = square(Fly("p_51d", "yo_yo yo_yo ims_1 redline", side="us", picked=1), draws="redline " * 5 + "scissors " * 4)
    size = 5 + 2 * 2
    assert turret_cards(at.position, at[1]) == size, "itself, one beside and one behind; none across"
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.seat == "bombers" and len(at[1].hand) == size
    at.do(o.NoAnswer(), o.Attack("ims_1", 1))
    assert len(at[1].hand) == size, "no second draw"
    at.do(o.NoAnswer(), o.EndPhase(), o.EndPhase())
    assert at[1].hand == ()


def test_damaged_and_fallen_neighbours() -> None:
    """GAP-45."""
    at = square(Fly("p_51d", "yo_yo"))
    at[2].damaged, at[2].now, at[2].hits = True, at[2].back, 5
    assert turret_cards(at.position, at[1]) == 5 + 1 + 2
    at[3].out = "down"
    assert turret_cards(at.position, at[1]) == 5 + 1


def test_another_bomber_another_hand() -> None:
    """GAP-45: on switching the first hand goes, and returning brings none."""
    at = raid(Fly("p_51d", "yo_yo yo_yo ims_1 ims_1 ims_1", picked=1), bomber(0, 0), bomber(0, 1), draws="redline " * 5 + "scissors " * 9)
    at.do(o.Attack("ims_1", 1), o.NoAnswer())
    assert len(at[1].hand) == 7
    at.do(o.PickBomber(2, "card", "yo_yo"), o.Attack("ims_1", 2), o.NoAnswer())
    assert at[1].hand == () and len(at[2].hand) == 7
    at.do(o.PickBomber(1, "card", "yo_yo"))
    assert bursts_left(at[0]) == 0


@pytest.mark.rule("DIF-242", "DIF-243", "DIF-244", "DIF-245")
def test_what_a_bomber_plays_and_when() -> None:
    cards = "ims_1 oots_2 tight_turn evasive scissors ace_pilot vertical_roll barrel_roll redline"
    at = square(Fly("p_51d", "yo_yo ims_3 redline", side="us", picked=1), draws=cards)
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert {(x.card, x.plus) for x in at.legal(o.BomberFire)} == {
        ("ims_1", ()), ("ims_1", ("tight_turn",)), ("oots_2", ()), ("oots_2", ("tight_turn",)),
    }  # fmt: skip
    assert at.refused(o.React("barrel_roll")) == "DIF-243"
    assert at.refused(o.BomberFire("tight_turn")) is not None, "a hit more goes with a shot"
    at.do(o.NoAnswer(), o.Attack("ims_3", 1))
    assert o.BomberFire("evasive") in at.legal(), "a shield only against an attack"
    at.do(o.NoAnswer())
    assert at.seat == "us", "without a fighter's action the bomber does nothing"


@pytest.mark.rule("DIF-244", "DIF-246", "DIF-247", "DIF-248")
def test_a_shot_damages_and_never_cancels() -> None:
    at = raid(Fly("p_51d", "yo_yo barrel_roll redline", side="us", picked=1), bomber(), draws="ims_2 ims_1 scissors yo_yo tight_turn")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("ims_2"))
    assert at.seat == "us" and at.legal(o.React) == [o.React("barrel_roll")]
    events = at.do(o.React("barrel_roll"))
    assert "shot_cancelled" in codes(events) and at[0].hits == 0
    assert at.seat == "us" and at.relation() == 1, "the bomber could not answer, the manoeuvre stands"


@pytest.mark.rule("DIF-246")
def test_a_shot_that_strikes_and_the_action_that_stands() -> None:
    at = raid(Fly("p_51d", "yo_yo redline", side="us", picked=1), bomber(), draws="ims_2 ims_1 scissors yo_yo tight_turn")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("ims_2"), o.NoAnswer(), o.NoAnswer())
    assert at[0].hits == 2 and at.relation() == 1


@pytest.mark.rule("DIF-246")
def test_both_effects_stand() -> None:
    """GAP-48: a shot declared before the bomber falls still strikes, and a fighter that falls has fired."""
    at = raid(Fly("p_51d", "ims_1 redline", side="us", hits=5, picked=1), bomber(hits=8), Fly("bf_109e"), draws="ims_1 yo_yo yo_yo yo_yo")
    at[1].damaged, at[1].now = True, at[1].back
    at.do(o.Attack("ims_1", 1), o.BomberFire("ims_1"), o.NoAnswer(), o.NoAnswer())
    assert at[0].out == at[1].out == "down"


def test_evasive_against_a_bombers_shot() -> None:
    """GAP-49."""
    at = raid(Fly("p_51d", "yo_yo evasive", side="us", picked=1, evasive=1), bomber(), draws="ims_2_heavy yo_yo scissors scissors redline")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("ims_2_heavy"), o.NoAnswer(), o.Evade("evasive"))
    assert at[0].hits == 1


@pytest.mark.rule("DIF-249", "DIF-250", "DIF-252", "DIF-254", "DIF-255")
def test_a_shield_lessens_the_attack_and_cannot_be_stopped() -> None:
    for card in ("ims_jinking", "ims_deflection"):
        at = raid(
            Fly("p_51d", "ims_2_heavy barrel_roll redline", side="us", picked=1), bomber(), draws=f"{card} yo_yo scissors scissors redline"
        )
        at.do(o.Attack("ims_2_heavy", 1), o.BomberFire(card))
        assert at.seat == "us", "the shot may be answered"
        at.do(o.React("barrel_roll"))
        assert (at[0].hits, at[1].hits) == (0, 2), card


@pytest.mark.rule("DIF-253", "DIF-254", "DIF-132")
def test_a_fuel_tank_attack_is_stopped() -> None:
    at = raid(
        Fly("p_51d", "ims_fuel_tank ace_pilot", side="us", holds=1, level=2, picked=1),
        bomber(),
        draws="evasive yo_yo scissors ims_1 redline",
    )
    at.do(o.Attack("ims_fuel_tank", 1))
    events = at.do(o.BomberFire("evasive"))
    assert at[1].out == "" and "fuel_tank_stopped" in codes(events) and at.seat == "us"
    at = raid(
        Fly("p_51d", "ims_fuel_tank yo_yo", side="us", holds=1, level=2, picked=1),
        bomber(),
        Fly("bf_109e"),
        draws="ims_deflection yo_yo scissors ims_1 redline",
    )
    at.do(o.Attack("ims_fuel_tank", 1), o.BomberFire("ims_deflection"), o.NoAnswer(), o.NoAnswer())
    assert at[1].out == "down" and at[0].hits == 1, "-1 Hit without the stop does not help"


def test_a_bombers_fuel_tank_card_is_a_plain_shot() -> None:
    """GAP-51."""
    at = raid(Fly("p_51d", "yo_yo redline", side="us", picked=1), bomber(), draws="ims_fuel_tank yo_yo scissors scissors redline")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.BomberFire("ims_fuel_tank"), o.NoAnswer(), o.NoAnswer())
    assert at[0].hits == 1 and at[0].out == ""


@pytest.mark.rule("DIF-251")
def test_leftover_cards_are_not_played() -> None:
    at = raid(
        Fly("p_51d", "ims_1 redline", side="us", picked=1),
        bomber(),
        Fly("bf_109e", side="bombers"),
        draws="ims_1 ims_1 scissors scissors yo_yo",
    )
    at.do(o.Attack("ims_1", 1), o.BomberFire("ims_1"), o.NoAnswer(), o.NoAnswer())
    assert at.seat == "us" and at[1].hand, "one reaction for one action (GAP-47)"
    at.do(o.EndPhase())
    assert at[0].hits == 1


@pytest.mark.rule("DIF-256", "DIF-257")
def test_hits_more_make_one_shot() -> None:
    at = raid(
        Fly("p_51d", "yo_yo vertical_roll redline", side="us", picked=1), bomber(), draws="tight_turn tight_turn oots_1 scissors redline"
    )
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    at.do(o.BomberFire("oots_1", ("tight_turn", "tight_turn")))
    assert at.position.pending.shot == 4  # type: ignore[union-attr]
    assert sorted(at[1].hand) == ["redline", "scissors"]
    assert at.position.played == ["yo_yo", "oots_1", "tight_turn", "tight_turn"]
    assert at.legal(o.React) == [o.React("vertical_roll")]
    at.do(o.NoAnswer(), o.NoAnswer())
    assert at[0].hits == 4, "and no Firepower, no Bursts (GAP-39, GAP-50)"


def test_a_bomber_falls_by_its_airframe() -> None:
    """GAP-39: bombers have Damaged sides as fighters do."""
    at = raid(Fly("p_51d", "ims_1 redline", picked=1), bomber(type="ju_87b", dt=-9, hits=1))
    at.do(o.Attack("ims_1", 1))
    assert at[1].damaged and at[1].now.bombs < at[1].front.bombs


# ---- fighter-bombers


def loaded(**values: Any) -> Fly:
    return Fly("bf_110c", side="bombers", loaded=True, row=values.pop("row", 0), column=values.pop("column", 0), **values)


@pytest.mark.rule("DIF-259", "DIF-260", "DIF-262", "DIF-263", "DIF-264")
def test_a_loaded_fighter_is_a_bomber_with_its_power_for_turrets() -> None:
    """GAP-52: altitude does not matter; the figures are those of the side that shows."""
    at = raid(Fly("p_51d", "yo_yo", picked=2, altitude="high"), loaded(altitude="high"), loaded(row=1, altitude="high"), phase="speed")
    power = TABLES.aircraft["bf_110c"].front
    assert (at[1].now.dt, at[1].now.st) == (power.pre, power.post) and at[1].loaded
    assert turret_cards(at.position, at[1]) == power.pre + power.post
    assert GAME.view(at.position, "blue").aircraft[1].loaded
    assert at[1].back.st == TABLES.aircraft["bf_110c"].back.post
    assert o.PickBomber(2, "free") not in at.legal(), "it is picked already"
    assert at.refused(o.Compare(1)) == "DIF-225"


@pytest.mark.rule("DIF-261", "DIF-038")
def test_a_fighter_bomber_keeps_its_bombs_for_the_target() -> None:
    assert raid(Fly("p_51d", "yo_yo"), loaded())[1].now.bombs == TABLES.aircraft["bf_110c"].front.bombs > 0


@pytest.mark.rule("DIF-265", "DIF-266", "DIF-267")
def test_it_chooses_its_altitude_and_joins_the_bombers_there() -> None:
    players = [
        {"seat": "a", "side": "axis", "aircraft": [{"aircraft": "do_17z"}, {"aircraft": "bf_110c", "loaded": True}]},
        {"seat": "b", "side": "allied", "aircraft": [{"aircraft": "spitfire_i", "altitude": "medium"}]},
    ]
    for altitude, together in (("medium", 2), ("low", 1)):
        dice = SeededDice(Stream.of(3, "game"))
        position, _ = GAME.setup("raid", {"players": players}, dice)
        assert GAME.choices(position, "a").listed == tuple(o.StartAltitude(1, a) for a in ("low", "medium", "very_low"))
        assert position.crafts[1].hand == (), "no hand while loaded"
        GAME.apply(position, "a", o.StartAltitude(1, altitude), dice)
        if position.phase == "formation":
            GAME.apply(position, "a", GAME.choices(position, "a").listed[0], dice)
        assert len(formation(position, position.crafts[0])) == together
        assert position.active == 1 and GAME.choices(position, "a").listed == (o.DropBombs(), o.KeepBombs()), "and no change of altitude"


@pytest.mark.rule("DIF-268", "DIF-269", "DIF-270")
def test_bombs_may_be_dropped_at_the_start_of_a_turn() -> None:
    at = Table(
        battle(loaded(), Fly("p_51d", "yo_yo", side="us"), Fly("do_17z", side="bombers", row=1, column=0), phase="choose", active=-1)
    )
    assert at.seat == "bombers" and at.legal() == [o.DropBombs(), o.KeepBombs()]
    at.do(o.KeepBombs())
    assert at.seat == "us" and at[0].loaded
    at = Table(
        battle(loaded(), Fly("p_51d", "yo_yo", side="us"), Fly("do_17z", side="bombers", row=1, column=0), phase="choose", active=-1)
    )
    assert codes(at.do(o.DropBombs()))[0] == "bombs_dropped"
    assert not at[0].loaded and not at[0].bomber and len(at[0].hand) == at[0].now.performance
    assert at.position.phase == "altitude", "and it takes its turn as a fighter"
    assert [c.number for c in formation(at.position, at[2])] == [2]
    at.do(o.Stay(), o.EndPhase(), o.EndPhase())
    assert at.seat == "us"
    assert GAME.view(at.position, "us").aircraft[0].loaded is False


@pytest.mark.rule("DIF-396")
def test_bonus_cards_for_a_low_fighter_that_drops_its_bombs() -> None:
    for altitude, bonus in (("very_low", 2), ("low", 1), ("medium", 0)):
        fb = Fly("bf_110c", side="bombers", loaded=True, row=0, column=0, altitude=altitude)
        at = Table(battle(fb, Fly("p_51d", "yo_yo", side="us"), phase="choose", active=-1, bonus_cards=True))
        at.do(o.DropBombs())
        assert len(at[0].hand) == at[0].now.performance + bonus
