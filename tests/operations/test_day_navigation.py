"""Navigation (OPS-A5): losing the way and finding it, decoys, the secondary target."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.phases.bombing import phase
from bob.day.phases.raids import movement_phase
from bob.day.rules.navigation import navigate
from bob.day.state.execution import Play
from tests.operations.build import (
    ESCORT,
    INLAND,
    NO_DAMAGE,
    ON,
    PLAIN,
    W,
    at,
    day,
    describe,
    dropped,
    over,
    play,
    points,
    raid,
    rolls,
    sky,
    step,
    unit,
)


@pytest.mark.rule("OPS-A5.table")
@pytest.mark.rule("OPS-A5.lost")
@pytest.mark.rule("OPS-A5.found")
@pytest.mark.parametrize(
    ("lost", "dice", "after"), [(False, (2, 2), True), (False, (2, 3), False), (True, (3, 4), False), (True, (3, 3), True)]
)
def test_a_roll_marks_a_raid_lost_or_found(lost: bool, dice: tuple[int, int], after: bool) -> None:
    """In fair weather away from every mark; a lost raid has -2 (OPS-A5.m3) and a 6 becomes a 4."""
    r = raid(PLAIN, lost=lost)
    q = play(day(raids=[r]), *dice)
    navigate(q, r, objective=False)
    assert r.lost == after and describe(q, "navigation")[0].to == (), "on the way only the referee learns of it"


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.parametrize(
    ("place", "weather", "angels", "helps"),
    [
        ("in", "fair", 14, True),
        ("next", "fair", 14, True),
        ("away", "fair", 14, False),
        ("in", "scattered", 14, True),
        ("next", "scattered", 14, False),
        ("next", "scattered", 4, True),
        ("in", "cloudy", 14, True),
        ("in", "overcast", 14, False),
        ("in", "overcast", 4, True),
        ("in", "rain", 14, False),
        ("in", "fog", 14, False),
        ("next", "fog", 14, False),
        ("in", "haze", 14, True),
        ("next", "haze", 14, False),
    ],
)
def test_a_landmark_helps_who_can_see_it(place: str, weather: str, angels: int, helps: bool) -> None:
    beside = next(step(INLAND, d) for d in range(6) if step(INLAND, d) not in W.landmarks | W.coast)
    h = {"in": INLAND, "next": beside, "away": PLAIN}[place]
    r = raid(h, angels=angels)
    given: dict[str, Any] = {}
    real = W.tables.rolled("navigation")

    class Spy(Play):
        """Keeps what the roll was given."""

        def table(self, name: str, by: str = "", **circumstances: Any) -> Any:
            given.update({name: value for name, value in circumstances.items() if name != "about"})
            return Play.table(self, name, by, **circumstances)

    base = play(day(raids=[r], sky=sky(weather)), 1, 1)
    navigate(Spy(base.world, base.p, base.dice, base.log), r, objective=False)
    applied = [(m.rule, m.value) for m in real.look_up((1, 1), **given).modifiers]
    assert (("OPS-A5.m1", 1) in applied) == helps


@pytest.mark.rule("OPS-A5.m1")
def test_under_cloud_the_mark_that_a_raid_is_over_counts_and_not_one_beside_it() -> None:
    marks = W.landmarks | W.coast
    over_both = next(
        h for h in sorted(marks) if {step(h, d) for d in range(6)} <= set(W.theatre.grounds) and {step(h, d) for d in range(6)} & marks
    )
    r = raid(over_both)
    navigate(play(day(raids=[r], sky=sky("scattered")), 2, 3), r, objective=False)
    assert not r.lost, "a five and one more is a six: on course"


@pytest.mark.rule("OPS-A5.m1")
def test_a_mark_under_cloud_does_not_hide_a_clear_one_beside_it() -> None:
    """Between a foggy zone's landmark and a fair zone's coast the clear one counts."""
    marks = W.landmarks | W.coast
    for h in sorted(W.theatre.grounds):
        near = [n for n in (step(h, d) for d in range(6)) if n in marks]
        zones = [W.ground(n).zone for n in near]
        if h not in marks and len(set(zones)) > 1 and W.ground(h).zone != zones[0] and W.ground(h).zone in zones:
            break
    p = day(sky=sky("fair", **{zones[0]: "fog"}), raids=[raid(h)])
    q = play(p, 2, 2)
    assert navigate(q, p.raids["raid"], objective=False) == "on_course"


@pytest.mark.rule("OPS-A5.m2")
@pytest.mark.rule("OPS-A7.t")
@pytest.mark.parametrize(("least", "angels", "lost"), [(None, 14, False), (16, 14, False), (14, 14, True), (8, 14, True)])
def test_a_crosswind_at_the_bombers_height_drives_them_off(least: int | None, angels: int, lost: bool) -> None:
    p = day(raids=[raid(PLAIN, angels=angels)])
    p.sky.crosswind_from = least
    navigate(play(p, 2, 3), p.raids["raid"], objective=False)
    assert p.raids["raid"].lost == lost


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.rule("OPS-A5.m2")
@pytest.mark.rule("OPS-A5.m3")
def test_the_modifiers_of_navigation_add_up() -> None:
    p = day(raids=[raid(INLAND, lost=True)])
    p.sky.crosswind_from = 8
    navigate(play(p, 3, 3), p.raids["raid"], objective=False)  # 6 + 1 - 1 - 2 = 4: lost
    assert p.raids["raid"].lost
    navigate(play(p, 3, 4), p.raids["raid"], objective=False)  # 7 - 2 = 5: on course
    assert not p.raids["raid"].lost


@pytest.mark.rule("OPS-A5.decoy")
def test_a_decoyed_raid_bombs_for_fewer_points_does_no_damage_and_never_diverts() -> None:
    r = over(h=PLAIN)
    p, q = dropped(r, 1, 1)
    assert r.decoyed and not r.diverted and r.bombed and not r.lost
    assert rolls(q, "divert") == rolls(q, "airfield_damage") == 0 and p.airfields["Biggin Hill"].damage == 0
    assert points(p) == {"bombing": 10.0}  # not tallied -2, decoyed +2
    (by_the_raf,), (by_the_crews,) = describe(q, "bombed", "raf"), describe(q, "bombed", "luftwaffe")
    assert (by_the_raf.data["target"], by_the_crews.data["target"]) == (None, "Biggin Hill")
    assert by_the_raf.data["hex"] == by_the_crews.data["hex"] == PLAIN.label


@pytest.mark.rule("OPS-A5.decoy")
def test_even_bad_weather_does_not_divert_the_decoyed() -> None:
    r = over(h=PLAIN)
    p, _ = dropped(r, 1, 1, weather="cloudy")
    assert r.decoyed and r.bombed
    assert points(p) == {"bombing": 7.0}  # -2 + 2 + 2
    r = over(angels=14)
    p, q = dropped(r, *ON, weather="overcast")
    assert r.diverted and not r.bombed and rolls(q, "divert") == 0


@pytest.mark.rule("OPS-A5.divert")
@pytest.mark.parametrize(
    ("weather", "angels", "diverts"),
    [
        ("overcast", 14, True),
        ("rain", 14, True),
        ("fog", 14, True),
        ("cloudy", 14, False),
        ("dense_haze", 14, False),
        ("overcast", 4, False),
    ],
)
def test_bad_weather_over_the_objective_sends_a_raid_to_its_secondary(weather: str, angels: int, diverts: bool) -> None:
    r = over("West Malling", secondary="Biggin Hill", angels=angels)
    p, q = dropped(r, *ON, 1, 1, 1, weather=weather)
    assert r.diverted == diverts == bool(describe(q, "diverted", "luftwaffe")) and r.bombed != diverts
    assert (r.state, p.points == []) == ("flying", diverts)


@pytest.mark.rule("OPS-A5.divert")
@pytest.mark.parametrize(("die", "diverts"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_lost_raid_bombs_where_it_is_or_diverts(die: int, diverts: bool) -> None:
    r = over(h=PLAIN)
    p, _ = dropped(r, 2, 2, die, *NO_DAMAGE)
    assert r.lost and r.diverted == diverts
    assert points(p) == ({} if diverts else {"bombing": 10.0})


@pytest.mark.rule("OPS-A5.divert")
def test_without_a_secondary_it_bombs_all_the_same() -> None:
    r = over("West Malling", secondary=None)
    p, _ = dropped(r, *ON, 1, 1, weather="rain")
    assert r.bombed and not r.diverted and points(p) == {"bombing": 7.0}  # -2 + 4


@pytest.mark.rule("OPS-A5.divert")
@pytest.mark.rule("OPS-A13.m6")
def test_a_diverted_raid_flies_to_its_secondary_bombs_it_and_goes_home() -> None:
    r = over(diverted=True, state="flying")
    p = day(raids=[r], turn=5)
    for _ in range(4):
        movement_phase(play(p))
        if r.state == "over_target":
            break
        p.turn += 1
    assert r.hex == at("West Malling")
    q = play(p, 1)
    phase(q)
    assert rolls(q, "navigation") == 0 and describe(q, "bombed")[0].data["target"] == "West Malling"
    # The secondary shifts by one column: see the note in tables/operations/bombing.toml.
    shift = next(m for m in W.tables.rolled("bombing").look_up(unit="bomber_gruppe", secondary=True).modifiers)
    assert points(p) == {"bombing": {1: 15.0, 2: 10.0}[shift.value]}
    assert r.state == "returning" and all(u.state == "going_home" for u in r.units)


@pytest.mark.rule("OPS-B4.0")
def test_a_raid_whose_bombers_are_gone_drops_nothing() -> None:
    for gone in ({"state": "going_home"}, {"bombed": True}, {"jettisoned": True}):
        r = over("Biggin Hill", unit(**gone), unit(ESCORT, "close_escort", angels=16))  # type: ignore[arg-type]
        p, q = dropped(r)
        assert p.points == [] and describe(q, "bombed") == [] and not r.bombed
