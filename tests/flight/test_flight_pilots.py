"""The strong pilot of flights: it rebuilds the table from its view, and knows nothing else."""

from __future__ import annotations

import pytest

from bob.core.dice import Stream
from bob.core.match import Match
from bob.tactical.cards_classic import legal
from bob.tactical.cards_classic.game import FlightGame, shipped_flights
from bob.tactical.cards_classic.hidden import hidden_of_flight
from bob.tactical.cards_classic.orders import AttackFormations, GoFor
from bob.tactical.cards_classic.pilots import StrongFlier, flown_by_rule
from bob.tactical.cards_classic.pilots.glimpse import Glimpse
from bob.tactical.cards_classic.pilots.sight import FlightReader
from bob.tactical.cards_classic.pilots.sound import SoundFlier
from bob.tactical.cards_classic.pilots.strong import FlightBudget
from bob.tactical.cards_classic.position import PREPARE, SWAP
from tests.sizes import fifth

GAME = FlightGame()
SCENARIOS = sorted(shipped_flights())
QUICK = FlightBudget(sims=8)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_table_read_from_a_view_gives_the_same_view_and_the_same_orders(scenario: str) -> None:
    """All but the few orders that hang on an attack of this turn that a view does not tell."""
    match, stream = Match.new(GAME, scenario, "read", {}), Stream.of(1, "read")
    while match.to_move:
        seat = match.to_move[0]
        view, choices = match.view(seat), GAME.choices(match.position, seat)
        if view.phase not in (PREPARE, SWAP):
            world = FlightReader(view, choices.listed, GAME.tables).world(stream)
            assert GAME.view(world, seat) == view
            found = set(legal.flight_orders(world, seat, GAME.tables))
            assert found >= set(choices.listed)
            assert all(isinstance(order, AttackFormations | GoFor) for order in found - set(choices.listed))
        order = flown_by_rule(view, choices, GAME.tables).order if stream.below(2) else stream.choose(choices.listed)
        match.play(seat, order)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_rules_of_the_sound_pilot_read_a_glimpse_as_they_read_a_view(scenario: str) -> None:
    match, stream = Match.new(GAME, scenario, "glimpse", {}), Stream.of(2, "glimpse")
    while match.to_move:
        seat = match.to_move[0]
        view, listed = match.view(seat), GAME.choices(match.position, seat).listed
        found = SoundFlier(view, GAME.tables).choose(listed)
        if view.phase not in (PREPARE, SWAP):
            assert SoundFlier(Glimpse(match.position, seat), GAME.tables).choose(listed) == found  # type: ignore[arg-type]
        match.play(seat, found[0] if stream.below(3) else stream.choose(listed))


@pytest.mark.slow
def test_a_strong_pilot_knows_no_more_than_its_view_and_orders_the_same_again() -> None:
    match, stream, compared = Match.new(GAME, "rail_complex", "knows", {}), Stream.of(3, "knows"), 0
    pilot = StrongFlier("knows", GAME, QUICK)
    while match.to_move and compared < fifth(40):
        seat = match.to_move[0]
        decision = pilot.decide(match.view(seat), GAME.choices(match.position, seat))
        if len(match.entries) % 7 == 0:
            for change in hidden_of_flight(seat).values():
                other = match.position.copy()
                change(other, stream)
                assert StrongFlier("knows", GAME, QUICK).decide(GAME.view(other, seat), GAME.choices(other, seat)) == decision
            compared += 1
        match.play(seat, decision.order)
    assert compared
