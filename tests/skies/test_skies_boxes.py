"""What the rules tell of boxes, history and headings: it asks nothing of the game but that its data have it, and changes nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.builder import faults
from bob.tactical.miniatures.data import ACE, KINDS, TESTS, MiniatureType, laid_over, shipped
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.options import shipped_scenarios
from bob.tactical.miniatures.position import ADVANTAGED, DEPLOYED, PLACE, MiniatureForce, MiniatureMount, MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.words import LANGUAGES, Words
from tests.sizes import some
from tests.skies.airfield import Plane, table_of

TABLES = shipped()
GAME = MiniatureDogfight()


@pytest.mark.rule("BRS-026")
def test_doctrine_and_theatre_cards_do_nothing_until_they_are_played() -> None:
    """In hand, in the deck and put away they neither count, nor clear the sky, nor raise anybody; played they do."""
    options = {"cloud_count": 0, "clouds": [{"x": 2400, "y": 1800}]}
    position, dice = at_deployment(options)
    before = [standing.strength(position, side, 0) for side in (0, 1)]
    levels = [a.level for a in position.aircraft]
    assert before == [6, 6] and set(levels) == {1} and len(position.clouds) == 1
    held = [card for hand in position.hands for card in hand]
    assert sorted(held) == ["clear_sky", "numbers", "radar_support"]
    while position.stage == DEPLOYED:
        seat = position.owing[0]
        orders = GAME.choices(position, seat).listed
        GAME.apply(position, seat, max(orders, key=lambda order: len(order.aircraft)), dice)
    assert [standing.strength(position, side, 0) for side in (0, 1)] == [6, 7]
    assert [a.level for a in position.aircraft].count(ADVANTAGED) == 2 and not position.clouds
    plain, _ = at_deployment({**options, "deck": False})
    assert plain.stage != DEPLOYED and [standing.strength(plain, side, 0) for side in (0, 1)] == [6, 6] and len(plain.clouds) == 1


def at_deployment(options: dict[str, Any]) -> tuple[MiniaturePosition, SeededDice]:
    """A dogfight in which all are placed."""
    dice, bots = SeededDice(Stream.of(3, "boxes")), Stream.of(3, "bots")
    position, _ = GAME.setup("dogfight", options, dice)
    while position.stage == PLACE:
        GAME.apply(position, position.owing[0], GAME.sample(position, position.owing[0], bots), dice)
    return position, dice


# ---- Aces


@pytest.mark.rule("BRS-079")
def test_an_ace_is_made_by_his_skill_and_no_record_of_victories(tmp_path: Path) -> None:
    """Victories are history: no file has them, and four of a squadron's six may be Aces if they are paid for."""
    (tmp_path / "aces.toml").write_text(ACES + "victories = 5\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        laid_over(tmp_path)
    assert caught.value.place == "ace[0].victories"
    four = MiniatureForce("raf", tuple([MiniatureMount("spitfire_i", ACE)] * 4 + [MiniatureMount("spitfire_i", 2)] * 2))
    assert faults(four, TABLES) == []
    assert faults(replace(four, abilities=("dead_shot",) * 5), TABLES)[0].rule == "BRS-088"


ACES = """
[[ace]]
code = "galland"
name = "Galland"
side = "luftwaffe"
aircraft = ["bf_109e"]
test = "ballistic"
origin = "designed"
"""


@pytest.mark.rule("BRS-087")
def test_another_box_of_ability_cards_is_laid_over_ours(tmp_path: Path) -> None:
    """Its figures count in a shot; a card whose effect the game does not know is told."""
    card = '[[card]]\ncode = "{code}"\nretention = "discard"\nvalue = 4\norigin = "source"\n'
    (tmp_path / "cards.toml").write_text(card.format(code="dead_shot"), encoding="utf-8")
    table = table_of(Plane(level=ADVANTAGED, skill=ACE), Plane("bf_109e", (0, -6), 90), hands={"raf": ("dead_shot",)})
    table.position.tables = laid_over(tmp_path)
    table.do(o.ShootAt(1), o.PlayAction("dead_shot", (0,)))
    if table.stage == "firing":
        table.do(o.NoMore())
    assert table.thrown("attack") == [1 + ACE + 4]
    (tmp_path / "cards.toml").write_text(card.format(code="eagle_eye"), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        laid_over(tmp_path)
    assert caught.value.place == "card[0].code"


@pytest.mark.rule("BRS-131")
@pytest.mark.parametrize("code", sorted(TABLES.aces))
def test_a_named_ace_comes_with_all_that_his_box_holds(code: str) -> None:
    """A type to fly, Pilot Skill 5, his trait, two Ability cards: a force of him alone is allowed and begins."""
    ace = TABLES.aces[code]
    him = MiniatureForce(ace.side, (MiniatureMount(ace.aircraft[0], ACE, code),), abilities=("dead_shot", "stalker"))
    assert faults(him, TABLES) == [] and ace.dice and ace.test
    assert faults(replace(him, abilities=("dead_shot", "stalker", "sixth_sense")), TABLES)[0].rule == "BRS-130"


# ---- types


@pytest.mark.rule("BRS-093")
def test_most_with_several_engines_are_slower_clumsier_and_stand_more_but_for_exceptions() -> None:
    fighters = [card for card in TABLES.aircraft.values() if not card.multi]
    multis = [card for card in TABLES.aircraft.values() if card.multi]

    def mean(cards: list[MiniatureType], name: str) -> float:
        return sum(getattr(card, name) for card in cards) / len(cards)

    assert mean(multis, "speed") < mean(fighters, "speed") and mean(multis, "agility") < mean(fighters, "agility")
    exceptions = [card.code for card in multis if card.agile]
    assert exceptions == ["whirlwind_i"]
    # What it stands: from the middle level a fighter falls to the second hit, a Heinkel to the third.
    for code, hits in (("bf_109e", 2), ("he_111h", 3)):
        count, table = 0, table_of(Plane(level=ADVANTAGED), Plane(code, (0, -6), 90))
        while not table[1].out:
            table = table_of(Plane(level=ADVANTAGED), Plane(code, (0, -6), 90, level=table[1].level, chits=table[1].chits))
            table.next_dice(6, 6, 6, 6).do(o.ShootAt(1))
            if table.stage == "answer":
                table.do(o.NoMore())
            count += 1
        assert count == hits


@pytest.mark.rule("BRS-124")
def test_the_two_types_of_the_box_are_those_one_learns_with() -> None:
    for code in ("dogfight", "pairs"):
        forces = shipped_scenarios()[code].terms["forces"]
        assert [{mount["type"] for mount in force["aircraft"]} for force in forces] == [{"spitfire_i"}, {"bf_109e"}]


@pytest.mark.rule("BRS-125")
@pytest.mark.parametrize("code", some(sorted(TABLES.aircraft)))
def test_every_type_has_all_that_it_needs_to_fight(code: str) -> None:
    """A deck of its own cards, a base, weapons that fire: six of it fight forty orders against Messerschmitts or Spitfires."""
    card = TABLES.aircraft[code]
    other = "luftwaffe" if card.side == "raf" else "raf"
    forces = [
        {"seat": card.side, "edge": "north", "aircraft": [{"type": code, "skill": 3}] * 6},
        {"seat": other, "edge": "south", "aircraft": [{"type": "bf_109e" if other == "luftwaffe" else "spitfire_i", "skill": 3}] * 6},
    ]
    dice, bots = SeededDice(Stream.of(code, "game")), Stream.of(code, "bots")
    position, _ = GAME.setup("dogfight", {"forces": forces, "limit": 0}, dice)
    for _ in range(40):
        if position.owing:
            GAME.apply(position, position.owing[0], GAME.sample(position, position.owing[0], bots), dice)
            GAME.invariants(position)
    assert position.turn >= 1
    for language in LANGUAGES:
        names = MiniatureNames(Words(language), TABLES)
        assert names.type(code) and all("{" not in names.weapon(weapon) for weapon in card.weapons)


# ---- headings


@pytest.mark.rule("BRS-132")
def test_what_the_cards_refer_to_is_one_of_the_six_ways_to_keep_them() -> None:
    """The reference of the bonus cards to another page is to keeping cards: each card has one of its six categories, and no other."""
    categories = {"auto", "discard", "remove", *TESTS}
    assert len(categories) == 6
    for code in KINDS:
        assert TABLES.cards[code].retention in categories
        for language in LANGUAGES:
            assert MiniatureNames(Words(language), TABLES).retention(code)
