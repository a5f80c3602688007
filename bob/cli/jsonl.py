"""The contract over lines of JSON: prompts out, orders in, for players in any language.

Every seat that is played from here and owes a decision is prompted; every message to a seat names it and counts for it alone. A prompt
has the events of the seat since the last one, and is valid until the view or the choices of the seat change; a refusal does not repeat
it. An order may name the number of the prompt that it answers, and is refused when that is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bob.core.codec import CodecError, encode, parsed
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE
from bob.driver import Driver, EventMessage, Message, Over, Question, as_json, write_seat_file
from bob.driver.refusals import refused
from bob.words import Words

REQUESTS = ("undo", "view", "log", "save", "quit")

_EXAMPLE = json.dumps({"order": {"code": "done"}})
_SAVE = json.dumps({"type": "save", "file": "my_view.jsonl"})

Write = Callable[[str], None]


def serve(driver: Driver, lines: Iterable[str], write: Write, words: Words) -> None:
    """Play to the end of the game or of the lines. Raises BobError only for what no player can mend."""
    pipe = Pipe(driver, words)

    def send(answers: list[dict[str, Any]]) -> None:
        for answer in answers:
            write(json.dumps(answer, ensure_ascii=False))

    send(pipe.begun())
    for line in lines:
        if line.strip():
            send(pipe.answered(line))
        if pipe.closed:
            return


class Pipe:
    """Answers one line at a time."""

    def __init__(self, driver: Driver, words: Words) -> None:
        self.driver = driver
        self.words = words
        self.closed = False
        self._standing: dict[str, dict[str, Any]] = {}
        """The question that each seat was sent last."""
        self._heard: dict[str, list[dict[str, Any]]] = {}
        """The events of each seat since then."""

    def begun(self) -> list[dict[str, Any]]:
        """Return the first questions, of a new game and of one that goes on; `log` returns all earlier events."""
        said = self._went_on(())
        return [answer | {"events": []} if "events" in answer else answer for answer in said if answer["type"] != "accepted"]

    def answered(self, line: str) -> list[dict[str, Any]]:
        """Return the answers to one line, whatever its content."""
        try:
            return self._answered(self._read(line))
        except RecursionError:
            return [refused(self.words, Refused("play.not_json", why="…"))]
        except BobError as error:
            return [refused(self.words, error)]

    def _read(self, line: str) -> Mapping[str, Any]:
        try:
            data = parsed(line.strip().removeprefix("\ufeff"))
        except CodecError as error:
            raise Refused("play.not_json", why=error.values["found"]) from error
        if not isinstance(data, dict):
            raise Refused("play.not_object", example=_EXAMPLE)
        return data

    def _answered(self, data: Mapping[str, Any]) -> list[dict[str, Any]]:
        kind = data.get("type", "order")
        if kind == "quit":
            self.closed = True
            return [{"type": "bye"}]
        if kind == "save":
            return [self._saved(data)]
        if kind not in ("order", *REQUESTS):
            raise Refused("play.unknown_type", found=str(kind)[:40], choices=", ".join(("order", *REQUESTS)))
        seat = self._seat(data.get("seat"))
        driver = self.driver
        if kind == "view":
            return [{"type": "view", "number": driver.number(seat), "seat": seat, "view": encode(driver.match.view(seat))}]
        if kind == "log":
            return [self._log(seat, data.get("since", 0))]
        if kind == "undo":
            return self._went_on(driver.undo(seat))
        if "order" not in data:
            raise Refused("play.no_order", example=_EXAMPLE)
        number = data.get("number")
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise Refused("play.number")
        return self._went_on(driver.give(seat, driver.match.game.order(data["order"]), number))

    def _went_on(self, messages: Sequence[Message]) -> list[dict[str, Any]]:
        """Return the news, the reactions of players of the program, and the questions after that. A success stays acknowledged even when
        a player's move cannot be kept."""
        said = self._said(messages)
        try:
            said += self._said(self.driver.advance())
        except BobError as error:
            said.append(refused(self.words, error))
        return said + self._said(self.driver.asked())

    def _said(self, messages: Sequence[Message]) -> list[dict[str, Any]]:
        """Return the messages as lines. Events go with the next question to their seat: the time of each depends on others' actions. An
        unchanged question is not repeated."""
        said = []
        for message in messages:
            seat, line = message.seat, as_json(message)
            if isinstance(message, EventMessage):
                self._heard.setdefault(seat, []).append({"number": message.number, "event": line["event"]})
                continue
            if isinstance(message, Question):
                if self._standing.get(seat) == line:
                    continue
                self._standing[seat] = dict(line)
            if isinstance(message, Question | Over):
                line["events"] = self._heard.pop(seat, [])
            self.closed = self.closed or isinstance(message, Over)
            said.append(line)
        return said

    def _seat(self, named: Any) -> str:
        """Return the seat that speaks: the one named, else the one that owes a decision. Raises Refused for a seat that is not outside,
        and without a name where several owe one."""
        outside, asked = self.driver.outside, self.driver.asked_seats
        if named is None and outside:
            if len(asked) > 1:
                raise Refused("sitting.whose", choices=", ".join(asked))
            return asked[0] if asked else outside[0]
        if not isinstance(named, str) or named not in outside:
            raise Refused("sitting.not_outside", seat="–" if named is None else str(named)[:40], choices=", ".join(outside) or "–")
        return named

    def _log(self, seat: str, since: Any) -> dict[str, Any]:
        if not isinstance(since, int) or isinstance(since, bool):
            raise Refused("play.since")
        events = [{"number": number, "event": encode(event)} for number, event in self.driver.log(seat, since)]
        return {"type": "log", "number": self.driver.number(seat), "seat": seat, "events": events}

    def _saved(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Write a file for a seat: for the referee the game, for a side its own orders, events and views. A side's game is kept by the
        program that began it (`--save`), at a place that is not disclosed."""
        driver, file = self.driver, data.get("file")
        if file is None and driver.save is not None:
            return {"type": "saved", "kept": True}
        if not isinstance(file, str) or not file.strip() or "\0" in file:
            raise Refused("play.save_file", example=_SAVE)
        seat = self._seat(data.get("seat"))
        if seat == REFEREE:
            driver.store(file)
        else:
            write_seat_file(driver, seat, file)
        return {"type": "saved", "seat": seat, "file": file}
