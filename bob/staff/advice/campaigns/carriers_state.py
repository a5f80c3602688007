"""The room's contents for a carrier campaign: bases and their tracks, turns, plans and Resources as cards, the flight being formed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bob.campaigns.carriers.campaign_data import TACTICS
from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.orders import AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.position import FLIGHT, FORM, OVER, PLAN, RESOURCE
from bob.campaigns.carriers.telling import CarrierTeller
from bob.campaigns.carriers.view import CarrierView, SeenBase, SeenFlyers
from bob.campaigns.land.campaign_data import LEVEL_CODES
from bob.campaigns.land.heights import altitude_text
from bob.campaigns.land.orders import SetAltitude
from bob.campaigns.land.position import NONE
from bob.campaigns.sides import SIDES
from bob.core.game import Choices
from bob.core.kit import seat_text
from bob.staff.advice.campaigns.land_state import SYMBOLS
from bob.staff.advice.campaigns.plan_parts import crew_parts, load_parts, token_number
from bob.staff.advice.campaigns.room_state import (
    ADDED,
    COMING,
    DAMAGED,
    DESTROYED,
    INTACT,
    LEFT_BEHIND,
    NOW,
    OPEN,
    PAST,
    CalendarLeaf,
    CampaignCard,
    CampaignForce,
    CampaignRoute,
    CampaignState,
    CampaignTarget,
    ForceRow,
    MissionProspect,
    PlannedMission,
    PlanPart,
    PlanToken,
    TrackStep,
    VictoryMarker,
    own_side,
    track_hint,
)

FLEET, SHORE = "anchor", "airfield"


class CarrierDesk:
    """Makes the room's contents, in the words of a teller."""

    def __init__(self, game: Carriers, view: CarrierView, choices: Choices, teller: CarrierTeller, armed: object = None) -> None:
        self.game, self.view, self.teller, self.armed = game, view, teller, armed
        self.words, self.campaign, self.listed = teller.words, teller.data, choices.listed

    def say(self, key: str, **values: Any) -> str:
        """Words of the room of the carrier campaigns."""
        return self.words(f"desk_carriers.{key}", **values)

    def side(self, side: str) -> str:
        return seat_text(self.words, side)

    def symbol(self, base: str) -> str:
        """The symbol of the chart for a base."""
        return SYMBOLS.get(self.campaign.base_of(base).sheet, SHORE)

    def state(self) -> CampaignState:
        """All of it but the pages of the past."""
        view = self.view
        title, cards = self._cards()
        sortie = view.sortie
        routes: tuple[CampaignRoute, ...] = ()
        if sortie is not None:
            kind = self.words(f"carriers.sortie.{sortie.kind}")
            text = self.say("route", side=self.side(sortie.side), kind=kind, target=self.teller.base(sortie.target))
            routes = (CampaignRoute(str(view.turn), sortie.side, sortie.origin, sortie.target, True, None, text),)
        return CampaignState(
            title=self._title(),
            targets=tuple(map(self._base, view.bases)),
            routes=routes,
            chosen=sortie.target if sortie is not None else "",
            leaves=tuple(self._leaves()),
            cards_title=title,
            cards=cards,
            mission=self._mission() if view.phase != OVER else None,
            is_over=view.phase == OVER,
            track=self._track(),
            plan=tuple(map(self._token, view.groups)) if view.phase == FORM else (),
            bands=tuple([self.words(f"air_war.altitude.{code}") for code in LEVEL_CODES]),
            plan_title=self.say("stay_head") if view.fewer else self.words("desk_campaign.plan_head"),
            plan_unknown=self.words("desk_campaign.plan_unknown"),
            parts=self._parts() if view.phase == FORM else (),
            parts_title="" if view.fewer else self.words("desk_campaign.parts_head"),
            flying=view.phase == FLIGHT and view.flight is not None,
        )

    def _title(self) -> str:
        view, phase = self.view, self.words(f"carriers.phase.{self.view.phase}")
        return phase if view.phase == OVER else self.say("turn_of", number=view.turn, count=view.turns, phase=phase)

    def _base(self, seen: SeenBase) -> CampaignTarget:
        base = self.campaign.base_of(seen.base)
        lines = [self.teller.base(seen.base), self.side(seen.side), self.track_text(seen)]
        if seen.strike_less or seen.cap_less:
            lines.append(self.say("less", strike=seen.strike_less, cap=seen.cap_less))
        if seen.out:
            lines.append(self.say("out"))
        status = DESTROYED if seen.out else DAMAGED if seen.damage else INTACT
        name, symbol = self.teller.base(seen.base), self.symbol(seen.base)
        return CampaignTarget(seen.base, name, symbol, seen.side, base.place, status, hint="\n".join(lines))

    def track_text(self, seen: SeenBase) -> str:
        """A base's Damage Track in words."""
        return self.say("track_of", damage=seen.damage, boxes=self.campaign.base_of(seen.base).track.boxes, vp=seen.vp)

    def _leaves(self) -> list[CalendarLeaf]:
        view, made = self.view, []
        for line in view.history:
            title = " / ".join(self.teller.operation(side, plan.operation) for side, plan in (("axis", line.axis), ("allied", line.allied)))
            tactics = " / ".join(self.words(f"carriers.tactic.{plan.tactic}") for plan in (line.axis, line.allied))
            made.append(CalendarLeaf(self.say("turn", number=line.turn), title, tactics, PAST, hint=f"{title}\n{tactics}"))
        for number in range(len(made) + 1, view.turns + 1):
            now = number == view.turn and view.phase != OVER
            phase = self.words(f"carriers.phase.{view.phase}") if now else ""
            made.append(CalendarLeaf(self.say("turn", number=number), "", phase, NOW if now else COMING))
        return made

    def _track(self) -> VictoryMarker:
        totals = dict(self.view.totals)
        difference = totals["axis"] - totals["allied"]
        steps = (
            TrackStep(None, self.words("carriers.outcome.allied"), "allied"),
            TrackStep(0, self.words("carriers.outcome.draw"), ""),
            TrackStep(1, self.words("carriers.outcome.axis"), "axis"),
        )
        said = self.say("standing", axis=totals["axis"], allied=totals["allied"])
        return VictoryMarker(difference, steps, said, track_hint(self.words, self.view.seat)).towards(own_side(self.view.seat))

    # ---- the folder

    def _mission(self) -> PlannedMission:
        view, words = self.view, self.words
        bars = []
        for seen in view.bases:
            track = self.campaign.base_of(seen.base).track
            marks = tuple([box / track.boxes for box, _ in track.vps])
            bars.append(MissionProspect(self.teller.base(seen.base), self.track_text(seen), seen.damage / track.boxes, 0.0, marks, True))
        notes = [self.say("plan_of", side=self.side(side), plan=self._plan(side, plan.tactic, plan.operation)) for side, plan in view.plans]
        if not view.plans and view.own_plan is not None:
            notes.append(self.say("own_plan", plan=self._plan(view.seat, view.own_plan.tactic, view.own_plan.operation)))
        notes += [self.say("resource_of", side=self.side(side), resource=self.teller.resource(number)) for side, number in view.picks]
        if not view.picks and view.picked:
            notes.append(self.say("own_resource", resource=self.teller.resource(view.own_pick)))
        if view.fewer:
            notes.append(words("carriers.page.fewer", count=view.fewer))
        sortie = view.sortie
        if sortie is None:
            return PlannedMission(self.say("turn", number=view.turn), self.teller.campaign(), FLEET, "", (), (), tuple(bars), tuple(notes))
        forces = []
        for side in SIDES:
            rows = [self._row(group) for group in view.groups if group.side == side]
            if rows or view.phase != FORM or side == view.seat:
                forces.append(CampaignForce(side, self.side(side), tuple(rows), "" if rows else self.say("nobody")))
        return PlannedMission(
            self.say("turn", number=view.turn),
            self.teller.base(sortie.target),
            self.symbol(sortie.target),
            f"{self.side(sortie.side)} · {words(f'carriers.sortie.{sortie.kind}')}",
            (),
            tuple(forces),
            tuple([bar for bar, seen in zip(bars, view.bases, strict=True) if seen.base in (sortie.target, sortie.origin)]),
            tuple(notes),
        )

    def _plan(self, side: str, tactic: str, operation: str) -> str:
        return f"{self.words(f'carriers.tactic.{tactic}')}, {self.teller.operation(side, operation)}"

    def _row(self, group: SeenFlyers) -> ForceRow:
        return ForceRow(group.aircraft, self.teller.aircraft(group.aircraft), group.count, self._note(group))

    def _note(self, group: SeenFlyers) -> str:
        notes = [self.words(f"air_war.load.{group.load}")] if group.load != NONE else []
        notes += [self.teller.airman_named(airman.key) for airman in group.airmen]
        return ", ".join(notes)

    # ---- the cards and the plan

    def _cards(self) -> tuple[str, tuple[CampaignCard, ...]]:
        """Return plans or Resources while they are to be chosen; the choices of a flight being formed are on the list alone."""
        view = self.view
        if view.phase == PLAN:
            return self.say("plans"), self._plan_cards()
        if view.phase == RESOURCE:
            offered = [order for order in self.listed if isinstance(order, TakeResource)]
            offered.sort(key=lambda order: order.number is None)  # to take none comes last, as on the list
            return self.say("resources"), tuple(map(self._resource_card, offered))
        return "", ()

    def _plan_cards(self) -> tuple[CampaignCard, ...]:
        """Return the two choices of a plan, ranges and Operations: each card's order is the plan looked at with that part changed."""
        plans = [order for order in by_range(self.listed) if isinstance(order, PlanTurn)]
        if not plans:
            return ()
        now = self.armed if self.armed in plans else plans[0]
        ranges = [self._range_card(order) for order in plans if order.operation == now.operation]
        operations = [self._operation_card(order) for order in plans if order.tactic == now.tactic]
        return (*ranges, replace(operations[0], apart=True), *operations[1:])

    def _range_card(self, order: PlanTurn) -> CampaignCard:
        tactic, cards = self.words(f"carriers.tactic.{order.tactic}"), TACTICS.index(order.tactic)
        explained = self.say("recovery", cards=cards)
        return CampaignCard(
            tactic,
            self.say("landing", cards=cards),
            (self.say("landing_each"),),
            OPEN,
            self.view.seat,
            order,
            hint=f"{tactic}\n{explained}",
        )

    def _operation_card(self, order: PlanTurn) -> CampaignCard:
        side = self.view.seat
        found = self.campaign.operations(side)[order.operation]
        lines = [self.say("strike", force=self.teller.forces(found.strike)), self.say("cap", force=self.teller.forces(found.cap))]
        if not found.strike:
            lines = lines[1:]
        title = self.teller.operation(side, order.operation)
        return CampaignCard(self.say("operation"), title, tuple(lines), OPEN, side, order, hint="\n".join((title, *lines)))

    def _resource_card(self, order: TakeResource) -> CampaignCard:
        side = self.view.seat
        if order.number is None:
            title = self.words("carriers.no_resource")
            return CampaignCard("0", title, (), OPEN, side, order, hint=title)
        found = next(resource for resource in self.campaign.resource if resource.number == order.number)
        title = self.words.of(found.name)
        lines = tuple([f"{line[:1].upper()}{line[1:]}" for line in map(self.teller.effect, found.effects)])
        return CampaignCard(str(order.number), title, lines, OPEN, side, order, hint="\n".join((title, *lines)))

    def _token(self, group: SeenFlyers) -> PlanToken:
        moves = [order for order in self.listed if isinstance(order, SetAltitude) and order.group == group.number]
        name, note = self.teller.aircraft(group.aircraft), self._note(group)
        airman = ", ".join(self.teller.airman(airman.key) for airman in group.airmen)
        text = "\n".join(part for part in (f"{group.count} × {name}", note, airman) if part)
        orders = tuple([(LEVEL_CODES.index(order.altitude), order) for order in moves])
        band = LEVEL_CODES.index(group.altitude)
        return PlanToken(token_number(group.number), group.side, group.aircraft, name, group.count, band, note, "", orders, text)

    def _parts(self) -> tuple[PlanPart, ...]:
        """Return the parts beside the plan: loads and the next Crew; aircraft for an extra CAP; the place for those that damage keeps
        behind."""
        view, words = self.view, self.words
        stay = tuple([(token_number(order.group), (order,)) for order in self.listed if isinstance(order, LeaveBehind)])
        if stay:
            return (PlanPart(LEFT_BEHIND, self.say("stay_here", count=view.fewer), stay, hint=self.say("stay_here", count=view.fewer)),)
        made = [self._cap_part(order) for order in self.listed if isinstance(order, AddToCap)]
        made += load_parts(words, self.listed)
        if view.waiting:
            key = view.waiting[0].key
            made += crew_parts(words, self.listed, self.teller.airman_named(key), self.teller.airman(key))
        return tuple(made)

    def _cap_part(self, order: AddToCap) -> PlanPart:
        """Return the aircraft that may join as the extra CAP, or the choice of none."""
        drops = (("", (order,)),)
        name = self.teller.aircraft(order.aircraft) if order.aircraft is not None else self.say("no_extra_cap")
        return PlanPart(ADDED, name, drops, order.aircraft or "", f"{name}\n{self.words('desk_campaign.part_told.aircraft')}")

    def group_named(self, number: int) -> str:
        """A group of the flight in hand: how many of what."""
        group = next(g for g in self.view.groups if g.number == number)
        return f"{group.count} × {self.teller.aircraft(group.aircraft)} ({number + 1})"

    def types(self, codes: list[str]) -> str:
        """Aircraft by their types."""
        return ", ".join(f"{count} {self.teller.aircraft(code)}" for code, count in Counter(codes).items()) or "–"


def by_range(listed: Iterable[Any]) -> list[Any]:
    """Orders with the plans of a turn from the closest range to the longest."""
    return sorted(listed, key=lambda order: TACTICS.index(order.tactic) if isinstance(order, PlanTurn) else len(TACTICS))


def order_of_the_desk(desk: CarrierDesk, order: Any) -> str | None:
    """An order as a line where the desk has more to say of it; None where the teller's does."""
    words = desk.words
    if isinstance(order, LeaveBehind):
        return desk.say("leave_behind", group=desk.group_named(order.group))
    if isinstance(order, SetAltitude):
        group = next(g for g in desk.view.groups if g.number == order.group)
        return altitude_text(
            words, desk.game.flights, order, desk.group_named(order.group), group.aircraft, group.load, wingman=group.count > 1
        )
    if isinstance(order, TakeResource) and order.number is not None:
        found = next(resource for resource in desk.campaign.resource if resource.number == order.number)
        return words("desk_air_war.order.resource", number=order.number, name=words.of(found.name))
    return None
