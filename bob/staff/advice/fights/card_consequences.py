"""The effect of an order of the card dogfight, as far as the table shows: Positions, damage, altitude, cards in hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bob.tactical.cards import orders as o
from bob.tactical.cards.damage import effect_of
from bob.tactical.cards.data import CardTables
from bob.tactical.cards.telling import CardTeller
from bob.tactical.cards.view import CardTableView, SeenCraft
from bob.words import Words


def relation(view: CardTableView, one: int, other: int) -> int:
    """Return the relation of an aircraft to another, from -2 for Tailed to 2 for Tailing."""
    a, b = view.aircraft[one], view.aircraft[other]
    return a.level if a.holds == other else -b.level if b.holds == one else 0


class Consequences:
    """Describes the effects of orders: each as a short line, empty where the order's name suffices. That an answered card may have no
    effect is not repeated for each."""

    def __init__(self, view: CardTableView, actor: int, words: Words, teller: CardTeller, tables: CardTables) -> None:
        self.view, self.actor, self.words, self.teller, self.tables = view, actor, words, teller, tables

    def describe(self, order: Any) -> str:
        """Describe the effect of an order."""
        tell = _TELLS.get(type(order))
        return tell(self, order) if tell is not None and self.actor >= 0 else ""

    def _say(self, what: str, **values: Any) -> str:
        return self.words(f"desk_cards.then.{what}", **values)

    @property
    def _own_craft(self) -> SeenCraft:
        return self.view.aircraft[self.actor]

    # ---- Positions

    def _comes_to(self, target: int, after: int, one: int | None = None) -> str:
        before = relation(self.view, self.actor if one is None else one, target)
        return self._say("position", before=self.teller.position(before), after=self.teller.position(max(-2, min(2, after))))

    def manoeuvre(self, order: o.PlayManoeuvre) -> str:
        return self._comes_to(order.target, relation(self.view, self.actor, order.target) + order.steps)

    def speed_step(self, order: o.SpeedStep) -> str:
        target = self.view.speed_target
        return self._comes_to(target, relation(self.view, self.actor, target) + 1) if target >= 0 else ""

    def roll(self, order: o.BarrelRoll) -> str:
        return self._comes_to(order.target, 0)

    def scissors(self, order: o.Scissors | o.AgileScissors) -> str:
        return self._comes_to(order.target, 1)

    def give_up(self, order: o.GiveUp) -> str:
        return self._comes_to(self._own_craft.holds, 0) if self._own_craft.holds >= 0 else ""

    def compare(self, order: o.Compare) -> str:
        other = self.view.aircraft[order.target].ratings.speed
        return self._say("speed", mine=self._own_craft.ratings.speed, other=other, points=max(0, self._own_craft.ratings.speed - other))

    # ---- damage

    def _damage(self, target: int, hits: int) -> str:
        seen = self.view.aircraft[target]
        card, total, front = self.tables.aircraft.get(seen.type), seen.hits + hits, seen.ratings.airframe
        effect = "hits"
        if hits > 0:
            back = front + card.back.airframe - (card.back if seen.damaged else card.front).airframe if card is not None else total + 1
            effect = effect_of(total, front, back, seen.damaged, self.view.terms.flip)
        return self._say(effect, hits=hits, total=total, airframe=front)

    def _shot(self, code: str, target: int, power: int, bonus: int, left: int) -> str:
        card = self.tables.deck.cards[code]
        cost = card.bursts + self.view.aircraft[target].evasive
        damage = self._say("fuel_tank") if card.fuel_tank else self._damage(target, max(0, card.hits + power + bonus))
        return self._say("shot", damage=damage, left=max(0, left - cost))

    def attack(self, order: o.Attack) -> str:
        mine = self._own_craft
        held = mine.level if mine.holds == order.target else 0
        left = mine.ratings.bursts + (3 if held == 2 else held) - mine.bursts_used
        return self._shot(order.card, order.target, mine.ratings.firepower, mine.next_hits, left)

    def gunner(self, order: o.GunnerAttack) -> str:
        mine = self._own_craft
        return self._shot(order.card, order.target, 0, mine.next_hits, mine.ratings.gunner - mine.gunner_used)

    def redline(self, order: o.Redline) -> str:
        number = self.actor if order.aircraft is None else order.aircraft
        return "" if order.evasive is not None or self.view.aircraft[number].ratings.redline_free else self._damage(number, 1)

    def tactic(self, order: o.Tactic) -> str:
        if self.tables.deck.cards[order.card].action == "evasive":
            return self._say("evasive", count=self._own_craft.evasive + 1)
        return self._say("next", hits=self._own_craft.next_hits + 1)

    def barrage(self, order: o.Barrage) -> str:
        return self._say("next", hits=self._own_craft.next_hits + 1)

    # ---- altitude and cards

    def _height(self, levels: int, cards: int) -> str:
        mine = self._own_craft
        if mine.altitude is None or not 0 <= mine.altitude + levels <= 4:
            return ""
        said = self._say("height", altitude=self.teller.altitude(mine.altitude + levels), cards=mine.hand + cards)
        return f"{said} · {self._comes_to(mine.holds, 0)}" if mine.holds >= 0 and mine.level else said

    def climb(self, order: o.Climb) -> str:
        return self._height(1, 0 if order.card is None else -1)

    def dive(self, order: o.Dive) -> str:
        return self._height(-1, 1 + self._own_craft.ratings.dive_more)

    def roll_away(self, order: o.ChangeAltitude) -> str:
        if order.climb:
            return self._height(1, -1 if order.pay is None else -2)
        return self._height(-1, self._own_craft.ratings.dive_more)

    def throw(self, order: o.Discard | o.StallDiscard) -> str:
        return self._say("hand", cards=self._own_craft.hand - 1, most=self._own_craft.ratings.performance)

    def follow(self, order: o.Follow) -> str:
        mine = self._own_craft
        return self._say("keeps", position=self.teller.position(mine.level), target=self.teller.name(mine.holds)) if mine.holds >= 0 else ""

    # ---- answers

    def react(self, order: o.React) -> str:
        chain = self.view.chain
        if chain is None:
            return ""
        if chain.stage == "dodge":
            return self._say("dodged")
        return self._say("cancels" if chain.to == chain.target else "stands", action=self._action())

    def evade(self, order: o.Evade) -> str:
        chain = self.view.chain
        return self._damage(self.actor, max(0, self._hits_to_come() - 2)) if chain is not None else ""

    def _hits_to_come(self) -> int:
        """The hits that are on their way to the aircraft that decides."""
        chain = self.view.chain
        if chain is None:
            return 0
        return max(0, (chain.shot if chain.stage in ("evade_shot", "dodge") else chain.hits) - chain.saved)

    def _action(self) -> str:
        chain = self.view.chain
        return self.words(f"cards.action.{chain.action}") if chain is not None else ""

    def fire(self, order: o.BomberFire) -> str:
        line, chain = self.tables.deck.cards[order.card].bomber, self.view.chain
        if line.shot is None or chain is None:
            return ""
        plus = sum(self.tables.deck.cards[card].bomber.plus for card in order.plus)
        return self._damage(chain.actor, line.shot + plus)

    def leave(self, order: o.NoAnswer) -> str:
        """Describe the effect of no answer: the damage, the Position, or the failure of the attempt."""
        view, chain = self.view, self.view.chain
        if chain is None:
            mine = self._own_craft
            return self._comes_to(mine.holds, 0) if view.following and mine.holds >= 0 else ""
        if chain.stage in ("evade", "evade_shot", "dodge"):
            return self._damage(self.actor, self._hits_to_come())
        if chain.stage != "react":
            return ""
        if chain.to == chain.actor:
            return self._say("fails", action=self._action())
        return self._succeeds()

    def _succeeds(self) -> str:
        chain = self.view.chain
        assert chain is not None
        if chain.action in ("attack", "gunner"):
            card = self.tables.deck.cards.get(chain.card or "")
            if card is None:
                return ""
            if card.fuel_tank:
                return self._say("fuel_tank")
            power = self.view.aircraft[chain.actor].ratings.firepower if chain.action == "attack" else 0
            return self._damage(chain.target, max(0, card.hits + power + chain.bonus))
        after = {"barrel_roll": 0, "scissors": 1, "agile_scissors": 1}.get(chain.action)
        if after is None:
            after = relation(self.view, chain.actor, chain.target) + chain.steps
        return self._comes_to(chain.actor, -after, one=chain.target)


_TELLS: dict[type, Callable[[Consequences, Any], str]] = {
    o.PlayManoeuvre: Consequences.manoeuvre,
    o.SpeedStep: Consequences.speed_step,
    o.BarrelRoll: Consequences.roll,
    o.Scissors: Consequences.scissors,
    o.AgileScissors: Consequences.scissors,
    o.GiveUp: Consequences.give_up,
    o.Compare: Consequences.compare,
    o.Attack: Consequences.attack,
    o.GunnerAttack: Consequences.gunner,
    o.Redline: Consequences.redline,
    o.Tactic: Consequences.tactic,
    o.Barrage: Consequences.barrage,
    o.Climb: Consequences.climb,
    o.Dive: Consequences.dive,
    o.ChangeAltitude: Consequences.roll_away,
    o.Discard: Consequences.throw,
    o.StallDiscard: Consequences.throw,
    o.Follow: Consequences.follow,
    o.React: Consequences.react,
    o.Evade: Consequences.evade,
    o.BomberFire: Consequences.fire,
    o.NoAnswer: Consequences.leave,
}
