"""A hand-out as a page of its own, to be saved and printed, and the referee's preview of one."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bob.report.html import document as whole
from bob.report.html import styles, table_html
from bob.rooms.hand_outs import HandedPage, HandedPart
from bob.rooms.handing_out import LookedAt
from bob.rooms.pages.assets import letters
from bob.rooms.pages.document import document, looks_links
from bob.rooms.pages.forms import button, hidden
from bob.rooms.pages.hand_outs import reader_text
from bob.rooms.pages.markup import el
from bob.rooms.pages.situation import Looks, Situation
from bob.words import Words

_OWN_STYLE = """
main { padding-top: 1.25rem }
.lines p { margin: 0 0 .3rem; white-space: pre-wrap; overflow-wrap: anywhere }
.note { border: 1px solid var(--line); border-left: 6px solid var(--brass); padding: .7rem 1rem; border-radius: .3rem }
.note h2 { display: none }
@media print { main { padding: 0 } section { break-inside: avoid-page } a { display: none } }
"""
HAND_OUT_SAFE = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of a sheet: it may do nothing, and only our own pages show it within them."""


def hand_out_page(page: HandedPage, words: Words, *, by: str = "") -> str:
    """A hand-out as a page of its own."""
    above = " · ".join(part for part in (words("hand_out.from", name=by) if by else "", page.whose) if part)
    head = "".join(
        (
            "<header>",
            f"<p class='eyebrow'>{escape(above)}</p>" if above else "",
            f"<h1>{escape(page.title)}</h1>",
            f"<p class='result'>{escape(page.moment)}</p>" if page.moment else "",
            "</header>",
        )
    )
    return whole(page.title, words.language, _letters() + styles() + _OWN_STYLE, [head, *map(_part, page.parts)])


def _letters() -> str:
    """The house's own letters."""
    faces = (("regular", "400"), ("semibold", "600 700"))
    return "".join(f'@font-face{{font-family:"Cabin";font-weight:{w};src:url("{letters(face).address}")}}\n' for face, w in faces)


def _part(part: HandedPart) -> str:
    lines = "".join(f"<p>{escape(line)}</p>" for line in part.lines)
    drawing = f"<figure>{part.drawing}</figure>" if part.drawing else ""
    tables = "".join(table_html(table, caption) for caption, table in part.tables)
    kind = " note" if part.code == "note" else ""
    return f'<section class="lines{kind}"><h2>{escape(part.title)}</h2>{drawing}{lines}{tables}</section>'


def look_page(looks: Looks, situation: Situation, key: str, made: Sequence[LookedAt]) -> str:
    """Return the referee's preview of a hand-out, for each reader as that reader will see it; and the button that hands it out."""
    words, room = looks.words, situation.code
    beyond = [one for one in made if one.head.beyond]
    shown = []
    for place, one in enumerate(made):
        who = words("hand_out.for", reader=reader_text(words, situation, one.head.to))
        more = el("p", words("pages.beyond_told"), class_="held") if one.head.beyond else None
        frame = el("iframe", src=f"/room/{room}/look/{key}/{place}", title=who, class_="sheet")
        shown.append(el("section", el("h2", who), more, frame, aria_label=who))
    sure = None
    if beyond:
        box = el("input", type="checkbox", name="beyond", id="beyond", value="1", required=True)
        text = words("pages.beyond_sure", readers=", ".join(reader_text(words, situation, one.head.to) for one in beyond))
        sure = el("p", el("label", box, " ", text, for_="beyond", class_="check"), class_="field")
    form = el(
        "form",
        hidden("look", key),
        sure,
        el(
            "p",
            button(words("pages.hand_it_out"), class_="strong"),
            " ",
            el("a", words("pages.go_back"), href=f"/room/{room}"),
            class_="buttons",
        ),
        method="post",
        action=f"/room/{room}/hand_out",
        class_="fields",
    )
    body = el("main", el("h1", words("pages.look_title")), el("p", words("pages.look_about")), form, shown, id="main")
    return document(looks, words("pages.look_title"), body, kind="plain looking", foot=looks_links(words, looks), script=False)
