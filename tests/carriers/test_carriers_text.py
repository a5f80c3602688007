"""A carrier campaign in the terminal: a plan is offered with what it sends, what it keeps and what its range does."""

from __future__ import annotations

import pytest

from bob.campaigns.carriers.kit import KIT
from bob.campaigns.carriers.orders import PlanTurn
from bob.cli.terminal.carriers_text import CarriersBook
from bob.core.dice import SeededDice
from bob.words import Words


@pytest.mark.parametrize(("language", "alone"), [("en", "without Wingman"), ("fr", "sans Ailier")])
def test_a_plan_is_offered_with_its_forces(language: str, alone: str) -> None:
    game, words = KIT.make(), Words(language)
    position, _ = game.setup("convoys", {}, SeededDice("1"))
    book = CarriersBook(words, game, "convoys")
    view = game.view(position, "allied")
    book.look(view)
    lines = [book.order(order, "allied") for order in game.choices(position, "allied").listed if isinstance(order, PlanTurn)]
    assert len(set(lines)) == len(lines) == 12
    assert sum("3 Blenheim IV" in line and f"1 Hurricane I {alone}" in line for line in lines) == 3, "the Large Strike, at each range"
    assert words("carriers.ranges") in book.page(view)
