"""The decision of a flight in words: the question, the orders as sorted lines with their effects, the reason against others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bob.staff.advice.fights.flight_consequences import FlightConsequences
from bob.staff.advice.fights.flight_figures import is_wingman
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import VERY_HIGH
from bob.tactical.cards.heights import from_the_top
from bob.tactical.cards.orders import Attack, Scissors
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.orders import FlightOrder
from bob.tactical.cards_classic.position import ALTITUDE, JETTISON, WINGMAN
from bob.tactical.cards_classic.telling import FlightTeller
from bob.tactical.cards_classic.view import FlightView
from bob.words import Words

LEAVING = ("done", "pass", "stay", "end_attack", "let_name")
"""The orders that leave a step, by their codes; the first of them in this order has the key to leave."""
GRAVE = ("quit", "jettison", "stand_off", "overfly")
"""The orders that decide much at once, by their codes: a key only points at them, the same key again gives them."""
_SORTED = (
    "engage", "attack_formations", "attack", "gunner_attack", "gain_edge", "try_pick", "manoeuvre", "scissors", "full_throttle",
    "respond", "counter_fire", "answer_flak", "bomb", "strafe", "dive_to_bomb", "climb", "dive", "change_altitude", "give_up",
    "follow", "discard", "stall_discard", "jettison", "quit",
)  # fmt: skip
"""The orders of a step by their codes: attacks first, then altitude, cards thrown away, and leaving."""
_BEFORE_CARDS = (JETTISON, WINGMAN, ALTITUDE)
"""The steps of a turn before card play, in which an attack is the Wingman's."""


def in_order(listed: Iterable[FlightOrder]) -> tuple[list[FlightOrder], list[FlightOrder]]:
    """Return the orders as they are listed for a person: attack, climb, dive, leave; apart from them those that leave the step."""
    orders = list(listed)
    rest = from_the_top(order for order in orders if order.code not in LEAVING)
    rest.sort(key=lambda order: _SORTED.index(order.code) if order.code in _SORTED else 0)
    return rest, sorted((order for order in orders if order.code in LEAVING), key=lambda order: LEAVING.index(order.code))


def is_forced(listed: Sequence[FlightOrder]) -> bool:
    """Return whether there is nothing to decide: the only order leaves the step."""
    return len(listed) == 1 and listed[0].code in LEAVING


def is_answer(view: FlightView) -> bool:
    """Return whether an answer is owed: leaving it lets something happen."""
    return view.exchange is not None or (view.passage is not None and view.passage.stage == "flak")


class FlightLines:
    """Describes the decision of a view, with the effects of its orders."""

    def __init__(
        self, view: FlightView, words: Words, teller: FlightTeller, then: FlightConsequences, listed: Sequence[FlightOrder]
    ) -> None:
        self.view, self.words, self.teller, self.then = view, words, teller, then
        then.wingman_may = any(isinstance(order, f.GoFor | f.AttackFormations) for order in listed)

    def _say(self, key: str, **values: object) -> str:
        return self.words(f"desk_flight.{key}", **values)

    def line(self, order: FlightOrder) -> str:
        """An order as a line, with its effect."""
        text, after = self._name(order), self.then.describe(order)
        if not after:
            return text
        return self.words.label(text, after) if isinstance(order, o.PlayManoeuvre) else f"{text} · {after}"

    def _name(self, order: FlightOrder) -> str:
        teller = self.teller
        if isinstance(order, o.PlayManoeuvre):
            return self._say("line.manoeuvre", card=teller.card(order.card), target=teller.name(order.target))
        if isinstance(order, f.GoFor):
            key = "wingman_attacks" if self._of_the_wingman else "attacks"
            return self._say(f"line.{key}", target=teller.name(order.target))
        if isinstance(order, f.AttackFormations) and self._of_the_wingman:
            angle = f", {self.words(f'flight.angle.{order.angle}')}" if order.angle else ""
            return self._say("line.wingman_bombers", angle=angle)
        if isinstance(order, o.Climb | o.Dive | o.ChangeAltitude) and self.then.actor >= 0:
            return self._altitude(order)
        if isinstance(order, o.EndPhase) and self.words.has(f"desk_flight.line.done_{self.view.step}") and self.view.passage is None:
            return self._say(f"line.done_{self.view.step}")
        if isinstance(order, f.QuitFlight):
            return self._say("line.quit", aircraft=teller.name(order.aircraft))
        return teller.order(order)

    def _altitude(self, order: o.Climb | o.Dive | o.ChangeAltitude) -> str:
        """A climb or a dive, with the altitude that it leads to and its cost."""
        mine, teller = self.view.aircraft[self.then.actor], self.teller
        up = isinstance(order, o.Climb) or (isinstance(order, o.ChangeAltitude) and order.climb)
        level = (mine.altitude or 0) + (1 if up else -1)
        altitude = teller.altitude(max(0, min(VERY_HIGH, level)))
        if isinstance(order, o.ChangeAltitude):
            pay = teller.card(order.pay) if order.pay is not None else ""
            return self._say("line.roll_up" if up else "line.roll_down", card=teller.card(order.card), altitude=altitude, pay=pay)
        if is_wingman(mine):
            return self._say("line.climb_free" if up else "line.dive_free", altitude=altitude)
        pay = teller.card(order.card) if isinstance(order, o.Climb) and order.card is not None else ""
        return self._say("line.climb" if up else "line.dive", altitude=altitude, pay=pay)

    @property
    def _of_the_wingman(self) -> bool:
        """Return whether an attack that is begun now is the Wingman's."""
        view = self.view
        return view.phase in _BEFORE_CARDS and view.active >= 0 and not is_wingman(view.aircraft[view.active])

    # ---- what is asked

    def asked(self) -> tuple[str, str]:
        """Return the question, and a hint for it."""
        view = self.view
        if view.following or view.stalled >= 0:
            return self._asked(view.step, aircraft=self.then.actor)
        if view.exchange is not None:
            return self._exchange()
        if view.passage is not None:
            found = self._asked(f"over_{view.passage.stage}", aircraft=view.passage.aircraft)
            lost = self.then.lost_results() if view.passage.stage == "flak" else ""
            return found[0], f"{found[1]} {lost}".strip()
        if view.assault is not None:
            a = view.assault
            who = "wingman" if is_wingman(view.aircraft[a.attacker]) and a.stage == "fire" else "attack"
            return self._asked(f"{who}_{a.stage}", aircraft=a.attacker, target=a.target)
        return self._asked(view.step, aircraft=self.then.actor)

    def _exchange(self) -> tuple[str, str]:
        view, teller = self.view, self.teller
        e = view.exchange
        assert e is not None
        last = teller.card(view.played[-1] if view.played else e.card)
        ours = view.aircraft[e.actor].side == e.side and e.stage == "answer"
        key = f"answer_own_{e.action}" if ours and e.action == "pick" else "answer_own" if ours else e.stage
        key = "answer_pick" if e.action == "pick" and not ours and e.stage == "answer" else key
        action = self.words(f"flight.action.{e.action}")
        answers = [card for card in self.then.tables.deck.cards.values() if e.key in card.react_to or "any" in card.react_to]
        titles = sorted({self.teller.card(card.code) for card in answers})
        shot = teller.card(e.shot) if e.shot else ""
        title, how = self._asked(key, aircraft=e.actor, target=e.target, card=last, action=action, shot=shot)
        if e.stage != "fire" and titles:
            how = f"{self.words('desk_cards.answered_by', cards=', '.join(titles))}. {how}".strip()
        return title, how

    def _asked(self, key: str, **values: object) -> tuple[str, str]:
        numbers = {name: value for name, value in values.items() if isinstance(value, int)}
        named = {**values, **{name: self.teller.name(number) if number >= 0 else "" for name, number in numbers.items()}}
        title = self._say(f"asked.{key}", **named)
        how = self._say(f"asked_how.{key}") if self.words.has(f"desk_flight.asked_how.{key}") else self._say("ask_how")
        return title, how


# ---- why not


def tries(view: FlightView, card: str, title: str, shoots: bool, place: int) -> list[FlightOrder]:
    """Return the orders that laying a card on an aircraft could have meant, the likeliest first."""
    if view.exchange is not None:
        return [f.CounterFire(card)] if view.exchange.stage == "fire" else [f.Respond(place, card)]
    if view.passage is not None:
        return [f.AnswerFlak(card, kind) for kind in dict.fromkeys(view.passage.flak)] or [f.Respond(place, card)]
    if view.assault is not None:
        return [Attack(card, place)] if shoots else [f.TryPick(card)] if view.assault.stage == "pick" else [f.GainEdge(card, place)]
    target = view.aircraft[place]
    if target.side != view.aircraft[view.active].side if view.active >= 0 else False:
        go = goes_for(view, place)
        if go is not None:
            return [go]
    if shoots:
        return [Attack(card, place)]
    if title in ("maneuvering", "half_loop"):
        return [o.PlayManoeuvre(card, place, 1)]
    if title == "scissors":
        return [Scissors(card, place)]
    return [f.FullThrottle(card, place) if title == "full_throttle" else f.GainEdge(card, place)]


def goes_for(view: FlightView, place: int) -> f.GoFor | f.AttackFormations | None:
    """Return the order to attack a bomber or a Wingman; None for a Leader, whom cards attack."""
    target = view.aircraft[place]
    if target.formed:
        return f.AttackFormations("")
    return f.GoFor(place) if is_wingman(target) else None
