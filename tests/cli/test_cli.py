"""The command line: the fixed forms, both languages, and one line on standard error for whatever goes wrong."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.chart import LAYERS, PALETTES
from bob.cli import COMMANDS, main
from bob.data.table_files import ORDER
from bob.data.theatre import Theatre
from bob.words import Words, chapter

ROLLED = [name for name in ORDER if name not in ("movement", "victory_points")]


@pytest.fixture(autouse=True, scope="module")
def one_theatre_in_english(theatre: Theatre, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every command gets the same theatre, an English system, lines of 100 characters, and a folder where it can do no harm."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Theatre, "load", classmethod(lambda cls, folder=None: theatre))
        patch.setenv("LC_ALL", "en_GB.UTF-8")
        patch.setenv("COLUMNS", "100")
        patch.delenv("BOB_DEBUG", raising=False)
        patch.chdir(tmp_path_factory.mktemp("here"))
        yield


def bob(*argv: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a command line."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(argv)
    return code, out.getvalue(), err.getvalue()


def answer(line: str) -> Any:
    """The JSON that a command prints."""
    code, out, err = bob(*line.split(), "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def refused(*argv: str) -> str:
    """What one line on standard error says of a command line that cannot be carried out."""
    code, out, err = bob(*argv)
    assert (code, out) == (2, ""), (argv, code, out, err)
    assert re.fullmatch(r"bob: [^\n]+\n", err), err
    return err[5:-1]


# bob roll


@pytest.mark.parametrize(
    ("line", "dice", "modifiers", "total", "result"),
    [
        ("random_event --dice 1,6", [1, 6], {}, 7, "nothing"),
        ("formation --dice 5,4 --weather overcast --angels 18 --gruppen 6", [5, 4], {"A2.m1": 2, "A2.m2": 1}, 12, "special"),
        ("formation --dice 5,4 --weather overcast --angels 18 --gruppen 6 --type freie_jagd", [5, 4], {"A2.m3": -1}, 8, "delay2"),
        ("formation_special --dice 4 --weather cloudy", [4], {}, 4, "disruption"),
        ("endurance --angels 18 --hexes 9", [], {"A3.far": 2}, 5, 5),
        ("return_to_base --dice 5,2 --late 2 --raf --bad-weather --max-disruption", [5, 2],
         {"A4.m1": 1, "A4.m2": -4, "A4.m3": 2}, 6, "12/4"),
        ("navigation --dice 3,4 --weather fair --landmark --crosswind", [3, 4], {"A5.m1": 1, "A5.m2": -1}, 7, "on_course"),
        ("navigation --dice 2,2 --weather overcast --lost", [2, 2], {"A5.m3": -2}, 2, "lost"),
        ("cloud_cohesion --dice 3,4 --overcast-hexes 4", [3, 4], {"A6.m": -2}, 5, 2),
        ("wind --dice 6,6", [6, 6], {}, 12, "crosswind_8"),
        ("london_haze --dice 6", [6], {}, 6, "dense_haze_0_4"),
        ("london_haze --dice 6 --switch london_haze_6=up_to_8", [6], {}, 6, "dense_haze_0_8"),
        ("bad_weather_zones --dice 4 --period 5", [4], {"A10.t": 2}, 6, 6),
        ("weather --dice 3,4 --zones 3", [3, 4], {}, 7, ["english_channel", "dover_straits", "middle_wallop"]),
        ("time --dice 1,1", [1, 1], {}, 2, "06:30"),
        ("bombing --unit bomber_staffel --angels 20 --disruption 1", [], {"A13.m3": 2, "A13.m4": 2}, 4, 0),
        ("airfield_damage --dice 5 --all-disrupted", [5], {"A14.airfield": -1}, 4, "capacity_minus_1"),
        ("sector_damage --dice 6,5", [6, 5], {}, 11, "operations_room_hit"),
        ("ground_damage --dice 6,6", [6, 6], {}, 12, "2/5"),
        ("rdf_damage --dice 3,2 --lost", [3, 2], {"A14.rdf": -3}, 2, "none"),
    ],
)  # fmt: skip
def test_the_fixed_form_of_a_roll(line: str, dice: list[int], modifiers: dict[str, int], total: int, result: object) -> None:
    found = answer(f"roll {line}")
    assert found["table"] == line.split()[0]
    assert found["dice"] == dice
    assert found["modifiers"] == [{"rule": f"OPS-{rule}", "value": value} for rule, value in modifiers.items()]
    assert (found["total"], found["result"]) == (total, result)
    assert (found["origin"], found["seed"]) == ("typed" if dice else None, None)
    code, out, err = bob("roll", *line.split())
    assert (code, err) == (0, "")
    for rule, value in modifiers.items():
        assert re.search(rf"{'+' if value > 0 else '−'}{abs(value)} +OPS-{rule} ".replace("+", r"\+", 1 if value > 0 else 0), out), out


@pytest.mark.parametrize("name", ROLLED)
def test_the_same_seed_gives_the_same_roll(name: str) -> None:
    needed = {"formation": "--weather fair", "formation_special": "--weather fair", "navigation": "--weather fog", "weather": "--zones 6"}
    needed |= {"endurance": "--angels 10", "cloud_cohesion": "--overcast-hexes 2", "bombing": "--unit bomber_gruppe"}
    line = f"roll {name} {needed.get(name, '')} --seed"
    first = answer(f"{line} 5")
    assert {"table", "dice", "modifiers", "total", "result"} <= set(first)
    assert first["modifiers"] == []
    assert all(1 <= face <= 6 for face in first["dice"])
    assert answer(f"{line} 5") == first
    assert first["origin"] == ("seeded" if first["dice"] else None)
    assert len({str(answer(f"{line} {seed}")["dice"]) for seed in range(16)}) > 3 or not first["dice"]


def test_without_a_seed_the_roll_tells_how_to_repeat_it() -> None:
    found = answer("roll wind")
    assert answer(f"roll wind --seed {found['seed']}")["dice"] == found["dice"]
    account = re.search(r"\(--seed ([0-9a-f]+) rolls this again\)", bob("roll", "wind")[1])
    assert account is not None
    assert answer(f"roll wind --seed {account[1]}")["dice"]


def examples() -> Iterator[Any]:
    """Every command line that the help and the welcome give as an example, but for those that write a file or play."""
    shown = [f"cli.{command}.examples" for command in ("bob", *COMMANDS)] + ["cli.bob.welcome"]
    for language in ("en", "fr"):
        text = "\n".join(Words(language)(key, **VERSION) for key in shown)
        apart = (
            r"map|print|desk|tournament|simulate|forecast|calibrate|play|serve|post|replay|report|recover|verify|completion|schemas|install"
            r"|vassal|scenarios \S+\.toml"
        )
        for line in re.findall(rf"^  bob ((?!{apart})[a-z]+ .+?)(?:   .*)?$", text, re.M):
            yield pytest.param([word.strip('"') for word in re.findall(r'"[^"]+"|\S+', line)] + ["--lang", language], id=line)


VERSION = {"version": "0"}


@pytest.mark.parametrize("argv", list(examples()))
def test_the_examples_of_the_help_work(argv: list[str]) -> None:
    code, out, err = bob(*argv)
    assert (code, err) == (0, "")
    assert len(out.split()) > 3


@pytest.mark.parametrize(
    ("typed", "dice", "origin"),
    [("3 5\n", [3, 5], "typed"), (" 6,6 \n", [6, 6], "typed"), ("\n", None, "seeded"), ("", None, "seeded")],
)
def test_a_referee_is_asked_for_the_dice(monkeypatch: pytest.MonkeyPatch, typed: str, dice: list[int] | None, origin: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code, out, err = bob("roll", "wind", "--ask", "--json", "--seed", "5")
    found = json.loads(out)
    assert (code, found["origin"]) == (0, origin)
    assert found["dice"] == (dice or answer("roll wind --seed 5")["dice"])
    assert err == "Winds, 2d6: "


@pytest.mark.parametrize(("typed", "told"), [("7 1\n", "7"), ("3\n", "dice needed: 2, given: 1"), ("x y\n", "x")])
def test_dice_that_a_referee_mistypes_are_refused(monkeypatch: pytest.MonkeyPatch, typed: str, told: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    code, out, err = bob("roll", "wind", "--ask")
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("roll wind --dice 7,1", "cannot show 7"),
        ("roll wind --dice 0,1", "cannot show 0"),
        ("roll wind --dice 3", "dice needed: 2, given: 1"),
        ("roll wind --dice 3,3,3", "dice needed: 2, given: 3"),
        ("roll wind --dice -1,3", "--dice needs a value"),
        ("roll wind --dice=-1,3", "“-1”"),
        ("roll wind --dice 3,x", "“x”"),
        ("roll bombing --unit bomber_gruppe --dice 3,4", "takes no dice"),
        ("roll formation", "needs --weather: fair, "),
        ("roll formation --weather hail", "not “hail”"),
        ("roll formation --weather fair --angels 17", "from 0 to 34 in steps of 2, not “17”"),
        ("roll formation --weather fair --angels 36", "not “36”"),
        ("roll formation --weather fair --angels=-2", "not “-2”"),
        ("roll formation --weather fair --angels high", "not “high”"),
        ("roll formation --weather fair --late 2", "does not ask for --late; it asks for: weather, "),
        ("roll wind --raf", "does not ask for --raf; it asks for: -"),
        ("roll wind --switch fog", "NAME=READING"),
        ("roll wind --switch a=b", "no switch a"),
        ("roll london_haze --switch london_haze_6=x", "as_printed, up_to_8"),
        ("roll movement", "is a list"),
        ("roll zeppelin", "there is no table “zeppelin”"),
        ("roll", "missing: TABLE"),
        ("play", "missing: GAME"),
        ("roll wind extra", "not understood: extra"),
        ("roll wind --seed", "--seed needs a value"),
        ("roll wind --json=yes", "--json takes no value"),
        ("roll wind --jso", "not understood: --jso"),
        ("roll wind --tables nowhere", "no folder nowhere"),
        ("table zeppelin", "there is no table “zeppelin”"),
        ("tables all", "not understood: all"),
        ("rule OPS-Z9", "there is no rule “OPS-Z9”"),
        ("places --kind volcano", "no kind of place “volcano”; there are: sector_station, "),
        ("places --within 3", "--near"),
        ("places --near Dover --within far", "not “far”"),
        ("places --near Dover --within 201", "not “201”"),
        ("places --near Xyzzy", "no place is called “Xyzzy”"),
        ("distance Kenley", "missing: B"),
        ("distance Kenley 9999", "hex 9999 is not on the map"),
        ("distance Kenley Dunkirk", "chain_home:Dunkirk, landmark:Dunkirk"),
        ("distance Kenley 1,1", "far from the map"),
        ("forces 1940-12-25", "“1940-12-25” is not a day"),
        ("forces 1940-08-18 --side italy", "raf, luftwaffe, not “italy”"),
        ("forces", "missing: DAY"),
        ("map", "missing: --out"),
        ("map --out map.bmp", "must end in .svg, .png, .pdf or .geojson"),
        ("map --out m.svg --layers sky", "no map layer “sky”; layers: " + LAYERS[0]),
        ("map --out m.svg --layers +sky,-zones", "no map layer “sky”"),
        ("map --out m.svg --palette pink", ", ".join(PALETTES) + ", not “pink”"),
        ("map --out m.svg --angels 17", "an even number from 0 to 34, not “17”"),
        ("map --out m.svg --angels 36", "not “36”"),
        ("map --out m.png --width 10", "from 400 to 12000, not “10”"),
        ("map --out m.pdf --page a0", "a1, a2, a3, a4, not “a0”"),
        ("map --out m.svg --sector Paris", "no Sector “Paris” on the map; there are: "),
        ("map --out nowhere/m.svg", "cannot write nowhere/m.svg: "),
        ("fly", "there is no command “fly”; there are: " + ", ".join(COMMANDS)),
        ("--fly", "not understood: --fly"),
        ("tables --lang de", "no language “de”; there are: en, fr"),
        ("--lang", "--lang needs a value"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(line: str, told: str) -> None:
    assert told in refused(*line.split())
    assert not list(Path.cwd().iterdir())


@pytest.mark.parametrize(
    "argv",
    [
        ("roll", "wind", "--tables", "x" * 5000),
        ("roll", "formation", "--weather", "fair", "--angels=--2"),
        ("places", "--near", "Dover", "--within", "0" * 5000),
        ("map", "--out", "m.svg", "--angels", "0" * 5000),
    ],
    ids=["long folder", "two signs", "long number", "long height"],
)
def test_odd_values_are_refused_in_one_line(argv: tuple[str, ...]) -> None:
    refused(*argv)


# The other commands


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_its_help_in_both_languages(command: str, language: str) -> None:
    words = Words(language)
    for flag in ("-h", "--help"):
        code, out, err = bob(*([command] if command else []), flag, "--lang", language)
        assert (code, err) == (0, "")
        flat = " ".join(out.split())
        assert flat.startswith(" ".join(f"{words('cli.usage')} bob {command}".split()))
        assert words("cli.help") in flat
        assert " ".join(words(f"cli.{command or 'bob'}.about").split())[:60] in flat


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_names_every_command(language: str) -> None:
    text = Words(language)("cli.bob.examples").split("\n\n")[0]
    assert [command for command in COMMANDS if f" {command} " not in text.replace("\n", " ")] == []


def test_the_language_is_the_systems_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    english, french = bob("tables")[1], bob("tables", "--lang", "fr")[1]
    assert "Random events" in english
    assert "Événements aléatoires" in french
    assert bob("--lang", "fr", "tables")[1] == bob("tables", "--lang=fr")[1] == bob("--lang=fr", "tables")[1] == french
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert bob("tables")[1] == french
    assert bob("tables", "--lang", "en")[1] == english
    assert "il n’y a pas de commande" in refused("fly")
    assert "there is no command" in refused("fly", "--lang", "en")
    assert answer("tables")[0]["title"] == "Événements aléatoires"


def test_without_a_command_bob_says_where_to_begin() -> None:
    code, out, err = bob()
    assert (code, err) == (0, "")
    assert "bob --help" in out
    assert re.fullmatch(r"bob \d+\.\d+\.\d+\n", bob("--version")[1])


def test_all_tables_are_listed_and_shown() -> None:
    listed = answer("tables")
    assert [entry["table"] for entry in listed] == list(ORDER)
    assert [entry["table"] for entry in listed if entry["rolled"]] == ROLLED
    assert len(ROLLED) == 17
    for entry in listed:
        whole = answer(f"table {entry['table']}")
        assert (whole["table"], whole["rule"], whole["dice"]) == (entry["table"], entry["rule"], entry["dice"])
        for language in ("en", "fr"):
            code, out, err = bob("table", entry["table"], "--lang", language)
            assert (code, err) == (0, "")
            assert out.startswith(Words(language)(f"tables.title.{entry['table']}"))


def test_a_whole_table_for_programs() -> None:
    found = answer("table london-haze")
    assert [(row["dice"], row["results"]) for row in found["rows"]][:3] == [("1", ["none"]), ("2..3", ["haze_0_4"]), ("4", ["haze_0_8"])]
    assert found["switches"]["london_haze_6"]["readings"] == ["as_printed", "up_to_8"]
    assert {entry["code"] for entry in answer("table movement")["entries"]} >= {"move", "dive", "bomber_climb"}


def test_rules_are_told_by_id_and_by_chapter() -> None:
    known = {key.removeprefix("rules."): entry for key, entry in chapter("rules").items()}
    assert answer("rule ops-a5.M3") == [{"rule": "OPS-A5.m3", "text": known["OPS-A5.m3"]["en"]}]
    lines = [entry["rule"] for entry in answer("rule OPS-A5")]
    assert lines == [rule for rule in known if rule.startswith("OPS-A5.")]
    assert "OPS-A5.m3" in bob("rule", "OPS-A5", "--lang", "fr")[1]


def test_places_are_found_by_kind_name_and_distance(theatre: Theatre) -> None:
    assert [p["name"] for p in answer("places --kind sector_station")] == [p.name for p in theatre.of_kind("sector_station")]
    assert {p["kind"] for p in answer("places --kind rdf")} == {"chain_home", "chain_home_low"}
    near = answer("places --near 5027 --within 2")
    assert [p["hexes_away"] for p in near] == sorted(p["hexes_away"] for p in near)
    assert [p["hexes_away"] for p in near if p["name"] == "Dover Harbour"] == [0]
    spot = theatre.position("5027")
    within = {p.name for p in theatre.places if theatre.hexes_between(spot, (p.x, p.y)) <= 2}
    assert {p["name"] for p in near} == within
    for place in answer("places hawk"):
        assert {"kind", "name", "latitude", "longitude", "hex", "source"} <= set(place)
        assert "hawk" in f"{place['name']} {place.get('aka', '')}".lower()
    assert len(answer("places")) == len(theatre.places)
    assert "No such place" in bob("places", "xyzzy")[1]
    assert "station de Secteur" in bob("places", "kenley", "--lang", "fr")[1]


def test_the_distance_of_two_places() -> None:
    found = answer("distance 3706 3716")
    assert (found["from"], found["to"]) == ({"name": "3706", "hex": "3706"}, {"name": "3716", "hex": "3716"})
    assert found["hexes"] == 10
    assert found["miles"] == pytest.approx(50, rel=0.005)
    assert found["turns"]["spitfire_i"] == {"low": 3, "high": 2}  # 10 hexes by 4 and by 5 a turn, rounded up
    assert found["turns"]["he_111h"] == {"low": 4, "high": 4}
    out = bob("distance", "3706", "3716", "--lang", "fr")[1]
    assert out.startswith("De 3706 à 3716\u00a0: 10 hexagones, 50 milles\n")


def test_the_forces_of_a_day() -> None:
    raf = answer("forces 1940-08-18 --side raf")
    assert {p["side"] for p in raf} == {"raf"}
    assert {p["unit"]: p["station"] for p in raf}["32 Squadron"] == "Biggin Hill"
    both = answer("forces 1940-08-18")
    assert [p for p in both if p["side"] == "raf"] == raf
    for side, title in (("raf", "Royal Air Force, 18.08.1940"), ("luftwaffe", "Luftwaffe, 18.08.1940")):
        out = bob("forces", "1940-08-18", "--side", side, "--lang", "fr")[1]
        assert out.startswith(title)
    assert re.search(r"11 +Biggin Hill +Biggin Hill +32 Squadron, “Jacko” +Hurricane I +8\* +HF", bob("forces", "1940-08-18")[1])
