"""Whose turn it is, whom the day waits for and how long it goes on betray neither side to the other (OPS-B4.1, OPS-B4.3)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.game import dumps, secret_free
from bob.core.match import Match
from bob.day.state.orders import ChangeHeight, Done, Pick, Scramble, Seal
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import BOMBERS, GAME, SEA, at, day, order, plan, raid, squadron, sweep_plan, track
from tests.operations.turns.test_day_requests import asked, other
from tests.operations.whole_turns import DiceByPurpose, Turn, alike, whole_turn

ASKS = {"dispersal_dash": (1, 3), "navigation_test": (1, 4), "turnaround": (3, 5)}
"""By the events that ask the RAF, dice that bring them."""


def got(p: DayPosition, seat: str, heard: list[str]) -> tuple[str, ...]:
    """All that a side has of a day: its view, what it is offered, and what it was told."""
    return secret_free(GAME.view(p, seat)), dumps(encode(GAME.choices(p, seat))), *heard


def told_to(seat: str, events: list[Any]) -> list[str]:
    return [dumps(encode(event)) for event in events if seat in event.to]


def scene(**given: Any) -> DayPosition:
    squadrons = [squadron("1", "available"), squadron("2", "available"), squadron("3", "rearm_1", due=9, becoming="rearm_2")]
    return day(squadrons=squadrons, raids=[raid(SEA)], tracks=[track()], **given)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-B4.3")
@pytest.mark.parametrize("event", ASKS)
def test_that_chance_asks_the_raf_shows_in_nothing_that_the_luftwaffe_gets(event: str) -> None:
    """Turn by turn as in a day without the event: while the RAF chooses, when it has chosen, and when all orders are given."""
    found = []
    for faces in ((3, 4), ASKS[event]):
        p, heard, seen = scene(), [], []
        for seat in (LUFTWAFFE, RAF):
            heard += told_to(LUFTWAFFE, GAME.apply(p, seat, Done(), DiceByPurpose((2, 3), random_event=[faces])))
        seen.append(got(p, LUFTWAFFE, heard))
        assert (p.asked(RAF) is not None) == (faces != (3, 4)) and GAME.view(p, LUFTWAFFE).common.owing == (LUFTWAFFE,)
        heard += told_to(LUFTWAFFE, order(p, LUFTWAFFE, Done()))
        seen.append(got(p, LUFTWAFFE, heard))
        if (choice := p.asked(RAF)) is not None:
            heard += told_to(LUFTWAFFE, GAME.apply(p, RAF, Pick((choice.options[0],)), DiceByPurpose((6, 6))))
            seen.append(got(p, LUFTWAFFE, heard))
            assert seen.pop() == seen[-1], "the answer shows"
        heard += told_to(LUFTWAFFE, GAME.apply(p, RAF, Done(), DiceByPurpose((2, 3))))
        seen.append(got(p, LUFTWAFFE, heard))
        found.append(seen)
    for one, another in zip(*found, strict=True):
        alike(one, another)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C9.7")
def test_the_raf_names_a_raid_that_stands_on_its_table_when_it_chooses() -> None:
    """One that was lost at the turn's checks is none, and where none is left nothing is asked."""
    p = scene()
    p.raids["raid"].units[0].strength = 3
    dice = DiceByPurpose((2, 3), random_event=[ASKS["navigation_test"]], detection=(1, 1))
    p.tracks[0].level = 1
    for seat in (LUFTWAFFE, RAF):
        GAME.apply(p, seat, Done(), dice)
    assert dice.count("detection") == 1 and p.tracks[0].faded
    assert p.choices == [] and GAME.to_move(p) == (LUFTWAFFE, RAF)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-B4.3")
@pytest.mark.rule("OPS-A2.half")
def test_that_the_luftwaffe_chooses_its_escorts_shows_in_nothing_that_the_raf_gets() -> None:
    """On the hour, and with another Group asked: neither seal nor answer comes while it chooses, and both come then."""
    units = (PlannedUnit(BOMBERS, "bomber", 27, 14), *(PlannedUnit(f"{n}./JG 3", "close_escort", 20, 14) for n in ("I", "II")))
    found = []
    for chosen in (False, True):
        due = Raid(plan(units=units, form_turn=7), {}, form_turn=7)
        p = asked(other(), raids=[due, raid(SEA, code="far")], turn=7, tracks=[track("far")])
        heard = told_to(RAF, order(p, RAF, Scramble("19 Squadron", 16, hex=at("Duxford"))))
        heard += told_to(RAF, order(p, RAF, Done()))
        if chosen:
            heard += told_to(RAF, order(p, LUFTWAFFE, Seal()))
            dice = DiceByPurpose((2, 3), formation=(6, 6), formation_special=(5,), request=(6, 6))
            heard += told_to(RAF, GAME.apply(p, LUFTWAFFE, Done(), dice))
            assert p.phase == "choice" and p.asked(LUFTWAFFE) is not None
        found.append(got(p, RAF, heard))
    alike(*found)
    later = GAME.apply(p, LUFTWAFFE, Pick(("I./JG 3",)), DiceByPurpose((2, 3), request=(6, 6)))
    codes = [event.code for event in later if RAF in event.to]
    assert codes.index("sealed") < codes.index("request_answered") < codes.index("turn")


@pytest.mark.rule("OPS-B4.3")
@pytest.mark.rule("OPS-C4.1")
def test_how_long_the_day_goes_on_tells_the_raf_nothing_of_what_is_planned() -> None:
    """Days with raids still to come, with none, and with one that has just ended, are turn by turn the same to the end."""
    late = sweep_plan("late", form_turn=64, form_at=at("Caen"))
    days = [
        day(squadrons=[squadron("1", "available")], raids=raids, turn=4, turns=56)
        for raids in ([], [raid(state="ended")], [raid(state="ended"), Raid(late, {}, form_turn=64)])
    ]
    while any(p.phase != "over" for p in days):
        found = []
        for p in days:
            assert p.phase == "orders", f"over in turn {p.turn}"
            if p.plan_open:
                order(p, LUFTWAFFE, Seal())
            turn = Turn(p)
            heard = told_to(RAF, [event for event in turn.events if event.code not in ("sealed", "revealed")])
            shown = got(p, RAF, heard) if p.phase != "over" else (str(p.turn), *heard)
            found.append(tuple([re.sub(r"[0-9a-f]{64}", "digest", text) for text in shown]))  # each is that of its plan and salt
        alike(*found)
    assert {p.turn for p in days} == {57}


@pytest.mark.rule("OPS-B4.1")
def test_a_turn_in_which_the_raf_was_asked_goes_on_when_it_has_answered_and_all_is_ordered() -> None:
    p = scene()
    for seat in (LUFTWAFFE, RAF):
        GAME.apply(p, seat, Done(), DiceByPurpose((2, 3), random_event=[ASKS["dispersal_dash"]]))
    order(p, RAF, Pick(("2",)))
    assert p.squadrons["2"].box == "ready" and p.turn == 4
    whole_turn(p, dice=DiceByPurpose((2, 3)))


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-C9.7")
@pytest.mark.parametrize("event", [None, *ASKS])
def test_what_the_raf_was_asked_shows_in_no_refusal_to_take_an_order_back(event: str | None) -> None:
    """Nor by dice that fell for its answer: they stay as they fell, and so does the answer."""
    p = scene()
    for side in (LUFTWAFFE, RAF):
        GAME.apply(p, side, Done(), DiceByPurpose((2, 3), random_event=[ASKS[event] if event is not None else (3, 4)]))
    match = Match.new(GAME, "lesson", "waits").beside(p)
    before = match.view(LUFTWAFFE)
    match.play(LUFTWAFFE, ChangeHeight("raid", up=False))
    if event is not None and (choice := p.asked(RAF)) is not None:
        answer = match.play(RAF, Pick((choice.options[0],)))
        assert bool(answer.rolls) == (event == "navigation_test")
        chosen = match.view(RAF)
        match.undo(LUFTWAFFE)
        assert match.entries[-1].rolls == answer.rolls and match.view(RAF) == chosen and match.view(LUFTWAFFE) == before
        match.play(LUFTWAFFE, ChangeHeight("raid", up=False))
        assert match.undo_refused(RAF) == ("game.undo_dice" if answer.rolls else None)
    assert match.undo_refused(LUFTWAFFE) is None
