"""The fates of the raids of one flown day: bombs, losses by cause, interceptions, warning given, escorts in place, fuel at home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bob.core.game import Event
from bob.day.game import OperationalDay
from bob.day.rules.planning import SWEEPS
from bob.day.rules.weather import bad_over
from bob.day.state.position import LUFTWAFFE, PART, RAF, DayPosition, Raid
from bob.day.state.raid_plan import BOMBING_ROLES

ABOVE = ("advantage", "bounce")
"""The postures of a side that begins a fight above the other."""

Dropped = Literal["primary", "secondary", "astray", "no"]
"""The fate of a raid's bombs: on the primary target, on the secondary, elsewhere in the belief to be over the target, not dropped."""


@dataclass(frozen=True, slots=True)
class RaidSpot:
    """Something that happened to a raid at a place of the map, and when; `count` aircraft, for a meeting those of the RAF."""

    kind: Literal["met", "lost", "flak"]
    hex: str
    turn: int
    count: int


@dataclass(frozen=True, slots=True)
class RaidFate:
    """One raid of one flown day. `bombs` are the points of its bombs; `lost` is by unit, `flak` and `landing` the parts of it due to
    guns and landings, `downed` the part due to fights. `escorts` and `bombers` are the aircraft over the target, None when it did not
    come so far; `met` is the turn of the first fight, `squadrons` are those of all, `above` is true when the RAF began the first one
    above. `fuel` is the least with which a unit landed."""

    code: str
    formed: int | None
    dropped: Dropped
    bombs: float
    lost: dict[str, int]
    flak: int
    landing: int
    met: int | None
    before: bool
    above: bool
    squadrons: tuple[str, ...]
    downed: int
    plotted: int | None
    coast: int | None
    escorts: int | None
    bombers: int | None
    cloud: bool
    off_course: bool
    fuel: int | None
    spots: tuple[RaidSpot, ...] = ()

    @property
    def lost_in_all(self) -> int:
        return sum(self.lost.values())

    @property
    def warning(self) -> int | None:
        """The turns from its first plot to the coast."""
        if self.coast is None:
            return None
        return max(0, self.coast - self.plotted) if self.plotted is not None else 0


@dataclass(frozen=True, slots=True)
class DayFate:
    """One flown day: its raids, its victory points, the losses of each side, the enemy's officer, the band of its result, if it ended."""

    number: int
    enemy: str
    points: float
    band: str | None
    luftwaffe_lost: int
    raf_lost: int
    raf_on_ground: int
    raf_sorties: int
    raids: tuple[RaidFate, ...]
    raf_units: dict[str, int] = field(default_factory=dict)
    """The aircraft lost by squadron."""

    def raid(self, code: str) -> RaidFate | None:
        return next((raid for raid in self.raids if raid.code == code), None)


@dataclass(slots=True)
class _Seen:
    """The notes on a raid while it flies."""

    formed: int | None = None
    bombs: float = 0.0
    flak: int = 0
    landing: int = 0
    met: int | None = None
    above: bool = False
    squadrons: list[str] = field(default_factory=list)
    downed: int = 0
    plotted: int | None = None
    coast: int | None = None
    escorts: int | None = None
    bombers: int | None = None
    cloud: bool = False
    fuel: int | None = None
    spots: list[RaidSpot] = field(default_factory=list)


class Watch:
    """A watcher of a day flown from a position on that notes the fates of its raids from there."""

    def __init__(self, game: OperationalDay, p: DayPosition) -> None:
        self._world = game.world
        self._turn = p.turn
        self._looked = 0
        self._had = {(code, u.unit): u.strength for code, raid in p.raids.items() for u in raid.units}
        """The aircraft that each unit had at the beginning, by its raid, if it was in the air then or had been."""
        self._bombed = frozenset(code for code, raid in p.raids.items() if raid.bombed)
        self._raids: dict[str, _Seen] = {}
        self._raf: Mapping[str, Any] = {}
        """The last fight in the RAF's report: the Luftwaffe's report comes next."""

    def hear(self, p: DayPosition, events: Iterable[Event]) -> None:
        """Note the results of an order. The position is that at the end of it: nothing has moved since bombs fell and units landed."""
        for event in events:
            code, data = event.code, event.data
            if code == "turn":
                self._turn = data["turn"]
            elif code == "combat" and RAF in event.to:
                self._raf = data
            elif LUFTWAFFE not in event.to:
                continue
            elif code == "combat":
                self._fight(p, data)
            elif code == "formed":
                self._seen_raid(data["raid"]).formed = self._turn
            elif code == "bombs":
                self._bombs(p, data)
            elif code == "raider_landed":
                self._landed(p, data)
            elif code == "lost_landing":
                raid = _of_unit(p, data["unit"], self._turn)
                if raid is not None:
                    self._seen_raid(raid).landing += data["aircraft"]
            elif code in ("flak", "balloons_hit") and (shot := data.get("destroyed", 1)):
                self._flak(data, shot)
        if p.phase == "orders" and p.turn != self._looked:
            self._looked = p.turn
            self._look(p)

    def lost(self, p: DayPosition) -> int:
        """The aircraft that the Luftwaffe has lost since the beginning."""
        return sum(self._had.get((code, u.unit), u.sent) - u.strength for code, raid in p.raids.items() for u in raid.units)

    def fates(self, p: DayPosition) -> tuple[RaidFate, ...]:
        """Return the fates so far of the raids on the plan, in its order."""
        return tuple([self._fate(raid) for raid in p.raids.values() if not raid.plan.code.startswith(SWEEPS)])

    def _seen_raid(self, raid: str) -> _Seen:
        return self._raids.setdefault(raid, _Seen())

    def _look(self, p: DayPosition) -> None:
        """Note once a turn the raids that have come on the table, and over the coast."""
        for track in p.tracks:
            if track.level > 0 and not track.faded:
                for group in track.groups:
                    seen = self._seen_raid(group.partition(PART)[0])
                    seen.plotted = p.turn if seen.plotted is None else seen.plotted
        for code, raid in p.raids.items():
            if raid.state == "flying" and self._world.ground(raid.hex).british:
                seen = self._seen_raid(code)
                seen.coast = p.turn if seen.coast is None else seen.coast

    def _fight(self, p: DayPosition, data: Mapping[str, Any]) -> None:
        seen = self._seen_raid(data["raid"])
        if seen.met is None:
            seen.met, seen.above = self._turn, self._raf["posture"] in ABOVE
        seen.squadrons.extend(unit for unit, _ in self._raf["units"] if unit not in seen.squadrons)
        seen.spots.append(RaidSpot("met", data["hex"], self._turn, sum(count for _, count in self._raf["units"])))
        lost: dict[str, int] = {}
        for unit, count in data["lost"].items():
            own = _raid_of(p, unit, data["raid"])
            lost[own] = lost.get(own, 0) + count
        for own, count in lost.items():
            self._seen_raid(own).downed += count
            if count:
                self._seen_raid(own).spots.append(RaidSpot("lost", data["hex"], self._turn, count))

    def _bombs(self, p: DayPosition, data: Mapping[str, Any]) -> None:
        raid, seen = p.raids[data["raid"]], self._seen_raid(data["raid"])
        where = f"{data['target']}: {data['unit']}"
        seen.bombs += sum(x.points for x in p.points if x.code == "bombing" and x.turn == self._turn and x.where == where)
        if seen.bombers is None:
            there = [u for u in raid.units if u.strength > 0 and u.hex == raid.hex and u.state in ("with_raid", "going_home")]
            seen.bombers = sum(u.strength for u in there if u.role in BOMBING_ROLES)
            seen.escorts = sum(u.strength for u in there if u.role not in BOMBING_ROLES)
            seen.cloud = bad_over(self._world, p, raid.hex, raid.angels)

    def _landed(self, p: DayPosition, data: Mapping[str, Any]) -> None:
        seen = self._seen_raid(data["raid"])
        unit = next(u for u in p.raids[data["raid"]].units if u.unit == data["unit"])
        seen.fuel = unit.fuel if seen.fuel is None else min(seen.fuel, unit.fuel)

    def _flak(self, data: Mapping[str, Any], shot: int) -> None:
        seen = self._seen_raid(data["raid"])
        seen.flak += shot
        seen.spots.append(RaidSpot("flak", data["hex"], self._turn, shot))

    def _fate(self, raid: Raid) -> RaidFate:
        seen = self._seen_raid(raid.plan.code)
        dropped: Dropped = "no"
        if raid.bombed:
            dropped = "astray" if raid.decoyed else "secondary" if raid.diverted else "primary"
        return RaidFate(
            code=raid.plan.code,
            formed=seen.formed,
            dropped=dropped,
            bombs=seen.bombs,
            lost={u.unit: self._had.get((raid.plan.code, u.unit), u.sent) - u.strength for u in raid.units},
            flak=seen.flak,
            landing=seen.landing,
            met=seen.met,
            before=seen.met is not None and raid.plan.code not in self._bombed and (raid.bomb_turn is None or seen.met <= raid.bomb_turn),
            above=seen.above,
            squadrons=tuple(seen.squadrons),
            downed=seen.downed,
            plotted=seen.plotted,
            coast=seen.coast,
            escorts=seen.escorts,
            bombers=seen.bombers,
            cloud=seen.cloud,
            off_course=raid.lost or raid.decoyed,
            fuel=seen.fuel,
            spots=tuple(seen.spots),
        )


def _of_unit(p: DayPosition, unit: str, turn: int) -> str | None:
    """The raid with which a unit landed, or was lost in landing, in a turn; None for another side's."""
    return next((code for code, raid in p.raids.items() if any(u.unit == unit and u.down == turn for u in raid.units)), None)


def _raid_of(p: DayPosition, unit: str, engaged: str) -> str:
    """Return the raid that a unit in an engagement flies with: the engaged raid, or another whose sweep screened for it (OPS-D1.2)."""
    flying = [code for code, raid in p.raids.items() if raid.state == "flying" and any(u.unit == unit for u in raid.units)]
    return engaged if engaged in flying or not flying else flying[0]
