"""Campaigns brought to a point by hand, and a desk on which tests play them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.campaigns.linked import Campaign
from bob.campaigns.linked import orders as o
from bob.campaigns.linked.campaign_data import load_campaign_file, shipped_campaigns
from bob.campaigns.linked.position import BATTLE, BOMBING, FLAK, CampaignPosition, Marker, enemy_of
from bob.core.dice import SeededDice, Stream
from bob.core.errors import Refused
from bob.core.game import Event
from bob.tactical.cards import orders as c
from bob.tactical.cards.damage import deal, leave
from bob.tactical.cards.data import shipped
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.position import Craft
from bob.tactical.cards.sequence import end

TRIAL = Path(__file__).parent / "trial.toml"
TABLES = shipped()
_TRIAL = load_campaign_file(TRIAL, TABLES)
CAMPAIGNS = {**shipped_campaigns(), "trial": _TRIAL, "long_trial": replace(_TRIAL, code="long_trial", missions=9)}
GAME = Campaign(CAMPAIGNS)


class Desk:
    """A campaign being played by the orders of a test."""

    def __init__(self, campaign: str = "trial", **options: Any) -> None:
        self.dice = SeededDice(Stream.of(1940, campaign))
        self.position, self.events = GAME.setup(campaign, options, self.dice)

    @property
    def sheet(self) -> Any:
        return GAME.campaign(self.position)

    @property
    def crafts(self) -> list[Craft]:
        assert self.position.battle is not None
        return self.position.battle.crafts

    def own(self, side: str) -> list[Craft]:
        return [craft for craft in self.crafts if ("axis", "allied")[craft.seat] == side]

    def types(self, side: str) -> list[str]:
        return sorted(craft.type for craft in self.own(side))

    def do(self, *orders: Any, seat: str | None = None) -> list[Event]:
        """Play orders of the seat that owes the decision, or of the one named."""
        lines: list[Event] = []
        for order in orders:
            who = seat or GAME.to_move(self.position)[0]
            GAME.check(self.position, who, order)
            assert order in GAME.choices(self.position, who).listed
            lines += GAME.apply(self.position, who, order, self.dice)
            GAME.invariants(self.position)
        self.events += lines
        return lines

    def refused(self, order: Any, seat: str | None = None) -> str | None:
        """The rule by which an order is refused; nothing must change."""
        before = GAME.dump(self.position)
        who = seat or GAME.to_move(self.position)[0]
        with pytest.raises(Refused) as caught:
            GAME.check(self.position, who, order)
        assert GAME.dump(self.position) == before and str(caught.value)
        return caught.value.rule

    def options(self, axis: int | None = None, allied: int | None = None, way: str | None = None) -> list[Event]:
        """Both sides choose; whoever has something to declare declares it."""
        lines = self.do(o.PickOption(axis), seat="axis") + self.do(o.PickOption(allied), seat="allied")
        while way is not None and self.position.phase == "declare":
            lines += self.do(o.Declare(way))
        return lines

    def fly(self, arrow: int, axis: int | None = None, allied: int | None = None, flak: str = "normal", way: str | None = None) -> None:
        """A mission up to the first game turn of its dogfight: fighters at Medium, bombers in any formation."""
        self.do(o.PickArrow(arrow))
        self.options(axis, allied, way)
        assert self.position.phase == FLAK
        self.do(o.LayFlak(flak))
        while self.position.battle is not None and self.position.phase == BATTLE and self.position.battle.turn == 0:
            listed = GAME.choices(self.position, GAME.to_move(self.position)[0]).listed
            medium = [x for x in listed if isinstance(x, c.StartAltitude) and x.altitude == "medium"]
            self.do((medium or listed)[0])

    def hurt(self, craft: Craft, hits: int) -> None:
        """An aircraft takes hits of its enemy."""
        assert self.position.battle is not None
        deal(CardRun(self.position.battle, self.dice), craft, hits, 1 - craft.party)

    def down(self, *crafts: Craft) -> None:
        for craft in crafts:
            self.hurt(craft, craft.back.airframe)

    def land(self) -> list[Event]:
        """The dogfight is over as it stands: on to the bombs."""
        battle = self.position.battle
        assert battle is not None and battle.turn > 0
        run = CardRun(battle, self.dice)
        run.clear_played()
        end(run)
        flow = GAME._run(self.position, self.dice)
        flow.after_battle()
        GAME.invariants(self.position)
        self.events += flow.events
        return flow.events

    def bomb(self, *patterns: str) -> list[Event]:
        """Patterns for the bombers in their order; the last for all that are left."""
        lines: list[Event] = []
        left = list(patterns)
        mission = self.position.mission
        while self.position.phase == BOMBING and self.position.mission == mission:
            number = GAME.choices(self.position, self.position.attacker).listed[0].aircraft
            lines += self.do(o.PickBombing(number, left.pop(0) if len(left) > 1 else left[0]))
        return lines

    def mission(self, arrow: int, status: str, axis: int | None = None, allied: int | None = None) -> Any:
        """A whole mission that ends so, without losses; the score sheet's line."""
        self.fly(arrow, axis, allied, "tight", "up")
        battle = self.position.battle
        assert battle is not None
        attacker = self.position.attacker
        if status == "intact":
            for craft in self.own(attacker):
                if craft.bomber:
                    leave(battle, craft, "left")
        self.land()
        damaged = {"field": 5, "town": 20, "depot": 6, "fleet": 10}
        target = self.sheet.arrows[arrow].target
        if status != "intact":
            for craft in self.own(attacker):
                bombs = damaged[target] if status == "damaged" else 40
                craft.now = craft.front = _bombs(craft, bombs if craft is self.own(attacker)[0] else 0)
            self.bomb("normal")
        return self.position.missions[-1]


def _bombs(craft: Craft, bombs: int) -> Any:
    return replace(craft.now, bombs=bombs)


def describe(events: list[Event], code: str) -> list[Any]:
    """What the events of a code say."""
    return [event.data for event in events if event.code == code]


def hold(position: CampaignPosition, target: str, side: str, status: str = "damaged") -> None:
    """Lay a marker as if an earlier mission had."""
    position.markers[target] = Marker(side, status)


def flown(arrow: int = 1, axis: int | None = None, allied: int | None = None, way: str | None = None, **options: Any) -> Desk:
    """A mission in its first turn; arrow 2 from the field."""
    desk = Desk(**options)
    if arrow == 2:
        hold(desk.position, "field", "axis")
    if arrow == 11:
        desk.position.initiative = "allied"
    desk.fly(arrow, axis, allied, way=way)
    return desk


__all__ = ["CAMPAIGNS", "GAME", "TABLES", "TRIAL", "Desk", "describe", "enemy_of", "flown", "hold"]
