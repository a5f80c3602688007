"""The handbook: neither language lacks what the other has, no link is dead, every command, label and key in it is the program's."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shlex
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from bob.cli import COMMANDS, Parser
from bob.core.errors import BobError
from bob.data.handbook import FIRST, LINK, PICTURE, BookPage, Handbook, bare, handbook, parse, typeset_page
from bob.words import LANGUAGES, Words, chapter, chapters

FOLDER = Path(__file__).parents[2] / "docs" / "handbook"
MOST_BYTES = 8_000_000
"""Of all pictures together."""
BOOKS = {language: handbook(language) for language in LANGUAGES}
PAGES = [pytest.param(book, page, id=f"{book.language}-{page.name}") for book in BOOKS.values() for page in book.pages]
ENGLISH = BOOKS["en"]


# ---- reading


def test_a_page_is_its_title_and_sections() -> None:
    text = "# Title\n\nFirst.\n\n## One {#one}\n\n```sh\n## no heading\n```\n\n## Two {#two}\n\n![a picture](x.png) *word* `code`\n"
    page = parse("x", text)
    assert (page.title, page.anchors) == ("Title", ("one", "two"))
    assert [section.heading for section in page.sections] == ["Title", "One", "Two"]
    assert "{#" not in page.shown and bare(page.sections[2].text).strip() == "word code"


@pytest.mark.parametrize("text", ["", "text\n# Title\n", "## Section {#x}\n"])
def test_a_page_without_a_title_is_none(text: str) -> None:
    with pytest.raises(BobError) as error:
        parse("x", text)
    assert error.value.key == "error.handbook_title" and "x" in error.value.describe(Words("en"))


def test_french_has_its_spaces_but_not_in_code() -> None:
    text = typeset_page("Ceci : `a : b` et cela ; 4 000 [x](a.md)\n```sh\nbob : x\n```\n", "fr")
    assert text == "Ceci\u00a0: `a : b` et cela\u00a0; 4\u00a0000 [x](a.md)\n```sh\nbob : x\n```\n"
    assert typeset_page("a : b", "en") == "a : b"


def test_a_search_finds_sections_by_all_words_headings_first() -> None:
    found = ENGLISH.search("alert ladder")
    assert (found[0].page.name, found[0].section.anchor) == ("controller", "ladder")
    assert all("ladder" in f"{one.section.heading} {one.section.text}".casefold() for one in found) and found[0].line
    assert ENGLISH.search("zeppelins over Paris") == []
    assert BOOKS["fr"].search("ÉCHELLE d'alerte")[0].section.anchor == "ladder"


# ---- both languages


def test_both_languages_have_the_same_pages_in_the_same_order_and_every_page_is_linked() -> None:
    names = [page.name for page in ENGLISH.pages]
    assert names[0] == FIRST and len(names) > 20
    for language, book in BOOKS.items():
        assert [page.name for page in book.pages] == names
        assert {path.stem for path in (FOLDER / language).iterdir()} == set(names)


@pytest.mark.parametrize("name", [page.name for page in ENGLISH.pages])
def test_both_languages_have_the_same_headings_pictures_links_tables_and_code(name: str) -> None:
    def shape(book: Handbook) -> list[object]:
        page = book.page(name)
        assert page is not None
        pictures = [path.replace(f"/{book.language}/", "/") for path in PICTURE.findall(page.text)]
        code = re.findall(r"^```(\w*)$", page.text, re.MULTILINE)
        rows = [line.count("|") for line in page.text.splitlines() if line.startswith("|")]
        if name == "glossary":
            return [page.anchors, pictures, code, len(rows)]
        return [page.anchors, pictures, sorted(LINK.findall(page.text)), code, rows]

    english, *others = [shape(book) for book in BOOKS.values()]
    assert all(other == english for other in others)
    found = ENGLISH.page(name)
    assert found is not None and len(set(found.anchors)) == len(found.anchors)
    assert len(found.sections) == len(found.anchors) + 1, "a heading has no anchor"


# ---- nothing is dead


@pytest.mark.parametrize(("book", "page"), PAGES)
def test_no_link_is_dead(book: Handbook, page: BookPage) -> None:
    for link in LINK.findall(page.text):
        name, _, anchor = link.partition("#")
        goal = book.page(name.removesuffix(".md")) if name else page
        assert goal is not None, link
        assert not anchor or anchor in goal.anchors, link
    for picture in PICTURE.findall(page.text):
        assert picture.startswith(f"../pictures/{book.language}/")
        assert (book.folder / picture).resolve().is_file(), picture


def test_every_picture_is_shown_and_all_are_small() -> None:
    shown = {(book.folder / path).resolve() for book in BOOKS.values() for page in book.pages for path in PICTURE.findall(page.text)}
    there = {path.resolve() for path in (FOLDER / "pictures").rglob("*.png")}
    assert there - shown == set()
    assert sum(path.stat().st_size for path in there) < MOST_BYTES


# ---- what it says of the program


def commands(page: BookPage) -> list[str]:
    """The commands of a page: in its blocks, and as code in a line, where one may also be named alone."""
    blocks = [line for block in re.findall(r"```sh\n(.*?)```", page.text, re.DOTALL) for line in block.splitlines()]
    return [line for line in [*blocks, *re.findall(r"`(bob [^`\n]+)`", page.text)] if line.startswith("bob ")]


@pytest.mark.parametrize(("book", "page"), [param for param in PAGES if commands(param.values[1])])
def test_every_command_parses(book: Handbook, page: BookPage) -> None:
    words = Words(book.language)
    for line in commands(page):
        _, command, *rest = shlex.split(line, comments=True)
        assert command in COMMANDS, line
        if not rest and line not in page.text.splitlines():
            continue  # it is only named
        module = importlib.import_module(f"bob.cli.commands.{command}")
        parser = Parser(words, command)
        module.arguments(parser, words)
        assert parser.parse_args(rest), line


@cache
def said(language: str) -> str:
    """All that the program says in a language, as it is read."""
    texts = (entry[language] for name in chapters() for entry in chapter(name).values())
    return "\n".join(_plain(text) for text in texts)


def _plain(text: str) -> str:
    return re.sub(r"[&…]", "", text).replace("\u00a0", " ").casefold()


@pytest.mark.parametrize(("book", "page"), PAGES)
def test_what_stands_in_italics_the_program_says(book: Handbook, page: BookPage) -> None:
    """Italics are for what one reads on the screen: who renames a button finds the pages that speak of it."""
    prose = re.sub(r"```.*?```|\*\*[^*\n]+\*\*", "", page.text, flags=re.DOTALL)
    known = said(book.language) + "\n" + _plain("\n".join(TITLES[book.language]))
    assert [text for text in re.findall(r"(?<!\*)\*([^*\n]+)\*", prose) if _plain(text) not in known] == []


TITLES = {"en": ("One raid",), "fr": ("Un seul raid",)}
"""What the data call the day that the first pages speak of."""


def test_the_data_call_the_first_day_so() -> None:
    from bob.day.scenarios.scenario import scenarios

    assert all(TITLES[language] == (scenarios()["one_raid"].title[language],) for language in LANGUAGES)


# ---- as it is built


def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_handbook", FOLDER / "build.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_pages_link_to_what_is_there(tmp_path: Path, language: str) -> None:
    book = BOOKS[language]
    builder().site(book, tmp_path)
    built = {path.stem: path.read_text("utf-8") for path in (tmp_path / language).glob("*.html")}
    assert set(built) == {page.name for page in book.pages}
    for name, text in built.items():
        assert text.startswith("<!doctype html>") and "{#" not in text and "](" not in text
        main = text.partition("<main>")[2]
        for href in re.findall(r'href="([^"]+)"', main):
            goal, _, anchor = href.partition("#")
            assert not anchor or f'id="{anchor}"' in built[goal.removesuffix(".html") or name], (name, href)
        assert all((FOLDER / language / src).resolve().is_file() for src in re.findall(r'src="(\.\./[^"]+)"', main))
    assert "SECTIONS=" in (tmp_path / language / "search.js").read_text("utf-8")


def test_the_book_has_every_page_once_and_its_links_lead_within_it() -> None:
    for book in BOOKS.values():
        text = builder().whole(book)
        ids = re.findall(r'id="([^"]+)"', text)
        assert len(ids) == len(set(ids)) and {page.name for page in book.pages} <= set(ids)
        assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
