"""Coming home: late landings, field capacity (OPS-A4, OPS-B6.4, OPS-B11.2)."""

from __future__ import annotations

from bob.core import hexes
from bob.data.weathers import BAD
from bob.day.rules.disruption import broken_off
from bob.day.rules.readiness import home_vector, land
from bob.day.rules.weather import at
from bob.day.state.execution import Play
from bob.day.state.groups import regroup
from bob.day.state.position import LUFTWAFFE, RAF, RaidUnit, Squadron


def phase(play: Play) -> None:
    """Land squadrons over their field as far as it has capacity, and raiders over theirs. A squadron astray arrives by its own
    reckoning, no sooner and no later for its true place (OPS-C8.1)."""
    p = play.p
    coming = [
        s
        for s in p.squadrons.values()
        if s.box == "airborne" and s.vector is not None and s.vector.kind == "home" and s.reckoned == s.vector.hex
    ]
    for squadron in sorted(coming, key=lambda s: (s.endurance - s.used, s.unit)):
        assert squadron.vector is not None and squadron.vector.field is not None
        field = p.airfields[squadron.vector.field]
        if field.damage >= field.capacity and (elsewhere := open_field(play, squadron)) is not None:
            squadron.vector = home_vector(play.world, squadron, elsewhere)
            play.tell("sent_elsewhere", (RAF,), "OPS-B6.4", unit=squadron.unit, field=field.place, goal=elsewhere)
            continue
        if field.open <= 0 and squadron.endurance - squadron.used > -3:
            play.tell("waits_to_land", (RAF,), "OPS-B6.4", unit=squadron.unit, field=field.place)
            continue
        lost = late_losses(play, squadron, squadron.used - squadron.endurance, field.place)
        squadron.strength -= lost
        squadron.lost += lost
        if squadron.strength <= 0:
            squadron.box, squadron.vector = "gone", None
            continue
        land(play, squadron, field)
    for raid in p.raids.values():
        for unit in raid.units:
            if unit.state == "going_home" and unit.beyond == 0 and unit.hex == play.world.base(unit.base).near:
                lost = late_losses(play, unit, unit.used - unit.endurance, unit.base)
                unit.strength -= lost
                unit.state, unit.down = ("landed" if unit.strength > 0 else "lost"), p.turn
                play.tell(
                    "raider_landed", (LUFTWAFFE,), "OPS-B11.2", raid=raid.plan.code, unit=unit.unit, back=unit.strength, sent=unit.sent
                )
        if any(u.down == p.turn for u in raid.units):
            regroup(raid)  # it is where those are that still fly


def open_field(play: Play, squadron: Squadron) -> str | None:
    """The nearest field that can still take aircraft, for a squadron whose own is shut; None when none is near enough."""
    fields = [f.place for f in play.p.airfields.values() if f.damage < f.capacity and play.world.fields[f.place].hex is not None]
    nearest = min(fields, key=lambda name: (hexes.distance(squadron.hex, play.world.fields[name].near), name), default=None)
    if nearest is None or hexes.distance(squadron.hex, play.world.fields[nearest].near) > 8:
        return None
    return nearest


def late_losses(play: Play, unit: Squadron | RaidUnit, late: int, field: str) -> int:
    """The aircraft that a unit loses in landing on a field (OPS-A4.table); never more than it has. It lands without a roll that has fuel in
    hand, `late` below 0, and no bad weather at 0 Angels over the field (OPS-B11.2)."""
    p, world = play.p, play.world
    raf = isinstance(unit, Squadron)
    base = world.base(field)
    bad_weather = at(world, p, base.near, 0) in BAD
    if late < 0 and not bad_weather:
        return 0
    late = max(0, late)
    small = unit.flight if isinstance(unit, Squadron) else unit.sent <= world.figures["units"]["staffel_most"]
    found = play.table(
        "return_to_base",
        RAF if raf else LUFTWAFFE,
        about={"unit": unit.unit, "place": field},
        late=min(60, late),
        raf=raf,
        bad_weather=bad_weather,
        max_disruption=broken_off(world, unit),
    )
    lost = (
        unit.strength
        if found.result == "lost"
        else min(unit.strength, int(found.details["flight_or_staffel" if small else "squadron_or_gruppe"]))
    )
    if lost:
        play.tell("lost_landing", (RAF,) if raf else (LUFTWAFFE,), "OPS-A4.table", unit=unit.unit, aircraft=lost, late=late)
    return lost
