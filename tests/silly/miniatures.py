"""Silly players of the miniatures dogfight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bob.core.kit import Decision
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.candidates import COARSE, MiniatureCourse
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.pilots.judgement import UNITS, MiniatureJudgement
from bob.tactical.miniatures.pilots.sound import SoundMiniaturePilot, said
from bob.tactical.miniatures.pilots.strong import StrongMiniaturePilot
from bob.tactical.miniatures.position import NOWHERE, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import PER, Spot, square
from tests.silly.arena import SOUND, STRONG, Arena

ATTACKS = (o.ShootAt, o.Outmanoeuvre, o.DropOn)
OUTWARDS = {"north": 0, "east": 90, "south": 180, "west": 270}


class _Silly(SoundMiniaturePilot):
    """Plays its cards as a sound pilot does, and flies otherwise: to the end of a flight that its own `worth` prefers."""

    attacks = True
    fine = COARSE

    def worth(self, position: MiniaturePosition, a: MiniatureAircraft) -> Callable[[MiniatureCourse], float]:
        raise NotImplementedError

    def _fly(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Decision:
        a = position.active
        if position.stage != "fly":
            return said(o.NoMore(), "keeps_cards")
        shots = [order for order in listed if isinstance(order, o.ShootAt)]
        if shots and self.attacks:
            return said(shots[0], "opens")
        worth = self.worth(position, a)
        ways = [way for way in self.ways(position, side, a) if not isinstance(way.order, o.PlayAction)]
        best = max(ways, key=lambda way: (worth(way), not way.burns), default=None)
        return said(best.order if best is not None else self._straight(a), "goes_on")

    def _act(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Decision:
        if self.attacks:
            return super()._act(position, side, listed)
        climb = next((order for order in listed if isinstance(order, o.GainHeight)), o.NoMore())
        return said(climb, "climbs")


class MiniatureCoward(_Silly):
    """Sets up at the edge of its zone with its nose outwards, and leaves the table by the shortest way."""

    attacks = False

    def _decision_at(self, position: MiniaturePosition, side: int, stage: str, listed: Sequence[Any]) -> Decision:
        if stage == "place":
            terms = position.terms
            first, last = setup.zone(terms, terms.forces[side])
            a = next(a for a in position.aircraft if a.side == side and a.at == NOWHERE)
            places = [Spot(x, y) for x in range(first.x, last.x + 1, 3 * PER) for y in range(first.y, last.y + 1, 3 * PER)]
            free = [at for at in places if all(at != b.at for b in position.aircraft)]
            at = min(free, key=lambda at: (_to_edge(position, at), at))
            orders = [o.Deploy(a.number, at, heading) for heading in (0, 90, 180, 270)]
            legal = [order for order in orders if setup.deploy_refusal(position, side, order) is None]
            if legal:
                return said(min(legal, key=lambda order: _out(position, at, order.heading)), "set_up")
        return super()._decision_at(position, side, stage, listed)

    def worth(self, position: MiniaturePosition, a: MiniatureAircraft) -> Callable[[MiniatureCourse], float]:
        return lambda way: 9e9 if way.left else -_out(position, way.at, way.heading)


def _to_edge(position: MiniaturePosition, at: Spot) -> int:
    wide, high = position.terms.width * PER, position.terms.height * PER
    return min(at.x, at.y, wide - at.x, high - at.y)


def _out(position: MiniaturePosition, at: Spot, heading: int) -> float:
    """The way from a place to an edge, and what must be turned for it."""
    wide, high = position.terms.width * PER, position.terms.height * PER
    ways = {"north": at.y, "south": high - at.y, "west": at.x, "east": wide - at.x}
    return min(away + 8.0 * abs((heading - OUTWARDS[edge] + 180) % 360 - 180) for edge, away in ways.items())


class MiniatureTurtle(_Silly):
    """Never attacks: flies where it is in least danger, and climbs; bombers go their way without bombing."""

    attacks = False

    def worth(self, position: MiniaturePosition, a: MiniatureAircraft) -> Callable[[MiniatureCourse], float]:
        judge = MiniatureJudgement(position, a)

        def found(way: MiniatureCourse) -> float:
            if way.left:
                return 9.0 if way.left == judge.exit else -9.0
            (x, y), (hx, hy) = way.at, UNITS[way.heading]
            near = min((square(way.at, b.at) for b in standing.enemies(position, a)), default=0)
            level = a.level - way.burns
            safety = -judge.danger(x, y, hx, hy, level) - judge.edge(x, y, hx, hy) + judge.errands(x, y, hx, hy)
            return safety + 0.3 * level + 0.01 * min(20.0, near**0.5 / PER)

        return found


class MiniatureRammer(_Silly):
    """Flies at the nearest enemy, nose to nose, and shoots at whatever bears."""

    def worth(self, position: MiniaturePosition, a: MiniatureAircraft) -> Callable[[MiniatureCourse], float]:
        foes = list(standing.enemies(position, a))

        def found(way: MiniatureCourse) -> float:
            if way.left or not foes:
                return -9.0 if way.left else 0.0
            b = min(foes, key=lambda b: square(way.at, b.at))
            away = square(way.at, b.at) ** 0.5 or 1.0
            (hx, hy), (fx, fy) = UNITS[way.heading], UNITS[b.heading]
            nose = ((b.at.x - way.at.x) * hx + (b.at.y - way.at.y) * hy) / away
            return -away / PER + 3.0 * nose - 2.0 * (hx * fx + hy * fy)

        return found


class MiniatureGreedy(_Silly):
    """Flies to where it can do most at once, whatever may be done to it."""

    def worth(self, position: MiniaturePosition, a: MiniatureAircraft) -> Callable[[MiniatureCourse], float]:
        judge = MiniatureJudgement(position, a, wary=False)
        return lambda way: judge.before_danger(way)[0]


def arena() -> Arena:
    """The scenarios of the miniatures dogfight."""
    game = MiniatureDogfight()
    kinds: dict[str, type[SoundMiniaturePilot]] = {SOUND: SoundMiniaturePilot, STRONG: StrongMiniaturePilot, "coward": MiniatureCoward}
    kinds |= {"turtle": MiniatureTurtle, "rammer": MiniatureRammer, "greedy": MiniatureGreedy}
    return Arena(
        "skies",
        game,
        tuple(game.scenarios),
        {name: lambda seat, kind=kind: kind(seat, game.tables) for name, kind in kinds.items()},  # type: ignore[misc]
        lambda position: position.seats,
        lambda position, outcome, side: None if outcome.winner is None else outcome.winner == side,
    )
