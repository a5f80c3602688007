"""What a free day is drawn of, against the figures of its file: convoys, heights, strengths, weather, what the days before have left."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from functools import cache
from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import UsageError
from bob.core.hexes import Hex, distance
from bob.core.resources import data_folder
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.scenarios.scenario import find, setup
from bob.day.state.position import DayPosition
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from tests.operations.build import W, day

FILE = tomllib.loads((data_folder("tables") / "scenarios" / "free.toml").read_text("utf-8"))
DRAWN, PERIODS = FILE["draw"], FILE["period"]


@cache
def free_days() -> list[DayPosition]:
    """Free days of the third period by many seeds. Nothing may change them."""
    return [setup(W, find("free"), {"period": 3}, SeededDice(Stream.of(seed, "game"))) for seed in range(40)]


@pytest.mark.slow
@pytest.mark.rule("OPS-C5.1")
def test_a_free_days_convoys_are_as_many_as_its_period_says_and_numbered_from_one() -> None:
    counts = Counter[int]()
    for seed in range(30):
        p = setup(W, find("free"), {"period": 1}, SeededDice(Stream.of(seed, "game")))
        counts[len(p.convoys)] += 1
        assert list(p.convoys) == [f"convoy_{i}" for i in range(1, len(p.convoys) + 1)]
        for c in p.convoys.values():
            lane = lane_hexes(W, c.lane)
            assert 0 <= c.first < len(lane) and c.last in (0, len(lane) - 1) and c.hex == lane[c.first]
            assert (c.entered, c.state) == (1, "under_way") and abs(c.last - c.first) >= (len(lane) - 1) // 3
        numbers = [c.number for c in p.convoys.values() if c.number is not None]
        assert numbers == list(range(1, len(numbers) + 1))
    assert set(counts) == {1, 2}


@pytest.mark.slow
def test_a_free_days_raids_fly_as_high_as_the_file_says_from_the_least_to_the_most() -> None:
    heights: dict[str, set[int]] = {}
    for p in free_days():
        for plan in (r.plan for r in p.raids.values() if r.plan.convoy is None):
            low, high = DRAWN["angels"][plan.type]
            assert low <= plan.form_angels <= high and all(leg.angels == plan.form_angels for leg in (*plan.route, *plan.home))
            heights.setdefault(plan.type, set()).add(plan.form_angels)
    low, high = DRAWN["angels"]["main"]
    assert heights["main"] == set(range(low, high + 1, 2))


@pytest.mark.slow
def test_a_free_days_units_fly_with_a_share_of_what_they_have_and_escorts_above() -> None:
    least, most = DRAWN["strength_share"]
    shares, roles = set[int](), Counter[str]()
    for p in free_days():
        whole = W.luftwaffe(p.date)
        for plan in (r.plan for r in p.raids.values()):
            for sent in plan.units:
                roles[sent.role] += 1
                if sent.role in DRAWN["escort_above"]:
                    ceiling = W.types[whole[sent.unit].aircraft].ceiling
                    assert sent.angels == min(ceiling, plan.form_angels + DRAWN["escort_above"][sent.role])
                if sent.aircraft != 9:  # nine fly as a Staffel
                    most_of = whole[sent.unit].strength
                    assert most_of * least // 100 <= sent.aircraft <= most_of * most // 100, sent
                    shares.add(100 * sent.aircraft // most_of)
            assert len({u.unit for u in plan.units}) == len(plan.units)
    assert len(shares) > 4 and roles["close_escort"] and roles["high_cover"]


@pytest.mark.slow
def test_a_free_days_squadrons_are_short_of_no_more_than_the_days_before_can_have_taken() -> None:
    least, most = DRAWN["away"]
    whole = day(full=True)
    here = [s for p in free_days() for s in p.squadrons.values() if s.unit in whole.squadrons]
    short = Counter(whole.squadrons[s.unit].strength - s.strength for s in here)
    assert set(short) >= {least, most} and all(f.damage <= 1 for p in free_days() for f in p.airfields.values())
    assert {f.damage for p in free_days() for f in p.airfields.values()} == {0, 1}
    for p in free_days():
        hit = [name for name, f in p.airfields.items() if f.damage]
        assert all(W.fields[name].extra["group"] == 11 for name in hit)


@pytest.mark.slow
@pytest.mark.rule("OPS-C6.1")
def test_the_weather_of_a_free_day_turns_on_the_hours_after_its_first_till_its_last() -> None:
    days, first, last = Counter[int](), Counter[int](), Counter[int]()
    for seed in range(120):
        p = setup(W, find("free"), {"period": 3}, SeededDice(Stream.of(seed, "game")))
        hours = [60 * h for h in range(24) if p.start < 60 * h <= p.start + 5 * (p.turns - 1)]
        turned = {p.start + 5 * (line.turn - 1) for line in (*p.sky.script, *p.sky.winds)}
        assert turned <= set(hours), (p.start, turned)
        days[p.start] += 1
        first[p.start] += hours[0] in turned
        last[p.start] += hours[-1] in turned
    assert all(first[start] and last[start] for start, count in days.items() if count > 9)


# ---- the raids of every period


@cache
def drawn(period: int) -> list[DayPosition]:
    """Free days of a period by some seeds. Nothing may change them."""
    return [setup(W, find("free"), {"period": period}, SeededDice(Stream.of(f"raids/{seed}", "game"))) for seed in range(8)]


@cache
def raids() -> list[tuple[dict[str, Any], DayPosition, RaidPlan]]:
    """The raids of all periods, with the figures of the period and the day."""
    return [(period, p, r.plan) for period in PERIODS for p in drawn(period["number"]) for r in p.raids.values()]


def bombers(plan: RaidPlan) -> list[PlannedUnit]:
    return [u for u in plan.units if u.role in ("bomber", "jabo")]


@pytest.mark.slow
def test_low_raids_and_feints_are_one_staffel_without_escort_and_others_have_their_gruppen() -> None:
    seen, counts = set(), dict[int, set[int]]()
    for period, _, plan in raids():
        seen.add(plan.type)
        if plan.type in ("low_level", "feint"):
            assert len(plan.units) == 1 and plan.units[0].aircraft <= 9, plan
        elif plan.type == "freie_jagd":
            assert [u.role for u in plan.units] == ["sweep"], plan
        elif plan.type == "jabo":
            assert len(bombers(plan)) == 1, plan
        else:
            most = period["gruppen"][1]
            assert len(bombers(plan)) <= most
            counts.setdefault(period["number"], set()).add(len(bombers(plan)))
    assert seen == {"main", "dive_bombing", "jabo", "freie_jagd", "feint", "low_level"}
    assert counts[1] == {1} and counts[3] == {1, 2, 3} and max(counts[4]) == 5, counts


def idle_fighters(p: DayPosition, plan: RaidPlan) -> set[str]:
    """The Gruppen of fighters of a raid's fleet, larger than a Staffel, that are not with it."""
    whole = W.luftwaffe(p.date)
    fields = {name: str(field.extra["luftflotte"]) for name, field in W.far_fields.items()}
    fleet = fields[whole[plan.units[0].unit].station]
    mine = [u for u in whole.values() if fields.get(u.station) == fleet and u.strength > 9]
    return {u.unit for u in mine if W.types[u.aircraft].kind in ("single_seat_fighter", "heavy_fighter")} - {u.unit for u in plan.units}


@pytest.mark.slow
def test_escorts_are_added_until_there_are_as_many_fighters_as_the_ratio_asks_for() -> None:
    least_seen = dict[int, float]()
    for period, p, plan in raids():
        escort = [u.aircraft for u in plan.units if u.role in ("close_escort", "high_cover")]
        if not escort:
            continue
        least, most = period["escort_ratio"]
        sent = sum(u.aircraft for u in bombers(plan))
        assert sum(escort[:-1]) < most * sent, plan
        least_seen[period["number"]] = min(least_seen.get(period["number"], 99), sum(escort) / sent)
        if least * sent > sum(escort):  # then there is not a fighter left in the fleet
            assert not idle_fighters(p, plan), plan
    assert all(least_seen[period["number"]] < period["escort_ratio"][1] + 1 for period in PERIODS if period["number"] in least_seen)


@pytest.mark.slow
def test_units_fly_from_the_fields_of_one_fleet_and_over_its_coast() -> None:
    fleets = set()
    for _, p, plan in raids():
        whole = W.luftwaffe(p.date)
        found = {str(W.far_fields[whole[u.unit].station].extra["luftflotte"]) for u in plan.units}
        assert len(found) == 1 and plan.form_at in {_spot(name) for name in DRAWN["form_at"][min(found)]}, plan
        if plan.convoy is None:
            assert {leg.hex for leg in plan.route} <= {_spot(name) for name in DRAWN["cross"][min(found)]}
        fleets |= found
    assert fleets == {"2", "3"}


def _spot(name: str) -> Hex:
    return W.theatre.nearest_hex(*W.theatre.position(name))


@pytest.mark.slow
def test_targets_lie_within_reach_and_are_of_the_kinds_of_the_period() -> None:
    second = 0
    for period, _, plan in raids():
        if plan.primary is None:
            assert plan.type in ("freie_jagd", "feint") or plan.convoy is not None
            continue
        for name in filter(None, (plan.primary, plan.secondary)):
            place = W.targets[name]
            assert place.hex is not None and distance(place.hex, plan.form_at) <= period["reach"]
            assert period["targets"][place.kind] > 0
        assert plan.secondary != plan.primary
        second += plan.secondary is not None
        far = [leg for leg in plan.route if distance(leg.hex, W.targets[plan.primary].near) > 1]
        assert list(plan.route) == far == list(plan.home), "in and out at one place of the coast, if the target is not there"
    assert second > 20


@pytest.mark.slow
def test_raids_form_one_after_another_with_time_left_to_fly() -> None:
    first, gaps, names = set[int](), set[int](), set[str]()
    for period in PERIODS:
        for p in drawn(period["number"]):
            own = [r.plan for r in p.raids.values() if r.plan.convoy is None]
            turns = [plan.form_turn for plan in own]
            assert turns == sorted(turns) and max(turns, default=0) <= p.turns - 12
            numbers = [int(plan.code.rpartition("_")[2]) for plan in own]
            names |= {plan.code.rpartition("_")[0] for plan in own}
            assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers)
            for (a, m), (b, n) in itertools.pairwise(zip(turns, numbers, strict=True)):
                if n == m + 1 and b < p.turns - 12:
                    assert DRAWN["raid_gap"][0] <= b - a <= DRAWN["raid_gap"][1]
                    gaps.add(b - a)
            if numbers and numbers[0] == 1:
                assert DRAWN["first_raid"][0] <= turns[0] <= DRAWN["first_raid"][1]
                first.add(turns[0])
    assert first <= set(range(DRAWN["first_raid"][0], DRAWN["first_raid"][1] + 1)) and len(first) > 5
    assert {0, DRAWN["raid_gap"][1]} <= gaps and names == {"raid", "freie_jagd", "feint"}


@pytest.mark.slow
def test_a_day_is_of_its_period_and_both_sides_are_told_no_more_than_its_level() -> None:
    for period in PERIODS:
        days = drawn(period["number"])
        for p in days:
            assert (p.turns, p.turn, p.period, p.phase) == (period["turns"], 1, period["number"], "planning")
            assert period["from"] <= p.date <= period["to"]
            assert period["response_level"][0] <= p.response_level <= period["response_level"][1]
            wanted = p.bands["luftwaffe_decisive"] / period["bands"]["luftwaffe_decisive"]
            assert wanted in range(1, 3 * period["raids"][1] + 1)
            assert p.bands == {name: value * wanted for name, value in period["bands"].items()}
            boxes = sum(bool(box) for box in p.patrols)
            assert boxes <= period["patrols"][1] and all(len(box) <= 1 for box in p.patrols)
            busy = {u.unit for r in p.raids.values() for u in r.plan.units}
            assert not busy & {u.unit for box in p.patrols for u in box}
        assert len({p.response_level for p in days}) > 2
    levels = {p.response_level for p in free_days()}
    least, most = PERIODS[2]["response_level"]
    assert {least, most} <= levels or len(levels) > 8


@pytest.mark.slow
def test_the_days_of_a_period_are_drawn_from_its_first_to_its_last() -> None:
    found = {p.date for p in free_days()}
    assert {PERIODS[2]["from"], PERIODS[2]["to"]} <= found and len(found) > 9


@pytest.mark.parametrize("number", [0, 6, -1, True, "3", 2.0])
def test_a_period_that_there_is_not_is_refused(number: Any) -> None:
    with pytest.raises(UsageError) as error:
        setup(W, find("free"), {"period": number}, SeededDice(Stream.of(1, "game")))
    assert error.value.key == "ops.no_period" and error.value.values["choices"] == "1, 2, 3, 4, 5"


def test_without_a_period_one_of_the_five_is_drawn() -> None:
    found = {setup(W, find("free"), {}, SeededDice(Stream.of(seed, "any"))).period for seed in range(16)}
    assert found == {1, 2, 3, 4, 5}
