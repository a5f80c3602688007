"""A campaign's position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import json
import typing
from typing import Any

from bob.campaign.position import CampaignPosition
from bob.codec import decode, encode
from bob.dogfight.cards.linking import CardDogfight
from bob.errors import BobError

BATTLE = "[battle]"


def dump(position: CampaignPosition, cards: CardDogfight) -> str:
    """Lines `name = value`, then the page of the dogfight if one is being fought."""
    lines = [
        f"{f.name} = {json.dumps(encode(getattr(position, f.name)), ensure_ascii=False)}"
        for f in dataclasses.fields(CampaignPosition)
        if f.name != "battle"
    ]
    text = "\n".join(lines) + "\n"
    return text if position.battle is None else f"{text}{BATTLE}\n{cards.dump(position.battle)}"


def parse(text: str, cards: CardDogfight) -> CampaignPosition:
    """The position of such a page. Raises BobError."""
    hints = typing.get_type_hints(CampaignPosition)
    values: dict[str, Any] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped == BATTLE:
            values["battle"] = cards.parse("\n".join(lines[number:]))
            break
        if not stripped or stripped.startswith("#"):
            continue
        name, _, value = stripped.partition("=")
        name = name.strip()
        if name not in hints or name == "battle":
            raise BobError("campaign.error.page_name", name=name)
        try:
            values[name] = decode(hints[name], json.loads(value), name)
        except json.JSONDecodeError as error:
            raise BobError("campaign.error.page", line=number, expected="name = value") from error
    for name in ("campaign", "terms", "initiative"):
        if name not in values:
            raise BobError("campaign.error.page_name", name=name)
    return CampaignPosition(**values)
