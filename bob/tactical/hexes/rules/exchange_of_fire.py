"""The steps of a shot, and the seats asked at each (FIS-282). Each returns the seats that are asked, none when play runs on."""

from __future__ import annotations

from bob.tactical.hexes import orders as o
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import CANCEL, DODGE, DODGED, NOBODY, ROLL, SHOOTER, TARGET
from bob.tactical.hexes.rules import cards, shooting
from bob.tactical.hexes.rules.activations import level


def counter_step(run: HexRun) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    able = shooting.wingmen(position, shot)
    attacker = position.aircraft[shot.shooter]
    able = [a for a in able if next(shooting.counters(position, a, attacker), None) is not None]
    if able:
        return sorted({a.seat for a in able})[:1]
    position.stage = ROLL if shot.into else SHOOTER
    return []


def shooter_step(run: HexRun) -> list[int]:
    position = run.position
    seat = position.aircraft[position.shots[-1].shooter].seat
    if cards.window(position, seat):
        return [seat]
    position.stage = TARGET
    return []


def target_step(run: HexRun) -> list[int]:
    position = run.position
    seat = position.aircraft[position.shots[-1].target].seat
    if cards.window(position, seat):
        return [seat]
    position.stage = ROLL
    return []


def roll_step(run: HexRun) -> list[int]:
    shooting.roll(run)
    return []


def aim_step(run: HexRun) -> list[int]:
    position = run.position
    shooter = position.aircraft[position.shots[-1].shooter]
    if cards.window(position, shooter.seat) or (shooter.rule == "aim" and not shooter.rule_used):
        return [shooter.seat]
    position.stage = DODGE
    return []


def dodge_step(run: HexRun) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    if shooting.no_dodge(position, shot):
        shooting.apply(run, o.Cancel(0, 0))
        settle(run)
        return []
    target = position.aircraft[shot.target]
    decides = shooting.most_converted(position, target) or target.formation != NOBODY or shooting.helpers(position, shot)
    if decides or cards.window(position, target.seat):
        return [target.seat]
    position.stage = DODGED
    return []


def dodged_step(run: HexRun) -> list[int]:
    shooting.dodge(run)
    return []


def steady_step(run: HexRun) -> list[int]:
    position = run.position
    target = position.aircraft[position.shots[-1].target]
    if cards.window(position, target.seat) or (target.rule == "aim" and not target.rule_used):
        return [target.seat]
    position.stage = CANCEL
    return []


def cancel_step(run: HexRun) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    found = shooting.cancels(position, shot)
    if len(found) > 1:
        return [position.aircraft[shot.target].seat]
    shooting.apply(run, found[0])
    settle(run)
    return []


def settle(run: HexRun) -> None:
    """After a shot the owners of uneven formations say who leaves (FIS-082, FIS-284)."""
    level(run, run.position.stage)
