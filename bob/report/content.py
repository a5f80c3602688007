"""The parts of a report as plain tables and lines, whatever it is written on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob import __version__
from bob.core.game import REFEREE, Event
from bob.core.match import Match
from bob.core.text import capital
from bob.day.rules.raid_goals import aims
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names, code_word, figure
from bob.day.telling.sentences import in_context, sentence
from bob.report.dusk import ground_at_dusk
from bob.report.evening import Evening
from bob.report.fights import Fights
from bob.report.maps import raid_letters, raid_name
from bob.report.merged_events import merge_alike
from bob.report.parts import Section, TablePart, Turn
from bob.report.story import SeenDay, Story, losses
from bob.words import Words


class Content:
    """The content of a report."""

    def __init__(self, match: Match[Any] | SeenDay, tale: Story, words: Words, names: Names) -> None:
        """Build the report of `match`: a game, or one seat's part of it."""
        self.match = match
        self.tale = tale
        self.words = words
        self.names = names
        names.learn(tale.view)

    # ---- the head

    @property
    def title(self) -> str:
        return self.words("report.title", title=self.words.of(self.tale.common.title))

    @property
    def subtitle(self) -> str:
        words, tale = self.words, self.tale
        return words("report.whole") if tale.seat == REFEREE else words("report.own", seat=code_word(words, "seat", tale.seat))

    @property
    def result(self) -> str:
        """The result, or the state so far."""
        words, tale = self.words, self.tale
        if tale.outcome is None:
            seat = code_word(words, "seat", tale.seat)
            return words("report.unfinished", seat=seat, clock=tale.common.clock)
        band = code_word(words, "band", tale.outcome.code)
        return words("report.result", band=band[:1].upper() + band[1:], points=figure(words, tale.outcome.points[LUFTWAFFE]))

    @property
    def imprint(self) -> str:
        """The identity of the game; seed and length only when the whole truth may be known."""
        header = self.match.header
        if self.tale.outcome is None or isinstance(self.match, SeenDay):
            return self.words("report.made_by_quiet", scenario=header.scenario, version=__version__)
        return self.words(
            "report.made_by", scenario=header.scenario, seed=header.seed, entries=len(self.match.entries), version=__version__
        )

    @property
    def evening(self) -> Evening | None:
        """The evening of a finished day, where the whole truth is shown."""
        if self.tale.outcome is None or not self._is_whole or isinstance(self.match, SeenDay):
            return None
        return Evening(self.match, self.tale, self.words, self.names)

    @property
    def _is_whole(self) -> bool:
        return self.tale.seat == REFEREE

    # ---- the parts

    def sections(self) -> list[Section]:
        """The tables, in order; empty ones are left out."""
        found = [self.points(), self.raids(), self.losses(), self.claims(), self.combats()]
        if self.tale.outcome is not None:
            found.insert(3, ground_at_dusk(self.tale.view, self.words, self.names))
        if (evening := self.evening) is not None:
            decided, orders, units, past = evening.sections()
            found = [decided, found[0], orders, units, past, *found[1:]]
        return [section for section in found if any(table.rows for _, table in section.tables) or section.note]

    def _title(self, code: str) -> str:
        return self.words(f"report.section.{code}")

    def _heads(self, *codes: str) -> tuple[str, ...]:
        return tuple(self.words(f"report.column.{code}") for code in codes)

    def points(self) -> Section:
        """Victory points, with where they came from."""
        words = self.words
        by_code: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for point in self.tale.points:
            by_code.setdefault((point["code"], point["rule"]), []).append(point)
        rows = []
        for (code, rule), given in by_code.items():
            where = self._place_text(given)
            total = sum(float(point["points"]) for point in given)
            rows.append((code_word(words, "award", code), where, str(sum(int(p["count"]) for p in given)), figure(words, total), rule))
        if rows:
            rows.append(("", "", "", figure(words, sum(float(p["points"]) for p in self.tale.points)), ""))
        table = TablePart(self._heads("what", "where", "count", "vp", "rule"), tuple(rows), right=(2, 3), wide=1)
        return Section("points", self._title("points"), tables=(("", table),))

    def _place_text(self, given: Sequence[Mapping[str, Any]]) -> str:
        counts: dict[str, int] = {}
        known = {raid.code: raid_name(raid, self.words) for raid in self.tale.raids}
        for point in given:
            target, colon, unit = str(point["where"]).rpartition(": ")
            where = self.words.label(self.names.target(self.words, target), unit) if colon else known.get(unit, unit)
            if where != point["code"]:
                counts[where] = counts.get(where, 0) + int(point["count"])
        return ", ".join(f"{where} {count}" if count > 1 else where for where, count in counts.items())

    def raids(self) -> Section:
        """The raids as they were, or as the RAF's table had them."""
        tale, words = self.tale, self.words
        tables: list[tuple[str, TablePart]] = []
        if tale.luftwaffe:
            rows = []
            letters = raid_letters(tale)
            first = {t.number: tale.clock(t.plots[0].turn) for t in tale.tracks}
            labels = {t.number: t.label for t in tale.tracks}
            for raid in sorted(tale.raids, key=lambda r: (r.form_turn, r.code)):
                targets = [self.names.target(words, name) for name in aims(raid.plan)]
                units = [f"{u.unit} {u.strength}/{u.sent}" for u in raid.units] or [f"{u.unit} –/{u.aircraft}" for u in raid.plan.units]
                row = [
                    letters.get(raid.code, ""),
                    raid_name(raid, words),
                    tale.clock(raid.form_turn),
                    " / ".join(targets) or code_word(words, "type", raid.plan.type),
                    code_word(words, "state", raid.state),
                ]
                if tale.raf:
                    number = raid.number if raid.number is not None else -1
                    row.append(f"{labels[number]}, {first[number]}" if number in labels else "–")
                rows.append((*row, ", ".join(units)))
            heads = ["raid", "time", "target", "state", *(["plotted"] if tale.raf else []), "units"]
            tables.append(("", TablePart(("", *self._heads(*heads)), tuple(rows), wide=len(heads))))
        elif tale.tracks:
            plotted = []
            for track in tale.tracks:
                most = max((p.strength for p in track.plots if p.strength is not None), default=None)
                place = self.names.at(words, track.last.hex.label)
                plotted.append(
                    (track.label, tale.clock(track.plots[0].turn), tale.clock(track.last.turn), place, "?" if most is None else str(most))
                )
            tables.append(
                ("", TablePart(self._heads("plotted", "first", "last", "where", "strongest"), tuple(plotted), right=(4,), wide=3))
            )
        return Section("raids", self._title("raids"), tables=tuple(tables))

    def claims(self) -> Section:
        """Return the claims of each side; beside the truth where both sides are shown."""
        account = Fights(self.tale, self.words, self.names).balance()
        key = "report.claims_note" if self._is_whole else "report.claims_own" if self.tale.outcome is None else "report.claims_own_over"
        note = self.words(key) if account.rows else ""
        return Section("claims", self._title("claims"), note, (("", account),))

    def combats(self) -> Section:
        """Every engagement: all of them in a table, then one by one."""
        account = Fights(self.tale, self.words, self.names)
        return Section("combats", self._title("combats"), tables=(("", account.index()),), accounts=tuple(account.accounts()))

    def losses(self) -> Section:
        """Losses by side and unit, to whatever cause."""
        tale, words = self.tale, self.words
        tables = []
        for side, lost in losses(tale).items():
            seat = code_word(words, "seat", side)
            total = sum(loss.lost for loss in lost)
            rows = tuple(
                (loss.unit, self.names.aircraft(loss.aircraft) if loss.aircraft else "", str(loss.sent), str(loss.lost)) for loss in lost
            )
            caption = self.words.label(seat[:1].upper() + seat[1:], total)
            tables.append((caption, TablePart(self._heads("unit", "aircraft", "of", "lost"), rows, right=(2, 3))))
        return Section("losses", self._title("losses"), tables=tuple(tables))

    # ---- the log and the dice

    def turns(self) -> list[Turn]:
        """Return the log turn by turn. The events of a dogfight by cards are in its engagement."""
        found: dict[int, list[tuple[tuple[str, ...], str]]] = {}
        events: dict[int, list[tuple[int, Event]]] = {}
        texts = ((h.turn, h.event) for h in self.tale.happenings if h.event.code not in ("turn", "dogfight"))
        for turn, event in in_context(texts):
            events.setdefault(turn, []).append((0, event))
        for turn, heard in events.items():
            found[turn] = [(event.to, sentence(self.words, event, self.names)) for _, event in merge_alike(self.words, heard)]
        return [Turn(self.tale.clock(turn), tuple(lines)) for turn, lines in found.items()]

    def who(self, to: Sequence[str]) -> str:
        """Return the sides that heard an event, in short; empty for all of them, or where only one is shown."""
        if self.tale.seat != REFEREE or set(to) >= {RAF, LUFTWAFFE}:
            return ""
        return self.words(f"play.seat.{to[0]}") if to else code_word(self.words, "seat", REFEREE)

    def purpose(self, code: str) -> str:
        """Return the purpose of a roll."""
        for key in (f"tables.title.{code}", f"play.dice.{code}", f"desk_dice.purpose.{code}"):
            if self.words.has(key):
                return capital(self.words(key))
        return capital(code.replace("_", " "))

    def dice_note(self) -> str:
        rolls = self.tale.rolls
        return self.words("report.dice_note", count=len(rolls), typed=sum(roll.origin == "typed" for _, _, roll in rolls))

    def dice(self) -> TablePart:
        """The ledger of every roll."""
        words, tale = self.words, self.tale
        rows = tuple(
            (
                str(number),
                tale.clock(turn),
                self.purpose(roll.purpose),
                words(f"play.seat.{roll.by}") if roll.by in (RAF, LUFTWAFFE) else "",
                " ".join(map(str, roll.faces)) + ("" if roll.sides == 6 else f" / {roll.sides}"),
                str(roll.total),
                words(f"report.origin.{roll.origin}"),
            )
            for turn, number, roll in tale.rolls
        )
        return TablePart(self._heads("entry", "time", "purpose", "by", "faces", "total", "origin"), rows, right=(0, 5), wide=2)
