"""Bombs against flak: what each bombing pattern wins against each flak pattern, for bombers as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from bob.campaigns.linked.patterns import PATTERNS, Patterns
from bob.campaigns.linked.position import DAMAGED, DESTROYED
from bob.campaigns.linked.scoring import status_of, target_points
from bob.tactical.cards.linking import Craft

MOST_ROWS = 81
"""With more ways to share out the patterns than this, all bombers bomb alike or in two halves."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The stakes of a bombing: the bombs that damage and destroy, the Flak value, the factors of the attacker's and the defender's
    points, and the worth to the attacker of keeping the initiative, and of holding the target."""

    damaged: int
    destroyed: int
    flak: int
    attack: int = 1
    defence: int = 1
    initiative: float = 0.0
    control: float = 0.0
    flip: str = "reach"

    def won(self, bombs: int) -> float:
        """Return the attacker's gain by `bombs` bombs."""
        status = status_of(bombs, self.damaged, self.destroyed)
        gained, given = target_points(status, self.damaged, self.destroyed)
        more = {DAMAGED: self.control, DESTROYED: self.control + self.initiative}.get(status, 0.0)
        return gained * self.attack - given * self.defence + more


Bombed = tuple[int, int]
"""The result of one bomber: the bombs that it drops, and the points that its hits by flak give the defender."""


def bombed(craft: Craft, bombing: str, flak: str, stake: Stake, patterns: Patterns) -> Bombed:
    """One bomber under these patterns."""
    hits = patterns.flak_hits(flak, bombing, stake.flak)
    total, front = craft.hits + hits, craft.front.airframe
    before = craft.vp // 2 if craft.damaged else 0
    if hits and total >= craft.back.airframe:
        return 0, craft.vp + craft.pilot_vp - before
    flips = hits > 0 and not craft.damaged and (total >= front if stake.flip == "reach" else total > front)
    face = craft.back if craft.damaged or flips else craft.front
    return patterns.bombs(bombing, face.bombs), craft.vp // 2 if flips else 0


def shared_out(count: int) -> list[tuple[str, ...]]:
    """Return the ways of bombing of `count` bombers: all, or where these are too many, alike and by two halves."""
    if len(PATTERNS) ** count <= MOST_ROWS:
        return list(product(PATTERNS, repeat=count))
    half = count // 2
    return [(one,) * half + (other,) * (count - half) for one, other in product(PATTERNS, repeat=2)]


def payoffs(crafts: Sequence[Craft], ways: Sequence[tuple[str, ...]], stake: Stake, patterns: Patterns) -> list[list[float]]:
    """Return the attacker's gain by each way of bombing against each flak pattern."""
    found = [{(b, f): bombed(craft, b, f, stake, patterns) for b in PATTERNS for f in PATTERNS} for craft in crafts]
    table: list[list[float]] = []
    for way in ways:
        line = []
        for flak in PATTERNS:
            results = [each[bombing, flak] for each, bombing in zip(found, way, strict=True)]
            line.append(stake.won(sum([bombs for bombs, _ in results])) - stake.defence * sum([points for _, points in results]))
        table.append(line)
    return table


def alike(count: int) -> list[tuple[str, ...]]:
    """Every bomber in the same pattern."""
    return [(pattern,) * count for pattern in PATTERNS]
