"""The solitaire campaign as a game of the contract: one seat, and a defence that is cards."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from bob.campaigns.low_raid import orders as o
from bob.campaigns.low_raid.campaign_data import OWN_FILES, LowRaidMission, RaidTables, raids_over, shipped_raids
from bob.campaigns.low_raid.position import (
    ALLOT,
    DESTROYED,
    OVER,
    PHASES,
    RETURN,
    STATES,
    LowRaidPosition,
    LowRaidTerms,
    LowRaidView,
    SeenPart,
    SeenRaider,
)
from bob.campaigns.low_raid.sequence import LowRaidRun, alarm_of, points, raiders_of, strafers, wave_of
from bob.core.codec import decode
from bob.core.dice import Dice, Stream
from bob.core.errors import Refused, UsageError
from bob.core.game import Choices, Event, Game, Outcome
from bob.tactical.page import no_part, page_blocks, page_line

OPTION_NAMES = tuple(f.name for f in dataclasses.fields(LowRaidTerms))


class LowRaid(Game[LowRaidPosition]):
    """A surprise low-level raid."""

    name: ClassVar[str] = "low_raid"
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    own_names: ClassVar[tuple[str, ...]] = OWN_FILES

    def __init__(self, tables: RaidTables | None = None) -> None:
        self.tables = tables if tables is not None else shipped_raids()

    @property
    def open_rolls(self) -> frozenset[str]:
        return frozenset(f"low_raid.dice.{name}" for name in ("defence", "whom", "spoiled", "bomb"))

    @property
    def own(self) -> Mapping[str, str]:
        return self.tables.own

    @classmethod
    def over(cls, folder: Path) -> LowRaid:
        """The game with a folder of the user's own raids laid over ours. Raises BobError."""
        return cls(raids_over(folder))

    def mission(self, position: LowRaidPosition) -> LowRaidMission:
        """The sheet that a position is played on."""
        return self.tables.campaigns[position.sheet]

    def raiders_of(self, mission: LowRaidMission, wave: int) -> list[str]:
        """The aircraft of a wave by their numbers."""
        return raiders_of(mission.wave[wave - 1], self.tables.cards.aircraft)

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[LowRaidPosition, list[Event]]:
        if scenario not in self.tables.campaigns:
            raise UsageError("low_raid.error.no_raid", found=scenario, choices=", ".join(sorted(self.tables.campaigns)))
        for name in options:
            if name not in OPTION_NAMES:
                raise UsageError("low_raid.error.no_option", found=name, choices=", ".join(OPTION_NAMES))
        terms: LowRaidTerms = decode(LowRaidTerms, dict(options))
        position = LowRaidPosition(scenario, terms)
        run = self._run(position, dice)
        mission = self.mission(position)
        run.tell("raid", "CAM-26.0a", sheet=scenario, waves=len(mission.wave))
        run.next_wave()
        return position, run.events

    def seats(self, position: LowRaidPosition) -> tuple[str, ...]:
        return (self.mission(position).side,)

    def to_move(self, position: LowRaidPosition) -> tuple[str, ...]:
        return () if position.phase == OVER else self.seats(position)

    def choices(self, position: LowRaidPosition, seat: str) -> Choices:
        return Choices(tuple(sorted(self._orders(position, seat), key=o.sort_key)))

    def check(self, position: LowRaidPosition, seat: str, order: Any) -> None:
        if order not in self._orders(position, seat):
            raise Refused(f"low_raid.refuse.{self._why_not(position, seat, order)}", rule="CAM-26.0b")

    def apply(self, position: LowRaidPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = self._run(position, dice)
        if isinstance(order, o.Allot):
            run.allot(order.aircraft, order.target)
        elif isinstance(order, o.SendIn):
            run.send_in()
        elif isinstance(order, o.StrafeTargets):
            run.strafe()
        else:
            run.turn_home()
        return run.events

    def view(self, position: LowRaidPosition, seat: str) -> LowRaidView:
        mission = self.mission(position)
        parts = []
        for target in mission.target:
            damage = position.damage.get(target.code, 0)
            level = target.level(damage)
            parts.append(SeenPart(target.code, damage, level.code, level.vp))
        return LowRaidView(
            seat=seat,
            sheet=position.sheet,
            phase=position.phase,
            owing=self.to_move(position),
            wave=position.wave,
            waves=len(mission.wave),
            alarm=alarm_of(position, mission, position.phase == RETURN),
            altitude=wave_of(position, mission).altitude,
            raiders=tuple([SeenRaider(r.number, r.aircraft, r.target, r.status) for r in position.raiders]),
            targets=tuple(parts),
            lost=position.lost,
            hurt=position.hurt,
            points=points(position, mission),
            log=tuple(position.log),
        )

    def sample(self, position: LowRaidPosition, seat: str, stream: Stream) -> Any:
        found = self._orders(position, seat)
        if o.SendIn() in found and stream.below(2):
            return o.SendIn()  # targets can be allotted again for ever
        return stream.choose(found)

    def outcome(self, position: LowRaidPosition) -> Outcome | None:
        return position.outcome

    def invariants(self, position: LowRaidPosition) -> None:
        mission = self.mission(position)
        codes = {target.code for target in mission.target}
        assert position.phase in PHASES and (position.phase == OVER) == (position.outcome is not None)
        assert 1 <= position.wave <= len(mission.wave) and set(position.damage) <= codes
        assert [raider.number for raider in position.raiders] == list(range(len(position.raiders)))
        for raider in position.raiders:
            assert raider.status in STATES and raider.target in ("", *codes)
            assert position.phase == ALLOT or raider.target, "a wave went in without targets"
        made: dict[str, int] = {}
        for line in position.log:
            for attack in line.runs:
                made[attack.target] = made.get(attack.target, 0) + attack.points
                assert attack.aircraft not in line.destroyed, "an aircraft that was shot down attacked"
        assert {code: count for code, count in made.items() if count} == {code: n for code, n in position.damage.items() if n}
        assert position.lost == sum(len(line.destroyed) for line in position.log)
        assert 0 <= position.hurt <= sum(len(line.damaged) for line in position.log)
        assert position.phase != RETURN or strafers(position, self.tables.cards)

    def dump(self, position: LowRaidPosition) -> str:
        return "\n".join(page_line(f.name, getattr(position, f.name)) for f in dataclasses.fields(LowRaidPosition)) + "\n"

    def parse(self, text: str) -> LowRaidPosition:
        (_, values), *others = page_blocks(text)
        names = {f.name for f in dataclasses.fields(LowRaidPosition)}
        for name in (*[title for title, _ in others], *values):
            if name not in names:
                raise no_part(name)
        for name in ("sheet", "terms"):
            if name not in values:
                raise no_part(name)
        position: LowRaidPosition = decode(LowRaidPosition, values)
        if position.sheet not in self.tables.campaigns:
            raise UsageError("low_raid.error.no_raid", found=position.sheet, choices=", ".join(sorted(self.tables.campaigns)))
        return position

    # ---- inside

    def _run(self, position: LowRaidPosition, dice: Dice) -> LowRaidRun:
        return LowRaidRun(position, self.mission(position), self.tables.cards, dice)

    def _orders(self, position: LowRaidPosition, seat: str) -> list[Any]:
        """All legal orders of the seat."""
        if seat not in self.to_move(position):
            return []
        if position.phase == RETURN:
            return [o.StrafeTargets(), o.TurnHome()]
        targets = [target.code for target in self.mission(position).target]
        found: list[Any] = [o.Allot(r.number, code) for r in position.raiders for code in targets if r.target != code]
        if all(raider.target for raider in position.raiders):
            found.append(o.SendIn())
        return found

    def _why_not(self, position: LowRaidPosition, seat: str, order: Any) -> str:
        """Return the reason why an order is not legal."""
        if seat not in self.to_move(position):
            return "not_your_decision"
        if (position.phase == ALLOT) != isinstance(order, o.Allot | o.SendIn):
            return "other_phase"
        if isinstance(order, o.SendIn):
            return "not_allotted"
        raider = next((r for r in position.raiders if r.number == order.aircraft), None)
        if raider is None or raider.status == DESTROYED:
            return "no_such_aircraft"
        return "allotted_so" if raider.target == order.target else "no_such_target"
