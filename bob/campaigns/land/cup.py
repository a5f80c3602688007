"""The cup: which Pilots fly the Leaders and which Crews the heavy bombers of a mission, one aircraft type after another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bob.campaigns.land.campaign_data import AirmanCounter, CounterFace
from bob.campaigns.land.campaign_files import AIR_ARM_OF
from bob.campaigns.land.position import AirGroup, Airman
from bob.core.dice import Dice
from bob.tactical.cards_classic.data import HEAVY_BOMBER, ClassicAircraft


@dataclass(frozen=True, slots=True)
class CupDraw:
    """A counter drawn: its group (none for a Crew), its airman, and the flag of a Skilled one."""

    side: str
    group: int | None
    airman: Airman
    skilled: bool


def may_fly(counter: AirmanCounter, card: ClassicAircraft) -> bool:
    """Return whether a counter's Pilot or Crew may fly an aircraft: of its air arm and service, and of its type, any model (CAM-19.21c,
    CAM-19.23, CAM-19.31, CAM-19.33, CAM-GAP-48)."""
    if counter.air_arm != AIR_ARM_OF.get(card.nation) or counter.service not in (None, card.service):
        return False
    return counter.type in (None, card.type)


class Cup:
    """The counters of a campaign without those that are away: lost for good, placed already, or received by a Resource (CAM-19.24e)."""

    __slots__ = ("away", "counters", "dice")

    def __init__(self, counters: Sequence[AirmanCounter], away: Collection[str], dice: Dice) -> None:
        self.counters = counters
        self.away = set(away)
        self.dice = dice

    def filled(self, card: ClassicAircraft, *, crew: bool) -> list[AirmanCounter]:
        """The cup for an aircraft type: the counters that name none and those that name it (CAM-19.24a, CAM-19.24f, CAM-19.34a)."""
        return [c for c in self.counters if c.crew == crew and c.code not in self.away and may_fly(c, card)]

    def drawn(self, cup: list[AirmanCounter], side: str) -> tuple[Airman, CounterFace]:
        """One counter out of the cup and the side of it that counts (CAM-19.24b, CAM-19.24c, CAM-19.34b, CAM-19.34c)."""
        at = self.dice.roll("air_war.dice.cup", 1, sides=len(cup), by=side).total - 1 if len(cup) > 1 else 0
        counter = cup.pop(at)  # not returned before the next draw for the same type (CAM-19.24g)
        face = self.dice.roll("air_war.dice.face", 1, sides=2, by=side).total - 1
        return Airman(counter.code, face), counter.faces[face]

    def pilots(self, groups: Sequence[AirGroup], cards: Mapping[str, ClassicAircraft]) -> Iterator[CupDraw]:
        """Yield a draw for each Leader of a side without a Pilot, type by type; the Skilled are placed at once (CAM-19.24, CAM-19.24d).

        The cup is refilled for each type: those discarded are in it again, those placed are not (CAM-19.24h).
        """
        leaders = [group for group in groups if group.element and group.airman is None]
        for kind in dict.fromkeys(cards[group.aircraft].type for group in leaders):
            flying = [group for group in leaders if cards[group.aircraft].type == kind]
            cup = self.filled(cards[flying[0].aircraft], crew=False)
            for group in flying:
                if not cup:
                    break
                airman, face = self.drawn(cup, group.side)
                if face.skilled:
                    self.away.add(airman.counter)
                yield CupDraw(group.side, group.number, airman, face.skilled)

    def crews(self, groups: Sequence[AirGroup], cards: Mapping[str, ClassicAircraft], heavies_per_crew: int) -> Iterator[CupDraw]:
        """A draw for each full group of three heavy bombers of a type (CAM-19.3a, CAM-19.34b, CAM-GAP-39)."""
        heavies = [group for group in groups if cards[group.aircraft].kind == HEAVY_BOMBER]
        for kind in dict.fromkeys(cards[group.aircraft].type for group in heavies):
            flying = [group for group in heavies if cards[group.aircraft].type == kind]
            cup = self.filled(cards[flying[0].aircraft], crew=True)
            for _ in range(sum(group.count for group in flying) // heavies_per_crew):
                if not cup:
                    break
                airman, face = self.drawn(cup, flying[0].side)
                if face.skilled:
                    self.away.add(airman.counter)
                yield CupDraw(flying[0].side, None, airman, face.skilled)
