"""The rules of a flight held against whole missions: a witness reads every event of flights flown by sound pilots and by chance, in the
campaigns that fly them, and knows no function of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from bob.campaigns.carriers.kit import KIT as CARRIERS
from bob.campaigns.land.kit import KIT as AIR_WAR
from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.kit import Kit
from bob.core.match import Match
from bob.tactical.cards.data import ALTITUDES
from bob.tactical.cards_classic.data import classic_tables
from bob.tactical.cards_classic.kit import KIT as FLIGHT
from tests.sizes import fifth

pytestmark = pytest.mark.slow

TABLES = classic_tables()
OVER_TARGET = ("ingress", "bomb_turn", "egress")


@dataclass
class Flown:
    """One flight: its events in order, each with the leg in which it happened, and the Wingmen with their Leaders."""

    led: dict[int, int] = field(default_factory=dict)

    events: list[tuple[str, Event]] = field(default_factory=list)

    def of(self, *codes: str) -> Iterator[tuple[str, Event]]:
        return ((leg, event) for leg, event in self.events if event.code in codes)


def watched(kit: Kit, scenario: str, seed: int, options: dict[str, Any]) -> list[Flown]:
    """The flights of a match, seats flown by chance and by sound pilots in turn."""
    game = kit.make()
    match = Match.new(game, scenario, f"witness/{seed}", options)
    chance = Stream.of(seed, "witness")
    players = {seat: kit.player("sound", seat, f"{seed}", game) for seat in game.seats(match.position)}
    sound = [seat for i, seat in enumerate(players) if (seed + i) % 3]
    found: list[Flown] = []
    leaders: list[dict[int, int]] = []
    while match.to_move:
        seat = match.to_move[0]
        flight = getattr(match.position, "flight", None) if kit is not FLIGHT else match.position
        if flight is not None:
            led = {craft.number: craft.leader for craft in flight.crafts if craft.leader >= 0}
            flown = sum(event.code == "flight" for entry in match.entries for event in entry.events)
            leaders += [led] * (flown - len(leaders))
        if seat in sound:
            order = players[seat].orders(match.view(seat), game.choices(match.position, seat), len(match.entries))[0].order
        else:
            order = game.sample(match.position, seat, chance)
        match.play(seat, order)
    leg = ""
    for entry in match.entries:
        for event in entry.events:
            if event.code == "flight":
                found.append(Flown(leaders[len(found)] if len(found) < len(leaders) else {}))
                leg = ""
            if event.code == "game_turn":
                leg = event.data["leg"]
            if found:
                found[-1].events.append((leg, event))
    return found


@cache
def flights() -> tuple[Flown, ...]:
    """Flights by themselves and those of a land and a carrier campaign."""
    found: list[Flown] = []
    for scenario in FLIGHT.make().flights:
        for seed in range(fifth(15)):
            found += watched(FLIGHT, scenario, seed, {"edition": {"leave": "never"}} if seed % 2 else {})
    for page in ("channel_battle", "autumn", "counter_raids"):
        found += watched(AIR_WAR, page, 1, {"missions": 2})
    found += watched(CARRIERS, "convoys", 2, {"turns": 2})
    return tuple(found)


def heights(flown: Flown) -> Iterator[tuple[str, Event, dict[int, int]]]:
    """The events with the altitudes after each: a Wingman flies where his Leader does (CAM-S.2f)."""
    now: dict[int, int] = {}
    for leg, event in flown.events:
        yield leg, event, dict(now)
        if event.code in ("starts", "altitude"):
            for number in (event.data["aircraft"], *[w for w, leader in flown.led.items() if leader == event.data["aircraft"]]):
                now[number] = event.data["altitude"]


def types_of(flown: Flown) -> dict[int, str]:
    """The aircraft cards by number."""
    return {event.data["aircraft"]: event.data["type"] for _, event in flown.of("revealed")}


@pytest.mark.rule("CAM-16.22", "CAM-17.24a", "CAM-15.2j", "CAM-GAP-61", "CAM-S.6a", "CAM-S.6b", "CAM-21.42b")
def test_altitudes_change_by_a_band_within_the_card_and_at_their_price() -> None:
    climbs = dives = 0
    for flown in flights():
        types, dropped = types_of(flown), set()
        for leg, event, before in heights(flown):
            number = event.data.get("aircraft", -1)
            if event.code in ("starts", "altitude"):
                assert event.data["altitude"] in TABLES.aircraft[types[number]].bands, "above its card, or below"
            if event.code == "bombs" and event.data["mode"] == "torpedo":
                dropped.add(flown.led.get(number, number))
            if event.code == "altitude":
                assert not TABLES.aircraft[types[number]].formed, "bombers keep their altitude"
                assert event.data["altitude"] - before[number] == (1 if event.data["climb"] else -1)
                climbs, dives = climbs + event.data["climb"], dives + (not event.data["climb"])
                assert leg not in ("bomb_turn", "egress") or number not in dropped, "who has dropped a torpedo stays down till then"
                if event.data["climb"] and event.data["why"] == "phase" and number not in flown.led:  # a lone Wingman pays nothing
                    assert len(event.data["cards"]) == 1, "a climb costs a card"
    assert climbs > 20 and dives > 20


@pytest.mark.rule("CAM-23.71", "CAM-22.11", "CAM-22.28b", "CAM-22.12")
def test_area_flak_is_for_those_over_the_target_alone_at_the_end_of_ingress_and_egress() -> None:
    seen = 0
    for flown in flights():
        outside = {e.data["aircraft"] for _, e in flown.of("decided") if e.data["zone"] == "outside"}
        outside |= {wingman for wingman, leader in flown.led.items() if leader in outside}
        for leg, event in flown.of("area_flak"):
            assert leg in ("ingress", "egress") and event.data["aircraft"] not in outside
            seen += 1
        ended = [i for i, (leg, e) in enumerate(flown.events) if e.code == "area_flak" and leg == "ingress"]
        turns = [i for i, (leg, e) in enumerate(flown.events) if e.code == "turn" and leg == "ingress"]
        assert not ended or not turns or min(ended) > max(turns), "after every player turn"
    assert seen > 20


@pytest.mark.rule("CAM-23.52b", "CAM-23.52c", "CAM-23.53b", "CAM-23.66a", "CAM-S.8b", "CAM-21.11a", "CAM-21.71d")
def test_over_the_target_nobody_attacks_out_of_his_zone_and_only_the_bombing_side_bombs_in_the_bomb_turn() -> None:
    bombed = fought = 0
    for flown in flights():
        types = types_of(flown)
        seats = {e.data["aircraft"]: e.data["seat"] for _, e in flown.of("revealed")}
        outside: set[int] = set()
        bombing: set[str] = set()
        for leg, event in flown.events:
            if event.code == "rejoined":
                outside = set()
            if event.code == "decided" and event.data["zone"] == "outside":
                one = event.data["aircraft"]
                outside |= {one, *[wingman for wingman, leader in flown.led.items() if leader == one]}
            if event.code == "card_played" and event.data.get("target") is not None and event.data["target"] in seats:
                one, other = event.data["aircraft"], event.data["target"]
                if leg in OVER_TARGET and one in types and one != other and seats[one] != seats[other]:
                    assert (one in outside) == (other in outside), event
                    fought += 1
            if event.code in ("bombs", "strafes"):
                assert leg == "bomb_turn" and event.data["aircraft"] not in outside
                bombing.add(seats[event.data["aircraft"]])
                bombed += 1
                assert event.code == "bombs" or not TABLES.aircraft[types[event.data["aircraft"]]].formed
        assert len(bombing) <= 1
    assert bombed > 20 and fought > 10


@pytest.mark.rule("CAM-22.22c", "CAM-21.14a", "CAM-21.12b", "CAM-23.63")
def test_bombers_bomb_after_all_player_turns_and_take_their_flak_between_draw_and_results() -> None:
    seen = 0
    for flown in flights():
        types = types_of(flown)
        at = [(i, e) for i, (leg, e) in enumerate(flown.events) if leg == "bomb_turn"]
        turns = [i for i, e in at if e.code == "turn"]
        for i, event in at:
            if event.code != "bombs" or event.data["mode"] == "look" or not TABLES.aircraft[types[event.data["aircraft"]]].formed:
                continue
            assert not turns or i > max(turns)
            mine = [e.code for _, e in at if e.data.get("aircraft") == event.data["aircraft"] and e.code in ("bombs", "flak", "results")]
            assert mine == [code for code in ("bombs", "flak", "results") if code in mine] and mine[:2] == ["bombs", "flak"], mine
            if "results" not in mine:
                fire = next(e for _, e in at if e.data.get("aircraft") == event.data["aircraft"] and e.code == "flak")
                spoils = sum(TABLES.deck.faces[code].card.spoils for code in fire.data["faces"])
                assert spoils >= len(event.data["faces"]), "each SA takes one"
            seen += 1
    assert seen > 10


@pytest.mark.rule("CAM-15.2a", "CAM-S.1c", "CAM-GAP-55")
def test_each_game_turn_begins_with_the_side_that_won_the_lot_and_the_sides_alternate() -> None:
    seen = 0
    for flown in flights():
        sides = {e.data["aircraft"]: e.data["seat"] for _, e in flown.of("revealed")}
        first = next((e.data["side"] for _, e in flown.of("initiative")), None)
        turn: list[str] = []
        for _, event in flown.events:
            if event.code == "turn":
                turn.append(sides[event.data["aircraft"]])
            if event.code in ("game_turn", "flight_over") and turn:
                assert first is None or turn[0] == first or first not in turn, turn
                both = turn[: 2 * min(turn.count(seat) for seat in set(turn))] if len(set(turn)) > 1 else []
                assert all(one != other for one, other in pairwise(both)), turn
                seen += len(both)
                turn = []
    assert seen > 50


@pytest.mark.rule("CAM-S.3a", "CAM-GAP-62", "CAM-15.2n")
def test_every_card_of_the_deck_is_somewhere_and_discards_lie_open() -> None:
    assert len(TABLES.deck.whole) == 110
    for flown in flights():
        for _, event in flown.of("discarded"):
            assert set(event.to) >= {e.data["seat"] for _, e in flown.of("revealed")}, "face up"


@pytest.mark.rule("CAM-20.21a", "CAM-20.42b", "CAM-20.44a", "CAM-16.32", "CAM-17.23a")
def test_nobody_takes_a_position_on_a_bomber_and_only_four_titles_attack_one() -> None:
    seen = 0
    for flown in flights():
        formed = {number for number, code in types_of(flown).items() if TABLES.aircraft[code].formed}
        for _, event in flown.of("position"):
            assert not formed & {event.data["aircraft"], event.data["target"]}
        for _, event in flown.of("card_played"):
            if event.data.get("target") in formed and event.data["action"] in ("attack", "manoeuvre"):
                assert TABLES.deck.cards[event.data["card"].split(".")[0]].title in ("maneuvering", "half_loop", "ims", "oots")
                seen += 1
    assert seen > 20


@pytest.mark.rule("CAM-17.27b", "CAM-21.61", "CAM-21.22c", "CAM-21.62a", "CAM-21.53a", "CAM-21.41", "CAM-21.32c")
def test_bombs_are_dropped_by_the_ways_of_the_card_at_their_altitudes() -> None:
    modes: set[str] = set()
    for flown in flights():
        types = types_of(flown)
        for _, event, now in heights(flown):
            if event.code == "bombs":
                number, mode = event.data["aircraft"], event.data["mode"]
                card = TABLES.aircraft[types[number]]
                modes.add(mode)
                if mode == "torpedo":
                    assert card.torpedo and now[number] == 0
                elif mode in ("level", "dive", "saturation"):
                    assert mode in card.front.bombs and (mode != "dive" or ALTITUDES[now[number]] in ("low", "very_low"))
                    assert card.formed or mode != "saturation"
    assert modes >= {"dive", "level", "saturation", "torpedo"}
