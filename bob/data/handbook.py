"""The handbook: pages of Markdown in English and French, read unchanged; the desk shows them, `docs/handbook/build.py` prints them.

A page is a file of `docs/handbook/LANGUAGE/`, alike named in both languages; `index.md` links them in their order. Its first line is its
title (`# ...`), its sections begin with `## Heading {#anchor}`, the anchors alike in both languages. Pictures are in
`pictures/LANGUAGE/`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bob.core.errors import BobError
from bob.core.resources import data_folder
from bob.core.text import plain
from bob.words import spaced

FIRST = "index"
"""The page that links all others in their order."""
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
_ANCHOR = re.compile(r"[ \t]*\{#([a-z0-9_-]+)\}[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^(#{1,3}) (.+?)(?: \{#([a-z0-9_-]+)\})?$")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`|\]\([^)]*\))", re.DOTALL)
_MARKS = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\([^)]*\)|[*`|#>]")


@dataclass(frozen=True, slots=True)
class BookSection:
    """A part of a page below a heading; the first has the page's title and no anchor."""

    anchor: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of the handbook, and its sections."""

    name: str
    title: str
    text: str
    sections: tuple[BookSection, ...]

    @property
    def anchors(self) -> tuple[str, ...]:
        """Return the targets of links within the page."""
        return tuple(section.anchor for section in self.sections if section.anchor)

    @property
    def shown(self) -> str:
        """The Markdown without the anchors of its headings."""
        return _ANCHOR.sub("", self.text)


@dataclass(frozen=True, slots=True)
class Found:
    """A section in which something was found, with a line of it."""

    page: BookPage
    section: BookSection
    line: str


@dataclass(frozen=True, slots=True)
class Handbook:
    """All pages of a language, in their order."""

    language: str
    folder: Path
    pages: tuple[BookPage, ...]

    def page(self, name: str) -> BookPage | None:
        """The page of that name."""
        return next((page for page in self.pages if page.name == name), None)

    def search(self, text: str) -> list[Found]:
        """The sections that hold all words of a text, those with them in a heading first; all are found by no text."""
        wanted = plain(text).split()
        found = [
            (not all(word in plain(f"{page.title} {section.heading}") for word in wanted), Found(page, section, _line(section, wanted)))
            for page in self.pages
            for section in page.sections
            if all(word in plain(f"{section.heading} {bare(section.text)}") for word in wanted)
        ]
        return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _line(section: BookSection, wanted: Sequence[str]) -> str:
    """The first line of a section that holds one of the words, else its first."""
    lines = [line.strip() for line in bare(section.text).splitlines() if line.strip()]
    return next((line for line in lines if any(word in plain(line) for word in wanted)), next(iter(lines), ""))


def bare(text: str) -> str:
    """A text without the marks of Markdown and without its pictures."""
    return _MARKS.sub(lambda found: found[1] or "", text)


def parse(name: str, text: str) -> BookPage:
    """A page out of its Markdown. Raises BobError when its first line is no title."""
    sections: list[BookSection] = []
    heading, anchor, lines, fenced = "", "", list[str](), False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        found = None if fenced else _HEADING.match(line)
        if found is None:
            lines.append(line)
            continue
        if heading:
            sections.append(BookSection(anchor, heading, "\n".join(lines)))
        heading, anchor, lines = found[2], found[3] or "", []
    if not text.startswith("# ") or not heading:
        raise BobError("error.handbook_title", name=name)
    sections.append(BookSection(anchor, heading, "\n".join(lines)))
    return BookPage(name, sections[0].heading, text, tuple(sections))


@cache
def handbook(language: str) -> Handbook:
    """The handbook of a language. Raises BobError when it is not there or a page of it is none."""
    folder = data_folder("docs/handbook") / language
    first = _read(folder, FIRST)
    names = dict.fromkeys(link.partition("#")[0].removesuffix(".md") for link in LINK.findall(first.text) if ".md" in link)
    return Handbook(language, folder, (first, *(_read(folder, name) for name in names)))


def _read(folder: Path, name: str) -> BookPage:
    path = folder / f"{name}.md"
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BobError("error.handbook_page", name=str(path)) from error
    return parse(name, typeset_page(text, folder.name))


def typeset_page(text: str, language: str) -> str:
    """Return a page as printed: in French with non-breaking spaces, except in code."""
    if language != "fr":
        return text
    parts = _CODE.split(text)
    return "".join(part if i % 2 else spaced(part) for i, part in enumerate(parts))
