"""Scoring a mission, and the campaign."""

from __future__ import annotations

from bob.campaigns.linked import mission as m
from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.position import DAMAGED, DESTROYED, INTACT, CampaignPosition, MissionPoints
from bob.core.game import Outcome
from bob.tactical.cards.linking import points


def status_of(bombs: int, damaged: int, destroyed: int) -> str:
    """Return the state of a target after `bombs` bombs (DIF-298)."""
    if bombs >= destroyed:
        return DESTROYED
    return DAMAGED if bombs >= damaged else INTACT


def target_points(status: str, damaged: int, destroyed: int) -> tuple[int, int]:
    """The victory points of attacker and defender for the target (DIF-352, DIF-353, DIF-354)."""
    if status == INTACT:
        return 0, destroyed
    return (destroyed if status == DESTROYED else damaged), 0


def tally(target: int, aircraft: int, *, vital: bool = False, scale: int = 1, option: int = 0, whole: bool = False) -> MissionPoints:
    """A side's points of a mission: doubled by Vital Mission (DIF-323); Press and Rest undoubled (DIF-318, DIF-319); all divided by the
    scale, each side for itself (DIF-391, DIF-392).

    The source divides all points of the mission. By the other reading Press and Rest stay whole: aircraft and targets are multiplied by
    the scale, and they are not (GAP-60).
    """
    times = 2 if vital else 1
    flown = (target + aircraft) * times
    scaled = flown // scale
    return MissionPoints(target, aircraft, times, scaled, option if whole else (flown + option) // scale - scaled)


def mission_tally(position: CampaignPosition, campaign: LinkedCampaign, side: str, target: int) -> MissionPoints:
    """A side's points of the mission just fought: target and aircraft, half for the Damaged (DIF-355, DIF-356, GAP-17)."""
    battle = position.battle
    assert battle is not None
    aircraft = points(battle)[battle.parties.index(side)]
    option = m.amount(position, campaign, side, "rest") - m.amount(position, campaign, side, "press")
    return tally(
        target,
        aircraft,
        vital=m.has(position, campaign, side, "vital"),
        scale=position.terms.scale,
        option=option,
        whole=position.terms.option_points == "whole",
    )


def outcome(position: CampaignPosition, campaign: LinkedCampaign) -> Outcome:
    """Return the result of the campaign: the total looked up in the sheet's table (DIF-359)."""
    code = campaign.result(position.total)
    sides = {"axis": sum(m.axis.total for m in position.missions), "allied": sum(m.allied.total for m in position.missions)}
    winner = code.partition("_")[0] if code != "draw" else None
    return Outcome(f"campaign.outcome.{code}", {side: float(vp) for side, vp in sides.items()}, winner)
