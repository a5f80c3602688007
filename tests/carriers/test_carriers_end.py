"""The carrier campaigns: damage tracks and the end, Resources in a flight, whole campaigns."""

from __future__ import annotations

import pytest

from bob.campaigns.carriers import forming
from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS, KIT
from bob.campaigns.carriers.orders import AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.position import FORM, OVER, PLAN, TurnPlan
from bob.campaigns.carriers.sequence import CarrierRun, victory_points
from bob.campaigns.land.orders import Ready
from bob.campaigns.land.position import AircraftFate, Airman
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.match import Match
from bob.tactical.cards.flight import FlightFate, FlightHit, FlightResult
from bob.words import Words
from tests.carriers.build import CRAFTS, GAME, LARGE, QUIET, Drawn, begun, flyers, out_of, planned, taken
from tests.sizes import fifth

# ---- tracks and the end


@pytest.mark.rule("CAM-25.81a")
@pytest.mark.rule("CAM-25.81b")
@pytest.mark.rule("CAM-25.82a")
@pytest.mark.rule("CAM-25.82b")
@pytest.mark.rule("CAM-25.83")
def test_points_and_lost_aircraft_are_ticked_where_they_belong() -> None:
    """Bombs on the target's track; aircraft of the Strike on their Fleet's, of the CAP on theirs. VPs are those of the tracks."""
    position = taken(planned(begun(), LARGE, QUIET), axis=8)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    fates = (
        FlightFate("0", 0, "axis", "a6m2", "fighter", "destroyed", 6, True, False, False),
        FlightFate("3", 0, "allied", "f4f", "fighter", "destroyed", 7, True, False, False),
        FlightFate("3", 1, "allied", "f4f", "fighter", "destroyed", 7, True, False, False),
    )
    hits = (FlightHit("0", 0, "dive", "vital", 4), FlightHit("0", 0, "dive", "hit", 1))
    flow.enter(FlightResult(fates, hits, 5, 0, 6), flown=True)
    assert position.tracks == {"allied_fleet": 7, "japanese_fleet": 1}
    campaign = GAME.campaign(position)
    assert (victory_points(position, campaign, "axis"), victory_points(position, campaign, "allied")) == (1, 0)
    position.tracks["allied_fleet"] = 8
    assert victory_points(position, campaign, "axis") == 3, "the step that is reached, not all of them added"
    sheet_levels = GAME.tables.targets["carrier_fleet"].levels
    assert sheet_levels == (), "a Fleet has no VPs of its own sheet"


@pytest.mark.rule("CAM-25.82b")
def test_aircraft_over_a_target_that_is_no_base_tick_nothing_there() -> None:
    position = taken(planned(begun(), ("medium", "port"), QUIET), dice=Drawn("carriers.dice.cap", lambda face: face.card.title == "oots"))
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    fates = (FlightFate("3", 0, "allied", "p_40b", "fighter", "destroyed", 6, True, False, False),)
    flow.enter(FlightResult(fates, (), 0, 0, 6), flown=True)
    assert position.tracks == {}


@pytest.mark.rule("CAM-25.1c")
@pytest.mark.rule("CAM-25.9a")
@pytest.mark.rule("CAM-25.9b")
@pytest.mark.rule("CAM-GAP-30")
@pytest.mark.rule("CAM-25.23a")
def test_the_campaign_ends_with_its_last_turn_and_equal_points_are_a_draw() -> None:
    position = begun(turns=2)
    for _ in range(2):
        assert position.phase == PLAN
        taken(planned(position, QUIET, QUIET))
    assert position.phase == OVER and position.outcome is not None and position.outcome.code == "carriers.outcome.draw"
    assert begun().turn == 1 and GAME.tables.campaigns["coral_sea"].turns == 6


@pytest.mark.rule("CAM-25.9a")
def test_a_fleet_out_of_action_ends_it_with_the_turn_and_not_before() -> None:
    position = taken(planned(begun(), LARGE, LARGE), axis=7, allied=8)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    flow.enter(FlightResult((), (), 30, 0, 6), flown=True)
    assert position.phase == FORM and position.turn == 1, "the other Strike is still flown"
    out_of(position)
    assert position.phase == OVER and position.outcome is not None and position.outcome.winner == "axis"


# ---- Resources in a flight


@pytest.mark.rule("CAM-GAP-52")
@pytest.mark.rule("CAM-25.33")
@pytest.mark.parametrize(("blue", "fought"), [(True, False), (False, True)])
def test_out_of_sight_draws_a_card_for_each_number_and_a_blue_margin_hides_the_fleet(blue: bool, fought: bool) -> None:
    position = taken(planned(begun(), ("medium", "large"), ("long", "none")), allied=6)
    dice = Drawn("carriers.dice.sight", lambda face: face.blue is blue)
    out_of(position, dice)
    assert position.log[0].fought is fought
    assert sum(roll.purpose == "carriers.dice.sight" for roll in dice.ledger.rolls) == 3
    assert fought or not position.log[0].fates


def test_out_of_sight_hides_no_fleet_when_both_are_close() -> None:
    position = taken(planned(begun(), ("close", "large"), ("close", "none")), allied=6)
    out_of(position, Drawn("carriers.dice.sight", lambda face: face.blue))
    assert position.log[0].fought


def test_resource_aircraft_join_the_strike_and_the_cap() -> None:
    position = taken(planned(begun(), LARGE, QUIET), axis=4, allied=5)
    assert ("b5n2", 1) in flyers(position, "axis") and ("sbd", 2) in flyers(position, "allied")


@pytest.mark.rule("CAM-19.24")
def test_pilots_are_drawn_for_a_strike_when_it_stands_who_flies() -> None:
    position = taken(planned(begun("convoys"), LARGE, LARGE))
    assert all(group.airman is None for group in position.groups)
    for _ in range(12):
        out_of(position)
        if position.phase != FORM:
            break
    airmen: list[tuple[AircraftFate, Airman]] = [(f, f.airman) for line in position.log for f in line.fates if f.airman is not None]
    assert all(fate.role == "leader" for fate, _ in airmen)


@pytest.mark.rule("CAM-19.24a")
def test_the_cup_of_the_convoys_holds_nobody_who_came_later_and_that_of_the_pacific_has_no_days() -> None:
    for sheet, late in (("convoys", False), ("coral_sea", True)):
        cup = CarrierRun(begun(sheet), GAME.tables, GAME.flights, Drawn()).cup()
        assert ("mouchotte" in {counter.code for counter in cup.counters}) == late


@pytest.mark.rule("CAM-25.22a")
@pytest.mark.rule("CAM-25.22b")
@pytest.mark.rule("CAM-25.22c")
def test_the_log_sheet_holds_tactics_operations_resources_and_damage() -> None:
    position = taken(planned(begun(), LARGE, ("long", "none")), axis=7)
    out_of(position)
    line = position.turns[0]
    assert (line.axis, line.allied, line.axis_resource, line.allied_resource) == (
        TurnPlan("medium", "large"),
        TurnPlan("long", "none"),
        7,
        None,
    )
    assert position.log[0].turn == 1 and dict(position.log[0].ticks) == position.tracks
    assert GAME.view(position, "axis").log == GAME.view(position, "allied").log


# ---- whole campaigns


@pytest.mark.slow
@pytest.mark.parametrize("code", CARRIER_CAMPAIGNS)
def test_a_campaign_is_flown_through_by_officers_and_tells_itself_in_both_languages(code: str) -> None:

    match = Match.new(GAME, code, 5, {"quick": True})
    officers = {seat: KIT.player("sound", seat, "1", GAME) for seat in ("axis", "allied")}
    tellers = [KIT.teller(Words(language), GAME, code) for language in ("en", "fr")]
    while match.to_move:
        seat = match.to_move[0]
        for decision in officers[seat].orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries)):
            assert all(teller.order(decision.order, seat) for teller in tellers)
            assert all(Words(language)(decision.why_key, **decision.why_values) for language in ("en", "fr"))
            entry = match.play(seat, decision.order)
            for event in entry.events:
                assert all(teller.event(event) for teller in tellers)
    assert match.position.outcome is not None


@pytest.mark.slow
def test_a_strike_is_flown_by_the_cards_inside_the_campaign() -> None:
    match = Match.new(GAME, "convoys", 2, {"turns": 1})
    officers = {seat: KIT.player("sound", seat, "1", GAME) for seat in ("axis", "allied")}
    teller, flown = KIT.teller(Words("fr"), GAME, "convoys"), 0
    while match.to_move:
        seat = match.to_move[0]
        flown += match.position.flight is not None
        for decision in officers[seat].orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries)):
            entry = match.play(seat, decision.order)
            assert all(teller.event(event) for event in entry.events)
            if match.position.flight is not None:
                assert GAME.parse(GAME.dump(match.position)) == match.position
                break
    assert flown > 20 and match.position.log


@pytest.mark.slow
@pytest.mark.rule("CAM-25.9b")
def test_sound_officers_beat_random_ones() -> None:
    won, games = 0.0, fifth(24)
    for seed in range(games):
        match = Match.new(GAME, CARRIER_CAMPAIGNS[seed % 2], seed, {"quick": True})
        sound = ("axis", "allied")[seed // 2 % 2]
        officer, stream = KIT.player("sound", sound, "1", GAME), Stream.of(seed, "random")
        while match.to_move:
            seat = match.to_move[0]
            if seat == sound:
                match.play(seat, officer.orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries))[0].order)
            else:
                match.play(seat, GAME.sample(match.position, seat, stream))
        assert match.position.outcome is not None
        won += 1 if match.position.outcome.winner == sound else 0.5 if match.position.outcome.winner is None else 0
    assert won / games >= 0.6, won


def test_refused_before_the_time_comes() -> None:
    position = begun()
    for order in (TakeResource(1), LeaveBehind(0), AddToCap(None), Ready()):
        with pytest.raises(Refused):
            GAME.check(position, "axis", order)
    with pytest.raises(Refused):
        GAME.check(position, "axis", PlanTurn("near", "large"))
    with pytest.raises(Refused):
        GAME.check(position, "axis", PlanTurn("close", "huge"))


def test_forming_lists_what_it_lets_pass() -> None:
    position = taken(planned(begun(), LARGE, QUIET))
    for order in forming.orders(position, GAME.tables, CRAFTS, "axis"):
        GAME.check(position, "axis", order)


@pytest.mark.rule("CAM-25.23b")
@pytest.mark.rule("CAM-24.43c")
def test_a_side_without_a_fighter_has_the_flak_alone_and_the_strike_is_flown() -> None:
    dice = Drawn("carriers.dice.cap", lambda face: face.card.title == "scissors")
    position = taken(planned(begun(), ("medium", "port"), QUIET), dice=dice)
    assert not position.own_groups("allied") and GAME.to_move(position) == ("axis",), "nothing is asked of whom nothing flies for"
    out_of(position)
    assert position.log[0].fought and {fate.side for fate in position.log[0].fates} == {"axis"}


@pytest.mark.rule("CAM-23.8c")
def test_after_the_last_turn_home_the_points_stand_on_the_tracks() -> None:
    match = Match.new(GAME, "coral_sea", 11, {"turns": 1, "quick": True})
    stream = Stream.of(11, "chance")
    while match.to_move:
        seat = match.to_move[0]
        match.play(seat, GAME.sample(match.position, seat, stream))
    codes = [event.code for entry in match.entries for event in entry.events]
    assert codes[-2:] == ["turn_over", "campaign_over"]
    campaign, position = GAME.campaign(match.position), match.position
    assert position.outcome is not None
    assert position.outcome.points == {side: victory_points(position, campaign, side) for side in ("axis", "allied")}


@pytest.mark.rule("CAM-18.11a")
def test_fighters_carry_bombs_only_where_they_are_the_strike() -> None:
    escort = taken(planned(begun(), QUIET, LARGE))
    assert {group.aircraft: group.load for group in escort.own_groups("allied")} == {"f4f": "none", "tbd": "torpedo", "sbd": "bombs"}
    alone = taken(planned(begun("convoys"), ("medium", "rdf"), QUIET))
    assert {group.load for group in alone.own_groups("axis")} == {"bombs"}
