"""Every kind of file that a user can write, and what loads it; each spoilt at random, it loads or is refused in words."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bob.campaigns.carriers.campaign_files import load_carriers
from bob.campaigns.land import campaign_files as war_files
from bob.campaigns.linked.campaign_data import load_campaign_file
from bob.campaigns.linked.patterns import load_patterns
from bob.campaigns.linked.quick import load_quick
from bob.campaigns.low_raid.campaign_data import load_raid
from bob.core.codec import encode
from bob.core.dice import Ledger, SeededDice, Stream
from bob.core.errors import BobError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.data.map_files import PLACE_FILES, load_areas, load_coastline, load_lanes, load_places
from bob.data.sensors import Sensors
from bob.data.tables import Tables
from bob.data.theatre import Theatre
from bob.data.units import aircraft_types, load_aircraft, load_units
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import Scenario, setup
from bob.day.state.figures import load_figures
from bob.day.state.orders import PlanRaid
from bob.day.state.world import world
from bob.report.battle_card.markings import load as load_markings
from bob.tactical import engagement_figures, quick, tabletop_figures
from bob.tactical.cards import data as cards
from bob.tactical.cards.game import load_scenarios
from bob.tactical.cards.options import terms
from bob.tactical.cards_classic import data as classic
from bob.tactical.hexes import HexDogfight
from bob.tactical.hexes import data as hex_data
from bob.tactical.hexes.options import load_mission
from bob.tactical.miniatures import data as sky_data
from bob.tactical.miniatures.builder import load_squadron
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.words import LANGUAGES, Words
from tools.attack.mutate import as_toml, bitten, spoilt
from tools.attack.report import Report

SLOW = 10.0
"""Seconds of work within which a file must have loaded or been refused."""

Load = Callable[[Path], object]


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: where the shipped one lies, what loads it, and what must lie beside it."""

    name: str
    shipped: Path
    load: Load
    beside: tuple[Path, ...] = ()


@dataclass(slots=True)
class Loads:
    """What came of the files tried: how many loaded and were refused, and what went wrong."""

    loaded: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


@cache
def kinds() -> Mapping[str, FileKind]:
    """All kinds of file by name."""
    tables, maps = data_folder("tables"), data_folder("maps")
    found: list[FileKind] = []

    def of(folder: Path, names: Iterator[str] | tuple[str, ...], load: Load, prefix: str, beside: tuple[Path, ...] = ()) -> None:
        found.extend(FileKind(f"{prefix}/{name}", folder / name, load, beside) for name in names)

    of(tables / "operations", tuple(f"{name}.toml" for name in Tables.shipped().names), _table, "table")
    places = tuple(f"{stem}.toml" for stem in PLACE_FILES)
    of(maps, places, lambda path: load_places(path.parent), "map", tuple(maps / name for name in places))
    of(maps, ("lanes.toml",), lambda path: load_lanes(path.parent), "map")
    of(maps, ("countries.toml", "weather_zones.toml", "sectors.toml"), load_areas, "map")
    found.append(FileKind("map/coastline.geojson", maps / "coastline.geojson", lambda path: list(load_coastline(path))))
    of(tables / "scenarios", tuple(path.name for path in sorted((tables / "scenarios").glob("*.toml"))), _scenario, "scenario")
    of(tables / "cards", ("deck.toml",), cards.load_deck, "cards")
    of(tables / "cards", ("aircraft.toml", "aircraft_examples.toml"), cards.load_aircraft, "cards")
    of(tables / "cards", ("pilots.toml",), lambda path: cards.load_pilots(path, cards.shipped().aircraft), "cards")
    of(tables / "cards", ("scenarios.toml",), _battles, "cards")
    hexes = tables / "hexes"
    of(hexes, ("aircraft.toml",), hex_data.load_aircraft, "hexes")
    of(hexes, ("deck.toml",), hex_data.load_deck, "hexes")
    of(hexes, ("markers.toml",), hex_data.load_markers, "hexes")
    of(hexes, ("leaders.toml",), lambda path: hex_data.load_leaders(path, hex_data.shipped().aircraft, {}), "hexes")
    missions = tuple(path.name for path in sorted((hexes / "missions").glob("*.toml")))
    of(hexes / "missions", missions, _mission, "hexes/missions")
    skies = tables / "skies"
    of(skies, ("aircraft.toml",), sky_data.load_miniature_aircraft, "skies")
    of(skies, ("cards.toml",), sky_data.load_miniature_cards, "skies")
    of(skies, ("decks.toml",), lambda path: sky_data.load_decks(path, sky_data.shipped().cards), "skies")
    of(skies, ("aces.toml",), lambda path: sky_data.load_aces(path, sky_data.shipped().aircraft), "skies")
    battles = tuple(path.name for path in sorted((skies / "scenarios").glob("*.toml")))
    of(skies / "scenarios", battles, _battle, "skies/scenarios")
    squadrons = tuple(path.name for path in sorted((skies / "squadrons").glob("*.toml")))
    of(skies / "squadrons", squadrons, lambda path: load_squadron(path, sky_data.shipped()), "skies/squadrons")
    pages = tables / "campaigns"
    of(pages, ("patterns.toml",), load_patterns, "campaign")
    of(pages, ("quick.toml",), load_quick, "campaign")
    names = tuple(path.name for path in sorted(pages.glob("*_19*.toml")))
    of(pages, names, lambda path: load_campaign_file(path, cards.shipped()), "campaign")
    war, crafts = tables / "campaign", classic.classic_tables().aircraft
    of(war, ("targets.toml",), war_files.load_targets, "war")
    of(war, ("pilots.toml",), lambda path: war_files.load_counters(path, crafts), "war")
    of(war, ("awards.toml",), lambda path: war_files.load_awards(path, crafts), "war")
    names = tuple(path.name for path in sorted((war / "land").glob("*.toml")))
    of(war / "land", names, _land, "war/land")
    names = tuple(path.name for path in sorted((war / "low_raid").glob("*.toml")))
    of(war / "low_raid", names, lambda path: load_raid(path, classic.classic_tables()), "war/low_raid")
    names = tuple(path.name for path in sorted((war / "carriers").glob("*.toml")))
    of(war / "carriers", names, lambda path: load_carriers(path, crafts, war_files.shipped_war(crafts).targets), "war/carriers")
    of(tables, ("aircraft.toml",), load_aircraft, "units")
    of(tables / "units", ("raf.toml",), lambda path: load_units(path, "raf", aircraft_types()), "units")
    of(tables / "units", ("luftwaffe.toml",), lambda path: load_units(path, "luftwaffe", aircraft_types()), "units")
    of(tables, ("sensors.toml",), Sensors.load, "units")
    of(tables, ("operational.toml",), load_figures, "units")
    of(tables, ("quick.toml",), quick.load_figures, "engagements")
    of(tables, ("markings.toml",), load_markings, "units")
    of(tables / "cards", tuple(classic.CLASSIC_AIRCRAFT), classic.load_classic_aircraft, "cards")
    of(tables / "cards", (classic.CLASSIC_DECK,), classic.load_classic_deck, "cards")
    of(tables / "cards", (classic.CLASSIC_DISPLAY,), classic.load_display, "cards")
    theatre = tuple(path.name for path in sorted(maps.iterdir()) if path.suffix == ".toml")
    of(maps, theatre, lambda path: Theatre.load(path.parent), "theatre", tuple(sorted(path for path in maps.iterdir() if path.is_file())))
    of(tables, ("engagements.toml",), lambda path: (engagement_figures.load_figures(path), tabletop_figures.load(path)), "engagements")
    return {kind.name: kind for kind in found}


def _table(path: Path) -> object:
    return Tables.shipped(path.parent)[path.stem]


def _scenario(path: Path) -> object:
    """A scenario set up, as a game begins with it."""
    return setup(world(), Scenario.of(path), {}, SeededDice(Stream.of(1, "attack"), Ledger()))


def _battles(path: Path) -> object:
    scenarios = load_scenarios(path)
    return [terms(name, {}, scenarios, cards.shipped()) for name in scenarios]


def _battle(path: Path) -> object:
    """A scenario of the miniatures, set up."""
    game, code = MiniatureDogfight().with_scenario(path)
    return game.setup(code, {}, SeededDice(Stream.of(1, "attack"), Ledger()))


def _land(path: Path) -> object:
    """A land campaign with the shipped target sheets and counters."""
    crafts = classic.classic_tables().aircraft
    war = war_files.shipped_war(crafts)
    return war_files.load_campaign(path, crafts, war.targets, {counter.code: counter for counter in war.counters})


def _mission(path: Path) -> object:
    """A mission of the hex dogfight, set up."""
    mission = load_mission(path, hex_data.shipped())
    return HexDogfight(missions={mission.code: mission}).setup(mission.code, {}, SeededDice(Stream.of(1, "attack"), Ledger()))


@cache
def _tree(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    tree: dict[str, Any] = json.loads(raw) if path.suffix == ".geojson" else tomllib.loads(raw.decode())
    return tree


def attempt(kind: FileKind, number: int, seed: str) -> str:
    """Load one spoilt file: "loaded" or "refused". Raises whatever else the loader raises, AssertionError when it is too slow."""
    stream = Stream.of(f"{seed}/{number}", kind.name)
    raw = kind.shipped.read_bytes()
    if stream.below(5) == 0:
        raw = bitten(raw, stream)
    elif kind.shipped.suffix == ".geojson":
        raw = json.dumps(spoilt(_tree(kind.shipped), stream), default=str).encode()
    else:
        raw = as_toml(spoilt(_tree(kind.shipped), stream)).encode("utf-8", "replace")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for other in kind.beside:
            shutil.copyfile(other, folder / other.name)
        path = folder / kind.shipped.name
        path.write_bytes(raw)
        began = time.process_time()
        try:
            kind.load(path)
        except BobError as error:
            lines = [error.describe(Words(language)) for language in LANGUAGES]
            assert all(text.encode() and len(text) < 6000 for text in lines), "an error that cannot be written"
            assert folder.name in lines[0] or error.values.get("place"), f"no file and no place in: {lines[0]}"
            return "refused"
        finally:
            took = time.process_time() - began
            assert took < SLOW, f"{took:.1f} s"
        return "loaded"


def run(count: int, seed: str = "1", names: tuple[str, ...] = ()) -> dict[str, Loads]:
    """So many spoilt files of each kind (of the kinds named); what came of them."""
    reports: dict[str, Loads] = {}
    for name in names or tuple(kinds()):
        report = reports[name] = Loads()
        for number in range(count):
            try:
                outcome = attempt(kinds()[name], number, seed)
            except Exception as error:
                report.faults.append(f"{name} number {number} of seed {seed}: {type(error).__name__}: {error!s:.300}")
            else:
                report.loaded += outcome == "loaded"
                report.refused += outcome == "refused"
    return reports


FILES, SHORT_FILES = 6, 1
"""Spoilt files of each kind in a round, and of how many kinds in the short form."""
SHORT_KINDS = 12


def attack(report: Report) -> None:
    """One round: some spoilt files of each kind."""
    known = list(kinds())
    some = known[report.round % 7 :: len(known) // SHORT_KINDS] if report.short else known
    for name in some:
        got = run(SHORT_FILES if report.short or name.startswith("theatre") else FILES, report.key, (name,))[name]
        report.tried["files loaded"] += got.loaded
        report.tried["files refused"] += got.refused
        for fault in got.faults:
            report.found(fault)
    got = lines(SHORT_FILES if report.short else 10 * FILES, report.key)
    report.tried["plans checked"] += got.loaded + got.refused
    for fault in got.faults:
        report.found(fault)


def lines(count: int, seed: str = "1") -> Loads:
    """So many spoilt plans and orders of a day as lines of JSON: each is an order, checked, or refused in words."""
    game, report = OperationalDay(), Loads()
    match: Match[Any] = Match.new(game, "one_raid", 1)
    whole = [encode(PlanRaid(raid.plan)) for raid in match.position.raids.values()]
    for number in range(count):
        stream = Stream.of(f"{seed}/{number}", "lines")
        try:
            game.check(match.position, "luftwaffe", game.order(json.loads(json.dumps(spoilt(stream.choose(whole), stream), default=str))))
            report.loaded += 1
        except BobError as error:
            assert all(error.describe(Words(language)) for language in LANGUAGES)
            report.refused += 1
        except Exception as error:
            report.faults.append(f"line {number} of seed {seed}: {type(error).__name__}: {error!s:.300}")
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Try so many spoilt files of each kind; 1 when one was neither loaded nor refused in words."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack.files", description="Spoil files and lines at random and load them.")
    parser.add_argument("--count", type=int, default=1000, help="spoilt files of each kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kind", action="append", choices=sorted(kinds()), default=[])
    given = parser.parse_args(arguments)
    faults: list[str] = []
    for name in given.kind or sorted(kinds()):
        report = run(given.count, given.seed, (name,))[name]
        faults += report.faults
        sys.stdout.write(f"{name}: {report.loaded} loaded, {report.refused} refused, {len(report.faults)} faults\n")
    if not given.kind:
        report = lines(given.count, given.seed)
        faults += report.faults
        sys.stdout.write(f"plans: {report.loaded} legal, {report.refused} refused, {len(report.faults)} faults\n")
    sys.stdout.writelines(f"FAULT {fault}\n" for fault in faults)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
