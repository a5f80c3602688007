"""A summary of a dogfight by cards: the fate of its models in each game turn, those of one type together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bob.core.game import Event
from bob.data.units import aircraft_types
from bob.tactical.cards.data import shipped
from bob.words import Words

FATES = {"shot_down": "down", "flipped": "damaged", "went_home": "home", "bombs_dropped": "bombs"}
"""The events that change the fate of a model, and the words for it."""


def account(words: Words, events: Sequence[Event], aircraft: Callable[[str], str]) -> list[str]:
    """Return a line for each game turn: models shot down, damaged, home or without their bombs; empty for a turn without. `aircraft`
    names types."""
    mounts = {event.data["aircraft"]: event.data["type"] for event in events if event.code == "revealed"}

    def model(code: str) -> str:
        """A type on the table; one of the user's own cards by its code."""
        if code in aircraft_types():
            return aircraft(code)
        cards = shipped().aircraft
        return cards[code].name if code in cards else code

    found = []
    for fell in _game_turns(events):
        parts = []
        for what, numbers in fell.items():
            kinds = Counter(model(mounts.get(number, "")) for number in numbers)
            if kinds:
                said = ", ".join(words("report.fight.some", count=n, aircraft=kind) for kind, n in kinds.items())
                parts.append(words(f"report.fell.{what}", models=said))
        found.append(words.separated(parts))
    return found


def _game_turns(events: Sequence[Event]) -> list[dict[str, list[int]]]:
    """Return for each game turn the models by fate; one that was damaged and then fell counts only as fallen."""
    found: list[dict[str, list[int]]] = []
    for event in events:
        if event.code == "game_turn":
            found.append({name: [] for name in FATES.values()})
        elif event.code in FATES and found:
            number = event.data["aircraft"]
            if event.code == "shot_down" and number in found[-1]["damaged"]:
                found[-1]["damaged"].remove(number)
            found[-1][FATES[event.code]].append(number)
    return found
