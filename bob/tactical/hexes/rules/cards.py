"""Action cards: the windows in which each may be played, and its effect (FIS-020 to FIS-028, FIS-D31, FIS-D43, FIS-D44)."""

from __future__ import annotations

from bob.core.errors import Refusal
from bob.core.hexes import distance
from bob.tactical.hexes.data import BLANK, CRITICAL, EITHER, OPPONENT, OWN
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.orders import PlayCard, Reroll, ShiftCloud
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    BEFORE,
    DODGE,
    FLY,
    GO,
    NAMED,
    NOBODY,
    OVERHEAT,
    SHOOTER,
    STEADY,
    TARGET,
    HexAircraft,
    HexPosition,
    Shot,
)
from bob.tactical.hexes.rules.geometry import around
from bob.tactical.hexes.rules.gunnery import counted

NEAR = 2
"""The greatest distance of a helper (K17, Bader)."""
AT = {
    "tally_ho": (BEFORE,),
    "out_of_the_sun": (BEFORE,),
    "radio_intercept": (AFTER,),
    "full_throttle": (GO, FLY),
    "hard_turn": (FLY,),
    "aerobatics": (FLY,),
    "second_pass": (GO, FLY),
    "long_burst": (SHOOTER,),
    "point_blank": (SHOOTER,),
    "mutual_support": (SHOOTER, DODGE),
    "stoppage": (TARGET,),
    "into_the_haze": (TARGET,),
    "break_turn": (DODGE,),
    "armour_plate": (DODGE,),
    "skid": (STEADY,),
    "cool_nerves": (AIM, STEADY, OVERHEAT),
    "quick_hands": (GO, FLY, NAMED, TARGET),
    "shifting_cloud": (GO, FLY, NAMED, TARGET),
    "reserve_tank": (GO, FLY, NAMED, TARGET),
}
"""At which decisions each card may be played."""


def window(position: HexPosition, seat: int) -> bool:
    """Return whether a seat might play a card in this window, by open facts (FIS-021)."""
    return not position.carded[seat] and bool(position.hands[seat])


def card_refusal(position: HexPosition, seat: int, code: str) -> Refusal | None:
    """Return the reason why a seat may not play that card at this decision, whatever its target."""
    if code not in position.hands[seat]:
        return "no_such_card", "FIS-019"
    if position.carded[seat]:
        return "one_card", "FIS-021"
    if position.stage not in AT[code]:
        return "not_its_moment", "FIS-020"
    timing = position.tables.cards[code].timing
    go = position.go
    if go is not None and timing in (OWN, OPPONENT):
        own = position.side_of[seat] == go.side
        if own != (timing == OWN):
            return "not_its_window", "FIS-025" if timing == OWN else "FIS-024"
    if position.stage == GO and not any(a.speed for a in position.aircraft if a.seat == seat) and code != "full_throttle":
        return "no_go", "FIS-285"
    assert timing in (OWN, OPPONENT, EITHER) or go is None
    return None


def play_refusal(position: HexPosition, seat: int, order: PlayCard) -> Refusal | None:
    """Return the reason why a card may not be played so."""
    why = card_refusal(position, seat, order.card)
    if why is not None:
        return why
    code = order.card
    if code in ("shifting_cloud", "cool_nerves", "skid"):
        return "played_otherwise", "FIS-D31"
    if code not in ("full_throttle", "second_pass", "quick_hands", "reserve_tank", "mutual_support"):
        if order.aircraft != NOBODY or order.choice:
            return "on_no_aircraft", "FIS-D31"
        return _plain_refusal(position, code)
    if not 0 <= order.aircraft < len(position.aircraft):
        return "no_aircraft", "FIS-D31"
    a = position.aircraft[order.aircraft]
    if a.seat != seat or a.out:
        return "not_yours", "FIS-D31"
    if code == "quick_hands":
        held = {"overheat": a.overheat, "shocked": a.shocked}.get(order.choice, 0)
        return None if held else ("no_marker", "FIS-D31")
    if order.choice:
        return "on_no_aircraft", "FIS-D31"
    if code == "second_pass" and not a.fired:
        return "no_marker", "FIS-D31"
    if code == "reserve_tank" and not position.terms.fuel and not a.speed:
        return "no_speed", "FIS-D31"
    if code == "mutual_support":
        return _support_refusal(position, a)
    return None


def _plain_refusal(position: HexPosition, code: str) -> Refusal | None:
    if code in ("hard_turn", "aerobatics"):
        go = position.go
        assert go is not None
        if code == "aerobatics" and len(go.active) != 1:
            return "formation_manoeuvre", "FIS-139"
        return None
    if code == "point_blank":
        shot = position.shots[-1]
        away = distance(position.aircraft[shot.shooter].at, position.aircraft[shot.target].at)
        return None if away == 1 else ("range_one", "FIS-D31")
    if code == "armour_plate":
        return None if results(position, position.shots[-1])[0] else ("no_critical", "FIS-D31")
    return None


def _support_refusal(position: HexPosition, a: HexAircraft) -> Refusal | None:
    shot = position.shots[-1]
    rolling = position.aircraft[shot.shooter if position.stage == SHOOTER else shot.target]
    if a.number == rolling.number or distance(a.at, rolling.at) > NEAR:
        return "too_far", "FIS-D31"
    return None if a.speed else ("no_speed", "FIS-D31")


def cloud_refusal(position: HexPosition, seat: int, order: ShiftCloud) -> Refusal | None:
    """Return the reason why Shifting cloud may not be played so (FIS-D44)."""
    if order.card != "shifting_cloud":
        return "played_otherwise", "FIS-D31"
    why = card_refusal(position, seat, order.card)
    if why is not None:
        return why
    if order.at not in position.clouds:
        return "no_cloud", "FIS-D31"
    if order.to not in around(order.at) or not on_mat(position.terms, order.to):
        return "one_hex", "FIS-D31"
    return ("cloud_there", "FIS-D44") if order.to in position.clouds else None


# ---- what cards do


def play(run: HexRun, seat: int, order: PlayCard) -> None:
    """Carry a card out."""
    position = run.position
    code = order.card
    value = position.tables.cards[code].value
    data = {"aircraft": order.aircraft} if order.aircraft != NOBODY else {}
    run.play(seat, code, **data)
    go = position.go
    if code == "tally_ho":
        position.bonus[position.side_of[seat]] += value
    elif code == "out_of_the_sun":
        position.sun[seat] = value
    elif code == "radio_intercept":
        side = position.side_of[seat]
        position.dice[side] = run.die("initiative", seat)
        run.tell("rerolled_initiative", side=position.sides[side], die=position.dice[side])
    elif code == "hard_turn":
        assert go is not None
        go.hard_turn = True
    elif code == "aerobatics":
        assert go is not None
        go.aerobatics = value
    elif code in ("long_burst", "point_blank"):
        position.shots[-1].bonus += value
    elif code == "stoppage":
        position.shots[-1].malus += value
    elif code == "into_the_haze":
        position.shots[-1].haze = True
        position.shots[-1].cover += value
    elif code == "break_turn":
        position.shots[-1].cover += value
    elif code == "armour_plate":
        position.shots[-1].plated += 1
    else:
        _play_on(run, seat, order, value)


def _play_on(run: HexRun, seat: int, order: PlayCard, value: int) -> None:
    position = run.position
    a = position.aircraft[order.aircraft]
    if order.card == "full_throttle":
        gain(run, a, value)
    elif order.card == "second_pass":
        a.fired = False
    elif order.card == "quick_hands":
        if order.choice == "overheat":
            a.overheat -= 1
        else:
            a.shocked -= 1
    elif order.card == "reserve_tank":
        if position.terms.fuel:
            a.fuel += value
        else:
            gain(run, a, 1)
    else:
        a.speed -= 1
        shot = position.shots[-1]
        if position.stage == SHOOTER:
            shot.bonus += value
        else:
            shot.cover += value


def gain(run: HexRun, a: HexAircraft, speed: int) -> None:
    """Speed points more, even above the counter's maximum (FIS-D44); in a formation its owner then says who leaves (FIS-284)."""
    a.speed += speed
    run.tell("gained", aircraft=a.number, speed=a.speed)


def shift(run: HexRun, seat: int, order: ShiftCloud) -> None:
    position = run.position
    run.play(seat, order.card, at=order.at.label, to=order.to.label)
    position.clouds = sorted([cloud for cloud in position.clouds if cloud != order.at] + [order.to])


# ---- re-rolls


def reroll_refusal(position: HexPosition, seat: int, order: Reroll) -> Refusal | None:
    """Return the reason why those faces may not be thrown again."""
    faces = rolled(position)
    if position.stage not in (AIM, STEADY, OVERHEAT) or not faces:
        return "nothing_rolled", "FIS-282"
    if order.by == "aim":
        a = _roller(position)
        if a is None or a.rule != "aim" or a.rule_used or a.seat != seat:
            return "no_rule", "FIS-D40"
        if len(order.faces) != 1:
            return "one_die", "FIS-D40"
    elif order.by in ("cool_nerves", "skid"):
        why = card_refusal(position, seat, order.by)
        if why is not None:
            return why
    else:
        return "no_such_card", "FIS-019"
    left = list(faces)
    for face in order.faces:
        if face not in left:
            return "no_such_face", "FIS-282"
        left.remove(face)
    if not order.faces or list(order.faces) != sorted(order.faces):
        return "no_such_face", "FIS-282"
    if order.by == "skid" and order.faces != (BLANK,) * faces.count(BLANK):
        return "all_blanks", "FIS-D31"
    return None


def _roller(position: HexPosition) -> HexAircraft | None:
    if not position.shots:
        return None
    shot = position.shots[-1]
    return position.aircraft[shot.shooter if position.stage == AIM else shot.target]


def rolled(position: HexPosition) -> tuple[str, ...]:
    """The faces of the roll just made."""
    die = position.tables.die
    if position.stage == OVERHEAT:
        return ("special",)
    if not position.shots:
        return ()
    shot = position.shots[-1]
    return tuple([die[face - 1] for face in (shot.attack if position.stage == AIM else shot.dodge)])


def reroll(run: HexRun, seat: int, order: Reroll) -> tuple[str, ...]:
    """Throw the faces again, and return the new ones."""
    position = run.position
    if order.by == "aim":
        a = _roller(position)
        assert a is not None
        a.rule_used = True
        run.tell("rule_used", aircraft=a.number, leader=a.leader)
    else:
        run.play(seat, order.by)
    new = run.throw("reroll", len(order.faces), seat)
    run.tell("rerolled", faces=order.faces, into=run.names(new))
    if position.stage == OVERHEAT:
        return run.names(new)
    shot = position.shots[-1]
    dice = list(shot.attack if position.stage == AIM else shot.dodge)
    die = position.tables.die
    for face in order.faces:
        dice.remove(next(d for d in dice if die[d - 1] == face))
    made = (*dice, *new)
    if position.stage == AIM:
        shot.attack = made
    else:
        shot.dodge = made
    return run.names(made)


def results(position: HexPosition, shot: Shot) -> tuple[int, int]:
    """Return the current criticals and damages of the attack (FIS-106, FIS-167)."""

    die = position.tables.die
    faces = [die[face - 1] for face in shot.attack]
    shooter, target = position.aircraft[shot.shooter], position.aircraft[shot.target]
    if shot.into:
        criticals, damages = faces.count(CRITICAL), faces.count("damage")
    else:
        criticals, damages = counted(faces, shooter, "attack", target, shot.arc, distance(shooter.at, target.at))
    plated = min(shot.plated, criticals)
    return criticals - plated, damages + plated
