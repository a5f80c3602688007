"""The referee's actions at the desk, and views of the past: registered for menus, palette and keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.session.actions import attempt
from bob.desk.window import why_not

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

ROOM_FOR_SIDES = 1500
"""A window narrower than this, in pixels, is cleared of its docks when the table is parted for the truth and both sides."""

LOOK_KEYS = {REFEREE: "F6", RAF: "F7", LUFTWAFFE: "F8"}
PEN_KEYS = {RAF: "Ctrl+F7", LUFTWAFFE: "Ctrl+F8", REFEREE: "Ctrl+F6"}


def register(window: DeskWindow) -> None:
    """Register the actions of the menus of the past and of the referee."""
    _look_back(window)
    _eyes(window)
    _pens(window)
    _whole_turns(window)


def _look_back(window: DeskWindow) -> None:
    def go(steps: int) -> None:
        if window.room is not None:
            window.room.time_bar.go(steps)

    def open_() -> None:
        if window.room is not None:
            if window.room.time_bar.isHidden():
                window.room.time_bar.open()
            else:
                window.room.time_bar.leave()

    def now() -> None:
        if window.room is not None:
            window.room.time_bar.leave()

    def branch() -> None:
        if window.session is not None:
            window.branch(window.session.shown)

    def evening() -> None:
        if window.room is not None:
            window.room.ending.open()

    def opened() -> bool:
        return window.room is not None and not window.room.time_bar.isHidden()

    add = window.actions_.add
    add("past", "past", open_, "Ctrl+H", why=partial(why_not.no_game, window), checked=opened)
    add("earlier", "past", partial(go, -1), "Ctrl+Left", why=partial(why_not.no_game, window))
    add("later", "past", partial(go, 1), "Ctrl+Right", why=partial(why_not.present, window))
    add("now", "past", now, "Ctrl+End", why=partial(why_not.present, window))
    add("branch", "past", branch, why=partial(why_not.two_play, window))
    add("evening", "past", evening, "F12", why=partial(why_not.goes_on, window))


def _eyes(window: DeskWindow) -> None:
    def look(seat: str) -> None:
        if window.session is not None and window.room is not None:
            window.room.side_by_side(False)
            attempt(partial(window.session.look_as, seat))

    def looking(seat: str) -> bool:
        return window.session is not None and window.session.seat == seat

    def both() -> None:
        room = window.room
        if room is None:
            return
        if room.sides is None:
            room.side_by_side(True)
            room.cleared = window.width() < ROOM_FOR_SIDES and not window.docks.is_bare
            if room.cleared:
                window.docks.bare()
        else:
            if room.cleared and window.docks.is_bare:
                window.docks.bare()
            room.side_by_side(False)
        window.actions_.refresh()

    add = window.actions_.add
    for seat, keys in LOOK_KEYS.items():
        why = partial(why_not.may_not_look, window, seat)
        add(f"look_{seat}", "referee", partial(look, seat), keys, why=why, checked=partial(looking, seat))
    add(
        "side_by_side",
        "referee",
        both,
        "F9",
        why=partial(why_not.may_not_look, window, RAF, LUFTWAFFE, REFEREE),
        checked=lambda: window.room is not None and window.room.sides is not None,
    )


def _pens(window: DeskWindow) -> None:
    def take(seat: str) -> None:
        if window.session is not None:
            attempt(partial(window.session.take_pen, "" if seat == REFEREE else seat))

    def has(seat: str) -> bool:
        return window.session is not None and (window.session.pen or REFEREE) == seat

    add, umpiring = window.actions_.add, partial(why_not.not_umpiring, window)
    for seat, keys in PEN_KEYS.items():
        add(f"pen_{seat}", "referee", partial(take, seat), keys, why=umpiring, checked=partial(has, seat))
    add("correct", "referee", partial(_box, window, "CorrectBox"), "Ctrl+E", why=umpiring)
    add("event", "referee", partial(_box, window, "EventBox"), "Ctrl+Shift+E", why=umpiring)
    add("note", "referee", partial(_box, window, "NoteBox"), "Ctrl+Shift+N", why=umpiring)
    add("late_report", "referee", partial(_box, window, "LateBox"), why=lambda: umpiring() or _not_joined(window))
    add("false_plot", "referee", partial(_box, window, "FalsePlotBox"), "Ctrl+Shift+F", why=umpiring)
    add("hand_out", "referee", partial(_hand_out, window), "Ctrl+Shift+H", why=umpiring)
    add("push", "referee", window.joining.room_papers.push, "Ctrl+Shift+P", why=lambda: umpiring() or _not_joined(window))
    add("terms", "referee", window.joining.room_papers.terms, why=lambda: why_not.no_game(window) or _not_joined(window))


def _not_joined(window: DeskWindow) -> str | None:
    """Return why an action of a room is disabled."""
    return None if isinstance(window.session, JoinedSession) else "desk_join.grey_not_joined"


def _whole_turns(window: DeskWindow) -> None:
    """Back to the start of a turn, the one that is looked at or else the last, and forward again."""

    def start() -> int:
        session = window.session
        return session.turn_start() if session is not None else -1

    def back() -> None:
        if window.session is not None:
            attempt(partial(window.session.go_back, start()))

    def forward() -> None:
        if window.session is not None:
            attempt(window.session.go_forward)

    def why_back() -> str | None:
        session = window.session
        return why_not.not_referee(window) or (session.back_reason(start()) if session is not None else None)

    def why_forward() -> str | None:
        session = window.session
        further = session is not None and session.core.may_go_forward
        return why_not.not_umpiring(window) or (None if further else "game.redo_nothing")

    add = window.actions_.add
    add("turn_back", "past", back, "Ctrl+Shift+Left", why=why_back)
    add("turn_forward", "past", forward, "Ctrl+Shift+Right", why=why_forward)


def _hand_out(window: DeskWindow) -> None:
    from bob.desk.window.hand_out_box import HandOutBox

    if window.session is not None and window.room is not None:
        box = HandOutBox(window.session, window.settings, window.room.table, window)
        box.exec()
        box.deleteLater()


def _box(window: DeskWindow, name: str) -> None:
    from bob.desk.panels.referee import box as referee

    if window.session is not None:
        window.session.look_as(REFEREE)
        box = getattr(referee, name)(window.session, window.settings, window)
        box.exec()
        box.deleteLater()
