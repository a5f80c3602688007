"""The sequence of a carrier campaign: plans, Resources, the flights of the turn in their order, recovery, tracks (CAM-25.1b)."""

from __future__ import annotations

from dataclasses import replace

from bob.campaigns.carriers import forming as f
from bob.campaigns.carriers.campaign_data import NO_STRIKE, TACTICS, CarrierCampaign, CarrierTables
from bob.campaigns.carriers.position import (
    BASE_STRIKE,
    FLEET_STRIKE,
    FLIGHT,
    FORM,
    OVER,
    PLAN,
    RESOURCE,
    SCOUT,
    CarrierPosition,
    FleetSortie,
    FlownSortie,
    Recovery,
    TurnLine,
    TurnPlan,
)
from bob.campaigns.land import flights
from bob.campaigns.land.campaign_data import Flyers
from bob.campaigns.land.cup import Cup, CupDraw
from bob.campaigns.land.position import DAMAGED, DESTROYED, LEFT_DAMAGED, AircraftFate, BombResult, enemy_of
from bob.campaigns.land.quick import fly
from bob.campaigns.land.sequence import row_of
from bob.campaigns.sides import SIDES
from bob.core.dice import Dice, draw
from bob.core.game import Event, Outcome
from bob.tactical.cards.flight import FlightEffects, FlightResult, FlightTerms
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import SHOOTING, ActionFace


def number_of(position: CarrierPosition, page: CarrierCampaign, side: str) -> int:
    """The number of a side's Fleet Tactic (CAM-25.71b)."""
    return TACTICS.index(position.plans[side].tactic)


def recovery_cards(position: CarrierPosition, campaign: CarrierCampaign, sortie: FleetSortie) -> int:
    """Return the number of cards that each Damaged aircraft of a Strike draws: both Tactics' numbers together; a target or base that is
    no Fleet has the Tactic of the Fleet that it fights (CAM-25.34, CAM-25.71c, CAM-25.71e)."""
    ends = (campaign.base_of(sortie.origin), campaign.base_of(sortie.target))
    fleets = [base.side for base in ends if base.fleet]
    numbers = [number_of(position, campaign, side) for side in fleets]
    return sum(numbers) if len(numbers) == 2 else 2 * numbers[0]


def victory_points(position: CarrierPosition, campaign: CarrierCampaign, side: str) -> int:
    """Return a side's victory points: the worth of the tracks of the enemy's bases (CAM-25.81a, CAM-25.83)."""
    return sum(base.track.vp(position.damage(base.code)) for base in campaign.base if base.side != side)


def length(position: CarrierPosition, campaign: CarrierCampaign) -> int:
    """Return the number of turns of the campaign (CAM-25.23a)."""
    return position.terms.turns or campaign.turns


def plans_open(position: CarrierPosition, campaign: CarrierCampaign, side: str) -> list[tuple[str, str]]:
    """The Tactics and Operations that a side may record for the turn (CAM-25.32b, CAM-25.42b)."""
    before = getattr(position.turns[-1], side) if position.turns else None
    return [
        (tactic, code)
        for tactic in TACTICS
        for code in campaign.operations(side)
        if before is None or (not tactic_refused(before, tactic) and not operation_refused(before, code, campaign, side))
    ]


def tactic_refused(before: TurnPlan, tactic: str) -> bool:
    """Close may not follow Long, nor Long Close (CAM-25.32b)."""
    return {before.tactic, tactic} == {TACTICS[0], TACTICS[-1]}


def operation_refused(before: TurnPlan, code: str, campaign: CarrierCampaign, side: str) -> bool:
    """No Large Strike on two consecutive turns (CAM-25.42b)."""
    operations = campaign.operations(side)
    return operations[before.operation].size == operations[code].size == "large"


def resources_open(position: CarrierPosition, campaign: CarrierCampaign, side: str) -> list[int | None]:
    """The Resources that a side may choose: each once, No Resource always (CAM-25.52c to CAM-25.52e)."""
    return [None, *[number for number in sorted(campaign.resources(side)) if number not in position.used[side]]]


class CarrierRun:
    """One order of a carrier campaign being carried out."""

    __slots__ = ("campaign", "dice", "events", "game", "position", "tables")

    def __init__(self, position: CarrierPosition, tables: CarrierTables, game: FlightGame, dice: Dice) -> None:
        self.position, self.tables, self.game, self.dice = position, tables, game, dice
        self.campaign: CarrierCampaign = tables.campaigns[position.sheet]
        self.events: list[Event] = []

    def tell(self, what: str, rule: str | None = None, to: tuple[str, ...] = SIDES, **data: object) -> None:
        """Something that both sides learn, or those named."""
        self.events.append(Event(what, data, to, rule))

    def drawn(self, pile: list[str], purpose: str) -> ActionFace:
        """The next card of a pile."""
        return self.game.tables.deck.faces[pile.pop(draw(self.dice, purpose, pile))]

    # ---- plans and Resources

    def begin_turn(self) -> None:
        position = self.position
        position.turn += 1
        position.phase = PLAN
        position.plans, position.picks, position.gains = {}, {}, ()
        self.tell("carrier_turn", "CAM-25.1b", turn=position.turn, turns=length(position, self.campaign))

    def plan(self, side: str, tactic: str, operation: str) -> None:
        """Record unseen; when both have, both are shown (CAM-25.31, CAM-25.41)."""
        position = self.position
        position.plans[side] = TurnPlan(tactic, operation)
        self.tell("planned", "CAM-25.31", (side,), side=side, tactic=tactic, operation=operation)
        if len(position.plans) == len(SIDES):
            for each in SIDES:
                self.tell("plan", "CAM-25.1b", side=each, tactic=position.plans[each].tactic, operation=position.plans[each].operation)
            position.phase = RESOURCE

    def take_resource(self, side: str, number: int | None) -> None:
        """Choose unseen; when both have, both are shown, and the flights of the turn follow (CAM-25.52a)."""
        position = self.position
        position.picks[side] = number
        self.tell("resource_taken", "CAM-25.52a", (side,), side=side, resource=number)
        if len(position.picks) < len(SIDES):
            return
        for each in SIDES:
            taken = position.picks[each]
            if taken is not None:
                position.used[each] = (*position.used[each], taken)
        self.tell("resources", "CAM-25.52a", axis=position.picks["axis"], allied=position.picks["allied"])
        axis, allied = position.plans["axis"], position.plans["allied"]
        position.turns.append(TurnLine(position.turn, axis, allied, position.picks["axis"], position.picks["allied"]))
        position.queue = self.sorties()
        self.next_sortie()

    def sorties(self) -> list[FleetSortie]:
        """The flights of the turn: scouts, then Strikes from bases, then those of the Fleets, the lower Resource number first (CAM-25.53a,
        CAM-25.61c, CAM-GAP-46)."""
        position, campaign = self.position, self.campaign
        fleets = {side: campaign.fleet_of(side).code for side in SIDES}
        found = [FleetSortie(SCOUT, s, fleets[s], fleets[enemy_of(s)]) for s in SIDES if f.effects(position, campaign, s, "scout")]
        for base in campaign.base:
            state = base.state(position.damage(base.code))
            if state is not None and state.strike:
                found.append(FleetSortie(BASE_STRIKE, base.side, base.code, fleets[enemy_of(base.side)]))
        striking = [side for side in SIDES if f.operation_of(position, campaign, side).size != NO_STRIKE]  # CAM-25.61a
        striking.sort(key=lambda side: (self.number(side), SIDES.index(side)))
        return [*found, *[FleetSortie(FLEET_STRIKE, s, fleets[s], f.operation_of(position, campaign, s).target) for s in striking]]

    def number(self, side: str) -> int:
        """The number of the Resource that a side has chosen (CAM-GAP-29)."""
        taken = self.position.picks[side]
        return taken if taken is not None else self.campaign.no_resource

    # ---- a flight

    def next_sortie(self) -> None:
        """Form the next flight of the turn, or end it."""
        position = self.position
        position.sortie, position.groups, position.crews, position.ready, position.flight = None, [], [], (), None
        if not position.queue:
            self.end_turn()
            return
        self.read_both()
        sortie = position.sortie = position.queue.pop(0)
        self.tell("sortie", "CAM-25.61c", kind=sortie.kind, side=sortie.side, origin=sortie.origin, target=sortie.target)
        target = self.campaign.base_of(sortie.target)
        row = ""
        if target.drawn_cap is not None:
            row = row_of(self.drawn(list(self.game.tables.deck.whole), "carriers.dice.cap"))  # CAM-25.43d
            self.tell("cap_drawn", "CAM-25.43d", target=target.code, card=row)
        f.formed(position, self.tables, self.game.tables.aircraft, sortie, row)
        self.draw_crews()
        position.phase = FORM
        position.ready = tuple(side for side in SIDES if not position.own_groups(side) and not position.more.get(side, 0))
        self.take_off()

    def read_both(self) -> None:
        """Of two simultaneous Strikes both sizes are read before either is flown (CAM-25.53b, CAM-GAP-31)."""
        position = self.position
        first = position.queue[0]
        alike = self.number(SIDES[0]) == self.number(SIDES[1])
        if first.kind == FLEET_STRIKE and first.read is None and alike and len(position.queue) > 1:
            position.queue = [replace(s, read=f.reductions(position, self.campaign, s)) for s in position.queue]
            self.tell("simultaneous", "CAM-25.53b")

    def draw_crews(self) -> None:
        """Draw both sides' Crews for the flight, which are given their aircraft while it is formed (CAM-19.34)."""
        for side in SIDES:
            for drawn in self.cup().crews(self.position.own_groups(side), self.game.tables.aircraft, self.position.terms.heavies_per_crew):
                self.place(drawn)

    def draw_pilots(self) -> None:
        """Draw both sides' Pilots once the aircraft are settled: an earlier draw would reveal secret choices (CAM-19.24)."""
        for side in SIDES:
            for drawn in self.cup().pilots(self.position.own_groups(side), self.game.tables.aircraft):
                self.place(drawn)

    def cup(self) -> Cup:
        """The counters of those who flew in the days of the campaign, without those that are out for good."""
        days = self.campaign
        counters = [counter for counter in self.tables.counters if counter.flew(days.first, days.last)]
        return Cup(counters, self.lost_airmen(), self.dice)

    def lost_airmen(self) -> frozenset[str]:
        """The counters that are out for good, where those shot down do not come back (CAM-GAP-58)."""
        if self.position.terms.pilots_lost != "out":
            return frozenset()
        fates = [fate for flown in self.position.log for fate in flown.fates]
        return frozenset(fate.airman.counter for fate in fates if fate.fate == DESTROYED and fate.airman is not None)

    def place(self, drawn: CupDraw) -> None:
        """A Skilled Pilot goes on the Leader's card, a Skilled Crew waits for its aircraft (CAM-19.24d, CAM-19.34d1)."""
        position = self.position
        if drawn.skilled and drawn.group is not None:
            position.groups[drawn.group].airman = drawn.airman
            aircraft = position.groups[drawn.group].aircraft
            self.tell("pilot", "CAM-19.24d", side=drawn.side, aircraft=aircraft, airman=drawn.airman.key)
        elif drawn.skilled:
            position.crews.append((drawn.side, drawn.airman))
            self.tell("crew", "CAM-19.34d1", side=drawn.side, airman=drawn.airman.key)

    # ---- decisions before it

    def leave_behind(self, side: str, number: int) -> None:
        f.leave_behind(self.position, side, number)
        self.tell("left_behind", "CAM-25.63e", (side,), side=side, aircraft=self.position.groups[number].aircraft)

    def add_to_cap(self, side: str, aircraft: str | None) -> None:
        """An Element more over the Fleet, of what there is (CAM-25.65b)."""
        position, crafts = self.position, self.game.tables.aircraft
        position.more[side] -= 1
        if aircraft is None:
            return
        first = len(position.groups)
        f.add(position.groups, side, Flyers(aircraft), crafts, extra=True)
        f.start(position.groups[first], crafts, f.START)
        self.tell("cap_added", "CAM-25.65b", (side,), side=side, aircraft=aircraft)

    def set_altitude(self, side: str, number: int, altitude: str) -> None:
        f.set_altitude(self.position, self.tables, self.game.tables.aircraft, number, altitude)
        self.tell("altitude_set", "CAM-GAP-64", (side,), side=side, aircraft=self.position.groups[number].aircraft, altitude=altitude)

    def set_load(self, side: str, number: int, load: str) -> None:
        self.position.groups[number].load = load
        self.tell("load_set", "CAM-17.14b2", (side,), side=side, aircraft=self.position.groups[number].aircraft, load=load)

    def set_crew(self, side: str, number: int, aircraft: int) -> None:
        position = self.position
        at = next(i for i, (whose, _) in enumerate(position.crews) if whose == side)
        _, airman = position.crews.pop(at)
        position.groups[number].crews = (*position.groups[number].crews, (aircraft, airman))
        self.tell("crew_set", "CAM-19.34d1", (side,), side=side, aircraft=position.groups[number].aircraft, airman=airman.key)

    def say_ready(self, side: str) -> None:
        self.position.ready = (*self.position.ready, side)
        self.tell("ready_said", "CAM-25.1b", (side,), side=side)
        self.take_off()

    def take_off(self) -> None:
        """Show both sides' aircraft together and fly, once both are ready (CAM-GAP-64)."""
        position = self.position
        if len(position.ready) < len(SIDES):
            return
        assert position.sortie is not None
        sortie = position.sortie
        position.crews = []
        position.groups = [group for group in position.groups if group.count]
        for number, group in enumerate(position.groups):
            group.number = number
        if not position.own_groups(sortie.side):
            self.tell("nobody_flies", "CAM-25.63b", side=sortie.side)
            self.enter(None, flown=False)
            return
        if self.out_of_sight(sortie):
            self.enter(None, flown=False)
            return
        self.draw_pilots()
        for group in position.groups:
            self.tell(
                "takes_off",
                "CAM-25.61a",
                side=group.side,
                aircraft=group.aircraft,
                count=group.count,
                altitude=group.altitude,
                load=group.load,
                airman=", ".join(airman.key for airman in group.airmen),
            )
        met = position.own_groups(f.meets(sortie))
        if sortie.kind == SCOUT and not met:
            self.enter(None, flown=True)  # no enemy meets the scout
            return
        terms = self.terms(sortie)
        position.phase = FLIGHT
        if position.terms.quick:
            self.enter(fly(terms, self.game.tables, self.dice), flown=True)
            return
        position.flight, lines = self.game.setup_terms(terms, self.dice)
        self.events += lines
        self.after_flight()

    def out_of_sight(self, sortie: FleetSortie) -> bool:
        """Return whether a Strike does not find its Fleet: of as many cards as both Tactics' numbers together, one with a blue margin
        hides it (CAM-25.33, CAM-GAP-52)."""
        position, campaign = self.position, self.campaign
        target = campaign.base_of(sortie.target)
        if sortie.kind == SCOUT or not target.fleet or not f.effects(position, campaign, target.side, "out_of_sight"):
            return False
        pile = list(self.game.tables.deck.whole)
        faces = [
            self.drawn(pile, "carriers.dice.sight")
            for _ in range(number_of(position, campaign, "axis") + number_of(position, campaign, "allied"))
        ]
        hidden = any(face.blue for face in faces)
        self.tell("out_of_sight" if hidden else "in_sight", "CAM-GAP-52", target=target.code, cards=len(faces))
        return hidden

    def terms(self, sortie: FleetSortie) -> FlightTerms:
        """The flight as it is handed over (CAM-S.9a): a scout's of its turns, a Strike's of two out and one home, which no Speed shortens
        (CAM-25.62a, CAM-25.62b, CAM-23.26a)."""
        position, campaign = self.position, self.campaign
        airmen = flights.FlownAirmen(self.tables.counters)
        crafts = self.game.tables.aircraft
        sides = [flights.side_flown(position.own_groups(side), side, crafts, airmen) for side in SIDES]
        both, edition = (sides[0], sides[1]), flights.edition_of(position.terms)
        if sortie.kind == SCOUT:
            return FlightTerms(both, structure="fixed", turns=campaign.scout[sortie.side].turns, edition=edition)
        target = campaign.base_of(sortie.target)
        own = sortie.kind == FLEET_STRIKE
        enemy = f.meets(sortie)
        return FlightTerms(
            both,
            bombing=sortie.side,
            target_bound=max(0, campaign.out_turns + f.amount(position, campaign, enemy, "out_turns")),
            home_bound=max(0, campaign.home_turns + (f.amount(position, campaign, sortie.side, "home_turns") if own else 0)),
            speed_shortens=False,
            target=flights.target_flown(self.tables.targets[target.sheet]),
            effects=FlightEffects(
                clouds=bool(target.fleet and f.effects(position, campaign, enemy, "clouds")),
                points_per_hit=f.amount(position, campaign, sortie.side, "bomb_points") if own and target.fleet else 0,
            ),
            edition=edition,
        )

    def flight_order(self, seat: str, order: object) -> None:
        assert self.position.flight is not None
        self.events += self.game.apply(self.position.flight, seat, order, self.dice)
        self.after_flight()

    def after_flight(self) -> None:
        assert self.position.flight is not None
        if self.game.outcome(self.position.flight) is not None:
            self.enter(self.game.result(self.position.flight), flown=True)

    # ---- what came of it

    def enter(self, result: FlightResult | None, *, flown: bool) -> None:
        """Recover, tick the tracks, enter the flight on the Log Sheet, and go on (CAM-25.71, CAM-25.82)."""
        position = self.position
        assert position.sortie is not None
        sortie = position.sortie
        fates: tuple[AircraftFate, ...] = ()
        results: tuple[BombResult, ...] = ()
        damage, success = 0, False
        recoveries: tuple[Recovery, ...] = ()
        if result is not None:
            fates = flights.group_fates(position.groups, result)
            results = flights.results_of(result)
            damage = result.points if sortie.kind != SCOUT else 0
        if sortie.kind == SCOUT:
            success = result is None or any(
                fate.side == sortie.side and fate.fate not in (DESTROYED, "left", LEFT_DAMAGED) for fate in fates
            )
            if success:
                position.gains = (*position.gains, sortie.side)
            self.tell("scouted" if success else "scout_failed", "CAM-DAT-14", side=sortie.side)
        elif result is not None:
            recoveries = self.recover(sortie, fates)
            crashed = {test.craft for test in recoveries if not test.landed}
            fates = tuple([replace(fate, fate=DESTROYED) if i in crashed else fate for i, fate in enumerate(fates)])
        ticks = self.tick(sortie, damage, fates)
        position.log.append(FlownSortie(position.turn, sortie, flown, success, damage, fates, results, recoveries, ticks))
        self.next_sortie()

    def recover(self, sortie: FleetSortie, fates: tuple[AircraftFate, ...]) -> tuple[Recovery, ...]:
        """Each Damaged aircraft of the Strike draws; IMS or OTS, and it is lost. The CAP lands (CAM-25.71a, CAM-25.71d, CAM-25.72)."""
        number = recovery_cards(self.position, self.campaign, sortie)
        pile: list[str] = []
        made = []
        for i, fate in enumerate(fates):
            if fate.side != sortie.side or fate.fate not in (DAMAGED, LEFT_DAMAGED):
                continue
            if len(pile) < number:
                pile = list(self.game.tables.deck.whole)  # all tests of a Strike from one deck (CAM-GAP-62), another when it is out
            faces = [self.drawn(pile, "carriers.dice.recovery") for _ in range(number)]
            landed = all(face.card.title not in SHOOTING for face in faces)
            made.append(Recovery(i, number, landed))
            self.tell("landed" if landed else "not_recovered", "CAM-25.71d", side=fate.side, aircraft=fate.aircraft, cards=number)
        return tuple(made)

    def tick(self, sortie: FleetSortie, damage: int, fates: tuple[AircraftFate, ...]) -> tuple[tuple[str, int], ...]:
        """Tick a box for each point of damage, and for each aircraft Destroyed on the track of where it came from, but for a Scout
        Mission (CAM-25.82a to CAM-25.82c)."""
        position, campaign = self.position, self.campaign
        made: dict[str, int] = {}
        if damage:
            made[sortie.target] = damage
        if sortie.kind != SCOUT:
            for side, base in ((sortie.side, campaign.base_of(sortie.origin)), (f.meets(sortie), campaign.base_of(sortie.target))):
                lost = sum(fate.side == side and fate.fate == DESTROYED for fate in fates)
                if lost and base.launches:
                    made[base.code] = made.get(base.code, 0) + lost
        for code, boxes in made.items():
            position.tracks[code] = position.damage(code) + boxes
            self.tell("ticked", "CAM-25.82a", target=code, boxes=boxes, damage=position.tracks[code])
        return tuple(sorted(made.items()))

    # ---- the end

    def end_turn(self) -> None:
        """The campaign ends with its last turn, or when a Fleet is Out of Action (CAM-25.9a)."""
        position, campaign = self.position, self.campaign
        points = {side: victory_points(position, campaign, side) for side in SIDES}
        self.tell("turn_over", "CAM-25.83", turn=position.turn, axis=points["axis"], allied=points["allied"])
        out = [base.code for base in campaign.base if base.fleet and base.track.is_out(position.damage(base.code))]
        for code in out:
            self.tell("out_of_action", "CAM-25.9a", target=code)
        if not out and position.turn < length(position, campaign):
            self.begin_turn()
            return
        position.phase = OVER
        axis, allied = points["axis"], points["allied"]
        winner = "axis" if axis > allied else "allied" if allied > axis else None  # CAM-25.9b, CAM-GAP-30
        position.outcome = Outcome(f"carriers.outcome.{winner or 'draw'}", {side: float(n) for side, n in points.items()}, winner)
        self.tell("campaign_over", "CAM-25.9b", axis=axis, allied=allied, winner=winner or "draw")
