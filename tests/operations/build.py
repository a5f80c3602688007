"""Small positions of the operational day, built by hand, and the dice to play them with."""

from __future__ import annotations

import datetime as dt
from typing import Any

from bob.core.dice import ScriptedDice
from bob.core.errors import Refused
from bob.core.game import Event, Log
from bob.core.hexes import DIRECTIONS, Hex
from bob.day.game import OperationalDay
from bob.day.phases.bombing import phase as bombing_phase
from bob.day.phases.interception import phase as interception_phase
from bob.day.phases.interception import proceed
from bob.day.rules.tracks import Watched
from bob.day.scenarios.scenario import garrison
from bob.day.state.execution import Play
from bob.day.state.groups import groups_of, regroup
from bob.day.state.position import Airfield, DayPosition, Plot, Raid, RaidUnit, Squadron, Track, Vector
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.settings import settings_of
from bob.day.state.sky import Sky, ZoneWeather
from bob.day.state.world import world

W = world()
GAME = OperationalDay(W)

BOMBERS, MORE_BOMBERS = "I./KG 3", "II./KG 3"
ESCORT, HIGH = "I./JG 3", "III./JG 51"
SWEEP = "III./JG 26"
STUKAS, JABOS, ZERSTOERER = "II./StG 1", "Erprobungsgruppe 210", "I./ZG 26"

_AIRCRAFT = {BOMBERS: "do_17z", MORE_BOMBERS: "do_17z", STUKAS: "ju_87b", JABOS: "bf_110d", ZERSTOERER: "bf_110c"}
_BASES = {
    BOMBERS: "Le Culot",
    MORE_BOMBERS: "Antwerp-Deurne",
    ESCORT: "Colembert",
    HIGH: "St-Omer-Clairmarais",
    SWEEP: "Caffiers",
    STUKAS: "St-Pol-Brias",
    JABOS: "Denain-Prouvy",
    ZERSTOERER: "St-Omer-Arques",
}


def at(name: str) -> Hex:
    """The hex of a place."""
    return W.theatre.find(name).near


def step(h: Hex, direction: int, n: int = 1) -> Hex:
    """So many hexes on: 0 is north, clockwise."""
    d = DIRECTIONS[direction]
    return Hex(h.q + n * d.q, h.r + n * d.r)


SEA = step(at("Cap Gris-Nez"), 5, 1)
"""Open water in the Straits."""
CHANNEL = step(at("Dungeness"), 3, 9)
"""The Channel, far from every coast."""
INLAND = at("Tonbridge Junction")


def sky(weather: str = "fair", **zones: str) -> Sky:
    """One weather everywhere, but for the zones named; no wind, no haze over London."""
    return Sky({z.code: ZoneWeather(zones.get(z.code, weather), "overcast", False) for z in W.theatre.zones}, "none", None, "fair", 0, -2)


def day(*, full: bool = False, **given: Any) -> DayPosition:
    """A fair forenoon, 29 August 1940, with empty skies and two airfields; `full` brings the whole garrison."""
    values: dict[str, Any] = {
        "scenario": "one_raid",
        "title": {"en": "Test", "fr": "Essai"},
        "date": dt.date(1940, 8, 29),
        "start": 630,
        "turn": 3,
        "turns": 60,
        "period": 3,
        "phase": "orders",
        "response_level": 9,
        "scramble_limit": 3,
        "switches": {},
        "bands": {"luftwaffe_decisive": 20.0, "luftwaffe_marginal": 10.0, "raf_marginal": 0.0, "raf_decisive": -12.0},
        "sky": sky(),
        "raids": {},
        "squadrons": {},
        "airfields": {},
        "patrols": [[] for _ in range(6)],
        "step": 2,
        "salt": "salt",
    }
    raids, squadrons = given.pop("raids", ()), given.pop("squadrons", ())
    values |= given
    values.setdefault("settings", settings_of(values["date"]))
    p = DayPosition(**values)
    if full:
        garrison(W, p)
    else:
        for name, capacity in (("Biggin Hill", 2), ("Hornchurch", 2), ("Lympne", 1), ("Gravesend", 1), ("Kenley", 2)):
            p.airfields[name] = Airfield(name, capacity)
    for r in raids:
        p.raids[r.plan.code] = r
    p.next_track = max((p.next_track, *(t.number + 1 for t in p.tracks)))
    for s in squadrons:
        p.squadrons[s.unit] = s
    return p


def squadron(unit: str = "79 Squadron", box: str = "airborne", **given: Any) -> Squadron:
    """A squadron of Hurricanes of Biggin Hill, in the air at 16 Angels unless told otherwise."""
    station = given.get("station", "Biggin Hill")
    values: dict[str, Any] = {
        "unit": unit,
        "aircraft": "hurricane_i",
        "station": station,
        "sector": "Biggin Hill",
        "group": 11,
        "radio": "hf",
        "experience": "regular",
        "strength": 12,
        "box": box,
        "hex": at(station),
        "angels": 16 if box == "airborne" else 0,
    }
    found = Squadron(**(values | given))
    if box == "airborne" and "vector" not in given:
        found.vector = Vector("hex", found.hex, found.angels)
    return found


def unit(name: str = BOMBERS, role: str = "bomber", *, h: Hex = SEA, angels: int = 14, **given: Any) -> RaidUnit:
    """A unit in the air."""
    aircraft = given.pop("aircraft", _AIRCRAFT.get(name, "bf_109e_4"))
    strength = given.pop("strength", 27)
    values: dict[str, Any] = {
        "unit": name,
        "aircraft": aircraft,
        "role": role,
        "base": _BASES.get(name, "Caffiers"),
        "experience": "regular",
        "strength": strength,
        "sent": given.pop("sent", strength),
        "offset": 0,
        "hex": h,
        "angels": angels,
        "endurance": W.types[aircraft].endurance,
    }
    return RaidUnit(**(values | given))


def plan(code: str = "raid", kind: str = "main", units: tuple[PlannedUnit, ...] | None = None, **given: Any) -> RaidPlan:
    """A plan without a fault: Dorniers from Cap Gris-Nez by Dungeness to Biggin Hill."""
    values: dict[str, Any] = {
        "form_at": at("Cap Gris-Nez"),
        "form_turn": 5,
        "form_angels": 14,
        "units": units if units is not None else (PlannedUnit(BOMBERS, "bomber", 27, 14), PlannedUnit(ESCORT, "close_escort", 27, 16)),
        "route": (Leg(at("Dungeness"), 14),),
        "primary": "Biggin Hill",
        "secondary": "West Malling",
        "home": (Leg(at("Dungeness"), 14),),
    }
    return RaidPlan(code, kind, **(values | given))  # type: ignore[arg-type]


def sweep_plan(code: str = "sweep", **given: Any) -> RaidPlan:
    """A Freie Jagd over Kent."""
    values: dict[str, Any] = {
        "units": (PlannedUnit(SWEEP, "sweep", 27, 20),),
        "form_angels": 20,
        "route": (Leg(at("Dover Castle"), 20),),
        "primary": None,
        "secondary": None,
        "home": (),
    }
    return plan(code, "freie_jagd", **(values | given))


def raid(
    h: Hex = SEA,
    *units: RaidUnit,
    code: str = "raid",
    kind: str = "main",
    angels: int = 14,
    plan_: RaidPlan | None = None,
    **given: Any,
) -> Raid:
    """A raid under way; a Gruppe of Dorniers if no units are given."""
    flying = list(units) if units else [unit(h=h, angels=angels)]
    for u in flying:
        if u.state == "with_raid":
            u.hex, u.offset = h, u.angels - angels
    planned = tuple(PlannedUnit(u.unit, u.role, u.sent, u.angels) for u in flying)
    base = plan_ if plan_ is not None else plan(code, kind, planned, form_turn=1, form_angels=angels)
    values: dict[str, Any] = {"state": "flying", "form_turn": base.form_turn, "hex": h, "angels": angels, "units": flying}
    found = Raid(base, {}, **(values | given))
    regroup(found)
    return found


def target(r: Raid, made: Track | None = None) -> Watched:
    """A raid as radar sees it, without who left it."""
    return Watched(made, (groups_of(r)[0],))


def see(*raids: Raid) -> None:
    """Their units have been tallied."""
    for r in raids:
        for u in r.units:
            u.tallied = True


def track(code: str = "raid", number: int = 1, level: int = 3, *plots: tuple[int, Hex], **given: Any) -> Track:
    """A track on the table, by the turns and hexes of its plots."""
    made = [Plot(turn, h, level, 30, 14, "Dover") for turn, h in (plots or ((3, SEA),))]
    return Track(**({"groups": [code], "number": number, "level": level, "plots": made} | given))


def play(p: DayPosition, *faces: int) -> Play:
    """An order being carried out with these dice."""
    return Play(W, p, ScriptedDice(faces), Log())


def describe(found: Play | list[Event], code: str, seat: str | None = None) -> list[Event]:
    """The events of a code, of one seat if asked."""
    events = found.log.events if isinstance(found, Play) else found
    return [e for e in events if e.code == code and (seat is None or seat in e.to)]


def left(found: Play) -> tuple[int, ...]:
    """The dice that were not used."""
    assert isinstance(found.dice, ScriptedDice)
    return found.dice.left


def rolls(found: Play, purpose: str) -> int:
    """How often a purpose was rolled for."""
    return sum(r.purpose == purpose for r in found.dice.ledger.rolls)


def points(p: DayPosition) -> dict[str, float]:
    """The victory points by code."""
    found: dict[str, float] = {}
    for point in p.points:
        found[point.code] = found.get(point.code, 0.0) + point.points
    return found


def order(p: DayPosition, seat: str, given: Any, *faces: int) -> list[Event]:
    """Check an order and carry it out."""
    GAME.check(p, seat, given)
    return GAME.apply(p, seat, given, ScriptedDice(faces))


def strength_of(name: str) -> int:
    """A unit's strength on the day."""
    return W.luftwaffe(day().date)[name].strength


def refusal(p: DayPosition, seat: str, given: Any) -> tuple[str, str | None]:
    """The key and the rule by which an order is refused; it must have changed nothing."""
    before = GAME.dump(p)
    try:
        GAME.check(p, seat, given)
    except Refused as error:
        assert GAME.dump(p) == before
        return error.key.removeprefix("ops.refused."), error.rule
    raise AssertionError(f"not refused: {given}")


# Over the target

BIGGIN = at("Biggin Hill")
PLAIN = next(
    h
    for h in sorted(W.theatre.grounds)
    if W.ground(h).zone == "biggin_hill" and not ({h, *(step(h, d) for d in range(6))} & (W.landmarks | W.coast))
)
"""A hex of Kent with neither landmark nor coast in it or next to it."""


def over(
    target: str = "Biggin Hill",
    *units: RaidUnit,
    kind: str = "main",
    angels: int = 14,
    secondary: str | None = "West Malling",
    h: Hex | None = None,
    **given: Any,
) -> Raid:
    """A raid over its primary target."""
    planned = plan("raid", kind, form_turn=1, form_angels=angels, primary=target, secondary=secondary, route=(), home=())
    place = h if h is not None else W.targets[target].near
    return raid(
        place, *(units or (unit(angels=angels),)), plan_=planned, kind=kind, angels=angels, **({"state": "over_target", "leg": 1} | given)
    )


def dropped(r: Raid, *faces: int, weather: str = "fair", **given: Any) -> tuple[DayPosition, Any]:
    p = day(raids=[r], sky=sky(weather), **given)
    q = play(p, *faces)
    bombing_phase(q)
    return p, q


ON = (6, 6)
"""On course in any weather."""
NO_DAMAGE = (1, 1, 1)
"""Of an airfield's capacity and a Sector's operations room."""


def combat(q: Play) -> None:
    """The turn's tallies and all that they lead to."""
    interception_phase(q)
    assert proceed(q) or q.p.engaging.others == "ask", "an engagement waits for somebody"
