"""The story of a match, read turn by turn as one seat saw it, from its views and its log alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bob.core.dice import Roll
from bob.core.game import REFEREE, Event, Outcome
from bob.core.hexes import Hex
from bob.core.match import Match
from bob.core.record import Header
from bob.day.game import OperationalDay
from bob.day.state import time_of_day
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, DayView, EngagementView, LuftwaffeView, RafView, RaidUnitView, RefereeView, SquadronView, TrackView

BLIND_DICE = ("salt",)
"""Rolls without a purpose in the game: they are left out of the ledger."""


@dataclass(frozen=True, slots=True)
class TurnSpot:
    """The place of something at the beginning of a turn."""

    turn: int
    hex: Hex
    angels: int


@dataclass(slots=True)
class RaidStory:
    """A raid as it flew. `number` is that of its track, when the seat may know it."""

    code: str
    title: Mapping[str, str]
    plan: RaidPlan
    form_turn: int
    state: str
    bombed: bool
    units: tuple[RaidUnitView, ...]
    path: list[TurnSpot] = field(default_factory=list)
    number: int | None = None


@dataclass(slots=True)
class SquadronStory:
    """A squadron as it flew: each sortie is a list of places."""

    last: SquadronView
    sorties: list[list[TurnSpot]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Happening:
    """An event with its turn."""

    turn: int
    number: int
    event: Event


Models = tuple[str | None, ...]
ModelsOf = dict[tuple[int, int], Models]
"""By engagement and table the units of its models."""


@dataclass(slots=True)
class CombatAccount:
    """One engagement in the reports of each side; None for a side that the seat cannot hear.

    While it is not `over` the reports have its origin and no more. `events` are the choices of a resolver and the events of a dogfight,
    `models` for each of its tables the units of the models as far as they are known, `after` the immediate fates of its units.
    """

    number: int
    turn: int
    hex: str
    weather: str
    raf: Mapping[str, Any] | None = None
    luftwaffe: Mapping[str, Any] | None = None
    over: bool = False
    events: list[Event] = field(default_factory=list)
    models: tuple[Models, ...] = ()
    after: list[Event] = field(default_factory=list)

    def report(self, side: str) -> Mapping[str, Any] | None:
        """Return the report of a side."""
        return self.raf if side == RAF else self.luftwaffe

    @property
    def anchor(self) -> str:
        """The anchor of its account in a page."""
        return f"fight-{self.number}"


@dataclass(slots=True)
class Story:
    """All that a report needs, and nothing that its seat may not know."""

    seat: str
    common: Common
    start: int
    outcome: Outcome | None
    score: float | None
    points: tuple[Mapping[str, Any], ...]
    raids: list[RaidStory]
    tracks: tuple[TrackView, ...]
    squadrons: list[SquadronStory]
    combats: list[CombatAccount]
    happenings: list[Happening]
    rolls: list[tuple[int, int, Roll]]
    last_turn: int
    view: DayView

    @property
    def raf(self) -> bool:
        """True when the RAF's room is shown."""
        return self.seat in (RAF, REFEREE)

    @property
    def luftwaffe(self) -> bool:
        """True when the Luftwaffe's room is shown."""
        return self.seat in (LUFTWAFFE, REFEREE)

    def clock(self, turn: int) -> str:
        """The time of day at which a turn begins."""
        return time_of_day.at(self.start, turn)


def story(match: Match[Any], seat: str, tell: Callable[[int, int], None] | None = None) -> Story:
    """Return the story of a match as a seat saw it. `tell` is called with the number of entries read, and of all."""
    models: ModelsOf = {}
    views = _views(match, seat, models, tell)
    return _gone_through(seat, views, models, match.log(seat), match.game.outcome(match.position), _rolls(match) if seat == REFEREE else [])


@dataclass(frozen=True, slots=True)
class SeenDay:
    """A day as one seat has it: its views and events, and nothing hidden from it."""

    game: OperationalDay
    header: Header
    seat: str
    views: tuple[tuple[Any, bool], ...]
    """The views that it saw as JSON values, in their order, the one of now last; with each whether a turn began or it is the last one."""
    events: tuple[tuple[int, Event], ...]
    """The events that it heard, each with its number."""
    outcome: Outcome | None

    def story(self, tell: Callable[[int, int], None] | None = None) -> Story:
        """Return its story. `tell` is called with the number of views read, and of all."""
        models: ModelsOf = {}
        return _gone_through(self.seat, self._read(models, tell), models, self.events, self.outcome, [])

    def _read(self, models: ModelsOf, tell: Callable[[int, int], None] | None) -> Iterator[Any]:
        for done, (data, of_turn) in enumerate(self.views):
            fought = (
                (fight["number"], (fight.get("table") or {"number": 1})["number"])
                if (fight := data.get("engagement")) is not None
                else None
            )
            if not of_turn and (fought is None or fought in models):
                continue
            if tell is not None:
                tell(done, len(self.views))
            view = self.game.read_view(data)
            if view.engagement is not None and view.engagement.models:
                models.setdefault(_table_of(view.engagement), view.engagement.models)
            if of_turn:
                yield view


def _table_of(e: EngagementView) -> tuple[int, int]:
    """The numbers of an engagement in hand and of its table."""
    return e.number, e.table.number if e.table is not None else 1


def _gone_through(
    seat: str,
    views: Iterator[Any],
    models: ModelsOf,
    lines: Iterable[tuple[int, Event]],
    over: Outcome | None,
    rolls: list[tuple[int, int, Roll]],
) -> Story:
    """Return the story of a seat's views at the beginning of each turn and now, and of the events that it heard."""
    raids: dict[str, RaidStory] = {}
    squadrons: dict[str, SquadronStory] = {}
    view = None
    for view in views:
        raf, luftwaffe = rooms(view)
        if luftwaffe is not None:
            _follow_raids(raids, luftwaffe)
        if raf is not None:
            _follow_squadrons(squadrons, raf)
        if isinstance(view, RefereeView):
            _follow_tracks(raids, view)
    assert view is not None
    raf, luftwaffe = rooms(view)
    room = raf if raf is not None else luftwaffe
    assert room is not None
    common = room.common
    happenings = list(_happenings(lines))
    points: tuple[Mapping[str, Any], ...] = view.points if isinstance(view, RefereeView) else ()
    if over is not None and not points:
        ends = [h.event for h in happenings if h.event.code == "over"]
        points = tuple(ends[-1].data.get("came_from", ())) if ends else ()
    hours, minutes = map(int, common.clock.split(":"))
    return Story(
        seat,
        common,
        hours * 60 + minutes - 5 * (common.turn - 1),
        over,
        room.score if not isinstance(view, RefereeView) else view.score if over is not None else None,
        points,
        list(raids.values()),
        raf.tracks if raf is not None else (),
        [s for s in squadrons.values() if s.sorties or s.last.lost],
        [replace(c, models=tuple([models[key] for key in sorted(models) if key[0] == c.number])) for c in combats(happenings)],
        happenings,
        rolls,
        min(common.turn, common.turns),
        view,
    )


def _follow_tracks(raids: dict[str, RaidStory], view: RefereeView) -> None:
    """Set the track of each raid: the last that it had, though it may long be off the table."""
    for code, number in view.tracks.items():
        if code in raids:
            raids[code].number = number


def rooms(view: Any) -> tuple[RafView | None, LuftwaffeView | None]:
    """The rooms that a view shows."""
    if isinstance(view, RefereeView):
        return view.raf, view.luftwaffe
    return (view, None) if isinstance(view, RafView) else (None, view)


def _views(match: Match[Any], seat: str, models: ModelsOf, tell: Callable[[int, int], None] | None) -> Iterator[Any]:
    """Yield the views of the seat at the beginning of each turn, and at the end; put the models of each dogfight into `models`."""
    game = match.game
    for entry, position in zip(match.entries, match.positions(), strict=True):
        if any(event.code == "turn" for event in entry.events):
            if tell is not None:
                tell(entry.number, len(match.entries))
            yield game.view(position, seat)
        flown = position.combat.now
        if flown is not None and flown.battle is not None and (flown.engagement.number, len(flown.outcomes) + 1) not in models:
            found = game.view(position, seat).engagement
            models[flown.engagement.number, len(flown.outcomes) + 1] = found.models if found is not None else ()
    yield game.view(match.position, seat)


def _follow_raids(raids: dict[str, RaidStory], view: LuftwaffeView) -> None:
    turn = view.common.turn
    for raid in view.raids:
        known = raids.get(raid.code)
        if known is None:
            known = raids[raid.code] = RaidStory(
                raid.code, raid.title, raid.plan, raid.form_turn, raid.state, raid.bombed, raid.units or ()
            )
        known.state, known.bombed, known.form_turn, known.plan = raid.state, raid.bombed, raid.form_turn, raid.plan
        if raid.units:
            known.units = raid.units
        if any(u.state == "with_raid" and u.strength for u in raid.units) and (not known.path or known.path[-1].turn < turn):
            known.path.append(TurnSpot(turn, raid.hex, raid.angels))


def _follow_squadrons(squadrons: dict[str, SquadronStory], view: RafView) -> None:
    turn = view.common.turn
    here = {s.unit for s in view.squadrons}
    for gone in [unit for unit in squadrons if unit not in here and not squadrons[unit].sorties]:
        del squadrons[gone]
    for s in view.squadrons:
        known = squadrons.setdefault(s.unit, SquadronStory(s))
        was_up = known.last.box == "airborne" and bool(known.sorties)
        known.last = s
        if s.box == "airborne":
            if not was_up:
                known.sorties.append([])
            if not known.sorties[-1] or known.sorties[-1][-1].turn < turn:
                known.sorties[-1].append(TurnSpot(turn, s.hex, s.angels))


def _happenings(lines: Iterable[tuple[int, Event]]) -> Iterator[Happening]:
    turn = 1
    for number, event in lines:
        if event.code == "turn":
            turn = int(event.data["turn"])
        yield Happening(turn, number, event)


_AFTER = ("broke_off", "jettisoned", "squadron_destroyed", "unit_destroyed", "disrupted")
"""The events about a unit right after its engagement."""


def combats(happenings: Sequence[Happening]) -> Iterator[CombatAccount]:
    """The engagements in their order; the two reports of one have its number."""
    found: dict[int, CombatAccount] = {}
    hand: CombatAccount | None = None  # the engagement in progress, or reported last
    for h in happenings:
        event, data = h.event, h.event.data
        if event.code in ("met", "combat"):
            hand = found.setdefault(data["number"], CombatAccount(data["number"], h.turn, data["hex"], data["weather"]))
            if "track" in data:
                hand.raf = data
            else:
                hand.luftwaffe = data
            hand.over = event.code == "combat"
        elif event.code in ("resolver", "next_table"):
            if data["number"] in found:
                found[data["number"]].events.append(event)
        elif hand is not None and event.code == "dogfight":
            hand.events.append(event)
        elif hand is not None and hand.over:
            if event.code in _AFTER:
                hand.after.append(event)
            else:
                hand = None
    yield from found.values()


def _rolls(match: Match[Any]) -> list[tuple[int, int, Roll]]:
    """Every roll with its turn and the number of its entry."""
    found = []
    turn = 1
    for entry in match.entries:
        for roll in entry.rolls:
            if roll.purpose not in BLIND_DICE:
                found.append((turn, entry.number, roll))
        turn = next((int(e.data["turn"]) for e in reversed(entry.events) if e.code == "turn"), turn)
    return found


@dataclass(frozen=True, slots=True)
class LossAccount:
    """The losses of a unit: its strength, and the number lost."""

    unit: str
    aircraft: str
    sent: int
    lost: int


def losses(tale: Story) -> dict[str, list[LossAccount]]:
    """The units that lost aircraft, by side; only of the sides that the seat may know."""
    found: dict[str, list[LossAccount]] = {}
    if tale.raf:
        found[RAF] = [
            LossAccount(s.last.unit, s.last.aircraft, s.last.strength + s.last.lost, s.last.lost) for s in tale.squadrons if s.last.lost
        ]
    if tale.luftwaffe:
        units = {
            u.unit: LossAccount(u.unit, u.aircraft, u.sent, u.sent - u.strength) for r in tale.raids for u in r.units if u.sent > u.strength
        }
        known = {u.unit for r in tale.raids for u in r.units}
        for c in tale.combats:
            for unit, lost in (c.luftwaffe or {}).get("lost", {}).items():
                if lost and unit not in known:
                    before = units.get(unit)
                    sent = next(n for name, n in (c.luftwaffe or {})["units"] if name == unit)
                    units[unit] = LossAccount(unit, "", before.sent if before else sent, (before.lost if before else 0) + lost)
        found[LUFTWAFFE] = list(units.values())
    return {side: sorted(found[side], key=lambda loss: (-loss.lost, loss.unit)) for side in found}


def claims(tale: Story, side: str) -> int:
    """Return the number of aircraft that a side claims to have shot down."""
    return sum(int(report["claims"]) for c in tale.combats if c.over and (report := c.report(side)) is not None)
