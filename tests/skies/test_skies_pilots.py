"""The pilots of the miniatures dogfight: legal orders with reasons in both languages, who beats whom, what makes sense at the table."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import UsageError
from bob.core.kit import Decision
from bob.tactical.matches import MatchCount, PilotMatch, jobs_of
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.candidates import COARSE, FINE, flights, steps
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.kit import KIT, PILOTS
from bob.tactical.miniatures.mixes import mixed
from bob.tactical.miniatures.options import shipped_scenarios
from bob.tactical.miniatures.pilots import KINDS
from bob.tactical.miniatures.pilots.matches import all_flown, flown
from bob.tactical.miniatures.position import (
    ADVANTAGED,
    DISADVANTAGED,
    FLY,
    NEUTRAL,
    PLACE,
    MiniatureExit,
    MiniaturePosition,
    MiniatureStrike,
    TableSpot,
)
from bob.tactical.miniatures.rules import legal, standing
from bob.tactical.miniatures.rules.geometry import PER, on_table
from bob.tactical.miniatures.rules.odds import aces_of, any_ace, more
from bob.tactical.miniatures.view import imagined
from bob.words import LANGUAGES, Words
from tests.sizes import WHOLE, fifth, some
from tests.skies.airfield import TABLES, Plane, Table, table_of

GAME = MiniatureDogfight()
WORDS = [Words(language) for language in LANGUAGES]
THINKING = pytest.mark.parametrize("name", ["sound", "strong"])


def share(one: str, other: str, games: int, scenario: str = "dogfight") -> float:
    """The share of the first pilot, each side in turn; draws count half."""
    count = MatchCount(scenario, (one, other))
    for job in (jobs := jobs_of(scenario, (one, other), games, "pilots")):
        count.add(job, flown(job))
    assert count.by_pilot.games == len(jobs)
    return count.by_pilot.share


def begun(scenario: str, options: dict[str, Any], seed: object = 1) -> tuple[MiniaturePosition, SeededDice]:
    dice = SeededDice(Stream.of(seed, "game"))
    return GAME.setup(scenario, options, dice)[0], dice


def asked(table: Table, name: str = "sound", seat: str = "") -> Decision:
    """What a pilot orders at a table."""
    seat = seat or table.seat
    return KINDS[name](seat, TABLES).decide(GAME.view(table.position, seat), GAME.choices(table.position, seat))


def go(table: Table, name: str = "sound", seat: str = "raf") -> list[Any]:
    """All that a pilot orders in the activation that is under way; where the enemy is asked, he does nothing."""
    found: list[Any] = []
    number = table.position.go.number if table.position.go is not None else -1
    while table.position.go is not None and table.position.go.number == number and table.position.outcome is None:
        if table.seat == seat:
            order = asked(table, name).order
            found.append(order)
            table.do(order)
        else:
            table.do(next(order for order in GAME.choices(table.position, table.seat).listed if order.code in ("pass", "keep")))
    return found


# ---- legal, told, on the table


@pytest.mark.parametrize("name", PILOTS)
@pytest.mark.parametrize("seed", range(fifth(40)))
def test_pilots_order_what_is_legal_and_say_why(name: str, seed: int) -> None:
    """In battles with all options at random, against random orders; the same view gives the same order."""
    scenario, options = mixed(seed)
    position, dice = begun(scenario, options, seed)
    stream = Stream.of(seed, "other")
    flying = {seat: KIT.player(name, seat, "any", GAME) for seat in position.seats}
    for number in range(250):
        to_move = GAME.to_move(position)
        if not to_move:
            break
        seat = to_move[0]
        view, choices = GAME.view(position, seat), GAME.choices(position, seat)
        found = flying[seat].orders(view, choices, number)[0]
        assert legal.refusal(position, seat, found.order) is None, found.order
        assert all(words.has(found.why_key) for words in WORDS), found.why_key
        if number % 10 == 0:
            assert KIT.player(name, seat, "another", GAME).orders(view, choices, number + 7)[0] == found
        order = found.order if number % 4 or position.stage == PLACE else GAME.sample(position, seat, stream)
        GAME.apply(position, seat, order, dice)


@pytest.mark.parametrize("seed", range(fifth(50)))
def test_candidates_are_legal_and_end_where_they_say(seed: int) -> None:
    """Each first order is legal, and a move brings the aircraft where its candidate says, at that level, off the table by that edge."""
    scenario, options = mixed(seed + 1000)
    position, dice = begun(scenario, options, seed)
    stream = Stream.of(seed, "random")
    looked = 0
    while (to_move := GAME.to_move(position)) and looked < 12:
        seat = to_move[0]
        if position.stage == FLY:
            looked += 1
            side = position.seats.index(seat)
            number = position.active.number
            for n, way in enumerate(flights(position, side, COARSE if looked % 2 else FINE)):
                assert legal.refusal(position, seat, way.order) is None, way.order
                assert bool(way.left) != on_table(way.at, position.terms.width * PER, position.terms.height * PER)
                if isinstance(way.order, o.MoveOn) and n % 7 == 0:
                    twin = position.copy()
                    twin.hands = list(twin.hands)
                    GAME.apply(twin, seat, way.order, SeededDice(Stream.of(0, "any")))
                    a = twin.aircraft[number]
                    assert bool(a.out and a.out != "down") == bool(way.left)
                    if not a.out and (a.at not in [b.at for b in position.flying() if b.number != number]):
                        assert (a.at, a.heading) == (way.at, way.heading)
        GAME.apply(position, seat, GAME.sample(position, seat, stream), dice)
    assert looked


def test_steps_have_both_ends_and_nought() -> None:
    assert steps(-45, 45, 15) == [-45, -30, -15, 0, 15, 30, 45]
    assert steps(400, 700, 300) == [400, 700] and steps(500, 500, 100) == [500]
    assert steps(-45, 45, 45) == [-45, 0, 45]


def test_the_odds_are_exact() -> None:
    assert sum(aces_of(6)) == pytest.approx(1)
    assert more(1, 0) == pytest.approx(1 / 6) and any_ace(2) == pytest.approx(11 / 36)
    assert more(1, 1) == pytest.approx(1 / 6 * 5 / 6) and more(0, 3) == 0


def test_an_unknown_pilot_is_an_error() -> None:
    with pytest.raises(UsageError):
        KIT.player("baron", "raf", "1", GAME)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sound", "strong"])
def test_no_aircraft_leaves_the_table_of_itself(name: str) -> None:
    """In a dogfight nobody has an edge to go home by."""
    position, dice = begun("dogfight", {}, name)
    pilots = {seat: KINDS[name](seat, TABLES) for seat in position.seats}
    while to_move := GAME.to_move(position):
        seat = to_move[0]
        GAME.apply(position, seat, pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat)).order, dice)
    assert not [a.number for a in position.aircraft if a.out == "left"]


def test_a_pilot_thinks_with_what_he_sees() -> None:
    position, _ = begun("dogfight", {})
    view = GAME.view(position, position.owing[0])
    thought = imagined(view, TABLES)
    own = view.seats.index(view.seat)
    assert thought.hands[1 - own] == () and not any(thought.piles)


# ---- who beats whom


@pytest.mark.slow
def test_sound_pilots_beat_random_ones() -> None:
    """A sample of what `bob tournament --game skies --pilots sound,random` measures: more than 95 in a hundred."""
    assert share("sound", "random", 2 * fifth(50)) >= 0.9


@pytest.mark.slow
def test_strong_pilots_beat_sound_ones_more_often_than_not() -> None:
    """A sample: 500 games gave 60 in a hundred; one of thirty, or of six, lies above this in all but a few of a hundred."""
    assert share("strong", "sound", 2 * fifth(15)) >= (0.4 if WHOLE else 0.15)


@pytest.mark.slow
def test_a_weak_pilot_beats_chance_and_loses_to_sound_ones() -> None:
    assert share("weak", "random", 2 * fifth(25)) >= 0.6
    assert share("weak", "sound", 2 * fifth(25)) <= 0.35


# ---- what makes sense


@THINKING
def test_a_sure_shot_is_not_declined(name: str) -> None:
    """An enemy below, straight ahead, who flies away: shot at before the move, and followed and shot at again."""
    table = table_of(Plane(level=ADVANTAGED), Plane("bf_109e", (0, -7), level=DISADVANTAGED))
    codes = [order.code for order in go(table, name)]
    assert codes[0] == "shoot"
    position = table_of(Plane(level=ADVANTAGED), Plane("bf_109e", (0, -11), level=DISADVANTAGED))
    assert "shoot" in [order.code for order in go(position, name)]


@THINKING
def test_he_keeps_to_the_table_when_its_edge_is_ahead(name: str) -> None:
    for east, south, heading in ((0, -13, 0), (19, 0, 90), (21, -15, 45), (-22, 5, 300)):
        table = table_of(Plane(place=(east, south), heading=heading), Plane("bf_109e", (0, 10)))
        go(table, name)
        assert not table[0].out, (east, south, heading)


@THINKING
def test_he_burns_advantage_rather_than_leave_the_table(name: str) -> None:
    table = table_of(Plane(place=(0, -16), heading=0, level=ADVANTAGED), Plane("bf_109e", (0, 10)))
    orders = go(table, name)
    assert not table[0].out
    assert any(isinstance(order, o.TurnHard) or (isinstance(order, o.MoveOn) and order.burn) for order in orders)


@THINKING
def test_he_climbs_when_nobody_is_near(name: str) -> None:
    table = table_of(Plane(place=(0, 10)), Plane("bf_109e", (0, -15), heading=180))
    assert o.GainHeight() in go(table, name) and table[0].level == ADVANTAGED


@THINKING
def test_he_breaks_when_tailed(name: str) -> None:
    """At the lowest level with an enemy above on his tail he does not fly straight on before his guns."""
    table = table_of(Plane(level=DISADVANTAGED), Plane("bf_109e", (0, 5), level=NEUTRAL))
    assert standing.tailed(table.position, table[0])
    go(table, name)
    position = table.position
    assert not standing.tailed(position, table[0]) or not standing.targets(position, table[1])


@THINKING
def test_he_gets_on_a_tail_where_he_can(name: str) -> None:
    table = table_of(Plane(level=NEUTRAL), Plane("bf_109e", (0, -9), level=NEUTRAL))
    orders = go(table, name)
    assert table[1].level == DISADVANTAGED
    assert o.ShootAt(1) in orders


@THINKING
def test_a_bomber_flies_to_its_target_and_bombs_it(name: str) -> None:
    strike = MiniatureStrike("raf", (TableSpot(2400, 1800),), 2)
    table = table_of(Plane("ju_88a", (0, 6), side="raf", loaded=True), Plane("bf_109e", (20, -15)), strike=strike)
    orders = go(table, name)
    assert o.DropOn(0) in orders and not table[0].loaded


@THINKING
def test_a_bomber_without_bombs_goes_home(name: str) -> None:
    table = table_of(Plane("ju_88a", (0, -15), side="raf"), Plane("bf_109e", (0, 15)), exits=(MiniatureExit("raf", "north", True),))
    go(table, name)
    assert table[0].out == "safe"


def test_all_that_bears_answers() -> None:
    table = table_of(Plane("hurricane_i", (0, 0), level=NEUTRAL), Plane("he_111h", (0, -7), heading=180))
    table.do(o.ShootAt(1))
    answer = asked(table, seat="luftwaffe")
    assert isinstance(answer.order, o.AnswerFire) and answer.order.weapons == (0,)


def test_the_formation_faces_the_enemy_with_the_bombers_behind() -> None:
    position, dice = begun("bomber_run", {})
    pilots = {seat: KINDS["sound"](seat, TABLES) for seat in position.seats}
    while position.turn == 0:
        seat = position.owing[0]
        GAME.apply(position, seat, pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat)).order, dice)
    fighters = [a for a in position.aircraft if not a.type.multi]
    bombers = [a for a in position.aircraft if a.type.multi]
    assert all(a.heading == (180 if a.side == 0 else 0) for a in fighters)
    assert max(a.at.y for a in fighters if a.side == 1) < min(b.at.y for b in bombers)
    assert all(any(standing.in_formation(b, c) for c in bombers) for b in bombers)


@pytest.mark.parametrize("scenario", some(sorted(shipped_scenarios())))
def test_every_scenario_is_flown_to_its_end(scenario: str) -> None:
    for found in all_flown([PilotMatch(scenario, ("sound", "weak"), "end"), PilotMatch(scenario, ("weak", "sound"), "end")]):
        assert found.orders > 20
