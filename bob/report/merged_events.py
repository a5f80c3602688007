"""Events that say the same of several units in a row, said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from bob.core.game import Event
from bob.day.telling.period_names import listed
from bob.words import Words

_ALIKE = ("readiness", "readiness_ordered", "emergency", "control_lost", "control_regained", "broke_off", "short_of_fuel")


def merge_alike(words: Words, events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event]]:
    """Yield the events, each with its number; neighbours alike but for their unit come as one, with the units in a list."""
    for _, group in groupby(events, key=_likeness):
        same = list(group)
        number = same[0][0]
        if len(same) == 1:
            yield number, same[0][1]
            continue
        units = sorted((str(event.data["unit"]).replace(" Squadron", "") for _, event in same), key=_by_number)
        yield number, replace(same[0][1], data={**same[0][1].data, "unit": listed(words, units)})


def _by_number(unit: str) -> tuple[int, str]:
    head = unit.split()[0]
    return (int(head) if head.isdigit() else 9999), unit


def _likeness(item: tuple[int, Event]) -> tuple[str, Any]:
    event = item[1]
    if event.code not in _ALIKE:
        return event.code, id(event)
    rest = {key: value for key, value in event.data.items() if key != "unit"}
    return event.code, (sorted(rest.items()), event.to)
