"""The outlook of a mission: simulated by dice a number of times, from the facts that both sides know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bob.campaigns.data_cache import DataCache
from bob.campaigns.linked import mission as m
from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.officers.bombing import Stake, alike, bombed, payoffs
from bob.campaigns.linked.patterns import PATTERNS
from bob.campaigns.linked.position import DAMAGED, DESTROYED, INTACT, CampaignPosition, CampaignTerms
from bob.campaigns.linked.quick import resolve
from bob.campaigns.linked.scoring import status_of, target_points
from bob.campaigns.mixed_strategy import mixtures
from bob.campaigns.sides import SIDES
from bob.core.dice import SeededDice, Stream
from bob.tactical.cards.linking import CardPosition, Craft, points

if TYPE_CHECKING:
    from bob.campaigns.linked.game import Campaign

RUNS = 40
"""The number of simulations of a mission. Two missions are compared by the same dice."""

Picks = tuple[int | None, int | None]
"""The options of both sides, in the order of the sides."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook of a mission, at scale 1: the expected points of attacker and defender, the chances of the target's states, and the
    number of the bombers sent that arrive."""

    attack: float
    defence: float
    chances: Mapping[str, float]
    sent: int
    arriving: float

    @property
    def swing(self) -> float:
        """By how much the attacker gains on the defender."""
        return self.attack - self.defence


@dataclass(frozen=True, slots=True)
class Sample:
    """One fight by dice: how many bombers set out, those that get to the target, the points of attacker and defender for aircraft."""

    sent: int
    arriving: tuple[Craft, ...]
    attack: int
    defence: int


class Outlooks:
    """The outlooks of a campaign's missions. They are cached, since they depend on the sheet alone."""

    def __init__(self, game: Campaign, runs: int = RUNS) -> None:
        self.game = game
        self.runs = runs
        self._found: dict[tuple[object, ...], Outlook] = {}
        self._samples: dict[tuple[object, ...], tuple[Sample, ...]] = {}

    def of(self, campaign: LinkedCampaign, arrow: int, picks: Picks = (None, None), declared: tuple[tuple[str, str], ...] = ()) -> Outlook:
        """The outlook of a mission with these options."""
        key = (campaign.code, arrow, picks, declared)
        if key not in self._found:
            self._found[key] = _Mission(self, campaign, arrow, picks, declared).outlook()
        return self._found[key]

    def samples(self, campaign: LinkedCampaign, arrow: int, picks: Picks, declared: tuple[tuple[str, str], ...]) -> tuple[Sample, ...]:
        """The mission's fights."""
        key = (campaign.code, arrow, picks, declared)
        if key not in self._samples:
            self._samples[key] = _Mission(self, campaign, arrow, picks, declared).samples
        return self._samples[key]


class _Mission:
    """One mission with its options, fought out."""

    def __init__(self, book: Outlooks, campaign: LinkedCampaign, arrow: int, picks: Picks, declared: tuple[tuple[str, str], ...]) -> None:
        self.game, self.runs, self.campaign = book.game, book.runs, campaign
        position = CampaignPosition(campaign.code, CampaignTerms(), campaign.arrows[arrow].side)
        position.arrow, position.picks, position.declared = arrow, dict(zip(SIDES, picks, strict=True)), dict(declared)
        self.position = position
        self.stake = stake_of(position, campaign)

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        game, position = self.game, self.position
        terms = m.terms(position, self.campaign, game.cards.tables)
        name = f"{self.campaign.code}/{position.arrow}"
        fights = [resolve(terms, game.cards.tables, game.quick, SeededDice(Stream.of(i, name)))[0] for i in range(self.runs)]
        return tuple([self._sample(battle) for battle in fights])

    def _sample(self, battle: CardPosition) -> Sample:
        party = battle.parties.index(self.position.attacker)
        total = points(battle)
        crafts = [craft for craft in battle.crafts if craft.party == party and craft.bomber]
        return Sample(len(crafts), tuple([craft for craft in crafts if not craft.out]), total[party], total[1 - party])

    def outlook(self) -> Outlook:
        """The mean of all fights, each bombed and shot at as two do who know that much of each other."""
        position, campaign, stake = self.position, self.campaign, self.stake
        attack = defence = arriving = 0.0
        chances = dict.fromkeys((INTACT, DAMAGED, DESTROYED), 0.0)
        for sample in self.samples:
            arriving += len(sample.arriving)
            attack += sample.attack * stake.attack
            defence += sample.defence * stake.defence
            for share, bombs, lost in self._bombings(sample):
                status = status_of(bombs, stake.damaged, stake.destroyed)
                gained, given = target_points(status, stake.damaged, stake.destroyed)
                chances[status] += share
                attack += share * gained * stake.attack
                defence += share * (given + lost) * stake.defence
        n = len(self.samples)
        extra = {side: m.amount(position, campaign, side, "rest") - m.amount(position, campaign, side, "press") for side in SIDES}
        return Outlook(
            attack / n + extra[position.attacker],
            defence / n + extra[position.defender],
            {status: chance / n for status, chance in chances.items()},
            self.samples[0].sent,
            arriving / n,
        )

    def _bombings(self, sample: Sample) -> list[tuple[float, int, int]]:
        """Return the chance, the number of bombs and the points paid of each bombing."""
        crafts, stake, patterns = sample.arriving, self.stake, self.game.patterns
        if not crafts:
            return [(1.0, 0, 0)]
        table = payoffs(crafts, alike(len(crafts)), stake, patterns)
        rows, columns = mixtures(table, 24)
        found = []
        for bombing, row in zip(PATTERNS, rows, strict=True):
            for flak, column in zip(PATTERNS, columns, strict=True):
                if row and column:
                    results = [bombed(craft, bombing, flak, stake, patterns) for craft in crafts]
                    found.append((row * column, sum([bombs for bombs, _ in results]), sum([lost for _, lost in results])))
        return found


_KEPT: DataCache[Campaign, Outlooks] = DataCache(lambda game: (game.campaigns, game.cards.tables, game.patterns, game.quick), Outlooks)


def outlooks_of(game: Campaign) -> Outlooks:
    """The outlooks of a game: they are the same for both sides, and for all games over the same data."""
    return _KEPT.of(game)


def stake_of(position: CampaignPosition, campaign: LinkedCampaign, initiative: float = 0.0, control: float = 0.0) -> Stake:
    """Return the stakes of the current mission's bombing."""
    damaged, destroyed = m.goal(position, campaign.targets[m.arrow_of(position, campaign).target])
    times = {side: 2 if m.has(position, campaign, side, "vital") else 1 for side in SIDES}
    flak = m.flak_value(position, campaign)
    return Stake(damaged, destroyed, flak, times[position.attacker], times[position.defender], initiative, control, position.terms.flip)
