"""Forecasts hold nothing of a day's file that their side cannot know: each entry of the file has a side that knows it (OPS-D6.1)."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import io
import pickle
import typing
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.cli import main
from bob.core.codec import encode
from bob.core.dice import SecretStream, SeededDice
from bob.core.game import dumps
from bob.core.resources import data_folder
from bob.day.scenarios.known_days import KNOWLEDGE, Knowledge
from bob.day.scenarios.scenario import Scenario
from bob.day.scenarios.scenario_files import DayFile, Turning, UnitLine
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.scenario_forms import Title
from bob.forecast.flying import fly
from bob.forecast.question import ForecastQuestion, question
from bob.forecast.simulated_day import flown
from bob.forecast.variants import variants
from bob.staff.roster import officer
from bob.staff.rules import rules
from tests.forecast.asking import GAME

HIDDEN_FROM_BOTH = """
[[weather.script]]
at = "12:00"
zones = ["london"]
weather = "cloudy"
levels = [6, 14]
flips_to = "overcast"
flips_levels = [6, 12]
[[weather.winds]]
at = "12:00"
wind = "headwind"
from = 315
hexes = 2
[[ground]]
field = "Detling"
squadrons = 2
aircraft = 9
"""
HIDDEN_FROM_THE_LUFTWAFFE = """
[[left]]
what = "station"
name = "chain_home:Dover"
until = 1940-08-30
[[convoy]]
code = "secret"
name = { en = "Convoy Secret", fr = "Convoi Secret" }
lane = "FN/FS East Coast route"
at = [51.49, 0.77]
towards = [51.68, 1.32]
ships = 18
[[convoy]]
code = "bosom"
name = { en = "Convoy Bosom", fr = "Convoi Bosom" }
lane = "CW/CE Channel coastal route"
at = "Dungeness"
towards = "Dover"
ships = 12
known = true
[[damage]]
field = "Manston"
capacity = 1
[fighter_command]
instructions = "coast"
"""
BLANK = Title("Other", "Autre")
CHANGES: Mapping[str, tuple[Knowledge, Any]] = {
    "scramble_limit": ("raf", 1),
    "raf[].unit": ("raf", "610 Squadron"),
    "raf[].state": ("raf", "released"),
    "raf[].station": ("raf", "Middle Wallop"),
    "raf[].strength": ("raf", 3),
    "damage[].field": ("raf", "Hawkinge"),
    "damage[].capacity": ("raf", 2),
    "fighter_command.instructions": ("raf", "london"),
    "fighter_command.group_12": ("raf", "wing"),
    "stations_on": ("raf", ("Bembridge",)),
    "stations_off": ("raf", ("Foreness", "chain_home:Rye")),
    "rooms_hit": ("raf", ("Kenley", "Hornchurch")),
    "emergency_rooms": ("raf", ("Biggin Hill",)),
    "convoy[].code": ("raf", "another"),
    "convoy[].name": ("raf", BLANK),
    "convoy[].lane": ("raf", "Swin route, Southend to Harwich"),
    "convoy[].at": ("raf", (51.59, 1.13)),
    "convoy[].towards": ("raf", (51.88, 1.62)),
    "convoy[].ships": ("raf", 3),
    "convoy[].enters": ("raf", "12:00"),
    "convoy[].escorts": ("raf", 2),
    "convoy[].balloons": ("raf", 9),
    "convoy[].known": ("luftwaffe", True),
    "left[].what": ("raf", "mobile"),
    "left[].name": ("raf", "chain_home:Poling"),
    "left[].until": ("raf", dt.date(1940, 9, 2)),
    "directive.bombers": ("luftwaffe", 90),
    "directive.aircraft": ("luftwaffe", 300),
    "expected": ("raf", "all_out"),
    "effort": ("luftwaffe", "all_out"),
    "directive.orders": ("luftwaffe", "london"),
    "directive.kinds": ("luftwaffe", {"ports": "principal"}),
    "directive.targets": ("luftwaffe", {"Kenley": "principal"}),
    "patrols.boxes": ("luftwaffe", (("III./JG 3",), ("II./JG 51",))),
    "raid[].code": ("luftwaffe", "another"),
    "raid[].name": ("luftwaffe", BLANK),
    "raid[].type": ("luftwaffe", "feint"),
    "raid[].form_at": ("luftwaffe", "Cap Gris-Nez"),
    "raid[].form_time": ("luftwaffe", "11:30"),
    "raid[].form_angels": ("luftwaffe", 16),
    "raid[].units": ("luftwaffe", (UnitLine("II./JG 26", "sweep", 12, 22),)),
    "raid[].route": ("luftwaffe", (Turning("Dover Castle", 20),)),
    "raid[].primary": ("luftwaffe", "Kenley"),
    "raid[].secondary": ("luftwaffe", "Hornchurch"),
    "raid[].home": ("luftwaffe", (Turning("Dover Castle", 12),)),
    "raid[].joins": ("luftwaffe", "biggin_hill"),
    "raid[].convoy": ("luftwaffe", "bosom"),
    "raid[].low": ("luftwaffe", True),
    "raid[].circling": ("luftwaffe", 2),
    "briefing.raf": ("neither", BLANK),
    "briefing.luftwaffe": ("neither", BLANK),
    "weather.wind": ("neither", "headwind"),
    "weather.london_haze": ("neither", "haze_0_8"),
    "weather.bad_zones": ("neither", ("london",)),
    "weather.good": ("neither", "fair"),
    "weather.bad": ("neither", "fog"),
    "weather.script[].at": ("neither", "13:00"),
    "weather.script[].weather": ("neither", "rain"),
    "weather.script[].zones": ("neither", ()),
    "weather.script[].levels": ("neither", (0, 20)),
    "weather.script[].flips_to": ("neither", "fog"),
    "weather.script[].flips_levels": ("neither", (0, 2)),
    "weather.winds[].at": ("neither", "13:00"),
    "weather.winds[].wind": ("neither", "none"),
    "weather.winds[].blows_from": ("neither", 90),
    "weather.winds[].hexes": ("neither", 4),
    "ground[].field": ("neither", "Eastchurch"),
    "ground[].squadrons": ("neither", 6),
    "ground[].aircraft": ("neither", 24),
}
"""Every entry of a day's file that not both sides know, the side that knows it, and another value."""
SEEN = ("weather.wind", "weather.london_haze", "weather.bad_zones", "weather.good")
"""Entries that both sides see in the sky of the first turn."""
LATER = 14


def leaves(form: Any, place: str = "") -> Iterator[str]:
    """The places of all single entries of a form, lists with their brackets."""
    for name, hint in typing.get_type_hints(form).items():
        if name not in {f.name for f in dataclasses.fields(form)}:
            continue
        inner = next((part for part in parts(hint) if dataclasses.is_dataclass(part) and part is not Title), None)
        listed = "[]" if inner is not None and any(typing.get_origin(part) is tuple for part in parts(hint)) else ""
        if inner is None or place.startswith("raid"):
            yield f"{place}{name}"
        else:
            yield from leaves(inner, f"{place}{name}{listed}.")


def parts(hint: Any) -> Iterator[Any]:
    """A type and the types in it."""
    yield hint
    for arg in typing.get_args(hint):
        yield from parts(arg)


def changed(value: Any, place: str, other: Any) -> Any:
    """The value with another entry at a place, in the first of a list."""
    head, _, rest = place.partition(".")
    name = head.removesuffix("[]")
    old = getattr(value, name)
    if not rest:
        return replace(value, **{name: other})
    return replace(value, **{name: (changed(old[0], rest, other), *old[1:]) if head != name else changed(old, rest, other)})


def text() -> str:
    """A day with all entries."""
    plain = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text("utf-8")
    plain = plain.replace('unit = "79 Squadron"\n', 'unit = "79 Squadron"\nstation = "Croydon"\nstrength = 11\n')
    return plain.replace('code = "one_raid"', 'code = "whole"') + HIDDEN_FROM_THE_LUFTWAFFE + HIDDEN_FROM_BOTH


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    path = tmp_path_factory.mktemp("days") / "whole.toml"
    path.write_text(text(), "utf-8")
    return Scenario.of(path)


def other_day(day: Scenario, *places: str) -> Scenario:
    file = day.file
    for place in places:
        file = changed(file, place, CHANGES[place][1])
    return replace(day, file=file)


def begun(day: Scenario, seat: str) -> DayPosition:
    """The first turn of a day: the Luftwaffe plans, the RAF gives its first orders."""
    p, _ = GAME.beside({day.code: day}, {}).setup(day.code, {}, SeededDice(SecretStream.of("x", "game")))
    if seat == RAF:
        p.phase, p.step = "orders", 2
    return p


def asked(p: DayPosition, day: Scenario, seat: str) -> ForecastQuestion:
    return question(GAME.view(p, seat), days={day.code: day})


@pytest.fixture(scope="module")
def later(day: Scenario) -> DayPosition:
    """The day at a later turn, as officers have brought it there."""
    game, dice = GAME.beside({day.code: day}, {}), SeededDice(SecretStream.of("x", "game"))
    p, _ = game.setup(day.code, {}, dice)
    officers = {LUFTWAFFE: officer("kesselring", "x"), RAF: officer("park", "x")}
    fly(game, p, officers, dice, None, lambda at: at.phase == "orders" and not at.choices and at.turn >= LATER)
    return p


HIDDEN = [(place, seat) for place, (known, _) in CHANGES.items() for seat in (LUFTWAFFE, RAF) if known != seat]


@pytest.mark.rule("OPS-D6.1")
def test_every_entry_of_a_days_file_has_a_side_that_knows_it() -> None:
    assert set(KNOWLEDGE) == {f.name for f in dataclasses.fields(DayFile)}
    found = {place for place in leaves(DayFile) if KNOWLEDGE[place.partition(".")[0].removesuffix("[]")] != "both"}
    assert found == set(CHANGES), "classify the new entries in bob/day/scenarios/known_days.py, and give each another value here"
    for place, (known, _) in CHANGES.items():
        assert place == "convoy[].known" or KNOWLEDGE[place.partition(".")[0].removesuffix("[]")] == known


@pytest.mark.rule("OPS-D6.1")
@pytest.mark.parametrize(("place", "seat"), [hidden for hidden in HIDDEN if hidden[0] not in SEEN])
def test_what_a_side_cannot_know_is_not_in_its_question_at_the_first_turn(place: str, seat: str, day: Scenario) -> None:
    other = other_day(day, place)
    assert other.file != day.file
    one, two = asked(begun(day, seat), day, seat), asked(begun(other, seat), other, seat)
    assert encode(one.view) == encode(two.view)
    assert one == two and one.text == two.text and pickle.dumps(one) == pickle.dumps(two)


@pytest.mark.rule("OPS-D6.1")
@pytest.mark.parametrize(("place", "seat"), HIDDEN)
def test_nor_at_a_later_turn_of_games_that_look_alike(place: str, seat: str, day: Scenario, later: DayPosition) -> None:
    one, two = (asked(later, found, seat) for found in (day, other_day(day, place)))
    assert one == two and one.text == two.text and pickle.dumps(one) == pickle.dumps(two)


def all_hidden(day: Scenario, seat: str) -> Scenario:
    """A day of which all is otherwise that a seat cannot know; a raid has a primary target or a convoy, not both."""
    return other_day(day, *(place for place, of in HIDDEN if of == seat and place not in (*SEEN, "raid[].convoy")))


@pytest.mark.slow
@pytest.mark.rule("OPS-D6.1")
@pytest.mark.parametrize("seat", [LUFTWAFFE, RAF])
def test_the_days_flown_are_the_same_too(seat: str, day: Scenario, later: DayPosition) -> None:
    other = all_hidden(day, seat)
    for one, two in ((begun(day, seat), begun(other, seat)), (later, later)):
        fates = [[encode(flown(asked(p, found, seat), number)) for number in range(3)] for p, found in ((one, day), (two, other))]
        assert dumps(fates[0]) == dumps(fates[1])


@pytest.mark.rule("OPS-D6.1")
def test_plans_held_beside_one_know_no_more(day: Scenario) -> None:
    other = all_hidden(day, LUFTWAFFE)
    beside = [list(variants(rules(GAME.world), asked(begun(found, LUFTWAFFE), found, LUFTWAFFE))) for found in (day, other)]
    assert beside[0] == beside[1] and len(beside[0]) > 3


@pytest.mark.slow
@pytest.mark.rule("OPS-D6.1")
def test_the_command_tells_the_same_of_two_files(tmp_path: Path) -> None:
    before = text()
    after = (
        before.replace('state = "ready"', 'state = "released"').replace("strength = 11", "strength = 2").replace("ships = 18", "ships = 40")
    )
    after = after.replace("\n[title]", '\nrooms_hit = ["Kenley"]\nstations_off = ["chain_home:Dover"]\n\n[title]', 1)
    after = after.replace("scramble_limit = 3", "scramble_limit = 1").replace("capacity = 1", "capacity = 2")
    said = []
    for name, written in (("one", before), ("two", after)):
        path, out = tmp_path / f"{name}.toml", io.StringIO()
        path.write_text(written, "utf-8")
        with contextlib.redirect_stdout(out):
            assert main(["forecast", str(path), "--runs", "3", "--jobs", "1", "--what-if", "--json"]) == 0
        said.append(out.getvalue())
    assert before != after and said[0] == said[1]


@pytest.mark.rule("OPS-D6.1")
def test_a_station_off_the_air_and_a_squadrons_strength_are_drawn_from_belief() -> None:
    """Ventnor was off the air on 15 August; strengths differ from one imagined day to the next, but little from the order of battle."""
    from bob.forecast.imagined import imagine

    p, _ = GAME.setup("15_august_1940", {}, SeededDice(SecretStream.of("x", "game")))
    assert "chain_home:Ventnor" in p.damaged_stations
    found = [imagine(GAME, question(GAME.view(p, LUFTWAFFE)), number)[0] for number in range(4)]
    assert all(not imagined.damaged_stations for imagined in found)
    posted = {posting.unit: posting.strength for posting in GAME.world.order_of_battle(dt.date(1940, 8, 15))}
    for imagined in found:
        assert all(abs(s.strength - posted[s.unit]) <= 2 for s in imagined.squadrons.values())
    assert len({tuple(s.strength for s in imagined.squadrons.values()) for imagined in found}) == 4


@pytest.mark.rule("OPS-D6.1")
def test_a_lesson_is_believed_to_have_as_many_squadrons_as_it_answers_for() -> None:
    from bob.forecast.imagined import imagine

    p, _ = GAME.setup("lesson", {}, SeededDice(SecretStream.of("x", "game")))
    found = [imagine(GAME, question(GAME.view(p, LUFTWAFFE)), number)[0].squadrons for number in range(4)]
    assert {len(squadrons) for squadrons in found} == {p.response_level}
    assert len({frozenset(squadrons) for squadrons in found}) > 1
