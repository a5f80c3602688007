"""Hex coordinates: properties that hold everywhere."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.errors import UsageError
from bob.core.hexes import (
    DIRECTIONS,
    Hex,
    at_offset,
    centre,
    containing,
    corners,
    disc,
    distance,
    from_label,
    line,
    neighbours,
    offset,
    path,
    ring,
    rounded,
)

QUICK = settings(max_examples=150, deadline=None, database=None)
FEW = settings(max_examples=40, deadline=None, database=None)
HEXES = st.builds(Hex, st.integers(-150, 150), st.integers(-150, 150))
NEAR = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
RADII = st.integers(0, 12)
ACROSS = st.floats(0.5, 200)
HALF = math.sqrt(3) / 2


def within(x: float, y: float, h: Hex, across: float) -> bool:
    """Whether the point lies in the hex, by its three pairs of sides; a little beyond counts, for rounding."""
    cx, cy = centre(h, across)
    dx, dy = x - cx, y - cy
    reach = across / 2 + 1e-7 * (1 + across + abs(x) + abs(y))
    return abs(dy) <= reach and abs(HALF * dx + dy / 2) <= reach and abs(HALF * dx - dy / 2) <= reach


# Distance and neighbours


@QUICK
@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@FEW
@given(NEAR, st.integers(0, 5))
def test_distance_is_the_least_number_of_steps(start: Hex, steps: int) -> None:
    reached, edge = {start}, {start}
    for _ in range(steps):
        edge = {n for h in edge for n in neighbours(h)} - reached
        reached |= edge
    assert all(distance(start, h) == steps for h in edge)
    assert set(disc(start, steps)) == reached


@QUICK
@given(HEXES)
def test_six_neighbours_clockwise_from_north(h: Hex) -> None:
    around = neighbours(h)
    assert len(set(around)) == 6 and all(distance(h, n) == 1 for n in around)
    assert all(distance(a, b) == 1 for a, b in zip(around, around[1:] + around[:1], strict=True))
    x, y = centre(h, 1.0)
    bearings = [round(math.degrees(math.atan2(centre(n, 1.0)[0] - x, y - centre(n, 1.0)[1]))) % 360 for n in around]
    assert bearings == [0, 60, 120, 180, 240, 300]
    assert [Hex(h.q + d.q, h.r + d.r) for d in DIRECTIONS] == around


# Lines


@QUICK
@given(HEXES, HEXES)
def test_a_line_goes_step_by_step_and_back_the_same_way(a: Hex, b: Hex) -> None:
    hexes = line(a, b)
    assert (hexes[0], hexes[-1]) == (a, b)
    assert len(hexes) == distance(a, b) + 1
    assert all(distance(one, two) == 1 for one, two in itertools.pairwise(hexes))
    assert line(b, a) == hexes[::-1]


@QUICK
@given(NEAR, NEAR)
def test_a_line_keeps_to_the_straight(a: Hex, b: Hex) -> None:
    (ax, ay), (bx, by) = centre(a, 1.0), centre(b, 1.0)
    length = math.hypot(bx - ax, by - ay)
    for h in line(a, b):
        x, y = centre(h, 1.0)
        off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else math.hypot(x - ax, y - ay)
        # No hex of the line has its middle further off than a corner is from the middle.
        assert off <= 1 / math.sqrt(3) + 1e-4


@QUICK
@given(NEAR, NEAR, HEXES)
def test_a_line_is_the_same_everywhere_even_along_an_edge(a: Hex, b: Hex, shift: Hex) -> None:
    def moved(h: Hex) -> Hex:
        return Hex(h.q + shift.q, h.r + shift.r)

    assert line(moved(a), moved(b)) == [moved(h) for h in line(a, b)]


def test_a_line_between_two_hexes_whose_edge_it_follows() -> None:
    assert line(Hex(0, 0), Hex(1, 1)) == [Hex(0, 0), Hex(0, 1), Hex(1, 1)]
    assert line(Hex(1, 0), Hex(2, 1)) == [Hex(1, 0), Hex(1, 1), Hex(2, 1)]


@QUICK
@given(HEXES, st.sampled_from(DIRECTIONS), st.integers(0, 60))
def test_a_line_along_a_row_of_hexes(a: Hex, step: Hex, n: int) -> None:
    assert line(a, Hex(a.q + n * step.q, a.r + n * step.r)) == [Hex(a.q + i * step.q, a.r + i * step.r) for i in range(n + 1)]


# Rings and discs


@FEW
@given(HEXES, RADII)
def test_a_ring_has_six_hexes_a_step(middle: Hex, radius: int) -> None:
    hexes = ring(middle, radius)
    assert len(hexes) == len(set(hexes)) == (6 * radius or 1)
    assert all(distance(middle, h) == radius for h in hexes)
    assert hexes[0] == Hex(middle.q, middle.r - radius)
    if radius:
        assert all(distance(a, b) == 1 for a, b in zip(hexes, hexes[1:] + hexes[:1], strict=True))
        assert hexes[radius] == Hex(middle.q + radius, middle.r - radius)


def test_the_ring_of_one_is_the_neighbours_and_less_than_none_is_refused() -> None:
    assert ring(Hex(5, 5), 1) == neighbours(Hex(5, 5))
    assert ring(Hex(5, 5), 0) == [Hex(5, 5)]
    with pytest.raises(ValueError):
        ring(Hex(5, 5), -1)


@FEW
@given(HEXES, RADII)
def test_a_disc_is_its_rings(middle: Hex, radius: int) -> None:
    hexes = list(disc(middle, radius))
    assert len(hexes) == len(set(hexes)) == 3 * radius * (radius + 1) + 1
    assert set(hexes) == {h for n in range(radius + 1) for h in ring(middle, n)}
    assert hexes == sorted(hexes)


# Columns, rows, labels


@QUICK
@given(HEXES)
def test_column_and_row_and_back(h: Hex) -> None:
    column, row = offset(h)
    assert at_offset(column, row) == h
    assert column == h.q
    assert offset(Hex(h.q, h.r + 1)) == (column, row + 1)


@QUICK
@given(st.integers(-100, 100), st.integers(-100, 100))
def test_hexes_of_a_row_stand_level_and_odd_columns_half_a_hex_lower(column: int, row: int) -> None:
    assert offset(at_offset(column, row)) == (column, row)
    x, y = centre(at_offset(column, row), 1.0)
    assert x == pytest.approx(column * HALF)
    assert y == pytest.approx(row + (0.5 if column % 2 else 0.0))


@QUICK
@given(st.integers(0, 99), st.integers(0, 99))
def test_labels_there_and_back(column: int, row: int) -> None:
    h = at_offset(column, row)
    assert h.label == f"{column:02d}{row:02d}"
    assert from_label(h.label) == h


def test_known_labels() -> None:
    assert from_label("0000") == Hex(0, 0)
    assert from_label("3417") == Hex(34, 0)
    assert from_label("0305") == Hex(3, 4)
    assert Hex(3, 4).label == "0305"


@pytest.mark.parametrize("text", ["", "341", "34170", "34 7", "-117", "+117", "34a7", "3417\n", "٣٤١٧", "³⁴¹⁷", "34.7"])
def test_what_is_no_label(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        from_label(text)
    assert (caught.value.key, caught.value.values) == ("error.hex_label", {"text": text})


# Points


@QUICK
@given(HEXES, ACROSS)
def test_the_middle_of_a_hex_lies_in_it(h: Hex, across: float) -> None:
    assert containing(*centre(h, across), across) == h


@QUICK
@given(st.floats(-5000, 5000), st.floats(-5000, 5000), ACROSS)
def test_a_point_lies_in_the_hex_that_contains_it(x: float, y: float, across: float) -> None:
    assert within(x, y, containing(x, y, across), across)


@QUICK
@given(HEXES, ACROSS, st.floats(0, 2 * math.pi), st.floats(0, 0.499))
def test_points_nearer_than_a_flat_lie_in_the_hex(h: Hex, across: float, angle: float, part: float) -> None:
    x, y = centre(h, across)
    assert containing(x + math.cos(angle) * part * across, y + math.sin(angle) * part * across, across) == h


@QUICK
@given(st.floats(-50, 50), st.floats(-50, 50))
def test_rounding_takes_a_nearest_hex(q: float, r: float) -> None:
    found = rounded(q, r)
    x, y = q * HALF, r + q / 2

    def off(h: Hex) -> float:
        cx, cy = centre(h, 1.0)
        return math.hypot(x - cx, y - cy)

    assert all(off(found) <= off(n) + 1e-9 for n in neighbours(found))


@QUICK
@given(HEXES, ACROSS)
def test_corners(h: Hex, across: float) -> None:
    x, y = centre(h, across)
    points = corners(x, y, across)
    size = across / math.sqrt(3)
    assert len(points) == 6
    assert [math.hypot(px - x, py - y) for px, py in points] == pytest.approx([size] * 6)
    # Clockwise with y downward, the first to the right; turned half a corner on so that 0 is not 360.
    turns = [(math.degrees(math.atan2(py - y, px - x)) + 30) % 360 for px, py in points]
    assert turns == pytest.approx([30, 90, 150, 210, 270, 330], abs=1e-3)
    assert all(within(px, py, h, across) for px, py in points)
    # Each side is shared with a neighbour: the two corners of the lower flat are those of the upper flat of the hex below.
    below = corners(*centre(Hex(h.q, h.r + 1), across), across)
    assert [*points[1], *points[2]] == pytest.approx([*below[5], *below[4]], abs=1e-6 * (1 + across))


# Ways


def field(radius: int) -> nx.Graph:
    """A graph of the hexes within a radius of the middle."""
    graph = nx.Graph()
    inside = set(disc(Hex(0, 0), radius))
    graph.add_edges_from((h, n) for h in inside for n in neighbours(h) if n in inside)
    return graph


FIELD = field(4)
INSIDE = sorted(FIELD)


@FEW
@given(st.sampled_from(INSIDE), st.sampled_from(INSIDE))
def test_the_way_over_open_country_is_as_long_as_the_distance(start: Hex, goal: Hex) -> None:
    found = path(FIELD, start, goal)
    assert (found[0], found[-1], len(found)) == (start, goal, distance(start, goal) + 1)
    assert all(FIELD.has_edge(a, b) for a, b in itertools.pairwise(found))


@FEW
@given(st.sampled_from(INSIDE), st.sampled_from(INSIDE), st.randoms(use_true_random=False))
def test_the_way_is_the_cheapest_and_shuns_walls(start: Hex, goal: Hex, random: object) -> None:
    graph = field(4)
    for _, _, data in graph.edges(data=True):
        data["cost"] = random.choice([1, 1, 2, 5, None])  # type: ignore[attr-defined]
    open_country = graph.edge_subgraph([(a, b) for a, b, cost in graph.edges(data="cost") if cost is not None])

    def weight(_a: Hex, _b: Hex, data: dict[str, object]) -> float | None:
        return data["cost"]  # type: ignore[return-value]

    passable = start == goal or (start in open_country and goal in open_country and nx.has_path(open_country, start, goal))
    if not passable:
        with pytest.raises(UsageError) as caught:
            path(graph, start, goal, weight)
        assert (caught.value.key, caught.value.values) == ("error.no_path", {"start": start.label, "goal": goal.label})
        return
    found = path(graph, start, goal, weight)
    assert (found[0], found[-1]) == (start, goal)
    costs = [graph.edges[a, b]["cost"] for a, b in itertools.pairwise(found)]
    assert None not in costs
    least = nx.dijkstra_path_length(open_country, start, goal, weight="cost") if start != goal else 0
    assert sum(costs) == least


def test_the_way_round_a_wall() -> None:
    wall = {Hex(0, r) for r in range(-4, 4)}

    def weight(_a: Hex, b: Hex, _data: dict[str, object]) -> float | None:
        return None if b in wall else 1

    found = path(FIELD, Hex(-1, 0), Hex(1, 0), weight)
    assert Hex(0, 4) in found and not wall & set(found)
    assert path(FIELD, Hex(-1, 0), Hex(-1, 0), weight) == [Hex(-1, 0)]


def test_no_way_through_a_closed_wall_or_off_the_graph() -> None:
    closed = nx.Graph(FIELD)
    closed.remove_nodes_from([h for h in INSIDE if h.q == 0])
    for start, goal in ((Hex(-1, 0), Hex(1, 0)), (Hex(-1, 0), Hex(0, 0)), (Hex(0, 0), Hex(1, 0)), (Hex(40, 40), Hex(1, 0))):
        with pytest.raises(UsageError) as caught:
            path(closed, start, goal)
        assert caught.value.key == "error.no_path"
        assert goal.label in str(caught.value)
