"""The language of a dogfight by hexes, by itself or inside a day: activations as paths, reachable hexes, effects of the hand."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from bob.cli.terminal.books import FlownSeat, set_in
from bob.cli.terminal.hexes_text import STEPS, HexScreens, typed
from bob.core.errors import UsageError
from bob.core.text import width
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import FLY
from bob.words import LANGUAGES, Words

MOST_WAYS = 30
"""The most courses listed at once."""
MOST_PLACES = 12
"""The most hexes for a placement that are listed one by one."""
PLACED = (o.PlaceCloud, o.SetUp)
_NAMES = (
    "ahead",
    "left",
    "right",
    "turn_left",
    "turn_right",
    "loop",
    "roll_left",
    "roll_right",
    "immelmann",
    "split_s",
    "zoom",
    "dive",
    "end",
)
_SHORT = {"en": {"a": "ahead", "l": "left", "r": "right", "tl": "turn_left", "tr": "turn_right", "rl": "roll_left", "rr": "roll_right"}}
_SHORT["fr"] = {"a": "ahead", "g": "left", "d": "right", "vg": "turn_left", "vd": "turn_right", "tg": "roll_left", "td": "roll_right"}


class HexLines:
    """Carries out the lines that only this game knows."""

    own = ("path", "ways", "hand", "lay")

    def __init__(self, book: HexScreens) -> None:
        self.book = book
        self.words = book.words

    def command(self, at: FlownSeat, name: str, words: list[str]) -> None:
        """Carry out one of the commands. Raises UsageError, Refused."""
        self.book.look(at.view())
        carry_out: Mapping[str, Callable[[FlownSeat, list[str]], None]] = {
            "path": self._path, "ways": self._ways, "hand": self._hand, "lay": self._lay,
        }  # fmt: skip
        carry_out[name](at, words)

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        """Return the possible orders, in groups; many or short lines run together."""
        return listing(self.book, listed, lines)

    # ---- paths

    def typed(self, at: FlownSeat, line: str) -> bool:
        """Give the steps of a line."""
        return self.steps(at, line.split())

    def _path(self, at: FlownSeat, path: list[str]) -> None:
        if not path or not self.steps(at, path):
            raise UsageError("hexes.page.no_step", text=" ".join(path)[:60], choices=self._can(at))

    def steps(self, at: FlownSeat, path: list[str]) -> bool:
        """Give the steps of a path one after another; return False where its first word is none. Raises UsageError at one that cannot be
        flown; those before it stay given."""
        if not path or at.view().stage != FLY or step_of(path[0]) is None:
            return False
        for number, word in enumerate(path):
            order = self._flown(at).get(step_of(word) or "")
            if order is None:
                key = "no_step" if not number else "no_step_after"
                raise UsageError(f"hexes.page.{key}", text=word[:40], done=" ".join(path[:number])[:200], choices=self._can(at))
            at.give(order)
        return True

    def _flown(self, at: FlownSeat) -> dict[str, Any]:
        """The steps that may be flown now, by their codes."""
        view = at.view()
        if view is None or view.stage != FLY:
            return {}
        listed = at.listed()
        found: dict[str, Any] = {code_of(order): order for order in listed if isinstance(order, STEPS)}
        return {**found, "end": o.END} if o.END in listed else found

    def _can(self, at: FlownSeat) -> str:
        end = self.words("hexes.typed.end")
        return ", ".join(end if order == o.END else typed(self.words, order) for order in self._flown(at).values()) or "–"

    # ---- what can be reached

    def _ways(self, at: FlownSeat, words: list[str]) -> None:
        """Show the courses of the aircraft that flies, or of one that may be activated: those to a hex, or the cheapest."""
        view = at.view()
        letters = {letter: number for number, letter in self.book.letters.items()}
        of = [letters[word] for word in words if word in letters]
        number = of[0] if of else view.go.active[0] if view.go is not None and view.go.active else None
        if number is None or view.aircraft[number].out:
            raise UsageError("hexes.page.which", choices=", ".join(sorted(letters)))
        hexes = [word for word in words if len(word) == 4 and word.isdigit()]
        found = hints.ways(view, number, manoeuvres=not view.terms.altimeter)
        if hexes:
            found = [way for way in found if way.at[0].label in hexes]
        shown = found[:MOST_WAYS]
        at.print([self.book.way(way) for way in shown])
        if len(found) > len(shown) or not found:
            at.print([self.book.said("more_ways", count=len(found) - len(shown))])

    def _lay(self, at: FlownSeat, words: list[str]) -> None:
        """Put the piece to be laid or set up now on a hex; where it can face several ways, the one named. Raises UsageError."""
        place = words[0] if words else ""
        there = [order for order in at.listed() if isinstance(order, PLACED) and order.at.label == place]
        if not there:
            hexes = sorted({order.at.label for order in at.listed() if isinstance(order, PLACED)})
            raise UsageError("hexes.page.no_place", text=place[:20] or "–", choices=spans(hexes) or "–")
        wish = bare_word("-".join(words[1:]))
        named = {bare_word(self.book.teller.facing(order.facing)): order for order in there if isinstance(order, o.SetUp)}
        if wish in named:
            there = [named[wish]]
        elif len(there) > 1:
            raise UsageError("hexes.page.which_facing", text=wish[:20] or "–", choices=", ".join(named))
        at.give(there[0])

    def _hand(self, at: FlownSeat, words: list[str]) -> None:
        """Show the effects of the cards in hand."""
        teller = self.book.teller
        hand = dict.fromkeys(at.view().hand)
        at.print([f"{teller.card(code)} ({teller.timing(code)}): {teller.card_text(code)}" for code in hand] or ["–"])


def listing(book: HexScreens, listed: Sequence[Any], lines: Sequence[str]) -> str:
    """Return the possible orders, in groups; many or short lines run together."""
    found: list[str] = []
    for head, group in book.grouped(listed, lines):
        found.append(head)
        placed = {order.at.label for order in listed if isinstance(order, PLACED)}
        if len(placed) > MOST_PLACES and head == book.said("head", group=book.said("group.place")):
            numbers = {"first": group[0].split()[0], "last": group[-1].split()[0]}
            text = book.said("places", **numbers, hexes=spans(sorted(placed)))
            found.append(textwrap.fill(text, width(), initial_indent="   ", subsequent_indent="   "))
        elif sum(len(line) for line in group) > 6 * width() or head == book.said("head", group=book.said("group.steps")):
            run = " · ".join(" ".join(line.split()) for line in group)
            found.append(textwrap.fill(run, width(), initial_indent="   ", subsequent_indent="   "))
        else:
            found.append(set_in(group))
    return "\n".join(found)


def spans(labels: Sequence[str]) -> str:
    """Hexes in their order, those that follow each other in a column as from and to."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and label[:2] == runs[-1][-1][:2] and int(label) == int(runs[-1][-1]) + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@cache
def step_words() -> Mapping[str, str]:
    """Return the words for each step, in every language, by the step's code."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        words = Words(language)
        found.update({bare_word(words(f"hexes.typed.{name}")): name for name in _NAMES})
        found.update(_SHORT.get(language, {}))
    return found


def bare_word(word: str) -> str:
    """Return a word without accents and case, and with hyphens for underscores."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c)).replace("_", "-")


def step_of(word: str) -> str | None:
    """The step that a word means, as `code_of` names it; None for none."""
    text = bare_word(word)
    by = next(
        (by for by in ("wep", *[bare_word(Words(language)("hexes.typed.tail")) for language in LANGUAGES]) if text.startswith(f"{by}-")), ""
    )
    text = text.removeprefix(f"{by}-") if by else text
    head = text.rstrip("0123456789+-/")
    name = step_words().get(head)
    if name is None:
        return None
    return ("" if not by else "wep-" if by == "wep" else "tail-") + name + text[len(head) :]


def code_of(order: Any) -> str:
    """A step by its code: ahead, wep-left+1, turn_right, zoom3."""
    if isinstance(order, o.Rotate):
        return f"turn_{order.way}" + (f"/{order.pivot}" if order.pivot >= 0 else "")
    if isinstance(order, o.Manoeuvre):
        return order.kind + (str(order.levels) if order.levels else "")
    by = "" if order.by == "pay" else f"{order.by}-"
    return f"{by}{order.way}{f'{order.climb:+}' if order.climb else ''}"
