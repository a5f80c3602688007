"""What a pilot of sense never does, counted over many battles of fixed seeds."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical.cards import CardDogfight
from bob.tactical.cards import orders as o
from bob.tactical.cards.options import terms
from bob.tactical.cards.pilots import Budget, pilot
from bob.tactical.cards.pilots.sense import sensible
from bob.tactical.cards.position import ACTIONS, ALTITUDE, DISCARD, SPEED, CardPosition, Chain, Craft
from bob.tactical.cards.relations import target_refusal
from tests.cards.mixes import mixed
from tests.cards.tabletop import Fly, Table, battle
from tests.sizes import WHOLE, fifth

GAME = CardDogfight()
AIRCRAFT = ("bf_109e_4", "spitfire_i", "p_51d", "bf_110c", "bf_109e_1")


def duel_options(number: int) -> tuple[str, dict[str, Any]]:
    stream = Stream.of(number, "sense")
    players = [{"seat": seat, "side": seat, "aircraft": [{"aircraft": stream.choose(AIRCRAFT)}]} for seat in ("one", "other")]
    return "duel", {"players": players}


def hits_coming(position: CardPosition, craft: Craft) -> int:
    """The hits of the shot that the aircraft is under, read from the rules."""
    chain = position.pending
    if not isinstance(chain, Chain):
        return 0
    if chain.actor == craft.number:
        return max(0, chain.shot - chain.saved)
    if chain.action not in ("attack", "gunner"):
        return 0
    if chain.stage == "evade":
        return max(0, chain.hits - chain.saved)
    card = position.deck.cards[chain.card or ""]
    firepower = position.crafts[chain.actor].now.firepower if chain.action == "attack" else 0
    return max(0, card.hits + firepower + chain.bonus - chain.less)


def could_fire(position: CardPosition, seat: str, card: str) -> bool:
    """Whether the rules would let the acting aircraft fire the card, were this its Action phase."""
    twin = position.copy()
    twin.phase = ACTIONS
    return any(type(x) in (o.Attack, o.GunnerAttack) and x.card == card for x in GAME.choices(twin, seat).listed)


class Count:
    """What the pilots of a battle did, order by order."""

    def __init__(self) -> None:
        self.did: Counter[str] = Counter()
        self.owed_shot = False

    def order(self, position: CardPosition, seat: str, listed: tuple[Any, ...], order: Any) -> None:
        self._redline(position, seat, order)
        if position.pending is not None:
            return
        if position.phase == SPEED:
            self._step(position, listed, order)
        elif position.phase == ALTITUDE:
            self._break(position, listed, order)
        elif position.phase == DISCARD:
            self._shot_to_follow(False)
            if isinstance(order, o.Discard) and order.card in position.deck.doing["attack"]:
                self.did["shots discarded"] += 1
                self.did["fireable shots discarded"] += could_fire(position, seat, order.card)
        elif position.phase == ACTIONS:
            if isinstance(order, o.Barrage) or (isinstance(order, o.Tactic) and order.card not in position.deck.doing["evasive"]):
                self.did["hits more"] += 1
                self.owed_shot = True
            elif isinstance(order, o.Attack | o.GunnerAttack):
                self._shot_to_follow(True)
            elif isinstance(order, o.EndPhase):
                self._shot_to_follow(False)
            paid = order.pay if isinstance(order, o.ChangeAltitude) else order.card if isinstance(order, o.PickBomber) else None
            if paid is not None:
                self.did["fireable shots discarded"] += could_fire(position, seat, paid)

    def _shot_to_follow(self, fired: bool) -> None:
        self.did["hits more without a shot"] += self.owed_shot and not fired
        self.owed_shot = False

    def _step(self, position: CardPosition, listed: tuple[Any, ...], order: Any) -> None:
        craft = position.crafts[position.active]
        if o.SPEED_STEP in listed:
            self.did["free steps"] += 1
            self.did["free steps declined"] += isinstance(order, o.EndPhase | o.GiveUp)
        free = [x for x in listed if isinstance(x, o.Compare) and position.relation(craft.number, x.target) < 2]
        # Only where every place is free is it sure that a comparison gives a step.
        alone = all(foe.holds < 0 and foe.bomber is False for foe in position.crafts if foe.number != craft.number)
        if free and alone:
            self.did["comparisons"] += 1
            self.did["free steps declined"] += isinstance(order, o.EndPhase | o.GiveUp)

    def _break(self, position: CardPosition, listed: tuple[Any, ...], order: Any) -> None:
        craft = position.crafts[position.active]
        if any(foe.holds == craft.number for foe in position.crafts) and len(listed) > 1 and not isinstance(order, o.Redline):
            self.did["choices with an enemy behind"] += 1
            self.did["stayed level with an enemy behind"] += isinstance(order, o.Stay) and any(
                isinstance(x, o.Climb | o.Dive) for x in listed
            )

    def _redline(self, position: CardPosition, seat: str, order: Any) -> None:
        if not isinstance(order, o.Redline):
            return
        pending = position.pending
        number = pending.to if isinstance(pending, Chain) else getattr(pending, "queue", [[position.active]])[0][0]
        craft = position.crafts[number]
        self.did["Redlines"] += 1
        if order.evasive is not None or craft.now.redline_free:
            return
        left = craft.back.airframe - craft.hits
        hits = hits_coming(position, craft)
        self.did["Redlines that kill"] += left <= 1 or (hits < left <= hits + 1 and hits > 0)


def fly(count: Count, scenario: str, options: dict[str, Any], name: str, number: int, orders: int) -> None:
    made = terms(scenario, options, GAME.scenarios, GAME.tables)
    dice = SeededDice(Stream.of(number, "game"))
    position, _ = GAME.setup_terms(made, dice)
    pilots = {seat: pilot(name, seat, number, made, GAME, Budget(sims=8)) for seat in position.seats}
    count.owed_shot = False
    while position.owing and orders:
        seat = position.owing[0]
        choices = GAME.choices(position, seat)
        order = pilots[seat].decide(GAME.view(position, seat), choices)
        count.order(position, seat, choices.listed, order)
        GAME.apply(position, seat, order, dice)
        orders -= 1


@cache
def counted(name: str) -> Counter[str]:
    """What pilots of that name did in duels of many aircraft and in battles of all kinds."""
    count = Count()
    duels, mixes = (fifth(100), fifth(40)) if name == "sound" else (fifth(6), fifth(2))
    for number in range(duels):
        fly(count, *duel_options(number), name, number, 10_000)
    for number in range(mixes):
        fly(count, *mixed(number), name, number, 10_000 if name == "sound" else 150)
    return count.did


PILOTS = pytest.mark.parametrize("name", ["sound", "strong"])


def many(name: str, sound: int, strong: int) -> int:
    """How often it must have come up in all battles, or a little less than a fifth of it in a fifth of them."""
    return (sound if name == "sound" else strong) // (1 if WHOLE else 6)


@pytest.mark.slow
@PILOTS
def test_no_free_step_is_declined(name: str) -> None:
    did = counted(name)
    assert did["free steps"] > many(name, 100, 3)
    assert did["free steps declined"] == 0


@pytest.mark.slow
@PILOTS
def test_no_hit_more_without_a_shot_to_follow(name: str) -> None:
    did = counted(name)
    assert did["hits more"] > many(name, 30, 1)
    assert did["hits more without a shot"] == 0


@pytest.mark.slow
@PILOTS
def test_no_shot_that_could_be_fired_is_discarded(name: str) -> None:
    did = counted(name)
    if WHOLE or name == "sound":  # a fifth of the strong pilots' few battles may hold none
        assert did["shots discarded"] > many(name, 30, 0)
    assert did["fireable shots discarded"] == 0


@pytest.mark.slow
@PILOTS
def test_one_with_an_enemy_behind_breaks(name: str) -> None:
    did = counted(name)
    assert did["choices with an enemy behind"] > many(name, 100, 5)
    assert did["stayed level with an enemy behind"] == 0


@pytest.mark.slow
@PILOTS
def test_no_redline_that_kills_oneself(name: str) -> None:
    did = counted(name)
    assert did["Redlines"] > many(name, 100, 5)
    assert did["Redlines that kill"] == 0


def test_a_shot_that_would_be_outlived_is_not_made_deadly() -> None:
    """Two hits are coming and three are left: Redline would leave two. With four left it is as good as before; when all is lost, try."""
    for hits, allowed in ((3, False), (2, True), (4, True), (5, False)):
        at = Table(battle(Fly("bf_109e", "ims_2"), Fly("spitfire_i", "redline", hits=hits)))
        at.do(o.Attack("ims_2", 1))
        assert at[1].back.airframe == 6 and hits_coming(at.position, at[1]) == 2 + at[0].now.firepower == 2
        left = sensible(at.position, at.legal())
        assert any(isinstance(x, o.Redline) for x in left) == allowed, hits


def test_something_is_left_to_order() -> None:
    at = Table(
        battle(
            Fly("bf_109e", "ims_1", altitude="very_low"),
            Fly("spitfire_i", "yo_yo", holds=0, level=2, altitude="very_low"),
            phase="altitude",
        )
    )
    assert sensible(at.position, [o.Stay()]) == [o.Stay()]
    assert sensible(at.position, at.legal()) == [o.Climb("ims_1")]
    with_none = [o.Stay(), o.Stay()]
    assert sensible(at.position, with_none) == with_none
    assert target_refusal(at.position, at[0], at[1]) is None
