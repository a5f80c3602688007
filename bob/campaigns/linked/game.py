"""The linked-mission campaign as a game of the contract. A mission's dogfight is played inside the same position."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from bob.campaigns.linked import checks, page
from bob.campaigns.linked import orders as o
from bob.campaigns.linked.campaign_data import LinkedCampaign, shipped_campaigns
from bob.campaigns.linked.mission import option_of
from bob.campaigns.linked.patterns import PATTERNS, Patterns, shipped_patterns
from bob.campaigns.linked.position import ARROW, BATTLE, BOMBING, DECLARE, FLAK, OPTIONS, OVER, CampaignPosition, CampaignTerms
from bob.campaigns.linked.quick import Quick, shipped_quick
from bob.campaigns.linked.sequence import LinkedRun, arrow_refusal, arrows, unassigned, unused
from bob.campaigns.linked.view import CampaignView, to_move, view
from bob.campaigns.sides import SIDES
from bob.core.codec import decode
from bob.core.dice import Dice, Stream
from bob.core.errors import Refused, UsageError
from bob.core.game import Choices, Event, Game, Outcome
from bob.tactical.cards.linking import CardDogfight

OPTION_NAMES = tuple(f.name for f in dataclasses.fields(CampaignTerms))

_PHASE_OF: Mapping[type, str] = {
    o.PickArrow: ARROW,
    o.PickOption: OPTIONS,
    o.Declare: DECLARE,
    o.LayFlak: FLAK,
    o.PickBombing: BOMBING,
}


class Campaign(Game[CampaignPosition]):
    """A campaign of linked missions, each with its dogfight."""

    name: ClassVar[str] = "campaign"
    rules: ClassVar[int] = 3
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES

    def __init__(
        self,
        pages: Mapping[str, LinkedCampaign] | None = None,
        cards: CardDogfight | None = None,
        patterns: Patterns | None = None,
        quick: Quick | None = None,
    ) -> None:
        self.campaigns = pages if pages is not None else shipped_campaigns()
        self.cards = cards if cards is not None else CardDogfight()
        self.patterns = patterns if patterns is not None else shipped_patterns()
        self.quick = quick if quick is not None else shipped_quick()

    def rules_by_game(self) -> dict[str, int]:
        return super().rules_by_game() | self.cards.rules_by_game()

    @property
    def open_rolls(self) -> frozenset[str]:
        return self.cards.open_rolls | {"campaign.dice.aim", "campaign.dice.target", "campaign.dice.turrets", "campaign.dice.attack"}

    @property
    def unthrown(self) -> frozenset[str]:
        return self.cards.unthrown

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[CampaignPosition, list[Event]]:
        if scenario not in self.campaigns:
            raise UsageError("campaign.error.no_campaign", found=scenario, choices=", ".join(sorted(self.campaigns)))
        for name in options:
            if name not in OPTION_NAMES:
                raise UsageError("campaign.error.no_option", found=name, choices=", ".join(OPTION_NAMES))
        terms: CampaignTerms = decode(CampaignTerms, dict(options))
        campaign = self.campaigns[scenario]
        position = CampaignPosition(scenario, terms, campaign.initiative)
        run = self._run(position, dice)
        run.tell("campaign", "DIF-273", campaign=scenario, missions=campaign.missions, turns=campaign.turns, scale=terms.scale)
        run.begin_mission()
        return position, run.events

    def seats(self, position: CampaignPosition) -> tuple[str, ...]:
        return SIDES

    def to_move(self, position: CampaignPosition) -> tuple[str, ...]:
        return to_move(position, self.campaign(position), self.cards)

    def choices(self, position: CampaignPosition, seat: str) -> Choices:
        if position.phase == BATTLE and position.battle is not None:
            return self.cards.choices(position.battle, seat)
        return Choices(tuple(sorted(self._orders(position, seat), key=o.sort_key)))

    def check(self, position: CampaignPosition, seat: str, order: Any) -> None:
        own = isinstance(order, o.OWN)
        if position.phase == BATTLE and position.battle is not None and not own:
            self.cards.check(position.battle, seat, order)
        elif order not in self._orders(position, seat):
            key, rule = self._why_not(position, seat, order)
            raise Refused(f"campaign.refuse.{key}", rule=rule)

    def apply(self, position: CampaignPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = self._run(position, dice)
        if isinstance(order, o.PickArrow):
            run.pick_arrow(order.arrow)
        elif isinstance(order, o.PickOption):
            run.pick_option(seat, order.option)
        elif isinstance(order, o.Declare):
            run.declare(seat, order.way)
        elif isinstance(order, o.LayFlak):
            run.lay_flak(seat, order.pattern)
        elif isinstance(order, o.PickBombing):
            run.pick_bombing(seat, order.aircraft, order.pattern)
        else:
            run.battle_order(seat, order)
        return run.events

    def view(self, position: CampaignPosition, seat: str) -> CampaignView:
        return view(position, self.campaign(position), self.cards, seat)

    def sample(self, position: CampaignPosition, seat: str, stream: Stream) -> Any:
        if position.phase == BATTLE and position.battle is not None:
            return self.cards.sample(position.battle, seat, stream)
        return stream.choose(self._orders(position, seat))

    def outcome(self, position: CampaignPosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: CampaignPosition) -> None:
        checks.check(position, self.campaign(position), self.cards)
        assert (position.phase == OVER) != bool(self.to_move(position)), "somebody must owe a decision until it is over"

    def dump(self, position: CampaignPosition) -> str:
        return page.dump(position, self.cards)

    def parse(self, text: str) -> CampaignPosition:
        position = page.parse(text, self.cards)
        if position.campaign not in self.campaigns:
            raise UsageError("campaign.error.no_campaign", found=position.campaign, choices=", ".join(sorted(self.campaigns)))
        return position

    # ---- inside

    def campaign(self, position: CampaignPosition) -> LinkedCampaign:
        """The sheet that a position is played on."""
        return self.campaigns[position.campaign]

    def _run(self, position: CampaignPosition, dice: Dice) -> LinkedRun:
        return LinkedRun(position, self.campaign(position), self.cards, self.patterns, self.quick, dice)

    def _orders(self, position: CampaignPosition, seat: str) -> list[Any]:
        """All legal orders of a seat outside a dogfight."""
        if position.phase == BATTLE or seat not in self.to_move(position):
            return []
        campaign = self.campaign(position)
        if position.phase == ARROW:
            return [o.PickArrow(arrow.number) for arrow in arrows(position, campaign)]
        if position.phase == OPTIONS:
            return [o.PickOption(None), *[o.PickOption(number) for number in unused(position, campaign, seat)]]
        if position.phase == DECLARE:
            option = option_of(position, campaign, seat)
            return [o.Declare(way) for way in option.ways] if option is not None else []
        if position.phase == FLAK:
            return [o.LayFlak(pattern) for pattern in PATTERNS]
        craft = unassigned(position)
        return [o.PickBombing(craft.number, pattern) for pattern in PATTERNS] if craft is not None else []

    def _why_not(self, position: CampaignPosition, seat: str, order: Any) -> tuple[str, str]:
        """Return the reason why an order is not legal."""
        if not isinstance(order, o.OWN):
            return "no_dogfight", "DIF-338"
        if position.phase != _PHASE_OF[type(order)]:
            return "other_phase", "DIF-273"
        if seat not in self.to_move(position):
            return ("not_your_initiative", "DIF-276") if position.phase == ARROW else ("not_your_decision", "DIF-300")
        campaign = self.campaign(position)
        if isinstance(order, o.PickArrow):
            arrow = campaign.arrows.get(order.arrow)
            why = arrow_refusal(position, arrow, seat) if arrow is not None else None
            return why or ("no_such_arrow", "DIF-278")
        if isinstance(order, o.PickOption):
            used = order.option in position.used[seat]
            return ("option_used", "DIF-301") if used else ("no_such_option", "DIF-302")
        if isinstance(order, o.Declare):
            return "no_such_way", "DIF-304"
        if isinstance(order, o.PickBombing) and order.pattern in PATTERNS:
            return "other_bomber", "DIF-341"
        return "no_such_pattern", "DIF-330"
