"""A land campaign's position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

from bob.campaigns.land.position import AirWarPosition
from bob.campaigns.nested_page import dump_nested, parse_nested
from bob.tactical.cards.linking import FlightGame


def dump(position: AirWarPosition, game: FlightGame) -> str:
    """Lines `name = value`, then the page of the flight if one is being flown."""
    return dump_nested(position, "flight", game)


def parse(text: str, game: FlightGame) -> AirWarPosition:
    """The position of such a page. Raises BobError."""
    return parse_nested(text, AirWarPosition, "flight", game, ("sheet", "terms"))
