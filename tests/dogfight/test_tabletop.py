"""Engagements set out for people who play them: models, levels, qualities, points; and the figures behind them."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from bob.core.dice import ScriptedDice
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.data.units import aircraft_types
from bob.tactical import engagement_figures
from bob.tactical.cards import resolver
from bob.tactical.cards.data import shipped
from bob.tactical.engagement import POSTURES, Engagement, Force
from bob.tactical.hexes import resolver as by_hexes
from bob.tactical.hexes.data import shipped as hex_tables
from bob.tactical.miniatures import resolver as by_skies
from bob.tactical.miniatures.data import shipped as sky_tables
from bob.tactical.scale import MOST_MODELS, scale, shares
from bob.tactical.tabletop import Models, laid_out, last_turn, up_sun
from bob.tactical.tabletop_figures import figures, load
from tests.dogfight import forces

FILE = data_folder("tables") / "engagements.toml"


def force(unit: str, aircraft: str = "hurricane_i", count: int = 12, angels: int = 16, **more: object) -> Force:
    """A unit of the side that flew its type."""
    return forces.force(unit, aircraft_types()[aircraft].side, aircraft, count, angels=angels, fuel=more.pop("fuel", 10), **more)


def engagement(*found: Force, **more: object) -> Engagement:
    """A squadron against bombers that have no escort."""
    return forces.fight(*(found or (force("1 Squadron"), force("I./KG 76", "do_17z", 27, 14))), **more)


def only(e: Engagement) -> Models:
    """What the table makes of the only unit of the RAF."""
    (found,) = laid_out(e).of("raf")
    return found


# ---- models


@pytest.mark.rule("OPS-B8.5")
@pytest.mark.parametrize(
    ("counts", "n", "given"),
    [
        ((12, 9), 5, [3, 2]),
        ((12, 8), 5, [2, 2]),
        ((7, 7, 7), 5, [2, 2, 1]),
        ((2, 30), 6, [1, 5]),
        ((12,), 12, [1]),
        ((0,), 1, [0]),
    ],
)
def test_what_is_over_goes_to_the_largest_remainders(counts: tuple[int, ...], n: int, given: list[int]) -> None:
    assert shares(counts, n) == given


@pytest.mark.rule("OPS-B8.5")
def test_no_side_has_more_than_six_models() -> None:
    e = engagement(
        *(force(f"{i} Squadron", count=7 + i) for i in range(5)), force("I./KG 76", "do_17z", 27), force("I./JG 3", "bf_109e_4", 31)
    )
    t = laid_out(e)
    assert t.scale == scale(e.aircraft("raf"), e.aircraft("luftwaffe"))
    for side in ("raf", "luftwaffe"):
        assert sum(m.count for m in t.of(side)) == -(-e.aircraft(side) // t.scale) <= MOST_MODELS
    assert [m.force for m in t.models] == list(e.forces)
    assert t.cards.models == tuple(m.force.unit for m in t.models for _ in range(m.count))


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("posture", ["bounce", "advantage", "even", "disadvantage", "bounced"])
def test_the_cards_lie_as_the_game_lays_them(posture: str) -> None:
    e = engagement(force("1 Squadron", experience="veteran"), force("III./JG 26", "bf_109e_4", 24, 20, ammo="low"), posture=posture)
    assert resolver.drawn_up(e) == resolver.drawn_up(e, ScriptedDice([])) == laid_out(e).cards


@pytest.mark.rule("OPS-B8.4")
@settings(max_examples=40, deadline=None)
@given(e=forces.engagements())
def test_the_hexes_lie_as_the_game_lays_them(e: Engagement) -> None:
    t = laid_out(e)
    assert t.hexes == by_hexes.drawn_up(e)
    for side, player in zip(("raf", "luftwaffe"), t.hexes.terms.players, strict=True):
        assert tuple(mount for m in t.of(side) for mount in m.mounts) == player.aircraft
    for m in t.models:
        assert m.count == len(m.mounts) and all(hex_tables().stand_in(m.force.aircraft).code == mount.type for mount in m.mounts)


@pytest.mark.rule("OPS-B8.4")
def test_each_unit_has_its_own_card() -> None:
    e = engagement(force("1 Squadron", "spitfire_i", 6), force("2 Squadron", "hurricane_i", 6), force("I./KG 76", "do_17z", 12))
    assert [m.card for m in laid_out(e).models] == ["Spitfire I", "Hurricane I", "Do 17Z"]


def test_opening_hands_are_the_cards_performance_and_what_posture_and_surprise_add() -> None:
    fig = engagement_figures.figures().cards
    plain = only(engagement())
    assert only(engagement(surprise="raf")).hand == plain.hand + fig.surprise
    assert only(engagement(force("1 Squadron", experience="green"), force("I./KG 76", "do_17z"))).hand == plain.hand + fig.green
    assert only(engagement(force("1 Squadron", ammo="low"), force("I./KG 76", "do_17z"))).bursts == plain.bursts + fig.low_ammo
    assert only(engagement(force("1 Squadron", "spitfire_i"), force("I./KG 76", "do_17z"))).hand == plain.hand + 1
    printed = shipped().aircraft["do_17z"].front
    (bombers,) = laid_out(engagement(force("1 Squadron"), force("I./KG 76", "do_17z", disruption=1))).of("luftwaffe")
    assert (bombers.hand, bombers.turrets) == (0, (printed.dt + fig.turrets, max(0, printed.st - 1)))


# ---- by hexes and with miniatures


@pytest.mark.parametrize(("angels", "level"), [(10, 1), (12, 1), (13, 2), (17, 2), (18, 3), (22, 3), (23, 4), (34, 4)])
def test_altitude_by_hexes_counts_from_the_lowest(angels: int, level: int) -> None:
    high, low = laid_out(engagement(force("1 Squadron", angels=angels), force("I./KG 76", "do_17z", angels=10))).models
    assert {mount.level for mount in high.mounts} == {level} and {mount.level for mount in low.mounts} == {1}
    lowest = laid_out(engagement(force("1 Squadron", angels=2), force("I./KG 76", "do_17z", angels=2))).models
    assert {mount.level for m in lowest for mount in m.mounts} == {0}


@pytest.mark.parametrize(
    ("experience", "disruption", "leader", "skill"),
    [("green", 0, "", 2), ("regular", 0, "silver", 3), ("veteran", 0, "gold", 4), ("veteran", 2, "silver", 3), ("green", 4, "", 2)],
)
def test_experience_makes_leaders_and_pilots(experience: str, disruption: int, leader: str, skill: int) -> None:
    found = only(engagement(force("1 Squadron", experience=experience, disruption=disruption), force("I./KG 76", "do_17z", 12)))
    assert ([m.leader for m in found.mounts], found.skill) == ([leader, *[""] * 5], skill)
    assert found.count == 6 and found.ace is (found.mounts[1].wingman_of == 0) is (leader == "gold")


@pytest.mark.parametrize(
    ("experience", "hexes", "skies"),
    [("green", 6 * 18, 6 * (34 + 25)), ("regular", 6 * 18 + 12, 6 * (34 + 50)), ("veteran", 6 * 18 + 20 + 5, 6 * (34 + 75) + 25)],
)
def test_points_are_those_of_aircraft_leaders_and_pilots(experience: str, hexes: int, skies: int) -> None:
    e = engagement(force("1 Squadron", experience=experience), force("I./KG 76", "do_17z", 12))
    assert laid_out(e).points("raf") == (hexes, skies)
    assert laid_out(e).points("luftwaffe") == (6 * 14, 6 * (26 + 50))


def test_fighters_start_level_whatever_their_posture_and_bombers_below() -> None:
    for posture in POSTURES:
        t = laid_out(engagement(force("1 Squadron"), force("I./JG 3", "bf_109e_4"), force("I./KG 76", "do_17z"), posture=posture))
        assert [{mount.level for mount in m.stands} for m in t.models] == [{"neutral"}, {"neutral"}, {"disadvantaged"}]


def test_the_nearer_the_better_the_posture() -> None:
    def gap(posture: str) -> float:
        fighters = engagement(force("1 Squadron", count=1), force("I./JG 3", "bf_109e_4", count=1), posture=posture)
        (one,), (other,) = (m.stands for m in laid_out(fighters).models)
        assert one.at is not None and other.at is not None
        return math.dist(one.at.spot, other.at.spot)

    found = [gap(posture) for posture in ("bounce", "advantage", "even")]
    assert found == sorted(set(found))


@pytest.mark.rule("OPS-B8.4")
@settings(max_examples=40, deadline=None)
@given(e=forces.engagements())
def test_the_miniatures_stand_as_the_game_sets_them(e: Engagement) -> None:
    t = laid_out(e)
    assert t.skies == by_skies.drawn_up(e) and t.skies.models == t.hexes.models
    for side, flown in zip(("raf", "luftwaffe"), t.skies.terms.forces, strict=True):
        assert tuple(mount for m in t.of(side) for mount in m.stands) == flown.aircraft
    for m in t.models:
        assert m.count == len(m.stands) and all(sky_tables().stand_in(m.force.aircraft).code == mount.type for mount in m.stands)


def test_who_is_not_seen_begins_with_more_cards() -> None:
    t = laid_out(engagement(surprise="luftwaffe"))
    assert [force.cards for force in t.skies.terms.forces] == [0, figures().skies.surprised]
    assert [player.cards for player in t.hexes.terms.players] == [0, figures().hexes.surprised]
    assert [force.cards for force in laid_out(engagement()).skies.terms.forces] == [0, 0]


def test_fuel_and_ammunition_tell() -> None:
    e = engagement(force("1 Squadron"), force("I./JG 3", "bf_109e_4", fuel=-1, ammo="low"))
    (found,) = laid_out(e).of("luftwaffe")
    (mount, *_), full = found.mounts, hex_tables().aircraft["bf_109e"].fuel
    assert (mount.fuel, mount.guns) == (figures().hexes.fuel_least - full, figures().hexes.low_ammo)
    assert (found.leaves, found.dice) == (figures().skies.leaves_least, figures().skies.low_ammo)
    (more,) = laid_out(engagement(force("1 Squadron"), force("I./JG 3", "bf_109e_4", fuel=1))).of("luftwaffe")
    assert mount.fuel < more.mounts[0].fuel < 0
    assert (only(e).mounts[0].fuel, only(e).leaves, only(e).dice) == (0, None, 0)


def test_minutes_become_turns_and_come_back() -> None:
    e = engagement()
    t = laid_out(e)
    half = laid_out(replace(e, length=1))
    assert (half.hexes.terms.turns, half.skies.terms.turns) == (t.hexes.terms.turns / 2, t.skies.terms.turns / 2)
    assert laid_out(replace(e, weather="overcast")).hexes.terms.turns < t.hexes.terms.turns
    assert [last_turn(e, 8, turn) for turn in (1, 2)] == [4, 8]
    assert [last_turn(e, 3, turn) for turn in (1, 2)] == [1, 3]


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("posture", "surprise", "above", "side"),
    [
        ("advantage", "none", 2, None),
        ("bounce", "none", 2, "raf"),
        ("advantage", "none", 0, "raf"),
        ("even", "none", 0, None),
        ("bounce", "raf", 2, None),
        ("bounce", "raf", 0, "raf"),
        ("disadvantage", "none", -4, None),
    ],
)
def test_the_sun_shows_in_the_posture(posture: str, surprise: str, above: int, side: str | None) -> None:
    e = engagement(force("1 Squadron", angels=16 + above), force("I./KG 76", "do_17z", 20, 16), posture=posture, surprise=surprise)
    assert up_sun(e) == side


# ---- the figures


def test_every_aircraft_has_a_type_in_both_games() -> None:
    assert sorted(code for kind in figures().types for code in (*kind.own, *kind.stand_in)) == sorted(aircraft_types())
    assert figures().type_of("bf_109e_7").name == "Bf 109E" and "bf_109e_7" in figures().type_of("bf_109e_7").own
    assert "gladiator_ii" in figures().type_of("gladiator_ii").stand_in


def test_the_other_figures_are_loaded_beside_these() -> None:
    assert engagement_figures.load_figures(FILE) == engagement_figures.figures()


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("[tabletop]\ntired = 2 ", "[tabletop]\ntired = 9 ", "tabletop.tired"),
        ('bounce = "behind"', 'bounce = "above"', "tabletop.approach.bounce"),
        ('even = "head_on"', 'even = "head_on"\nodd = "flank"', "tabletop.approach.odd"),
        ("per_level = 5 ", "per_level = 0 ", "tabletop.hexes.per_level"),
        ("hurricane_i = 1\n", "hurricane_i = 0\n", "tabletop.hexes.sturdy.hurricane_i"),
        ("hurricane_i = 1\n", "hurricane_ii = 1\n", "tabletop.hexes.sturdy"),
        ("bounce = 5\nadvantage = 8", "bounce = 4", "tabletop.hexes.distance.advantage"),
        ('regular = "silver"', 'regular = "brass"', "tabletop.hexes.leader.regular"),
        ("veteran = 4\n", "veteran = 5\n", "tabletop.skies.skill.veteran"),
        ("5 = 100\n", "", "tabletop.skies.points.5"),
        ("rain = 6", 'rain = "6"', "tabletop.skies.clouds.rain"),
        ('"spitfire_ib", ', '"spitfire_ix", ', "tabletop.type[0].is"),
        ('stand_in = ["whirlwind_i"]', 'stand_in = ["hurricane_i"]', "tabletop.type[1].is"),
        ('is = ["ju_88a"]', "is = []", "tabletop.type"),
        ('name = "Ju 88A"', 'name = "Ju 88A"\ncrew = 4', "tabletop.type[8].crew"),
    ],
)
def test_figures_that_are_not_whole_are_refused(tmp_path: Path, old: str, new: str, place: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path = tmp_path / "engagements.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(path)
    assert place in str(caught.value) and "engagements.toml" in str(caught.value)
