"""Hits, destruction, lost leaders, aircraft that leave the sheet, and phase 4."""

from __future__ import annotations

from bob.core.hexes import Hex, offset
from bob.tactical.hexes.data import CRITICAL, DAMAGE, SPECIAL
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import NOBODY, NOWHERE, HexAircraft, HexPosition, HexTerms
from bob.tactical.hexes.rules import formations
from bob.tactical.hexes.rules.geometry import moved

LEADER_SCORE = 2
"""Points more for the aircraft of a leader (FIS-D04)."""


def enemy(side: int) -> int:
    return 1 - side


def hit(run: HexRun, a: HexAircraft, criticals: int, damages: int, by: HexAircraft | None) -> None:
    """Take uncancelled results: a point of structure each, a marker for each critical (FIS-107 to FIS-110)."""
    if not criticals and not damages:
        return
    a.structure -= criticals + damages
    run.tell("hit", rule="FIS-110", aircraft=a.number, criticals=criticals, damages=damages, structure=max(0, a.structure))
    if a.structure <= 0:
        destroy(run, a, "shot_down" if by is not None else "burnt", by)
        return
    for _ in range(criticals):
        marker = draw_marker(run)
        if marker:
            a.unseen = (*a.unseen, marker)


def draw_marker(run: HexRun) -> str:
    """Draw a critical marker from the bag; an empty bag gets back all that are on no aircraft (FIS-D20). Empty when there is none."""
    position = run.position
    if not position.bag:
        bag = position.tables.bag()
        for a in position.aircraft:
            for marker in (*a.unseen, *a.criticals) if not a.out else ():
                if marker in bag:
                    bag.remove(marker)
        position.bag = bag
        if bag:
            run.shuffle(bag, "bag")
    return position.bag.pop() if position.bag else ""


def destroy(run: HexRun, a: HexAircraft, why: str, by: HexAircraft | None = None) -> None:
    """An aircraft is destroyed and counts for the other side (FIS-033, FIS-036, FIS-039)."""
    position = run.position
    run.tell("destroyed", rule="FIS-033", aircraft=a.number, why=why, by=by.number if by is not None else None)
    side = enemy(a.side)
    position.kills[side] += 1
    position.score[side] += 1 + (LEADER_SCORE if a.leader else 0)
    score_aims(run, "kill", a, side, "")
    remove(run, a, "down")


def remove(run: HexRun, a: HexAircraft, out: str) -> None:
    """Take an aircraft off the map; a destroyed leader takes a card of its player with it (FIS-188, FIS-189, FIS-290)."""
    formation = a.formation
    a.out, a.at, a.speed, a.formation = out, NOWHERE, 0, NOBODY
    formations.regroup(run, formation)
    if a.leader and out in ("down", "collided"):
        lose_card(run, a.seat)


def lose_card(run: HexRun, seat: int) -> None:
    position = run.position
    hand = position.hands[seat]
    if hand:
        card = hand[run.die("lost_card", seat, len(hand)) - 1]
        run.discard(seat, card)
        run.tell("lost_card", rule="FIS-189", seat=position.seats[seat], card=card)


def leave_mat(run: HexRun, a: HexAircraft, from_hex: Hex) -> None:
    """Remove an aircraft that has flown off the map: out of the game, a kill for neither side (FIS-066)."""
    edge = edge_of(run.position, from_hex)
    run.tell("left_sheet", rule="FIS-066", aircraft=a.number, edge=edge)
    score_aims(run, "exit", a, a.side, edge)
    remove(run, a, "left")


def edge_of(position: HexPosition, at: Hex) -> str:
    """The edge of the sheet nearest to a hex; its short edges first."""
    column, row = offset(at)
    terms = position.terms
    away = {"west": column, "east": terms.columns - 1 - column, "north": row, "south": terms.rows - 1 - row}
    return min(away, key=lambda edge: away[edge])


def score_aims(run: HexRun, kind: str, a: HexAircraft, side: int, edge: str) -> None:
    """Points that the mission gives besides (FIS-276)."""
    position = run.position
    of = ("any", "bomber" if a.dash.bomber else "fighter")
    for aim in position.terms.aims:
        if aim.kind == kind and aim.side == position.sides[side] and aim.of in of and aim.edge in ("any", edge or "any"):
            position.score[side] += aim.points
            run.tell("scored", rule="FIS-276", side=aim.side, aircraft=a.number, points=aim.points, aim=kind)


# ---- phase 4


def end_of_turn(run: HexRun) -> None:
    """Phase 4 in its order (FIS-130)."""
    position = run.position
    run.tell("end_of_turn", rule="FIS-126", turn=position.turn)
    _criticals(run)
    _leaks(run)
    _homeward(run)
    _clouds(run)
    for a in position.flying():
        a.overheat = a.shocked = 0
        a.fired = a.tail = a.rule_used = False
    for seat, hand in enumerate(position.hands):
        for card in hand:
            run.discard(seat, card)
    if position.terms.fuel:
        for a in position.flying():
            if a.fuel <= 0:
                run.tell("dry", rule="FIS-D03", aircraft=a.number)
                remove(run, a, "dry")


def _criticals(run: HexRun) -> None:
    position = run.position
    for a in position.flying():
        for marker in a.unseen:
            a.criticals = (*a.criticals, marker)
            run.tell("turned_over", rule="FIS-108", aircraft=a.number, marker=marker)
            if marker == "spar":
                a.structure -= 1
        a.unseen = ()
        if a.structure <= 0:
            destroy(run, a, "spar")
            continue
        for _ in range(a.criticals.count("fire")):
            _burn(run, a)
            if a.out:
                break
        if not a.out and a.overheat and "engine" in a.criticals:
            destroy(run, a, "engine")


def _burn(run: HexRun, a: HexAircraft) -> None:
    face = run.names(run.throw("fire", 1, a.seat))[0]
    run.tell("burns", rule="FIS-D20", aircraft=a.number, face=face)
    if face in (CRITICAL, DAMAGE):
        hit(run, a, 0, 1, None)
    elif face == SPECIAL:
        left = list(a.criticals)
        left.remove("fire")
        a.criticals = tuple(left)


def _leaks(run: HexRun) -> None:
    position = run.position
    if not position.terms.fuel:
        return
    for a in position.flying():
        leak = 2 * a.criticals.count("tank")
        if leak:
            a.fuel = max(0, a.fuel - leak)
            run.tell("leaks", rule="FIS-234", aircraft=a.number, fuel=a.fuel)


def is_hit(a: HexAircraft, terms: HexTerms) -> bool:
    """Return whether an aircraft has been hit, flying or gone home."""
    whole = a.dash.structure + terms.structure + (a.rank.structure if a.rank is not None else 0)
    return bool(a.unseen or a.criticals) or a.structure < whole


def _homeward(run: HexRun) -> None:
    """Send whoever was hit home, if the terms say so (OPS-D1.8)."""
    position = run.position
    if position.terms.hit_goes_home:
        for a in position.flying():
            if is_hit(a, position.terms):
                run.tell("went_home", rule="OPS-D1.8", aircraft=a.number)
                remove(run, a, "home")


def _clouds(run: HexRun) -> None:
    position = run.position
    wind = position.terms.wind
    if wind is None or not position.clouds:
        return
    moved_on: list[Hex] = []
    for cloud in position.clouds:
        at = moved(cloud, (wind.to, wind.force))
        if on_mat(position.terms, at):
            moved_on.append(at)
        elif position.terms.new_clouds:
            moved_on.append(_entering(position, cloud, wind.to))
    position.clouds = sorted(set(moved_on))
    run.tell("clouds_moved", rule="FIS-240", clouds=tuple([at.label for at in position.clouds]))


def _entering(position: HexPosition, cloud: Hex, to: int) -> Hex:
    """Return the hex of a new cloud for one that left: at the far end of its line upwind (FIS-242)."""
    at = cloud
    while on_mat(position.terms, moved(at, (to + 3, 1))):
        at = moved(at, (to + 3, 1))
    return at
