"""Orders of the miniatures as they are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob.cli.terminal.miniatures_text import typed
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.telling import inches
from bob.words import Words


def line_of(words: Words, letters: Mapping[int, str], order: Any, listed: Sequence[Any]) -> str:
    """The line that means an order: words and inches for flights and for what is laid, else its number in the list."""

    def word(name: str) -> str:
        return typed(words, name)

    def turn(degrees: int | None) -> list[str]:
        return [word("turn"), word("right" if degrees > 0 else "left"), str(abs(degrees))] if degrees else []

    def spot(at: Any) -> str:
        return f"{inches(words, at.x)} {inches(words, at.y)}"

    if isinstance(order, o.MoveOn):
        burn = [word({"brake": "brake", "turn": "hard"}[order.burn])] if order.burn is not None else []
        card = [word("tight")] if order.card is not None else []
        after = [word("after"), inches(words, order.after)] if order.after is not None else []
        return " ".join([*burn, *card, word("forward"), inches(words, order.distance), *turn(order.turn), *after])
    if isinstance(order, o.DiveFor):
        card = [word("great")] if order.card is not None else []
        return " ".join([*card, word("dive"), inches(words, order.distance), *turn(order.turn)])
    if isinstance(order, o.TurnHard) or (isinstance(order, o.PlayAction) and order.turn is not None):
        return " ".join(turn(order.turn))
    if isinstance(order, o.LayCloud):
        return f"{command(words, 'cloud')} {spot(order.at)}"
    if isinstance(order, o.Deploy):
        return f"{command(words, 'deploy')} {letters[order.aircraft]} {spot(order.at)} {order.heading}"
    return str(listed.index(order) + 1)


def command(words: Words, name: str) -> str:
    """A command as it is typed."""
    return words(f"play.usage.{name}").partition(" ")[0].partition("|")[0]
