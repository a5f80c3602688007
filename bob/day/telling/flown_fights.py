"""A flown fight in words, by the "combat" event of a side: its models, the aircraft booked for the day, the difference (OPS-D1.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.game import Event
from bob.day.telling.period_names import Names, code_word, listed
from bob.tactical.engagement import FATES
from bob.words import Words

CombatReport = Mapping[str, Any]
"""The data of a "combat" event."""


@dataclass(frozen=True, slots=True)
class FlownUnit:
    """A unit in a flown fight: the fates of its models in words, its aircraft, those behind fallen models, those lost and damaged."""

    unit: str
    models: str
    sent: int
    behind: int
    lost: int
    damaged: int


def was_flown(event: Event) -> bool:
    """Return whether an event ends a fight that was flown."""
    return event.code == "combat" and "flown" in event.data


def units(words: Words, data: CombatReport) -> list[FlownUnit]:
    """The units of a side, in the order of its report."""
    found = []
    for unit, sent in data["units"]:
        mine = [(fate, bombs) for of, fate, bombs in data["flown"]["models"] if of == unit]
        models = [_model(words, number, len(mine), *each) for number, each in enumerate(mine, 1)]
        figures = (data["flown"]["behind"].get(unit, 0), data["lost"].get(unit, 0), data["damaged"].get(unit, 0))
        found.append(FlownUnit(unit, words.separated(models), sent, *figures))
    return found


def _model(words: Words, number: int, among: int, fate: str, bombs: str) -> str:
    text = words(f"flown.fate.{fate}")
    if among > 1:
        text = words("flown.model.numbered", number=number, fate=text)
    return words("flown.model.bombs", model=text, bombs=code_word(words, "bombs", bombs)) if bombs else text


def foes(words: Words, data: CombatReport, names: Names) -> str:
    """The enemy's models by type, as they were seen."""
    found: dict[str, dict[str, int]] = {}
    for aircraft, fate, _, number in data["flown"]["foes"]:
        of = found.setdefault(aircraft, {})
        of[fate] = of.get(fate, 0) + number
    types = []
    for aircraft, fates in found.items():
        parts = [words("flown.model.counted", fate=words(f"flown.fate.{fate}"), count=fates[fate]) for fate in FATES if fate in fates]
        count = sum(fates.values())
        types.append(words("flown.model.foes", aircraft=names.aircraft(aircraft), count=count, fates=", ".join(parts)))
    return listed(words, types)


def reasons(words: Words, data: CombatReport, names: Names) -> Iterator[str]:
    """Yield the reasons for the difference between table and books, a sentence each."""
    flown = data["flown"]
    fates = [fate for _, fate, _ in flown["models"]]
    behind, lost, damaged = sum(flown["behind"].values()), sum(data["lost"].values()), sum(data["damaged"].values())
    down, hit = fates.count("down"), fates.count("hit")
    if not down:
        yield words("flown.why.none_fell")
    elif not behind:
        yield words("flown.why.fell_alone", models=down)
    elif behind == down == lost:
        yield words("flown.why.fell_each", models=down)
    else:
        yield words("flown.why.fell", models=down, behind=behind, lost=lost)
    if damaged:
        yield words("flown.why.damaged", damaged=damaged)
    elif hit:
        yield words("flown.why.unhurt_though_hit", models=hit)
    yield words("flown.why.foes", foes=foes(words, data, names))


def lines(words: Words, data: CombatReport, names: Names) -> list[str]:
    """All of it in sentences."""
    of_units = [
        words("flown.line.unit", unit=u.unit, models=u.models, behind=u.behind, lost=u.lost, damaged=u.damaged) for u in units(words, data)
    ]
    return [*of_units, *reasons(words, data, names)]


def latest(log: Sequence[tuple[int, Event]]) -> list[Event]:
    """The events of the last flown engagement, if it was in this turn or the one before: one for each side that the reader hears."""
    found: list[Event] = []
    turns = 0
    for _, event in reversed(log):
        turns += event.code == "turn"
        if turns > 1 or (found and event.code == "met"):
            break
        if was_flown(event) and (not found or event.data["number"] == found[0].data["number"]):
            found.insert(0, event)
    return found


HEADS = ("unit", "flown", "sent", "behind", "lost", "damaged")
"""The columns of a table of units, as keys of the words."""


def rows(words: Words, data: CombatReport) -> list[tuple[str, ...]]:
    """The table of a side's units, a row each under `HEADS`."""
    return [(u.unit, u.models, *(str(n) if n else "–" for n in (u.sent, u.behind, u.lost, u.damaged))) for u in units(words, data)]


def heads(words: Words) -> Sequence[str]:
    """The heads of that table."""
    return [words(f"flown.column.{name}") for name in HEADS]
