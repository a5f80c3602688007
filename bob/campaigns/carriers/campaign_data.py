"""The sheet of a carrier campaign: bases with Damage Tracks, Operations, Resources, scouts; typed and frozen (CAM-25.21)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from bob.campaigns.land.campaign_data import LEVEL_CODES, ROWS, TITLE, AirmanCounter, Flyers, TargetCard
from bob.campaigns.sides import SIDES
from bob.core.codec import CodecError
from bob.core.errors import phrase
from bob.core.ranges import OneOf, Text, Whole
from bob.data.toml_files import Distinct, Keys, Rising
from bob.tactical.cards.flight import CLASSIC

TACTICS = ("close", "medium", "long")
"""The Fleet Tactics (CAM-25.32a); their places are their numbers (CAM-25.71b)."""

LARGE, SMALL, NO_STRIKE = STRIKE_SIZES = ("large", "small", "none")

CARRIER_EFFECTS = (
    "strike",
    "cap",
    "extra_cap",
    "out_turns",
    "home_turns",
    "bomb_points",
    "out_of_sight",
    "scout",
    "clouds",
)
"""The effects of a Resource: aircraft for the own Strike or CAP, an Element of the owner's choice for the CAP, turns of the enemy's
Strikes out or of the own ones home, points for each bomb of the own Strike on the enemy's Fleet, a Fleet that may not be found, a Scout
Mission, clouds over the own Fleet."""
WITH_AIRCRAFT, WITH_AMOUNT = ("strike", "cap"), ("out_turns", "home_turns", "bomb_points")

_Naming = Annotated[Mapping[str, Annotated[str, Text(200, 1)]], TITLE]
_Side = Annotated[str, OneOf(SIDES)]


class Steps:
    """Pairs of a box and a figure, both rising."""

    @staticmethod
    def check(value: object, place: str) -> None:
        pairs = value if isinstance(value, list) else []
        for k, pair in enumerate(pairs):
            if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(n, int) and 0 < n <= 200 for n in pair)):
                raise CodecError(f"{place}[{k}]", phrase("expect.step_of_track"), pair)
            if k and not all(n > m for n, m in zip(pair, pairs[k - 1], strict=True)):
                raise CodecError(f"{place}[{k}]", phrase("expect.rising"), pair)


_Steps = Annotated[tuple[tuple[int, int], ...], Steps()]


@dataclass(frozen=True, slots=True)
class DamageTrack:
    """A Damage Track: from which box on it is worth how many victory points, takes how many aircraft off Strike and CAP, and where the
    Fleet is Out of Action (CAM-25.22b, CAM-DAT-12)."""

    boxes: Annotated[int, Whole(1, 200)]
    vps: _Steps
    strike: _Steps = ()
    cap: _Steps = ()
    out: Annotated[int, Whole(1, 200)] | None = None

    def vp(self, damage: int) -> int:
        """The victory points of so much damage: those of the last step reached, not added together."""
        return _step(self.vps, damage)

    def strike_less(self, damage: int) -> int:
        return _step(self.strike, damage)

    def cap_less(self, damage: int) -> int:
        return _step(self.cap, damage)

    def is_out(self, damage: int) -> bool:
        return self.out is not None and damage >= self.out


def _step(steps: tuple[tuple[int, int], ...], damage: int) -> int:
    return max((figure for box, figure in steps if damage >= box), default=0)


@dataclass(frozen=True, slots=True)
class ByDamage:
    """The aircraft that a base launches and keeps over itself from a level of damage on (CAM-25.43c)."""

    least: Annotated[int, Whole(0, 200)]
    strike: tuple[Flyers, ...] = ()
    cap: tuple[Flyers, ...] = ()


@dataclass(frozen=True, slots=True)
class CarrierBase:
    """A Fleet, or another target. A Fleet's Strikes and CAP go by its owner's Operation; another's CAP is drawn by card (`drawn_cap`), or
    its Strike and CAP go by its damage (`by_damage`)."""

    code: Annotated[str, Text(40, 1)]
    side: _Side
    name: _Naming
    sheet: str
    track: DamageTrack
    fleet: bool = False
    at: str = ""
    place: tuple[float, float] | None = None
    by_damage: Annotated[tuple[ByDamage, ...], Rising(key="least")] = ()
    drawn_cap: Annotated[Mapping[str, tuple[Flyers, ...]], Keys(ROWS)] | None = None

    @property
    def launches(self) -> bool:
        """Return whether aircraft fly from it, so that those lost are ticked on its track (CAM-25.82b)."""
        return self.fleet or bool(self.by_damage)

    def state(self, damage: int) -> ByDamage | None:
        """Return its state at that damage; None where no state applies."""
        return next((state for state in reversed(self.by_damage) if damage >= state.least), None)


@dataclass(frozen=True, slots=True)
class FlightOperation:
    """A Flight Operation of a side: how large a Strike it is, its aircraft and target, and the CAP (CAM-25.42a, CAM-25.43)."""

    code: Annotated[str, Text(40, 1)]
    side: _Side
    name: _Naming
    size: Annotated[str, OneOf(STRIKE_SIZES)]
    strike: tuple[Flyers, ...] = ()
    cap: tuple[Flyers, ...] = ()
    target: str = ""
    altitude: Annotated[str, OneOf(LEVEL_CODES)] = "medium"


@dataclass(frozen=True, slots=True)
class CarrierEffect:
    """One thing that a Resource does."""

    kind: Annotated[str, OneOf(CARRIER_EFFECTS)]
    aircraft: str | None = None
    count: Annotated[int, Whole(1, 12)] = 1
    wingmen: bool = True
    amount: Annotated[int, Whole(-9, 9)] = 0


@dataclass(frozen=True, slots=True)
class CarrierResource:
    """A Resource of the common list; `side` is the only side that may use it, if any (CAM-25.52b, CAM-25.52e)."""

    number: Annotated[int, Whole(1, 98)]
    name: _Naming
    effects: Annotated[tuple[CarrierEffect, ...], Distinct()]
    side: Annotated[str, OneOf(("", *SIDES))] = ""

    def effect(self, kind: str) -> tuple[CarrierEffect, ...]:
        """Its effects of a kind."""
        return tuple(effect for effect in self.effects if effect.kind == kind)


@dataclass(frozen=True, slots=True)
class CarrierScout:
    """A side's Scout Mission: its aircraft, the number of turns that it must survive, and its benefit to the Strike (CAM-DAT-14)."""

    aircraft: tuple[Flyers, ...]
    gains: tuple[Flyers, ...]
    turns: Annotated[int, Whole(1, 20)] = 2
    altitude: Annotated[str, OneOf(LEVEL_CODES)] = "high"


@dataclass(frozen=True, slots=True)
class CarrierCampaign:
    """A Carrier Campaign Sheet. A Strike has `out_turns` Target-Bound and `home_turns` Home-Bound turns (CAM-25.62a); its
    flights go by the edition of that name. `first` and `last` are its days, for the cup's counters that have days of their own."""

    code: str
    name: _Naming
    brief: Annotated[Mapping[str, Annotated[str, Text(1200, 1)]], TITLE]
    turns: Annotated[int, Whole(1, 20)]
    base: Annotated[tuple[CarrierBase, ...], Distinct("code")]
    operation: tuple[FlightOperation, ...]
    resource: Annotated[tuple[CarrierResource, ...], Distinct("number")]
    scout: Annotated[Mapping[str, CarrierScout], Keys(SIDES)]
    origin: Literal["designed", "source"]
    why: Annotated[str, Text(3000, 1)]
    out_turns: Annotated[int, Whole(0, 20)] = 2
    home_turns: Annotated[int, Whole(0, 20)] = 1
    no_resource: Annotated[int, Whole(1, 99)] = 99
    first: dt.date | None = None
    last: dt.date | None = None
    from_source: tuple[str, ...] = ()
    edition: Annotated[str, Text(80, 1)] = CLASSIC

    def base_of(self, code: str) -> CarrierBase:
        """The base of that code, which there is."""
        return next(base for base in self.base if base.code == code)

    def fleet_of(self, side: str) -> CarrierBase:
        """A side's Fleet."""
        return next(base for base in self.base if base.fleet and base.side == side)

    def operations(self, side: str) -> dict[str, FlightOperation]:
        """A side's Operations by code."""
        return {found.code: found for found in self.operation if found.side == side}

    def resources(self, side: str) -> dict[int, CarrierResource]:
        """The Resources that a side may choose, by number."""
        return {found.number: found for found in self.resource if found.side in ("", side)}


@dataclass(frozen=True, slots=True, eq=False)
class CarrierTables:
    """All that the carrier campaigns are played by."""

    campaigns: Mapping[str, CarrierCampaign]
    targets: Mapping[str, TargetCard]
    counters: tuple[AirmanCounter, ...]
    own: Mapping[str, str]
