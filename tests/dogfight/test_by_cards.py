"""An engagement at the table of the card dogfight, and back (OPS-B8.4 to OPS-B8.6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.data.units import aircraft_types
from bob.data.weathers import CLOUD, WEATHERS
from bob.tactical import engagement_figures
from bob.tactical.cards import CardDogfight, resolver
from bob.tactical.cards.actions import bursts_left
from bob.tactical.cards.damage import deal
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.options import check_terms
from bob.tactical.cards.orders import EndPhase, NoAnswer, Stay
from bob.tactical.cards.position import ALTITUDE, CHOOSE, CardPosition
from bob.tactical.cards.sequence import proceed
from bob.tactical.engagement import Engagement
from bob.tactical.scale import MOST_MODELS
from tests.dogfight.forces import FIGHTERS, engagements, fight, force, german

CARDS = CardDogfight()


def dice(seed: object = 1) -> SeededDice:
    return SeededDice(Stream.of(str(seed), "cards"))


def battle(engagement: Engagement, seed: object = 1) -> CardPosition:
    position, _ = CARDS.setup_terms(resolver.drawn_up(engagement, dice(seed)).terms, dice(seed))
    return position


@pytest.mark.rule("OPS-B8.5")
@settings(max_examples=80, deadline=None)
@given(engagement=engagements())
def test_every_engagement_can_be_set_out(engagement: Engagement) -> None:
    drawn = resolver.drawn_up(engagement, dice())
    check_terms(drawn.terms, CARDS.tables)
    position, _ = CARDS.setup_terms(drawn.terms, dice())
    CARDS.invariants(position)
    for side, seat in (("raf", 0), ("luftwaffe", 1)):
        own = [c for c in position.crafts if c.seat == seat]
        assert 1 <= len(own) <= MOST_MODELS and len(own) == -(-engagement.aircraft(side) // drawn.scale)
    assert len(drawn.models) == len(position.crafts) and position.turn == 1 and position.phase in (CHOOSE, ALTITUDE)
    for craft, unit in zip(position.crafts, drawn.models, strict=True):
        of = engagement.force(unit)
        stand_in = engagement_figures.figures().cards.stand_in
        assert craft.type == stand_in.get(of.aircraft, of.aircraft) and position.seats[craft.seat] == of.side


@pytest.mark.rule("OPS-B8.4")
def test_every_aircraft_of_the_day_has_a_card_or_a_stand_in() -> None:
    stand_in = engagement_figures.figures().cards.stand_in
    for code in aircraft_types():
        assert stand_in.get(code, code) in CARDS.tables.aircraft, code
    assert not set(stand_in) & set(CARDS.tables.aircraft), "a stand-in for an aircraft that has a card"


@pytest.mark.rule("OPS-B8.3")
@pytest.mark.parametrize(
    ("posture", "holder", "levels"),
    [("bounce", 0, [2, 2]), ("advantage", 0, [1, 1]), ("even", None, []), ("disadvantage", 1, [1, 1]), ("bounced", 1, [2, 2])],
)
def test_posture_gives_the_places(posture: str, holder: int | None, levels: list[int]) -> None:
    position = battle(fight(force(count=2), german(count=2), posture=posture))
    holding = [c for c in position.crafts if c.level]
    assert [c.level for c in holding] == levels and {c.seat for c in holding} == ({holder} if holder is not None else set())
    assert all(position.crafts[c.holds].seat != c.seat for c in holding)
    first = {None: "allied", 0: "allied", 1: "axis"}[holder]
    assert position.parties[position.first] == first


@pytest.mark.rule("OPS-B8.3")
def test_many_against_one_take_its_tail_and_both_sides() -> None:
    position = battle(fight(force(count=1), german(count=6), posture="bounced"))
    assert sorted(c.level for c in position.crafts if c.seat == 1) == [0, 0, 0, 1, 1, 2]
    position = battle(fight(force(count=1), german(count=6), posture="disadvantage"))
    assert sorted(c.level for c in position.crafts if c.seat == 1) == [0, 0, 0, 0, 1, 1]


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("mine", "given", "cards", "performance", "bursts"),
    [
        ({}, {}, 0, 0, -1),
        ({}, {"surprise": "raf"}, 1, 0, -1),
        ({}, {"posture": "bounce"}, 2, 0, -1),
        ({}, {"posture": "bounce", "surprise": "raf"}, 3, 0, -1),
        ({}, {"posture": "advantage"}, 1, 0, -1),
        ({}, {"posture": "disadvantage"}, 0, 0, -1),
        ({}, {"surprise": "luftwaffe"}, 0, 0, -1),
        ({"experience": "green"}, {}, 0, -1, -1),
        ({"experience": "veteran"}, {}, 0, 1, -1),
        ({"disruption": 1}, {}, 0, 0, -1),
        ({"disruption": 2}, {}, 0, -1, -1),
        ({"fatigue": 2}, {}, 0, 0, -1),
        ({"fatigue": 3}, {}, 0, -1, -1),
        ({"fatigue": 3, "disruption": 3, "experience": "veteran"}, {}, 0, -1, -1),
        ({"ammo": "low"}, {}, 0, 0, -2),
        ({"ammo": "none"}, {}, 0, 0, -1),
    ],
)
def test_hands_and_bursts(mine: dict[str, Any], given: dict[str, Any], cards: int, performance: int, bursts: int) -> None:
    mounts = resolver.drawn_up(fight(force(count=6, **mine), german(count=6), **given), dice()).terms.players[0].aircraft
    (mount,) = set(mounts)
    assert len(mounts) == 6 and (mount.extra_cards, mount.performance, mount.bursts) == (cards, performance, bursts)


@pytest.mark.rule("OPS-D1.7", "DIF-035")
@pytest.mark.parametrize("aircraft", sorted(code for codes in FIGHTERS.values() for code in codes))
@pytest.mark.parametrize("bombers", [False, True])
def test_full_low_and_no_rounds_are_three_things_for_every_fighter(aircraft: str, bombers: bool) -> None:
    """Behind an enemy a fighter has three Bursts more, whatever the engagement takes from all."""
    left = []
    for ammo in ("full", "low", "none"):
        foe = german("do_17z", 6, "I./KG 3") if bombers else german(count=6)
        position = battle(fight(force(aircraft=aircraft, count=6, ammo=ammo), foe))
        craft = position.crafts[0]
        craft.holds, craft.level = 6, 2
        left.append(bursts_left(craft))
    assert left[0] > left[1] > left[2] == 0


@pytest.mark.rule("OPS-D1.7")
def test_a_fighter_that_is_damaged_goes_home_at_the_end_of_the_turn() -> None:
    """The acting aircraft may shoot at it until then; one Damaged by its own Redline ends its turn; bombers hold their course."""
    position = battle(fight(force(count=3), german(count=3)))
    run = CardRun(position, dice())
    for craft in position.crafts:
        craft.hand = ()
    while position.active < 0:
        CARDS.apply(position, position.owing[0], CARDS.choices(position, position.owing[0]).listed[0], dice())
    acting = position.crafts[position.active]
    foe = next(c for c in position.crafts if c.party != acting.party)
    deal(run, foe, foe.front.airframe, acting.party)
    proceed(run)
    assert foe.damaged and not foe.out and position.active == acting.number
    events: list[str] = []
    while position.active == acting.number:
        seat = position.owing[0]
        listed = CARDS.choices(position, seat).listed
        order = next(x for kind in (EndPhase, Stay, NoAnswer) for x in (*listed, None) if isinstance(x, kind))
        events += [event.code for event in CARDS.apply(position, seat, order, dice())]
    assert foe.out == "left" and events.count("withdrew") == 1 and not foe.hand
    bombed = battle(fight(force(count=3), german("do_17z", 3, "I./KG 3")))
    bomber = next(c for c in bombed.crafts if c.bomber)
    deal(CardRun(bombed, dice()), bomber, bomber.front.airframe, 0)
    proceed(CardRun(bombed, dice()))
    assert bomber.damaged and not bomber.out


@pytest.mark.rule("OPS-D1.7")
def test_a_side_whose_last_fighter_goes_home_leaves_the_air() -> None:
    position = battle(fight(force(count=1), german(count=1)))
    for craft in position.crafts:
        craft.hand = ()
    while position.active < 0:
        CARDS.apply(position, position.owing[0], CARDS.choices(position, position.owing[0]).listed[0], dice())
    other = next(c for c in position.crafts if c.number != position.active)
    deal(CardRun(position, dice()), other, other.front.airframe, 1 - other.party)
    while position.owing:
        listed = CARDS.choices(position, position.owing[0]).listed
        order = next(x for kind in (EndPhase, Stay, NoAnswer) for x in (*listed, None) if isinstance(x, kind))
        CARDS.apply(position, position.owing[0], order, dice())
    assert position.turn == 1 and other.out == "left" and position.outcome is not None


@pytest.mark.rule("OPS-B8.6", "DIF-129")
@pytest.mark.parametrize("aircraft", ["hurricane_i", "defiant_i"])
def test_who_has_no_rounds_shoots_from_no_position(aircraft: str) -> None:
    """Neither guns nor a Gunner: not from behind an enemy either."""
    fired: dict[str, int] = {"full": 0, "none": 0}
    for ammo in fired:
        engagement = fight(force(aircraft=aircraft, count=3, ammo=ammo), german(count=3), posture="bounce")
        for seed in range(6):
            position, chance, rolled = battle(engagement, seed), Stream.of(seed, "fly"), dice(seed)
            assert all(c.level == 2 and (c.now.bursts >= 0) == (ammo == "full") for c in position.crafts if c.seat == 0)
            while position.owing:
                seat = position.owing[0]
                listed = CARDS.choices(position, seat).listed
                shots = [order for order in listed if order.code in ("attack", "gunner_attack")] if seat == "raf" else []
                order = chance.choose(shots or listed)
                fired[ammo] += bool(shots)
                CARDS.apply(position, seat, order, rolled)
    assert fired["full"] > 10 and fired["none"] == 0


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(("posture", "cards"), [("bounce", 2), ("advantage", 1), ("even", 0), ("disadvantage", 0), ("bounced", 0)])
def test_bombers_fly_in_formation_and_posture_is_in_the_hands(posture: str, cards: int) -> None:
    engagement = fight(force(), german("do_17z", 36, "I./KG 3", disruption=1, angels=14), posture=posture)
    drawn = resolver.drawn_up(engagement, dice())
    assert drawn.terms.holds == () and drawn.terms.formed and drawn.scale == 6
    assert {m.extra_cards for m in drawn.terms.players[0].aircraft} == {cards}
    assert [(m.dt, m.st, m.count) for m in drawn.terms.players[1].aircraft] == [(1, -1, 1)] * 6
    position, _ = CARDS.setup_terms(drawn.terms, dice())
    bombers = [c for c in position.crafts if c.bomber]
    assert [(c.row - bombers[0].row, c.column - bombers[0].column) for c in bombers] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("angels", "level"),
    [(4, "very_low"), (5, "low"), (9, "low"), (10, "medium"), (15, "medium"), (16, "high"), (21, "high"), (22, "very_high")],
)
def test_the_height_is_the_bombers_else_that_of_the_lower(angels: int, level: str) -> None:
    for foes in ((german(angels=angels),), (german("do_17z", 9, "I./KG 3", angels=angels),)):
        drawn = resolver.drawn_up(fight(force(angels=30), *foes), dice())
        assert {m.altitude for p in drawn.terms.players for m in p.aircraft} == {level}
    below = resolver.drawn_up(fight(force(angels=2), german("do_17z", 9, "I./KG 3", angels=angels)), dice())
    assert {m.altitude for p in below.terms.players for m in p.aircraft} == {level} and level in ALTITUDES


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize(
    ("bombers", "weather", "turns"),
    [(False, "fair", 2), (True, "fair", 4), (False, "overcast", 2), (True, "haze", 4), *[(True, code, 3) for code in sorted(CLOUD)]],
)
def test_the_length_and_the_cloud_give_the_turns(bombers: bool, weather: str, turns: int) -> None:
    foe = german("do_17z", 9, "I./KG 3") if bombers else german()
    assert weather in WEATHERS and resolver.drawn_up(fight(force(), foe, weather=weather), dice()).terms.turns == turns


def over(engagement: Engagement, down: int = 0, damaged: int = 0) -> tuple[CardPosition, tuple[str, ...]]:
    """A dogfight in which so many of the Luftwaffe's aircraft fell and so many others are damaged."""
    drawn = resolver.drawn_up(engagement, dice())
    position, _ = CARDS.setup_terms(drawn.terms, dice())
    theirs = [c for c in position.crafts if c.seat == 1]
    for c in theirs[:down]:
        c.out, c.damaged = "down", True
    for c in theirs[down : down + damaged]:
        c.damaged = True
    return position, drawn.models


@pytest.mark.rule("OPS-B8.5")
@pytest.mark.rule("OPS-B8.6")
def test_damage_to_cards_comes_back_as_aircraft_by_the_dice() -> None:
    engagement = fight(force(count=12), german(count=30), over_england=True)
    position, models = over(engagement, down=1, damaged=1)
    # A model of five falls: three are destroyed for certain, the others by 16 and less, damaged up to 68, else driven off; of those behind
    # a Damaged one up to 26 are damaged.
    faces = [16, 17, 1, 26, 27, 1, 100]
    found = resolver.result(engagement, position, models, ScriptedDice([*faces, 3, 3, 3, 3]))
    mine, theirs = found.losses
    assert (mine.destroyed, mine.damaged) == (0, 0)
    assert (theirs.destroyed, theirs.damaged, theirs.crews_lost) == (4, 4, 4)
    assert dict(found.claims) == {"raf": 7, "luftwaffe": 0} and found.holds == "raf" and found.turns == engagement.length


@pytest.mark.rule("OPS-B8.5")
def test_a_part_of_an_aircraft_behind_a_model_is_decided_by_the_dice() -> None:
    engagement = fight(force(count=12), german(count=13))
    position, models = over(engagement, down=1)
    assert resolver.drawn_up(engagement, dice()).scale == 3 and len(models) == 9
    # Thirteen behind five models: two or three behind the one that fell.
    for face, behind in ((3, 3), (4, 2)):
        throws = ScriptedDice([face, 1, *[1] * behind, 3, 3, 3, 3])
        assert resolver.result(engagement, position, models, throws).losses[1].destroyed == behind
        assert throws.left == ()


@pytest.mark.rule("OPS-B8.5", "OPS-D1.8")
@pytest.mark.parametrize(("aircraft", "least"), [("bf_109e_4", 15), ("do_17z", 30)])
def test_half_of_the_fighters_and_all_bombers_behind_fallen_models_are_lost(aircraft: str, least: int) -> None:
    """By the worst of dice."""
    engagement = fight(force(count=12), german(aircraft, 30))
    position, models = over(engagement, down=6)
    found = resolver.result(engagement, position, models, ScriptedDice([100] * (15 + least) + [3] * 4))
    assert found.losses[1].destroyed == least and found.flown is not None and found.flown.behind["II./JG 26"] == 30


@pytest.mark.rule("OPS-B8.6")
def test_whom_nobody_could_shoot_at_nobody_shot_down() -> None:
    position, models = over(fight(force(ammo="none"), german(count=12)), down=2, damaged=1)
    found = resolver.result(fight(force(ammo="none"), german(count=12)), position, models, ScriptedDice([3] * 4))
    assert [(loss.destroyed, loss.damaged) for loss in found.losses] == [(0, 0), (0, 0)]


GOOD = (data_folder("tables") / "engagements.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("raf = 2.0", "raf = 0.5", "claims.raf"),
        ("raf_elsewhere = 55", "raf_elsewhere = 101", "crews.raf_elsewhere"),
        ("levels = [5, 10, 16, 22]", "levels = [5, 10, 10, 22]", "cards.levels"),
        ("surprise = 1", "surprise = -1", "cards.surprise"),
        ("destroyed_bombers = 100", "destroyed_bombers = 100.5", "cards.destroyed_bombers"),
        ("turns_fighters = 2", "turns_fighter = 2", "cards.turns_fighters"),
        ("jettison_share = 0.4", "jettison_share = 0.4\nmore = 1", "after.more"),
    ],
)
def test_a_bad_table_is_told_by_file_and_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    path = tmp_path / "engagements.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        engagement_figures.load_figures(path)
    assert caught.value.values["place"] == place and caught.value.values["file"].endswith("engagements.toml")
