"""The officers of the land campaigns: they spend Resources where these gain most, say why, and look at nothing but their seat's view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bob.campaigns.land import orders as o
from bob.campaigns.land.kit import KIT
from bob.campaigns.land.officers import AirWarOfficer, war_outlooks_of
from bob.campaigns.land.position import OVER, PLAN
from bob.campaigns.matches import LOTS, campaigns_out
from bob.campaigns.sides import SIDES
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import Choices
from bob.core.kit import Decision
from bob.core.match import Match
from bob.tactical.matches import PilotMatch
from bob.words import LANGUAGES, Words
from tests.sizes import WHOLE, enough, some

GAME = KIT.make()


def asked(match: Match[Any]) -> Iterator[tuple[str, list[Decision]]]:
    """A campaign by officers: whoever is asked, and what he says, before it is given."""
    while match.to_move:
        seat = match.to_move[0]
        found = KIT.player("sound", seat, "officers", GAME).orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries))
        yield seat, found
        for decision in found:
            match.play(seat, decision.order)


@pytest.mark.slow
@pytest.mark.parametrize("sheet", some(sorted(GAME.tables.campaigns)))
def test_a_campaign_by_officers_ends_and_every_reason_reads_in_both_languages(sheet: str) -> None:
    match = Match.new(GAME, sheet, 3, {"quick": True, "missions": 3})
    keys = set()
    for _, decisions in asked(match):
        for decision in decisions:
            keys.add(decision.why_key)
            values = {language: Words(language)(decision.why_key, **decision.why_values) for language in LANGUAGES}
            assert values["en"] != values["fr"] and "{" not in values["en"] + values["fr"], values
    assert match.position.phase == OVER
    assert {"air_war.why.resource", "air_war.why.last_resource"} <= keys <= {key for key in keys if key.startswith("air_war.why.")}


@pytest.mark.slow
def test_an_officer_looks_at_nothing_that_his_seat_cannot_know() -> None:
    compared = set()
    match = Match.new(GAME, "channel_battle", 5, {"quick": True, "missions": 3 if WHOLE else 1})
    for number, (seat, decisions) in enumerate(asked(match)):
        for name, change in KIT.hidden(GAME, seat).items():
            world = match.position.copy()
            change(world, Stream.of(number, name))
            player = KIT.player("sound", seat, "officers", GAME)
            again = player.orders(GAME.view(world, seat), GAME.choices(world, seat), len(match.entries))
            assert [encode(d.order) for d in again] == [encode(d.order) for d in decisions], (name, seat)
            compared.add(match.position.phase)
    assert compared


def test_no_fighters_are_brought_where_they_gain_nothing_and_flak_where_nobody_bombs_is_kept() -> None:
    """Against a lone rescue aircraft and its escort Standing guns gain nothing, a squadron does."""
    match = Match.new(GAME, "channel_battle", 1, {"quick": True})
    officer = AirWarOfficer("allied", GAME, war_outlooks_of(GAME))
    rescue = next(target for target in GAME.tables.campaigns["channel_battle"].target if target.kind == "rescue")
    match.position.target = rescue.number
    choices = Choices(tuple(o.PickResource(n) for n in (2, 9)))
    decision = officer.decide(GAME.view(match.position, "allied"), choices, 0)[0]
    assert decision.order == o.PickResource(2)
    assert officer._gain("channel_battle", rescue.number, 9, ()) == 0.0


def test_an_outlook_is_the_same_for_both_sides_and_found_once() -> None:
    outlooks = war_outlooks_of(GAME)
    found = outlooks.of("channel_battle", 6, (1, None), 10)
    assert outlooks.of("channel_battle", 6, (1, None), 10) == found
    assert found > outlooks.of("channel_battle", 6, (None, 1), 10), "fighters more, for one or for the other"


def test_an_officer_reckons_with_what_the_enemy_may_bring() -> None:
    """Escorts gain nothing over a target without fighters, but the enemy may bring some; where he has brought all of his they are kept."""
    officer = AirWarOfficer("axis", GAME, war_outlooks_of(GAME))
    fighters = [1, 2, 3, 4]
    assert officer._gain("sector_airfields", 1, 1, (), 16) == 0.0
    assert officer._gain("sector_airfields", 1, 1, fighters, 16) > 1.0


@pytest.mark.smoke
def test_a_plan_ends_with_ready_and_is_legal() -> None:
    match = Match.new(GAME, "counter_raids", 8, {"quick": True, "missions": 6})
    plans = 0
    for seat, decisions in asked(match):
        if enough(plans > 2):
            break
        if match.position.phase == PLAN:
            plans += 1
            for decision in decisions:
                GAME.check(match.position, seat, decision.order)
            assert isinstance(decisions[-1].order, o.Ready | o.SetCrew)
    assert plans


@pytest.mark.slow
def test_officers_beat_players_by_chance() -> None:
    """The short form of `bob tournament --game air_war --missions all --pilots sound,random --games 300`."""
    jobs = [
        PilotMatch("channel_battle", names, f"officers/{i}", {"missions": 2})
        for i, names in enumerate((("sound", "random"), ("random", "sound"), ("sound", "random"), ("random", "sound")))
    ]
    won = 0.0
    for job, found in zip(jobs, campaigns_out(KIT, jobs), strict=True):
        assert found.sides == SIDES
        won += 0.5 if found.winner is None else job.pilots[found.winner] == "sound"
    assert won >= 3


def test_the_player_by_lots_is_there_and_ends_his_plans() -> None:
    assert LOTS in KIT.players("axis")
    jobs = [PilotMatch("autumn", (LOTS, LOTS), "lots", {"quick": True})]
    assert next(iter(campaigns_out(KIT, jobs))).orders > 6
