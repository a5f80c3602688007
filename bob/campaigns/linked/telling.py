"""Orders and events of a campaign in words; those of a dogfight are left to the dogfight's own writer."""

from __future__ import annotations

import dataclasses
from typing import Any

from bob.campaigns.linked.campaign_data import Effect, LinkedCampaign
from bob.campaigns.linked.orders import OWN, PickOption
from bob.core.game import Event
from bob.tactical.cards.linking import CardTeller
from bob.words import Words

OWN_EVENTS = frozenset(
    {
        "campaign",
        "mission",
        "no_arrows",
        "initiative_passes",
        "arrow",
        "option_chosen",
        "options",
        "declared",
        "flak_chosen",
        "flak_laid",
        "begins",
        "bombing_chosen",
        "bombing",
        "flak",
        "bombs",
        "target",
        "scored",
        "controlled",
        "campaign_over",
    }
)


class CampaignTeller:
    """Writer of a campaign's log in one language. `cards` writes the dogfights and gives aircraft their names."""

    __slots__ = ("cards", "data", "words")

    def __init__(self, words: Words, campaign: LinkedCampaign, cards: CardTeller) -> None:
        self.words = words
        self.data = campaign
        self.cards = cards

    def game(self) -> str:
        return self.words("campaign.name")

    def campaign(self) -> str:
        return self.words.of(self.data.name)

    def target(self, code: str) -> str:
        """A target by its name and type."""
        target = self.data.targets[code]
        name, kind = self.words.of(target.name), self.words(f"campaign.type.{target.type}")
        return name if kind.lower() in name.lower() else f"{name} ({kind})"

    def phase(self, phase: str) -> str:
        return self.words(f"campaign.phase.{phase}")

    def setting(self, name: str) -> str:
        """An option of the game, such as the scale."""
        return self.words(f"campaign.option.{name}")

    def option(self, side: str, number: int | None, *, numbered: bool = True) -> str:
        """A side's option by its number, name and effects."""
        if not number:
            return "–"
        option = self.data.options[side][number]
        text = f"{self.words.of(option.name)} ({', '.join(self.effect(e) for e in option.effects)})"
        return f"{number} {text}" if numbered else text

    def effect(self, effect: Effect) -> str:
        """Return the effect of an option in words."""
        tables = self.cards.tables
        whose = "both" if effect.own and effect.enemy else "own" if effect.own else "enemy"
        sign = "" if not (effect.own or effect.enemy) else "±" if whose == "both" else "+" if whose == "own" else "−"
        return self.words(
            f"campaign.effect.{effect.kind}",
            amount=f"{sign}{effect.amount}",
            whose=self.words(f"campaign.whose.{whose}"),
            count=effect.count,
            aircraft=tables.aircraft[effect.aircraft].name if effect.aircraft is not None else "",
            pilot=tables.pilots[effect.pilot].name if effect.pilot is not None else "",
        )

    def order(self, order: Any, side: str = "") -> str:
        """Return an order as a line; `side` is its side, for the names of options."""
        own = isinstance(order, OWN)
        if not own:
            return self.cards.order(order)
        values = {f.name: self._value(f.name, getattr(order, f.name)) for f in dataclasses.fields(order)}
        if isinstance(order, PickOption) and side:
            values["option"] = self.option(side, order.option)
        if "arrow" in values and order.arrow in self.data.arrows:
            values["arrow"] = f"{order.arrow}, {self.target(self.data.arrows[order.arrow].target)}"
        return self.words(f"campaign.order.{order.code}", **values)

    def event(self, event: Event) -> str:
        """An event as a line."""
        if event.code not in OWN_EVENTS:
            return self.cards.event(event)
        values = {name: self._value(name, value) for name, value in event.data.items()}
        if event.code == "options":
            none = self.words("campaign.none")
            values |= {
                side: self.option(side, event.data[side], numbered=False) if event.data[side] else none for side in self.data.options
            }
        elif event.code == "option_chosen" and not event.data["option"]:
            return self.words("campaign.event.option_chosen_none")
        return self.words(f"campaign.event.{event.code}", **values)

    def _value(self, name: str, value: Any) -> Any:
        if name == "campaign":
            return self.campaign()
        if name == "target_code":
            return self.target(value)
        if name in ("side", "status", "pattern", "way", "outcome"):
            return self.words(f"campaign.{name}.{value}")
        if name == "aircraft":
            return self.cards.name(value)
        return "–" if value is None or (name == "option" and value == 0) else value
