"""Weather by zone and height, wind, sun and haze."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bob.core.dice import Dice
from bob.core.hexes import Hex
from bob.data.tables import Table
from bob.data.weathers import BAD, WEATHERS
from bob.day.state.execution import BOTH, Play
from bob.day.state.position import DayPosition
from bob.day.state.scenario_forms import minutes
from bob.day.state.scenario_lines import ScriptLine, WindLine
from bob.day.state.sky import Levels, Sky, WeatherTurn, WindTurn, ZoneWeather
from bob.day.state.world import World

_SUN = ((450, 90.0), (720, 135.0), (840, 180.0), (1020, 225.0), (1440, 270.0))
"""The direction of the sun in degrees until each minute of the day (OPS-A12.table); in summer time it is highest at one."""


def at(world: World, p: DayPosition, h: Hex, angels: int) -> str:
    """The weather in a hex at a height."""
    zone = world.ground(h).zone
    here = p.sky.zones[zone]
    code = here.now
    least, most = here.levels or world.figures["layers"][code]
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


def overcast(world: World, p: DayPosition, h: Hex, low: int, high: int) -> bool:
    """Return whether a hex is overcast anywhere between two heights, both included: at the cloud's own levels (OPS-C6.3)."""
    here = p.sky.zones[world.ground(h).zone]
    if here.now != "overcast":
        return False
    least, most = levels(world, here)
    return least <= high and low <= most


def between(world: World, p: DayPosition, h: Hex, low: int, high: int) -> str:
    """The worst weather in a hex between two heights, both included."""
    return max(layers(world, p, h, low, high), key=WEATHERS.index)


def bad_over(world: World, p: DayPosition, h: Hex, angels: int) -> bool:
    """Return whether there is bad weather between a height and the ground."""
    return between(world, p, h, 0, angels) in BAD


def crosswind(p: DayPosition, angels: int) -> bool:
    """Return whether a crosswind blows at a height (OPS-A7.t)."""
    return p.sky.crosswind_from is not None and angels >= p.sky.crosswind_from


def sun_bearing(p: DayPosition) -> float:
    """Return the direction of the sun, in degrees from north."""
    minute = p.start + 5 * (p.turn - 1)
    return next(bearing for until, bearing in _SUN if minute % 1440 < until)


def levels(world: World, zone: ZoneWeather) -> Levels:
    """The levels that the weather of a zone fills."""
    least, most = zone.levels or world.figures["layers"][zone.now]
    return least, most


def change(play: Play) -> None:
    """Change the weather: three zones turn their markers over, whatever set them (OPS-A1.12, OPS-C6.1)."""
    zones = play.table("weather", "raf", zones=3).result
    assert isinstance(zones, tuple)
    for code in zones:
        zone = play.p.sky.zones[code]
        zone.is_bad = not zone.is_bad
        play.tell("weather_changed", BOTH, "OPS-A1.12", zone=code, weather=zone.now)


def by_script(play: Play) -> None:
    """Apply the script's weather for this turn: step 1, before the event, visible to both sides (OPS-C6.1, OPS-B4.2)."""
    sky, turn = play.p.sky, play.p.turn
    while sky.script and sky.script[0].turn <= turn:
        due = sky.script.pop(0)
        seen = []
        for code in due.zones:
            before, sky.zones[code] = sky.zones[code], due.made()
            if (before.now, levels(play.world, before)) != (due.weather, levels(play.world, sky.zones[code])):
                seen.append(code)
        if seen:
            play.tell("weather_turned", BOTH, "OPS-C6.1", zones=seen, weather=due.weather)
    while sky.winds and sky.winds[0].turn <= turn:
        wind = sky.winds.pop(0)
        before_wind = sky.wind, sky.head_wind
        _blow(play.world, sky, wind)
        if before_wind != (sky.wind, sky.head_wind):
            play.tell("wind_turned", BOTH, "OPS-C6.1", wind=wind.wind, blows_from=wind.blows_from)


def _blow(world: World, sky: Sky, wind: WindTurn) -> None:
    table = world.tables["wind"]
    assert isinstance(table, Table)
    sky.wind, sky.blows_from, sky.wind_hexes = wind.wind, wind.blows_from, wind.hexes
    sky.crosswind_from = table.details[wind.wind].get("crosswind_from")


_USUAL_FLIP = {"rain": "cloudy"}
"""The results of A1.12 for weather without a marker."""


def _flipped(world: World, weather: str) -> str:
    """Return the result of A1.12 for weather, unless the script sets it: the other side of a marker that shows it."""
    markers = world.figures["markers"].values()
    found = [bad for good, bad in markers if good == weather] or [good for good, bad in markers if bad == weather]
    return str(found[-1]) if found else _USUAL_FLIP[weather]


def scripted(world: World, sky: Sky, start: int, script: Sequence[ScriptLine], winds: Sequence[WindLine]) -> None:
    """Put a day's script into its sky: the lines in force at the start apply, the rest is to come. A zone's line that repeats the former
    one changes nothing (OPS-C6.1)."""
    every = tuple(zone.code for zone in world.theatre.zones)
    said: dict[str, WeatherTurn] = {}
    for line in sorted(script, key=lambda line: minutes(line.at)):
        turn = (minutes(line.at) - start) // 5 + 1
        flips_to = line.flips_to or _flipped(world, line.weather)
        made = WeatherTurn(max(1, turn), (), line.weather, flips_to, line.levels, line.flips_levels)
        changed = tuple(code for code in every if (not line.zones or code in line.zones) and _differs(said.get(code), made))
        said.update(dict.fromkeys(changed, made))
        if turn > 1 and changed:
            sky.script.append(replace(made, zones=changed))
        elif changed:
            sky.zones.update({code: made.made() for code in changed})
    for wind in sorted(winds, key=lambda wind: minutes(wind.at)):
        blows = WindTurn(max(1, (minutes(wind.at) - start) // 5 + 1), wind.wind, wind.blows_from, wind.hexes)
        if minutes(wind.at) > start:
            sky.winds.append(blows)
        else:
            _blow(world, sky, blows)


def _differs(before: WeatherTurn | None, now: WeatherTurn) -> bool:
    return before is None or replace(before, turn=now.turn) != now


def drawn(world: World, dice: Dice, given: dict[str, object], period: int, switches: Mapping[str, str] | None = None) -> Sky:
    """Return the sky of a scenario: given values are used, the rest is rolled (OPS-A7.t, OPS-A8.t, OPS-A10.t, OPS-A11.setup)."""

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
