"""How a flight is told: cards apart from each other, and no dash for a target that there is not."""

from __future__ import annotations

import pytest

from bob.core.game import Event
from bob.games import game, kit
from bob.words import Words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_stand_apart_though_their_names_have_commas(language: str) -> None:
    words = Words(language)
    teller = kit("flight").teller(words, game("flight"), "elements")
    text = teller.event(Event("mini_hand_done", {"aircraft": 0, "cards": ("ims_1b1d", "half_loop_sa")}, ("axis",)))
    assert f"{words('flight.card.ims_1b1d')} · {words('flight.card.half_loop_sa')}" in text
    assert "–" not in teller.event(Event("flight", {"structure": "fight", "target": None, "cards": 110}, ("axis",)))
