"""The deck, the aircraft and pilots as data, and the loaders that check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bob.core.errors import BobError, DataError
from bob.tactical.cards.data import ALTITUDES, NATIONS, TITLES, flown, load_aircraft, load_deck, load_pilots, load_tables, shipped
from bob.tactical.cards.game import shipped_scenarios
from bob.tactical.cards.options import terms
from tests.cards.tabletop import FOLDER, TABLES

DECK = TABLES.deck
CARDS = DECK.cards


@pytest.mark.rule("DIF-002", "DIF-384")
def test_the_deck_has_110_cards_in_two_halves() -> None:
    assert len(DECK.pile()) == 110
    assert sum(c.copies[0] for c in CARDS.values()) == sum(c.copies[1] for c in CARDS.values()) == 55


@pytest.mark.rule("DIF-385", "DIF-386")
def test_theatre_decks_and_several_decks() -> None:
    assert len(DECK.pile(1, "pacific")) == len(DECK.pile(1, "europe")) == 110
    assert len(DECK.pile(2)) == 220
    assert Counter(DECK.pile(3)) == Counter(DECK.pile() * 3)


@pytest.mark.rule("DIF-001", "DIF-080", "DIF-082", "DIF-083", "DIF-088")
def test_types_fit_the_uses_of_each_card() -> None:
    assert set(TITLES) == {c.title for c in CARDS.values()}
    for card in CARDS.values():
        acts = card.action not in ("none", "redline")
        if card.type == "attack":
            assert acts and not card.react_to, card.code
        if card.type == "reaction":
            assert card.react_to and not acts, card.code
    assert {c.type for c in CARDS.values()} == {"attack", "reaction", "both"}
    assert CARDS["ims_jinking"].type == "both"


@pytest.mark.rule("DIF-110", "DIF-115", "DIF-134", "DIF-142", "DIF-145", "DIF-148", "DIF-151", "DIF-112", "DIF-127", "DIF-128")
def test_the_reaction_matrix() -> None:
    """Who answers what: the matrix of the ledger, by titles; every In My Sights is the same title."""
    ims = {"barrel_roll", "tight_turn", "vertical_roll", "ims_jinking", "ace_pilot"}
    assert DECK.answers["ims"] == ims
    assert DECK.answers["oots"] == {"vertical_roll", "ims_jinking", "ace_pilot"}
    assert DECK.answers["manoeuvre"] == {"barrel_roll", "tight_turn", "ace_pilot"}
    assert DECK.answers["barrel_roll"] == {"barrel_roll", "tight_turn", "yo_yo", "ace_pilot"}
    assert DECK.answers["scissors"] == {"scissors", "barrel_roll", "yo_yo", "ace_pilot"}
    assert DECK.answers["tight_turn"] == {"tight_turn", "scissors", "yo_yo", "ace_pilot"}
    assert DECK.answers["yo_yo"] == {"yo_yo", "scissors", "vertical_roll", "ace_pilot"}
    assert DECK.answers["vertical_roll"] == {"vertical_roll", "yo_yo", "ace_pilot"}
    assert DECK.answers["ace_pilot"] == {"ace_pilot"}
    shots = [c for c in CARDS.values() if c.title == "ims"]
    assert len(shots) >= 5 and len({c.subtitle for c in shots}) >= 3


@pytest.mark.rule("DIF-111", "DIF-116", "DIF-121", "DIF-125", "DIF-126", "DIF-136", "DIF-139", "DIF-143", "DIF-146", "DIF-149", "DIF-152")
def test_the_manoeuvre_values() -> None:
    values = {c.title: c.manoeuvre for c in CARDS.values() if c.title != "ims"}
    assert values == {
        "ace_pilot": 4,
        "barrel_roll": 0,
        "evasive": 2,
        "oots": 3,
        "redline": 1,
        "scissors": 1,
        "tight_turn": 0,
        "vertical_roll": 2,
        "yo_yo": 1,
    }
    assert {c.manoeuvre for c in CARDS.values() if c.title == "ims"} == {1, 2, 3}


@pytest.mark.rule("DIF-113", "DIF-135")
def test_what_is_scarce_is_scarce() -> None:
    count = Counter()
    for card in CARDS.values():
        count[card.title] += sum(card.copies)
    assert count["oots"] < count["ims"] / 3
    assert count["ace_pilot"] == min(count.values())


@pytest.mark.rule("DIF-124", "DIF-132")
def test_attacks_cost_bursts() -> None:
    for card in CARDS.values():
        assert (card.bursts >= 1) == card.shoots, card.code
        assert card.fuel_tank == (card.shoots and card.hits == 0), card.code


@pytest.mark.rule("DIF-243", "DIF-253")
def test_what_bombers_may_play() -> None:
    usable = {c.title for c in CARDS.values() if c.bomber.usable}
    assert {"ims", "oots", "tight_turn", "yo_yo"} <= usable
    assert not {"ace_pilot", "barrel_roll", "scissors", "redline", "vertical_roll"} & usable
    assert any(c.bomber.less and c.bomber.stop_fuel_tank for c in CARDS.values())
    assert any(c.bomber.less and not c.bomber.stop_fuel_tank for c in CARDS.values())


@pytest.mark.rule("DIF-022", "DIF-023", "DIF-024", "DIF-025", "DIF-027", "DIF-039")
def test_every_aircraft_card_is_whole() -> None:
    for table in (TABLES, shipped()):
        for card in table.aircraft.values():
            assert card.name and card.source and 1914 <= card.year <= 1953 and card.vp >= 0
            assert card.side == NATIONS[card.nation]
            assert card.back.airframe > card.front.airframe
            assert (card.altitude is not None) == card.is_bomber
    assert {n for n, side in NATIONS.items() if side == "axis"} >= {"germany", "japan"}
    assert {n for n, side in NATIONS.items() if side == "allied"} >= {"united_kingdom", "russia", "poland", "united_states"}


@pytest.mark.rule("DIF-212", "DIF-213", "DIF-214", "DIF-215", "DIF-216", "DIF-038", "DIF-258")
def test_bombers_have_turrets_in_place_of_power() -> None:
    for card in shipped().aircraft.values():
        for side in (card.front, card.back):
            if card.is_bomber:
                assert (side.performance, side.pre, side.post, side.bursts, side.firepower) == (0, 0, 0, 0, 0), card.code
                assert side.dt >= 0 and side.st >= 0 and side.speed >= 0 and side.bombs >= 0
    assert any(card.front.bombs for card in TABLES.aircraft.values() if not card.is_bomber), "fighters carry bombs too"


def test_the_ratings_that_the_rules_give_are_kept() -> None:
    """Where a later file has a card of the examples, the source's own figures stay."""
    for code, card in TABLES.aircraft.items():
        other = shipped().aircraft[code]
        for rating in card.from_source:
            side, _, name = rating.rpartition(".")
            names = {"horsepower": ("pre", "post"), "traits": ("agile", "barrage", "turbocharger")}.get(name, (name,))
            for one in names:
                mine, theirs = (getattr(c, side) if side else c for c in (card, other))
                assert getattr(mine, one) == getattr(theirs, one), (code, rating)


# ---- pilots

ABILITIES: dict[str, Callable[..., bool]] = {
    "A+1": lambda a, b: b.airframe == a.airframe + 1,
    "A+2": lambda a, b: b.airframe == a.airframe + 2,
    "B+1": lambda a, b: b.bursts == a.bursts + 1,
    "Cl": lambda a, b: b.climb_less == 1,
    "Di": lambda a, b: b.dive_more == 1,
    "F+1": lambda a, b: b.firepower == a.firepower + 1,
    "H+1/+1": lambda a, b: (b.pre, b.post) == (a.pre + 1, a.post + 1),
    "H+0/+1": lambda a, b: (b.pre, b.post) == (a.pre, a.post + 1),
    "M0(1)": lambda a, b: b.least_manoeuvre == 1,
    "P+1": lambda a, b: b.performance == a.performance + 1,
    "P+2": lambda a, b: b.performance == a.performance + 2,
    "Re": lambda a, b: b.redline_free,
    "S+1": lambda a, b: b.speed == a.speed + 1,
}


@pytest.mark.rule("DIF-400", "DIF-403", "DIF-404", "DIF-405", "DIF-406", "DIF-407", "DIF-408", "DIF-409", "DIF-410", "DIF-411", "DIF-412")
@pytest.mark.parametrize("ability", ABILITIES)
def test_each_ability_changes_its_rating_on_both_sides(ability: str, tmp_path: Path) -> None:
    pilot = pilots(tmp_path, ability)["ace"]
    for side, damaged in ((TABLES.aircraft["spitfire_i"].front, False), (TABLES.aircraft["spitfire_i"].back, True)):
        made = flown(side, pilot, damaged)
        assert ABILITIES[ability](side, made)
        changed = sum(getattr(side, n) != getattr(made, n) for n in side.__dataclass_fields__)
        assert changed == (2 if ability == "H+1/+1" else 1)


@pytest.mark.rule("DIF-401")
def test_ag_is_lost_on_the_damaged_side(tmp_path: Path) -> None:
    pilot = pilots(tmp_path, "Ag")["ace"]
    spitfire, zeke = TABLES.aircraft["spitfire_i"], TABLES.aircraft["a6m5_zeke"]
    assert flown(spitfire.front, pilot, False).agile and not flown(spitfire.back, pilot, True).agile
    assert flown(zeke.back, pilot, True).agile, "an Agile aircraft stays as its card says"


@pytest.mark.rule("DIF-397", "DIF-398")
def test_who_may_fly_what(tmp_path: Path) -> None:
    made = pilots(tmp_path, "P+1")
    spitfire, emil, stuka = (TABLES.aircraft[c] for c in ("spitfire_i", "bf_109e", "ju_87b"))
    assert made["ace"].fits(spitfire) and made["ace"].fits(emil) and not made["ace"].fits(stuka)
    assert made["briton"].fits(spitfire) and not made["briton"].fits(emil)


def pilots(folder: Path, ability: str):  # type: ignore[no-untyped-def]
    lines = []
    for code, nation in (("ace", "generic"), ("briton", "united_kingdom")):
        lines.append(
            f'[[pilot]]\ncode="{code}"\nname="X"\nnation="{nation}"\nvp=2\nabilities=["{ability}"]\norigin="designed"\nsource="test"\n'
        )
    path = folder / "pilots.toml"
    path.write_text("\n".join(lines))
    return load_pilots(path, TABLES.aircraft)


# ---- what the loaders refuse


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("deck.toml", 'title = "redline"', 'title = "redlion"', "title"),
        ("deck.toml", "cards = 110", "cards = 111", "card"),
        ("deck.toml", 'type = "reaction"', 'type = "attack"', "type"),
        ("deck.toml", 'react_to = ["ims", "oots"]', 'react_to = ["ims", "sun"]', "react_to"),
        ("deck.toml", 'code = "yo_yo"', 'code = "scissors"', "code"),
        ("deck.toml", "pacific = 5, europe = 5", "pacific = 6, europe = 4", "card"),
        ("deck.toml", "fuel_tank = true", "fueltank = true", "fueltank"),
        ("aircraft_examples.toml", 'nation = "japan"', 'nation = "siam"', "nation"),
        ("aircraft_examples.toml", "horsepower = [2, 3]", "horsepower = [2]", "horsepower"),
        ("aircraft_examples.toml", 'traits = ["barrage"]', 'traits = ["barage"]', "traits"),
        ("aircraft_examples.toml", 'code = "do_17z"', 'code = "ju_87b"', "code"),
        ("aircraft_examples.toml", "airframe = 6", "airframe = 2", "airframe"),
        ("aircraft_examples.toml", '"front.gunner"', '"front.guner"', "from_source"),
        ("aircraft_examples.toml", 'altitude = "low"', 'altitude = "lowish"', "altitude"),
    ],
)
def test_a_fault_in_a_table_is_named(file: str, old: str, new: str, place: str, tmp_path: Path) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / file
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        (load_deck if file == "deck.toml" else load_aircraft)(path)
    assert place in caught.value.place and str(path) == caught.value.file


def test_a_pilot_of_an_unknown_ability_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"abilities"):
        pilots(tmp_path, "X+1")


def test_the_later_file_of_aircraft_wins(tmp_path: Path) -> None:
    for file in ("deck.toml", "aircraft_examples.toml"):
        (tmp_path / file).write_text((FOLDER / file).read_text(encoding="utf-8"), encoding="utf-8")
    text = (FOLDER / "aircraft_examples.toml").read_text(encoding="utf-8").split("[[aircraft]]")
    mine = next(part for part in text if 'code = "p_51d"' in part).replace("vp = 15", "vp = 16")
    (tmp_path / "aircraft.toml").write_text("[[aircraft]]" + mine, encoding="utf-8")
    (tmp_path / "pilots.toml").write_text("", encoding="utf-8")
    made = load_tables(tmp_path)
    assert made.aircraft["p_51d"].vp == 16 and made.aircraft["spitfire_i"].vp == TABLES.aircraft["spitfire_i"].vp


@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_every_scenario_can_be_fought(scenario: str) -> None:
    assert terms(scenario, {}, shipped_scenarios(), shipped()).turns >= 1


ONE = {"seat": "a", "side": "axis", "aircraft": [{"aircraft": "bf_109e"}]}
TWO = {"seat": "b", "side": "allied", "aircraft": [{"aircraft": "spitfire_i"}]}


@pytest.mark.parametrize(
    "options",
    [
        {"turns": 0},
        {"turns": "six"},
        {"decks": 9},
        {"theatre": "moon"},
        {"speed": 3},
        {"first": "nobody"},
        {"flip": "maybe"},
        {"players": []},
        {"players": [ONE]},
        {"players": [ONE, ONE]},
        {"players": [ONE, {**TWO, "seat": "a"}]},
        {"players": [ONE, {**TWO, "seat": "referee"}]},
        {"players": [ONE, {**TWO, "aircraft": []}]},
        {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "ufo"}]}]},
        {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "bf_109e"}]}], "historical": True},
        {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "ju_87b", "loaded": True}]}], "historical": False},
        {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "spitfire_i", "pilot": "nobody"}]}]},
        {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "spitfire_i", "wingman_of": 0}]}]},
        {"players": [ONE, {**TWO, "aircraft": [], "picks": 1}], "vp_limit": 0, "historical": False},
        {"players": [ONE, TWO], "free_for_all": True, "first": "axis"},
        {"players": [ONE], "free_for_all": True},
        *[
            {"players": [ONE, {**TWO, "aircraft": [{"aircraft": "spitfire_i", **wrong}]}]}
            for wrong in ({"late": -1}, {"late": 21}, {"hits": -1}, {"count": 0}, {"extra_cards": -1}, {"altitude": "sky"})
        ],
        *[
            {"players": [ONE, {**TWO, "aircraft": mounts}]}
            for mounts in (
                [{"aircraft": "spitfire_i"}, {"aircraft": "spitfire_i", "wingman_of": 5}],
                [{"aircraft": "spitfire_i", "count": 2}, {"aircraft": "spitfire_i", "wingman_of": 0}],
                [{"aircraft": "b_24d"}, {"aircraft": "spitfire_i", "wingman_of": 0}],
                [{"aircraft": "spitfire_i"}, {"aircraft": "p_47d", "loaded": True, "wingman_of": 0}],
                [{"aircraft": "spitfire_i"}, *[{"aircraft": "spitfire_i", "wingman_of": 0}] * 2],
                [{"aircraft": "spitfire_i"}, {"aircraft": "p_51d", "wingman_of": 0}, {"aircraft": "p_47d", "wingman_of": 1}],
            )
        ],
    ],
)
def test_terms_that_cannot_be_fought_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BobError) as caught:
        terms("first_match", options, shipped_scenarios(), TABLES)
    assert str(caught.value)


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(BobError, match="nowhere"):
        terms("nowhere", {}, shipped_scenarios(), TABLES)


@pytest.mark.rule("DIF-183")
def test_five_levels() -> None:
    assert ALTITUDES == ("very_low", "low", "medium", "high", "very_high")
