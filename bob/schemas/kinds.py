"""Every kind of file that people write: its schema's name, which files that ship are of it, how its schema is made."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bob.campaigns.carriers.campaign_data import CarrierBase, CarrierCampaign, CarrierEffect
from bob.campaigns.land.campaign_data import AirmanCounter, Flyers, LandAwards, LandCampaign, LandTarget, ResourceEffect, TargetCard
from bob.campaigns.low_raid.campaign_data import LowRaidMission
from bob.core.resources import data_folder
from bob.data.units import Aircraft
from bob.day.scenarios.plan_files import PlanFile
from bob.day.scenarios.scenario_files import DayFile, FreeFile
from bob.schemas import by_hand
from bob.schemas.forms import DRAFT, WORD, Forms, Schema, definition_name, many, mapping, needed, one_of
from bob.tactical.cards.data import PilotCounter
from bob.tactical.cards.flight import FlightTerms
from bob.tactical.cards.position import CardTerms
from bob.tactical.cards_classic.data import ClassicAircraft, DisplayCell
from bob.tactical.cards_classic.editions import CardEdition
from bob.tactical.hexes.options import GROUNDS
from bob.tactical.hexes.position import HexTerms
from bob.tactical.miniatures.builder import MiniatureSquadron
from bob.tactical.miniatures.data import MiniatureAce, MiniatureCard, MiniaturePack, MiniatureSizes, MiniatureType
from bob.tactical.miniatures.position import MiniatureForce, MiniatureTerms
from bob.words import Words

FORCE: Schema = {"type": "string", "pattern": "^([1-9][0-9]? (L/W |L )?|(L/W|L) )[a-z][a-z0-9_]*$"}
"""Aircraft in the notation of the printed sheets."""


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A kind of file, which the words call `schemas.title.<name>`. `shipped` are patterns of its files under the tables that ship, `but`
    are names among them of another kind."""

    name: str
    make: Callable[[], Schema]
    shipped: tuple[str, ...] = ()
    but: tuple[str, ...] = ()


def _schema_maker(kind: Any) -> Callable[[], Schema]:
    """The schema of a file that is one value of a kind."""

    def make() -> Schema:
        forms = Forms()
        return _closed(forms.of(kind), forms)

    return make


def _parts(required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> Callable[[], Schema]:
    """The schema of a file of some keys, each of a kind."""

    def make() -> Schema:
        forms = Forms()
        both = {**required, **(optional or {})}
        return _closed(needed({key: forms.of(kind) for key, kind in both.items()}, optional or ()), forms)

    return make


def _named(kind: Any) -> Callable[[], Schema]:
    """The schema of a file of values of a kind by name."""

    def make() -> Schema:
        forms = Forms()
        return _closed(mapping(forms.of(kind)), forms)

    return make


def _closed(made: Schema, forms: Forms) -> Schema:
    """A schema with the definitions that it names; a file that is one value has them at its top."""
    if "$ref" in made:
        name = made["$ref"].rpartition("/")[2]
        made = forms.definitions.pop(name)
    return made | ({"definitions": dict(sorted(forms.definitions.items()))} if forms.definitions else {})


def _hex_mission() -> Schema:
    forms = Forms()
    made = _closed(forms.of(HexTerms), forms)
    return _worded(made, {"ground": one_of(GROUNDS)})


def _worded(made: Schema, more: Mapping[str, Schema]) -> Schema:
    """With the keys of a scenario that are words, and others."""
    words = {"anyOf": [{"type": "object", "maxProperties": 0}, needed({"en": WORD, "fr": WORD})]}
    return made | {"properties": {"name": words, "text": words, **more, **made["properties"]}}


def _miniature_scenario() -> Schema:
    forms = Forms()
    made = _closed(forms.of(MiniatureTerms), forms)
    force = forms.definitions[definition_name(MiniatureForce)]
    force["properties"]["squadron"] = {"type": "string", "description": "The squadron of that file flies, but for what is said here."}
    return _worded(made, {})


def _editions() -> Schema:
    """An edition that is `like` another gives only what differs."""
    forms = Forms()
    edition = forms.of(CardEdition)
    found = forms.definitions[CardEdition.__name__]
    found["properties"]["like"] = WORD
    found["required"].remove("structure")
    for part in ("structure", "switches"):
        inner = forms.definitions[found["properties"][part]["$ref"].rpartition("/")[2]]
        inner.pop("required", None)
    found["anyOf"] = [{"required": ["like"]}, {"required": ["structure"]}]
    return _closed(needed({"edition": many(edition)}), forms)


def _flown(kind: Any) -> Callable[[], Schema]:
    """The schema of a campaign's file, in which forces stand in the notation of the printed sheets and places by their names."""

    def make() -> Schema:
        forms = Forms({Flyers: FORCE})
        made = forms.of(kind)
        for placed in (LandTarget, CarrierBase):
            if placed.__name__ in forms.definitions:
                del forms.definitions[placed.__name__]["properties"]["place"]
        for effect in (ResourceEffect, CarrierEffect):
            if effect.__name__ in forms.definitions:
                properties = forms.definitions[effect.__name__]["properties"]
                for key in ("aircraft", "count", "wingmen"):
                    del properties[key]
                properties["force"] = FORCE
        return _closed(made, forms)

    return make


FILES: tuple[SchemaFile, ...] = (
    SchemaFile("day", _schema_maker(DayFile), ("scenarios/*.toml",), ("free.toml",)),
    SchemaFile("free_day", _schema_maker(FreeFile), ("scenarios/free.toml",)),
    SchemaFile("plan", _schema_maker(PlanFile)),
    SchemaFile("table", by_hand.rules_table, ("operations/*.toml",), ("circumstances.toml",)),
    SchemaFile("aircraft", _parts({"aircraft": tuple[Aircraft, ...]}), ("aircraft.toml",)),
    SchemaFile("cards_aircraft", by_hand.card_aircraft, ("cards/aircraft*.toml",)),
    SchemaFile("cards_deck", by_hand.card_deck, ("cards/deck.toml",)),
    SchemaFile("cards_pilots", _parts({}, {"pilot": tuple[PilotCounter, ...]}), ("cards/pilots.toml",)),
    SchemaFile("cards_scenarios", _named(CardTerms), ("cards/scenarios.toml",)),
    SchemaFile(
        "classic_aircraft",
        _parts({}, {"aircraft": tuple[ClassicAircraft, ...]}),
        ("cards/classic_aircraft.toml", "cards/classic_regression.toml"),
    ),
    SchemaFile("classic_deck", by_hand.classic_deck, ("cards/classic_deck.toml",)),
    SchemaFile("classic_display", _parts({"cell": tuple[DisplayCell, ...]}), ("cards/classic_display.toml",)),
    SchemaFile("editions", _editions, ("cards/editions.toml",)),
    SchemaFile("flights", _named(FlightTerms), ("cards/flights.toml",)),
    SchemaFile("hexes_aircraft", by_hand.hex_aircraft, ("hexes/aircraft.toml",)),
    SchemaFile("hexes_deck", by_hand.hex_deck, ("hexes/deck.toml",)),
    SchemaFile("hexes_markers", by_hand.hex_markers, ("hexes/markers.toml",)),
    SchemaFile("hexes_leaders", by_hand.hex_leaders, ("hexes/leaders.toml",)),
    SchemaFile("hexes_mission", _hex_mission, ("hexes/missions/*.toml",)),
    SchemaFile("skies_aircraft", _parts({}, {"aircraft": tuple[MiniatureType, ...]}), ("skies/aircraft.toml",)),
    SchemaFile("skies_cards", _parts({"card": tuple[MiniatureCard, ...]}), ("skies/cards.toml",)),
    SchemaFile("skies_decks", _parts({"sizes": MiniatureSizes, "pack": tuple[MiniaturePack, ...]}), ("skies/decks.toml",)),
    SchemaFile("skies_aces", _parts({}, {"ace": tuple[MiniatureAce, ...]}), ("skies/aces.toml",)),
    SchemaFile("skies_scenario", _miniature_scenario, ("skies/scenarios/*.toml",)),
    SchemaFile("skies_squadron", _schema_maker(MiniatureSquadron), ("skies/squadrons/*.toml",)),
    SchemaFile(
        "campaign_sheet",
        by_hand.campaign_schema,
        ("campaigns/*.toml",),
        ("patterns.toml", "quick.toml"),
    ),
    SchemaFile("land_campaign", _flown(LandCampaign), ("campaign/land/*.toml",)),
    SchemaFile("carrier_campaign", _flown(CarrierCampaign), ("campaign/carriers/*.toml",)),
    SchemaFile("low_raid", _flown(LowRaidMission), ("campaign/low_raid/*.toml",)),
    SchemaFile("target_sheets", _parts({"target": tuple[TargetCard, ...]}), ("campaign/targets.toml",)),
    SchemaFile("airmen", _parts({"counter": tuple[AirmanCounter, ...]}), ("campaign/pilots.toml",)),
    SchemaFile("awards", _schema_maker(LandAwards), ("campaign/awards.toml",)),
)


def shipped_of(file: SchemaFile) -> list[Path]:
    """The files that ship with the program that are of a kind."""
    found = [path for pattern in file.shipped for path in sorted((data_folder("tables")).glob(pattern))]
    return [path for path in found if path.name not in file.but]


def schema_of(file: SchemaFile, words: Words) -> Schema:
    """The whole schema of a kind of file."""
    return {"$schema": DRAFT, "title": words(f"schemas.title.{file.name}"), **file.make()}


def write_schemas(words: Words) -> dict[str, str]:
    """Every schema as the text of a file, by the file's name."""
    return {f"{file.name}.json": json.dumps(schema_of(file, words), ensure_ascii=False, indent=1) + "\n" for file in FILES}
