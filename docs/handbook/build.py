"""Builds the handbook: `python docs/handbook/build.py [--out FOLDER] [--no-pdf]`; build/handbook by default.

FOLDER/LANGUAGE/*.html are its pages for a browser, without a network; FOLDER/handbook-LANGUAGE.pdf is the book to print. It needs
`pip install '.[docs]'`; without WeasyPrint and the Pango that it draws with, `--no-pdf` makes the pages alone.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bob import __version__
from bob.core.text import plain
from bob.data.handbook import FIRST, BookPage, Handbook, bare, handbook
from bob.words import LANGUAGES, Words

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FONTS = ROOT / "bob" / "fonts"
_ID = re.compile(r"\s*\{#([a-z0-9_-]+)\}\s*$")
KEYS = {
    "book": "desk.help.handbook",
    "title": "desk.window.title",
    "contents": "desk.help.contents",
    "search": "desk.help.search",
    "none": "desk.palette.none",
}


def told(language: str) -> dict[str, str]:
    """What stands on the pages beside the handbook's own text."""
    return {name: Words(language)(key) for name, key in KEYS.items()}


def rendered(page: BookPage, link: Callable[[str, str], str], ids: str = "") -> str:
    """A page as HTML. `link` says where a page and its anchor lie; `ids` stands before every anchor."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(page.text)
    for i, token in enumerate(tokens):
        if token.type == "heading_open":
            _name(token, tokens[i + 1], ids)
        elif token.type == "inline":
            for child in token.children or ():
                _lead(child, page.name, link)
            if len(token.children or ()) == 1 and token.children[0].type == "image":
                tokens[i - 1].attrSet("class", "picture")
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _name(heading: Token, inline: Token, ids: str) -> None:
    """Give a heading the anchor that is written behind it."""
    last = (inline.children or [Token("text", "", 0)])[-1]
    found = _ID.search(last.content)
    if found is not None:
        heading.attrSet("id", f"{ids}{found[1]}")
        last.content = last.content[: found.start()]


def _lead(token: Token, page: str, link: Callable[[str, str], str]) -> None:
    """Let a link lead to a page as it is built."""
    href = str(token.attrGet("href") or "") if token.type == "link_open" else ""
    if href and "://" not in href:
        name, _, anchor = href.partition("#")
        token.attrSet("href", link(name.removesuffix(".md") or page, anchor))


# ---- for a browser


def site(book: Handbook, out: Path) -> None:
    """Every page as a file, with contents and a search beside it."""
    folder = out / book.language
    folder.mkdir(parents=True, exist_ok=True)
    words = told(book.language)
    found = [
        [page.name, page.title, section.anchor, section.heading, plain(f"{section.heading} {bare(section.text)}")]
        for page in book.pages
        for section in page.sections
    ]
    (folder / "search.js").write_text(
        f"const SECTIONS={json.dumps(found, ensure_ascii=False)};\n{(HERE / 'search.js').read_text('utf-8')}", "utf-8"
    )
    for page in book.pages:
        other = next(language for language in LANGUAGES if language != book.language)
        marks = {True: ' class="here"', False: ""}
        contents = "".join(f'<li><a href="{p.name}.html"{marks[p is page]}>{html.escape(p.title)}</a></li>' for p in book.pages)
        (folder / f"{page.name}.html").write_text(
            f'<!doctype html>\n<html lang="{book.language}"><head><meta charset="utf-8"><title>{html.escape(page.title)} · bob-1940</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="../book.css"></head><body>'
            f'<nav><p class="book"><a href="{FIRST}.html">bob-1940</a></p><input id="search" type="search" placeholder="{words["search"]}" '
            f'aria-label="{words["search"]}" data-none="{words["none"]}"><ul id="found" hidden></ul><ul id="contents">{contents}</ul>'
            f'<p><a href="../{other}/{page.name}.html" lang="{other}" hreflang="{other}">{told(other)["book"]}</a></p></nav>'
            f"<main>{rendered(page, lambda name, anchor: f'{name}.html' + (f'#{anchor}' if anchor else ''))}</main>"
            '<script src="search.js"></script></body></html>\n',
            "utf-8",
        )


# ---- to print


def whole(book: Handbook) -> str:
    """All pages as one, with a title and contents."""
    words = told(book.language)

    def link(name: str, anchor: str) -> str:
        return f"#{name}--{anchor}" if anchor else f"#{name}"

    contents = "".join(f'<li><a href="#{page.name}">{html.escape(page.title)}</a></li>' for page in book.pages[1:])
    pages = "".join(f'<article id="{page.name}">{rendered(page, link, f"{page.name}--")}</article>' for page in book.pages)
    cover = f'<p class="roundel"></p><h1>{words["title"]}</h1><p>{words["book"]}</p><p class="version">bob-1940 {__version__}</p>'
    head = f'<meta charset="utf-8"><title>{words["title"]} · {words["book"]}</title>'
    return (
        f'<!doctype html><html lang="{book.language}"><head>{head}</head><body><section class="cover">{cover}</section>'
        f'<section class="contents"><h1>{words["contents"]}</h1><ol>{contents}</ol></section>{pages}</body></html>'
    )


def printed(book: Handbook, out: Path) -> Path:
    """The book as a PDF. Raises ImportError or OSError where WeasyPrint or its Pango is not there."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    path = out / f"handbook-{book.language}.pdf"
    sheets = [CSS(filename=str(css), font_config=fonts) for css in (out / "book.css", HERE / "print.css")]
    HTML(string=whole(book), base_url=f"{book.folder}/").write_pdf(str(path), stylesheets=sheets, font_config=fonts, optimize_images=True)
    return path


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "handbook")
    parser.add_argument("--no-pdf", action="store_true")
    args = parser.parse_args(arguments)
    args.out.mkdir(parents=True, exist_ok=True)
    shutil.copytree(HERE / "pictures", args.out / "pictures", dirs_exist_ok=True)
    shutil.copytree(FONTS, args.out / "fonts", dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copyfile(HERE / "book.css", args.out / "book.css")
    for language in LANGUAGES:
        book = handbook(language)
        site(book, args.out)
        print(args.out / language / f"{FIRST}.html")
        if not args.no_pdf:
            print(printed(book, args.out))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
