"""Whole campaigns played by the program's pilots: the sequence, what goes in and comes back of each flight, saving in mid-flight."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.campaigns.land.campaign_data import FIXED
from bob.campaigns.land.game import AirWar
from bob.campaigns.land.kit import CAMPAIGNS, KIT
from bob.campaigns.land.mission import sides_of
from bob.campaigns.land.position import FLAK, NOBODY, RESOURCE
from bob.campaigns.sides import SIDES
from bob.cli.terminal.cards_classic_text import book as flight_book
from bob.cli.terminal.land_text import book
from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.match import Match
from bob.files import Save
from bob.games import games, kit
from bob.words import LANGUAGES, Words
from tests.sizes import some

GAME = AirWar()


def play_on(match: Match[Any], until: Callable[[Match[Any]], bool] | None = None) -> None:
    """The program plays both sides until the end, or until something has come about."""
    players = {side: KIT.player("sound", side, "1", GAME) for side in SIDES}
    while match.to_move and not (until is not None and until(match)):
        seat = match.to_move[0]
        given = players[seat].orders(match.view(seat), GAME.choices(match.position, seat), len(match.entries))
        match.play(seat, given[0].order)


@cache
def played(page: str, period: str = "") -> Match[Any]:
    match: Match[Any] = Match.new(GAME, page, "played", {"period": period} if period else {})
    play_on(match)
    return match


def by_mission(match: Match[Any]) -> list[list[Event]]:
    """The events of each mission, from its card on."""
    found: list[list[Event]] = []
    for event in (event for entry in match.entries for event in entry.events):
        if event.code == "mission":
            found.append([])
        if found:
            found[-1].append(event)
    return found


@pytest.fixture(params=some(CAMPAIGNS), ids=str)
def match(request: pytest.FixtureRequest) -> Match[Any]:
    return played(request.param)


@pytest.mark.slow
@pytest.mark.rule("CAM-24.1a", "CAM-24.1b", "CAM-24.1c", "CAM-15.1a", "CAM-15.1b", "CAM-23.0a", "CAM-23.0b")
def test_each_mission_goes_through_its_steps_in_their_order(match: Match[Any]) -> None:
    order = ("mission", "resource_chosen", "resources", "turns", "takes_off", "flight", "flight_over", "mission_over", "standing")
    missions = by_mission(match)
    assert len(missions) == GAME.tables.campaigns[match.header.scenario].missions
    for events in missions:
        codes = [event.code.partition("_phased")[0].partition("_fixed")[0] for event in events]
        places = [codes.index(code) for code in order]
        assert places == sorted(places), codes[:12]
        drawn = [i for i, code in enumerate(codes) if code in ("pilot_drawn", "crew_drawn", "pilot_given")]
        assert all(codes.index("turns") < i < codes.index("takes_off") for i in drawn)
    assert match.entries[-1].events[-1].code == "campaign_over"


@pytest.mark.slow
@pytest.mark.rule("CAM-15.1g", "CAM-23.1c", "CAM-23.1d", "CAM-23.21", "CAM-23.22", "CAM-23.25b", "CAM-15.1f", "CAM-23.1a", "CAM-23.1b")
def test_a_raid_flies_out_over_the_target_and_home_and_the_rest_a_given_number_of_turns(match: Match[Any]) -> None:
    kinds = Counter[str]()
    for events, flown in zip(by_mission(match), match.position.log, strict=True):
        entry = GAME.tables.campaigns[match.header.scenario].target_of(flown.target)
        legs = Counter(event.data["leg"] for event in events if event.code == "game_turn")
        values = next(event.data for event in events if event.code.startswith("turns_"))
        kinds[entry.kind] += 1
        if entry.kind in FIXED:
            assert sum(legs.values()) <= values["turns"] and set(legs) == {"fight"}
            continue
        attacker, _ = sides_of(entry)
        away = all(f.fate in ("destroyed", "left", "left_damaged") for f in flown.fates if f.side == attacker)
        gone = legs["egress"] == 0 or away  # all attackers lost or away (CAM-GAP-54)
        assert legs["target_bound"] == values["out"] or (gone and legs["target_bound"] <= values["out"])
        assert gone or (legs["ingress"], legs["bomb_turn"], legs["egress"]) == (1, 1, 1)
        assert legs["home_bound"] >= values["home"] or gone or legs["home_bound"] == 0
    assert kinds


@pytest.mark.slow
@pytest.mark.rule("CAM-24.46d", "CAM-24.61e", "CAM-24.31a", "CAM-S.9b")
def test_every_aircraft_that_took_off_comes_back_into_the_log(match: Match[Any]) -> None:
    for events, flown in zip(by_mission(match), match.position.log, strict=True):
        took_off = Counter[tuple[str, str]]()
        for event in events:
            if event.code == "takes_off":
                took_off[event.data["side"], event.data["aircraft"]] += event.data["count"]
        assert took_off == Counter((fate.side, fate.aircraft) for fate in flown.fates)
        for fate in flown.fates:
            assert (fate.by != NOBODY) <= (fate.fate == "destroyed")
            assert fate.by in (FLAK, NOBODY) or flown.fates[fate.by].side != fate.side
        over = next(event for event in events if event.code == "mission_over")
        assert over.data == {"number": flown.number} | {side: flown.points(side) for side in SIDES}
        points = [(event.data["side"], event.data["source"], event.data["points"]) for event in events if event.code == "points"]
        assert points == [(line.side, line.what, line.points) for line in flown.lines]
        assert flown.damage == sum(result.points for result in flown.results) or entry_kind(match, flown.target) != "raid"


@pytest.mark.slow
@pytest.mark.rule("CAM-17.12", "CAM-17.26a", "CAM-17.26b")
def test_fighters_shoot_down_more_than_all_others_together(match: Match[Any]) -> None:
    cards = GAME.classic.aircraft
    by = Counter(
        cards[flown.fates[fate.by].aircraft].kind for flown in match.position.log for fate in flown.fates if fate.by not in (FLAK, NOBODY)
    )
    assert by["fighter"] > by.total() - by["fighter"], "the rest is gunners' work"


def entry_kind(match: Match[Any], number: int) -> str:
    return str(GAME.tables.campaigns[match.header.scenario].target_of(number).kind)


@pytest.mark.slow
@pytest.mark.rule("CAM-24.53a", "CAM-24.53b", "CAM-24.7")
def test_a_campaign_uses_each_resource_once_and_ends_with_a_performance(match: Match[Any]) -> None:
    position = match.position
    for side in SIDES:
        picked = [getattr(flown, f"{side}_resource") for flown in position.log]
        used = [number for number in picked if number is not None]
        assert len(set(used)) == len(used) and tuple(used) == position.used[side]
    difference = sum(flown.points("axis") - flown.points("allied") for flown in position.log)
    steps = GAME.tables.campaigns[match.header.scenario].performance
    reached = [step.code for step in steps if difference >= step.least][-1]
    assert position.outcome.code == f"air_war.outcome.{reached}"
    GAME.invariants(position)


@pytest.mark.slow
@pytest.mark.rule("CAM-24.48c", "CAM-24.48b")
def test_elements_change_their_altitude_in_flight_and_bombers_never() -> None:
    match = played("channel_battle")
    changed = Counter[bool]()
    formed: dict[int, bool] = {}
    for event in (event for entry in match.entries for event in entry.events):
        if event.code == "revealed":
            formed[event.data["aircraft"]] = GAME.classic.aircraft[event.data["type"]].formed
        elif event.code == "altitude":
            changed[formed[event.data["aircraft"]]] += 1
    assert changed[False] and not changed[True]


@pytest.mark.rule("CAM-24.41", "CAM-24.44a")
def test_every_period_of_every_sheet_is_played_by_its_own_column() -> None:
    for code in CAMPAIGNS:
        for period in GAME.tables.campaigns[code].period:
            match: Match[Any] = Match.new(GAME, code, "periods", {"period": period.code, "quick": True})
            stream = Stream.of(code, period.code)
            while match.to_move:  # by chance: what is drawn does not hang on who flies well
                match.play(match.to_move[0], GAME.sample(match.position, match.to_move[0], stream))
            drawn = [(event.data["card"], event.data["target_number"]) for events in by_mission(match) for event in events[:1]]
            assert drawn and all(period.missions[card] == target for card, target in drawn)


def in_the_bomb_turn(match: Match[Any]) -> bool:
    flight = match.view("referee").flight
    return flight is not None and flight.leg == "bomb_turn"


@pytest.mark.slow
def test_a_campaign_saved_in_the_middle_of_a_bomb_turn_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    path = tmp_path / "war.bob1940"
    save, match = Save.begin(path, GAME, "channel_battle", 2, {"missions": 2})
    with save:
        play_on(match, in_the_bomb_turn)
        assert in_the_bomb_turn(match) and match.position.flight is not None
        text, entries = GAME.dump(match.position), len(match.entries)
    save, again = Save.open(path, games())
    with save:
        assert again.game.dump(again.position) == text and len(again.entries) == entries
        play_on(again)
    through: Match[Any] = Match.new(GAME, "channel_battle", 2, {"missions": 2})
    play_on(through)
    assert [e.as_json() for e in through.entries] == [e.as_json() for e in again.entries]


def longer_than(count: int) -> Callable[[Match[Any]], bool]:
    return lambda match: len(match.entries) > count


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_each_phase_and_tells_all(language: str) -> None:
    words = Words(language)
    match: Match[Any] = Match.new(GAME, "sector_airfields", "pages", {"missions": 2})
    pages = book(words, GAME, match.position, "sector_airfields")
    seen = Counter[str]()
    while match.to_move:
        seat = match.to_move[0]
        view = match.view(seat)
        if seen[view.phase] < 4 or len(match.entries) % 40 == 0:
            pages.look(view)
            page = "\n".join((pages.head(view), *pages.page(view)))
            assert "{" not in page and GAME.tables.campaigns["sector_airfields"].name[language] in page
            said = [pages.order(order, seat) for order in GAME.choices(match.position, seat).listed]
            assert all(said) and (view.phase != RESOURCE or len(set(said)) == len(said))
            seen[view.phase] += 1
        play_on(match, longer_than(len(match.entries)))
    assert set(seen) >= {"resource", "flight"}
    view = match.view("axis")
    pages.look(view)
    assert str(view.log[0].points("axis")) in "\n".join(pages.page(view))
    lines = pages.describe([(entry.number, event) for entry in match.entries for event in entry.events])
    assert len(lines) == sum(len(entry.events) for entry in match.entries) and all(text and "{" not in text for _, text in lines)


@pytest.mark.slow
def test_aircraft_of_a_flight_are_told_by_type_and_number() -> None:
    match = played("channel_battle")
    teller = KIT.teller(Words("en"), GAME, "channel_battle")
    lines = [teller.event(event) for entry in match.entries for event in entry.events]
    assert any("Ju 87B (1), Wingman" in line for line in lines) and any("Ju 87B (2)" in line for line in lines)


def test_a_folder_of_ones_own_is_laid_over_ours_and_kept_in_the_save(tmp_path: Path) -> None:
    from bob.core.resources import data_folder

    folder = tmp_path / "mine"
    (folder / "land").mkdir(parents=True)
    text = (data_folder("tables") / "campaign" / "land" / "london.toml").read_text("utf-8")
    (folder / "land" / "own.toml").write_text(text.replace('code = "london"', 'code = "my_london"', 1), "utf-8")
    game = kit("air_war").make(folder)
    assert isinstance(game, AirWar) and "my_london" in game.tables.campaigns and "london" in game.tables.campaigns
    path = tmp_path / "own.bob1940"
    save, match = Save.begin(path, game, "my_london", 1, {"quick": True, "missions": 1})
    save.close()
    save, again = Save.open(path, games())
    with save:
        assert again.game.dump(again.position) == game.dump(match.position)
        assert json.dumps(dict(again.header.own)) == json.dumps(dict(match.header.own))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_flight_by_itself_has_its_page_in_the_terminal(language: str) -> None:
    words, found = Words(language), kit("flight")
    game = found.make()
    match: Match[Any] = Match.new(game, "rail_complex", "page")
    pages = flight_book(words, game, match.position, "rail_complex")
    players = {seat: found.player("sound", seat, "1", game) for seat in SIDES}
    own = words("play.table.own_hand", aircraft="|", cards="").partition("|")[0]
    seen = set()
    while match.to_move:
        seat = match.to_move[0]
        view = match.view(seat)
        page = "\n".join((pages.head(view), *pages.page(view)))
        assert "{" not in page and "Ki-21 (2)" in page
        hands = [sortie for sortie in view.aircraft if sortie.cards]
        assert sum(line.startswith(own) for line in page.splitlines()) == len(hands)
        assert all(sortie.seat == seat for sortie in hands)
        seen |= {name for name in ("exchange", "passage", "following") if getattr(view, name)}
        match.play(seat, players[seat].orders(view, game.choices(match.position, seat), len(match.entries))[0].order)
    assert {"exchange", "passage"} <= seen
    lines = pages.describe([(entry.number, event) for entry in match.entries for event in entry.events])
    assert all(text and "{" not in text for _, text in lines)
