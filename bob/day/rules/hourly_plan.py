"""The Luftwaffe's plan on the hour (OPS-C4.1): raids are added and cancelled, and the whole is sealed again, changed or not."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from bob.core.codec import decode, encode
from bob.core.dice import secret
from bob.core.game import dumps
from bob.day.rules.planning import LONGEST_CODE, SWEEPS, sorties
from bob.day.state.execution import BOTH, Play
from bob.day.state.known import KnownToLuftwaffe
from bob.day.state.position import LUFTWAFFE, DayPosition, Sealing
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from bob.day.state.sorties import serviceable
from bob.day.state.world import World

LOOKING_AT: Final = 20
"""The Angels at which reconnaissance flies, if its aircraft can (designed)."""


def whole_plan(p: DayPosition, turn: int) -> list[RaidPlan]:
    """The plan as it stood when it was sealed in a turn; Channel patrols that were sent off are none of it."""
    found = [r.plan for r in p.raids.values() if r.added <= turn and not r.plan.code.startswith(SWEEPS)]
    return [*found, *(s.plan for s in p.struck if s.added <= turn < s.struck)]


def seal(play: Play) -> None:
    """Publish the digest of the current plan."""
    p = play.p
    found = digest(whole_plan(p, p.turn), p.salt)
    p.sealings.append(Sealing(p.turn, p.salt, found))
    p.seals = {LUFTWAFFE: found}
    play.tell("sealed", BOTH, "OPS-C4.1" if p.turn > 1 else "OPS-B3.3", digest=found)


def phase(play: Play) -> None:
    """After the orders of both sides: on the hour the plan is sealed with a new salt, whether it was changed or not."""
    p = play.p
    if p.hour_sealed == p.turn:
        p.salt = secret(play.dice, "salt")
        seal(play)


def reveal(play: Play) -> None:
    """The day is over: every plan that was ever sealed, and what each seal was of (OPS-B3.3)."""
    p = play.p
    plans = [*whole_plan(p, p.turn), *(s.plan for s in p.struck)]
    hours = [encode(sealing) | {"raids": [plan.code for plan in whole_plan(p, sealing.turn)]} for sealing in p.sealings]
    kept = all(standing_seals(plans, hours)) if hours else None
    play.tell("revealed", BOTH, "OPS-B3.3", salt=p.salt, seals=dict(p.seals), plans=encode(plans), hours=hours, kept=kept)


def standing_seals(plans: Iterable[RaidPlan], hours: Sequence[dict[str, Any]]) -> list[bool]:
    """Return whether each seal is that of its stated plans."""
    known = {plan.code: plan for plan in plans}
    return [verified([known[code] for code in hour["raids"]], hour["salt"], hour["digest"]) for hour in hours]


def as_committed(revealed: dict[str, Any], lines: Sequence[str]) -> list[bool]:
    """Return whether the published digests are those of the revealed plans; a record of older rules has one seal."""
    plans: list[RaidPlan] = decode(list[RaidPlan], revealed["plans"])
    hours = revealed.get("hours")
    if hours is None:
        return [verified(plans, revealed["salt"], one) for one in lines]
    held = standing_seals(plans, hours)
    return [len(lines) == len(held), *(ok and hour["digest"] == one for ok, hour, one in zip(held, hours, lines, strict=False))]


def free_code(known: KnownToLuftwaffe, code: str) -> str:
    """A name for a new raid that none has or had, made of another's."""
    stem, taken = code[: LONGEST_CODE - 3], {raid.plan.code for raid in known.every_raid()} | set(known.struck_codes)
    return next(name for i in itertools.count(2) if (name := f"{stem}_{i}") not in taken)


def flown_again(world: World, known: KnownToLuftwaffe, plan: RaidPlan, form_turn: int) -> RaidPlan:
    """A raid once more, forming in a turn, under a new name and with what its units can then send; units with nothing left stay at home."""
    others = [raid.plan for raid in known.every_raid()]
    code = free_code(known, plan.code)
    units = []
    for unit in plan.units:
        flown = [s for s in sorties(world, known, unit.unit, code, others) if s.first < form_turn]
        ready = min(unit.aircraft, serviceable(world, flown[-1].back)) if flown else unit.aircraft
        if ready:
            units.append(replace(unit, aircraft=ready))
    return replace(plan, code=code, form_turn=form_turn, units=tuple(units))


def reconnaissance(world: World, known: KnownToLuftwaffe, unit: str, target: str, form_turn: int, aircraft: int) -> RaidPlan:
    """A reconnaissance of a target that forms over its unit's field, or where it comes onto the map, and flies straight out and home."""
    posted = world.luftwaffe(known.settings.order_of_battle)[unit]
    form_at = world.base(posted.station).near
    angels = min(LOOKING_AT, world.types[posted.aircraft].ceiling)
    units = (PlannedUnit(unit, "reconnaissance", aircraft, angels),)
    return RaidPlan(free_code(known, "reconnaissance"), "reconnaissance", form_at, form_turn, angels, units, (), target)


# ---- the seal of a plan


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
    """Return whether a revealed plan is the sealed one."""
    return digest(plans, salt) == published
