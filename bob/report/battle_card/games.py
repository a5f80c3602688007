"""The set-up of the four tabletop games as sentences for both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from bob.data.units import SIDES
from bob.day.telling.period_names import code_word
from bob.tactical.cards.flight import PHASED, FlightHandicap
from bob.tactical.cards.resolver import PARTIES
from bob.tactical.cards_classic.data import classic_tables
from bob.tactical.engagement import Engagement
from bob.tactical.hexes.data import shipped as hex_tables
from bob.tactical.hexes.position import NOBODY, HexMount
from bob.tactical.hexes.rules.sequence import DEALT
from bob.tactical.miniatures.data import shipped as sky_tables
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureMount
from bob.tactical.miniatures.telling import spots_text
from bob.tactical.tabletop import Tabletop, last_turn
from bob.words import Words

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
"""The facings of the hex dogfight as directions of the compass."""


def games(words: Words, engagement: Engagement, table: Tabletop, others: Mapping[str, Engagement]) -> Iterable[tuple[str, str]]:
    """Yield each game's code and its set-up."""
    setups = {"cards": _cards, "hexes": _hexes, "skies": _miniatures, "flight": _flight}
    for code, setup in setups.items():
        yield code, " ".join([*setup(words, engagement, table), *_differing(words, code, engagement, table, others)])


def _differing(words: Words, code: str, e: Engagement, t: Tabletop, others: Mapping[str, Engagement]) -> Iterable[str]:
    """Yield the aircraft and the scale of a game where they are others than by cards."""
    here = others.get(code, e)
    if here != e:
        yield words("card.set.here", **{side: here.aircraft(side) for side in SIDES}, scale=t.drawn[code].scale)


def _turns(words: Words, count: int) -> str:
    return words("card.set.turns_one") if count == 1 else words("card.set.turns_many", count=count)


def _turn_length(words: Words, minutes: int, turns: int) -> str:
    """Return the length of a game turn in words: whole or half minutes, else seconds."""
    seconds = round(60 * minutes / turns)
    whole, half = divmod(seconds, 60)
    if half in (0, 30) and whole:
        return words("card.set.minutes", minutes=f"{whole}{'½' if half else ''}")
    return words("card.set.seconds", seconds=seconds)


def _clouds(words: Words, game: str, count: int) -> str:
    form = "none" if count == 0 else "one" if count == 1 else "many"
    return words(f"card.{game}.clouds_{form}", count=count)


def _seat(words: Words, side: str) -> str:
    return code_word(words, "seat", side)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cards(words: Words, e: Engagement, t: Tabletop) -> Iterable[str]:
    terms = t.cards.terms
    first = next(side for side, party in PARTIES.items() if party == terms.first)
    decks = words("card.cards.deck_one") if terms.decks == 1 else words("card.cards.deck_many", count=terms.decks)
    each = _turn_length(words, e.minutes, terms.turns)
    yield words("card.cards.turns", turns=_turns(words, terms.turns), each=each, first=_seat(words, first), decks=decks)
    altitude = next(m.altitude for player in terms.players for m in player.aircraft)
    yield words("card.cards.altitude", altitude=words(f"cards.altitude.{altitude}"))
    if terms.damaged_goes_home:
        yield words("card.cards.home")
    if e.bombers:
        yield words("card.cards.rows")
    if not terms.holds:
        yield words("card.cards.neutral")
        return
    for level, key in ((2, "tailing"), (1, "advantaged")):
        pairs = [(one, other) for one, other, at in terms.holds if at == level]
        if pairs:
            raf = sum(m.count for m in t.of(SIDES[0]))
            text = ", ".join(words("card.cards.pair", one=_model(words, raf, a), other=_model(words, raf, b)) for a, b in pairs)
            yield words(f"card.cards.{key}", pairs=text)
    yield words("card.cards.others")


def _model(words: Words, raf: int, number: int, last: int | None = None) -> str:
    """A model by its side and its number within it, or all models from it to the last of them; `raf` is the RAF's number of models."""
    side, before = (SIDES[0], 0) if number < raf else (SIDES[1], raf)
    own = number + 1 - before
    return words(f"card.cards.model_{side}", number=own if last is None else f"{own}–{last + 1 - before}")


def _hexes(words: Words, e: Engagement, t: Tabletop) -> Iterable[str]:
    terms = t.hexes.terms
    page = {"columns": terms.columns, "rows": terms.rows, "clouds": _clouds(words, "hexes", terms.cloud_count)}
    yield words("card.hexes.turns", turns=_turns(words, terms.turns), each=_turn_length(words, e.minutes, terms.turns), **page)
    number = 0
    for player in terms.players:
        for alike, mounts in groupby(player.aircraft, lambda m: (m.type, m.level, m.facing)):
            found = list(mounts)
            yield _placed(words, len(terms.players[0].aircraft), alike, number, found)
            number += len(found)
    if any(mount.formation != NOBODY for player in terms.players for mount in player.aircraft):
        yield words("card.hexes.formation")
    if terms.structure:
        yield words("card.hexes.structure", structure=terms.structure)
    sturdy = {mount.type: mount.structure for player in terms.players for mount in player.aircraft if mount.structure}
    yield from (words("card.hexes.sturdy", aircraft=hex_tables().aircraft[code].name, structure=more) for code, more in sturdy.items())
    if terms.hit_goes_home:
        yield words("card.hexes.home")
    yield from (words(f"card.hexes.{aim.kind}", side=_seat(words, aim.side), points=aim.points) for aim in terms.aims)
    if terms.first is not None:
        yield words("card.hexes.first", side=_seat(words, terms.first))
    yield words("card.hexes.cards", count=DEALT)
    yield from (words("card.hexes.more", side=_seat(words, p.side), more=p.cards) for p in terms.players if p.cards)


def _placed(words: Words, raf: int, alike: tuple[str, int, int], first: int, mounts: list[HexMount]) -> str:
    """Models that follow one another, of one type, level and facing: `R1–3 Hurricane I: 0808 0708 0809 (altitude 2, SE)`."""
    code, level, facing = alike
    last = first + len(mounts) - 1
    return words(
        "card.hexes.placed",
        models=_model(words, raf, first) if first == last else _model(words, raf, first, last),
        aircraft=hex_tables().aircraft[code].name,
        hexes=" ".join(mount.at.label for mount in mounts if mount.at is not None),
        level=level,
        facing=words(f"card.direction.{FACINGS[facing]}"),
    )


def _miniatures(words: Words, e: Engagement, t: Tabletop) -> Iterable[str]:
    terms, sizes = t.drawn["skies"].terms, sky_tables().sizes
    names = MiniatureNames(words, sky_tables())
    theatre = words.separated(f"{_seat(words, force.seat)} {names.cards(force.theatre or ())}" for force in terms.forces)
    decks = {"doctrine": max(sizes.doctrines(len(force.aircraft)) for force in terms.forces), "theatre": theatre}
    page = {"width": terms.width, "height": terms.height, "clouds": _clouds(words, "skies", terms.cloud_count)}
    yield words("card.skies.turns", turns=_turns(words, terms.turns), each=_turn_length(words, e.minutes, terms.turns), **page, **decks)
    number = 0
    for force in terms.forces:
        for alike, mounts in groupby(force.aircraft, lambda m: (m.type, m.level, m.heading)):
            found = list(mounts)
            yield _set_down(words, len(terms.forces[0].aircraft), alike, number, found)
            number += len(found)
    for way in terms.exits:
        yield words("card.skies.exit", side=_seat(words, way.seat), edge=words(f"skies.edge.{way.edge}"))
    if terms.saved_hit_chit:
        yield words("card.skies.saved")
    if e.bombers and terms.formation_fire:
        yield words("card.skies.formation")
    if terms.first is not None:
        yield words("card.skies.first", side=_seat(words, terms.first))
    hands = {force.seat: sizes.hand_of(len(force.aircraft)) + force.cards for force in terms.forces}
    ahead = max(hands, key=lambda seat: hands[seat])
    other = next(seat for seat in hands if seat != ahead)
    if hands[ahead] == hands[other]:
        yield words("card.skies.hand", count=hands[ahead])
    else:
        given = {"count": hands[ahead], "fewer": hands[other]}
        yield words("card.skies.hand_surprised", side=_seat(words, ahead), other=_seat(words, other), **given)


def _set_down(words: Words, raf: int, alike: tuple[str, str, int], first: int, mounts: list[MiniatureMount]) -> str:
    """Models that follow one another, of one type, level and heading: `R1–2 Hurricane I: (7.5; 18) (6; 18), Neutral, heading 90°.`"""
    code, level, heading = alike
    last = first + len(mounts) - 1
    return words(
        "card.skies.placed",
        models=_model(words, raf, first) if first == last else _model(words, raf, first, last),
        aircraft=sky_tables().aircraft[code].name,
        spots=spots_text(words, [mount.at.spot for mount in mounts if mount.at is not None]),
        level=words(f"skies.level.{level}"),
        heading=heading,
    )


def _flight(words: Words, e: Engagement, t: Tabletop) -> Iterable[str]:
    terms = t.flight.terms
    seats = {side.side: side.seat for side in terms.sides}
    if terms.structure == PHASED:
        yield words("card.flight.raid", out=terms.target_bound, home=terms.home_bound, first=_seat(words, seats[terms.first]))
    else:
        each = _turn_length(words, e.minutes, terms.turns)
        yield words("card.flight.turns", turns=_turns(words, terms.turns), each=each, first=_seat(words, seats[terms.first]))
    flown = [unit for side in terms.sides for unit in (*side.elements, *side.formations)]
    yield words("card.cards.altitude", altitude=words(f"cards.altitude.{flown[0].altitude}"))
    leaders: dict[int, str] = {}
    number = 0
    for side in terms.sides:
        parts = []
        for place, element in enumerate(side.elements, 1):
            leaders[number] = leader = words(f"card.cards.model_{side.seat}", number=place)
            number += 1 + element.wingman
            name = classic_tables().aircraft[element.aircraft].name
            parts.append(words(f"card.flight.{'pair' if element.wingman else 'alone'}", leader=leader, aircraft=name))
        for formation in side.formations:
            number += len(formation.aircraft)
            name = classic_tables().aircraft[formation.aircraft[0]].name
            parts.append(words("card.flight.formation", count=len(formation.aircraft), aircraft=name))
        yield _capital(words("card.flight.side", side=_seat(words, side.seat), parts=", ".join(parts)))
    if terms.holds:
        pairs = ", ".join(words("card.cards.pair", one=leaders[a], other=leaders[b]) for a, b, _ in terms.holds)
        yield words("card.cards.advantaged", pairs=pairs)
    if terms.damaged is not None:
        yield words("card.flight.home")


def handicaps(t: Tabletop) -> dict[str, FlightHandicap]:
    """Return the handicaps of a classic flight by unit; formations have none."""
    found: dict[str, FlightHandicap] = {}
    number = 0
    for side in t.flight.terms.sides:
        for element in side.elements:
            for handicap in element.handicaps:
                found.setdefault(t.flight.models[number], handicap)
                number += 1
        number += sum(len(formation.aircraft) for formation in side.formations)
    return found


def turns_of_the_day(words: Words, e: Engagement, t: Tabletop) -> tuple[str, ...]:
    """Return each turn of five minutes that may have been spent, with the last game turn of each game that is still in it."""
    lines: list[str] = []
    for turn in range(1, e.length + 1):
        cards, others = (
            last_turn(e, count, turn) for count in (t.cards.terms.turns, min(t.drawn[code].terms.turns for code in ("hexes", "skies")))
        )
        lines.append(words("card.close.turn", turn=turn, cards=cards, others=others))
    return tuple(lines)
