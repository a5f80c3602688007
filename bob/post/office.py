"""The post office of a game: it takes answers out of one folder, gives their orders, and puts each side's sheets into another.

It may be called at any time, as often as one likes, and be killed at any moment: the orders of an answer are given once, in their order in
it. Each step is kept in the file of the game before the next: first that an answer is taken, then each order with its result, then the
sheet, and only then the sheet's file is written.

The guarantee to a player: the orders are given one after another as long as the question is the same (a turn's orders, the plans before
the seal). A refused order is skipped, and the reason is on the next sheet; then the order that would end the turn is kept back, so that
it can be corrected, unless the answer says that the turn goes on all the same. Where one order leads to the next, as in a dogfight, the
rest is kept back.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bob.core.atomic_files import PARTS, put_file
from bob.core.codec import encode
from bob.core.errors import BobError, UsageError, shown
from bob.core.game import REFEREE
from bob.core.kit import seat_text
from bob.core.seeds import fresh_seed
from bob.day.telling.sentences import refusal
from bob.driver import Driver
from bob.files import Save, SaveError
from bob.games import kit
from bob.post.answer import PostAnswer
from bob.post.keys import Invitation, SigningKey, signed_by, write_invitation
from bob.post.ledger import (
    PostLedger,
    SeatPost,
    StoredTurnFile,
    Taking,
    keep_ledger,
    keep_taking,
    keep_turn_file,
    stored_ledger,
    stored_taking,
    stored_turn_file,
)
from bob.post.letterbox import PostLetter, letters
from bob.post.page import page_of
from bob.post.signed import PostError
from bob.post.turn_file import TurnFileHead, sealed
from bob.words import LANGUAGES, Words

PAGE = ".html"
_FIT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""The permitted names of seats, which are also names of folders and files: own missions choose theirs freely."""
RECEIPT = "-post.txt"
"""The ending of a seat's report on the files that came from it."""


@dataclass(frozen=True, slots=True)
class PostNews:
    """A success or failure of the office, for its keeper: a key of the words and its values."""

    key: str
    values: Mapping[str, Any]

    def describe(self, words: Words) -> str:
        values = {name: value.describe(words) if isinstance(value, BobError) else value for name, value in self.values.items()}
        if "seat" in values:
            values["seat"] = seat_text(words, values["seat"])
        return words(f"post.news.{self.key}", **values)


def open_post(driver: Driver, languages: Mapping[str, str], usual: str, out: Path) -> list[Path]:
    """Let a game be played by post from now on: keys are made, and each seat's invitation is put into its folder. Gives their files.
    Raises BobError, also for a game that is played by post already."""
    save = _save(driver)
    if stored_ledger(save) is not None:
        raise UsageError("post.already", file=save.path)
    seats = _seats(driver)
    if not seats:
        raise UsageError("post.nobody", file=save.path)
    for seat in seats:
        if not _FIT.fullmatch(seat):
            raise UsageError("post.seat_name", seat=seat[:40])
    for seat, language in languages.items():
        if seat not in seats or language not in LANGUAGES:
            known = {"seats": ", ".join(seats), "languages": ", ".join(LANGUAGES)}
            raise UsageError("post.language", seat=seat[:40], language=language[:20], **known)
    office, post = SigningKey.fresh(), fresh_seed()
    ledger, made = PostLedger(post, office.secret, {}), list[Path]()
    for seat in seats:
        key = SigningKey.fresh()
        made.append(_invite(driver, ledger, seat, key, out))
        ledger = replace(ledger, seats={**ledger.seats, seat: SeatPost(key.public, languages.get(seat, usual))})
    keep_ledger(save, ledger)
    return made


def invite_again(driver: Driver, seat: str, usual: str, out: Path) -> Path:
    """Write an invitation with a new key for a seat that has lost or disclosed its own; the old key becomes invalid. A seat taken over
    by a person since the start gets its first, and sheets in the `usual` language. Raises BobError."""
    save = _save(driver)
    ledger = _ledger(save)
    seats = _seats(driver)
    if seat not in seats:
        raise UsageError("post.no_seat", seat=seat[:40], choices=", ".join(seats))
    key = SigningKey.fresh()
    made = _invite(driver, ledger, seat, key, out)
    post = ledger.seats.get(seat)
    changed = SeatPost(key.public, usual) if post is None else replace(post, key=key.public)
    keep_ledger(save, replace(ledger, seats={**ledger.seats, seat: changed}))
    return made


def _invite(driver: Driver, ledger: PostLedger, seat: str, key: SigningKey, out: Path) -> Path:
    folder = folder_of(out, seat)
    path = folder / f"{seat}-invitation.json"
    write_invitation(Invitation(ledger.post, driver.match.game.name, seat, key.secret, SigningKey(ledger.key).public), path)
    return path


def folder_of(out: Path, seat: str) -> Path:
    """Return the folder of a seat, created where it is missing. Raises PostError where that is impossible."""
    if not out.is_dir():
        raise PostError("post.no_folder", out)
    folder = out / seat
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise PostError("post.bad.unread", folder, why=error.strerror or str(error)) from error
    return folder


def _save(driver: Driver) -> Save:
    assert driver.save is not None, "a game by post is kept in a file"
    return driver.save


def _seats(driver: Driver) -> tuple[str, ...]:
    return tuple(seat for seat in driver.outside if seat != REFEREE)


def _ledger(save: Save) -> PostLedger:
    found = stored_ledger(save)
    if found is None:
        raise UsageError("post.not_yet", file=save.path)
    return found


class Office:
    """The office of one game that is open."""

    def __init__(self, driver: Driver) -> None:
        """Open the office. Raises BobError for a game that is not played by post."""
        self.driver = driver
        self.save = _save(driver)
        self.ledger = _ledger(self.save)
        self.kit = kit(driver.match.game.name)
        self.step: Callable[[str], None] = lambda done: None
        """Called with each step when it is kept."""

    def call(self, inbox: Path, out: Path) -> list[PostNews]:
        """Take the answers that have come, go on as far as they let the game, and make sure that every seat has its sheet. Raises
        BobError for an error that cannot be repaired here; all earlier steps are kept."""
        if not out.is_dir():
            raise PostError("post.no_folder", out)
        came = letters(inbox, tuple(self.ledger.seats))
        messages = list[PostNews]()
        if (taking := stored_taking(self.save)) is not None:
            messages.append(self._carry_out(taking))
        self._go_on()
        while (letter := self._next_letter(came)) is not None:
            assert letter.answer is not None and letter.lines is not None
            messages.append(self._carry_out(self._take(letter.answer, letter.lines.digest)))
            self._go_on()
        said = {letter.name: self._said_of(letter) for letter in came}
        messages += [found for found in said.values() if found is not None]
        for seat in self.ledger.seats:
            try:
                messages += self._deliver(seat, out)
                self._receipt(seat, out, [(letter, said[letter.name]) for letter in came])
            except SaveError:
                raise
            except BobError as error:  # a fault in the folder of one seat must not stop the others' sheets
                messages.append(PostNews("undelivered", {"seat": seat, "sheet": self.ledger.seats[seat].sheet, "why": error}))
        return [*messages, *self._waiting()]

    # ---- answers

    def _fault(self, letter: PostLetter) -> BobError | None:
        """Return the reason why a letter is no answer of one of the seats; None when it is one, for whatever sheet."""
        if letter.answer is None or letter.lines is None:
            return letter.why
        answer = letter.answer
        if answer.post != self.ledger.post:
            return PostError("post.bad.game")
        post = self.ledger.seats.get(answer.seat)
        if post is None:
            return PostError("post.bad.no_seat", seat=answer.seat[:40])
        if post.taken.get(answer.digest) == letter.lines.digest:
            return None
        if not signed_by(post.key, letter.lines.message, letter.lines.signature):
            return PostError("post.bad.signature", seat=answer.seat)
        return None if answer.digest in post.sheets else PostError("post.bad.no_such_sheet", sheet=answer.sheet)

    def _next_letter(self, came: Sequence[PostLetter]) -> PostLetter | None:
        """The answer that is to be carried out next: for each sheet that waits the one of the highest version, of equal ones the first."""
        for seat, post in self.ledger.seats.items():
            found = [
                letter
                for letter in came
                if letter.answer is not None
                and letter.answer.seat == seat
                and self._fault(letter) is None
                and post.waits
                and letter.answer.digest == post.digest
            ]
            if found:
                return max(found, key=lambda letter: letter.answer.version if letter.answer is not None else 0)
        return None

    def _take(self, answer: PostAnswer, digest: str) -> Taking:
        """Keep that this answer counts, before any of its orders is given."""
        moment = self._moment(answer.seat)
        taking = Taking(answer.seat, answer.digest, digest, answer.go_on, answer.orders, 0, len(self.driver.match.entries), moment)
        self._keep_taking(taking, "taken")
        return taking

    def _carry_out(self, taking: Taking) -> PostNews:
        """Give the orders of the answer in hand that were not given yet; then it is done with."""
        entries = self.driver.match.entries
        if taking.sheet in self.ledger.seats[taking.seat].taken:
            taking = replace(taking, done=len(taking.orders))  # a kill fell between that it was done with and the end
        elif len(entries) > taking.entries and self._is_order_of(taking, entries[taking.entries]):
            taking = self._after_order(taking)  # a kill came between the order and its note
        if taking.done < len(taking.orders) and len(entries) != taking.entries:
            words = self._words(taking.seat)
            left = tuple([words("post.note.meanwhile", order=self._describe(taking.seat, o)) for o in taking.orders[taking.done :]])
            taking = replace(taking, done=len(taking.orders), refused=taking.refused + left)
        while taking.done < len(taking.orders):
            taking = self._give_next(taking)
            self._keep_taking(taking, "order")
        post = self.ledger.seats[taking.seat]
        if taking.sheet not in post.taken:
            notes, taken = (*post.notes, *taking.refused), {**post.taken, taking.sheet: taking.answer}
            self._keep(self.ledger.of(taking.seat, waits=False, notes=notes, taken=taken), "answered")
        self._keep_taking(None, "done with")
        given = len(taking.orders) - len(taking.refused)
        return PostNews("taken", {"seat": taking.seat, "sheet": post.sheets[taking.sheet], "given": given, "refused": len(taking.refused)})

    def _is_order_of(self, taking: Taking, entry: Any) -> bool:
        """Return whether an entry is the next order of an answer."""
        if taking.done >= len(taking.orders) or entry.seat != taking.seat or entry.order is None:
            return False
        with suppress(BobError):
            return bool(encode(self.driver.match.game.order(taking.orders[taking.done])) == encode(entry.order))
        return False

    def _give_next(self, taking: Taking) -> Taking:
        """Give the next order of an answer, or leave it out."""
        data, words, seat = taking.orders[taking.done], self._words(taking.seat), taking.seat
        passed = replace(taking, done=taking.done + 1)

        def noted(key: str, **why: str) -> Taking:
            note = words(f"post.note.{key}", order=self._describe(seat, data), **why)
            return replace(passed, refused=(*passed.refused, note))

        if taking.ended:
            return noted("rest")
        if seat not in self.driver.asked_seats:
            return noted("not_asked")
        code = data.get("code") if isinstance(data, dict) else None
        if taking.refused and code in self.kit.last_words and not taking.go_on:
            return noted("kept_back")
        try:
            self.driver.give(seat, self.driver.match.game.order(data))
        except SaveError:
            raise
        except BobError as error:
            return replace(noted("refused", why=refusal(words, error)), ended=taking.moment is None)
        self.step("given")
        return self._after_order(taking)

    def _after_order(self, taking: Taking) -> Taking:
        """The answer, when its next order is given: it goes on as long as the seat is asked the same."""
        match, seat = self.driver.match, taking.seat
        now = self._moment(seat)
        asked = seat in self.driver.asked_seats
        same = asked and (now == taking.moment if taking.moment is not None else match.entries[taking.entries].free)
        return replace(taking, done=taking.done + 1, entries=taking.entries + 1, ended=not same)

    def _moment(self, seat: str) -> Any:
        return self.kit.moment(self.driver.match.view(seat))

    def _describe(self, seat: str, data: Any) -> str:
        """Return an order in words; any other value as its text."""
        match, words = self.driver.match, self._words(seat)
        try:
            return self.kit.teller(words, match.game, match.header.scenario).order(match.game.order(data), seat)
        except BobError:
            return shown(data)

    def _words(self, seat: str) -> Words:
        return Words(self.ledger.seats[seat].language)

    # ---- going on

    def _go_on(self) -> None:
        """Let the players of the program decide, and make the sheets that are due."""
        self.driver.advance()
        for seat, post in self.ledger.seats.items():
            asked = seat in self.driver.asked_seats
            if self.driver.is_over:
                if post.moment != ["over"] or post.waits:
                    self._issue(seat, ["over"], waits=False)
            elif asked:
                moment = self._moment(seat)
                if not post.waits or post.moment != (self.driver.number(seat) if moment is None else moment):
                    self._issue(seat, self.driver.number(seat) if moment is None else moment, waits=True)
            elif post.waits:
                self._keep(self.ledger.of(seat, waits=False), "withdrawn")  # the referee went back, or decided in its place

    def _issue(self, seat: str, moment: Any, *, waits: bool) -> None:
        """Make the next sheet of a seat: it is kept first, then it counts."""
        post, driver = self.ledger.seats[seat], self.driver
        words, match = self._words(seat), driver.match
        notes = post.notes
        if post.waits:
            notes = (*notes, words("post.note.replaced", sheet=post.sheet))
        name, scenario = match.game.name, match.header.scenario
        number = driver.number(seat)
        head = TurnFileHead(self.ledger.post, name, scenario, seat, post.sheet + 1, number, post.number, words.language, "")
        text, digest = sealed(driver, head, notes, page_of(driver, head, notes, words), SigningKey(self.ledger.key))
        keep_turn_file(self.save, seat, StoredTurnFile(head.sheet, text))
        self.step("sheet")
        pages = {**post.sheets, digest: head.sheet}
        ledger = self.ledger.of(seat, sheet=head.sheet, digest=digest, number=number, moment=moment, waits=waits, notes=(), sheets=pages)
        self._keep(ledger, "issued")

    def _deliver(self, seat: str, out: Path) -> list[PostNews]:
        """Make sure that the sheet which a seat has in hand is in its folder."""
        post, kept = self.ledger.seats[seat], stored_turn_file(self.save, seat)
        folder = folder_of(out, seat)
        for left in folder.glob(PARTS):  # of an office that was killed: it has these folders to itself
            with suppress(OSError):
                left.unlink()
        if kept is None or kept.sheet != post.sheet or not (post.waits or post.moment == ["over"]):
            return []
        path = folder / f"{seat}-{kept.sheet:04}{PAGE}"
        if not _write_if_changed(path, kept.text):
            return []
        self.step("delivered")
        return [PostNews("sheet", {"seat": seat, "sheet": kept.sheet, "file": str(path)})]

    # ---- what is said of the files

    def _said_of(self, letter: PostLetter) -> PostNews | None:
        """Return the news of a letter after all answers are taken; None for an answer taken now or before."""
        fault = self._fault(letter)
        if fault is not None:
            return PostNews("bad", {"file": _plain_name(letter.name), "why": fault})
        answer, lines = letter.answer, letter.lines
        assert answer is not None and lines is not None
        post = self.ledger.seats[answer.seat]
        taken = post.taken.get(answer.digest)
        if taken == lines.digest:
            return None
        key = "replaced" if taken is None else "second"
        if lines.digest not in post.seconds:
            note = self._words(answer.seat)(f"post.note.{key}_answer", sheet=answer.sheet)
            self._keep(self.ledger.of(answer.seat, notes=(*post.notes, note), seconds=(*post.seconds, lines.digest)), "second")
        return PostNews(key, {"file": _plain_name(letter.name), "seat": answer.seat, "sheet": answer.sheet})

    def _receipt(self, seat: str, out: Path, said: Sequence[tuple[PostLetter, PostNews | None]]) -> None:
        """Report to a seat on its files: those in its folder, and those that are its own by their signature."""
        words, post = self._words(seat), self.ledger.seats[seat]
        lines = [words("post.receipt.head", sheet=post.sheet)]
        for letter, messages in said:
            own = letter.folder == seat or (letter.answer is not None and letter.answer.seat == seat and self._fault(letter) is None)
            if own and messages is not None:
                lines.append(messages.describe(words))
            elif own and letter.answer is not None and letter.answer.seat == seat and letter.answer.sheet >= post.sheet - 1:
                lines.append(words("post.receipt.taken", file=_plain_name(letter.name), sheet=letter.answer.sheet))
        if post.waits:
            lines.append(words("post.receipt.waits", sheet=post.sheet))
        else:
            lines.append(words("post.receipt.over" if self.driver.is_over else "post.receipt.done"))
        _write_if_changed(folder_of(out, seat) / f"{seat}{RECEIPT}", "\n".join((*lines, "")))

    def _waiting(self) -> list[PostNews]:
        """Return the news of the seats for which the game waits."""
        if self.driver.is_over:
            return [PostNews("over", {})]
        found = [PostNews("waits", {"seat": seat, "sheet": post.sheet}) for seat, post in self.ledger.seats.items() if post.waits]
        return found or [PostNews("referee", {})]

    def _keep_taking(self, taking: Taking | None, done: str) -> None:
        keep_taking(self.save, taking)
        self.step(done)

    def _keep(self, ledger: PostLedger, done: str) -> None:
        keep_ledger(self.save, ledger)
        self.ledger = ledger
        self.step(done)


def _write_if_changed(path: Path, text: str) -> bool:
    """Give a file just this text; return whether it changed. Nothing is written through a link or into a pipe in its place. Raises
    BobError."""
    raw = text.encode()
    try:
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            path.unlink()
        elif there.st_size == len(raw) and path.read_bytes() == raw:
            return False
    except OSError:
        pass  # the write below reports the error
    put_file(path, raw)
    return True


def _plain_name(name: str) -> str:
    """Return the name of a file without control characters, for a line of text."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:120]
