"""Battles with all options mixed at random, for the fuzzer and the tests."""

from __future__ import annotations

from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.data.units import SIDES
from bob.tactical.miniatures.data import ABILITY, ACE, DOCTRINE, ROOKIE, THEATRE, shipped
from bob.tactical.miniatures.position import NO_ROUNDS, SKY_LEVELS, MiniatureMount, TableSpot

TABLES = shipped()
EDGES = ("north", "east", "south", "west")
SWITCHES = ("opening_shot", "setup_levels", "equal_level_shot", "saved_hit_chit", "formation_fire", "ability_beside_any")


def mixed(seed: int) -> tuple[str, dict[str, Any]]:
    """A scenario and options: any aircraft, pilots and named Aces, some short of rounds and fuel, decks chosen or dealt or none, clouds,
    targets, exits, every switch."""
    s = Stream.of(seed, "mix")
    width, height = s.choose((24, 36, 48)), s.choose((24, 36))
    options: dict[str, Any] = {name: s.below(2) == 0 for name in SWITCHES}
    options |= {"width": width, "height": height, "limit": 0, "turns": s.choose((2, 4, 8)), "deck": s.below(5) > 0}
    options |= {"clouds": [], "cloud_count": s.choose((0, 0, 2)), "first": s.choose((None, *SIDES))}
    edges = list(EDGES)
    s.shuffle(edges)
    taken: set[TableSpot] = set()
    options["forces"] = [_force(s, side, edge, (100 * width, 100 * height), taken) for side, edge in zip(SIDES, edges, strict=False)]
    loaded = [any(mount["loaded"] for mount in force["aircraft"]) for force in options["forces"]]
    if any(loaded):
        options["strike"] = {
            "seat": SIDES[loaded.index(True)],
            "targets": [encode(_spot(s, (100 * width, 100 * height))) for _ in range(1 + s.below(3))],
            "hits": 1 + s.below(4),
            "strafe": s.below(2) == 0,
        }
    if s.below(2):
        options["exits"] = [{"seat": side, "edge": s.choose(EDGES), "multis": s.below(2) == 0} for side in SIDES]
    if s.below(4) == 0:
        options["handicap"] = {"raf": s.below(5) - 2}
    return "dogfight", options


def _force(s: Stream, side: str, edge: str, far: tuple[int, int], taken: set[TableSpot]) -> dict[str, Any]:
    """A side: its aircraft placed or to be placed, what goes into its deck."""
    types = [card.code for card in TABLES.aircraft.values() if card.side == side]
    types = [s.choose(types) for _ in range(1 + s.below(3))]
    placed, bombs = s.below(3) == 0, s.below(3) == 0
    aces = [ace for ace in TABLES.aces.values() if ace.side == side]
    mounts: list[MiniatureMount] = []
    for _ in range(1 + s.below(6)):
        code, skill, ace = s.choose(types), ROOKIE + s.below(ACE - ROOKIE + 1), ""
        fit = [other.code for other in aces if code in other.aircraft and other.code not in [mount.ace for mount in mounts]]
        if skill == ACE and fit and s.below(2):
            ace = s.choose(fit)
        at = _free(s, far, taken) if placed else None
        heading, level, loaded = s.below(360), s.choose(SKY_LEVELS), bombs and s.below(2) == 0
        guns, leaves = (s.choose((-1, NO_ROUNDS)), 1 + s.below(4)) if s.below(5) == 0 else (0, 0)
        mounts.append(MiniatureMount(code, skill, ace, at, heading, level, loaded, guns, leaves))
    sizes, dealt = TABLES.sizes, s.below(3)
    force = {"seat": side, "edge": edge, "aircraft": encode(tuple(mounts)), "random": dealt == 1, "cards": s.choose((0, 0, 2))}
    if dealt == 2:
        force["doctrine"] = [s.choose(TABLES.of_kind(DOCTRINE)) for _ in range(sizes.doctrines(len(mounts)))]
        force["theatre"] = [s.choose(TABLES.of_kind(THEATRE)) for _ in range(sizes.theatre)]
    most = sum(2 if mount.ace else 1 for mount in mounts if mount.skill == ACE)
    force["abilities"] = [s.choose(TABLES.of_kind(ABILITY)) for _ in range(s.below(most + 1))]
    return force


def _spot(s: Stream, far: tuple[int, int]) -> TableSpot:
    return TableSpot(s.below(far[0] + 1), s.below(far[1] + 1))


def _free(s: Stream, far: tuple[int, int], taken: set[TableSpot]) -> TableSpot:
    while (at := _spot(s, far)) in taken:
        pass
    taken.add(at)
    return at
