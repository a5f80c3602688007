"""The umpire's page: the seats that owe a decision and for how long, the slips beside the truth, and all controls of the evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from markupsafe import Markup

from bob.core.kit import seat_text
from bob.core.text import capital
from bob.day.state.orders import Correct, InName, Note, NoteSender
from bob.day.state.view import RefereeView
from bob.rooms.book import OBSERVER
from bob.rooms.pages import day_slips
from bob.rooms.pages.forms import (
    button,
    changed_fields,
    described_forms,
    hidden,
    labelled,
    listed_form,
    ordering,
    posted,
    ranges_of,
    select,
    slip,
)
from bob.rooms.pages.markup import Inside, el, joined
from bob.rooms.pages.rooms import boards_of
from bob.rooms.pages.situation import Situation
from bob.rooms.pages.telling import order_words
from bob.rooms.terms_wording import turn_text


def to_move(situation: Situation) -> Markup:
    """Return an overview of all sides: the members present, the decision owed and since when, and the sides that have closed."""
    words, room = situation.words, situation.room
    since = room.get("owing", {})
    rows = []
    for seat in situation.players:
        there = [m["name"] for m in room["members"] if m["seat"] == seat and m["present"]]
        waits = since.get(seat)
        account: Inside = words("pages.owes_nothing")
        if waits is not None:
            account = joined(words("pages.owes"), " ", el("time", _elapsed_text(situation, waits), data_since=waits, class_="clock"))
        cells = [el("th", seat_text(words, seat), scope="row"), el("td", account, class_="owes" if waits is not None else None)]
        rows.append(el("tr", cells, el("td", ", ".join(there) or words("pages.nobody_there"))))
    heads = [el("th", words(f"pages.column.{name}"), scope="col") for name in ("side", "owes", "there")]
    table = el("table", el("caption", words("pages.glance")), el("thead", el("tr", heads)), el("tbody", rows))
    held = bool(room.get("held"))
    saying, button_text = ("go_on", words("pages.go_on")) if held else ("hold", words("pages.hold"))
    switch = (
        posted(situation, saying, button(button_text, class_="strong" if held else None), class_="inline")
        if situation.over is None
        else None
    )
    return joined(table, el("p", words("pages.held"), class_="held", role="status") if held else None, switch)


def _elapsed_text(situation: Situation, since: float) -> str:
    """Return the time elapsed when the page is made; a script keeps it going."""
    if not situation.now:
        return "–"
    seconds = max(0, round(situation.now - since))
    return f"{seconds // 60}:{seconds % 60:02d}"


def dice(situation: Situation) -> Markup:
    """The dice that the game waits for."""
    asked = situation.dice
    if asked is None:
        return Markup()
    words = situation.words
    purpose = str(asked["purpose"])
    keys = (purpose, f"play.dice.{purpose}", f"tables.title.{purpose}")
    text = next((words(key) for key in keys if words.has(key)), purpose.replace("_", " "))
    said = el("input", type="text", name="faces", id="dice-faces", inputmode="numeric", autocomplete="off", maxlength=400)
    label = words("pages.dice_ask", count=asked["count"], sides=asked["sides"], purpose=text)
    form = posted(
        situation,
        "dice",
        hidden("id", asked["id"]),
        labelled(label, "dice-faces", said),
        button(words("pages.throw")),
        el("p", words("pages.dice_blank"), class_="small"),
        class_="fields",
    )
    return el("div", form, class_="asked", role="group", aria_label=words("pages.dice"))


def slips(situation: Situation) -> Markup:
    """The slips that wait, each to be passed on, changed or turned down; those that were answered below."""
    words = situation.words
    found = situation.room.get("slips", ())
    waiting = [slip for slip in found if slip["state"] == "waiting"]
    done = [slip for slip in reversed(found) if slip["state"] != "waiting"][:10]
    parts: list[Inside] = [_slip(situation, slip) for slip in waiting]
    if not waiting:
        parts.append(el("p", words("pages.no_slips"), class_="small"))
    if done:
        teller = order_words(situation)
        rows = [el("li", _describe(situation, s), el("p", el("b", teller.became(s)), class_="became")) for s in done]
        parts.append(el("details", el("summary", words("pages.answered")), el("ul", rows, class_="slips"), id="slips-answered"))
    return joined(parts)


def _describe(situation: Situation, slip: Mapping[str, Any]) -> str:
    words = situation.words
    text = order_words(situation).slip(slip)
    return words.label(f"{slip['name']} ({seat_text(words, slip['seat'])})", text)


def _slip(situation: Situation, slip: Mapping[str, Any]) -> Markup:
    words, number = situation.words, slip["number"]
    at = f"slip-{number}"
    markup = el("p", _describe(situation, slip), class_="text")
    answer = el("input", type="text", name="text", id=f"{at}-text", maxlength=2000, autocomplete="off")
    reply = labelled(words("pages.reply"), f"{at}-text", answer)
    down = button(words("pages.turn_down"), name="verdict", value="down", class_="plain")
    if slip["order"] is None:
        form = posted(
            situation,
            "slip/answer",
            hidden("slip", number),
            reply,
            button(words("pages.answer"), name="verdict", value="down"),
            class_="fields",
        )
        return el("article", markup, form, class_="in", aria_label=words("pages.slip_number", number=number))
    described = situation.offered(slip["seat"]).described if situation.offered is not None else ()
    ranges = ranges_of(described, str(slip["order"].get("code")))
    fields = list(changed_fields(situation, slip["order"], at, ranges))
    change = el("details", el("summary", words("pages.change")), fields, id=f"{at}-change")
    passing = button(words("pages.pass_on"), name="verdict", value="pass", class_="strong")
    form = posted(
        situation, "slip/answer", hidden("slip", number), change, reply, el("p", passing, down, class_="buttons"), class_="fields"
    )
    return el("article", markup, form, class_="in", aria_label=words("pages.slip_number", number=number))


def own_orders(situation: Situation) -> Markup:
    """Return the orders of the referee: corrections, the standing rule, the result of a fight, and the one-word orders of a side. Notes
    have a slip of their own; any longer order in the name of a side comes in by one."""
    if not situation.orders:
        return Markup()
    described = [form for form in situation.choices.described if form.code not in (Note.code, InName.code)]
    is_day = isinstance(situation.view, RefereeView)
    made = day_slips.slips(situation, described) if is_day else described_forms(situation, described)
    named = [order for order in situation.choices.listed if isinstance(order, InName)]
    whole = slip(situation, InName.code, situation.words("ops.order.in_name"), [listed_form(situation, named)]) if named else None
    return joined(made, whole)


def reports(situation: Situation) -> Markup:
    """Reports of the game to a side, as from the Filter Room or higher up, now or when a turn begins, and plots of nothing."""
    if Note not in situation.game.order_types:
        return Markup()
    words = situation.words
    seats = [(seat, seat_text(words, seat), n == 0) for n, seat in enumerate(situation.players)]
    senders = [(code, words(f"pages.sender.{code}"), code == "filter_room") for code in get_args(NoteSender)]

    def parts(at: str, before: str) -> list[Markup]:
        text = el("textarea", name=f"{before}text", id=f"{at}-text", rows=3, maxlength=2000, required=True)
        return [
            labelled(words("pages.to"), f"{at}-seat", select(f"{before}seat", f"{at}-seat", seats)),
            labelled(words("pages.as_from"), f"{at}-sender", select(f"{before}sender", f"{at}-sender", senders)),
            labelled(words("pages.text"), f"{at}-text", text),
        ]

    now = ordering(situation, hidden("t.code", "note"), parts("now", "t."), button(words("pages.send")), class_="fields", ident="now-form")
    when = labelled(words("pages.at_turn"), "later-turn", _turn(situation, "later-turn"))
    later = posted(situation, "later", parts("later", ""), when, button(words("pages.send_later")), class_="fields", ident="later-form")
    return joined(
        el("details", el("summary", words("pages.hand_out")), now, class_="slip", id="hand-out"),
        el("details", el("summary", words("pages.delayed")), later, class_="slip", id="delayed"),
        _false_plot(situation) if Correct in situation.game.order_types else None,
    )


def _turn(situation: Situation, ident: str, *, past: bool = False) -> Markup:
    """A turn, chosen by its time of day: of those to come, or with `past` of those that have begun, the nearest first."""
    if not isinstance(situation.view, RefereeView):
        return el("input", type="number", name="turn", id=ident, min=0 if past else 1, max=2000, required=True)
    words, common = situation.words, situation.view.raf.common
    now = common.turn
    turns = range(now, -1, -1) if past else range(now + 1, common.turns + 1)
    return select("turn", ident, [(str(turn), turn_text(words, situation.view, turn), False) for turn in turns])


def _false_plot(situation: Situation) -> Markup:
    """A plot of nothing: it looks like any first plot."""
    words = situation.words
    place = el("input", type="text", name="h.name", id="false-place", list="places", maxlength=60, required=True, autocomplete="off")
    many = el("input", type="text", name="t.value", id="false-value", value="?", maxlength=3, required=True, autocomplete="off")
    why = el("input", type="text", name="t.reason", id="false-reason", value=words("pages.false_reason"), maxlength=200, required=True)
    form = ordering(
        situation,
        hidden("t.code", "correct"),
        hidden("t.what", "plot_false"),
        labelled(words("pages.false_place"), "false-place", place),
        labelled(words("pages.false_value"), "false-value", many),
        labelled(words("pages.false_why"), "false-reason", why),
        button(words("pages.false_go")),
        class_="fields",
        ident="false-form",
    )
    return el("details", el("summary", words("pages.false_plot")), form, class_="slip", id="false-plot")


def waiting_reports(situation: Situation) -> Markup:
    """The reports that are to go out later."""
    words, found = situation.words, situation.room.get("later", ())
    if not found:
        return Markup()
    rows = []
    for r in found:
        when = capital(turn_text(words, situation.view, r["turn"]))
        text = words("pages.report_later", when=when, seat=seat_text(words, r["seat"]), text=r["text"])
        sure = [hidden(name, r[name]) for name in ("seat", "turn", "text")]
        rows.append(
            el("li", text, " ", posted(situation, "later/drop", sure, button(words("pages.drop"), class_="plain"), class_="inline"))
        )
    return joined(el("h3", words("pages.to_go_out")), el("ul", rows, class_="slips"))


def time_machine(situation: Situation) -> Markup:
    """Going back to the beginning of a turn, and forward again."""
    words = situation.words
    back = posted(
        situation,
        "back",
        labelled(words("pages.back_to"), "back-turn", _turn(situation, "back-turn", past=True)),
        button(words("pages.back")),
        class_="fields",
        ident="back-form",
    )
    forward = posted(situation, "forward", button(words("pages.forward"), class_="plain"))
    return el(
        "details",
        el("summary", words("pages.rewind")),
        el("p", words("pages.rewind_note"), class_="small"),
        back,
        forward,
        class_="slip",
        id="rewind",
    )


def sides(situation: Situation) -> Markup:
    """Return the view and the choices of each side, as the side itself has them."""
    view, words = situation.view, situation.words
    if not isinstance(view, RefereeView):
        return Markup()
    boards = boards_of(situation)
    found = []
    for side in (view.raf, view.luftwaffe):
        lines = [el("p", line, class_="state") for line in boards.state(side)]
        found.append(el("details", el("summary", words(f"play.room.{side.seat}")), lines, id=f"side-{side.seat}"))
    return joined(found)


def invitations(situation: Situation) -> Markup:
    """Return the open invitations, and a form to invite more."""
    words, room = situation.words, situation.room
    mine = situation.players if situation.referee else (situation.seat,)
    rows = []
    for each in room.get("invitations", ()):
        text = words("pages.invitation", seat=_seat(words, each["seat"]), uses=each["uses"])
        away = posted(
            situation, "withdraw", hidden("invitation", each["id"]), button(words("pages.withdraw"), class_="plain"), class_="inline"
        )
        rows.append(el("li", text, f" ({', '.join(each['share'])}) " if each["share"] else " ", away))
    seats = [(seat, _seat(words, seat), n == 0) for n, seat in enumerate((*mine, *((OBSERVER,) if situation.referee else ())))]
    parts = [
        labelled(words("pages.seat"), "invite-seat", select("seat", "invite-seat", seats)),
        labelled(words("pages.uses"), "invite-uses", el("input", type="number", name="uses", id="invite-uses", min=1, max=100, value=1)),
    ]
    form = posted(situation, "invite", parts, button(words("pages.invite")), class_="fields")
    return joined(el("ul", rows, class_="slips") if rows else None, form)


def _seat(words: Any, seat: str) -> str:
    return str(words(f"pages.reader.{seat}")) if seat == OBSERVER else seat_text(words, seat)
