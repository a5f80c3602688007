"""Conditions of attacks, with their cards and Bursts, which listing, checking and refusing share."""

from __future__ import annotations

from collections.abc import Collection

from bob.core.errors import Refusal
from bob.tactical.cards.data import VERY_HIGH
from bob.tactical.cards.flight import NO_ROUNDS, FlightEdition
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic.data import FULL_THROTTLE, HALF_LOOP, MANEUVERING, ClassicCard
from bob.tactical.cards_classic.position import ABEAM, AT_FIGHTERS, AT_FORMATIONS, BOMB_TURN, HEAD_ON, OUTSIDE, OVER_TARGET, FlightPosition

BARRED = frozenset((MANEUVERING, HALF_LOOP, "scissors", FULL_THROTTLE))
"""The titles that a Loaded aircraft may not play (CAM-17.15b)."""
EDGE = {MANEUVERING: 1, HALF_LOOP: 2}
"""Bursts won against an enemy without a Position (CAM-20.22b, CAM-20.22c, CAM-S.2e)."""
STEPS = {MANEUVERING: 1, HALF_LOOP: 2}
"""The most steps of Position that a card can win (CAM-S.3c)."""


# ---- targets


def reach_refusal(position: FlightPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Return the reason why an aircraft cannot go for another at all: attacks exist only at one altitude and in one zone (CAM-S.8b)."""
    if target.party == craft.party:
        return "own_side", "CAM-15.2m"
    if target.out or craft.out:
        return "absent", "CAM-15.1f"
    if position.sorties[target.number].zone != position.sorties[craft.number].zone:
        return "other_zone", "CAM-23.53b"
    return None if target.altitude == craft.altitude else ("altitude_differs", "CAM-15.2h")


def fighters_near(position: FlightPosition, craft: Craft) -> list[Craft]:
    """The enemy F and FB, Leaders and Wingmen, that it can go for."""
    return [c for c in position.crafts if c.altitude == craft.altitude and not c.bomber and reach_refusal(position, craft, c) is None]


def bombers_near(position: FlightPosition, craft: Craft) -> list[Craft]:
    """The enemy aircraft in formation that it can go for."""
    return [c for c in position.crafts if c.bomber and c.altitude == craft.altitude and reach_refusal(position, craft, c) is None]


def waits_alone(position: FlightPosition, craft: Craft) -> bool:
    """Return whether it waits outside the target zone with no enemy Element there to fight (CAM-23.53c)."""
    if position.leg not in OVER_TARGET or position.sorties[craft.number].zone != OUTSIDE:
        return False
    return not any(
        c.party != craft.party and not c.out and not c.bomber and position.sorties[c.number].zone == OUTSIDE for c in position.crafts
    )


def aim_refusal(position: FlightPosition, craft: Craft, at: str) -> Refusal | None:
    """In one player turn an aircraft attacks FA or F and FB, not both (CAM-GAP-59)."""
    aimed = position.sorties[craft.number].aimed
    if position.flight.edition.both_in_a_turn or aimed in ("", at):
        return None
    return "one_kind_a_turn", "CAM-20.11"


def unengaged_refusal(position: FlightPosition, craft: Craft) -> Refusal | None:
    """A Leader must be Unengaged to attack FA; a Wingman always is (CAM-20.11, CAM-GAP-37)."""
    return ("engaged", "CAM-20.11") if position.engaged_at_all(craft) else None


def declared_refusal(position: FlightPosition) -> Refusal | None:
    """Return the refusal of a second attack: a Wingman has one, and a Leader none after an attack without a card (CAM-15.2h, CAM-S.4b)."""
    return ("attacked_already", "CAM-S.4b") if position.attacked else None


def formations_refusal(position: FlightPosition, craft: Craft) -> Refusal | None:
    """Return the reason why it cannot attack the bombers at its altitude (CAM-17.23b)."""
    return (
        declared_refusal(position)
        or unengaged_refusal(position, craft)
        or aim_refusal(position, craft, AT_FORMATIONS)
        or (None if bombers_near(position, craft) else ("no_bombers", "CAM-17.23b"))
    )


def engage_refusal(position: FlightPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Return the reason why a Wingman cannot go for that Fighter, or a Leader for that Wingman (CAM-15.2h, CAM-S.2e)."""
    why = reach_refusal(position, craft, target)
    if why is not None:
        return why
    if target.bomber:
        return "is_a_bomber", "CAM-16.32"
    why = declared_refusal(position) or aim_refusal(position, craft, AT_FIGHTERS)
    if why is not None:
        return why
    if not position.leads(craft):
        return loaded_wingman_refusal(position, craft)
    if position.leads(target):
        return "has_positions", "CAM-16.31"
    return None if craft.holds == NOBODY else ("holds_another", "CAM-S.2e")


def loaded_wingman_refusal(position: FlightPosition, wingman: Craft) -> Refusal | None:
    """Return the refusal of a Loaded Wingman's attack on Fighters: only while its Leader is Engaged; one alone counts as Unengaged
    (CAM-17.15e, CAM-GAP-65)."""
    if not penalised(position, wingman):
        return None
    leader = position.crafts[wingman.leader]
    return None if not leader.out and position.engaged_at_all(leader) else ("loaded", "CAM-17.15e")


# ---- the Load Penalty


def penalised(position: FlightPosition, craft: Craft) -> bool:
    """Return whether it suffers the Load Penalty, whatever its target: tested aircraft by aircraft (CAM-17.15a, CAM-GAP-12)."""
    return position.flight.edition.loaded == "penalty" and position.carries(craft)


def load_refusal(position: FlightPosition, craft: Craft, title: str, formed: bool = False) -> Refusal | None:
    """Return the reason why a Loaded aircraft cannot play a card: not so against bombers (CAM-17.15b, CAM-17.15g)."""
    return ("loaded", "CAM-17.15b") if title in BARRED and not formed and penalised(position, craft) else None


# ---- mini-hands and Bursts


def offense(position: FlightPosition, wingman: Craft, formed: bool) -> int:
    """The Offense of a Wingman now: less at Very High, less while Loaded against Fighters (CAM-S.2c, CAM-17.15d, CAM-17.15f)."""
    card = position.cards[wingman.number][wingman.damaged]
    rated = card.offense + position.sorties[wingman.number].rounds
    return offense_left(rated, wingman.altitude, not formed and penalised(position, wingman))


def offense_left(rated: int, altitude: int | None, penalty: bool) -> int:
    """Return what altitude and the Load Penalty leave of an Offense."""
    return max(0, rated - (altitude == VERY_HIGH) - penalty)


def defense(position: FlightPosition, wingman: Craft) -> int:
    """The Defense of a Wingman."""
    return position.cards[wingman.number][wingman.damaged].defense


def angle_of_attacker(edition: FlightEdition, angle: str) -> int:
    """Bursts, or Offense, by the Angle of Attack (CAM-20.31c, CAM-20.31e, CAM-20.31f)."""
    if angle in ("", ABEAM):
        return 0
    return -1 if angle == HEAD_ON else edition.rear_angle


def unarmed(position: FlightPosition, wingman: Craft) -> bool:
    """Return whether a Wingman has no rounds left."""
    return position.sorties[wingman.number].rounds <= NO_ROUNDS


def attack_hand(position: FlightPosition, wingman: Craft, formed: bool, angle: str = "") -> int:
    """The mini-hand of an attacking Wingman (CAM-15.2h, CAM-20.13a); never below none (CAM-GAP-22)."""
    if not formed:
        return offense(position, wingman, False)
    return max(0, offense(position, wingman, True) + angle_of_attacker(position.flight.edition, angle)) + defense(position, wingman)


def turret_hand(position: FlightPosition, target: Craft, angle: str = "") -> int:
    """The mini-hand of a bomber: its Turret Defense, the Turret Support of the others in its Formation, the angle (CAM-20.41)."""
    formation = position.sorties[target.number].formation
    support = sum(
        c.now.st
        for c in position.crafts
        if c.bomber and not c.out and c.number != target.number and formation != NOBODY
        if position.sorties[c.number].formation == formation
    )
    # In total, not per aircraft (CAM-20.31d, CAM-20.31g).
    turned = 0 if angle in ("", ABEAM) else -1 if angle == HEAD_ON else 2
    return max(0, target.now.dt + support + turned)


def bursts_at(position: FlightPosition, craft: Craft, target: Craft, angle: str = "") -> int:
    """Return the Bursts that a Leader has left against a target: one pool a turn, with those won on that target (CAM-20.22, CAM-GAP-21)."""
    if target.bomber:
        more = more_at_bomber(position.flight.edition, angle, position.sorties[target.number].skills)
    else:
        more = more_at_fighter(craft.level if craft.holds == target.number else 0)
    return max(0, craft.now.bursts + more + position.edge(target.number) - craft.bursts_used)


def more_at_bomber(edition: FlightEdition, angle: str, skills: Collection[str]) -> int:
    """Return a Leader's additional Bursts against a bomber; an evasive crew costs one (CAM-19.35EA)."""
    return 2 + angle_of_attacker(edition, angle) - ("EA" in skills)


def more_at_fighter(level: int) -> int:
    """Return a Leader's additional Bursts by its Position on the target: 0 for none, 1 Advantaged, 2 Tailing."""
    return 3 if level == 2 else level


def shot_refusal(position: FlightPosition, craft: Craft, target: Craft, card: ClassicCard, angle: str = "") -> Refusal | None:
    """Return the reason why that card cannot be fired at that target: only Leaders pay Bursts (CAM-20.21a, CAM-S.3g)."""
    if card.action != "attack":
        return "no_attack_card", "CAM-20.42b"
    if position.leads(craft) and card.bursts > bursts_at(position, craft, target, angle):
        return "too_few_bursts", "CAM-20.22a"
    return None


# ---- leaving and answering


def leave_refusal(position: FlightPosition, craft: Craft) -> Refusal | None:
    """Return the reason why an Element, or a Damaged Wingman alone, cannot leave for good now (CAM-S.7a)."""
    if craft.bomber:
        return "never_leaves", "CAM-S.7b"
    if position.flight.edition.leave == "never" or position.leg in OVER_TARGET:
        return "not_over_target", "CAM-S.7a"
    if not position.leads(craft):
        return None if craft.damaged or position.is_alone(craft) else ("not_damaged", "CAM-S.7a")
    behind = any(other.holds == craft.number for other in position.crafts)
    return ("pursued", "CAM-S.7a") if behind else None


def answers_limited(position: FlightPosition, craft: Craft) -> bool:
    """Return whether it may answer each card only once: it bombs or strafes in this Bomb Turn (CAM-23.66b)."""
    return position.leg == BOMB_TURN and position.sorties[craft.number].busy
