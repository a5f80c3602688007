"""A campaign's position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import typing

from bob.campaign.linked.position import CampaignPosition
from bob.codec import decode
from bob.dogfight.cards.linking import CardDogfight
from bob.dogfight.page import no_part, page_blocks, page_line

BATTLE = "[battle]"


def dump(position: CampaignPosition, cards: CardDogfight) -> str:
    """Lines `name = value`, then the page of the dogfight if one is being fought."""
    lines = [page_line(f.name, getattr(position, f.name)) for f in dataclasses.fields(CampaignPosition) if f.name != "battle"]
    text = "\n".join(lines) + "\n"
    return text if position.battle is None else f"{text}{BATTLE}\n{cards.dump(position.battle)}"


def parse(text: str, cards: CardDogfight) -> CampaignPosition:
    """The position of such a page. Raises BobError."""
    hints = typing.get_type_hints(CampaignPosition)
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if line.strip() == BATTLE), len(lines))
    (_, top), *others = page_blocks("\n".join(lines[:at]))
    for name in (*[title for title, _ in others], *top):
        if name not in hints or name == "battle":
            raise no_part(name)
    values = {name: decode(hints[name], value, name) for name, value in top.items()}
    if at < len(lines):
        values["battle"] = cards.parse("\n".join(lines[at + 1 :]))
    for name in ("campaign", "terms", "initiative"):
        if name not in values:
            raise no_part(name)
    return CampaignPosition(**values)
