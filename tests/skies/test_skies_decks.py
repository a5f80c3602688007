"""Building decks: traits, Doctrine, Theatre and Ace Ability cards, as a player's force and the dice have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bob.core.dice import SeededDice, Stream
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.data import ABILITY, DOCTRINE, THEATRE, TRAIT, shipped
from bob.tactical.miniatures.position import MiniatureForce, MiniatureMount, MiniaturePosition, MiniatureTerms
from bob.tactical.miniatures.rules.decks import trait_cards

TABLES = shipped()


def force(seat: str, *types: str, **values: object) -> MiniatureForce:
    made = MiniatureForce(seat, tuple([MiniatureMount(type) for type in types]), "north" if seat == "raf" else "south")
    return replace(made, **values)  # type: ignore[arg-type]


def begun(raf: MiniatureForce, luftwaffe: MiniatureForce, seed: int = 0, **terms: bool) -> MiniaturePosition:
    """The position of two forces with their decks built."""
    return setup.begin(replace(MiniatureTerms((raf, luftwaffe)), **terms), TABLES, SeededDice(Stream.of(seed, "decks"))).position  # type: ignore[arg-type]


def deck(position: MiniaturePosition, side: int) -> Counter[str]:
    """All cards of a side, wherever they are."""
    return Counter([*position.hands[side], *position.piles[side], *position.discards[side]])


def kinds(cards: Counter[str], kind: str) -> list[str]:
    return sorted(card for card in cards.elements() if TABLES.card(card).kind == kind)


SPITFIRES = force("raf", *["spitfire_i"] * 6)
MESSERSCHMITTS = force("luftwaffe", *["bf_109e"] * 6)


# ---- traits


@pytest.mark.rule("BRS-EX-01")
@pytest.mark.rule("BRS-020")
@pytest.mark.rule("BRS-018")
def test_six_messerschmitts_put_in_three_climbs_and_three_dives() -> None:
    found = deck(begun(SPITFIRES, MESSERSCHMITTS), 1)
    assert (found["great_climb@bf_109e"], found["great_dive@bf_109e"]) == (3, 3)
    assert len(kinds(found, TRAIT)) == 6


@pytest.mark.rule("BRS-015")
@pytest.mark.rule("BRS-016")
@pytest.mark.parametrize("count", [1, 5, 12])
def test_a_trait_card_for_each_aircraft_whose_type_has_one(count: int) -> None:
    assert trait_cards(force("raf", *["spitfire_i"] * count), TABLES) == ["tight_turn@spitfire_i"] * count
    mixed = force("raf", *["spitfire_i"] * count, "blenheim_if", "blenheim_if")
    assert trait_cards(mixed, TABLES) == ["tight_turn@spitfire_i"] * count


@pytest.mark.rule("BRS-017")
def test_every_trait_card_carries_its_type() -> None:
    cards = Counter(trait_cards(force("luftwaffe", "bf_109e", "bf_110c", "bf_109e", "bf_110c", "he_111h"), TABLES))
    assert cards == {
        "great_climb@bf_109e": 1,
        "great_dive@bf_109e": 1,
        "great_dive@bf_110c": 1,
        "heavy_hitter@bf_110c": 1,
        "robust@he_111h": 1,
    }


@pytest.mark.rule("BRS-019")
def test_the_player_decides_which_trait_gets_the_odd_card() -> None:
    five = force("luftwaffe", *["bf_109e"] * 5)
    for trait, other in (("great_climb", "great_dive"), ("great_dive", "great_climb")):
        cards = Counter(trait_cards(replace(five, extra={"bf_109e": trait}), TABLES))
        assert cards == {f"{trait}@bf_109e": 3, f"{other}@bf_109e": 2}


@pytest.mark.rule("BRS-018")
@pytest.mark.parametrize("count", range(1, 10))
def test_three_traits_differ_by_one_at_most(count: int) -> None:
    """A type of one's own with three traits."""
    three = replace(TABLES.aircraft["spitfire_i"], traits=("tight_turn", "great_climb", "robust"))
    tables = replace(TABLES, aircraft={**TABLES.aircraft, "spitfire_i": three})
    cards = Counter(trait_cards(force("raf", *["spitfire_i"] * count), tables))
    numbers = [cards[f"{trait}@spitfire_i"] for trait in three.cards]
    assert sum(numbers) == count and max(numbers) - min(numbers) <= 1


@pytest.mark.rule("BRS-021")
@pytest.mark.rule("BRS-022")
def test_negative_traits_are_no_cards() -> None:
    cards = trait_cards(force("luftwaffe", "ju_87b", "he_111h", "fw_200c"), TABLES)
    assert cards == ["tight_turn@ju_87b", "robust@he_111h"]


@pytest.mark.rule("BRS-D15")
def test_agile_is_no_card() -> None:
    assert Counter(trait_cards(force("raf", "whirlwind_i", "whirlwind_i"), TABLES)) == {
        "great_dive@whirlwind_i": 1,
        "heavy_hitter@whirlwind_i": 1,
    }


# ---- Doctrine, Theatre, Ace Abilities


@pytest.mark.rule("BRS-001")
@pytest.mark.rule("BRS-005")
@pytest.mark.rule("BRS-007")
@pytest.mark.rule("BRS-008")
@pytest.mark.rule("BRS-024")
@pytest.mark.rule("BRS-D42")
def test_each_deck_is_a_mix_by_its_own_force() -> None:
    position = begun(SPITFIRES, MESSERSCHMITTS)
    for side, seat in enumerate(position.seats):
        found, pack = deck(position, side), TABLES.packs[seat]
        assert kinds(found, DOCTRINE) == sorted(pack.doctrine) and kinds(found, THEATRE) == sorted(pack.theatre)
        assert sum(found.values()) == 6 + 2 + 2 and not kinds(found, ABILITY)
    without = begun(SPITFIRES, MESSERSCHMITTS, deck=False)
    assert not any(deck(without, side) for side in (0, 1))


@pytest.mark.rule("BRS-009")
@pytest.mark.rule("BRS-088")
@pytest.mark.rule("BRS-EX-06")
def test_ace_abilities_go_in_as_chosen() -> None:
    galland = MiniatureMount("bf_109e", 5, "galland")
    aces = replace(MESSERSCHMITTS, aircraft=(galland, *MESSERSCHMITTS.aircraft[1:]), abilities=("dead_shot", "stalker"))
    assert kinds(deck(begun(SPITFIRES, aces), 1), ABILITY) == ["dead_shot", "stalker"]


@pytest.mark.rule("BRS-034")
@pytest.mark.rule("BRS-025")
def test_either_side_may_choose_from_the_whole_list() -> None:
    chosen = replace(SPITFIRES, doctrine=("diving_avoidance", "diving_avoidance"), theatre=("clear_sky", "numbers"))
    found = deck(begun(chosen, MESSERSCHMITTS), 0)
    assert kinds(found, DOCTRINE) == ["diving_avoidance"] * 2 and kinds(found, THEATRE) == ["clear_sky", "numbers"]


@pytest.mark.rule("BRS-025")
@pytest.mark.rule("BRS-D42")
def test_dealt_at_random_no_card_comes_twice_before_all_are_out() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        found = deck(begun(replace(SPITFIRES, random=True), MESSERSCHMITTS, seed), 0)
        dealt = kinds(found, DOCTRINE) + kinds(found, THEATRE)
        assert len(set(dealt)) == 4
        seen.update(dealt)
    assert set(seen) == {*TABLES.of_kind(DOCTRINE), *TABLES.of_kind(THEATRE)}
    assert all(15 <= count <= 45 for count in seen.values()), "half of sixty, each"
    many = deck(begun(force("raf", *["spitfire_i"] * 24, random=True), MESSERSCHMITTS), 0)
    counts = Counter(kinds(many, DOCTRINE))
    assert sum(counts.values()) == 5 and sorted(counts.values()) == [1, 1, 1, 2]


@pytest.mark.rule("BRS-028")
@pytest.mark.rule("BRS-029")
@pytest.mark.rule("BRS-030")
@pytest.mark.rule("BRS-D42")
@pytest.mark.parametrize(("count", "doctrine"), [(1, 2), (6, 2), (7, 3), (12, 3), (13, 4), (24, 5)])
def test_more_aircraft_more_doctrine_each_by_his_own_number(count: int, doctrine: int) -> None:
    position = begun(force("raf", *["spitfire_i"] * count), MESSERSCHMITTS)
    found = deck(position, 0)
    assert (len(kinds(found, DOCTRINE)), len(kinds(found, THEATRE))) == (doctrine, 2)
    assert set(TABLES.packs["raf"].doctrine) <= set(kinds(found, DOCTRINE))
    assert len(kinds(deck(position, 1), DOCTRINE)) == 2


@pytest.mark.rule("BRS-035")
@pytest.mark.rule("BRS-036")
@pytest.mark.rule("BRS-010")
def test_deployment_cards_are_taken_out_first() -> None:
    position = begun(SPITFIRES, MESSERSCHMITTS)
    assert position.hands == [("radar_support",), ("clear_sky", "numbers")]
    assert all(not TABLES.card(card).deployment for pile in position.piles for card in pile)
    assert all(TABLES.card(card) for pile in position.piles for card in pile)


@pytest.mark.rule("BRS-048")
@pytest.mark.rule("BRS-049")
@pytest.mark.parametrize(("count", "limit"), [(6, 3), (12, 3), (13, 4)])
def test_the_hand_goes_by_ones_own_number(count: int, limit: int) -> None:
    assert begun(force("raf", *["spitfire_i"] * count), MESSERSCHMITTS).limits == [limit, 3]


def test_the_same_seed_gives_the_same_deck() -> None:
    assert begun(SPITFIRES, MESSERSCHMITTS, 3).piles == begun(SPITFIRES, MESSERSCHMITTS, 3).piles
    assert begun(SPITFIRES, MESSERSCHMITTS, 3).piles != begun(SPITFIRES, MESSERSCHMITTS, 4).piles
