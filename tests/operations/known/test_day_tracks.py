"""Tracks (OPS-C2): plots that lie aside, raids taken for one and parted again, tracks struck, numbers that never come back."""

from __future__ import annotations

import math
from typing import Any

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.phases.detection import placed
from bob.day.rules.rendezvous import way_out
from bob.day.state.orders import Pick, Scramble, SendTo
from bob.day.state.position import Choice, DayPosition, Raid, Vector
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    INLAND,
    MORE_BOMBERS,
    SEA,
    W,
    at,
    day,
    order,
    plan,
    play,
    raid,
    squadron,
    step,
    track,
    unit,
)
from tests.operations.whole_turns import TOO_LOW, DiceByPurpose, Turn, circling, known

HERE = step(SEA, 5, 1)
"""Open water that Chain Home sees, out of the observers' sight."""
KENT = step(INLAND, 4, 4)
STATIONS = [f"{s.kind}:{s.name}" for s in W.theatre.of_kind("chain_home", "chain_home_low")]
RYE_ALONE = [s for s in STATIONS if s != "chain_home:Rye"]
UNSEEN = [(1, 1)] * 9
SIX, SEVEN, NINE = (3, 3), (3, 4), (4, 5)


def pair(apart: int = 2, up: int = 0, *, levels: tuple[int | None, int | None] = (2, None), **given: Any) -> DayPosition:
    """Two raids of one Gruppe, before a check turn; those with a level stand on the table as 3 and 5."""
    a, b = circling(HERE, 27, code="a"), circling(step(HERE, 4, apart), 27, code="b", angels=14 + up)
    tracks = [track(c, n, lvl, (3, HERE)) for c, n, lvl in (("a", 3, levels[0]), ("b", 5, levels[1])) if lvl is not None]
    return day(**({"turn": 3, "raids": [a, b], "tracks": tracks, "next_track": 6, "damaged_stations": RYE_ALONE} | given))


def of(p: DayPosition) -> dict[int, list[str]]:
    """The tracks that stand on the table, with those that they are of."""
    return {t.number: sorted(t.groups) for t in p.tracks if not t.faded}


# ---- taken for one (OPS-C2.2)


@pytest.mark.rule("OPS-C2.2")
@pytest.mark.parametrize(
    ("apart", "up", "levels", "one"),
    [
        (2, 4, (2, None), True),
        (0, 0, (1, None), True),
        (2, -4, (2, 2), True),
        (3, 0, (2, None), False),
        (2, 6, (2, None), False),
        (2, 0, (3, None), False),
        (2, 0, (1, 3), False),
        (2, 0, (None, None), False),
    ],
)
def test_two_raids_close_together_and_seen_roughly_are_one_track(
    apart: int, up: int, levels: tuple[int | None, int | None], one: bool
) -> None:
    p = pair(apart, up, levels=levels)
    turn = Turn(p, plot_strength=[(51,)])
    assert turn.dice.count("detection") == (1 if one else 2)
    assert (of(p) == {3: ["a", "b"]}) == one
    if one and max(lvl or 0 for lvl in levels) == 2:
        assert p.tracks[0].plots[-1].strength == 60, "the strength of both: 54"


@pytest.mark.rule("OPS-C2.2")
def test_the_lowest_number_and_the_highest_level_stay_and_orders_to_the_others_go_over() -> None:
    up = squadron(hex=at("Lympne"), radio="vhf")
    p = pair(levels=(1, 2), squadrons=[up, squadron("2", "ready", station="Lympne")])
    p.tracks[1].plots = track("b", 5, 2, (3, HERE)).plots
    order(p, "raf", SendTo(up.unit, 16, track=5))
    order(p, "raf", Scramble("2", 16, track=5))
    turn = Turn(p)
    assert of(p) == {3: ["a", "b"]} and p.tracks[0].level == 2 and p.tracks[1].faded and p.tracks[1].groups == []
    assert turn.describe("track_merged") == [{"track": 5, "into": 3}]
    assert [s.vector.track for s in p.squadrons.values() if s.vector is not None] == [3, 3]


@pytest.mark.rule("OPS-C2.2")
def test_pairs_chain() -> None:
    raids = [circling(step(HERE, 4, 2 * i), 27, code=code) for i, code in enumerate("abc")]
    assert hexes.distance(raids[0].hex, raids[2].hex) == 4
    p = pair(raids=raids)
    turn = Turn(p)
    assert of(p) == {3: ["a", "b", "c"]} and turn.dice.count("detection") == 1
    Turn(p)
    Turn(p)
    assert of(p) == {3: ["a", "b", "c"]}, "and hang together as a chain"


@pytest.fixture
def fixed_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """One station fixes a raid as three do."""
    monkeypatch.setitem(W.figures["detection"], "alone", [])


@pytest.mark.usefixtures("fixed_by_one")
@pytest.mark.rule("OPS-C2.2")
@pytest.mark.parametrize(("strengths", "raised"), [((27, 30), False), ((27, 20, 10), True), ((27, 20, 9), False)])
def test_it_is_checked_once_with_the_gruppen_of_all_and_as_the_largest(strengths: tuple[int, ...], raised: bool) -> None:
    """Three Gruppen are worth 1 (OPS-B5.6); the plot lies at the largest."""
    raids = [circling(step(HERE, 4, i), n, code="abc"[i]) for i, n in enumerate(strengths)]
    p = pair(raids=raids, levels=(1, None))
    turn = Turn(p, detection=[SIX])
    (found,) = p.tracks
    assert turn.dice.count("detection") == 1 and (found.level == 2) == raised
    largest = max(raids, key=lambda r: r.units[0].strength)
    assert hexes.distance(found.plots[-1].hex, largest.hex) <= (1 if raised else 2)


@pytest.mark.rule("OPS-C2.2")
@pytest.mark.parametrize(("apart", "up", "parted"), [(3, 6, False), (4, 0, True), (2, 8, True)])
@pytest.mark.parametrize("die", [1, 2])
def test_who_draws_apart_is_parted_and_the_number_stays_with_either(apart: int, up: int, parted: bool, die: int) -> None:
    p = pair(apart, up, levels=(2, None))
    p.tracks[0].groups = ["a", "b"]
    turn = Turn(p, parting=[(die,)])
    assert turn.dice.count("parting") == int(parted)
    assert of(p) == {3: ["ab"[die - 1]] if parted else ["a", "b"]}
    if not parted:
        return
    assert turn.dice.count("detection") == 2, "the other is undetected, and checks for itself"
    found = Turn(p)
    found = Turn(p, detection=[NINE, NINE])
    assert of(p) == {3: ["ab"[die - 1]], 6: ["ab"[2 - die]]} and found.dice.count("detection") == 2


@pytest.mark.rule("OPS-C2.2")
def test_who_drew_apart_may_be_taken_for_one_again() -> None:
    p = pair(4)
    p.tracks[0].groups = ["a", "b"]
    Turn(p)
    assert of(p) == {3: ["b"]} or of(p) == {3: ["a"]}
    b = p.raids["b"]
    b.hex = b.units[0].hex = step(HERE, 4, 2)
    Turn(p)
    assert of(p) == {3: ["a", "b"]}


@pytest.mark.usefixtures("fixed_by_one")
@pytest.mark.rule("OPS-C2.2")
@pytest.mark.parametrize("die", [1, 2])
def test_a_check_that_would_give_level_three_parts_them_for_good(die: int) -> None:
    up = squadron(hex=at("Hornchurch"), radio="vhf")
    p = pair(squadrons=[up])
    p.tracks[0].groups = ["a", "b"]
    order(p, "raf", SendTo(up.unit, 16, track=3))
    kept, other = ("a", "b") if die == 1 else ("b", "a")
    turn = Turn(p, detection=[SEVEN], parting=[(die,)], plot_strength=[(51,)])
    assert of(p) == {3: [kept]} and p.tracks[0].level == 2, "the old number and its level stay with one of them"
    assert turn.describe("plotted")[-1]["strength"] == 30 and turn.dice.count("detection") == 1
    assert up.vector is not None and up.vector.track == 3
    up.hex, up.vector = at("Hornchurch"), Vector("hex", at("Hornchurch"), 16)
    for _ in range(2):
        Turn(p)
    assert of(p) == {3: [kept]}, "close as they are, they are never one again"
    Turn(p, detection=[SIX, NINE])
    Turn(p, detection=[SIX, NINE])
    assert of(p) == {3: [kept], 6: [other]}


@pytest.mark.rule("OPS-C2.2")
@pytest.mark.parametrize("tallied", ["a", "b"])
def test_a_tally_parts_them_and_the_tallied_one_keeps_the_number(tallied: str) -> None:
    h = HERE if tallied == "a" else step(HERE, 4, 2)
    s = squadron(hex=h, angels=24, tally=tallied, ammo="none")
    p = pair(squadrons=[s])
    p.tracks[0].groups = ["a", "b"]
    Turn(p, tally=[(1, 1)] * 4)
    assert of(p) == {3: [tallied]} and p.tracks[0].level == 4
    assert (p.tracks[0].plots[-1].hex, p.tracks[0].plots[-1].strength) == (p.raids[tallied].hex, 27)
    s.tally, s.hex = None, at("Lympne")
    p.tracks[0].level = 1
    Turn(p)
    assert of(p) == {3: [tallied]}, "they never merge again"


@pytest.mark.rule("OPS-C2.2")
def test_two_that_never_merge_again_may_both_be_taken_for_one_with_a_third_but_not_both() -> None:
    raids = [circling(step(HERE, 4, i), 27, code=code) for i, code in enumerate("abc")]
    p = pair(raids=raids, parted=["a|b"])
    Turn(p)
    assert of(p) == {3: ["a", "c"]}


@pytest.mark.rule("OPS-C2.2")
@pytest.mark.rule("OPS-B4.3")
def test_paired_days_one_raid_or_two_are_alike_to_the_raf_until_they_part() -> None:
    alone = pair(raids=[circling(HERE, 27, 26, code="a")], levels=(1, None))
    merged = pair(raids=[circling(HERE, 27, code="a"), circling(step(HERE, 4, 2), 26, code="b")], levels=(1, None))
    merged.tracks[0].groups = ["a", "b"]
    assert known(alone) == known(merged)
    for falls in ({}, {"detection": [SIX]}, {}, {"detection": [NINE], "plot_strength": [(80,)]}, {}, {"random_event": [(1, 4)]}):
        got = [known(p, Turn(p, **falls)) for p in (alone, merged)]  # type: ignore[arg-type]
        assert got[0] == got[1], falls
    if alone.choices:
        return
    seen = [(Turn(p, detection=[NINE]), of(p), [t.level for t in p.tracks]) for p in (alone, merged)]
    assert seen[0][2] == [3] and seen[1][2] == [2], "the check that tells them apart is the first thing that differs"


# ---- aside, and too low (OPS-C2.1)


def far_out(beyond: int) -> tuple[Hex, Hex]:
    """A station, and open water so many hexes from it that it alone sees, far from all observers."""
    station = W.station_hexes["chain_home", "Rye"]
    seen_there = W.seeing("chain_home", 18)
    h = next(
        h
        for h in sorted(hexes.ring(station, beyond))
        if h in W.theatre.grounds and any(n == "Rye" for n, _ in seen_there.get(h, ())) and W.ground(h).terrain == "sea"
    )
    return station, h


def plotted(beyond: int, level: int, **falls: Any) -> tuple[Hex, Hex, Turn, DayPosition]:
    station, h = far_out(beyond)
    r = circling(h, 27, angels=18)
    p = day(turn=3, raids=[r], tracks=[track("raid", 1, level, (3, h))], damaged_stations=RYE_ALONE)
    middle = {1: 10, 2: 4, 3: 4, 4: 1}[level]
    place = next(i for i, n in enumerate(hexes.disc(h, 2 if level == 1 else 1), 1) if n == h)
    assert place == middle or level == 4
    turn = Turn(p, **({"plot_place": [(place,)]} | falls))
    return station, h, turn, p


@pytest.mark.rule("OPS-C2.1")
@pytest.mark.parametrize(("die", "aside"), [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_a_far_plot_of_radar_alone_lies_across_the_line_from_the_station(die: int, aside: int) -> None:
    station, h, _, p = plotted(13, 2, plot_aside=[(die,)])
    parts = p.tracks[0].plots[-1].hex
    assert hexes.distance(parts, h) == abs(aside)
    (sx, sy), (hx, hy), (tx, ty) = (W.theatre.middle(x) for x in (station, h, parts))
    right = ((hy - sy) * (tx - hx) - (hx - sx) * (ty - hy)) / math.hypot(hx - sx, hy - sy) / W.theatre.across * -1
    assert right == pytest.approx(aside, abs=0.5), "seen from the station; y runs down the map"
    along = ((hx - sx) * (tx - hx) + (hy - sy) * (ty - hy)) / math.hypot(hx - sx, hy - sy) / W.theatre.across
    assert abs(along) <= 1


@pytest.mark.rule("OPS-C2.1")
@pytest.mark.parametrize(("beyond", "level", "rolled"), [(12, 2, 0), (13, 1, 1), (13, 2, 1), (13, 3, 1), (13, 4, 0)])
def test_near_plots_and_sure_ones_do_not_lie_aside(beyond: int, level: int, rolled: int) -> None:
    _, h, turn, p = plotted(beyond, level, plot_aside=[(6,)])
    assert turn.dice.count("plot_aside") == rolled
    assert hexes.distance(p.tracks[0].plots[-1].hex, h) >= (1 if rolled else 0)
    if not rolled:
        assert p.tracks[0].plots[-1].hex == h


@pytest.mark.rule("OPS-C2.1")
@pytest.mark.parametrize(("level", "die", "low"), [(2, 3, 2), (2, 4, 0), (3, 1, 2), (3, 6, 0), (4, 1, 0)])
def test_radar_alone_reads_heights_too_low(level: int, die: int, low: int) -> None:
    _, _, turn, p = plotted(9, level, plot_low=[(die,)])
    assert p.tracks[0].plots[-1].angels == 18 - low and turn.dice.count("plot_low") == int(level < 4)


@pytest.mark.rule("OPS-C2.1")
def test_what_observers_see_lies_neither_aside_nor_too_low() -> None:
    over = at("Tonbridge Junction")
    p = day(turn=3, raids=[circling(over, 27)], tracks=[track("raid", 1, 2, (3, over))])
    turn = Turn(p, plot_low=[(1,)])
    assert turn.dice.count("plot_low") == turn.dice.count("plot_aside") == 0 and p.tracks[0].plots[-1].angels == 14


@pytest.mark.rule("OPS-B5.1")
def test_a_plot_stays_on_the_map() -> None:
    corner = min(W.theatre.grounds, key=lambda h: (len([n for n in hexes.disc(h, 2) if n in W.theatre.grounds]), h))
    p = day(turn=3, raids=[circling(corner, 27)], tracks=[track("raid", 1, 1, (3, corner))])
    room = [n for n in hexes.disc(corner, 2) if n in W.theatre.grounds]
    assert len(room) < 19
    assert {placed(play(p, die), corner, 1, None) for die in range(1, len(room) + 1)} == set(room)


# ---- struck (OPS-C2.4), and numbers (OPS-C2.5)


@pytest.mark.rule("OPS-C2.4")
@pytest.mark.rule("OPS-C2.5")
def test_an_old_track_is_struck_once_who_was_sent_patrols_and_a_new_sight_has_a_new_number() -> None:
    up = squadron(hex=at("Lympne"), radio="vhf")
    p = pair(raids=[circling(HERE, 27, code="a")], squadrons=[up], damaged_stations=STATIONS)
    order(p, "raf", SendTo(up.unit, 16, track=3))
    goal = up.vector
    assert goal is not None
    for now in (4, 5, 6):
        turn = Turn(p, tally=UNSEEN)
        assert p.turn == now and of(p) == {3: ["a"]} and turn.describe("track_faded") == []
    turn = Turn(p, tally=UNSEEN)
    assert of(p) == {} and turn.describe("track_faded") == [{"track": 3}]
    assert up.vector is not None and (up.vector.kind, up.vector.track) == ("hex", None), "it patrols the last meeting point"
    assert up.vector.hex == goal.hex and up.box == "airborne"
    assert GAME.view(p, "raf").squadron(up.unit).vector["track"] is None
    p.damaged_stations = []
    turn = Turn(p, detection=[NINE], tally=UNSEEN)
    assert of(p) == {6: ["a"]} and turn.describe("track_faded") == []


@pytest.mark.rule("OPS-C2.4")
def test_a_raid_that_is_down_goes_from_the_table_no_sooner_and_no_later() -> None:
    p = pair(raids=[circling(HERE, 27, code="a")])
    other = pair(raids=[circling(HERE, 27, code="a")], damaged_stations=STATIONS)
    p.damaged_stations = STATIONS
    p.raids["a"].state = "ended"
    for u in p.raids["a"].units:
        u.state = "landed"
    for _ in range(5):
        assert known(p, Turn(p)) == known(other, Turn(other)), "whatever became of the raid"
    assert p.tracks[0].faded


@pytest.mark.rule("OPS-C2.5")
@pytest.mark.parametrize(("escorts", "keeps"), [(26, "bombers"), (28, "escort")])
def test_who_leaves_a_raid_is_a_raid_of_its_own_and_the_number_stays_with_most(escorts: int, keeps: str) -> None:
    """Escorts without fuel leave Dorniers over Kent: from then on each is seen, plotted and told where it is."""
    bombers, fighters = unit(h=KENT), unit(ESCORT, "close_escort", h=KENT, angels=16, strength=escorts, used=7)
    r = circling(KENT, units=[bombers, fighters])
    p = day(turn=3, raids=[r], tracks=[track("raid", 1, 4, (3, KENT))])
    quiet = [(2, 2)] * 9
    while fighters.state == "with_raid":
        Turn(p, detection=quiet)
    assert fighters.state == "going_home"
    Turn(p, detection=quiet)
    if p.turn % 2:
        Turn(p, detection=quiet)
    assert bombers.hex != fighters.hex
    track_ = p.tracks[0]
    with_number, other = (bombers, fighters) if keeps == "bombers" else (fighters, bombers)
    assert track_.groups == [with_number.group] and with_number.group != other.group
    assert (track_.plots[-1].hex, track_.plots[-1].strength) == (with_number.hex, with_number.strength)
    assert p.track_of(other.group) is None
    Turn(p, detection=[NINE, NINE])
    Turn(p, detection=[NINE, NINE])
    new = p.track_of(other.group)
    assert new is not None and new.number == 2 and new.groups == [other.group]
    assert hexes.distance(new.plots[-1].hex, other.hex) <= 2 and new.plots[-1].turn == p.turn


@pytest.mark.rule("OPS-B5.6")
@pytest.mark.rule("OPS-C2.5")
@pytest.mark.parametrize(("strength", "seen"), [(9, 0), (10, 2)])
def test_who_has_left_is_checked_alone_by_what_it_has_left(strength: int, seen: int) -> None:
    """Two units far apart on their own ways home: Staffeln are worth -1 each, and not two Staffeln together 0."""
    units = [unit(f"U{i}", h=step(HERE, 4, 3 * i), strength=strength, state="going_home", base="Denain-Prouvy") for i in range(2)]
    p = day(turn=3, raids=[raid(HERE, *units, state="returning")], damaged_stations=RYE_ALONE)
    turn = Turn(p, detection=[SEVEN, SEVEN])
    assert turn.dice.count("detection") == 2 and len(p.tracks) == seen
    assert all(hexes.distance(t.plots[-1].hex, u.hex) <= 4 for t, u in zip(p.tracks, sorted(units, key=lambda u: u.hex), strict=False))


@pytest.mark.rule("OPS-C1.2")
def test_the_plot_of_a_raid_that_gathers_grows_as_units_come() -> None:
    """The second Gruppe flies in from its base; its raid's plot has it from within two hexes of the lead."""
    forming = plan(form_turn=20, units=(PlannedUnit(BOMBERS, "bomber", 27, 14), PlannedUnit(MORE_BOMBERS, "bomber", 20, 14)))
    lead, comes = (unit(name, state="gathering", strength=n) for name, n in ((BOMBERS, 27), (MORE_BOMBERS, 20)))
    turns = len(way_out(W, W.types["do_17z"], comes.base, forming.form_at, 14)) - 1
    lead.took_off, comes.took_off = -60, 10 - turns + 4
    r = Raid(forming, {}, state="gathering", form_turn=20, hex=forming.form_at, angels=14, units=[lead, comes])
    p = day(turn=9, raids=[r], tracks=[track("raid", 1, 4, (9, forming.form_at))])
    lines = []
    while p.turn < 18:
        for e in Turn(p).describe("plotted"):
            assert e["strength"] == 27 + 20 * (hexes.distance(comes.hex, lead.hex) <= 2 and not comes.beyond)
            lines.append(e["strength"])
    assert lines == sorted(lines) and set(lines) == {27, 47} and len(p.tracks) == 1


@pytest.mark.rule("OPS-A1.5")
@pytest.mark.rule("OPS-C9.7")
@pytest.mark.rule("OPS-C2.5")
@pytest.mark.parametrize(("gone", "rolls"), [(False, 1), (True, 0)])
def test_a_test_of_navigation_is_of_the_raid_and_not_of_who_has_left_it(gone: bool, rolls: int) -> None:
    units = [unit(h=HERE), unit(ESCORT, "close_escort", h=step(HERE, 4, 3), angels=16, state="going_home")]
    r = raid(HERE, *units)
    assert units[0].group == "raid" != units[1].group
    p = day(turn=3, raids=[r], tracks=[track(units[1].group if gone else "raid", 1, 3, (3, HERE))])
    p.phase, p.choices = "choice", [Choice("raf", "navigation_test", ["1"])]
    dice = DiceByPurpose(TOO_LOW)
    events = GAME.apply(p, "raf", Pick(("1",)), dice)
    assert dice.count("navigation") == rolls and not [e for e in events if "raf" in e.to and e.code != "turn"]


@pytest.mark.rule("OPS-C2.2")
@pytest.mark.rule("OPS-C2.4")
def test_the_newest_plot_of_those_that_become_one_counts() -> None:
    """The lower number has an older plot; what was plotted last turn is not struck for that."""
    p = pair(levels=(1, 1), turn=4)
    p.tracks[0].plots = track("a", 3, 1, (1, HERE)).plots
    turn = Turn(p)
    assert of(p) == {3: ["a", "b"]} and turn.describe("track_faded") == [] and [x.turn for x in p.tracks[0].plots] == [1, 3]


@pytest.mark.rule("OPS-C2.2")
def test_all_that_the_struck_number_stood_for_goes_over_and_no_other_track() -> None:
    """The second track already stands for two, one of them not close enough to be taken up anew; a third track far off is left alone."""
    raids = [circling(step(HERE, 4, n), 27, code=code) for n, code in ((0, "a"), (2, "b"), (5, "c"), (9, "d"))]
    p = pair(raids=raids, levels=(1, 2))
    p.tracks[1].groups = ["b", "c"]
    p.tracks.append(track("d", 6, 1, (3, raids[3].hex)))
    p.next_track = 7
    Turn(p)
    assert of(p) == {3: ["a", "b", "c"], 6: ["d"]}


@pytest.mark.rule("OPS-C2.1")
@pytest.mark.parametrize("name", ["Rye", "Bawdsey", "Ventnor"])
def test_aside_is_across_the_line_whichever_way_the_station_looks(name: str) -> None:
    station = W.station_hexes["chain_home", name]
    (sx, sy), p = W.theatre.middle(station), day()
    for h in sorted(hexes.ring(station, 15))[::7]:
        if any(n not in W.theatre.grounds for n in hexes.disc(h, 2)):
            continue
        (hx, hy), size = W.theatre.middle(h), W.theatre.across
        far = math.hypot(hx - sx, hy - sy)
        for die, aside in ((1, -2), (2, -1), (4, 0), (5, 1), (6, 2)):
            tx, ty = W.theatre.middle(placed(play(p, die), h, 4, station))
            right = ((hx - sx) * (ty - hy) - (hy - sy) * (tx - hx)) / far / size
            along = ((hx - sx) * (tx - hx) + (hy - sy) * (ty - hy)) / far / size
            assert right == pytest.approx(aside, abs=0.6) and abs(along) < 0.6


@pytest.mark.rule("OPS-B5.8")
def test_what_is_in_sight_is_plotted_once_a_turn() -> None:
    s = squadron(hex=HERE, angels=24, ammo="none", used=0)
    p = pair(raids=[circling(HERE, 27, code="a")], squadrons=[s])
    for i in range(3):
        turn = Turn(p, tally=[(6, 6)])
        assert s.tally == "a" and [e["level"] for e in turn.describe("plotted")] == [4], i
        s.vector = Vector("hex", HERE, 24)


@pytest.mark.rule("OPS-C2.2")
def test_what_a_tally_from_farther_off_parts_is_checked_by_itself_at_once() -> None:
    s = squadron(hex=step(HERE, 1, 3), angels=4, tally="a", ammo="none")
    p = pair(squadrons=[s])
    p.tracks[0].groups = ["a", "b"]
    turn = Turn(p, detection=[NINE])
    assert s.tally == "a" and turn.dice.count("detection") == 1
    assert of(p) == {3: ["a"], 6: ["b"]} and [t.level for t in p.tracks] == [4, 1]
