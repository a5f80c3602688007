"""Orders laid on a view in pencil: the view is as it will be once they are given, and nothing else of it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bob.core.codec import encode
from bob.core.game import dumps
from bob.core.kit import HUMAN
from bob.day.state.orders import DropRaid, PlanRaid
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import LuftwaffeView, RafView
from bob.driver import Driver
from bob.driver.players import player
from bob.forecast.pencilled import PENCILLED, Pencil
from bob.games import kit


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["one_raid", "18_august_1940"])
def test_orders_of_fighter_command_in_pencil_are_what_comes_of_them(scenario: str) -> None:
    seat = RAF
    officers = {RAF: "park", LUFTWAFFE: "kesselring"}
    driver = Driver.new(kit("day").make(), scenario, "pencil", {"engagements": "quick"}, officers | {seat: HUMAN})
    game, laid = driver.match.game, dict[str, int]()
    officer = player(game, officers[seat], seat, "pencil")
    assert officer is not None
    for _ in range(60):
        driver.advance()
        if driver.is_over or driver.match.position.turn > 45:
            break
        pencil = Pencil(game, driver.view(seat))  # type: ignore[arg-type]
        for decision in officer.orders(driver.view(seat), driver.choices(seat), len(driver.match.entries)):
            if seat not in driver.asked_seats:
                break
            before = len(driver.match.entries)
            driver.give(seat, decision.order)
            if not isinstance(decision.order, PENCILLED):
                break
            events = pencil.lay(decision.order)
            laid[decision.order.code] = laid.get(decision.order.code, 0) + 1
            assert dumps(encode(pencil.view)) == dumps(encode(driver.view(seat))), decision.order
            lines = [e for entry in driver.match.entries[before:] for e in entry.events if seat in e.to]
            assert [(e.code, dict(e.data)) for e in events] == [(e.code, dict(e.data)) for e in lines]
    assert laid.keys() >= {"scramble", "readiness"}, laid


def test_a_plan_in_pencil_is_the_plan_that_will_stand() -> None:
    driver = Driver.new(kit("day").make(), "18_august_1940", "pencil", {}, {RAF: "park", LUFTWAFFE: HUMAN})
    driver.advance()
    view = driver.view(LUFTWAFFE)
    assert isinstance(view, LuftwaffeView) and view.common.phase == "planning"
    first, second = (raid.plan for raid in view.raids[:2])
    pencil = Pencil(driver.match.game, view)  # type: ignore[arg-type]
    for order in (DropRaid(first.code), PlanRaid(replace(second, form_turn=second.form_turn + 1)), PlanRaid(first)):
        driver.give(LUFTWAFFE, order)
        pencil.lay(order)
        assert dumps(encode(pencil.view)) == dumps(encode(driver.view(LUFTWAFFE))), order


def test_what_needs_dice_or_the_other_side_is_let_be() -> None:
    driver = Driver.new(kit("day").make(), "one_raid", "pencil", {}, {RAF: HUMAN, LUFTWAFFE: "kesselring"})
    driver.advance()
    view = driver.view(RAF)
    assert isinstance(view, RafView)
    pencil = Pencil(driver.match.game, view)  # type: ignore[arg-type]
    for order in driver.choices(RAF).listed:
        if not isinstance(order, PENCILLED):
            assert pencil.lay(order) == [] and pencil.view == view
