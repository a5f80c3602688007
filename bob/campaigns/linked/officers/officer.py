"""A sound officer of linked missions: missions by their outlook, options where they gain most, flak and bombs by a mix that the other
side cannot exploit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bob.campaigns.linked import orders as o
from bob.campaigns.linked.campaign_data import LinkedCampaign
from bob.campaigns.linked.officers.bombing import payoffs, shared_out
from bob.campaigns.linked.officers.outlooks import Outlooks, Picks, stake_of
from bob.campaigns.linked.officers.planning import Markers, Plan
from bob.campaigns.linked.patterns import PATTERNS
from bob.campaigns.linked.position import DESTROYED, CampaignPosition, CampaignTerms, Marker, enemy_of
from bob.campaigns.linked.view import CampaignView
from bob.campaigns.localised_name import Named
from bob.campaigns.mixed_strategy import drawn, first_mixture, mixtures
from bob.campaigns.sides import SIDES
from bob.core.dice import Stream
from bob.core.errors import Phrase, phrase
from bob.core.game import Choices
from bob.core.kit import Decision
from bob.tactical.cards.linking import BattleReader, Craft

if TYPE_CHECKING:
    from bob.campaigns.linked.game import Campaign

LATER = 0.6
"""The share of an option's gain in another mission that counts against taking it now."""
LEAST = 0.25
"""An option that gains fewer points than this is left for later."""


class LinkedOfficer:
    """Chooses for one side of a campaign, from the view of its seat and the public sheet."""

    def __init__(self, seat: str, seed: str, game: Campaign, outlooks: Outlooks) -> None:
        self.seat, self.seed, self.game, self.outlooks = seat, seed, game, outlooks

    def decide(self, view: CampaignView, choices: Choices, number: int) -> list[Decision]:
        """Return its orders in the current phase of the mission: of bombing patterns all that are due."""
        listed = choices.listed
        at = _Situation(self, view, Stream.of(f"{self.seed}/{number}", f"officer/{self.seat}"))
        first = listed[0]
        if isinstance(first, o.PickArrow):
            return [at.arrow([order.arrow for order in listed])]
        if isinstance(first, o.PickOption):
            return [at.option([order.option for order in listed if order.option is not None])]
        if isinstance(first, o.Declare):
            return [at.declare([order.way for order in listed])]
        if isinstance(first, o.LayFlak):
            return [at.flak()]
        return at.bombing()


class _Situation:
    """The campaign as its seat sees it."""

    def __init__(self, officer: LinkedOfficer, view: CampaignView, stream: Stream) -> None:
        self.seat, self.view, self.stream = officer.seat, view, stream
        self.game, self.outlooks = officer.game, officer.outlooks
        self.campaign: LinkedCampaign = officer.game.campaigns[view.campaign]
        self.plan = Plan(self.campaign, officer.outlooks)
        self.markers: Markers = {t.code: Marker(t.holder, t.status) for t in view.targets if t.holder is not None}

    # ---- the mission

    def arrow(self, numbers: Sequence[int]) -> Decision:
        """Choose the mission that gains most, by itself and by the missions after it."""
        worth = {n: self.plan.worth(self.campaign.arrows[n], self.markers, self.view.mission) for n in numbers}
        best = max(numbers, key=lambda n: (worth[n], -n))
        arrow, found = self.campaign.arrows[best], self.outlooks.of(self.campaign, best)
        opened = [a.target for a in self.campaign.arrows.values() if a.launch == arrow.target and a.side == self.seat]
        values = {
            "target": self._target(arrow.target),
            "arriving": f"{found.arriving:.1f}",
            "sent": found.sent,
            "destroyed": round(100 * found.chances[DESTROYED]),
            "gain": f"{found.swing:+.0f}",
        }
        if opened and self.view.mission < self.campaign.missions:
            return Decision(o.PickArrow(best), "campaign.why.arrow_opens", {**values, "opened": _listed([self._target(c) for c in opened])})
        return Decision(o.PickArrow(best), "campaign.why.arrow", values)

    # ---- options

    def option(self, numbers: Sequence[int]) -> Decision:
        """Choose the option that gains most now, beside its gain in another mission; none that gains nothing."""
        assert self.view.arrow is not None
        now = {n: self._gain(self.view.arrow, n) for n in numbers}
        left = self.view.missions - self.view.mission
        later = {n: self._later_gain(n) if left else 0.0 for n in numbers}
        more = min(1.0, left / max(1, len(numbers) - 1)) * LATER
        best = max(numbers, key=lambda n: (now[n] - more * max(0.0, later[n]), -n), default=None)
        if best is None or now[best] < LEAST:
            return Decision(o.PickOption(None), "campaign.why.no_option")
        values = {"option": Named(self.campaign.options[self.seat][best].name), "gain": f"{now[best]:+.0f}"}
        return Decision(o.PickOption(best), "campaign.why.option", values)

    def _gain(self, arrow: int, number: int) -> float:
        """Return the gain of an own option in a mission; its better way where it has two."""
        ways = self.campaign.options[self.seat][number].ways
        declared = [((self.seat, way),) for way in ways] if ways else [()]
        picks: Picks = (number, None) if self.seat == SIDES[0] else (None, number)
        sign = 1.0 if self.campaign.arrows[arrow].side == self.seat else -1.0
        found = max([sign * self.outlooks.of(self.campaign, arrow, picks, way).swing for way in declared])
        return found - sign * self.outlooks.of(self.campaign, arrow).swing

    def _later_gain(self, number: int) -> float:
        """Return its gain in the likeliest missions to come, the own and the enemy's."""
        gains = []
        for side in (self.seat, enemy_of(self.seat)):
            found = [a for a in self.plan.open(self.markers, side, self.view.mission) if a.number != self.view.arrow]
            best = max(found, key=lambda a: (self.outlooks.of(self.campaign, a.number).swing, -a.number), default=None)
            if best is not None:
                gains.append(self._gain(best.number, number))
        return max(gains, default=0.0)

    def declare(self, ways: Sequence[str]) -> Decision:
        """The way that gains more."""
        view = self.view
        assert view.arrow is not None
        sign = 1.0 if self.campaign.arrows[view.arrow].side == self.seat else -1.0
        picks, before = self._picks(), view.declared
        worth = {way: sign * self.outlooks.of(self.campaign, view.arrow, picks, (*before, (self.seat, way))).swing for way in ways}
        best = max(ways, key=lambda way: (worth[way], way == "up", way))
        return Decision(o.Declare(best), "campaign.why.declare", {"gain": f"{worth[best] - min(worth.values()):.0f}"})

    # ---- flak and bombs

    def flak(self) -> Decision:
        """A flak pattern drawn from the mix that costs least, whichever bombers get through."""
        assert self.view.arrow is not None
        position = self._position()
        stake = stake_of(replace_terms(position), self.campaign, *self._worth_after())
        samples = self.outlooks.samples(self.campaign, self.view.arrow, self._picks(), self.view.declared)
        cases = [
            payoffs(sample.arriving, shared_out(len(sample.arriving)), stake, self.game.patterns) for sample in samples if sample.arriving
        ]
        mix = first_mixture(cases) if cases else [1.0, 1.0, 1.0]
        chosen = PATTERNS[drawn(mix, self.stream)]
        arriving = sum([len(sample.arriving) for sample in samples]) / len(samples)
        shares = {pattern: round(100 * share / sum(mix)) for pattern, share in zip(PATTERNS, mix, strict=True)}
        return Decision(o.LayFlak(chosen), "campaign.why.flak", {**shares, "arriving": f"{arriving:.1f}"})

    def bombing(self) -> list[Decision]:
        """Choose patterns for all bombers without one, drawn from the mix that wins most whatever the flak."""
        view = self.view
        assert view.battle is not None
        table = BattleReader(view.battle.terms, self.game.cards.tables).read(view.battle)
        crafts: list[Craft] = [craft for craft in table.crafts if craft.number in view.bombers]
        given = dict(view.patterns)
        ways = [
            way
            for way in shared_out(len(crafts))
            if all(given.get(craft.number, pattern) == pattern for craft, pattern in zip(crafts, way, strict=True))
        ]
        if not ways:
            ways = [tuple(given.get(craft.number, pattern) for craft in crafts) for pattern in PATTERNS]
        stake = stake_of(self._position(), self.campaign, *self._worth_after(view.scale))
        rows, _ = mixtures(payoffs(crafts, ways, stake, self.game.patterns), 200)
        way = ways[drawn(rows, self.stream)]
        most = sum([self.game.patterns.bombs(pattern, craft.now.bombs) for craft, pattern in zip(crafts, way, strict=True)])
        values = {"bombs": most, "damaged": stake.damaged, "destroyed": stake.destroyed}
        return [
            Decision(o.PickBombing(craft.number, pattern), "campaign.why.bombing", values)
            for craft, pattern in zip(crafts, way, strict=True)
            if craft.number not in given
        ]

    # ---- inside

    def _worth_after(self, scale: int = 1) -> tuple[float, float]:
        """Return the worth to the attacker of the initiative and the target after the mission."""
        assert self.view.arrow is not None
        arrow = self.campaign.arrows[self.view.arrow]
        kept, held = self.plan.initiative(self.markers, arrow.side, arrow.target, self.view.mission)
        return kept * scale, held * scale

    def _picks(self) -> Picks:
        shown = dict(self.view.options)
        return shown.get(SIDES[0]), shown.get(SIDES[1])

    def _position(self) -> CampaignPosition:
        """Return the current mission from public facts."""
        view = self.view
        flip = view.battle.terms.flip if view.battle is not None else "reach"
        position = CampaignPosition(view.campaign, CampaignTerms(scale=view.scale, flip=flip), view.initiative, arrow=view.arrow)
        position.picks, position.declared = dict(zip(SIDES, self._picks(), strict=True)), dict(view.declared)
        return position

    def _target(self, code: str) -> Named:
        return Named(self.campaign.targets[code].name)


def replace_terms(position: CampaignPosition) -> CampaignPosition:
    """The same mission at scale 1, as its outlooks are."""
    position.terms = CampaignTerms(flip=position.terms.flip)
    return position


def _listed(parts: Sequence[Named]) -> Named | Phrase:
    """Things named one after another."""
    account = parts[0]
    for part in parts[1:]:
        account = phrase("campaign.why.also", first=account, more=part)  # type: ignore[assignment]
    return account
