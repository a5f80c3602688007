"""The carrier campaigns through their turns: plans, Resources, the order of flights, sizes, recovery, secrets."""

from __future__ import annotations

import pytest

from bob.campaigns.carriers.campaign_data import TACTICS
from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS, KIT
from bob.campaigns.carriers.orders import AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.position import BASE_STRIKE, FLEET_STRIKE, FORM, PLAN, RESOURCE, SCOUT, CarrierPosition, FleetSortie, TurnPlan
from bob.campaigns.carriers.sequence import CarrierRun, plans_open, recovery_cards, resources_open
from bob.campaigns.land.orders import Ready, SetAltitude, SetLoad
from bob.campaigns.land.position import Airman
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.kit import WorldChange
from bob.tactical.cards.flight import FlightFate, FlightHit, FlightResult
from tests.carriers.build import GAME, LARGE, QUIET, Drawn, begun, flyers, give, out_of, planned, taken

# ---- Tactics and Operations


@pytest.mark.rule("CAM-25.0a")
@pytest.mark.rule("CAM-25.1a")
@pytest.mark.rule("CAM-25.31")
@pytest.mark.rule("CAM-25.41")
@pytest.mark.rule("CAM-25.1b")
def test_both_record_tactic_and_operation_in_secret_and_then_both_are_shown() -> None:
    position = begun()
    assert position.phase == PLAN and GAME.to_move(position) == ("axis", "allied")
    events = give(position, "axis", PlanTurn("close", "large"))
    assert [event.to for event in events] == [("axis",)]
    assert GAME.view(position, "allied").plans == () and GAME.view(position, "allied").own_plan is None
    assert GAME.view(position, "axis").own_plan == TurnPlan("close", "large")
    give(position, "allied", PlanTurn("long", "none"))
    assert position.phase == RESOURCE and dict(GAME.view(position, "allied").plans)["axis"] == TurnPlan("close", "large")


@pytest.mark.rule("CAM-25.32a")
@pytest.mark.rule("CAM-25.32c")
def test_the_two_tactics_are_independent() -> None:
    """CAM-EX-44: one Long, the other Close, in the same turn."""
    position = planned(begun(), ("long", "none"), ("close", "none"))
    assert {plan.tactic for plan in position.plans.values()} == {"long", "close"}
    assert {tactic for tactic, _ in plans_open(begun(), GAME.tables.campaigns["coral_sea"], "axis")} == set(TACTICS)


@pytest.mark.rule("CAM-25.32b")
@pytest.mark.rule("CAM-25.42b")
def test_close_does_not_follow_long_nor_a_large_strike_another() -> None:
    position = taken(planned(begun(), ("long", "large"), ("close", "none")))
    out_of(position)
    assert position.turn == 2
    open_ = plans_open(position, GAME.campaign(position), "axis")
    assert {tactic for tactic, _ in open_} == {"medium", "long"} and "large" not in {code for _, code in open_}
    with pytest.raises(Refused, match=r"CAM-25\.32b"):
        GAME.check(position, "axis", PlanTurn("close", "small"))
    with pytest.raises(Refused, match=r"CAM-25\.42b"):
        GAME.check(position, "axis", PlanTurn("long", "large"))
    assert {tactic for tactic, _ in plans_open(position, GAME.campaign(position), "allied")} == {"close", "medium"}
    GAME.check(position, "allied", PlanTurn("medium", "large"))


@pytest.mark.rule("CAM-25.42a")
@pytest.mark.parametrize("code", CARRIER_CAMPAIGNS)
def test_every_campaign_has_large_small_and_no_strike(code: str) -> None:
    campaign = GAME.tables.campaigns[code]
    for side in ("axis", "allied"):
        assert {op.size for op in campaign.operations(side).values()} == {"large", "small", "none"}


# ---- Resources


@pytest.mark.rule("CAM-25.51")
@pytest.mark.rule("CAM-25.52a")
@pytest.mark.rule("CAM-25.52b")
@pytest.mark.rule("CAM-25.52c")
@pytest.mark.rule("CAM-25.52d")
@pytest.mark.rule("CAM-25.52e")
def test_one_list_for_both_each_once_no_resource_always_and_none_that_is_reserved() -> None:
    position = planned(begun(), QUIET, QUIET)
    campaign = GAME.campaign(position)
    assert resources_open(position, campaign, "axis") == [None, 1, 2, 3, 4, 6, 7, 8]
    assert resources_open(position, campaign, "allied") == [None, 1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(Refused, match=r"CAM-25\.52e"):
        GAME.check(position, "allied", TakeResource(4))
    give(position, "axis", TakeResource(3))
    assert GAME.view(position, "allied").picks == () and GAME.view(position, "allied").own_pick is None
    give(position, "allied", TakeResource(3))
    assert position.turn == 2, "two No Strikes: no flight"
    planned(position, QUIET, QUIET)
    with pytest.raises(Refused, match=r"CAM-25\.52c"):
        GAME.check(position, "axis", TakeResource(3))
    taken(position)
    planned(position, QUIET, QUIET)
    GAME.check(position, "axis", TakeResource(None))


@pytest.mark.rule("CAM-25.53a")
@pytest.mark.rule("CAM-25.62a")
@pytest.mark.rule("CAM-25.62b")
@pytest.mark.rule("CAM-23.26a")
@pytest.mark.rule("CAM-23.26b")
def test_the_lower_number_strikes_first_and_radar_lengthens_the_enemys_way() -> None:
    """CAM-EX-45: #7 Loaded Flight Deck for the Japanese, #3 Radar for the Allies."""
    position = taken(planned(begun(), LARGE, LARGE), axis=7, allied=3)
    assert position.sortie is not None and position.sortie.side == "allied"
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    allied = flow.terms(position.sortie)
    assert (allied.target_bound, allied.home_bound, allied.speed_shortens) == (2, 1, False)
    assert allied.effects.points_per_hit == 0
    out_of(position)
    assert position.sortie is not None and position.sortie.side == "axis"
    axis = flow.terms(position.sortie)
    assert (axis.target_bound, axis.home_bound) == (4, 1)
    assert axis.effects.points_per_hit > 0


@pytest.mark.rule("CAM-25.61a")
@pytest.mark.rule("CAM-25.61b")
@pytest.mark.rule("CAM-25.61c")
@pytest.mark.rule("CAM-25.53b")
@pytest.mark.rule("CAM-GAP-46")
def test_a_full_turn_of_midway_has_five_flights_in_their_order() -> None:
    """CAM-EX-46: both scouts, the island's Strike, then the two Fleets' Strikes together."""
    position = taken(planned(begun("midway"), LARGE, LARGE), axis=1, allied=1)
    assert position.sortie is not None
    kinds = [position.sortie.kind, *[sortie.kind for sortie in position.queue]]
    assert kinds == [SCOUT, SCOUT, BASE_STRIKE, FLEET_STRIKE, FLEET_STRIKE]
    lines = []
    while position.turn == 1 and position.phase == FORM:
        seat = GAME.to_move(position)[0]
        order = next((o for o in GAME.choices(position, seat).listed if isinstance(o, LeaveBehind)), Ready())
        lines += [event.code for event in give(position, seat, order)]
    assert "simultaneous" in lines and len(position.log) == 5


@pytest.mark.rule("CAM-GAP-29")
def test_no_resource_strikes_after_every_numbered_one_and_two_of_it_together() -> None:
    position = taken(planned(begun(), LARGE, LARGE), axis=None, allied=8)
    assert position.sortie is not None and position.sortie.side == "allied"
    both = taken(planned(begun(), LARGE, LARGE))
    assert both.sortie is not None and both.sortie.read is not None and both.queue[0].read is not None


@pytest.mark.rule("CAM-GAP-31")
@pytest.mark.rule("CAM-25.63d")
def test_of_two_strikes_in_sequence_the_second_is_read_after_the_first_and_of_two_together_both_before() -> None:
    for axis, expected in ((None, 0), (8, 1)):
        position = taken(planned(begun(), LARGE, LARGE), axis=axis, allied=None)
        second = position.queue[0].side
        origin = GAME.campaign(position).fleet_of(second).code
        position.tracks[origin] = 0
        position.log.clear()
        flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
        first = position.groups[0]
        fate = FlightFate("0", 0, first.side, first.aircraft, "fighter", "whole", 0, False, True, True)
        flow.enter(FlightResult((fate,), (FlightHit("0", 0, "dive", "vital", 5),), 5, 0, 6), flown=True)
        assert position.sortie is not None and position.sortie.side == second
        if expected:
            assert position.fewer[second] == 1, "five boxes on its track: one aircraft fewer"
        else:
            assert position.fewer[second] == 0


# ---- Strikes and CAP


@pytest.mark.rule("CAM-25.43a")
@pytest.mark.rule("CAM-25.63a")
@pytest.mark.rule("CAM-25.63c")
@pytest.mark.rule("CAM-25.43b")
@pytest.mark.rule("CAM-25.64")
def test_a_large_strike_of_the_japanese_and_its_cap() -> None:
    """CAM-EX-47 and CAM-EX-50."""
    position = taken(planned(begun(), LARGE, QUIET))
    assert flyers(position, "axis") == [("a6m2", 2), ("b5n2", 2), ("d3a1", 1)]
    assert flyers(position, "allied") == [("f4f", 2), ("f4f", 2)]
    struck = taken(planned(begun(), LARGE, ("medium", "small")), axis=None, allied=8)
    assert flyers(struck, "axis") == [("a6m2", 1)] and flyers(struck, "allied") == [("f4f", 1), ("sbd", 2)]


@pytest.mark.rule("CAM-25.63b")
@pytest.mark.rule("CAM-25.63e")
@pytest.mark.rule("CAM-25.84")
@pytest.mark.rule("CAM-GAP-32")
def test_at_five_points_the_strike_is_one_aircraft_smaller_and_its_owner_says_which() -> None:
    """CAM-EX-48: four boxes take nothing off, five one aircraft."""
    for damage, fewer in ((4, 0), (5, 1), (16, 2), (23, 3)):
        position = planned(begun(), LARGE, QUIET)
        campaign = GAME.campaign(position)
        assert campaign.base_of("japanese_fleet").track.strike_less(damage) == fewer
    position = planned(begun(), LARGE, QUIET)
    position.tracks["japanese_fleet"] = 5
    take_no_resource(position)
    assert position.fewer["axis"] == 1
    with pytest.raises(Refused, match=r"CAM-25\.63b"):
        GAME.check(position, "axis", Ready())
    assert GAME.choices(position, "axis").listed == (LeaveBehind(0), LeaveBehind(1), LeaveBehind(2))
    GAME.apply(position, "axis", LeaveBehind(1), Drawn())
    assert flyers(position, "axis") == [("a6m2", 2), ("b5n2", 1), ("d3a1", 1)], "no Wingman is left alone"
    with pytest.raises(Refused):
        GAME.check(position, "axis", LeaveBehind(1))


def take_no_resource(position: CarrierPosition) -> None:
    """Without the invariants: a track that is set by hand is not in the log."""
    GAME.apply(position, "axis", TakeResource(None), Drawn())
    GAME.apply(position, "allied", TakeResource(None), Drawn())


@pytest.mark.rule("CAM-25.63f")
@pytest.mark.rule("CAM-DAT-14")
@pytest.mark.rule("CAM-23.26c")
def test_a_scout_that_lives_brings_a_second_val_as_wingman_of_the_first() -> None:
    """CAM-EX-49: six aircraft."""
    position = taken(planned(begun(), LARGE, QUIET), axis=1)
    assert position.sortie == FleetSortie(SCOUT, "axis", "japanese_fleet", "allied_fleet")
    terms = CarrierRun(position, GAME.tables, GAME.flights, Drawn()).terms(position.sortie)
    assert (terms.structure, terms.turns) == ("fixed", 2)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    fate = FlightFate("0+0", 0, "axis", "g4m", "medium", "damaged", 6, True, False, False)
    flow.enter(FlightResult((fate,), (), 0, 0, 2), flown=True)
    assert position.gains == ("axis",) and not position.tracks and not position.log[0].recoveries, "a scout ticks and tests nothing"
    assert flyers(position, "axis") == [("a6m2", 2), ("b5n2", 2), ("d3a1", 2)]
    assert sum(count for _, count in flyers(position, "axis")) == 6


@pytest.mark.rule("CAM-25.82c")
def test_a_scout_shot_down_ticks_no_box_and_brings_nothing() -> None:
    position = taken(planned(begun(), LARGE, QUIET), axis=1)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn())
    fate = FlightFate("0+0", 0, "axis", "g4m", "medium", "destroyed", 10, True, False, False)
    flow.enter(FlightResult((fate,), (), 0, 0, 2), flown=True)
    assert not position.tracks and position.gains == () and ("d3a1", 1) in flyers(position, "axis")


@pytest.mark.rule("CAM-25.65a")
@pytest.mark.rule("CAM-25.65b")
@pytest.mark.rule("CAM-DAT-06")
def test_the_box_limits_the_cap_and_another_type_may_be_taken_instead() -> None:
    """CAM-EX-51 and CAM-EX-52: no third Element of F4F; a Dauntless Element is accepted."""
    position = taken(planned(begun("midway"), LARGE, QUIET), allied=2)
    while position.sortie is not None and position.sortie.side != "axis":
        out_of(position)
    assert flyers(position, "allied") == [("f4f", 2), ("f4f", 2)] and position.more == {"allied": 1}
    with pytest.raises(Refused, match=r"CAM-25\.65a"):
        GAME.check(position, "allied", AddToCap("f4f"))
    with pytest.raises(Refused):
        GAME.check(position, "allied", Ready())
    events = give(position, "allied", AddToCap("sbd"))
    assert flyers(position, "allied") == [("f4f", 2), ("f4f", 2), ("sbd", 2)]
    assert all(event.to == ("allied",) for event in events), "what the extra CAP is stays secret until the take-off"


def test_what_a_side_does_unseen_while_it_forms_is_told_to_whoever_tries_its_secrets() -> None:
    position = taken(planned(begun("midway"), LARGE, QUIET), allied=2)
    while position.sortie is not None and position.sortie.side != "axis":
        out_of(position)
    changes = KIT.hidden(GAME, "axis")
    found = {len(w.groups) for w in worlds(position, changes["extra_cap"])}
    assert len(found) == 2, "with an Element more over the Fleet, and without"
    position.more, position.fewer = {}, {"allied": 2}
    assert {sum(g.count for g in w.own_groups("allied")) for w in worlds(position, changes["staying"])} == {4, 3, 2}
    heavies = next(group for group in position.groups if group.side == "allied")
    heavies.crews = ((0, Airman("kelly", 0)),)  # a Crew in the first aircraft of its group
    assert {w.groups[heavies.number].crews[0][0] for w in worlds(position, changes["formed"])} == {0, 1}


def worlds(position: CarrierPosition, change: WorldChange) -> list[CarrierPosition]:
    """Other worlds in which that is otherwise; to the other side all look alike."""
    found = []
    for number in range(12):
        world = position.copy()
        change(world, Stream.of(number, "world"))
        assert GAME.view(world, "axis") == GAME.view(position, "axis")
        found.append(world)
    return found


@pytest.mark.rule("CAM-25.43c")
def test_the_islands_strike_and_cap_hang_on_its_damage_alone() -> None:
    campaign = GAME.tables.campaigns["midway"]
    island = campaign.base_of("midway")
    assert [bool(island.state(damage).strike) for damage in (0, 4, 5, 9, 10)] == [True, True, True, True, False]  # type: ignore[union-attr]
    for operation in ("large", "none"):
        position = taken(planned(begun("midway"), QUIET, ("medium", operation)))
        assert position.sortie is not None and position.sortie.kind == BASE_STRIKE
        assert flyers(position, "allied") == [("sbd", 1)]
    position = planned(begun("midway"), QUIET, QUIET)
    position.tracks["midway"] = 10
    take_no_resource(position)
    assert position.turn == 2, "an airfield Out of Action strikes no more"


@pytest.mark.rule("CAM-25.43d")
def test_the_cap_of_port_moresby_is_drawn_by_card() -> None:
    for row, expected in (("maneuvering", [("p_40b", 1)]), ("oots", [("p_40b", 2), ("p_40b", 2)]), ("scissors", [])):
        dice = Drawn("carriers.dice.cap", lambda face, row=row: face.card.title == row)  # type: ignore[misc]
        position = planned(begun(), ("medium", "port"), QUIET)
        taken(position, dice=dice)
        if expected:
            assert flyers(position, "allied") == expected
        else:
            assert position.own_groups("allied") == [] and position.ready == ("allied",)


@pytest.mark.rule("CAM-25.66a")
@pytest.mark.rule("CAM-25.66b")
@pytest.mark.rule("CAM-21.71b")
def test_a_fleet_is_flown_against_as_a_fleet_and_a_harbour_is_not() -> None:
    for operation, fleet in (("small", True), ("dover", False)):
        position = taken(planned(begun("convoys"), ("medium", operation), QUIET))
        assert position.sortie is not None
        target = CarrierRun(position, GAME.tables, GAME.flights, Drawn()).terms(position.sortie).target
        assert target is not None and target.fleet is fleet


# ---- altitudes and loads


@pytest.mark.rule("CAM-25.62c")
@pytest.mark.rule("CAM-GAP-64")
@pytest.mark.rule("CAM-17.22d")
@pytest.mark.rule("CAM-GAP-35")
def test_altitudes_are_the_owners_and_a_medium_that_climbs_carries_bombs() -> None:
    position = taken(planned(begun("convoys"), ("medium", "torpedoes"), QUIET))
    floats, divers = position.own_groups("axis")
    assert (floats.aircraft, floats.altitude, floats.load) == ("he_115", "very_low", "torpedo") and divers.load == "bombs"
    with pytest.raises(Refused, match=r"CAM-16\.22"):
        GAME.check(position, "axis", SetAltitude(floats.number, "very_high"))
    give(position, "axis", SetAltitude(floats.number, "medium"))
    assert floats.load == "bombs"
    give(position, "axis", SetAltitude(floats.number, "very_low"))
    give(position, "axis", SetLoad(floats.number, "torpedo"))
    with pytest.raises(Refused):
        GAME.check(position, "axis", SetLoad(divers.number, "torpedo"))
    seen = {group.side for group in GAME.view(position, "allied").groups}
    assert seen <= {"allied"}, "nothing is seen of the enemy's aircraft while they are formed"


def test_torpedoes_are_not_for_bases_on_land() -> None:
    position = taken(planned(begun("convoys"), QUIET, LARGE))
    assert {group.load for group in position.own_groups("allied")} <= {"bombs", "none"}


# ---- recovery


def strike_of(page: str, axis: str, allied: str, sortie: FleetSortie) -> int:
    position = planned(begun(page), (axis, "none"), (allied, "none"))
    return recovery_cards(position, GAME.campaign(position), sortie)


@pytest.mark.rule("CAM-25.33")
@pytest.mark.rule("CAM-25.71b")
@pytest.mark.rule("CAM-25.71c")
def test_the_numbers_of_both_tactics_are_added() -> None:
    """CAM-EX-53: Long and Medium, three cards."""
    sortie = FleetSortie(FLEET_STRIKE, "axis", "japanese_fleet", "allied_fleet")
    assert strike_of("coral_sea", "medium", "long", sortie) == 3
    assert strike_of("coral_sea", "close", "close", sortie) == 0 and strike_of("coral_sea", "long", "long", sortie) == 4


@pytest.mark.rule("CAM-25.34")
@pytest.mark.rule("CAM-25.71e")
def test_an_airfield_has_the_tactic_of_the_fleet_that_it_fights() -> None:
    """CAM-EX-54: two cards for whoever attacked Midway, or flew from it; the Allied Tactic does not count."""
    for sortie in (
        FleetSortie(FLEET_STRIKE, "axis", "japanese_fleet", "midway"),
        FleetSortie(BASE_STRIKE, "allied", "midway", "japanese_fleet"),
    ):
        assert strike_of("midway", "medium", "long", sortie) == 2


@pytest.mark.rule("CAM-25.71a")
@pytest.mark.rule("CAM-25.71d")
@pytest.mark.rule("CAM-25.72")
@pytest.mark.parametrize(("title", "lost"), [("ims", True), ("oots", True), ("scissors", False)])
def test_a_damaged_aircraft_of_the_strike_is_lost_by_ims_or_oots_and_the_cap_lands(title: str, lost: bool) -> None:
    position = taken(planned(begun(), LARGE, QUIET), axis=8)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn("carriers.dice.recovery", lambda face: face.card.title == title))
    fates = (
        FlightFate("1", 0, "axis", "b5n2", "fighter_bomber", "left_damaged", 3, True, False, False),
        FlightFate("2", 0, "axis", "d3a1", "fighter_bomber", "whole", 0, False, True, True),
        FlightFate("3", 0, "allied", "f4f", "fighter", "damaged", 4, True, False, False),
    )
    flow.enter(FlightResult(fates, (), 0, 0, 6), flown=True)
    line = position.log[0]
    assert [(test.craft, test.cards, test.landed) for test in line.recoveries] == [(0, 2, not lost)]
    assert [fate.fate for fate in line.fates] == ["destroyed" if lost else "left_damaged", "whole", "damaged"]
    assert dict(line.ticks) == ({"japanese_fleet": 1} if lost else {})


def test_close_range_on_both_sides_recovers_everybody() -> None:
    position = taken(planned(begun(), ("close", "large"), ("close", "none")), axis=8)
    flow = CarrierRun(position, GAME.tables, GAME.flights, Drawn("carriers.dice.recovery", lambda face: face.card.title == "ims"))
    fate = FlightFate("1", 0, "axis", "b5n2", "fighter_bomber", "damaged", 3, True, True, True)
    flow.enter(FlightResult((fate,), (), 0, 0, 6), flown=True)
    assert position.log[0].recoveries[0].cards == 0 and position.log[0].recoveries[0].landed
