"""Moments: what is worth a look when it happens, as a card over the table that goes by itself."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.desk.moments.moment import MOST, moments
from bob.desk.window.window import DeskWindow
from bob.game import Event
from bob.operations.named import Names
from bob.operations.world import world
from bob.words import LANGUAGES, Words
from tests.desk.windows import begin, on

pytestmark = pytest.mark.usefixtures("qapp")

HIT = Event("room_hit", {"sector": "Kenley"})
BOMBED = Event("bombed", {"hex": "4025", "target": "Kenley"})


def met(number: int, code: str = "met") -> Event:
    told = {"number": number, "hex": "4025", "weather": "fair", "posture": "even", "units": [("501 Squadron", 12)], "track": 1}
    rest = {"lost": {}, "claims": 0, "crews_lost": 0, "damaged": {}} if code == "combat" else {"foes": [("do17", 9, 16)]}
    return Event(code, told | rest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heaviest_are_kept_in_their_order_and_an_end_stands_for_its_beginning(language: str) -> None:
    theatre = world().theatre
    words, names = Words(language), Names(theatre)
    found = moments(words, names, theatre, [met(1), BOMBED, HIT, met(1, "combat"), Event("turn", {"turn": 2, "clock": "12:00"})])
    assert [moment.code for moment in found] == ["bombed", "room_hit", "combat"]
    kenley = next(place.hex for place in theatre.places if place.name == "Kenley")
    assert found[1].hex == kenley and all(moment.text for moment in found)
    many = [BOMBED] * 3 + [HIT] * MOST
    assert [moment.code for moment in moments(words, names, theatre, many)] == ["room_hit"] * MOST


def test_a_moment_is_shown_passes_and_is_never_asked_for(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    room = window.room
    assert room is not None
    window.settings.set_moments(True)
    card = room.moments
    for turn in range(2, 11):
        on(qtbot, window, turn)
        qtbot.wait(1)
        if card.isVisible():
            break
    assert card.isVisible() and card.moment is not None
    assert card.rings.isVisible() == (card.moment.hex is not None)
    assert not card.isAncestorOf(window.focusWidget() or window), "Enter stays with the decision"
    while card.waiting:
        card.forward()
    card.forward()
    assert not card.isVisible() and not card.rings.isVisible()
    card.waiting.append(moments(window.settings.words, room.names, room.session.world.theatre, [HIT])[0])
    card.forward()
    room.decisions.cover(True)
    assert not card.isVisible(), "a sheet lies over the table"
    room.decisions.cover(False)
    window.settings.set_moments(False)
    card._entry(room.session.match.entries[-1])
    qtbot.wait(1)
    assert not card.isVisible()
