"""One game with its members: the rights of each, and the messages to each. It does no I/O, starts no thread and looks at no clock: its host
does.

Each message of a member is one method here; when it raises BobError, nothing has changed. A change is kept before the method returns;
`spread` then sends all members the changes for them.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from bob.core.codec import encode
from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE
from bob.day.state.orders import Note, NoteSender, WentBack, given
from bob.driver import Driver
from bob.driver.players import player
from bob.games import kit
from bob.rooms.book import BOOK, OBSERVER, LateReport, Member, OrderSlip, RoomBook, RoomNote
from bob.rooms.broadcast import Audience
from bob.rooms.codes import token_digest
from bob.rooms.handing_out import HandingOut
from bob.rooms.message_numbers import PaperLane
from bob.rooms.plain_text import lines
from bob.rooms.room_base import ALL, Asking
from bob.rooms.shares import CLOSING, fighting_shares, strange
from bob.rooms.term_setting import TermSetting

MOST_REPORTS, MOST_SLIPS = 500, 100
"""The most reports and slips that wait for the referee; of each seat twice as many slips are kept."""
_ANSWERS = 50
"""Number of last orders of a member for which the answers are kept."""


class GameRoom(TermSetting, HandingOut, Audience):
    """One game with its members: a method for each message."""

    def __init__(self, driver: Driver, book: RoomBook) -> None:
        super().__init__(driver, book)
        self._answers: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()

    @classmethod
    def opened(cls, driver: Driver, name: str) -> GameRoom:
        """Return the room of a game, from the book in the game's file, or new. Raises SaveError."""
        save = driver.save
        book = save.draft_of_kind(BOOK, RoomBook) if save is not None else None
        room = cls(driver, book if book is not None else RoomBook(name))
        if book is None:
            room._keep(room.book)
        return room

    # ---- orders

    def order(self, member: Member, data: Any, number: int | None = None, key: str | None = None) -> dict[str, Any]:
        """An order of a member: carried out and kept, or handed to the referee as a slip where that was agreed. Raises BobError."""
        if key is not None and (found := self._answers.get((member.id, token_digest(key)))) is not None:
            return found
        order = self.driver.match.game.order(data)
        self._may_order(member, order)
        if self._by_slips(member):
            self.driver.match.game.check(self.driver.match.position, member.seat, order)
            return self._answered(member, key, {"type": "accepted", "slip": self._hand_in(member, order, "")})
        if self.waits_for_dice:
            raise Refused("room.waits_for_dice")
        if order.code in CLOSING and not self._all_ready(member):
            self._ready.add(member.id)
            return self._answered(member, key, {"type": "accepted", "ready": True})
        self._give(member.seat, order, number)
        if order.code not in CLOSING:
            self._ready.discard(member.id)
        return self._answered(member, key, {"type": "accepted", "number": self.driver.number(member.seat)})

    def _by_slips(self, member: Member) -> bool:
        """Return whether a member's orders go to the referee, who passes them on."""
        return self.book.terms.slips and member.seat != REFEREE and REFEREE in self.seats

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
        if (name := strange(self.driver.view(member.seat), order, member.share)) is not None:
            raise Refused("room.not_yours", name=name[:60], share=", ".join(member.share))
        if member.share and (fighting := fighting_shares(self.driver.view(member.seat), order)) and not fighting & set(member.share):
            there = self._there
            others = [m for m in self.book.members if m.seat == member.seat and m.id in there and m.id != member.id]
            if any(not m.share or fighting & set(m.share) for m in others):  # where none of them is present, the order is allowed
                raise Refused("room.not_yours", name=", ".join(sorted(fighting)), share=", ".join(member.share))

    def _all_ready(self, member: Member) -> bool:
        """Return whether all other members of the side who listen have no more orders."""
        there = self._there
        return all(m.id in self._ready for m in self.book.members if m.seat == member.seat and m.id in there and m.id != member.id)

    def _give(self, seat: str, order: Any, number: int | None = None) -> None:
        before = set(self.driver.match.to_move)
        self.driver.give(seat, order, number)
        whose, what = given(seat, order)
        # Reset a side's readiness on its own changes alone: it has closed, or is asked again. The other's secret orders change nothing.
        asked_again = before ^ set(self.driver.match.to_move) | ({whose} if what.code in CLOSING else set())
        self._ready -= {m.id for m in self.book.members if m.seat in asked_again}
        self._look_at_clocks()

    def undo(self, member: Member) -> dict[str, Any]:
        """Take back the last order of a side. Where others have heard of it they are asked; where orders go by slips the referee, who
        passed it on, is asked. Raises Refused."""
        if self.driver.is_over and member.seat != REFEREE:  # all members may have seen the truth
            raise Refused("room.over")
        last = self.driver.match.last_order(member.seat)
        self._may_order(member, last.order if last is not None else None)
        reason = self.driver.undo_reason(member.seat)
        if reason is None and not self._by_slips(member):
            self.driver.undo(member.seat)
            return {"type": "accepted", "number": self.driver.number(member.seat)}
        if reason is not None and (last is None or not self._goes_back):
            raise Refused(reason)
        assert last is not None
        waits = {seat for seat in self.players if seat != member.seat} if REFEREE not in self.seats else {REFEREE}
        waits.discard(member.seat)
        if not waits:
            self._back(last.number - 1)
            return {"type": "accepted", "number": self.driver.number(member.seat)}
        self._askings.pop(member.seat, None)
        self._askings[member.seat] = Asking(self.driver.number(member.seat), member, waits)
        return {"type": "accepted", "asked": sorted(waits)}

    @property
    def _goes_back(self) -> bool:
        """True when the game has an event for going back."""
        return WentBack in self.driver.match.game.order_types

    def agree(self, member: Member, agreed: bool, seat: str = "") -> None:
        """Answer for a side the request of a seat to take back an order; without a `seat` the oldest request. Raises Refused when there
        is no request."""
        asking = next((a for a in self._asked_back if member.seat in a.waits and seat in ("", a.by.seat)), None)
        if asking is None:
            raise Refused("room.nobody_asks")
        asking.waits.discard(member.seat)
        if not agreed:
            del self._askings[asking.by.seat]
        elif not asking.waits:
            del self._askings[asking.by.seat]
            last = self.driver.match.last_order(asking.by.seat)
            assert last is not None
            if self.driver.undo_reason(asking.by.seat) is None:
                self.driver.undo(asking.by.seat)
            else:
                self._back(last.number - 1)

    def _back(self, entry: int) -> None:
        self.driver.go_back(entry, WentBack(False, self.players), agreed=True)
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
        self._keep(self._noted(RoomNote(0, member.id, member.name, member.seat, to, said)))

    def slip(self, member: Member, data: Any, text: str) -> int:
        """Hand an order, or words, in to the referee; its number. Raises BobError."""
        if REFEREE not in self.seats:
            raise UsageError("sitting.no_referee")
        if member.seat == OBSERVER:
            raise Refused("room.looks_on")
        order = self.driver.match.game.order(data) if data is not None else None
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
            order = self.driver.match.game.order(data)
            self._give(slip.seat, order)
        done = replace(slip, state="refused" if data is None else "passed", answer=lines(text), given=data)
        self._keep(replace(self.book, slips=tuple(done if s.number == number else s for s in self.book.slips)))

    # ---- the referee

    def hold(self, member: Member, held: bool) -> None:
        """Stop the game for all but the referee, or let it go on. Raises UsageError."""
        self._only_referee(member)
        self._keep(replace(self.book, held=held))
        self._look_at_clocks()

    def back(self, member: Member, turn: int | None) -> None:
        """Rewind to the start of a turn, or forward again without one; all members learn of it. Raises BobError."""
        self._only_referee(member)
        if not self._goes_back:
            raise UsageError("room.goes_not_back")
        if turn is None:
            self.driver.go_forward(WentBack(True, self.players))
        else:
            began = self.hindsight.turns.began
            if turn not in began:
                raise UsageError("room.no_turn", turn=turn, last=max(began))
            self.driver.go_back(began[turn], WentBack(False, self.players))
        self._ready.clear()
        self._askings.clear()

    def later(self, member: Member, seat: str, text: str, turn: int, sender: str) -> None:
        """A report that goes out to a side when that turn has begun. Raises UsageError."""
        self._only_referee(member)
        said = lines(text)
        if not said:
            raise UsageError("room.no_text")
        if seat not in self.players or Note not in self.driver.match.game.order_types:
            raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join(self.players))
        now = self.hindsight.turns.now
        if not now < turn <= now + 1000:
            raise UsageError("room.no_turn_to_come", turn=turn, now=now)
        if sender not in NoteSender.__args__:  # type: ignore[attr-defined]
            raise UsageError("room.no_sender", sender=sender[:40], choices=", ".join(NoteSender.__args__))  # type: ignore[attr-defined]
        self._keep(replace(self.book, later=(*self.book.later, LateReport(seat, said, turn, sender))[-MOST_REPORTS:]))

    def drop_later(self, member: Member, seat: str, text: str, turn: int) -> None:
        """Take a report off the list of those that are to go out. Raises UsageError."""
        self._only_referee(member)
        found = next((r for r in self.book.later if (r.seat, r.turn) == (seat, turn) and r.text == lines(text)), None)
        if found is None:
            raise UsageError("room.no_later")
        self._keep(replace(self.book, later=tuple(r for r in self.book.later if r is not found)))

    def _send_reports(self) -> None:
        """Send the reports whose turn has come, and take each off the list. Raises SaveError."""
        if not self.book.later:
            return
        now = self.hindsight.turns.now
        due = [report for report in self.book.later if report.turn <= now]
        for report in due:
            # Take it off first: a report lost by a kill is noticed by the referee, who can send it; one sent twice would mislead.
            self._keep(replace(self.book, later=tuple(kept for kept in self.book.later if kept is not report)))
            self.driver.give(REFEREE, Note(report.seat, report.text, report.sender))  # type: ignore[arg-type]

    # ---- the program's part

    @property
    def goes_on(self) -> bool:
        """True when there may be work for `step`."""
        return bool(self.book.later) or not (self.book.held or self.waits_for_dice or self.driver.thinker is None)

    def step(self) -> bool:
        """Let a player of the program order, where one is due; return whether anything happened. Raises BobError."""
        self._send_reports()
        if self.book.held or self.waits_for_dice or self.driver.thinker is None:
            return False
        self.driver.step()
        return True

    def stepped(self) -> bool:
        """Take a step and send the changes to all members; return whether anything happened. Raises BobError."""
        happened = self.step()
        self.spread()
        return happened

    def tick(self, now: float) -> bool:
        """Handle the passage of time: let a deputy order for a seat that was left, or whose time is up. Return whether anything
        happened. Raises BobError."""
        self._clocks.now = now
        there = self.present
        for seat in there:
            self._seen[seat] = now
        self._seen.setdefault(REFEREE, now)
        self._look_at_clocks()
        if self.look_for_the_gone():
            return True
        if self.book.held or self.waits_for_dice:
            return False
        for seat in self.driver.asked_seats:
            if seat in self.players and self._holds(seat, there, now):
                self._deputise(seat)
                return True
        return False

    def _holds(self, seat: str, there: set[str], now: float) -> bool:
        """Return whether a deputy orders for a seat now."""
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
        """Update the clocks with the seats that are asked; the time spent on an answer goes off the clock of the day. Raises SaveError."""
        driver = self.driver
        asked = {} if self.book.held else {seat: driver.number(seat) for seat in driver.asked_seats}
        spent = self._clocks.look(asked, lambda seat: self._moment(seat) if seat != REFEREE else None)
        if self.book.terms.clock == "day" and (gone := {s: self.book.spent.get(s, 0) + n for s, n in spent.items() if s in self.players}):
            self._keep(replace(self.book, spent={**self.book.spent, **gone}))

    def _moment(self, seat: str) -> Any:
        return kit(self.driver.match.game.name).moment(self.driver.view(seat))

    def _deputise(self, seat: str) -> None:
        """Let the officer of a seat order once in its name."""
        match = self.driver.match
        officer = player(match.game, self.book.terms.deputies[seat], seat, match.header.seed)
        said = False
        if officer is not None:
            for decision in officer.orders(match.view(seat), match.game.choices(match.position, seat), len(match.entries)):
                try:
                    self._give(seat, decision.order)
                    said = True
                except Refused:
                    said = False
        if not said and seat in self.driver.asked_seats:
            self._give(seat, self.driver.company.anything(seat))
