"""The figures of tables/engagements.toml: an engagement set up in each tactical game, the aircraft behind a fallen model, and the losses
that follow from a fight. The part `tabletop` of the file is in `tabletop_figures.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from bob.core.ranges import Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Rising, read_toml
from bob.data.weathers import CLOUD
from bob.tactical.engagement import Engagement, Force

HALF = 50
"""The least share of the aircraft behind a fallen model that are lost, of a hundred (OPS-D1.8)."""
LEAST_TURNS = 2
"""The fewest game turns of a dogfight by cards: in a fight of one turn the side attacked could not answer."""
PerCent = Annotated[int, Whole(0, 100)]
LostShare = Annotated[int, Whole(HALF, 100)]
More = Annotated[int, Whole(0, 6)]
Turns = Annotated[int, Whole(1, 20)]
Few = Annotated[float, Between(0.5, 5)]


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of a tactical game: fighters on a table for each enemy fighter at most (OPS-D1.3), bombers for each fighter that attacks
    them, and the percentages of the aircraft behind a fallen model that are destroyed, and damaged (OPS-D1.8)."""

    fighters_each: Annotated[float, Between(1, 2)]
    bombers_each: Few
    destroyed: LostShare
    destroyed_bombers: LostShare
    damaged: PerCent

    def beyond_half(self, fighter: bool) -> tuple[int, int]:
        """Return the chances in a hundred of an aircraft behind a fallen model that is not of the lost half: destroyed, and damaged."""
        return 2 * (self.destroyed if fighter else self.destroyed_bombers) - 100, 2 * self.damaged


@dataclass(frozen=True, slots=True)
class CardFigures(Shares):
    """The figures that the two card games share."""

    turns_fighters: Turns
    turns_bombers: Turns
    turns_hidden: Annotated[int, Whole(0, 20)]
    surprise: More
    bounce: More
    advantage: More
    bounce_bombers: More
    advantage_bombers: More
    green: Annotated[int, Whole(-3, 0)]
    veteran: Annotated[int, Whole(0, 3)]
    tired: Annotated[int, Whole(1, 4)]
    sorties: Annotated[int, Whole(1, 9)]
    low_ammo: Annotated[int, Whole(-3, 0)]
    stand_in: Mapping[str, Annotated[str, Text(80, 1)]]

    def turns(self, engagement: Engagement) -> int:
        """Return the game turns of a dogfight."""
        turns = self.turns_bombers if engagement.bombers else self.turns_fighters
        return max(LEAST_TURNS, turns - (self.turns_hidden if engagement.weather in CLOUD else 0))

    def performance(self, force: Force) -> int:
        """Return the change of Performance by the crews of a unit."""
        crews = {"green": self.green, "veteran": self.veteran}.get(force.experience, 0)
        return crews - (force.disruption >= self.tired) - (force.fatigue >= self.sorties)

    def extra_cards(self, engagement: Engagement, side: str) -> int:
        """Return the additional cards in the opening hand of each fighter of a side, by surprise and posture."""
        better = (self.advantage_bombers, self.bounce_bombers) if engagement.bombers else (self.advantage, self.bounce)
        by_posture = dict(zip(("advantage", "bounce"), better, strict=True)).get(engagement.posture_of(side), 0)
        return by_posture + (self.surprise if engagement.surprise == side else 0)


@dataclass(frozen=True, slots=True)
class CardDogfightFigures(CardFigures):
    """The figures of an engagement set up for the card dogfight."""

    levels: Annotated[tuple[int, int, int, int], Rising()]
    low_ammo: Annotated[int, Whole(-3, -1)]
    bursts_fighters: Annotated[int, Whole(-2, 0)]
    bursts_bombers: Annotated[int, Whole(-2, 0)]
    turrets: More

    def level(self, engagement: Engagement) -> int:
        """Return the altitude of the fight: the bombers', else that of the lower side, where those above dive to."""
        low = min(f.angels for f in engagement.forces if not f.fighter or not engagement.bombers)
        return sum(low >= angels for angels in self.levels)


@dataclass(frozen=True, slots=True)
class HexShares(Shares):
    """The figures of an engagement by hexes beyond its battle card: cards of an advantage, and points of bombers."""

    advantage: More
    through: More
    bomber: More


@dataclass(frozen=True, slots=True)
class MiniatureShares(Shares):
    """The figures of an engagement with miniatures beyond its battle card."""


@dataclass(frozen=True, slots=True)
class FlightFigures(CardFigures):
    """The figures of an engagement set up as a classic flight."""

    turns_fighters: Annotated[int, Whole(2, 20)]
    turns_bombers: Annotated[int, Whole(2, 20)]
    out: Annotated[int, Whole(0, 20)]
    home: Annotated[int, Whole(0, 20)]
    loosened: Annotated[int, Whole(0, 4)]
    with_bombs: Mapping[str, Annotated[str, Text(80, 1)]]


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a side for each enemy lost, on average."""

    raf: Annotated[float, Between(1, 10)]
    luftwaffe: Annotated[float, Between(1, 10)]


@dataclass(frozen=True, slots=True)
class Crews:
    """The chance in a hundred that the crew of an aircraft shot down is lost to its side."""

    raf_over_england: PerCent
    raf_elsewhere: PerCent
    luftwaffe_over_england: PerCent
    luftwaffe_elsewhere: PerCent


@dataclass(frozen=True, slots=True)
class After:
    """The state of a unit afterwards: aircraft damaged for each destroyed, and the shares at which it is shaken and drops its bombs."""

    damaged: Annotated[float, Between(0, 5)]
    disrupt_share: Annotated[float, Between(0, 1)]
    jettison_share: Annotated[float, Between(0, 1)]


@dataclass(frozen=True, slots=True)
class EngagementFigures:
    """The figures of tables/engagements.toml; `bob.tactical.tabletop_figures` reads and checks its part of it."""

    origin: Literal["designed"]
    why: Annotated[str, Text(2000, 1)]
    claims: Claims
    crews: Crews
    after: After
    cards: CardDogfightFigures
    hexes: HexShares
    skies: MiniatureShares
    flight: FlightFigures
    unread: ClassVar[tuple[str, ...]] = ("tabletop",)


def load_figures(path: Path) -> EngagementFigures:
    """The figures of a file. Raises DataError."""
    return read_toml(path).read(EngagementFigures)


@cache
def figures() -> EngagementFigures:
    """The shipped figures."""
    return load_figures(data_folder("tables") / "engagements.toml")


def shares_of(game: str) -> Shares | None:
    """Return the shares of a tactical game; None for one that has no table of its own in the file."""
    found = getattr(figures(), game, None)
    return found if isinstance(found, Shares) else None
