"""Situations for the tests of pages: any game at any point, for any seat, and a page taken apart as a browser would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any

from bob.core.dice import Stream
from bob.core.game import REFEREE, Choices
from bob.core.match import Match
from bob.core.record import Header
from bob.games import kit
from bob.rooms.pages import Looks, Situation

VOID = {"br", "img", "input", "link", "meta", "source", "hr"}


def room_text(seat: str = "raf", name: str = "Keith", **more: Any) -> dict[str, Any]:
    """What a room says of itself to its first member."""
    members = [
        {"id": "m1", "name": name, "seat": seat, "share": [], "present": True},
        {"id": "m2", "name": "Ann", "seat": REFEREE, "share": [], "present": False},
    ]
    return {
        "room": "7KQ2M",
        "you": "m1",
        "members": members,
        "notes": [],
        "slips": [],
        "held": False,
        "terms": {"slips": False},
        "clock": None,
        "undo": None,
        "ready": [],
        "invitations": [],
        **more,
    }


def situation(match: Match[Any], seat: str, lang: str = "en", *, observes: bool = False, **more: Any) -> Situation:
    """How a match stands for a seat."""
    game, over = match.game, not match.to_move
    items = [(n, event) for n, entry in enumerate(match.entries) for event in entry.events if seat == REFEREE or seat in event.to]
    given: dict[str, Any] = {
        "name": "Keith",
        "view": match.view(seat),
        "room": room_text("observer" if observes else seat),
        "looks": Looks(lang),
        "has_referee": True,
        "players": game.seats(match.position),
    }
    return Situation(
        game=game,
        scenario=match.header.scenario,
        seat=seat,
        items=items,
        choices=Choices() if observes else game.choices(match.position, seat),
        asked=seat in match.to_move and not observes,
        over=game.outcome(match.position) if over else None,
        number=len(items),
        observes=observes,
        **given | more,
    )


@cache
def begun(name: str, scenario: str = "") -> Match[Any]:
    """A new match of a game."""
    found = kit(name)
    game = found.make()
    scenario = scenario or found.usual
    return Match.begun(game, Header.of(game, scenario, 7, found.settled(scenario, {}, []), None))


def played(name: str, orders: int, every: int, scenario: str = "", **options: Any) -> Iterator[Match[Any]]:
    """A match that is played by chance, shown now and then."""
    found = kit(name)
    game = found.make()
    scenario = scenario or found.usual
    match: Match[Any] = Match.begun(game, Header.of(game, scenario, 7, found.settled(scenario, options, []), None))
    stream = Stream.of(7, "pages")
    for n in range(orders):
        if n % every == 0 or not match.to_move:
            yield match
        if not match.to_move:
            return
        seat = match.to_move[0]
        match.play(seat, game.sample(match.position, seat, stream))


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attributes: dict[str, str | None]
    parent: Node | None
    inside: list[Node | str] = field(default_factory=list)

    def every(self, *tags: str) -> Iterator[Node]:
        """All elements within, of these tags if any are named."""
        for node in self.inside:
            if isinstance(node, Node):
                if not tags or node.tag in tags:
                    yield node
                yield from node.every(*tags)

    @property
    def text(self) -> str:
        return "".join(node if isinstance(node, str) else node.text for node in self.inside)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name) or ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.now = Node("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice: {tag} {names}"
        node = Node(tag, dict(attrs), self.now)
        self.now.inside.append(node)
        if tag not in VOID:
            self.now = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.now.tag == tag, f"</{tag}> closes <{self.now.tag}>"
        assert self.now.parent is not None
        self.now = self.now.parent

    def handle_data(self, data: str) -> None:
        self.now.inside.append(data)


def parsed(html: str) -> Node:
    """A page as a tree. Raises AssertionError where its tags do not fit."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.now is reader.root, f"<{reader.now.tag}> is not closed"
    return reader.root


def filled(form: Node, chance: Stream, given: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """What a browser sends of a form that somebody has filled in by chance, with what the page offers."""
    said: list[tuple[str, str]] = []
    for control in form.every("input", "select", "textarea"):
        name, kind = control["name"], control["type"]
        if not name:
            continue
        if given is not None and name in given:
            said.append((name, given[name]))
        elif control.tag == "select":
            said.append((name, chance.choose([option["value"] for option in control.every("option")])))
        elif kind == "hidden":
            said.append((name, control["value"]))
        elif kind == "checkbox":
            if chance.below(2):
                said.append((name, control["value"]))
        elif kind == "number":
            least, most, step = int(control["min"] or 0), int(control["max"] or 99), int(control["step"] or 1)
            value = str(chance.choose(range(least, most + 1, step)))
            said.append((name, value if "required" in control.attributes or chance.below(3) else ""))
        elif name.startswith("h."):
            said.append((name, f"{10 + chance.below(30):02d}{10 + chance.below(30):02d}"))
        else:
            said.append((name, "abc"))
    return said
