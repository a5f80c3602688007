"""A flight rebuilt from the view of a seat: one position that might be the true one, its unseen cards dealt at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bob.core.dice import Stream
from bob.data.units import SIDES
from bob.tactical.cards.data import Ratings
from bob.tactical.cards.flight import FIXED, HOME, STRAFING, FlightAirman, FlightEdition, FlightEffects, FlightSide, FlightTerms
from bob.tactical.cards.position import NOBODY, CardSeat, CardTerms, Craft, Following, Stall
from bob.tactical.cards_classic.data import ActionFace, ClassicTables
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.orders import AttackFormations, GoFor
from bob.tactical.cards_classic.position import AT_FIGHTERS, AT_FORMATIONS, Assault, Exchange, FlightPosition, Passage, Scored, Sortie
from bob.tactical.cards_classic.setup import lay_cards, skilled
from bob.tactical.cards_classic.view import FlightView, SeenSortie

_RATED = ("bursts", "airframe", "pre", "performance", "dt", "st")


class FlightReader:
    """The table of a view, by the readings of the classic edition; a card has any face of its kind."""

    __slots__ = ("_blank", "_hidden", "_known", "_results", "_view", "tables")

    def __init__(self, view: FlightView, listed: Sequence[Any], tables: ClassicTables) -> None:
        self.tables, self._view = tables, view
        own = [seen for seen in view.aircraft if seen.cards is not None]
        self._known = [(seen.number, seen.cards or ()) for seen in own if seen.cards]
        self._hidden = [(seen.number, seen.hand) for seen in view.aircraft if seen.cards is None and seen.hand]
        self._blank = _table(view, listed, tables)

    def world(self, stream: Stream) -> FlightPosition:
        """One position that agrees with the view. It may be changed."""
        position, faces = self._blank.copy(), self.tables.deck.faces
        pool = list(self.tables.deck.whole)
        stream.shuffle(pool)
        left: dict[str, list[str]] = {}
        for face in pool:
            left.setdefault(kind_of(face), []).append(face)

        def take(kind: str, wanted: Callable[[ActionFace], bool] | None = None) -> str:
            found = left[kind]
            at = next((i for i, code in enumerate(found) if wanted(faces[code])), NOBODY) if wanted is not None else NOBODY
            return found.pop(at)

        view = self._view
        if view.passage is not None and position.passage is not None:
            drawn = list(zip(view.passage.results, view.played, strict=False))
            mode = view.passage.mode
            cards = tuple([take(kind, lambda face, result=result: _result(face, mode) == result) for result, kind in drawn])  # type: ignore[misc]
            position.passage.cards = cards
            position.played = [*cards, *[take(kind) for kind in view.played[len(cards) :]]]
            position.passage.flak = tuple(position.played[len(position.played) - len(view.passage.flak) :])
        else:
            position.played = [take(kind) for kind in view.played]
        position.discard = [take(kind) for kind in view.discard]
        for number, cards in self._known:
            position.crafts[number].hand = tuple([take(kind) for kind in cards])
        unseen = [face for found in left.values() for face in found]
        stream.shuffle(unseen)
        for number, count in self._hidden:
            position.crafts[number].hand = tuple([unseen.pop() for _ in range(min(count, len(unseen)))])
        position.pile = unseen
        return position


def _result(face: ActionFace, mode: str) -> str:
    if mode == STRAFING:
        return "hit" if face.strafing else "miss"
    return face.bombing


def _table(view: FlightView, listed: Sequence[Any], tables: ClassicTables) -> FlightPosition:
    """The table without its cards."""
    seats = tuple([next(seen.seat for seen in view.aircraft if seen.side == side) for side in view.parties])
    one, other = (FlightSide(side, seat) for side, seat in zip(view.parties, seats, strict=True))
    flight = FlightTerms(
        (one, other),
        bombing=view.bombing,
        structure=view.structure,
        turns=view.leg_turns if view.structure == FIXED else 0,
        home_bound=view.home_bound,
        target=view.target,
        effects=FlightEffects(view.clouds, view.points_per_hit),
        edition=FlightEdition(leave="choice" if view.leave else "never"),
        damaged=HOME if view.seat in SIDES else None,
    )
    position = FlightPosition(
        terms=CardTerms(tuple([CardSeat(seat, side) for seat, side in zip(seats, view.parties, strict=True)])),
        deck=tables.deck,
        seats=seats,
        parties=view.parties,
        party_of=(0, 1),
        phase=view.phase,
        turn=view.turn,
        active=view.active,
        first=view.first,
        owing=view.owing,
        score=[0, 0],
        flight=flight,
        leg=view.leg,
        leg_turn=view.leg_turn,
        leg_turns=view.leg_turns,
        cloudy=view.cloudy,
        edges=view.edges,
        begun=view.turn > 0,
        ready=[True, True],
    )
    for seen in view.aircraft:
        position.crafts.append(_craft(seen, seats.index(seen.seat), tables))
        position.sorties.append(_sortie(seen, tables))
    lay_cards(position, tables)
    if view.points:
        position.scored.append(Scored(0, "", "hit", view.points))
    if view.active != NOBODY:
        position.party = position.crafts[view.active].party
        position.began = position.crafts[view.active].altitude
    elif view.owing:
        position.party = seats.index(view.owing[0])
    _underway(position, view)
    if position.exchange is None and position.assault is None:
        position.attacked = not any(isinstance(order, AttackFormations | GoFor) for order in listed)
    return position


def _craft(seen: SeenSortie, party: int, tables: ClassicTables) -> Craft:
    card = tables.aircraft[seen.type]
    airman = FlightAirman(seen.airman, seen.skills) if seen.airman is not None else None
    front, back = skilled(card.front.ratings(), airman), skilled(card.back.ratings(), airman)
    shown = back if seen.damaged else front
    more = {name: getattr(seen.ratings, name) - getattr(shown, name) for name in _RATED}
    front, back = _changed(front, more), _changed(back, more)
    return Craft(
        number=seen.number,
        seat=party,
        party=party,
        type=seen.type,
        pilot=seen.airman,
        front=front,
        back=back,
        now=back if seen.damaged else front,
        vp=0,
        pilot_vp=0,
        bomber=seen.formed,
        loaded=False,
        start=NOBODY if seen.altitude is None else seen.altitude,
        altitude=NOBODY if seen.altitude is None else seen.altitude,
        hits=seen.hits,
        damaged=seen.damaged,
        out=seen.out,
        holds=seen.holds,
        level=seen.level,
        bursts_used=seen.bursts_used,
        gunner_used=seen.gunner_used,
        acted=seen.acted,
        markers=seen.markers,
        leader=seen.leader,
        wingman=seen.wingman,
    )


def _changed(side: Ratings, more: dict[str, int]) -> Ratings:
    if not any(more.values()):
        return side
    return replace(side, **{name: getattr(side, name) + value for name, value in more.items()})


def _sortie(seen: SeenSortie, tables: ClassicTables) -> Sortie:
    card = tables.aircraft[seen.type]
    side = card.back if seen.damaged else card.front
    return Sortie(
        seen.unit,
        seen.place,
        seen.kind,
        seen.load or "",
        formation=seen.formation,
        airman=seen.airman,
        skills=seen.skills,
        zone=seen.zone,
        overflew=seen.overflew,
        low=seen.low,
        bombed=seen.bombed,
        busy=seen.busy,
        nerves="NS" in seen.skills,
        swapped=True,
        looks=seen.looks,
        rounds=seen.offense - side.offense,
    )


def _underway(position: FlightPosition, view: FlightView) -> None:
    """Set the decision under way: an answer, an attack, bombs, a pursuit, a stall."""
    if view.following:
        queue = [(number, position.crafts[number].holds) for number in view.following]
        position.pending = Following(view.climbing, queue, [])
    elif view.stalled != NOBODY:
        position.pending = Stall(view.stalled)
    seen = view.exchange
    if seen is not None:
        party = position.parties.index(seen.side)
        last = party != position.crafts[seen.actor].party if seen.stage == "answer" else True
        position.exchange = Exchange(
            seen.action, seen.actor, seen.target, seen.card, seen.steps, seen.key, party, seen.stage, actor_last=last, shot=seen.shot
        )
    if view.assault is not None:
        found = view.assault
        position.angle = found.angle
        position.assault = Assault(found.attacker, found.target, found.formed, found.stage, found.angle, found.shots, found.shots, 1)
        position.sorties[found.attacker].aimed = AT_FORMATIONS if found.formed else AT_FIGHTERS
    elif seen is not None and seen.action in ("attack", "manoeuvre", "scissors"):
        position.sorties[seen.actor].aimed = AT_FIGHTERS
    if view.passage is not None:
        over = view.passage
        position.passage = Passage(list(over.queue), over.stage, over.mode, dived=over.dived)
