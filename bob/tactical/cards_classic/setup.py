"""Setting a flight up: terms checked, aircraft with their crews, loads and altitudes chosen in secret, opening hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bob.core.dice import Dice
from bob.core.errors import BobError, phrase
from bob.tactical.cards.data import ALTITUDES, VERY_LOW, Ratings
from bob.tactical.cards.flight import (
    BOMBS,
    CHOICE,
    CREW_SKILLS,
    FIXED,
    NO_LOAD,
    NO_ROUNDS,
    PILOT_SKILLS,
    TORPEDO,
    FlightAirman,
    FlightElement,
    FlightFormation,
    FlightHandicap,
    FlightTerms,
)
from bob.tactical.cards.orders import StartAltitude
from bob.tactical.cards.position import NOBODY, CardSeat, CardTerms, Craft
from bob.tactical.cards_classic.data import HEAVY_BOMBER, ClassicAircraft, ClassicTables
from bob.tactical.cards_classic.execution import FlightRun
from bob.tactical.cards_classic.orders import TakeLoad
from bob.tactical.cards_classic.position import PREPARE, SWAP, FlightPosition, Sortie

# ---- the terms


def check_flight(terms: FlightTerms, tables: ClassicTables) -> None:
    """Raise BobError when a flight of these terms cannot be flown."""

    def need(ok: bool, place: str, expected: str, **values: object) -> None:
        if not ok:
            raise BobError("flight.error.terms", place=place, expected=phrase(f"flight.expect.{expected}", **values))

    one, other = terms.sides
    need(one.side != other.side and one.seat != other.seat and "referee" not in (one.seat, other.seat), "sides", "two_sides")
    if terms.structure == FIXED:
        need(terms.turns > 0, "turns", "turns")
        need(all(side.elements or side.formations for side in terms.sides), "sides", "aircraft")
    else:
        need(bool(terms.bombing) and terms.target is not None, "bombing", "target")
        bombers = next(side for side in terms.sides if side.side == terms.bombing)
        need(bool(bombers.elements or bombers.formations), terms.bombing, "aircraft")
    units = [e.unit for side in terms.sides for e in side.elements] + [f.unit for side in terms.sides for f in side.formations]
    need(len(set(units)) == len(units), "unit", "units")
    for side in terms.sides:
        for element in side.elements:
            _check_element(element, tables, need)
        for formation in side.formations:
            _check_formation(formation, tables, need)
    # In a flight all bombers of one type fly at one altitude (CAM-17.22d).
    for side in terms.sides:
        bands: dict[str, set[str]] = {}
        for formation in side.formations:
            if formation.altitude is not None:
                bands.setdefault(tables.aircraft[formation.aircraft[0]].type, set()).add(formation.altitude)
        for kind, found in bands.items():
            need(len(found) == 1, kind, "one_altitude")


def _check_element(element: FlightElement, tables: ClassicTables, need: Any) -> None:
    card = tables.aircraft.get(element.aircraft)
    need(card is not None, element.unit, "known")
    assert card is not None
    need(not card.formed, element.unit, "fighter")  # CAM-16.11a
    need(element.load in (NO_LOAD, BOMBS) or card.torpedo, f"{element.unit}.load", "torpedo")  # CAM-21.51
    need(element.load not in (BOMBS, CHOICE) or card.bomb_capable, f"{element.unit}.load", "bomb_capable")
    need(element.altitude is None or ALTITUDES.index(element.altitude) in card.bands, f"{element.unit}.altitude", "band")  # CAM-16.22
    need(element.pilot is None or set(element.pilot.skills) <= set(PILOT_SKILLS), f"{element.unit}.pilot", "pilot")


def _check_formation(formation: FlightFormation, tables: ClassicTables, need: Any) -> None:
    place = formation.unit
    cards = [tables.aircraft.get(code) for code in formation.aircraft]
    need(bool(cards) and all(card is not None for card in cards), place, "known")
    known = [card for card in cards if card is not None]
    need(all(card.formed for card in known), place, "formed")  # CAM-17.22e
    need(len({card.type for card in known}) == 1, place, "one_type")  # CAM-17.22c
    need(len(known) <= known[0].formation_size, place, "size", most=known[0].formation_size)  # CAM-17.22a
    need(formation.load in (NO_LOAD, BOMBS) or all(card.torpedo for card in known), f"{place}.load", "torpedo")
    bands = all(formation.altitude is None or ALTITUDES.index(formation.altitude) in card.bands for card in known)
    need(bands, f"{place}.altitude", "band")
    need(len(formation.crews) <= len(known), f"{place}.crews", "crews")
    for crew, card in zip(formation.crews, known, strict=False):
        # Crews only in Heavy Bombers (CAM-19.3a).
        need(crew is None or (card.kind == HEAVY_BOMBER and set(crew.skills) <= set(CREW_SKILLS)), f"{place}.crews", "crews")


# ---- the table


def begin(terms: FlightTerms, tables: ClassicTables, dice: Dice) -> FlightRun:
    """Lay out the cards, shuffle, and ask for the secret choices (CAM-S.9a)."""
    check_flight(terms, tables)
    seats = tuple([CardSeat(side.seat, side.side) for side in terms.sides])
    position = FlightPosition(
        terms=CardTerms(seats, flip=terms.edition.flip),
        deck=tables.deck,
        seats=tuple([side.seat for side in terms.sides]),
        parties=tuple([side.side for side in terms.sides]),
        party_of=(0, 1),
        phase=PREPARE,
        score=[0, 0],
        flight=terms,
    )
    run = FlightRun(position, dice)
    position.pile = tables.deck.pile()
    run.tell("flight", structure=terms.structure, target=terms.target.name if terms.target is not None else None, cards=len(position.pile))
    run.shuffle()
    groups = 0
    for party, side in enumerate(terms.sides):
        for element in side.elements:
            _add_element(position, party, element, tables)
        for formation in side.formations:
            _add_formation(position, party, formation, groups, tables)
            groups += 1
    lay_cards(position, tables)
    for craft in position.crafts:
        run.tell(
            "revealed",
            aircraft=craft.number,
            seat=position.seats[craft.seat],
            type=craft.type,
            airman=position.sorties[craft.number].airman,
        )
    _settle_loads(position)
    ready(run)
    return run


def lay_cards(position: FlightPosition, tables: ClassicTables) -> None:
    """Cache the values that are read off the aircraft cards again and again."""
    known = [tables.aircraft[craft.type] for craft in position.crafts]
    position.cards = tuple([(card.front, card.back) for card in known])
    position.bands = tuple([(card.bands.start, card.bands.stop - 1) for card in known])
    position.norden = tuple([card.norden for card in known])


def skilled(side: Ratings, airman: FlightAirman | None) -> Ratings:
    """The ratings of a side with what Pilot or Crew add for the whole flight (CAM-19.25, CAM-19.35, CAM-GAP-40, CAM-GAP-57)."""
    if airman is None:
        return side
    has = airman.skills.__contains__
    return replace(
        side,
        bursts=side.bursts + has("BU"),
        airframe=side.airframe + has("D"),
        gunner=side.gunner + (has("G") if side.gunner else 0),
        pre=side.pre + has("H"),
        performance=side.performance + has("P"),
        dt=side.dt + has("TD"),
        st=side.st + has("TS"),
    )


def _craft(position: FlightPosition, party: int, card: ClassicAircraft, altitude: str | None, airman: FlightAirman | None) -> Craft:
    front, back = skilled(card.front.ratings(), airman), skilled(card.back.ratings(), airman)
    aces = airman is not None and "A" in airman.skills
    craft = Craft(
        number=len(position.crafts),
        seat=party,
        party=party,
        type=card.code,
        pilot=airman.code if airman is not None else None,
        front=front,
        back=back,
        now=front,
        vp=0,
        pilot_vp=0,
        bomber=card.formed,
        loaded=False,
        start=ALTITUDES.index(altitude) if altitude is not None else NOBODY,
        # An ace has one Ace Ability, an ace crew two (CAM-19.25Aa, CAM-19.35Aa).
        markers=(2 if card.formed else 1) if aces else 0,
    )
    position.crafts.append(craft)
    return craft


def _add_element(position: FlightPosition, party: int, element: FlightElement, tables: ClassicTables) -> None:
    card = tables.aircraft[element.aircraft]
    leader = _craft(position, party, card, element.altitude, element.pilot)
    skills = element.pilot.skills if element.pilot is not None else ()
    airman = element.pilot.code if element.pilot is not None else None
    given = (*element.handicaps, FlightHandicap(), FlightHandicap())
    _handicap(leader, given[0])
    position.sorties.append(Sortie(element.unit, 0, card.kind, element.load, airman=airman, skills=skills, extra=given[0].cards))
    if element.wingman:
        wingman = _craft(position, party, card, element.altitude, None)
        leader.wingman, wingman.leader = wingman.number, leader.number
        position.sorties.append(Sortie(element.unit, 1, card.kind, element.load, rounds=given[1].bursts))


def _handicap(craft: Craft, given: FlightHandicap) -> None:
    """Change both sides of a Leader's card for the whole flight; without rounds a Gunner has none either."""

    def changed(side: Ratings) -> Ratings:
        gunner = 0 if given.bursts <= NO_ROUNDS else side.gunner
        return replace(side, performance=max(1, side.performance + given.performance), bursts=side.bursts + given.bursts, gunner=gunner)

    if given != FlightHandicap():
        craft.front, craft.back = changed(craft.front), changed(craft.back)
        craft.now = craft.front


def _add_formation(position: FlightPosition, party: int, formation: FlightFormation, group: int, tables: ClassicTables) -> None:
    for place, code in enumerate(formation.aircraft):
        card = tables.aircraft[code]
        crew = formation.crews[place] if place < len(formation.crews) else None
        craft = _craft(position, party, card, formation.altitude, crew)
        if loose := formation.loose[place] if place < len(formation.loose) else 0:
            craft.front, craft.back = (replace(side, st=max(0, side.st - loose)) for side in (craft.front, craft.back))
            craft.now = craft.front
        sortie = Sortie(formation.unit, place, card.kind, formation.load, formation=group)
        if crew is not None:
            sortie.airman, sortie.skills, sortie.nerves = crew.code, crew.skills, "NS" in crew.skills
        position.sorties.append(sortie)


# ---- secret choices


def _settle_loads(position: FlightPosition) -> None:
    """Nothing to choose: a target on land takes bombs, a Medium that does not start at Very Low cannot drop torpedoes (CAM-17.14b1,
    CAM-17.14b2, CAM-GAP-35)."""
    target = position.flight.target
    for craft in position.crafts:
        sortie, rated = position.sorties[craft.number], bool(position.cards[craft.number][0].bombs)
        if sortie.load not in (CHOICE, TORPEDO):
            continue
        if target is None or not target.naval or (craft.bomber and craft.start not in (NOBODY, VERY_LOW)):
            sortie.load = BOMBS if rated else NO_LOAD
        elif not rated:
            sortie.load = TORPEDO
    for craft in position.crafts:
        if craft.start == NOBODY:
            _follow_type(position, craft)


def _follow_type(position: FlightPosition, craft: Craft) -> None:
    """Bombers of a type that is there already fly at its altitude (CAM-17.22d, CAM-GAP-24); torpedo carriers at Very Low (CAM-21.53a)."""
    if not craft.bomber:
        return
    for other in position.crafts:
        if other.bomber and other.party == craft.party and other.start != NOBODY and other.type == craft.type:
            craft.start = other.start
            return
    sortie = position.sorties[craft.number]
    if TORPEDO in (sortie.load, sortie.planned):
        craft.start = VERY_LOW


def to_prepare(position: FlightPosition, seat: int) -> Craft | None:
    """Return the next own aircraft with a choice to make; a Wingman takes its Leader's (CAM-18.11d)."""
    for craft in position.crafts:
        if craft.seat == seat and craft.leader == NOBODY:
            sortie = position.sorties[craft.number]
            if (sortie.load == CHOICE and not sortie.planned) or craft.start == NOBODY:
                return craft
    return None


def prepare_orders(position: FlightPosition, seat: int, out: list[Any]) -> None:
    """First the load of an aircraft, then its altitude (CAM-17.14b2, CAM-GAP-64)."""
    craft = to_prepare(position, seat)
    if craft is None:
        return
    sortie = position.sorties[craft.number]
    if sortie.load == CHOICE and not sortie.planned:
        out += [TakeLoad(craft.number, BOMBS), TakeLoad(craft.number, TORPEDO)]
        return
    low, high = position.bands[craft.number]
    levels = position.flight.edition.starts(range(low, high + 1))
    out.extend([StartAltitude(craft.number, ALTITUDES[level]) for level in levels])


def play_load(run: FlightRun, order: TakeLoad) -> None:
    position = run.position
    craft = position.crafts[order.aircraft]
    unit = position.sorties[craft.number].unit
    for other in position.crafts:
        if position.sorties[other.number].unit == unit:
            position.sorties[other.number].planned = order.load
            if other.start == NOBODY:
                _follow_type(position, other)
    run.tell_only(craft.seat, "load_chosen", aircraft=craft.number, load=order.load)
    ready(run)


def play_start(run: FlightRun, order: StartAltitude) -> None:
    """An Element, or all bombers of that type, at that altitude (CAM-17.22d)."""
    position = run.position
    craft = position.crafts[order.aircraft]
    level = ALTITUDES.index(order.altitude)
    unit = position.sorties[craft.number].unit
    for other in position.crafts:
        same = position.sorties[other.number].unit == unit
        alike = craft.bomber and other.bomber and other.party == craft.party and other.type == craft.type
        if other.start == NOBODY and (same or alike):
            other.start = level
    run.tell_only(craft.seat, "altitude_chosen", aircraft=craft.number, altitude=order.altitude)
    ready(run)


def ready(run: FlightRun) -> None:
    """Show all choices together and draw the opening hands, once nothing more is to be chosen (CAM-S.1d, CAM-GAP-64)."""
    position = run.position
    position.ready = [to_prepare(position, seat) is None for seat in range(len(position.seats))]
    if not all(position.ready):
        return
    for craft in position.crafts:
        sortie = position.sorties[craft.number]
        if sortie.load == CHOICE:
            sortie.load, sortie.planned = sortie.planned, ""
            run.tell("carries", aircraft=craft.number, load=sortie.load)
        craft.altitude = craft.start
        run.tell("starts", aircraft=craft.number, altitude=craft.altitude)
    for craft in position.crafts:
        if position.leads(craft):
            run.draw(craft, craft.now.performance + position.sorties[craft.number].extra, "opening")
    for number, target, level in position.flight.holds:
        position.crafts[number].holds, position.crafts[number].level = target, level
        run.tell("position", aircraft=number, target=target, relation=level)
    position.phase = SWAP
