"""An engagement on the cloth of the miniatures dogfight, and back (OPS-B8.4 to OPS-B8.6)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bob.core.dice import SeededDice, Stream
from bob.data.units import aircraft_types
from bob.staff import fights
from bob.tactical.engagement import Engagement, misfits
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures import resolver
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.kit import KIT
from bob.tactical.miniatures.options import check_terms
from bob.tactical.miniatures.position import ADVANTAGED, NO_ROUNDS, MiniatureForce
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import square
from bob.tactical.scale import MOST_MODELS
from bob.tactical.tabletop import laid_out
from tests.dogfight.forces import engagements, fight, force, german
from tests.sizes import some
from tests.skies.airfield import ACE_FACE, Plane, describe, table_of

SKIES = MiniatureDogfight()


def dice(seed: object = 1) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "skies"))


def forces(engagement: Engagement) -> tuple[MiniatureForce, MiniatureForce]:
    raf, luftwaffe = resolver.drawn_up(engagement).terms.forces
    return raf, luftwaffe


@pytest.mark.rule("OPS-B8.5")
@settings(max_examples=30, deadline=None)
@given(engagement=engagements())
def test_every_engagement_can_be_set_out(engagement: Engagement) -> None:
    drawn = resolver.drawn_up(engagement, dice())
    check_terms(drawn.terms, SKIES.tables)
    position, _ = SKIES.setup_terms(drawn.terms, dice())
    KIT.invariants(position, drawn.models)
    for side, seat in enumerate(("raf", "luftwaffe")):
        own = [a for a in position.aircraft if a.side == side]
        assert 1 <= len(own) <= MOST_MODELS and len(own) == -(-engagement.aircraft(seat) // drawn.scale)
    for a, unit in zip(position.aircraft, drawn.models, strict=True):
        assert SKIES.tables.stand_in(engagement.force(unit).aircraft) == a.type and position.seats[a.side] == engagement.force(unit).side


@pytest.mark.rule("OPS-B8.4")
def test_every_aircraft_of_the_day_has_a_card() -> None:
    assert [code for code in aircraft_types() if SKIES.tables.stand_in(code) is None] == []


@pytest.mark.rule("OPS-B8.4")
def test_posture_gives_the_distance_and_nobody_a_level() -> None:
    apart, levels = {}, set()
    for posture in ("bounced", "disadvantage", "even", "advantage", "bounce"):
        raf, luftwaffe = forces(fight(posture=posture))
        spots = [(a.at.spot, b.at.spot) for a in raf.aircraft for b in luftwaffe.aircraft if a.at is not None and b.at is not None]
        apart[posture] = min(square(a, b) for a, b in spots)
        levels |= {a.level for a in (*raf.aircraft, *luftwaffe.aircraft)}
    assert apart["bounce"] < apart["advantage"] < apart["even"]
    assert (apart["bounced"], apart["disadvantage"]) == (apart["bounce"], apart["advantage"])
    assert levels == {"neutral"}


@pytest.mark.rule("OPS-B8.4")
def test_surprise_gives_the_first_activations_cards_and_a_theatre_card() -> None:
    for side, other in (("raf", 1), ("luftwaffe", 0)):
        terms = resolver.drawn_up(fight(surprise=side)).terms
        own, foes = terms.forces[1 - other], terms.forces[other]
        assert terms.first == side and (own.cards, foes.cards) == (2, 0)
        assert "radar_support" in (own.theatre or ()) and ("radar_support" in (foes.theatre or ())) == (foes.seat == "raf")
    assert resolver.drawn_up(fight()).terms.first is None


@pytest.mark.rule("OPS-B8.4")
def test_rdf_ground_and_weather_give_the_theatre_cards() -> None:
    raf, luftwaffe = forces(fight(over_england=True))
    assert (raf.theatre, luftwaffe.theatre) == (("home_ground_advantage", "radar_support"), ("clear_sky", "numbers"))
    assert "home_ground_advantage" not in (forces(fight(over_england=False))[0].theatre or ())
    for weather in ("cloudy", "overcast"):
        assert all("clear_sky" not in (f.theatre or ()) for f in forces(fight(weather=weather)))


@pytest.mark.rule("OPS-B8.4")
def test_units_bring_their_state() -> None:
    raf = force(experience="veteran", ammo="low", fuel=0)
    engagement = fight(raf, german("he_111h", 9), german(experience="green", disruption=2, unit="I./JG 3"), weather="overcast", length=3)
    terms = resolver.drawn_up(engagement).terms
    own, foes = terms.forces
    assert [m.skill for m in own.aircraft] == [5, *[4] * (len(own.aircraft) - 1)]
    assert {(m.guns, m.leaves) for m in own.aircraft} == {(-1, 2)}
    assert {(m.guns, m.leaves) for m in foes.aircraft} == {(0, 0)}
    assert {m.skill for m in foes.aircraft if m.type == "bf_109e"} == {2}
    assert terms.turns == 4 * 3 - 2 and terms.cloud_count == 6 and terms.formation_fire and terms.width == 88
    assert [(way.seat, way.edge, way.multis) for way in terms.exits] == [("luftwaffe", "east", True)]
    position, _ = SKIES.setup_terms(terms, dice())
    bombers = [a for a in position.aircraft if a.type.code == "he_111h"]
    assert all(any(standing.in_formation(a, b) for b in bombers) for a in bombers)


@pytest.mark.rule("OPS-B8.4")
def test_the_battle_card_and_the_program_agree() -> None:
    table = laid_out(fight(force(fuel=1), german(), length=2))
    drawn = resolver.drawn_up(fight(force(fuel=1), german(), length=2))
    assert table.skies == drawn and [m.leaves for m in table.models] == [2, None]
    assert {m.leaves for m in drawn.terms.forces[0].aircraft} == {2}


# ---- ammunition and fuel, through the sequence


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(("guns", "dice_", "why"), [(0, 4, None), (-1, 3, None), (NO_ROUNDS, 0, ("no_rounds", "OPS-B8.4"))])
def test_ammunition_costs_dice_or_the_shot(guns: int, dice_: int, why: object) -> None:
    table = table_of(Plane(level=ADVANTAGED, guns=guns), Plane("bf_109e", (0, -6), 90))
    assert standing.shot_refusal(table.position, table[0], table[1]) == why
    if why is None:
        table.do(o.ShootAt(1))
        assert table.thrown("attack") == [dice_]
    else:
        assert table.refused(o.ShootAt(1)) == "OPS-B8.4"
        table.move(4)
        assert table.refused(o.ShootAt(1)) in ("OPS-B8.4", "BRS-C19")


@pytest.mark.rule("OPS-B8.4")
def test_whoever_cannot_shoot_back_is_asked_all_the_same() -> None:
    """By who is asked the enemy would learn whose guns are empty."""
    for guns, most in ((0, 2), (NO_ROUNDS, 1)):
        table = table_of(Plane(level=ADVANTAGED), Plane("bf_109e", (0, -6), 180, guns=guns))
        table.do(o.ShootAt(1))
        assert (table.stage, table.seat) == ("answer", "luftwaffe") and len(table.legal()) == most
        table.do(o.NoMore())
        assert table.thrown("attack") == [4]


@pytest.mark.rule("OPS-B8.4")
def test_fighters_short_of_fuel_go_home_after_their_turn() -> None:
    """They are not lost, and still count in their squadron's test."""
    table = table_of(Plane(leaves=1), Plane("bf_109e", (20, -15), 180))
    position = table.position
    while position.turn == 1 and not position.outcome:
        if table.stage == "fly":
            table.move(4)
        elif not table.quiet():
            table.do(o.ThrowAway())
    assert table[0].out == "safe" and not table[1].out
    assert [event["aircraft"] for event in describe(table.events, "goes_home")] == [0]
    assert position.outcome is not None and position.outcome.code == "skies.outcome.draw"


@pytest.mark.rule("OPS-B8.4")
def test_the_enemy_sees_no_ammunition_or_fuel() -> None:
    seen = []
    for given_ in ({"ammo": "low", "fuel": 0}, {}):
        drawn = resolver.drawn_up(fight(force(**given_), german()))
        position, _ = SKIES.setup_terms(drawn.terms, dice())
        views = {seat: KIT.seen(position, seat) for seat in ("raf", "luftwaffe")}
        seen.append((views["luftwaffe"].terms, views["luftwaffe"].aircraft))
        assert views["raf"].terms.forces[0] == drawn.terms.forces[0]
        assert {a.guns for a in views["raf"].aircraft[:2]} == {-1 if given_ else 0}
    assert seen[0] == seen[1]


# ---- back


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("seed", some(range(3)))
def test_what_comes_back_adds_up(seed: int) -> None:
    engagement = fight(force(count=12), german("he_111h", 9, unit="I./KG 1"), german(count=6), number=seed)
    result = fights.resolve(engagement, dice(seed), KIT)
    assert result.resolver == "skies" and list(misfits(engagement, result.losses, result.turns)) == []
    assert result == fights.resolve(engagement, dice(seed), KIT)


@pytest.mark.rule("OPS-B8.6")
def test_nobody_falls_to_enemies_who_cannot_shoot() -> None:
    engagement = fight(force(count=3, ammo="none"), german(count=3, ammo="none"))
    result = fights.resolve(engagement, dice(), KIT)
    assert all(loss.destroyed == loss.damaged == 0 for loss in result.losses)


@pytest.mark.rule("OPS-B8.4")
def test_a_hit_falls_to_the_dice_of_the_table() -> None:
    """A shot of a fighter with little ammunition can still bring an enemy down."""
    table = table_of(Plane(level=ADVANTAGED, guns=-1), Plane("bf_109e", (0, -6), 90, level=0), faces=(ACE_FACE, 1, 1))
    table.do(o.ShootAt(1))
    assert table[1].out == "down"
