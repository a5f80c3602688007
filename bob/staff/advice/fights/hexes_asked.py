"""The player's next decision in plain words: a heading, its meaning, and a hint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    ANSWER,
    CANCEL,
    CLOUDS,
    COUNTER,
    DODGE,
    FLY,
    GO,
    LEVEL,
    NAMED,
    NOBODY,
    OVERHEAT,
    PLACE,
    SHOOTER,
    STEADY,
    TARGET,
)
from bob.tactical.hexes.rules.flight import end_refusal
from bob.tactical.hexes.telling import HexTeller
from bob.tactical.hexes.view import HexTableView
from bob.words import Words


def asked(view: HexTableView, words: Words, teller: HexTeller, listed: Sequence[Any]) -> tuple[str, str]:
    """Return the current decision, and a hint for it."""
    stage = view.stage
    values: dict[str, Any] = {}
    key = stage
    if stage == CLOUDS:
        values["left"] = len(view.terms.clouds) + view.terms.cloud_count - len(view.clouds)
    elif stage == PLACE:
        first = next((order for order in listed if isinstance(order, o.SetUp)), None)
        key = "place" if first is not None else "form_up"
        if first is not None:
            values["name"] = teller.name(first.aircraft)
    elif stage == GO and view.go is not None:
        key = "go_second" if view.go.singles else "go"
    elif stage == FLY and view.go is not None and view.go.active:
        key, values = _flying(view, teller, listed)
    elif stage == LEVEL:
        values["name"] = ", ".join(teller.name(a.number) for a in view.aircraft if a.formation == view.queue[0]) if view.queue else ""
    elif stage == AFTER:
        values["dice"] = " – ".join(str(die) for die in view.dice)
    elif stage in (COUNTER, SHOOTER, TARGET, AIM, DODGE, STEADY, CANCEL) and view.shots:
        shot = view.shots[-1]
        values = {"shooter": teller.name(shot.shooter), "target": teller.name(shot.target), "hits": shot.criticals + shot.damages}
        if stage == COUNTER:
            by = next((order.aircraft for order in listed if isinstance(order, o.Counter)), shot.target)
            values["name"] = teller.name(by)
    elif stage in (NAMED, OVERHEAT) and view.go is not None:
        values["name"] = ", ".join(teller.name(n) for n in view.go.active)
        if stage == NAMED and view.go.aims_at != NOBODY:
            key, values["target"] = "aimed", teller.name(view.go.aims_at)
    elif stage == ANSWER and view.agreeing:
        key = "agree"
    return words(f"desk_hexes.ask.{key}", **values), words(f"desk_hexes.how.{key}")


def _flying(view: HexTableView, teller: HexTeller, listed: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """Return the state of an activation: nothing flown yet, on the way, at its end."""
    go = view.go
    assert go is not None
    lead = view.aircraft[go.active[0]]
    many = len(go.active) > 1
    values = {"name": ", ".join(teller.name(n) for n in go.active), "speed": lead.speed}
    if many:
        return "fly_formation", values
    if any(isinstance(order, o.Fire) for order in listed):
        return "fly_fire", values
    if end_refusal(view, go) is None:
        return ("fly_end" if lead.speed else "fly_done"), values
    return "fly", values
