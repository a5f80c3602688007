"""A day in the terminal: pages out, short commands in, for one seat or for two who take turns at the keyboard."""

from __future__ import annotations

import textwrap

from bob.commands.day_orders import Asked, Clerk
from bob.commands.day_text import Pages, outcome
from bob.commands.session import Session, told
from bob.errors import BobError, UsageError
from bob.game import Event
from bob.operations.planning import Fault
from bob.operations.telling import fault_mend, fault_place, fault_told
from bob.operations.world import world
from bob.text import width
from bob.words import Words, chapter

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the screen and what was scrolled off it."""
_LOG_LINES = 20


class Ended(Exception):
    """The player leaves, or the lines are at their end."""


class Terminal:
    """Plays a session at the keyboard."""

    def __init__(self, session: Session, words: Words) -> None:
        from bob.commands.play import bare_terminal, terminal_colour

        self.session = session
        self.words = words
        self.pages = Pages(world(), words, colour=terminal_colour(), bare=bare_terminal())
        self.clerk = Clerk(self.pages.world, words)
        self._sitting: str | None = None
        self._shown: tuple[object, ...] | None = None
        self._heard: dict[str, int] = {}
        self._rule: str | None = None

    @property
    def hot_seat(self) -> bool:
        """Whether two people share the keyboard."""
        return len(self.session.outside) > 1

    def run(self) -> int:
        """Play until the day is over or the player leaves."""
        try:
            self._play()
        except (Ended, EOFError):
            print()
            save = self.session.save
            print(self.words("play.kept", file=save.path) if save is not None else self.words("play.not_kept"))
        return 0

    def _play(self) -> None:
        session = self.session
        while True:
            session.advance()
            seat = session.owing
            if seat is None:
                self._end()
                return
            if self.hot_seat and seat != self._sitting:
                self._hand_over(seat)
            view = session.match.view(seat)
            state = (seat, view.common.turn, view.common.phase, str(view.choice))
            self._news(seat)
            if state != self._shown:
                self._shown = state
                print(self.pages.page(view))
            line = input(f"{self.words(f'play.prompt.{seat}')}> ")
            if line.strip():
                self._carry_out(seat, line)

    def _hand_over(self, seat: str) -> None:
        """The screen is emptied, and nothing is shown until the other player is there."""
        self._sitting = seat
        print(CLEAR + self.words("play.hand_over", seat=self.words(f"play.room.{seat}")))
        input()
        print(CLEAR, end="")

    def _end(self) -> None:
        session, match = self.session, self.session.match
        seat = session.outside[0] if session.outside else match.game.seats(match.position)[0]
        self._news(seat)
        result = match.game.outcome(match.position)
        if result is not None:
            print(outcome(self.words, result))
        if session.save is not None:
            print(self.words("play.report_it", file=session.save.path))

    # ---- one line

    def _carry_out(self, seat: str, line: str) -> None:
        session = self.session
        try:
            asked = self.clerk.read(line, session.match.view(seat))
            if asked.note is not None:
                print(asked.note)
            if asked.orders:
                self._order(seat, asked)
            else:
                self._command(seat, asked)
        except BobError as error:
            self._rule = error.rule or self._rule
            print("  " + told(self.words, error))
            self._faults(getattr(error, "faults", []))
        except RecursionError:
            print("  " + self.words("play.not_json", why="…"))

    def _faults(self, faults: list[Fault]) -> None:
        for fault in faults:
            mend = fault_mend(self.words, fault)
            text = f"  – {fault_place(self.words, fault)}: {fault_told(self.words, fault)} [{fault.rule}]"
            print(text + (f" ({mend})" if mend else ""))

    def _order(self, seat: str, asked: Asked) -> None:
        session = self.session
        for order in asked.orders:
            session.play(seat, order)
            if asked.command == "done":
                print(self.words("play.done"))
                return

    def _command(self, seat: str, asked: Asked) -> None:
        session, pages = self.session, self.pages
        view = session.match.view(seat)
        name, rest = asked.command, asked.rest
        if name == "quit":
            raise Ended
        if name == "undo":
            entry = session.undo(seat)
            self._heard[seat] = min(self._heard.get(seat, 0), entry.number)
            print(self.words("play.undone"))
        elif name == "save":
            self._save(rest)
        elif name == "log":
            self._log(seat, rest)
        elif name == "why":
            self._why(seat, rest)
        elif name == "page":
            print(pages.page(view))
        elif name == "map":
            print(pages.map(view, rest))
        elif name == "raids":
            print(pages.raids(view))
        elif name == "tote":
            print(pages.tote(view))
        else:
            print(pages.help(seat, rest))

    def _save(self, rest: str) -> None:
        if not rest or "\0" in rest:
            if self.session.save is None:
                raise UsageError("play.save_where")
            print(self.words("play.kept", file=self.session.save.path))
            return
        self.session.store(rest)
        print(self.words("play.kept", file=rest))

    def _log(self, seat: str, rest: str) -> None:
        lines = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else _LOG_LINES
        self._told(seat, self.session.log(seat)[-lines:] if lines else [])

    def _why(self, seat: str, rest: str) -> None:
        """The rule that is asked for, else the one that was broken last, else that of what was heard last."""
        heard = [event.rule for _, event in self.session.log(seat) if event.rule is not None]
        rule = rest or self._rule or (heard[-1] if heard else "")
        folded = {key.removeprefix("rules.").casefold(): key for key in chapter("rules")}
        key = folded.get(rule.casefold())
        if key is None:
            raise UsageError("play.no_rule", text=rule[:40] or "-")
        head = key.removeprefix("rules.")
        print(textwrap.fill(self.words(key), width(), initial_indent=f"{head}  ", subsequent_indent=" " * (len(head) + 2)))

    # ---- what was heard

    def _news(self, seat: str) -> None:
        """What the seat has learnt since it was last told."""
        since = self._heard.get(seat, 0)
        self._told(seat, self.session.log(seat, since))
        self._heard[seat] = self.session.number

    def _told(self, seat: str, events: list[tuple[int, Event]]) -> None:
        lines = self.pages.sentences(self.session.match.view(seat), events)
        for line in lines:
            print(textwrap.fill(line, width(), initial_indent="  ", subsequent_indent="    "))
        if len(lines) > 1:
            print()
