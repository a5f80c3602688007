"""The way home in whole turns of a day (OPS-A4), and cohesion in long cloud (OPS-A6)."""

from __future__ import annotations

import pytest

from bob.day.state.position import RaidUnit, Vector
from bob.day.state.raid_plan import Leg
from tests.operations.build import BIGGIN, CHANNEL, SWEEP, W, day, describe, raid, sky, squadron, step, sweep_plan, unit
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

FACES = {2: (1, 1), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4), 9: (4, 5), 10: (5, 5), 11: (5, 6), 12: (6, 6)}
ROWS = (2, 4, 5, 7, 8, 9, 10, 12)
"""The rolls at the ends of the table's rows."""
FIELD = W.base("Colembert")


def coming(name: str, late: int, sent: int = 30, disruption: int = 0) -> RaidUnit:
    """Fighters over their field, so late after the turn to come."""
    home = unit(name, "close_escort", aircraft="bf_109e_4", base=FIELD.name, h=FIELD.near, angels=0, state="going_home", strength=sent)
    home.used, home.disruption = home.endurance + late - 1, disruption
    return home


def down(units: list[RaidUnit], totals: list[int], weather: str = "fair", switches: dict[str, str] | None = None) -> list[int]:
    """What each of those that land in one turn loses, by the rolls in their order."""
    sent = [u.strength for u in units]
    p = day(raids=[raid(FIELD.near, *units, state="returning"), circling(CHANNEL, code="other")], sky=sky(weather), switches=switches or {})
    dice = DiceByPurpose(return_to_base=[FACES[n] for n in totals])
    events = whole_turn(p, dice=dice)
    assert dice.count("return_to_base") == len(units)
    lost = [n - u.strength for n, u in zip(sent, units, strict=True)]
    assert [u.state for u in units] == ["landed" if u.strength else "lost" for u in units]
    assert {e.data["unit"]: e.data["back"] for e in describe(events, "raider_landed", "luftwaffe")} == {u.unit: u.strength for u in units}
    assert {e.data["unit"]: e.data["aircraft"] for e in describe(events, "lost_landing", "luftwaffe")} == {
        u.unit: n for u, n in zip(units, lost, strict=True) if n
    }
    return lost


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.parametrize(
    ("late", "gruppe", "staffel"),
    [
        (0, (1, 1, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0)),
        (1, (9, 9, 6, 6, 3, 3, 0, 0), (3, 3, 2, 2, 1, 1, 0, 0)),
        (2, (15, 15, 12, 12, 9, 9, 6, 6), (5, 5, 4, 4, 3, 3, 2, 2)),
        (3, (24, 24, 20, 20, 18, 18, 15, 15), (8, 8, 7, 7, 6, 6, 5, 5)),
    ],
)
def test_what_a_gruppe_and_a_staffel_lose_by_the_turns_they_are_late(late: int, gruppe: tuple[int, ...], staffel: tuple[int, ...]) -> None:
    for sent, lost in ((30, gruppe), (9, staffel)):
        assert tuple(down([coming(str(n), late, sent) for n in ROWS], list(ROWS))) == lost


@pytest.mark.rule("OPS-A4.table")
def test_no_unit_loses_more_than_it_has() -> None:
    few = coming("few", 3)
    few.strength = 5
    assert down([few], [12]) == [5] and few.state == "lost"


@pytest.mark.rule("OPS-A4.over")
def test_three_turns_late_some_come_down_and_four_turns_late_none() -> None:
    units = [coming("three", 3), coming("four", 4), coming("nine", 9)]
    assert down(units, [12, 12, 12]) == [15, 30, 30]


@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.rule("OPS-A4.table")
@pytest.mark.parametrize(("weather", "lost"), [("fair", [6, 3, 0, 0]), ("overcast", [6, 3, 0, 0]), ("fog", [12, 9, 6, 3])])
def test_fog_over_the_field_takes_four_of_the_roll(weather: str, lost: list[int]) -> None:
    """On a 5, 8, 10 and 12, a turn late. Overcast lies from 6 Angels up."""
    assert down([coming(str(n), 1) for n in (5, 8, 10, 12)], [5, 8, 10, 12], weather) == lost


@pytest.mark.rule("OPS-A4.m1")
@pytest.mark.parametrize(("switches", "lost"), [({}, [3, 0, 6, 3]), ({"return_disruption": "harmful"}, [3, 3, 6, 6])])
def test_who_is_at_its_maximum_of_disruption_has_one_more_or_less_as_the_day_is_read(switches: dict[str, str], lost: list[int]) -> None:
    """A 9 at three levels, one short of a Gruppe's most, and at four; a 7 and an 8."""
    three, four = coming("three", 1, disruption=3), coming("four", 1, disruption=4)
    seven = coming("seven", 1, disruption=3)
    at_seven = coming("at seven" if not switches else "at eight", 1, disruption=4)
    assert down([three, four, seven, at_seven], [9, 9, 7, 8 if switches else 7], switches=switches) == lost


@pytest.mark.rule("OPS-A4.m3")
@pytest.mark.rule("OPS-A4.over")
@pytest.mark.parametrize(
    ("total", "late", "whole", "flight"),
    [
        (2, 0, 1, 0),
        (4, 0, 0, 0),
        (2, 1, 9, 3),
        (4, 1, 6, 2),
        (5, 1, 6, 2),
        (6, 1, 3, 1),
        (7, 1, 3, 1),
        (8, 1, 0, 0),
        (8, 2, 6, 2),
        (12, 4, 12, 6),
    ],
)
def test_the_raf_has_two_more_on_the_roll(total: int, late: int, whole: int, flight: int) -> None:
    for half, sent, lost in ((False, 12, whole), (True, 6, flight)):
        home = Vector("home", BIGGIN, 0, None, "Biggin Hill")
        s = squadron(flight=half, strength=sent, hex=BIGGIN, angels=0, endurance=17, used=16 + late, vector=home)
        p = day(squadrons=[s], raids=[circling(CHANNEL)])
        events = whole_turn(p, dice=DiceByPurpose(return_to_base=FACES[total]))
        assert (s.strength, s.lost, s.box) == (sent - lost, lost, "rearm_1" if sent > lost else "gone")
        assert [e.data["aircraft"] for e in describe(events, "lost_landing", "raf")] == ([lost] if lost else [])


# ---- cloud (OPS-A6)


@pytest.mark.rule("OPS-A6.m")
@pytest.mark.parametrize(
    ("flown", "levels"),
    [
        (1, {2: 0}),
        (2, {2: 3, 4: 2, 5: 2, 6: 1, 8: 1, 9: 0}),
        (3, {2: 3, 4: 2, 6: 2, 7: 1, 9: 1, 10: 0}),
        (4, {4: 3, 5: 2, 7: 2, 8: 1, 10: 1, 11: 0}),
    ],
)
def test_every_hex_of_cloud_beyond_the_second_scatters_them_more(flown: int, levels: dict[int, int]) -> None:
    """Fighters fly so many hexes through overcast at its own levels, and roll what stands before each number of levels."""
    found = {}
    for total in levels:
        hunters = unit(SWEEP, "sweep", h=CHANNEL, angels=8)
        made = sweep_plan(route=(Leg(step(CHANNEL, 3, flown), 8),), form_turn=1, form_angels=8)
        p = day(raids=[raid(CHANNEL, hunters, code="sweep", kind="freie_jagd", plan_=made, angels=8)], sky=sky(english_channel="overcast"))
        events = whole_turn(p, dice=DiceByPurpose(cloud_cohesion=FACES[total]))
        assert hunters.hex == step(CHANNEL, 3, flown)
        assert [e.data["levels"] for e in describe(events, "disrupted", "luftwaffe")] == (
            [hunters.disruption] if hunters.disruption else []
        )
        found[total] = hunters.disruption
    assert found == levels
