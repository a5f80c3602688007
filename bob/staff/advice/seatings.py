"""The usual ways to sit down."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.game import REFEREE
from bob.core.kit import HUMAN
from bob.day.state.position import LUFTWAFFE, RAF
from bob.staff.roster import OFFICERS
from bob.tactical.slot import how_text, shipped
from bob.words import Words

ROOMS = "rooms"
WAYS = ("raf", "luftwaffe", "both", ROOMS, "referee", "watch")
"""The usual ways to sit down: against an officer, two at one screen, two at a screen each, as a referee of two, or only looking on."""


def fights() -> tuple[str, ...]:
    """Return the ways to resolve a new game's dogfights: the names of the rules that the game knows."""
    return ("ask", "bombers", *shipped(), "table", "quick")


def fights_text(words: Words, rule: str) -> str:
    """Describe the resolution of a new game's dogfights by a rule."""
    slot = shipped()
    return words("desk_fights.new.game", how=how_text(words, rule, slot)) if rule in slot else words(f"desk_fights.new.{rule}")


def chooser(seats: Mapping[str, str]) -> str:
    """The side that says how dogfights are resolved where no referee does: that of the person, or the RAF."""
    return LUFTWAFFE if seats.get(LUFTWAFFE) == HUMAN and seats.get(RAF) != HUMAN else RAF


SEATINGS: dict[str, dict[str, str]] = {
    "raf": {RAF: HUMAN, LUFTWAFFE: OFFICERS[LUFTWAFFE][0]},
    "luftwaffe": {RAF: OFFICERS[RAF][0], LUFTWAFFE: HUMAN},
    "both": {RAF: HUMAN, LUFTWAFFE: HUMAN},
    ROOMS: {RAF: HUMAN, LUFTWAFFE: HUMAN},
    "referee": {RAF: HUMAN, LUFTWAFFE: HUMAN, REFEREE: HUMAN},
    "watch": {RAF: OFFICERS[RAF][0], LUFTWAFFE: OFFICERS[LUFTWAFFE][0], REFEREE: HUMAN},
}
