"""Engagements and what comes back from them (OPS-B8.4 to OPS-B8.7), the score of losses (OPS-A15), disruption (OPS-B2.3)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.day.phases.fights import apply, force_of
from bob.day.phases.raids import disrupt, movement_phase
from bob.day.state.position import DayPosition, Raid, RaidUnit, Squadron
from bob.tactical import quick
from bob.tactical.engagement import Aim, Engagement, Force, Loss, Result
from bob.tactical.quick import figures, resolve
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    HIGH,
    INLAND,
    SEA,
    SWEEP,
    at,
    combat,
    day,
    describe,
    play,
    points,
    raid,
    sky,
    squadron,
    step,
    track,
    unit,
)


def loss(unit: str, destroyed: int = 0, **given: Any) -> Loss:
    values: dict[str, Any] = {"damaged": 0, "disruption": 0, "ammo": "low", "jettisoned": False, "broke_off": False}
    return Loss(unit, destroyed, **(values | given))


def returned(
    *losses: Loss,
    england: bool = False,
    turns: int = 2,
    units: tuple[RaidUnit, ...] = (),
    made: Squadron | None = None,
    aim: Aim = "reach_bombers",
) -> tuple[DayPosition, Raid, Squadron, Any]:
    """The outcome of an engagement of one squadron with a raid, carried back onto the map."""
    h = INLAND if england else SEA
    r = raid(h, *units)
    s = made if made is not None else squadron(hex=h, tally="raid")
    p = day(raids=[r], squadrons=[s])
    q = play(p)
    forces = (force_of(q, s), *(force_of(q, u) for u in r.units))
    engagement = Engagement("raid", p.turn, h.label, england, "fair", 135.0, "even", "none", "raf", aim, 2, forces)
    full = {x.unit: x for x in losses}
    every = tuple(full.get(f.unit, loss(f.unit, ammo=f.ammo)) for f in forces)
    apply(
        q,
        r,
        engagement,
        Result(every, turns, "none", (("raf", 5), ("luftwaffe", 3)), "table"),
        {s.unit: s},
        {u.unit: u for u in r.units},
        "raid",
    )
    return p, r, s, q


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-A15.2")
@pytest.mark.parametrize(("england", "worth"), [(False, 4.5), (True, 3.0)])
def test_raf_losses_come_off_and_are_scored_by_where(england: bool, worth: float) -> None:
    p, _, s, _ = returned(loss("79 Squadron", 3), england=england)
    assert (s.strength, s.lost, s.ammo) == (9, 3, "low")
    assert p.score == worth
    assert {x.rule for x in p.points} == {"OPS-A15.2"} and {x.where for x in p.points} == {"79 Squadron"}


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-A15.3")
@pytest.mark.parametrize(
    ("name", "england", "worth"), [(BOMBERS, False, -3.0), (BOMBERS, True, -4.0), (ESCORT, False, -2.0), (ESCORT, True, -3.0)]
)
def test_luftwaffe_losses_come_off_and_are_scored_by_kind_and_where(name: str, england: bool, worth: float) -> None:
    p, r, _, _ = returned(loss(name, 2), england=england, units=(unit(), unit(ESCORT, "close_escort", angels=16)))
    assert {u.unit: u.strength for u in r.units}[name] == 25 and p.score == worth
    assert {x.rule for x in p.points} == {"OPS-A15.3"}


@pytest.mark.rule("OPS-A15.3")
def test_stukas_count_as_bombers_and_zerstoerer_as_fighters() -> None:
    p, *_ = returned(loss("II./StG 1", 2), loss("I./ZG 26", 2), units=(unit("II./StG 1"), unit("I./ZG 26", "close_escort")))
    assert points(p) == {"bomber_shot_down": -3.0, "fighter_shot_down": -2.0}


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize(("turns", "extra"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_the_turns_spent_come_out_of_the_endurance_of_both_sides(turns: int, extra: int) -> None:
    _, r, s, _ = returned(turns=turns, units=(unit(SWEEP, "sweep"), unit(ESCORT, "sweep", angels=16)), aim="sweep")
    assert s.used == extra and [u.used for u in r.units] == [extra, extra]


@pytest.mark.rule("OPS-D1.6")
def test_a_fight_costs_an_escort_no_turn_of_endurance_but_its_place() -> None:
    p, r, s, _ = returned(turns=2, units=(unit(), unit(ESCORT, "close_escort", angels=16)))
    assert s.used == 1 and [(u.used, u.drawn, u.drawn_on) for u in r.units] == [(0, 0, 0), (0, 27, p.turn)]


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("levels", "flight", "home"), [(2, False, False), (3, False, True), (1, True, False), (2, True, True)])
def test_a_squadron_at_its_maximum_breaks_off(levels: int, flight: bool, home: bool) -> None:
    made = squadron(hex=SEA, tally="raid", flight=flight)
    _, _, s, q = returned(loss("79 Squadron", disruption=levels), made=made)
    assert s.disruption == levels and s.vector is not None
    assert (s.vector.kind == "home") == home == bool(describe(q, "broke_off")) and (s.tally is None) == home


@pytest.mark.rule("OPS-B2.3")
def test_disruption_never_passes_the_maximum() -> None:
    _, _, s, _ = returned(loss("79 Squadron", disruption=9))
    assert s.disruption == 3


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("given", [{"ammo": "none"}, {"broke_off": True}])
def test_out_of_ammunition_or_broken_off_a_squadron_goes_home(given: dict[str, Any]) -> None:
    _, _, s, _ = returned(loss("79 Squadron", **given))
    assert s.vector is not None and s.vector.kind == "home"


@pytest.mark.rule("OPS-B8.6")
def test_a_squadron_shot_down_to_the_last_is_gone() -> None:
    p, _, s, q = returned(loss("79 Squadron", 12))
    assert (s.box, s.vector, s.tally, s.strength) == ("gone", None, None, 0) and describe(q, "squadron_destroyed", "raf")
    GAME.invariants(p)


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("given", [{"ammo": "none"}, {"broke_off": True}])
def test_escort_out_of_ammunition_or_broken_off_leaves(given: dict[str, Any]) -> None:
    _, r, _, _ = returned(loss(ESCORT, **given), units=(unit(), unit(ESCORT, "close_escort", angels=16)))
    assert [u.state for u in r.units] == ["with_raid", "going_home"]


@pytest.mark.rule("OPS-B8.7")
@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("sent", "levels", "home"), [(27, 3, False), (27, 4, True), (9, 1, False), (9, 2, True)])
def test_bombers_at_their_maximum_jettison_and_turn_home(sent: int, levels: int, home: bool) -> None:
    bombers = unit(strength=sent)
    _, r, _, q = returned(loss(BOMBERS, disruption=levels, ammo="full"), units=(bombers, unit("II./KG 3")))
    assert (bombers.state == "going_home") == home == bombers.jettisoned == bool(describe(q, "jettisoned", "luftwaffe"))
    assert bombers.disruption == levels and r.state == "flying"


@pytest.mark.rule("OPS-B8.7")
def test_after_bombing_there_is_nothing_to_jettison() -> None:
    bombers = unit(strength=9, bombed=True)
    q = play(day(raids=[r := raid(SEA, bombers)]))
    disrupt(q, r, bombers, 2, "OPS-B8.6")
    assert bombers.state == "going_home" and not bombers.jettisoned and describe(q, "jettisoned") == []


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-B8.7")
def test_bombs_that_a_resolver_says_were_jettisoned_are_gone() -> None:
    _, r, _, q = returned(
        loss(BOMBERS, jettisoned=True), loss(ESCORT, jettisoned=True), units=(unit(), unit(ESCORT, "close_escort", angels=16))
    )
    assert [(u.jettisoned, u.state) for u in r.units] == [(True, "with_raid"), (False, "with_raid")]
    assert len(describe(q, "jettisoned")) == 1


@pytest.mark.rule("OPS-B8.7")
def test_when_the_last_bombers_turn_home_the_escort_goes_too() -> None:
    r = raid(SEA, unit(strength=9), unit(ESCORT, "close_escort", angels=16))
    p = day(raids=[r])
    q = play(p)
    disrupt(q, r, r.units[0], 2, "OPS-B8.6")
    movement_phase(q)
    assert [u.state for u in r.units] == ["going_home", "going_home"] and r.state == "returning"


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.rule("OPS-B5.8")
def test_each_side_is_told_its_own_losses_and_its_claims() -> None:
    p, r, s, q = returned(loss("79 Squadron", 2), loss(BOMBERS, 1))
    (mine,), (theirs,) = describe(q, "combat", "raf"), describe(q, "combat", "luftwaffe")
    assert mine.data["lost"] == {"79 Squadron": 2} and mine.data["claims"] == 5 and mine.data["units"] == [["79 Squadron", 12]]
    assert theirs.data["lost"] == {BOMBERS: 1} and theirs.data["claims"] == 3 and theirs.data["raid"] == "raid"
    assert mine.data["track"] is None and "raid" not in mine.data
    assert (p.turn, r.state, s.box) == (3, "flying", "airborne")


@pytest.mark.rule("OPS-B8.4")
def test_an_engagement_holds_what_a_resolver_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Engagement] = []

    def spy(engagement: Engagement, dice: Any) -> Result:
        seen.append(engagement)
        return resolve(engagement, dice)

    monkeypatch.setattr(quick, "resolve", spy)
    s = squadron(hex=INLAND, angels=18, tally="raid", used=3, ammo="low", disruption=1)
    r = raid(INLAND, unit(), unit(ESCORT, "close_escort", angels=16))
    p = day(raids=[r], squadrons=[s], sky=sky("scattered"), tracks=[track("raid", 6, 4)])
    combat(play(p, 1, 1, *([3] * 60)))
    (engagement,) = seen
    assert (engagement.raid, engagement.turn, engagement.hex, engagement.over_england) == ("raid", 3, INLAND.label, True)
    assert (engagement.weather, engagement.sun, engagement.posture, engagement.on_bombers) == ("fair", 135, "bounce", "advantage")
    assert (engagement.attackers, engagement.aim, engagement.length, engagement.ahead) == ("raf", "reach_bombers", 2, False)
    assert engagement.of("raf") == (
        Force("79 Squadron", "raf", "hurricane_i", True, 12, "regular", 1, "low", 18, "interceptor", 17 - 3 - 1),
    )
    bombers, escort = engagement.of("luftwaffe")
    assert (escort.unit, escort.fighter, escort.count, round(escort.share, 2), escort.sent) == (ESCORT, True, 27, 0.8, 27)
    assert (bombers.unit, bombers.fighter, bombers.count, bombers.role, bombers.ammo) == (BOMBERS, False, 27, "bomber", "full")


@pytest.mark.rule("OPS-B8.6")
def test_contacts_count_once_a_sortie() -> None:
    s = squadron(hex=SEA, angels=16, tally="raid")
    r = raid(SEA, unit())
    p = day(raids=[r], squadrons=[s])
    for _ in range(2):
        combat(play(p, *([3] * 60)))
        s.tally, s.ammo = "raid", "full"
    assert s.contacts == 12 and s.fought


# The quick resolver


def engagement(posture: str = "even", raf: int = 12, luftwaffe: int = 27, fighters: bool = True, **given: Any) -> Engagement:
    mine = Force(
        "R", "raf", "hurricane_i", True, raf, "regular", given.get("disruption", 0), given.get("ammo", "full"), 16, "interceptor", 9
    )
    kind = ("bf_109e_1", True, "close_escort") if fighters else ("do_17z", False, "bomber")
    theirs = Force("L", "luftwaffe", kind[0], kind[1], luftwaffe, "regular", 0, "full", 14, kind[2], 9)
    return Engagement("raid", 1, "5230", False, "fair", 135.0, posture, "none", "raf", "sweep", 2, (mine, theirs))  # type: ignore[arg-type]


@pytest.mark.rule("OPS-B8.6")
def test_the_quick_resolver_is_the_same_for_the_same_dice_and_never_loses_more_than_there_are() -> None:
    for seed in range(200):
        fight = engagement(("bounce", "even", "bounced")[seed % 3], 1 + seed % 14, 1 + seed % 30, bool(seed % 2))
        one, two = (resolve(fight, SeededDice(Stream.of(seed, "x"))) for _ in range(2))
        assert one == two and [x.unit for x in one.losses] == ["R", "L"] and one.turns == fight.length
        for x, force in zip(one.losses, fight.forces, strict=True):
            assert x.destroyed >= 0 and x.damaged >= 0 and x.destroyed + x.damaged <= force.count


@pytest.mark.rule("OPS-B8.3")
def test_posture_decides_who_loses_more() -> None:
    def balance(posture: str) -> int:
        total = 0
        for seed in range(400):
            losses = {x.unit: x.destroyed for x in resolve(engagement(posture, 20, 20), SeededDice(Stream.of(seed, "y"))).losses}
            total += losses["L"] - losses["R"]
        return total

    found = [balance(p) for p in ("bounced", "disadvantage", "even", "advantage", "bounce")]
    assert found == sorted(found) and found[0] < 0 < found[-1]


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize(("before", "after", "off"), [("full", "low", False), ("low", "none", True), ("none", "none", True)])
def test_a_fight_uses_up_a_fighters_ammunition(before: str, after: str, off: bool) -> None:
    found = resolve(engagement(ammo=before), ScriptedDice([3] * 60))
    assert (found.losses[0].ammo, found.losses[0].broke_off) == (after, off)


def test_no_ammunition_shoots_nobody_down() -> None:
    for seed in range(50):
        found = resolve(engagement("bounce", ammo="none", luftwaffe=30), SeededDice(Stream.of(seed, "z")))
        assert found.losses[1].destroyed == 0
    assert figures().luck[0] == 0.0


def test_names_of_the_helpers() -> None:
    assert at("Dover Castle") != step(SEA, 0) and HIGH != ESCORT
