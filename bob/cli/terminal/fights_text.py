"""An engagement of a day in the terminal: its known facts, its dogfight, and the news of dogfights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bob.cli.keyboard import usage
from bob.cli.terminal.books import DogfightBook, FlownSeat, blocks, dogfight_book
from bob.core.game import Event
from bob.core.text import neat
from bob.day.state.orders import Resolve
from bob.day.state.view import EngagementView, FoeView
from bob.day.telling import flown_fights
from bob.day.telling.period_names import Names, code_word
from bob.day.telling.sentences import in_context, sentence
from bob.day.telling.situation import about_way, facts, headline
from bob.report.merged_events import merge_alike
from bob.tactical.engagement import Force
from bob.tactical.slot import Slot
from bob.words import Words


class FightBook:
    """The pages of an engagement; those of its dogfight are its game's."""

    def __init__(self, words: Words, slot: Slot, names: Names) -> None:
        self.words = words
        self.slot = slot
        self.names = names
        self._books: dict[str, DogfightBook] = {}
        self._open: DogfightBook | None = None

    def book(self, game: str) -> DogfightBook:
        """The pages of that game."""
        if game not in self._books:
            self._books[game] = dogfight_book(self.words, self.slot[game], self.names)
        return self._books[game]

    def text(self, s: EngagementView, *, whole: bool = True) -> str:
        """An engagement as far as it is known: the dogfight while one is flown, else who meets whom, and how. Unless the `whole` is
        wanted, only what matters for the next order."""
        title = self.words.label(
            f"── {self.words('engagement.caption', number=s.number, clock=s.clock)}", headline(s, self.words, self.names)
        )
        if s.battle is None:
            return "\n".join((blocks([title]), "", self._facts(s), "", self._forces(s)))
        self._open = self.book(s.how)
        self._open.fought(s)
        head, page = self._open.blocks(s, whole=whole)
        text = self.words("play.fight.dogfight", head=head)
        return blocks([title, *self.slot[s.how].stakes(self.words, s.scale), text, *page])

    def order(self, order: Any, seat: str) -> str:
        """An order of the dogfight whose page was shown last."""
        assert self._open is not None
        return self._open.order(order, seat)

    def value(self, value: Any) -> str:
        assert self._open is not None
        return self._open.value(value)

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        assert self._open is not None
        return self._open.listing(listed, lines)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of the dogfight whose page was shown last."""
        return self._open.commands if self._open is not None else ()

    def obey(self, s: EngagementView, at: FlownSeat, line: str) -> bool:
        """Carry out a line that only the game of this dogfight knows; False when it is none. Raises BobError."""
        self._open = self.book(s.how)
        self._open.fought(s)
        return self._open.obey(at, line)

    def ways(self, s: EngagementView, listed: Sequence[Any]) -> list[str]:
        """The ways to resolve it that are among these orders, numbered, each with its command."""
        found = []
        for i, order in enumerate(listed, 1):
            if isinstance(order, Resolve):
                about = about_way(self.words, s, order.how, self.names.slot)
                command = usage(self.words, order.how).partition(" ")[0].partition("|")[0]
                found.append(self.words("play.fight.way_line", number=i, command=command, about=about))
        return found

    def _facts(self, s: EngagementView) -> str:
        return neat(["", ""], [[name, text] for name, text in facts(s, self.words)])

    def _forces(self, s: EngagementView) -> str:
        """Return both sides, one unit or type a line; of an enemy only the visible part."""
        words = self.words
        rows = [self._force(f) for f in s.own] + [self._force(f) for f in s.foes]
        heads = [words(f"play.fight.column.{name}") for name in ("unit", "aircraft", "count", "angels", "state")]
        return neat(heads, rows, right=(2, 3))

    def _force(self, f: Force | FoeView) -> list[str]:
        words = self.words
        seen = [self.names.aircraft(f.aircraft), str(f.count), str(f.angels)]
        if isinstance(f, FoeView):
            return [words("play.fight.enemy"), *seen, ""]
        state = [code_word(words, "experience", f.experience)]
        if f.fighter and f.ammo != "full":
            state.append(words("play.ammo", ammo=code_word(words, "ammo", f.ammo)))
        if f.disruption:
            state.append(words("play.fight.shaken", count=f.disruption))
        if f.side != "raf":
            state.append(code_word(words, "role", f.role))
        if f.fighter:
            state.append(words("play.fight.fuel", minutes=5 * max(0, f.fuel)))
        return [f.unit, *seen, ", ".join(state)]


class Chronicle:
    """The news of seats in a day, as sentences. The aircraft of each dogfight have the names that they had in it."""

    def __init__(self, view_at: Callable[[str, int], Any], words: Words, names: Names, book: FightBook) -> None:
        """Take `view_at`, which returns the view of a seat after the event of that number in its log."""
        self.view_at = view_at
        self.words = words
        self.names = names
        self.book = book
        self._fought: dict[tuple[str, int], EngagementView | None] = {}

    def describe(
        self, seat: str, log: Sequence[tuple[int, Event]], since: int = 0, flown: Callable[[int], bool] = lambda number: True
    ) -> list[str]:
        """Return the sentences of a seat's log from that number on. Of dogfights for which `flown` returns False only the worst is
        included."""
        place = _Place(self.book)
        for number, event in log:
            if number >= since:
                break
            place.follow(number, event)
        found = []
        items = list(merge_alike(self.words, [item for item in in_context(log) if item[0] >= since]))
        over: list[Event] = []
        for (number, event), after in zip(items, [*(e.code for _, e in items), ""][1:], strict=True):
            place.follow(number, event)
            if event.code != "dogfight":
                found.append(sentence(self.words, event, self.names))
                if flown_fights.was_flown(event):
                    over.append(event)
                    shots = self._debrief(seat, over, log, place) if flown(event.data["number"]) else None
                    found += flown_fights.lines(self.words, event.data, self.names, shots.worn if shots is not None else None)
                    if after != event.code:  # the other side's, for a referee
                        found += flown_fights.debrief_lines(self.words, shots) if shots is not None else []
                        over = []
            elif (
                (brief := self.book.book(event.data["game"]).brief) is None
                or event.data["what"] in brief
                or (flown(place.number) and not place.setting_up)
            ):
                found.append(self._dogfight(seat, place.begun, event))
        return found

    def _seen(self, seat: str, begun: int) -> EngagementView | None:
        """The engagement as a seat saw it when the dogfight of a table began."""
        if (seat, begun) not in self._fought:
            view = self.view_at(seat, begun) if begun >= 0 else None
            self._fought[seat, begun] = view.engagement if view is not None else None
        return self._fought[seat, begun]

    def _debrief(self, seat: str, over: Sequence[Event], log: Sequence[tuple[int, Event]], place: _Place) -> flown_fights.Debrief:
        """Return the shots of a flown fight."""
        views = [self._seen(seat, begun) for begun in place.tables]
        seen = [flown_fights.SeenTable(v.models, v.battle) if v is not None else flown_fights.SeenTable() for v in views]
        return flown_fights.debrief(self.words, self.names, over, [event for _, event in log], seen)

    def _dogfight(self, seat: str, begun: int, event: Event) -> str:
        book = self.book.book(event.data["game"])
        book.fought(self._seen(seat, begun))
        data = {name: value for name, value in event.data.items() if name not in ("game", "what")}
        text = self.words("log.dogfight", told=book.event(Event(event.data["what"], data, event.to, event.rule)))
        return text[:1].upper() + text[1:]


@dataclass(slots=True)
class _Place:
    """A place in a log: the number of the engagement, that of the item with which its dogfight began, those of all its tables, and a flag
    for setting up, which is not written out."""

    book: FightBook
    number: int = -1
    begun: int = -1
    setting_up: bool = False
    tables: list[int] = field(default_factory=list)

    def follow(self, at: int, event: Event) -> None:
        """Go on by an event, at its number in the log."""
        if event.code in ("met", "resolver", "next_table"):
            self.number, self.begun = int(event.data["number"]), -1
            self.tables = [*self.tables, -1] if event.code == "next_table" else [-1]
        elif event.code == "dogfight":
            what, book = event.data["what"], self.book.book(event.data["game"])
            self.begun = at if what == book.begins or (not book.begins and self.begun < 0) else self.begun
            self.tables[-1:] = [self.begun]
            self.setting_up = bool(book.in_play) and (what == book.begins or (self.setting_up and what != book.in_play))
