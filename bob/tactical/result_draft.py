"""The result sheet of a game on the players' own table while it is filled in: the defaults, the entries, the errors, and its draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from bob.data.units import SIDES
from bob.tactical import fates
from bob.tactical.engagement import AMMO, Engagement, Force, Loss, Misfit, doubts, misfits


def usual(force: Force, destroyed: int = 0, damaged: int = 0) -> Loss:
    """Return the default `Loss` of a unit with these losses: fighters have shot and are shaken by it."""
    return fates.after(force, destroyed, damaged, shot_at=True)


def usual_crews(engagement: Engagement, side: str, destroyed: int) -> int:
    """Return the default number of crews that a side loses with `destroyed` aircraft there."""
    chance = fates.crew_chance(side, engagement.over_england)
    return (destroyed * chance + 50) // 100


def summed(engagement: Engagement, losses: Sequence[Loss]) -> dict[str, int]:
    """For each side the aircraft sent, as `raf_sent`, and those lost, as `raf_lost`."""
    found: dict[str, int] = {}
    for side in SIDES:
        units = {f.unit for f in engagement.of(side)}
        found[f"{side}_sent"] = engagement.aircraft(side)
        found[f"{side}_lost"] = sum(loss.destroyed for loss in losses if loss.unit in units)
    return found


def drafted(kept: object, engagement: Engagement) -> tuple[list[Loss], int]:
    """Return the losses and the turns from a sheet's `draft` of this engagement, as far as they are valid."""
    if not isinstance(kept, Mapping) or kept.get("number") != engagement.number:
        return [], engagement.length
    units = {f.unit for f in engagement.forces}
    found = []
    losses = kept.get("losses")
    for cells in losses if isinstance(losses, list) else ():
        match cells:
            case [str(unit), int(), int(), int(), str() as ammo, bool(), bool(), int()] if unit in units and ammo in AMMO:
                found.append(Loss(*cells))
    turns = kept.get("turns")
    return found, turns if isinstance(turns, int) else engagement.length


class ResultDraft:
    """The result of an engagement as far as it is filled in; an empty entry of a unit has the default for its losses."""

    def __init__(self, engagement: Engagement, kept: object = None) -> None:
        losses, self.turns = drafted(kept, engagement)
        self.engagement = engagement
        self._losses = {f.unit: self._default_loss(f.unit, 0, 0) for f in engagement.forces} | {loss.unit: loss for loss in losses}

    def say(self, unit: str, **figures: Any) -> None:
        """Enter figures of a `Loss` for a unit. Entries that were the default for its losses before become the new default."""
        old = self._losses[unit]
        was = asdict(self._default_loss(unit, old.destroyed, old.damaged))
        said = {name: value for name, value in asdict(old).items() if value != was[name]} | figures
        new = self._default_loss(unit, figures.get("destroyed", old.destroyed), figures.get("damaged", old.damaged))
        self._losses[unit] = replace(new, **said)

    def _default_loss(self, unit: str, destroyed: int, damaged: int) -> Loss:
        force = self.engagement.force(unit)
        return replace(usual(force, destroyed, damaged), crews_lost=usual_crews(self.engagement, force.side, destroyed))

    def loss(self, unit: str) -> Loss:
        """Return the entries of a unit."""
        return self._losses[unit]

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Return the entries of all units."""
        return tuple([self._losses[f.unit] for f in self.engagement.forces])

    @property
    def faults(self) -> list[Misfit]:
        """All that cannot be."""
        return list(misfits(self.engagement, self.losses, self.turns))

    @property
    def asks(self) -> list[Misfit]:
        """Return the doubts about the entries; none while there are faults."""
        return list(doubts(self.engagement, self.losses)) if not self.faults else []

    def draft(self) -> dict[str, Any]:
        """Return the part of it that a save keeps."""
        losses = [[x.unit, x.destroyed, x.damaged, x.disruption, x.ammo, x.jettisoned, x.broke_off, x.crews_lost] for x in self.losses]
        return {"number": self.engagement.number, "turns": self.turns, "losses": losses}
