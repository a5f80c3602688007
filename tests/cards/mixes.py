"""Battles with all options mixed at random, and random play."""

from __future__ import annotations

from typing import Any

from bob.core.dice import Stream
from bob.tactical.cards.data import shipped
from bob.tactical.cards.position import CardPosition

TABLES = shipped()
FIGHTERS = sorted(a.code for a in TABLES.aircraft.values() if not a.is_bomber)
BOMBERS = sorted(a.code for a in TABLES.aircraft.values() if a.is_bomber)


def mixed(seed: int) -> tuple[str, dict[str, Any]]:
    """A scenario and options: duels, teams, free-for-alls, raids, with any of the optional rules."""
    s = Stream.of(seed, "mix")
    free = s.below(5) == 0
    seats = ("red", "blue", "green", "black")[: 3 if free else 2 + s.below(3)]
    players = []
    for i, seat in enumerate(seats):
        aircraft: list[dict[str, Any]] = []
        for _ in range(1 + s.below(3)):
            mount: dict[str, Any] = {"aircraft": s.choose(FIGHTERS)}
            if s.below(4) == 0:
                fitting = [p.code for p in TABLES.pilots.values() if p.fits(TABLES.aircraft[mount["aircraft"]])]
                if fitting:
                    mount["pilot"] = s.choose(fitting)
            if s.below(3):
                mount["altitude"] = ("low", "medium", "high", "very_high")[s.below(4)]
            if not free and s.below(5) == 0:
                mount["loaded"] = True
            if s.below(8) == 0:
                mount["late"] = 1
            if s.below(8) == 0:
                mount["leaves"] = 3
            if s.below(8) == 0:
                mount["hits"] = 1 + s.below(3)
            if s.below(8) == 0:
                mount["extra_cards"] = 2
            aircraft.append(mount)
        if not free and s.below(3) == 0:
            mount = {"aircraft": s.choose(BOMBERS), "count": 1 + s.below(4)}
            if s.below(2):
                mount["altitude"] = "medium"
            aircraft.append(mount)
        picks = s.below(3) if s.below(4) == 0 else 0
        players.append({"seat": seat, "side": seat if free else ("axis", "allied")[i % 2], "aircraft": aircraft, "picks": picks})
    options: dict[str, Any] = {"players": players, "turns": 1 + s.below(6), "vp_limit": 30, "year": 1945}
    for name in ("wingmen", "pilots", "balance", "bonus_cards", "oots_answered_as_ims", "mission"):
        if s.below(2):
            options[name] = True
    if free:
        options["free_for_all"] = True
    elif s.below(3) == 0:
        options["first"] = "allied"
    if s.below(3) == 0:
        options["flip"] = "exceed"
    options["decks"] = 1 + s.below(2)
    options["theatre"] = ("both", "pacific", "europe")[s.below(3)]
    return "duel", options


def chosen_seat(position: CardPosition, stream: Stream) -> str:
    return position.owing[stream.below(len(position.owing))]
