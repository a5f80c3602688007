"""Navigation in whole turns of a day (OPS-A5): the way, lost and found, decoys, and the secondary target."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.state.orders import Pick
from bob.day.state.position import DayPosition, Raid
from tests.operations.build import BOMBERS, GAME, PLAIN, W, at, day, describe, over, points, sky, step, track, unit
from tests.operations.whole_turns import DiceByPurpose, whole_turn

AWAY, BESIDE, IN = "Ashford", "Tunbridge Wells", "Bexhill"
"""Towns with no landmark or coast near, with one next to them, and in one; guns stand nowhere about them."""
FACES = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (5, 5)}
HEIGHT = {"haze": 8, "dense_haze": 6, "scattered": 8, "cloudy": 10, "overcast": 8, "fog": 2, "rain": 8, "fair": 14}
"""At which height each weather is met."""


def near(town: str, weather: str = "fair", angels: int | None = None, **given: Any) -> tuple[DayPosition, Raid]:
    """Bombers a hex from a town, over which they are at the end of their move."""
    height = HEIGHT[weather] if angels is None else angels
    r = over(town, unit(BOMBERS, angels=height), angels=height, secondary="West Malling", state="flying", leg=0, **given)
    r.hex = r.units[0].hex = step(W.targets[town].near, 2, 1)
    return day(raids=[r], sky=sky(weather)), r


def arrives(p: DayPosition, r: Raid, total: int, die: int = 1) -> str:
    """What becomes of a raid that rolls this when it reaches its objective, as the sides are told and as the position has it."""
    dice = DiceByPurpose(navigation=FACES[total], divert=(die,))
    events = whole_turn(p, dice=dice)
    assert dice.count("navigation") == 1
    (flown,) = describe(events, "navigation")
    found = "decoyed" if r.decoyed else "lost" if r.lost else "on_course"
    assert flown.to == ("luftwaffe",) and flown.data["result"] == ("lost" if r.lost else "on_course")
    assert r.bombed != r.diverted == bool(describe(events, "diverted", "luftwaffe")) and not describe(events, "diverted", "raf")
    aimed = {seat: [e.data["target"] for e in describe(events, "bombed", seat)] for seat in ("luftwaffe", "raf")}
    target = r.plan.primary
    assert aimed == {
        "luftwaffe": [target] if r.bombed else [],
        "raf": [None if r.decoyed else target] if r.bombed else [],
    }
    return found


@pytest.mark.rule("OPS-A5.table")
@pytest.mark.rule("OPS-A5.lost")
@pytest.mark.parametrize(
    ("weather", "lost", "on_course"),
    [
        ("fair", 4, 5),
        ("scattered", 5, 6),
        ("haze", 5, 6),
        ("cloudy", 5, 7),
        ("dense_haze", 5, 7),
        ("overcast", 2, 8),
        ("fog", 2, 8),
        ("rain", 2, 8),
    ],
)
def test_a_raid_finds_its_objective_by_the_weather_it_flies_in(weather: str, lost: int, on_course: int) -> None:
    """Decoyed below the first number, lost below the second."""
    for total in range(2, 10):
        wanted = "decoyed" if total < lost else "lost" if total < on_course else "on_course"
        assert arrives(*near(AWAY, weather), total) == wanted, (weather, total)


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.parametrize(
    ("town", "weather", "angels", "least"),
    [
        (AWAY, "fair", 14, 5),
        (BESIDE, "fair", 14, 4),
        (IN, "fair", 14, 4),
        (BESIDE, "haze", 8, 6),
        (IN, "haze", 8, 5),
        (BESIDE, "scattered", 8, 6),
        (BESIDE, "scattered", 4, 4),
        (IN, "scattered", 14, 4),
        (BESIDE, "scattered", 14, 5),
        (IN, "cloudy", 10, 6),
        (IN, "overcast", 8, 8),
        (IN, "rain", 8, 8),
        (IN, "fog", 2, 8),
        (IN, "fog", 14, 5),
    ],
)
def test_a_landmark_or_the_coast_makes_it_easier_for_who_sees_it(town: str, weather: str, angels: int, least: int) -> None:
    """The least roll with which it is on course; a point less and it is not."""
    for total in (least, least - 1):
        found = arrives(*near(town, weather, angels), total)
        assert (found == "on_course") == (total == least), (total, found)


@pytest.mark.rule("OPS-A5.m2")
@pytest.mark.parametrize(("blows_from", "least"), [(None, 5), (16, 5), (14, 6), (8, 6)])
def test_a_crosswind_at_their_height_makes_it_harder(blows_from: int | None, least: int) -> None:
    for total in (least, least - 1):
        p, r = near(AWAY)
        p.sky.crosswind_from = blows_from
        assert (arrives(p, r, total) == "on_course") == (total == least)


@pytest.mark.rule("OPS-A5.m3")
@pytest.mark.rule("OPS-A5.found")
@pytest.mark.rule("OPS-A5.lost")
@pytest.mark.parametrize(("lost", "least"), [(False, 5), (True, 7)])
def test_who_is_lost_finds_its_way_again_with_two_more(lost: bool, least: int) -> None:
    for total in (least, least - 1):
        p, r = near(AWAY, lost=lost)
        assert arrives(p, r, total) == ("on_course" if total == least else "lost")
        assert r.lost == (total < least) and r.bombed


@pytest.mark.rule("OPS-A5.found")
@pytest.mark.parametrize(("reading", "lost", "after"), [("finds", True, False), ("as_printed", True, True), ("as_printed", False, False)])
def test_who_is_lost_stays_so_for_good_where_the_day_reads_the_rule_as_printed(reading: str, lost: bool, after: bool) -> None:
    """On course has no effect then: a 4 on the die still sends it to its secondary."""
    p, r = near(AWAY, lost=lost)
    p.switches = {"lost_found": reading}
    dice = DiceByPurpose(navigation=FACES[10], divert=(4,))
    (flown,) = describe(whole_turn(p, dice=dice), "navigation", "luftwaffe")
    assert (r.lost, r.diverted, r.bombed, dice.count("divert")) == (after, after, not after, int(after))
    assert flown.data["result"] == ("lost" if after else "on_course")


@pytest.mark.rule("OPS-A5.divert")
@pytest.mark.parametrize(
    ("weather", "angels", "total", "die", "diverts"),
    [
        ("fair", 14, 4, 3, False),
        ("fair", 14, 4, 4, True),
        ("fair", 14, 5, 6, False),
        ("fair", 14, 3, 6, False),
        ("overcast", 14, 8, 1, True),
        ("rain", 14, 8, 1, True),
        ("fog", 14, 8, 1, True),
        ("overcast", 4, 8, 1, False),
        ("cloudy", 14, 8, 1, False),
        ("dense_haze", 14, 8, 1, False),
        ("overcast", 14, 3, 6, False),
    ],
)
def test_who_diverts_bombs_its_secondary_and_who_does_not_bombs_at_once(
    weather: str, angels: int, total: int, die: int, diverts: bool
) -> None:
    """Bad weather over the objective, or lost and a 4 to 6; never who is decoyed."""
    p, r = near(AWAY, weather, angels)
    arrives(p, r, total, die)
    assert (r.diverted, r.bombed, bool(p.points)) == (diverts, not diverts, not diverts)
    if diverts:
        bombed: list[Any] = []
        for _ in range(8):
            if bombed := describe(whole_turn(p), "bombed", "raf"):
                break
        assert [e.data["target"] for e in bombed] == ["West Malling"] and r.hex == at("West Malling") and points(p)["bombing"] > 0


@pytest.mark.rule("OPS-A5.lost")
@pytest.mark.rule("OPS-A5.m3")
@pytest.mark.rule("OPS-A1.5")
@pytest.mark.parametrize(("total", "after"), [(3, True), (4, True), (5, False)])
def test_a_test_of_navigation_on_the_way_makes_lost_and_never_decoyed(total: int, after: bool) -> None:
    """Rolled before the raid is near; it is two harder then to find the objective."""
    r = over(AWAY, unit(angels=14), state="flying", leg=0)
    r.hex = r.units[0].hex = PLAIN
    p = day(raids=[r], tracks=[track("raid", 1, 2, (3, PLAIN))])
    r.form_turn = p.turn  # it sets out in the next turn
    whole_turn(p, dice=DiceByPurpose(random_event=[(1, 4)], detection=(3, 3)))
    assert GAME.choices(p, "raf").listed == (Pick(("1",)),)
    dice = DiceByPurpose(navigation=FACES[total])
    events = GAME.apply(p, "raf", Pick(("1",)), dice)
    assert (r.lost, r.decoyed, dice.count("navigation")) == (after, False, 1) and not any(e.to for e in describe(events, "navigation"))
    r.hex = r.units[0].hex = step(W.targets[AWAY].near, 2, 1)
    assert arrives(p, r, 6) == ("lost" if after else "on_course")
