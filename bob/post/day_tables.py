"""What of a day stands on a side's sheet, from its view and its log alone: the room in tables, the map, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from bob.chart.marks import ChartSheet, Dots, Layer, Mark, Style
from bob.chart.palette import TABLE
from bob.game import Event
from bob.operations.aims import aims
from bob.operations.named import Names, capital, code_word, count, figure
from bob.operations.plot_figures import known_height, known_strength
from bob.operations.telling import date_told, ground_told, in_context, sentence, wind_told
from bob.operations.view import ConvoyView, LuftwaffeView, RafView, RaidView, SquadronView, TrackView
from bob.operations.world import World
from bob.report.gather import gathered
from bob.report.maps import sheet
from bob.report.parts import Section, TablePart
from bob.report.story import Happening, RaidStory, SquadronStory, Story, TurnSpot, combats
from bob.words import Words

SideView = RafView | LuftwaffeView
RAF_TYPES = (
    *("scramble", "vector", "pancake", "ready", "available", "release", "engage", "hold", "split", "wing"),
    *("rule", "done"),
)
PLANNER_TYPES = ("plan", "again", "look", "drop", "seal")
LUFTWAFFE_TYPES = ("recall", "secondary", "higher", "lower", "lend", "sweep", "rule", "done")
"""What is typed for the orders of each side."""
HELD = ("planned", "ended")
"""The states of a raid that is not in the air."""


class DayTables:
    """Writes in one language what a seat may know."""

    def __init__(self, view: SideView, log: Sequence[tuple[int, Event]], world: World, words: Words, names: Names) -> None:
        self.view, self.log, self.world, self.words, self.names = view, log, world, words, names
        names.learn(view)

    # ---- lines

    @property
    def title(self) -> str:
        return self.words("report.title", title=self.words.of(self.view.common.title))

    @property
    def moment(self) -> str:
        """The time, and where the day stands."""
        c, words = self.view.common, self.words
        return words(
            "play.head",
            clock=c.clock,
            turn=min(c.turn, c.turns),
            turns=c.turns,
            phase=code_word(words, "phase", c.phase),
            date=date_told(words, c.date),
        )

    def state(self) -> list[str]:
        """The weather, and the figures of the room."""
        view, words = self.view, self.words
        kinds: dict[str, list[str]] = {}
        for zone, weather in view.common.weather.items():
            kinds.setdefault(weather, []).append(words(f"tables.zone.{zone}"))
        most = max(kinds, key=lambda kind: len(kinds[kind]))
        rest = [f"{code_word(words, 'weather', kind)} ({', '.join(zones)})" for kind, zones in kinds.items() if kind != most]
        usual = code_word(words, "weather", most)
        told = words("play.elsewhere", weather=usual, rest=words.parted(rest)) if rest else words("play.everywhere", weather=usual)
        lines = [words("play.weather", told=told, wind=wind_told(words, view.common), sun=round(view.common.sun))]
        if isinstance(view, RafView):
            scrambled, committed = figure(words, view.scrambled), figure(words, view.committed)
            limits = {"scrambled": scrambled, "limit": view.scramble_limit, "committed": committed, "level": view.response_level}
            lines.append(words("play.limits", **limits))
            hit = [*view.rooms_hit, *(name.partition(":")[2] for name in view.damaged_stations)]
            half = [*view.emergency_rooms, *(name.partition(":")[2] for name in view.mobile_stations)]
            lines += [words(f"play.{key}", places=", ".join(places)) for key, places in (("hit", hit), ("half", half)) if places]
        if view.score is not None:
            lines.append(words("play.score", points=figure(words, view.score)))
        return lines

    def asked(self) -> list[str]:
        """The decision that is owed."""
        view, words = self.view, self.words
        if view.engagement is not None:
            return [words("post.asked.engagement")]
        if view.choice is not None:
            options = ", ".join(map(str, view.choice["options"]))
            return [code_word(words, "choice", view.choice["kind"]), words("play.pick", count=view.choice["count"], options=options)]
        hour = isinstance(view, LuftwaffeView) and view.plan_open
        return [words(f"post.asked.{'planning' if view.phase == 'planning' else 'hour' if hour else view.seat}")]

    def usages(self) -> list[str]:
        """How the orders are typed that may be given now."""
        view = self.view
        if view.choice is not None:
            codes: tuple[str, ...] = ("pick",)
        elif isinstance(view, RafView):
            codes = RAF_TYPES
        else:
            codes = (*(PLANNER_TYPES if view.plan_open or view.phase == "planning" else ()), *LUFTWAFFE_TYPES)
            codes = PLANNER_TYPES if view.phase == "planning" else codes
        return [self.words(f"play.usage.{code}") for code in codes]

    def told(self, since: int) -> list[tuple[str, list[str]]]:
        """What the seat has heard since that number of its log, by the time of its turn."""
        clock, found = "", dict[str, list[tuple[int, Event]]]()
        for number, event in in_context(self.log):
            if event.code == "turn":
                clock = str(event.data["clock"])
            elif event.code != "dogfight" and number > since:
                found.setdefault(clock, []).append((number, event))
        return [(at, [sentence(self.words, event, self.names) for _, event in gathered(self.words, here)]) for at, here in found.items()]

    # ---- tables

    def sections(self) -> list[Section]:
        """The room in tables; those of nothing are left out."""
        view = self.view
        found = [("plots", self._plots(view)), ("tote", self._tote(view))] if isinstance(view, RafView) else []
        if isinstance(view, LuftwaffeView):
            found += [("raids", self._raids(view)), ("reports", self._reports(view))]
        found.append(("convoys", self._convoys()))
        return [Section(code, self.words(f"post.section.{code}"), tables=(("", table),)) for code, table in found if table.rows]

    def _table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], right: tuple[int, ...] = ()) -> TablePart:
        named = tuple([capital(self.words(f"play.column.{head}")) for head in heads])
        return TablePart(named, tuple([tuple(row) for row in rows]), right, wide=len(heads) - 1)

    def _plots(self, view: RafView) -> TablePart:
        words, rows = self.words, list[list[str]]()
        for t in view.tracks:
            if t.faded or t.level <= 0:
                continue
            sent = [s.unit.removesuffix(" Squadron") for s in view.squadrons if s.vector is not None and s.vector["track"] == t.number]
            met = [*(f"{unit}→" for unit in sent), *(f"{unit.removesuffix(' Squadron')}*" for unit in t.tallied_by)]
            rows.append(
                [
                    t.label,
                    str(t.level),
                    known_strength(t.plots),
                    known_height(t.plots),
                    words("play.minutes", minutes=5 * t.age),
                    self.names.at(words, t.last.hex.label),
                    " ".join(met) or words("play.nobody"),
                ]
            )
        return self._table(("plot", "level", "strength", "angels", "age", "where", "met"), rows, (1, 2, 3, 4))

    def _tote(self, view: RafView) -> TablePart:
        words, rows = self.words, list[list[str]]()
        for s in sorted(view.squadrons, key=lambda s: (s.group != 11, s.group, s.sector, s.unit)):
            flying = s.box == "airborne"
            rows.append(
                [
                    str(s.group),
                    s.sector,
                    s.unit,
                    self.names.aircraft(s.aircraft),
                    str(s.strength),
                    code_word(words, "box", s.box),
                    str(s.angels) if flying else "",
                    str(s.fuel) if flying else "",
                    s.station,
                    words.parted(self._doing(view, s)),
                ]
            )
        heads = ("group", "sector", "squadron", "aircraft", "strength", "box", "angels", "fuel", "station", "doing")
        return self._table(heads, rows, (0, 4, 6, 7))

    def _doing(self, view: RafView, s: SquadronView) -> list[str]:
        words, flying = self.words, s.box == "airborne"
        doing = [f"{'~' if s.ring else ''}{self.names.at(words, s.hex.label)}{self._goal(view, s)}"] if flying else []
        if s.scrambling:
            doing.append(words("play.scrambling"))
        if s.becoming is not None and s.turns_to_next is not None:
            doing.append(words("play.soon", box=code_word(words, "box", s.becoming), minutes=5 * s.turns_to_next))
        if flying and s.heard is not None:
            doing.append(words("play.last_heard", clock=view.common.time_of(s.heard), ring=s.ring))
        elif flying and not s.controlled:
            doing.append(words("play.uncontrolled"))
        if (flying or s.scrambling) and s.stance != "any_enemy":
            waits = words("play.waits_for", other=s.waits_for) if s.waits_for is not None else None
            doing.append(waits or code_word(words, "stance", s.stance))
        if s.ammo != "full":
            doing.append(words("play.ammo", ammo=code_word(words, "ammo", s.ammo)))
        return doing

    def _goal(self, view: RafView, s: SquadronView) -> str:
        labels = {t.number: t.label for t in view.tracks}
        if s.tally is not None:
            return f" * {labels.get(s.tally, s.tally)}"
        if s.vector is None:
            return ""
        if s.vector["kind"] == "home":
            return f" → {s.vector['field']}"
        return f" → {labels.get(s.vector['track'], s.vector['track'] or s.vector['hex'])}"

    def _raids(self, view: LuftwaffeView) -> TablePart:
        words, rows = self.words, list[list[str]]()
        for raid in view.raids:
            plan, up = raid.plan, raid.state not in HELD
            targets = [self.names.target(words, name) for name in aims(plan)]
            units = [f"{u.unit} {u.strength}/{u.sent}" for u in raid.units] or [f"{u.unit} {u.aircraft}" for u in plan.units]
            rows.append(
                [
                    words.of(self.names.titles.get(raid.code, raid.title)) or self.names.raid(words, raid.code),
                    raid.code,
                    code_word(words, "state", raid.state) + self._radio(view, raid),
                    view.common.time_of(raid.form_turn),
                    str(raid.angels if up else plan.form_angels),
                    self.names.at(words, (raid.hex if up else plan.form_at).label) if raid.state != "ended" else "–",
                    " / ".join(targets) or code_word(words, "type", plan.type),
                    ", ".join(units),
                ]
            )
        table = self._table(("raid", "raid", "state", "time", "angels", "where", "target", "units"), rows, (4,))
        return replace(table, heads=(table.heads[0], words("post.code"), *table.heads[2:]))

    def _radio(self, view: LuftwaffeView, raid: RaidView) -> str:
        if raid.called is not None:
            return f" ({self.words(f'log.call.{raid.called.kind}')})"
        deaf = raid.deaf >= view.turn and raid.state in ("flying", "gathering")
        return f" ({self.words('play.deaf', time=view.common.time_of(raid.deaf + 1))})" if deaf else ""

    def _reports(self, view: LuftwaffeView) -> TablePart:
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
        return self._table(("age", "target", "report_by", "report", "raid"), rows, (0,))

    def _convoys(self) -> TablePart:
        words, view, names = self.words, self.view, self.names
        if isinstance(view, RafView):
            rows = [
                [
                    names.convoy(words, c.code),
                    words(f"ops.convoy.{c.state}"),
                    self._where(view, c),
                    f"{c.ships - c.sunk}/{c.ships}",
                ]
                for c in view.convoys
            ]
            return self._table(("convoy", "state", "where", "ships"), rows)
        seen = [
            [
                str(c.number),
                words("play.minutes", minutes=5 * (view.turn - c.turn)),
                names.at(words, c.hex.label),
                count(words, "ship", c.ships),
            ]
            for c in view.convoys
        ]
        return self._table(("convoy", "age", "where", "ships"), seen)

    def _where(self, view: RafView, convoy: ConvoyView) -> str:
        if convoy.state == "under_way":
            return self.names.at(self.words, convoy.hex.label)
        return view.common.time_of(convoy.enters) if convoy.state == "to_come" else "–"

    # ---- the map

    def map(self) -> ChartSheet:
        """The map of the moment: what is plotted or flies, and the engagements of the turn."""
        drawn = sheet(self._tale(), self.world.theatre, self.words)
        return replace(drawn, layers=(*drawn.layers, self._here()))

    def _tale(self) -> Story:
        """The moment as a story without a past: what has faded or landed is not in it."""
        view, common = self.view, self.view.common
        hours, minutes = map(int, common.clock.split(":"))
        raids, squadrons = list[RaidStory](), list[SquadronStory]()
        tracks: tuple[TrackView, ...] = ()
        if isinstance(view, RafView):
            tracks = tuple([t for t in view.tracks if not t.faded and t.level > 0])
            squadrons = [SquadronStory(s, [[TurnSpot(common.turn, s.hex, s.angels)]]) for s in view.squadrons if s.box == "airborne"]
        else:
            for raid in view.raids:
                path = [TurnSpot(common.turn, raid.hex, raid.angels)] if raid.state not in HELD else []
                if raid.state != "ended":
                    raids.append(
                        RaidStory(raid.code, raid.title, raid.plan, raid.form_turn, raid.state, raid.bombed, raid.units or (), path)
                    )
        happenings = [h for h in _happenings(self.log) if h.turn >= common.turn - 1]
        return Story(
            view.seat,
            common,
            hours * 60 + minutes - 5 * (common.turn - 1),
            None,
            view.score,
            (),
            raids,
            tracks,
            squadrons,
            list(combats(happenings)),
            happenings,
            [],
            common.turn,
            view,
        )

    def _here(self) -> Layer:
        """Where squadrons are in the air."""
        view = self.view
        up = [s for s in view.squadrons if s.box == "airborne"] if isinstance(view, RafView) else []
        spots = tuple([self.world.theatre.middle(s.hex) for s in up])
        marks: tuple[Mark, ...] = (Dots(Style("post-squadron", stroke=TABLE.slate, width=1.9), spots),) if spots else ()
        return Layer("here", self.words("report.layer.squadrons"), marks, ())


def _happenings(log: Sequence[tuple[int, Event]]) -> list[Happening]:
    turn, found = 1, list[Happening]()
    for number, event in log:
        if event.code == "turn":
            turn = int(event.data["turn"])
        found.append(Happening(turn, number, event))
    return found
