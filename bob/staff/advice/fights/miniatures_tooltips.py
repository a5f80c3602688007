"""The slips of paper beside the pointer: an aircraft, a flight and what follows from it, a shot with its dice and chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.chart.tones import Look
from bob.core.errors import Refusal
from bob.staff.advice.fights.miniatures_lights import Stick
from bob.staff.advice.fights.miniatures_naming import reason_text
from bob.staff.advice.fights.tooltips import TooltipWriter, percent
from bob.tactical.miniatures import hints
from bob.tactical.miniatures.hints import DiceReason, MiniatureOutlook, MiniatureProspect
from bob.tactical.miniatures.position import MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.movement import least, most
from bob.tactical.miniatures.telling import MiniatureTeller
from bob.words import Words


class MiniatureTooltips(TooltipWriter):
    """Writes slips about a position in the words and tones of the moment."""

    def __init__(self, words: Words, teller: MiniatureTeller, look: Look, position: MiniaturePosition) -> None:
        super().__init__(words, look)
        self.teller, self.position = teller, position

    # ---- aircraft

    def aircraft(self, a: MiniatureAircraft) -> list[str]:
        """Describe an aircraft and its state."""
        words, names = self.words, self.teller.names
        rows = [self.head(f"{self.teller.name(a.number)} · {names.level(a.level)}")]
        figures = words(
            "desk_skies.slip.figures",
            speed=a.speed,
            agility=a.type.agility,
            firepower=a.firepower,
            skill=a.ps,
            pilot=names.skill(a.skill),
        )
        rows.append(self.line(figures))
        weapons = [
            words("skies.roster.weapon", name=names.weapon(w), arcs=", ".join(map(names.arc, w.arcs)), dice=a.firepower_of(i))
            for i, w in enumerate(a.type.weapons)
        ]
        rows += [self.line(weapon) for weapon in weapons]
        notes = []
        if a.zoom:
            notes.append(words("desk_skies.slip.zoom"))
        if a.chits:
            notes.append(words("desk_skies.slip.chits", chits=a.chits, engines=a.type.engines))
        if a.loaded:
            notes.append(words("skies.roster.loaded"))
        notes += names.needs(a)
        if standing.tailed(self.position, a):
            notes.append(words("desk_skies.slip.tailed"))
        if a.cowed:
            notes.append(names.card("fearsome_reputation"))
        return [*rows, self.quiet(" · ".join(notes))] if notes else rows

    # ---- flights

    def flight(self, text: str, outlook: MiniatureOutlook) -> list[str]:
        """Describe a drafted order, and its effects."""
        words, name = self.words, self.teller.name
        rows = [self.head(text[:1].upper() + text[1:])]
        if outlook.out:
            key = "leaves_safe" if outlook.out == "safe" else "leaves"
            return [*rows, self.line(words(f"desk_skies.slip.{key}"), "" if outlook.out == "safe" else self.look.red)]
        for found in outlook.targets:
            rows.append(self.line(words("desk_skies.slip.target", name=name(found.at), chance=percent(found.chance)), self.look.red))
        if outlook.tails:
            rows.append(self.line(words("desk_skies.slip.tails", names=", ".join(map(name, outlook.tails)))))
        if outlook.over:
            rows.append(self.line(words("desk_skies.slip.over", targets=", ".join(str(i + 1) for i in outlook.over))))
        if outlook.tailed_by:
            rows.append(self.line(words("desk_skies.slip.tailed_by", names=", ".join(map(name, outlook.tailed_by))), self.look.red))
        threats = [number for number in outlook.threats if number not in outlook.tailed_by]
        if threats:
            rows.append(self.line(words("desk_skies.slip.threats", names=", ".join(map(name, threats)))))
        return rows

    def reach(self, a: MiniatureAircraft) -> str:
        """Describe its range."""
        teller = self.teller
        return self.quiet(self.words("desk_skies.slip.reach", least=teller.inches(least(a)), most=teller.inches(most(a))))

    # ---- shots

    def shot(self, found: MiniatureProspect) -> list[str]:
        """A shot from where both are: its dice with the reasons, or why there is none."""
        words = self.words
        if found.why_not is not None:
            return [self.refused(found.why_not)]
        rows = [self.line(words("desk_skies.slip.deflection"))] if found.deflection else []
        rows.append(self.dice(words("desk_skies.box.attack", count=hints.total(found.attack)), self._reasons(found.attack)))
        rows.append(self.dice(words("desk_skies.box.dodge", count=hints.total(found.dodge)), self._reasons(found.dodge)))
        rows.append(self.line(words("desk_skies.box.chance", chance=percent(found.chance))))
        if found.answer:
            text = words("desk_skies.slip.answer", dice=hints.total(found.answer), chance=percent(found.answer_chance))
            rows.append(self.line(text, self.look.red))
        return rows

    def refused(self, why: Refusal) -> str:
        code, rule = why
        return self.line(f"{self.words(f'skies.refuse.{code}')} ({rule})", self.look.red)

    def _reasons(self, reasons: Sequence[DiceReason]) -> list[tuple[int, str, str]]:
        return [(reason.dice, reason_text(self.words, reason), reason.rule) for reason in reasons]

    def outmanoeuvre(self, a: MiniatureAircraft, b: MiniatureAircraft) -> str:
        """The dice of an outmanoeuvre and its chance."""
        mine, his, chance = hints.outmanoeuvre_chance(self.position, a, b)
        return self.line(self.words("desk_skies.slip.outmanoeuvre", dice=mine, against=his, chance=percent(chance)))

    def measured(self, stick: Stick) -> str:
        """Describe the measure of a stick."""
        length = round(((stick.end.x - stick.start.x) ** 2 + (stick.end.y - stick.start.y) ** 2) ** 0.5)
        key = "stick_cut" if stick.cuts else "stick"
        return self.line(self.words(f"desk_skies.slip.{key}", length=self.teller.inches(length)))

    def click(self, order: Any, twice: bool = False) -> str:
        key = "click_again" if twice else "click"
        return self.quiet(self.words(f"desk_skies.slip.{key}", order=self.teller.order(order)))
