"""The sequence of a low-level raid: allot targets, meet the defence by a card, attack, strafe or turn home, the next wave (CAM-26.0b)."""

from __future__ import annotations

from collections.abc import Mapping

from bob.campaigns.land.campaign_data import LEVEL_CODES, RESULTS
from bob.campaigns.land.sequence import row_of
from bob.campaigns.low_raid.campaign_data import ALERTED, DefenceRow, LowRaidMission, RaidWave, mode_of
from bob.campaigns.low_raid.position import ALLOT, DAMAGED, DESTROYED, OVER, RETURN, WHOLE, AttackRun, LowRaidPosition, Raider, WaveLine
from bob.core.dice import Dice, draw
from bob.core.game import Event, Outcome
from bob.tactical.cards_classic.data import ActionFace, ClassicAircraft, ClassicTables

NORDEN_CARDS = 2


def wave_of(position: LowRaidPosition, mission: LowRaidMission) -> RaidWave:
    """The wave in hand, or the last one."""
    return mission.wave[min(position.wave, len(mission.wave)) - 1]


def alarm_of(position: LowRaidPosition, mission: LowRaidMission, strafing: bool = False) -> str:
    """Return the defence's table: a wave that comes back finds it awake."""
    return ALERTED if strafing or position.terms.alarm == ALERTED else wave_of(position, mission).alarm


def points(position: LowRaidPosition, mission: LowRaidMission) -> int:
    """Return the current victory points: each target's level, less the own losses."""
    reached = sum(target.level(position.damage.get(target.code, 0)).vp for target in mission.target)
    return reached - position.lost * mission.lost - position.hurt * mission.hurt


def bomb_cards(cards: ClassicTables, raider: Raider, altitude: str) -> int:
    """Return the number of cards that an aircraft draws for its bombs: the rating of the side now showing, the Display, the Norden
    bombsight."""
    card = cards.aircraft[raider.aircraft]
    mode = mode_of(cards, raider.aircraft, altitude)
    if mode is None:
        return 0
    side = card.back if raider.status == DAMAGED else card.front
    more = cards.display.bombs(mode, LEVEL_CODES.index(altitude)) + NORDEN_CARDS * card.norden
    return max(0, side.bombs.get(mode, 0) + more)


def strafers(position: LowRaidPosition, cards: ClassicTables) -> list[Raider]:
    """The aircraft of the wave that may come back with their guns: no bombers in formation (CAM-21.71d)."""
    return [raider for raider in position.flying if not cards.aircraft[raider.aircraft].formed]


def raiders_of(wave: RaidWave, cards: Mapping[str, ClassicAircraft]) -> list[str]:
    """The aircraft of a wave by their numbers."""
    found: list[str] = []
    for flown in wave.aircraft:
        each = 2 if flown.wingmen and not cards[flown.aircraft].formed else 1
        found += [flown.aircraft] * (flown.count * each)
    return found


class LowRaidRun:
    """One order of a raid being carried out."""

    __slots__ = ("cards", "dice", "events", "mission", "position")

    def __init__(self, position: LowRaidPosition, mission: LowRaidMission, cards: ClassicTables, dice: Dice) -> None:
        self.position, self.mission, self.cards, self.dice = position, mission, cards, dice
        self.events: list[Event] = []

    def tell(self, what: str, rule: str | None = None, **data: object) -> None:
        self.events.append(Event(what, data, (self.mission.side,), rule))

    # ---- waves

    def next_wave(self) -> None:
        """Bring up the next wave, or end the raid."""
        position = self.position
        position.raiders = []
        if position.wave == len(self.mission.wave):
            self.end()
            return
        position.wave += 1
        position.phase = ALLOT
        wave = wave_of(position, self.mission)
        position.raiders = [Raider(number, aircraft) for number, aircraft in enumerate(raiders_of(wave, self.cards.aircraft))]
        self.tell("wave", "CAM-26.0b", number=position.wave, aircraft=len(position.raiders), alarm=alarm_of(position, self.mission))

    def allot(self, number: int, target: str) -> None:
        self.position.raiders[number].target = target
        self.tell("allotted", "CAM-26.0b", aircraft=self.position.raiders[number].aircraft, number=number, target=target)

    def send_in(self) -> None:
        """The whole wave attacks with its bombs."""
        self._attack(strafing=False)
        position = self.position
        if position.terms.strafing and strafers(position, self.cards):
            position.phase = RETURN
            return
        self.turn_home()

    def strafe(self) -> None:
        """Let the aircraft that can come back attack once more with their guns."""
        self._attack(strafing=True)
        self.turn_home()

    def turn_home(self) -> None:
        position = self.position
        self.tell("wave_home", number=position.wave, aircraft=len(position.flying), points=points(position, self.mission))
        self.next_wave()

    def end(self) -> None:
        position, mission = self.position, self.mission
        position.phase = OVER
        won = points(position, mission)
        end = mission.end(won)
        position.outcome = Outcome(
            f"low_raid.outcome.{end}", {mission.side: float(won)}, mission.side if end != mission.victory[0].code else None
        )
        self.tell("raid_over", "CAM-26.0c", points=won, end=end)

    # ---- the defence, and the attack

    def _attack(self, strafing: bool) -> None:
        """A card for the defence, then the attacks: all from one deck newly shuffled (CAM-GAP-62)."""
        position, mission = self.position, self.mission
        pile = list(self.cards.deck.whole)
        face = self._drawn(pile, "low_raid.dice.defence")
        row = row_of(face)
        flying = strafers(position, self.cards) if strafing else position.flying
        table = mission.defence[alarm_of(position, mission, strafing)][row]
        self.tell(
            "defence", "CAM-26.0b", card=row, lowered=table.lowered, cards=table.cards, damaged=table.damaged, destroyed=table.destroyed
        )
        lost = self._by_lot(flying, table.destroyed, DESTROYED)
        hurt = self._by_lot([r for r in flying if r.status == WHOLE], table.damaged, DAMAGED)
        less = self._cards_lost(flying, table)
        runs = [self._run(pile, raider, table, less.get(raider.number, 0), strafing) for raider in flying if raider.status != DESTROYED]
        position.log.append(WaveLine(position.wave, strafing, row, table.lowered, hurt, lost, tuple(runs)))

    def _drawn(self, pile: list[str], purpose: str) -> ActionFace:
        return self.cards.deck.faces[pile.pop(draw(self.dice, purpose, pile))]

    def _by_lot(self, flying: list[Raider], count: int, state: str) -> tuple[int, ...]:
        """Hit `count` of them by lot, and return their numbers."""
        open_to = [raider for raider in flying if raider.status != DESTROYED]
        hit: list[int] = []
        while open_to and len(hit) < count:
            at = self.dice.roll("low_raid.dice.whom", 1, sides=len(open_to)).total - 1 if len(open_to) > 1 else 0
            raider = open_to.pop(at)
            self.position.hurt += (state == DAMAGED) - (raider.status == DAMAGED)
            self.position.lost += state == DESTROYED
            raider.status = state
            hit.append(raider.number)
            self.tell("hit", aircraft=raider.aircraft, number=raider.number, status=state)
        return tuple(hit)

    def _cards_lost(self, flying: list[Raider], table: DefenceRow) -> dict[int, int]:
        """Return the number of cards lost by each aircraft: one each in turn, the first by lot."""
        going = [raider.number for raider in flying if raider.status != DESTROYED]
        if not going or not table.cards:
            return {}
        first = self.dice.roll("low_raid.dice.spoiled", 1, sides=len(going)).total - 1 if len(going) > 1 else 0
        less: dict[int, int] = {}
        for i in range(table.cards):
            number = going[(first + i) % len(going)]
            less[number] = less.get(number, 0) + 1
        return less

    def _run(self, pile: list[str], raider: Raider, table: DefenceRow, less: int, strafing: bool) -> AttackRun:
        """An aircraft's cards, lowered by the defence, and their points on its target."""
        target = self.mission.target_of(raider.target)
        card = self.cards.aircraft[raider.aircraft]
        if strafing:
            side = card.back if raider.status == DAMAGED else card.front
            count = max(0, max(1, side.bursts) - less)
        else:
            count = max(0, bomb_cards(self.cards, raider, wave_of(self.position, self.mission).altitude) - less)
        results: list[str] = []
        made = 0
        for _ in range(min(count, len(pile))):
            face = self._drawn(pile, "low_raid.dice.bomb")
            if strafing:
                result = RESULTS[1] if face.strafing and not table.lowered else RESULTS[0]
                made += target.strafe if result != RESULTS[0] else 0
            else:
                result = RESULTS[max(0, RESULTS.index(face.bombing) - table.lowered)]
                made += target.points[result]
            results.append(result)
        before = self.position.damage.get(target.code, 0)
        self.position.damage[target.code] = before + made
        what = "strafed" if strafing else "bombed"
        self.tell(
            what, "CAM-26.0b", aircraft=raider.aircraft, number=raider.number, target=target.code, results=tuple(results), points=made
        )
        after = target.level(before + made)
        if after != target.level(before):
            self.tell("level", target=target.code, level=after.code, vp=after.vp)
        return AttackRun(raider.number, target.code, tuple(results), made)
