"""An attack: answer, cards, dice of both sides, dodges, results at once (BRS-098 to BRS-123, BRS-136, BRS-C39 to BRS-C47, BRS-C55)."""

from __future__ import annotations

from collections.abc import Iterator

from bob.core.errors import Refusal
from bob.tactical.miniatures.data import ACE, VULNERABLE
from bob.tactical.miniatures.execution import MiniatureRun, aces
from bob.tactical.miniatures.orders import AnswerFire, DefendWith
from bob.tactical.miniatures.position import (
    ANSWER,
    APPLY,
    DEFEND,
    DODGED,
    FINISH,
    FIRING,
    FLY,
    NOBODY,
    ROLL,
    TARGETED,
    MiniatureAircraft,
    MiniatureAttack,
    MiniaturePosition,
    Volley,
)
from bob.tactical.miniatures.rules import standing

OPENING, PILOT_ACTION, DEFENCE = "opening", "action", "defence"


# ---- what an attack throws


def attack_dice(position: MiniaturePosition, volley: Volley, answering: bool) -> int:
    """The dice of a volley: own guns with Pilot Skill, weapon positions without, what cards, formation and a vulnerable target change
    (BRS-109, BRS-113, BRS-114, BRS-136, BRS-C41, BRS-C57, BRS-D13, BRS-D16)."""
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    dice = a.firepower + a.ps + a.guns if volley.guns else 0
    dice += sum(a.firepower_of(weapon) for weapon in volley.weapons)
    if answering and volley.weapons and dice and position.terms.formation_fire and standing.formation_die(position, a, b):
        dice += 1
    dice += volley.more + (VULNERABLE in b.type.negative)
    return max(0, dice - volley.fewer)


def dodge_dice(position: MiniaturePosition, shooter: MiniatureAircraft, target: MiniatureAircraft) -> int:
    """The dice that a target dodges with; against a deflection shot by Speed, where that is more (BRS-099, BRS-100, BRS-C43, BRS-C44)."""
    by = target.type.agility
    if standing.deflection(shooter, target):
        by = max(by, target.speed)
    return by + target.ps if target.nimble else by


def answers(position: MiniaturePosition, attack: MiniatureAttack) -> tuple[bool, tuple[int, ...]]:
    """Return the answers open to the target: own guns in a head-on attack, weapon positions that bear (BRS-111, BRS-C40, BRS-137)."""
    shooter, target = position.aircraft[attack.volley.by], position.aircraft[attack.volley.at]
    guns = attack.volley.guns and standing.head_on(position, shooter, target)
    return guns, standing.bearing(position, target, shooter)


def answer_refusal(position: MiniaturePosition, side: int, order: AnswerFire) -> Refusal | None:
    """Return the reason why an attack cannot be answered so."""
    attack = position.attack
    assert attack is not None
    guns, weapons = answers(position, attack)
    if order.guns and not guns:
        return "not_head_on", "BRS-C40"
    if not set(order.weapons) <= set(weapons) or tuple(sorted(set(order.weapons))) != order.weapons:
        return "does_not_bear", "BRS-111"
    return None if order.guns or order.weapons else ("nothing_fires", "BRS-111")


def defence_refusal(position: MiniaturePosition, a: MiniatureAircraft, order: DefendWith) -> Refusal | None:
    """Return the reason why weapon positions cannot fire so (BRS-106 to BRS-108)."""
    if len(order.targets) != len(a.type.weapons) or all(target == NOBODY for target in order.targets):
        return "nothing_fires", "BRS-106"
    for weapon, target in enumerate(order.targets):
        if target != NOBODY:
            if not 0 <= target < len(position.aircraft) or position.aircraft[target].side == a.side or position.aircraft[target].out:
                return "not_an_enemy", "BRS-106"
            if not standing.bears(position, a, weapon, position.aircraft[target]):
                return "does_not_bear", "BRS-106"
    return None


def can_defend(position: MiniaturePosition, a: MiniatureAircraft) -> list[tuple[int, ...]]:
    """Return for each weapon position the enemies in its arcs."""
    if not a.type.weapons:
        return []
    foes = list(standing.enemies(position, a))
    return [tuple([b.number for b in foes if standing.bears(position, a, w, b)]) for w in range(len(a.type.weapons))]


# ---- steps


def shoot(run: MiniatureRun, target: int) -> None:
    """Own guns: the opening shot, or the pilot action (BRS-C20, BRS-C39)."""
    position = run.position
    go = position.go
    assert go is not None
    opening = position.stage == FLY
    if opening:
        go.opened = True
    else:
        go.acted = True
    kind, then = (OPENING, FLY) if opening else (PILOT_ACTION, DEFEND)
    _begin(run, MiniatureAttack(Volley(go.number, target, guns=True), kind, then))


def defend(run: MiniatureRun, order: DefendWith) -> None:
    """Defensive fire: the weapons that fire at one aircraft are one attack, one after the other in the order of the weapons (BRS-136)."""
    position = run.position
    grouped: dict[int, tuple[int, ...]] = {}
    for weapon, target in enumerate(order.targets):
        if target != NOBODY:
            grouped[target] = (*grouped.get(target, ()), weapon)
    (first, weapons), *waiting = grouped.items()
    _begin(run, MiniatureAttack(Volley(position.active.number, first, weapons=weapons), DEFENCE, FINISH, waiting=tuple(waiting)))


def _begin(run: MiniatureRun, attack: MiniatureAttack) -> None:
    position = run.position
    position.attack, position.stage = attack, ANSWER
    volley = attack.volley
    a, b = position.aircraft[volley.by], position.aircraft[volley.at]
    run.tell(
        "attacks",
        rule="BRS-106" if attack.kind == DEFENCE else "BRS-C20" if attack.kind == OPENING else "BRS-C39",
        aircraft=a.number,
        target=b.number,
        guns=volley.guns,
        weapons=volley.weapons,
        deflection=standing.deflection(a, b),
    )


def answer(run: MiniatureRun, order: AnswerFire) -> None:
    attack = run.position.attack
    assert attack is not None
    volley = attack.volley
    spared = attack.answer.fewer if attack.answer is not None else 0  # a Robust played before the target turned
    attack.answer = Volley(volley.at, volley.by, order.guns, order.weapons, fewer=spared)
    run.tell("answers", rule="BRS-C40" if order.guns else "BRS-111", aircraft=volley.at, guns=order.guns, weapons=order.weapons)
    run.position.stage = FIRING


def no_answer(run: MiniatureRun) -> None:
    attack = run.position.attack
    assert attack is not None
    attack.answer = None
    run.position.stage = FIRING


def answer_step(run: MiniatureRun) -> list[int]:
    """Ask the target's owner for an answer, if one is possible."""
    attack = run.position.attack
    assert attack is not None
    guns, weapons = answers(run.position, attack)
    if guns or weapons or (attack.volley.guns and _seems_head_on(run.position, attack.volley)):
        return [run.position.aircraft[attack.volley.at].side]
    attack.answer = None
    run.position.stage = FIRING
    return []


def _seems_head_on(position: MiniaturePosition, volley: Volley) -> bool:
    """Return whether the target of a shot seems able to shoot back, to all but its owner: the question must not reveal that its guns are
    empty."""
    shooter, target = position.aircraft[volley.by], position.aircraft[volley.at]
    return target.type.firepower > 0 and standing.faces(target, shooter)


def firing_step(run: MiniatureRun) -> list[int]:
    """Ask the active player for cards while they hold any; after a turn of the target only if it has opened a new choice (BRS-135)."""
    position = run.position
    attack = position.attack
    assert attack is not None
    side = position.active.side
    if position.hands[side] and (not attack.turned or attack.answer is not None):
        return [side]
    close_firing(run)
    return []


def close_firing(run: MiniatureRun) -> None:
    position = run.position
    assert position.attack is not None
    position.stage = ROLL if position.attack.turned else TARGETED


def targeted_step(run: MiniatureRun) -> list[int]:
    """Ask the target's owner for cards while they hold any."""
    position = run.position
    side = 1 - position.active.side
    if position.hands[side]:
        return [side]
    close_targeted(run)
    return []


def close_targeted(run: MiniatureRun) -> None:
    """Judge the arcs again after a turn of the target: the weapons that bear, and the answers (BRS-C55)."""
    position = run.position
    attack = position.attack
    assert attack is not None
    position.stage = ANSWER if attack.turned else ROLL


def roll_step(run: MiniatureRun) -> list[int]:
    """The dice of both sides, then both dodges (BRS-C55)."""
    position = run.position
    for volley, answering in _volleys(position):
        a, b = position.aircraft[volley.by], position.aircraft[volley.at]
        volley.faces = run.throw("attack", attack_dice(position, volley, answering), a.side)
        run.tell("fires", rule="BRS-C41", aircraft=a.number, target=b.number, dice=volley.faces, hits=aces(volley.faces), answer=answering)
    for volley, _ in _volleys(position):
        if aces(volley.faces):
            a, b = position.aircraft[volley.by], position.aircraft[volley.at]
            volley.dodge = run.throw("dodge", dodge_dice(position, a, b), b.side)
            run.tell("dodges", rule="BRS-C43", aircraft=b.number, dice=volley.dodge, dodged=aces(volley.dodge))
    # The active player first, then the enemy (BRS-135).
    position.queue = [position.active.side, 1 - position.active.side]
    position.stage = DODGED
    return []


def _volleys(position: MiniaturePosition) -> Iterator[tuple[Volley, bool]]:
    attack = position.attack
    assert attack is not None
    yield attack.volley, False
    if attack.answer is not None:
        yield attack.answer, True


def dodged_step(run: MiniatureRun) -> list[int]:
    """Offer another throw of a dodge to the owner of an Ace that dodged, while they hold cards."""
    position = run.position
    while position.queue:
        side = position.queue[0]
        for volley, _ in _volleys(position):
            a = position.aircraft[volley.at]
            if a.side == side and volley.dodge and not volley.rerolled and a.skill == ACE and position.hands[side]:
                return [side]
        position.queue.pop(0)
    position.stage = APPLY
    return []


def apply_step(run: MiniatureRun) -> list[int]:
    """Both results at once; then what follows the attack."""
    position = run.position
    attack = position.attack
    assert attack is not None
    hurt = [(volley, position.aircraft[volley.at].level) for volley, _ in _volleys(position) if aces(volley.faces) > aces(volley.dodge)]
    if position.terms.saved_hit_chit:
        for volley, _ in _volleys(position):
            b = position.aircraft[volley.at]
            if not b.type.multi and 0 < aces(volley.faces) <= aces(volley.dodge):
                chit(run, b.side, b.squadron, 1, "BRS-C42")
    for volley, level in hurt:
        _hit(run, position.aircraft[volley.at], level, volley.heavy)
    for volley, _ in _volleys(position):
        if volley not in [v for v, _ in hurt]:
            run.tell("unhurt", rule="BRS-C43", aircraft=volley.at)
    position.attack, position.stage = None, attack.then
    a = position.active
    if a.out:
        position.stage = FINISH
    elif attack.waiting:
        _fire_on(run, a, attack.waiting)
    return []


def _fire_on(run: MiniatureRun, a: MiniatureAircraft, waiting: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
    """Defensive fire at the next target, with the weapons that the answers have left (BRS-122)."""
    for place, (target, weapons) in enumerate(waiting):
        left = tuple([w for w in weapons if standing.bears(run.position, a, w, run.position.aircraft[target])])
        if left:
            _begin(run, MiniatureAttack(Volley(a.number, target, weapons=left), DEFENCE, FINISH, waiting=waiting[place + 1 :]))
            return


def _hit(run: MiniatureRun, b: MiniatureAircraft, level: int, heavy: int) -> None:
    """An uncancelled hit (BRS-102 to BRS-105, BRS-115, BRS-123, BRS-C42, BRS-C45, BRS-C46, BRS-D14)."""
    run.tell("hit", rule="BRS-C45", aircraft=b.number)
    if not b.type.multi:
        if level:
            run.level(b.number, level - 1, "hit", "BRS-C45")
        else:
            down(run, b, "BRS-C46")
        chit(run, b.side, b.squadron, 1 + heavy, "BRS-C42")
        return
    if level:
        run.level(b.number, level - 1, "hit", "BRS-102")
        return
    b.chits += 1 + heavy
    run.tell("base_chit", rule="BRS-105", aircraft=b.number, chits=b.chits)
    if b.chits >= b.type.engines or not b.speed:
        down(run, b, "BRS-115" if b.chits >= b.type.engines else "BRS-123")
        chit(run, b.side, b.squadron, b.chits, "BRS-116")


def down(run: MiniatureRun, b: MiniatureAircraft, rule: str) -> None:
    b.out = "down"
    run.tell("down", rule=rule, aircraft=b.number)


def chit(run: MiniatureRun, side: int, squadron: int, count: int, rule: str) -> None:
    """Boom chits for a squadron."""
    position = run.position
    position.chits[side][squadron] += count
    run.tell("chits", rule=rule, seat=position.seats[side], squadron=squadron, count=count, chits=position.chits[side][squadron])
