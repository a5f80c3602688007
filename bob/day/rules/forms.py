"""The described orders of a day: the form and the valid values of each, from the seat's knowledge."""

from __future__ import annotations

from typing import get_args, get_type_hints

from bob.core.ranges import FLAG, Board, Described, Field, Maybe, OneOf, Parts, Several, Text, Whole
from bob.day.rules.fight_orders import ways
from bob.day.rules.in_flight import ALOFT
from bob.day.rules.planning import MOST_CIRCLING, SWEEPS
from bob.day.state.groups import flying
from bob.day.state.orders import Correct, NoteSender
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition, StanceKind
from bob.day.state.raid_plan import ESCORT_ROLES, RaidType, Role
from bob.day.state.world import World
from bob.tactical.engagement import AMMO, MOST_DISRUPTION, Engagement, Loss
from bob.tactical.slot import ASK, Slot

ANGELS = Whole(0, 34, 2)
NAME = 40
"""The longest name of a raid."""
NOTE = 2000
"""The longest note or reason that is offered to a referee."""
WAY_POINTS = 60


def engage(slot: Slot) -> Described:
    """The standing rule of how engagements are resolved."""
    hows = OneOf((*ways(slot), ASK))
    return Described("engage", (*(Field(name, hows) for name in ("small", "with_bombers", "others")), Field("small_most", Whole(0, 999))))


def result(engagement: Engagement) -> Described:
    """Return the form for the result of an engagement at the players' own table."""
    most = Whole(0, max(f.count for f in engagement.forces))
    loss = Parts(
        (
            Field("unit", OneOf(tuple(f.unit for f in engagement.forces))),
            *(Field(name, most) for name in ("destroyed", "damaged")),
            Field("disruption", Whole(0, MOST_DISRUPTION)),
            Field("ammo", OneOf(AMMO)),
            *(Field(name, FLAG) for name in ("jettisoned", "broke_off")),
            Field("crews_lost", most),
        )
    )
    assert [field.name for field in loss.fields] == list(Loss.__slots__)
    count = len(engagement.forces)
    return Described("enter_result", (Field("losses", Several(loss, count, count)), Field("turns", Whole(1, engagement.length))))


def pick(choice: Choice) -> Described:
    """The answer to a choice of more than one name."""
    names = Several(OneOf(tuple(choice.options)), choice.count, choice.count, distinct=True)
    return Described("pick", (Field("names", names),))


def referee(p: DayPosition, slot: Slot) -> tuple[Described, ...]:
    """Return the referee's orders at any time."""
    what = Field("what", OneOf(get_args(get_type_hints(Correct)["what"])))
    value = (Field("name", Text(NAME)), Field("value", Text(NAME, 1)), Field("reason", Text(NOTE, 1)))
    note = (Field("seat", OneOf((LUFTWAFFE, RAF))), Field("text", Text(NOTE, 1)), Field("sender", OneOf(get_args(NoteSender))))
    return (Described("correct", (what, *value)), Described("note", note), engage(slot))


def board(world: World) -> Board:
    """The hexes of the map."""
    return Board(Whole(0, world.theatre.columns - 1), Whole(0, world.theatre.rows - 1))


def planning(world: World, p: DayPosition) -> tuple[Described, ...]:
    """The raids that may be put on the plan or struck from it."""
    where, target = board(world), Maybe(OneOf(tuple(sorted(world.targets))))
    leg = Parts((Field("hex", where), Field("angels", ANGELS)))
    units = sorted(world.luftwaffe(p.settings.order_of_battle))
    unit = Parts(
        (
            Field("unit", OneOf(tuple(units))),
            Field("role", OneOf(get_args(Role))),
            Field("aircraft", Whole(1, 80)),
            Field("angels", ANGELS),
        )
    )
    raids = OneOf(tuple(p.raids))
    convoys = tuple(sorted(c.seen.number for c in p.convoys.values() if c.seen is not None))
    droppable = OneOf(tuple(code for code, raid in p.raids.items() if raid.state == "planned" and not code.startswith(SWEEPS)))
    plan = Parts(
        (
            Field("code", Text(NAME, 1)),
            Field("type", OneOf(get_args(RaidType))),
            Field("form_at", where),
            Field("form_turn", Whole(1, p.turns)),
            Field("form_angels", ANGELS),
            Field("units", Several(unit, 1, len(units))),
            Field("route", Several(leg, 0, WAY_POINTS)),
            Field("primary", target),
            Field("secondary", target),
            Field("home", Several(leg, 0, WAY_POINTS)),
            Field("joins", Maybe(raids)),
            Field("circling", Whole(0, MOST_CIRCLING)),
            Field("low", FLAG),
            Field("convoy", Maybe(OneOf(convoys))),
            Field("aim", Maybe(where)),
        )
    )
    drop = (Described("drop_raid", (Field("raid", droppable),)),) if droppable.choices else ()
    return (Described("plan_raid", (Field("plan", plan),)), *drop)


def raf(world: World, p: DayPosition, slot: Slot) -> tuple[Described, ...]:
    """Return Fighter Command's orders of a turn."""
    up = tuple(s.unit for s in p.squadrons.values() if s.box == "airborne")
    down = tuple(s.unit for s in p.squadrons.values() if s.box not in ("airborne", "gone"))
    field = OneOf(tuple(p.airfields))
    tracks = OneOf(tuple(t.number for t in p.tracks if not t.faded and t.level > 0))
    goals = (Field("hex", board(world)), *((Field("track", tracks),) if tracks.choices else ()))
    found: list[Described] = []
    if down:
        unit = Field("unit", OneOf(down))
        found.append(Described("readiness", (unit, Field("box", OneOf(("released", "available", "ready"))))))
        found.extend(Described("scramble", (unit, Field("angels", ANGELS), goal)) for goal in goals)
        found.append(Described("split", (unit,)))
    if up:
        unit = Field("unit", OneOf(up))
        found.extend(Described("vector", (unit, Field("angels", ANGELS), goal)) for goal in goals)
        found.append(Described("pancake", (unit, Field("field", Maybe(field)))))
        found.append(Described("break_wing", (unit,)))
    if sent := tuple(s.unit for s in p.squadrons.values() if s.box == "airborne" or s.scrambling):
        unit, alone = Field("unit", OneOf(sent)), tuple(s for s in get_args(StanceKind) if s != "wait")
        found.append(Described("stance", (unit, Field("stance", OneOf(alone)))))
        if len(sent) > 1:
            found.append(Described("stance", (unit, Field("stance", OneOf(("wait",))), Field("waits_for", OneOf(sent)))))
    if len(up) > 1:
        found.append(Described("form_wing", (Field("units", Several(OneOf(up), 2, 5, distinct=True)), Field("field", field))))
    return (*found, engage(slot))


def luftwaffe(world: World, p: DayPosition, slot: Slot) -> tuple[Described, ...]:
    """Return the Luftwaffe's orders of a turn."""
    hear = {code: raid for code, raid in p.raids.items() if raid.called is None and raid.deaf < p.turn}
    up = tuple(code for code, raid in hear.items() if raid.state in ALOFT)
    out = tuple(code for code, raid in hear.items() if raid.state == "flying")
    boxes = tuple(i for i, box in enumerate(p.patrols, 1) if box)
    found = list(planning(world, p)) if p.plan_open else []
    if up:
        found.append(Described("recall", (Field("raid", OneOf(up)),)))
    if out:
        raid = Field("raid", OneOf(out))
        if seconds := tuple(code for code in out if p.raids[code].plan.secondary is not None):
            found.append(Described("secondary", (Field("raid", OneOf(seconds)),)))
        found.append(Described("height", (raid, Field("up", FLAG))))
        escorts = tuple(u.unit for code in out for u in flying(p.raids[code]) if u.role in ESCORT_ROLES)
        others = tuple(code for code, other in p.raids.items() if other.state == "flying")
        if escorts and len(others) > 1:
            units = Several(OneOf(escorts), 1, len(escorts), distinct=True)
            found.append(Described("lend_escorts", (raid, Field("to", OneOf(others)), Field("units", units))))
    if boxes:
        found.append(Described("patrol_sweep", (Field("box", OneOf(boxes)), Field("hex", board(world)), Field("angels", ANGELS))))
    return (*found, engage(slot))
