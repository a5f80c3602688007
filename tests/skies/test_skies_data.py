"""The tables: every entry as the ledger has it, errors that name file and place, a user's folder laid over ours, Agile twins, jets."""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.errors import BobError, DataError, UsageError
from bob.core.resources import data_folder
from bob.tactical.miniatures.data import (
    ABILITY,
    ACE,
    AGILE,
    DOCTRINE,
    GREAT_CLIMB,
    GREAT_DIVE,
    KINDS,
    NEGATIVE,
    ROOKIE,
    TESTS,
    THEATRE,
    TIGHT_TURN,
    TRAIT,
    TRAITS,
    MiniatureTables,
    MiniatureType,
    laid_over,
    load_miniature_tables,
    shipped,
)
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureAircraft
from bob.words import LANGUAGES, Words

TABLES = shipped()
FOLDER = data_folder("tables") / "skies"
DAY = {entry["code"]: entry for entry in tomllib.loads((data_folder("tables") / "aircraft.toml").read_text(encoding="utf-8"))["aircraft"]}
R, S, F = ("rear",), ("right", "left"), ("front",)
RS = R + S

# Type: side, engines, points, Speed, mph, Agility, FP, weapon positions, traits, negative traits (BRS-D01).
NINE: dict[str, tuple[Any, ...]] = {
    "spitfire_i": ("raf", 1, 40, 7, 355, 3, 1, [], ("tight_turn",), ()),
    "hurricane_i": ("raf", 1, 34, 7, 325, 2, 1, [], ("robust", "tight_turn"), ()),
    "defiant_i": ("raf", 1, 24, 6, 304, 1, 0, [("turret", RS, 2)], ("heavy_hitter",), ("vulnerable",)),
    "bf_109e": ("luftwaffe", 1, 40, 7, 354, 3, 1, [], ("great_climb", "great_dive"), ()),
    "bf_110c": ("luftwaffe", 2, 42, 7, 340, 1, 2, [("rear_gun", R, 1)], ("great_dive", "heavy_hitter"), ()),
    "ju_87b": ("luftwaffe", 1, 20, 5, 238, 1, 1, [("rear_gun", R, 1)], ("tight_turn",), ("vulnerable",)),
    "he_111h": ("luftwaffe", 2, 30, 5, 247, 0, 0, [("nose", F, 1), ("dorsal", RS, 1), ("ventral", R, 1)], ("robust",), ("poor_climb",)),
    "do_17z": ("luftwaffe", 2, 26, 5, 255, 1, 0, [("nose", F, 1), ("dorsal", RS, 1)], ("robust",), ("poor_climb",)),
    "ju_88a": ("luftwaffe", 2, 32, 5, 280, 1, 0, [("nose", F, 1), ("dorsal", RS, 1)], ("robust",), ()),
}

# Card: retention, reaction, deployment, bonus, value (BRS-D10 to BRS-D14, BRS-D20 to BRS-D38).
CARDS: dict[str, tuple[Any, ...]] = {
    "great_climb": ("discard", False, False, None, 2),
    "great_dive": ("discard", False, False, None, 0),
    "tight_turn": ("discard", False, False, None, 0),
    "robust": ("discard", True, False, None, 1),
    "heavy_hitter": ("ballistic", False, False, None, 1),
    "defensive_tactics": ("manoeuvre", True, False, "tight_turn", 45),
    "storm_of_fire": ("ballistic", False, False, "heavy_hitter", 1),
    "diving_avoidance": ("pilot", False, False, "great_dive", 0),
    "high_altitude_performance": ("discard", False, False, "great_climb", 0),
    "home_ground_advantage": ("remove", False, False, None, 1),
    "radar_support": ("remove", False, True, None, 2),
    "clear_sky": ("remove", False, True, None, 0),
    "numbers": ("remove", False, True, None, 1),
    "dead_shot": ("ballistic", False, False, None, 2),
    "sixth_sense": ("pilot", True, False, None, 0),
    "lead_by_example": ("discard", False, False, None, 4),
    "stalker": ("manoeuvre", False, False, None, 2),
    "fearsome_reputation": ("remove", True, False, None, 0),
}


def points(card: MiniatureType) -> int:
    """The points of an aircraft card by the rule that its file tells."""
    made = 2 * card.speed + 6 * card.agility + 8 * card.firepower + 4 * sum(weapon.firepower for weapon in card.weapons)
    made -= 2 * ("vulnerable" in card.negative) + 6 * ("poor_climb" in card.negative)
    if card.multi:
        made += (2 if card.firepower else 8) + 6 * card.agile
    elif card.mph < 300:
        made -= 6
    heavy = not card.firepower and any(DAY[code]["bomb_load_lb"] >= 4000 for code in card.flies_for)
    return made + 6 * heavy


# ---- aircraft


@pytest.mark.rule("BRS-013")
@pytest.mark.rule("BRS-D01")
@pytest.mark.parametrize("code", NINE)
def test_the_nine_aircraft_cards(code: str) -> None:
    c = TABLES.aircraft[code]
    weapons = [(weapon.name, weapon.arcs, weapon.firepower) for weapon in c.weapons]
    found = (c.side, c.engines, c.points, c.speed, c.mph, c.agility, c.firepower, weapons, c.traits, c.negative)
    assert found == NINE[code]


@pytest.mark.rule("BRS-110")
@pytest.mark.rule("BRS-014")
@pytest.mark.rule("BRS-C02")
@pytest.mark.parametrize("code", TABLES.aircraft)
def test_every_aircraft_card_keeps_to_the_rules_of_its_file(code: str) -> None:
    c = TABLES.aircraft[code]
    assert c.points == points(c)
    assert GREAT_DIVE not in c.traits or c.speed > 6
    assert (AGILE in c.traits) <= c.multi and not c.jet
    assert c.firepower or c.weapons
    assert c.dive_bomber == code.startswith("ju_87")
    if code in NINE:
        return
    day = DAY[c.flies_for[0]]
    assert (c.side, c.mph) == (day["side"], day["max_mph"])
    assert c.speed == next(speed for least, speed in ((320, 7), (300, 6), (225, 5), (175, 4), (0, 3)) if c.mph >= least)
    names = MiniatureNames(Words("en"), TABLES)
    assert names.traits(c) or not (c.traits or c.negative)


@pytest.mark.rule("BRS-012")
@pytest.mark.rule("BRS-EX-09")
def test_the_spitfire_turns_and_the_messerschmitt_climbs() -> None:
    assert TABLES.aircraft["spitfire_i"].traits == (TIGHT_TURN,)
    assert GREAT_CLIMB in TABLES.aircraft["bf_109e"].traits
    assert TABLES.aircraft["blenheim_if"].cards == ()


def test_every_type_of_the_day_has_one_card() -> None:
    for code in DAY:
        card = TABLES.stand_in(code)
        assert card is not None and card.side == DAY[code]["side"], code
    flown = Counter(code for card in TABLES.aircraft.values() for code in card.flies_for)
    assert set(flown) == set(DAY) and max(flown.values()) == 1
    assert TABLES.stand_in("ufo") is None


# ---- cards, sizes, Aces


@pytest.mark.rule("BRS-010")
@pytest.mark.rule("BRS-065")
@pytest.mark.rule("BRS-040")
@pytest.mark.rule("BRS-062")
@pytest.mark.parametrize("code", KINDS)
def test_the_eighteen_cards(code: str) -> None:
    card = TABLES.cards[code]
    assert (card.retention, card.reaction, card.deployment, card.bonus, card.value) == CARDS[code]
    for language in LANGUAGES:
        names = MiniatureNames(Words(language), TABLES)
        assert names.card(code) and names.kind(code) and names.retention(code) and "{" not in names.text(code)
        assert str(card.value) in names.text(code) or not card.value


@pytest.mark.rule("BRS-032")
@pytest.mark.rule("BRS-033")
@pytest.mark.rule("BRS-085")
@pytest.mark.rule("BRS-006")
def test_the_kinds_of_cards() -> None:
    assert set(TABLES.cards) == set(CARDS)
    assert [len(TABLES.of_kind(kind)) for kind in (TRAIT, DOCTRINE, THEATRE, ABILITY)] == [5, 4, 4, 5]
    assert TABLES.of_kind(THEATRE) == ("home_ground_advantage", "radar_support", "clear_sky", "numbers")


@pytest.mark.rule("BRS-028")
@pytest.mark.rule("BRS-029")
@pytest.mark.rule("BRS-030")
@pytest.mark.rule("BRS-048")
@pytest.mark.rule("BRS-049")
@pytest.mark.parametrize(
    ("aircraft", "doctrine", "hand"), [(1, 2, 3), (6, 2, 3), (7, 3, 3), (12, 3, 3), (13, 4, 4), (18, 4, 4), (19, 5, 4), (24, 5, 4)]
)
def test_the_sizes_of_decks_and_hands(aircraft: int, doctrine: int, hand: int) -> None:
    assert (TABLES.sizes.doctrines(aircraft), TABLES.sizes.theatre, TABLES.sizes.hand_of(aircraft)) == (doctrine, 2, hand)


@pytest.mark.rule("BRS-C09")
@pytest.mark.rule("BRS-081")
@pytest.mark.rule("BRS-126")
def test_what_pilots_cost() -> None:
    assert [TABLES.cost("spitfire_i", skill) - 40 for skill in range(ROOKIE, ACE + 1)] == [25, 50, 75, 100]


@pytest.mark.rule("BRS-D42")
def test_the_packs() -> None:
    raf, luftwaffe = TABLES.packs["raf"], TABLES.packs["luftwaffe"]
    assert (raf.doctrine, raf.theatre) == (("defensive_tactics", "storm_of_fire"), ("home_ground_advantage", "radar_support"))
    assert (luftwaffe.doctrine, luftwaffe.theatre) == (("diving_avoidance", "high_altitude_performance"), ("clear_sky", "numbers"))


@pytest.mark.rule("BRS-D39")
@pytest.mark.rule("BRS-129")
def test_the_named_aces() -> None:
    found = {ace.code: (ace.side, ace.aircraft, ace.test, ace.dice) for ace in TABLES.aces.values()}
    assert found == {
        "galland": ("luftwaffe", ("bf_109e",), "ballistic", 1),
        "moelders": ("luftwaffe", ("bf_109e",), "outmanoeuvre", 1),
        "malan": ("raf", ("spitfire_i",), "pilot", 1),
        "bader": ("raf", ("hurricane_i",), "manoeuvre", 1),
    }
    for language in LANGUAGES:
        names = MiniatureNames(Words(language), TABLES)
        assert all(ace.name in names.signature(ace) for ace in TABLES.aces.values())


@pytest.mark.rule("BRS-C03")
def test_the_names_of_pilot_skills() -> None:
    names = MiniatureNames(Words("en"), TABLES)
    assert [names.skill(skill) for skill in range(ROOKIE, ACE + 1)] == ["Rookie", "Average", "Veteran", "Ace"]


def test_everything_that_the_tables_name_has_a_name_in_both_languages() -> None:
    for language in LANGUAGES:
        names = MiniatureNames(Words(language), TABLES)
        weapons = {weapon.name: names.weapon(weapon) for card in TABLES.aircraft.values() for weapon in card.weapons}
        assert all(names.words.has(f"skies.weapon.{code}") for code in weapons)
        assert [names.level(i) for i in range(3)] and [names.skill(i) for i in range(ROOKIE, ACE + 1)]
        assert all(names.permanent(code) and names.permanent_text(code) for code in (AGILE, *NEGATIVE))
        assert all(names.words.has(f"skies.test.{test}") and names.words.has(f"skies.retention.{test}") for test in TESTS)
        assert all("Bf 109E" in names.card(f"{trait}@bf_109e") for trait in TRAITS)


# ---- loading

FAULTS = [
    ("aircraft.toml", "speed = 7", "speed = 99", "aircraft[0].speed"),
    ("aircraft.toml", "agility = 3", "agility = 4", "aircraft[0].agility"),
    ("aircraft.toml", 'traits = ["tight_turn"]', 'traits = ["tea"]', "aircraft[0].traits[0]"),
    ("aircraft.toml", 'traits = ["robust", "tight_turn"]', 'traits = ["robust", "robust"]', "aircraft[3].traits[1]"),
    ("aircraft.toml", 'negative = ["vulnerable"]', 'negative = ["robust"]', "aircraft[4].negative[0]"),
    ("aircraft.toml", '"rear", "right", "left"', '"rear", "up"', "aircraft[4].weapons[0].arcs[1]"),
    ("aircraft.toml", "firepower = 2 }", "firepower = 0 }", "aircraft[4].weapons[0].firepower"),
    ("aircraft.toml", 'code = "spitfire_ib"', 'code = "spitfire_i"', "aircraft[1].code"),
    ("aircraft.toml", "engines = 1\n", "", "aircraft[0].engines"),
    ("aircraft.toml", "engines = 1", "engines = 1\ncolour = 1", "aircraft[0].colour"),
    ("aircraft.toml", 'side = "raf"', 'side = "italy"', "aircraft[0].side"),
    ("cards.toml", 'code = "great_climb"', 'code = "tea_time"', "card[0].code"),
    ("cards.toml", 'code = "great_dive"', 'code = "great_climb"', "card[1].code"),
    ("cards.toml", 'retention = "discard"', 'retention = "keep"', "card[0].retention"),
    ("cards.toml", "value = 45", "value = 181", "card[5].value"),
    ("cards.toml", "value = 2", 'value = 2\nbonus = "great_dive"', "card[0].bonus"),
    ("cards.toml", "value = 2", "value = 2\ndeployment = true", "card[0].deployment"),
    ("cards.toml", '[[card]]\ncode = "great_dive"\nretention = "discard"\norigin', "[[other]]\norigin", "other"),
    ("decks.toml", "pilots = [25, 50, 75, 100]", "pilots = [25, 50, 75]", "sizes.pilots"),
    ("decks.toml", "step = 6", "step = 0", "sizes.step"),
    ("decks.toml", '"storm_of_fire"', '"numbers"', "pack[0].doctrine[1]"),
    ("decks.toml", 'side = "luftwaffe"', 'side = "raf"', "pack[1].side"),
    ("aces.toml", '"hurricane_i"', '"typhoon"', "ace[3].aircraft[0]"),
    ("aces.toml", 'test = "pilot"', 'test = "nerve"', "ace[2].test"),
    ("aces.toml", 'code = "moelders"', 'code = "galland"', "ace[1].code"),
]


@pytest.mark.parametrize(("name", "old", "new", "place"), FAULTS)
def test_a_fault_is_told_by_file_and_place(name: str, old: str, new: str, place: str, tmp_path: Path) -> None:
    folder = tmp_path / "skies"
    shutil.copytree(FOLDER, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_miniature_tables(folder)
    assert caught.value.file.endswith(name) and caught.value.place == place
    assert str(caught.value) != caught.value.describe(Words("fr"))


def test_a_card_and_a_pack_that_are_missing_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "skies"
    shutil.copytree(FOLDER, folder)
    decks = (folder / "decks.toml").read_text(encoding="utf-8")
    (folder / "decks.toml").write_text(decks[: decks.rindex("[[pack]]")], encoding="utf-8")
    with pytest.raises(DataError, match="luftwaffe"):
        load_miniature_tables(folder)
    cards = (folder / "cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(cards[: cards.rindex("[[card]]")], encoding="utf-8")
    with pytest.raises(DataError, match="fearsome_reputation"):
        load_miniature_tables(folder)


@pytest.mark.slow
@given(st.sampled_from(["aircraft.toml", "cards.toml", "decks.toml", "aces.toml"]), st.integers(0, 20_000), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_a_torn_file_is_an_error_or_is_read_but_never_a_crash(name: str, place: int, cut: int) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "skies"
        shutil.copytree(FOLDER, folder)
        text = (folder / name).read_text(encoding="utf-8")
        at = place % len(text)
        (folder / name).write_text(text[:at] + text[at + cut * 7 :], encoding="utf-8")
        try:
            load_miniature_tables(folder)
        except BobError as error:
            assert str(error) and error.describe(Words("fr"))


# ---- a user's own folder

OWN = """
[[aircraft]]
code = "mosquito"
name = "Mosquito"
side = "raf"
engines = 2
points = 60
speed = 8
mph = 380
agility = 2
firepower = 3
traits = ["agile", "great_dive"]
origin = "designed"

[[aircraft]]
code = "me_262"
name = "Me 262"
side = "luftwaffe"
engines = 2
points = 70
speed = 10
mph = 540
agility = 2
firepower = 3
traits = ["great_dive"]
jet = true
origin = "designed"

[[aircraft]]
code = "spitfire_i"
name = "My Spitfire"
side = "raf"
engines = 1
points = 45
speed = 8
mph = 370
agility = 3
firepower = 2
traits = ["tight_turn", "great_climb", "robust"]
origin = "source"
source = "my box"
"""


@pytest.fixture
def own(tmp_path: Path) -> MiniatureTables:
    (tmp_path / "aircraft.toml").write_text(OWN, encoding="utf-8")
    return laid_over(tmp_path)


def test_ones_own_folder_lies_over_ours(own: MiniatureTables, tmp_path: Path) -> None:
    assert own.aircraft["spitfire_i"].speed == 8 and own.aircraft["bf_109e"] == TABLES.aircraft["bf_109e"]
    assert (own.cards, own.sizes, own.packs, own.aces) == (TABLES.cards, TABLES.sizes, TABLES.packs, TABLES.aces)
    assert list(own.own) == ["aircraft.toml"]
    (tmp_path / "cards.toml").write_text('[[card]]\ncode = "dead_shot"\nretention = "auto"\nvalue = 3\n', encoding="utf-8")
    (tmp_path / "aces.toml").write_text(
        '[[ace]]\ncode = "cunningham"\nname = "Cunningham"\nside = "raf"\naircraft = ["mosquito"]\ntest = "pilot"\ndice = 2\n',
        encoding="utf-8",
    )
    decks = (FOLDER / "decks.toml").read_text(encoding="utf-8").replace("hand = 3", "hand = 5")
    (tmp_path / "decks.toml").write_text(decks, encoding="utf-8")
    again = laid_over(tmp_path)
    assert again.cards["dead_shot"].retention == "auto" and again.cards["stalker"] == TABLES.cards["stalker"]
    assert again.aces["cunningham"].dice == 2 and "malan" in again.aces and again.sizes.hand == 5
    with pytest.raises(UsageError):
        laid_over(tmp_path / "nowhere")


@pytest.mark.rule("BRS-EX-10")
@pytest.mark.rule("BRS-097")
@pytest.mark.rule("BRS-101")
@pytest.mark.rule("BRS-D15")
def test_an_agile_twin_flies_as_a_fighter_and_is_a_multi_still(own: MiniatureTables) -> None:
    mosquito = MiniatureAircraft(0, 0, own.aircraft["mosquito"], 3)
    assert mosquito.type.multi and mosquito.nimble and mosquito.squadron == 1
    assert mosquito.type.cards == (GREAT_DIVE,)
    heinkel = MiniatureAircraft(1, 1, own.aircraft["he_111h"], 3)
    assert heinkel.type.multi and not heinkel.nimble


@pytest.mark.rule("BRS-EX-11")
@pytest.mark.rule("BRS-094")
def test_a_twin_jet_is_a_fighter(own: MiniatureTables) -> None:
    jet = MiniatureAircraft(0, 1, own.aircraft["me_262"], 3)
    assert jet.type.engines == 2 and not jet.type.multi and jet.nimble and jet.squadron == 0
