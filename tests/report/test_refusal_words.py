"""Refusals and faults in a plan as sentences: every one has words, takes just its values, and tells codes as words."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.errors import Refused, UsageError
from bob.core.hexes import Hex
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.rules.legality import FaultyPlan
from bob.day.rules.planning import Fault, faults
from bob.day.state.orders import Done, PlanRaid, Readiness
from bob.day.state.position import DayPosition
from bob.day.state.raid_plan import RaidPlan
from bob.day.telling.period_names import FAMILIES
from bob.day.telling.sentences import fault_mend, fault_place, fault_text, refusal
from bob.words import LANGUAGES, Words, chapter
from tests.sources import called, day_calls, fields, texts

GAME = OperationalDay()
SHOWN: Mapping[str, Any] = {"box": "rearm_1", "wanted": "ready", "kind": "turnaround", "seat": "raf", "first": "plan.no_units"}


def refusals() -> list[tuple[str, tuple[str, ...]]]:
    """Every key that the sources refuse with, and its values."""
    found = {
        (key, tuple(sorted(str(k.arg) for k in node.keywords if k.arg != "rule")))
        for _, node in day_calls()
        if called(node) in ("Refused", "UsageError", "BobError", "__init__") and node.args
        for key in texts(node.args[0])
        if key.startswith("ops.")
    }
    return sorted(found)


@pytest.mark.sources
def test_every_refusal_has_words_and_no_words_are_idle() -> None:
    found = {key for key, _ in refusals()}
    assert len(found) >= 33
    assert found == {key for key in chapter("ops") if key.startswith("ops.refused.") or key.count(".") == 1}


@pytest.mark.parametrize(("key", "values"), refusals())
def test_a_refusal_takes_just_the_values_it_is_given(key: str, values: tuple[str, ...]) -> None:
    assert fields(chapter("ops")[key]["en"]) == set(values)
    error = UsageError(key, rule="OPS-B4.0", **{name: SHOWN.get(name, 3) for name in values})
    for language in LANGUAGES:
        text = refusal(Words(language), error)
        assert text.endswith(" [OPS-B4.0]") and not re.search(r"[{}]|None|rearm_1|ops\.", text), text
        assert not re.search(r"[{}]|None", error.describe(Words(language)))


def fault_calls() -> list[tuple[str, tuple[str, ...]]]:
    """Every fault in the sources with the names of its values."""
    found: set[tuple[str, tuple[str, ...]]] = set()
    for file, node in day_calls():
        if file != "planning.py" or called(node) not in ("Fault", "fault"):
            continue
        if called(node) == "fault":
            values = {"unit"} | {str(k.arg) for k in node.keywords}
        else:
            assert len(node.args) >= 4, ast.unparse(node)
            if not isinstance(node.args[3], ast.Dict):
                continue
            values = {str(k.value) for k in node.args[3].keys if isinstance(k, ast.Constant)}
        found.update((key, tuple(sorted(values))) for key in texts(node.args[0]))
    return sorted(found)


@cache
def drawing_board() -> DayPosition:
    return Match.new(GAME, "lesson", 1).position


def needs() -> set[str]:
    """The faults that a plan has for want of a role, whatever its type."""
    p = drawing_board()
    return {
        fault.key
        for kind in FAMILIES["type"]
        for fault in faults(GAME.world, p, RaidPlan("x", kind, Hex(50, 0), 1, 10, (), ()), [])  # type: ignore[arg-type]
        if fault.key.startswith("plan.needs_")
    }


@pytest.mark.sources
def test_every_fault_has_words_and_no_words_are_idle() -> None:
    found = {key for key, _ in fault_calls()} | needs()
    assert {"plan.needs_bomber", "plan.needs_sweep", "plan.needs_target", "plan.climb"} <= found
    assert found == {key for key in chapter("plan") if key.count(".") == 1}


def mends() -> set[str]:
    """Every mend in the sources."""
    found: set[str] = set()
    for file, node in day_calls():
        if file == "planning.py" and called(node) in ("Fault", "fault"):
            at = 4 if called(node) == "Fault" else 3
            found.update(*(texts(arg) for arg in node.args[at : at + 1]))
    return found


@pytest.mark.sources
def test_every_mend_has_words_and_no_words_are_idle() -> None:
    assert {f"plan.mend.{mend}" for mend in mends()} == {key for key in chapter("plan") if key.startswith("plan.mend.")}


@pytest.mark.parametrize(("key", "values"), fault_calls())
def test_a_fault_takes_just_the_values_it_is_given(key: str, values: tuple[str, ...], en: Words, fr: Words) -> None:
    assert fields(chapter("plan")[key]["en"]) == set(values)
    for place in ("form", "leg:2", "unit:I./JG 3", "primary", "secondary"):
        fault = Fault(key, "OPS-B3.1", place, dict.fromkeys(values, 4), "lower")
        for words in (en, fr):
            parts = (fault_text(words, fault), fault_place(words, fault), fault_mend(words, fault), refusal(words, FaultyPlan([fault])))
            assert all(text and not re.search(r"[{}]|None|plan\.", text) for text in parts), parts


def test_a_unit_that_the_reason_names_is_not_named_before_it(en: Words) -> None:
    named = Fault(
        "plan.turnaround", "OPS-C4.1", "unit:II./StG 1", {"unit": "II./StG 1", "raid": "lympne", "minutes": 120, "time": "14:10"}, "later"
    )
    assert refusal(en, FaultyPlan([named])).count("II./StG 1") == 1
    reach = Fault("plan.sorties", "OPS-C4.1", "unit:I./JG 3", {"unit": "I./JG 3", "most": 3})
    elsewhere = dataclasses.replace(reach, place="primary")
    assert refusal(en, FaultyPlan([elsewhere])).count(fault_place(en, elsewhere)) == 1


def test_a_unit_of_a_channel_patrol_is_told_to_be_busy_there(en: Words, fr: Words) -> None:
    fault = Fault("plan.busy", "OPS-B9.1", "unit:I./JG 3", {"unit": "I./JG 3", "raid": "patrol_3"})
    assert "with “Channel patrol 3”" in fault_text(en, fault)
    assert "par «\u00a0patrouille de la Manche 3\u00a0»" in fault_text(fr, fault)


def test_a_faulty_plan_is_refused_with_its_first_fault(en: Words, fr: Words) -> None:
    plan = RaidPlan("x", "freie_jagd", Hex(50, 0), 1, 11, (), ())
    with pytest.raises(Refused) as caught:
        GAME.check(drawing_board(), "luftwaffe", PlanRaid(plan))
    assert refusal(en, caught.value).startswith("faults in the plan: ")
    assert "Formation, " in refusal(fr, caught.value)


def test_refusals_tell_codes_as_words(en: Words, fr: Words) -> None:
    p = drawing_board()
    with pytest.raises(Refused) as caught:
        GAME.check(p, "raf", Done())
    assert refusal(en, caught.value) == "the RAF owes no decision now; wait for the other side [OPS-B4.1]"
    match = Match.new(GAME, "lesson", 1)
    match.play("luftwaffe", GAME.order({"code": "seal"}))
    while match.position.phase == "choice":
        match.play(match.to_move[0], GAME.sample(match.position, match.to_move[0], Stream.of(1, "bot")))
    unit = next(unit for unit, s in match.position.squadrons.items() if s.box == "ready")
    with pytest.raises(Refused) as caught:
        match.play("raf", Readiness(unit, "released"))
    assert "de Prête à Libérée" in refusal(fr, caught.value)
