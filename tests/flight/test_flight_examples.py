"""The worked examples of the rules, played."""

from __future__ import annotations

import pytest

from bob.core.errors import BobError
from bob.tactical.cards import orders as o
from bob.tactical.cards.flight import FlightTarget
from bob.tactical.cards.orders import PASS
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.contacts import attack_hand, turret_hand
from bob.tactical.cards_classic.position import BOMB_TURN, BOMBING, CHOOSE, EGRESS, INGRESS, WINGMAN
from tests.flight.sky import SHIP, El, Fo, Sky, describe, kinds_of, with_card

RAIL = FlightTarget("rail_complex", area_flak=1, target_flak=3, hit=1, direct=3, vital=5)
BATTLESHIP = FlightTarget("battleship", naval=True, target_flak=4, hit=2, direct=5, vital=8, strafing_hit=1)


def hurt(craft: Craft, points: int) -> None:
    """It has taken so many points before."""
    craft.hits = points
    if points >= craft.front.airframe:
        craft.damaged, craft.now = True, craft.back


@pytest.mark.rule("CAM-EX-01")
def test_models_of_a_type_share_a_formation() -> None:
    assert len(Sky([El("a6m2")], [Fo("b_17d b_17e")]).position.crafts) == 3
    with pytest.raises(BobError):
        Sky([El("a6m2")], [Fo("b_17d hudson")])


@pytest.mark.rule("CAM-EX-05")
def test_an_ace_answers_with_any_card() -> None:
    sky = Sky([El("ki_43", "vertical_roll oots_2b2d", skills="A")], [El("p_40b", "oots_2b3d vertical_roll")]).at(active=1)
    sky.do(o.Attack("oots_2b3d", 0), f.Respond(0, "vertical_roll"), f.Respond(1, "vertical_roll"))
    assert sky.legal() == [PASS, f.Respond(0, "oots_2b2d", True)], "no regular answer"
    sky.do(f.Respond(0, "oots_2b2d", True))
    assert sky[0].markers == 0 and sky[0].hits == 0
    ace = Sky([El("ki_43", "vertical_roll oots_2b2d", skills="A")], [El("p_40b", "oots_2b3d vertical_roll ace_pilot")]).at(active=1)
    ace.do(o.Attack("oots_2b3d", 0), f.Respond(0, "vertical_roll"), f.Respond(1, "vertical_roll"), f.Respond(0, "oots_2b2d", True))
    ace.do(f.Respond(1, "ace_pilot"))
    assert ace[0].hits == 3, "an Ace Pilot answers an Ace Pilot"


@pytest.mark.rule("CAM-EX-06")
def test_mini_hands_of_wingmen_at_bombers() -> None:
    sky = Sky([El("a6m2", wingman=True)], [El("p_40b", wingman=True), Fo("b_17e")])
    assert (attack_hand(sky.position, sky[3], True), attack_hand(sky.position, sky[1], True)) == (3, 4)


def zero_at_fortresses() -> Sky:
    """EX-07 to EX-10: a Zero Wingman at two B-17E, one with 7 points, a P-40 near."""
    sky = Sky([El("a6m2", "scissors", wingman=True)], [El("p_40b", "tight_turn"), Fo("b_17e b_17e")])
    hurt(sky[3], 7)
    sky.at(WINGMAN)
    sky.stack("ims_1b2d oots_2b3d maneuvering tight_turn")
    sky.do(f.AttackFormations())
    return sky


@pytest.mark.rule("CAM-EX-07", "CAM-EX-08", "CAM-EX-09", "CAM-EX-10", "CAM-EX-11")
def test_a_zero_wingman_at_the_fortresses() -> None:
    sky = zero_at_fortresses()
    sky.do(f.TryPick("maneuvering"), f.Respond(2, "tight_turn"), f.Respond(1, "tight_turn"))
    sky.stack("ims_1b1d ims_2b2d maneuvering_sa")
    sky.do(f.NameBomber(3))
    assert kinds_of(sky.position, 3) == ["ims_1b1d", "ims_2b2d", "maneuvering_sa"], "2 and 1"
    sky.do(o.Attack("ims_1b2d", 3), f.CounterFire("maneuvering_sa"))
    assert (sky[1].hits, sky[3].hits) == (0, 7) and sky.position.exchange is None
    sky.do(o.Attack("oots_2b3d", 3), f.CounterFire("ims_2b2d"))
    assert (sky[1].hits, sky[3].hits) == (2, 10) and sky[3].damaged
    assert turret_hand(sky.position, sky[3]) == sky[3].now.dt, "nobody supports it any more"


@pytest.mark.rule("CAM-EX-12")
def test_a_torpedo_doubles() -> None:
    sky = Sky([El("b5n2", "", load="torpedo", altitude="very_low")], [El("p_40b", "", altitude="high")], target=SHIP)
    sky.sortie(0).low = True
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.stack("*/direct scissors scissors scissors")
    sky.do(f.BombTarget("torpedo"))
    assert sky.points() == 8


EIGHT = "*/miss */miss */miss */hit */hit */hit */direct */vital"


@pytest.mark.rule("CAM-EX-13", "CAM-EX-14")
@pytest.mark.parametrize(("naval", "results"), [(False, ["hit", "hit", "hit", "direct", "vital"]), (True, ["hit", "direct"])])
def test_a_fortress_saturates(naval: bool, results: list[str]) -> None:
    target = FlightTarget("target", naval=naval)
    sky = (
        Sky([Fo("b_17e"), Fo("ki_21")], [El("p_40b", "", altitude="very_high")], target=target).at(CHOOSE, NOBODY, BOMB_TURN).to("release")
    )
    sky.stack(EIGHT)
    events = sky.do(f.Release(0, "saturation"))
    assert len(describe(events, "bombs")[0]["faces"]) == 8
    assert sorted(found.result for found in sky.position.scored if found.aircraft == 0) == sorted(results)


@pytest.mark.rule("CAM-EX-15", "CAM-EX-16")
def test_vals_strafe_a_battleship() -> None:
    sky = Sky([El("d3a1", "", load="bombs", wingman=True, altitude="low")], [El("p_40b", "", altitude="very_high")], target=BATTLESHIP)
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.do(f.DIVE_TO_BOMB)
    sky.stack("*/miss */miss */miss scissors scissors scissors scissors scissors")
    sky.do(f.BombTarget("dive"))
    sky.stack("*/s tight_turn tight_turn tight_turn tight_turn tight_turn")
    events = sky.do(f.STRAFE)
    assert len(describe(events, "strafes")[0]["faces"]) == 1 and len(describe(events, "flak")[0]["faces"]) == 5
    sky.stack("*/miss */miss */miss barrel_roll barrel_roll barrel_roll barrel_roll barrel_roll")
    sky.do(f.BombTarget("dive"))
    sky.stack("*/s vertical_roll vertical_roll vertical_roll vertical_roll vertical_roll")
    sky.do(f.STRAFE)
    assert sky.points() == 2


def rail_raid(**heights: str) -> Sky:
    """The raid on the rail complex. Numbers: Ki-43 0 and 1, Ki-30 2 and 3, Ki-21 4 and 5, Buffalos 6 and 7, Hurricanes 8 and 9."""
    return Sky(
        [El("ki_43", wingman=True), El("ki_30", "barrel_roll", load="bombs", altitude="low", wingman=True), Fo("ki_21 ki_21")],
        [El("buffalo_i", wingman=True), El("hurricane_iib", "barrel_roll", wingman=True)],
        target=RAIL,
    )


@pytest.mark.rule("CAM-EX-19", "CAM-EX-20", "CAM-EX-22", "CAM-EX-44")
def test_who_overflies_the_rail_complex() -> None:
    sky = rail_raid().at(CHOOSE, NOBODY, "target_bound").to("stand_off")
    sky.do(f.StandOff(6), f.Overfly(8), f.StandOff(0), f.Overfly(2))
    assert [sky.sortie(n).overflew for n in range(10)] == [False, False, True, True, True, True, False, False, True, True]
    for leg in (INGRESS, BOMB_TURN):
        sky.at("actions", 0, leg, outside=(0, 1, 6, 7))
        targets = {order.target for order in sky.legal(f.GoFor, o.Attack, o.PlayManoeuvre)}
        assert targets <= {6, 7} and not sky.legal(f.AttackFormations)


@pytest.mark.rule("CAM-EX-21", "CAM-EX-35")
@pytest.mark.parametrize(("leg", "lost", "at"), [(INGRESS, (), [2, 3, 4, 5, 8, 9]), (EGRESS, (4, 9), [2, 3, 5, 8])])
def test_area_flak_over_the_rail_complex(leg: str, lost: tuple[int, ...], at: list[int]) -> None:
    sky = rail_raid()
    for number in (4, 5):
        hurt(sky[number], 2)
    for number in lost:
        sky[number].out = "down"
    sky.at(CHOOSE, NOBODY, leg, outside=(0, 1, 6, 7))
    from bob.tactical.cards_classic.bombing import area_flak
    from bob.tactical.cards_classic.execution import FlightRun

    cards = {2: "scissors", 3: "maneuvering_sa", 4: "tight_turn", 5: "oots_2b2d", 8: "ims_1b1d", 9: "half_loop"}
    sky.stack(" ".join(cards[number] for number in at))
    run = FlightRun(sky.position, sky.dice)
    area_flak(run)
    assert [e["aircraft"] for e in describe(run.events, "area_flak")] == at
    assert (sky[5].hits, sky[8].hits, sky[3].hits) == (4, 1, 0) and not sky[5].damaged


@pytest.mark.rule("CAM-EX-23", "CAM-EX-24")
def test_the_owner_names_the_ki_21_which_is_flipped() -> None:
    sky = Sky([Fo("ki_21 ki_21")], [El("hurricane_iib", "oots_3b4d", wingman=True)], target=RAIL)
    hurt(sky[0], 2)
    sky.at("actions", 2, BOMB_TURN)
    sky.do(f.AttackFormations(), f.LET_NAME)
    assert sky.seat == "axis"
    sky.do(f.NameBomber(0), o.Attack("oots_3b4d", 0))
    sky.let_pass()
    assert sky[0].hits == 6 and sky[0].damaged and sky.sortie(0).formation == NOBODY


@pytest.mark.rule("CAM-EX-25", "CAM-EX-26", "CAM-EX-27")
def test_target_flak_at_the_hurricanes() -> None:
    sky = Sky([El("ki_43", "")], [El("hurricane_iib", "barrel_roll", wingman=True)], target=RAIL)
    hurt(sky[1], 1)
    sky.at("altitude", 1, BOMB_TURN)
    sky.stack("barrel_roll ims_1b1d")
    events = sky.do(o.STAY)
    assert [len(e["faces"]) for e in describe(events, "flak")] == [2], "3 - 1, the Leader first"
    sky.stack("ims_2b2d oots_3b4d scissors maneuvering")
    sky.do(f.AnswerFlak("barrel_roll", "ims_1b1d"))
    assert sky[1].hits == 1 and kinds_of(sky.position, 2) == ["scissors", "maneuvering"]
    assert sky.legal() == [PASS]
    sky.do(PASS)
    assert sky[2].hits == 6 and sky[2].out == "down"


@pytest.mark.rule("CAM-EX-28", "CAM-EX-29", "CAM-EX-30")
def test_the_ki_30s_bomb() -> None:
    sky = Sky([El("ki_30", "barrel_roll", load="bombs", altitude="low", wingman=True)], [El("p_40b", "", altitude="high")], target=RAIL)
    sky.at(BOMBING, leg=BOMB_TURN)
    sky.stack("*/direct barrel_roll half_loop_sa ims_2b3d")
    sky.do(f.BombTarget("level"), f.AnswerFlak("barrel_roll", "ims_2b3d"))
    assert sky[0].hits == 0 and sky.points() == 0
    sky.stack("*/hit ims_1b2d barrel_roll scissors maneuvering ims_1b1d")
    sky.do(f.BombTarget("level"))
    assert sky.legal() == [PASS], "neither card answers"
    sky.do(PASS)
    assert sky[1].hits == 2 and not sky[1].damaged and sky.points() == 1


@pytest.mark.rule("CAM-EX-31", "CAM-EX-32", "CAM-EX-33", "CAM-EX-34")
def test_the_ki_21s_bomb_last() -> None:
    sky = Sky([Fo("ki_21 ki_21")], [El("p_40b", "", altitude="very_high")], target=RAIL)
    hurt(sky[0], 6)
    sky.sortie(0).formation = NOBODY
    hurt(sky[1], 4)
    sky.at(CHOOSE, NOBODY, BOMB_TURN).to("release")
    sky.stack("*/direct ims_1b2d maneuvering maneuvering barrel_roll ims_2b2d_sa ims_1b2d")
    events = sky.do(f.Release(1, "saturation"))
    drawn = {e["aircraft"]: len(e["faces"]) for e in describe(events, "bombs")}
    assert drawn == {1: 1, 0: 0} and [len(e["faces"]) for e in describe(events, "flak")[:2]] == [3, 3]
    assert sky[1].hits == 6 and sky[1].damaged and sky.points() == 3, "the Direct still counts"
    assert sky[0].hits == 10 and sky[0].out == "down"


@pytest.mark.rule("CAM-EX-34")
def test_the_raid_as_a_whole_makes_four_points() -> None:
    from bob.tactical.cards_classic.bombing import points_of

    assert points_of(RAIL, "level", "hit") + points_of(RAIL, "saturation", "direct") == 4


@pytest.mark.rule("CAM-EX-36")
def test_the_length_of_a_mission() -> None:
    from bob.tactical.cards_classic.steps import home_turns

    sky = Sky([Fo("ki_21 ki_21"), Fo("ki_21 ki_21")], [El("buffalo_i")], target=RAIL, target_bound=9 - 5, home_bound=8)
    assert (sky.position.leg_turns, home_turns(sky.position)) == (4, 3)


@pytest.mark.rule("CAM-EX-42")
@pytest.mark.parametrize(("cloudy", "results", "flak"), [(True, ["hit", "direct", "miss"], 2), (False, ["direct", "vital", "hit"], 3)])
def test_clouds(cloudy: bool, results: list[str], flak: int) -> None:
    tables = with_card("ki_21", front={"bombs": {"saturation": 3}})
    sky = (
        Sky([Fo("ki_21"), Fo("g4m")], [El("p_40b", "", altitude="very_high")], tables, target=RAIL)
        .at(CHOOSE, NOBODY, BOMB_TURN)
        .to("release")
    )
    sky.position.cloudy = cloudy
    sky.stack("*/direct */vital */hit scissors scissors scissors")
    events = sky.do(f.Release(0, "saturation"))
    assert sorted(describe(events, "results")[0]["results"]) == sorted(results)
    assert len(describe(events, "flak")[0]["faces"]) == flak
