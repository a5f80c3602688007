"""Set-up of an engagement for the hex dogfight, and the dogfight's outcome as the engagement's (OPS-B8.4 to OPS-B8.6).

Set-up follows the figures of a battle card (`tabletop.hexes` in tables/engagements.toml), losses those under `hexes`. Posture gives the
places and the first initiative, Angels the levels, surprise cards, experience the leaders, ammunition the dice, fuel the counters,
weather the clouds, length the game turns; bombers fly as a formation for the far edge. One aircraft on the map represents `scale`
aircraft of the units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bob.core.dice import Dice
from bob.core.game import Event
from bob.core.hexes import Hex, at_offset, distance
from bob.data.units import LEVELS, SIDES
from bob.tactical import engagement_figures, fates
from bob.tactical.engagement import Engagement, Fate, FlownModel, Force, Result, enemy
from bob.tactical.engagement_figures import HexShares
from bob.tactical.hexes.data import HexTables, shipped
from bob.tactical.hexes.position import NO_ROUNDS, NOBODY, TOP, HexAircraft, HexMount, HexPosition, HexSeat, HexTerms, MissionAim
from bob.tactical.hexes.rules.damage import is_hit
from bob.tactical.hexes.rules.geometry import moved
from bob.tactical.hexes.rules.gunnery import Reason, total
from bob.tactical.hexes.view import HexTableView, SeenAircraft, SeenShot
from bob.tactical.scale import PAIR, scaled
from bob.tactical.slot import Drawn
from bob.tactical.tabletop_figures import figures

COLUMNS, ROWS = 21, 15
NORTH, COURSE = 0, 1
"""The course of a side that is surprised: north-east, towards the eastern edge."""
MIDDLE = at_offset(8, 9)
LOST = ("down", "collided")


def drawn_up(engagement: Engagement, dice: Dice | None = None) -> Drawn:
    """Return the engagement on the sheet. Remainders of the scale go by the dice (OPS-B8.5), without dice to the units with the largest,
    and a few aircraft are a model each."""
    n, given = scaled(engagement, dice, PAIR if dice is not None else 1)
    fig, own, tables = figures().hexes, engagement_figures.figures().hexes, shipped()
    taken: set[Hex] = set()
    places = _places(engagement)
    # Bombers take their hexes first: a formation has to touch.
    found: dict[str, list[tuple[Hex, int] | None]] = {}
    for bombers in (True, False):
        for side in SIDES:
            spots = found.setdefault(side, [None] * sum(given[side]))
            flying = [force for force, count in zip(engagement.of(side), given[side], strict=True) for _ in range(count)]
            for i, force in enumerate(flying):
                if force.fighter is not bombers:
                    anchor, facing = places[side, force.fighter]
                    at = min((distance(h, anchor), h) for h in _mat() - taken)[1]
                    taken.add(at)
                    spots[i] = at, facing
    players: list[HexSeat] = []
    units: list[str] = []
    for side in SIDES:
        mounts: list[HexMount] = []
        spots = found[side]
        for force, count in zip(engagement.of(side), given[side], strict=True):
            for number in range(count):
                spot = spots[len(mounts)]
                assert spot is not None
                mounts.append(_mount(engagement, force, number, count, spot, len(mounts) - number, tables))
            units += [force.unit] * count
        if sum(mount.formation != NOBODY for mount in mounts) == 1:
            mounts = [replace(mount, formation=NOBODY) for mount in mounts]  # one bomber is no formation
        cards = (engagement.surprise == side) * fig.surprised + (engagement.posture_of(side) == "advantage") * own.advantage
        players.append(HexSeat(side, side, tuple(mounts), cards))
    terms = HexTerms(
        players=tuple(players),
        turns=fig.game_turns(engagement),
        columns=COLUMNS,
        rows=ROWS,
        cloud_count=fig.clouds[engagement.weather],
        first=next((side for side in SIDES if engagement.posture_of(side) == "bounce"), None),
        altimeter=True,
        fuel=True,
        aims=_aims(engagement, own),
        structure=0 if engagement.bombers else fig.structure,
        hit_goes_home=True,
    )
    return Drawn(terms, tuple(units), n)


def _mat() -> set[Hex]:
    return {at_offset(column, row) for column in range(1, COLUMNS - 1) for row in range(1, ROWS - 1)}


def _places(engagement: Engagement) -> dict[tuple[str, bool], tuple[Hex, int]]:
    """Return the starting places and facings of the bombers and the fighters of each side."""
    fig = figures()
    approach, away = fig.approach_of(engagement), fig.hexes.distance[engagement.better_posture]
    coming = engagement.ahead_side or engagement.attackers
    met = enemy(coming)
    found: dict[tuple[str, bool], tuple[Hex, int]] = {}
    bombers = {side: any(not f.fighter for f in engagement.of(side)) for side in SIDES}
    middle, course = MIDDLE, COURSE
    if bombers[coming]:
        # Surprised fighters were on their way to the bombers, from the flank.
        found[coming, False] = MIDDLE, COURSE
        middle, course = moved(MIDDLE, (NORTH, fig.hexes.distance["advantage"])), NORTH + 3
    found[met, True] = found[met, False] = middle, course
    if bombers[met]:
        found[met, True] = moved(middle, (course + 3, 2)), course
    if bombers[coming]:
        way = {"behind": course + 3, "flank": course + 2, "head_on": course}[approach]
        found[coming, True] = (moved(middle, (way, min(away, 4))), (way + 3) % 6) if approach != "head_on" else (MIDDLE, COURSE)
    else:
        way = {"behind": course + 3, "flank": course + 5, "head_on": course}[approach]
        found[coming, True] = moved(middle, (way, away)), (way + 3) % 6
        found.setdefault((coming, False), found[coming, True])
    return found


def _level(engagement: Engagement, force: Force) -> int:
    """Return the level of a force, counted from the lowest force by the Angels per level; all bombers of a side fly at the level of
    their lowest."""
    fig = figures().hexes
    lowest = min(f.angels for f in engagement.forces)
    angels = force.angels if force.fighter else min(f.angels for f in engagement.of(force.side) if not f.fighter)
    return min(TOP, (lowest >= fig.low) + (2 * (angels - lowest) + fig.per_level) // (2 * fig.per_level))


def _mount(engagement: Engagement, force: Force, number: int, count: int, spot: tuple[Hex, int], first: int, tables: HexTables) -> HexMount:
    """The model of that number of a unit; `first` is the number of the unit's first model on its side."""
    fig, tired = figures().hexes, figures().tired
    dash = tables.stand_in(force.aircraft)
    assert dash is not None, force.aircraft
    quality = LEVELS[max(0, LEVELS.index(force.experience) - (force.disruption >= tired))]
    leader = fig.leader[quality] if force.fighter else "none"
    low = fig.low_ammo if number % 2 == 0 else 0  # half of them have fired theirs
    guns = {"full": 0, "low": low}.get(force.ammo, NO_ROUNDS) if force.fighter else -(force.disruption >= tired)
    tank = fig.fuel_least + fig.fuel_per_turn * max(0, force.fuel)
    return HexMount(
        type=dash.code,
        at=spot[0],
        facing=spot[1],
        level=_level(engagement, force),
        leader=leader if number == 0 and leader != "none" else "",
        wingman_of=first if number == 1 and leader == "gold" else None,
        formation=NOBODY if force.fighter else 0,
        fuel=min(0, tank - dash.fuel) if force.fighter else 0,
        guns=guns,
        structure=fig.sturdy.get(dash.code, 0),
    )


def _aims(engagement: Engagement, fig: HexShares) -> tuple[MissionAim, ...]:
    """Bombers are to get through, and to be shot down."""
    found: list[MissionAim] = []
    for side in SIDES:
        if any(not f.fighter for f in engagement.of(side)):
            found += [MissionAim(side, "exit", fig.through, "bomber", "east"), MissionAim(enemy(side), "kill", fig.bomber, "bomber")]
    return tuple(found)


def result(engagement: Engagement, battle: HexPosition, units: Sequence[str], dice: Dice) -> Result:
    """The outcome of a dogfight that is over: models lost and hit as aircraft of the units, remainders by the dice (OPS-B8.5)."""
    models = [FlownModel(unit, _fate(a, battle.terms)) for a, unit in zip(battle.aircraft, units, strict=True)]
    return fates.flown_out(engagement, engagement_figures.figures().hexes, models, "hexes", dice)


def _fate(a: HexAircraft, terms: HexTerms) -> Fate:
    if a.out in LOST:
        return "down"
    return "hit" if is_hit(a, terms) else "left" if a.out else "stayed"


HIDDEN_REASONS = frozenset(("mission", "close_range", "leader"))
"""The reasons for dice that reveal a unit's ammunition or leader."""


def known(view: HexTableView) -> HexTableView:
    """Return the view of a dogfight of the day: without the enemy's leaders, ammunition, fuel, and the cards of the terms, which reveal
    units."""
    if view.seat not in view.seats:
        return view
    side = view.side_of[view.seats.index(view.seat)]
    players = tuple([p if p.side == view.sides[side] else HexSeat(p.seat, p.side) for p in view.terms.players])
    return replace(
        view,
        terms=replace(view.terms, players=players),
        aircraft=tuple([a if a.side == side else _veiled(a) for a in view.aircraft]),
        shots=tuple([_without_names(view, shot, side) for shot in view.shots]),
        go=replace(view.go, twice=False) if view.go is not None and view.go.side != side else view.go,
    )


def _veiled(a: SeenAircraft) -> SeenAircraft:
    return replace(a, rank=None, rule="", leader="", wingman_of=NOBODY, guns=0, fuel=a.dash.fuel)


def _without_names(view: HexTableView, shot: SeenShot, side: int) -> SeenShot:
    """Return a shot as a side may know it: before the enemy throws, the open reasons; then also the number of dice more or less, without
    the hidden reason."""
    if view.aircraft[shot.shooter].side != side:
        shot = replace(shot, attack_reasons=_seen_reasons(shot.attack_reasons, len(shot.attack)))
    if view.aircraft[shot.target].side != side:
        shot = replace(shot, dodge_reasons=_seen_reasons(shot.dodge_reasons, len(shot.dodge)))
    return shot


def _seen_reasons(reasons: Sequence[Reason], thrown: int) -> tuple[Reason, ...]:
    found = [reason for reason in reasons if reason.code not in HIDDEN_REASONS]
    unseen = thrown - total(found) if thrown else 0
    return (*found, Reason("crew", unseen, "OPS-B8.4")) if unseen else tuple(found)


def seen_in_day(events: Sequence[Event], position: HexPosition) -> list[Event]:
    """Return the events of a dogfight of the day for its log: only the owner learns how much fuel is left in a leaking tank."""
    return [replace(e, to=(position.seats[position.aircraft[e.data["aircraft"]].seat],)) if e.code == "leaks" else e for e in events]
