"""Over the target: navigation, diversion, bombs, damage (OPS-A5, OPS-A13, OPS-A14)."""

from __future__ import annotations

from bob import hexes
from bob.operations import reports
from bob.operations.navigation import divert_needs_die, diverts, lost_after
from bob.operations.planning import attack
from bob.operations.play import BOTH, Play
from bob.operations.position import BOMBING_ROLES, LUFTWAFFE, RAF, Raid, RaidUnit
from bob.operations.raids import flying, send_home
from bob.operations.weather import at, bad_over, between, crosswind, layers
from bob.tables import ListTable, Table
from bob.theatre import Place
from bob.weathers import BAD, WEATHERS


def phase(play: Play) -> None:
    """Raids that reached their objective this turn find it, divert, or bomb."""
    for raid in play.p.raids.values():
        if raid.state == "over_target":
            _over_target(play, raid)


def navigate(play: Play, raid: Raid, *, objective: bool) -> str:
    """A navigation roll (OPS-A5.table); marks the raid lost or found."""
    world, p = play.world, play.p
    weather = at(world, p, raid.hex, raid.angels)
    marks = world.landmarks | world.coast
    own = between(world, p, raid.hex, 0, raid.angels)
    # The clearest mark counts; between the raid and a mark beside it lies the air of both hexes.
    near = [
        (apart, max(own, sky, key=WEATHERS.index), sky)
        for h in (raid.hex, *hexes.neighbours(raid.hex))
        if h in marks
        for apart, sky in [(int(h != raid.hex), between(world, p, h, 0, raid.angels))]
    ]
    apart, clear, mark = min(near, key=lambda n: (n[2] in BAD, n[0] == 1 and n[1] != "fair", n[0]), default=(1, own, own))
    found = play.table(
        "navigation",
        LUFTWAFFE,
        weather=weather,
        landmark=bool(near),
        landmark_distance=apart,
        landmark_weather=mark,
        weather_between=clear,
        crosswind=crosswind(p, raid.angels),
        lost=raid.lost,
        en_route=not objective,
    )
    result = str(found.result)
    raid.lost = lost_after(result, raid.lost)
    raid.decoyed = result == "decoyed"
    believed = ("lost" if raid.lost else "on_course") if raid.decoyed else result  # nobody on board knows of a decoy (OPS-C4.3)
    play.tell("navigation", (LUFTWAFFE,), "OPS-A5.table", raid=raid.plan.code, result=believed)
    return result


def _over_target(play: Play, raid: Raid) -> None:
    world, p, plan = play.world, play.p, raid.plan
    if plan.type == "reconnaissance":
        reports.look(play, raid)
    bombers = [u for u in flying(raid) if u.role in BOMBING_ROLES and not u.bombed and not u.jettisoned]
    if not bombers:
        raid.state = "returning" if raid.bombed or not flying(raid) else "flying"
        return
    name = plan.secondary if raid.diverted else plan.primary
    assert name is not None
    if not raid.diverted:
        navigate(play, raid, objective=True)
        bad = bad_over(world, p, raid.hex, raid.angels)
        die = None
        if divert_needs_die(bad_weather=bad, lost=raid.lost, decoyed=raid.decoyed):
            die = play.roll("divert", 1, by=LUFTWAFFE)
        if plan.secondary is not None and diverts(bad_weather=bad, lost=raid.lost, decoyed=raid.decoyed, die=die):
            raid.diverted, raid.state = True, "flying"
            play.tell("diverted", (LUFTWAFFE,), "OPS-A5.divert", raid=plan.code, target=plan.secondary)
            return
    raid.bombed, raid.bomb_turn, raid.state = True, p.turn, "flying"
    target = world.targets[name]
    if raid.decoyed:  # which nobody on board knows (OPS-C4.3)
        play.tell("bombed", (RAF,), "OPS-A13.table", hex=raid.hex.label, target=None)
    play.tell("bombed", (LUFTWAFFE,) if raid.decoyed else BOTH, "OPS-A13.table", hex=raid.hex.label, target=name)
    for unit in bombers:
        _drop(play, raid, unit, name)
    if raid.decoyed:
        reports.astray(play, raid, name, target)
    else:
        _damage(play, raid, bombers, name, target)
    if raid.diverted:
        send_home(play, raid)


def unit_kind(play: Play, unit: RaidUnit) -> str:
    """Which row of the bombing table a unit uses, by its role and what is left of it."""
    size = "gruppe" if unit.strength > play.world.figures["units"]["staffel_most"] else "staffel"
    return f"{ {'jabo': 'fighter', 'strafe': 'strafing'}.get(unit.role, 'bomber') }_{size}"


def _drop(play: Play, raid: Raid, unit: RaidUnit, name: str) -> None:
    world, p, plan = play.world, play.p, raid.plan
    unit.bombed = True
    angels = unit.angels
    through = layers(world, p, raid.hex, 0, angels)
    table = world.tables["bombing"]
    assert isinstance(table, Table)
    found = table.look_up(
        (),
        p.switches,
        unit=unit_kind(play, unit),
        not_tallied=not unit.tallied,
        low=attack(plan) == "low",
        dive=attack(plan) == "dive",
        angels=angels - angels % 2,
        disruption=min(4, unit.disruption),
        cloudy="cloudy" in through and not through & BAD,
        secondary=raid.diverted,
        lost=raid.lost,
        decoyed=raid.decoyed,
        bad_weather=bool(through & BAD),
    )
    points = int(str(found.result))
    play.score("OPS-A13.table", "bombing", 1, float(points), f"{name}: {unit.unit}")
    # The points hang on whether a squadron had tallied the raid, which no crew knows: they stand in the score, told after the day.
    play.tell("bombs", (LUFTWAFFE,), "OPS-A13.table", raid=plan.code, unit=unit.unit, target=name)


def _damage(play: Play, raid: Raid, bombers: list[RaidUnit], name: str, target: Place) -> None:
    p = play.p
    given = {"all_disrupted": all(u.disruption > 0 for u in bombers), "lost": raid.lost}
    if target.kind in ("chain_home", "chain_home_low"):
        level = attack(raid.plan) == "level"
        station = f"{target.kind}:{target.name}"
        damaged = play.table("rdf_damage", LUFTWAFFE, level=level, **given).result == "damaged"
        reports.done(play, raid, name, off=damaged)
        if damaged and station not in p.damaged_stations:
            p.damaged_stations.append(station)
            play.tell("station_damaged", (RAF,), "OPS-A14.rdf", station=target.name)
        return
    field = p.airfields.get(target.name)
    if field is None:
        return
    found = play.table("airfield_damage", LUFTWAFFE, **given)
    loss = -int(found.details["capacity"])
    if loss:
        field.damage = min(field.capacity, field.damage + loss)
        play.tell("field_damaged", (RAF,), "OPS-A14.airfield", field=target.name, capacity=max(0, field.capacity - field.damage))
    if target.kind == "sector_station":
        found = play.table("sector_damage", LUFTWAFFE, **given)
        if found.result == "operations_room_hit" and target.name not in p.rooms_hit:
            p.rooms_hit.append(target.name)
            play.tell("room_hit", (RAF,), "OPS-A14.sector", sector=target.name)
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    burnt = 0
    for squadron in p.squadrons.values():
        if squadron.station != target.name or squadron.box in ("airborne", "gone") or squadron.strength <= 0:
            continue
        found = play.table("ground_damage", LUFTWAFFE, **given)
        key = "available" if squadron.box == "available" else "otherwise"
        destroyed = min(squadron.strength, int(found.details[key]))
        if destroyed:
            burnt += destroyed
            squadron.strength -= destroyed
            squadron.lost += destroyed
            entry = table["raf_on_ground"]
            play.score(entry.rule, "raf_on_ground", destroyed, float(entry.values["points"]) * destroyed, squadron.unit)
            play.tell("hit_on_ground", (RAF,), "OPS-A14.ground", unit=squadron.unit, destroyed=destroyed)
            if squadron.strength == 0:
                squadron.box, squadron.ordered_off, squadron.due, squadron.becoming = "gone", None, None, None
    reports.done(play, raid, name, lost=loss, aircraft=burnt)
