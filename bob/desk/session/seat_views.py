"""The visible part of a game: the views of a seat, its log, the time machine, and the queries of widgets before an order."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal

from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Event, Outcome
from bob.core.hexes import Hex, distance
from bob.core.match import Match
from bob.core.record import Entry
from bob.data.theatre import Theatre
from bob.data.units import Posting
from bob.day.game import OperationalDay
from bob.day.rules.climbing import flown
from bob.day.rules.control import AHEAD, Meeting
from bob.day.rules.planning import Fault
from bob.day.rules.reach import Reach, of_squadron
from bob.day.rules.timetable import Step, timetable, types_of
from bob.day.rules.wings import flown_as, stack_of
from bob.day.state.orders import Scramble, given
from bob.day.state.position import GROUND, LUFTWAFFE, RAF
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, DayView, LuftwaffeView, RafView, RefereeView, SquadronView, TrackView
from bob.day.state.world import World
from bob.driver import AnyDriver, AnyRecord
from bob.driver.remote import RemoteDriver
from bob.staff.advice.fighter_command.alert_ladder import Rung, rungs
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople, people, postings
from bob.staff.rules import Rules, rules
from bob.words import Words

if TYPE_CHECKING:
    from bob.desk.session.leaves import ReportLeaves
    from bob.report.story import SeenDay

_KEPT = 48


class Shown(Protocol):
    """The source of sheets: the view and the log of a seat."""

    @property
    def seat(self) -> str: ...
    @property
    def world(self) -> World: ...
    @property
    def rules(self) -> Rules: ...
    def view(self, seat: str) -> Any:
        """Return the view of the seat. Raises Refused for another."""
        ...

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """Return the log of the seat. Raises Refused for another."""
        ...

    def report(self, words: Words) -> Callable[..., ReportLeaves]:
        """Return the layout function of the day's report."""
        ...


class FrozenView:
    """The view of a current game for one side, and nothing else: anything made from this holds no secret of the other."""

    def __init__(self, viewer: SeatViews, seat: str) -> None:
        """Raises Refused when the screen may not have the eyes of that seat."""
        self.seat = seat
        self.world, self.rules = viewer.world, viewer.rules
        self._view = viewer.at(viewer.number, seat)
        self._log = viewer.match.log(seat)
        self.report = partial(_report, viewer.core, seat, theatre=viewer.world.theatre)

    def view(self, seat: str) -> Any:
        """Return the view of the side. Raises Refused for another."""
        self._check_seat(seat)
        return self._view

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """Return the log of the side. Raises Refused for another."""
        self._check_seat(seat)
        return list(self._log)

    def _check_seat(self, seat: str) -> None:
        if seat != self.seat:
            raise Refused("sitting.secret")


class SecondView:
    """A game through the eyes of one room, for a second table beside the first. All else is the game's own."""

    def __init__(self, viewer: SeatViews, seat: str) -> None:
        self._viewer = viewer
        self.seat = seat
        self.live = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._viewer, name)


def _report(core: AnyDriver, seat: str, words: Words, theatre: Theatre) -> Callable[..., ReportLeaves]:
    from bob.desk.session.leaves import report

    return report(record_of(core), seat, words, theatre)


def record_of(core: AnyDriver) -> Match[Any] | SeenDay:
    """Return the source of a day's report: the match, or for a remote match the part that the seat has received. Raises BobError while
    that is still loading."""
    from bob.report.story import SeenDay

    if not isinstance(core, RemoteDriver) or core.is_whole:
        return core.truth()
    if (lacking := len(core.views_lacking)) and not core.looks_on:
        raise BobError("wire.views_coming", lacking=lacking)
    assert isinstance(core.match.game, OperationalDay)
    return SeenDay(core.match.game, core.match.header, core.seat, core.turn_views, tuple(core.match.log(core.seat)), core.outcome)


def common_of(view: DayView) -> Common:
    """Return the knowledge common to both sides, from a view of any seat."""
    return view.raf.common if isinstance(view, RefereeView) else view.common


class SeatViews(QObject):
    """A match as the screen may show it. `seat` is whose eyes the screen has, `seated` who gives orders."""

    changed = Signal()
    """Something that is shown may have changed: ask for the view again."""
    seat_changed = Signal(str)
    looked = Signal()
    """The time machine moved."""

    def __init__(self, core: AnyDriver, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.core = core
        self.seats: Mapping[str, str] = core.seats
        game = core.match.game
        assert isinstance(game, OperationalDay)
        self.days = game.days
        """The days of a user's own that the game has."""
        self.rules: Rules = rules(game.world.under(common_of(core.view(core.screen.seat)).switches))
        self._views: OrderedDict[tuple[int, str], Any] = OrderedDict()
        self._rungs: tuple[RafView, list[Rung]] | None = None
        self._people: tuple[RafView, dict[str, SquadronPeople]] | None = None
        self._posted: dict[str, Posting] | None = None
        self._at: int | None = None
        self._pen = ""
        self._seat = self.seated

    # ---- seats

    @property
    def seat(self) -> str:
        """Return the viewing seat of the screen: the only one whose view may be shown."""
        return self._seat

    @property
    def seated(self) -> str:
        """Return the seat that gives orders at the screen."""
        return self.core.screen.seat

    @property
    def hand(self) -> str:
        """In whose name orders are given at the screen: of who sits there, but a referee may take up the pen of a side that owes some."""
        return self._pen if self._pen and self._pen in self.core.to_move else self.seated

    @property
    def ordering(self) -> Any:
        """Return the view of the side for which orders are given now, or the shown view where none can be given."""
        return self.view(self.hand if self.live and self.hand != REFEREE else self._seat)

    @property
    def pen(self) -> str:
        """Return the side in whose name the referee gives orders; empty for none."""
        return self._pen

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats that people sit at, the referee's last."""
        return tuple(seat for seat in (RAF, LUFTWAFFE, REFEREE) if seat in self.core.outside)

    @property
    def live(self) -> bool:
        """Return whether the screen shows the present, as seen by the seat that gives orders or the side in whose name it gives them."""
        return self._at is None and self._seat in (self.seated, self.hand)

    def may_look(self, seat: str) -> bool:
        """Return whether the screen may show another seat's view: always for the referee, for all when the game is over."""
        return self.core.screen.may_look(seat)

    def look_as(self, seat: str) -> None:
        """Look through the eyes of a seat. Raises Refused when it is another's secret."""
        self.core.screen.look(seat)
        self._show(seat)

    def _show(self, seat: str) -> None:
        if seat != self._seat:
            self._seat = seat
            self.seat_changed.emit(seat)
        self.changed.emit()

    # ---- views

    @property
    def match(self) -> AnyRecord:
        """The entries as far as they are here."""
        return self.core.match

    def truth(self) -> Match[Any]:
        """The whole match. Raises Refused where no more than a seat's part of it is here."""
        return self.core.truth()

    @property
    def turn(self) -> int:
        """The turn of now, whatever is looked at."""
        return common_of(self._view(self.number, self.seated)).turn

    @property
    def world(self) -> World:
        """The frozen surroundings: map, tables, types."""
        return self.rules.world

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.match.entries) - 1

    @property
    def shown(self) -> int:
        """The number of the entry that the view is of: the last, or that of the time machine."""
        return self.number if self._at is None else self._at

    @property
    def is_over(self) -> bool:
        return self.core.is_over

    @property
    def outcome(self) -> Outcome | None:
        return self.core.outcome

    def view(self, seat: str) -> Any:
        """Return the view of a seat at the place of the time machine. Raises Refused for a forbidden view."""
        self.core.screen.look(seat)
        return self._view(self.shown, seat)

    def at(self, number: int, seat: str) -> Any:
        """Return the view of a seat after the entry of that number. Raises Refused, IndexError."""
        self.core.screen.look(seat)
        return self._view(number, seat)

    def _view(self, number: int, seat: str) -> Any:
        key = (number, seat)
        if key not in self._views:
            self._views[key] = self.core.view(seat) if number == self.number else self.core.view_after(number, seat)
            while len(self._views) > _KEPT:
                self._views.popitem(last=False)
        self._views.move_to_end(key)
        return self._views[key]

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """Return the log of a seat up to the place of the time machine, each event with the number of its entry. Raises Refused."""
        self.core.screen.look(seat)
        return [(number, event) for number, event in self.match.log(seat) if number <= self.shown]

    def report(self, words: Words) -> Callable[..., ReportLeaves]:
        """Return the layout function of the day's report for the shown seat; when the day is over, of the whole day."""
        whole = self.is_over and self.may_look(REFEREE)
        return _report(self.core, REFEREE if whole else self.seat, words, self.world.theatre)

    def heard(self, entry: Entry) -> Entry:
        """Return an entry with only the parts that the seat at the screen may know."""
        return self.core.heard(entry, self._seat)

    def entries(self) -> list[Entry]:
        """All entries up to the one shown, as the seat at the screen may know them."""
        return [self.heard(entry) for entry in self.match.entries[: self.shown + 1]]

    def turn_ends(self) -> list[tuple[int, int]]:
        """For each turn the number of the entry after which it stood, for the time machine."""
        found: dict[int, int] = {0: 0}
        turn = 0
        for entry in self.match.entries:
            for event in entry.events:
                if event.code == "turn":
                    turn = int(event.data["turn"])
            found[turn] = entry.number
        return sorted(found.items())

    def turn_began(self, before: int | None = None) -> int:
        """The number of the entry in which the turn of now began, or that in which the game stood before an entry."""
        entries = self.match.entries[:before]
        return next((e.number for e in reversed(entries) if any(event.code == "turn" for event in e.events)), 0)

    def ordered_off(self) -> dict[str, Scramble]:
        """Return how squadrons were ordered off this turn, as far as the seat at the screen may know it: a squadron on the ground does
        not show its destination."""
        if self.seat not in (RAF, REFEREE):
            return {}
        orders = [given(entry.seat, entry.order) for entry in self.match.entries[self.turn_began() : self.shown + 1]]
        return {order.unit: order for seat, order in orders if seat == RAF and isinstance(order, Scramble)}

    def ladder(self, view: RafView) -> list[Rung]:
        """Return the threats, the most pressing first; computed once for each view."""
        if self._rungs is None or self._rungs[0] is not view:
            self._rungs = view, rungs(self.rules, view, self.ordered_off())
        return self._rungs[1]

    def people(self) -> dict[str, SquadronPeople]:
        """Return the people of the squadrons of the shown view; empty for a seat without squadrons."""
        view = self._raf()
        if view is None:
            return {}
        if self._people is None or self._people[0] is not view:
            if self._posted is None:
                self._posted = postings(self.world, view)
            log = [(number, event) for number, event in self.match.log(RAF) if number <= self.shown]
            self._people = view, people(self.world, view, self._posted, log)
        return self._people[1]

    # ---- the time machine

    @property
    def looking_back(self) -> bool:
        return self._at is not None

    def look(self, number: int | None) -> None:
        """Show the game as it was after the entry of that number; None for the present."""
        at = None if number is None or number >= self.number else max(0, number)
        if at != self._at:
            self._at = at
            self.looked.emit()
            self.changed.emit()

    # ---- what a widget asks before an order is given; all from the view

    def squadron(self, unit: str) -> SquadronView | None:
        """A squadron of the view that is shown."""
        view = self._raf()
        return next((s for s in view.squadrons if s.unit == unit), None) if view is not None else None

    def track(self, number: int) -> TrackView | None:
        """A track of the view that is shown."""
        view = self._raf()
        return next((t for t in view.tracks if t.number == number), None) if view is not None else None

    def ordered_height(self, s: SquadronView) -> int | None:
        """The height at which a squadron was sent; None when it was not, or is called home."""
        if s.scrambling:
            order = self.ordered_off().get(s.unit)
            return order.angels if order is not None else None
        return s.vector["angels"] if s.box == "airborne" and s.vector is not None and s.vector["kind"] != "home" else None

    def height(self, s: SquadronView, track: TrackView | None = None) -> int:
        """Return the height at which to send a squadron: the ordered one if any, else the advised one."""
        ordered = self.ordered_height(s)
        return self.rules.suggested(s, track) if ordered is None else ordered

    def stack(self, s: SquadronView) -> list[SquadronView]:
        """Those that fly as one with a squadron, the first of its Wing first (OPS-B2.6)."""
        view = self._raf()
        return stack_of(view.squadrons, s) if view is not None else [s]

    def reach(self, unit: str, track: int, angels: int | None = None) -> Meeting | str:
        """Return where and in how many turns a squadron, with its Wing, would meet a track, including the climb to a height, or the key
        of the words for the reason why not (OPS-B6.5). Without a height it uses the one at which the squadron would be sent."""
        squadron, raid = self.squadron(unit), self.track(track)
        if squadron is None or squadron.strength <= 0:
            return "desk.reach.no_squadron"
        if raid is None or raid.faded or raid.level <= 0:
            return "desk.reach.no_track"
        if squadron.box not in ("ready", "airborne"):
            return "desk.reach.not_ready"
        way, stack = self.rules.way(raid), self.stack(squadron)
        met = self.rules.met(squadron, way, self.height(squadron, raid) if angels is None else angels, stack)
        if met is not None:
            return met
        return "desk.reach.no_climb" if self.rules.met(squadron, way, None, stack) is not None else "desk.reach.out_of_reach"

    def reach_area(self, unit: str) -> frozenset[Hex]:
        """The hexes that a squadron, and all who fly with it, have the fuel to fly to and come home (OPS-B2.5)."""
        squadron = self.squadron(unit)
        if squadron is None:
            return frozenset()
        found = [of_squadron(self.world, each) for each in self.stack(squadron)]
        areas = [Reach(self.world).within(r) if r is not None else frozenset() for r in found]
        return frozenset.intersection(*areas)

    def reach_hex(self, unit: str, h: Hex, angels: int | None = None) -> int | str:
        """In how many turns a squadron would be over a hex at a height, or the key of the words that says why it cannot be (OPS-B2.5).
        Without a height it is the one that it would be sent at."""
        squadron = self.squadron(unit)
        if squadron is None or squadron.strength <= 0:
            return "desk.reach.no_squadron"
        if squadron.box not in ("ready", "airborne"):
            return "desk.reach.not_ready"
        if h in self.world.barred:
            return "desk.reach.far_shore"
        stack, goal = self.stack(squadron), self.height(squadron) if angels is None else angels
        if not all(self.rules.far_enough(each, h) for each in stack):
            return "desk.reach.too_far"
        kinds = tuple(s.aircraft for s in stack)
        far = flown(self.world, kinds, squadron.angels, goal, flown_as(len(stack)), AHEAD)
        away = distance(squadron.hex, h)
        turns = next((turns for turns, come in enumerate(far) if come >= away), AHEAD)
        return turns + (squadron.box in GROUND)

    def faults(self, plan: RaidPlan, others: Sequence[RaidPlan] | None = None) -> list[Fault]:
        """All that is wrong with a plan beside the other raids of the view (OPS-B3.2); empty for who sees no plans."""
        view = self._luftwaffe()
        if view is None:
            return []
        beside = [raid.plan for raid in view.raids if raid.plan.code != plan.code] if others is None else list(others)
        return self.rules.faults(view, plan, beside)

    def remarks(self, plan: RaidPlan) -> list[Fault]:
        """The faults of a plan beside the other raids of the view or, when it has none, the warnings."""
        view = self._luftwaffe()
        if view is None:
            return []
        beside = [raid.plan for raid in view.raids if raid.plan.code != plan.code]
        return self.faults(plan, beside) or self.rules.warnings(view, plan, beside)

    def timetable(self, plan: RaidPlan) -> list[Step]:
        """A plan turn by turn."""
        view = self._luftwaffe()
        return [] if view is None else timetable(self.world, plan, types_of(self.world, self.rules.posted(view), plan), view.head_wind)

    def _raf(self) -> RafView | None:
        view = self.view(self._seat)
        return view.raf if isinstance(view, RefereeView) else view if isinstance(view, RafView) else None

    def _luftwaffe(self) -> LuftwaffeView | None:
        view = self.view(self._seat)
        return view.luftwaffe if isinstance(view, RefereeView) else view if isinstance(view, LuftwaffeView) else None
