"""Movement of a single aircraft: steps, rotations, manoeuvres, WEP, the altimeter, wind, forcing a way, being stuck."""

from __future__ import annotations

import pytest

from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import Wind
from tests.hexes.tabletop import B, C, D, Fly, S, Table, activated, ahead, at, battle
from tests.tabletops import codes, describe

FAR = Fly("bf_109e", (0, -20), 3)
TOGETHER = {"altimeter": True, "altitude_fire": True}
AHEAD, LEFT, RIGHT = o.Advance("ahead"), o.Advance("left"), o.Advance("right")
TURN_LEFT, TURN_RIGHT = o.Rotate("left"), o.Rotate("right")
WEP = o.Advance("ahead", 0, "wep")
TAIL = o.Advance("ahead", 0, "tail")


def place(table: Table, number: int = 0) -> tuple[tuple[int, int], int]:
    a = table[number]
    return (a.at.q - at(0, 0).q, a.at.r - at(0, 0).r), a.facing


# ---- steps


@pytest.mark.rule("FIS-045")
@pytest.mark.rule("FIS-046")
@pytest.mark.rule("FIS-055")
def test_a_hex_costs_a_speed_point_and_no_more_hexes_than_points() -> None:
    table = activated(Fly(), FAR)
    for left in (5, 4, 3, 2, 1, 0):
        table.do(AHEAD)
        assert table[0].speed == left
    assert place(table) == ((0, -6), 0)
    assert table.refused(AHEAD) == "FIS-045"


@pytest.mark.rule("FIS-056")
@pytest.mark.rule("FIS-057")
@pytest.mark.rule("FIS-G02")
def test_wing_slip_keeps_the_facing_and_is_not_limited_in_the_basic_game() -> None:
    table = activated(Fly(), FAR)
    table.do(LEFT)
    assert place(table) == ((-1, 0), 0)
    table.do(RIGHT, RIGHT, RIGHT, RIGHT, RIGHT)
    assert place(table) == ((4, -5), 0)


@pytest.mark.rule("FIS-212")
def test_advanced_wing_slip_ends_after_three_hexes_of_an_activation() -> None:
    table = activated(Fly(), FAR, slip_limit=True)
    table.do(LEFT, RIGHT, AHEAD, LEFT)
    assert table.refused(RIGHT) == "FIS-212"
    assert table.can(AHEAD)
    table.do(o.END)
    table.do(o.Activate(1), o.Advance("ahead"), o.END, o.Activate(0))
    assert table.can(LEFT), "the next activation counts anew"


@pytest.mark.rule("FIS-213")
def test_a_slip_by_wep_or_by_wind_counts_towards_the_three() -> None:
    table = activated(Fly(), FAR, slip_limit=True, wind=Wind(0, 2))
    table.do(o.Advance("left", 0, "tail"), LEFT, o.Advance("left", 0, "wep"))
    assert table.refused(LEFT) == "FIS-212"
    assert table.refused(o.Advance("left", 0, "wep")) == "FIS-212"


@pytest.mark.rule("FIS-058")
@pytest.mark.rule("FIS-054")
@pytest.mark.rule("FIS-052")
def test_it_passes_friends_but_does_not_stay_with_them_and_never_goes_backward() -> None:
    table = activated(Fly(), Fly("hurricane_i", (0, -1), side="raf"), FAR)
    table.do(AHEAD)
    assert table.refused(o.END) == "FIS-051" or table.refused(o.END) == "FIS-054"
    table.do(AHEAD)
    assert place(table) == ((0, -2), 0)
    assert table.can(o.END)
    assert not [x for x in table.legal(o.Advance) if x.way not in ("ahead", "left", "right")]


@pytest.mark.rule("FIS-283")
def test_a_step_into_a_friends_hex_needs_speed_to_come_out() -> None:
    table = activated(Fly(speed=1), Fly("hurricane_i", (0, -1), side="raf"), FAR)
    assert table.refused(AHEAD) == "FIS-283"
    row = [Fly("hurricane_i", (0, -n), side="raf") for n in (1, 2)]
    table = activated(Fly(speed=2), *row, FAR)
    assert table.can(AHEAD), "it can slip out"
    fence = [Fly("hurricane_i", (q, r), side="raf") for q, r in ((0, -1), (0, -2), (-1, -1), (1, -2))]
    table = activated(Fly(speed=2), *fence, FAR)
    assert table.refused(AHEAD) == "FIS-283"
    table = activated(Fly(speed=3), *fence, FAR)
    assert table.can(AHEAD)


@pytest.mark.rule("FIS-053")
@pytest.mark.rule("FIS-219")
def test_enemies_bar_the_way_at_their_own_level_only() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -1), 0))
    assert table.refused(AHEAD) == "FIS-053"
    table = activated(Fly(level=2), Fly("bf_109e", (0, -1), 0, level=3), altimeter=True)
    assert table.can(AHEAD)
    assert table.refused(o.Advance("ahead", 1)) == "FIS-053"
    table.do(AHEAD)
    assert table.refused(o.END) == "FIS-054"
    table = activated(Fly(level=2, speed=1), Fly("bf_109e", (0, -1), 0, level=3), altimeter=True)
    assert table.refused(AHEAD) == "FIS-283"


@pytest.mark.rule("FIS-013")
@pytest.mark.rule("FIS-051")
@pytest.mark.rule("FIS-065")
def test_an_activation_needs_a_hex_or_a_manoeuvre() -> None:
    table = activated(Fly(), FAR)
    assert table.refused(o.END) == "FIS-051"
    table.do(AHEAD)
    assert table.can(o.END)
    table = activated(Fly(), FAR)
    table.do(o.Manoeuvre("loop"))
    assert table.can(o.END)


@pytest.mark.rule("FIS-280")
def test_an_activation_lowers_the_counter() -> None:
    table = activated(Fly(), FAR, wind=Wind(0, 2))
    table.do(WEP)
    assert table[0].speed == 6
    assert table.refused(o.END) == "FIS-280"
    table.do(TAIL)
    assert table.refused(o.END) == "FIS-280"
    table.do(TURN_LEFT)
    assert table[0].speed == 5 and table.can(o.END)


@pytest.mark.rule("FIS-042")
@pytest.mark.rule("FIS-044")
@pytest.mark.rule("FIS-048")
@pytest.mark.rule("FIS-041")
def test_speed_may_be_left_for_a_later_activation() -> None:
    table = activated(Fly(), FAR)
    table.do(AHEAD, o.END)
    assert table.seat == "luftwaffe" and table[0].speed == 5
    table.do(o.Activate(1), AHEAD, o.END)
    assert table.can(o.Activate(0))


@pytest.mark.rule("FIS-043")
@pytest.mark.rule("FIS-012")
def test_without_speed_nothing_is_activated_and_with_it_nobody_passes() -> None:
    table = Table(battle(Fly(), Fly("hurricane_i", (5, 5), side="raf", speed=0), FAR))
    assert table.refused(o.Activate(1)) == "FIS-043"
    assert table.refused(o.PASS) == "FIS-012"
    assert table.refused(o.Activate(2)) == "FIS-293"


@pytest.mark.rule("FIS-066")
def test_an_aircraft_that_leaves_the_sheet_is_out_and_counts_for_nobody() -> None:
    table = Table(battle(Fly(), Fly("hurricane_i", (5, 5), side="raf"), FAR))
    a = table[0]
    a.at = type(a.at)(0, 10)
    a.facing = 5
    table.do(o.Activate(0))
    events = table.do(AHEAD)
    assert a.out == "left" and table.position.score == [0, 0] and table.position.kills == [0, 0]
    assert describe(events, "left_sheet")[0]["edge"] == "west"
    assert table.seat == "luftwaffe", "its activation is over (FIS-281)"


# ---- rotations


@pytest.mark.rule("FIS-059")
@pytest.mark.rule("FIS-060")
@pytest.mark.rule("FIS-061")
@pytest.mark.rule("FIS-062")
@pytest.mark.rule("FIS-063")
def test_a_rotation_is_one_hex_side_at_the_dashboards_price() -> None:
    for type_, price in (("spitfire_i", 1), ("bf_110c", 2), ("he_111h", 2)):
        table = activated(Fly(type_), FAR)
        speed = table[0].speed
        table.do(AHEAD, TURN_RIGHT)
        assert table[0].facing == 1 and table[0].speed == speed - 1 - price
        assert place(table)[0] == (0, -1)
    table = activated(Fly(), FAR)
    table.do(AHEAD, TURN_LEFT)
    assert table[0].facing == 5


@pytest.mark.rule("FIS-064")
@pytest.mark.rule("FIS-122")
def test_each_rotation_needs_its_own_hex_just_before_it() -> None:
    table = activated(Fly(), FAR)
    assert table.refused(TURN_LEFT) == "FIS-064"
    table.do(AHEAD, AHEAD, TURN_LEFT)
    assert table.refused(TURN_LEFT) == "FIS-064", "unused hexes do not bank"
    table.do(o.Advance("left"), TURN_LEFT)
    assert table[0].facing == 4
    table = activated(Fly(), FAR, wind=Wind(0, 2))
    table.do(WEP, TURN_LEFT)
    assert table[0].facing == 5, "a hex of WEP is a hex advanced"
    table = activated(Fly(), FAR, wind=Wind(0, 2))
    table.do(TAIL, TURN_LEFT)
    table = activated(Fly(), FAR)
    table.do(AHEAD, o.Manoeuvre("loop"))
    assert table.refused(TURN_LEFT) == "FIS-064", "a manoeuvre is no hex advanced (FIS-140)"


# ---- manoeuvres


@pytest.mark.rule("FIS-047")
@pytest.mark.rule("FIS-133")
@pytest.mark.rule("FIS-136")
@pytest.mark.rule("FIS-137")
@pytest.mark.rule("FIS-138")
@pytest.mark.parametrize(("type_", "loop"), [("spitfire_i", 2), ("bf_109e", 3), ("bf_110c", 4), ("gladiator_ii", 1)])
def test_the_price_of_a_manoeuvre_is_on_the_dashboard_and_replaces_that_of_hexes(type_: str, loop: int) -> None:
    table = activated(Fly(type_), FAR)
    speed = table[0].speed
    table.do(o.Manoeuvre("loop"))
    assert table[0].speed == speed - loop


@pytest.mark.rule("FIS-135")
def test_manoeuvres_are_chained_while_they_can_be_paid() -> None:
    table = activated(Fly(), FAR)
    table.do(o.Manoeuvre("loop"), o.Manoeuvre("roll_left"), o.Manoeuvre("immelmann"))
    assert table[0].speed == 1
    assert table.refused(o.Manoeuvre("loop")) == "FIS-135"
    table.do(o.Manoeuvre("roll_left"))
    assert table[0].speed == 0


@pytest.mark.rule("FIS-134")
def test_manoeuvres_belong_to_ones_own_activation() -> None:
    table = Table(battle(Fly(), FAR))
    assert table.refused(o.Manoeuvre("loop")) == "FIS-004"


@pytest.mark.rule("FIS-140")
def test_a_manoeuvre_ignores_what_is_between_and_needs_an_empty_hex_of_the_sheet() -> None:
    wall = [Fly("bf_109e", (0, 1), 0), Fly("bf_109e", (1, 1), 0)]
    table = activated(Fly(), *wall)
    assert table.can(o.Manoeuvre("loop"))
    for side in ("raf", "luftwaffe"):
        table = activated(Fly(), Fly("bf_109e", (0, 2), 0, side=side), FAR)
        assert table.refused(o.Manoeuvre("loop")) == "FIS-140"
    table = Table(battle(Fly(), FAR))
    table[0].at = type(table[0].at)(10, 54)
    table.do(o.Activate(0))
    assert table.refused(o.Manoeuvre("immelmann")) == "FIS-140"


@pytest.mark.rule("FIS-137")
def test_a_manoeuvre_that_is_not_on_the_dashboard_cannot_be_flown() -> None:
    table = activated(Fly("he_111h"), FAR)
    assert not table.legal(o.Manoeuvre)
    assert table.refused(o.Manoeuvre("loop")) == "FIS-137"


@pytest.mark.rule("FIS-147")
@pytest.mark.rule("FIS-217")
@pytest.mark.rule("FIS-144")
@pytest.mark.rule("FIS-146")
@pytest.mark.parametrize(("kind", "level", "after"), [("immelmann", 2, 4), ("immelmann", 3, None), ("split_s", 2, 0), ("split_s", 1, None)])
def test_a_full_change_of_level_must_stay_within_the_altimeter(kind: str, level: int, after: int | None) -> None:
    table = activated(Fly(level=level), FAR, altimeter=True)
    if after is None:
        assert table.refused(o.Manoeuvre(kind)) == "FIS-147"
    else:
        table.do(o.Manoeuvre(kind))
        assert table[0].level == after


@pytest.mark.rule("FIS-160")
@pytest.mark.rule("FIS-161")
@pytest.mark.rule("FIS-162")
@pytest.mark.rule("FIS-163")
@pytest.mark.rule("FIS-164")
def test_zoom_and_dive_stay_in_the_hex_change_two_to_four_levels_and_shock() -> None:
    table = activated(Fly(level=0), FAR, altimeter=True)
    assert {x.levels for x in table.legal(o.Manoeuvre) if x.kind == "zoom"} == {2, 3, 4}
    assert not [x for x in table.legal(o.Manoeuvre) if x.kind == "dive"]
    assert table.refused(o.Manoeuvre("zoom", 1)) == "FIS-160"
    table.do(o.Manoeuvre("zoom", 4))
    assert place(table)[0] == (0, 0) and table[0].level == 4 and table[0].shocked == 1
    table.do(o.Manoeuvre("dive", 3))
    assert table[0].level == 1 and table[0].shocked == 2
    assert table.refused(o.Manoeuvre("zoom", 2)) == "FIS-D02"
    table = activated(Fly(), FAR)
    assert table.refused(o.Manoeuvre("zoom", 2)) == "FIS-160", "altitude mode only"


@pytest.mark.rule("FIS-D16")
def test_the_stuka_dives_without_a_shocked_marker() -> None:
    table = activated(Fly("ju_87b", level=4), FAR, altimeter=True)
    table.do(o.Manoeuvre("dive", 2))
    assert table[0].shocked == 0


# ---- WEP


@pytest.mark.rule("FIS-148")
@pytest.mark.rule("FIS-149")
@pytest.mark.rule("FIS-150")
@pytest.mark.rule("FIS-151")
@pytest.mark.rule("FIS-158")
@pytest.mark.rule("FIS-289")
def test_wep_moves_one_hex_for_nothing_and_throws_a_die_each_time() -> None:
    table = activated(Fly(), FAR, faces=(B, C, D, S))
    for _ in range(3):
        table.do(WEP)
        assert table[0].overheat == 0, "only the special face overheats"
    assert place(table)[0] == (0, -3) and table[0].speed == 6
    table.do(WEP)
    assert table[0].overheat == 1
    table.do(*ahead(6))
    assert table.refused(WEP) == "FIS-158"


@pytest.mark.rule("FIS-152")
@pytest.mark.rule("FIS-039")
@pytest.mark.rule("FIS-281")
def test_a_second_overheat_destroys_and_counts_for_the_enemy() -> None:
    table = activated(Fly(), Fly("hurricane_i", (9, 9), side="raf"), FAR, faces=(S, S))
    table.do(WEP)
    assert not table[0].out
    table.do(WEP)
    assert table[0].out == "down" and table.position.score == [0, 1] and table.position.kills == [0, 1]
    assert table.seat == "luftwaffe", "its activation ended at once"


@pytest.mark.rule("FIS-154")
def test_no_wep_with_an_engine_hit() -> None:
    table = activated(Fly(criticals=("engine",)), FAR)
    assert table.refused(WEP) == "FIS-154"
    table = activated(Fly(unseen=("engine",)), FAR)
    assert table.can(WEP), "face down it does nothing yet"


@pytest.mark.rule("FIS-159")
@pytest.mark.rule("FIS-296")
def test_wep_goes_any_forward_way_any_number_of_times_unless_the_switch_says_once() -> None:
    table = activated(Fly(), FAR)
    assert {x.way for x in table.legal(o.Advance) if x.by == "wep"} == {"ahead", "left", "right"}
    table.do(WEP, WEP, WEP, WEP)
    table = activated(Fly(), FAR, wep_once=True)
    table.do(WEP)
    assert table.refused(WEP) == "FIS-296"


@pytest.mark.rule("FIS-D31")
def test_cool_nerves_throws_the_overheating_die_again() -> None:
    table = activated(Fly(), FAR, hands={"raf": "cool_nerves"}, faces=(S, B))
    table.do(WEP)
    assert table.stage == "overheat"
    table.do(o.Reroll("cool_nerves", ("special",)))
    assert table[0].overheat == 0 and table.stage == "fly"
    table = activated(Fly(), FAR, hands={"raf": "cool_nerves"}, faces=(S,))
    table.do(WEP, o.PASS)
    assert table[0].overheat == 1


# ---- the altimeter


@pytest.mark.rule("FIS-214")
@pytest.mark.rule("FIS-215")
@pytest.mark.rule("FIS-216")
@pytest.mark.rule("FIS-218")
@pytest.mark.rule("FIS-288")
def test_one_level_for_each_hex_for_nothing_more() -> None:
    table = activated(Fly(level=3), FAR, altimeter=True)
    table.do(o.Advance("ahead", 1))
    assert table[0].level == 4 and table[0].speed == 5
    assert table.refused(o.Advance("ahead", 1)) == "FIS-214"
    table.do(o.Advance("left", -1), o.Advance("right", -1, "wep"))
    assert table[0].level == 2
    assert table.refused(o.Advance("ahead", 2)) == "FIS-216"
    assert table.refused(o.Advance("ahead", -2)) == "FIS-216"
    assert not [x for x in table.legal(o.Rotate) if hasattr(x, "climb")]
    table = activated(Fly(level=1), FAR, altimeter=True)
    table.do(o.Advance("ahead", -1))
    assert table[0].level == 0 and table[0].out == "", "level 0 is no ground"
    assert table.refused(o.Advance("ahead", -1)) == "FIS-214"


@pytest.mark.rule("FIS-214")
@pytest.mark.rule("FIS-092")
def test_without_the_altimeter_there_is_one_level() -> None:
    table = activated(Fly(level=3), FAR)
    assert table[0].level == 0
    assert table.refused(o.Advance("ahead", 1)) == "FIS-214"


# ---- wind


@pytest.mark.rule("FIS-243")
@pytest.mark.rule("FIS-249")
@pytest.mark.rule("FIS-252")
@pytest.mark.rule("FIS-254")
@pytest.mark.rule("FIS-256")
@pytest.mark.parametrize(("force", "hexes"), [(1, 0), (2, 1), (3, 2)])
def test_a_tailwind_gives_free_hexes_once_a_turn_by_its_force(force: int, hexes: int) -> None:
    table = activated(Fly(facing=2), FAR, wind=Wind(2, force))
    for _ in range(hexes):
        table.do(TAIL)
    assert table[0].speed == 6
    assert table.refused(TAIL) == "FIS-256"
    table.do(AHEAD, o.END, o.Activate(1), AHEAD, o.END, o.Activate(0))
    assert table.refused(TAIL) == "FIS-256", "once a turn"


@pytest.mark.rule("FIS-256")
@pytest.mark.rule("FIS-238")
@pytest.mark.rule("FIS-239")
def test_the_tailwind_blows_along_the_facing_and_serves_after_the_last_paid_hex() -> None:
    for facing in (0, 1, 3, 4, 5):
        assert not [x for x in activated(Fly(facing=facing), FAR, wind=Wind(2, 3)).legal(o.Advance) if x.by == "tail"]
    table = activated(Fly(facing=2, speed=1), FAR, wind=Wind(2, 3))
    table.do(AHEAD)
    assert table[0].speed == 0
    table.do(TAIL, TAIL)
    table = activated(Fly(facing=1, speed=2), FAR, wind=Wind(2, 3))
    table.do(AHEAD, TURN_RIGHT)
    assert table.refused(TAIL) == "FIS-256", "at 0 only directly after a hex"


@pytest.mark.rule("FIS-244")
@pytest.mark.rule("FIS-245")
@pytest.mark.rule("FIS-250")
@pytest.mark.rule("FIS-253")
@pytest.mark.rule("FIS-255")
@pytest.mark.parametrize(("force", "most"), [(1, 1), (2, 2), (3, 3)])
def test_a_headwind_gives_levels_that_cost_speed_and_fuel(force: int, most: int) -> None:
    table = activated(Fly(facing=5, level=0, fuel=5), FAR, altimeter=True, fuel=True, wind=Wind(2, force))
    assert max(x.climb for x in table.legal(o.Advance) if x.by == "pay") == most
    table.do(o.Advance("ahead", most))
    assert (table[0].level, table[0].speed, table[0].fuel) == (most, 6 - most, 5 - (most - 1))
    table = activated(Fly(facing=0, level=0), FAR, altimeter=True, wind=Wind(2, force))
    assert max(x.climb for x in table.legal(o.Advance)) == 1, "any other facing: no effect"


# ---- forcing a way, and being stuck

FRONT = ((0, -1), (-1, 0), (1, -1))


def boxed(*beyond: tuple[int, int], faces: tuple[int, ...] = (), **values: object) -> Table:
    wall = [Fly("bf_109e", place, 0) for place in FRONT]
    more = [Fly("hurricane_i", place, side="raf") for place in beyond]
    return activated(Fly(**values), *wall, *more, faces=faces)  # type: ignore[arg-type]


@pytest.mark.rule("FIS-165")
@pytest.mark.rule("FIS-166")
@pytest.mark.rule("FIS-169")
def test_a_boxed_in_aircraft_forces_a_way_with_two_dice() -> None:
    table = boxed(faces=(B, S), leader="")
    assert not table.legal(o.Advance) or all(x.by != "pay" for x in table.legal(o.Advance))
    force = o.ForceThrough(1, "ahead", "ahead")
    events = table.do(force)
    assert describe(events, "shot")[0]["faces"] == ("blank", "special"), "2 dice; a special is no collision"
    assert place(table)[0] == (0, -2) and table[0].speed == 4 and "through" in codes(events)
    assert not table[1].out


@pytest.mark.rule("FIS-167")
@pytest.mark.rule("FIS-168")
@pytest.mark.rule("FIS-170")
def test_a_collision_that_is_not_dodged_destroys_both_for_nobody() -> None:
    table = boxed(faces=(D, C, B, B))
    table.do(o.ForceThrough(1, "ahead", "ahead"))
    assert table.seat == "luftwaffe" and table.stage == "dodge"
    events = table.do(o.Dodge(0))
    assert table[0].out == table[1].out == "collided"
    assert table.position.score == [0, 0] and table.position.kills == [0, 0] and "collided" in codes(events)


@pytest.mark.rule("FIS-168")
@pytest.mark.rule("FIS-169")
def test_the_named_enemy_dodges_with_speed_and_its_own_dice_alone() -> None:
    wall = [Fly("ju_88a", (0, -1), 3, leader="silver"), Fly("bf_109e", (-1, 0)), Fly("bf_109e", (1, -1))]
    table = activated(Fly(), *wall, faces=(D, C), deflection=True, clouds=[(0, -1)])
    table.do(o.ForceThrough(1, "ahead", "ahead"))
    shot = table.position.shots[-1]
    from bob.tactical.hexes.rules.shooting import dodge_dice

    assert {r.code for r in dodge_dice(table.position, shot)} == {"hits", "armour", "quick", "leader"}
    table.next_dice(C, D, B, B, B, B)
    table.do(o.Dodge(1))
    assert table[1].speed == 4 and not table[1].out and place(table)[0] == (0, -2)


@pytest.mark.rule("FIS-165")
def test_nobody_forces_a_way_who_can_fly_on_or_climb_over() -> None:
    table = activated(Fly(), *[Fly("bf_109e", p, 0) for p in FRONT[:2]])
    assert not table.legal(o.ForceThrough)
    assert table.refused(o.ForceThrough(1, "ahead", "ahead")) == "FIS-165"
    table = activated(Fly(level=2), *[Fly("bf_109e", p, 0, level=2) for p in FRONT], altimeter=True)
    assert not table.legal(o.ForceThrough)


@pytest.mark.rule("FIS-171")
def test_no_way_is_forced_without_an_empty_hex_beyond() -> None:
    beyond = ((0, -2), (-1, -1), (1, -2), (-2, 0), (-2, 1), (2, -2), (2, -1))
    table = boxed(*beyond)
    assert not table.legal(o.ForceThrough)


@pytest.mark.rule("FIS-283")
@pytest.mark.rule("FIS-171")
def test_an_aircraft_without_any_way_may_be_chosen_and_loses_its_speed() -> None:
    wall = [Fly("bf_109e", p, 3) for p in FRONT]
    table = Table(battle(Fly(speed=1, criticals=("engine", "surfaces")), *wall))
    events = table.do(o.Activate(0))
    assert table[0].speed == 0 and "stuck" in codes(events) and table.seat == "luftwaffe"
    assert "fires" not in codes(events)


@pytest.mark.rule("FIS-283")
def test_cut_off_after_firing_first_it_loses_its_speed() -> None:
    """A wingman's counter-attack takes the speed with which it could have forced a way."""
    leader = Fly("bf_109e", (0, -1), 3, leader="silver")
    wingman = Fly("bf_109e", (0, 4), 0, wingman_of=1)
    table = activated(
        Fly(speed=2, criticals=("surfaces",)),
        leader,
        wingman,
        *[Fly("bf_109e", p, 3) for p in FRONT[1:]],
        Fly("hurricane_i", (9, 9), side="raf"),
    )
    table.do(o.Fire(1, "front"))
    here = next(x for x in table.legal(o.Counter) if x.at == table[2].at)
    table.next_dice(D, B, B, D)
    table.do(here, o.Dodge(1))
    assert table[0].speed == 0 and table.seat == "luftwaffe" and not table[0].out
    assert describe(table.events, "stuck")[0]["aircraft"] == (0,)


@pytest.mark.rule("FIS-283")
def test_when_a_step_off_the_sheet_is_all_that_is_left_it_is_taken() -> None:
    table = Table(battle(Fly("he_111h", (0, 0), 0), FAR))
    table[0].at = type(table[0].at)(10, -5)
    table.do(o.Activate(0))
    flights = [x for x in table.legal() if isinstance(x, o.Advance) and x.by == "pay"]
    assert flights and o.END not in table.legal()
