"""Silly players of the hex dogfight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.hexes import Hex, distance
from bob.core.kit import Decision
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.pilots.judgement import KEPT, PlaceJudgement
from bob.tactical.hexes.pilots.look_ahead import moved_to, near
from bob.tactical.hexes.pilots.sound import SoundHexPilot, said
from bob.tactical.hexes.pilots.strong import StrongHexPilot
from bob.tactical.hexes.pilots.worth import best_shot, lie, turned, weights
from bob.tactical.hexes.position import HexAircraft, HexPosition
from bob.tactical.hexes.rules.geometry import TURN, around
from bob.tactical.hexes.view import HexTableView
from tests.silly.arena import SOUND, STRONG, Arena

ATTACKS = (o.Fire, o.Strafe, o.Bomb, o.Counter, o.ForceThrough)


class _Silly(SoundHexPilot):
    """Plays its cards and dodges as a sound pilot does, and flies otherwise."""

    attacks = True

    def _fly(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        if not self.attacks:
            listed = [order for order in listed if not isinstance(order, ATTACKS)] or listed
        assert mat.go is not None
        flying = [mat.aircraft[n] for n in mat.go.active]
        return self.steer(mat, view, flying, listed)

    def steer(self, mat: HexPosition, view: HexTableView, flying: list[HexAircraft], listed: Sequence[Any]) -> Decision:
        raise NotImplementedError

    def _counter(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        return super()._counter(mat, view, listed) if self.attacks else said(next(x for x in listed if isinstance(x, o.Pass)), "nothing")

    def fire(self, mat: HexPosition, a: HexAircraft, listed: Sequence[Any]) -> Decision | None:
        """The best shot there is, however bad."""
        shot = best_shot(mat, a, weights(mat, a.side))
        order = o.Fire(shot[1], shot[2]) if shot is not None else None
        return said(order, "fires") if order in listed else None

    def best_rest(self, mat: HexPosition, flying: list[HexAircraft], listed: Sequence[Any], worth: Any) -> Decision | None:
        """The first order to the best of the places within three speed points, or the end of the activation."""
        assert mat.go is not None
        best: tuple[float, Any] | None = (worth(), o.END) if o.END in listed else None
        for rest in near(mat, mat.go, flying):
            if rest.order in listed:
                with moved_to(flying, rest):
                    found = worth()
                if best is None or found > best[0] + 1e-9:
                    best = found, rest.order
        return said(best[1], "goes_on") if best is not None else None


class HexCoward(_Silly):
    """Sets up at an edge with its nose outwards, and leaves the sheet by the shortest way."""

    attacks = False

    def _place(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        places = [order for order in listed if isinstance(order, o.SetUp)]
        if not places:
            return said(o.PASS, "set_up")
        return said(min(places, key=lambda order: (way_out(mat, order.at, order.facing), order.at)), "set_up")

    def steer(self, mat: HexPosition, view: HexTableView, flying: list[HexAircraft], listed: Sequence[Any]) -> Decision:
        a = flying[0]

        def left(order: Any) -> float:
            if isinstance(order, o.Advance):
                return way_out(mat, around(a.at)[(a.facing + TURN[order.way]) % 6], a.facing) + abs(order.climb)
            if isinstance(order, o.Rotate):
                return way_out(mat, a.at, a.facing + TURN[order.way])
            return 99.0 if order == o.END else 90.0

        return said(min(listed, key=left), "goes_home")


def way_out(mat: HexPosition, at: Hex, facing: int) -> float:
    """The steps and turns from a hex off the sheet."""
    best = 99.0
    for way in range(6):
        steps, here = 0, at
        while on_mat(mat.terms, here):
            here, steps = around(here)[way], steps + 1
        best = min(best, steps + turned(way, facing % 6))
    return best


class HexTurtle(_Silly):
    """Never attacks: keeps out of guns and away; bombers keep their course."""

    attacks = False

    def steer(self, mat: HexPosition, view: HexTableView, flying: list[HexAircraft], listed: Sequence[Any]) -> Decision:
        lead = flying[0]
        if lead.dash.bomber:
            return self._straight(mat, view, lead, listed)
        judge = PlaceJudgement(mat, lead.side)

        def worth() -> float:
            _, safety, speed, room, *_ = judge.parts(lead)
            away = min((distance(lead.at, b.at) for b in judge.enemies), default=9)
            return safety + KEPT * speed + room + 0.03 * min(away, 10)

        return self.best_rest(mat, flying, listed, worth) or self._straight(mat, view, lead, listed)


class HexRammer(_Silly):
    """Forces its way through enemies wherever it can, else flies at the nearest; fires whatever bears when it can get no nearer."""

    def steer(self, mat: HexPosition, view: HexTableView, flying: list[HexAircraft], listed: Sequence[Any]) -> Decision:
        lead = flying[0]
        through = next((order for order in listed if isinstance(order, o.ForceThrough)), None)
        if through is not None:
            return said(through, "goes_on")
        judge = PlaceJudgement(mat, lead.side)

        def worth() -> float:
            return max((lie(lead, b, view.terms.altimeter) - 0.2 * distance(lead.at, b.at) for b in judge.enemies), default=0.0)

        found = self.best_rest(mat, flying, listed, worth)
        if found is None or found.order == o.END:
            return self.fire(mat, lead, listed) or found or self._straight(mat, view, lead, listed)
        return found


class HexGreedy(_Silly):
    """Looks one step ahead: fires whatever bears, else takes the step from which most can be fired, else the nearest one."""

    def steer(self, mat: HexPosition, view: HexTableView, flying: list[HexAircraft], listed: Sequence[Any]) -> Decision:
        lead = flying[0]
        bombs = next((order for order in listed if isinstance(order, o.Bomb)), None)
        found = said(bombs, "bombs") if bombs is not None else self.fire(mat, lead, listed)
        if found is not None:
            return found
        if lead.dash.bomber:
            return self._straight(mat, view, lead, listed)
        foes = weights(mat, lead.side)

        def value() -> float:
            shot = best_shot(mat, lead, foes)
            return (2.0 * shot[0] if shot is not None else 0.0) + max(
                (lie(lead, mat.aircraft[n], view.terms.altimeter) for n in foes), default=0.0
            )

        best: tuple[float, Any] | None = (value(), o.END) if o.END in listed else None
        kept = lead.at, lead.facing
        for order in listed:
            if isinstance(order, o.Advance) and order.by == "pay" and not order.climb:
                lead.at = around(kept[0])[(kept[1] + TURN[order.way]) % 6]
            elif isinstance(order, o.Rotate):
                lead.facing = (kept[1] + TURN[order.way]) % 6
            else:
                continue
            worth = value() if on_mat(mat.terms, lead.at) else -99.0
            lead.at, lead.facing = kept
            if best is None or worth > best[0]:
                best = worth, order
        return said(best[1], "goes_on") if best is not None else self._straight(mat, view, lead, listed)


def arena() -> Arena:
    """The missions of the hex dogfight."""
    game = HexDogfight()
    kinds = {
        SOUND: SoundHexPilot,
        STRONG: StrongHexPilot,
        "coward": HexCoward,
        "turtle": HexTurtle,
        "rammer": HexRammer,
        "greedy": HexGreedy,
    }
    return Arena(
        "hexes",
        game,
        tuple(game.missions),
        {name: lambda seat, kind=kind: kind(seat, game.tables) for name, kind in kinds.items()},  # type: ignore[misc]
        lambda position: [position.sides[side] for side in position.side_of],
        lambda position, outcome, side: None if outcome.winner is None else outcome.winner == side,
    )
