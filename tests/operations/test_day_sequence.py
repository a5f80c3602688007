"""The sequence of play and its stops (OPS-B4), the end and the score (OPS-B12, OPS-A15)."""

from __future__ import annotations

import pytest

from bob.core.dice import ScriptedDice
from bob.core.match import Match
from bob.core.ranges import OneOf, Several
from bob.day.phases import bombing, flak, interception, landing, raids, sequence, squadrons
from bob.day.phases.sequence import STEPS, band, finish, run
from bob.day.rules import readiness
from bob.day.state.orders import Correct, Done, Note, Pancake, Pick, Scramble, Seal, Stance
from bob.day.state.position import Choice, DayPosition, Raid, ScoredPoints
from tests.operations.build import (
    GAME,
    SEA,
    at,
    day,
    describe,
    order,
    plan,
    play,
    points,
    raid,
    refusal,
    squadron,
    step,
    sweep_plan,
    track,
    unit,
)

BOTH = {"raf", "luftwaffe"}


@pytest.mark.rule("OPS-B4.0")
def test_the_steps_of_a_turn_stand_in_the_order_of_the_rules() -> None:
    assert (
        sequence.begin_turn,
        sequence._detection,
        None,
        raids.formation_phase,
        sequence._luftwaffe_moves,
        squadrons.movement_phase,
        interception.phase,
        sequence._channel_patrols,
        flak.phase,
        bombing.phase,
        landing.phase,
        sequence._end_of_landings,
        sequence._clock,
    ) == STEPS


@pytest.mark.rule("OPS-B4.0")
def test_a_turn_runs_its_steps_in_that_order() -> None:
    """One turn in which every step rolls or tells something: the ledger and the log stand in the order of the steps."""
    target = at("Lympne")
    bombing_raid = raid(
        step(target, 3, 2),
        unit(angels=6),
        code="bombs",
        plan_=plan("bombs", form_turn=1, form_angels=6, route=(), primary="Lympne", secondary=None),
        angels=6,
    )
    assert bombing_raid.leg == 0
    fighter = squadron(hex=target, angels=8, strength=3)
    lander = squadron("2 Down", hex=at("Biggin Hill"), used=17)
    lander.vector = readiness.home_vector(GAME.world, lander)
    starter = squadron("3 Up", "ready")
    due = Raid(sweep_plan(form_turn=4), {}, form_turn=4)
    p = day(raids=[bombing_raid, due], squadrons=[fighter, lander, starter], turn=4, step=0)
    found = play(p, 3, 4, *([4, 4] * 2))
    run(found)
    assert (p.phase, p.step, GAME.to_move(p)) == ("orders", 2, ("luftwaffe", "raf"))
    order(p, "raf", Scramble("3 Up", 16, hex=target))
    order(p, "luftwaffe", Done())
    assert GAME.to_move(p) == ("raf",)
    dice = ScriptedDice([3, 3, *([4, 4] * 4), *([4, 3] * 60)])
    sequence_events = GAME.apply(p, "raf", Done(), dice)
    codes = [e.code for e in sequence_events]
    wanted = ["formed", "tally", "combat", "flak", "bombed", "landed", "took_off", "turn", "random_event"]
    places = [codes.index(code) for code in wanted if code in codes]
    assert places == sorted(places) and {"formed", "bombed", "landed", "took_off", "turn"} <= set(codes)
    purposes = [r.purpose for r in dice.ledger.rolls]
    first = [purposes.index(x) for x in ("formation", "tally", "flak", "navigation", "airfield_damage", "return_to_base", "random_event")]
    assert first == sorted(first)
    assert p.turn == 5


@pytest.mark.rule("OPS-B4.1")
def test_both_sides_give_orders_at_once_and_the_turn_waits_for_both() -> None:
    for first, second in (("raf", "luftwaffe"), ("luftwaffe", "raf")):
        p = day(squadrons=[squadron()])
        order(p, first, Done())
        assert GAME.to_move(p) == (second,) and p.turn == 3 and p.step == 2
        assert refusal(p, first, Done()) == ("not_owing", "OPS-B4.1")
        events = order(p, second, Done(), 3, 4)
        assert p.turn == 4 and GAME.to_move(p) == ("luftwaffe", "raf")
        assert {e.code for e in events} == {"turn", "random_event"}


@pytest.mark.rule("OPS-B4.1")
def test_orders_of_the_other_side_are_not_yours() -> None:
    p = day(squadrons=[squadron()], raids=[raid()])
    assert refusal(p, "luftwaffe", Stance("79 Squadron", True)) == ("not_yours", "OPS-B4.0")
    assert refusal(p, "raf", Seal()) == ("not_yours", "OPS-B4.0")
    assert refusal(p, "referee", Done()) == ("not_yours", "OPS-B4.0")


@pytest.mark.rule("OPS-B4.1")
def test_an_open_choice_takes_no_other_order_and_choices_are_made_in_turn() -> None:
    p = day(phase="choice", squadrons=[squadron()], raids=[raid()])
    p.choices = [Choice("luftwaffe", "half_escort", ["b", "a", "c"], 2, "raid"), Choice("raf", "dispersal_dash", ["x"])]
    assert GAME.to_move(p) == ("luftwaffe",)
    assert refusal(p, "luftwaffe", Done()) == ("choice_first", "OPS-B4.1")
    assert refusal(p, "raf", Pick(("x",))) == ("not_owing", "OPS-B4.1")
    assert GAME.choices(p, "raf").listed == () and GAME.choices(p, "raf").described == ()
    (described,) = GAME.choices(p, "luftwaffe").described
    assert described.code == "pick" and described.fields[0].kind == Several(OneOf(("b", "a", "c")), 2, 2, distinct=True)
    order(p, "luftwaffe", Pick(("c", "a")))
    assert p.phase == "orders" and GAME.to_move(p) == ("luftwaffe", "raf")
    assert refusal(p, "raf", Done()) == ("choice_first", "OPS-B4.1")
    order(p, "luftwaffe", Done())
    assert GAME.to_move(p) == ("raf",) and p.turn == 3


@pytest.mark.rule("OPS-B4.1")
def test_a_side_that_has_said_that_it_is_done_may_still_be_asked_by_the_referees_event() -> None:
    p = day(squadrons=[squadron(box="available")])
    order(p, "raf", Done())
    order(p, "referee", Correct("random_event", "", "dispersal_dash", "a card"))
    assert GAME.to_move(p) == ("luftwaffe", "raf")
    order(p, "luftwaffe", Done())
    assert GAME.to_move(p) == ("raf",) and p.turn == 3
    order(p, "raf", Pick(("79 Squadron",)), 3, 4)
    assert p.squadrons["79 Squadron"].box == "ready" and p.turn == 4 and not p.choices


@pytest.mark.rule("OPS-B4.1")
def test_a_done_seat_keeps_its_orders_and_a_scramble_may_be_thought_better_of_till_then() -> None:
    p = day(squadrons=[squadron(box="ready")])
    order(p, "raf", Scramble("79 Squadron", 14, hex=at("Lympne")))
    order(p, "raf", Scramble("79 Squadron", 16, hex=at("Hornchurch")))
    vector = p.squadrons["79 Squadron"].ordered_off
    assert vector is not None and (vector.angels, vector.hex) == (16, at("Hornchurch"))
    order(p, "raf", Done())
    assert refusal(p, "raf", Pancake("79 Squadron"))[0] == "not_owing"


@pytest.mark.rule("OPS-B4.1")
def test_every_decision_of_a_whole_match_is_somebodys_order() -> None:
    """No entry ends with a decision taken for a seat: whenever the turn has gone on, both have said so."""
    match: Match[DayPosition] = Match.new(GAME, "lesson", 5)
    while match.to_move:
        seat = match.to_move[-1]
        match.play(seat, GAME.choices(match.position, seat).listed[0])
    done = [e for e in match.entries[1:] if isinstance(e.order, Done)]
    assert [sum(e.seat == seat for e in done) for seat in ("raf", "luftwaffe")] == [match.position.turns] * 2


@pytest.mark.rule("OPS-B12.1")
@pytest.mark.parametrize(
    ("score", "found"),
    [
        (20, "luftwaffe_decisive"),
        (19.5, "luftwaffe_marginal"),
        (10, "luftwaffe_marginal"),
        (9.5, "draw"),
        (0.5, "draw"),
        (0, "raf_marginal"),
        (-11.5, "raf_marginal"),
        (-12, "raf_decisive"),
    ],
)
def test_the_bands_of_the_scenario(score: float, found: str) -> None:
    p = day(points=[ScoredPoints(1, "OPS-A13.table", "bombing", 1, score, "x")])
    assert band(p) == found
    finish(play(p))
    outcome = GAME.outcome(p)
    assert outcome is not None and outcome.code == found
    assert outcome.points == {"luftwaffe": score, "raf": -score}
    assert outcome.winner == (None if found == "draw" else found.split("_")[0])


@pytest.mark.rule("OPS-B12.1")
@pytest.mark.rule("OPS-A15.6")
def test_the_end_tells_both_where_each_point_came_from() -> None:
    back = Raid(plan("back", "return_escort", (plan().units[1], plan().units[0]), joins="raid"), {}, "ended", 5)
    never = Raid(plan("never", "return_escort", joins="raid"), {}, "planned", 50)
    p = day(raids=[back, never], points=[ScoredPoints(2, "OPS-A15.2", "raf_shot_down", 4, 4.0, "79 Squadron")])
    found = play(p)
    finish(found)
    (over,) = describe(found, "over")
    assert set(over.to) == BOTH and over.data["points"] == 3.0 and over.data["band"] == "draw"
    assert [(x["rule"], x["code"], x["count"], x["points"], x["where"]) for x in over.data["came_from"]] == [
        ("OPS-A15.2", "raf_shot_down", 4, 4.0, "79 Squadron"),
        ("OPS-A15.6", "return_escort", 2, -1.0, "return_escort"),
    ]
    assert points(p) == {"raf_shot_down": 4.0, "return_escort": -1.0}


@pytest.mark.rule("OPS-B12.1")
def test_nobody_sees_the_score_before_the_end() -> None:
    p = day(points=[ScoredPoints(1, "OPS-A13.table", "bombing", 1, 7.0, "x")])
    assert GAME.view(p, "raf").score is None and GAME.view(p, "luftwaffe").score is None and GAME.view(p, "referee").score == 7.0
    assert GAME.outcome(p) is None
    finish(play(p))
    assert GAME.view(p, "raf").score == GAME.view(p, "luftwaffe").score == 7.0
    assert refusal(p, "raf", Done()) == ("over", "OPS-B12.1") and GAME.to_move(p) == ()


@pytest.mark.rule("OPS-B4.0")
@pytest.mark.rule("OPS-C4.1")
@pytest.mark.parametrize(
    ("turn", "state", "sealed", "over"),
    [
        (60, "flying", False, True),
        (60, "ended", True, True),
        (59, "flying", False, False),
        (59, "ended", False, False),
        (43, "ended", False, False),  # a raid of the last hour could not form before the end
        (19, "ended", True, False),  # the hour went by without a raid
    ],
)
def test_the_day_ends_with_its_last_turn_and_not_when_no_raid_comes_any_more(turn: int, state: str, sealed: bool, over: bool) -> None:
    p = day(turn=turn, raids=[raid(state=state)], hour_sealed=turn if sealed else 0)
    sequence._clock(play(p))
    assert (p.phase == "over") == over and p.turn == turn + 1


@pytest.mark.rule("OPS-B4.1")
def test_the_referee_corrects_with_a_reason_and_the_log_keeps_it() -> None:
    p = day(squadrons=[squadron(box="available")], raids=[raid(SEA, unit(strength=20, sent=27))], tracks=[track()])
    cases = {
        ("squadron_strength", "79 Squadron", "9"): lambda: p.squadrons["79 Squadron"].strength == 9,
        ("squadron_box", "79 Squadron", "ready"): lambda: p.squadrons["79 Squadron"].box == "ready",
        ("raid_unit_strength", "I./KG 3", "27"): lambda: p.raids["raid"].units[0].strength == 27,
        ("airfield_damage", "Biggin Hill", "2"): lambda: p.airfields["Biggin Hill"].damage == 2,
        ("zone_weather", "kenley", "bad"): lambda: p.sky.zones["kenley"].is_bad,
        ("points", "x", "-2.5"): lambda: p.score == -2.5,
    }
    for (what, name, value), holds in cases.items():
        events = order(p, "referee", Correct(what, name, value, "a slip"))  # type: ignore[arg-type]
        assert holds(), what
        assert describe(events, "corrected")[0].data["reason"] == "a slip" and describe(events, "corrected")[0].to == ()
        GAME.invariants(p)
    order(p, "referee", Correct("squadron_strength", "79 Squadron", "0", "gone"))
    assert p.squadrons["79 Squadron"].box == "gone"
    order(p, "referee", Correct("raid_unit_strength", "I./KG 3", "0", "gone"))
    assert p.raids["raid"].units[0].state == "lost"
    GAME.invariants(p)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(
    ("what", "name", "value"),
    [
        ("squadron_strength", "79 Squadron", "25"),
        ("squadron_strength", "79 Squadron", "00000099"),
        ("squadron_strength", "79 Squadron", "-1"),
        ("squadron_strength", "No Squadron", "5"),
        ("squadron_box", "79 Squadron", "gone"),
        ("squadron_box", "501 Squadron", "landed"),
        ("raid_unit_strength", "I./KG 3", "28"),
        ("raid_unit_strength", "II./KG 3", "5"),
        ("airfield_damage", "Biggin Hill", "3"),
        ("airfield_damage", "Nowhere", "1"),
        ("zone_weather", "kenley", "rain"),
        ("zone_weather", "nowhere", "bad"),
        ("points", "x", "nan"),
        ("points", "x", "1000"),
        ("points", "x", "many"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(what: str, name: str, value: str) -> None:
    p = day(squadrons=[squadron(box="available"), squadron("501 Squadron")], raids=[raid()])
    refusal(p, "referee", Correct(what, name, value, "a slip"))  # type: ignore[arg-type]
    assert refusal(p, "referee", Correct("points", "x", "1", " "))[0] == "reason"


def test_a_note_goes_to_one_side_alone() -> None:
    p = day()
    assert [e.to for e in order(p, "referee", Note("raf", "Tea is ready."))] == [("raf",)]
    assert refusal(p, "referee", Note("red", "x"))[0] == "note"
    assert refusal(p, "referee", Note("raf", "  "))[0] == "note"


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("kind", "box"), [("dispersal_dash", "available"), ("turnaround", "rearm_1")])
def test_a_choice_of_what_the_referee_took_off_meanwhile_does_nothing(kind: str, box: str) -> None:
    p = day(phase="choice", squadrons=[squadron(box=box)], choices=[Choice("raf", kind, ["79 Squadron"])])  # type: ignore[arg-type]
    order(p, "referee", Correct("squadron_strength", "79 Squadron", "0", "a slip"))
    order(p, "raf", Pick(("79 Squadron",)))
    assert p.squadrons["79 Squadron"].box == "gone" and p.phase == "orders"
    GAME.invariants(p)
