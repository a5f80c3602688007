"""The scenes of the handbook that are games by themselves: dogfights, campaigns, pieces to print. `GAMES` names them all."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from bob.desk.boards.registry import panel_of, setup_of
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.session.own_game import OwnGame
from bob.driver import Driver
from bob.games import game, kit
from bob.report.registry import pages_maker
from tests.desk.handbook_pictures import Camera

PICK = {"hexes": -1}
"""Which of the orders that a player weighs he gives, where it is not the first."""
PACE = 0.01
"""Seconds between two looks at a sheet that is drawing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A game to be shown: what is played, who sits, after how many of the person's orders, and what must be so then."""

    game: str
    scenario: str
    seat: str
    other: str
    orders: int
    there: Callable[[Any], bool] = lambda view: True
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "1940"
    size: tuple[int, int] = (1200, 750)


def rested(page: QWidget, looks: int = 60) -> None:
    """Let it draw all that it puts off."""
    for _ in range(looks):
        QApplication.processEvents()
        time.sleep(PACE)


def played(c: Camera, shown: Shown) -> GamePanel:
    """The sheet of a game that a sound player has played to the moment."""
    seats = {shown.seat: "human"} | ({shown.other: "sound"} if shown.other else {})
    table = OwnGame(Driver.new(game(shown.game), shown.scenario, shown.seed, dict(shown.options), seats))
    panel = panel_of(kit(shown.game))(c.settings, table, None)
    panel.resize(*shown.size)
    panel.show()
    panel.begin()
    player, given = kit(shown.game).player("sound", shown.seat, shown.seed, table.game), 0
    while table.outcome is None:
        QApplication.processEvents()
        if table.is_thinking or getattr(getattr(panel, "reaches", None), "busy", False):
            continue
        if given >= shown.orders and shown.there(table.view):
            break
        table.play(player.orders(table.view, table.choices, given)[PICK.get(shown.game, 0)].order)
        given += 1
    return panel


def taken(page: QWidget) -> QImage:
    rested(page)
    return page.grab().toImage()


def shoot(name: str, shown: Shown, c: Camera) -> None:
    """One picture of a game."""
    panel = played(c, shown)
    if hasattr(panel, "open") and shown.game in ("campaign", "air_war", "carriers", "low_raid"):
        panel.open("desk")
    c.each(name, partial(taken, panel))
    if hasattr(panel, "reaches"):
        panel.reaches.stop()
    panel.table.close()
    panel.close()


def setting_up(name: str, of: str, c: Camera) -> None:
    c.box(name, lambda: setup_of(kit(of))(c.settings, None))


def cards(c: Camera) -> None:
    setting_up("cards-setup", "cards", c)
    shoot("cards", Shown("cards", "raid", "allied", "axis", 26, lambda v: v.chain is not None), c)


def hexes(c: Camera) -> None:
    shoot("hexes", Shown("hexes", "bombers", "raf", "luftwaffe", 40, lambda v: v.stage == "fly"), c)
    pieces("hexes-pieces", "hexes", "two_pairs", {"raf": "human", "luftwaffe": "sound"}, c, (2, 3))


def skies(c: Camera) -> None:
    shoot("skies", Shown("skies", "escort", "raf", "luftwaffe", 24, lambda v: v.stage == "fly"), c)
    pieces("skies-pieces", "skies", "dogfight", {"raf": "human", "luftwaffe": "sound"}, c, (4, 5))


def pieces(name: str, of: str, scenario: str, seats: dict[str, str], c: Camera, which: tuple[int, ...]) -> None:
    """Pages to print and cut."""
    core = Driver.new(game(of), scenario, "1940", {}, seats)
    make = pages_maker(of)
    assert make is not None
    c.pages(name, lambda: [make(core.match, c.settings.words, "a4", "raf")[i] for i in which], width=520)


def flight(c: Camera) -> None:
    shoot("flight", Shown("flight", "rail_complex", "axis", "allied", 60), c)


def linked(c: Camera) -> None:
    shoot(
        "campaign-linked",
        Shown("campaign", "airfields_1940", "axis", "allied", 0, lambda v: v.mission >= 3 and v.phase == "arrow", {"quick": True}),
        c,
    )


def air_war(c: Camera) -> None:
    shoot("campaign-squadrons", Shown("air_war", "channel_battle", "allied", "axis", 0, seed="8"), c)


def carriers(c: Camera) -> None:
    shoot("campaign-carriers", Shown("carriers", "convoys", "allied", "axis", 2), c)


def low_raid(c: Camera) -> None:
    shoot("campaign-low", Shown("low_raid", "croydon", "axis", "", 3), c)


GAMES: dict[str, Callable[[Camera], None]] = {
    "cards": cards,
    "hexes": hexes,
    "skies": skies,
    "flight": flight,
    "linked": linked,
    "air_war": air_war,
    "carriers": carriers,
    "low_raid": low_raid,
}
