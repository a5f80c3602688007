"""The operational day as pages of text: clock, weather, plots, tote, raids, map. Each is made from a seat's view alone."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bob.cli.keyboard import usage
from bob.cli.terminal.day_commands import commands, fitting
from bob.cli.terminal.fights_text import FightBook
from bob.cli.terminal.terminal_map import SOUTH_EAST, MapSign, TerminalMap, Window, around, painted, whole
from bob.core.errors import UsageError
from bob.core.game import Event
from bob.core.hexes import Hex
from bob.core.text import neat, plain, width
from bob.day.state.position import LUFTWAFFE
from bob.day.state.raid_parts import together
from bob.day.state.view import DayView, LuftwaffeView, RafView, RefereeView
from bob.day.state.world import World
from bob.day.telling.period_names import Names, code_word, figure
from bob.day.telling.sentences import sentence
from bob.day.telling.view_tables import Boards, BoardTable, arrow, short
from bob.tactical.slot import Slot
from bob.words import Words

_TOWNS = ("City of London", "Southend", "Portsmouth", "Hastings", "Norwich", "Dover", "Calais", "Cherbourg")
_USAGE = 40
"""The columns for the usage of a command in the help."""
_ALL = ("all", "tout", "whole", "entiere")


class DayScreens:
    """Writes pages in one language. `colour` uses the colours of the terminal; `bare` keeps to plain letters."""

    def __init__(self, world: World, words: Words, slot: Slot | None = None, *, colour: bool = False, bare: bool = False) -> None:
        self.world = world
        self.words = words
        self.colour = colour
        self.bare = bare
        self.names = Names(world.theatre, slot)
        self.boards = Boards(words, self.names)
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
        parts = [self._title(view), self.raids(view), _lines(self.boards.convoys(view))]
        if isinstance(view, RafView):
            parts.append(self.tote(view, brief=True))
        parts += [self.map(view), self.owed(view)]
        return "\n\n".join(part for part in parts if part)

    def _title(self, view: RafView | LuftwaffeView) -> str:
        words = self.words
        title = f"{words(f'play.room.{view.seat}')} · {words.of(view.common.title)}"
        lines = [painted(f"{title}  {self.boards.head(view)}", "title", self.colour), *self.boards.state(view)]
        return "\n".join(lines)

    # ---- raids

    def raids(self, view: DayView) -> str:
        """The raids: as plots for the RAF, as they are for the Luftwaffe."""
        if isinstance(view, RefereeView):
            return "\n\n".join((self.raids(view.raf), self.raids(view.luftwaffe)))
        if isinstance(view, RafView):
            return _lines(self.boards.plots(view)) or self.words("play.no_plots")
        return _lines(self.boards.raids(view), 110) or self.words("play.no_raids")

    def reports(self, view: LuftwaffeView) -> str:
        """Return the Luftwaffe's beliefs about the ground."""
        return _lines(self.boards.reports(view), 110) or self.words("play.no_reports")

    # ---- the tote

    def tote(self, view: RafView, *, brief: bool = False) -> str:
        """The squadrons by Sector; `brief` gives each Sector a line."""
        return _lines(self.boards.sectors(view)) if brief else _lines(self.boards.tote(view), 130)

    # ---- the map

    def map(self, view: DayView, place: str = "") -> str:
        """Return the map about a place, `all` of it, or the usual part, followed by the objects off it. Raises UsageError."""
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
        text = sentence(words, Event("engage", asdict(c.engaging)), self.names)
        return f"{text} {words('play.fight.whose_rule', seat=words(f'play.seat.{c.chooser}'))}"

    def help(self, seat: str, about: str, phase: str) -> str:
        """Return the usage of the commands that a seat can use, or of those with that beginning."""
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


def _lines(board: BoardTable, limit: int = 0) -> str:
    """A board as lines; nothing where it is empty."""
    return neat(list(board.heads), board.rows, right=board.right, limit=max(width(), limit)) if board.rows else ""


def outcome(words: Words, result: Any) -> str:
    """Return the result of a game in words."""
    points: Mapping[str, float] = result.points
    return words("play.over", band=code_word(words, "band", result.code), points=figure(words, points[LUFTWAFFE]))
