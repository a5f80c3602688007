"""The language of the operational day: typed lines to orders, with the names in the seat's view.

The first word of each command's usage is its name, in English and French; names of squadrons, plots and places are matched loosely.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from bob.cli.keyboard import usage, vocabulary
from bob.cli.terminal.day_commands import DAY_SHORTHAND, commands, fitting, key
from bob.core.codec import decode
from bob.core.errors import UsageError
from bob.core.hexes import Hex
from bob.core.text import plain
from bob.day.rules.convoys import SIGHTED
from bob.day.rules.hourly_plan import flown_again, reconnaissance
from bob.day.rules.raid_goals import sent_against
from bob.day.scenarios.scenario import presets
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import (
    ChangeHeight,
    Done,
    DropRaid,
    Engage,
    FormWing,
    LendEscorts,
    Pancake,
    PatrolSweep,
    Pick,
    PlanRaid,
    Readiness,
    Recall,
    Resolve,
    Scramble,
    Seal,
    SendTo,
    Split,
    Stance,
    ToSecondary,
)
from bob.day.state.raid_plan import ESCORT_ROLES, RaidPlan
from bob.day.state.view import LuftwaffeView, RafView, SquadronView
from bob.day.state.world import World
from bob.day.telling.view_tables import short
from bob.tactical.slot import ASK, QUICK, TABLE, Slot, shipped
from bob.words import LANGUAGES, Words

_ANGELS = re.compile(r"a?(\d{1,2})")
_TIME = re.compile(r"(\d{1,2})[:h](\d{2})")
_TRACK = re.compile(r"[hx#]?(\d{1,3})")
USUAL_ANGELS = 18


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """The meaning of a line: orders to be given, or a command of the program with the rest of its line. `note` is shown first."""

    command: str
    orders: tuple[Any, ...] = ()
    rest: str = ""
    note: str | None = None


class LineParser:
    """A parser of the lines of one seat. Raises UsageError for a line that it cannot parse; the game decides whether an order is legal."""

    def __init__(self, world: World, words: Words, slot: Slot | None = None) -> None:
        self.world = world
        self.words = words
        self.slot = slot if slot is not None else shipped()
        self._vocabulary = {**vocabulary(tuple(commands())), **DAY_SHORTHAND}
        self._own = {**vocabulary(tuple(commands()), (words.language,)), **DAY_SHORTHAND} if words.language == "en" else self._vocabulary
        self.ways = spoken({code: f"play.fight.way.{code}" for code in (*presets(self.slot), "small", "others")})

    def read(self, line: str, view: RafView | LuftwaffeView) -> ParsedLine:
        """Return the meaning of a line."""
        first, _, rest = line.strip().partition(" ")
        if view.engagement is not None and first in self.slot:
            return ParsedLine(first, (Resolve(first),))
        command = self._command(first, view.seat, view.common.phase)
        return _Reading(self, view, command, rest.strip()).asked()

    def _command(self, text: str, seat: str, phase: str) -> str:
        typed = plain(text) or text.strip()
        command = self._vocabulary.get(typed)
        fit = fitting(seat, phase)
        if command is None:
            intended = matching(typed, self._own, fit) or matching(typed, self._vocabulary, fit)
            if len(intended) > 1:
                raise UsageError("play.which_command", text=text, choices=", ".join(sorted(intended)))
            command = intended.pop() if intended else None
        if command is None or seat not in commands()[command]:
            raise UsageError("play.no_command", text=text[:40], choices=", ".join(fit))
        return command


def spoken(codes: Mapping[str, str]) -> dict[str, str]:
    """Every way to say each of these codes, in all languages: the words of its key, parted by bars."""
    found: dict[str, str] = {}
    for code, words_key in codes.items():
        for language in LANGUAGES:
            words = Words(language)
            for name in words(words_key).split("|") if words.has(words_key) else (code,):
                found.setdefault(key(name), code)
    return found


def matching(typed: str, known: Mapping[str, str], among: Sequence[str]) -> set[str]:
    """Return those codes of `among` that have a word with this beginning."""
    return {code for word, code in known.items() if len(typed) > 1 and word.startswith(typed) and code in among}


def _resolved(how: str) -> list[Any]:
    return [Resolve(how)]


class _Reading:
    """The state of parsing a line."""

    def __init__(self, line_parser: LineParser, view: Any, command: str, rest: str) -> None:
        self.line_parser = line_parser
        self.view = view
        self.command = command
        self.rest = rest
        self.tokens = rest.replace(",", " ").split()
        self.note: str | None = None

    def asked(self) -> ParsedLine:
        makers: dict[str, Callable[[], Sequence[Any]]] = {
            "scramble": lambda: self._sent(Scramble),
            "vector": lambda: self._sent(SendTo),
            "pancake": self._pancake,
            "ready": lambda: self._order_each(lambda unit: Readiness(unit, "ready")),
            "available": lambda: self._order_each(lambda unit: Readiness(unit, "available")),
            "release": lambda: self._order_each(lambda unit: Readiness(unit, "released")),
            "engage": lambda: self._order_each(lambda unit: Stance(unit, "any_enemy")),
            "hold": lambda: self._order_each(lambda unit: Stance(unit, "avoid")),
            "split": lambda: self._order_each(Split),
            "wing": self._wing,
            "plan": self._plan,
            "drop": lambda: [DropRaid(self._raid(self.rest))],
            "again": lambda: [PlanRaid(self._repeated_raid())],
            "look": lambda: [PlanRaid(self._look())],
            "recall": lambda: [Recall(self._raid(self.rest))],
            "secondary": lambda: [ToSecondary(self._raid(self.rest))],
            "higher": lambda: [ChangeHeight(self._raid(self.rest), True)],
            "lower": lambda: [ChangeHeight(self._raid(self.rest), False)],
            "lend": lambda: [self._lent()],
            "sweep": self._sweep,
            "pick": self._pick,
            "seal": lambda: [Seal()],
            "done": lambda: [Done()],
            **{how: partial(_resolved, how) for how in (QUICK, *self.line_parser.slot, TABLE)},
            "rule": self._rule,
        }
        if self.command not in makers or (self.command == "rule" and not self.tokens):
            return ParsedLine(self.command, rest=self.rest)
        return ParsedLine(self.command, tuple(makers[self.command]()), note=self.note)

    def _wrong(self) -> UsageError:
        return UsageError("play.write", usage=usage(self.line_parser.words, self.command))

    # ---- names

    def _squadrons(self) -> list[SquadronView]:
        return [s for s in self.view.squadrons if s.box != "gone"]

    def _matching(self, text: str) -> list[str]:
        wanted = key(text)
        if not wanted:
            return []
        keys = {s.unit: (key(short(s.unit)), key(s.unit)) for s in self._squadrons()}
        exact = [unit for unit, known in keys.items() if wanted in known]
        loose = [unit for unit, known in keys.items() if any(k.startswith(wanted) for k in known)]
        return exact or loose

    def _squadron(self, text: str) -> str:
        found = self._matching(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageError("play.which_squadron", text=text[:40], choices=", ".join(short(u) for u in found))
        raise UsageError("play.no_squadron", text=text[:40], choices=", ".join(short(s.unit) for s in self._squadrons()))

    def _leading(self, tokens: list[str]) -> tuple[str, list[str]]:
        """The squadron that the first words name, and the words after it."""
        for count in (3, 2):
            if len(tokens) >= count and len(found := self._matching(" ".join(tokens[:count]))) == 1:
                return found[0], tokens[count:]
        return self._squadron(tokens[0]), tokens[1:]

    def _parse_many(self, tokens: list[str]) -> list[str]:
        units = []
        while tokens:
            unit, tokens = self._leading(tokens)
            units.append(unit)
        return units

    def _order_each(self, make: Callable[[str], Any]) -> list[Any]:
        if not self.tokens:
            raise self._wrong()
        return [make(unit) for unit in self._parse_many(self.tokens)]

    def _hex(self, text: str) -> Hex:
        """A hex by its label, a place, or latitude,longitude."""
        theatre = self.line_parser.world.theatre
        try:
            found = theatre.hex_at(*theatre.position(text))
        except (ValueError, OverflowError):
            found = None
        if found is None:
            raise UsageError("play.off_map", text=text[:40])
        return found

    def _field(self, text: str) -> str:
        fields: dict[str, str] = {key(f.place): f.place for f in self.view.fields}
        wanted = key(text)
        found = [place for known, place in fields.items() if wanted and known.startswith(wanted)]
        if wanted in fields:
            return fields[wanted]
        if len(found) == 1:
            return found[0]
        raise UsageError("play.no_field", text=text[:40], choices=", ".join(found or fields.values()))

    def _raid(self, text: str) -> str:
        if not text:
            raise self._wrong()
        codes: dict[str, str] = {key(raid.code): raid.code for raid in self.view.raids}
        wanted = key(text)
        if wanted in codes:
            return codes[wanted]
        found: list[str] = [
            r.code for r in self.view.raids if key(r.code).startswith(wanted) or any(wanted in key(title) for title in r.title.values())
        ]
        if wanted and len(found) == 1:
            return found[0]
        raise UsageError("play.no_raid", text=text[:40], choices=", ".join(found or codes.values()))

    def _angels(self, text: str) -> int | None:
        """A height, made even: heights go by twos."""
        match = _ANGELS.fullmatch(text.casefold())
        if match is None:
            return None
        angels = int(match[1])
        if angels % 2:
            angels += 1
            self.note = self.line_parser.words("play.made_even", asked=angels - 1, angels=angels)
        return angels

    # ---- orders

    def _sent(self, kind: type[Scramble] | type[SendTo]) -> list[Any]:
        """`501 h12 18`, `32 4927 18`, `32 610 Dover 18`: squadrons, a goal, a height."""
        tokens = re.sub(r",\s+", ",", self.rest).split()
        if len(tokens) < 2:
            raise self._wrong()
        if "," in tokens[0]:
            units, rest = [self._squadron(name) for name in tokens[0].split(",")], tokens[1:]
        else:
            unit, rest = self._leading(tokens)
            units = [unit]
        if not rest:
            raise self._wrong()
        angels = self._angels(rest[-1]) if len(rest) > 1 else None
        goal = " ".join(rest[:-1] if angels is not None else rest)
        if len(rest) > 2 and rest[-2].casefold() == "angels":
            goal = " ".join(rest[:-2])
        if not goal:
            raise self._wrong()
        track = _TRACK.fullmatch(goal.casefold())
        if track is None:
            return [kind(unit, USUAL_ANGELS if angels is None else angels, hex=self._hex(goal)) for unit in units]
        number = int(track[1])
        if angels is None:
            plotted = next((t for t in self.view.tracks if t.number == number), None)
            account = plotted.last.angels if plotted is not None else None
            angels = USUAL_ANGELS if account is None else min(30, account + 2)
        return [kind(unit, angels, track=number) for unit in units]

    def _split_at(self) -> tuple[list[str], str | None]:
        """The words before and after `at`."""
        for i, token in enumerate(self.tokens):
            if plain(token) in ("at", "a", "over", "sur") and i:
                return self.tokens[:i], " ".join(self.tokens[i + 1 :])
        return self.tokens, None

    def _pancake(self) -> list[Any]:
        tokens, place = self._split_at()
        if not tokens:
            raise self._wrong()
        field = None if place is None else self._field(place)
        return [Pancake(unit, field) for unit in self._parse_many(tokens)]

    def _wing(self) -> list[Any]:
        tokens, place = self._split_at()
        units = self._parse_many(tokens)
        if len(units) < 2:
            raise self._wrong()
        if place is not None:
            return [FormWing(tuple(units), self._field(place))]
        station = next(s.station for s in self._squadrons() if s.unit == units[0])
        return [FormWing(tuple(units), station)]

    def _sweep(self) -> list[Any]:
        if len(self.tokens) < 2 or not (self.tokens[0].isascii() and self.tokens[0].isdigit() and len(self.tokens[0]) < 3):
            raise self._wrong()
        angels = self._angels(self.tokens[-1]) if len(self.tokens) > 2 else None
        goal = self.tokens[1:-1] if angels is not None else self.tokens[1:]
        return [PatrolSweep(int(self.tokens[0]), self._hex(" ".join(goal)), USUAL_ANGELS if angels is None else angels)]

    def _pick(self) -> list[Any]:
        choice = self.view.choice
        if choice is None:
            raise UsageError("play.nothing_asked")
        names: list[str] = []
        tokens = list(self.tokens)
        while tokens:
            for count in (4, 3, 2, 1):
                found = self._option(" ".join(tokens[:count]), choice["options"])
                if found is not None:
                    names.append(found)
                    tokens = tokens[count:]
                    break
            else:
                raise UsageError("play.no_option", text=tokens[0][:40], choices=", ".join(map(short, choice["options"])))
        if not names:
            raise self._wrong()
        return [Pick(tuple(names))]

    def _option(self, text: str, options: Sequence[str]) -> str | None:
        """Return the option of that name: a squadron by its number, a plot by its label."""
        wanted = key(text)
        return next((o for o in options if wanted and wanted in (key(o), key(short(o)), f"h{o}", f"x{o}")), None)

    def _rule(self) -> list[Any]:
        """`rule bombers`, or parts of it: `rule small 16 quick bombers cards others ask`."""
        said = [self._way(token) for token in self.tokens]
        old: Engaging = self.view.common.engaging
        named = presets(self.line_parser.slot)
        if len(said) == 1 and said[0] in named:
            new = named[str(said[0])]
            return [Engage(new.small, new.with_bombers, new.others, new.small_most)]
        found: dict[str, Any] = {"small": old.small, "with_bombers": old.with_bombers, "others": old.others, "small_most": old.small_most}
        part: str | None = None
        for word in said:
            if word in _PARTS:
                part = _PARTS[str(word)]
            elif part == "small" and isinstance(word, int):
                found["small_most"] = word
            elif part is not None and word in (QUICK, *self.line_parser.slot, TABLE, ASK):
                found[part] = word
            else:
                raise self._wrong()
        return [Engage(**found)]

    def _way(self, token: str) -> str | int:
        if token.isascii() and token.isdigit() and len(token) < 5:
            return int(token)
        typed = key(token)
        known = self.line_parser.ways
        found = {known[typed]} if typed in known else matching(typed, known, tuple(known.values()))
        if len(found) != 1:
            raise self._wrong()
        return found.pop()

    def _plan(self) -> list[Any]:
        """`plan {JSON}`, `plan FILE.json`, or `plan RAID time|target|second|angels VALUE` to change one that is on the plan."""
        if self.rest.startswith(("{", "[")):
            return self._written(self.rest)
        if self.rest.endswith(".json"):
            try:
                return self._written(Path(self.rest).expanduser().read_text("utf-8"))
            except (OSError, UnicodeError, RuntimeError, ValueError) as error:
                raise UsageError("play.no_plan_file", file=self.rest, why=str(error)[:120]) from error
        for i in range(len(self.tokens) - 1, 0, -1):
            change = _CHANGES.get(plain(self.tokens[i]))
            if change is not None and i + 1 < len(self.tokens):
                code = self._raid(" ".join(self.tokens[:i]))
                old = next(r.plan for r in self.view.raids if r.code == code)
                return [PlanRaid(self._changed(old, change, " ".join(self.tokens[i + 1 :])))]
        raise self._wrong()

    def _written(self, text: str) -> list[Any]:
        """The raids that a text of JSON holds: one, or a list of them."""
        try:
            read = json.loads(text)
            plans: list[RaidPlan] = decode(list[RaidPlan], read if isinstance(read, list) else [read])
        except (ValueError, RecursionError) as error:
            raise UsageError("play.not_json", why=str(error)[:120]) from error
        return [PlanRaid(plan) for plan in plans]

    def _timed(self, least: int) -> tuple[list[str], int]:
        """Return the words before a time of day, and its turn; keep those after it in `tokens`."""
        for i, token in enumerate(self.tokens):
            if i >= least and _TIME.fullmatch(token):
                before, self.tokens = self.tokens[:i], self.tokens[i + 1 :]
                return before, self._turn(token)
        raise self._wrong()

    def _repeated_raid(self) -> RaidPlan:
        """`again RAID 15:30`: plan a raid once more, with the aircraft that its units have then."""
        name, turn = self._timed(1)
        code = self._raid(" ".join(name))
        old = next(r.plan for r in self.view.raids if r.code == code)
        return flown_again(self.line_parser.world, self.view, old, turn)

    def _look(self) -> RaidPlan:
        """`look UNIT TARGET 14:00 [AIRCRAFT]`: reconnaissance."""
        name, turn = self._timed(2)
        units = {key(unit): unit for unit in self.line_parser.world.luftwaffe(self.view.settings.order_of_battle)}
        named = ((units.get(key(" ".join(name[:n]))), name[n:]) for n in range(len(name) - 1, 0, -1))
        unit, rest = next((found for found in named if found[0] is not None), (None, name))
        if unit is None:
            raise UsageError("play.no_unit", text=name[0][:40])
        count = self.tokens[0] if self.tokens else "1"
        if not (count.isascii() and count.isdigit() and len(count) < 3):
            raise self._wrong()
        return reconnaissance(self.line_parser.world, self.view, unit, self._target(" ".join(rest)), turn, int(count))

    def _lent(self) -> LendEscorts:
        """`lend RAID to RAID [UNIT, UNIT]`: escorts that go over, all of them if none is named."""
        text, _, named = self.rest.partition(":")
        first, second = self._split_in_two(text.split())
        there = [u.unit for r in self.view.raids if r.code == first for u in r.units if u.state == "with_raid" and u.role in ESCORT_ROLES]
        wanted = [key(name) for name in named.split(",") if name.strip()]
        unknown = [name for name in wanted if name not in map(key, there)]
        if unknown:
            raise UsageError("play.no_unit", text=unknown[0][:40])
        return LendEscorts(first, second, tuple([unit for unit in there if not wanted or key(unit) in wanted]))

    def _split_in_two(self, tokens: list[str]) -> tuple[str, str]:
        for i, token in enumerate(tokens):
            if plain(token) in ("to", "a") and 0 < i < len(tokens) - 1:
                return self._raid(" ".join(tokens[:i])), self._raid(" ".join(tokens[i + 1 :]))
        raise self._wrong()

    def _changed(self, old: RaidPlan, what: str, value: str) -> RaidPlan:
        if what == "time":
            return replace(old, form_turn=self._turn(value))
        if what == "angels":
            angels = self._angels(value)
            if angels is None:
                raise self._wrong()
            up = angels - old.form_angels
            units = tuple(replace(u, angels=max(0, u.angels + up)) for u in old.units)
            route = tuple(replace(leg, angels=angels) for leg in old.route)
            return replace(old, form_angels=angels, units=units, route=route)
        if what == "target" and (number := self._convoy(value)) is not None:
            return sent_against(old, f"{SIGHTED}{number}")
        name = self._target(value)
        return sent_against(old, name) if what == "target" else replace(old, secondary=name)

    def _convoy(self, text: str) -> int | None:
        """The number of a convoy: `convoy 1`."""
        head, _, number = plain(text).strip().partition(" ")
        return int(number) if head in ("convoy", "convoi") and number.isascii() and number.isdigit() and len(number) < 4 else None

    def _target(self, text: str) -> str:
        """The key of a target by its name, or how that begins."""
        keys = {key(name): name for name in self.line_parser.world.targets}
        wanted = key(text)
        if wanted in keys:
            return keys[wanted]
        near = [n for k, n in keys.items() if wanted and k.startswith(wanted)]
        if len(near) != 1:
            raise UsageError("play.no_target", text=text[:40], choices=", ".join(near[:8]) or "-")
        return near[0]

    def _turn(self, text: str) -> int:
        """A turn from a time of day such as 12:55."""
        match = _TIME.fullmatch(text)
        if match is None:
            raise UsageError("play.no_time", text=text[:40])
        hours, minutes = map(int, self.view.common.clock.split(":"))
        return (int(match[1]) * 60 + int(match[2]) - hours * 60 - minutes) // 5 + int(self.view.common.turn)


_PARTS = {"small": "small", "bombers": "with_bombers", "others": "others"}
"""The parts of the standing rule by the word for each."""
_CHANGES = {
    "time": "time",
    "heure": "time",
    "target": "target",
    "objectif": "target",
    "second": "second",
    "angels": "angels",
}
