"""Over the target: bombing by every mode, strafing, a look, Target Flak with its one Response, Area Flak, and what counts of it all."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards.data import LOW, MEDIUM, VERY_LOW
from bob.tactical.cards.flight import (
    BOMB_MODES,
    BOMB_RESULTS,
    BOMBS,
    DIVE,
    DROP,
    HIT,
    LOOK,
    MISS,
    NEITHER,
    SATURATION,
    STRAFING,
    TORPEDO,
    FlightTarget,
)
from bob.tactical.cards.orders import DONE, PASS
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic.contacts import load_refusal
from bob.tactical.cards_classic.data import BombingDisplay
from bob.tactical.cards_classic.execution import FlightRun, kind_of, kinds
from bob.tactical.cards_classic.orders import DIVE_TO_BOMB, STRAFE, AnswerFlak, BombTarget, Release, answer_flak
from bob.tactical.cards_classic.position import FLAK, OVERHEAD, FlightPosition, Passage, Scored, Sortie

NORDEN = 2
"""The cards that the bombsight adds (CAM-18.32)."""


# ---- what an aircraft may do to the target


def ratings(position: FlightPosition, craft: Craft) -> dict[str, int]:
    """The bomb ratings of the side of its card that shows, by mode."""
    return position.cards[craft.number][craft.damaged].bombs_of(not craft.bomber and not position.leads(craft))


def is_look(position: FlightPosition, craft: Craft) -> bool:
    """Return whether an aircraft in formation flies a reconnaissance: it carries nothing and looks (CAM-23.64a)."""
    return craft.bomber and not position.sorties[craft.number].load


def modes(position: FlightPosition, display: BombingDisplay, craft: Craft) -> list[str]:
    """Return the modes of attack on the target open to an aircraft now, by its load and altitude."""
    return [mode for mode in (*BOMB_MODES, LOOK) if mode_refusal(position, display, craft, mode) is None]


def mode_refusal(position: FlightPosition, display: BombingDisplay, craft: Craft, mode: str) -> Refusal | None:
    """Return the reason why an aircraft cannot attack the target in that way now."""
    sortie, target = position.sorties[craft.number], position.flight.target
    if target is None or craft.party != position.bombing_party() or sortie.zone != OVERHEAD:
        return "no_target", "CAM-23.52c"
    if mode == LOOK:
        return None if is_look(position, craft) and not sortie.bombed else ("no_look", "CAM-23.64a")
    if not sortie.load or sortie.bombed:
        return "no_load", "CAM-21.11b"
    why = spent_refusal(sortie)
    if why is not None:
        return why
    if (mode == DROP) != (sortie.load == TORPEDO):
        return "other_load", "CAM-17.14a2"
    if mode == DROP:
        if not target.naval:
            return "not_naval", "CAM-21.52"
        # An FB must have been at Very Low at the end of the Ingress Turn, a Medium flies there all the way (CAM-21.53).
        if not craft.bomber and not sortie.low:
            return "not_low", "CAM-21.53b"
    elif mode not in ratings(position, craft):
        return "no_rating", "CAM-21.22a"
    passage = position.passage
    if mode == DIVE and (craft.bomber or passage is None or not passage.dived):
        return "no_dive", "CAM-21.42a"
    return None if display.allowed(mode, craft.altitude, craft.bomber) else ("wrong_altitude", "CAM-21.23")


def spent_refusal(sortie: Sortie) -> Refusal | None:
    """Return the reason why an aircraft has lost its attack on the target this turn: a Wingman after an attack of its own (CAM-23.62b),
    and an aircraft that has answered one card twice (CAM-GAP-15)."""
    if sortie.aimed:
        return "has_attacked", "CAM-23.62b"
    return ("answered_twice", "CAM-23.66b") if sortie.chained else None


def strafe_refusal(position: FlightPosition, craft: Craft) -> Refusal | None:
    """Return the reason why an aircraft cannot strafe the target (CAM-21.71)."""
    sortie, target = position.sorties[craft.number], position.flight.target
    if craft.bomber:
        return "never_strafes", "CAM-21.71d"
    if target is None or craft.party != position.bombing_party() or sortie.zone != OVERHEAD:
        return "no_target", "CAM-23.52c"
    if target.fleet:
        return "fleet", "CAM-21.71b"
    why = spent_refusal(sortie)
    if why is not None:
        return why
    return None if craft.altitude == VERY_LOW else ("not_very_low", "CAM-16.23")


def dive_bomb_refusal(position: FlightPosition, craft: Craft) -> Refusal | None:
    """Return the reason why the Element of an aircraft cannot dive on the target: from Medium or Low, with a diver among them
    (CAM-21.41, CAM-GAP-60)."""
    members = position.element(craft)
    able = [
        m
        for m in members
        if position.sorties[m.number].load == BOMBS and spent_refusal(position.sorties[m.number]) is None and DIVE in ratings(position, m)
    ]
    target = position.flight.target
    if not able or target is None or craft.party != position.bombing_party():
        return "no_diver", "CAM-21.41"
    return None if craft.altitude in (LOW, MEDIUM) else ("not_from_here", "CAM-21.41")


# ---- an Element over the target


def begin_passage(run: FlightRun, craft: Craft) -> None:
    """The Bombing or Strafing step of an overflying Element: Leader, then Wingman (CAM-22.22b, CAM-S.8d)."""
    position = run.position
    position.passage = Passage([member.number for member in position.element(craft)])
    if dive_bomb_refusal(position, craft) is not None:
        position.passage.stage = "attack"


def passage_orders(position: FlightPosition, display: BombingDisplay, passage: Passage, out: list[Any]) -> None:
    """Add the orders open to the Element over the target."""
    craft = position.crafts[passage.queue[0]]
    if passage.stage == "dive":
        out += (DIVE_TO_BOMB, DONE)
    elif passage.stage == "flak":
        flak_orders(position, passage, craft, out)
    else:
        if passage.stage == "attack":
            out.extend([BombTarget(mode) for mode in modes(position, display, craft)])
        if not must_bomb(position, display, passage, craft):
            if strafe_refusal(position, craft) is None:
                out.append(STRAFE)
            out.append(DONE)


def must_bomb(position: FlightPosition, display: BombingDisplay, passage: Passage, craft: Craft) -> bool:
    """Return whether the Element has dived, none of it has dive bombed, and this is its last aircraft that can (CAM-GAP-60)."""
    if not passage.dived or passage.stage != "attack" or len(passage.queue) > 1:
        return False
    if mode_refusal(position, display, craft, DIVE) is not None:
        return False
    return all(position.sorties[m.number].bombed != DIVE for m in position.element(craft))


def passage_owes(run: FlightRun, display: BombingDisplay) -> bool:
    """Return whether the owner of the Element over the target owes a decision; carry out the steps that need none."""
    position = run.position
    while position.passage is not None:
        passage = position.passage
        if not passage.queue:
            position.passage = None
            break
        craft = position.crafts[passage.queue[0]]
        if craft.out:
            passage.queue.pop(0)
            passage.stage, passage.second = "attack", False
            continue
        if passage.stage in ("dive", "flak"):
            return True
        can_bomb = passage.stage == "attack" and modes(position, display, craft)
        if can_bomb or strafe_refusal(position, craft) is None:
            return True
        pass_on(run, display)
    return False


def pass_on(run: FlightRun, display: BombingDisplay) -> None:
    """End the attacks of this aircraft: if it has not been fired at yet, it is fired at now (CAM-22.21, CAM-23.52d)."""
    passage = run.position.passage
    assert passage is not None
    craft = run.position.crafts[passage.queue[0]]
    if passage.stage == "dive":
        passage.stage = "attack"
        return
    if passage.second:
        _go_on(run)
        return
    passage.mode = NEITHER
    open_fire(run, display, craft)


def _go_on(run: FlightRun) -> None:
    passage = run.position.passage
    assert passage is not None
    passage.queue.pop(0)
    passage.stage, passage.second, passage.mode = "attack", False, ""


def play_dive(run: FlightRun, craft: Craft) -> None:
    """The whole Element drops a band, without a card (CAM-21.42, CAM-GAP-60)."""
    passage = run.position.passage
    assert passage is not None
    passage.dived, passage.stage = True, "attack"
    run.shift(craft, False, "dive_bombing", drawing=False)


def play_bomb(run: FlightRun, display: BombingDisplay, order: BombTarget) -> None:
    """Draw the bombing cards; from now on it carries nothing (CAM-21.14a, CAM-18.23, CAM-17.15h)."""
    passage = run.position.passage
    assert passage is not None
    craft = run.position.crafts[passage.queue[0]]
    _commit(run, craft)
    _release(run, display, craft, order.mode)
    open_fire(run, display, craft)


def _commit(run: FlightRun, craft: Craft) -> None:
    """Give up the Position of an aircraft that bombs or strafes (CAM-23.65, CAM-GAP-17)."""
    run.sortie(craft).busy = True
    run.part(craft, "attacks_target")


def _release(run: FlightRun, display: BombingDisplay, craft: Craft, mode: str) -> None:
    passage = run.position.passage
    assert passage is not None
    sortie = run.sortie(craft)
    sortie.bombed, passage.mode = mode, mode
    if mode != LOOK:
        sortie.load = ""
    passage.cards = run.open_draw(bomb_cards(run.position, display, craft, mode))
    run.tell("bombs", aircraft=craft.number, mode=mode, faces=passage.cards)


def bomb_cards(position: FlightPosition, display: BombingDisplay, craft: Craft, mode: str) -> int:
    """Return the number of cards drawn: the rating, the display, the bombsight, the skill; a torpedo is one card (CAM-21.13a,
    CAM-21.55a)."""
    if mode == LOOK:
        return position.cards[craft.number][craft.damaged].look
    skills, norden = position.sorties[craft.number].skills, position.norden[craft.number]
    return cards_drawn(display, mode, ratings(position, craft).get(mode, 0), craft.altitude, skills, norden)


def cards_drawn(display: BombingDisplay, mode: str, rating: int, altitude: int, skills: Collection[str], norden: bool) -> int:
    """Return the number of cards drawn by a rating; a Damaged bomber with none draws nothing (CAM-17.27b)."""
    count = 1 if mode == DROP else rating
    if count == 0:
        return 0
    more = NORDEN if mode == SATURATION and norden else 0
    # Skills hold for every mode, torpedoes too (CAM-19.25BM, CAM-19.35BD, CAM-GAP-09).
    return max(0, count + display.bombs(mode, altitude) + more + ("BM" in skills) + ("BD" in skills))


def play_strafe(run: FlightRun, display: BombingDisplay) -> None:
    """Draw the strafing cards (CAM-21.73)."""
    passage = run.position.passage
    assert passage is not None
    craft = run.position.crafts[passage.queue[0]]
    _commit(run, craft)
    run.sortie(craft).bombed = run.sortie(craft).bombed or STRAFING
    passage.mode = STRAFING
    passage.cards = run.open_draw(strafe_cards(run.position, craft))
    run.tell("strafes", aircraft=craft.number, faces=passage.cards)
    if run.position.flight.edition.strafe_only_flak_attacks == 2 and not passage.second:
        # The reading by which it is fired at as one that flies over, before it is fired at for strafing (CAM-GAP-10).
        kept, passage.cards, passage.mode = passage.cards, (), NEITHER
        passage.flak = ()
        _flak_without_answer(run, display, craft)
        passage.cards, passage.mode = kept, STRAFING
    open_fire(run, display, craft)


def strafe_cards(position: FlightPosition, craft: Craft) -> int:
    """Return the Leader's Bursts, at least one; a Wingman strafes by the rating of its Leader, the printed one if the
    Leader is lost (CAM-21.73a, CAM-21.73c). By the other reading only the Leader has the Pilot's bonus (CAM-GAP-42)."""
    if position.leads(craft):
        return max(1, craft.now.bursts) + ("S" in position.sorties[craft.number].skills)
    leader = position.crafts[craft.leader]
    if position.flight.edition.wingman_strafes == "leader" and not leader.out:
        return max(1, leader.now.bursts)
    return max(1, position.cards[leader.number][leader.damaged and not leader.out].bursts)


# ---- Target Flak


def flak_cards(position: FlightPosition, display: BombingDisplay, craft: Craft, mode: str) -> int:
    """Return the Target Flak against an aircraft by mode and altitude (CAM-22.23a); clouds hide all but torpedo droppers (CAM-24.53d)."""
    target = position.flight.target
    return flak_drawn(target, display, mode, craft.altitude, position.cloudy) if target is not None else 0


def flak_drawn(target: FlightTarget, display: BombingDisplay, mode: str, altitude: int, cloudy: bool) -> int:
    """Return the cards of a target's Flak at an altitude."""
    return max(0, target.target_flak + display.flak(mode, altitude) - (cloudy and mode != DROP))


def open_fire(run: FlightRun, display: BombingDisplay, craft: Craft) -> None:
    """Target Flak against one aircraft; an F or FB may answer one of its cards (CAM-22.23, CAM-22.25)."""
    position = run.position
    passage = position.passage
    assert passage is not None
    passage.flak = run.open_draw(flak_cards(position, display, craft, passage.mode))
    run.tell("flak", aircraft=craft.number, mode=passage.mode, faces=passage.flak)
    shots = any(face.card.shoots for face in run.faces(passage.flak))
    if shots and not craft.bomber:
        if not position.leads(craft):
            side = position.cards[craft.number][craft.damaged]
            run.mini_hand(craft, side.defense, "defense_hand")  # CAM-22.26c
        if craft.hand:
            passage.stage = "flak"
            return
    settle_flak(run, "")


def _flak_without_answer(run: FlightRun, display: BombingDisplay, craft: Craft) -> None:
    """A volley that the doubtful reading adds; the one Response is kept for the next."""
    passage = run.position.passage
    assert passage is not None
    drawn = run.open_draw(flak_cards(run.position, display, craft, NEITHER))
    run.tell("flak", aircraft=craft.number, mode=NEITHER, faces=drawn)
    run.hurt(craft, sum(face.card.hits for face in run.faces(drawn) if face.card.shoots), FLAK)


def flak_orders(position: FlightPosition, passage: Passage, craft: Craft, out: list[Any]) -> None:
    """One Response to one In My Sights or Out of the Sun of the Flak (CAM-22.26)."""
    for against in dict.fromkeys([kind_of(face) for face in passage.flak]):
        for card in kinds(craft):
            for ace in (False, True):
                if flak_answer_refusal(position, passage, craft, card, against, ace) is None:
                    out.append(answer_flak(card, against, ace))
    out.append(PASS)


def flak_answer_refusal(
    position: FlightPosition, passage: Passage, craft: Craft, card: str, against: str, ace: bool = False
) -> Refusal | None:
    """Return the reason why that card does not answer that card of the Flak (CAM-22.26a, CAM-22.26b, CAM-22.28a)."""
    cards = position.deck.cards
    if against not in [kind_of(face) for face in passage.flak]:
        return "not_in_flak", "CAM-22.26a"
    if not cards[against].shoots:
        return "no_shot", "CAM-22.26b"
    if card not in kinds(craft):
        return "not_in_hand", "CAM-22.26a"
    if ace:
        return None if craft.markers else ("no_ace", "CAM-19.25Ab")
    if card not in position.deck.answers[cards[against].title]:
        return "no_answer", "CAM-22.28a"
    return load_refusal(position, craft, cards[card].title)


def play_flak_answer(run: FlightRun, order: AnswerFlak) -> None:
    passage = run.position.passage
    assert passage is not None
    craft = run.position.crafts[passage.queue[0]]
    run.spend(craft, order.card)
    if order.ace:
        craft.markers -= 1
    run.tell("flak_answered", aircraft=craft.number, card=order.card, against=order.against, ace=order.ace)
    settle_flak(run, order.against)


def settle_flak(run: FlightRun, answered: str) -> None:
    """Inflict the damage of the unanswered cards, then each SA takes the best card left; the remaining cards count, whatever the
    aircraft's fate (CAM-22.23, CAM-21.14, CAM-GAP-38)."""
    position = run.position
    passage = position.passage
    assert passage is not None
    craft = position.crafts[passage.queue[0]]
    flak, spoils = run.faces(passage.flak), 0
    points = sum(face.card.hits for face in flak if face.card.shoots)
    if answered:
        points -= position.deck.cards[answered].hits
    for face in flak:
        if face.card.spoils:
            sortie = position.sorties[craft.number]
            if sortie.nerves and passage.mode in (*BOMB_MODES, LOOK):
                sortie.nerves = False
                run.tell("nerves", "CAM-19.35NS", aircraft=craft.number)
            else:
                spoils += 1
    cards, mode = passage.cards, passage.mode
    passage.flak, passage.cards = (), ()
    run.empty(craft)
    run.hurt(craft, points, FLAK)
    count(run, craft, mode, cards, spoils)
    run.clear_played()
    if craft.bomber:
        position.passage = None
        return
    passage.second = True
    if mode in (NEITHER, STRAFING):
        _go_on(run)
    else:
        passage.stage = "strafe"


# ---- what counts


def count(run: FlightRun, craft: Craft, mode: str, cards: tuple[str, ...], spoils: int) -> None:
    """Cancel the best cards, lower results where a rule lowers them, and enter those that count (CAM-21.14c, CAM-21.63, CAM-24.53d)."""
    position = run.position
    target = position.flight.target
    if mode == NEITHER or target is None:
        return
    faces = run.faces(cards)
    if mode == STRAFING:
        hits = max(0, sum(face.strafing for face in faces) - spoils)  # CAM-21.74, CAM-GAP-11
        _enter(run, craft, mode, [HIT] * hits)
        return
    found = sorted([BOMB_RESULTS.index(face.bombing) for face in faces], reverse=True)[spoils:]
    lower = 0
    if mode == SATURATION and target.naval:
        lower += 1
    if position.cloudy and mode != DROP:
        lower += 1  # both, where both are (CAM-GAP-47)
    results = [BOMB_RESULTS[max(0, level - lower)] for level in found]
    if mode == LOOK:
        looks = sum(result != MISS for result in results)
        position.sorties[craft.number].looks += looks
        run.tell("looked", aircraft=craft.number, looks=looks)
        return
    _enter(run, craft, mode, results)


def _enter(run: FlightRun, craft: Craft, mode: str, results: list[str]) -> None:
    """Each result that is worth something, with its points."""
    position = run.position
    target = position.flight.target
    assert target is not None
    for result in results:
        points = points_of(target, mode, result, position.flight.effects.points_per_hit)
        if result != MISS or points:
            position.scored.append(Scored(craft.number, mode, result, points))
    run.tell("results", aircraft=craft.number, mode=mode, results=tuple(results), points=total(position, craft.number, mode))


def total(position: FlightPosition, number: int, mode: str) -> int:
    """The points that an aircraft has scored by a mode."""
    return sum(found.points for found in position.scored if found.aircraft == number and found.mode == mode)


def points_of(target: FlightTarget, mode: str, result: str, more: int = 0) -> int:
    """The points of a result: a torpedo twice, a strafing Hit its own, a Resource's more for bombs (CAM-21.15, CAM-21.55b, CAM-GAP-52)."""
    if mode == STRAFING:
        return target.strafing_hit
    if mode == DROP:
        return 2 * target.points(result)
    return target.points(result) + (more if result != MISS else 0)


# ---- aircraft in formation


def to_release(position: FlightPosition) -> list[Craft]:
    """The aircraft in formation that have not come over the target yet in this Bomb Turn (CAM-21.12b, CAM-23.63)."""
    return [
        c
        for c in position.crafts
        if c.bomber and not c.out and position.sorties[c.number].zone == OVERHEAD and not position.sorties[c.number].busy
    ]


def release_modes(position: FlightPosition, display: BombingDisplay, craft: Craft) -> list[str]:
    """The ways of an aircraft in formation; one that can do nothing only flies over the target."""
    return modes(position, display, craft) or [NEITHER]


def release_orders(position: FlightPosition, display: BombingDisplay) -> list[Release]:
    """Their owner says in which order, and how where there are several ways (CAM-S.8e, CAM-GAP-67)."""
    waiting = to_release(position)
    party = first_party(position, waiting)
    return [Release(c.number, mode) for c in waiting if c.party == party for mode in release_modes(position, display, c)]


def first_party(position: FlightPosition, waiting: list[Craft]) -> int:
    """Return the party that bombs first: the bombing side."""
    parties = sorted({c.party for c in waiting}, key=lambda party: party != position.bombing_party())
    return parties[0] if parties else NOBODY


def play_release(run: FlightRun, display: BombingDisplay, order: Release) -> None:
    """A bomber bombs, or looks, and is fired at; it may not answer (CAM-22.22c, CAM-22.24)."""
    position = run.position
    craft = position.crafts[order.aircraft]
    position.sorties[craft.number].busy = True
    position.passage = Passage([craft.number], mode=order.mode)
    if order.mode != NEITHER:
        _release(run, display, craft, order.mode)
    open_fire(run, display, craft)


# ---- Area Flak


def area_flak(run: FlightRun) -> None:
    """Fire Area Flak at every aircraft over the target; it cannot be answered (CAM-22.11 to CAM-22.14)."""
    position = run.position
    target = position.flight.target
    if target is None or not target.area_flak:
        return
    for craft in position.crafts:
        if craft.out or position.sorties[craft.number].zone != OVERHEAD:
            continue
        drawn = run.open_draw(target.area_flak)
        run.tell("area_flak", aircraft=craft.number, faces=drawn)
        run.hurt(craft, sum(face.card.hits for face in run.faces(drawn) if face.card.shoots), FLAK)
        run.clear_played()
