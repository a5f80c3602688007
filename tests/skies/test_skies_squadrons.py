"""Squadrons by points: what they cost, what is not allowed, files, the dice, and the command that tells them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.dice import Stream
from bob.core.errors import BobError, DataError
from bob.core.resources import data_folder
from bob.data.units import SIDES
from bob.tactical.miniatures.builder import (
    MiniatureFlight,
    MiniatureSquadron,
    bill,
    cost,
    known_deck,
    least_points,
    load_squadron,
    random_squadron,
    read_squadron,
    shipped_squadrons,
    squadron_faults,
    squadron_toml,
)
from bob.tactical.miniatures.data import ACE, shipped
from bob.words import LANGUAGES, Words

TABLES = shipped()
Bob = Callable[..., tuple[int, str, str]]


def squadron(*flights: MiniatureFlight, side: str = "raf", **values: object) -> MiniatureSquadron:
    return MiniatureSquadron(side, flights, **values)  # type: ignore[arg-type]


# ---- points


@pytest.mark.rule("BRS-C09")
@pytest.mark.rule("BRS-081")
@pytest.mark.rule("BRS-127")
@pytest.mark.parametrize(("skill", "points"), [(2, 65), (3, 90), (4, 115), (5, 140)])
def test_the_points_of_an_aircraft_and_its_pilot(skill: int, points: int) -> None:
    mounts = MiniatureFlight("spitfire_i", skill, count=2).mounts
    assert [line.points for line in bill(mounts, TABLES)] == [points] * 2 and cost(mounts, TABLES) == 2 * points


@pytest.mark.rule("BRS-081")
@pytest.mark.rule("BRS-128")
def test_a_named_ace_has_skill_5_and_costs_as_any(tmp_path: Path) -> None:
    line = bill(MiniatureFlight("spitfire_i", ace="malan").mounts, TABLES)[0]
    assert (line.skill, line.pilot, line.ace) == (ACE, 100, "malan")
    assert MiniatureFlight("spitfire_i").mounts[0].skill == 3


# ---- what ships, and files


@pytest.mark.parametrize("code", shipped_squadrons())
def test_every_squadron_that_ships_is_allowed_and_named(code: str) -> None:
    made = load_squadron(shipped_squadrons()[code], TABLES)
    assert set(made.name) == set(LANGUAGES) and made.limit
    assert cost(made.force.aircraft, TABLES) <= made.limit


FILE = 'side = "raf"\nlimit = 300\n[[aircraft]]\ntype = "spitfire_i"\nskill = 4\ncount = 2\n'


@pytest.mark.parametrize(
    ("old", "new", "place", "rule"),
    [
        ('side = "raf"', 'side = "italy"', "side", ""),
        ('side = "raf"', 'side = "luftwaffe"', "side", "BRS-C08"),
        ("skill = 4", "skill = 6", "aircraft[0].skill", ""),
        ("skill = 4", "skil = 4", "aircraft[0].skil", ""),
        ("count = 2", "count = 25", "aircraft[0].count", ""),
        ("count = 2", 'ace = "malan"', "aircraft[0].skill", "BRS-128"),
        ("limit = 300", "limit = 229", "aircraft", "BRS-C09"),
        ("limit = 300", 'name = { en = "Mine" }', "name", ""),
        ('"spitfire_i"', '"ufo"', "aircraft[0].type", "BRS-013"),
    ],
)
def test_a_fault_in_a_squadron_is_told_by_place_and_rule(old: str, new: str, place: str, rule: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    assert load_squadron(path, TABLES).force.aircraft[1].skill == 4
    path.write_text(FILE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_squadron(path, TABLES)
    assert caught.value.place == place and (caught.value.rule or "") == rule
    assert caught.value.describe(Words("fr")) != str(caught.value)


def test_all_that_is_not_allowed_is_told_at_once_and_once() -> None:
    wrong = squadron(
        MiniatureFlight("spitfire_i", 4, "bader", 2),
        MiniatureFlight("bf_109e", count=3),
        limit=50,
        doctrine=("numbers",),
        abilities=("dead_shot",),
        extra={"hurricane_i": "robust"},
        random=True,
    )
    found = [(fault.place, fault.rule) for fault in squadron_faults(wrong, TABLES)]
    assert found == [
        ("aircraft[0].ace", "BRS-D39"),
        ("aircraft[0].skill", "BRS-128"),
        ("aircraft[0].ace", "BRS-083"),
        ("aircraft[1].type", "BRS-C08"),
        ("aircraft", "BRS-C09"),
        ("doctrine[0]", "BRS-034"),
        ("doctrine", "BRS-028"),
        ("doctrine", "BRS-025"),
        ("abilities", "BRS-080"),
        ("extra.hurricane_i", "BRS-019"),
    ]


@pytest.mark.rule("BRS-015")
def test_the_deck_that_is_known_before_the_dice() -> None:
    flights = (MiniatureFlight("bf_109e", count=3),)
    assert known_deck(squadron(*flights, side="luftwaffe", extra={"bf_109e": "great_dive"}).force, TABLES) == [
        *["great_dive@bf_109e"] * 2,
        "great_climb@bf_109e",
        *TABLES.packs["luftwaffe"].doctrine,
        *TABLES.packs["luftwaffe"].theatre,
    ]
    dealt = known_deck(squadron(*flights, side="luftwaffe", random=True).force, TABLES)
    assert len(dealt) == 3


# ---- by the dice


@pytest.mark.rule("BRS-025")
@given(st.sampled_from(SIDES), st.integers(0, 4000), st.integers(0, 10**6))
@settings(max_examples=120, deadline=None)
def test_a_squadron_by_the_dice_is_allowed_and_spends_its_points(side: str, more: int, seed: int) -> None:
    points = least_points(side, TABLES) + more
    made = random_squadron(side, points, TABLES, Stream.of(seed, "squadron"))
    assert squadron_faults(made, TABLES) == []
    mounts = made.force.aircraft
    aces = sum(mount.skill == ACE for mount in mounts)
    assert aces <= -(-len(mounts) // 6) and len(made.abilities) == aces
    assert cost(mounts, TABLES) > points - 65 or len(mounts) == 24 or all(mount.skill >= 4 for mount in mounts)
    assert made == random_squadron(side, points, TABLES, Stream.of(seed, "squadron"))


@given(st.sampled_from(SIDES), st.integers(100, 3000), st.integers(0, 10**6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_squadron_is_written_as_it_is_read(side: str, points: int, seed: int, named: bool) -> None:
    import tempfile
    from dataclasses import replace

    made = random_squadron(side, points, TABLES, Stream.of(seed, "squadron"))
    if named:
        first = made.aircraft[0].type
        odd = {first: TABLES.aircraft[first].cards[0]} if TABLES.aircraft[first].cards else {}
        made = replace(made, name={"en": 'The "Few"', "fr": "Les Rares\\"}, extra=odd, doctrine=None, theatre=None, random=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        path.write_text(squadron_toml(made), encoding="utf-8")
        assert read_squadron(path).force == made.force and read_squadron(path).limit == made.limit
        assert dict(read_squadron(path).name) == dict(made.name)


# ---- the command


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_tells_a_squadron(bob: Bob, in_an_empty_folder: None, language: str) -> None:
    words = Words(language)
    code, out, err = bob("", "squadron", "242_squadron", "--lang", language)
    assert (code, err) == (0, "")
    for text in (
        "Hurricane I",
        "Bader",
        "604",
        words("skies.card.tight_turn"),
        words("skies.roster.legal"),
        words("skies.retention.manoeuvre"),
    ):
        assert text in out
    code, out, err = bob("", "squadron", "242_squadron", "--points", "600", "--lang", language)
    assert code == 1 and "BRS-C09" in out and words("skies.roster.faults") in out


def test_the_command_lists_what_ships(bob: Bob, in_an_empty_folder: None) -> None:
    assert "92 Squadron" in bob("", "squadron")[1]
    listed = json.loads(bob("", "squadron", "--side", "luftwaffe", "--json")[1])
    assert [entry["code"] for entry in listed] == ["i_jg_26"]


def test_the_command_builds_a_squadron_of_what_is_typed(bob: Bob, in_an_empty_folder: None) -> None:
    code, out, err = bob("", "squadron", "spitfire_i:malan", "2xspitfire_i:4", "3xspitfire_i", "--ability", "dead_shot,stalker", "--json")
    account = json.loads(out)
    assert (code, err, account["legal"], account["points"]) == (0, "", True, 140 + 2 * 115 + 3 * 90)
    assert account["side"] == "raf" and account["hand"] == 3 and account["faults"] == []
    assert {"card": "tight_turn@spitfire_i", "kind": "trait", "count": 6} in account["deck"]
    code, out, _ = bob("", "squadron", "spitfire_i:bader", "--json", "--lang", "fr")
    assert code == 1 and [fault["rule"] for fault in json.loads(out)["faults"]] == ["BRS-D39"]
    assert bob("", "squadron", "ju_87b", "he_111h", "--random")[0] == 0


def test_the_command_writes_a_file_that_it_reads(bob: Bob, in_an_empty_folder: None) -> None:
    drawn = bob("", "squadron", "--random", "--side", "luftwaffe", "--points", "700", "--seed", "9", "--toml")[1]
    Path("mine.toml").write_text(drawn, encoding="utf-8")
    code, out, err = bob("", "squadron", "mine.toml", "--toml")
    assert (code, out, err) == (0, drawn, "")
    assert bob("", "squadron", "--random", "--side", "luftwaffe", "--points", "700", "--seed", "8", "--toml")[1] != drawn


def test_the_command_knows_ones_own_folder(bob: Bob, in_an_empty_folder: None) -> None:
    Path("own/squadrons").mkdir(parents=True)
    aircraft = (data_folder("tables") / "skies" / "aircraft.toml").read_text(encoding="utf-8").replace("points = 40", "points = 50", 1)
    Path("own/aircraft.toml").write_text(aircraft, encoding="utf-8")
    Path("own/squadrons/mine.toml").write_text(FILE, encoding="utf-8")
    account = json.loads(bob("", "squadron", "mine", "--skies", "own", "--json")[1])
    assert account["points"] == 250


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ufo", "“ufo” is no aircraft"),
        ("spitfire_i:6", "2, 3, 4, 5, galland"),
        ("0xspitfire_i", "“0xspitfire_i” is no aircraft"),
        ("99xspitfire_i", "“99xspitfire_i” is no aircraft"),
        ("spitfire_i 92_squadron", "One squadron at a time"),
        ("nowhere.toml", "nowhere.toml"),
        ("spitfire_i --points many", "--points takes a whole number from 0 to 9999"),
        ("--random --points 52", "--points takes a whole number from 53 to 9999"),
        ("--side italy", "raf, luftwaffe"),
        ("--skies nowhere", "nowhere"),
    ],
)
def test_what_cannot_be_understood_is_told_in_one_line(bob: Bob, in_an_empty_folder: None, line: str, told: str) -> None:
    code, out, err = bob("", "squadron", *line.split())
    assert (code, out) == (2, "") and told in err and err.count("\n") == 1


@given(st.text(max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_is_typed_for_an_aircraft_is_understood_or_told(text: str) -> None:
    from bob.cli.commands.squadron import _flight

    try:
        assert _flight(text, TABLES).type in TABLES.aircraft
    except BobError as error:
        assert str(error)
