"""The short form of `python -m tests.sky_balance --games 1000`: scenarios stand about even, or say that they do not."""

from __future__ import annotations

import pytest

from bob.tactical.miniatures.options import shipped_scenarios
from bob.tactical.miniatures.pilots.matches import all_flown
from bob.words import LANGUAGES
from tests.balances import ONE_SIDED, counted_by
from tests.sizes import WHOLE, some

GAMES, LEAST = (20, 0.15) if WHOLE else (12, 0.1)
"""In how many games a side must win which share at the least: a scenario of 50 % does in all but a few of ten thousand such samples of
twenty, in all but a few of a thousand of twelve."""
EVEN = sorted(code for code, scenario in shipped_scenarios().items() if ONE_SIDED["en"] not in scenario.text["en"])


@pytest.mark.slow
@pytest.mark.parametrize("scenario", some(EVEN))
def test_a_scenario_stands_about_even(scenario: str) -> None:
    assert LEAST <= counted_by(all_flown, scenario, GAMES).by_side.share <= 1 - LEAST


def test_a_scenario_says_in_both_languages_that_it_is_one_sided_or_in_neither() -> None:
    for scenario in shipped_scenarios().values():
        assert len({ONE_SIDED[language] in scenario.text[language] for language in LANGUAGES}) == 1, scenario.code


def test_most_scenarios_are_balanced() -> None:
    assert len(EVEN) >= 8
