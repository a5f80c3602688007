"""The regions of a side's page: its state and decision, its boards, its slips, its log and notes. Each is HTML of its own, sent again
when it has changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from markupsafe import Markup

from bob.core.codec import decode
from bob.core.game import REFEREE, Event
from bob.core.kit import seat_text
from bob.core.text import capital
from bob.day.state.orders import Done, Fly, InName, Pick, Seal
from bob.day.state.view import Common, EngagementView, FoeView, LuftwaffeView, RafView, RefereeView
from bob.day.telling import flown_fights
from bob.day.telling.briefings import Briefed, briefed
from bob.day.telling.period_names import code_word
from bob.day.telling.sentences import date_text
from bob.day.telling.situation import about_way, facts, headline
from bob.day.telling.view_tables import Boards, BoardTable, by_sector, on_the_table, sent_to
from bob.games import kit
from bob.report.plain_view import PlainRow
from bob.rooms.book import OBSERVER, Terms
from bob.rooms.pages import clock_face, day_slips, forms
from bob.rooms.pages.forms import button, hidden, labelled, posted, select
from bob.rooms.pages.markup import Inside, el, joined
from bob.rooms.pages.situation import Situation
from bob.rooms.pages.table_map import MapDrawing, raid_named
from bob.rooms.pages.telling import log_text, order_words, plain_words
from bob.rooms.terms_wording import terms_text
from bob.words import Words

_CLOSING = (Done, Seal)


def is_day(view: Any) -> bool:
    return isinstance(view, RafView | LuftwaffeView | RefereeView)


def boards_of(situation: Situation) -> Boards:
    return Boards(situation.words, situation.names)


# ---- the strip on top


def head(situation: Situation) -> Markup:
    """Return the time, and the state of the game."""
    words, view = situation.words, situation.view
    if not is_day(view):
        text = situation.scenario.replace("_", " ")
        titles = kit(situation.game.name).scenarios(words)
        return joined(el("p", titles.get(situation.scenario, text), class_="when"), _state(situation))
    side = view.raf if isinstance(view, RefereeView) else view
    c = side.common
    lines = boards_of(situation).state(side)
    return joined(
        clock_face.face(c.clock, words),
        el("p", el("strong", c.clock, class_="now"), " ", _time_text(situation, c), class_="when"),
        el("p", words.of(c.title), class_="title"),
        [el("p", line, class_="state") for line in lines],
        _state(situation),
    )


def _time_text(situation: Situation, c: Common) -> str:
    words = situation.words
    phase, date = code_word(words, "phase", c.phase), date_text(words, c.date)
    return words("pages.when", turn=min(c.turn, c.turns), turns=c.turns, phase=phase, date=date)


def _state(situation: Situation) -> Markup:
    """Return the reason for which the game waits, and the clock of a decision."""
    words, room = situation.words, situation.room
    parts: list[Inside] = []
    if room.get("held"):
        parts.append(el("p", words("pages.held"), class_="held", role="status"))
    elif room.get("waits"):
        parts.append(el("p", words("pages.waits"), class_="held", role="status"))
    clock = room.get("clock")
    if clock:
        running = clock.get("since") is not None
        since = clock["since"] if running else None
        markup = el("time", "–", data_left=clock["left"], data_since=since, class_="clock")
        parts.append(el("p", words(f"pages.clock.{clock['kind']}"), " ", markup, class_="spent"))
    return joined(parts)


# ---- what is owed


def owed(situation: Situation) -> Markup:
    """Return the present decision, the answers offered for it, and the result of the last order."""
    words = situation.words
    parts: list[Inside] = []
    if situation.said is not None:
        tone, text = situation.said
        parts.append(el("p", text, class_=f"said {tone}", role="alert" if tone == "refused" else "status"))
    if situation.over is not None:
        parts.append(el("p", capital(kit(situation.game.name).ended(words, situation.over)), class_="ask"))
        return joined(parts)
    if situation.observes:
        parts.append(el("p", words("pages.looks_on"), class_="ask"))
        if situation.view is None:
            parts.append(el("p", words("pages.nothing_yet"), class_="ask waiting"))
        return joined(parts)
    parts.append(el("p", _question(situation), class_="ask" if situation.asked else "ask waiting"))
    if not situation.looks.big and (situation.asked or not situation.referee):
        closing = [order for order in situation.choices.listed if isinstance(order, _CLOSING)]
        if situation.asked or not is_day(situation.view):
            parts.append(_offered(situation, [order for order in situation.choices.listed if not isinstance(order, (*_CLOSING, InName))]))
            parts.append(forms.listed_form(situation, closing, class_="choices closing"))
        if ready := situation.room.get("ready"):
            who = [member["name"] for member in situation.room["members"] if member["id"] in ready]
            parts.append(el("p", words("pages.ready", names=", ".join(who)), class_="small"))
        if not (situation.by_slip or situation.referee):
            parts.append(posted(situation, "undo", button(words("pages.undo"), class_="plain"), class_="undo"))
    undo = situation.room.get("undo")
    if undo and not situation.looks.big:
        parts.append(_undo(situation, undo))
    return joined(parts)


def _question(situation: Situation) -> str:
    words, view = situation.words, situation.view
    if isinstance(view, RafView | LuftwaffeView) and situation.asked:
        if view.choice is not None:
            return code_word(words, "choice", view.choice["kind"])
        if view.engagement is not None:
            return headline(view.engagement, words, situation.names)
        if view.seat == "luftwaffe" and (view.common.phase == "planning" or (isinstance(view, LuftwaffeView) and view.plan_open)):
            return words("pages.owed.planning" if view.common.phase == "planning" else "pages.owed.hour")
        return words(f"pages.owed.{view.seat}")
    if situation.asked:
        return words("pages.owed.yours")
    to_move = _to_move(view)
    return (
        words("pages.owed.others", seats=", ".join(seat_text(words, seat) for seat in to_move)) if to_move else words("pages.owed.nothing")
    )


def _to_move(view: Any) -> Sequence[str]:
    """Return the seats for which the game waits, as far as the view names them."""
    common = view.raf.common if isinstance(view, RefereeView) else getattr(view, "common", view)
    found = getattr(common, "owing", ())
    return tuple(seat for seat in found if isinstance(seat, str)) if isinstance(found, tuple | list) else ()


def _offered(situation: Situation, orders: Sequence[Any]) -> Markup:
    """Return the listed orders: ways to resolve an engagement with their descriptions, others as buttons."""
    view = situation.view
    s: EngagementView | None = view.engagement if is_day(view) else None
    if s is None or any(isinstance(order, Fly | Pick) for order in orders):
        return forms.listed_form(situation, orders)
    ways = []
    for order in orders:
        about = about_way(situation.words, s, order.how, situation.names.slot) if hasattr(order, "how") else ""
        ways.append(el("li", forms.listed_form(situation, [order]), el("p", about, class_="small")))
    return el("ul", ways, class_="ways") if ways else Markup()


def _undo(situation: Situation, undo: Mapping[str, Any]) -> Markup:
    words = situation.words
    text = words("pages.undo_asked", name=undo["name"], seat=seat_text(words, undo["seat"]))
    if not undo["answer"]:
        return el("p", text, class_="small")
    yes, no = (
        posted(situation, "undo/answer", hidden("agree", agree), hidden("seat", undo["seat"]), button(words(key)))
        for agree, key in (("1", "pages.agree"), ("0", "pages.disagree"))
    )
    return el("div", el("p", text), yes, no, class_="asked", role="group")


# ---- what is seen


def plots(situation: Situation) -> Markup:
    """Return the drawing of the table; empty for a game without one."""
    if not is_day(situation.view):
        return Markup()
    names = situation.names
    return MapDrawing(names.theatre, situation.words, names).drawn(situation.view)


def fight(situation: Situation) -> Markup:
    """The engagement in hand, with its dogfight while one is flown; of a game that is no day all that its view holds."""
    if situation.view is None:
        return Markup()
    if not is_day(situation.view):
        return plain_table(situation, situation.view)
    s: EngagementView | None = situation.view.engagement
    return joined(
        [_engagement(situation, s) if s is not None else None, [_flown(situation, event) for event in flown_fights.latest(situation.items)]]
    )


def _flown(situation: Situation, event: Event) -> Markup:
    """Return the last flown fight of a side: models, aircraft booked, reasons for the difference (OPS-D1.8)."""
    words = situation.words
    heads, rows = flown_fights.heads(words), flown_fights.rows(words, event.data)
    lines = [el("p", text, class_="small") for text in flown_fights.reasons(words, event.data, situation.names)]
    title = words.label(words("flown.line.title"), situation.names.at(words, event.data["hex"]))
    return el("div", _board(BoardTable(tuple(heads), list(map(list, rows)), tuple(range(2, len(heads)))), title, ""), lines, class_="flown")


def seen(situation: Situation) -> Markup:
    """The raids, the convoys, the reports."""
    words, view = situation.words, situation.view
    if not is_day(view):
        return Markup()
    boards = boards_of(situation)
    parts: list[Inside] = []
    for side in (view.raf, view.luftwaffe) if isinstance(view, RefereeView) else (view,):
        if isinstance(view, RefereeView):
            parts.append(el("h3", words(f"play.room.{side.seat}")))
        if isinstance(side, RafView):
            alone = [n for n, t in enumerate(on_the_table(side)) if not sent_to(side, t) and not t.tallied_by]
            parts.append(_board(boards.plots(side), words("pages.plots"), words("play.no_plots"), alone))
        else:
            raids = boards.raids(side)
            called = [[raid_named(situation.names, words, row[0]) if row[0] else "", *row[1:]] for row in raids.rows]
            parts.append(_board(replace(raids, rows=called), words("pages.raids"), words("play.no_raids")))
            if side.reports:
                parts.append(_board(boards.reports(side), words("pages.reports"), ""))
        if side.convoys:
            parts.append(_board(boards.convoys(side), words("pages.convoys"), ""))
    return joined(parts)


def tote(situation: Situation) -> Markup:
    """The squadrons of the RAF by Sector, with their lamps."""
    view = situation.view
    side = view.raf if isinstance(view, RefereeView) else view
    if not isinstance(side, RafView):
        return Markup()
    board = boards_of(situation).tote(side)
    heads, rows = board.heads[2:], iter(board.rows)
    right = tuple(i - 2 for i in board.right)
    parts = [el("thead", el("tr", [el("th", text, scope="col") for text in heads]))]
    for group, sector, found in by_sector(side):
        title = el("tr", el("th", situation.words("pages.sector", group=group, sector=sector), scope="rowgroup", colspan=len(heads)))
        lines = [_row(heads, next(rows)[2:], right, f"lamp {s.box}") for s in found]
        parts.append(el("tbody", title, lines))
    return el("div", el("table", el("caption", situation.words("pages.tote")), parts, class_="tote"), class_="wide")


def _board(board: BoardTable, title: str, empty: str, marked: Collection[int] = ()) -> Markup:
    """A board as a table that becomes cards where there is no room: each cell bears the name of its column."""
    if not board.rows:
        return joined(el("h3", title), el("p", empty, class_="small")) if empty else Markup()
    head_row = el("tr", [el("th", text, scope="col") for text in board.heads])
    rows = [_row(board.heads, row, board.right, "alone" if n in marked else None) for n, row in enumerate(board.rows)]
    return el("div", el("table", el("caption", title), el("thead", head_row), el("tbody", rows)), class_="wide")


def _row(heads: Sequence[str], cells: Sequence[str], right: Collection[int], class_: str | None) -> Markup:
    said = [
        el("td", text, data_head=heads[i], class_="right" if i in right else None) if text else el("td", class_="none")
        for i, text in enumerate(cells)
    ]
    return el("tr", said, class_=class_)


def _engagement(situation: Situation, s: EngagementView) -> Markup:
    """Return the forces of an engagement, as far as they are known, and the dogfight while one is flown."""
    words, names = situation.words, situation.names
    parts: list[Inside] = [el("h3", words.label(words("engagement.caption", number=s.number, clock=s.clock), headline(s, words, names)))]
    if s.battle is not None:
        stakes = [el("p", text, class_="small") for text in names.slot[s.how].stakes(words, s.scale)]
        return el("div", parts, stakes, plain_table(situation, s.battle), class_="fight")
    known = [(el("dt", name), el("dd", text)) for name, text in facts(s, words)]
    columns = [words(f"play.fight.column.{name}") for name in ("unit", "aircraft", "count", "angels")]
    rows = [
        [words("play.fight.enemy") if isinstance(f, FoeView) else f.unit, names.aircraft(f.aircraft), str(f.count), str(f.angels)]
        for f in (*s.own, *s.foes)
    ]
    return el(
        "div",
        parts,
        el("dl", known, class_="facts"),
        _board(BoardTable(tuple(columns), rows, (2, 3)), words("pages.forces"), ""),
        class_="fight",
    )


# ---- any game


def plain_table(situation: Situation, view: Any) -> Markup:
    """Return the pieces on a table: as the game writes them, or field by field, with lists of alike things as tables and the rest as
    names and values."""
    if situation.written is not None:
        lines = [el("pre", text) if "\n" in text else el("p", text) for text in situation.written.blocks(view)]
        return el("div", lines, class_="wide written", tabindex=0, role="region", aria_label=situation.words("pages.table"))
    return _rows(plain_words(situation).rows(view))


def _rows(rows: Sequence[PlainRow]) -> Markup:
    flat = [(el("dt", row.name), el("dd", row.value)) for row in rows if not row.rows and row.value not in ("–", "-1")]
    deep = [_deep(row) for row in rows if row.rows]
    return joined(el("dl", flat, class_="facts") if flat else None, deep)


def _deep(row: PlainRow) -> Markup:
    account = f"{row.name}: {row.value}" if row.value else row.name
    columns = list(dict.fromkeys(cell.name for each in row.rows for cell in each.rows if not cell.rows))
    alike = row.value == str(len(row.rows)) and any(each.rows for each in row.rows)
    if not alike:
        return el("details", el("summary", account), _rows(row.rows), open=True)
    cells = [{cell.name: cell.value for cell in each.rows if not cell.rows} for each in row.rows]
    shown = [name for name in columns if any(found.get(name, "–") not in ("–", "-1", "0") for found in cells)]
    table = BoardTable(
        ("", *shown), [[each.name, *(_value_text(found.get(name)) for name in shown)] for each, found in zip(row.rows, cells, strict=True)]
    )
    deeper = [
        el("details", el("summary", each.name), [_deep(part) for part in each.rows if part.rows])
        for each in row.rows
        if any(p.rows for p in each.rows)
    ]
    return joined(_board(table, account, ""), deeper)


def _value_text(value: str | None) -> str:
    return "–" if value in (None, "-1") else str(value)


# ---- slips


def slips(situation: Situation) -> Markup:
    """The order slips: all that may be ordered and is not offered as a button."""
    if not situation.orders or situation.referee:
        return Markup()
    described = situation.choices.described
    if is_day(situation.view):
        return joined(day_slips.slips(situation, described))
    return joined(forms.described_forms(situation, described))


@cache
def _briefed(language: str, scenario: str, seat: str, begun: Briefed) -> tuple[str, ...]:
    return briefed(Words(language), scenario, seat, begun=begun)


def earlier_texts(situation: Situation) -> Markup | None:
    """Return the briefing of a side before the day; the referee reads both. It never changes."""
    if not is_day(situation.view) or situation.observes:
        return None
    words, view = situation.words, situation.view
    referee = isinstance(view, RefereeView)
    days = {seat: getattr(view, seat) for seat in situation.players} if referee else {situation.seat: view}
    lines = [(seat, _briefed(words.language, situation.scenario, seat, Briefed.on(day))) for seat, day in days.items()]
    parts = [(el("h4", seat_text(words, seat)), [el("p", text, class_="text") for text in texts]) for seat, texts in lines if texts]
    return el("details", el("summary", words("pages.briefing")), parts, class_="slip", id="briefing") if parts else None


def handed_in(situation: Situation) -> Markup:
    """A side's own slips, and what became of them."""
    words = situation.words
    found = [slip for slip in situation.room.get("slips", ()) if slip["seat"] == situation.seat]
    if situation.referee or situation.observes or not found:
        return Markup()
    rows, teller = [], order_words(situation)
    for each in reversed(found[-12:]):
        text, state = teller.slip(each), teller.became(each)
        rows.append(
            el("li", text, el("p", el("b", state), class_="became"), el("p", each["answer"], class_="text") if each["answer"] else None)
        )
    return joined(el("h2", words("pages.your_slips")), el("ul", rows, class_="slips"))


# ---- words between people


def notes(situation: Situation) -> Markup:
    """Return the notes, the newest first."""
    words = situation.words
    rows = []
    for note in reversed(situation.room.get("notes", ())[-30:]):
        who = words("pages.from_to", name=note["name"], seat=_reader(words, note["seat"]), to=_reader(words, note["to"]))
        if note.get("terms") is not None:
            text = situation.words.separated(terms_text(words, decode(Terms, note["terms"]), referee=situation.has_referee))
            changed = words("room.terms.changed", name=note["name"], seat=_reader(words, note["seat"]), terms=text)
            rows.append(el("li", el("p", changed, class_="text")))
            continue
        rows.append(el("li", el("b", who), el("p", note["text"], class_="text")))
    return el("ul", rows, class_="notes") if rows else el("p", words("pages.no_notes"), class_="small")


def _reader(words: Any, seat: str) -> str:
    return str(words(f"pages.reader.{seat}")) if seat in ("all", OBSERVER) else seat_text(words, seat)


def note_form(situation: Situation) -> Markup:
    """Return the form for a note; it never changes, so that an update does not disturb its writer."""
    words = situation.words
    if situation.referee:
        readers = [*situation.players, "all", OBSERVER, REFEREE]
    else:
        readers = [situation.room_seat, *([REFEREE] if situation.has_referee else [])]
    options = [(seat, _reader(words, seat), n == 0) for n, seat in enumerate(readers)]
    to = labelled(words("pages.to"), "note-to", select("to", "note-to", options))
    text = labelled(words("pages.text"), "note-text", el("textarea", name="text", id="note-text", rows=3, maxlength=2000, required=True))
    return posted(situation, "note", to, text, button(words("pages.send")), class_="fields", ident="note-form")


def people(situation: Situation) -> Markup:
    """Return the members present."""
    words = situation.words
    rows = []
    for member in situation.room["members"]:
        share = f" ({', '.join(member['share'])})" if member["share"] else ""
        there = words("pages.present" if member["present"] else "pages.away")
        rows.append(
            el(
                "li",
                el("b", member["name"]),
                f" – {_reader(words, member['seat'])}{share} – ",
                el("span", there, class_="there" if member["present"] else "gone"),
            )
        )
    return el("ul", rows, class_="people")


def latest(situation: Situation) -> Markup:
    """Return the latest item of the log; on a phone the log itself is far below."""
    return joined([el("p", text) for _, text in log_text(situation, 1)])


def log(situation: Situation) -> Markup:
    """Return the log of the seat, the newest item first."""
    lines = log_text(situation)
    if not lines:
        return el("p", situation.words("pages.no_log"), class_="small")
    return el("ol", [el("li", text, data_n=number) for number, text in lines], class_="log")
