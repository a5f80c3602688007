"""The parts that reports have for each game: the account of a campaign, the pieces to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bob.chart.marks import ChartPage
from bob.core.kit import REPORT, GamePart, parts_of
from bob.core.match import Match
from bob.games import kit, names
from bob.report.battle_card import Facts
from bob.report.parts import ReportContent
from bob.tactical.engagement import Engagement
from bob.words import Words

TellsCampaign: TypeAlias = Callable[[Match[Any], str, Words], ReportContent]
"""Makes the report of a match for a seat."""
PagesMaker: TypeAlias = Callable[[Match[Any], Words, str, str], list[ChartPage]]
"""Makes the pages of a match in a language, on a paper, as that seat may know them; for the referee all."""
FoughtMaker: TypeAlias = Callable[[Engagement, Facts, Words, str], list[ChartPage]]
"""The same of an engagement of the day, for both who sit at the table."""


@dataclass(frozen=True, slots=True)
class ReportParts:
    """The parts of a game on paper; None for a missing one."""

    campaign: GamePart[TellsCampaign] | None
    """Builds its report as a campaign."""
    pieces: GamePart[PagesMaker] | None
    """Draws its pieces for a real table, from a game that has begun."""
    fought: GamePart[FoughtMaker] | None = None
    """The same of an engagement of the day."""


_NONE = ReportParts(campaign=None, pieces=None)
DECLARED: Mapping[str, ReportParts] = {
    "day": _NONE,  # its report is the story of the day
    "cards": _NONE,
    "hexes": ReportParts(
        campaign=None, pieces=GamePart("bob.report.hexes.pieces:pages"), fought=GamePart("bob.report.hexes.pieces:fought")
    ),
    "skies": ReportParts(campaign=None, pieces=GamePart("bob.report.miniatures.pieces:pages")),
    "flight": _NONE,
    "campaign": ReportParts(campaign=GamePart("bob.report.linked.content:LinkedContent"), pieces=None),
    "air_war": ReportParts(campaign=GamePart("bob.report.land.content:AirWarContent"), pieces=None),
    "carriers": ReportParts(campaign=GamePart("bob.report.carriers.content:CarrierContent"), pieces=None),
    "low_raid": ReportParts(campaign=GamePart("bob.report.low_raid.content:RaidContent"), pieces=None),
}
"""The parts by the codes of the games."""


def report_parts(game: str) -> ReportParts:
    """The parts of a game. Raises UsageError for no game, LookupError for one without any whose kit does not ask for plain ones."""
    return parts_of(kit(game), REPORT, DECLARED, _NONE)


def account_of(game: str) -> TellsCampaign | None:
    """Makes the report of a campaign; None for a game that has none."""
    declared = report_parts(game).campaign
    return declared.load() if declared is not None else None


def pages_maker(game: str) -> PagesMaker | None:
    """Lays out the pieces of a game that has begun; None for a game that has none."""
    declared = report_parts(game).pieces
    return declared.load() if declared is not None else None


def fought_maker(game: str) -> FoughtMaker | None:
    """Lays out the pieces of an engagement of the day; None for a game that has none."""
    declared = report_parts(game).fought
    return declared.load() if declared is not None else None


def for_engagements() -> tuple[str, ...]:
    """The games that have pieces for an engagement of the day."""
    return tuple(name for name in names() if report_parts(name).fought is not None)


def printable() -> tuple[str, ...]:
    """The games that have pieces."""
    return tuple(name for name in names() if report_parts(name).pieces is not None)
