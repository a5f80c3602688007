"""Set-up of an engagement for the card dogfight, and the dogfight's outcome as the engagement's (OPS-B8.4 to OPS-B8.6).

The figures are in tables/engagements.toml. Posture gives the places at the beginning, surprise and experience the hands, ammunition the
Bursts, the length the game turns; one aircraft on the table represents `scale` aircraft of the units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache

from bob.core.dice import Dice
from bob.core.game import REFEREE
from bob.data.units import SIDES
from bob.tactical import engagement_figures, fates
from bob.tactical.cards.data import ALLIED, ALTITUDES, AXIS, CardTables
from bob.tactical.cards.position import CardMount, CardPosition, CardSeat, CardTerms, Craft
from bob.tactical.cards.setup import both_sides
from bob.tactical.cards.view import CardTableView, SeenCraft
from bob.tactical.engagement import Engagement, Fate, FlownModel, Force, Result, enemy
from bob.tactical.engagement_figures import CardDogfightFigures
from bob.tactical.scale import scaled
from bob.tactical.slot import Drawn

PARTIES = {"raf": ALLIED, "luftwaffe": AXIS}


def drawn_up(engagement: Engagement, dice: Dice | None = None) -> Drawn:
    """Return the engagement at the table. Remainders of the scale go by the dice (OPS-B8.5), without dice to the units with the largest."""
    n, given = scaled(engagement, dice)
    fig = engagement_figures.figures().cards
    level = fig.level(engagement)
    players: list[CardSeat] = []
    units: list[str] = []
    for side in SIDES:
        forces = engagement.of(side)
        counts = given[side]
        # Each a mount of its own: who sees the terms cannot tell how the enemy's aircraft are shared out among units.
        mounts = [_mount(engagement, f, level, fig) for f, count in zip(forces, counts, strict=True) for _ in range(count)]
        units += [f.unit for f, count in zip(forces, counts, strict=True) for _ in range(count)]
        players.append(CardSeat(side, PARTIES[side], tuple(mounts)))
    terms = CardTerms(
        players=tuple(players),
        turns=fig.turns(engagement),
        first=PARTIES[engagement.ahead_side or engagement.attackers],
        decks=2 if len(units) > 6 else 1,
        theatre="europe",
        mission=True,
        formed=True,
        damaged_goes_home=True,
        holds=_holds(engagement, units),
    )
    return Drawn(terms, tuple(units), n)


def known(view: CardTableView, tables: CardTables) -> CardTableView:
    """Return the table without the values that a card shows of an enemy unit: experience, fatigue, disruption, ammunition. A side sees
    enemy aircraft with the ratings as printed, and the number of cards that each holds."""
    if view.seat == REFEREE:
        return view
    fig = engagement_figures.figures().cards
    bursts = _bursts(any(seen.bomber for seen in view.aircraft), fig)

    def printed(seen: SeenCraft) -> SeenCraft:
        bomber = tables.aircraft[seen.type].is_bomber
        ratings = both_sides(tables, _bare_mount(seen.type, fig.turrets if bomber else 0, 0 if bomber else bursts))[seen.damaged]
        return seen if ratings == seen.ratings else replace(seen, ratings=ratings)

    return replace(
        view,
        terms=_terms_known(view.terms, view.seat, tables, bursts),
        aircraft=tuple([a if a.seat == view.seat else printed(a) for a in view.aircraft]),
    )


@cache
def _bare_mount(aircraft: str, turrets: int, bursts: int) -> CardMount:
    """An aircraft as printed, with the changes that the engagement makes to every aircraft."""
    return CardMount(aircraft, dt=turrets, bursts=bursts)


@lru_cache(maxsize=64)
def _terms_known(terms: CardTerms, seat: str, tables: CardTables, bursts: int) -> CardTerms:
    """The terms of a dogfight as a seat knows them."""

    def bare(m: CardMount) -> CardMount:
        return CardMount(m.aircraft, altitude=m.altitude, dt=m.dt, bursts=0 if tables.aircraft[m.aircraft].is_bomber else bursts)

    return replace(
        terms,
        players=tuple([p if p.seat == seat else replace(p, aircraft=tuple([bare(m) for m in p.aircraft])) for p in terms.players]),
    )


def _bursts(bombers: bool, fig: CardDogfightFigures) -> int:
    """Return the change of every fighter's Bursts."""
    return fig.bursts_bombers if bombers else fig.bursts_fighters


def _mount(engagement: Engagement, force: Force, level: int, fig: CardDogfightFigures) -> CardMount:
    """An aircraft of a unit as a card."""
    extra = performance = bursts = 0
    if force.fighter:
        performance = fig.performance(force)
        bursts = _bursts(engagement.bombers, fig) + (fig.low_ammo if force.ammo == "low" else 0)
        extra = fig.extra_cards(engagement, force.side)
    return CardMount(
        aircraft=fig.stand_in.get(force.aircraft, force.aircraft),
        altitude=ALTITUDES[level],
        dt=fig.turrets if not force.fighter else 0,
        st=-force.disruption if not force.fighter else 0,
        extra_cards=extra,
        performance=performance,
        bursts=bursts,
        rounds=not force.fighter or force.ammo != "none",
    )


def _holds(engagement: Engagement, units: Sequence[str]) -> tuple[tuple[int, int, int], ...]:
    """Return the relations at the beginning, when only fighters meet: each aircraft of a side with the advantage is Advantaged or
    Tailing on the next enemy in turn."""
    if engagement.bombers:
        return ()
    ahead = engagement.ahead_side
    if ahead is None:
        return ()
    mine, theirs = ([i for i, unit in enumerate(units) if engagement.force(unit).side == side] for side in (ahead, enemy(ahead)))
    found: list[tuple[int, int, int]] = []
    for i, one in enumerate(mine[: 3 * len(theirs)]):
        tail = engagement.posture_of(ahead) == "bounce" and i < len(theirs)
        if tail or Counter((t, level) for _, t, level in found)[theirs[i % len(theirs)], 1] < 2:
            found.append((one, theirs[i % len(theirs)], 2 if tail else 1))
    return tuple(found)


def result(engagement: Engagement, battle: CardPosition, units: Sequence[str], dice: Dice) -> Result:
    """The outcome of a dogfight that is over: the damage to the cards as aircraft of the units, remainders by the dice (OPS-B8.5)."""
    models = [FlownModel(unit, fate(c)) for c, unit in zip(battle.crafts, units, strict=True)]
    return fates.flown_out(engagement, engagement_figures.figures().cards, models, "cards", dice)


def fate(c: Craft) -> Fate:
    """Return the fate of an aircraft, by the enemy's guns or by its own Redline."""
    if c.out == "down":
        return "down"
    return "hit" if c.damaged else "left" if c.out else "stayed"
