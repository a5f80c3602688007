"""The files of the land campaigns: read in the notation of the printed sheets, checked by themselves and together, frozen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NoReturn

from bob.campaigns.land.campaign_data import (
    CREW_SKILLS,
    FIXED,
    LEVEL_CODES,
    PERFORMANCES,
    PILOT_SKILLS,
    RAID,
    RECON,
    WITH_AIRCRAFT,
    WITH_AMOUNT,
    WITH_PILOT,
    AirmanCounter,
    Flyers,
    LandAwards,
    LandCampaign,
    LandTarget,
    ResourceEffect,
    TargetCard,
    WarTables,
)
from bob.campaigns.sides import SIDES
from bob.core.errors import DataError, Phrase, phrase
from bob.core.own_files import own_files, there
from bob.core.resources import data_folder
from bob.data.map_files import Record, load_places
from bob.data.toml_files import Distinct, read_toml
from bob.tactical.cards.linking import NATIONS
from bob.tactical.cards_classic.data import ClassicAircraft

_FORCE = re.compile(r"(?:(?P<count>[1-9]\d?) )?(?:(?P<form>L/W|L) )?(?P<aircraft>[a-z][a-z0-9_]*)")


Crafts = Mapping[str, ClassicAircraft]
"""The aircraft cards by code."""

AIR_ARM_OF: Mapping[str, str] = {
    "united_kingdom": "raf",
    "germany": "luftwaffe",
    "italy": "regia_aeronautica",
    "japan": "japan",
    "united_states": "usa",
}
"""The air arm of each nation's aircraft, which counters are tested by (CAM-19.21c)."""


def side_of(card: ClassicAircraft) -> str:
    """The side of an aircraft card."""
    return NATIONS[card.nation]


def force(text: object) -> dict[str, Any] | None:
    """Return the parts of an entry of the sheets: `2 L/W ju_87b` two Leaders with a Wingman each, `L ju_87b` a lone Leader, `4 do_17z`
    four aircraft (CAM-24.46b, CAM-24.46c, CAM-25.63c); None for another text."""
    said = _FORCE.fullmatch(text) if isinstance(text, str) else None
    if said is None or (said["form"] is None and said["count"] is None):
        return None
    return {"aircraft": said["aircraft"], "count": int(said["count"] or 1), "wingmen": said["form"] != "L"}


def listed(text: object) -> bool:
    """Return whether an entry gives a bare number of aircraft, without L/W or L."""
    return isinstance(text, str) and " L" not in f" {text}"


# ---- one file


@dataclass(frozen=True, slots=True)
class _TargetFile:
    target: Annotated[tuple[TargetCard, ...], Distinct("code")]


@dataclass(frozen=True, slots=True)
class _CounterFile:
    counter: Annotated[tuple[AirmanCounter, ...], Distinct("code")]


def load_targets(path: Path) -> dict[str, TargetCard]:
    """The target sheets of a file by code. Raises DataError."""
    found = read_toml(path).read(_TargetFile).target
    for i, card in enumerate(found):
        wanted = 0 if card.fleet else 4
        if len(card.levels) != wanted:
            raise DataError(path, f"target[{i}].levels", phrase("expect.members", count=wanted), len(card.levels))
        if card.levels and card.levels[0].least:
            raise DataError(path, f"target[{i}].levels[0].least", phrase("expect.whole", least=0, most=0), card.levels[0].least)
    return {card.code: card for card in found}


def load_counters(path: Path, crafts: Crafts) -> dict[str, AirmanCounter]:
    """The Pilot and Crew counters of a file by code. Raises DataError."""
    types = sorted({craft.type for craft in crafts.values()})
    found = read_toml(path).read(_CounterFile).counter
    for i, counter in enumerate(found):
        at = f"counter[{i}]"
        if counter.type is not None and counter.type not in types:
            raise DataError(path, f"{at}.type", phrase("expect.one_of", choices=", ".join(types)), counter.type)
        if counter.type is None and counter.skilled_face is not None and not counter.crew:
            raise DataError(path, f"{at}.type", phrase("expect.one_of", choices=", ".join(types)), phrase("expect.nothing"))  # CAM-19.23
        letters = CREW_SKILLS if counter.crew else PILOT_SKILLS
        for k, face in enumerate(counter.faces):
            for skill in face.skills:
                if skill not in letters:
                    raise DataError(path, f"{at}.faces[{k}].skills", phrase("expect.some_of", choices=", ".join(letters)), skill)
    return {counter.code: counter for counter in found}


def load_awards(path: Path, crafts: Crafts) -> LandAwards:
    """The award table of a file. Raises DataError."""
    awards = read_toml(path).read(LandAwards)
    for code in awards.types:
        if code not in crafts:
            raise DataError(path, f"types.{code}", phrase("expect.aircraft_card"), code)
    return awards


@cache
def places() -> Mapping[str, Record]:
    """The places of the map by `kind:name`."""
    return {f"{record.kind}:{record.name}": record for record in load_places(data_folder("maps"))}


def load_campaign(path: Path, crafts: Crafts, targets: Mapping[str, TargetCard], counters: Mapping[str, AirmanCounter]) -> LandCampaign:
    """The land campaign of a file. Raises DataError."""
    return CampaignReader(path, crafts).land(targets, counters)


class CampaignReader:
    """Reads a file of forces: each in the notation of the sheets, of a known aircraft of the side that has it."""

    def __init__(self, path: Path, crafts: Crafts) -> None:
        self.path = path
        self.crafts = crafts
        self.top = read_toml(path)

    def fail(self, at: str, expected: Phrase, found: object = None) -> NoReturn:
        raise DataError(self.path, at, expected, found if found is not None else phrase("expect.nothing"))

    def spell_out(self, row: dict[str, Any], key: str, at: str, one: bool = False) -> None:
        """Replace the text of each entry of a list by its parts; for one entry, put the parts into the row itself."""
        if key not in row:
            return
        texts = [row[key]] if one else row[key]
        if not isinstance(texts, list):
            self.fail(f"{at}.{key}", phrase("expect.list"), texts)
        said: list[dict[str, Any]] = []
        for k, text in enumerate(texts):
            place = f"{at}.{key}" if one else f"{at}.{key}[{k}]"
            found = force(text)
            if found is None:
                self.fail(place, phrase("expect.force"), text)
            craft = self.crafts.get(found["aircraft"])
            if craft is None:
                self.fail(place, phrase("expect.aircraft_card"), found["aircraft"])
            elif craft.formed != listed(text):
                self.fail(place, phrase("expect.force_in_formation" if craft.formed else "expect.force_of_elements"), text)
            said.append(found)
        if one:
            del row[key]
            row.update(said[0])
        else:
            row[key] = said

    def of_side(self, flyers: tuple[Flyers, ...], side: str, at: str) -> None:
        """Raise DataError unless all of them are of that side."""
        for k, flown in enumerate(flyers):
            if side_of(self.crafts[flown.aircraft]) != side:
                self.fail(f"{at}[{k}]", phrase("expect.own_aircraft", side=side), flown.aircraft)

    def at_altitude(self, flyers: tuple[Flyers, ...], altitude: str, at: str) -> None:
        """Raise DataError unless the cards of all of them let them fly there (CAM-16.22)."""
        for k, flown in enumerate(flyers):
            if LEVEL_CODES.index(altitude) not in self.crafts[flown.aircraft].bands:
                self.fail(f"{at}[{k}]", phrase("expect.flies_at", altitude=altitude), flown.aircraft)

    def rows(self, key: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The tables of a list, each with its place."""
        for i, row in enumerate(self.top.list_of(key, dict, required=False)):
            yield f"{key}[{i}]", row

    def spell_effects(self) -> None:
        """The aircraft of the Resources' effects."""
        for at, row in self.rows("resource"):
            effects = row.get("effects", [])
            for k, effect in enumerate(effects if isinstance(effects, list) else ()):
                if isinstance(effect, dict) and "force" in effect:
                    self.spell_out(effect, "force", f"{at}.effects[{k}]", one=True)

    # ---- a land campaign

    def land(self, targets: Mapping[str, TargetCard], counters: Mapping[str, AirmanCounter]) -> LandCampaign:
        for at, row in self.rows("target"):
            self.spell_out(row, "attackers", at)
            self.spell_out(row, "defenders", at)
            self.find_place(row, at)
        self.spell_effects()
        campaign = self.top.read(LandCampaign)
        numbers = {target.number for target in campaign.target}
        for i, period in enumerate(campaign.period):
            if period.last < period.first:
                self.fail(f"period[{i}].last", phrase("expect.after", first=period.first), period.last)
            for card, number in period.missions.items():
                if number not in numbers:
                    self.fail(f"period[{i}].missions.{card}", phrase("expect.one_of", choices=", ".join(map(str, sorted(numbers)))), number)
        for i, target in enumerate(campaign.target):
            self._check_target(target, f"target[{i}]", targets)
        self._check_resources(campaign, counters)
        if (codes := tuple(step.code for step in campaign.performance)) != PERFORMANCES:
            self.fail("performance", phrase("expect.one_of", choices=", ".join(PERFORMANCES)), ", ".join(codes))
        return campaign

    def find_place(self, row: dict[str, Any], at: str) -> None:
        """Put the latitude and longitude of the place that a row names into it."""
        name = row.get("at")
        if "place" in row:
            self.fail(f"{at}.place", phrase("expect.on_map"), row["place"])
        if isinstance(name, str) and name:
            record = places().get(name)
            if record is None:
                self.fail(f"{at}.at", phrase("expect.on_map"), name)
            row["place"] = [record.latitude, record.longitude]

    def _check_target(self, target: LandTarget, at: str, targets: Mapping[str, TargetCard]) -> None:
        bombed = target.kind in (RAID, RECON)
        lengths = 1 if target.kind in FIXED else 2
        if len(target.turns) != lengths:
            self.fail(f"{at}.turns", phrase("expect.members", count=lengths), list(target.turns))  # CAM-23.23
        grounds = sorted(code for code, card in targets.items() if not card.fleet)
        if bombed and target.sheet not in grounds:
            self.fail(f"{at}.sheet", phrase("expect.one_of", choices=", ".join(grounds)), target.sheet)
        if not bombed and target.sheet is not None:
            self.fail(f"{at}.sheet", phrase("expect.nothing"), target.sheet)
        if not target.attackers:
            self.fail(f"{at}.attackers", phrase("expect.force"))
        if not bombed and not target.defenders:
            self.fail(f"{at}.defenders", phrase("expect.force"))
        self.at_altitude(target.attackers, target.altitude, f"{at}.attackers")
        self.at_altitude(target.defenders, target.altitude, f"{at}.defenders")
        self.of_side(target.attackers, target.attacker, f"{at}.attackers")
        self.of_side(target.defenders, SIDES[1 - SIDES.index(target.attacker)], f"{at}.defenders")

    def _check_resources(self, campaign: LandCampaign, counters: Mapping[str, AirmanCounter]) -> None:
        seen: set[tuple[str, int]] = set()
        for i, resource in enumerate(campaign.resource):
            at = f"resource[{i}]"
            if (resource.side, resource.number) in seen:
                self.fail(f"{at}.number", phrase("expect.once"), resource.number)
            seen.add((resource.side, resource.number))
            if not resource.effects:
                self.fail(f"{at}.effects", phrase("expect.effects_of_resource"))
            for k, effect in enumerate(resource.effects):
                self.check_effect(effect, resource.side, f"{at}.effects[{k}]", counters)

    def check_effect(self, effect: ResourceEffect, side: str, at: str, counters: Mapping[str, AirmanCounter]) -> None:
        """Raise DataError unless the effect has what its kind needs, and nothing else."""
        for key, value, kinds in (
            ("force", effect.aircraft, WITH_AIRCRAFT),
            ("pilot", effect.pilot, WITH_PILOT),
            ("amount", effect.amount or None, WITH_AMOUNT),
        ):
            if value is not None and effect.kind not in kinds:
                self.fail(f"{at}.{key}", phrase("expect.nothing"), value)
            if value is None and effect.kind in kinds:
                self.fail(f"{at}.{key}", phrase("expect.value"))
        if effect.aircraft is not None:
            self.of_side((Flyers(effect.aircraft),), side, f"{at}.force")
        if effect.pilot is not None and (effect.pilot not in counters or counters[effect.pilot].skilled_face is None):
            self.fail(f"{at}.pilot", phrase("expect.skilled_counter"), effect.pilot)


# ---- all files

OWN_FILES = ("targets.toml", "pilots.toml", "awards.toml", "land/*.toml")
"""The files of the land campaigns that a user may lay over ours."""


def over(
    folder: Path, crafts: Crafts, targets: Mapping[str, TargetCard], counters: Sequence[AirmanCounter]
) -> tuple[dict[str, TargetCard], tuple[AirmanCounter, ...]]:
    """Return target sheets and counters with those of a folder, if there are any, added or in the place of the same code. Raises
    DataError."""
    found, drawn = dict(targets), {counter.code: counter for counter in counters}
    if (folder / "targets.toml").is_file():
        found |= load_targets(folder / "targets.toml")
    if (folder / "pilots.toml").is_file():
        drawn |= load_counters(folder / "pilots.toml", crafts)
    return found, tuple(drawn.values())


def load_war(folder: Path, crafts: Crafts, base: WarTables | None = None) -> WarTables:
    """The tables of a folder. Over `base`, target sheets, counters and campaigns there add to its own and take the place of those of the
    same code, and awards take the place of its awards; without, all files must be there. Raises DataError."""
    if base is None:
        targets, counters = load_targets(folder / "targets.toml"), tuple(load_counters(folder / "pilots.toml", crafts).values())
    else:
        targets, counters = over(folder, crafts, base.targets, base.counters)
    awards = base.awards if base is not None else None
    if awards is None or (folder / "awards.toml").is_file():
        awards = load_awards(folder / "awards.toml", crafts)
    pages: dict[str, LandCampaign] = {}
    for path in sorted((folder / "land").glob("*.toml")):
        campaign = load_campaign(path, crafts, targets, {counter.code: counter for counter in counters})
        if campaign.code in pages:
            raise DataError(path, "code", phrase("expect.once"), campaign.code)
        pages[campaign.code] = campaign
    _check_named(folder / "pilots.toml", base.campaigns if base is not None else {}, counters)
    return WarTables(({**base.campaigns} if base is not None else {}) | pages, targets, counters, awards)


def _check_named(path: Path, pages: Mapping[str, LandCampaign], counters: Sequence[AirmanCounter]) -> None:
    """Raise DataError unless the airmen that the Resources of those campaigns name are Skilled by the counters of that file, too
    (CAM-19.24e)."""
    skilled = {counter.code for counter in counters if counter.skilled_face is not None}
    for campaign in pages.values():
        for pilot in [effect.pilot for found in campaign.resource for effect in found.effect("pilot")]:
            if pilot not in skilled:
                raise DataError(path, "counter", phrase("expect.skilled_counter"), pilot)


def laid_over(folder: Path, crafts: Crafts) -> WarTables:
    """Our tables with a user's own over them. Raises UsageError for a folder that is not there or has none of the files, DataError for
    one that is wrong."""
    there(folder, OWN_FILES)
    return replace(load_war(folder, crafts, shipped_war(crafts)), own=own_files(folder, OWN_FILES))


_SHIPPED: list[tuple[Crafts, WarTables]] = []


def shipped_war(crafts: Crafts) -> WarTables:
    """The tables that ship with the program, of these aircraft."""
    for known, tables in _SHIPPED:
        if known is crafts:
            return tables
    _SHIPPED.append((crafts, load_war(data_folder("tables") / "campaign", crafts)))
    return _SHIPPED[-1][1]
