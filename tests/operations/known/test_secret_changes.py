"""What each change of a hidden fact changes, in a position that has something of everything, and that it changes nothing else: a change
that did less would let the tests of secrets, and the attacks, pass for nothing."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.day import secret_changes
from bob.day.state.position import LUFTWAFFE, RAF, Choice, DayPosition, Directive, Sealing
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    HIGH,
    INLAND,
    MORE_BOMBERS,
    SEA,
    SWEEP,
    ZERSTOERER,
    W,
    day,
    raid,
    squadron,
    track,
    unit,
)
from tests.operations.turns.test_day_convoys import convoy, known

BY_NAME = ("raids", "squadrons", "airfields", "convoys", "zones")
"""What is kept by names, which say nothing here."""


@cache
def position() -> DayPosition:
    """Three raids, one of them on no track; squadrons in the air astray, unheard and on a tally, and three that are Ready; two convoys, one
    of them known. Nothing may change it."""
    raids = [
        raid(SEA, unit(BOMBERS), unit(ESCORT, "close_escort", angels=16)),
        raid(CHANNEL, unit(MORE_BOMBERS), code="second"),
        raid(INLAND, unit(SWEEP, "sweep", angels=20), code="third"),
    ]
    silent = squadron("501 Squadron", wing="w1")
    silent.last = silent.noted(3)
    up = [squadron(astray=1), silent, squadron("32 Squadron", tally="raid")]
    ready = [squadron(name, "ready") for name in ("54 Squadron", "66 Squadron", "72 Squadron")]
    p = day(
        turn=20,
        raids=raids,
        squadrons=[*up, *ready],
        patrols=[[unit(HIGH, "sweep")], [unit(ZERSTOERER, "sweep")], *([] for _ in range(4))],
        tracks=[track("raid", 1, 3), track("second", 2, 1), track("nobody", 3, 2, groups=[], friend="79 Squadron")],
    )
    p.convoys = {c.code: c for c in (convoy("bread"), known(convoy("peewit")))}
    p.sealings = [Sealing(1, "salt", "digest")]
    p.damaged_stations, p.rooms_hit = ["chain_home:Ventnor"], ["Kenley"]
    p.sky.zones["london"].is_bad = True
    p.airfields["Kenley"].damage = 1
    p.directive = Directive("eagle", {"rdf": "ordered"})
    return p


def differences(one: Any, other: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Where two values differ, names and numbers of members as `*`; `+` and `-` for members that only one has."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other) and set(one) == set(other):
            yield ".".join((*path, "order"))
        for key in {**one, **other}:
            inner = (*path, "*" if path and path[-1] in BY_NAME else key)
            if key in one and key in other:
                yield from differences(one[key], other[key], inner)
            else:
                yield ("+" if key in other else "-") + ".".join(inner)
    elif isinstance(one, list) and isinstance(other, list) and any(isinstance(member, dict | list) for member in (*one, *other)):
        for i in range(max(len(one), len(other))):
            if i < len(one) and i < len(other):
                yield from differences(one[i], other[i], (*path, "*"))
            else:
                yield ("+" if i < len(other) else "-") + ".".join((*path, "*"))
    elif one != other:
        yield ".".join(path)


def changed(name: str, p: DayPosition) -> dict[str, int]:
    """How often a change of that name changes what."""
    other = copy.deepcopy(p)
    getattr(secret_changes, name)(tuple(sorted(W.theatre.grounds)), other, Stream.of(1, name))
    return dict(Counter(differences(encode(p), encode(other))))


def describe(listed: str) -> dict[str, int]:
    """Such a count as it is written below: `3 raids.*.hex; ...`."""
    return {what: int(count) for count, _, what in (part.strip().partition(" ") for part in listed.split(";"))}


CHANGES: dict[str, str] = {
    "directive": "1 directive.bombers; 1 directive.orders; 1 directive.kinds.rdf; 1 +directive.targets.Kenley; 1 settings.orders",
    "effort": "1 +effort",
    "expected": "1 +expected",
    "instructions": "1 settings.group_12; 1 settings.instructions",
    "added_raids": "1 +reports.*; 1 +struck.*; 3 raids.*.added; 3 raids.*.crossed; 3 raids.*.lift",
    "hours_order": "1 hour_sealed",
    "calls": "3 raids.*.called; 3 raids.*.deaf; 3 raids.*.lifted",
    "sightings": (
        "2 convoys.*.number; 1 convoys.*.seen; 1 convoys.*.seen.course; 1 convoys.*.seen.hex; 1 convoys.*.seen.number; "
        "1 convoys.*.seen.ships; 1 convoys.*.seen.turn"
    ),
    "own_places": (
        "1 squadrons.*.ammo; 1 squadrons.*.angels; 1 squadrons.*.astray; 1 squadrons.*.disruption; 2 squadrons.*.hex; "
        "1 squadrons.*.strength; 1 squadrons.*.used; 1 squadrons.*.vector.angels; 1 squadrons.*.vector.hex"
    ),
    "x_plots": "2 tracks.*.friend; 1 tracks.*.groups",
    "merged": "1 parted; 1 tracks.*.groups",
    "raid_places": ("3 raids.*.angels; 3 raids.*.hex; 3 raids.*.leg; 3 raids.*.loiter; 4 raids.*.units.*.angels; 4 raids.*.units.*.hex"),
    "raid_units": (
        "4 raids.*.units.*.aircraft; 4 raids.*.units.*.ammo; 2 raids.*.units.*.angels; 3 raids.*.units.*.base; "
        "4 raids.*.units.*.disruption; 2 raids.*.units.*.endurance; 4 raids.*.units.*.experience; "
        "2 raids.*.units.*.offset; 2 raids.*.units.*.role; 4 raids.*.units.*.strength; 4 raids.*.units.*.unit; "
        "4 raids.*.units.*.used"
    ),
    "raid_plans": (
        "3 +raids.*.title.en; 3 +raids.*.title.fr; 3 raids.*.plan.form_angels; 3 raids.*.plan.form_at; "
        "3 raids.*.plan.primary; 3 raids.*.plan.route.*.angels; 3 raids.*.plan.route.*.hex; 3 raids.*.plan.secondary; "
        "3 raids.*.plan.type"
    ),
    "raid_states": ("3 raids.*.bombed; 3 raids.*.decoyed; 3 raids.*.diverted; 3 raids.*.form_turn; 3 raids.*.lost; 3 raids.*.state"),
    "more_raids": "1 +raids.*",
    "fewer_raids": "1 -raids.*",
    "raid_codes": "3 +raids.*; 3 -raids.*; 1 squadrons.*.tally; 2 tracks.*.groups",
    "order_of_raids": "1 raids.order",
    "patrols": "2 +patrols.*.*; 2 -patrols.*.*",
    "track_numbers_to_come": "1 next_track",
    "squadrons": (
        "6 squadrons.*.ammo; 5 squadrons.*.angels; 6 squadrons.*.committed; 6 squadrons.*.controlled; "
        "6 squadrons.*.disruption; 6 squadrons.*.hex; 6 squadrons.*.lost; 6 squadrons.*.stance; 6 squadrons.*.strength; "
        "1 squadrons.*.tally; 6 squadrons.*.used; 3 squadrons.*.vector.angels; 3 squadrons.*.vector.hex; "
        "6 squadrons.*.wing"
    ),
    "boxes": "1 emergency; 6 squadrons.*.becoming; 6 squadrons.*.box; 6 squadrons.*.due; 3 squadrons.*.vector",
    "fewer_squadrons": "3 -squadrons.*",
    "tracks": "1 +tracks.*; 3 +tracks.*.plots.*; 4 raids.*.units.*.tallied; 3 tracks.*.faded; 3 tracks.*.level",
    "fields": "5 airfields.*.damage; 5 airfields.*.used; 1 damaged_stations; 1 rooms_hit",
    "repairs": (
        "1 +others.Detling; 1 airfields.*.damage; 1 +rooms_due.Debden; 1 +stations_due.chain_home:Rye; 1 absent_stations; "
        "5 airfields.*.repaired_on; 1 damaged_stations; 1 emergency_rooms; 1 +hangars; 1 +left; 1 mobile_stations; 1 rooms_hit"
    ),
    "convoys": (
        "1 +convoys.*; 2 convoys.*.balloons; 2 convoys.*.entered; 2 convoys.*.escorts; 2 convoys.*.hex; "
        "2 convoys.*.ships; 2 convoys.*.state; 2 convoys.*.sunk; 2 convoys.*.title.en; 2 convoys.*.title.fr"
    ),
    "raf_events": (
        "1 +in_vain.12; 1 check_detected; 1 check_undetected; 1 radio_events; 1 response_level; 1 scramble_bonus; 1 scramble_limit"
    ),
    "ground": "3 +raids.*.done.*; 3 raids.*.crossed; 3 raids.*.decoyed; 3 raids.*.lost",
    "weather_to_come": (
        "1 +sky.script.*; 1 +sky.winds.*; 13 sky.zones.*.bad; 13 sky.zones.*.bad_levels; 1 sky.zones.*.good; 1 sky.zones.*.good_levels"
    ),
    "points": "1 +points.*",
    "salt": "1 salt; 1 sealings.*.salt",
    "balloons": "1 balloons",
}


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("name", CHANGES)
def test_each_change_of_what_is_hidden_changes_what_it_says(name: str) -> None:
    assert changed(name, position()) == describe(CHANGES[name])


def test_every_change_is_written_here() -> None:
    made = {change.__name__ for change in (*secret_changes.FROM_THE_RAF, *secret_changes.FROM_THE_LUFTWAFFE, *secret_changes.FROM_BOTH)}
    assert made == {*CHANGES, "luftwaffe_choice", "raf_choice"}


# ---- what hangs on more than that position has


def with_choice(seat: str) -> DayPosition:
    p = copy.deepcopy(position())
    p.phase, p.choices = "choice", [Choice(seat, "half_escort", ["a"], 1, "raid")]  # type: ignore[arg-type]
    return p


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(("name", "own"), [("luftwaffe_choice", LUFTWAFFE), ("raf_choice", RAF)])
def test_a_choice_is_changed_where_there_is_one(name: str, own: str) -> None:
    other = RAF if own == LUFTWAFFE else LUFTWAFFE
    found = changed(name, with_choice(own))
    assert found.get("choices.*.options") == 1 and set(found) <= {f"choices.*.{key}" for key in ("kind", "options", "count", "raid")}
    assert set(changed(name, with_choice(other))) <= {"+choices.*"}


@pytest.mark.rule("OPS-B4.1")
def test_whether_the_raf_has_to_choose_is_changed_only_while_it_owes_its_orders() -> None:
    assert changed("luftwaffe_choice", position()) == {}
    assert changed("raf_choice", position()) == {"+choices.*": 1}
    done, sealing = copy.deepcopy(position()), copy.deepcopy(position())
    done.done, sealing.phase = [RAF], "planning"
    assert changed("raf_choice", done) == changed("raf_choice", sealing) == {}
    assert changed("raf_choice", with_choice(LUFTWAFFE)) == {}


def test_a_raid_that_something_knows_of_is_left_there() -> None:
    p = copy.deepcopy(position())
    p.raids["third"].units.append(dataclasses.replace(p.raids["third"].units[0], unit="another", group="raid"))
    assert changed("fewer_raids", p) == {}, "one of its units is on a track"
    for r in p.raids.values():
        for u in r.units:
            u.group = "nobody's"
    assert changed("fewer_raids", p) == {"-raids.*": 1}, "those on a track themselves stay"


@pytest.mark.rule("OPS-C2.3")
def test_a_plot_that_may_be_own_fighters_is_a_weak_one_that_nobody_has_in_sight() -> None:
    for change in ({"level": 2}, {"faded": True}, {"groups": ["raid"]}):
        p = copy.deepcopy(position())
        p.tracks = [dataclasses.replace(p.tracks[1], **change)]  # type: ignore[arg-type]
        assert changed("x_plots", p) == {}, change
    p = copy.deepcopy(position())
    p.tracks = [p.tracks[1]]
    assert set(changed("x_plots", p)) == {"-tracks.*.groups", "+tracks.*.friend"} or "tracks.*.friend" in changed("x_plots", p)
    p.squadrons = {unit: q for unit, q in p.squadrons.items() if q.box != "airborne"}
    assert changed("x_plots", p) == {}, "nobody is up"


def test_what_is_sealed_open_or_over_is_changed_the_other_way() -> None:
    p = copy.deepcopy(position())
    p.hour_sealed, p.parted, p.phase = p.turn, ["a|b"], "over"
    assert changed("hours_order", p) == {"hour_sealed": 1}
    assert changed("merged", p)["parted"] == 1
    assert changed("points", p) == {}, "when the day is over, both sides are told"


@pytest.mark.rule("OPS-C8.1")
def test_a_squadron_that_is_astray_is_elsewhere_but_believes_to_be_where_it_did() -> None:
    before = {q.unit: q.reckoned for q in position().squadrons.values() if not q.silent}
    ways = set()
    for seed in range(30):
        p = after("own_places", seed)
        assert {q.unit: q.reckoned for q in p.squadrons.values() if not q.silent} == before
        ways |= {q.astray for q in p.squadrons.values() if q.astray is not None}
    assert ways == set(range(1, 7))


def after(name: str, seed: int) -> DayPosition:
    p = copy.deepcopy(position())
    getattr(secret_changes, name)(tuple(sorted(W.theatre.grounds)), p, Stream.of(seed, name))
    return p


def test_what_is_changed_could_be_so() -> None:
    was = position()
    for seed in range(30):
        raids = after("raid_places", seed).raids.values()
        assert all(r.leg > was.raids[r.plan.code].leg and r.loiter > 0 for r in raids)
        assert all(at.angels % 2 == 0 and 0 <= at.angels <= 34 for r in raids for at in (r, *r.units))
        assert all(q.angels % 2 == 0 and 0 <= q.angels <= 34 for q in after("squadrons", seed).squadrons.values())
        assert all(0 <= t.level <= 4 for t in after("tracks", seed).tracks)
        assert all(c.seen is not None and c.seen.ships > 0 for c in after("sightings", seed).convoys.values())
    assert all(0 < u.used <= u.endurance for r in after("raid_units", 1).raids.values() for u in r.units)
    coming = after("weather_to_come", 1).sky
    assert all(line.turn > was.turn for line in (*coming.script, *coming.winds))
    mended = after("repairs", 1)
    dues = [*mended.rooms_due.values(), *mended.stations_due.values(), *(f.repaired_on or 0 for f in mended.airfields.values())]
    assert min(dues) > was.turn
    assert after("track_numbers_to_come", 1).next_track > was.next_track and after("balloons", 1).balloons > was.balloons


@pytest.mark.rule("OPS-B5.8")
def test_raids_renamed_are_the_same_raids_throughout() -> None:
    p = copy.deepcopy(position())
    p.parted = ["raid|second"]
    secret_changes.raid_codes((), p, Stream.of(1, "raid_codes"))
    assert [r.plan.code for r in p.raids.values()] == list(p.raids) == ["other_0", "other_1", "other_2"]
    assert [t.groups for t in p.tracks] == [["other_0"], ["other_1"], []]
    assert p.squadrons["32 Squadron"].tally == "other_0" and p.parted == ["other_0|other_1"]
