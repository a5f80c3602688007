"""Weather by zone and height, wind, sun and haze."""

from __future__ import annotations

from collections.abc import Mapping

from bob.dice import Dice
from bob.hexes import Hex
from bob.operations.play import BOTH, Play
from bob.operations.position import DayPosition, Sky, ZoneWeather
from bob.operations.world import World
from bob.tables import Table
from bob.weathers import BAD, WEATHERS

_SUN = ((450, 90.0), (720, 135.0), (840, 180.0), (1020, 225.0), (1440, 270.0))
"""Until which minute of the day the sun stands where, in degrees (OPS-A12.table); in summer time it is highest at one."""


def at(world: World, p: DayPosition, h: Hex, angels: int) -> str:
    """The weather in a hex at a height."""
    zone = world.ground(h).zone
    code = p.sky.zones[zone].now
    least, most = world.figures["layers"][code]
    found = code if least <= angels <= most else "fair"
    sky = p.sky
    if zone == "london" and sky.haze_least <= angels <= sky.haze_most and WEATHERS.index(sky.london_haze) > WEATHERS.index(found):
        return sky.london_haze
    return found


def layers(world: World, p: DayPosition, h: Hex, low: int, high: int) -> frozenset[str]:
    """Every weather in a hex between two heights, both included."""
    if low > high:
        low, high = high, low
    return frozenset(at(world, p, h, angels) for angels in range(low, high + 1, 2))


def between(world: World, p: DayPosition, h: Hex, low: int, high: int) -> str:
    """The worst weather in a hex between two heights, both included."""
    return max(layers(world, p, h, low, high), key=WEATHERS.index)


def bad_over(world: World, p: DayPosition, h: Hex, angels: int) -> bool:
    """Whether bad weather lies between a height and the ground."""
    return between(world, p, h, 0, angels) in BAD


def crosswind(p: DayPosition, angels: int) -> bool:
    """Whether a crosswind blows at a height (OPS-A7.t)."""
    return p.sky.crosswind_from is not None and angels >= p.sky.crosswind_from


def sun_bearing(p: DayPosition) -> float:
    """Where the sun stands, in degrees from north."""
    minute = p.start + 5 * (p.turn - 1)
    return next(bearing for until, bearing in _SUN if minute % 1440 < until)


def change(play: Play) -> None:
    """A change of weather: three zones turn their markers over (OPS-A1.12)."""
    zones = play.table("weather", "raf", zones=3).result
    assert isinstance(zones, tuple)
    for code in zones:
        zone = play.p.sky.zones[code]
        zone.is_bad = not zone.is_bad
        play.tell("weather_changed", BOTH, "OPS-A1.12", zone=code, weather=zone.now)


def drawn(world: World, dice: Dice, given: dict[str, object], period: int, switches: Mapping[str, str] | None = None) -> Sky:
    """The sky of a scenario: what it gives stands, the rest is rolled (OPS-A7.t, OPS-A8.t, OPS-A10.t, OPS-A11.setup)."""

    wind = given.get("wind")
    found = world.tables["wind"]
    assert isinstance(found, Table)
    if wind is None:
        wind = found.roll(dice).result
    crosswind_from = found.details[str(wind)].get("crosswind_from")
    haze_table = world.tables["london_haze"]
    assert isinstance(haze_table, Table)
    haze = given.get("london_haze")
    if haze is None:
        haze = haze_table.roll(dice, switches).result
    layer = haze_table.details[str(haze)]
    zones_table, rows = world.tables["bad_weather_zones"], world.tables["weather"]
    assert isinstance(zones_table, Table) and isinstance(rows, Table)
    bad = given.get("bad_zones")
    pool = list(world.figures["markers"])
    if bad is None:
        count = zones_table.roll(dice, period=period)
        pool = list(count.details["markers"])
        bad = rows.roll(dice, zones=int(str(count.result))).result if count.result else ()
    assert isinstance(bad, list | tuple)
    zones: dict[str, ZoneWeather] = {}
    for zone in world.theatre.zones:
        if "good" in given:
            good, worse = str(given["good"]), str(given.get("bad", "overcast"))
        else:
            marker = pool[dice.roll("weather_marker", 1, sides=len(pool)).total - 1]
            good, worse = world.figures["markers"][marker]
        zones[zone.code] = ZoneWeather(good, worse, zone.code in bad)
    return Sky(zones, str(wind), crosswind_from, str(layer.get("weather", "fair")), int(layer.get("least", 0)), int(layer.get("most", -2)))
