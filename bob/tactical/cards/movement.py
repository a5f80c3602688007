"""Altitude, following, stalls, and the free manoeuvres of Speed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from bob.core.errors import Refusal
from bob.tactical.cards.data import HIGH, MEDIUM, VERY_HIGH, VERY_LOW
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.orders import DIVE, DONE, GIVE_UP, PASS, SPEED_STEP, STAY, climb, compare, follow, stall_discard
from bob.tactical.cards.position import NOBODY, CardPosition, Craft, Following, Stall
from bob.tactical.cards.relations import held_refusal, steps_refusal, target_refusal

PRE_POWER = (1, 0, 0, -1, -1)
POST_POWER = (1, 1, 0, 0, -1)
"""The change of the Horsepower by altitude (DIF-184 to DIF-188)."""


def power(position: CardPosition, craft: Craft, post: bool) -> int:
    """The cards drawn in a draw phase at the present altitude; -1 is a stall (GAP-10, DIF-196)."""
    level = craft.altitude
    if craft.now.turbocharger and level >= HIGH:
        level -= 1  # High as Medium, Very High as High, for the draws only (DIF-046, DIF-047, GAP-07)
    # A Leader draws one card more while its Wingman flies (DIF-364, GAP-70).
    led = 1 if craft.wingman != NOBODY and not position.crafts[craft.wingman].out else 0
    return (craft.now.post + POST_POWER[level] if post else craft.now.pre + PRE_POWER[level]) + led


def low_bonus(level: int) -> int:
    """The bonus cards of a fighter that starts so low (DIF-394, DIF-395)."""
    return max(0, MEDIUM - level)


def draw_phase(run: CardRun, craft: Craft, post: bool) -> None:
    """Draw by Horsepower up to Performance (DIF-055, DIF-056, GAP-04), or stall (DIF-196, DIF-197, GAP-34)."""
    figure = power(run.position, craft, post)
    if figure >= 0:
        run.draw(craft, min(figure, craft.now.performance - len(craft.hand)), "post" if post else "pre")
        return
    run.tell("stalls", aircraft=craft.number)
    run.position.pending = Stall(craft.number)
    settle_stall(run, craft)


def settle_stall(run: CardRun, craft: Craft) -> None:
    """Let an aircraft without a card to pay dive at once (DIF-197); one that has fallen owes nothing."""
    if craft.hand:
        return
    run.position.pending = None
    if not craft.out:
        change(run, craft, False, "stall", ())


def stall_orders(position: CardPosition, stall: Stall, out: list[Any]) -> None:
    out.extend([stall_discard(card) for card in dict.fromkeys(position.crafts[stall.aircraft].hand)])


def play_stall(run: CardRun, stall: Stall, card: str) -> None:
    craft = run.position.crafts[stall.aircraft]
    run.throw(craft, card)
    run.position.pending = None
    run.tell("stall_paid", aircraft=craft.number, card=card)


# ---- changing altitude


def climb_price(craft: Craft) -> int:
    """The cards that a climb costs (DIF-191, DIF-404)."""
    return max(0, 1 - craft.now.climb_less)


def climb_refusal(craft: Craft) -> Refusal | None:
    """Return the reason why a fighter cannot climb, whatever the card that pays (DIF-192, DIF-198, GAP-36)."""
    if craft.altitude >= VERY_HIGH:
        return "at_the_top", "DIF-183"
    return None if len(craft.hand) >= climb_price(craft) else ("no_card_to_climb", "DIF-192")


def dive_refusal(craft: Craft) -> Refusal | None:
    return None if craft.altitude > VERY_LOW else ("at_the_bottom", "DIF-183")


def leader_refusal(position: CardPosition, craft: Craft, way: int) -> Refusal | None:
    """Return the reason why a Wingman cannot climb (1), dive (-1) or stay (0) in its turn (DIF-362, GAP-70).

    Apart from its Leader it moves only towards it. One that began its turn apart must come nearer than it began, unless it cannot pay
    for the climb; having come level it does not leave again. One that began level is free while it is level.
    """
    if craft.leader == NOBODY:
        return None
    leader = position.crafts[craft.leader]
    if not position.present(leader):
        return None
    apart = leader.altitude - craft.altitude
    if way:
        free = apart == 0 and position.began == leader.altitude
        return None if free or way * apart > 0 else _TOWARDS_LEADER
    owes = apart and abs(apart) >= abs(leader.altitude - position.began) > 0
    return _TOWARDS_LEADER if owes and (apart < 0 or climb_refusal(craft) is None) else None


_TOWARDS_LEADER: Refusal = ("towards_leader", "DIF-362")


def payments(craft: Craft, count: int) -> list[tuple[str, ...]]:
    """Return all ways to pay `count` cards from the hand, sorted."""
    return list(dict.fromkeys(combinations(sorted(craft.hand), count)))


def altitude_orders(position: CardPosition, craft: Craft, out: list[Any]) -> None:
    """Stay, climb or dive (DIF-057, DIF-189); a Wingman towards its Leader."""
    alone = craft.leader == NOBODY
    if alone or leader_refusal(position, craft, 0) is None:
        out.append(STAY)
    if climb_refusal(craft) is None and (alone or leader_refusal(position, craft, 1) is None):
        if climb_price(craft):
            out.extend(map(climb, dict.fromkeys(craft.hand)))
        else:
            out.append(climb(None))
    if craft.altitude > VERY_LOW and (alone or leader_refusal(position, craft, -1) is None):
        out.append(DIVE)


def change(run: CardRun, craft: Craft, up: bool, why: str, pay: tuple[str, ...], drawing: bool = True) -> None:
    """Change by a level: pay or draw, lose held positions, and let the aircraft behind decide (DIF-193, DIF-195, GAP-32, GAP-37).

    Without `drawing` a dive brings no card: with dive brakes, in the classic edition.
    """
    position = run.position
    for card in pay:
        run.throw(craft, card)
    if craft.holds != NOBODY and why != "follow":  # only a follower keeps its position (DIF-204)
        lose_hold(run, craft)
    craft.altitude += 1 if up else -1
    craft.picked = NOBODY
    run.tell("altitude", aircraft=craft.number, altitude=craft.altitude, climb=up, why=why, cards=pay)
    if not up and drawing:
        run.draw(craft, 1 + craft.now.dive_more, "dive")
    if why == "follow":
        return
    position.pending = Following(up, [], [craft.number])
    behind(position, position.pending, craft)
    settle(run, position.pending)


def lose_hold(run: CardRun, craft: Craft) -> None:
    run.tell("position", aircraft=craft.number, target=craft.holds, relation=0)
    craft.holds, craft.level = NOBODY, 0


def behind(position: CardPosition, following: Following, craft: Craft) -> None:
    """Put the aircraft that hold a position on it in the queue: Tailing first, then Advantaged, in player order (DIF-208, GAP-38)."""
    holders = [c for c in position.crafts if c.holds == craft.number]
    if len(holders) > 1:
        count, start = len(position.crafts), max(position.active, 0)
        holders.sort(key=lambda c: (-c.level, (c.number - start) % count))
    following.queue.extend([(c.number, craft.number) for c in holders])


def follow_price(craft: Craft, up: bool) -> int:
    """The cards that following costs: one from Advantaged, none from Tailing, and the climb (DIF-200, DIF-201, DIF-202)."""
    return (1 if craft.level == 1 else 0) + (climb_price(craft) if up else 0)


def follow_refusal(craft: Craft, up: bool) -> Refusal | None:
    return None if len(craft.hand) >= follow_price(craft, up) else ("no_card_to_follow", "DIF-198")


def settle(run: CardRun, following: Following) -> None:
    """Pass by the aircraft that cannot or need not decide; when none is left the change is over."""
    position = run.position
    while following.queue:
        number, ahead = following.queue[0]
        craft = position.crafts[number]
        if craft.out or craft.holds != ahead or craft.altitude == position.crafts[ahead].altitude:
            following.queue.pop(0)
        elif number in following.decided or (not craft.hand and follow_refusal(craft, following.climb) is not None):
            # At most one decision each (GAP-38); who cannot pay cannot follow (DIF-198), but any card might be a Redline (DIF-137).
            following.queue.pop(0)
            lose_hold(run, craft)
        else:
            return
    position.pending = None


def follow_orders(position: CardPosition, following: Following, out: list[Any]) -> None:
    craft = position.crafts[following.queue[0][0]]
    # With too few cards there is no way to pay, and only Redline may find them.
    out.extend([follow(cards) for cards in payments(craft, follow_price(craft, following.climb))])
    out.append(PASS)


def play_follow(run: CardRun, following: Following, cards: tuple[str, ...]) -> None:
    """Follow, keep the position, and let the next behind decide (DIF-203, DIF-204, DIF-209)."""
    craft = run.position.crafts[following.queue.pop(0)[0]]
    following.decided.append(craft.number)
    change(run, craft, following.climb, "follow", cards)
    behind(run.position, following, craft)
    settle(run, following)


def play_stay_behind(run: CardRun, following: Following) -> None:
    """Stay, and lose the position ahead, not the relation to those behind (DIF-205, DIF-210)."""
    craft = run.position.crafts[following.queue.pop(0)[0]]
    following.decided.append(craft.number)
    run.tell("passed", aircraft=craft.number)
    lose_hold(run, craft)
    settle(run, following)


# ---- Speed


def compare_refusal(position: CardPosition, craft: Craft, target: Craft) -> Refusal | None:
    """Return the reason why Speeds cannot be compared with that enemy (DIF-058, DIF-059, DIF-174, DIF-176, DIF-179, GAP-33)."""
    if position.speed_target != NOBODY:
        return "compared_already", "DIF-182"
    why = target_refusal(position, craft, target)
    if why is not None:
        return why
    if held_refusal(craft, target) is not None:
        return "holds_another", "DIF-179"
    if target.bomber and craft.picked != target.number:
        return "not_picked", "DIF-225"
    return None if craft.now.speed > target.now.speed else ("no_faster", "DIF-176")


def speed_step_refusal(position: CardPosition, craft: Craft) -> Refusal | None:
    """Return the reason why no free Manoeuvre 1 can be made now (DIF-175, DIF-177, DIF-181)."""
    if position.speed_target == NOBODY or position.speed_points <= 0:
        return "no_speed_points", "DIF-175"
    target = position.crafts[position.speed_target]
    return target_refusal(position, craft, target) or held_refusal(craft, target) or steps_refusal(position, craft, target, 1)


def speed_matters(position: CardPosition, craft: Craft) -> bool:
    """Return whether the Speed phase offers anything, by open facts: a slower enemy or a bomber at the same altitude."""
    for target in position.crafts:
        if (
            target.altitude == craft.altitude
            and target.party != craft.party
            and (target.bomber or target.now.speed < craft.now.speed)
            and target_refusal(position, craft, target) is None
        ):
            return True
    return False


def speed_orders(position: CardPosition, craft: Craft, targets: list[Craft], out: list[Any]) -> None:
    if speed_step_refusal(position, craft) is None:
        out.append(SPEED_STEP)
    if position.speed_target == NOBODY:
        out.extend([compare(t.number) for t in targets if compare_refusal(position, craft, t) is None])
    if craft.holds != NOBODY:
        out.append(GIVE_UP)
    out.append(DONE)


def play_compare(run: CardRun, craft: Craft, target: int) -> None:
    position = run.position
    position.speed_target = target
    position.speed_points = craft.now.speed - position.crafts[target].now.speed
    run.tell("compared", aircraft=craft.number, target=target, points=position.speed_points)
