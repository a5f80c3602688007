"""Reasons why an action of the desk is disabled: each gives a key of the words, or None when it is enabled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.core.game import REFEREE

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow


def covered(window: DeskWindow) -> str | None:
    """Disable all actions during a hand-over."""
    return "desk.grey.hand_over" if window.handing_over else None


def no_game(window: DeskWindow) -> str | None:
    """Require a game."""
    return covered(window) or (None if window.room is not None else "desk.grey.no_game")


def played_elsewhere(window: DeskWindow) -> str | None:
    """Require a game that is saved here."""
    session = window.session
    return no_game(window) or ("desk_join.grey_kept" if session is not None and session.core.elsewhere else None)


def no_room(window: DeskWindow, name: str) -> str | None:
    """Require a panel that not every room has."""
    return no_game(window) or (None if window.docks.has(name) else "desk.grey.other_room")


def in_past(window: DeskWindow) -> str | None:
    """Require the present."""
    session = window.session
    return no_game(window) or ("desk.grey.past" if session is not None and session.looking_back else None)


def over(window: DeskWindow) -> str | None:
    """Require a day in progress."""
    session = window.session
    return no_game(window) or ("desk.grey.over" if session is not None and session.is_over else None) or in_past(window)


def goes_on(window: DeskWindow) -> str | None:
    """Require a finished day."""
    session = window.session
    return no_game(window) or (None if session is not None and session.is_over else "desk.grey.goes_on")


def present(window: DeskWindow) -> str | None:
    """Require the past."""
    session = window.session
    return no_game(window) or (None if session is not None and session.looking_back else "desk.grey.present")


def nothing_owed(window: DeskWindow) -> str | None:
    """Require an open decision."""
    room, session = window.room, window.session
    if (why := over(window)) is not None or room is None or session is None:
        return why
    if room.decisions.first is not None or room.decisions.next_person is not None or session.watching:
        return None
    return "desk.grey.thinking" if session.is_thinking else "desk.grey.nothing_owed"


def not_live(window: DeskWindow) -> str | None:
    """Require the own view of the seat that gives orders."""
    session = window.session
    return over(window) or (None if session is not None and session.live else "desk.grey.other_eyes")


def idle(window: DeskWindow) -> str | None:
    """Require a running action."""
    room, session = window.room, window.session
    busy = room is not None and session is not None and (room.decisions.running or session.is_thinking)
    return no_game(window) or (None if busy else "desk.grey.idle")


def not_referee(window: DeskWindow) -> str | None:
    """Require the referee."""
    session = window.session
    return no_game(window) or (None if session is not None and session.seated == REFEREE else "desk.grey.referee")


def not_umpiring(window: DeskWindow) -> str | None:
    """Require the referee in the present."""
    return not_referee(window) or in_past(window)


def may_not_look(window: DeskWindow, *seats: str) -> str | None:
    """Require the right to see the views of these seats."""
    session = window.session
    return no_game(window) or (None if session is not None and all(map(session.may_look, seats)) else "desk.grey.secret")


def two_play(window: DeskWindow) -> str | None:
    """Disable help for one of two opponents."""
    session = window.session
    alone = session is not None and (session.is_over or session.seated == REFEREE or len(session.persons) == 1)
    return played_elsewhere(window) or (None if alone else "desk.grey.two")
