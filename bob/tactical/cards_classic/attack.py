"""Card Play and attacks: Positions, Gunners, Wingmen's attacks, attacks on bombers from the declaration to the last card."""

from __future__ import annotations

from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards.actions import gunner_refusal, roll_refusal, scissors_refusal
from bob.tactical.cards.movement import climb_refusal, dive_refusal
from bob.tactical.cards.orders import (
    DONE,
    GIVE_UP,
    Attack,
    ChangeAltitude,
    GunnerAttack,
    PlayManoeuvre,
    Scissors,
    attack,
    change_altitude,
    gunner_attack,
    manoeuvre,
    scissors,
)
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards.relations import held_refusal, steps_refusal
from bob.tactical.cards_classic import responses
from bob.tactical.cards_classic.contacts import (
    EDGE,
    STEPS,
    aim_refusal,
    attack_hand,
    bombers_near,
    defense,
    engage_refusal,
    fighters_near,
    formations_refusal,
    load_refusal,
    loaded_wingman_refusal,
    shot_refusal,
    turret_hand,
    unarmed,
    waits_alone,
)
from bob.tactical.cards_classic.data import FULL_THROTTLE, ClassicCard
from bob.tactical.cards_classic.execution import FlightRun, kinds, pinned, reaches
from bob.tactical.cards_classic.orders import (
    END_ATTACK,
    LET_NAME,
    AttackFormations,
    FullThrottle,
    GainEdge,
    NameBomber,
    TryPick,
    engage,
    full_throttle,
    gain_edge,
    try_pick,
)
from bob.tactical.cards_classic.position import ANGLES, AT_FIGHTERS, AT_FORMATIONS, Assault, FlightPosition

# ---- why not


def manoeuvre_refusal(position: FlightPosition, craft: Craft, target: Craft, card: ClassicCard, steps: int) -> Refusal | None:
    """Return the reason why a card cannot win that many steps of Position on an enemy Leader (CAM-16.31, CAM-S.3c)."""
    if target.bomber or not position.leads(target):
        return "no_positions", "CAM-16.32"
    if steps > STEPS.get(card.title, 0):
        return "too_many_steps", "CAM-S.3c"
    return (
        load_refusal(position, craft, card.title)
        or aim_refusal(position, craft, AT_FIGHTERS)
        or held_refusal(craft, target)
        or steps_refusal(position, craft, target, steps)
    )


def roll_off_refusal(position: FlightPosition, craft: Craft, target: Craft, card: ClassicCard) -> Refusal | None:
    """Return the reason why Scissors or Full Throttle cannot be played at that enemy: it must hold a Position on the Leader (CAM-S.3c)."""
    why = load_refusal(position, craft, card.title) or roll_refusal(craft, target)
    if why is not None or card.title == FULL_THROTTLE:
        return why
    return aim_refusal(position, craft, AT_FIGHTERS) or scissors_refusal(position, craft, target)


def fire_at_refusal(position: FlightPosition, craft: Craft, target: Craft, card: ClassicCard) -> Refusal | None:
    """Return the reason why a Leader cannot fire that card at an enemy Leader (DIF-158, DIF-160)."""
    why = held_refusal(craft, target) or aim_refusal(position, craft, AT_FIGHTERS)
    if why is not None:
        return why
    if target.holds == craft.number:
        return ("disadvantaged", "DIF-158") if target.level == 1 else ("tailed", "DIF-160")
    return shot_refusal(position, craft, target, card)


def roll_altitude_refusal(position: FlightPosition, craft: Craft, card: str, up: bool, pay: str | None) -> Refusal | None:
    """Return the reason why Vertical Roll cannot take the Element up or down: at the usual cost, and not where it is pinned (CAM-S.3c,
    CAM-S.6b)."""
    if pinned(position, craft):
        return "pinned", "CAM-S.6b"
    if not reaches(position, craft, 1 if up else -1):
        return "forbidden_band", "CAM-16.22"
    if not up:
        return dive_refusal(craft) or (None if pay is None else ("wrong_payment", "CAM-GAP-61"))
    why = climb_refusal(craft)
    if why is not None:
        return why
    rest = [face.partition(".")[0] for face in craft.hand]
    rest.remove(card)
    return None if pay in rest else ("wrong_payment", "CAM-GAP-61")


# ---- legal orders


def play_orders(position: FlightPosition, craft: Craft, out: list[Any]) -> None:
    """All that a Leader may start in Card Play (CAM-15.2l)."""
    cards = position.deck.cards
    held = [cards[code] for code in kinds(craft)]
    enemies = fighters_near(position, craft)
    for target in enemies:
        if position.leads(target):
            _at_leader(position, craft, target, held, out)
        elif engage_refusal(position, craft, target) is None:
            out.append(engage(target.number))
    if formations_refusal(position, craft) is None:
        out.extend(declarations(position))
    for card in held:
        if card.action == "altitude":
            _roll_orders(position, craft, card.code, out)
    if craft.holds != NOBODY:
        out.append(GIVE_UP)
    out.append(DONE)


def declarations(position: FlightPosition) -> list[AttackFormations]:
    """Ways to go for bombers: with or without an angle (CAM-20.31a); Leader and Wingman use the same in a turn (CAM-20.31b)."""
    if not position.flight.edition.angle_of_attack:
        return [AttackFormations("")]
    return [AttackFormations(angle) for angle in ANGLES if position.angle in ("", angle)]


def _at_leader(position: FlightPosition, craft: Craft, target: Craft, held: list[ClassicCard], out: list[Any]) -> None:
    number = target.number
    for card in held:
        if card.action == "attack":
            if fire_at_refusal(position, craft, target, card) is None:
                out.append(attack(card.code, number))
            if target.holds == craft.number and craft.now.gunner and gunner_refusal(craft, target, card) is None:
                out.append(gunner_attack(card.code, number))
        elif card.title in STEPS:
            out.extend(
                manoeuvre(card.code, number, steps)
                for steps in range(1, STEPS[card.title] + 1)
                if manoeuvre_refusal(position, craft, target, card, steps) is None
            )
        elif card.title in ("scissors", FULL_THROTTLE) and roll_off_refusal(position, craft, target, card) is None:
            out.append(scissors(card.code, number) if card.title == "scissors" else full_throttle(card.code, number))


def _roll_orders(position: FlightPosition, craft: Craft, card: str, out: list[Any]) -> None:
    if roll_altitude_refusal(position, craft, card, False, None) is None:
        out.append(change_altitude(card, False))
    for pay in kinds(craft):
        if roll_altitude_refusal(position, craft, card, True, pay) is None:
            out.append(change_altitude(card, True, pay))


def wingman_orders(position: FlightPosition, craft: Craft, out: list[Any]) -> None:
    """Add the attacks open to the Wingman of the acting Element (CAM-15.2h, CAM-20.11); the Wingman may decline (CAM-GAP-56)."""
    wingman = acting_wingman(position, craft)
    if wingman is None or position.attacked or unarmed(position, wingman) or waits_alone(position, wingman):
        return
    if loaded_wingman_refusal(position, wingman) is None:
        out.extend([engage(t.number) for t in fighters_near(position, wingman) if engage_refusal(position, wingman, t) is None])
    if formations_refusal(position, wingman) is None:
        out.extend(declarations(position))


def acting_wingman(position: FlightPosition, craft: Craft) -> Craft | None:
    """Return the Wingman of the acting Element: of a Leader, or the acting aircraft itself when it is a Wingman alone."""
    return position.wingman_of(craft) if position.leads(craft) else craft


# ---- an attack from its declaration to its end


def declare(run: FlightRun, craft: Craft, order: AttackFormations) -> None:
    """Go for bombers: a Wingman draws a mini-hand, then the bomber to be attacked is settled (CAM-20.32, CAM-S.4b)."""
    position = run.position
    position.sorties[craft.number].aimed = AT_FORMATIONS
    position.angle = order.angle
    run.tell("goes_for_bombers", aircraft=craft.number, angle=order.angle or None)
    position.assault = Assault(craft.number, formed=True, stage="pick", angle=order.angle)
    if not position.leads(craft):
        run.mini_hand(craft, attack_hand(position, craft, True, order.angle), "attack_hand")


def engage_with(run: FlightRun, craft: Craft, target: Craft) -> None:
    """Go for a Fighter: mini-hands are drawn when the attack begins (CAM-S.2b, CAM-S.2d)."""
    position = run.position
    position.sorties[craft.number].aimed = AT_FIGHTERS
    position.sorties[target.number].attacked = bool(position.flight.damaged)
    run.tell("engages", aircraft=craft.number, target=target.number)
    position.assault = Assault(craft.number, target.number)
    if not position.leads(craft):
        run.mini_hand(craft, attack_hand(position, craft, False), "attack_hand")
    if not position.leads(target):
        run.mini_hand(target, defense(position, target), "defense_hand")


def pick_card_refusal(position: FlightPosition, assault: Assault, card: str) -> Refusal | None:
    """Return the reason why a card cannot be played to pick a bomber: Maneuvering or Half Loop only (CAM-20.32a, CAM-20.32e1)."""
    craft = position.crafts[assault.attacker]
    if card not in kinds(craft):
        return "not_in_hand", "CAM-15.2l"
    return None if position.deck.cards[card].title in EDGE else ("no_pick_card", "CAM-20.32a")


def assault_orders(position: FlightPosition, assault: Assault, out: list[Any]) -> None:
    """All that may be done in the attack that is being made."""
    craft = position.crafts[assault.attacker]
    if assault.stage in ("choose", "name"):
        out.extend([NameBomber(c.number) for c in bombers_near(position, craft)])
        return
    cards = position.deck.cards
    if assault.stage == "pick":
        out.extend([try_pick(card) for card in kinds(craft) if cards[card].title in EDGE])
        out.append(LET_NAME)
        return
    target = position.crafts[assault.target]
    for code in kinds(craft):
        if assault_card_refusal(position, assault, cards[code]) is None:
            out.append(attack(code, target.number) if cards[code].action == "attack" else gain_edge(code, target.number))
    out.append(END_ATTACK)


def assault_card_refusal(position: FlightPosition, assault: Assault, card: ClassicCard) -> Refusal | None:
    """Return the reason why a card cannot be played in the attack: only these four titles at bombers, manoeuvres only by Leaders
    (CAM-20.42b, CAM-20.43)."""
    craft, target = position.crafts[assault.attacker], position.crafts[assault.target]
    if card.action == "attack":
        if not assault.formed and not position.leads(craft) and assault.shots and position.flight.edition.wingman_attacks == "one":
            return "one_attack", "CAM-GAP-56"
        return shot_refusal(position, craft, target, card, assault.angle)
    if card.title not in EDGE:
        return "not_at_that", "CAM-20.42b"
    if not position.leads(craft):
        return "wingman_gains_nothing", "CAM-20.43b"
    return load_refusal(position, craft, card.title, assault.formed)


def assault_over(position: FlightPosition) -> bool:
    """Return whether the attack can have no more effect, as far as both sides can see."""
    assault = position.assault
    assert assault is not None
    craft = position.crafts[assault.attacker]
    if craft.out:
        return True
    if assault.stage in ("pick", "choose", "name"):
        return not bombers_near(position, craft) or (assault.stage == "pick" and not craft.hand)
    target = position.crafts[assault.target]
    if target.out or not craft.hand or target.altitude != craft.altitude:
        return True
    return bool(assault.shots) and not assault.formed and not position.leads(craft) and position.flight.edition.wingman_attacks == "one"


def play_pick(run: FlightRun, order: TryPick) -> None:
    """An attempt to pick: the owner may answer by one Leader (CAM-20.32a, CAM-20.32b)."""
    position = run.position
    assault = position.assault
    assert assault is not None
    craft = position.crafts[assault.attacker]
    assault.cards += 1
    responses.start(run, responses.start_of(position, responses.AIMLESS, craft, NOBODY, order.card), craft)


def let_name(run: FlightRun) -> None:
    assault = run.position.assault
    assert assault is not None
    assault.stage = "name"  # CAM-20.32e2


def name_target(run: FlightRun, order: NameBomber) -> None:
    """The bomber is settled; its mini-hand is drawn (CAM-20.41a)."""
    position = run.position
    assault = position.assault
    assert assault is not None
    craft, target = position.crafts[assault.attacker], position.crafts[order.target]
    by = "attacker" if assault.stage == "choose" else "owner"
    assault.target, assault.stage = target.number, "fire"
    position.sorties[target.number].attacked = bool(position.flight.damaged)
    run.tell("named", aircraft=craft.number, target=target.number, by=by)
    if by == "attacker":
        responses.win_edge(run, craft, target.number, assault.won)  # CAM-20.32d2
    if not position.leads(craft) and "EA" in position.sorties[target.number].skills and craft.hand:
        # An evasive crew costs a Wingman one card of its Offense: the last drawn (CAM-19.35EA).
        last = craft.hand[-1].partition(".")[0]
        position.discard.append(craft.hand[-1])
        craft.hand = craft.hand[:-1]
        run.tell("evaded_card", aircraft=craft.number, card=last)
    run.mini_hand(target, turret_hand(position, target, assault.angle), "turrets")


def end_attack(run: FlightRun) -> None:
    """The attack is over: mini-hands are discarded (CAM-GAP-45)."""
    position = run.position
    assault = position.assault
    assert assault is not None
    position.assault = None
    craft = position.crafts[assault.attacker]
    run.empty(craft)
    if assault.target != NOBODY:
        run.empty(position.crafts[assault.target])
    if not position.leads(craft) or not assault.cards:
        position.attacked = True  # a Leader who plays nothing in an attack declares no other this turn


# ---- carrying out


def play_attack(run: FlightRun, craft: Craft, order: Attack | GunnerAttack) -> None:
    """Play In My Sights or Out of the Sun: a Leader's Bursts are spent whatever its result."""
    position = run.position
    gunner = isinstance(order, GunnerAttack)
    card = position.deck.cards[order.card]
    if gunner:
        craft.gunner_used += card.bursts
    else:
        if position.leads(craft):
            craft.bursts_used += card.bursts
        if position.assault is not None:
            position.assault.shots += 1
            position.assault.cards += 1
        elif position.sorties[craft.number].aimed == "":
            position.sorties[craft.number].aimed = AT_FIGHTERS
        position.sorties[order.target].attacked = bool(position.flight.damaged)
    responses.start(run, responses.start_of(position, "gunner" if gunner else "attack", craft, order.target, order.card), craft)


def play_manoeuvre(run: FlightRun, craft: Craft, order: PlayManoeuvre) -> None:
    run.position.sorties[craft.number].aimed = AT_FIGHTERS
    responses.start(run, responses.start_of(run.position, "manoeuvre", craft, order.target, order.card, order.steps), craft)


def play_roll_off(run: FlightRun, craft: Craft, order: Scissors | FullThrottle) -> None:
    action = "scissors" if isinstance(order, Scissors) else FULL_THROTTLE
    if action == "scissors":
        run.position.sorties[craft.number].aimed = AT_FIGHTERS
    responses.start(run, responses.start_of(run.position, action, craft, order.target, order.card), craft)


def play_edge(run: FlightRun, craft: Craft, order: GainEdge) -> None:
    """A manoeuvre at an enemy without a Position, for more Bursts (CAM-20.43a, CAM-S.2e)."""
    assert run.position.assault is not None
    run.position.assault.cards += 1
    responses.start(run, responses.start_of(run.position, "edge", craft, order.target, order.card), craft)


def play_altitude(run: FlightRun, craft: Craft, order: ChangeAltitude) -> None:
    run.throw(craft, order.card)
    run.shift(craft, order.climb, "vertical_roll", () if order.pay is None else (order.pay,))
