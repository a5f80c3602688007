"""Wings and Balbos (OPS-B2.6, OPS-C3.1): one stack with one vector, one attack, until they are broken up or fight."""

from __future__ import annotations

import pytest

from bob.core.game import Event, Log
from bob.day.state.execution import Play
from bob.day.state.orders import BreakWing, FormWing, Pancake, SendTo, Stance
from bob.day.state.position import DayPosition, Squadron, Vector
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    HIGH,
    INLAND,
    SEA,
    SWEEP,
    W,
    at,
    combat,
    day,
    describe,
    raid,
    refusal,
    squadron,
    step,
    track,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, whole_turn

HOME = at("Biggin Hill")


def wing(n: int, h: object = SEA, angels: int = 16, *, aircraft: tuple[str, ...] = (), **given: object) -> tuple[Squadron, ...]:
    """Squadrons that fly as a Wing already, at a hex."""
    kinds = [*aircraft, *(["hurricane_i"] * n)]
    return tuple(squadron(str(i), hex=h, angels=angels, wing="0/1", aircraft=kinds[i], **given) for i in range(n))  # type: ignore[arg-type]


def engaged(events: list[Event]) -> list[tuple[list[str], list[str]]]:
    """Who fought whom, by engagement, as the two sides told it."""
    mine = [[u for u, _ in e.data["units"]] for e in describe(events, "combat", "raf")]
    theirs = [[u for u, _ in e.data["units"]] for e in describe(events, "combat", "luftwaffe")]
    return list(zip(mine, theirs, strict=True))


# One stack


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_forms_over_one_field_and_then_flies_one_vector() -> None:
    units = [squadron(str(i), hex=step(HOME, i, 1), angels=6 + 2 * i) for i in range(3)]
    p = day(squadrons=units)
    events = whole_turn(p, FormWing(("1", "0", "2"), "Biggin Hill"))
    (formed,) = describe(events, "wing_formed")
    assert formed.data == {"units": ["1", "0", "2"], "field": "Biggin Hill"} and formed.to == ("raf",)
    assert {(s.hex, s.angels, s.forming) for s in units} == {(HOME, 6, 1)}, "they gather at the lowest's height"
    whole_turn(p)
    assert {(s.hex, s.forming) for s in units} == {(HOME, 0)}, "two turns for three"
    whole_turn(p, SendTo("2", 20, hex=INLAND))
    assert len({s.vector for s in units}) == 1 and units[0].vector == Vector("hex", INLAND, 20)
    (where,) = {(s.hex, s.angels) for s in units}
    assert where[0] != HOME and where[1] == 12, "2 Angels for its first point, 4 for its second"


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.rule("OPS-A9.4")
@pytest.mark.rule("OPS-A9.6")
@pytest.mark.parametrize(("n", "height"), [(1, 10), (2, 8), (3, 8), (4, 6), (5, 6)])
def test_it_climbs_as_wing_or_balbo_only_while_it_is_one(n: int, height: int) -> None:
    units = wing(n, HOME, 2) if n > 1 else (squadron("0", hex=HOME, angels=2),)
    p = day(squadrons=units)
    whole_turn(p, SendTo("0", 20, hex=INLAND))
    assert {s.angels for s in units} == {height}
    if n > 1:
        units = wing(n, HOME, 2)
        p = day(squadrons=units)
        whole_turn(p, SendTo("0", 20, hex=INLAND), BreakWing("1"))
        assert {s.angels for s in units} == {10} and all(s.wing is None for s in units)


@pytest.mark.rule("OPS-B2.6")
def test_it_flies_at_the_pace_of_its_slowest() -> None:
    for kinds, hexes_flown in ((("spitfire_i", "hurricane_i"), 5), (("spitfire_i", "defiant_i"), 4), (("defiant_i", "spitfire_i"), 4)):
        units = wing(2, HOME, 16, aircraft=kinds)
        p = day(squadrons=units)
        whole_turn(p, SendTo("0", 16, hex=step(HOME, 0, 10)))
        assert {s.hex for s in units} == {step(HOME, 0, hexes_flown)}, kinds


@pytest.mark.rule("OPS-B2.6")
def test_who_must_go_home_leaves_and_two_are_needed_for_a_wing() -> None:
    for sent in (False, True):
        units = wing(3, HOME)
        if not sent:
            units[1].used = 15
        p = day(squadrons=units)
        whole_turn(p, *([Pancake("1")] if sent else []))
        assert units[1].wing is None and units[1].vector is None, "it has landed"
        assert units[0].wing == units[2].wing == "0/1"
        events = whole_turn(p, Pancake("0"))
        assert all(s.wing is None for s in units) and len(describe(events, "wing_broken", "raf")) == 1
        assert units[2].box == "airborne"


@pytest.mark.rule("OPS-B2.6")
def test_only_a_wing_is_broken_up() -> None:
    p = day(squadrons=[squadron()])
    assert refusal(p, "raf", BreakWing("79 Squadron")) == ("no_wing", "OPS-B2.6")
    p = day(squadrons=wing(2, step(CHANNEL, 4, 12)))
    assert refusal(p, "raf", BreakWing("0"))[0] == "uncontrolled"


# One attack


def attack(*squadrons: Squadron, units: tuple[object, ...] = (), dice: DiceByPurpose | None = None) -> tuple[DayPosition, list[Event]]:
    r = raid(SEA, *(units or (unit(),)))  # type: ignore[arg-type]
    for s in squadrons:
        s.tally = "raid"
    p = day(raids=[r], squadrons=squadrons, tracks=[track()])
    return p, combat_events(p, dice or DiceByPurpose())


def combat_events(p: DayPosition, dice: DiceByPurpose) -> list[Event]:
    """This turn's tallies and combats."""
    q = Play(W, p, dice, Log())
    combat(q)
    return q.log.events


@pytest.mark.rule("OPS-C3.1")
def test_a_wing_makes_one_engagement_with_the_bombers_and_all_who_intervene() -> None:
    escorts = (unit(), unit(ESCORT, "close_escort", angels=16), unit(HIGH, "high_cover", angels=22))
    _, events = attack(*wing(3), units=escorts, dice=DiceByPurpose(intervene=(6, 6)))
    assert engaged(events) == [(["0", "1", "2"], [BOMBERS, ESCORT, HIGH])]
    singles = [squadron(str(i), hex=SEA) for i in range(3)]
    _, events = attack(*singles, units=escorts, dice=DiceByPurpose(intervene=(6, 6)))
    assert engaged(events) == [(["0", "1", "2"], [BOMBERS, ESCORT, HIGH])]


@pytest.mark.rule("OPS-C3.1")
@pytest.mark.parametrize(
    ("n", "close", "high"),
    [(1, (1, 2), (1, 3)), (2, (1, 3), (1, 4)), (3, (1, 4), (1, 5)), (4, (1, 4), (1, 5)), (5, (1, 4), (1, 5))],
)
def test_escorts_intervene_worse_for_every_squadron_after_the_first(n: int, close: tuple[int, int], high: tuple[int, int]) -> None:
    for role, name, angels, needed in (("close_escort", ESCORT, 16, close), ("high_cover", HIGH, 22, high)):
        for faces, meets in ((needed, True), ((needed[0], needed[1] - 1), False)):
            units = wing(n) if n > 1 else (squadron("0", hex=SEA),)
            _, events = attack(*units, units=(unit(), unit(name, role, angels=angels)), dice=DiceByPurpose(intervene=faces))
            assert any(name in theirs for _, theirs in engaged(events)) == meets, (role, faces)


@pytest.mark.rule("OPS-C3.1")
@pytest.mark.rule("OPS-C3.3")
def test_one_sighting_is_enough_and_the_first_ones_rules_hold_for_all() -> None:
    for first, fights in (("any_enemy", True), ("avoid", False)):
        units = wing(3)
        units[0].stance = first  # type: ignore[assignment]
        units[1].stance = "bombers_only"
        r = raid(SEA)
        units[2].tally = "raid"
        p = day(raids=[r], squadrons=units)
        events = combat_events(p, DiceByPurpose(tally=(1, 1)))  # nobody else sees them
        assert engaged(events) == ([(["0", "1", "2"], [BOMBERS])] if fights else [])


@pytest.mark.rule("OPS-C3.1")
@pytest.mark.parametrize(("empty", "fights"), [((0,), True), ((1,), True), ((0, 1), False)])
def test_a_wing_attacks_while_one_of_its_squadrons_has_rounds_left(empty: tuple[int, ...], fights: bool) -> None:
    units = wing(2)
    for i in empty:
        units[i].ammo = "none"
    _, events = attack(*units)
    assert engaged(events) == ([(["0", "1"], [BOMBERS])] if fights else [])


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_that_has_fought_is_none() -> None:
    units = wing(3)
    _, events = attack(*units)
    assert all(s.wing is None for s in units) and len(describe(events, "wing_broken", "raf")) == 1


@pytest.mark.rule("OPS-B2.6")
def test_a_sweep_that_attacks_one_of_them_meets_the_whole_stack() -> None:
    units = wing(2, ammo="none")
    sweep = raid(SEA, unit(SWEEP, "sweep", angels=20), code="sweep", kind="freie_jagd", angels=20)
    p = day(raids=[sweep], squadrons=units)
    events = combat_events(p, DiceByPurpose(tally=(6, 6)))
    assert engaged(events) == [(["0", "1"], [SWEEP])]


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.rule("OPS-C3.1")
def test_a_wing_sent_against_a_raid_meets_it_over_whole_turns() -> None:
    r = raid(SEA)
    units = wing(2, at("Lympne"), 16, radio="vhf")
    p = day(raids=[r], squadrons=units, tracks=[track("raid", 1, 4, (3, r.hex))])
    given: list[object] = [Stance("0", "bombers_first"), SendTo("1", 16, track=1)]
    for _ in range(6):
        events = whole_turn(p, *given, dice=DiceByPurpose(tally=(6, 6)))
        given = []
        if fought := engaged(events):
            assert fought == [(["0", "1"], [BOMBERS])]
            break
        assert len({s.hex for s in units}) == 1 and units[0].wing
    else:
        raise AssertionError("they never met")


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_is_one_line_of_its_block_with_the_strength_of_all() -> None:
    from bob.staff.advice.map.counters import spread

    units = [*wing(3, HOME), squadron("7", hex=HOME, angels=10)]
    units[1].strength = 10
    table = spread(W, GAME.view(day(squadrons=units), "raf"))
    (block,) = [b for b in table.blocks if b.look == "friend"]
    assert [(row.key, row.title, row.count, row.height) for row in block.rows] == [("0", "0+1+2", "34", "16"), ("7", "7", "12", "10")]
    assert {key for kind, key in table.places if kind == "squadron"} == {"0", "1", "2", "7"}


@pytest.mark.rule("OPS-B2.6")
@pytest.mark.rule("OPS-B2.2")
@pytest.mark.rule("OPS-B2.5")
def test_one_vector_for_all_is_one_that_each_can_fly() -> None:
    ceilings = {kind: W.types[kind].ceiling for kind in ("spitfire_i", "defiant_i")}
    low = min(ceilings.values())
    assert low < max(ceilings.values())
    p = day(squadrons=wing(2, HOME, aircraft=("spitfire_i", "defiant_i")))
    assert refusal(p, "raf", SendTo("0", low + 2, hex=INLAND)) == ("angels", "OPS-B2.2")
    whole_turn(p, SendTo("0", low, hex=INLAND))
    for used, fits in ((2, True), (16, False)):
        units = wing(2, HOME)
        units[1].used = used
        p = day(squadrons=units)
        if fits:
            GAME.check(p, "raf", SendTo("0", 16, hex=INLAND))
        else:
            assert refusal(p, "raf", SendTo("0", 16, hex=INLAND)) == ("too_far", "OPS-B2.5")


@pytest.mark.rule("OPS-C8.1")
@pytest.mark.rule("OPS-B2.6")
def test_out_of_hearing_a_wing_breaks_up_unheard() -> None:
    """Only the clock tells of fuel there: the table shows the Wing as it was when it was last heard."""
    units = wing(2, step(CHANNEL, 4, 12), endurance=40)
    p = day(squadrons=units)
    whole_turn(p)
    units[0].used = 39
    events = whole_turn(p)
    assert all(s.wing is None for s in units) and units[0].vector is not None and units[0].vector.kind == "home"
    assert not describe(events, "wing_broken") and not describe(events, "short_of_fuel")
    assert [s.wing for s in GAME.view(p, "raf").squadrons] == ["0/1", "0/1"]
