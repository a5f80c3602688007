"""The quick resolver: each force rolls 2d6 for the quality of its shooting, and one die for the fraction of a whole aircraft.

The expected kills of a force are its aircraft that come to shoot, times their chance: by type, experience, posture and ammunition. The
figures are designed, in tables/quick.toml, and tuned only against the history of whole days.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from bob.core.dice import Dice
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Members, read_toml
from bob.data.units import SIDES
from bob.tactical import fates
from bob.tactical.engagement import Engagement, Force, Loss, Result, enemy

Probability = Annotated[float, Between(0, 1)]
Factors = Mapping[str, Annotated[float, Between(0, 20)]]


@dataclass(frozen=True, slots=True)
class QuickFigures:
    """The resolver's figures; `luck` is the factors of 2 to 12."""

    fighter: Probability
    against_bombers: Probability
    gunner: Probability
    luck: Annotated[tuple[float, ...], Members(11)]
    posture: Factors
    experience: Factors
    ammunition: Factors
    attack: Factors
    defence: Factors
    several: Annotated[float, Between(0.1, 5)]
    several_on_bombers: Annotated[float, Between(0.1, 5)]
    fatigue: Probability
    origin: Literal["designed"]


@cache
def figures() -> QuickFigures:
    """The shipped figures. Raises DataError."""
    return load_figures(data_folder("tables") / "quick.toml")


def load_figures(path: Path) -> QuickFigures:
    """The figures of a file. Raises DataError."""
    return read_toml(path).read(QuickFigures)


def expected(force: Force, foes: tuple[Force, ...], posture: str, fig: QuickFigures) -> float:
    """Return the number of enemies that a force may expect to shoot down."""
    targets = sum(f.count for f in foes)
    if not targets or force.count <= 0:
        return 0.0
    several = fig.several if not force.fighter or any(f.fighter for f in foes) else fig.several_on_bombers
    shooters = min(force.count, several * targets)
    tough = sum(f.count * fig.defence.get(f.aircraft, 1.0) for f in foes) / targets
    if not force.fighter:
        chance = fig.gunner
    elif any(f.fighter for f in foes):
        chance = fig.fighter * fig.posture[posture]
    else:
        chance = fig.against_bombers * (fig.posture[posture] + 1) / 2
    cohesion = 1 / (1 + 0.25 * force.disruption) / (1 + fig.fatigue * force.fatigue)
    return (
        shooters
        * chance
        * fig.attack.get(force.aircraft, 1.0)
        * fig.experience[force.experience]
        * fig.ammunition[force.ammo]
        * cohesion
        / tough
    )


def resolve(engagement: Engagement, dice: Dice) -> Result:
    """The outcome by dice. Every force rolls in the order in which the engagement lists it."""
    fig = figures()
    shot: dict[str, float] = {"raf": 0.0, "luftwaffe": 0.0}
    kills: dict[str, int] = {"raf": 0, "luftwaffe": 0}
    for force in engagement.forces:
        foes = engagement.of(enemy(force.side))
        hope = expected(force, foes, engagement.posture_of(force.side), fig) * fig.luck[dice.roll("shooting", 2, by=force.side).total - 2]
        shot[force.side] += hope
        whole = math.floor(hope)
        if dice.roll("remainder", 1, sides=100, by=force.side).total <= round((hope - whole) * 100):
            whole += 1
        kills[force.side] += whole
    losses: list[Loss] = []
    for side in SIDES:
        losses.extend(_losses(engagement.of(side), kills[enemy(side)], shot[enemy(side)], dice))
    return fates.outcome(engagement, [fates.crews(engagement, loss, dice) for loss in losses], engagement.length, "quick", dice)


def _losses(forces: tuple[Force, ...], kills: int, shot: float, dice: Dice) -> list[Loss]:
    """Deal the losses of a side out to its units, one aircraft at a time, by chance in proportion to their numbers."""
    left = {f.unit: f.count for f in forces}
    destroyed = dict.fromkeys(left, 0)
    for _ in range(min(kills, sum(left.values()))):
        pick = dice.roll("loss", 1, sides=sum(left.values()), by=forces[0].side).total
        for unit, count in left.items():
            pick -= count
            if pick <= 0:
                left[unit] -= 1
                destroyed[unit] += 1
                break
    return [fates.after(f, destroyed[f.unit], fates.share_damaged(f, destroyed[f.unit]), shot_at=shot > 0) for f in forces]
