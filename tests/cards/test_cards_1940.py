"""The aircraft cards and pilots of 1940: every type is there, the ratings follow the header's formulas, and `bob aircraft` shows them."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import ABILITIES, NATIONS, AircraftCard, Ratings, flown, load_aircraft, shipped

FOLDER = data_folder("tables") / "cards"
CARDS = load_aircraft(FOLDER / "aircraft.toml")
EXAMPLES = load_aircraft(FOLDER / "aircraft_examples.toml")
FIGHTERS = {code: card for code, card in CARDS.items() if not card.is_bomber}
BOMBERS = {code: card for code, card in CARDS.items() if card.is_bomber}

WANTED = {
    "united_kingdom": "spitfire_i spitfire_ii hurricane_i defiant_i gladiator_ii blenheim_if beaufighter_if whirlwind_i battle blenheim_iv",
    "germany": "bf_109e_1 bf_109e_3 bf_109e_4 bf_109e_7 bf_110c bf_110d ju_87b ju_88a do_17z do_215b he_111h he_111p he_59b hs_126",
    "italy": "cr_42 g_50 br_20",
    "france": "ms_406 d_520 h_75a mb_152",
    "poland": "p_11c pzl_23 pzl_37",
}


def figures() -> dict[str, dict[str, Any]]:
    """The figures of the comment above each card: numbers by name, then the words."""
    found: dict[str, dict[str, Any]] = {}
    text = (FOLDER / "aircraft.toml").read_text(encoding="utf-8")
    for line, code in re.findall(r"^# figures: (.*)\n\[\[aircraft\]\]\ncode = \"(\w+)\"", text, re.M):
        items = [item.split() for item in line.split(", ")]
        found[code] = {item[0]: float(item[1]) for item in items if len(item) == 2} | {"words": {i[0] for i in items if len(i) == 1}}
    return found


FIGURES = figures()


def near(number: float) -> int:
    """The nearest whole number, a half up."""
    return math.floor(number + 0.5)


# ---- which types there are


@pytest.mark.parametrize("nation", WANTED)
def test_every_type_that_is_wanted_has_a_card(nation: str) -> None:
    for code in WANTED[nation].split():
        assert CARDS[code].nation == nation and CARDS[code].year <= 1940, code
        assert shipped().aircraft[code] == CARDS[code]


def test_the_bombers_are_bombers() -> None:
    bombers = "battle blenheim_iv ju_87b ju_88a do_17z do_215b he_111h he_111p he_59b hs_126 br_20 pzl_23 pzl_37"
    assert set(BOMBERS) == set(bombers.split())


def test_every_card_has_its_figures_and_they_are_those_of_the_units() -> None:
    assert set(FIGURES) == set(CARDS)
    with (data_folder("tables") / "aircraft.toml").open("rb") as stream:
        units = {unit["code"]: unit for unit in tomllib.load(stream)["aircraft"]}
    shared = set(units) & set(CARDS)
    assert len(shared) >= 20
    for code in shared:
        assert FIGURES[code]["mph"] == units[code]["max_mph"], code


# ---- what the rules reveal


@pytest.mark.rule("DIF-027", "DIF-037", "DIF-072", "DIF-154")
def test_what_the_rules_reveal_is_kept() -> None:
    spitfire, gladiator, stuka = CARDS["spitfire_i"], CARDS["gladiator_ii"], CARDS["ju_87b"]
    assert (spitfire.front.performance, spitfire.front.bursts, spitfire.front.airframe, spitfire.back.airframe) == (6, 2, 3, 6)
    assert spitfire.front.barrage and not spitfire.front.agile
    assert gladiator.front.speed == 1
    p_11c = CARDS["p_11c"]
    assert (p_11c.front.performance, p_11c.front.pre, p_11c.front.post, p_11c.front.airframe, p_11c.back.airframe) == (4, 1, 0, 2, 4)
    assert p_11c.front.agile and p_11c.vp == 3
    assert (CARDS["bf_110c"].vp, CARDS["bf_110c"].front.gunner) == (10, 1)
    assert (stuka.front.dt, stuka.front.st) == (2, 1)
    for code in ("bf_109e", "bf_109e_1", "bf_109e_3", "bf_109e_4", "bf_109e_7"):
        assert (CARDS[code].front.speed, CARDS[code].front.firepower) == (2, 0) and CARDS[code].back.airframe >= 5, code


def test_a_card_of_the_examples_names_the_same_ratings_as_the_rules() -> None:
    for code in set(CARDS) & set(EXAMPLES):
        assert set(CARDS[code].from_source) >= set(EXAMPLES[code].from_source), code
        for rating in EXAMPLES[code].from_source:
            assert value(CARDS[code], rating) == value(EXAMPLES[code], rating), (code, rating)


def value(card: AircraftCard, rating: str) -> Any:
    side, _, name = rating.rpartition(".")
    holder = getattr(card, side) if side else card
    names = {"horsepower": ("pre", "post"), "traits": ("agile", "barrage", "turbocharger")}.get(name, (name,))
    return [getattr(holder, one) for one in names]


# ---- the formulas of the header


def speed(mph: float) -> int:
    return max(0, int((mph - 155) // 80))


def airframe(figure: Mapping[str, Any], bomber: bool) -> tuple[int, int]:
    front = near(math.log2(figure["lb"] / 1000)) - bomber
    words = figure["words"]
    return front, 2 * front + ("air" in words) + ("protected" in words) + 2 * ("armoured" in words) - 1


def bombs(figure: Mapping[str, Any]) -> tuple[int, int]:
    front = math.isqrt(int(figure.get("load", 0))) // 6
    return front, min(front, front // 2 + 1)


def power(total: int) -> tuple[int, int]:
    return total - total // 2, total // 2


@pytest.mark.parametrize("code", FIGHTERS)
def test_a_fighter_follows_the_formulas(code: str) -> None:
    card, figure = FIGHTERS[code], FIGURES[code]
    total = near(42 * (figure["prop"] * figure["hp"] / figure["lb"] - 0.1))
    turret = card.front.gunner if not figure["seconds"] else 0
    bursts = 1 if turret else 0 if figure["seconds"] < 30 else 1 if figure["seconds"] < 120 else 2
    common: dict[str, Any] = {
        "firepower": min(2, int(figure.get("cannon", 0) // 220)),
        "agile": figure["lb"] / figure["sqft"] < 22,
        "barrage": figure["stream"] >= 150,
    }
    performance = near(figure["mph"] / 100 + figure["climb"] / 2000 + figure["controls"])
    frames, loads, gunner = airframe(figure, False), bombs(figure), card.front.gunner
    front = Ratings(speed(figure["mph"]), frames[0], performance, *power(total), bursts, gunner=gunner, bombs=loads[0], **common)
    back = Ratings(
        speed(0.9 * figure["mph"]),
        frames[1],
        performance - 1,
        *power(max(0, total - 1)),
        min(bursts, max(1, bursts - 1)),
        gunner=max(1, gunner - 1) if gunner else 0,
        bombs=loads[1],
        **common,
    )
    assert (card.front, card.back) == (front, back)
    traits = front.agile + front.barrage
    worth = front.speed + total + bursts + 2 * front.firepower + front.airframe + 2 * (performance - 5) + gunner + traits - 1
    assert card.vp == worth


@pytest.mark.parametrize("code", BOMBERS)
def test_a_bomber_follows_the_formulas(code: str) -> None:
    card, figure = BOMBERS[code], FIGURES[code]
    frames, loads, dt = airframe(figure, True), bombs(figure), 1 + int(figure["aft"])
    front = Ratings(speed(0.85 * figure["mph"]), frames[0], bombs=loads[0], dt=dt, st=dt // 2)
    back = Ratings(speed(0.765 * figure["mph"]), frames[1], bombs=loads[1], dt=dt - 1, st=max(0, dt // 2 - 1))
    assert (card.front, card.back) == (front, back)
    assert card.vp == front.speed + front.airframe + 1 + (dt - 2) // 2 + front.bombs // 4


def test_more_of_a_figure_is_never_less_of_its_rating() -> None:
    def rises(cards: Mapping[str, AircraftCard], figure: str, rating: str) -> None:
        ordered = sorted(cards, key=lambda code: FIGURES[code].get(figure, 0))
        values = [getattr(cards[code].front, rating) for code in ordered]
        assert values == sorted(values), (figure, rating, list(zip(ordered, values, strict=True)))

    rises(FIGHTERS, "mph", "speed")
    rises(BOMBERS, "mph", "speed")
    rises(FIGHTERS, "cannon", "firepower")
    rises(FIGHTERS, "lb", "airframe")
    rises(BOMBERS, "lb", "airframe")
    rises(CARDS, "load", "bombs")
    rises(BOMBERS, "aft", "dt")
    rises(BOMBERS, "aft", "st")
    rises({code: card for code, card in FIGHTERS.items() if FIGURES[code]["seconds"]}, "seconds", "bursts")


@pytest.mark.rule("DIF-069", "DIF-072")
def test_the_damaged_side_is_never_better() -> None:
    for code, card in CARDS.items():
        for name in ("speed", "performance", "pre", "post", "bursts", "firepower", "gunner", "bombs", "dt", "st"):
            assert getattr(card.back, name) <= getattr(card.front, name), (code, name)
        assert card.back != card.front and card.back.airframe > card.front.airframe


# ---- pilots


PRICES = {
    **dict.fromkeys(("A+1", "Ag", "B+1", "Cl", "Di", "M0(1)", "Re"), 1),
    **dict.fromkeys(("A+2", "F+1", "P+1", "S+1"), 2),
    **dict.fromkeys(("AP1", "H+0/+1", "P+2"), 3),
    "H+1/+1": 4,
    "AP2": 5,
}


@pytest.mark.rule("DIF-397", "DIF-398", "DIF-399")
def test_the_pilots() -> None:
    pilots = shipped().pilots
    of = {nation: [p for p in pilots.values() if p.nation == nation] for nation in ("generic", *NATIONS)}
    assert len(of["united_kingdom"]) >= 12 and len(of["germany"]) >= 12 and of["generic"] and of["poland"] and of["france"]
    assert {"malan", "tuck", "bader", "lacey", "frantisek", "deere", "lock", "carbury", "kingcome"} <= set(pilots)
    assert {"galland", "moelders", "wick", "oesau", "balthasar", "machold", "tietzen"} <= set(pilots)
    assert set(PRICES) == set(ABILITIES)
    for pilot in pilots.values():
        assert pilot.abilities and len(set(pilot.abilities)) == len(pilot.abilities), pilot.code
        assert pilot.vp == sum(PRICES[ability] for ability in pilot.abilities), pilot.code
        assert pilot.vp <= 5 and pilot.origin == "designed" and pilot.source
        assert pilot.nation != "generic" or not pilot.aircraft, pilot.code
        for code in pilot.aircraft:
            card = shipped().aircraft[code]
            assert pilot.fits(card), (pilot.code, code)
            assert flown(card.front, pilot, False) != card.front or pilot.ace_markers, (pilot.code, code)
    assert len({p.name for p in pilots.values()}) == len(pilots)
    named = [p.abilities for p in pilots.values() if p.nation in ("united_kingdom", "germany")]
    assert len(set(named)) >= 0.75 * len(named), "men who differ"


# ---- in play


@pytest.mark.parametrize("code", FIGHTERS)
def test_every_fighter_can_be_flown_to_the_end(code: str) -> None:
    foe = "bf_109e_4" if FIGHTERS[code].side == "allied" else "spitfire_i"
    players = [
        {"seat": "axis", "side": "axis", "aircraft": [{"aircraft": foe if foe == "bf_109e_4" else code}]},
        {"seat": "allied", "side": "allied", "aircraft": [{"aircraft": code if foe == "bf_109e_4" else foe}]},
    ]
    game = CardDogfight()
    for seed in range(5):
        match = Match.new(game, "first_match", seed, {"players": players})
        while match.to_move:
            listed = game.choices(match.position, match.to_move[0]).listed
            match.play(match.to_move[0], listed[(seed * 7 + len(match.entries) * 13) % len(listed)])
        assert game.outcome(match.position) is not None


# ---- bob aircraft


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


def bob(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert not err
    return out


def test_all_cards_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    out = bob(capsys, "aircraft")
    for code in shipped().aircraft:
        assert re.search(rf"^{code} ", out, re.M), code
    assert re.search(r"^spitfire_i +Britain° +1938 +12 +2 / 2 +6° / 5 +2\+1 / 1\+1 +2° / 1 +0 / 0 +3° / 6° +Barrage°$", out, re.M)
    assert re.search(r"^p_11c .* 1\+0° / 0\+0 ", out, re.M)
    assert re.search(r"^ju_87b +Germany° +1938 +4 +Low +0 / 0 +2° / 1 +1° / 0 +2 / 4 +6 / 4$", out, re.M)
    assert "Fighters" in out and "Bombers" in out and "given by the rules" in out


def test_the_named_cards_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    out = bob(capsys, "aircraft", "bf_109e_4", "He 111", "--lang", "fr")
    assert [line.split()[0] for line in out.splitlines() if " / " in line][:-1] == ["bf_109e_4", "he_111h", "he_111p"]
    assert "Chasseurs" in out and "Bombardiers" in out and "Allemagne" in out and "Moyenne" in out


def test_the_named_cards_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(bob(capsys, "aircraft", "spitfire_i", "ju_87b", "spitfire i", "--json"))
    assert [card["code"] for card in found] == ["spitfire_i", "ju_87b"]
    spitfire, stuka = found
    assert spitfire["front"]["horsepower"] == [2, 1] and spitfire["front"]["traits"] == ["barrage"] and "dt" not in spitfire["front"]
    assert stuka["front"] == {"speed": 0, "airframe": 2, "bombs": 6, "dt": 2, "st": 1} and stuka["altitude"] == "low"
    assert "front.performance" in spitfire["from_source"] and spitfire["own"] is False and spitfire["source"]
    assert {card["nation"] for card in json.loads(bob(capsys, "aircraft", "poland", "--json"))} == {"poland"}


def test_own_cards_lie_over_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (FOLDER / "aircraft.toml").read_text(encoding="utf-8")
    mine = next(part for part in text.split("[[aircraft]]") if 'code = "hurricane_i"' in part).replace("performance = 5", "performance = 6")
    (tmp_path / "aircraft.toml").write_text("[[aircraft]]" + mine, encoding="utf-8")
    found = json.loads(bob(capsys, "aircraft", "hurricane_i", "spitfire_i", "--user", str(tmp_path), "--json"))
    assert [(card["own"], card["front"]["performance"]) for card in found] == [(True, 6), (False, 6)]
    assert "hurricane_i*" in bob(capsys, "aircraft", "hurricane_i", "--user", str(tmp_path))


@pytest.mark.parametrize("line", [["ufo"], [""], ["--user", "nowhere"]])
def test_what_cannot_be_shown_is_refused_in_one_line(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aircraft", *line]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1
