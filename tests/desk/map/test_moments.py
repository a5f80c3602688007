"""Moments: what is worth a look when it happens, as a card over the table that goes by itself."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from bob.core.game import Event
from bob.day.state.world import world
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import sentence
from bob.desk.boards.event_cards.earlier_event_cards import MOMENT
from bob.desk.window.window import DeskWindow
from bob.staff.advice.event_cards import MOST, moments, picked
from bob.words import LANGUAGES, Words
from tests.desk.windows import begin, on

pytestmark = pytest.mark.usefixtures("dressed")

HIT = Event("room_hit", {"sector": "Kenley"})
BOMBED = Event("bombed", {"hex": "4025", "target": "Kenley"})


def met(number: int, code: str = "met") -> Event:
    values = {"number": number, "hex": "4025", "weather": "fair", "posture": "even", "units": [("501 Squadron", 12)], "track": 1}
    rest = {"lost": {}, "claims": 0, "crews_lost": 0, "damaged": {}} if code == "combat" else {"foes": [("do_17z", 9, 16)]}
    return Event(code, values | rest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heaviest_are_kept_in_their_order_and_an_end_stands_for_its_beginning(language: str) -> None:
    theatre = world().theatre
    words, names = Words(language), Names(theatre)
    found = moments(words, names, theatre, [met(1), BOMBED, HIT, met(1, "combat"), Event("turn", {"turn": 2, "clock": "12:00"})])
    assert [moment.code for moment in found] == ["room_hit", "combat"], "what bombs do is told with them"
    hit, fight = found
    assert hit.kind == "hit" and hit.where == "Kenley" and sentence(words, HIT, names) == hit.cost and len(fight.lines) == 3
    assert hit.who == words("desk.moment.by_nobody")
    by = moments(words, names, theatre, [BOMBED], lambda h: f"H7 {h.label}")[0]
    assert by.who == words("desk.moment.by", who="H7 4025") and by.cost == words("desk.moment.no_cost")
    kenley = next(place.hex for place in theatre.places if place.name == "Kenley")
    alone = moments(words, names, theatre, [Event("turn", {"turn": 2, "clock": "12:00"}), HIT])[0]
    assert alone.hex == kenley and alone.clock == "12:00" and alone.text
    many = [BOMBED] * 3 + [met(7)] + [HIT] * MOST
    assert [moment.code for moment in moments(words, names, theatre, many)] == ["room_hit"] * MOST
    assert len(picked(many)) == len(moments(words, names, theatre, many, most=99)) == 4 + MOST


@pytest.mark.slow
def test_a_moment_is_shown_passes_and_is_never_asked_for(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    room = window.room
    assert room is not None
    window.settings.set_moments(True)
    card = room.moments
    heard: list[tuple[Event, ...]] = []
    room.sounds.hear = lambda events: heard.append(tuple(events)) or ""
    for turn in range(2, 11):
        on(qtbot, window, turn)
        qtbot.wait(1)
        if card.isVisible():
            break
    assert card.isVisible() and card.moment is not None
    entries = room.session.match.entries[-len(heard) :]
    assert heard and [list(room.session.heard(entry).events) for entry in entries] == [list(events) for events in heard]
    assert all(event.to == ("raf",) for events in heard for event in events), "what sounds is chosen by what the seat hears"
    assert card.rings.isVisible() == (card.moment.hex is not None)
    assert not card.isAncestorOf(window.focusWidget() or window), "Enter stays with the decision"
    place = card.where("hex", card.moment.hex)
    middle = room.area.rect()
    middle.adjust(*(round(part / 3) for part in (middle.width(), middle.height(), -middle.width(), -middle.height())))
    assert room.area.rect().contains(card.geometry())
    under = card.geometry().intersected(middle)
    assert under.width() * under.height() < 0.05 * middle.width() * middle.height(), "the map's middle is free"
    assert place is None or not card.geometry().contains(place), "so is what has happened"
    assert not room.card.isVisible() or not room.card.geometry().intersects(card.geometry()), "and the question"
    shown = card.moment
    card.moment = None
    card.waiting.appendleft(shown)
    dialog = QDialog(window)
    dialog.open()
    card.forward()
    assert not card.isVisible() and card.waiting[0] == shown, "never under a dialog: it waits"
    dialog.reject()
    card.forward()
    assert card.isVisible() and card.moment == shown
    while card.waiting:
        card.forward()
    card.forward()
    assert not card.isVisible() and card.button.isVisible()
    window.actions_["moments"].trigger()
    past = card.earlier
    assert past.isVisible() and past.lines.count() == past.how_many() == len(past.found())
    assert shown.text in [past.lines.item(row).data(MOMENT).text for row in range(past.lines.count())]
    given = len(room.session.match.entries)
    qtbot.keyClick(past.lines, Qt.Key.Key_Return)
    assert len(room.session.match.entries) == given, "Enter does not go on with the turn"
    assert not past.isVisible() and card.isVisible() and card.moment == past.found()[0], "it is shown again"
    card.skip()
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert past.isVisible()
    qtbot.keyClick(past.lines, Qt.Key.Key_Escape)
    assert not past.isVisible()
    assert not card.isVisible() and not card.rings.isVisible()
    card.waiting.append(moments(window.settings.words, room.names, room.session.world.theatre, [HIT])[0])
    card.forward()
    room.decisions.cover(True)
    assert not card.isVisible(), "a sheet lies over the table"
    count = len(heard)
    room._sound(entries[-1])
    assert len(heard) == count, "nothing sounds behind a sheet"
    room.decisions.cover(False)
    window.settings.set_moments(False)
    card._entry(room.session.match.entries[-1])
    qtbot.wait(1)
    assert not card.isVisible()


@pytest.mark.slow
def test_what_floats_over_the_table_lies_on_nothing_else(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    on(qtbot, window, 4)
    room = window.room
    assert room is not None
    window.resize(1280, 800)
    text = "Standing orders: " + "1 Squadron: led on to H15, 10 minutes; " * 4
    room.moments.button.count(3)
    for left in (True, False):
        room.card.show()
        room.card.resize(360, 200)
        room.card.move(12 if left else room.area.width() - 372, 10)
        room.notice.tell(text, bad=False)
        assert not room.notice.geometry().intersects(room.card.geometry()), left
        room.card.move(room.area.width() - 372 if left else 12, 10)
        assert not room.notice.geometry().intersects(room.card.geometry()), "it makes room for a card that comes later"
        button = room.moments.button.geometry()
        assert not button.intersects(room.card.geometry()) and not button.intersects(room.notice.geometry())
