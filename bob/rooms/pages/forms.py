"""Order slips as forms of a page, made from the choices of a seat, and read back into orders.

The name of a field holds its kind and its path: `j.angels` is a JSON value, `t.text` a text, `h.hex` a hex or a place by name, `l.units`
one more member of a list, `e.route` a list that may be empty. A place in a list is a number: `j.losses.0.destroyed`. An empty field is
omitted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from bob.core.codec import encode
from bob.core.ranges import Angle, Board, Described, Field, Grid, Inner, Maybe, OneOf, Parts, Range, Several, Text, Whole
from bob.rooms.pages.markup import AttributeValue, Inside, el
from bob.rooms.pages.situation import Situation
from bob.rooms.pages.telling import named, orders_text, plain_words, value_text

_MANY = 60
"""More choices than this are typed, with suggestions."""
_ROWS = 5
"""The most rows of a list offered at once."""
_DEEP, _LONG = 12, 200
"""The greatest depth and length of the data read."""
_STEPS = 20
USUAL = {"angels": 20, "form_angels": 16}


# ---- fields


def field(situation: Situation, of: Field, at: str, place: str = "", *, blank: bool = False, chosen: Any = None) -> Markup:
    """A field of a form under its label. `place` is the path before its name; a `blank` one may be left empty."""
    path = f"{place}.{of.name}" if place else of.name
    label = plain_words(situation).field(of.name)
    return control(situation, of.kind, of.name, path, at, label[:1].upper() + label[1:], blank=blank, chosen=chosen)


def control(situation: Situation, kind: Range, name: str, path: str, at: str, label: str, *, blank: bool, chosen: Any = None) -> Markup:
    """Return the control for a value of a range, under its label."""
    ident = f"{at}-{path}".replace(".", "-")
    if isinstance(kind, Maybe):
        return control(situation, kind.of, name, path, at, label, blank=True, chosen=chosen)
    if isinstance(kind, Parts):
        return _group(label, [field(situation, part, at, path, blank=blank) for part in kind.fields])
    if isinstance(kind, Several):
        return _choice_form(situation, kind, name, path, at, label)
    if isinstance(kind, Grid):
        pair = (("x", kind.x, 0), ("y", kind.y, 1))
        return _group(label, [_number(f"{path}.{n}", f"{ident}-{n}", way.upper(), whole, blank, None) for way, whole, n in pair])
    if isinstance(kind, OneOf):
        return _one_of(situation, kind, name, path, ident, label, blank, chosen)
    if isinstance(kind, Whole):
        if kind.count <= _STEPS and not blank:
            usual = chosen if chosen is not None else USUAL.get(name)
            start = usual if usual is not None and kind.has(usual) else 0 if kind.has(0) else kind.least
            options = [(json.dumps(value), str(value), value == start) for value in kind.values()]
            return labelled(label, ident, select(f"j.{path}", ident, options))
        return _number(path, ident, label, kind, blank, chosen)
    if isinstance(kind, Angle):
        return _number(path, ident, label, Whole(0, kind.full - 1), blank, kind.towards if chosen is None else chosen)
    if isinstance(kind, Board):
        said = el("input", type="text", name=f"h.{path}", id=ident, list="places", maxlength=60, autocomplete="off", value=chosen)
        return labelled(label, ident, said)
    assert isinstance(kind, Text)
    needed, called = kind.least > 0 and not blank, f"t.{path}"
    if kind.most > 80:
        return labelled(label, ident, el("textarea", chosen, name=called, id=ident, rows=3, maxlength=kind.most, required=needed))
    line = el("input", type="text", name=called, id=ident, value=chosen, maxlength=kind.most, required=needed, autocomplete="off")
    return labelled(label, ident, line)


def _one_of(situation: Situation, kind: OneOf, name: str, path: str, ident: str, label: str, blank: bool, chosen: Any) -> Markup:
    texts = all(isinstance(choice, str) for choice in kind.choices)
    if len(kind.choices) == 1 and not blank:
        return el("input", type="hidden", name=f"j.{path}", value=json_text(kind.choices[0]))
    if texts and len(kind.choices) > _MANY:
        offered = f"{ident}-list"
        said = el("input", type="text", name=f"t.{path}", id=ident, list=offered, autocomplete="off", required=not blank, value=chosen)
        return labelled(label, ident, said, el("datalist", [el("option", value=str(c)) for c in kind.choices], id=offered))
    options = [(json_text(choice), value_text(situation, name, choice), choice == chosen) for choice in kind.choices]
    if blank:
        options = [("", "–", chosen is None), *(option for option in options if option[0] != "null")]
    return labelled(label, ident, select(f"j.{path}", ident, options))


def _choice_form(situation: Situation, kind: Several, name: str, path: str, at: str, label: str) -> Markup:
    if isinstance(kind.of, OneOf) and kind.distinct:
        boxes = []
        for n, choice in enumerate(kind.of.choices):
            ident = f"{at}-{path}-{n}".replace(".", "-")
            box = el("input", type="checkbox", name=f"l.{path}", id=ident, value=json_text(choice))
            boxes.append(el("label", box, " ", value_text(situation, name, choice), for_=ident, class_="check"))
        return _group(label, boxes, "checks")
    rows = kind.most if kind.least == kind.most else min(kind.most, max(kind.least, _ROWS))
    numbered = [(n, f"{path}.{n}", f"{label} {n + 1}") for n in range(rows)]
    made = [control(situation, kind.of, name, row, at, text, blank=n >= kind.least) for n, row, text in numbered]
    return _group(label, [hidden(f"e.{path}", 1) if kind.least == 0 else None, made])


def _number(path: str, ident: str, label: str, kind: Whole, blank: bool, chosen: Any) -> Markup:
    usual = chosen if chosen is not None else None if blank else 0 if kind.has(0) else kind.least
    mode = "numeric" if kind.least >= 0 else None
    limits: dict[str, AttributeValue] = {"min": kind.least, "max": kind.most, "step": kind.step}
    said = el("input", type="number", name=f"j.{path}", id=ident, value=usual, required=not blank, inputmode=mode, **limits)
    return labelled(label, ident, said)


def _group(label: str, inside: Sequence[Inside], class_: str = "group") -> Markup:
    return el("fieldset", el("legend", label), inside, class_=class_)


def labelled(label: str, ident: str, *inside: Inside) -> Markup:
    """A control under its label."""
    return el("p", el("label", label, for_=ident), inside, class_="field")


def select(name: str, ident: str, options: Iterable[tuple[str, str, bool]]) -> Markup:
    """A list to choose from: value, text, and whether it is chosen."""
    return el("select", [el("option", text, value=value, selected=chosen) for value, text, chosen in options], name=name, id=ident)


def hidden(name: str, value: Any) -> Markup:
    """Return a hidden field."""
    return el("input", type="hidden", name=name, value=value)


def button(text: str, *, name: str | None = None, value: str | None = None, class_: str | None = None) -> Markup:
    """Return the button that submits a form."""
    return el("button", text, type="submit", name=name, value=value, class_=class_)


# ---- forms


def posted(situation: Situation, saying: str, *inside: Inside, class_: str = "", ident: str | None = None) -> Markup:
    """A form that says something in the room."""
    action = f"/room/{situation.code}/{saying}"
    return el("form", inside, method="post", action=action, class_=class_ or None, id=ident, data_live=True)


def ordering(situation: Situation, *inside: Inside, class_: str = "", ident: str | None = None) -> Markup:
    """A form that gives an order, or hands it in."""
    return posted(situation, "order", hidden("at", _repeat_mark(situation)), inside, class_=class_, ident=ident)


def _repeat_mark(situation: Situation) -> str:
    """Return the mark that distinguishes a repeated order from one sent twice: the length of the seat's log, and its last slip."""
    return f"{situation.number}.{max((slip['number'] for slip in situation.room.get('slips', ())), default=0)}"


def listed_form(situation: Situation, orders: Sequence[Any], *, class_: str = "choices") -> Markup:
    """A button for each listed order, as its teller says it."""
    if not orders:
        return Markup()
    lines = orders_text(situation, orders)
    made = [button(text, name="listed", value=json_text(encode(order))) for text, order in zip(lines, orders, strict=True)]
    return ordering(situation, made, class_=class_)


def described_forms(situation: Situation, forms: Sequence[Described]) -> list[Markup]:
    """Return a slip for each described form, according to its ranges; forms of one order are grouped."""
    by_code: dict[str, list[Described]] = {}
    for form in forms:
        by_code.setdefault(form.code, []).append(form)
    return [slip(situation, code, named(situation, code), _filled(situation, found)) for code, found in by_code.items()]


def _filled(situation: Situation, forms: Sequence[Described]) -> list[Markup]:
    """The forms of one order, each with its button."""
    made = []
    for n, form in enumerate(forms):
        inner = next((f for f in form.fields if isinstance(f.kind, Inner)), None)
        fixed = [hidden("t.code", form.code)]
        rest = [f for f in form.fields if f is not inner]
        at = f"{form.code}-{n}"
        if inner is None:
            made.append(ordering(situation, fixed, [field(situation, f, at) for f in rest], button(_send(situation)), class_="fields"))
            continue
        assert isinstance(inner.kind, Inner)
        for m, each in enumerate(inner.kind.forms):
            within = [hidden(f"t.{inner.name}.code", each.code), [field(situation, f, f"{at}-{m}", inner.name) for f in each.fields]]
            shown = [field(situation, f, f"{at}-{m}") for f in rest]
            head = el("h4", plain_words(situation).order(each.code))
            made.append(ordering(situation, head, fixed, shown, within, button(_send(situation)), class_="fields"))
    return made


def _send(situation: Situation) -> str:
    return situation.words("pages.hand_in" if situation.by_slip else "pages.order")


def order_button(situation: Situation) -> Markup:
    """The button that gives an order, or hands it in."""
    return button(_send(situation))


def slip(situation: Situation, code: str, title: str, forms: Sequence[Inside], *, opened: bool = False) -> Markup:
    """An order slip that can be folded away."""
    return el("details", el("summary", title), forms, class_="slip", id=f"slip-{code}", open=opened)


# ---- an order that is changed before it goes on


def changed_fields(
    situation: Situation, data: Mapping[str, Any], at: str, ranges: Mapping[str, Range], place: str = ""
) -> Iterator[Markup]:
    """Yield the fields of an order handed in, to be changed; a field with a range has a control for that."""
    plain = plain_words(situation)
    for name, value in data.items():
        path = f"{place}.{name}" if place else name
        ident = f"{at}-{path}".replace(".", "-")
        label = plain.field(name)[:1].upper() + plain.field(name)[1:]
        kind = ranges.get(name)
        if name == "code":
            yield hidden(f"t.{path}", value)
        elif kind is not None and (offered := _offered(kind, value)) is not None:
            yield control(situation, offered, name, path, at, label, blank=value is None, chosen=value)
        elif isinstance(value, bool):
            options = [("true", plain.value(True), value), ("false", plain.value(False), not value)]
            yield labelled(label, ident, select(f"j.{path}", ident, options))
        elif isinstance(value, int):
            yield labelled(label, ident, el("input", type="number", name=f"j.{path}", id=ident, value=value))
        elif isinstance(value, str):
            how = "h" if re.fullmatch(r"\d{4}", value) else "t"
            places = "places" if how == "h" else None
            said = el("input", type="text", name=f"{how}.{path}", id=ident, value=value, list=places, autocomplete="off")
            yield labelled(label, ident, said)
        elif isinstance(value, Mapping):
            yield _group(label, list(changed_fields(situation, value, at, {}, path)))
        elif isinstance(value, list):
            for n, member in enumerate(value):
                if isinstance(member, Mapping):
                    yield _group(f"{label} {n + 1}", list(changed_fields(situation, member, at, {}, f"{path}.{n}")))
                else:
                    yield hidden(f"l.{path}", json_text(member))


def ranges_of(described: Iterable[Described], code: str) -> dict[str, Range]:
    """The ranges of the fields of an order, where each is first described."""
    found: dict[str, Range] = {}
    for form in described:
        for each in form.fields if form.code == code else ():
            found.setdefault(each.name, each.kind)
    return found


def _offered(kind: Range, value: Any) -> Range | None:
    """Return the range for a changed field of a slip, with the value handed in among its choices. None where the type of the value
    decides."""
    if isinstance(kind, Maybe):
        inner = _offered(kind.of, value)
        return Maybe(inner) if inner is not None else None
    if isinstance(kind, OneOf):
        choices = kind.choices if value is None or value in kind.choices else (value, *kind.choices)
        return OneOf(choices) if choices else None
    if isinstance(kind, Whole):
        return kind if value is None or (isinstance(value, int) and kind.has(value)) else None
    return kind if isinstance(kind, Board) else None


# ---- reading


class Misread(ValueError):
    """A form that no page of ours made."""


def read_order(fields: Iterable[tuple[str, str]], place: Callable[[str], str] = lambda text: text) -> Any:
    """The order that a form says, in its JSON form; None where it says none. `place` gives the hex of a place by its name.

    Raises Misread for what no page of ours sends.
    """
    found: dict[str, Any] = {}
    empty: list[list[str]] = []
    for name, value in fields:
        if name == "listed":
            return _value(value)
        how, dot, path = name.partition(".")
        if not dot or how not in ("j", "t", "h", "l", "e") or not value.strip():
            continue
        if how == "e":
            empty.append(path.split("."))
            continue
        said = value if how == "t" else place(value.strip()) if how == "h" else _value(value)
        _put(found, path.split("."), said, many=how == "l")
    for steps in empty:
        if not _has(found, steps):
            _put(found, steps, [], many=False)
    return _lists(found) if found else None


def _has(found: Any, steps: Sequence[str]) -> bool:
    for step in steps:
        if not isinstance(found, dict) or step not in found:
            return False
        found = found[step]
    return True


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Misread from error


def _put(into: dict[str, Any], path: Sequence[str], value: Any, *, many: bool) -> None:
    if len(path) > _DEEP or not all(path):
        raise Misread
    for step in path[:-1]:
        into = into.setdefault(step, {})
        if not isinstance(into, dict):
            raise Misread
    if many:
        members = into.setdefault(path[-1], [])
        if not isinstance(members, list) or len(members) >= _LONG:
            raise Misread
        members.append(value)
    elif path[-1] in into:
        raise Misread
    else:
        into[path[-1]] = value


def _lists(found: Any) -> Any:
    """Return the data with mappings by number turned into lists, in their order."""
    if not isinstance(found, dict):
        return found
    if found and all(key.isdecimal() for key in found):
        return [_lists(found[key]) for key in sorted(found, key=int)]
    return {key: _lists(value) for key, value in found.items()}


def json_text(value: Any) -> str:
    """A value as a field carries it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
