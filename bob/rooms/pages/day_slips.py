"""The slips of a day's common orders: for the RAF the squadrons on the ground or in the air and the positions of raids, for the
Luftwaffe its raids. All other described orders of a day have the forms of any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from bob.core.codec import encode
from bob.core.ranges import Described, OneOf
from bob.day.state.view import EngagementView, LuftwaffeView, RafView, SquadronView
from bob.day.telling.period_names import code_word
from bob.day.telling.plot_figures import known_height, strength_and_bombers
from bob.day.telling.view_tables import on_the_table, short
from bob.rooms.pages import forms
from bob.rooms.pages.forms import field, hidden, labelled, order_button, ordering, select, slip
from bob.rooms.pages.markup import el
from bob.rooms.pages.situation import Situation
from bob.rooms.pages.telling import named
from bob.tactical.engagement import AMMO
from bob.tactical.result_draft import ResultDraft

_DOWN = ("ready", "available", "released")


def slips(situation: Situation, described: Sequence[Described]) -> list[Markup]:
    """A slip for each order that may be given now, the common ones first."""
    view = situation.view
    own = dict(_raf(situation, view, described) if isinstance(view, RafView) else _result(situation, view))
    rest = [form for form in described if form.code not in own]
    return [*own.values(), *forms.described_forms(situation, rest)]


# ---- the RAF


def _raf(situation: Situation, view: RafView, described: Sequence[Described]) -> Iterator[tuple[str, Markup]]:
    codes = {form.code for form in described}
    mine = [s for s in view.squadrons if not situation.share or s.sector in situation.share]
    up, down = [s for s in mine if s.box == "airborne"], [s for s in mine if s.box in _DOWN]
    ready = [s for s in down if s.box == "ready" and not s.scrambling]
    angels = next((f for form in described for f in form.fields if f.name == "angels"), None)
    for code, who in (("scramble", ready), ("vector", up)):
        if code not in codes:
            continue
        if not who or angels is None:
            yield code, Markup()
            continue
        goals = [_tracks(situation, view, code), _place(situation, code)]
        yield (
            code,
            _slip(situation, code, _unit(situation, view, who, code), goals, field(situation, angels, code), opened=code == "scramble"),
        )
    if "pancake" in codes:
        home = next(f for form in described if form.code == "pancake" for f in form.fields if f.name == "field")
        yield (
            "pancake",
            _slip(situation, "pancake", _unit(situation, view, up, "pancake"), field(situation, home, "pancake")) if up else Markup(),
        )
    if "readiness" in codes:
        boxes = [
            (forms.json_text(box), code_word(situation.words, "box", box), box == "ready") for box in ("ready", "available", "released")
        ]
        box = labelled(situation.words("pages.box"), "readiness-box", select("j.box", "readiness-box", boxes))
        yield "readiness", _slip(situation, "readiness", _unit(situation, view, down, "readiness"), box) if down else Markup()
    if "stance" in codes:
        sent = [s for s in mine if s.box == "airborne" or s.scrambling]
        yield "stance", _stance(situation, view, sent, described) if sent else Markup()
    if "enter_result" in codes:
        yield from _result(situation, view)


def _slip(situation: Situation, code: str, *inside: Any, opened: bool = False) -> Markup:
    form = ordering(situation, hidden("t.code", code), inside, order_button(situation), class_="fields")
    return slip(situation, code, named(situation, code), [form], opened=opened)


def _unit(situation: Situation, view: RafView, units: Sequence[SquadronView], code: str) -> Markup:
    ident = f"{code}-unit"
    options = [(forms.json_text(s.unit), _called(situation, s), n == 0) for n, s in enumerate(units)]
    return labelled(situation.words("pages.squadron"), ident, select("j.unit", ident, options))


def _called(situation: Situation, s: SquadronView) -> str:
    words = situation.words
    where = words("plain.pair", name=short(s.unit), value=f"{s.station}, {code_word(words, 'box', s.box)}")
    return f"{where}, A{s.angels}" if s.box == "airborne" else where


def _tracks(situation: Situation, view: RafView, code: str) -> Markup | None:
    tracks = on_the_table(view)
    if not tracks:
        return None
    names, words = situation.names, situation.words
    lines = [
        (
            str(t.number),
            f"{t.label}, {strength_and_bombers(words, t.plots)}, A{known_height(t.plots)}, {names.at(words, t.last.hex.label)}",
            False,
        )
        for t in tracks
    ]
    ident = f"{code}-track"
    return labelled(situation.words("pages.against"), ident, select("j.track", ident, [("", "–", True), *lines]))


def _place(situation: Situation, code: str) -> Markup:
    ident = f"{code}-hex"
    said = el("input", type="text", name="h.hex", id=ident, list="places", maxlength=60, autocomplete="off")
    return labelled(situation.words("pages.or_place"), ident, said)


def _stance(situation: Situation, view: RafView, sent: Sequence[SquadronView], described: Sequence[Described]) -> Markup:
    words = situation.words
    kinds = [
        c
        for form in described
        if form.code == "stance"
        for f in form.fields
        if f.name == "stance" and isinstance(f.kind, OneOf)
        for c in f.kind.choices
    ]
    stances = [(forms.json_text(kind), code_word(words, "stance", kind), n == 0) for n, kind in enumerate(kinds)]
    parts = [
        _unit(situation, view, sent, "stance"),
        labelled(named(situation, "stance"), "stance-stance", select("j.stance", "stance-stance", stances)),
    ]
    if "wait" in kinds:
        others = [("", "–", True), *((forms.json_text(s.unit), _called(situation, s), False) for s in sent)]
        parts.append(labelled(words("pages.waits_for"), "stance-waits", select("j.waits_for", "stance-waits", others)))
    return _slip(situation, "stance", *parts)


# ---- both sides


def _result(situation: Situation, view: RafView | LuftwaffeView) -> Iterator[tuple[str, Markup]]:
    """Return the sheet for the result of an engagement at the players' own table: a line for every unit, preset to no losses."""
    s: EngagementView | None = view.engagement
    if s is None or s.sheet is None:
        return
    words, draft = situation.words, ResultDraft(s.sheet)
    columns = ("destroyed", "damaged", "crews_lost", "disruption", "ammo", "jettisoned", "broke_off")
    heads = ("destroyed", "damaged", "crews", "shaken", "ammo", "jettisoned", "broke_off")
    rows = []
    for n, force in enumerate(s.sheet.forces):
        loss = encode(draft.loss(force.unit))
        cells = [
            _cell(situation, f"losses.{n}.{name}", name, loss[name], f"{force.unit}: {_head(words, head)}")
            for name, head in zip(columns, heads, strict=True)
        ]
        rows.append(
            el("tr", el("th", force.unit, hidden(f"t.losses.{n}.unit", force.unit), scope="row"), [el("td", cell) for cell in cells])
        )
    head = el("tr", el("th", words("play.fight.column.unit"), scope="col"), [el("th", _head(words, head), scope="col") for head in heads])
    turns = el("input", type="number", name="j.turns", id="result-turns", min=1, max=s.sheet.length, value=draft.turns)
    form = ordering(
        situation,
        hidden("t.code", "enter_result"),
        el("div", el("table", el("thead", head), el("tbody", rows)), class_="wide"),
        labelled(words("pages.turns_fought"), "result-turns", turns),
        order_button(situation),
    )
    yield "enter_result", slip(situation, "enter_result", named(situation, "enter_result"), [form], opened=True)


def _head(words: Any, name: str) -> str:
    return str(words(f"engagement.form.{name}") if name in ("jettisoned", "broke_off") else words(f"play.fight.column.{name}"))


def _cell(situation: Situation, path: str, name: str, value: Any, label: str) -> Markup:
    if name == "ammo":
        options = [(forms.json_text(code), code_word(situation.words, "ammo", code), code == value) for code in AMMO]
        return el("select", [el("option", text, value=v, selected=on) for v, text, on in options], name=f"j.{path}", aria_label=label)
    if isinstance(value, bool):
        yes = [("false", situation.words("plain.no"), not value), ("true", situation.words("plain.yes"), value)]
        return el("select", [el("option", text, value=v, selected=on) for v, text, on in yes], name=f"j.{path}", aria_label=label)
    return el("input", type="number", name=f"j.{path}", min=0, max=999, value=value, aria_label=label)
