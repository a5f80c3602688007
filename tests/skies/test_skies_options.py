"""Scenarios: those that ship can be fought and are told; what cannot be fought is refused with its place and rule; files of one's own."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.codec import CodecError, decode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import BobError, DataError, UsageError
from bob.core.resources import data_folder
from bob.tactical.miniatures.builder import cost
from bob.tactical.miniatures.data import laid_over, shipped
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.options import (
    OPTIONS,
    MiniatureTermsError,
    advice,
    check_terms,
    load_scenario,
    load_scenarios,
    shipped_scenarios,
    terms,
)
from bob.tactical.miniatures.position import MiniatureExit, MiniatureTerms
from bob.words import LANGUAGES, Words

TABLES = shipped()
SCENARIOS = shipped_scenarios()
FOLDER = data_folder("tables") / "skies"


def dice(seed: int = 0) -> SeededDice:
    return SeededDice(Stream.of(seed, "options"))


def made(scenario: str = "dogfight", seed: int = 0, **options: Any) -> MiniatureTerms:
    return terms(scenario, options, SCENARIOS, TABLES, dice(seed))


def mounts(*types: str, **values: Any) -> list[dict[str, Any]]:
    return [{"type": type, **values} for type in types]


def data(raf: dict[str, Any] | None = None, luftwaffe: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
    """Terms as a file has them: two Spitfires against two Messerschmitts, changed by what is named."""
    forces = [
        {"seat": "raf", "edge": "north", "aircraft": mounts("spitfire_i", "spitfire_i"), **(raf or {})},
        {"seat": "luftwaffe", "edge": "south", "aircraft": mounts("bf_109e", "bf_109e"), **(luftwaffe or {})},
    ]
    return {"forces": forces, **values}


# ---- what ships


@pytest.mark.parametrize("code", SCENARIOS)
def test_every_scenario_can_be_fought_and_is_told_in_both_languages(code: str) -> None:
    scenario = SCENARIOS[code]
    for words in (scenario.name, scenario.text):
        assert set(words) == set(LANGUAGES) and all(words.values())
    assert scenario.text["en"] != scenario.text["fr"]
    fought = made(code)
    assert sorted(force.seat for force in fought.forces) == ["luftwaffe", "raf"]
    for key in advice(fought, TABLES):
        assert all(Words(language)(key) for language in LANGUAGES)


def test_the_kinds_of_battle_that_there_are() -> None:
    wanted = {"dogfight", "pairs", "bomber_run", "escort", "convoy", "few", "sweep", "airfield", "ace", "defiants", "cloud_hunt", "falcons"}
    assert set(SCENARIOS) == wanted
    assert len({scenario.name["en"] for scenario in SCENARIOS.values()}) == len({s.name["fr"] for s in SCENARIOS.values()}) == len(wanted)


@pytest.mark.rule("BRS-D43")
@pytest.mark.rule("BRS-C07")
@pytest.mark.rule("BRS-C52")
def test_the_default_scenario() -> None:
    fought = made()
    assert (fought.width, fought.height, fought.turns, fought.cloud_count) == (48, 36, 8, 3)
    for force, type in zip(fought.forces, ("spitfire_i", "bf_109e"), strict=True):
        assert [mount.type for mount in force.aircraft] == [type] * 6
        assert sorted(mount.skill for mount in force.aircraft) == [2, 3, 3, 4, 4, 5]
        assert cost(force.aircraft, TABLES) == 615 and all(mount.at is None for mount in force.aircraft)
        assert len(force.abilities) == 1
    assert advice(fought, TABLES) == []


@pytest.mark.rule("BRS-D44")
def test_the_bomber_run() -> None:
    fought = made("bomber_run")
    raf, luftwaffe = fought.forces
    assert Counter((mount.type, mount.skill, mount.loaded) for mount in luftwaffe.aircraft) == {
        ("he_111h", 3, True): 3,
        ("bf_109e", 4, False): 2,
    }
    assert Counter((mount.type, mount.skill) for mount in raf.aircraft) == {("hurricane_i", 4): 2, ("hurricane_i", 3): 4}
    assert fought.strike is not None and (fought.strike.seat, fought.strike.hits) == ("luftwaffe", 2)
    assert [target.spot for target in fought.strike.targets] == [(2400, 1800)]
    assert fought.exits == (MiniatureExit("luftwaffe", raf.edge, True),)
    assert (fought.turns, fought.cloud_count, fought.formation_fire) == (8, 3, True)


@pytest.mark.rule("BRS-027")
def test_a_scenario_says_which_cards_are_used() -> None:
    position, _ = MiniatureDogfight().setup("falcons", {}, dice())
    cards = Counter([*position.hands[1], *position.piles[1]])
    assert (cards["defensive_tactics"], cards["storm_of_fire"], cards["diving_avoidance"]) == (2, 1, 0)


@pytest.mark.rule("BRS-086")
@pytest.mark.rule("BRS-031")
def test_many_scenarios_give_an_ace_and_all_are_of_the_battle() -> None:
    fought = [made(code) for code in SCENARIOS]
    assert sum(any(mount.skill == 5 for force in terms.forces for mount in force.aircraft) for terms in fought) >= 3
    assert all({TABLES.aircraft[m.type].side for m in force.aircraft} == {force.seat} for terms in fought for force in terms.forces)


@pytest.mark.parametrize("code", SCENARIOS)
def test_every_scenario_is_drawn_up(code: str) -> None:
    position, _ = MiniatureDogfight().setup(code, {}, dice())
    assert position.outcome is None and position.owing


def test_options_lie_over_a_scenario() -> None:
    fought = made(turns=3, deck=False, equal_level_shot=True, handicap={"raf": 2})
    assert (fought.turns, fought.deck, fought.equal_level_shot, dict(fought.handicap)) == (3, False, True, {"raf": 2})
    assert set(OPTIONS) >= {"opening_shot", "setup_levels", "equal_level_shot", "saved_hit_chit", "formation_fire"}
    with pytest.raises(UsageError, match="nowhere"):
        made("nowhere")
    with pytest.raises(UsageError, match="colour"):
        made(colour=1)
    with pytest.raises(CodecError, match="turns"):
        made(turns=0)
    with pytest.raises(MiniatureTermsError, match="BRS-C09"):
        made(limit=600)


@pytest.mark.rule("BRS-C09")
def test_a_scenario_by_the_dice_is_fair_by_points_and_the_same_for_one_seed() -> None:
    for seed in range(40):
        fought = made("random", seed)
        assert fought == made("random", seed)
        spent = [cost(force.aircraft, TABLES) for force in fought.forces]
        assert all(400 <= points <= 500 for points in spent), spent
    assert made("random", 1) != made("random", 2)
    assert {len(made("random", seed, limit=1800).forces[0].aircraft) > 12 for seed in range(5)} == {True}
    assert len(made("random", limit=60).forces[0].aircraft) == 1
    with pytest.raises(BobError):
        made("random", limit=20)


# ---- what cannot be fought

AT = {"x": 100, "y": 100}
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("forces", "BRS-C08", {"forces": data()["forces"][:1]}),
    ("forces", "BRS-C08", {"forces": data()["forces"] * 2}),
    ("forces", "", data(luftwaffe={"seat": "raf"})),
    ("forces", "", data(luftwaffe={"seat": "referee"})),
    ("forces[1].edge", "BRS-C11", data(luftwaffe={"edge": "north"})),
    ("first", "BRS-C16", data(first="italy")),
    ("handicap.italy", "BRS-C52", data(handicap={"italy": 1})),
    ("forces[0].aircraft", "BRS-C08", data({"aircraft": []})),
    ("forces[0].aircraft", "BRS-C08", data({"aircraft": mounts(*["spitfire_i"] * 25)})),
    ("forces[0].aircraft[1].type", "BRS-013", data({"aircraft": mounts("spitfire_i", "typhoon")})),
    ("forces[0].aircraft[1].type", "BRS-C08", data({"aircraft": mounts("spitfire_i", "bf_109e")})),
    ("forces[0].aircraft[0].ace", "BRS-083", data({"aircraft": mounts("spitfire_i", ace="biggles", skill=5)})),
    ("forces[0].aircraft[0].ace", "BRS-D39", data({"aircraft": mounts("spitfire_i", ace="bader", skill=5)})),
    ("forces[0].aircraft[0].skill", "BRS-128", data({"aircraft": mounts("spitfire_i", ace="malan", skill=4)})),
    ("forces[0].aircraft[1].ace", "BRS-083", data({"aircraft": mounts("spitfire_i", "spitfire_i", ace="malan", skill=5)})),
    ("forces[0].abilities", "BRS-080", data({"abilities": ["dead_shot"]})),
    ("forces[0].abilities[0]", "BRS-085", data({"aircraft": mounts("spitfire_i", skill=5), "abilities": ["robust"]})),
    ("forces[0].abilities", "BRS-088", data({"aircraft": mounts("spitfire_i", skill=5), "abilities": ["dead_shot", "stalker"]})),
    (
        "forces[0].abilities",
        "BRS-130",
        data({"aircraft": mounts("spitfire_i", skill=5, ace="malan"), "abilities": ["dead_shot", "stalker", "stalker"]}),
    ),
    ("forces[0].doctrine", "BRS-028", data({"doctrine": ["storm_of_fire"]})),
    ("forces[0].doctrine", "BRS-028", data({"aircraft": mounts(*["spitfire_i"] * 7), "doctrine": ["storm_of_fire", "storm_of_fire"]})),
    ("forces[0].doctrine[1]", "BRS-034", data({"doctrine": ["storm_of_fire", "numbers"]})),
    ("forces[1].theatre", "BRS-029", data(None, {"theatre": ["numbers", "clear_sky", "radar_support"]})),
    ("forces[1].theatre[0]", "BRS-034", data(None, {"theatre": ["stalker", "clear_sky"]})),
    ("forces[1].theatre", "BRS-025", data(None, {"theatre": ["numbers", "clear_sky"], "random": True})),
    ("forces[1].extra.spitfire_i", "BRS-019", data(None, {"extra": {"spitfire_i": "tight_turn"}})),
    ("forces[1].extra.bf_109e", "BRS-019", data(None, {"extra": {"bf_109e": "robust"}})),
    ("forces[0].aircraft", "BRS-C09", data(limit=179)),
    ("forces[0].aircraft[0].at", "BRS-C31", data({"aircraft": mounts("spitfire_i", at={"x": 4801, "y": 0})})),
    ("forces[0].aircraft[1].at", "BRS-C30", data({"aircraft": mounts("spitfire_i", "spitfire_i", at=AT)})),
    ("clouds[0]", "BRS-C53", data(clouds=[{"x": 599, "y": 1800}])),
    ("clouds[1]", "BRS-C53", data(clouds=[{"x": 1200, "y": 1800}, {"x": 2099, "y": 1800}])),
    ("cloud_count", "BRS-C53", data(width=24, height=24, cloud_count=5)),
    ("strike.seat", "BRS-C58", data(strike={"seat": "italy", "targets": [AT], "hits": 1})),
    ("strike.targets", "BRS-C58", data(strike={"seat": "raf", "targets": [], "hits": 1})),
    ("strike.targets[1]", "BRS-C58", data(strike={"seat": "raf", "targets": [AT, {"x": 0, "y": 3601}], "hits": 1})),
    ("strike.seat", "BRS-C58", data(strike={"seat": "raf", "targets": [AT], "hits": 1})),
    ("exits[0].seat", "BRS-C59", data(exits=[{"seat": "italy", "edge": "north"}])),
    ("exits[1]", "BRS-C59", data(exits=[{"seat": "raf", "edge": "north"}] * 2)),
]


@pytest.mark.rule("BRS-C08")
@pytest.mark.rule("BRS-C30")
@pytest.mark.rule("BRS-C31")
@pytest.mark.rule("BRS-C53")
@pytest.mark.rule("BRS-C58")
@pytest.mark.rule("BRS-C59")
@pytest.mark.rule("BRS-080")
@pytest.mark.rule("BRS-088")
@pytest.mark.rule("BRS-128")
@pytest.mark.rule("BRS-130")
@pytest.mark.parametrize(("place", "rule", "wrong"), REFUSED)
def test_what_cannot_be_fought_is_told_with_place_and_rule(place: str, rule: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(MiniatureTermsError) as caught:
        check_terms(decode(MiniatureTerms, wrong), TABLES)
    assert (caught.value.fault.place, caught.value.fault.rule) == (place, rule)
    lines = [caught.value.describe(Words(language)) for language in LANGUAGES]
    assert lines[0] != lines[1] and all(rule in text for text in lines)


ALLOWED: list[dict[str, Any]] = [
    data(),
    data({"aircraft": mounts("spitfire_i", ace="malan", skill=5), "abilities": ["dead_shot", "dead_shot"]}),
    data({"aircraft": mounts("spitfire_i", "spitfire_i", skill=5), "abilities": ["dead_shot", "stalker"]}),
    data({"aircraft": mounts("spitfire_i", skill=5)}),
    data({"aircraft": mounts(*["spitfire_i"] * 24)}, limit=3000),
    data(limit=180),
    data({"aircraft": mounts("spitfire_i", at={"x": 4800, "y": 3600})}),
    data({"seat": "red"}, {"seat": "blue"}),
    data({"aircraft": mounts("spitfire_i")}, {"aircraft": mounts("spitfire_i")}),
    data(clouds=[{"x": 600, "y": 600}, {"x": 1500, "y": 600}], cloud_count=12),
    data({"random": True}, {"extra": {"bf_109e": "great_dive"}}),
    data(strike={"seat": "raf", "targets": [AT], "hits": 1, "strafe": True}),
    data({"aircraft": mounts("spitfire_i", loaded=True)}, strike={"seat": "raf", "targets": [AT], "hits": 1}),
    data(exits=[{"seat": "raf", "edge": "north"}, {"seat": "raf", "edge": "east"}]),
]


@pytest.mark.rule("BRS-083")
@pytest.mark.rule("BRS-082")
@pytest.mark.parametrize("right", ALLOWED)
def test_what_can_be_fought(right: dict[str, Any]) -> None:
    check_terms(decode(MiniatureTerms, right), TABLES)


def test_advice() -> None:
    unequal = decode(MiniatureTerms, data({"aircraft": mounts(*["spitfire_i"] * 3)}, {"theatre": ["numbers", "numbers"]}))
    assert advice(unequal, TABLES) == ["skies.advice.points"]
    assert advice(decode(MiniatureTerms, data()), TABLES) == ["skies.advice.clear_sky"]
    assert advice(decode(MiniatureTerms, data(deck=False)), TABLES) == []
    loaded = decode(MiniatureTerms, data({"aircraft": mounts("spitfire_i", "spitfire_i", loaded=True)}, cloud_count=1))
    assert advice(loaded, TABLES) == ["skies.advice.loaded"]


# ---- files


def written(folder: Path, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


SCENARIO = (FOLDER / "scenarios" / "dogfight.toml").read_text(encoding="utf-8")
FAULTS = [
    ("cloud_count = 3", "cloud_count = 13", "cloud_count"),
    ("cloud_count = 3", "colour = 3", "colour"),
    ('edge = "north"', 'edge = "up"', "forces[0].edge"),
    ('squadron = "92_squadron"', 'squadron = "93_squadron"', "forces[0].squadron"),
    ('squadron = "92_squadron"', "squadron = 92", "forces[0].squadron"),
    ('squadron = "92_squadron"', 'squadron = "../squadrons/92_squadron"', "forces[0].squadron"),
    ('squadron = "92_squadron"', 'squadron = "92_squadron"\nabilities = ["robust"]', "forces[0].abilities[0]"),
    ("limit = 615", "limit = 614", "forces[0].aircraft"),
    ("name = {", "name = { de = 'Luftkampf',", "name"),
]


@pytest.mark.parametrize(("old", "new", "place"), FAULTS)
def test_a_fault_in_a_scenario_is_told_by_file_and_place(old: str, new: str, place: str, tmp_path: Path) -> None:
    assert old in SCENARIO
    with pytest.raises(DataError) as caught:
        load_scenario(written(tmp_path, SCENARIO.replace(old, new, 1)), TABLES)
    assert caught.value.file.endswith("mine.toml") and caught.value.place == place
    assert str(caught.value) != caught.value.describe(Words("fr"))


@given(st.sampled_from(sorted(SCENARIOS)), st.integers(0, 20_000), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_a_torn_scenario_is_an_error_or_is_read_but_never_a_crash(code: str, place: int, cut: int) -> None:
    text = SCENARIOS[code].file.read_text(encoding="utf-8")
    at = place % len(text)
    with tempfile.TemporaryDirectory() as folder:
        try:
            load_scenario(written(Path(folder), text[:at] + text[at + cut * 5 :]), TABLES)
        except DataError as error:
            assert str(error) and error.describe(Words("fr"))


@pytest.mark.parametrize("where", ["squadrons", "../squadrons"])
def test_a_scenario_of_ones_own_names_a_squadron_of_ones_own(where: str, tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    path = written(folder, SCENARIO.replace("92_squadron", "my_squadron"))
    squadron = written(folder / where, 'side = "raf"\nrandom = true\n[[aircraft]]\ntype = "gladiator_ii"\ncount = 3\n', "my_squadron")
    scenario = load_scenario(path, TABLES)
    fought = terms("mine", {}, {"mine": scenario}, TABLES, dice())
    assert [mount.type for mount in fought.forces[0].aircraft] == ["gladiator_ii"] * 3 and fought.forces[0].random
    assert fought.forces[0].edge == "north"
    own = scenario.own
    assert own["squadrons/my_squadron.toml"] == squadron.read_text(encoding="utf-8")
    assert set(own) == {"scenarios/mine.toml", "squadrons/my_squadron.toml", "squadrons/i_jg_26.toml"}
    shutil.rmtree(tmp_path)
    kept = MiniatureDogfight().with_own(own)
    assert kept.terms_of("mine", {}, dice()) == fought and dict(kept.own) == own


def test_a_fault_in_the_squadron_is_told_in_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, SCENARIO.replace("92_squadron", "my_squadron"))
    written(tmp_path / "squadrons", 'side = "raf"\n[[aircraft]]\ntype = "gladiator_ii"\nace = "bader"\n', "my_squadron")
    with pytest.raises(DataError) as caught:
        load_scenario(path, TABLES)
    assert caught.value.file.endswith("my_squadron.toml") and caught.value.place == "aircraft[0].ace"
    assert "[BRS-D39]" in str(caught.value)


def test_what_ships_waits_for_its_choice_when_ones_own_tables_forbid_it(tmp_path: Path) -> None:
    """Dearer Spitfires take the default scenario over its limit; the others are still there."""
    text = (FOLDER / "aircraft.toml").read_text(encoding="utf-8")
    (tmp_path / "aircraft.toml").write_text(text.replace("points = 40", "points = 41", 1), encoding="utf-8")
    shutil.copytree(FOLDER / "scenarios", tmp_path / "scenarios")
    tables = laid_over(tmp_path)
    ours = load_scenarios(FOLDER / "scenarios", tables)
    assert set(ours) == set(SCENARIOS)
    with pytest.raises(BobError, match="BRS-C09"):
        terms("dogfight", {}, ours, tables, dice())
    assert terms("sweep", {}, ours, tables, dice()).forces
    with pytest.raises(DataError, match="92_squadron"):
        load_scenario(tmp_path / "scenarios" / "dogfight.toml", tables)
