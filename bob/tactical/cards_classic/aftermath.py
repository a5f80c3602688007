"""The result of a flight (CAM-S.9b), and the comparison of the two sides when it is flown by itself."""

from __future__ import annotations

from bob.tactical.cards.flight import DAMAGED, DESTROYED, LEFT, LEFT_DAMAGED, LOOK, STRAFING, WHOLE, FlightFate, FlightHit, FlightResult
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic.data import FIGHTER, FIGHTER_BOMBER, HEAVY_BOMBER, MEDIUM_BOMBER, RECON
from bob.tactical.cards_classic.position import FLAK, FlightPosition

WORTH = {FIGHTER: (1, 5), FIGHTER_BOMBER: (2, 7), MEDIUM_BOMBER: (3, 10), RECON: (3, 10), HEAVY_BOMBER: (4, 14)}
"""The worth of an enemy Damaged or Destroyed where a flight is flown by itself; campaigns award by their own tables."""


def fate_of(craft: Craft) -> str:
    """Return the fate of an aircraft: for one that left as well as one that stayed, whole or Damaged (CAM-S.7c)."""
    if craft.out == "down":
        return DESTROYED
    if craft.out:
        return LEFT_DAMAGED if craft.damaged else LEFT
    return DAMAGED if craft.damaged else WHOLE


def result(position: FlightPosition) -> FlightResult:
    """Return the result of the flight, ended or not."""
    fates, sorties = [], position.sorties
    for craft in position.crafts:
        sortie = sorties[craft.number]
        fates.append(
            FlightFate(
                unit=sortie.unit,
                place=sortie.place,
                side=position.parties[craft.party],
                aircraft=craft.type,
                kind=sortie.kind,
                fate=fate_of(craft),
                hits=craft.hits,
                damaged=craft.damaged,
                overflew=sortie.overflew,
                bombed=sortie.bombed not in ("", LOOK, STRAFING),
                airman=sortie.airman,
                airman_lost=sortie.airman is not None and craft.out == "down",
                looks=sortie.looks,
                by=_killer(position, sortie.felled_by),
            )
        )
    hits = tuple([FlightHit(sorties[s.aircraft].unit, sorties[s.aircraft].place, s.mode, s.result, s.points) for s in position.scored])
    return FlightResult(
        tuple(fates), hits, sum(found.points for found in position.scored), sum(sortie.looks for sortie in sorties), position.turn
    )


def _killer(position: FlightPosition, number: int) -> tuple[str, int] | None:
    """Return the unit and place that destroyed an aircraft, as the campaign names them."""
    if number == NOBODY:
        return None
    return ("flak", 0) if number == FLAK else (position.sorties[number].unit, position.sorties[number].place)


def tally(position: FlightPosition) -> list[int]:
    """Return the points of each side: on the target, for looks, for enemies Damaged and Destroyed."""
    totals = [0 for _ in position.parties]
    for craft in position.crafts:
        damaged, destroyed = WORTH[position.sorties[craft.number].kind]
        totals[1 - craft.party] += destroyed if craft.out == "down" else damaged if craft.damaged else 0
    bombing = position.bombing_party()
    if bombing >= 0:
        totals[bombing] += sum(found.points for found in position.scored) + sum(2 * sortie.looks for sortie in position.sorties)
    return totals
