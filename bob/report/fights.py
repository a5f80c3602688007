"""The engagements of a day: the origin of each, each side's sight, the resolution, the cost; and claims beside the truth.

All of it comes from the events that the seat heard. Where only one side is shown, the enemy's true losses are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from bob.core.game import REFEREE, Event
from bob.core.text import capital
from bob.data.units import SIDES, aircraft_types
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling import flown_fights
from bob.day.telling.period_names import COMPASS, Names, code_word, count, figure, foes_text, listed
from bob.report.parts import Account, FightSeen, TablePart
from bob.report.story import CombatAccount, Story, claims
from bob.tactical import engagement_figures
from bob.tactical.engagement import enemy, turned
from bob.tactical.models import numbered
from bob.tactical.slot import Tactical, how_text
from bob.words import Words


class Fights:
    """The engagements of a story in words."""

    def __init__(self, tale: Story, words: Words, names: Names) -> None:
        self.tale = tale
        self.words = words
        self.names = names
        self._types = {s.last.unit: s.last.aircraft for s in tale.squadrons}
        self._types |= {u.unit: u.aircraft for raid in tale.raids for u in raid.units}
        self._tallies = [(h.turn, h.event.data) for h in tale.happenings if h.event.code == "tally"]

    def sides(self, c: CombatAccount) -> list[tuple[str, Mapping[str, Any]]]:
        """Return the sides with a report of an engagement, each with its report."""
        return [(side, report) for side in SIDES if (report := c.report(side)) is not None]

    # ---- all of them

    def index(self) -> TablePart:
        """Return all engagements, a line each, with links to their accounts."""
        tale, words = self.tale, self.words
        rows = []
        for c in tale.combats:
            row = [str(c.number), tale.clock(c.turn), self.names.at(words, c.hex), self._way(c)]
            values = dict(self.sides(c))
            for side in SIDES:
                if side in values:
                    lost = _lost_count(values[side]) if c.over else "–"
                    row.append(words("report.fight.lost_of", lost=lost, sent=_sent_count(values[side])))
                elif tale.seat in (side, REFEREE):
                    row.append("–")
            row.append(" / ".join(str(report["claims"]) for report in values.values()) if c.over else "–")
            rows.append(tuple(row))
        shown = [side for side in SIDES if tale.seat in (side, REFEREE)]
        heads = ["number", "time", "where", "resolved", *(f"lost_{side}" for side in shown), "both" if len(shown) > 1 else "claims"]
        titles = tuple(words(f"report.column.{head}") for head in heads)
        right = (0, *range(4, len(heads)))
        return TablePart(titles, tuple(rows), right=right, wide=2, links=tuple([c.anchor for c in tale.combats]))

    def balance(self) -> TablePart:
        """Return the losses of each side in its engagements and its claims; beside the truth only where both sides are shown."""
        tale, words = self.tale, self.words
        shown = [side for side in SIDES if tale.seat in (side, REFEREE)]
        whole = len(shown) > 1
        over = [c for c in tale.combats if c.over]
        lost = {side: sum(_lost_count(report) for c in over if (report := c.report(side)) is not None) for side in shown}
        rows = []
        for side in shown:
            lines = [report for c in over if (report := c.report(side)) is not None]
            crews = sum(int(report["crews_lost"]) for report in lines)
            row = [capital(code_word(words, "seat", side)), str(lost[side])]
            row += [str(sum(sum(report["damaged"].values()) for report in lines)), str(crews), str(lost[side] - crews)]
            row.append(str(claims(tale, side)))
            if whole:
                true = lost[enemy(side)]
                usual = words("report.fight.about", times=figure(words, getattr(engagement_figures.figures().claims, side)))
                row += [str(true), self._ratio(claims(tale, side), true), usual]
            rows.append(tuple(row))
        heads = ["side", "lost", "damaged", "crews_lost", "crews_safe", "claims", *(["truth", "ratio", "history"] if whole else [])]
        return TablePart(tuple(words(f"report.column.{head}") for head in heads), tuple(rows) if over else (), tuple(range(1, len(heads))))

    def _ratio(self, claimed: int, true: int) -> str:
        """Return the number of claims for each aircraft lost, to one place."""
        if not true:
            return "–"
        text = f"{claimed / true:.1f}"
        return self.words.figure(text)

    # ---- one of them

    def accounts(self) -> Iterator[Account]:
        """Yield the account of every engagement."""
        for c in self.tale.combats:
            head = self.words("report.fight.head", clock=self.tale.clock(c.turn), place=self.names.at(self.words, c.hex))
            sights = tuple([self._sight(c, side, report) for side, report in self.sides(c)])
            yield Account(c.anchor, str(c.number), head, self._score(c), self._arose(c), sights, tuple(self._resolved(c)))

    def _score(self, c: CombatAccount) -> str:
        """Return the losses in short."""
        lines = self.sides(c)
        if not c.over:
            return ""
        if len(lines) == 1:
            return self.words("report.fight.cost", lost=_lost_count(lines[0][1]), claims=lines[0][1]["claims"])
        return self.words("report.fight.cost_both", **{side: figure(self.words, -_lost_count(report)) for side, report in lines})

    def _arose(self, c: CombatAccount) -> str:
        """Return the attackers, their aim, strength and height; the unseen units; sun and weather."""
        words = self.words
        values = dict(self.sides(c))
        data = next(iter(values.values()))
        by = data["attackers"]
        # Prefer the heights in the enemy's report, by type; else the side's own.
        heights: dict[str, str] = {}
        numbers: dict[str, int] = {}
        for side, report in values.items():
            numbers |= {side: _sent_count(report), enemy(side): sum(n for _, n, _ in report["foes"])}
            heights.setdefault(side, str(report["angels"]))
            heights[enemy(side)] = _range([angels for _, _, angels in report["foes"]])
        said = [
            words(
                f"report.fight.attack_{by}",
                raid=self._raid(c),
                aim=code_word(words, "aim", data["aim"]),
                aircraft=count(words, "aircraft", numbers[by]),
                angels=heights[by],
                foes=numbers[enemy(by)],
                high=heights[enemy(by)],
            )
        ]
        if data["aim"] == "reach_bombers" and self._only_fighters(values):
            said.append(words("report.fight.between"))
        if data["surprise"] != "none" or data["posture"] not in ("bounce", "bounced"):  # a bounce says enough of itself
            said.append(words(f"report.fight.surprise_{data['surprise']}"))
        direction = words(f"log.direction.{COMPASS[round(data['sun'] / 45) % 8]}")
        sky = words("report.fight.sky", weather=code_word(words, "weather", data["weather"]), direction=direction, minutes=data["minutes"])
        return " ".join((*said, capital(sky)))

    def _raid(self, c: CombatAccount) -> str:
        """Return the raid as the readers call it: its name, its track, or both."""
        raid = self.names.raid(self.words, c.luftwaffe["raid"]) if c.luftwaffe is not None else ""
        if c.raf is None:
            return raid
        track = c.raf["track"]
        label = self.names.track(track) if track is not None else ""
        if raid and label:
            return self.words("report.fight.raid_and_track", raid=raid, track=label)
        return raid or label or self.words("log.raid.enemy")

    def _only_fighters(self, values: Mapping[str, Mapping[str, Any]]) -> bool:
        """Return whether the Luftwaffe had only fighters in it, as far as the readers know."""
        types = aircraft_types()
        if RAF in values:
            codes = [aircraft for aircraft, _, _ in values[RAF]["foes"]]
        else:
            codes = [self._types.get(unit, "") for unit, _ in values[LUFTWAFFE]["units"]]
        return all(code in types and types[code].fighter for code in codes)

    # ---- as a side saw it

    def _sight(self, c: CombatAccount, side: str, report: Mapping[str, Any]) -> FightSeen:
        words = self.words
        posture = report["posture"] if side == RAF else turned(report["posture"])
        before = [words("report.fight.met", foes=listed(words, self._foes(report["foes"])), posture=words(f"log.posture.{posture}"))]
        seen = self._sighting_lines(c, report) if side == RAF else []
        if seen:
            before.append(words("report.fight.tally", units=listed(words, seen)))
        codes = ["unit", "of", *(["lost", "damaged", "afterwards"] if c.over else [])]
        heads = tuple(words(f"report.column.{code}") for code in codes)
        rows = tuple([self._unit(c, report, unit, n) for unit, n in report["units"]])
        was_flown = c.over and "flown" in report
        if was_flown:
            heads = (*heads, words("flown.column.flown"))
            rows = tuple([(*row, unit.models) for row, unit in zip(rows, flown_fights.units(words, report), strict=True)])
        after = []
        if c.over:
            lost = _lost_count(report)
            if lost:
                after.append(words("report.fight.crews", lost=report["crews_lost"], safe=lost - int(report["crews_lost"])))
            other = c.report(enemy(side))
            key = "claims" if other is None else "claims_truth"
            after += flown_fights.reasons(words, report, self.names) if was_flown else []
            after.append(words(f"report.fight.{key}", claims=report["claims"], truth=_lost_count(other) if other is not None else 0))
        title = words("report.own", seat=code_word(words, "seat", side)) if self.tale.seat == REFEREE else ""
        return FightSeen(side, title, tuple(before), TablePart(heads, rows, (1, 2, 3) if c.over else (1,)), tuple(after))

    def _foes(self, foes: Sequence[tuple[str, int, int]]) -> list[str]:
        """Return the enemy's types, numbers and heights."""
        found: Counter[tuple[str, int]] = Counter()
        for aircraft, n, angels in foes:
            found[self.names.aircraft(aircraft), angels] += n
        return [foes_text(self.words, n, name, angels) for (name, angels), n in found.items()]

    def _sighting_lines(self, c: CombatAccount, report: Mapping[str, Any]) -> list[str]:
        """Return a line for each squadron that had seen that raid, with its turn."""
        found = []
        for unit, _ in report["units"]:
            turns = [turn for turn, data in self._tallies if (data["unit"], data["track"]) == (unit, report["track"]) and turn <= c.turn]
            if turns:
                found.append(self.words("report.fight.seen", unit=unit, clock=self.tale.clock(turns[-1])))
        return found

    def _unit(self, c: CombatAccount, report: Mapping[str, Any], unit: str, sent: int) -> tuple[str, ...]:
        """Return a unit: its number, losses, damaged aircraft, and state afterwards."""
        kind = self._types.get(unit)
        name = self.words("report.fight.unit", unit=unit, aircraft=self.names.aircraft(kind)) if kind else unit
        if not c.over:
            return name, str(sent)
        ammo = report["ammo"].get(unit, "full")
        after = [self.words(f"report.afterwards.{ammo}")] if ammo != "full" else []
        lines = [event.code for event in c.after if event.data.get("unit") == unit]
        after += [self.words(f"report.afterwards.{code}") for code in ("jettisoned", "broke_off") if code in lines]
        if report["lost"].get(unit, 0) >= sent:
            after = [self.words("report.afterwards.destroyed")]
        return name, str(sent), str(report["lost"].get(unit, 0)), str(report["damaged"].get(unit, 0)), ", ".join(after)

    # ---- how it was resolved

    def _way(self, c: CombatAccount) -> str:
        """Return the resolver, in a word or two."""
        report = self.sides(c)[0][1]
        key = f"report.resolver.{report['resolver']}" if c.over else "report.resolver.open"
        return self.words(key) if self.words.has(key) else how_text(self.words, report["resolver"], self.names.slot)

    def _resolved(self, c: CombatAccount) -> Iterator[str]:
        """Yield the resolution: the resolver, the side that chose it; of a dogfight flown here the losses by turn."""
        words = self.words
        chosen = any(event.code == "resolver" for event in c.events)
        way = self.sides(c)[0][1]["resolver"] if c.over else "open"
        flown, tables = self._last_flight(c)
        whose = words("report.fight.chosen" if chosen else "report.fight.by_rule")
        turns, lines = self._account(c, flown, tables) if flown is not None else (0, [])
        if flown is not None and way not in (flown.name, "open"):
            yield words("report.fight.begun_and_left", how=flown.title(words), turns=self._turns(turns))
        key = f"report.fight.resolved_{way}"
        yield (
            words(key, whose=whose)
            if words.has(key)
            else words("report.fight.resolved", how=how_text(words, way, self.names.slot), whose=whose)
        )
        if flown is not None and way in (flown.name, "open"):
            n = flown.scale(*(_numbers(c)[side] for side in SIDES))
            models = words("report.fight.models_one") if n == 1 else words("report.fight.models_many", scale=n)
            yield words("report.fight.flown", turns=self._turns(turns), models=models) if turns else f"{capital(models)}."
            yield " ".join(lines) or words("report.fight.nothing_fell")
            if c.over:
                yield from self._shots(c)

    def _shots(self, c: CombatAccount) -> Iterator[str]:
        """Yield luck and decisions of a dogfight with shots, in a sentence."""
        over = [Event("combat", report, (side,)) for side, report in self.sides(c)]
        log = [Event("met", {"number": c.number}, ()), *c.events]
        found = flown_fights.debrief(self.words, self.names, over, log, [flown_fights.SeenTable(models) for models in c.models])
        if found.rows:
            yield found.summary

    def _last_flight(self, c: CombatAccount) -> tuple[Tactical | None, list[list[Event]]]:
        """Return the tactical game in which it was flown last, and the events of that dogfight, table by table."""
        games = [event.data["game"] for event in c.events if event.code == "dogfight"]
        if not games or games[-1] not in self.names.slot:
            return None, []
        kit = self.names.slot[games[-1]]
        found: list[list[Event]] = [[]]
        for event in c.events:
            if event.code == "next_table":
                found.append([])
            elif event.code != "dogfight":
                found = [[]] if event.data.get("how") == kit.name else found
            elif event.data["game"] == kit.name:
                data = {name: value for name, value in event.data.items() if name not in ("game", "what")}
                if event.data["what"] == kit.begins:
                    found[-1] = []
                found[-1].append(Event(event.data["what"], data, event.to, event.rule))
        return kit, found

    def _account(self, c: CombatAccount, kit: Tactical, tables: list[list[Event]]) -> tuple[int, list[str]]:
        """Return the number of turns of a dogfight, and the fates of its aircraft, table by table and turn by turn."""
        turns, lines = 0, list[str]()
        for number, events in enumerate(tables):
            of = c.models[number] if number < len(c.models) else ()
            fates_by_turn = kit.account(self.words, events, partial(numbered, self.words, of), self.names.aircraft)
            mine = sum(event.code == kit.turning for event in events)
            if len(tables) > 1:
                lines.append(self.words("report.fight.table", number=number + 1, count=len(tables)))
            if mine:
                lines += [self.words("report.fight.game_turn", turn=turn, told=said) for turn, said in enumerate(fates_by_turn, 1) if said]
            else:
                lines += [f"{capital(said)}." for said in fates_by_turn if said]
            turns += mine
        return turns, lines

    def _turns(self, n: int) -> str:
        return self.words(f"report.fight.turns_{'one' if n == 1 else 'many'}", count=n)


# ---- figures of an engagement


def _sent_count(report: Mapping[str, Any]) -> int:
    return sum(int(n) for _, n in report["units"])


def _lost_count(report: Mapping[str, Any]) -> int:
    return sum(report["lost"].values())


def _numbers(c: CombatAccount) -> dict[str, int]:
    """Return the number of aircraft of each side in it, known to either side."""
    found: dict[str, int] = {}
    for side in SIDES:
        report = c.report(side)
        if report is not None:
            found |= {side: _sent_count(report), enemy(side): sum(n for _, n, _ in report["foes"])}
    return found


def _range(heights: Sequence[int]) -> str:
    """Return one height, or the range from the lowest to the highest."""
    low, high = min(heights), max(heights)
    return str(low) if low == high else f"{low}–{high}"
