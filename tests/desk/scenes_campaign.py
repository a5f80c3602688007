"""The Channel battle as a person plays it: begun in French, a Resource chosen, killed in the middle of a bomb turn, gone on."""

from __future__ import annotations

from bob.driver.game_titles import start_text, title_of
from bob.words import Words
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import cells

GAME = "air_war"
SEED = "7"
"""With it a convoy is bombed in the first mission, and the bombers come through."""
DRAWN = ("bombs", "strafes", "flak", "area_flak")
"""Events of cards that are drawn over the target."""
MOST = 60
"""More decisions than it takes until bombs fall."""


def channel_battle_in_french(desk: Desk) -> None:
    """The first mission of the Channel battle in the campaign room, by keys, in French; killed while bombs fall, gone on."""
    desk.language = "fr"
    desk.prefer(animate="no")
    words = Words("fr")
    desk.start()
    desk.press(start_text(words, GAME), kind="QPushButton")
    desk.focus(desk.wait("the dialog", lambda: desk.windows(title_of(words, GAME)))[0])
    desk.click(desk.find(kind="QLineEdit", inside="LandSetup", name=words("desk_game.setup.seed")))
    desk.type(SEED)
    desk.picture("set-up")
    desk.press(words("desk_game.setup.go"), kind="QPushButton", inside="LandSetup")
    to_the_room(desk, words)
    desk.click(desk.find(kind="DeskCards"))  # a card in the middle is looked at
    desk.picture("resources")
    give(desk, "1")
    for _ in range(MOST):
        if bombs_fall(desk):
            break
        give(desk, "Return")
    if not (flying(desk) and bombs_fall(desk)):
        raise Failed("no bombs fall")
    desk.picture("bomb-turn")
    before, asked = desk.entries(), cells(desk, "OrderList")
    desk.kill()
    desk.start()
    desk.key("ctrl+r")
    to_the_room(desk, words)
    if desk.entries()[: len(before)] != before:
        raise Failed("the record is not what it was")
    if len(desk.entries()) == len(before) and cells(desk, "OrderList") != asked:
        raise Failed(f"{asked} was asked, now {cells(desk, 'OrderList')}")
    give(desk, "Return")
    if desk.entries()[: len(before)] != before or len(desk.entries()) <= len(before):
        raise Failed("the campaign does not go on from where it was")
    desk.picture("gone-on")
    print(f"  killed in the bomb turn after {len(before)} entries, gone on to {len(desk.entries())}")
    desk.press(words("desk_game.close"), kind="QPushButton", inside="LandPanel")
    desk.focus(desk.window)
    desk.quit()


def bombs_fall(desk: Desk) -> bool:
    """Whether the flight is over its target, with cards drawn for bombs or by the Flak."""
    lines = [event for entry in desk.entries() for event in entry["events"]]
    turns = [i for i, event in enumerate(lines) if event["code"] == "game_turn"]
    if not turns or lines[turns[-1]]["data"]["leg"] != "bomb_turn":
        return False
    return any(event["code"] in DRAWN and event["data"]["faces"] for event in lines[turns[-1] :])


def to_the_room(desk: Desk, words: Words) -> None:
    """Wait for the window of the campaign, and give it the keys."""
    desk.focus(desk.wait("the campaign’s window", lambda: desk.windows(f"{title_of(words, GAME)} – "))[0])
    desk.find(kind="LandPanel")
    desk.wait("something to decide", lambda: cells(desk, "OrderList"), 60)


def flying(desk: Desk) -> bool:
    """Whether the flight is on the screen, with something to decide."""
    return bool(desk.look(kind="FlightPanel") and cells(desk, "OrderList"))


def give(desk: Desk, key: str) -> None:
    """Give an order by its key, pressed again where it decides much, or put away what lies over the desk; wait for the next say."""
    before = len(desk.entries())
    if not cells(desk, "OrderList"):
        desk.key("Return")
    else:
        for press in (key, "Down" if key == "Return" else key, "Return"):
            if len(desk.entries()) == before:
                desk.key(press)
    desk.wait("the next say", lambda: cells(desk, "OrderList") or desk.look(kind="Newspaper") or desk.look(kind="BombingScene"), 60)
    if cells(desk, "OrderList"):
        desk.wait("an entry", lambda: len(desk.entries()) >= before)
