"""One game with its people: who may say what, what each is told. It does no I/O, starts no thread and looks at no clock: its host does.

Whatever a member says is one method here; it raises BobError, and then nothing has changed. What it changes is kept before it returns;
`spread` then tells everybody what has changed for them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bob.codec import CodecError, decode, encode
from bob.errors import Refused, UsageError
from bob.game import REFEREE
from bob.games import kit
from bob.operations.orders import Note, NoteSender, WentBack, given
from bob.server.balcony import Balcony, turn_entries
from bob.server.book import BOOK, OBSERVER, Later, Member, OrderSlip, RoomBook, RoomNote, SeatInvitation, Terms, may_invite
from bob.server.clocks import Clocks
from bob.server.codes import code_digest, fresh_code, fresh_salt, fresh_token, same_secret, token_digest
from bob.server.lanes import PaperLane
from bob.server.plain_text import lines, name_of
from bob.server.shares import CLOSING, fighting_shares, shares_of, strange
from bob.sitting import Sitting
from bob.sitting.players import player
from bob.sitting.wire import Channel

ALL = "all"
MOST_REPORTS, MOST_NOTES, MOST_SLIPS, MOST_INVITATIONS, MOST_MEMBERS = 500, 100, 100, 40, 100
"""Of notes and invitations so many are kept of each seat, of slips twice as many; so many may wait for the referee."""
_ANSWERS = 50
"""Of so many last orders of a member it is known what was answered."""


class ToMember(Protocol):
    """A line to one member."""

    member: str
    last: Any
    """What the member was last told of the room."""

    def send(self, message: Mapping[str, Any]) -> None: ...


@dataclass(slots=True)
class Asking:
    """A side asks to take an order back that others have heard of: the members who have yet to agree."""

    number: int
    """How far the log of the side had come: when it has done or heard anything more it asks no longer."""
    by: Member
    waits: set[str]
    """The seats that have not agreed yet."""


class GameRoom:
    """One game with its people."""

    def __init__(self, sitting: Sitting, book: RoomBook) -> None:
        self.sitting = sitting
        self.book = book
        self.streams: list[ToMember] = []
        self._channels: dict[tuple[str, int], Channel | Balcony] = {}
        self._ready: set[str] = set()
        self._asking: Asking | None = None
        self._clocks = Clocks()
        self._seen: dict[str, float] = {}
        """By seat when somebody was there last."""
        self._answers: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        if REFEREE in sitting.outside:
            sitting.screen.sit(REFEREE)

    @classmethod
    def opened(cls, sitting: Sitting, name: str) -> GameRoom:
        """A room for a game: with what is kept of it in the game's file, or new. Raises SaveError."""
        save = sitting.save
        book = save.draft_of_kind(BOOK, RoomBook) if save is not None else None
        room = cls(sitting, book if book is not None else RoomBook(name))
        if book is None:
            room._keep(room.book)
        return room

    @property
    def name(self) -> str:
        return self.book.room

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that people may sit at."""
        return self.sitting.outside

    @property
    def players(self) -> tuple[str, ...]:
        """The seats of sides that people play."""
        return tuple(seat for seat in self.seats if seat != REFEREE)

    def _keep(self, book: RoomBook) -> None:
        """Keep a new book. Raises SaveError; then the one before holds."""
        if self.sitting.save is not None:
            self.sitting.save.put_draft(BOOK, encode(book))
        self.book = book

    def _counted(self) -> tuple[RoomBook, int]:
        return replace(self.book, count=self.book.count + 1), self.book.count + 1

    # ---- who may come in

    def invite(
        self, seat: str, *, share: Sequence[str] = (), uses: int = 1, side: str = "", delay: int = 0, by: Member | None = None
    ) -> tuple[SeatInvitation, str]:
        """A new invitation and its code, which nobody is told again; who shares a side shares no more than he has. Raises UsageError for
        a seat or a share that there is not, and for who may not invite."""
        share = tuple(share) or (by.share if by is not None else ())
        if by is not None and not may_invite(by, seat, share):
            raise UsageError("room.may_not_invite")
        if by is not None and sum(i.seat == seat and not i.withdrawn for i in self.book.invitations) >= MOST_INVITATIONS:
            raise UsageError("room.too_many_invitations", most=MOST_INVITATIONS)
        if seat not in (*self.seats, OBSERVER):
            raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join((*self.seats, OBSERVER)))
        shares = shares_of(self.sitting.match.view(seat)) if seat in self.players else ()
        if wrong := next((name for name in share if name not in shares), None):
            raise UsageError("room.no_share", name=wrong[:40], choices=", ".join(shares) or "–")
        if side and (seat != OBSERVER or side not in self.sitting.match.game.seats(self.sitting.match.position)):
            raise UsageError("room.no_seat", seat=side[:40], choices=", ".join(self.players) or "–")
        if not 1 <= uses <= MOST_MEMBERS or not 0 <= delay <= 1000:
            raise UsageError("room.uses", most=MOST_MEMBERS)
        book, number = self._counted()
        code, salt = fresh_code(self.name), fresh_salt()
        made = SeatInvitation(f"i{number}", seat, salt, code_digest(code, salt), uses, share, side, delay)
        self._keep(replace(book, invitations=(*book.invitations, made)))
        return made, code

    def withdraw(self, ident: str, by: Member | None = None) -> None:
        """Make an invitation void: whoever came by it is no longer a member. Raises UsageError."""
        found = self.book.invitation(ident)
        if found is None or found.withdrawn:
            raise UsageError("room.no_invitation", name=ident[:20])
        if by is not None and not self.book.may_withdraw(by, found):
            raise UsageError("room.may_not_withdraw")
        invitations = tuple(i for i in self.book.invitations if i.id != ident)
        gone = {member.id for member in self.book.members if member.invitation == ident}
        self._keep(replace(self.book, invitations=invitations, members=tuple(m for m in self.book.members if m.id not in gone)))
        self._ready -= gone
        for stream in [stream for stream in self.streams if stream.member in gone]:
            stream.send({"type": "bye"})
            self.streams.remove(stream)

    def join(self, code: str, name: str) -> tuple[Member, str]:
        """Let in whoever has that code; the member, and the key that nobody is told again. Raises UsageError, alike for all wrong codes."""
        called = name_of(name)
        if not called:
            raise UsageError("room.no_name")
        fits = [i for i in self.book.invitations if not i.withdrawn and same_secret(code_digest(code, i.salt), i.digest)]
        if not fits:
            raise UsageError("room.wrong_code")
        invitation = fits[0]
        if invitation.uses < 1 or len(self.book.members) >= MOST_MEMBERS:
            raise UsageError("room.used_up")
        book, number = self._counted()
        token = fresh_token()
        taken = {member.name for member in book.members}
        called = next(text for text in (called, *(f"{called} {n}" for n in range(2, MOST_MEMBERS + 2))) if text not in taken)
        member = Member(
            f"m{number}", called, invitation.seat, invitation.id, token_digest(token), invitation.share, invitation.side, invitation.delay
        )
        invitations = tuple(replace(i, uses=i.uses - 1) if i.id == invitation.id else i for i in book.invitations)
        self._keep(replace(book, members=(*book.members, member), invitations=invitations))
        return member, token

    def member_of(self, token: str) -> Member | None:
        """The member with that key."""
        digest = token_digest(token)
        return next((member for member in self.book.members if same_secret(member.digest, digest)), None)

    def leave(self, member: Member) -> None:
        """Take a member off the list; the invitation is good for one more."""
        invitations = tuple(replace(i, uses=i.uses + 1) if i.id == member.invitation else i for i in self.book.invitations)
        self._keep(replace(self.book, members=tuple(m for m in self.book.members if m.id != member.id), invitations=invitations))
        self._ready.discard(member.id)
        for stream in [stream for stream in self.streams if stream.member == member.id]:
            stream.send({"type": "bye"})
            self.streams.remove(stream)

    # ---- orders

    def order(self, member: Member, data: Any, number: int | None = None, key: str | None = None) -> dict[str, Any]:
        """An order of a member: carried out and kept, or handed to the referee as a slip where that was agreed. Raises BobError."""
        if key is not None and (found := self._answers.get((member.id, token_digest(key)))) is not None:
            return found
        order = self.sitting.match.game.order(data)
        self._may_order(member, order)
        if self.book.terms.slips and member.seat != REFEREE and REFEREE in self.seats:
            self.sitting.match.game.check(self.sitting.match.position, member.seat, order)
            return self._answered(member, key, {"type": "accepted", "slip": self._hand_in(member, order, "")})
        if order.code in CLOSING and not self._all_ready(member):
            self._ready.add(member.id)
            return self._answered(member, key, {"type": "accepted", "ready": True})
        self._give(member.seat, order, number)
        if order.code not in CLOSING:
            self._ready.discard(member.id)
        return self._answered(member, key, {"type": "accepted", "number": self.sitting.number(member.seat)})

    def _answered(self, member: Member, key: str | None, answer: dict[str, Any]) -> dict[str, Any]:
        if key is not None:
            self._answers[member.id, token_digest(key)] = answer
            for old in [known for known in self._answers if known[0] == member.id][:-_ANSWERS]:
                del self._answers[old]
        return answer

    def _may_order(self, member: Member, order: Any) -> None:
        """Raise Refused where the room, and not the game, bars an order."""
        if member.seat == OBSERVER:
            raise Refused("room.looks_on")
        if self.book.held and member.seat != REFEREE:
            raise Refused("room.held")
        if (name := strange(self.sitting.match.view(member.seat), order, member.share)) is not None:
            raise Refused("room.not_yours", name=name[:60], share=", ".join(member.share))
        if member.share and (fighting := fighting_shares(self.sitting.match.view(member.seat), order)) and not fighting & set(member.share):
            there = {stream.member for stream in self.streams}
            others = [m for m in self.book.members if m.seat == member.seat and m.id in there and m.id != member.id]
            if any(not m.share or fighting & set(m.share) for m in others):  # where none of them is there, nobody is kept waiting
                raise Refused("room.not_yours", name=", ".join(sorted(fighting)), share=", ".join(member.share))

    def _all_ready(self, member: Member) -> bool:
        """Whether everybody else of a side who is there has no more orders."""
        there = {stream.member for stream in self.streams}
        return all(m.id in self._ready for m in self.book.members if m.seat == member.seat and m.id in there and m.id != member.id)

    def _give(self, seat: str, order: Any, number: int | None = None) -> None:
        before = set(self.sitting.match.owing)
        self.sitting.give(seat, order, number)
        whose, what = given(seat, order)
        # A side's own: that it has said all, or is asked anew. What the other has said in secret changes nothing of it.
        asked_anew = before ^ set(self.sitting.match.owing) | ({whose} if what.code in CLOSING else set())
        self._ready -= {m.id for m in self.book.members if m.seat in asked_anew}
        self._look_at_clocks()

    def undo(self, member: Member) -> dict[str, Any]:
        """Take the last order of a side back; where others have heard of it, they are asked. Raises Refused."""
        last = self.sitting.match.last_order(member.seat)
        self._may_order(member, last.order if last is not None else None)
        reason = self.sitting.undo_reason(member.seat)
        if reason is None:
            self.sitting.undo(member.seat)
            return {"type": "accepted", "number": self.sitting.number(member.seat)}
        if last is None or not self._goes_back:
            raise Refused(reason)
        waits = {seat for seat in self.players if seat != member.seat} if REFEREE not in self.seats else {REFEREE}
        waits.discard(member.seat)
        if not waits:
            self._back(last.number - 1)
            return {"type": "accepted", "number": self.sitting.number(member.seat)}
        self._asking = Asking(self.sitting.number(member.seat), member, waits)
        return {"type": "accepted", "asked": sorted(waits)}

    @property
    def _goes_back(self) -> bool:
        """Whether the game knows how to say that it went back."""
        return WentBack in self.sitting.match.game.order_types

    def agree(self, member: Member, agreed: bool) -> None:
        """Answer for a side whether an order may be taken back. Raises Refused when nobody asks."""
        asking = self._asked_back
        if asking is None or member.seat not in asking.waits:
            raise Refused("room.nobody_asks")
        asking.waits.discard(member.seat)
        if not agreed:
            self._asking = None
        elif not asking.waits:
            self._asking = None
            last = self.sitting.match.last_order(asking.by.seat)
            assert last is not None
            self._back(last.number - 1)

    @property
    def _asked_back(self) -> Asking | None:
        """Who asks to take an order back. What another side orders without his knowing does not end it, for he would see that."""
        asking = self._asking
        return asking if asking is not None and self.sitting.number(asking.by.seat) == asking.number else None

    def _back(self, entry: int) -> None:
        self.sitting.go_back(entry, WentBack(False, self.players), agreed=True)
        self._ready.clear()

    # ---- notes and slips

    def note(self, member: Member, to: str, text: str) -> None:
        """Write to one's own side, to the referee, or as the referee to a side or to all. Raises UsageError."""
        said = lines(text)
        if not said:
            raise UsageError("room.no_text")
        allowed = {member.seat, REFEREE} if member.seat != REFEREE else {*self.seats, OBSERVER, ALL}
        if to not in allowed or (to == REFEREE and REFEREE not in self.seats):
            raise UsageError("room.no_reader", to=to[:40], choices=", ".join(sorted(allowed)))
        places = (*self._places, ALL)
        lane = PaperLane(places.index(member.seat) * len(places) + places.index(to), len(places) ** 2)
        made = RoomNote(lane.next(self.book.notes), member.id, member.name, member.seat, to, said)
        self._keep(replace(self.book, notes=lane.kept((*self.book.notes, made), MOST_NOTES)))

    @property
    def _places(self) -> tuple[str, ...]:
        """All seats that somebody may write from."""
        return (*self.sitting.match.game.seats(self.sitting.match.position), REFEREE, OBSERVER)

    def slip(self, member: Member, data: Any, text: str) -> int:
        """Hand an order, or words, in to the referee; its number. Raises BobError."""
        if REFEREE not in self.seats:
            raise UsageError("sitting.no_referee")
        if member.seat == OBSERVER:
            raise Refused("room.looks_on")
        order = self.sitting.match.game.order(data) if data is not None else None
        if order is not None:
            self._may_order(member, order)
        elif not lines(text):
            raise UsageError("room.no_text")
        return self._hand_in(member, order, lines(text))

    def _hand_in(self, member: Member, order: Any, text: str) -> int:
        slips, lane = self.book.slips, PaperLane(self._places.index(member.seat), len(self._places))
        if sum(slip.state == "waiting" for slip in lane.of(slips)) >= MOST_SLIPS:
            raise UsageError("room.too_many_slips")
        made = OrderSlip(lane.next(slips), member.id, member.name, member.seat, encode(order), text)
        self._keep(replace(self.book, slips=lane.kept((*slips, made), 2 * MOST_SLIPS)))
        return made.number

    def answer_slip(self, member: Member, number: int, data: Any, text: str) -> None:
        """The referee passes a slip on, as it is given here, or turns it down. Raises BobError; then the slip waits still."""
        self._only_referee(member)
        slip = next((slip for slip in self.book.slips if slip.number == number and slip.state == "waiting"), None)
        if slip is None:
            raise UsageError("room.no_slip", number=number)
        if data is not None:
            order = self.sitting.match.game.order(data)
            self._give(slip.seat, order)
        done = replace(slip, state="refused" if data is None else "passed", answer=lines(text), given=data)
        self._keep(replace(self.book, slips=tuple(done if s.number == number else s for s in self.book.slips)))

    # ---- the referee

    def _only_referee(self, member: Member) -> None:
        if member.seat != REFEREE:
            raise UsageError("room.referee_only")

    def hold(self, member: Member, held: bool) -> None:
        """Stop the game for everybody but the referee, or let it go on. Raises UsageError."""
        self._only_referee(member)
        self._keep(replace(self.book, held=held))
        self._look_at_clocks()

    def set_terms(self, member: Member, data: Any) -> None:
        """Agree on other terms. Raises UsageError."""
        self._only_referee(member)
        try:
            terms: Terms = decode(Terms, data)
        except CodecError as error:
            raise UsageError("game.bad_order", code="terms", **error.values) from error
        for seat, name in terms.deputies.items():
            if seat not in self.players:
                raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join(self.players))
            player(self.sitting.match.game, name, seat, self.sitting.match.header.seed)
        if not 0 <= terms.seconds <= 86400 or not 5 <= terms.away <= 86400:
            raise UsageError("room.seconds")
        self._keep(replace(self.book, terms=terms))
        self._clocks.clear()

    def agree_on_slips(self) -> None:
        """Let players hand their orders in to the referee from now on. Raises UsageError where there is none."""
        if REFEREE not in self.seats:
            raise UsageError("sitting.no_referee")
        self._keep(replace(self.book, terms=replace(self.book.terms, slips=True)))

    def back(self, member: Member, turn: int | None) -> None:
        """Rewind to the start of a turn, or forward again without one; everybody is told. Raises BobError."""
        self._only_referee(member)
        if not self._goes_back:
            raise UsageError("room.goes_not_back")
        if turn is None:
            self.sitting.go_forward(WentBack(True, self.players))
        else:
            began = turn_entries(self.sitting.match)
            if turn not in began:
                raise UsageError("room.no_turn", turn=turn, last=max(began))
            self.sitting.go_back(began[turn], WentBack(False, self.players))
        self._ready.clear()
        self._asking = None

    def later(self, member: Member, seat: str, text: str, turn: int, sender: str) -> None:
        """A report that goes out to a side when that turn has begun. Raises UsageError."""
        self._only_referee(member)
        said = lines(text)
        if not said:
            raise UsageError("room.no_text")
        if seat not in self.players or Note not in self.sitting.match.game.order_types:
            raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join(self.players))
        now = max(turn_entries(self.sitting.match))
        if not now < turn <= now + 1000:
            raise UsageError("room.no_turn_to_come", turn=turn, now=now)
        if sender not in NoteSender.__args__:  # type: ignore[attr-defined]
            raise UsageError("room.no_sender", sender=sender[:40], choices=", ".join(NoteSender.__args__))  # type: ignore[attr-defined]
        self._keep(replace(self.book, later=(*self.book.later, Later(seat, said, turn, sender))[-MOST_REPORTS:]))

    def _send_reports(self) -> None:
        """Send the reports whose turn has come. Raises SaveError; what was sent is taken off the list."""
        if not self.book.later:
            return
        now = max(turn_entries(self.sitting.match))
        due = [report for report in self.book.later if report.turn <= now]
        for report in due:
            # It is taken off first: one that a kill swallows is missed by the referee, who can send it; one that came twice would mislead.
            self._keep(replace(self.book, later=tuple(kept for kept in self.book.later if kept is not report)))
            self.sitting.give(REFEREE, Note(report.seat, report.text, report.sender))  # type: ignore[arg-type]

    # ---- the program's part

    def step(self) -> bool:
        """Let a player of the program give his orders, where one is due; whether anything happened. Raises BobError."""
        self._send_reports()
        if self.book.held or self.sitting.thinker is None:
            return False
        self.sitting.step()
        return True

    def tick(self, now: float) -> bool:
        """What time brings: a deputy orders for a seat that was left, or whose time is up; whether anything happened. Raises BobError."""
        self._clocks.now = now
        there = self._present
        for seat in there:
            self._seen[seat] = now
        self._look_at_clocks()
        if self.book.held:
            return False
        for seat in self.sitting.asked_seats:
            if seat in self.players and self._holds(seat, there, now):
                self._deputise(seat)
                return True
        return False

    @property
    def _present(self) -> set[str]:
        there = {stream.member for stream in self.streams}
        return {member.seat for member in self.book.members if member.id in there}

    def _holds(self, seat: str, there: set[str], now: float) -> bool:
        """Whether a deputy orders for a seat now."""
        terms = self.book.terms
        if not terms.deputies.get(seat):
            return False
        since = self._clocks.since(seat)
        if since is None:
            return False
        waited = now - since
        if terms.clock == "turn" and waited > terms.seconds:
            return True
        if terms.clock == "day" and self.book.spent.get(seat, 0) + waited > terms.seconds:
            return True
        someone = bool(there & set(self.seats))
        return seat not in there and someone and now - max(self._seen.get(seat, 0.0), since) > terms.away

    def _look_at_clocks(self) -> None:
        """Take note of who is asked; what an answer took goes off the clock of the day. Raises SaveError."""
        sitting = self.sitting
        asked = {} if self.book.held else {seat: sitting.number(seat) for seat in sitting.asked_seats}
        spent = self._clocks.look(asked, lambda seat: self._moment(seat) if seat != REFEREE else None)
        if self.book.terms.clock == "day" and (gone := {s: self.book.spent.get(s, 0) + n for s, n in spent.items() if s in self.players}):
            self._keep(replace(self.book, spent={**self.book.spent, **gone}))

    def _moment(self, seat: str) -> Any:
        return kit(self.sitting.match.game.name).moment(self.sitting.match.view(seat))

    def _deputise(self, seat: str) -> None:
        """Let the officer of a seat order once in its name."""
        match = self.sitting.match
        officer = player(match.game, self.book.terms.deputies[seat], seat, match.header.seed)
        said = False
        if officer is not None:
            for decision in officer.orders(match.view(seat), match.game.choices(match.position, seat), len(match.entries)):
                try:
                    self._give(seat, decision.order)
                    said = True
                except Refused:
                    said = False
        if not said and seat in self.sitting.asked_seats:
            self._give(seat, self.sitting.company.anything(seat))

    # ---- what everybody is told

    def come(self, stream: ToMember, mark: str | None) -> None:
        """Take up a line to a member, from that mark on."""
        member = self.book.member(stream.member)
        if member is None:
            stream.send({"type": "bye"})
            return
        for message in self._channel(member).since(mark):
            stream.send(message)
        self.streams.append(stream)
        self._seen[member.seat] = self._clocks.now
        stream.last = self.room_of(member)
        stream.send({"type": "room", **stream.last})

    def go(self, stream: ToMember) -> None:
        """A line has ended."""
        if stream in self.streams:
            self.streams.remove(stream)

    def spread(self) -> None:
        """Tell everybody what has changed for them."""
        by_line: dict[tuple[str, int], list[ToMember]] = {}
        for stream in self.streams:
            member = self.book.member(stream.member)
            if member is not None:
                by_line.setdefault(_line_of(member), []).append(stream)
        for line, streams in by_line.items():
            message = self._channels[line].refresh()
            if message is not None:
                for stream in streams:
                    stream.send(message)
        for stream in list(self.streams):
            member = self.book.member(stream.member)
            if member is not None and (now := self.room_of(member)) != stream.last:
                stream.last = now
                stream.send({"type": "room", **now})

    def view_at(self, member: Member, number: int) -> Any:
        """What a player saw after the thing of that number in the log of the seat. Raises UsageError, BobError."""
        if member.seat not in self.seats:
            raise UsageError("room.looks_on")
        try:
            return encode(self.sitting.view_at(member.seat, number))
        except KeyError:
            raise UsageError("room.no_number", number=number) from None

    def _channel(self, member: Member) -> Channel | Balcony:
        line = _line_of(member)
        if line not in self._channels:
            seat, delay = line
            self._channels[line] = Balcony(self.sitting, delay) if seat == OBSERVER else Channel(self.sitting, seat)
        else:
            # It has to stand as the game does before somebody new gets the whole of it; who listens already gets what is new first.
            news = self._channels[line].refresh()
            if news is not None:
                for stream in self.streams:
                    other = self.book.member(stream.member)
                    if other is not None and _line_of(other) == line:
                        stream.send(news)
        return self._channels[line]

    def room_of(self, member: Member) -> dict[str, Any]:
        """The people and the table as a member may know them."""
        book, there, referee = self.book, {stream.member for stream in self.streams}, member.seat == REFEREE
        own = member.seat
        said: dict[str, Any] = {
            "room": book.room,
            "you": member.id,
            "members": [
                {"id": m.id, "name": m.name, "seat": m.seat, "share": list(m.share), "present": m.id in there} for m in book.members
            ],
            "notes": [
                {"number": n.number, "name": n.name, "seat": n.seat, "to": n.to, "text": n.text}
                for n in book.notes
                if referee or n.by == member.id or n.to in (own, ALL)
            ],
            "slips": [encode(slip) for slip in book.slips if referee or slip.seat == own],
            "held": book.held,
            "terms": encode(book.terms),
            "clock": self._clock(own),
            "undo": None,
            "ready": [m.id for m in book.members if m.seat == own and m.id in self._ready],
            "invitations": [
                {"id": i.id, "seat": i.seat, "uses": i.uses, "share": list(i.share)}
                for i in book.invitations
                if not i.withdrawn and may_invite(member, i.seat, i.share)
            ],
        }
        asking = self._asked_back
        if asking is not None and (own in asking.waits or asking.by.seat == own):
            said["undo"] = {"name": asking.by.name, "seat": asking.by.seat, "answer": own in asking.waits}
        if referee:
            said["later"] = [encode(report) for report in book.later]
            asked = self.sitting.asked_seats
            said["owing"] = {s: round(since, 1) for s in self.seats if s in asked and (since := self._clocks.since(s)) is not None}
        return said

    def _clock(self, seat: str) -> dict[str, Any] | None:
        """How a seat's clock stands: the seconds that it had when its question was put, and when that was by the host's clock."""
        terms = self.book.terms
        if terms.clock == "none" or seat not in self.players:
            return None
        left = terms.seconds - (self.book.spent.get(seat, 0) if terms.clock == "day" else 0)
        since = self._clocks.since(seat)
        return {"kind": terms.clock, "left": left, "since": round(since, 1) if since is not None else None}


def _line_of(member: Member) -> tuple[str, int]:
    """By which those who are told the same are known."""
    if member.seat != OBSERVER:
        return member.seat, 0
    return (member.side, 0) if member.side else (OBSERVER, member.delay)
