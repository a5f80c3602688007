"""The models of a dogfight by their units: the number of a model within its unit, and its name."""

from __future__ import annotations

from collections.abc import Sequence

from bob.words import Words


def place(models: Sequence[str | None], number: int) -> tuple[int, int]:
    """Return the number of a model within its unit, counted from 1, and the unit's number of models. Raises IndexError."""
    among = [n for n, unit in enumerate(models) if unit == models[number]]
    return among.index(number) + 1, len(among)


def model_name(words: Words, models: Sequence[str | None], number: int) -> str | None:
    """A model by its unit, and by its place in it where the unit has several; None where its unit is not known."""
    unit = models[number] if 0 <= number < len(models) else None
    if unit is None:
        return None
    which, count = place(models, number)
    return words("log.part.strength", unit=unit, count=which) if count > 1 else unit


def numbered(words: Words, models: Sequence[str | None], number: int) -> str:
    """A model by its unit, or by its number on the table where its unit is not known."""
    return model_name(words, models, number) or words("log.part.model", number=number + 1)
