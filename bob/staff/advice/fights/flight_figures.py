"""The figures of an aircraft in a flight by the classic cards: only those that its card has and its part in the flight uses."""

from __future__ import annotations

from collections.abc import Mapping

from bob.tactical.cards.flight import BOMBS, LOOK
from bob.tactical.cards_classic.data import FORMED, ClassicAircraft
from bob.tactical.cards_classic.view import SeenSortie


def is_wingman(seen: SeenSortie) -> bool:
    """Return whether an aircraft set out as a Wingman."""
    return seen.kind not in FORMED and seen.place == 1


def figures_of(seen: SeenSortie, aircraft: Mapping[str, ClassicAircraft]) -> tuple[tuple[str, str], ...]:
    """Return the figures by their codes, in the order of the card: of a Leader, a Wingman, or an aircraft in formation."""
    ratings = seen.ratings
    found: list[tuple[str, int]]
    if seen.kind in FORMED:
        found = [("speed", ratings.speed), ("turret_defense", ratings.dt), ("turret_support", ratings.st)]
    elif is_wingman(seen) and seen.leader >= 0:
        found = [("offense", seen.offense), ("defense", seen.defense)]
    else:
        found = [("performance", ratings.performance), ("horsepower", ratings.pre), ("bursts", ratings.bursts)]
        found += [("gunner", ratings.gunner)] if ratings.gunner else []
    return tuple((code, str(value)) for code, value in (*found, *_over_the_target(seen, aircraft)))


def _over_the_target(seen: SeenSortie, aircraft: Mapping[str, ClassicAircraft]) -> list[tuple[str, int]]:
    """Return the cards that it draws over the target before its altitude counts: for its bombs by their mode, or for a look."""
    card = aircraft.get(seen.type)
    if card is None:
        return []
    side = card.back if seen.damaged else card.front
    if seen.load == BOMBS:
        return list(side.bombs_of(is_wingman(seen)).items())
    return [(LOOK, side.look)] if seen.kind in FORMED and not seen.load and not seen.bombed and side.look else []
