"""The lesson of the card dogfight: one duel in some fifteen steps, each with a suggestion that can be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from bob.core.kit import HUMAN
from bob.desk.base.settings.courses import DOGFIGHT, PLANNING, LessonBook
from bob.desk.base.widgets.coach import LessonStep
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.shared.suggesting import SuggestingCoach
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.driver.game_plan import GamePlan
from bob.staff.advice.fights.card_order_lines import order_text
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ALLIED, AXIS
from bob.tactical.cards.kit import USUAL_PILOT

SCENARIO, SEED = "first_match", "the first match"
"""The fight that is taught: who fights it by this seed has the coach beside the sheet."""

DRAWN = 60
"""Milliseconds until the aircraft are drawn in their current places."""

ESCAPES = (o.Climb, o.Dive, o.ChangeAltitude, o.BarrelRoll, o.GiveUp)
"""The orders for an escape from an enemy."""


def card_lesson_plan() -> GamePlan:
    """The fight that is taught."""
    return GamePlan("cards", SCENARIO, SEED, {ALLIED: HUMAN, AXIS: USUAL_PILOT}, {"first": ALLIED})


def is_card_lesson(table: ScreenGame) -> bool:
    """Return whether a game is the fight of the lesson."""
    return isinstance(table, OwnGame) and (table.scenario, table.match.header.seed) == (SCENARIO, SEED)


def _entries_given(table: ScreenGame, *kinds: type) -> list[int]:
    """The entries in which the person at the sheet gave such an order."""
    assert isinstance(table, OwnGame)
    return [entry.number for entry in table.match.entries if entry.seat in table.persons and isinstance(entry.order, kinds)]


def _happened(table: ScreenGame, *codes: str) -> list[int]:
    return [number for number, event in table.log if event.code in codes]


def _is_over(table: ScreenGame) -> bool:
    return table.outcome is not None


def _starts(table: ScreenGame) -> bool:
    return _is_over(table) or bool(_happened(table, "turn"))


def _levelled(table: ScreenGame) -> bool:
    return _is_over(table) or bool(_entries_given(table, o.Stay, o.Climb, o.Dive))


def _manoeuvred(table: ScreenGame) -> bool:
    return _is_over(table) or bool(_entries_given(table, o.PlayManoeuvre, o.Attack))


def _attacked(table: ScreenGame) -> bool:
    return _is_over(table) or bool(_entries_given(table, o.Attack))


def _first_attack_over(table: ScreenGame) -> bool:
    """Return whether the first attack has ended."""
    given = _entries_given(table, o.Attack)
    ends = _happened(table, "hit", "no_hits", "cancelled", "shot_down")
    return _is_over(table) or (bool(given) and any(number >= given[0] for number in ends))


def _turn_ended(table: ScreenGame) -> bool:
    given = _entries_given(table, o.EndPhase)
    return _is_over(table) or (bool(given) and any(number >= given[-1] for number in _happened(table, "turn")))


def _answered(table: ScreenGame) -> bool:
    given = _entries_given(table, o.EndPhase)
    answers = _entries_given(table, o.React, o.NoAnswer, o.Evade, o.Follow)
    return _is_over(table) or (bool(given) and any(number > given[0] for number in answers))


def _has_escaped(table: ScreenGame) -> bool:
    """Return whether the learner has escaped from the enemy after the enemy's turn."""
    given = _entries_given(table, o.EndPhase)
    return _is_over(table) or (bool(given) and any(number > given[0] for number in _entries_given(table, *ESCAPES)))


STEPS = (
    LessonStep("welcome", "arena"),
    LessonStep("plane", "arena"),
    LessonStep("hand", "hand"),
    LessonStep("start", "orders", _starts),
    LessonStep("turn", "strip"),
    LessonStep("altitude", "orders", _levelled),
    LessonStep("manoeuvre", "orders", _manoeuvred),
    LessonStep("attack", "orders", _attacked),
    LessonStep("fire", "reaction", _first_attack_over),
    LessonStep("hits", "arena"),
    LessonStep("end_turn", "orders", _turn_ended),
    LessonStep("answer", "orders", _answered),
    LessonStep("away", "orders", _has_escaped),
    LessonStep("finish", "orders", _is_over),
    LessonStep("over", "log"),
)

WISHED: dict[str, tuple[type, ...]] = {
    "manoeuvre": (o.PlayManoeuvre,),
    "attack": (o.Attack,),
    "end_turn": (o.EndPhase,),
    "away": (o.Dive, o.BarrelRoll, o.Climb, o.GiveUp),
}
"""The orders that a step asks of the learner, where legal; else a pilot of the program suggests one."""


class CardCoach(SuggestingCoach):
    """The coach of the first match. It remembers how far the lesson was taken."""

    def __init__(self, panel: CardPanel, host: QWidget) -> None:
        self.card_panel = panel
        self.book = LessonBook(panel.settings)
        self.onward = QPushButton()
        at = self.book.step(DOGFIGHT) if self.book.game(DOGFIGHT) == self._path(panel.table) else ""
        super().__init__(panel, host, STEPS, USUAL_PILOT, SEED, at=at)
        self.rest = panel.orders
        self.onward.clicked.connect(partial(self.next_asked.emit, PLANNING))
        self.body.insertWidget(5, self.onward)
        if not at:
            self.book.begin(DOGFIGHT, self._path(panel.table))
        self.reached.connect(partial(self.book.reach, DOGFIGHT))
        self.finished.connect(self._left)
        self.show_step()

    @staticmethod
    def _path(table: ScreenGame) -> Any:
        return table.save.path if isinstance(table, OwnGame) and table.save is not None else None

    def _left(self) -> None:
        if self.is_last:
            self.book.finish(DOGFIGHT)

    def parts(self) -> dict[str, QWidget]:
        panel = self.card_panel
        parts: dict[str, QWidget] = {"arena": panel.arena, "hand": panel.hand, "orders": panel.orders, "strip": panel.strip}
        return parts | {"reaction": panel.reaction, "log": panel.log}

    def clear_area(self) -> Sequence[QRect]:
        """Return the areas to keep free: the orders and their button, the question, the hand, and the aircraft."""
        panel = self.card_panel
        arena = self.part(panel.arena).topLeft()
        planes = [box.toAlignedRect().translated(arena) for box in panel.arena.shown()]
        return [*(self.part(widget) for widget in (panel.orders, panel.go, panel.reaction, panel.hand, panel.strip)), *planes]

    def order_text(self, order: Any) -> str:
        """An order as the sheet lists it."""
        pens = Pens.of(self.settings, self.table)
        return order_text(order, pens.words, pens.named(self.table.view))

    def wished(self, listed: Sequence[Any]) -> Any:
        for kind in WISHED.get(self.step.code, ()):
            found = next((order for order in listed if isinstance(order, kind)), None)
            if found is not None:
                return found
        return None

    def _suggest(self) -> None:
        """Suggest, and have the line looked at, so that Enter does it."""
        super()._suggest()
        if self._found is not None and not self.card_panel.narrowed:
            self.panel.orders.arm(self._found.order)
        self._settle.start(DRAWN)

    def check(self) -> None:
        """Go on; to the end when the fight is over."""
        if self.table.outcome is not None and not self.is_last and not self.reads:
            self.place_ = len(self.steps) - 1
            self.show_step()
        else:
            super().check()

    def offer(self) -> None:
        """At the end, the next lesson."""
        words = self.settings.words
        self.onward.setText(words("desk_lessons.go_to", name=words(f"desk_lessons.{PLANNING}.name")))
        self.onward.setVisible(self.is_last)
        self.skip.setToolTip(words("desk_lessons.skip_tip"))

    def last_text(self) -> str:
        return self.settings.words("desk_lessons.last")

    def describe(self, part: str, code: str) -> str:
        return self.settings.words(f"desk_lessons.dogfight.{part}.{code}")
