"""All that can be done at the desk, registered once: menus, palette and keys come from here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import SPEEDS, THEMES
from bob.desk.base.settings.courses import DOGFIGHT, FIRST_RAID, PLANNING
from bob.desk.base.theme.columns import Columns, columns_of
from bob.desk.boards.registry import apart
from bob.desk.panels.planner import Planner
from bob.desk.session.actions import attempt
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.window import palette_box, panel_actions, referee_actions, why_not
from bob.driver.game_titles import start_text

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

DOCK_KEYS = {
    "tote": "F2",
    "planner": "F3",
    "ladder": "Shift+F4",
    "timeline": "F4",
    "log": "F5",
    "dice": "F10",
    "room": "Shift+F10",
    "slips": "Ctrl+F10",
    "lists": "Shift+F2",
    "orders": "Shift+F3",
    "forces": "Ctrl+F3",
    "results": "Ctrl+F5",
    "forecast": "Shift+F7",
    "reports": "Shift+F5",
}


def register(window: DeskWindow) -> None:
    """Register every action of a window."""
    _file(window)
    _edit(window)
    _game(window)
    _look(window)
    referee_actions.register(window)
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
        account, do = partial(_start, window, game), partial(window.play_apart, game)
        add(f"play_{game}", "file", do, text=account, why=partial(why_not.covered, window))
    add("open", "file", window.browse, "Ctrl+O", why=partial(why_not.covered, window))
    add("join", "file", window.join, "Ctrl+Shift+J", why=partial(why_not.covered, window))
    add("invite", "file", window.joining.invite, "Ctrl+Shift+I", why=lambda: why_not.covered(window) or window.joining.may_not_invite())
    answering = lambda: why_not.covered(window) or window.posting.may_not_write()  # noqa: E731
    add("write_answer", "file", window.posting.write, "Ctrl+Shift+Return", why=answering)
    add("office", "file", window.posting.office, why=partial(why_not.covered, window))
    add("resume", "file", partial(_resume, window), "Ctrl+R", why=partial(_no_other, window))
    add("save_as", "file", window.save_as, "Ctrl+Shift+S", why=partial(why_not.played_elsewhere, window))
    add("sheets", "file", partial(sheets, window), "Ctrl+P", why=partial(why_not.no_game, window))
    add("settings", "file", partial(_settings, window), "Ctrl+,")
    add("quit", "file", window.close, "Ctrl+Q")


def _no_other(window: DeskWindow) -> str | None:
    """Return why the last game cannot be continued."""
    if window.room is not None:
        return "desk.grey.game_open"
    return None if window.settings.recent else "desk.grey.no_recent"


def _no_redo(window: DeskWindow) -> str | None:
    """Return why no order can be redone."""
    session, planner = window.session, _planner(window)
    drawn = planner is not None and planner.may_redo
    return why_not.no_game(window) or (None if drawn or (session is not None and session.redoable) else "desk.grey.nothing_taken_back")


def _start(window: DeskWindow, game: str) -> str:
    return start_text(window.settings.words, game)


def _resume(window: DeskWindow) -> None:
    """Go on with the game that was open last."""
    path = window.settings.unfinished or next(iter(window.settings.recent), None)
    if path is not None and window.room is None:
        window.open_path(path)


def sheets(window: DeskWindow, kind: str = "") -> None:
    """Open the box of sheets, at one of them."""
    from bob.desk.window.prints_box import PrintBox

    if window.room is not None:
        box = PrintBox(window.room, window.settings, kind)
        box.exec()
        box.deleteLater()


def _briefing(window: DeskWindow) -> None:
    from bob.desk.window.help.briefing import BriefingBox

    session = window.session
    if session is not None:
        view = session.view(session.seat)
        common = (view.raf if session.seat == REFEREE else view).common
        box = BriefingBox(common.scenario, session.seat, window.settings, window, session.days, view)
        box.exec()
        box.deleteLater()


def _settings(window: DeskWindow) -> None:
    from bob.desk.window.settings.box import SettingsBox

    box = SettingsBox(window.settings, window.actions_, window)
    box.exec()
    box.deleteLater()


def _edit(window: DeskWindow) -> None:
    def undo_hint() -> str:
        words = window.settings.words
        session, planner = window.session, _planner(window)
        if session is None or window.handing_over:
            return words("desk.action.undo")
        if planner is not None and planner.may_undo:
            return words("desk_planner.plan_tip.undo")
        reason = session.undo_reason()
        return words("desk.action.undo") if reason is None else words("desk.hint.undo", why=words(reason))

    def undo() -> None:
        planner = _planner(window)
        if planner is not None and planner.may_undo:
            planner.undo()
        elif window.session is not None:
            attempt(window.session.undo)

    def redo() -> None:
        planner = _planner(window)
        if planner is not None and planner.may_redo:
            planner.redo()
        elif window.session is not None:
            attempt(window.session.redo)

    add = window.actions_.add
    add("undo", "edit", undo, "Ctrl+Z", hint=undo_hint, why=partial(why_not.no_game, window))
    add("redo", "edit", redo, "Ctrl+Shift+Z | Ctrl+Y", why=partial(_no_redo, window))


def _planner(window: DeskWindow) -> Planner | None:
    """The planning table of the game that is played, in a room that has it."""
    there = window.room is not None and _playing(window) and window.docks.has("planner")
    panel = window.room.panels.get("planner") if window.room is not None and there else None
    return panel if isinstance(panel, Planner) else None


def _game(window: DeskWindow) -> None:
    def decide() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.walk()

    def locate() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.locate()

    def leave() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.leave()

    def may_not_leave() -> str | None:
        decisions = _decisions(window)
        first = decisions.first if decisions is not None else None
        return why_not.nothing_owed(window) or (None if first is not None and not first.ends else "desk.grey.no_leaving")

    def run() -> None:
        if (decisions := _decisions(window)) is not None:
            decisions.run()

    def pause() -> None:
        if window.session is not None and window.room is not None:
            window.room.decisions.stop()
            window.session.pause(not window.session.paused)

    def cancel() -> None:
        if window.session is not None and window.room is not None:
            window.room.decisions.stop()
            if window.session.is_thinking:
                window.session.pause(True)

    add = window.actions_.add
    add("decide", "game", decide, "Return | Enter", why=partial(why_not.nothing_owed, window))
    add("leave", "game", leave, "Ctrl+Backspace", why=may_not_leave)
    add("locate", "game", locate, "Ctrl+L", why=partial(why_not.nothing_owed, window))
    add("run", "game", run, "Ctrl+Return | Ctrl+Enter", why=partial(why_not.over, window))
    add(
        "pause",
        "game",
        pause,
        "Ctrl+Space | Pause",
        why=partial(why_not.over, window),
        checked=lambda: window.session is not None and window.session.paused,
    )
    add("cancel", "game", cancel, "Esc | Ctrl+.", why=partial(why_not.idle, window))
    add(
        "dogfights",
        "game",
        partial(_dogfights, window),
        "Ctrl+D",
        why=partial(why_not.not_live, window),
    )
    for speed in SPEEDS:
        add(f"speed_{speed}", "game", partial(_speed, window, speed), checked=partial(_is_speed, window, speed))
    for seat in (RAF, LUFTWAFFE, REFEREE):
        add(f"seat_{seat}", "game", partial(window.hand_over, seat), shown=partial(_other_person, window, seat))


def _dogfights(window: DeskWindow) -> None:
    from bob.desk.boards.fights.standing_rule import RuleBox

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
    return _playing(window) and session is not None and seat in session.persons and seat != session.seated


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
    add("next_panel", "look", partial(_next_panel, window, 1), "Ctrl+Tab", why=partial(why_not.no_game, window))
    add("previous_panel", "look", partial(_next_panel, window, -1), "Ctrl+Shift+Tab", why=partial(why_not.no_game, window))
    add("columns", "look", lambda: _columns(window), why=lambda: None if _focused_columns(window) is not None else "desk.grey.no_table")
    add("bare", "look", lambda: window.docks.bare(), "Ctrl+B", why=partial(why_not.no_game, window))
    add("usual", "look", lambda: window.docks.usual(), why=partial(why_not.no_game, window))
    add(
        "minimap",
        "look",
        partial(_minimap, window),
        "Ctrl+M",
        why=partial(why_not.no_game, window),
        checked=partial(_minimap_shown, window),
    )
    add("moments", "look", partial(_earlier_moments, window), "Ctrl+J", why=partial(why_not.no_game, window))
    add("full", "look", partial(_toggle_full_screen, window), "F11", checked=window.isFullScreen)
    for name in THEMES:
        add(f"theme_{name}", "look", partial(settings.set_theme, name), checked=partial(_is_theme, window, name))
    add("next_theme", "look", partial(_next_theme, window), "Ctrl+T")
    add("language", "look", partial(_other_language, window), "Ctrl+Shift+L")
    add("larger", "look", partial(settings.larger, 1), "Ctrl++ | Ctrl+=")
    add("smaller", "look", partial(settings.larger, -1), "Ctrl+-")
    add("animate", "look", lambda: settings.set_animate(not settings.animate), checked=lambda: settings.animate)


def _earlier_moments(window: DeskWindow) -> None:
    if window.room is not None:
        window.room.moments.button.turn()


def _next_panel(window: DeskWindow, steps: int) -> None:
    """Move the focus from the table to the decision, to each dock in turn, and back."""
    room = window.room
    if room is not None and room.isVisible():
        window.docks.step(steps, [room.table, *([room.card] if room.card.isVisible() else [])])


def _focused_columns(window: DeskWindow) -> Columns | None:
    """The columns of the table that has the keys, or had them before the menu was opened."""
    return columns_of(window.focusWidget())


def _columns(window: DeskWindow) -> None:
    found = _focused_columns(window)
    if found is not None:
        found.open_menu()


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
        window.room.table.make_room()


def _minimap_shown(window: DeskWindow) -> bool:
    return window.room is not None and window.room.corner.wanted


def _toggle_full_screen(window: DeskWindow) -> None:
    if window.isFullScreen():
        window.showNormal()
    else:
        window.showFullScreen()


def _next_theme(window: DeskWindow) -> None:
    settings = window.settings
    settings.set_theme(THEMES[(THEMES.index(settings.theme) + 1) % len(THEMES)])


def _other_language(window: DeskWindow) -> None:
    window.settings.set_language("fr" if window.settings.language == "en" else "en")


def _help(window: DeskWindow) -> None:
    add = window.actions_.add
    add(
        "palette",
        "help",
        lambda: palette_box.choose(window.actions_, window.settings, window),
        "Ctrl+K",
        why=partial(why_not.covered, window),
    )
    add("handbook", "help", window.help_here, "F1", why=partial(why_not.covered, window))
    add("rules", "help", partial(window.help, "rules"), "Ctrl+F1", why=partial(why_not.covered, window))
    add("glossary", "help", partial(window.help, "glossary"), why=partial(why_not.covered, window))
    add("keys", "help", partial(window.help, "keys"), "Shift+F1")
    add("briefing", "help", partial(_briefing, window), why=partial(why_not.no_game, window))
    for code, course in (("lesson", FIRST_RAID), ("dogfight_lesson", DOGFIGHT), ("planning_lesson", PLANNING)):
        add(code, "help", partial(window.begin_lesson, course), why=partial(why_not.covered, window))
    add("about", "help", partial(window.help, "about"))
