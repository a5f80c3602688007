"""An engagement on the sheet of the hex dogfight, and back (OPS-B8.4 to OPS-B8.6)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bob.dice import SeededDice, Stream
from bob.dogfight import by_hexes
from bob.dogfight.engagement import Engagement, misfits
from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.hexes.kit import KIT
from bob.dogfight.hexes.options import check_terms
from bob.dogfight.scale import MOST_MODELS
from bob.hexes import distance
from bob.staff import fights
from bob.units import aircraft_types
from tests.dogfight.forces import engagements, fight, force, german
from tests.hexes import duels

HEXES = HexDogfight()


def dice(seed: object = 1) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "hexes"))


@pytest.mark.rule("OPS-B8.5")
@settings(max_examples=30, deadline=None)
@given(engagement=engagements())
def test_every_engagement_can_be_set_out(engagement: Engagement) -> None:
    drawn = by_hexes.drawn_up(engagement, dice())
    check_terms(drawn.terms, HEXES.tables)
    position, _ = HEXES.setup_terms(drawn.terms, dice())
    KIT.invariants(position, drawn.models)
    for side, seat in (("raf", 0), ("luftwaffe", 1)):
        own = [a for a in position.aircraft if a.seat == seat]
        assert 1 <= len(own) <= MOST_MODELS and len(own) == -(-engagement.aircraft(side) // drawn.scale)
    for a, unit in zip(position.aircraft, drawn.models, strict=True):
        assert HEXES.tables.stand_in(engagement.force(unit).aircraft) == a.dash and position.seats[a.seat] == engagement.force(unit).side


@pytest.mark.rule("OPS-B8.4")
def test_every_aircraft_of_the_day_has_a_dashboard() -> None:
    assert [code for code in aircraft_types() if HEXES.tables.stand_in(code) is None] == []


@pytest.mark.rule("OPS-B8.4")
def test_posture_gives_the_distance_the_initiative_and_a_card() -> None:
    apart = {}
    for posture in ("bounce", "advantage", "even"):
        terms = by_hexes.on_paper(fight(posture=posture)).terms
        raf, german_ = terms.players
        apart[posture] = min(distance(a.at, b.at) for a in raf.aircraft for b in german_.aircraft)
        assert terms.first == ("raf" if posture == "bounce" else None)
        assert (raf.cards, german_.cards) == ((1, 0) if posture == "advantage" else (0, 0))
    assert apart["bounce"] < apart["advantage"] < apart["even"]
    assert by_hexes.on_paper(fight(posture="bounced")).terms.first == "luftwaffe"


@pytest.mark.rule("OPS-B8.4")
def test_units_bring_their_state() -> None:
    raf = force(experience="veteran", ammo="low", angels=22, fuel=0)
    engagement = fight(raf, german("he_111h", 9), weather="overcast", surprise="raf", length=3)
    terms = by_hexes.on_paper(engagement).terms
    own, foes = terms.players
    assert [m.leader for m in own.aircraft] == ["gold", *[""] * (len(own.aircraft) - 1)] and own.aircraft[1].wingman_of == 0
    assert {m.guns for m in own.aircraft} == {-1} and all(m.fuel < 0 for m in own.aircraft) and own.cards == 2
    assert {m.level for m in own.aircraft} > {m.level for m in foes.aircraft} or own.aircraft[0].level > foes.aircraft[0].level
    assert {m.formation for m in foes.aircraft} == {0} and len(foes.aircraft) > 1
    assert terms.turns == 4 * 3 - 2 and terms.cloud_count == 9
    assert {(aim.side, aim.kind) for aim in terms.aims} == {("luftwaffe", "exit"), ("raf", "kill")}


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("seed", range(3))
def test_what_comes_back_adds_up(seed: int) -> None:
    engagement = fight(force(count=12), german("he_111h", 9, unit="I./KG 1"), german(count=6), number=seed)
    result = fights.resolve(engagement, dice(seed), KIT)
    assert result.resolver == "hexes" and list(misfits(engagement, result.losses, result.turns)) == []
    assert result == fights.resolve(engagement, dice(seed), KIT)


@pytest.mark.rule("OPS-B8.6")
def test_nobody_falls_to_enemies_who_cannot_shoot() -> None:
    engagement = fight(force(ammo="none"), german(ammo="none"))
    result = fights.resolve(engagement, dice(), KIT)
    assert all(loss.destroyed == loss.damaged == 0 for loss in result.losses)


def test_the_sound_pilot_beats_the_random_one() -> None:
    """A random pilot often leaves the sheet, which is a draw."""
    game, won = HexDogfight(), []
    for number in range(20):
        sides = ("raf", "luftwaffe") if number % 2 else ("luftwaffe", "raf")
        winner, _ = duels.fight(game, "duel", dict(zip(sides, ("sound", "random"), strict=True)), f"test/{number}")
        won.append(None if winner is None else winner == sides[0])
    assert won.count(True) >= 12 and won.count(False) <= 1


@pytest.mark.rule("OPS-B8.4")
def test_the_enemy_sees_no_experience_ammunition_or_fuel() -> None:
    seen = []
    for given_ in ({"experience": "veteran", "ammo": "low", "fuel": 0}, {}):
        drawn = by_hexes.on_paper(fight(force(**given_), german()))
        position, _ = HEXES.setup_terms(drawn.terms, dice())
        views = {seat: KIT.seen(position, seat) for seat in ("raf", "luftwaffe")}
        seen.append((views["luftwaffe"].terms, views["luftwaffe"].aircraft))
        assert views["raf"].terms.players[0] == drawn.terms.players[0]
    assert seen[0] == seen[1]
