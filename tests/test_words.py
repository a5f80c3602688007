"""The words: every key that the code asks for is there in both languages, and every entry is asked for."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import bob
from bob.chart import LAYERS
from bob.cli import COMMANDS
from bob.core.resources import data_folder
from bob.data.map_files import KINDS
from bob.data.table_files import ORDER, load_circumstances
from bob.data.tables import ListTable, Table, Tables
from bob.data.units import SIDES
from bob.games import game, names
from bob.report.plain_view import FAMILIES
from bob.schemas import FILES
from bob.words import LANGUAGES, Words, chapter, chapters, system_language
from tests.sources import SOURCES, nodes

pytestmark = pytest.mark.sources

ENTRIES = {key: entry for name in chapters() for key, entry in chapter(name).items()}
KEY = re.compile(rf"(?:{'|'.join(chapters())})\.[\w.+:-]+")
TABLES = [Tables.shipped()[name] for name in ORDER]
ROLLED = [table for table in TABLES if isinstance(table, Table)]
LISTS = [table for table in TABLES if isinstance(table, ListTable)]
CIRCUMSTANCES = load_circumstances(data_folder("tables") / "operations")
DETAILS = {"tables.marker.": ("bad_weather_zones", "markers"), "tables.sun.": ("time", "sun"), "tables.part.": ("time", "part")}
RULE = re.compile(r"OPS-[ABCD]\d+(?:\.[a-z0-9]+)?\b")


def where(path: Path, node: ast.expr) -> str:
    return f"{path.name}:{node.lineno}"


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def fields(text: str) -> set[str]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@cache
def literals() -> tuple[tuple[str, str], ...]:
    """Every text in the sources that has the form of a key, and where it stands; what dice are rolled for is no key."""
    found = []
    for path in SOURCES:
        pieces = {id(part) for node in nodes(path) if isinstance(node, ast.JoinedStr) for part in node.values}
        pieces |= {id(part) for node in nodes(path) if isinstance(node, ast.Call) and called(node) == "roll" for part in node.args}
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                key = KEY.fullmatch(node.value)
                if key and not node.value.endswith((".", ".toml", ".py", ".bob1940")):
                    found.append((node.value, where(path, node)))
    return tuple(found)


@cache
def patterns() -> dict[str, str]:
    """Every family of keys, `tables.title.{}` for `f"tables.title.{name}"` or `"tables.title." + name`, and where it stands."""
    found: dict[str, str] = {}
    for path in SOURCES:
        for node in nodes(path):
            family = None
            if isinstance(node, ast.JoinedStr):
                family = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Constant):
                family = f"{node.left.value}{{}}" if str(node.left.value).endswith(".") else None
            if family and family.split(".")[0] in chapters() and "." in family:
                found.setdefault(family, where(path, node))
    return found


def of(family: str) -> re.Pattern[str]:
    """What keys of a family look like."""
    return re.compile(".+".join(re.escape(part) for part in family.split("{}")))


def results(table: Table) -> set[str]:
    """All results that a table can give as a word or a figure."""
    cells = {cell for row in table.rows for cell in row.cells if isinstance(cell, str | int)} | {change.into for change in table.becomes}
    return {str(cell) for cell in cells if not (table.split and "/" in str(cell))}


@cache
def asked() -> dict[str, Iterable[str]]:
    """For each family whose members the data know: all that must have words."""
    readings = [(switch.name, reading) for table in ROLLED for switch in table.switches for reading in switch.readings]
    rules = (
        {m.rule for t in ROLLED for m in t.modifiers}
        | {b.rule for t in ROLLED for b in t.becomes}
        | {f.rule for t in ROLLED for f in t.faces}
    )
    return {
        "cli.{}.about": ["bob", *COMMANDS],
        "cli.{}.examples": ["bob", *COMMANDS],
        "cli.kind.{}": [kind for kind in KINDS if kind != "convoy_lane"],
        "cli.side.{}": SIDES,
        "cli.places.{}": ["hex", "away", "kind_head", "name", "latitude", "longitude", "source"],
        "cli.forces.{}": ["group", "sector", "command", "station", "unit", "aircraft", "strength", "radio", "commander"],
        "cli.distance.{}": ["turns", "turns_high", "minutes", "aircraft"],
        "tables.title.{}": ORDER,
        "tables.circumstance.{}": CIRCUMSTANCES,
        "tables.choice.{}": {choice for c in CIRCUMSTANCES.values() for choice in c.choices},
        "tables.zone.{}": {zone for t in ROLLED for row in t.rows for cell in row.cells if isinstance(cell, tuple) for zone in cell},
        "tables.entry.{}.{}": [f"{table.name}.{entry.code}" for table in LISTS for entry in table.entries],
        "tables.switch.{}": {name for name, _ in readings},
        "tables.reading.{}.{}": {f"{name}.{reading}" for name, reading in readings},
        "tables.trigger.{}": {face.triggers for table in ROLLED for face in table.faces},
        "schemas.title.{}": [file.name for file in FILES],
        "cli.schemas.{}": ["schema", "file", "examples_of"],
        "rules.{}": rules,
        "map.layer.{}": LAYERS,
        "error.circumstance_{}": ["flag", "number", "choice"],
    }


# The entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_empty(language: str) -> None:
    empty = {key for key, entry in ENTRIES.items() if not entry[language].strip()}
    assert all(re.fullmatch(r"cli\.\w+\.examples", key) for key in empty)


def test_every_entry_of_the_files_has_both_languages_and_no_more() -> None:
    for name in chapters():
        text = (Path(bob.__file__).parent / "words" / f"{name}.toml").read_text(encoding="utf-8")
        assert len(re.findall(r"\ben = \"", text)) == len(re.findall(r"\bfr = \"", text)) == len(chapter(name)), name
    assert all(set(entry) == {"en", "fr"} for entry in ENTRIES.values())


def test_the_placeholders_are_the_same_in_both_languages() -> None:
    for key, entry in ENTRIES.items():
        assert fields(entry["en"]) == fields(entry["fr"]), key
        assert all(name.isidentifier() for name in fields(entry["en"])), key


def test_french_is_french() -> None:
    for name in chapters():
        entries = chapter(name)
        differ = sum(entry["en"] != entry["fr"] for entry in entries.values())
        assert differ >= 0.6 * len(entries), f"{name}: {differ} of {len(entries)}"
    long = [key for key, entry in ENTRIES.items() if entry["en"] == entry["fr"] and len(entry["en"].split()) > 4]
    assert long == []


def test_english_and_french_have_their_own_marks() -> None:
    """English quotes are not French ones, and a French colon has its space."""
    for key, entry in ENTRIES.items():
        assert not set("«»") & set(entry["en"]), key
        assert not set("“”") & set(entry["fr"]), key
        assert not re.search(r"[^\s\d][?!;](?:\s|$)", re.sub(r"`[^`]*`", "", entry["fr"])), key


# What the code asks for


@pytest.mark.smoke
def test_every_key_in_the_code_has_words() -> None:
    missing = [f"{at}: {key}" for key, at in literals() if key not in ENTRIES]
    assert missing == []
    assert len(dict(literals())) > 100


@pytest.mark.smoke
def test_every_family_in_the_code_has_words() -> None:
    found = patterns()
    assert len(found) >= 20
    for family, at in found.items():
        wanted = of(family)
        assert any(wanted.fullmatch(key) for key in ENTRIES), f"{at}: {family}"


@pytest.mark.parametrize("family", asked())
def test_every_member_of_a_family_has_words(family: str) -> None:
    assert family in patterns(), "the code no longer asks for this family"
    members = list(asked()[family])
    assert members
    for member in members:
        key = family.replace(".{}.{}", ".{}").replace("{}", member)
        assert key in ENTRIES, key


def test_every_result_has_words() -> None:
    for table in ROLLED:
        for result in results(table):
            assert f"tables.result.{table.name}.{result}" in ENTRIES or f"tables.number.{table.name}" in ENTRIES, (table.name, result)
        for code in table.details:
            assert f"tables.result.{table.name}.{code}" in ENTRIES, (table.name, code)


def test_no_words_for_results_and_columns_that_no_table_has() -> None:
    known = {f"tables.result.{t.name}.{code}" for t in ROLLED for code in results(t)}
    known |= {f"tables.column.{t.name}.{c.label}" for t in ROLLED for c in t.columns}
    known |= {f"tables.number.{t.name}" for t in ROLLED}
    family = re.compile(r"tables\.(result|column|number)\..+")
    assert {key for key in ENTRIES if family.fullmatch(key)} <= known


def test_no_words_for_members_that_no_table_has() -> None:
    for family, members in asked().items():
        if family.startswith("tables.") or family in ("cli.kind.{}", "cli.side.{}"):
            head = family.split("{}")[0]
            assert {key for key in ENTRIES if key.startswith(head)} == {head + member for member in members}, family


def test_figures_are_told_with_the_parts_that_the_table_gives() -> None:
    for table in ROLLED:
        entry = ENTRIES.get(f"tables.number.{table.name}")
        if entry is not None:
            assert fields(entry["en"]) <= {"value", *table.split}, table.name
            assert fields(entry["en"]), table.name


def on_plain_pages() -> Iterator[re.Pattern[str]]:
    """The keys by which plain pages name a game's fields, the codes in them, and the forms of its orders."""
    for name in names():
        orders = "|".join(kind.code for kind in game(name).order_types)  # type: ignore[attr-defined]
        yield re.compile(rf"{name}\.(field\..+|order\.({orders})|({'|'.join(FAMILIES)})\..+)")


def test_every_entry_is_asked_for() -> None:
    named = {key for key, _ in literals()}
    families = [of(family) for family in patterns()] + list(on_plain_pages())
    idle = [key for key in ENTRIES if key not in named and not any(family.fullmatch(key) for family in families)]
    assert [key for key in idle if not key.startswith(tuple(DETAILS))] == []


@pytest.mark.parametrize("head", DETAILS)
def test_the_details_that_results_carry_have_words(head: str) -> None:
    """They wait for the screens that show them."""
    table, detail = DETAILS[head]
    values = [details[detail] for details in Tables.shipped().rolled(table).details.values() if details.get(detail)]
    members = {member for value in values for member in ([value] if isinstance(value, str) else value)}
    assert {key for key in ENTRIES if key.startswith(head)} == {head + member for member in members}


def calls() -> Iterator[tuple[str, str, set[str]]]:
    """Every call with a key in so many letters: where, the key, and the values it gives."""
    for path in SOURCES:
        for node in nodes(path):
            if not isinstance(node, ast.Call) or len(node.args) != 1 or any(k.arg is None for k in node.keywords):
                continue
            if called(node) in ("words", "Refused") or called(node).endswith("Error"):
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in ENTRIES:
                    yield where(path, node), key.value, {str(k.arg) for k in node.keywords} - {"rule"}


def test_every_call_gives_just_the_values_that_its_text_takes() -> None:
    count = 0
    for at, key, values in calls():
        count += 1
        assert values == fields(ENTRIES[key]["en"]) or (not values and not ENTRIES[key]["en"].count("{")), f"{at}: {key}"
    assert count > 60


# Rules


def test_every_rule_that_code_or_tables_name_can_be_read() -> None:
    files = [*SOURCES, *sorted(data_folder("tables").rglob("*.toml"))]
    named = {rule: path.name for path in files for rule in RULE.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 80
    for rule, file in sorted(named.items()):
        if "." in rule:
            assert f"rules.{rule}" in ENTRIES, f"{file}: {rule}"
        else:
            assert f"rules.{rule}" in ENTRIES or any(key.startswith(f"rules.{rule}.") for key in ENTRIES), f"{file}: {rule}"


def test_the_rules_are_told_under_ids_of_the_ledger() -> None:
    assert all(RULE.fullmatch(key.removeprefix("rules.")) for key in chapter("rules") if key.startswith("rules.OPS"))


# The class


def test_words_are_told_in_their_language() -> None:
    assert Words("en")("error.language", name="de") == "there is no language “de”; there are: en, fr"
    assert Words("fr")("error.language", name="de") == "il n’y a pas de langue «\u00a0de\u00a0»\u00a0; il y a\u00a0: en, fr"
    assert Words("fr")("tables.choice.overcast") == "couvert"
    assert Words("en").has("tables.choice.overcast")
    assert not Words("en").has("tables.choice.hail")
    assert not Words("en").has("nowhere.at.all")


@pytest.mark.parametrize("key", ["tables.choice.hail", "nowhere.at.all", "", "error", "error."])
def test_an_unknown_key_is_an_error(key: str) -> None:
    with pytest.raises(KeyError):
        Words("en")(key)


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError, match="'de'"):
        Words("de")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "FR"}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CA.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
    ],
)
def test_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_semicolons_and_figures_are_a_language_s_own() -> None:
    """A semicolon has its no-break space in French, and a figure its comma; no module joins sentences with a bare one."""
    assert (Words("en").separated(("a", "b")), Words("fr").separated(("a", "b"))) == ("a; b", "a\u00a0; b")
    assert (Words("en").figure("2.5"), Words("fr").figure("2.5")) == ("2.5", "2,5")
    root = Path(bob.__file__).parent
    spoken = [path.name for path in sorted(root.rglob("*.py")) if '"; ".join' in path.read_text(encoding="utf-8")]
    assert spoken == []
