"""The message of a page's form as the room takes it: its name, and its JSON object (`docs/protocol.md`)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from bob.core.errors import UsageError
from bob.data.theatre import Theatre
from bob.rooms.pages.forms import Misread, read_order
from bob.rooms.pages.terms import terms_said

_WHOLE = {"slip", "turn", "uses", "delay"}
_MOST_FIELDS = 2000


def reading(saying: str, fields: Sequence[tuple[str, str]], theatre: Theatre | None = None) -> dict[str, Any]:
    """The object that a form says to the room. A place of the theatre may be said by its name. Raises UsageError for what no page of ours
    sends."""
    if len(fields) > _MOST_FIELDS:
        raise UsageError("pages.bad_form")
    given = dict(fields)
    place = theatre.label_of if theatre is not None else str
    try:
        if saying == "order":
            order = read_order(fields, place)
            return {"order": order, "key": given.get("key", "")[:80] or _key(given.get("at", ""), order)}
        if saying == "slip":
            return {"order": read_order(fields, place), "text": given.get("text", "")}
        if saying == "slip/answer":
            order = read_order([f for f in fields if f[0] != "text"], place) if given.get("verdict") == "pass" else None
            return {"slip": _whole_number(given.get("slip", "")), "order": order, "text": given.get("text", "")}
        if saying == "terms":
            return terms_said(fields)
        if saying == "hand_out":
            return {"look": given.get("look", ""), "beyond": given.get("beyond") == "1"}
        if saying == "undo/answer":
            return {"agree": given.get("agree") == "1", "seat": given.get("seat", "")}
        if saying == "dice":
            return {
                "id": _whole_number(given.get("id", "")),
                "faces": [_whole_number(face) for face in re.findall(r"[^\s,;+]+", given.get("faces", ""))],
            }
    except Misread:
        raise UsageError("pages.bad_form") from None
    return {
        name: _whole_number(value) if name in _WHOLE else value
        for name, value in given.items()
        if "." not in name and name not in ("at", "key")
    }


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text.strip()):
        raise UsageError("pages.bad_number", text=text[:20])
    return int(text)


def _key(at: str, order: Any) -> str | None:
    """Return the key that makes the room carry out only once an order that a browser sends twice from one page."""
    if not at:
        return None
    return f"{at}-{hashlib.sha256(json.dumps(order, sort_keys=True).encode()).hexdigest()[:16]}"
