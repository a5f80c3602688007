"""Walks through the decisions owed, one Enter at a time, and runs the turns until something happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.record import Entry
from bob.day.state.orders import Done, Pick
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.session.open_decisions import OpenDecision, needs_preview, open_decisions, seal_text
from bob.desk.session.session import DeskSession

DELAYS = {"slow": 2000, "normal": 800, "fast": 120}
"""Milliseconds between turns that run by themselves."""

STOPS = frozenset(
    (
        *("tally", "met", "combat", "bombed", "room_hit", "field_damaged", "station_damaged", "hit_on_ground", "control_lost", "emergency"),
        *(
            "weather_changed",
            "weather_turned",
            "broke_off",
            "short_of_fuel",
            "squadron_destroyed",
            "patrol_attack",
            "note",
            "note_from",
            "over",
            "balloons_hit",
        ),
        *("formed", "escort_missed", "escort_left", "diverted", "jettisoned", "unit_destroyed", "raid_ended", "raider_landed"),
        *("call_unheard", "call_late", "ground_report", "nothing_seen"),
    )
)
"""Events at which the turns stop running."""

ASKED = ("choice", "seal", "fight")
"""The decisions that only the person makes: automatic turns stop at them."""

PASSED_FOR = 2
"""For how many turns a decision passed over is not asked again."""

PASSED_LONG = {"ready": 12}
"""The same for those that would nag."""


class DecisionWalk(QObject):
    """The queue of decisions of the seat at the screen."""

    changed = Signal()
    show = Signal(str, object)
    """The table should show a track, a squadron, a raid."""
    fight_asked = Signal()
    """The sheet of the engagement in hand should come up."""
    stopped = Signal()
    """The turns that ran by themselves have stopped."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.running = False
        self.covered = False
        """True while a sheet over the table asks for the first decision itself."""
        self.on_page: Callable[[], bool] = lambda: False
        """Handles an open page and closes it if it only informs; returns whether there was one. No turn is played behind it."""
        self.sealer: Callable[[], object] | None = None
        """Seals the plan in two steps, with an announcement before; provided by the planner."""
        self._news = False
        self._known: set[int] = set()
        self._passed: dict[str, int] = {}
        self._queue: list[OpenDecision] | None = None
        self._announced = ""
        self._preview: tuple[str, str] | None = None
        """The seal previewed for a referee, by the pen and its decision: the next Enter orders it."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._walk_on)
        self._fresh = False
        self._forced = QTimer(self)
        self._forced.setSingleShot(True)
        self._forced.timeout.connect(self._take_forced)
        session.entry_added.connect(self._entry)
        session.changed.connect(self._refresh)
        session.moved.connect(self._moved)
        settings.language_changed.connect(self._refresh)
        session.over.connect(self.stop)
        session.handover.connect(lambda _: self.stop())
        session.failed.connect(lambda _: self.stop())

    # ---- the queue

    @property
    def queue(self) -> list[OpenDecision]:
        """Return the open decisions without those passed over lately."""
        if self._queue is None:
            turn = self._turn()
            found = open_decisions(self.session, self.settings.words, self.names)
            self._queue = [
                self._previewed(o) for o in found if o.ends or turn - self._passed.get(o.key, -99) >= PASSED_LONG.get(o.code, PASSED_FOR)
            ]
        return self._queue

    def _previewed(self, decision: OpenDecision) -> OpenDecision:
        """Return a decision, with the contents of the plan after the first of the two steps to its seal."""
        session, words = self.session, self.settings.words
        if (session.pen, decision.key) != self._preview:
            return decision
        text = seal_text(session.world, session.view(session.hand), words)
        return replace(decision, text=text, button=words("desk_planner.seal_now"))

    @property
    def first(self) -> OpenDecision | None:
        return self.queue[0] if self.queue else None

    @property
    def next_person(self) -> str | None:
        """Return the person to whom the referee at the screen hands over."""
        session = self.session
        return session.waiting if session.hand == REFEREE and session.live else None

    def _turn(self) -> int:
        return self.session.turn

    def _refresh(self) -> None:
        self._queue = None
        self.changed.emit()
        if self._fresh:
            self._fresh = False
            self._forced.start()
        if self.running:
            self._go_to_next()

    def _take_forced(self) -> None:
        """Make a choice that leaves no alternative; its line in the log reports it. A choice that was taken back waits for the person."""
        first = self.first
        if first is not None and first.code == "choice" and 0 < len(first.options) <= first.count and not self._busy:
            self.pick(tuple(name for name, _ in first.options))

    @property
    def _busy(self) -> bool:
        """Return whether an officer is thinking, or an order is in progress."""
        return self.session.is_thinking or self.session.core.under_way

    def _moved(self) -> None:
        """Handle progress of the current dogfight: notify only when the open decisions change."""
        before = self._announced
        self._queue = None
        first = self.first
        self._announced = first.key if first is not None else ""
        if self._announced != before:
            self._refresh()

    def walk(self) -> None:
        """Take the first decision by its button: order it, or pass over it and show the next. An open page comes first."""
        if self.on_page():
            return
        first = self.first
        if first is None:
            if self.session.watching and not self.session.is_over:
                self.session.step()
            elif self.next_person is not None:
                self.session.handover.emit(self.next_person)
            return
        if first.code == "fight":
            self.fight_asked.emit()
            return
        sealing = (self.session.pen, first.key)
        if first.code == "seal" and self.sealer is not None and self.session.pen == "":  # a referee has no planner
            self.sealer()
        elif first.code == "seal" and self.session.pen and sealing != self._preview and needs_preview(self.session.view(self.session.hand)):
            self._preview = sealing
            self._refresh()
        elif first.order is not None:
            self.order(first.order)
        elif first.ends:
            return
        else:
            self.leave()
            return
        self._point()

    def leave(self) -> None:
        """Pass over the first decision for a while, and show the next."""
        first = self.first
        if first is not None and not first.ends:
            self._passed[first.key] = self._turn()
            self._refresh()
        self._point()

    def may_ask(self, number: int) -> bool:
        """Return whether there is a decision about a raid, including one passed over."""
        found = open_decisions(self.session, self.settings.words, self.names)
        return any(decision.key == f"raid/{number}" for decision in found)

    def ask(self, number: int) -> None:
        """Put the decision about a raid first, even if it was passed over."""
        key = f"raid/{number}"
        self._passed.pop(key, None)
        self._queue = None
        self._queue = sorted(self.queue, key=lambda o: o.key != key)
        self.changed.emit()
        self._point()

    def order(self, order: Any) -> bool:
        """Give an order, or several; return whether all were accepted. A refused order stops none of the others; the session reports it."""
        try:
            if isinstance(order, tuple):
                return not self.session.play_all(self.session.hand, order)
            self.session.play(self.session.hand, order)
        except BobError:
            return False
        return True

    def cover(self, covered: bool) -> None:
        """A sheet that asks for the first decision itself came over the table, or went."""
        self.covered = covered
        if covered:
            self.stop()
        self.changed.emit()

    def pick(self, chosen: tuple[str, ...]) -> bool:
        """Answer a choice."""
        return self.order(Pick(chosen))

    def _point(self) -> None:
        first = self.first
        if first is not None and first.show is not None:
            self.show.emit(*first.show)

    def locate(self) -> None:
        """Show the subject of the first decision on the table."""
        self._point()

    # ---- running

    def run(self) -> None:
        """End turns until something happens. Starting again stops."""
        if self.running:
            self.stop()
            return
        if self.on_page():
            return
        if self.session.is_over or self.session.looking_back:
            return
        self.running, self._news = True, False
        view = self.session.view(self.session.seat)
        rooms = getattr(view, "raf", view)
        self._known = {track.number for track in getattr(rooms, "tracks", ())}
        if self.session.paused:
            self.session.pause(False)
        self.changed.emit()
        self._walk_on()

    def stop(self) -> None:
        """Stop the turns that run by themselves."""
        if self.running:
            self.running = False
            self._timer.stop()
            self.changed.emit()
            self.stopped.emit()

    def _entry(self, entry: Entry) -> None:
        self._fresh = True
        self._preview = None
        for event in entry.events:
            if event.code in STOPS and not self.session.watching:
                self._news = True
            if event.code == "plotted" and event.data["track"] not in self._known:
                self._known.add(event.data["track"])
                self._news = True

    def _go_to_next(self) -> None:
        """After a change: stop where something happened, else end the next turn after a while."""
        session = self.session
        first = self.first
        messages = self._news and not session.watching
        if session.is_over or session.paused or messages or (first is not None and first.code in ASKED):
            self.stop()
        elif not self._busy and not self._timer.isActive() and (first is not None or session.watching):
            self._timer.start(DELAYS[self.settings.speed])

    def _walk_on(self) -> None:
        session = self.session
        if not self.running or self._busy:
            return
        if session.watching:
            session.step()
        elif session.live and session.hand in session.to_move:
            first = self.first
            if first is None or first.code in ASKED or not self.order(Done()):
                self.stop()
