"""The result of a battle: the fate of every aircraft, for a campaign's bombing and scoring and for an engagement."""

from __future__ import annotations

from dataclasses import dataclass

from bob.tactical.cards.position import CardPosition


@dataclass(frozen=True, slots=True)
class Fate:
    """One aircraft after the battle. `fate` is whole, damaged, down (shot down) or left (gone home, Damaged or not).

    `bombs` is the load that it carries to the target, by the side of its card that shows; none when it is down or has no bombs left to
    drop.
    """

    number: int
    seat: str
    side: str
    type: str
    pilot: str | None
    fate: str
    hits: int
    damaged: bool
    altitude: int
    bombs: int
    vp: int


def fates(position: CardPosition) -> tuple[Fate, ...]:
    """Return the fate of every aircraft in the current position."""
    return tuple(
        [
            Fate(
                number=craft.number,
                seat=position.seats[craft.seat],
                side=position.terms.players[craft.seat].side,
                type=craft.type,
                pilot=craft.pilot,
                fate=craft.out or ("damaged" if craft.damaged else "whole"),
                hits=craft.hits,
                damaged=craft.damaged,
                altitude=craft.altitude,
                bombs=craft.now.bombs if craft.bomber and not craft.out else 0,
                vp=craft.vp + craft.pilot_vp,
            )
            for craft in position.crafts
        ]
    )
