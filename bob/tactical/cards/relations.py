"""Targets and free positions: the engagement limits."""

from __future__ import annotations

from bob.core.errors import Refusal
from bob.tactical.cards.position import NOBODY, CardPosition, Craft


def engaged(position: CardPosition, one: int, other: int) -> bool:
    """Return whether a pair is anything but Neutral (DIF-164, DIF-165)."""
    return position.crafts[one].holds == other or position.crafts[other].holds == one


def target_refusal(position: CardPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Return the reason why a card cannot be played against that aircraft at all, whatever the card."""
    if target.party == craft.party:
        return "own_side", "DIF-376"
    if target.out or position.turn <= target.late:
        return "absent", "DIF-315"
    if target.altitude != craft.altitude:
        return "altitude_differs", "DIF-060"
    if craft.leader != NOBODY and not _leader_allows(position, craft, target):
        return "leader_engaged", "DIF-363"
    return None


def _leader_allows(position: CardPosition, craft: Craft, target: Craft) -> bool:
    """A Wingman keeps to the aircraft engaged with its Leader while there are any (DIF-363)."""
    leader = position.crafts[craft.leader]
    if leader.out:
        return True
    engaging = [c.number for c in position.crafts if c.party != craft.party and not c.out and engaged(position, leader.number, c.number)]
    return not engaging or target.number in engaging


def targets(position: CardPosition, craft: Craft) -> list[Craft]:
    """The enemies that cards may be played against, the one held included, whatever position is held."""
    level = craft.altitude
    return [c for c in position.crafts if c.altitude == level and target_refusal(position, craft, c) is None]


def held_refusal(craft: Craft, target: Craft) -> Refusal | None:
    """A fighter must give up its position before it targets another aircraft (DIF-166, DIF-172, GAP-31)."""
    return None if craft.holds in (NOBODY, target.number) else ("holds_another", "DIF-172")


def steps_refusal(position: CardPosition, craft: Craft, target: Craft, steps: int) -> Refusal | None:
    """Return the reason why a fighter cannot improve its relation to the target by `steps` in one go: the place must be free."""
    relation = position.relation(craft.number, target.number) + steps
    if steps < 1 or relation > 2:
        return "too_many_steps", "DIF-162"
    return relation_refusal(position, craft, target, relation)


def relation_refusal(position: CardPosition, craft: Craft, target: Craft, relation: int) -> Refusal | None:
    """Return the reason why a fighter cannot take that relation to the target: the place must be free."""
    if relation == 0:
        return None
    if relation < 0:
        # From Tailed to Disadvantaged: the enemy drops back to a side of the fighter, which must be free (DIF-167, GAP-29).
        return None if _places_beside(position, craft.number, target.number) < 2 else ("sides_taken", "DIF-167")
    return place_refusal(position, craft, target, relation)


def place_refusal(position: CardPosition, craft: Craft, target: Craft, relation: int) -> Refusal | None:
    """Return the reason why the place Advantaged (1) or Tailing (2) on the target cannot be taken (DIF-167, DIF-168, DIF-169, GAP-29)."""
    if relation == 1:
        sides = free_sides(position, target) if target.bomber else 2
        if sides == 0:
            return "sides_blocked", "DIF-231"
        if _places_beside(position, target.number, craft.number) >= sides:
            return "sides_taken", "DIF-167"
        return None
    if target.bomber and behind(position, target) is not None:
        return "tail_blocked", "DIF-231"
    for other in position.crafts:
        if other.holds == target.number and other.level == 2 and other is not craft:
            return "tail_taken", "DIF-168"
    return None


def _places_beside(position: CardPosition, target: int, but: int) -> int:
    count = 0
    for other in position.crafts:
        if other.holds == target and other.level == 1 and other.number != but:
            count += 1
    return count


# ---- formations


def formation(position: CardPosition, bomber: Craft) -> list[Craft]:
    """The bombers of its formation that still fly, itself included (DIF-223)."""
    return [
        c
        for c in position.crafts
        if c.bomber and not c.out and c.seat == bomber.seat and c.altitude == bomber.altitude and c.row != NOBODY and position.present(c)
    ]


def neighbours(position: CardPosition, bomber: Craft) -> list[Craft]:
    """The bombers next to it, horizontally or vertically, never diagonally (DIF-240)."""
    return [c for c in formation(position, bomber) if abs(c.row - bomber.row) + abs(c.column - bomber.column) == 1]


def behind(position: CardPosition, bomber: Craft) -> Craft | None:
    """The bomber directly behind, that blocks its tail (DIF-231, DIF-232)."""
    for other in formation(position, bomber):
        if other.row == bomber.row + 1 and other.column == bomber.column:
            return other
    return None


def free_sides(position: CardPosition, bomber: Craft) -> int:
    """Return the number of its sides that no bomber blocks (GAP-41)."""
    return 2 - sum(1 for c in neighbours(position, bomber) if c.row == bomber.row)


def freely_picked(position: CardPosition, bomber: Craft) -> bool:
    """Return whether it is alone in the rearmost row of its formation now (DIF-227, GAP-43)."""
    flying = formation(position, bomber)
    rear = max(c.row for c in flying)
    return bomber.row == rear and sum(1 for c in flying if c.row == rear) == 1
