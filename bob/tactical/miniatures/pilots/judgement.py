"""The scoring of a place on the table: the actions possible from there, the dangers there, the relation to enemies and edges.

Places are tried by hundreds, so an enemy's figures are gathered once; in between it is products of numbers, no roots but of distances.
"""

from __future__ import annotations

from bob.tactical.miniatures.candidates import MiniatureCourse
from bob.tactical.miniatures.data import VULNERABLE
from bob.tactical.miniatures.pilots.worth import BOMB, bombing, of_drop, of_hit, of_levels, supporters
from bob.tactical.miniatures.position import NOBODY, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules import movement, standing
from bob.tactical.miniatures.rules.geometry import AHEAD, FRONT, PER, REAR, RIGHT, SCALE, Spot, passes, square, within
from bob.tactical.miniatures.rules.odds import more
from bob.tactical.miniatures.rules.standing import BOMBING, RANGE

TAIL, SHOOT, CLIMB, OUTMANOEUVRE, BOMBS, NOTHING = "tail", "shoot", "climb", "outmanoeuvre", "bomb", "nothing"
UNITS = tuple([(east / SCALE, south / SCALE) for east, south in AHEAD])
"""A step of one part straight ahead, for each heading."""
SQUARE = float(RANGE * RANGE)
FAR = 30 * PER
"""Beyond this an enemy is no danger before one's next activation."""
AHEAD_OF = 4 * PER
"""The length of table that an aircraft must have ahead."""
OFF, NEAR_EDGE = 2.5, 0.5
"""The cost of being bound to leave the table, and of being near its edge."""
SPENT = 0.08
"""The worth of a card that a flight takes."""
SOON, LATER = 0.75, 0.3
"""The weights of the fire of an enemy that has acted this turn: one that will act before this aircraft in the next, and after it."""
AWAY, TURNED, BEHIND = 0.02, 0.09, 0.07
"""The weights in the relation to an enemy: each inch beyond a good distance, being turned to it, being behind it."""
GOOD_DISTANCE = 5.0
ERRAND = 0.35
"""The worth of a turn's flight nearer to the target or to the way home."""
HOME = 0.8


class Foe:
    """An enemy's figures for the aircraft whose places are scored."""

    __slots__ = (
        *("aircraft", "answers", "attack", "dodge", "dodge_side", "drops", "fx", "fy", "guns", "hits", "level", "nimble"),
        *("number", "reach", "struck", "weight", "when", "won", "x", "y"),
    )

    def __init__(
        self, position: MiniaturePosition, a: MiniatureAircraft, b: MiniatureAircraft, guarded: list[MiniatureAircraft], keen: float
    ) -> None:
        self.aircraft, self.number, self.level, self.nimble = b, b.number, b.level, b.nimble
        self.x, self.y = b.at
        self.fx, self.fy = UNITS[b.heading]
        self.guns = b.firepower > 0
        self.attack = b.firepower + b.ps + b.guns + (VULNERABLE in a.type.negative)
        by = b.ps if b.nimble else 0
        self.dodge, self.dodge_side = by + b.type.agility, by + max(b.type.agility, b.speed)
        near = any(within(c.at, b.at, RANGE) for c in guarded)
        self.weight = 1.25 if near or bombing(position, b) else 1.0
        followers = supporters(position, a, b)
        self.hits = [self.weight * of_hit(position, b, level, keen) for level in range(3)]
        self.drops = [0.0, *[self.weight * of_drop(position, b, level, followers) for level in (1, 2)]]
        mine, his = a.ps + a.type.agility, b.ps + b.type.agility
        self.won = more(mine, his) if a.nimble and b.nimble and not a.cowed else 0.0
        # Its answers to fire from ahead, from the side and from behind: its weapons, and in front its guns.
        weapons = [(weapon.arcs, b.firepower_of(w)) for w, weapon in enumerate(b.type.weapons)]
        self.answers = {arc: sum(dice for arcs, dice in weapons if arc in arcs) for arc in (FRONT, RIGHT, REAR)}
        if self.guns:
            self.answers[FRONT] += self.attack
        self.struck = int(VULNERABLE in b.type.negative)
        if b.zoom:
            mine_next, his_next = (a.level, a.ps, a.mph), (b.level, b.ps, b.mph)
            self.when = SOON if his_next > mine_next else LATER
        else:
            self.when = 1.0
        least, most = movement.least(b), movement.most(b)
        self.reach = [(self.x + self.fx * d, self.y + self.fy * d) for d in (least, most)]

    def shot_from(self, dx: float, dy: float) -> str:
        """Return the arc of this enemy that contains a shooter at that offset; right for either side."""
        along, across = -dx * self.fx - dy * self.fy, abs(dx * self.fy - dy * self.fx)
        return FRONT if along >= across else REAR if -along >= across else RIGHT


class MiniatureJudgement:
    """The table as it is judged for one aircraft."""

    __slots__ = (
        *("a", "clear", "dodge", "dodge_side", "errand", "flock", "foes", "goal", "guns", "levels", "losses", "nimble", "need", "position"),
        *("attack", "bombs", "exit", "high", "near", "top", "wary", "wide"),
    )

    def __init__(self, position: MiniaturePosition, a: MiniatureAircraft, wary: bool = True, keen: float = 0.0) -> None:
        self.position, self.a, self.wary = position, a, wary
        self.wide, self.high = position.terms.width * PER, position.terms.height * PER
        guarded = [b for b in position.aircraft if b.side == a.side and not b.out and b.type.multi]
        self.foes = [Foe(position, a, b, guarded, keen) for b in standing.enemies(position, a)]
        self.clear = not position.clouds
        self.attack = a.firepower + a.ps + a.guns
        self.guns = a.firepower > 0
        by = a.ps if a.nimble else 0
        self.dodge, self.dodge_side = by + a.type.agility, by + max(a.type.agility, a.speed)
        self.levels = of_levels(position, a)
        self.losses = [of_hit(position, a, level, keen) for level in range(3)]
        self.nimble = a.nimble
        self.need = 0 if position.terms.equal_level_shot else 1
        self.top = standing.ceiling(a)
        self.exit = ""
        self.bombs = 0.0
        self.goal = self._goal()
        self.flock = [b for b in position.flying() if b.side == a.side and b is not a and b.type.code == a.type.code]
        self.near = [f for f in self.foes if within(f.aircraft.at, a.at, FAR)]

    def _goal(self) -> Spot | None:
        """Return the goal of an aircraft: its target, the edge of its way home; none for one that fights."""
        position, a = self.position, self.a
        strike, seat = position.terms.strike, position.seats[a.side]
        strafes = strike is not None and strike.strafe and a.firepower > 0
        if strike is not None and strike.seat == seat and position.hits < strike.hits and (a.loaded or strafes):
            dice = a.ps + (a.type.engines if a.loaded else a.firepower)
            self.bombs = BOMB * dice / 6
            return min((t.spot for t in strike.targets), key=lambda t: (square(t, a.at), t))
        for way in position.terms.exits:
            if way.seat == seat and (a.type.multi or (not way.multis and not a.type.firepower)) and not a.loaded:
                self.exit = way.edge
                x, y = a.at
                return {
                    "north": Spot(x, -PER),
                    "south": Spot(x, self.high + PER),
                    "west": Spot(-PER, y),
                    "east": Spot(self.wide + PER, y),
                }[way.edge]
        return None

    # ---- what a place brings

    def gain(self, x: float, y: float, hx: float, hy: float, level: int) -> tuple[float, int, str, int]:
        """Return the worth of the best action from a place, the level after it, the action, and its target."""
        outmanoeuvres, at_whom = 0.0, NOBODY
        tailed = False
        shots: list[tuple[Foe, str]] = []
        tails: list[Foe] = []
        for f in self.near:
            dx, dy = f.x - x, f.y - y
            if dx * dx + dy * dy > SQUARE or not (self.clear or self._sees(x, y, f)):
                continue
            along, across = dx * hx + dy * hy, abs(dx * hy - dy * hx)
            arc = f.shot_from(dx, dy)
            if self.nimble and f.nimble and arc == FRONT and -along >= across:
                tailed = True
            if along >= across:
                if arc == REAR and self.nimble and f.nimble:
                    tails.append(f)
                if self.guns:
                    shots.append((f, arc))
            if f.won and f.level and f.won * f.drops[f.level] > outmanoeuvres:
                outmanoeuvres, at_whom = f.won * f.drops[f.level], f.number
        best, after, what, whom = 0.0, level, NOTHING, NOBODY
        ways: list[Foe | None] = [*tails] if tails else [None]
        for lowered in ways:
            drop = lowered.drops[lowered.level] if lowered is not None else 0.0
            # Climbing without a tail on oneself, an outmanoeuvre, a shot: the best of them.
            found, to, how, at = 0.0, level, NOTHING if lowered is None else TAIL, NOBODY
            if not tailed and level < self.top:
                found, to, how = self.levels[level + 1] - self.levels[level], level + 1, CLIMB
            if outmanoeuvres > found:
                found, to, how, at = outmanoeuvres, level, OUTMANOEUVRE, at_whom
            for f, arc in shots:
                brings = self._shot(f, arc, level, max(0, f.level - 1) if f is lowered else f.level)
                if brings > found:
                    found, to, how, at = brings, level, SHOOT, f.number
            if drop + found > best:
                best, after, what, whom = drop + found, to, how, at
        return best, after, what, whom

    def shot(self, x: float, y: float, hx: float, hy: float, level: int) -> float:
        """Return the gain of the best shot from a place, its answer deducted."""
        best = 0.0
        for f in self.near if self.guns else ():
            dx, dy = f.x - x, f.y - y
            if dx * dx + dy * dy > SQUARE or dx * hx + dy * hy < abs(dx * hy - dy * hx):
                continue
            if self.clear or self._sees(x, y, f):
                best = max(best, self._shot(f, f.shot_from(dx, dy), level, f.level))
        return best

    def _sees(self, x: float, y: float, f: Foe) -> bool:
        return standing.sees(self.position, Spot(int(x), int(y)), f.aircraft.at)

    def _shot(self, f: Foe, arc: str, level: int, his: int) -> float:
        """Return the gain of a shot at an enemy in front and in range, from one of its arcs at those levels."""
        if level - his < self.need and not f.aircraft.type.multi:
            return 0.0
        back = f.answers[arc]
        found = more(self.attack + f.struck, f.dodge_side if arc == RIGHT else f.dodge) * f.hits[his]
        return found - more(back, self.dodge) * self.losses[level] if back else found

    def lie(self, x: int, y: int, hx: float, hy: float) -> float:
        """Return the score of a place in relation to the enemy that it suits best."""
        best = -9.0
        for f in self.foes:
            dx, dy = f.x - x, f.y - y
            away = (dx * dx + dy * dy) ** 0.5 or 1.0
            inches = away / PER
            found = -AWAY * abs(inches - GOOD_DISTANCE) + TURNED * (dx * hx + dy * hy) / away + BEHIND * (dx * f.fx + dy * f.fy) / away
            found *= 1.0 if inches < 20 else 1.2
            found += 0.1 * (f.weight - 1.0)
            if found > best:
                best = found
        return best if self.foes else 0.0

    def danger(self, x: int, y: int, hx: float, hy: float, level: int) -> float:
        """Return the harm that the enemies are likely to do to the aircraft there, before it acts again."""
        total = 0.0
        multi = self.a.type.multi
        need = self.need
        losses, dodge, dodge_side = self.losses, self.dodge, self.dodge_side
        for f in self.near:
            if not f.guns:
                continue
            can = multi or f.level - level >= need
            sinks = level > 0 and self.nimble and f.nimble
            if not can and not (sinks and f.level - level + 1 >= need):
                continue
            # From its place: its opening shot.
            first = 0.0
            dx, dy = x - f.x, y - f.y
            if can and dx * dx + dy * dy <= SQUARE and dx * f.fx + dy * f.fy >= abs(dx * f.fy - dy * f.fx):
                across, along = abs(dx * hy - dy * hx), dx * hx + dy * hy
                side = abs(along) < across
                first = more(f.attack, dodge_side if side else dodge) * losses[level]
            then = 0.0
            for px, py in f.reach:
                ex, ey = x - px, y - py
                if ex * ex + ey * ey > SQUARE or ex * f.fx + ey * f.fy < 0:
                    continue
                across, along = abs(ex * hy - ey * hx), ex * hx + ey * hy
                found = 0.0
                if sinks and along >= across:  # it is behind, and tails
                    found = self.levels[level] - self.levels[level - 1]
                    if multi or f.level - level + 1 >= need:
                        found += more(f.attack, dodge) * losses[level - 1]
                elif can:
                    found = more(f.attack, dodge_side if abs(along) < across else dodge) * losses[level]
                if found > then:
                    then = found
            total += f.when * (first + 0.8 * then)
        return total

    def edge(self, x: int, y: int, hx: float, hy: float) -> float:
        """Return the cost of the table's edges there."""
        wide, high = self.wide, self.high
        tx, ty = x + hx * AHEAD_OF, y + hy * AHEAD_OF
        if not (0 <= tx <= wide and 0 <= ty <= high):
            return OFF
        # Then it turns, one way or the other, and goes on.
        for sx, sy in ((hx - hy, hy + hx), (hx + hy, hy - hx)):
            if 0 <= tx + sx * AHEAD_OF * 0.7 <= wide and 0 <= ty + sy * AHEAD_OF * 0.7 <= high:
                return 0.0
        return NEAR_EDGE

    def errands(self, x: int, y: int, hx: float, hy: float) -> float:
        """Return the part of the way to its goal that an aircraft has covered there."""
        if self.goal is None:
            return 0.0
        dx, dy = float(self.goal.x - x), float(self.goal.y - y)
        if self.exit in ("north", "south"):
            dx = 0.0
        elif self.exit:
            dy = 0.0
        away = (dx * dx + dy * dy) ** 0.5 or 1.0
        speed = max(1, self.a.speed) * PER
        off = 1.0 - (dx * hx + dy * hy) / away
        if not self.exit and away < BOMBING:
            off = 0.0
        return -ERRAND * (max(0.0, away - (0 if self.exit else BOMBING)) / speed + off)

    def together(self, x: int, y: int, hx: float, hy: float) -> float:
        """Return the worth of staying in its formation to a multi-engined aircraft."""
        if not self.a.type.multi:
            return 0.0
        found = 0.0
        for b in self.flock:
            if within(Spot(x, y), b.at, 3 * PER + (0 if b.zoom == self.a.zoom else 5 * PER)):
                bx, by = UNITS[b.heading]
                found = max(found, 0.1 * (bx * hx + by * hy))
        return found

    # ---- a flight

    def before_danger(self, flight: MiniatureCourse) -> tuple[float, int, str, int]:
        """Return the worth of a flight without its dangers, the level after it, the action, and its target."""
        a = self.a
        level = a.level - flight.burns
        if flight.left:
            safe = flight.left == self.exit
            return (HOME if safe else -self.losses[0] - 1.0), level, NOTHING, NOBODY
        (x, y), (hx, hy) = flight.at, UNITS[flight.heading]
        found, after, what, whom = self.gain(x, y, hx, hy, level)
        bombs = self.bombed(flight)
        if bombs > 0:
            found, after, what, whom = bombs, level, BOMBS, NOBODY
        return found + self.stands(flight, a.level), after, what, whom

    def stands(self, flight: MiniatureCourse, before: int) -> float:
        """Return the worth of the end of a flight in itself: the relation to enemies, the way to go, the edges; less the advantage and
        cards spent."""
        (x, y), (hx, hy) = flight.at, UNITS[flight.heading]
        found = self.levels[before - flight.burns] - self.levels[before] - self.edge(x, y, hx, hy) - SPENT * len(flight.cards)
        if self.goal is None:
            return found + self.lie(x, y, hx, hy)
        return found + self.errands(x, y, hx, hy) + (0.3 * self.lie(x, y, hx, hy) if self.guns else 0.0) + self.together(x, y, hx, hy)

    def bombed(self, flight: MiniatureCourse) -> float:
        """Return the gain of bombs that the flight allows."""
        strike = self.position.terms.strike
        if not self.bombs or strike is None:
            return 0.0
        if not any(passes(start, end, target.spot, BOMBING) for start, end in flight.ways for target in strike.targets):
            return 0.0
        dived = flight.dives and self.a.type.dive_bomber and self.a.loaded
        return self.bombs + (BOMB / 3 if dived else 0.0)

    def after_danger(self, flight: MiniatureCourse, worth: float, level: int) -> float:
        if flight.left or not self.wary:
            return worth
        (x, y), (hx, hy) = flight.at, UNITS[flight.heading]
        return worth - self.danger(x, y, hx, hy, level)
