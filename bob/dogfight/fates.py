"""What every resolver makes of aircraft shot down: crews lost or safe, units shaken, bombs jettisoned, and what each side claims."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bob.dice import Dice
from bob.dogfight.engagement import BOMB_CARRIERS, SIDES, Engagement, Force, Loss, Result, enemy
from bob.resources import data_folder
from bob.toml_files import read_toml

AFTER = {"full": "low", "low": "none", "none": "none"}
"""The ammunition of a fighter after a fight."""


@dataclass(frozen=True, slots=True)
class Cards:
    """How an engagement is set out for the card dogfight."""

    turns_fighters: int
    turns_bombers: int
    turns_hidden: int
    levels: tuple[int, ...]
    surprise: int
    bounce: int
    advantage: int
    bounce_bombers: int
    advantage_bombers: int
    green: int
    veteran: int
    tired: int
    sorties: int
    low_ammo: int
    turrets: int
    destroyed: int
    destroyed_bombers: int
    damaged: int
    stand_in: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of tables/engagements.toml."""

    claims: Mapping[str, float]
    crews: Mapping[str, int]
    damaged: float
    disrupt_share: float
    jettison_share: float
    cards: Cards


def load_figures(path: Path) -> Figures:
    """The figures of a file. Raises DataError."""
    top = read_toml(path)
    top.text("origin", ("designed",))
    top.text("why")
    claims, crews, after, cards = top.table("claims"), top.table("crews"), top.table("after"), top.table("cards")
    levels = tuple(cards.list_of("levels", int))
    if len(levels) != 4 or list(levels) != sorted(set(levels)):
        cards.fail("levels", "four rising numbers", levels)
    stand_in = cards.table("stand_in")
    top.maybe("tabletop", dict)  # bob.dogfight.tabletop reads and checks it
    made = Figures(
        claims={side: claims.number(side, 1, 10) for side in SIDES},
        crews={f"{side}_{where}": crews.whole(f"{side}_{where}", 0, 100) for side in SIDES for where in ("over_england", "elsewhere")},
        damaged=after.number("damaged", 0, 5),
        disrupt_share=after.number("disrupt_share", 0, 1),
        jettison_share=after.number("jettison_share", 0, 1),
        cards=Cards(
            turns_fighters=cards.whole("turns_fighters", 1, 20),
            turns_bombers=cards.whole("turns_bombers", 1, 20),
            turns_hidden=cards.whole("turns_hidden", 0, 20),
            levels=levels,
            surprise=cards.whole("surprise", 0, 6),
            bounce=cards.whole("bounce", 0, 6),
            advantage=cards.whole("advantage", 0, 6),
            bounce_bombers=cards.whole("bounce_bombers", 0, 6),
            advantage_bombers=cards.whole("advantage_bombers", 0, 6),
            green=cards.whole("green", -3, 0),
            veteran=cards.whole("veteran", 0, 3),
            tired=cards.whole("tired", 1, 4),
            sorties=cards.whole("sorties", 1, 9),
            low_ammo=cards.whole("low_ammo", -3, 0),
            turrets=cards.whole("turrets", 0, 6),
            destroyed=cards.whole("destroyed", 0, 100),
            destroyed_bombers=cards.whole("destroyed_bombers", 0, 100),
            damaged=cards.whole("damaged", 0, 100),
            stand_in={key: stand_in.text(key) for key in stand_in},
        ),
    )
    for node in (claims, crews, after, stand_in, cards, top):
        node.done()
    return made


@cache
def figures() -> Figures:
    """The shipped figures."""
    return load_figures(data_folder("tables") / "engagements.toml")


def share_damaged(force: Force, destroyed: int) -> int:
    """The aircraft damaged in a unit that lost so many, where nothing else tells."""
    return min(force.count - destroyed, math.floor(destroyed * figures().damaged + 0.5))


def after(force: Force, destroyed: int, damaged: int, *, shot_at: bool) -> Loss:
    """What becomes of a unit that lost so many; `shot_at` when enemies came to shoot at it."""
    fig = figures()
    shaken = destroyed > 0 and destroyed >= fig.disrupt_share * force.count
    ammo = AFTER[force.ammo] if force.fighter else force.ammo
    return Loss(
        unit=force.unit,
        destroyed=destroyed,
        damaged=damaged,
        disruption=1 if shaken or (force.fighter and shot_at) else 0,
        ammo=ammo,
        jettisoned=force.role in BOMB_CARRIERS and destroyed + damaged > 0 and destroyed + damaged >= fig.jettison_share * force.count,
        broke_off=ammo == "none" and force.fighter,
    )


def crews(engagement: Engagement, loss: Loss, dice: Dice) -> Loss:
    """A loss with its crews lost and safe by the dice, one roll for each aircraft destroyed unless nothing is in doubt."""
    side = engagement.force(loss.unit).side
    chance = figures().crews[f"{side}_{'over_england' if engagement.over_england else 'elsewhere'}"]
    lost = 0
    for _ in range(loss.destroyed):
        lost += chance == 100 or (chance > 0 and dice.roll("crew", 1, sides=100, by=side).total <= chance)
    return replace(loss, crews_lost=lost)


def outcome(engagement: Engagement, losses: Iterable[Loss], turns: int, resolver: str, dice: Dice) -> Result:
    """The outcome of these losses: each side's claims by the dice, and who holds the air."""
    told = tuple(losses)
    lost = {side: sum(loss.destroyed for loss in told if engagement.force(loss.unit).side == side) for side in SIDES}
    claims = tuple((side, round(lost[enemy(side)] * _claim(figures().claims[side], dice, side))) for side in SIDES)
    gain = lost["luftwaffe"] - lost["raf"]
    return Result(told, turns, "raf" if gain > 0 else "luftwaffe" if gain < 0 else "none", claims, resolver)


def _claim(mean: float, dice: Dice, side: str) -> float:
    """By how much a side overclaims this time: around its mean, between half of it and half again."""
    return mean * (0.5 + (dice.roll("claims", 2, by=side).total - 2) / 10)
