"""The days of a forecast: as a seat knows them, and by nothing else."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SecretStream, SeededDice, Stream
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.day.rules.legality import Unsealed
from bob.day.state.orders import Done, Scramble
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import LuftwaffeView, RafView
from bob.forecast import Job, run
from bob.forecast.flying import fly
from bob.forecast.imagined import imagine
from bob.forecast.question import ENEMIES, LEADERS, question
from bob.forecast.simulated_day import flown
from bob.games import kit
from bob.staff.roster import officer
from bob.staff.rules import rules
from tests.forecast.asking import GAME, asked, stood
from tests.sizes import some

MOMENTS = [("one_raid", 2), ("one_raid", 12), ("one_raid", 20)]
MOMENTS += [("18_august_1940", 14), ("18_august_1940", 40), ("8_august_1940", 16), ("free", 21)]
SIDES = (LUFTWAFFE, RAF)


def shown(view: Any) -> dict[str, Any]:
    """What a view shows, without the digest of the seal, which is of the plan alone that is imagined."""
    found: dict[str, Any] = encode(view)
    found.pop("seals")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_day_that_is_flown_without_a_record_goes_as_one_with_it(seed: str) -> None:
    officers = (("luftwaffe", "kesselring"), ("raf", "park"))
    dice = SeededDice(SecretStream.of(seed, "game"))
    p, _ = GAME.setup("one_raid", {}, dice)
    fly(GAME, p, {seat: officer(name, seed) for seat, name in officers}, dice)
    values = run(Job("one_raid", seed, officers))
    assert (p.score, p.turn - 1, sum(s.lost for s in p.squadrons.values())) == (values["vp"], values["turns"], values["raf"]["lost"])


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "turn"), some(MOMENTS))
@pytest.mark.parametrize("seat", SIDES)
def test_an_imagined_day_looks_to_its_seat_as_the_true_one_does(scenario: str, turn: int, seat: str) -> None:
    question_asked = asked(scenario, turn, seat)
    for number in range(3):
        p, _ = imagine(GAME, question_asked, number)
        GAME.invariants(p)
        assert shown(GAME.view(p, seat)) == shown(question_asked.view)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "turn"), some(MOMENTS))
@pytest.mark.parametrize("seat", SIDES)
def test_truths_that_look_alike_give_the_same_forecast(scenario: str, turn: int, seat: str) -> None:
    p = stood(scenario, turn)
    whole = pickle.dumps(p)
    before = question(GAME.view(p, seat))
    assert before.text == asked(scenario, turn, seat).text
    fates = [flown(before, number) for number in range(2)]
    for name, change in kit("day").hidden(GAME, seat).items():
        other = pickle.loads(whole)
        change(other, Stream.of(1, name))
        after = question(GAME.view(other, seat))
        assert after.text == before.text, name
    assert [flown(after, number) for number in range(2)] == fates


def test_what_is_unknown_differs_from_day_to_day_and_is_the_same_for_a_number() -> None:
    question_asked = asked("one_raid", 12, RAF)
    first, again, second = (imagine(GAME, question_asked, number)[0] for number in (0, 0, 1))
    assert encode(first) == encode(again)
    assert encode(first.raids) != encode(second.raids)


def test_the_plan_of_a_scenario_is_none_of_what_the_raf_imagines() -> None:
    """Fighter Command asks at the first turn: neither codes nor routes of the day's true plan are in what is flown."""
    true = stood("18_august_1940", 1)
    p, _ = imagine(GAME, asked("18_august_1940", 1, RAF), 0)
    assert not set(p.raids) & set(true.raids)
    assert [raid.plan.route for raid in p.raids.values()] != [raid.plan.route for raid in true.raids.values()]


def test_the_patrols_of_the_day_are_none_of_what_the_raf_imagines() -> None:
    true = stood("18_august_1940", 1)
    imagined = [imagine(GAME, asked("18_august_1940", 1, RAF), number)[0].patrols for number in range(6)]
    flown = {tuple(tuple(u.unit for u in box) for box in boxes) for boxes in imagined}
    assert len(flown) > 2
    assert tuple(tuple(u.unit for u in box) for box in true.patrols) not in flown


def test_which_squadrons_stand_ready_is_none_of_what_the_luftwaffe_knows() -> None:
    true = {s.unit for s in stood("18_august_1940").squadrons.values() if s.box == "ready"}
    imagined = [imagine(GAME, asked("18_august_1940"), number)[0].squadrons for number in range(4)]
    ready = [{s.unit for s in squadrons.values() if s.box == "ready"} for squadrons in imagined]
    assert true not in ready
    assert len(set(map(frozenset, ready))) == 4


def test_the_script_of_the_weather_is_none_of_what_is_imagined() -> None:
    true = stood("18_august_1940")
    true.sky.script = true.sky.script or stood("15_september_1940").sky.script
    imagined = [imagine(GAME, question(GAME.view(true, LUFTWAFFE)), number)[0].sky.script for number in range(6)]
    assert true.sky.script not in imagined
    assert len({str(script) for script in imagined}) > 1


def test_orders_given_first_are_given_in_every_day() -> None:
    p = stood("one_raid", 6)
    unit = next(s.unit for s in p.squadrons.values() if s.box == "ready")
    order = Scramble(unit, 16, hex=GAME.world.theatre.find("Dover Castle").near)
    question_asked = question(GAME.view(p, RAF), first=(order,))
    imagined, officers = imagine(GAME, question_asked, 0)
    given = [decision.order for decision in officers[RAF].orders(GAME.view(imagined, RAF), None)]  # type: ignore[arg-type]
    assert given == [order, Done()]
    assert GAME.check(imagined, RAF, order) is None  # type: ignore[func-returns-value]


@pytest.mark.slow
@pytest.mark.parametrize("seat", SIDES)
def test_every_officer_can_lead_either_side_of_a_forecast(seat: str) -> None:
    for leader in LEADERS[seat]:
        for enemy in ENEMIES[seat]:
            fate = flown(asked("one_raid", 6, seat, leader=leader, against={enemy: 1}), 0)
            assert fate.enemy == enemy


def test_a_plan_with_a_fault_is_refused_by_its_name_also_out_of_another_process() -> None:
    asks = asked("one_raid")
    assert isinstance(asks.view, LuftwaffeView)
    first, *rest = [raid.plan for raid in asks.view.raids]
    with pytest.raises(Unsealed) as refused:
        flown(asks.planned((replace(first, form_turn=99), *rest)), 0)
    again = pickle.loads(pickle.dumps(refused.value))
    assert [f.key for f in again.faults] == ["plan.form_time"] and again.values == refused.value.values


@pytest.mark.rule("OPS-D3.4")
def test_a_raid_that_gathers_may_go_to_any_target_of_the_period() -> None:
    """A plot over France without a way ahead is of a raid that may go anywhere in reach, not of one on Dover."""
    asks = asked("7_september_1940", 6, RAF)
    assert isinstance(asks.view, RafView)
    known = rules(GAME.world)
    gathering = {f"track_{t.number}" for t in asks.view.tracks if t.level > 0 and not t.faded and known.gathers(t)}
    goals: dict[str, set[str]] = {code: set() for code in gathering}
    for number in range(12):
        for code, raid in imagine(GAME, asks, number)[0].raids.items():
            if code in goals and raid.plan.primary is not None:
                goals[code].add(raid.plan.primary)
    bombing = [found for found in goals.values() if found]
    assert bombing and all(len(found) > 2 for found in bombing), goals


def test_what_cannot_be_asked_is_refused_with_what_to_do() -> None:
    planning = stood("one_raid")
    with pytest.raises(UsageError, match="by a side"):
        question(GAME.view(planning, REFEREE))
    with pytest.raises(UsageError, match="still planning"):
        question(GAME.view(planning, RAF))
    with pytest.raises(UsageError, match="--leader takes one of as_planned, kesselring, sperrle"):
        asked("one_raid", leader="park")
    with pytest.raises(UsageError, match="--against takes one of park, leigh_mallory, dowding"):
        asked("one_raid", against={"sperrle": 1})
    planning.raids.clear()
    with pytest.raises(UsageError, match="no raid on the plan"):
        question(GAME.view(planning, LUFTWAFFE))
    planning.phase = "over"
    with pytest.raises(UsageError, match="is over"):
        question(GAME.view(planning, LUFTWAFFE))
