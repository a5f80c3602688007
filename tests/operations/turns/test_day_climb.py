"""Climbing by type (OPS-C9.6): turns for each ten Angels, fractions kept, heights in full 2 Angels."""

from __future__ import annotations

import pytest

from bob.day.rules.climbing import climber
from bob.day.rules.movement import FlightGroup
from bob.day.rules.rendezvous import take_offs
from bob.day.state.orders import SendTo
from bob.day.state.position import Raid
from bob.day.state.raid_plan import Leg, PlannedUnit
from tests.operations.build import BOMBERS, ESCORT, INLAND, W, at, day, plan, raid, squadron, unit
from tests.operations.whole_turns import whole_turn

BY_TYPE = W.under({"climb": "by_type"})
HOME = at("Biggin Hill")


def turns_to(kind: str, goal: int, group: FlightGroup = "single", begin: int = 0, points: int = 2) -> int:
    """The turns that a type takes from a height to another, with so many points in each for it."""
    angels, kept, turns = begin, 0, 0
    while angels < goal:
        up = climber(BY_TYPE, [BY_TYPE.types[kind]], kept, group)
        assert up is not None
        angels, _ = up.climb(angels, goal, points)
        kept, turns = up.kept, turns + 1
    return turns


@pytest.mark.rule("OPS-C9.6")
@pytest.mark.parametrize(
    ("kind", "tens"),
    [
        *((kind, (1.5, 2, 3)) for kind in ("spitfire_i", "spitfire_ii", "bf_109e_1", "bf_109e_4", "bf_109e_7")),
        ("hurricane_i", (1.5, 2.5, 4)),
        *((kind, (2, 3, 6)) for kind in ("bf_110c", "bf_110d", "defiant_i")),
        ("ju_88a", (3, 5)),
        *((kind, (4, 6)) for kind in ("do_17z", "he_111h", "he_111p", "ju_87b")),
    ],
)
def test_each_type_takes_its_turns_for_each_ten_angels(kind: str, tens: tuple[float, ...]) -> None:
    climbed = 0.0
    for i, turns in enumerate(tens):
        climbed += turns
        assert turns_to(kind, 10 * (i + 1)) == -(-climbed // 1), (kind, i)
        assert turns_to(kind, 10 * (i + 1), begin=10 * i) == -(-turns // 1)


@pytest.mark.rule("OPS-C9.6")
def test_a_spitfire_over_turns_keeps_its_fractions() -> None:
    """Ten Angels in 1½ turns are 6⅔ in one: 6 are counted, and the rest helps in the next; from 10 on it gains 5 a turn."""
    heights, angels, kept = [], 0, 0
    for _ in range(4):
        up = climber(BY_TYPE, [BY_TYPE.types["spitfire_i"]], kept)
        assert up is not None
        angels, spent = up.climb(angels, 30, 5)
        kept = up.kept
        heights.append(angels)
        assert spent == 2
    assert heights == [6, 12, 16, 20] and kept > 0


@pytest.mark.rule("OPS-C9.6")
@pytest.mark.parametrize(("group", "turns"), [("single", (2, 4, 7)), ("wing", (2, 5, 9)), ("balbo", (3, 6, 10))])
def test_a_wing_takes_a_quarter_longer_and_a_balbo_half_as_long_again(group: FlightGroup, turns: tuple[int, ...]) -> None:
    """Spitfires: 1½, 3½ and 6½ turns to 10, 20 and 30 Angels; in a Wing 1⅞, 4⅜ and 8⅛, in a Balbo 2¼, 5¼ and 9¾."""
    assert tuple(turns_to("spitfire_i", goal, group) for goal in (10, 20, 30)) == turns


@pytest.mark.rule("OPS-C9.6")
def test_a_fighter_climbs_half_for_one_point_and_a_bomber_spends_no_more_than_one() -> None:
    assert turns_to("spitfire_i", 10, points=1) == 3 and turns_to("spitfire_i", 10, points=2) == 2
    for kind, points in (("do_17z", 3), ("do_17z", 1)):
        up = climber(BY_TYPE, [BY_TYPE.types[kind]])
        assert up is not None and up.climb(0, 20, points) == (2, 1)
        assert up.climb(2, 20, points) == (2, 0), "once a turn"
    up = climber(BY_TYPE, [BY_TYPE.types["spitfire_i"]])
    assert up is not None and up.climb(0, 2, 4) == (2, 1), "half a turn is enough"


@pytest.mark.rule("OPS-C9.6")
def test_together_they_climb_as_the_slowest_and_by_the_paper_where_a_type_has_no_figures_or_the_day_says_so() -> None:
    types = BY_TYPE.types
    both = climber(BY_TYPE, [types["spitfire_i"], types["hurricane_i"]])
    assert both is not None and both.takes == climber(BY_TYPE, [types["hurricane_i"]]).takes  # type: ignore[union-attr]
    assert climber(BY_TYPE, [types["spitfire_i"], types["gladiator_ii"]]) is None
    assert climber(W, [types["spitfire_i"]]) is None
    assert W.under({}) is W and W.under({"climb": "paper"}) is W and BY_TYPE.under({"climb": "by_type"}) is BY_TYPE


@pytest.mark.rule("OPS-C9.6")
@pytest.mark.parametrize(
    ("switch", "heights"),
    [("paper", [8, 14, 20]), ("by_type", [6, 12, 16])],
)
def test_a_squadron_climbs_by_the_switch_of_its_day(switch: str, heights: list[int]) -> None:
    s = squadron(angels=0, aircraft="spitfire_i", hex=HOME)
    p = day(squadrons=[s], switches={"climb": switch})
    found = []
    for i in range(3):
        whole_turn(p, *([SendTo(s.unit, 30, hex=INLAND)] if i == 0 else []))
        found.append(s.angels)
    assert found == heights


@pytest.mark.rule("OPS-C9.6")
def test_the_fraction_is_forgotten_at_its_height() -> None:
    s = squadron(angels=0, aircraft="spitfire_i", hex=HOME)
    p = day(squadrons=[s], switches={"climb": "by_type"})
    whole_turn(p, SendTo(s.unit, 10, hex=INLAND))
    assert (s.angels, s.climbed > 0) == (6, True)
    whole_turn(p)
    assert (s.angels, s.climbed) == (10, 0)


@pytest.mark.rule("OPS-C9.6")
def test_a_raid_climbs_to_its_way_points_by_type_and_the_plan_knows_it() -> None:
    """Dorniers gain ten Angels in four turns and the next ten in six."""
    for switch, gained in (("paper", [16, 18, 20]), ("by_type", [14, 16, 18])):
        way = (Leg(at("Dungeness"), 30),)
        given = plan(units=(PlannedUnit(BOMBERS, "bomber", 27, 14),), route=way, form_turn=1, primary=None, secondary=None, home=())
        r = raid(at("Cap Gris-Nez"), unit(h=at("Cap Gris-Nez"), angels=14), plan_=given)
        p = day(raids=[r], switches={"climb": switch})
        found = []
        for _ in range(3):
            whole_turn(p)
            found.append(r.angels)
        assert found == gained


@pytest.mark.rule("OPS-C9.6")
@pytest.mark.rule("OPS-C1.1")
def test_the_build_up_is_reckoned_by_the_same_climb() -> None:
    units = W.luftwaffe(day().date)
    for angels in (10, 16, 20):
        given = plan(form_turn=30, form_angels=angels, units=(PlannedUnit(ESCORT, "close_escort", 27, angels),))
        starts = {w.climb: take_offs(w, units, given)[ESCORT] for w in (W, BY_TYPE)}
        assert 30 - starts["by_type"] >= turns_to(units[ESCORT].aircraft, angels)
        for switch, start in (("paper", starts["paper"]), ("by_type", starts["by_type"])):
            r = Raid(given, {}, form_turn=30)
            p = day(raids=[r], turn=start, switches={"climb": switch})
            for _ in range(30 - start):
                whole_turn(p)
            assert r.units[0].angels == angels, (switch, angels)
