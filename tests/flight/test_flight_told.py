"""The decisions of a flight in words: the effects of orders come true, questions come from who decides, cards show their own figures."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.match import Match
from bob.staff.advice.fights.flight_consequences import FlightConsequences
from bob.staff.advice.fights.flight_figures import figures_of, is_wingman
from bob.staff.advice.fights.flight_orders import LEAVING, FlightLines, in_order, is_forced
from bob.tactical.cards import orders as o
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.data import FORMED
from bob.tactical.cards_classic.game import FlightGame, shipped_flights
from bob.tactical.cards_classic.kit import KIT
from bob.tactical.cards_classic.orders import BombTarget, StrafeTarget
from bob.tactical.cards_classic.telling import FlightTeller
from bob.tactical.cards_classic.view import FlightView
from bob.words import LANGUAGES, Words
from tests.sizes import fifth

GAME = FlightGame()
SCENARIOS = sorted(shipped_flights())
WORDS = Words("en")
RANKS = ("engage", "attack_formations", "climb", "dive", "jettison", "quit")


def lines_of(match: Match[Any], seat: str, words: Words = WORDS) -> FlightLines:
    view = match.view(seat)
    teller = KIT.teller(words, match.game, match.header.scenario)
    assert isinstance(teller, FlightTeller)
    return FlightLines(view, words, teller, FlightConsequences(view, words, teller, GAME.tables), GAME.choices(match.position, seat).listed)


def damage_told(found: FlightConsequences, events: list[Event], view: FlightView) -> str | None:
    """Return the prediction that fits the outcome of the one hit in these events; None without a hit."""
    hit = next((event.data for event in events if event.code == "hit"), None)
    if hit is None:
        return None
    if any(event.code == "shot_down" and event.data["aircraft"] == hit["aircraft"] for event in events):
        return WORDS("desk_cards.then.down", hits=hit["hits"])
    flips = any(event.code == "flipped" and event.data["aircraft"] == hit["aircraft"] for event in events)
    airframe = view.aircraft[hit["aircraft"]].ratings.airframe
    return WORDS(f"desk_cards.then.{'flips' if flips else 'hits'}", hits=hit["hits"], total=hit["total"], airframe=airframe)


@pytest.mark.slow
def test_what_is_said_of_an_order_comes_true() -> None:
    seen = set()
    for scenario, seed in product(SCENARIOS, range(fifth(15))):
        match = Match.new(GAME, scenario, f"told/{seed}")
        stream = Stream.of(seed, "told")
        while match.to_move:
            seat = match.to_move[0]
            view, lines, order = match.view(seat), lines_of(match, seat), GAME.sample(match.position, seat, stream)
            said, before = lines.then.describe(order), len(match.entries)
            match.play(seat, order)
            events = [event for entry in match.entries[before:] for event in entry.events]
            exchange, passage = view.exchange, view.passage
            if isinstance(order, o.NoAnswer) and exchange is not None and exchange.stage == "answer":
                told = next((event for event in events if event.code in ("without_effect", "position", "hit")), None)
                if told is None:
                    continue
                seen.add(told.code)
                if told.code == "hit":
                    assert said == damage_told(lines.then, events, view), (scenario, seed, order)
                elif told.code == "position":
                    assert said.endswith(lines.teller.position(-told.data["relation"])), (said, told.data)
                else:
                    assert said == WORDS("desk_cards.then.fails", action=WORDS(f"flight.action.{exchange.action}"))
            elif isinstance(order, o.NoAnswer) and (exchange is not None or (passage is not None and passage.stage == "flak")):
                seen.add("fire")
                assert damage_told(lines.then, events, view) in (None, said), (scenario, seed, said)
            elif isinstance(order, BombTarget | StrafeTarget | f.Release):
                drawn = next(event for event in events if event.code in ("bombs", "strafes") or event.code == "flak")
                if drawn.code != "flak":
                    seen.add("bombs")
                    assert str(len(drawn.data["faces"])) in said.split(" · ")[0], (said, drawn.data)
            elif isinstance(order, o.EndPhase) and view.phase == "discard":
                drew = next((event.data["count"] for event in events if event.code == "drew" and event.data["why"] == "horsepower"), 0)
                assert said in (WORDS("desk_flight.then.draws", cards=drew), WORDS("desk_flight.then.stalls")), (said, drew)
                seen.add("draws")
    assert seen == {"draws", "fire", "bombs", "hit", "position", "without_effect"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_orders_of_a_decision_read_alike_and_leaving_comes_last(language: str) -> None:
    words = Words(language)
    for scenario in SCENARIOS:
        match = Match.new(GAME, scenario, "alike")
        stream = Stream.of(1, "alike")
        while match.to_move:
            seat = match.to_move[0]
            listed = GAME.choices(match.position, seat).listed
            lines = lines_of(match, seat, words)
            rest, leaving = in_order(listed)
            assert len(rest) + len(leaving) == len(listed) and not {order.code for order in rest} & set(LEAVING)
            ranks = [RANKS.index(order.code) for order in rest if order.code in RANKS]
            assert ranks == sorted(ranks), "attacks first, then altitude, then leaving for good"
            texts = [lines.line(order) for order in (*rest, *leaving)]
            assert len(set(texts)) == len(texts), texts
            title, how = lines.asked()
            assert title and how and "{" not in title + how
            match.play(seat, GAME.sample(match.position, seat, stream))


def test_the_side_that_must_answer_is_told_so() -> None:
    found = set()
    for seed in range(4):
        match = Match.new(GAME, "elements", f"asked/{seed}")
        stream = Stream.of(seed, "asked")
        while match.to_move:
            seat = match.to_move[0]
            view = match.view(seat)
            e = view.exchange
            if e is not None and e.stage == "answer":
                title, how = lines_of(match, seat).asked()
                own = view.aircraft[e.actor].seat == seat
                assert title.startswith("Your ") == own and ("Go on?" in title) == own and how.startswith("Answered by: "), title
                found.add(own)
            match.play(seat, GAME.sample(match.position, seat, stream))
    assert found == {True, False}


def test_only_a_way_out_is_nothing_to_decide() -> None:
    assert is_forced([o.PASS]) and is_forced([f.END_ATTACK])
    assert not is_forced([o.PASS, f.respond(0, "scissors")]) and not is_forced([o.Act(0)]) and not is_forced([])


def test_a_card_shows_the_figures_of_its_part_and_no_others() -> None:
    kinds = set()
    for scenario in SCENARIOS:
        match = Match.new(GAME, scenario, "figures")
        for seen in match.view("referee").aircraft:
            codes = [code for code, _ in figures_of(seen, GAME.tables.aircraft)]
            if seen.kind in FORMED:
                assert codes[:3] == ["speed", "turret_defense", "turret_support"] and len(codes) == 4, codes
            elif is_wingman(seen):
                assert codes[:2] == ["offense", "defense"] and not {"performance", "bursts"} & set(codes)
            else:
                assert codes[:3] == ["performance", "horsepower", "bursts"] and not {"speed", "offense", "firepower"} & set(codes)
            assert bool(set(codes) & {"level", "dive", "saturation"}) == (seen.load == "bombs"), (seen.type, codes)
            kinds.add(codes[0])
            for language in LANGUAGES:
                words = Words(language)
                assert all(words(f"desk_flight.rating.{code}") and words(f"desk_flight.explain.{code}", value=1) for code in codes)
    assert kinds == {"speed", "offense", "performance"}
