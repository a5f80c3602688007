"""The Luftwaffe's reports of the ground (OPS-C4.3, OPS-C4.4): its crews' claims, and the finds of reconnaissance. Never operations
rooms, points, tallies or decoys."""

from __future__ import annotations

from dataclasses import replace

from bob.core import hexes
from bob.core.codec import encode
from bob.data.theatre import Place
from bob.day.rules.ground import field_at, of_other_command, standing_on
from bob.day.rules.victory import cap_of
from bob.day.rules.weather import between
from bob.day.state.execution import Play
from bob.day.state.groups import flying
from bob.day.state.position import GROUND, LUFTWAFFE, GroundReport, Raid

MOST_CLAIMED = 2
"""The most that crews claim of an airfield's capacity."""
MOST_HARM = 3
"""The worst harm in a report on a target other than an airfield, a station or a convoy."""
RDF = ("chain_home", "chain_home_low")
CLEAR = ("fair", "scattered")
"""The weather in which reconnaissance sees the ground."""


def done(
    play: Play,
    raid: Raid,
    target: str,
    lost: int | None = None,
    off: bool | None = None,
    aircraft: int | None = None,
    ships: int | None = None,
    harm: int | None = None,
) -> None:
    """Record a raid's effect on its target, for its crews' report at home."""
    raid.done.append(GroundReport(0, play.p.turn, "crews", raid.plan.code, target, lost, off, aircraft, ships, harm))


def astray(play: Play, raid: Raid, name: str, target: Place) -> None:
    """Record the claim of a decoyed raid: the first level of damage on its believed target."""
    if target.kind in RDF:
        done(play, raid, name, off=True)
    elif field_at(play.p, target) is not None:
        done(play, raid, name, lost=1, aircraft=0)
    elif of_other_command(play.p, target):
        done(play, raid, name, aircraft=0)
    elif play.p.directive is not None:
        done(play, raid, name, harm=1)


def harm(play: Play, target: Place) -> int | None:
    """The harm to a target, from 0 (none) to 3 (nothing of worth left) (OPS-D2.3); None without a directive."""
    if play.p.directive is None:
        return None
    hit, cap = play.p.bombed.get(f"{target.kind}:{target.name}", 0.0), cap_of(play.world, target)
    return sum((hit > 0 and cap > 0, hit >= cap > 0, hit >= 2 * cap > 0))


def look(play: Play, raid: Raid) -> None:
    """Report reconnaissance over its target: the state of all targets within a hex, if the air below it is clear (OPS-C4.4)."""
    p, world = play.p, play.world
    if not flying(raid):
        return
    if between(world, p, raid.hex, 0, raid.angels) not in CLEAR:
        play.tell("nothing_seen", (LUFTWAFFE,), "OPS-C4.4", raid=raid.plan.code, target=raid.plan.primary)
        return
    seen = {}
    for name, place in world.targets.items():
        if hexes.distance(place.near, raid.hex) <= 1 and (place.kind, place.name) not in seen:
            seen[place.kind, place.name] = _ground_report(play, raid, name, place)
    raid.done.extend(report for report in seen.values() if report is not None)


def _ground_report(play: Play, flown: Raid, name: str, place: Place) -> GroundReport | None:
    """Return a target's state; None for one without a report."""
    p, raid = play.p, flown.plan.code
    if place.kind in RDF:
        return GroundReport(0, p.turn, "reconnaissance", raid, name, off=f"{place.kind}:{place.name}" in p.silent_stations)
    field = field_at(p, place)
    if field is None:
        if of_other_command(p, place):
            return GroundReport(0, p.turn, "reconnaissance", raid, name, aircraft=sum(standing_on(p, place.name)))
        hurt = harm(play, place)  # of the targets around only damaged ones are noticed
        visible = hurt is not None and (hurt > 0 or play.world.targets.get(flown.plan.primary or "") is place)
        return GroundReport(0, p.turn, "reconnaissance", raid, name, harm=hurt) if visible else None
    there = sum(s.strength for s in p.squadrons.values() if s.station == place.name and s.box in GROUND)
    return GroundReport(0, p.turn, "reconnaissance", raid, name, lost=field.damage, aircraft=there)


def phase(play: Play) -> None:
    """Report the landed units: last of step 10 (OPS-B4.2). Crews report when the first of a raid's bombing units is down."""
    p = play.p
    for raid in p.raids.values():
        if not raid.done or not any(u.state == "landed" and (u.bombed or u.role == "reconnaissance") for u in raid.units):
            continue
        crews = raid.done[0].by == "crews"
        high = crews and play.roll("claim", 1, raid=raid.plan.code) <= play.world.figures["claims"]["high_at"] and not raid.decoyed
        for report in raid.done:
            account = replace(_higher(report) if high else report, turn=p.turn)
            p.reports.append(account)
            play.tell("ground_report", (LUFTWAFFE,), "OPS-C4.3" if crews else "OPS-C4.4", **encode(account))
        raid.done = []


def _higher(report: GroundReport) -> GroundReport:
    """Return a claim one level too high: of capacity one more, a sound station damaged, a ship more, aircraft double."""
    return replace(
        report,
        lost=None if report.lost is None else min(MOST_CLAIMED, report.lost + 1),
        off=None if report.off is None else True,
        aircraft=None if report.aircraft is None else 2 * report.aircraft,
        ships=None if report.ships is None else report.ships + 1,
        harm=None if report.harm is None else min(MOST_HARM, report.harm + 1),
    )
