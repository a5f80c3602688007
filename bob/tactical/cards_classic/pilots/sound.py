"""A sound pilot of flights: decides from the view of its seat alone, by rules of thumb, at once, and gives the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bob.core.game import Choices
from bob.core.kit import Decision
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ALTITUDES, LOW, MEDIUM, VERY_LOW
from bob.tactical.cards.flight import DIVE, TORPEDO
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.contacts import BARRED, STEPS
from bob.tactical.cards_classic.data import FIGHTER, FULL_THROTTLE, ClassicCard, ClassicTables
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.position import BOMB_TURN, EGRESS, FIGHT, HOMEBOUND, INGRESS, OUTBOUND, OUTSIDE, OVER_TARGET, OVERHEAD
from bob.tactical.cards_classic.view import FlightView, SeenSortie

KEEP = {
    "ace_pilot": 9.0,
    "vertical_roll": 5.0,
    "tight_turn": 5.0,
    "barrel_roll": 4.5,
    "half_loop": 4.0,
    "maneuvering": 3.5,
    "scissors": 3.0,
}
"""The worth of a card in the hand; a shot is worth more the more damage it does."""
FLAK_CARD = 0.65
"""The damage that a card of Flak does on the average."""

_Chosen = tuple[Any, str]


def flown_by_rule(view: FlightView, choices: Choices, tables: ClassicTables) -> Decision:
    """One of the listed orders, and why."""
    order, why = SoundFlier(view, tables).choose(choices.listed)
    return Decision(order, f"flight.reason.{why}")


class SoundFlier:
    """One decision: the view, and the rules of the pilot."""

    __slots__ = ("enemies", "now", "own", "tables", "view")

    def __init__(self, view: FlightView, tables: ClassicTables) -> None:
        self.view = view
        self.tables = tables
        flying = [craft for craft in view.aircraft if not craft.out]
        self.own = [craft for craft in flying if craft.seat == view.seat]
        self.enemies = [craft for craft in flying if craft.seat != view.seat]
        self.now = view.aircraft[view.active] if view.active >= 0 else None

    def choose(self, listed: tuple[Any, ...]) -> _Chosen:
        if len(listed) == 1:
            return listed[0], "only"
        by_code: dict[str, list[Any]] = {}
        for order in listed:
            by_code.setdefault(order.code, []).append(order)
        for code, rule in _RULES:
            if code in by_code:
                found = rule(self, by_code)
                if found is not None:
                    return found
        return listed[0], "nothing_better"

    # ---- knowledge

    def card(self, code: str) -> ClassicCard:
        return self.tables.deck.cards[kind_of(code)]

    def worth(self, code: str, craft: SeenSortie | None = None) -> float:
        """Return the worth of a card in the hand."""
        card = self.card(code)
        if card.shoots:
            return 4.0 + card.hits - (card.bursts > 2)
        if craft is not None and craft.load and card.title in BARRED:
            return 1.0
        return KEEP.get(card.title, 2.5)

    def cheapest(self, orders: Iterable[Any], of: Callable[[Any], str]) -> Any:
        return min(orders, key=lambda order: (self.worth(of(order)), order.rank))

    def bombing(self) -> bool:
        """Return whether this side attacks the target."""
        side = self.own[0].side if self.own else ""
        return bool(self.view.bombing) and side == self.view.bombing

    def still_to_bomb(self) -> bool:
        return self.view.leg in (OUTBOUND, INGRESS, BOMB_TURN)

    def left(self, craft: SeenSortie) -> int:
        """Return the number of points missing to the next worse state."""
        card = self.tables.aircraft[craft.type]
        limit = card.back.points if craft.damaged else card.front.points
        return max(1, limit - craft.hits)

    def hit_worth(self, target: SeenSortie, points: int) -> float:
        """Return the worth of that many points on an enemy."""
        value = {"fighter": 1.0, "fighter_bomber": 1.6, "medium": 2.2, "recon": 2.2, "heavy": 2.6}[target.kind]
        done = points / self.left(target)
        fatal = 2.0 if points >= self.left(target) else 1.0
        loaded = 1.3 if (target.load or target.formed) and self.still_to_bomb() else 1.0
        return value * min(done, 1.0) * fatal * loaded

    def threatened(self, craft: SeenSortie) -> SeenSortie | None:
        """The worst of the enemies that hold a Position on it."""
        behind = [e for e in self.enemies if e.holds == craft.number]
        return max(behind, key=lambda e: (e.level, -e.number), default=None)

    # ---- before the flight, and between turns

    def start(self, by: dict[str, list[Any]]) -> _Chosen | None:
        orders = by["start_altitude"]
        craft = self.view.aircraft[orders[0].aircraft]
        wanted = self.bombing_band(craft) if craft.load else None
        if wanted is None:
            levels = [c.altitude for c in self.own if c.altitude is not None and (c.formed or c.load)]
            wanted = levels[0] if levels else MEDIUM
        return min(orders, key=lambda order: abs(ALTITUDES.index(order.altitude) - wanted)), "right_height"

    def bombing_band(self, craft: SeenSortie) -> int:
        """Return the band from which its load is used."""
        modes = self.tables.aircraft[craft.type].front.bombs
        if craft.load == TORPEDO:
            return VERY_LOW
        if craft.formed:
            return MEDIUM
        return MEDIUM if DIVE in modes else LOW

    def take_load(self, by: dict[str, list[Any]]) -> _Chosen | None:
        return next((order for order in by["take_load"] if order.load == TORPEDO), by["take_load"][0]), "torpedo_strikes_twice"

    def stand_off(self, by: dict[str, list[Any]]) -> _Chosen | None:
        craft = self.view.aircraft[by["overfly"][0].aircraft]
        over, wait = by["overfly"][0], by["stand_off"][0]
        target = self.view.target
        flak = 2 * target.area_flak + max(0, target.target_flak - 1) if target is not None else 0
        if craft.load and not craft.damaged:
            return over, "carries_bombs"
        if self.bombing():
            chased = any(e.zone == OVERHEAD for e in self.enemies if not e.formed)
            return (over, "bombers_need_escort") if chased else (wait, "nobody_over_target")
        prey = any(e.formed or e.load for e in self.enemies)
        risk = flak * FLAK_CARD / self.left(craft)
        return (over, "stop_the_bombing") if prey and risk < 1.0 and not craft.damaged else (wait, "flak_too_strong")

    def act(self, by: dict[str, list[Any]]) -> _Chosen | None:
        """Let the aircraft with the best Position act first, then the one with the fuller hand."""
        crafts = self.view.aircraft
        return max(by["act"], key=lambda order: (crafts[order.aircraft].level, crafts[order.aircraft].hand, -order.aircraft)), "best_placed"

    # ---- the steps before the cards

    def jettison(self, by: dict[str, list[Any]]) -> _Chosen | None:
        view = self.view
        useless = view.leg in (EGRESS, HOMEBOUND) or (view.leg in OVER_TARGET and self.now is not None and self.now.zone == OUTSIDE)
        if useless:
            return by["jettison"][0], "no_use_for_bombs"
        craft = view.aircraft[by["jettison"][0].aircraft]
        chaser = self.threatened(view.aircraft[craft.leader] if craft.leader >= 0 else craft)
        if craft.kind == FIGHTER and chaser is not None and chaser.level == 2 and view.leg == OUTBOUND:
            return by["jettison"][0], "fight_for_life"
        return None

    def leave(self, by: dict[str, list[Any]]) -> _Chosen | None:
        for order in by["quit"]:
            craft = self.view.aircraft[order.aircraft]
            mate = self.view.aircraft[craft.wingman] if craft.leader < 0 and craft.wingman >= 0 else None
            whole_mate = mate is not None and not mate.out and not mate.damaged
            if craft.damaged and not whole_mate and not (mate is not None and mate.load):
                return order, "damaged_goes_home"
        return None

    def wingman_attack(self, by: dict[str, list[Any]]) -> _Chosen | None:
        """Choose a Wingman's attack: on bombers while they have not bombed, else on the Fighter that it hurts most."""
        if self.view.phase == "actions" or self.now is None:
            return None
        wingman = self.view.aircraft[self.now.wingman] if self.now.leader < 0 and self.now.wingman >= 0 else self.now
        if wingman.damaged and self.left(wingman) <= 2:
            return None
        return self._prey(by)

    def _prey(self, by: dict[str, list[Any]]) -> _Chosen | None:
        engage = by.get("engage", [])
        best = max(engage, key=lambda order: (self.hit_worth(self.view.aircraft[order.target], 2), -order.target), default=None)
        bombers = by.get("attack_formations", [])
        if bombers:
            near = [e for e in self.enemies if e.formed]
            worth = max((self.hit_worth(e, 4) for e in near), default=0.0)
            if best is None or worth >= self.hit_worth(self.view.aircraft[best.target], 2):
                return next((order for order in bombers if order.angle in ("", "side")), bombers[0]), "after_the_bombers"
        return (best, "easy_prey") if best is not None else None

    def altitude(self, by: dict[str, list[Any]]) -> _Chosen | None:
        craft = self.now
        if craft is None or craft.altitude is None:
            return None
        wanted = self.wanted_band(craft)
        here = craft.altitude
        if wanted > here and "climb" in by:
            paying = [order for order in by["climb"] if order.card is None or self.worth(order.card) <= 5.0]
            if paying and craft.hand != 1:
                order = self.cheapest(paying, lambda order: order.card) if paying[0].card is not None else paying[0]
                return order, "up_to_them"
        if wanted < here and "dive" in by:
            return by["dive"][0], "down_to_them"
        return (by["stay"][0], "good_height") if "stay" in by else None

    def wanted_band(self, craft: SeenSortie) -> int:
        """The band where it has something to do."""
        here = craft.altitude if craft.altitude is not None else MEDIUM
        if craft.holds >= 0:
            return here
        if craft.load and self.still_to_bomb() and craft.zone != OUTSIDE:
            return self.bombing_band(craft)
        mates = [m for m in self.own if m.leader == craft.number and m.load]
        if mates and self.still_to_bomb() and craft.zone != OUTSIDE:
            return self.bombing_band(mates[0])
        prey = [e for e in self.enemies if e.zone == craft.zone and e.altitude is not None]
        if self.bombing():
            prey = [e for e in prey if not e.formed] or prey
        elif self.still_to_bomb():
            prey = [e for e in prey if e.formed or e.load] or prey
        if craft.damaged or not prey:
            return here
        return min((e.altitude or 0 for e in prey), key=lambda level: (abs(level - here), level))

    # ---- over the target

    def dive_on(self, by: dict[str, list[Any]]) -> _Chosen | None:
        return by["dive_to_bomb"][0], "dive_is_sure"

    def bomb(self, by: dict[str, list[Any]]) -> _Chosen | None:
        order = max(by["bomb"], key=lambda order: (order.mode == DIVE, order.mode == TORPEDO, order.mode))
        return order, "on_the_target"

    def strafe(self, by: dict[str, list[Any]]) -> _Chosen | None:
        target, passage = self.view.target, self.view.passage
        if target is None or passage is None:
            return None
        craft = self.view.aircraft[passage.aircraft]
        fired_at = craft.busy  # a second time then
        cost = (target.target_flak + 1) * FLAK_CARD - (0 if fired_at else target.target_flak * FLAK_CARD)
        gain = max(1, craft.ratings.bursts) * 0.4 * target.strafing_hit
        if not craft.damaged and gain >= cost / self.left(craft):
            return by["strafe"][0], "worth_a_pass"
        return (by["done"][0], "pass_too_dear") if "done" in by else None

    def release(self, by: dict[str, list[Any]]) -> _Chosen | None:
        return by["release"][0], "on_the_target"

    def flak(self, by: dict[str, list[Any]]) -> _Chosen | None:
        order = max(by["answer_flak"], key=lambda order: (self.card(order.against).hits, -order.ace, -self.worth(order.card)))
        if order.ace and self.card(order.against).hits < 2:
            return None
        return order, "dodge_the_flak"

    # ---- card play

    def shots(self, craft: SeenSortie) -> list[ClassicCard]:
        return [self.card(code) for code in craft.cards or () if self.card(code).shoots]

    def play(self, by: dict[str, list[Any]]) -> _Chosen | None:
        """Play a card: shake off a pursuer, fire, take a Position, go for bombers or Wingmen; else done."""
        craft = self.now
        if craft is None or self.view.phase != "actions" or self.view.assault is not None:
            return None
        chaser = self.threatened(craft)
        if "gunner_attack" in by:
            return self._best_shot(by["gunner_attack"]), "gunner_fires"
        if "attack" in by:
            order = self._best_shot(by["attack"])
            target = self.view.aircraft[order.target]
            better = any(self.card(code).title in STEPS for code in craft.cards or ()) and craft.holds != target.number
            if not (better and "manoeuvre" in by and self.left(target) > self.card(order.card).hits):
                return order, "fires"
        if chaser is not None:
            found = self._shake_off(by, chaser)
            if found is not None:
                return found
        if "manoeuvre" in by and self.shots(craft):
            return self._best_manoeuvre(by["manoeuvre"], craft), "takes_a_position"
        if "attack" in by:
            return self._best_shot(by["attack"]), "fires"
        if self.shots(craft) and not (craft.damaged and self.left(craft) <= 2):
            found = self._prey(by)
            if found is not None:
                return found
        return by["done"][0], "keeps_cards"

    def _best_shot(self, orders: list[Any]) -> Any:
        crafts = self.view.aircraft
        return max(orders, key=lambda order: (self.hit_worth(crafts[order.target], self.card(order.card).hits), order.rank))

    def _best_manoeuvre(self, orders: list[Any], craft: SeenSortie) -> Any:
        crafts = self.view.aircraft
        return max(
            orders,
            key=lambda order: (
                order.target == craft.holds,
                crafts[order.target].holds == craft.number,
                self.hit_worth(crafts[order.target], 2) + order.steps,
                -self.worth(order.card),
                order.rank,
            ),
        )

    def _shake_off(self, by: dict[str, list[Any]], chaser: SeenSortie) -> _Chosen | None:
        for code in ("scissors", FULL_THROTTLE, "manoeuvre"):
            found = [order for order in by.get(code, []) if order.target == chaser.number]
            if found:
                best = max(found, key=lambda order: (getattr(order, "steps", 0), -self.worth(order.card), order.rank))
                return best, "shakes_him_off"
        return None

    # ---- an attack that is being made

    def assault(self, by: dict[str, list[Any]]) -> _Chosen | None:
        assault = self.view.assault
        if assault is None:
            return None
        attacker = self.view.aircraft[assault.attacker]
        if "name_bomber" in by:
            key = self.hit_worth_of(assault.stage == "choose")
            return max(by["name_bomber"], key=key), "weakest" if assault.stage == "choose" else "strongest"
        if assault.stage == "pick":
            near = [e for e in self.enemies if e.formed and e.altitude == attacker.altitude]
            hurt = any(e.hits for e in near) and len(near) > 1
            leader = attacker.leader < 0
            if "try_pick" in by and (hurt or (leader and len(self.shots(attacker)) > 1)):
                return self.cheapest(by["try_pick"], lambda order: order.card), "picks_his_target"
            return by["let_name"][0], "any_will_do"
        if "attack" in by:
            return self._best_shot(by["attack"]), "fires"
        if "gain_edge" in by and self.shots(attacker):
            return self.cheapest(by["gain_edge"], lambda order: order.card), "takes_a_position"
        return by["end_attack"][0], "no_shots_left"

    def hit_worth_of(self, mine: bool) -> Callable[[Any], tuple[float, int]]:
        """Return the key for the aircraft to pick, or to offer."""
        sign = 1 if mine else -1
        return lambda order: (sign * self.hit_worth(self.view.aircraft[order.target], 3), -order.target)

    # ---- answers

    def respond(self, by: dict[str, list[Any]]) -> _Chosen | None:
        exchange = self.view.exchange
        if exchange is None:
            return None
        orders = [order for order in by["respond"] if not order.ace]
        aces = [order for order in by["respond"] if order.ace]
        damage = self.card(exchange.shot or exchange.card).hits
        mine = self.view.aircraft[exchange.actor].seat == self.view.seat and exchange.stage == "answer"
        if orders:
            best = self.cheapest(orders, lambda order: order.card)
            dear = self.worth(best.card) >= 9.0
            if damage or mine:
                if not (dear and damage < 2):
                    return best, "gets_through" if mine else "dodges"
            elif not dear and (exchange.steps > 1 or exchange.action in ("pick", "edge") or self._holds_many(best)):
                return best, "denies_it"
        if aces and not mine and damage >= 2:
            return self.cheapest(aces, lambda order: order.card), "ace_answers"
        return by["pass"][0], "saves_cards"

    def _holds_many(self, order: Any) -> bool:
        """Return whether the aircraft of the order holds more than two cards."""
        held: int = self.view.aircraft[order.aircraft].hand
        return held > 2

    def counter_fire(self, by: dict[str, list[Any]]) -> _Chosen | None:
        exchange = self.view.exchange
        if exchange is None:
            return None
        incoming = self.card(exchange.card).hits

        def key(order: Any) -> tuple[float, Any]:
            card = self.card(order.card)
            spoils = incoming if card.spoils or order.ace else 0
            return spoils + card.hits * 0.8 - order.ace * 1.5, order.rank

        return max(by["counter_fire"], key=key), "fires_back"

    def follow(self, by: dict[str, list[Any]]) -> _Chosen | None:
        craft = self.view.aircraft[self.view.following[0]]
        best = min(by["follow"], key=lambda order: (sum(self.worth(card) for card in order.cards), order.rank))
        if craft.level == 2 or sum(self.worth(card) for card in best.cards) <= 4.0:
            return best, "stays_behind_him"
        return by["pass"][0], "saves_cards"

    def discard(self, by: dict[str, list[Any]]) -> _Chosen | None:
        """Cards of little use go while the hand is full: new ones come for them."""
        view = self.view
        if view.phase == "swap":
            worst = self.cheapest(by["discard"], lambda order: order.card)
            return (worst, "new_cards") if self.worth(worst.card) < 4.0 else (by["done"][0], "keeps_cards")
        craft = self.now
        if craft is None:
            return None
        worst = self.cheapest(by["discard"], lambda order: order.card)
        full = craft.hand > craft.ratings.performance - craft.ratings.pre
        if full and self.worth(worst.card, craft) < 4.0 and view.leg in (OUTBOUND, FIGHT, HOMEBOUND, *OVER_TARGET):
            return worst, "new_cards"
        return by["done"][0], "keeps_cards"

    def stall(self, by: dict[str, list[Any]]) -> _Chosen | None:
        return self.cheapest(by["stall_discard"], lambda order: order.card), "pays_the_stall"


_RULES: tuple[tuple[str, Callable[[SoundFlier, dict[str, list[Any]]], _Chosen | None]], ...] = (
    (o.StartAltitude.code, SoundFlier.start),
    (f.TakeLoad.code, SoundFlier.take_load),
    (f.Overfly.code, SoundFlier.stand_off),
    (o.Act.code, SoundFlier.act),
    (o.Follow.code, SoundFlier.follow),
    (o.StallDiscard.code, SoundFlier.stall),
    (f.Respond.code, SoundFlier.respond),
    (f.CounterFire.code, SoundFlier.counter_fire),
    (f.AnswerFlak.code, SoundFlier.flak),
    (f.DiveToBomb.code, SoundFlier.dive_on),
    (f.BombTarget.code, SoundFlier.bomb),
    (f.StrafeTarget.code, SoundFlier.strafe),
    (f.Release.code, SoundFlier.release),
    (f.NameBomber.code, SoundFlier.assault),
    (f.LetName.code, SoundFlier.assault),
    (f.EndAttack.code, SoundFlier.assault),
    (f.Jettison.code, SoundFlier.jettison),
    (f.QuitFlight.code, SoundFlier.leave),
    (f.GoFor.code, SoundFlier.wingman_attack),
    (f.AttackFormations.code, SoundFlier.wingman_attack),
    (o.Stay.code, SoundFlier.altitude),
    (o.Discard.code, SoundFlier.discard),
    (o.EndPhase.code, SoundFlier.play),
    (o.NoAnswer.code, lambda self, by: (by["pass"][0], "saves_cards")),
)
"""The rules with the orders that they choose from; the first that finds a choice decides."""
