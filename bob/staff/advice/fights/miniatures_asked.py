"""The player's next decision in plain words: a heading, and a hint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.tactical.miniatures.position import ANSWER, DODGED, FIRING, FLY, PLACE, TARGETED
from bob.tactical.miniatures.telling import MiniatureTeller
from bob.tactical.miniatures.view import MiniatureTableView
from bob.words import Words


def miniature_asked(view: MiniatureTableView, words: Words, teller: MiniatureTeller, described: Sequence[Any]) -> tuple[str, str]:
    """Return the current decision, and a hint for it."""
    stage = view.stage
    values: dict[str, Any] = {}
    key = stage
    if view.go is not None:
        values["name"] = teller.name(view.go.number)
    if stage == FLY and view.go is not None:
        key = "fly" if view.go.untouched else "fly_on"
    elif stage == PLACE:
        values["count"] = sum(side == view.queue[0] for side in view.queue)
    elif stage in (ANSWER, FIRING, TARGETED, DODGED) and view.attack is not None:
        volley = view.attack.volley
        values |= {"shooter": teller.name(volley.by), "target": teller.name(volley.at)}
        if stage == TARGETED and described:
            key = "targeted_turn"
    return words(f"desk_skies.ask.{key}", **values), words(f"desk_skies.how.{key}")
