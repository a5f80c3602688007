"""Groups that fly together (OPS-C2.5): a raid, and hex by hex the units that have left it. Each group is a raid of its own to radar, to
tallies and in combat; the RAF's number stays with most of the aircraft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.state.position import PART, DayPosition, Raid, RaidUnit
from bob.day.state.raid_plan import BOMBING_ROLES

TOGETHER = 2
"""Within how many hexes of its lead what gathers is one target."""
ALOFT = ("flying", "over_target", "returning")


def flying(raid: Raid) -> list[RaidUnit]:
    """The units that fly with a raid."""
    return [u for u in raid.units if u.state == "with_raid" and u.strength > 0]


@dataclass(frozen=True, slots=True)
class Group:
    """Aircraft of one raid that fly together: the raid itself, or such as left it and are in one hex."""

    code: str
    raid: Raid
    hex: Hex
    angels: int
    units: tuple[RaidUnit, ...]

    @property
    def main(self) -> bool:
        """Return whether this is the raid itself and not units of it on their own way home."""
        return any(u.state == "with_raid" for u in self.units)

    @property
    def bombers(self) -> list[RaidUnit]:
        return [u for u in self.units if u.role == "bomber" and u.strength > 0]

    @property
    def strength(self) -> int:
        return sum(u.strength for u in self.units)

    @property
    def met_at(self) -> int:
        """The height at which it is met: the bombers', else the lowest."""
        return min(u.angels for u in (self.bombers or self.units))


def leads(units: Iterable[RaidUnit]) -> RaidUnit:
    """Return the unit that sets a group's place: the largest that carries bombs, else the largest, the first of equals (OPS-C1.2)."""
    return max(units, key=lambda u: (u.role in BOMBING_ROLES, u.strength))


def aloft(raid: Raid) -> list[RaidUnit]:
    """The units of a raid that fly over the map."""
    if raid.state not in ALOFT:
        return []
    return [u for u in raid.units if u.strength > 0 and u.state in ("with_raid", "going_home")]


def gathered(raid: Raid) -> list[RaidUnit]:
    """The units of a raid that gather over the map."""
    return [u for u in raid.units if u.state == "gathering" and u.strength > 0 and not u.beyond]


def seen_together(p: DayPosition) -> list[Group]:
    """Return all groups that radar could see: those that fly against England, and those that gather over France within reach of its lead
    (OPS-C1.2)."""
    found = []
    for raid in p.raids.values():
        if raid.state == "gathering" and (up := gathered(raid)):
            lead = leads(up)
            near = tuple([u for u in up if hexes.distance(u.hex, lead.hex) <= TOGETHER])
            found.append(Group(raid.plan.code, raid, lead.hex, lead.angels, near))
        found.extend(groups_of(raid))
    return found


def group_of(raid: Raid, unit: RaidUnit) -> str:
    """The code of those that a unit flies with."""
    return unit.group or raid.plan.code


def groups_of(raid: Raid) -> list[Group]:
    """The groups of one raid, itself first."""
    if raid.state not in ALOFT:
        return []
    parts: dict[str, list[RaidUnit]] = {}
    for unit in aloft(raid):
        parts.setdefault(group_of(raid, unit), []).append(unit)
    found = []
    for code, units in parts.items():
        main = any(u.state == "with_raid" for u in units)
        lead = leads(units)
        found.append(Group(code, raid, raid.hex if main else lead.hex, raid.angels if main else lead.angels, tuple(units)))
    return sorted(found, key=lambda g: not g.main)


def groups(p: DayPosition) -> list[Group]:
    """Return all groups that fly against England, raid by raid."""
    return [group for raid in p.raids.values() for group in groups_of(raid)]


def regroup(raid: Raid) -> None:
    """Regroup a raid's units: those with the raid, and by hex those that left it. A code stays with most of its aircraft (OPS-C2.5)."""
    parts: dict[tuple[bool, Hex], list[RaidUnit]] = {}
    for unit in aloft(raid):
        kept = unit.state == "with_raid"
        parts.setdefault((not kept, raid.hex if kept else unit.hex), []).append(unit)
    if not parts:
        return
    largest_first = sorted(parts.items(), key=lambda part: (-sum(u.strength for u in part[1]), part[0]))
    claims: dict[str, tuple[int, int]] = {}  # by code, how many of its aircraft are in which part
    for i, (_, units) in enumerate(largest_first):
        of: dict[str, int] = {}
        for unit in units:
            of[group_of(raid, unit)] = of.get(group_of(raid, unit), 0) + unit.strength
        for code, count in of.items():
            if count > claims.get(code, (0, 0))[0]:
                claims[code] = (count, i)
    for i, (_, units) in enumerate(largest_first):
        own = [(count, code) for code, (count, part) in claims.items() if part == i]
        if own:
            code = max(own, key=lambda c: (c[0], c[1] == raid.plan.code, c[1]))[1]
        else:
            raid.parts += 1
            code = f"{raid.plan.code}{PART}{raid.parts}"
        for unit in units:
            unit.group = code
    if (key := largest_first[0])[0][0] and not any(not gone for gone, _ in parts):
        lead = leads(key[1])
        raid.hex, raid.angels = lead.hex, lead.angels
