"""The terms of a room, on its page: all members read them, the referee or the keeper sets them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from markupsafe import Markup

from bob.core.codec import decode
from bob.core.errors import UsageError
from bob.core.kit import seat_text
from bob.games import kit
from bob.rooms.book import ClockKind, Terms
from bob.rooms.pages.forms import button, labelled, posted, select
from bob.rooms.pages.markup import el, joined
from bob.rooms.pages.situation import Situation
from bob.rooms.terms_wording import officer_text, terms_text


def agreed(situation: Situation) -> Markup:
    """Return the present terms; with a form for the member with the right to set them."""
    terms: Terms = decode(Terms, dict(situation.room["terms"]))
    rows = [el("li", text) for text in terms_text(situation.words, terms, referee=situation.has_referee)]
    text = el("ul", rows, class_="slips")
    return joined(text, _form(situation, terms) if situation.room.get("may_agree") and not situation.looks.big else None)


def _form(situation: Situation, terms: Terms) -> Markup:
    words = situation.words
    yes, no = words("plain.yes"), words("plain.no")
    parts = []
    if situation.has_referee:
        slips = [("0", no, not terms.slips), ("1", yes, terms.slips)]
        parts.append(labelled(words("pages.terms.slips"), "terms-slips", select("slips", "terms-slips", slips)))
    clocks = [(kind, words(f"pages.terms.clock_{kind}"), kind == terms.clock) for kind in get_args(ClockKind)]
    parts.append(labelled(words("pages.terms.clock"), "terms-clock", select("clock", "terms-clock", clocks)))
    parts.append(_number(words("pages.terms.minutes"), "minutes", _minutes(terms.seconds)))
    for seat in situation.players:
        known = kit(situation.game.name).players(seat)
        options = [("", words("pages.terms.nobody"), not terms.deputies.get(seat))]
        options += [(name, officer_text(words, name), name == terms.deputies.get(seat)) for name in known]
        label = words("pages.terms.deputy", seat=seat_text(words, seat))
        parts.append(labelled(label, f"terms-{seat}", select(f"deputy.{seat}", f"terms-{seat}", options)))
    parts.append(_number(words("pages.terms.away"), "away", _minutes(terms.away)))
    parts.append(_number(words("pages.terms.delay"), "delay", str(terms.delay)))
    if situation.has_referee:
        hands = [(hand, words(f"pages.terms.dice_{hand}"), hand == terms.dice) for hand in ("program", "referee")]
        parts.append(labelled(words("pages.terms.dice"), "terms-dice", select("dice", "terms-dice", hands)))
    parts += [button(words("pages.terms.set")), el("p", words("pages.terms.note"), class_="small")]
    form = posted(situation, "terms", parts, class_="fields")
    return el("details", el("summary", words("pages.terms.change")), form, class_="slip", id="terms-change")


def _number(label: str, name: str, value: str) -> Markup:
    said = el("input", type="text", name=name, id=f"terms-{name}", value=value, inputmode="decimal", autocomplete="off", maxlength=8)
    return labelled(label, f"terms-{name}", said)


def _minutes(seconds: int) -> str:
    """Seconds as minutes and seconds: 1:30."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def terms_said(fields: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the terms in the form as the room takes them. Raises UsageError."""
    given = dict(fields)
    deputies = {name.removeprefix("deputy."): value for name, value in fields if name.startswith("deputy.") and value}
    said: dict[str, Any] = {"slips": given.get("slips") == "1", "clock": given.get("clock", "none"), "deputies": deputies}
    said |= {"seconds": _seconds(given.get("minutes", "0")), "away": _seconds(given.get("away", "2"))}
    delay = given.get("delay", "0").strip()
    if not delay.isascii() or not delay.isdecimal() or len(delay) > 6:
        raise UsageError("pages.bad_number", text=delay[:20])
    return {"terms": said | {"delay": int(delay), "dice": given.get("dice") or None}}


def _seconds(text: str) -> int:
    """Minutes, or minutes and seconds, in seconds. Raises UsageError."""
    minutes, _, seconds = text.strip().partition(":")
    parts = [part.strip() or "0" for part in (minutes, seconds)]
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise UsageError("pages.terms.no_time", text=text[:20])
    return int(parts[0]) * 60 + int(parts[1])
