"""The result from the players' own table in the terminal: the parser for the results of units, and the sheet with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from bob.cli.keyboard import usage
from bob.cli.terminal.day_commands import key
from bob.cli.terminal.day_orders import matching, spoken
from bob.core.errors import UsageError
from bob.core.text import neat, plain
from bob.data.units import SIDES
from bob.day.telling.period_names import Names, code_word
from bob.day.telling.sentences import misfit_text
from bob.day.telling.view_tables import short
from bob.tactical.engagement import AMMO, Force
from bob.tactical.result_draft import ResultDraft, summed
from bob.words import Words

_FIGURES = {"destroyed": "destroyed", "damaged": "damaged", "crews": "crews_lost", "shaken": "disruption"}
_FLAGS = {"jettisoned": "jettisoned", "brokeoff": "broke_off"}
_BARE = ("destroyed", "damaged", "crews_lost")
"""The fields of figures without a word, in their order."""
_MOST = 999


class ResultReader:
    """A parser for the results of units, in either language. Raises UsageError for a text that it cannot parse."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._says = spoken({code: f"play.fight.says.{code}" for code in (*_FIGURES, *_FLAGS, "ammo", "turns", "no")})
        self._ammo = spoken({code: f"play.fight.rounds.{code}" for code in AMMO})

    def read(self, draft: ResultDraft, text: str, unit: str | None = None) -> None:
        """Enter a line on the sheet: the results of several units, separated by semicolons; of one `unit`, if that is given; or the
        turns."""
        if re.search(r"[-−]\s*\d|\d[.,]\d", text):
            raise UsageError("play.fight.no_figure", text=text.strip()[:40])
        said: list[tuple[str, dict[str, Any]]] = []
        turns = draft.turns
        for part in text.split(";"):
            tokens = plain(part).split()
            if not tokens:
                continue
            if unit is None and self._word(tokens[0]) == "turns":
                turns = self._number(tokens[1:2])
                continue
            named, rest = (unit, tokens) if unit is not None else self._unit(draft.engagement.forces, tokens)
            said.append((named, self._figures(rest)))
        if not said and turns == draft.turns and not text.strip():
            raise self._wrong()
        draft.turns = turns
        for named, figures in said:
            draft.say(named, **figures)

    def _wrong(self) -> UsageError:
        return UsageError("play.write", usage=usage(self.words, "result"))

    def _word(self, token: str) -> str | None:
        if token in self._says:
            return self._says[token]
        found = matching(token, self._says, tuple(self._says.values()))
        return found.pop() if len(found) == 1 else None

    def _number(self, tokens: Sequence[str]) -> int:
        if not tokens or not (tokens[0].isascii() and tokens[0].isdigit()):
            raise self._wrong()
        return min(int(tokens[0][:4]), _MOST)

    def _unit(self, forces: Sequence[Force], tokens: Sequence[str]) -> tuple[str, list[str]]:
        """The unit that the first words name, and the words after it."""
        whole = {f.unit: (key(f.unit), key(short(f.unit))) for f in forces}
        ends = {f.unit: (*whole[f.unit], *_ends(f.unit), *_ends(short(f.unit))) for f in forces}
        for known, alike in ((whole, str.__eq__), (ends, str.startswith)):
            for count in range(min(4, len(tokens)), 0, -1):
                typed = "".join(tokens[:count])
                if typed.isdigit() and alike is not str.__eq__:
                    continue  # a figure is no part of a name
                found = [unit for unit, names in known.items() if any(alike(name, typed) for name in names)]
                if len(found) == 1 and _cut_short(typed, tokens[count:], known[found[0]]):
                    raise self._no_unit(forces, tokens)
                if len(found) == 1:
                    return found[0], list(tokens[count:])
        raise self._no_unit(forces, tokens)

    def _no_unit(self, forces: Sequence[Force], tokens: Sequence[str]) -> UsageError:
        return UsageError("play.fight.no_unit", text=" ".join(tokens)[:40], choices=", ".join(short(f.unit) for f in forces))

    def _figures(self, tokens: Sequence[str]) -> dict[str, Any]:
        """Return the figures of one unit: `2 1`, `destroyed 2 crews 1`, `ammo low`, `brokeoff`, `jettisoned no`."""
        found: dict[str, Any] = {}
        waiting = list(tokens)
        bare = list(_BARE)
        while waiting:
            token = waiting.pop(0)
            if token.isascii() and token.isdigit() and bare:
                found[bare.pop(0)] = self._number([token])
                continue
            bare.clear()
            word = self._word(token)
            if word in _FIGURES:
                found[_FIGURES[word]] = self._number(waiting[:1])
                waiting = waiting[1:]
            elif word == "ammo" and waiting:
                found["ammo"] = self._rounds(waiting.pop(0))
            elif word in _FLAGS:
                if token == "broke" and waiting[:1] == ["off"]:
                    waiting.pop(0)
                off = bool(waiting) and self._word(waiting[0]) == "no"
                waiting = waiting[off:]
                found[_FLAGS[word]] = not off
            else:
                raise UsageError("play.fight.no_word", text=token[:40])
        return found

    def _rounds(self, token: str) -> str:
        found = {self._ammo[token]} if token in self._ammo else matching(token, self._ammo, tuple(self._ammo.values()))
        if len(found) != 1:
            raise UsageError("play.fight.no_word", text=token[:40])
        return found.pop()


def _ends(name: str) -> list[str]:
    """Return a name without its first parts: JG 3 and 3 of III./JG 3, never II./JG 3."""
    parts = plain(name).split()
    return ["".join(parts[start:]) for start in range(1, len(parts))]


def _cut_short(typed: str, rest: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether a name is typed from its beginning with another number than its own: neither III./JG 3 nor III./JG 5 is the
    III./JG 51."""
    ends = [name.removeprefix(typed) for name in names if name.startswith(typed)]
    return (typed[-1:].isdigit() or (bool(rest) and rest[0].isdigit())) and any(end[:1].isdigit() for end in ends)


def result_text(words: Words, names: Names, draft: ResultDraft) -> str:
    """Return the sheet in its present state, with its faults."""
    heads = [words(f"play.fight.column.{name}") for name in ("unit", "sent", "destroyed", "damaged", "crews", "shaken", "ammo", "also")]
    rows = [_row(words, draft, f) for side in SIDES for f in draft.engagement.of(side)]
    lines = [neat(heads, rows, right=(1, 2, 3, 4, 5)), words("play.fight.turns", turns=draft.turns, most=draft.engagement.length)]
    lines.append(words("engagement.form.summary", **summed(draft.engagement, draft.losses)))
    return "\n".join((*lines, *faults(words, draft)))


def faults(words: Words, draft: ResultDraft) -> Iterator[str]:
    """Yield the faults of the sheet."""
    for misfit in draft.faults:
        yield f"  – {misfit_text(words, misfit)}"


def _row(words: Words, draft: ResultDraft, f: Force) -> list[str]:
    loss = draft.loss(f.unit)
    also = [words(f"engagement.form.{name}") for name in ("jettisoned", "broke_off") if getattr(loss, name)]
    figures = [str(n) if n else "–" for n in (loss.destroyed, loss.damaged, loss.crews_lost, loss.disruption)]
    ammo = code_word(words, "ammo", loss.ammo) if f.fighter else "–"
    return [f.unit, str(f.count), *figures, ammo, ", ".join(also)]
