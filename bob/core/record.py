"""Records: the entries of a match, the header that they begin with, and the rules that they went by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bob.core.codec import decode, encode
from bob.core.dice import Roll
from bob.core.errors import Refused
from bob.core.game import Event, Game
from bob.core.own_files import digest_of

FORMAT = 1
"""The version of the form of records."""


@dataclass(frozen=True, slots=True)
class NewRules:
    """From here on a record goes by other rules than before: the numbers of each game's. The program enters it, no seat orders it."""

    rules: Mapping[str, int]
    code: ClassVar[str] = "new_rules"


@dataclass(frozen=True, slots=True)
class FormerOrder:
    """An order of former rules that those of today do not know: as it was kept."""

    data: Mapping[str, Any]

    @property
    def code(self) -> str:
        return str(self.data["code"])


@dataclass(frozen=True, slots=True)
class Entry:
    """One order of a record with what came of it. Number 0 is the setup and has no order."""

    number: int
    seat: str
    order: Any
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    free: bool
    links: Mapping[str, str] = field(default_factory=dict)
    """The links given by the seats for its dice, when the dice are fair."""

    @property
    def unheard(self) -> bool:
        """Return whether no dice fell, and no other seat was informed of it."""
        return not self.rolls and all(seat == self.seat for event in self.events for seat in event.to)

    def as_json(self) -> dict[str, Any]:
        """The fixed form of a record's line."""
        return {
            "number": self.number,
            "seat": self.seat,
            "order": dict(self.order.data) if isinstance(self.order, FormerOrder) else encode(self.order),
            "rolls": [[r.purpose, list(r.faces), r.sides, r.by, r.origin] for r in self.rolls],
            "events": [encode(e) for e in self.events],
            "free": self.free,
        } | ({"links": dict(self.links)} if self.links else {})


def entry_from_json(data: Any, game: Game[Any], *, former: bool = False) -> Entry:
    """The entry of a record's line; a `former` one, of rules before today's, may hold an order unknown today. Raises BobError."""
    raw = data if _is_plain(data) else encode(decode(_RawEntry, data))
    order = None if raw["number"] == 0 and raw["order"] is None else _order(raw["order"], game, former)
    rolls = tuple([Roll(purpose, tuple(faces), sides, by, origin) for purpose, faces, sides, by, origin in raw["rolls"]])
    events = tuple([Event(e["code"], e["data"], tuple(e["to"]), e["rule"]) for e in raw["events"]])
    return Entry(raw["number"], raw["seat"], order, rolls, events, raw["free"], raw.get("links", {}))


_ENTRY, _EVENT, _ROLL = {"number", "seat", "order", "rolls", "events", "free"}, {"code", "data", "to", "rule"}, [str, list, int, str, str]


def _is_plain(data: Any) -> bool:
    """Return whether a record's line is of the fixed form, in plain letters: nearly all are, and `decode` reports the faults of others."""
    return (
        type(data) is dict
        and data.keys() == _ENTRY
        and type(data["number"]) is int
        and _plain(data["seat"])
        and type(data["free"]) is bool
        and type(data["rolls"]) is list
        and all(type(r) is list and _is_plain_roll(r) for r in data["rolls"])
        and type(data["events"]) is list
        and all(type(e) is dict and e.keys() == _EVENT and _is_plain_event(e) for e in data["events"])
    )


def _is_plain_event(e: Mapping[str, Any]) -> bool:
    return (
        _plain(e["code"])
        and (e["rule"] is None or _plain(e["rule"]))
        and type(e["data"]) is dict
        and type(e["to"]) is list
        and _plain(*e["to"])
    )


def _is_plain_roll(roll: Sequence[Any]) -> bool:
    return [type(value) for value in roll] == _ROLL and _plain(roll[0], roll[3], roll[4]) and all(type(face) is int for face in roll[1])


def _plain(*texts: Any) -> bool:
    return all(type(text) is str and text.isascii() for text in texts)


def _order(data: Any, game: Game[Any], former: bool) -> Any:
    if is_new_rules(data):
        return decode(NewRules, data)
    try:
        return game.order(data)
    except Refused:
        if former and isinstance(data, Mapping) and isinstance(data.get("code"), str):
            return FormerOrder(data)
        raise


def is_new_rules(order: Any) -> bool:
    """Return whether the order of a record's line begins other rules."""
    return isinstance(order, Mapping) and order.get("code") == NewRules.code


@dataclass(frozen=True, slots=True)
class _RawEntry:
    number: int
    seat: str
    order: Any
    rolls: tuple[tuple[str, tuple[int, ...], int, str, str], ...]
    events: tuple[Event, ...]
    free: bool
    links: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a record."""

    game: str
    scenario: str
    seed: str
    options: Mapping[str, Any]
    format: int = FORMAT
    rules: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the rules that it began with, by game; empty in records from before they were numbered."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files that are laid over what ships, by name."""
    own_digest: str = ""
    """A digest with which two people can compare their files."""

    fair: Mapping[str, str] = field(default_factory=dict)
    """The secret of each seat's chain, when the dice are fair."""

    @classmethod
    def of(
        cls,
        game: Game[Any],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> Header:
        """The header of a new match; `secrets` are those of its seats, for dice that can be checked."""
        return cls(
            game.name,
            scenario,
            str(seed),
            dict(options or {}),
            rules=game.rules_by_game(),
            own=dict(game.own),
            own_digest=digest_of(game.own),
            fair=dict(secrets or {}),
        )


def faces_of(entry: Entry) -> list[int]:
    """The faces of all dice of an entry, in order."""
    return [face for roll in entry.rolls for face in roll.faces]


def drawn(entry: Entry) -> int:
    """Return the number of values that the dice of an entry took from the seeded stream."""
    return sum(len(roll.faces) for roll in entry.rolls if roll.origin == "seeded")


def rules_of(header: Header, entries: Sequence[Entry]) -> tuple[int, Mapping[str, int]]:
    """The rules that a record goes by at its end, by game, and the number of the entry with which they begin."""
    found = next((entry for entry in reversed(entries) if isinstance(entry.order, NewRules)), None)
    return (found.number, found.order.rules) if found is not None else (0, header.rules)


def rules_number(rules: Mapping[str, int]) -> str:
    """The numbers of these rules as one, for persons: those of the games in the order of their names."""
    return ".".join(str(rules[name]) for name in sorted(rules)) or "0"


def goes_by(rules: Mapping[str, int], game: Game[Any]) -> bool:
    """Return whether these are the rules of a game as it is today. A nested game that did not exist yet counts as of its first rules: by
    these it was played since, if at all."""
    today = game.rules_by_game()
    return bool(rules) and all(today.get(name) == rules.get(name, 1) for name in {*today, *rules})
