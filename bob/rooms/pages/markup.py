"""HTML and SVG made element by element: what is said inside is escaped, what was made here is not escaped again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from markupsafe import Markup, escape

Inside: TypeAlias = "Markup | str | int | Iterable[Inside] | None"
"""What an element may hold: text, elements, and lists of either; None is nothing."""
AttributeValue: TypeAlias = str | int | float | bool | None
"""What an attribute may say: True stands alone, None and False are left out."""

_VOID = frozenset({"br", "img", "input", "link", "meta", "source", "hr"})


def el(tag: str, *inside: Inside, **attributes: AttributeValue) -> Markup:
    """An element. A name of an attribute that Python has for itself ends in `_`; in all others `_` stands for a stroke."""
    head = tag + "".join(_attribute(name, value) for name, value in attributes.items() if value is not None and value is not False)
    if tag in _VOID:
        return Markup(f"<{head}>")
    return Markup(f"<{head}>{_text(inside)}</{tag}>")


def joined(*inside: Inside) -> Markup:
    """One after another, with nothing around."""
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
