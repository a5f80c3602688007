"""Starting altitudes as lines to choose from: from the highest down, each with its effect on the aircraft that starts there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.core.text import shift, signed
from bob.tactical.cards.data import ALTITUDES, LOW, MEDIUM, VERY_HIGH, VERY_LOW
from bob.tactical.cards.flight import BOMBS, DIVE, DROP, NEITHER, TORPEDO, FlightEdition
from bob.tactical.cards.movement import POST_POWER, PRE_POWER, low_bonus
from bob.tactical.cards_classic.data import ClassicAircraft, ClassicTables
from bob.words import Words


def from_the_top(listed: Iterable[Any]) -> list[Any]:
    """Orders as they are listed, but each run of starting altitudes of the same aircraft from the highest down."""
    made: list[Any] = []
    for order in listed:
        at = len(made)
        while at and (whose := _key_of(order)) is not None and _key_of(made[at - 1]) == whose and _level(made[at - 1]) < _level(order):
            at -= 1
        made.insert(at, order)
    return made


def _key_of(order: Any) -> tuple[Any, ...] | None:
    """Return the key of the aircraft or group whose starting altitude an order settles; None for another order."""
    number = getattr(order, "group", getattr(order, "aircraft", None))
    return (order.code, number) if number is not None and getattr(order, "altitude", None) in ALTITUDES else None


def _level(order: Any) -> int:
    return ALTITUDES.index(order.altitude)


def start_means(words: Words, altitude: str, bonus_cards: bool) -> str:
    """Return the effect of a starting altitude in a card dogfight: the cards drawn there, and bonus cards where they are in use."""
    level = ALTITUDES.index(altitude)
    before, after = shift(PRE_POWER[level]), shift(POST_POWER[level])
    draws = words("desk_cards.start_means", before=before, after=after)
    return words("desk_cards.start_bonus", bonus=low_bonus(level), draws=draws) if bonus_cards else draws


CLASSIC_DRAW = FlightEdition().altitude_draw


def height_means(
    words: Words,
    tables: ClassicTables,
    card: ClassicAircraft,
    load: str | None,
    altitude: str,
    draw: tuple[int, ...] = CLASSIC_DRAW,
    *,
    wingman: bool = True,
) -> str:
    """Return the effect of a starting altitude: the cards drawn there, and the attacks on the target that are possible from there.

    `wingman`: the Element has one.
    """
    level, lines = ALTITUDES.index(altitude), []
    if not card.formed:
        drawn = draw[level]
        key = {0: "draws_all", 1: "draws_more", -1: "draws_less"}.get(drawn, "draws")
        lines.append(words(f"desk_flight.height.{key}", cards=signed(drawn)))
        if level == VERY_HIGH and wingman:
            lines.append(words("desk_flight.height.wingman"))
    if load == TORPEDO:
        lines.append(words("desk_flight.height.drop" if level == VERY_LOW else "desk_flight.height.drop_lower"))
    elif load == BOMBS:
        lines += _bombing(words, tables, card, level)
    elif card.formed:
        lines.append(words("desk_flight.height.flak_over", flak=signed(tables.display.flak(NEITHER, level))))
    return " · ".join(lines)


def _bombing(words: Words, tables: ClassicTables, card: ClassicAircraft, level: int) -> list[str]:
    """Return the modes of bombing from there. An Element dives from two altitudes, and may change its own on the way."""
    lines = []
    for mode in card.front.bombs:
        if mode == DIVE:
            if level in (LOW, MEDIUM):
                lines.append(words("desk_flight.height.dive"))
        elif mode != DROP and tables.display.allowed(mode, level, card.formed):
            bombs, flak = (signed(figure(mode, level)) for figure in (tables.display.bombs, tables.display.flak))
            lines.append(words("desk_flight.height.bombs", mode=words(f"flight.mode.{mode}"), bombs=bombs, flak=flak))
    return lines or [words("desk_flight.height.no_bombs")]
