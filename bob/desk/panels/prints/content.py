"""Contents of the sheets, made from the view of one seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.game import REFEREE
from bob.day.rules.raid_goals import aims
from bob.day.state.view import Common, LuftwaffeView, RafView, RaidView, RefereeView
from bob.day.telling.period_names import Names, code_word, english, figure, place_name
from bob.day.telling.plot_figures import joined, known_height, known_kinds, known_strength
from bob.day.telling.sentences import date_text, in_context, sentence
from bob.desk.map.lists import bearing
from bob.desk.session.print_page import Block, Document, Heading, Para, PrintColumn, PrintTable
from bob.desk.session.seat_views import Shown
from bob.report.merged_events import merge_alike
from bob.staff.advice.fighter_command.tote_rows import FULL, Wanted, coming, doing, labels, limits, number, rows, totals
from bob.staff.advice.planning.route_survey import survey
from bob.words import Words


def common_of(view: Any) -> Common:
    """Return the common part of any view."""
    found: Common = view.raf.common if isinstance(view, RefereeView) else view.common
    return found


def raf_of(view: Any) -> RafView | None:
    return view.raf if isinstance(view, RefereeView) else view if isinstance(view, RafView) else None


def luftwaffe_of(view: Any) -> LuftwaffeView | None:
    return view.luftwaffe if isinstance(view, RefereeView) else view if isinstance(view, LuftwaffeView) else None


def document(kind: str, viewer: Shown, words: Words, blocks: Sequence[Block], *, across: bool = False) -> Document:
    """A document of a kind with the heads of the room."""
    view = viewer.view(viewer.seat)
    common = common_of(view)
    when = words("desk_sheets.when", date=date_text(words, common.date), clock=common.clock, turn=common.turn)
    foot = words("desk_sheets.foot", title=words.of(common.title))
    return Document(words(f"desk_sheets.kind.{kind}"), words(f"desk_sheets.room.{viewer.seat}"), when, foot, tuple(blocks), across)


def tote(viewer: Shown, words: Words, names: Names) -> Document:
    """The squadron state sheet, with the plots of the moment below."""
    view = raf_of(viewer.view(viewer.seat))
    assert view is not None
    names.learn(view)
    letters = {a.extra.get("station", a.name): str(a.extra.get("letter", "")) for a in viewer.world.theatre.sectors}
    tracks = labels(view)
    lines: list[tuple[str, ...]] = []
    group = None
    for sector in rows(view, Wanted(), letters):
        if sector.group != group:
            group = sector.group
            total = next(t for t in totals(view) if t.group == group)
            text = words(
                "desk_tote.group_total",
                group=group,
                squadrons=figure(words, total.squadrons),
                ready=figure(words, total.ready),
                airborne=figure(words, total.airborne),
                aircraft=total.aircraft,
            )
            lines.append((text,))
        for i, s in enumerate(sector.squadrons):
            up = s.box == "airborne"
            lines.append(
                (
                    sector.title if i == 0 else "",
                    number(s.unit),
                    names.aircraft(s.aircraft),
                    s.station,
                    code_word(words, "box", s.box),
                    str(s.strength),
                    str(s.angels) if up else "",
                    str(s.fuel) if up else "",
                    code_word(words, "ammo", s.ammo),
                    s.radio.upper() + ("" if s.controlled else " ✕"),
                    " · ".join(part for part in (coming(words, s), doing(words, s, tracks)) if part),
                )
            )
    heads = ("sector", "squadron", "type", "station", "state", "strength", "angels", "fuel", "ammo", "radio", "orders")
    shares = (2.0, 1.1, 1.8, 2.0, 1.8, 0.8, 0.8, 0.7, 1.2, 0.9, 3.4)
    columns = tuple(
        PrintColumn(words(f"desk_sheets.column.{h}"), share, "right" if h in ("strength", "angels", "fuel") else "left",
               "semibold" if h == "squadron" else "regular")
        for h, share in zip(heads, shares, strict=True)
    )  # fmt: skip
    blocks: list[Block] = [Para(" · ".join((*limits(words, view), words("desk_sheets.full", full=FULL))))]
    blocks.append(PrintTable(columns, tuple(lines), 2.6))
    plots = _plots(view, words, names)
    if plots is not None:
        blocks += [Heading(words("desk_sheets.plots")), plots]
    return document("tote", viewer, words, blocks)


def _plots(view: RafView, words: Words, names: Names) -> PrintTable | None:
    heads = ("plot", "level", "strength", "angels", "course", "age", "where", "met")
    shares = (0.8, 0.8, 0.9, 0.9, 0.9, 0.9, 3.6, 2.0)
    found = []
    for t in view.tracks:
        if t.faded or t.level <= 0:
            continue
        last = t.last
        sent = [number(s.unit) for s in view.squadrons if s.vector is not None and s.vector["track"] == t.number]
        course = words("desk_tote.list.course", degrees=bearing(t.course)) if t.course and any(t.course) else "?"
        found.append(
            (
                t.label,
                str(t.level),
                known_strength(t.plots),
                known_height(t.plots),
                course,
                words("desk_tote.list.minutes", minutes=5 * t.age),
                joined(names.at(words, last.hex.label), known_kinds(words, t.plots)),
                ", ".join(sent) or "–",
            )
        )
    columns = tuple(PrintColumn(words(f"desk_sheets.column.{h}"), share) for h, share in zip(heads, shares, strict=True))
    return PrintTable(columns, tuple(found), 2.7) if found else None


def raids(viewer: Shown, words: Words, names: Names) -> Document:
    """The raid orders: each raid with its units, its route and its timetable."""
    view = luftwaffe_of(viewer.view(viewer.seat))
    assert view is not None
    names.learn(view)
    posted = viewer.rules.posted(view)
    blocks: list[Block] = []
    for raid in view.raids:
        blocks += _raid(viewer, words, names, view, raid, posted)
    if not blocks:
        blocks.append(Para(words("desk_sheets.no_raids")))
    return document("raids", viewer, words, blocks)


def _raid(viewer: Shown, words: Words, names: Names, view: LuftwaffeView, raid: RaidView, posted: Any) -> list[Block]:
    plan, common = raid.plan, view.common
    drawn = survey(viewer.world, posted, plan, view.head_wind)
    late = raid.form_turn - plan.form_turn if raid.state != "planned" else 0
    targets = [names.target(words, name) for name in aims(plan)]
    title = words.of(names.titles.get(raid.code, raid.title)) or names.raid(words, plan.code)
    head = words(
        "desk_sheets.raid_form",
        time=common.time_of(plan.form_turn + late),
        place=names.at(words, plan.form_at.label),
        angels=plan.form_angels,
    )
    if targets:
        head += " " + words("desk_sheets.raid_targets", targets=" / ".join(targets))
    if plan.joins:
        head += " " + words("desk_sheets.raid_joins", raid=names.raid(words, plan.joins))
    flown = {u.unit: u for u in raid.units}
    units = []
    for u in plan.units:
        posting = posted.get(u.unit)
        here = flown.get(u.unit)
        units.append(
            (
                u.unit,
                viewer.world.types[posting.aircraft].name if posting is not None else "?",
                place_name(words, posting.station) if posting is not None else "?",
                code_word(words, "role", u.role),
                str(u.aircraft) if here is None else f"{here.strength}/{here.sent}",
                str(u.angels if here is None else here.angels),
                "" if here is None else code_word(words, "state", here.state),
            )
        )
    heads = ("unit", "type", "field", "role", "strength", "angels", "state")
    unit_columns = tuple(
        PrintColumn(words(f"desk_sheets.column.{h}"), share, "right" if h in ("strength", "angels") else "left")
        for h, share in zip(heads, (2.0, 1.6, 2.4, 2.0, 1.0, 0.9, 1.6), strict=True)
    )
    way = []
    for t in drawn.turns:
        seen = words("desk_sheets.stations", count=len(t.stations)) if t.stations else words("desk_planner.corps") if t.observed else ""
        guns = words("desk_planner.guns", area=english(words, t.gun_area), factor=t.guns) if t.guns else ""
        mark = words("desk_planner.point.target").upper() if t.at_target else ""
        way.append(
            (common.time_of(t.turn + late), names.at(words, t.hex.label), str(t.angels), mark, " · ".join(x for x in (seen, guns) if x))
        )
    way_columns = tuple(
        PrintColumn(words(f"desk_sheets.column.{h}") if h else "", share, "right" if h == "angels" else "left")
        for h, share in zip(("time", "where", "angels", "", "exposure"), (0.8, 3.6, 0.8, 1.1, 3.2), strict=True)
    )
    kind = code_word(words, "type", plan.type)
    blocks: list[Block] = [Heading(title, f"{kind} · {code_word(words, 'state', raid.state)}"), Para(head, 3.0)]
    blocks.append(PrintTable(unit_columns, tuple(units), 2.7))
    if way:
        blocks.append(PrintTable(way_columns, tuple(way), 2.5))
    return blocks


def log(viewer: Shown, words: Words, names: Names) -> Document:
    """The log of the seat, turn by turn."""
    view = viewer.view(viewer.seat)
    names.learn(view)
    lines: list[tuple[str, ...]] = []
    for _, event in merge_alike(words, in_context(viewer.log(viewer.seat))):
        if event.code == "dogfight":
            continue  # each order of a dogfight by cards is on its own sheet
        if event.code == "turn":
            lines.append((words("desk_sheets.turn", turn=event.data["turn"], clock=event.data["clock"]),))
            continue
        rule = event.rule or ""
        text = sentence(words, event, names)
        if viewer.seat == REFEREE:
            text += f" ({', '.join(words(f'ops.seat.{seat}') for seat in event.to) or words(f'ops.seat.{REFEREE}')})"
        lines.append((text, rule))
    # A turn in which nothing was heard leaves no head behind.
    kept = [line for i, line in enumerate(lines) if len(line) > 1 or (i + 1 < len(lines) and len(lines[i + 1]) > 1)]
    columns = (
        PrintColumn(words("desk_sheets.column.event"), 10.0),
        PrintColumn(words("desk_sheets.column.rule"), 1.7, "right"),
    )
    blocks: list[Block] = [PrintTable(columns, tuple(kept), 2.8)] if kept else [Para(words("desk_sheets.no_log"))]
    return document("log", viewer, words, blocks)


def note(viewer: Shown, words: Words, text: str) -> Document:
    """A note of the referee's to the seat."""
    return document("note", viewer, words, [Para(part, 4.4) for part in text.split("\n")])
