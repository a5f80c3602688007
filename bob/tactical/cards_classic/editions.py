"""The editions of the card rules by name: what each is built on, and every switch of those that flights are flown by (CAM-DAT-17)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from bob.core.codec import encode
from bob.core.errors import UsageError, phrase
from bob.core.ranges import OneOf, Text
from bob.data.toml_files import Distinct, Keys, Node, read_toml
from bob.data.units import Name
from bob.tactical.cards.data import ORIGINS
from bob.tactical.cards.flight import SWITCHES, FlightEdition

STANDS = "stands"
"""The name of the edition of the card dogfight and its linked missions."""
EDITIONS = "editions.toml"


_PAIRS: Mapping[str, tuple[str, str]] = {
    "sequence": ("phases", "steps"),
    "draws": ("two", "one"),
    "wingmen": ("pairs", "elements"),
    "deck": ("own", "classic"),
    "card_use": ("whole", "title"),
    "firepower": ("added", "off"),
    "formations": ("rows", "groups"),
    "ordnance": ("as_bomber", "as_fighter"),
    "legs": ("one_fight", "over_target"),
    "end": ("side_out", "last_turn"),
    "score": ("points", "fates"),
    "skills": ("traits", "letters"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStructure:
    """The structure of an edition: of each pair the first is the card dogfight's, the second the flight's (CAM-S, CAM-S.1 to CAM-S.9).

    They depend on each other, for the reasons in the words: an edition has all first ones or all second ones.
    """

    sequence: Annotated[str, OneOf(_PAIRS["sequence"])]
    draws: Annotated[str, OneOf(_PAIRS["draws"])]
    wingmen: Annotated[str, OneOf(_PAIRS["wingmen"])]
    deck: Annotated[str, OneOf(_PAIRS["deck"])]
    card_use: Annotated[str, OneOf(_PAIRS["card_use"])]
    firepower: Annotated[str, OneOf(_PAIRS["firepower"])]
    formations: Annotated[str, OneOf(_PAIRS["formations"])]
    ordnance: Annotated[str, OneOf(_PAIRS["ordnance"])]
    legs: Annotated[str, OneOf(_PAIRS["legs"])]
    end: Annotated[str, OneOf(_PAIRS["end"])]
    score: Annotated[str, OneOf(_PAIRS["score"])]
    skills: Annotated[str, OneOf(_PAIRS["skills"])]

    @property
    def flown(self) -> bool:
        """Return whether flights are played by it, and not the card dogfight."""
        return self.sequence == _PAIRS["sequence"][1]

    def mixed(self) -> str | None:
        """The first switch that does not go with the sequence of play, if there is one."""
        return next((name for name, pair in _PAIRS.items() if getattr(self, name) != pair[self.flown]), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEdition:
    """An edition of a file. Only one that flights are flown by has `switches`."""

    code: Name
    name: Annotated[Mapping[str, Annotated[str, Text(200, 1)]], Keys(("en", "fr"))]
    structure: CardStructure
    origin: Annotated[str, OneOf(ORIGINS)]
    why: Annotated[str, Text(2000, 1)]
    switches: FlightEdition | None = None


@dataclass(frozen=True, slots=True)
class _EditionFile:
    edition: Annotated[tuple[CardEdition, ...], Distinct("code")]


Editions = Mapping[str, CardEdition]


def load_editions(path: Path, ours: Editions | None = None) -> dict[str, CardEdition]:
    """Load the editions of a file by code. One that is `like` another, of the file before it or of `ours`, gives only the differences.

    Raises DataError unless every switch has a value and dependent switches are not mixed.
    """
    top = read_toml(path)
    known: dict[str, dict[str, Any]] = {code: encode(edition) for code, edition in (ours or {}).items()}
    for row in top.tables("edition"):
        _lay_over(row, known)
    found = top.read(_EditionFile).edition
    for i, edition in enumerate(found):
        at = f"edition[{i}]"
        mixed = edition.structure.mixed()
        if mixed is not None:
            sequence = edition.structure.sequence
            wanted = phrase("flight.expect.together", value=_PAIRS[mixed][edition.structure.flown], sequence=sequence)
            why = phrase(f"flight.together.{mixed}")
            top.fail(f"{at}.structure.{mixed}", phrase("flight.expect.because", wanted=wanted, why=why), getattr(edition.structure, mixed))
        if (edition.switches is not None) != edition.structure.flown:
            top.fail(f"{at}.switches", phrase("expect.value" if edition.structure.flown else "expect.nothing"))
    return {edition.code: edition for edition in found}


def _lay_over(row: Node, known: dict[str, dict[str, Any]]) -> None:
    """Copy into an edition of a file the values of the edition named by `like`, and fail for a missing switch."""
    like = row.maybe("like", str)
    row.data.pop("like", None)
    if like is not None:
        if like not in known:
            row.fail("like", phrase("expect.one_of", choices=", ".join(sorted(known))), like)
        base = known[like]
        for part in ("structure", "switches"):
            if base[part] is not None and isinstance(row.data.get(part, {}), dict):
                row.data[part] = {**base[part], **row.data.get(part, {})}
    switches = row.maybe_table("switches")
    for name in SWITCHES if "switches" in row.data else ():
        if name not in switches.data:
            switches.fail(name, phrase("expect.value"), phrase("expect.nothing"))
    code = row.data.get("code")
    if isinstance(code, str):
        known[code] = {part: row.data.get(part) for part in ("structure", "switches")}


def edition_of(editions: Editions, code: str) -> FlightEdition:
    """Return the switches of an edition for flights. Raises UsageError with the reason for an unknown edition, and for one of the card
    dogfight."""
    if code not in editions:
        flown = [found.code for found in editions.values() if found.switches is not None]
        raise UsageError("flight.error.no_edition", found=code, choices=", ".join(sorted(flown)))
    switches = editions[code].switches
    if switches is None:
        raise UsageError("flight.error.other_edition", found=code, why=phrase("flight.together.sequence"))
    return switches


def editions_named(paths: Collection[Path], editions: Editions) -> None:
    """Raise DataError for a campaign's file that names an edition without switches for flights."""
    flown = sorted(code for code, found in editions.items() if found.switches is not None)
    for path in paths:
        top = read_toml(path)
        code = top.maybe("edition", str)
        if code is not None and code not in flown:
            top.fail("edition", phrase("expect.one_of", choices=", ".join(flown)), code)
