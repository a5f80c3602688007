"""Setting up: picks, hands, altitudes, pairs, formations, and who begins."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from bob.core.dice import Dice
from bob.tactical.cards.damage import deal
from bob.tactical.cards.data import ALTITUDES, NO_ROUNDS, AircraftCard, CardTables, PilotCounter, Ratings, flown
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.movement import low_bonus
from bob.tactical.cards.options import may_pick, start_levels
from bob.tactical.cards.orders import (
    HEAD,
    Pair,
    PairsDone,
    PickAircraft,
    PickPilot,
    PicksDone,
    PlaceBomber,
    StartAltitude,
    pick_aircraft,
    place_bomber,
    start_altitude,
)
from bob.tactical.cards.position import ALTITUDES as CHOOSING_ALTITUDES
from bob.tactical.cards.position import CHOOSE, FORMATION, NOBODY, PAIR, CardMount, CardPosition, CardTerms, Craft


def new_position(terms: CardTerms, tables: CardTables) -> CardPosition:
    """The table before anything is drawn or picked."""
    parties = tuple(dict.fromkeys(p.seat if terms.free_for_all else p.side for p in terms.players))
    return CardPosition(
        terms=terms,
        deck=tables.deck,
        seats=tuple(p.seat for p in terms.players),
        parties=parties,
        party_of=tuple(parties.index(p.seat if terms.free_for_all else p.side) for p in terms.players),
        picks=[() for _ in terms.players],
        ready=[p.picks == 0 for p in terms.players],
        naming_pilot=[False for _ in terms.players],
        score=[0 for _ in parties],
    )


def begin(terms: CardTerms, tables: CardTables, dice: Dice) -> CardRun:
    """Shuffle the deck and ask for the picks."""
    run = CardRun(new_position(terms, tables), dice)
    position = run.position
    position.pile = tables.deck.pile(terms.decks, terms.theatre)
    run.tell("battle", turns=terms.turns, cards=len(position.pile), seats=position.seats)
    if terms.damaged_goes_home:
        run.tell("damaged_goes_home")
    run.shuffle()
    if all(position.ready):
        reveal(run, tables)
    return run


# ---- picking


def pick_orders(position: CardPosition, seat: int, tables: CardTables, out: list[Any]) -> None:
    """Add the picks open to a seat: cards within the points and the year, or a pilot for the card just picked (DIF-397)."""
    terms, picks = position.terms, position.picks[seat]
    player = terms.players[seat]
    spent = spent_on(picks, tables)
    if position.naming_pilot[seat]:
        aircraft = tables.aircraft[picks[-1][0]]
        out.append(PickPilot(None))
        out.extend([PickPilot(p.code) for p in tables.pilots.values() if p.fits(aircraft) and spent + p.vp <= terms.vp_limit])
        return
    out.extend([pick_aircraft(a.code) for a in tables.aircraft.values() if may_pick(terms, player, a, spent)])
    if picks:
        out.append(PicksDone())


def spent_on(picks: tuple[tuple[str, str | None], ...], tables: CardTables) -> int:
    """The points of the picks so far, pilots included (DIF-399)."""
    return sum(tables.aircraft[a].vp + (tables.pilots[p].vp if p is not None else 0) for a, p in picks)


def play_pick(run: CardRun, seat: int, order: PickAircraft | PickPilot | PicksDone, tables: CardTables) -> None:
    """Pick in secret; the last to be ready makes all cards known at once (DIF-005, DIF-008)."""
    position = run.position
    picks = position.picks[seat]
    if isinstance(order, PickAircraft):
        position.picks[seat] = (*picks, (order.aircraft, None))
        position.naming_pilot[seat] = position.terms.pilots
        run.tell_only(seat, "picked", aircraft_type=order.aircraft)
    elif isinstance(order, PickPilot):
        position.picks[seat] = (*picks[:-1], (picks[-1][0], order.pilot))
        position.naming_pilot[seat] = False
        run.tell_only(seat, "picked_pilot", pilot=order.pilot or "none")
    enough = len(position.picks[seat]) >= position.terms.players[seat].picks and not position.naming_pilot[seat]
    if isinstance(order, PicksDone) or enough:
        position.ready[seat] = True
    if all(position.ready):
        reveal(run, tables)


# ---- the aircraft


def rated(side: Ratings, aircraft: AircraftCard, pilot: PilotCounter | None, mount: CardMount, damaged: bool) -> Ratings:
    """The ratings with pilot and mission options; a fighter's turrets are its Horsepower (DIF-262, DIF-263); none below 0 (GAP-57).

    Bursts may be, for a position to make up for; no mission option touches them.
    """
    made = flown(side, pilot, damaged)
    dt, st = (made.dt, made.st) if aircraft.is_bomber else (made.pre, made.post)
    return replace(
        made,
        dt=max(0, dt + mount.dt),
        st=max(0, st + mount.st),
        gunner=max(0, made.gunner + mount.gunner) if made.gunner and mount.rounds else 0,
        bombs=max(0, made.bombs + mount.bombs),
        performance=max(1, made.performance + mount.performance) if made.performance else 0,
        bursts=made.bursts + mount.bursts if mount.rounds else NO_ROUNDS,
    )


@lru_cache(maxsize=256)
def both_sides(tables: CardTables, mount: CardMount) -> tuple[Ratings, Ratings]:
    """The ratings of both sides of the card of an aircraft so mounted."""
    aircraft = tables.aircraft[mount.aircraft]
    pilot = tables.pilots[mount.pilot] if mount.pilot is not None else None
    return rated(aircraft.front, aircraft, pilot, mount, False), rated(aircraft.back, aircraft, pilot, mount, True)


def craft_of(number: int, seat: int, party: int, mount: CardMount, tables: CardTables) -> Craft:
    """An aircraft in play."""
    aircraft = tables.aircraft[mount.aircraft]
    pilot = tables.pilots[mount.pilot] if mount.pilot is not None else None
    front, back = both_sides(tables, mount)
    fixed = ALTITUDES.index(mount.altitude) if mount.altitude is not None else NOBODY
    return Craft(
        number=number,
        seat=seat,
        party=party,
        type=aircraft.code,
        pilot=mount.pilot,
        front=front,
        back=back,
        now=front,
        vp=aircraft.vp,
        pilot_vp=pilot.vp if pilot is not None else 0,
        bomber=aircraft.is_bomber or mount.loaded,
        loaded=mount.loaded,
        start=fixed if fixed != NOBODY or aircraft.altitude is None else aircraft.altitude,
        markers=pilot.ace_markers if pilot is not None else 0,
        late=mount.late,
        leaves=mount.leaves,
        extra_cards=mount.extra_cards,
    )


def reveal(run: CardRun, tables: CardTables) -> None:
    """Show all cards, draw the opening hands, and go on to pairs and altitudes (DIF-008, DIF-009, DIF-010)."""
    position = run.position
    for seat, player in enumerate(position.terms.players):
        mounts = [m for m in player.aircraft for _ in range(m.count)]
        base = len(position.crafts)
        for mount in [*mounts, *[CardMount(a, p) for a, p in position.picks[seat]]]:
            craft = craft_of(len(position.crafts), seat, position.party_of[seat], mount, tables)
            position.crafts.append(craft)
            run.tell("revealed", aircraft=craft.number, seat=player.seat, type=craft.type, pilot=craft.pilot or "none", loaded=craft.loaded)
        firsts = [sum(m.count for m in player.aircraft[:i]) for i in range(len(player.aircraft))]
        for i, mount in enumerate(player.aircraft):
            if mount.wingman_of is not None:
                join(position, base + firsts[mount.wingman_of], base + firsts[i])
    position.picks = [() for _ in position.picks]
    for craft in position.crafts:
        if not craft.bomber:
            run.draw(craft, craft.now.performance, "opening")
            run.draw(craft, craft.extra_cards, "extra")
    balance(run)
    position.phase = PAIR
    position.ready = [not position.terms.wingmen or not pair_list(position, seat) for seat in range(len(position.seats))]
    if all(position.ready):
        ask_altitudes(run)


def balance(run: CardRun) -> None:
    """The side with the lesser aircraft begins with the difference (DIF-393), pilots counted (DIF-399)."""
    position = run.position
    if not position.terms.balance or position.terms.mission or len(position.parties) != 2:
        return
    worth = [sum(c.vp + c.pilot_vp for c in position.crafts if c.party == party) for party in (0, 1)]
    less = 0 if worth[0] < worth[1] else 1
    if worth[0] != worth[1]:
        position.score[less] += abs(worth[0] - worth[1])
        run.tell("balanced", side=position.parties[less], vp=position.score[less])


# ---- pairs


def pair_list(position: CardPosition, seat: int) -> list[Pair]:
    """All pairs of own fighters that could be made (DIF-361)."""
    free = [c.number for c in position.crafts if c.seat == seat and not c.bomber and c.leader == c.wingman == NOBODY]
    return [Pair(a, b) for a in free for b in free if a != b]


def join(position: CardPosition, leader: int, wingman: int) -> None:
    position.crafts[leader].wingman = wingman
    position.crafts[wingman].leader = leader


def play_pair(run: CardRun, seat: int, order: Pair | PairsDone) -> None:
    position = run.position
    if isinstance(order, Pair):
        join(position, order.leader, order.wingman)
        run.tell("paired", leader=order.leader, wingman=order.wingman)
    if isinstance(order, PairsDone) or not pair_list(position, seat):
        position.ready[seat] = True
    if all(position.ready):
        ask_altitudes(run)


# ---- altitudes


def ask_altitudes(run: CardRun) -> None:
    run.position.phase = CHOOSING_ALTITUDES
    _altitudes_ready(run)


def _altitudes_ready(run: CardRun) -> None:
    position = run.position
    position.ready = [all(c.start != NOBODY for c in position.crafts if c.seat == seat) for seat in range(len(position.seats))]
    if all(position.ready):
        show_altitudes(run)


def altitude_orders(position: CardPosition, seat: int, out: list[Any]) -> None:
    """The next own aircraft without an altitude chooses (DIF-011, DIF-012, DIF-265)."""
    for craft in position.crafts:
        if craft.seat == seat and craft.start == NOBODY:
            out.extend([start_altitude(craft.number, ALTITUDES[level]) for level in start_levels(craft.now.turbocharger)])
            return


def play_altitude(run: CardRun, seat: int, order: StartAltitude) -> None:
    """Choose in secret; the last to be ready shows all markers (DIF-013)."""
    run.position.crafts[order.aircraft].start = ALTITUDES.index(order.altitude)
    run.tell_only(seat, "altitude_chosen", aircraft=order.aircraft, altitude=order.altitude)
    _altitudes_ready(run)


def show_altitudes(run: CardRun) -> None:
    """Turn the markers over, draw the bonus cards of the low (DIF-394, DIF-395, GAP-74), suffer a mission's first hits."""
    position = run.position
    for craft in position.crafts:
        craft.altitude = craft.start
        run.tell("starts", aircraft=craft.number, altitude=craft.altitude)
    for craft in position.crafts:
        if position.terms.bonus_cards and not craft.bomber:
            run.draw(craft, low_bonus(craft.altitude), "bonus")
    for seat, player in enumerate(position.terms.players):
        hits = [m.hits for m in player.aircraft for _ in range(m.count)]
        own = [c for c in position.crafts if c.seat == seat]
        for craft, count in zip(own, hits, strict=False):
            deal(run, craft, count, NOBODY)
    position.phase = FORMATION
    form_up(run)


# ---- formations


def to_place(position: CardPosition) -> Craft | None:
    """The next bomber that needs a place, seat by seat."""
    for craft in position.crafts:
        if craft.bomber and not craft.out and craft.row == NOBODY:
            return craft
    return None


def _placed(position: CardPosition, craft: Craft) -> list[Craft]:
    return [
        c for c in position.crafts if c.bomber and not c.out and c.row != NOBODY and c.seat == craft.seat and c.altitude == craft.altitude
    ]


def form_up(run: CardRun) -> None:
    """Put the first bomber of each formation at its head; the rest are placed by their owner (DIF-218, DIF-223, DIF-267).

    Other seats do not see the formations before all are placed.
    """
    position = run.position
    while True:
        craft = to_place(position)
        if craft is None:
            position.phase = CHOOSE
            for c in position.crafts:
                if c.row != NOBODY:
                    run.tell("placed", aircraft=c.number, row=c.row, column=c.column)
            for one, other, level in position.terms.holds:
                position.relate(one, other, level)
                run.tell("position", aircraft=one, target=other, relation=level)
            break
        before = len(_placed(position, craft))
        if before and not position.terms.formed:
            break
        craft.row, craft.column = HEAD + before // ABREAST, HEAD + before % ABREAST


ABREAST = 3
"""The number of bombers in a row of a formation that is given at the start."""


def place_orders(position: CardPosition, out: list[Any]) -> None:
    """A free cell next to a bomber of the formation, horizontally or vertically (DIF-220, GAP-40)."""
    craft = to_place(position)
    if craft is None:
        return
    taken = {(c.row, c.column) for c in _placed(position, craft)}
    cells = {(row + dr, column + dc) for row, column in taken for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} - taken
    out.extend([place_bomber(craft.number, row, column) for row, column in sorted(cells)])


def play_place(run: CardRun, order: PlaceBomber) -> None:
    craft = run.position.crafts[order.aircraft]
    craft.row, craft.column = order.row, order.column
    run.tell_only(craft.seat, "placed", aircraft=craft.number, row=craft.row, column=craft.column)
    form_up(run)
