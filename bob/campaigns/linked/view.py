"""A seat's view of a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from bob.campaigns.linked import mission as m
from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.position import ARROW, DECLARE, FLAK, OPTIONS, OVER, CampaignPosition, Mission
from bob.campaigns.linked.sequence import arrow_refusal, bombers, declaring, unassigned, unused
from bob.campaigns.sides import SIDES
from bob.core.game import REFEREE
from bob.tactical.cards.linking import CardDogfight, CardTableView


@dataclass(frozen=True, slots=True)
class SeenTarget:
    """A target of the sheet at the campaign's scale, and the marker on it."""

    code: str
    type: str
    damaged: int
    destroyed: int
    flak: int
    status: str
    holder: str | None


@dataclass(frozen=True, slots=True)
class SeenArrow:
    """An arrow of the sheet; `open` when its side could fly along it now, had it the initiative."""

    number: int
    side: str
    launch: str | None
    target: str
    open: bool


@dataclass(frozen=True, slots=True)
class CampaignView:
    """The campaign as a seat sees it. `options` are both sides' once shown; `own_option` and `flak` are secrets."""

    seat: str
    campaign: str
    scale: int
    phase: str
    owing: tuple[str, ...]
    mission: int
    missions: int
    turns: int
    initiative: str
    targets: tuple[SeenTarget, ...]
    arrows: tuple[SeenArrow, ...]
    arrow: int | None
    unused: tuple[tuple[str, tuple[int, ...]], ...]
    options: tuple[tuple[str, int | None], ...]
    own_option: int | None
    declared: tuple[tuple[str, str], ...]
    flak: str | None
    flak_value: int | None
    bombers: tuple[int, ...]
    patterns: tuple[tuple[int, str], ...]
    score_sheet: tuple[Mission, ...]
    total: int
    battle: CardTableView | None
    secrets: tuple[tuple[str, int | None], ...] = ()


def to_move(position: CampaignPosition, campaign: LinkedCampaign, cards: CardDogfight) -> tuple[str, ...]:
    """The seats that owe a decision."""
    phase = position.phase
    if phase == OVER:
        return ()
    if phase == ARROW:
        return (position.initiative,)
    if phase == OPTIONS:
        return tuple(side for side in SIDES if side not in position.picks)
    if phase == DECLARE:
        side = declaring(position, campaign, cards.tables)
        return (side or position.attacker,)  # the attacker in a game that asked before it was known that it had no bombers
    if phase == FLAK:
        return (position.defender,)
    if position.battle is not None and position.battle.outcome is None:
        return cards.to_move(position.battle)
    return (position.attacker,) if unassigned(position) is not None else ()


def view(position: CampaignPosition, campaign: LinkedCampaign, cards: CardDogfight, seat: str) -> CampaignView:
    """The campaign as that seat sees it; the referee sees all."""
    referee = seat == REFEREE
    shown = position.phase not in (ARROW, OPTIONS)
    battle = position.battle
    return CampaignView(
        seat=seat,
        campaign=position.campaign,
        scale=position.terms.scale,
        phase=position.phase,
        owing=to_move(position, campaign, cards),
        mission=min(position.mission, campaign.missions),
        missions=campaign.missions,
        turns=m.turns(position, campaign),
        initiative=position.initiative,
        targets=tuple([_target(position, campaign, code) for code in campaign.targets]),
        arrows=tuple(
            [
                SeenArrow(a.number, a.side, a.launch, a.target, arrow_refusal(position, a, a.side) is None)
                for a in sorted(campaign.arrows.values(), key=lambda a: a.number)
            ]
        ),
        arrow=position.arrow,
        unused=tuple([(side, tuple(sorted(unused(position, campaign, side)))) for side in SIDES]),
        options=tuple([(side, position.picks[side]) for side in SIDES]) if shown and position.picks else (),
        own_option=position.picks.get(seat),
        declared=tuple(sorted(position.declared.items())),
        flak=position.flak if referee or seat == position.defender else None,
        flak_value=m.flak_value(position, campaign) if shown and position.arrow is not None else None,
        bombers=tuple([craft.number for craft in bombers(position)]),
        patterns=tuple(sorted(position.patterns.items())) if referee or seat == position.attacker else (),
        score_sheet=tuple(position.missions),
        total=position.total,
        battle=cards.view(battle, seat) if battle is not None else None,
        secrets=tuple(sorted(position.picks.items())) if referee else (),
    )


def _target(position: CampaignPosition, campaign: LinkedCampaign, code: str) -> SeenTarget:
    target = campaign.targets[code]
    marker = position.markers.get(code)
    damaged, destroyed = m.goal(position, target)
    return SeenTarget(
        code,
        target.type,
        damaged,
        destroyed,
        target.flak,
        marker.status if marker is not None else "intact",
        marker.side if marker is not None else None,
    )
