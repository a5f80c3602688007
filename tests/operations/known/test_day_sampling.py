"""Random orders: legal, of every kind that the position allows, and by a seed the same everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.game import dumps
from bob.day.sampling import besides, sample
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import Done, Resolve
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition, Raid, Vector
from bob.day.state.raid_plan import PlannedUnit
from bob.tactical.engagement import misfits
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    ESCORT,
    GAME,
    HIGH,
    INLAND,
    SEA,
    day,
    plan,
    raid,
    squadron,
    step,
    sweep_plan,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling


def raf() -> DayPosition:
    """Squadrons in every box, some of which may form a Wing and some are one, and a raid on the table."""
    units = [
        squadron("1", "released"),
        squadron("2", "available"),
        squadron("3", "ready"),
        squadron("4", "ready", station="Hornchurch", sector="Hornchurch", strength=11),
        squadron("5", "rearm_2", due=5, becoming="available"),
        *(squadron(name) for name in ("6", "7", "8")),
        *(squadron(name, hex=INLAND, wing="w1/1") for name in ("w1", "w2")),
        squadron("9", "ready", ordered_off=Vector("hex", INLAND, 10)),
        squadron("10", "gone", strength=0),
    ]
    return day(squadrons=units, raids=[circling(step(BIGGIN, 2, 6), 27)], tracks=[track("raid", 1, 2, (3, step(BIGGIN, 2, 6)))])


def luftwaffe(turn: int = 3) -> DayPosition:
    """Two raids close together with escorts, a patrol, and at the full hour a plan that may change."""
    mixed = raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16), unit(HIGH, "high_cover", angels=20))
    other = raid(step(SEA, 5, 2), unit("II./KG 3"), code="other")
    p = day(turn=turn, turns=200, raids=[mixed, other])
    p.raids["late"] = Raid(sweep_plan("late", form_turn=40), {}, form_turn=40)
    p.patrols = [[unit(f"{i}./JG 51", "sweep")] for i in ("I", "II", "III")] + [[]] * 3
    return p


def planning() -> DayPosition:
    plans = plan("one", form_turn=9), sweep_plan("two", form_turn=8)
    return day(phase="planning", step=0, turn=1, raids=[Raid(p, {}, form_turn=p.form_turn) for p in plans])


def at_fault() -> DayPosition:
    """On the hour a raid has come on the plan that has a fault, and one that meets it: that must go first."""
    p = luftwaffe(7)
    wrong = plan("wrong", form_turn=30, units=(PlannedUnit("I./KG 2", "bomber", 99, 14),))
    back = replace(
        sweep_plan("back", form_turn=40, units=(PlannedUnit("I./JG 54", "return_escort", 9, 20),)), type="return_escort", joins="wrong"
    )
    for made in (wrong, back):
        p.raids[made.code] = Raid(made, {}, form_turn=made.form_turn, added=7)
    return p


def asked() -> DayPosition:
    names = [str(i) for i in range(5)]
    squadrons = [squadron(name, "available") for name in names]
    return day(phase="choice", squadrons=squadrons, choices=[Choice(RAF, "dispersal_dash", names, 2)])


def fight(how: str) -> DayPosition:
    raiders = [unit(h=SEA), unit(ESCORT, "close_escort", h=SEA, angels=16)]
    p = day(raids=[circling(SEA, units=raiders)], squadrons=[squadron(name, hex=SEA, tally="raid") for name in ("1", "2")])
    p.engaging = Engaging("ask", "ask", "ask")
    for seat in (LUFTWAFFE, RAF):
        GAME.apply(p, seat, Done(), DiceByPurpose(tally=(6, 6)))
    assert p.phase == "engagement"
    if how != "ask":
        GAME.apply(p, p.chooser, Resolve(how), SeededDice(Stream.of(1, "fight")))
    return p


POSITIONS: dict[str, tuple[Callable[[], DayPosition], str]] = {
    "raf": (raf, RAF),
    "luftwaffe": (luftwaffe, LUFTWAFFE),
    "on the hour": (lambda: luftwaffe(7), LUFTWAFFE),
    "at fault": (at_fault, LUFTWAFFE),
    "planning": (planning, LUFTWAFFE),
    "asked": (asked, RAF),
    "to choose": (lambda: fight("ask"), RAF),
    "at the table": (lambda: fight("table"), RAF),
    "by cards": (lambda: fight("cards"), RAF),
}
DRAWN, ASIDE = 600, 3000
WANTED: dict[str, set[str]] = {
    "raf": {"scramble", "vector", "readiness", "pancake", "stance", "split", "form_wing", "break_wing", "done"},
    "luftwaffe": {"recall", "secondary", "height", "lend_escorts", "patrol_sweep", "done"},
    "on the hour": {"drop_raid", "plan_raid", "seal"},
    "at fault": {"drop_raid"},
    "planning": {"drop_raid", "plan_raid", "seal"},
    "asked": {"pick"},
    "to choose": {"resolve"},
    "at the table": {"enter_result"},
    "by cards": {"fly"},
}


@cache
def drawn(name: str) -> tuple[tuple[str, Any], ...]:
    """What is drawn in a position by many seeds, with whose it is; it changes nothing."""
    made, seat = POSITIONS[name]
    p = made()
    if seat not in GAME.to_move(p):
        seat = GAME.to_move(p)[0]
    before = GAME.dump(p)
    found: list[tuple[str, Any]] = []
    for seed in range(DRAWN):
        stream = Stream.of(seed, "sampling")
        found.append((seat, sample(GAME, p, seat, stream)))
    for seed in range(ASIDE):
        if (more := besides(GAME, p, Stream.of(seed, "aside"))) is not None:
            found.append(more)
    assert GAME.dump(p) == before
    return tuple(found)


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_drawn_is_legal_and_of_every_kind_that_may_be_given(name: str) -> None:
    p = POSITIONS[name][0]()
    for seat, given in drawn(name):
        GAME.check(p, seat, given)
    assert {given.code for seat, given in drawn(name) if seat != "referee"} >= WANTED[name]


def test_the_referee_has_a_word_now_and_then() -> None:
    found = Counter(given.code for name in ("raf", "luftwaffe") for seat, given in drawn(name) if seat == "referee")
    assert set(found) >= {"correct", "note", "engage"}, found


def test_results_that_are_drawn_add_up_and_are_of_all_kinds() -> None:
    now = fight("table").combat.now
    assert now is not None
    losses = [loss for _, given in drawn("at the table") if given.code == "enter_result" for loss in given.losses]
    for _, given in drawn("at the table"):
        if given.code == "enter_result":
            assert not list(misfits(now.engagement, given.losses, given.turns))
    assert {loss.jettisoned for loss in losses} == {loss.broke_off for loss in losses} == {True, False}
    assert max(loss.destroyed for loss in losses) == 27 and {loss.ammo for loss in losses} >= {"full", "low", "none"}
    assert all(loss.unit == BOMBERS for loss in losses if loss.jettisoned), "others carry no bombs"


AS_DRAWN: dict[str, str] = {
    "raf": "a05092fbe8aa",
    "luftwaffe": "a8e68872fded",
    "on the hour": "c0949d105590",
    "at fault": "19e998aac315",
    "planning": "4d90eb666b11",
    "asked": "59cfc71dd122",
    "to choose": "a6b4aab421b3",
    "at the table": "cf238cf3b9f8",
    "by cards": "3920a971f103",
}
"""By position, what all that is drawn in it comes to: the number of a random game is the same game everywhere."""


@pytest.mark.parametrize("name", POSITIONS)
def test_a_seed_draws_the_same_everywhere(name: str) -> None:
    text = "\n".join(f"{seat} {dumps(encode(given))}" for seat, given in drawn(name))
    assert hashlib.sha256(text.encode()).hexdigest()[:12] == AS_DRAWN[name]
