"""The room's contents for a campaign of linked missions: map, calendar, the current mission, cards, the track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.orders import Declare, LayFlak, PickArrow, PickBombing, PickOption
from bob.campaigns.linked.position import ARROW, BATTLE, BOMBING, DECLARE, FLAK, INTACT, OVER, enemy_of
from bob.campaigns.linked.telling import CampaignTeller
from bob.campaigns.linked.view import CampaignView, SeenArrow, SeenTarget
from bob.campaigns.sides import SIDES
from bob.core.game import REFEREE, Choices
from bob.core.kit import seat_text
from bob.core.text import signed
from bob.staff.advice.campaigns.linked_prospects import (
    DISPERSED,
    NORMAL,
    PATTERNS,
    TIGHT,
    CampaignFlight,
    MissionOutlook,
    bombs_by_pattern,
    outlook,
    worst_flak,
)
from bob.staff.advice.campaigns.room_state import (
    COMING,
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
    TrackStep,
    VictoryMarker,
    own_side,
    track_hint,
)

SYMBOLS: Mapping[str, str] = {
    "radar": "mast", "airfield": "airfield", "docks": "crane", "cargo": "anchor", "factory": "works", "barges": "anchor",
    "carrier": "anchor", "railway": "rails", "bridge": "junction", "city": "city", "infantry": "flag", "tanks": "flag",
}  # fmt: skip
"""The symbol of the chart for each type of target."""


class CampaignDesk:
    """Makes the room's contents, in the words of a teller."""

    def __init__(self, game: Campaign, view: CampaignView, choices: Choices, teller: CampaignTeller, armed: Any) -> None:
        self.game, self.view, self.teller, self.armed = game, view, teller, armed
        self.words = teller.words
        self.campaign = game.campaigns[view.campaign]
        self.listed = choices.listed
        self.outlook: MissionOutlook | None = outlook(game, view, armed)

    def state(self) -> CampaignState:
        """All of it but the pages of the past."""
        view = self.view
        title, cards = self._cards()
        return CampaignState(
            title=self._title(),
            targets=tuple([self._target(target) for target in view.targets]),
            routes=tuple([self._route(arrow) for arrow in view.arrows]),
            chosen=self.campaign.arrows[view.arrow].target if view.arrow is not None else "",
            leaves=tuple(self._leaves()),
            cards_title=title,
            cards=cards,
            mission=self._mission(),
            track=self._track(),
            is_over=view.phase == OVER,
            flying=view.phase == BATTLE and view.battle is not None,
        )

    def say(self, key: str, **values: Any) -> str:
        """Words of the room."""
        return self.words(f"desk_campaign.{key}", **values)

    def name(self, code: str) -> str:
        """A target by its name alone."""
        return self.words.of(self.campaign.targets[code].name)

    def aircraft(self, code: str) -> str:
        return self.game.cards.tables.aircraft[code].name

    def _title(self) -> str:
        view = self.view
        if view.phase == OVER:
            return self.teller.phase(OVER)
        return self.say("mission_of", number=view.mission, count=view.missions, phase=self.teller.phase(view.phase))

    # ---- the map

    def _target(self, seen: SeenTarget) -> CampaignTarget:
        target, words = self.campaign.targets[seen.code], self.words
        side = self.game.cards.tables.aircraft[target.interceptors[0].aircraft].side
        lines = [self.teller.target(seen.code), self.say("takes", damaged=seen.damaged, destroyed=seen.destroyed)]
        lines.append(self.say("flak_of", value=seen.flak))
        lines.append(
            self.say(
                "met_by", aircraft=", ".join(f"{f.count * self.view.scale} × {self.aircraft(f.aircraft)}" for f in target.interceptors)
            )
        )
        status = "" if seen.status == INTACT else seen.status
        if seen.holder is not None:
            lines.append(self.say("held", status=words(f"campaign.status.{seen.status}"), side=seat_text(words, seen.holder)))
        numbers = [str(a.number) for a in self.view.arrows if a.target == seen.code]
        lines.append(self.say("routes_here", numbers=", ".join(numbers)))
        return CampaignTarget(
            seen.code, self.name(seen.code), SYMBOLS[seen.type], side, target.place, status, seen.holder or "", "", "\n".join(lines)
        )

    def _route(self, seen: SeenArrow) -> CampaignRoute:
        arrow = self.campaign.arrows[seen.number]
        order = PickArrow(seen.number)
        mine = order in self.listed
        flown = ", ".join(f"{f.count * self.view.scale} × {self.aircraft(f.aircraft)}" for f in (*arrow.bombers, *arrow.escorts))
        start = self.name(seen.launch) if seen.launch is not None else self.say("own_bases")
        lines = [
            self.say("route", number=seen.number, side=seat_text(self.words, seen.side), start=start, target=self.name(seen.target)),
            flown,
        ]
        if not seen.open:
            held = seen.launch is None or any(t.code == seen.launch and t.holder == seen.side for t in self.view.targets)
            lines.append(self.words(f"campaign.refuse.{'destroyed_already' if held else 'not_controlled'}"))
        elif not mine and self.view.phase == ARROW and seen.side != self.view.initiative:
            lines.append(self.words("campaign.refuse.not_your_initiative"))
        lines[2:] = [f"{line[:1].upper()}{line[1:]}." for line in lines[2:]]
        chosen = seen.number == self.view.arrow
        return CampaignRoute(
            str(seen.number), seen.side, seen.launch or "", seen.target, seen.open or chosen, order if mine else None, "\n".join(lines)
        )

    # ---- the calendar and the track

    def _leaves(self) -> list[CalendarLeaf]:
        view, words = self.view, self.words
        made = []
        for line in view.score_sheet:
            status = words(f"campaign.status.{line.status}")
            text = self.say(
                "leaf_told",
                target=self.teller.target(line.target),
                bombs=line.bombs,
                status=status,
                axis=line.axis.total,
                allied=line.allied.total,
            )
            head = self.say("leaf", number=line.number)
            better = line.result if own_side(view.seat) == "allied" else -line.result
            made.append(CalendarLeaf(head, self.name(line.target), status, PAST, line.attacker, signed(better), text))
        for number in range(len(made) + 1, view.missions + 1):
            now = number == view.mission and view.phase != OVER
            title = self.name(self.campaign.arrows[view.arrow].target) if now and view.arrow is not None else ""
            line_ = self.teller.phase(view.phase) if now else ""
            made.append(CalendarLeaf(self.say("leaf", number=number), title, line_, NOW if now else COMING, view.initiative if now else ""))
        return made

    def _track(self) -> VictoryMarker:
        view, words = self.view, self.words
        steps = []
        for i, (code, least) in enumerate(self.campaign.victory):
            side = code.partition("_")[0]
            steps.append(TrackStep(least if i else None, words(f"desk_campaign.step.{code}"), side if side in SIDES else ""))
        now = words(f"campaign.outcome.{self.campaign.result(view.total)}")
        side = own_side(view.seat)
        total = signed(view.total if side == "allied" else -view.total) if view.total else "0"
        said = self.say("track", total=total, outcome=now) if view.score_sheet else self.say("track_before", total=total)
        return VictoryMarker(view.total, tuple(steps), said, track_hint(words, view.seat)).towards(side)

    # ---- the mission in hand

    def _mission(self) -> PlannedMission | None:
        found = self.outlook
        if found is None:
            return None
        target = self.campaign.targets[found.target]
        words, status = self.words, next(t.status for t in self.view.targets if t.code == found.target)
        boxes = (
            LevelBox(words("campaign.status.damaged"), self.say("bombs_needed", count=found.damaged)),
            LevelBox(words("campaign.status.destroyed"), self.say("bombs_needed", count=found.destroyed)),
        )
        defender = enemy_of(found.attacker)
        forces = (
            CampaignForce(
                found.attacker,
                self.say("raid_of", side=seat_text(words, found.attacker)),
                tuple(map(self._row, found.flights[found.attacker])),
            ),
            CampaignForce(
                defender, self.say("defence_of", side=seat_text(words, defender)), tuple(map(self._row, found.flights[defender]))
            ),
        )
        notes = [
            self.say("option_of", side=seat_text(words, side), option=self.teller.option(side, number))
            for side, number in self.view.options
            if number
        ]
        if status != INTACT:
            notes.append(self.say("hit_before", status=words(f"campaign.status.{status}")))
        return PlannedMission(
            self.say("arrow_head", number=found.arrow, turns=found.turns),
            self.name(found.target),
            SYMBOLS[target.type],
            f"{words(f'campaign.type.{target.type}')} · {self.say('flak_of', value=found.flak)}",
            boxes,
            forces,
            tuple(self._prospects(found)),
            tuple(notes),
        )

    def _row(self, flight: CampaignFlight) -> ForceRow:
        notes = []
        if flight.bombs is not None:
            notes.append(self.say("carries", count=flight.bombs))
        if flight.pilot is not None:
            notes.append(self.game.cards.tables.pilots[flight.pilot].name)
        if flight.late:
            notes.append(self.say("late"))
        if flight.leaves is not None:
            notes.append(self.say("leaves"))
        if flight.hits:
            notes.append(self.say("starts_hit", count=flight.hits))
        if flight.extra_cards:
            notes.append(self.say("more_cards", count=flight.extra_cards))
        return ForceRow(flight.aircraft, self.aircraft(flight.aircraft), flight.count, ", ".join(notes))

    def _prospects(self, found: MissionOutlook) -> list[MissionProspect]:
        """Return bombs against the target's resistance, flak against a bomber's, fighters against fighters."""
        bombs, hits = bombs_by_pattern(self.game, found), worst_flak(self.game, found.flak)
        whole = max(bombs[TIGHT], found.destroyed) * 1.06
        made = [
            MissionProspect(
                self.say("bombs"),
                self.say("bombs_said", dispersed=bombs[DISPERSED], normal=bombs[NORMAL], tight=bombs[TIGHT]),
                bombs[NORMAL] / whole, bombs[TIGHT] / whole, (found.damaged / whole, found.destroyed / whole),
                hint=self.say("bombs_told", **bombs, damaged=found.damaged, destroyed=found.destroyed),
            )
        ]  # fmt: skip
        weakest = min(found.bombers, key=lambda f: f.airframe)
        made.append(
            MissionProspect(
                self.say("flak"),
                self.say("flak_said", dispersed=hits[DISPERSED], normal=hits[NORMAL], tight=hits[TIGHT]),
                min(1.0, hits[NORMAL] / weakest.airframe), min(1.0, hits[TIGHT] / weakest.airframe), (), True,
                self.say("flak_told", **hits, aircraft=self.aircraft(weakest.aircraft), airframe=weakest.airframe),
            )
        )  # fmt: skip
        defence, escort = found.fighters(enemy_of(found.attacker)), found.fighters(found.attacker)
        made.append(
            MissionProspect(
                self.say("fighters"),
                self.say("fighters_said", defence=defence, escort=escort),
                defence / max(1, defence + escort),
                grave=True,
                hint=self.say("fighters_told", defence=defence, escort=escort, turns=found.turns),
            )
        )
        return made

    # ---- the cards

    def _cards(self) -> tuple[str, tuple[CampaignCard, ...]]:
        """Return the cards to choose from: patterns and ways while they are asked for, else the own options."""
        view = self.view
        ask = next((order for order in self.listed if isinstance(order, LayFlak | PickBombing | Declare)), None)
        if isinstance(ask, LayFlak):
            return self.say("choice.flak"), tuple([self._flak_card(order) for order in self.listed])
        if isinstance(ask, PickBombing):
            name = self.bomber(ask.aircraft)
            return self.say("choice.bombing", aircraft=name), tuple([self._bombing_card(order) for order in self.listed])
        if isinstance(ask, Declare):
            return self.say("choice.declare"), tuple([self._way_card(order) for order in self.listed])
        if view.phase == OVER or view.seat == REFEREE:
            return "", ()
        return self.say("choice.options"), self._option_cards()

    def bomber(self, number: int) -> str:
        """A bomber of the mission in hand by its name, and a number where there are several of it."""
        battle = self.view.battle
        assert battle is not None
        same = [craft.number for craft in battle.aircraft if craft.type == battle.aircraft[number].type and craft.bomber]
        name = self.aircraft(battle.aircraft[number].type)
        return f"{name} ({same.index(number) + 1})" if len(same) > 1 else name

    def _option_cards(self) -> tuple[CampaignCard, ...]:
        view, side = self.view, self.view.seat
        unused = dict(view.unused)[side]
        now = view.own_option if view.own_option is not None else dict(view.options).get(side)
        made = []
        for number, option in self.campaign.options[side].items():
            order = PickOption(number)
            state = TAKEN if number == now else OPEN if number in unused else SPENT
            lines = tuple([f"{line[:1].upper()}{line[1:]}" for line in map(self.teller.effect, option.effects)])
            title = self.words.of(option.name)
            text = self.say("card_spent") if state == SPENT else ""
            text = "\n".join(line for line in (title, *lines, text) if line)
            made.append(CampaignCard(str(number), title, lines, state, side, order if order in self.listed else None, hint=text))
        if PickOption(None) in self.listed:
            none = self.say("no_option")
            made.append(CampaignCard("0", none, (self.say("no_option_told"),), OPEN, side, PickOption(None), hint=none))
        return tuple(made)

    def _flak_card(self, order: LayFlak) -> CampaignCard:
        found = self.outlook
        value = found.flak if found is not None else 0
        hits = {pattern: self.game.patterns.flak_hits(order.pattern, pattern, value) for pattern in PATTERNS}
        named = {pattern: self.words(f"campaign.pattern.{pattern}").lower() for pattern in hits}
        lines = tuple([self.say("flak_on" if n else "flak_on_none", pattern=named[p], hits=n) for p, n in hits.items()])
        return self._pattern_card(order, order.pattern, lines)

    def _bombing_card(self, order: PickBombing) -> CampaignCard:
        battle, value = self.view.battle, self.view.flak_value or 0
        assert battle is not None
        craft = battle.aircraft[order.aircraft]
        bombs = self.game.patterns.bombs(order.pattern, craft.ratings.bombs)
        lines = [self.say("drops", count=bombs), self.say("flak_faced")]
        for flak in PATTERNS:
            hits = self.game.patterns.flak_hits(flak, order.pattern, value)
            lines.append(self.say("flak_hits", pattern=self.words(f"campaign.pattern.{flak}").lower(), hits=hits))
        lines.append(self.say("airframe_left", left=max(0, craft.ratings.airframe - craft.hits)))
        return self._pattern_card(order, order.pattern, tuple(lines))

    def _pattern_card(self, order: Any, pattern: str, lines: tuple[str, ...]) -> CampaignCard:
        title = self.words(f"campaign.pattern.{pattern}")
        return CampaignCard(title, "", lines, OPEN, self.view.seat, order, pattern, "\n".join((title, *lines)))

    def _way_card(self, order: Declare) -> CampaignCard:
        title = self.words(f"campaign.way.{order.way}")
        title = f"{title[:1].upper()}{title[1:]}"
        return CampaignCard("?", title, (), OPEN, self.view.seat, order, hint=title)


def asked(desk: CampaignDesk) -> tuple[str, str]:
    """Return the current decision on the desk, and a hint for it."""
    view = desk.view
    values: dict[str, Any] = {}
    if view.phase == BOMBING:
        order = next((order for order in desk.listed if isinstance(order, PickBombing)), None)
        values["aircraft"] = desk.bomber(order.aircraft) if order is not None else ""
    if view.phase == BATTLE:
        return desk.say("ask.in_air"), desk.say("ask_how.in_air")
    known = view.phase if view.phase in (ARROW, "options", DECLARE, FLAK, BOMBING) else ARROW
    return desk.say(f"ask.{known}", **values), desk.say(f"ask_how.{known}")
