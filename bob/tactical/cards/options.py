"""Scenarios, and the options laid over them: the terms of a battle."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from bob.core.codec import decode
from bob.core.errors import BobError, UsageError, phrase
from bob.tactical.cards.data import MEDIUM, AircraftCard, CardTables
from bob.tactical.cards.position import MOST_AIRCRAFT, CardMount, CardSeat, CardTerms

OPTIONS = tuple(f.name for f in dataclasses.fields(CardTerms))


def terms(scenario: str, options: Mapping[str, Any], scenarios: Mapping[str, Mapping[str, Any]], tables: CardTables) -> CardTerms:
    """Return the terms of a scenario with options laid over it. Raises BobError for an unknown value or terms that cannot be fought."""
    if scenario not in scenarios:
        raise UsageError("cards.error.no_scenario", found=scenario, choices=", ".join(sorted(scenarios)))
    for name in options:
        if name not in OPTIONS:
            raise UsageError("cards.error.no_option", found=name, choices=", ".join(OPTIONS))
    made: CardTerms = decode(CardTerms, {**scenarios[scenario], **options})
    check_terms(made, tables)
    return made


def check_terms(terms: CardTerms, tables: CardTables) -> None:
    """Raise BobError when a battle of these terms cannot be fought."""

    def need(ok: bool, place: str, expected: str, **values: object) -> None:
        if not ok:
            raise BobError("cards.error.terms", place=place, expected=phrase(f"cards.expect.{expected}", **values))

    need(
        sum(mount.count for player in terms.players for mount in player.aircraft) <= MOST_AIRCRAFT,
        "players",
        "aircraft",
        most=MOST_AIRCRAFT,
    )
    seats = [player.seat for player in terms.players]
    need(len(set(seats)) == len(seats) and all(seats) and "referee" not in seats, "players", "seats")
    sides = list(dict.fromkeys(player.side for player in terms.players))
    if terms.free_for_all:
        need(len(seats) >= 2, "players", "two_seats")
        need(terms.first is None, "first", "no_first")
    else:
        need(len(sides) == 2, "players", "two_sides")
        need(terms.first is None or terms.first in sides, "first", "side", choices=", ".join(sides))
    if terms.historical:
        need(set(sides) == {"axis", "allied"}, "players", "historical_sides")
    _check_holds(terms, need)
    for player in terms.players:
        need(player.picks + sum(m.count for m in player.aircraft) >= 1, player.seat, "one_aircraft")
        for i, mount in enumerate(player.aircraft):
            _check_mount(mount, f"{player.seat}.aircraft[{i}]", player, terms, tables, need)
        if player.picks:
            cheapest = min((a.vp for a in tables.aircraft.values() if may_pick(terms, player, a)), default=None)
            need(cheapest is not None, f"{player.seat}.picks", "limit")


def _check_holds(terms: CardTerms, need: Any) -> None:
    """The relations at the beginning are between enemies at one fixed altitude, one for each that holds another."""
    crafts = [(player.side, mount.altitude) for player in terms.players for mount in player.aircraft for _ in range(mount.count)]
    need(not terms.holds or all(player.picks == 0 for player in terms.players), "holds", "holds")
    need(len({one for one, _, _ in terms.holds}) == len(terms.holds), "holds", "holds")
    need(len({other for _, other, level in terms.holds if level == 2}) == sum(h[2] == 2 for h in terms.holds), "holds", "holds")
    for one, other, level in terms.holds:
        need(0 <= one < len(crafts) and 0 <= other < len(crafts) and level in (1, 2), "holds", "holds")
        (side, altitude), (enemy, at) = crafts[one], crafts[other]
        need(side != enemy and altitude is not None and altitude == at and not terms.free_for_all, "holds", "holds")


def _check_mount(mount: CardMount, place: str, player: CardSeat, terms: CardTerms, tables: CardTables, need: Any) -> None:
    need(mount.aircraft in tables.aircraft, place, "known")
    aircraft = tables.aircraft[mount.aircraft]
    need(not terms.historical or aircraft.side == player.side, place, "own_side")
    need(not (mount.loaded and aircraft.is_bomber), f"{place}.loaded", "fighter")
    if mount.pilot is not None:
        need(mount.pilot in tables.pilots and tables.pilots[mount.pilot].fits(aircraft), f"{place}.pilot", "pilot")
    if mount.wingman_of is not None:
        led = mount.wingman_of
        ok = 0 <= led < len(player.aircraft) and player.aircraft[led] is not mount
        need(ok and mount.count == player.aircraft[led].count == 1, f"{place}.wingman_of", "led")
        fighters = [not tables.aircraft[m.aircraft].is_bomber and not m.loaded for m in (mount, player.aircraft[led])]
        pairs = [m.wingman_of for m in player.aircraft if m.wingman_of is not None]
        need(all(fighters) and len(set(pairs)) == len(pairs), f"{place}.wingman_of", "fighter_pairs")
        need(player.aircraft[led].wingman_of is None, f"{place}.wingman_of", "no_wingman")


def may_pick(terms: CardTerms, player: CardSeat, aircraft: AircraftCard, spent: int = 0) -> bool:
    """Return whether a player may pick that card: a fighter within the agreed points and year (DIF-006, DIF-007, DIF-026)."""
    return (
        not aircraft.is_bomber
        and spent + aircraft.vp <= terms.vp_limit
        and aircraft.year <= terms.year
        and (not terms.historical or aircraft.side == player.side)
    )


def start_levels(turbocharger: bool) -> tuple[int, ...]:
    """The altitudes where a fighter may start (DIF-012, DIF-045)."""
    return tuple(range(MEDIUM + 1 + turbocharger))
