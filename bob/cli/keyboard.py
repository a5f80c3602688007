"""Games at the keyboard: pages out, a line in, for one seat or for several who take turns. Each game brings its pages and its commands."""

from __future__ import annotations

import signal
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType

from bob.cli.passphrases import made
from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE, Outcome
from bob.core.text import plain, width
from bob.day.telling.sentences import refusal
from bob.driver import DiceBrokenOff, Driver, write_seat_file
from bob.files.cipher import party
from bob.words import LANGUAGES, Words

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and its scrollback."""
COMMON = ("page", "undo", "log", "help", "save", "quit")
"""The commands of every game."""
SHORTHAND: Mapping[str, str] = {"?": "help", "h": "help", "q": "quit", "u": "undo"}
_LOG_LINES = 20


class Ended(Exception):
    """The player leaves, or the lines are at their end."""


def vocabulary(commands: Sequence[str], languages: Sequence[str] = LANGUAGES) -> dict[str, str]:
    """Every first word by the command that it means, in these languages: a command's usage begins with its names."""
    found = {command: command for command in commands}
    for language in languages:
        words = Words(language)
        for command in commands:
            for name in usage(words, command).partition(" ")[0].split("|"):
                found.setdefault(plain(name), command)
    return found


def usage(words: Words, command: str) -> str:
    """Return the usage of a command, with its effect; its name where the game has no words for it."""
    key = f"play.usage.{command}"
    return words(key) if words.has(key) else command


class Keyboard(ABC):
    """Plays a game at the keyboard."""

    def __init__(self, driver: Driver, words: Words) -> None:
        self.driver = driver
        self.words = words
        self._there: str | None = None
        """The seat called to the keyboard last."""
        self._shown: object = None
        self._heard: dict[str, int] = {}

    # ---- what each game brings

    @abstractmethod
    def seat_name(self, seat: str) -> str:
        """A seat as the prompt calls it."""

    @abstractmethod
    def state(self, seat: str) -> object:
        """Return the state whose change shows the page again."""

    @abstractmethod
    def page(self, seat: str) -> None:
        """Show all that a seat needs to decide."""

    @abstractmethod
    def describe(self, seat: str, since: int = 0) -> list[str]:
        """Return the news of a seat from that number of its log on, as sentences."""

    @abstractmethod
    def obey(self, seat: str, line: str) -> None:
        """Carry a line out. Raises BobError, and then nothing has changed."""

    @abstractmethod
    def help(self, seat: str, about: str) -> None:
        """Show the commands."""

    @abstractmethod
    def ended(self, outcome: Outcome) -> list[str]:
        """Return the result of the game."""

    def room(self, seat: str) -> str:
        """A seat as it is called when the keyboard changes hands."""
        return self.seat_name(seat)

    def history(self, seat: str) -> list[str]:
        """The log as it is asked for."""
        return self.describe(seat)

    def kept(self, file: object) -> str:
        """Return the line about the file at the end of the game."""
        return self.words("play.kept", file=file)

    def refused(self, error: BobError) -> None:
        """Show the reason why a line was not carried out."""
        self.print([refusal(self.words, error)])

    # ---- the loop

    @property
    def hot_seat(self) -> bool:
        """True when people share the keyboard."""
        return len(self.driver.outside) > 1

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        try:
            self._play()
        except (Ended, EOFError):
            print()
            save = self.driver.save
            print(self.words("play.kept", file=save.path) if save is not None else self.words("play.not_kept"))
        return 0

    def _play(self) -> None:
        while True:
            try:
                self._advance()
            except DiceBrokenOff as error:
                self._left_dice(self.driver.screen.seat, error)
                continue
            seat = self.driver.screen.waiting
            if seat is None:
                self._end()
                return
            if self.hot_seat and seat != self._there:
                self._hand_over(seat)
            state = seat, self.state(seat)
            self._news(seat, apart=state != self._shown)
            if state != self._shown:
                self._shown = state
                self.page(seat)
            line = input(f"{self.seat_name(seat)}> ")
            if line.strip():
                try:
                    self.obey(seat, line.strip())
                except DiceBrokenOff as error:
                    self._left_dice(seat, error)
                except BobError as error:
                    self.refused(error)

    def _left_dice(self, seat: str, error: DiceBrokenOff) -> None:
        """Report that dice were not typed and the order was not given; then carry out the command typed in their place."""
        self.refused(error)
        command, _, rest = error.line.partition(" ")
        if command:
            try:
                self.common(seat, command, rest.strip())
            except BobError as wrong:
                self.refused(wrong)

    def _advance(self) -> None:
        """Let the program's seats decide. While a pilot flies for a person, Ctrl+C gives that person the stick back."""
        driver = self.driver
        while flown := [seat for seat in driver.outside if driver.by_pilot(seat)]:
            with broken_off() as asked:
                driver.advance(asked)
            if not asked():
                return
            for seat in flown:
                driver.let_fly(seat, None)
            print("\n  " + self.words("play.fight.stick_back"))
        driver.advance()

    def _hand_over(self, seat: str) -> None:
        """The screen is emptied, and nothing is shown until the other player is there."""
        self._there = seat
        print(CLEAR + self.words("play.hand_over", seat=self.room(seat)))
        input()
        self.driver.screen.sit(seat)
        print(CLEAR, end="")

    def _end(self) -> None:
        driver, match = self.driver, self.driver.match
        self._news(driver.outside[0] if driver.outside else match.game.seats(match.position)[0])
        outcome = driver.outcome
        if outcome is not None:
            print("\n".join(self.ended(outcome)))
        if driver.save is not None:
            print(self.kept(driver.save.path))

    def _news(self, seat: str, *, apart: bool = True) -> None:
        """Show the seat's news since the last time."""
        lines = self.describe(seat, self._heard.get(seat, 0))
        self._heard[seat] = self.driver.number(seat) + 1
        self.print(lines)
        if lines and (apart or len(lines) > 1):
            print()

    def print(self, lines: Sequence[str], indent: int = 4) -> None:
        """Show sentences, each in as many lines as it needs."""
        for line in lines:
            print(textwrap.fill(line, width(), initial_indent="  ", subsequent_indent=" " * indent))

    # ---- the commands of every game

    def common(self, seat: str, command: str, rest: str) -> None:
        """Carry out one of the common commands."""
        if command == "quit":
            raise Ended
        if command == "undo":
            self.driver.undo(seat)
            self._heard[seat] = self.driver.number(seat) + 1
            print(self.words("play.undone"))
        elif command == "save":
            self._save(seat, rest)
        elif command == "log":
            lines = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else _LOG_LINES
            self.print(self.history(seat)[-lines:] if lines else [])
        elif command == "page":
            self.page(seat)
        else:
            self.help(seat, rest)

    def _save(self, seat: str, rest: str) -> None:
        """Keep a game in a file. Of a game between two persons a seat gets no plain copy: a locked one, or its own views."""
        driver = self.driver
        if not rest or "\0" in rest:
            if driver.save is None:
                raise UsageError("play.save_where")
            print(self.words("play.kept", file=driver.save.path))
            return
        if driver.two_sided and driver.save is not None and driver.save.cipher is None:
            write_seat_file(driver, seat, rest)
            print(self.words("locks.seat_kept", party=party(seat), file=rest))
            return
        sides = [side for side in driver.outside if side != REFEREE]
        driver.store(rest, made({}, self.words, sides) if driver.two_sided and driver.save is None else None)
        print(self.words("play.kept", file=rest))


@contextmanager
def broken_off() -> Iterator[Callable[[], bool]]:
    """Hold Ctrl+C back in the body; yield a function that returns whether it was pressed. An order is never left half carried out."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        pressed.append(number)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # only the main thread hears of signals
        yield lambda: False
        return
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
