"""The table in whole numbers: the same everywhere, mirrored, and agreeing with plain trigonometry where that is exact enough."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.tactical.miniatures.rules.geometry import (
    AHEAD,
    CIRCLE,
    FRONT,
    LEFT,
    PER,
    REAR,
    RIGHT,
    SCALE,
    Spot,
    apart,
    arc,
    forward,
    heading_of,
    in_front,
    in_rear,
    leaves_by,
    on_table,
    passes,
    square,
    turned,
    within,
)

WIDE, HIGH = 48 * PER, 36 * PER
spots = st.builds(Spot, st.integers(-5000, 9000), st.integers(-5000, 9000))
on = st.builds(Spot, st.integers(0, WIDE), st.integers(0, HIGH))
headings = st.integers(0, CIRCLE - 1)
lengths = st.integers(0, 1200)


def test_the_steps_are_sines_to_the_last_part() -> None:
    for h in range(CIRCLE):
        exact = math.sin(math.radians(h)) * SCALE, -math.cos(math.radians(h)) * SCALE
        assert abs(AHEAD[h][0] - exact[0]) <= 0.51 and abs(AHEAD[h][1] - exact[1]) <= 0.51
    assert AHEAD[0] == (0, -SCALE) and AHEAD[90] == (SCALE, 0) and AHEAD[180] == (0, SCALE) and AHEAD[270] == (-SCALE, 0)
    assert all(abs(AHEAD[h][0]) == abs(AHEAD[h][1]) for h in (45, 135, 225, 315))


def test_no_floating_point_number_is_used() -> None:
    code = "import bob.tactical.miniatures.rules.geometry as g; print(hash(g.AHEAD), sum(x * (i + 1) for i, (x, y) in enumerate(g.AHEAD)))"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]
    assert all(isinstance(part, int) for step in AHEAD for part in step)


@given(on, headings, lengths)
def test_a_step_ahead_is_as_long_as_it_says_and_mirrors(at: Spot, heading: int, length: int) -> None:
    to = forward(at, heading, length)
    assert abs(math.dist(at, to) - length) <= 1
    back = forward(at, turned(heading, 180), length)
    assert (to.x - at.x, to.y - at.y) == (at.x - back.x, at.y - back.y)
    mirrored = forward(at, (-heading) % CIRCLE, length)
    assert (mirrored.x - at.x, mirrored.y - at.y) == (at.x - to.x, to.y - at.y)


@given(on, headings, st.integers(1, 1200))
def test_what_lies_ahead_lies_in_the_front(at: Spot, heading: int, length: int) -> None:
    assert arc(at, heading, forward(at, heading, 10 * length)) == FRONT
    assert arc(at, heading, forward(at, turned(heading, 180), 10 * length)) == REAR
    assert arc(at, heading, forward(at, turned(heading, 90), 10 * length)) == RIGHT
    assert arc(at, heading, forward(at, turned(heading, -90), 10 * length)) == LEFT


@pytest.mark.rule("BRS-C05")
@pytest.mark.rule("BRS-C06")
def test_exactly_on_a_border_is_front_or_rear() -> None:
    here = Spot(0, 0)
    for heading in (0, 90, 180, 270):
        ahead = forward(here, heading, 100)
        right = forward(here, turned(heading, 90), 100)
        for far in (1, -1):
            border = Spot(far * ahead.x + right.x, far * ahead.y + right.y)
            assert arc(here, heading, border) == (FRONT if far > 0 else REAR)
            over = Spot(far * ahead.x * 99 // 100 + right.x, far * ahead.y * 99 // 100 + right.y)
            assert arc(here, heading, over) == RIGHT
            left = Spot(far * ahead.x - right.x, far * ahead.y - right.y)
            assert arc(here, heading, left) == (FRONT if far > 0 else REAR)


@given(spots, headings, spots)
def test_the_arcs_part_the_table(a: Spot, heading: int, b: Spot) -> None:
    found = arc(a, heading, b)
    assert in_front(a, heading, b) == (found == FRONT)
    assert in_rear(a, heading, b) == (found == REAR)
    if a != b:
        bearing = math.degrees(math.atan2(b.x - a.x, a.y - b.y)) - heading
        off = (bearing + 180) % 360 - 180
        if min(abs(abs(off) - 45), abs(abs(off) - 135)) > 0.001:
            assert found == (FRONT if abs(off) < 45 else REAR if abs(off) > 135 else RIGHT if off > 0 else LEFT)


@given(spots, spots, st.integers(0, 2000))
def test_within_is_by_the_square(a: Spot, b: Spot, distance: int) -> None:
    assert within(a, b, distance) == (square(a, b) <= distance**2) == within(b, a, distance)


@given(spots, spots, spots, st.integers(1, 600))
def test_a_way_passes_what_its_nearest_point_comes_near(a: Spot, b: Spot, by: Spot, distance: int) -> None:
    wx, wy = b.x - a.x, b.y - a.y
    part = 0.0 if a == b else max(0.0, min(1.0, ((by.x - a.x) * wx + (by.y - a.y) * wy) / (wx * wx + wy * wy)))
    gap = math.dist((a.x + part * wx, a.y + part * wy), by)
    if abs(gap - distance) > 0.001:
        assert passes(a, b, by, distance) == passes(a, b, by, distance, touching=False) == (gap < distance)


def test_touching_is_not_crossing() -> None:
    assert passes(Spot(0, 0), Spot(1000, 0), Spot(500, 300), 300)
    assert not passes(Spot(0, 0), Spot(1000, 0), Spot(500, 300), 300, touching=False)
    assert passes(Spot(0, 0), Spot(1000, 0), Spot(500, 299), 300, touching=False)
    assert not passes(Spot(0, 0), Spot(1000, 0), Spot(1301, 0), 300)


@given(headings, headings)
def test_turns_and_angles(a: int, b: int) -> None:
    assert 0 <= apart(a, b) <= 180 and apart(a, b) == apart(b, a)
    assert turned(a, b) == turned(b, a) and apart(turned(a, 45), a) == 45


@given(on, headings, st.integers(200, 1200))
def test_the_heading_of_a_way_is_the_nearest_whole_one(at: Spot, heading: int, length: int) -> None:
    assert apart(heading_of(at, forward(at, heading, 10 * length)), heading) == 0
    assert heading_of(at, at) == 0


@pytest.mark.rule("BRS-C31")
@given(on, headings, lengths)
def test_a_way_leaves_by_an_edge_only_when_it_ends_off_the_table(at: Spot, heading: int, length: int) -> None:
    to = forward(at, heading, length)
    edge = leaves_by(at, to, WIDE, HIGH)
    assert bool(edge) != on_table(to, WIDE, HIGH)
    over = {"north": to.y < 0, "south": to.y > HIGH, "west": to.x < 0, "east": to.x > WIDE}
    assert not edge or over[edge]


@pytest.mark.rule("BRS-C31")
def test_on_the_line_is_on_the_table_and_the_first_edge_counts() -> None:
    assert on_table(Spot(0, HIGH), WIDE, HIGH) and not on_table(Spot(-1, 0), WIDE, HIGH)
    assert leaves_by(Spot(100, 300), Spot(-100, -100), WIDE, HIGH) == "west"
    assert leaves_by(Spot(300, 100), Spot(-100, -100), WIDE, HIGH) == "north"
    assert leaves_by(Spot(100, 100), Spot(-100, -100), WIDE, HIGH) == "north"
