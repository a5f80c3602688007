"""The sheet of a low-level raid: targets, waves, the defence's tables, victory; loaded, checked, frozen (CAM-DAT-15, CAM-GAP-43)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from bob.campaigns.land.campaign_data import LEVEL_CODES, RESULTS, ROWS, TITLE, DamageLevel, Flyers
from bob.campaigns.land.campaign_files import CampaignReader, places
from bob.campaigns.sides import SIDES
from bob.core.errors import DataError, phrase
from bob.core.own_files import own_files, there
from bob.core.ranges import OneOf, Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Distinct, Keys, Members, Rising
from bob.tactical.cards_classic.data import CLASSIC_OWN_FILES, ClassicTables, classic_laid_over, classic_tables, own_cards_in

SURPRISED, ALERTED = ALARMS = ("surprised", "alerted")
"""The two tables of the defence: for waves that come as a surprise, and for the rest."""

ENDS = ("failure", "slight", "success", "triumph")
"""The levels of victory, from the lowest."""

_Naming = Annotated[Mapping[str, Annotated[str, Text(200, 1)]], TITLE]
_Brief = Annotated[Mapping[str, Annotated[str, Text(1200, 1)]], TITLE]


@dataclass(frozen=True, slots=True)
class RaidTarget:
    """A part of the place that is raided: points of a bombing result and of a strafing Hit, and its levels of damage."""

    code: Annotated[str, Text(40, 1)]
    name: _Naming
    points: Annotated[Mapping[str, Annotated[int, Whole(0, 30)]], Keys(RESULTS)]
    levels: Annotated[tuple[DamageLevel, ...], Members(4), Rising(key="least"), Distinct("code")]
    strafe: Annotated[int, Whole(0, 9)] = 1

    def level(self, points: int) -> DamageLevel:
        """Return the level that `points` points reach."""
        return [level for level in self.levels if points >= level.least][-1]


@dataclass(frozen=True, slots=True)
class RaidWave:
    """Aircraft that come together, at one altitude, and how far the defence is awake."""

    name: _Naming
    aircraft: tuple[Flyers, ...]
    altitude: Annotated[str, OneOf(LEVEL_CODES)]
    alarm: Annotated[str, OneOf(ALARMS)]


@dataclass(frozen=True, slots=True)
class DefenceRow:
    """The effect of the defence on a wave: levels off the results, bombing cards lost, aircraft Damaged and Destroyed."""

    lowered: Annotated[int, Whole(0, 3)] = 0
    cards: Annotated[int, Whole(0, 12)] = 0
    damaged: Annotated[int, Whole(0, 6)] = 0
    destroyed: Annotated[int, Whole(0, 6)] = 0


@dataclass(frozen=True, slots=True)
class RaidStep:
    """A level of victory, from its least points."""

    code: str
    least: Annotated[int, Whole(-999, 999)]


@dataclass(frozen=True, slots=True)
class LowRaidMission:
    """A low-level raid. An own aircraft Destroyed costs `lost` points, one Damaged `hurt`."""

    code: str
    name: _Naming
    brief: _Brief
    side: Annotated[str, OneOf(SIDES)]
    at: str
    target: Annotated[tuple[RaidTarget, ...], Distinct("code")]
    wave: tuple[RaidWave, ...]
    defence: Annotated[Mapping[str, Annotated[Mapping[str, DefenceRow], Keys(ROWS)]], Keys(ALARMS)]
    victory: Annotated[tuple[RaidStep, ...], Members(len(ENDS)), Rising(key="least")]
    lost: Annotated[int, Whole(0, 20)]
    hurt: Annotated[int, Whole(0, 20)]
    origin: Literal["designed", "source"]
    why: Annotated[str, Text(3000, 1)]

    def target_of(self, code: str) -> RaidTarget:
        """The target of that code, which there is."""
        return next(target for target in self.target if target.code == code)

    def end(self, points: int) -> str:
        """Return the level of victory of `points` points."""
        reached = [step.code for step in self.victory if points >= step.least]
        return reached[-1] if reached else self.victory[0].code


# ---- loading


def load_raid(path: Path, cards: ClassicTables) -> LowRaidMission:
    """The raid of a file. Raises DataError."""
    reader = CampaignReader(path, cards.aircraft)
    for at, row in reader.rows("wave"):
        reader.spell_out(row, "aircraft", at)
    mission = reader.top.read(LowRaidMission)
    if mission.at and mission.at not in places():
        reader.fail("at", phrase("expect.on_map"), mission.at)
    if not mission.target or not mission.wave:
        reader.fail("target" if not mission.target else "wave", phrase("expect.value"))
    if tuple(step.code for step in mission.victory) != ENDS:
        reader.fail("victory", phrase("expect.one_of", choices=", ".join(ENDS)), ", ".join(step.code for step in mission.victory))
    for i, target in enumerate(mission.target):
        if target.levels[0].least:
            reader.fail(f"target[{i}].levels[0].least", phrase("expect.whole", least=0, most=0), target.levels[0].least)
    for i, wave in enumerate(mission.wave):
        if not wave.aircraft:
            reader.fail(f"wave[{i}].aircraft", phrase("expect.force"))
        reader.of_side(wave.aircraft, mission.side, f"wave[{i}].aircraft")
        for k, flown in enumerate(wave.aircraft):
            if mode_of(cards, flown.aircraft, wave.altitude) is None:
                reader.fail(f"wave[{i}].aircraft[{k}]", phrase("expect.bomb_carriers"), flown.aircraft)
    return mission


def mode_of(cards: ClassicTables, aircraft: str, altitude: str) -> str | None:
    """Return an aircraft's mode of bombing at an altitude, by the Bombing Display; None where it cannot."""
    card, band = cards.aircraft[aircraft], LEVEL_CODES.index(altitude)
    for mode in card.front.bombs:
        if cards.display.allowed(mode, band, card.formed):
            return mode
    return None


OWN_FILES = ("low_raid/*.toml", *CLASSIC_OWN_FILES)
"""The files that a user may lay over ours."""


@dataclass(frozen=True, slots=True, eq=False)
class RaidTables:
    """The raids by code, the cards that they are played with, and the user's own files laid over ours."""

    campaigns: Mapping[str, LowRaidMission]
    cards: ClassicTables
    own: Mapping[str, str]


def load_raids(folder: Path, cards: ClassicTables) -> dict[str, LowRaidMission]:
    """All raids of a folder by code. Raises DataError."""
    pages: dict[str, LowRaidMission] = {}
    for path in sorted((folder / "low_raid").glob("*.toml")):
        mission = load_raid(path, cards)
        if mission.code in pages:
            raise DataError(path, "code", phrase("expect.once"), mission.code)
        pages[mission.code] = mission
    return pages


@cache
def shipped_raids() -> RaidTables:
    """The raids that ship with the program."""
    cards = classic_tables()
    return RaidTables(load_raids(data_folder("tables") / "campaign", cards), cards, {})


def raids_over(folder: Path) -> RaidTables:
    """Our raids and cards with a user's own over them, those of the same code replaced. Raises UsageError, DataError."""
    there(folder, OWN_FILES)
    ours = shipped_raids()
    cards, pages = ours.cards, ours.campaigns
    if own_cards_in(folder):
        cards = classic_laid_over(folder)
        pages = load_raids(data_folder("tables") / "campaign", cards)
    return RaidTables({**pages, **load_raids(folder, cards)}, cards, own_files(folder, OWN_FILES))
