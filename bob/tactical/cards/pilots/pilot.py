"""The protocol of a pilot: it gets the view of one seat and its legal orders, and returns one of them."""

from __future__ import annotations

from typing import Any, Protocol

from bob.core.dice import Stream
from bob.core.game import Choices
from bob.tactical.cards.view import CardTableView

NAMES = ("random", "sound", "strong")


class Pilot(Protocol):
    """Plays one seat of one battle, with a random stream of its own: the dice of the battle never depend on it."""

    name: str
    seat: str

    def decide(self, view: CardTableView, choices: Choices) -> Any:
        """One of the listed orders."""
        ...


def title_key(name: str) -> str:
    """The words for a pilot's name."""
    return f"pilots.name.{name}"


def thoughts(name: str, seat: str, seed: int | str) -> Stream:
    """The stream of a pilot's thoughts."""
    return Stream.of(seed, f"pilot/{name}/{seat}")


class Chance:
    """Takes any legal order, each as likely as the other."""

    __slots__ = ("_stream", "seat")
    name = "random"

    def __init__(self, seat: str, seed: int | str) -> None:
        self.seat = seat
        self._stream = thoughts(self.name, seat, seed)

    def decide(self, view: CardTableView, choices: Choices) -> Any:
        return choices.listed[self._stream.below(len(choices.listed))]
