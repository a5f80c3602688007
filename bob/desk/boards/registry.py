"""The parts that the desk has for each game: its sheet, the dialog for a new game, its lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from bob.core.kit import DESK, GamePart, Kit, parts_of
from bob.desk.base.settings import Settings
from bob.desk.boards.shared.plain_setup import PlainSetup
from bob.desk.boards.shared.plain_sheet import PlainSheet
from bob.desk.boards.shared.sheet import GameSheet
from bob.driver.game_plan import GamePlan
from bob.games import names
from bob.staff.kit import DayKit

SetupMaker = Callable[[Settings, QWidget | None], Any]
"""Makes the dialog for a new game: a QDialog; once it was accepted, its `path` is a file to go on with, or its `plan()` is a GamePlan."""


@dataclass(frozen=True, slots=True)
class DeskParts:
    """The parts of a game in the desk; None for the plain one."""

    sheet: GamePart[type[GameSheet]] | None
    setup: GamePart[SetupMaker] | None
    lesson: GamePart[Callable[[], GamePlan]] | None = None
    """Gives the fight that the desk teaches; None where none is taught."""


DECLARED: Mapping[str, DeskParts] = {
    "cards": DeskParts(
        sheet=GamePart("bob.desk.boards.cards.sheet:CardSheet"),
        setup=GamePart("bob.desk.boards.cards.setting_up:CardSetup"),
        lesson=GamePart("bob.desk.boards.cards.lesson:card_lesson_plan"),
    ),
    "hexes": DeskParts(sheet=GamePart("bob.desk.boards.hexes.sheet:HexSheet"), setup=GamePart("bob.desk.boards.hexes.setting_up:HexSetup")),
    "skies": DeskParts(
        sheet=GamePart("bob.desk.boards.miniatures.sheet:SkySheet"), setup=GamePart("bob.desk.boards.miniatures.setting_up:SkySetup")
    ),
    "flight": DeskParts(sheet=GamePart("bob.desk.boards.cards_classic.sheet:FlightSheet"), setup=None),
    "campaign": DeskParts(
        sheet=GamePart("bob.desk.campaigns.linked.sheet:LinkedRoom"), setup=GamePart("bob.desk.campaigns.linked.setting_up:LinkedSetup")
    ),
    "air_war": DeskParts(
        sheet=GamePart("bob.desk.campaigns.land.sheet:AirWarRoom"), setup=GamePart("bob.desk.campaigns.land.setting_up:AirWarSetup")
    ),
    "carriers": DeskParts(
        sheet=GamePart("bob.desk.campaigns.carriers.sheet:CarrierRoom"),
        setup=GamePart("bob.desk.campaigns.carriers.setting_up:CarrierSetup"),
    ),
    "low_raid": DeskParts(
        sheet=GamePart("bob.desk.campaigns.low_raid.sheet:LowRaidRoom"),
        setup=GamePart("bob.desk.campaigns.low_raid.setting_up:LowRaidSetup"),
    ),
}
"""By the codes of the games. The day has no entry: it is played in the main window."""
_PLAIN = DeskParts(sheet=None, setup=None)


def desk_parts(kit: Kit) -> DeskParts:
    """The parts of a game. Raises LookupError for a game without any whose kit does not ask for plain ones."""
    return parts_of(kit, DESK, DECLARED, _PLAIN)


def sheet_of(kit: Kit) -> type[GameSheet]:
    """The sheet of a game."""
    declared = desk_parts(kit).sheet
    return declared.load() if declared is not None else PlainSheet


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
