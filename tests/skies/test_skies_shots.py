"""Shots, head-on shots, deflection, hits; multi-engined aircraft and flexible guns (BRS-C39 to BRS-C47, BRS-094 to BRS-123, 136, 137)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.position import ADVANTAGED, DISADVANTAGED, NEUTRAL, Volley
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.attack import attack_dice, dodge_dice
from tests.skies.airfield import ACE_FACE, MISS, TABLES, Plane, Table, describe, table_of

HIT = (ACE_FACE, MISS, MISS, MISS)
"""The dice of a Spitfire of Skill 3 that hits once: Firepower 1 and Skill 3."""
CLEAN = [MISS] * 6


def facing(
    target: Plane, place: tuple[float, float] = (0, -6), skill: int = 3, faces: tuple[int, ...] = (), *more: Plane, **values: Any
) -> Table:
    """An Advantaged Spitfire in the middle, facing north, about to make its opening shot at the second aircraft."""
    target.mount = replace(target.mount, at=Plane(place=place).mount.at)
    level = values.pop("level", ADVANTAGED)
    return table_of(Plane(level=level, skill=skill), target, *more, faces=faces, **values)


def foe(type: str = "bf_109e", heading: int = 0, **values: Any) -> Plane:
    return Plane(type, heading=heading, **values)


def kind_of_shot(place: tuple[float, float], heading: int = 0, **values: Any) -> str | None:
    """The rule by which a shot at an aircraft there is refused; None when it is legal."""
    table = facing(foe(values.pop("type", "bf_109e"), heading, level=values.pop("his", NEUTRAL)), place, **values)
    return None if table.can(o.ShootAt(1)) else table.refused(o.ShootAt(1))


# ---- who can be shot at


@pytest.mark.rule("BRS-C39")
@pytest.mark.parametrize(
    ("place", "rule"),
    [((0, -9), None), ((0, -9.01), "BRS-C39"), ((6, -6), None), ((6.01, -6), "BRS-C39"), ((-6, -6), None), ((0, 5), "BRS-C39")],
)
def test_front_arc_and_nine_inches(place: tuple[float, float], rule: str | None) -> None:
    assert kind_of_shot(place) == rule


@pytest.mark.rule("BRS-C39")
@pytest.mark.rule("BRS-C20")
@pytest.mark.parametrize(
    ("mine", "his", "rule"),
    [
        (ADVANTAGED, NEUTRAL, None),
        (ADVANTAGED, DISADVANTAGED, None),
        (NEUTRAL, DISADVANTAGED, None),
        (NEUTRAL, NEUTRAL, "BRS-C39"),
        (ADVANTAGED, ADVANTAGED, "BRS-C39"),
        (NEUTRAL, ADVANTAGED, "BRS-C39"),
        (DISADVANTAGED, DISADVANTAGED, "BRS-C39"),
    ],
)
def test_a_fighter_must_be_lower(mine: int, his: int, rule: str | None) -> None:
    assert kind_of_shot((0, -6), level=mine, his=his) == rule


@pytest.mark.rule("BRS-C39")
def test_the_switch_lets_equals_shoot() -> None:
    assert kind_of_shot((0, -6), level=NEUTRAL, his=NEUTRAL, equal_level_shot=True) is None
    assert kind_of_shot((0, -6), level=NEUTRAL, his=ADVANTAGED, equal_level_shot=True) == "BRS-C39"


@pytest.mark.rule("BRS-098")
def test_a_bomber_is_shot_at_whatever_the_levels() -> None:
    for mine in (DISADVANTAGED, NEUTRAL, ADVANTAGED):
        assert kind_of_shot((0, -6), level=mine, his=ADVANTAGED, type="he_111h") is None


@pytest.mark.rule("BRS-C41")
def test_without_firepower_no_shot() -> None:
    table = table_of(Plane("defiant_i", level=ADVANTAGED), foe())
    assert table.refused(o.ShootAt(1)) in ("BRS-C41",)


@pytest.mark.rule("BRS-C53")
def test_a_shot_needs_sight() -> None:
    assert kind_of_shot((0, -6), clouds=[(2, -3)]) == "BRS-C53"
    assert kind_of_shot((0, -6), clouds=[(3, -3)]) is None


@pytest.mark.rule("BRS-C20")
@pytest.mark.rule("BRS-C19")
def test_the_opening_shot_comes_first_and_leaves_the_pilot_action() -> None:
    table = facing(foe(heading=90), (0, -8.5))
    table.do(o.ShootAt(1))
    assert table.stage == "fly" and table.refused(o.ShootAt(1)) == "BRS-C19"
    table.move(4)
    assert table.stage == "action" and table.can(o.ShootAt(1))
    late = facing(foe(heading=90), (0, -8.5))
    late.do(o.DiveFor(100))
    assert late.refused(o.ShootAt(1)) == "BRS-C19"
    off = facing(foe(heading=90), (0, -8.5), opening_shot=False)
    assert off.refused(o.ShootAt(1)) == "BRS-C20"


@pytest.mark.rule("BRS-C19")
def test_one_pilot_action() -> None:
    table = table_of(Plane(level=NEUTRAL), foe(heading=90, level=DISADVANTAGED), foe(heading=90))
    table.position.aircraft[1].at = table.position.aircraft[1].at._replace(y=table[0].at.y - 800)
    table.position.aircraft[2].at = table.position.aircraft[2].at._replace(y=table[0].at.y - 850)
    table.move(4)
    table.do(o.ShootAt(1))
    assert table.position.go is None or table.position.go.number != 0


# ---- the dice


@pytest.mark.rule("BRS-C41")
@pytest.mark.rule("BRS-C43")
def test_firepower_and_skill_against_skill_and_agility() -> None:
    table = facing(foe(heading=0, skill=2), faces=HIT)
    table.do(o.ShootAt(1))
    assert table.thrown("attack") == [4] and table.thrown("dodge") == [2 + 3]


@pytest.mark.rule("BRS-C43")
def test_no_dodge_without_a_hit() -> None:
    table = facing(foe(), faces=(MISS,) * 4)
    table.do(o.ShootAt(1))
    assert table.thrown("dodge") == []


@pytest.mark.rule("BRS-C44")
@pytest.mark.parametrize(("heading", "dice"), [(0, 3 + 3), (90, 3 + 7), (270, 3 + 7), (180, 3 + 3), (45, 3 + 3), (46, 3 + 7)])
def test_a_deflection_shot_is_dodged_by_speed(heading: int, dice: int) -> None:
    # On the border of the rear arc it is no deflection shot.
    table = facing(foe(heading=heading), faces=HIT)
    table.do(o.ShootAt(1))
    if table.stage == "answer":
        table.do(o.NoMore())
    assert table.thrown("dodge") == [dice]


@pytest.mark.rule("BRS-C42")
@pytest.mark.rule("BRS-C43")
@pytest.mark.parametrize(
    ("faces", "level", "chits"),
    [
        ((6, 1, 1, 1, *CLEAN), NEUTRAL, 1),
        ((6, 6, 6, 6, *CLEAN), NEUTRAL, 1),  # one chit, one level, however many hits
        ((6, 1, 1, 1, 6, 1, 1, 1, 1, 1), ADVANTAGED, 0),
        ((6, 6, 1, 1, 6, 1, 1, 1, 1, 1), NEUTRAL, 1),
        ((6, 6, 1, 1, 6, 6, 1, 1, 1, 1), ADVANTAGED, 0),
        ((5, 5, 5, 5), ADVANTAGED, 0),
    ],
)
def test_an_uncancelled_hit_costs_a_level_and_a_chit(faces: tuple[int, ...], level: int, chits: int) -> None:
    table = facing(foe(level=ADVANTAGED), faces=faces, level=ADVANTAGED, equal_level_shot=True)
    table.do(o.ShootAt(1))
    assert table[1].level == level and table.position.chits == [[0, 0], [chits, 0]]


@pytest.mark.rule("BRS-C42")
def test_the_switch_gives_a_chit_for_a_cancelled_hit() -> None:
    table = facing(foe(), faces=(6, 1, 1, 1, 6, 1, 1, 1, 1, 1), saved_hit_chit=True)
    table.do(o.ShootAt(1))
    assert table[1].level == NEUTRAL and table.position.chits[1] == [1, 0]
    hit = facing(foe(), faces=(6, *CLEAN), saved_hit_chit=True)
    hit.do(o.ShootAt(1))
    assert hit.position.chits[1] == [1, 0]


@pytest.mark.rule("BRS-C45")
@pytest.mark.rule("BRS-C46")
def test_the_disadvantaged_is_shot_down_and_gives_its_chit() -> None:
    table = facing(foe(level=DISADVANTAGED), (0, -6), 3, (6, 1, 1, 1, *CLEAN), foe(place=(20, -10)))
    table.do(o.ShootAt(1))
    assert table[1].out == "down" and table.position.chits[1] == [1, 0]


# ---- head on


@pytest.mark.rule("BRS-C40")
@pytest.mark.rule("BRS-C55")
def test_a_target_that_faces_the_shooter_may_shoot_back_at_once() -> None:
    # Both hit: the Messerschmitt goes down, and shoots all the same.
    faces = (6, 1, 1, 1, 6, 1, 1, 1, *CLEAN, *CLEAN)
    table = facing(foe(heading=180, level=DISADVANTAGED), (0, -6), 3, faces, foe(place=(20, -10)))
    table.do(o.ShootAt(1))
    assert table.stage == "answer" and table.seat == "luftwaffe" and table.legal() == [o.NoMore(), o.AnswerFire(True)]
    table.do(o.AnswerFire(guns=True))
    assert table.thrown("attack") == [4, 4] and table.thrown("dodge") == [6, 6]
    assert table[1].out == "down" and table[0].level == NEUTRAL
    assert table.position.chits == [[1, 0], [1, 0]]


@pytest.mark.rule("BRS-C40")
def test_who_cannot_shoot_back() -> None:
    for target in (foe(heading=90), foe("he_111h", 90)):
        table = facing(target, (0, -6))
        table.do(o.ShootAt(1))
        assert table.stage != "answer" or not any(order.guns for order in table.legal(o.AnswerFire))
    defiant = table_of(Plane("defiant_i", (0, -6), 180), foe("bf_109e", 0, level=ADVANTAGED), active=1)
    defiant.do(o.ShootAt(0))
    assert defiant.stage != "answer"  # no guns of its own, and its turret does not bear to the front


@pytest.mark.rule("BRS-C40")
def test_no_level_is_needed_to_shoot_back_and_it_may_be_declined() -> None:
    table = facing(foe(heading=180, level=DISADVANTAGED))
    table.do(o.ShootAt(1), o.NoMore())
    assert table.thrown("attack") == [4]


# ---- multi-engined aircraft


def bomber(type: str = "ju_88a", heading: int = 0, **values: Any) -> Plane:
    return foe(type, heading, **values)


@pytest.mark.rule("BRS-102")
@pytest.mark.rule("BRS-103")
@pytest.mark.rule("BRS-104")
@pytest.mark.rule("BRS-105")
@pytest.mark.parametrize(
    ("level", "after", "chits"), [(ADVANTAGED, NEUTRAL, 0), (NEUTRAL, DISADVANTAGED, 0), (DISADVANTAGED, DISADVANTAGED, 1)]
)
def test_hits_lower_a_bomber_then_mark_its_base(level: int, after: int, chits: int) -> None:
    table = facing(bomber(level=level), (0, -6), 3, (6, 6, 1, 1, 1))
    table.do(o.ShootAt(1))
    table.quiet()
    assert table[1].level == after and table[1].chits == chits and not table[1].out
    assert table.position.chits == [[0, 0], [0, 0]]


@pytest.mark.rule("BRS-115")
@pytest.mark.rule("BRS-116")
@pytest.mark.rule("BRS-117")
def test_a_bomber_falls_when_its_chits_are_its_engines_and_they_count_then() -> None:
    table = facing(bomber(level=DISADVANTAGED, chits=1), (0, -6), 3, (6, 1, 1, 1, 1), bomber(place=(15, -10)))
    assert table.position.chits[1] == [0, 0]
    table.do(o.ShootAt(1))
    if table.stage == "answer":
        table.do(o.NoMore())
    assert table[1].out == "down" and table.position.chits[1] == [0, 2]


@pytest.mark.rule("BRS-123")
def test_a_bomber_without_speed_crashes() -> None:
    slow = replace(TABLES.aircraft["ju_88a"], speed=2, engines=4)
    table = facing(bomber(level=DISADVANTAGED, chits=1), (0, -6), 3, (6, 1, 1, 1, 1), bomber(place=(15, -10)))
    table[1].type = slow
    table.do(o.ShootAt(1))
    if table.stage == "answer":
        table.do(o.NoMore())
    assert table[1].out == "down" and describe(table.events, "down")[0]["aircraft"] == 1 and table.position.chits[1] == [0, 2]


@pytest.mark.rule("BRS-121")
def test_chits_slow_a_bomber() -> None:
    table = table_of(Plane(place=(0, 15)), bomber(chits=1))
    assert table[1].speed == 4 and table[1].mph == 280 - 50


@pytest.mark.rule("BRS-122")
def test_chits_weaken_its_turrets_not_its_own_guns() -> None:
    table = table_of(Plane(place=(0, 5)), foe("bf_110c", chits=1, level=DISADVANTAGED))
    a = table[1]
    assert a.firepower_of(0) == 0 and not standing.bearing(table.position, a, table[0])
    assert attack_dice(table.position, Volley(1, 0, guns=True), False) == 2 + 3
    a.chits = 0
    assert standing.bearing(table.position, a, table[0]) == (0,)


@pytest.mark.rule("BRS-099")
@pytest.mark.rule("BRS-100")
@pytest.mark.parametrize(("heading", "dice"), [(0, 1), (90, 5)])
def test_a_bomber_dodges_by_agility_alone_or_by_speed(heading: int, dice: int) -> None:
    table = facing(bomber(heading=heading))
    assert dodge_dice(table.position, table[0], table[1]) == dice


@pytest.mark.rule("BRS-097")
@pytest.mark.rule("BRS-101")
@pytest.mark.rule("BRS-EX-10")
@pytest.mark.rule("BRS-D15")
def test_an_agile_bomber_dodges_and_turns_as_a_fighter_but_is_hit_as_a_bomber() -> None:
    mosquito = replace(TABLES.aircraft["bf_110c"], code="mosquito", traits=("agile",), agility=2, firepower=2, weapons=())
    table = facing(bomber("bf_110c", level=NEUTRAL), (0, -6), 3, (6, 1, 1, 1, *CLEAN))
    table[1].type = mosquito
    assert dodge_dice(table.position, table[0], table[1]) == 2 + 3
    assert standing.outmanoeuvre_refusal(table.position, table[0], table[1]) is None
    assert standing.outmanoeuvre_refusal(table.position, table[1], table[0]) is None
    assert standing.holds_tail(table.position, table[0], table[1])
    table.do(o.ShootAt(1))
    assert table[1].level == DISADVANTAGED and table.position.chits[1] == [0, 0]
    assert mosquito.cards == ()


@pytest.mark.rule("BRS-094")
@pytest.mark.rule("BRS-EX-11")
@pytest.mark.rule("BRS-119")
def test_a_twin_jet_is_a_fighter() -> None:
    jet = replace(TABLES.aircraft["bf_110c"], code="me_262", jet=True, weapons=())
    table = facing(foe("bf_110c", level=DISADVANTAGED), (0, -6), 3, (6, 1, 1, 1, *CLEAN), foe(place=(15, -10)))
    table[1].type = jet
    assert table[1].squadron == 0 and table[1].nimble
    assert dodge_dice(table.position, table[0], table[1]) == 1 + 3
    table.do(o.ShootAt(1))
    assert table[1].out == "down" and table.position.chits[1] == [1, 0]


# ---- defensive fire and return fire


@pytest.mark.rule("BRS-106")
@pytest.mark.rule("BRS-107")
@pytest.mark.rule("BRS-109")
@pytest.mark.rule("BRS-110")
def test_a_bomber_fires_its_turrets_after_its_move_whatever_the_levels() -> None:
    table = table_of(Plane(place=(5, -3), heading=90, level=ADVANTAGED), foe("he_111h", 0, skill=5, level=DISADVANTAGED), active=1)
    table.move(3)
    assert table.stage == "action"  # it could climb
    table.do(o.NoMore())
    assert table.stage == "defend" and table.legal() == [o.NoMore(), o.DefendWith((-1, 0, -1))]
    table.do(o.DefendWith((-1, 0, -1)))
    assert table.thrown("attack") == [1]


@pytest.mark.rule("BRS-106")
@pytest.mark.rule("BRS-108")
@pytest.mark.rule("BRS-136")
def test_each_position_fires_once_and_those_at_one_aircraft_together() -> None:
    behind = [Plane(place=(x, 2), heading=90, side="raf") for x in (0, 1)]
    table = table_of(*behind, foe("he_111h", 0, level=DISADVANTAGED), active=2)
    table.move(3)
    table.do(o.NoMore())
    assert table.refused(o.DefendWith((0, -1, -1))) == "BRS-106"  # the nose does not bear
    assert table.refused(o.DefendWith((-1, -1, -1))) == "BRS-106"
    assert len(table.legal(o.DefendWith)) == 8
    table.do(o.DefendWith((-1, 1, 1)))
    assert table.thrown("attack") == [2] and [e["target"] for e in describe(table.events, "attacks")] == [1]
    apart = table_of(*behind, foe("he_111h", 0, level=DISADVANTAGED), active=2)
    apart.move(3)
    apart.do(o.NoMore(), o.DefendWith((-1, 1, 0)))
    assert apart.thrown("attack") == [1, 1] and [e["target"] for e in describe(apart.events, "attacks")] == [1, 0]


@pytest.mark.rule("BRS-111")
@pytest.mark.rule("BRS-112")
@pytest.mark.rule("BRS-113")
def test_a_bomber_returns_fire_though_it_is_shot_down() -> None:
    faces = (6, 1, 1, 1, 6, 1, *CLEAN)
    table = facing(foe("he_111h", 0, level=DISADVANTAGED, chits=0, skill=5), (0, -6), 3, faces, foe("he_111h", place=(15, -10)))
    table.do(o.ShootAt(1))
    assert table.stage == "answer" and o.AnswerFire(False, (1, 2)) in table.legal()
    table[1].chits = 1
    table[1].type = replace(table[1].type, weapons=tuple(replace(w, firepower=2) for w in table[1].type.weapons))
    table.do(o.AnswerFire(False, (1, 2)))
    assert table.thrown("attack") == [4, 2] and table[1].out == "down"
    assert table[0].level == NEUTRAL and table.position.chits == [[1, 0], [0, 2]]


@pytest.mark.rule("BRS-114")
def test_a_bomber_with_guns_of_its_own_shoots_with_skill() -> None:
    table = table_of(Plane(place=(0, -6), heading=90), foe("bf_110c", 0, level=ADVANTAGED, skill=4), active=1)
    table.do(o.ShootAt(0))
    assert table.thrown("attack") == [2 + 4]


@pytest.mark.rule("BRS-C47")
@pytest.mark.rule("BRS-136")
def test_a_defiant_fires_its_turret_and_answers_with_all_that_bears() -> None:
    table = table_of(Plane("defiant_i"), foe(place=(6, -4)))
    table.move(4)
    table.do(o.NoMore())
    assert table.stage == "defend"
    table.do(o.DefendWith((1,)))
    assert table.thrown("attack") == [2]
    stuka = table_of(Plane(place=(0, 6), level=ADVANTAGED), foe("ju_87b", 0))
    stuka.do(o.ShootAt(1), o.AnswerFire(False, (0,)))
    assert stuka.thrown("attack") == [4 + 1, 1]  # a die more against the vulnerable (BRS-D16)


@pytest.mark.rule("BRS-137")
def test_answers_are_not_answered_and_defensive_fire_only_by_turrets() -> None:
    # The Spitfire faces the bomber that fires at it: no head-on shot back at defensive fire.
    table = table_of(Plane(place=(0, 5), heading=0), foe("he_111h", 0, level=DISADVANTAGED), active=1)
    table.move(3)
    table.do(o.NoMore(), o.DefendWith((-1, 0, 0)))
    assert table.stage != "answer" and table.thrown("attack") == [2]
    duel = table_of(Plane("blenheim_if", (0, 5), 180, level=DISADVANTAGED), foe("he_111h", 0, level=DISADVANTAGED), active=1)
    duel.move(3)
    duel.do(o.NoMore(), o.DefendWith((-1, 0, -1)))
    assert duel.stage == "answer" and duel.seat == "raf"
    assert all(not order.guns for order in duel.legal(o.AnswerFire))
    duel.do(duel.legal(o.AnswerFire)[0])
    assert duel.stage != "answer"


# ---- formation


def formation(apart: float = 3, turn: int = 15, other: str = "he_111h", **values: Any) -> Table:
    """A Hurricane behind a Heinkel that has another beside it, shooting; the answer is asked for."""
    values.setdefault("formation_fire", True)
    table = table_of(
        Plane("hurricane_i", (0, 6), level=ADVANTAGED), foe("he_111h", 0), Plane(other, (apart, 0), turn, side="luftwaffe"), **values
    )
    table.do(o.ShootAt(1), o.AnswerFire(False, (1,)))
    return table


@pytest.mark.rule("BRS-C57")
@pytest.mark.parametrize(
    ("values", "dice"),
    [
        ({}, 2),
        ({"apart": 3.01}, 1),
        ({"turn": 16}, 1),
        ({"turn": 345}, 2),
        ({"other": "do_17z"}, 1),
        ({"formation_fire": False}, 1),
    ],
)
def test_a_formation_adds_a_die_to_return_fire(values: dict[str, Any], dice: int) -> None:
    assert formation(**values).thrown("attack")[1] == dice


@pytest.mark.rule("BRS-C57")
def test_the_other_of_the_formation_must_bear_too() -> None:
    assert formation(apart=-3, turn=0, clouds=[(-4.4, 3)]).thrown("attack")[1] == 1


@pytest.mark.rule("BRS-EX-07")
@pytest.mark.rule("BRS-EX-08")
def test_the_example_of_a_bomber_hit_three_times() -> None:
    table = table_of(Plane("spitfire_i", level=ADVANTAGED), foe("he_111h", place=(0, -6), level=ADVANTAGED))
    seen = []
    for _ in range(3):
        assert table.position.go is not None
        table.position.go.opened = False
        table.next_dice(6, 1, 1, 1, *CLEAN).do(o.ShootAt(1), o.NoMore())
        seen.append((table[1].level, table[1].chits, table.position.chits[1]))
    assert seen == [(NEUTRAL, 0, [0, 0]), (DISADVANTAGED, 0, [0, 0]), (DISADVANTAGED, 1, [0, 0])] and not table[1].out


@pytest.mark.rule("BRS-023")
@pytest.mark.rule("BRS-D16")
def test_the_vulnerable_are_shot_at_with_a_die_more() -> None:
    table = facing(foe("ju_87b", 90))
    table.do(o.ShootAt(1))
    if table.stage == "answer":
        table.do(o.NoMore())
    assert table.thrown("attack") == [5]
