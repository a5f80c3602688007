"""Tally and interception (OPS-B8.1 to OPS-B8.3): from sighting to who meets whom, and how."""

from __future__ import annotations

from typing import Literal

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.weathers import CLOUD, HAZE
from bob.day.phases import fights
from bob.day.phases.detection import KEPT, sighted
from bob.day.phases.fights import LENGTH, fuel_to_spare
from bob.day.rules import stances
from bob.day.rules.convoys import patrolled
from bob.day.rules.disruption import broken_off
from bob.day.rules.own_positions import reports
from bob.day.rules.postures import approach, posture, up_sun
from bob.day.rules.weather import layers
from bob.day.rules.wings import leads_stack, stack_of
from bob.day.state.combat_state import Arranged, Met
from bob.day.state.execution import Play
from bob.day.state.groups import Group, groups
from bob.day.state.position import LUFTWAFFE, RAF, RaidUnit, Squadron
from bob.day.state.raid_plan import ESCORT_ROLES
from bob.tactical.engagement import SCREENS_FROM_ABOVE, Aim, Posture, turned

SIGHT = 2
"""The most hexes at which a tally is possible (OPS-B8.1)."""
LARGE = 6
"""The Gruppen from which a group is large to a tally (OPS-B8.1)."""
CONVOY_PATROL = 1
"""The modifier to tallies of a patrol over a convoy (OPS-C5.2)."""
CLIMB = 4
"""The Angels above the attackers at which an enemy can still be attacked."""


def tally_modifier(
    play: Play, at: Hex, angels: int, target: Hex, target_angels: int, large: bool, level: int, controlled: bool
) -> int | None:
    """The modifier to a tally, or None where none is possible (OPS-B8.1)."""
    figures = play.world.figures["tally"]
    apart = hexes.distance(at, target)
    through = layers(play.world, play.p, target, angels, target_angels)
    if through & CLOUD:
        return None
    far = SIGHT if through == {"fair"} and angels > target_angels and up_sun(play, target, at) else 1
    if apart > far:
        return None
    modifier = 0
    if controlled and level >= 3:
        modifier += figures["controlled_3"]
    elif controlled and level == 2:
        modifier += figures["controlled_2"]
    if large:
        modifier += figures["large"]
    if angels - target_angels >= 2:
        modifier += figures["above"]
    if up_sun(play, at, target):
        modifier += figures["up_sun"]
    if through & HAZE:
        modifier += figures["haze"]
    return int(modifier)


def _tallies(play: Play, by: str, modifier: int, **about: str) -> bool:
    """Roll for a tally; return whether it succeeds (OPS-B8.1)."""
    return play.roll("tally", 2, by, **about) + modifier >= int(play.world.figures["tally"]["at"])


def phase(play: Play) -> None:
    """Run the turn's tallies; the resulting interceptions are left in the position, for `proceed`."""
    p = play.p
    stances.meet(play)
    found = groups(p)
    _raf_tallies(play, found)
    combat = p.combat
    combat.seen = sorted(_sweep_tallies(play, found))
    combat.fought = []
    combat.met = [Met(g.code, g.raid.plan.code, g.hex, [u.unit for u in g.units]) for g in found]
    combat.attacks, combat.sweeps = list(range(len(found))), list(range(len(found)))


def proceed(play: Play) -> bool:
    """Carry out the remaining interceptions, one after another; False when one of them waits for a decision."""
    combat = play.p.combat
    found = _groups_at_tallies(play)
    while combat.now is None:
        if combat.queue:
            fights.begin(play, combat.queue.pop(0))
        elif combat.attacks:
            _attack(play, found[combat.attacks.pop(0)], found)
        elif combat.sweeps:
            if not _sweep_attack(play, found[combat.sweeps[0]]):
                combat.sweeps.pop(0)
        else:
            combat.met, combat.fought, combat.seen = [], [], []
            return True
    return False


def _groups_at_tallies(play: Play) -> list[Group]:
    """The groups of this turn as they were at its tallies, their units as they are now."""
    found = []
    for met in play.p.combat.met:
        raid = play.p.raids[met.raid]
        units = tuple([u for name in met.units for u in raid.units if u.unit == name])
        found.append(Group(met.group, raid, met.hex, raid.angels, units))
    return found


def _airborne(play: Play) -> list[Squadron]:
    return [s for s in play.p.squadrons.values() if s.box == "airborne" and s.strength > 0 and s.forming == 0]


def on_patrol(squadron: Squadron) -> bool:
    """Return whether a squadron patrols: it was sent to a place, and not after a raid or home."""
    return squadron.vector is not None and squadron.vector.kind == "hex"


def _raf_tallies(play: Play, found: list[Group]) -> None:
    p = play.p
    by_code = {group.code: group for group in found}
    for squadron in _airborne(play):
        for group in found:
            if hexes.distance(squadron.hex, group.hex) > SIGHT:
                continue
            if squadron.tally == group.code:
                sighted(play, group, moved=True)
                reports(play, squadron)
                continue
            if not stances.looks_for(squadron, group):
                continue
            if squadron.tally is not None and not stances.turns_to(squadron, group, by_code.get(squadron.tally)):
                continue
            track = p.track_of(group.code)
            level = track.level if track is not None else 0
            large = sum(u.strength > play.world.figures["units"]["staffel_most"] for u in group.units) >= LARGE
            modifier = tally_modifier(play, squadron.hex, squadron.angels, group.hex, group.met_at, large, level, squadron.controlled)
            if modifier is None:
                continue
            if on_patrol(squadron) and patrolled(p, squadron.hex):
                modifier += CONVOY_PATROL
            if _tallies(play, RAF, modifier, unit=squadron.unit, against=group.raid.plan.code):
                squadron.tally = group.code
                for unit in group.units:
                    unit.tallied = True
                sighted(play, group, moved=True)
                reports(play, squadron)
                track = p.track_of(group.code)
                number = track.number if track is not None else None
                play.tell("tally", (RAF,), "OPS-B8.1", unit=squadron.unit, track=number, hex=group.hex.label, angels=group.met_at)
    for squadron in _airborne(play):
        if squadron.tally is not None and all(g.code != squadron.tally or hexes.distance(g.hex, squadron.hex) > KEPT for g in found):
            squadron.tally = None


def _sweep_tallies(play: Play, found: list[Group]) -> set[tuple[str, str]]:
    """Return the sightings of squadrons by fighters of the Luftwaffe: pairs of unit and squadron."""
    seen: set[tuple[str, str]] = set()
    for group in found:
        for unit in group.units:
            if unit.role not in (*ESCORT_ROLES, "sweep", "return_escort") or unit.ammo == "none":
                continue
            for squadron in _airborne(play):
                if hexes.distance(unit.hex, squadron.hex) > SIGHT:
                    continue
                modifier = tally_modifier(play, unit.hex, unit.angels, squadron.hex, squadron.angels, False, 0, False)
                if modifier is not None and _tallies(play, LUFTWAFFE, modifier, unit=unit.unit, against=squadron.unit):
                    seen.add((unit.unit, squadron.unit))
    return seen


def _able(play: Play, flying: list[Squadron], group: Group) -> bool:
    """Return whether a squadron, or a Wing, has a group in sight and could attack it, its rules of engagement apart."""
    return (
        any(s.tally == group.code for s in flying)
        and all(s.unit not in play.p.combat.fought for s in flying)
        and any(s.ammo != "none" and not broken_off(play.world, s) for s in flying)
        and hexes.distance(flying[0].hex, group.hex) <= 1
        and group.met_at - flying[0].angels <= CLIMB
    )


def _attackers(play: Play, group: Group) -> list[list[Squadron]]:
    """Return the attackers of a group: squadrons and Wings, by the rules of engagement of the first (OPS-C3.1, OPS-C3.3); those that
    wait for one of them come along."""
    every = play.p.squadrons.values()
    if all(s.tally != group.code for s in every):
        return []
    flying = [stack_of(every, s) for s in _airborne(play) if leads_stack(every, s)]
    able = [each for each in flying if _able(play, each, group)]
    found = [each for each in able if stances.attacks(each[0], group)]
    while joining := [
        each for each in able if each[0].stance == "wait" and any(s.unit == each[0].waits_for for others in found for s in others)
    ]:
        for each in joining:
            for squadron in each:
                stances.end_wait(play, squadron)
        found += joining
    return found


def _attack(play: Play, group: Group, found: list[Group]) -> None:
    """Attack a group with all squadrons that have tallied it, in one engagement; escorts in position screen it (OPS-B8.2, OPS-D1.1)."""
    attackers = _attackers(play, group)
    if not attackers:
        return
    squadrons = [s for each in attackers for s in each]
    screen = _screen(play, group, found, max(len(each) for each in attackers))
    bombers = group.bombers
    others = [u for u in group.units if u.strength > 0 and u.unit not in play.p.combat.fought]
    units = [*bombers, *(u for u, _ in screen)] if bombers else others
    if not units:
        return
    seen = set(play.p.combat.seen)
    fighters = [u for u, _ in screen] if bombers else others
    aware = any((u.unit, s.unit) in seen for u in fighters for s in squadrons)
    raf_posture, _ = _raf_posture(play, group, squadrons, fighters or bombers, aware)
    on_bombers, ahead = raf_posture, False
    if bombers:
        noticed = aware or _bombers_see(play, group, squadrons)
        on_bombers, ahead = _raf_posture(play, group, squadrons, bombers, noticed)
        if not fighters:
            raf_posture, aware = on_bombers, noticed
    arranged = Arranged(
        group.raid.plan.code,
        group.code,
        group.hex,
        group.met_at,
        tuple([s.unit for s in squadrons]),
        tuple([u.unit for u in units]),
        raf_posture,
        RAF,
        "none" if aware else "raf",
        "reach_bombers" if bombers else "sweep",
        on_bombers=on_bombers,
        ahead=ahead,
        shares={u.unit: share for u, share in screen} if bombers else {},
    )
    play.p.combat.queue.append(arranged)


def _bombers_see(play: Play, group: Group, squadrons: list[Squadron]) -> bool:
    """Return whether the bombers of a group have seen any of those who attack: they roll once a group (OPS-B8.3)."""
    eyes = play.world.figures["tally"]["bombers"]
    against = [tally_modifier(play, group.hex, group.met_at, s.hex, s.angels, False, 0, False) for s in squadrons]
    possible = [modifier for modifier in against if modifier is not None]
    if not possible:
        return False
    units = ", ".join(s.unit for s in squadrons)
    return _tallies(play, LUFTWAFFE, max(possible) + int(eyes), raid=group.raid.plan.code, against=units)


def _raf_posture(play: Play, group: Group, squadrons: list[Squadron], met: list[RaidUnit], aware: bool) -> tuple[Posture, bool]:
    """The posture of the RAF: that of its highest against the highest of those whom it meets; and whether it comes from ahead."""
    top, foe = max(squadrons, key=lambda s: s.angels), max(met, key=lambda u: u.angels)
    sun = any(up_sun(play, group.hex, s.hex) for s in squadrons)
    height = group.met_at if foe.role == "bomber" else foe.angels
    came = approach(play, top.was, foe.was, foe.hex)
    return posture(top.angels, height, not aware, sun, came), came > 0


def _arrange(
    play: Play,
    group: Group,
    squadrons: list[Squadron],
    units: list[RaidUnit],
    raf_posture: Posture,
    attackers: Literal["raf", "luftwaffe"],
    surprise: Literal["raf", "luftwaffe", "none"],
    aim: Aim,
) -> None:
    """Put an engagement in the queue of the turn's combats."""
    play.p.combat.queue.append(
        Arranged(
            group.raid.plan.code,
            group.code,
            group.hex,
            group.met_at,
            tuple(s.unit for s in squadrons),
            tuple(u.unit for u in units),
            raf_posture,
            attackers,
            surprise,
            aim,
        )
    )


def _screen(play: Play, group: Group, found: list[Group], together: int) -> list[tuple[RaidUnit, float]]:
    """List the escorts of a group and their shares in position.

    They are its own, high cover of a neighbour within two hexes (OPS-B8.2), and sweeps above within four (OPS-D1.2). A Wing of several
    squadrons `together` meets fewer (OPS-C3.1); an escort is low and out of place after a fight (OPS-D1.6).
    """
    if not group.bombers:
        return []
    figures = play.world.figures["escort"]
    lowest, crowd = group.met_at, min(figures["wing_most"], together - 1)
    screen: list[tuple[RaidUnit, float]] = []
    near: list[RaidUnit] = list(group.units)
    for other in found:
        if other is group or (apart := hexes.distance(other.hex, group.hex)) > max(figures["high_hexes"], figures["sweep_hexes"]):
            continue
        near += [
            u
            for u in other.units
            if u.state == "with_raid"
            and apart <= figures["sweep_hexes" if u.role == "sweep" else "high_hexes"]
            and u.role in SCREENS_FROM_ABOVE
        ]
    for unit in near:
        if (
            unit.role not in (*ESCORT_ROLES, "sweep")
            or unit.unit in play.p.combat.fought
            or unit.ammo == "none"
            or unit.strength <= 0
            or broken_off(play.world, unit)
            or fuel_to_spare(play, unit) < figures["fuel"]
        ):
            continue
        close = unit.role == "close_escort"
        if close and abs(unit.angels - lowest) > figures["close_angels"]:
            continue
        if not close and unit.angels <= lowest:
            continue
        rolled = play.roll("intervene", by=LUFTWAFFE, unit=unit.unit, raid=group.raid.plan.code)
        short = figures["close_at" if close else "high_cover_at"] - (rolled - crowd)
        share = in_place(play, unit) * min(1.0, max(0.0, 1 - short / figures["steps"]))
        if share > 0:
            screen.append((unit, share))
    return screen


def in_place(play: Play, unit: RaidUnit) -> float:
    """The share of a unit that is in an escort's position: a unit that fought in the last turns counts only in part (OPS-D1.6)."""
    figures = play.world.figures["escort"]
    if not unit.drawn or play.p.turn - unit.drawn_on > figures["out_of_place"]:
        return 1.0
    return 1 - (1 - float(figures["left"]) / 100) * min(1.0, unit.drawn / unit.strength)


def _sweep_attack(play: Play, group: Group) -> bool:
    """Fighters of a sweep attack the next squadron that they have seen; False when there is none."""
    combat = play.p.combat
    sweeps = [
        u
        for u in group.units
        if u.role == "sweep"
        and u.unit not in combat.fought
        and u.strength > 0
        and u.ammo != "none"
        and not broken_off(play.world, u)
        and fuel_to_spare(play, u) >= LENGTH
    ]
    for squadron in _airborne(play) if sweeps else ():
        if squadron.unit in combat.fought or hexes.distance(squadron.hex, group.hex) > 1:
            continue
        flying = stack_of(play.p.squadrons.values(), squadron)
        mine = [u for u in sweeps if any((u.unit, s.unit) in combat.seen for s in flying) and squadron.angels - u.angels <= CLIMB]
        if not mine:
            continue
        surprise = all(s.tally != group.code for s in flying)
        height = max(u.angels for u in mine)
        top = max(mine, key=lambda u: u.angels)
        came = approach(play, top.was, squadron.was, squadron.hex)
        theirs = posture(height, squadron.angels, surprise, up_sun(play, squadron.hex, group.hex), came)
        _arrange(play, group, flying, mine, turned(theirs), LUFTWAFFE, "luftwaffe" if surprise else "none", "sweep")
        return True
    return False


def patrol_fight(play: Play, box: int, squadron: Squadron) -> None:
    """The units of a Channel patrol box attack a squadron and all who fly with it (OPS-B9.1, OPS-A1.10)."""
    units = [u for u in play.p.patrols[box] if u.strength > 0]
    flying = [s for s in play.p.squadrons.values() if s.box == "airborne" and s.strength > 0]
    stack = [s for s in flying if (s.hex, s.angels) == (squadron.hex, squadron.angels)]
    if not units or not stack:
        return
    for unit in units:
        unit.hex, unit.angels = squadron.hex, min(34, squadron.angels + 4)
    if not _sees(play, LUFTWAFFE, squadron.hex, units[0].angels, squadron.angels):
        return
    names = [s.unit for s in stack]
    play.tell("patrol_attack", (RAF,), "OPS-B9.1", units=names, hex=squadron.hex.label)
    play.tell("patrol_attack", (LUFTWAFFE,), "OPS-B9.1", box=box + 1, hex=squadron.hex.label)
    surprise = not _sees(play, RAF, squadron.hex, squadron.angels, units[0].angels)
    theirs = posture(units[0].angels, squadron.angels, surprise, False)
    lowest = min(u.angels for u in units)
    play.p.combat.queue.append(
        Arranged(
            f"patrol_{box + 1}",
            "",
            squadron.hex,
            lowest,
            tuple(names),
            tuple(u.unit for u in units),
            turned(theirs),
            LUFTWAFFE,
            "luftwaffe" if surprise else "none",
            "sweep",
            box,
        )
    )


def _sees(play: Play, side: str, h: Hex, angels: int, target_angels: int) -> bool:
    """Return whether one of the two sides in a hex gets a tally of the other."""
    modifier = tally_modifier(play, h, angels, h, target_angels, False, 0, False)
    return modifier is not None and _tallies(play, side, modifier, hex=h.label)
