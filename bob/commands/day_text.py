"""The operational day as pages of text: clock, weather, plots, tote, raids, map. Each is made from a seat's view alone."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bob.commands.convoy_text import convoys, ground
from bob.commands.day_commands import commands, fitting, short
from bob.commands.fights_text import FightBook
from bob.commands.keyboard import usage
from bob.commands.terminal_map import SOUTH_EAST, MapSign, TerminalMap, Window, around, arrow, painted, whole
from bob.dogfight.slot import Slot
from bob.errors import UsageError
from bob.game import Event
from bob.hexes import Hex
from bob.operations.aims import aims
from bob.operations.named import Names, code_word, figure
from bob.operations.parted import together
from bob.operations.plot_figures import known_height, known_strength
from bob.operations.position import LUFTWAFFE
from bob.operations.telling import date_told, ground_told, sentence, wind_told
from bob.operations.view import DayView, LuftwaffeView, RafView, RaidView, RefereeView, SquadronView, TrackView
from bob.operations.world import World
from bob.text import neat, plain, width
from bob.words import Words

_TOWNS = ("City of London", "Southend", "Portsmouth", "Hastings", "Norwich", "Dover", "Calais", "Cherbourg")
_USAGE = 40
"""How many letters the help gives to how a command is written."""
_ALL = ("all", "tout", "whole", "entiere")


class Pages:
    """Writes pages in one language. `colour` uses the colours of the terminal; `bare` keeps to plain letters."""

    def __init__(self, world: World, words: Words, slot: Slot | None = None, *, colour: bool = False, bare: bool = False) -> None:
        self.world = world
        self.words = words
        self.colour = colour
        self.bare = bare
        self.names = Names(world.theatre, slot)
        self.fights = FightBook(words, self.names.slot, self.names)

    # ---- whole pages

    def page(self, view: DayView) -> str:
        """All that a seat needs to decide: the engagement in hand, else the room. The referee's shows both."""
        self.names.learn(view)
        s = view.engagement
        if isinstance(view, RefereeView):
            parts = [self._title(view.raf), self._title(view.luftwaffe), self.raids(view), self._points(view), self.map(view)]
            return "\n\n".join([*parts, *([self.fights.text(s)] if s is not None else [])])
        if s is not None:
            return self.fights.text(s)
        parts = [self._title(view), self.raids(view), convoys(self.words, self.names, view)]
        if isinstance(view, RafView):
            parts.append(self.tote(view, brief=True))
        parts += [self.map(view), self.owed(view)]
        return "\n\n".join(part for part in parts if part)

    def _title(self, view: RafView | LuftwaffeView) -> str:
        c, words = view.common, self.words
        head = words(
            "play.head",
            clock=c.clock,
            turn=min(c.turn, c.turns),
            turns=c.turns,
            phase=code_word(words, "phase", c.phase),
            date=date_told(words, c.date),
        )
        title = f"{words(f'play.room.{view.seat}')} · {words.of(c.title)}"
        lines = [painted(f"{title}  {head}", "title", self.colour), self._weather(view)]
        if isinstance(view, RafView):
            lines.append(
                words(
                    "play.limits",
                    scrambled=figure(words, view.scrambled),
                    limit=view.scramble_limit,
                    committed=figure(words, view.committed),
                    level=view.response_level,
                )
            )
            lines += ground(words, view)
        if view.score is not None:
            lines.append(words("play.score", points=figure(words, view.score)))
        return "\n".join(lines)

    def _weather(self, view: RafView | LuftwaffeView) -> str:
        words, c = self.words, view.common
        kinds: dict[str, list[str]] = {}
        for zone, weather in c.weather.items():
            kinds.setdefault(weather, []).append(words(f"tables.zone.{zone}"))
        if len(kinds) == 1:
            told = words("play.everywhere", weather=code_word(words, "weather", next(iter(kinds))))
        else:
            most = max(kinds, key=lambda k: len(kinds[k]))
            rest = [f"{code_word(words, 'weather', k)} ({', '.join(zones)})" for k, zones in kinds.items() if k != most]
            told = words("play.elsewhere", weather=code_word(words, "weather", most), rest=words.parted(rest))
        return words("play.weather", told=told, wind=wind_told(words, c), sun=round(c.sun))

    # ---- raids

    def raids(self, view: DayView) -> str:
        """The raids: as plots for the RAF, as they are for the Luftwaffe."""
        if isinstance(view, RefereeView):
            return "\n\n".join((self._plots(view.raf), self._raids(view.luftwaffe)))
        return self._plots(view) if isinstance(view, RafView) else self._raids(view)

    def _plots(self, view: RafView) -> str:
        words = self.words
        tracks = [t for t in view.tracks if not t.faded and t.level > 0]
        if not tracks:
            return words("play.no_plots")
        rows = []
        for t in tracks:
            last = t.last
            sent = [short(s.unit) for s in view.squadrons if s.vector is not None and s.vector["track"] == t.number]
            rows.append(
                [
                    t.label + words(f"play.clock_letter.{last.colour}"),
                    str(t.level),
                    known_strength(t.plots),
                    known_height(t.plots),
                    words("play.minutes", minutes=5 * t.age),
                    f"{arrow(t.course)} {self._speed(t)}",
                    self.names.at(words, last.hex.label),
                    " ".join([*(f"{unit}→" for unit in sent), *(f"{short(unit)}*" for unit in t.tallied_by)]) or words("play.nobody"),
                ]
            )
        heads = ("plot", "level", "strength", "angels", "age", "course", "where", "met")
        return neat([words(f"play.column.{head}") for head in heads], rows, right=(1, 2, 3, 4))

    def _speed(self, t: TrackView) -> str:
        if t.course is None:
            return "?"
        q, r = t.course
        return figure(self.words, round((abs(q) + abs(r) + abs(q + r)) / 2, 1))

    def _raids(self, view: LuftwaffeView) -> str:
        words = self.words
        rows = [row for raid in view.raids for row in (self._raid(view, raid), *self._apart(raid))]
        if not rows:
            return words("play.no_raids")
        heads = ("raid", "state", "time", "angels", "where", "target", "units")
        return neat([words(f"play.column.{head}") for head in heads], rows, right=(3,), limit=max(width(), 110))

    def _raid(self, view: LuftwaffeView, raid: RaidView) -> list[str]:
        words, plan = self.words, raid.plan
        up = raid.state not in ("planned", "ended")
        targets = [self.names.target(words, name) for name in aims(plan)]
        if raid.units:
            units = [f"{u.unit} {u.strength}/{u.sent}{'' if u.state == 'with_raid' else '−'}" for u in raid.units]
        else:
            units = [f"{u.unit} {u.aircraft}" for u in plan.units]
        return [
            raid.code + (" +" if raid.added else ""),
            code_word(words, "state", raid.state) + (" *" if raid.bombed else "") + self._radio(view, raid),
            view.common.time_of(raid.form_turn),
            str(raid.angels if up else plan.form_angels),
            self.names.at(words, (raid.hex if up else plan.form_at).label) if raid.state != "ended" else "–",
            " / ".join(targets) or code_word(words, "type", plan.type),
            ", ".join(units),
        ]

    def _radio(self, view: LuftwaffeView, raid: RaidView) -> str:
        """What a raid is being called, or until when it hears nothing."""
        if raid.called is not None:
            return f" ({self.words(f'log.call.{raid.called.kind}')})"
        deaf = raid.deaf >= view.turn and raid.state in ("flying", "gathering")
        return f" ({self.words('play.deaf', time=view.common.time_of(raid.deaf + 1))})" if deaf else ""

    def reports(self, view: LuftwaffeView) -> str:
        """What the Luftwaffe believes of the ground: the newest report of each target first, with its age (OPS-C4.3)."""
        words = self.words
        rows = [
            [
                words("play.minutes", minutes=5 * (view.turn - report.seen)),
                self.names.target(words, report.target),
                words(f"play.report_by.{report.by}"),
                ground_told(words, asdict(report)),
                self.names.raid(words, report.raid),
            ]
            for report in reversed(view.reports)
        ]
        if not rows:
            return words("play.no_reports")
        heads = ("age", "target", "report_by", "report", "raid")
        return neat([words(f"play.column.{head}") for head in heads], rows, right=(0,), limit=max(width(), 110))

    def _apart(self, raid: RaidView) -> list[list[str]]:
        """A line for each hex where units of a raid fly that are not with it."""
        if raid.state in ("planned", "ended"):
            return []
        words, found = self.words, []
        for units in together(raid)[1]:
            lead = units[0]
            names = ", ".join(f"{u.unit} {u.strength}" for u in units)
            found.append(["", code_word(words, "state", lead.state), "", str(lead.angels), self.names.at(words, lead.hex.label), "", names])
        return found

    # ---- the tote

    def tote(self, view: RafView, *, brief: bool = False) -> str:
        """The squadrons by Sector; `brief` gives each Sector a line."""
        words = self.words
        sectors: dict[tuple[int, str], list[SquadronView]] = {}
        for s in view.squadrons:
            sectors.setdefault((s.group, s.sector), []).append(s)
        rows = []
        for (group, sector), squadrons in sorted(sectors.items(), key=lambda item: (item[0][0] != 11, item[0])):
            if brief:
                rows.append([f"{group}", sector, self._line(squadrons)])
            else:
                rows += [[f"{group}", sector, *self._row(view, s)] for s in squadrons]
        if brief:
            return neat([words(f"play.column.{head}") for head in ("group", "sector", "tote")], rows, right=(0,))
        heads = ("group", "sector", "squadron", "aircraft", "strength", "box", "angels", "fuel", "station", "doing")
        return neat([words(f"play.column.{head}") for head in heads], rows, right=(0, 4, 6, 7), limit=max(width(), 130))

    def _line(self, squadrons: Sequence[SquadronView]) -> str:
        boxes: dict[str, list[str]] = {}
        for s in squadrons:
            boxes.setdefault(s.box, []).append(self._short(s))
        order = ("airborne", "ready", "available", "landed", "rearm_1", "rearm_2", "released", "gone")
        return " · ".join(f"{code_word(self.words, 'box', box)} {', '.join(boxes[box])}" for box in order if box in boxes)

    def _short(self, s: SquadronView) -> str:
        text = short(s.unit)
        if s.strength != 12 and s.box != "gone":
            text += f"({s.strength})"
        if s.box == "airborne":
            text += f" A{s.angels}{self._goal(s)}"
            text += "" if s.controlled else " " + self.words("play.uncontrolled")
        elif s.scrambling:
            text += "↑"
        elif s.becoming is not None and s.turns_to_next is not None:
            text += " " + self.words("play.soon", box=code_word(self.words, "box", s.becoming), minutes=5 * s.turns_to_next)
        return text

    def _goal(self, s: SquadronView) -> str:
        if s.tally is not None:
            return f" * {s.tally}"
        if s.vector is None:
            return ""
        if s.vector["kind"] == "home":
            return f" → {s.vector['field']}"
        return f" → {s.vector['track'] or s.vector['hex']}"

    def _row(self, view: RafView, s: SquadronView) -> list[str]:
        words, flying = self.words, s.box == "airborne"
        unsure = "~" if flying and s.ring else ""
        doing = [unsure + self.names.at(words, s.hex.label) + self._goal(s)] if flying else []
        if s.scrambling:
            doing.append(words("play.scrambling"))
        if s.becoming is not None and s.turns_to_next is not None:
            doing.append(words("play.soon", box=code_word(words, "box", s.becoming), minutes=5 * s.turns_to_next))
        if flying and s.heard is not None:
            doing.append(words("play.last_heard", clock=view.common.time_of(s.heard), ring=s.ring))
        elif flying and not s.controlled:
            doing.append(words("play.uncontrolled"))
        if (flying or s.scrambling) and s.stance != "any_enemy":
            waits = words("play.waits_for", other=short(s.waits_for)) if s.waits_for is not None else None
            doing.append(waits or code_word(words, "stance", s.stance))
        if s.scrambling and s.on_request:
            doing.append(words("play.on_request", group=s.group))
        if s.ammo != "full":
            doing.append(words("play.ammo", ammo=code_word(words, "ammo", s.ammo)))
        return [
            short(s.unit),
            self.names.aircraft(s.aircraft),
            str(s.strength),
            code_word(words, "box", s.box),
            str(s.angels) if flying else "",
            str(s.fuel) if flying else "",
            s.station,
            self.words.parted(doing),
        ]

    # ---- the map

    def map(self, view: DayView, place: str = "") -> str:
        """The map about a place, `all` of it, or the usual part; what lies off it is told below. Raises UsageError."""
        theatre = self.world.theatre
        window: Window = SOUTH_EAST
        if plain(place) in _ALL:
            window = whole(theatre)
        elif place:
            try:
                window = around(theatre, theatre.nearest_hex(*theatre.position(place)))
            except (ValueError, OverflowError) as error:
                raise UsageError("play.off_map", text=place[:40]) from error
        drawn = TerminalMap(theatre, window, colour=self.colour, plain=self.bare)
        trails, marks = self._marks(view)
        ground = [MapSign(p.hex, "□", p.name, "quiet") for p in theatre.of_kind("sector_station") if p.hex is not None]
        ground += [
            MapSign(p.hex, "∙", p.name.removeprefix("City of "), "quiet") for p in theatre.of_kind("town") if p.hex and p.name in _TOWNS
        ]
        ground += [MapSign(theatre.find(name).near, "∙", name.removeprefix("City of "), "quiet") for name in _TOWNS]
        text = drawn.draw(trails, marks, ground)
        away = [f"{m.label} {self.names.at(self.words, m.hex.label)}" for m in marks if not drawn.shows(m.hex)]
        return f"{text}\n{self.words('play.off_window', list='; '.join(away))}" if away else text

    def _marks(self, view: DayView) -> tuple[list[MapSign], list[MapSign]]:
        """The trails, and the plots, raids and squadrons."""
        if isinstance(view, RefereeView):
            a, b = self._marks(view.raf), self._marks(view.luftwaffe)
            return a[0] + b[0], a[1] + b[1]
        trails: list[MapSign] = []
        marks: list[MapSign] = []
        if isinstance(view, RafView):
            for t in view.tracks:
                if t.faded or t.level == 0:
                    continue
                letters = [self.words(f"play.clock_letter.{plot.colour}") for plot in t.plots]
                trails += [MapSign(plot.hex, "·", "", plot.colour) for plot in t.plots[-5:-1]]
                marks.append(MapSign(t.last.hex, arrow(t.course), f"{t.label}{letters[-1]}", t.last.colour))
            flying: dict[Hex, list[str]] = {}
            for s in view.squadrons:
                if s.box == "airborne":
                    flying.setdefault(s.hex, []).append(short(s.unit))
            marks += [MapSign(h, "+", ",".join(units), "friend") for h, units in flying.items()]
        else:
            for raid in view.raids:
                if raid.state not in ("planned", "ended"):
                    main, apart = together(raid)
                    here = {raid.hex} if main else set()
                    marks += [MapSign(h, "✠", raid.code, "foe") for h in sorted(here | {units[0].hex for units in apart})]
                elif raid.state == "planned":
                    trails += [MapSign(leg.hex, "·", "", "quiet") for leg in raid.plan.route]
                    marks.append(MapSign(raid.plan.form_at, "◌", raid.code, "quiet"))
        return trails, marks

    # ---- decisions, log, help

    def owed(self, view: RafView | LuftwaffeView) -> str:
        """The decision that is owed."""
        words = self.words
        if view.choice is not None:
            question = code_word(words, "choice", view.choice["kind"])
            options = ", ".join(short(option) for option in view.choice["options"])
            return painted(question, "title", self.colour) + "\n" + words("play.pick", count=view.choice["count"], options=options)
        if view.seat in view.common.owing:
            hour = isinstance(view, LuftwaffeView) and view.plan_open
            return words(f"play.owed.{'planning' if view.common.phase == 'planning' else 'hour' if hour else view.seat}")
        return ""

    def rule(self, view: RafView | LuftwaffeView) -> str:
        """The standing rule of how engagements are resolved, and whose it is."""
        words, c = self.words, view.common
        told = sentence(words, Event("engage", asdict(c.engaging)), self.names)
        return f"{told} {words('play.fight.whose_rule', seat=words(f'play.seat.{c.chooser}'))}"

    def help(self, seat: str, about: str, phase: str) -> str:
        """How the commands that a seat has a use for are written, or those that begin so."""
        entries = [(c, usage(self.words, c)) for c, seats in commands().items() if seat in seats]
        wanted = [text for c, text in entries if about and (c == plain(about) or plain(text).startswith(plain(about)))]
        lines = []
        for text in wanted or [text for c, text in entries if c in fitting(seat, phase)]:
            written, _, means = text.partition(" — ")
            column = " " * (_USAGE + 2)
            if len(written) > _USAGE:
                lines += textwrap.wrap(written, width(), subsequent_indent="  ")
                written = ""
            lines += textwrap.wrap(means, max(width(), 70), initial_indent=written.ljust(_USAGE + 2), subsequent_indent=column)
        return "\n".join([*lines, "", textwrap.fill(self.words("play.help_names"), width())])

    def _points(self, view: RefereeView) -> str:
        points: dict[str, float] = {}
        for point in view.points:
            points[point["code"]] = points.get(point["code"], 0) + point["points"]
        rows = [[code_word(self.words, "award", code), figure(self.words, value)] for code, value in points.items()]
        return neat([self.words("play.column.award"), self.words("play.column.vp")], rows, right=(1,)) if rows else ""


def outcome(words: Words, result: Any) -> str:
    """How a game ended."""
    points: Mapping[str, float] = result.points
    return words("play.over", band=code_word(words, "band", result.code), points=figure(words, points[LUFTWAFFE]))
