"""A day until its first fight is flown by pilots, for all that tells of flown fights."""

from __future__ import annotations

from functools import cache
from typing import Any

from bob.core.game import Event
from bob.core.match import Match
from bob.driver import driver_among
from bob.games import game


@cache
def flown_day(how: str = "skies", seed: int = 7) -> Match[Any]:
    """A match of officers and pilots, just after its first flown fight. It is shared: nobody may play on in it."""
    match: Match[Any] = Match.new(game("day"), "one_raid", seed, {"engagements": how})
    driver = driver_among(match, {"raf": "park", "luftwaffe": "kesselring"})
    driver.advance(lambda: bool(told(match, "raf")))
    assert told(match, "raf")
    return match


def told(match: Match[Any], seat: str) -> list[Event]:
    """The events by which a seat hears that a flown fight is over."""
    return [event for _, event in match.log(seat) if event.code == "combat" and "flown" in event.data]
