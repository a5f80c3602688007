"""All that a seat gets of a game without a screen: view, choices, lines of JSON, refusals, the terminal's pages, what its player asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from bob.cli.jsonl import Pipe
from bob.cli.registry import terminal_parts_of
from bob.cli.terminal.books import game_book, numbered
from bob.core.codec import encode
from bob.core.errors import BobError, Refused
from bob.core.game import dumps
from bob.core.match import Match
from bob.driver import Driver
from bob.driver.wire import Channel
from bob.games import kit
from bob.post import SigningKey, TurnFileHead
from bob.post.page import page_of
from bob.post.turn_file import sealed
from bob.rooms.book import RoomBook
from bob.rooms.room import GameRoom
from bob.words import LANGUAGES, Words

HIDDEN = "a hidden fact decides"


def seen(match: Match[Any], seat: str) -> dict[str, str]:
    """View and choices, as text."""
    return {"view": dumps(encode(match.view(seat))), "choices": dumps(encode(match.game.choices(match.position, seat)))}


def gets(match: Match[Any], seat: str, tries: Sequence[Any] = (), *, asked: bool = False) -> dict[str, str]:
    """Everything, as text by where it is got. `tries` are orders that the seat tries to give; `asked`: its usual player orders, too."""
    found = seen(match, seat)
    found["lines"] = "\n".join(lines(match, seat))
    for language in LANGUAGES:
        found[f"pages {language}"] = "\n".join(pages(match, seat, Words(language)))
    for number, order in enumerate(tries):
        found[f"refusal {number} {order.code}"] = refusal(match, seat, order)
    found["wire"] = by_wire(match, seat)
    if asked:
        found |= by_post(match, seat)
    if asked and seat in match.to_move:
        found["asking"] = asking(match, seat)
    return found


def lines(match: Match[Any], seat: str) -> list[str]:
    """What goes to the seat over lines of JSON when the game is opened, and when it asks for its view and its log."""
    pipe = Pipe(Driver(match, dict.fromkeys(match.game.seats(match.position), "jsonl")), Words("en"))
    said = pipe.begun()
    for kind in ("view", "log"):
        said += pipe.answered(json.dumps({"type": kind, "seat": seat}))
    return [dumps(answer) for answer in said if answer.get("seat", seat) == seat]


def by_wire(match: Match[Any], seat: str) -> str:
    """What goes over a line to a seat in a room when it comes, and what it is told of the people there."""
    driver = Driver(match, dict.fromkeys(match.game.seats(match.position), "human"))
    room = GameRoom(driver, RoomBook("22222"))
    invitation, code = room.invite(seat)
    member, _ = room.join(code, "Cheat")
    whole = {key: value for key, value in Channel(driver, seat).whole().items() if key != "mark"}
    return dumps([whole, room.room_of(member)]).replace(f'"{invitation.id}"', '"INVITATION"')  # its name is drawn anew each time


def by_post(match: Match[Any], seat: str) -> dict[str, str]:
    """The seat's sheet of a game by post, by languages."""
    driver = Driver(match, dict.fromkeys(match.game.seats(match.position), "human"))
    number, key = driver.number(seat), SigningKey("01" * 32)
    found = {}
    for words in _words():
        head = TurnFileHead("0" * 32, match.game.name, match.header.scenario, seat, 1, number, number // 2, words.language, "")
        found[f"by post {words.language}"] = sealed(driver, head, (), page_of(driver, head, (), words), key)[0]
    return found


def pages(match: Match[Any], seat: str, words: Words) -> list[str]:
    """The terminal's page and its log, and the orders that it lists."""
    view, listed = match.view(seat), match.game.choices(match.position, seat).listed
    teller = kit(match.game.name).teller(words, match.game, match.header.scenario)
    lines = [teller.event(event) for _, event in match.log(seat)[-40:]]
    day_pages = terminal_parts_of(match.game.name).pages
    if day_pages is not None:
        game: Any = match.game
        made = day_pages.load()(game.world, words, game.slot)
        made.names.learn(view)
        return [made.page(view), made.map(view), *lines, *[teller.order(order, seat) for order in listed]]
    book = game_book(words, match)
    book.look(view)
    return [book.head(view), *book.page(view), *numbered(book, listed, seat), *lines]


def refusal(match: Match[Any], seat: str, order: Any) -> str:
    """What the seat is told when it tries to give an order: nothing of a legal one."""
    try:
        match.game.check(match.position, seat, order)
    except Refused as error:
        if error.hidden:
            return HIDDEN
        return dumps([error.key, error.rule, encode(error.values), *[error.describe(words) for words in _words()]])
    except BobError as error:
        return dumps([error.key, encode(error.values), *[error.describe(words) for words in _words()]])
    return ""


@cache
def _words() -> tuple[Words, ...]:
    return tuple(Words(language) for language in LANGUAGES)


def asking(match: Match[Any], seat: str) -> str:
    """What the usual player of the seat orders on what it sees, and why."""
    game, found = match.game, kit(match.game.name)
    name = found.casting(game, match.header.scenario, match.header.options).others[seat]
    player = found.player(name, seat, match.header.seed, game)
    decisions = player.orders(match.view(seat), game.choices(match.position, seat), len(match.entries))
    return dumps([[encode(decision.order), decision.why_key, encode(decision.why_values)] for decision in decisions])


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
ROUNDING = 0.06
"""How far apart, in pixels, the outline of the same letter may lie when it is drawn twice."""


def same_drawing(one: str, other: str) -> bool:
    """Whether two SVG drawings are the same but for how letters are rounded."""
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    return all(abs(float(a) - float(b)) < ROUNDING for a, b in zip(NUMBER.findall(one), NUMBER.findall(other), strict=True))


def differences(one: dict[str, str], other: dict[str, str]) -> Iterable[str]:
    """Where two worlds differ, with the text around the first place in each."""
    for where in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(where, ""), other.get(where, "")
        if mine == theirs or (where.startswith("refusal") and HIDDEN in (mine, theirs)):
            continue
        if where.startswith("sheet") and same_drawing(mine, theirs):
            continue
        at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
        yield f"{where}: …{mine[max(0, at - 90) : at + 60]!r} against …{theirs[max(0, at - 90) : at + 60]!r}"
