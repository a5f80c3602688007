"""The registry of the desk: every kit finds its own sheet and set-up, and plain ones only if that is declared."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import bob.desk  # noqa: F401
from bob.desk.boards.cards.lesson import card_lesson_plan
from bob.desk.boards.registry import DECLARED, apart, panel_of, setup_of, taught
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.plain_panel import PlainPanel
from bob.desk.boards.shared.plain_setup import PlainSetup
from bob.games import kit, names
from bob.staff.kit import day_kit
from tests.pursuit.kit import KIT as PURSUIT
from tests.pursuit.loaded import LoadedPursuitKit

pytestmark = pytest.mark.usefixtures("qapp")


class HomelessKit(LoadedPursuitKit):
    """Pursuit under another name, which asks for no plain pages and is declared nowhere."""

    name = "homeless"
    plain = frozenset()


def test_every_game_but_the_day_is_declared() -> None:
    assert set(DECLARED) == set(apart()) == set(names()) - {"day"}


@pytest.mark.parametrize("name", apart())
def test_every_game_has_its_own_sheet(name: str) -> None:
    found = panel_of(kit(name))
    assert issubclass(found, GamePanel) and found is not PlainPanel
    assert [other for other in apart() if panel_of(kit(other)) is found] == [name]


@pytest.mark.parametrize("name", apart())
def test_every_game_has_its_own_set_up_but_the_flight(name: str) -> None:
    found: Any = setup_of(kit(name))
    assert (isinstance(found, partial) and found.func is PlainSetup) == (name == "flight")
    assert name == "flight" or [other for other in apart() if setup_of(kit(other)) is found] == [name]


def test_the_cards_are_taught() -> None:
    assert taught() is card_lesson_plan


def test_a_game_without_parts_gets_plain_pages_because_its_kit_asks_for_them() -> None:
    assert "desk" in PURSUIT.plain and panel_of(PURSUIT) is PlainPanel
    found: Any = setup_of(PURSUIT)
    assert found.func is PlainSetup and found.args == (PURSUIT,)


@pytest.mark.parametrize("found", [HomelessKit(), day_kit()], ids=lambda found: found.name)
def test_a_game_that_is_not_declared_gets_an_error_and_no_plain_page(found: Any) -> None:
    with pytest.raises(LookupError, match=f"the desk declares no parts for the game '{found.name}'"):
        panel_of(found)
    with pytest.raises(LookupError, match="in `plain`"):
        setup_of(found)
