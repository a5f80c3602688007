"""The referee's corrections of raids, and of their tracks on the RAF's table (OPS-B4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bob.core import hexes
from bob.day.corrections_given import HIGHEST, Correction, is_whole, on_map, one_of, whole
from bob.day.phases import detection, raids
from bob.day.rules import tracks
from bob.day.rules.disruption import most_disruption
from bob.day.state.execution import Play
from bob.day.state.groups import groups, regroup
from bob.day.state.orders import Correctable
from bob.day.state.position import DayPosition, Plot, Raid, RaidUnit, Track
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.world import World
from bob.tactical.engagement import AMMO

COURSES = ("on_course", "lost", "decoyed")
STATES = ("with_raid", "going_home", "lost")
ABOARD, GONE = "aboard", "jettisoned"
UNKNOWN = "?"
MOST_SHOWN = 300
SOURCE = "observer_corps"


def _units_out(raid: Raid) -> list[RaidUnit]:
    """Those who fly with a raid, or left it and fly home."""
    return [u for u in raid.units if u.state in STATES and u.strength > 0]


def _units(p: DayPosition) -> Mapping[str, RaidUnit]:
    return {u.unit: u for raid in p.raids.values() for u in _units_out(raid)}


def _named_units(world: World, p: DayPosition) -> list[str]:
    return list(_units(p))


def _units_formed(world: World, p: DayPosition) -> list[str]:
    """Those who fly with a raid under way, or left it."""
    return [u.unit for raid in p.raids.values() if raid.state == "flying" for u in _units_out(raid)]


def _bombers(world: World, p: DayPosition) -> list[str]:
    return [name for name, unit in _units(p).items() if unit.role in BOMBING_ROLES and not unit.bombed]


def _in_air(world: World, p: DayPosition) -> list[str]:
    return [code for code, raid in p.raids.items() if raid.state == "flying" and any(True for _ in _units_with_raid(raid))]


def _to_form(world: World, p: DayPosition) -> list[str]:
    return [code for code, raid in p.raids.items() if raid.state == "gathering" and raid.form_turn >= p.turn]


def _units_with_raid(raid: Raid) -> Iterable[RaidUnit]:
    return (u for u in raid.units if u.state == "with_raid")


# ---- raids in flight


def _unit(put: Callable[[RaidUnit, Any], None]) -> Callable[[Play, str, str, str], None]:
    return lambda play, name, value, reason: put(_units(play.p)[name], value)


def _strength(unit: RaidUnit, value: str) -> None:
    unit.strength = int(value)
    if unit.strength == 0:
        unit.state = "lost"


def _disruption(unit: RaidUnit, value: str) -> None:
    unit.disruption = int(value)


def _fuel(unit: RaidUnit, value: str) -> None:
    unit.used = unit.endurance - int(value)


def _ammo(unit: RaidUnit, value: Any) -> None:
    unit.ammo = value


def _bombs(unit: RaidUnit, value: str) -> None:
    unit.jettisoned = value == GONE


def _state(play: Play, name: str, value: str, reason: str) -> None:
    """A unit turns for home by itself, is lost, or flies with its raid again where that is."""
    p = play.p
    raid = next(r for r in p.raids.values() if any(u.unit == name for u in _units_out(r)))
    unit = _units(p)[name]
    if value == "lost":
        unit.strength, unit.state = 0, "lost"
    elif value == "with_raid":
        unit.state, unit.group, unit.hex, unit.was, unit.beyond = "with_raid", "", raid.hex, None, 0
    elif value == "going_home" and unit.state == "with_raid":
        raids.leave(play, raid, unit)
    regroup(raid)


def _raid_moved(play: Play, name: str, value: str, reason: str) -> None:
    raid = play.p.raids[name]
    raid.hex = hexes.from_label(value)
    for unit in _units_with_raid(raid):
        unit.hex, unit.was = raid.hex, None


def _raid_height(play: Play, name: str, value: str, reason: str) -> None:
    raid = play.p.raids[name]
    by = int(value) - raid.angels
    raid.angels = int(value)
    for unit in _units_with_raid(raid):
        unit.angels = max(0, min(HIGHEST, unit.angels + by))


def _course(play: Play, name: str, value: str, reason: str) -> None:
    raid = play.p.raids[name]
    raid.lost, raid.decoyed = value == "lost", value == "decoyed"


def _course_now(p: DayPosition, name: str) -> str:
    raid = p.raids[name]
    return "decoyed" if raid.decoyed else "lost" if raid.lost else "on_course"


def _forms(play: Play, name: str, value: str, reason: str) -> None:
    play.p.raids[name].form_turn = int(value)


# ---- the RAF's table


def _stand(world: World, p: DayPosition) -> list[str]:
    return [str(track.number) for track in p.tracks if not track.faded]


def _reported_strength(world: World, p: DayPosition) -> list[str]:
    return [str(track.number) for track in p.tracks if not track.faded and track.level > 1]


def _unseen(world: World, p: DayPosition) -> list[str]:
    """Return the raids in the air without a track on the table."""
    on_table = {code for track in p.tracks for code in track.groups}
    return [g.code for g in groups(p) if g.main and g.code not in on_table and g.raid.state == "flying"]


def _track(p: DayPosition, name: str) -> Track:
    return next(t for t in p.tracks if str(t.number) == name)


def _strike(play: Play, name: str, value: str, reason: str) -> None:
    tracks.strike(play, _track(play.p, name))


def _plot(change: Callable[[str], dict[str, Any]]) -> Callable[[Play, str, str, str], None]:
    """Return the change that replaces the last plot of a track on the table."""
    return partial(_replot, change)


def _replot(change: Callable[[str], dict[str, Any]], play: Play, name: str, value: str, reason: str) -> None:
    track = _track(play.p, name)
    made = replace(track.plots[-1], turn=play.p.turn, **change(value))
    if track.plots[-1].turn == play.p.turn:
        track.plots.pop()
    detection.plot(play, track, made)


def _unknown(value: str) -> int | None:
    return None if value == UNKNOWN else int(value)


def _figure(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)


def _false(play: Play, name: str, value: str, reason: str) -> None:
    """A plot of nothing: it looks like any first plot, and is struck when it is old (OPS-C2.4)."""
    level = 1 if value == UNKNOWN else 2
    made = Plot(play.p.turn, hexes.from_label(name), level, _unknown(value), None, SOURCE)
    detection.enter(play, [Track([], 0, level, [made])])


def _shown(play: Play, name: str, value: str, reason: str) -> None:
    """Plot an undetected raid at its place, with the precision of the level (OPS-B5.1)."""
    group, level = next(g for g in groups(play.p) if g.code == name), int(value)
    strength, angels = (group.strength, group.met_at) if level >= 2 else (None, None)
    detection.enter(play, [Track([name], 0, level, [Plot(play.p.turn, group.hex, level, strength, angels, SOURCE)])])


RAIDS: Mapping[Correctable, Correction] = {
    "raid_unit_strength": Correction(
        _named_units, lambda p, n: str(_units(p)[n].strength), lambda w, p, n, v: is_whole(v, 0, _units(p)[n].sent), _unit(_strength)
    ),
    "raid_unit_disruption": Correction(
        _named_units,
        lambda p, n: str(_units(p)[n].disruption),
        lambda w, p, n, v: is_whole(v, 0, most_disruption(w, _units(p)[n])),
        _unit(_disruption),
    ),
    "raid_unit_fuel": Correction(
        _named_units, lambda p, n: str(_units(p)[n].fuel), lambda w, p, n, v: is_whole(v, 0, _units(p)[n].endurance), _unit(_fuel)
    ),
    "raid_unit_ammo": Correction(_named_units, lambda p, n: _units(p)[n].ammo, one_of(*AMMO), _unit(_ammo), AMMO),
    "raid_unit_bombs": Correction(
        _bombers, lambda p, n: GONE if _units(p)[n].jettisoned else ABOARD, one_of(ABOARD, GONE), _unit(_bombs), (ABOARD, GONE)
    ),
    "raid_unit_state": Correction(_units_formed, lambda p, n: _units(p)[n].state, one_of(*STATES), _state, STATES),
    "raid_hex": Correction(_in_air, lambda p, n: p.raids[n].hex.label, on_map, _raid_moved),
    "raid_angels": Correction(_in_air, lambda p, n: str(p.raids[n].angels), whole(0, HIGHEST, 2), _raid_height),
    "raid_course": Correction(_in_air, _course_now, one_of(*COURSES), _course, COURSES),
    "raid_forms": Correction(_to_form, lambda p, n: str(p.raids[n].form_turn), lambda w, p, n, v: is_whole(v, p.turn, p.turns), _forms),
    "plot_hex": Correction(_stand, lambda p, n: _track(p, n).plots[-1].hex.label, on_map, _plot(lambda v: {"hex": hexes.from_label(v)})),
    "plot_strength": Correction(
        _reported_strength,
        lambda p, n: _figure(_track(p, n).plots[-1].strength),
        lambda w, p, n, v: v == UNKNOWN or is_whole(v, 1, MOST_SHOWN),
        _plot(lambda v: {"strength": _unknown(v)}),
    ),
    "plot_angels": Correction(
        _reported_strength,
        lambda p, n: _figure(_track(p, n).plots[-1].angels),
        lambda w, p, n, v: v == UNKNOWN or is_whole(v, 0, HIGHEST, 2),
        _plot(lambda v: {"angels": _unknown(v)}),
    ),
    "plot_struck": Correction(_stand, lambda p, n: "plotted", one_of("struck"), _strike, ("struck",)),
    "plot_false": Correction(None, lambda p, n: "", lambda w, p, n, v: v == UNKNOWN or is_whole(v, 1, MOST_SHOWN), _false),
    "plot_shown": Correction(_unseen, lambda p, n: "unseen", whole(1, 4), _shown, ("1", "2", "3", "4")),
}
