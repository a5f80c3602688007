"""Attacks on aircraft in formation: who may, picking, mini-hands, Bursts, angles, counter-fire, crews."""

from __future__ import annotations

import pytest

from bob.core.errors import BobError
from bob.tactical.cards import orders as o
from bob.tactical.cards.position import NOBODY
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.contacts import attack_hand, bursts_at, turret_hand
from bob.tactical.cards_classic.position import ACTIONS, WINGMAN
from tests.flight.sky import AIRCRAFT, El, Fo, Sky, describe, kinds_of, with_card


def raid(
    mine: str = "ims_2b2d", bombers: str = "ki_21 ki_21", *, wingman: bool = False, crews: tuple[str, ...] = (), **terms: object
) -> Sky:
    """A P-40B against bombers; crews only of heavies."""
    return Sky([El("p_40b", mine, wingman=wingman)], [Fo(bombers, crews=crews)], **terms)


def upon(sky: Sky, target: int, turrets: str = "") -> Sky:
    """The Leader's attack on that bomber, whose owner names it; its mini-hand is drawn from these."""
    sky.at()
    sky.stack(turrets)
    sky.do(f.AttackFormations(), f.LET_NAME)
    if sky.position.assault is not None and sky.position.assault.stage == "name":
        sky.do(f.NameBomber(target))
    return sky


# ---- formations (17.2)


@pytest.mark.rule(
    "CAM-17.22a1", "CAM-17.22a2", "CAM-17.22a3", "CAM-17.22a5", "CAM-GAP-23", "CAM-16.11c", "CAM-16.11b", "CAM-17.31", "CAM-17.3a"
)
def test_sizes_of_formations() -> None:
    sizes = {code: AIRCRAFT[code].formation_size for code in ("ki_21", "b_17d", "hudson")}
    assert sizes == {"ki_21": 2, "b_17d": 2, "hudson": 1}
    assert with_card("b_17d", formation=None).aircraft["b_17d"].formation_size == 3
    for bombers in ("ki_21 ki_21 ki_21", "hudson hudson"):
        with pytest.raises(BobError):
            raid(bombers=bombers)
    assert len(raid(bombers="ki_21").position.crafts) == 2, "a smaller one may start"


@pytest.mark.rule("CAM-17.22c", "CAM-17.22e")
def test_only_one_type_in_a_formation_and_only_aircraft_that_fly_in_them() -> None:
    for bombers in ("b_17d ki_21", "p_40b p_40b"):
        with pytest.raises(BobError):
            raid(bombers=bombers)


@pytest.mark.rule("CAM-16.11a", "CAM-17.22a1")
def test_only_fighters_have_wingmen() -> None:
    with pytest.raises(BobError):
        Sky([El("ki_21")], [El("p_40b")])


@pytest.mark.rule("CAM-17.22d", "CAM-17.24a", "CAM-GAP-24")
def test_bombers_of_a_type_fly_at_one_altitude() -> None:
    with pytest.raises(BobError):
        Sky([El("p_40b")], [Fo("ki_21", altitude="high"), Fo("ki_21", altitude="low")])
    sky = Sky([El("p_40b")], [Fo("ki_21 ki_21", altitude="high"), Fo("ki_21", altitude=None), Fo("g4m", altitude=None)])
    assert sky.legal(o.StartAltitude)[0].aircraft == 4, "the other Ki-21 has none to choose, the G4M has"
    sky.do(o.StartAltitude(4, "low"))
    assert [sky.height(n) for n in (1, 2, 3, 4)] == ["high", "high", "high", "low"]


@pytest.mark.rule("CAM-17.28a", "CAM-17.28b", "CAM-17.28c", "CAM-17.28d", "CAM-17.22a4", "CAM-20.55c", "CAM-S.4a")
def test_a_bomber_leaves_its_formation_when_it_is_flipped() -> None:
    sky = raid("ims_2b3d ims_2b3d")
    sky[1].hits = 3
    upon(sky, 1, "scissors scissors")
    assert len(kinds_of(sky.position, 1)) == 2, "1 and 1 of support"
    sky.do(o.Attack("ims_2b3d", 1), o.PASS)
    assert sky[1].damaged and sky.sortie(1).formation == NOBODY
    assert turret_hand(sky.position, sky[1]) == 1 and turret_hand(sky.position, sky[2]) == 1, "neither helps the other any more"


@pytest.mark.rule("CAM-17.23a", "CAM-16.32", "CAM-17.21a")
def test_there_are_no_positions_on_bombers() -> None:
    sky = raid("maneuvering ims_2b2d").at()
    sky.refused(o.PlayManoeuvre("maneuvering", 1, 1), "CAM-16.32")
    assert not sky.legal(o.PlayManoeuvre, o.Attack)


@pytest.mark.rule("CAM-17.32", "CAM-17.3a")
def test_reconnaissance_aircraft_are_attacked_as_mediums_are() -> None:
    sky = raid(bombers="hudson").at()
    sky.stack("scissors scissors")
    sky.do(f.AttackFormations(), f.LET_NAME)
    assert sky.position.assault is not None and len(sky[1].hand) == 2


# ---- who may attack them (17.23, 20.1)


@pytest.mark.rule("CAM-17.23b", "CAM-20.11", "CAM-GAP-37")
def test_unengaged_leaders_and_any_wingman_at_their_altitude() -> None:
    sky = Sky([El("p_40b", "ims_2b2d", wingman=True)], [El("a6m2", ""), Fo("ki_21 ki_21")])
    sky.behind(2, 0)
    sky.at()
    sky.refused(f.AttackFormations(), "CAM-20.11")
    sky.at(WINGMAN)
    assert sky.legal(f.AttackFormations), "a Wingman may, though his Leader is Engaged"
    sky = Sky([El("p_40b", "ims_2b2d")], [Fo("ki_21 ki_21", altitude="high")]).at()
    sky.refused(f.AttackFormations(), "CAM-17.23b")


@pytest.mark.rule("CAM-20.11", "CAM-GAP-59")
@pytest.mark.parametrize("both", [False, True])
def test_bombers_or_fighters_in_one_turn_not_both(both: bool) -> None:
    sky = Sky([El("p_40b", "ims_1b1d ims_1b1d maneuvering")], [El("a6m2", ""), Fo("ki_21")], both_in_a_turn=both).at()
    sky.do(o.Attack("ims_1b1d", 1))
    assert bool(sky.legal(f.AttackFormations)) == both
    if not both:
        sky.refused(f.AttackFormations(), "CAM-20.11")
    sky.at()
    sky.do(f.AttackFormations(), f.LET_NAME, o.Attack("ims_1b1d", 2), o.PASS, f.END_ATTACK)
    assert bool(sky.legal(o.Attack)) == both


@pytest.mark.rule("CAM-20.12", "CAM-20.13a")
def test_a_leader_attacks_with_his_hand_a_wingman_with_offense_and_defense() -> None:
    sky = raid("ims_2b2d tight_turn", wingman=True).at(WINGMAN)
    events = sky.do(f.AttackFormations())
    assert [(e["aircraft"], e["count"]) for e in describe(events, "drew")] == [(1, 3)]
    sky = raid("ims_2b2d tight_turn", wingman=True).at()
    assert not describe(sky.do(f.AttackFormations()), "drew"), "the pick draws nothing"


@pytest.mark.rule("CAM-S.4d")
def test_the_attacker_stays_unengaged() -> None:
    sky = upon(raid("ims_2b2d ims_1b1d"), 1)
    sky.do(o.Attack("ims_2b2d", 1), o.PASS, f.END_ATTACK)
    assert sky[0].holds == NOBODY and not sky.position.engaged_at_all(sky[0])


# ---- Bursts (20.2)


@pytest.mark.rule("CAM-20.21a", "CAM-20.21b")
def test_wingmen_have_no_burst_limit_against_bombers() -> None:
    sky = raid("scissors", wingman=True).at(WINGMAN)
    sky.stack("ims_3b4d ims_2b3d ims_2b2d")
    sky.do(f.AttackFormations(), f.LET_NAME, f.NameBomber(2))
    for card in ("ims_3b4d", "ims_2b3d"):
        sky.do(o.Attack(card, 2))
        sky.let_pass() if sky.position.exchange is not None else None
    assert o.Attack("ims_2b2d", 2) in sky.legal()


@pytest.mark.rule("CAM-20.22a", "CAM-20.22b", "CAM-20.22c", "CAM-20.43a", "CAM-GAP-21")
def test_a_leader_has_two_bursts_more_and_what_he_wins_on_that_bomber() -> None:
    sky = upon(raid("maneuvering half_loop ims_2b2d"), 1)
    assert bursts_at(sky.position, sky[0], sky[1]) == 4
    sky.do(f.GainEdge("maneuvering", 1))
    assert bursts_at(sky.position, sky[0], sky[1]) == 5
    sky.do(f.GainEdge("half_loop", 1))
    assert bursts_at(sky.position, sky[0], sky[1]) == 7
    assert bursts_at(sky.position, sky[0], sky[2]) == 4, "only against that bomber"
    sky.do(o.Attack("ims_2b2d", 1), o.PASS)
    assert bursts_at(sky.position, sky[0], sky[2]) == 2, "one pool a turn"


@pytest.mark.rule("CAM-GAP-21", "CAM-20.55a", "CAM-GAP-45")
def test_each_declaration_meets_a_new_mini_hand() -> None:
    sky = upon(raid("ims_1b1d ims_1b2d"), 1, "scissors barrel_roll")
    sky.do(o.Attack("ims_1b1d", 1), o.PASS)
    assert kinds_of(sky.position, 1) == ["scissors", "barrel_roll"], "what was not used is still there"
    sky.do(f.END_ATTACK)
    assert not sky[1].hand
    sky.stack("tight_turn tight_turn")
    sky.do(f.AttackFormations(), f.LET_NAME, f.NameBomber(1))
    assert kinds_of(sky.position, 1) == ["tight_turn", "tight_turn"]


@pytest.mark.rule("CAM-S.4b")
def test_a_leader_who_plays_nothing_in_an_attack_declares_no_other() -> None:
    sky = upon(raid("ims_2b2d"), 1)
    sky.do(f.END_ATTACK)
    sky.refused(f.AttackFormations(), "CAM-S.4b")


# ---- Angle of Attack (20.31)


@pytest.mark.rule("CAM-20.31a", "CAM-20.31c", "CAM-20.31d", "CAM-20.31e", "CAM-20.31f", "CAM-20.31g", "CAM-20.41b", "CAM-GAP-03")
@pytest.mark.parametrize(("angle", "bursts", "turrets"), [("head_on", 3, 1), ("side", 4, 2), ("rear", 5, 4)])
def test_the_angle_of_attack_is_an_option(angle: str, bursts: int, turrets: int) -> None:
    sky = raid(angle_of_attack=True, wingman=True).at()
    assert sky.legal(f.AttackFormations) == [f.AttackFormations(a) for a in ("head_on", "rear", "side")]
    events = sky.do(f.AttackFormations(angle), f.LET_NAME, f.NameBomber(2))
    assert bursts_at(sky.position, sky[0], sky[2], angle) == bursts
    assert [e["count"] for e in describe(events, "drew")] == [turrets]
    assert attack_hand(sky.position, sky[1], True, angle) == 3 + bursts - 4


@pytest.mark.rule("CAM-20.31a")
def test_without_the_option_there_are_no_angles() -> None:
    sky = raid().at()
    assert sky.legal(f.AttackFormations) == [f.AttackFormations()]
    sky.refused(f.AttackFormations("rear"), "CAM-20.31a")


@pytest.mark.rule("CAM-20.31b")
def test_leader_and_wingman_use_one_angle() -> None:
    sky = raid("ims_2b2d", wingman=True, angle_of_attack=True).at(WINGMAN)
    sky.do(f.AttackFormations("rear"))
    while sky.position.assault is not None:
        sky.do(sky.legal()[-1] if f.END_ATTACK not in sky.legal() else f.END_ATTACK)
    while sky.position.phase != ACTIONS:
        sky.do(o.STAY)
    assert sky.legal(f.AttackFormations) == [f.AttackFormations("rear")]


@pytest.mark.rule("CAM-20.31f")
def test_the_other_reading_of_the_rear() -> None:
    sky = raid(angle_of_attack=True, rear_angle=-1)
    assert bursts_at(sky.position, sky[0], sky[1], "rear") == 3


# ---- picking (20.32)


@pytest.mark.rule("CAM-20.32", "CAM-20.32a", "CAM-20.32d1", "CAM-20.32d2", "CAM-S.4b")
def test_a_success_lets_the_attacker_pick_and_a_leader_keeps_the_bursts() -> None:
    sky = raid("maneuvering half_loop ims_2b2d").at()
    sky.do(f.AttackFormations())
    assert sky.legal(f.TryPick) == [f.TryPick("half_loop"), f.TryPick("maneuvering")]
    sky.refused(f.TryPick("ims_2b2d"), "CAM-20.32a")
    sky.do(f.TryPick("half_loop"))
    assert sky.seat == "axis" and sky.legal() == [f.NameBomber(1), f.NameBomber(2)]
    sky.do(f.NameBomber(2))
    assert bursts_at(sky.position, sky[0], sky[2]) == 6 and bursts_at(sky.position, sky[0], sky[1]) == 4


@pytest.mark.rule("CAM-20.32e2")
def test_without_a_success_the_owner_names_one() -> None:
    sky = raid().at()
    sky.do(f.AttackFormations(), f.LET_NAME)
    assert sky.seat == "allied" and sky.legal() == [f.NameBomber(1), f.NameBomber(2)]


@pytest.mark.rule("CAM-20.32b", "CAM-20.32c", "CAM-20.32e1", "CAM-GAP-66", "CAM-S.4e")
def test_one_leader_answers_for_the_bombers_and_the_attacker_may_try_again() -> None:
    sky = Sky(
        [El("p_40b", "maneuvering half_loop ims_2b2d")],
        [El("a6m2", "tight_turn"), El("ki_43", "tight_turn vertical_roll"), Fo("ki_21 ki_21")],
    ).at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"))
    assert sky.legal() == [o.PASS, f.Respond(1, "tight_turn"), f.Respond(2, "tight_turn")]
    sky.do(f.Respond(1, "tight_turn"))
    if sky.position.exchange is not None:
        sky.do(o.PASS)
    assert sky.position.assault is not None and sky.position.assault.stage == "pick"
    sky.do(f.TryPick("half_loop"))
    assert sky.legal() == [o.PASS, f.Respond(2, "tight_turn"), f.Respond(2, "vertical_roll")], "another one at the next attempt"
    sky.do(o.PASS, f.NameBomber(4))
    assert sky.position.assault.target == 4


@pytest.mark.rule("CAM-20.32b", "CAM-S.8b")
def test_only_unengaged_leaders_at_that_altitude_answer() -> None:
    helpers = [El("a6m2", "tight_turn", altitude="high"), El("ki_43", "tight_turn"), Fo("ki_21 ki_21")]
    sky = Sky([El("p_40b", "maneuvering"), El("buffalo_i", "")], helpers)
    sky.behind(1, 3)
    sky.at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"))
    assert sky.position.exchange is None, "nobody who could answer"


@pytest.mark.rule("CAM-GAP-20", "CAM-20.43c")
def test_a_leader_answers_for_bombers_to_every_manoeuvre_they_never_do() -> None:
    sky = Sky([El("p_40b", "maneuvering ims_2b2d")], [El("a6m2", "tight_turn"), Fo("ki_21")]).at()
    sky.stack("tight_turn")
    sky.do(f.AttackFormations(), f.LET_NAME, f.GainEdge("maneuvering", 2))
    assert sky.legal() == [o.PASS, f.Respond(1, "tight_turn")], "from his hand, not from the bomber's mini-hand"
    sky = upon(raid("maneuvering ims_2b2d", "ki_21"), 1, "tight_turn")
    sky.do(f.GainEdge("maneuvering", 1))
    assert bursts_at(sky.position, sky[0], sky[1]) == 5


@pytest.mark.rule("CAM-S.4e")
def test_an_edition_may_do_without_helpers() -> None:
    sky = Sky([El("p_40b", "maneuvering ims_2b2d")], [El("a6m2", "tight_turn"), Fo("ki_21")], helpers=False).at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"))
    assert sky.position.exchange is None


# ---- the procedure (20.4)


@pytest.mark.rule("CAM-20.41a", "CAM-17.22b", "CAM-17.21b", "CAM-15.1d")
def test_the_mini_hand_is_turret_defense_and_the_support_of_the_others() -> None:
    sky = upon(raid(bombers="b_17d b_17e"), 1)
    assert len(sky[1].hand) == 3
    assert len(upon(raid(bombers="b_17d"), 1)[1].hand) == 2


@pytest.mark.rule("CAM-20.42a", "CAM-20.42b", "CAM-20.43b", "CAM-20.44a", "CAM-20.44b")
def test_only_four_cards_are_played_against_bombers() -> None:
    sky = upon(raid("maneuvering half_loop ims_2b2d oots_2b2d tight_turn scissors full_throttle vertical_roll barrel_roll ace_pilot"), 1)
    cards = {getattr(order, "card", None) for order in sky.legal()} - {None}
    assert cards == {"maneuvering", "half_loop", "ims_2b2d", "oots_2b2d"}
    sky.refused(f.GainEdge("scissors", 1), "CAM-20.42b")
    sky.do(o.Attack("oots_2b2d", 1), o.PASS)
    assert sky[1].hits == 2
    sky = raid("scissors", wingman=True).at(WINGMAN)
    sky.stack("maneuvering half_loop ims_1b1d")
    sky.do(f.AttackFormations(), f.LET_NAME, f.NameBomber(2))
    assert not sky.legal(f.GainEdge)
    sky.refused(f.GainEdge("maneuvering", 2), "CAM-20.43b")


# ---- counter-fire (20.5)


@pytest.mark.rule("CAM-20.51a", "CAM-20.51b", "CAM-S.4c")
def test_what_a_bomber_answers_with() -> None:
    sky = upon(raid("ims_2b2d ims_1b1d", "b_17d b_17e"), 1, "tight_turn maneuvering maneuvering_sa")
    sky.do(o.Attack("ims_2b2d", 1))
    assert sky.seat == "allied" and sky.legal() == [f.CounterFire("maneuvering_sa"), o.PASS]
    sky.refused(f.CounterFire("tight_turn"), "CAM-20.51b")
    sky.do(f.CounterFire("maneuvering_sa"))
    assert sky.position.exchange is None and kinds_of(sky.position, 1) == ["tight_turn", "maneuvering"], "one card"


@pytest.mark.rule("CAM-20.52a", "CAM-20.52b", "CAM-20.52c", "CAM-20.52d", "CAM-20.52e", "CAM-17.26b", "CAM-S.3f", "CAM-S.3g")
def test_a_shot_for_a_shot() -> None:
    for answer, taken in ((None, 3), ("barrel_roll", 0)):
        sky = upon(raid("ims_2b2d barrel_roll"), 1, "ims_2b3d tight_turn")
        sky.do(o.Attack("ims_2b2d", 1), f.CounterFire("ims_2b3d"))
        assert sky[1].hits == 2, "the fighter's attack succeeds"
        assert sky.seat == "axis" and sky.legal() == [o.PASS, f.Respond(0, "barrel_roll")]
        sky.do(o.PASS if answer is None else f.Respond(0, answer))
        assert sky[0].hits == taken
        assert sky.position.exchange is None, "the bomber cannot answer that"


@pytest.mark.rule("CAM-20.52f")
def test_the_bombers_card_stands_even_if_it_falls() -> None:
    sky = raid("ims_2b2d scissors", "ki_21")
    sky[1].hits, sky[1].damaged, sky[1].now = 9, True, sky[1].back
    sky.sortie(1).formation = NOBODY
    upon(sky, 1, "ims_2b2d")
    sky.do(o.Attack("ims_2b2d", 1), f.CounterFire("ims_2b2d"))
    assert sky[1].out == "down" and sky.position.phase != "over"
    sky.let_pass()
    assert sky[0].hits == 2 and sky.position.phase == "over"


@pytest.mark.rule("CAM-20.53a", "CAM-20.53b", "CAM-20.54a", "CAM-20.54b")
def test_spoiled_attacks() -> None:
    sky = upon(raid("ims_2b2d barrel_roll"), 1, "half_loop_sa tight_turn")
    sky.do(o.Attack("ims_2b2d", 1), f.CounterFire("half_loop_sa"))
    assert sky[1].hits == sky[0].hits == 0 and sky.position.exchange is None, "it cannot be answered"
    sky = upon(raid("ims_2b2d barrel_roll"), 1, "ims_2b2d_sa tight_turn")
    sky.do(o.Attack("ims_2b2d", 1), f.CounterFire("ims_2b2d_sa"))
    assert sky[1].hits == 0 and sky.legal() == [o.PASS, f.Respond(0, "barrel_roll")], "the shot can be"
    sky.do(o.PASS)
    assert sky[0].hits == 2


@pytest.mark.rule("CAM-20.55d")
def test_a_wingman_answers_from_what_is_left_of_his_mini_hand() -> None:
    sky = raid("barrel_roll tight_turn", wingman=True).at(WINGMAN)
    sky.stack("ims_2b2d barrel_roll scissors ims_1b2d tight_turn")
    sky.do(f.AttackFormations(), f.LET_NAME, f.NameBomber(2), o.Attack("ims_2b2d", 2), f.CounterFire("ims_1b2d"))
    assert sky.legal() == [o.PASS, f.Respond(1, "barrel_roll")]


@pytest.mark.rule("CAM-20.55b")
def test_a_lent_response_may_be_overcome_by_the_attackers_cards() -> None:
    sky = Sky([El("p_40b", "maneuvering tight_turn ims_2b2d")], [El("a6m2", "tight_turn"), Fo("ki_21 ki_21")]).at()
    sky.do(f.AttackFormations(), f.TryPick("maneuvering"), f.Respond(1, "tight_turn"), f.Respond(0, "tight_turn"))
    assert sky.position.assault is not None and sky.position.assault.stage == "choose"


# ---- help for FB (17.13)


@pytest.mark.rule("CAM-17.13", "CAM-17.13b1", "CAM-17.13b2", "CAM-17.13b3", "CAM-GAP-66")
def test_an_unengaged_fb_is_helped_against_manoeuvres_only() -> None:
    others = [El("ki_30", "scissors"), El("a6m2", "tight_turn barrel_roll"), El("ki_43", "tight_turn", altitude="low")]
    sky = Sky([El("p_40b", "maneuvering ims_2b2d ims_1b1d")], others).at()
    sky.do(o.PlayManoeuvre("maneuvering", 1, 1))
    assert {order.aircraft for order in sky.legal(f.Respond)} == {2}, "the Leader at its altitude"
    sky.do(o.PASS)
    sky.do(o.Attack("ims_1b1d", 1))
    assert not [order for order in sky.legal(f.Respond) if order.aircraft == 2], "not against In My Sights"
    sky.let_pass()
    sky = Sky([El("p_40b", "maneuvering ims_2b2d"), El("buffalo_i", "")], others)
    sky.behind(1, 2)
    sky.at()
    sky.do(o.PlayManoeuvre("maneuvering", 2, 1))
    assert not [order for order in sky.legal(f.Respond) if order.aircraft == 3], "an Engaged FB is alone"


@pytest.mark.rule("CAM-17.13b1", "CAM-GAP-66")
def test_a_fighter_is_not_helped_and_an_fb_wingman_is() -> None:
    sky = Sky([El("p_40b", "maneuvering ims_2b2d")], [El("ki_43", "scissors"), El("a6m2", "tight_turn")]).at()
    sky.do(o.PlayManoeuvre("maneuvering", 1, 1))
    assert not sky.legal(f.Respond)
    sky = Sky([El("p_40b", "maneuvering ims_2b2d")], [El("ki_30", "", wingman=True), El("a6m2", "tight_turn")]).at()
    sky.stack("scissors scissors")
    sky.do(f.GoFor(2), f.GainEdge("maneuvering", 2))
    assert sky.legal(f.Respond) == [f.Respond(3, "tight_turn")]


# ---- pilots and crews in play (19.25, 19.35)


@pytest.mark.rule("CAM-19.25Aa", "CAM-19.25Ab", "CAM-19.25Ac", "CAM-19.25Ad", "CAM-S.9d")
def test_an_ace_declares_any_card_of_his_hand_an_ace_pilot_once() -> None:
    sky = Sky([El("p_40b", "ims_2b2d ims_1b1d tight_turn")], [El("ki_43", "oots_2b2d scissors", skills="A")]).at()
    assert sky[1].markers == 1
    sky.do(o.Attack("ims_1b1d", 1))
    assert f.Respond(1, "oots_2b2d", True) in sky.legal() and f.Respond(1, "oots_2b2d") not in sky.legal()
    sky.do(f.Respond(1, "oots_2b2d", True))
    assert sky.legal(f.Respond) == [], "only an Ace Pilot answers that"
    sky.let_pass()
    assert sky[1].hits == 0 and sky[1].markers == 0 and kinds_of(sky.position, 1) == ["scissors"]
    sky.at()
    sky.do(o.Attack("ims_1b1d", 1))
    assert not [order for order in sky.legal(f.Respond) if order.ace]
    sky.refused(f.Respond(1, "scissors", True), "CAM-19.25Ab")


@pytest.mark.rule(
    "CAM-19.25BU", "CAM-19.25D", "CAM-19.25G", "CAM-19.25H", "CAM-19.25P", "CAM-19.22b", "CAM-GAP-40", "CAM-GAP-57", "CAM-19.13"
)
def test_what_the_letters_of_a_pilot_do() -> None:
    plain, skilled = Sky([El("ki_30")], [El("p_40b")])[0], Sky([El("ki_30", skills="BU D G H P")], [El("p_40b")])[0]
    for side in ("front", "back"):
        one, other = getattr(plain, side), getattr(skilled, side)
        got = [getattr(other, name) - getattr(one, name) for name in ("bursts", "airframe", "gunner", "pre", "performance")]
        assert got == [1, 1, 1, 1, 1], side
    assert Sky([El("a6m2", skills="G")], [El("p_40b")])[0].now.gunner == 0, "no Gunner, no bonus"


@pytest.mark.rule("CAM-19.25CVa", "CAM-19.25CVb")
def test_combat_vision_exchanges_cards_once_before_play() -> None:
    sky = Sky([El("a6m2", skills="CV")], [El("p_40b")])
    assert sky.position.phase == "swap" and sky.seat == "axis"
    held = list(sky[0].hand)
    card = held[0].partition(".")[0]
    sky.do(o.discard(card))
    assert len(sky[0].hand) == 6
    sky.do(o.DONE)
    assert len(sky[0].hand) == 7 and sky.position.phase != "swap"


@pytest.mark.rule("CAM-19.3a", "CAM-19.11")
def test_crews_fly_heavy_bombers_only() -> None:
    with pytest.raises(BobError):
        raid(crews=("TD", ""))
    with pytest.raises(BobError):
        Sky([El("a6m2", skills="TD")], [El("p_40b")])


@pytest.mark.rule("CAM-19.35TD", "CAM-19.35TS", "CAM-19.35D")
def test_turret_letters_and_toughness_of_a_crew() -> None:
    sky = raid(bombers="b_17d b_17e", crews=("TD D", "TS"))
    assert turret_hand(sky.position, sky[1]) == 2 + 1 + 1 + 1
    assert turret_hand(sky.position, sky[2]) == 2 + 1
    assert (sky[1].front.airframe, sky[1].back.airframe) == (9, 14)


@pytest.mark.rule("CAM-19.35Aa", "CAM-19.35Ab", "CAM-GAP-08")
def test_an_ace_crew_adds_spoiled_attacks_twice_to_its_own_fire() -> None:
    sky = raid("ims_1b1d ims_1b2d ims_2b2d", "b_17d b_17e", crews=("A", ""))
    upon(sky, 1, "ims_1b1d tight_turn ims_1b2d")
    assert sky[1].markers == 2
    sky.do(o.Attack("ims_1b1d", 1))
    assert f.CounterFire("ims_1b1d", True) in sky.legal() and f.CounterFire("tight_turn", True) not in sky.legal()
    sky.do(f.CounterFire("ims_1b1d", True))
    sky.let_pass()
    assert sky[1].hits == 0 and sky[1].markers == 1 and sky[0].hits == 1
    sky = raid("ims_1b1d", "b_17d b_17e", crews=("A", ""))
    upon(sky, 2, "ims_1b1d")
    sky.do(o.Attack("ims_1b1d", 2))
    assert f.CounterFire("ims_1b1d", True) not in sky.legal(), "not passed on"


@pytest.mark.rule("CAM-19.35EA", "CAM-GAP-22")
def test_evasive_action_costs_a_burst_or_a_card_of_offense() -> None:
    sky = raid("ims_2b2d", "b_17d b_17e", crews=("EA", ""))
    assert (bursts_at(sky.position, sky[0], sky[1]), bursts_at(sky.position, sky[0], sky[2])) == (3, 4)
    sky = Sky([El("p_40b", "scissors", wingman=True)], [Fo("b_17d b_17e", crews=("EA", ""))]).at(WINGMAN)
    sky.do(f.AttackFormations(), f.LET_NAME, f.NameBomber(2))
    assert len(sky[1].hand) == 2


@pytest.mark.rule("CAM-17.14", "CAM-S.9e", "CAM-17.21c")
def test_kinds_and_marks_of_the_cards() -> None:
    assert {AIRCRAFT[code].kind for code in AIRCRAFT} == {"fighter", "fighter_bomber", "medium", "heavy", "recon"}
    assert AIRCRAFT["b5n2"].torpedo and not AIRCRAFT["d3a1"].torpedo and AIRCRAFT["b_17e"].norden
    assert (AIRCRAFT["ki_21"].front.points, AIRCRAFT["ki_21"].back.points) == (6, 10)
