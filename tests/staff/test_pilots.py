"""Pilots of the card dogfight: legal orders only, from the view of their seat alone, the same every time; and who beats whom."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import UsageError
from bob.core.game import Choices, dumps
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import shipped
from bob.tactical.cards.options import terms
from bob.tactical.cards.pilots import NAMES, Budget, Pilot, SoundCardPilot, Strong, fly, pilot, title_key
from bob.tactical.cards.pilots.duels import Duel, DuelCount, drawn_up, duel, many
from bob.tactical.cards.pilots.sight import HIDDEN, BattleReader
from bob.tactical.cards.pilots.sound import Judgement
from bob.tactical.cards.pilots.strong import Guesser, judged
from bob.tactical.cards.position import ALTITUDES, CHOOSE, FORMATION, PAIR, PICK, CardPosition, CardTerms, Chain, Following
from bob.tactical.cards.view import CardTableView
from bob.tactical.score import Score, wilson
from bob.words import LANGUAGES, Words
from tests.cards.mixes import mixed
from tests.sizes import WHOLE, fifth

GAME = CardDogfight()
QUICK = Budget(sims=6)
BEFORE = (PICK, PAIR, ALTITUDES, FORMATION)


def battle(number: int, names: tuple[str, ...]) -> tuple[CardPosition, CardTerms, dict[str, Pilot], SeededDice]:
    """A battle of the fuzzer's mixes, set up, with pilots of these names seat by seat."""
    scenario, options = mixed(number)
    made = terms(scenario, options, GAME.scenarios, GAME.tables)
    dice = SeededDice(Stream.of(number, "game"))
    position, _ = GAME.setup_terms(made, dice)
    pilots = {seat: pilot(names[i % len(names)], seat, number, made, GAME, QUICK) for i, seat in enumerate(position.seats)}
    return position, made, pilots, dice


def steps(number: int, names: tuple[str, ...]) -> Iterator[tuple[CardPosition, str, CardTableView, Choices, Pilot, CardTerms]]:
    """Every decision of a battle, before it is made."""
    position, made, pilots, dice = battle(number, names)
    while position.owing:
        seat = position.owing[0]
        view, choices = GAME.view(position, seat), GAME.choices(position, seat)
        yield position, seat, view, choices, pilots[seat], made
        GAME.apply(position, seat, pilots[seat].decide(view, choices), dice)


def even(seed: object, names: Mapping[str, str], budget: Budget = QUICK) -> tuple[str, CardPosition]:
    """A duel of two Bf 109E-4: all orders as a text, and the end."""
    players = [{"seat": s, "side": s, "aircraft": [{"aircraft": "bf_109e_4"}]} for s in ("axis", "allied")]
    made = terms("duel", {"players": players}, GAME.scenarios, GAME.tables)
    dice = SeededDice(Stream.of(str(seed), "game"))
    position, _ = GAME.setup_terms(made, dice)
    pilots = {seat: pilot(name, seat, str(seed), made, GAME, budget) for seat, name in names.items()}
    lines = []
    while position.owing:
        seat = position.owing[0]
        order = pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat))
        lines.append(dumps(encode(order)))
        GAME.apply(position, seat, order, dice)
    return "\n".join(lines), position


# Legal, and from the view


@pytest.mark.parametrize("number", range(fifth(30)))
def test_sound_and_random_pilots_give_listed_orders_only(number: int) -> None:
    position, _, pilots, dice = battle(number, ("sound", "random"))
    count = 0
    while position.owing:
        seat = position.owing[0]
        choices = GAME.choices(position, seat)
        order = pilots[seat].decide(GAME.view(position, seat), choices)
        assert order in choices.listed
        GAME.check(position, seat, order)
        GAME.apply(position, seat, order, dice)
        count += 1
        assert count < 4000, "pilots must bring a battle to its end"
    assert GAME.outcome(position) is not None


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 3, 5, 8])
def test_strong_pilots_give_listed_orders_only(number: int) -> None:
    for count, (_, _, view, choices, flown, _) in enumerate(steps(number, ("strong", "sound"))):
        if isinstance(flown, Strong) and count < 80:
            before = dumps(encode(view))
            assert flown.decide(view, choices) in choices.listed
            assert dumps(encode(view)) == before, "a pilot changed what it was shown"
        if count >= 100:
            break


@pytest.mark.parametrize("number", range(fifth(12)))
def test_what_the_others_hide_changes_no_decision(number: int) -> None:
    """The hidden cards are dealt anew: the view is the same, and so is what the sound pilot orders."""
    seen = 0
    for position, seat, view, choices, _, made in steps(number, ("sound",)):
        if position.phase in BEFORE or len(choices.listed) < 2 or seen >= 60:
            continue
        seen += 1
        table = BattleReader(made, GAME.tables).read(view)
        other = Guesser(table).world(Stream.of(seen, "other"))
        other.turrets, other.order = position.turrets, position.order
        assert dumps(encode(GAME.view(other, seat))) == dumps(encode(view))
        again = SoundCardPilot(seat, made, GAME.tables).decide(GAME.view(other, seat), GAME.choices(other, seat))
        assert again == SoundCardPilot(seat, made, GAME.tables).decide(view, choices)


@pytest.mark.parametrize("number", range(fifth(30)))
def test_a_guess_is_a_whole_position_that_agrees_with_the_view(number: int) -> None:
    for count, (position, _, view, _, _, made) in enumerate(steps(number, ("sound", "random"))):
        if position.phase in BEFORE or count % 3:
            continue
        table = BattleReader(made, GAME.tables).read(view)
        own = [c.hand for c in position.crafts if position.seats[c.seat] == view.seat]
        assert [c.hand for c in table.crafts if position.seats[c.seat] == view.seat] == own
        assert all(set(c.hand) <= {HIDDEN} for c in table.crafts if position.seats[c.seat] != view.seat)
        world = Guesser(table).world(Stream.of(count, "guess"))
        GAME.invariants(world)
        assert [(c.front, c.back, c.now, len(c.hand), c.altitude) for c in world.crafts] == [
            (c.front, c.back, c.now, len(c.hand), c.altitude) for c in position.crafts
        ]
        assert (world.turn, world.phase, world.active, len(world.pile)) == (
            position.turn,
            position.phase,
            position.active,
            len(position.pile),
        )
        if isinstance(position.pending, Chain):
            assert world.pending == position.pending
        elif isinstance(position.pending, Following):
            assert isinstance(world.pending, Following)
            assert (world.pending.queue, world.pending.climb) == (position.pending.queue, position.pending.climb)
        else:
            assert type(world.pending) is type(position.pending)
        if not made.free_for_all:
            assert world.party == position.party
            if len(position.crafts) == 2 and position.phase != CHOOSE:
                assert world.first == position.first


def test_guesses_differ_and_are_the_same_of_one_stream() -> None:
    position, seat, view, _, _, made = next(s for s in steps(1, ("sound",)) if s[0].phase not in BEFORE)
    guesser = Guesser(BattleReader(made, GAME.tables).read(view))
    stream = Stream.of(1, "guess")
    first, second = guesser.world(stream), guesser.world(stream)
    assert first.pile != second.pile
    assert guesser.world(Stream.of(1, "guess")) == first
    hidden = len(position.pile) + sum(len(c.hand) for c in position.crafts if position.seats[c.seat] != seat)
    assert len(guesser.unseen) == hidden


# The same every time


@pytest.mark.parametrize("names", [("random", "random"), ("sound", "random"), ("sound", "sound"), ("strong", "sound")])
def test_one_seed_gives_one_duel(names: tuple[str, str]) -> None:
    who = dict(zip(("axis", "allied"), names, strict=True))
    first, end = even(5, who)
    again, end_again = even(5, who)
    assert first == again
    assert end == end_again
    assert first != even(6, who)[0]


@pytest.mark.slow
def test_the_seed_of_the_hashes_changes_nothing() -> None:
    script = (
        "from tests.staff.test_pilots import even\n"
        "import hashlib\n"
        "text = even(3, {'axis': 'sound', 'allied': 'strong'})[0] + even(4, {'axis': 'random', 'allied': 'sound'})[0]\n"
        "print(hashlib.sha256(text.encode()).hexdigest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_thoughts_do_not_touch_the_dice() -> None:
    """The same orders fall on the same dice, whoever gave them."""
    position, _, pilots, dice = battle(2, ("strong", "sound"))
    seat = position.owing[0]
    before = dice.stream.count
    pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat))
    assert dice.stream.count == before


def test_strong_stops_when_its_clock_has_run_out() -> None:
    ticks = iter(range(10_000))
    budget = Budget(sims=100_000, seconds=2.0, clock=lambda: float(next(ticks)))
    position = next(s for s in steps(1, ("sound",)) if s[0].phase not in BEFORE and len(s[3].listed) > 4)
    table, seat, view, choices, _, made = position
    assert Strong(seat, 1, made, GAME, budget).decide(view, choices) in choices.listed
    assert next(ticks) < 200
    assert table.owing


# Who beats whom


def share(one: str, other: str, games: int, sims: int | None = None) -> Score:
    tally = DuelCount(("bf_109e_4", "bf_109e_4"), (one, other))
    for flown in many(drawn_up(tally.aircraft, tally.pilots, games, "test", sims)):
        tally.add(flown)
    return tally.by_pilot


def test_sound_beats_random() -> None:
    assert share("sound", "random", 60).won >= 48


@pytest.mark.slow
def test_strong_beats_sound() -> None:
    assert share("strong", "sound", 8 if WHOLE else 4, 24).share >= 0.5


@pytest.mark.slow
def test_the_first_player_has_no_great_advantage() -> None:
    tally = DuelCount(("bf_109e_4", "bf_109e_4"), ("sound", "sound"))
    for flown in many(drawn_up(tally.aircraft, tally.pilots, 120, "test")):
        tally.add(flown)
    assert 0.38 <= tally.by_first.share <= 0.62
    assert tally.by_aircraft.games == tally.by_first.games == 120


# Judgement


def test_hits_that_flip_and_kill_are_worth_more() -> None:
    position = next(s for s in steps(1, ("sound",)) if s[0].phase not in BEFORE)[0]
    judgement = Judgement(GAME.tables)
    craft = next(c for c in position.crafts if not c.bomber and not c.damaged)
    craft.hits = 0
    front, back = craft.front.airframe, craft.back.airframe
    worth = [judgement.hits_worth(craft, hits) for hits in range(back + 3)]
    assert worth[0] == 0.0
    assert worth == sorted(worth)
    assert worth[front] - worth[front - 1] > judgement.weights.hit
    assert worth[back] - worth[back - 1] > judgement.weights.kill
    assert worth[back + 2] == worth[back]


def test_a_counter_is_given_to_a_shot_that_would_kill() -> None:
    judgement = Judgement(GAME.tables)
    found = 0
    for number in range(12):
        for position, _, view, choices, _, made in steps(number, ("sound",)):
            chain = position.pending
            if not isinstance(chain, Chain) or chain.stage != "react" or chain.action != "attack" or chain.to != chain.target:
                continue
            if not any(order.code == "react" for order in choices.listed):
                continue
            table = BattleReader(made, GAME.tables).read(view)
            table.crafts[chain.target].hits = table.crafts[chain.target].back.airframe - 1
            assert judgement.choose(table, table.seats.index(view.seat), choices.listed).code in ("react", "redline")
            found += 1
    assert found >= 3


def test_a_lead_is_judged_as_one() -> None:
    players = [{"seat": s, "side": s, "aircraft": [{"aircraft": "bf_109e_4"}]} for s in ("axis", "allied")]
    made = terms("duel", {"players": players}, GAME.scenarios, GAME.tables)
    position, _ = GAME.setup_terms(made, SeededDice(Stream.of(1, "game")))
    pilots = {seat: pilot("sound", seat, 1, made, GAME) for seat in position.seats}
    dice = SeededDice(Stream.of(1, "more"))
    while position.active < 0:
        seat = position.owing[0]
        GAME.apply(position, seat, pilots[seat].decide(GAME.view(position, seat), GAME.choices(position, seat)), dice)
    mine, his = position.crafts
    even_chance = judged(position, mine.party)
    assert judged(position, mine.party) + judged(position, his.party) == pytest.approx(1.0)
    his.hits = 2
    assert judged(position, mine.party) > even_chance


# By name, in words


def test_an_unknown_pilot_is_refused_by_name() -> None:
    made = terms("first_match", {}, GAME.scenarios, GAME.tables)
    with pytest.raises(UsageError) as caught:
        pilot("bader", "axis", 1, made, GAME)
    assert caught.value.key == "pilots.no_pilot"
    assert "bader" in str(caught.value) and "strong" in str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pilots_have_names(language: str) -> None:
    names = [Words(language)(title_key(name)) for name in NAMES]
    assert len(set(names)) == len(NAMES)
    made = terms("first_match", {}, GAME.scenarios, GAME.tables)
    assert [pilot(name, "axis", 1, made, GAME).name for name in NAMES] == list(NAMES)


def test_fly_plays_to_the_end() -> None:
    position, _, pilots, dice = battle(4, ("sound",))
    assert fly(GAME, position, pilots, dice) > 5
    assert GAME.outcome(position) is not None


# Duels and their figures


def test_duels_change_sides_and_have_seeds_of_their_own() -> None:
    jobs = drawn_up(("spitfire_i", "bf_109e_4"), ("sound", "random"), 8, "7")
    assert [job.first for job in jobs] == [0, 1] * 4
    assert [job.pilots[0] for job in jobs] == ["sound", "sound", "random", "random"] * 2
    assert len({job.seed for job in jobs}) == 8
    assert duel(jobs[3]) == duel(jobs[3])


def test_a_tally_counts_for_aircraft_pilot_and_first_player() -> None:
    tally = DuelCount(("spitfire_i", "bf_109e_4"), ("sound", "random"))
    flown = [duel(job) for job in drawn_up(tally.aircraft, tally.pilots, 12, "7")]
    for one in flown:
        tally.add(one)
    assert tally.by_aircraft.won == sum(f.winner == 0 for f in flown)
    assert tally.by_pilot.won == sum(f.winner is not None and f.duel.pilots[f.winner] == "sound" for f in flown)
    assert tally.by_first.won == sum(f.winner == f.duel.first for f in flown)
    values = tally.as_json()
    assert values["games"] == 12 and "first_pilot" in values
    assert "first_pilot" not in DuelCount(("spitfire_i", "bf_109e_4"), ("sound", "sound")).as_json()


def test_wilson() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert wilson(1.0, 10)[1] == 1.0 and wilson(1.0, 10)[0] > 0.7


def test_all_fighters_can_be_flown() -> None:
    for code, aircraft in shipped().aircraft.items():
        if not aircraft.is_bomber:
            assert duel(Duel((code, "p_11c"), ("sound", "sound"), 0, "all")).orders > 4


def test_processes_give_the_same_duels() -> None:
    jobs: list[Any] = drawn_up(("spitfire_i", "bf_109e_4"), ("sound", "random"), 4, "7")
    assert list(many(jobs, 2)) == list(many(jobs))
