"""The umpire's evening as a person has it: real dice, both sides' orders, events, whole turns; two at one screen, each with own eyes."""

from __future__ import annotations

import time

from bob.day.scenarios.scenario import scenarios
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import MANY, say

DAY = "one_raid"
GLIDE = 0.4
"""Seconds that the map takes at most to come to rest."""
THROWN = 6
"""Rolls that are typed, in both ways, before the program is let roll an order's rest."""


def umpires_evening(desk: Desk) -> None:
    """By keys alone: the referee sits down, gives both sides' orders, types dice, chooses an event, goes back a turn and forward."""
    begin(desk, "desk.start.way_referee", typed=True)
    desk.press(say(desk, "desk.hand_over.instead"), kind="QPushButton")
    desk.press(say(desk, "desk.hand_over.button_referee"), kind="QPushButton")
    desk.find(kind="PlottingTable")
    desk.key("ctrl+F8")
    desk.find(say(desk, "desk.strip.pen", seat=say(desk, "desk.seat.luftwaffe")))
    seal(desk)
    type_dice(desk)
    desk.wait("the first turn", lambda: desk.turn() >= 1)
    turns(desk, 3)
    desk.picture("umpire")
    choose_event(desk)
    set_right(desk)
    write_to_a_side(desk)
    back_and_forward(desk)
    desk.quit()


def two_at_one_screen_in_french(desk: Desk) -> None:
    """Two at one screen, in French: the blank page hides title and tips, and each finds the map as he left it."""
    desk.language = "fr"
    begin(desk, "desk.start.way_both")
    sit(desk)
    desk.find(kind="Planner")
    mine = moved(desk)
    seal(desk)
    finish(desk)
    if not desk.windows("1940"):
        raise Failed("the title of the window goes with the game")
    blank(desk)
    sit(desk)
    if (his := rested(desk)) == mine:
        raise Failed("the second finds the map where the first left it")
    finish(desk)
    blank(desk)
    sit(desk)
    if (again := rested(desk)) != mine:
        raise Failed(f"the first left the map at {mine}, the second at {his}, and the first finds {again}")
    desk.picture("own-eyes")
    desk.quit()


def begin(desk: Desk, way: str, *, typed: bool = False) -> None:
    """One raid for two, with or without a referee."""
    desk.start()
    title = scenarios()[DAY].title[desk.language]
    desk.find(kind="StartScreen")
    desk.click(desk.find(title, kind="cell"))
    desk.choose(say(desk, "desk.start.label_way"), say(desk, way))
    if typed:
        desk.choose(say(desk, "desk.start.label_dice"), say(desk, "desk.start.dice_typed"))
    desk.press(say(desk, "desk.start.go"), kind="QPushButton")
    if typed:
        type_dice(desk)  # those of the weather
    desk.find(kind="Blank")


def sit(desk: Desk) -> None:
    desk.press(say(desk, "desk.hand_over.button"), kind="QPushButton")
    desk.find(kind="PlottingTable")


def blank(desk: Desk) -> None:
    """The page between two persons: nothing of the game is to be read anywhere."""
    desk.find(say(desk, "desk.hand_over.button"), kind="QPushButton")
    titles = {seen["window"] for seen in desk.look()}
    if titles != {say(desk, "desk.window.title")}:
        raise Failed(f"the blank page has other titles: {titles}")
    if desk.look(kind="PlottingTable") or desk.look(kind="Strip") or any(seen["tip"] for seen in desk.look() if "tip" in seen):
        raise Failed("something of the game is seen beside the blank page")


def moved(desk: Desk) -> list[float]:
    """The map as this side would have it: from where it is looked at then."""
    desk.click(desk.find(kind="PlottingTable"))
    desk.key("Escape")
    before = rested(desk)
    desk.key("plus", "Left")
    desk.wait("the map elsewhere", lambda: desk.ask("eyes") != before)
    return rested(desk)


def rested(desk: Desk) -> list[float]:
    """From where the table is looked at when it glides no more."""

    def still() -> list[float] | None:
        at: list[float] | None = desk.ask("eyes")
        time.sleep(GLIDE)
        return at if desk.ask("eyes") == at else None

    found: list[float] = desk.wait("the map at rest", still)
    return found


def seal(desk: Desk) -> None:
    """Enter, twice where the plan is told first."""
    before = len(desk.entries())
    for _ in range(MANY):
        if len(desk.entries()) > before or desk.look(kind="DiceBox") or desk.look(kind="Blank"):
            return
        desk.key("Return")
        time.sleep(GLIDE / 2)
    raise Failed("the plan is not sealed")


def finish(desk: Desk) -> None:
    """Enter until the screen goes to the other."""
    for _ in range(MANY):
        if desk.look(kind="Blank"):
            return
        desk.key("Return")
        desk.wait("it is taken in", lambda: desk.ask("widgets"))
    raise Failed("the turn does not end")


def type_dice(desk: Desk, close: bool = True) -> int:
    """Type what is asked for, `34` and `3 4` by turns; after a few the program is told to roll the rest of the order."""
    given = 0
    asking = say(desk, "desk.dice.title")
    desk.wait("dice asked for", lambda: desk.look(kind="DiceBox"))
    while (box := desk.look(kind="QLabel", inside="DiceBox")) and given < MANY:
        for window in desk.windows(f"^{asking}$"):
            desk.focus(window)
        if given >= THROWN:
            desk.press(say(desk, "desk.dice.rest"), kind="QPushButton")
        else:
            count = desk.find(kind="QLineEdit", inside="DiceBox")["hint"].count("?")
            desk.type(("" if close else " ").join("1" for _ in range(count)))
            desk.key("Return")
            close = not close
        desk.wait("the next roll, or none", lambda box=box: desk.look(kind="QLabel", inside="DiceBox") != box)
        given += 1
    desk.focus(desk.window)
    return given


def turns(desk: Desk, turn: int) -> None:
    """Both sides' orders, by Enter, with the dice that they need."""
    for _ in range(MANY):
        if desk.turn() >= turn:
            return
        if desk.look(kind="DiceBox"):
            type_dice(desk)
        else:
            desk.key("Return")
            desk.wait("it is taken in", lambda: desk.ask("widgets"))
    raise Failed(f"turn {turn} does not come")


def choose_event(desk: Desk) -> None:
    """A random event from the list, with its reason; the log has it."""
    desk.key("ctrl+shift+e")
    desk.focus(desk.wait("the list of events", lambda: desk.windows(say(desk, "desk.event.title")))[0])
    desk.click(desk.find(say(desk, "tables.result.random_event.group_scramble"), kind="cell"))
    desk.click(desk.find(kind="QLineEdit", inside="EventBox"))
    desk.type("for the evening")
    desk.picture("event")
    desk.key("Return")
    desk.wait("the event", lambda: desk.entries()[-1]["order"]["code"] == "correct")
    desk.focus(desk.window)


def set_right(desk: Desk) -> None:
    """A squadron's strength set right, beside what it is now, with the reason; then taken back."""
    before = len(desk.entries())
    desk.key("ctrl+e")
    desk.focus(desk.wait("what to set right", lambda: desk.windows(say(desk, "desk.correct.title")))[0])
    desk.click(desk.find(kind="QComboBox", name=say(desk, "desk.correct.value")))
    desk.type("7")
    desk.click(desk.find(kind="QLineEdit", name=say(desk, "desk.correct.reason")))
    desk.type("counted again")
    desk.picture("set-right")
    desk.key("Return")
    given = desk.wait("the correction", lambda: (e := desk.entries()) and len(e) > before and e[-1]["order"])
    if (given["code"], given["value"], given["reason"]) != ("correct", "7", "counted again") or not given["was"]:
        raise Failed(f"it is not what was set right: {given}")
    desk.focus(desk.window)
    desk.key("ctrl+z")
    desk.wait("it taken back", lambda: len(desk.entries()) == before)
    print(f"  {given['name']}: {given['was']} set to 7, and taken back")


def write_to_a_side(desk: Desk) -> None:
    """A message to one side, as the Filter Room would write it."""
    desk.key("ctrl+shift+n")
    desk.focus(desk.wait("the message", lambda: desk.windows(say(desk, "desk.note.title")))[0])
    desk.choose(say(desk, "desk.note.sender"), say(desk, "desk.note.from_filter_room_raf"))
    desk.click(desk.find(kind="QPlainTextEdit"))
    desk.type("Thirty more behind them")
    desk.press(say(desk, "desk.box.give"), kind="QPushButton")
    desk.wait("the message on the record", lambda: desk.entries()[-1]["order"]["code"] == "note")
    desk.focus(desk.window)


def back_and_forward(desk: Desk) -> None:
    """To the start of the turn, with everybody told, and forward again."""
    count = len(desk.entries())
    desk.key("ctrl+shift+Left")
    desk.wait("the game further back", lambda: desk.entries()[-1]["order"]["code"] == "went_back" and len(desk.entries()) < count + 1)
    desk.picture("gone-back")
    desk.key("ctrl+shift+Right")
    desk.wait("the game where it was", lambda: len(desk.entries()) == count + 1)
