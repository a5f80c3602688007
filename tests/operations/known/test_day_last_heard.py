"""Knowing one's own (OPS-C8.1): fixes, dead reckoning, who is out of hearing; and own fighters that come back as X plots (OPS-C2.3)."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.game import secret_free
from bob.core.hexes import Hex
from bob.day.phases.detection import _mistaken_again
from bob.day.rules.own_positions import put, set_out
from bob.day.state.orders import Pancake, Pick, Scramble, SendTo
from bob.day.state.position import Choice, DayPosition, Squadron, Vector
from bob.day.state.view import SquadronView
from bob.games import kit
from tests.operations.build import CHANNEL, GAME, INLAND, SEA, W, at, day, order, play, refusal, squadron, step, track
from tests.operations.whole_turns import Turn, alike, circling, known

HOME = at("Biggin Hill")
GOAL = step(HOME, 2, 6)
"""A hex of Kent within range of the radio."""
UNSEEN = [(1, 1)] * 40


def shown(p: DayPosition, unit: str = "79 Squadron") -> SquadronView:
    found = GAME.view(p, "raf").squadron(unit)
    assert found is not None
    return found


def scrambled(*dice: int, count: int = 1, goal: Hex = INLAND) -> DayPosition:
    """Squadrons of Biggin Hill that take off, one of them a turn, with these dice for their fixing sets."""
    p = day(squadrons=[squadron(f"{i} Squadron", "ready") for i in range(1, count + 1)])
    p.airfields["Biggin Hill"].capacity = 9
    for i in range(1, count + 1):
        order(p, "raf", Scramble(f"{i} Squadron", 16, hex=goal))
        Turn(p, fix=[(dice[i - 1] if i <= len(dice) else 6,)])
    return p


# ---- fixes and dead reckoning (OPS-C8.1)


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.parametrize(("die", "fixed"), [(1, False), (2, False), (3, True), (6, True)])
def test_one_set_in_three_stays_off_for_the_sortie(die: int, fixed: bool) -> None:
    p = scrambled(die)
    for _ in range(3):
        found = shown(p, "1 Squadron")
        assert (found.fixed, found.ring, found.heard) == (fixed, 0 if fixed else 1, None)
        Turn(p, astray=[(3,)])
    (s,) = p.squadrons.values()
    assert (s.hex == shown(p, "1 Squadron").hex) == fixed


@pytest.mark.rule("OPS-C8.1")
def test_only_the_first_four_up_of_a_sector_are_fixed_and_the_next_when_one_is_down() -> None:
    p = scrambled(6, 1, count=6)
    assert [shown(p, f"{i} Squadron").fixed for i in range(1, 7)] == [True, False, True, True, False, False], "the second's set is off"
    order(p, "raf", Pancake("3 Squadron"))
    while p.squadrons["3 Squadron"].box == "airborne":
        Turn(p)
    assert [shown(p, f"{i} Squadron").fixed for i in (1, 2, 4, 5, 6)] == [True, False, True, True, False]


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.parametrize("die", range(1, 8))
def test_who_is_not_fixed_is_within_a_hex_of_where_it_is_shown_and_flies_by_that(die: int) -> None:
    p = scrambled(1, goal=GOAL)
    (s,) = p.squadrons.values()
    assert s.hex == HOME == shown(p, s.unit).hex, "on take-off everybody sees where it is"
    off = set()
    for _ in range(4):
        turn = Turn(p, astray=[(die,)])
        assert turn.dice.count("astray") == int(not off), "once a sortie"
        off.add((s.hex.q - shown(p, s.unit).hex.q, s.hex.r - shown(p, s.unit).hex.r))
    assert shown(p, s.unit).hex == GOAL, "it believes to have come where it was sent"
    assert len(off) == 1 and hexes.distance(s.hex, GOAL) == int(die > 1)
    order(p, "raf", Pancake(s.unit))
    while s.box == "airborne":
        Turn(p)
    assert s.box in ("landed", "rearm_1") and s.hex == HOME, "and it finds its field"


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B4.3")
def test_paired_days_astray_or_true_are_alike_to_the_raf() -> None:
    days = [scrambled(1, goal=GOAL) for _ in range(3)]
    for _ in range(5):
        got = [known(p, Turn(p, astray=[(die,)])) for p, die in zip(days, (1, 4, 7), strict=True)]
        alike(*got)
    assert len({p.squadrons["1 Squadron"].hex for p in days}) == 3


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B4.3")
@pytest.mark.rule("OPS-B6.3")
def test_paired_days_astray_whichever_way_go_home_and_land_alike() -> None:
    """A whole sortie: when it is short of fuel and turns home hangs on where it believes to be, and says nothing of where it is."""
    days = [scrambled(1, goal=GOAL) for _ in range(7)]
    heard: set[str] = set()
    for _ in range(24):
        turns = [Turn(p, astray=[(die,)]) for p, die in zip(days, range(1, 8), strict=True)]
        alike(*[known(p, turn) for p, turn in zip(days, turns, strict=True)])
        heard.update(event.code for event in turns[0].events)
    assert {"short_of_fuel", "landed"} <= heard


@pytest.mark.rule("OPS-C8.1")
def test_the_view_has_no_place_that_is_not_shown() -> None:
    p = scrambled(1, goal=GOAL)
    (s,) = p.squadrons.values()
    Turn(p, astray=[(2,)])
    assert s.hex != s.reckoned
    text = json.dumps(json.loads(known(p)[0])["squadrons"])
    assert s.reckoned.label in text and s.hex.label not in text
    referee = GAME.view(p, "referee").raf.squadron(s.unit)
    assert (referee.hex, referee.ring) == (s.hex, 0), "the referee sees where it is"


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B2.6")
def test_a_wing_is_astray_as_one() -> None:
    units = [squadron(name, fixing=False, wing="w", hex=at("Gravesend")) for name in "ab"]
    for s in units:
        s.vector = Vector("hex", GOAL, 16)
    p = day(squadrons=units)
    turn = Turn(p, astray=[(5,), (2,)])
    assert turn.dice.count("astray") == 1 and units[0].hex == units[1].hex != units[0].reckoned
    units[1].fixing = True
    Turn(p)
    assert [shown(p, n).fixed for n in "ab"] == [True, True] and units[0].hex == units[0].reckoned


# ---- out of hearing (OPS-C8.1)


def outbound(**given: Any) -> tuple[DayPosition, Squadron]:
    """A squadron that flies out of the range of its radio: eight hexes."""
    goal = step(HOME, 3, 15)
    s = squadron(hex=step(HOME, 3, 4), vector=Vector("hex", goal, 16), **given)
    return day(squadrons=[s]), s


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B6.2")
def test_who_flies_out_of_hearing_is_shown_where_it_was_last_heard_with_a_growing_ring() -> None:
    p, s = outbound()
    first = shown(p)
    turn = Turn(p)
    assert hexes.distance(s.hex, HOME) > 8 and [e["unit"] for e in turn.describe("control_lost")] == [s.unit]
    rings = []
    for _ in range(6):
        found = shown(p)
        assert (found.hex, found.angels, found.fuel, found.strength, found.ammo) == (first.hex, 16, first.fuel, 12, "full")
        assert found.heard == 3 and not found.controlled and not found.fixed
        rings.append(found.ring)
        assert refusal(p, "raf", SendTo(s.unit, 16, hex=INLAND)) == ("uncontrolled", "OPS-B6.3")
        s.used = min(s.used, 5)
        Turn(p)
    assert rings == [0, 1, 1, 2, 2, 3]
    for _ in range(6):
        s.used = 5
        Turn(p)
    assert shown(p).ring == 4, "four at most"


@pytest.mark.rule("OPS-C8.1")
def test_when_the_radio_reaches_farther_it_is_heard_again() -> None:
    p, s = outbound()
    s.vector = Vector("hex", step(HOME, 3, 9), 16)
    Turn(p)
    assert shown(p).hex != s.hex
    Turn(p, random_event=[(5, 6)])
    assert p.radio_events and shown(p).hex == s.hex and shown(p).heard is None and shown(p).controlled
    GAME.check(p, "raf", SendTo(s.unit, 16, hex=INLAND))
    Turn(p, random_event=[(5, 6)])
    assert not p.radio_events and (shown(p).hex, shown(p).heard) == (s.hex, p.turn)


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B6.3")
def test_what_befalls_who_is_not_heard_is_not_told() -> None:
    """It goes home when its endurance requires; the table shows its last vector until it is back in range."""
    p, s = outbound(used=2)
    Turn(p)
    Turn(p)
    s.used = 14
    turn = Turn(p)
    assert s.vector is not None and s.vector.kind == "home" and turn.describe("short_of_fuel") == []
    found = shown(p)
    assert found.vector is not None and found.vector["kind"] == "hex" and found.fuel == 15


@pytest.mark.rule("OPS-C8.1")
def test_a_tally_from_out_of_hearing_is_heard() -> None:
    p, s = outbound()
    Turn(p)
    assert shown(p).heard == 3
    s.ammo, s.used, s.vector = "none", 9, Vector("hex", s.hex, 16)
    p.raids["raid"] = circling(s.hex, 27)
    Turn(p, tally=[(6, 6)])
    found = shown(p)
    assert s.tally == "raid" and (found.hex, found.heard, found.ring, found.fuel) == (s.hex, p.turn, 0, s.fuel)


@pytest.mark.rule("OPS-C8.1")
def test_a_combat_that_is_over_is_heard_from_however_far() -> None:
    p, s = outbound()
    Turn(p)
    s.vector = Vector("hex", s.hex, 16)
    p.raids["raid"] = circling(s.hex, 27, angels=14)
    turn = Turn(p, tally=[(6, 6)])
    assert turn.describe("combat") and s.fought
    found = shown(p)
    assert (found.hex, found.strength, found.ammo, found.heard) == (s.hex, s.strength, s.ammo, p.turn)


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B6.5")
def test_orders_are_checked_from_what_is_shown_and_who_has_not_the_fuel_goes_home() -> None:
    """Shown a hex nearer than it is, it may be sent as far as its fuel would take it from there."""
    goal = at("Lympne")
    shown_at = step(HOME, 2, 4)
    near = squadron(hex=shown_at, fixing=False, vector=Vector("hex", shown_at, 16))
    p = day(squadrons=[near])
    found = near.endurance
    for used in range(near.endurance):
        near.used = used
        try:
            GAME.check(p, "raf", SendTo(near.unit, 16, hex=goal))
        except Exception:
            found = used
            break
    near.used = found - 1
    for direction in range(1, 7):
        near.astray = direction
        off = hexes.DIRECTIONS[direction - 1]
        near.hex = Hex(shown_at.q + off.q, shown_at.r + off.r)
        GAME.check(p, "raf", SendTo(near.unit, 16, hex=goal))
    near.used = found
    for direction in range(1, 7):
        near.astray, off = direction, hexes.DIRECTIONS[direction - 1]
        near.hex = Hex(shown_at.q + off.q, shown_at.r + off.r)
        assert refusal(p, "raf", SendTo(near.unit, 16, hex=goal)) == ("too_far", "OPS-B2.5")
    near.used = found - 1
    order(p, "raf", SendTo(near.unit, 16, hex=goal))
    for _ in range(9):
        if near.vector is not None and near.vector.kind == "home":
            break
        Turn(p)
    assert near.vector is not None and near.vector.kind == "home"


# ---- X plots (OPS-C2.3)


OFFING = next(h for h in hexes.line(at("Dungeness"), CHANNEL) if h not in W.inshore)
"""The first hex off Dungeness that is beyond four from the coast."""


def out_at_sea(h: Hex = OFFING, turn: int = 3, **given: Any) -> tuple[DayPosition, Squadron]:
    s = squadron(**({"hex": h, "angels": 20, "fixing": False, "astray": 0, "radio": "vhf", "endurance": 60} | given))
    s.vector = Vector("hex", s.hex, s.angels)
    return day(turn=turn, squadrons=[s]), s


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.parametrize(("dice", "plotted"), [((4, 5), False), ((4, 6), True), ((6, 6), True)])
def test_fighters_far_out_without_a_fix_may_come_back_as_an_x_plot_once_a_sortie(dice: tuple[int, int], plotted: bool) -> None:
    p, s = out_at_sea()
    turn = Turn(p, x_plot=[dice])
    assert turn.dice.count("x_plot") == 1 and len(p.tracks) == int(plotted)
    if plotted:
        (found,) = GAME.view(p, "raf").tracks
        assert (found.label, found.level, found.last.strength, found.last.angels) == ("X1", 1, None, None)
        assert hexes.distance(found.last.hex, s.hex) <= 4 and found.last.source in {name for _, name in W.station_hexes}
        assert GAME.view(p, "referee").friends == {s.unit: 1}
    Turn(p)
    turn = Turn(p, x_plot=[(6, 6)])
    assert turn.dice.count("x_plot") == 0 and turn.describe("track_identified") == ([{"track": 1}] if plotted else [])
    assert all(t.faded for t in p.tracks)
    assert p.next_track == (2 if plotted else 1), "its number does not come back"


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.parametrize("why", ["odd turn", "fixed", "near the coast", "unseen", "on the ground", "seen twice"])
def test_who_is_fixed_near_or_unseen_is_no_x_plot(why: str) -> None:
    near = next(h for h in hexes.line(CHANNEL, at("Dungeness")) if h in W.inshore)
    p, s = out_at_sea(near if why == "near the coast" else OFFING, turn=4 if why == "odd turn" else 3)
    s.fixing = why == "fixed"
    if why == "unseen":
        p.damaged_stations = [f"{x.kind}:{x.name}" for x in W.theatre.of_kind("chain_home", "chain_home_low")]
    elif why == "on the ground":
        s.box, s.vector = "ready", None
    elif why == "seen twice":
        s.crossed = True
    turn = Turn(p, x_plot=[(6, 6)])
    assert turn.dice.count("x_plot") == 0 and p.tracks == []


@pytest.mark.rule("OPS-C2.3")
def test_just_beyond_four_hexes_of_the_coast_is_far_out() -> None:
    british = [h for h, g in W.theatre.grounds.items() if g.british]
    way = hexes.line(at("Dungeness"), CHANNEL)
    for h in way:
        apart = min(hexes.distance(h, b) for b in british)
        assert (h in W.inshore) == (apart <= 4)
        if 4 <= apart <= 5:
            p, _ = out_at_sea(h)
            assert Turn(p).dice.count("x_plot") == int(apart > 4)


@pytest.mark.rule("OPS-C2.3")
def test_who_is_out_of_hearing_has_no_fix_either() -> None:
    p, s = out_at_sea(CHANNEL, fixing=True, astray=None)
    Turn(p, x_plot=[(6, 6)])
    assert s.silent and len(p.tracks) == 1


def x_plotted(**given: Any) -> tuple[DayPosition, Squadron]:
    p, s = out_at_sea(**given)
    p.squadrons["2"] = squadron("2", "available", station="Lympne")
    p.squadrons["3"] = squadron("3", "ready", station="Lympne")
    Turn(p, x_plot=[(6, 6)])
    return p, s


@pytest.mark.rule("OPS-C2.3")
def test_an_x_plot_is_chased_like_any_and_who_was_sent_patrols_when_it_is_known() -> None:
    p, _ = x_plotted()
    order(p, "raf", Scramble("3", 16, track=1))
    Turn(p)
    Turn(p)
    chaser = p.squadrons["3"]
    assert chaser.box == "airborne" and chaser.vector is not None and (chaser.vector.kind, chaser.vector.track) == ("hex", None)


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-A1.6")
def test_an_x_plot_counts_for_an_emergency() -> None:
    p, _ = x_plotted()
    p.tracks[0].plots[-1] = track("", 1, 1, (p.turn, at("Lympne"))).plots[-1]
    Turn(p, random_event=[(3, 3)])
    assert p.emergency == ["2", "3"]


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-A1.5")
def test_an_x_plot_is_offered_for_a_test_of_navigation_that_does_nothing_to_it() -> None:
    p, _ = x_plotted()
    p.raids["raid"] = circling(SEA, 27)
    p.tracks.append(track("raid", 2, 1, (p.turn, SEA)))
    p.next_track = 3
    Turn(p, random_event=[(2, 3)])
    assert p.choices == [Choice("raf", "navigation_test", ["1", "2"])]
    before = known(p)
    events = order(p, "raf", Pick(("1",)))
    assert events == [] and known(p)[0] != before[0], "the choice is made"
    assert not p.tracks[0].faded and not p.raids["raid"].lost


@pytest.mark.rule("OPS-C2.3")
def test_when_all_plots_are_looked_at_out_of_turn_an_x_plot_is_too() -> None:
    p, _ = x_plotted()
    Turn(p, random_event=[(1, 6)])
    assert p.turn % 2 and len(p.tracks[0].plots) == 2 and not p.tracks[0].faded


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.parametrize("box", ["gone", "landed", "airborne"])
def test_who_fell_into_the_sea_is_not_seen_there_again(box: Any) -> None:
    p, s = x_plotted()
    s.box = box
    _mistaken_again(play(p, *(3,) * 9), p.tracks[0])
    assert len(p.tracks[0].plots) == (2 if box == "airborne" else 1)
    del p.squadrons[s.unit]  # it landed, and is two flights now
    _mistaken_again(play(p), p.tracks[0])


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-B4.3")
def test_plots_looked_at_out_of_turn_come_by_number_an_x_plot_among_them() -> None:
    """The order of the news would else say which of them is the squadron."""
    p, _ = x_plotted()
    p.raids["raid"] = circling(SEA, 27)
    p.tracks.append(track("raid", 2, 1, (p.turn, SEA)))
    p.next_track = 3
    turn = Turn(p, random_event=[(1, 6)], detection=[(3, 4)])
    assert [e["track"] for e in turn.describe("plotted")] == [1, 2]
    p, _ = x_plotted()
    p.raids["raid"] = circling(SEA, 27)
    p.tracks[0].number, p.next_track = 2, 3
    p.tracks.insert(0, track("raid", 1, 1, (p.turn, SEA)))
    turn = Turn(p, random_event=[(1, 6)], detection=[(3, 4)])
    assert [e["track"] for e in turn.describe("plotted")] == [1, 2]


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-B4.3")
def test_paired_days_a_raid_or_own_fighters_are_alike_to_the_raf_until_the_next_check_turn() -> None:
    """The same plot, once of a raid just there, once of the squadron itself."""
    own, s = out_at_sea()
    real, t = out_at_sea()
    real.raids["raid"] = own.raids["raid"] = circling(s.hex, 27, angels=20)
    own.raids = {"raid": circling(at("Le Culot"), 27)}
    s.ammo = t.ammo = "none"
    got = [
        known(own, Turn(own, x_plot=[(6, 6)], tally=UNSEEN)),
        known(real, Turn(real, x_plot=[(1, 1)], detection=[(4, 5)], tally=UNSEEN)),
    ]
    assert len(real.tracks) == len(own.tracks) == 1 and real.tracks[0].groups == ["raid"] and own.tracks[0].friend == s.unit
    alike(*got)
    assert known(own, Turn(own, tally=UNSEEN)) == known(real, Turn(real, tally=UNSEEN))
    assert known(own, Turn(own, tally=UNSEEN)) != known(real, Turn(real, tally=UNSEEN)), "now it is identified"


@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-C2.5")
def test_what_is_new_is_numbered_by_where_it_is_plotted_raid_or_not() -> None:
    """Two new plots of one turn: neither their numbers nor the order of the news tells the raid from the squadron."""
    for north in (True, False):
        p, s = out_at_sea()
        h = step(OFFING, 0 if north else 3, 4)
        p.raids["raid"] = circling(h, 27, angels=20)
        turn = Turn(p, x_plot=[(6, 6)], detection=[(4, 5)], tally=UNSEEN)
        places = [t.plots[-1].hex for t in p.tracks]
        assert len(places) == 2 and places == sorted(places)
        assert [e["track"] for e in turn.describe("plotted")] == [1, 2]
    assert s.crossed


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-C2.3")
@pytest.mark.parametrize("change", ["own_places", "x_plots"])
def test_what_the_raf_cannot_know_of_its_own_the_referee_sees(change: str) -> None:
    """Each change of a hidden fact leaves the RAF's view and offers as they were, and is one that the referee sees."""
    p, s = out_at_sea(OFFING if change == "x_plots" else CHANNEL)
    Turn(p, x_plot=[(6, 6)])
    assert s.silent == (change == "own_places")
    p.squadrons["2"] = squadron("2", hex=INLAND, fixing=False, astray=2)
    before, referee = known(p), secret_free(GAME.view(p, "referee"))
    other = pickle.loads(pickle.dumps(p))
    kit("day").hidden(GAME, "raf")[change](other, Stream.of(1, change))
    assert known(other) == before and secret_free(GAME.view(other, "referee")) != referee


@pytest.mark.rule("OPS-C8.1")
def test_each_goes_astray_by_itself_and_a_new_sortie_begins_anew() -> None:
    units = [squadron(name, fixing=False, vector=Vector("hex", GOAL, 16), crossed=True) for name in "ab"]
    p = day(squadrons=units)
    turn = Turn(p, astray=[(2,), (5,)])
    assert turn.dice.count("astray") == 2 and (units[0].astray, units[1].astray) == (1, 4)
    set_out(play(p, 3), units[0])
    assert (units[0].astray, units[0].crossed, units[0].fixing, units[0].took_off) == (None, False, True, p.turn)


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.parametrize(
    ("kind", "h", "true"), [("home", HOME, True), ("hex", HOME, False), ("home", INLAND, False), ("none", HOME, False)]
)
def test_only_over_its_own_field_and_on_its_way_home_does_it_see_where_it_is(kind: str, h: Hex, true: bool) -> None:
    s = squadron(fixing=False, astray=3)
    s.vector = {"home": Vector("home", HOME, 0, None, "Biggin Hill"), "hex": Vector("hex", HOME, 16)}.get(kind)
    put(W, s, h)
    assert s.reckoned == h and (s.hex == h) == true
    edge = next(h for h in sorted(W.theatre.grounds) if step(h, 2) not in W.theatre.grounds)
    s.astray = 3
    put(W, s, edge)
    assert s.hex == s.reckoned == edge, "nobody flies off the map"


@pytest.mark.rule("OPS-C2.3")
def test_each_that_is_far_out_is_looked_at_and_its_plot_is_as_wrong_as_any_of_level_one() -> None:
    p, s = out_at_sea()
    p.squadrons = {"1": squadron("1", "ready"), s.unit: s, "2": squadron("2", hex=OFFING, angels=20, fixing=False, astray=0, radio="vhf")}
    p.squadrons["2"].vector = Vector("hex", OFFING, 20)
    turn = Turn(p, x_plot=[(1, 1), (6, 6)])
    assert turn.dice.count("x_plot") == 2 and [t.friend for t in p.tracks] == ["2"]
    assert [r.sides for r in turn.dice.ledger.rolls if r.purpose == "plot_place"] == [19]
