"""The tables of the miniatures dogfight: aircraft cards, Action cards, named Aces, sizes and packs of a deck; loaded, checked, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from bob.core.errors import DataError, phrase
from bob.core.own_files import own_files, there
from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Distinct, Members, read_toml

ROOKIE, AVERAGE, VETERAN, ACE = 2, 3, 4, 5
"""Pilot Skill (BRS-C03)."""

TRAIT, DOCTRINE, THEATRE, ABILITY = "trait", "doctrine", "theatre", "ability"
AUTO, DISCARD, REMOVE, PILOT, MANOEUVRE, BALLISTIC = "auto", "discard", "remove", "pilot", "manoeuvre", "ballistic"
TESTS = (PILOT, MANOEUVRE, BALLISTIC)
"""The retentions that are a test (BRS-069 to BRS-071)."""
OUTMANOEUVRE = "outmanoeuvre"

GREAT_CLIMB, GREAT_DIVE, TIGHT_TURN, ROBUST, HEAVY_HITTER = "great_climb", "great_dive", "tight_turn", "robust", "heavy_hitter"
DEFENSIVE_TACTICS, STORM_OF_FIRE, DIVING_AVOIDANCE = "defensive_tactics", "storm_of_fire", "diving_avoidance"
HIGH_ALTITUDE = "high_altitude_performance"
HOME_GROUND, RADAR_SUPPORT, CLEAR_SKY, NUMBERS = "home_ground_advantage", "radar_support", "clear_sky", "numbers"
DEAD_SHOT, SIXTH_SENSE, LEAD, STALKER, FEARSOME = "dead_shot", "sixth_sense", "lead_by_example", "stalker", "fearsome_reputation"
KINDS: Mapping[str, str] = {
    **dict.fromkeys((GREAT_CLIMB, GREAT_DIVE, TIGHT_TURN, ROBUST, HEAVY_HITTER), TRAIT),
    **dict.fromkeys((DEFENSIVE_TACTICS, STORM_OF_FIRE, DIVING_AVOIDANCE, HIGH_ALTITUDE), DOCTRINE),
    **dict.fromkeys((HOME_GROUND, RADAR_SUPPORT, CLEAR_SKY, NUMBERS), THEATRE),
    **dict.fromkeys((DEAD_SHOT, SIXTH_SENSE, LEAD, STALKER, FEARSOME), ABILITY),
}
"""The cards that the game knows, each by its effect, and their kind (BRS-008, BRS-010)."""
TRAITS = tuple(code for code, kind in KINDS.items() if kind == TRAIT)
AGILE, VULNERABLE, POOR_CLIMB = "agile", "vulnerable", "poor_climb"
NEGATIVE = (VULNERABLE, POOR_CLIMB)

Code = Annotated[str, Text(60, 1)]


@dataclass(frozen=True, slots=True)
class MiniatureWeapon:
    """A weapon position: a turret or a flexible gun, the arcs in which it bears, its Firepower (BRS-110)."""

    name: Code
    arcs: Annotated[tuple[Literal["front", "rear", "right", "left"], ...], Distinct()]
    firepower: Annotated[int, Whole(1, 9)]


@dataclass(frozen=True, slots=True)
class MiniatureType:
    """An aircraft card. `traits` may hold Agile, which is no card; `jet`: a twin jet, which is flown as a fighter (BRS-094)."""

    code: Code
    name: Annotated[str, Text(60, 1)]
    side: Annotated[str, OneOf(("raf", "luftwaffe"))]
    engines: Annotated[int, Whole(1, 8)]
    points: Annotated[int, Whole(0, 999)]
    speed: Annotated[int, Whole(1, 20)]
    mph: Annotated[int, Whole(50, 700)]
    agility: Annotated[int, Whole(0, 3)]
    firepower: Annotated[int, Whole(0, 3)]
    weapons: tuple[MiniatureWeapon, ...] = ()
    traits: Annotated[tuple[Annotated[str, OneOf((*TRAITS, AGILE))], ...], Distinct()] = ()
    negative: Annotated[tuple[Annotated[str, OneOf(NEGATIVE)], ...], Distinct()] = ()
    jet: bool = False
    dive_bomber: bool = False
    flies_for: Annotated[tuple[Code, ...], Distinct()] = ()
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")

    @property
    def multi(self) -> bool:
        """Return whether it is a multi-engined aircraft (section 15)."""
        return self.engines > 1 and not self.jet

    @property
    def agile(self) -> bool:
        return AGILE in self.traits

    @property
    def cards(self) -> tuple[str, ...]:
        """Return the traits that put cards into a deck."""
        return tuple([trait for trait in self.traits if trait != AGILE])


@dataclass(frozen=True, slots=True)
class MiniatureCard:
    """An Action card. `bonus` is the trait that goes with a Doctrine card; `value` the figure of its effect, where it has one."""

    code: Annotated[str, OneOf(tuple(KINDS))]
    retention: Annotated[str, OneOf((AUTO, DISCARD, REMOVE, *TESTS))]
    reaction: bool = False
    deployment: bool = False
    bonus: Annotated[str, OneOf(TRAITS)] | None = None
    value: Annotated[int, Whole(0, 180)] = 0
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")

    @property
    def kind(self) -> str:
        return KINDS[self.code]


@dataclass(frozen=True, slots=True)
class MiniatureAce:
    """A named Ace: the types open to it, and its Signature trait, a number of extra dice on one kind of Skill test (BRS-084, BRS-D39)."""

    code: Code
    name: Annotated[str, Text(60, 1)]
    side: Annotated[str, OneOf(("raf", "luftwaffe"))]
    aircraft: Annotated[tuple[Code, ...], Distinct()]
    test: Annotated[str, OneOf((*TESTS, OUTMANOEUVRE))]
    dice: Annotated[int, Whole(0, 9)] = 1
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")


@dataclass(frozen=True, slots=True)
class MiniatureSizes:
    """The sizes of decks and hands (BRS-029, BRS-030, BRS-048, BRS-049), and the points of pilots by their Skill (BRS-C09)."""

    doctrine: Annotated[int, Whole(0, 20)]
    step: Annotated[int, Whole(1, 99)]
    theatre: Annotated[int, Whole(0, 20)]
    hand: Annotated[int, Whole(0, 12)]
    large: Annotated[int, Whole(1, 99)]
    large_hand: Annotated[int, Whole(0, 12)]
    pilots: Annotated[tuple[Annotated[int, Whole(0, 999)], ...], Members(4)]
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")

    def doctrines(self, aircraft: int) -> int:
        """Return the number of Doctrine cards in the deck of `aircraft` aircraft (BRS-028, BRS-030)."""
        return self.doctrine + max(0, aircraft - 1) // self.step

    def hand_of(self, aircraft: int) -> int:
        """Return the most cards in the hand of a player with `aircraft` aircraft (BRS-048, BRS-049)."""
        return self.large_hand if aircraft > self.large else self.hand


@dataclass(frozen=True, slots=True)
class MiniaturePack:
    """The Doctrine and Theatre cards that a side puts into its deck when nothing else is said (BRS-D42)."""

    side: Annotated[str, OneOf(("raf", "luftwaffe"))]
    doctrine: tuple[str, ...]
    theatre: tuple[str, ...]
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")


@dataclass(frozen=True, slots=True)
class MiniatureTables:
    """Everything the game reads."""

    aircraft: Mapping[str, MiniatureType]
    cards: Mapping[str, MiniatureCard]
    sizes: MiniatureSizes
    packs: Mapping[str, MiniaturePack]
    aces: Mapping[str, MiniatureAce]
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files laid over ours, by name."""

    def card(self, held: str) -> MiniatureCard:
        """Return the card by its name in a hand; a trait's also names its type: `great_dive@bf_109e`."""
        return self.cards[held.partition("@")[0]]

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The cards of a kind, in the order of the file."""
        return tuple([code for code, card in self.cards.items() if card.kind == kind])

    def cost(self, type: str, skill: int) -> int:
        """The points of an aircraft with its pilot (BRS-C09, BRS-081)."""
        return self.aircraft[type].points + self.sizes.pilots[skill - ROOKIE]

    def stand_in(self, aircraft: str) -> MiniatureType | None:
        """Return the aircraft card that represents an aircraft type of the day; None for a type that has none."""
        if aircraft in self.aircraft:
            return self.aircraft[aircraft]
        return next((card for card in self.aircraft.values() if aircraft in card.flies_for), None)


# ---- loading


@dataclass(frozen=True, slots=True)
class _AircraftCards:
    aircraft: Annotated[tuple[MiniatureType, ...], Distinct("code")] = ()


@dataclass(frozen=True, slots=True)
class _Cards:
    card: Annotated[tuple[MiniatureCard, ...], Distinct("code")]


@dataclass(frozen=True, slots=True)
class _Decks:
    sizes: MiniatureSizes
    pack: Annotated[tuple[MiniaturePack, ...], Distinct("side")]


@dataclass(frozen=True, slots=True)
class _Aces:
    ace: Annotated[tuple[MiniatureAce, ...], Distinct("code")] = ()


def load_miniature_aircraft(path: Path) -> dict[str, MiniatureType]:
    """The aircraft cards of a file by code. Raises DataError."""
    return {found.code: found for found in read_toml(path).read(_AircraftCards).aircraft}


def load_miniature_cards(path: Path) -> dict[str, MiniatureCard]:
    """The Action cards of a file by code. Raises DataError."""
    cards = read_toml(path).read(_Cards).card
    for i, card in enumerate(cards):
        if card.bonus is not None and card.kind != DOCTRINE:
            raise DataError(path, f"card[{i}].bonus", phrase("expect.nothing"), card.bonus)
        if card.deployment and card.kind != THEATRE:
            raise DataError(path, f"card[{i}].deployment", phrase("skies.expect.theatre"), card.code)
    return {card.code: card for card in cards}


def load_decks(path: Path, cards: Mapping[str, MiniatureCard]) -> tuple[MiniatureSizes, dict[str, MiniaturePack]]:
    """The sizes of decks and the packs of a file. Raises DataError."""
    found = read_toml(path).read(_Decks)
    for i, pack in enumerate(found.pack):
        for key, kind, named in (("doctrine", DOCTRINE, pack.doctrine), ("theatre", THEATRE, pack.theatre)):
            choices = [code for code, card in cards.items() if card.kind == kind]
            for j, code in enumerate(named):
                if code not in choices:
                    raise DataError(path, f"pack[{i}].{key}[{j}]", phrase("expect.one_of", choices=", ".join(choices)), code)
    packs = {pack.side: pack for pack in found.pack}
    for side in ("raf", "luftwaffe"):
        if side not in packs:
            raise DataError(path, "pack", phrase("skies.expect.pack", side=side), ", ".join(packs))
    return found.sizes, packs


def load_aces(path: Path, aircraft: Mapping[str, MiniatureType]) -> dict[str, MiniatureAce]:
    """The named Aces of a file by code. Raises DataError."""
    aces = read_toml(path).read(_Aces).ace
    for i, ace in enumerate(aces):
        for j, code in enumerate(ace.aircraft):
            if code not in aircraft:
                raise DataError(path, f"ace[{i}].aircraft[{j}]", phrase("expect.one_of", choices=", ".join(aircraft)), code)
    return {ace.code: ace for ace in aces}


def load_miniature_tables(folder: Path) -> MiniatureTables:
    """All tables of a folder. Raises DataError."""
    aircraft = load_miniature_aircraft(folder / "aircraft.toml")
    cards = load_miniature_cards(folder / "cards.toml")
    for code in KINDS:
        if code not in cards:
            raise DataError(folder / "cards.toml", "card", phrase("skies.expect.card", code=code), "-")
    sizes, packs = load_decks(folder / "decks.toml", cards)
    return MiniatureTables(aircraft, cards, sizes, packs, load_aces(folder / "aces.toml", aircraft))


OWN_FILES = ("aircraft.toml", "cards.toml", "decks.toml", "aces.toml", "scenarios/*.toml", "squadrons/*.toml")
"""The files that a user may lay over ours."""


def laid_over(folder: Path) -> MiniatureTables:
    """Our tables with a user's own over them.

    An aircraft.toml, a cards.toml and an aces.toml there add to ours and replace entries of the same code; a decks.toml takes the place of
    ours. Raises UsageError for a folder that is not there or has none of them, DataError for an entry that is wrong.
    """
    there(folder, OWN_FILES)
    ours = shipped()
    aircraft: dict[str, Any] = dict(ours.aircraft)
    cards, sizes, packs, aces = dict(ours.cards), ours.sizes, ours.packs, dict(ours.aces)
    if (folder / "aircraft.toml").is_file():
        aircraft |= load_miniature_aircraft(folder / "aircraft.toml")
    if (folder / "cards.toml").is_file():
        cards |= load_miniature_cards(folder / "cards.toml")
    if (folder / "decks.toml").is_file():
        sizes, packs = load_decks(folder / "decks.toml", cards)
    if (folder / "aces.toml").is_file():
        aces |= load_aces(folder / "aces.toml", aircraft)
    return MiniatureTables(aircraft, cards, sizes, packs, aces, own_files(folder, OWN_FILES))


@cache
def shipped() -> MiniatureTables:
    """The tables that ship with the program."""
    return load_miniature_tables(data_folder("tables") / "skies")
