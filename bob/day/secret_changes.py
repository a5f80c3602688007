"""The hidden facts of a side of the day, as changes of a position: attacks on the secrets make indistinguishable worlds by them.

Each leaves all that the side gets unchanged; the tests and `tools.attack` check that.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from functools import partial

from bob.core.dice import Stream
from bob.core.hexes import DIRECTIONS, Hex
from bob.core.kit import WorldChange
from bob.data.units import Side
from bob.day.state.convoy_state import ConvoySighting, DayConvoy
from bob.day.state.efforts import EFFORTS
from bob.day.state.position import (
    LUFTWAFFE,
    PART,
    RAF,
    Call,
    Choice,
    DayPosition,
    Directive,
    GroundReport,
    Plot,
    ScoredPoints,
    Struck,
    Track,
    Vector,
)
from bob.day.state.raid_plan import Leg
from bob.day.state.sky import WeatherTurn, WindTurn
from bob.day.state.world import World
from bob.tactical.engagement import Engagement
from bob.tactical.slot import TABLE, Slot

AllHexes = tuple[Hex, ...]


def secret_changes(world: World, slot: Slot, seat: str) -> Mapping[str, WorldChange]:
    """Return the changes of a side's hidden facts, by name; none for another seat."""
    if seat not in (RAF, LUFTWAFFE):
        return {}
    hexes = tuple(sorted(world.theatre.grounds))
    made = FROM_THE_RAF if seat == RAF else FROM_THE_LUFTWAFFE
    found: dict[str, WorldChange] = {change.__name__: partial(change, hexes) for change in (*made, *FROM_BOTH)}
    side: Side = "raf" if seat == RAF else "luftwaffe"
    found["foes"] = partial(foes, slot, side)
    for name in sorted({name for kit in slot.values() for name in kit.hidden_in_day(seat)}):
        found[f"dogfight_{name}"] = partial(dogfight, slot, seat, name)
    return found


# ---- what the RAF cannot know


def raid_places(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        r.hex, r.angels, r.leg, r.loiter = s.choose(hexes), 2 * s.below(17), r.leg + 1, r.loiter + 1
        for u in r.units:
            u.hex, u.angels = s.choose(hexes), 2 * s.below(17)


def raid_units(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        for u in r.units:
            u.strength, u.disruption, u.used, u.ammo, u.experience = max(1, u.strength - 1), 1, u.used + 2, "low", "green"
            u.unit, u.aircraft, u.role, u.base = f"X {u.unit}", "he_111p", "bomber", "Caffiers"
        r.units.reverse()


def raid_plans(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        route = (Leg(s.choose(hexes), 6),)
        r.plan = dataclasses.replace(
            r.plan, type="feint", form_at=s.choose(hexes), primary="Kenley", secondary=None, route=route, form_angels=6
        )
        r.title = {"en": "Other", "fr": "Autre"}


def raid_states(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for r in p.raids.values():
        r.state = s.choose(("planned", "flying", "over_target", "returning", "ended"))
        r.form_turn += 2
        r.lost, r.decoyed, r.diverted, r.bombed = not r.lost, not r.decoyed, not r.diverted, not r.bombed


def more_raids(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for r in list(p.raids.values())[:1]:
        another = copy.deepcopy(r)
        another.plan = dataclasses.replace(r.plan, code="unheard_of")
        another.hex = s.choose(hexes)
        p.raids["unheard_of"] = another


def fewer_raids(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    known = {code for t in p.tracks for code in t.groups} | {q.tally for q in p.squadrons.values()}
    for code in [c for c, r in p.raids.items() if c not in known and not any(u.group in known for u in r.units)]:
        del p.raids[code]


def raid_codes(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """The raids renamed throughout; the plots on the table stay as they are."""
    new = {code: f"other_{i}" for i, code in enumerate(p.raids)}
    p.raids = {new[code]: r for code, r in p.raids.items()}
    for code, r in p.raids.items():
        r.plan = dataclasses.replace(r.plan, code=code)

    def renamed(group: str) -> str:
        code, part, number = group.partition(PART)
        return f"{new.get(code, code)}{part}{number}"

    for t in p.tracks:
        t.groups = [renamed(group) for group in t.groups]
    for r in p.raids.values():
        for u in r.units:
            u.group = renamed(u.group)
    p.parted = ["|".join(sorted(map(renamed, pair.split("|")))) for pair in p.parted]
    if p.combat.now is not None:
        engagement = p.combat.now.engagement
        p.combat.now.engagement = dataclasses.replace(engagement, raid=new.get(engagement.raid, engagement.raid))
        p.combat.now.arranged = dataclasses.replace(p.combat.now.arranged, group=renamed(p.combat.now.arranged.group))
    for q in p.squadrons.values():
        q.tally = renamed(q.tally) if q.tally is not None else None


def order_of_raids(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.raids = dict(reversed(p.raids.items()))


def patrols(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.patrols.reverse()
    for box in p.patrols:
        for u in box:
            u.unit, u.strength = f"X {u.unit}", max(1, u.strength - 1)


def luftwaffe_choice(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    if (choice := p.asked(LUFTWAFFE)) is not None:
        choice.options, choice.count, choice.raid = ["I./XY 1", "I./XY 2"], 2, "another"
    elif p.choices:
        p.choices.append(Choice(LUFTWAFFE, "half_escort", ["I./XY 1", "I./XY 2"], 1, "another"))


def merged(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the other aircraft under a number, and the pairs that are never to be merged again (OPS-C2.2)."""
    free = [code for code in p.raids if p.track_of(code) is None]
    for t, code in zip([t for t in p.tracks if t.groups], free, strict=False):
        t.groups.append(code)
    p.parted = [] if p.parted else ["a|b"]


def track_numbers_to_come(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.next_track += 5


def own_places(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the places of the side's own squadrons without a fix, and the state of those out of hearing (OPS-C8.1)."""
    for q in p.squadrons.values():
        if q.silent:
            q.hex, q.angels, q.used, q.strength, q.disruption, q.ammo = (
                s.choose(hexes),
                2 * s.below(17),
                3,
                max(1, q.strength - 1),
                1,
                "low",
            )
            q.vector = Vector("hex", s.choose(hexes), 12)
        elif q.box == "airborne" and q.astray is not None:
            at, q.astray = q.reckoned, 1 + s.below(6)
            off = DIRECTIONS[q.astray - 1]
            q.hex = Hex(at.q + off.q, at.r + off.r)


def x_plots(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change whether a plot is a raid or the side's own fighters (OPS-C2.3)."""
    up = [q for q in p.squadrons.values() if q.box == "airborne"]
    tallied = {q.tally for q in up}
    for t in p.tracks:
        if t.friend is not None:
            t.friend = None
        elif up and t.level == 1 and not t.faded and not tallied & set(t.groups):
            t.groups, t.friend = [], s.choose(up).unit


def added_raids(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the raids added and cancelled in the day, and the beliefs about the ground."""
    for r in p.raids.values():
        r.added, r.crossed, r.lift = p.turn, not r.crossed, 2
    for r in list(p.raids.values())[:1]:
        p.struck.append(Struck(r.plan, 0, p.turn))
    p.reports.append(GroundReport(p.turn, p.turn, "crews", "another", "Kenley", 2, aircraft=3))


def hours_order(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change whether the hour's order is given already."""
    p.hour_sealed = 0 if p.hour_sealed == p.turn else p.turn


def calls(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the radio calls to raids."""
    for r in p.raids.values():
        r.called, r.deaf, r.lifted = Call(s.choose(("recall", "secondary", "up", "down"))), p.turn + 2, ["up"]


def sightings(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the Luftwaffe's knowledge of convoys."""
    for i, c in enumerate(p.convoys.values(), 7):
        c.number, c.seen = i, ConvoySighting(i, p.turn, s.choose(hexes), 90, 1 + s.below(40))


def directive(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """The orders of the day for the bombers (OPS-D2.1)."""
    if p.directive is not None:
        p.directive = Directive("stations", {"rdf": "principal"}, {"Kenley": s.choose(("ordered", "none"))}, 10 * s.below(30))
    p.settings = dataclasses.replace(p.settings, orders=s.choose(("channel", "jabos")))


def effort(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the effort that the Luftwaffe plans for (OPS-D3.2)."""
    p.effort = s.choose(EFFORTS)


def expected(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the effort that Fighter Command expects (OPS-D6.2)."""
    p.expected = s.choose(EFFORTS)


FROM_THE_RAF = (
    directive,
    effort,
    added_raids,
    hours_order,
    calls,
    sightings,
    own_places,
    x_plots,
    merged,
    raid_places,
    raid_units,
    raid_plans,
    raid_states,
    more_raids,
    fewer_raids,
    raid_codes,
    order_of_raids,
    patrols,
    luftwaffe_choice,
    track_numbers_to_come,
)


# ---- what the Luftwaffe cannot know


def squadrons(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for q in p.squadrons.values():
        q.strength, q.hex, q.angels, q.used, q.disruption, q.ammo = max(1, q.strength - 1), s.choose(hexes), 2 * s.below(17), 3, 1, "low"
        q.vector = Vector("hex", s.choose(hexes), 12) if q.box == "airborne" else None
        q.tally, q.stance, q.controlled, q.committed, q.lost = None, "avoid", not q.controlled, not q.committed, 3
        q.waits_for, q.wing = None, "w"


def boxes(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for q in p.squadrons.values():
        q.box = s.choose(("released", "available", "ready", "landed", "rearm_1", "rearm_2"))
        q.vector, q.due, q.becoming = None, p.turn + 2, "available"
    p.emergency = sorted(p.squadrons)[:3]


def fewer_squadrons(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for name in sorted(p.squadrons)[::2]:
        del p.squadrons[name]


def tracks(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for t in p.tracks:
        t.level, t.faded = (t.level + 1) % 5, not t.faded
        t.plots.append(Plot(p.turn, s.choose(hexes), 2, 30, 12, "Dover"))
    for code in p.raids:
        if p.track_of(code) is None:
            p.tracks.append(Track([code], 90 + len(p.tracks), 1, [Plot(p.turn, s.choose(hexes), 1, None, None, "Rye")]))
    for r in p.raids.values():
        for u in r.units:
            u.tallied = not u.tallied


def fields(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    for f in p.airfields.values():
        f.damage, f.used = f.capacity, 1
    p.damaged_stations, p.rooms_hit = ["chain_home:Dover"], ["Biggin Hill"]


def convoys(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the true places and data of convoys, and the unseen ones."""
    for c in p.convoys.values():
        c.hex, c.ships, c.sunk, c.escorts, c.balloons = s.choose(hexes), c.ships + 5, 1, 2, 9
        c.title, c.entered, c.state = {"en": "Other", "fr": "Autre"}, c.entered + 2, s.choose(("under_way", "in_port", "sunk"))
    lane = "CW/CE Channel coastal route"
    p.convoys["unseen"] = DayConvoy("unseen", {}, lane, 3, 9, 1, 12, 1, 0, s.choose(hexes), "under_way")


def repairs(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the repairs on the ground, and their times."""
    for f in p.airfields.values():
        f.damage, f.repaired_on = 0, p.turn + 3
    p.damaged_stations, p.mobile_stations, p.absent_stations = [], ["chain_home:Dover"], ["chain_home:Rye"]
    p.rooms_hit, p.emergency_rooms = [], ["Kenley"]
    p.hangars, p.left = ["Kenley"], {"room:Kenley": p.date}
    p.rooms_due, p.stations_due, p.others = {"Debden": p.turn + 2}, {"chain_home:Rye": p.turn + 9}, {"Detling": [3]}


def raf_events(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.in_vain, p.check_undetected, p.commitments = {"12": 2}, True, []
    p.radio_events, p.scramble_bonus, p.check_detected, p.scramble_limit, p.response_level = ["clear_radio"], 2, True, 9, 1


def raf_choice(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the RAF's options, and whether it has a choice at all while both sides give their orders."""
    kept = [choice for choice in p.choices if choice.seat != RAF]
    if p.phase == "orders" and len(kept) == len(p.choices) and RAF not in p.done:
        kept.append(Choice(RAF, "turnaround", ["1 Squadron", "2 Squadron"]))
    elif len(kept) < len(p.choices) and (p.phase == "choice" or s.below(2)):
        kept.insert(0, Choice(RAF, "turnaround", ["1 Squadron", "2 Squadron"]))
    p.choices = kept


def ground(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the true results of raids, and whether they were decoyed (OPS-C4.3)."""
    for r in p.raids.values():
        r.decoyed, r.crossed, r.lost = not r.decoyed, not r.crossed, not r.lost
        r.done.append(GroundReport(0, p.turn, "crews", r.plan.code, "Kenley", s.below(3), aircraft=s.below(9)))


def instructions(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the instructions of 11 Group, and how 12 Group helps it (OPS-D4.13)."""
    group_12 = "wing" if p.settings.group_12 == "squadrons" else "squadrons"
    p.settings = dataclasses.replace(p.settings, instructions=s.choose(("coast", "london")), group_12=group_12)


FROM_THE_LUFTWAFFE = (
    expected,
    instructions,
    squadrons,
    boxes,
    fewer_squadrons,
    tracks,
    fields,
    repairs,
    convoys,
    raf_events,
    raf_choice,
    ground,
)


# ---- what neither side can know


def points(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """The points, until the day is over."""
    if p.phase != "over":
        p.points.append(ScoredPoints(p.turn, "OPS-A13.table", "bombing", 1, 7.0, "Kenley: I./XY 1"))


def salt(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.salt = "another"
    p.sealings = [dataclasses.replace(found, salt="another") for found in p.sealings]


def balloons(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    p.balloons += 3


def weather_to_come(hexes: AllHexes, p: DayPosition, s: Stream) -> None:
    """Change the script, and the weather after a change of each zone."""
    p.sky.script = [WeatherTurn(p.turn + 1, ("london",), "rain", "fair")]
    p.sky.winds = [WindTurn(p.turn + 1, "headwind", 90, 4)]
    for zone in p.sky.zones.values():
        if zone.is_bad:
            zone.good, zone.good_levels = "fog", (0, 4)
        else:
            zone.bad, zone.bad_levels = "fog", (0, 4)


FROM_BOTH = (weather_to_come, points, salt, balloons)


# ---- of an engagement in hand, unless all of it lies open at the players' own table


def foes(slot: Slot, side: Side, p: DayPosition, s: Stream) -> None:
    """Change the enemies' types and condition."""
    now = p.combat.now
    if now is None or now.how == TABLE:
        return
    own = {f.unit for f in now.engagement.of(side)}

    def changed(e: Engagement) -> Engagement:
        forces = [
            f
            if f.side == side
            else dataclasses.replace(f, unit=f"X {f.unit}", experience="green", disruption=2, ammo="low", fuel=1, fatigue=3, role="other")
            for f in e.forces
        ]
        return dataclasses.replace(e, forces=tuple(forces))

    now.engagement, now.tables = changed(now.engagement), tuple([changed(table) for table in now.tables])
    now.models = tuple(unit if unit in own else f"X {unit}" for unit in now.models)


def dogfight(slot: Slot, seat: str, name: str, p: DayPosition, s: Stream) -> None:
    """Change the facts of the current dogfight that are hidden from a side."""
    now = p.combat.now
    if now is not None and now.battle is not None and (change := slot[now.how].hidden_in_day(seat).get(name)) is not None:
        change(now.battle, s)
