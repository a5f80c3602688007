"""The terms of a room: all members see them; the referee or, without one, the keeper of the game sets them, and all members learn of a
change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bob.core.codec import CodecError, decode
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.driver.players import player
from bob.rooms.book import Member, RoomNote, Terms
from bob.rooms.broadcast import Audience
from bob.rooms.room_base import ALL

LONGEST = 86400
"""The most seconds of a clock, or that a seat may be empty: a day."""
LATEST = 1000


class TermSetting(Audience):
    """The terms of a room."""

    def set_terms(self, member: Member, data: Any) -> None:
        """Agree on other terms from now on. Raises UsageError."""
        if not self.may_agree(member):
            raise UsageError("room.referee_only" if REFEREE in self.seats else "room.host_only")
        try:
            terms: Terms = decode(Terms, data)
        except CodecError as error:
            raise UsageError("game.bad_order", code="terms", **error.values) from error
        self._check_terms(terms)
        self._leave_others_theirs(member, terms)
        said = replace(terms, dice=terms.dice or self.terms.dice)
        if said == self.terms:
            return
        before = {each.id: self.line_of(each) for each in self.book.members}
        if (typed := said.dice == "referee") != self.driver.typed:
            self.driver.let_type(typed)
        same_clock = (said.clock, said.seconds) == (self.terms.clock, self.terms.seconds)
        self._keep(replace(self._noted(RoomNote(0, member.id, member.name, member.seat, ALL, "", said)), terms=said))
        if not same_clock:  # an unchanged clock keeps running, so that nothing is gained
            self._clocks.clear()
        self._behind(before)

    def _check_terms(self, terms: Terms) -> None:
        match = self.driver.match
        if terms.slips and REFEREE not in self.seats:
            raise UsageError("sitting.no_referee")
        for seat, name in terms.deputies.items():
            if seat not in self.players:
                raise UsageError("room.no_seat", seat=seat[:40], choices=", ".join(self.players))
            player(match.game, name, seat, match.header.seed)
        if not 0 <= terms.seconds <= LONGEST or not 5 <= terms.away <= LONGEST:
            raise UsageError("room.seconds")
        if not 0 <= terms.delay <= LATEST:
            raise UsageError("room.delay", most=LATEST)
        if terms.dice == "referee" and not self.driver.typed and not self.may_type:
            raise UsageError("room.dice_cannot")

    def _leave_others_theirs(self, member: Member, terms: Terms) -> None:
        """Raise UsageError where the keeper of the game would let an officer take over another side, or a partner: the keeper may neither
        name a deputy for a seat of a side with a member, or for a partner present, nor make one take over sooner."""
        now = self.book.terms
        there, own = {one.seat for one in self.book.members if one.seat in self.players}, self.allies(member.seat)
        others = {seat for one in there for seat in (self.allies(one) if one not in own else (one,))} - {member.seat}
        for seat in others if member.seat != REFEREE else ():
            named = terms.deputies.get(seat)
            sooner = terms.away < now.away or (terms.clock, terms.seconds) != (now.clock, now.seconds)
            if named and (named != now.deputies.get(seat) or sooner):
                raise UsageError("room.not_their_deputy")

    @property
    def may_type(self) -> bool:
        """True when a referee may throw dice and type them."""
        return REFEREE in self.seats and self.driver.ask is not None

    def agree_on_slips(self) -> None:
        """Let players hand their orders in to the referee from now on. Raises UsageError where there is none."""
        if REFEREE not in self.seats:
            raise UsageError("sitting.no_referee")
        self._keep(replace(self.book, terms=replace(self.book.terms, slips=True)))
