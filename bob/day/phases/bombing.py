"""Over the target: navigation, diversion, bombs, damage (OPS-A5, OPS-A13, OPS-A14)."""

from __future__ import annotations

from bob.data.tables import ListTable, Table
from bob.data.theatre import Place
from bob.data.weathers import BAD
from bob.day.phases import convoy_raids, reports
from bob.day.phases.raids import send_home
from bob.day.rules.ground import field_at, hit_field, hit_room, hit_station, of_other_command, standing, standing_on
from bob.day.rules.navigation import diverts, navigate, roll_to_divert
from bob.day.rules.timetable import attack
from bob.day.rules.victory import cap_of, counted_points, grade_of, worth_of
from bob.day.rules.weather import bad_over, layers
from bob.day.state.execution import BOTH, Play
from bob.day.state.groups import flying
from bob.day.state.position import LUFTWAFFE, RAF, Raid, RaidUnit
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.world import World


def phase(play: Play) -> None:
    """Raids that reached their objective this turn find it, divert, or bomb."""
    for raid in play.p.raids.values():
        if raid.state == "over_target":
            _over_target(play, raid)


def _over_target(play: Play, raid: Raid) -> None:
    world, p, plan = play.world, play.p, raid.plan
    if plan.type == "reconnaissance":
        reports.look(play, raid)
    bombers = [u for u in flying(raid) if u.role in BOMBING_ROLES and not u.bombed and not u.jettisoned]
    if not bombers:
        raid.state = "returning" if raid.bombed or not flying(raid) else "flying"
        return
    if plan.convoy is not None and not raid.diverted:
        _at_sea(play, raid, bombers)
        return
    name = plan.secondary if raid.diverted else plan.primary
    assert name is not None
    if not raid.diverted:
        navigate(play, raid, objective=True)
        bad = bad_over(world, p, raid.hex, raid.angels)
        strayed = roll_to_divert(play, raid, bad_weather=bad)
        if plan.secondary is not None and diverts(bad_weather=bad, decoyed=raid.decoyed, strayed=strayed):
            raid.diverted, raid.state = True, "flying"
            play.tell("diverted", (LUFTWAFFE,), "OPS-A5.divert", raid=plan.code, target=plan.secondary)
            return
    raid.bombed, raid.bomb_turn, raid.state = True, p.turn, "flying"
    target = world.targets[name]
    if raid.decoyed:  # unknown to the crews (OPS-C4.3)
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


def _at_sea(play: Play, raid: Raid, bombers: list[RaidUnit]) -> None:
    """A raid on a convoy is where that should be, or has caught up with it (OPS-C5.4)."""
    if raid.chasing is None:
        convoy_raids.at_the_place(play, raid, navigate(play, raid, objective=True))
    elif not convoy_raids.on_to_it(play, raid):
        convoy_raids.give_up(play, raid)
    convoy = convoy_raids.aimed_at(play, raid)
    if convoy is not None and raid.chasing and raid.state == "over_target":
        convoy_raids.bomb(play, raid, convoy, [(u, unit_kind(play.world, u.role, u.strength)) for u in bombers])


def bombing_table(world: World) -> Table:
    """Table A13."""
    table = world.tables["bombing"]
    assert isinstance(table, Table)
    return table


def unit_kind(world: World, role: str, strength: int) -> str:
    """Return the row of the bombing table for a unit, by its role and remaining strength."""
    size = "gruppe" if strength > world.figures["units"]["staffel_most"] else "staffel"
    return f"{ {'jabo': 'fighter', 'strafe': 'strafing'}.get(role, 'bomber') }_{size}"


def _drop(play: Play, raid: Raid, unit: RaidUnit, name: str) -> None:
    world, p, plan = play.world, play.p, raid.plan
    unit.bombed = True
    angels = unit.angels
    through = layers(world, p, raid.hex, 0, angels)
    together = unit.strength
    if p.directive is not None and attack(plan) == "low":  # who follows at roof height flies through the bursts of the first (OPS-D2.6)
        together = min(together, int(world.figures["units"]["staffel_most"]))
    found = bombing_table(world).look_up(
        (),
        p.switches,
        unit=unit_kind(world, unit.role, together),
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
    if of_other_command(p, world.targets[name]):
        points //= 2  # OPS-C7.3
    score_bombs(play, name, unit.unit, float(points), astray=raid.decoyed)
    # The points depend on a squadron's tally of the raid, unknown to the crews: they are in the score, published after the day.
    play.tell("bombs", (LUFTWAFFE,), "OPS-A13.table", raid=plan.code, unit=unit.unit, target=name)


def score_bombs(play: Play, name: str, unit: str, points: float, *, astray: bool) -> None:
    """Score the bombs on a target; a directive weights them by grade (OPS-D2.1, OPS-D2.3). Bombs astray leave the target whole."""
    p, world = play.p, play.world
    place, rule = world.targets[name], "OPS-A13.table"
    if p.directive is not None:
        key, rule = f"{place.kind}:{place.name}", "OPS-D2.1"
        before, cap = max(p.bombed.get(key, 0.0), standing(p, place, cap_of(world, place))), cap_of(world, place)
        if not astray:
            p.bombed[key] = before + points
        points = worth_of(grade_of(world, p.directive, place)) * counted_points(points, before, cap)
    play.score(rule, "bombing", 1, points, f"{name}: {unit}")


def _damage(play: Play, raid: Raid, bombers: list[RaidUnit], name: str, target: Place) -> None:
    p = play.p
    given = {"all_disrupted": all(u.disruption > 0 for u in bombers), "lost": raid.lost}
    about = {"raid": raid.plan.code, "place": name}
    if target.kind in ("chain_home", "chain_home_low"):
        level = attack(raid.plan) == "level"
        station = f"{target.kind}:{target.name}"
        damaged = play.table("rdf_damage", LUFTWAFFE, about=about, level=level, **given).result == "damaged"
        reports.done(play, raid, name, off=damaged)
        if damaged:
            hit_station(play, station)
        return
    field = field_at(p, target)
    if field is None:
        if of_other_command(p, target):
            reports.done(play, raid, name, aircraft=_others_on_the_ground(play, target, given))
        elif (hurt := reports.harm(play, target)) is not None:
            reports.done(play, raid, name, harm=hurt)
        return
    found = play.table("airfield_damage", LUFTWAFFE, about=about, **given)
    loss = -int(found.details["capacity"])
    if loss:
        hit_field(play, field, loss)
    if target.kind == "sector_station":
        found = play.table("sector_damage", LUFTWAFFE, about=about, **given)
        if found.result == "operations_room_hit":
            hit_room(play, target.name)
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    burnt = 0
    for squadron in p.squadrons.values():
        if squadron.station != target.name or squadron.box in ("airborne", "gone") or squadron.strength <= 0:
            continue
        found = play.table("ground_damage", LUFTWAFFE, about={"place": name, "unit": squadron.unit}, **given)
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


def _others_on_the_ground(play: Play, target: Place, given: dict[str, bool]) -> int:
    """Hit the aircraft on an airfield of another Command, none of them Available, for half the points; the field takes no other damage
    (OPS-C7.3). Returns the aircraft destroyed."""
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    entry = table["raf_on_ground"]
    standing, burnt = play.p.others.setdefault(target.name, standing_on(play.p, target.name)), 0
    for i, aircraft in enumerate(standing):
        if aircraft <= 0:
            continue
        found = play.table("ground_damage", LUFTWAFFE, about={"place": target.name}, **given)
        destroyed = min(aircraft, int(found.details["otherwise"]))
        if destroyed:
            standing[i] -= destroyed
            burnt += destroyed
            play.score("OPS-C7.3", "raf_on_ground", destroyed, float(entry.values["points"]) * destroyed / 2, target.name)
            play.tell("others_hit", (RAF,), "OPS-C7.3", field=target.name, destroyed=destroyed)
    return burnt
