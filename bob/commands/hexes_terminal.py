"""A dogfight by hexes at the keyboard: a map, a numbered list in groups, and activations typed as paths."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Mapping
from typing import Any

from bob.commands.books import blocks, game_book, numbered
from bob.commands.cards_text import TableTerminal
from bob.commands.hexes_text import STEPS, HexPages, typed
from bob.commands.keyboard import COMMON, SHORTHAND, usage, vocabulary
from bob.dogfight.hexes import hints
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.position import FLY
from bob.errors import UsageError
from bob.sitting import Sitting
from bob.text import width
from bob.words import LANGUAGES, Words

OWN = ("path", "ways", "hand")
"""The commands of this game beside the common ones."""
MOST_WAYS = 30
"""How many courses are listed at once."""
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


class HexTerminal(TableTerminal):
    """Plays a dogfight by hexes at the keyboard."""

    book: HexPages

    def __init__(self, sitting: Sitting, words: Words) -> None:
        super().__init__(sitting, words, game_book(words, sitting.match))
        self._commands = {**vocabulary((*COMMON, *OWN)), **SHORTHAND}
        self._words_of_steps = step_words()

    def obey(self, seat: str, line: str) -> None:
        if not line.startswith("{") and not line.isdigit():
            self.book.look(self.sitting.match.view(seat))
            head, _, rest = line.partition(" ")
            if self._steps(seat, line.split()):
                return
            command = self._command(head)
            if command in OWN:
                getattr(self, f"_{command}")(seat, rest.split())
                return
        super().obey(seat, line)

    # ---- paths

    def _path(self, seat: str, path: list[str]) -> None:
        if not path or not self._steps(seat, path):
            raise UsageError("hexes.page.no_step", text=" ".join(path)[:60], choices=self._can(seat))

    def _steps(self, seat: str, path: list[str]) -> bool:
        """Give the steps of a path one after another; False where its first word is none. Raises UsageError at one that cannot be flown,
        when those before it stand."""
        if self.sitting.match.view(seat).stage != FLY or step_of(path[0], self._words_of_steps) is None:
            return False
        for number, word in enumerate(path):
            order = self._flown(seat).get(step_of(word, self._words_of_steps) or "")
            if order is None:
                key = "no_step" if not number else "no_step_after"
                raise UsageError(f"hexes.page.{key}", text=word[:40], done=" ".join(path[:number])[:200], choices=self._can(seat))
            self.sitting.give(seat, order)
        return True

    def _flown(self, seat: str) -> dict[str, Any]:
        """The steps that may be flown now, by their codes."""
        if seat not in self.sitting.match.owing or self.sitting.match.view(seat).stage != FLY:
            return {}
        listed = self.sitting.choices(seat).listed
        found: dict[str, Any] = {code_of(order): order for order in listed if isinstance(order, STEPS)}
        return {**found, "end": o.END} if o.END in listed else found

    def _can(self, seat: str) -> str:
        end = self.words("hexes.typed.end")
        return ", ".join(end if order == o.END else typed(self.words, order) for order in self._flown(seat).values()) or "–"

    # ---- what can be reached

    def _ways(self, seat: str, words: list[str]) -> None:
        """Tell the courses of the aircraft that flies, or of one that may be activated: those to a hex, or the cheapest."""
        view = self.sitting.match.view(seat)
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
        self.print([self.book.way(way) for way in shown])
        if len(found) > len(shown) or not found:
            self.print([self.book.said("more_ways", count=len(found) - len(shown))])

    def _hand(self, seat: str, words: list[str]) -> None:
        """Tell what the cards in hand do."""
        teller = self.book.teller
        hand = dict.fromkeys(self.sitting.match.view(seat).hand)
        self.print([f"{teller.card(code)} ({teller.timing(code)}): {teller.card_text(code)}" for code in hand] or ["–"])

    # ---- the page

    def page(self, seat: str) -> None:
        book = self.book
        view = self.sitting.match.view(seat)
        book.look(view)
        print("── " + book.head(view))
        print(blocks(book.page(view)))
        listed = self.sitting.choices(seat).listed
        for head, lines in book.grouped(listed, numbered(book, listed, seat)):
            print(head)
            if sum(len(line) for line in lines) > 6 * width() or head == book.said("head", group=book.said("group.steps")):
                print(
                    textwrap.fill(
                        " · ".join(" ".join(line.split()) for line in lines), width(), initial_indent="   ", subsequent_indent="   "
                    )
                )
            else:
                self.print(lines, 7)

    def help(self, seat: str, about: str) -> None:
        super().help(seat, about)
        self.print([usage(self.words, command) for command in OWN])


def step_words() -> dict[str, str]:
    """What may be typed for a step, in every language, by the step's code."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        words = Words(language)
        found.update({bare_word(words(f"hexes.typed.{name}")): name for name in _NAMES})
        found.update(_SHORT.get(language, {}))
    return found


def bare_word(word: str) -> str:
    """A word without accents, case and hyphens that stand for blanks."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c)).replace("_", "-")


def step_of(word: str, known: Mapping[str, str]) -> str | None:
    """The step that a word means, as `code_of` names it; None for none."""
    text = bare_word(word)
    by = next(
        (by for by in ("wep", *[bare_word(Words(language)("hexes.typed.tail")) for language in LANGUAGES]) if text.startswith(f"{by}-")), ""
    )
    text = text.removeprefix(f"{by}-") if by else text
    head = text.rstrip("0123456789+-/")
    name = known.get(head)
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


TERMINAL = HexTerminal
"""By which the command line finds it."""
