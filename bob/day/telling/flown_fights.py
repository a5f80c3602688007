"""A flown fight in words, by the "combat" event of a side: its models, the aircraft booked for the day, the difference (OPS-D1.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from bob.core.game import Event
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names, listed
from bob.tactical import debrief as debriefing
from bob.tactical.debrief import Shot
from bob.tactical.engagement import FATES, enemy
from bob.tactical.models import model_name, numbered
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


def units(words: Words, data: CombatReport, worn: Mapping[str, Sequence[str]] | None = None) -> list[FlownUnit]:
    """The units of a side, in the order of its report; `worn` has the numbers of its models on the tables, where they are known."""
    found = []
    for unit, sent in data["units"]:
        mine = [(fate, bombs) for of, fate, bombs in data["flown"]["models"] if of == unit]
        numbers = (worn or {}).get(unit, ())
        numbers = numbers if len(numbers) == len(mine) else [str(number) for number in range(1, len(mine) + 1)]
        models = [_model(words, number, len(mine), *each) for number, each in zip(numbers, mine, strict=True)]
        absent = words("flown.model.too_few" if data["flown"]["on_table"].get(unit) else "flown.model.none")
        figures = (data["flown"]["behind"].get(unit, 0), data["lost"].get(unit, 0), data["damaged"].get(unit, 0))
        found.append(FlownUnit(unit, words.separated(models) if models else absent, sent, *figures))
    return found


def _model(words: Words, number: str, among: int, fate: str, bombs: str) -> str:
    text = words(f"flown.fate.{fate}")
    if among > 1:
        text = words("flown.model.numbered", number=number, fate=text)
    return words("flown.model.bombs", model=text, bombs=words(f"flown.bombs.{bombs}")) if bombs else text


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
    there, sent = sum(flown["on_table"].values()), sum(count for _, count in data["units"])
    if there < sent:
        yield words("flown.why.on_table", there=there, sent=sent)
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


def lines(words: Words, data: CombatReport, names: Names, worn: Mapping[str, Sequence[str]] | None = None) -> list[str]:
    """All of it in sentences."""
    of_units = [
        words("flown.line.unit", unit=u.unit, models=u.models, behind=u.behind, lost=u.lost, damaged=u.damaged)
        for u in units(words, data, worn)
    ]
    return [*of_units, *reasons(words, data, names)]


@dataclass(frozen=True, slots=True)
class Over:
    """An engagement of a log that is over: an event for each side that the reader hears, True if the standing rule left it open after
    contact, the turns begun since."""

    events: list[Event]
    met: bool
    turns: int


def over(log: Sequence[tuple[int, Event]], after: int = -1) -> Iterator[Over]:
    """Yield the engagements of a log that are over, with numbers beyond `after`, the last first."""
    events: list[Event] = []
    turns = 0
    for _, event in reversed(log):
        if events and (event.code in ("met", "turn") or (event.code == "combat" and event.data["number"] != events[0].data["number"])):
            yield Over(events, event.code == "met", turns)
            events = []
        turns += event.code == "turn"
        if event.code == "combat":
            if event.data["number"] <= after:
                return
            events.insert(0, event)
    if events:
        yield Over(events, False, turns)


def latest(log: Sequence[tuple[int, Event]]) -> list[Event]:
    """The events of the last flown engagement, if it was in this turn or the one before: one for each side that the reader hears."""
    recent = takewhile(lambda found: found.turns <= 1, over(log))
    return next((found.events for found in recent if was_flown(found.events[0])), [])


# ---- shot by shot


@dataclass(frozen=True, slots=True)
class Debrief:
    """The shots of a flown fight: a row each under `bob.tactical.debrief.HEADS`, a sentence about luck and decisions, and the numbers of
    the models of each unit on its tables."""

    rows: list[tuple[str, ...]]
    summary: str
    worn: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table of a fight as its reader saw it: the units of its models as far as they are known, and a view of its dogfight."""

    models: Sequence[str | None] = ()
    battle: object = None


def debrief(words: Words, names: Names, ended: Sequence[Event], log: Iterable[Event], seen: Sequence[SeenTable]) -> Debrief:
    """Return the debrief of a fight by its "combat" events, the log of a reader, and the tables that the reader saw."""
    kit = names.slot[ended[0].data["resolver"]]
    sides = {unit: side_of(event) for event in ended for unit, _ in event.data["units"]}
    enemy_side = enemy(side_of(ended[0]))
    lines: list[tuple[str, ...]] = []
    shots: list[Shot] = []
    favoured: dict[str, float] = {}
    numbers: dict[str, list[str]] = {}
    tables = _tables(log, ended[0].data["number"], kit.turning)
    for number, events in enumerate(tables):
        table = seen[number] if number < len(seen) else SeenTable()
        of = table.models
        worn = kit.names_worn(table.battle, of) if table.battle is not None else {}
        for model in worn:
            if model < len(of) and (unit := of[model]) is not None:
                on_table = words("flown.model.on_table", number=model + 1, table=number + 1) if len(tables) > 1 else str(model + 1)
                numbers.setdefault(unit, []).append(on_table)
        found = kit.debrief(words, events)
        if len(tables) > 1:
            lines.append(("", words("flown.debrief.table", number=number + 1, count=len(tables)), "", "", "", ""))
        lines += debriefing.rows(words, found, partial(_model_name, words, of, worn, kit.labels(words, events)))
        for side, hits in debriefing.favour(found, partial(_side, sides, enemy_side, of)).items():
            favoured[side] = favoured.get(side, 0.0) + hits
        shots += found
    return Debrief(lines, debriefing.summary(words, shots, favoured), numbers)


def _model_name(words: Words, models: Sequence[str | None], worn: Mapping[int, str], labels: Mapping[int, str], number: int) -> str:
    return worn.get(number) or model_name(words, models, number) or labels.get(number) or numbered(words, models, number)


def debrief_lines(words: Words, found: Debrief) -> list[str]:
    """The debrief in sentences, one for each shot."""
    keys = ("turn", "who", "shot", "answer", "effect", "judged")
    texts = [words("flown.debrief.line", **dict(zip(keys, row, strict=True))) if row[0] else row[1] for row in found.rows]
    return [words("flown.debrief.title"), *texts, found.summary]


def side_of(event: Event) -> str:
    """Return the side that learnt of a combat: only the RAF's report names a track (`_report` in `bob/day/phases/fights.py`)."""
    return RAF if "track" in event.data else LUFTWAFFE


def _side(sides: Mapping[str, str], unknown: str, models: Sequence[str | None], model: int) -> str:
    unit = models[model] if model < len(models) else None
    return sides.get(unit, unknown) if unit is not None else unknown


def _tables(log: Iterable[Event], number: int, turning: str) -> list[list[Event]]:
    """The events of the dogfights of an engagement, as their game has them, for each table."""
    tables: list[list[Event]] = []
    begun = False
    for event in log:
        if event.code in ("met", "resolver") and event.data.get("number") == number:
            tables, begun = [[]], True
        elif event.code == "next_table" and begun:
            tables.append([])
        elif event.code == "combat" and event.data["number"] == number:
            break
        elif event.code == "dogfight" and begun:
            data = {name: value for name, value in event.data.items() if name not in ("game", "what")}
            tables[-1].append(Event(event.data["what"], data, event.to, event.rule))
    return [events for events in tables if any(event.code == turning for event in events)]


# ---- the table of units


HEADS = ("unit", "flown", "sent", "behind", "lost", "damaged")
"""The columns of a table of units, as keys of the words."""


def rows(words: Words, data: CombatReport, worn: Mapping[str, Sequence[str]] | None = None) -> list[tuple[str, ...]]:
    """The table of a side's units, a row each under `HEADS`."""
    return [(u.unit, u.models, *(str(n) if n else "–" for n in (u.sent, u.behind, u.lost, u.damaged))) for u in units(words, data, worn)]


def heads(words: Words) -> Sequence[str]:
    """The heads of that table."""
    return [words(f"flown.column.{name}") for name in HEADS]
