"""An engagement and its outcome (OPS-B8): the argument and the result of every resolver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bob.core.codec import SPARSE
from bob.data.units import SIDES, Side

Posture = Literal["bounce", "advantage", "even", "disadvantage", "bounced"]
POSTURES: tuple[Posture, ...] = ("bounced", "disadvantage", "even", "advantage", "bounce")
"""From the worst to the best; a side's posture is the other's turned over."""

Aim = Literal["reach_bombers", "protect", "sweep"]
Fate = Literal["down", "hit", "left", "stayed"]
"""A model of a tactical game afterwards: fallen, hit but not fallen, gone home whole, or there to the end."""
FATES: tuple[Fate, ...] = ("down", "hit", "left", "stayed")
Ammo = Literal["full", "low", "none"]
AMMO: tuple[Ammo, ...] = ("none", "low", "full")
BOMB_FATES = ("dropped", "turned", "kept")
"""The codes for the bombs of a model afterwards: on the target; gone elsewhere, or turned back; still aboard."""
MINUTES = 5
"""Minutes of a turn (OPS-B1.1)."""
MOST_DISRUPTION = 4


def turned(posture: Posture) -> Posture:
    """The posture of the other side."""
    return POSTURES[len(POSTURES) - 1 - POSTURES.index(posture)]


def enemy(side: str) -> Side:
    """The other side."""
    return "luftwaffe" if side == "raf" else "raf"


@dataclass(frozen=True, slots=True)
class Force:
    """One unit in an engagement. `fuel` is in turns beyond the way home, `fatigue` the sorties that it flew before this one today.

    `share` is the part of it that comes into position (OPS-D1.2), `sent` how many took off, where that is known.
    """

    unit: str
    side: Side
    aircraft: str
    fighter: bool
    count: int
    experience: str
    disruption: int
    ammo: str
    angels: int
    role: str
    fuel: int
    fatigue: int = 0
    share: float = 1.0
    sent: int = 0

    @property
    def sent_or_count(self) -> int:
        """The number that took off, as far as is known."""
        return max(self.sent, self.count)

    @property
    def shoots(self) -> bool:
        """Return whether it can shoot anything down: gunners always have rounds."""
        return self.count > 0 and not (self.fighter and self.ammo == "none")


@dataclass(frozen=True, slots=True)
class Engagement:
    """An interception as one frozen value. `posture` is the RAF's, `surprise` the side that the other has not seen.

    `on_bombers` is the RAF's posture against the bombers, where it is another than against the fighters; `ahead` says that the bombers
    are attacked from ahead. `laden` are the units that still carry their bombs, `bombing` those of them that drop them below this turn.
    """

    raid: str
    turn: int
    hex: str
    over_england: bool
    weather: str
    sun: float
    posture: Posture
    surprise: Literal["raf", "luftwaffe", "none"]
    attackers: Side
    aim: Aim
    length: int
    forces: tuple[Force, ...]
    number: int = 0
    on_bombers: Posture | None = None
    ahead: bool = False
    laden: tuple[str, ...] = field(default=(), metadata=SPARSE)
    bombing: tuple[str, ...] = field(default=(), metadata=SPARSE)

    @property
    def posture_on_bombers(self) -> Posture:
        """The RAF's posture against the bombers."""
        return self.on_bombers or self.posture

    def of(self, side: str) -> tuple[Force, ...]:
        """The forces of one side."""
        return tuple(f for f in self.forces if f.side == side)

    def aircraft(self, side: str) -> int:
        """Return the number of aircraft of a side."""
        return sum(f.count for f in self.forces if f.side == side)

    def posture_of(self, side: str) -> Posture:
        """The posture as that side has it."""
        return self.posture if side == "raf" else turned(self.posture)

    @property
    def ahead_side(self) -> Side | None:
        """Return the side that bounces or has the advantage; None on even terms."""
        return next((side for side in SIDES if self.posture_of(side) in ("bounce", "advantage")), None)

    @property
    def better_posture(self) -> Posture:
        """Return the posture of the side that has the better one."""
        return max((self.posture, turned(self.posture)), key=POSTURES.index)

    def force(self, unit: str) -> Force:
        """The force of a unit. Raises KeyError."""
        for found in self.forces:
            if found.unit == unit:
                return found
        raise KeyError(unit)

    @property
    def bombers(self) -> bool:
        """Return whether it has bombers."""
        return any(not f.fighter for f in self.forces)

    @property
    def minutes(self) -> int:
        """Return its length in minutes."""
        return self.length * MINUTES


@dataclass(frozen=True, slots=True)
class Loss:
    """The losses of one unit. `crews_lost` of the destroyed were killed or captured or too badly hurt to fly again; the rest are safe."""

    unit: str
    destroyed: int
    damaged: int
    disruption: int
    ammo: str
    jettisoned: bool
    broke_off: bool
    crews_lost: int = 0


@dataclass(frozen=True, slots=True)
class FlownModel:
    """The fate of a model of a tactical game, for the unit that it stood for; `bombs` is a code of `BOMB_FATES`, if the game has
    them."""

    unit: str
    fate: Fate
    bombs: str = ""


@dataclass(frozen=True, slots=True)
class Flown:
    """The course of a dogfight (OPS-D1.8): the fates of its models, and for each unit its aircraft on the table and those behind its
    fallen models; none of these where no enemy could have shot them down."""

    models: tuple[FlownModel, ...]
    on_table: Mapping[str, int]
    behind: Mapping[str, int]

    def seen_by(self, engagement: Engagement, side: str) -> dict[str, Any]:
        """Return as much of it as a side has seen: its own models by unit, the enemy's by type, as they were on the table."""
        own = {f.unit for f in engagement.of(side)}
        foes: dict[tuple[str, str, str], int] = {}
        for model in self.models:
            if model.unit not in own:
                key = engagement.force(model.unit).aircraft, model.fate, model.bombs
                foes[key] = foes.get(key, 0) + 1
        return {
            "models": [[m.unit, m.fate, m.bombs] for m in self.models if m.unit in own],
            "on_table": {unit: aircraft for unit, aircraft in self.on_table.items() if unit in own},
            "behind": {unit: aircraft for unit, aircraft in self.behind.items() if unit in own},
            "foes": [[*key, number] for key, number in sorted(foes.items())],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of an engagement, with the claims of each side. Of units that fought in part, `engaged` has the number of aircraft that
    did; `flown` is the course of the dogfight that it comes from."""

    losses: tuple[Loss, ...]
    turns: int
    holds: Literal["raf", "luftwaffe", "none"]
    claims: tuple[tuple[str, int], ...]
    resolver: str
    engaged: Mapping[str, int] = field(default_factory=dict)
    flown: Flown | None = None

    def destroyed(self, engagement: Engagement, side: str) -> int:
        """The aircraft that a side lost."""
        units = {f.unit for f in engagement.of(side)}
        return sum(loss.destroyed for loss in self.losses if loss.unit in units)


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something in a result that doesn't add up: a key of the words, the unit or nothing, and figures for the sentence."""

    key: str
    unit: str
    values: dict[str, Any]


def misfits(engagement: Engagement, losses: tuple[Loss, ...], turns: int) -> Iterator[Misfit]:
    """Yield the errors of an impossible result: wrong units, losses beyond a unit's aircraft, losses to a side that cannot shoot, wrong
    turns (OPS-B8.6)."""
    units = [f.unit for f in engagement.forces]
    lines = [loss.unit for loss in losses]
    for unit in sorted(set(lines) - set(units)):
        yield Misfit("engagement.misfit.stranger", unit, {})
    for unit in units:
        if lines.count(unit) != 1:
            yield Misfit("engagement.misfit.missing" if unit not in lines else "engagement.misfit.twice", unit, {})
    for loss in losses:
        if loss.unit in units:
            yield from _unit_misfits(engagement.force(loss.unit), loss)
    for side in SIDES:
        gone = sum(loss.destroyed for loss in losses if loss.unit in units and engagement.force(loss.unit).side == side)
        if gone and not any(f.shoots for f in engagement.of(enemy(side))):
            yield Misfit("engagement.misfit.no_guns", "", {"side": enemy(side), "destroyed": gone})
    if not 1 <= turns <= engagement.length:
        yield Misfit("engagement.misfit.turns", "", {"turns": turns, "most": engagement.length})


def _unit_misfits(force: Force, loss: Loss) -> Iterator[Misfit]:
    if loss.destroyed < 0 or loss.damaged < 0:
        yield Misfit("engagement.misfit.below_nothing", force.unit, {})
    elif loss.destroyed + loss.damaged > force.count:
        yield Misfit("engagement.misfit.too_many", force.unit, {"found": loss.destroyed + loss.damaged, "count": force.count})
    if not 0 <= loss.crews_lost <= max(0, loss.destroyed):
        yield Misfit("engagement.misfit.crews", force.unit, {"crews": loss.crews_lost, "destroyed": loss.destroyed})
    if not 0 <= loss.disruption <= MOST_DISRUPTION:
        yield Misfit("engagement.misfit.disruption", force.unit, {"found": loss.disruption, "most": MOST_DISRUPTION})
    if loss.ammo not in AMMO or AMMO.index(loss.ammo) > AMMO.index(force.ammo):
        yield Misfit("engagement.misfit.ammo", force.unit, {})
    if loss.jettisoned and (force.side != "luftwaffe" or force.role not in BOMB_CARRIERS):
        yield Misfit("engagement.misfit.no_bombs", force.unit, {})


def doubts(engagement: Engagement, losses: tuple[Loss, ...]) -> Iterator[Misfit]:
    """Yield the possible but doubtful points of a result: units more than half lost, fighters that fought without shooting their rounds."""
    for loss in losses:
        force = engagement.force(loss.unit)
        if force.count > 1 and 2 * loss.destroyed > force.count:
            yield Misfit("engagement.doubt.half_lost", loss.unit, {"destroyed": loss.destroyed, "count": force.count})
        if force.fighter and force.ammo == loss.ammo != "none":
            yield Misfit("engagement.doubt.nothing_fired", loss.unit, {})


BOMB_CARRIERS = ("bomber", "jabo")
"""The roles that have bombs to jettison."""
SCREENS_FROM_ABOVE = ("high_cover", "sweep")
"""The roles that screen bombers from above, other raids' too (OPS-D1.2)."""
