"""The sequence of a land campaign: card, Resources, length, pilots, plans, flight, points, and the next mission (CAM-24.1b)."""

from __future__ import annotations

from typing import Any

from bob.campaigns.land import flights, planning
from bob.campaigns.land import mission as m
from bob.campaigns.land.book import lost
from bob.campaigns.land.campaign_data import LandCampaign, LandPeriod, WarTables
from bob.campaigns.land.cup import Cup, CupDraw
from bob.campaigns.land.position import FLIGHT, NOBODY, OVER, PLAN, RESOURCE, Airman, AirWarPosition, FlownMission
from bob.campaigns.land.quick import fly
from bob.campaigns.land.scoring import damage_before, lines_of, outcome, standing, succeeded
from bob.campaigns.sides import SIDES
from bob.core.dice import Dice, draw
from bob.core.game import Event
from bob.tactical.cards.flight import FlightResult
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import SHOOTING, ActionFace, ClassicTables

MOST_BURSTS = 3
"""In a user's deck In My Sights may cost more: it is in the last of its rows."""


class LandRun:
    """One order of a land campaign being carried out. `game` is the flight's."""

    __slots__ = ("campaign", "classic", "dice", "events", "game", "position", "tables")

    def __init__(self, position: AirWarPosition, tables: WarTables, classic: ClassicTables, game: FlightGame, dice: Dice) -> None:
        self.position = position
        self.tables = tables
        self.campaign: LandCampaign = tables.campaigns[position.sheet]
        self.classic = classic
        self.game = game
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, what: str, rule: str | None = None, to: tuple[str, ...] = SIDES, **data: Any) -> None:
        """Something that both sides learn, or those named."""
        self.events.append(Event(what, data, to, rule))

    # ---- the card, and the Resources

    def begin_campaign(self) -> None:
        """Announce the terms (CAM-24.1a), and draw the first mission."""
        position = self.position
        self.tell(
            "campaign",
            "CAM-24.41",
            sheet=position.sheet,
            period=period(position, self.campaign).code,
            missions=length(position, self.campaign),
        )
        self.begin_mission()

    def begin_mission(self) -> None:
        """Draw the next mission by an Action card, or end the campaign (CAM-24.42, CAM-24.44a, CAM-24.44c)."""
        position = self.position
        if position.mission == length(position, self.campaign):
            self.end()
            return
        position.mission += 1
        face = self.draw("air_war.dice.card")
        position.card = row_of(face)
        position.target = period(position, self.campaign).missions[position.card]
        self.tell("mission", "CAM-24.44a", number=position.mission, card=position.card, target_number=position.target)
        position.phase = RESOURCE
        for side in SIDES:
            if not m.unused(position, self.campaign, side):
                position.picks[side] = None  # CAM-GAP-49
        self.reveal_resources()

    def draw(self, purpose: str) -> ActionFace:
        """A card from a whole deck newly shuffled (CAM-GAP-62)."""
        deck = self.classic.deck
        return deck.faces[deck.whole[draw(self.dice, purpose, deck.whole)]]

    def pick_resource(self, side: str, number: int) -> None:
        """Choose unseen; when both have chosen, both are shown (CAM-24.52)."""
        self.position.picks[side] = number
        self.tell("resource_chosen", "CAM-24.52", (side,), number=number)
        self.reveal_resources()

    def reveal_resources(self) -> None:
        """Once both have chosen: show them, cross them off, and make up the mission (CAM-24.53b, CAM-24.53c)."""
        position = self.position
        if len(position.picks) < len(SIDES):
            return
        for side, number in position.picks.items():
            if number is not None:
                position.used[side] = (*position.used[side], number)
        self.tell("resources", "CAM-24.53c", axis=position.picks["axis"] or 0, allied=position.picks["allied"] or 0)
        cards = self.classic.aircraft
        position.groups = m.groups(position, self.tables, cards)
        position.turns = m.turns(position, self.tables, cards)
        if len(position.turns) == 1:
            self.tell("turns_fixed", "CAM-23.23b", turns=position.turns[0])
        else:
            self.tell("turns_phased", "CAM-23.24a", out=position.turns[0], home=position.turns[1])
        self.draw_airmen()
        position.phase = PLAN
        position.ready = tuple(side for side in SIDES if planning.nothing_to_plan(position, self.tables, cards, side))
        self.begin_flight()

    # ---- pilots and crews

    def draw_airmen(self) -> None:
        """Both sides' Pilots and Crews: those that come by a Resource, then from the cup (CAM-19.24, CAM-19.34)."""
        position, cards = self.position, self.classic.aircraft
        away = lost(position.log, position.terms.pilots_lost)
        days = period(position, self.campaign)
        counters = [counter for counter in self.tables.counters if counter.flew(days.first, days.last)]
        for side in SIDES:
            given = self.given_airmen(side, away)
            cup = Cup(counters, away | given, self.dice)
            for drawn in cup.pilots(position.own_groups(side), cards):
                self.place(drawn)
            for drawn in cup.crews(position.own_groups(side), cards, position.terms.heavies_per_crew):
                self.place(drawn)

    def given_airmen(self, side: str, away: frozenset[str]) -> frozenset[str]:
        """Place the Pilots that a side's Resource brings, each in the first aircraft of its type, and return their counters, which stay
        out of the cup (CAM-19.24e)."""
        position, given = self.position, set()
        counters = {counter.code: counter for counter in self.tables.counters}
        for effect in m.effects(position, self.campaign, "pilot", side):
            assert effect.pilot is not None
            counter = counters[effect.pilot]
            face = next(i for i, face in enumerate(counter.faces) if face.skilled)
            given.add(counter.code)
            for group in position.own_groups(side):
                card = self.classic.aircraft[group.aircraft]
                if group.element and group.airman is None and counter.type == card.type and counter.code not in away:
                    group.airman = Airman(counter.code, face)
                    self.tell("pilot_given", "CAM-19.24e", side=side, group=group.number, aircraft=group.aircraft, airman=group.airman.key)
                    break
        return frozenset(given)

    def place(self, drawn: CupDraw) -> None:
        """Put a Skilled Pilot on the card of its Leader, let a Crew wait for its bomber, and put an Unskilled airman back (CAM-19.24d,
        CAM-19.34d1)."""
        position, rule = self.position, "CAM-19.24d"
        if drawn.group is None:
            rule = "CAM-19.34d1"
            if drawn.skilled:
                position.crews.append((drawn.side, drawn.airman))
        elif drawn.skilled:
            position.groups[drawn.group].airman = drawn.airman
        what = "pilot_drawn" if drawn.group is not None else "crew_drawn"
        aircraft = position.groups[drawn.group].aircraft if drawn.group is not None else ""
        self.tell(what, rule, side=drawn.side, aircraft=aircraft, airman=drawn.airman.key, skilled=drawn.skilled)

    # ---- plans

    def set_altitude(self, side: str, number: int, altitude: str) -> None:
        planning.set_altitude(self.position, self.tables, self.classic.aircraft, number, altitude)
        aircraft = self.position.groups[number].aircraft
        self.tell("altitude_set", "CAM-24.48d", (side,), group=number, aircraft=aircraft, altitude=altitude)

    def set_load(self, side: str, number: int, load: str) -> None:
        self.position.groups[number].load = load
        self.tell("load_set", "CAM-17.14b2", (side,), group=number, aircraft=self.position.groups[number].aircraft, load=load)

    def set_crew(self, side: str, number: int, aircraft: int) -> None:
        position = self.position
        _, airman = position.crews.pop(planning.waiting_crews(position, side)[0])
        group = position.groups[number]
        group.crews = (*group.crews, (aircraft, airman))
        self.tell("crew_set", "CAM-19.34d1", (side,), group=number, aircraft=group.aircraft, number=aircraft, airman=airman.key)

    def ready(self, side: str) -> None:
        self.position.ready = (*self.position.ready, side)
        self.tell("ready_said", "CAM-24.1b", (side,))
        self.begin_flight()

    # ---- the flight

    def begin_flight(self) -> None:
        """Show both plans together and take off, once both are ready (CAM-GAP-64)."""
        position = self.position
        if len(position.ready) < len(SIDES):
            return
        position.crews = []
        for group in position.groups:
            self.tell(
                "takes_off",
                "CAM-24.46d",
                side=group.side,
                aircraft=group.aircraft,
                count=group.count,
                altitude=group.altitude,
                load=group.load,
                airman=", ".join(airman.key for airman in group.airmen),
            )
        for side in SIDES:
            if not position.own_groups(side):
                self.tell("flak_alone", "CAM-24.43c", side=side)
        terms = flights.flight_terms(position, self.tables, self.classic.aircraft, flights.edition_of(position.terms))
        position.phase = FLIGHT
        if position.terms.quick:
            self.score(fly(terms, self.classic, self.dice))
            return
        position.flight, lines = self.game.setup_terms(terms, self.dice)
        self.events += lines
        self.after_flight()

    def flight_order(self, seat: str, order: Any) -> None:
        flight = self.position.flight
        assert flight is not None
        self.events += self.game.apply(flight, seat, order, self.dice)
        self.after_flight()

    def after_flight(self) -> None:
        flight = self.position.flight
        if flight is not None and self.game.outcome(flight) is not None:
            self.score(self.game.result(flight))

    # ---- the points

    def score(self, result: FlightResult) -> None:
        """Enter the mission in the Log Sheet, with every point and where it comes from (CAM-24.61e)."""
        position = self.position
        entry, card = m.entry_of(position, self.tables), m.target_card(position, self.tables)
        fates = flights.group_fates(position.groups, result)
        nothing = flights.bombs_nothing(entry.kind)
        damage = 0 if nothing else result.points
        listed = sum(not group.extra and group.side == entry.attacker for group in position.groups)
        success = succeeded(entry, fates, listed, result.looks)
        before = damage_before(position)
        level = card.level(before + damage).code if card is not None and not nothing else ""
        if level:
            self.tell("target", "CAM-21.81", target_number=entry.number, damage=damage, before=before, level=level)
        elif entry.award:
            self.tell("success" if success else "failure", "CAM-GAP-33", target_number=entry.number)
        lines = lines_of(position, self.tables, fates, damage, success)
        for line in lines:
            what = fates[line.craft] if line.craft != NOBODY else None
            airman = what.airman.key if what is not None and what.airman is not None else ""
            aircraft = what.aircraft if what is not None else ""
            self.tell("points", "CAM-24.61a", side=line.side, source=line.what, points=line.points, aircraft=aircraft, airman=airman)
        flown = FlownMission(
            number=position.mission,
            target=position.target,
            axis_resource=position.picks["axis"],
            allied_resource=position.picks["allied"],
            damage=damage,
            level=level,
            success=success,
            fates=fates,
            results=flights.results_of(result),
            lines=lines,
        )
        position.log.append(flown)
        totals = {side: position.total(side) for side in SIDES}
        self.tell("mission_over", "CAM-24.61e", number=flown.number, axis=flown.points("axis"), allied=flown.points("allied"))
        self.tell("standing", "CAM-24.7", axis=totals["axis"], allied=totals["allied"], level=standing(position, self.tables))
        position.flight, position.target, position.card, position.turns, position.ready = None, 0, "", (), ()
        position.picks, position.groups, position.crews = {}, [], []
        self.begin_mission()

    def end(self) -> None:
        position = self.position
        position.phase = OVER
        position.outcome = outcome(position, self.tables)
        self.tell("campaign_over", "CAM-24.7", difference=position.difference, level=standing(position, self.tables))


def row_of(face: ActionFace) -> str:
    """The row of the Missions table of a card: its title; In My Sights by its cost in Bursts (CAM-24.44b)."""
    card = face.card
    return f"{card.title}_{min(card.bursts, MOST_BURSTS)}b" if card.title == SHOOTING[0] else card.title


def period(position: AirWarPosition, campaign: LandCampaign) -> LandPeriod:
    """The period that is played: the one chosen, or the sheet's first (CAM-24.41)."""
    return campaign.period_of(position.terms.period) if position.terms.period else campaign.period[0]


def length(position: AirWarPosition, campaign: LandCampaign) -> int:
    """Return the number of missions of the campaign: the sheet's, or the one agreed (CAM-24.42)."""
    return position.terms.missions or campaign.missions
