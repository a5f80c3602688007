"""The scoring of a place on the map by its parts, so that a pilot can name the part that counted most."""

from __future__ import annotations

from functools import cache

from bob.core.hexes import Hex, distance, offset
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.pilots.worth import NEAR_BOMBERS, apart, danger, height, lie, weights
from bob.tactical.hexes.position import HexAircraft, HexPosition
from bob.tactical.hexes.rules.flight import rotation_price
from bob.tactical.hexes.rules.geometry import TURN, around

KEPT = 0.03
"""The worth of a speed point kept to dodge with."""
WEIGHT = 0.1
"""The weight of the enemy's worth as a target in the score of a relative place."""
ROOM = 0.12
"""The cost of each hex short of three before the edge."""
BOUND = 1.5
"""The cost of being bound to leave the sheet."""
HEIGHT = 0.02
TOGETHER = 0.015
"""The weight of a level, and of each hex too far from friends."""
PARTS = ("lies", "safety", "speed", "room", "height", "together")


class PlaceJudgement:
    """The sheet as one side judges it; the aircraft of the sheet may be moved between questions."""

    __slots__ = ("enemies", "foes", "mat", "side", "wary")

    def __init__(self, mat: HexPosition, side: int, wary: bool = True) -> None:
        self.mat, self.side, self.wary = mat, side, wary
        self.foes = weights(mat, side)
        self.enemies = [mat.aircraft[n] for n in self.foes]

    def value(self, a: HexAircraft) -> float:
        """Return the worth of its place to an aircraft."""
        return sum(self.parts(a))

    def place(self, a: HexAircraft) -> float:
        """The same but for the speed points that it keeps."""
        parts = self.parts(a)
        return sum(parts) - parts[PARTS.index("speed")]

    def parts(self, a: HexAircraft) -> tuple[float, ...]:
        """The same in its parts, as `PARTS` names them."""
        mat = self.mat
        fighter = not a.dash.bomber
        return (
            self._lies(a)[0],
            -danger(mat, a, self.enemies) if self.wary else 0.0,
            KEPT * a.speed,
            -ROOM * (3 - self._room(a)),
            HEIGHT * height(mat, a) if fighter else 0.0,
            -TOGETHER * apart(mat, a) if fighter else 0.0,
        )

    def quarry(self, a: HexAircraft) -> HexAircraft | None:
        """Return the enemy that an aircraft pursues."""
        return self._lies(a)[1]

    def guards(self, other: HexAircraft) -> bool:
        """Return whether that enemy is near bombers of this side, which an attack on it guards."""
        mine = [b for b in self.mat.aircraft if b.side == self.side and not b.out and b.dash.bomber]
        return any(distance(b.at, other.at) <= NEAR_BOMBERS for b in mine)

    def _lies(self, a: HexAircraft) -> tuple[float, HexAircraft | None]:
        """Return the score of the best relative place to an enemy, and that enemy."""
        altimeter = self.mat.terms.altimeter
        best: tuple[float, HexAircraft | None] = (-9.0, None)
        for other in self.enemies:
            found = lie(a, other, altimeter) + WEIGHT * self.foes[other.number]
            if found > best[0]:
                best = found, other
        return best if best[1] is not None else (0.0, None)

    def _room(self, a: HexAircraft) -> float:
        """Return the number of the three hexes ahead that are on the map; less where the aircraft cannot but leave it."""
        at, room = a.at, 0
        for _ in range(3):
            at = around(at)[a.facing % 6]
            room += on_mat(self.mat.terms, at)
        if room == 3 or a.dash.bomber:
            return room
        terms = self.mat.terms
        stays = _stays((terms.columns, terms.rows), a.at, a.facing % 6, a.speed, rotation_price(a))
        return room if stays else room - BOUND / ROOM


@cache
def _stays(size: tuple[int, int], at: Hex, facing: int, speed: int, rotation: int) -> bool:
    """Return whether an aircraft that spends its speed points can stay on the sheet, and still move on it afterwards."""
    for turn in TURN.values():
        to = around(at)[(facing + turn) % 6]
        column, row = offset(to)
        if not (0 <= column < size[0] and 0 <= row < size[1]):
            continue
        if not speed or _stays(size, to, facing, speed - 1, rotation):
            return True
        if speed > rotation and any(_stays(size, to, (facing + way) % 6, speed - 1 - rotation, rotation) for way in (1, 5)):
            return True
    return False
