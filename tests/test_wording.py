"""How the words read: one term for one thing, spaces that no line breaks at, raised apostrophes, counts of nothing, one and two, and no
code in what is told of a day. Held over the word files, over what the tables call things, and over a played day."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bob.core.game import Event
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names, count, foes_text
from bob.day.telling.sentences import in_context, sentence
from bob.driver import play_out
from bob.report.merged_events import merge_alike
from bob.words import LANGUAGES, Words, chapter, chapters

ENTRIES = {key: entry for name in chapters() for key, entry in chapter(name).items()}
DAY = "18_august_1940"

NOT_IN_FRENCH = {
    r"escadrons?": "escadrille",
    r"squadrons\b": "escadrilles",
    r"\bsalle de filtrage": "Filter Room",
    r"\bvecteurs?\b": "cap",
    r"\bradars?\b": "RDF",
    r"\bl[ea] RDF\b(?<=le RDF)|\bdu RDF\b|\bau RDF\b": "la RDF",
    r"\btournoyant": "combat (aux cartes)",
    r"\bbassins?\b": "docks",
    r"\bniveau de riposte|\btableau d’alerte": "Niveau de Réaction, tableau d’affichage",
    r"\bfree hunt|\bbalay": "Freie Jagd, chasse libre",
    r"\brevendications?\b": "victoires revendiquées",
    r"\bVP\b|\bMP\b": "PV, PM",
    r"\bhors de contrôle": "non commandée",
    r"(?<!porte-)\bavions?\b": "appareil",
    r"\bce siège": "poste",
    r"\d(?:er|e) Groupes?\b": "Groupe 11",
    r"\b\d+-\d+ Angels\b|\{angels\} Angels": "Angels 20",
}
"""What French does not say, and what it says."""
NOT_IN_ENGLISH = {
    r"\bout of control\b": "not controlled",
    r"\bradars?\b": "RDF",
    r"\bfree hunt": "Freie Jagd",
    r"\bplanes\b": "aircraft",
    r"\bshaken\b": "disrupted",
    r"\{angels\} Angels": "Angels 20",
    r"\d+-\d+ Angels\b": "Angels 20",
}
ELSEWHERE = re.compile(
    r"air_war\.class\.recon|flight\.kind\.recon|desk\.glossary\.text\.rdf|(?:desk_)?skies\..*radar.*|desk_skies\.lesson\..*|skies\..*|sky_pieces\..*"
    r"|play\.fight\.says\..*|play\.usage\..*"
)
"""Games with cards of their own names, aircraft that are flown nowhere else, and the words that commands are typed by."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language: of the word files, and of what the tables and maps call things."""
    for key, entry in ENTRIES.items():
        if not ELSEWHERE.fullmatch(key) and not key.endswith(".examples"):
            yield key, re.sub(r"`[^`]*`|--\w+|pip install '[^']*'", "", entry[language])
    words = Words(language)
    for name in ("tables", "maps"):
        for path in sorted(data_folder(name).rglob("*.toml")):
            if not {"skies", "hexes", "carriers", "low_raid"} & set(path.parts):
                for values in _named(tomllib.loads(path.read_text(encoding="utf-8"))):
                    yield path.name, words.of(values)


def _named(node: Any) -> Iterator[dict[str, str]]:
    """Everything that a file calls by a name in both languages."""
    if isinstance(node, dict):
        if set(node) == set(LANGUAGES) and all(isinstance(text, str) for text in node.values()):
            yield node
        else:
            for value in node.values():
                yield from _named(value)
    elif isinstance(node, list):
        for value in node:
            yield from _named(value)


@pytest.mark.parametrize(("language", "barred"), [("fr", NOT_IN_FRENCH), ("en", NOT_IN_ENGLISH)])
def test_a_thing_has_one_term(language: str, barred: dict[str, str]) -> None:
    patterns = {re.compile(pattern, re.IGNORECASE if pattern.islower() else 0): better for pattern, better in barred.items()}
    found = [
        (key, match[0], better)
        for key, text in texts(language)
        for p, better in patterns.items()
        if (match := p.search(re.sub(r"\{(?!angels)[^}]*\}", "{}", text)))
    ]
    assert found == []


def test_no_line_of_french_begins_with_a_mark() -> None:
    loose = re.compile(r" [:;?!»%]|« |\d \d{3}\b")
    assert [(key, text) for key, text in texts("fr") if loose.search(text)] == []
    tight = re.compile(r"\w[?!;»]|«\w|\w:(?= )")
    assert [(key, text) for key, text in texts("fr") if tight.search(re.sub(r"\{[^}]*\}", "", text)) and not key.startswith("cli.")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_raised_and_dots_close_up(language: str) -> None:
    assert [(key, text) for key, text in texts(language) if re.search(r"\w'|'\w", text) and not key.startswith("cli.")] == []
    assert [(key, text) for key, text in texts(language) if " …" in text or re.search(r"\w\(s\)", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_counts_of_nothing_one_and_two_agree(language: str) -> None:
    words = Words(language)
    values = {what: [count(words, what, n) for n in range(3)] for what in ("ship", "aircraft", "level", "wait", "formed", "shot", "late")}
    if language == "en":
        assert values["ship"] == ["0 ships", "1 ship", "2 ships"]
        assert values["level"] == ["0 levels", "1 level", "2 levels"]
        assert values["wait"] == ["at once", "in 1 turn", "in 2 turns"]
    else:
        assert values["ship"] == ["0 navire", "1 navire", "2 navires"]
        assert values["aircraft"] == ["aucun appareil", "1 appareil", "2 appareils"]
        assert values["level"] == ["0 niveau", "1 niveau", "2 niveaux"]


# A played day


LOOSE = re.compile(
    r"[a-z]_[a-z]|\{|\}|None|\bTrue\b|'|\.\.| ,| \.|  "
    r"|(?<!/)(?<!KG )(?<!JG )(?<!StG )\b1 (?:levels|turns|ships|VP|points|squadrons|appareils|niveaux|tours|navires)\b"
)
"""What no line of a log has: a code, a value of the program, marks that stand loose, one of many."""


@cache
def played() -> Match[Any]:
    match: Match[Any] = Match.new(OperationalDay(), DAY, "1940")
    play_out(match, {RAF: "park", LUFTWAFFE: "kesselring"}, looked_back=False)
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_of_a_day_has_no_code_and_no_loose_mark(language: str) -> None:
    match, words = played(), Words(language)
    game = match.game
    assert isinstance(game, OperationalDay)
    for seat in (RAF, LUFTWAFFE, "referee"):
        names = Names(game.world.theatre)
        names.learn(match.view(seat))
        lines = [sentence(words, event, names) for _, event in merge_alike(words, in_context(match.log(seat)))]
        assert len(lines) > 150
        for line in lines:
            assert not LOOSE.search(line), line
            assert line[0].isupper() or line[0].isdigit() or line.startswith(("I", "V")), line
            if language == "fr":
                assert not re.search(r" [:;?!»%]|« ", line), line
                assert not re.search(r"\b(?:Dover|Ostend|headwind)\b", line), line


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_squadrons_is_no_subject_of_a_verb(language: str) -> None:
    """What is said of several at once is said by nouns: it fits one as it fits many."""
    match, words = played(), Words(language)
    game = match.game
    assert isinstance(game, OperationalDay)
    verbs = {
        "en": r"\b(?:and|,) \d+\w* (?:is|are|has|have|breaks?|answers?|makes?|keeps?|does)\b|Squadron (?:are|have)\b",
        "fr": r"\bet \d+\w*,? (?:est|sont|a|ont|rompt|rentre|rentrent|répond|peut|décollent|Prête)\b|Squadron (?:restent|décollent)\b",
    }[language]
    several = 0
    for seat in (RAF, "referee"):
        for _, event in merge_alike(words, in_context(match.log(seat))):
            line = sentence(words, event, Names(game.world.theatre))
            several += len(re.findall(r"\d+ (?:and|et) \d+", line))
            assert not re.search(verbs, line), line
    assert several > 20


def test_bombs_fall_on_what_they_hit_and_squadrons_are_told_by_number(names_of: tuple[Names, Words]) -> None:
    names, _ = names_of
    astray = Event("bombed", {"hex": names.theatre.find("Kenley").near.label, "target": None})
    assert "on Kenley" in sentence(Words("en"), astray, names)
    assert "sur Kenley" in sentence(Words("fr"), astray, names)
    given = [(n, Event("broke_off", {"unit": f"{number} Squadron"})) for n, number in enumerate((266, 54, 1))]
    assert [event.data["unit"] for _, event in merge_alike(Words("en"), given)] == ["1, 54 and 266"]


def test_foes_are_counted_as_one_would_say_them() -> None:
    english, french = Words("en"), Words("fr")
    assert foes_text(english, 12, "Spitfire I", 16).startswith("12 Spitfires at")
    assert foes_text(english, 1, "Spitfire I", 16).startswith("1 Spitfire I at")
    assert foes_text(english, 27, "Me 109", 22).startswith("27 Me 109 at")
    assert foes_text(french, 12, "Spitfire I", 16).startswith("12 Spitfire I à")


def test_raids_of_one_title_are_told_apart(names_of: tuple[Names, Words]) -> None:
    names, words = names_of
    lines = [names.raid(words, code) for code in names.titles]
    assert len(set(lines)) == len(lines) > 5
    assert not any("_" in name for name in lines)


@pytest.fixture
def names_of() -> tuple[Names, Words]:
    match: Match[Any] = Match.new(OperationalDay(), "15_september_1940", 1)
    game = match.game
    assert isinstance(game, OperationalDay)
    names = Names(game.world.theatre)
    names.learn(match.view(LUFTWAFFE))
    assert len(names.titles) == sum(bool(raid.title) for raid in match.view(LUFTWAFFE).raids)
    return names, Words("en")


# What chance brings


def chance(*codes: str) -> list[tuple[int, Event]]:
    """Random events, and what follows some of them, as the RAF's log has them."""
    return [
        (n, Event(code, {"unit": "54 Squadron"}) if code in ("emergency", "patrol_attack") else Event("random_event", {"event": code}))
        for n, code in enumerate(codes)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_random_event_is_a_line_of_plain_words(language: str, names_of: tuple[Names, Words]) -> None:
    words = Words(language)
    table = tomllib.loads((data_folder("tables") / "operations" / "random_event.toml").read_text(encoding="utf-8"))
    codes = sorted({str(cell) for cell in re.findall(r"[a-z]+_[a-z]+|nothing|turnaround", str(table)) if words.has(f"log.chance.{cell}")})
    assert len(codes) == 11
    for code in codes:
        for _, event in in_context(chance(code, code)):
            line = sentence(words, event, names_of[0])
            assert line.endswith(".") and 12 < len(line) < 130, line
            assert not re.search(r"\d?d6|_|\bpicks\b", line), line


def test_a_random_event_tells_what_came_of_it(names_of: tuple[Names, Words]) -> None:
    names, words = names_of

    def lines(*codes: str) -> list[str]:
        return [sentence(words, event, names) for _, event in in_context(chance(*codes)) if event.code == "random_event"]

    came, nobody = lines("emergency_scramble", "emergency"), lines("emergency_scramble", "nothing")
    assert came[0] != nobody[0] and "none" in nobody[0]
    assert lines("impromptu_detachment")[0].endswith("finds none.")
    first, second, third = lines("clear_radio", "clear_radio", "clear_radio")
    assert first == third != second and "farther" in first and "less" in second
    assert lines("clear_radio", "good_conditions")[1] != lines("clear_radio", "clear_radio")[1]


def test_the_words_of_the_tables_are_kept_as_written_and_printed_as_they_should() -> None:
    assert Words("fr").of({"fr": "L'île : « oui »", "en": "x"}) == "L’île\u00a0: «\u00a0oui\u00a0»"
    assert Words("en").of({"en": "Don't"}) == "Don’t"
    assert Words("en").of({}, "usual") == "usual"
    assert Words("fr").label("Kenley", 3) == "Kenley\u00a0: 3"
    assert Words("en").label("Kenley", 3) == "Kenley: 3"
