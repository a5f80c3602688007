"""Set-up of an engagement for the classic flight, and the flight's outcome as the engagement's (OPS-B8.4 to OPS-B8.6).

The figures are in tables/engagements.toml. Bombers that drop their bombs below this turn fly on to the target, over it and home; any other
engagement is a dogfight of some game turns. One aircraft on the table represents `scale` aircraft of the units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bob.core.dice import Dice
from bob.core.game import REFEREE
from bob.data.units import SIDES
from bob.tactical import engagement_figures, fates
from bob.tactical.cards.data import ALTITUDES, AXIS
from bob.tactical.cards.flight import (
    BOMBS,
    FIXED,
    HOME,
    NO_LOAD,
    NO_ROUNDS,
    PHASED,
    FlightElement,
    FlightFormation,
    FlightHandicap,
    FlightSide,
    FlightTarget,
    FlightTerms,
)
from bob.tactical.cards.position import Craft
from bob.tactical.cards.resolver import PARTIES, fate
from bob.tactical.cards_classic.data import ClassicAircraft, ClassicTables, classic_tables
from bob.tactical.cards_classic.position import FlightPosition
from bob.tactical.cards_classic.view import FlightView, SeenSortie
from bob.tactical.engagement import BOMB_FATES, Engagement, FlownModel, Force, Result, enemy
from bob.tactical.engagement_figures import FlightFigures
from bob.tactical.scale import scaled
from bob.tactical.slot import Drawn

DROPPED, TURNED, KEPT = BOMB_FATES
BELOW = "below"
"""The name of the target of a raid of the day."""


@dataclass(frozen=True, slots=True)
class _Model:
    """An aircraft of the table: its unit, its card, and whether it carries bombs."""

    force: Force
    card: ClassicAircraft
    laden: bool


def drawn_up(engagement: Engagement, dice: Dice | None = None) -> Drawn:
    """Return the engagement at the table. Remainders of the scale go by the dice (OPS-B8.5), without dice to the units with the largest."""
    n, given = scaled(engagement, dice)
    fig, tables = engagement_figures.figures().flight, classic_tables()
    models = {side: _models(engagement, side, given[side], fig, tables) for side in SIDES}
    band = _band(engagement, [m.card for found in models.values() for m in found])
    sides: list[FlightSide] = []
    units: list[str] = []
    for side in SIDES:
        made, order = _side(engagement, side, models[side], band, fig)
        sides.append(made)
        units += order
    raid = any(force.unit in engagement.bombing for force in engagement.forces)
    terms = FlightTerms(
        sides=(sides[0], sides[1]),
        bombing=AXIS if raid else "",
        structure=PHASED if raid else FIXED,
        turns=0 if raid else fig.turns(engagement),
        target_bound=fig.out if raid else 0,
        home_bound=fig.home if raid else 0,
        speed_shortens=False,
        target=FlightTarget(BELOW, hit=0, direct=0, vital=0, strafing_hit=0) if raid else None,
        first=PARTIES[engagement.ahead_side or engagement.attackers],
        holds=_holds(engagement, sides),
        damaged=HOME,
    )
    return Drawn(terms, tuple(units), n)


def _models(engagement: Engagement, side: str, counts: Sequence[int], fig: FlightFigures, tables: ClassicTables) -> list[_Model]:
    """Return the aircraft of a side, those of one card together: the flight hides how they are shared out among units."""
    found = []
    for force, count in zip(engagement.of(side), counts, strict=True):
        laden = force.unit in engagement.laden
        code = force.aircraft
        if laden and force.fighter:
            code = fig.with_bombs.get(code, code)
        card = tables.aircraft[fig.stand_in.get(code, code)]
        found += [_Model(force, card, laden and card.bomb_capable)] * count
    return sorted(found, key=lambda model: (model.card.formed, model.card.code, model.laden))


def _band(engagement: Engagement, cards: Iterable[ClassicAircraft]) -> int:
    """Return the altitude of all: the bombers', else that of the lower side, as far as every card allows it."""
    return min(engagement_figures.figures().cards.level(engagement), *(card.bands.stop - 1 for card in cards))


def _side(engagement: Engagement, side: str, models: Sequence[_Model], band: int, fig: FlightFigures) -> tuple[FlightSide, list[str]]:
    """One side, and the units of its aircraft in the order of their numbers: first Leaders with their Wingmen, then formations."""
    elements: list[FlightElement] = []
    formations: list[FlightFormation] = []
    for formed, alike in groupby(models, key=lambda model: model.card.formed):
        for (_, laden), group in groupby(alike, key=lambda model: (model.card.code, model.laden)):
            together = list(group)
            size = together[0].card.formation_size if formed else 2
            load = BOMBS if laden else NO_LOAD
            for first in range(0, len(together), size):
                flying = together[first : first + size]
                unit = f"{PARTIES[side]}-{len(elements) + len(formations) + 1}"
                if formed:
                    loose = tuple([model.force.disruption for model in flying])
                    cards = tuple([model.card.code for model in flying])
                    formations.append(FlightFormation(unit, cards, load, ALTITUDES[band], loose=loose))
                    continue
                handicaps = [_handicap(engagement, model.force, fig) for model in flying]
                elements.append(
                    FlightElement(unit, flying[0].card.code, len(flying) > 1, load, ALTITUDES[band], handicaps=tuple(handicaps))
                )
    return FlightSide(PARTIES[side], side, tuple(elements), tuple(formations)), [model.force.unit for model in models]


def _handicap(engagement: Engagement, force: Force, fig: FlightFigures) -> FlightHandicap:
    """The effects of crews, rounds, posture and surprise on an aircraft."""
    if not force.fighter:
        return FlightHandicap(fig.performance(force))
    bursts = {"full": 0, "low": fig.low_ammo}.get(force.ammo, NO_ROUNDS)
    return FlightHandicap(fig.performance(force), bursts, fig.extra_cards(engagement, force.side))


def _holds(engagement: Engagement, sides: Sequence[FlightSide]) -> tuple[tuple[int, int, int], ...]:
    """Return the Positions at the beginning, when only fighters meet: Leaders are Advantaged on the next enemy Leader in turn, each of a
    side that bounces, every other of a side with the advantage."""
    if engagement.bombers:
        return ()
    leaders: dict[str, list[int]] = {}
    first = 0
    for side, flown in zip(SIDES, sides, strict=True):
        leaders[side] = []
        for element in flown.elements:
            leaders[side].append(first)
            first += 1 + element.wingman
    ahead = engagement.ahead_side
    if ahead is None:
        return ()
    mine, theirs = leaders[ahead], leaders[enemy(ahead)]
    if engagement.posture_of(ahead) == "advantage":
        mine = mine[1::2]
    return tuple([(one, theirs[i % len(theirs)], 1) for i, one in enumerate(mine[: 2 * len(theirs)])])


# ---- what a side knows


def known(view: FlightView, tables: ClassicTables) -> FlightView:
    """Return the flight without an enemy unit's experience, fatigue, disruption and ammunition: a side sees enemy aircraft with the
    ratings as printed, and the number of cards that each holds."""
    if view.seat == REFEREE:
        return view

    def printed(seen: SeenSortie) -> SeenSortie:
        card = tables.aircraft[seen.type]
        ratings = (card.back if seen.damaged else card.front).ratings()
        return seen if seen.ratings == ratings else replace(seen, ratings=ratings)

    return replace(view, aircraft=tuple([a if a.seat == view.seat else printed(a) for a in view.aircraft]))


# ---- its outcome


def result(engagement: Engagement, battle: FlightPosition, units: Sequence[str], dice: Dice) -> Result:
    """The outcome of a flight that is over: the aircraft lost and Damaged as aircraft of the units, remainders by the dice (OPS-B8.5);
    bombers that turned back or came loose bomb accordingly (OPS-B8.6)."""
    fig = engagement_figures.figures().flight
    models = [FlownModel(unit, fate(c), _bombs(engagement, battle, c, unit)) for c, unit in zip(battle.crafts, units, strict=True)]
    found = fates.flown_out(engagement, fig, models, "flight", dice)
    laden = [f for f in engagement.forces if f.unit in engagement.laden]
    if not laden:
        return found
    afterwards = {f.unit: _loosened(battle, units, f, models, fig, dice) for f in laden}
    losses = []
    for loss in found.losses:
        levels, drops = afterwards.get(loss.unit, (0, False))
        losses.append(replace(loss, disruption=max(loss.disruption, levels), jettisoned=loss.jettisoned or drops))
    return replace(found, losses=tuple(losses))


def _bombs(engagement: Engagement, battle: FlightPosition, craft: Craft, unit: str) -> str:
    """Return the code for the bombs of an aircraft: on the target, gone with it or thrown away, or still aboard."""
    if unit not in engagement.laden:
        return ""
    sortie = battle.sorties[craft.number]
    if sortie.bombed:
        return DROPPED
    return TURNED if craft.out or not sortie.load else KEPT


def _loosened(
    battle: FlightPosition, units: Sequence[str], force: Force, models: Sequence[FlownModel], fig: FlightFigures, dice: Dice
) -> tuple[int, bool]:
    """Return the loosening of a laden unit in levels, by the share of its models attacked, and whether it turns for home because half
    of its models lost their bombs before the target (OPS-D1.5)."""
    own = [number for number, unit in enumerate(units) if unit == force.unit]
    if not own:
        return 0, False
    attacked = sum(battle.sorties[number].attacked for number in own)
    levels, part = divmod(fig.loosened * attacked, len(own))
    levels += part > 0 and dice.roll("loosened", 1, sides=len(own), by=force.side).total <= part
    return levels, 2 * sum(models[number].bombs == TURNED for number in own) >= len(own)
