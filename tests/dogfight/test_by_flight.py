"""An engagement flown as a classic flight, and back (OPS-B8.4 to OPS-B8.6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from bob.core.dice import SeededDice, Stream
from bob.core.game import REFEREE
from bob.data.units import aircraft_types
from bob.staff import fights
from bob.tactical import engagement_figures
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards_classic.attack import wingman_orders
from bob.tactical.cards_classic.contacts import bursts_at
from bob.tactical.cards_classic.data import classic_tables
from bob.tactical.cards_classic.execution import FlightRun
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.position import BOMB_TURN, FIGHT, OUTBOUND, OVER, FlightPosition
from bob.tactical.cards_classic.resolver import drawn_up, known, result
from bob.tactical.cards_classic.setup import check_flight
from bob.tactical.cards_classic.steps import new_turn, proceed
from bob.tactical.engagement import Engagement, Flown, FlownModel, Loss, Result
from bob.tactical.on_table import joined
from bob.tactical.scale import MOST_MODELS
from bob.tactical.slot import shipped
from tests.dogfight.forces import engagements, fight, force, german

GAME = FlightGame()
FIGURES = engagement_figures.figures().flight


def dice(seed: object = 1) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "flight"))


def flight(engagement: Engagement, seed: object = 1) -> FlightPosition:
    position, _ = GAME.setup_terms(drawn_up(engagement, dice(seed)).terms, dice(seed))
    return position


def raid(*forces: Any, **given: Any) -> Engagement:
    """Dorniers over their target, unless told otherwise."""
    flying = forces or (force(), german("do_17z", 27, "I./KG 76"))
    bombing = tuple([f.unit for f in flying if f.role == "bomber"])
    return fight(*flying, laden=bombing, bombing=bombing, aim="reach_bombers", **given)


@pytest.mark.rule("OPS-B8.5")
@settings(max_examples=60, deadline=None)
@given(engagement=engagements())
def test_every_engagement_can_be_set_out(engagement: Engagement) -> None:
    for met in (engagement, replace(engagement, bombing=tuple([f.unit for f in engagement.forces if f.role == "bomber"]))):
        drawn = drawn_up(met, dice())
        check_flight(drawn.terms, GAME.tables)
        position, _ = GAME.setup_terms(drawn.terms, dice())
        GAME.invariants(position)
        for side, seat in (("raf", 0), ("luftwaffe", 1)):
            own = [c for c in position.crafts if c.seat == seat]
            assert 1 <= len(own) <= MOST_MODELS and len(own) == -(-met.aircraft(side) // drawn.scale)
        for craft, unit in zip(position.crafts, drawn.models, strict=True):
            of = met.force(unit)
            assert craft.type == FIGURES.stand_in.get(of.aircraft, of.aircraft) and position.seats[craft.seat] == of.side


@pytest.mark.rule("OPS-B8.4")
def test_every_aircraft_of_the_day_has_a_card_or_a_stand_in() -> None:
    cards = classic_tables().aircraft
    for code in aircraft_types():
        assert FIGURES.stand_in.get(code, code) in cards, code
    assert not set(FIGURES.stand_in) & set(cards), "a stand-in for an aircraft that has a card"
    assert all(cards[code].bomb_capable for code in FIGURES.with_bombs.values())


@pytest.mark.rule("OPS-B8.4")
def test_two_of_a_card_fly_together_whatever_their_units() -> None:
    engagement = fight(force(count=3), force("501 Squadron", count=3), german(count=6))
    one, other = (drawn_up(replace(engagement, forces=forces)).terms for forces in (engagement.forces, (force(count=6), german(count=6))))
    assert one == other and [e.wingman for e in one.sides[0].elements] == [True] * 3
    drawn = drawn_up(engagement)
    assert Counter(drawn.models) == {"79 Squadron": 3, "501 Squadron": 3, "II./JG 26": 6}
    assert [e.wingman for e in drawn_up(fight(force(count=5), german(count=1))).terms.sides[0].elements] == [True, True, False]


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("posture", "holder", "levels"),
    [("bounce", 0, [1, 1]), ("advantage", 0, [1]), ("even", None, []), ("disadvantage", 1, [1]), ("bounced", 1, [1, 1])],
)
def test_posture_gives_the_positions_of_leaders(posture: str, holder: int | None, levels: list[int]) -> None:
    position = flight(fight(force(count=4), german(count=4), posture=posture))
    holding = [c for c in position.crafts if c.level]
    assert [c.level for c in holding] == levels and {c.seat for c in holding} == ({holder} if holder is not None else set())
    assert position.parties[position.first] == {None: "allied", 0: "allied", 1: "axis"}[holder]


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("mine", "given", "cards", "performance", "bursts"),
    [
        ({}, {}, 0, 0, 0),
        ({}, {"surprise": "raf"}, 1, 0, 0),
        ({}, {"posture": "bounce"}, 1, 0, 0),
        ({}, {"posture": "advantage"}, 0, 0, 0),
        ({}, {"posture": "disadvantage"}, 0, 0, 0),
        ({"experience": "green"}, {}, 0, -1, 0),
        ({"experience": "veteran"}, {}, 0, 1, 0),
        ({"disruption": 2}, {}, 0, -1, 0),
        ({"fatigue": 3}, {}, 0, -1, 0),
        ({"ammo": "low"}, {}, 0, 0, -1),
        ({"ammo": "none"}, {}, 0, 0, -9),
    ],
)
def test_hands_and_bursts(mine: dict[str, Any], given: dict[str, Any], cards: int, performance: int, bursts: int) -> None:
    engagement = fight(force(count=6, **mine), german(count=6), **given)
    found = {h for e in drawn_up(engagement, dice()).terms.sides[0].elements for h in e.handicaps}
    assert [(h.cards, h.performance, h.bursts) for h in found] == [(cards, performance, bursts)]
    leader = flight(engagement).crafts[0]
    printed = GAME.tables.aircraft["hurricane_i"].front
    assert leader.now.performance == printed.performance + performance
    assert len(leader.hand) == leader.now.performance + cards


@pytest.mark.rule("OPS-B8.4")
def test_nobody_shoots_without_rounds() -> None:
    position = flight(raid(force(count=4, ammo="none"), german("do_17z", 4, "I./KG 76")))
    leader, wingman = position.crafts[0], position.crafts[1]
    bomber = next(c for c in position.crafts if c.bomber)
    position.edges = ((bomber.number, 2),)
    assert bursts_at(position, leader, bomber) == 0
    found: list[object] = []
    wingman_orders(position, leader, found)
    assert wingman.leader == leader.number and found == []


@pytest.mark.rule("OPS-B8.4")
def test_all_begin_at_the_height_of_the_bombers_as_far_as_every_card_allows() -> None:
    high = drawn_up(raid(force(angels=30), german("do_17z", 9, "I./KG 76", angels=26)), dice()).terms
    assert {e.altitude for e in high.sides[0].elements} == {f.altitude for f in high.sides[1].formations} == {"high"}
    low = drawn_up(raid(force(angels=30), german("do_17z", 9, "I./KG 76", angels=2)), dice()).terms
    assert {f.altitude for f in low.sides[1].formations} == {ALTITUDES[0]}


@pytest.mark.rule("OPS-B8.4")
def test_fighters_alone_never_fly_to_a_target() -> None:
    engagement = replace(fight(), laden=("III./KG 76",), bombing=("III./KG 76",))
    assert flight(engagement).flight.target is None


@pytest.mark.rule("OPS-B8.4")
def test_only_a_raid_over_its_target_flies_there_bombs_and_flies_home() -> None:
    engagement = raid()
    over, met = flight(engagement), flight(replace(engagement, bombing=()))
    assert (over.leg, over.leg_turns, over.flight.bombing) == (OUTBOUND, FIGURES.out, "axis")
    assert (met.leg, met.leg_turns, met.flight.target) == (FIGHT, FIGURES.turns_bombers, None)
    hidden = flight(fight(weather="overcast"))
    assert hidden.leg_turns == max(2, FIGURES.turns_fighters - FIGURES.turns_hidden)


@pytest.mark.rule("OPS-D1.7")
def test_who_is_damaged_goes_home_when_the_turn_is_over() -> None:
    position = flight(fight(force(count=4), german(count=4)))
    run = FlightRun(position, dice())
    leader = position.crafts[0]
    run.hurt(leader, leader.front.airframe, 4)
    assert leader.damaged and not leader.out
    new_turn(run)
    assert leader.out == "left" and not position.crafts[1].out and position.is_alone(position.crafts[1])


def flown_out(engagement: Engagement, fate: dict[int, str], bombs: dict[int, str]) -> Any:
    """The result of a flight that ended so: by number what became of an aircraft, and of its bombs."""
    drawn = drawn_up(engagement)
    position, _ = GAME.setup_terms(drawn.terms, dice())
    for number, what in fate.items():
        craft = position.crafts[number]
        craft.damaged, craft.out = what in ("hit", "down"), what if what in ("down", "left") else ""
        position.sorties[number].attacked = what in ("hit", "down")
    for number, what in bombs.items():
        position.sorties[number].bombed = "saturation" if what == "dropped" else ""
        position.sorties[number].load = "bombs" if what == "kept" else ""
    return result(engagement, position, drawn.models, dice(7))


@pytest.mark.rule("OPS-B8.6")
@pytest.mark.rule("OPS-D1.5")
def test_bombers_that_turned_back_do_not_bomb() -> None:
    engagement = raid(force(count=6), german("do_17z", 6, "I./KG 76"))
    everyone = range(6, 12)
    dropped = flown_out(engagement, {}, dict.fromkeys(everyone, "dropped"))
    (bombers,) = (loss for loss in dropped.losses if loss.unit == "I./KG 76")
    assert not bombers.jettisoned and bombers.disruption == 0
    assert Counter(m.bombs for m in dropped.flown.models) == {"": 6, "dropped": 6}
    turned = flown_out(engagement, dict.fromkeys((6, 7, 8), "left"), {9: "dropped", 10: "dropped", 11: "dropped"})
    (bombers,) = (loss for loss in turned.losses if loss.unit == "I./KG 76")
    assert bombers.jettisoned and not bombers.destroyed


@pytest.mark.rule("OPS-D1.5")
def test_bombers_come_loose_by_the_share_attacked() -> None:
    engagement = raid(force(count=6), german("do_17z", 6, "I./KG 76"))
    found = flown_out(engagement, dict.fromkeys(range(6, 12), "hit"), dict.fromkeys(range(6, 12), "dropped"))
    (bombers,) = (loss for loss in found.losses if loss.unit == "I./KG 76")
    assert bombers.disruption == FIGURES.loosened and not bombers.destroyed


@pytest.mark.rule("OPS-D1.5")
@pytest.mark.parametrize(("on_table", "jettisoned", "disruption"), [(6, False, 0), (18, True, 1)])
def test_models_that_turned_back_count_for_the_part_of_their_unit_on_the_table(on_table: int, jettisoned: bool, disruption: int) -> None:
    engagement = raid(force(), german("do_17z", 24, "I./KG 76"))
    table = raid(force(), german("do_17z", on_table, "I./KG 76"))
    lost = tuple([Loss(f.unit, 0, 0, 2 if f.role == "bomber" else 0, f.ammo, False, False) for f in table.forces])
    models = (FlownModel("79 Squadron", "stayed"), FlownModel("I./KG 76", "left", "turned"), FlownModel("I./KG 76", "left", "turned"))
    found = joined(engagement, [(table, Result(lost, 2, "none", (), "flight", flown=Flown(models, {}, {})))], dice())
    (bombers,) = (loss for loss in found.losses if loss.unit == "I./KG 76")
    assert bombers.jettisoned == jettisoned and disruption <= bombers.disruption <= disruption + 1


@pytest.mark.rule("OPS-D1.8")
def test_at_least_half_of_those_behind_a_fallen_model_are_lost() -> None:
    assert min(FIGURES.destroyed, FIGURES.destroyed_bombers) >= 50
    engagement = fight(force(count=36), german(count=36))
    for seed in range(20):
        drawn = drawn_up(engagement)
        position, _ = GAME.setup_terms(drawn.terms, dice())
        position.crafts[0].damaged, position.crafts[0].out = True, "down"
        found = result(engagement, position, drawn.models, dice(seed))
        assert found.flown is not None and found.flown.behind["79 Squadron"] == 6 and found.destroyed(engagement, "raf") >= 3


@pytest.mark.rule("OPS-B8.4")
def test_a_side_sees_enemy_aircraft_as_printed() -> None:
    position = flight(fight(force(count=4, experience="veteran", ammo="low"), german(count=4, disruption=3, ammo="low")))
    for seat in ("raf", "luftwaffe"):
        view = known(GAME.view(position, seat), GAME.tables)
        for seen in view.aircraft:
            printed = GAME.tables.aircraft[seen.type].front
            told = (seen.ratings.performance, seen.ratings.bursts, seen.offense) == (printed.performance, printed.bursts, printed.offense)
            assert told == (seen.seat != seat), seen
    assert known(GAME.view(position, REFEREE), GAME.tables) == GAME.view(position, REFEREE)


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.4")
def test_a_side_notices_nothing_of_what_is_hidden() -> None:
    kit, changed = shipped()["flight"], Counter[str]()
    for seed, met in enumerate((raid(force(), german("do_17z", 27, "I./KG 76"), german(count=9)), fight(posture="bounced"))):
        position = flight(met, seed)
        players = {seat: kit.player("sound", seat, "1", GAME) for seat in ("raf", "luftwaffe")}
        for number in range(400):
            if not position.owing:
                break
            for seat in ("raf", "luftwaffe") if number % 7 == 0 else ():
                before = kit.seen(position, seat), GAME.choices(position, seat)
                for name, change in kit.hidden_in_day(seat).items():
                    other = position.copy()
                    change(other, Stream.of(number, name))
                    assert (kit.seen(other, seat), GAME.choices(other, seat)) == before, name
                    changed[name] += GAME.view(other, REFEREE) != GAME.view(position, REFEREE)
            seat = position.owing[0]
            order = players[seat].orders(kit.seen(position, seat), GAME.choices(position, seat), number)[0].order
            GAME.apply(position, seat, order, dice(number))
            GAME.invariants(position)
    assert all(changed[name] > 5 for name in ("hands", "pile", "quality")), changed


@pytest.mark.slow
@pytest.mark.rule("OPS-B8.6")
def test_a_raid_flown_by_pilots_goes_over_its_target_and_back() -> None:
    kit, engagement = shipped()["flight"], raid(force(), german("do_17z", 27, "I./KG 76"), german(count=9))
    bombs: Counter[str] = Counter()
    for seed in range(6):
        found = fights.resolve(engagement, dice(seed), kit)
        assert found.resolver == "flight" and found.flown is not None
        bombs.update(model.bombs for model in found.flown.models)
    assert bombs["dropped"] and bombs["turned"]


@pytest.mark.rule("OPS-B8.4")
def test_bombers_release_in_the_bomb_turn() -> None:
    position = flight(raid(force(count=1, ammo="none"), german("do_17z", 4, "I./KG 76")))
    legs = set()
    while position.owing:
        legs.add(position.leg)
        seat = position.owing[0]
        GAME.apply(position, seat, GAME.sample(position, seat, Stream.of(position.turn, "any")), dice(len(legs)))
    assert BOMB_TURN in legs and {s.bombed for s in position.sorties if s.kind == "medium"} == {"saturation"}


@pytest.mark.rule("OPS-B8.4")
def test_a_flight_ends_with_the_enemy() -> None:
    position = flight(raid(force(count=1), german("do_17z", 4, "I./KG 76")))
    craft = position.crafts[0]
    run = FlightRun(position, dice())
    run.hurt(craft, craft.back.airframe, 4)
    proceed(run, GAME.tables)
    assert position.phase == OVER and position.outcome is not None
    found = result(raid(force(count=1), german("do_17z", 4, "I./KG 76")), position, ("79 Squadron", *["I./KG 76"] * 4), dice())
    assert found.flown is not None and Counter(m.bombs for m in found.flown.models) == {"": 1, "kept": 4}
    assert not any(loss.jettisoned for loss in found.losses)
