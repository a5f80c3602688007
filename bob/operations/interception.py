"""Tally, interception and combat (OPS-B8): from sighting to engagement, and its outcome back on the map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from bob import hexes
from bob.dogfight.engagement import Aim, Engagement, Force, Posture, Result
from bob.dogfight.quick import resolve
from bob.hexes import Hex
from bob.operations.detection import KEPT, sighted, tallied
from bob.operations.planning import turns_home
from bob.operations.play import Play
from bob.operations.position import BOMBING_ROLES, ESCORT_ROLES, LUFTWAFFE, RAF, Raid, RaidPlan, RaidUnit, Squadron
from bob.operations.raids import disrupt, flying, jettison, leave, maximum_disruption
from bob.operations.readiness import home_vector
from bob.operations.victory import shot_down
from bob.operations.weather import CLOUD, HAZE, layers, sun_bearing
from bob.tables import ListTable

FIGHTING = ("close_escort", "high_cover", "sweep", "strafe", "jabo", "return_escort")
LENGTH = 2
"""Turns that an engagement takes out of a unit's endurance."""


@dataclass(slots=True)
class Stack:
    """The aircraft of one raid in one hex."""

    raid: Raid
    hex: Hex
    units: list[RaidUnit]

    @property
    def bombers(self) -> list[RaidUnit]:
        return [u for u in self.units if u.role == "bomber" and u.strength > 0]

    @property
    def main(self) -> bool:
        """Whether this is the raid itself and not units of it on their own way home."""
        return any(u.state == "with_raid" for u in self.units)

    @property
    def angels(self) -> int:
        """The height at which the stack is met: the bombers', else the lowest."""
        return min(u.angels for u in (self.bombers or self.units))


def stacks(play: Play) -> list[Stack]:
    """The Luftwaffe's stacks: each raid, and its units on their way home by hex; over the map only."""
    found: list[Stack] = []
    for raid in play.p.raids.values():
        if raid.state not in ("flying", "over_target", "returning"):
            continue
        by_hex: dict[Hex, list[RaidUnit]] = {}
        for unit in raid.units:
            if unit.strength > 0 and unit.state in ("with_raid", "going_home"):
                by_hex.setdefault(unit.hex, []).append(unit)
        found.extend(Stack(raid, h, units) for h, units in sorted(by_hex.items()))
    return found


def bearing(play: Play, a: Hex, b: Hex) -> float:
    """The direction from one hex to another, in degrees from north."""
    (ax, ay), (bx, by) = play.world.theatre.middle(a), play.world.theatre.middle(b)
    return math.degrees(math.atan2(bx - ax, ay - by)) % 360


def up_sun(play: Play, a: Hex, b: Hex) -> bool:
    """Whether b lies towards the sun as seen from a."""
    if a == b:
        return False
    off = abs((bearing(play, a, b) - sun_bearing(play.p) + 180) % 360 - 180)
    return off <= 45


def tally_modifier(
    play: Play, at: Hex, angels: int, target: Hex, target_angels: int, large: bool, level: int, controlled: bool
) -> int | None:
    """The modifier to a tally, or None where none is possible (OPS-B8.1)."""
    figures = play.world.figures["tally"]
    apart = hexes.distance(at, target)
    through = layers(play.world, play.p, target, angels, target_angels)
    if through & CLOUD:
        return None
    far = 2 if through == {"fair"} and angels > target_angels and up_sun(play, target, at) else 1
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


def posture(attacker: int, defender: int, surprise: bool, sun: bool) -> Posture:
    """The attacker's posture from height, sun and surprise (OPS-B8.3)."""
    edge = (attacker >= defender + 2) - (attacker <= defender - 2)
    edge += 1 if surprise else 0
    edge += 1 if sun and edge >= 0 else 0
    return "bounce" if edge >= 2 else "advantage" if edge == 1 else "even" if edge == 0 else "disadvantage"


def phase(play: Play) -> None:
    """The turn's tallies, interceptions and combats."""
    p = play.p
    fought: set[str] = set()
    for raid in p.raids.values():
        raid.tallied_by = tallied(p, raid)
    found = stacks(play)
    _raf_tallies(play, found)
    seen = _sweep_tallies(play, found)
    for stack in found:
        _attack(play, stack, found, fought, seen)
    for stack in found:
        _sweep_attack(play, stack, fought, seen)


def _airborne(play: Play) -> list[Squadron]:
    return [s for s in play.p.squadrons.values() if s.box == "airborne" and s.strength > 0 and s.forming == 0]


def _raf_tallies(play: Play, found: list[Stack]) -> None:
    p = play.p
    for squadron in _airborne(play):
        for stack in found:
            code = stack.raid.plan.code
            if hexes.distance(squadron.hex, stack.hex) > 2:
                continue
            if squadron.tally == code and (not stack.main or squadron.unit in stack.raid.tallied_by):
                if stack.main:
                    sighted(play, stack.raid, moved=True)
                continue
            if squadron.tally not in (None, code):
                continue
            track = p.tracks.get(code)
            level = track.level if track is not None and not track.faded else 0
            large = sum(u.strength > play.world.figures["units"]["staffel_most"] for u in stack.units) >= 6
            modifier = tally_modifier(play, squadron.hex, squadron.angels, stack.hex, stack.angels, large, level, squadron.controlled)
            if modifier is None:
                continue
            if play.roll("tally", by=RAF) + modifier >= play.world.figures["tally"]["at"]:
                squadron.tally = code
                if stack.main:
                    stack.raid.tallied_by.append(squadron.unit)
                    sighted(play, stack.raid, moved=True)
                number = p.tracks[code].number if stack.main else None
                play.tell("tally", (RAF,), "OPS-B8.1", unit=squadron.unit, track=number, hex=stack.hex.label, angels=stack.angels)
    for squadron in _airborne(play):
        if squadron.tally is not None and all(
            s.raid.plan.code != squadron.tally or hexes.distance(s.hex, squadron.hex) > KEPT for s in found
        ):
            squadron.tally = None


def _sweep_tallies(play: Play, found: list[Stack]) -> set[tuple[str, str]]:
    """Which fighters of a sweep or a high cover have seen which squadrons: pairs of unit and squadron."""
    seen: set[tuple[str, str]] = set()
    for stack in found:
        for unit in stack.units:
            if unit.role not in ("sweep", "high_cover", "return_escort") or unit.ammo == "none":
                continue
            for squadron in _airborne(play):
                if hexes.distance(unit.hex, squadron.hex) > 2:
                    continue
                modifier = tally_modifier(play, unit.hex, unit.angels, squadron.hex, squadron.angels, False, 0, False)
                if modifier is not None and play.roll("tally", by=LUFTWAFFE) + modifier >= play.world.figures["tally"]["at"]:
                    seen.add((unit.unit, squadron.unit))
    return seen


def _willing(play: Play, squadron: Squadron, stack: Stack, fought: set[str]) -> bool:
    return (
        squadron.tally == stack.raid.plan.code
        and squadron.engage
        and squadron.unit not in fought
        and squadron.ammo != "none"
        and hexes.distance(squadron.hex, stack.hex) <= 1
        and stack.angels - squadron.angels <= 4
    )


def _attack(play: Play, stack: Stack, found: list[Stack], fought: set[str], seen: set[tuple[str, str]]) -> None:
    """The squadrons that have tallied a stack attack it; escorts in position may intervene (OPS-B8.2)."""
    attackers = [s for s in _airborne(play) if _willing(play, s, stack, fought)]
    if not attackers:
        return
    interveners = _interveners(play, stack, found, fought)
    met: dict[str, list[RaidUnit]] = {s.unit: [] for s in attackers}
    for i, unit in enumerate(interveners):
        met[attackers[i % len(attackers)].unit].append(unit)
    for squadron in attackers:
        foes = met[squadron.unit]
        if foes:
            aware = any((u.unit, squadron.unit) in seen for u in foes)
            height = max(u.angels for u in foes)
            stance = posture(squadron.angels, height, False, up_sun(play, stack.hex, squadron.hex))
            _fight(play, stack, [squadron], foes, stance, RAF, "none" if aware else "raf", "reach_bombers", fought)
    free = [s for s in attackers if not met[s.unit] and s.strength > 0]
    if not free:
        return
    bombers = stack.bombers
    if bombers:
        stance = posture(max(s.angels for s in free), stack.angels, False, any(up_sun(play, stack.hex, s.hex) for s in free))
        _fight(play, stack, free, bombers, stance, RAF, "none", "reach_bombers", fought)
        return
    others = [u for u in stack.units if u.strength > 0 and u.unit not in fought]
    if others:
        surprise = not any((u.unit, s.unit) in seen for u in others for s in free)
        stance = posture(
            max(s.angels for s in free), max(u.angels for u in others), surprise, any(up_sun(play, stack.hex, s.hex) for s in free)
        )
        _fight(play, stack, free, others, stance, RAF, "raf" if surprise else "none", "sweep", fought)


def fuel_to_spare(play: Play, unit: RaidUnit) -> int:
    """The turns of endurance beyond the way home; fighters that have not enough for a fight do not begin one (OPS-B11.1)."""
    return unit.endurance - unit.used - turns_home(play.world, unit.hex, unit.base, play.world.types[unit.aircraft].mp)


def _interveners(play: Play, stack: Stack, stacks_now: list[Stack], fought: set[str]) -> list[RaidUnit]:
    """The escorts in position that roll well enough, high cover of a neighbour within two hexes among them (OPS-B8.2)."""
    figures = play.world.figures["escort"]
    lowest = stack.angels
    found = []
    near = [s for s in stacks_now if s is not stack and hexes.distance(s.hex, stack.hex) <= figures["high_hexes"]]
    for unit in [*stack.units, *(u for s in near for u in s.units if u.role == "high_cover" and u.state == "with_raid")]:
        if (
            unit.role not in (*ESCORT_ROLES, "sweep")
            or unit.unit in fought
            or unit.ammo == "none"
            or unit.strength <= 0
            or not stack.bombers
            or unit.disruption >= maximum_disruption(play.world, unit.sent, squadron=False)
            or fuel_to_spare(play, unit) < LENGTH
        ):
            continue
        close = unit.role == "close_escort"
        if close and abs(unit.angels - lowest) > figures["close_angels"]:
            continue
        if not close and unit.angels <= lowest:
            continue
        if play.roll("intervene", by=LUFTWAFFE) >= (figures["close_at"] if close else figures["high_cover_at"]):
            found.append(unit)
    return found


def _sweep_attack(play: Play, stack: Stack, fought: set[str], seen: set[tuple[str, str]]) -> None:
    """Fighters of a sweep attack the squadrons that they have seen."""
    sweeps = [
        u
        for u in stack.units
        if u.role == "sweep" and u.unit not in fought and u.strength > 0 and u.ammo != "none" and fuel_to_spare(play, u) >= LENGTH
    ]
    if not sweeps:
        return
    for squadron in _airborne(play):
        if squadron.unit in fought or hexes.distance(squadron.hex, stack.hex) > 1:
            continue
        mine = [
            u
            for u in sweeps
            if (u.unit, squadron.unit) in seen and u.unit not in fought and u.strength > 0 and squadron.angels - u.angels <= 4
        ]
        if not mine:
            continue
        surprise = squadron.tally != stack.raid.plan.code
        height = max(u.angels for u in mine)
        theirs = posture(height, squadron.angels, surprise, up_sun(play, squadron.hex, stack.hex))
        turned: Posture = {"bounce": "bounced", "advantage": "disadvantage", "even": "even", "disadvantage": "advantage"}[theirs]  # type: ignore[assignment]
        _fight(play, stack, [squadron], mine, turned, LUFTWAFFE, "luftwaffe" if surprise else "none", "sweep", fought)


def force_of(play: Play, unit: Squadron | RaidUnit) -> Force:
    """A unit as an engagement sees it."""
    kind = play.world.types[unit.aircraft]
    side: Literal["raf", "luftwaffe"] = "raf" if isinstance(unit, Squadron) else "luftwaffe"
    base = unit.station if isinstance(unit, Squadron) else unit.base
    return Force(
        unit=unit.unit,
        side=side,
        aircraft=unit.aircraft,
        fighter=kind.fighter,
        count=unit.strength,
        experience=unit.experience,
        disruption=unit.disruption,
        ammo=unit.ammo,
        angels=unit.angels,
        role="interceptor" if isinstance(unit, Squadron) else unit.role,
        fuel=unit.endurance - unit.used - turns_home(play.world, unit.hex, base, kind.mp),
    )


def _fight(
    play: Play,
    stack: Stack,
    squadrons: list[Squadron],
    units: list[RaidUnit],
    stance: Posture,
    attackers: Literal["raf", "luftwaffe"],
    surprise: Literal["raf", "luftwaffe", "none"],
    aim: Aim,
    fought: set[str],
) -> None:
    p = play.p
    engagement = Engagement(
        raid=stack.raid.plan.code,
        turn=p.turn,
        hex=stack.hex.label,
        over_england=play.world.ground(stack.hex).british,
        weather=play.weather(stack.hex, stack.angels),
        sun=sun_bearing(p),
        posture=stance,
        surprise=surprise,
        attackers=attackers,
        aim=aim,
        length=LENGTH,
        forces=(*(force_of(play, s) for s in squadrons), *(force_of(play, u) for u in units)),
    )
    result = resolve(engagement, play.dice)
    for squadron in squadrons:
        squadron.contacts += squadron.strength if not squadron.fought else 0
        squadron.fought = True
        fought.add(squadron.unit)
    fought.update(u.unit for u in units if u.role in FIGHTING)
    apply(play, stack.raid, engagement, result, {s.unit: s for s in squadrons}, {u.unit: u for u in units})


def apply(
    play: Play, raid: Raid, engagement: Engagement, result: Result, squadrons: dict[str, Squadron], units: dict[str, RaidUnit]
) -> None:
    """Carry the outcome of an engagement back onto the map (OPS-B8.6)."""
    p, england = play.p, engagement.over_england
    claims = dict(result.claims)
    report = {"hex": engagement.hex, "posture": engagement.posture, "weather": engagement.weather, "resolver": result.resolver}
    mine = {side: [[f.unit, f.count] for f in engagement.of(side)] for side in (RAF, LUFTWAFFE)}
    lost = {loss.unit: loss.destroyed for loss in result.losses}
    spent = max(0, result.turns - 1)  # beyond the turn itself
    track = p.tracks.get(raid.plan.code)
    number = track.number if track is not None else None
    play.tell(
        "combat", (RAF,), "OPS-B8.4", track=number, units=mine[RAF], lost={u: lost[u] for u in squadrons}, claims=claims[RAF], **report
    )
    play.tell(
        "combat",
        (LUFTWAFFE,),
        "OPS-B8.4",
        raid=raid.plan.code,
        units=mine[LUFTWAFFE],
        lost={u: lost[u] for u in units},
        claims=claims[LUFTWAFFE],
        **report,
    )
    for loss in result.losses:
        if loss.unit in squadrons:
            squadron = squadrons[loss.unit]
            squadron.strength -= loss.destroyed
            squadron.lost += loss.destroyed
            squadron.used += spent
            squadron.ammo = loss.ammo  # type: ignore[assignment]
            squadron.disruption = min(maximum_disruption(play.world, 12, True, squadron.flight), squadron.disruption + loss.disruption)
            score_losses(play, RAF, False, england, loss.destroyed, loss.unit)
            if squadron.strength <= 0:
                squadron.box, squadron.vector, squadron.tally = "gone", None, None
                play.tell("squadron_destroyed", (RAF,), "OPS-B8.6", unit=squadron.unit)
            elif (
                loss.broke_off
                or squadron.ammo == "none"
                or squadron.disruption >= maximum_disruption(play.world, 12, True, squadron.flight)
            ):
                squadron.vector, squadron.tally = home_vector(play.world, squadron), None
                play.tell("broke_off", (RAF,), "OPS-B2.3", unit=squadron.unit)
        else:
            unit = units[loss.unit]
            hit(play, raid, unit, loss.destroyed, england)
            unit.ammo = loss.ammo  # type: ignore[assignment]
            unit.used += spent
            if unit.state in ("lost", "landed"):
                continue
            if loss.jettisoned and unit.role in BOMBING_ROLES and not unit.bombed:
                jettison(play, raid, unit)
            if loss.disruption:
                disrupt(play, raid, unit, loss.disruption, "OPS-B8.6")
            short = play.world.types[unit.aircraft].fighter and fuel_to_spare(play, unit) <= 0
            if (loss.broke_off or unit.ammo == "none" or short) and unit.state == "with_raid" and unit.role in FIGHTING:
                leave(play, raid, unit)
    if not flying(raid) and raid.state in ("flying", "over_target"):
        raid.state = "returning"


def hit(play: Play, raid: Raid, unit: RaidUnit, destroyed: int, england: bool) -> None:
    """A unit of the Luftwaffe loses aircraft, and the score follows."""
    destroyed = min(destroyed, unit.strength)
    unit.strength -= destroyed
    score_losses(play, LUFTWAFFE, not play.world.types[unit.aircraft].fighter, england, destroyed, unit.unit)
    if unit.strength <= 0:
        unit.state = "lost"
        play.tell("unit_destroyed", (LUFTWAFFE,), "OPS-B8.6", raid=raid.plan.code, unit=unit.unit)


def score_losses(play: Play, side: str, bomber: bool, england: bool, aircraft: int, where: str) -> None:
    """Victory points for aircraft shot down (OPS-A15.2, OPS-A15.3)."""
    if aircraft <= 0:
        return
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    for code, count in shot_down(side, bomber=bomber, over_england=england, aircraft=aircraft).items():
        entry = table[code]
        play.score(entry.rule, code, count, float(entry.values["points"]) * count, where)


def patrol_fight(play: Play, box: int, squadron: Squadron) -> None:
    """The units of a Channel patrol box attack a squadron (OPS-B9.1)."""
    units = [u for u in play.p.patrols[box] if u.strength > 0]
    if not units or squadron.strength <= 0:
        return
    for unit in units:
        unit.hex, unit.angels = squadron.hex, min(34, squadron.angels + 4)
    plan = RaidPlan(f"patrol_{box + 1}", "freie_jagd", squadron.hex, play.p.turn, units[0].angels, (), ())
    raid = Raid(plan, {}, "flying", play.p.turn, squadron.hex, units[0].angels, units=units)
    modifier = tally_modifier(play, squadron.hex, units[0].angels, squadron.hex, squadron.angels, False, 0, False)
    if modifier is None or play.roll("tally", by=LUFTWAFFE) + modifier < play.world.figures["tally"]["at"]:
        return
    stance = posture(units[0].angels, squadron.angels, True, False)
    turned: Posture = "bounced" if stance == "bounce" else "disadvantage"
    play.tell("patrol_attack", (RAF,), "OPS-B9.1", unit=squadron.unit, hex=squadron.hex.label)
    play.tell("patrol_attack", (LUFTWAFFE,), "OPS-B9.1", box=box + 1, hex=squadron.hex.label)
    _fight(play, Stack(raid, squadron.hex, units), [squadron], units, turned, LUFTWAFFE, "luftwaffe", "sweep", set())
    for unit in units:
        unit.state, unit.ammo, unit.disruption = ("lost" if unit.strength <= 0 else "with_raid"), "full", 0
        unit.used = 0
    play.p.patrols[box] = [u for u in units if u.strength > 0]
