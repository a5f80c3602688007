"""Flights played by pilots and by chance: they end, follow from their seed, keep their secrets, are told in both languages, are quick."""

from __future__ import annotations

import ast
import io
import time
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.game import REFEREE, secret_free
from bob.core.match import Match
from bob.tactical import cards_classic
from bob.tactical.cards_classic.game import FlightGame, shipped_flights
from bob.tactical.cards_classic.hidden import hidden_of_flight
from bob.tactical.cards_classic.kit import KIT
from bob.tactical.cards_classic.loaded import FlightFlier
from bob.tactical.cards_classic.orders import FLIGHT_ORDERS
from bob.tactical.cards_classic.pilots import flown_by_rule
from bob.tactical.cards_classic.telling import FlightTeller
from bob.words import LANGUAGES, Words
from tests.sizes import fifth

GAME = FlightGame()
SCENARIOS = sorted(shipped_flights())


def flown(scenario: str, seed: int, sound: tuple[str, ...] = ("axis", "allied"), **options: object) -> Match[Any]:
    """A flight by sound pilots on these seats, by chance on the others."""
    match = Match.new(GAME, scenario, f"flown/{seed}", options)
    stream = Stream.of(seed, "flown")
    while match.to_move:
        seat = match.to_move[0]
        if seat in sound:
            order = flown_by_rule(match.view(seat), GAME.choices(match.position, seat), GAME.tables).order
        else:
            order = GAME.sample(match.position, seat, stream)
        match.play(seat, order)
    return match


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_flights_end_and_every_invariant_holds(scenario: str) -> None:
    for seed in range(fifth(20)):
        match = Match.new(GAME, scenario, f"random/{seed}", {"edition": {"leave": "never"}} if seed % 2 else {})
        stream = Stream.of(seed, "random")
        while match.to_move:
            seat = stream.choose(match.to_move)
            match.play(seat, GAME.sample(match.position, seat, stream))
            GAME.invariants(match.position)
            if len(match.entries) % 25 == 0:
                page = GAME.dump(match.position)
                assert GAME.dump(GAME.parse(page)) == page
                assert GAME.dump(match.position.copy()) == page
            assert len(match.entries) < 4000
        result = GAME.result(match.position)
        assert len(result.aircraft) == len(match.position.crafts)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_seat_cannot_know_changes_nothing_that_it_sees(scenario: str) -> None:
    for seed in range(fifth(5)):
        match = Match.new(GAME, scenario, f"worlds/{seed}", {})
        stream = Stream.of(seed, "worlds")
        while match.to_move:
            if len(match.entries) % 6 == 0:
                for seat in ("axis", "allied"):
                    seen = secret_free(GAME.view(match.position, seat)), GAME.choices(match.position, seat)
                    for change in hidden_of_flight(seat).values():
                        other = match.position.copy()
                        change(other, stream)
                        assert (secret_free(GAME.view(other, seat)), GAME.choices(other, seat)) == seen
            seat = stream.choose(match.to_move)
            match.play(seat, GAME.sample(match.position, seat, stream))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_and_event_is_told(language: str) -> None:
    words = Words(language)
    for scenario in SCENARIOS:
        teller = FlightTeller(words, GAME.tables, GAME.flights[scenario])
        match = flown(scenario, 3, sound=("axis",))
        for entry in match.entries:
            if entry.order is not None:
                assert teller.order(entry.order)
            for event in entry.events:
                line = teller.event(event)
                assert line and "{" not in line and "_" not in line, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pilot_says_why(language: str) -> None:
    words, said = Words(language), set()
    for scenario in SCENARIOS:
        match = Match.new(GAME, scenario, "why", {})
        while match.to_move:
            seat = match.to_move[0]
            decision = flown_by_rule(match.view(seat), GAME.choices(match.position, seat), GAME.tables)
            said.add(words(decision.why_key, **decision.why_values))
            match.play(seat, decision.order)
    assert len(said) > 15


@pytest.mark.slow
def test_sound_pilots_beat_chance() -> None:
    games = fifth(60)
    for scenario in ("rail_complex", "elements", "carrier_strike"):
        differences = {}
        for seat, other in (("axis", "allied"), ("allied", "axis")):
            scores = []
            for seed in range(games):
                match = flown(scenario, seed, (seat,), edition={"leave": "never"})
                points = match.position.outcome.points
                scores.append(points[seat] - points[other])
            differences[seat] = sum(scores) / games
        assert differences["axis"] + differences["allied"] > 0, (scenario, differences)


def test_the_same_view_gives_the_same_order() -> None:
    one, other = (flown("rail_complex", 5) for _ in range(2))
    assert GAME.dump(one.position) == GAME.dump(other.position)


def test_a_flight_by_sound_pilots_is_quick() -> None:
    flown("rail_complex", 1)
    begun = time.process_time()
    for seed in range(3):
        flown("rail_complex", seed)
    assert time.process_time() - begun < 3, "a campaign of six has twenty seconds"


def test_who_there_is_to_fly() -> None:
    assert KIT.players("axis") == ("sound", "strong", "random")
    with pytest.raises(UsageError):
        FlightFlier("red_baron", "axis", "1", GAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_flight_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 12 + "quit\n"))
    assert main(["play", "flight", "heavy_raid", "--seed", "4", "--lang", language]) == 0
    out = capsys.readouterr().out
    words = Words(language)
    assert words("flight.target.docks") in out and "B-17D (1)" in out
    assert "ims_" not in out and "target_bound" not in out


def test_the_referee_sees_all() -> None:
    match = flown("elements", 1)
    view = GAME.view(match.position, REFEREE)
    assert view.draw_pile is not None and all(craft.cards is not None for craft in view.aircraft)


@pytest.mark.rule("CAM-DAT-17")
def test_an_edition_goes_by_its_name_or_switch_by_switch() -> None:
    assert GAME.terms("rail_complex", {"edition": "classic"}) == GAME.flights["rail_complex"]
    assert GAME.terms("rail_complex", {"edition": {"rear_angle": -1}}).edition.rear_angle == -1
    with pytest.raises(UsageError, match="classic"):
        GAME.terms("rail_complex", {"edition": "baroque"})
    with pytest.raises(UsageError, match="home_bound"):
        GAME.terms("rail_complex", {"weather": 1})
    with pytest.raises(UsageError, match="rail_complex"):
        GAME.terms("tea_time", {})


def test_whatever_is_played_with_the_ace_ability_has_words_of_its_own() -> None:
    known = set()
    for path in sorted(Path(cards_classic.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and any(key.arg == "ace" for key in node.keywords) and isinstance(node.args[0], ast.Constant):
                known.add(f"flight.event.{node.args[0].value}")
    known |= {f"flight.order.{order.code}" for order in FLIGHT_ORDERS if "ace" in order.__dataclass_fields__}  # type: ignore[attr-defined]
    assert {"flight.event.flak_answered", "flight.event.answered", "flight.order.answer_flak"} <= known
    words = Words("en")
    for key in sorted(known):
        assert words.has(key) and words.has(f"{key}_ace"), key
