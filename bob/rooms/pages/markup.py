"""HTML and SVG built element by element: content is escaped, unless it was made here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from markupsafe import Markup, escape

Inside: TypeAlias = "Markup | str | int | Iterable[Inside] | None"
"""The content of an element: text, elements, and lists of either; None is nothing."""
AttributeValue: TypeAlias = str | int | float | bool | None
"""The value of an attribute: True gives the name alone, None and False omit it."""

_VOID = frozenset({"br", "img", "input", "link", "meta", "source", "hr"})


def el(tag: str, *inside: Inside, **attributes: AttributeValue) -> Markup:
    """Return an element. The name of an attribute that is a keyword in Python ends in `_`; in all others `_` becomes a hyphen."""
    head = tag + "".join(_attribute(name, value) for name, value in attributes.items() if value is not None and value is not False)
    if tag in _VOID:
        return Markup(f"<{head}>")
    return Markup(f"<{head}>{_text(inside)}</{tag}>")


def joined(*inside: Inside) -> Markup:
    """Return the elements one after another, with nothing around."""
    return Markup(_text(inside))


def _attribute(name: str, value: AttributeValue) -> str:
    name = name.rstrip("_").replace("_", "-") if name != "viewBox" else name
    return f" {name}" if value is True else f' {name}="{escape(value)}"'


def _text(inside: Inside) -> str:
    if inside is None:
        return ""
    if isinstance(inside, str | int):
        return escape(inside)
    return "".join(map(_text, inside))
