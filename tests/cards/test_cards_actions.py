"""What each Action card does, who may answer it, and what it costs."""

from __future__ import annotations

import pytest

from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from tests.cards.tabletop import TABLES, Fly, Table, battle, codes, describe

CARDS = TABLES.deck.cards


def table(mine: str, theirs: str = "", **values: object) -> Table:
    """A Spitfire with these cards against an Emil with those, both Neutral at Medium."""
    own = {k: v for k, v in values.items() if k in ("holds", "level", "hits", "altitude", "markers")}
    return Table(battle(Fly("spitfire_i", mine, **own), Fly("bf_109e", theirs, **dict(values.get("enemy", {})))))  # type: ignore[call-overload]


def behind(level: int = 1) -> dict[str, int]:
    return {"holds": 0, "level": level}


# ---- the cycle


@pytest.mark.rule("DIF-081", "DIF-080", "DIF-093")
def test_the_use_is_declared_with_the_card() -> None:
    at = table("ims_1_wide", "yo_yo")
    uses = [x for x in at.legal() if getattr(x, "card", None) == "ims_1_wide"]
    assert uses == [
        o.Attack("ims_1_wide", 1),
        o.Barrage("ims_1_wide"),
        o.PlayManoeuvre("ims_1_wide", 1, 1),
        o.PlayManoeuvre("ims_1_wide", 1, 2),
    ]
    events = at.do(o.PlayManoeuvre("ims_1_wide", 1, 2))
    assert describe(events, "action")[0] == {
        "action": "manoeuvre", "aircraft": 0, "target": 1, "card": "ims_1_wide", "steps": 2, "bonus": 0,
    }  # fmt: skip


@pytest.mark.rule("DIF-084", "DIF-089")
def test_attacks_and_manoeuvres_only_in_the_own_turn() -> None:
    at = table("yo_yo", "ims_1 ims_2 yo_yo")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.seat == "red" and at.legal() == [o.NoAnswer()]
    assert at.refused(o.React("ims_1")) == "DIF-086"
    assert at.refused(o.Attack("ims_1", 0)) == at.refused(o.PlayManoeuvre("yo_yo", 0, 1)) == "DIF-105"


@pytest.mark.rule("DIF-085", "DIF-086", "DIF-087", "DIF-104", "DIF-105")
def test_answers_go_to_and_fro_until_one_passes() -> None:
    at = table("ims_1 yo_yo scissors", "barrel_roll vertical_roll scissors")
    at.do(o.Attack("ims_1", 1))
    assert at.legal(o.React) == [o.React("barrel_roll"), o.React("vertical_roll")]
    at.do(o.React("barrel_roll"))
    assert at.seat == "blue" and at.legal(o.React) == [o.React("yo_yo")]
    at.do(o.React("yo_yo"))
    assert at.seat == "red" and at.legal(o.React) == [o.React("scissors"), o.React("vertical_roll")]


@pytest.mark.rule("DIF-106", "DIF-107")
@pytest.mark.parametrize(
    ("answers", "hits"), [(["barrel_roll"], 0), (["barrel_roll", "yo_yo"], 1), (["barrel_roll", "yo_yo", "scissors"], 0)]
)
def test_the_last_card_decides(answers: list[str], hits: int) -> None:
    at = table("ims_1 yo_yo redline", "barrel_roll scissors redline")
    at.do(o.Attack("ims_1", 1), *[o.React(card) for card in answers], o.NoAnswer())
    while at.seat == "red":
        at.passes()
    assert at[1].hits == hits


def test_a_reaction_only_cancels() -> None:
    """GAP-20: Scissors in answer changes no position, a Tight Turn adds no hit."""
    at = table("scissors ims_1", "tight_turn redline", enemy=behind())
    at.do(o.Scissors("scissors", 1), o.NoAnswer())
    assert at.relation() == 1
    at = table("yo_yo", "barrel_roll redline", holds=1, level=1)
    at.do(o.PlayManoeuvre("yo_yo", 1, 1), o.React("barrel_roll"))
    assert at.relation() == 1, "Barrel Roll in reaction frees nobody"


def test_only_the_target_and_then_the_actor_answer() -> None:
    """GAP-21."""
    at = Table(
        battle(Fly("spitfire_i", "ims_1 yo_yo"), Fly("bf_109e", "redline"), Fly("bf_109e", "barrel_roll"), Fly("spitfire_i", side="blue"))
    )
    at.do(o.Attack("ims_1", 1))
    assert at.legal(o.React) == []


@pytest.mark.rule("DIF-090", "DIF-091", "DIF-092", "DIF-162")
def test_a_manoeuvre_moves_up_to_its_value() -> None:
    at = table("vertical_roll")
    assert at.legal(o.PlayManoeuvre) == [o.PlayManoeuvre("vertical_roll", 1, 1), o.PlayManoeuvre("vertical_roll", 1, 2)]
    assert at.refused(o.PlayManoeuvre("vertical_roll", 1, 3)) == "DIF-162"
    assert at.refused(o.PlayManoeuvre("vertical_roll", 1, 0)) == "DIF-162"
    at.do(o.PlayManoeuvre("vertical_roll", 1, 2))
    assert at.relation() == 2
    tailed = table("oots_2 vertical_roll", enemy=behind(2))
    assert [x.steps for x in tailed.legal(o.PlayManoeuvre) if x.card == "oots_2"] == [1, 2, 3]
    assert tailed.refused(o.PlayManoeuvre("vertical_roll", 1, 3)) == "DIF-091"


@pytest.mark.rule("DIF-094", "DIF-095")
@pytest.mark.parametrize("card", ["ace_pilot", "scissors", "vertical_roll", "ims_1", "oots_1", "redline", "evasive", "yo_yo"])
def test_any_card_as_a_manoeuvre_is_answered_as_a_manoeuvre(card: str) -> None:
    at = table(card, "tight_turn barrel_roll ace_pilot vertical_roll scissors yo_yo")
    at.do(o.PlayManoeuvre(card, 1, 1))
    assert {x.card for x in at.legal(o.React)} == {"tight_turn", "barrel_roll", "ace_pilot"}


@pytest.mark.rule("DIF-096", "DIF-097", "DIF-098")
@pytest.mark.parametrize("card", ["evasive", "tight_turn", "yo_yo"])
def test_nobody_reacts_to_a_tactic(card: str) -> None:
    at = table(card + " redline", "ace_pilot tight_turn yo_yo")
    at.do(o.Tactic(card))
    assert at.seat == "blue" and at.position.discard == [card]
    at.position.phase = "discard"
    assert at.refused(o.Tactic(card)) == "DIF-054"


@pytest.mark.rule("DIF-099")
def test_a_tactic_in_reaction_waits_for_what_it_names() -> None:
    at = table("ims_1 redline", "evasive barrel_roll")
    at.do(o.Attack("ims_1", 1))
    assert at.refused(o.Evade("evasive")) == "DIF-081", "the attack has not succeeded yet"
    at.passes()
    assert at.legal() == [o.Evade("evasive"), o.NoAnswer()]


@pytest.mark.rule("DIF-100", "DIF-101", "DIF-102", "DIF-144", "DIF-150")
def test_hits_more_add_up_on_the_next_attack() -> None:
    """GAP-18: they are played before the attack, one by one."""
    at = table("tight_turn yo_yo tight_turn ims_1 ims_1")
    at.do(o.Tactic("tight_turn"), o.Tactic("yo_yo"), o.Tactic("tight_turn"), o.Attack("ims_1", 1))
    assert at[1].hits == 4
    at.do(o.Attack("ims_1", 1))
    assert at[1].hits == 5, "only the next attack"


def test_hits_more_are_used_up_by_a_countered_attack_and_lapse_with_the_turn() -> None:
    """GAP-19."""
    at = table("tight_turn ims_1 ims_1", "barrel_roll")
    at.do(o.Tactic("tight_turn"), o.Attack("ims_1", 1), o.React("barrel_roll"), o.NoAnswer(), o.Attack("ims_1", 1))
    assert at[1].hits == 1
    at = table("tight_turn ims_1")
    at.do(o.Tactic("tight_turn"), o.EndPhase(), o.EndPhase())
    assert at[0].next_hits == 0


# ---- the cards


@pytest.mark.rule("DIF-110", "DIF-112")
def test_ace_pilot_answers_all_and_only_ace_pilot_answers_it() -> None:
    at = table("ims_1 vertical_roll yo_yo barrel_roll tight_turn ace_pilot", "ace_pilot ace_pilot")
    at.do(o.Attack("ims_1", 1), o.React("ace_pilot"))
    assert at.legal(o.React) == [o.React("ace_pilot")]
    at.do(o.React("ace_pilot"))
    assert at.seat == "red" and at.legal(o.React) == [o.React("ace_pilot")]
    assert not [x for x in table("ace_pilot").legal() if not isinstance(x, (o.PlayManoeuvre, o.EndPhase))], "no action of its own"


@pytest.mark.rule("DIF-111")
def test_ace_pilot_goes_from_tailed_to_tailing() -> None:
    at = table("ace_pilot", enemy=behind(2))
    at.do(o.PlayManoeuvre("ace_pilot", 1, 4))
    assert at.relation() == 2 and at[1].holds == -1


@pytest.mark.rule("DIF-114")
@pytest.mark.parametrize("level", [1, 2])
def test_barrel_roll_frees_from_disadvantaged_and_tailed(level: int) -> None:
    at = table("barrel_roll", enemy=behind(level))
    at.do(o.BarrelRoll("barrel_roll", 1))
    assert at.relation() == 0
    assert table("barrel_roll").refused(o.BarrelRoll("barrel_roll", 1)) == "DIF-114"
    assert table("barrel_roll", holds=1, level=1).refused(o.BarrelRoll("barrel_roll", 1)) == "DIF-114"


@pytest.mark.rule("DIF-116", "DIF-146")
@pytest.mark.parametrize("card", ["barrel_roll", "tight_turn"])
def test_manoeuvre_0_cards_are_no_manoeuvres(card: str) -> None:
    assert table(card).refused(o.PlayManoeuvre(card, 1, 1)) == "DIF-089"


@pytest.mark.rule("DIF-117", "DIF-118", "DIF-122")
def test_evasive_makes_attacks_dearer_until_the_own_next_turn() -> None:
    """Two Evasives, two Bursts (GAP-22)."""
    at = Table(battle(Fly("spitfire_i", "evasive evasive"), Fly("bf_109e", "ims_1 ims_2 yo_yo"), phase="actions"))
    at.do(o.Tactic("evasive"), o.EndPhase())
    at.do(o.EndPhase(), o.Stay())
    assert at.seat == "red" and bursts_left(at[1]) == 2
    assert at.legal(o.Attack) == [o.Attack("ims_1", 0)]
    assert at.refused(o.Attack("ims_2", 0)) == "DIF-129"
    at.do(o.Attack("ims_1", 0))
    while at.seat == "blue":
        at.passes()
    assert bursts_left(at[1]) == 0
    assert at[0].evasive == 1
    at.do(o.EndPhase(), o.EndPhase())
    assert at.position.active == 0 and at[0].evasive == 0


def test_two_evasives_cost_two_bursts_and_other_uses_none() -> None:
    """GAP-22, GAP-23: the surcharge falls on attacks only."""
    at = Table(battle(Fly("spitfire_i", "ims_1 oots_1 yo_yo"), Fly("bf_109e", evasive=2)))
    assert at.legal(o.Attack) == []
    assert at.legal(o.Barrage) and o.PlayManoeuvre("ims_1", 1, 1) in at.legal()
    at = Table(battle(Fly("spitfire_i", "ims_1"), Fly("bf_109e", evasive=1)))
    at.do(o.Attack("ims_1", 1))
    assert at[0].bursts_used == 2


@pytest.mark.rule("DIF-119", "DIF-120")
@pytest.mark.parametrize(("count", "taken"), [(0, 3), (1, 1), (2, 0)])
def test_evasive_after_a_successful_attack(count: int, taken: int) -> None:
    at = table("ims_2_heavy redline", "evasive evasive yo_yo")
    at.do(o.Attack("ims_2_heavy", 1), o.NoAnswer(), *[o.Evade("evasive")] * count)
    if count < 2:
        at.passes()
    assert at[1].hits == taken and at.seat == "blue"
    assert at.position.discard.count("evasive") == count


@pytest.mark.rule("DIF-119")
def test_evasive_against_the_own_redline() -> None:
    at = table("redline evasive")
    at.do(o.Redline("redline", "evasive"))
    assert at[0].hits == 0 and len(at[0].hand) == 3
    assert table("redline yo_yo").refused(o.Redline("redline", "evasive")) is not None, "it must be held already (GAP-26)"


@pytest.mark.rule("DIF-123", "DIF-124", "DIF-129", "DIF-131", "DIF-130")
def test_bursts_are_spent_on_playing_countered_or_not() -> None:
    at = table("ims_1 ims_2 ims_1", "barrel_roll")
    assert bursts_left(at[0]) == 2
    at.do(o.Attack("ims_1", 1), o.React("barrel_roll"), o.NoAnswer())
    assert bursts_left(at[0]) == 1 and at[1].hits == 0
    assert at.refused(o.Attack("ims_2", 1)) == "DIF-129"
    at.do(o.Attack("ims_1", 1))
    assert bursts_left(at[0]) == 0 and at[1].hits == 1
    assert o.PlayManoeuvre("ims_2", 1, 1) in at.legal() and o.Barrage("ims_2") in at.legal(), "other uses cost none"


@pytest.mark.rule("DIF-127", "DIF-134")
def test_jinking_answers_attacks_and_is_answered_as_in_my_sights() -> None:
    """GAP-24: no Bursts for a reaction."""
    at = table("oots_1 barrel_roll tight_turn", "ims_jinking redline")
    at.do(o.Attack("oots_1", 1), o.React("ims_jinking"))
    assert at[1].bursts_used == 0
    assert at.legal(o.React) == [o.React("barrel_roll"), o.React("tight_turn")]
    at = table("yo_yo", "ims_jinking")
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.legal(o.React) == []


@pytest.mark.rule("DIF-132", "DIF-133")
def test_fuel_tank_destroys_and_evasive_does_not_help() -> None:
    at = table("ims_fuel_tank", "evasive evasive", holds=1, level=1)
    at.do(o.Attack("ims_fuel_tank", 1), o.NoAnswer())
    assert at[1].out == "down" and at[1].hits == 0
    at = table("ims_fuel_tank", "barrel_roll", holds=1, level=1)
    at.do(o.Attack("ims_fuel_tank", 1), o.React("barrel_roll"))
    assert at[1].out == ""


@pytest.mark.rule("DIF-135")
def test_out_of_the_sun_is_an_attack_that_few_cards_answer() -> None:
    """GAP-25, and its other reading as a switch."""
    hand = "barrel_roll tight_turn vertical_roll ims_jinking ace_pilot"
    at = table("oots_2", hand)
    at.do(o.Attack("oots_2", 1))
    assert {x.card for x in at.legal(o.React)} == {"vertical_roll", "ims_jinking", "ace_pilot"}
    at.do(o.NoAnswer())
    at.passes()
    assert at[1].hits == 3
    other = Table(battle(Fly("spitfire_i", "oots_2"), Fly("bf_109e", hand), oots_answered_as_ims=True))
    other.do(o.Attack("oots_2", 1))
    assert {x.card for x in other.legal(o.React)} == set(hand.split())


@pytest.mark.rule("DIF-137", "DIF-138", "DIF-140")
def test_redline_costs_a_hit_and_gives_three_cards() -> None:
    at = table("redline yo_yo yo_yo yo_yo yo_yo yo_yo")
    at.do(o.Redline("redline"))
    assert at[0].hits == 1 and len(at[0].hand) == 8 > at[0].now.performance


@pytest.mark.rule("DIF-137")
def test_redline_in_the_enemys_turn_and_in_a_chain() -> None:
    """GAP-26: it is no link of the chain, and the new cards may answer."""
    at = Table(battle(Fly("spitfire_i", "ims_1 yo_yo redline"), Fly("bf_109e", "redline"), draws="barrel_roll redline scissors"))
    at.do(o.Attack("ims_1", 1))
    assert at.legal() == [o.NoAnswer(), o.Redline("redline")]
    at.do(o.Redline("redline"))
    assert at.seat == "red" and at[1].hits == 1 and len(at[1].hand) == 3
    at.do(o.React("barrel_roll"))
    at.do(o.Redline("redline"), o.React("yo_yo"))
    assert at.seat == "red", "the chain goes on where it was"
    assert not any(isinstance(x, o.React) and x.card == "redline" for x in at.legal())


@pytest.mark.rule("DIF-137")
@pytest.mark.parametrize("phase", ["altitude", "speed", "actions", "discard"])
def test_redline_in_every_phase_of_the_own_turn(phase: str) -> None:
    at = Table(battle(Fly("p_51d", "redline yo_yo"), Fly("ki_27"), phase=phase))
    at.do(o.Redline("redline"))
    assert at.position.phase == phase and at[0].hits == 1


@pytest.mark.rule("DIF-137")
def test_redline_with_an_aircraft_for_which_nothing_is_asked() -> None:
    """At any moment: while another of one's own acts, answers, or is chosen."""
    wing = Fly("spitfire_i", "redline evasive", side="blue")
    at = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "ims_1"), wing, draws="scissors ims_1 yo_yo"))
    assert at.legal(o.Redline) == [o.Redline("redline", None, 2), o.Redline("redline", "evasive", 2)]
    at.do(o.Redline("redline", None, 2))
    assert at[2].hits == at[2].own_hits == 1 and len(at[2].hand) == 4 and at.seat == "blue"
    answering = Table(battle(Fly("bf_109e", "ims_1"), Fly("spitfire_i", "barrel_roll"), Fly("spitfire_i", "redline", side="red")))
    answering.do(o.Attack("ims_1", 1))
    answering.do(o.Redline("redline", None, 2), o.React("barrel_roll"))
    assert len(answering[2].hand) == 3 and answering[1].hits == 0 and answering.position.pending is None
    choosing = Table(battle(Fly("spitfire_i", "redline"), Fly("bf_109e"), Fly("spitfire_i", side="blue"), phase="choose", active=-1))
    choosing.do(o.Redline("redline", None, 0))
    assert choosing.seat == "blue" and len(choosing[0].hand) == 3 and choosing.position.phase == "choose"


@pytest.mark.rule("DIF-137")
def test_an_aircraft_that_falls_by_its_redline_leaves_the_action_of_others_alone() -> None:
    at = Table(battle(Fly("bf_109e", "ims_1 ims_1"), Fly("spitfire_i", "yo_yo"), Fly("spitfire_i", "redline", side="red", hits=5)))
    at.do(o.Attack("ims_1", 1), o.Redline("redline", None, 2))
    assert at[2].out == "down" and at.position.pending is not None and at.seat == "red"
    at.do(o.NoAnswer(), o.NoAnswer())
    assert at[1].hits == 1


@pytest.mark.rule("DIF-137")
@pytest.mark.parametrize(("order", "why"), [(o.Redline("redline", None, 1), "DIF-137"), (o.Redline("redline", None, 7), "DIF-137")])
def test_redline_is_for_the_own_aircraft_that_hold_it(order: o.Redline, why: str) -> None:
    at = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "redline"), Fly("spitfire_i", "ims_1", side="blue")))
    assert at.refused(order) == why
    assert at.refused(o.Redline("redline", None, 2)) == "DIF-081" and at.legal(o.Redline) == []


def test_who_falls_by_its_redline_draws_nothing_and_its_action_is_void() -> None:
    at = Table(battle(Fly("spitfire_i", "ims_1 redline", hits=5), Fly("bf_109e", "barrel_roll yo_yo"), Fly("bf_110c", side="blue")))
    at.do(o.Attack("ims_1", 1), o.React("barrel_roll"))
    events = at.do(o.Redline("redline"))
    assert at[0].out == "down" and not [d for d in describe(events, "drew") if d["aircraft"] == 0]
    assert "cancelled" in codes(events) and at.position.played == []
    assert at.position.active == 1, "its turn is over"


@pytest.mark.rule("DIF-141")
def test_scissors_turns_disadvantaged_into_advantaged_and_nothing_else() -> None:
    at = table("scissors", enemy=behind(1))
    at.do(o.Scissors("scissors", 1))
    assert at.relation() == 1
    for level in (0, 2):
        other = table("scissors", enemy=behind(level) if level else {})
        assert other.refused(o.Scissors("scissors", 1)) == "DIF-141"


@pytest.mark.rule("DIF-147", "DIF-191", "DIF-193")
def test_vertical_roll_changes_altitude_and_the_climb_is_paid() -> None:
    """Nobody may cancel it (GAP-27); the climb costs a further card."""
    at = table("vertical_roll yo_yo redline", "ace_pilot vertical_roll")
    rolls = [("vertical_roll", False), ("vertical_roll", True, "redline"), ("vertical_roll", True, "yo_yo")]
    assert at.legal(o.ChangeAltitude) == [o.ChangeAltitude(*roll) for roll in rolls]
    at.do(o.ChangeAltitude("vertical_roll", True, "yo_yo"))
    assert at[0].altitude == 3 and at[0].hand == ("redline",)
    at = table("vertical_roll")
    assert at.refused(o.ChangeAltitude("vertical_roll", True, "vertical_roll")) == "DIF-192"
    at.do(o.ChangeAltitude("vertical_roll", False))
    assert at[0].altitude == 1 and len(at[0].hand) == 1
    both = table("vertical_roll vertical_roll")
    both.do(o.ChangeAltitude("vertical_roll", True, "vertical_roll"))
    assert both[0].altitude == 3


# ---- special aircraft


@pytest.mark.rule("DIF-040", "DIF-041", "DIF-042")
def test_a_gunner_fires_at_those_behind() -> None:
    """Its pool is its own, is refilled each turn, and is no part of the Bursts (GAP-06)."""
    for level in (1, 2):
        at = Table(battle(Fly("bf_110c", "ims_1 ims_1 oots_2 yo_yo"), Fly("spitfire_i", **behind(level)), Fly("spitfire_i")))
        assert at.legal(o.GunnerAttack) == [o.GunnerAttack("ims_1", 1)]
        assert at.refused(o.GunnerAttack("oots_2", 1)) == "DIF-042"
        assert at.refused(o.GunnerAttack("ims_1", 2)) == "DIF-040"
        assert at.refused(o.Attack("ims_1", 1)) in ("DIF-158", "DIF-160")
        at.do(o.GunnerAttack("ims_1", 1))
        assert at[0].bursts_used == 0 and at.legal(o.GunnerAttack) == []
        assert bursts_left(at[0]) == 2
    no_gunner = Table(battle(Fly("spitfire_i", "ims_1"), Fly("bf_110c", **behind())))
    assert no_gunner.refused(o.GunnerAttack("ims_1", 1)) == "DIF-042"


@pytest.mark.rule("DIF-041")
def test_the_gunner_fires_though_the_fighter_holds_another() -> None:
    """GAP-31."""
    at = Table(battle(Fly("bf_110c", "ims_1 barrel_roll", holds=2, level=1), Fly("spitfire_i", **behind()), Fly("spitfire_i")))
    assert o.GunnerAttack("ims_1", 1) in at.legal()
    assert at.refused(o.BarrelRoll("barrel_roll", 1)) == "DIF-172"


@pytest.mark.rule("DIF-043", "DIF-044", "DIF-036")
def test_firepower_is_for_the_fighters_own_guns_hits_more_for_both() -> None:
    assert TABLES.aircraft["bf_110c"].front.firepower == 1
    at = Table(battle(Fly("bf_110c", "ims_1 ims_1 yo_yo"), Fly("spitfire_i", **behind()), Fly("spitfire_i")))
    at.do(o.Tactic("yo_yo"), o.GunnerAttack("ims_1", 1), o.Attack("ims_1", 2))
    assert (at[1].hits, at[2].hits) == (2, 2)
    assert at[0].next_hits == 0


def test_an_evasive_costs_the_gunner_a_burst_too() -> None:
    """GAP-23."""
    at = Table(battle(Fly("bf_110c", "ims_1"), Fly("spitfire_i", evasive=1, **behind())))
    assert at.refused(o.GunnerAttack("ims_1", 1)) == "DIF-042"


@pytest.mark.rule("DIF-048", "DIF-049", "DIF-050")
def test_agile_plays_any_card_as_scissors_once_a_turn() -> None:
    """Countered or not (GAP-08)."""
    at = Table(battle(Fly("p_11c", "ims_1 barrel_roll tight_turn"), Fly("bf_109e", "tight_turn scissors barrel_roll yo_yo", **behind())))
    assert {x.card for x in at.legal(o.AgileScissors)} == {"ims_1", "barrel_roll", "tight_turn"}
    at.do(o.AgileScissors("ims_1", 1))
    assert {x.card for x in at.legal(o.React)} == {"scissors", "barrel_roll", "yo_yo"}
    at.do(o.React("yo_yo"), o.NoAnswer())
    assert at.relation() == -1 and at[0].bursts_used == 0
    assert at.refused(o.AgileScissors("tight_turn", 1)) == "DIF-048"
    tailed = Table(battle(Fly("p_11c", "ims_1"), Fly("bf_109e", **behind(2))))
    assert tailed.refused(o.AgileScissors("ims_1", 1)) == "DIF-141"
    clumsy = Table(battle(Fly("spitfire_i", "ims_1"), Fly("bf_109e", **behind())))
    assert clumsy.refused(o.AgileScissors("ims_1", 1)) == "DIF-048"


@pytest.mark.rule("DIF-051")
def test_agile_is_no_reaction() -> None:
    at = Table(battle(Fly("bf_109e", "yo_yo"), Fly("p_11c", "ims_1 redline")))
    at.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert at.legal(o.React) == []
    at = Table(battle(Fly("bf_109e", "ims_1 yo_yo"), Fly("p_11c", "tight_turn ims_2")))
    at.do(o.Attack("ims_1", 1), o.React("tight_turn"), o.React("yo_yo"))
    assert at.legal(o.React) == [], "ims_2 is no Scissors against the Yo-Yo"


@pytest.mark.rule("DIF-052", "DIF-053")
def test_barrage_turns_shots_into_hits_more() -> None:
    """No Bursts, any title In My Sights (GAP-09)."""
    at = table("ims_fuel_tank oots_1 ims_jinking ims_1 yo_yo", "ace_pilot")
    assert {x.card for x in at.legal(o.Barrage)} == {"ims_fuel_tank", "oots_1", "ims_jinking", "ims_1"}
    at.do(o.Barrage("ims_fuel_tank"), o.Barrage("oots_1"))
    assert at.seat == "blue" and at[0].next_hits == 2 and bursts_left(at[0]) == 2
    assert at.refused(o.Barrage("yo_yo")) == "DIF-081"
    plain = Table(battle(Fly("bf_109e", "ims_1"), Fly("spitfire_i")))
    assert plain.refused(o.Barrage("ims_1")) == "DIF-052"


@pytest.mark.rule("DIF-036")
def test_firepower_is_added_to_each_attack() -> None:
    at = Table(battle(Fly("la_7", "ims_1 oots_1", holds=1, level=1), Fly("bf_110c")))
    at.do(o.Attack("ims_1", 1), o.Attack("oots_1", 1))
    assert at[1].hits == 2 + 3
