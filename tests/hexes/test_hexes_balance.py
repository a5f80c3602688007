"""The short form of `python -m tests.hex_balance --games 1000`: small missions stand about even, by few games."""

from __future__ import annotations

import pytest

from bob.tactical.hexes.options import shipped_missions
from bob.tactical.hexes.pilots.matches import results
from bob.words import LANGUAGES
from tests.balances import ONE_SIDED, counted_by
from tests.sizes import some


@pytest.mark.slow
@pytest.mark.parametrize("mission", some(["night", "duel"]))
def test_a_small_mission_stands_about_even(mission: str) -> None:
    """Forty games: a mission of 50 % lies within these bounds in all but a few of ten thousand such samples."""
    assert ONE_SIDED["en"] not in shipped_missions()[mission].text["en"]
    assert 0.22 <= counted_by(results, mission, 40).by_side.share <= 0.78


def test_a_mission_says_in_both_languages_that_it_is_one_sided_or_in_neither() -> None:
    for mission in shipped_missions().values():
        assert len({ONE_SIDED[language] in mission.text[language] for language in LANGUAGES}) == 1, mission.code
