"""Whole turns of a day, with dice that fall as written for each purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Ledger, Roll, checked
from bob.core.game import Event, dumps, secret_free
from bob.core.hexes import Hex
from bob.day.state.orders import Done, Seal
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Raid, RaidUnit
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import GAME, order, plan, raid, unit

USUAL: Mapping[str, tuple[int, ...]] = {"random_event": (3, 4)}
"""No event."""
TOO_LOW = (2, 3)
"""For a check that has no more than a point or two to help it."""


class DiceByPurpose:
    """Dice that fall as they are told for a purpose: always so, or once each by a list of faces. Others fall in the middle, and two
    together as `pair` says."""

    def __init__(self, pair: tuple[int, int] = (3, 3), **faces: tuple[int, ...] | Sequence[tuple[int, ...]]) -> None:
        self.ledger = Ledger()
        self._pair = pair
        self._faces: dict[str, Any] = {p: f if isinstance(f, tuple) else list(f) for p, f in {**USUAL, **faces}.items()}

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        other = self._pair if count == 2 else ((sides + 1) // 2,) * count
        given = self._faces.get(purpose, other)
        if isinstance(given, list):
            given = given.pop(0) if given else USUAL.get(purpose, other)
        return self.ledger.add(Roll(purpose, checked(list(given), count, sides), sides, by, "scripted"))

    def rolled(self, purpose: str) -> list[Roll]:
        """What was rolled for a purpose."""
        return [roll for roll in self.ledger.rolls if roll.purpose == purpose]

    def count(self, purpose: str) -> int:
        """How often a purpose was rolled for."""
        return len(self.rolled(purpose))


class Turn:
    """A turn that was played: both sides have nothing to order, and it runs until they are asked again."""

    def __init__(self, p: DayPosition, **falls: Sequence[tuple[int, ...]]) -> None:
        self.dice = DiceByPurpose(TOO_LOW, **falls)
        self.events: list[Event] = []
        for seat in (LUFTWAFFE, RAF):
            if p.phase == "orders" and seat not in p.done:
                self.events += GAME.apply(p, seat, Done(), self.dice)
        GAME.invariants(p)

    def describe(self, code: str) -> list[dict[str, Any]]:
        """What was told under a code."""
        return [dict(event.data) for event in self.events if event.code == code]


def whole_turn(p: DayPosition, *orders: Any, dice: DiceByPurpose | None = None, luftwaffe: Sequence[Any] = ()) -> list[Event]:
    """The RAF gives its orders, the Luftwaffe its own and on the hour its seal, and the turn runs to the next one's orders."""
    dice = dice if dice is not None else DiceByPurpose()
    events = [event for given in orders for event in order(p, "raf", given)]
    events += [event for given in luftwaffe for event in order(p, LUFTWAFFE, given)]
    turn = p.turn
    for seat in ("luftwaffe", "raf"):
        if seat == LUFTWAFFE and p.plan_open:
            events += order(p, seat, Seal())
        GAME.check(p, seat, Done())
        events += GAME.apply(p, seat, Done(), dice)
    GAME.invariants(p)
    assert p.turn == turn + 1 and p.phase == "orders", "the turn stopped on the way"
    return events


def known(p: DayPosition, turn: Turn | None = None) -> tuple[str, ...]:
    """All that the RAF gets of a day: its view, what it is offered, and of a turn what it was told."""
    heard = [dumps(encode(event)) for event in turn.events if RAF in event.to] if turn is not None else []
    return secret_free(GAME.view(p, RAF)), dumps(encode(GAME.choices(p, RAF))), *heard


def circling(h: Hex, *strengths: int, code: str = "raid", angels: int = 14, kind: str = "feint", **given: Any) -> Raid:
    """Bombers that stay where they are for some turns, one unit of each strength."""
    units: list[RaidUnit] = given.pop("units", None) or [
        unit(f"{code} {i}", h=h, angels=angels, strength=n) for i, n in enumerate(strengths)
    ]
    planned = tuple(PlannedUnit(u.unit, u.role, u.sent, u.angels) for u in units)
    made = plan(
        code, kind, planned, form_turn=1, form_angels=angels, route=(), primary=None, secondary=None, home=(), circling=30, form_at=h
    )
    return raid(h, *units, code=code, angels=angels, plan_=made, **given)


def alike(*days: tuple[str, ...]) -> None:
    """Fail unless all got the same, and say where they part."""
    for other in days[1:]:
        assert len(other) == len(days[0]), (days[0][2:], other[2:])
        for a, b in zip(days[0], other, strict=True):
            if a != b:
                i = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
                raise AssertionError(f"...{a[max(0, i - 300) : i + 120]}\n...{b[max(0, i - 120) : i + 120]}")
