"""The quick resolver: an engagement by its parts, the screen, the attack and the pursuit (OPS-D1.1).

The expected kills of a side in a part are its aircraft that come to shoot there, times their chance: by type, experience, cohesion,
posture and rounds, and by the exposure of their targets. In each part a side rolls 2d6 for the quality of its shooting, and one die for the
fraction of a whole aircraft. The figures are designed, in tables/quick.toml, each with its reason.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from bob.core.dice import Dice
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Members, read_toml
from bob.tactical import engagement_figures, fates
from bob.tactical.engagement import BOMB_CARRIERS, SCREENS_FROM_ABOVE, Engagement, Force, Loss, Result

Share = Annotated[float, Between(0, 1)]
"""A chance, or a part of a whole."""
Factors = Mapping[str, Annotated[float, Between(0, 20)]]
Few = Annotated[float, Between(0.1, 5)]


@dataclass(frozen=True, slots=True)
class ScreenFigures:
    """Figures of the screen: escorts against attackers (OPS-D1.2, OPS-D1.3)."""

    raf: Share
    luftwaffe: Share
    several: Few
    each: Few
    high: Few
    height: Annotated[float, Between(0, 34)]
    holds: Factors
    most: Factors


@dataclass(frozen=True, slots=True)
class AttackFigures:
    """Figures of the attack: those who got through against the bombers and their gunners (OPS-D1.4)."""

    chance: Share
    room: Few
    gunner: Share
    astern: Share
    ahead: Share


@dataclass(frozen=True, slots=True)
class PursuitFigures:
    """Figures of the pursuit: freed escorts against those who got through, and these against stragglers (OPS-D1.1)."""

    escort: Share
    straggler: Share


@dataclass(frozen=True, slots=True)
class LooseningFigures:
    """Effects of an attack on a formation besides losses (OPS-D1.5)."""

    levels: Annotated[float, Between(0, 20)]
    most: Annotated[float, Between(0, 4)]
    hurt: Share
    drops: Share


@dataclass(frozen=True, slots=True)
class QuickFigures:
    """The resolver's figures; `luck` is the factors of 2 to 12."""

    origin: Literal["designed"]
    luck: Annotated[tuple[float, ...], Members(11)]
    screen: ScreenFigures
    attack: AttackFigures
    pursuit: PursuitFigures
    loosening: LooseningFigures
    posture: Factors
    posture_bombers: Factors
    experience: Factors
    exposed: Factors
    ammunition: Factors
    disrupted: Annotated[float, Between(0, 2)]
    disrupted_exposed: Annotated[float, Between(0, 2)]
    fatigue: Annotated[float, Between(0, 1)]
    fatigue_exposed: Annotated[float, Between(0, 1)]
    shoots: Factors
    tough: Factors


@cache
def figures() -> QuickFigures:
    """The shipped figures. Raises DataError."""
    return load_figures(data_folder("tables") / "quick.toml")


def load_figures(path: Path) -> QuickFigures:
    """The figures of a file. Raises DataError."""
    return read_toml(path).read(QuickFigures)


# ---- what a force is worth


def skill(force: Force, fig: QuickFigures) -> float:
    """Rate the shooting of a force: 1 for regular crews of an ordinary type with full rounds on their first sortie."""
    kind = fig.shoots.get(force.aircraft, 1.0)
    rounds = fig.ammunition[force.ammo] if force.fighter else 1.0
    tired = (1 + fig.disrupted * force.disruption) * (1 + fig.fatigue * force.fatigue)
    return kind * fig.experience[force.experience] * rounds / tired


def exposure(force: Force, fig: QuickFigures) -> float:
    """Rate the exposure of an aircraft of a force (OPS-D4.9); fatigue and loss of cohesion raise it."""
    tired = (1 + fig.disrupted_exposed * force.disruption) * (1 + fig.fatigue_exposed * force.fatigue)
    return fig.exposed[force.experience] * tired / fig.tough.get(force.aircraft, 1.0)


@dataclass(slots=True)
class Engaged:
    """The part of a force that fights in a part of the engagement."""

    force: Force
    count: float
    skill: float
    exposure: float


Body = Sequence[Engaged]


def number(body: Body) -> float:
    """Count the aircraft of a body."""
    return sum([each.count for each in body])


def expected_kills(shooters: float, chance: float, body: Body, foes: Body) -> float:
    """Return the expected kills of a number of shooters of a body."""
    if shooters <= 0:
        return 0.0
    skilled = sum([each.count * each.skill for each in body]) / number(body)
    exposed = sum([each.count * each.exposure for each in foes]) / number(foes)
    return shooters * chance * skilled * exposed


# ---- an engagement


@dataclass(frozen=True, slots=True)
class FightParts:
    """An engagement taken apart: how many attackers its holders hold, how many get through.

    Escorts of the screen in position beyond those that hold are freed: they pursue those who got through.
    """

    attackers: Body
    bombers: Body
    screen: Body
    holders: Body
    held: float
    through: float
    freed: float


def attackers_held_per_escort(force: Force, top: int, fig: QuickFigures) -> float:
    """Return the number of attackers, the highest at `top`, that each aircraft in position of a force holds (OPS-D1.2)."""
    above = force.role in SCREENS_FROM_ABOVE and force.angels >= top + fig.screen.height
    return fig.screen.each * fig.screen.holds.get(force.aircraft, 1.0) * (fig.screen.high if above else 1.0)


def parts(engagement: Engagement, fig: QuickFigures) -> FightParts:
    """Take an engagement apart: escorts in position hold as many attackers as they can, the highest first."""
    raf, luftwaffe = engagement.of("raf"), engagement.of("luftwaffe")
    every = [Engaged(f, f.count * f.share, skill(f, fig), exposure(f, fig)) for f in (*raf, *luftwaffe)]
    attackers, enemies = every[: len(raf)], every[len(raf) :]
    bombers = [each for each in enemies if not each.force.fighter]
    screen = [each for each in enemies if each.force.fighter]
    come = number(attackers)
    most = come * (fig.screen.most[engagement.posture] if bombers else 1.0)
    top = max((f.angels for f in raf), default=0)
    holders: list[Engaged] = []
    held = freed = 0.0
    for each in sorted(screen, key=lambda e: -e.force.angels):
        rate = attackers_held_per_escort(each.force, top, fig) if bombers else 1 / fig.screen.several
        need = (most - held) / rate if rate else 0.0
        used = min(each.count, max(0.0, need))
        if used > 0:
            holders.append(Engaged(each.force, used, each.skill, each.exposure))
            held += used * rate
        freed += each.count - used
    held = min(most, held) if bombers else come
    return FightParts(attackers, bombers, screen, holders, held, come - held, freed)


def expected(engagement: Engagement, found: FightParts, fig: QuickFigures) -> dict[str, tuple[float, float]]:
    """Return the expected losses of the RAF and of the Luftwaffe in each part, by its name, with middling luck."""
    screen, attack, pursuit = fig.screen, fig.attack, fig.pursuit
    holders = number(found.holders)
    raf_shooters = min(found.held, screen.several * holders)
    escort_shooters = min(holders, screen.several * found.held)
    costs = {
        "screen": (
            expected_kills(
                escort_shooters, screen.luftwaffe * fig.posture[engagement.posture_of("luftwaffe")], found.holders, found.attackers
            ),
            expected_kills(raf_shooters, screen.raf * fig.posture[engagement.posture], found.attackers, found.holders),
        )
    }
    if found.bombers:
        bombers = number(found.bombers)
        room = attack.room * bombers
        shooters = room * (1 - math.exp(-found.through / room))
        posture = fig.posture_bombers[engagement.posture_on_bombers]
        reach = bombers * (attack.ahead if engagement.ahead else attack.astern)
        luftwaffe_down = expected_kills(shooters, attack.chance * posture, found.attackers, found.bombers)
        costs["attack"] = (expected_kills(min(shooters, reach), attack.gunner, found.bombers, found.attackers), luftwaffe_down)
        stray = min(found.through, luftwaffe_down * engagement_figures.figures().after.damaged)
        costs["pursuit"] = (
            expected_kills(min(found.freed, found.through), pursuit.escort, found.screen, found.attackers),
            expected_kills(stray, pursuit.straggler, found.attackers, found.bombers),
        )
    return costs


def resolve(engagement: Engagement, dice: Dice) -> Result:
    """The outcome by dice: part by part, the RAF before the Luftwaffe."""
    fig = figures()
    found = parts(engagement, fig)
    down: dict[str, int] = {f.unit: 0 for f in engagement.forces}
    for part, (raf, luftwaffe) in expected(engagement, found, fig).items():
        luftwaffe_down = _shot_down(luftwaffe, "raf", dice, fig)
        raf_down = _shot_down(raf, "luftwaffe", dice, fig)
        _deal(found.holders if part == "screen" else found.bombers, luftwaffe_down, down, dice)
        _deal(found.attackers, raf_down, down, dice)
    loose = _loose(found, fig)
    engaged: dict[str, int] = {}
    for force in engagement.of("luftwaffe"):
        if force.fighter:
            fought = sum(each.count for each in found.holders if each.force is force)
            engaged[force.unit] = min(force.count, max(down[force.unit], math.ceil(fought - 1e-9)))
    losses = []
    for force in engagement.forces:
        if not force.fighter:
            loss = bombers_after(force, down[force.unit], fates.share_damaged(force, down[force.unit]), loose, dice)
        else:
            destroyed = down[force.unit]
            loss = fighters_after(force, destroyed, fates.share_damaged(force, destroyed), engaged.get(force.unit, force.count), dice)
        losses.append(fates.crews(engagement, loss, dice))
    return fates.outcome(engagement, losses, engagement.length, "quick", dice, engaged)


def _shot_down(mean: float, by: str, dice: Dice, fig: QuickFigures) -> int:
    """Turn expected losses into losses by the dice; nothing is rolled where nothing can fall."""
    if mean <= 0:
        return 0
    mean *= fig.luck[dice.roll("shooting", 2, by=by).total - 2]
    whole = math.floor(mean)
    part = round((mean - whole) * 100)
    return whole + (part > 0 and dice.roll("remainder", 1, sides=100, by=by).total <= part)


def _deal(body: Body, kills: int, down: dict[str, int], dice: Dice) -> None:
    """Deal aircraft lost out to the units of a body, one at a time, by chance in proportion to numbers and exposure."""
    if not kills or not body:
        return
    side = body[0].force.side
    weights = [max(1, round(each.count * each.exposure)) if down[each.force.unit] < each.force.count else 0 for each in body]
    total = sum(weights)
    for _ in range(kills):
        if not total:
            return
        pick = dice.roll("loss", 1, sides=total, by=side).total
        for i, each in enumerate(body):
            pick -= weights[i]
            if pick <= 0:
                down[each.force.unit] += 1
                if down[each.force.unit] >= each.force.count:
                    total -= weights[i]
                    weights[i] = 0
                break


def _loose(found: FightParts, fig: QuickFigures) -> float:
    """Return the levels that a formation loosens when attackers got through, before the dice."""
    return min(fig.loosening.most, fig.loosening.levels * found.through / number(found.bombers)) if found.bombers else 0.0


def loosened(engagement: Engagement) -> float:
    """Return the levels that the bombers of an engagement loosen, before the dice (OPS-D1.5)."""
    fig = figures()
    return _loose(parts(engagement, fig), fig)


def bombers_after(force: Force, destroyed: int, damaged: int, loose: float, dice: Dice) -> Loss:
    """Return a unit of bombers afterwards: loosened by the share attacked; a badly hurt one may drop its bombs at once (OPS-D1.5)."""
    fig = figures()
    loss = fates.after(force, destroyed, damaged, shot_at=False)
    whole = math.floor(loose)
    part = round((loose - whole) * 100)
    levels = whole + (part > 0 and dice.roll("loosened", 1, sides=100, by=force.side).total <= part)
    drops = loss.jettisoned
    hurt = force.sent_or_count - force.count + destroyed >= fig.loosening.hurt * force.sent_or_count
    if destroyed and hurt and not drops and force.role in BOMB_CARRIERS:
        drops = dice.roll("jettison", 1, sides=100, by=force.side).total <= round(100 * fig.loosening.drops)
    changed = levels != loss.disruption or drops != loss.jettisoned
    return replace(loss, disruption=levels, jettisoned=drops) if changed else loss


def fighters_after(force: Force, destroyed: int, damaged: int, engaged: int, dice: Dice) -> Loss:
    """Return a unit of fighters afterwards, by the number that fought: the rest keep their rounds and stay together (OPS-D1.6)."""
    loss = fates.after(force, destroyed, damaged, shot_at=2 * engaged >= force.count)
    if engaged >= force.count or (engaged and dice.roll("rounds", 1, sides=force.count, by=force.side).total <= engaged):
        return loss
    return replace(loss, ammo=force.ammo, broke_off=force.ammo == "none")
