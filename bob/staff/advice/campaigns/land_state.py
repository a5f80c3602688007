"""The room's contents for a land campaign: map, calendar, the current mission, Resources, the plan, the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.campaigns.land.campaign_data import LEVEL_CODES, Flyers, LandTarget, TargetCard
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.orders import PickResource, SetAltitude
from bob.campaigns.land.position import FLIGHT, NONE, OVER, PLAN, RESOURCE, FlownMission, enemy_of
from bob.campaigns.land.telling import AirWarTeller
from bob.campaigns.land.view import AirWarView, SeenGroup
from bob.campaigns.sides import SIDES
from bob.core.game import REFEREE, Choices
from bob.core.kit import seat_text
from bob.core.text import signed
from bob.staff.advice.campaigns.land_stakes import awards_text, success_text, useless_text
from bob.staff.advice.campaigns.plan_parts import crew_parts, load_parts, token_number
from bob.staff.advice.campaigns.room_state import (
    COMING,
    DAMAGED,
    DESTROYED,
    INTACT,
    NOW,
    OPEN,
    PAST,
    SPENT,
    TAKEN,
    CalendarLeaf,
    CampaignCard,
    CampaignForce,
    CampaignRoute,
    CampaignState,
    CampaignTarget,
    ForceRow,
    LevelBox,
    MissionProspect,
    PlannedMission,
    PlanPart,
    PlanToken,
    TrackStep,
    VictoryMarker,
    own_side,
    track_hint,
)

_AT_SEA = ("barges", "freighter", "destroyer", "battleship", "carrier_fleet", "convoy", "invasion_force", "anchorage")
SYMBOLS: Mapping[str, str] = {
    "rail": "rails", "docks": "crane", "airfield": "airfield", "rdf": "mast", "factory": "works", "ground_forces": "flag",
    "battery": "bolt", "camp": "flag",
    "forward_bases": "airfield", "midway_airfield": "airfield", "port_moresby": "crane", **dict.fromkeys(_AT_SEA, "anchor"),
}  # fmt: skip
"""The symbol of the chart for a target."""
KINDS: Mapping[str, str] = {"dogfight": "balkenkreuz", "recon": "flag", "scout": "flag", "rescue": "ring"}
"""The same for missions that bomb nothing."""
MOST_FLAK = 6.0


class AirWarDesk:
    """Makes the room's contents, in the words of a teller."""

    def __init__(self, game: AirWar, view: AirWarView, choices: Choices, teller: AirWarTeller) -> None:
        self.game, self.view, self.teller = game, view, teller
        self.words, self.campaign = teller.words, teller.data
        self.listed = choices.listed

    def state(self) -> CampaignState:
        """All of it but the pages of the past."""
        view = self.view
        title, cards = self._cards()
        return CampaignState(
            title=self._title(),
            targets=tuple([self._target(entry) for entry in self._entries()]),
            routes=tuple(self._routes()),
            chosen=str(view.target) if view.phase != OVER else "",
            leaves=tuple(self._leaves()),
            cards_title=title,
            cards=cards,
            mission=self._mission() if view.phase != OVER else None,
            is_over=view.phase == OVER,
            track=self._track(),
            plan=tuple([self._token(group) for group in view.groups]) if view.phase == PLAN else (),
            bands=tuple([self.words(f"air_war.altitude.{code}") for code in LEVEL_CODES]),
            plan_title=self.words("desk_campaign.plan_head"),
            plan_unknown=self.words("desk_campaign.plan_unknown"),
            parts=self._parts() if view.phase == PLAN else (),
            parts_title=self.words("desk_campaign.parts_head"),
            flying=view.phase == FLIGHT and view.flight is not None,
        )

    def map_alone(self) -> CampaignState:
        """The map of the campaign before it begins: its targets, none of them chosen."""
        return CampaignState(targets=tuple([self._target(entry) for entry in self._entries()]))

    def say(self, key: str, **values: Any) -> str:
        """Words of the room of the land campaigns."""
        return self.words(f"desk_air_war.{key}", **values)

    def name(self, entry: LandTarget) -> str:
        return self.words.of(entry.name)

    def target_card(self, entry: LandTarget) -> TargetCard | None:
        """Return the sheet of a target."""
        return self.teller.tables.targets[entry.sheet] if entry.sheet is not None else None

    def symbol(self, entry: LandTarget) -> str:
        """The symbol of the chart for a target."""
        return SYMBOLS.get(entry.sheet, "works") if entry.sheet is not None else KINDS.get(entry.kind, "flag")

    def side(self, side: str) -> str:
        return seat_text(self.words, side)

    def _title(self) -> str:
        view, phase = self.view, self.words(f"air_war.phase.{self.view.phase}")
        if view.phase == OVER:
            return phase
        return self.words("desk_campaign.mission_of", number=view.mission, count=view.missions, phase=phase)

    # ---- the map

    def _entries(self) -> list[LandTarget]:
        """The targets that the period's cards can bring, and those that were met; one for each place, the one in hand before all."""
        numbers = [self.view.target, *(flown.target for flown in reversed(self.view.log))]
        numbers += sorted(set(self.campaign.period_of(self.view.period).missions.values()))
        found: dict[Any, LandTarget] = {}
        for number in dict.fromkeys(n for n in numbers if n):
            entry = self.campaign.target_of(number)
            found.setdefault(entry.place or number, entry)
        return sorted(found.values(), key=lambda entry: entry.number)

    def _target(self, entry: LandTarget) -> CampaignTarget:
        flown = [line for line in self.view.log if line.target == entry.number]
        lines = [self.teller.entry(entry), self.say("attacker", side=self.side(entry.attacker))]
        card = self.target_card(entry)
        if card is not None:
            lines.append(self.say("flak", area=card.area_flak, target=card.target_flak))
        if entry.brief:
            lines.append(self.words.of(entry.brief))
        lines += [self.say("flown_before", number=line.number, result=self.came_of(line)) for line in flown]
        status = self._status(flown[-1]) if flown else INTACT
        defender = enemy_of(entry.attacker)
        symbol = self.symbol(entry)
        return CampaignTarget(
            str(entry.number), self.name(entry), symbol, defender, entry.place, status, "", str(entry.number), "\n".join(lines)
        )

    def _status(self, flown: FlownMission) -> str:
        """Return the drawn state of a target after a mission: by the level that it reached."""
        card = self.target_card(self.campaign.target_of(flown.target))
        if card is None or not flown.level:
            return INTACT
        place = [level.code for level in card.levels].index(flown.level)
        return INTACT if place == 0 else DESTROYED if place == len(card.levels) - 1 else DAMAGED

    def came_of(self, flown: FlownMission) -> str:
        """Describe the result of a mission in a word or two."""
        entry = self.campaign.target_of(flown.target)
        if flown.level:
            return self.teller.level(entry, flown.level)
        return self.say("dogfought" if entry.kind == "dogfight" else "done" if flown.success else "not_done")

    def _routes(self) -> list[CampaignRoute]:
        view = self.view
        if view.phase == OVER or not view.target:
            return []
        entry = self.campaign.target_of(view.target)
        return [CampaignRoute(str(entry.number), entry.attacker, "", str(entry.number), True, None, self.teller.entry(entry))]

    # ---- the calendar and the track

    def _leaves(self) -> list[CalendarLeaf]:
        view, made = self.view, []
        for line in view.log:
            entry = self.campaign.target_of(line.target)
            axis, allied = line.points("axis"), line.points("allied")
            text = self.say("leaf_told", target=self.teller.entry(entry), result=self.came_of(line), axis=axis, allied=allied)
            better = axis - allied if own_side(self.view.seat) == "axis" else allied - axis
            head = self.words("desk_campaign.leaf", number=line.number)
            made.append(CalendarLeaf(head, self.name(entry), self.came_of(line), PAST, entry.attacker, signed(better), text))
        period = self.teller.period(view.period)
        for number in range(len(made) + 1, view.missions + 1):
            head = self.words("desk_campaign.leaf", number=number)
            if number == view.mission and view.phase != OVER:
                entry = self.campaign.target_of(view.target)
                phase = self.words(f"air_war.phase.{view.phase}")
                made.append(
                    CalendarLeaf(
                        head, self.name(entry), phase, NOW, entry.attacker, hint=self.say("card", card=self.teller.card(view.card))
                    )
                )
            else:
                made.append(CalendarLeaf(head, "", "", COMING, hint=period))
        return made

    def _track(self) -> VictoryMarker:
        totals = dict(self.view.totals)
        difference = totals["axis"] - totals["allied"]
        steps = []
        for i, step in enumerate(self.campaign.performance):
            side = step.code.partition("_")[0]
            name = self.words(f"desk_campaign.step.{step.code}")
            steps.append(TrackStep(step.least if i else None, name, side if side in SIDES else ""))
        standing = self.words(f"air_war.standing.{self.view.standing}")
        said = self.say("track_before", axis=totals["axis"], allied=totals["allied"])
        if self.view.log:
            said = self.say("track", axis=totals["axis"], allied=totals["allied"], outcome=standing)
        return VictoryMarker(difference, tuple(steps), said, track_hint(self.words, self.view.seat)).towards(own_side(self.view.seat))

    # ---- the mission in hand

    def _mission(self) -> PlannedMission:
        view, words = self.view, self.words
        entry = self.campaign.target_of(view.target)
        card = self.target_card(entry)
        boxes = []
        if card is not None:
            for level in card.levels[1:]:
                points = self.say("level", points=level.least, vp=level.vp)
                boxes.append(LevelBox(words.of(level.name), points, view.damage >= level.least))
        said = [self.teller.kind_of(entry), words(f"air_war.altitude.{entry.altitude}"), self._turns(entry)]
        notes = [self.say("resource_of", side=self.side(side), resource=self.teller.resource(side, number)) for side, number in view.picks]
        if not view.picks and view.own_pick is not None:
            notes.append(self.say("own_resource", resource=self.teller.resource(view.seat, view.own_pick)))
        notes += [self.say("waiting", airman=self.teller.airman(airman.key)) for airman in view.waiting]
        if entry.brief:
            notes.append(words.of(entry.brief))
        notes[:0] = [line for line in self.stakes(entry) if line]
        return PlannedMission(
            self.say("mission_head", number=entry.number, period=self.teller.period(view.period)),
            self.name(entry),
            self.symbol(entry),
            " · ".join(said),
            tuple(boxes),
            self._forces(entry),
            tuple(self._prospects(entry, card)),
            tuple(notes),
        )

    def stakes(self, entry: LandTarget) -> tuple[str, str]:
        """Return the award of a mission with its condition, and the points for the aircraft in it."""
        flown = [group.aircraft for group in self.view.groups] or [f.aircraft for f in (*entry.attackers, *entry.defenders)]
        return success_text(self.teller, entry), awards_text(self.teller, self.teller.tables.awards, flown)

    def _turns(self, entry: LandTarget) -> str:
        turns = self.view.turns or entry.turns
        key = "turns_fixed" if len(turns) == 1 else "turns_phased" if self.view.turns else "turns_listed"
        return self.say(key, turns=turns[0]) if len(turns) == 1 else self.say(key, out=turns[0], home=turns[1])

    def _forces(self, entry: LandTarget) -> tuple[CampaignForce, ...]:
        """Return the forces: the groups once they are formed, before that those listed by the sheet."""
        defender = enemy_of(entry.attacker)
        made = []
        for side, title, listed in ((entry.attacker, "raid_of", entry.attackers), (defender, "defence_of", entry.defenders)):
            if self.view.groups:
                rows = [self._group_row(group) for group in self.view.groups if group.side == side]
            else:
                rows = [self._listed_row(flyers) for flyers in listed]
            note = "" if rows else self.say("flak_alone")
            made.append(CampaignForce(side, self.words(f"desk_campaign.{title}", side=self.side(side)), tuple(rows), note))
        return tuple(made)

    def _group_row(self, group: SeenGroup) -> ForceRow:
        notes = [self._form(group.element, group.count > 1)]
        if group.load not in (None, NONE):
            notes.append(self.words(f"air_war.load.{group.load}"))
        notes += [self.teller.airman_named(airman.key) for airman in group.airmen]
        return ForceRow(group.aircraft, self.teller.aircraft(group.aircraft), group.count, ", ".join(notes))

    def _listed_row(self, flyers: Flyers) -> ForceRow:
        card = self.game.flights.tables.aircraft[flyers.aircraft]
        many = flyers.count if card.formed or not flyers.wingmen else flyers.count * 2
        return ForceRow(flyers.aircraft, self.teller.aircraft(flyers.aircraft), many, self._form(not card.formed, flyers.wingmen))

    def _form(self, element: bool, wingman: bool) -> str:
        return self.say("formation" if not element else "element" if wingman else "lone")

    def _prospects(self, entry: LandTarget, card: TargetCard | None) -> list[MissionProspect]:
        made = []
        if card is not None:
            said = self.say("flak_said", area=card.area_flak, target=card.target_flak)
            text = self.say("flak_told", area=card.area_flak, target=card.target_flak)
            all_flak = 2 * card.area_flak + card.target_flak
            made.append(MissionProspect(self.say("flak_title"), said, card.target_flak / MOST_FLAK, all_flak / MOST_FLAK, (), True, text))
        defender = enemy_of(entry.attacker)
        raid, defence = self._fighters(entry.attacker, entry.attackers), self._fighters(defender, entry.defenders)
        said = self.words("desk_campaign.fighters_said", defence=defence, escort=raid)
        known = self.say("fighters_known" if self.view.groups else "fighters_unknown")
        share = defence / max(1, defence + raid)
        made.append(MissionProspect(self.words("desk_campaign.fighters"), said, share, grave=entry.attacker == self.view.seat, hint=known))
        return made

    def _fighters(self, side: str, listed: tuple[Flyers, ...]) -> int:
        """Return the number of a side's aircraft in Elements without a load, as far as it is known."""
        cards = self.game.flights.tables.aircraft
        if self.view.groups:
            return sum(g.count for g in self.view.groups if g.side == side and g.element and g.load in (None, NONE))
        entry = self.campaign.target_of(self.view.target)
        loaded = entry.kind == "raid" and side == entry.attacker
        return sum(
            f.count * (2 if f.wingmen else 1)
            for f in listed
            if not cards[f.aircraft].formed and not (loaded and cards[f.aircraft].bomb_capable)
        )

    # ---- Resources and the plan

    def _cards(self) -> tuple[str, tuple[CampaignCard, ...]]:
        view = self.view
        if view.seat == REFEREE or view.phase not in (RESOURCE, FLIGHT):
            return "", ()
        side = view.seat
        unused = dict(view.unused)[side]
        now = view.own_pick if view.own_pick is not None else dict(view.picks).get(side)
        entry = self.campaign.target_of(view.target)
        made = []
        for number, found in sorted(self.campaign.resources(side).items()):
            order = PickResource(number)
            state = TAKEN if number == now else OPEN if number in unused else SPENT
            lines = tuple([f"{line[:1].upper()}{line[1:]}" for line in map(self.teller.effect, found.effects)])
            title = self.words.of(found.name)
            useless = useless_text(self.teller, found, entry, side) if state == OPEN else ""
            texts = [title, *lines, self.say("resource_spent") if state == SPENT else "", useless]
            text = "\n".join(t for t in texts if t)
            choice = order if order in self.listed else None
            made.append(CampaignCard(str(number), title, lines, state, side, choice, hint=text, useless=useless))
        return self.say("resources"), tuple(made)

    def _token(self, group: SeenGroup) -> PlanToken:
        """A group on the board of the plan."""
        moves = [order for order in self.listed if isinstance(order, SetAltitude) and order.group == group.number]
        band = LEVEL_CODES.index(group.altitude) if group.altitude is not None else None
        note = self.words(f"air_war.load.{group.load}") if group.load not in (None, NONE) else ""
        airman = ", ".join(self.teller.airman_named(airman.key) for airman in group.airmen)
        can = ", ".join(self.teller.airman(airman.key) for airman in group.airmen)
        name = self.teller.aircraft(group.aircraft)
        lines = [f"{group.count} × {name}", self._form(group.element, group.count > 1), note, can]
        if group.side == self.view.seat and not moves:
            lines.append(self.say("fixed_altitude"))
        orders = tuple([(LEVEL_CODES.index(order.altitude), order) for order in moves])
        label = token_number(group.number)
        return PlanToken(label, group.side, group.aircraft, name, group.count, band, note, airman, orders, "\n".join(t for t in lines if t))

    def _parts(self) -> tuple[PlanPart, ...]:
        """Loads and the next Crew, beside the plan."""
        made = load_parts(self.words, self.listed)
        if self.view.waiting:
            key = self.view.waiting[0].key
            made += crew_parts(self.words, self.listed, self.teller.airman_named(key), self.teller.airman(key))
        return tuple(made)

    def group_named(self, number: int) -> str:
        """A group of the mission in hand: how many of what."""
        group = next(g for g in self.view.groups if g.number == number)
        return f"{group.count} × {self.teller.aircraft(group.aircraft)} ({number + 1})"


def asked(desk: AirWarDesk) -> tuple[str, str]:
    """Return the current decision on the desk, and a hint for it."""
    if desk.view.phase == FLIGHT:
        return desk.words("desk_campaign.ask.in_air"), desk.words("desk_campaign.ask_how.in_air")
    phase = desk.view.phase if desk.view.phase in (RESOURCE, PLAN) else RESOURCE
    return desk.say(f"ask.{phase}"), desk.say(f"ask_how.{phase}")
