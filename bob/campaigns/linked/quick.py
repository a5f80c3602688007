"""A mission's dogfight resolved by dice, for automatic runs: the same aircraft, the same hits and victory points, no cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from bob.core.dice import Dice
from bob.core.errors import phrase
from bob.core.game import Event
from bob.core.ranges import Text, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Rising, read_toml
from bob.tactical.cards.linking import (
    MEDIUM,
    NOBODY,
    CardPosition,
    CardRun,
    CardTables,
    CardTerms,
    Craft,
    craft_of,
    deal,
    end,
    leave,
    new_position,
    won,
)


@dataclass(frozen=True, slots=True)
class HitsRow:
    """The hits of a total: from so much on."""

    least: Annotated[int, Whole(-99, 99)]
    hits: Annotated[int, Whole(0, 9)]


@dataclass(frozen=True, slots=True)
class Turrets:
    """The die under which a bomber's turrets hit, and how hard."""

    sides: Annotated[int, Whole(2, 100)]
    hits: Annotated[int, Whole(0, 9)]


@dataclass(frozen=True, slots=True)
class Interception:
    """The die at or under which an intercepting fighter goes for a bomber."""

    sides: Annotated[int, Whole(2, 100)]
    bomber: Annotated[int, Whole(0, 100)]


@dataclass(frozen=True, slots=True)
class Quick:
    """The table: hits by total, the turrets' die, the interceptors' aim."""

    hits: Annotated[tuple[HitsRow, ...], Rising(key="least")]
    turrets: Turrets
    aim: Interception
    origin: Literal["designed"]
    why: Annotated[str, Text(2000, 1)]

    def hits_of(self, total: int) -> int:
        return [row.hits for row in self.hits if total >= row.least][-1]


def load_quick(path: Path) -> Quick:
    """The table of a file. Raises DataError."""
    top = read_toml(path)
    made = top.read(Quick)
    if not made.hits or made.hits[0].least != -99:
        top.fail("hits", phrase("expect.from_first", least=-99), made.hits[0].least if made.hits else phrase("expect.nothing"))
    if made.aim.bomber > made.aim.sides:
        top.fail("aim.bomber", phrase("expect.whole", least=0, most=made.aim.sides), made.aim.bomber)
    return made


@cache
def shipped_quick() -> Quick:
    """The table that ships with the program."""
    return load_quick(data_folder("tables") / "campaigns" / "quick.toml")


def resolve(terms: CardTerms, tables: CardTables, quick: Quick, dice: Dice) -> tuple[CardPosition, list[Event]]:
    """The dogfight of these terms, fought out."""
    run = CardRun(new_position(terms, tables), dice)
    battle = run.position
    battle.pile = tables.deck.pile(terms.decks, terms.theatre)
    _set_out(run, tables)
    assert terms.first is not None
    first = battle.parties.index(terms.first)
    battle.party = battle.first = first
    while battle.turn < terms.turns:
        battle.turn += 1
        if won(battle):
            break
        _leave_for_home(run)
        run.tell("game_turn", turn=battle.turn)
        for party in (first, 1 - first):
            for craft in battle.crafts:
                if craft.party == party and not craft.bomber and battle.present(craft):
                    _attack(run, craft, quick, party == first)
    end(run)
    return battle, run.events


def _set_out(run: CardRun, tables: CardTables) -> None:
    """All aircraft at their places: bombers in rows of three, fighters beside them."""
    battle = run.position
    for seat, player in enumerate(battle.terms.players):
        for mount in player.aircraft:
            for _ in range(mount.count):
                craft = craft_of(len(battle.crafts), seat, battle.party_of[seat], mount, tables)
                craft.start = craft.altitude = craft.start if craft.start != NOBODY else MEDIUM
                battle.crafts.append(craft)
                run.tell(
                    "revealed",
                    aircraft=craft.number,
                    seat=player.seat,
                    type=craft.type,
                    pilot=craft.pilot or "none",
                    loaded=craft.loaded,
                )
                if craft.bomber:
                    before = sum(1 for c in battle.crafts[:-1] if c.bomber and c.seat == seat and c.altitude == craft.altitude)
                    craft.row, craft.column = before // 3, before % 3
                deal(run, craft, mount.hits, NOBODY)


def _leave_for_home(run: CardRun) -> None:
    for craft in run.position.crafts:
        if craft.leaves == run.position.turn and not craft.out and not craft.bomber:
            leave(run.position, craft, "left")
            run.tell("went_home", aircraft=craft.number)


def _attack(run: CardRun, craft: Craft, quick: Quick, raider: bool) -> None:
    """One fighter attacks, and is shot at by the turrets of a bomber."""
    enemies = [c for c in run.position.crafts if c.party != craft.party and run.position.present(c)]
    fighters, bombers = [c for c in enemies if not c.bomber], [c for c in enemies if c.bomber]
    found = fighters or bombers
    if fighters and bombers and not raider:
        die = run.dice.roll("campaign.dice.aim", 1, sides=quick.aim.sides).total
        found = bombers if die <= quick.aim.bomber else fighters
    if not found:
        return
    target = found[run.dice.roll("campaign.dice.target", 1, sides=len(found)).total - 1]
    if target.bomber:
        guns = target.now.dt + sum(c.now.st for c in bombers if _next_to(c, target))
        if run.dice.roll("campaign.dice.turrets", 1, sides=quick.turrets.sides).total <= guns:
            deal(run, craft, quick.turrets.hits, target.party)
        defence = target.now.dt // 2
    else:
        defence = target.now.speed + (target.now.pre + target.now.post) // 2
    attack = craft.now.speed + craft.now.bursts + craft.now.firepower + (craft.extra_cards // 2 if run.position.turn == 1 else 0)
    total = run.dice.roll("campaign.dice.attack", 2).total + attack - defence
    deal(run, target, quick.hits_of(total), craft.party)


def _next_to(one: Craft, other: Craft) -> bool:
    return one.altitude == other.altitude and abs(one.row - other.row) + abs(one.column - other.column) == 1
