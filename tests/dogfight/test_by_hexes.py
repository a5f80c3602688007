"""An engagement on the sheet of the hex dogfight, and back (OPS-B8.4 to OPS-B8.6)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from bob.core.dice import SeededDice, Stream, Throw
from bob.core.game import Event
from bob.core.hexes import distance
from bob.core.match import Match
from bob.data.units import aircraft_types
from bob.driver import Driver
from bob.driver.seat_log import sees_roll
from bob.games import games
from bob.staff import fights
from bob.tactical.engagement import Engagement, misfits
from bob.tactical.hexes import resolver
from bob.tactical.hexes.game import OPEN_ROLLS, UNTHROWN, HexDogfight
from bob.tactical.hexes.kit import KIT
from bob.tactical.hexes.mixes import mixed
from bob.tactical.hexes.options import check_terms
from bob.tactical.hexes.position import Shot
from bob.tactical.hexes.rules import gunnery
from bob.tactical.hexes.rules.geometry import moved
from bob.tactical.hexes.view import SeenShot
from bob.tactical.scale import MOST_MODELS
from tests.dogfight.forces import engagements, fight, force, german
from tests.hexes import duels
from tests.sizes import some

HEXES = HexDogfight()


def dice(seed: object = 1) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "hexes"))


@pytest.mark.rule("OPS-B8.5")
@settings(max_examples=30, deadline=None)
@given(engagement=engagements())
def test_every_engagement_can_be_set_out(engagement: Engagement) -> None:
    drawn = resolver.drawn_up(engagement, dice())
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
        terms = resolver.drawn_up(fight(posture=posture)).terms
        raf, german_ = terms.players
        apart[posture] = min(distance(a.at, b.at) for a in raf.aircraft for b in german_.aircraft)
        assert terms.first == ("raf" if posture == "bounce" else None)
        assert (raf.cards, german_.cards) == ((1, 0) if posture == "advantage" else (0, 0))
    assert apart["bounce"] < apart["advantage"] < apart["even"]
    assert resolver.drawn_up(fight(posture="bounced")).terms.first == "luftwaffe"


@pytest.mark.rule("OPS-B8.4")
def test_units_bring_their_state() -> None:
    raf = force(experience="veteran", ammo="low", angels=22, fuel=0)
    engagement = fight(raf, german("he_111h", 9), weather="overcast", surprise="raf", length=3)
    terms = resolver.drawn_up(engagement).terms
    own, foes = terms.players
    assert [m.leader for m in own.aircraft] == ["gold", *[""] * (len(own.aircraft) - 1)] and own.aircraft[1].wingman_of == 0
    assert [m.guns for m in own.aircraft] == [-(n % 2 == 0) for n in range(len(own.aircraft))] and own.cards == 2
    assert all(m.fuel < 0 for m in own.aircraft)
    assert {m.level for m in own.aircraft} > {m.level for m in foes.aircraft} or own.aircraft[0].level > foes.aircraft[0].level
    assert {m.formation for m in foes.aircraft} == {0} and len(foes.aircraft) > 1
    assert terms.turns == 2 * 3 - 2 and terms.structure == 0 and terms.hit_goes_home and terms.cloud_count == 9
    assert {(aim.side, aim.kind) for aim in terms.aims} == {("luftwaffe", "exit"), ("raf", "kill")}


@pytest.mark.rule("OPS-D1.7")
def test_a_hurricane_takes_a_hit_more() -> None:
    drawn = resolver.drawn_up(fight(force(aircraft="hurricane_i"), force(aircraft="spitfire_i", unit="64"), german()))
    position, _ = HEXES.setup_terms(drawn.terms, dice())
    more = {(a.dash.code, a.structure - a.dash.structure - drawn.terms.structure) for a in position.aircraft if not a.leader}
    assert more == {("hurricane_i", 1), ("spitfire_i", 0), ("bf_109e", 0)}


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
@pytest.mark.parametrize("seed", some(range(3)))
def test_what_comes_back_adds_up(seed: int) -> None:
    engagement = fight(force(count=12), german("he_111h", 9, unit="I./KG 1"), german(count=6), number=seed)
    result = fights.resolve(engagement, dice(seed), KIT)
    assert result.resolver == "hexes" and list(misfits(engagement, result.losses, result.turns)) == []
    assert result == fights.resolve(engagement, dice(seed), KIT)


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(("ammo", "why"), [("full", None), ("low", None), ("none", ("no_rounds", "OPS-B8.4"))])
def test_a_fighter_without_ammunition_does_not_fire(ammo: str, why: object) -> None:
    """The least of one die (FIS-D45) is for guns that have something to fire."""
    drawn = resolver.drawn_up(fight(force(ammo=ammo), german("he_111h", 9, ammo=ammo), weather="cloudy"))
    position, _ = HEXES.setup_terms(drawn.terms, dice())
    ours = next(a for a in position.aircraft if a.seat == 0)
    theirs = next(a for a in position.aircraft if a.seat == 1)
    ours.at, ours.facing, ours.level = moved(theirs.at, (theirs.facing + 3, 1)), theirs.facing, theirs.level
    theirs.formation = -1
    assert gunnery.shot_refusal(position, ours, theirs, "front") == why
    assert gunnery.shot_refusal(position, theirs, ours, "rear") is None  # gunners always have rounds
    assert drawn.terms.turns == 2 * 2 - 2


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
def test_nobody_falls_to_enemies_who_cannot_shoot() -> None:
    engagement = fight(force(count=3, ammo="none"), german(count=3, ammo="none"))
    result = fights.resolve(engagement, dice(), KIT)
    assert all(loss.destroyed == loss.damaged == 0 for loss in result.losses)


def test_the_sound_pilot_beats_the_random_one() -> None:
    won = []
    for number in range(20):
        sides = ("raf", "luftwaffe") if number % 2 else ("luftwaffe", "raf")
        winner, _ = duels.fight("duel", dict(zip(sides, ("sound", "random"), strict=True)), f"test/{number}")
        won.append(None if winner is None else winner == sides[0])
    assert won.count(True) >= 12 and won.count(False) <= 1


@pytest.mark.rule("OPS-B8.4")
def test_the_enemy_sees_no_experience_ammunition_or_fuel() -> None:
    seen = []
    for given_ in ({"experience": "veteran", "ammo": "low", "fuel": 0}, {}):
        drawn = resolver.drawn_up(fight(force(**given_), german()))
        position, _ = HEXES.setup_terms(drawn.terms, dice())
        views = {seat: KIT.seen(position, seat) for seat in ("raf", "luftwaffe")}
        seen.append((views["luftwaffe"].terms, views["luftwaffe"].aircraft))
        assert views["raf"].terms.players[0] == drawn.terms.players[0]
    assert seen[0] == seen[1]


class Ace:
    """A position in which a gold leader with little ammunition is shot at, and shoots back, once over."""

    def __init__(self, **given: Any) -> None:
        drawn = resolver.drawn_up(fight(force(**given), german(), posture="bounce"))
        self.position, _ = HEXES.setup_terms(drawn.terms, dice())
        self.position.aircraft[1].at = self.position.aircraft[0].at

    def seen(self, shot: Shot) -> dict[str, SeenShot]:
        self.position.shots = [shot]
        return {seat: KIT.seen(self.position, seat).shots[0] for seat in ("raf", "luftwaffe")}


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("thrown", [0, 1, 3])
def test_the_dice_of_an_enemy_are_seen_and_not_why(thrown: int) -> None:
    lines = []
    for ace, given_ in ((True, {"experience": "veteran", "ammo": "low"}), (False, {"experience": "green"})):
        table = Ace(**given_)
        enemy = next(a.number for a in table.position.aircraft if a.seat == 1)
        fired = table.seen(Shot(0, enemy, "front", attack=(1,) * thrown))
        dodged = table.seen(Shot(enemy, 0, "front", attack=(1, 1), dodge=(1,) * thrown))
        lines.append((fired["luftwaffe"].attack_reasons, dodged["luftwaffe"].dodge_reasons))
        assert ("mission" in [r.code for r in fired["raf"].attack_reasons]) is ace
        assert ("leader" in [r.code for r in dodged["raf"].dodge_reasons]) is ace
        for reasons in lines[-1]:
            assert not {r.code for r in reasons} & resolver.HIDDEN_REASONS
            assert not thrown or gunnery.total(reasons) == thrown
    assert lines[0] == lines[1], "who threw so many dice looks the same, whoever he is"


@pytest.mark.rule("OPS-B8.4")
def test_only_the_crew_knows_what_is_left_in_a_leaking_tank() -> None:
    table = Ace()
    leaks = [Event("leaks", {"aircraft": a.number, "fuel": a.fuel}, ("raf", "luftwaffe")) for a in table.position.aircraft]
    turned = Event("turned_over", {"aircraft": 0, "marker": "tank"}, ("raf", "luftwaffe"))
    for event, a in zip(KIT.seen_in_day(leaks, table.position), table.position.aircraft, strict=True):
        assert event.to == (table.position.seats[a.seat],)
    assert list(KIT.seen_in_day([turned], table.position)) == [turned]


@pytest.mark.parametrize(("game", "options"), [("hexes", {}), ("day", {"engagements": "hexes"})])
def test_dice_on_the_table_are_open_and_typed_and_what_is_shuffled_is_neither(game: str, options: dict[str, Any]) -> None:
    """Alone and within the day: whoever sits there types the open dice, the referee the rest, and nobody what is drawn from a pile."""
    made = games()[game]
    assert made.unthrown >= UNTHROWN and made.open_rolls >= OPEN_ROLLS and not made.open_rolls & made.unthrown
    asked: list[str] = []

    def ask(throw: Throw) -> str | None:
        asked.append(throw.purpose)
        return ",".join(str(stream.die(throw.sides)) for _ in range(throw.count))

    stream, thrown = Stream.of(7, "typed"), 0
    seats = {"raf": "human", "luftwaffe": "human"}
    driver = Driver.new(made, "duel" if game == "hexes" else "one_raid", "7", options, seats, ask=ask, typed=True)
    while not driver.is_over and thrown < 6:
        seat = driver.asked_seats[0]
        driver.screen.sit(seat)
        driver.give(seat, made.sample(driver.match.position, seat, stream))
        rolls = [roll for roll in driver.match.entries[-1].rolls if roll.purpose.startswith("hexes.")]
        thrown += sum(roll.origin == "typed" for roll in rolls)
    of_the_dogfight = {purpose for purpose in asked if purpose.startswith("hexes.")}
    assert thrown and of_the_dogfight and of_the_dogfight <= OPEN_ROLLS
    rolled = {roll.purpose for entry in driver.match.entries for roll in entry.rolls if roll.purpose.startswith("hexes.")}
    assert rolled <= OPEN_ROLLS | UNTHROWN and rolled & UNTHROWN
    assert all(sees_roll(made, seat, purpose, "raf") is (purpose in OPEN_ROLLS) for purpose in rolled for seat in seats)


def test_every_die_of_the_hex_dogfight_is_open_or_never_thrown() -> None:
    """Random battles with all options throw no die of another purpose."""
    seen: set[str] = set()
    for seed in range(12):
        match = Match.new(HEXES, *mixed(seed)[:1], seed, mixed(seed)[1])
        stream = Stream.of(seed, "purposes")
        while match.to_move and len(match.entries) < 500:
            match.play(match.to_move[0], HEXES.sample(match.position, match.to_move[0], stream))
        seen |= {roll.purpose for entry in match.entries for roll in entry.rolls}
    assert seen <= OPEN_ROLLS | UNTHROWN and len(seen) > 7
