"""The tables of the classic edition: its Action deck, its aircraft cards, the Bombing Display; loaded, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated

from bob.core.codec import CodecError
from bob.core.errors import phrase
from bob.core.own_files import own_files, there
from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Distinct, Node, read_toml
from bob.data.units import Name
from bob.tactical.cards.data import ALTITUDES, NATIONS, ORIGINS, VERY_HIGH, ActionCard, Bomber, Deck, Ratings
from bob.tactical.cards.flight import BOMB_MODES, BOMB_RESULTS, DIVE, DROP, LEVEL, LOOK, NEITHER, SATURATION, STRAFING
from bob.tactical.cards_classic.editions import EDITIONS, Editions, load_editions

MANEUVERING, HALF_LOOP, FULL_THROTTLE = "maneuvering", "half_loop", "full_throttle"
CLASSIC_TITLES = (
    "ace_pilot",
    "barrel_roll",
    FULL_THROTTLE,
    HALF_LOOP,
    "ims",
    MANEUVERING,
    "oots",
    "scissors",
    "tight_turn",
    "vertical_roll",
)
"""The titles of the classic deck (CAM-S.3a); Out of the Sun goes by the card game's code for it."""
SHOOTING = ("ims", "oots")
MARGINS = ("plain", "blue")
_DOES: Mapping[str, str] = {"ims": "attack", "oots": "attack", "scissors": "scissors", "vertical_roll": "altitude"}
ONLY_ANSWERS = ("ace_pilot", "barrel_roll", "tight_turn")
"""The titles that are never played first (CAM-S.3b, CAM-S.3c)."""

# ---- the deck


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicCard(ActionCard):
    """One kind of card as it is played: by its title only (CAM-S.3b). `spoils`: it has the SA symbol."""

    spoils: bool


@dataclass(frozen=True, slots=True)
class ActionFace:
    """The face of a card: its kind, and its results when it is drawn for bombs, strafing or weather."""

    code: str
    card: ClassicCard
    bombing: str
    strafing: bool
    blue: bool


@dataclass(frozen=True, slots=True)
class _FaceRow:
    """Some equal faces of a kind, as the file has them."""

    bombing: Annotated[str, OneOf(BOMB_RESULTS)]
    strafing: Annotated[str, OneOf(("miss", "hit"))]
    margin: Annotated[str, OneOf(MARGINS)]
    copies: Annotated[int, Whole(1, 110)] = 1

    @property
    def mark(self) -> str:
        return f"{self.bombing[0]}{'s' if self.strafing == 'hit' else '-'}{'b' if self.margin == 'blue' else '-'}"


@dataclass(frozen=True, slots=True)
class ClassicDeck(Deck):
    """The kinds by code as in any deck, and the faces that make up a pile."""

    cards: Mapping[str, ClassicCard]
    faces: Mapping[str, ActionFace] = field(default_factory=dict)
    whole: tuple[str, ...] = ()

    def pile(self, decks: int = 1, theatre: str = "both") -> list[str]:
        """All faces in the order of the file."""
        return list(self.whole) * decks


def load_classic_deck(path: Path) -> ClassicDeck:
    """The deck of a file (CAM-DAT-02). Raises DataError."""
    top = read_toml(path)
    cards: dict[str, ClassicCard] = {}
    faces: dict[str, ActionFace] = {}
    whole: list[str] = []
    for node in top.tables("card"):
        card, rows = _kind(node)
        if card.code in cards:
            node.fail("code", phrase("expect.once"), card.code)
        cards[card.code] = card
        for row in rows:
            face = ActionFace(f"{card.code}.{row.mark}", card, row.bombing, row.strafing == "hit", row.margin == "blue")
            faces[face.code] = face
            whole += [face.code] * row.copies
    expected = top.whole("cards", 1, 1000)
    top.get("origin", str)
    top.done()
    if len(whole) != expected:
        top.fail("card", phrase("expect.cards_in_all", count=expected), len(whole))
    for title in CLASSIC_TITLES:
        if all(card.title != title for card in cards.values()):
            top.fail("card", phrase("expect.one_of", choices=title), phrase("expect.nothing"))
    answers = {t: frozenset(c.code for c in cards.values() if t in c.react_to or "any" in c.react_to) for t in CLASSIC_TITLES}
    doing = {action: frozenset(c.code for c in cards.values() if c.action == action) for action in ("none", *_DOES.values())}
    return ClassicDeck(cards, answers, doing, faces, tuple(whole))


def _kind(node: Node) -> tuple[ClassicCard, tuple[_FaceRow, ...]]:
    title = node.text("title", CLASSIC_TITLES)
    shoots = title in SHOOTING
    answers = frozenset(node.list_of("answers", str, required=False))
    for key in sorted(answers - {*CLASSIC_TITLES, "any"}):
        node.fail("answers", phrase("expect.one_of", choices=", ".join(("any", *CLASSIC_TITLES))), key)
    rows = tuple([row.read(_FaceRow) for row in node.tables("faces")])
    if len({row.mark for row in rows}) != len(rows):
        node.fail("faces", phrase("expect.distinct"), ", ".join(row.mark for row in rows))
    made = ClassicCard(
        code=node.text("code"),
        title=title,
        subtitle="",
        type="reaction" if title in ONLY_ANSWERS else "both" if answers else "attack",
        manoeuvre=0,
        action=_DOES.get(title, "none"),
        bursts=node.whole("bursts", 1, 6) if shoots else 0,
        hits=node.whole("damage", 1, 9) if shoots else 0,
        fuel_tank=False,
        react_to=answers,
        bomber=Bomber(),
        copies=(sum(row.copies for row in rows), 0),
        origin=node.text("origin", ORIGINS),
        spoils=node.maybe("sa", bool) or False,
    )
    node.done()
    return made, rows


# ---- the aircraft

FIGHTER, FIGHTER_BOMBER, MEDIUM_BOMBER, HEAVY_BOMBER, RECON = "fighter", "fighter_bomber", "medium", "heavy", "recon"
CLASSIC_KINDS = (FIGHTER, FIGHTER_BOMBER, MEDIUM_BOMBER, HEAVY_BOMBER, RECON)
FORMED = (MEDIUM_BOMBER, HEAVY_BOMBER, RECON)
"""The kinds that fly in formation and take no turn (FA: CAM-17.2, CAM-17.32)."""
FORMATION_SIZES: Mapping[str, int] = {MEDIUM_BOMBER: 2, HEAVY_BOMBER: 3, RECON: 1}
"""CAM-17.22a2, CAM-17.22a3, CAM-17.31, unless the card says otherwise (CAM-GAP-23)."""
FIGHTER_SPEED = 6
"""For the length of a flight every F and FB has it (CAM-23.24b)."""


@dataclass(frozen=True, slots=True)
class ClassicSide:
    """One side of an aircraft card. `points` is the damage limit: on the front to be Damaged, on the back to be Destroyed.

    `bombs` are the ratings by mode: level, dive, saturation; a torpedo needs none. `wingman_bombs` only where a Wingman's differ.
    Horsepower is one number (CAM-S.1e). `look` is the number of cards that a reconnaissance draws (CAM-GAP-33).
    """

    points: Annotated[int, Whole(1, 40)]
    performance: Annotated[int, Whole(0, 15)] = 0
    horsepower: Annotated[int, Whole(0, 9)] = 0
    bursts: Annotated[int, Whole(0, 9)] = 0
    gunner: Annotated[int, Whole(0, 9)] = 0
    offense: Annotated[int, Whole(0, 9)] = 0
    defense: Annotated[int, Whole(0, 9)] = 0
    speed: Annotated[int, Whole(0, 9)] = FIGHTER_SPEED
    turret_defense: Annotated[int, Whole(0, 12)] = 0
    turret_support: Annotated[int, Whole(0, 12)] = 0
    bombs: dict[str, int] = field(default_factory=dict)
    wingman_bombs: dict[str, int] | None = None
    look: Annotated[int, Whole(0, 12)] = 0

    def __post_init__(self) -> None:
        for name in ("bombs", "wingman_bombs"):
            for mode, rating in (getattr(self, name) or {}).items():
                if mode not in BOMB_MODES or mode == DROP or not 0 <= rating <= 20:
                    raise CodecError(name, phrase("expect.one_of", choices=f"{LEVEL}, {DIVE}, {SATURATION}: 0–20"), f"{mode} {rating}")

    def bombs_of(self, wingman: bool) -> dict[str, int]:
        """Return the bomb ratings of an aircraft, by mode; a Wingman's may differ (CAM-S.2a)."""
        return self.wingman_bombs if wingman and self.wingman_bombs is not None else self.bombs

    def ratings(self) -> Ratings:
        """In the form in which the card game keeps the ratings of an aircraft in play."""
        return Ratings(
            speed=self.speed,
            airframe=self.points,
            performance=self.performance,
            pre=self.horsepower,
            bursts=self.bursts,
            gunner=self.gunner,
            dt=self.turret_defense,
            st=self.turret_support,
        )


@dataclass(frozen=True, slots=True)
class ClassicAircraft:
    """An aircraft card of the classic edition, both sides (CAM-DAT-04, CAM-DAT-05).

    Models of one `type` share Formations and pilots (CAM-17.22c, CAM-19.23). `torpedo` is the word on the card (CAM-17.14). `formation`
    is its size where it is not the usual one of its kind. `lowest` and `highest` bound the bands it may fly in. `copies` are the cards
    in the box, aircraft by aircraft (CAM-DAT-06); none where they are unlimited.
    """

    code: Name
    name: Name
    kind: Annotated[str, OneOf(CLASSIC_KINDS)]
    type: Name
    nation: Annotated[str, OneOf(tuple(NATIONS))]
    year: Annotated[int, Whole(1914, 1953)]
    front: ClassicSide
    back: ClassicSide
    origin: Annotated[str, OneOf(ORIGINS)]
    source: Annotated[str, Text(2000, 1)]
    service: Annotated[str, Text(40, 1)] | None = None
    torpedo: bool = False
    norden: bool = False
    formation: Annotated[int, Whole(1, 6)] | None = None
    lowest: Annotated[str, OneOf(ALTITUDES)] = ALTITUDES[0]
    highest: Annotated[str, OneOf(ALTITUDES)] = ALTITUDES[VERY_HIGH]
    copies: Annotated[int, Whole(0, 200)] | None = None

    def __post_init__(self) -> None:
        if self.back.points <= self.front.points:
            raise CodecError("back.points", phrase("expect.back_airframe", front=self.front.points), self.back.points)
        if self.bands.start >= self.bands.stop:
            raise CodecError("highest", phrase("expect.one_of", choices=", ".join(ALTITUDES[self.bands.start :])), self.highest)

    @property
    def formed(self) -> bool:
        """Return whether it flies in formation (FA)."""
        return self.kind in FORMED

    @property
    def formation_size(self) -> int:
        """Return the number of aircraft in a Formation (CAM-GAP-23)."""
        return self.formation if self.formation is not None else FORMATION_SIZES.get(self.kind, 2)

    @property
    def bands(self) -> range:
        """The bands that it may fly in (CAM-16.22)."""
        return range(ALTITUDES.index(self.lowest), ALTITUDES.index(self.highest) + 1)

    @property
    def bomb_capable(self) -> bool:
        """Return whether it can carry bombs at all."""
        return bool(self.front.bombs)


@dataclass(frozen=True, slots=True)
class _ClassicAircraftFile:
    aircraft: Annotated[tuple[ClassicAircraft, ...], Distinct("code")] = ()


def load_classic_aircraft(path: Path) -> dict[str, ClassicAircraft]:
    """The aircraft cards of a file by code. Raises DataError."""
    return {card.code: card for card in read_toml(path).read(_ClassicAircraftFile).aircraft}


# ---- the Bombing Display

DISPLAY_MODES = (LEVEL, DIVE, DROP, SATURATION, STRAFING, NEITHER)


@dataclass(frozen=True, slots=True)
class DisplayCell:
    """The effect of a mode at an altitude: cards more or fewer for the bombs and for the Flak. `formed`: only for aircraft in formation."""

    mode: Annotated[str, OneOf(DISPLAY_MODES)]
    altitude: Annotated[str, OneOf(ALTITUDES)]
    bombs: Annotated[int, Whole(-9, 9)]
    flak: Annotated[int, Whole(-9, 9)]
    origin: Annotated[str, OneOf(ORIGINS)]
    formed: bool = False


@dataclass(frozen=True, slots=True)
class _DisplayFile:
    cell: tuple[DisplayCell, ...]


@dataclass(frozen=True, slots=True)
class BombingDisplay:
    """The cells by mode and band; a mode and band without a cell is not allowed (CAM-DAT-03)."""

    cells: Mapping[tuple[str, int], DisplayCell]

    def allowed(self, mode: str, altitude: int, formed: bool) -> bool:
        """Return whether an aircraft may attack by that mode at that altitude (CAM-21.23)."""
        cell = self.cells.get((mode, altitude))
        return cell is not None and (formed or not cell.formed)

    def bombs(self, mode: str, altitude: int) -> int:
        cell = self.cells.get((mode, altitude))
        return cell.bombs if cell is not None else 0

    def flak(self, mode: str, altitude: int) -> int:
        """Return the effect of the mode and the altitude on the Flak (CAM-22.23a); a look is fired at like Saturation (CAM-GAP-33)."""
        cell = self.cells.get((SATURATION if mode == LOOK else mode, altitude))
        return cell.flak if cell is not None else 0


def load_display(path: Path) -> BombingDisplay:
    """Load the Bombing Display from a file. Raises DataError unless each cell occurs once, and each aircraft over the target has one at
    any height."""
    top = read_toml(path)
    cells: dict[tuple[str, int], DisplayCell] = {}
    for i, cell in enumerate(top.read(_DisplayFile).cell):
        key = (cell.mode, ALTITUDES.index(cell.altitude))
        if key in cells:
            top.fail(f"cell[{i}]", phrase("expect.once"), f"{cell.mode} {cell.altitude}")
        cells[key] = cell
    for band, altitude in enumerate(ALTITUDES):
        if (NEITHER, band) not in cells:
            top.fail("cell", phrase("expect.value"), f"{NEITHER} {altitude}")
    return BombingDisplay(cells)


# ---- all of them


@cache
def shipped_editions() -> Editions:
    """The editions that ship with the program."""
    return load_editions(data_folder("tables") / "cards" / EDITIONS)


@dataclass(frozen=True, slots=True, eq=False)
class ClassicTables:
    """Everything that a flight reads. Two are the same only as one object."""

    deck: ClassicDeck
    aircraft: Mapping[str, ClassicAircraft]
    display: BombingDisplay
    editions: Editions = field(default_factory=lambda: shipped_editions())
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files laid over ours, by name."""


CLASSIC_DECK, CLASSIC_DISPLAY = "classic_deck.toml", "classic_display.toml"
CLASSIC_AIRCRAFT = ("classic_regression.toml", "classic_aircraft.toml")
"""The aircraft of the sources' examples, then ours; a card of a later file takes the place of one of the same code."""
CLASSIC_OWN_FILES = ("classic_aircraft.toml", CLASSIC_DECK, CLASSIC_DISPLAY, EDITIONS)
"""The files that a user may lay over ours."""


@cache
def classic_tables() -> ClassicTables:
    """The tables that ship with the program."""
    folder = data_folder("tables") / "cards"
    aircraft: dict[str, ClassicAircraft] = {}
    for name in CLASSIC_AIRCRAFT:
        if (folder / name).is_file():
            aircraft |= load_classic_aircraft(folder / name)
    return ClassicTables(load_classic_deck(folder / CLASSIC_DECK), aircraft, load_display(folder / CLASSIC_DISPLAY))


def own_cards_in(folder: Path) -> bool:
    """Return whether a folder holds any of a user's own cards."""
    return any((folder / name).is_file() for name in CLASSIC_OWN_FILES)


def classic_laid_over(folder: Path) -> ClassicTables:
    """Return our tables with a user's own over them: aircraft and editions are added to ours or replace them, the deck and display take the
    place of ours.

    Raises UsageError for a folder that does not exist or has none of them, DataError for a wrong entry.
    """
    there(folder, CLASSIC_OWN_FILES)
    ours = classic_tables()
    aircraft, deck, display = dict(ours.aircraft), ours.deck, ours.display
    if (folder / CLASSIC_OWN_FILES[0]).is_file():
        aircraft |= load_classic_aircraft(folder / CLASSIC_OWN_FILES[0])
    if (folder / CLASSIC_DECK).is_file():
        deck = load_classic_deck(folder / CLASSIC_DECK)
    if (folder / CLASSIC_DISPLAY).is_file():
        display = load_display(folder / CLASSIC_DISPLAY)
    editions = ours.editions
    if (folder / EDITIONS).is_file():
        editions = {**editions, **load_editions(folder / EDITIONS, editions)}
    return ClassicTables(deck, aircraft, display, editions, own_files(folder, CLASSIC_OWN_FILES))
