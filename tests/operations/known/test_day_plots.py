"""Plots (OPS-B5.1, OPS-B5.8, OPS-B5.9): what the RAF is told of a raid, how a plot grows old, what a tally shows."""

from __future__ import annotations

import itertools

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.phases.detection import Sight, check, drawn, enter, phase, sighted
from bob.day.rules.tracks import course
from bob.day.state.groups import groups_of
from bob.day.state.position import Plot, RaidUnit, Track
from bob.day.state.time_of_day import segment
from bob.day.telling.plot_figures import strength_text
from tests.operations.build import CHANNEL, GAME, SEA, W, day, describe, play, raid, squadron, step, target, track, unit

FAR = W.base("Le Culot").near
DOVER = Sight(("Dover",), 0)
"""Seen from Dover, and by observers, so that a plot does not lie aside."""
ONE = [f"{s.kind}:{s.name}" for s in W.theatre.of_kind("chain_home", "chain_home_low") if s.name != "Rye"]


def gruppen(*strengths: int, h: Hex = SEA) -> list[RaidUnit]:
    return [unit(f"U{i}", h=h, strength=n) for i, n in enumerate(strengths)]


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_plot_is_as_wrong_as_its_level_allows(level: int) -> None:
    off, strengths, heights = set(), set(), set()
    for place, strong, high in itertools.product((1, 4, 7, 19), (1, 31, 61, 101), (1, 2, 3, 5)):
        sides = {1: 19, 2: 7, 3: 7, 4: 0}[level]
        wide = {2: (101, 5), 3: (61, 3)}.get(level)
        faces = ([min(place, sides)] if sides else []) + ([min(strong, wide[0]), min(high, wide[1])] if wide else [])
        r = raid(SEA, *gruppen(50, 50), angels=14)
        p = day(raids=[r])
        last = drawn(play(p, *faces), target(r), level, DOVER)
        assert (last.turn, last.source, last.level) == (3, "Dover", level)
        off.add(hexes.distance(last.hex, SEA))
        strengths.add(last.strength)
        heights.add(last.angels)
    assert max(off) <= {1: 2, 2: 1, 3: 1, 4: 0}[level]
    if level == 1:
        assert strengths == heights == {None}
    elif level == 2:
        assert strengths <= {10, 30, 60, 100, 150} and heights == {10, 12, 14, 18}
    elif level == 3:
        assert {70, 130} <= strengths and all(isinstance(n, int) and 70 <= n <= 130 for n in strengths) and heights == {12, 14, 16}
    else:
        assert strengths == {100} and heights == {14} and off == {0}


@pytest.mark.rule("OPS-B5.1")
def test_told_heights_stay_on_the_scale() -> None:
    for angels, die in ((0, 1), (34, 5)):
        r = raid(SEA, angels=angels)
        made = drawn(play(day(raids=[r]), 1, 50, die), target(r), 2, DOVER)
        assert made.angels == angels


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-C2.4")
def test_a_plot_that_is_not_refreshed_ages_where_it_was_and_is_struck_after_three_turns() -> None:
    p = day(turn=5, raids=[raid(FAR)], tracks=[track("raid", 7, 3, (3, SEA))])
    for turn in range(5, 7):
        p.turn = turn
        phase(play(p))
        (shown,) = GAME.view(p, "raf").tracks
        assert (shown.faded, shown.age, shown.last.hex, shown.number) == (False, turn - 3, SEA, 7)
    p.turn = 7
    found = play(p)
    phase(found)
    assert p.tracks[0].faded and p.track_of("raid") is None and [e.to for e in describe(found, "track_faded")] == [("raf",)]
    p.turn = 8
    again = play(p)
    phase(again)
    assert describe(again, "track_faded") == []


@pytest.mark.rule("OPS-B5.8")
def test_a_landing_out_of_sight_does_not_clear_the_table() -> None:
    p = day(turn=5, raids=[raid(SEA, state="ended")], tracks=[track("raid", 7, 3, (4, SEA))])
    phase(play(p))
    assert not p.tracks[0].faded


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.rule("OPS-C2.5")
def test_a_lost_track_that_is_found_again_gets_a_new_number() -> None:
    p = day(raids=[raid(SEA)], tracks=[track("", 1, 0, faded=True, groups=[])], damaged_stations=ONE, next_track=2)
    q = play(p, 4, 4, 1, 1, 1)
    enter(q, [found] if (found := check(q, target(p.raids["raid"]))) is not None else [])
    assert (p.track_of("raid").number, p.track_of("raid").faded, p.track_of("raid").level) == (2, False, 1)
    assert [t.number for t in p.tracks] == [1, 2] and p.tracks[0].faded


@pytest.mark.rule("OPS-B5.8")
def test_a_tally_shows_the_truth_at_once_and_as_long_as_it_is_kept() -> None:
    r = raid(SEA, *gruppen(27, 20))
    spotter = squadron(hex=step(SEA, 0, 2), tally="raid")
    p = day(turn=4, raids=[r], squadrons=[spotter])
    sighted(play(p), groups_of(r)[0])
    assert p.track_of("raid").level == 4
    assert p.track_of("raid").plots == [Plot(4, SEA, 4, 47, 14, "tally", 47)]
    r.hex, p.turn = step(SEA, 3, 1), 5
    phase(play(p))
    assert p.track_of("raid").plots[-1].hex == r.hex and p.track_of("raid").plots[-1].source == "tally"


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("change", ["gone", "landed", "lost sight", "other", "far"])
def test_a_tally_that_nobody_keeps_shows_nothing_more(change: str) -> None:
    r = raid(SEA)
    spotter = squadron(hex=step(SEA, 0, 2), tally="raid")
    p = day(turn=5, raids=[r], squadrons=[spotter], tracks=[track("raid", 1, 4, (4, SEA))])
    if change == "gone":
        del p.squadrons[spotter.unit]
    elif change == "landed":
        spotter.box = "landed"
    elif change == "far":
        spotter.hex = step(SEA, 0, 4)
    else:
        spotter.tally = None if change == "lost sight" else "another"
    phase(play(p))
    assert len(p.track_of("raid").plots) == 1


@pytest.mark.rule("OPS-B5.8")
def test_below_level_four_the_view_holds_nothing_true_of_a_raid() -> None:
    r = raid(SEA, code="secret_code")
    p = day(raids=[r], tracks=[Track(["secret_code"], 3, 1, [Plot(3, CHANNEL, 1, None, None, "Rye")])])
    (shown,) = GAME.view(p, "raf").tracks
    assert (shown.label, shown.level, shown.last.hex, shown.last.strength) == ("X3", 1, CHANNEL, None)
    p.track_of("secret_code").plots.append(Plot(3, CHANNEL, 2, 30, 14, "Rye"))
    assert GAME.view(p, "raf").tracks[0].label == "H3"


@pytest.mark.rule("OPS-B5.9")
def test_plots_are_coloured_by_the_five_minutes_of_the_clock() -> None:
    p = day(start=600)
    assert [segment(p.start + 5 * turn) for turn in range(7)] == ["red", "yellow", "blue", "red", "yellow", "blue", "red"]
    assert [segment(minute) for minute in (600, 604, 605, 610, 615, 659, 660)] == ["red", "red", "yellow", "blue", "red", "blue", "red"]
    p.tracks = [track("raid", 1, 1, (1, SEA), (2, SEA), (3, SEA))]
    p.raids["raid"] = raid()
    assert [x.colour for x in GAME.view(p, "raf").tracks[0].plots] == ["red", "yellow", "blue"]


def test_the_course_comes_from_the_plots() -> None:
    assert course(track("raid", 1, 1, (3, SEA))) is None
    assert course(track("raid", 1, 1, (3, SEA), (3, CHANNEL))) is None
    assert course(track("raid", 1, 1, (3, SEA), (5, step(SEA, 0, 6)))) == (0.0, -3.0)
    assert course(track("raid", 1, 1, (1, CHANNEL), (3, SEA), (4, SEA), (5, step(SEA, 3, 4)))) == (0.0, 2.0)


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize(("level", "sides"), [(1, 19), (2, 7), (3, 7)])
def test_each_hex_around_the_truth_is_as_likely_as_the_next(level: int, sides: int) -> None:
    places = []
    for die in range(1, sides + 1):
        made = drawn(play(day(raids=[r := raid(CHANNEL)]), die, 1, 1), target(r), level, DOVER)
        places.append(made.hex)
    assert sorted(places) == sorted(hexes.disc(CHANNEL, 2 if level == 1 else 1))


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize("number", range(1, 60, 7))
def test_a_strength_of_level_three_is_within_thirty_per_cent(number: int) -> None:
    for die in (1, 16, 31, 46, 61):
        made = drawn(play(day(raids=[r := raid(SEA, *gruppen(number))]), 1, die, 1), target(r), 3, DOVER)
        told_ = made.strength
        assert told_ is not None and told_ >= 1 and abs(told_ - number) <= max(1, 0.3 * number + 0.5)


@pytest.mark.rule("OPS-B5.1")
def test_a_strength_in_short_says_what_it_is_worth() -> None:
    assert [strength_text(n, 2) for n in (10, 30, 60, 100, 150)] == ["≤10", "10+", "30+", "60+", "100+"]
    assert [strength_text(47, level) for level in (3, 4)] == ["~47", "47"] and strength_text(None, 1) == "?"
