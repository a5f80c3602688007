"""A player turn of the classic edition: jettison, Wingman, altitude, cards with their answers, discard, draw."""

from __future__ import annotations

import re

import pytest

from bob.data.handbook import handbook
from bob.tactical.cards import orders as o
from bob.tactical.cards.orders import PASS
from bob.tactical.cards.position import NOBODY
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.contacts import bursts_at
from bob.tactical.cards_classic.position import ACTIONS, ALTITUDE, BOMB_TURN, DISCARD, INGRESS, JETTISON, OUTBOUND, WINGMAN
from tests.flight.sky import RAIL, El, Fo, Sky, describe, kinds_of, with_card


def duel(mine: str = "", theirs: str = "", **terms: object) -> Sky:
    """A Zero with these cards against a P-40B with those."""
    return Sky([El("a6m2", mine)], [El("p_40b", theirs)], **terms).at()


# ---- order of play (15.2, S.1)


@pytest.mark.rule("CAM-15.2b", "CAM-S.1b", "CAM-15.1c")
def test_the_steps_of_a_player_turn_come_in_order() -> None:
    sky = Sky([El("ki_30", "tight_turn ims_1b1d", wingman=True, load="bombs")], [El("p_40b", "tight_turn", wingman=True)])
    sky.at(JETTISON)
    seen = [sky.position.phase]
    sky.do(f.Jettison(0), f.Jettison(1))
    sky.do(f.GoFor(2))
    if sky.position.assault is not None:
        sky.do(f.END_ATTACK)
    seen.append(sky.position.phase)
    assert f.GoFor(2) not in sky.legal(), "one Wingman Attack a turn"
    sky.do(o.STAY)
    seen.append(sky.position.phase)
    sky.do(o.DONE)
    seen.append(sky.position.phase)
    told_by = sky.do(o.DONE)
    assert seen == [JETTISON, ALTITUDE, ACTIONS, DISCARD]
    assert [e.code for e in told_by if e.code in ("drew", "turn")] == ["drew", "turn"]


@pytest.mark.rule("CAM-15.2b")
def test_an_order_of_a_later_step_ends_the_earlier_ones() -> None:
    sky = Sky([El("ki_30", "tight_turn", wingman=True, load="bombs")], [El("p_40b", "", wingman=True)]).at(JETTISON)
    sky.do(o.STAY)
    sky.refused(f.Jettison(0), "CAM-15.2b")


STEPS = (f.Jettison, f.GoFor, o.Stay, o.PlayManoeuvre, o.Discard)
"""An order of each step of a player turn; the cards are drawn after the last without one."""


@pytest.mark.rule("CAM-15.2p", "CAM-15.2b")
@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", ("bombs away", "Wingman attacks", "or stay", "Cards", "Throw away")),
        ("fr", ("délester", "Ailier attaque", "ou rester", "cartes", "Jeter")),
    ],
)
def test_the_handbooks_aid_lists_the_steps_of_a_turn_as_they_are_played_and_no_more(language: str, named: tuple[str, ...]) -> None:
    page = handbook(language).page("flight")
    assert page is not None
    listed = re.findall(r"^(\d)\. (.+)$", next(section.text for section in page.sections if section.anchor == "turn"), re.M)
    sky = Sky([El("ki_30", "maneuvering tight_turn", wingman=True, load="bombs")], [El("p_40b", wingman=True)]).at(JETTISON)
    sky.do(f.Jettison(1))
    for number, kind in enumerate(STEPS):
        sky.do(sky.legal(kind)[0])
        sky.let_pass()
        if sky.position.assault is not None:
            sky.do(f.END_ATTACK)
        if kind is o.PlayManoeuvre:
            sky.do(o.DONE)
        # with cards the Leader has targets as well
        over = [k for k in STEPS[: number + 1] if k is not f.GoFor or sky.position.phase != ACTIONS]
        assert sky.position.active != 0 or not sky.legal(*over), "a step does not come twice"
    assert describe(sky.events, "drew") and sky.position.active != 0
    assert [int(number) for number, _ in listed] == list(range(1, len(STEPS) + 1))
    assert all(word in line for word, (_, line) in zip(named, listed, strict=True))


@pytest.mark.rule("CAM-15.2a", "CAM-S.1c", "CAM-GAP-55")
def test_the_sides_alternate_element_by_element_from_the_side_that_won_the_lot() -> None:
    flown = [El("a6m2"), El("ki_43")]
    sky = Sky(flown, [El("p_40b")], first=None, faces=[1] * 60 + [2] * 3000)
    order = []
    while sky.position.turn < 3:
        if sky.position.active != NOBODY:
            order.append((sky.position.turn, sky.position.parties[sky[sky.position.active].party]))
        sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
    first = sky.position.parties[sky.position.first]
    for turn in (1, 2):
        acting = list(dict.fromkeys(side for t, side in order if t == turn))
        assert acting[0] == first, "it begins every game turn"
    assert describe(sky.events, "initiative") == [{"side": first}]


@pytest.mark.rule("CAM-S.1c", "CAM-23.63", "CAM-S.4a", "CAM-17.26a")
def test_a_side_without_elements_left_is_passed_over_and_formations_take_no_turn() -> None:
    sky = Sky([El("a6m2"), El("ki_43")], [El("p_40b"), Fo("b_17d b_17e")])
    acted = []
    while sky.position.turn == 1:
        if sky.position.active != NOBODY and sky.position.active not in acted:
            acted.append(sky.position.active)
        sky.do(sky.legal(o.Act, o.Stay, o.EndPhase)[0])
    assert acted == [0, 2, 1]


@pytest.mark.rule("CAM-15.2i")
@pytest.mark.parametrize(("reading", "second_may"), [("element", True), ("side", False)])
def test_only_the_first_to_act_skips_the_wingman_attack(reading: str, second_may: bool) -> None:
    sky = Sky([El("a6m2", wingman=True), El("ki_43", wingman=True)], [El("p_40b", wingman=True)], first_skip=reading)
    sky.do(o.Act(0))
    assert not sky.legal(f.GoFor)
    sky.refused(f.GoFor(4), "CAM-15.2i")
    while sky.position.active != 4:
        sky.do(sky.legal(o.Stay, o.EndPhase)[0])
    assert sky.legal(f.GoFor), "the other side attacks in the first turn"
    while sky.position.active != 2:
        sky.do(sky.legal(o.Stay, o.EndPhase)[0])
    assert bool(sky.legal(f.GoFor)) == second_may


@pytest.mark.rule("CAM-S.1f")
def test_a_flight_may_be_longer_than_a_card_dogfight() -> None:
    sky = Sky([El("a6m2")], [El("p_40b")], turns=24)
    while sky.position.owing:
        sky.do(sky.legal(o.Stay, o.EndPhase)[0])
    assert sky.position.turn == 24


# ---- jettison (15.2c to 15.2g)


@pytest.mark.rule("CAM-15.2c", "CAM-15.2e", "CAM-18.22b", "CAM-S.5b", "CAM-15.2d")
def test_jettison_is_per_aircraft_at_the_start_of_the_turn() -> None:
    sky = Sky([El("ki_30", "maneuvering tight_turn", wingman=True, load="bombs")], [El("p_40b", "tight_turn")]).at(JETTISON)
    sky.do(f.Jettison(0))
    assert sky.sortie(0).load == "" and sky.sortie(1).load == "bombs"
    sky.refused(f.Jettison(0), "CAM-15.2c")
    sky.do(o.STAY)
    assert sky.legal(o.PlayManoeuvre), "the penalty is gone with the bombs"
    sky.refused(f.Jettison(1), "CAM-15.2b")


@pytest.mark.rule("CAM-15.2f", "CAM-18.22a", "CAM-S.5b")
def test_who_becomes_damaged_drops_at_once_in_whoevers_turn() -> None:
    sky = Sky([El("a6m2", "ims_2b3d")], [El("ki_30", "", load="bombs")]).at()
    sky.do(o.Attack("ims_2b3d", 1))
    assert sky[1].damaged and sky.sortie(1).load == ""


@pytest.mark.rule("CAM-15.2g")
def test_bombers_keep_their_bombs_when_damaged() -> None:
    sky = Sky([El("a6m2")], [Fo("ki_21 ki_21")]).at()
    from bob.tactical.cards_classic.execution import FlightRun

    FlightRun(sky.position, sky.dice).hurt(sky[1], 6, 0)
    assert sky[1].damaged and sky.sortie(1).load == "bombs"


# ---- the Wingman's attack (15.2h, S.2)


@pytest.mark.rule("CAM-15.2h", "CAM-S.2b", "CAM-S.2d", "CAM-GAP-56", "CAM-GAP-45", "CAM-S.3g")
def test_a_wingman_draws_his_offense_and_makes_one_attack_without_burst_cost() -> None:
    sky = Sky([El("a6m2", "ace_pilot", wingman=True)], [El("p_40b", "scissors")]).at(WINGMAN)
    sky.stack("ims_3b4d ims_1b1d")
    sky.do(f.GoFor(2))
    assert kinds_of(sky.position, 1) == ["ims_3b4d", "ims_1b1d"]
    sky.do(o.Attack("ims_3b4d", 2))
    sky.let_pass()
    assert sky[2].hits == 4, "a Wingman pays no Bursts"
    assert sky.position.assault is None and not sky[1].hand, "one attack, and the rest is discarded"
    assert kinds_of(sky.position, 0) == ["ace_pilot"], "the Leader's hand is not touched"


@pytest.mark.rule("CAM-GAP-56")
def test_by_the_other_reading_a_wingman_attacks_with_all_his_cards() -> None:
    sky = Sky([El("a6m2", wingman=True)], [El("p_40b", "")], wingman_attacks="all").at(WINGMAN)
    sky.stack("ims_1b1d ims_1b1d")
    sky.do(f.GoFor(2), o.Attack("ims_1b1d", 2), o.Attack("ims_1b1d", 2))
    assert sky[2].hits == 2


@pytest.mark.rule("CAM-15.2h")
def test_a_wingman_attacks_at_his_own_altitude_only_and_may_decline() -> None:
    sky = Sky([El("a6m2", "scissors", wingman=True)], [El("p_40b", altitude="high"), El("buffalo_i")]).at(WINGMAN)
    assert sky.legal(f.GoFor) == [f.GoFor(3)]
    sky.refused(f.GoFor(2), "CAM-15.2h")
    sky.do(o.STAY)
    assert sky.position.phase == ACTIONS


@pytest.mark.rule("CAM-S.2d", "CAM-S.2b")
def test_a_wingman_attacked_answers_from_a_mini_hand_of_his_defense() -> None:
    sky = Sky([El("a6m2", wingman=True)], [El("hurricane_iib", "ace_pilot", wingman=True)]).at(WINGMAN)
    sky.stack("ims_2b2d scissors tight_turn maneuvering")
    sky.do(f.GoFor(3))
    assert kinds_of(sky.position, 3) == ["tight_turn", "maneuvering"]
    sky.do(o.Attack("ims_2b2d", 3))
    assert sky.legal() == [o.PASS, f.Respond(3, "tight_turn")], "from his mini-hand alone"
    sky.do(f.Respond(3, "tight_turn"))
    sky.let_pass()
    assert sky[3].hits == 0 and not sky[3].hand


@pytest.mark.rule("CAM-S.2c")
def test_offense_is_less_at_very_high() -> None:
    for altitude, cards in (("high", 2), ("very_high", 1)):
        sky = Sky([El("a6m2", wingman=True, altitude=altitude)], [El("p_40b", "scissors", altitude=altitude)]).at(WINGMAN)
        sky.do(f.GoFor(2))
        drawn = [e for e in describe(sky.events, "drew") if e["why"] == "attack_hand"]
        assert [e["count"] for e in drawn] == [cards]


@pytest.mark.rule("CAM-S.2c", "CAM-GAP-22")
def test_offense_is_never_below_none() -> None:
    tables = with_card("a6m2", front={"offense": 0})
    sky = Sky([El("a6m2", wingman=True, altitude="very_high")], [El("p_40b", altitude="very_high")], tables).at(WINGMAN)
    sky.do(f.GoFor(2))
    assert sky.position.assault is None and not sky[1].hand


@pytest.mark.rule("CAM-S.2e", "CAM-17.23a")
def test_a_wingman_has_no_position_and_none_is_taken_on_him() -> None:
    sky = Sky([El("a6m2", "maneuvering half_loop ims_2b2d")], [El("p_40b", "", wingman=True)]).at()
    sky.refused(o.PlayManoeuvre("maneuvering", 2, 1), "CAM-16.32")
    sky.refused(o.Attack("ims_2b2d", 2), "CAM-16.32")
    sky.stack("scissors")
    sky.do(f.GoFor(2))
    assert bursts_at(sky.position, sky[0], sky[2]) == 2
    sky.do(f.GainEdge("maneuvering", 2))
    sky.let_pass()
    sky.do(f.GainEdge("half_loop", 2))
    sky.let_pass()
    assert bursts_at(sky.position, sky[0], sky[2]) == 5 and sky[0].holds == NOBODY
    sky.do(o.Attack("ims_2b2d", 2))
    sky.let_pass()
    assert sky[2].hits == 2


@pytest.mark.rule("CAM-S.2e")
def test_a_wingman_may_answer_a_manoeuvre_at_him() -> None:
    sky = Sky([El("a6m2", "maneuvering ims_3b4d")], [El("p_40b", "", wingman=True)]).at()
    sky.stack("tight_turn")
    sky.do(f.GoFor(2), f.GainEdge("maneuvering", 2), f.Respond(2, "tight_turn"))
    sky.let_pass()
    assert bursts_at(sky.position, sky[0], sky[2]) == 2
    sky.refused(o.Attack("ims_3b4d", 2), "CAM-20.22a")


@pytest.mark.rule("CAM-S.2e")
def test_a_leader_gives_up_a_position_before_he_goes_for_a_wingman() -> None:
    sky = Sky([El("a6m2", "ims_2b2d")], [El("p_40b", "", wingman=True)])
    sky.behind(0, 1)
    sky.at()
    sky.refused(f.GoFor(2), "CAM-S.2e")
    sky.do(o.GIVE_UP)
    assert f.GoFor(2) in sky.legal()


@pytest.mark.rule("CAM-S.2f")
def test_a_wingman_goes_with_his_leader_whatever_moves_him() -> None:
    sky = Sky([El("a6m2", "vertical_roll tight_turn scissors", wingman=True)], [El("p_40b")]).at(ALTITUDE)
    sky.do(o.climb("scissors"))
    assert (sky.height(0), sky.height(1)) == ("high", "high")
    sky.do(o.ChangeAltitude("vertical_roll", False))
    assert (sky.height(0), sky.height(1)) == ("medium", "medium")


@pytest.mark.rule("CAM-S.2g", "CAM-GAP-65")
@pytest.mark.parametrize("reading", ["flies_on", "leads", "leaves"])
def test_a_wingman_whose_leader_is_lost(reading: str) -> None:
    sky = Sky([El("a6m2", "ims_2b3d ims_2b3d tight_turn")], [El("p_40b", "", wingman=True), El("buffalo_i")], lone_wingman=reading)
    sky.behind(0, 1, 2)
    sky[1].hits = 3
    sky[1].damaged, sky[1].now = True, sky[1].back
    sky.at()
    sky.do(o.Attack("ims_2b3d", 1))
    assert sky[1].out == "down"
    if reading == "leaves":
        assert sky[2].out == "left"
        return
    assert not sky[2].out
    if reading == "leads":
        assert len(sky[2].hand) == sky[2].now.performance and sky.position.leads(sky[2])
        return
    sky.do(o.DONE, o.DONE)
    if sky.legal(o.Act):
        sky.do(o.Act(2))
    assert sky.position.active == 2 and not sky[2].hand, "his own turn without a hand"
    pile = len(sky.position.pile)
    sky.do(o.climb(None))
    assert sky.height(2) == "high" and len(sky.position.pile) == pile, "nothing paid, nothing drawn"
    assert sky.position.active != 2, "no Card Play"


@pytest.mark.rule("CAM-S.2g")
def test_a_leader_flies_on_without_his_wingman() -> None:
    sky = Sky([El("a6m2", "ims_2b2d tight_turn", wingman=True)], [El("p_40b", "tight_turn")])
    sky[1].out = "down"
    sky.at(JETTISON)
    assert not sky.legal(f.GoFor)
    sky.do(o.STAY)
    assert sky.legal(o.Attack)


# ---- altitude (15.2j, S.6)


@pytest.mark.rule("CAM-15.2j", "CAM-GAP-61", "CAM-S.6a", "CAM-16.31")
def test_a_climb_costs_a_card_and_a_dive_draws_one() -> None:
    sky = duel("scissors tight_turn")
    sky.at(ALTITUDE)
    assert sky.legal() == [o.Climb("scissors"), o.Climb("tight_turn"), o.DIVE, o.STAY]
    sky.do(o.climb("scissors"))
    assert sky.height(0) == "high" and kinds_of(sky.position, 0) == ["tight_turn"]
    sky = duel("scissors")
    sky.at(ALTITUDE)
    sky.stack("ace_pilot")
    sky.do(o.DIVE)
    assert sky.height(0) == "low" and kinds_of(sky.position, 0) == ["scissors", "ace_pilot"]


@pytest.mark.rule("CAM-16.22", "CAM-S.6a")
def test_a_card_may_forbid_an_altitude() -> None:
    sky = Sky([El("d3a1", "scissors vertical_roll", altitude="high")], [El("p_40b")]).at(ALTITUDE)
    assert not sky.legal(o.Climb)
    sky.refused(o.Climb("scissors"), "CAM-16.22")
    sky.do(o.STAY)
    sky.refused(o.ChangeAltitude("vertical_roll", True, "scissors"), "CAM-16.22")


@pytest.mark.rule("CAM-S.6c")
def test_an_enemy_behind_may_follow() -> None:
    sky = Sky([El("a6m2", "scissors", wingman=True)], [El("p_40b", "tight_turn", wingman=True)])
    sky.behind(2, 0, 2)
    sky.at(ALTITUDE)
    sky.do(o.DIVE)
    assert sky.seat == "allied" and sky.legal() == [o.Follow(()), o.PASS]
    sky.do(o.Follow(()))
    assert sky.height(2) == sky.height(3) == "low" and sky[2].holds == 0


# ---- cards (15.2l to 15.2o, S.3)


@pytest.mark.rule("CAM-15.2l", "CAM-S.3c", "CAM-16.31", "CAM-S.3b")
def test_maneuvering_is_one_step_half_loop_up_to_two() -> None:
    sky = duel("maneuvering half_loop tight_turn ace_pilot")
    assert sky.legal(o.PlayManoeuvre) == [
        o.PlayManoeuvre("half_loop", 1, 1),
        o.PlayManoeuvre("half_loop", 1, 2),
        o.PlayManoeuvre("maneuvering", 1, 1),
    ]
    sky.do(o.PlayManoeuvre("half_loop", 1, 2))
    assert (sky[0].holds, sky[0].level) == (1, 2), "cards are used by their title, the others do nothing here"


@pytest.mark.rule("CAM-15.2m")
def test_a_card_is_answered_in_turn_until_one_side_stops() -> None:
    sky = duel("maneuvering tight_turn", "tight_turn barrel_roll")
    sky.do(o.PlayManoeuvre("maneuvering", 1, 1), f.Respond(1, "tight_turn"))
    assert sky.seat == "axis" and not sky.legal(o.PlayManoeuvre), "no other action meanwhile"
    sky.do(f.Respond(0, "tight_turn"), o.PASS)
    assert sky[0].holds == 1, "the acting side played last"
    sky = duel("maneuvering tight_turn", "barrel_roll scissors")
    sky.do(o.PlayManoeuvre("maneuvering", 1, 1), f.Respond(1, "barrel_roll"), f.Respond(0, "tight_turn"), f.Respond(1, "scissors"))
    sky.let_pass()
    assert sky[0].holds == NOBODY


@pytest.mark.rule("CAM-S.3c")
@pytest.mark.parametrize(
    ("answer", "answers"),
    [
        ("scissors", {"scissors", "tight_turn"}),
        ("full_throttle", {"full_throttle"}),
        ("vertical_roll", {"oots", "ims", "half_loop", "vertical_roll"}),
        ("barrel_roll", {"ims", "maneuvering", "scissors", "barrel_roll"}),
        ("tight_turn", {"ims", "maneuvering", "half_loop", "barrel_roll", "tight_turn"}),
        ("maneuvering", set()),
        ("half_loop", set()),
        ("ims_1b1d", set()),
        ("oots_2b2d", set()),
    ],
)
def test_what_a_card_answers(answer: str, answers: set[str]) -> None:
    from tests.flight.sky import DECK

    titles = {
        "ace_pilot",
        "barrel_roll",
        "full_throttle",
        "half_loop",
        "ims",
        "maneuvering",
        "oots",
        "scissors",
        "tight_turn",
        "vertical_roll",
    }
    assert {title for title in titles if answer in DECK.answers[title]} == answers
    assert all("ace_pilot" in DECK.answers[title] for title in titles)
    assert DECK.answers["ace_pilot"] == {"ace_pilot"}


@pytest.mark.rule("CAM-S.3c")
def test_scissors_and_full_throttle_shake_an_enemy_off() -> None:
    sky = duel("scissors full_throttle")
    sky.behind(1, 0, 1)
    assert set(sky.legal(o.Scissors, f.FullThrottle)) == {o.Scissors("scissors", 1), f.FullThrottle("full_throttle", 1)}
    sky.do(o.Scissors("scissors", 1))
    assert sky.position.relation(0, 1) == 1
    sky = duel("scissors full_throttle")
    sky.behind(1, 0, 2)
    sky.refused(o.Scissors("scissors", 1), "DIF-141")
    sky.do(f.FullThrottle("full_throttle", 1))
    assert sky.position.relation(0, 1) == 0


@pytest.mark.rule("CAM-S.3f", "CAM-S.3g")
def test_a_leader_pays_bursts_and_damage_is_the_figure_on_the_card() -> None:
    sky = duel("ims_2b3d ims_1b1d tight_turn")
    sky.do(o.Attack("ims_2b3d", 1))
    assert sky[1].hits == 3 and sky[0].bursts_used == 2
    sky.refused(o.Attack("ims_1b1d", 1), "CAM-20.22a")


@pytest.mark.rule("CAM-S.4f")
def test_a_gunner_fires_at_who_is_behind() -> None:
    sky = Sky([El("ki_30", "ims_2b2d maneuvering")], [El("p_40b", "")])
    sky.behind(1, 0, 1)
    sky.at()
    assert sky.legal(o.GunnerAttack) == [o.GunnerAttack("ims_2b2d", 1)] and not sky.legal(o.Attack)
    sky.do(o.GunnerAttack("ims_2b2d", 1))
    assert sky[1].hits == 2 and sky[0].bursts_used == 0


@pytest.mark.rule("CAM-15.2n", "CAM-15.2o", "CAM-S.1e", "CAM-S.1d")
@pytest.mark.parametrize(("altitude", "drawn"), [("very_low", 4), ("low", 4), ("medium", 3), ("high", 2), ("very_high", 1)])
def test_the_draw_is_horsepower_and_the_bands_figure(altitude: str, drawn: int) -> None:
    sky = Sky([El("a6m2", "scissors full_throttle", wingman=True, altitude=altitude)], [El("p_40b")]).at(DISCARD)
    events = sky.do(o.discard("scissors"), o.discard("full_throttle"))
    assert [e["count"] for e in describe(events, "drew") if e["aircraft"] == 0] == [drawn]


@pytest.mark.rule("CAM-15.2o")
def test_nobody_draws_above_his_performance() -> None:
    sky = Sky([El("a6m2", "scissors full_throttle tight_turn barrel_roll ims_1b1d vertical_roll")], [El("p_40b")]).at(DISCARD)
    events = sky.do(o.DONE)
    assert [e["count"] for e in describe(events, "drew") if e["aircraft"] == 0] == [1], "Performance 7"


@pytest.mark.rule("CAM-S.1e")
def test_below_nothing_it_is_a_stall() -> None:
    tables = with_card("a6m2", front={"horsepower": 1})
    sky = Sky([El("a6m2", "scissors tight_turn", altitude="very_high")], [El("p_40b")], tables).at(DISCARD)
    sky.do(o.DONE)
    assert sky.legal() == [o.StallDiscard("scissors"), o.StallDiscard("tight_turn")]
    sky.do(o.StallDiscard("scissors"))
    assert sky.height(0) == "very_high"
    sky = Sky([El("a6m2", "", wingman=True, altitude="very_high")], [El("p_40b")], tables).at(JETTISON)
    sky.do(o.STAY)
    assert sky.height(0) == sky.height(1) == "high", "without a card to pay it falls"


@pytest.mark.rule("CAM-S.1d")
def test_opening_hands() -> None:
    sky = Sky([El("a6m2", wingman=True), Fo("ki_21 ki_21")], [El("p_40b")])
    drawn = {e["aircraft"]: e["count"] for e in describe(sky.events, "drew")}
    assert drawn == {0: 7, 4: 5}, "Leaders by Performance; nobody else holds a hand"


# ---- leaving (S.7)


@pytest.mark.rule("CAM-S.7a", "CAM-15.1f", "CAM-23.1a", "CAM-S.7c")
def test_an_element_leaves_for_good_unless_somebody_is_behind_its_leader() -> None:
    sky = Sky([El("a6m2", "tight_turn", wingman=True)], [El("p_40b", "", wingman=True)]).at(JETTISON)
    sky.do(f.QuitFlight(0))
    assert sky.position.phase == "over", "one side has nobody left in it"
    fates = {(fate.side, fate.place): fate.fate for fate in sky.game.result(sky.position).aircraft}
    assert fates[("axis", 0)] == fates[("axis", 1)] == "left"
    sky = Sky([El("a6m2", "tight_turn", wingman=True)], [El("p_40b", "", wingman=True)])
    sky.behind(2, 0)
    sky.at(JETTISON)
    sky.refused(f.QuitFlight(0), "CAM-S.7a")


@pytest.mark.rule("CAM-S.7a")
def test_a_damaged_wingman_leaves_alone() -> None:
    sky = Sky([El("a6m2", "tight_turn", wingman=True)], [El("p_40b")])
    sky[1].hits, sky[1].damaged, sky[1].now = 3, True, sky[1].back
    sky.at(JETTISON)
    sky.do(f.QuitFlight(1))
    assert sky[1].out == "left" and not sky[0].out and sky.position.active == 0
    sky = Sky([El("a6m2", "tight_turn", wingman=True)], [El("p_40b")]).at(JETTISON)
    sky.refused(f.QuitFlight(1), "CAM-S.7a")


@pytest.mark.rule("CAM-S.7a", "CAM-S.7b")
def test_nobody_leaves_over_the_target_and_bombers_never() -> None:
    sky = Sky([El("a6m2", "tight_turn")], [El("p_40b", "")], target=RAIL).at(ALTITUDE, leg=INGRESS)
    sky.position.phase = JETTISON
    sky.refused(f.QuitFlight(0), "CAM-S.7a")
    sky = Sky([El("ki_30", "tight_turn", load="bombs"), Fo("ki_21")], [El("p_40b", "")], target=RAIL).at(JETTISON, leg=OUTBOUND)
    assert sky.legal(f.QuitFlight) == [f.QuitFlight(0)]


# ---- the load penalty (17.15)


def loaded(hand: str = "maneuvering half_loop scissors full_throttle tight_turn ims_1b1d", **more: object) -> Sky:
    return Sky([El("ki_30", hand, wingman=True, load="bombs")], [El("p_40b", "maneuvering", wingman=True)], **more)


@pytest.mark.rule("CAM-17.15a", "CAM-17.15b", "CAM-17.15c", "CAM-18.11c", "CAM-S.5a")
def test_a_loaded_leader_may_not_play_four_cards_but_discard_them() -> None:
    sky = loaded()
    sky.behind(2, 0, 1)
    sky.at()
    assert not sky.legal(o.PlayManoeuvre, o.Scissors, f.FullThrottle)
    sky.refused(o.Scissors("scissors", 2), "CAM-17.15b")
    sky.at(ALTITUDE)
    assert {order.card for order in sky.legal(o.Climb)} >= {"maneuvering", "half_loop", "scissors", "full_throttle"}


@pytest.mark.rule("CAM-17.15b")
def test_a_loaded_leader_may_not_answer_with_them_either() -> None:
    sky = Sky([El("a6m2", "maneuvering tight_turn")], [El("ki_30", "tight_turn scissors", load="bombs")]).at()
    sky.do(o.PlayManoeuvre("maneuvering", 1, 1), f.Respond(1, "tight_turn"), f.Respond(0, "tight_turn"))
    assert f.Respond(1, "scissors") not in sky.legal()
    sky.refused(f.Respond(1, "scissors"), "CAM-17.15b")


@pytest.mark.rule("CAM-17.15d", "CAM-17.15e", "CAM-17.15f")
def test_a_loaded_wingman_attacks_fighters_only_while_his_leader_is_engaged_and_weaker() -> None:
    sky = loaded().at(WINGMAN)
    assert not sky.legal(f.GoFor)
    sky.refused(f.GoFor(2), "CAM-17.15e")
    tables = with_card("ki_30", front={"offense": 3})
    for altitude, drawn in (("medium", 2), ("very_high", 1)):
        sky = Sky(
            [El("ki_30", "tight_turn", wingman=True, load="bombs", altitude=altitude)], [El("p_40b", "scissors", altitude=altitude)], tables
        )
        sky.behind(2, 0, 1)
        sky.at(WINGMAN)
        events = sky.do(f.GoFor(2))
        assert [e["count"] for e in describe(events, "drew")] == [drawn]


@pytest.mark.rule("CAM-17.15a", "CAM-GAP-12")
def test_the_penalty_is_tested_aircraft_by_aircraft() -> None:
    sky = loaded().at(JETTISON)
    sky.do(f.Jettison(0))
    assert not sky.legal(f.GoFor), "the Wingman is still Loaded"
    sky.do(o.STAY)
    assert sky.legal(o.PlayManoeuvre), "his Leader is not"


@pytest.mark.rule("CAM-17.15g")
def test_the_penalty_does_not_hold_against_bombers() -> None:
    sky = Sky([El("ki_30", "maneuvering ims_1b1d", wingman=True, load="bombs")], [Fo("b_17d b_17e")]).at(WINGMAN)
    assert sky.legal(f.AttackFormations)
    events = sky.do(f.AttackFormations())
    assert [e["count"] for e in describe(events, "drew")] == [3], "Offense 1 and Defense 2, nothing off"
    sky.at()
    sky.do(f.AttackFormations())
    assert sky.legal(f.TryPick), "Maneuvering may be played"


@pytest.mark.rule("CAM-17.15g", "CAM-17.15b")
def test_a_loaded_leader_who_goes_for_bombers_answers_their_helper_without_the_penalty() -> None:
    """The ZG's turn over the estuary: Maneuvering at the bombers, the escort's Tight Turn, his Scissors after it; his attack goes on."""
    sky = Sky(
        [El("ki_30", "maneuvering scissors half_loop tight_turn", load="bombs")],
        [El("p_40b", "tight_turn tight_turn"), Fo("b_17d b_17e", load="")],
    ).at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"), f.Respond(1, "tight_turn"))
    assert f.Respond(0, "scissors") in sky.legal()
    sky.do(f.Respond(0, "scissors"))
    if sky.position.exchange is not None:
        sky.do(PASS)
    assert sky.position.assault is not None and sky.position.assault.stage == "choose", "he picks his bomber"


@pytest.mark.rule("CAM-17.15g", "CAM-17.15b", "CAM-GAP-66")
def test_a_loaded_helper_of_bombers_keeps_the_penalty() -> None:
    sky = Sky([El("a6m2", "maneuvering tight_turn")], [El("ki_30", "scissors tight_turn", load="bombs"), Fo("b_17d b_17e", load="")]).at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"), f.Respond(1, "tight_turn"), f.Respond(0, "tight_turn"))
    assert f.Respond(1, "scissors") not in sky.legal()
    sky.refused(f.Respond(1, "scissors"), "CAM-17.15b")


@pytest.mark.rule("CAM-17.15i", "CAM-17.15h")
def test_bombers_never_suffer_it_and_it_ends_with_the_bombs() -> None:
    sky = Sky([El("ki_30", "maneuvering", load="bombs", altitude="low"), Fo("ki_21")], [El("p_40b", "")], target=RAIL)
    from bob.tactical.cards_classic.contacts import penalised

    assert penalised(sky.position, sky[0]) and not penalised(sky.position, sky[1])
    sky.at(ALTITUDE, leg=BOMB_TURN)
    sky.do(o.STAY, f.BombTarget("level"))
    assert not penalised(sky.position, sky[0])


@pytest.mark.rule("CAM-17.15a")
def test_an_edition_may_do_without_the_penalty() -> None:
    sky = loaded(loaded="none").at()
    assert sky.legal(o.PlayManoeuvre)
