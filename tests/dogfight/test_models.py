"""A model of a dogfight by its unit: one house for all who name it."""

from __future__ import annotations

import pytest

from bob.data.theatre import Theatre
from bob.day.telling.period_names import Names
from bob.tactical.models import model_name, numbered, place
from bob.words import Words

MODELS = ("85 Squadron", "3 Squadron", "85 Squadron", None, None)


def test_its_place_in_its_unit() -> None:
    assert [place(MODELS, number) for number in range(5)] == [(1, 2), (1, 1), (2, 2), (1, 2), (2, 2)]
    with pytest.raises(IndexError):
        place(MODELS, 5)


@pytest.mark.parametrize(("language", "other"), [("en", "aircraft 4"), ("fr", "appareil 4")])
def test_its_name(language: str, other: str) -> None:
    words = Words(language)
    assert [model_name(words, MODELS, number) for number in range(4)] == ["85 Squadron (1)", "3 Squadron", "85 Squadron (2)", None]
    assert model_name(words, MODELS, 9) is model_name(words, MODELS, -1) is None and model_name(words, (), 0) is None
    assert numbered(words, MODELS, 3) == other and numbered(words, MODELS, 2) == "85 Squadron (2)"


def test_the_log_goes_by_it(theatre: Theatre) -> None:
    names = Names(theatre)
    names.models = MODELS
    assert names.model(Words("en"), 2) == "85 Squadron (2)" and names.model(Words("en"), 3) == "aircraft 4"
