"""The tables of the hex dogfight: dashboards, the Action deck and the combat die, critical markers, leaders; loaded, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bob.core.errors import phrase
from bob.core.own_files import own_files, there
from bob.core.resources import data_folder
from bob.data.toml_files import Node, read_toml
from bob.data.units import SIDES

CRITICAL, DAMAGE, SPECIAL, BLANK = "critical", "damage", "special", "blank"
FACES = (CRITICAL, DAMAGE, SPECIAL, BLANK)
FRONT, REAR, TURRET = "front", "rear", "turret"
ARCS = (FRONT, REAR, TURRET)
LOOP, ROLL_LEFT, ROLL_RIGHT, IMMELMANN, SPLIT_S, ZOOM, DIVE = "loop", "roll_left", "roll_right", "immelmann", "split_s", "zoom", "dive"
MANOEUVRES = ("loop", "roll", "immelmann", "split_s", "zoom", "dive")
INITIATIVE, OPPONENT, OWN, EITHER = "initiative", "opponent", "own", "either"
TIMINGS = (INITIATIVE, OPPONENT, OWN, EITHER)
CARDS = (
    "tally_ho",
    "radio_intercept",
    "out_of_the_sun",
    "full_throttle",
    "long_burst",
    "point_blank",
    "hard_turn",
    "aerobatics",
    "second_pass",
    "break_turn",
    "skid",
    "stoppage",
    "armour_plate",
    "into_the_haze",
    "quick_hands",
    "cool_nerves",
    "mutual_support",
    "shifting_cloud",
    "reserve_tank",
)
"""The effects that cards can have, in the order of the deck."""
MARKERS = ("engine", "tank", "pilot", "guns", "controls", "surfaces", "fire", "spar", "plain")
"""The effects that critical markers can have."""
CLASSES = ("silver", "gold", "historical")
RULES = ("close_range", "cover", "aim", "slip")
"""The rules that historical leaders can have of their own."""


@dataclass(frozen=True, slots=True)
class Gun:
    """The guns of one arc, as a number of combat dice."""

    arc: str
    dice: int


@dataclass(frozen=True, slots=True)
class Special:
    """The value of the special face to a type: in attack or dodge, as damage or critical, the most of a roll, and its conditions."""

    when: str
    counts: str
    most: int = 99
    within: int = 4
    against: str = "any"
    arc: str = "any"


@dataclass(frozen=True, slots=True)
class Costs:
    """The speed points of the special manoeuvres; 0 for one that cannot be flown."""

    loop: int = 0
    roll: int = 0
    immelmann: int = 0
    split_s: int = 0
    zoom: int = 0
    dive: int = 0


@dataclass(frozen=True, slots=True)
class Dashboard:
    """An aircraft type."""

    code: str
    name: str
    side: str
    bomber: bool
    speed: int
    guns: tuple[Gun, ...]
    rotation: int
    costs: Costs
    structure: int
    armour: int
    quick: int
    fuel: int
    points: int
    special: Special | None = None
    steady: bool = False
    flies_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HexCard:
    """One kind of Action card; copies of a kind are interchangeable."""

    code: str
    timing: str
    copies: int
    value: int


@dataclass(frozen=True, slots=True)
class LeaderClass:
    """The values that every leader of a class has."""

    code: str
    points: int
    chooses: bool
    dodge: int
    rotation: int
    manoeuvre: int
    structure: int
    aircraft: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A historical leader."""

    code: str
    name: str
    side: str
    aircraft: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class HexTables:
    """Everything the game reads."""

    aircraft: Mapping[str, Dashboard]
    cards: Mapping[str, HexCard]
    die: tuple[str, ...]
    markers: Mapping[str, int]
    classes: Mapping[str, LeaderClass]
    leaders: Mapping[str, Leader]
    wingman: int
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files laid over ours, by name."""

    def pile(self) -> list[str]:
        """All cards of the deck, in the order of the file."""
        return [card.code for card in self.cards.values() for _ in range(card.copies)]

    def bag(self) -> list[str]:
        """All critical markers, in the order of the file."""
        return [code for code, copies in self.markers.items() for _ in range(copies)]

    def leader_class(self, leader: str) -> LeaderClass | None:
        """The class of a leader given as a class or by name; None for no leader."""
        if not leader:
            return None
        return self.classes["historical" if leader in self.leaders else leader]

    def rule(self, leader: str) -> str:
        """Return the special rule of a leader; empty for none."""
        return self.leaders[leader].rule if leader in self.leaders else ""

    def stand_in(self, aircraft: str) -> Dashboard | None:
        """Return the dashboard that represents an aircraft type of the day; None for a type that has none."""
        if aircraft in self.aircraft:
            return self.aircraft[aircraft]
        return next((dash for dash in self.aircraft.values() if aircraft in dash.flies_for), None)


# ---- loading


def load_aircraft(path: Path) -> dict[str, Dashboard]:
    """The dashboards of a file by code. Raises DataError."""
    top = read_toml(path)
    found: dict[str, Dashboard] = {}
    for node in top.tables("aircraft", required=False):
        dash = _dashboard(node)
        if dash.code in found:
            node.fail("code", phrase("expect.once"), dash.code)
        found[dash.code] = dash
    top.done()
    return found


def _dashboard(node: Node) -> Dashboard:
    guns = node.table("guns")
    arcs = tuple(Gun(arc, guns.whole(arc, 1, 9)) for arc in guns if arc in ARCS)
    _check_names(guns, ARCS)
    manoeuvres = node.table("manoeuvres")
    _check_names(manoeuvres, MANOEUVRES)
    costs = Costs(**{name: manoeuvres.whole(name, 1, 9) for name in manoeuvres})
    node.text("origin", ("designed", "source"))
    node.text("source")
    dash = Dashboard(
        code=_code(node),
        name=node.text("name"),
        side=node.text("side", SIDES),
        bomber=node.get("bomber", bool),
        speed=node.whole("speed", 1, 12),
        guns=arcs,
        rotation=node.whole("rotation", 1, 9),
        costs=costs,
        structure=node.whole("structure", 1, 20),
        armour=node.whole("armour", 0, 9),
        quick=node.whole("quick", 0, 9),
        fuel=node.whole("fuel", 1, 60),
        points=node.whole("points", 1, 99),
        special=_special(node),
        steady=node.maybe("steady", bool) or False,
        flies_for=node.distinct("flies_for"),
    )
    node.done()
    return dash


def _special(node: Node) -> Special | None:
    special = node.maybe_table("special")
    if not special.data:
        return None
    made = Special(
        when=special.text("when", ("attack", "dodge")),
        counts=special.text("counts", (DAMAGE, CRITICAL)),
        most=special.whole("most", 1, 99) if "most" in special.data else 99,
        within=special.whole("within", 1, 4) if "within" in special.data else 4,
        against=special.text("against", ("bomber",)) if "against" in special.data else "any",
        arc=special.text("arc", ARCS) if "arc" in special.data else "any",
    )
    special.done()
    return made


def _check_names(node: Node, names: tuple[str, ...]) -> None:
    for key in node:
        if key not in names:
            node.fail(key, phrase("expect.one_of", choices=", ".join(names)), key)


def _code(node: Node) -> str:
    code = node.text("code")
    if not (code.isascii() and code.replace("_", "a").isalnum() and code == code.lower()):
        node.fail("code", phrase("hexes.expect.code"), code)
    return code


def load_deck(path: Path) -> tuple[dict[str, HexCard], tuple[str, ...]]:
    """The cards of a file by code, and the faces of the combat die. Raises DataError."""
    top = read_toml(path)
    top.text("origin", ("designed", "source"))
    top.text("source")
    cards: dict[str, HexCard] = {}
    for node in top.tables("card"):
        code = node.text("code", CARDS)
        card = HexCard(
            code, node.text("timing", TIMINGS), node.whole("copies", 0, 99), node.whole("value", 0, 9) if "value" in node.data else 0
        )
        if code in cards:
            node.fail("code", phrase("expect.once"), code)
        if (card.timing == INITIATIVE) != (code in CARDS[:3]):
            node.fail("timing", phrase("hexes.expect.initiative_cards", cards=", ".join(CARDS[:3])), card.timing)
        node.done()
        cards[code] = card
    die = tuple(top.list_of("die", str))
    if len(die) != 6 or any(face not in FACES for face in die):
        top.fail("die", phrase("hexes.expect.die", faces=", ".join(FACES)), ", ".join(die))
    top.done()
    return cards, die


def load_markers(path: Path) -> dict[str, int]:
    """Load the numbers of critical markers by kind. Raises DataError."""
    top = read_toml(path)
    top.text("origin", ("designed", "source"))
    top.text("source")
    markers: dict[str, int] = {}
    for node in top.tables("marker"):
        code = node.text("code", MARKERS)
        if code in markers:
            node.fail("code", phrase("expect.once"), code)
        markers[code] = node.whole("copies", 0, 99)
        node.done()
    if not sum(markers.values()):
        top.fail("marker", phrase("hexes.expect.markers"), "none")
    top.done()
    return markers


def load_leaders(
    path: Path, aircraft: Mapping[str, Dashboard], base: Mapping[str, LeaderClass], wingman: int | None = None
) -> tuple[dict[str, LeaderClass], dict[str, Leader], int]:
    """The classes of leaders, over those of `base`, the historical leaders and a wingman's points of a file. Raises DataError."""
    top = read_toml(path)
    if wingman is None or "wingman" in top.data:
        wingman = top.whole("wingman", 0, 99)
    classes: dict[str, LeaderClass] = {}
    for node in top.tables("class", required=not base):
        code = node.text("code", CLASSES)
        if code in classes:
            node.fail("code", phrase("expect.once"), code)
        node.text("origin", ("designed", "source"))
        classes[code] = LeaderClass(
            code,
            node.whole("points", 0, 99),
            node.text("card", ("draw", "choose")) == "choose",
            node.whole("dodge", 0, 9),
            node.whole("rotation", 0, 9),
            node.whole("manoeuvre", 0, 9),
            node.whole("structure", 0, 9),
            node.whole("aircraft", 1, 2),
        )
        node.done()
    classes = {**base, **classes}
    for code in CLASSES:
        if code not in classes:
            top.fail("class", phrase("hexes.expect.class", code=code), "none")
    leaders: dict[str, Leader] = {}
    for node in top.tables("leader", required=False):
        flies = node.distinct("aircraft")
        for code in flies:
            if code not in aircraft:
                node.fail("aircraft", phrase("expect.one_of", choices=", ".join(aircraft)), code)
        node.text("origin", ("designed", "source"))
        node.text("source")
        leader = Leader(_code(node), node.text("name"), node.text("side", SIDES), flies, node.text("rule", RULES))
        if leader.code in leaders or leader.code in CLASSES:
            node.fail("code", phrase("expect.once"), leader.code)
        node.done()
        leaders[leader.code] = leader
    top.done()
    return classes, leaders, wingman


def load_tables(folder: Path) -> HexTables:
    """All tables of a folder. Raises DataError."""
    aircraft = load_aircraft(folder / "aircraft.toml")
    cards, die = load_deck(folder / "deck.toml")
    classes, leaders, wingman = load_leaders(folder / "leaders.toml", aircraft, {})
    return HexTables(aircraft, cards, die, load_markers(folder / "markers.toml"), classes, leaders, wingman)


OWN_FILES = ("aircraft.toml", "deck.toml", "markers.toml", "leaders.toml", "missions/*.toml")
"""The files that a user may lay over ours."""


def laid_over(folder: Path) -> HexTables:
    """Our tables with a user's own over them.

    An aircraft.toml and a leaders.toml there add to ours and replace entries of the same code; a deck.toml and a markers.toml take the
    place of ours. Raises UsageError for a folder that is not there or has none of them, DataError for an entry that is wrong.
    """
    there(folder, OWN_FILES)
    ours = shipped()
    aircraft, cards, die = dict(ours.aircraft), ours.cards, ours.die
    markers, classes, leaders, wingman = ours.markers, ours.classes, ours.leaders, ours.wingman
    if (folder / "aircraft.toml").is_file():
        aircraft |= load_aircraft(folder / "aircraft.toml")
    if (folder / "deck.toml").is_file():
        cards, die = load_deck(folder / "deck.toml")
    if (folder / "markers.toml").is_file():
        markers = load_markers(folder / "markers.toml")
    if (folder / "leaders.toml").is_file():
        classes, own_leaders, wingman = load_leaders(folder / "leaders.toml", aircraft, classes, wingman)
        leaders = {**leaders, **own_leaders}
    return HexTables(aircraft, cards, die, markers, classes, leaders, wingman, own_files(folder, OWN_FILES))


@cache
def shipped() -> HexTables:
    """The tables that ship with the program."""
    return load_tables(data_folder("tables") / "hexes")
