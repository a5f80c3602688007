"""Officers play whole days: legal orders only, from the view alone, the same every time, each with its reason in words."""

from __future__ import annotations

import copy
import hashlib
import os
import string
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.core.codec import decode, encode
from bob.core.dice import Stream
from bob.core.errors import Refused, UsageError
from bob.core.game import Choices, dumps
from bob.core.hexes import Hex
from bob.core.kit import Decision
from bob.core.match import Match
from bob.day import sampling
from bob.day.rules.legality import intercept
from bob.day.rules.wings import stack_of
from bob.day.scenarios.scenario import scenarios
from bob.day.state.orders import Done, FormWing, Pancake, Readiness, Scramble, SendTo
from bob.day.state.position import DayPosition
from bob.day.state.view import LuftwaffeView, RafView
from bob.driver import PlayedOut, driver_among, play_out
from bob.staff.loaded import DeskOfficer
from bob.staff.roster import OFFICERS, Fuzz, officer, title_key
from bob.staff.rules import rules
from bob.words import Words
from tests.sizes import some
from tests.staff.scenes import GAME, staff_rules

PAIRS = (("park", "kesselring", False), ("leigh_mallory", "sperrle", True), ("dowding", "kesselring", True))
SCENARIOS = tuple(sorted(scenarios()))


def planner(name: str, seed: int, game: Any) -> DeskOfficer:
    """A commander who draws up a plan of his own."""
    return DeskOfficer(officer(name, seed, "luftwaffe", plan=True), str(seed), game)


def played(
    scenario: str, seed: int, raf: str = "park", luftwaffe: str = "kesselring", plan: bool = False
) -> tuple[Match[Any], PlayedOut, Any]:
    """A match played out, the report, and what was decided."""
    match = Match.new(GAME, scenario, seed)
    lines: list[tuple[str, Decision]] = []
    seats: dict[str, Any] = {"raf": raf, "luftwaffe": planner(luftwaffe, seed, match.game) if plan else luftwaffe}
    report = play_out(match, seats, tell=lambda seat, decision: lines.append((seat, decision)))
    return match, report, lines


@pytest.mark.slow
@pytest.mark.parametrize("scenario", some(SCENARIOS))
@pytest.mark.parametrize(("raf", "luftwaffe", "plan"), PAIRS)
def test_no_order_is_refused_and_every_reason_has_words(scenario: str, raf: str, luftwaffe: str, plan: bool, en: Words, fr: Words) -> None:
    for seed in (1,) if scenario.endswith("1940") else (1, 2):
        match, report, account = played(scenario, seed, raf, luftwaffe, plan)
        assert report.refused == 0
        assert match.game.outcome(match.position) is not None
        assert report.orders == len(match.entries) - 1 == len(account)
        GAME.invariants(match.position)
        for _, decision in account:
            assert decision.why_key.startswith("staff.why.")
            for words in (en, fr):
                text = words(decision.why_key, **decision.why_values)
                assert text and "{" not in text and "None" not in text


@pytest.mark.slow
def test_every_reason_is_given_just_the_values_that_it_takes(en: Words) -> None:
    from bob.words import chapter

    seen: dict[str, set[str]] = {}
    for raf, luftwaffe, plan in PAIRS:
        for _, decision in played("15_september_1940", 3, raf, luftwaffe, plan)[2]:
            seen[decision.why_key] = set(decision.why_values)
    for key, values in seen.items():
        assert values == {name for _, name, _, _ in string.Formatter().parse(chapter("staff")[key]["en"]) if name}, key
    assert len(seen) > 20


@pytest.mark.slow
@pytest.mark.parametrize("luftwaffe", ["kesselring", "random"])
@pytest.mark.parametrize("raf", ["park", "random"])
def test_against_chance_too_no_order_is_refused(raf: str, luftwaffe: str) -> None:
    for seed in some((5, 6)):
        assert played("18_august_1940", seed, raf, luftwaffe)[1].refused == 0


@pytest.mark.smoke
def test_the_same_seed_plays_the_same_day() -> None:
    first, second = (played("18_august_1940", 7, "leigh_mallory", "sperrle", True)[0] for _ in range(2))
    assert [e.as_json() for e in first.entries] == [e.as_json() for e in second.entries]


def test_another_seed_plans_another_day() -> None:
    plans = [sorted(r.plan.primary or "" for r in played("one_raid", s, plan=True)[0].position.raids.values()) for s in (1, 2, 3)]
    assert plans[0] != plans[1] or plans[1] != plans[2]


def digest() -> str:
    """Of a day played by officers who plan."""
    match = Match.new(GAME, "18_august_1940", 9)
    play_out(match, {"raf": "leigh_mallory", "luftwaffe": DeskOfficer(officer("sperrle", 9, plan=True), "9", match.game)})
    return hashlib.sha256(dumps([e.as_json() for e in match.entries]).encode()).hexdigest()


@pytest.mark.slow
def test_the_order_of_sets_plays_no_part() -> None:
    script = "from tests.staff.test_staff_play import digest\nprint(digest())"
    ours = digest()
    for hash_seed in some(("1", "2")):
        environment = dict(os.environ, PYTHONHASHSEED=hash_seed)
        root = Path(__file__).resolve().parents[2]
        run = subprocess.run([sys.executable, "-c", script], env=environment, cwd=root, capture_output=True, text=True, check=True)
        assert run.stdout.strip() == ours


# ---- the view alone


@cache
def moments() -> list[DayPosition]:
    """Positions of a day at which the RAF owes its orders, every fourth turn."""
    match = Match.new(GAME, "18_august_1940", 4)
    driver = driver_among(match, {"raf": "park", "luftwaffe": "kesselring"})
    found = []
    last = 0
    while to_move := match.to_move:
        if to_move[0] == "raf" and match.position.phase == "orders" and match.position.turn >= last + 4:
            last = match.position.turn
            found.append(copy.deepcopy(match.position))
        driver.step()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["park", "leigh_mallory", "dowding"])
def test_a_controller_decides_the_same_whatever_is_hidden(name: str) -> None:
    figure = 0
    for position in moments():
        other = copy.deepcopy(position)
        for raid in other.raids.values():
            raid.hex, raid.angels, raid.leg = Hex(40, 0), 34, 0
            for unit in raid.units:
                unit.strength, unit.hex, unit.disruption = 1, Hex(40, 0), 3
        other.patrols = [[] for _ in other.patrols]
        other.salt = "other"
        views = [GAME.view(p, "raf") for p in (position, other)]
        assert views[0] == views[1]
        first, second = (officer(name, 4).orders(view, staff_rules()) for view in views)
        assert first == second
        figure += len(first)
    assert figure > len(moments())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["park", "leigh_mallory", "dowding", "kesselring", "sperrle"])
def test_a_view_that_went_over_the_wire_is_enough(name: str) -> None:
    seat = "raf" if name in OFFICERS["raf"] else "luftwaffe"
    kind: type = RafView if seat == "raf" else LuftwaffeView
    for position in moments()[::3]:
        view = GAME.view(position, seat)
        wired = decode(kind, encode(view))
        assert officer(name, 4).orders(wired, staff_rules()) == officer(name, 4).orders(view, staff_rules())


# ---- legality, asked of the view


def test_what_stands_by_the_view_is_what_the_game_takes() -> None:
    stream = Stream.of(1, "orders")
    count: Counter[tuple[str, bool]] = Counter()
    for position in moments():
        view = GAME.view(position, "raf")
        for _ in range(120):
            order = sampling._raf(GAME, position, stream)
            if not isinstance(order, Scramble | SendTo | Pancake | Readiness | FormWing):
                continue
            try:
                GAME.check(position, "raf", order)
                legal = True
            except Refused:
                legal = False
            assert rules(GAME.world_of(position)).stands(view, order) == legal, order
            count[order.code, legal] += 1
    assert all(count[code, legal] >= 1 for code in ("scramble", "vector", "pancake", "readiness") for legal in (True, False)), count


def test_meeting_points_are_those_of_the_rules() -> None:
    found = 0
    for position in moments():
        view = GAME.view(position, "raf")
        for shown in view.tracks:
            track = next(t for t in position.tracks if t.number == shown.number)
            way = staff_rules().way(shown)
            for s in view.squadrons:
                met = intercept(GAME.world, position, position.squadrons[s.unit].shown, track)
                assert staff_rules().met(s, way, None, stack_of(view.squadrons, s)) == met
                found += met is not None
    assert found > 100


# ---- they do what they are there for


@pytest.mark.slow
def test_they_meet_the_raid() -> None:
    met = [sum(s.contacts for s in played("one_raid", seed)[0].position.squadrons.values()) > 0 for seed in range(12)]
    assert sum(met) >= 10


@pytest.mark.slow
def test_park_meets_more_than_a_fifth_of_the_time_and_stays_near_the_response_level() -> None:
    for seed in (1, 2, 3):
        position = played("15_september_1940", seed)[0].position
        sent = sum(s.sorties for s in position.squadrons.values())
        assert sent >= 240
        assert sum(s.contacts for s in position.squadrons.values()) / sent > 0.2
        assert sum(s.committed for s in position.squadrons.values()) <= position.response_level + 3


@pytest.mark.slow
def test_leigh_mallory_forms_wings() -> None:
    orders = [e.order for seed in (1, 2) for e in played("15_september_1940", seed, "leigh_mallory")[0].entries]
    wings = [order for order in orders if isinstance(order, FormWing)]
    assert wings and all(len(w.units) >= 3 for w in wings)


# ---- the runner


class Clumsy:
    """An officer whose orders cannot stand."""

    name, seat = "clumsy", "raf"
    on_entry = None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        return [Decision(Scramble("No such squadron", 10, track=1), "staff.why.chance")]


def test_refused_orders_are_counted_and_the_day_goes_on() -> None:
    match = Match.new(GAME, "lesson", 1)
    report = play_out(match, {"raf": Clumsy(), "luftwaffe": "kesselring"})
    assert match.to_move == () and report.refused >= 7
    assert all(isinstance(e.order, Done) or e.order.code == "pick" for e in match.entries[1:] if e.seat == "raf")


@pytest.mark.parametrize(("name", "seat"), [(n, s) for s, names in OFFICERS.items() for n in names])
def test_every_officer_can_be_had_and_has_a_title(name: str, seat: str, en: Words, fr: Words) -> None:
    found = officer(name, 1, seat)
    assert (found.name, found.seat) == (name, seat)
    assert en.has(title_key(name)) and fr(title_key(name)) != ""


@pytest.mark.parametrize(("name", "seat"), [("park", "luftwaffe"), ("nelson", None), ("random", None), ("kesselring", "raf")])
def test_an_officer_whom_the_seat_does_not_have(name: str, seat: str | None) -> None:
    with pytest.raises(UsageError):
        officer(name, 1, seat)


def test_the_random_officer_orders_nothing_when_he_sees_only_a_view() -> None:
    assert Fuzz("raf", 1).orders(None, staff_rules()) == []
