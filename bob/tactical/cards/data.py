"""The tables of the card dogfight: the Action deck, the aircraft, the pilots, the scenarios; loaded, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from bob.core.errors import DataError, phrase
from bob.core.own_files import own_files, there
from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Distinct, Node, read_toml
from bob.data.units import Name

ALTITUDES = ("very_low", "low", "medium", "high", "very_high")
"""The five levels from the lowest up (DIF-183); a position holds their index."""
VERY_LOW, LOW, MEDIUM, HIGH, VERY_HIGH = range(5)

AXIS, ALLIED = SIDES = ("axis", "allied")
"""The sides, which are the seats of a campaign (DIF-271)."""
NATIONS: Mapping[str, str] = {
    "germany": AXIS,
    "japan": AXIS,
    "italy": AXIS,
    "united_kingdom": ALLIED,
    "russia": ALLIED,
    "poland": ALLIED,
    "united_states": ALLIED,
    "france": ALLIED,
}
"""The side of each nation (DIF-024, DIF-025); Italy and France are ours, for the Battle of Britain."""

TITLES = (
    "ace_pilot",
    "barrel_roll",
    "evasive",
    "ims",
    "oots",
    "redline",
    "scissors",
    "tight_turn",
    "vertical_roll",
    "yo_yo",
)
ACTIONS = ("none", "attack", "barrel_roll", "scissors", "evasive", "plus_hit", "altitude", "redline")
TYPES = ("attack", "reaction", "both")
TRAITS = ("agile", "barrage", "turbocharger")
ABILITIES = ("A+1", "A+2", "Ag", "AP1", "AP2", "B+1", "Cl", "Di", "F+1", "H+1/+1", "H+0/+1", "M0(1)", "P+1", "P+2", "Re", "S+1")
ORIGINS = ("source", "designed")
THEATRES = ("pacific", "europe")


@dataclass(frozen=True, slots=True)
class Bomber:
    """A card's line for bombers: the hits of its shot (none: it does not shoot), the hits it saves the bomber, and so on."""

    shot: int | None = None
    less: int = 0
    plus: int = 0
    stop_fuel_tank: bool = False

    @property
    def usable(self) -> bool:
        """Return whether a bomber may play the card at all (DIF-243)."""
        return self.shot is not None or self.less > 0 or self.plus > 0 or self.stop_fuel_tank


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One kind of Action card; copies of a kind are interchangeable."""

    code: str
    title: str
    subtitle: str
    type: str
    manoeuvre: int
    action: str
    bursts: int
    hits: int
    fuel_tank: bool
    react_to: frozenset[str]
    bomber: Bomber
    copies: tuple[int, int]
    origin: str

    @property
    def shoots(self) -> bool:
        return self.action == "attack"


@dataclass(frozen=True, slots=True)
class Deck:
    """The kinds of Action card by code, which kinds answer what, and which kinds do what."""

    cards: Mapping[str, ActionCard]
    answers: Mapping[str, frozenset[str]]
    doing: Mapping[str, frozenset[str]]

    def pile(self, decks: int = 1, theatre: str = "both") -> list[str]:
        """Return all cards of `decks` decks in the order of the file: both theatres' cards, or one theatre's of twice the decks
        (DIF-385)."""
        pile: list[str] = []
        for card in self.cards.values():
            pacific, europe = card.copies
            copies = pacific + europe if theatre == "both" else 2 * (pacific if theatre == "pacific" else europe)
            pile.extend([card.code] * (copies * decks))
        return pile


NO_ROUNDS = -9
"""The Bursts of an aircraft that has no rounds: no position makes up for so few."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The figures of one side of an aircraft card, or of an aircraft with its pilot in it."""

    speed: int
    airframe: int
    performance: int = 0
    pre: int = 0
    post: int = 0
    bursts: int = 0
    firepower: int = 0
    gunner: int = 0
    bombs: int = 0
    dt: int = 0
    st: int = 0
    agile: bool = False
    barrage: bool = False
    turbocharger: bool = False
    climb_less: int = 0
    dive_more: int = 0
    redline_free: bool = False
    least_manoeuvre: int = 0


@dataclass(frozen=True, slots=True)
class AircraftCard:
    """An aircraft card, both sides."""

    code: str
    name: str
    kind: str
    nation: str
    year: int
    vp: int
    altitude: int | None
    front: Ratings
    back: Ratings
    from_source: tuple[str, ...]
    source: str

    @property
    def side(self) -> str:
        return NATIONS[self.nation]

    @property
    def is_bomber(self) -> bool:
        return self.kind == "bomber"

    def origin(self, rating: str) -> str:
        """Return `source` or `designed`, the origin of a rating such as `front.performance`."""
        return "source" if rating in self.from_source else "designed"


@dataclass(frozen=True, slots=True)
class PilotCounter:
    """A pilot counter."""

    code: Name
    name: Name
    nation: Annotated[str, OneOf(("generic", *NATIONS))]
    vp: Annotated[int, Whole(0, 20)]
    abilities: tuple[Annotated[str, OneOf(ABILITIES)], ...]
    origin: Annotated[str, OneOf(ORIGINS)]
    source: Annotated[str, Text(2000, 1)]
    aircraft: tuple[str, ...] = ()

    def fits(self, aircraft: AircraftCard) -> bool:
        """Return whether the pilot may fly it: generic, or of its nation, and no bomber (DIF-397, DIF-398)."""
        return not aircraft.is_bomber and self.nation in ("generic", aircraft.nation)

    @property
    def ace_markers(self) -> int:
        return 2 * ("AP2" in self.abilities) + ("AP1" in self.abilities)


@dataclass(frozen=True, slots=True)
class _PilotFile:
    pilot: Annotated[tuple[PilotCounter, ...], Distinct("code")] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CardTables:
    """All tables of the game. They compare by identity, so that values made from them can be cached by them."""

    deck: Deck
    aircraft: Mapping[str, AircraftCard]
    pilots: Mapping[str, PilotCounter]
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files laid over ours, by name."""


def flown(side: Ratings, pilot: PilotCounter | None, damaged: bool) -> Ratings:
    """The ratings of a side with its pilot's bonuses (DIF-400 to DIF-412); all but Ag hold on the Damaged side too (GAP-75)."""
    if pilot is None:
        return side
    has = pilot.abilities.__contains__
    return replace(
        side,
        airframe=side.airframe + has("A+1") + 2 * has("A+2"),
        agile=side.agile or (has("Ag") and not damaged),
        bursts=side.bursts + has("B+1"),
        climb_less=int(has("Cl")),
        dive_more=int(has("Di")),
        firepower=side.firepower + has("F+1"),
        pre=side.pre + has("H+1/+1"),
        post=side.post + has("H+1/+1") + has("H+0/+1"),
        least_manoeuvre=int(has("M0(1)")),
        performance=side.performance + has("P+1") + 2 * has("P+2"),
        redline_free=has("Re"),
        speed=side.speed + has("S+1"),
    )


# ---- loading


def load_deck(path: Path) -> Deck:
    """The deck of a file. Raises DataError."""
    top = read_toml(path)
    cards: dict[str, ActionCard] = {}
    for node in top.tables("card"):
        card = _card(node)
        if card.code in cards:
            node.fail("code", phrase("expect.once"), card.code)
        cards[card.code] = card
    expected = top.whole("cards", 1, 1000)
    half = top.whole("per_theatre", 1, 1000)
    top.done()
    totals = [sum(c.copies[i] for c in cards.values()) for i in (0, 1)]
    if sum(totals) != expected:
        top.fail("card", phrase("expect.cards_in_all", count=expected), sum(totals))
    for theatre, total in zip(THEATRES, totals, strict=True):
        if total != half:
            top.fail("card", phrase("expect.cards_of_theatre", count=half, theatre=theatre), total)
    if "ace_pilot" not in cards:
        top.fail("card", phrase("expect.ace_pilot"), phrase("expect.nothing"))
    keys = (*TITLES, "manoeuvre")
    answers = {key: frozenset(c.code for c in cards.values() if key in c.react_to or "any" in c.react_to) for key in keys}
    return Deck(cards, answers, {action: frozenset(c.code for c in cards.values() if c.action == action) for action in ACTIONS})


def _card(node: Node) -> ActionCard:
    title = node.text("title", TITLES)
    kind = node.text("type", TYPES)
    action = node.text("action", ACTIONS)
    react_to = frozenset(node.list_of("react_to", str, required=False))
    for key in sorted(react_to - {*TITLES, "manoeuvre", "any"}):
        node.fail("react_to", phrase("expect.one_of", choices=", ".join(("any", "manoeuvre", *TITLES))), key)
    if action == "attack" and title not in ("ims", "oots"):
        node.fail("action", phrase("expect.attack_titles"), title)
    if react_to and kind == "attack":
        node.fail("type", phrase("expect.type_reaction"), kind)
    if action not in ("none", "redline") and kind == "reaction":
        node.fail("type", phrase("expect.type_attack"), kind)
    shoots = action == "attack"
    fuel = node.maybe("fuel_tank", bool) or False
    line = node.maybe_table("bomber")
    hits = node.whole("hits", 0, 9) if shoots else 0
    shot = line.maybe("shot", int)
    bomber = Bomber(
        shot if shot is not None else (hits if shoots and not fuel else None),
        line.maybe("less", int) or 0,
        line.maybe("plus", int) or 0,
        line.maybe("stop_fuel_tank", bool) or False,
    )
    line.done()
    copies = node.table("copies")
    card = ActionCard(
        code=node.text("code"),
        title=title,
        subtitle=node.maybe("subtitle", str) or "",
        type=kind,
        manoeuvre=node.whole("manoeuvre", 0, 4),
        action=action,
        bursts=node.whole("bursts", 1, 6) if shoots else 0,
        hits=hits,
        fuel_tank=fuel,
        react_to=react_to,
        bomber=bomber,
        copies=(copies.whole("pacific", 0, 55), copies.whole("europe", 0, 55)),
        origin=node.text("origin", ORIGINS),
    )
    copies.done()
    node.done()
    return card


_FIGHTER = ("performance", "horsepower", "bursts", "firepower")
_BOMBER = ("dt", "st")


def load_aircraft(path: Path) -> dict[str, AircraftCard]:
    """The aircraft cards of a file by code. Raises DataError."""
    found: dict[str, AircraftCard] = {}
    top = read_toml(path)
    for node in top.tables("aircraft", required=False):
        card = _aircraft(node)
        if card.code in found:
            node.fail("code", phrase("expect.once"), card.code)
        found[card.code] = card
    top.done()
    return found


def _aircraft(node: Node) -> AircraftCard:
    kind = node.text("kind", ("fighter", "bomber"))
    altitude = None
    if kind == "bomber":
        altitude = ALTITUDES.index(node.text("altitude", ALTITUDES))
    front, back = (_ratings(node.table(side), kind) for side in ("front", "back"))
    if back.airframe <= front.airframe:
        node.table("back").fail("airframe", phrase("expect.back_airframe", front=front.airframe), back.airframe)
    from_source = tuple(node.list_of("from_source", str, required=False))
    names = {"name", "nation", "year", "vp", "altitude", "traits"}
    ratings = {"horsepower", "traits", *(f.name for f in fields(Ratings))}
    for rating in from_source:
        side, _, name = rating.rpartition(".")
        if not ((side in ("front", "back") and name in ratings) or (not side and name in names)):
            node.fail("from_source", phrase("expect.ratings"), rating)
    node.text("origin", ("designed", "source"))
    aircraft = AircraftCard(
        code=node.text("code"),
        name=node.text("name"),
        kind=kind,
        nation=node.text("nation", tuple(NATIONS)),
        year=node.whole("year", 1914, 1953),
        vp=node.whole("vp", 0, 99),
        altitude=altitude,
        front=front,
        back=back,
        from_source=from_source,
        source=node.text("source"),
    )
    node.done()
    return aircraft


def _ratings(node: Node, kind: str) -> Ratings:
    values: dict[str, Any] = {"speed": node.whole("speed", 0, 9), "airframe": node.whole("airframe", 1, 30)}
    if kind == "fighter":
        values["performance"] = node.whole("performance", 0, 15)
        power = node.list_of("horsepower", int)
        if len(power) != 2 or not all(0 <= figure <= 9 for figure in power):
            node.fail("horsepower", phrase("expect.horsepower"), power)
        values["pre"], values["post"] = power
        values["bursts"] = node.whole("bursts", 0, 9)
        values["firepower"] = node.whole("firepower", -5, 5)
        values["gunner"] = node.maybe("gunner", int) or 0
        for trait in node.list_of("traits", str, required=False):
            if trait not in TRAITS:
                node.fail("traits", phrase("expect.one_of", choices=", ".join(TRAITS)), trait)
            values[trait] = True
    else:
        values["dt"], values["st"] = node.whole("dt", 0, 12), node.whole("st", 0, 12)
    if node.maybe("bombs", int) is not None:
        values["bombs"] = node.whole("bombs", 0, 99)
    node.done()
    return Ratings(**values)


def load_pilots(path: Path, aircraft: Mapping[str, AircraftCard]) -> dict[str, PilotCounter]:
    """The pilot counters of a file by code. Raises DataError."""
    pilots = read_toml(path).read(_PilotFile).pilot
    for i, pilot in enumerate(pilots):
        for k, code in enumerate(pilot.aircraft):
            if code not in aircraft:
                raise DataError(path, f"pilot[{i}].aircraft[{k}]", phrase("expect.aircraft_card"), code)
    return {pilot.code: pilot for pilot in pilots}


def load_tables(folder: Path, aircraft_files: tuple[str, ...] = ("aircraft_examples.toml", "aircraft.toml")) -> CardTables:
    """All tables of a folder; an aircraft card of a later file takes the place of one of the same code. Raises DataError."""
    aircraft: dict[str, AircraftCard] = {}
    for name in aircraft_files:
        aircraft |= load_aircraft(folder / name)
    return CardTables(load_deck(folder / "deck.toml"), aircraft, load_pilots(folder / "pilots.toml", aircraft))


OWN_FILES = ("aircraft.toml", "pilots.toml", "deck.toml")
"""The files that a user may lay over ours."""


def laid_over(folder: Path) -> CardTables:
    """Our tables with a user's own cards over them.

    An aircraft.toml and a pilots.toml there add to ours and replace cards of the same code; a deck.toml takes the place of ours.
    Raises UsageError for a folder that is not there or has none of them, DataError for a card that is wrong.
    """
    there(folder, OWN_FILES)
    ours = shipped()
    aircraft, pilots, deck = dict(ours.aircraft), dict(ours.pilots), ours.deck
    if (folder / "aircraft.toml").is_file():
        aircraft |= load_aircraft(folder / "aircraft.toml")
    if (folder / "pilots.toml").is_file():
        pilots |= load_pilots(folder / "pilots.toml", aircraft)
    if (folder / "deck.toml").is_file():
        deck = load_deck(folder / "deck.toml")
    return CardTables(deck, aircraft, pilots, own_files(folder, OWN_FILES))


@cache
def shipped() -> CardTables:
    """The tables that ship with the program."""
    return load_tables(data_folder("tables") / "cards")
