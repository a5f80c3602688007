"""What a free day is drawn of, against the figures of its file: convoys, heights, strengths, weather, what the days before have left."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache

import pytest

from bob.dice import SeededDice, Stream
from bob.operations.lanes import lane_hexes
from bob.operations.position import DayPosition
from bob.operations.scenario import find, setup
from bob.resources import data_folder
from tests.operations.build import W, day

DRAWN = tomllib.loads((data_folder("tables") / "scenarios" / "free.toml").read_text("utf-8"))["draw"]


@cache
def free_days() -> list[DayPosition]:
    """Free days of the third period by many seeds. Nothing may change them."""
    return [setup(W, find("free"), {"period": 3}, SeededDice(Stream.of(seed, "game"))) for seed in range(40)]


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


def test_a_free_days_raids_fly_as_high_as_the_file_says_from_the_least_to_the_most() -> None:
    heights: dict[str, set[int]] = {}
    for p in free_days():
        for plan in (r.plan for r in p.raids.values() if r.plan.convoy is None):
            low, high = DRAWN["angels"][plan.type]
            assert low <= plan.form_angels <= high and all(leg.angels == plan.form_angels for leg in (*plan.route, *plan.home))
            heights.setdefault(plan.type, set()).add(plan.form_angels)
    low, high = DRAWN["angels"]["main"]
    assert heights["main"] == set(range(low, high + 1, 2))


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
