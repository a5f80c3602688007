"""`bob aircraft`: the aircraft cards of the card dogfight side by side, front and Damaged side, with where each rating comes from."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bob.cli import Parser, listed
from bob.core.errors import UsageError
from bob.core.text import neat, plain, shift, width
from bob.tactical.cards.data import ALTITUDES, NATIONS, TRAITS, AircraftCard, Ratings, load_aircraft, shipped
from bob.words import Words

FILE = "aircraft.toml"
"""The file of own cards in a user's folder."""

_COLUMNS: Mapping[str, Sequence[str]] = {
    "fighter": ("speed", "performance", "horsepower", "bursts", "firepower", "airframe", "gunner", "bombs", "traits"),
    "bomber": ("altitude", "speed", "dt", "st", "airframe", "bombs"),
}
_SIDES = ("front", "back")
_RARE = ("gunner", "bombs", "traits")
_MARK = "°"
"""The mark of a figure given by the rules."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("types", nargs="*", metavar="TYPE", help=words("cli.aircraft.types"))
    parser.add_argument("--user", action="append", default=[], metavar=words("cli.folder_meta"), help=words("cli.aircraft.user"))
    listed.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    cards: dict[str, AircraftCard] = dict(shipped().aircraft)
    own: set[str] = set()
    for folder in args.user:
        laid = load_aircraft(Path(folder) / FILE)
        cards |= laid
        own |= set(laid)
    chosen = list(dict.fromkeys(card.code for typed in args.types for card in _named(typed, cards.values()))) or sorted(
        cards, key=lambda code: (list(NATIONS).index(cards[code].nation), code)
    )
    if listed.given(args, [_as_json(cards[code], code in own) for code in chosen]):
        return 0
    parts = []
    for kind in _COLUMNS:
        of_kind = [cards[code] for code in chosen if cards[code].kind == kind]
        if of_kind:
            parts.append(f"{_title(kind, words)}\n{_table(kind, of_kind, own, words)}")
    print("\n\n".join([*parts, words("cli.aircraft.note", mark=_MARK)]))
    return 0


def _named(typed: str, cards: Iterable[AircraftCard]) -> list[AircraftCard]:
    """The cards that a person means: of that code or name, else all whose code or name has it. Raises UsageError."""
    wanted = _loose_name(typed)
    known = list(cards)
    exact = [card for card in known if wanted in (_loose_name(card.code), _loose_name(card.name))]
    found = exact or [card for card in known if wanted and any(wanted in _loose_name(text) for text in (card.code, card.name, card.nation))]
    if not found:
        raise UsageError("error.one_of", option="TYPE", choices=", ".join(sorted(card.code for card in known)), value=typed)
    return found


def _loose_name(text: str) -> str:
    return plain(text).replace(" ", "")


# ---- for people


def _title(kind: str, words: Words) -> str:
    return words("cli.aircraft.fighters") if kind == "fighter" else words("cli.aircraft.bombers")


def _heads(words: Words) -> dict[str, str]:
    return {
        "altitude": words("cli.aircraft.altitude"),
        "speed": words("cli.aircraft.speed"),
        "performance": words("cli.aircraft.performance"),
        "horsepower": words("cli.aircraft.horsepower"),
        "bursts": words("cli.aircraft.bursts"),
        "firepower": words("cli.aircraft.firepower"),
        "airframe": words("cli.aircraft.airframe"),
        "gunner": words("cli.aircraft.gunner"),
        "bombs": words("cli.aircraft.bombs"),
        "traits": words("cli.aircraft.traits"),
        "dt": words("cli.aircraft.dt"),
        "st": words("cli.aircraft.st"),
    }


def _nations(words: Words) -> dict[str, str]:
    return {
        "germany": words("cli.aircraft.germany"),
        "japan": words("cli.aircraft.japan"),
        "italy": words("cli.aircraft.italy"),
        "united_kingdom": words("cli.aircraft.united_kingdom"),
        "russia": words("cli.aircraft.russia"),
        "poland": words("cli.aircraft.poland"),
        "united_states": words("cli.aircraft.united_states"),
        "france": words("cli.aircraft.france"),
    }


def _traits(side: Ratings, words: Words) -> str:
    names = {
        "agile": words("cli.aircraft.agile"),
        "barrage": words("cli.aircraft.barrage"),
        "turbocharger": words("cli.aircraft.turbocharger"),
    }
    return ", ".join(name for trait, name in names.items() if getattr(side, trait))


def _table(kind: str, listed: Sequence[AircraftCard], own: set[str], words: Words) -> str:
    heads = _heads(words)
    nations = _nations(words)
    columns = [name for name in _COLUMNS[kind] if name not in _RARE or any(_cell(card, name, words) for card in listed)]
    rows = []
    for card in listed:
        mark = {name: _MARK if name in card.from_source else "" for name in ("year", "vp", "nation")}
        rows.append(
            [
                card.code + ("*" if card.code in own else ""),
                f"{nations[card.nation]}{mark['nation']}",
                f"{card.year}{mark['year']}",
                f"{card.vp}{mark['vp']}",
                *(_cell(card, name, words) for name in columns),
            ]
        )
    first = [words("cli.aircraft.card"), words("cli.aircraft.nation"), words("cli.aircraft.year"), words("cli.aircraft.vp")]
    return neat([*first, *(heads[name] for name in columns)], rows, limit=max(width(), 140))


def _figure(card: AircraftCard, side: str, name: str) -> str:
    """A figure of a side as text; empty for none."""
    ratings: Ratings = getattr(card, side)
    if name == "horsepower":
        return f"{ratings.pre}+{ratings.post}"
    value = int(getattr(ratings, name))
    if name == "firepower":
        return shift(value)
    return "" if not value and name in _RARE else str(value)


def _cell(card: AircraftCard, name: str, words: Words) -> str:
    """Front and Damaged side of a rating: `6° / 5`, the mark where the rules give it."""
    if name == "altitude":
        return words(f"cards.altitude.{ALTITUDES[card.altitude or 0]}") + (_MARK if card.origin(name) == "source" else "")
    texts = []
    for side in _SIDES:
        text = _traits(getattr(card, side), words) if name == "traits" else _figure(card, side, name)
        texts.append((text or "–") + (_MARK if card.origin(f"{side}.{name}") == "source" else ""))
    if texts == ["–", "–"]:
        return ""
    return texts[0] if name == "traits" and len({t.rstrip(_MARK) for t in texts}) == 1 else " / ".join(texts)


# ---- for programs


def _as_json(card: AircraftCard, own: bool) -> dict[str, Any]:
    return {
        "code": card.code,
        "name": card.name,
        "kind": card.kind,
        "nation": card.nation,
        "side": card.side,
        "year": card.year,
        "vp": card.vp,
        "altitude": None if card.altitude is None else ALTITUDES[card.altitude],
        "front": _ratings_json(card.front, card.kind),
        "back": _ratings_json(card.back, card.kind),
        "from_source": list(card.from_source),
        "own": own,
        "source": card.source,
    }


def _ratings_json(side: Ratings, kind: str) -> dict[str, Any]:
    figures: dict[str, Any] = {f.name: getattr(side, f.name) for f in dataclasses.fields(side) if f.name in _COLUMNS[kind]}
    if kind == "fighter":
        figures["horsepower"] = [side.pre, side.post]
        figures["traits"] = [trait for trait in TRAITS if getattr(side, trait)]
    return figures
