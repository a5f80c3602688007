"""The six phases of a turn, damage, and victory points."""

from __future__ import annotations

import pytest

from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.damage import deal, points
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import power
from tests.cards.tabletop import TABLES, Fly, Table, battle, codes, describe

SIX = "yo_yo yo_yo scissors scissors tight_turn tight_turn"


def turn_of(*flying: Fly, **values: object) -> Table:
    """The first aircraft's turn has just begun: it has drawn."""
    return Table(battle(*flying, phase="choose", active=-1, **values))  # type: ignore[arg-type]


@pytest.mark.rule("DIF-054")
def test_the_phases_come_in_their_order() -> None:
    table = turn_of(Fly("bf_109e", "yo_yo"), Fly("gladiator_ii"))
    seen = [table.position.phase]
    assert describe(table.events, "drew") == []
    assert len(table[0].hand) == 2, "the pre-turn draw is done"
    for order in (o.Stay(), o.EndPhase(), o.EndPhase()):
        table.do(order)
        seen.append(table.position.phase)
    assert seen == ["altitude", "speed", "actions", "discard"]
    events = table.do(o.EndPhase())
    assert describe(events, "drew")[0] == {"aircraft": 0, "count": 2, "why": "post"}
    assert describe(events, "turn") == [{"aircraft": 1}]


@pytest.mark.rule("DIF-054")
@pytest.mark.parametrize(("phase", "order"), [("altitude", o.EndPhase()), ("actions", o.Discard("yo_yo")), ("discard", o.Tactic("yo_yo"))])
def test_what_belongs_to_another_phase_is_refused(phase: str, order: object) -> None:
    assert Table(battle(Fly("bf_109e", "yo_yo"), Fly("gladiator_ii"), phase=phase)).refused(order) == "DIF-054"


@pytest.mark.rule("DIF-055", "DIF-056", "DIF-030", "DIF-032", "DIF-029")
@pytest.mark.parametrize(("hand", "after"), [("", 1), ("yo_yo yo_yo yo_yo yo_yo yo_yo", 6), (SIX, 6), (SIX + " redline", 7)])
def test_the_pre_turn_draw_stops_at_performance(hand: str, after: int) -> None:
    """A hand above Performance is not trimmed (GAP-11), and the draw is compulsory (GAP-04)."""
    assert len(turn_of(Fly("spitfire_i", hand), Fly())[0].hand) == after


@pytest.mark.rule("DIF-066", "DIF-067", "DIF-031")
@pytest.mark.parametrize(("hand", "drawn"), [("yo_yo", 2), ("yo_yo yo_yo scissors scissors", 2), ("yo_yo " * 5, 1), (SIX, 0)])
def test_the_post_turn_draw_stops_at_performance(hand: str, drawn: int) -> None:
    table = Table(battle(Fly("spitfire_i", hand), Fly(), phase="discard"))
    events = table.do(o.EndPhase())
    assert sum(d["count"] for d in describe(events, "drew") if d["aircraft"] == 0) == drawn


@pytest.mark.rule("DIF-069", "DIF-030")
def test_a_damaged_fighter_draws_by_its_back() -> None:
    table = turn_of(Fly("bf_109g", hits=3), Fly())
    assert TABLES.aircraft["bf_109g"].front.pre == 2 and len(table[0].hand) == 1


@pytest.mark.rule("DIF-060")
def test_cards_need_an_enemy_at_the_same_altitude() -> None:
    table = Table(battle(Fly("spitfire_i", "ims_1 yo_yo"), Fly("bf_109e", altitude="high")))
    assert table.legal() == [o.Barrage("ims_1"), o.EndPhase(), o.Tactic("yo_yo")]
    assert table.refused(o.Attack("ims_1", 1)) == table.refused(o.PlayManoeuvre("yo_yo", 1, 1)) == "DIF-060"


@pytest.mark.rule("DIF-061", "DIF-062", "DIF-108", "DIF-109")
def test_as_many_actions_as_wanted_each_with_its_own_cycle() -> None:
    table = Table(battle(Fly("spitfire_i", "yo_yo yo_yo ims_1"), Fly("bf_109e", "tight_turn evasive")))
    table.do(o.PlayManoeuvre("yo_yo", 1, 1))
    assert table.seat == "red" and table.position.played == ["yo_yo"]
    table.do(o.React("tight_turn"))
    assert table.position.played == ["yo_yo", "tight_turn"] and table.position.discard == []
    table.passes()
    assert table.position.played == [] and table.position.discard == ["yo_yo", "tight_turn"]
    table.do(o.PlayManoeuvre("yo_yo", 1, 1), o.NoAnswer(), o.Attack("ims_1", 1), o.NoAnswer())
    table.do(o.NoAnswer())
    assert table.relation() == 1 and table[1].hits == 1 and table.seat == "blue"


@pytest.mark.rule("DIF-063")
def test_a_position_may_be_given_up_in_the_own_turn() -> None:
    table = Table(battle(Fly("spitfire_i", holds=1, level=2), Fly("bf_109e")))
    table.do(o.GiveUp())
    assert table.relation() == 0
    table = Table(battle(Fly("spitfire_i", "yo_yo"), Fly("bf_109e", holds=0, level=2)))
    assert table.refused(o.GiveUp()) == "DIF-063", "the enemy's position is not ours to give up"


@pytest.mark.rule("DIF-064")
def test_cards_against_several_enemies_in_one_phase() -> None:
    table = Table(battle(Fly("spitfire_i", "ims_1 ims_1"), Fly("bf_109e"), Fly("bf_110c")))
    table.do(o.Attack("ims_1", 1), o.Attack("ims_1", 2))
    assert (table[1].hits, table[2].hits) == (1, 1)


@pytest.mark.rule("DIF-065")
def test_any_cards_may_be_discarded_and_none_need_be() -> None:
    table = Table(battle(Fly("spitfire_i", "yo_yo ims_1"), Fly("bf_109e"), phase="discard"))
    assert table.legal() == [o.Discard("ims_1"), o.Discard("yo_yo"), o.EndPhase()]
    table.do(o.Discard("ims_1"), o.Discard("yo_yo"))
    assert table.position.discard == ["ims_1", "yo_yo"]


# ---- damage


@pytest.mark.rule("DIF-037", "DIF-068", "DIF-071", "DIF-072", "DIF-075", "DIF-076")
@pytest.mark.parametrize(("hits", "state"), [(1, ""), (2, "damaged"), (3, "damaged"), (4, "down"), (5, "down")])
def test_hits_flip_and_shoot_down_by_the_total(hits: int, state: str) -> None:
    """In one attack or in several (GAP-13)."""
    for split in ((hits,), (1,) * hits):
        position = battle(Fly("spitfire_i"), Fly("p_11c"), Fly("bf_109e"))
        for part in split:
            deal(CardRun(position, None), position.crafts[1], part, 0)  # type: ignore[arg-type]
        craft = position.crafts[1]
        assert (craft.damaged and not craft.out, craft.out == "down") == (state == "damaged", state == "down")
        assert craft.hits == (hits if split == (hits,) else min(hits, 4))


def test_the_reading_that_hits_must_exceed_the_airframe() -> None:
    """GAP-12 as a switch; the back is reached in either reading."""
    for hits, damaged in ((2, False), (3, True)):
        position = battle(Fly("spitfire_i"), Fly("p_11c"), Fly("bf_109e"), flip="exceed")
        deal(CardRun(position, None), position.crafts[1], hits, 0)  # type: ignore[arg-type]
        assert position.crafts[1].damaged == damaged
    deal(CardRun(position, None), position.crafts[1], 1, 0)  # type: ignore[arg-type]
    assert position.crafts[1].out == "down"


@pytest.mark.rule("DIF-069", "DIF-070")
def test_a_flipped_fighter_has_its_back_at_once_and_keeps_its_hand() -> None:
    """Bursts left are those of the back, less the used ones (GAP-14)."""
    table = Table(battle(Fly("spitfire_i", "ims_1 redline ims_1 yo_yo yo_yo yo_yo", hits=2), Fly("bf_110c")))
    table.do(o.Attack("ims_1", 1))
    assert bursts_left(table[0]) == 1
    table.do(o.Redline("redline"))
    assert table[0].damaged and table[0].now is table[0].back
    assert bursts_left(table[0]) == 0
    assert len(table[0].hand) == 7 > table[0].now.performance


@pytest.mark.rule("DIF-073", "DIF-074")
def test_a_fallen_fighter_leaves_with_its_hand_and_its_relations() -> None:
    """GAP-15: who was engaged only with it is Neutral."""
    position = battle(Fly("spitfire_i", "ims_1", holds=1, level=2), Fly("p_11c", hits=3), Fly("bf_109e"))
    position.crafts[1].hand = ("yo_yo", "redline")
    for card in position.crafts[1].hand:
        position.pile.remove(card)
    table = Table(position)
    table.do(o.Attack("ims_1", 1), o.NoAnswer(), o.NoAnswer())
    assert table[1].out == "down" and table[1].hand == ()
    assert {"yo_yo", "redline"} <= set(table.position.discard)
    assert table[0].holds == -1 and table.relation() == 0
    assert table.refused(o.PlayManoeuvre("ims_1", 1, 1)) is not None


@pytest.mark.rule("DIF-077")
def test_shooting_down_scores_the_value() -> None:
    table = Table(battle(Fly("spitfire_i", "ims_1"), Fly("bf_109e", hits=5), Fly("bf_110c")))
    table.do(o.Attack("ims_1", 1))
    assert table.position.score == [10, 0]


@pytest.mark.rule("DIF-078", "DIF-079")
def test_damaged_aircraft_count_half_rounded_down() -> None:
    position = battle(Fly("spitfire_i", hits=3), Fly("p_11c", hits=2), Fly("bf_109e", hits=2), Fly("gladiator_ii", hits=3))
    # Worth 10, 3, 10 (not Damaged) and 5.
    assert points(position) == [1 + 2, 5]
    position.crafts[1].out = "down"
    assert points(position) == [2, 5], "one shot down is not Damaged besides"


@pytest.mark.rule("DIF-028", "DIF-037")
def test_firepower_may_be_negative_but_no_attack_heals() -> None:
    """GAP-05."""
    table = Table(battle(Fly("spitfire_i", "ims_1"), Fly("bf_109e", hits=1)))
    weak = table[0]
    weak.now = weak.front = type(weak.front)(**{n: getattr(weak.front, n) for n in weak.front.__dataclass_fields__} | {"firepower": -3})
    events = table.do(o.Attack("ims_1", 1))
    assert table[1].hits == 1 and "no_hits" in codes(events) and "hit" not in codes(events)


# ---- altitude and Horsepower


@pytest.mark.rule("DIF-184", "DIF-185", "DIF-186", "DIF-187", "DIF-188", "DIF-190")
@pytest.mark.parametrize(
    ("level", "pre", "post"), [("very_low", 1, 1), ("low", 0, 1), ("medium", 0, 0), ("high", -1, 0), ("very_high", -1, -1)]
)
def test_altitude_changes_horsepower(level: str, pre: int, post: int) -> None:
    position = battle(Fly("bf_109g", altitude=level), Fly())
    craft = position.crafts[0]
    assert power(position, craft, False) == craft.now.pre + pre
    assert power(position, craft, True) == craft.now.post + post


@pytest.mark.rule("DIF-046", "DIF-047")
@pytest.mark.parametrize(("level", "pre", "post"), [("very_low", 1, 1), ("medium", 0, 0), ("high", 0, 0), ("very_high", -1, 0)])
def test_a_turbocharger_flies_high_as_if_lower(level: str, pre: int, post: int) -> None:
    position = battle(Fly("p_47d", altitude=level), Fly("bf_109e", "yo_yo", altitude=level))
    craft = position.crafts[0]
    assert (power(position, craft, False), power(position, craft, True)) == (craft.now.pre + pre, craft.now.post + post)


@pytest.mark.rule("DIF-046")
def test_the_turbocharger_does_not_change_the_level_itself() -> None:
    """GAP-07."""
    table = Table(battle(Fly("p_47d", "ims_1", altitude="high"), Fly("bf_109e", altitude="medium"), Fly("bf_110c", altitude="high")))
    assert {x.target for x in table.legal(o.Attack)} == {2}


def test_each_draw_counts_the_altitude_of_its_own_phase() -> None:
    """GAP-10: the pre-turn draw before the change of altitude, the post-turn draw after it."""
    table = turn_of(Fly("bf_109g", "yo_yo", altitude="medium"), Fly())
    assert len(table[0].hand) == 3, "two at Medium"
    table.do(o.Climb("yo_yo"), o.EndPhase(), o.EndPhase())
    assert describe(table.events, "drew")[0] == {"aircraft": 0, "count": 2, "why": "post"}
    table = Table(battle(Fly("bf_109g", "yo_yo", altitude="high"), Fly(), phase="altitude"))
    table.do(o.Climb("yo_yo"))
    assert describe(table.events, "drew")[0] == {"aircraft": 0, "count": 1, "why": "post"}, "one less at Very High"
