"""Orders with parts that fit badly or not at all, to see how they are answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from bob.core.dice import Stream
from bob.core.hexes import Hex
from bob.day.state.orders import (
    BreakWing,
    ChangeHeight,
    Done,
    DropRaid,
    Engage,
    EnterResult,
    Fly,
    FormWing,
    LendEscorts,
    Pancake,
    PatrolSweep,
    Pick,
    PlanRaid,
    Readiness,
    Recall,
    Resolve,
    Scramble,
    Seal,
    SendTo,
    Split,
    Stance,
    ToSecondary,
)
from bob.day.state.position import DayPosition, StanceKind
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.world import world

HEXES = sorted(world().theatre.grounds)
OFF_MAP = Hex(-40, -40)


def nonsense(p: DayPosition, stream: Stream) -> Any:
    """An order with parts that fit badly or not at all."""
    unit = stream.choose([*p.squadrons, "No such squadron", ""])
    field = stream.choose([*p.airfields, "Atlantis", "Caffiers", None])
    raid = stream.choose([*p.raids, "nobody"])
    h = stream.choose([*HEXES[::50], OFF_MAP, None])
    track = stream.choose([None, *(t.number for t in p.tracks), -1, 99])
    angels = stream.choose([-2, 0, 3, 14, 20, 34, 36])
    plans: list[RaidPlan] = [r.plan for r in p.raids.values()]
    found: list[Any] = [
        Readiness(unit, stream.choose(("released", "available", "ready"))),
        Scramble(unit, angels, h, track),
        SendTo(unit, angels, h, track),
        Pancake(unit, field),
        Stance(unit, stream.choose(get_args(StanceKind)), stream.choose([None, *p.squadrons])),
        BreakWing(unit),
        Split(unit),
        FormWing((unit, stream.choose([*p.squadrons, unit])), field or ""),
        Recall(raid),
        ToSecondary(raid),
        ChangeHeight(raid, stream.choose((True, False))),
        LendEscorts(raid, stream.choose([*p.raids, "nobody"]), tuple(u.unit for u in p.raids[raid].units[1:2]) if raid in p.raids else ()),
        DropRaid(raid),
        PatrolSweep(stream.below(9) - 1, h or OFF_MAP, angels),
        Pick((unit,)),
        Pick(()),
        Engage("quick", "ask", stream.choose(("table", "nothing")), stream.choose((-1, 0, 16, 5000))),
        Resolve(stream.choose(("quick", "nothing"))),
        EnterResult((), 1),
        Fly("cards", Done()),
        Seal(),
        Done(),
    ]
    if plans:
        plan = stream.choose(plans)
        found.append(PlanRaid(replace(plan, code=stream.choose([plan.code, "", "patrol_1", "new"]), form_turn=stream.below(p.turns + 9))))
        found.append(PlanRaid(replace(plan, form_at=h or OFF_MAP, units=plan.units[stream.below(2) :])))
    return stream.choose(found)
