"""The Action deck: hands, windows, and what each card does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from tests.hexes.tabletop import GAME, B, C, D, Fly, Table, activated, ahead, at, battle, new_turn
from tests.tabletops import describe

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")


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
        assert [data["seat"] for data in describe(table.events, "dealt")] == seats
        assert table.seat == seats[0], "and decides first (FIS-D43)"


@pytest.mark.rule("FIS-015")
def test_on_turn_one_dice_say_who_draws_first_and_ties_are_rolled_again() -> None:
    faces = [*[1] * 10, 4, 4, 2, 6, *[3] * 60]
    position, events = GAME.setup("duel", {}, ScriptedDice(faces))
    assert [data["dice"] for data in describe(events, "first_draw")] == [(4, 4), (2, 6)]
    assert [data["seat"] for data in describe(events, "dealt")] == ["luftwaffe", "raf"]
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
    run = HexRun(position, SeededDice(Stream.of(1, "x")))
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
    table.do(o.PlayCard("hard_turn"))
    assert table.position.discard == ["hard_turn"] and table.position.hands[0] == ()


# ---- windows


@pytest.mark.rule("FIS-020")
@pytest.mark.rule("FIS-022")
@pytest.mark.rule("FIS-025")
@pytest.mark.rule("FIS-D31")
def test_own_cards_are_of_ones_own_activation() -> None:
    hand = "full_throttle hard_turn aerobatics second_pass break_turn skid stoppage tally_ho quick_hands"
    table = activated(Fly(fired=True, overheat=1), SPARE, hands={"raf": hand})
    played = {x.card for x in table.legal(o.PlayCard)}
    assert played == {"full_throttle", "hard_turn", "aerobatics", "second_pass", "quick_hands"}
    assert table.refused(o.PlayCard("break_turn")) == "FIS-020"


@pytest.mark.rule("FIS-021")
@pytest.mark.rule("FIS-027")
def test_one_card_in_a_window() -> None:
    table = activated(Fly(), SPARE, hands={"raf": "hard_turn aerobatics full_throttle"})
    table.do(o.PlayCard("hard_turn"))
    assert not table.legal(o.PlayCard) and table.refused(o.PlayCard("aerobatics")) == "FIS-021"
    table.do(*ahead(1), o.END, o.Activate(1), *ahead(1), o.END)
    assert table.can(o.PlayCard("full_throttle", 0)), "a new activation is a new window"


@pytest.mark.rule("FIS-024")
@pytest.mark.rule("FIS-028")
def test_one_card_in_ones_own_go_and_one_in_the_opponents() -> None:
    table = activated(
        Fly(), Fly("bf_109e", (0, -3), 3, structure=9), FRIEND, hands={"raf": "long_burst stoppage", "luftwaffe": "break_turn long_burst"}
    )
    table.do(o.Fire(1, "front"))
    assert table.stage == "shooter" and {x.card for x in table.legal(o.PlayCard)} == {"long_burst"}
    table.do(o.PlayCard("long_burst"))
    assert table.stage == "target" and not table.legal(o.PlayCard), "break is for the dodge"
    assert table.refused(o.PlayCard("long_burst")) is not None
    table.next_dice(D, D, D, D).do(o.PASS)
    assert table.stage == "dodge"
    table.do(o.PlayCard("break_turn"))
    assert table.refused(o.PlayCard("long_burst")) == "FIS-021"
    table.next_dice(*[B] * 6)
    events = table.do(o.Dodge(0))
    assert len(describe(events, "dodged")[0]["faces"]) == 6
    table.do(o.Advance("left"), o.END, o.Activate(1), o.Fire(0, "front"))
    assert table.seat == "luftwaffe" and table.stage == "shooter" and {x.card for x in table.legal(o.PlayCard)} == {"long_burst"}
    table.do(o.PASS)
    assert table.seat == "raf" and table.legal(o.PlayCard) == [o.PlayCard("stoppage")]


@pytest.mark.rule("FIS-026")
def test_either_cards_are_played_in_both_goes() -> None:
    position = battle(Fly(overheat=1), Fly("bf_109e", (0, -3), 3, shocked=1), hands={"raf": "quick_hands", "luftwaffe": "quick_hands"})
    table = Table(position)
    assert table.can(o.PlayCard("quick_hands", 0, "overheat")) and not table.can(o.PlayCard("quick_hands", 0, "shocked"))
    table.do(o.Activate(0), o.Fire(1, "front"), o.PASS)
    assert table.stage == "target"
    table.do(o.PlayCard("quick_hands", 1, "shocked"))
    assert table[1].shocked == 0


@pytest.mark.rule("FIS-026")
@pytest.mark.rule("FIS-021")
def test_with_the_switch_the_other_side_may_play_whenever_an_aircraft_is_named() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -9), 3, overheat=1), hands={"luftwaffe": "quick_hands"}, named=True)
    table = Table(position)
    table.do(o.Activate(0))
    assert table.stage == "named" and table.seat == "luftwaffe"
    table.do(o.PlayCard("quick_hands", 1, "overheat"))
    assert table[1].overheat == 0 and table.stage == "fly" and table.seat == "raf"


SHOT = {"hands": {"luftwaffe": "shifting_cloud"}, "named": True}


@pytest.mark.rule("FIS-020")
@pytest.mark.rule("FIS-026")
def test_before_a_shot_is_declared_the_other_side_may_shift_a_cloud_into_it() -> None:
    """An activation: the Spitfire comes on, aims, the cloud beside the line drifts into it, and there is no shot."""
    position = battle(Fly(), Fly("bf_109e", (0, -3), 3), clouds=[(1, -2)], **SHOT)
    table = Table(position)
    table.do(o.Activate(0), o.PASS)
    events = table.do(o.Fire(1, "front"))
    assert (table.stage, table.seat) == ("named", "luftwaffe") and [e.code for e in events if e.code in ("aims", "fires")] == ["aims"]
    assert GAME.view(position, "luftwaffe").go.aims_at == 1  # type: ignore[union-attr]
    events = table.do(o.ShiftCloud("shifting_cloud", at(1, -2), at(0, -2)))
    assert [e.code for e in events if e.code in ("shot_lost", "fires")] == ["shot_lost"]
    assert (table.stage, table.seat, position.shots) == ("fly", "raf", [])
    assert table.refused(o.Fire(1, "front"))


@pytest.mark.rule("FIS-020")
@pytest.mark.rule("FIS-021")
def test_a_shot_is_declared_when_no_card_is_played_against_it_and_one_card_is_for_the_whole_activation() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -3), 3, shocked=1), hands={"luftwaffe": "quick_hands stoppage"}, named=True)
    table = Table(position)
    table.do(o.Activate(0), o.PASS)
    events = table.do(o.Fire(1, "front"), o.PASS)
    assert [e.code for e in events if e.code in ("aims", "fires")] == ["aims", "fires"] and table.stage == "target"
    position = battle(Fly(), Fly("bf_109e", (0, -3), 3, shocked=1), hands={"luftwaffe": "quick_hands stoppage"}, named=True)
    table = Table(position)
    table.do(o.Activate(0), o.PASS, o.Fire(1, "front"), o.PlayCard("quick_hands", 1, "shocked"))
    assert table[1].shocked == 0 and table.stage != "target", "they have had their card"


@pytest.mark.rule("FIS-020")
def test_nobody_without_cards_is_asked_and_by_the_other_reading_nobody_at_all() -> None:
    for hands, named in (({}, True), ({"luftwaffe": "shifting_cloud"}, False)):
        table = Table(battle(Fly(), Fly("bf_109e", (0, -3), 3), clouds=[(1, -2)], hands=hands, named=named))
        table.do(o.Activate(0))
        assert table.stage == "fly"
        assert "aims" not in [e.code for e in table.do(o.Fire(1, "front"))]


@pytest.mark.rule("FIS-023")
@pytest.mark.rule("FIS-D43")
def test_initiative_cards_are_of_the_initiative_phase() -> None:
    table = new_turn(Fly(), SPARE, pile="tally_ho radio_intercept skid skid radio_intercept tally_ho stoppage stoppage", faces=(3, 3, 5))
    assert table.stage == "before" and table.seat == "raf"
    assert table.legal(o.PlayCard) == [o.PlayCard("tally_ho")]
    table.do(o.PlayCard("tally_ho"))
    assert table.seat == "luftwaffe"
    table.do(o.PASS)
    assert table.stage == "after" and table.seat == "luftwaffe", "only a side that has played none"
    events = table.do(o.PlayCard("radio_intercept"))
    assert describe(events, "rerolled_initiative")[0]["die"] == 5
    # 3 + 2 against 5: a tie; the dice fall again with the bonus kept.
    assert describe(events, "initiative")[0]["totals"][0] - 2 != describe(events, "initiative")[0]["totals"][1] - 2


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D43")
def test_out_of_the_sun_serves_the_first_shot_of_who_wins_the_initiative() -> None:
    for dice, extra in (((6, 1), 1), ((1, 6), 0)):
        flying = (Fly(speed=0), Fly("bf_109e", (0, -3), 3, speed=0), FRIEND)
        table = new_turn(*flying, pile="out_of_the_sun", faces=dice)
        table.do(o.PlayCard("out_of_the_sun"))
        table.passes()
        if table.seat == "luftwaffe":
            table.do(o.Activate(1), o.Advance("left"), o.END)
        table.do(o.Activate(0))
        table.do(o.Fire(1, "front"))
        table.passes(2)
        faces = describe(table.events, "shot")[-1]["faces"]
        assert len(faces) == 3 + extra


# ---- what cards do


def in_shot(raf: str = "", luftwaffe: str = "", *more: Fly, place: tuple[int, int] = (0, -3), facing: int = 3, **target: Any) -> Table:
    """A shot at an aircraft with those hands, declared."""
    hands = {k: v for k, v in (("raf", raf), ("luftwaffe", luftwaffe)) if v}
    table = activated(Fly(), Fly("bf_109e", place, facing, structure=9, **target), SPARE, *more, hands=hands)
    table.do(o.Fire(1, "front"))
    return table


def thrown(table: Table, code: str = "shot") -> int:
    return len(describe(table.events, code)[-1]["faces"])


@pytest.mark.rule("FIS-D31")
@pytest.mark.rule("FIS-D44")
def test_long_burst_and_point_blank() -> None:
    table = in_shot("long_burst point_blank")
    assert table.refused(o.PlayCard("point_blank")) == "FIS-D31"
    table.do(o.PlayCard("long_burst"))
    assert thrown(table) == 4
    table = in_shot("point_blank", place=(0, -1))
    table.do(o.PlayCard("point_blank"))
    assert thrown(table) == 3 + 1 + 2


@pytest.mark.rule("FIS-D31")
def test_stoppage_and_into_the_haze() -> None:
    table = in_shot("", "stoppage into_the_haze")
    assert table.stage == "target"
    table.do(o.PlayCard("stoppage"))
    assert thrown(table) == 1
    table = in_shot("", "into_the_haze", facing=0).next_dice(D, B, B, B)
    table.do(o.PlayCard("into_the_haze"))
    assert thrown(table) == 3, "the Fighter in Sight bonus is lost"
    table.do(o.Dodge(0))
    assert thrown(table, "dodged") == 2


@pytest.mark.rule("FIS-D31")
def test_armour_plate_makes_a_critical_a_damage() -> None:
    table = in_shot("", "armour_plate").next_dice(C, B, B)
    table.do(o.PASS)
    assert table.stage == "dodge"
    table.next_dice(B).do(o.PlayCard("armour_plate"))
    table.do(o.Dodge(0))
    assert table[1].structure == 8 and table[1].unseen == ()
    table = in_shot("", "armour_plate").next_dice(D, B, B)
    table.do(o.PASS)
    assert table.refused(o.PlayCard("armour_plate")) == "FIS-D31"


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
    assert table.legal(o.PlayCard) == [o.PlayCard("mutual_support", 3)]
    assert table.refused(o.PlayCard("mutual_support", 0)) == "FIS-D31"
    table.do(o.PlayCard("mutual_support", 3))
    assert table[3].speed == 4 and thrown(table) == 4


@pytest.mark.rule("FIS-D31")
def test_hard_turn_aerobatics_and_full_throttle() -> None:
    table = activated(Fly("bf_110c"), SPARE, hands={"raf": "hard_turn"})
    table.do(o.PlayCard("hard_turn"), *ahead(1), o.Rotate("left"))
    assert table[0].speed == 5
    table.do(*ahead(1), o.Rotate("left"))
    assert table[0].speed == 2, "the next rotation alone"
    table = activated(Fly("bf_110c"), SPARE, hands={"raf": "aerobatics"})
    table.do(o.PlayCard("aerobatics"), o.Manoeuvre("loop"))
    assert table[0].speed == 4
    table = activated(Fly(), SPARE, hands={"raf": "aerobatics"})
    table.do(o.PlayCard("aerobatics"), o.Manoeuvre("loop"))
    assert table[0].speed == 5, "at least 1"
    table = activated(Fly(), SPARE, hands={"raf": "full_throttle"})
    table.do(o.PlayCard("full_throttle", 0))
    assert table[0].speed == 8, "above the maximum (FIS-D44)"


@pytest.mark.rule("FIS-D31")
def test_reserve_tank_and_shifting_cloud() -> None:
    table = activated(Fly(fuel=3), SPARE, hands={"raf": "reserve_tank"}, fuel=True)
    table.do(o.PlayCard("reserve_tank", 0))
    assert table[0].fuel == 5 and table[0].speed == 6
    table = activated(Fly(), Fly("hurricane_i", (9, 9), side="raf", speed=0), SPARE, hands={"raf": "reserve_tank"})
    assert table.refused(o.PlayCard("reserve_tank", 1)) == "FIS-D31"
    table.do(o.PlayCard("reserve_tank", 0))
    assert table[0].speed == 7
    table = activated(Fly(), SPARE, hands={"raf": "shifting_cloud"}, clouds=[(0, 5), (1, 5)])
    assert table.refused(o.ShiftCloud("shifting_cloud", at(0, 5), at(1, 5))) == "FIS-D44"
    assert len(table.legal(o.ShiftCloud)) == 10
    table.do(o.ShiftCloud("shifting_cloud", at(0, 5), at(0, 4)))
    assert table.position.clouds == sorted([at(0, 4), at(1, 5)])
