"""The legs of a flight: lengths, standing off, zones, the way home, the end, and what comes back."""

from __future__ import annotations

import pytest

from bob.core.errors import BobError
from bob.tactical.cards import orders as o
from bob.tactical.cards.flight import CLASSIC, FlightEdition, FlightTarget, FlightTerms
from bob.tactical.cards.orders import STAY
from bob.tactical.cards.position import NOBODY
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.execution import FlightRun
from bob.tactical.cards_classic.position import (
    ACTIONS,
    ALTITUDE,
    ANYWHERE,
    BOMB_TURN,
    BOMBING,
    CHOOSE,
    EGRESS,
    INGRESS,
    JETTISON,
    OUTSIDE,
    OVERHEAD,
    STAND_OFF,
    WINGMAN,
)
from bob.tactical.cards_classic.responses import helpers, start_of
from bob.tactical.cards_classic.steps import home_turns
from tests.flight.sky import RAIL, SHIP, TABLES, El, Fo, Sky, describe, kinds_of, terms_of

QUIET = FlightTarget("barn")


def idle(sky: Sky) -> None:
    """Nobody does anything; bombers bomb."""
    sky.do(sky.legal(o.Act, o.Stay, o.EndPhase, o.NoAnswer, f.Overfly, f.Release)[0])


def legs(sky: Sky) -> list[tuple[str, int, int]]:
    """The legs as they are flown when nobody does anything."""
    while sky.position.owing:
        idle(sky)
    return [(e["leg"], e["leg_turn"], e["leg_turns"]) for e in describe(sky.events, "game_turn")]


# ---- legs and lengths (15.1, 23.1 to 23.4)


@pytest.mark.rule("CAM-15.1g", "CAM-23.1c", "CAM-23.22", "CAM-23.3", "CAM-23.4", "CAM-23.8a", "CAM-S.8a", "CAM-23.1d", "CAM-S.9a")
def test_a_phased_flight_goes_out_over_the_target_and_home() -> None:
    sky = Sky([El("ki_43")], [El("p_40b", altitude="high")], target=QUIET, home_bound=7)
    assert legs(sky) == [
        ("target_bound", 1, 2), ("target_bound", 2, 2), ("ingress", 1, 1), ("bomb_turn", 1, 1), ("egress", 1, 1), ("home_bound", 1, 1),
    ]  # fmt: skip
    assert describe(sky.events, "decided") == [{"aircraft": 1, "zone": "over"}, {"aircraft": 0, "zone": "over"}]


@pytest.mark.rule("CAM-23.25b", "CAM-S.8a", "CAM-GAP-19")
def test_a_leg_of_no_turns_is_skipped_but_not_the_decision() -> None:
    sky = Sky([El("ki_43")], [El("p_40b", altitude="high")], target=QUIET, target_bound=0, home_bound=3)
    assert [leg for leg, _, _ in legs(sky)] == ["ingress", "bomb_turn", "egress"]
    assert len(describe(sky.events, "decided")) == 2


@pytest.mark.rule("CAM-15.1f", "CAM-23.1a", "CAM-23.1b", "CAM-GAP-54", "CAM-S.8f")
def test_a_fixed_mission_lasts_its_turns_or_until_one_side_is_gone() -> None:
    sky = Sky([El("ki_43")], [El("p_40b", altitude="high")], turns=4)
    assert legs(sky) == [("fight", turn, 4) for turn in (1, 2, 3, 4)]
    sky = Sky([El("ki_43", "oots_3b4d")], [El("p_40b", "")])
    sky.behind(0, 1, 2)
    sky[1].hits = 2
    sky.at()
    sky.do(o.Attack("oots_3b4d", 1))
    assert sky.position.phase == "over" and sky.position.turn == 2


@pytest.mark.rule("CAM-GAP-54", "CAM-S.8f", "CAM-24.43c")
def test_a_phased_flight_goes_on_without_defenders_and_ends_without_attackers() -> None:
    sky = Sky([El("ki_43")], [], target=QUIET)
    assert len(legs(sky)) == 6
    sky = Sky([El("ki_43", "tight_turn")], [El("p_40b", "", altitude="high")], target=QUIET).at(JETTISON, leg="target_bound")
    sky.do(f.QuitFlight(0))
    assert sky.position.phase == "over"


def test_what_cannot_be_flown_is_said() -> None:
    for wrong in (
        {"turns": 0},
        {"structure": "phased"},
        {"target": RAIL, "bombing": ""},
    ):
        with pytest.raises(BobError):
            Sky([El("ki_43")], [El("p_40b")], **wrong)
    with pytest.raises(BobError):
        Sky([El("nothing")], [El("p_40b")])
    with pytest.raises(BobError):
        Sky([El("ki_43", altitude="very_high")], [El("d3a1", altitude="very_high")])


# ---- standing off (23.5)


def deciding(*axis: El | Fo, allied: tuple[El | Fo, ...] = (El("p_40b", "tight_turn"),), **terms: object) -> Sky:
    """The last Target-Bound turn is over."""
    sky = Sky(axis, allied, target=QUIET, **terms).at(CHOOSE, NOBODY, "target_bound")
    return sky.to(STAND_OFF)


def test_that_a_leg_is_over_shows_nobody_anything_while_it_may_be_taken_back() -> None:
    sky = deciding(El("ki_43", wingman=True), Fo("ki_21"))
    assert {sortie.zone for sortie in sky.position.sorties} == {ANYWHERE}
    sky.do(f.Overfly(3))
    sky.do(f.StandOff(0))
    assert [sortie.zone for sortie in sky.position.sorties] == [OUTSIDE, OUTSIDE, OVERHEAD, OVERHEAD]


@pytest.mark.rule("CAM-23.51a", "CAM-23.51b", "CAM-S.8c", "CAM-GAP-50", "CAM-GAP-26")
def test_the_defender_decides_first_and_openly_for_each_element() -> None:
    sky = deciding(El("ki_43", wingman=True), Fo("ki_21"), allied=(El("p_40b"), El("buffalo_i")))
    assert sky.seat == "allied" and sky.legal() == [f.Overfly(3), f.StandOff(3)]
    sky.do(f.StandOff(3), f.Overfly(4))
    assert sky.seat == "axis" and sky.game.view(sky.position, "axis").aircraft[3].zone == "outside"
    sky.do(f.Overfly(0))
    assert sky.position.leg == INGRESS
    assert [sky.sortie(n).zone for n in range(5)] == ["over", "over", "over", "outside", "over"], "bombers have no choice"


@pytest.mark.rule("CAM-GAP-27", "CAM-16.33")
@pytest.mark.parametrize(("axis_off", "allied_off", "kept"), [(False, False, True), (True, True, True), (True, False, False)])
def test_a_position_between_the_zones_is_broken(axis_off: bool, allied_off: bool, kept: bool) -> None:
    sky = deciding(El("ki_43", "tight_turn"))
    sky.behind(0, 1)
    sky.do(f.StandOff(1) if allied_off else f.Overfly(1), f.StandOff(0) if axis_off else f.Overfly(0))
    assert (sky[0].holds == 1) == kept


@pytest.mark.rule("CAM-23.53b", "CAM-S.8b", "CAM-23.52b", "CAM-23.66a")
def test_zones_fight_apart() -> None:
    sky = Sky([El("ki_43", "maneuvering ims_1b1d")], [El("p_40b", "tight_turn"), El("buffalo_i", "tight_turn")], target=QUIET)
    sky.at(ACTIONS, leg=INGRESS, outside=(0, 2))
    assert {order.target for order in sky.legal(o.PlayManoeuvre, o.Attack)} == {2}
    sky.refused(o.Attack("ims_1b1d", 1), "CAM-23.53b")


@pytest.mark.rule("CAM-23.53c", "CAM-GAP-26")
def test_who_waits_alone_changes_altitude_discards_and_draws() -> None:
    sky = Sky([El("ki_30", "vertical_roll tight_turn", wingman=True, load="bombs")], [El("p_40b", "")], target=QUIET)
    sky.at(JETTISON, leg=INGRESS, outside=(0, 1))
    assert sky.position.phase == ALTITUDE, "no jettison"
    sky.do(STAY)
    assert sky.position.phase == "discard", "no Card Play"
    assert sky.sortie(0).load == "bombs", "it keeps its bombs"


@pytest.mark.rule("CAM-GAP-26")
def test_who_stands_off_cannot_bomb_any_more() -> None:
    sky = Sky([El("ki_30", "tight_turn", load="bombs", altitude="low")], [El("p_40b", "")], target=QUIET)
    sky.at(BOMBING, leg=BOMB_TURN, outside=(0, 1))
    assert sky.position.passage is None


@pytest.mark.rule("CAM-S.8b")
def test_helpers_are_in_the_same_zone() -> None:
    sky = Sky([El("p_40b", "maneuvering")], [El("a6m2", "tight_turn"), El("ki_43", "tight_turn"), Fo("ki_21")], target=QUIET)
    sky.at(ACTIONS, leg=INGRESS, outside=(2,))
    exchange = start_of(sky.position, "pick", sky[0], NOBODY, "maneuvering")
    assert [c.number for c in helpers(sky.position, exchange)] == [1]


# ---- the Bomb Turn (23.6)


@pytest.mark.rule("CAM-23.62a", "CAM-23.62b", "CAM-23.62c", "CAM-23.62d", "CAM-23.67", "CAM-GAP-07")
def test_the_order_of_the_bomb_turn() -> None:
    sky = Sky(
        [El("ki_30", "maneuvering tight_turn ims_1b1d", wingman=True, load="bombs", altitude="low")],
        [El("p_40b", "scissors", altitude="low")],
        target=RAIL,
    )
    sky.at(JETTISON, leg=BOMB_TURN)
    sky.do(STAY)
    sky.stack("*/hit scissors scissors scissors */hit barrel_roll barrel_roll barrel_roll")
    sky.do(f.BombTarget("level"), f.BombTarget("level"))
    assert [e.code for e in sky.events if e.code in ("bombs", "flak", "results")] == ["bombs", "flak", "results"] * 2
    assert sky.position.phase == "discard", "a Leader who bombs skips Card Play, and discards and draws"
    sky.do(o.discard("ims_1b1d"), o.DONE)
    assert describe(sky.events, "drew")[-1]["aircraft"] == 0


@pytest.mark.rule("CAM-GAP-16", "CAM-15.2k")
@pytest.mark.parametrize("skips", [True, False])
def test_a_strafing_leader_skips_card_play_too(skips: bool) -> None:
    flown = [El("ki_43", "maneuvering", altitude="very_low")], [El("p_40b", "", altitude="very_low")]
    sky = Sky(*flown, target=QUIET, strafing_skips_play=skips).at(BOMBING, leg=BOMB_TURN)
    sky.stack("scissors scissors scissors")
    sky.do(f.STRAFE)
    assert (sky.position.phase == ACTIONS) != skips


@pytest.mark.rule("CAM-23.65", "CAM-GAP-17")
@pytest.mark.parametrize("level", [1, 2])
def test_who_bombs_or_strafes_gives_up_his_position_not_those_on_him(level: int) -> None:
    sky = Sky(
        [El("ki_30", "", load="bombs", altitude="low")],
        [El("p_40b", "", altitude="low"), El("buffalo_i", "", altitude="low")],
        target=QUIET,
    )
    sky.behind(0, 1, level)
    sky.behind(2, 0)
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.do(f.BombTarget("level"))
    assert sky[0].holds == NOBODY and sky[2].holds == 0


@pytest.mark.rule("CAM-23.66b", "CAM-S.4e", "CAM-GAP-66")
def test_who_bombs_answers_each_card_once() -> None:
    sky = Sky(
        [El("ki_30", "tight_turn tight_turn barrel_roll", altitude="low")],
        [El("p_40b", "maneuvering tight_turn ims_1b1d", altitude="low")],
        target=QUIET,
    )
    sky.sortie(0).busy = True
    sky.at(ACTIONS, 1, BOMB_TURN)
    sky.do(o.PlayManoeuvre("maneuvering", 0, 1), f.Respond(0, "tight_turn"), f.Respond(1, "tight_turn"))
    assert sky[1].holds == 0, "its second answer is not asked for"
    sky.do(o.Attack("ims_1b1d", 0))
    assert sky.legal(f.Respond), "to the next card it may answer again"


@pytest.mark.rule("CAM-GAP-15", "CAM-23.66b")
def test_who_has_answered_one_card_twice_in_this_turn_may_not_bomb() -> None:
    sky = Sky(
        [El("ki_30", "tight_turn tight_turn barrel_roll", load="bombs", altitude="low")],
        [El("p_40b", "maneuvering tight_turn", altitude="low")],
        target=QUIET,
    )
    sky.at(ACTIONS, 1, BOMB_TURN)
    sky.do(o.PlayManoeuvre("maneuvering", 0, 1), f.Respond(0, "tight_turn"), f.Respond(1, "tight_turn"), f.Respond(0, "tight_turn"))
    sky.let_pass()
    assert sky.sortie(0).chained
    sky.at(BOMBING, 0, BOMB_TURN)
    assert sky.position.passage is None, "nothing left to decide"


@pytest.mark.rule("CAM-17.24a", "CAM-23.52a", "CAM-23.66a", "CAM-20.11")
def test_overflying_defenders_attack_bombers_in_all_three_turns() -> None:
    for leg in (INGRESS, BOMB_TURN, EGRESS):
        sky = Sky([Fo("ki_21 ki_21")], [El("p_40b", "ims_1b1d", wingman=True)], target=QUIET).at(WINGMAN, 2, leg)
        assert sky.legal(f.AttackFormations), leg


# ---- after the target (23.7, 23.8)


@pytest.mark.rule("CAM-23.72a", "CAM-23.72b", "CAM-23.72c", "CAM-GAP-28", "CAM-23.53a")
def test_after_the_egress_turn_only_who_stayed_outside_keeps_his_position() -> None:
    sky = Sky([El("ki_43", ""), El("a6m2", "")], [El("p_40b", ""), El("buffalo_i", "")], target=QUIET, home_bound=9)
    sky.behind(0, 2)
    sky.behind(1, 3)
    sky.at(CHOOSE, NOBODY, EGRESS, outside=(1, 3))
    while sky.position.leg == EGRESS:
        idle(sky)
    assert sky[0].holds == NOBODY and sky[1].holds == 3
    assert {sky.sortie(n).zone for n in range(4)} == {""}


@pytest.mark.rule("CAM-23.8b", "CAM-23.8d", "CAM-23.24a", "CAM-GAP-18", "CAM-23.25a")
def test_the_way_home_is_worked_out_once_by_the_slowest_left() -> None:
    sky = Sky([El("ki_43"), Fo("ki_21 ki_21")], [El("p_40b")], target=QUIET, home_bound=8)
    assert home_turns(sky.position) == 3
    FlightRun(sky.position, sky.dice).hurt(sky[1], 6, -2)
    assert home_turns(sky.position) == 4, "the side that shows counts"
    for craft in (sky[1], sky[2]):
        FlightRun(sky.position, sky.dice).hurt(craft, 20, -2)
    assert home_turns(sky.position) == 2, "Fighters fly at 6"
    assert home_turns(Sky([Fo("ki_21")], [El("p_40b")], target=QUIET, home_bound=8, home_change=2).position) == 5
    assert home_turns(Sky([Fo("ki_21")], [El("p_40b")], target=QUIET, home_bound=3).position) == 0


@pytest.mark.rule("CAM-23.26a", "CAM-25.62b")
def test_a_strike_is_not_shortened_by_speed() -> None:
    sky = Sky([Fo("ki_21")], [El("p_40b")], target=SHIP, home_bound=1, speed_shortens=False)
    assert home_turns(sky.position) == 1
    sky = Sky([Fo("ki_21")], [El("p_40b")], target=SHIP, home_bound=1, speed_shortens=False, home_change=-1)
    assert home_turns(sky.position) == 0


# ---- what is free and secret (GAP-64, S.9f)


@pytest.mark.rule("CAM-GAP-64", "CAM-S.9f", "CAM-24.48d")
def test_free_altitudes_are_chosen_in_secret_and_shown_together() -> None:
    sky = Sky([El("d3a1", altitude=None, wingman=True)], [El("p_40b", altitude=None)])
    assert set(sky.position.owing) == {"axis", "allied"}
    assert [order.altitude for order in sky.legal()] == ["high", "low", "medium", "very_low"], "as its card allows"
    sky.do(o.StartAltitude(0, "high"))
    assert sky.game.view(sky.position, "allied").aircraft[0].altitude is None
    assert sky.game.view(sky.position, "axis").aircraft[0].altitude == 3
    assert not describe(sky.events, "starts")
    sky.do(o.StartAltitude(2, "low"))
    assert [sky.height(n) for n in range(3)] == ["high", "high", "low"]


@pytest.mark.rule("CAM-S.9f")
def test_hands_are_their_owners_and_sizes_everybodys() -> None:
    sky = Sky([El("a6m2", "tight_turn scissors", wingman=True)], [El("p_40b", "scissors")]).at(WINGMAN)
    sky.do(f.GoFor(2))
    mine, theirs = (sky.game.view(sky.position, seat).aircraft for seat in ("axis", "allied"))
    assert mine[1].cards is not None and theirs[1].cards is None and theirs[1].hand == len(mine[1].cards)
    assert theirs[0].cards is None and theirs[0].hand == 2
    drawn = [e for e in sky.events if e.code == "drawn"]
    assert all(len(e.to) == 1 for e in drawn)


# ---- what comes back (S.9b, S.7c)


@pytest.mark.rule("CAM-S.9b", "CAM-S.9c", "CAM-S.7c", "CAM-GAP-14", "CAM-24.61b")
def test_what_comes_back() -> None:
    sky = Sky([El("ki_43", wingman=True, skills="BU"), Fo("ki_21 ki_21")], [El("p_40b")], target=QUIET).at()
    run = FlightRun(sky.position, sky.dice)
    run.hurt(sky[0], 9, 4)
    run.hurt(sky[1], 3, 4)
    run.hurt(sky[2], 6, -2)
    run.go(sky[1])
    result = sky.game.result(sky.position)
    assert [fate.fate for fate in result.aircraft] == ["destroyed", "left_damaged", "damaged", "whole", "whole"]
    assert [(fate.unit, fate.place) for fate in result.aircraft] == [("axis0", 0), ("axis0", 1), ("axis1", 0), ("axis1", 1), ("allied0", 0)]
    assert result.aircraft[0].airman == "ace" and result.aircraft[0].airman_lost and result.aircraft[0].by == ("allied0", 0)
    assert not result.aircraft[1].airman_lost and result.aircraft[1].by is None
    assert sky.position.score == [0, 0], "no victory points of the card game"


@pytest.mark.rule("CAM-24.61d", "CAM-17.13d", "CAM-GAP-53", "CAM-S.9b")
def test_who_overflew_is_known() -> None:
    sky = deciding(El("ki_43"), El("ki_30", load="bombs"))
    sky.do(f.StandOff(2), f.StandOff(0), f.Overfly(1))
    assert [fate.overflew for fate in sky.game.result(sky.position).aircraft] == [False, True, False]


@pytest.mark.rule("CAM-S.9a", "CAM-DAT-17")
def test_terms_are_data_and_the_default_edition_is_the_classic_one() -> None:
    from bob.core.codec import decode, encode

    made = terms_of([El("ki_43", skills="A"), Fo("ki_21 ki_21")], [El("p_40b")], target=RAIL)
    assert decode(FlightTerms, encode(made)) == made
    edition = made.edition
    assert edition == FlightEdition() == TABLES.editions[CLASSIC].switches
    assert (edition.rear_angle, edition.first_skip, edition.wingman_attacks, edition.lone_wingman) == (1, "element", "one", "flies_on")
    assert (
        edition.strafe_only_flak_attacks == 1 and edition.strafing_skips_play and not edition.both_in_a_turn and not edition.angle_of_attack
    )


@pytest.mark.rule("CAM-GAP-51", "CAM-DAT-16")
@pytest.mark.parametrize(("flip", "damaged"), [("reach", True), ("exceed", False)])
def test_a_limit_is_met_at_equality_unless_the_edition_says_otherwise(flip: str, damaged: bool) -> None:
    sky = Sky([El("ki_43")], [El("p_40b")], flip=flip)
    FlightRun(sky.position, sky.dice).hurt(sky[0], 3, 1)
    assert sky[0].damaged == damaged


@pytest.mark.rule("CAM-GAP-62")
def test_one_deck_serves_all_and_is_shuffled_again_when_it_is_out() -> None:
    sky = Sky([El("ki_43", "tight_turn")], [El("p_40b", "")]).at()
    sky.position.discard += sky.position.pile[:-1]
    del sky.position.pile[:-1]
    drawn = FlightRun(sky.position, sky.dice).open_draw(5)
    assert len(drawn) == 5 and len(sky.position.pile) + 5 + 1 == len(TABLES.deck.whole)
    assert kinds_of(sky.position, 0) == ["tight_turn"]


@pytest.mark.rule("CAM-23.62b")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_wingman_who_has_attacked_does_not_bomb_or_strafe(attacks: bool) -> None:
    sky = Sky(
        [El("ki_43", "", load="bombs", altitude="very_low", wingman=True)], [El("p_40b", "scissors", altitude="very_low")], target=QUIET
    )
    sky.behind(1 + 1, 0)
    sky.at(WINGMAN, leg=BOMB_TURN)
    if attacks:
        sky.stack("scissors scissors")
        sky.do(f.GoFor(2))
        if sky.position.assault is not None:
            sky.do(f.END_ATTACK)
    while sky.position.passage is None:
        sky.do(STAY)
    sky.stack("scissors scissors")
    sky.do(o.DONE)
    while sky.position.passage is not None and sky.position.passage.stage == "flak":
        sky.do(o.PASS)
    assert (sky.position.passage is not None) != attacks
    if not attacks:
        assert f.BombTarget("level") in sky.legal() and f.STRAFE in sky.legal()


@pytest.mark.rule("CAM-S.1a", "CAM-S.2a", "CAM-17.11", "CAM-24.48c")
def test_an_element_has_one_seat_one_altitude_one_zone_one_turn() -> None:
    sky = Sky([El("ki_43", "tight_turn", wingman=True)], [El("p_40b", "")], target=QUIET).at(CHOOSE, NOBODY, "target_bound")
    sky.to(STAND_OFF)
    sky.do(f.Overfly(2), f.StandOff(0))
    assert sky.sortie(0).zone == sky.sortie(1).zone == "outside" and sky[0].seat == sky[1].seat
    assert not sky[1].hand and sky.sortie(1).airman is None, "a Wingman has no hand and no Pilot"
    turns = [e["aircraft"] for e in describe(sky.events, "turn")]
    assert 1 not in turns


@pytest.mark.rule("CAM-17.14a1", "CAM-17.25", "CAM-21.13a", "CAM-18.11a", "CAM-17.21d")
def test_a_torpedo_bomber_with_a_rating_may_bomb_level_and_a_medium_saturates() -> None:
    sky = Sky([El("b5n2", "", load="bombs", altitude="low")], [El("p_40b", "", altitude="high")], target=SHIP).at(BOMBING, leg=BOMB_TURN)
    assert sky.legal(f.BombTarget) == [f.BombTarget("level")]
    sky = Sky([Fo("g4m", load="bombs"), Fo("ki_21", load="")], [El("p_40b", "", altitude="high")], target=SHIP).at(
        CHOOSE, NOBODY, BOMB_TURN
    )
    sky.to("release")
    assert sky.legal(f.Release) == [f.Release(0, "saturation"), f.Release(1, "look")], "who carries nothing only looks"


@pytest.mark.rule("CAM-23.26b", "CAM-23.25a")
def test_a_resource_changes_the_length_of_a_strike() -> None:
    sky = Sky([El("d3a1")], [El("p_40b")], target=SHIP, target_bound=4, home_bound=1, home_change=1, speed_shortens=False)
    assert sky.position.leg_turns == 4 and home_turns(sky.position) == 2


@pytest.mark.rule("CAM-GAP-54")
def test_a_flight_ends_at_once_when_the_flak_takes_the_last_attacker() -> None:
    sky = Sky([El("ki_43", "")], [El("p_40b", "", altitude="high")], target=RAIL)
    sky[0].hits, sky[0].damaged, sky[0].now = 5, True, sky[0].back
    sky.at(CHOOSE, NOBODY, EGRESS)
    for craft in sky.position.crafts:
        craft.acted = True
    sky.position.active, sky.position.phase = NOBODY, CHOOSE
    sky.stack("ims_1b1d ims_1b1d")
    sky.go_on()
    assert sky.position.phase == "over" and not describe(sky.events, "rejoined")
