"""The contract over lines of JSON: prompts out, orders in, for a player in any language.

A prompt goes to one seat at a time and stands until an order was accepted or taken back; a refusal does not repeat it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bob.codec import CodecError, encode, parsed
from bob.commands.session import Session, as_json, told
from bob.dogfight.engagement import Misfit
from bob.errors import BobError, Refused
from bob.game import Choices
from bob.operations.planning import Fault
from bob.operations.telling import fault_mend, fault_place, fault_told, misfit_told
from bob.words import Words

REQUESTS = ("undo", "view", "log", "save", "quit")

_EXAMPLE = json.dumps({"order": {"code": "done"}})

Write = Callable[[str], None]


def serve(session: Session, lines: Iterable[str], write: Write, words: Words) -> None:
    """Play to the end of the game or of the lines. Raises BobError only for what no player can mend."""
    desk = Desk(session, words)

    def send(answers: list[dict[str, Any]]) -> None:
        for answer in answers:
            write(json.dumps(answer, ensure_ascii=False))

    send(desk.asked())
    for line in lines:
        if line.strip():
            send(desk.answered(line))
        if desk.closed:
            return


class Desk:
    """Answers one line at a time."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self.closed = False

    def asked(self) -> list[dict[str, Any]]:
        """What is asked for now: a prompt, or that the game is over."""
        session = self.session
        session.advance()
        match = session.match
        seat = session.owing
        if seat is not None:
            return [
                {
                    "type": "prompt",
                    "number": session.number,
                    "seat": seat,
                    "view": encode(match.view(seat)),
                    "choices": choices_json(match.game.choices(match.position, seat)),
                }
            ]
        self.closed = True
        return [{"type": "over", "outcome": encode(match.game.outcome(match.position))}]

    def answered(self, line: str) -> list[dict[str, Any]]:
        """The answers to one line, whatever stands in it."""
        try:
            return self._answered(self._read(line))
        except RecursionError:
            return [self._refused(Refused("play.not_json", why="…"))]
        except BobError as error:
            return [self._refused(error)]

    def _read(self, line: str) -> Mapping[str, Any]:
        try:
            data = parsed(line)
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
            return [self._saved(data.get("file"))]
        if kind not in ("order", *REQUESTS):
            raise Refused("play.unknown_type", found=str(kind)[:40], choices=", ".join(("order", *REQUESTS)))
        seat = self._seat(data.get("seat"))
        session = self.session
        if kind == "view":
            return [{"type": "view", "number": session.number, "seat": seat, "view": encode(session.match.view(seat))}]
        if kind == "log":
            return [self._log(seat, data.get("since", 0))]
        if kind == "undo":
            entry = session.undo(seat)
            return [{"type": "undone", "number": entry.number}, *self._next()]
        if "order" not in data:
            raise Refused("play.no_order", example=_EXAMPLE)
        entry = session.play(seat, session.match.game.order(data["order"]))
        return [{"type": "accepted", "number": entry.number, "events": as_json(session.heard(entry, seat))}, *self._next()]

    def _next(self) -> list[dict[str, Any]]:
        """What is asked for next; what went well stays acknowledged even when an officer's move cannot be kept."""
        try:
            return self.asked()
        except BobError as error:
            return [self._refused(error)]

    def _seat(self, named: Any) -> str:
        """The seat that speaks: the one named, else the one that was prompted. Raises Refused for a seat that is not outside."""
        outside = self.session.outside
        if named is None:
            if not outside:
                raise Refused("play.not_outside", seat="–", choices="–")
            return self.session.owing or outside[0]
        if not isinstance(named, str) or named not in outside:
            raise Refused("play.not_outside", seat=str(named)[:40], choices=", ".join(outside))
        return named

    def _log(self, seat: str, since: Any) -> dict[str, Any]:
        if not isinstance(since, int) or isinstance(since, bool):
            raise Refused("play.since")
        events = [{"number": number, "event": encode(event)} for number, event in self.session.log(seat, since)]
        return {"type": "log", "number": self.session.number, "seat": seat, "events": events}

    def _saved(self, file: Any) -> dict[str, Any]:
        session = self.session
        if file is None and session.save is not None:
            return {"type": "saved", "file": str(session.save.path)}
        if not isinstance(file, str) or not file.strip() or "\0" in file:
            raise Refused("play.save_where")
        session.store(file)
        return {"type": "saved", "file": file}

    def _refused(self, error: BobError) -> dict[str, Any]:
        faults: list[Fault] = getattr(error, "faults", [])
        misfits: list[Misfit] = getattr(error, "misfits", [])
        answer: dict[str, Any] = {"type": "refused", "reason": told(self.words, error), "key": error.key, "rule": error.rule}
        if faults:
            answer["faults"] = [
                {
                    "key": fault.key,
                    "rule": fault.rule,
                    "place": fault.place,
                    "reason": f"{fault_place(self.words, fault)}: {fault_told(self.words, fault)}",
                    "mend": fault_mend(self.words, fault),
                    "values": encode(fault.values),
                }
                for fault in faults
            ]
        if misfits:
            answer["misfits"] = [
                {"key": m.key, "unit": m.unit or None, "reason": misfit_told(self.words, m), "values": encode(m.values)} for m in misfits
            ]
        return answer


def choices_json(choices: Choices) -> dict[str, Any]:
    """What may be ordered, in its fixed form."""
    return {"listed": encode(choices.listed), "described": encode(choices.described)}
