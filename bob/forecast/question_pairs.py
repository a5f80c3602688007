"""Relations of two questions: of the same moment, or of one plan before and after its seal."""

from __future__ import annotations

from bob.day.state.view import LuftwaffeView
from bob.forecast.question import ForecastQuestion


def is_sealed(one: ForecastQuestion, other: ForecastQuestion) -> bool:
    """Return whether the first asks about a plan while it is drawn, and the second about the same plan after it was sealed."""
    drawn, flown = one.view, other.view
    if not isinstance(drawn, LuftwaffeView) or not isinstance(flown, LuftwaffeView):
        return False
    phases = (drawn.common.phase, flown.common.phase)
    return phases[0] == "planning" != phases[1] and {raid.plan for raid in drawn.raids} == {raid.plan for raid in flown.raids}


def comparable(one: ForecastQuestion, other: ForecastQuestion) -> bool:
    """Return whether two questions are of the same moment against the same enemy, so that only the plans differ."""
    return (one.seat, one.view.common, one.against) == (other.seat, other.view.common, other.against)
