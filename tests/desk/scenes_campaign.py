"""The Channel battle as a person plays it: begun in French, a Resource chosen, killed in the middle of a flight, gone on."""

from __future__ import annotations

from bob.desk.played.titles import start_told, title_of
from bob.words import Words
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import cells

GAME = "air_war"
ORDERS = 14
"""So many orders are given in the flight before the kill."""
MOST = 60
"""More decisions than it takes to be in the air."""


def channel_battle_in_french(desk: Desk) -> None:
    """The first missions of the Channel battle in the campaign room, by keys, in French; killed in the air, gone on."""
    desk.language = "fr"
    words = Words("fr")
    desk.start()
    desk.press(start_told(words, GAME), kind="QPushButton")
    desk.focus(desk.wait("the dialog", lambda: desk.windows(title_of(words, GAME)))[0])
    desk.picture("set-up")
    desk.press(words("desk_game.setup.go"), kind="QPushButton", inside="AirWarSetup")
    to_the_room(desk, words)
    desk.click(desk.find(kind="DeskCards"))  # a card in the middle is looked at
    desk.picture("resources")
    for _ in range(MOST):
        if flying(desk):
            break
        give(desk, "1")
    if not flying(desk):
        raise Failed("no flight began")
    for _ in range(ORDERS):
        if flying(desk):
            give(desk, "Return")
    desk.picture("in-the-air")
    before = desk.entries()
    desk.kill()
    desk.start()
    desk.key("ctrl+r")
    to_the_room(desk, words)
    if desk.entries()[: len(before)] != before:
        raise Failed("the record is not what it was")
    give(desk, "Return")
    if desk.entries()[: len(before)] != before:
        raise Failed("the campaign does not go on from where it was")
    desk.key("ctrl+3" if not flying(desk) else "ctrl+2")
    desk.picture("gone-on")
    print(f"  killed in the air after {len(before)} entries, gone on to {len(desk.entries())}")
    desk.press(words("desk_game.close"), kind="QPushButton", inside="AirWarRoom")
    desk.focus(desk.window)
    desk.quit()


def to_the_room(desk: Desk, words: Words) -> None:
    """Wait for the window of the campaign, and give it the keys."""
    desk.focus(desk.wait("the campaign’s window", lambda: desk.windows(f"{title_of(words, GAME)} – "))[0])
    desk.find(kind="AirWarRoom")
    desk.wait("something to decide", lambda: cells(desk, "OrderList"), 60)


def flying(desk: Desk) -> bool:
    """Whether the flight is on the screen, with something to decide."""
    return bool(desk.look(kind="FlightSheet") and cells(desk, "OrderList"))


def give(desk: Desk, key: str) -> None:
    """Give an order by its key, or put away what lies over the desk; wait until the person has the next say."""
    before = len(desk.entries())
    desk.key(key if cells(desk, "OrderList") else "Return")
    desk.wait("the next say", lambda: cells(desk, "OrderList") or desk.look(kind="Newspaper") or desk.look(kind="BombingScene"), 60)
    if cells(desk, "OrderList"):
        desk.wait("an entry", lambda: len(desk.entries()) >= before)
