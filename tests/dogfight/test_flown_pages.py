"""The pages before and after a flown fight (OPS-D1.8): sentences, the desk, the terminal, the browser and the report."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bob.cli.terminal.fights_text import Chronicle, FightBook
from bob.core.game import REFEREE, Event
from bob.day.telling import flown_fights
from bob.day.telling import situation as situations
from bob.day.telling.period_names import Names
from bob.games import game
from bob.report.fights import Fights
from bob.report.story import story
from bob.rooms.pages.rooms import fight
from bob.tactical import engagement_figures
from bob.tactical.scale import MOST_MODELS
from bob.tactical.slot import shipped
from bob.words import LANGUAGES, Words
from tests.dogfight.flown_day import flown_day, told
from tests.server.situations import situation

SIDES = ("raf", "luftwaffe")


def names() -> Names:
    return Names(game("day").world.theatre)


def event_of(side: str) -> Event:
    return told(flown_day(), side)[0]


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [1, 5])
def test_a_way_says_what_a_model_stands_for_and_how_its_fall_is_booked(language: str, scale: int) -> None:
    words = Words(language)
    for kit in shipped().values():
        (stakes,) = kit.stakes(words, scale)
        assert (str(scale) in stakes) is (scale > 1)
        shares = engagement_figures.shares_of(kit.name)
        assert shares is not None
        for share in {shares.destroyed, shares.destroyed_bombers} if scale > 1 else ():
            assert (str(share) if share > engagement_figures.HALF else words("flown.stakes.half")) in stakes


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
def test_every_model_of_ones_own_is_told_and_the_enemys_by_type(language: str, side: str) -> None:
    words, data = Words(language), event_of(side).data
    table = flown_fights.rows(words, data)
    assert [row[0] for row in table] == [unit for unit, _ in data["units"]] and all(
        len(row) == len(flown_fights.heads(words)) for row in table
    )
    for unit, models, *_ in table:
        mine = [fate for of, fate, _ in data["flown"]["models"] if of == unit]
        parts = models.replace("\u00a0", " ").split(" ; " if language == "fr" else "; ")
        assert len(parts) == max(1, len(mine)) and (bool(mine) or models == words("flown.model.none"))
        assert all(words(f"flown.fate.{fate}") in part for fate, part in zip(mine, parts, strict=False))
    seen = flown_fights.foes(words, data, names())
    assert all(names().aircraft(aircraft) in seen for aircraft, *_ in data["flown"]["foes"])
    enemy = [unit for unit, _ in event_of("luftwaffe" if side == "raf" else "raf").data["units"]]
    assert not [unit for unit in enemy if unit in "\n".join(flown_fights.lines(words, data, names()))]


def changed(models: list[list[Any]], behind: int, lost: int, damaged: int) -> dict[str, Any]:
    """A report of one unit, with these models."""
    found = event_of("raf").data
    unit = found["units"][0][0]
    given = {**found["flown"], "models": [[unit, fate, ""] for fate in models], "behind": {unit: behind}, "on_table": {unit: 9}}
    return {**found, "units": [[unit, 9]], "flown": given, "lost": {unit: lost}, "damaged": {unit: damaged}}


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.rule("OPS-D1.7")
def test_a_part_of_the_fight_is_never_told_as_the_whole() -> None:
    words, data = Words("en"), changed(["stayed"], 0, 0, 0)
    part = {**data, "flown": {**data["flown"], "on_table": {data["units"][0][0]: 6}}}
    assert next(flown_fights.reasons(words, part, names())) == words("flown.why.on_table", there=6, sent=9)


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize(
    ("models", "figures", "keys"),
    [
        (["stayed", "left"], (0, 0, 0), ["none_fell"]),
        (["down", "hit"], (5, 3, 2), ["fell", "damaged"]),
        (["down", "down"], (2, 2, 0), ["fell_each"]),
        (["down"], (0, 0, 0), ["fell_alone"]),
        (["hit"], (0, 0, 0), ["none_fell", "unhurt_though_hit"]),
    ],
)
def test_why_the_books_differ_is_said_in_a_sentence_for_each_case(models: Any, figures: Any, keys: list[str]) -> None:
    words, data = Words("en"), changed(models, *figures)
    said = list(flown_fights.reasons(words, data, names()))
    behind, lost, damaged = figures
    values = {"models": models.count("down") or models.count("hit"), "behind": behind, "lost": lost, "damaged": damaged}
    assert said[:-1] == [words(f"flown.why.{key}", **values) for key in keys]
    assert said[-1] == words("flown.why.foes", foes=flown_fights.foes(words, data, names()))


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("side", SIDES)
def test_the_terminal_tells_it_after_the_combat(side: str) -> None:
    words, match = Words("en"), flown_day()
    told_names = names()
    chronicle = Chronicle(lambda seat, number: None, words, told_names, FightBook(words, shipped(), told_names))
    items = [(number, event) for number, event in match.log(side) if event.code == "combat"]
    lines = chronicle.describe(side, items)
    at = next(n for n, line in enumerate(lines) if line.startswith("Combat"))
    expected = flown_fights.lines(words, event_of(side).data, told_names)
    assert lines[at + 1 : at + 1 + len(expected)] == expected


def test_the_engagements_that_are_over_are_read_from_a_log_the_last_first() -> None:
    met, turn, ends = (Event(code, {"number": 3}, SIDES) for code in ("met", "turn", "combat"))
    quick = [Event("combat", {"number": number}, (side,)) for number in (1, 2) for side in SIDES]
    log = list(enumerate([turn, *quick, turn, met, ends, ends, turn]))
    found = list(flown_fights.over(log))
    assert [(len(one.events), one.events[0].data["number"], one.met, one.turns) for one in found] == [
        (2, 3, True, 1),
        (2, 2, False, 2),
        (2, 1, False, 2),
    ]
    assert found[1].events == quick[2:], "in the order of the log"
    assert [one.events[0].data["number"] for one in flown_fights.over(log, 1)] == [3, 2]


@pytest.mark.slow
@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("seat", [*SIDES, REFEREE])
def test_the_terminal_tells_the_shots_of_a_fight_that_was_flown_there(seat: str) -> None:
    words, match = Words("en"), flown_day("hexes")
    told_names, log = names(), list(match.log(seat))
    entries = [entry for entry, _ in log]

    def view_at(seat: str, number: int) -> Any:
        return match.game.view(match.at(entries[number]), seat)

    items = [(number, event) for number, (_, event) in enumerate(log)]
    chronicle = Chronicle(view_at, words, told_names, FightBook(words, shipped(), told_names))
    lines = chronicle.describe(seat, items)
    at = lines.index(words("flown.debrief.title"))
    shots = [line for line in lines[at:] if line.startswith("Turn ")]
    assert shots and any(line.startswith(words("flown.debrief.favour", sides="")[:20]) for line in lines[at:])
    assert all("aircraft" not in shot for shot in shots), "each has the name on its dashboard"
    enemy = {side: [unit for unit, _ in told(match, side)[0].data["units"]] for side in SIDES}
    seen = [unit for side in SIDES if seat in (side, REFEREE) for unit in enemy[side]]
    assert {unit for side in SIDES for unit in enemy[side] if unit in "\n".join(shots)} <= set(seen)
    for unit in seen:
        named = {found for line in lines if line.startswith(f"{unit}: ") for found in re.findall(r"No\. (\d+)", line)}
        fired = {found for shot in shots for found in re.findall(rf"(?<!I){re.escape(unit)} \((\d+)\)", shot)}
        assert not named or fired <= named, "the numbers on the table"
    assert words("flown.debrief.title") not in chronicle.describe(seat, items, 0, lambda number: False)


@pytest.mark.rule("OPS-D1.8")
def test_a_unit_that_is_not_on_the_table_says_why() -> None:
    words, data = Words("en"), event_of("raf").data
    unit = data["units"][0][0]
    flown = data["flown"] | {"models": []}
    for on_table, reason in (({}, "none"), ({unit: 1}, "too_few")):
        (first, *_) = flown_fights.units(words, data | {"flown": flown | {"on_table": on_table}})
        assert (first.unit, first.models) == (unit, words(f"flown.model.{reason}"))
    worn = {unit: ["6", "7 (table 2)"]}
    models = [[unit, "down", ""], [unit, "hit", ""]]
    (first, *_) = flown_fights.units(words, data | {"flown": flown | {"models": models}}, worn)
    assert first.models == "No. 6 shot down; No. 7 (table 2) hit"


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("side", [*SIDES, REFEREE])
def test_the_browser_shows_the_last_fight_that_was_flown(side: str) -> None:
    match = flown_day()
    page = str(fight(situation(match, side)))
    for seat in SIDES:
        units = [unit for unit, _ in event_of(seat).data["units"]]
        assert all((unit in page) is (side in (seat, REFEREE)) for unit in units), seat
    assert Words("en")("flown.column.behind") in page
    later = [*situation(match, side).items, *[(0, Event("turn", {"turn": 99}, SIDES))] * 2]
    assert "flown" not in str(fight(replace(situation(match, side), items=later)))


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("side", [*SIDES, REFEREE])
def test_the_report_of_the_day_tells_it_too(side: str) -> None:
    words, tale = Words("en"), story(flown_day(), side)
    accounts = list(Fights(tale, words, names()).accounts())
    assert accounts[-1].resolved[-1].startswith(words("flown.debrief.favour", sides="")[:20])
    sights = {sight.side: sight for sight in accounts[-1].sights}
    assert set(sights) == ({side} if side != REFEREE else set(SIDES))
    for seat, sight in sights.items():
        data = event_of(seat).data
        assert sight.units.heads[-1] == words("flown.column.flown")
        assert [row[-1] for row in sight.units.rows] == [unit.models for unit in flown_fights.units(words, data)]
        assert set(flown_fights.reasons(words, data, names())) <= set(sight.after)


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("counts", [(12, 27), (3, 4)])
def test_before_the_choice_every_game_says_how_a_fall_is_booked_and_what_they_share_once(language: str, counts: tuple[int, int]) -> None:
    words, slot = Words(language), shipped()
    found: Any = SimpleNamespace(counts=counts)
    before = "\n".join(situations.stakes(words, found, slot))
    if max(counts) <= MOST_MODELS:
        assert words("flown.stakes.one") in before
        return
    for kit in slot.values():
        (lost,) = kit.lost_behind(words)
        assert lost in before and kit.title(words) in before
