"""What a screen asks of the miniatures: dice with their reasons are those that the game throws, and a flight leads where it was told."""

from __future__ import annotations

import pytest

from bob.core.dice import SeededDice, Stream
from bob.games import game
from bob.tactical.miniatures import hints
from bob.tactical.miniatures.orders import DiveFor, MoveOn, TurnHard
from bob.tactical.miniatures.position import FLY, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import attack, movement, standing
from bob.tactical.miniatures.view import imagined
from tests.sizes import some


def positions(scenario: str, count: int = 160) -> list[MiniaturePosition]:
    """Positions of a random game, each as the seat that decides sees it."""
    skies = game("skies")
    dice = SeededDice(Stream.of(scenario, "hints"))
    position, _ = skies.setup(scenario, {"turns": 6}, dice)
    stream = Stream.of(scenario, "orders")
    found = []
    while position.outcome is None and len(found) < count:
        seat = position.owing[0]
        if position.turn:
            found.append(imagined(skies.view(position, seat), position.tables))
        skies.apply(position, seat, skies.sample(position, seat, stream), dice)
    return found


@pytest.mark.parametrize("scenario", some(["dogfight", "bomber_run", "defiants", "falcons", "escort"]))
def test_the_reasons_add_up_to_the_dice(scenario: str) -> None:
    seen = 0
    for position in positions(scenario):
        flying = position.flying()
        for a in flying:
            for b in standing.enemies(position, a):
                weapons = standing.bearing(position, a, b)
                for answering in (False, True):
                    volley = Volley(a.number, b.number, a.type.firepower > 0, weapons, more=1, fewer=1)
                    figure = hints.total(hints.attack_reasons(position, volley, answering))
                    assert figure == attack.attack_dice(position, volley, answering)
                assert hints.total(hints.dodge_reasons(position, a, b)) == attack.dodge_dice(position, a, b)
                found = hints.prospect(position, a, b)
                assert found.why_not == standing.shot_refusal(position, a, b) and 0 <= found.chance <= 1
                assert bool(found.answer) == (standing.head_on(position, a, b) or bool(standing.bearing(position, b, a)))
                assert bool(hints.cutting(position, a.at, b.at)) == (not standing.sees(position, a.at, b.at))
                seen += 1
    assert seen > 100


@pytest.mark.parametrize("scenario", some(["dogfight", "bomber_run", "few"]))
def test_a_flight_leads_where_its_outlook_says(scenario: str) -> None:
    flown = 0
    for position in positions(scenario):
        if position.stage != FLY:
            continue
        a = position.active
        orders: list[DiveFor | MoveOn | TurnHard] = [MoveOn(movement.most(a), 30), MoveOn(movement.least(a), -45)]
        if movement.burn_refusal(position, a) is None:
            orders += [DiveFor(300, 20), TurnHard(120), MoveOn(0, 10, "brake"), MoveOn(movement.most(a), -170, "turn")]
        for order in orders:
            before = position.copy()
            found, made = hints.outlook(position, order), hints.flown(position, order)
            assert position == before, "nothing is changed by looking"
            b = made.active
            assert (found.at, found.heading, found.level, found.out) == (b.at, b.heading, b.level, b.out)
            if not b.out:
                assert {target.at for target in found.targets} == {c.number for c in standing.targets(made, b)}
                assert found.tails == standing.can_tail(made, b)
                assert set(found.tailed_by) == {c.number for c in standing.enemies(made, b) if standing.holds_tail(made, c, b)}
            flown += 1
    assert flown > 20


def test_those_who_wait_stand_in_the_order_of_activation() -> None:
    for position in positions("dogfight", 80):
        waits = [a for a in hints.waiting(position) if not a.zoom]
        if position.go is not None and waits and waits[0].number == position.go.number:
            waits = waits[1:]
        ranks = [(a.level, a.ps, a.mph) for a in waits]
        if position.turn > 1 or position.terms.first is None:
            assert ranks == sorted(ranks, reverse=True)
