"""Action cards: windows, limits, bonus cards, reactions, keeping, refilling, what each does (BRS-035 to BRS-092, BRS-D10 to BRS-D39)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NEUTRAL
from tests.skies.airfield import MISS, TABLES, Plane, Table, at, describe, table_of

CLIMB, DIVE = "great_climb@bf_109e", "great_dive@bf_109e"
TURN, AVOID, TACTICS, STORM = "tight_turn@spitfire_i", "diving_avoidance", "defensive_tactics", "storm_of_fire"
FAR = (20, -12)


def spitfire(*, hand: tuple[str, ...] = (), enemy: Plane | None = None, his: tuple[str, ...] = (), **values: Any) -> Table:
    """A Spitfire about to fly, with a hand; an enemy far off unless he is given."""
    plane = Plane(**{key: values.pop(key) for key in ("place", "heading", "skill", "level") if key in values})
    return table_of(plane, enemy or Plane("bf_109e", FAR, 180), hands={"raf": hand, "luftwaffe": his}, **values)


def messerschmitt(*, hand: tuple[str, ...] = (), level: int = NEUTRAL, skill: int = 3, **values: Any) -> Table:
    """A Messerschmitt about to fly, with a hand."""
    enemy = Plane(place=values.pop("enemy", FAR), heading=180)
    return table_of(enemy, Plane("bf_109e", level=level, skill=skill), active=1, hands={"luftwaffe": hand}, **values)


def shooting(hand: tuple[str, ...], his: tuple[str, ...] = (), faces: tuple[int, ...] = (), heading: int = 90, **values: Any) -> Table:
    """A Spitfire that has shot at the Messerschmitt before it; it may be asked for cards."""
    enemy = Plane(values.pop("type", "bf_109e"), (0, -6), heading, skill=values.pop("his_skill", 3), level=values.pop("his_level", NEUTRAL))
    table = spitfire(hand=hand, his=his, enemy=enemy, level=ADVANTAGED, faces=faces, **values)
    table.do(o.ShootAt(1))
    return table


# ---- a card for an aircraft


@pytest.mark.rule("BRS-017")
def test_a_trait_is_played_on_its_own_type() -> None:
    table = spitfire(hand=("tight_turn@hurricane_i", TURN))
    assert table.refused(o.MoveOn(500, 30, card="tight_turn@hurricane_i", after=100)) == "BRS-017"
    assert table.can(o.MoveOn(500, 30, card=TURN, after=100))


@pytest.mark.rule("BRS-051")
@pytest.mark.rule("BRS-053")
def test_one_card_an_aircraft_and_turn() -> None:
    table = messerschmitt(hand=(CLIMB, DIVE))
    table.do(o.DiveFor(650, card=DIVE))
    table.move(4)
    assert table.refused(o.GainHeight(CLIMB)) == "BRS-051" and table.can(o.GainHeight())


@pytest.mark.rule("BRS-053")
@pytest.mark.rule("BRS-047")
def test_a_card_is_played_in_its_window_and_only_from_the_hand() -> None:
    table = messerschmitt(hand=(CLIMB, STORM))
    assert table.refused(o.PlayAction(STORM, (1,))) == "BRS-053"
    assert table.refused(o.DiveFor(650, card=CLIMB)) == "BRS-053"
    assert table.refused(o.DiveFor(650, card=DIVE)) == "BRS-047"


@pytest.mark.rule("BRS-062")
@pytest.mark.rule("BRS-063")
def test_reactions_are_marked_and_do_not_count() -> None:
    robust = "robust@hurricane_i"
    enemy = Plane("bf_109e", (0, -6), 180, skill=3)
    table = table_of(
        Plane("hurricane_i", (0, 0), 90, skill=3), enemy, active=1, hands={"raf": (robust, robust, STORM)}, equal_level_shot=True
    )
    table.do(o.ShootAt(0))
    assert table.seat == "raf" and table.stage == "targeted"
    assert table.refused(o.PlayAction(STORM, (0,))) == "BRS-053"
    table.do(o.PlayAction(robust, (0,)), o.PlayAction(robust, (0,)), o.NoMore())
    assert table.thrown("attack") == [1 + 3 - 2] and not table[0].carded


@pytest.mark.rule("BRS-063")
@pytest.mark.rule("BRS-135")
def test_a_reaction_in_ones_own_activation_counts() -> None:
    robust = "robust@hurricane_i"
    table = table_of(
        Plane("hurricane_i", level=ADVANTAGED), Plane("bf_109e", (0, -6), 180), hands={"raf": (robust, robust)}, equal_level_shot=True
    )
    table.do(o.ShootAt(1), o.AnswerFire(True))
    assert table.stage == "firing"
    table.do(o.PlayAction(robust, (0,)))
    assert table[0].carded and table.refused(o.PlayAction(robust, (0,))) == "BRS-051"
    table.do(o.NoMore())
    assert table.thrown("attack") == [4, 3]


@pytest.mark.rule("BRS-D13")
def test_robust_may_leave_no_die() -> None:
    robust = "robust@he_111h"
    table = table_of(Plane("hurricane_i", (0, 6), level=ADVANTAGED, skill=2), Plane("he_111h"), hands={"luftwaffe": (robust,) * 3})
    table.do(o.ShootAt(1), o.NoMore(), *[o.PlayAction(robust, (1,))] * 3)
    assert table.thrown("attack") == []


# ---- the traits


@pytest.mark.rule("BRS-D10")
@pytest.mark.rule("BRS-067")
@pytest.mark.parametrize(("level", "after"), [(DISADVANTAGED, ADVANTAGED), (NEUTRAL, ADVANTAGED)])
def test_great_climb_raises_two_levels(level: int, after: int) -> None:
    table = messerschmitt(hand=(CLIMB,), level=level)
    table.move(4)
    table.do(o.GainHeight(CLIMB))
    assert table[1].level == after
    assert not describe(table.events, "kept") and describe(table.events, "reshuffled")  # discarded; the pile was empty


@pytest.mark.rule("BRS-D11")
@pytest.mark.parametrize(("distance", "card", "ok"), [(700, DIVE, True), (701, DIVE, False), (601, None, False), (600, None, True)])
def test_great_dive_goes_the_full_speed(distance: int, card: str | None, ok: bool) -> None:
    assert messerschmitt(hand=(DIVE,)).can(o.DiveFor(distance, card=card)) == ok


@pytest.mark.rule("BRS-D11")
def test_great_dive_is_never_less_than_six_inches() -> None:
    slow = "great_dive@bf_110c"
    table = table_of(Plane(place=FAR), Plane("bf_110c", chits=1), active=1, hands={"luftwaffe": (slow,)})
    table[1].chits = 2  # Speed 5
    assert table.can(o.DiveFor(600, card=slow)) and not table.can(o.DiveFor(601, card=slow))


@pytest.mark.rule("BRS-D12")
def test_tight_turn_turns_on_the_way() -> None:
    table = spitfire(hand=(TURN,))
    assert table.refused(o.MoveOn(700, 45, card=TURN, after=701)) == "BRS-D12"
    assert table.refused(o.MoveOn(700, 45, after=300)) == "BRS-D12"
    table.do(o.MoveOn(700, 45, card=TURN, after=300))
    assert table[0].at == (at(0, -3).x + 283, at(0, -3).y - 283) and table[0].heading == 45
    hard = spitfire(hand=(TURN,))
    hard.do(o.MoveOn(700, 180, burn="turn", card=TURN, after=400))
    assert hard[0].at == at(0, -1) and hard[0].heading == 180


@pytest.mark.rule("BRS-D14")
def test_heavy_hitter_adds_a_chit_when_the_attack_succeeds() -> None:
    heavy = "heavy_hitter@bf_110c"
    for faces, chits in (((6, 1, 1, 1, 1), 2), ((1,) * 5, 0)):
        table = table_of(
            Plane(place=(0, -6), heading=90), Plane("bf_110c", level=ADVANTAGED), active=1, hands={"luftwaffe": (heavy,)}, faces=faces
        )
        table.do(o.ShootAt(0), o.PlayAction(heavy, (1,)))
        if table.stage == "firing":
            table.do(o.NoMore())
        assert table.thrown("attack") == [5] and table.position.chits[0] == [chits, 0]


@pytest.mark.rule("BRS-D14")
@pytest.mark.parametrize(("level", "chits"), [(DISADVANTAGED, 2), (NEUTRAL, 0)])
def test_heavy_hitter_marks_the_base_of_the_lowest_bomber_only(level: int, chits: int) -> None:
    heavy = "heavy_hitter@defiant_i"
    table = table_of(Plane("defiant_i", (3, -1), 0), Plane("ju_88a", (0, -3), 90, level=level), hands={"raf": (heavy,)}, faces=(6, 1, 1, 1))
    table[1].type = TABLES.aircraft["fw_200c"]  # four engines
    table.move(3)
    if table.stage == "action":
        table.do(o.NoMore())
    table.do(o.DefendWith((1,)))
    if table.stage == "answer":
        table.do(o.NoMore())
    table.do(o.PlayAction(heavy, (0,)))
    table.quiet()
    assert table[1].chits == chits


# ---- the doctrines


@pytest.mark.rule("BRS-D20")
def test_defensive_tactics_turns_the_target_and_arcs_are_judged_anew() -> None:
    # A shot from the side becomes a head-on one: no deflection, and an answer.
    table = shooting((), (TACTICS,), heading=226)
    assert table.stage == "targeted"
    assert table.refused(o.PlayAction(TACTICS, (1,), turn=46)) == "BRS-D20"
    assert table.refused(o.PlayAction(TACTICS, (1,), turn=0)) == "BRS-D20"
    table.do(o.PlayAction(TACTICS, (1,), turn=-45))
    assert table[1].heading == 181 and table.stage == "answer" and table.seat == "luftwaffe"
    table.do(o.AnswerFire(True))
    assert table.thrown("attack") == [4, 4]


@pytest.mark.rule("BRS-D20")
@pytest.mark.rule("BRS-041")
@pytest.mark.rule("BRS-042")
def test_with_its_bonus_card_it_turns_ninety_degrees() -> None:
    bonus = "tight_turn@hurricane_i"
    table = table_of(
        Plane("hurricane_i", (0, 0), 270), Plane("bf_109e", (0, -6), 180, level=ADVANTAGED), active=1, hands={"raf": (TACTICS, bonus)}
    )
    table.do(o.ShootAt(0))
    assert table.refused(o.PlayAction(TACTICS, (0,), turn=90)) == "BRS-D20"
    table.do(o.PlayAction(TACTICS, (0,), bonus, 90))
    assert table[0].heading == 0 and table.position.hands[0] == ()


@pytest.mark.rule("BRS-D20")
def test_whoever_attacks_cannot_turn_away_from_the_answer() -> None:
    table = table_of(Plane(level=ADVANTAGED), Plane("bf_109e", (0, -6), 180), hands={"raf": (TACTICS,)})
    table.do(o.ShootAt(1), o.AnswerFire(True))
    assert table.seat == "raf" and table.refused(o.PlayAction(TACTICS, (0,), turn=45)) == "BRS-053"


@pytest.mark.rule("BRS-D21")
def test_storm_of_fire_adds_a_die_in_one_attack() -> None:
    table = shooting((STORM,))
    table.do(o.PlayAction(STORM, (0,)))
    table.quiet()
    assert table.thrown("attack")[0] == 5


@pytest.mark.rule("BRS-D21")
@pytest.mark.rule("BRS-041")
def test_storm_of_fire_with_heavy_hitter() -> None:
    heavy = "heavy_hitter@bf_110c"
    table = table_of(
        Plane(place=(0, -6), heading=90), Plane("bf_110c", level=ADVANTAGED), active=1, hands={"luftwaffe": (heavy, STORM)}, faces=(6,)
    )
    table.do(o.ShootAt(0), o.PlayAction(STORM, (1,), heavy))
    assert table.thrown("attack") == [6] and table.position.chits[0] == [2, 0]


@pytest.mark.rule("BRS-D22")
@pytest.mark.rule("BRS-055")
@pytest.mark.rule("BRS-056")
@pytest.mark.rule("BRS-075")
def test_diving_avoidance_dives_and_stays_the_lowest() -> None:
    table = messerschmitt(hand=(AVOID,), level=DISADVANTAGED)
    assert table.refused(o.DiveFor(300)) == "BRS-C21"
    table.do(o.PlayAction(AVOID, (1,)), o.DiveFor(600))
    assert table[1].level == DISADVANTAGED and table[1].at == at(0, -6) and not describe(table.events, "burnt")
    assert table.refused(o.DiveFor(100)) == "BRS-C22"
    high = messerschmitt(hand=(AVOID,))
    assert high.refused(o.PlayAction(AVOID, (1,))) == "BRS-D22"


@pytest.mark.rule("BRS-053")
def test_when_it_is_activated_means_before_all_else() -> None:
    table = table_of(
        Plane("he_111h", (0, -7), 0, side="raf"), Plane("bf_109e", level=DISADVANTAGED), active=1, hands={"luftwaffe": (AVOID,)}
    )
    table.do(o.ShootAt(0), o.NoMore(), o.NoMore())
    assert table.stage == "fly" and table.refused(o.PlayAction(AVOID, (1,))) == "BRS-053"


@pytest.mark.rule("BRS-D23")
def test_high_altitude_performance_lets_an_outmanoeuvre_follow_a_climb() -> None:
    high = "high_altitude_performance"
    table = messerschmitt(hand=(high, CLIMB), level=DISADVANTAGED, enemy=(5, -5))
    table.move(4)
    table.do(o.GainHeight(high, CLIMB))
    assert table[1].level == ADVANTAGED and table.stage == "follow"
    assert table.refused(o.GainHeight()) == "BRS-C19"
    table.do(o.Outmanoeuvre(0))
    assert table.thrown("outmanoeuvre") == [6, 6]
    lonely = messerschmitt(hand=(high,), level=DISADVANTAGED)
    lonely.move(4)
    lonely.do(o.GainHeight(high))
    assert lonely.stage != "follow"


# ---- keeping


@pytest.mark.rule("BRS-043")
@pytest.mark.rule("BRS-044")
@pytest.mark.rule("BRS-045")
@pytest.mark.rule("BRS-EX-02")
@pytest.mark.rule("BRS-EX-03")
@pytest.mark.rule("BRS-EX-04")
@pytest.mark.rule("BRS-EX-05")
@pytest.mark.rule("BRS-076")
@pytest.mark.rule("BRS-077")
@pytest.mark.rule("BRS-078")
@pytest.mark.rule("BRS-059")
def test_the_example_of_diving_avoidance() -> None:
    second = Plane("bf_109e", (-10, 0), level=DISADVANTAGED, skill=2)
    table = table_of(
        Plane(place=FAR, heading=180, skill=2),
        Plane("bf_109e", level=DISADVANTAGED),
        second,
        active=1,
        hands={"luftwaffe": (AVOID, DIVE, DIVE)},
        piles={"luftwaffe": (CLIMB,)},
    )
    table[0].zoom = True
    table.do(o.PlayAction(AVOID, (1,), DIVE))
    assert table.refused(o.DiveFor(701)) == "BRS-C23"
    table.do(o.DiveFor(700))
    table.move(4)
    table.do(o.NoMore())
    assert table.stage == "keep" and table.legal() == [o.KeepCards(), o.KeepCards((AVOID,))]
    table.do(o.KeepCards((AVOID,)))
    assert table.position.hands[1] == tuple(sorted((AVOID, DIVE, CLIMB))) and table.position.discards[1] == [DIVE]
    assert not table.thrown("test") and table.position.go is not None and table.position.go.number == 2
    table.do(o.PlayAction(AVOID, (2,), DIVE), o.DiveFor(700))
    assert table[2].level == DISADVANTAGED


@pytest.mark.rule("BRS-044")
@pytest.mark.rule("BRS-073")
def test_nobody_has_to_keep_a_doctrine() -> None:
    table = messerschmitt(hand=(AVOID, DIVE), level=DISADVANTAGED)
    table.do(o.PlayAction(AVOID, (1,), DIVE))
    table.move(4)
    table.do(o.NoMore(), o.KeepCards())
    assert table.position.hands[1] == () or sorted(table.position.discards[1] + list(table.position.hands[1])) == sorted((AVOID, DIVE))
    assert not describe(table.events, "kept")


@pytest.mark.rule("BRS-046")
@pytest.mark.rule("BRS-069")
@pytest.mark.rule("BRS-064")
@pytest.mark.parametrize(("faces", "kept"), [((1, 1, 6), True), ((5, 5, 5), False)])
def test_a_doctrine_alone_is_kept_by_its_own_test(faces: tuple[int, ...], kept: bool) -> None:
    table = messerschmitt(hand=(AVOID,), level=DISADVANTAGED)
    table.do(o.PlayAction(AVOID, (1,)))
    table.move(4)
    table.do(o.NoMore())
    table.next_dice(*faces).do(o.KeepCards((AVOID,)))
    assert table.thrown("test") == [3] and bool(describe(table.events, "kept")) == kept


@pytest.mark.rule("BRS-066")
@pytest.mark.rule("BRS-074")
@pytest.mark.parametrize("keeps", [True, False])
def test_an_auto_card_returns_without_a_test(keeps: bool) -> None:
    table = shooting((STORM,))
    auto = replace(TABLES.cards[STORM], retention="auto")
    table.position.tables = replace(TABLES, cards={**TABLES.cards, STORM: auto})
    table.do(o.PlayAction(STORM, (0,)))
    table.move(4)
    while table.stage != "keep":
        table.do(o.NoMore())
    table[0].out = "down"  # it returns though nobody is left to take a test
    told_of = table.do(o.KeepCards((STORM,) if keeps else ()))
    assert not table.thrown("test") and bool(describe(told_of, "kept")) == keeps


@pytest.mark.rule("BRS-070")
@pytest.mark.rule("BRS-071")
@pytest.mark.rule("BRS-072")
def test_the_dice_of_the_tests() -> None:
    table = shooting((STORM,), skill=4)
    table.do(o.PlayAction(STORM, (0,)))
    table.move(4)
    while table.stage != "keep":
        table.do(o.NoMore())
    table.do(o.KeepCards((STORM,)))
    assert table.thrown("test") == [4 + 1]
    turned = shooting((), (TACTICS,), heading=90, his_skill=2)
    turned.do(o.PlayAction(TACTICS, (1,), turn=45))
    while turned.stage != "fly":
        turned.do(o.NoMore())
    turned.move(4)
    while turned.stage != "keep":
        turned.do(o.NoMore())
    assert turned.seat == "luftwaffe"
    turned.do(o.KeepCards((TACTICS,)))
    assert turned.thrown("test") == [2 + 3]


@pytest.mark.rule("BRS-074")
def test_whoever_is_down_takes_no_test() -> None:
    table = shooting((), (TACTICS,), (6, *[MISS] * 30), heading=90, his_level=DISADVANTAGED)
    table.position.aircraft.append(table[1].copy())
    table[2].number, table[2].at = 2, at(*FAR)
    table.do(o.PlayAction(TACTICS, (1,), turn=45))
    while table.stage != "fly":
        table.do(o.NoMore())
    assert table[1].out == "down"
    table.move(4)
    table.quiet()
    assert TACTICS in table.position.discards[1] + list(table.position.hands[1]) and not table.thrown("test")


@pytest.mark.rule("BRS-060")
@pytest.mark.rule("BRS-061")
def test_at_the_end_of_a_turn_cards_may_be_thrown_away() -> None:
    table = spitfire(hand=(TURN, STORM), piles={"raf": (TACTICS,)}, enemy=Plane("bf_109e", FAR, 180))
    table[1].zoom = True
    table.move(4)
    table.quiet()
    assert table.stage == "throw" and len(table.legal()) == len({tuple(order.cards) for order in table.legal()})
    hand = table.position.hands[0]
    assert sorted(hand) == sorted((TURN, STORM, TACTICS))  # drawn after the activation
    table.do(o.ThrowAway((STORM,)))
    assert table.position.hands[0] == hand  # the pile was empty: the discards were shuffled
    assert describe(table.events, "reshuffled")
    assert table.refused(o.ThrowAway((AVOID,))) in ("BRS-060", "BRS-C12", "BRS-C19")


@pytest.mark.rule("BRS-058")
@pytest.mark.rule("BRS-059")
@pytest.mark.rule("BRS-048")
def test_both_draw_after_each_activation_up_to_three() -> None:
    piles = {"raf": (STORM,) * 5, "luftwaffe": (AVOID,) * 5}
    table = spitfire(hand=(TURN,), his=(), piles=piles)
    table.move(4)
    table.quiet()
    assert [len(hand) for hand in table.position.hands] == [3, 3]


# ---- answers


@pytest.mark.rule("BRS-C55")
@pytest.mark.rule("BRS-135")
def test_what_was_played_against_an_answer_holds_when_it_is_asked_again() -> None:
    """Robust takes a die off the answer; then the target turns, still faces the shooter, and answers afresh: a die less all the same."""
    robust = "robust@hurricane_i"
    table = table_of(
        Plane("hurricane_i", level=ADVANTAGED),
        Plane("bf_109e", (0, -6), 180),
        hands={"raf": (robust,), "luftwaffe": (TACTICS,)},
    )
    table.do(o.ShootAt(1), o.AnswerFire(True), o.PlayAction(robust, (0,)))
    if table.stage == "firing":
        table.do(o.NoMore())
    table.do(o.PlayAction(TACTICS, (1,), turn=20))
    assert (table.stage, table.seat) == ("answer", "luftwaffe")
    table.do(o.AnswerFire(True))
    if table.stage == "firing":
        table.do(o.NoMore())
    assert table.thrown("attack") == [4, 4 - 1]


@pytest.mark.rule("BRS-122")
@pytest.mark.rule("BRS-136")
def test_a_weapon_that_an_answer_has_silenced_fires_at_no_second_target() -> None:
    """Two targets of defensive fire: the first answers and marks the bomber's base, so its guns of one die are silent for the second."""
    for hit, attacks in ((6, 1), (1, 2)):
        table = table_of(Plane("he_111h", level=DISADVANTAGED), Plane("bf_110c", (6, 0), 90), Plane("ju_87b", (0, 5), 90), faces=(1, hit))
        table.move(3)
        if table.stage == "action":
            table.do(o.NoMore())
        table.do(o.DefendWith((-1, 1, 2)))
        table.do(o.AnswerFire(False, (0,)))
        fired = [event["target"] for event in describe(table.events, "attacks")]
        assert table[0].chits == (hit == 6) and fired == [1, 2][:attacks]
