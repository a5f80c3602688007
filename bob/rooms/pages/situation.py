"""The data of a page: the state of the game for one member of a room, and the reader's language and colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from bob.core.game import REFEREE, Choices, Event, Game, Outcome
from bob.core.kit import Teller
from bob.day.telling.period_names import Names
from bob.rooms.order_wording import account_by
from bob.words import LANGUAGES, Words

THEMES = ("auto", "table", "night", "contrast")
"""The palettes; `auto` follows the reader's machine."""

Tone = Literal["told", "refused"]


@dataclass(frozen=True, slots=True)
class Looks:
    """A reader's preferences: language, colours, and large type for a wall."""

    lang: str = "en"
    theme: str = "auto"
    big: bool = False

    @property
    def words(self) -> Words:
        return Words(self.lang)

    @property
    def cookie(self) -> str:
        """The value of the cookie that keeps them."""
        return f"{self.lang}.{self.theme}.{int(self.big)}"


def looks(query: Mapping[str, str], cookie: str = "", accepts: str = "") -> Looks:
    """Return the preferences in an address (`lang`, `theme`, `big`), else in the cookie, else the first language that the browser
    accepts."""
    kept = [*cookie.split("."), "", "", ""]
    taken = [part.partition(";")[0].strip()[:2].lower() for part in accepts.split(",")]
    first = next((code for code in taken if code in LANGUAGES), LANGUAGES[0])
    lang = next((code for code in (query.get("lang"), kept[0]) if code in LANGUAGES), first)
    theme = next((name for name in (query.get("theme"), kept[1]) if name in THEMES), THEMES[0])
    big = query.get("big", kept[2])
    return Looks(str(lang), str(theme), big == "1")


class GameWriter(Protocol):
    """Writes the table of a game, or of the dogfight in a day, and the orders at it."""

    def blocks(self, view: Any) -> list[str]:
        """Return the pieces on the table, in blocks of lines."""

    def orders(self, orders: Sequence[Any], seat: str) -> list[str]:
        """Orders in words, no two of them alike."""

    def describe(self, events: Sequence[tuple[int, Event]]) -> list[tuple[int, str]]:
        """The events of a game that is no day, from the first on, in words."""


@dataclass(frozen=True)
class Situation:
    """The state of the game for a member: the seat's view, log and choices, and the room as the member may know it (`DayArea.room_of`).

    `now` is the host's clock, to which the times in the room refer. An observer orders nothing.
    """

    game: Game[Any]
    scenario: str
    seat: str
    name: str
    view: Any
    items: Sequence[tuple[int, Event]]
    choices: Choices
    asked: bool
    over: Outcome | None
    room: Mapping[str, Any]
    looks: Looks = field(default_factory=Looks)
    number: int = 0
    players: tuple[str, ...] = ()
    """The seats of sides that people play."""
    has_referee: bool = False
    """True when the room has a seat for a referee."""
    share: tuple[str, ...] = ()
    observes: bool = False
    now: float = 0.0
    said: tuple[Tone, str] | None = None
    """The answer to a form, on the page that comes back."""
    written: GameWriter | None = None
    """The writer of the table, for a game that has lines for it."""
    dice: Mapping[str, Any] | None = None
    """The dice that the referee is asked for."""
    offered: Callable[[str], Choices] | None = None
    """The choices of a seat, for the referee who changes its slips."""

    @cached_property
    def words(self) -> Words:
        return self.looks.words

    @cached_property
    def teller(self) -> Teller:
        """The teller of orders and events, with the names in the view."""
        return account_by(self.words, self.game, self.scenario, self.view)

    @property
    def names(self) -> Names:
        """The names of places and raids of a day, according to the view."""
        found = getattr(self.teller, "names", None)
        assert isinstance(found, Names)
        return found

    @property
    def code(self) -> str:
        return str(self.room["room"])

    @property
    def referee(self) -> bool:
        return self.seat == REFEREE and not self.observes

    @property
    def orders(self) -> bool:
        """True when the member may order now."""
        return not self.observes and self.over is None and bool(self.choices.listed or self.choices.described)

    @property
    def by_slip(self) -> bool:
        """True when the member's orders go to the referee first."""
        return not self.referee and bool(self.room.get("terms", {}).get("slips")) and self.has_referee

    @property
    def room_seat(self) -> str:
        """The seat of the member in the room."""
        return next((m["seat"] for m in self.room["members"] if m["id"] == self.room.get("you")), self.seat)
