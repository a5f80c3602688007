"""The worked examples of the rules, but for bombers and the long one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.damage import deal, points
from bob.tactical.cards.data import PilotCounter, flown
from bob.tactical.cards.execution import CardRun
from tests.cards.tabletop import GAME, SHUFFLE, TABLES, Fly, Table, battle, codes


def behind(level: int, whom: int = 0) -> dict[str, int]:
    return {"holds": whom, "level": level}


def dice(*faces: int) -> Any:
    return ScriptedDice(faces) if faces else SeededDice(Stream.of(1, "game"))


# ---- setup and cards


@pytest.mark.rule("DIF-EX-01")
def test_the_first_match() -> None:
    position, _ = GAME.setup("first_match", {}, dice())
    assert [c.type for c in position.crafts] == ["bf_109e", "spitfire_i"]


@pytest.mark.rule("DIF-EX-02")
def test_an_airacobra_for_twelve_points_in_1941() -> None:
    position, _ = GAME.setup("duel", {"vp_limit": 12, "year": 1941}, dice())
    assert o.PickAircraft("p_39d") in GAME.choices(position, "allied").listed


@pytest.mark.rule("DIF-EX-03")
@pytest.mark.parametrize(("hand", "drawn"), [(6, 0), (5, 1)])
def test_a_spitfire_draws_up_to_six(hand: int, drawn: int) -> None:
    for phase in ("pre", "post"):
        at = Table(battle(Fly("spitfire_i", "yo_yo " * min(hand, 5) + "redline " * (hand - 5)), Fly(), phase=phase))
        assert len(at[0].hand) - hand == drawn


@pytest.mark.rule("DIF-EX-04", "DIF-EX-28", "DIF-EX-29", "DIF-EX-30")
@pytest.mark.parametrize("type", ["p_47d", "spitfire_i"])
@pytest.mark.parametrize(("level", "bursts"), [(0, 2), (1, 3), (2, 5)])
def test_bursts_of_the_thunderbolt_and_the_spitfire(type: str, level: int, bursts: int) -> None:
    position = battle(Fly(type, "yo_yo", **(behind(level, 1) if level else {})), Fly("bf_109e"))
    assert bursts_left(position.crafts[0]) == bursts


@pytest.mark.rule("DIF-EX-05")
def test_the_la_7_hits_harder() -> None:
    at = Table(battle(Fly("la_7", "ims_1"), Fly("bf_109e")))
    at.do(o.Attack("ims_1", 1))
    assert at[1].hits == 2


@pytest.mark.rule("DIF-EX-06", "DIF-EX-14")
def test_the_p_11c_takes_one_one_and_two() -> None:
    position = battle(Fly("bf_109e", "yo_yo"), Fly("p_11c"), Fly("bf_110c"))
    states = []
    for hits in (1, 1, 2):
        deal(CardRun(position, dice()), position.crafts[1], hits, 0)
        states.append((position.crafts[1].hits, position.crafts[1].damaged, position.crafts[1].out))
    assert states == [(1, False, ""), (2, True, ""), (4, True, "down")]


@pytest.mark.rule("DIF-EX-07")
@pytest.mark.parametrize("level", [1, 2])
def test_the_gunner_of_the_110(level: int) -> None:
    at = Table(battle(Fly("bf_110c", "ims_1 oots_1 ims_2"), Fly("spitfire_i", **behind(level))))
    assert at.legal(o.GunnerAttack) == [o.GunnerAttack("ims_1", 1), o.GunnerAttack("oots_1", 1)]


@pytest.mark.rule("DIF-EX-08")
def test_the_gunner_with_a_hit_more() -> None:
    at = Table(battle(Fly("bf_110c", "ims_1 tight_turn"), Fly("spitfire_i", **behind(1))))
    at.do(o.Tactic("tight_turn"), o.GunnerAttack("ims_1", 1))
    assert at[1].hits == 2


@pytest.mark.rule("DIF-EX-09")
def test_the_agile_p_11c() -> None:
    at = Table(battle(Fly("p_11c", "ims_1 yo_yo"), Fly("bf_109e", "yo_yo", **behind(1))))
    at.do(o.AgileScissors("ims_1", 1), o.NoAnswer())
    assert at.relation() == 1 and at[0].bursts_used == 0 and at[1].hits == 0


@pytest.mark.rule("DIF-EX-10")
def test_the_barrage_of_the_spitfire() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_1 ims_3 ims_1"), Fly("bf_110c")))
    at.do(o.Barrage("ims_1"), o.Barrage("ims_3"), o.Attack("ims_1", 1))
    assert at[1].hits == 3


@pytest.mark.rule("DIF-EX-11")
def test_a_p_11c_is_worth_three() -> None:
    at = Table(battle(Fly("bf_109e", "ims_1"), Fly("p_11c", hits=3)))
    at.do(o.Attack("ims_1", 1))
    assert at.position.score == [3, 0]


@pytest.mark.rule("DIF-EX-12", "DIF-EX-13")
def test_a_p_11c_with_four_cards_draws_nothing_before_and_after() -> None:
    at = Table(battle(Fly("p_11c", "yo_yo yo_yo redline redline", side="a"), Fly(side="b"), phase="pre"))
    assert len(at[0].hand) == 4
    at = Table(battle(Fly("p_11c", "yo_yo", side="a"), Fly(side="b"), phase="post"))
    assert at.position.active == 1 and len(at[0].hand) == 1


@pytest.mark.rule("DIF-EX-15")
def test_a_p_11c_with_three_hits_scores_one() -> None:
    assert points(battle(Fly("bf_109e", "yo_yo"), Fly("p_11c", hits=3))) == [1, 0]


# ---- actions and reactions


@pytest.mark.rule("DIF-EX-16")
def test_an_attack_cancelled_by_the_fourth_card() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_1 yo_yo redline"), Fly("bf_109e", "barrel_roll vertical_roll redline")))
    at.do(o.Attack("ims_1", 1), o.React("barrel_roll"), o.React("yo_yo"), o.React("vertical_roll"))
    assert at.seat == "blue"
    assert "cancelled" in codes(at.passes()) and at[1].hits == 0


@pytest.mark.rule("DIF-EX-17", "DIF-EX-18")
def test_steps_of_out_of_the_sun_and_of_yo_yo() -> None:
    at = Table(battle(Fly("spitfire_i", "oots_2 yo_yo"), Fly("bf_109e", **behind(2))))
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.card == "oots_2"] == [1, 2, 3]
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.card == "yo_yo"] == [1]


@pytest.mark.rule("DIF-EX-19")
def test_a_tight_turn_counters_the_ace_as_a_manoeuvre() -> None:
    at = Table(battle(Fly("spitfire_i", "ace_pilot yo_yo"), Fly("bf_109e", "tight_turn")))
    at.do(o.PlayManoeuvre("ace_pilot", 1, 2))
    assert o.React("tight_turn") in at.legal()


@pytest.mark.rule("DIF-EX-20")
def test_nobody_counters_evasive() -> None:
    at = Table(battle(Fly("spitfire_i", "evasive yo_yo"), Fly("bf_109e", "ace_pilot")))
    at.do(o.Tactic("evasive"))
    assert at.seat == "blue" and at[0].evasive == 1


@pytest.mark.rule("DIF-EX-21")
def test_a_tight_turn_and_a_yo_yo_make_three() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_1 tight_turn yo_yo"), Fly("bf_109e")))
    at.do(o.Tactic("tight_turn"), o.Tactic("yo_yo"), o.Attack("ims_1", 1))
    assert at[1].hits == 3


@pytest.mark.rule("DIF-EX-22", "DIF-EX-23", "DIF-EX-27")
@pytest.mark.parametrize("card", ["ims_1", "ims_fuel_tank", "ims_jinking"])
def test_barrel_roll_answers_every_in_my_sights_and_scissors_none(card: str) -> None:
    at = Table(battle(Fly("spitfire_i", card, **behind(1, 1)), Fly("bf_109e", "barrel_roll scissors")))
    at.do(o.Attack(card, 1))
    assert at.legal(o.React) == [o.React("barrel_roll")]
    assert at.refused(o.React("scissors")) == "DIF-086"


@pytest.mark.rule("DIF-EX-24")
def test_an_attack_without_an_answer() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_2 yo_yo"), Fly("bf_109e", "scissors")))
    at.do(o.Attack("ims_2", 1), o.NoAnswer(), o.NoAnswer())
    assert at[1].hits == 2


@pytest.mark.rule("DIF-EX-25")
def test_a_barrel_roll_countered_by_a_yo_yo() -> None:
    at = Table(battle(Fly("spitfire_i", "barrel_roll scissors redline"), Fly("bf_109e", "yo_yo", **behind(1))))
    at.do(o.BarrelRoll("barrel_roll", 1), o.React("yo_yo"), o.NoAnswer())
    assert at.relation() == -1


@pytest.mark.rule("DIF-EX-26")
def test_the_long_chain_of_a_manoeuvre_2() -> None:
    at = Table(battle(Fly("spitfire_i", "ace_pilot scissors barrel_roll yo_yo"), Fly("bf_109e", "tight_turn scissors redline")))
    at.do(o.PlayManoeuvre("ace_pilot", 1, 2), o.React("tight_turn"), o.React("scissors"), o.React("scissors"), o.React("barrel_roll"))
    assert at.seat == "red"
    at.passes()
    assert at.relation() == 2


# ---- positions, speed, altitude


@pytest.mark.rule("DIF-EX-31")
def test_a_third_emil() -> None:
    emils = [Fly("bf_109e", side="blue", **behind(1, 3)) for _ in range(2)]
    at = Table(battle(Fly("bf_109e", "vertical_roll yo_yo ims_1"), *emils, Fly("spitfire_i")))
    assert at.legal(o.Attack) == [o.Attack("ims_1", 3)]
    assert at.legal(o.PlayManoeuvre) == [o.PlayManoeuvre("vertical_roll", 3, 2)]


@pytest.mark.rule("DIF-EX-32")
def test_the_busy_gustav() -> None:
    at = Table(battle(Fly("bf_109g", "ims_1 yo_yo oots_1 vertical_roll redline scissors", **behind(2, 1)), Fly("p_47d"), Fly("p_51d")))
    at.do(o.Attack("ims_1", 1), o.GiveUp(), o.PlayManoeuvre("yo_yo", 2, 1), o.Attack("oots_1", 2))
    assert at[1].hits and at[2].hits and at.relation(0, 2) == 1
    at.do(o.ChangeAltitude("vertical_roll", True, "scissors"))
    assert at.relation(0, 2) == 0 and at[0].altitude == 3 and at[0].hand == ("redline",)


@pytest.mark.rule("DIF-EX-33", "DIF-EX-34")
@pytest.mark.parametrize(("fast", "slow", "count"), [("bf_109e", "gladiator_ii", 1), ("p_51d", "ki_27", 2)])
def test_free_manoeuvres(fast: str, slow: str, count: int) -> None:
    at = Table(battle(Fly(fast, "yo_yo"), Fly(slow), phase="speed"))
    at.do(o.Compare(1), *[o.SpeedStep()] * count)
    assert at.relation() == count and at.refused(o.SpeedStep()) == "DIF-175"


@pytest.mark.rule("DIF-EX-35")
def test_five_cards_climb_and_none_does_not() -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo yo_yo redline ims_1 oots_1"), Fly(), phase="altitude"))
    at.do(o.Climb("redline"))
    assert len(at[0].hand) == 4
    assert Table(battle(Fly("spitfire_i"), Fly(), phase="altitude")).legal(o.Climb) == []


@pytest.mark.rule("DIF-EX-36")
def test_a_dive_with_a_full_hand() -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo yo_yo yo_yo redline redline redline"), Fly(), phase="altitude"))
    at.do(o.Dive())
    assert len(at[0].hand) == 7


@pytest.mark.rule("DIF-EX-37")
@pytest.mark.parametrize("roll", [False, True])
def test_following_a_climb_from_the_side(roll: bool) -> None:
    at = Table(
        battle(
            Fly("spitfire_i", "yo_yo vertical_roll redline"),
            Fly("bf_109e", "ims_1 yo_yo redline", **behind(1)),
            phase="actions" if roll else "altitude",
        )
    )
    at.do(o.ChangeAltitude("vertical_roll", True, "yo_yo") if roll else o.Climb("yo_yo"))
    at.do(o.Follow(("ims_1", "yo_yo")))
    assert at.hands() == ((1, 1) if roll else (2, 1)) and at.relation(1, 0) == 1


@pytest.mark.rule("DIF-EX-38")
def test_following_a_dive_from_the_tail() -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "ims_1", **behind(2)), phase="altitude"))
    at.do(o.Dive(), o.Follow(()))
    assert at.hands() == (2, 2) and at.relation(1, 0) == 2


@pytest.mark.rule("DIF-EX-39", "DIF-EX-40")
@pytest.mark.parametrize("follows", [True, False])
def test_mustang_gustav_thunderbolt(follows: bool) -> None:
    at = Table(
        battle(
            Fly("p_51d", "yo_yo", side="us"),
            Fly("bf_109g", "ims_1", side="german", **behind(1, 0)),
            Fly("p_47d", "ims_1", side="us", **behind(1, 1)),
            phase="altitude",
        )
    )
    at.do(o.Dive())
    at.do(o.Follow(("ims_1",)) if follows else o.NoAnswer())
    if follows:
        assert at.seat == "us" and at.legal(o.Follow)
    else:
        assert at.position.pending is None
        assert at.relation(1, 0) == 0 and at.relation(1, 2) == -1


# ---- optional rules


@pytest.mark.rule("DIF-EX-73", "DIF-EX-74")
def test_two_against_three_players() -> None:
    players = [
        {"seat": s, "side": side, "aircraft": [{"aircraft": t, "altitude": "medium"}]}
        for s, side, t in (
            ("a1", "axis", "bf_109e"), ("a2", "axis", "bf_109e"),
            ("b1", "allied", "spitfire_i"), ("b2", "allied", "spitfire_i"), ("b3", "allied", "spitfire_i"),
        )
    ]  # fmt: skip
    position, _ = GAME.setup("duel", {"players": players, "turns": 2}, dice(*SHUFFLE, 1))
    at = Table(position)
    seen: list[str] = []
    for wanted in ((0, 3, 1, 2, 4), (1, 4, 0, 3, 2)):
        for number in wanted:
            if at.position.phase == "choose":
                at.do(o.Act(number))
            assert at.position.active == number
            seen.append(at.position.parties[at[number].party])
            while at.position.active == number:
                at.do(next(x for kind in (o.EndPhase, o.Stay) for x in at.legal() if isinstance(x, kind)))
    assert seen == ["axis", "allied", "axis", "allied", "allied"] * 2


@pytest.mark.rule("DIF-EX-75")
def test_scissors_against_one_of_two() -> None:
    at = Table(battle(Fly("spitfire_i", "scissors"), Fly("bf_109e", **behind(1)), Fly("bf_109e", **behind(1))))
    at.do(o.Scissors("scissors", 1))
    assert at.relation(0, 1) == 1 and at.relation(0, 2) == -1


@pytest.mark.rule("DIF-EX-76")
def test_bursts_against_two_targets() -> None:
    at = Table(battle(Fly("a6m5_zeke", "ims_1 yo_yo yo_yo ims_2 ims_1", **behind(1, 1)), Fly("p_47d"), Fly("p_51d")))
    at.do(o.Attack("ims_1", 1))
    assert bursts_left(at[0]) == 0
    at.do(o.GiveUp(), o.PlayManoeuvre("yo_yo", 2, 1))
    assert bursts_left(at[0]) == 0
    at.do(o.PlayManoeuvre("yo_yo", 2, 1))
    assert bursts_left(at[0]) == 2
    at.do(o.Attack("ims_2", 2))
    assert bursts_left(at[0]) == 0 and at.refused(o.Attack("ims_1", 2)) == "DIF-129"


@pytest.mark.rule("DIF-EX-80")
def test_ten_against_twelve() -> None:
    aircraft = {**TABLES.aircraft, "twelve": replace(TABLES.aircraft["spitfire_i"], code="twelve", vp=12)}
    game = type(GAME)(replace(TABLES, aircraft=aircraft))
    players = [
        {"seat": "axis", "side": "axis", "aircraft": [{"aircraft": "bf_109e"}]},
        {"seat": "allied", "side": "allied", "aircraft": [{"aircraft": "twelve"}]},
    ]
    position, _ = game.setup("duel", {"players": players, "balance": True}, dice())
    assert position.score == [2, 0]


@pytest.mark.rule("DIF-EX-81")
def test_a_spitfire_with_a_plus_1() -> None:
    ace = PilotCounter("ace", "Ace", "generic", 1, ("A+1",), "designed", "test")
    spitfire = TABLES.aircraft["spitfire_i"]
    assert (flown(spitfire.front, ace, False).airframe, flown(spitfire.back, ace, True).airframe) == (4, 7)
