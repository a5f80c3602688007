"""Why something cannot be done at the desk now: each gives a key of the words, or None when it can."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bob.core.game import REFEREE

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

Why = Callable[[], str | None]
"""A key of the words that says why something cannot be done now; None when it can."""


def covered(window: DeskWindow) -> str | None:
    """While somebody is to sit down nothing is done."""
    return "desk.grey.hand_over" if window.handing_over else None


def no_game(window: DeskWindow) -> str | None:
    """What needs a game."""
    return covered(window) or (None if window.room is not None else "desk.grey.no_game")


def kept_elsewhere(window: DeskWindow) -> str | None:
    """What is done with a game that is kept here."""
    session = window.session
    return no_game(window) or ("desk_join.grey_kept" if session is not None and session.core.elsewhere else None)


def no_room(window: DeskWindow, name: str) -> str | None:
    """What needs a panel that not every room has."""
    return no_game(window) or (None if window.docks.has(name) else "desk.grey.other_room")


def in_past(window: DeskWindow) -> str | None:
    """What is done in the present only."""
    session = window.session
    return no_game(window) or ("desk.grey.past" if session is not None and session.looking_back else None)


def over(window: DeskWindow) -> str | None:
    """What is done while the day goes on."""
    session = window.session
    return no_game(window) or ("desk.grey.over" if session is not None and session.is_over else None) or in_past(window)


def goes_on(window: DeskWindow) -> str | None:
    """What comes when the day is over."""
    session = window.session
    return no_game(window) or (None if session is not None and session.is_over else "desk.grey.goes_on")


def present(window: DeskWindow) -> str | None:
    """What leads out of the past."""
    session = window.session
    return no_game(window) or (None if session is not None and session.looking_back else "desk.grey.present")


def nothing_owed(window: DeskWindow) -> str | None:
    """What needs a decision."""
    room, session = window.room, window.session
    if (why := over(window)) is not None or room is None or session is None:
        return why
    if room.decisions.first is not None or room.decisions.next_person is not None or session.watching:
        return None
    return "desk.grey.thinking" if session.is_thinking else "desk.grey.nothing_owed"


def not_live(window: DeskWindow) -> str | None:
    """What the one who gives orders does, through his own eyes."""
    session = window.session
    return over(window) or (None if session is not None and session.live else "desk.grey.other_eyes")


def idle(window: DeskWindow) -> str | None:
    """What stops what runs."""
    room, session = window.room, window.session
    busy = room is not None and session is not None and (room.decisions.running or session.is_thinking)
    return no_game(window) or (None if busy else "desk.grey.idle")


def not_referee(window: DeskWindow) -> str | None:
    """What is the referee's."""
    session = window.session
    return no_game(window) or (None if session is not None and session.sitting == REFEREE else "desk.grey.referee")


def not_umpiring(window: DeskWindow) -> str | None:
    """What the referee does to the game as it is."""
    return not_referee(window) or in_past(window)


def may_not_look(window: DeskWindow, *seats: str) -> str | None:
    """What needs the eyes of these seats."""
    session = window.session
    return no_game(window) or (None if session is not None and all(map(session.may_look, seats)) else "desk.grey.secret")


def two_play(window: DeskWindow) -> str | None:
    """What would help one of two who play against one another."""
    session = window.session
    alone = session is not None and (session.is_over or session.sitting == REFEREE or len(session.persons) == 1)
    return kept_elsewhere(window) or (None if alone else "desk.grey.two")
