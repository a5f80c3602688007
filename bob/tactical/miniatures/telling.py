"""Orders and events in words."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bob.core.game import Event
from bob.core.kit import record_event, seat_text
from bob.tactical.execution import DogfightTeller
from bob.tactical.miniatures.data import MiniatureTables, MiniatureWeapon
from bob.tactical.miniatures.execution import ACE_FACE
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import NOBODY
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.view import MiniatureTableView
from bob.words import Words

_FAMILIES = {"burn": "burn", "how": "burn", "why": "why", "edge": "edge", "test": "retention"}
"""The family of the words for the values of a name."""
_SUCCESSES = ("attacks", "fires", "dodges", "rerolled", "outmanoeuvres", "tested", "bombs")
"""The events whose dice count Aces."""
_EXTRAS: dict[str, tuple[str, ...]] = {
    "play": ("bonus", "turn", "squadron"),
    "dive": ("turn", "card"),
    "move": ("turn", "after", "burn", "card"),
    "climb": ("card", "bonus"),
    "outmanoeuvre": ("card",),
    "attacks": ("guns", "weapons", "deflection"),
    "answers": ("guns", "weapons"),
    "dived": ("turn",),
    "played": ("bonus", "turn", "squadron"),
}
"""The values that an order or event of a code adds to its sentence, where it has them."""

_BY_ENDING = {"left": ("safe", "_safe"), "tested": ("kept", "_kept"), "outmanoeuvres": ("won", "_won"), "fires": ("answer", "_back")}
"""The value that gives an event of a code another sentence, and the ending of its key."""


def short_name(view: MiniatureTableView, tables: MiniatureTables, number: int, models: Sequence[str | None] = ()) -> str:
    """An aircraft: its named Ace, its unit or its type, and the number that it wears on the cloth. Empty for none."""
    if not 0 <= number < len(view.aircraft):
        return ""
    a = view.aircraft[number]
    unit = models[number] if number < len(models) else None
    called = tables.aces[a.ace].name if a.ace in tables.aces else unit or a.type.name
    return f"{called} ({number + 1})"


class MiniatureTeller(DogfightTeller[MiniatureTables]):
    """Writer of the log of the miniatures dogfight."""

    __slots__ = ("names",)

    def __init__(self, words: Words, tables: MiniatureTables, name: Callable[[int], str] = str) -> None:
        super().__init__(words, tables, name)
        self.names = MiniatureNames(words, tables)

    def game(self) -> str:
        return self.words("skies.name")

    def stage(self, stage: str) -> str:
        return self.words(f"skies.stage.{stage}")

    def option(self, name: str) -> str:
        return self.words(f"skies.option.{name}")

    def outcome(self, code: str) -> str:
        """Return the end of a battle; the code of an outcome is itself a key."""
        return self.words(code)

    def inches(self, parts: int) -> str:
        """A length, given in hundredths of an inch: `7.5 in`."""
        return self.words("skies.said.inches", inches=inches(self.words, parts))

    def spot(self, at: Spot) -> str:
        """A point of the table, in inches from its north-western corner."""
        return spots_text(self.words, [at])

    def turn(self, degrees: int) -> str:
        """A turn: `turn right 30°`."""
        if not degrees:
            return self.words("skies.turn.none")
        return self.words("skies.turn.right" if degrees > 0 else "skies.turn.left", degrees=abs(degrees))

    def squadron(self, which: int) -> str:
        return self.words(f"skies.squadron.{which}")

    def dice(self, faces: Iterable[int]) -> str:
        """Return the faces that fell, an Ace face by its name."""
        return ", ".join([self.words("skies.said.ace_face") if face == ACE_FACE else str(face) for face in faces]) or self.words(
            "skies.said.no_dice"
        )

    # ---- orders

    def order(self, order: Any, seat: str = "", weapons: Sequence[MiniatureWeapon] = ()) -> str:
        """Return an order as a line. `weapons` are the weapon positions of the firing aircraft, which go by numbers without them."""
        values = {f.name: getattr(order, f.name) for f in dataclasses.fields(order)}
        code: str = order.code
        if code == "defend":
            aims = [
                self.words("skies.said.aim", weapon=self._weapon(weapon, weapons), target=self.name(target))
                for weapon, target in enumerate(order.targets)
                if target != NOBODY
            ]
            return self.words("skies.order.defend", aims=self.words.separated(aims))
        if code == "answer":
            with_ = [self.words("skies.with.guns")] if order.guns else []
            with_ += [self._weapon(weapon, weapons) for weapon in order.weapons]
            return self.words("skies.order.answer", fire=", ".join(with_))
        key = code
        if code == "play":
            key += "_on" if order.aircraft else ""
        elif code in ("keep", "throw"):
            key += "" if order.cards else "_none"
        elif code == "bomb":
            values["target"] = str(order.target + 1)
        return self._line(f"skies.order.{key}", code, values)

    def _weapon(self, number: int, weapons: Sequence[MiniatureWeapon]) -> str:
        return self.names.weapon(weapons[number]) if number < len(weapons) else self.words("skies.with.weapon", weapon=number + 1)

    # ---- events

    def event(self, event: Event) -> str:
        """An event as a line."""
        said = record_event(self.words, event)
        if said is not None:
            return said
        code, data = event.code, dict(event.data)
        key = code
        if code in _BY_ENDING:
            by, ending = _BY_ENDING[code]
            key += ending if data[by] else ""
        elif code == "played":
            key += "_on" if data["aircraft"] != NOBODY else ""
        elif code == "bombs":
            key += "" if data["bombs"] else "_guns"
            data["target"] = str(data["target"] + 1)
        elif code == "turn":
            return self.words("skies.event.turn", turn=data["turn"])
        elif code == "moved":
            data["to"] = data["ways"][-1][1]
        elif code == "drawn_up":
            data["aircraft"] = ", ".join(map(str, data["aircraft"]))
        elif code == "over":
            key += "_won" * (data["winner"] is not None)
            data["how"] = self.outcome(f"skies.outcome.{data['how']}")
        if code in _SUCCESSES:
            data |= {name: self.dice(data[name]) for name in ("dice", "against") if name in data}
        return self._line(f"skies.event.{key}", code, data)

    def _line(self, key: str, code: str, values: dict[str, Any]) -> str:
        """Return the sentence of a key, with its additions."""
        facts = {name: self._value(name, value) for name, value in values.items()}
        parts = [self.words(key, **facts)]
        for name in _EXTRAS.get(code, ()):
            value = values.get(name)
            if value is None or value is False or value == () or (name == "turn" and not value):
                continue
            parts.append(facts[name] if name in ("turn", "squadron") else self.words(f"skies.with.{name}", **{name: facts[name]}))
        return self.words("skies.said.comma").join(parts)

    def _value(self, name: str, value: Any) -> Any:
        if name == "winner":
            return "–" if value is None else seat_text(self.words, value)
        if value is None or value == () or value == []:
            return "–"
        if name in _MEASURES:
            return _MEASURES[name](self, value)
        if isinstance(value, tuple | list):
            return ", ".join([str(self._value(name, member)) for member in value])
        if isinstance(value, int):
            return self.name(value) if name in ("aircraft", "target") else value + 1 if name == "weapons" else value
        if name in ("card", "cards", "bonus"):
            return self.names.card(value)
        if name in ("seat", "seats"):
            return seat_text(self.words, value)
        return self._known(f"skies.{_FAMILIES[name]}.{value}", value) if name in _FAMILIES else value


_MEASURES: dict[str, Callable[[MiniatureTeller, Any], str]] = {
    "at": MiniatureTeller.spot,
    "start": MiniatureTeller.spot,
    "to": MiniatureTeller.spot,
    "distance": MiniatureTeller.inches,
    "after": MiniatureTeller.inches,
    "turn": lambda teller, value: teller.turn(value) if isinstance(value, int) else str(value),
    "squadron": MiniatureTeller.squadron,
    "level": lambda teller, value: teller.names.level(value),
}
"""The values that are measured on the table."""


def spots_text(words: Words, spots: Iterable[Spot]) -> str:
    """Points of the table, in inches from its north-western corner: `(24; 18) (12; 7.5)`."""
    return " ".join([words("skies.said.spot", x=inches(words, at[0]), y=inches(words, at[1])) for at in spots])


def inches(words: Words, parts: int) -> str:
    """Hundredths of an inch as inches: `7.5`, `7,5`."""
    whole, rest = divmod(abs(parts), PER)
    text = f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)
    text = ("−" if parts < 0 else "") + text
    return words.figure(text)
