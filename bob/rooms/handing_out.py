"""Hand-outs: the referee inspects a choice exactly as its readers will see it, then hands that out. The content of a hand-out is kept
beside the book of the room, and holds more than its reader may see only when the referee said so expressly."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from bob.core.codec import decode, encode
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.core.seeds import fresh_letters
from bob.driver import Driver
from bob.rooms.book import OBSERVER, HandOut, Member, RoomBook
from bob.rooms.broadcast import Audience
from bob.rooms.codes import LETTERS
from bob.rooms.hand_outs import HandedPage, hand_outs_of, handed_page
from bob.rooms.plain_text import line, lines
from bob.rooms.room_base import ALL
from bob.words import LANGUAGES, Words

OWN = "own"
"""The choice of each reader's own view."""
MOST_HAND_OUTS = 40
"""The most hand-outs kept of each reader."""
_LOOKS, _TRIES = 12, 3
_TITLE = 80


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A hand-out that the referee inspects before it goes out."""

    head: HandOut
    pages: Mapping[str, HandedPage]


@dataclass(slots=True)
class Looking:
    """A preview of a hand-out, built page by page; it restarts when an order comes in between two pages."""

    by: Member
    readers: tuple[str, ...]
    sheets: tuple[str, ...]
    eyes: str
    title: str
    text: str
    pages: dict[tuple[str, str], HandedPage] = field(default_factory=dict)
    """The pages by reader and language."""
    moment: object = None
    """The state of the game on which the pages are based."""
    begun: int = 0
    """Number of starts so far."""

    @property
    def missing(self) -> tuple[str, str] | None:
        """The reader and the language of the next page."""
        return next((page for page in product(self.readers, LANGUAGES) if page not in self.pages), None)


class HandingOut(Audience):
    """The hand-outs of a room."""

    def __init__(self, driver: Driver, book: RoomBook) -> None:
        super().__init__(driver, book)
        self._looks: OrderedDict[str, tuple[LookedAt, ...]] = OrderedDict()
        self._unkept: dict[str, Any] = {}
        """The contents of the hand-outs of a game without a file."""

    def look_at(self, member: Member, to: str, pages: tuple[str, ...], viewer: str, title: str, text: str) -> dict[str, Any]:
        """Build a hand-out for the referee to inspect; return the key that hands it out, and its pages for each reader. Raises
        UsageError."""
        look = self.begin_look(member, to, pages, viewer, title, text)
        while (found := self.looked_on(look)) is None:
            pass
        return found

    def begin_look(self, member: Member, to: str, pages: tuple[str, ...], viewer: str, title: str, text: str) -> Looking:
        """Begin to make a hand-out, which `looked_on` makes. Raises UsageError."""
        self._only_referee(member)
        known = hand_outs_of(self.driver.match)
        if strange := next((name for name in pages if name not in known), None):
            raise UsageError("hand_out.no_sheet", name=strange[:40], choices=", ".join(known))
        said, called = lines(text), line(title)[:_TITLE].strip()
        if not pages and not said:
            raise UsageError("hand_out.empty")
        return Looking(member, self._readers(to, pages, viewer), pages, viewer, called, said)

    def looked_on(self, look: Looking) -> dict[str, Any] | None:
        """Build the next page of a preview; return None while pages are missing, then the answer of `look_at`. All pages are of one
        moment: when the game has gone on since the first they are built again, the third time all at once. Raises UsageError."""
        entries = self.driver.match.entries
        moment = len(entries), entries[-1]
        if look.moment != moment:
            look.moment, look.begun = moment, look.begun + 1
            look.pages.clear()
        while (missing := look.missing) is not None:
            look.pages[missing] = self._page(look, *missing)
            if look.begun < _TRIES:
                return None
        made = tuple(self._made(look, reader) for reader in look.readers)
        key = fresh_letters(10, LETTERS)
        self._looks[key] = made
        while len(self._looks) > _LOOKS:
            self._looks.popitem(last=False)
        return {"type": "accepted", "look": key, "hand_outs": [encode(one) for one in made]}

    def _readers(self, to: str, pages: tuple[str, ...], viewer: str) -> tuple[str, ...]:
        """Return the readers of a hand-out; each gets a copy. Raises UsageError."""
        people = {one.id for one in self.book.members if one.seat != REFEREE}
        if to == ALL:
            return (*self.players, *((OBSERVER,) if not pages or viewer != OWN else ()))
        if to not in (*self.players, OBSERVER, *people):
            raise UsageError("hand_out.no_reader", to=to[:40], choices=", ".join((*self.players, OBSERVER, ALL)))
        return (to,)

    def _own_viewer(self, reader: str) -> str:
        """Return the seat whose view a reader has in the game; empty for an observer of the truth."""
        if reader in self.players:
            return reader
        member = self.book.member(reader)
        return "" if member is None else member.seat if member.seat in self.seats else member.side

    def _viewer_of(self, look: Looking, reader: str) -> str:
        """Return the seat whose view the sheets for a reader show; empty without sheets. Raises UsageError."""
        match = self.driver.match
        by_viewer = "" if not look.sheets else self._own_viewer(reader) if look.eyes == OWN else look.eyes
        if look.sheets and by_viewer not in (*match.game.seats(match.position), REFEREE):
            if look.eyes == OWN:
                raise UsageError("hand_out.no_eyes")
            raise UsageError("room.no_seat", seat=look.eyes[:40], choices=", ".join((OWN, *self.players, REFEREE)))
        return by_viewer

    def _page(self, look: Looking, reader: str, language: str) -> HandedPage:
        page = handed_page(self.driver.match, self._viewer_of(look, reader), look.sheets, look.title, look.text, Words(language))
        if not look.sheets and not self._own_viewer(reader):
            return replace(page, moment="")  # who looks on from behind does not know it yet
        return page

    def _made(self, look: Looking, reader: str) -> LookedAt:
        by_viewer = self._viewer_of(look, reader)
        pages = {code: look.pages[reader, code] for code in LANGUAGES}
        titles, moments = ({code: getattr(page, name) for code, page in pages.items()} for name in ("title", "moment"))
        beyond = bool(look.sheets) and by_viewer != self._own_viewer(reader)
        return LookedAt(
            HandOut(f"h{fresh_letters(9, LETTERS)}", reader, look.by.name, titles, moments, look.sheets, by_viewer, beyond), pages
        )

    def looked_at(self, member: Member, key: str, place: int) -> LookedAt:
        """A hand-out that was looked at. Raises UsageError."""
        self._only_referee(member)
        found = self._looks.get(key, ())
        if not 0 <= place < len(found):
            raise UsageError("hand_out.no_look")
        return found[place]

    def hand_out(self, member: Member, key: str, *, beyond: bool = False) -> dict[str, Any]:
        """Give a previewed hand-out to its readers. Raises UsageError, also where it holds more than a reader may see and `beyond` is
        not set."""
        self._only_referee(member)
        found = self._looks.get(key)
        if not found:
            raise UsageError("hand_out.no_look")
        if not beyond and (more := next((one.head.to for one in found if one.head.beyond), None)) is not None:
            known = self.book.member(more)
            raise UsageError("hand_out.beyond", reader=known.name if known is not None else more)
        for one in found:
            self._put(one.head.id, encode(one.pages))
        book = self.book
        for one in found:
            book = replace(book, hand_outs=(*book.hand_outs, one.head))
        gone = [old for one in found for old in [h for h in book.hand_outs if h.to == one.head.to][:-MOST_HAND_OUTS]]
        self._keep(replace(book, hand_outs=tuple(h for h in book.hand_outs if h not in gone)))
        for old in gone:
            self._put(old.id, None)
        del self._looks[key]
        return {"type": "accepted", "hand_outs": [one.head.id for one in found]}

    def take_back(self, member: Member, ident: str) -> None:
        """Take a hand-out away from its reader again. Raises UsageError."""
        self._only_referee(member)
        head = self._head(member, ident)
        self._keep(replace(self.book, hand_outs=tuple(h for h in self.book.hand_outs if h != head)))
        self._put(ident, None)

    def _head(self, member: Member, ident: str) -> HandOut:
        mine = (h for h in self.book.hand_outs if member.seat == REFEREE or h.to in (member.seat, member.id))
        found = next((h for h in mine if h.id == ident), None)
        if found is None:
            raise UsageError("hand_out.none")
        return found

    def handed(self, member: Member, ident: str) -> LookedAt:
        """Return a hand-out that a member has received, or that the referee handed out. Raises UsageError for any other, SaveError."""
        head, save = self._head(member, ident), self.driver.save
        kept = save.draft(_key(ident)) if save is not None else self._unkept.get(ident)
        if kept is None:
            raise UsageError("hand_out.none")
        return LookedAt(head, decode(dict[str, HandedPage], kept))

    def _put(self, ident: str, value: Any) -> None:
        save = self.driver.save
        if save is not None:
            save.put_draft(_key(ident), value)
        elif value is not None:
            self._unkept[ident] = value
        else:
            self._unkept.pop(ident, None)


def _key(ident: str) -> str:
    """Return the name of the draft with the content of a hand-out."""
    return f"hand_out {ident}"
