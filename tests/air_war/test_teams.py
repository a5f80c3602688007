"""Teams in land and carrier campaigns: who gives which order, and what a player sees (CAM-24.43, CAM-25.23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from bob.campaigns.carriers.kit import KIT as CARRIERS
from bob.campaigns.flight_campaign import FlightCampaign
from bob.campaigns.land.kit import KIT as LAND
from bob.campaigns.sides import SIDES, side_of
from bob.core.codec import CodecError, encode
from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.core.kit import Kit
from bob.core.match import Match
from bob.driver import driver_among
from bob.driver.local import Driver
from bob.words import LANGUAGES, Words
from tests.played import Bob

TEAMS = [
    pytest.param(LAND, "london", {"missions": 2, "axis_players": 3, "allied_players": 2}, id="land"),
    pytest.param(CARRIERS, "midway", {"turns": 2, "allied_players": 3}, id="carriers"),
]


def of_teams(kit: Kit, scenario: str, options: Mapping[str, Any], seed: str = "teams") -> Match[Any]:
    return Match.new(kit.make(), scenario, seed, dict(options))


@cache
def _played(kit: Kit, scenario: str, options: tuple[tuple[str, Any], ...]) -> Match[Any]:
    match = of_teams(kit, scenario, dict(options))
    driver = driver_among(match, dict.fromkeys(match.game.seats(match.position), "sound"))
    driver.snapshots = False
    while match.to_move:
        driver.step()
    return match


def played(kit: Kit, scenario: str, options: Mapping[str, Any]) -> Match[Any]:
    """A whole campaign, every seat with a player of its own."""
    return _played(kit, scenario, tuple(options.items()))


@pytest.mark.slow
@pytest.mark.rule("CAM-24.43a", "CAM-25.23b")
@pytest.mark.parametrize(("kit", "scenario", "options"), TEAMS)
def test_a_side_has_as_many_seats_as_players_and_each_of_them_plays_its_share(kit: Kit, scenario: str, options: dict[str, Any]) -> None:
    match = played(kit, scenario, options)
    seats = match.game.seats(match.position)
    assert Counter(map(side_of, seats)) == {side: options.get(f"{side}_players", 1) for side in SIDES} and seats[0] == "axis"
    gave = Counter(entry.seat for entry in match.entries if entry.order is not None)
    assert set(gave) == set(seats), "nobody only looks on"
    assert match.position.outcome is not None


@pytest.mark.slow
@pytest.mark.rule("CAM-24.43a", "CAM-25.23b")
@pytest.mark.parametrize(("kit", "scenario", "options"), TEAMS)
def test_each_flies_his_own_aircraft_and_the_leader_changes_by_turns(kit: Kit, scenario: str, options: dict[str, Any]) -> None:
    """Through a whole campaign: every decision is one seat's of a side, and of the player who flies the aircraft that acts."""
    match = of_teams(kit, scenario, options)
    game = match.game
    assert isinstance(game, FlightCampaign)
    driver = driver_among(match, dict.fromkeys(game.seats(match.position), "sound"))
    leaders: dict[str, dict[int, str]] = {side: {} for side in SIDES}
    acted = 0
    while match.to_move:
        position = match.position
        assert len({side_of(seat) for seat in match.to_move}) == len(match.to_move), "one of a team at a time"
        for side in SIDES:
            leaders[side][position.rounds] = game.leader(position, side)
        flight = position.flight
        if flight is None:
            assert all(seat == game.leader(position, side_of(seat)) for seat in match.to_move)
        elif (
            flight.active >= 0 and flight.exchange is None and flight.passage is None and flight.assault is None and flight.pending is None
        ):
            unit, side = flight.sorties[flight.active].unit, flight.seats[flight.crafts[flight.active].seat]
            assert match.to_move == (game.flown_by(position, side)[unit],)
            acted += 1
        driver.step()
    assert acted > 20
    for side in SIDES:
        team = match.position.terms.team(side)
        assert [leaders[side][number] for number in sorted(leaders[side])] == [team[i % len(team)] for i in range(len(leaders[side]))]


@pytest.mark.rule("CAM-24.43a", "CAM-25.23b")
@pytest.mark.parametrize(("kit", "scenario", "options"), TEAMS)
def test_a_player_sees_and_hears_what_his_side_does_and_no_more(kit: Kit, scenario: str, options: dict[str, Any]) -> None:
    match = played(kit, scenario, options)
    game = match.game
    teams = {side: match.position.terms.team(side) for side in SIDES}
    for entry in match.entries:
        for event in entry.events:
            for team in teams.values():
                assert set(event.to) >= set(team) or not set(event.to) & set(team), event.code
    again = of_teams(kit, scenario, options)
    for entry in match.entries[1:60]:
        for team in teams.values():
            views = [encode(game.view(again.position, seat)) for seat in team]
            assert all(view == views[0] for view in views)
        assert game.view(again.position, REFEREE) is not None
        again.play(entry.seat, entry.order)


@pytest.mark.rule("CAM-24.43a")
def test_what_falls_to_another_of_the_team_is_refused_and_not_offered() -> None:
    match = of_teams(LAND, "london", {"axis_players": 2, "allied_players": 2})
    assert match.to_move == ("axis", "allied")
    order = match.game.choices(match.position, "axis").listed[0]
    assert match.game.choices(match.position, "axis_2").listed == ()
    with pytest.raises(Refused) as caught:
        match.play("axis_2", order)
    assert caught.value.rule == "CAM-24.43a"
    match.play("axis", order)
    with pytest.raises(Refused):
        match.play("axis_2", order)


@pytest.mark.rule("CAM-24.43a", "CAM-25.23b")
@pytest.mark.parametrize("kit", [LAND, CARRIERS], ids=["land", "carriers"])
def test_a_team_has_one_player_unless_more_are_asked_for_and_never_none(kit: Kit) -> None:
    game = kit.make()
    match = Match.new(game, kit.usual, "1")
    assert game.seats(match.position) == SIDES and not any(e.code == "leads" for e in match.entries[0].events)
    with pytest.raises(CodecError):
        Match.new(game, kit.usual, "1", {"axis_players": 0})
    assert set(kit.casting(game, kit.usual, {"axis_players": 4}).alone) == {"axis", "axis_2", "axis_3", "axis_4", "allied"}


@pytest.mark.rule("CAM-24.43a", "CAM-25.23b")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kit", "scenario", "options"), TEAMS)
def test_who_leads_and_who_flies_what_is_told(kit: Kit, scenario: str, options: dict[str, Any], language: str) -> None:
    match = played(kit, scenario, options)
    teller = kit.teller(Words(language), match.game, scenario)
    lines = [(event.code, teller.event(event)) for entry in match.entries for event in entry.events]
    said = [text for code, text in lines if code in ("leads", "flown_by")]
    assert any(" 2" in text for text in said) and not any("_" in text for text in said)


@pytest.mark.rule("CAM-24.43a")
def test_a_driver_as_rooms_have_it_waits_for_the_one_of_a_team_whose_order_it_is() -> None:
    seats = {"axis": "human", "axis_2": "human", "allied": "sound"}
    game = LAND.make()
    driver = Driver.new(game, "channel_battle", "room", {"axis_players": 2, "missions": 2, "quick": True}, seats)
    players = {seat: LAND.player("sound", seat, "1", game) for seat in ("axis", "axis_2")}
    waited = set()
    for number in range(60):
        driver.advance()
        for question in driver.asked():
            assert question.choices.listed and question.view.seat == "axis"
            waited.add(question.seat)
            for decision in players[question.seat].orders(question.view, question.choices, number):
                driver.give(question.seat, decision.order)
    assert driver.is_over and waited == {"axis", "axis_2"}


@pytest.mark.rule("CAM-24.43a")
def test_a_team_plays_in_the_terminal(bob: Bob) -> None:
    seats = "axis=sound,axis_2=sound,allied=sound,allied_2=sound,allied_3=sound"
    options = ("--option", "axis_players=2", "--option", "allied_players=3", "--option", "missions=1", "--option", "quick=true")
    code, out, err = bob("", "play", "air_war", "london", "--seed", "3", "--seats", seats, *options)
    assert code == 0, err
    assert "leads" in out
