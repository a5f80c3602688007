"""Interception (OPS-B8.2, OPS-B8.3): who attacks, who intervenes, in what posture."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bob.core.game import Log
from bob.day.phases import interception
from bob.day.rules.postures import posture
from bob.day.state.combat_state import Engaging
from bob.day.state.execution import Play
from bob.day.state.groups import groups
from bob.tactical.engagement import POSTURES, turned
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    HIGH,
    MORE_BOMBERS,
    SEA,
    SWEEP,
    W,
    at,
    combat,
    day,
    describe,
    play,
    raid,
    rolls,
    squadron,
    step,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose

# Who attacks, and who intervenes


def attack(
    *units: Any,
    dice: tuple[int, ...] = (),
    squadrons: int = 1,
    angels: int = 16,
    looks: Any = (1, 1),
    asks: bool = False,
    ago: int = 0,
    **given: Any,
) -> Any:
    """Squadrons that have tallied a raid of these units over the sea, in its hex; with these dice it looks out for them. The engagement
    waits for a decision if it `asks`; units that were drawn off were so that many turns `ago`."""
    r = raid(SEA, *units)
    made = [squadron(f"{i} Squadron", hex=SEA, angels=angels, tally="raid", **given) for i in range(squadrons)]
    p = day(raids=[r], squadrons=made, **({"engaging": Engaging("ask", "ask", "ask")} if asks else {}))
    for u in r.units:
        u.drawn_on = p.turn - ago
    q = Play(W, p, DiceByPurpose(intervene=[dice[i : i + 2] for i in range(0, len(dice), 2)], tally=looks), Log())
    combat(q)
    return q


def combats(q: Any) -> list[tuple[list[str], list[str]]]:
    """Who fought whom, by fight."""
    mine = [[u[0] for u in e.data["units"]] for e in describe(q, "combat", "raf")]
    theirs = [[u[0] for u in e.data["units"]] for e in describe(q, "combat", "luftwaffe")]
    return list(zip(mine, theirs, strict=True))


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(
    ("given", "fights"),
    [
        ({}, True),
        ({"stance": "avoid"}, False),
        ({"ammo": "none"}, False),
        ({"ammo": "low"}, True),
        ({"angels": 10}, True),
        ({"angels": 8}, False),
        ({"angels": 30}, True),
    ],
)
def test_who_has_tallied_may_attack(given: dict[str, Any], fights: bool) -> None:
    assert bool(combats(attack(unit(), **given))) == fights


@pytest.mark.rule("OPS-B8.2")
def test_without_a_tally_or_from_two_hexes_nobody_attacks() -> None:
    for h, tally in ((SEA, None), (step(SEA, 1, 2), "raid")):
        s = squadron(hex=h, angels=16, tally=tally)
        q = play(day(raids=[raid(SEA)], squadrons=[s]), 1, 1)
        combat(q)
        assert combats(q) == []


def shares(q: Any) -> dict[str, float]:
    """The share in position of each escort of the engagement that waits for a decision."""
    return {f.unit: round(f.share, 2) for f in q.p.combat.now.engagement.of("luftwaffe") if f.fighter}


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.rule("OPS-D1.2")
@pytest.mark.parametrize(("dice", "share"), [((6, 6), 1.0), ((3, 4), 1.0), ((3, 3), 0.8), ((2, 2), 0.4), ((1, 2), 0.2), ((1, 1), None)])
def test_close_escort_comes_into_position_whole_on_seven(dice: tuple[int, int], share: float | None) -> None:
    q = attack(unit(), unit(ESCORT, "close_escort", angels=16), dice=dice, asks=True)
    assert shares(q) == ({} if share is None else {ESCORT: share})


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.rule("OPS-D1.2")
@pytest.mark.parametrize(("dice", "share"), [((4, 4), 1.0), ((3, 4), 0.8), ((1, 3), 0.2), ((1, 2), None)])
def test_high_cover_comes_into_position_whole_on_eight(dice: tuple[int, int], share: float | None) -> None:
    q = attack(unit(), unit(HIGH, "high_cover", angels=22), dice=dice, asks=True)
    assert rolls(q, "tally") == 2  # whether the cover had seen them, and whether the bombers had
    assert shares(q) == ({} if share is None else {HIGH: share})


@pytest.mark.rule("OPS-D1.2")
@pytest.mark.parametrize(("away", "angels", "screens"), [(1, 22, True), (4, 22, True), (5, 22, False), (4, 14, False), (4, 16, True)])
def test_a_sweep_that_stands_above_within_four_hexes_screens(away: int, angels: int, screens: bool) -> None:
    there = step(SEA, 4, away)
    near = raid(there, unit(SWEEP, "sweep", h=there, angels=angels), code="near", kind="freie_jagd", angels=angels)
    p = day(raids=[raid(SEA, unit()), near], squadrons=[squadron("0 Squadron", hex=SEA, angels=16, tally="raid")])
    q = Play(W, p, DiceByPurpose(intervene=(6, 6), tally=(1, 1)), Log())
    combat(q)
    assert combats(q)[0] == (["0 Squadron"], [BOMBERS, SWEEP] if screens else [BOMBERS])


@pytest.mark.rule("OPS-D1.6")
@pytest.mark.parametrize(("drawn", "ago", "share"), [(0, 0, 1.0), (27, 1, 0.4), (27, 2, 0.4), (27, 3, 1.0), (9, 1, 0.8)])
def test_who_has_just_fought_is_out_of_place_for_two_turns(drawn: int, ago: int, share: float) -> None:
    escort = unit(ESCORT, "close_escort", angels=16, drawn=drawn)
    q = attack(unit(), escort, dice=(6, 6), asks=True, ago=ago)
    assert shares(q) == {ESCORT: share}


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(("away", "angels", "intervenes"), [(1, 22, True), (2, 22, True), (3, 22, False), (2, 14, False)])
def test_high_cover_of_a_neighbour_intervenes_within_two_hexes_and_above(away: int, angels: int, intervenes: bool) -> None:
    near = raid(step(SEA, 4, away), unit(HIGH, "high_cover", h=step(SEA, 4, away), angels=angels), code="near")
    r = raid(SEA, unit())
    s = squadron("0 Squadron", hex=SEA, angels=16, tally="raid")
    q = play(day(raids=[r, near], squadrons=[s]), *([4] * 400))
    combat(q)
    assert combats(q)[0] == (["0 Squadron"], [BOMBERS, HIGH] if intervenes else [BOMBERS])


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(
    "escort",
    [
        {"name": ESCORT, "role": "close_escort", "angels": 20},
        {"name": ESCORT, "role": "close_escort", "angels": 8},
        {"name": HIGH, "role": "high_cover", "angels": 14, "ammo": "none"},
        {"name": HIGH, "role": "high_cover", "angels": 14},
        {"name": ESCORT, "role": "close_escort", "angels": 16, "ammo": "none"},
        {"name": ESCORT, "role": "close_escort", "angels": 16, "disruption": 4, "state": "going_home"},
        {"name": ESCORT, "role": "close_escort", "angels": 16, "used": 15},
        {"name": ESCORT, "role": "close_escort", "angels": 16, "strength": 0, "sent": 27, "state": "lost"},
    ],
)
def test_escort_out_of_position_ammunition_or_fuel_or_broken_does_not_intervene(escort: dict[str, Any]) -> None:
    given = dict(escort)
    q = attack(unit(), unit(given.pop("name"), given.pop("role"), h=SEA, **given))
    assert rolls(q, "intervene") == 0
    assert combats(q) == [(["0 Squadron"], [BOMBERS])]


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize("angels", [10, 18])
def test_close_escort_four_angels_off_is_still_in_position(angels: int) -> None:
    assert rolls(attack(unit(), unit(ESCORT, "close_escort", angels=angels)), "intervene") == 1


@pytest.mark.rule("OPS-B8.2")
def test_bombers_that_fly_higher_than_others_are_no_escort() -> None:
    assert rolls(attack(unit(), unit(MORE_BOMBERS, angels=18)), "intervene") == 0


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.rule("OPS-D1.1")
def test_all_who_attack_a_stack_in_a_turn_meet_bombers_and_screen_in_one_engagement() -> None:
    units = [unit(name, "close_escort", angels=16) for name in (ESCORT, "I./JG 51", "II./JG 27")]
    q = attack(unit(), *units, dice=(6, 6, 1, 1, 6, 6), squadrons=3)
    assert combats(q) == [([f"{i} Squadron" for i in range(3)], [BOMBERS, ESCORT, "II./JG 27"])]


@pytest.mark.rule("OPS-B8.2")
def test_fighters_without_bombers_fight_for_themselves() -> None:
    s = squadron(hex=SEA, angels=16, tally="raid")
    r = raid(SEA, unit(SWEEP, "sweep", angels=16), kind="freie_jagd", angels=16)
    q = play(day(raids=[r], squadrons=[s]), 1, 1, *([3] * 40))
    combat(q)
    assert rolls(q, "intervene") == 0 and combats(q) == [([s.unit], [SWEEP])]


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(("dice", "attacked"), [((4, 3), True), ((3, 3), False)])
def test_a_sweep_attacks_what_it_has_tallied(dice: tuple[int, int], attacked: bool) -> None:
    s = squadron(hex=SEA, angels=14, ammo="none")
    r = raid(SEA, unit(SWEEP, "sweep", angels=14), kind="freie_jagd", angels=14)
    p = day(raids=[r], squadrons=[s])
    q = play(p, 1, 1, *dice, *([3] * 40))
    combat(q)
    assert combats(q) == ([([s.unit], [SWEEP])] if attacked else [])
    if attacked:
        assert describe(q, "combat")[0].data["posture"] == "disadvantage"


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(("angels", "attacked"), [(18, True), (20, False)])
def test_a_sweep_climbs_to_what_is_four_angels_above_it_and_no_more(angels: int, attacked: bool) -> None:
    q = attack(unit(SWEEP, "sweep", angels=14), angels=angels, ammo="none", looks=(6, 6))
    assert combats(q) == ([(["0 Squadron"], [SWEEP])] if attacked else [])


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.parametrize(("role", "used", "attacked"), [("sweep", 0, True), ("high_cover", 0, False), ("sweep", 15, False)])
def test_only_a_sweep_with_fuel_for_a_fight_goes_for_a_squadron_by_itself(role: str, used: int, attacked: bool) -> None:
    q = attack(unit(SWEEP, role, angels=14, used=used), ammo="none", looks=(6, 6))
    assert bool(combats(q)) == attacked


@pytest.mark.rule("OPS-B8.2")
def test_a_sweep_that_was_attacked_attacks_nobody_else_that_turn() -> None:
    mine = [squadron("0 Squadron", hex=SEA, tally="raid"), squadron("1 Squadron", hex=SEA, ammo="none")]
    q = Play(W, day(raids=[raid(SEA, unit(SWEEP, "sweep", angels=16))], squadrons=mine), DiceByPurpose(tally=(6, 6)), Log())
    combat(q)
    assert combats(q) == [(["0 Squadron"], [SWEEP])]


@pytest.mark.rule("OPS-B8.2")
def test_high_cover_that_has_fought_does_not_intervene_for_its_neighbour_too() -> None:
    near = raid(step(SEA, 4, 2), unit(MORE_BOMBERS, h=step(SEA, 4, 2)), code="near")
    r = raid(SEA, unit(), unit(HIGH, "high_cover", angels=22))
    mine = [squadron("0 Squadron", hex=SEA, tally="raid"), squadron("1 Squadron", hex=step(SEA, 4, 2), tally="near")]
    q = Play(W, day(raids=[r, near], squadrons=mine), DiceByPurpose(intervene=(6, 6), tally=(1, 1)), Log())
    combat(q)
    assert combats(q) == [(["0 Squadron"], [BOMBERS, HIGH]), (["1 Squadron"], [MORE_BOMBERS])]
    assert rolls(q, "intervene") == 1


@pytest.mark.rule("OPS-B8.2")
def test_nobody_fights_twice_in_a_turn() -> None:
    s = squadron(hex=SEA, angels=16, tally="raid")
    bombers, sweep = raid(SEA, unit()), raid(SEA, unit(SWEEP, "sweep", angels=20), code="sweep", kind="freie_jagd", angels=20)
    q = play(day(raids=[bombers, sweep], squadrons=[s]), 6, 6, *([3] * 60))
    combat(q)
    assert combats(q) == [([s.unit], [BOMBERS, SWEEP])]


# Posture


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("attacker", "defender", "surprise", "sun", "found"),
    [
        (16, 14, False, False, "advantage"),
        (15, 14, False, False, "even"),
        (14, 14, False, False, "even"),
        (12, 14, False, False, "disadvantage"),
        (30, 14, False, False, "advantage"),
        (16, 14, True, False, "bounce"),
        (16, 14, False, True, "bounce"),
        (16, 14, True, True, "bounce"),
        (14, 14, True, False, "advantage"),
        (14, 14, False, True, "advantage"),
        (14, 14, True, True, "bounce"),
        (12, 14, True, False, "even"),
        (12, 14, False, True, "disadvantage"),
        (12, 14, True, True, "advantage"),
    ],
)
def test_posture_from_height_surprise_and_sun(attacker: int, defender: int, surprise: bool, sun: bool, found: str) -> None:
    assert posture(attacker, defender, surprise, sun) == found


@pytest.mark.rule("OPS-B8.3")
def test_more_height_surprise_or_sun_never_makes_it_worse() -> None:
    for a, surprise, sun in itertools.product(range(0, 30, 2), (False, True), (False, True)):
        rank = POSTURES.index(posture(a, 14, surprise, sun))
        assert rank <= POSTURES.index(posture(a + 2, 14, surprise, sun))
        assert rank <= POSTURES.index(posture(a, 14, True, sun)) and rank <= POSTURES.index(posture(a, 14, surprise, True))
    assert [turned(p) for p in POSTURES] == list(reversed(POSTURES))


@pytest.mark.rule("OPS-B8.3")
def test_one_sided_tally_is_a_surprise_out_of_the_sun_a_bounce() -> None:
    s = squadron(hex=step(SEA, 2), angels=18, tally="raid")
    r = raid(SEA, unit(SWEEP, "sweep", angels=14), kind="freie_jagd")
    q = play(day(raids=[r], squadrons=[s]), 1, 1, *([3] * 40))
    combat(q)
    assert describe(q, "combat")[0].data["posture"] == "bounce"


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(("looks", "found"), [((2, 2), "bounce"), ((2, 3), "advantage")])
def test_bombers_see_their_attackers_on_five_and_are_not_bounced(looks: tuple[int, int], found: str) -> None:
    assert [e.data["posture"] for e in describe(attack(unit(), looks=looks), "combat", "raf")] == [found]


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize("looks", [[(3, 3), (3, 3)], [(3, 4), (3, 3)], [(3, 3), (3, 4)], [(3, 4), (3, 4)]])
def test_fighters_attacked_are_surprised_unless_one_of_them_saw_it_coming(looks: list[tuple[int, int]]) -> None:
    found = "advantage" if (3, 4) in looks else "bounce"
    q = attack(unit(SWEEP, "sweep"), unit(HIGH, "sweep"), looks=list(looks))
    assert [e.data["posture"] for e in describe(q, "combat", "raf")] == [found]


def test_stacks_are_a_raid_and_its_stragglers_by_hex() -> None:
    r = raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16), unit(HIGH, "high_cover", h=CHANNEL, angels=20, state="going_home"))
    found = groups(day(raids=[r, raid(SEA, unit("x"), code="ended", state="ended"), raid(SEA, unit("y"), code="p", state="planned")]))
    assert [(s.hex, [u.unit for u in s.units], s.main, s.met_at) for s in sorted(found, key=lambda s: s.main)] == [
        (CHANNEL, [HIGH], False, 20),
        (SEA, [BOMBERS, ESCORT], True, 14),
    ]
    assert interception.LENGTH == 2 and at("Dover Castle") != SEA


@pytest.mark.rule("OPS-B6.3")
def test_an_uncontrolled_squadron_may_attack_what_it_has_tallied() -> None:
    q = attack(unit(), controlled=False)
    assert combats(q) == [(["0 Squadron"], [BOMBERS])]


@pytest.mark.rule("OPS-B8.2")
def test_who_has_fought_for_a_neighbour_is_not_attacked_with_its_own() -> None:
    r = raid(SEA, unit(SWEEP, "sweep", angels=16), unit(HIGH, "sweep", angels=16), kind="freie_jagd", angels=16)
    for fought, met in (([], [SWEEP, HIGH]), ([HIGH], [SWEEP]), ([SWEEP, HIGH], [])):
        q = play(day(raids=[r], squadrons=[squadron(hex=SEA, angels=16, tally="raid")]))
        q.p.combat.fought = list(fought)
        (stack,) = groups(q.p)
        interception._attack(q, stack, [stack])
        assert [list(one.units) for one in q.p.combat.queue] == ([met] if met else [])


@pytest.mark.rule("OPS-B8.2")
@pytest.mark.rule("OPS-B2.6")
@pytest.mark.parametrize(
    ("first", "second", "fought", "able"),
    [
        ({}, {}, [], True),
        ({}, {}, ["0 Squadron"], False),
        ({}, {}, ["1 Squadron"], False),
        ({}, {}, ["9 Squadron"], True),
        ({"tally": None}, {}, [], True),
        ({"tally": None}, {"tally": None}, [], False),
        ({"tally": "other"}, {"tally": None}, [], False),
        ({"ammo": "none"}, {}, [], True),
        ({"ammo": "none"}, {"ammo": "none"}, [], False),
        ({"ammo": "none"}, {"disruption": 4}, [], False),
        ({"hex": step(SEA, 0)}, {}, [], True),
        ({"hex": step(SEA, 0, 2)}, {}, [], False),
        ({"angels": 10}, {}, [], True),
        ({"angels": 8}, {}, [], False),
        ({"angels": 30}, {}, [], True),
    ],
)
def test_a_wing_attacks_that_has_a_tally_ammunition_and_height_and_has_not_fought(
    first: dict[str, Any], second: dict[str, Any], fought: list[str], able: bool
) -> None:
    wing = [squadron(f"{i} Squadron", **({"hex": SEA, "tally": "raid"} | given)) for i, given in enumerate((first, second))]
    q = play(day(raids=[raid(SEA, unit())], squadrons=wing))
    q.p.combat.fought = fought
    assert interception._able(q, wing, groups(q.p)[0]) == able
