"""Whole days by staff officers go as they went; where one parts, the first difference is told in words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from bob.core.game import Event
from tests.golden_days import AGAIN, ANEW, DAYS, DRAWN, PAIRS, SEEDS, STATES, Turn, first_of, golden, parting, played, show
from tests.sizes import fifth, some


@pytest.mark.slow
@pytest.mark.parametrize("name", some(DAYS))
def test_a_day_goes_as_it_went(name: str) -> None:
    where = parting(DAYS[name], played(DAYS[name]), golden()[name])
    assert where is None, where + AGAIN.format(name=name)


def test_every_scenario_and_every_pair_of_officers_has_a_day() -> None:
    assert list(golden()) == [*DAYS, *DRAWN]
    for own in (False, True):
        assert {(d.raf, d.luftwaffe) for d in DAYS.values() if d.own == own} <= set(PAIRS)
        assert len({d.raf for d in DAYS.values() if d.own == own}) == len({raf for raf, _ in PAIRS})


@pytest.mark.parametrize("name", DRAWN)
def test_a_day_is_drawn_as_it_was(name: str) -> None:
    for seed in range(fifth(SEEDS)):
        assert first_of(DRAWN[name], seed) == golden()[name][seed], f"the first position of period {DRAWN[name]} by seed {seed}" + ANEW


# ---- what is told of a difference


@cache
def lesson() -> tuple[tuple[Turn, ...], tuple[str, ...]]:
    turns = tuple(played(DAYS["lesson"]))
    return turns, tuple(turn.kept() for turn in turns)


def describe(*kept: str) -> str:
    found = parting(DAYS["lesson"], lesson()[0], kept)
    assert found is not None and found.startswith(str(DAYS["lesson"]))
    return found


@pytest.mark.parametrize("which", range(3))
def test_a_state_that_has_changed_is_named_with_its_turn(which: int) -> None:
    turns, kept = lesson()
    parts = kept[3].split(" ")
    parts[1 + which] = "other"
    found = describe(*kept[:3], " ".join(parts), *kept[4:])
    assert f"turn {turns[3].number}: as its orders are due, other than before is {STATES[which]}; the last" in found
    assert not any(state in found for i, state in enumerate(STATES) if i != which)


def test_the_first_event_that_has_changed_is_told_in_words() -> None:
    turns, kept = lesson()
    at, what = next((i, turn.happened[1]) for i, turn in enumerate(turns) if i and isinstance(turn.happened[1], Event))
    happened = turns[at].happened
    head, _, letters = kept[at].rpartition(" ")
    changed = f"{head} {letters[0]}{'A' if letters[1] != 'A' else 'B'}{letters[2:]}"
    found = describe(*kept[:at], changed, *kept[at + 1 :])
    assert f"turn {turns[at].number}: what happens parts at number 2 ({len(happened)} were, {len(happened)} are)" in found
    assert f"as before: {turns[at].entries[0].seat} orders: " in found
    assert f"[{what.code} " in found.partition("now:")[2]


def test_an_order_that_is_answered_otherwise_is_told_with_its_answer() -> None:
    turns, kept = lesson()
    parts = kept[2].split(" ")
    parts[-2] = parts[-2][:1] + "?" + parts[-2][2:]
    found = describe(*kept[:2], " ".join(parts), *kept[3:])
    assert f"turn {turns[2].number}: an order is answered otherwise than before: {turns[2].answers[1]}" in found


def test_more_and_fewer_events_and_turns_than_there_were_are_told() -> None:
    turns, kept = lesson()
    assert "now:       nothing more" in describe(*kept[:2], f"{kept[2]}A", *kept[3:])
    assert f"after turn {turns[-1].number} it is over" in describe(*kept, "99 a b c d")
    assert f"after turn {turns[-2].number} it goes on" in describe(*kept[:-1])
    assert "where those of turn 9 were" in describe(kept[0], "9" + kept[1].removeprefix("1"), *kept[2:])
    assert parting(DAYS["lesson"], lesson()[0], kept) is None


def test_a_letter_hangs_on_all_of_an_order_and_of_its_dice() -> None:
    turn = lesson()[0][1]
    kept = {turn.kept()}
    for i, entry in enumerate(turn.entries):
        for other in (replace(entry, seat="referee"), replace(entry, free=not entry.free)):
            kept.add(Turn(turn.number, turn.states, turn.answers, [*turn.entries[:i], other, *turn.entries[i + 1 :]]).kept())
    assert len(kept) == 1 + 2 * len(turn.entries)


def test_all_of_a_turn_is_shown() -> None:
    lines = list(show("lesson", 2))
    assert [line.removeprefix("== ") for line in lines if line.startswith("== ")] == [
        *STATES,
        "how odd orders would be answered",
        "what happened",
    ]
    assert len(lines) > 300 and '  "squadrons": [' in lines
    assert any("raf orders: No more orders (dice: random_event " in line for line in lines)
