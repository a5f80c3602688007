"""A flight resolved by dice: for balance runs and quick campaigns. Clouds, Flak and bombs go by the cards as in the flight itself; air
fighting is a die for each attack, and positions, hands, answers to Flak and formations' places are left out."""

from __future__ import annotations

from dataclasses import dataclass, field

from bob.core.dice import Dice
from bob.tactical.cards.flight import (
    BOMB_RESULTS,
    DESTROYED,
    DIVE,
    DROP,
    LEFT_DAMAGED,
    LEVEL,
    LOOK,
    MISS,
    NEITHER,
    SATURATION,
    TORPEDO,
    WHOLE,
    FlightAirman,
    FlightFate,
    FlightHit,
    FlightResult,
    FlightSide,
    FlightTerms,
)
from bob.tactical.cards.linking import ALTITUDES, FLAK_CARD, cards_drawn
from bob.tactical.cards_classic.data import FIGHTER_SPEED, ActionFace, ClassicAircraft, ClassicSide, ClassicTables

MOST_TURNS = 14
_DIE = 20


@dataclass(slots=True)
class _Plane:
    side: str
    unit: str
    place: int
    card: ClassicAircraft
    load: str
    altitude: int
    skills: tuple[str, ...]
    airman: str | None
    hits: int = 0
    damaged: bool = False
    fate: str = WHOLE
    overflew: bool = False
    overhead: bool = False
    bombed: bool = False
    looks: int = 0
    by: tuple[str, int] | None = None
    left: bool = field(default=False)

    @property
    def now(self) -> ClassicSide:
        return self.card.back if self.damaged else self.card.front

    @property
    def flying(self) -> bool:
        return self.fate != DESTROYED and not self.left

    def takes(self, hits: int, by: tuple[str, int]) -> None:
        """Damage: flipped at the first limit, destroyed at the second (CAM-GAP-51); skill D raises both (CAM-GAP-57)."""
        self.hits += hits
        more = "D" in self.skills
        self.damaged = self.damaged or self.hits >= self.card.front.points + more
        if self.hits >= self.card.back.points + more and self.fate != DESTROYED:
            self.fate, self.by = DESTROYED, by
        if self.damaged and not self.card.formed:
            self.load = ""  # CAM-15.2f


class _Quick:
    __slots__ = ("cards", "cloudy", "dice", "hits", "planes", "terms")

    def __init__(self, terms: FlightTerms, cards: ClassicTables, dice: Dice) -> None:
        self.terms, self.cards, self.dice = terms, cards, dice
        self.planes = [plane for side in terms.sides for plane in _planes(side, cards)]
        self.hits: list[FlightHit] = []
        self.cloudy = False

    def draw(self) -> ActionFace:
        whole = self.cards.deck.whole
        return self.cards.deck.faces[whole[self.dice.roll("air_war.dice.quick_card", 1, sides=len(whole)).total - 1]]

    def result(self) -> FlightResult:
        terms = self.terms
        turns = terms.turns
        if terms.structure == "fixed":
            self.fight(min(turns, MOST_TURNS))
        else:
            self.fight(min(terms.target_bound, MOST_TURNS))
            self.over_target()
            own = [plane for plane in self.planes if plane.side == terms.bombing and plane.flying]
            slowest = min((plane.now.speed if plane.card.formed else FIGHTER_SPEED for plane in own), default=FIGHTER_SPEED)
            home = max(0, terms.home_bound - (slowest if terms.speed_shortens else 0) + terms.home_change)
            self.fight(min(home, MOST_TURNS))
            turns = terms.target_bound + 3 + home
        points = sum(hit.points for hit in self.hits)
        return FlightResult(tuple(map(_fate, self.planes)), tuple(self.hits), points, sum(p.looks for p in self.planes), turns)

    # ---- in the air

    def fight(self, turns: int) -> None:
        """Let each fighter attack once a turn: a defender bombers if there are any, else any enemy."""
        for _ in range(turns):
            for plane in self.planes:
                if plane.flying and not plane.card.formed and not plane.load:
                    self.attack(plane)
                    if plane.damaged and plane.flying and not plane.overhead:
                        plane.left = True

    def attack(self, plane: _Plane) -> None:
        enemies = [o for o in self.planes if o.side != plane.side and o.flying and o.overhead == plane.overhead]
        bombers = [other for other in enemies if other.card.formed or other.load]
        pool = bombers if bombers and plane.side != self.terms.bombing else enemies
        if not pool:
            return
        target = pool[self.dice.roll("air_war.dice.quick_target", 1, sides=len(pool)).total - 1] if len(pool) > 1 else pool[0]
        if target.card.formed:
            support = sum(o.now.turret_support for o in enemies if o is not target and o.unit == target.unit and not o.damaged)
            fire = target.now.turret_defense + support
            chance = 7
        else:
            fire, chance = 0, 3 + plane.now.offense - target.now.defense + ("A" in plane.skills) - ("A" in target.skills)
        if self.dice.roll("air_war.dice.quick_attack", 1, sides=_DIE).total <= chance + plane.now.bursts:
            target.takes(1 + self.dice.roll("air_war.dice.quick_damage", 1, sides=3).total, (plane.unit, plane.place))
        if fire and self.dice.roll("air_war.dice.quick_turrets", 1, sides=_DIE).total <= fire:
            plane.takes(2, (target.unit, target.place))

    # ---- over the target

    def over_target(self) -> None:
        """Clouds, Area Flak, bombs with Target Flak, Area Flak, for all that fly over the target, friend and foe; the rest fight outside
        (CAM-22.21, CAM-24.53d)."""
        over = self.overflying()
        for plane in over:
            plane.overflew = plane.overhead = True
        self.cloudy = self.terms.effects.clouds and self.draw().blue
        target = self.terms.target
        self.fight(1)
        for passing in range(3):
            for plane in (p for p in over if p.flying):
                if passing == 1 and target is not None:
                    self.bomb(plane)
                elif target is not None:
                    self.flak(plane, target.area_flak)
        for plane in over:
            plane.overhead = False

    def overflying(self) -> list[_Plane]:
        """Return those that fly over the target: bombers and what carries bombs, Defenders after them whom the Flak leaves a chance, and
        then their escorts (CAM-23.51)."""
        bombing = [p for p in self.planes if p.side == self.terms.bombing and p.flying]
        carriers = [p for p in bombing if p.card.formed or p.load]
        chasing = [p for p in self.planes if p.side != self.terms.bombing and p.flying and not p.card.formed and self.dares(p)]
        if not carriers or not chasing:
            return carriers
        return bombing + chasing

    def dares(self, plane: _Plane) -> bool:
        """Return whether a Defender flies into the Flak: while it is likely to come out whole."""
        target = self.terms.target
        cards = 2 * target.area_flak + max(0, target.target_flak - 1) if target is not None else 0
        return not plane.damaged and cards * FLAK_CARD < max(1, plane.now.points - plane.hits)

    def flak(self, plane: _Plane, cards: int) -> int:
        """Cards drawn against an aircraft: their damage at once, and how many spoil a bomb (CAM-22.13, CAM-22.23)."""
        spoiled = 0
        for _ in range(max(0, cards)):
            face = self.draw()
            spoiled += face.card.spoils
            if face.card.shoots and plane.fate != DESTROYED:
                plane.takes(face.card.hits, ("flak", 0))
        return spoiled

    def bomb(self, plane: _Plane) -> None:
        """Draw for the bombs, take the Flak, apply the remaining results (CAM-21.14). Clouds hide all but torpedo droppers and lower all
        results but theirs (CAM-24.53d)."""
        target = self.terms.target
        assert target is not None
        mode, drawn = self.mode(plane)
        hidden = self.cloudy and mode != DROP
        results = [self.draw().bombing for _ in range(drawn)]
        spoiled = self.flak(plane, target.target_flak + self.cards.display.flak(mode, plane.altitude) - hidden)
        results = sorted(results, key=BOMB_RESULTS.index)[: max(0, len(results) - spoiled)]  # each SA takes the best left (CAM-22.23c)
        for result in results:
            lowered = BOMB_RESULTS.index(result) - (mode == SATURATION and target.naval) - hidden  # CAM-21.63, both (CAM-GAP-47)
            counts = BOMB_RESULTS[max(0, lowered)]
            if mode == LOOK:
                plane.looks += counts != MISS
                continue
            points = target.points(counts) * (2 if mode == DROP else 1)  # CAM-21.55b
            points += self.terms.effects.points_per_hit if mode != DROP and counts != MISS else 0
            if points:
                self.hits.append(FlightHit(plane.unit, plane.place, mode, counts, points))
        plane.bombed, plane.load = mode not in (NEITHER, LOOK), ""

    def mode(self, plane: _Plane) -> tuple[str, int]:
        """Return an aircraft's mode of attack, and the number of its cards; a diver falls a band first (CAM-21.42a)."""
        rating, display = plane.now.bombs, self.cards.display
        if plane.side != self.terms.bombing:
            return NEITHER, 0
        if plane.card.formed and not plane.load:
            return LOOK, plane.now.look
        if not plane.load:
            return NEITHER, 0
        if plane.load == TORPEDO:
            plane.altitude, mode = 0, DROP
        else:
            if DIVE in rating:
                plane.altitude = max(0, min(plane.altitude, 2) - 1)
            elif not plane.card.formed:
                plane.altitude = min(plane.altitude, 1)
            able = [m for m in (DIVE, LEVEL, SATURATION) if m in rating and display.allowed(m, plane.altitude, plane.card.formed)]
            mode = able[0] if able else NEITHER
        if mode == NEITHER:
            return NEITHER, 0
        return mode, cards_drawn(display, mode, rating.get(mode, 0), plane.altitude, plane.skills, plane.card.norden)


def _planes(side: FlightSide, cards: ClassicTables) -> list[_Plane]:
    made = []
    for e in side.elements:
        for place in range(1 + e.wingman):
            pilot = e.pilot if place == 0 else None
            made.append(_plane(side.side, e.unit, place, cards.aircraft[e.aircraft], e.load, e.altitude, pilot))
    for f in side.formations:
        for place, code in enumerate(f.aircraft):
            crew = f.crews[place] if place < len(f.crews) else None
            made.append(_plane(side.side, f.unit, place, cards.aircraft[code], f.load, f.altitude, crew))
    return made


def _plane(side: str, unit: str, place: int, card: ClassicAircraft, load: str, altitude: str | None, airman: FlightAirman | None) -> _Plane:
    skills = airman.skills if airman is not None else ()
    code = airman.code if airman is not None else None
    return _Plane(side, unit, place, card, load, ALTITUDES.index(altitude or "medium"), skills, code)


def _fate(plane: _Plane) -> FlightFate:
    fate = plane.fate
    if fate != DESTROYED and plane.damaged:
        fate = LEFT_DAMAGED if plane.left else "damaged"
    return FlightFate(
        plane.unit,
        plane.place,
        plane.side,
        plane.card.code,
        plane.card.kind,
        fate,
        plane.hits,
        plane.damaged,
        plane.overflew,
        plane.bombed,
        plane.airman,
        plane.airman is not None and plane.fate == DESTROYED,
        plane.looks,
        by=plane.by,
    )


def fly(terms: FlightTerms, cards: ClassicTables, dice: Dice) -> FlightResult:
    """The flight of these terms, by dice."""
    return _Quick(terms, cards, dice).result()
