"""Building an Action deck: traits of the aircraft, Doctrine, Theatre and Ace Ability cards (BRS-005 to BRS-034, BRS-088)."""

from __future__ import annotations

from collections import Counter

from bob.tactical.miniatures.data import DOCTRINE, THEATRE, MiniaturePack, MiniatureTables
from bob.tactical.miniatures.execution import MiniatureRun
from bob.tactical.miniatures.position import MiniatureForce


def held(trait: str, type: str) -> str:
    """Return a trait card, which names its type (BRS-017)."""
    return f"{trait}@{type}"


def trait_cards(force: MiniatureForce, tables: MiniatureTables) -> list[str]:
    """One card for each aircraft whose type has traits, split between them as evenly as can be (BRS-015 to BRS-020)."""
    cards: list[str] = []
    for code, count in Counter(mount.type for mount in force.aircraft).items():
        traits = tables.aircraft[code].cards
        if not traits:
            continue
        first = force.extra.get(code, traits[0])
        order = (first, *[trait for trait in traits if trait != first])
        each, odd = divmod(count, len(order))
        for i, trait in enumerate(order):
            cards += [held(trait, code)] * (each + (i < odd))
    return cards


def pack_of(force: MiniatureForce, tables: MiniatureTables) -> MiniaturePack | None:
    """The pack of the side that a force's aircraft fly for; none when its cards are dealt at random (BRS-025, BRS-D42)."""
    sides = {tables.aircraft[mount.type].side for mount in force.aircraft if mount.type in tables.aircraft}
    return tables.packs[sides.pop()] if len(sides) == 1 and not force.random else None


def build(run: MiniatureRun, side: int) -> None:
    """Build the deck of a player, shuffled; its deployment cards go into the hand, to be played before the game (BRS-036)."""
    position = run.position
    force, tables = position.terms.forces[side], position.tables
    sizes, count = tables.sizes, len(force.aircraft)
    doctrine = _choose_cards(run, side, DOCTRINE, force.doctrine, sizes.doctrines(count))
    theatre = _choose_cards(run, side, THEATRE, force.theatre, sizes.theatre)
    cards = trait_cards(force, tables) + doctrine + theatre + list(force.abilities)
    position.hands[side] = tuple(sorted(card for card in cards if tables.card(card).deployment))
    position.piles[side] = sorted(card for card in cards if not tables.card(card).deployment)
    run.shuffle(position.piles[side], "shuffle")


def _choose_cards(run: MiniatureRun, side: int, kind: str, named: tuple[str, ...] | None, count: int) -> list[str]:
    """Return the cards of a kind that a player has named; else those of the side's pack, the rest by dice, none twice before all are out
    (BRS-025, BRS-030, BRS-D42)."""
    position = run.position
    if named is not None:
        return list(named)
    force, tables = position.terms.forces[side], position.tables
    pack = pack_of(force, tables)
    begun: tuple[str, ...] = ()
    if pack is not None:
        begun = pack.doctrine if kind == DOCTRINE else pack.theatre
    found = list(begun[:count])
    all_cards = list(tables.of_kind(kind))
    while len(found) < count:
        fewest = min(found.count(card) for card in all_cards)
        left = [card for card in all_cards if found.count(card) == fewest]
        run.shuffle(left, "pack")
        found += left[: count - len(found)]
    return found
