"""The whole page of a member, and its regions, which are sent again when they have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from markupsafe import Markup

from bob.core.kit import seat_text
from bob.games import kit
from bob.rooms.book import OBSERVER
from bob.rooms.pages import assets, hand_outs, rooms, terms, umpire
from bob.rooms.pages.markup import Inside, el, joined
from bob.rooms.pages.situation import THEMES, Looks, Situation
from bob.rooms.pages.table_map import windows
from bob.words import LANGUAGES, Words

Region = Callable[[Situation], Markup]

_SEEN: dict[str, Region] = {
    "head": rooms.head,
    "fight": rooms.fight,
    "plots": rooms.plots,
    "seen": rooms.seen,
    "tote": rooms.tote,
    "log": rooms.log,
}
_SIDE: dict[str, Region] = {
    **_SEEN,
    "owed": rooms.owed,
    "latest": rooms.latest,
    "slips": rooms.slips,
    "handed": rooms.handed_in,
    "sheets": hand_outs.received,
    "notes": rooms.notes,
    "people": rooms.people,
    "terms": terms.agreed,
}
_UMPIRE: dict[str, Region] = {
    **_SEEN,
    "owed": rooms.owed,
    "dice": umpire.dice,
    "owing": umpire.to_move,
    "inbox": umpire.slips,
    "reports": umpire.reports,
    "back": umpire.time_machine,
    "slips": umpire.own_orders,
    "later": umpire.waiting_reports,
    "sides": umpire.sides,
    "sheets": hand_outs.received,
    "notes": rooms.notes,
    "people": rooms.people,
    "terms": terms.agreed,
}
_WALL: dict[str, Region] = {**_SEEN, "owed": rooms.owed, "sheets": hand_outs.received}
NAMES = {
    "head": "pages.region.head",
    "fight": "pages.region.fight",
    "seen": "pages.region.seen",
    "tote": "pages.region.tote",
    "log": "pages.region.log",
    "latest": "pages.region.latest",
    "owed": "pages.region.owed",
    "slips": "pages.region.slips",
    "handed": "pages.region.handed",
    "notes": "pages.region.notes",
    "people": "pages.region.people",
    "dice": "pages.region.dice",
    "owing": "pages.region.owing",
    "inbox": "pages.region.inbox",
    "later": "pages.region.later",
    "reports": "pages.region.reports",
    "back": "pages.rewind",
    "sides": "pages.region.sides",
    "sheets": "pages.region.sheets",
    "terms": "pages.region.terms",
}


def _regions(situation: Situation) -> Mapping[str, Region]:
    if situation.looks.big:
        return _WALL
    return _UMPIRE if situation.referee else _SIDE


def fragments(situation: Situation) -> dict[str, str]:
    """The regions of a member's page, by their names."""
    return {name: str(region(situation)) for name, region in _regions(situation).items()}


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """The regions that are no longer as they were."""
    return {name: html for name, html in now.items() if before.get(name) != html}


def digest(found: Mapping[str, str]) -> str:
    """Return the digest that names the content a page already shows."""
    return hashlib.sha256("\x00".join(f"{name}\x01{found[name]}" for name in sorted(found)).encode()).hexdigest()[:20]


def page(situation: Situation) -> str:
    """The whole document."""
    words, found = situation.words, fragments(situation)
    title = words("pages.title", seat=_seat(words, situation.room_seat), room=situation.code)
    wall = situation.looks.big
    main: list[Inside] = [_region(words, name, found) for name in ("owed", "latest", "dice", "owing", "inbox", "fight") if name in found]
    main.append(_table(situation, found["plots"]))
    below = ("tote",) if wall else ("slips", "handed", "seen", "tote", "sides")
    main += [_region(words, name, found) for name in below if name in found]
    aside: list[Inside] = []
    if situation.referee and not wall:
        aside += [
            el("h2", words("pages.umpire_tools")),
            hand_outs.choosing(situation),
            *(_region(words, name, found) for name in ("reports", "later", "back")),
        ]
    if wall:
        aside.append(_region(words, "seen", found))
    aside.append(_region(words, "sheets", found))
    aside.append(_region(words, "log", found, title=True))
    if not wall:
        aside.append(rooms.earlier_texts(situation))
        aside.append(_region(words, "notes", found, title=True))
        aside.append(None if situation.observes else rooms.note_form(situation))
        aside.append(_region(words, "people", found, title=True))
        aside.append(_region(words, "terms", found, title=True))
        if not situation.observes:
            aside.append(
                el("details", el("summary", words("pages.invite_more")), umpire.invitations(situation), class_="slip", id="invite")
            )
    body = [
        el("header", _region(words, "head", found), class_="strip"),
        el("p", words("pages.line_lost"), id="line", role="status", hidden=True, class_="held"),
        el("p", "", id="told", role="status", aria_live="polite", class_="unseen"),
        el("main", main, id="main"),
        el("aside", aside, aria_label=words("pages.beside")),
        _places(situation),
        _hand_out_box(words),
    ]
    looks = situation.looks
    query = f"lang={looks.lang}&theme={looks.theme}&big={int(looks.big)}"
    kind = f"room {'umpire' if situation.referee else situation.seat}{' wall' if wall else ''}"
    stream = f"/room/{situation.code}/stream?{query}"
    data = {"data_stream": stream, "data_seen": digest(found), "data_now": f"{situation.now:.1f}", "data_new": words("pages.new_waits")}
    return document(looks, title, body, kind=kind, foot=_foot(situation), data=data)


def _region(words: Words, name: str, found: Mapping[str, str], *, title: bool = False) -> Markup:
    text = words(NAMES[name])
    polite = {"aria_live": "polite"} if name in ("owed", "dice") else {}
    inside = el("div", Markup(found[name]), id=name, class_="region", data_region=name, **polite)
    return el("section", el("h2", text) if title else None, inside, class_=f"of-{name}", aria_label=None if title else text)


def _hand_out_box(words: Words) -> Markup:
    """Return the box in which the script opens a hand-out over the page; without a script it opens by its link."""
    away = el("button", words("pages.put_away"), type="button", data_do="close", class_="strong")
    out = el("button", words("pages.print"), type="button", data_do="print")
    frame = el("iframe", title=words("pages.region.sheets"))
    return el("dialog", frame, el("p", away, " ", out, class_="buttons"), id="sheet-box", aria_label=words("pages.region.sheets"))


def _table(situation: Situation, plots: str) -> Markup | None:
    """Return the table: the land as a picture, and over it a drawing of the pieces; nearer, farther, and the whole, without a script."""
    if not rooms.is_day(situation.view):
        return None
    words = situation.words
    near, whole = windows(situation.names.theatre)
    ground = el("g", Markup(plots), id="plots", data_region="plots")
    marks = el("svg", ground, viewBox=near.box, role="img", aria_label=words("pages.table"))
    first = el("div", _land(situation, near.fragment), marks, class_="stack first")
    if situation.looks.big:
        return el("section", el("div", first, class_="table"), class_="of-table", aria_label=words("pages.table"))
    zooms = ("near", "close", "whole")
    ways = [el("input", type="radio", name="zoom", id=f"zoom-{zoom}", checked=zoom == "near", class_="unseen") for zoom in zooms]
    labels = el("div", [el("label", words(f"pages.zoom.{zoom}"), for_=f"zoom-{zoom}") for zoom in zooms], class_="zooms")
    again = el("svg", el("use", href="#plots"), viewBox=whole.box, aria_hidden="true")
    second = el("div", _land(situation, whole.fragment), again, class_="stack second")
    view = el("div", first, second, class_="table", tabindex=0, role="region", aria_label=words("pages.table_scrolls"))
    return el("section", ways, labels, view, class_="of-table", aria_label=words("pages.table"))


def _land(situation: Situation, fragment: str) -> Markup:
    looks = situation.looks

    def address(palette: str) -> str:
        return f"/static/{assets.map_name(looks.lang, palette)}{fragment}"

    if looks.theme != "auto":
        return el("img", src=address(looks.theme), alt="")
    sources = [
        el("source", srcset=address("contrast"), media="(prefers-contrast: more)"),
        el("source", srcset=address("night"), media="(prefers-color-scheme: dark)"),
    ]
    return el("picture", sources, el("img", src=address("table"), alt=""))


def _places(situation: Situation) -> Markup | None:
    """The names of places that may be typed for a hex."""
    if not rooms.is_day(situation.view) or situation.looks.big or situation.observes:
        return None
    theatre = situation.names.theatre
    names = sorted(
        {p.name for p in theatre.of_kind("sector_station", "raf_airfield", "town", "port", "luftwaffe_airfield", "landmark") if p.hex}
    )
    return el("datalist", [el("option", value=name) for name in names], id="places")


def _seat(words: Words, seat: str) -> str:
    return words(f"pages.reader.{seat}") if seat == OBSERVER else seat_text(words, seat)


def _foot(situation: Situation) -> Markup:
    words, looks = situation.words, situation.looks
    game = kit(situation.game.name).scenarios(words).get(situation.scenario, situation.scenario)
    who = words("pages.you_are", name=situation.name, seat=_seat(words, situation.room_seat), room=situation.code)
    leave = el("a", words("pages.leave"), href=f"/room/{situation.code}/leave")
    return joined(el("p", who, " ", game), el("p", leave), looks_links(words, looks, wall=True))


def looks_links(words: Words, looks: Looks, *, wall: bool = False) -> Markup:
    """The other languages and colours, and the page for a wall, as links."""
    tongues = [(code, words(f"pages.language.{code}"), f"?lang={code}", code == looks.lang) for code in LANGUAGES]
    colours = [(name, words(f"pages.theme.{name}"), f"?theme={name}", name == looks.theme) for name in THEMES]
    walls = [("big", words("pages.small" if looks.big else "pages.big"), f"?big={int(not looks.big)}", False)] if wall else []
    links = [
        el("a", text, href=href, aria_current="true" if on else None, lang=code if code in LANGUAGES else None)
        for code, text, href, on in (*tongues, *colours, *walls)
    ]
    return el("nav", links, aria_label=words("pages.looks"), class_="looks")


def document(
    looks: Looks, title: str, body: Inside, *, kind: str, foot: Inside = None, data: Mapping[str, str] | None = None, script: bool = True
) -> str:
    """A document with its head."""
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", title),
        el("link", rel="icon", href=assets.icon().address),
        el("link", rel="stylesheet", href=assets.style().address),
        el("script", src=assets.script().address, defer=True) if script else None,
    )
    inside = el(
        "body", el("a", looks.words("pages.skip"), href="#main", class_="skip"), body, el("footer", foot), class_=kind, **(data or {})
    )
    return f"<!DOCTYPE html>\n{el('html', head, inside, lang=looks.lang, data_theme=looks.theme)}\n"
