"""One day of a forecast: imagined, flown, and summed up."""

from __future__ import annotations

from functools import cache

from bob.day.game import OperationalDay
from bob.day.phases.sequence import band
from bob.day.state.position import DayPosition
from bob.forecast.fates import DayFate, Watch
from bob.forecast.flying import fly
from bob.forecast.imagined import enemy_of, imagine
from bob.forecast.luck import PlacedDice
from bob.forecast.measure import lost_on_ground
from bob.forecast.question import ForecastQuestion


@cache
def _game() -> OperationalDay:
    return OperationalDay()


def flown(asked: ForecastQuestion, number: int) -> DayFate:
    """Return the result of the day of that number. All chance in it is drawn for it alone, so it is the same wherever and whenever."""
    game, seed = _game(), f"{asked.seed}/{number}"
    p, officers = imagine(game, asked, number)
    watch, dice = Watch(game, p), PlacedDice(f"{seed}/to_come")
    before = {s.unit: s.strength for s in p.squadrons.values()}
    dice.begin(p.turn)
    fly(game, p, officers, dice, watch, begin=dice.begin)
    return _fate(p, watch, asked, number, before)


def _fate(p: DayPosition, watch: Watch, asked: ForecastQuestion, number: int, before: dict[str, int]) -> DayFate:
    lost = {s.unit: before[s.unit] - s.strength for s in p.squadrons.values() if s.unit in before}
    on_ground = lost_on_ground(p)
    raids = watch.fates(p)
    return DayFate(
        number=number,
        enemy=enemy_of(asked, number),
        points=p.score,
        band=band(p) if asked.view.common.phase == "planning" else None,
        luftwaffe_lost=watch.lost(p),
        raf_lost=sum(lost.values()) - on_ground,
        raf_on_ground=on_ground,
        raf_sorties=sum(s.sorties for s in p.squadrons.values()),
        raids=raids,
        raf_units={unit: count for unit, count in lost.items() if count},
    )
