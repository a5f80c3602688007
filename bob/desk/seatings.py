"""The usual ways to sit down."""

from __future__ import annotations

from bob.desk.eyes import HUMAN
from bob.game import REFEREE
from bob.operations.position import LUFTWAFFE, RAF
from bob.staff.runner import OFFICERS

WAYS = ("raf", "luftwaffe", "both", "referee", "watch")
"""The usual ways to sit down: against an officer, two at one screen, as a referee of two, or only looking on."""

SEATINGS: dict[str, dict[str, str]] = {
    "raf": {RAF: HUMAN, LUFTWAFFE: OFFICERS[LUFTWAFFE][0]},
    "luftwaffe": {RAF: OFFICERS[RAF][0], LUFTWAFFE: HUMAN},
    "both": {RAF: HUMAN, LUFTWAFFE: HUMAN},
    "referee": {RAF: HUMAN, LUFTWAFFE: HUMAN, REFEREE: HUMAN},
    "watch": {RAF: OFFICERS[RAF][0], LUFTWAFFE: OFFICERS[LUFTWAFFE][0], REFEREE: HUMAN},
}
