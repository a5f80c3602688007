"""Help for the focused thing: the page of the handbook with its heading, and related rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

import bob.desk  # noqa: F401
from bob.core.game import REFEREE
from bob.data.handbook import handbook
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.game_setup import GameSetup
from bob.words import LANGUAGES


@dataclass(frozen=True, slots=True)
class HelpPlace:
    """A heading of a page of the handbook (its beginning without one), and rules."""

    page: str
    anchor: str = ""
    rules: tuple[str, ...] = ()


PLACES: Mapping[str, HelpPlace] = {
    "StartScreen": HelpPlace("index", "first-page"),
    "Welcome": HelpPlace("start", "first"),
    "Blank": HelpPlace("together", "one-screen"),
    "JoinBox": HelpPlace("together", "rooms"),
    "HostBox": HelpPlace("together", "rooms"),
    "InviteBox": HelpPlace("together", "rooms"),
    "RoomPanel": HelpPlace("together", "rooms"),
    "Tote": HelpPlace("controller", "tote", ("OPS-B7.1", "OPS-B7.2", "OPS-B7.3", "OPS-B6.4", "OPS-A15.5")),
    "Ladder": HelpPlace("controller", "ladder", ("OPS-B5.8", "OPS-B6.5", "OPS-C1.2")),
    "AnswerCard": HelpPlace("controller", "ladder", ("OPS-B6.5",)),
    "StandingOrders": HelpPlace("controller", "standing", ("OPS-C3.3",)),
    "WhoGoesBox": HelpPlace("controller", "menu", ("OPS-B6.5", "OPS-C3.2")),
    "Planner": HelpPlace("luftwaffe", "planner", ("OPS-B3.1", "OPS-B3.2", "OPS-B3.4")),
    "Forces": HelpPlace("luftwaffe", "forces", ("OPS-B2.1", "OPS-C4.1")),
    "NewRaidBox": HelpPlace("luftwaffe", "new", ("OPS-B3.1",)),
    "Results": HelpPlace("luftwaffe", "believed", ("OPS-C4.3",)),
    "Reports": HelpPlace("luftwaffe", "believed", ("OPS-C4.3", "OPS-C4.4")),
    "ForecastPanel": HelpPlace("forecast"),
    "Timeline": HelpPlace("desk", "timeline"),
    "LogPanel": HelpPlace("desk", "log"),
    "Lists": HelpPlace("desk", "list", ("OPS-B5.8",)),
    "DicePanel": HelpPlace("desk", "dice"),
    "TimeBar": HelpPlace("desk", "past"),
    "Ending": HelpPlace("day", "evening", ("OPS-B12.1", "OPS-A15.1", "OPS-A15.2", "OPS-A15.3")),
    "SettingsBox": HelpPlace("desk", "settings"),
    "PrintBox": HelpPlace("desk", "print"),
    "BriefingBox": HelpPlace("day", "before"),
    "AskPage": HelpPlace("fights", "ask", ("OPS-B8.3", "OPS-B8.4", "OPS-B8.5")),
    "AfterPage": HelpPlace("fights", "after", ("OPS-B8.6",)),
    "RuleBox": HelpPlace("fights", "rule", ("OPS-B8.4",)),
    "OwnTablePage": HelpPlace("own-table", "", ("OPS-B8.4", "OPS-B8.6")),
    "DiceBox": HelpPlace("umpire", "dice", ("OPS-B4.3",)),
    "CorrectBox": HelpPlace("umpire", "correct"),
    "EventBox": HelpPlace("umpire", "event", ("OPS-A1.2",)),
    "NoteBox": HelpPlace("umpire", "message"),
    "HandOutBox": HelpPlace("umpire", "hand-out"),
}
"""Help by the class of the focused widget, or of a parent."""

ROOMS: Mapping[str, HelpPlace] = {
    RAF: HelpPlace("controller", "", ("OPS-B6.1", "OPS-B6.2", "OPS-B6.5")),
    LUFTWAFFE: HelpPlace("luftwaffe", "", ("OPS-B3.3", "OPS-C4.1", "OPS-C4.2")),
    REFEREE: HelpPlace("umpire", "", ("OPS-B4.0", "OPS-B4.1")),
}
"""Help by the seat at the screen, when the table has the focus."""


def place_of_game(game: str, anchor: str = "") -> HelpPlace:
    """The page that is named after a game, else the section of the campaigns that is."""
    return HelpPlace(game, anchor) if handbook(LANGUAGES[0]).page(game) is not None else HelpPlace("campaigns", game)


def place_of(widget: QWidget | None) -> HelpPlace | None:
    """Return the help place of a widget, or of its nearest parent with one; None without any."""
    while widget is not None:
        if isinstance(widget, GamePanel):
            return place_of_game(widget.table.kit.name)
        if isinstance(widget, GameSetup):
            return place_of_game(widget.kit.name, "begin")
        if type(widget).__name__ in PLACES:
            return PLACES[type(widget).__name__]
        widget = widget.parentWidget()
    return None
