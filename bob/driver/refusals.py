"""A refusal as a program gets it: in words, with its key and rule, and with each fault of a plan or misfit of a result by itself."""

from __future__ import annotations

from typing import Any

from bob.core.codec import encode
from bob.core.errors import BobError
from bob.day.rules.planning import Fault
from bob.day.telling.sentences import fault_mend, fault_place, fault_text, misfit_text, refusal
from bob.tactical.engagement import Misfit
from bob.words import Words


def refused(words: Words, error: BobError) -> dict[str, Any]:
    """The fixed form of a refusal."""
    faults: list[Fault] = getattr(error, "faults", [])
    misfits: list[Misfit] = getattr(error, "misfits", [])
    answer: dict[str, Any] = {"type": "refused", "reason": refusal(words, error), "key": error.key, "rule": error.rule}
    if faults:
        answer["faults"] = [
            {
                "key": fault.key,
                "rule": fault.rule,
                "place": fault.place,
                "reason": words.label(fault_place(words, fault), fault_text(words, fault)),
                "mend": fault_mend(words, fault),
                "values": encode(fault.values),
            }
            for fault in faults
        ]
    if misfits:
        answer["misfits"] = [
            {"key": m.key, "unit": m.unit or None, "reason": misfit_text(words, m), "values": encode(m.values)} for m in misfits
        ]
    return answer
