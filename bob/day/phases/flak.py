"""Anti-aircraft guns and balloons (OPS-B10)."""

from __future__ import annotations

from collections.abc import Sequence

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.tables import ListTable
from bob.day.phases.fights import hit
from bob.day.phases.raids import disrupt
from bob.day.rules.convoys import SIGHTED, balloons_over, in_sight, sight, under_way
from bob.day.state.execution import BOTH, Play
from bob.day.state.groups import Group, groups
from bob.day.state.position import LUFTWAFFE, RAF, RaidUnit
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.world import Guns

ANY_HEIGHT = 34


def modifier(factor: int, angels: int, friends_near: bool, figures: dict[str, int]) -> int:
    """The modifier of an area's fire at a height (OPS-B10.1)."""
    high = max(0, (angels - figures["from_angels"]) // figures["per_angels"])
    return factor - high + (figures["friends_near"] if friends_near else 0)


def phase(play: Play) -> None:
    """Each gun area fires once at each enemy group in it; low units fly through the balloons. Where a day has orders, guns and balloons
    take each low unit by itself (OPS-D2.6)."""
    p = play.p
    figures = play.world.figures["flak"]
    up = [s.hex for s in p.squadrons.values() if s.box == "airborne" and s.strength > 0]
    for group in groups(p):
        near = any(hexes.distance(group.hex, h) <= 1 for h in up)
        for guns in _guns(play, group):
            low = [[u] for u in group.units if u.strength > 0 and u.angels <= figures["light_angels"]] if p.directive is not None else []
            for units in low or [list(group.units)]:
                _fire(play, guns, group, units, near)
        for h in _barrages(play, group):
            _balloons(play, h, group)


def _fire(play: Play, guns: Guns, group: Group, units: Sequence[RaidUnit], near: bool) -> None:
    """An area's fire at units of a group; the largest of bombers is hit. `near` says that fighters of its own hold it back."""
    figures = play.world.figures["flak"]
    total = play.roll("flak", by=RAF, raid=group.raid.plan.code, hex=group.hex.label)
    total += modifier(guns.factor, group.met_at, near, figures)
    if total < figures["disruption_at"]:
        return
    target = max(units, key=lambda u: (u.role in BOMBING_ROLES, u.strength, u.unit))
    shot = total >= figures["one_at"]
    for seat in BOTH:
        area, own = _called(play, guns, seat), _own_raid(group, seat)
        play.tell("flak", (seat,), "OPS-B10.1", area=area, hex=group.hex.label, destroyed=int(shot), **own)
    if shot:
        hit(play, group.raid, target, 1, play.world.ground(group.hex).british)
    if (total < figures["one_at"] or total >= figures["both_at"]) and target.strength > 0:
        disrupt(play, group.raid, target, 1, "OPS-B10.1")


def _own_raid(group: Group, seat: str) -> dict[str, str]:
    """Return the code of the raid that was hit for its own side, nothing for the other."""
    return {"raid": group.raid.plan.code} if seat == LUFTWAFFE else {}


def _guns(play: Play, group: Group) -> list[Guns]:
    """Return the guns that may fire at a group: those of the hex, and those of a convoy's escorts that see it (OPS-C5.1)."""
    world, p = play.world, play.p
    there = world.guns.get(group.hex)
    ships = [c for c in under_way(p) if c.hex == group.hex and c.escorts and in_sight(world, p, c, group.hex, group.met_at)]
    land = [there] if there is not None and group.met_at <= there.ceiling else []
    return [*land, *(Guns(f"convoy:{c.code}", c.escorts, ANY_HEIGHT) for c in ships)]


def _called(play: Play, guns: Guns, seat: str) -> str:
    """Return a side's name for guns: a convoy's have the Luftwaffe's number for it."""
    kind, colon, code = guns.name.partition(":")
    if not colon or kind != "convoy" or seat != LUFTWAFFE:
        return guns.name
    convoy = play.p.convoys[code]
    if convoy.number is None:  # its guns reveal it to the raid under fire
        sight(play, convoy)
    return f"{SIGHTED}{convoy.number}"


def _barrages(play: Play, group: Group) -> list[Hex]:
    """The barrages that a group flew through this turn low enough, hex by hex of its way, or in which it stays (OPS-C9.4)."""
    figures = play.world.figures["flak"]
    found = [h for u in group.units if u.strength > 0 for h in u.barrages]
    if balloons_over(play.world, play.p, group.hex) and any(u.strength > 0 and u.angels <= figures["balloon_angels"] for u in group.units):
        found.append(group.hex)
    return list(dict.fromkeys(found))


def _balloons(play: Play, h: Hex, group: Group) -> None:
    figures = play.world.figures["flak"]
    p, label = play.p, h.label

    def in_it(unit: RaidUnit) -> bool:
        return h in unit.barrages or (h == group.hex and unit.angels <= figures["balloon_angels"])

    low = [u for u in group.units if u.strength > 0 and in_it(u)]
    targets = low if p.directive is not None else sorted(low, key=lambda u: (u.strength, u.unit))[-1:]
    for target in targets:
        if play.roll("balloons", by=RAF, raid=group.raid.plan.code, hex=label) >= figures["balloon_at"]:
            for seat in BOTH:
                play.tell("balloons_hit", (seat,), "OPS-B10.2", hex=label, **_own_raid(group, seat))
            hit(play, group.raid, target, 1, play.world.ground(h).british)
    for unit in low:
        if unit.strength > 0 and unit.role in ("jabo", "strafe", "sweep"):
            shot = play.roll("balloon_points", 1, by=LUFTWAFFE, unit=unit.unit, hex=label)
            before, p.balloons = p.balloons // 4, p.balloons + shot
            play.tell("balloons_shot", BOTH, "OPS-B10.2", hex=label, points=shot)
            table = play.world.tables["victory_points"]
            assert isinstance(table, ListTable)
            entry = table["balloon_points"]
            fours = p.balloons // int(entry.values["each"]) - before
            play.score(entry.rule, "balloon_points", fours * int(entry.values["each"]), fours * float(entry.values["points"]), label)
