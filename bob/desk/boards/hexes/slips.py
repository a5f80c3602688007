"""The slips of paper beside the pointer, as HTML: an aircraft, a course and its cost, a shot with its dice, reasons and chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.chart.tones import Look
from bob.core.hexes import Hex, distance
from bob.desk.boards.hexes.pointing import Meaning, Pointing
from bob.staff.advice.fights.tooltips import TooltipWriter, percent
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.hints import Prospect, ShipProspect
from bob.tactical.hexes.mat import cloudy
from bob.tactical.hexes.rules.gunnery import Cut, Reason, total
from bob.tactical.hexes.telling import HexTeller, running
from bob.tactical.hexes.view import HexTableView, SeenAircraft
from bob.words import Words


class HexTooltips(TooltipWriter):
    """Writes slips in the words and tones of the moment."""

    def __init__(self, words: Words, teller: HexTeller, look: Look) -> None:
        super().__init__(words, look)
        self.teller = teller

    def describe(self, pointing: Pointing, at: Hex, meaning: Meaning) -> str:
        """The slip of a hex pointed at."""
        view = pointing.view
        rows: list[str] = []
        a = view.aircraft[meaning.aircraft] if meaning.aircraft >= 0 else None
        if meaning.way is not None:
            rows += self._course(pointing, at, meaning)
        elif meaning.ship >= 0:
            rows += self._ship(view, meaning)
        elif a is not None:
            rows += self._aircraft(view, a)
            if meaning.prospect is not None:
                rows += self._shot(view, meaning, a)
        else:
            rows.append(self._hex(view, at))
        if meaning.orders and meaning.way is None:
            key = "click_again" if meaning.firm else "click"
            rows.append(self.quiet(self.words(f"desk_hexes.slip.{key}", order=self.teller.order(meaning.orders[-1]))))
        return "".join(rows)

    # ---- parts

    def _hex(self, view: HexTableView, at: Hex) -> str:
        notes = [at.label]
        if cloudy(view, at):
            notes.append(self.words("desk_hexes.slip.cloud"))
        for number, ship in enumerate(view.terms.ships):
            if ship.at == at:
                notes.append(self.words("desk_hexes.slip.ship", left=view.ships[number]))
        return self.line(" · ".join(notes))

    def _aircraft(self, view: HexTableView, a: SeenAircraft) -> list[str]:
        words = self.words
        rows = [self.head(self.teller.name(a.number))]
        notes = [words("desk_hexes.slip.facing", facing=self.teller.facing(a.facing), at=a.at.label)]
        if view.terms.altimeter:
            notes.append(words("desk_hexes.slip.level", level=a.level))
        notes.append(words("desk_hexes.slip.speed", speed=a.speed, most=a.dash.speed))
        notes.append(words("desk_hexes.slip.structure", structure=a.structure))
        rows.append(self.line(" · ".join(notes)))
        if a.fired:
            rows.append(self.quiet(words("desk_hexes.slip.fired")))
        return rows

    def _course(self, pointing: Pointing, at: Hex, meaning: Meaning) -> list[str]:
        """Describe the cost of a flight there, and the targets from there."""
        way, words, view = meaning.way, self.words, pointing.view
        assert way is not None
        lead = view.aircraft[pointing.active[0]]
        rows = [self.head(words("desk_hexes.slip.fly", at=at.label, facing=self.teller.facing(way.facing)))]
        cost = words("desk_hexes.slip.cost", cost=lead.speed - way.speed, left=way.speed)
        if view.terms.fuel and way.fuel != lead.fuel:
            cost += words("desk_hexes.slip.fuel", fuel=lead.fuel - way.fuel)
        if view.terms.altimeter:
            cost += " · " + words("desk_hexes.slip.level", level=way.level)
        rows.append(self.line(cost))
        rows.append(self.quiet(steps_text(way.orders, self.teller)))
        rows += [self._threat(number, prospect) for number, _, prospect in meaning.threats]
        rows += [self._threat_afloat(view, prospect) for prospect in meaning.afloat]
        if view.terms.altimeter and not meaning.threats and not meaning.afloat:
            rows.append(self.quiet(words("desk_hexes.slip.levels")))
        return rows

    def _ship(self, view: HexTableView, meaning: Meaning) -> list[str]:
        """Describe a ship, and the possible attacks on it by the active aircraft, or why there are none."""
        words, ship = self.words, view.terms.ships[meaning.ship]
        values = {"number": meaning.ship + 1, "left": view.ships[meaning.ship], "most": ship.structure}
        rows = [self.head(words("desk_hexes.slip.ship_named", **values)), self.quiet(ship.at.label)]
        for prospect in meaning.afloat:
            by = words(f"hexes.arc.{prospect.arc}") if prospect.arc else words("desk_hexes.slip.bombs")
            if prospect.why_not is not None:
                key, rule = prospect.why_not
                why = words("desk_hexes.slip.barred", by=by, why=words(f"hexes.refuse.{key}"))
                rows.append(self.line(f"{why} ({rule})", self.look.red))
                continue
            dice = max(1, total(prospect.attack))
            rows.append(self.reasons(words("desk_hexes.slip.at_ship", by=by, dice=dice), prospect.attack))
            rows.append(self.line(self._sinking(view, prospect)))
        return rows

    def _sinking(self, view: HexTableView, prospect: ShipProspect) -> str:
        left = view.ships[prospect.ship]
        return self.words("desk_hexes.slip.sinks", hit=percent(1 - prospect.lost[0]), sunk=percent(sum(prospect.lost[left:])))

    def _threat_afloat(self, view: HexTableView, prospect: ShipProspect) -> str:
        by = self.words(f"hexes.arc.{prospect.arc}") if prospect.arc else self.words("desk_hexes.slip.bombs")
        values = {"number": prospect.ship + 1, "by": by, "dice": max(1, total(prospect.attack))}
        text = self.words("desk_hexes.slip.threat_ship", **values, chances=self._sinking(view, prospect))
        return self.line(text, self.look.red)

    def _threat(self, number: int, prospect: Prospect) -> str:
        text = self.words(
            "desk_hexes.slip.threat",
            name=self.teller.name(number),
            dice=max(1, total(prospect.attack)),
            chance=percent(1 - prospect.lost[0]),
        )
        return self.line(text, self.look.red)

    def _shot(self, view: HexTableView, meaning: Meaning, target: SeenAircraft) -> list[str]:
        """Describe a shot of the active aircraft: its dice with the reasons, or why there is none."""
        prospect, words = meaning.prospect, self.words
        assert prospect is not None
        shooter = view.aircraft[meaning.shooter]
        rows: list[str] = []
        if prospect.why_not is not None:
            key, rule = prospect.why_not
            rows.append(self.line(f"{words(f'hexes.refuse.{key}')} ({rule})", self.look.red))
            rows += [self.line(self.cut(cut), self.look.red) for cut in prospect.cuts]
            if meaning.lights.reach:
                rows.append(self.quiet(words("desk_hexes.slip.from_there")))
            return rows
        away = distance(shooter.at, target.at)
        rows.append(self.line(words("desk_hexes.slip.fire", arc=words(f"hexes.arc.{meaning.arc}"), range=away)))
        rows.append(self.reasons(words("desk_hexes.slip.attack", dice=max(1, total(prospect.attack))), prospect.attack))
        if prospect.dodge:
            rows.append(self.reasons(words("desk_hexes.slip.dodge"), prospect.dodge))
        rows.append(self.line(self.chances(prospect.lost, target.structure)))
        return rows

    def cut(self, cut: Cut) -> str:
        """Describe the obstacle of a line of sight."""
        if cut.by == "cloud":
            return self.words("desk_hexes.slip.cut_cloud", at=cut.at.label)
        return self.words("desk_hexes.slip.cut_friend", name=self.teller.name(cut.aircraft), at=cut.at.label)

    def reasons(self, head: str, reasons: Sequence[Reason]) -> str:
        """Dice with the reason for each and its rule."""
        return self.dice(head, [(reason.dice, self.teller.reason(reason.code), reason.rule) for reason in reasons])

    def chances(self, lost: Sequence[float], structure: int) -> str:
        """Describe the chances of a hit and of the loss of an aircraft."""
        down = sum(lost[structure:]) if structure < len(lost) else 0.0
        return self.words("desk_hexes.slip.chances", hit=percent(1 - lost[0]), down=percent(down))


def steps_text(orders: Sequence[Any], teller: HexTeller) -> str:
    """A course in words, equal steps together."""
    lines: list[tuple[str, int]] = []
    for order in orders:
        text = running(teller.order(order), order.kind if isinstance(order, o.Manoeuvre) else "")
        if isinstance(order, o.Advance) and not order.climb and order.by == "pay":
            text = teller.words(f"desk_hexes.step.{order.way}")
        elif isinstance(order, o.Rotate):
            text = teller.words(f"desk_hexes.step.turn_{order.way}")
        if lines and lines[-1][0] == text:
            lines[-1] = text, lines[-1][1] + 1
        else:
            lines.append((text, 1))
    return ", ".join(f"{text} ×{count}" if count > 1 else text for text, count in lines)


def dodges_text(view: HexTableView, words: Words, tables: Any, orders: Sequence[Any]) -> dict[int, tuple[float, float, float]]:
    """Return for each possible number of speed points for dodge dice: the chances of no hit and of destruction, and the average loss."""
    found: dict[int, tuple[float, float, float]] = {}
    structure = view.aircraft[view.shots[-1].target].structure
    for speed in sorted({order.speed for order in orders if isinstance(order, o.Dodge)}):
        lost = hints.dodge_chances(view, tables, speed)
        found[speed] = lost[0], sum(lost[structure:]), sum(n * chance for n, chance in enumerate(lost))
    return found
