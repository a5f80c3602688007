"""The lesson of the day: a newcomer is led through a first raid, one step at a time, to heights, another vector, and home."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QWidget

from bob.core.errors import BobError, Refused
from bob.day.state.orders import Done, Pancake, Scramble, SendTo
from bob.day.state.position import RAF
from bob.day.state.view import SquadronView
from bob.desk.base.settings import Settings
from bob.desk.base.settings.courses import DOGFIGHT, PLANNING
from bob.desk.base.widgets.coach import Coach, LessonStep
from bob.desk.panels.tote.order_keys import key_text
from bob.desk.session.session import DeskSession


def _orders(session: DeskSession) -> Iterator[Any]:
    return (entry.order for entry in session.match.entries if entry.seat == RAF)


def _plotted(session: DeskSession) -> bool:
    return session.is_over or any(event.code == "plotted" for _, event in session.log(RAF))


def _scrambled(session: DeskSession) -> bool:
    return session.is_over or any(isinstance(order, Scramble) for order in _orders(session))


def _has_fought(session: DeskSession) -> bool:
    return session.is_over or any(event.code in ("combat", "bombed") for _, event in session.log(RAF))


def in_hand(session: DeskSession) -> list[SquadronView]:
    """The squadrons in the air that can be given orders."""
    return [s for s in session.view(RAF).squadrons if s.box == "airborne" and s.controlled and s.strength > 0]


def _airborne(session: DeskSession) -> bool:
    return _has_fought(session) or (_scrambled(session) and bool(in_hand(session)))


def _changed(session: DeskSession, of: Callable[[Any], object]) -> bool:
    """Return whether a squadron was sent again with a change in its order."""
    last: dict[str, object] = {}
    for order in _orders(session):
        if isinstance(order, Scramble | SendTo):
            if order.unit in last and last[order.unit] != of(order):
                return True
            last[order.unit] = of(order)
    return False


def _height(session: DeskSession) -> bool:
    return _has_fought(session) or _changed(session, lambda order: order.angels)


def _vectored(session: DeskSession) -> bool:
    return _has_fought(session) or _changed(session, lambda order: (order.hex, order.track))


def _sent_home(session: DeskSession) -> bool:
    return session.is_over or any(isinstance(order, Pancake) for order in _orders(session)) or not in_hand(session)


def _is_over(session: DeskSession) -> bool:
    return session.is_over


TARGET, STEP = "Lympne", 2
"""The target of the raid, and the coach's change of a height."""

STEPS = (
    LessonStep("welcome", "table"),
    LessonStep("clock", "strip"),
    LessonStep("table", "table"),
    LessonStep("first_plot", "decide", _plotted),
    LessonStep("plot", "raid"),
    LessonStep("ladder", "ladder"),
    LessonStep("tote", "tote"),
    LessonStep("scramble", "tote", _scrambled, kept=True),
    LessonStep("take_off", "decide", _airborne),
    LessonStep("height", "tote", _height, kept=True),
    LessonStep("vector", "tote", _vectored, kept=True),
    LessonStep("wait", "decide", _has_fought),
    LessonStep("fight", "raid"),
    LessonStep("log", "log"),
    LessonStep("pancake", "tote", _sent_home, kept=True),
    LessonStep("finish", "decide", _is_over),
    LessonStep("end", "ending"),
)


def _may_scramble(session: DeskSession) -> bool:
    return any(s.box == "ready" and s.strength > 0 and not s.scrambling for s in session.view(RAF).squadrons)


def _may_send(session: DeskSession) -> bool:
    return any(session.check(RAF, SendTo(s.unit, s.angels, s.hex)) is None for s in in_hand(session))


def _may_land(session: DeskSession) -> bool:
    return any(session.check(RAF, Pancake(s.unit)) is None for s in in_hand(session))


def _scrambles(session: DeskSession) -> list[Any]:
    """The two that would be there first."""
    track = next(iter(session.view(RAF).tracks), None)
    if track is None:
        return []
    ready = [s for s in session.view(RAF).squadrons if s.box == "ready" and s.strength > 0]
    met = [(found.turns, s.unit, s) for s in ready if not isinstance(found := session.reach(s.unit, track.number), str)]
    first = [s for _, _, s in sorted(met, key=lambda one: one[:2])[:2]] or ready[:2]
    return [Scramble(s.unit, session.rules.suggested(s, track), track=track.number) for s in first]


def _angels(session: DeskSession, s: SquadronView) -> int:
    """The height that a squadron was ordered to last."""
    last = [o.angels for o in _orders(session) if isinstance(o, Scramble | SendTo) and o.unit == s.unit]
    return last[-1] if last else s.angels


def _first_of(session: DeskSession, orders: Iterator[Any]) -> list[Any]:
    """The first order that may be given."""
    return [order for order in orders if session.check(RAF, order) is None][:1]


def _higher(session: DeskSession) -> list[Any]:
    """Another height for the first that can be sent: above if it can, with the goal that it has, or where it is."""
    found = [(s, s.vector["track"] if s.vector else None, _angels(session, s) + step) for step in (STEP, -STEP) for s in in_hand(session)]
    after = (SendTo(s.unit, angels, track=track) for s, track, angels in found if track is not None)
    return _first_of(session, chain(after, (SendTo(s.unit, angels, s.hex) for s, _, angels in found)))


def _other_goals(session: DeskSession) -> list[Any]:
    """The target of the raid as the goal of the first that can be sent there."""
    target = session.world.fields[TARGET].near
    return _first_of(session, (SendTo(s.unit, _angels(session, s), target) for s in in_hand(session)))


def _lowest_on_fuel(session: DeskSession) -> list[Any]:
    """The one with the least petrol."""
    return _first_of(session, (Pancake(s.unit) for s in sorted(in_hand(session), key=lambda s: s.fuel)))


DONE_FOR: Mapping[str, Callable[[DeskSession], list[Any]]] = {
    "scramble": _scrambles,
    "height": _higher,
    "vector": _other_goals,
    "pancake": _lowest_on_fuel,
}
"""The coach's orders for a player without a solution, by the step."""

HELD: Mapping[str, Callable[[DeskSession], bool]] = {
    "scramble": _may_scramble,
    "height": _may_send,
    "vector": _may_send,
    "pancake": _may_land,
}
"""The steps at which no turn ends as long as they can still be done."""


class Lesson(Coach):
    """The coach of a first raid. While it teaches, no turn ends behind an open text or task."""

    def __init__(
        self,
        session: DeskSession,
        settings: Settings,
        window: QWidget,
        targets: Callable[[str], QWidget | QRect | None],
        *,
        at: str = "",
        reveal: Callable[[str], None] = lambda name: None,
        clear: Callable[[], Sequence[QRect]] = tuple,
    ) -> None:
        self.session = session
        self.reveal, self.clear = reveal, clear
        session.gate = self._refused
        self.others = {course: QPushButton() for course in (DOGFIGHT, PLANNING)}
        self.do_it = QPushButton()
        self.do_it.clicked.connect(lambda: self._do())
        super().__init__(STEPS, session, session.changed, settings, window, targets, at=at)
        for i, (course, button) in enumerate(self.others.items()):
            button.clicked.connect(partial(self.next_asked.emit, course))
            self.body.insertWidget(3 + i, button)
        self.row.insertWidget(2, self.do_it)
        self.show_step()

    def offer(self) -> None:
        """Offer help at a task; at the end, the other lessons."""
        self.skip.setToolTip(self.settings.words("desk_lessons.skip_tip"))
        self.do_it.setText(self.settings.words("desk_lessons.do_it"))
        self.do_it.setVisible(self.step.code in DONE_FOR)
        for course, button in self.others.items():
            button.setText(self.settings.words("desk_lessons.go_to", name=self.settings.words(f"desk_lessons.{course}.name")))
            button.setVisible(self.step.code == STEPS[-1].code)

    def describe(self, part: str, code: str) -> str:
        values = {name: key_text(self.settings, name) for name in ("scramble", "vector", "pancake")}
        return self.settings.words(f"desk_lessons.first_raid.{part}.{code}", **values)

    def prepare(self, step: LessonStep) -> None:
        self.reveal(step.target)

    def clear_area(self) -> Sequence[QRect]:
        return self.clear()

    def check(self) -> None:
        """Go on; to the end when the day is over. The past teaches nothing."""
        if self.session.looking_back or self.session.seat != RAF:
            return
        if self.session.is_over and self.step.code != STEPS[-1].code:
            self.place_ = len(STEPS) - 1
            self.show_step()
        else:
            super().check()

    def _do(self) -> None:
        """Give the orders of the step."""
        try:
            for order in DONE_FOR[self.step.code](self.session):
                self.session.play(RAF, order)
        except BobError:
            return

    def _refused(self, seat: str, order: Any) -> Refused | None:
        """Return why the turn may not end yet."""
        if seat != RAF or not isinstance(order, Done):
            return None
        if self.reads:
            return Refused("desk_lessons.first_raid.held.read")
        may = HELD.get(self.step.code)
        return Refused(f"desk_lessons.first_raid.held.{self.step.code}") if may is not None and may(self.session) else None

    def stop(self) -> None:
        self.session.gate = None
        super().stop()
