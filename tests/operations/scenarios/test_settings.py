"""No date acts in play: what went by the calendar is a setting of a day with a name (OPS-D4.13)."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import decode, encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError
from bob.core.game import dumps
from bob.core.match import Match
from bob.data.units import LAST_DAY
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import Scenario, find, scenarios
from bob.day.scenarios.scenario_files import DayFile
from bob.day.state.directives import shipped_directives
from bob.day.state.migrations import of_today
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.settings import INSTRUCTIONS, FighterCommandLines, settings_of
from bob.day.telling.briefings import Briefed, briefed
from bob.day.telling.period_names import figure
from bob.day.telling.sentences import date_text
from bob.driver import play_out
from bob.staff.doctrine import DOCTRINES
from bob.staff.loaded import DeskOfficer
from bob.staff.raid_planner import DIVES, TARGETS_AS_PRINTED
from bob.staff.roster import officer
from bob.words import Words

SEED = "settings"
NAMED = {"15_september_1940": dt.date(1940, 7, 12), "18_august_1940": dt.date(1940, 10, 20)}
"""Days, and other dates for them."""


def named(code: str) -> Scenario:
    """A shipped day with all its settings by name, as of its own date."""
    day = find(code)
    assert isinstance(day.file, DayFile) and day.file.directive is not None and day.file.directive.orders is not None
    usual = settings_of(day.date)
    lines = FighterCommandLines(usual.instructions, usual.group_12)
    return changed(day, order_of_battle=day.date, fighter_command=lines)


def changed(day: Scenario, **entries: Any) -> Scenario:
    assert isinstance(day.file, DayFile)
    file = dataclasses.replace(day.file, **entries)
    return dataclasses.replace(day, file=file, date=file.date)


def played(day: Scenario, *, own_plan: bool = False) -> Match[DayPosition]:
    """A whole day, Park against Kesselring, by the day's plan or by one of his own."""
    game = OperationalDay().beside({day.code: day}, {})
    match: Match[DayPosition] = Match.new(game, day.code, SEED)
    kesselring = DeskOfficer(officer("kesselring", SEED, LUFTWAFFE, plan=own_plan), SEED, game)
    play_out(match, {RAF: "park", LUFTWAFFE: kesselring}, looked_back=False)
    return match


def digest(match: Match[DayPosition]) -> str:
    """A digest of all orders, events, dice and of the end of a day, apart from its date; damage left counts in days from it (OPS-C7.2)."""
    entries = [{**entry.as_json(), "events": encode(entry.events)} for entry in match.entries]
    begun = entries[0]["events"][0]
    assert begun["code"] == "begun" and begun["data"].pop("date") == match.position.date.isoformat()
    p = match.position
    left = {name: (until - p.date).days for name, until in p.left.items()}
    end: dict[str, Any] = {**encode(p), "date": "-", "left": left}
    return hashlib.sha256(dumps([entries, end]).encode()).hexdigest()


@cache
def shipped(code: str, own_plan: bool = False) -> Match[DayPosition]:
    return played(find(code), own_plan=own_plan)


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize(("code", "own_plan"), [("15_september_1940", False), ("18_august_1940", False), ("18_august_1940", True)])
def test_a_day_plays_alike_under_another_date_with_the_same_settings(code: str, own_plan: bool) -> None:
    one, other = shipped(code, own_plan), played(changed(named(code), date=NAMED[code]), own_plan=own_plan)
    assert (one.position.date, other.position.date) == (find(code).date, NAMED[code])
    assert one.position.points and len(one.entries) > 100
    assert digest(one) == digest(other)


@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("code", sorted(code for code, s in scenarios().items() if not s.free))
def test_every_shipped_day_begins_alike_and_looks_alike_under_another_date(code: str) -> None:
    day = find(code)
    assert isinstance(day.file, DayFile)
    other = changed(day, order_of_battle=day.date, date=LAST_DAY)
    begun = []
    for each in (day, other):
        game = OperationalDay().beside({code: each}, {})
        p, _ = game.setup(code, {}, SeededDice(Stream.of(7, "game")))
        seen = [encode(game.view(p, seat)) for seat in (RAF, LUFTWAFFE)]
        for view in seen:
            view["common"]["date"] = "-"
        begun.append(({**encode(p), "date": "-"}, seen))
    assert begun[0] == begun[1]


WITH: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "instructions": ("15_september_1940", {"fighter_command": FighterCommandLines(instructions="coast")}),
    "order_of_battle": ("15_september_1940", {"order_of_battle": dt.date(1940, 9, 11)}),
    "stations_on": ("15_september_1940", {"stations_off": (), "stations_on": ("Ventnor",)}),
    "stations_off": ("15_september_1940", {"stations_off": ("Rye", "Dover", "Pevensey")}),
}
"""By the setting that is other than the day's own: the day, and its entries."""


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("setting", WITH)
def test_each_setting_alone_changes_play(setting: str) -> None:
    """The help of 12 Group is held turn by turn in `test_day_requests`."""
    code, entries = WITH[setting]
    one, other = shipped(code), played(changed(find(code), **entries))
    assert [entry.order for entry in one.entries] != [entry.order for entry in other.entries]


@pytest.mark.slow
@pytest.mark.rule("OPS-D4.13")
def test_the_orders_alone_change_an_officers_plan() -> None:
    code = "18_august_1940"
    day = find(code)
    assert isinstance(day.file, DayFile) and day.file.directive is not None
    other = played(changed(day, directive=dataclasses.replace(day.file.directive, orders="london")), own_plan=True)
    plans = [{raid.plan.primary for raid in match.position.raids.values()} for match in (shipped(code, True), other)]
    assert plans[0] and plans[1] and plans[0] != plans[1]


@pytest.mark.rule("OPS-D4.13")
def test_every_stage_and_every_orders_are_known_to_the_officers() -> None:
    orders = [found.code for found in shipped_directives().orders]
    assert list(TARGETS_AS_PRINTED) == orders and set(DIVES) <= set(orders)
    park = DOCTRINES["park"]
    assert set(park.stages) <= set(INSTRUCTIONS)
    assert [park.under(stage).aircraft for stage in INSTRUCTIONS] == [12, 8, 12]
    assert [park.under(stage).pairs for stage in INSTRUCTIONS] == [False, False, True]


@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize(
    ("day", "instructions", "group_12", "orders"),
    [
        ((7, 10), "coast", "squadrons", "channel"),
        ((8, 18), "coast", "squadrons", "eagle"),
        ((8, 19), "land", "squadrons", "eagle"),
        ((9, 6), "land", "squadrons", "stations"),
        ((9, 7), "london", "wing", "london"),
        ((10, 31), "london", "wing", "jabos"),
    ],
)
def test_a_setting_left_out_is_that_of_the_time_of_the_order_of_battle(
    day: tuple[int, int], instructions: str, group_12: str, orders: str
) -> None:
    found = settings_of(dt.date(1940, *day))
    assert (found.instructions, found.group_12, found.orders) == (instructions, group_12, orders)
    set_up = changed(find("lesson"), order_of_battle=dt.date(1940, *day), raf=(), raid=())
    p, _ = OperationalDay().beside({"lesson": set_up}, {}).setup("lesson", {}, SeededDice(Stream.of(1, "x")))
    assert p.settings == found and p.date == dt.date(1940, 8, 14)


@pytest.mark.rule("OPS-C7.1")
@pytest.mark.rule("OPS-D4.13")
def test_stations_are_those_of_the_order_of_battle_and_of_the_days_own_lists() -> None:
    def silent(**entries: Any) -> tuple[list[str], list[str]]:
        day = changed(find("18_august_1940"), **{"stations_off": (), **entries})
        p, _ = OperationalDay().beside({day.code: day}, {}).setup(day.code, {}, SeededDice(Stream.of(1, "x")))
        return p.damaged_stations, p.absent_stations

    ventnor, poling, bembridge = "chain_home:Ventnor", "chain_home:Poling", "chain_home:Bembridge"
    assert silent() == ([ventnor], [bembridge])
    assert silent(order_of_battle=dt.date(1940, 8, 24)) == ([poling, ventnor], [])
    assert silent(stations_on=("Ventnor", bembridge)) == ([], [])
    assert silent(stations_on=("Ventnor",), stations_off=("Poling",)) == ([poling], [bembridge])
    with pytest.raises(DataError) as error:
        silent(stations_on=("Poling",), stations_off=("Poling",))
    assert error.value.values["place"] == "stations_off[0]"


@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize(
    ("line", "place", "found"),
    [
        ('[fighter_command]\ninstructions = "september"', "fighter_command.instructions", "september"),
        ('[fighter_command]\ngroup_12 = "often"', "fighter_command.group_12", "often"),
        ('[fighter_command]\nrest = "all"', "fighter_command.rest", "rest"),
    ],
)
def test_a_setting_that_there_is_not_is_told_with_file_and_place(tmp_path: Path, line: str, place: str, found: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f"{find('one_raid').path.read_text('utf-8')}\n{line}\n", "utf-8")
    with pytest.raises(DataError) as error:
        Scenario.of(path)
    text = error.value.text(Words("en")) if hasattr(error.value, "text") else str(error.value)
    assert "own.toml" in text and place in text and found in text


@pytest.mark.rule("OPS-D4.13")
def test_a_day_of_before_has_the_settings_of_its_date() -> None:
    for code, orders in (("15_september_1940", None), ("18_august_1940", "jabos")):
        p, _ = OperationalDay().setup(code, {}, SeededDice(Stream.of(1, "x")))
        page: dict[str, Any] = encode(p)
        del page["settings"]
        if orders is not None:
            page["directive"]["orders"] = orders
        found = decode(DayPosition, of_today(page)).settings
        assert found == dataclasses.replace(settings_of(p.date), orders=orders or settings_of(p.date).orders)


@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_briefing_shows_the_settings_to_the_side_that_knows_them(language: str) -> None:
    words, day = Words(language), changed(find("18_august_1940"), fighter_command=FighterCommandLines("london", "wing"))
    own = {day.code: day}
    match: Match[DayPosition] = Match.new(OperationalDay().beside(own, {}), day.code, 1)
    for begun in (False, True):
        told = {
            side: "\n".join(briefed(words, day.code, side, own, Briefed.on(match.view(side)) if begun else None))
            for side in (RAF, LUFTWAFFE)
        }
        shown = [words("day_settings.instructions.london"), words("day_settings.group_12.wing"), "Ventnor", "Bembridge"]
        assert all(text in told[RAF] and text not in told[LUFTWAFFE] for text in shown)
        assert words("day_settings.luftwaffe.order_of_battle", date=date_text(words, "1940-08-18")) in told[LUFTWAFFE]


@pytest.mark.parametrize("side", [RAF, LUFTWAFFE])
def test_a_briefing_says_from_what_points_each_side_wins(side: str) -> None:
    words = Words("en")
    for code, day in scenarios().items():
        text = "\n".join(briefed(words, code, side))
        if isinstance(day.file, DayFile) and not day.file.lesson:
            bands = {name: figure(words, at) for name, at in day.file.bands.times().items()}
            assert words("day_settings.victory.limits", **bands) in text, code
            assert f"The Luftwaffe wins from {bands['luftwaffe_marginal']} points" in text, code
        else:
            assert "wins from" not in text, code
