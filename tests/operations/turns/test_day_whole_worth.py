"""What bombing is worth by the orders of a day, played in whole turns (OPS-D2)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from bob.core.game import secret_free
from bob.core.match import Match
from bob.day.phases.sequence import band
from bob.day.scenarios.scenario import scenarios
from bob.day.state.directives import known_directive
from bob.day.state.orders import Done, DropRaid, Seal
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Directive
from bob.driver import play_out
from tests.operations.build import BOMBERS, GAME, day, order, points, unit
from tests.operations.turns.test_day_whole_bombs import ON, near, to_sea
from tests.operations.whole_turns import DiceByPurpose, whole_turn

WORKS, TOWN = "Vauxhall Luton", "Bedford"


def ordered(p: DayPosition, kinds: dict[str, Any] | None = None, targets: dict[str, Any] | None = None) -> DayPosition:
    """The same day with orders for the bombers."""
    p.directive = Directive("own", kinds or {}, targets or {})
    return p


def bombed(target: str, p: DayPosition | None = None, *, strength: int = 27, tallied: bool = True, **given: Any) -> DayPosition:
    """A day in which a unit has bombed a target."""
    bomber = unit(BOMBERS, "bomber", aircraft="do_17z", strength=strength, tallied=tallied)
    r = near(target, bomber)
    p = p if p is not None else day()
    p.raids[r.plan.code] = r
    whole_turn(p, dice=DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON, **given))
    assert bomber.bombed
    return p


@pytest.mark.rule("OPS-D2.1")
@pytest.mark.parametrize(("grade", "scored"), [("principal", 15.0), ("ordered", 10.0), ("allowed", 5.0), ("none", 0.0)])
def test_a_target_is_worth_what_the_orders_say_of_its_kind(grade: str, scored: float) -> None:
    assert points(bombed(WORKS, ordered(day(), {"works": grade}))).get("bombing", 0.0) == scored


@pytest.mark.rule("OPS-D2.1")
def test_a_single_target_is_worth_what_the_orders_say_of_itself() -> None:
    assert points(bombed(WORKS, ordered(day(), {"works": "allowed"}, {WORKS: "principal"})))["bombing"] == 15.0
    assert "bombing" not in points(bombed(WORKS, ordered(day(), {"works": "principal"}, {WORKS: "none"})))


@pytest.mark.rule("OPS-D2.1")
def test_without_orders_every_target_scores_as_printed() -> None:
    p = bombed(WORKS)
    assert points(p)["bombing"] == 10.0 and not p.bombed
    assert points(bombed(TOWN))["bombing"] == 10.0


@pytest.mark.rule("OPS-D2.2")
@pytest.mark.rule("OPS-D2.4")
def test_a_town_is_worth_nothing_whatever_is_ordered_and_unmet_too() -> None:
    """Who is met by nobody over a seaside town has bombed for nothing."""
    for tallied in (True, False):
        for town in (TOWN, "town:Margate"):
            p = bombed(town, ordered(day(), {"works": "principal"}, {town: "principal"}), tallied=tallied)
            assert "bombing" not in points(p)


@pytest.mark.rule("OPS-D2.3")
def test_a_target_counts_in_full_to_its_cap_half_to_twice_that_and_then_no_more() -> None:
    p = ordered(day(), {"works": "ordered"})  # works: 30
    came = []
    for n in range(8):
        r = near(WORKS, unit(f"{n}./XY 1", "bomber", aircraft="do_17z", strength=27, tallied=True))
        r.plan = replace(r.plan, code=f"raid_{n}")
        p.raids = {r.plan.code: r}
        before = points(p).get("bombing", 0.0)
        whole_turn(p, dice=DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON))
        came.append(points(p).get("bombing", 0.0) - before)
    assert came == [10, 10, 10, 5, 5, 5, 0, 0]
    assert p.bombed == {f"factory:{WORKS}": 80.0}


@pytest.mark.rule("OPS-D2.3")
def test_damage_that_stands_counts_as_bombs_that_have_fallen() -> None:
    kinds = {"sector_stations": "ordered"}
    sound, hurt = ordered(day(), kinds), ordered(day(), kinds)
    hurt.airfields["Kenley"].damage = 2
    assert points(bombed("Kenley", sound))["bombing"] == 10.0
    assert points(bombed("Kenley", hurt))["bombing"] == 5.0


@pytest.mark.rule("OPS-D2.1")
@pytest.mark.parametrize(("grade", "share"), [("principal", 1.5), ("allowed", 0.5), ("none", 0.0)])
def test_a_convoy_is_worth_what_the_orders_say_of_convoys(grade: str, share: float) -> None:
    def attacked(kinds: dict[str, Any] | None) -> float:
        p, r = to_sea("main", unit(BOMBERS, "bomber", aircraft="do_17z", tallied=True), apart=0, ships=20)
        if kinds is not None:
            ordered(p, kinds)
        whole_turn(p, dice=DiceByPurpose(navigation=ON))
        assert r.bombed
        return points(p).get("bombing", 0.0)

    assert attacked(None) == 7 and attacked({"convoys": grade}) == 7 * share


@pytest.mark.rule("OPS-D2.1")
def test_fighter_command_gets_nothing_of_the_orders_of_a_day() -> None:
    p, other = ordered(day(), {"works": "principal"}), ordered(day(), {"rdf": "ordered"}, {"Kenley": "principal"})
    for q in (p, other):
        bombed(WORKS, q)
    assert GAME.view(p, LUFTWAFFE).directive == p.directive
    assert secret_free(GAME.view(p, RAF)) == secret_free(GAME.view(other, RAF))


@pytest.mark.rule("OPS-D2.1")
def test_crews_and_reconnaissance_tell_of_works_and_docks_where_they_have_a_worth() -> None:
    p = ordered(day(), {"works": "ordered"})
    bombed(WORKS, p)
    (r,) = p.raids.values()
    assert [report.harm for report in r.done] == [1]
    q = bombed(WORKS)
    assert not next(iter(q.raids.values())).done


def test_controllers_know_the_orders_of_the_day_before() -> None:
    assert known_directive(dt.date(1940, 9, 7)).orders == "stations" and known_directive(dt.date(1940, 9, 8)).orders == "london"


@pytest.mark.rule("OPS-D2.6")
def test_at_low_level_a_gruppe_bombs_as_a_staffel_where_a_day_has_orders() -> None:
    def scored(strength: int, p: DayPosition) -> float:
        bomber = unit(BOMBERS, "bomber", aircraft="do_17z", strength=strength, tallied=True, angels=2)
        r = near(WORKS, bomber)
        r.plan = replace(r.plan, type="low_level", form_angels=2)
        r.angels = 2
        p.raids[r.plan.code] = r
        whole_turn(p, dice=DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON))
        assert bomber.bombed
        return points(p)["bombing"]

    assert scored(27, ordered(day(), {"works": "ordered"})) == scored(9, ordered(day(), {"works": "ordered"})) == 5.0
    assert scored(27, day()) == 15.0


# ---- bombers that the orders ask for (OPS-D2.4)


def at_the_end(p: DayPosition) -> float:
    """The points for bombers short of the orders, when a day is over after this turn."""
    p.turns = p.turn
    dice = DiceByPurpose(navigation=ON, divert=(1,), cloud_cohesion=ON)
    for seat in (LUFTWAFFE, RAF):
        if seat == LUFTWAFFE and p.plan_open:
            order(p, seat, Seal())
        GAME.apply(p, seat, Done(), dice)
    assert p.phase == "over"
    return points(p).get("bombers_short", 0.0)


def asking(bombers: int, kinds: dict[str, Any]) -> DayPosition:
    """A day whose orders ask for bombers."""
    p = day()
    p.directive = Directive("own", kinds, {}, bombers)
    return p


@pytest.mark.rule("OPS-D2.4")
@pytest.mark.parametrize(
    ("grade", "asked", "scored"),
    [
        ("principal", 27, 0.0),
        ("ordered", 27, 0.0),
        ("ordered", 28, -1.5),
        ("allowed", 13, 0.0),
        ("allowed", 27, -21.0),
        ("none", 27, -40.5),
    ],
)
def test_bombers_short_of_the_orders_cost_a_point_and_a_half_each(grade: Any, asked: int, scored: float) -> None:
    """27 bombers drop on works: those on allowed targets count half, rounded down."""
    r = near(WORKS, unit(BOMBERS, "bomber", aircraft="do_17z", strength=27, tallied=True))
    p = asking(asked, {"works": grade})
    p.raids[r.plan.code] = r
    assert at_the_end(p) == scored


@pytest.mark.rule("OPS-D2.4")
def test_a_luftwaffe_that_stays_at_home_pays_for_every_bomber_asked() -> None:
    assert at_the_end(asking(40, {"works": "principal"})) == -60.0
    assert at_the_end(asking(0, {"works": "principal"})) == 0.0
    assert at_the_end(day()) == 0.0


@pytest.mark.rule("OPS-D2.4")
@pytest.mark.parametrize("end", ["jettisoned", "shot_down", "turned_back"])
def test_who_was_made_to_jettison_or_shot_down_counts_as_sent_and_who_turned_back_does_not(end: str) -> None:
    bomber = unit(BOMBERS, "bomber", aircraft="do_17z", strength=20, tallied=True)
    bomber.sent = 27
    r = near(WORKS, bomber)
    p = asking(27, {"works": "principal"})
    p.raids[r.plan.code] = r
    if end == "jettisoned":
        bomber.jettisoned = True
    if end == "shot_down":
        bomber.strength, bomber.state = 0, "lost"
    if end == "turned_back":
        r.state = "returning"
        bomber.state = "going_home"
    assert at_the_end(p) == (-40.5 if end == "turned_back" else 0.0)


@pytest.mark.rule("OPS-D2.4")
def test_bombers_on_a_convoy_count_by_the_grade_of_convoys() -> None:
    def scored(kinds: dict[str, Any]) -> float:
        p, _ = to_sea("main", unit(BOMBERS, "bomber", aircraft="do_17z", strength=27, tallied=True), apart=0, ships=20)
        p.directive = Directive("own", kinds, {}, 27)
        return at_the_end(p)

    assert scored({"convoys": "principal"}) == 0.0 and scored({"works": "principal"}) == -40.5


@pytest.mark.rule("OPS-D2.4")
@pytest.mark.slow
@pytest.mark.parametrize("code", [s.code for s in scenarios().values() if not s.free and s.code != "lesson"])
def test_no_day_is_won_by_staying_at_home(code: str) -> None:
    """A Luftwaffe that strikes every raid and seals nothing: the worst result there is for it."""
    match: Match[DayPosition] = Match.new(GAME, code, "at home")
    for raid in sorted(match.position.raids.values(), key=lambda r: r.plan.joins is None):
        match.play(LUFTWAFFE, DropRaid(raid.plan.code))
    match.play(LUFTWAFFE, Seal())
    play_out(match, {LUFTWAFFE: "kesselring", RAF: "park"}, looked_back=False)
    assert band(match.position) == "raf_decisive", match.position.score
