"""The parts that the desk has for each game: its sheet, the dialog for a new game, its lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from bob.core.kit import DESK, GamePart, Kit, parts_of
from bob.desk.base.settings import Settings
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.plain_panel import PlainPanel
from bob.desk.boards.shared.plain_setup import PlainSetup
from bob.driver.game_plan import GamePlan
from bob.games import names
from bob.staff.kit import DayKit

SetupMaker = Callable[[Settings, QWidget | None], Any]
"""Makes the dialog for a new game: a QDialog; once it was accepted, its `path` is a file to go on with, or its `plan()` is a GamePlan."""


@dataclass(frozen=True, slots=True)
class DeskParts:
    """The parts of a game in the desk; None for the plain one."""

    panel: GamePart[type[GamePanel]] | None
    setup: GamePart[SetupMaker] | None
    lesson: GamePart[Callable[[], GamePlan]] | None = None
    """Gives the fight that the desk teaches; None where none is taught."""


DECLARED: Mapping[str, DeskParts] = {
    "cards": DeskParts(
        panel=GamePart("bob.desk.boards.cards.card_panel:CardPanel"),
        setup=GamePart("bob.desk.boards.cards.setting_up:CardSetup"),
        lesson=GamePart("bob.desk.boards.cards.lesson:card_lesson_plan"),
    ),
    "hexes": DeskParts(
        panel=GamePart("bob.desk.boards.hexes.hex_panel:HexPanel"), setup=GamePart("bob.desk.boards.hexes.setting_up:HexSetup")
    ),
    "skies": DeskParts(
        panel=GamePart("bob.desk.boards.miniatures.miniature_panel:MiniaturePanel"),
        setup=GamePart("bob.desk.boards.miniatures.setting_up:MiniatureSetup"),
    ),
    "flight": DeskParts(panel=GamePart("bob.desk.boards.cards_classic.flight_panel:FlightPanel"), setup=None),
    "campaign": DeskParts(
        panel=GamePart("bob.desk.campaigns.linked.linked_panel:LinkedPanel"),
        setup=GamePart("bob.desk.campaigns.linked.setting_up:LinkedSetup"),
    ),
    "air_war": DeskParts(
        panel=GamePart("bob.desk.campaigns.land.land_panel:LandPanel"), setup=GamePart("bob.desk.campaigns.land.setting_up:LandSetup")
    ),
    "carriers": DeskParts(
        panel=GamePart("bob.desk.campaigns.carriers.carrier_panel:CarrierPanel"),
        setup=GamePart("bob.desk.campaigns.carriers.setting_up:CarrierSetup"),
    ),
    "low_raid": DeskParts(
        panel=GamePart("bob.desk.campaigns.low_raid.low_raid_panel:LowRaidPanel"),
        setup=GamePart("bob.desk.campaigns.low_raid.setting_up:LowRaidSetup"),
    ),
}
"""By the codes of the games. The day has no entry: it is played in the main window."""
_PLAIN = DeskParts(panel=None, setup=None)


def desk_parts(kit: Kit) -> DeskParts:
    """The parts of a game. Raises LookupError for a game without any whose kit does not ask for plain ones."""
    return parts_of(kit, DESK, DECLARED, _PLAIN)


def panel_of(kit: Kit) -> type[GamePanel]:
    """The sheet of a game."""
    declared = desk_parts(kit).panel
    return declared.load() if declared is not None else PlainPanel


def setup_of(kit: Kit) -> SetupMaker:
    """The dialog for a new game."""
    declared = desk_parts(kit).setup
    return declared.load() if declared is not None else partial(PlainSetup, kit)


def apart() -> tuple[str, ...]:
    """The games that are played in windows of their own: all but the day."""
    return tuple(name for name in names() if name != DayKit.name)


def taught() -> Callable[[], GamePlan]:
    """The fight that the desk teaches."""
    return next(parts.lesson for parts in DECLARED.values() if parts.lesson is not None).load()
