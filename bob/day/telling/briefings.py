"""The briefing of a side in words, with the settings and the orders of the day (OPS-D2.1, OPS-D4.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from bob.core.resources import data_folder
from bob.data.map_files import Record, load_places
from bob.day.rules.requests import ASKED
from bob.day.scenarios.scenario import Scenario, briefing, effort_of, scenarios
from bob.day.scenarios.scenario_files import DayFile
from bob.day.state.directives import directive_of
from bob.day.state.efforts import at_hand, size_of
from bob.day.state.position import LUFTWAFFE, RAF, DaySettings, Effort
from bob.day.state.scenario_lines import reading
from bob.day.state.settings import settings_in, stations_of
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.state.world import world
from bob.day.telling.period_names import figure, listed
from bob.day.telling.sentences import date_text
from bob.day.telling.target_notes import orders_lines, period_line
from bob.words import Words


@dataclass(frozen=True, slots=True)
class Briefed:
    """The parts of a day in a briefing: the settings that a side knows, and the readings of two switches."""

    settings: DaySettings
    groups: str
    worth: str
    effort: Effort | None = None
    """The effort of the Luftwaffe, or the one that Fighter Command expects."""

    @classmethod
    def on(cls, view: RafView | LuftwaffeView) -> Briefed:
        """The day of a side's view."""
        switches = view.common.switches
        effort = view.effort if isinstance(view, LuftwaffeView) else view.expected
        return cls(view.settings, reading(switches, "groups"), reading(switches, "worth"), effort)

    @classmethod
    def before(cls, file: DayFile, side: str) -> Briefed:
        """The day of a file, as a side knows it."""
        settings = settings_in(file.posted_on, file.fighter_command, file.directive)
        effort = effort_of(world(), file) if side == LUFTWAFFE else file.expected
        return cls(settings, reading(file.switches, "groups"), reading(file.switches, "worth"), effort)


def briefed(words: Words, code: str, side: str, own: Mapping[str, Scenario] | None = None, begun: Briefed | None = None) -> tuple[str, ...]:
    """The paragraphs of a side's briefing; `begun` is the day under way, else it is the scenario's, and a drawn day has only its text. The
    Luftwaffe reads its orders, Fighter Command the knowledge of its controllers."""
    own_text = briefing(code, side, own)
    texts = (words.of(own_text),) if own_text is not None else ()
    scenario = {**scenarios(), **(own or {})}.get(code)
    file = scenario.file if scenario is not None and isinstance(scenario.file, DayFile) else None
    day = begun if begun is not None else Briefed.before(file, side) if file is not None else None
    if scenario is None or day is None or (file is not None and file.lesson):
        return texts
    settings, ordered = day.settings, day.worth == "directive"
    limits = _limits(words, file)
    if side == RAF:
        return (*texts, " ".join(_raf(words, file, day)), *([period_line(words, settings.order_of_battle)] if ordered else ()), *limits)
    if side != LUFTWAFFE:
        return texts
    text = words("day_settings.luftwaffe.order_of_battle", date=date_text(words, settings.order_of_battle.isoformat()))
    lines = file.directive if file is not None else None
    text = " ".join((text, *_size(words, day)))
    return (*texts, text, *(orders_lines(words, directive_of(settings.order_of_battle, lines)) if ordered else ()), *limits)


def _limits(words: Words, file: DayFile | None) -> Iterator[str]:
    """The points from which each side has won; a drawn day has its own."""
    if file is not None:
        yield words("day_settings.victory.limits", **{name: figure(words, at) for name, at in file.bands.times().items()})


def _size(words: Words, day: Briefed) -> Iterator[str]:
    """The effort of the Luftwaffe and about how many aircraft it sends (OPS-D3.2)."""
    if day.effort is not None:
        size, shipped = size_of(day.effort), world()
        aircraft = round(size.sends(*at_hand(shipped, shipped.luftwaffe(day.settings.order_of_battle))), -1)
        yield words("worth.orders.effort", effort=words(f"ops.effort.{day.effort}"), aircraft=int(aircraft), waves=size.waves)


def _raf(words: Words, file: DayFile | None, day: Briefed) -> Iterator[str]:
    settings = day.settings
    yield words("day_settings.raf.order_of_battle", date=date_text(words, settings.order_of_battle.isoformat()))
    yield words(f"day_settings.instructions.{settings.instructions}")
    if 12 in ASKED[day.groups]:
        yield words(f"day_settings.group_12.{settings.group_12}")
    if day.effort is not None:
        yield words("worth.orders.expected", effort=words(f"ops.effort.{day.effort}"))
    absent, silent = ([key.partition(":")[2] for key in keys] for keys in stations_of(_stations(), settings.order_of_battle))
    on, off = ([name.rpartition(":")[2] for name in names] for names in ((file.stations_on, file.stations_off) if file else ((), ())))
    silent = [name for name in dict.fromkeys([*silent, *off]) if name not in on]
    absent = [name for name in absent if name not in on and name not in off]
    if silent:
        yield words("day_settings.raf.off_air", stations=listed(words, silent))
    if absent:
        yield words("day_settings.raf.not_built", stations=listed(words, absent))


@cache
def _stations() -> tuple[Record, ...]:
    """The RDF stations of the map's files."""
    return tuple(place for place in load_places(data_folder("maps")) if place.kind in ("chain_home", "chain_home_low"))
