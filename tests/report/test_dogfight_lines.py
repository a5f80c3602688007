"""Lines of the dogfights read as sentences: no dash for what is missing, no figure that its noun does not agree with, no counted rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.match import Match
from bob.games import kit
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import shipped
from bob.tactical.cards.telling import CardTeller
from bob.words import LANGUAGES, Words, chapter
from tests.sizes import some

GAMES = {"cards": ("raid", "pairs"), "flight": ("rail_complex", "elements"), "hexes": ("duel",), "skies": ("dogfight",)}
ORDERS = 120
NOUNS = (
    "hits|points|cards|turns|rows|columns|bursts|steps|dice|aces|markers|levels|inches|hexes|bombs|hits|"
    "dégâts|touches|points|cartes|tours|rangs|colonnes|rafales|crans|dés|jetons|pions|niveaux|pouces|cases|bombes|appareils|fois"
)
FAULTS = {
    "a dash for nothing": r"\(–\)|[:,;] ?–(?=[;,.)]| ;|$)|^–|–$| – (?![A-Z])",
    "one of many": rf"(?<![\d.,/+×])\b1[ \u00a0](?:[a-zé’]+ )?(?:{NOUNS})\b",
    "an (s)": r"\(e?s\)",
    "a row counted from nowhere": r"\b(?:row|column|rang|colonne)s?[ \u00a0](?:1\d|2\d)\b",
    "a code": r"\b[a-z]+_[a-z_]+\b|\bNone\b",
}
FIGURES = "count|turns|cards|hits|points|vp|steps|bursts|markers|total|saved|dice|chits|number|hexes|dodged|lost|shot|less|plus|bombs"


def faults(line: str) -> list[str]:
    return [f"{fault}: {line}" for fault, pattern in FAULTS.items() if re.search(pattern, line, re.IGNORECASE)]


def lines(game: str, scenario: str, seed: int) -> Iterator[str]:
    """What is told of a random battle, orders and events, in both languages."""
    found = kit(game)
    core = found.make()
    match = Match.new(core, scenario, seed, {})
    tellers = [found.teller(Words(language), core, scenario) for language in LANGUAGES]
    bots = Stream.of(seed, "bots")
    for number in range(ORDERS):
        if not match.to_move:
            break
        seat = match.to_move[number % len(match.to_move)]
        listed = core.choices(match.position, seat).listed
        entry = match.play(seat, core.sample(match.position, seat, bots))
        for teller in tellers:
            yield from {teller.order(order) for order in listed}
            yield from {teller.event(event) for event in entry.events}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_of_a_battle_is_whole(game: str) -> None:
    found = {fault for scenario in some(GAMES[game]) for line in lines(game, scenario, 3) for fault in faults(line)}
    assert sorted(found) == []


def test_the_search_finds_what_it_is_for() -> None:
    bad = [
        "Manoeuvre by Speed on 3 (–)",
        "winner: –",
        "1 hits",
        "place of bomber 2: row 20",
        "1 dégâts",
        "hit(s)",
        "tight_turn",
        "3 : –, 2",
    ]
    assert all(faults(line) for line in bad)
    good = ["In My Sights, 1 Burst (1 hit)", "hits: 1", "2 × Tight Turn", "11 points", "rows ahead 1", "Bf-109E", "Horsepower 1/0, cards 3"]
    assert not any(faults(line) for line in good)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_that_costs_nothing_says_so(language: str) -> None:
    teller = CardTeller(Words(language), shipped())
    orders = [
        o.Follow(()),
        o.Climb(None),
        o.PickPilot(None),
        o.PickBomber(1, "free"),
        o.PickBomber(1, "speed"),
        o.PickBomber(1, "card", "scissors"),
        o.ChangeAltitude("vertical_roll", True),
        o.ChangeAltitude("vertical_roll", True, "yo_yo"),
        o.ChangeAltitude("vertical_roll", False),
        o.Redline("redline"),
        o.Redline("redline", "evasive"),
        o.BomberFire("ims_1"),
        o.BomberFire("ims_1", ("yo_yo", "yo_yo")),
        o.PlaceBomber(0, o.HEAD, o.HEAD),
        o.PlaceBomber(1, o.HEAD + 1, o.HEAD - 1),
    ]
    lines = [teller.order(order) for order in orders]
    assert [fault for line in lines for fault in faults(line)] == []
    assert len(set(lines)) == len(lines), "what differs is told apart"
    assert "2\u00a0×\u00a0Yo-" in lines[12] and teller.card("scissors") in lines[5]
    for event in (
        Event("action", {"action": "speed", "aircraft": 0, "target": 1, "card": None, "steps": 1, "bonus": 0}),
        Event("over", {"winner": None}),
        Event("over", {"winner": ""}),
    ):
        assert faults(teller.event(event)) == []


@pytest.mark.parametrize(
    "name", ["cards", "desk_cards", "flight", "desk_flight", "hexes", "desk_hexes", "skies", "desk_skies", "desk_fights"]
)
def test_a_count_follows_its_label(name: str) -> None:
    """A figure before a noun in the plural reads wrongly when it is one."""
    pattern = re.compile(rf"\{{(?:{FIGURES})\}}[ \u00a0](?:[a-zé]+ )?(?:{NOUNS})\b")
    values = {key: texts for key, texts in chapter(name).items() if not key.endswith(("_many", "_none")) and ".expect." not in key}
    assert [f"{key}: {text}" for key, texts in values.items() for text in texts.values() if pattern.search(text)] == []
