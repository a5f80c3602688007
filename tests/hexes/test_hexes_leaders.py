"""Leaders, their rules and their loss; wingmen and counter-attacks; ships."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import TURN, MissionAim, Ship
from bob.tactical.hexes.rules import flight, gunnery
from bob.tactical.hexes.rules.legal import may_move
from bob.tactical.hexes.rules.sequence import proceed
from bob.tactical.hexes.rules.shooting import attack_dice
from tests.hexes.tabletop import GAME, TABLES, B, C, D, Fly, S, Table, activated, ahead, at, battle
from tests.tabletops import codes, describe

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")
AHEAD = o.Advance("ahead")


@pytest.mark.rule("FIS-172")
@pytest.mark.rule("FIS-173")
@pytest.mark.rule("FIS-174")
@pytest.mark.rule("FIS-178")
@pytest.mark.rule("FIS-182")
def test_three_classes_at_their_price() -> None:
    assert {code: rank.points for code, rank in TABLES.classes.items()} == {"silver": 12, "gold": 20, "historical": 40}
    assert all(leader.rule for leader in TABLES.leaders.values()), "a historical leader has a rule of his own"


@pytest.mark.rule("FIS-176")
@pytest.mark.rule("FIS-180")
@pytest.mark.rule("FIS-184")
@pytest.mark.parametrize(("leader", "dice"), [("", 0), ("silver", 1), ("gold", 2), ("malan", 4)])
def test_leaders_dodge_better(leader: str, dice: int) -> None:
    position = battle(Fly(leader=leader), SPARE)
    assert gunnery.total(gunnery.own_dodge(position.aircraft[0])) == dice


@pytest.mark.rule("FIS-177")
@pytest.mark.rule("FIS-181")
@pytest.mark.rule("FIS-185")
@pytest.mark.rule("FIS-186")
@pytest.mark.parametrize(
    ("leader", "rotation", "loop", "roll"), [("", 1, 2, 1), ("silver", 0, 2, 1), ("gold", 1, 1, 1), ("malan", 0, 1, 1)]
)
def test_leaders_turn_or_loop_for_less(leader: str, rotation: int, loop: int, roll: int) -> None:
    a = battle(Fly(leader=leader), SPARE).aircraft[0]
    assert flight.rotation_price(a) == rotation
    assert (flight.manoeuvre_price(a, "loop"), flight.manoeuvre_price(a, "roll_left")) == (loop, roll), "never below 1"
    dear = battle(Fly("bf_110c", leader=leader), SPARE).aircraft[0]
    assert flight.rotation_price(dear) == rotation + 1


@pytest.mark.rule("FIS-177")
def test_a_free_rotation_still_needs_its_hex() -> None:
    table = activated(Fly(leader="silver"), SPARE)
    table.do(AHEAD, o.Rotate("left"))
    assert table[0].speed == 5 and table.refused(o.Rotate("left")) == "FIS-064"


@pytest.mark.rule("FIS-187")
def test_a_historical_leader_has_a_point_of_structure_more() -> None:
    assert battle(Fly(leader="malan"), SPARE).aircraft[0].structure == 3
    assert battle(Fly(leader="gold"), SPARE).aircraft[0].structure == 2


def dealt(*flying: Fly, pile: str = "", **values: Any) -> Table:
    position = battle(*flying, go=None, pile=pile, **values)
    position.stage = TURN
    table = Table(position)
    run = HexRun(position, SeededDice(Stream.of(1, "x")))
    proceed(run, may_move)
    table.events += run.events
    return table


@pytest.mark.rule("FIS-175")
@pytest.mark.rule("FIS-029")
def test_a_silver_leader_draws_one_card_more() -> None:
    table = dealt(Fly(leader="silver"), SPARE)
    assert [len(hand) for hand in table.position.hands] == [5, 4]


@pytest.mark.rule("FIS-179")
@pytest.mark.rule("FIS-183")
@pytest.mark.rule("FIS-294")
@pytest.mark.parametrize("leader", ["gold", "malan"])
def test_a_gold_or_historical_leader_chooses_one_out_of_the_pile(leader: str) -> None:
    table = dealt(Fly(leader=leader), SPARE)
    assert table.stage == "choose" and table.seat == "raf"
    assert [len(hand) for hand in table.position.hands] == [4, 0], "the first side is done before the other draws"
    assert {x.card for x in table.legal()} == set(table.position.pile)
    seen = GAME.view(table.position, "raf")
    assert sorted(table.position.pile) == list(seen.searching) and GAME.view(table.position, "luftwaffe").searching == ()
    before = list(table.position.pile)
    card = table.legal()[0].card
    table.dice = SeededDice(Stream.of(3, "x"))  # type: ignore[assignment]
    events = table.do(o.Choose(card))
    assert card in table.position.hands[0] and len(table.position.hands[0]) == 5
    assert sorted([*table.position.pile, *table.position.hands[1], card]) == sorted(before)
    assert [e.to for e in events if e.code == "chosen"] == [("raf",)]
    assert table.position.pile != [x for x in before if x in table.position.pile], "shuffled"


@pytest.mark.rule("FIS-188")
@pytest.mark.rule("FIS-189")
@pytest.mark.rule("FIS-190")
@pytest.mark.rule("FIS-290")
def test_a_lost_leader_takes_a_card_along_and_brings_none_any_more() -> None:
    target = Fly("bf_109e", (0, -3), 3, structure=1, leader="silver", speed=0)
    table = activated(Fly(), target, SPARE, hands={"luftwaffe": "skid stoppage"}, faces=(D, B, B, B, B, 2))
    table.do(o.Fire(1, "front"), o.PASS, o.Dodge(0))
    table.passes(1)
    assert table[1].out == "down"
    assert len(table.position.hands[1]) == 1 and "lost_card" in codes(table.events)
    assert describe(table.events, "lost_card")[0]["card"] in table.position.discard
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, structure=1, leader="silver", speed=0), SPARE, faces=(D, B, B))
    table.do(o.Fire(1, "front"))
    assert table[1].out == "down" and "lost_card" not in codes(table.events), "an empty hand loses nothing"
    table = dealt(Fly(), Fly("bf_109e", (0, -3), leader="silver"), SPARE)
    assert len(table.position.hands[1]) == 5


@pytest.mark.rule("FIS-290")
def test_a_leader_who_leaves_the_sheet_takes_no_card() -> None:
    table = Table(battle(Fly(leader="gold"), FRIEND, SPARE, hands={"raf": "skid"}))
    table[0].at, table[0].facing = at(0, 0)._replace(q=0, r=20), 5
    table.do(o.Activate(0), AHEAD)
    assert table[0].out == "left" and table.position.hands[0] == ("skid",)


@pytest.mark.rule("FIS-191")
@pytest.mark.rule("FIS-291")
def test_a_historical_leaders_side_activates_two_single_aircraft() -> None:
    more = [Fly("hurricane_i", (n, 9), side="raf") for n in (5, 8, 9)]
    table = Table(battle(Fly(leader="malan"), *more, SPARE))
    for a in (table[2], table[3]):
        a.at, a.formation = at(10 + a.number, 9), 2
    table.do(o.Activate(0), AHEAD, o.END)
    assert table.seat == "raf" and table.stage == "go"
    assert table.refused(o.Activate(0)) == "FIS-291", "two different ones"
    assert table.refused(o.Activate(2)) == "FIS-291", "no formation"
    table.do(o.Activate(1), AHEAD, o.END)
    assert table.seat == "luftwaffe", "two, not more"
    table.do(o.Activate(4), AHEAD, o.END)
    table.do(o.Activate(0), AHEAD, o.END, o.PASS)
    assert table.seat == "luftwaffe", "the second is optional"
    table.do(o.Activate(4), AHEAD, o.END, o.Activate(2), AHEAD, o.END)
    assert table.seat == "luftwaffe", "a formation is activated alone"


@pytest.mark.rule("FIS-281")
def test_the_second_aircraft_goes_on_though_the_leader_falls_in_the_first_activation() -> None:
    table = activated(Fly(leader="malan", overheat=1), Fly("hurricane_i", (5, 9), side="raf"), SPARE, faces=(S,))
    table.do(o.Advance("ahead", 0, "wep"))
    assert table[0].out == "down" and table.seat == "raf" and table.can(o.Activate(1))


@pytest.mark.rule("FIS-291")
def test_both_are_one_window_and_an_ordinary_side_has_one() -> None:
    table = activated(Fly(leader="malan"), Fly("hurricane_i", (5, 9), side="raf"), SPARE, hands={"raf": "hard_turn aerobatics"})
    table.do(o.PlayCard("hard_turn"), AHEAD, o.END, o.Activate(1))
    assert table.refused(o.PlayCard("aerobatics")) == "FIS-021"
    table = activated(Fly(leader="gold"), Fly("hurricane_i", (5, 9), side="raf"), SPARE)
    table.do(AHEAD, o.END)
    assert table.seat == "luftwaffe"


# ---- the leaders' own rules


@pytest.mark.rule("FIS-D40")
def test_malan_close_and_moelders_slipping() -> None:
    position = battle(Fly(leader="malan"), Fly("bf_109e", (0, -1), 3), SPARE)
    assert "close_range" in {r.code for r in gunnery.attack_reasons(position, *position.aircraft[:2], "front")}
    position = battle(Fly(leader="malan"), Fly("bf_109e", (0, -2), 3), SPARE)
    assert "close_range" not in {r.code for r in gunnery.attack_reasons(position, *position.aircraft[:2], "front")}
    table = Table(battle(Fly("bf_109e", leader="moelders"), Fly("hurricane_i", (9, 9))))
    table.do(o.Activate(0), o.Advance("left"))
    assert table[0].speed == 6 and table.refused(o.END) == "FIS-280"
    table.do(o.Advance("left"), o.END)
    assert table[0].speed == 5


@pytest.mark.rule("FIS-D40")
def test_bader_covers_a_friend_once_a_turn() -> None:
    def shot_at(place: tuple[int, int], used: bool = False) -> Table:
        bader = Fly("hurricane_i", place, 3, leader="bader", rule_used=used)
        table = activated(Fly("bf_109e", side="luftwaffe"), Fly("spitfire_i", (0, -3), 3, side="raf"), bader, faces=(D, B, B), go=1)
        table.do(o.Fire(1, "front"))
        return table

    table = Table(
        battle(Fly("bf_109e", side="raf"), Fly("spitfire_i", (0, -3), 3), Fly("hurricane_i", (2, -3), 3, leader="bader")), (D, B, B)
    )
    table.do(o.Activate(0), o.Fire(1, "front"))
    table.do(o.Help(2))
    assert table[2].rule_used and not table.legal(o.Help)
    events = table.do(o.Dodge(0))
    assert len(describe(events, "dodged")[0]["faces"]) == 2
    far = Table(
        battle(Fly("bf_109e", side="raf"), Fly("spitfire_i", (0, -3), 3), Fly("hurricane_i", (3, -3), 3, leader="bader")), (D, B, B)
    )
    far.do(o.Activate(0), o.Fire(1, "front"))
    assert far.refused(o.Help(2)) == "FIS-D40"


@pytest.mark.rule("FIS-D40")
def test_galland_throws_one_die_again_once_a_turn() -> None:
    table = Table(battle(Fly("bf_109e", leader="galland"), Fly("spitfire_i", (0, -3), 3, structure=9), FRIEND), (B, B, B, D))
    table.do(o.Activate(0), o.Fire(1, "front"))
    assert table.stage == "aim" and table.refused(o.Reroll("aim", ("blank", "blank"))) == "FIS-D40"
    table.do(o.Reroll("aim", ("blank",)))
    assert table[0].rule_used and table.stage == "dodge" and sum(f == D for f in table.position.shots[-1].attack) == 1


# ---- wingmen


def attack_on_leader(wingman: Fly, *more: Fly, attacker: Fly | None = None, faces: tuple[int, ...] = (), **values: Any) -> Table:
    leader = Fly("bf_109e", (0, -3), 0, leader="silver", structure=9)
    table = activated(attacker if attacker is not None else Fly(structure=9), leader, wingman, *more, FRIEND, faces=faces, **values)
    table.do(o.Fire(1, "front"))
    return table


@pytest.mark.rule("FIS-192")
@pytest.mark.rule("FIS-194")
@pytest.mark.rule("FIS-195")
@pytest.mark.rule("FIS-196")
@pytest.mark.rule("FIS-197")
@pytest.mark.rule("FIS-198")
def test_a_wingman_counter_attacks_before_the_attack_is_rolled() -> None:
    table = attack_on_leader(Fly("bf_109e", (0, 4), 0, wingman_of=1))
    assert table.stage == "counter" and table.seat == "luftwaffe"
    assert "shot" not in codes(table.events)
    table.next_dice(D, B, B)
    table.do(o.Counter(2, at(0, 3), 0, 0, "front"))
    assert table[2].speed == 5 and table[2].at == at(0, 3)
    assert table.stage == "dodge" and table.seat == "raf", "the attacker dodges"
    table.next_dice(B, B, B, B, B).do(o.Dodge(0))
    assert table[0].structure == 8 and table[2].fired
    shots = describe(table.events, "shot")
    assert [s["aircraft"] for s in shots] == [2, 0], "then the attack goes on"


@pytest.mark.rule("FIS-195")
@pytest.mark.rule("FIS-199")
@pytest.mark.rule("FIS-193")
@pytest.mark.parametrize(
    ("wingman", "asked"),
    [
        (Fly("bf_109e", (0, 4), 0, wingman_of=1), True),
        (Fly("bf_109e", (0, 5), 0, wingman_of=1), False),
        (Fly("bf_109e", (0, 4), 0, wingman_of=1, fired=True), False),
        (Fly("bf_109e", (0, 4), 0, wingman_of=1, speed=0), False),
        (Fly("bf_109e", (0, 4), 0), False),
        (Fly("bf_109e", (0, 4), 3, wingman_of=1, speed=1), False),
    ],
)
def test_who_may_counter_attack(wingman: Fly, asked: bool) -> None:
    table = attack_on_leader(wingman)
    assert ("shot" not in codes(table.events)) == asked


@pytest.mark.rule("FIS-292")
def test_a_counter_attack_is_a_choice_flies_no_manoeuvre_and_must_end_in_a_shot() -> None:
    table = attack_on_leader(Fly("bf_109e", (0, 4), 0, wingman_of=1))
    places = {(x.at, x.facing) for x in table.legal(o.Counter)}
    assert (at(0, 4), 0) in places, "he need not move"
    assert table.refused(o.Counter(2, at(0, 2), 3, 0, "front")) == "FIS-292"
    assert table.refused(o.Counter(1, at(0, 4), 0, 0, "front")) == "FIS-199"
    table.do(o.PASS)
    assert "shot" in codes(table.events) and not table[2].fired


@pytest.mark.rule("FIS-198")
@pytest.mark.rule("FIS-281")
def test_when_the_attacker_falls_his_attack_is_cancelled() -> None:
    table = attack_on_leader(Fly("bf_109e", (0, 4), 0, wingman_of=1), attacker=Fly(structure=1, speed=6), faces=())
    table.next_dice(D, D, D, B, B, B)
    table.do(o.Counter(2, at(0, 4), 0, 0, "front"))
    table.do(o.Dodge(0))
    assert table[0].out == "down" and table.position.shots == [] and table.seat == "luftwaffe"
    assert [s["aircraft"] for s in describe(table.events, "shot")] == [2]


@pytest.mark.rule("FIS-280")
def test_an_attacker_that_dodges_its_speed_away_is_released() -> None:
    table = attack_on_leader(Fly("bf_109e", (0, 4), 0, wingman_of=1), attacker=Fly(structure=9, speed=2))
    table.next_dice(D, B, B, B, B, B)
    table.do(o.Counter(2, at(0, 4), 0, 0, "front"), o.Dodge(2))
    assert table.position.aircraft[0].speed == 0
    if table.stage == "fly":
        assert table.can(o.END), "it need neither move nor spend"


@pytest.mark.slow
@pytest.mark.rule("FIS-292")
def test_wingmen_answer_one_after_another_and_leave_their_formation() -> None:
    wingmen = [Fly("bf_109e", (0, 4), 0, wingman_of=1), Fly("bf_109e", (1, 3), 0, wingman_of=1)]
    table = attack_on_leader(wingmen[0], wingmen[1])
    for n in (2, 3):
        table[n].formation = 2
    first = next(x for x in table.legal(o.Counter) if x.aircraft == 2)
    table.do(first)
    assert table[2].formation == table[3].formation == -1
    while table.stage != "counter":
        table.do(o.Dodge(0) if table.stage == "dodge" else o.PASS)
    assert {x.aircraft for x in table.legal(o.Counter)} == {3}


@pytest.mark.rule("FIS-292")
def test_a_counter_attack_triggers_none() -> None:
    attacker = Fly(leader="silver", structure=9)
    own_wing = Fly("hurricane_i", (1, 3), 0, side="raf", wingman_of=0)
    table = attack_on_leader(Fly("bf_109e", (0, 4), 0, wingman_of=1), own_wing, attacker=attacker)
    table.do(o.Counter(2, at(0, 4), 0, 0, "front"))
    assert table.stage != "counter" or table.position.shots[-1].answering is False
    assert [s["aircraft"] for s in describe(table.events, "shot")][:1] == [2]


@pytest.mark.rule("FIS-282")
@pytest.mark.rule("FIS-025")
def test_in_a_counter_attack_cards_go_by_whose_activation_it_is() -> None:
    table = attack_on_leader(
        Fly("bf_109e", (0, 4), 0, wingman_of=1),
        Fly("bf_109e", (1, 4), 3),
        hands={"luftwaffe": "long_burst mutual_support", "raf": "break_turn"},
    )
    table.next_dice(D, B, B)
    table.do(o.Counter(2, at(0, 4), 0, 0, "front"))
    assert table.stage == "shooter" and {x.card for x in table.legal(o.PlayCard)} == {"mutual_support"}
    table.do(o.PASS)
    assert table.seat == "raf" and table.stage == "target"
    table.do(o.PASS, o.PASS)
    assert table.seat == "raf" and table.stage == "dodge"
    assert not table.legal(o.PlayCard), "break is for the opponent's go"


# ---- ships


def over_ship(place: tuple[int, int] = (0, 0), bombs: int = 4, level: int = 1, faces: tuple[int, ...] = (), **values: Any) -> Table:
    ships = (Ship(at(*place), "luftwaffe", 4), Ship(at(9, 9), "raf", 4))
    return activated(
        Fly("ju_87b", level=level, bombs=bombs), FRIEND, SPARE, ships=ships, altimeter=True, altitude_fire=True, faces=faces, **values
    )


@pytest.mark.rule("FIS-278")
@pytest.mark.rule("FIS-295")
def test_ships_are_bombed_from_above_and_fired_at_from_low_down() -> None:
    table = over_ship(faces=(C, D, B, B))
    assert table.refused(o.Bomb(1)) == "FIS-295" and table.refused(o.Bomb(2)) == "FIS-278"
    table.do(o.Bomb(0))
    assert table.position.ships == [1, 4] and table[0].bombs == 0 and not table[0].fired
    assert table.refused(o.Bomb(0)) == "FIS-049"
    assert over_ship((0, -1)).refused(o.Bomb(0)) == "FIS-278"
    table = over_ship((0, -2), faces=(C, D))
    table.do(o.Strafe(0, "front"))
    assert table.position.ships == [2, 4] and table[0].fired
    assert over_ship((0, -2), level=2).refused(o.Strafe(0, "front")) == "FIS-278"
    assert over_ship((0, -3), clouds=[(0, -2)], level=1).refused(o.Strafe(0, "front")) == "FIS-099"
    table = over_ship(level=4, faces=(D,))
    table.do(o.Bomb(0))
    assert table.position.ships[0] == 3, "a die less for each level above 1"


@pytest.mark.rule("FIS-037")
@pytest.mark.rule("FIS-033")
def test_a_sunk_ship_counts_one() -> None:
    table = over_ship(faces=(C, C, B, B), aims=(MissionAim("raf", "ship", 5),))
    table.do(o.Bomb(0))
    assert table.position.score == [6, 0] and table.position.kills == [1, 0] and "ship_sunk" in codes(table.events)


def test_reasons_of_a_shot_name_its_cards() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, structure=9), SPARE, hands={"raf": "long_burst"}, faces=(D, B, B, B, S))
    table.do(o.Fire(1, "front"), o.PlayCard("long_burst"))
    assert {r.code: r.dice for r in attack_dice(table.position, table.position.shots[-1])} == {"guns": 3, "cards": 1}
    assert ahead()
