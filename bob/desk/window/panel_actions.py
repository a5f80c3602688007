"""Actions of table, tote and the sheet of an engagement, registered beside the window's actions for palette, settings and help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bob.day.telling.situation import way_text
from bob.desk.boards.fights.ask_page import KEYS as FIGHT_KEYS
from bob.desk.map.layers import KEYS, LAYERS
from bob.desk.panels.tote.order_keys import ORDERS, usual_key
from bob.desk.window import why_not
from bob.tactical.slot import shipped
from bob.words import Words

if TYPE_CHECKING:
    from bob.desk.panels.tote.board import Tote
    from bob.desk.window.window import DeskWindow

_LAYERS = {f"table.{layer.name}": layer.name for layer in LAYERS}


def register(window: DeskWindow) -> None:
    """Register the panels' actions with keys."""
    _table(window)
    _tote(window)
    _fights(window)


def _table(window: DeskWindow) -> None:
    settings, actions = window.settings, window.actions_
    actions.name("table", lambda: settings.words("desk.keys_of.table"))

    def do(code: str) -> None:
        if window.room is not None:
            window.room.table.carry_out(code)

    def text(code: str) -> str:
        layer = _LAYERS.get(code)
        if layer is not None:
            return settings.words("desk.keys_of.layer", layer=settings.words(f"desk_table.layer.{layer}"))
        return settings.words(f"desk.keys_of.{code.removeprefix('table.')}")

    def hint(code: str) -> str:
        layer = _LAYERS.get(code)
        return text(code) if layer is None else settings.words(f"desk_table.layer_about.{layer}")

    def shown(code: str) -> bool:
        return window.room is not None and window.room.table.layers.is_shown(_LAYERS[code])

    for code, usual in KEYS.items():
        actions.add(
            code,
            "table",
            partial(do, code),
            usual,
            text=partial(text, code),
            hint=partial(hint, code),
            why=partial(why_not.no_game, window),
            checked=partial(shown, code) if code in _LAYERS else None,
        )


def _tote(window: DeskWindow) -> None:
    settings, actions = window.settings, window.actions_
    actions.name("tote", lambda: settings.words("desk.dock.tote"))

    def tote() -> Tote | None:
        there = window.room is not None and not window.handing_over and window.docks.has("tote")
        return window.docks.panels["tote"] if there else None  # type: ignore[return-value]

    def do(name: str) -> None:
        if (found := tote()) is not None:
            window.docks.reveal("tote")
            found.open_strip(name)

    def why() -> str | None:
        found = tote()
        return why_not.no_room(window, "tote") or (None if found is not None and found.chosen() else "desk.grey.no_squadron")

    for name in ORDERS:
        actions.add(
            f"tote.{name}",
            "tote",
            partial(do, name),
            partial(usual_key, settings, name),
            text=partial(_order, window, name),
            hint=partial(_about_text, window, name),
            why=why,
        )


def _order(window: DeskWindow, name: str) -> str:
    return window.settings.words(f"desk_tote.order.{name}")


def _about_text(window: DeskWindow, name: str) -> str:
    return window.settings.words(f"desk_tote.order_tip.{name}")


def _fights(window: DeskWindow) -> None:
    settings, actions = window.settings, window.actions_
    actions.name("fights", lambda: settings.words("desk_fights.name"))

    def do(code: str) -> None:
        if window.fights is not None:
            window.fights.carry_out(code)

    def why(code: str) -> str | None:
        may = window.fights is not None and window.fights.may(code)
        return why_not.no_game(window) or (None if may else "desk.grey.no_fight")

    for code, usual in FIGHT_KEYS.items():
        name = code.removeprefix("fights.")
        actions.add(code, "fights", partial(do, code), usual, text=partial(_fight_text, window, name), why=partial(why, code))


def _fight_text(window: DeskWindow, name: str) -> str:
    return fight_text(window.settings.words, name)


def fight_text(words: Words, name: str) -> str:
    """Return the name of an action of the fights: a way to resolve them, or one of the page's own."""
    return words(_FIGHT_WORDS[name]) if name in _FIGHT_WORDS else way_text(words, name, shipped())


_FIGHT_WORDS = {"rest": "desk_fights.rest", "rule": "desk_fights.standing", "map": "desk_fights.to_map", "shots": "flown.debrief.title"}
