"""Convoys and the ground as a terminal shows them to each side."""

from __future__ import annotations

from bob.operations.named import Names, count
from bob.operations.view import LuftwaffeView, RafView
from bob.text import neat
from bob.words import Words


def convoys(words: Words, names: Names, view: RafView | LuftwaffeView) -> str:
    """The convoys: as they are for the RAF, as they were seen last for the Luftwaffe; nothing where there is none."""
    if isinstance(view, RafView):
        rows = [
            [
                names.convoy(words, c.code),
                words(f"ops.convoy.{c.state}"),
                names.at(words, c.hex.label) if c.state == "under_way" else view.common.time_of(c.enters) if c.state == "to_come" else "–",
                f"{c.course:03d}°" if c.state == "under_way" else "–",
                f"{c.ships - c.sunk}/{c.ships}",
            ]
            for c in view.convoys
        ]
        heads = ("convoy", "state", "where", "course", "ships")
    else:
        rows = [
            [
                str(c.number),
                words("play.minutes", minutes=5 * (view.turn - c.turn)),
                names.at(words, c.hex.label),
                f"{c.course:03d}°",
                count(words, "ship", c.ships),
            ]
            for c in view.convoys
        ]
        heads = ("convoy", "age", "where", "course", "ships")
    return neat([words(f"play.column.{head}") for head in heads], rows) if rows else ""


def ground(words: Words, view: RafView) -> list[str]:
    """What of stations and operations rooms is out of action, or works by half."""
    hit = [*view.rooms_hit, *(name.partition(":")[2] for name in view.damaged_stations)]
    half = [*view.emergency_rooms, *(name.partition(":")[2] for name in view.mobile_stations)]
    lines = [words("play.hit", places=", ".join(hit))] if hit else []
    return [*lines, words("play.half", places=", ".join(half))] if half else lines
