"""The facts of an engagement that are known to both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bob.day.state.view import DayView, RefereeView
from bob.day.state.world import World
from bob.day.telling.period_names import Names
from bob.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class Facts:
    """Day, hour and place of an engagement; `title` is the scenario's, `place` the place as a phrase, each by language."""

    title: Mapping[str, str]
    date: str
    clock: str
    place: Mapping[str, str]

    @classmethod
    def of(cls, view: DayView, world: World) -> Facts:
        """The facts of the engagement in hand, from the view of a side or of the referee. Raises ValueError when there is none."""
        if view.engagement is None:
            raise ValueError("no engagement in hand")
        common = view.raf.common if isinstance(view, RefereeView) else view.common
        names = Names(world.theatre)
        place = {language: names.at(Words(language), view.engagement.hex) for language in LANGUAGES}
        return cls(dict(common.title), common.date, common.clock, place)
