"""The steps at the planning table, to undo and redo: drafts changed, raids put on the plan and struck. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bob.day.state.raid_plan import RaidPlan

MOST = 200
"""Limit of stored steps."""


@dataclass(frozen=True, slots=True)
class Desktop:
    """The state of the table: the drafts by code, the chosen raid, the held times over target."""

    drafts: Mapping[str, RaidPlan]
    code: str | None
    held: Mapping[str, int]


@dataclass(slots=True)
class PlanStep:
    """One step: how the table stood before and after, and how many orders the seat had given before and after it.
    Steps with the same `key` that follow each other are one: a raid that is dragged, a figure that is wound up."""

    before: Desktop
    after: Desktop
    first: int
    last: int
    key: tuple[object, ...] | None = None

    @property
    def orders(self) -> int:
        return self.last - self.first


@dataclass(slots=True)
class PlanSteps:
    """The steps done, the latest last, and those taken back. They hold only as long as the seat orders nothing elsewhere."""

    done: list[PlanStep] = field(default_factory=list)
    undone: list[PlanStep] = field(default_factory=list)

    def keep(self, step: PlanStep) -> None:
        """A step was made."""
        top = self.done[-1] if self.done else None
        self.undone.clear()
        if top is not None and step.key is not None and top.key == step.key and not step.orders and top.last == step.first:
            top.after = step.after
            return
        self.done.append(step)
        del self.done[:-MOST]

    def close(self) -> None:
        """End the current step: the next change begins a new one."""
        if self.done:
            self.done[-1].key = None

    def to_undo(self, given: int) -> PlanStep | None:
        """The step to take back, if the seat has given as many orders as when it was done."""
        return self.done[-1] if self.done and self.done[-1].last == given else None

    def to_redo(self, given: int) -> PlanStep | None:
        """The step to do again, if the seat has given as many orders as before it."""
        return self.undone[-1] if self.undone and self.undone[-1].first == given else None

    def back(self) -> None:
        """The last step was taken back."""
        self.undone.append(self.done.pop())

    def again(self) -> None:
        """The step taken back last was done again."""
        self.done.append(self.undone.pop())

    def clear(self) -> None:
        """Forget all."""
        self.done.clear()
        self.undone.clear()
