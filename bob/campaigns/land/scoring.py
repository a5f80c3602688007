"""The points of a mission: damage to the target, aircraft, pilots, bombers home; and the score of the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bob.campaigns.land.campaign_data import DOGFIGHT, FIXED, RECON, LandAwards, LandTarget, TargetCard, WarTables
from bob.campaigns.land.mission import entry_of, is_bomber, sides_of, target_card
from bob.campaigns.land.position import DAMAGED, DESTROYED, LEFT, LEFT_DAMAGED, WHOLE, AircraftFate, AirWarPosition, PointLine, enemy_of
from bob.core.game import Outcome


def damage_before(position: AirWarPosition) -> int:
    """The points on the target from earlier missions: none, but under the switch that keeps them (CAM-24.61f, CAM-25.81b)."""
    if not position.terms.targets_keep_damage:
        return 0
    return sum(flown.damage for flown in position.log if flown.target == position.target)


def target_points(card: TargetCard, before: int, damage: int) -> int:
    """The victory points for so much damage: of the level that is reached, less those that earlier missions have had for it (CAM-21.82,
    CAM-21.82b)."""
    return card.level(before + damage).vp - (card.level(before).vp if before else 0)


def succeeded(entry: LandTarget, fates: Sequence[AircraftFate], listed: int, looks: int) -> bool:
    """Return whether a mission that bombs nothing has succeeded: enough looks, or one of those listed still flying at its end
    (CAM-23.64b, CAM-GAP-33). `listed` is the number of groups that the entry gave the attacker."""
    if entry.kind == RECON:
        return looks >= entry.looks_needed
    if entry.kind not in FIXED or entry.kind == DOGFIGHT:
        return False
    return any(fate.group < listed and fate.side == entry.attacker and fate.fate in (WHOLE, DAMAGED) for fate in fates)


def aircraft_lines(
    fates: Sequence[AircraftFate], awards: LandAwards, bombing: str | None, *, needs_overflight: bool
) -> Iterator[PointLine]:
    """The points for aircraft and pilots, one line each (CAM-24.61a, CAM-24.61b, CAM-24.61d)."""
    for number, fate in enumerate(fates):
        award, enemy = awards.of(fate.kind, fate.aircraft), enemy_of(fate.side)
        if fate.fate == DESTROYED:
            yield PointLine(enemy, "destroyed", award.destroyed, number)
            if fate.airman is not None:
                yield PointLine(enemy, "pilot", award.pilot, number)
        elif fate.fate in (DAMAGED, LEFT_DAMAGED):  # one that waited outside undamaged scores nothing (CAM-GAP-14)
            yield PointLine(enemy, "damaged", award.damaged, number)
        elif fate.fate in (WHOLE, LEFT) and _returns(fate, bombing, needs_overflight):
            yield PointLine(fate.side, "home", award.home, number)


def _returns(fate: AircraftFate, bombing: str | None, needs_overflight: bool) -> bool:
    """Return whether an aircraft home undamaged brings its side points: a bomber of the bombing side that flew over the target
    (CAM-24.61d, CAM-GAP-53); by the other reading any fighter-bomber (CAM-17.13d)."""
    if not is_bomber(fate.kind):
        return False
    if fate.side == bombing and fate.overflew:
        return True
    return not needs_overflight and fate.kind == "fighter_bomber"


def lines_of(
    position: AirWarPosition, tables: WarTables, fates: Sequence[AircraftFate], damage: int, success: bool
) -> tuple[PointLine, ...]:
    """All points of the mission in hand; lines of 0 points are left out."""
    entry, card = entry_of(position, tables), target_card(position, tables)
    bombing = sides_of(entry)[0]
    made: list[PointLine] = []
    if card is not None and entry.kind != RECON:
        made.append(PointLine(bombing, "target", target_points(card, damage_before(position), damage)))  # CAM-24.61c
    if success:
        made.append(PointLine(bombing, "success", entry.award))
    flown_over = bombing if entry.phased else None
    made += aircraft_lines(fates, tables.awards, flown_over, needs_overflight=position.terms.return_needs_overflight)
    return tuple(line for line in made if line.points)


def standing(position: AirWarPosition, tables: WarTables) -> str:
    """Return the performance by Axis less Allied points (CAM-24.7). The table is for the sheet's own length: for another length its
    steps are scaled in proportion."""
    campaign = tables.campaigns[position.sheet]
    agreed = position.terms.missions or campaign.missions
    return [step.code for step in campaign.performance if position.difference * campaign.missions >= step.least * agreed][-1]


def outcome(position: AirWarPosition, tables: WarTables) -> Outcome:
    """Return the result of the campaign, by the Air Group Performance table (CAM-24.7)."""
    code = standing(position, tables)
    points = {side: float(position.total(side)) for side in position.used}
    return Outcome(f"air_war.outcome.{code}", points, code.partition("_")[0] if code != "draw" else None)
