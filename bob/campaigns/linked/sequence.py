"""The sequence of a campaign: arrow, options, flak, dogfight, bombs, score, and whose mission is next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.campaigns.linked import mission as m
from bob.campaigns.linked.campaign_data import Arrow, LinkedCampaign
from bob.campaigns.linked.patterns import Patterns
from bob.campaigns.linked.position import (
    ARROW,
    BATTLE,
    BOMBING,
    DECLARE,
    DESTROYED,
    FLAK,
    INTACT,
    OPTIONS,
    OVER,
    CampaignPosition,
    Marker,
    Mission,
    enemy_of,
)
from bob.campaigns.linked.quick import Quick, resolve
from bob.campaigns.linked.scoring import mission_tally, outcome, status_of, target_points
from bob.campaigns.sides import SIDES
from bob.core.dice import Dice
from bob.core.errors import Refusal
from bob.core.game import Event
from bob.tactical.cards.linking import CardDogfight, CardPosition, CardRun, CardTables, Craft, deal


class LinkedRun:
    """One order of a campaign being carried out."""

    __slots__ = ("campaign", "cards", "dice", "events", "patterns", "position", "quick")

    def __init__(
        self, position: CampaignPosition, campaign: LinkedCampaign, cards: CardDogfight, patterns: Patterns, quick: Quick, dice: Dice
    ) -> None:
        self.position = position
        self.campaign = campaign
        self.cards = cards
        self.patterns = patterns
        self.quick = quick
        self.dice = dice
        self.events: list[Event] = []

    def tell(self, what: str, rule: str | None = None, to: tuple[str, ...] = SIDES, **data: Any) -> None:
        """Something that both sides learn, or those named."""
        self.events.append(Event(what, data, to, rule))

    # ---- the beginning of a mission

    def begin_mission(self) -> None:
        """Ask the side with the initiative for an arrow; one that has none passes it on; when neither has, the campaign ends."""
        position = self.position
        if position.mission > self.campaign.missions:
            self.end()
            return
        if not arrows(position, self.campaign):
            position.initiative = position.defender
            if not arrows(position, self.campaign):
                self.tell("no_arrows", "DIF-290")
                self.end()
                return
            self.tell("initiative_passes", "DIF-290", side=position.initiative)
        position.phase = ARROW
        self.tell("mission", "DIF-273", number=position.mission, side=position.initiative)

    def pick_arrow(self, number: int) -> None:
        position = self.position
        position.arrow = number
        self.tell("arrow", "DIF-279", arrow=number, side=position.attacker, target_code=m.arrow_of(position, self.campaign).target)
        position.phase = OPTIONS
        for side in SIDES:
            if not unused(position, self.campaign, side):
                position.picks[side] = None
        if len(position.picks) == len(SIDES):
            self.reveal_options()

    def pick_option(self, side: str, number: int | None) -> None:
        """Choose unseen; when both have chosen, both are shown (DIF-300, DIF-326)."""
        self.position.picks[side] = number
        self.tell("option_chosen", "DIF-326", (side,), option=number or 0)
        if len(self.position.picks) == len(SIDES):
            self.reveal_options()

    def reveal_options(self) -> None:
        position = self.position
        for side in SIDES:
            number = position.picks[side]
            if number is not None:
                position.used[side] = (*position.used[side], number)  # DIF-301
        self.tell("options", "DIF-326", axis=position.picks["axis"] or 0, allied=position.picks["allied"] or 0)
        self.next_declaration()

    def next_declaration(self) -> None:
        """Ask the attacker for a declaration first, then the defender; then ask the defender for flak."""
        self.position.phase = DECLARE if declaring(self.position, self.campaign, self.cards.tables) is not None else FLAK

    def declare(self, side: str, way: str) -> None:
        self.position.declared[side] = way
        self.tell("declared", "DIF-304" if way in ("up", "down") else "DIF-324", side=side, way=way)
        self.next_declaration()

    def lay_flak(self, side: str, pattern: str) -> None:
        """Lay the flak marker face down (DIF-327, DIF-335, DIF-336)."""
        self.position.flak = pattern
        self.tell("flak_chosen", "DIF-335", (side,), pattern=pattern)
        self.tell("flak_laid", "DIF-335", side=side)
        self.begin_battle()

    # ---- the dogfight

    def begin_battle(self) -> None:
        position = self.position
        damaged, destroyed = m.goal(position, self.campaign.targets[m.arrow_of(position, self.campaign).target])
        made = m.terms(position, self.campaign, self.cards.tables)
        self.tell(
            "begins", "DIF-338", turns=made.turns, damaged=damaged, destroyed=destroyed, flak_value=m.flak_value(position, self.campaign)
        )
        position.phase = BATTLE
        if position.terms.quick:
            position.battle, lines = resolve(made, self.cards.tables, self.quick, self.dice)
        else:
            position.battle, lines = self.cards.setup_terms(made, self.dice)
        self.events += lines
        self.after_battle()

    def battle_order(self, seat: str, order: Any) -> None:
        assert self.position.battle is not None
        self.events += self.cards.apply(self.position.battle, seat, order, self.dice)
        self.after_battle()

    def after_battle(self) -> None:
        """Once the dogfight is over, the bombers that reached the target bomb it (DIF-339, DIF-340, GAP-64)."""
        battle = self.position.battle
        assert battle is not None
        if battle.outcome is None:
            return
        if bombers(self.position):
            self.position.phase = BOMBING
        else:
            self.score(0)

    # ---- flak and bombs

    def pick_bombing(self, side: str, number: int, pattern: str) -> None:
        """Patterns may differ; when all are chosen they are announced together (DIF-341)."""
        position = self.position
        position.patterns[number] = pattern
        self.tell("bombing_chosen", "DIF-341", (side,), aircraft=number, pattern=pattern)
        if unassigned(position) is None:
            self.bomb()

    def bomb(self) -> None:
        """Announce the bombing, reveal the flak, let it hit, then let the bombs fall (DIF-329, DIF-348 to DIF-350)."""
        position = self.position
        battle = position.battle
        assert battle is not None and position.flak is not None
        attacking = bombers(position)
        for craft in attacking:
            self.tell("bombing", "DIF-341", aircraft=craft.number, pattern=position.patterns[craft.number])
        value = m.flak_value(position, self.campaign)
        self.tell("flak", "DIF-348", pattern=position.flak, flak_value=value)
        run = CardRun(battle, self.dice)
        for craft in attacking:
            hits = self.patterns.flak_hits(position.flak, position.patterns[craft.number], value)
            deal(run, craft, hits, battle.parties.index(position.defender))
        self.events += run.events
        total = 0
        for craft in attacking:
            # The side of the card that shows after the flak counts; the fallen drop nothing (DIF-344, GAP-68).
            if not craft.out:
                bombs = self.patterns.bombs(position.patterns[craft.number], craft.now.bombs)
                self.tell("bombs", "DIF-350", aircraft=craft.number, bombs=bombs)
                total += bombs
        self.score(total)

    # ---- the end of a mission

    def score(self, bombs: int) -> None:
        """Score the target's status, victory points, control, and the next initiative."""
        position = self.position
        arrow = m.arrow_of(position, self.campaign)
        damaged, destroyed = m.goal(position, self.campaign.targets[arrow.target])
        status = status_of(bombs, damaged, destroyed)
        attack, defence = target_points(status, damaged, destroyed)
        tallies = {side: mission_tally(position, self.campaign, side, attack if side == position.attacker else defence) for side in SIDES}
        line = Mission(
            number=position.mission,
            attacker=position.attacker,
            arrow=arrow.number,
            target=arrow.target,
            axis_option=position.picks["axis"],
            allied_option=position.picks["allied"],
            bombs=bombs,
            status=status,
            axis=tallies["axis"],
            allied=tallies["allied"],
        )
        position.missions.append(line)
        self.tell("target", "DIF-298", target_code=arrow.target, bombs=bombs, status=status)
        self.tell("scored", "DIF-357", axis=line.axis.total, allied=line.allied.total, result=line.result, total=position.total)
        if status != INTACT:
            position.markers[arrow.target] = Marker(position.attacker, status)  # DIF-287, DIF-289, DIF-294
            self.tell("controlled", "DIF-287", side=position.attacker, target_code=arrow.target, status=status)
        if status != DESTROYED:
            position.initiative = enemy_of(position.attacker)  # DIF-295, DIF-296
        position.mission += 1
        position.arrow = position.flak = position.battle = None
        position.picks, position.declared, position.patterns = {}, {}, {}
        self.begin_mission()

    def end(self) -> None:
        position = self.position
        position.phase = OVER
        position.outcome = outcome(position, self.campaign)
        self.tell("campaign_over", "DIF-359", total=position.total, outcome=self.campaign.result(position.total))


# ---- choices


def arrow_refusal(position: CampaignPosition, arrow: Arrow, side: str) -> Refusal | None:
    """Return the reason why a side may not fly along an arrow (DIF-280, DIF-287, DIF-288, DIF-290, DIF-291)."""
    if arrow.side != side:
        return "not_your_arrow", "DIF-278"
    if arrow.launch is not None:
        marker = position.markers.get(arrow.launch)
        if marker is None or marker.side != side:
            return "not_controlled", "DIF-280" if position.mission == 1 else "DIF-288"
    return ("destroyed_already", "DIF-290") if position.markers.get(arrow.target) == Marker(side, DESTROYED) else None


def arrows(position: CampaignPosition, campaign: LinkedCampaign) -> list[Arrow]:
    """The arrows that the side with the initiative may choose."""
    return [arrow for arrow in campaign.arrows.values() if arrow_refusal(position, arrow, position.initiative) is None]


def unused(position: CampaignPosition, campaign: LinkedCampaign, side: str) -> list[int]:
    """The options that a side has left (DIF-301)."""
    return [number for number in campaign.options[side] if number not in position.used[side]]


def declaring(position: CampaignPosition, campaign: LinkedCampaign, tables: CardTables) -> str | None:
    """The side that has something to declare, the attacker first; an altitude only one that has bombers (GAP-53)."""
    for side in (position.attacker, position.defender):
        option = m.option_of(position, campaign, side)
        if option is not None and option.ways and side not in position.declared:
            flown = m.mounts(position, campaign, tables, side)
            if not m.has(position, campaign, side, "altitude") or any(tables.aircraft[mount.aircraft].is_bomber for mount in flown):
                return side
    return None


def bombers(position: CampaignPosition) -> list[Craft]:
    """The attacker's bombers, loaded fighter-bombers among them, that still fly (DIF-328)."""
    battle = position.battle
    return _flying_bombers(battle, position.attacker) if battle is not None else []


def _flying_bombers(battle: CardPosition, side: str) -> list[Craft]:
    party = battle.parties.index(side)
    return [craft for craft in battle.crafts if craft.party == party and craft.bomber and not craft.out]


def unassigned(position: CampaignPosition) -> Craft | None:
    """The next bomber that needs a bombing pattern."""
    return _first_craft(craft for craft in bombers(position) if craft.number not in position.patterns)


def _first_craft(crafts: Iterable[Craft]) -> Craft | None:
    return next(iter(crafts), None)
