"""Raids on convoys (OPS-C5.2, OPS-C5.4): finding one, bombing it, and the Channel patrols that strafe one (OPS-C5.3)."""

from __future__ import annotations

from bob.core import hexes
from bob.data.tables import Table
from bob.data.weathers import BAD
from bob.day.phases import reports
from bob.day.phases.raids import send_home
from bob.day.rules.convoys import SEEN_WITHIN, SIGHTED, in_sight, sight, under_way
from bob.day.rules.navigation import roll_to_divert
from bob.day.rules.timetable import attack
from bob.day.rules.victory import grade_of_convoys, worth_of
from bob.day.rules.weather import bad_over, layers
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.execution import Play
from bob.day.state.position import LUFTWAFFE, RAF, Raid, RaidUnit

A_SHIP = 8
"""Points of one raid that sink a ship, and the most that one is worth (OPS-C5.2)."""


def aimed_at(play: Play, raid: Raid) -> DayConvoy | None:
    """The convoy that a raid aims at, if it is still at sea."""
    return next((convoy for convoy in under_way(play.p) if convoy.number == raid.plan.convoy), None)


def at_the_place(play: Play, raid: Raid, navigated: str) -> None:
    """A raid is where its convoy should be, and has rolled for navigation: on to it if it is near and seen; else to its secondary, or home
    (OPS-C5.4). Decoyed is lost; lost it may divert as from any target (OPS-A5.divert)."""
    if navigated == "decoyed":
        raid.decoyed, raid.lost = False, True
    bad = bad_over(play.world, play.p, raid.hex, raid.angels)
    strays = roll_to_divert(play, raid, bad_weather=bad)
    if (strays and raid.plan.secondary is not None) or not on_to_it(play, raid):
        give_up(play, raid)


def on_to_it(play: Play, raid: Raid) -> bool:
    """Return whether a raid sees its convoy and makes for it, or is over it."""
    convoy = aimed_at(play, raid)
    if convoy is None or hexes.distance(raid.hex, convoy.hex) > SEEN_WITHIN:
        return False
    if not in_sight(play.world, play.p, convoy, raid.hex, raid.angels):
        return False
    raid.chasing, raid.state = convoy.code, "over_target" if raid.hex == convoy.hex else "flying"
    return True


def give_up(play: Play, raid: Raid) -> None:
    """The convoy was not found: to the secondary target, or home."""
    raid.chasing = None
    if raid.plan.secondary is not None:
        raid.diverted, raid.state = True, "flying"
        play.tell("diverted", (LUFTWAFFE,), "OPS-C5.4", raid=raid.plan.code, target=raid.plan.secondary)
        return
    play.tell("convoy_missed", (LUFTWAFFE,), "OPS-C5.4", raid=raid.plan.code, number=raid.plan.convoy)
    send_home(play, raid)


def bomb(play: Play, raid: Raid, convoy: DayConvoy, kinds: list[tuple[RaidUnit, str]]) -> None:
    """A raid bombs a convoy: points as of any target, two columns worse for level bombers, and a ship for every full 8 of them; no more
    than the ships left are worth (OPS-C5.2)."""
    p, plan = play.p, raid.plan
    raid.bombed, raid.bomb_turn, raid.state, raid.chasing = True, p.turn, "flying", None
    sight(play, convoy)
    left = A_SHIP * convoy.afloat
    total = 0
    for unit, kind in kinds:
        unit.bombed = True
        points = min(left - total, _points(play, raid, unit, kind))
        total += points
        _score(play, "OPS-C5.2", convoy, unit, points)
        play.tell("bombs_on_convoy", (LUFTWAFFE,), "OPS-C5.2", raid=plan.code, unit=unit.unit, number=convoy.number)
    sunk = total // A_SHIP
    reports.done(play, raid, f"{SIGHTED}{convoy.number}", ships=sunk)
    lose(play, convoy, sunk)


def lose(play: Play, convoy: DayConvoy, sunk: int) -> None:
    """Report an attack's effect on a convoy to the RAF."""
    convoy.sunk += sunk
    play.tell("convoy_attacked", (RAF,), "OPS-C5.2", convoy=convoy.code, hex=convoy.hex.label, sunk=sunk, left=convoy.afloat)
    if convoy.afloat == 0:
        convoy.state = "sunk"


def _score(play: Play, rule: str, convoy: DayConvoy, unit: RaidUnit, points: int) -> None:
    """Give the points of an attack, with a directive by the worth of convoys (OPS-D2.1); the ships are the cap."""
    p, given = play.p, float(points)
    if p.directive is not None:
        rule, given = "OPS-D2.1", worth_of(grade_of_convoys(p.directive)) * points
        p.bombed[convoy.code] = p.bombed.get(convoy.code, 0.0) + points
    play.score(rule, "bombing", 1, given, f"{convoy.code}: {unit.unit}")


def _points(play: Play, raid: Raid, unit: RaidUnit, kind: str) -> int:
    how = attack(raid.plan)
    through = layers(play.world, play.p, raid.hex, 0, unit.angels)
    table = play.world.tables["bombing"]
    assert isinstance(table, Table)
    found = table.look_up(
        (),
        play.p.switches,
        unit=kind,
        not_tallied=not unit.tallied,
        low=how == "low",
        dive=how == "dive",
        angels=unit.angels - unit.angels % 2,
        disruption=min(4, unit.disruption),
        cloudy="cloudy" in through and not through & BAD,
        lost=raid.lost,
        bad_weather=bool(through & BAD),
        convoy=how == "level",
    )
    return int(str(found.result))


def strafed(play: Play, box: int, convoy: DayConvoy) -> None:
    """The units of a Channel patrol strafe a convoy once (OPS-C5.3, OPS-A13.strafe)."""
    p = play.p
    units = [u for u in p.patrols[box] if u.strength > 0]
    if not units:
        return
    sight(play, convoy)
    table = play.world.tables["bombing"]
    assert isinstance(table, Table)
    most = play.world.figures["units"]["staffel_most"]
    left, total = A_SHIP * convoy.afloat, 0
    for unit in units:
        kind = "strafing_gruppe" if unit.strength > most else "strafing_staffel"
        found = table.look_up((), p.switches, unit=kind, not_tallied=True, disruption=min(4, unit.disruption))
        points = min(left - total, int(str(found.result)))
        total += points
        _score(play, "OPS-C5.3", convoy, unit, points)
    play.tell("patrol_strafed", (LUFTWAFFE,), "OPS-C5.3", box=box + 1, number=convoy.number, hex=convoy.hex.label)
    lose(play, convoy, total // A_SHIP)
