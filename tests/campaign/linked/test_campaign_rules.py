"""Section 14: missions, initiative, arrows, control, targets; section 17: the campaign's score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bob.campaigns.linked import orders as o
from bob.campaigns.linked.campaign_data import SOURCE_TYPES
from bob.campaigns.linked.position import BOMBING, Marker, Mission, MissionPoints
from bob.campaigns.linked.scoring import outcome, status_of, tally, target_points
from bob.tactical.cards.damage import leave
from tests.campaign.linked.build import CAMPAIGNS, GAME, Desk, describe, hold


@pytest.mark.rule("DIF-271")
def test_two_sides_play_a_series_of_missions() -> None:
    desk = Desk()
    assert GAME.seats(desk.position) == ("axis", "allied")
    for _ in range(4):
        desk.mission(1 if desk.position.initiative == "axis" else 11, "intact")
    assert len(desk.position.missions) == 4 and GAME.to_move(desk.position) == ()


@pytest.mark.rule("DIF-272")
def test_the_score_sheet_keeps_the_missions() -> None:
    desk = Desk()
    desk.mission(1, "damaged", axis=2)
    seen = GAME.view(desk.position, "allied")
    line = seen.score_sheet[0]
    assert (seen.campaign, line.number, line.attacker, line.arrow, line.target) == ("trial", 1, "axis", 1, "field")
    assert (line.axis_option, line.allied_option, line.bombs, line.status) == (2, None, 5, "damaged")


@pytest.mark.rule("DIF-EX-57")
@pytest.mark.rule("DIF-273")
@pytest.mark.rule("DIF-274")
def test_four_missions_of_six_turns() -> None:
    desk = Desk()
    assert describe(desk.events, "campaign") == [{"campaign": "trial", "missions": 4, "turns": 6, "scale": 1}]
    for number in range(1, 5):
        assert desk.position.mission == number and desk.position.outcome is None
        desk.mission(1 if desk.position.initiative == "axis" else 11, "intact")
        assert describe(desk.events, "begins")[-1]["turns"] == 6
    assert desk.position.outcome is not None
    assert all(campaign.missions >= 1 for campaign in CAMPAIGNS.values())


@pytest.mark.rule("DIF-275")
def test_the_sheet_says_who_begins() -> None:
    for code, campaign in CAMPAIGNS.items():
        desk = Desk(code)
        assert GAME.to_move(desk.position) == (campaign.initiative,)


@pytest.mark.rule("DIF-276")
@pytest.mark.rule("DIF-295")
def test_destroyed_keeps_the_initiative() -> None:
    desk = Desk()
    desk.mission(1, "destroyed")
    assert desk.position.initiative == "axis"
    assert desk.refused(o.PickArrow(11), "allied") == "DIF-276"


@pytest.mark.rule("DIF-296")
@pytest.mark.parametrize("status", ["intact", "damaged"])
def test_intact_or_damaged_hands_it_over(status: str) -> None:
    desk = Desk()
    desk.mission(1, status)
    assert desk.position.initiative == "allied"


@pytest.mark.rule("DIF-277")
@pytest.mark.rule("DIF-297")
@pytest.mark.rule("DIF-298")
@pytest.mark.rule("DIF-EX-59")
def test_bombs_make_the_status() -> None:
    target = CAMPAIGNS["trial"].targets["field"]
    assert (target.damaged, target.destroyed) == (5, 10)
    found = [status_of(bombs, target.damaged, target.destroyed) for bombs in (0, 4, 5, 9, 10, 30)]
    assert found == ["intact", "intact", "damaged", "damaged", "destroyed", "destroyed"]


@pytest.mark.rule("DIF-278")
@pytest.mark.rule("DIF-279")
def test_a_side_flies_its_own_arrows_from_tail_to_head() -> None:
    desk = Desk()
    assert desk.refused(o.PickArrow(11)) == "DIF-278"
    assert desk.refused(o.PickArrow(99)) == "DIF-278"
    assert describe(desk.do(o.PickArrow(1)), "arrow") == [{"arrow": 1, "side": "axis", "target_code": "field"}]
    seen = {a.number: (a.launch, a.target) for a in GAME.view(desk.position, "axis").arrows}
    assert seen[1] == (None, "field") and seen[2] == ("field", "town")


@pytest.mark.rule("DIF-280")
@pytest.mark.rule("DIF-EX-58")
def test_the_first_mission_begins_at_a_start() -> None:
    desk = Desk("poland_1939")
    assert [order.arrow for order in GAME.choices(desk.position, "axis").listed] == [1, 2, 3, 4, 6]
    assert desk.refused(o.PickArrow(5)) == "DIF-280"


@pytest.mark.rule("DIF-281")
def test_targets_deeper_in_are_worth_more() -> None:
    for campaign in CAMPAIGNS.values():
        for arrow in campaign.arrows.values():
            if arrow.launch is not None and arrow.side == "axis":
                assert campaign.targets[arrow.target].destroyed > campaign.targets[arrow.launch].destroyed, (campaign.code, arrow.number)


@pytest.mark.rule("DIF-282")
@pytest.mark.rule("DIF-284")
@pytest.mark.rule("DIF-286")
def test_the_aircraft_of_the_arrow_and_the_interceptors_fly() -> None:
    desk = Desk()
    hold(desk.position, "field", "axis")
    desk.fly(2)
    assert desk.types("axis") == ["a6m5_zeke", "a6m5_zeke", "b5n2", "b5n2", "bf_109e", "bf_110c"]
    assert desk.types("allied") == ["defiant_i", "p_51d"]
    # A pictured fighter carries bombs (DIF-259), an escort does not.
    assert [craft.type for craft in desk.crafts if craft.loaded] == ["bf_109e"]
    assert desk.position.battle is not None and desk.position.battle.terms.mission


@pytest.mark.rule("DIF-283")
def test_both_sides_add_aircraft_by_options() -> None:
    desk = Desk()
    desk.fly(1, axis=4, allied=2)
    assert desk.types("axis") == ["a6m5_zeke", "a6m5_zeke", "b5n2"]
    assert desk.types("allied") == ["f4u_corsair", "spitfire_i"]


@pytest.mark.rule("DIF-285")
def test_the_sheet_lists_its_aircraft() -> None:
    assert CAMPAIGNS["trial"].aircraft == (
        "a6m5_zeke",
        "b5n2",
        "b_24d",
        "bf_109e",
        "bf_110c",
        "defiant_i",
        "f4u_corsair",
        "p_51d",
        "spitfire_i",
    )


@pytest.mark.rule("DIF-287")
@pytest.mark.rule("DIF-288")
@pytest.mark.rule("DIF-289")
@pytest.mark.parametrize("status", ["damaged", "destroyed"])
def test_a_hit_target_is_held_and_flown_from(status: str) -> None:
    desk = Desk()
    desk.mission(1, status)
    assert desk.position.markers == {"field": Marker("axis", status)}
    if desk.position.initiative == "allied":
        desk.mission(11, "intact")
    desk.do(o.PickArrow(2))
    assert desk.position.arrow == 2


@pytest.mark.rule("DIF-290")
def test_the_own_destroyed_target_is_not_attacked_again() -> None:
    desk = Desk()
    desk.mission(1, "destroyed")
    assert desk.refused(o.PickArrow(1)) == "DIF-290"
    assert [order.arrow for order in GAME.choices(desk.position, "axis").listed] == [2, 3]


@pytest.mark.rule("DIF-291")
def test_an_intact_target_is_no_launch_point() -> None:
    desk = Desk()
    desk.mission(1, "intact")
    desk.mission(11, "intact")
    assert desk.position.markers == {} and desk.refused(o.PickArrow(2)) == "DIF-288"


@pytest.mark.rule("DIF-292")
def test_an_intact_target_may_be_attacked_again() -> None:
    desk = Desk()
    desk.mission(1, "intact")
    desk.mission(11, "intact")
    assert desk.mission(1, "damaged").status == "damaged"


@pytest.mark.rule("DIF-293")
@pytest.mark.rule("DIF-294")
def test_a_held_target_may_be_attacked_and_its_marker_replaced() -> None:
    desk = Desk()
    hold(desk.position, "field", "allied", "damaged")
    assert o.PickArrow(2) not in GAME.choices(desk.position, "axis").listed
    desk.mission(1, "damaged")
    assert desk.position.markers["field"] == Marker("axis", "damaged")
    # A repeat that ends Intact leaves the marker, and bombs do not add up (GAP-54).
    desk.mission(11, "intact")
    desk.mission(1, "intact")
    assert desk.position.markers["field"] == Marker("axis", "damaged")


def test_a_damaged_target_of_ones_own_may_be_destroyed_yet() -> None:
    desk = Desk()
    desk.mission(1, "damaged")
    desk.mission(11, "intact")
    desk.mission(1, "destroyed")
    assert desk.position.markers["field"] == Marker("axis", "destroyed")


@pytest.mark.rule("DIF-299")
def test_the_types_of_target_are_the_rules_eight() -> None:
    assert SOURCE_TYPES == ("tanks", "infantry", "factory", "bridge", "airfield", "cargo", "carrier", "railway")
    used = {target.type for campaign in CAMPAIGNS.values() for target in campaign.targets.values()}
    assert used >= {"tanks", "infantry", "factory", "bridge", "airfield", "cargo", "carrier", "railway"}


def test_a_side_without_an_arrow_passes_the_initiative_on_and_when_neither_has_one_it_ends() -> None:
    desk = Desk("long_trial")
    desk.mission(1, "destroyed")
    desk.mission(3, "destroyed")
    assert desk.position.initiative == "allied" and describe(desk.events, "initiative_passes") == [{"side": "allied"}]
    desk.mission(11, "destroyed")
    desk.mission(12, "destroyed")
    assert desk.position.outcome is not None and len(describe(desk.events, "no_arrows")) == 1
    assert len(desk.position.missions) == 4 < desk.sheet.missions


# ---- the battle within


@pytest.mark.rule("DIF-338")
def test_the_attacker_begins_every_turn_of_an_ordinary_dogfight() -> None:
    desk = Desk()
    desk.fly(1, axis=4)
    battle = desk.position.battle
    assert battle is not None and battle.parties[battle.first] == "axis" and battle.terms.turns == 6
    seat = GAME.to_move(desk.position)[0]
    assert GAME.choices(desk.position, seat) == GAME.cards.choices(battle, seat)
    assert desk.refused(o.LayFlak("tight")) == "DIF-273"


@pytest.mark.rule("DIF-339")
def test_the_mission_ends_when_all_attackers_are_down() -> None:
    desk = Desk()
    desk.fly(1)
    desk.down(*desk.own("axis"))
    desk.land()
    line = desk.position.missions[0]
    assert (line.bombs, line.status) == (0, "intact") and desk.position.phase == "arrow"


@pytest.mark.rule("DIF-340")
def test_the_bombs_fall_when_all_defenders_are_down() -> None:
    desk = Desk()
    desk.fly(1)
    desk.down(*desk.own("allied"))
    desk.land()
    assert desk.position.phase == BOMBING and GAME.to_move(desk.position) == ("axis",)


def test_escorts_alone_drop_nothing() -> None:
    desk = Desk()
    desk.fly(1, axis=4)
    desk.down(desk.own("axis")[0])
    desk.land()
    assert desk.position.missions[0].status == "intact", "GAP-64"


# ---- scoring


@pytest.mark.rule("DIF-352")
@pytest.mark.rule("DIF-353")
@pytest.mark.rule("DIF-354")
def test_points_of_the_target() -> None:
    assert [target_points(status, 5, 10) for status in ("intact", "damaged", "destroyed")] == [(0, 10), (5, 0), (10, 0)]
    desk = Desk()
    line = desk.mission(1, "intact")
    assert (line.axis.target, line.allied.target) == (0, 10)


@pytest.mark.rule("DIF-355")
@pytest.mark.rule("DIF-356")
@pytest.mark.rule("DIF-EX-69")
def test_aircraft_and_target_add_up() -> None:
    desk = Desk()
    desk.position.initiative = "allied"
    desk.fly(11)
    victim = desk.own("axis")[0]
    assert (victim.type, victim.vp) == ("bf_110c", 10)
    desk.down(victim)
    desk.land()
    desk.bomb("tight")
    line = desk.position.missions[0]
    assert line.status == "destroyed" and line.allied == MissionPoints(10, 10, 1, 20, 0) and line.allied.total == 10 + 10


def test_damaged_aircraft_count_half_at_the_end_of_a_mission() -> None:
    desk = Desk()
    desk.fly(1)
    corsair = desk.own("allied")[0]
    desk.hurt(corsair, corsair.front.airframe)
    desk.land()
    desk.bomb("normal")
    assert desk.position.missions[0].axis.aircraft == corsair.vp // 2, "GAP-17"


def line_of(axis: MissionPoints, allied: MissionPoints) -> Mission:
    return Mission(1, "axis", 1, "field", None, None, 0, "intact", axis, allied)


@pytest.mark.rule("DIF-357")
@pytest.mark.rule("DIF-EX-70")
@pytest.mark.rule("DIF-EX-71")
def test_the_result_is_allied_less_axis() -> None:
    assert line_of(tally(10, 3), tally(0, 20)).result == 7
    assert line_of(tally(0, 30), tally(0, 20)).result == -10


@pytest.mark.rule("DIF-391")
@pytest.mark.rule("DIF-392")
@pytest.mark.rule("DIF-EX-79")
def test_each_side_is_divided_by_the_scale_before_netting() -> None:
    axis, allied = tally(24, 6, scale=3), tally(0, 13, scale=3)
    assert (axis.total, allied.total) == (10, 4) and line_of(axis, allied).result == -6


@pytest.mark.rule("DIF-358")
@pytest.mark.rule("DIF-359")
@pytest.mark.rule("DIF-360")
@pytest.mark.rule("DIF-EX-72")
def test_the_total_is_looked_up() -> None:
    desk = Desk()
    desk.position.missions = [line_of(tally(0, 40), tally(100, 0)), line_of(tally(20, 0), tally(0, 80))]
    assert desk.position.total == 120
    found = outcome(desk.position, desk.sheet)
    assert (found.code, found.winner, found.points) == ("campaign.outcome.allied_minor", "allied", {"axis": 60.0, "allied": 180.0})
    campaign = CAMPAIGNS["trial"]
    expected = {-500: "axis_major", -150: "axis_major", -149: "axis_minor", -100: "axis_minor", -99: "draw", 0: "draw", 99: "draw"}
    assert {total: campaign.result(total) for total in expected} == expected
    assert [campaign.result(total) for total in (100, 149, 150, 900)] == ["allied_minor", "allied_minor", "allied_major", "allied_major"]
    desk.position.missions = []
    assert outcome(desk.position, replace(campaign)).winner is None


def test_the_last_mission_ends_the_campaign() -> None:
    desk = Desk()
    for _ in range(4):
        desk.mission(1 if desk.position.initiative == "axis" else 11, "intact")
    # Each time 10 points to the defender: two of each side.
    assert desk.position.total == 0 and desk.position.outcome is not None
    assert desk.position.outcome.code == "campaign.outcome.draw"
    assert describe(desk.events, "campaign_over") == [{"total": 0, "outcome": "draw"}]


def test_those_that_left_are_not_shot_down() -> None:
    desk = Desk()
    desk.fly(1)
    battle = desk.position.battle
    assert battle is not None
    leave(battle, desk.own("allied")[0], "left")
    desk.land()
    desk.bomb("normal")
    assert desk.position.missions[0].axis.aircraft == 0, "GAP-61"
