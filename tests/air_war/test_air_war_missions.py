"""Missions: drawn by card, made up with Resources, their length, their plans (CAM-23.2, CAM-24.1 to CAM-24.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bob.campaigns.land import mission as m
from bob.campaigns.land.campaign_data import ROWS, Flyers, ResourceEffect
from bob.campaigns.land.cup import may_fly
from bob.campaigns.land.flights import flight_terms, place_of
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.orders import PickResource, Ready, SetAltitude, SetLoad
from bob.campaigns.land.position import Airman
from bob.campaigns.land.sequence import row_of
from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.orders import PickArrow
from bob.core.codec import encode
from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, secret_free
from bob.tactical.cards.flight import FlightEdition, FlightTarget
from tests.air_war.build import (
    COUNTERS,
    ENTRIES,
    RESOURCES,
    TRIAL,
    begun,
    card_of,
    codes,
    entry,
    flow,
    made_up,
    resource,
    row_to,
    trial,
    with_sheet,
)

GAME = trial()
CARDS = GAME.classic.aircraft


def kinds(number: int, **picks: int) -> list[tuple[str, str, int, str]]:
    return [(g.side, g.aircraft, g.count, g.load) for g in made_up(number, **picks).groups]


def refused(position: object, seat: str, order: object) -> str | None:
    with pytest.raises(Refused) as found:
        GAME.check(position, seat, order)  # type: ignore[arg-type]
    assert found.value.rule
    return found.value.rule


@pytest.mark.rule("CAM-24.41", "CAM-EX-37", "CAM-24.1a")
def test_a_period_of_the_sheet_is_chosen_and_no_other() -> None:
    dice = ScriptedDice([card_of("oots")])
    assert GAME.setup(TRIAL, {"period": "second"}, dice)[0].target == 3
    with pytest.raises(BobError, match=r"autumn.*first, second"):
        GAME.setup(TRIAL, {"period": "autumn"}, ScriptedDice([1]))
    with pytest.raises(BobError, match="trial"):
        GAME.setup("malaya", {}, ScriptedDice([1]))


@pytest.mark.rule("CAM-24.44a", "CAM-24.44c", "CAM-24.45", "CAM-EX-38", "CAM-GAP-62")
@pytest.mark.parametrize("row", ROWS)
def test_a_card_of_a_whole_deck_gives_the_mission(row: str) -> None:
    position, events = GAME.setup(TRIAL, {}, ScriptedDice([card_of(row)]))
    assert position.card == row and position.target == GAME.tables.campaigns[TRIAL].period[0].missions[row]
    assert events[-1].data["target_number"] == position.target
    assert GAME.view(position, "axis").target_sheet == GAME.tables.campaigns[TRIAL].target_of(position.target).sheet


@pytest.mark.rule("CAM-24.44b", "CAM-S.3e")
def test_in_my_sights_has_three_rows_by_its_cost() -> None:
    deck = GAME.classic.deck
    rows = [row_of(deck.faces[code]) for code in deck.whole]
    assert set(rows) == set(ROWS) and len(rows) == 110
    assert [rows.count(f"ims_{i}b") for i in (1, 2, 3)] == [14, 14, 2]


@pytest.mark.rule("CAM-24.46a", "CAM-24.46b", "CAM-24.46c", "CAM-EX-39")
def test_elements_stand_alone_and_bombers_go_together() -> None:
    assert kinds(1) == [("axis", "ki_21", 4, "bombs")]
    assert [(a, c) for _, a, c, _ in kinds(2)] == [("ki_43", 2), ("ki_43", 2), ("ki_30", 1)]


@pytest.mark.rule("CAM-24.46e", "CAM-GAP-25")
def test_fighters_that_can_bomb_start_a_raid_with_bombs_and_no_others() -> None:
    assert {load for _, _, _, load in kinds(2)} == {"bombs"}
    assert [load for _, _, _, load in kinds(3)] == ["none", "none"]  # a dogfight


@pytest.mark.rule("CAM-24.46e")
@pytest.mark.parametrize("kind", ["raid", "recon", "scout", "rescue", "dogfight"])
def test_in_every_mission_but_a_dogfight_the_attackers_listed_fighters_start_with_bombs(kind: str) -> None:
    """A whole mission: only the attacker's listed fighters that can bomb carry them, into the flight itself."""
    phased = kind in ("raid", "recon")
    turns, sheet = ((8, 7), "docks") if phased else ((4,), None)
    listed = (Flyers("ki_43"), Flyers("a6m2"))
    game = with_sheet(target=(entry(1, kind, turns, listed, defenders=(Flyers("p_40b"),), sheet=sheet),))
    position = begun(1, game, {"quick": False})
    flow(position, [1] * 99, game).pick_resource("axis", 1)
    flow(position, [1] * 999, game).pick_resource("allied", 2)
    for side in game.to_move(position) if position.phase == "plan" else ():
        flow(position, [1] * 999, game).ready(side)
    loads = {(g.side, g.aircraft, g.extra): g.load for g in position.groups}
    bombs = "none" if kind == "dogfight" else "bombs"
    assert game.classic.aircraft["ki_43"].bomb_capable and not game.classic.aircraft["a6m2"].bomb_capable
    assert loads == {
        ("axis", "ki_43", False): bombs,
        ("axis", "a6m2", False): "none",
        ("axis", "ki_43", True): "none",
        ("allied", "p_40b", False): "none",
    }
    assert position.flight is not None
    carried = {sortie.load for craft, sortie in zip(position.flight.crafts, position.flight.sorties, strict=True) if craft.type == "ki_43"}
    assert carried == {"", "bombs" if bombs == "bombs" else ""}


@pytest.mark.rule("CAM-24.46f", "CAM-24.46d", "CAM-EX-41")
def test_fighters_of_a_resource_come_without_bombs() -> None:
    assert kinds(8, axis=1)[1] == ("axis", "ki_43", 2, "none")
    assert kinds(8, axis=6)[1] == ("axis", "ki_30", 2, "bombs")  # a Resource may say otherwise
    assert kinds(8, axis=2)[1] == ("axis", "ki_21", 2, "bombs")  # bombers always bomb


@pytest.mark.rule("CAM-24.46g", "CAM-GAP-63", "CAM-24.43c")
def test_the_defender_of_a_raid_has_what_his_resource_brings_or_the_flak_alone() -> None:
    assert [side for side, *_ in kinds(1, allied=3)] == ["axis"]
    assert kinds(1, allied=1)[1:] == [("allied", "p_40b", 2, "none")] * 2
    position = begun(1)
    flow(position).pick_resource("axis", 3)
    run = flow(position, [1] * 400)
    run.pick_resource("allied", 3)
    assert [e.data["side"] for e in run.events if e.code == "flak_alone"] == ["allied"]


@pytest.mark.rule("CAM-24.47a", "CAM-24.47b", "CAM-EX-40")
def test_a_dogfight_lists_both_sides_and_resources_add_to_both() -> None:
    assert kinds(3) == [("axis", "ki_27", 2, "none"), ("allied", "buffalo_i", 2, "none")]
    added = kinds(3, axis=1, allied=1)
    assert [(side, aircraft) for side, aircraft, *_ in added] == [
        ("axis", "ki_27"),
        ("axis", "ki_43"),
        ("allied", "buffalo_i"),
        ("allied", "p_40b"),
        ("allied", "p_40b"),
    ]


@pytest.mark.rule("CAM-23.21", "CAM-23.22", "CAM-23.23c", "CAM-23.24a", "CAM-EX-36")
def test_the_length_of_the_example() -> None:
    assert made_up(1).turns == (4, 3)  # 9 / 8 less the Ki-21's Speed of 5
    terms = flight_terms(made_up(1), GAME.tables, CARDS, FlightEdition())
    assert (terms.structure, terms.target_bound, terms.home_bound, terms.speed_shortens) == ("phased", 4, 8, True)


@pytest.mark.rule("CAM-23.24b", "CAM-23.24a")
def test_every_fighter_has_speed_6_and_the_slowest_attacker_counts() -> None:
    assert made_up(2).turns == (3, 2)
    assert made_up(2, axis=2).turns == (4, 3)  # two Ki-21 come along
    assert made_up(2, allied=5).turns == (3, 2)  # a Defender's bombers do not slow the raid


@pytest.mark.rule("CAM-23.25a", "CAM-23.25b", "CAM-23.26d", "CAM-GAP-19")
def test_resources_change_the_length_and_none_is_below_nothing() -> None:
    assert made_up(1, allied=2).turns == (6, 3)
    assert made_up(1, axis=3).turns == (4, 1)
    assert made_up(8).turns == (0, 0)  # 3 / 4 at Speed 5
    assert made_up(8, allied=2).turns == (0, 0)  # 3 - 5 + 2
    terms = flight_terms(made_up(1, axis=3), GAME.tables, CARDS, FlightEdition())
    assert (terms.home_bound, terms.home_change) == (8, -2)


@pytest.mark.rule("CAM-23.23b", "CAM-24.49", "CAM-23.23a")
def test_one_number_is_the_turns_of_the_mission() -> None:
    assert made_up(3).turns == (8,)
    terms = flight_terms(made_up(3, allied=2), GAME.tables, CARDS, FlightEdition())
    assert (terms.structure, terms.turns, terms.target) == ("fixed", 8, None)


@pytest.mark.rule("CAM-24.52", "CAM-24.53c", "CAM-24.1b")
def test_resources_are_chosen_unseen_and_shown_together() -> None:
    position = begun(1)
    assert GAME.to_move(position) == ("axis", "allied")
    before = {seat: secret_free(GAME.view(position, seat)) for seat in ("allied",)}
    run = flow(position)
    run.pick_resource("axis", 2)
    assert [event.to for event in run.events] == [("axis",)]
    seen = GAME.view(position, "allied")
    assert seen.own_pick is None and seen.picks == () and seen.secrets == ()
    assert '"owing":["allied"]' in secret_free(seen)
    assert before["allied"].replace('"owing":["axis","allied"]', '"owing":["allied"]') == secret_free(seen)
    assert GAME.view(position, REFEREE).secrets == (("axis", 2),)
    run = flow(position, [1] * 400)
    run.pick_resource("allied", 3)
    shown = next(event for event in run.events if event.code == "resources")
    assert shown.data == {"axis": 2, "allied": 3} and shown.to == ("axis", "allied")


@pytest.mark.rule("CAM-24.53a", "CAM-24.53b", "CAM-24.31a")
def test_a_resource_is_chosen_once_a_campaign() -> None:
    position = begun(3)
    flow(position).pick_resource("axis", 1)
    flow(position, [1] * 4).pick_resource("allied", 1)
    assert position.used == {"axis": (1,), "allied": (1,)}
    for seat in [seat for seat in ("axis", "allied") if seat not in position.ready]:
        flow(position, [*[1] * 900, card_of("oots")]).ready(seat)
    assert position.mission == 2 and position.log[0].axis_resource == 1
    assert PickResource(1) not in GAME.choices(position, "axis").listed
    assert refused(position, "axis", PickResource(1)) == "CAM-24.53a"
    assert refused(position, "axis", PickResource(33)) == "CAM-24.52"
    assert refused(position, "axis", Ready()) == "CAM-24.1b"


@pytest.mark.rule("CAM-GAP-49")
def test_who_has_no_resource_left_chooses_none() -> None:
    campaign = GAME.tables.campaigns[TRIAL]
    game = with_sheet(resource=tuple(r for r in campaign.resource if r.side == "allied"))
    position = begun(1, game)
    assert game.to_move(position) == ("allied",) and position.picks == {"axis": None}
    run = flow(position, [1] * 400, game)
    run.pick_resource("allied", 3)
    assert next(e for e in run.events if e.code == "resources").data == {"axis": 0, "allied": 3}


@pytest.mark.rule("CAM-24.53d", "CAM-EX-42", "CAM-GAP-47")
def test_clouds_and_flak_of_resources_go_into_the_flight() -> None:
    def terms(**picks: int) -> object:
        return flight_terms(made_up(1, **picks), GAME.tables, CARDS, FlightEdition())

    assert terms().effects.clouds is False and terms(allied=3).effects.clouds is True  # type: ignore[attr-defined]
    assert terms(axis=8).effects.clouds is True  # type: ignore[attr-defined]
    assert terms(axis=5).effects.points_per_hit == 1  # type: ignore[attr-defined]
    flak = [terms(**picks).target.target_flak for picks in ({}, {"allied": 4})]  # type: ignore[attr-defined]
    assert flak == [3, 2]


@pytest.mark.rule("CAM-24.48a", "CAM-24.48b", "CAM-24.48d", "CAM-16.22", "CAM-GAP-64")
def test_aircraft_of_a_resource_start_where_their_owner_says_and_the_listed_where_the_sheet_says() -> None:
    position = begun(2)
    flow(position).pick_resource("allied", 1)
    flow(position, [1] * 9).pick_resource("axis", 1)
    assert position.phase == "plan" and position.ready == ()
    extra = next(g.number for g in position.groups if g.extra and g.side == "axis")
    assert refused(position, "axis", SetAltitude(0, "low")) == "CAM-24.48a"
    assert refused(position, "axis", SetAltitude(extra, "medium")) == "CAM-24.48d"
    assert refused(position, "axis", SetAltitude(extra, "stratosphere")) == "CAM-16.22"
    enemy = next(g.number for g in position.groups if g.side == "allied")
    assert refused(position, "axis", SetAltitude(enemy, "low")) == "CAM-24.46d"
    GAME.check(position, "axis", SetAltitude(extra, "very_high"))
    before = secret_free(GAME.view(position, "allied"))
    run = flow(position)
    run.set_altitude("axis", extra, "very_high")
    assert secret_free(GAME.view(position, "allied")) == before and run.events[0].to == ("axis",)
    assert next(g for g in GAME.view(position, "allied").groups if g.number == extra).altitude is None
    assert next(g for g in GAME.view(position, "axis").groups if g.number == extra).altitude == "very_high"
    flow(position).ready("axis")
    run = flow(position, [1] * 900)
    run.ready("allied")
    shown = [e.data["altitude"] for e in run.events if e.code == "takes_off" and e.data["aircraft"] == "ki_43"]
    assert shown == ["medium", "medium", "very_high"]


@pytest.mark.rule("CAM-17.22d", "CAM-GAP-24")
def test_bombers_of_a_type_share_their_altitude() -> None:
    assert not made_up(1, axis=2).groups[1].free  # Ki-21s are there already
    assert not made_up(5, allied=5).groups[2].free  # B-17Es join B-17Ds: models of one type
    other = made_up(2, axis=2).groups[-1]
    assert other.aircraft == "ki_21" and other.free


@pytest.mark.rule("CAM-17.14b1", "CAM-17.14b2", "CAM-17.14a2", "CAM-GAP-35")
def test_torpedo_bombers_carry_torpedoes_against_ships_unless_their_owner_says_bombs() -> None:
    position = begun(4)
    flow(position).pick_resource("axis", 3)
    flow(position, [1, 1, 1, 1]).pick_resource("allied", 3)
    assert [g.load for g in position.groups] == ["torpedo", "bombs"]
    assert GAME.to_move(position) == ("axis",)
    assert refused(position, "axis", SetLoad(1, "torpedo")) == "CAM-17.14b1"
    assert refused(position, "axis", SetLoad(0, "torpedo")) == "CAM-17.14b2"
    flow(position).set_load("axis", 0, "bombs")
    assert GAME.view(position, "allied").groups[0].load is None and GAME.view(position, "axis").groups[0].load == "bombs"
    terms = flight_terms(position, GAME.tables, CARDS, FlightEdition())
    assert [e.load for e in terms.sides[0].elements] == ["bombs", "bombs"]
    assert m.carried(CARDS["b5n2"], False, "medium") == "bombs"  # a ground target is never torpedoed


@pytest.mark.rule("CAM-GAP-35", "CAM-17.14b2")
def test_medium_torpedo_bombers_of_a_resource_torpedo_only_from_very_low_and_the_enemy_sees_neither() -> None:
    position = begun(4)
    flow(position).pick_resource("allied", 3)
    flow(position, [1, 1, 1, 1]).pick_resource("axis", 7)
    number = next(g.number for g in position.groups if g.aircraft == "g4m")
    assert position.groups[number].load == "bombs"
    before = secret_free(GAME.view(position, "allied"))
    for altitude, load in (("very_low", "torpedo"), ("low", "bombs"), ("very_low", "torpedo")):
        flow(position).set_altitude("axis", number, altitude)
        assert position.groups[number].load == load
        assert secret_free(GAME.view(position, "allied")) == before
    GAME.check(position, "axis", SetLoad(number, "bombs"))
    flow(position).set_altitude("axis", number, "medium")
    assert refused(position, "axis", SetLoad(number, "torpedo")) == "CAM-17.14b1"


@pytest.mark.rule("CAM-17.22d", "CAM-GAP-64")
def test_bombers_that_go_with_others_of_their_resource_show_the_enemy_no_altitude_and_no_load_either() -> None:
    """Two lines of one type by a Resource: the second flies wherever the first is sent, so that its altitude is as secret."""
    two = resource("axis", 9, ResourceEffect("elements", "g4m", 2), ResourceEffect("elements", "g4m", 1))
    game = with_sheet(resource=(*RESOURCES, two))
    position = begun(4, game)
    flow(position, game=game).pick_resource("allied", 3)
    flow(position, [1] * 9, game).pick_resource("axis", 9)
    first, second = [g for g in position.groups if g.aircraft == "g4m"]
    assert first.free and not second.free
    before = secret_free(game.view(position, "allied"))
    for altitude, load in (("very_low", "torpedo"), ("low", "bombs")):
        flow(position, game=game).set_altitude("axis", first.number, altitude)
        assert (second.altitude, second.load) == (altitude, load)
        assert secret_free(game.view(position, "allied")) == before
    seen = game.view(position, "allied").groups[second.number]
    assert seen.altitude is None and seen.load is None


@pytest.mark.rule("CAM-GAP-35", "CAM-GAP-64")
def test_loaded_torpedo_bombers_over_a_ship_that_is_not_raided_show_their_altitude_by_no_load_either() -> None:
    looked = tuple([replace(e, sheet="freighter") if e.number == 6 else e for e in ENTRIES])
    game = with_sheet(target=looked, resource=(*RESOURCES, resource("axis", 9, ResourceEffect("elements", "g4m", 2, loaded=True))))
    position = begun(6, game)
    flow(position, game=game).pick_resource("allied", 3)
    flow(position, [1] * 9, game).pick_resource("axis", 9)
    number = next(g.number for g in position.groups if g.aircraft == "g4m")
    before = secret_free(game.view(position, "allied"))
    for altitude, load in (("very_low", "torpedo"), ("low", "bombs"), ("very_low", "torpedo")):
        flow(position, game=game).set_altitude("axis", number, altitude)
        assert position.groups[number].load == load
        assert secret_free(game.view(position, "allied")) == before


@pytest.mark.rule("CAM-19.34d1", "CAM-19.34d2")
def test_a_crew_that_no_aircraft_is_left_for_holds_nobody_up() -> None:
    game = with_sheet(target=tuple([replace(e, attackers=(Flyers("b_17e", 7),)) if e.number == 5 else e for e in ENTRIES]))
    position = begun(5, game, {"heavies_per_crew": 3})
    flow(position, game=game).pick_resource("axis", 3)
    flow(position, [1] * 9, game).pick_resource("allied", 3)
    position.crews = [("allied", Airman("kelly", 0))] * 8  # of eight counters, with a cup of one's own
    with pytest.raises(Refused):
        game.check(position, "allied", Ready())
    for aircraft in range(7):
        flow(position, game=game).set_crew("allied", 0, aircraft)
    assert game.choices(position, "allied").listed == (Ready(),)
    flow(position, [1] * 900, game).ready("allied")
    assert not position.crews


def test_aircraft_of_a_nation_without_counters_fly_with_nobody_of_the_cup() -> None:
    card = replace(CARDS["p_40b"], nation="france")
    assert not any(may_fly(counter, card) for counter in COUNTERS)


@pytest.mark.rule("CAM-24.44b")
def test_in_my_sights_of_more_bursts_is_in_the_last_of_its_rows() -> None:
    faces = GAME.classic.deck.faces.values()
    dear = next(face for face in faces if face.card.title == "ims" and face.card.bursts == 3)
    assert row_of(dear) == row_of(replace(dear, card=replace(dear.card, bursts=5))) == "ims_3b"


@pytest.mark.rule("CAM-17.22a2", "CAM-17.22a3", "CAM-17.22a5", "CAM-GAP-23")
def test_bombers_go_in_formations_of_their_size_the_last_perhaps_smaller() -> None:
    def formations(number: int) -> list[int]:
        side = flight_terms(made_up(number), GAME.tables, CARDS, FlightEdition()).sides
        return [len(f.aircraft) for s in side for f in s.formations]

    assert formations(1) == [2, 2]
    assert formations(5) == [2, 2, 2, 1]
    assert [place_of("1+4", 0), place_of("0+2", 1), place_of("3", 1)] == [(1, 4), (0, 3), (3, 1)]


@pytest.mark.rule("CAM-S.9a", "CAM-21.92b", "CAM-22.0a")
def test_the_target_goes_into_the_flight() -> None:
    target = flight_terms(made_up(4), GAME.tables, CARDS, FlightEdition()).target
    assert target == FlightTarget("freighter", naval=True, area_flak=0, target_flak=1, miss=0, hit=1, direct=3, vital=5)


@pytest.mark.rule("CAM-23.64a", "CAM-GAP-33")
def test_a_reconnaissance_carries_no_bombs() -> None:
    terms = flight_terms(made_up(6), GAME.tables, CARDS, FlightEdition())
    assert terms.sides[0].formations[0].load == "" and terms.target is not None


@pytest.mark.rule("CAM-24.42", "CAM-15.1a", "CAM-24.0a")
@pytest.mark.parametrize(("missions", "length"), [(0, 3), (1, 1), (2, 2)])
def test_a_campaign_has_as_many_missions_as_its_sheet_or_as_agreed(missions: int, length: int) -> None:
    position = begun(1, terms={"missions": missions})
    assert GAME.view(position, "axis").missions == length
    for number in range(length):
        assert position.mission == number + 1
        flow(position).pick_resource("axis", 3 if number == 0 else 5 if number == 1 else 1)
        run = flow(position, [*[1] * 900])
        run.dice = ScriptedDice([1] * 60 + [card_of(row_to(1))] * 300)
        run.pick_resource("allied", (3, 4, 2)[number])
        for seat in GAME.to_move(position) if position.phase == "plan" else ():
            flow(position, [1] * 900).ready(seat)
    assert position.phase == "over" and len(position.log) == length and position.outcome is not None


@pytest.mark.rule("CAM-24.43a", "CAM-24.43b", "CAM-15.1e", "CAM-24.2", "CAM-24.31a")
def test_two_sides_play_on_one_sheet() -> None:
    position = begun(1)
    assert GAME.seats(position) == ("axis", "allied")
    assert encode(GAME.view(position, "axis"))["sheet"] == TRIAL
    assert codes(GAME.setup(TRIAL, {}, ScriptedDice([1]))[1]) == ["campaign", "mission"]
    assert replace(GAME.tables.campaigns[TRIAL]).resources("axis").keys() == set(range(1, 9))


@pytest.mark.rule("CAM-24.0b", "CAM-24.44a", "CAM-24.52")
def test_a_land_campaign_over_england_goes_by_these_rules_and_linked_missions_by_their_own() -> None:
    land, linked = AirWar(), Campaign()
    drawn, _ = land.setup("channel_battle", {}, SeededDice(Stream.of(1, "land")))
    chosen, _ = linked.setup("channel_convoys_1940", {}, SeededDice(Stream.of(1, "linked")))
    assert drawn.card and drawn.target, "an Action card brings the target"
    assert {type(order) for order in land.choices(drawn, "axis").listed} == {PickResource}
    first = linked.to_move(chosen)[0]
    assert {type(order) for order in linked.choices(chosen, first).listed} == {PickArrow}, "there a side chooses it"
    with pytest.raises(Refused):
        land.check(drawn, "axis", PickArrow(0))
    with pytest.raises(Refused):
        linked.check(chosen, first, PickResource(1))
    assert land.flights.name != linked.cards.name, "nor are the flights of one edition"
