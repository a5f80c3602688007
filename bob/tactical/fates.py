"""The consequences of aircraft shot down, for every resolver: crews lost or safe, units shaken, bombs jettisoned, and the claims of each
side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bob.core.dice import Dice
from bob.data.units import SIDES
from bob.tactical.engagement import BOMB_CARRIERS, Engagement, Flown, FlownModel, Force, Loss, Result, enemy
from bob.tactical.engagement_figures import Shares, figures
from bob.tactical.scale import aircraft_lost

AFTER = {"full": "low", "low": "none", "none": "none"}
"""The ammunition of a fighter after a fight."""


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
