"""The turn: phases, cards and their windows, initiative, goes, the end of a turn and of the battle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bob.dice import ScriptedDice, SeededDice, Stream
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.legal import may_move
from bob.dogfight.hexes.position import PHASE_4, TURN, Position, Wind
from bob.dogfight.hexes.sequence import proceed
from bob.dogfight.hexes.table import Run
from tests.hexes.tabletop import GAME, TABLES, B, C, D, Fly, S, Table, activated, ahead, at, battle, codes, told

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")


def new_turn(
    *flying: Fly, faces: tuple[int, ...] = (), first: int = 0, turn: int = 1, kills: tuple[int, int] = (0, 0), **values: Any
) -> Table:
    """A table at the beginning of the turn after `turn`, run on until somebody is asked. Shuffles aside, the faces fall as named."""
    position = battle(*flying, go=None, **values)
    position.turn, position.first, position.kills = turn, first, list(kills)
    position.stage = TURN
    table = Table(position, faces)
    run = Run(position, table.dice)
    proceed(run, may_move)
    table.events += run.events
    return table


# ---- phases


@pytest.mark.rule("FIS-004")
@pytest.mark.rule("FIS-005")
@pytest.mark.rule("FIS-006")
@pytest.mark.rule("FIS-007")
@pytest.mark.rule("FIS-040")
def test_cards_then_initiative_then_activation_then_the_end() -> None:
    table = new_turn(Fly(speed=0), SPARE, faces=(2, 5))
    table.passes()
    assert table.stage == "go" and table.seat == "luftwaffe", "the higher die begins"
    order = [c for c in codes(table.events) if c in ("turn", "dealt", "initiative_dice", "initiative")]
    assert order == ["turn", "dealt", "dealt", "initiative_dice", "initiative"]
    while table.position.turn == 2 and table.position.owing:
        kinds = table.legal()
        table.do(
            next((x for x in kinds if isinstance(x, o.Activate | o.End)), None) or next((x for x in kinds if x.code == "pass"), kinds[0])
        )
    rest = [c for c in codes(table.events) if c in ("initiative", "activated", "end_of_turn", "turn")]
    assert rest[1] == "initiative" and rest[2] == "activated"
    assert rest.index("end_of_turn") == len(rest) - 1 - rest[::-1].index("end_of_turn")


@pytest.mark.rule("FIS-009")
@pytest.mark.rule("FIS-010")
@pytest.mark.rule("FIS-011")
@pytest.mark.rule("FIS-036")
def test_sides_alternate_until_every_counter_stands_at_nothing() -> None:
    table = Table(battle(Fly(speed=2), Fly("bf_109e", (0, -20), 3, speed=1)))
    table.do(o.Activate(0), *ahead(1), o.END)
    assert table.seat == "luftwaffe"
    events = table.do(o.Activate(1), *ahead(1), o.END)
    assert table.seat == "raf" and "end_of_turn" not in codes(events)
    events = table.do(o.Activate(0), *ahead(1), o.END)
    assert "end_of_turn" in codes(events)


@pytest.mark.rule("FIS-131")
@pytest.mark.rule("FIS-132")
@pytest.mark.rule("FIS-285")
def test_who_has_no_speed_and_no_cards_waits_while_the_other_flies_and_fires() -> None:
    table = Table(battle(Fly(speed=0), Fly("bf_109e", (0, -3), 3), Fly("hurricane_i", (0, 25), side="raf", speed=0), go=1))
    for _ in range(2):
        assert table.seat == "luftwaffe"
        table.do(o.Activate(1), o.Fire(0, "front")) if not table[1].fired else table.do(o.Activate(1))
        table.passes()
        table.do(o.Advance("left"), o.END)
    assert table.seat == "luftwaffe"


@pytest.mark.rule("FIS-285")
@pytest.mark.rule("FIS-043")
def test_full_throttle_lets_a_side_without_speed_activate() -> None:
    position = battle(Fly(speed=0), Fly("bf_109e", (0, -20), 3, speed=3), hands={"raf": "full_throttle tally_ho"})
    table = Table(position)
    assert table.seat == "raf" and set(table.legal()) == {o.PASS, o.Play("full_throttle", 0)}
    table.do(o.Play("full_throttle", 0))
    assert table[0].speed == 2
    table.do(o.Activate(0), *ahead(2), o.END)
    assert table.seat == "luftwaffe"
    table.do(o.Activate(1), *ahead(1), o.END)
    assert table.seat == "raf", "asked again: it holds cards, whatever they are"
    table.do(o.PASS)
    assert table.seat == "luftwaffe"


@pytest.mark.rule("FIS-285")
def test_no_card_reopens_phase_three() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), 3, speed=0), hands={"luftwaffe": "full_throttle"})
    events = table.do(*ahead(1), o.END)
    assert "end_of_turn" in codes(events)


@pytest.mark.rule("FIS-016")
@pytest.mark.rule("FIS-D20")
def test_counters_return_to_the_dashboard_less_engine_hits() -> None:
    table = new_turn(
        Fly(speed=0), Fly("hurricane_i", (9, 9), side="raf", speed=3), Fly("bf_109e", (0, -20), speed=0, criticals=("engine", "engine"))
    )
    assert [a.speed for a in table.position.aircraft] == [6, 5, 4]


# ---- the deck


@pytest.mark.rule("FIS-017")
@pytest.mark.rule("FIS-018")
def test_one_deck_for_both_and_four_cards_a_side() -> None:
    table = new_turn(Fly(), SPARE)
    assert [len(hand) for hand in table.position.hands] == [4, 4]
    assert len(table.position.pile) == 32


@pytest.mark.rule("FIS-015")
@pytest.mark.rule("FIS-034")
def test_whoever_held_the_initiative_draws_first() -> None:
    for first, seats in ((0, ["raf", "luftwaffe"]), (1, ["luftwaffe", "raf"])):
        table = new_turn(Fly(), SPARE, first=first)
        assert [data["seat"] for data in told(table.events, "dealt")] == seats
        assert table.seat == seats[0], "and decides first (FIS-D43)"


@pytest.mark.rule("FIS-015")
def test_on_turn_one_dice_say_who_draws_first_and_ties_are_rolled_again() -> None:
    faces = [*[1] * 10, 4, 4, 2, 6, *[3] * 60]
    position, events = GAME.setup("duel", {}, ScriptedDice(faces))
    assert [data["dice"] for data in told(events, "first_draw")] == [(4, 4), (2, 6)]
    assert [data["seat"] for data in told(events, "dealt")] == ["luftwaffe", "raf"]
    assert position.stage == "before"


@pytest.mark.rule("FIS-019")
@pytest.mark.rule("FIS-130")
def test_hands_are_discarded_at_the_end_of_the_turn() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), speed=0), hands={"raf": "skid stoppage", "luftwaffe": "cool_nerves"}, turns=2)
    table.do(*ahead(1), o.END)
    assert Counter(table.position.discard) == Counter(("skid", "stoppage", "cool_nerves"))
    assert table.position.turn == 2 and [len(h) for h in table.position.hands] == [4, 4]


@pytest.mark.rule("FIS-030")
def test_an_empty_deck_is_refilled_and_when_both_are_out_no_card_is_dealt() -> None:
    position = battle(Fly(), SPARE, go=None)
    run = Run(position, SeededDice(Stream.of(1, "x")))
    position.pile, position.discard = position.pile[:2], position.pile[2:]
    run.draw(0, 4)
    assert len(position.hands[0]) == 4 and position.discard == [] and len(position.pile) == 36
    run.draw(1, 99)
    assert len(position.hands[1]) == 36 and not position.pile
    run.draw(0, 1)
    assert len(position.hands[0]) == 4


@pytest.mark.rule("FIS-030")
def test_a_played_card_goes_to_the_discards() -> None:
    table = activated(Fly(), SPARE, hands={"raf": "hard_turn"})
    table.do(o.Play("hard_turn"))
    assert table.position.discard == ["hard_turn"] and table.position.hands[0] == ()


# ---- windows


@pytest.mark.rule("FIS-020")
@pytest.mark.rule("FIS-022")
@pytest.mark.rule("FIS-025")
@pytest.mark.rule("FIS-D31")
def test_own_cards_are_of_ones_own_activation() -> None:
    hand = "full_throttle hard_turn aerobatics second_pass break_turn skid stoppage tally_ho quick_hands"
    table = activated(Fly(fired=True, overheat=1), SPARE, hands={"raf": hand})
    played = {x.card for x in table.legal(o.Play)}
    assert played == {"full_throttle", "hard_turn", "aerobatics", "second_pass", "quick_hands"}
    assert table.refused(o.Play("break_turn")) == "FIS-020"


@pytest.mark.rule("FIS-021")
@pytest.mark.rule("FIS-027")
def test_one_card_in_a_window() -> None:
    table = activated(Fly(), SPARE, hands={"raf": "hard_turn aerobatics full_throttle"})
    table.do(o.Play("hard_turn"))
    assert not table.legal(o.Play) and table.refused(o.Play("aerobatics")) == "FIS-021"
    table.do(*ahead(1), o.END, o.Activate(1), *ahead(1), o.END)
    assert table.can(o.Play("full_throttle", 0)), "a new activation is a new window"


@pytest.mark.rule("FIS-024")
@pytest.mark.rule("FIS-028")
def test_one_card_in_ones_own_go_and_one_in_the_opponents() -> None:
    table = activated(
        Fly(), Fly("bf_109e", (0, -3), 3, structure=9), FRIEND, hands={"raf": "long_burst stoppage", "luftwaffe": "break_turn long_burst"}
    )
    table.do(o.Fire(1, "front"))
    assert table.stage == "shooter" and {x.card for x in table.legal(o.Play)} == {"long_burst"}
    table.do(o.Play("long_burst"))
    assert table.stage == "target" and not table.legal(o.Play), "break is for the dodge"
    assert table.refused(o.Play("long_burst")) is not None
    table.next_dice(D, D, D, D).do(o.PASS)
    assert table.stage == "dodge"
    table.do(o.Play("break_turn"))
    assert table.refused(o.Play("long_burst")) == "FIS-021"
    table.next_dice(*[B] * 6)
    events = table.do(o.Dodge(0))
    assert len(told(events, "dodged")[0]["faces"]) == 6
    table.do(o.Advance("left"), o.END, o.Activate(1), o.Fire(0, "front"))
    assert table.seat == "luftwaffe" and table.stage == "shooter" and {x.card for x in table.legal(o.Play)} == {"long_burst"}
    table.do(o.PASS)
    assert table.seat == "raf" and table.legal(o.Play) == [o.Play("stoppage")]


@pytest.mark.rule("FIS-026")
def test_either_cards_are_played_in_both_goes() -> None:
    position = battle(Fly(overheat=1), Fly("bf_109e", (0, -3), 3, shocked=1), hands={"raf": "quick_hands", "luftwaffe": "quick_hands"})
    table = Table(position)
    assert table.can(o.Play("quick_hands", 0, "overheat")) and not table.can(o.Play("quick_hands", 0, "shocked"))
    table.do(o.Activate(0), o.Fire(1, "front"), o.PASS)
    assert table.stage == "target"
    table.do(o.Play("quick_hands", 1, "shocked"))
    assert table[1].shocked == 0


@pytest.mark.rule("FIS-026")
@pytest.mark.rule("FIS-021")
def test_with_the_switch_the_other_side_may_play_whenever_an_aircraft_is_named() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -9), 3, overheat=1), hands={"luftwaffe": "quick_hands"}, named=True)
    table = Table(position)
    table.do(o.Activate(0))
    assert table.stage == "named" and table.seat == "luftwaffe"
    table.do(o.Play("quick_hands", 1, "overheat"))
    assert table[1].overheat == 0 and table.stage == "fly" and table.seat == "raf"


@pytest.mark.rule("FIS-023")
@pytest.mark.rule("FIS-D43")
def test_initiative_cards_are_of_the_initiative_phase() -> None:
    table = new_turn(Fly(), SPARE, pile="tally_ho radio_intercept skid skid radio_intercept tally_ho stoppage stoppage", faces=(3, 3, 5))
    assert table.stage == "before" and table.seat == "raf"
    assert table.legal(o.Play) == [o.Play("tally_ho")]
    table.do(o.Play("tally_ho"))
    assert table.seat == "luftwaffe"
    table.do(o.PASS)
    assert table.stage == "after" and table.seat == "luftwaffe", "only a side that has played none"
    events = table.do(o.Play("radio_intercept"))
    assert told(events, "rerolled_initiative")[0]["die"] == 5
    # 3 + 2 against 5: a tie; the dice fall again with the bonus kept.
    assert told(events, "initiative")[0]["totals"][0] - 2 != told(events, "initiative")[0]["totals"][1] - 2


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D43")
def test_out_of_the_sun_serves_the_first_shot_of_who_wins_the_initiative() -> None:
    for dice, extra in (((6, 1), 1), ((1, 6), 0)):
        flying = (Fly(speed=0), Fly("bf_109e", (0, -3), 3, speed=0), FRIEND)
        table = new_turn(*flying, pile="out_of_the_sun", faces=dice)
        table.do(o.Play("out_of_the_sun"))
        table.passes()
        if table.seat == "luftwaffe":
            table.do(o.Activate(1), o.Advance("left"), o.END)
        table.do(o.Activate(0))
        table.do(o.Fire(1, "front"))
        table.passes(2)
        faces = told(table.events, "shot")[-1]["faces"]
        assert len(faces) == 3 + extra


# ---- initiative


@pytest.mark.rule("FIS-031")
@pytest.mark.rule("FIS-032")
@pytest.mark.rule("FIS-035")
@pytest.mark.rule("FIS-038")
@pytest.mark.parametrize(
    ("faces", "kills", "winner"),
    [
        ((4, 3), (0, 0), "raf"),
        ((3, 4), (0, 0), "luftwaffe"),
        ((2, 3), (2, 0), "raf"),
        ((4, 5), (1, 0), None),
        ((6, 4), (0, 3), "luftwaffe"),
    ],
)
def test_die_and_last_turns_kills_decide_and_ties_are_rolled_again(
    faces: tuple[int, int], kills: tuple[int, int], winner: str | None
) -> None:
    table = new_turn(Fly(), SPARE, faces=(*faces, 1, 6), kills=kills).passes()
    assert table.seat == (winner or "luftwaffe")
    assert told(table.events, "initiative")[0]["side"] == table.seat
    assert table.position.kills == [0, 0], "kills count for the next initiative alone"


@pytest.mark.rule("FIS-033")
@pytest.mark.rule("FIS-034")
@pytest.mark.rule("FIS-036")
def test_a_kill_is_a_point_and_counts_for_the_next_initiative() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -3), 3, structure=1, speed=0), Fly("bf_109e", (0, -20), speed=0), faces=(D, B, B))
    table.do(o.Fire(1, "front"))
    assert table[1].out == "down" and table[1].at != at(0, -3)
    assert table.position.score == [1, 0] and table.position.kills == [1, 0]
    table.next_dice(3, 3)
    table.do(*ahead(1), o.END)
    table.passes()
    assert told(table.events, "initiative")[-1]["side"] == "raf"


# ---- the end


@pytest.mark.rule("FIS-276")
@pytest.mark.rule("FIS-D04")
def test_the_last_turn_ends_the_battle_on_points() -> None:
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), speed=0), turns=1)
    table.position.score = [2, 1]
    table.do(*ahead(1), o.END)
    outcome = table.position.outcome
    assert outcome is not None and outcome.winner == "raf" and outcome.points == {"raf": 2.0, "luftwaffe": 1.0}
    table = activated(Fly(speed=1), Fly("bf_109e", (0, -20), speed=0), turns=1, handicap={"luftwaffe": 1})
    table.position.score = [1, 0]
    table.do(*ahead(1), o.END)
    assert table.position.outcome is not None and table.position.outcome.winner is None, "equal is a draw"


@pytest.mark.rule("FIS-D42")
@pytest.mark.rule("FIS-D04")
def test_a_side_without_aircraft_ends_the_battle_at_once_and_a_leader_is_worth_more() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, structure=1, leader="silver", speed=0), faces=(D, B, B))
    events = table.do(o.Fire(1, "front"))
    if table.position.owing:
        events = table.next_dice(B, B, B).do(o.Dodge(0))
    assert "over" in codes(events) and table.position.outcome is not None
    assert table.position.outcome.points["raf"] == 3.0 and table.position.outcome.code == "hexes.outcome.last"


@pytest.mark.rule("FIS-276")
def test_a_missions_aims_score() -> None:
    aims = [{"side": "luftwaffe", "kind": "kill", "points": 4, "of": "fighter"}]
    position = GAME.setup("duel", {"aims": aims}, SeededDice(Stream.of(1, "x")))[0]
    from bob.dogfight.hexes.damage import destroy, leave_sheet

    run = Run(position, SeededDice(Stream.of(1, "y")))
    destroy(run, position.aircraft[0], "shot_down")
    assert position.score == [0, 5]
    aims = [{"side": "luftwaffe", "kind": "exit", "points": 3, "edge": "west"}]
    for column, points in ((0, 3), (20, 0)):
        position = GAME.setup("duel", {"aims": aims}, SeededDice(Stream.of(1, "x")))[0]
        leave_sheet(Run(position, SeededDice(Stream.of(1, "y"))), position.aircraft[1], at(0, 0)._replace(q=column, r=0))
        assert position.score == [0, points]


# ---- phase 4


def ended(*flying: Fly, faces: tuple[int, ...] = (), **values: Any) -> Table:
    """A table after phase 4."""
    position = battle(*flying, go=None, **values)
    position.stage = PHASE_4
    table = Table(position, faces)
    run = Run(position, table.dice)
    proceed(run, may_move)
    table.events += run.events
    return table


@pytest.mark.rule("FIS-014")
@pytest.mark.rule("FIS-126")
@pytest.mark.rule("FIS-127")
@pytest.mark.rule("FIS-128")
@pytest.mark.rule("FIS-129")
@pytest.mark.rule("FIS-130")
def test_markers_go_at_the_end_of_the_turn_but_criticals_stay() -> None:
    table = ended(Fly(overheat=1, shocked=2, fired=True, tail=True, criticals=("guns",), unseen=("tank",)), SPARE)
    a = table[0]
    assert (a.overheat, a.shocked, a.fired, a.tail) == (0, 0, False, False)
    assert a.criticals == ("guns", "tank") and a.unseen == ()


@pytest.mark.rule("FIS-108")
def test_markers_lie_face_down_until_the_end_of_the_turn() -> None:
    position = battle(Fly(unseen=("engine",)), SPARE)
    assert GAME.view(position, "luftwaffe").aircraft[0].unseen == 1
    assert GAME.view(position, "raf").aircraft[0].criticals == ()
    assert "engine" in dict(GAME.view(position, "referee").secrets)["aircraft 0"]


@pytest.mark.rule("FIS-153")
@pytest.mark.rule("FIS-130")
@pytest.mark.parametrize(
    ("criticals", "unseen", "overheat", "out"),
    [(("engine",), (), 1, "down"), ((), ("engine",), 1, "down"), (("engine",), (), 0, ""), ((), (), 1, "")],
)
def test_an_engine_hit_and_an_overheat_destroy(criticals: tuple[str, ...], unseen: tuple[str, ...], overheat: int, out: str) -> None:
    table = ended(Fly(criticals=criticals, unseen=unseen, overheat=overheat), FRIEND, SPARE)
    assert table[0].out == out
    assert table.position.score == [0, 1 if out else 0]


@pytest.mark.rule("FIS-D20")
def test_fire_burns_or_goes_out_and_a_spar_breaks_once() -> None:
    for face, structure, burning in ((D, 4, True), (C, 4, True), (B, 5, True), (S, 5, False)):
        table = ended(Fly(criticals=("fire",), structure=5), SPARE, faces=(face,))
        assert (table[0].structure, "fire" in table[0].criticals) == (structure, burning)
    table = ended(Fly(unseen=("spar",), structure=5), SPARE)
    assert table[0].structure == 4 and table[0].criticals == ("spar",)
    assert ended(Fly(unseen=("spar",), structure=1), FRIEND, SPARE)[0].out == "down"
    assert ended(Fly(criticals=("fire",), structure=1), FRIEND, SPARE, faces=(D,))[0].out == "down"


@pytest.mark.rule("FIS-D20")
def test_controls_hit_make_turns_dearer_and_surfaces_bar_manoeuvres() -> None:
    table = activated(Fly(criticals=("controls", "controls")), SPARE)
    table.do(*ahead(1), o.Rotate("left"))
    assert table[0].speed == 6 - 1 - 3
    table = activated(Fly(criticals=("surfaces",)), SPARE)
    assert not table.legal(o.Manoeuvre) and table.refused(o.Manoeuvre("loop")) == "FIS-D20"


@pytest.mark.rule("FIS-D20")
def test_an_empty_bag_gets_back_what_lies_on_no_aircraft() -> None:
    from bob.dogfight.hexes.damage import draw_marker

    position = battle(Fly(criticals=("engine", "fire")), SPARE, go=None)
    position.bag = []
    run = Run(position, SeededDice(Stream.of(1, "x")))
    assert draw_marker(run)
    left = Counter(position.bag)
    assert sum(left.values()) == 21 and left["fire"] == 0 and left["engine"] <= 3


@pytest.mark.rule("FIS-240")
@pytest.mark.rule("FIS-241")
@pytest.mark.rule("FIS-242")
@pytest.mark.rule("FIS-246")
@pytest.mark.rule("FIS-247")
@pytest.mark.rule("FIS-248")
@pytest.mark.rule("FIS-251")
@pytest.mark.parametrize("force", [1, 2, 3])
def test_clouds_move_downwind_by_the_force_and_leave_the_sheet(force: int) -> None:
    table = ended(Fly(), SPARE, clouds=[(0, 5)], wind=Wind(2, force))
    assert table.position.clouds == [at(force, 5)]
    position = battle(Fly(), SPARE, clouds=[(30, 0)], wind=Wind(2, force), go=None)
    for new, count in ((False, 0), (True, 1)):
        twin = position.copy()
        object.__setattr__(twin.terms, "new_clouds", new)
        twin.stage = PHASE_4
        proceed(Run(twin, ScriptedDice([B] * 500)), may_move)
        assert len(twin.clouds) == count


# ---- what cards do


def in_shot(raf: str = "", luftwaffe: str = "", *more: Fly, place: tuple[int, int] = (0, -3), facing: int = 3, **target: Any) -> Table:
    """A shot at an aircraft with those hands, declared."""
    hands = {k: v for k, v in (("raf", raf), ("luftwaffe", luftwaffe)) if v}
    table = activated(Fly(), Fly("bf_109e", place, facing, structure=9, **target), SPARE, *more, hands=hands)
    table.do(o.Fire(1, "front"))
    return table


def thrown(table: Table, code: str = "shot") -> int:
    return len(told(table.events, code)[-1]["faces"])


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D44")
def test_long_burst_and_point_blank() -> None:
    table = in_shot("long_burst point_blank")
    assert table.refused(o.Play("point_blank")) == "FIS-D31"
    table.do(o.Play("long_burst"))
    assert thrown(table) == 4
    table = in_shot("point_blank", place=(0, -1))
    table.do(o.Play("point_blank"))
    assert thrown(table) == 3 + 1 + 2


@pytest.mark.rule("FIS-D31")
def test_stoppage_and_into_the_haze() -> None:
    table = in_shot("", "stoppage into_the_haze")
    assert table.stage == "target"
    table.do(o.Play("stoppage"))
    assert thrown(table) == 1
    table = in_shot("", "into_the_haze", facing=0).next_dice(D, B, B, B)
    table.do(o.Play("into_the_haze"))
    assert thrown(table) == 3, "the Fighter in Sight bonus is lost"
    table.do(o.Dodge(0))
    assert thrown(table, "dodged") == 2


@pytest.mark.rule("FIS-D31")
def test_armour_plate_makes_a_critical_a_damage() -> None:
    table = in_shot("", "armour_plate").next_dice(C, B, B)
    table.do(o.PASS)
    assert table.stage == "dodge"
    table.next_dice(B).do(o.Play("armour_plate"))
    table.do(o.Dodge(0))
    assert table[1].structure == 8 and table[1].unseen == ()
    table = in_shot("", "armour_plate").next_dice(D, B, B)
    table.do(o.PASS)
    assert table.refused(o.Play("armour_plate")) == "FIS-D31"


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D44")
def test_cool_nerves_and_skid_throw_dice_again() -> None:
    table = in_shot("cool_nerves").next_dice(B, B, D, C, D)
    table.do(o.PASS)
    assert table.stage == "aim"
    assert table.refused(o.Reroll("cool_nerves", ("critical",))) == "FIS-282"
    table.do(o.Reroll("cool_nerves", ("blank", "blank")))
    assert table.stage == "dodge" and sorted(table.position.shots[-1].attack) == [C, D, D]
    table = in_shot("", "skid").next_dice(D, B, B)
    table.do(o.PASS).copy()
    table.next_dice(B, B, D, D).do(o.Dodge(1))
    assert table.stage == "steady"
    assert table.legal(o.Reroll) == [o.Reroll("skid", ("blank", "blank"))], "all blanks and nothing else"
    table.do(o.Reroll("skid", ("blank", "blank")))
    assert table[1].structure == 9


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D44")
def test_mutual_support_takes_a_point_of_a_friend_near() -> None:
    near, far = Fly("hurricane_i", (2, 0), side="raf"), Fly("hurricane_i", (3, 1), side="raf")
    table = in_shot("mutual_support", "", near, far)
    assert table.legal(o.Play) == [o.Play("mutual_support", 3)]
    assert table.refused(o.Play("mutual_support", 0)) == "FIS-D31"
    table.do(o.Play("mutual_support", 3))
    assert table[3].speed == 4 and thrown(table) == 4


@pytest.mark.rule("FIS-D31")
def test_hard_turn_aerobatics_and_full_throttle() -> None:
    table = activated(Fly("bf_110c"), SPARE, hands={"raf": "hard_turn"})
    table.do(o.Play("hard_turn"), *ahead(1), o.Rotate("left"))
    assert table[0].speed == 5
    table.do(*ahead(1), o.Rotate("left"))
    assert table[0].speed == 2, "the next rotation alone"
    table = activated(Fly("bf_110c"), SPARE, hands={"raf": "aerobatics"})
    table.do(o.Play("aerobatics"), o.Manoeuvre("loop"))
    assert table[0].speed == 4
    table = activated(Fly(), SPARE, hands={"raf": "aerobatics"})
    table.do(o.Play("aerobatics"), o.Manoeuvre("loop"))
    assert table[0].speed == 5, "at least 1"
    table = activated(Fly(), SPARE, hands={"raf": "full_throttle"})
    table.do(o.Play("full_throttle", 0))
    assert table[0].speed == 8, "above the maximum (FIS-D44)"


@pytest.mark.rule("FIS-D31")
def test_reserve_tank_and_shifting_cloud() -> None:
    table = activated(Fly(fuel=3), SPARE, hands={"raf": "reserve_tank"}, fuel=True)
    table.do(o.Play("reserve_tank", 0))
    assert table[0].fuel == 5 and table[0].speed == 6
    table = activated(Fly(), Fly("hurricane_i", (9, 9), side="raf", speed=0), SPARE, hands={"raf": "reserve_tank"})
    assert table.refused(o.Play("reserve_tank", 1)) == "FIS-D31"
    table.do(o.Play("reserve_tank", 0))
    assert table[0].speed == 7
    table = activated(Fly(), SPARE, hands={"raf": "shifting_cloud"}, clouds=[(0, 5), (1, 5)])
    assert table.refused(o.ShiftCloud("shifting_cloud", at(0, 5), at(1, 5))) == "FIS-D44"
    assert len(table.legal(o.ShiftCloud)) == 10
    table.do(o.ShiftCloud("shifting_cloud", at(0, 5), at(0, 4)))
    assert table.position.clouds == sorted([at(0, 4), at(1, 5)])


# ---- fuel


@pytest.mark.rule("FIS-227")
@pytest.mark.rule("FIS-228")
@pytest.mark.rule("FIS-294")
def test_a_new_turn_costs_fuel() -> None:
    table = new_turn(Fly(fuel=7), SPARE, fuel=True)
    assert table[0].fuel == 6
    assert new_turn(Fly(fuel=7), SPARE)[0].fuel == 7
    position, _ = GAME.setup("duel", {"fuel": True}, SeededDice(Stream.of(1, "x")))
    assert position.aircraft[0].fuel == 13, "turn 1 included"


@pytest.mark.rule("FIS-229")
@pytest.mark.rule("FIS-231")
@pytest.mark.rule("FIS-232")
@pytest.mark.rule("FIS-233")
def test_manoeuvres_and_wep_cost_fuel_and_what_cannot_be_paid_is_not_flown() -> None:
    table = activated(Fly(fuel=5, leader="gold"), SPARE, fuel=True)
    table.do(o.Manoeuvre("immelmann"))
    assert table[0].fuel == 4, "the price actually paid"
    table.do(o.Advance("ahead", 0, "wep"))
    assert table[0].fuel == 3 and table[0].speed == 5
    table = activated(Fly(fuel=2, criticals=("tank",)), SPARE, fuel=True)
    assert table.refused(o.Manoeuvre("loop")) == "FIS-232"
    table.do(o.Advance("ahead", 0, "wep"))
    assert table[0].fuel == 0
    assert table.refused(o.Advance("ahead", 0, "wep")) == "FIS-232"
    assert table.can(o.Advance("ahead")), "plain hexes need none"


@pytest.mark.rule("FIS-230")
@pytest.mark.rule("FIS-233")
def test_conversion_costs_fuel_for_each_point_and_a_pierced_tank_one_more_for_all() -> None:
    for criticals, fuel, most, left in (((), 5, 5, 2), (("tank",), 5, 4, 1), ((), 0, 0, 0), (("tank",), 1, 0, 1)):
        table = activated(
            Fly(), Fly("bf_109e", (0, -3), 3, fuel=fuel, criticals=criticals, structure=9), SPARE, FRIEND, faces=(D, B, B), fuel=True
        )
        table.do(o.Fire(1, "front"))
        if most:
            assert max(x.speed for x in table.legal(o.Dodge)) == most
            table.do(o.Dodge(3))
            assert table[1].fuel == left
        else:
            assert table.stage == "fly" and table[1].fuel == fuel, "nothing to decide: it dodges with what it has"


@pytest.mark.rule("FIS-234")
@pytest.mark.rule("FIS-232")
@pytest.mark.rule("FIS-D03")
@pytest.mark.rule("FIS-039")
def test_a_leak_costs_two_and_an_empty_tank_ends_the_battle_for_it() -> None:
    table = ended(Fly(fuel=5, unseen=("tank",)), SPARE, fuel=True)
    assert table[0].fuel == 2, "3 after the leak, in the turn it was pierced; then the new turn's 1"
    table = ended(Fly(fuel=1, criticals=("tank",)), FRIEND, SPARE, fuel=True)
    assert table[0].out == "dry" and table.position.score == [0, 0] and table.position.kills == [0, 0]
    assert ended(Fly(fuel=0), SPARE)[0].out == "", "a switch"


# ---- structure


@pytest.mark.rule("FIS-235")
@pytest.mark.rule("FIS-236")
@pytest.mark.rule("FIS-237")
def test_two_points_of_structure_or_as_many_as_agreed() -> None:
    assert {dash.structure for dash in TABLES.aircraft.values()} == {2}
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3, speed=0), SPARE, faces=(D, B, B, B))
    table.do(o.Fire(1, "front"))
    assert table[1].structure == 1 and not table[1].out
    position, _ = GAME.setup("duel", {"structure": 3}, SeededDice(Stream.of(1, "x")))
    assert position.aircraft[0].structure == 5


def test_positions_are_typed() -> None:
    assert isinstance(battle(Fly(), SPARE), Position)
