"""The effect of an order of a flight, as far as the table shows: Positions, damage, Bursts, altitude, cards, bombs and Flak."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bob.staff.advice.fights.flight_figures import is_wingman
from bob.tactical.cards import orders as o
from bob.tactical.cards.damage import effect_of
from bob.tactical.cards.flight import BOMBS, LOOK, MISS, NEITHER, STRAFING, FlightEdition
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.bombing import cards_drawn, flak_drawn
from bob.tactical.cards_classic.contacts import EDGE, more_at_bomber, more_at_fighter, offense_left
from bob.tactical.cards_classic.data import ClassicTables
from bob.tactical.cards_classic.position import BOMB_TURN
from bob.tactical.cards_classic.telling import FlightTeller
from bob.tactical.cards_classic.view import FlightView, SeenExchange, SeenSortie
from bob.words import Words

NOBODY = -1
USUAL = FlightEdition()


def acts(view: FlightView) -> int:
    """The aircraft that the moment is about; -1 for none."""
    if view.passage is not None:
        return view.passage.aircraft
    if view.exchange is not None:
        return view.exchange.target
    if view.assault is not None:
        return view.assault.attacker
    if view.following:
        return view.following[0]
    return view.stalled if view.stalled >= 0 else view.active


def relation(view: FlightView, one: int, other: int) -> int:
    """Return the relation of an aircraft to another, from -2 for Tailed to 2 for Tailing."""
    a, b = view.aircraft[one], view.aircraft[other]
    return a.level if a.holds == other else -b.level if b.holds == one else 0


class FlightConsequences:
    """Describes the effects of orders, each as a short line; empty where the order's name suffices. That an answered card may have no
    effect is not repeated for each."""

    def __init__(self, view: FlightView, words: Words, teller: FlightTeller, tables: ClassicTables, edition: FlightEdition = USUAL) -> None:
        self.view, self.words, self.teller, self.tables, self.edition = view, words, teller, tables, edition
        self.actor = acts(view)

    def describe(self, order: f.FlightOrder) -> str:
        """Describe the effect of an order."""
        tell = _TELLS.get(type(order))
        return tell(self, order) if tell is not None else ""

    def _say(self, what: str, **values: object) -> str:
        return self.words(f"desk_flight.then.{what}", **values)

    def _shared(self, what: str, **values: object) -> str:
        return self.words(f"desk_cards.then.{what}", **values)

    def _joined(self, *parts: str) -> str:
        return " · ".join(part for part in parts if part)

    @property
    def _own(self) -> SeenSortie:
        return self.view.aircraft[self.actor]

    def _hits(self, card: str) -> int:
        return self.tables.deck.cards[card].hits

    # ---- Positions

    def _comes_to(self, target: int, after: int, one: int | None = None) -> str:
        before = relation(self.view, self.actor if one is None else one, target)
        return self._shared("position", before=self.teller.position(before), after=self.teller.position(max(-2, min(2, after))))

    def manoeuvre(self, order: o.PlayManoeuvre) -> str:
        return self._comes_to(order.target, relation(self.view, self.actor, order.target) + order.steps)

    def scissors(self, order: o.Scissors) -> str:
        return self._comes_to(order.target, 1)

    def full_throttle(self, order: f.FullThrottle) -> str:
        return self._comes_to(order.target, 0)

    def give_up(self, order: o.GiveUp) -> str:
        return self._comes_to(self._own.holds, 0) if self._own.holds >= 0 else ""

    # ---- damage

    def damage(self, target: int, hits: int) -> str:
        """Describe the effect of a number of hits on an aircraft."""
        seen = self.view.aircraft[target]
        card, total, front = self.tables.aircraft.get(seen.type), seen.hits + max(0, hits), seen.ratings.airframe
        effect = "hits"
        if hits > 0:
            back = front + card.back.points - (card.back if seen.damaged else card.front).points if card is not None else total + 1
            effect = effect_of(total, front, back, seen.damaged, self.edition.flip)
        return self._shared(effect, hits=hits, total=total, airframe=front)

    def bursts_at(self, target: int) -> int:
        """The Bursts that the acting Leader has left against a target."""
        mine, seen = self._own, self.view.aircraft[target]
        if seen.formed:
            more = more_at_bomber(self.edition, self.view.assault.angle if self.view.assault else "", seen.skills)
        else:
            more = more_at_fighter(mine.level if mine.holds == target else 0)
        return max(0, mine.ratings.bursts + more + dict(self.view.edges).get(target, 0) - mine.bursts_used)

    def attack(self, order: o.Attack) -> str:
        said = self.damage(order.target, self._hits(order.card))
        if is_wingman(self._own):
            return said
        left = self.bursts_at(order.target) - self.tables.deck.cards[order.card].bursts
        return self._shared("shot", damage=said, left=max(0, left))

    def gunner(self, order: o.GunnerAttack) -> str:
        left = self._own.ratings.gunner - self._own.gunner_used - self.tables.deck.cards[order.card].bursts
        return self._shared("shot", damage=self.damage(order.target, self._hits(order.card)), left=max(0, left))

    # ---- attacks on Wingmen and bombers

    def _attacker(self) -> SeenSortie | None:
        """Return the aircraft that would attack: in card play the Leader, before it the Wingman."""
        mine = self._own
        if self.view.phase == "actions" or mine.wingman < 0:
            return mine
        wingman = self.view.aircraft[mine.wingman]
        return mine if wingman.out else wingman

    def go_for(self, order: f.GoFor) -> str:
        attacker, target = self._attacker(), self.view.aircraft[order.target]
        if attacker is None:
            return ""
        if is_wingman(attacker):
            penalty = bool(attacker.load) and self.edition.loaded == "penalty"
            return self._say("wingman_draws", cards=offense_left(attacker.offense, attacker.altitude, penalty))
        return self._say("bursts_against", bursts=self.bursts_at(order.target), cards=target.defense)

    def go_for_bombers(self, order: f.AttackFormations) -> str:
        attacker = self._attacker()
        if attacker is None:
            return ""
        if is_wingman(attacker):
            return self._say("wingman_draws_all", cards=offense_left(attacker.offense, attacker.altitude, False) + attacker.defense)
        return self._say("bursts", bursts=max(0, attacker.ratings.bursts + more_at_bomber(self.edition, "", ()) - attacker.bursts_used))

    def pick(self, order: f.TryPick) -> str:
        bonus = EDGE.get(self.tables.deck.cards[order.card].title, 0)
        return "" if is_wingman(self._own) else self._say("edge", bursts=bonus)

    def edge(self, order: f.GainEdge) -> str:
        return self._say("edge", bursts=EDGE.get(self.tables.deck.cards[order.card].title, 0))

    def end_attack(self, order: f.EndAttack) -> str:
        return self._say("rest_lost", cards=self._own.hand) if is_wingman(self._own) and self._own.hand else ""

    # ---- altitude, cards, leaving

    def height(self, order: o.Climb | o.Dive | o.Stay | o.ChangeAltitude) -> str:
        """Describe the losses by a climb, a dive or a stay, and the followers."""
        mine = self._own
        if isinstance(order, o.Stay):
            return self._gives_up_the_attack()
        lost = self._comes_to(mine.holds, 0) if mine.holds >= 0 and mine.level else ""
        behind = self._say("may_follow") if any(a.holds == mine.number for a in self.view.aircraft) else ""
        return self._joined(lost, behind)

    def _gives_up_the_attack(self) -> str:
        """Say that the Wingman's attack is given up, where one is still open."""
        mine = self._own
        open_still = self.view.phase in ("jettison", "wingman") and mine.wingman >= 0 and not self.view.aircraft[mine.wingman].out
        return self._say("no_wingman_attack") if open_still and self.wingman_may else ""

    wingman_may = False
    """True if an attack of the Wingman is among the choices."""

    def throw(self, order: o.Discard | o.StallDiscard) -> str:
        whose = self._own if self.actor >= 0 else None
        return self._shared("hand", cards=whose.hand - 1, most=whose.ratings.performance) if whose is not None else ""

    def done(self, order: o.EndPhase) -> str:
        view = self.view
        if view.passage is not None:
            return self._flak(NEITHER) if view.passage.stage == "attack" else ""
        if view.phase != "discard" or self.actor < 0:
            return ""
        mine = self._own
        figure = mine.ratings.pre + self.edition.altitude_draw[mine.altitude or 0]
        if figure < 0:
            return self._say("stalls")
        return self._say("draws", cards=max(0, min(figure, mine.ratings.performance - mine.hand)))

    def jettison(self, order: f.Jettison) -> str:
        return self._say("free")

    def leave(self, order: f.QuitFlight) -> str:
        return self._say("for_good")

    def follow(self, order: o.Follow) -> str:
        mine = self._own
        return (
            self._shared("keeps", position=self.teller.position(mine.level), target=self.teller.name(mine.holds)) if mine.holds >= 0 else ""
        )

    # ---- answers

    def _action(self, exchange: SeenExchange) -> str:
        return self.words(f"flight.action.{exchange.action}")

    def respond(self, order: f.Respond) -> str:
        view, exchange = self.view, self.view.exchange
        if exchange is None:
            return ""
        if exchange.stage == "dodge":
            return self._shared("dodged")
        ours = view.aircraft[exchange.actor].side == exchange.side
        return self._shared("stands" if ours else "cancels", action=self._action(exchange))

    def counter_fire(self, order: f.CounterFire) -> str:
        exchange, card = self.view.exchange, self.tables.deck.cards[order.card]
        if exchange is None:
            return ""
        spoilt = self._say("spoils") if order.ace or card.spoils else self._at(exchange.target, self._hits(exchange.card))
        return self._joined(self._at(exchange.actor, card.hits) if card.shoots else "", spoilt)

    def _at(self, number: int, hits: int) -> str:
        return self.words.label(self.teller.name(number), self.damage(number, hits))

    def let_pass(self, order: o.NoAnswer) -> str:
        """Describe the effect of no answer: the damage, the Position, or the failure of the attempt."""
        view, exchange, passage = self.view, self.view.exchange, self.view.passage
        if passage is not None and passage.stage == "flak":
            return self.damage(passage.aircraft, self._flak_hits(""))
        if exchange is None:
            mine = self._own if self.actor >= 0 else None
            return self._comes_to(mine.holds, 0) if mine is not None and view.following and mine.holds >= 0 else ""
        if exchange.stage == "fire":
            return self.damage(exchange.target, self._hits(exchange.card))
        if exchange.stage == "dodge":
            return self.damage(exchange.actor, self._hits(exchange.shot))
        if view.aircraft[exchange.actor].side == exchange.side:
            return self._shared("fails", action=self._action(exchange))
        if exchange.action in ("attack", "gunner"):
            return self.damage(exchange.target, self._hits(exchange.card))
        bonus = EDGE.get(self.tables.deck.cards[exchange.card].title, 0)
        if exchange.action == "pick":
            return self._say("picks")
        if exchange.action == "edge":
            return self._say("edge", bursts=bonus)
        after = {"scissors": 1, "full_throttle": 0}.get(exchange.action)
        if after is None:
            after = relation(view, exchange.actor, exchange.target) + exchange.steps
        return self._comes_to(exchange.actor, -after, one=exchange.target)

    # ---- over the target

    def _flak(self, mode: str) -> str:
        """The number of Flak cards against the aircraft over the target, by its mode of attack."""
        seen, target = self._own, self.view.target
        if target is None or seen.altitude is None:
            return ""
        return self._say("flak", cards=flak_drawn(target, self.tables.display, mode, seen.altitude, self.view.cloudy))

    def bomb(self, order: f.BombTarget) -> str:
        return self._joined(self._say("bombs", cards=self._bomb_cards(self._own, order.mode)), self._flak(order.mode))

    def _bomb_cards(self, seen: SeenSortie, mode: str) -> int:
        card = self.tables.aircraft.get(seen.type)
        if card is None or seen.altitude is None:
            return 0
        side = card.back if seen.damaged else card.front
        if mode == LOOK:
            return side.look
        rated = side.bombs_of(is_wingman(seen)).get(mode, 0)
        return cards_drawn(self.tables.display, mode, rated, seen.altitude, seen.skills, card.norden)

    def release(self, order: f.Release) -> str:
        seen = self.view.aircraft[order.aircraft]
        if order.mode == NEITHER:
            return ""
        return self._say("looks" if order.mode == LOOK else "bombs", cards=self._bomb_cards(seen, order.mode))

    def strafe(self, order: f.StrafeTarget) -> str:
        mine = self._own
        leader = self.view.aircraft[mine.leader] if mine.leader >= 0 else mine
        return self._joined(self._say("strafes", cards=max(1, leader.ratings.bursts) + ("S" in mine.skills)), self._flak(STRAFING))

    def dive_on_target(self, order: f.DiveToBomb) -> str:
        mine = self._own
        return self.teller.altitude(mine.altitude - 1) if mine.altitude else ""

    def _flak_hits(self, without: str) -> int:
        passage = self.view.passage
        if passage is None:
            return 0
        hits = sum(self._hits(card) for card in passage.flak if self.tables.deck.cards[card].shoots)
        return hits - (self._hits(without) if without else 0)

    def answer_flak(self, order: f.AnswerFlak) -> str:
        passage = self.view.passage
        assert passage is not None
        left = self._flak_hits(order.against)
        return self.damage(passage.aircraft, left) if left else self._shared("dodged")

    def overfly(self, order: f.Overfly) -> str:
        target = self.view.target
        if target is None:
            return ""
        key = "over_loaded" if any(a.load == BOMBS for a in self._element(order.aircraft)) else "over"
        return self._say(key, area=target.area_flak, target=target.target_flak)

    def stand_off(self, order: f.StandOff) -> str:
        return self._say("outside_loaded" if any(a.load for a in self._element(order.aircraft)) else "outside")

    def _element(self, number: int) -> list[SeenSortie]:
        leader = self.view.aircraft[number]
        return [leader, *([self.view.aircraft[leader.wingman]] if leader.wingman >= 0 else [])]

    def lost_results(self) -> str:
        """Say which results the Flak at the aircraft over the target takes away, whatever it answers."""
        passage = self.view.passage
        if passage is None or self.view.leg != BOMB_TURN:
            return ""
        spoils = sum(self.tables.deck.cards[card].spoils for card in passage.flak)
        struck = sum(result != MISS for result in passage.results)
        return self._say("results_lost", count=min(spoils, struck)) if spoils and struck else ""


_TELLS: dict[type, Callable[[FlightConsequences, Any], str]] = {
    o.PlayManoeuvre: FlightConsequences.manoeuvre,
    o.Scissors: FlightConsequences.scissors,
    f.FullThrottle: FlightConsequences.full_throttle,
    o.GiveUp: FlightConsequences.give_up,
    o.Attack: FlightConsequences.attack,
    o.GunnerAttack: FlightConsequences.gunner,
    f.GoFor: FlightConsequences.go_for,
    f.AttackFormations: FlightConsequences.go_for_bombers,
    f.TryPick: FlightConsequences.pick,
    f.GainEdge: FlightConsequences.edge,
    f.EndAttack: FlightConsequences.end_attack,
    o.Climb: FlightConsequences.height,
    o.Dive: FlightConsequences.height,
    o.Stay: FlightConsequences.height,
    o.ChangeAltitude: FlightConsequences.height,
    o.Discard: FlightConsequences.throw,
    o.StallDiscard: FlightConsequences.throw,
    o.EndPhase: FlightConsequences.done,
    f.Jettison: FlightConsequences.jettison,
    f.QuitFlight: FlightConsequences.leave,
    o.Follow: FlightConsequences.follow,
    f.Respond: FlightConsequences.respond,
    f.CounterFire: FlightConsequences.counter_fire,
    o.NoAnswer: FlightConsequences.let_pass,
    f.BombTarget: FlightConsequences.bomb,
    f.Release: FlightConsequences.release,
    f.StrafeTarget: FlightConsequences.strafe,
    f.DiveToBomb: FlightConsequences.dive_on_target,
    f.AnswerFlak: FlightConsequences.answer_flak,
    f.Overfly: FlightConsequences.overfly,
    f.StandOff: FlightConsequences.stand_off,
}
