"""The officers of linked missions: they choose well, say why, look at nothing but their seat's view, and go on where they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bob.campaigns.linked import orders as o
from bob.campaigns.linked.kit import KIT
from bob.campaigns.linked.loaded import Flyer
from bob.campaigns.linked.officers.bombing import Stake, alike, bombed, payoffs, shared_out
from bob.campaigns.linked.officers.outlooks import Outlooks, outlooks_of
from bob.campaigns.linked.officers.planning import Plan
from bob.campaigns.linked.patterns import PATTERNS, shipped_patterns
from bob.campaigns.linked.position import BATTLE, BOMBING, DESTROYED, OVER
from bob.campaigns.matches import LOTS, campaigns_out
from bob.campaigns.mixed_strategy import drawn, first_mixture, mixtures
from bob.campaigns.sides import SIDES
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.kit import Decision
from bob.core.match import Match
from bob.tactical.cards.linking import CardMount, Craft, craft_of
from bob.tactical.matches import MatchCount, jobs_of
from bob.words import LANGUAGES, Words

GAME = KIT.make()
FLAK = shipped_patterns()


def bomber(code: str, hits: int = 0) -> Craft:
    craft = craft_of(0, 0, 0, CardMount(code), GAME.cards.tables)
    craft.hits = hits
    return craft


# ---- choices made unseen


def test_a_choice_that_can_be_played_against_is_mixed() -> None:
    rows, columns = mixtures([[1, -1], [-1, 1]], 200)
    assert abs(rows[0] - 0.5) < 0.1 and abs(columns[0] - 0.5) < 0.1


def test_what_is_worse_whatever_the_other_does_is_never_chosen() -> None:
    rows, columns = mixtures([[3, 2], [1, 0]])
    assert rows[1] < 0.05 and columns[0] < 0.05


def test_who_chooses_first_guards_against_every_case_by_what_it_costs() -> None:
    """In the first case the left column costs nothing and the right one 9; in the second the right one costs nothing and the left one 1."""
    shares = first_mixture([[[0, 9]], [[1, 0]]])
    assert shares[0] > 0.95


def test_a_share_is_drawn_as_often_as_it_says() -> None:
    stream = Stream.of(1, "drawn")
    found = [drawn([0.2, 0.0, 0.8], stream) for _ in range(500)]
    assert 1 not in found and 60 < found.count(0) < 140


# ---- bombs against flak


def test_a_bomber_under_flak_flips_falls_or_gets_through() -> None:
    """A Do 17Z flips at three hits and falls at seven; Tight under Tight flak takes twice the value."""
    stake = Stake(9, 20, 3)
    craft = bomber("do_17z")
    assert bombed(craft, "dispersed", "normal", stake, FLAK) == (craft.front.bombs // 2, 0)
    assert bombed(craft, "normal", "normal", stake, FLAK) == (craft.back.bombs, craft.vp // 2)
    assert bombed(craft, "normal", "normal", replace(stake, flip="exceed"), FLAK) == (craft.front.bombs, 0)
    assert bombed(bomber("do_17z", 1), "tight", "tight", stake, FLAK) == (0, craft.vp)
    assert bombed(craft, "tight", "normal", replace(stake, flak=2), FLAK) == (2 * craft.front.bombs, 0)


def test_a_damaged_bomber_that_falls_costs_the_other_half_only() -> None:
    craft = bomber("do_17z", 4)
    craft.damaged = True
    assert bombed(craft, "tight", "tight", Stake(9, 20, 2), FLAK) == (0, craft.vp - craft.vp // 2)


def test_what_a_target_pays_hangs_on_the_bombs_and_on_what_follows() -> None:
    stake = Stake(9, 20, 1, attack=2, initiative=5.0, control=1.0)
    assert [stake.won(bombs) for bombs in (8, 9, 19, 20)] == [-20, 19, 19, 46]


def test_many_bombers_bomb_in_two_halves_at_most() -> None:
    assert len(shared_out(2)) == 9 and len(shared_out(4)) == 81
    assert len(shared_out(12)) == 9 and all(len(way) == 12 for way in shared_out(12))
    table = payoffs([bomber("do_17z"), bomber("ju_88a")], alike(2), Stake(9, 20, 2), FLAK)
    assert len(table) == len(PATTERNS) and all(len(line) == len(PATTERNS) for line in table)


# ---- missions


def test_a_outlook_is_found_once_and_holds_together() -> None:
    outlooks = Outlooks(GAME, 10)
    page = GAME.campaigns["airfields_1940"]
    found = outlooks.of(page, 3)
    assert outlooks.of(page, 3) is found
    assert abs(sum(found.chances.values()) - 1) < 1e-9 and 0 <= found.arriving <= found.sent == 3
    vital = outlooks.of(page, 3, (7, None))
    assert vital.attack > found.attack and vital.defence == pytest.approx(found.defence, abs=4), "doubled for him who has it"
    guarded = outlooks.of(page, 3, (None, 1))
    assert guarded.swing < found.swing, "a Spitfire more"


def test_the_mission_without_hope_is_not_flown_and_the_last_one_leads_nowhere() -> None:
    page = GAME.campaigns["airfields_1940"]
    plan = Plan(page, outlooks_of(GAME))
    worth = {arrow.number: plan.worth(arrow, {}, page.missions) for arrow in plan.open({}, "axis", page.missions)}
    assert worth == {number: outlooks_of(GAME).of(page, number).swing for number in worth}
    assert plan.initiative({}, "axis", "manston", page.missions) == (0.0, 0.0)


# ---- the officer at his desk


def begun(campaign: str, seed: int, **options: Any) -> Match[Any]:
    return Match.new(GAME, campaign, seed, options)


def asked(match: Match[Any], name: str = "sound") -> Iterator[tuple[str, list[Decision]]]:
    """A campaign by players of that name: whoever is asked, and what he says, before it is given."""
    while match.to_move:
        seat = match.to_move[0]
        player = KIT.player(name, seat, "officers", GAME)
        found = player.orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries))
        yield seat, found
        for decision in found:
            match.play(seat, decision.order)


@pytest.mark.smoke
def test_a_campaign_by_officers_ends_and_every_reason_reads_in_both_languages() -> None:
    keys = set()
    match = begun("london_1940", 3, quick=True)
    for _, decisions in asked(match):
        for decision in decisions:
            keys.add(decision.why_key)
            values = {language: Words(language)(decision.why_key, **decision.why_values) for language in LANGUAGES}
            assert all(values.values()) and values["en"] != values["fr"]
            assert "{" not in values["en"] + values["fr"] and "_" not in values["en"] + values["fr"], values
            assert encode(decision.why_values) is not None
    assert match.position.phase == OVER
    assert keys >= {"campaign.why.arrow", "campaign.why.option", "campaign.why.flak", "campaign.why.bombing"}


@pytest.mark.slow
def test_an_officer_looks_at_nothing_that_his_seat_cannot_know() -> None:
    """Whatever changes that his side cannot see, he orders the same and says the same."""
    compared = 0
    for number, (seat, decisions) in enumerate(asked(match := begun("channel_convoys_1940", 4, quick=True))):
        for name, change in KIT.hidden(GAME, seat).items():
            world = match.position.copy()
            change(world, Stream.of(number, name))
            again = KIT.player("sound", seat, "officers", GAME).orders(
                GAME.view(world, seat), GAME.choices(world, seat), len(match.entries)
            )
            assert encode(tuple(d.order for d in again)) == encode(tuple(d.order for d in decisions)), (name, seat)
            compared += 1
    assert compared > 30


@pytest.mark.slow
def test_bombers_that_have_their_pattern_keep_it_when_the_officer_is_asked_anew() -> None:
    for seed in range(8):
        match = begun("airfields_1940", seed, quick=True)
        for seat, decisions in asked(match):
            if match.position.phase == BOMBING and len(decisions) > 1:
                first = decisions[0].order
                assert isinstance(first, o.PickBombing)
                match.play(seat, first)
                rest = KIT.player("sound", seat, "officers", GAME).orders(
                    match.view(seat), GAME.choices(match.position, seat), len(match.entries)
                )
                assert [d.order.aircraft for d in rest] == [d.order.aircraft for d in decisions[1:]]
                return
    raise AssertionError("no mission with two bombers over the target")


def test_the_player_by_lots_flies_as_soundly_and_draws_all_else() -> None:
    player = KIT.player(LOTS, "axis", "1", GAME)
    assert isinstance(player, Flyer) and LOTS in KIT.players("axis")
    whys = {d.why_key for _, decisions in asked(begun("poland_1939", 5), LOTS) for d in decisions}
    assert whys == {"staff.why.chance", "staff.why.flies"}


@pytest.mark.slow
def test_an_officer_beats_lots_with_the_same_pilots() -> None:
    """The short form of `bob tournament --game campaign --missions all --pilots sound,lots --games 300`."""
    count = MatchCount("poland_1939", ("sound", LOTS))
    jobs = jobs_of("poland_1939", ("sound", LOTS), 24, "officers")
    for job, found in zip(jobs, campaigns_out(KIT, jobs), strict=True):
        count.add(job, found)
    assert count.by_pilot.share >= 0.7 and count.sides == SIDES


def test_officers_choose_in_a_flown_campaign_too() -> None:
    match = begun("poland_1939", 6)
    phases = {match.position.phase for _ in asked(match)}
    assert BATTLE in phases and match.position.phase == OVER and DESTROYED
