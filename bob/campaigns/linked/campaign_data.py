"""Campaign sheets: targets, arrows, options, the table of victory; loaded, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from bob.campaigns.sides import SIDES
from bob.core.errors import DataError, phrase
from bob.core.resources import data_folder
from bob.data.toml_files import Node, read_toml
from bob.tactical.cards.linking import ORIGINS, AircraftCard, CardTables, shipped
from bob.words import LANGUAGES

SOURCE_TYPES = ("tanks", "infantry", "factory", "bridge", "airfield", "cargo", "carrier", "railway")
OWN_TYPES = ("radar", "docks", "barges", "city")
TARGET_TYPES = SOURCE_TYPES + OWN_TYPES
"""The rules' eight types of target (DIF-299), and ours for 1940; none has an effect."""

KINDS = (
    "altitude",
    "bombs",
    "defense",
    "aircraft",
    "flak",
    "fuel",
    "gunner",
    "late",
    "pilot",
    "press",
    "rest",
    "shortage",
    "sun",
    "support",
    "vital",
    "winds",
)
"""The kinds of effect that an option can have, in the order of the rules."""

MIRRORED = ("bombs", "defense", "flak", "support", "gunner")
"""Effects that raise the own figure or lower the enemy's; a Gunner's may do both (GAP-58)."""

SIZED: Mapping[str, int] = {
    **dict.fromkeys(MIRRORED, 9),
    "press": 99,
    "rest": 99,
    "shortage": 2,
    "sun": 9,
    "winds": 9,
}
"""The effects that have an amount, and the most that it may be."""

DECLARED: Mapping[str, tuple[str, str]] = {"altitude": ("up", "down"), "winds": ("more", "fewer")}
"""The effects whose way is declared at the start of the mission (DIF-304, DIF-324)."""

OUTCOMES = ("axis_major", "axis_minor", "draw", "allied_minor", "allied_major")
PACKAGED = ("patterns.toml", "quick.toml")
"""The files of the folder that are no sheets."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A number of aircraft of a type."""

    aircraft: str
    count: int


@dataclass(frozen=True, slots=True)
class Target:
    """A target: the bombs that damage and destroy it, its Flak, and the fighters that defend it (DIF-284, DIF-297)."""

    code: str
    name: Mapping[str, str]
    type: str
    damaged: int
    destroyed: int
    flak: int
    interceptors: tuple[Flight, ...]
    from_source: tuple[str, ...]
    place: tuple[float, float] | None = None
    """Latitude and longitude of where it is drawn on a map; None for one that is nowhere."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An attack arrow: from where (None: a Start of its side) to which target, and the aircraft pictured with it (DIF-278 to DIF-282)."""

    number: int
    side: str
    launch: str | None
    target: str
    bombers: tuple[Flight, ...]
    escorts: tuple[Flight, ...]
    from_source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an option. `own` and `enemy` say whether the amount raises the own figure and lowers the enemy's."""

    kind: str
    own: bool = False
    enemy: bool = False
    amount: int = 0
    aircraft: str | None = None
    count: int = 0
    pilot: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A numbered option of a side (DIF-302, DIF-325)."""

    number: int
    side: str
    name: Mapping[str, str]
    effects: tuple[Effect, ...]
    from_source: tuple[str, ...]

    @property
    def ways(self) -> tuple[str, ...]:
        """Return the declarations open to it; none for most."""
        return next((DECLARED[e.kind] for e in self.effects if e.kind in DECLARED), ())


@dataclass(frozen=True, slots=True)
class LinkedCampaign:
    """A campaign sheet (DIF-273, DIF-275)."""

    code: str
    name: Mapping[str, str]
    missions: int
    turns: int
    initiative: str
    targets: Mapping[str, Target]
    arrows: Mapping[int, Arrow]
    options: Mapping[str, Mapping[int, Option]]
    victory: tuple[tuple[str, int], ...]
    origin: str
    from_source: tuple[str, ...]

    def result(self, total: int) -> str:
        """The outcome of a total of Allied less Axis victory points (DIF-358, DIF-359)."""
        return [code for code, least in self.victory if total >= least][-1]

    @property
    def aircraft(self) -> tuple[str, ...]:
        """All types that can appear, as at the foot of the sheet (DIF-285), sorted."""
        flights = [f for a in self.arrows.values() for f in (*a.bombers, *a.escorts)]
        flights += [f for t in self.targets.values() for f in t.interceptors]
        effects = [e for options in self.options.values() for o in options.values() for e in o.effects]
        return tuple(sorted({f.aircraft for f in flights} | {e.aircraft for e in effects if e.aircraft is not None}))


# ---- loading


def load_campaign_file(path: Path, cards: CardTables) -> LinkedCampaign:
    """The sheet of a file. Raises DataError."""
    top = read_toml(path)
    origin, from_source = _origin(top)
    targets: dict[str, Target] = {}
    for node in top.tables("target"):
        target = _target(node, cards)
        if target.code in targets:
            node.fail("code", phrase("expect.once"), target.code)
        targets[target.code] = target
    arrows: dict[int, Arrow] = {}
    for node in top.tables("arrow"):
        arrow = _arrow(node, cards, targets)
        if arrow.number in arrows:
            node.fail("number", phrase("expect.once"), arrow.number)
        arrows[arrow.number] = arrow
    options: dict[str, dict[int, Option]] = {side: {} for side in SIDES}
    for node in top.tables("option"):
        option = _option(node, cards)
        if option.number in options[option.side]:
            node.fail("number", phrase("expect.once"), option.number)
        options[option.side][option.number] = option
    campaign = LinkedCampaign(
        code=top.text("code"),
        name=_name(top),
        missions=top.whole("missions", 1, 40),
        turns=top.whole("turns", 1, 12),
        initiative=top.text("initiative", SIDES),
        targets=targets,
        arrows=arrows,
        options=options,
        victory=_victory(top),
        origin=origin,
        from_source=from_source,
    )
    top.done()
    _check_campaign(top, campaign)
    return campaign


def _check_campaign(top: Node, campaign: LinkedCampaign) -> None:
    """Check the sheet as a whole: a first mission, targets that arrows reach, launch points that can be taken."""
    if not any(a.launch is None and a.side == campaign.initiative for a in campaign.arrows.values()):
        top.fail("arrow", phrase("expect.start_arrow", side=campaign.initiative), phrase("expect.nothing"))
    for target in campaign.targets.values():
        attackers = {a.side for a in campaign.arrows.values() if a.target == target.code}
        if not attackers:
            top.fail("target", phrase("expect.arrow_to", target=target.code), phrase("expect.nothing"))
        for arrow in campaign.arrows.values():
            if arrow.launch == target.code and arrow.side not in attackers:
                top.fail("arrow", phrase("expect.launch_point", arrow=arrow.number), target.code)


def _name(node: Node) -> Mapping[str, str]:
    names = node.table("name")
    made = {language: names.text(language) for language in LANGUAGES}
    names.done()
    return made


def _origin(node: Node) -> tuple[str, tuple[str, ...]]:
    """Return the origin of an entry; a designed one gives its reason."""
    origin = node.text("origin", ORIGINS)
    from_source = node.distinct("from_source", required=False)
    for key in from_source:
        if key not in node.data:
            node.fail("from_source", phrase("expect.keys_of_entry"), key)
    if origin == "designed":
        node.text("why")
    elif node.maybe("why", str) is not None:
        node.fail("why", phrase("expect.no_why"), node.data["why"])
    return origin, from_source


def _flights(node: Node, key: str, cards: CardTables, side: str | None) -> tuple[Flight, ...]:
    made: list[Flight] = []
    for row in node.tables(key, required=False):
        _aircraft(row, cards, side)
        made.append(Flight(row.text("aircraft"), row.whole("count", 1, 12)))
        row.done()
    return tuple(made)


def _aircraft(node: Node, cards: CardTables, side: str | None) -> AircraftCard:
    code = node.text("aircraft")
    if code not in cards.aircraft:
        node.fail("aircraft", phrase("expect.aircraft_card"), code)
    found = cards.aircraft[code]
    if side is not None and found.side != side:
        node.fail("aircraft", phrase("expect.own_aircraft", side=side), code)
    return found


def _target(node: Node, cards: CardTables) -> Target:
    bombs = node.list_of("bombs", int)
    if len(bombs) != 2 or not 1 <= bombs[0] < bombs[1] <= 200:
        node.fail("bombs", phrase("expect.bombs"), bombs)
    interceptors = _flights(node, "interceptors", cards, None)
    if not interceptors or any(cards.aircraft[f.aircraft].is_bomber for f in interceptors):
        node.fail("interceptors", phrase("expect.interceptors"), [f.aircraft for f in interceptors])
    if len({cards.aircraft[f.aircraft].side for f in interceptors}) != 1:
        node.fail("interceptors", phrase("expect.one_side"), [f.aircraft for f in interceptors])
    target = Target(
        node.text("code"),
        _name(node),
        node.text("type", TARGET_TYPES),
        bombs[0],
        bombs[1],
        node.whole("flak", 0, 12),
        interceptors,
        _origin(node)[1],
        _place_of(node),
    )
    node.done()
    return target


def _place_of(node: Node) -> tuple[float, float] | None:
    """Return the place of a target on the earth, if the file has it."""
    found = node.list_of("place", float, required=False)
    if not found:
        return None
    if len(found) != 2 or not (-90 <= found[0] <= 90 and -180 <= found[1] <= 180):
        node.fail("place", phrase("expect.latitude_longitude"), found)
    return found[0], found[1]


def _arrow(node: Node, cards: CardTables, targets: Mapping[str, Target]) -> Arrow:
    side = node.text("side", SIDES)
    target = node.text("target", tuple(targets))
    launch = node.text("from", ("start", *targets))
    if launch == target:
        node.fail("from", phrase("expect.other_place"), launch)
    bombers, escorts = _flights(node, "bombers", cards, side), _flights(node, "escorts", cards, side)
    if not bombers:
        node.fail("bombers", phrase("expect.pictured"), phrase("expect.nothing"))
    for flight in bombers:
        if cards.aircraft[flight.aircraft].front.bombs == 0:
            node.fail("bombers", phrase("expect.bomb_carriers"), flight.aircraft)
    if any(cards.aircraft[f.aircraft].is_bomber for f in escorts):
        node.fail("escorts", phrase("expect.fighters"), [f.aircraft for f in escorts])
    if any(cards.aircraft[f.aircraft].side == side for f in targets[target].interceptors):
        node.fail("target", phrase("expect.defended"), target)
    arrow = Arrow(
        node.whole("number", 1, 99),
        side,
        None if launch == "start" else launch,
        target,
        bombers,
        escorts,
        _origin(node)[1],
    )
    node.done()
    return arrow


def _option(node: Node, cards: CardTables) -> Option:
    side = node.text("side", SIDES)
    effects = tuple([_effect(row, cards, side) for row in node.tables("effects")])
    if not effects or sum(e.kind in DECLARED for e in effects) > 1:
        node.fail("effects", phrase("expect.effects"), [e.kind for e in effects])
    option = Option(node.whole("number", 1, 99), side, _name(node), effects, _origin(node)[1])
    node.done()
    return option


def _effect(node: Node, cards: CardTables, side: str) -> Effect:
    kind = node.text("kind", KINDS)
    amount = node.whole("amount", 1, SIZED[kind]) if kind in SIZED else 0
    own = enemy = False
    aircraft = pilot = None
    count = 0
    if kind in MIRRORED:
        whose = node.text("whose", ("own", "enemy", "both") if kind == "gunner" else ("own", "enemy"))
        own, enemy = whose != "enemy", whose != "own"
    if kind in ("aircraft", "pilot"):
        card = _aircraft(node, cards, side)
        aircraft = card.code
        if kind == "pilot":
            pilot = node.text("pilot", tuple(cards.pilots))
            if not cards.pilots[pilot].fits(card):
                node.fail("pilot", phrase("expect.pilot_of", aircraft=aircraft), pilot)
        else:
            count = node.whole("count", 1, 12)
    node.done()
    return Effect(kind, own, enemy, amount, aircraft, count, pilot)


def _victory(top: Node) -> tuple[tuple[str, int], ...]:
    """The table of outcomes: each from its least total on; the first has none. Origin and reason as everywhere."""
    node = top.table("victory")
    _origin(node)
    rows = [("axis_major", -(10**6)), *[(code, node.whole(code, -999, 999)) for code in OUTCOMES[1:]]]
    for (code, least), (after, more) in pairwise(rows):
        if more <= least:
            node.fail(after, phrase("expect.more_than", least=code), more)
    node.done()
    return tuple(rows)


def load_campaigns(folder: Path, cards: CardTables) -> dict[str, LinkedCampaign]:
    """All sheets of a folder by code. Raises DataError."""
    pages: dict[str, LinkedCampaign] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name in PACKAGED:
            continue
        campaign = load_campaign_file(path, cards)
        if campaign.code in pages:
            raise DataError(path, "code", phrase("expect.once"), campaign.code)
        pages[campaign.code] = campaign
    return pages


@cache
def shipped_campaigns() -> Mapping[str, LinkedCampaign]:
    """The sheets that ship with the program."""
    return load_campaigns(data_folder("tables") / "campaigns", shipped())
