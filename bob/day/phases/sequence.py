"""The sequence of play (OPS-B4.0): eleven steps a turn, stopping where a seat owes a decision (OPS-B4.1)."""

from __future__ import annotations

from bob.core import hexes
from bob.core.codec import encode
from bob.data.tables import ListTable, Lookup
from bob.day.phases import bombing, convoy_raids, detection, flak, interception, landing, radio_calls, raids, reports, squadrons
from bob.day.phases.events import Radio
from bob.day.rules import convoys, hourly_plan, readiness, requests, victory
from bob.day.rules.ground import repairs
from bob.day.rules.navigation import navigate
from bob.day.rules.weather import by_script, change
from bob.day.state.execution import BOTH, Play
from bob.day.state.groups import groups
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition
from bob.day.state.scenario_lines import reading

STRAITS = "dover_straits"


def begin_turn(play: Play) -> None:
    """Begin the turn, step 1: effects of the last turn end; readiness advances; the RAF rolls a random event (OPS-A1)."""
    p = play.p
    p.scramble_bonus, p.scrambled, p.emergency, p.done = 0, 0, [], []
    for field in p.airfields.values():
        field.used = 0
    play.tell("turn", BOTH, turn=p.turn, clock=p.clock())
    by_script(play)
    repairs(play)
    convoys.move(play)
    readiness.tick(play)
    happen(play, play.table("random_event", RAF))


def happen(play: Play, found: Lookup) -> None:
    """The random event of a turn, with all that it does (OPS-A1)."""
    p = play.p
    event, details = str(found.result), found.details
    p.check_detected, p.check_undetected = bool(details["check_detected"]), bool(details["check_undetected"])
    p.radio_events = sorted(Radio(frozenset(p.radio_events)).after(event).bonuses)
    play.tell("random_event", (RAF,), found.rule, event=event)
    p.scramble_bonus = int(details.get("scramble_limit", 0))
    if event == "weather_change":
        change(play)
    elif event == "impromptu_detachment":
        _detachment(play)
    elif event == "emergency_scramble":
        _emergency(play, int(details["within_hexes"]))
    elif event in ("dispersal_dash", "navigation_test", "turnaround"):
        p.choices.append(Choice(RAF, event))  # type: ignore[arg-type]
        _draw_up(p)


def _draw_up(p: DayPosition) -> None:
    """Update the RAF's options to the current state; a choice without any is dropped."""
    for choice in [c for c in p.choices if c.seat == RAF]:
        choice.options = {"dispersal_dash": _available, "navigation_test": _detected, "turnaround": _rearming}[choice.kind](p)
        if not choice.options:
            p.choices.remove(choice)


def _available(p: DayPosition) -> list[str]:
    return [s.unit for s in p.squadrons.values() if s.box == "available" and s.strength > 0]


def _detected(p: DayPosition) -> list[str]:
    return [str(t.number) for t in p.tracks if t.level > 0 and not t.faded]


def _rearming(p: DayPosition) -> list[str]:
    """Units in Rearm-Refuel 1; Spitfires alone if there are any (OPS-A1.8)."""
    found = [s for s in p.squadrons.values() if s.box == "rearm_1"]
    spitfires = [s.unit for s in found if s.aircraft.startswith("spitfire")]
    return spitfires or [s.unit for s in found]


def _emergency(play: Play, within: int) -> None:
    """Units near a detected raid become Ready and may scramble outside the limit (OPS-A1.6). Near is by the plots on the table.

    The source lets the RAF choose which become Ready. Unasked, all do: an order makes one Available again at once, so that nothing is
    lost but a question. By the other reading each stays Available until it is ordered to be Ready, which then takes no time.
    """
    p, at_once = play.p, reading(play.p.switches, "emergency") == "at_once"
    plots = [t.plots[-1].hex for t in p.tracks if t.level > 0 and not t.faded]
    for squadron in p.squadrons.values():
        if squadron.box not in ("available", "ready") or squadron.strength <= 0:
            continue
        near = play.world.fields[squadron.station].near
        if any(hexes.distance(near, h) <= within for h in plots):
            if at_once or squadron.becoming == "ready":
                squadron.box, squadron.due, squadron.becoming = "ready", None, None
            p.emergency.append(squadron.unit)
            play.tell("emergency", (RAF,), "OPS-A1.6", unit=squadron.unit)


def _detachment(play: Play) -> None:
    """A Channel patrol breaks out against RAF aircraft near the Straits (OPS-A1.10)."""
    box = play.roll("channel_patrol", 1, by=RAF) - 1
    reach = [
        s
        for s in _flying(play.p)
        if any(play.world.ground(h).zone == "dover_straits" for h in hexes.disc(s.hex, 3) if h in play.world.theatre.grounds)
    ]
    if play.p.patrols[box] and reach:
        interception.patrol_fight(play, box, min(reach, key=lambda s: (s.angels, s.unit)))


def _flying(p: DayPosition) -> list:  # type: ignore[type-arg]
    return [s for s in p.squadrons.values() if s.box == "airborne" and s.strength > 0]


_STANDING = {"dispersal_dash": "available", "turnaround": "rearm_1"}
"""The boxes of the squadrons that may be chosen."""


def picked(play: Play, choice: Choice, names: tuple[str, ...]) -> None:
    """A seat has answered a choice."""
    p = play.p
    if choice.kind in _STANDING and p.squadrons[names[0]].box != _STANDING[choice.kind]:
        return  # the referee took it off meanwhile, or put it elsewhere
    if choice.kind == "dispersal_dash":
        squadron = p.squadrons[names[0]]
        squadron.box, squadron.due, squadron.becoming = "ready", None, None
        play.tell("readiness", (RAF,), "OPS-A1.4", unit=names[0], box="ready")
    elif choice.kind == "turnaround":
        squadron = p.squadrons[names[0]]
        squadron.box, squadron.becoming = "rearm_2", "available"
        squadron.due = p.turn + readiness.turns_in(play.world, p, squadron, "rearm_2")
        play.tell("readiness", (RAF,), "OPS-A1.8", unit=names[0], box="rearm_2")
    elif choice.kind == "navigation_test":
        track = next(t for t in p.tracks if str(t.number) == names[0])
        lines = [g for g in groups(p) if g.code in track.groups and g.main]
        if lines:
            navigate(play, max(lines, key=lambda g: g.strength).raid, objective=False)  # the largest of a merged track (OPS-C9.7)
    elif choice.kind == "half_escort":
        raids.escorts_picked(play, choice, names)


def _channel_patrols(play: Play) -> None:
    """One roll a turn for all in Dover Straits hexes (OPS-B9.1): RAF units draw it, the lowest first, before convoys, which run the risk
    on the hour only (OPS-C5.3)."""
    p = play.p
    at_risk = [s for s in _flying(p) if play.world.ground(s.hex).zone == STRAITS]
    ships = [c for c in convoys.under_way(p) if play.world.ground(c.hex).zone == STRAITS] if p.clock().endswith(":00") else []
    if not at_risk and not ships:
        return
    box = play.roll("channel_patrol", 1, by=LUFTWAFFE) - 1
    if not p.patrols[box]:
        return
    if at_risk:
        interception.patrol_fight(play, box, min(at_risk, key=lambda s: (s.angels, s.unit)))
    else:
        convoy_raids.strafed(play, box, ships[0])


def _clock(play: Play) -> None:
    p = play.p
    """The next turn, or the end. No day is over before its last turn, whatever is still to come: its continuation must reveal nothing of
    the plan to the RAF (OPS-B4.3)."""
    p.turn += 1
    if p.turn > p.turns:
        finish(play)


def finish(play: Play) -> None:
    """The day is over: the score against the bands of the scenario (OPS-B12.1)."""
    p = play.p
    p.phase = "over"
    table = play.world.tables["victory_points"]
    assert isinstance(table, ListTable)
    escorts = sum(len(r.plan.units) for r in p.raids.values() if r.plan.type == "return_escort" and r.state != "planned")
    if escorts:
        entry = table["return_escort"]
        play.score(entry.rule, "return_escort", escorts, float(entry.values["points"]) * escorts, "return_escort")
    missing = victory.bombers_short(play.world, p)
    if missing:
        play.score("OPS-D2.4", "bombers_short", missing, -victory.cost_of_short(missing), "orders")
    extra = victory.aircraft_beyond(p)
    if extra:
        play.score("OPS-D2.5", "aircraft_beyond", extra, -victory.cost_of_beyond(extra), "orders")
    readiness.settle(play, sum(bool(r.added and r.crossed) for r in p.raids.values()))
    play.tell("over", BOTH, "OPS-B12.1", points=p.score, band=band(p), came_from=encode(p.points))
    hourly_plan.reveal(play)


def band(p: DayPosition) -> str:
    """The victory band of the score."""
    score, bands = p.score, p.bands
    if score >= bands["luftwaffe_decisive"]:
        return "luftwaffe_decisive"
    if score >= bands["luftwaffe_marginal"]:
        return "luftwaffe_marginal"
    if score <= bands["raf_decisive"]:
        return "raf_decisive"
    return "raf_marginal" if score <= bands["raf_marginal"] else "draw"


def _detection(play: Play) -> None:
    """Run step 2: which squadrons can be heard as the orders are given (OPS-C8.1), and the RAF's options from the turn's event."""
    detection.phase(play)
    squadrons.listen(play)
    _draw_up(play.p)


def _luftwaffe_moves(play: Play) -> None:
    """Apply the hour's seal, and the answers of the other Groups once both sides have given their orders (OPS-C3.2); then step 5, which
    begins with the radio calls (OPS-B4.2).

    Seal and answers wait for the Luftwaffe's choices as raids form: earlier, they would reveal to the RAF that it is choosing.
    """
    hourly_plan.phase(play)
    requests.phase(play)
    radio_calls.phase(play)
    raids.movement_phase(play)
    convoys.watch(play)


def _end_of_landings(play: Play) -> None:
    """Run the rest of step 10: scrambled squadrons take off, and last the landed units report (OPS-B4.2)."""
    readiness.take_off(play)
    reports.phase(play)


STEPS = (
    begin_turn,
    _detection,
    None,  # the orders of both sides
    raids.formation_phase,
    _luftwaffe_moves,
    squadrons.movement_phase,
    interception.phase,
    _channel_patrols,
    flak.phase,
    bombing.phase,
    landing.phase,
    _end_of_landings,
    _clock,
)
"""The steps of a turn; None is where both sides give their orders."""


def run(play: Play) -> None:
    """Carry on until a seat owes a decision or the day is over.

    The RAF chooses before its orders while the Luftwaffe gives its own, so that no side waits for it (OPS-B4.1).
    """
    p = play.p
    while p.phase != "over":
        if not interception.proceed(play):
            p.phase = "engagement"
            return
        if p.asked(LUFTWAFFE) is not None:
            p.phase = "choice"
            return
        step = STEPS[p.step]
        if step is None and (len(p.done) < len(BOTH) or p.choices):
            p.phase = "orders"
            return
        p.step = (p.step + 1) % len(STEPS)
        if step is not None:
            step(play)
