"""What a screen is told of a view: the courses against the legal orders, templates, shots with their chances, lines of sight."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.game import secret_free
from bob.tactical.hexes import hints
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.position import HexPosition, Wind
from bob.tactical.hexes.rules import courses, legal, odds
from tests.hexes.duels import chosen_seat
from tests.hexes.tabletop import GAME, TABLES, B, D, Fly, activated, ahead, at, battle
from tests.hexes.test_hexes_contract import begun
from tests.sizes import some


def flying_positions(seed: int, count: int = 12) -> list[HexPosition]:
    """Positions of a random battle in which somebody flies."""
    position, dice, bots = begun(seed)
    found: list[HexPosition] = []
    while position.owing and len(found) < count:
        if position.stage == "fly" and bots.below(3) == 0:
            found.append(position.copy())
        seat = chosen_seat(position, bots)
        GAME.apply(position, seat, GAME.sample(position, seat, bots), dice)
    return found


@pytest.mark.rule("FIS-283")
@pytest.mark.parametrize("seed", some(range(6)))
def test_the_first_steps_of_courses_are_the_legal_orders(seed: int) -> None:
    """The search takes just the steps that are legal, but for WEP, forced ways, leaving the sheet, and dead ends among friends."""
    compared = 0
    for position in flying_positions(6000 + seed):
        go = position.go
        assert go is not None
        search = courses.Courses(position, go)
        state = search.start(go)
        members = search.flying
        found = {x for x, *_ in search.onward(state, min(a.speed for a in members), min(a.fuel for a in members))}
        listed = set()
        for order in legal.orders(position, position.owing[0]):
            if isinstance(order, o.Rotate | o.Manoeuvre) or (isinstance(order, o.Advance) and order.by != "wep"):
                listed.add(order)
        if not search.free(state.at):
            continue
        extra, missing = found - listed, listed - found
        for order in extra:
            why = legal.refusal(position, position.owing[0], order)
            assert why is not None and why[1] in ("FIS-283",), (order, why)
        for order in missing:
            twin = position.copy()
            GAME.apply(twin, twin.owing[0], order, SeededDice(Stream.of(1, "x")))
            assert any(twin.aircraft[n].out == "left" for n in go.active), order
        compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("seed", some(range(4)))
def test_the_orders_of_a_course_are_legal_and_end_where_it_says(seed: int) -> None:
    for position in flying_positions(6100 + seed, 4):
        seat = position.owing[0]
        go = position.go
        assert go is not None
        found = hints.ways(GAME.view(position, seat), go.active[0])
        bots = Stream.of(seed, "pick")
        for way in [found[bots.below(len(found))] for _ in range(min(8, len(found)))]:
            twin = position.copy()
            for order in way.orders:
                GAME.check(twin, seat, order)
                GAME.apply(twin, seat, order, ScriptedDice(()))
            for n, there in zip(go.active, way.at, strict=True):
                a = twin.aircraft[n]
                assert (a.at, a.facing, a.level) == (there, way.facing, way.level)
            assert min(twin.aircraft[n].speed for n in go.active) == way.speed
            assert min(twin.aircraft[n].fuel for n in go.active) == way.fuel


def test_courses_are_the_cheapest() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -20), 3))
    found = {(way.at[0], way.facing): way for way in hints.ways(GAME.view(position, "raf"), 0)}
    assert found[at(0, -1), 0].speed == 5 and found[at(0, 2), 0].orders == (o.Manoeuvre("loop"),)
    assert found[at(0, -1), 1].speed == 4
    assert (at(0, 0), 0) not in found or found[at(0, 0), 0].speed < 6
    wind = battle(Fly(), Fly("bf_109e", (0, -20), 3), wind=Wind(0, 2))
    assert {(way.at[0], way.facing): way.speed for way in hints.ways(GAME.view(wind, "raf"), 0)}[at(0, -1), 0] == 6


def test_the_template_tells_who_is_in_it() -> None:
    position = battle(Fly("bf_110c", side="raf"), Fly("bf_109e", (0, -2), 3), Fly("bf_109e", (0, 3), 3))
    found = {hex_.at: hex_ for hex_ in hints.covered(GAME.view(position, "raf"), 0)}
    assert len(found) == 20 and found[at(0, -2)].aircraft == (1,) and found[at(0, 3)].arcs == ("rear",) and found[at(0, 3)].aircraft == (2,)


def test_a_prospect_names_dice_reasons_and_what_is_in_the_way() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -4), 3), clouds=[(0, -2)])
    seen = hints.prospect(GAME.view(position, "raf"), TABLES, 0, 1, "front")
    assert seen.why_not == ("cloud_between", "FIS-099") and [cut.at for cut in seen.cuts] == [at(0, -2)]
    assert [(r.code, r.dice) for r in seen.attack] == [("guns", 3)] and [(r.code, r.dice) for r in seen.dodge] == [("fourth_hex", 1)]
    assert sum(seen.lost) == pytest.approx(1.0)
    touched, cut = hints.line(GAME.view(position, "raf"), 0, 1)
    assert touched == (at(0, -1), at(0, -2), at(0, -3)) and cut == seen.cuts


def test_chances_are_those_of_the_dice() -> None:
    """Against shots that are thrown."""
    counts = [0] * 6
    for seed in range(1500):
        position = battle(Fly(), Fly("bf_109e", (0, -3), 3, structure=9, speed=0), Fly("bf_109e", (0, -20)))
        dice = SeededDice(Stream.of(seed, "shot"))
        for order in (o.Activate(0), o.Fire(1, "front")):
            GAME.apply(position, "raf", order, dice)
        while position.stage == "cancel":
            GAME.apply(position, "luftwaffe", GAME.choices(position, "luftwaffe").listed[0], dice)
        counts[9 - position.aircraft[1].structure] += 1
    view = GAME.view(battle(Fly(), Fly("bf_109e", (0, -3), 3, structure=9, speed=0), Fly("bf_109e", (0, -20))), "raf")
    chances = hints.prospect(view, TABLES, 0, 1, "front").lost
    for points, chance in enumerate(chances):
        assert counts[points] / 1500 == pytest.approx(chance, abs=0.045)


def test_the_odds_of_a_dodge_that_is_being_decided() -> None:
    table = activated(Fly(), Fly("bf_109e", (0, -3), 3), Fly("bf_109e", (0, -20)), faces=(D, B, B))
    table.do(o.Fire(1, "front"))
    view = GAME.view(table.position, "luftwaffe")
    none, three = hints.dodge_chances(view, TABLES, 0), hints.dodge_chances(view, TABLES, 3)
    assert none == pytest.approx((0.5, 0.5)) and three[1] == pytest.approx(0.5**4)
    assert odds.results(TABLES.die, 1, None)[1, 0] == pytest.approx(1 / 6)


def test_hints_know_no_more_than_the_view() -> None:
    position = battle(Fly(), Fly("bf_109e", (0, -9), 3), hands={"luftwaffe": "skid"})
    made = hints.mat_of(GAME.view(position, "raf"), TABLES)
    assert made.hands == [(), ()] and made.pile == [] and made.bag == []
    twin: Any = battle(Fly(), Fly("bf_109e", (0, -9), 3), hands={"luftwaffe": "stoppage"})
    assert secret_free(GAME.view(position, "raf")) == secret_free(GAME.view(twin, "raf"))
    assert ahead()
