"""The rows of the timeline, from the view and the log of the seat at the screen alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bob.core.game import REFEREE
from bob.day.rules.timetable import legs
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.state.view import Common, LuftwaffeView, RafView, RaidView
from bob.day.telling.period_names import Names
from bob.day.telling.plot_figures import known_height, strength_and_bombers
from bob.desk.session.session import DeskSession
from bob.words import Words


@dataclass(slots=True)
class TimelineBar:
    """A stretch of turns on a row; `style` is the way it is drawn."""

    start: float
    end: float
    style: str


@dataclass(slots=True)
class TimelineMark:
    """A point on a row: a shape and a tone."""

    turn: float
    shape: str
    tone: str = "ink"
    text: str = ""


@dataclass(slots=True)
class TimelineRow:
    """One raid or squadron."""

    kind: str
    key: Any
    name: str
    hint: str
    bars: list[TimelineBar] = field(default_factory=list)
    marks: list[TimelineMark] = field(default_factory=list)


def rows_of(session: DeskSession, words: Words, names: Names) -> list[TimelineRow]:
    """The rows of the seat at the screen, from its view and its log alone."""
    view = session.view(session.seat)
    if session.seat == REFEREE:
        return [*_raid_rows(session, view.luftwaffe, words, names), *_squadron_rows(session, view.raf, words)]
    if isinstance(view, RafView):
        return [*_track_rows(view, words), *_squadron_rows(session, view, words)]
    return _raid_rows(session, view, words, names)


def _track_rows(view: RafView, words: Words) -> list[TimelineRow]:
    found = []
    for track in view.tracks:
        last = track.last
        hint = words(
            "desk.timeline.track",
            track=track.label,
            strength=strength_and_bombers(words, track.plots),
            angels=known_height(track.plots),
            hex=last.hex.label,
            clock=view.common.time_of(last.turn),
        )
        row = TimelineRow("track", track.number, track.label, hint)
        row.bars.append(TimelineBar(track.plots[0].turn, last.turn, "faded" if track.faded else "track"))
        if not track.faded and view.common.turn > last.turn:
            row.bars.append(TimelineBar(last.turn, view.common.turn, "guess"))
        row.marks = [TimelineMark(plot.turn, "plot", plot.colour) for plot in track.plots]
        if track.tallied_by:
            row.marks.append(TimelineMark(view.common.turn, "tally", "red", "T"))
        found.append(row)
    found.sort(key=lambda r: (all(b.style == "faded" for b in r.bars), -r.bars[-1].end, r.name))
    return found


def _squadron_rows(session: DeskSession, view: RafView, words: Words) -> list[TimelineRow]:
    """Squadrons that have been up today, those in the air first."""
    turn = 0
    rows: dict[str, TimelineRow] = {}
    up: dict[str, int] = {}
    for _, event in session.log(session.seat):
        unit = event.data.get("unit")
        if event.code == "turn":
            turn = int(event.data["turn"])
        elif event.code == "took_off" and unit is not None:
            rows.setdefault(unit, TimelineRow("squadron", unit, unit, unit))
            up[unit] = turn
        elif event.code in ("landed", "squadron_destroyed") and unit in up:
            rows[unit].bars.append(TimelineBar(up.pop(unit), turn, "flown"))
        elif event.code == "tally" and unit in rows:
            rows[unit].marks.append(TimelineMark(turn, "tally", "ink"))
        elif event.code == "combat":
            for name, _count in event.data["units"]:
                if name in rows:
                    rows[name].marks.append(TimelineMark(turn, "fight", "red"))
    for unit, since in up.items():
        rows[unit].bars.append(TimelineBar(since, view.common.turn, "flown"))
    by_name = {s.unit: s for s in view.squadrons}
    for unit, row in rows.items():
        squadron = by_name.get(unit)
        if squadron is not None:
            box = words(f"ops.box.{squadron.box}")
            row.hint = words("desk.timeline.squadron", unit=unit, box=box, strength=squadron.strength, sector=squadron.sector)
            if squadron.box == "airborne":
                row.bars.append(TimelineBar(view.common.turn, view.common.turn + squadron.fuel, "fuel"))
    return sorted(rows.values(), key=lambda r: (r.key not in up, -r.bars[-1].end if r.bars else 0, r.name))


def _raid_rows(session: DeskSession, view: LuftwaffeView, words: Words, names: Names) -> list[TimelineRow]:
    names.learn(view)
    found = []
    fought = _turns_of_fights(session)
    for raid in view.raids:
        row = TimelineRow("raid", raid.code, "", "")
        row.name = names.title(words, raid.code)
        sent = sum(u.sent for u in raid.units) or sum(u.aircraft for u in raid.plan.units)
        left = sum(u.strength for u in raid.units) if raid.units else sent
        row.hint = words("desk.timeline.raid", raid=row.name, state=words(f"ops.state.{raid.state}"), left=left, sent=sent)
        _schedule(session, raid, view.common, row)
        row.marks += [TimelineMark(turn, "fight", "red") for turn in fought.get(raid.code, ())]
        found.append((raid.state == "ended", min((b.start for b in row.bars), default=0), row.name, row))
    return [row for *_, row in sorted(found, key=lambda f: f[:3])]


def _turns_of_fights(session: DeskSession) -> dict[str, set[int]]:
    """The turns in which each raid was fought with."""
    turn = 0
    found: dict[str, set[int]] = {}
    for _, event in session.log(session.seat):
        if event.code == "turn":
            turn = int(event.data["turn"])
        elif event.code == "combat" and event.data.get("raid") is not None:
            found.setdefault(event.data["raid"], set()).add(turn)
    return found


def _schedule(session: DeskSession, raid: RaidView, common: Common, row: TimelineRow) -> None:
    """Add a raid's bars from its timetable, shifted by the delay of its formation."""
    steps = session.timetable(raid.plan)
    if not steps:
        return
    late = raid.form_turn - raid.plan.form_turn
    begin, end = steps[0].turn + late, steps[-1].turn + late
    now = common.turn
    over = raid.state == "ended"
    if raid.state == "planned" or now <= begin:
        row.bars.append(TimelineBar(begin, end, "planned"))
    else:
        row.bars.append(TimelineBar(begin, end if over else min(now, end), "done" if over else "flying"))
        if not over and now < end:
            row.bars.append(TimelineBar(now, end, "planned"))
    row.marks.append(TimelineMark(begin, "form"))
    for step in steps:
        if step.at_target:
            bombs = any(u.role in BOMBING_ROLES for u in raid.plan.units)
            row.marks.append(TimelineMark(step.turn + late, "target" if bombs else "turn", "red"))
    way_points, target = legs(session.world, raid.plan)
    reached = {step.leg: step.turn for step in reversed(steps)}
    for i in range(len(way_points)):
        if i != target and i + 1 in reached:
            row.marks.append(TimelineMark(reached[i + 1] + late, "turn"))
