"""The long example: a Corsair and a Zeke play their first turns, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.movement import power
from tests.cards.tabletop import GAME, SHUFFLE, Fly, Table, battle, codes, describe

CORSAIR, ZEKE = 0, 1
CORSAIR_HAND = "yo_yo scissors tight_turn ims_1 ims_2_heavy vertical_roll barrel_roll"
ZEKE_HAND = "tight_turn tight_turn scissors ace_pilot ims_1 yo_yo yo_yo"
DRAWS = "scissors redline barrel_roll tight_turn ims_1 redline redline"


def opening() -> Table:
    """The Corsair's turn has begun, both are at Medium with seven cards."""
    corsair, zeke = Fly("f4u_corsair", CORSAIR_HAND, side="us"), Fly("a6m5_zeke", ZEKE_HAND, side="japan")
    return Table(battle(corsair, zeke, draws=DRAWS, phase="choose", active=-1))


def after_speed(table: Table) -> None:
    table.do(o.Stay(), o.Compare(ZEKE), o.SpeedStep(), o.React("tight_turn"), o.React("yo_yo"), o.NoAnswer())


def after_manoeuvre(table: Table) -> None:
    after_speed(table)
    table.do(
        o.EndPhase(), o.PlayManoeuvre("scissors", ZEKE, 1), o.React("tight_turn"), o.React("tight_turn"), o.React("scissors"), o.NoAnswer()
    )


def after_corsair(table: Table) -> None:
    after_manoeuvre(table)
    table.do(o.Attack("ims_2_heavy", ZEKE), o.React("ace_pilot"), o.NoAnswer(), o.EndPhase(), o.EndPhase())


def after_climb(table: Table) -> None:
    after_corsair(table)
    table.do(o.Climb("yo_yo"), o.Follow(("barrel_roll", "vertical_roll")))


@pytest.mark.rule("DIF-EX-82")
def test_the_setup_of_the_example() -> None:
    position, _ = GAME.setup(
        "duel",
        {
            "year": 1943,
            "vp_limit": 20,
            "players": [
                {"seat": "us", "side": "allied", "aircraft": [{"aircraft": "f4u_corsair"}]},
                {"seat": "japan", "side": "axis", "aircraft": [{"aircraft": "a6m5_zeke"}]},
            ],
        },
        dice := Table(battle(Fly(), Fly()), [*SHUFFLE, 1]).dice,
    )
    assert [len(c.hand) for c in position.crafts] == [7, 7]
    assert position.owing == ("us", "japan"), "both choose at once"
    assert {order.altitude for order in GAME.choices(position, "us").listed} == {"very_low", "low", "medium"}
    events = GAME.apply(position, "japan", o.StartAltitude(1, "medium"), dice)
    assert all(set(e.to) <= {"japan"} for e in events)
    events = GAME.apply(position, "us", o.StartAltitude(0, "medium"), dice)
    assert [d["altitude"] for d in describe(events, "starts")] == [2, 2]
    assert position.relation(0, 1) == 0
    assert position.active == CORSAIR, "the lot fell on the Corsair"


@pytest.mark.rule("DIF-EX-83")
def test_the_corsair_draws_nothing_and_may_choose_its_altitude() -> None:
    table = opening()
    assert table.hands() == (7, 7)
    assert o.Dive() in table.legal() and o.Stay() in table.legal() and o.Climb("yo_yo") in table.legal()


@pytest.mark.rule("DIF-EX-84")
def test_the_free_manoeuvre_by_speed() -> None:
    table = opening()
    table.do(o.Stay(), o.Compare(ZEKE))
    assert table.position.speed_points == 1
    table.do(o.SpeedStep())
    assert table.seat == "japan"
    table.do(o.React("tight_turn"), o.React("yo_yo"))
    assert table.seat == "japan"
    table.passes()
    assert table.relation(CORSAIR, ZEKE) == 1 and table.relation(ZEKE, CORSAIR) == -1
    assert table.hands() == (6, 6)
    assert sorted(table.position.discard) == ["tight_turn", "yo_yo"]


@pytest.mark.rule("DIF-EX-85")
def test_two_bursts_and_no_attack_by_the_zeke() -> None:
    table = opening()
    after_speed(table)
    assert bursts_left(table[CORSAIR]) == 2
    disadvantaged = battle(Fly("a6m5_zeke", "ims_1"), Fly("f4u_corsair", holds=0, level=1))
    assert Table(disadvantaged).refused(o.Attack("ims_1", 1)) == "DIF-158"


@pytest.mark.rule("DIF-EX-86")
def test_the_manoeuvre_that_is_countered() -> None:
    table = opening()
    after_speed(table)
    table.do(o.EndPhase(), o.PlayManoeuvre("scissors", ZEKE, 1), o.React("tight_turn"), o.React("tight_turn"), o.React("scissors"))
    assert table.seat == "us"
    events = table.passes()
    assert "cancelled" in codes(events)
    assert table.relation(CORSAIR, ZEKE) == 1
    assert table.hands() == (4, 4)


@pytest.mark.rule("DIF-EX-87")
def test_one_of_the_two_attacks_only() -> None:
    table = opening()
    after_manoeuvre(table)
    assert table.legal(o.Attack) == [o.Attack("ims_1", ZEKE), o.Attack("ims_2_heavy", ZEKE)]
    table.do(o.Attack("ims_2_heavy", ZEKE))
    assert table[ZEKE].front.airframe == 3 == table.position.deck.cards["ims_2_heavy"].hits


@pytest.mark.rule("DIF-EX-88")
def test_the_ace_pilot_stops_the_attack_and_the_bursts_are_gone() -> None:
    table = opening()
    after_manoeuvre(table)
    table.do(o.Attack("ims_2_heavy", ZEKE), o.React("ace_pilot"))
    assert table.seat == "us"
    table.passes()
    assert table[ZEKE].hits == 0
    assert table.hands() == (3, 3)
    assert table.refused(o.Attack("ims_1", ZEKE)) == "DIF-129"
    assert o.PlayManoeuvre("ims_1", ZEKE, 1) in table.legal()


@pytest.mark.rule("DIF-EX-89")
def test_the_corsair_keeps_its_cards_and_draws_three() -> None:
    table = opening()
    after_manoeuvre(table)
    table.do(o.Attack("ims_2_heavy", ZEKE), o.React("ace_pilot"), o.NoAnswer())
    events = table.do(o.EndPhase(), o.EndPhase())
    assert describe(events, "drew")[0] == {"aircraft": CORSAIR, "count": 3, "why": "post"}
    assert len(table[CORSAIR].hand) == 6


@pytest.mark.rule("DIF-EX-90")
def test_the_zeke_draws_two() -> None:
    table = opening()
    after_corsair(table)
    assert table.seat == "japan"
    assert describe(table.events, "drew")[-1] == {"aircraft": ZEKE, "count": 2, "why": "pre"}
    assert len(table[ZEKE].hand) == 5


@pytest.mark.rule("DIF-EX-91")
def test_the_zeke_climbs_for_a_card() -> None:
    table = opening()
    after_corsair(table)
    table.do(o.Climb("yo_yo"))
    assert table[ZEKE].altitude == 3 and len(table[ZEKE].hand) == 4
    assert power(table.position, table[ZEKE], False) == table[ZEKE].now.pre - 1
    assert power(table.position, table[ZEKE], True) == table[ZEKE].now.post


@pytest.mark.rule("DIF-EX-92")
def test_the_corsair_follows_for_two_cards() -> None:
    table = opening()
    after_corsair(table)
    table.do(o.Climb("yo_yo"))
    assert table.seat == "us"
    assert {len(order.cards) for order in table.legal(o.Follow)} == {2}
    assert o.NoAnswer() in table.legal()
    table.do(o.Follow(("barrel_roll", "vertical_roll")))
    assert table[CORSAIR].altitude == 3 and len(table[CORSAIR].hand) == 4
    assert table.relation(CORSAIR, ZEKE) == 1


@pytest.mark.rule("DIF-EX-92")
def test_the_corsair_may_stay_and_lose_the_position() -> None:
    table = opening()
    after_corsair(table)
    table.do(o.Climb("yo_yo"))
    table.passes()
    assert table[CORSAIR].altitude == 2 and table.relation(CORSAIR, ZEKE) == 0


@pytest.mark.rule("DIF-EX-93")
def test_the_slower_zeke_has_no_free_manoeuvre() -> None:
    table = opening()
    after_climb(table)
    assert table.position.phase == "actions", "the Speed phase offers nothing"


@pytest.mark.rule("DIF-EX-94")
def test_the_agile_zeke_turns_the_tables() -> None:
    table = opening()
    after_climb(table)
    assert Counter(table[ZEKE].hand) == Counter(["ims_1", "yo_yo", "tight_turn", "ims_1"])
    table.do(o.AgileScissors("ims_1", CORSAIR))
    assert o.React("tight_turn") not in table.legal()
    table.do(o.React("scissors"), o.React("yo_yo"))
    assert table.seat == "us" and table.legal(o.React) == []
    table.passes()
    assert table.relation(ZEKE, CORSAIR) == 1
    assert table.hands() == (3, 2)
    assert bursts_left(table[ZEKE]) == 1


@pytest.mark.rule("DIF-EX-95")
def test_the_zeke_tightens_its_turn() -> None:
    table = opening()
    after_climb(table)
    table.do(o.AgileScissors("ims_1", CORSAIR), o.React("scissors"), o.React("yo_yo"), o.NoAnswer(), o.Tactic("tight_turn"))
    assert table.seat == "japan", "nobody may react"
    assert table[ZEKE].next_hits == 1 and len(table[ZEKE].hand) == 1 and bursts_left(table[ZEKE]) == 1


@pytest.mark.rule("DIF-EX-96", "DIF-EX-97")
def test_the_last_shot_for_three_is_countered_and_the_turn_ends() -> None:
    table = opening()
    after_climb(table)
    table.do(o.AgileScissors("ims_1", CORSAIR), o.React("scissors"), o.React("yo_yo"), o.NoAnswer(), o.Tactic("tight_turn"))
    action = table.do(o.Attack("ims_1", CORSAIR))
    card = table.position.deck.cards["ims_1"]
    assert describe(action, "action")[0]["bonus"] + card.hits + table[ZEKE].now.firepower == 3
    events = table.do(o.React("barrel_roll"))
    assert "cancelled" in codes(events), "the Zeke has no card left and cannot answer"
    assert table[CORSAIR].hits == 0 and len(table[CORSAIR].hand) == 2
    events = table.do(o.EndPhase())
    assert describe(events, "drew")[0] == {"aircraft": ZEKE, "count": 2, "why": "post"}
    assert len(table[ZEKE].hand) == 2
    assert describe(events, "game_turn") == [{"turn": 2}]
