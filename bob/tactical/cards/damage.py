"""Damage, flipping, falling, and its score."""

from __future__ import annotations

from typing import Literal

from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.position import NOBODY, CardPosition, Craft


def deal(run: CardRun, craft: Craft, hits: int, by: int) -> None:
    """An aircraft takes hits: the markers add up, the card flips, the aircraft falls. `by` is the party that scores.

    All hits come first and the total is compared with the back, so that one attack can do both (GAP-13).
    """
    if hits <= 0 or craft.out:
        return
    craft.hits += hits
    run.tell("hit", aircraft=craft.number, hits=hits, total=craft.hits)
    effect = effect_of(craft.hits, craft.front.airframe, craft.back.airframe, craft.damaged, run.position.terms.flip)
    if effect == "down":
        shoot_down(run, craft, by)
    elif effect == "flips":
        flip(run, craft, by)


def effect_of(total: int, front: int, back: int, damaged: bool, limit: str) -> Literal["down", "flips", "hits"]:
    """Return the effect of the hits on an aircraft by the Airframes of its card: the back is compared first (DIF-071, DIF-072), the
    front by a limit to reach or to exceed (GAP-12)."""
    if total >= back:
        return "down"
    return "flips" if not damaged and total >= front + (limit != "reach") else "hits"


def flip(run: CardRun, craft: Craft, by: int) -> None:
    """Turn the card to its Damaged side: its ratings hold at once, the hand stays (DIF-068, DIF-069, DIF-070)."""
    craft.damaged = True
    craft.now = craft.back
    craft.flipped_by = by
    run.tell("flipped", aircraft=craft.number)


def shoot_down(run: CardRun, craft: Craft, by: int) -> None:
    """Take the card out of play with its hand, and score it (DIF-073, DIF-074, DIF-077)."""
    craft.downed_by = by
    leave(run.position, craft, "down")
    vp = craft.vp + craft.pilot_vp  # DIF-399
    run.tell("shot_down", aircraft=craft.number, vp=vp)
    if by != NOBODY and by != craft.party:
        run.position.score[by] += vp


def leave(position: CardPosition, craft: Craft, how: str) -> None:
    """An aircraft leaves the battle; its relations vanish (GAP-15)."""
    craft.out = how
    position.discard.extend(craft.hand)
    craft.hand = ()
    craft.markers = 0
    craft.holds, craft.level, craft.picked = NOBODY, 0, NOBODY
    for other in position.crafts:
        if other.holds == craft.number:
            other.holds, other.level = NOBODY, 0
        if other.picked == craft.number:
            other.picked = NOBODY


def other_party(position: CardPosition, craft: Craft) -> int:
    """Return the party that scores an aircraft that falls by its own Redline: the enemy, when there is one enemy (GAP-03)."""
    return 1 - craft.party if len(position.parties) == 2 else NOBODY


def points(position: CardPosition) -> list[int]:
    """Return the current victory points of each party, half values of Damaged aircraft included (DIF-078, DIF-079, GAP-78)."""
    total = list(position.score)
    for craft in position.crafts:
        if craft.damaged and craft.out != "down":
            by = craft.flipped_by if position.terms.free_for_all else other_party(position, craft)
            if by not in (NOBODY, craft.party):
                total[by] += craft.vp // 2
    return total
