"""Tally, interveners, posture (OPS-B8.1 to OPS-B8.3)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.phases.interception import tally_modifier
from bob.day.rules.postures import up_sun
from bob.day.rules.weather import sun_bearing
from bob.day.state.position import DayPosition, Raid, Squadron
from tests.operations.build import (
    CHANNEL,
    ESCORT,
    GAME,
    MORE_BOMBERS,
    SEA,
    combat,
    day,
    describe,
    play,
    raid,
    rolls,
    sky,
    squadron,
    step,
    track,
    unit,
)

TO_SUN, FROM_SUN, ASIDE = 2, 5, 1
"""The sun stands in the south-east: hexes that way, the other way, and across."""


def modifier(
    p: DayPosition | None = None, direction: int = ASIDE, apart: int = 1, angels: int = 14, target: int = 14, **given: Any
) -> int | None:
    """A tally on a stack over the Channel from so many hexes away, in a direction as seen from the stack."""
    values: dict[str, Any] = {"large": False, "level": 0, "controlled": True} | given
    q = play(p if p is not None else day())
    return tally_modifier(q, step(CHANNEL, direction, apart), angels, CHANNEL, target, **values)


def test_the_sun_of_these_tests() -> None:
    q = play(day())
    assert sun_bearing(q.p) == 135
    assert [up_sun(q, CHANNEL, step(CHANNEL, d)) for d in range(6)] == [False, False, True, True, False, False]
    assert not up_sun(q, CHANNEL, CHANNEL)


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("given", "worth"),
    [
        ({}, 0),
        ({"level": 1}, 0),
        ({"level": 2}, 1),
        ({"level": 3}, 2),
        ({"level": 4}, 2),
        ({"level": 2, "controlled": False}, 0),
        ({"level": 4, "controlled": False}, 0),
        ({"large": True}, 1),
        ({"angels": 16}, 1),
        ({"angels": 20}, 1),
        ({"angels": 12}, 0),
        ({"direction": FROM_SUN}, -2),
        ({"direction": TO_SUN}, 0),
        ({"apart": 0}, 0),
        ({"level": 3, "large": True, "angels": 16}, 4),
        ({"level": 3, "large": True, "angels": 16, "direction": FROM_SUN}, 2),
    ],
)
def test_each_modifier_of_a_tally(given: dict[str, Any], worth: int) -> None:
    assert modifier(**given) == worth


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("weather", "angels", "target", "worth"),
    [("haze", 4, 4, -2), ("haze", 14, 4, -1), ("haze", 14, 10, 1), ("haze", 14, 8, -1), ("dense_haze", 4, 4, -2), ("scattered", 8, 8, 0)],
)
def test_haze_between_counts_only_where_it_lies_between(weather: str, angels: int, target: int, worth: int) -> None:
    assert modifier(day(sky=sky(weather)), angels=angels, target=target) == worth


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("weather", "angels", "target", "sees"),
    [
        ("cloudy", 14, 14, True),
        ("cloudy", 16, 12, False),
        ("cloudy", 6, 6, True),
        ("cloudy", 6, 8, False),
        ("cloudy", 14, 6, False),
        ("overcast", 14, 14, True),
        ("overcast", 4, 4, True),
        ("overcast", 14, 4, False),
        ("overcast", 4, 14, False),
        ("rain", 12, 12, True),
        ("rain", 12, 10, False),
        ("fog", 4, 4, True),
        ("fog", 4, 2, False),
    ],
)
def test_nobody_sees_through_cloud(weather: str, angels: int, target: int, sees: bool) -> None:
    assert (modifier(day(sky=sky(weather)), angels=angels, target=target) is not None) == sees


@pytest.mark.rule("OPS-B8.1")
def test_dense_haze_over_london_does_not_open_the_cloud_above_it() -> None:
    p = day(sky=sky("cloudy"))
    p.sky.london_haze, p.sky.haze_most = "dense_haze", 4
    london = next(h for h, g in GAME.world.theatre.grounds.items() if g.zone == "london")
    q = play(p)
    assert tally_modifier(q, london, 14, london, 2, False, 4, True) is None
    assert tally_modifier(q, london, 6, london, 2, False, 4, True) == 1


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("direction", "angels", "weather", "sees"),
    [
        (TO_SUN, 16, "fair", True),
        (TO_SUN, 14, "fair", False),
        (ASIDE, 16, "fair", False),
        (FROM_SUN, 16, "fair", False),
        (TO_SUN, 10, "scattered", False),
    ],
)
def test_two_hexes_only_from_above_and_out_of_the_sun_in_fair_weather(direction: int, angels: int, weather: str, sees: bool) -> None:
    target = 14 if weather == "fair" else 8
    assert (modifier(day(sky=sky(weather)), direction, 2, angels, target) is not None) == sees
    assert modifier(day(sky=sky(weather)), direction, 3, angels, target) is None
    assert modifier(day(sky=sky(weather)), direction, 1, angels, target) is not None


def meet(
    *raids: Raid, at_hex: Any = None, dice: tuple[int, ...] = (), level: int = 0, angels: int = 14, **given: Any
) -> tuple[DayPosition, Squadron, Any]:
    """The combat step with one squadron beside the raids; it only looks: it has no rounds unless told otherwise."""
    s = squadron(hex=at_hex if at_hex is not None else step(SEA, ASIDE), angels=angels, **({"ammo": "none"} | given))
    p = day(raids=list(raids), squadrons=[s])
    if level:
        p.tracks = [track("raid", 1, level)]
    q = play(p, *dice)
    combat(q)
    return p, s, q


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(
    ("dice", "level", "sees"),
    [((3, 4), 0, True), ((3, 3), 0, False), ((3, 3), 2, True), ((2, 3), 3, True), ((2, 2), 3, False), ((1, 1), 4, False)],
)
def test_seven_or_more_is_a_tally(dice: tuple[int, int], level: int, sees: bool) -> None:
    p, s, q = meet(raid(SEA), dice=dice, level=level)
    assert (s.tally == "raid") == sees
    assert p.raids["raid"].units[0].tallied == sees
    assert bool(describe(q, "tally", "raf")) == sees and describe(q, "tally", "luftwaffe") == []
    if sees:
        assert p.track_of("raid").level == 4 and p.track_of("raid").plots[-1].hex == SEA


@pytest.mark.rule("OPS-B8.1")
def test_a_faded_track_helps_nobody_to_a_tally() -> None:
    s = squadron(hex=step(SEA, ASIDE), angels=14, ammo="none")
    p = day(raids=[raid(SEA)], squadrons=[s], tracks=[track("raid", 1, 4, faded=True, groups=[])])
    q = play(p, 3, 3)
    combat(q)
    assert s.tally is None


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize(("gruppen", "sees"), [(5, False), (6, True)])
def test_six_gruppen_are_seen_more_easily(gruppen: int, sees: bool) -> None:
    _, s, _ = meet(raid(SEA, *(unit(f"U{i}", strength=10) for i in range(gruppen))), dice=(3, 3))
    assert (s.tally is not None) == sees
    _, s, _ = meet(raid(SEA, *(unit(f"U{i}", strength=10) for i in range(5)), unit("S", strength=9)), dice=(3, 3))
    assert s.tally is None


@pytest.mark.rule("OPS-B8.1")
def test_a_tally_is_kept_within_three_hexes_and_not_rolled_again() -> None:
    r = raid(SEA)
    for apart, kept in ((1, True), (3, True), (4, False)):
        s = squadron(hex=step(SEA, ASIDE, apart), angels=14, tally="raid", ammo="none")
        p = day(raids=[r], squadrons=[s])
        q = play(p)
        combat(q)
        assert rolls(q, "tally") == 0 and (s.tally == "raid") == kept


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.rule("OPS-C2.5")
def test_a_straggler_seen_is_a_track_of_its_own_and_tells_nothing_of_where_its_raid_is() -> None:
    alone = unit(ESCORT, "close_escort", h=CHANNEL, angels=14, state="going_home")
    r = raid(SEA, unit(), alone)
    p, s, q = meet(r, at_hex=step(CHANNEL, ASIDE), dice=(6, 6, *[1] * 30))
    assert s.tally == "raid/1" and not r.units[0].tallied and alone.tallied
    (found,) = p.tracks
    assert (found.groups, found.level, found.plots[-1].hex, found.plots[-1].strength) == (["raid/1"], 4, CHANNEL, alone.strength)
    assert found.plots[-1].bombers == 0 and GAME.view(p, "raf").tracks[0].last.bombers == 0
    (seen,) = describe(q, "tally")
    assert seen.data["hex"] == CHANNEL.label and seen.data["track"] == 1
    assert GAME.view(p, "raf").squadrons[0].tally == 1


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.rule("OPS-C2.5")
@pytest.mark.parametrize(("given", "looks"), [({}, 1), ({"state": "landed"}, 0), ({"state": "lost", "strength": 0}, 0)])
def test_of_who_left_a_raid_only_those_still_in_the_air_can_be_seen(given: dict[str, Any], looks: int) -> None:
    alone = unit(MORE_BOMBERS, h=CHANNEL, **({"state": "going_home", "sent": 27} | given))
    _, s, q = meet(raid(SEA, unit(), alone), at_hex=CHANNEL, dice=(6, 6) * looks)
    assert rolls(q, "tally") == looks and (s.tally is not None) == bool(looks)


@pytest.mark.rule("OPS-B8.1")
@pytest.mark.parametrize("given", [{"forming": 1}, {"box": "landed", "vector": None}, {"strength": 0}])
def test_who_forms_up_or_is_down_sees_nobody(given: dict[str, Any]) -> None:
    _, s, q = meet(raid(SEA), **given)
    assert rolls(q, "tally") == 0 and s.tally is None
