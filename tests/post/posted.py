"""What tests of games by post share: an office with its two folders, and sides that read their sheets and write their answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bob.driver import Driver
from bob.games import games, kit
from bob.post import (
    Invitation,
    Office,
    PostNews,
    SigningKey,
    TurnFile,
    answer_name,
    open_post,
    read_invitation,
    read_turn_file,
    write_answer,
)

BOTH = {"raf": "human", "luftwaffe": "human"}
OFFICERS = {"raf": "park", "luftwaffe": "kesselring"}
DONE = {"code": "done"}

Answering = Callable[[TurnFile], Sequence[Any]]


@cache
def the(name: str) -> Any:
    """The game of that name, made once."""
    return kit(name).make()


class Posted:
    """A game by post: its file, the folder `from` into which answers come, the folder `to` with each seat's sheets."""

    def __init__(self, folder: Path, file: str = "far.bob1940") -> None:
        self.folder, self.file = folder, folder / file
        self.inbox, self.out = folder / "from", folder / "to"

    @classmethod
    def begun(cls, folder: Path, scenario: str = "lesson", seed: str = "7", game: str = "day", **more: Any) -> Posted:
        """A new game, with its invitations; the office was not called yet."""
        made = cls(folder)
        made.inbox.mkdir()
        made.out.mkdir()
        driver = Driver.new(the(game), scenario, seed, more.pop("options", {}), more.pop("seats", BOTH), made.file)
        open_post(driver, more.pop("languages", {}), "en", made.out)
        driver.close()
        return made

    def opened(self) -> Driver:
        return Driver.open(self.file, games())

    def call(self, step: Callable[[str], None] | None = None) -> list[PostNews]:
        """The office is called once."""
        driver = self.opened()
        try:
            office = Office(driver)
            if step is not None:
                office.step = step
            return office.call(self.inbox, self.out)
        finally:
            driver.close()

    def invitation(self, seat: str) -> Invitation:
        return read_invitation(self.out / seat / f"{seat}-invitation.json")

    def sheet_file(self, seat: str) -> Path:
        """The newest sheet of a seat."""
        return max((self.out / seat).glob("*.html"))

    def sheet(self, seat: str) -> TurnFile:
        return read_turn_file(self.sheet_file(seat), self.invitation(seat))

    def has_sheet(self, seat: str) -> bool:
        return any((self.out / seat).glob("*.html"))

    def answer(self, seat: str, orders: Sequence[Any], name: str | None = None, *, go_on: bool = False) -> Path:
        """Answer the newest sheet of a seat."""
        turn_file = self.sheet(seat)
        return write_answer(turn_file, orders, self.inbox / (name or answer_name(turn_file)), self.invitation(seat), go_on=go_on)

    def waiting(self) -> list[str]:
        """The seats whose newest sheet waits for an answer."""
        receipts = {seat: (self.out / seat / f"{seat}-post.txt").read_text("utf-8") for seat in BOTH}
        return [seat for seat, text in receipts.items() if "waits for your answer" in text or "attend votre" in text]

    def entries(self) -> list[Any]:
        """The record as it is in the file."""
        driver = self.opened()
        driver.close()
        return [entry.as_json() for entry in driver.match.entries]

    def orders(self, seat: str | None = None) -> list[Any]:
        """The orders that were given, each by its code and its seat."""
        return [(e["seat"], e["order"]) for e in self.entries() if e["order"] is not None and seat in (None, e["seat"])]

    def planned(self) -> Posted:
        """The same, with the plan of the day sealed as it was drawn up."""
        self.call()
        self.answer("luftwaffe", [{"code": "seal"}])
        self.call()
        return self


def officer(seat: str, name: str | None = None, game: str = "day", seed: str = "7") -> Answering:
    """Who answers sheets as a player of the program would."""
    player = kit(game).player(name or OFFICERS[seat], seat, seed, the(game))

    def answering(turn_file: TurnFile) -> list[Any]:
        return [decision.order for decision in player.orders(turn_file.view, turn_file.choices, turn_file.number)]

    return answering


def forged(path: Path, key: str, **changed: Any) -> None:
    """Sign the answer in a file anew, by another key or with other things in its head."""
    from bob.post.answer import KIND
    from bob.post.signed import signed

    head, *orders = [json.loads(line) for line in path.read_text("ascii").splitlines()][:-1]
    path.write_text(signed(KIND, [head | changed, *orders], SigningKey(key).sign)[0], "ascii")
