"""The tables of an engagement that is flown: the aircraft that come to shoot, by the parts of the fight (OPS-B8.5, OPS-D1.1, OPS-D1.7).

The screen of the quick resolver divides the attackers into those held and those through. The held meet their holders at one table, the
others the bombers at another. On each are only as many as find a target, fighters about one for one; the others stay around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from bob.core.dice import Dice
from bob.tactical import fates, quick
from bob.tactical.engagement import BOMB_FATES, Engagement, Flown, Force, Loss, Result
from bob.tactical.engagement_figures import Shares


def tables(engagement: Engagement, shares: Shares, scale: Callable[[int, int], int]) -> tuple[Engagement, ...]:
    """Return the tables of an engagement, one or two, each as an engagement of the aircraft on it.

    `scale` gives the number of aircraft for each model; units are on a table by whole models, as far as they have the aircraft.
    """
    fig = quick.figures()
    found = quick.parts(engagement, fig)
    raf = engagement.of("raf")
    come = sum(f.count for f in raf)
    through = _rounded(found.through) if found.bombers else 0
    held, holders = come - through, quick.number(found.holders)
    screen: list[Force] = []
    if holders and held > 0:
        fought = {each.force.unit: each.count for each in found.holders}
        escorts = [f for f in engagement.of("luftwaffe") if f.unit in fought]
        most = shares.fighters_each
        of_raf, of_escorts = min(held, max(1, _rounded(most * holders))), max(1, _rounded(min(holders, most * held)))
        n = scale(of_raf, of_escorts)
        screen = [*_taken(raf, [f.count for f in raf], of_raf, n), *_taken(escorts, [fought[f.unit] for f in escorts], of_escorts, n)]
    attack: list[Force] = []
    if found.bombers and (through or not screen):
        bombers = [f for f in engagement.of("luftwaffe") if not f.fighter]
        flying = sum(f.count for f in bombers)
        room = fig.attack.room * flying
        shooters = max(1, _rounded(room * (1 - math.exp(-max(1, through) / room))))
        left = [replace(f, count=f.count - sum(h.count for h in screen if h.unit == f.unit)) for f in raf]
        targets = min(flying, max(1, _rounded(shooters * shares.bombers_each)))
        shooters = min(shooters, sum(f.count for f in left))
        n = scale(shooters, targets)
        attack = [*_taken(left, [f.count for f in left], shooters, n), *_taken(bombers, [f.count for f in bombers], targets, n)]
    parts = ((screen, engagement.posture), (attack, engagement.posture_on_bombers))
    return tuple([replace(engagement, forces=tuple(forces), posture=posture) for forces, posture in parts if forces])


def _rounded(number: float) -> int:
    return math.floor(number + 0.5)


def _taken(forces: Sequence[Force], weights: Sequence[float], total: int, n: int) -> list[Force]:
    """Return about `total` aircraft of the forces in lots of at most `n`, each of one force, in proportion to the weights; forces without
    any are left out."""
    whole = sum(weights)
    counts = [0] * len(forces)
    for _ in range(-(-total // n)):
        lot = min(n, total - sum(counts))
        fill = [min(lot, f.count - count) for f, count in zip(forces, counts, strict=True)]
        due = [total * weight / whole - count for weight, count in zip(weights, counts, strict=True)]
        chosen = max(range(len(forces)), key=lambda i: (fill[i], due[i], -i))
        counts[chosen] += fill[chosen]
    return [replace(f, count=count, share=1.0) for f, count in zip(forces, counts, strict=True) if count]


def joined(engagement: Engagement, flown: Sequence[tuple[Engagement, Result]], dice: Dice) -> Result:
    """Return the outcome of an engagement by those of its tables. Fighters of the Luftwaffe that held no attacker keep rounds and place."""
    if flown[0][0] == engagement:
        return flown[0][1]
    losses = {f.unit: Loss(f.unit, 0, 0, 0, f.ammo, False, False) for f in engagement.forces}
    fought: dict[str, int] = {}
    behind: dict[str, int] = {}
    for table, result in flown:
        for force in table.forces:
            fought[force.unit] = fought.get(force.unit, 0) + force.count
        for loss in result.losses:
            before = losses[loss.unit]
            losses[loss.unit] = replace(
                before,
                destroyed=before.destroyed + loss.destroyed,
                damaged=before.damaged + loss.damaged,
                crews_lost=before.crews_lost + loss.crews_lost,
            )
        if result.flown is not None:
            for unit, aircraft in result.flown.behind.items():
                behind[unit] = behind.get(unit, 0) + aircraft
    engaged = {f.unit: fought.get(f.unit, 0) for f in engagement.of("luftwaffe") if f.fighter}
    loose = quick.loosened(engagement)
    whole: list[Loss] = []
    for force in engagement.forces:
        loss = losses[force.unit]
        if force.fighter:
            after = quick.fighters_after(force, loss.destroyed, loss.damaged, engaged.get(force.unit, force.count), dice)
        else:
            after = quick.bombers_after(force, loss.destroyed, loss.damaged, _loosened(force, flown, loose), dice)
        turned = 2 * _turned_back(force, flown) >= force.count
        whole.append(replace(after, crews_lost=loss.crews_lost, jettisoned=after.jettisoned or turned))
    result = fates.outcome(engagement, whole, engagement.length, flown[0][1].resolver, dice, engaged)
    models = [model for _, part in flown if part.flown is not None for model in part.flown.models]
    return replace(result, flown=Flown(tuple(models), fought, behind)) if models else result


def _bombs_flown(force: Force, flown: Sequence[tuple[Engagement, Result]]) -> list[tuple[int, Loss, list[str]]]:
    """Return for each table where a unit was flown with its bombs its aircraft there, its losses, and the bombs of its models."""
    found = []
    for table, result in flown:
        bombs = [m.bombs for m in result.flown.models if m.unit == force.unit and m.bombs] if result.flown is not None else []
        if bombs:
            loss = next(loss for loss in result.losses if loss.unit == force.unit)
            found.append((table.force(force.unit).count, loss, bombs))
    return found


def _loosened(force: Force, flown: Sequence[tuple[Engagement, Result]], loose: float) -> float:
    """Return the loosening of a unit of bombers in levels: as its tables had it, where its bombs were flown, else `loose`."""
    found = _bombs_flown(force, flown)
    return sum(count * loss.disruption for count, loss, _ in found) / force.count if found else loose


def _turned_back(force: Force, flown: Sequence[tuple[Engagement, Result]]) -> float:
    """Return the aircraft of a unit behind models whose bombs were lost before the target."""
    return sum(count * bombs.count(BOMB_FATES[1]) / len(bombs) for count, _, bombs in _bombs_flown(force, flown))
