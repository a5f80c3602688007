"""The dice of an attack, an outmanoeuvre or a strike as shown: thrower, reasons for the number of dice, faces, and result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bob.core.game import Event
from bob.tactical.miniatures import hints
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.execution import aces
from bob.tactical.miniatures.hints import DiceReason
from bob.tactical.miniatures.position import MiniaturePosition, Volley
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.odds import more
from bob.tactical.miniatures.telling import MiniatureTeller
from bob.tactical.miniatures.view import MiniatureTableView, imagined

ATTACK, DODGE, ANSWER, ANSWER_DODGE = "attack", "dodge", "answer", "answer_dodge"
OUTMANOEUVRE, AGAINST, BOMBS, TEST = "outmanoeuvre", "against", "bombing", "test"
_ENDS = ("hit", "unhurt", "down", "base_chit", "level", "chits")
"""The events with the result."""


@dataclass(frozen=True, slots=True)
class ShownThrow:
    """One throw: its purpose, its owner, the reasons for the number of dice, and the faces once thrown."""

    what: str
    aircraft: int
    reasons: tuple[DiceReason, ...] = ()
    faces: tuple[int, ...] | None = None

    @property
    def dice(self) -> int:
        return len(self.faces) if self.faces is not None else hints.total(self.reasons)

    @property
    def hits(self) -> int:
        return aces(self.faces or ())


@dataclass(slots=True)
class ShownAttack:
    """The throws shown at once: `head` is a key of the words, `by` the attacker and `at` the target; `chance`, before the dice, of a
    hit."""

    head: str
    by: int
    at: int
    deflection: bool = False
    throws: dict[str, ShownThrow] = field(default_factory=dict)
    chance: float | None = None
    came: list[str] = field(default_factory=list)

    @property
    def fallen(self) -> bool:
        return any(throw.faces is not None for throw in self.throws.values())


class Throws:
    """Follows views and events, and keeps the last attack that was seen."""

    def __init__(self, tables: MiniatureTables) -> None:
        self.tables = tables
        self.shown: ShownAttack | None = None
        self._before: MiniatureTableView | None = None

    def forget(self) -> None:
        self.shown, self._before = None, None

    def follow(self, view: MiniatureTableView, events: Sequence[Event], teller: MiniatureTeller) -> ShownAttack | None:
        """Take new events; return the throws to show now."""
        position = imagined(self._before if self._before is not None else view, self.tables)
        for event in events:
            self._take(event, position, teller)
        self._before = view
        if view.attack is not None:
            self._under_way(view)
        return self.shown

    def _take(self, event: Event, position: MiniaturePosition, teller: MiniatureTeller) -> None:
        data, code = event.data, event.code
        if code in ("activated", "turn"):
            self.shown = None
        elif code == "attacks":
            volley = Volley(data["aircraft"], data["target"], data["guns"], tuple(data["weapons"]))
            self.shown = _attack(position, volley, data["deflection"])
        elif code == "outmanoeuvres":
            made = ShownAttack("outmanoeuvres", data["aircraft"], data["target"])
            made.throws[OUTMANOEUVRE] = ShownThrow(OUTMANOEUVRE, data["aircraft"], (), tuple(data["dice"]))
            made.throws[AGAINST] = ShownThrow(AGAINST, data["target"], (), tuple(data["against"]))
            made.came.append(teller.event(event))
            self.shown = made
        elif code == "bombs":
            made = ShownAttack("bombs", data["aircraft"], -1)
            made.throws[BOMBS] = ShownThrow(BOMBS, data["aircraft"], (), tuple(data["dice"]))
            made.came.append(teller.event(event))
            self.shown = made
        elif code == "tested":
            made = ShownAttack("tests", data["aircraft"], -1)
            made.throws[TEST] = ShownThrow(TEST, data["aircraft"], (), tuple(data["dice"]))
            made.came.append(teller.event(event))
            self.shown = made
        elif self.shown is not None:
            self._add(self.shown, event, position, teller)

    def _add(self, shown: ShownAttack, event: Event, position: MiniaturePosition, teller: MiniatureTeller) -> None:
        data, code = event.data, event.code
        throws = shown.throws
        if code == "answers":
            volley = Volley(shown.at, shown.by, data["guns"], tuple(data["weapons"]))
            throws[ANSWER] = ShownThrow(ANSWER, shown.at, hints.attack_reasons(position, volley, True))
            reasons = hints.dodge_reasons(position, position.aircraft[shown.at], position.aircraft[shown.by])
            throws[ANSWER_DODGE] = ShownThrow(ANSWER_DODGE, shown.by, reasons)
        elif code == "fires":
            _fall(throws, ANSWER if data["answer"] else ATTACK, data["aircraft"], tuple(data["dice"]))
        elif code in ("dodges", "rerolled"):
            _fall(throws, DODGE if data["aircraft"] == shown.at else ANSWER_DODGE, data["aircraft"], tuple(data["dice"]))
        elif code in _ENDS and shown.fallen:
            shown.came.append(teller.event(event))

    def _under_way(self, view: MiniatureTableView) -> None:
        """Show an attack that is being decided: its current dice, with the cards played so far."""
        attack, position = view.attack, imagined(view, self.tables)
        assert attack is not None
        volley = attack.volley
        a, b = position.aircraft[volley.by], position.aircraft[volley.at]
        shown = self.shown if self.shown is not None and (self.shown.by, self.shown.at) == (volley.by, volley.at) else None
        made = _attack(position, volley, standing.deflection(a, b))
        if shown is not None:
            made.came = shown.came
        if attack.answer is not None:
            made.throws[ANSWER] = ShownThrow(ANSWER, volley.at, hints.attack_reasons(position, attack.answer, True))
            made.throws[ANSWER_DODGE] = ShownThrow(ANSWER_DODGE, volley.by, hints.dodge_reasons(position, b, a))
        for fired, attacking, dodging in ((volley, ATTACK, DODGE), (attack.answer, ANSWER, ANSWER_DODGE)):
            if fired is not None and (fired.faces or view.stage == "dodged"):
                _fall(made.throws, attacking, fired.by, fired.faces)
                if fired.dodge:
                    _fall(made.throws, dodging, fired.at, fired.dodge)
        self.shown = made


def _attack(position: MiniaturePosition, volley: Volley, deflection: bool) -> ShownAttack:
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    attacking, dodging = hints.attack_reasons(position, volley, False), hints.dodge_reasons(position, a, b)
    made = ShownAttack("attacks" if volley.guns else "defends", a.number, b.number, deflection)
    made.throws[ATTACK] = ShownThrow(ATTACK, a.number, attacking)
    made.throws[DODGE] = ShownThrow(DODGE, b.number, dodging)
    made.chance = more(hints.total(attacking), hints.total(dodging))
    return made


def _fall(throws: dict[str, ShownThrow], what: str, aircraft: int, faces: tuple[int, ...]) -> None:
    """The dice of a throw have fallen; where they are not as many as was reckoned, cards made the difference."""
    known = throws.get(what)
    reasons = known.reasons if known is not None else ()
    off = len(faces) - hints.total(reasons)
    if off and known is not None:
        reasons = (*reasons, DiceReason("played", off, "BRS-053"))
    throws[what] = ShownThrow(what, aircraft, reasons, faces)
