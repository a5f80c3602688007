"""The stakes of a land mission, before it is flown: its award and condition of success, the points for aircraft, the use of a Resource."""

from __future__ import annotations

from collections.abc import Iterable

from bob.campaigns.land.campaign_data import DOGFIGHT, RAID, RECON, LandAwards, LandResource, LandTarget
from bob.campaigns.land.telling import AirWarTeller
from bob.tactical.cards_classic.data import CLASSIC_KINDS

ON_THE_WAY = ("out_turns", "home_turns")
AT_THE_TARGET = ("clouds", "flak")
"""The kinds of effect that need a way to a target, and a target that is flown over."""


def success_text(teller: AirWarTeller, entry: LandTarget) -> str:
    """Describe the purpose and award of a mission without bombs; empty for a raid, which has its levels of damage."""
    words = teller.words
    if entry.kind == RAID:
        return ""
    if entry.kind == DOGFIGHT:
        return words("desk_air_war.stakes.dogfight")
    side, award = teller.side(entry.attacker), entry.award
    if entry.kind == RECON:
        return words("desk_air_war.stakes.recon", side=side, award=award, looks=entry.looks_needed)
    flown = ", ".join(dict.fromkeys(teller.aircraft(flyers.aircraft) for flyers in entry.attackers))
    return words("desk_air_war.stakes.survive", side=side, award=award, aircraft=flown, turns=entry.turns[0])


def awards_text(teller: AirWarTeller, awards: LandAwards, aircraft: Iterable[str]) -> str:
    """Describe the points for the kinds of aircraft in the mission: shot down, Damaged, home from the target."""
    kinds = {teller.cards[code].kind for code in aircraft}
    words, parts = teller.words, []
    for kind in (kind for kind in CLASSIC_KINDS if kind in kinds):
        award = awards.classes[kind]
        parts.append(words("desk_air_war.stakes.kind", kind=words(f"flight.kind.{kind}"), down=award.destroyed, hurt=award.damaged))
    return words("desk_air_war.stakes.aircraft", kinds=words.separated(parts)) if parts else ""


def useless_text(teller: AirWarTeller, resource: LandResource, entry: LandTarget, side: str) -> str:
    """Return why a Resource does nothing in a mission; empty where it does something."""
    words = teller.words
    useful = [effect for effect in resource.effects if _serves(effect.kind, entry, side)]
    if useful:
        return ""
    if not entry.phased:
        return words("desk_air_war.no_use.no_target")
    return words("desk_air_war.no_use.no_bombs" if entry.kind != RAID else "desk_air_war.no_use.defends")


def _serves(kind: str, entry: LandTarget, side: str) -> bool:
    if kind in ON_THE_WAY:
        return entry.phased
    if kind in AT_THE_TARGET:
        return entry.phased and entry.sheet is not None
    if kind == "bomb_points":
        return entry.kind == RAID and side == entry.attacker
    return True
