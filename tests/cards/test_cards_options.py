"""The optional rules: wingmen, teams, several aircraft, free-for-all, balance, bonus cards, pilots, and a mission's hooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.errors import Refused
from bob.tactical.cards import CardDogfight
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.damage import deal
from bob.tactical.cards.data import CardTables, PilotCounter
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import power
from bob.tactical.cards.position import CardPosition
from tests.cards.tabletop import GAME, SHUFFLE, TABLES, Fly, Table, battle, codes, describe


def dice(seed: int = 5) -> SeededDice:
    return SeededDice(Stream.of(seed, "game"))


def side(seat: str, *types: Any, party: str = "") -> dict[str, Any]:
    """A player with aircraft at Medium, by their codes or in full."""
    mounts = [{"altitude": "medium", **(t if isinstance(t, dict) else {"aircraft": t})} for t in types]
    return {"seat": seat, "side": party or seat, "aircraft": mounts}


def begun(*players: dict[str, Any], game: CardDogfight = GAME, faces: tuple[int, ...] = (*SHUFFLE, 1, 1), **options: Any) -> Table:
    position, events = game.setup("duel", {"players": list(players), **options}, ScriptedDice(faces))
    table = Table(position)
    table.events = events
    return table


# ---- wingmen


@pytest.mark.rule("DIF-361")
def test_friendly_fighters_are_paired() -> None:
    at = begun(side("a", "bf_109e", "bf_109e", "do_17z"), side("b", "spitfire_i"), wingmen=True)
    assert at.position.phase == "pair" and at.position.owing == ("a",), "a lone fighter has nobody to pair with"
    assert at.legal() == [o.Pair(0, 1), o.Pair(1, 0), o.PairsDone()]
    events = GAME.apply(at.position, "a", o.Pair(1, 0), ScriptedDice([1]))
    assert (at[1].wingman, at[0].leader) == (0, 1) and "paired" in codes(events)
    assert at.position.turn == 1
    given = begun(side("a", "bf_109e", {"aircraft": "bf_109e", "wingman_of": 0}), side("b", "spitfire_i"))
    assert (given[0].wingman, given[1].leader) == (1, 0)
    unpaired = begun(side("a", "bf_109e", "bf_109e"), side("b", "spitfire_i"), wingmen=True)
    unpaired.do(o.PairsDone())
    assert unpaired[0].wingman == -1


def pair(leader: dict[str, Any] | None = None, wingman: dict[str, Any] | None = None, **values: Any) -> Table:
    """A Wingman (0) about to act, its Leader (1), and two enemies (2, 3)."""
    return Table(
        battle(
            Fly(**{"type": "bf_109e", "hand": "yo_yo ims_1", "leader": 1, **(wingman or {})}),
            Fly("bf_109e", side="blue", **{"wingman": 0, **(leader or {})}),
            Fly("spitfire_i", **values.pop("enemy", {})),
            Fly("spitfire_i"),
            **values,
        )
    )


@pytest.mark.rule("DIF-362")
@pytest.mark.parametrize(
    ("level", "way"), [("low", o.Dive()), ("very_low", o.Dive()), ("high", o.Climb("yo_yo")), ("very_high", o.Climb("yo_yo"))]
)
def test_a_wingman_changes_altitude_towards_its_leader(level: str, way: Any) -> None:
    at = pair({"altitude": level}, phase="altitude")
    assert {type(x) for x in at.legal()} == {type(way)} and way in at.legal()
    assert at.refused(o.Stay()) == "DIF-362"
    assert at.refused(o.Dive() if isinstance(way, o.Climb) else o.Climb("yo_yo")) == "DIF-362"


@pytest.mark.rule("DIF-362")
def test_a_wingman_at_the_level_of_its_leader_or_without_a_card_is_free() -> None:
    """GAP-70: a climb that cannot be paid is not made."""
    assert o.Stay() in pair(phase="altitude").legal()
    at = pair({"altitude": "high"}, phase="altitude")
    for card in at[0].hand:
        at.position.pile.append(card)
    at[0].hand = ()
    assert o.Stay() in at.legal()
    alone = pair({"altitude": "high", "out": "down"}, phase="altitude")
    assert o.Stay() in alone.legal()


@pytest.mark.rule("DIF-362")
def test_a_wingman_without_a_card_stays_below_its_leader() -> None:
    """GAP-70: it cannot pay the climb, and does not dive away instead."""
    at = pair({"altitude": "high"}, {"hand": ""}, phase="altitude")
    assert at.legal() == [o.Stay()]
    assert at.refused(o.Dive()) == "DIF-362"
    assert at.refused(o.Climb(None)) == "DIF-192"


@pytest.mark.rule("DIF-362")
@pytest.mark.parametrize("leader", ["high", "low"])
def test_a_wingman_does_not_roll_away_from_its_leader(leader: str) -> None:
    up = leader == "high"
    at = pair({"altitude": leader}, {"hand": "vertical_roll yo_yo yo_yo redline"})
    assert {x.climb for x in at.legal(o.ChangeAltitude)} == {up}
    assert at.refused(o.ChangeAltitude("vertical_roll", not up, None if up else "yo_yo")) == "DIF-362"
    at.do(o.ChangeAltitude("vertical_roll", up, "yo_yo" if up else None))
    assert at[0].altitude == at[1].altitude


@pytest.mark.rule("DIF-362")
def test_a_wingman_that_came_level_does_not_leave_again() -> None:
    at = pair({"altitude": "high"}, {"hand": "vertical_roll yo_yo yo_yo redline"}, phase="altitude")
    at.do(o.Climb("yo_yo"), *([o.EndPhase()] if at.position.phase == "speed" else []))
    assert at.position.phase == "actions" and at[0].altitude == at[1].altitude == 3
    assert at.legal(o.ChangeAltitude) == []
    assert at.refused(o.ChangeAltitude("vertical_roll", False)) == "DIF-362"
    level = pair(None, {"hand": "vertical_roll yo_yo redline"})
    assert {x.climb for x in level.legal(o.ChangeAltitude)} == {True, False}, "one that began level is free"


def low_powered(level: str, leader: str) -> Table:
    """A Wingman in a Gladiator that stalls in its pre-turn draw, with no card to pay."""
    return pair({"altitude": leader}, {"hand": "", "type": "gladiator_ii", "hits": 2, "altitude": level}, phase="pre", draws="yo_yo")


@pytest.mark.rule("DIF-362", "DIF-197")
def test_a_stall_forces_no_climb_on_a_wingman_that_began_level() -> None:
    at = low_powered("high", "high")
    assert at[0].altitude == 2 and at.position.phase == "altitude", "it fell below its Leader"
    assert at.legal() == [o.Climb("yo_yo"), o.Stay()]
    assert at.refused(o.Dive()) == "DIF-362"


@pytest.mark.rule("DIF-362", "DIF-197")
@pytest.mark.parametrize(
    ("leader", "orders"),
    [
        ("very_high", [o.Climb("yo_yo")]),
        ("medium", [o.Stay()]),
        ("low", [o.Dive(), o.Stay()]),
    ],
)
def test_the_duty_of_a_wingman_counts_from_where_it_began_its_turn(leader: str, orders: list[Any]) -> None:
    """Begun at High and fallen to Medium: above is the Leader still to climb to; nearer or level, enough is done."""
    assert low_powered("high", leader).legal() == orders


@pytest.mark.rule("DIF-363")
def test_a_wingman_helps_its_engaged_leader() -> None:
    free = pair()
    assert {x.target for x in free.legal(o.Attack)} == {2, 3}
    for enemy, leader in (({"holds": 1, "level": 1}, {}), ({}, {"holds": 2, "level": 2})):
        bound = pair(leader, enemy=enemy)
        assert {x.target for x in bound.legal(o.Attack)} == {2}
        assert bound.refused(o.Attack("ims_1", 3)) == bound.refused(o.PlayManoeuvre("yo_yo", 3, 1)) == "DIF-363"
        assert o.Tactic("yo_yo") in bound.legal(), "its own aircraft it may always help"
    lost = pair({"out": "down"}, enemy={})
    assert {x.target for x in lost.legal(o.Attack)} == {2, 3}


@pytest.mark.rule("DIF-364")
def test_a_leader_draws_one_more() -> None:
    at = pair()
    assert power(at.position, at[1], False) == at[1].now.pre + 1 and power(at.position, at[1], True) == at[1].now.post + 1
    assert power(at.position, at[0], False) == at[0].now.pre
    at[0].out = "down"
    assert power(at.position, at[1], False) == at[1].now.pre


# ---- teams


@pytest.mark.rule("DIF-365", "DIF-367", "DIF-368", "DIF-369", "DIF-370", "DIF-371", "DIF-374", "DIF-375")
def test_two_against_three() -> None:
    """The team says who acts; one that has nobody left is passed over; the order may change from turn to turn."""
    at = begun(
        side("one", "bf_109e", party="axis"),
        side("two", "bf_109e", party="axis"),
        side("red", "spitfire_i", party="allied"),
        side("blue", "spitfire_i", party="allied"),
        side("green", "spitfire_i", party="allied"),
        turns=2,
    )
    assert at.seat == "one" and at.legal() == [o.Act(0), o.Act(1)]
    assert at.refused(o.Act(2)) == "DIF-369"
    order: list[int] = []

    def turn(number: int, choose: bool = True) -> None:
        if choose:
            at.do(o.Act(number))
        order.append(at.position.active)
        while at.position.active == order[-1]:
            at.do(next(x for kind in (o.EndPhase, o.Stay) for x in at.legal() if isinstance(x, kind)))

    turn(1)
    assert at.seat == "red" and at.legal() == [o.Act(2), o.Act(3), o.Act(4)]
    turn(4)
    assert [c.acted for c in at.position.crafts] == [True, True, False, False, True], "the last Axis fighter acts unasked"
    turn(0, choose=False)
    assert at.refused(o.Act(4)) == "DIF-369", "it has acted"
    turn(2)
    turn(3, choose=False)
    assert order == [1, 4, 0, 2, 3]
    assert at.position.turn == 2 and at.seat == "one" and not any(c.acted for c in at.position.crafts)
    turn(0)
    assert at.seat == "red"


@pytest.mark.rule("DIF-368", "DIF-370")
@pytest.mark.parametrize(("face", "first"), [(1, "axis"), (2, "allied")])
def test_the_initiative_is_drawn_and_kept(face: int, first: str) -> None:
    """GAP-71; a scenario may set it (GAP-55)."""
    at = begun(side("axis", "bf_109e"), side("allied", "spitfire_i"), faces=(*SHUFFLE, face))
    assert describe(at.events, "initiative") == [{"side": first}]
    fixed = begun(side("axis", "bf_109e"), side("allied", "spitfire_i"), faces=SHUFFLE, first="allied")
    assert describe(fixed.events, "initiative") == [{"side": "allied"}]


@pytest.mark.rule("DIF-366", "DIF-393")
def test_the_lesser_side_starts_with_the_difference() -> None:
    at = begun(side("axis", "bf_109e", "bf_110c"), side("allied", "spitfire_i"), balance=True)
    assert at.position.score == [0, 10]
    assert begun(side("axis", "bf_109e"), side("allied", "spitfire_i"), balance=True).position.score == [0, 0]
    assert begun(side("axis", "bf_109e", "bf_110c"), side("allied", "spitfire_i")).position.score == [0, 0]
    mission = begun(side("axis", "bf_109e", "bf_110c"), side("allied", "spitfire_i"), balance=True, mission=True)
    assert mission.position.score == [0, 0], "not in a campaign"


@pytest.mark.rule("DIF-372", "DIF-373")
def test_each_aircraft_has_its_own_hand_and_place() -> None:
    at = begun(side("a", "bf_109e", "p_11c"), side("b", "spitfire_i"))
    assert [len(c.hand) for c in at.position.crafts] == [6, 4, 6]
    at.do(o.Act(1))
    assert {x.card for x in at.legal(o.Climb)} == set(at[1].hand)
    seen = GAME.view(at.position, "a").aircraft
    assert [a.cards is not None for a in seen] == [True, True, False]


def test_victory_points_decide_and_the_last_side_flying_ends_it() -> None:
    """GAP-16."""
    at = Table(battle(Fly("spitfire_i", "ims_1 yo_yo"), Fly("p_11c", hits=3), Fly("bf_110c", side="blue"), turn=2))
    at.do(o.Attack("ims_1", 1))
    assert at.position.outcome is not None and at.position.outcome.points == {"blue": 3.0, "red": 0.0}
    assert at.position.outcome.winner == "blue" and at.position.turn == 2


# ---- free-for-all


@pytest.mark.rule("DIF-382", "DIF-383")
def test_everybody_against_everybody_in_a_new_order_each_turn() -> None:
    players = [side(s, "spitfire_i") for s in ("one", "two", "three")]
    at = begun(*players, free_for_all=True, faces=(*SHUFFLE, 1, 2), turns=2)
    assert describe(at.events, "order") == [{"aircraft": (2, 1, 0)}]
    assert at.position.active == 2
    at = begun(*players, free_for_all=True, faces=(*SHUFFLE, 3, 2))
    assert describe(at.events, "order") == [{"aircraft": (0, 1, 2)}]
    at.do(o.Stay())
    targets = {getattr(x, "target", None) for x in at.legal()} - {None}
    assert targets == {1, 2}
    at.dice = ScriptedDice([1, 1])
    while at.position.turn == 1:
        at.do(next(x for kind in (o.EndPhase, o.Stay) for x in at.legal() if isinstance(x, kind)))
    assert [r.purpose for r in at.dice.ledger.rolls] == ["cards.dice.order"] * 2


def test_who_shoots_it_down_or_flips_it_scores() -> None:
    """GAP-73."""
    position = battle(Fly("spitfire_i", "ims_1"), Fly("p_11c", hits=1), Fly("bf_109e", hits=5), free_for_all=True, turn=6)
    at = Table(position)
    at.do(o.Attack("ims_1", 1))
    deal(CardRun(position, at.dice), position.crafts[2], 1, 1)
    assert at[1].flipped_by == 0 and position.score == [0, 10, 0]
    at.do(*[x for x in (o.EndPhase(),) if at.position.active == 0])
    while at.position.owing:
        at.do(next(x for kind in (o.EndPhase, o.Stay, o.NoAnswer) for x in at.legal() if isinstance(x, kind)))
    assert at.position.outcome is not None and at.position.outcome.points == {"s0": 1.0, "s1": 10.0, "s2": 0.0}
    assert at.position.outcome.winner == "s1"


def test_nobody_scores_who_redlines_himself_down() -> None:
    at = Table(battle(Fly("spitfire_i", "redline", hits=5), Fly("p_11c"), Fly("bf_109e"), free_for_all=True))
    at.do(o.Redline("redline"))
    assert at[0].out == "down" and at.position.score == [0, 0, 0]


# ---- bonus cards


@pytest.mark.rule("DIF-394", "DIF-395")
@pytest.mark.parametrize(("level", "bonus"), [("very_low", 2), ("low", 1), ("medium", 0), ("high", 0)])
@pytest.mark.parametrize("on", [True, False])
def test_bonus_cards_for_a_low_start(level: str, bonus: int, on: bool) -> None:
    """GAP-74: on revealing the altitudes, above Performance too."""
    at = begun(side("a", "bf_109e"), side("b", {"aircraft": "spitfire_i", "altitude": level}), bonus_cards=on)
    assert len(at[1].hand) == 6 + (bonus if on else 0)


# ---- pilots


def with_pilots(*pilots: PilotCounter) -> CardDogfight:
    return CardDogfight(CardTables(TABLES.deck, TABLES.aircraft, {p.code: p for p in pilots}))


def pilot(*abilities: str, nation: str = "generic", vp: int = 2, code: str = "ace") -> PilotCounter:
    return PilotCounter(code, "An ace", nation, vp, abilities, "designed", "test")


def flown(*abilities: str, type: str = "spitfire_i", hand: str = "", hits: int = 0, **values: Any) -> Table:
    """A position whose first aircraft has a pilot of these abilities; its hand is given by name."""
    game = with_pilots(pilot(*abilities))
    position, _ = game.setup(
        "duel",
        {"players": [side("a", {"aircraft": type, "pilot": "ace"}), side("b", "bf_110c", "bf_110c")]},
        ScriptedDice([*SHUFFLE, 1]),
    )
    at = Table(position)
    craft = at[0]
    everything = [*position.pile, *(c for k in position.crafts for c in k.hand)]
    for other in position.crafts:
        other.hand = ()
    for card in hand.split():
        everything.remove(card)
    position.pile, craft.hand = everything, tuple(hand.split())
    if hits:
        deal(CardRun(position, at.dice), craft, hits, 1)
    for name, value in values.items():
        setattr(craft, name, value)
    return at


@pytest.mark.rule("DIF-397", "DIF-398", "DIF-399")
def test_pilots_are_picked_with_the_aircraft() -> None:
    game = with_pilots(
        pilot(), pilot(nation="united_kingdom", code="briton"), pilot(nation="germany", code="german"), pilot(vp=9, code="dear")
    )
    position, _ = game.setup(
        "duel", {"pilots": True, "vp_limit": 12, "players": [{"seat": s, "side": s, "picks": 1} for s in "ab"]}, dice()
    )
    rolled = dice()
    game.apply(position, "a", o.PickAircraft("spitfire_i"), rolled)
    assert set(position.owing) == {"a", "b"}
    listed = game.choices(position, "a").listed
    assert listed == (o.PickPilot(None), o.PickPilot("ace"), o.PickPilot("briton")), "10 and 2 are 12, 9 are too many"
    game.apply(position, "a", o.PickPilot("briton"), rolled)
    game.apply(position, "b", o.PickAircraft("bf_109e"), rolled)
    assert o.PickPilot("german") in game.choices(position, "b").listed
    game.apply(position, "b", o.PickPilot(None), rolled)
    assert [(c.pilot, c.pilot_vp) for c in position.crafts] == [("briton", 2), (None, 0)]


@pytest.mark.rule("DIF-399")
def test_a_pilots_value_is_scored_with_the_aircraft_and_balanced() -> None:
    """GAP-78: the half value of a Damaged aircraft leaves the pilot out."""
    at = flown()
    deal(CardRun(at.position, at.dice), at[0], 6, 1)
    assert at.position.score == [0, 10 + 2]
    game = with_pilots(pilot(vp=3))
    balanced = begun(side("a", {"aircraft": "spitfire_i", "pilot": "ace"}), side("b", "bf_109e"), game=game, balance=True)
    assert balanced.position.score == [0, 3]


@pytest.mark.rule("DIF-400")
def test_a_stronger_airframe_counts_on_both_sides() -> None:
    for ability, more in (("A+1", 1), ("A+2", 2)):
        for hits, state in ((2 + more, ""), (3 + more, "damaged"), (5 + more, "damaged"), (6 + more, "down")):
            craft = flown(ability, hits=hits)[0]
            assert ("down" if craft.out else "damaged" if craft.damaged else "") == state


@pytest.mark.rule("DIF-401")
def test_ag_makes_agile_until_damaged() -> None:
    for hits, agile in ((0, True), (3, False)):
        at = flown("Ag", hand="ims_1", hits=hits)
        at.position.phase = "actions"
        at[1].holds, at[1].level = 0, 1
        assert bool(at.legal(o.AgileScissors)) == agile


@pytest.mark.rule("DIF-402")
@pytest.mark.parametrize(("ability", "count"), [("AP1", 1), ("AP2", 2)])
def test_ace_pilot_markers_are_used_up(ability: str, count: int) -> None:
    """GAP-76: no part of the hand, no payment; a reaction or a Manoeuvre 4."""
    at = flown(ability, hand="")
    assert at[0].markers == count and not at.legal(o.Climb)
    at.position.phase = "actions"
    at[1].holds, at[1].level = 0, 2
    assert [x.steps for x in at.legal(o.PlayManoeuvre) if x.target == 1] == [1, 2, 3, 4]
    at.do(o.PlayManoeuvre(o.ACE_MARKER, 1, 4))
    assert at.relation() == 2 and at[0].markers == count - 1
    if count == 1:
        assert at.refused(o.PlayManoeuvre(o.ACE_MARKER, 1, 1)) is not None
    at = Table(battle(Fly("bf_109e", "ims_1 yo_yo"), Fly("spitfire_i", markers=count)))
    at.do(o.Attack("ims_1", 1))
    assert at.legal() == [o.NoAnswer(), o.React(o.ACE_MARKER)]
    at.do(o.React(o.ACE_MARKER))
    assert at[1].markers == count - 1 and at[1].hits == 0
    assert "ace_pilot" not in at.position.played + at.position.discard


@pytest.mark.rule("DIF-403", "DIF-406")
@pytest.mark.parametrize("hits", [0, 3])
def test_bursts_and_firepower_on_both_sides(hits: int) -> None:
    """GAP-75."""
    at = flown("B+1", "F+1", hand="ims_1 redline", hits=hits)
    at.position.phase = "actions"
    base = TABLES.aircraft["spitfire_i"].back if hits else TABLES.aircraft["spitfire_i"].front
    assert bursts_left(at[0]) == base.bursts + 1
    at.do(o.Attack("ims_1", 1))
    assert at[1].hits == 1 + base.firepower + 1


@pytest.mark.rule("DIF-404")
def test_cl_climbs_for_a_card_less() -> None:
    at = flown("Cl", hand="")
    assert at.legal(o.Climb) == [o.Climb(None)]
    at.do(o.Climb(None))
    assert at[0].altitude == 3
    follower = Table(battle(Fly("bf_109e", "yo_yo"), Fly("spitfire_i", "ims_1", holds=0, level=1), phase="altitude"))
    follower[1].now = follower[1].front = replace(follower[1].front, climb_less=1)
    follower.do(o.Climb("yo_yo"))
    assert follower.legal(o.Follow) == [o.Follow(("ims_1",))], "the card for following is still due"
    roll = flown("Cl", hand="vertical_roll")
    roll.position.phase = "actions"
    assert o.ChangeAltitude("vertical_roll", True) in roll.legal()


@pytest.mark.rule("DIF-405")
def test_di_draws_a_card_more_in_a_dive() -> None:
    at = flown("Di", hand="yo_yo")
    at.do(o.Dive())
    assert len(at[0].hand) == 3


@pytest.mark.rule("DIF-407", "DIF-408", "DIF-410")
def test_horsepower_and_performance() -> None:
    base = TABLES.aircraft["spitfire_i"]
    for abilities, pre, post, performance in ((("H+1/+1",), 1, 1, 0), (("H+0/+1",), 0, 1, 0), (("P+2", "H+0/+1"), 0, 1, 2)):
        for hits, rated in ((0, base.front), (3, base.back)):
            at = flown(*abilities, hits=hits)
            assert power(at.position, at[0], False) == rated.pre + pre and power(at.position, at[0], True) == rated.post + post
            assert at[0].now.performance == rated.performance + performance
    game = with_pilots(pilot("P+2"))
    assert len(begun(side("a", {"aircraft": "spitfire_i", "pilot": "ace"}), side("b", "bf_109e"), game=game)[0].hand) == 8


@pytest.mark.rule("DIF-409")
def test_m0_makes_manoeuvre_1_of_manoeuvre_0() -> None:
    """GAP-77."""
    at = flown("M0(1)", hand="barrel_roll tight_turn yo_yo vertical_roll")
    at.position.phase = "actions"
    by_card: dict[str, set[int]] = {}
    for x in at.legal(o.PlayManoeuvre):
        by_card.setdefault(x.card, set()).add(x.steps)
    assert by_card == {"barrel_roll": {1}, "tight_turn": {1}, "yo_yo": {1}, "vertical_roll": {1, 2}}


@pytest.mark.rule("DIF-411")
def test_re_takes_no_hit_from_redline() -> None:
    at = flown("Re", hand="redline evasive")
    at.position.phase = "actions"
    assert at.legal(o.Redline) == [o.Redline("redline")], "an Evasive would be for nothing"
    at.do(o.Redline("redline"))
    assert at[0].hits == 0 and len(at[0].hand) == 4


@pytest.mark.rule("DIF-412")
def test_s_is_faster() -> None:
    at = flown("S+1", hand="yo_yo")
    at.position.phase = "speed"
    assert at[1].now.speed == TABLES.aircraft["spitfire_i"].front.speed
    at.do(o.Compare(1))
    assert at.position.speed_points == 1


# ---- decks


@pytest.mark.rule("DIF-385", "DIF-386")
@pytest.mark.parametrize(("decks", "theatre", "cards"), [(1, "pacific", 110), (2, "europe", 220), (3, "both", 330)])
def test_decks(decks: int, theatre: str, cards: int) -> None:
    at = begun(side("a", "bf_109e"), side("b", "spitfire_i"), decks=decks, theatre=theatre)
    position = at.position
    assert len(position.pile) + sum(len(c.hand) for c in position.crafts) == cards
    GAME.invariants(position)


# ---- what a campaign's mission needs


@pytest.mark.rule("DIF-388")
def test_a_count_multiplies_an_aircraft() -> None:
    at = begun(side("a", {"aircraft": "ju_87b", "count": 3}), side("b", {"aircraft": "p_11c", "count": 2}), mission=True)
    assert [c.type for c in at.position.crafts] == ["ju_87b"] * 3 + ["p_11c"] * 2


@pytest.mark.rule("DIF-313", "DIF-314", "DIF-315")
def test_late_fighters_neither_act_nor_are_there_in_the_first_turn() -> None:
    at = begun(side("a", {"aircraft": "bf_109e", "late": 1}), side("b", "spitfire_i"), faces=(*SHUFFLE, 1), turns=2)
    assert len(at[0].hand) == 6, "hand and altitude as normal"
    assert at.position.turn == 1 and at.position.active == 1
    assert GAME.view(at.position, "b").aircraft[0].absent
    at.do(o.Stay())
    assert not any(hasattr(x, "target") for x in at.legal())
    assert at.refused(o.PlayManoeuvre(at[1].hand[0], 0, 1)) == "DIF-315"
    while at.position.turn == 1:
        at.do(next(x for kind in (o.EndPhase, o.Stay) for x in at.legal() if isinstance(x, kind)))
    assert at.position.active == 0 and not GAME.view(at.position, "b").aircraft[0].absent


@pytest.mark.rule("DIF-311")
def test_fighters_short_of_fuel_go_home_before_the_last_turn() -> None:
    """GAP-61: they are not shot down; loaded fighter-bombers stay (GAP-53)."""
    at = begun(
        side("a", {"aircraft": "bf_109e", "leaves": 2}, {"aircraft": "bf_110c", "loaded": True, "leaves": 2}),
        side("b", "spitfire_i"),
        first="b",
        faces=SHUFFLE,
        turns=2,
    )
    while at.position.turn == 1:
        at.do(next(x for kind in (o.EndPhase, o.KeepBombs, o.Stay, o.Act) for x in at.legal() if isinstance(x, kind)))
    assert at[0].out == "left" and at[1].out == "" and at.position.score == [0, 0]


@pytest.mark.rule("DIF-306", "DIF-312", "DIF-320", "DIF-321", "DIF-322")
def test_the_changes_that_mission_options_bring() -> None:
    """GAP-57: figures stop at 0; GAP-58: only those with a Gunner are changed."""
    at = begun(
        side("a", {"aircraft": "do_17z", "dt": -9, "st": 1, "bombs": 2}, {"aircraft": "bf_110c", "gunner": 1}),
        side("b", {"aircraft": "spitfire_i", "extra_cards": 2, "gunner": 1}, {"aircraft": "p_11c", "hits": 2}),
        mission=True,
    )
    do17 = TABLES.aircraft["do_17z"]
    assert (at[0].now.dt, at[0].now.st, at[0].now.bombs, at[0].back.st) == (0, do17.front.st + 1, do17.front.bombs + 2, do17.back.st + 1)
    assert at[1].now.gunner == 2 and at[2].now.gunner == 0
    assert len(at[2].hand) == 8
    assert at[3].damaged and at[3].hits == 2


def test_setup_refuses_an_unknown_option_and_names_it() -> None:
    with pytest.raises(Exception, match="weather"):
        GAME.setup("duel", {"weather": "fine"}, dice())


def test_a_seat_that_owes_nothing_is_refused() -> None:
    position: CardPosition = battle(Fly("bf_109e", "yo_yo"), Fly("spitfire_i"))
    assert GAME.choices(position, "red").listed == ()
    with pytest.raises(Refused) as caught:
        GAME.check(position, "red", o.EndPhase())
    assert caught.value.rule == "DIF-016"
