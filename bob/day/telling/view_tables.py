"""The tables of a side's room: plots or raids, reports, convoys, the tote; and the lines above them. Each is made from a seat's view
alone, for the terminal and for pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from bob.day.rules.raid_goals import aims
from bob.day.state.raid_parts import together
from bob.day.state.view import LuftwaffeView, RafView, RaidView, SquadronView, TrackView
from bob.day.telling.period_names import Names, code_word, count, figure
from bob.day.telling.plot_figures import known_height, strength_and_bombers
from bob.day.telling.sentences import date_text, ground_text, wind_text
from bob.words import Words

ARROWS = "↑↗→↘↓↙←↖"


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table: the heads of its columns, its rows, and the columns aligned to the right."""

    heads: tuple[str, ...]
    rows: list[list[str]]
    right: tuple[int, ...] = ()


def short(unit: str) -> str:
    """A squadron as people call it: 501 for 501 Squadron."""
    return unit.replace(" Squadron", "")


def arrow(step: tuple[float, float] | None) -> str:
    """The arrow of a course given in hexes; a circle when there is none."""
    if step is None or step == (0.0, 0.0):
        return "○"
    return ARROWS[round(bearing(step) / 45) % 8]


def bearing(step: tuple[float, float]) -> float:
    """The direction of a course given in columns and rows, in degrees from north."""
    x, y = step[0] * math.sqrt(3) / 2, step[1] + step[0] / 2
    return math.degrees(math.atan2(x, -y)) % 360


def on_the_table(view: RafView) -> list[TrackView]:
    """The raids that have a plot on the table."""
    return [t for t in view.tracks if not t.faded and t.level > 0]


def sent_to(view: RafView, track: TrackView) -> list[SquadronView]:
    """The squadrons that are vectored to a raid."""
    return [s for s in view.squadrons if s.vector is not None and s.vector["track"] == track.number]


class Boards:
    """The boards of a room in one language; `names` has learnt the view."""

    def __init__(self, words: Words, names: Names) -> None:
        self.words = words
        self.names = names

    def _board(self, heads: Sequence[str], rows: list[list[str]], right: tuple[int, ...] = ()) -> BoardTable:
        return BoardTable(tuple(self.words(f"play.column.{head}") for head in heads), rows, right)

    # ---- the lines above

    def head(self, view: RafView | LuftwaffeView) -> str:
        """When it is."""
        c, words = view.common, self.words
        phase, date = code_word(words, "phase", c.phase), date_text(words, c.date)
        return words("play.head", clock=c.clock, turn=min(c.turn, c.turns), turns=c.turns, phase=phase, date=date)

    def state(self, view: RafView | LuftwaffeView) -> list[str]:
        """Describe the weather; the RAF's limits and its ground out of action; the score, where it is known."""
        words = self.words
        lines = [self.weather(view)]
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
            lines += self.ground(view)
        if view.score is not None:
            lines.append(words("play.score", points=figure(words, view.score)))
        return lines

    def weather(self, view: RafView | LuftwaffeView) -> str:
        """The weather, the wind, the sun."""
        words, c = self.words, view.common
        kinds: dict[str, list[str]] = {}
        for zone, weather in c.weather.items():
            kinds.setdefault(weather, []).append(words(f"tables.zone.{zone}"))
        if len(kinds) == 1:
            text = words("play.everywhere", weather=code_word(words, "weather", next(iter(kinds))))
        else:
            most = max(kinds, key=lambda k: len(kinds[k]))
            rest = [f"{code_word(words, 'weather', k)} ({', '.join(zones)})" for k, zones in kinds.items() if k != most]
            text = words("play.elsewhere", weather=code_word(words, "weather", most), rest=words.separated(rest))
        return words("play.weather", told=text, wind=wind_text(words, c), sun=round(c.sun))

    def ground(self, view: RafView) -> list[str]:
        """Describe the stations and operations rooms out of action, or half working."""
        hit = [*view.rooms_hit, *(name.partition(":")[2] for name in view.damaged_stations)]
        half = [*view.emergency_rooms, *(name.partition(":")[2] for name in view.mobile_stations)]
        lines = [self.words("play.hit", places=", ".join(hit))] if hit else []
        return [*lines, self.words("play.half", places=", ".join(half))] if half else lines

    # ---- raids

    def plots(self, view: RafView) -> BoardTable:
        """The raids as plots."""
        words, rows = self.words, []
        for t in on_the_table(view):
            last = t.last
            sent = [short(s.unit) for s in sent_to(view, t)]
            rows.append(
                [
                    t.label + words(f"play.clock_letter.{last.colour}"),
                    str(t.level),
                    strength_and_bombers(words, t.plots),
                    known_height(t.plots),
                    words("play.minutes", minutes=5 * t.age),
                    f"{arrow(t.course)} {self._speed(t)}",
                    self.names.at(words, last.hex.label),
                    " ".join([*(f"{unit}→" for unit in sent), *(f"{short(unit)}*" for unit in t.tallied_by)]) or words("play.nobody"),
                ]
            )
        return self._board(("plot", "level", "strength", "angels", "age", "course", "where", "met"), rows, (1, 2, 3, 4))

    def _speed(self, t: TrackView) -> str:
        if t.course is None:
            return "?"
        q, r = t.course
        return figure(self.words, round((abs(q) + abs(r) + abs(q + r)) / 2, 1))

    def raids(self, view: LuftwaffeView) -> BoardTable:
        """The raids as they are."""
        rows = [row for raid in view.raids for row in (self._raid(view, raid), *self._detached_rows(raid))]
        return self._board(("raid", "state", "time", "angels", "where", "target", "units"), rows, (3,))

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
        """Describe a raid's radio call, or the end of its deafness."""
        if raid.called is not None:
            return f" ({self.words(f'log.call.{raid.called.kind}')})"
        deaf = raid.deaf >= view.turn and raid.state in ("flying", "gathering")
        return f" ({self.words('play.deaf', time=view.common.time_of(raid.deaf + 1))})" if deaf else ""

    def _detached_rows(self, raid: RaidView) -> list[list[str]]:
        """A line for each hex where units of a raid fly that are not with it."""
        if raid.state in ("planned", "ended"):
            return []
        words, found = self.words, []
        for units in together(raid)[1]:
            lead = units[0]
            names = ", ".join(f"{u.unit} {u.strength}" for u in units)
            found.append(["", code_word(words, "state", lead.state), "", str(lead.angels), self.names.at(words, lead.hex.label), "", names])
        return found

    def reports(self, view: LuftwaffeView) -> BoardTable:
        """Return the Luftwaffe's beliefs about the ground: the newest report of each target first, with its age (OPS-C4.3)."""
        words = self.words
        rows = [
            [
                words("play.minutes", minutes=5 * (view.turn - report.seen)),
                self.names.target(words, report.target),
                words(f"play.report_by.{report.by}"),
                ground_text(words, asdict(report)),
                self.names.raid(words, report.raid),
            ]
            for report in reversed(view.reports)
        ]
        return self._board(("age", "target", "report_by", "report", "raid"), rows, (0,))

    def convoys(self, view: RafView | LuftwaffeView) -> BoardTable:
        """The convoys: as they are for the RAF, as they were seen last for the Luftwaffe."""
        words, names = self.words, self.names
        if isinstance(view, RafView):
            rows = [
                [
                    names.convoy(words, c.code),
                    words(f"ops.convoy.{c.state}"),
                    names.at(words, c.hex.label)
                    if c.state == "under_way"
                    else view.common.time_of(c.enters)
                    if c.state == "to_come"
                    else "–",
                    f"{c.course:03d}°" if c.state == "under_way" else "–",
                    f"{c.ships - c.sunk}/{c.ships}",
                ]
                for c in view.convoys
            ]
            return self._board(("convoy", "state", "where", "course", "ships"), rows)
        rows = [
            [
                str(c.number),
                words("play.minutes", minutes=5 * (view.turn - c.turn)),
                names.at(words, c.hex.label),
                f"{c.course:03d}°",
                count(words, "ship", c.ships),
            ]
            for c in view.convoys
        ]
        return self._board(("convoy", "age", "where", "course", "ships"), rows)

    # ---- the tote

    def tote(self, view: RafView) -> BoardTable:
        """The squadrons by Sector."""
        rows = [[f"{group}", sector, *self._row(view, s)] for group, sector, found in by_sector(view) for s in found]
        heads = ("group", "sector", "squadron", "aircraft", "strength", "box", "angels", "fuel", "station", "doing")
        return self._board(heads, rows, (0, 4, 6, 7))

    def sectors(self, view: RafView) -> BoardTable:
        """The squadrons, a line for each Sector."""
        rows = [[f"{group}", sector, self._line(found)] for group, sector, found in by_sector(view)]
        return self._board(("group", "sector", "tote"), rows, (0,))

    def _line(self, squadrons: Sequence[SquadronView]) -> str:
        boxes: dict[str, list[str]] = {}
        for s in squadrons:
            boxes.setdefault(s.box, []).append(self._short_name(s))
        order = ("airborne", "ready", "available", "landed", "rearm_1", "rearm_2", "released", "gone")
        return " · ".join(f"{code_word(self.words, 'box', box)} {', '.join(boxes[box])}" for box in order if box in boxes)

    def _short_name(self, s: SquadronView) -> str:
        text = short(s.unit)
        if s.strength != 12 and s.box != "gone":
            text += f"({s.strength})"
        if s.box == "airborne":
            text += f" A{s.angels}{goal(s)}"
            text += "" if s.controlled else " " + self.words("play.uncontrolled")
        elif s.scrambling:
            text += "↑"
        elif s.becoming is not None and s.turns_to_next is not None:
            text += " " + self.words("play.soon", box=code_word(self.words, "box", s.becoming), minutes=5 * s.turns_to_next)
        return text

    def _row(self, view: RafView, s: SquadronView) -> list[str]:
        flying = s.box == "airborne"
        return [
            short(s.unit),
            self.names.aircraft(s.aircraft),
            str(s.strength),
            code_word(self.words, "box", s.box),
            str(s.angels) if flying else "",
            str(s.fuel) if flying else "",
            s.station,
            self.words.separated(self.doing(view, s)),
        ]

    def doing(self, view: RafView, s: SquadronView) -> list[str]:
        """Describe a squadron's activity, beside its box."""
        words, flying = self.words, s.box == "airborne"
        unsure = "~" if flying and s.ring else ""
        doing = [unsure + self.names.at(words, s.hex.label) + goal(s)] if flying else []
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
        return doing


def by_sector(view: RafView) -> Iterator[tuple[int, str, list[SquadronView]]]:
    """The squadrons of each Sector, those of 11 Group first."""
    sectors: dict[tuple[int, str], list[SquadronView]] = {}
    for s in view.squadrons:
        sectors.setdefault((s.group, s.sector), []).append(s)
    for (group, sector), squadrons in sorted(sectors.items(), key=lambda item: (item[0][0] != 11, item[0])):
        yield group, sector, squadrons


def goal(s: SquadronView) -> str:
    """Describe a squadron's goal, or its tally."""
    if s.tally is not None:
        return f" * {s.tally}"
    if s.vector is None:
        return ""
    if s.vector["kind"] == "home":
        return f" → {s.vector['field']}"
    return f" → {s.vector['track'] or s.vector['hex']}"
