"""The days that the first screen offers: those that ship, and a user's own from files."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from bob.core.errors import BobError
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import Scenario, scenarios
from bob.desk.base.settings import Settings

LESSON, SINGLE = "lesson", "one_raid"


def _in_list(scenario: Scenario) -> tuple[bool, bool, dt.date]:
    """The single raid first, then the days as they came, the day drawn by seed last."""
    return scenario.free, scenario.code != SINGLE, scenario.date


class OfferedDays:
    """Days in the order of the list, one's own at its end; the settings remember their files."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._ours = sorted((s for s in scenarios().values() if s.code != LESSON), key=_in_list)
        self._own: list[Scenario] = []
        for path in settings.own_days:
            try:
                self._own.append(Scenario.of(path))
            except BobError:
                continue  # being written, perhaps: it is offered when it is well again

    @property
    def found(self) -> list[Scenario]:
        """All that is offered."""
        return [*self._ours, *self._own]

    def is_own(self, scenario: Scenario) -> bool:
        """Return whether it comes from a file of the user's own."""
        return any(scenario is own for own in self._own)

    def add(self, path: Path) -> tuple[int, bool]:
        """Offer the day of a file from now on, in its newest form; its row in the list, and whether the plan that it gives out has faults.
        Raises DataError for whatever keeps it from being set up."""
        path = path.resolve()
        game, code = OperationalDay().with_day(path)
        _, faults = game.try_day(code)
        known = next((i for i, own in enumerate(self._own) if own.path == path), None)
        if known is None:
            self._own.append(game.days[code])
            known = len(self._own) - 1
        else:
            self._own[known] = game.days[code]
        self.settings.add_own_day(path)
        return len(self._ours) + known, bool(faults)

    def describe(self, scenario: Scenario) -> str:
        """A day's line in the list."""
        words = self.settings.words
        title = words.of(scenario.title)
        if not scenario.turns:
            return title
        hours = f"{scenario.turns / 12:.0f}"
        length = words("desk.start.own_turns" if self.is_own(scenario) else "desk.start.turns", turns=scenario.turns, hours=hours)
        return f"{title}   ({length})"
