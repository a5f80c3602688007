"""Cards that a person draws from a real deck and types: by the title on the card, with its result for bombs where that counts."""

from __future__ import annotations

from collections.abc import Iterator

from bob.core.errors import DiceError
from bob.core.text import plain
from bob.words import Words

DRAWS = (
    "air_war.dice.card",
    "carriers.dice.cap",
    "carriers.dice.sight",
    "carriers.dice.recovery",
    "low_raid.dice.defence",
    "low_raid.dice.bomb",
)
"""The rolls that draw a card from a pile; those of flights by dice are the program's own."""
ROWS = (
    "maneuvering", "half_loop", "scissors", "full_throttle", "vertical_roll", "barrel_roll", "tight_turn", "ace_pilot",
    "ims_1b", "ims_2b", "ims_3b", "oots",
)  # fmt: skip
"""The titles that the tables of the campaigns use; In My Sights with its Bursts."""
RESULTS = ("miss", "hit", "direct", "vital")
"""The results for bombs on a card, by the first letter of the mark."""


def pattern_of(words: Words, text: str) -> str:
    """Return the pattern for the codes of the cards that a text names: a title, a result for bombs, or both. Raises DiceError."""
    typed = plain(text)
    titles = {plain(words(f"air_war.row.{row}")): _begins(row) for row in ROWS}
    results = {plain(words(f"flight.result.{result}")): result[0] for result in RESULTS}
    found = {pattern for called, pattern in _called(titles, results) if called == typed}
    if not found:
        found = {pattern for called, pattern in _called(titles, {}) if typed and called.startswith(typed)}
    if len(found) == 1:
        return found.pop()
    raise DiceError("play.card_unknown", text=text.strip()[:60], titles=", ".join(words(f"air_war.row.{row}") for row in ROWS))


def _begins(row: str) -> str:
    """Return the pattern for the beginning of the codes of a row's cards; three Bursts are those of the longest row and more."""
    return "ims_[3-9]b" if row == "ims_3b" else row


def _called(titles: dict[str, str], results: dict[str, str]) -> Iterator[tuple[str, str]]:
    """All that a card can be called, with its pattern."""
    for result, letter in results.items():
        yield result, f"*.{letter}*"
    for title, begins in titles.items():
        yield title, f"{begins}*"
        for result, letter in results.items():
            yield f"{title} {result}", f"{begins}*.{letter}*"
