"""What chance asks a side: a choice of one is made, a choice of many is sorted, with what speaks for each."""

from __future__ import annotations

from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.day.state.position import LUFTWAFFE, RAF, Choice
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.open_decisions import open_decisions
from bob.desk.session.session import DeskSession
from bob.words import LANGUAGES
from tests.desk.rooms import match_at, session_of
from tests.desk.windows import due

DAY, TURN = "15_september_1940", 38


def asked(seat: str, choice: Choice) -> DeskSession:
    """A session in which chance asks a seat this."""
    match = match_at(DAY, TURN)
    match.position.choices = [choice]
    match.position.phase = "choice"
    return session_of(match, seat)


def options(kind: str) -> tuple[str, list[str]]:
    """Whom a kind of choice asks, and for what it may ask."""
    p = match_at(DAY, TURN).position
    if kind == "half_escort":
        raid = next(r for r in p.raids.values() if sum(u.role == "close_escort" for u in r.plan.units) > 1)
        return LUFTWAFFE, [u.unit for u in raid.plan.units if u.role == "close_escort"]
    if kind == "navigation_test":
        return RAF, [str(t.number) for t in p.tracks if t.level > 0 and not t.faded][:5]
    return RAF, [s.unit for s in p.squadrons.values() if s.box in ("available", "ready") and s.strength][:5]


@pytest.mark.parametrize("kind", ["dispersal_dash", "navigation_test", "turnaround", "half_escort"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_of_many_is_sorted_with_what_speaks_for_each(settings: Settings, kind: Any, language: str) -> None:
    settings.set_language(language)
    seat, names = options(kind)
    assert len(names) > 1
    session = asked(seat, Choice(seat, kind, names))
    (decision,) = open_decisions(session, settings.words, Names(session.world.theatre))
    assert decision.text == settings.words(f"ops.choice.{kind}") and decision.text.endswith("?")
    assert sorted(name for name, _ in decision.options) == sorted(names)
    assert decision.options[0][0] in decision.advised
    lines = [text for _, text in decision.options]
    assert len(set(lines)) == len(lines) and all(text.count(",") >= 2 for text in lines), lines
    assert not any("_" in text for text in lines)


@pytest.mark.parametrize("kind", ["dispersal_dash", "half_escort"])
def test_a_choice_of_one_is_made_and_one_of_two_is_not(qtbot: QtBot, settings: Settings, kind: Any) -> None:
    seat, names = options(kind)
    for count, made in ((1, True), (2, False)):
        session = asked(seat, Choice(seat, kind, names[:count]))
        walk = DecisionWalk(session, settings, Names(session.world.theatre))
        given: list[tuple[str, ...]] = []
        walk.pick = lambda chosen, given=given: bool(given.append(chosen)) or True  # type: ignore[method-assign, misc]
        walk._fresh = True
        session.changed.emit()
        due(qtbot)
        assert given == ([(names[0],)] if made else [])
        session.changed.emit()  # nothing new has come: what was taken back is not made again
        due(qtbot)
        assert len(given) == made
