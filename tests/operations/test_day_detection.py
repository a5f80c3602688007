"""Detection (OPS-B5): who sees what, the checks and their modifiers, plots, fading, colours."""

from __future__ import annotations

import itertools
import math

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.phases.detection import check, drawn, enter, phase, seen
from bob.day.state.groups import regroup
from bob.day.state.position import DayPosition, Raid, RaidUnit
from tests.operations.build import (
    CHANNEL,
    ESCORT,
    GAME,
    INLAND,
    SEA,
    W,
    at,
    day,
    play,
    raid,
    rolls,
    sky,
    step,
    target,
    track,
    unit,
)

FAR = W.base("Le Culot").near
STATIONS = [f"{s.kind}:{s.name}" for s in W.theatre.of_kind("chain_home", "chain_home_low")]


def gruppen(*strengths: int, h: Hex = SEA) -> list[RaidUnit]:
    return [unit(f"U{i}", h=h, strength=n) for i, n in enumerate(strengths)]


def modifier(p: DayPosition, r: Raid) -> int | None:
    sight = seen(W, p, target(r))
    return sight.modifier if sight is not None else None


def only(*names: str) -> list[str]:
    """All stations damaged but these."""
    return [s for s in STATIONS if s not in names]


def checked(level: int, total: int, r: Raid | None = None, **given: object) -> tuple[DayPosition, list[int]]:
    """The level after a check that comes to a total: the modifier over the open Channel by one station is 0."""
    found = r if r is not None else raid(SEA)
    p = day(raids=[found], damaged_stations=only("chain_home:Rye"), **given)  # type: ignore[arg-type]
    if level:
        p.tracks = [track("raid", 1, level, (1, SEA))]
    low = max(1, total - 6)
    q = play(p, low, total - low, *([1] * 6))
    enter(q, [made] if (made := check(q, target(found, p.track_of("raid")))) is not None else [])
    return p, [r.total for r in q.dice.ledger.rolls if r.purpose == "detection"]


@pytest.fixture
def fixed_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One station fixes a raid as three do."""
    monkeypatch.setitem(W.figures["detection"], "alone", [])


@pytest.mark.rule("OPS-D4.11")
@pytest.mark.parametrize(
    ("stations", "levels"),
    [
        (("chain_home_low:Fairlight",), (1, 1, 1)),
        (("chain_home:Rye",), (1, 1, 1)),
        (("chain_home:Rye", "chain_home_low:Fairlight"), (1, 1, 1)),
        (("chain_home:Rye", "chain_home:Dover"), (1, 2, 2)),
        (("chain_home:Rye", "chain_home:Dover", "chain_home:Canewdon"), (1, 2, 3)),
    ],
)
def test_by_rdf_alone_it_takes_three_chain_home_stations_to_know_a_raid(stations: tuple[str, ...], levels: tuple[int, ...]) -> None:
    found = raid(SEA)
    p = day(raids=[found], damaged_stations=only(*stations))
    for level in levels:
        q = play(p, 6, 6, *([1] * 6))
        enter(q, [made] if (made := check(q, target(found, p.track_of("raid")))) is not None else [])
        assert p.tracks[0].level == level
        p.turn += 2


@pytest.mark.rule("OPS-D4.11")
def test_a_level_known_before_is_kept_though_fewer_stations_see_the_raid_now() -> None:
    p, _ = checked(3, 12)
    assert p.tracks[0].level == 3
    p, _ = checked(3, 2)
    assert p.tracks[0].level == 2


@pytest.mark.usefixtures("fixed_by_one")
@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize(
    ("level", "total", "after"),
    [
        (0, 7, 1),
        (0, 6, None),
        (0, 2, None),
        (1, 7, 2),
        (1, 6, 1),
        (1, 4, 1),
        (1, 3, 0),
        (2, 12, 3),
        (3, 7, 4),
        (3, 3, 2),
        (4, 12, 4),
        (4, 2, 3),
        (4, 5, 4),
    ],
)
def test_a_check_raises_refreshes_or_lowers(level: int, total: int, after: int | None) -> None:
    p, made = checked(level, total)
    assert made == [total]
    if after is None:
        assert p.tracks == [] and p.next_track == 1
        return
    (found,) = p.tracks
    assert found.level == after
    if after == 0:
        assert found.faded and len(found.plots) == 1
    else:
        assert found.plots[-1].turn == p.turn and found.plots[-1].level == after and not found.faded


@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize("turn", range(1, 9))
def test_every_second_turn_each_raid_in_sight_checks_once(turn: int) -> None:
    p = day(turn=turn, raids=[raid(SEA, code="a"), raid(SEA, unit("II./KG 3"), code="b"), raid(FAR, unit("C"), code="far")])
    assert seen(W, p, target(p.raids["far"])) is None
    found = play(p, *([3, 1] * 2))
    phase(found)
    assert rolls(found, "detection") == (2 if turn % 2 == 0 else 0)


@pytest.mark.rule("OPS-B5.2")
def test_a_raid_that_no_sensor_could_see_makes_no_check_and_its_plot_stays() -> None:
    hidden = raid(SEA)
    p = day(turn=4, raids=[hidden], damaged_stations=only(), tracks=[track("raid", 1, 2, (3, CHANNEL))])
    found = play(p)
    phase(found)
    assert rolls(found, "detection") == 0 and p.track_of("raid").plots == track("raid", 1, 2, (3, CHANNEL)).plots


@pytest.mark.rule("OPS-B5.2")
@pytest.mark.parametrize("state", ["planned", "ended"])
def test_a_raid_on_the_ground_makes_no_check(state: str) -> None:
    found = play(day(turn=4, raids=[raid(SEA, state=state)]))
    phase(found)
    assert rolls(found, "detection") == 0


@pytest.mark.rule("OPS-B5.3")
@pytest.mark.parametrize(
    ("angels", "hexes_out"), [(0, 0), (2, 5), (4, 8), (6, 11), (8, 13), (10, 15), (12, 15), (14, 18), (18, 21), (22, 24), (34, 24)]
)
def test_chain_home_sees_seaward_by_height(angels: int, hexes_out: int) -> None:
    dover = W.theatre.find("chain_home:Dover")
    seeing = {h for h, found in W.seeing("chain_home", angels).items() if any(name == "Dover" for name, _ in found)}
    if not hexes_out:
        assert seeing == set()
        return
    reach = [math.dist(W.theatre.middle(h), (dover.x, dover.y)) / W.theatre.across for h in seeing]
    assert hexes_out - 1 <= max(reach) <= hexes_out
    assert all(W.ground(h).terrain != "land" or not W.ground(h).british for h in seeing)
    p = day(raids=[raid(SEA, angels=angels)], damaged_stations=only("chain_home:Dover"))
    assert (seen(W, p, target(p.raids["raid"])) is not None) == (SEA in seeing)


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize(
    ("weather", "angels", "level", "counted"),
    [("fair", 14, 4, 20), ("fair", 14, 3, None), ("cloudy", 6, 4, 20), ("overcast", 14, 4, None), ("rain", 2, 4, None)],
)
def test_observers_count_the_bombers_of_what_they_see_at_level_4_and_not_of_what_they_hear(
    weather: str, angels: int, level: int, counted: int | None
) -> None:
    r = raid(INLAND, unit(h=INLAND, angels=angels, strength=20), unit(ESCORT, "close_escort", h=INLAND, angels=angels), angels=angels)
    p = day(raids=[r], sky=sky(weather))
    made = drawn(play(p, *([3] * 20)), target(r), level, sight) if (sight := seen(W, p, target(r))) is not None else None
    assert made is not None and made.bombers == counted and (counted is None or made.source == "observer_corps")


@pytest.mark.rule("OPS-B5.1")
def test_rdf_tells_no_bombers_from_fighters_however_sure_its_figures() -> None:
    r = raid(SEA, unit(), unit(ESCORT, "close_escort"))
    p = day(raids=[r])
    sight = seen(W, p, target(r))
    assert sight is not None and "observer_corps" not in sight.sources
    made = drawn(play(p, *([3] * 20)), target(r), 4, sight)
    assert (made.strength, made.bombers) == (54, None)


@pytest.mark.rule("OPS-B5.3")
def test_behind_chain_home_the_sky_is_blind() -> None:
    p = day(raids=[raid(INLAND)])
    sight = seen(W, p, target(p.raids["raid"]))
    assert sight is not None and sight.sources == ("observer_corps",)


@pytest.mark.rule("OPS-B5.4")
@pytest.mark.parametrize(("angels", "seen_at_all"), [(0, True), (4, True), (20, True), (22, False)])
def test_chain_home_low_sees_to_twenty_angels(angels: int, seen_at_all: bool) -> None:
    near = step(at("chain_home_low:Fairlight"), 3, 3)
    p = day(raids=[raid(near, angels=angels)], damaged_stations=only("chain_home_low:Fairlight"))
    p.sky = sky("overcast")
    sight = seen(W, p, target(p.raids["raid"]))
    assert (sight is not None and "Fairlight" in sight.sources) == seen_at_all


@pytest.mark.rule("OPS-B5.5")
@pytest.mark.parametrize(
    ("weather", "angels", "offshore", "sound"),
    [
        ("fair", 14, 2, False),
        ("scattered", 14, 2, False),
        ("haze", 6, 1, False),
        ("haze", 14, 1, False),
        ("dense_haze", 14, 1, False),
        ("cloudy", 10, 2, True),
        ("cloudy", 14, 2, True),
        ("cloudy", 6, 2, False),
        ("overcast", 14, 2, True),
        ("overcast", 4, 2, False),
        ("rain", 2, 2, True),
        ("fog", 4, 2, True),
    ],
)
def test_the_observer_corps_by_weather(weather: str, angels: int, offshore: int, sound: bool) -> None:
    shore = at("Dungeness")
    out = next(h for h in hexes.ring(shore, 2) if W.ground(h).terrain == "sea" and h in W.observed[2] and h not in W.observed[1])
    near = next(h for h in hexes.ring(shore, 1) if W.ground(h).terrain == "sea" and h in W.observed[1])
    for h, distance in ((near, 1), (out, 2)):
        p = day(raids=[raid(h, *gruppen(27, h=h), angels=angels)], damaged_stations=only(), sky=sky(weather))
        sight = seen(W, p, target(p.raids["raid"]))
        assert (sight is not None) == (distance <= offshore), (weather, distance)
        if sight is not None:
            assert sight.sources == ("observer_corps",) and sight.modifier == (-2 if sound else 0)


@pytest.mark.rule("OPS-B5.5")
def test_three_hexes_out_nobody_watches() -> None:
    p = day(raids=[raid(CHANNEL)], damaged_stations=only())
    assert seen(W, p, target(p.raids["raid"])) is None


@pytest.mark.rule("OPS-B5.6")
@pytest.mark.parametrize(
    ("strengths", "worth"),
    [
        ((9,), -1),
        ((3,), -1),
        ((9, 9), 0),
        ((10,), 0),
        ((27, 27), 0),
        ((27, 27, 27), 1),
        ((27, 27, 9, 9), 0),
        ((27, 27, 27, 27), 1),
        ((27,) * 5, 2),
        ((27,) * 7, 3),
    ],
)
def test_size_counts_by_gruppen(strengths: tuple[int, ...], worth: int) -> None:
    p = day(raids=[raid(SEA, *gruppen(*strengths))], damaged_stations=only("chain_home:Rye"))
    assert modifier(p, p.raids["raid"]) == worth


@pytest.mark.rule("OPS-B5.6")
def test_size_is_what_still_flies_with_the_raid() -> None:
    units = gruppen(27, 27, 27)
    units[0].strength, units[1].state = 9, "going_home"
    p = day(raids=[raid(SEA, *units)], damaged_stations=only("chain_home:Rye"))
    assert modifier(p, p.raids["raid"]) == 0
    units[2].state = "going_home"
    regroup(p.raids["raid"])
    assert modifier(p, p.raids["raid"]) == -1


@pytest.mark.rule("OPS-B5.6")
@pytest.mark.parametrize(
    ("stations", "worth"),
    [
        (("chain_home:Rye",), 0),
        (("chain_home:Rye", "chain_home:Dover"), 0),
        (("chain_home:Rye", "chain_home:Dover", "chain_home:Canewdon"), 1),
        (("chain_home:Rye", "chain_home_low:Foreness"), 1),
        (("chain_home:Rye", "chain_home:Dover", "chain_home_low:Foreness"), 2),
        (("chain_home:Bawdsey",), -1),
        (("chain_home:Bawdsey", "chain_home:Great Bromley"), -1),
        (("chain_home:Bawdsey", "chain_home:Rye"), 0),
        (("chain_home:Bawdsey", "chain_home_low:Whitstable"), 0),
    ],
)
def test_kinds_and_numbers_of_stations_and_the_edge_of_their_range(stations: tuple[str, ...], worth: int) -> None:
    p = day(raids=[raid(SEA, *gruppen(27))], damaged_stations=only(*stations))
    assert modifier(p, p.raids["raid"]) == worth


@pytest.mark.rule("OPS-B5.6")
def test_observers_are_a_kind_of_sensor() -> None:
    """Off the coast, seen by Chain Home and by observers: two kinds, and no outer quarter however far the station."""
    near = next(
        h
        for h in hexes.ring(at("Dungeness"), 2)
        if h in W.observed[2] and any(n == "Rye" for n, _ in W.seeing("chain_home", 14).get(h, ()))
    )
    for stations, worth in ((("chain_home:Rye",), 1), ((), 0)):
        p = day(raids=[raid(near, *gruppen(27, h=near))], damaged_stations=only(*stations))
        assert modifier(p, p.raids["raid"]) == worth


@pytest.mark.rule("OPS-B5.6")
def test_just_three_quarters_of_the_range_is_not_the_outer_quarter() -> None:
    for kind, angels in (("chain_home", 14), ("chain_home_low", 6)):
        shares = {
            share: h for h, found in W.seeing(kind, angels).items() if len(found) == 1 for name, share in found if h not in W.observed[2]
        }
        for share, h in sorted(shares.items()):
            name = W.seeing(kind, angels)[h][0][0]
            p = day(raids=[raid(h, *gruppen(27, h=h), angels=angels)], damaged_stations=only(f"{kind}:{name}"))
            assert modifier(p, p.raids["raid"]) == (-1 if share > 0.75 else 0), share


@pytest.mark.rule("OPS-B5.6")
def test_a_low_raid_over_land_is_hard_to_follow_and_all_modifiers_add_up() -> None:
    low = raid(INLAND, *gruppen(27, h=INLAND), kind="low_level", angels=2)
    p = day(raids=[low])
    assert modifier(p, low) == -2
    p.sky = sky("rain")
    assert modifier(p, low) == -4
    small = raid(INLAND, *gruppen(9, h=INLAND), kind="low_level", angels=2)
    assert modifier(p, small) == -5
    out = step(at("Dover Castle"), 2, 3)
    off = raid(out, *gruppen(27, h=out), kind="low_level", angels=2)
    p = day(raids=[off], damaged_stations=only("chain_home:Dover"))
    assert modifier(p, off) == 0


@pytest.mark.rule("OPS-B5.7")
@pytest.mark.rule("OPS-A14.rdf")
def test_a_damaged_station_leaves_a_gap_in_rule_and_map() -> None:
    p = day(raids=[raid(SEA)])
    before = seen(W, p, target(p.raids["raid"]))
    assert before is not None and "Dover" in before.sources
    p.damaged_stations = ["chain_home:Dover"]
    after = seen(W, p, target(p.raids["raid"]))
    assert after is not None and "Dover" not in after.sources and set(before.sources) - set(after.sources) == {"Dover"}
    assert GAME.view(p, "raf").damaged_stations == ("chain_home:Dover",)
    whole, gap = W.theatre.chain_coverage(14), W.theatre.chain_coverage(14, without=["Dover"])
    assert gap.within(whole.buffer(0.001)) and gap.area < whole.area


@pytest.mark.rule("OPS-B5.7")
def test_the_rule_sees_just_the_hexes_of_the_shape_that_the_map_shows() -> None:
    for kind, angels in itertools.product(("chain_home", "chain_home_low"), (2, 8, 14, 20)):
        shown = {h for s in W.theatre.of_kind(kind) for h in W.theatre.hexes_in(W.theatre.coverage(s, angels))}
        assert set(W.seeing(kind, angels)) == shown
