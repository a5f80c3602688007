"""A shot from its declaration to the fire marker, step by step (FIS-282); a collision uses its steps 5 to 9."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from bob.core.errors import Refusal
from bob.core.hexes import Hex, distance
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import Flying, HexMat
from bob.tactical.hexes.orders import Cancel, Counter, Dodge, Fire
from bob.tactical.hexes.position import AIM, COUNTER, DODGED, FINISH, FLY, NOBODY, STEADY, Go, HexAircraft, HexPosition, Shot
from bob.tactical.hexes.rules import cards, courses, flight, formations, gunnery
from bob.tactical.hexes.rules.damage import hit, remove
from bob.tactical.hexes.rules.movement import forced_through, stay_active

COUNTER_RADIUS = 4
"""The greatest distance of a wingman from the attacker (FIS-195)."""
COLLISION_DICE = 2


def fire_refusal(position: HexPosition, go: Go, order: Fire) -> Refusal | None:
    """Return the reason why the active aircraft cannot fire so."""
    why = flight.attack_refusal(position, go)
    if why is not None:
        return why
    if not 0 <= order.target < len(position.aircraft):
        return "no_aircraft", "FIS-114"
    return gunnery.shot_refusal(position, position.aircraft[go.active[0]], position.aircraft[order.target], order.arc)


def fire(run: HexRun, order: Fire) -> None:
    """Step 1: declare shooter, arc and target."""
    position = run.position
    run.commit()
    go = position.go
    assert go is not None
    position.shots.append(Shot(go.active[0], order.target, order.arc))
    position.stage = COUNTER
    run.tell("fires", rule="FIS-282", aircraft=go.active[0], target=order.target, arc=order.arc)


# ---- step 2: counter-attacks


def wingmen(position: HexPosition, shot: Shot) -> list[HexAircraft]:
    """Return the wingmen that may still counter-attack (FIS-194, FIS-195, FIS-199); a counter-attack triggers none (FIS-292)."""
    leader, attacker = position.aircraft[shot.target], position.aircraft[shot.shooter]
    if shot.answering or shot.into or not leader.leader:
        return []
    return [
        a
        for a in position.aircraft
        if a.wingman_of == leader.number
        and not a.out
        and a.number not in shot.asked
        and not a.fired
        and a.speed
        and distance(a.at, attacker.at) <= COUNTER_RADIUS
    ]


def counters(mat: HexMat, a: Flying, attacker: Flying) -> Iterator[tuple[Hex, int, int, str, int]]:
    """Every legal counter-attack of a wingman: where it fires from, its arc, and the speed points that bring it there (FIS-198, FIS-292).

    It flies hexes and rotations; neither WEP nor a tailwind, which are of an activation, nor manoeuvres.
    """
    go = Go(a.side, seat=a.seat, active=(a.number,), tail_hexes=9)
    places = [((a.at, a.facing, a.level), 0)]
    places += [((way.at[0], way.facing, way.level), a.speed - way.speed) for way in courses.ways(mat, go, manoeuvres=False)]
    alone = _Lone(a)
    seen: set[tuple[Hex, int, int]] = set()
    for place, price in places:
        if place in seen:
            continue
        seen.add(place)
        alone.at, alone.facing, alone.level = place
        for gun in a.dash.guns:
            if gunnery.shot_refusal(mat, cast(Flying, alone), attacker, gun.arc) is None:
                yield (*place, gun.arc, price)


class _Lone:
    """An aircraft as if it stood elsewhere, out of its formation."""

    formation = NOBODY

    def __init__(self, a: Flying) -> None:
        self._a = a
        self.at, self.facing, self.level = a.at, a.facing, a.level

    def __getattr__(self, name: str) -> object:
        return getattr(self._a, name)


def counter_refusal(position: HexPosition, seat: int, order: Counter) -> Refusal | None:
    """Return the reason why a wingman may not counter-attack so."""
    shot = position.shots[-1]
    if order.aircraft not in [a.number for a in wingmen(position, shot) if a.seat == seat]:
        return "no_counter", "FIS-199"
    a, attacker = position.aircraft[order.aircraft], position.aircraft[shot.shooter]
    wanted = (order.at, order.facing, order.level, order.arc)
    return None if any(found[:4] == wanted for found in counters(position, a, attacker)) else ("no_counter_there", "FIS-292")


def counter(run: HexRun, order: Counter) -> None:
    """Take the wingman out of its formation to a place where it fires before the attack is rolled (FIS-196, FIS-198)."""
    position = run.position
    shot = position.shots[-1]
    a, attacker = position.aircraft[order.aircraft], position.aircraft[shot.shooter]
    wanted = (order.at, order.facing, order.level, order.arc)
    price = next(found[4] for found in counters(position, a, attacker) if found[:4] == wanted)
    shot.asked = (*shot.asked, a.number)
    if a.formation != NOBODY:
        formations.leave(run, a.number)
    a.at, a.facing, a.level, a.speed = order.at, order.facing, order.level, a.speed - price
    data = {"aircraft": a.number, "target": attacker.number, "at": a.at.label, "facing": a.facing, "level": a.level, "speed": a.speed}
    run.tell("counters", rule="FIS-194", **data)
    position.shots.append(Shot(a.number, attacker.number, order.arc, answering=True))


# ---- the dice


def attack_dice(position: HexPosition, shot: Shot) -> list[gunnery.Reason]:
    """The combat dice of the shot with its cards, and why; together at least 1 (FIS-D45)."""
    shooter, target = position.aircraft[shot.shooter], position.aircraft[shot.target]
    if shot.into:
        return [gunnery.Reason("collision", COLLISION_DICE, "FIS-166")]
    found = gunnery.attack_reasons(position, shooter, target, shot.arc)
    if shot.haze:
        found = [reason for reason in found if reason.code != "sight"]
    if position.sun[shooter.seat] and position.first == shooter.side:
        found.append(gunnery.Reason("sun", position.sun[shooter.seat], "FIS-D31"))
    if shot.bonus:
        found.append(gunnery.Reason("cards", shot.bonus, "FIS-104"))
    if shot.malus:
        found.append(gunnery.Reason("stoppage", -shot.malus, "FIS-D31"))
    return found


def dodge_dice(position: HexPosition, shot: Shot) -> list[gunnery.Reason]:
    """The dodge dice and why: hits, speed points, bonuses (FIS-116 to FIS-120, FIS-168)."""
    shooter, target = position.aircraft[shot.shooter], position.aircraft[shot.target]
    found = [gunnery.Reason("hits", sum(cards.results(position, shot)), "FIS-116")]
    if shot.converted:
        found.append(gunnery.Reason("speed", shot.converted, "FIS-117"))
    found += gunnery.own_dodge(target) if shot.into else gunnery.dodge_reasons(position, shooter, target)
    if shot.cover:
        found.append(gunnery.Reason("cards", shot.cover, "FIS-120"))
    return found


def roll(run: HexRun) -> None:
    """Step 5."""
    position = run.position
    shot = position.shots[-1]
    shooter = position.aircraft[shot.shooter]
    count = max(1, gunnery.total(attack_dice(position, shot)))
    shot.attack = run.throw("collision" if shot.into else "shot", count, shooter.seat)
    if not shot.into and position.sun[shooter.seat] and position.first == shooter.side:
        position.sun[shooter.seat] = 0
    run.tell("shot", rule="FIS-105", aircraft=shot.shooter, target=shot.target, faces=run.names(shot.attack))
    position.stage = AIM


def most_converted(position: HexPosition, target: HexAircraft) -> int:
    """The speed points that a target may turn into dice (FIS-118, FIS-230, FIS-233, FIS-D20)."""
    most = target.speed
    if position.terms.fuel:
        most = min(most, max(0, target.fuel - target.criticals.count("tank")))
    return min(most, 1) if "pilot" in target.criticals else most


def convert(run: HexRun, order: Dodge) -> None:
    """Step 7: speed points, and fuel with them, leave the counters at once (FIS-119)."""
    position = run.position
    shot = position.shots[-1]
    target = position.aircraft[shot.target]
    shot.converted = order.speed
    if order.speed:
        target.speed -= order.speed
        target.fuel -= flight.fuel_price(target, position.terms, order.speed)
        run.tell("converted", rule="FIS-117", aircraft=target.number, speed=order.speed)
    position.stage = DODGED


def dodge(run: HexRun) -> None:
    """Step 8."""
    position = run.position
    shot = position.shots[-1]
    target = position.aircraft[shot.target]
    shot.dodge = run.throw("dodge", gunnery.total(dodge_dice(position, shot)), target.seat)
    run.tell("dodged", rule="FIS-121", aircraft=target.number, faces=run.names(shot.dodge))
    position.stage = STEADY


def cancels(position: HexPosition, shot: Shot) -> list[Cancel]:
    """Every way to assign the dodge faces that no other betters, most criticals first (FIS-122, FIS-123, FIS-125)."""
    criticals, damages = cards.results(position, shot)
    die = position.tables.die
    target = position.aircraft[shot.target]
    broad, narrow = gunnery.counted([die[face - 1] for face in shot.dodge], target, "dodge", None, "any", 0)
    found: list[Cancel] = []
    for k in range(min(broad, criticals), -1, -1):
        cancelled = min(damages, narrow + broad - k)
        if not found or cancelled > found[-1].damages:
            found.append(Cancel(k, cancelled))
    return found


def apply(run: HexRun, order: Cancel) -> None:
    """Apply the results that are not cancelled (step 10), then the fire marker (step 11)."""
    position = run.position
    shot = position.shots.pop()
    criticals, damages = cards.results(position, shot)
    shooter, target = position.aircraft[shot.shooter], position.aircraft[shot.target]
    if criticals + damages:
        run.tell("cancelled", rule="FIS-125", aircraft=target.number, criticals=order.criticals, damages=order.damages)
    left_criticals, left_damages = criticals - order.criticals, damages - order.damages
    if shot.into:
        if left_criticals + left_damages:
            run.tell("collided", rule="FIS-170", aircraft=shooter.number, target=target.number)
            remove(run, shooter, "collided")
            remove(run, target, "collided")
        else:
            forced_through(run, shooter, shot.into[-1])
        position.stage = FLY
        return
    if not criticals + damages:
        run.tell("missed", rule="FIS-116", aircraft=shooter.number, target=target.number)
    hit(run, target, left_criticals, left_damages, shooter)
    shooter.fired = True
    _settle(run, shot, target)


def _settle(run: HexRun, shot: Shot, target: HexAircraft) -> None:
    position = run.position
    go = position.go
    assert go is not None
    if not shot.answering:
        go.shot = True
        position.stage = FINISH if go.displaced else FLY
        return
    # A counter-attack has been resolved: the attack goes on, unless the attacker has fallen (FIS-198).
    if target.out:
        position.shots.pop()
        stay_active(run)
        position.stage = FLY
        return
    if not target.speed and shot.converted:
        go.released = True
    position.stage = COUNTER


def no_dodge(position: HexPosition, shot: Shot) -> bool:
    """Return whether there is nothing to dodge (FIS-116)."""
    return not sum(cards.results(position, shot))


def helpers(position: HexPosition, shot: Shot) -> list[int]:
    """Return the leaders that may cover the target: friends within 2 hexes, once a turn (Bader, FIS-D40)."""
    target = position.aircraft[shot.target]
    return [
        a.number
        for a in position.aircraft
        if a.rule == "cover"
        and not a.rule_used
        and not a.out
        and a.side == target.side
        and a.number != target.number
        and distance(a.at, target.at) <= cards.NEAR
    ]


def help_target(run: HexRun, leader: int) -> None:
    """One dodge die more by a leader's cover."""
    position = run.position
    position.aircraft[leader].rule_used = True
    position.shots[-1].cover += 1
    run.tell("rule_used", rule="FIS-D40", aircraft=leader, leader=position.aircraft[leader].leader)
