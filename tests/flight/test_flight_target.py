"""Over the target: every mode of bombing, strafing, looks, Area and Target Flak, clouds."""

from __future__ import annotations

import pytest

from bob.core.errors import BobError
from bob.tactical.cards import orders as o
from bob.tactical.cards.flight import FlightTarget
from bob.tactical.cards.orders import DONE, PASS
from bob.tactical.cards.position import NOBODY
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.bombing import bomb_cards, flak_cards, points_of, strafe_cards
from bob.tactical.cards_classic.data import HEAVY_BOMBER
from bob.tactical.cards_classic.position import ACTIONS, BOMB_TURN, BOMBING, CHOOSE, DISCARD, EGRESS, HOMEBOUND, INGRESS, OUTBOUND
from tests.flight.sky import AIRCRAFT, DISPLAY, RAIL, SHIP, El, Fo, Sky, describe, kinds_of, with_card

QUIET = FlightTarget("barn", hit=1, direct=3, vital=5)
"""A target without Flak."""
QUIET_SHIP = FlightTarget("freighter", naval=True, hit=2, direct=4, vital=6)


def over(*axis: El | Fo, target: FlightTarget = QUIET, active: int = 0, allied: tuple[El | Fo, ...] = (), **terms: object) -> Sky:
    """An Element over the target in its Bombing or Strafing step."""
    return Sky(axis, allied or (El("p_40b", "scissors", altitude="very_high"),), target=target, **terms).at(BOMBING, active, BOMB_TURN)


def bombers(*axis: El | Fo, target: FlightTarget = QUIET, **terms: object) -> Sky:
    """Aircraft in formation of two types that are about to come over the target, in an order of their owner's."""
    sky = Sky(axis, (El("p_40b", altitude="very_high"),), target=target, **terms)
    return sky.at(CHOOSE, NOBODY, BOMB_TURN).to("release")


# ---- level (21.3)


@pytest.mark.rule("CAM-21.31a", "CAM-21.32a", "CAM-21.32b", "CAM-21.32c", "CAM-21.22b", "CAM-16.21", "CAM-21.44b", "CAM-GAP-36")
@pytest.mark.parametrize(("altitude", "cards", "flak"), [("low", 1, 3), ("very_low", 2, 4)])
def test_level_bombing(altitude: str, cards: int, flak: int) -> None:
    sky = over(El("ki_43", load="bombs", altitude=altitude), target=RAIL)
    assert bomb_cards(sky.position, DISPLAY, sky[0], "level") == cards
    assert flak_cards(sky.position, DISPLAY, sky[0], "level") == flak
    events = sky.do(f.BombTarget("level"))
    assert len(describe(events, "bombs")[0]["faces"]) == cards and len(describe(events, "flak")[0]["faces"]) == flak


@pytest.mark.rule("CAM-21.23", "CAM-21.31a", "CAM-23.61a", "CAM-21.31b")
def test_fighters_bomb_level_low_only_and_what_has_no_rating_does_not() -> None:
    sky = over(El("ki_43", load="bombs"))
    assert sky.position.phase != BOMBING, "nothing to decide at Medium"
    sky = over(El("ki_30", load="bombs", altitude="low"))
    sky.refused(f.BombTarget("saturation"), "CAM-21.22a")
    sky.refused(f.BombTarget("dive"), "CAM-21.22a")
    assert DISPLAY.allowed("level", 2, formed=True) and not DISPLAY.allowed("level", 2, formed=False)


# ---- bombs (18, 21.1)


@pytest.mark.rule("CAM-21.11a", "CAM-21.11b", "CAM-18.23", "CAM-18.21b", "CAM-15.2k", "CAM-21.12a")
def test_bombs_fall_in_the_bomb_turn_all_at_once() -> None:
    for leg in (OUTBOUND, INGRESS, EGRESS, HOMEBOUND):
        sky = Sky([El("ki_30", "scissors", load="bombs", altitude="low")], [El("p_40b", altitude="high")], target=QUIET).at(
            BOMBING, leg=leg
        )
        assert sky.position.passage is None and sky.position.phase == ACTIONS
    sky = over(El("ki_30", load="bombs", altitude="low", wingman=True))
    sky.do(f.BombTarget("level"))
    assert sky.sortie(0).load == "" and sky.sortie(1).load == "bombs"
    sky.do(f.BombTarget("level"))
    assert sky.sortie(1).load == ""


@pytest.mark.rule("CAM-GAP-34", "CAM-23.61a")
def test_an_element_may_decline() -> None:
    sky = over(El("ki_30", "scissors", load="bombs", altitude="low"))
    sky.do(DONE)
    assert sky.sortie(0).load == "bombs" and sky.position.phase == ACTIONS


@pytest.mark.rule("CAM-21.13b", "CAM-21.14c", "CAM-21.15", "CAM-21.83")
@pytest.mark.parametrize(("result", "points"), [("miss", 0), ("hit", 1), ("direct", 3), ("vital", 5)])
def test_each_result_has_its_points(result: str, points: int) -> None:
    sky = over(El("ki_30", load="bombs", altitude="low"))
    sky.stack(f"*/{result}")
    sky.do(f.BombTarget("level"))
    assert sky.points() == points


@pytest.mark.rule("CAM-21.14a", "CAM-21.14b", "CAM-22.23b")
def test_results_count_even_if_the_flak_destroys_the_bomber() -> None:
    sky = over(El("ki_30", "", load="bombs", altitude="low"), target=RAIL)
    sky.stack("tight_turn/direct ims_2b3d ims_2b3d scissors")
    events = sky.do(f.BombTarget("level"))
    assert sky[0].out == "down" and sky.points() == 3
    codes = [e.code for e in events if e.code in ("bombs", "flak", "shot_down", "results")]
    assert codes == ["bombs", "flak", "shot_down", "results"]


@pytest.mark.rule("CAM-17.14b1", "CAM-18.11b", "CAM-18.11d", "CAM-18.21a")
def test_against_land_a_torpedo_bomber_carries_bombs() -> None:
    sky = Sky([El("b5n2", load="torpedo", wingman=True)], [El("p_40b")], target=QUIET)
    assert sky.sortie(0).load == sky.sortie(1).load == "bombs"
    sky = Sky([El("b5n2", load="choice", wingman=True)], [El("p_40b")], target=QUIET)
    assert sky.sortie(0).load == "bombs"


@pytest.mark.rule("CAM-17.14b2", "CAM-17.14a2", "CAM-GAP-35", "CAM-GAP-67", "CAM-S.9f")
def test_against_ships_the_owner_says_before_the_first_turn_what_it_carries() -> None:
    sky = Sky([El("b5n2", load="choice", wingman=True, altitude="low")], [El("p_40b")], target=SHIP)
    assert sky.position.phase == "prepare" and sky.legal() == [f.TakeLoad(0, "bombs"), f.TakeLoad(0, "torpedo")]
    sky.do(f.TakeLoad(0, "torpedo"))
    assert sky.sortie(0).load == sky.sortie(1).load == "torpedo"
    sky = Sky([El("b5n2", load="torpedo", altitude="very_low")], [El("p_40b")], target=SHIP).at(BOMBING, leg=BOMB_TURN)
    assert not sky.legal(f.BombTarget) or f.BombTarget("level") not in sky.legal()


@pytest.mark.rule("CAM-GAP-35")
def test_a_medium_that_does_not_start_very_low_carries_bombs() -> None:
    sky = Sky([Fo("g4m", load="choice", altitude="medium")], [El("p_40b")], target=SHIP)
    assert sky.sortie(0).load == "bombs"
    sky = Sky([Fo("g4m", load="torpedo", altitude="medium")], [El("p_40b")], target=SHIP)
    assert sky.sortie(0).load == "bombs"
    sky = Sky([Fo("g4m", load="choice", altitude=None)], [El("p_40b")], target=SHIP)
    sky.do(f.TakeLoad(0, "torpedo"))
    assert sky.height(0) == "very_low"


@pytest.mark.rule("CAM-17.14", "CAM-21.51")
def test_only_torpedo_bombers_carry_torpedoes() -> None:
    with pytest.raises(BobError):
        Sky([El("d3a1", load="torpedo")], [El("p_40b")], target=SHIP)


# ---- dive (21.4)


@pytest.mark.rule("CAM-21.41", "CAM-21.42a", "CAM-21.42b", "CAM-21.43", "CAM-21.44a", "CAM-21.22c", "CAM-17.13a", "CAM-GAP-60")
@pytest.mark.parametrize(("start", "end", "cards", "flak"), [("medium", "low", 2, 3), ("low", "very_low", 3, 4)])
def test_dive_bombing(start: str, end: str, cards: int, flak: int) -> None:
    sky = over(El("d3a1", "scissors", load="bombs", altitude=start, wingman=True), target=RAIL)
    assert sky.legal() == [f.DIVE_TO_BOMB, DONE]
    before = len(sky[0].hand)
    events = sky.do(f.DIVE_TO_BOMB)
    assert sky.height(0) == sky.height(1) == end and len(sky[0].hand) == before and not describe(events, "drew")
    events = sky.do(f.BombTarget("dive"))
    assert len(describe(events, "bombs")[0]["faces"]) == cards and len(describe(events, "flak")[0]["faces"]) == flak


@pytest.mark.rule("CAM-21.41")
@pytest.mark.parametrize("altitude", ["very_low", "high"])
def test_a_dive_begins_at_medium_or_low(altitude: str) -> None:
    sky = over(El("d3a1", "scissors", load="bombs", altitude=altitude))
    assert f.DIVE_TO_BOMB not in sky.legal() and not sky.legal(f.BombTarget)


@pytest.mark.rule("CAM-GAP-60")
def test_who_has_dived_must_dive_bomb_once() -> None:
    sky = over(El("d3a1", "scissors", load="bombs", wingman=True))
    sky.do(f.DIVE_TO_BOMB, DONE)
    assert sky.legal() == [f.BombTarget("dive")], "the last who can"
    sky = over(El("d3a1", "scissors", load="bombs", wingman=True))
    sky.do(f.DIVE_TO_BOMB, f.BombTarget("dive"))
    assert DONE in sky.legal()


@pytest.mark.rule("CAM-S.6c", "CAM-GAP-60")
def test_an_enemy_behind_may_follow_the_dive() -> None:
    sky = Sky([El("d3a1", "scissors", load="bombs")], [El("p_40b", "tight_turn")], target=QUIET)
    sky.behind(1, 0, 2)
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.do(f.DIVE_TO_BOMB)
    assert sky.seat == "allied"
    sky.do(o.Follow(()))
    assert sky.height(1) == "low" and sky.legal() == [f.BombTarget("dive")]


# ---- torpedoes (21.5)


def dropper(altitude: str = "very_low", *, low: bool = True, target: FlightTarget = QUIET_SHIP) -> Sky:
    sky = Sky([El("b5n2", "scissors", load="torpedo", altitude=altitude)], [El("p_40b", altitude="high")], target=target)
    sky.sortie(0).low = low
    return sky.at(BOMBING, leg=BOMB_TURN)


@pytest.mark.rule("CAM-21.52", "CAM-21.53b", "CAM-21.54a", "CAM-21.55a", "CAM-21.55b", "CAM-17.14c")
def test_a_torpedo_is_one_card_and_twice_the_points() -> None:
    sky = dropper()
    sky.stack("tight_turn/direct")
    events = sky.do(f.BombTarget("torpedo"))
    assert len(describe(events, "bombs")[0]["faces"]) == 1 and sky.points() == 8
    sky = dropper()
    sky.stack("tight_turn/miss")
    sky.do(f.BombTarget("torpedo"))
    assert sky.points() == 0
    sky = dropper(low=False)
    sky.refused(f.BombTarget("torpedo"), "CAM-21.53b")


@pytest.mark.rule("CAM-21.53b", "CAM-21.53c", "CAM-S.6b", "CAM-24.53d")
def test_a_torpedo_fb_keeps_its_height_until_home_bound() -> None:
    sky = dropper()
    sky.at("altitude", leg=BOMB_TURN)
    assert sky.position.phase != "altitude", "pinned before the drop"
    sky = dropper()
    sky.do(f.BombTarget("torpedo"))
    sky.at("altitude", leg=EGRESS)
    assert sky.position.phase != "altitude" and sky.position.phase in (ACTIONS, DISCARD)
    sky.at("altitude", leg=HOMEBOUND)
    assert sky.legal(o.Climb)


@pytest.mark.rule("CAM-21.53b")
def test_the_height_at_the_end_of_the_ingress_turn_counts() -> None:
    for altitude, low in (("very_low", True), ("low", False)):
        sky = Sky([El("b5n2", "", load="torpedo", altitude=altitude)], [El("p_40b", "", altitude="high")], target=QUIET_SHIP)
        sky.at(CHOOSE, NOBODY, INGRESS)
        while sky.position.leg == INGRESS:
            sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
        assert sky.sortie(0).low == low


@pytest.mark.rule("CAM-21.53a", "CAM-21.54b", "CAM-21.22d", "CAM-21.12b", "CAM-22.22c")
def test_a_medium_drops_at_the_end_of_the_bomb_turn() -> None:
    sky = bombers(Fo("g4m", load="torpedo", altitude="very_low"), Fo("ki_21"), target=QUIET_SHIP)
    sky.stack("*/vital scissors")
    sky.do(f.Release(0, "torpedo"))
    assert sum(found.points for found in sky.position.scored if found.aircraft == 0) == 12


# ---- saturation (21.6)


@pytest.mark.rule("CAM-21.61", "CAM-21.62a", "CAM-21.62b", "CAM-21.62c", "CAM-18.32", "CAM-18.31a", "CAM-21.22e")
@pytest.mark.parametrize(("altitude", "more"), [("very_low", 1), ("low", 1), ("medium", 0), ("high", -1), ("very_high", -2)])
def test_saturation_by_altitude_with_the_bombsight(altitude: str, more: int) -> None:
    sky = Sky([Fo("b_17d b_17e", altitude=altitude), Fo("ki_21", altitude=altitude)], [El("p_40b")], target=QUIET).at(
        leg=BOMB_TURN, active=3
    )
    assert bomb_cards(sky.position, DISPLAY, sky[0], "saturation") == 6 + 2 + more
    assert bomb_cards(sky.position, DISPLAY, sky[2], "saturation") == max(0, 1 + more), "no bombsight"


@pytest.mark.rule("CAM-18.31b", "CAM-18.32", "CAM-23.63")
def test_american_heavies_bomb_by_two_cards_more_than_their_rating_and_others_by_it() -> None:
    heavies = [card for card in AIRCRAFT.values() if card.kind == HEAVY_BOMBER]
    american = [card for card in heavies if card.nation == "united_states"]
    assert american and 2 * sum(card.norden for card in american) > len(american), "most of them"
    for card in heavies:
        sky = bombers(Fo(card.code), Fo("ki_21"))
        drawn = {e["aircraft"]: len(e["faces"]) for e in describe(sky.do(f.Release(0, "saturation")), "bombs")}
        rating = card.front.bombs["saturation"]
        assert drawn[0] == rating + 2 * card.norden, card.code


@pytest.mark.rule("CAM-21.63", "CAM-GAP-47")
@pytest.mark.parametrize(
    ("target", "cloudy", "points"), [(QUIET, False, 5), (QUIET_SHIP, False, 4), (QUIET, True, 3), (QUIET_SHIP, True, 2)]
)
def test_saturation_on_ships_loses_a_level_and_clouds_take_another(target: FlightTarget, cloudy: bool, points: int) -> None:
    sky = bombers(Fo("ki_21"), Fo("g4m"), target=target)
    sky.position.cloudy = cloudy
    sky.stack("*/vital")
    sky.do(f.Release(0, "saturation"))
    assert sum(found.points for found in sky.position.scored if found.aircraft == 0) == points


@pytest.mark.rule("CAM-17.27a", "CAM-17.27b", "CAM-GAP-34")
def test_a_damaged_bomber_draws_by_its_damaged_side() -> None:
    sky = Sky([Fo("ki_21"), Fo("b_17e")], [El("p_40b", altitude="high")], target=QUIET).at(active=2, leg=BOMB_TURN)
    for craft, hits in ((sky[0], 6), (sky[1], 8)):
        craft.hits, craft.damaged, craft.now = hits, True, craft.back
    assert bomb_cards(sky.position, DISPLAY, sky[0], "saturation") == 0, "none, whatever the altitude"
    assert bomb_cards(sky.position, DISPLAY, sky[1], "saturation") == 5


@pytest.mark.rule("CAM-21.12b", "CAM-23.63", "CAM-S.8e", "CAM-22.24")
def test_bombers_come_last_in_their_owners_order_and_do_not_answer() -> None:
    sky = Sky([El("ki_43", "", altitude="low"), Fo(["ki_21", "g4m"][0]), Fo("g4m")], [El("p_40b", "", altitude="high")], target=RAIL)
    sky.at(CHOOSE, NOBODY, BOMB_TURN)
    while sky.position.phase != "release":
        sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
    assert sky.legal() == [f.Release(1, "saturation"), f.Release(2, "saturation")]
    events = sky.do(f.Release(2, "saturation"))
    assert [e["aircraft"] for e in describe(events, "bombs")] == [2, 1] and not describe(events, "flak_answered")


@pytest.mark.rule("CAM-19.25BM", "CAM-19.35BD", "CAM-GAP-09")
def test_masters_of_bombing_draw_one_more_in_every_mode() -> None:
    sky = over(El("ki_43", load="bombs", altitude="low", skills="BM"))
    assert bomb_cards(sky.position, DISPLAY, sky[0], "level") == 2
    sky = Sky([El("b5n2", load="torpedo", altitude="very_low", skills="BM")], [El("p_40b")], target=SHIP)
    assert bomb_cards(sky.position, DISPLAY, sky[0], "torpedo") == 2
    sky = Sky([Fo("b_17d b_17e", crews=("BD", ""))], [El("p_40b")], target=QUIET)
    assert bomb_cards(sky.position, DISPLAY, sky[0], "saturation") == 9


# ---- strafing (21.7)


@pytest.mark.rule("CAM-21.71a", "CAM-16.23", "CAM-21.24", "CAM-21.73a", "CAM-21.74a", "CAM-21.74b", "CAM-23.61b")
def test_strafing_at_very_low() -> None:
    tables = with_card("ki_43", front={"bursts": 3})
    sky = Sky([El("ki_43", "", altitude="very_low")], [El("p_40b", altitude="high")], tables, target=QUIET).at(BOMBING, leg=BOMB_TURN)
    sky.stack("tight_turn/s tight_turn/- tight_turn/s")
    sky.do(f.STRAFE)
    assert sky.points() == 2
    sky = over(El("ki_43", "scissors", altitude="low"))
    assert not sky.legal(f.StrafeTarget)


@pytest.mark.rule("CAM-21.73a", "CAM-21.73c", "CAM-21.71c", "CAM-GAP-42", "CAM-19.25S")
def test_cards_of_a_strafing_leader_and_wingman() -> None:
    sky = over(El("d3a1", altitude="very_low", wingman=True, skills="BU S"))
    assert strafe_cards(sky.position, sky[0]) == 2, "Burst 1 by skill, and one for S"
    assert strafe_cards(sky.position, sky[1]) == 1, "Burst 1 by his Leader's skill, and no S"
    sky = over(El("a6m2", altitude="very_low", wingman=True))
    sky[0].hits, sky[0].damaged, sky[0].now = 3, True, sky[0].back
    assert strafe_cards(sky.position, sky[1]) == 1, "by the side that his Leader shows"
    sky[0].out = "down"
    assert strafe_cards(sky.position, sky[1]) == 2, "a lost Leader's undamaged side"


@pytest.mark.rule("CAM-21.73c", "CAM-GAP-42", "CAM-19.25BU")
@pytest.mark.parametrize(("reading", "drawn"), [("leader", 3), ("printed", 2)])
def test_a_wingman_strafes_by_his_leaders_rating_with_or_without_what_the_pilot_adds(reading: str, drawn: int) -> None:
    sky = over(El("a6m2", altitude="very_low", wingman=True, skills="BU"), wingman_strafes=reading)
    assert strafe_cards(sky.position, sky[0]) == 3
    sky.do(f.STRAFE)
    while sky.position.passage is not None and sky.position.passage.queue[0] == 0:
        sky.do(sky.legal()[-1])
    sky.do(f.STRAFE)
    assert [len(e["faces"]) for e in describe(sky.events, "strafes")] == [3, drawn]
    sky[0].out = "down"
    assert strafe_cards(sky.position, sky[1]) == 2, "the Pilot is lost with his aircraft"


@pytest.mark.rule("CAM-21.71b", "CAM-21.71d")
def test_fleets_are_not_strafed_and_bombers_do_not_strafe() -> None:
    from bob.tactical.cards_classic.bombing import strafe_refusal

    fleet = FlightTarget("fleet", naval=True, fleet=True)
    sky = over(El("ki_43", "scissors", altitude="very_low"), Fo("ki_21", altitude="very_low"), target=fleet)
    assert strafe_refusal(sky.position, sky[0]) == ("fleet", "CAM-21.71b")
    assert strafe_refusal(sky.position, sky[1]) == ("never_strafes", "CAM-21.71d")


@pytest.mark.rule("CAM-21.72a", "CAM-21.72b", "CAM-22.27a", "CAM-22.27b", "CAM-21.74d", "CAM-22.25")
def test_who_bombs_and_strafes_is_fired_at_twice_and_answers_each_once() -> None:
    sky = over(El("d3a1", "barrel_roll barrel_roll tight_turn", load="bombs", altitude="low"), target=RAIL)
    sky.do(f.DIVE_TO_BOMB)
    sky.stack("tight_turn/hit tight_turn/hit tight_turn/hit ims_1b1d ims_1b1d scissors scissors")
    sky.do(f.BombTarget("dive"), f.AnswerFlak("barrel_roll", "ims_1b1d"))
    assert sky[0].hits == 1, "one answer in all"
    sky.stack("tight_turn/s ims_1b1d scissors scissors scissors")
    events = sky.do(f.STRAFE)
    assert len(describe(events, "flak")[0]["faces"]) == 4, "3, and 1 more at Very Low"
    sky.do(f.AnswerFlak("barrel_roll", "ims_1b1d"))
    assert sky[0].hits == 1 and sky.points() == 4


@pytest.mark.rule("CAM-GAP-10")
@pytest.mark.parametrize(("reading", "volleys"), [(1, 1), (2, 2)])
def test_who_only_strafes_is_fired_at_once_or_by_the_other_reading_twice(reading: int, volleys: int) -> None:
    sky = over(El("ki_43", "", altitude="very_low"), target=RAIL, strafe_only_flak_attacks=reading)
    assert len(describe(sky.do(f.STRAFE), "flak")) == volleys


@pytest.mark.rule("CAM-21.73b", "CAM-21.74c", "CAM-GAP-11")
def test_each_spoiled_attack_of_the_flak_takes_a_strafing_hit() -> None:
    tables = with_card("ki_43", front={"bursts": 3})
    sky = Sky([El("ki_43", "", altitude="very_low")], [El("p_40b", altitude="high")], tables, target=RAIL).at(BOMBING, leg=BOMB_TURN)
    sky.stack("tight_turn/s tight_turn/s scissors/s maneuvering_sa scissors scissors scissors")
    sky.do(f.STRAFE)
    assert sky.points() == 2


# ---- Flak (22)


@pytest.mark.rule(
    "CAM-22.0a", "CAM-22.0b", "CAM-22.11", "CAM-22.12", "CAM-22.13a", "CAM-22.13b", "CAM-22.13c", "CAM-22.14", "CAM-23.54", "CAM-23.71"
)
@pytest.mark.parametrize("leg", [INGRESS, EGRESS])
def test_area_flak_after_all_turns_at_everyone_over_the_target(leg: str) -> None:
    sky = Sky([El("ki_43", "barrel_roll", wingman=True), Fo("ki_21")], [El("p_40b", "barrel_roll"), El("buffalo_i", "")], target=RAIL)
    sky.at(CHOOSE, NOBODY, leg, outside=(4,))
    for craft in sky.position.crafts:
        craft.acted = craft.number != 4 and not craft.bomber
    sky.go_on()
    while describe(sky.events, "area_flak") == []:
        if len(sky.position.pile) > 4 and sky.position.phase == DISCARD:
            sky.stack("ims_1b1d maneuvering_sa ims_2b2d ims_2b2d")
        sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
    assert [e["aircraft"] for e in describe(sky.events, "area_flak")] == [0, 1, 2, 3], "each once, not who waits outside"
    assert all(len(e["faces"]) == 1 for e in describe(sky.events, "area_flak"))
    hurt = {e["aircraft"]: e["hits"] for e in describe(sky.events, "hit")}
    shots = {e["aircraft"]: e["faces"][0] for e in describe(sky.events, "area_flak")}
    for number, face in shots.items():
        shoots = face.startswith(("ims", "oots"))
        assert (number in hurt) == shoots


@pytest.mark.rule("CAM-22.21", "CAM-22.22a", "CAM-22.22b", "CAM-23.52a", "CAM-23.52c", "CAM-23.52d", "CAM-S.8d", "CAM-22.23f")
def test_target_flak_at_all_who_fly_over_defenders_too() -> None:
    sky = Sky([El("ki_43", "")], [El("p_40b", "scissors", wingman=True, altitude="very_low")], target=RAIL)
    sky.at(BOMBING, 1, BOMB_TURN)
    while sky.position.passage is not None:
        sky.do(PASS)
    flak = describe(sky.events, "flak")
    assert [e["aircraft"] for e in flak] == [1, 2] and all(e["mode"] == "neither" for e in flak), (
        "Leader first; they neither bomb nor strafe"
    )
    sky = Sky([El("ki_43", "", altitude="medium")], [El("p_40b", altitude="high")], target=RAIL).at(BOMBING, leg=BOMB_TURN)
    assert len(describe(sky.events, "flak")[0]["faces"]) == 2, "one fewer at Medium"


@pytest.mark.rule("CAM-22.28b", "CAM-23.53c", "CAM-22.21")
def test_no_flak_at_who_waits_outside() -> None:
    sky = Sky([El("ki_43", "scissors")], [El("p_40b")], target=RAIL).at(BOMBING, leg=BOMB_TURN, outside=(0, 1))
    assert not describe(sky.events, "flak")


@pytest.mark.rule("CAM-22.23a", "CAM-GAP-22")
def test_flak_is_never_below_none() -> None:
    faint = FlightTarget("barn", target_flak=1)
    sky = Sky([El("ki_43", altitude="very_high")], [El("p_40b")], target=faint)
    assert flak_cards(sky.position, DISPLAY, sky[0], "neither") == 0


@pytest.mark.rule("CAM-22.23c", "CAM-22.23d", "CAM-22.23e", "CAM-GAP-38", "CAM-22.26b")
def test_each_spoiled_attack_cancels_the_best_card_left() -> None:
    sky = over(El("ki_43", "barrel_roll", load="bombs", altitude="very_low"), target=RAIL)
    sky.stack("tight_turn/direct tight_turn/hit ims_2b2d_sa scissors scissors scissors")
    sky.do(f.BombTarget("level"))
    sky.refused(f.AnswerFlak("barrel_roll", "scissors"), "CAM-22.26b")
    sky.do(f.AnswerFlak("barrel_roll", "ims_2b2d_sa"))
    assert sky[0].hits == 0 and sky.points() == 1, "the damage is answered, the symbol is not"


@pytest.mark.rule("CAM-22.26a", "CAM-22.26c", "CAM-22.28a")
def test_a_leader_answers_from_his_hand_a_wingman_from_a_mini_hand() -> None:
    sky = over(El("ki_30", "barrel_roll", load="bombs", altitude="low", wingman=True), target=RAIL)
    sky.stack("*/miss ims_1b1d scissors scissors")
    sky.do(f.BombTarget("level"), f.AnswerFlak("barrel_roll", "ims_1b1d"))
    assert sky[0].hits == 0
    sky.stack("tight_turn/hit ims_2b2d scissors scissors tight_turn maneuvering")
    sky.do(f.BombTarget("level"))
    assert kinds_of(sky.position, 1) == ["tight_turn", "maneuvering"]
    assert sky.legal() == [f.AnswerFlak("tight_turn", "ims_2b2d"), PASS]
    sky.refused(f.AnswerFlak("maneuvering", "ims_2b2d"), "CAM-22.28a")
    sky.do(f.AnswerFlak("tight_turn", "ims_2b2d"))
    assert sky[1].hits == 0 and not sky[1].hand


@pytest.mark.rule("CAM-19.35NS")
def test_nerves_of_steel_ignore_the_first_spoiled_attack() -> None:
    sky = bombers(Fo("b_17d b_17e", crews=("NS", "")), target=RAIL)
    sky.stack(" ".join(["tight_turn/hit"] * 5 + ["barrel_roll/hit"] * 3 + ["maneuvering_sa", "maneuvering_sa", "scissors"]))
    sky.do(f.Release(0, "saturation"))
    assert len(describe(sky.events, "nerves")) == 1
    assert sum(found.aircraft == 0 for found in sky.position.scored) == 7


# ---- clouds and Resources


@pytest.mark.rule("CAM-24.53d", "CAM-GAP-47")
@pytest.mark.parametrize(("margin", "hidden"), [("b", True), ("p", False)])
def test_clouds_over_target_are_drawn_for_once(margin: str, hidden: bool) -> None:
    sky = Sky([El("ki_30", "", load="bombs", altitude="low")], [El("p_40b", "", altitude="high")], target=RAIL, clouds=True)
    sky.position.leg, sky.position.leg_turn, sky.position.leg_turns = OUTBOUND, 2, 2
    while sky.position.phase != "stand_off":
        sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
    sky.do(f.StandOff(1))
    sky.stack(f"scissors/{margin}")
    sky.do(f.Overfly(0))
    assert sky.position.cloudy == hidden and len(describe(sky.events, "clouds")) == 1
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.stack("tight_turn/direct")
    events = sky.do(f.BombTarget("level"))
    assert len(describe(events, "flak")[0]["faces"]) == (2 if hidden else 3)
    if sky.position.scored:
        assert sky.position.scored[0].result == ("hit" if hidden else "direct")


@pytest.mark.rule("CAM-24.53d")
def test_clouds_do_not_touch_torpedoes() -> None:
    sky = dropper(target=SHIP)
    sky.position.cloudy = True
    assert flak_cards(sky.position, DISPLAY, sky[0], "torpedo") == 3
    assert flak_cards(sky.position, DISPLAY, sky[0], "neither") == 1


@pytest.mark.rule("CAM-GAP-52", "CAM-21.55b")
def test_a_loaded_flight_deck_makes_bombs_worth_more_not_torpedoes() -> None:
    assert points_of(SHIP, "dive", "hit", 1) == 3 and points_of(SHIP, "dive", "miss", 1) == 0
    assert points_of(SHIP, "torpedo", "hit", 1) == 4 and points_of(SHIP, "strafing", "hit", 1) == 1


# ---- looks (23.64)


@pytest.mark.rule("CAM-23.64a", "CAM-23.64b", "CAM-GAP-33", "CAM-17.3a")
def test_a_reconnaissance_looks_by_the_procedure_of_bombing() -> None:
    sky = bombers(Fo("hudson", load=""), Fo("ki_21", load=""), target=RAIL)
    sky.stack("*/hit */direct maneuvering_sa scissors scissors")
    events = sky.do(f.Release(0, "look"))
    assert len(describe(events, "flak")[0]["faces"]) == 3, "Flak as against Saturation"
    assert sky.sortie(0).looks == 1, "the best is cancelled, the other counts"
    assert sky.points() == 0 and sky.game.result(sky.position).looks == 1
