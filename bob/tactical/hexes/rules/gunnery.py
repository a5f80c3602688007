"""Firing: range, template, line of sight, the dice of a shot with their reasons, the value of the faces. Shared by the rules and the
screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bob.core.errors import Refusal
from bob.core.hexes import Hex, distance
from bob.tactical.hexes.data import ARCS, CRITICAL, DAMAGE, FRONT, REAR, SPECIAL
from bob.tactical.hexes.mat import Flying, HexMat, cloudy
from bob.tactical.hexes.position import NO_ROUNDS
from bob.tactical.hexes.rules.geometry import FLANK, REACH, REAR_ZONE, between, facings_over, zone

SIGHT = 3
"""The range of the Fighter in Sight bonus (FIS-088) and of any shot at night (FIS-257)."""
ALL_ROUND = 63


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for dice added or taken: a code of the words, the number, and the rule."""

    code: str
    dice: int
    rule: str


@dataclass(frozen=True, slots=True)
class Cut:
    """An obstacle in a line of sight, and its hex: a cloud, or a friend by its number."""

    at: Hex
    by: str
    aircraft: int = -1


def bears(facing: int, arc: str) -> int:
    """The facings, as bits, through which guns of an arc fire (FIS-D06)."""
    if arc == FRONT:
        return 1 << facing
    return 1 << (facing + 3) % 6 if arc == REAR else ALL_ROUND & ~(1 << facing)


def in_arc(a: Flying, arc: str, at: Hex) -> bool:
    """Return whether a hex is in the template of that arc of an aircraft (FIS-090)."""
    return bool(facings_over(a.at, at) & bears(a.facing, arc))


def gun_dice(a: Flying, arc: str) -> int:
    """The combat dice of the guns of an arc; 0 for none."""
    for gun in a.dash.guns:
        if gun.arc == arc:
            return gun.dice
    return 0


def guns_refusal(a: Flying, arc: str) -> Refusal | None:
    """Return the reason why an aircraft cannot fire guns of that arc, wherever it is."""
    if arc not in ARCS or not gun_dice(a, arc):
        return "no_guns", "FIS-103"
    return ("no_rounds", "OPS-B8.4") if a.guns == NO_ROUNDS else None


def cuts(mat: HexMat, shooter: Flying, at: Hex, level: int) -> list[Cut]:
    """Return the obstacles in the line of sight to a hex at a level, nearest the shooter first; none when it is clear (FIS-095 to
    FIS-102)."""
    if distance(shooter.at, at) < 2:
        return []
    altimeter = mat.terms.altimeter
    same = shooter.level == level or not altimeter
    low, high = sorted((shooter.level, level))
    found: list[Cut] = []
    for on_line in between(shooter.at, at):
        if same and on_line in mat.clouds:
            found.append(Cut(on_line, "cloud"))
        for other in mat.aircraft:
            friend = other.at == on_line and other.side == shooter.side and other.number != shooter.number
            if friend and (not altimeter or low <= other.level <= high):
                found.append(Cut(on_line, "friend", other.number))
    return found


def line_refusal(mat: HexMat, shooter: Flying, at: Hex, level: int) -> Refusal | None:
    """Return the reason why clouds or friends bar a shot at a hex at a level; an adjacent hex is never barred (FIS-204)."""
    if distance(shooter.at, at) == 1:
        return None
    if cloudy(mat, shooter.at):
        return "in_cloud", "FIS-202"
    if cloudy(mat, at):
        return "in_cloud", "FIS-203"
    found = cuts(mat, shooter, at, level)
    if found:
        return ("cloud_between", "FIS-099") if found[0].by == "cloud" else ("friend_between", "FIS-100")
    return None


def shot_refusal(mat: HexMat, shooter: Flying, target: Flying, arc: str) -> Refusal | None:
    """Return the reason why an aircraft may not fire guns of that arc at another from its place."""
    if target.out or target.side == shooter.side:
        return "no_target", "FIS-295"
    if shooter.fired:
        return "has_fired", "FIS-113"
    if shooter.formation >= 0:
        return "in_formation", "FIS-070"
    why = guns_refusal(shooter, arc)
    if why is not None:
        return why
    away = distance(shooter.at, target.at)
    if away > REACH:
        return "out_of_range", "FIS-083"
    if not in_arc(shooter, arc, target.at):
        return "not_in_template", "FIS-090"
    if shooter.shocked >= 2:
        return "shocked", "FIS-D02"
    terms = mat.terms
    if terms.night and away > SIGHT:
        return "night", "FIS-257"
    if terms.altimeter and not terms.altitude_fire and shooter.level != target.level:
        return "other_level", "FIS-220"
    return line_refusal(mat, shooter, target.at, target.level)


def fires_with_sight(mat: HexMat, shooter: Flying, target: Flying) -> bool:
    """Return whether the shot has the Fighter in Sight bonus: from behind, at the same height, within 3 hexes (FIS-087, FIS-088,
    FIS-094)."""
    if distance(shooter.at, target.at) > SIGHT or (mat.terms.altimeter and shooter.level != target.level):
        return False
    return zone(target.at, target.facing, shooter.at) == REAR_ZONE


def attack_reasons(mat: HexMat, shooter: Flying, target: Flying, arc: str) -> list[Reason]:
    """The combat dice of a shot and why, before cards (FIS-103, FIS-104, FIS-D45)."""
    terms = mat.terms
    away = distance(shooter.at, target.at)
    found = [Reason("guns", gun_dice(shooter, arc), "FIS-103")]
    if shooter.guns:
        found.append(Reason("mission", shooter.guns, "FIS-103"))
    if away == 1:
        found.append(Reason("adjacent", 1, "FIS-086"))
    if fires_with_sight(mat, shooter, target):
        found.append(Reason("sight", 1, "FIS-087"))
    if terms.above and terms.altimeter and away == 1 and shooter.level > target.level and not shooter.dash.bomber:
        found.append(Reason("above", 1, "FIS-224"))
    if away == 1 and shooter.rule == "close_range":
        found.append(Reason("close_range", 1, "FIS-D40"))
    if shooter.shocked:
        found.append(Reason("shocked", -shooter.shocked, "FIS-D02"))
    hit = shooter.criticals.count("guns")
    if hit:
        found.append(Reason("guns_hit", -hit, "FIS-D20"))
    return found


def dodge_reasons(mat: HexMat, shooter: Flying, target: Flying) -> list[Reason]:
    """The dodge dice that a target has besides hits, speed points and cards, and why (FIS-120, FIS-207)."""
    terms = mat.terms
    away = distance(shooter.at, target.at)
    found: list[Reason] = []
    if away == REACH:
        found.append(Reason("fourth_hex", 1, "FIS-085"))
    if terms.deflection and away > 1 and zone(target.at, target.facing, shooter.at) == FLANK:
        found.append(Reason("deflection", 1, "FIS-206"))
    if terms.altimeter and shooter.level != target.level:
        found.append(Reason("altitude", abs(shooter.level - target.level), "FIS-222"))
    if cloudy(mat, target.at):
        found.append(Reason("cloud", 1, "FIS-201"))
    return found + own_dodge(target)


def own_dodge(target: Flying) -> list[Reason]:
    """The dodge dice that an aircraft has in every dodge: armour, speed, its leader (FIS-207, FIS-176, FIS-180, FIS-184)."""
    found: list[Reason] = []
    if target.dash.armour:
        found.append(Reason("armour", target.dash.armour, "FIS-207"))
    if target.dash.quick:
        found.append(Reason("quick", target.dash.quick, "FIS-207"))
    if target.rank is not None and target.rank.dodge:
        found.append(Reason("leader", target.rank.dodge, {1: "FIS-176", 2: "FIS-180"}.get(target.rank.dodge, "FIS-184")))
    return found


def total(reasons: Sequence[Reason]) -> int:
    return sum(reason.dice for reason in reasons)


def counted(faces: Sequence[str], a: Flying, when: str, other: Flying | None, arc: str, away: int) -> tuple[int, int]:
    """Return the criticals and damages that a roll of an aircraft counts, its special rule included (FIS-106, FIS-111, FIS-D11 to FIS-D19).

    `other` is the aircraft fired at, None where no shot is fired.
    """
    criticals, damages = faces.count(CRITICAL), faces.count(DAMAGE)
    rule = a.dash.special
    if rule is not None and SPECIAL in faces and special_holds(a, when, other, arc, away):
        more = min(faces.count(SPECIAL), rule.most)
        if rule.counts == CRITICAL:
            criticals += more
        else:
            damages += more
    return criticals, damages


def special_holds(a: Flying, when: str, other: Flying | None, arc: str, away: int) -> bool:
    """Return whether the special face counts for an aircraft in a roll."""
    rule = a.dash.special
    if rule is None or rule.when != when or away > rule.within or rule.arc not in ("any", arc):
        return False
    return rule.against == "any" or (other is not None and other.dash.bomber)
