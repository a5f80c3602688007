"""Kinds that `bob.core.codec` reads, as JSON Schema (draft 7, which the editors' tools for TOML know).

What must hold of a value is told by the same notes in its `Annotated` by which it is checked: a note has `limits`, the words of JSON Schema
for as much of it as they can say.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import inspect
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING
from typing import Annotated, Any, Union, get_args, get_origin

from bob.core.codec import Key
from bob.core.hexes import Hex

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"

_PLAIN: Mapping[Any, str] = {str: "string", int: "integer", float: "number", bool: "boolean"}


_NAMES = {"TargetCard": "TargetSheet"}
"""Definitions that other files may refer to, by the classes that have got another name since."""


def definition_name(kind: type) -> str:
    """The name of a class among the definitions."""
    name = kind.__name__.lstrip("_")
    return _NAMES.get(name, name.replace("Miniature", "Sky", 1))


class Forms:
    """Makes the schemas of kinds; those of dataclasses stand once each among its definitions, by their names.

    `written` are kinds that stand in a file in another form than the codec has them in, because a loader spells them out first.
    """

    def __init__(self, written: Mapping[Any, Schema] | None = None) -> None:
        self.written = written or {}
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a kind. Raises TypeError for one that the codec does not know."""
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._limited(self.of(args[0]), args[1:])
        if kind in self.written:
            return dict(self.written[kind])
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if kind is Any or kind is object:
            return {}
        if kind is Hex:
            return {"type": "string", "pattern": "^[0-9]{4}$"}
        if kind is dt.date:
            return {"type": "string", "format": "date"}
        if origin is typing.Literal:
            return one_of(args)
        if origin in (Union, types.UnionType):
            return self._any_of([member for member in args if member is not type(None)])
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return one_of([member.value for member in kind])
        if dataclasses.is_dataclass(kind):
            return self._table(kind)
        return self._container(kind, origin or kind, args)

    def _container(self, kind: Any, origin: Any, args: tuple[Any, ...]) -> Schema:
        if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
            hints = typing.get_type_hints(kind, include_extras=True)
            return row([self.of(hints[name]) for name in kind._fields])
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(*(args or (str, Any)))
        if origin is tuple and args and args[-1] is not Ellipsis:
            return row([self.of(member) for member in args])
        if origin in (list, tuple, set, frozenset, Sequence):
            return {"type": "array", "items": self.of(args[0] if args else Any)}
        raise TypeError(f"no schema for {kind}")

    def _any_of(self, kinds: Sequence[Any]) -> Schema:
        return self.of(kinds[0]) if len(kinds) == 1 else {"anyOf": [self.of(kind) for kind in kinds]}

    def _mapping(self, key: Any, kind: Any) -> Schema:
        made: Schema = {"type": "object", "additionalProperties": self.of(kind)}
        names = {"pattern": "^-?[0-9]+$"} if key is int else {k: v for k, v in self.of(key).items() if k != "type"}
        return made | ({"propertyNames": names} if names else {})

    def _limited(self, made: Schema, notes: Iterable[Any]) -> Schema:
        for note in notes:
            limits = getattr(note, "limits", None)
            if limits:
                made = {"allOf": [made], **limits} if "$ref" in made else {**made, **limits}
        return made

    def _table(self, kind: Any) -> Schema:
        name = definition_name(kind)
        if name not in self.definitions:
            self.definitions[name] = {}  # a kind may hold itself
            self.definitions[name] = self._fields(kind)
        return {"$ref": f"#/definitions/{name}"}

    def _fields(self, kind: Any) -> Schema:
        hints = typing.get_type_hints(kind, include_extras=True)
        properties: dict[str, Schema] = {}
        required = []
        code = getattr(kind, "code", None)
        if isinstance(code, str):
            properties["code"] = {"const": code}
        for field in dataclasses.fields(kind):
            hint = hints[field.name]
            notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            key = next((note.name for note in notes if isinstance(note, Key)), field.name)
            properties[key] = self.of(hint)
            if field.default is MISSING and field.default_factory is MISSING:
                required.append(key)
            elif isinstance(field.default, str | int | float) and field.default != "":
                properties[key]["default"] = field.default
        for key in getattr(kind, "unread", ()):
            properties.setdefault(key, {})
        text = inspect.cleandoc(kind.__doc__ or "").split("\n\n", 1)[0].replace("\n", " ")
        return ({} if text.startswith(f"{kind.__name__}(") or not text else {"description": text}) | table(properties, required)


# ---- by hand


def table(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    """A table with these keys and no other."""
    needed = list(required)
    return {"type": "object", "properties": dict(properties), "additionalProperties": False} | ({"required": needed} if needed else {})


def needed(properties: Mapping[str, Schema], but: Iterable[str] = ()) -> Schema:
    """A table with these keys and no other, of which all must be there but some."""
    return table(properties, [key for key in properties if key not in set(but)])


def one_of(choices: Iterable[Any]) -> Schema:
    return {"enum": list(choices)}


def whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def number(least: float, most: float) -> Schema:
    return {"type": "number", "minimum": least, "maximum": most}


def many(member: Schema, least: int = 0, distinct: bool = False) -> Schema:
    """A list of such members."""
    made: Schema = {"type": "array", "items": member}
    return made | ({"minItems": least} if least else {}) | ({"uniqueItems": True} if distinct else {})


def row(members: Sequence[Schema]) -> Schema:
    """A list of just these members."""
    return {"type": "array", "items": list(members), "additionalItems": False, "minItems": len(members), "maxItems": len(members)}


def mapping(member: Schema) -> Schema:
    """A table of such members under any keys."""
    return {"type": "object", "additionalProperties": member}


TEXT: Schema = {"type": "string", "pattern": r"\S"}
WORD: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
BOTH_LANGUAGES: Schema = needed({"en": TEXT, "fr": TEXT})
