"""The sound pilot: weighs each legal order by itself, in hits, from its own hand and the open cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bob.core.game import Choices
from bob.tactical.cards import orders as o
from bob.tactical.cards.actions import burst_cost, bursts_left
from bob.tactical.cards.data import ActionCard, CardTables, Deck
from bob.tactical.cards.movement import power
from bob.tactical.cards.orders import ACE_MARKER
from bob.tactical.cards.pilots.sense import sensible
from bob.tactical.cards.pilots.sight import BattleReader, level_of
from bob.tactical.cards.pilots.weights import Weights
from bob.tactical.cards.position import ACTIONS, NOBODY, CardPosition, CardTerms, Chain, Craft, Following
from bob.tactical.cards.relations import freely_picked
from bob.tactical.cards.view import CardTableView

MOST = 24
"""Hands are counted up to here."""


class Lore:
    """A pilot's knowledge of a deck: the use of each card, and the chance that a number of unseen cards holds no answer."""

    __slots__ = ("answered", "attack", "defend", "no_answer", "no_evasive", "shot_answers")

    def __init__(self, deck: Deck) -> None:
        cards = list(deck.cards.values())
        total = sum(sum(c.copies) for c in cards) or 1

        def share(codes: frozenset[str]) -> float:
            return sum(sum(deck.cards[code].copies) for code in codes) / total

        self.answered = {key: share(codes) for key, codes in deck.answers.items()}
        self.no_answer = {key: [(1 - s) ** n for n in range(MOST)] for key, s in self.answered.items()}
        evasive = share(frozenset(c.code for c in cards if c.action == "evasive"))
        self.no_evasive = [(1 - evasive) ** n for n in range(MOST)]
        self.shot_answers = deck.answers["ims"]
        self.defend = {c.code: self._defend(c) for c in cards} | {ACE_MARKER: 1.0}
        self.attack = {c.code: self._attack(c) for c in cards} | {ACE_MARKER: 0.6}

    def _defend(self, card: ActionCard) -> float:
        """Return the worth of a card as an answer: most are played to shots and Manoeuvres."""
        if "any" in card.react_to:
            return 1.0
        worth = 0.0
        for key, weight in (("ims", 0.45), ("manoeuvre", 0.2), ("oots", 0.1), ("tight_turn", 0.15), ("barrel_roll", 0.1), ("yo_yo", 0.05)):
            if key in card.react_to:
                worth += weight
        return worth + (0.7 if card.action == "evasive" else 0.0)

    def _attack(self, card: ActionCard) -> float:
        if card.fuel_tank:
            return 0.8
        if card.action == "attack":
            return 0.3 + 0.3 * card.hits - 0.05 * card.bursts + (0.2 if card.title == "oots" else 0.0)
        if card.action == "plus_hit":
            return 0.3
        return 0.1 * card.manoeuvre + (0.1 if card.action in ("barrel_roll", "scissors", "altitude") else 0.0)


class Judgement:
    """Scores the legal orders of a seat. It reads the own hands and open cards, of the others' hands only the number of cards."""

    __slots__ = ("_action_scores", "_scores", "deck", "lore", "tables", "weights")

    def __init__(self, tables: CardTables, weights: Weights | None = None) -> None:
        self.tables = tables
        self.deck = tables.deck
        self.lore = Lore(tables.deck)
        self.weights = weights if weights is not None else Weights()
        self._scores: dict[type, Callable[[CardPosition, int, Any], float]] = {
            o.StartAltitude: self._start,
            o.PickAircraft: lambda p, s, order: float(tables.aircraft[order.aircraft].vp),
            o.PickPilot: lambda p, s, order: float(tables.pilots[order.pilot].vp) if order.pilot is not None else 0.0,
            o.PicksDone: lambda p, s, order: 0.5,
            o.Pair: lambda p, s, order: 0.1,
            o.PlaceBomber: self._place,
            o.Act: self._act,
            o.DropBombs: self._drop,
            o.Stay: lambda p, s, order: self._move(p, p.crafts[p.active], 0, None),
            o.Climb: lambda p, s, order: self._move(p, p.crafts[p.active], 1, order.card),
            o.Dive: lambda p, s, order: self._move(p, p.crafts[p.active], -1, None),
            o.Compare: lambda p, s, order: self._compare(p, p.crafts[p.active], p.crafts[order.target]),
            o.SpeedStep: lambda p, s, order: 2.0,
            o.PickBomber: self._pick,
            o.AskBomber: self._ask,
            o.GiveBomber: lambda p, s, order: float(p.crafts[order.target].back.airframe - p.crafts[order.target].hits),
            o.GiveUp: lambda p, s, order: -1.0,
            o.Discard: self._discard,
            o.StallDiscard: lambda p, s, order: -self.keep(p, p.crafts[p.pending.aircraft], order.card),  # type: ignore[union-attr]
            o.Evade: self._evade,
            o.BomberFire: self._fire,
            o.Follow: self._follow,
            o.Redline: self._redline,
            o.React: self._react,
        }
        self._action_scores: dict[type, Callable[[CardPosition, Craft, Any], float]] = {
            o.PlayManoeuvre: self._manoeuvre,
            o.Attack: self._attack,
            o.GunnerAttack: self._attack,
            o.BarrelRoll: lambda p, c, order: self._roll(p, c, order, "barrel_roll", 0),
            o.Scissors: lambda p, c, order: self._roll(p, c, order, "scissors", 1),
            o.AgileScissors: lambda p, c, order: self._roll(p, c, order, "scissors", 1),
            o.ChangeAltitude: self._roll_away,
        }

    def choose(self, position: CardPosition, seat: int, orders: Sequence[Any]) -> Any:
        """The sensible order of the highest score, the first of equals."""
        orders = sensible(position, orders)
        if len(orders) == 1:
            return orders[0]
        scores = self.scores(position, seat, orders)
        return orders[scores.index(max(scores))]

    def scores(self, position: CardPosition, seat: int, orders: Sequence[Any]) -> list[float]:
        """Return the worth of each order, in hits; to end a phase, to pass, is 0."""
        if position.phase == ACTIONS and position.pending is None:
            return self._acting(position, position.crafts[position.active], orders)
        known = self._scores
        return [known[type(order)](position, seat, order) if type(order) in known else 0.0 for order in orders]

    # ---- worth

    def hits_worth(self, craft: Craft, hits: int) -> float:
        """Return the worth of `hits` more hits on an aircraft to its enemy."""
        if hits <= 0:
            return 0.0
        w = self.weights
        after = craft.hits + hits
        if after >= craft.back.airframe:
            return w.hit * (craft.back.airframe - craft.hits) + w.kill + (0.0 if craft.damaged else w.flip)
        return w.hit * hits + (w.flip if not craft.damaged and after >= craft.front.airframe else 0.0)

    def place(self, relation: int) -> float:
        """Return the worth of a relation to the aircraft that has it."""
        w = self.weights
        return (-w.tail, -w.side, 0.0, w.side, w.tail)[relation + 2]

    def keep(self, position: CardPosition, craft: Craft, card: str) -> float:
        """Return the worth of a card in the hand: as a counter while enemies may act, as an attack while turns of one's own are left."""
        w, lore = self.weights, self.lore
        last = position.turn >= position.terms.turns
        worth = 0.0
        acting = position.active == craft.number
        if not last or not craft.acted or (acting and position.phase == ACTIONS):
            worth = w.attack * lore.attack[card]
            if last and acting:
                worth *= 0.3
        if not last or _enemy_to_come(position, craft):
            worth += w.defend * lore.defend[card]
        return worth

    def price(self, position: CardPosition, craft: Craft, card: str) -> float:
        """Return the cost of playing a card now."""
        worth = self.keep(position, craft, card)
        if position.active == craft.number:
            left = len(craft.hand) - 1
            if left + max(0, power(position, craft, True)) >= craft.now.performance:
                worth *= self.weights.surplus
            elif (
                card in self.lore.shot_answers
                and sum(1 for c in craft.hand if c in self.lore.shot_answers) == 1
                and (position.turn < position.terms.turns or _enemy_to_come(position, craft))
            ):
                worth += self.weights.escape
        return worth

    def lands(self, craft: Craft, foe: Craft, key: str) -> float:
        """Return the chance that an action succeeds: no answer among the enemy's cards, or an own answer to that."""
        n = min(len(foe.hand) + foe.markers, MOST - 1)
        stands = self.lore.no_answer[key][n]
        backed = self.deck.answers["tight_turn"]
        if stands < 1.0 and any(card in backed for card in craft.hand):
            stands += (1.0 - stands) * self.weights.back
        return stands

    # ---- the own Action phase

    def _acting(self, position: CardPosition, craft: Craft, orders: Sequence[Any]) -> list[float]:
        known = self._action_scores
        scores = [known[type(order)](position, craft, order) if type(order) in known else 0.0 for order in orders]
        best, shot = 0.0, None
        for order, score in zip(orders, scores, strict=True):
            if score > best and type(order) is o.Attack:
                best, shot = score, order
        for i, order in enumerate(orders):
            kind = type(order)
            if kind is o.Tactic or kind is o.Barrage:
                scores[i] = self._tactic(position, craft, order.card, kind is o.Barrage, best, shot)
            elif kind is o.Redline:
                scores[i] = self._redline(position, craft.seat, order)
            elif kind is o.PickBomber:
                scores[i] = self._pick(position, craft.seat, order)
            elif kind is o.AskBomber:
                scores[i] = self._ask(position, craft.seat, order)
            elif kind is o.GiveUp:
                scores[i] = -1.0
        return scores

    def _attack(self, position: CardPosition, craft: Craft, order: Any) -> float:
        foe = position.crafts[order.target]
        card = self.deck.cards[order.card]
        gain = self._shot(craft, foe, card, craft.next_hits, type(order) is o.GunnerAttack)
        return gain - self.price(position, craft, order.card)

    def _shot(self, craft: Craft, foe: Craft, card: ActionCard, bonus: int, gunner: bool) -> float:
        """Return the worth of a shot: its hits by the chance that they land, and the counter that it costs the enemy if not."""
        if foe.bomber:
            if card.fuel_tank:
                return self.weights.kill
            return self.hits_worth(foe, max(0, card.hits + craft.now.firepower + bonus)) - 0.3 * foe.now.dt * self.weights.hit
        lands = self.lands(craft, foe, card.title)
        if card.fuel_tank:
            gain = self.weights.kill + self.weights.hit
        else:
            hits = max(0, card.hits + (0 if gunner else craft.now.firepower) + bonus)
            whole = self.lore.no_evasive[min(len(foe.hand), MOST - 1)]
            gain = whole * self.hits_worth(foe, hits) + (1.0 - whole) * self.hits_worth(foe, hits - 2)
        return lands * gain + (1.0 - lands) * self.weights.strip

    def _tactic(self, position: CardPosition, craft: Craft, card: str, barrage: bool, best: float, shot: Any) -> float:
        """A hit more for the best shot there is; Evasive is better kept for the answer."""
        kind = self.deck.cards[card]
        if shot is None or (kind.action == "evasive" and not barrage) or (shot.card == card and craft.hand.count(card) == 1):
            return -1.0
        foe, attack = position.crafts[shot.target], self.deck.cards[shot.card]
        if attack.fuel_tank:
            return -1.0
        now = self._shot(craft, foe, attack, craft.next_hits, False)
        more = self._shot(craft, foe, attack, craft.next_hits + 1, False)
        gain = more - now - self.price(position, craft, card)
        if barrage and burst_cost(kind, foe) + burst_cost(attack, foe) <= bursts_left(craft):
            return -1.0
        return best + gain if gain > 0 else -1.0

    def _manoeuvre(self, position: CardPosition, craft: Craft, order: Any) -> float:
        w = self.weights
        foe = position.crafts[order.target]
        relation = position.relation(craft.number, order.target)
        gain = self.place(relation + order.steps) - self.place(relation)
        if foe.bomber:
            gain *= 0.6
            stands = 1.0
        else:
            stands = self.lands(craft, foe, "manoeuvre")
        if position.turn >= position.terms.turns:
            gain *= 0.5 if _enemy_to_come(position, craft) else 0.0
        gain += self._opened(craft, foe, relation, relation + order.steps, order.card)
        score = stands * gain + (1.0 - stands) * w.strip - self.price(position, craft, order.card)
        return score + w.first if score > 0 else score

    def _opened(self, craft: Craft, foe: Craft, before: int, after: int, but: str) -> float:
        """Shots that the Bursts of a better position make possible this turn."""
        shots = [c for code in craft.hand if code != but and (c := self.deck.cards[code]).action == "attack"]
        if not shots:
            return 0.0
        cheapest = min([burst_cost(c, foe) for c in shots])
        bonus = (0, 0, 0, 1, 3)
        base = craft.now.bursts - craft.bursts_used
        had = base + bonus[before + 2] if before >= 0 else 0
        has = base + bonus[after + 2] if after >= 0 else 0
        if has < cheapest:
            return 0.0
        if had < cheapest:
            return 0.5
        total = sum([burst_cost(c, foe) for c in shots])
        return 0.15 * (min(has, total) - min(had, total))

    def _roll(self, position: CardPosition, craft: Craft, order: Any, key: str, relation: int) -> float:
        foe = position.crafts[order.target]
        before = position.relation(craft.number, order.target)
        gain = self.place(relation) - self.place(before)
        if position.turn >= position.terms.turns:
            gain *= 0.5 if _enemy_to_come(position, craft) else 0.0
        gain += self._opened(craft, foe, before, relation, order.card)
        stands = self.lands(craft, foe, key)
        score = stands * gain + (1.0 - stands) * self.weights.strip - self.price(position, craft, order.card)
        return score + self.weights.first if score > 0 else score

    def _roll_away(self, position: CardPosition, craft: Craft, order: Any) -> float:
        """Score a Vertical Roll away from an enemy that holds a position and must pay to follow."""
        score = self._move(position, craft, 1 if order.climb else -1, order.pay) - self._move(position, craft, 0, None)
        return score - self.price(position, craft, order.card) - 0.2

    # ---- answers

    def stake(self, position: CardPosition, chain: Chain) -> float:
        """Return the worth of the current action's success to the aircraft that acts."""
        actor, target = position.crafts[chain.actor], position.crafts[chain.target]
        if chain.action in ("attack", "gunner"):
            card = self.deck.cards[chain.card or ""]
            if card.fuel_tank:
                return self.weights.kill + self.weights.hit * (target.back.airframe - target.hits)
            hits = max(0, card.hits + (actor.now.firepower if chain.action == "attack" else 0) + chain.bonus - chain.less)
            return self.hits_worth(target, hits)
        before = position.relation(actor.number, target.number)
        after = before + chain.steps if chain.action in ("manoeuvre", "speed") else 0 if chain.action == "barrel_roll" else 1
        gain = self.place(after) - self.place(before)
        shooting = 0.25 if len(actor.hand) > 1 else 0.0
        if position.turn >= position.terms.turns and not _enemy_to_come(position, actor):
            return shooting + 0.3 * gain
        return gain + shooting

    def _react(self, position: CardPosition, seat: int, order: Any) -> float:
        chain = position.pending
        assert isinstance(chain, Chain)
        craft = position.crafts[chain.to]
        if chain.stage == "dodge":
            return self.hits_worth(craft, chain.shot) - self.price(position, craft, order.card)
        foe = position.crafts[chain.actor if chain.to == chain.target else chain.target]
        stake = self.stake(position, chain)
        evasive = sum(1 for c in craft.hand if self.deck.cards[c].action == "evasive") if chain.to == chain.target else 0
        if evasive and chain.action in ("attack", "gunner") and stake < self.weights.kill and self.deck.cards[chain.card or ""].hits:
            stake *= 0.6
        title = "ace_pilot" if order.card == ACE_MARKER else self.deck.cards[order.card].title
        n = min(len(foe.hand) + foe.markers, MOST - 1)
        holds = self.lore.no_answer[title][n]
        holds += (1.0 - holds) * 0.35
        return holds * stake + (1.0 - holds) * self.weights.strip - self.price(position, craft, order.card)

    def _evade(self, position: CardPosition, seat: int, order: Any) -> float:
        chain = position.pending
        assert isinstance(chain, Chain)
        craft = position.crafts[chain.to]
        hits = (chain.shot if chain.stage == "evade_shot" else chain.hits) - chain.saved
        return self.hits_worth(craft, hits) - self.hits_worth(craft, hits - 2) - self.price(position, craft, order.card)

    def _fire(self, position: CardPosition, seat: int, order: Any) -> float:
        """Score a bomber's card, which is gone at the end of the turn: fire the most, and shield against a shot that would bring it
        down."""
        chain = position.pending
        assert isinstance(chain, Chain)
        line = self.deck.cards[order.card].bomber
        foe, bomber = position.crafts[chain.actor], position.crafts[chain.target]
        shot = (line.shot or 0) + sum([self.deck.cards[card].bomber.plus for card in order.plus])
        score = 0.05 + 0.7 * self.hits_worth(foe, shot) - 0.15 * len(order.plus)
        if chain.action == "attack":
            card = self.deck.cards[chain.card or ""]
            hits = card.hits + foe.now.firepower + chain.bonus
            if card.fuel_tank:
                return score + (self.weights.kill if line.stop_fuel_tank else 0.0)
            score += self.hits_worth(bomber, hits) - self.hits_worth(bomber, hits - line.less)
        return score

    def _redline(self, position: CardPosition, seat: int, order: Any) -> float:
        """Score a Redline, three cards for a hit or for an Evasive: for a fresh hand when all is spent, or to find an answer to a deadly
        shot."""
        w = self.weights
        chain = position.pending
        number = position.active
        if isinstance(chain, Chain):
            number = chain.to
        elif isinstance(chain, Following):
            number = chain.queue[0][0]
        craft = position.crafts[number]
        last = position.turn >= position.terms.turns
        free = craft.now.redline_free or order.evasive is not None
        cost = 0.0 if free else self.hits_worth(craft, 1)
        if order.evasive is not None:
            cost += self.keep(position, craft, order.evasive)
        gain = 3.0 * w.card
        if last and not _enemy_to_come(position, craft) and (craft.acted and position.active != number):
            gain = 0.0
        if position.active != number and isinstance(chain, Chain) and chain.to == chain.target and chain.stage == "react":
            stake = self.stake(position, chain)
            if stake >= w.kill and not any(card in self.deck.answers[chain.key] for card in craft.hand):
                gain += stake * (1.0 - self.lore.no_answer[chain.key][3])
        elif position.active != number or position.phase != ACTIONS:
            gain -= 0.3
        return gain - cost - self.price(position, craft, order.card) - 0.2

    # ---- altitude, Speed, discards, following

    def _start(self, position: CardPosition, seat: int, order: Any) -> float:
        return -abs(level_of(order.altitude) - self.weights.start)

    def _move(self, position: CardPosition, craft: Craft, way: int, pay: str | None) -> float:
        """Staying, climbing, diving: the cards it brings, the positions it breaks, the enemies it meets."""
        w = self.weights
        level = craft.altitude + way
        left = position.terms.turns - position.turn
        score = 0.0
        if way:
            score += (1 + craft.now.dive_more) * w.card if way < 0 else 0.0
            if pay is not None:
                score -= self.keep(position, craft, pay)
            if craft.holds != NOBODY:
                score -= self.place(craft.level)
            low = (1, 1, 0, -1, -2)
            score += w.low * (low[level] - low[craft.altitude]) * (left + 1)
        apart, ahead, held = 9, 0, 0.0
        for foe in position.crafts:
            if foe.party == craft.party or foe.out:
                continue
            apart = min(apart, abs(foe.altitude - level))
            ahead += foe.hits - craft.hits
            if way and foe.holds == craft.number:
                held += w.break_off * (1.0 if foe.level == 1 or way > 0 else 0.3)
        eager = 1.0 - w.flee * ahead / (left + 1) if ahead > 0 else 1.0
        if apart == 0:
            shots = sum([self.lore.attack[card] for card in craft.hand])
            return score + held + eager * w.contact * (0.5 + shots)
        return score + held - eager * w.apart * apart

    def _compare(self, position: CardPosition, craft: Craft, foe: Craft) -> float:
        return 1.0 + craft.now.speed - foe.now.speed - 0.1 * abs(position.relation(craft.number, foe.number))

    def _pick(self, position: CardPosition, seat: int, order: Any) -> float:
        """The weakest bomber that costs least, once a turn."""
        craft, foe = position.crafts[position.active], position.crafts[order.target]
        if craft.picked != NOBODY or not any(self.deck.cards[card].action == "attack" for card in craft.hand):
            return -1.0
        cost = {"free": 0.0, "speed": 0.4}.get(order.by, 0.2)
        if order.card is not None:
            cost += self.price(position, craft, order.card)
        return float(1.5 - 0.1 * (foe.back.airframe - foe.hits) - 0.05 * foe.now.dt - cost)

    def _ask(self, position: CardPosition, seat: int, order: Any) -> float:
        craft = position.crafts[position.active]
        shoots = any(self.deck.cards[card].action == "attack" for card in craft.hand)
        alone = any(
            c.bomber and not c.out and c.altitude == craft.altitude and freely_picked(position, c)
            for c in position.crafts
            if c.party != craft.party and position.present(c)
        )
        return 0.6 if shoots and not alone else -1.0

    def _discard(self, position: CardPosition, seat: int, order: Any) -> float:
        """Room for the draw: the worst cards, as many as the draw replaces."""
        craft = position.crafts[position.active]
        if position.turn >= position.terms.turns and not _enemy_to_come(position, craft):
            return -1.0
        if len(craft.hand) + max(0, power(position, craft, True)) <= craft.now.performance:
            return -1.0
        return self.weights.card - self.keep(position, craft, order.card)

    def _follow(self, position: CardPosition, seat: int, order: Any) -> float:
        following = position.pending
        assert isinstance(following, Following)
        craft = position.crafts[following.queue[0][0]]
        score = self.place(craft.level) - sum([self.keep(position, craft, card) for card in order.cards])
        return score + (0.0 if following.climb else (1 + craft.now.dive_more) * self.weights.card)

    # ---- choosing aircraft, formations, bombs

    def _act(self, position: CardPosition, seat: int, order: Any) -> float:
        craft = position.crafts[order.aircraft]
        near = any(c.party != craft.party and not c.out and c.altitude == craft.altitude for c in position.crafts)
        return float(len(craft.hand) + 2.0 * near + craft.level)

    def _place(self, position: CardPosition, seat: int, order: Any) -> float:
        """Close together, so that the turrets support each other, and not alone in the last row."""
        bomber = position.crafts[order.aircraft]
        mates = [c for c in position.crafts if c.bomber and c.row != NOBODY and c.seat == bomber.seat and c.altitude == bomber.altitude]
        near = sum(1 for c in mates if abs(c.row - order.row) + abs(c.column - order.column) == 1)
        return float(near - 0.01 * abs(order.column - mates[0].column) - 0.02 * abs(order.row - mates[0].row))

    def _drop(self, position: CardPosition, seat: int, order: Any) -> float:
        craft = position.crafts[position.active]
        met = any(c.party != craft.party and not c.out and not c.bomber and c.altitude == craft.altitude for c in position.crafts)
        return 0.5 if met and not position.terms.mission else -0.5


def _enemy_to_come(position: CardPosition, craft: Craft) -> bool:
    """Return whether an enemy fighter may still act in this game turn, or acts now."""
    for foe in position.crafts:
        if foe.party != craft.party and not foe.out and not foe.bomber and (not foe.acted or foe.number == position.active):
            return True
    return False


class SoundCardPilot:
    """Weighs every order and takes the best; always the same on the same view."""

    __slots__ = ("judgement", "reader", "seat")
    name = "sound"

    def __init__(self, seat: str, terms: CardTerms, tables: CardTables, weights: Weights | None = None) -> None:
        self.seat = seat
        self.reader = BattleReader(terms, tables)
        self.judgement = Judgement(tables, weights)

    def decide(self, view: CardTableView, choices: Choices) -> Any:
        listed = choices.listed
        if len(listed) == 1:
            return listed[0]
        position = self.reader.read(view)
        return self.judgement.choose(position, position.seats.index(self.seat), listed)
