"""All that can be done at the desk, registered once: menus, palette and keys come from here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bob.desk.game.decision_walk import DecisionWalk
from bob.desk.played.finding import apart
from bob.desk.played.titles import start_told
from bob.desk.settings import SPEEDS, THEMES
from bob.desk.window import palette_box, panel_actions
from bob.errors import BobError
from bob.game import REFEREE
from bob.operations.position import LUFTWAFFE, RAF

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

ROOM_FOR_SIDES = 1500
"""A window narrower than this, in pixels, is cleared of its docks when the table is parted for the truth and both sides."""

LOOK_KEYS = {REFEREE: "F6", RAF: "F7", LUFTWAFFE: "F8"}
DOCK_KEYS = {
    "tote": "F2",
    "planner": "F3",
    "ladder": "Shift+F4",
    "timeline": "F4",
    "log": "F5",
    "dice": "F10",
    "lists": "Shift+F2",
    "reports": "Shift+F5",
}


def register(window: DeskWindow) -> None:
    """Register every action of a window."""
    _file(window)
    _edit(window)
    _game(window)
    _look(window)
    _past(window)
    _referee(window)
    _help(window)
    panel_actions.register(window)


def _playing(window: DeskWindow) -> bool:
    return window.room is not None and not window.handing_over


def _decisions(window: DeskWindow) -> DecisionWalk | None:
    return window.room.decisions if window.room is not None and _playing(window) else None


def _file(window: DeskWindow) -> None:
    add = window.actions_.add
    add("new", "file", window.close_game, "Ctrl+N")
    for game in apart():
        told, do = partial(_start, window, game), partial(window.play_apart, game)
        add(f"play_{game}", "file", do, text=told, enabled=lambda: not window.handing_over)
    add("open", "file", window.browse, "Ctrl+O", enabled=lambda: not window.handing_over)
    add("resume", "file", partial(_resume, window), "Ctrl+R", enabled=lambda: window.room is None and bool(window.settings.recent))
    add("save_as", "file", window.save_as, "Ctrl+Shift+S", enabled=lambda: _playing(window))
    add("sheets", "file", partial(sheets, window), "Ctrl+P", enabled=lambda: _playing(window))
    add("settings", "file", partial(_settings, window), "Ctrl+,")
    add("quit", "file", window.close, "Ctrl+Q")


def _start(window: DeskWindow, game: str) -> str:
    return start_told(window.settings.words, game)


def _resume(window: DeskWindow) -> None:
    """Go on with the game that was open last."""
    path = window.settings.unfinished or next(iter(window.settings.recent), None)
    if path is not None and window.room is None:
        window.open_path(path)


def sheets(window: DeskWindow, kind: str = "") -> None:
    """Open the box of sheets, at one of them."""
    from bob.desk.sheets.box import SheetBox

    if window.room is not None:
        box = SheetBox(window.room, window.settings, kind)
        box.exec()
        box.deleteLater()


def _briefing(window: DeskWindow) -> None:
    from bob.desk.help.briefing import BriefingBox

    session = window.session
    if session is not None:
        view = session.view(session.seat)
        common = (view.raf if session.seat == REFEREE else view).common
        box = BriefingBox(common.scenario, session.seat, window.settings, window)
        box.exec()
        box.deleteLater()


def _settings(window: DeskWindow) -> None:
    from bob.desk.settings.box import SettingsBox

    box = SettingsBox(window.settings, window.actions_, window)
    box.exec()
    box.deleteLater()


def _edit(window: DeskWindow) -> None:
    def undo_hint() -> str:
        words = window.settings.words
        session = window.session
        reason = session.undo_reason() if session is not None else None
        return words("desk.action.undo") if reason is None else words("desk.hint.undo", why=words(reason))

    def undo() -> None:
        if window.session is not None:
            _try(window.session.undo)

    def redo() -> None:
        if window.session is not None:
            _try(window.session.redo)

    add = window.actions_.add
    add("undo", "edit", undo, "Ctrl+Z", hint=undo_hint, enabled=lambda: _playing(window))
    add(
        "redo", "edit", redo, "Ctrl+Shift+Z | Ctrl+Y", enabled=lambda: _playing(window) and bool(window.session and window.session.redoable)
    )


def _try(do: Any) -> None:
    """Do what may be refused; the session tells of it."""
    try:
        do()
    except BobError:
        return


def _game(window: DeskWindow) -> None:
    def decide() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.walk()

    def locate() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.locate()

    def run() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.run()

    def pause() -> None:
        if window.session is not None and window.room is not None:
            window.room.decisions.stop()
            window.session.pause(not window.session.paused)

    def may_decide() -> bool:
        decisions, session = _decisions(window), window.session
        if decisions is None or session is None:
            return False
        return decisions.first is not None or decisions.next_person is not None or (session.watching and not session.is_over)

    def running() -> bool:
        session = window.session
        return _playing(window) and session is not None and not session.is_over and not session.looking_back

    def busy() -> bool:
        decisions = _decisions(window)
        return (decisions is not None and decisions.running) or (window.session is not None and window.session.is_thinking)

    def cancel() -> None:
        if window.session is not None and window.room is not None:
            window.room.decisions.stop()
            if window.session.is_thinking:
                window.session.pause(True)

    add = window.actions_.add
    add("decide", "game", decide, "Return | Enter", enabled=may_decide)
    add("locate", "game", locate, "Ctrl+L", enabled=may_decide)
    add("run", "game", run, "Ctrl+Return | Ctrl+Enter", enabled=running)
    add("pause", "game", pause, "Ctrl+Space | Pause", enabled=running, checked=lambda: window.session is not None and window.session.paused)
    add("cancel", "game", cancel, "Esc | Ctrl+.", enabled=busy)
    add(
        "dogfights",
        "game",
        partial(_dogfights, window),
        "Ctrl+D",
        enabled=lambda: running() and window.session is not None and window.session.live,
    )
    for speed in SPEEDS:
        add(f"speed_{speed}", "game", partial(_speed, window, speed), checked=partial(_is_speed, window, speed))
    for seat in (RAF, LUFTWAFFE, REFEREE):
        add(f"seat_{seat}", "game", partial(window.hand_over, seat), shown=partial(_other_person, window, seat))


def _dogfights(window: DeskWindow) -> None:
    from bob.desk.fights.standing_rule import RuleBox

    if window.session is not None:
        box = RuleBox(window.session, window.settings, window)
        box.exec()
        box.deleteLater()


def _speed(window: DeskWindow, speed: str) -> None:
    window.settings.set_speed(speed)
    window.actions_.refresh()


def _is_speed(window: DeskWindow, speed: str) -> bool:
    return window.settings.speed == speed


def _other_person(window: DeskWindow, seat: str) -> bool:
    session = window.session
    return _playing(window) and session is not None and seat in session.persons and seat != session.sitting


def _look(window: DeskWindow) -> None:
    settings = window.settings
    add = window.actions_.add
    for name, keys in DOCK_KEYS.items():
        add(
            f"dock_{name}",
            "look",
            partial(_toggle, window, name),
            keys,
            checked=partial(_dock_shown, window, name),
            shown=partial(_has_dock, window, name),
        )
    add("next_panel", "look", partial(_next_panel, window, 1), "Ctrl+Tab", enabled=lambda: _playing(window))
    add("previous_panel", "look", partial(_next_panel, window, -1), "Ctrl+Shift+Tab", enabled=lambda: _playing(window))
    add("bare", "look", lambda: window.docks.bare(), "Ctrl+B", enabled=lambda: _playing(window))
    add("usual", "look", lambda: window.docks.usual(), enabled=lambda: _playing(window))
    add("minimap", "look", partial(_minimap, window), "Ctrl+M", enabled=lambda: _playing(window), checked=partial(_minimap_shown, window))
    add("full", "look", partial(_full, window), "F11", checked=window.isFullScreen)
    for name in THEMES:
        add(f"theme_{name}", "look", partial(settings.set_theme, name), checked=partial(_is_theme, window, name))
    add("next_theme", "look", partial(_next_theme, window), "Ctrl+T")
    add("language", "look", partial(_other_language, window), "Ctrl+Shift+L")
    add("larger", "look", partial(settings.larger, 1), "Ctrl++ | Ctrl+=")
    add("smaller", "look", partial(settings.larger, -1), "Ctrl+-")
    add("animate", "look", lambda: settings.set_animate(not settings.animate), checked=lambda: settings.animate)


def _next_panel(window: DeskWindow, steps: int) -> None:
    """From the table to what is to be decided, to each dock in turn, and back."""
    room = window.room
    if room is not None and room.isVisible():
        window.docks.step(steps, [room.table, *([room.card] if room.card.isVisible() else [])])


def _toggle(window: DeskWindow, name: str) -> None:
    window.docks.toggle(name)


def _has_dock(window: DeskWindow, name: str) -> bool:
    return _playing(window) and window.docks.has(name)


def _dock_shown(window: DeskWindow, name: str) -> bool:
    return not window.docks[name].isHidden()


def _is_theme(window: DeskWindow, name: str) -> bool:
    return window.settings.theme == name


def _minimap(window: DeskWindow) -> None:
    if window.room is not None:
        corner = window.room.corner
        corner.wanted = not corner.wanted
        window.room.minimap.setVisible(corner.wanted)


def _minimap_shown(window: DeskWindow) -> bool:
    return window.room is not None and window.room.corner.wanted


def _full(window: DeskWindow) -> None:
    if window.isFullScreen():
        window.showNormal()
    else:
        window.showFullScreen()


def _next_theme(window: DeskWindow) -> None:
    settings = window.settings
    settings.set_theme(THEMES[(THEMES.index(settings.theme) + 1) % len(THEMES)])


def _other_language(window: DeskWindow) -> None:
    window.settings.set_language("fr" if window.settings.language == "en" else "en")


def _past(window: DeskWindow) -> None:
    def go(steps: int) -> None:
        if window.room is not None:
            window.room.past.go(steps)

    def open_() -> None:
        if window.room is not None:
            if window.room.past.isHidden():
                window.room.past.open()
            else:
                window.room.past.leave()

    def now() -> None:
        if window.room is not None:
            window.room.past.leave()

    def branch() -> None:
        if window.session is not None:
            window.branch(window.session.shown)

    def may_branch() -> bool:
        session = window.session
        alone = session is not None and (session.is_over or session.sitting == REFEREE or len(session.persons) == 1)
        return _playing(window) and alone

    def back() -> bool:
        return _playing(window) and window.session is not None and window.session.looking_back

    add = window.actions_.add
    open_now = lambda: window.room is not None and not window.room.past.isHidden()  # noqa: E731
    add("past", "past", open_, "Ctrl+H", enabled=lambda: _playing(window), checked=open_now)
    add("earlier", "past", partial(go, -1), "Ctrl+Left", enabled=lambda: _playing(window))
    add("later", "past", partial(go, 1), "Ctrl+Right", enabled=back)
    add("now", "past", now, "Ctrl+End", enabled=back)
    add("branch", "past", branch, enabled=may_branch)


def _referee(window: DeskWindow) -> None:
    def may(seat: str) -> bool:
        return _playing(window) and window.session is not None and window.session.may_look(seat)

    def look(seat: str) -> None:
        if window.session is not None and window.room is not None:
            window.room.side_by_side(False)
            _try(partial(window.session.look_as, seat))

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

    def sits() -> bool:
        return _playing(window) and window.session is not None and window.session.sitting == REFEREE

    add = window.actions_.add
    for seat, keys in LOOK_KEYS.items():
        add(f"look_{seat}", "referee", partial(look, seat), keys, enabled=partial(may, seat), checked=partial(looking, seat))
    add(
        "side_by_side",
        "referee",
        both,
        "F9",
        enabled=lambda: may(RAF) and may(LUFTWAFFE) and may(REFEREE),
        checked=lambda: window.room is not None and window.room.sides is not None,
    )
    add("correct", "referee", partial(_box, window, "CorrectBox"), "Ctrl+E", enabled=sits)
    add("hand_out", "referee", partial(_hand_out, window), "Ctrl+Shift+H", enabled=lambda: sits() and not _looking_back(window))
    add("note", "referee", partial(_box, window, "NoteBox"), "Ctrl+Shift+N", enabled=sits)


def _looking_back(window: DeskWindow) -> bool:
    return window.session is not None and window.session.looking_back


def _hand_out(window: DeskWindow) -> None:
    from bob.desk.referee.hand_out_box import HandOutBox

    if window.session is not None and window.room is not None:
        box = HandOutBox(window.session, window.settings, window.room.table, window)
        box.exec()
        box.deleteLater()


def _box(window: DeskWindow, name: str) -> None:
    from bob.desk.referee import box as referee

    if window.session is not None:
        window.session.look_as(REFEREE)
        box = getattr(referee, name)(window.session, window.settings, window)
        box.exec()
        box.deleteLater()


def _help(window: DeskWindow) -> None:
    add = window.actions_.add
    add("palette", "help", lambda: palette_box.choose(window.actions_, window.settings, window), "Ctrl+K")
    add("rules", "help", partial(window.help, "rules"), "F1", enabled=lambda: not window.handing_over)
    add("glossary", "help", partial(window.help, "glossary"), enabled=lambda: not window.handing_over)
    add("keys", "help", partial(window.help, "keys"), "Shift+F1")
    add("briefing", "help", partial(_briefing, window), enabled=lambda: _playing(window))
    add("lesson", "help", window.begin_lesson, enabled=lambda: not window.handing_over)
    add("about", "help", partial(window.help, "about"))
