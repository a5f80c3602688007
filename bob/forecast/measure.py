"""The measures of a played day, aspect by aspect (OPS-C10.1): transient ones while it runs, the rest from its log."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, PART, RAF, DayPosition, Raid
from bob.day.state.time_of_day import MINUTES
from bob.day.state.world import World
from bob.forecast.history import AspectName

GREAT, HIGH = 3, 12
"""The least number of Gruppen of a great raid, and the least Angels of a high one (OPS-C1.3)."""

BOMBER_RAIDS = ("main", "dive_bombing", "low_level", "jabo")


def lost_on_ground(p: DayPosition) -> int:
    """The aircraft that Fighter Command lost on the ground; those of other Commands are of no squadron of its (OPS-C7.3)."""
    return sum(point.count for point in p.points if point.code == "raf_on_ground" and point.rule != "OPS-C7.3")


@dataclass(frozen=True, slots=True)
class MeasuredFight:
    """A fight of Fighter Command: when, whether with fighters, whether above the enemy, and its squadrons."""

    turn: int
    fighters: bool
    above: bool
    squadrons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredRaid:
    """A raid: its Gruppen and height, when it was first on the table and came over the coast, whether it bombed, and was met, at all and
    before its bombs; `fighters` are the aircraft that fought it before them, each fight by itself."""

    code: str
    type: str
    gruppen: int
    angels: int
    plotted: int | None
    over_coast: int | None
    bombed: bool
    met: bool
    before: bool = False
    fighters: int = 0

    @property
    def great(self) -> bool:
        """True for a raid that is seen from far off (OPS-C1.3)."""
        return self.gruppen >= GREAT and self.angels >= HIGH

    @property
    def warning(self) -> int | None:
        """The minutes from its first plot to the coast."""
        if self.over_coast is None:
            return None
        return MINUTES * max(0, self.over_coast - self.plotted) if self.plotted is not None else 0


@dataclass(frozen=True, slots=True)
class MeasuredDay:
    """A played day. `up` are the turns in which squadrons were in the air for the first time of a sortie."""

    start: int
    fights: tuple[MeasuredFight, ...]
    up: tuple[int, ...]
    raids: tuple[MeasuredRaid, ...]
    totals: Mapping[str, float]


@dataclass(slots=True)
class DayObserver:
    """A day under way, looked at once a turn: when each raid was first on the table, and when it came over the coast."""

    match: Match[DayPosition]
    turn: int = 0
    plotted: dict[str, int] = field(default_factory=dict)
    over_coast: dict[str, int] = field(default_factory=dict)

    def look(self, *_: object) -> None:
        """Measure the day when a turn has begun; call it after each order."""
        p = self.match.position
        if p.phase != "orders" or p.turn == self.turn:
            return
        self.turn = p.turn
        for track in p.tracks:
            if track.level > 0 and not track.faded:
                for group in track.groups:
                    self.plotted.setdefault(group.partition(PART)[0], p.turn)
        game = self.match.game
        assert isinstance(game, OperationalDay)
        for code, raid in p.raids.items():
            if raid.state == "flying" and code not in self.over_coast and game.world.ground(raid.hex).british:
                self.over_coast[code] = p.turn

    def measured(self) -> MeasuredDay:
        """The whole day, when it is over."""
        p, world = self.match.position, self._world()
        fights: list[MeasuredFight] = []
        up: list[int] = []
        fought: dict[str, list[tuple[int, int]]] = {}
        fields: set[str] = set()
        stations: set[str] = set()
        landings, turn = 0, 1
        for entry in self.match.entries:
            for event in entry.events:
                data = event.data
                if event.code == "turn":
                    turn = data["turn"]
                elif event.code == "combat" and RAF in event.to:
                    fighters = any(world.types[aircraft].fighter for aircraft, *_ in data["foes"])
                    squadrons = tuple([_squadron(unit) for unit, _ in data["units"]])
                    fights.append(MeasuredFight(turn, fighters, data["posture"] in ("advantage", "bounce"), squadrons))
                elif event.code == "combat":
                    fought.setdefault(data["raid"], []).append((turn, sum(count for _, count, *_ in data["foes"])))
                elif event.code == "took_off":
                    up.append(turn + 1)
                elif event.code == "lost_landing" and LUFTWAFFE in event.to:
                    landings += data["aircraft"]
                elif event.code == "bombed" and data["target"] in p.airfields:
                    fields.add(data["target"])
                elif event.code == "station_damaged":
                    stations.add(data["station"])
        on_ground = lost_on_ground(p)
        lost = sum(unit.sent - unit.strength for raid in p.raids.values() for unit in raid.units)
        sorties = sum(s.sorties for s in p.squadrons.values())
        totals = {
            "luftwaffe_lost": lost,
            "raf_lost": sum(s.lost for s in p.squadrons.values()) - on_ground,
            "raf_on_ground": on_ground,
            "luftwaffe_sorties": sum(unit.sent for raid in p.raids.values() for unit in raid.units),
            "raf_sorties": sorties,
            "contact_share": 100 * sum(s.contacts for s in p.squadrons.values()) / max(1, sorties),
            "landing_share": 100 * landings / max(1, lost),
            "fields_hit": len(fields),
            "stations_hit": len(stations),
        }
        raids = tuple([self._raid(raid, fought.get(code, [])) for code, raid in p.raids.items() if raid.units])
        return MeasuredDay(p.start, tuple(fights), tuple(up), raids, totals)

    def _raid(self, raid: Raid, fights: Sequence[tuple[int, int]]) -> MeasuredRaid:
        """A raid by its fights: the turn of each, and Fighter Command's aircraft in it."""
        plan = raid.plan
        least = self._world().figures["units"]["staffel_most"]
        gruppen = sum(u.aircraft > least for u in plan.units)
        seen, came = self.plotted.get(plan.code), self.over_coast.get(plan.code)
        before = [count for turn, count in fights if raid.bomb_turn is None or turn <= raid.bomb_turn]
        return MeasuredRaid(
            plan.code, plan.type, gruppen, plan.form_angels, seen, came, raid.bombed, bool(fights), bool(before), sum(before)
        )

    def _world(self) -> World:
        game = self.match.game
        assert isinstance(game, OperationalDay)
        return game.world


def _squadron(unit: str) -> str:
    """The squadron of a unit, which may be a flight of it."""
    return unit.removesuffix(" A").removesuffix(" B")


def value(day: MeasuredDay, name: AspectName, hours: tuple[int, int] | None = None) -> float | None:
    """An aspect of a day, of these minutes after midnight alone if they are given; None where the day had nothing of the kind."""
    if name in day.totals:
        return day.totals[name]
    if name == "squadrons_engaged":
        return float(len({unit for fight in day.fights if _is_within(day, fight.turn, hours) for unit in fight.squadrons}))
    if name in ("raf_above", "raf_above_fighters"):
        fights = [fight for fight in day.fights if fight.fighters or name == "raf_above"]
        return 100 * statistics.fmean(fight.above for fight in fights) if fights else None
    if name == "raids_met":
        bombers = [raid for raid in day.raids if raid.type in BOMBER_RAIDS and (raid.over_coast is not None or raid.met)]
        return 100 * statistics.fmean(raid.met for raid in bombers) if bombers else None
    if name == "first_up":
        found = [_first_up(day, raid) for raid in day.raids if raid.great and raid.over_coast is not None]
    elif name == "warning":
        found = [raid.warning for raid in day.raids if raid.great]
    else:
        found = [raid.warning for raid in day.raids if raid.type == "low_level"]
    known = [minutes for minutes in found if minutes is not None]
    return statistics.median(known) if known else None


def _is_within(day: MeasuredDay, turn: int, hours: tuple[int, int] | None) -> bool:
    return hours is None or hours[0] <= day.start + MINUTES * (turn - 1) < hours[1]


def great_met(day: MeasuredDay) -> float | None:
    """The share of the great raids with bombs that were met before these, in per cent; None for a day without any (OPS-D4.11)."""
    great = _great(day)
    return 100 * statistics.fmean(raid.before for raid in great) if great else None


def great_fought(day: MeasuredDay) -> float | None:
    """The fighters that fought a great raid with bombs before these, on the average; None for a day without any (OPS-D4.11)."""
    great = _great(day)
    return statistics.fmean(raid.fighters for raid in great) if great else None


def _great(day: MeasuredDay) -> list[MeasuredRaid]:
    return [raid for raid in day.raids if raid.great and raid.type in BOMBER_RAIDS and (raid.over_coast is not None or raid.met)]


def _first_up(day: MeasuredDay, raid: MeasuredRaid) -> int | None:
    """The minutes from a raid's first plot until a squadron next left the ground."""
    if raid.plotted is None:
        return None
    return min((MINUTES * (turn - raid.plotted) for turn in day.up if turn >= raid.plotted), default=None)


def quantiles(values: Sequence[float], shares: Sequence[float] = (0.1, 0.5, 0.9)) -> list[float]:
    """Return the quantiles of these shares, interpolated between two neighbours."""
    ordered = sorted(values)
    found = []
    for share in shares:
        at = share * (len(ordered) - 1)
        low = int(at)
        high = min(low + 1, len(ordered) - 1)
        found.append(ordered[low] + (ordered[high] - ordered[low]) * (at - low))
    return found


@dataclass(frozen=True, slots=True)
class Spread:
    """An aspect over many runs: its values, in order."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, days: Sequence[MeasuredDay], name: AspectName, hours: tuple[int, int] | None = None) -> Spread:
        return cls(tuple(sorted(found for day in days if (found := value(day, name, hours)) is not None)))

    def at(self, share: float) -> float:
        """Return the quantile of that share."""
        return quantiles(self.values, (share,))[0]

    def place(self, true: float) -> float:
        """The share of the runs that stay below a figure, those that equal it counted as half."""
        return sum((v < true) + (v == true) / 2 for v in self.values) / len(self.values)

    def near(self, true: float) -> bool:
        """Return whether the median is within 35 % of a figure (OPS-B13)."""
        return abs(self.at(0.5) - true) <= 0.35 * true

    def within(self, true: float, low: float, high: float) -> bool:
        """Return whether a figure is between two quantiles."""
        return self.at(low) <= true <= self.at(high)
