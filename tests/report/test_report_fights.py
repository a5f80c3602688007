"""The engagements in the report of a day: how each arose, as each side saw it, how it was resolved, and claims beside the truth."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bob.chart.marks import Path, TextMark
from bob.core.game import REFEREE, Event
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.state.orders import EnterResult, Resolve
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.driver import driver_among
from bob.games import game
from bob.report import maps, timeline
from bob.report.content import Content
from bob.report.fights import Fights
from bob.report.html import html
from bob.report.paper import FOOT, HEIGHT, LEFT, WIDTH, ReportPages
from bob.report.parts import Account
from bob.report.story import CombatAccount, Story, claims, story
from bob.tactical.engagement import Engagement, Loss
from bob.words import LANGUAGES, Words
from tests.pursuit.kit import KIT
from tests.sizes import some

pytestmark = pytest.mark.slow

SEATS = (RAF, LUFTWAFFE, REFEREE)
OTHER = {RAF: LUFTWAFFE, LUFTWAFFE: RAF}
WAYS = ("cards", "table", "quick", "left")
"""What is done about the first engagement, the second...: `left` is begun by cards, and ended quickly by the referee."""


def entered(engagement: Engagement) -> EnterResult:
    """A result from the players' own table: of every unit one aircraft lost with its crew, one damaged."""
    shot = {side: any(f.shoots for f in engagement.of(OTHER[side])) for side in OTHER}
    losses = []
    for f in engagement.forces:
        lost = int(shot[f.side])
        losses.append(Loss(f.unit, lost, int(f.count > lost), 0, "none" if f.fighter else f.ammo, False, False, lost))
    return EnterResult(tuple(losses), 2)


def mixed(seed: int, until: Callable[[Match[Any]], bool] = lambda _: False) -> Match[Any]:
    """A day whose engagements are resolved in every way, one after another; to its end, or until something is so."""
    match: Match[Any] = Match.new(game("day"), "one_raid", seed, {"engagements": "ask"})
    staff = {RAF: "park", LUFTWAFFE: "kesselring"}
    flown, driver = 0, driver_among(match, staff)
    while match.to_move and not until(match):
        seat, fight = match.to_move[0], match.position.combat.now
        if match.position.phase != "engagement" or fight is None:
            driver.step()
            continue
        way = WAYS[(fight.engagement.number - 1) % len(WAYS)]
        if fight.how == "ask":
            flown = 0
            match.play(seat, Resolve("cards" if way == "left" else way))  # type: ignore[arg-type]
        elif fight.how == "table":
            match.play(seat, entered(fight.engagement))
        elif way == "left" and flown > 40:
            match.play(REFEREE, Resolve("quick"))
        else:
            flown += 1
            driver.step()
            continue
        driver = driver_among(match, staff)  # the last order was given past it
    return match


def in_cards(match: Match[Any]) -> bool:
    """In the middle of a dogfight by cards, some of it flown."""
    fight = match.position.combat.now
    battle = fight.battle if fight is not None else None
    return battle is not None and battle.turn >= 2


def at_table(match: Match[Any]) -> bool:
    fight = match.position.combat.now
    return fight is not None and fight.how == "table"


def after_four(match: Match[Any]) -> bool:
    return bool(match.position.engagements >= 4 and match.position.combat.now is None)


@pytest.fixture(scope="module")
def day() -> Match[Any]:
    """The first day with an engagement of each way, by cards with losses of both sides."""
    for seed in range(12, 72):
        match = mixed(seed)
        tale = story(match, REFEREE)
        lost = [[sum(report["lost"].values()) for report in (c.raf, c.luftwaffe) if report is not None] for c in tale.combats]
        if len(lost) >= 4 and all(lost[0]):
            return match
    raise AssertionError("no such day")


def halted(until: Callable[[Match[Any]], bool]) -> Match[Any]:
    """The first day that comes to that before its end."""
    for seed in range(1, 60):
        match = mixed(seed, until)
        if match.to_move:
            return match
    raise AssertionError("no such day")


@pytest.fixture(scope="module", params=[in_cards, at_table, after_four], ids=lambda until: until.__name__)
def half(request: pytest.FixtureRequest) -> Match[Any]:
    return halted(request.param)


def content(match: Match[Any], seat: str, theatre: Theatre, language: str = "en") -> Content:
    return Content(match, story(match, seat), Words(language), Names(theatre))


def describe(match: Match[Any], seat: str, theatre: Theatre, language: str = "en") -> list[Account]:
    found = content(match, seat, theatre, language)
    return list(Fights(found.tale, found.words, found.names).accounts())


def read(page: str) -> ET.Element:
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def visible(page: str) -> str:
    found = (element for element in read(page).iter() if element.tag not in ("style", "script"))
    return " ".join(text for e in found for text in (e.text, *(child.tail for child in e)) if text and text.strip())


def everything(account: Account) -> str:
    """All that is said in an account."""
    parts = [account.head, account.score, account.arose, *account.resolved]
    for sight in account.sights:
        parts += [sight.title, *sight.before, *sight.units.heads, *(cell for row in sight.units.rows for cell in row), *sight.after]
    return "\n".join(parts)


# ---- the story


def test_the_two_reports_of_an_engagement_have_its_number(day: Match[Any]) -> None:
    tale = story(day, REFEREE)
    assert [c.number for c in tale.combats] == list(range(1, day.position.engagements + 1))
    for c in tale.combats:
        assert c.over and c.raf is not None and c.luftwaffe is not None
        assert (c.raf["number"], c.luftwaffe["number"]) == (c.number, c.number)
        assert (c.raf["hex"], "track" in c.raf, "raid" in c.luftwaffe) == (c.hex, True, True)
    whats = {e.data.get("what") for e in tale.combats[0].events}
    assert {"battle", "game_turn", "revealed", "over"} <= whats
    assert not any(e.code == "dogfight" for e in tale.combats[1].events)
    for c in tale.combats:
        units = {unit for report in (c.raf, c.luftwaffe) if report is not None for unit, _ in report["units"]}
        assert {e.data["unit"] for e in c.after} <= units


# ---- an engagement told


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_it_is_told_how_each_was_resolved(day: Match[Any], theatre: Theatre, language: str) -> None:
    words = Words(language)
    accounts = describe(day, REFEREE, theatre, language)
    chosen = words("report.fight.chosen")
    for account, way in zip(accounts, WAYS, strict=False):
        said = " ".join(account.resolved)
        assert words(f"report.fight.resolved_{'quick' if way == 'left' else way}", whose=chosen) in said
        assert (words("report.fight.begun_and_left", how=words("ops.how.cards"), turns="@").split("@")[0] in said) == (way == "left")
    by_cards = " ".join(accounts[0].resolved)
    assert words("report.fell.down", models="").strip() in by_cards
    assert re.search(words("report.fight.game_turn", turn=r"\d", told="X").split("X")[0], by_cards)


def test_what_fell_is_what_fell_on_the_table(day: Match[Any], theatre: Theatre) -> None:
    events = [e.data for e in story(day, REFEREE).combats[0].events]
    down = sum(data.get("what") == "shot_down" for data in events)
    said = " ".join(describe(day, REFEREE, theatre)[0].resolved)
    figures = [int(n) for part in re.findall(r"shot down ([^;.]*)", said) for n in re.findall(r"(?:^|, )(\d+) ", part)]
    assert down > 0 and sum(figures) == down
    assert len(re.findall(r"Game turn \d", said)) <= sum(data.get("what") == "game_turn" for data in events)


def card(what: str, **data: Any) -> Event:
    return Event("dogfight", {"game": "cards", "what": what, **data}, (LUFTWAFFE, RAF))


BATTLE = (
    card("battle", turns=3, cards=50, seats=("raf", "luftwaffe")),
    card("revealed", aircraft=0, seat="raf", type="hurricane_i"),
    card("revealed", aircraft=1, seat="raf", type="hurricane_i"),
    card("revealed", aircraft=2, seat="luftwaffe", type="do_17z"),
    card("revealed", aircraft=3, seat="luftwaffe", type="my_own"),
    card("game_turn", turn=1),
)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((), "1 game turn, one model for 3 aircraft. No model was hit."),
        ([("flipped", 0)], "Game turn 1: damaged 1 Hurricane I."),
        ([("flipped", 0), ("hit", 0), ("shot_down", 0)], "Game turn 1: shot down 1 Hurricane I."),
        ([("flipped", 2), ("shot_down", 0), ("shot_down", 1)], "Game turn 1: shot down 2 Hurricane I; damaged 1 Do 17Z-2."),
        ([("flipped", 0), None, ("shot_down", 0)], "Game turn 1: damaged 1 Hurricane I. Game turn 2: shot down 1 Hurricane I."),
        ([None, ("went_home", 1), ("bombs_dropped", 2)], "Game turn 2: gone home 1 Hurricane I; bombs dropped by 1 Do 17Z-2."),
        ([("shot_down", 3), ("shot_down", 2)], "Game turn 1: shot down 1 my_own, 1 Do 17Z-2."),
    ],
)
def test_what_became_of_the_models(day: Match[Any], theatre: Theatre, events: Any, said: str) -> None:
    found = content(day, REFEREE, theatre)
    one = changed(found.tale, {"units": [["A", 12]], "foes": [["do_17z", 18, 14]]}).combats[0]
    after = [card("game_turn", turn=2) if e is None else card(e[0], aircraft=e[1]) for e in events]
    old = [card("battle"), card("game_turn", turn=1), card("shot_down", aircraft=3)]  # begun once before, and set out anew
    tale = replace(found.tale, combats=[replace(one, events=[*old, *BATTLE, *after])])
    (account,) = Fights(tale, found.words, found.names).accounts()
    assert " ".join(account.resolved).endswith(said)


@pytest.mark.parametrize(
    ("key", "given"),
    [
        ("surprise", {"surprise": "raf"}),
        ("surprise", {"surprise": "luftwaffe"}),
        ("surprise", {"surprise": "none"}),
        ("attack", {"attackers": "raf"}),
        ("attack", {"attackers": "luftwaffe"}),
    ],
)
@pytest.mark.parametrize("seat", SEATS)
def test_it_is_told_how_each_arose(day: Match[Any], theatre: Theatre, seat: str, key: str, given: dict[str, str]) -> None:
    found = content(day, seat, theatre)
    tale = changed(found.tale, {"posture": "even", **given})
    (account,) = list(Fights(tale, found.words, found.names).accounts())[:1]
    others = [v for v in ("raf", "luftwaffe", "none") if v != next(iter(given.values()))]
    heads = {v: _head(found.words, f"report.fight.{key}_{v}") for v in (*others, *given.values()) if (key, v) != ("attack", "none")}
    assert heads.pop(next(iter(given.values()))) in account.arose
    assert not [head for head in heads.values() if head in account.arose]
    c = tale.combats[0]
    report = c.raf or c.luftwaffe
    assert report is not None
    assert found.words(f"ops.aim.{report['aim']}") in account.arose and "sun in the" in account.arose
    assert tale.clock(c.turn) in account.head and found.names.at(found.words, c.hex) in account.head
    assert (account.sights[0].before[0].count("Angels") > 0) and account.arose.count("Angels") == 2


def _head(words: Words, key: str) -> str:
    """The beginning of a sentence, before its figures."""
    fields = dict.fromkeys(("raid", "aim", "aircraft", "angels", "foes", "high"), "@")
    return words(key, **fields).split("@")[0]


def changed(tale: Story, given: Mapping[str, Any]) -> Story:
    """A story whose engagements are told with other data."""
    combats = []
    for c in tale.combats:
        reports: dict[str, Any] = {
            side: {**report, **given} if (report := c.report(side)) is not None else None for side in (RAF, LUFTWAFFE)
        }
        combats.append(replace(c, **reports))
    return replace(tale, combats=combats)


def test_each_side_has_its_own_units_posture_and_losses(day: Match[Any], theatre: Theatre) -> None:
    words = Words("en")
    tale = changed(story(day, REFEREE), {"posture": "bounce"})
    found = content(day, REFEREE, theatre)
    for c, account in zip(tale.combats, Fights(tale, words, found.names).accounts(), strict=True):
        assert [sight.side for sight in account.sights] == [RAF, LUFTWAFFE]
        for sight, posture in zip(account.sights, ("bounce", "bounced"), strict=True):
            report = c.report(sight.side)
            other = c.report(OTHER[sight.side])
            assert report is not None and other is not None
            assert sight.before[0].endswith(f", {words(f'log.posture.{posture}')}.")
            rows = [(row[0].partition(",")[0], *map(int, row[1:4])) for row in sight.units.rows]
            assert rows == [(unit, n, report["lost"][unit], report["damaged"][unit]) for unit, n in report["units"]]
            assert sight.after[-1] == f"Claims {report['claims']}; in truth {sum(other['lost'].values())}."
            crews = [line for line in sight.after if line.startswith("Crews")]
            lost, gone = sum(report["lost"].values()), report["crews_lost"]
            assert crews == ([f"Crews shot down: {gone} lost, {lost - gone} safe."] if lost else [])
        assert account.score.count("−") == sum(bool(sum(r["lost"].values())) for r in (c.raf, c.luftwaffe) if r is not None)
    spent = [row[4] for sight in list(Fights(tale, words, found.names).accounts())[1].sights for row in sight.units.rows]
    assert any("no ammunition" in cell or "none left" in cell for cell in spent)


def test_when_the_raf_saw_the_raid_is_told_to_the_raf(day: Match[Any], theatre: Theatre) -> None:
    tallies = [h for h in story(day, RAF).happenings if h.event.code == "tally"]
    assert tallies
    seen = {seat: [everything(a).count("Tally-ho") for a in describe(day, seat, theatre)] for seat in SEATS}
    assert sum(seen[RAF]) > 0 and seen[RAF] == seen[REFEREE] and sum(seen[LUFTWAFFE]) == 0


# ---- claims and the truth


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_claims_stand_beside_the_truth_in_the_whole_report(day: Match[Any], theatre: Theatre, language: str) -> None:
    found = content(day, REFEREE, theatre, language)
    tale = found.tale
    table = Fights(tale, found.words, found.names).balance()
    sums: dict[str, Any] = {side: {"lost": 0, "damaged": 0, "crews": 0} for side in OTHER}
    for c in tale.combats:
        for side in OTHER:
            report = c.report(side)
            assert report is not None
            sums[side]["lost"] += sum(report["lost"].values())
            sums[side]["damaged"] += sum(report["damaged"].values())
            sums[side]["crews"] += report["crews_lost"]
    for row, side in zip(table.rows, (RAF, LUFTWAFFE), strict=True):
        mine, true = sums[side], sums[OTHER[side]]["lost"]
        ratio = f"{claims(tale, side) / true:.1f}".replace(".", "," if language == "fr" else ".")
        figures = [mine["lost"], mine["damaged"], mine["crews"], mine["lost"] - mine["crews"], claims(tale, side), true]
        assert list(row[1:8]) == [*map(str, figures), ratio]
        assert row[8].endswith("2" if side == RAF else "3")


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_a_side_has_no_column_of_the_truth(day: Match[Any], theatre: Theatre, seat: str) -> None:
    found = content(day, seat, theatre)
    table = Fights(found.tale, found.words, found.names).balance()
    assert len(table.rows) == 1 and len(table.heads) == 6
    assert not [a for a in describe(day, seat, theatre) if "in truth" in everything(a)]


def test_no_ratio_where_nothing_was_lost(day: Match[Any], theatre: Theatre) -> None:
    found = content(day, REFEREE, theatre)
    none = changed(found.tale, {"lost": {}, "crews_lost": 0})
    assert [row[7] for row in Fights(none, found.words, found.names).balance().rows] == ["–", "–"]


# ---- secrets


def without(match: Match[Any], seat: str) -> Match[Any]:
    """The same match, where all that the seat was not told tells something else."""
    other = object.__new__(type(match))
    for name in ("game", "header", "position", "keep", "history", "since", "_snapshots"):
        setattr(other, name, getattr(match, name))
    other.entries = []
    for entry in match.entries:
        events = []
        for event in entry.events:
            data = dict(event.data)
            if seat not in event.to and event.code in ("met", "combat"):
                data |= {"lost": {unit: 77 for unit, _ in data["units"]}, "claims": 77, "units": [["Geschwader 77", 77]], "crews_lost": 77}
            elif seat not in event.to and event.code == "dogfight":
                data |= {"game": "cards", "what": "shot_down", "aircraft": 0}
            events.append(replace(event, data=data))
        other.entries.append(replace(entry, events=tuple(events)))
    return other


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_a_side_reads_the_same_whatever_the_other_was_told(half: Match[Any], theatre: Theatre, seat: str) -> None:
    assert any(e.code in ("met", "combat") and seat not in e.to for entry in half.entries for e in entry.events)
    mine = html(content(half, seat, theatre), theatre)
    assert html(content(without(half, seat), seat, theatre), theatre) == mine
    whole = html(content(half, REFEREE, theatre), theatre)
    assert html(content(without(half, seat), REFEREE, theatre), theatre) != whole


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_while_the_day_goes_on_a_side_knows_its_own(half: Match[Any], theatre: Theatre, seat: str, language: str) -> None:
    units = {u.unit for raid in half.position.raids.values() for u in raid.plan.units} | {
        u.unit for box in half.position.patrols for u in box
    }
    squadrons = set(half.position.squadrons)
    accounts = describe(half, seat, theatre, language)
    assert accounts and all([sight.side for sight in a.sights] == [seat] for a in accounts)
    said = visible(html(content(half, seat, theatre, language), theatre)) + "\n".join(map(everything, accounts))
    for name in units if seat == RAF else squadrons:
        assert not re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", said), name
    words = Words(language)
    assert words("report.column.truth") not in [
        cell for section in content(half, seat, theatre, language).sections() for cell in _heads(section)
    ]
    assert words("report.claims_own") in said or not any(c.over for c in story(half, seat).combats)


def _heads(section: Any) -> Iterator[str]:
    for _, table in section.tables:
        yield from table.heads


@pytest.mark.parametrize("until", [in_cards, at_table])
@pytest.mark.parametrize("seat", SEATS)
def test_one_that_is_not_over_is_told_as_far_as_it_goes(theatre: Theatre, seat: str, until: Callable[[Match[Any]], bool]) -> None:
    match = halted(until)
    found = content(match, seat, theatre)
    last = found.tale.combats[-1]
    assert not last.over and last.number == match.position.engagements
    account = describe(match, seat, theatre)[-1]
    assert account.score == "" and "Not over yet." in account.resolved
    assert all(not sight.after and len(sight.units.heads) == 2 for sight in account.sights)
    assert ("game turn" in " ".join(account.resolved)) == (until is in_cards)
    index = Fights(found.tale, found.words, found.names).index()
    assert index.rows[-1][3] == found.words("report.resolver.open") and index.rows[-1][-1] == "–"
    assert claims(found.tale, RAF) == sum(c.raf["claims"] for c in found.tale.combats if c.over and c.raf is not None)
    assert read(html(found, theatre)) is not None and ReportPages(found, theatre).pages()


# ---- the page


@pytest.mark.parametrize("seat", SEATS)
def test_crosses_and_ticks_lead_to_what_is_told(day: Match[Any], theatre: Theatre, seat: str) -> None:
    tale = story(day, seat)
    tree = read(html(content(day, seat, theatre), theatre))
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    places = {element.get("id"): element.tag for element in tree.iter() if (element.get("id") or "").startswith("fight-")}
    assert places == {c.anchor: "article" for c in tale.combats}
    assert {link for e in tree.iter("a") if (link := e.get("href", "")[1:])} == set(places)
    titles = "\n".join(title.text or "" for a in tree.iter("a") for title in a.iter("title"))
    for c in tale.combats:
        assert f"Engagement {c.number}, {tale.clock(c.turn)}" in titles
    ticks = {n for row in timeline.rows(tale, Words("en")) for tick in row.ticks for n in tick.numbers}
    assert ticks == {c.number for c in tale.combats}


def test_engagements_in_one_place_have_one_cross_with_all_their_numbers(day: Match[Any], theatre: Theatre) -> None:
    tale = story(day, REFEREE)
    tale = replace(tale, combats=[replace(c, hex=tale.combats[0].hex) if c.number == 2 else c for c in tale.combats])
    layer = maps.sheet(tale, theatre, Words("en"), layers=("combats",)).layer("combats")
    links = [mark.link for mark in layer.marks if isinstance(mark, Path) and mark.link]
    assert len(links) == len({c.hex for c in tale.combats})
    numbers = [n for name in layer.names if isinstance(name, TextMark) for n in name.text.split(", ")]
    assert sorted(numbers, key=int) == [str(c.number) for c in tale.combats]
    assert any(isinstance(name, TextMark) and name.text.startswith("1, ") for name in layer.names)


@pytest.mark.parametrize("seat", SEATS)
def test_the_log_does_not_tell_every_card(day: Match[Any], theatre: Theatre, seat: str) -> None:
    found = content(day, seat, theatre)
    cards = sum(h.event.code == "dogfight" for h in found.tale.happenings)
    others = sum(h.event.code not in ("turn", "dogfight") for h in found.tale.happenings)
    assert cards > 50 and 0 < sum(len(turn.lines) for turn in found.turns()) <= others


# ---- paper


def crowded(tale: Story, many: int) -> Story:
    """A day with so many engagements by cards, each with a dozen units a side, told at length."""
    base = next(c for c in tale.combats if any(e.data.get("what") == "battle" for e in c.events))
    combats: list[CombatAccount] = []
    for number in range(1, many + 1):
        reports: dict[str, Any] = {}
        for side, stem in ((RAF, "Squadron of Auxiliaries"), (LUFTWAFFE, "./Erprobungsgruppe 210 Stabsschwarm")):
            report = base.report(side)
            if report is not None:
                units = [[f"{i} {stem}", 12] for i in range(600, 612)]
                counts = {unit: 12 for unit, _ in units}
                reports[side] = {**report, "number": number, "units": units, "lost": counts, "damaged": counts} | {
                    "foes": [*report["foes"]] * 4,
                    "ammo": {unit: "none" for unit, _ in units},
                }
        turns = [*base.events, *base.events[next(i for i, e in enumerate(base.events) if e.data.get("what") == "game_turn") :] * 3]
        combats.append(replace(base, number=number, events=turns, **reports))
    return replace(tale, combats=combats)


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("seat", SEATS)
def test_a_day_of_many_dogfights_stays_on_its_pages(day: Match[Any], theatre: Theatre, seat: str, language: str) -> None:
    plain = content(day, seat, theatre, language)
    full = Content(day, crowded(plain.tale, 25), plain.words, plain.names)
    pages = ReportPages(full, theatre).pages()
    seen: set[str] = set()
    for page in pages:
        for mark in page.furniture:
            if isinstance(mark, TextMark):
                xs = [x for x, _ in mark.box(mark.at)]
                foot = mark.at[1] > HEIGHT - FOOT + 7
                assert min(xs) >= LEFT - 0.5 and max(xs) <= WIDTH - LEFT + 4, mark.text
                assert 0 < mark.at[1] <= (HEIGHT if foot else HEIGHT - FOOT + 0.5), mark.text
                seen.add(mark.text)
    assert {str(n) for n in range(1, 26)} <= seen
    assert len(pages) < 40


def test_the_columns_of_an_engagement_do_not_meet(day: Match[Any], theatre: Theatre) -> None:
    plain = content(day, REFEREE, theatre)
    full = Content(day, crowded(plain.tale, 3), plain.words, plain.names)
    lines = 0
    for page in ReportPages(full, theatre).pages():
        rows: dict[float, list[tuple[float, float, str]]] = {}
        for mark in page.furniture:
            if isinstance(mark, TextMark):
                xs = [x for x, _ in mark.box(mark.at)]
                rows.setdefault(round(mark.at[1], 2), []).append((min(xs), max(xs), mark.text))
        for row in rows.values():
            row.sort()
            lines += len(row) > 1
            assert all(a[1] <= b[0] + 0.3 for a, b in pairwise(row)), row
    assert lines > 20


# ---- a dogfight of any game


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_a_dogfight_of_any_game_is_told_turn_by_turn(day: Match[Any], theatre: Theatre, language: str) -> None:
    """By hexes: what became of the aircraft in each turn, own ones by their units, as the game's own teller tells it."""
    found = content(day, REFEREE, theatre, language)
    words = found.words

    def event(what: str, **data: Any) -> Event:
        return Event("dogfight", {"game": "hexes", "what": what, **data}, SEATS)

    events = [
        Event("resolver", {"number": 1, "how": "hexes"}, SEATS),
        event("turn", turn=1),
        event("activated", aircraft=0),
        event("hit", aircraft=1, criticals=0, damages=1, structure=2),
        event("turn", turn=2),
        event("destroyed", aircraft=0, why="fuel"),
    ]
    units = ("A", "B", "B")
    one = changed(found.tale, {"resolver": "hexes", "units": [["A", 1], ["B", 2]], "foes": [["do_17z", 1, 14]]}).combats[0]
    tale = replace(found.tale, combats=[replace(one, events=events, models=(units,))])
    (account,) = Fights(tale, words, found.names).accounts()
    teller = found.names.slot["hexes"].dogfight_teller(words, lambda number: ("A", "B (1)", "B (2)")[number])
    said = " ".join(account.resolved)
    for turn, text in ((1, events[3]), (2, events[5])):
        data = {name: value for name, value in text.data.items() if name not in ("game", "what")}
        assert words("report.fight.game_turn", turn=turn, told=teller.event(Event(text.data["what"], data))) in said
    assert teller.event(Event("activated", {"aircraft": 0})) not in said
    assert words("report.fight.turns_many", count=2) in said and words("report.fight.nothing_fell") not in said
    second = [Event("next_table", {"number": 1, "table": 2, "count": 2}, SEATS), event("turn", turn=1), events[5]]
    tale = replace(found.tale, combats=[replace(one, events=[*events, *second], models=(units, ("Zerstörer", "C", "C")))])
    (account,) = Fights(tale, words, found.names).accounts()
    said = " ".join(account.resolved)
    assert words("report.fight.table", number=2, count=2) in said and words("report.fight.turns_many", count=3) in said
    first, _, last = said.rpartition(words("report.fight.table", number=2, count=2))
    assert "Zerstörer" in last and "Zerstörer" not in first


def test_a_dogfight_without_turns_is_told_in_one(day: Match[Any], theatre: Theatre) -> None:
    found = content(day, REFEREE, theatre)
    names = Names(theatre, {**found.names.slot, KIT.name: KIT})
    events = [Event("dogfight", {"game": "pursuit", "what": "shot_down", "model": 1}, SEATS)]
    one = changed(found.tale, {"resolver": "pursuit", "units": [["A", 2]], "foes": [["do_17z", 1, 14]]}).combats[0]
    tale = replace(found.tale, combats=[replace(one, events=events, models=(("A", "A", None),))])
    (account,) = Fights(tale, found.words, names).accounts()
    assert account.resolved[-1] == "A (2) is shot down."
