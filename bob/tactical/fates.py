"""The consequences of aircraft shot down, for every resolver: crews lost or safe, units shaken, bombs jettisoned, and the claims of each
side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from bob.core.dice import Dice
from bob.core.ranges import Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Rising, read_toml
from bob.data.units import SIDES
from bob.data.weathers import CLOUD
from bob.tactical.engagement import BOMB_CARRIERS, Engagement, Flown, FlownModel, Force, Loss, Result, enemy
from bob.tactical.scale import aircraft_lost

AFTER = {"full": "low", "low": "none", "none": "none"}
"""The ammunition of a fighter after a fight."""


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
class Cards(CardFigures):
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
class Hexes(Shares):
    """The figures of an engagement by hexes beyond its battle card: cards of an advantage, and points of bombers."""

    advantage: More
    through: More
    bomber: More


@dataclass(frozen=True, slots=True)
class Skies(Shares):
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
    """The figures of tables/engagements.toml; `bob.tactical.tabletop` reads and checks its part of it."""

    origin: Literal["designed"]
    why: Annotated[str, Text(2000, 1)]
    claims: Claims
    crews: Crews
    after: After
    cards: Cards
    hexes: Hexes
    skies: Skies
    flight: FlightFigures
    unread: ClassVar[tuple[str, ...]] = ("tabletop",)


def load_figures(path: Path) -> EngagementFigures:
    """The figures of a file. Raises DataError."""
    return read_toml(path).read(EngagementFigures)


@cache
def figures() -> EngagementFigures:
    """The shipped figures."""
    return load_figures(data_folder("tables") / "engagements.toml")


def crew_chance(side: str, over_england: bool) -> int:
    """The chance in a hundred that a crew shot down there is lost to its side."""
    found: int = getattr(figures().crews, f"{side}_{'over_england' if over_england else 'elsewhere'}")
    return found


def share_damaged(force: Force, destroyed: int) -> int:
    """Return the aircraft damaged in a unit that lost `destroyed`, where no other source gives them."""
    return min(force.count - destroyed, math.floor(destroyed * figures().after.damaged + 0.5))


def after(force: Force, destroyed: int, damaged: int, *, shot_at: bool) -> Loss:
    """Return the losses of a unit with `destroyed` and `damaged` aircraft; `shot_at` when enemies came to shoot at it."""
    shares, hit = figures().after, destroyed + damaged
    shaken = destroyed > 0 and destroyed >= shares.disrupt_share * force.count
    ammo = AFTER[force.ammo] if force.fighter else force.ammo
    return Loss(
        unit=force.unit,
        destroyed=destroyed,
        damaged=damaged,
        disruption=1 if shaken or (force.fighter and shot_at) else 0,
        ammo=ammo,
        jettisoned=force.role in BOMB_CARRIERS and hit > 0 and hit >= shares.jettison_share * force.count,
        broke_off=ammo == "none" and force.fighter,
    )


def behind(game: str) -> Shares | None:
    """The shares of a tactical game that ships; None for any other."""
    found: Shares | None = getattr(figures(), game, None)
    return found


def behind_models(fig: Shares, force: Force, down: int, hit: int, flown: int, dice: Dice) -> tuple[Loss, int]:
    """Convert the models lost and hit of a unit into aircraft: its losses, and the number of aircraft behind the fallen models.

    Half of those behind fallen models are destroyed, rounded up, and the dice decide on the rest; where a model is one aircraft, it is
    destroyed (OPS-D1.8).
    """
    lost = aircraft_lost(down, flown, force.count, dice, by=force.side)
    hurt = aircraft_lost(hit, flown, force.count, dice, by=force.side)
    destroyed, damaged = lost if flown >= force.count else (lost + 1) // 2, 0
    others, hurt_others = fig.beyond_half(force.fighter)
    for _ in range(lost - destroyed):
        face = dice.roll("behind_model", 1, sides=100, by=force.side).total
        destroyed += face <= others
        damaged += others < face <= others + hurt_others
    for _ in range(min(hurt, force.count - lost)):
        damaged += dice.roll("behind_model", 1, sides=100, by=force.side).total <= fig.damaged
    return after(force, destroyed, damaged, shot_at=True), lost


def flown_out(engagement: Engagement, fig: Shares, models: Sequence[FlownModel], resolver: str, dice: Dice) -> Result:
    """Return the outcome of a dogfight by the fates of its models. A fall by engine or collision counts only where an enemy could shoot."""
    losses: list[Loss] = []
    behind: dict[str, int] = {}
    for side in SIDES:
        armed = any(foe.shoots for foe in engagement.of(enemy(side)))
        for force in engagement.of(side):
            found = [model.fate for model in models if model.unit == force.unit]
            down, hit = (found.count("down"), found.count("hit")) if armed else (0, 0)
            loss, behind[force.unit] = behind_models(fig, force, down, hit, len(found), dice)
            losses.append(loss)
    result = outcome(engagement, [crews(engagement, loss, dice) for loss in losses], engagement.length, resolver, dice)
    return replace(result, flown=Flown(tuple(models), {f.unit: f.count for f in engagement.forces}, behind))


def crews(engagement: Engagement, loss: Loss, dice: Dice) -> Loss:
    """A loss with its crews lost and safe by the dice, one roll for each aircraft destroyed unless nothing is in doubt."""
    side = engagement.force(loss.unit).side
    chance = crew_chance(side, engagement.over_england)
    lost = 0
    for _ in range(loss.destroyed):
        lost += chance == 100 or (chance > 0 and dice.roll("crew", 1, sides=100, by=side).total <= chance)
    return replace(loss, crews_lost=lost) if lost != loss.crews_lost else loss


def outcome(
    engagement: Engagement, losses: Iterable[Loss], turns: int, resolver: str, dice: Dice, engaged: Mapping[str, int] | None = None
) -> Result:
    """The outcome of these losses: each side's claims by the dice, never more than it met, and who holds the air."""
    parts = tuple(losses)
    lost = {side: sum(loss.destroyed for loss in parts if engagement.force(loss.unit).side == side) for side in SIDES}
    claims = tuple((side, _claims_for(lost[enemy(side)], engagement.aircraft(enemy(side)), side, dice)) for side in SIDES)
    gain = lost["luftwaffe"] - lost["raf"]
    return Result(parts, turns, "raf" if gain > 0 else "luftwaffe" if gain < 0 else "none", claims, resolver, engaged or {})


def _claims_for(lost: int, met: int, side: str, dice: Dice) -> int:
    """Return the claims of a side for the enemies it met: a multiple of those that fell, and of the survivors at most half."""
    times = _claim(getattr(figures().claims, side), dice, side)
    return min(round(lost * times), lost + (met - lost) // 2)


def _claim(mean: float, dice: Dice, side: str) -> float:
    """By how much a side overclaims this time: around its mean, between half of it and half again."""
    return mean * (0.5 + (dice.roll("claims", 2, by=side).total - 2) / 10)
