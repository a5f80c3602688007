"""Hand-outs on a room's page: the list of those received, and the referee's form to choose the content and the readers of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from bob.core.game import REFEREE
from bob.core.kit import seat_text
from bob.rooms.book import OBSERVER
from bob.rooms.hand_outs import DAY_HAND_OUTS, PLAIN_HAND_OUTS
from bob.rooms.handing_out import OWN
from bob.rooms.pages.forms import button, hidden, labelled, posted, select
from bob.rooms.pages.markup import Inside, el, joined
from bob.rooms.pages.situation import Situation
from bob.rooms.room_base import ALL
from bob.words import Words


def received(situation: Situation) -> Markup:
    """Return the hand-outs that a member has received, the newest first; for the referee those handed out."""
    words, found = situation.words, situation.room.get("hand_outs", ())
    rows = []
    for one in reversed(found):
        title, moment = words.of(one["title"]), words.of(one["moment"])
        link = el("a", title, href=f"/room/{situation.code}/sheet/{one['id']}", target="_blank", data_sheet=one["id"])
        lines: list[Inside] = [link, f" {moment}" if moment else None]
        if situation.referee and not situation.looks.big:
            away = posted(
                situation, "hand_out/take_back", hidden("id", one["id"]), button(words("pages.take_back"), class_="plain"), class_="inline"
            )
            lines += [" – ", words("hand_out.for", reader=reader_text(words, situation, one["to"])), " ", away]
        rows.append(el("li", lines))
    if not rows:
        return Markup()
    return joined(el("h2", words("pages.handed_out" if situation.referee else "pages.hand_outs")), el("ul", rows, class_="slips sheets"))


def reader_text(words: Words, situation: Situation, reader: str) -> str:
    """Return the reader of a hand-out in words."""
    member = next((m for m in situation.room["members"] if m["id"] == reader), None)
    if member is not None:
        return str(member["name"])
    return str(words(f"pages.reader.{reader}")) if reader in (ALL, OBSERVER) else seat_text(words, reader)


# ---- the referee chooses


def choosing(situation: Situation) -> Markup:
    """Return the form to choose the content and the reader of a hand-out; a preview comes before it goes out."""
    words = situation.words
    people = [m for m in situation.room["members"] if m["seat"] != REFEREE]
    readers = [(ALL, words("pages.reader.all"), True), *((seat, seat_text(words, seat), False) for seat in situation.players)]
    readers += [(OBSERVER, words("pages.reader.observer"), False)]
    readers += [(m["id"], words("pages.person_of", name=m["name"], seat=_seat(words, m["seat"])), False) for m in people]
    viewer = [
        (OWN, words("pages.eyes_own"), True),
        *((s, words("hand_out.eyes", seat=seat_text(words, s)), False) for s in situation.players),
    ]
    viewer += [(REFEREE, words("hand_out.truth"), False)]
    kinds = DAY_HAND_OUTS if situation.game.name == "day" else PLAIN_HAND_OUTS
    boxes = []
    for kind in kinds:
        ident = f"sheet-{kind}"
        box = el("input", type="checkbox", name="sheets", id=ident, value=kind, checked=kind == "map")
        boxes.append(el("label", box, " ", words(f"hand_out.kind.{kind}"), for_=ident, class_="check"))
    title = el("input", type="text", name="title", id="sheet-title", maxlength=80, autocomplete="off")
    text = el("textarea", name="text", id="sheet-text", rows=3, maxlength=2000)
    form = el(
        "form",
        labelled(words("pages.to"), "sheet-to", select("to", "sheet-to", readers)),
        el("fieldset", el("legend", words("pages.sheets")), boxes, class_="checks"),
        labelled(words("pages.by_eyes"), "sheet-eyes", select("eyes", "sheet-eyes", viewer)),
        labelled(words("pages.sheet_title"), "sheet-title", title),
        labelled(words("pages.note_on_it"), "sheet-text", text),
        button(words("pages.look_first")),
        el("p", words("pages.look_note"), class_="small"),
        method="get",
        action=f"/room/{situation.code}/hand_out",
        class_="fields",
        id="sheet-form",
    )
    return el("details", el("summary", words("pages.sheet")), form, class_="slip", id="sheet")


def _seat(words: Words, seat: str) -> str:
    return str(words(f"pages.reader.{seat}")) if seat == OBSERVER else seat_text(words, seat)


def chosen(fields: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return the choice in the form as the room takes it."""
    given = dict(fields)
    pages = [value for name, value in fields if name == "sheets"]
    return {**{name: given.get(name, "") for name in ("to", "title", "text")}, "eyes": given.get("eyes") or OWN, "sheets": pages}
