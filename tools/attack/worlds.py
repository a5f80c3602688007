"""Paired worlds: two that look alike to a seat stay alike in all that it gets, and an order that another may still take back
changes nothing of it.

What a seat cannot know each game's kit says, as changes of a position (`Kit.hidden`).
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.game import Game, dumps
from bob.core.kit import Setting, WorldChange
from bob.core.match import Match
from bob.games import kit, names
from tools.attack.mutate import spoilt
from tools.attack.report import Report
from tools.attack.surfaces import differences, gets, seen
from tools.fuzz import setting_of

LOOKS, SHORT_LOOKS = 12, 3
"""How often a game is looked at."""
LONGEST = 900
PEEKS = 6
"""Orders that a seat gives in both worlds to see what comes of them."""
TRIES = 12
"""Orders that a seat tries to give in both worlds."""

Gets = Callable[[Match[Any], str], dict[str, str]]


@cache
def made(name: str) -> Game[Any]:
    """The game, made once."""
    return kit(name).make()


def attack(report: Report) -> None:
    """One round: a random game of each kind, looked at from time to time by all its seats."""
    for name in names():
        setting, looks = _setting(name, report), 0
        for match, stream in positions(name, setting, report, SHORT_LOOKS if report.short else LOOKS):
            looks += 1
            for seat in match.game.seats(match.position):
                pair(report, match, seat, stream, asked=looks == 1)
                peek(report, match, seat, stream)
        report.tried[f"positions of {name}"] += looks


def _setting(name: str, report: Report) -> Setting:
    """A setting of the game, of a day mostly one with engagements to be fought out."""
    contest = kit(name).contest()
    fought = [setting for setting in contest.settings if "engagements" in setting.options]
    if fought and report.round % 4:
        return fought[report.round % len(fought)]
    return setting_of(contest, report.round)


def positions(name: str, setting: Setting, report: Report, looks: int) -> Iterator[tuple[Match[Any], Stream]]:
    """A random game, given back at places spread over it; on the way, orders of others are held to what each seat gets."""
    stream = Stream.of(report.key, f"worlds/{name}")
    match: Match[Any] = Match.new(made(name), setting.scenario, f"attack/{report.key}", setting.options)
    left = looks
    gap = 1 + stream.below(6)
    while match.to_move and len(match.entries) < LONGEST and left:
        gap -= 1
        if gap <= 0 or _fights(match):
            if gap <= 0 or stream.below(12) == 0:
                left -= 1
                yield match, stream
            gap = gap if gap > 0 else 4 + stream.below(90 if name == "day" else 30)
        seat = stream.choose(match.to_move)
        before = (
            {other: _lasting(match, other) for other in match.game.seats(match.position) if other != seat} if stream.below(8) == 0 else {}
        )
        entry = match.play(seat, match.game.sample(match.position, seat, stream))
        if not entry.free:
            continue
        for other, had in before.items():
            report.tried[f"free orders of {name}"] += 1
            for found in differences(had, _lasting(match, other)):
                report.found(f"{name} {setting}: {entry.order} of {seat}, which he may still take back, changes for {other} its {found}")


OPEN = ("phase", "stage", "active", "owing", "began", "declared", "next_hits", "speed_points", "speed_target", "assault", "passage")
"""Which step the game stands at lies open at once, though it may be taken back, and with it what ends with a step."""


def _lasting(match: Match[Any], seat: str) -> dict[str, str]:
    """What the seat sees but for the step at which the game stands."""

    def bare(tree: Any) -> Any:
        if isinstance(tree, dict):
            return {key: bare(inner) for key, inner in tree.items() if key not in OPEN}
        return [bare(inner) for inner in tree] if isinstance(tree, list) else tree

    return {"view": dumps(bare(encode(match.view(seat))))}


def _fights(match: Match[Any]) -> bool:
    pending = match.game.pending(match.position)
    return pending is not None and pending.flown


def pair(report: Report, match: Match[Any], seat: str, stream: Stream, *, asked: bool, get: Gets | None = None) -> None:
    """All that is hidden from the seat changed at once, and a few things by themselves: it must get the same."""
    changes = kit(match.game.name).hidden(match.game, seat)
    if not changes:
        return
    if get is None:
        tries = orders(match, stream)

        def get(world: Match[Any], seat: str) -> dict[str, str]:
            return gets(world, seat, tries, asked=asked)

    key = f"{stream.key}/{stream.count}"
    had = get(match, seat)
    report.tried["worlds compared"] += 1
    report.tried["places compared"] += len(had)
    found = list(differences(had, get(other_world(match, changes, key), seat)))
    if found:
        again = get(match, seat)  # what is not the same twice in the same world says nothing
        report.tried["places that are never twice the same"] += sum(again[where] != had[where] for where in had)
        had = {where: text for where, text in had.items() if again[where] == text}
        found = [one for one in found if one.partition(": ")[0] in had]
    if found:
        alone = [name for name in changes if _differ(had, get(other_world(match, {name: changes[name]}, key), seat))]
        where = f"{match.game.name} {match.header.scenario} {dict(match.header.options)} seed {match.header.seed} after entry"
        report.found(f"{where} {len(match.entries) - 1}: {seat} sees {', '.join(alone) or 'changes that go together'}: {found[0]}")


def peek(report: Report, match: Match[Any], seat: str, stream: Stream) -> None:
    """Orders that the seat may take back at once, given in both worlds: they must show it nothing, or it would look and go back."""
    name, game = match.game.name, match.game
    changes = kit(name).hidden(game, seat)
    for number in range(PEEKS if changes and seat in match.to_move else 0):
        here, there = other_world(match, {}, ""), other_world(match, changes, f"{stream.key}/{stream.count}")
        order = game.sample(match.position, seat, stream)
        if seen(here, seat) != seen(there, seat):
            return
        try:
            free = here.play(seat, order).free and there.play(seat, order).free
        except Exception:  # what is hidden was changed without regard to the rules
            continue
        report.tried[f"peeks of {name}"] += free
        for found in differences(seen(here, seat), seen(there, seat)) if free else ():
            report.found(f"{name} seed {match.header.seed}: {seat} looks by {order}, try {number}, and may take it back: {found}")


def _differ(had: dict[str, str], other: dict[str, str]) -> bool:
    return any(True for _ in differences(had, {where: other[where] for where in had}))


def other_world(match: Match[Any], changes: Mapping[str, WorldChange], key: str) -> Match[Any]:
    """The match with those things changed."""
    position = pickle.loads(pickle.dumps(match.position, protocol=5))
    for name, change in changes.items():
        change(position, Stream.of(key, name))
    return match.beside(position)


def orders(match: Match[Any], stream: Stream) -> list[Any]:
    """Orders to try: those given last by anybody, and the listed ones a little spoilt."""
    game, found = match.game, []
    given = [entry.order for entry in match.entries[-60:] if entry.order is not None]
    for seat in match.to_move:
        given += game.choices(match.position, seat).listed[:6]
    for _ in range(TRIES if given else 0):
        order = stream.choose(given)
        if stream.below(3):
            with suppress(BobError):
                order = game.order(spoilt(encode(order), stream, 1))
        if hasattr(order, "code"):
            found.append(order)
    return found
