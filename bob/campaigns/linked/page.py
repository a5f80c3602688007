"""A campaign's position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

from bob.campaigns.linked.position import CampaignPosition
from bob.campaigns.nested_page import dump_nested, parse_nested
from bob.tactical.cards.linking import CardDogfight

INNER = "battle"


def dump(position: CampaignPosition, cards: CardDogfight) -> str:
    """Lines `name = value`, then the page of the dogfight if one is being fought."""
    return dump_nested(position, INNER, cards)


def parse(text: str, cards: CardDogfight) -> CampaignPosition:
    """The position of such a page. Raises BobError."""
    return parse_nested(text, CampaignPosition, INNER, cards, ("campaign", "terms", "initiative"))
