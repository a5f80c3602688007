"""The seal of a plan (OPS-B3.3): a digest with a salt, told before and checked after the game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from bob.core.codec import encode
from bob.core.game import dumps
from bob.day.state.raid_plan import RaidPlan


def digest(plans: Iterable[RaidPlan], salt: str) -> str:
    """The digest that seals a plan (OPS-B3.3). The salt keeps it from being guessed."""
    lines = [encode(plan) for plan in sorted(plans, key=lambda plan: plan.code)]
    for line in lines:
        for later in ("circling", "low", "convoy", "aim"):
            if not line[later]:
                del line[later]  # plans were sealed before there was such a thing
    body = dumps(lines)
    return hashlib.sha256(f"{salt}/{body}".encode()).hexdigest()


def verified(plans: Iterable[RaidPlan], salt: str, published: str) -> bool:
    """Whether a revealed plan is the one that was sealed."""
    return digest(plans, salt) == published
