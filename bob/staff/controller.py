"""The RAF's controllers: readiness in good time, scrambles by strength and reach, vectors, patrol lines, landings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core import hexes
from bob.core.hexes import Hex
from bob.core.kit import Decision
from bob.day.rules.control import Meeting
from bob.day.rules.readiness import weight
from bob.day.rules.wings import stack_of
from bob.day.state.orders import Done, Pancake, Readiness, Scramble, SendTo
from bob.day.state.view import RafView, SquadronView
from bob.staff import formations, patrols
from bob.staff.answers import SECOND_LINE, answer
from bob.staff.doctrine import Doctrine
from bob.staff.officer import StaffOfficer
from bob.staff.rules import Rules, ordered_off
from bob.staff.threats import Threat, near, threats

COAST = 1
"""Hexes from the shore at which those who wait for a raid patrol."""

GUARD, NEAR = 12, 3
"""Distances in hexes: within the first a gathering raid may attack a field, within the second a field is near the place where the raid is
expected."""

ODDS = 3
"""The most aircraft that the second line engages for each of its own."""

STALE = 4
"""Turns after which a plot is too old to fly by."""


@dataclass(frozen=True, slots=True)
class Intercept:
    """A squadron's way to meet a threat: place and time, whether the rules would compute the way, the spare time, and whether it is only
    far inland, where few are sent."""

    squadron: SquadronView
    hex: Hex
    turns: int
    tracked: bool
    slack: int
    deep: bool
    key: tuple[Any, ...]


class Controller(StaffOfficer):
    """A controller of Fighter Command with a doctrine."""

    def __init__(self, doctrine: Doctrine, seed: int | str) -> None:
        super().__init__(doctrine.name, "raf", seed)
        self.doctrine = doctrine

    def orders(self, view: RafView, game_rules: Rules) -> list[Decision]:
        """The turn's orders, or the answer to a choice."""
        doctrine = self.doctrine.under(view.settings.instructions)
        if view.choice is not None:
            return [answer(game_rules, view, doctrine)]
        return ControllerTurn(game_rules, view, doctrine, self.weighed).orders()


class ControllerTurn:
    """One turn's orders in the making."""

    def __init__(self, rules: Rules, view: RafView, doctrine: Doctrine, weighed: Callable[[int, int], None]) -> None:
        self.rules = rules
        self.weighed = weighed
        self.view = view
        self.doctrine = doctrine
        self.sent = [s.unit for s in view.squadrons if s.committed or s.box in ("airborne", "landed", "rearm_1", "rearm_2")]
        self.after = view
        self.threats = threats(rules, view, doctrine)
        self.by_number = {t.number: t for t in self.threats}
        self.meetings: dict[tuple[str, int], Meeting | None] = {}
        """By squadron and track, where they would meet: the view is the same for the whole turn."""
        self.out: list[Decision] = []
        self.busy: dict[str, None] = {}
        self.budget = (
            view.response_level - view.committed - sum(weight(s) for s in view.squadrons if s.scrambling and s.unit not in self.sent)
        )
        self.sectors: dict[str, list[SquadronView]] = {}
        for s in view.squadrons:
            if s.box != "gone":
                self.sectors.setdefault(s.sector, []).append(s)
        self.first_line = {sector: [s for s in found if not self.second_line(s)] for sector, found in self.sectors.items()}
        self.capacity = {f.place: max(0, f.capacity - f.damage) for f in view.fields}
        self.landing: dict[str, int] = {}
        for s in view.squadrons:
            if s.box == "airborne" and s.vector is not None and s.vector["kind"] == "home":
                place = str(s.vector["field"] or s.station)
                self.landing[place] = self.landing.get(place, 0) + 1
        self.left = {sector: sum(s.box in ("ready", "available") for s in found) for sector, found in self.first_line.items()}

    def orders(self) -> list[Decision]:
        free = self._airborne()
        wanting = [t for t in self.threats if t.need]
        self._reinforce(wanting, free)
        formations.pairs(self)
        formations.wings(self, wanting)
        self._scramble(wanting)
        posts = patrols.posts(self)
        patrols.keep_up(self, posts)
        self._release(free, posts)
        self._readiness()
        turns = len(self.out)
        key, values = ("staff.why.done", {"orders": turns}) if turns else ("staff.why.wait", {"tracks": len(self.threats)})
        self.out.append(Decision(Done(), key, values))
        return self.out

    def give(self, order: Any, key: str, **values: Any) -> None:
        self.out.append(Decision(order, key, values))
        unit = getattr(order, "unit", None)
        if unit is not None:
            self.busy[unit] = None

    # ---- squadrons in the air

    def _airborne(self) -> list[SquadronView]:
        """Count the engaged squadrons, bring home those that must go, and return those free for another raid."""
        free = []
        for s in self.view.squadrons:
            if s.box != "airborne":
                continue
            fit = s.ammo != "none" and s.disruption < self.doctrine.tired
            if self.stack(s)[0].unit != s.unit:
                if not fit and self.rules.controlled(self.view, s):
                    self._spent(s)
                continue  # it goes where its Wing goes
            formations.engagement(self, s)
            vector = s.vector or {}
            kind = vector.get("kind")
            after = s.tally if s.tally is not None else vector.get("track") if kind == "raid" else None
            threat = self.by_number.get(after) if after is not None else None
            if threat is not None and kind != "home" and (s.tally is not None or (fit and self._worth(s, threat))):
                self._count(s, threat)
                self._lead(s, threat)
                continue
            if not self.rules.controlled(self.view, s):
                continue
            if kind == "home":
                self._divert(s)
                if s.unit not in self.busy and fit and s.ammo == "full" and s.disruption == 0 and self.rules.spare(s) >= 6:
                    free.append(s)
            elif not fit or s.ammo != "full":
                self._spent(s)
            elif kind == "hex" and formations.gathering(self, s):
                for threat in self.threats[:1]:
                    self._count(s, threat)
            elif kind == "hex" and (threat := self._watched(s)) is not None and self.rules.spare(s) > 2:
                self._count(s, threat)
                self._lead(s, threat)
            else:
                free.append(s)
        return free

    def met(self, s: SquadronView, threat: Threat) -> Meeting | None:
        """Return where a squadron, with its Wing, would meet a threat at the height at which it is sent."""
        key = (s.unit, threat.number)
        if key not in self.meetings:
            self.meetings[key] = self.rules.met(s, threat.plotted, self.angels(s, threat), self.stack(s))
        return self.meetings[key]

    def stack(self, s: SquadronView) -> list[SquadronView]:
        """Those that fly as one with a squadron, the first of the Wing first."""
        return stack_of(self.view.squadrons, s)

    def reaches(self, s: SquadronView, h: Hex) -> bool:
        """Return whether a squadron, with its Wing, can fly to a hex and home again."""
        return all(self.rules.far_enough(each, h) for each in self.stack(s))

    def weight(self, s: SquadronView) -> float:
        """Return the number of squadrons sent by an order to this one."""
        return sum(weight(each) for each in self.stack(s))

    def _spent(self, s: SquadronView) -> None:
        """A squadron that cannot fight any more goes home, with its Wing if it leads one."""
        spent = {"none": "staff.why.home_ammunition", "low": "staff.why.home_low", "full": "staff.why.home_disrupted"}
        self._pancake(s, spent[s.ammo])

    def _count(self, s: SquadronView, threat: Threat) -> None:
        threat.have += self.weight(s) * (1.0 if s.ammo == "full" else 0.5)
        threat.sent.append(s.unit)

    def _lead(self, s: SquadronView, threat: Threat) -> None:
        """Lead a squadron on: by the plotted track where that agrees with the fitted one, else to where the raid should be."""
        if not self.rules.controlled(self.view, s):
            return
        formations.wait(self, s, threat)
        vector = s.vector or {}
        met = self.met(s, threat)
        chasing = vector.get("kind") == "raid" and vector.get("track") == threat.number
        if s.tally is not None:
            if not chasing and met is not None:
                self.vector(s, threat, met.turns)
            return
        if met is not None and not chasing and self._allowed(s, met.hex, self.doctrine.beyond):
            self.vector(s, threat, met.turns)

    def _worth(self, s: SquadronView, threat: Threat) -> bool:
        """Return whether a squadron should follow its raid: not out of radio reach, nor far out to sea after one that goes home."""
        met = self.met(s, threat)
        if met is None or threat.track.age > STALE or (s.ammo == "low" and met.turns > 2):
            return False
        if not self.rules.controlled(self.view, s):
            return True  # it cannot be recalled
        if self.rules.from_shore(met.hex) > self.doctrine.out + 2 * threat.inbound:
            return False
        return self.rules.in_radio_range(s, met.hex, max(1, self.doctrine.beyond))

    def bound_for(self, s: SquadronView) -> Threat | None:
        """The threat that a squadron was sent against."""
        if s.vector is None or s.vector["kind"] == "home":
            return None
        return self.by_number.get(s.vector["track"]) if s.vector["kind"] == "raid" else self._watched(s)

    def _watched(self, s: SquadronView) -> Threat | None:
        """The threat whose way a squadron on patrol waits on."""
        assert s.vector is not None
        post = hexes.from_label(s.vector["hex"])
        found = [t for t in self.threats if t.inbound and t.need and near(t.way, post, 3, 12)]
        return min(found, key=lambda t: t.have >= t.need, default=None)

    def _pancake(self, s: SquadronView, key: str, **values: Any) -> None:
        """Home, and with the first of a Wing all of it."""
        for each in self.stack(s) if self.stack(s)[0].unit == s.unit else [s]:
            field = self._field(each)
            if each.unit not in self.busy and self.rules.controlled(self.view, each):
                self.give(Pancake(each.unit, field), key, unit=each.unit, field=field or each.station, **values)

    def _field(self, s: SquadronView) -> str | None:
        """A nearer field to refuel on, for a controller who uses them while raids are about (None: home)."""
        home = self.rules.home_in(s, s.hex)
        if self.capacity.get(s.station, 0) <= 0:
            home += 6
        if home < 4 or not (self.doctrine.forward or self.rules.spare(s) < 0 or home >= 6):
            return None
        near_fields = [
            (self.rules.home_in(s, s.hex, f.place), f.place)
            for f in self.view.fields
            if self.capacity[f.place] > max(1, self.landing.get(f.place, 0))
            and self.rules.home_in(s, s.hex, f.place) <= min(s.fuel, home - 3)
        ]
        return min(near_fields)[1] if near_fields else None

    def _divert(self, s: SquadronView) -> None:
        """A squadron whose field is closed, or too full for its fuel, lands elsewhere."""
        assert s.vector is not None
        bound = str(s.vector["field"] or s.station)
        waiting = self.landing.get(bound, 0)
        takes = self.capacity.get(bound, 0)
        if takes > 0 and (waiting <= takes or s.fuel - self.rules.home_in(s, s.hex, bound) > -(-waiting // takes) - 1):
            return
        reached = [
            (self.rules.home_in(s, s.hex, place), place)
            for place, takes in self.capacity.items()
            if place != bound and self.landing.get(place, 0) < takes and self.rules.home_in(s, s.hex, place) <= s.fuel
        ]
        if not reached:
            return
        place = min(reached)[1]
        self.landing[bound] = waiting - 1
        self.landing[place] = self.landing.get(place, 0) + 1
        self.give(Pancake(s.unit, place), "staff.why.divert", unit=s.unit, field=place, closed=bound)

    def vector(self, s: SquadronView, threat: Threat, turns: int) -> None:
        angels = self.angels(s, threat)
        values = {"unit": s.unit, "track": threat.track.label, "minutes": 5 * turns, "angels": angels}
        order = SendTo(s.unit, angels, track=threat.number)
        if self.rules.stands(self.view, order):
            self.give(order, "staff.why.vector", **values)

    def angels(self, s: SquadronView, threat: Threat) -> int:
        return self.rules.height(s, threat.angels + self.doctrine.above)

    def _release(self, free: list[SquadronView], posts: Sequence[Hex]) -> None:
        """Send idle squadrons home before the fuel is gone; during a threat, or on patrol, they stay up a little longer."""
        waiting = any(t.inbound or t.lingers for t in self.threats)
        for s in free:
            kind = (s.vector or {}).get("kind")
            if s.unit in self.busy or kind == "home":
                continue
            if not waiting and not (self.rules.spare(s) > 3 and patrols.stands(s, posts)):
                self._pancake(s, "staff.why.home_quiet")
            elif self.rules.spare(s) <= 3:
                self._pancake(s, "staff.why.home_fuel", minutes=5 * max(0, s.fuel))
            elif kind == "raid":
                post = self.rules.world.fields[s.sector].near
                if self.reaches(s, post):
                    angels = self.rules.height(s, max(s.angels, 14))
                    self.give(SendTo(s.unit, angels, hex=post), "staff.why.patrol_home", unit=s.unit, place=s.sector, angels=angels)

    # ---- possible interceptions

    def _allowed(self, s: SquadronView, h: Hex, beyond: int = 0) -> bool:
        if h in self.rules.world.barred:
            return False
        return self.rules.from_shore(h) <= self.doctrine.out and self.rules.in_radio_range(s, h, beyond)

    def chance(self, s: SquadronView, threat: Threat) -> Intercept | None:
        """The first place on a threat's way that a squadron reaches in time, at height, within radio and doctrine."""
        rules, doctrine = self.rules, self.doctrine
        kind = rules.world.types[s.aircraft]
        ground = int(s.box != "airborne")
        flown = rules.flown(s, self.angels(s, threat))
        fuel = kind.endurance if ground else s.fuel
        if threat.gathering:
            return self._patrol_line(s, threat)
        inland = max(1, doctrine.inland - threat.over_land) if ground else doctrine.inland
        deep = max(inland, doctrine.deep - threat.over_land)
        for turns, h in enumerate(threat.way[: min(doctrine.late, threat.inland_in + deep) + 1]):
            aloft = turns - ground
            if aloft < 0 or flown[aloft] < (far := hexes.distance(s.hex, h)):
                continue
            if not self._allowed(s, h, self.doctrine.beyond):
                continue
            if turns + rules.home_in(s, h) + 2 > fuel:
                return None
            met = self.met(s, threat)
            tracked = met is not None and self._allowed(s, met.hex, max(2, self.doctrine.beyond))
            if not tracked and not self.reaches(s, h):
                return None
            slack = turns - ground - next(i for i, miles in enumerate(flown) if miles >= far)
            return Intercept(s, h, turns, tracked, slack, turns > threat.inland_in + inland, self._place(s, threat, turns))
        return None

    def _patrol_line(self, s: SquadronView, threat: Threat) -> Intercept | None:
        """The patrol line on which a squadron waits for what still gathers: where it would cross the coast, or the next place on its way
        that the squadron may be sent to and is at, at height, in time."""
        flown = self.rules.flown(s, self.angels(s, threat))
        over = [s.hex] if self._guards(s, threat) else []
        for h in (*over, *threat.way[: threat.inland_in + self.doctrine.inland + 1]):
            if self.rules.from_shore(h) > COAST or not self._allowed(s, h, self.doctrine.beyond) or not self.reaches(s, h):
                continue
            far = hexes.distance(s.hex, h)
            turns = next((i for i, miles in enumerate(flown) if miles >= far), None)
            if turns is None or (turns := turns + (s.box != "airborne")) > self.doctrine.late:
                return None
            return Intercept(s, h, turns, False, 0, False, self._place(s, threat, turns))
        return None

    def _guards(self, s: SquadronView, threat: Threat) -> bool:
        """Return whether a squadron waits over its own field: the raid may come there as well as by the guessed way, which passes
        elsewhere, and no radio would lead the squadron on to it."""
        if not self.doctrine.forward or s.box != "ready" or hexes.distance(s.hex, threat.track.last.hex) > GUARD:
            return False
        ashore = next((h for h in threat.way if self.rules.from_shore(h) <= COAST), s.hex)
        return hexes.distance(s.hex, ashore) > NEAR and not self.rules.in_radio_range(s, s.hex)

    def _place(self, s: SquadronView, threat: Threat, turns: int) -> tuple[Any, ...]:
        """Return the sort key of a squadron among the candidates, the first to go first."""
        kind, ground = self.rules.world.types[s.aircraft], s.box != "airborne"
        fresh = s.unit not in self.sent
        shelter = self.doctrine.shelter if ground and near(threat.way, self.rules.world.fields[s.station].near, 1, 6) else 0
        return (kind.kind in SECOND_LINE, turns + fresh - shelter + (kind.mp < 4), -s.strength, s.disruption, s.unit)

    def _reinforce(self, wanting: list[Threat], free: list[SquadronView]) -> None:
        """Squadrons in the air that are free go to the raids that lack them."""
        for threat in wanting:
            chances = sorted(
                (c for s in free if s.unit not in self.busy and (c := self.chance(s, threat)) is not None), key=lambda c: c.key
            )
            for chance in chances:
                if threat.lacking <= 0:
                    break
                if chance.deep and not threat.bare:
                    continue
                s = chance.squadron
                threat.have += self.weight(s)
                threat.sent.append(s.unit)
                self.send(s, threat, chance)

    def send(self, s: SquadronView, threat: Threat, chance: Intercept) -> None:
        """Send a squadron in the air to meet a raid: by its track, or to wait on its way."""
        if chance.tracked:
            self.vector(s, threat, chance.turns)
        else:
            self._post(SendTo, s, threat, chance)

    def _post(self, order: type[SendTo] | type[Scramble], s: SquadronView, threat: Threat, chance: Intercept) -> None:
        """Send a squadron to wait on a raid's way."""
        angels = self.angels(s, threat)
        key = "staff.why.patrol" if order is SendTo else "staff.why.scramble_patrol"
        values = {"unit": s.unit, "track": threat.track.label, "hex": chance.hex.label, "minutes": 5 * chance.turns}
        self.give(order(s.unit, angels, hex=chance.hex), key, **values)

    # ---- scrambles

    def _scramble(self, wanting: list[Threat]) -> None:
        """Send off the squadrons that are best placed, a few to each raid in turn, never all at once."""
        waves = []
        for i, wanted in enumerate(wanting):
            self.weighed(i, len(wanting))
            if wanted.lacking > 0:
                waves.append([wanted, self._chances(wanted)])
        step = 2 if self.doctrine.pairs else 1
        moving = True
        while moving:
            moving = False
            for threat, chances in waves:
                assert isinstance(threat, Threat) and isinstance(chances, list)
                beside: Hex | None = None
                for _ in range(step):
                    if threat.lacking > 0 and (off := self._next_off(threat, chances, beside)) is not None:
                        beside, moving = off.hex, True

    def _chances(self, threat: Threat) -> list[Intercept]:
        found = [
            c
            for s in self.view.squadrons
            if s.box == "ready" and s.disruption < self.doctrine.tired and s.unit not in self.busy and not s.scrambling
            if (c := self.chance(s, threat)) is not None
        ]
        return sorted((c for c in found if c.slack <= self.doctrine.early), key=lambda c: c.key)

    def _next_off(self, threat: Threat, chances: list[Intercept], beside: Hex | None) -> SquadronView | None:
        """Send the next squadron off against a threat; the reserve and the second line only when no other meets it. The second of a pair
        is one from `beside` the first, if one there comes in time, too."""
        for last_resort in (False, True) if threat.have == 0 else (False,):
            for near_by in (True, False) if beside is not None else (False,):
                for chance in chances:
                    s = chance.squadron
                    if (not near_by or beside is None or hexes.distance(s.hex, beside) <= 1) and self._may_go(chance, threat, last_resort):
                        self._send_off(s, threat, chance)
                        return s
        return None

    def _may_go(self, chance: Intercept, threat: Threat, last_resort: bool) -> bool:
        s = chance.squadron
        if s.unit in self.busy or not self.rules.may_scramble(self.after, s):
            return False
        if not self._within_response(s, threat):
            return False
        if chance.deep and not threat.bare:
            return False
        if self.second_line(s):
            return last_resort and threat.strength <= ODDS * s.strength
        return last_resort or self.left[s.sector] > self._squadrons_on_ground(s.sector)

    def _within_response(self, s: SquadronView, threat: Threat) -> bool:
        """Return whether a squadron is within the Response Level, or a heavy raid without interception justifies more."""
        return s.unit in self.sent or self.budget >= weight(s) or (threat.have == 0 and threat.strength >= self.doctrine.overdraw)

    def second_line(self, s: SquadronView) -> bool:
        return self.rules.world.types[s.aircraft].kind in SECOND_LINE

    def _send_off(self, s: SquadronView, threat: Threat, chance: Intercept) -> None:
        self.after = ordered_off(self.after, s.unit)
        if s.unit not in self.sent:
            self.budget -= weight(s)
        self.left[s.sector] -= not self.second_line(s)
        threat.have += weight(s)
        threat.sent.append(s.unit)
        if chance.tracked:
            angels = self.angels(s, threat)
            values = {"unit": s.unit, "track": threat.track.label, "minutes": 5 * chance.turns, "angels": angels}
            key = "staff.why.scramble" if threat.reported else "staff.why.scramble_unknown"
            self.give(Scramble(s.unit, angels, track=threat.number), key, **values)
        else:
            self._post(Scramble, s, threat, chance)

    def _squadrons_on_ground(self, sector: str) -> int:
        """Return the number of squadrons that a Sector holds on the ground."""
        fit = self.first_line[sector]
        return math.floor(len(fit) * self.doctrine.reserve + 0.34) if len(fit) > 1 else 0

    # ---- readiness

    def _readiness(self) -> None:
        """Bring squadrons to Ready in good time: some always, more where a track comes near."""
        for sector, found in self.sectors.items():
            fit = self.first_line[sector] or found
            waiting = any(s.box == "available" and s.becoming is None for s in fit)  # only these depend on the threat
            called = self._called(sector, found[0].radio_range) if waiting else None
            share = 1.0 if called else self.doctrine.standing
            down = sum(s.box in ("ready", "available") for s in fit)
            want = math.ceil(down * share) if sector in self.rules.world.fields else 0
            have = sum(s.box == "ready" or s.becoming == "ready" for s in fit)
            for s in sorted(fit, key=lambda s: (-s.strength, s.unit)):
                if s.unit in self.busy or s.strength <= 0:
                    continue
                if s.box == "released" and s.becoming is None:
                    self.give(Readiness(s.unit, "available"), "staff.why.available", unit=s.unit)
                elif s.box == "available" and s.becoming is None and have < want:
                    have += 1
                    if called is None:
                        self.give(Readiness(s.unit, "ready"), "staff.why.standing", unit=s.unit, sector=sector)
                    else:
                        self.give(Readiness(s.unit, "ready"), "staff.why.ready", unit=s.unit, track=called.track.label, sector=sector)

    def _called(self, sector: str, radio: int) -> Threat | None:
        """The first threat that comes near a Sector."""
        field = self.rules.world.fields.get(sector)
        if field is None:
            return None
        return next((t for t in self.threats if near(t.way, field.near, radio + self.doctrine.called, 10)), None)
