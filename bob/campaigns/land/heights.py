"""The starting altitudes of a campaign's flights in words, from the highest down, with their effects."""

from __future__ import annotations

from bob.campaigns.land.orders import SetAltitude
from bob.campaigns.land.position import NONE
from bob.tactical.cards.linking import FlightGame, from_the_top, height_means
from bob.words import Words


def altitude_text(
    words: Words, flights: FlightGame, order: SetAltitude, group: str, aircraft: str, load: str | None, *, wingman: bool = True
) -> str:
    """Return an order to start at an altitude in words, with its effect on the group."""
    altitude = words(f"air_war.altitude.{order.altitude}")
    carried = load if load not in (None, NONE) else ""
    means = height_means(words, flights.tables, flights.tables.aircraft[aircraft], carried, order.altitude, wingman=wingman)
    return f"{words('desk_air_war.order.altitude', group=group, altitude=altitude)} · {means}"


__all__ = ["altitude_text", "from_the_top"]
