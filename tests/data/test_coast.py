"""What lies under a fight: the true shore of a place drawn larger, and what a mission says it is flown over."""

from __future__ import annotations

import pytest
import shapely
from shapely.geometry import MultiPoint, Point, Polygon, box

from bob.chart.coast import LAND, SEA, WITHIN, Extent, Lie, coast, true_lie
from bob.core.hexes import from_label
from bob.data.theatre import Theatre
from bob.tactical.hexes import options
from tests.sizes import some

PANEL: Extent = (-0.6, -0.5, 18.0, 15.5)


def land_of(lie: Lie, afloat: tuple[tuple[float, float], ...] = ()) -> shapely.Geometry:
    """The land on the sheet."""
    found = coast(PANEL, afloat, "test", lie)
    whole = Polygon()
    for ring in found.land:
        whole = whole.symmetric_difference(Polygon(ring))
    return whole.intersection(box(*PANEL))


@pytest.mark.parametrize("name", some(["Dover", "Portland", "Selsey Bill", "Southend", "Maidstone", "Beachy Head"]))
def test_the_true_shore_is_that_of_the_map(theatre: Theatre, name: str) -> None:
    place = theatre.find(name)
    at = theatre.hex_at(place.x, place.y)
    assert at is not None
    x, y = theatre.middle(at)
    wide, high = PANEL[2] - PANEL[0], PANEL[3] - PANEL[1]
    half, tall = theatre.across / 2, theatre.across / 2 * high / wide
    true = theatre.land.intersection(box(x - half, y - tall, x + half, y + tall)).area / (4 * half * tall)
    drawn = land_of(true_lie(theatre.land, (x, y), theatre.across, at.label)).area / (wide * high)
    assert drawn == pytest.approx(true, abs=0.05)


@pytest.mark.slow
def test_no_ship_lies_on_land(theatre: Theatre) -> None:
    inland = theatre.find("Maidstone")
    lie = true_lie(theatre.land, (inland.x, inland.y), theatre.across, "inland")
    ships = ((5.0, 5.0), (6.0, 7.0))
    assert land_of(lie).contains(MultiPoint(ships))
    land = land_of(lie, ships)
    assert all(land.distance(Point(ship)) > WITHIN * 0.95 for ship in ships)


def test_a_mission_says_what_it_is_flown_over() -> None:
    assert land_of(Lie(SEA)).is_empty
    assert land_of(Lie(LAND)).equals(box(*PANEL))
    assert not coast(PANEL, (), "test", Lie(SEA)).fields
    missions = options.shipped_missions()
    assert missions["free_hunt"].ground == SEA and missions["bombers"].ground == LAND


@pytest.mark.slow
def test_one_place_looks_the_same_each_time_and_another_does_not(theatre: Theatre) -> None:
    def lie(label: str) -> Lie:
        return true_lie(theatre.land, theatre.middle(from_label(label)), theatre.across, label)

    assert coast(PANEL, (), "a", lie("4125")) == coast(PANEL, (), "a", lie("4125"))
    assert coast(PANEL, (), "a", lie("4125")).fields != coast(PANEL, (), "a", lie("4126")).fields
