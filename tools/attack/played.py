"""Worlds played on: two that look alike to a seat get the same orders and dice, and the seat gets the same of both, order by order.

Whole fights of a day are flown in worlds where the enemy's units have other names, and games are played on in worlds where the others hold
other cards, as long as their orders are legal in both. So the events, the dice, the messages and the course of decisions are compared, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.game import as_seen, dumps
from bob.core.kit import WorldChange
from bob.core.match import Match
from bob.core.record import Entry
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling import flown_fights
from bob.day.telling.period_names import Names
from bob.driver import Driver
from bob.driver.seat_log import hears, seen_rolls
from bob.driver.wire import Channel
from bob.games import kit, names
from bob.words import LANGUAGES, Words
from tools.attack.report import Report
from tools.attack.surfaces import differences, gets, seen
from tools.attack.worlds import made, other_world
from tools.fuzz import setting_of

AnyMatch = Match[Any]
Translated = Callable[[Any], Any]
"""Function that gives for an order of one world that of the other."""
WHOLE_LOOK = 60
"""Orders of a fight between two looks at everything that a seat gets."""
FIGHTS, SHORT_FIGHTS = 2, 1
"""Fights of a day that are flown."""
ON, SHORT_ON = 60, 25
"""Orders for which a game is played on in two worlds."""
PLACES, SHORT_PLACES = 6, 2
"""Places of a game from which it is played on."""
DRAWN = 12
"""Orders that are drawn to find one that is legal in both worlds."""
OPEN_AT_LAST = frozenset(("mini_hand_done", "turrets_done", "reshuffled", "lost_card"))
"""Events by which the cards of others come to light, or to their reader."""
FACE_UP = ("discard", "discards")
DIGEST = re.compile(r'"[0-9a-f]{64}"')
"""The digest of a sealed plan, which is another for other names."""


def attack(report: Report) -> None:
    """One round: fights of a day in one of its games, and one game of each kind played on with other cards in others' hands."""
    ways = tuple(made("day").slot)  # type: ignore[attr-defined]
    fly(report, ways[report.round % len(ways)], SHORT_FIGHTS if report.short else FIGHTS)
    held = [name for name in names() if any(_held(name, seat) for seat in _seats(name))]
    for name in held[report.round % len(held) :][:1] if report.short else held:
        play_on(report, name, SHORT_PLACES if report.short else PLACES, SHORT_ON if report.short else ON)


# ---- fights of a day, with other names


def fly(report: Report, how: str, fights: int) -> None:
    """Play a random day and fly its first fights in pairs of worlds, once for each side."""
    stream = Stream.of(report.key, f"played/{how}")
    match: AnyMatch = Match.new(made("day"), "one_raid", f"played/{report.key}", {"engagements": how})
    numbers = set[int]()
    while match.to_move and len(numbers) < fights:
        seat = stream.choose(match.to_move)
        order = match.game.sample(match.position, seat, stream)
        before = other_world(match, {}, "")
        match.play(seat, order)
        now = match.position.combat.now
        if now is None or now.battle is None or now.engagement.number in numbers:
            continue
        numbers.add(now.engagement.number)
        for reader in (RAF, LUFTWAFFE):
            units = [force.unit for force in now.engagement.forces if force.side != reader]
            report.tried[f"fights flown by {how}"] += 1
            for found in flown_alike(report, before, renamed(before, reader, units), reader, (seat, order)):
                report.found(f"day {how} seed {match.header.seed} fight {now.engagement.number}: {reader} sees names of units: {found}")


def renamed(match: AnyMatch, reader: str, units: list[str]) -> tuple[AnyMatch, Translated]:
    """Return the world in which units of the enemy have other names, in another order, and what it makes of an order."""
    other = {unit: f"{'z' * (len(units) - i)} {i}" if reader == RAF else f"{900 - i} Squadron" for i, unit in enumerate(units)}
    pattern = re.compile("|".join(rf"(?<![\w./]){re.escape(unit)}(?!\w)" for unit in sorted(units, key=len, reverse=True)))

    def text(page: str) -> str:
        return pattern.sub(lambda found: other[found[0]], page)

    return _paged(match, text), lambda order: match.game.order(json.loads(text(dumps(encode(order)))))


def _paged(match: AnyMatch, text: Callable[[str], str] = str) -> AnyMatch:
    """Return the match with its position by its page."""
    game = match.game
    return match.beside(game.parse(text(game.dump(match.position))))


def flown_alike(
    report: Report, before: AnyMatch, made_world: tuple[AnyMatch, Translated], reader: str, first: tuple[str, Any]
) -> Iterator[str]:
    """Yield where a fight, flown alike in both worlds, differs for a side; it ends with the first difference."""
    here, (there, translated) = _paged(before), made_world
    number, (seat, order), stream = here.position.engagements + 1, first, Stream.of(report.key, f"flown/{reader}")
    worlds = (_Line(here, reader), _Line(there, reader))
    steps = 0
    while True:
        for world, given in zip(worlds, (order, translated(order)), strict=True):
            world.give(seat, given)
        now = here.position.combat.now
        over = now is None or now.engagement.number != number or now.battle is None
        steps += 1
        report.tried["orders of fights"] += 1
        had, other = (world.got(whole=over or not steps % WHOLE_LOOK) for world in worlds)
        found = list(differences(had, other))
        if over and not found:
            found = list(differences(*(world.told_of(number) for world in worlds)))
        yield from found[:1]
        if found or over:
            return
        seat = stream.choose(here.to_move)
        order = here.game.sample(here.position, seat, stream)


class _Line:
    """A world with a line to a side: the messages to it, and what it heard last."""

    def __init__(self, match: AnyMatch, reader: str) -> None:
        self.match, self.reader = match, reader
        self.driver = Driver(match, dict.fromkeys(match.game.seats(match.position), "human"))
        self.channel = Channel(self.driver, reader)
        self.tables: dict[int, flown_fights.SeenTable] = {}
        self.first = len(match.entries)

    def give(self, seat: str, order: Any) -> None:
        self.driver.give(seat, order)
        found = self.driver.view(self.reader).engagement
        if found is not None and found.models:
            number = found.table.number if found.table is not None else 1
            self.tables[number] = flown_fights.SeenTable(found.models, found.battle)

    def got(self, *, whole: bool) -> dict[str, str]:
        """Return all that the last order brought the side, by its channel."""
        message = self.channel.refresh() or {}
        found = {"message": dumps({name: value for name, value in message.items() if name != "mark"})}
        found |= {"heard": heard(self.match, self.match.entries[-1], self.reader)}
        found |= gets(self.match, self.reader) if whole else {}
        return {where: DIGEST.sub('"digest"', text) for where, text in found.items()}

    def told_of(self, number: int) -> dict[str, str]:
        """Return the reports of a flown fight that is over, and its debrief shot by shot."""
        match, found = self.match, dict[str, str]()
        log = [event for entry in match.entries[self.first :] for event in entry.events if hears(self.reader, event)]
        over = [event for event in log if flown_fights.was_flown(event) and event.data["number"] == number]
        called = Names(match.game.world.theatre, match.game.slot)  # type: ignore[attr-defined]
        called.learn(match.view(self.reader))
        for words in map(Words, LANGUAGES) if over else ():
            found[f"report {words.language}"] = "\n".join(flown_fights.lines(words, over[-1].data, called))
            debrief = flown_fights.debrief(words, called, over, log, [self.tables[table] for table in sorted(self.tables)])
            found[f"debrief {words.language}"] = dumps([debrief.rows, debrief.summary])
        return found


def heard(match: AnyMatch, entry: Entry, seat: str) -> str:
    """The events and dice of an entry that a seat learns of, in their order."""
    events = [as_seen(seat, event) for event in entry.events if hears(seat, event)]
    return dumps([encode(events), encode(seen_rolls(match.game, entry, seat))])


# ---- games, with other cards in others' hands


def _seats(name: str) -> tuple[str, ...]:
    game = made(name)
    setting = kit(name).contest().settings[0]
    return game.seats(Match.new(game, setting.scenario, 1, setting.options).position)


def _held(name: str, seat: str) -> Mapping[str, WorldChange]:
    """The changes of the cards that others hold, and of nothing else."""
    changes = kit(name).hidden(made(name), seat)
    return {called: change for called, change in changes.items() if called.rpartition("_")[2] in ("hands", "cards")}


def play_on(report: Report, name: str, places: int, most: int) -> None:
    """Play a random game; from places spread over it play on in two worlds for each seat."""
    setting = setting_of(kit(name).contest(), report.round)
    stream = Stream.of(report.key, f"played/{name}")
    match: AnyMatch = Match.new(made(name), setting.scenario, f"played/{report.key}", setting.options)
    gap = stream.below(40)
    while match.to_move and places and len(match.entries) < 900:
        seat = stream.choose(match.to_move)
        match.play(seat, match.game.sample(match.position, seat, stream))
        if name == "day" and ((now := match.position.combat.now) is None or now.battle is None):
            continue
        gap -= 1
        if gap > 0:
            continue
        gap, places = 20 + stream.below(60), places - 1
        for reader in match.game.seats(match.position):
            there = other_world(match, _held(name, reader), f"{stream.key}/{stream.count}")
            report.tried[f"games of {name} played on"] += 1
            for found in on_alike(report, other_world(match, {}, ""), there, reader, most):
                where = f"{name} {setting} seed {match.header.seed} after entry {len(match.entries) - 1}"
                report.found(f"{where}: {reader} sees by what follows that others hold other cards: {found}")


def on_alike(report: Report, here: AnyMatch, there: AnyMatch, reader: str, most: int) -> Iterator[str]:
    """Yield where two worlds that are played on alike differ for a seat; at most the first place."""
    stream = Stream.of(report.key, f"on/{reader}/{len(here.entries)}")
    for _ in range(most):
        if not here.to_move:
            return
        if here.to_move != there.to_move:
            yield f"after {here.entries[-1].order}: {here.to_move} against {there.to_move} to move"
            return
        seat = stream.choose(here.to_move)
        order = _legal_in_both(here, there, seat, stream)
        if order is None:
            return
        entries = here.play(seat, order), there.play(seat, order)
        report.tried["orders played on"] += 1
        if any(event.data.get("what", event.code) in OPEN_AT_LAST for entry in entries for event in entry.events):
            return
        had, other = ({"heard": heard(world, world.entries[-1], reader), **_closed(world, reader)} for world in (here, there))
        found = list(differences(had, other))
        yield from (f"after {order} of {seat}: {one}" for one in found[:1])
        if found:
            return


def _legal_in_both(here: AnyMatch, there: AnyMatch, seat: str, stream: Stream) -> Any:
    """An order that both worlds take; None where none is found."""

    def legal(order: Any) -> bool:
        try:
            there.game.check(there.position, seat, order)
        except BobError:
            return False
        return True

    drawn = (here.game.sample(here.position, seat, stream) for _ in range(DRAWN))
    return next(filter(legal, chain(drawn, iter(here.game.choices(here.position, seat).listed))), None)


def _closed(match: AnyMatch, seat: str) -> dict[str, str]:
    """View and choices but for the cards that lie face up, for those of aircraft that are out lie there."""

    def bare(tree: Any) -> Any:
        if isinstance(tree, dict):
            return {key: bare(inner) for key, inner in tree.items() if key not in FACE_UP}
        return [bare(inner) for inner in tree] if isinstance(tree, list) else tree

    return {where: dumps(bare(json.loads(text))) for where, text in seen(match, seat).items()}
