"""How the land campaigns name what flies: no letters of the counters, no L/W of the sheets."""

from __future__ import annotations

import re

import pytest

from bob.campaigns.land.kit import CAMPAIGNS, KIT
from bob.campaigns.land.telling import AirWarTeller, airman_text, force_text
from bob.core.game import Event
from bob.words import Words


@pytest.fixture(params=["en", "fr"])
def teller(request: pytest.FixtureRequest) -> AirWarTeller:
    made = KIT.teller(Words(request.param), KIT.make(), next(iter(CAMPAIGNS)))
    assert isinstance(made, AirWarTeller)
    return made


def test_every_skill_of_a_counter_is_told_in_words(teller: AirWarTeller) -> None:
    for counter in teller.tables.counters:
        for face in counter.faces:
            text = airman_text(teller.words, face)
            assert text.startswith(face.name) and text.count(", ") == max(0, len(face.skills) - 1)
            assert not re.search(r"[\[(, ](?:A|BM|BD|BU|CV|EA|NS|TD|TS|[DGHPS])[\]),]", text.removeprefix(face.name)), text


def test_skills_are_told_when_an_airman_comes_and_not_with_each_deed(teller: AirWarTeller) -> None:
    counter = next(c for c in teller.tables.counters if c.faces[0].skilled)
    data = {"side": "axis", "aircraft": "bf_109e_3", "airman": f"{counter.code}/0", "skilled": True, "source": "pilot", "points": 3}
    came, fell = (teller.event(Event(code, data, ("axis", "allied"))) for code in ("pilot_drawn", "points"))
    assert airman_text(teller.words, counter.faces[0]) in came
    assert counter.faces[0].name in fell and "(" not in fell


def test_a_leader_counts_with_his_wingman(teller: AirWarTeller) -> None:
    words, cards = teller.words, teller.cards
    assert force_text(words, cards["ju_87b"], 2, True) == "4 Ju 87B"
    assert force_text(words, cards["do_17z"], 4, False) == "4 Do 17Z"
    alone = force_text(words, cards["ju_87b"], 1, False)
    assert alone.startswith("1 Ju 87B ") and "L" not in alone.removeprefix("1 Ju 87B")


def test_a_resource_chosen_unseen_is_told_by_its_name(teller: AirWarTeller) -> None:
    for side in ("axis", "allied"):
        number = min(teller.data.resources(side))
        text = teller.event(Event("resource_chosen", {"number": number}, (side,)))
        assert teller.data.resources(side)[number].name[teller.words.language] in text
