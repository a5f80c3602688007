"""The odds of going in again with guns: the average losses to the defence, and the average gain."""

from __future__ import annotations

from math import comb

from bob.campaigns.land.sequence import row_of
from bob.campaigns.low_raid.campaign_data import ALERTED, DefenceRow, LowRaidMission
from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.position import DAMAGED, DESTROYED, RETURN, LowRaidView
from bob.staff.advice.fights.tooltips import percent
from bob.words import Words


def odds_text(words: Words, game: LowRaid, mission: LowRaidMission, view: LowRaidView) -> tuple[str, ...]:
    """Describe the odds of a pass with the guns, a line each; empty while none is to be decided."""
    if view.phase != RETURN:
        return ()
    deck, cards = game.tables.cards.deck, game.tables.cards.aircraft
    rows = [mission.defence[ALERTED][row_of(deck.faces[face])] for face in deck.whole]
    flying = [r for r in view.raiders if r.status != DESTROYED and not cards[r.aircraft].formed]
    fresh = sum(raider.status != DAMAGED for raider in flying)
    lost = sum(min(row.destroyed, len(flying)) for row in rows) / len(rows)
    hurt = sum(min(row.damaged, fresh) for row in rows) / len(rows)
    gain = sum(_gained(game, mission, view, row) for row in rows) / len(rows)
    price = lost * mission.lost + hurt * mission.hurt
    free = sum(not row.destroyed and not row.damaged for row in rows) / len(rows)
    figures = {name: words.figure(f"{value:.1f}") for name, value in (("lost", lost), ("hurt", hurt), ("price", price), ("gain", gain))}
    return words("desk_low_raid.strafe_odds", **figures), words("desk_low_raid.strafe_safe", share=percent(free))


def _gained(game: LowRaid, mission: LowRaidMission, view: LowRaidView, row: DefenceRow) -> float:
    """Return the victory points that the guns bring on average against one row of the defence."""
    if row.lowered:
        return 0.0
    deck, cards = game.tables.cards.deck, game.tables.cards.aircraft
    share = sum(deck.faces[face].strafing for face in deck.whole) / len(deck.whole)
    flying = [r for r in view.raiders if r.status != DESTROYED and not cards[r.aircraft].formed and r.target]
    if not flying:
        return 0.0
    through = max(0.0, 1 - row.destroyed / len(flying))
    gained = 0.0
    for part in view.targets:
        target = mission.target_of(part.target)
        shots = [
            max(1, (cards[r.aircraft].back if r.status == DAMAGED else cards[r.aircraft].front).bursts)
            for r in flying
            if r.target == part.target
        ]
        count = max(0, round(sum(shots) * through - row.cards * len(shots) / len(flying)))
        before = target.level(part.damage).vp
        for hits in range(count + 1):
            chance = comb(count, hits) * share**hits * (1 - share) ** (count - hits)
            gained += chance * (target.level(part.damage + hits * target.strafe).vp - before)
    return gained
