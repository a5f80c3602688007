"""Range, template, line of sight, the combat dice, dodging, clouds, and the advanced rules of firing."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.hexes import Hex, distance
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.rules import gunnery
from bob.tactical.hexes.rules.geometry import TEMPLATE, between, zone
from bob.tactical.hexes.rules.shooting import attack_dice, dodge_dice
from tests.hexes.tabletop import B, C, D, Fly, S, Table, activated, ahead, at, battle
from tests.tabletops import codes, describe

SPARE = Fly("bf_109e", (0, -25), 3)
FRIEND = Fly("hurricane_i", (0, 25), side="raf")
HEIGHT: dict[str, Any] = {"altimeter": True, "altitude_fire": True}


def legal_shot(
    place: tuple[int, int], *more: Fly, shooter: str = "spitfire_i", target: str = "bf_109e", facing: int = 0, **values: Any
) -> str | None:
    """The rule by which a shot at an aircraft there is refused; None when it is legal. The shooter stands at (0, 0) facing north."""
    levels = values.pop("levels", (2, 2))
    position = battle(Fly(shooter, level=levels[0]), Fly(target, place, facing, level=levels[1]), SPARE, FRIEND, *more, **values)
    table = Table(position)
    table.do(o.Activate(0))
    arc = table[0].dash.guns[0].arc
    return None if table.can(o.Fire(1, arc)) else table.refused(o.Fire(1, arc))


def fired(
    place: tuple[int, int], *faces: int, facing: int = 0, shooter: Fly | None = None, target: Fly | None = None, **values: Any
) -> Table:
    """A table after the first aircraft has fired at the second; the faces fall as named."""
    one = shooter if shooter is not None else Fly()
    other = target if target is not None else Fly("bf_109e", place, facing)
    table = activated(one, other, SPARE, FRIEND, faces=faces, **values)
    table.do(o.Fire(1, table[0].dash.guns[0].arc))
    return table


def reasons(
    place: tuple[int, int], facing: int = 0, levels: tuple[int, int] = (2, 2), **values: Any
) -> tuple[dict[str, int], dict[str, int]]:
    """The dice of both, by reason."""
    types = values.pop("types", ("spitfire_i", "bf_109e"))
    one, other = values.pop("one", {}), values.pop("other", {})
    position = battle(
        Fly(types[0], level=levels[0], **one), Fly(types[1], place, facing, level=levels[1], **other), SPARE, FRIEND, **values
    )
    a, b = position.aircraft[0], position.aircraft[1]
    attack = gunnery.attack_reasons(position, a, b, a.dash.guns[0].arc)
    return {r.code: r.dice for r in attack}, {r.code: r.dice for r in gunnery.dodge_reasons(position, a, b)}


# ---- template and range


@pytest.mark.rule("FIS-083")
@pytest.mark.rule("FIS-084")
@pytest.mark.rule("FIS-089")
@pytest.mark.rule("FIS-G04")
def test_the_template_has_ten_hexes_within_four() -> None:
    for facing in range(6):
        away = [distance(Hex(0, 0), h) for h in TEMPLATE[facing]]
        assert len(set(TEMPLATE[facing])) == 10
        assert [away.count(n) for n in (1, 2, 3, 4)] == [1, 3, 3, 3]
    assert set(TEMPLATE[0]) == {(0, -1), (0, -2), (0, -3), (0, -4), (1, -2), (1, -3), (1, -4), (-1, -1), (-1, -2), (-1, -3)}


@pytest.mark.rule("FIS-090")
@pytest.mark.rule("FIS-083")
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ((0, -4), None),
        ((0, -5), "FIS-083"),
        ((1, -2), None),
        ((1, -1), "FIS-090"),
        ((2, -4), "FIS-090"),
        ((0, 1), "FIS-090"),
        ((-1, -3), None),
    ],
)
def test_only_a_target_in_the_template_is_shot_at(place: tuple[int, int], rule: str | None) -> None:
    assert legal_shot(place) == rule


@pytest.mark.rule("FIS-D06")
def test_rear_guns_fire_behind_and_turrets_all_round_but_in_front() -> None:
    rear = activated(Fly("he_111h"), Fly("bf_109e", (0, 3), 0), Fly("bf_109e", (0, -3), 3), FRIEND)
    assert rear.can(o.Fire(1, "rear")) and not rear.can(o.Fire(2, "rear"))
    assert rear.can(o.Fire(2, "front")) and not rear.can(o.Fire(1, "front"))
    assert rear.refused(o.Fire(1, "turret")) == "FIS-103"
    turret = activated(Fly("defiant_i"), Fly("bf_109e", (0, 3), 0), Fly("bf_109e", (0, -3), 3), Fly("bf_109e", (2, -1)), FRIEND)
    assert turret.can(o.Fire(1, "turret")) and turret.can(o.Fire(3, "turret"))
    assert turret.refused(o.Fire(2, "turret")) == "FIS-090"


@pytest.mark.rule("FIS-085")
@pytest.mark.rule("FIS-086")
@pytest.mark.parametrize("away", [1, 2, 3, 4])
def test_the_first_hex_helps_the_attacker_and_the_fourth_the_target(away: int) -> None:
    attack, dodge = reasons((0, -away), facing=3)
    assert attack == {"guns": 3, **({"adjacent": 1} if away == 1 else {})}
    assert dodge == ({"fourth_hex": 1} if away == 4 else {})


@pytest.mark.rule("FIS-087")
@pytest.mark.rule("FIS-088")
@pytest.mark.rule("FIS-094")
@pytest.mark.rule("FIS-091")
@pytest.mark.rule("FIS-093")
def test_fighter_in_sight_is_from_behind_within_three_and_adds_to_the_rest() -> None:
    assert reasons((0, -1))[0] == {"guns": 3, "adjacent": 1, "sight": 1}
    assert reasons((0, -3))[0] == {"guns": 3, "sight": 1}
    assert reasons((0, -4))[0] == {"guns": 3}
    for facing in (1, 2, 3, 4, 5):
        assert "sight" not in reasons((0, -3), facing=facing)[0]
    assert "sight" in reasons((1, -3), facing=0)[0], "the rear zone is as wide as the template"
    assert "sight" not in reasons((0, -2), levels=(3, 2), **HEIGHT)[0], "the same height only"
    assert "sight" in reasons((0, -2), levels=(3, 2))[0], "without the altimeter all are at one height (FIS-092)"


@pytest.mark.rule("FIS-G05")
@pytest.mark.rule("FIS-211")
def test_zones_are_the_template_ahead_and_behind_and_else_flank() -> None:
    middle = Hex(30, 15)
    found = [zone(middle, 2, Hex(middle.q + q, middle.r + r)) for q in range(-4, 5) for r in range(-4, 5)]
    assert found.count("front") == found.count("rear") == 10


# ---- lines of sight


@pytest.mark.rule("FIS-095")
@pytest.mark.rule("FIS-096")
@pytest.mark.rule("FIS-097")
@pytest.mark.rule("FIS-098")
@pytest.mark.rule("FIS-099")
@pytest.mark.rule("FIS-101")
def test_a_line_touched_by_a_cloud_is_cut_even_along_an_edge() -> None:
    assert legal_shot((0, -4), clouds=[(0, -2)]) == "FIS-099"
    assert legal_shot((0, -4), clouds=[(1, -2)]) is None
    # From (0, 0) to (1, -2) the line runs along the side between (0, -1) and (1, -1): either cuts it.
    assert between(Hex(0, 0), Hex(1, -2)) == [Hex(0, -1), Hex(1, -1)]
    assert legal_shot((1, -2), clouds=[(0, -1)]) == "FIS-099"
    assert legal_shot((1, -2), clouds=[(1, -1)]) == "FIS-099"
    assert legal_shot((1, -2), clouds=[(-1, 0)]) is None
    assert legal_shot((0, -3), Fly("bf_109e", (0, -1), 0)) is None, "enemies do not block"


@pytest.mark.rule("FIS-098")
def test_lines_are_the_same_from_both_ends_and_turned_about() -> None:
    for q in range(-4, 5):
        for r in range(-4, 5):
            end = Hex(q, r)
            if 2 <= distance(Hex(0, 0), end) <= 4:
                there = between(Hex(0, 0), end)
                assert sorted(there) == sorted(between(end, Hex(0, 0)))
                turned = Hex(-r, q + r)
                assert sorted(Hex(-h.r, h.q + h.r) for h in there) == sorted(between(Hex(0, 0), turned))


@pytest.mark.rule("FIS-100")
@pytest.mark.rule("FIS-102")
def test_a_friend_blocks_when_it_is_between_also_in_height() -> None:
    friend = Fly("hurricane_i", (0, -1), side="raf", level=2)
    assert legal_shot((0, -3), friend) == "FIS-100"
    for level, blocked in ((1, False), (2, True), (3, True), (4, False)):
        friend = Fly("hurricane_i", (0, -1), side="raf", level=level)
        assert (legal_shot((0, -3), friend, levels=(2, 3), **HEIGHT) == "FIS-100") == blocked


@pytest.mark.rule("FIS-200")
@pytest.mark.rule("FIS-287")
def test_clouds_block_between_aircraft_of_one_level_alone() -> None:
    assert legal_shot((0, -4), clouds=[(0, -2)], levels=(2, 2), **HEIGHT) == "FIS-099"
    assert legal_shot((0, -4), clouds=[(0, -2)], levels=(3, 2), **HEIGHT) is None
    assert reasons((0, -1), levels=(0, 4), clouds=[(0, -1)], **HEIGHT)[1]["cloud"] == 1, "a cloud fills its hex at every level"


@pytest.mark.rule("FIS-201")
@pytest.mark.rule("FIS-202")
@pytest.mark.rule("FIS-203")
@pytest.mark.rule("FIS-204")
@pytest.mark.rule("FIS-286")
def test_with_a_cloud_involved_only_adjacent_aircraft_fire() -> None:
    assert legal_shot((0, -2), clouds=[(0, 0)]) == "FIS-202"
    assert legal_shot((0, -2), clouds=[(0, -2)]) == "FIS-203"
    assert legal_shot((0, -1), clouds=[(0, 0)]) is None
    assert legal_shot((0, -1), clouds=[(0, 0), (0, -1)]) is None
    assert reasons((0, -1), clouds=[(0, -1)])[1] == {"cloud": 1}
    assert reasons((0, -1), clouds=[(0, 0)])[1] == {}, "the target's cloud, not the shooter's"


@pytest.mark.rule("FIS-257")
def test_at_night_no_shot_beyond_three() -> None:
    assert legal_shot((0, -3), night=True) is None
    assert legal_shot((0, -4), night=True) == "FIS-257"


# ---- when one may fire


@pytest.mark.rule("FIS-008")
@pytest.mark.rule("FIS-049")
@pytest.mark.rule("FIS-050")
def test_fire_then_move_or_move_then_fire_but_not_between() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 0), SPARE)
    table.do(o.Fire(1, "front"))
    assert table.stage == "fly" and table.refused(o.END) == "FIS-051"
    table.do(o.Advance("right"))
    assert table.refused(o.Fire(1, "front")) == "FIS-049"
    table.do(o.END)
    table = activated(Fly(), Fly("bf_109e", (0, -4), 0), SPARE)
    table.do(o.Advance("ahead"), o.Fire(1, "front"))
    assert table.seat == "luftwaffe", "after moving and firing the activation is over"


@pytest.mark.rule("FIS-051")
@pytest.mark.rule("FIS-280")
def test_who_fires_after_moving_has_spent_speed_and_shares_no_hex() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -4), 0), SPARE)
    table.do(o.Advance("ahead", 0, "wep"))
    assert table.refused(o.Fire(1, "front")) == "FIS-280"
    table = activated(Fly(), Fly("bf_109e", (0, -4), 0), SPARE, Fly("hurricane_i", (0, -1), side="raf"))
    table.do(o.Advance("ahead"))
    assert table.refused(o.Fire(1, "front")) == "FIS-054"


@pytest.mark.rule("FIS-113")
@pytest.mark.rule("FIS-049")
def test_one_shot_a_turn_also_after_second_pass_in_one_activation() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 0), SPARE, FRIEND, hands={"raf": "second_pass"})
    table.do(o.Fire(1, "front")).copy()
    table.passes()
    assert table[0].fired
    table.do(o.PlayCard("second_pass", 0))
    assert not table[0].fired and table.refused(o.Fire(1, "front")) == "FIS-049"
    table.do(o.Advance("right"), o.END, o.Activate(2), *ahead(1), o.END)
    table.do(o.Activate(0))
    assert not table[0].fired
    table = activated(Fly(fired=True), Fly("bf_109e", (0, -3), 0), SPARE)
    assert table.refused(o.Fire(1, "front")) == "FIS-113"


@pytest.mark.rule("FIS-114")
@pytest.mark.rule("FIS-295")
def test_one_enemy_is_the_target_and_firing_is_no_duty() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 0), Fly("hurricane_i", (0, -2), side="raf"), SPARE)
    assert table.refused(o.Fire(2, "front")) == "FIS-295"
    table.do(o.Advance("right"), o.END)
    assert "fires" not in codes(table.events)


# ---- the roll


@pytest.mark.rule("FIS-103")
@pytest.mark.rule("FIS-104")
@pytest.mark.rule("FIS-105")
def test_the_guns_dice_and_the_bonuses_are_rolled() -> None:
    events = fired((0, -1), B, B, B, B, B).events
    assert describe(events, "shot")[0]["faces"] == ("blank",) * 5
    assert len(describe(fired((0, -3), B, B, B, facing=3).events, "shot")[0]["faces"]) == 3


@pytest.mark.rule("FIS-D45")
def test_at_least_one_die_is_thrown() -> None:
    table = fired((0, -3), facing=3, shooter=Fly("ju_87b", criticals=("guns", "guns", "guns")))
    assert len(describe(table.events, "shot")[0]["faces"]) == 1


@pytest.mark.rule("FIS-164")
@pytest.mark.rule("FIS-D02")
def test_shocked_takes_a_die_and_two_markers_bar_the_shot() -> None:
    assert reasons((0, -3), facing=3, one={"shocked": 1})[0] == {"guns": 3, "shocked": -1}
    table = activated(Fly(shocked=2), Fly("bf_109e", (0, -3), 0), SPARE)
    assert table.refused(o.Fire(1, "front")) == "FIS-D02"


@pytest.mark.rule("FIS-106")
@pytest.mark.rule("FIS-D01")
def test_the_die_has_one_critical_two_damages_a_special_and_two_blanks() -> None:
    from tests.hexes.tabletop import TABLES

    assert TABLES.die == ("critical", "damage", "damage", "special", "blank", "blank")


@pytest.mark.rule("FIS-107")
@pytest.mark.rule("FIS-109")
@pytest.mark.rule("FIS-110")
def test_a_damage_costs_structure_and_a_critical_a_marker_besides() -> None:
    table = fired((0, -3), D, B, B, B, facing=3, target=Fly("bf_109e", (0, -3), 3, structure=5))
    table.do(o.Dodge(0))
    assert table[1].structure == 4 and table[1].unseen == ()
    table = fired((0, -3), C, C, B, B, B, target=Fly("bf_109e", (0, -3), 3, structure=5), bag="engine plain")
    table.do(o.Dodge(0))
    assert table[1].structure == 3 and table[1].unseen == ("engine", "plain")


@pytest.mark.rule("FIS-111")
@pytest.mark.rule("FIS-112")
def test_the_special_face_is_nothing_but_by_rule() -> None:
    table = fired((0, -3), S, S, S, facing=3)
    assert "missed" in codes(table.events) and "dodged" not in codes(table.events)


SPECIAL_ATTACKS = [
    ("hurricane_i", 2, 3, "bf_109e", (0, 3)),
    ("hurricane_i", 3, 3, "bf_109e", (0, 0)),
    ("bf_109e", 1, 3, "spitfire_i", (1, 0)),
    ("bf_109e", 2, 3, "spitfire_i", (0, 0)),
    ("bf_110c", 4, 3, "spitfire_i", (0, 3)),
    ("spitfire_i", 1, 3, "bf_109e", (0, 0)),
    ("ju_87b", 1, 3, "spitfire_i", (0, 0)),
    ("do_17z", 1, 3, "spitfire_i", (0, 0)),
]


@pytest.mark.rule("FIS-D12")
@pytest.mark.rule("FIS-D14")
@pytest.mark.rule("FIS-D15")
@pytest.mark.parametrize(("type_", "away", "count", "target", "counts"), SPECIAL_ATTACKS)
def test_what_the_special_face_is_worth_in_attack(type_: str, away: int, count: int, target: str, counts: tuple[int, int]) -> None:
    position = battle(Fly(type_), Fly(target, (0, -away), 3), SPARE)
    a, b = position.aircraft[:2]
    assert gunnery.counted(["special"] * count, a, "attack", b, "front", away) == counts


@pytest.mark.rule("FIS-D13")
@pytest.mark.rule("FIS-279")
def test_the_defiants_special_face_is_for_bombers() -> None:
    position = battle(Fly("defiant_i"), Fly("he_111h", (0, 2), 3), Fly("bf_110c", (2, 0), 3))
    a, bomber, fighter = position.aircraft
    assert gunnery.counted(["special"] * 2, a, "attack", bomber, "turret", 2) == (0, 2)
    assert gunnery.counted(["special"] * 2, a, "attack", fighter, "turret", 2) == (0, 0)


@pytest.mark.rule("FIS-D11")
@pytest.mark.rule("FIS-D17")
@pytest.mark.rule("FIS-D19")
@pytest.mark.rule("FIS-124")
@pytest.mark.parametrize(
    ("type_", "narrow"), [("spitfire_i", 2), ("he_111h", 2), ("ju_88a", 1), ("bf_109e", 0), ("do_17z", 0), ("hurricane_i", 0)]
)
def test_what_the_special_face_is_worth_in_a_dodge(type_: str, narrow: int) -> None:
    position = battle(Fly(type_), SPARE)
    assert gunnery.counted(["special", "special"], position.aircraft[0], "dodge", None, "any", 0) == (0, narrow)


# ---- dodging


@pytest.mark.rule("FIS-115")
@pytest.mark.rule("FIS-116")
def test_a_dodge_die_for_each_hit_and_none_without_a_hit() -> None:
    table = fired((0, -3), D, C, B, facing=3)
    assert table.stage == "dodge" and table.seat == "luftwaffe"
    shot = table.position.shots[-1]
    assert {r.code: r.dice for r in dodge_dice(table.position, shot)} == {"hits": 2}
    assert shot.attack == (D, C, B), "the attack dice lie as rolled"
    table = fired((0, -3), B, S, B, facing=3)
    assert table.stage == "fly" and "dodged" not in codes(table.events)
    assert fired((0, -2), S, S, B, facing=3, shooter=Fly("hurricane_i")).stage == "dodge", "specials that count are hits"


@pytest.mark.rule("FIS-117")
@pytest.mark.rule("FIS-118")
@pytest.mark.rule("FIS-119")
@pytest.mark.rule("FIS-121")
def test_speed_points_are_turned_into_dice_after_the_attack_is_seen() -> None:
    table = fired((0, -3), D, B, B, facing=3)
    assert [x.speed for x in table.legal(o.Dodge)] == list(range(7))
    assert table.refused(o.Dodge(7)) == "FIS-118"
    table.next_dice(B, B, B, B, D)
    events = table.do(o.Dodge(4))
    assert table[1].speed == 2
    assert len(describe(events, "dodged")[0]["faces"]) == 5
    assert table[1].structure == 2


@pytest.mark.rule("FIS-120")
@pytest.mark.rule("FIS-207")
@pytest.mark.rule("FIS-223")
def test_the_defenders_bonuses_add_up() -> None:
    position = battle(
        Fly("spitfire_i", level=4),
        Fly("ju_88a", (0, -4), 2, level=2, leader="gold"),
        FRIEND,
        clouds=[(5, 5)],
        deflection=True,
        **HEIGHT,
    )
    found = {r.code: r.dice for r in gunnery.dodge_reasons(position, *position.aircraft[:2])}
    assert found == {"fourth_hex": 1, "deflection": 1, "altitude": 2, "armour": 1, "quick": 1, "leader": 2}


@pytest.mark.rule("FIS-122")
@pytest.mark.rule("FIS-123")
@pytest.mark.parametrize(
    ("attack", "dodge", "left"),
    [
        ((D, B, B), (D,), 0),
        ((C, B, B), (D,), 1),
        ((C, B, B), (C,), 0),
        ((D, B, B), (C,), 0),
        ((D, D, B), (D, B), 1),
        ((C, D, B), (D, C), 0),
    ],
)
def test_a_damage_face_cancels_a_damage_and_a_critical_face_either(attack: tuple[int, ...], dodge: tuple[int, ...], left: int) -> None:
    table = fired((0, -3), *attack, target=Fly("bf_109e", (0, -3), 3, structure=5)).next_dice(*dodge)
    table.do(o.Dodge(0))
    assert table[1].structure == 5 - left


@pytest.mark.rule("FIS-123")
@pytest.mark.rule("FIS-125")
@pytest.mark.rule("FIS-282")
def test_the_defender_chooses_what_a_critical_face_cancels() -> None:
    for choice, marked in ((o.Cancel(1, 0), False), (o.Cancel(0, 1), True)):
        table = fired((0, -3), C, D, B, target=Fly("bf_109e", (0, -3), 3, structure=5), bag="tank").next_dice(C, B)
        table.do(o.Dodge(0))
        assert table.stage == "cancel" and table.seat == "luftwaffe" and table.legal() == [o.Cancel(0, 1), o.Cancel(1, 0)]
        assert table.refused(o.Cancel(1, 1)) == "FIS-123"
        table.do(choice)
        assert table[1].structure == 4 and table[1].unseen == (("tank",) if marked else ())


# ---- advanced rules of firing


@pytest.mark.rule("FIS-206")
@pytest.mark.rule("FIS-208")
@pytest.mark.rule("FIS-209")
@pytest.mark.rule("FIS-210")
@pytest.mark.rule("FIS-211")
def test_deflection_is_from_the_flank_and_not_adjacent() -> None:
    for facing, flank in ((0, False), (3, False), (1, True), (2, True), (4, True), (5, True)):
        assert ("deflection" in reasons((0, -3), facing=facing, deflection=True)[1]) == flank
        assert "deflection" not in reasons((0, -1), facing=facing, deflection=True)[1]
        assert "deflection" not in reasons((0, -3), facing=facing)[1], "a switch"


@pytest.mark.rule("FIS-220")
@pytest.mark.rule("FIS-221")
@pytest.mark.rule("FIS-222")
@pytest.mark.rule("FIS-205")
def test_firing_with_altitude_gives_the_difference_as_dodge_dice() -> None:
    for levels in ((4, 1), (1, 4)):
        assert reasons((0, -4), facing=3, levels=levels, **HEIGHT)[1] == {"fourth_hex": 1, "altitude": 3}
    assert legal_shot((0, -3), levels=(3, 2), **HEIGHT) is None
    assert legal_shot((0, -3), levels=(3, 2), altimeter=True) == "FIS-220", "without firing with altitude only at one level"
    assert legal_shot((0, -3), levels=(2, 2), altimeter=True) is None
    assert legal_shot((0, -5), levels=(3, 2), **HEIGHT) == "FIS-083"


@pytest.mark.rule("FIS-224")
@pytest.mark.rule("FIS-225")
@pytest.mark.rule("FIS-226")
def test_an_attack_from_above_is_adjacent_higher_and_no_bombers() -> None:
    on: dict[str, Any] = {"above": True, **HEIGHT}
    assert reasons((0, -1), facing=3, levels=(3, 2), **on)[0] == {"guns": 3, "adjacent": 1, "above": 1}
    assert "above" not in reasons((0, -1), facing=3, levels=(2, 2), **on)[0]
    assert "above" not in reasons((0, -1), facing=3, levels=(2, 3), **on)[0]
    assert "above" not in reasons((0, -2), facing=3, levels=(3, 2), **on)[0]
    assert "above" not in reasons((0, -1), facing=3, levels=(3, 2), types=("ju_87b", "spitfire_i"), **on)[0]
    assert "above" in reasons((0, -1), facing=3, levels=(3, 2), types=("bf_109e", "he_111h"), **on)[0]
    assert "above" not in reasons((0, -1), facing=3, levels=(3, 2), **HEIGHT)[0], "a switch"


@pytest.mark.rule("FIS-D20")
def test_guns_hit_take_a_die_and_a_wounded_pilot_turns_one_point() -> None:
    assert reasons((0, -3), facing=3, one={"criticals": ("guns", "guns")})[0] == {"guns": 3, "guns_hit": -2}
    table = fired((0, -3), D, B, B, target=Fly("bf_109e", (0, -3), 3, criticals=("pilot",)))
    assert [x.speed for x in table.legal(o.Dodge)] == [0, 1]
    assert table.refused(o.Dodge(2)) == "FIS-D20"


@pytest.mark.rule("FIS-103")
def test_what_a_mission_adds_to_the_guns_counts() -> None:
    assert reasons((0, -3), facing=3, one={"guns": 2})[0] == {"guns": 3, "mission": 2}


def test_the_dice_of_a_shot_are_those_of_its_reasons() -> None:
    table = fired((0, -1), *[D] * 5)
    shot = table.position.shots[-1]
    assert len(shot.attack) == gunnery.total(attack_dice(table.position, shot)) == 5
    assert table[1].at == at(0, -1)
