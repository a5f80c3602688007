"""Climbing, diving, stalling, following, and chains."""

from __future__ import annotations

import pytest

from bob.tactical.cards import orders as o
from tests.cards.tabletop import Fly, Table, battle, codes, describe


def at_altitude(*flying: Fly, **values: object) -> Table:
    return Table(battle(*flying, phase="altitude", **values))  # type: ignore[arg-type]


@pytest.mark.rule("DIF-057", "DIF-189", "DIF-191", "DIF-193")
def test_stay_climb_or_dive_by_one_level() -> None:
    at = at_altitude(Fly("spitfire_i", "ims_1 yo_yo"), Fly())
    assert at.legal() == [o.Climb("ims_1"), o.Climb("yo_yo"), o.Dive(), o.Stay()]
    at.do(o.Climb("ims_1"))
    assert at[0].altitude == 3 and at[0].hand == ("yo_yo",) and at.position.discard == ["ims_1"]


@pytest.mark.rule("DIF-192", "DIF-198")
def test_no_card_no_climb() -> None:
    at = at_altitude(Fly("spitfire_i"), Fly())
    assert at.legal() == [o.Dive(), o.Stay()]
    assert at.refused(o.Climb("yo_yo")) is not None
    assert at.refused(o.Climb(None)) == "DIF-192"


@pytest.mark.rule("DIF-193", "DIF-194")
def test_a_dive_draws_a_card_above_performance_too() -> None:
    at = at_altitude(Fly("spitfire_i", "yo_yo yo_yo yo_yo yo_yo yo_yo redline"), Fly())
    at.do(o.Dive())
    assert at[0].altitude == 1 and len(at[0].hand) == 7


@pytest.mark.rule("DIF-183")
def test_there_is_nothing_above_and_nothing_below() -> None:
    """GAP-36."""
    top = at_altitude(Fly("spitfire_i", "yo_yo", altitude="very_high"), Fly())
    assert top.refused(o.Climb("yo_yo")) == "DIF-183"
    bottom = at_altitude(Fly("spitfire_i", "yo_yo vertical_roll redline", altitude="very_low"), Fly())
    assert bottom.refused(o.Dive()) == "DIF-183"
    bottom.do(o.Stay())
    assert bottom.refused(o.ChangeAltitude("vertical_roll", False)) == "DIF-183"


# ---- stalls


def stalled(hand: str, level: str, post: bool, *others: Fly, type: str = "bf_109e", hits: int = 0) -> Table:
    phase = "post" if post else "pre"
    return Table(battle(Fly(type, hand, altitude=level, hits=hits), *(others or (Fly(),)), phase=phase))


@pytest.mark.rule("DIF-196")
@pytest.mark.parametrize(
    ("level", "post", "stall"), [("medium", False, False), ("high", False, True), ("high", True, False), ("very_high", True, True)]
)
def test_a_horsepower_of_nothing_stalls_high_up(level: str, post: bool, stall: bool) -> None:
    """GAP-34: in each draw phase that the altitude makes -1, in place of the draw."""
    kind = "gladiator_ii" if not post else "p_11c"
    hits = 2 if not post else 0  # the damaged Gladiator has 0/1, the P.11c 1/0
    at = stalled("yo_yo redline", level, post, type=kind, hits=hits)
    assert (o.StallDiscard("yo_yo") in at.legal()) == stall
    if stall:
        assert at.legal() == [o.Redline("redline"), o.StallDiscard("redline"), o.StallDiscard("yo_yo")]
        assert at.refused(o.NoAnswer()) == "DIF-196"
        events = at.do(o.StallDiscard("yo_yo"))
        assert describe(events, "stall_paid") == [{"aircraft": 0, "card": "yo_yo"}] and "yo_yo" in at.position.discard
        assert at[0].hand == ("redline",) and at[0].altitude == (3 if level == "high" else 4)


@pytest.mark.rule("DIF-197")
def test_a_stall_without_a_card_dives() -> None:
    at = stalled("", "high", False, Fly("spitfire_i", altitude="high"), type="gladiator_ii", hits=2)
    assert at[0].altitude == 2 and len(at[0].hand) == 1
    assert at.position.phase == "altitude"


@pytest.mark.rule("DIF-137", "DIF-196")
def test_redline_in_a_stall() -> None:
    """GAP-26: the stall is still to be paid, from the new cards too."""
    at = Table(battle(Fly("gladiator_ii", "redline", altitude="high", hits=2), Fly(), phase="pre", draws="scissors ims_1 yo_yo"))
    assert at.legal() == [o.Redline("redline"), o.StallDiscard("redline")]
    at.do(o.Redline("redline"))
    assert at[0].hits == 3 and at.legal() == [o.StallDiscard(c) for c in ("ims_1", "scissors", "yo_yo")]
    at.do(o.StallDiscard("ims_1"))
    assert at.position.phase == "altitude" and at[0].altitude == 3 and at[0].hand == ("scissors", "yo_yo")


@pytest.mark.rule("DIF-137", "DIF-197")
def test_redline_in_a_stall_that_brings_no_card_or_the_end() -> None:
    at = Table(battle(Fly("gladiator_ii", "redline", altitude="high", hits=2), Fly(), phase="pre", decks=1))
    craft, position = at[0], at.position
    everything = position.pile + position.discard
    position.pile, position.discard = [], []
    position.crafts[1].hand += tuple(everything)
    position.crafts[0].hand = ("redline",)
    events = at.do(o.Redline("redline"))
    # The Redline itself lies on the discards, is shuffled and drawn again: it pays.
    assert craft.hand == ("redline",) and craft.altitude == 3 and "dive" not in [d["why"] for d in describe(events, "drew")]
    lost = Table(battle(Fly("gladiator_ii", "redline yo_yo", altitude="high", hits=3), Fly(), Fly("bf_109e", side="blue"), phase="pre"))
    assert lost[0].back.airframe == 4
    lost.do(o.Redline("redline"))
    assert lost[0].out == "down" and lost[0].altitude == 3 and lost.position.active == 1


@pytest.mark.rule("DIF-197", "DIF-199")
def test_a_stall_dive_may_be_followed() -> None:
    """GAP-35."""
    at = stalled("", "high", False, Fly("spitfire_i", "yo_yo", altitude="high", holds=0, level=2), type="gladiator_ii", hits=2)
    assert at.seat == "red" and at.legal() == [o.Follow(()), o.NoAnswer()]
    at.do(o.Follow(()))
    assert at[1].altitude == 2 and at.relation(1, 0) == 2 and at.position.phase == "altitude" and at.seat == "blue"


def test_one_that_is_not_at_nothing_does_not_stall() -> None:
    at = stalled("yo_yo", "high", False, type="bf_109e")
    assert at.position.phase == "altitude" and len(at[0].hand) == 1, "1 becomes 0: no card, no stall"


# ---- following


@pytest.mark.rule("DIF-199", "DIF-200", "DIF-201", "DIF-202", "DIF-203", "DIF-204")
@pytest.mark.parametrize(("level", "climb", "pays", "draws"), [(1, True, 2, 0), (1, False, 1, 1), (2, True, 1, 0), (2, False, 0, 1)])
def test_what_following_costs(level: int, climb: bool, pays: int, draws: int) -> None:
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "ims_1 redline scissors", holds=0, level=level))
    at.do(o.Climb("yo_yo") if climb else o.Dive())
    assert at.seat == "red"
    follows = at.legal(o.Follow)
    assert {len(x.cards) for x in follows} == {pays}
    assert len(follows) == {0: 1, 1: 3, 2: 3}[pays]
    at.do(follows[0])
    assert len(at[1].hand) == 3 - pays + draws
    assert at[1].altitude == at[0].altitude == (3 if climb else 1)
    assert at.relation(1, 0) == level


@pytest.mark.rule("DIF-205")
def test_who_does_not_follow_loses_the_position() -> None:
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "ims_1", holds=0, level=2))
    at.do(o.Dive())
    assert at.refused(o.Follow(("ims_1",))) == "DIF-202"
    events = at.passes()
    assert at.relation() == 0 and describe(events, "position") == [{"aircraft": 1, "target": 0, "relation": 0}]


@pytest.mark.rule("DIF-198", "DIF-200", "DIF-205")
@pytest.mark.parametrize("climb", [True, False])
def test_one_with_no_card_to_pay_is_not_asked(climb: bool) -> None:
    """GAP-37: Advantaged with an empty hand cannot follow even a dive."""
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "", holds=0, level=1))
    at.do(o.Climb("yo_yo") if climb else o.Dive())
    assert at.relation() == 0 and at.position.pending is None and "passed" not in codes(at.events)


@pytest.mark.rule("DIF-137", "DIF-198", "DIF-202")
def test_one_with_too_few_cards_to_follow_may_redline() -> None:
    """GAP-26: a climb costs the Advantaged follower two cards; with one in the hand only Redline finds them."""
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "redline", holds=0, level=1), draws="scissors ims_1 ims_2")
    at.do(o.Climb("yo_yo"))
    assert at.seat == "red" and at.legal() == [o.NoAnswer(), o.Redline("redline")]
    assert at.refused(o.Follow(("redline", "redline"))) == "DIF-198"
    at.do(o.Redline("redline"))
    assert at[1].hits == 1 and at.seat == "red"
    at.do(o.Follow(("ims_1", "scissors")))
    assert at[1].altitude == 3 and at.relation() == -1 and at[1].hand == ("ims_2",)


@pytest.mark.rule("DIF-137")
def test_whether_one_with_too_few_cards_holds_redline_does_not_show() -> None:
    """The question, and what the others learn of the answer, are the same whatever the one card is."""
    told_of = []
    for card in ("redline", "ims_1"):
        at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", card, holds=0, level=1))
        events = at.do(o.Climb("yo_yo"))
        assert at.seat == "red" and o.NoAnswer() in at.legal()
        events += at.passes()
        told_of.append([e for e in events if "blue" in e.to])
        assert at.relation() == 0
    assert told_of[0] == told_of[1]


@pytest.mark.rule("DIF-137")
def test_one_that_falls_by_its_redline_does_not_follow() -> None:
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "redline", holds=0, level=1, hits=5), Fly("bf_109e"))
    at.do(o.Climb("yo_yo"), o.Redline("redline"))
    assert at[1].out == "down" and at.position.pending is None and at[0].altitude == 3


@pytest.mark.rule("DIF-199", "DIF-206", "DIF-195")
@pytest.mark.parametrize("climb", [True, False])
def test_vertical_roll_is_followed_too(climb: bool) -> None:
    at = Table(battle(Fly("spitfire_i", "vertical_roll yo_yo redline"), Fly("bf_109e", "ims_1 redline", holds=0, level=1)))
    at.do(o.ChangeAltitude("vertical_roll", climb, "yo_yo" if climb else None))
    assert at.seat == "red" and {len(x.cards) for x in at.legal(o.Follow)} == {2 if climb else 1}
    at.do(at.legal(o.Follow)[0])
    assert at.relation(1, 0) == 1 and at.seat == "blue" and at.position.phase == "actions"


@pytest.mark.rule("DIF-195")
def test_a_follower_keeps_its_position_only_on_the_one_it_follows() -> None:
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "ims_1", holds=0, level=2))
    at.do(o.Dive())
    at.do(o.Follow(()))
    assert describe(at.events, "drew")[:2] == [
        {"aircraft": 0, "count": 1, "why": "dive"},
        {"aircraft": 1, "count": 1, "why": "dive"},
    ]


# ---- chains


def chain(**values: object) -> Table:
    """A Mustang with a Gustav on it, and a Thunderbolt on the Gustav."""
    return at_altitude(
        Fly("p_51d", "yo_yo", side="us"),
        Fly("bf_109g", "ims_1 redline", side="german", holds=0, level=2),
        Fly("p_47d", "ims_1 scissors redline", side="us", holds=1, level=1),
        **values,
    )


@pytest.mark.rule("DIF-207", "DIF-208", "DIF-209")
def test_the_chain_decides_from_front_to_back() -> None:
    at = chain()
    at.do(o.Dive())
    assert at.seat == "german"
    at.do(o.Follow(()))
    assert at.seat == "us" and {len(x.cards) for x in at.legal(o.Follow)} == {1}
    at.do(o.Follow(("ims_1",)))
    assert [c.altitude for c in at.position.crafts] == [1, 1, 1]
    assert at.relation(1, 0) == 2 and at.relation(2, 1) == 1


@pytest.mark.rule("DIF-209", "DIF-210")
def test_who_stays_keeps_the_one_behind() -> None:
    at = chain()
    at.do(o.Dive())
    at.passes()
    assert at.relation(1, 0) == 0 and at.relation(2, 1) == 1
    assert at.position.pending is None and at.position.active == 0


@pytest.mark.rule("DIF-210")
def test_the_last_of_the_chain_may_stay_alone() -> None:
    at = chain()
    at.do(o.Dive(), o.Follow(()), o.NoAnswer())
    assert at.relation(1, 0) == 2 and at.relation(2, 1) == 0
    assert [c.altitude for c in at.position.crafts] == [1, 1, 2]


def test_tailing_decides_before_advantaged_and_in_player_order() -> None:
    """GAP-38."""
    at = at_altitude(
        Fly("spitfire_i", "yo_yo"),
        Fly("bf_109e", "ims_1", side="x", holds=0, level=1),
        Fly("bf_109e", "ims_1", side="x", holds=0, level=2),
        Fly("bf_109e", "ims_1", side="x", holds=0, level=1),
    )
    events = at.do(o.Dive(), o.Follow(()), o.Follow(("ims_1",)), o.Follow(("ims_1",)))
    assert [d["aircraft"] for d in describe(events, "altitude")] == [0, 2, 1, 3]


def test_a_ring_of_three_asks_each_once() -> None:
    """GAP-38: the one that began is not asked to follow."""
    at = at_altitude(
        Fly("spitfire_i", "yo_yo", holds=1, level=1),
        Fly("bf_109e", "ims_1 redline", holds=2, level=1),
        Fly("p_51d", "ims_1 redline", holds=0, level=1),
        free_for_all=True,
    )
    at.do(o.Dive())
    assert at.relation(0, 1) == 0, "who leaves loses what it held"
    assert at.seat == "s2"
    at.do(o.Follow(("ims_1",)))
    assert at.seat == "s1"
    at.do(o.Follow(("ims_1",)))
    assert at.relation(2, 0) == 1 and at.relation(1, 2) == 1
    assert at.position.pending is None and at.seat == "s0"


def test_a_redline_while_deciding_to_follow() -> None:
    """GAP-26: a follower may fall by it; then it follows no more."""
    at = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "redline", hits=5, holds=0, level=2), Fly("bf_109e"))
    at.do(o.Dive())
    events = at.do(o.Redline("redline"))
    assert at[1].out == "down" and at.position.pending is None and "altitude" not in codes(events)
    well = at_altitude(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", "redline", holds=0, level=1))
    well.do(o.Dive(), o.Redline("redline"))
    assert well.seat == "red" and len(well.legal(o.Follow)) >= 1
