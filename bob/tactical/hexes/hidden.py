"""Changes of a position that a seat of the hex dogfight cannot notice; attacks on the secrets use them to make other worlds that look
the same to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes
from bob.tactical.hexes.position import NOBODY, TOP, HexAircraft, HexMount, HexPosition


def hidden(seat: str) -> Mapping[str, WorldChange]:
    """The changes by name."""
    return changes(seat, hands, pile, bag, markers, steps, offered)


def hidden_in_day(seat: str) -> Mapping[str, WorldChange]:
    """In a dogfight of the day the enemy's units too: their leaders, ammunition and fuel."""
    return {**hidden(seat), **changes(seat, crews)}


def _other_aircraft(seat: str, position: HexPosition) -> Iterator[HexAircraft]:
    return (a for a in position.aircraft if position.seats[a.seat] != seat)


def hands(seat: str, position: HexPosition, stream: Stream) -> None:
    cards = sorted(position.tables.cards)
    position.hands = [
        hand if name == seat else tuple(sorted(stream.choose(cards) for _ in hand))
        for name, hand in zip(position.seats, position.hands, strict=True)
    ]


def pile(seat: str, position: HexPosition, stream: Stream) -> None:
    stream.shuffle(position.pile)


def bag(seat: str, position: HexPosition, stream: Stream) -> None:
    stream.shuffle(position.bag)


def markers(seat: str, position: HexPosition, stream: Stream) -> None:
    """Change the critical markers that are face down, one's own too."""
    for a in position.aircraft:
        a.unseen = tuple([stream.choose(("fire", "engine", "plain")) for _ in a.unseen])


def steps(seat: str, position: HexPosition, stream: Stream) -> None:
    """Change the steps of another seat that it may still take back."""
    go = position.go
    if go is None or not go.before or position.seats[go.seat] == seat:
        return
    for number in go.active:
        a = position.aircraft[number]
        a.facing, a.level, a.speed = (a.facing + 1) % 6, (a.level + 1) % (TOP + 1), max(0, a.speed - 1)
        a.at, a.fuel, a.shocked, a.tail = go.before[0].at, a.fuel + 1, a.shocked + 1, not a.tail
    go.path, go.slips, go.tail_hexes = ("ahead",), go.slips + 1, go.tail_hexes + 1
    go.displaced, go.spent, go.turnable, go.paid = not go.displaced, not go.spent, not go.turnable, not go.paid
    go.free_slip, go.hard_turn, go.aerobatics = not go.free_slip, not go.hard_turn, go.aerobatics + 1


def offered(seat: str, position: HexPosition, stream: Stream) -> None:
    """A card that passes between two others."""
    if position.offer is not None and seat not in [position.seats[number] for number in position.offer[:2]]:
        position.offer = (*position.offer[:2], stream.choose(sorted(position.tables.cards)))
        position.returned = stream.choose(sorted(position.tables.cards)) if position.returned else ""


def crews(seat: str, position: HexPosition, stream: Stream) -> None:
    """Change the enemy's units: the leaders and their wingmen, the ammunition and the fuel left."""
    for a in _other_aircraft(seat, position):
        a.leader = stream.choose(("", "silver", "gold"))
        a.rank, a.rule, a.wingman_of = position.tables.leader_class(a.leader), position.tables.rule(a.leader), NOBODY
        a.guns, a.fuel = stream.choose((-2, -1, 1)), max(1, a.fuel - 1 - stream.below(3))
    players = [
        player
        if player.seat == seat
        else replace(player, aircraft=tuple([_other_mount(mount, stream) for mount in player.aircraft]), cards=player.cards + 1)
        for player in position.terms.players
    ]
    position.terms = replace(position.terms, players=tuple(players))


def _other_mount(mount: HexMount, stream: Stream) -> HexMount:
    return replace(
        mount, leader=stream.choose(("", "silver", "gold")), wingman_of=None, guns=stream.choose((-2, -1)), fuel=-stream.below(5)
    )
