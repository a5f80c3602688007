"""`bob report`: the story of a day, as HTML and as PDF, and what it keeps secret."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bob.chart.marks import TextMark
from bob.chart.svg import to_svg
from bob.cli import main
from bob.core.game import REFEREE, Event, Outcome
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.driver import SEATS, driver_among, play_out
from bob.files import Save
from bob.games import game
from bob.report import evening, maps, timeline
from bob.report.content import Content
from bob.report.html import html
from bob.report.join import joined
from bob.report.merged_events import merge_alike
from bob.report.paper import FOOT, HEIGHT, LEFT, WIDTH, ReportPages
from bob.report.story import Story, _follow_tracks, claims, combats, losses, story
from bob.words import LANGUAGES, Words

OFFICERS = {RAF: "park", LUFTWAFFE: "kesselring"}


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def played(scenario: str, turns: int | None = None, save: Save | None = None, seed: int = 7) -> Match[Any]:
    """A day played by officers, to its end or for so many turns."""
    match: Match[Any] = Match.new(game("day"), scenario, seed, keep=save)
    driver_among(match, OFFICERS).advance(lambda: turns is not None and match.position.turn >= turns)
    return match


@pytest.fixture(scope="module")
def raid() -> Match[Any]:
    return played("one_raid")


@pytest.fixture(scope="module")
def half() -> Match[Any]:
    return played("one_raid", 17)


@pytest.fixture(scope="module")
def lesson() -> Match[Any]:
    """The first lesson in which somebody is lost."""
    lessons = (played("lesson", seed=seed) for seed in range(50))
    return next(m for m in lessons if any(loss.lost for found in losses(story(m, REFEREE)).values() for loss in found))


def test_what_a_raid_was_plotted_as_is_kept_when_its_track_is_struck(lesson: Match[Any]) -> None:
    account = story(lesson, REFEREE)
    raids = {raid.code: replace(raid, number=None) for raid in account.raids}
    for tracks in ({"lympne": 3, "nobody's": 4}, {}):
        _follow_tracks(raids, replace(account.view, tracks=tracks))
    assert raids["lympne"].number == 3 and sum(raid.number is not None for raid in raids.values()) == 1
    assert {raid.number for raid in account.raids if raid.number is not None} <= {track.number for track in account.tracks}
    assert all(raid.number is None for raid in story(lesson, LUFTWAFFE).raids), "a side is not told what the other called its raids"


def content(match: Match[Any], seat: str, theatre: Theatre, language: str = "en") -> Content:
    return Content(match, story(match, seat), Words(language), Names(theatre))


def read(text: str) -> ET.Element:
    """The page as a tree: it is well-formed, not only readable by forgiving browsers."""
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def visible(tree: ET.Element) -> Iterator[str]:
    for element in tree.iter():
        if element.tag not in ("style", "script"):
            yield from (text for text in (element.text, *(child.tail for child in element)) if text and text.strip())


# ---- the story


def test_a_story_follows_every_raid_and_squadron(raid: Match[Any]) -> None:
    tale = story(raid, REFEREE)
    assert {r.code for r in tale.raids} == set(raid.position.raids)
    for r in tale.raids:
        turns = [spot.turn for spot in r.path]
        assert turns == list(range(turns[0], turns[-1] + 1)) and len(turns) > 1, "no turn is left out while it flies together"
    assert max(len(r.path) for r in tale.raids) > 6, "one flies to its target and back"
    flown = {s.unit for s in raid.position.squadrons.values() if s.sorties}
    assert {s.last.unit for s in tale.squadrons if s.sorties} == flown
    assert sum(float(p["points"]) for p in tale.points) == raid.position.score == tale.score
    assert len(tale.combats) == sum(e.code == "combat" and "track" in e.data for entry in raid.entries for e in entry.events)
    assert all(c.raf is not None and c.luftwaffe is not None for c in tale.combats)
    assert len(tale.rolls) == sum(roll.purpose != "salt" for entry in raid.entries for roll in entry.rolls)


def test_losses_are_those_of_the_position(raid: Match[Any]) -> None:
    tale = story(raid, REFEREE)
    found = losses(tale)
    assert sum(loss.lost for loss in found[RAF]) == sum(s.lost for s in raid.position.squadrons.values())
    in_raids = sum(u.sent - u.strength for r in raid.position.raids.values() for u in r.units)
    assert sum(loss.lost for loss in found[LUFTWAFFE]) >= in_raids
    assert claims(tale, RAF) == sum(c.raf["claims"] for c in tale.combats if c.raf is not None)


def test_reports_of_one_side_stand_alone(raid: Match[Any]) -> None:
    both = story(raid, REFEREE)
    alone = list(combats([h for h in both.happenings if h.event.code == "combat" and RAF in h.event.to]))
    assert [c.luftwaffe for c in alone] == [None] * len(both.combats)
    other = list(combats([h for h in both.happenings if h.event.code == "combat" and LUFTWAFFE in h.event.to]))
    assert [c.raf for c in other] == [None] * len(both.combats)


def test_like_events_are_told_once(en: Words) -> None:
    ready = [Event("readiness", {"unit": f"{n} Squadron", "box": "ready"}, (RAF,)) for n in (1, 17, 19)]
    other = Event("readiness", {"unit": "41 Squadron", "box": "available"}, (RAF,))
    lines = [event for _, event in merge_alike(en, [(4, e) for e in (*ready, other)])]
    assert [e.data["unit"] for e in lines] == ["1, 17 and 19", "41 Squadron"]


# ---- HTML


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_played_lesson_as_html(lesson: Match[Any], theatre: Theatre, language: str) -> None:
    account = content(lesson, REFEREE, theatre, language)
    page = html(account, theatre)
    tree = read(page)
    assert tree.get("lang") == language
    text = " ".join(visible(tree))
    assert account.title in text and account.result in text
    assert not re.search(r"\{\w*\}|\bNone\b|None,", text)
    for code in ("timeline", "raids", "losses", "log", "dice", "points"):
        assert account.words(f"report.section.{code}") in text
    assert "http" not in page.replace("http-equiv", "")
    assert not re.search(r"""(?:src|href)="(?!#)""", page)
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"layer-raids", "layer-plots", "layer-planned", "layer-squadrons", "layer-combats"} <= set(ids)


@pytest.mark.slow
def test_the_story_of_one_side_keeps_the_others_secrets(half: Match[Any], theatre: Theatre) -> None:
    units = {u.unit for r in half.position.raids.values() for u in r.plan.units}
    titles = {title for r in half.position.raids.values() for title in r.title.values()}
    raf = html(content(half, RAF, theatre), theatre)
    text = " ".join(visible(read(raf)))
    assert "StG" not in raf and not [name for name in units | titles if name in raf]
    assert half.header.seed != "" and f"seed {half.header.seed}" not in text
    assert "not over" in text
    far = html(content(half, LUFTWAFFE, theatre), theatre)
    squadrons = [s.unit for s in half.position.squadrons.values()]
    attacked = {h.event.data["unit"] for h in story(half, LUFTWAFFE).happenings if h.event.code == "patrol_attack"}
    assert not [unit for unit in squadrons if f"{unit}<" in far and unit not in attacked]
    assert not story(half, RAF).raids and not story(half, RAF).rolls
    assert not story(half, LUFTWAFFE).tracks and not story(half, LUFTWAFFE).squadrons and not story(half, LUFTWAFFE).rolls
    assert any(name in far for name in units)


def test_a_day_before_its_first_turn_has_a_story(theatre: Theatre) -> None:
    match: Match[Any] = Match.new(game("day"), "lesson", 1)
    for seat in (RAF, LUFTWAFFE, REFEREE):
        account = content(match, seat, theatre)
        assert read(html(account, theatre)) is not None
        assert ReportPages(account, theatre).pages()


# ---- the map and the hours


def test_names_on_the_map_lie_in_its_frame(raid: Match[Any], theatre: Theatre, en: Words) -> None:
    page = maps.sheet(story(raid, REFEREE), theatre, en)
    for layer in page.layers[:-5]:
        for name in layer.names:
            if isinstance(name, TextMark):
                assert all(0 <= x <= page.width and 0 <= y <= page.height for x, y in name.box(page.frame.to_paper(name.at)))
    ET.fromstring(to_svg(page))
    only = maps.sheet(story(raid, REFEREE), theatre, en, layers=("plots",))
    assert [layer.name for layer in only.layers if layer.name in maps.EYES["all"]] == ["plots"]


def test_the_hours_have_a_row_for_all_that_flew(raid: Match[Any], en: Words) -> None:
    tale = story(raid, REFEREE)
    rows = timeline.rows(tale, en)
    assert len(rows) == sum(bool(r.path) for r in tale.raids) + sum(bool(s.sorties) for s in tale.squadrons)
    first, last = timeline.span(tale, rows)
    assert all(first <= bar.first < bar.last <= last for row in rows for bar in row.bars)
    assert [row.side for row in timeline.rows(story(raid, RAF), en)].count("luftwaffe") == len(tale.tracks)


def test_a_way_leads_to_what_is_bombed_of_several_places_of_one_name(raid: Match[Any], theatre: Theatre, en: Words) -> None:
    tale = story(raid, REFEREE)
    tale.raids = [replace(tale.raids[0], plan=replace(tale.raids[0].plan, primary="Dunkirk", aim=None))]
    planned = maps.Draughtsman(tale, theatre, en, maps.BY_NAME["table"], 1).layers()[0].marks
    at = theatre.middle(theatre.find("chain_home:Dunkirk").near)
    assert at in planned[0].rings[0]  # type: ignore[union-attr]


def test_raids_have_letters_beyond_z(raid: Match[Any]) -> None:
    tale = story(raid, REFEREE)
    many = replace(tale, raids=[replace(tale.raids[0], code=f"r{i:02d}") for i in range(28)])
    assert list(maps.raid_letters(many).values())[-3:] == ["Z", "AA", "AB"]


# ---- paper


def texts(tale: ReportPages) -> Iterator[tuple[float, float, float, str]]:
    for page in tale.pages():
        for mark in page.furniture:
            if isinstance(mark, TextMark):
                xs = [x for x, _ in mark.box(mark.at)]
                yield min(xs), max(xs), mark.at[1], mark.text


@pytest.mark.parametrize("seat", [REFEREE, RAF, LUFTWAFFE])
def test_all_that_is_written_lies_on_the_paper(raid: Match[Any], theatre: Theatre, seat: str) -> None:
    found = list(texts(ReportPages(content(raid, seat, theatre, "fr"), theatre)))
    assert len(found) > 60
    for left, right, y, text in found:
        assert left >= LEFT - 0.5 and right <= WIDTH - LEFT + 4 and 0 < y <= HEIGHT - FOOT + 9, text


def objects(raw: bytes) -> dict[int, bytes]:
    start = int(raw[raw.rindex(b"startxref") :].split()[1])
    rows = raw[start:].split(b"\n")
    count = int(rows[1].split()[1])
    return {i: raw[int(rows[2 + i][:10]) :].split(b"endobj")[0] for i in range(1, count)}


@pytest.mark.slow
def test_a_pdf_of_many_pages(theatre: Theatre) -> None:
    save, match = Save.begin("a.bob1940", game("day"), "lesson", 3)
    play_out(match, OFFICERS)
    save.close()
    assert main(["report", "a.bob1940", "--out", "day.pdf"]) == 0
    raw = Path("day.pdf").read_bytes()
    assert raw.startswith(b"%PDF-") and raw.endswith(b"%%EOF\n")
    found = objects(raw)
    for number, body in found.items():
        assert body.startswith(b"%d 0 obj" % number)
        head = body.partition(b"stream\n")[0]
        assert all(int(n) in found for n in re.findall(rb"\b(\d+) 0 R", head))
    pages = [body for body in found.values() if re.search(rb"/Type /Page\b(?!s)", body)]
    assert len(pages) == len(ReportPages(content(match, REFEREE, theatre), theatre).pages()) > 2
    assert all(b"/Parent 2 0 R" in page for page in pages)
    assert b"/Count %d" % len(pages) in found[2]


@pytest.mark.parametrize("raw", [b"", b"%PDF-1.4\n", b"%PDF-1.4\nstartxref\n3\n%%EOF\n"])
def test_what_is_no_pdf_of_ours_is_not_joined(raw: bytes) -> None:
    with pytest.raises(ValueError):
        joined([raw])


# ---- the command


@pytest.mark.smoke
def test_the_command_writes_and_keeps_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    save, match = Save.begin("a.bob1940", game("day"), "lesson", 3)
    save.put_draft(SEATS, {RAF: "human", LUFTWAFFE: "kesselring"})
    driver_among(match, OFFICERS).advance(lambda: match.position.turn >= 4)
    assert main(["report", "a.bob1940", "--out", "day.html"]) == 0
    assert "StG" not in Path("day.html").read_text("utf-8")
    assert main(["report", "a.bob1940", "--out", "no.html", "--seat", "luftwaffe"]) == 2
    assert not Path("no.html").exists()
    play_out(match, OFFICERS)
    save.close()
    assert main(["report", "a.bob1940", "--out", "day.html", "--seat", "luftwaffe", "--lang", "fr"]) == 0
    assert "II./StG 1" in Path("day.html").read_text("utf-8")
    assert "Écrit" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["a.bob1940", "--out", "day.txt"], "must end in .html or .pdf"),
        (["a.bob1940", "--out", "no/folder/day.html"], "cannot write"),
        (["a.bob1940", "--out", "no/folder/day.pdf"], "cannot write"),
        (["a.bob1940"], "missing: --out"),
        (["a.bob1940", "--out", "day.html", "--seat", "moon"], "has no seat"),
        (["b.bob1940", "--out", "day.html"], "there is no file"),
    ],
)
def test_a_wrong_report_is_one_line(capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    save, match = Save.begin("a.bob1940", game("day"), "lesson", 3)
    play_out(match, OFFICERS)
    save.close()
    assert main(["report", *argv]) == 2
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1


def test_a_story_is_of_one_seat(raid: Match[Any]) -> None:
    seats = {seat: story(raid, seat) for seat in (RAF, LUFTWAFFE, REFEREE)}
    values: dict[str, tuple[bool, bool]] = {seat: (tale.raf, tale.luftwaffe) for seat, tale in seats.items()}
    assert values == {RAF: (True, False), LUFTWAFFE: (False, True), REFEREE: (True, True)}
    assert all(isinstance(tale, Story) and tale.points for tale in seats.values())


# ---- the evening


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (13, [12], [13]),
        (5, [12, 12], [3, 2]),
        (1, [8, 12], [0, 1]),
        (7, [12, 6, 3], [4, 2, 1]),
        (0, [12, 6], [0, 0]),
        (3, [0, 0], [0, 0]),
    ],
)
def test_what_several_claimed_is_parted_by_their_aircraft(total: int, weights: list[int], parts: list[int]) -> None:
    assert evening.parted(total, weights) == parts


def test_claims_and_truth_of_units_sum_up_to_those_of_their_side(raid: Match[Any]) -> None:
    tale = story(raid, REFEREE)
    for side, other in ((RAF, LUFTWAFFE), (LUFTWAFFE, RAF)):
        found = evening.tallies(tale, side)
        assert found and all(tally.fights > 0 for tally in found)
        assert sum(tally.claims for tally in found) == claims(tale, side)
        fell = {who: sum(evening.lost(report) for c in tale.combats if (report := c.report(who)) is not None) for who in (side, other)}
        assert sum(tally.truth for tally in found) == fell[other] and sum(tally.lost for tally in found) == fell[side]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_evening_says_what_decided_the_day(raid: Match[Any], theatre: Theatre, language: str) -> None:
    account = content(raid, REFEREE, theatre, language)
    assert [section.code for section in account.sections()][:3] == ["decided", "points", "orders"]
    assert account.evening is not None
    facts = account.evening.decided()
    assert 3 <= len(facts) <= evening.MOST_FACTS + 1 and len(set(facts)) == len(facts)
    assert all(fact.endswith(".") and "{" not in fact for fact in facts)
    gained = sum(float(point["points"]) for point in account.tale.points if float(point["points"]) > 0)
    assert any(f"{gained:g}".replace(".", "," if language == "fr" else ".") in fact for fact in facts[:2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_evening_says_who_was_in_the_air_when_the_day_ended(raid: Match[Any], theatre: Theatre, language: str) -> None:
    account = content(raid, REFEREE, theatre, language)
    assert account.evening is not None
    for s in account.tale.squadrons:
        s.last = replace(s.last, box="ready")
    for r in account.tale.raids:
        r.units = tuple(replace(u, state="landed") for u in r.units)
    facts = account.evening.decided()
    account.tale.squadrons[0].last = replace(account.tale.squadrons[0].last, box="airborne")
    first = account.tale.raids[0]
    states = ("with_raid", "going_home", "lost")
    first.units = tuple(replace(first.units[0], state=state, strength=0 if state == "lost" else 7) for state in states)
    assert account.evening.decided() == [*facts, account.words("report.aloft", raf=1, luftwaffe=2)]


@pytest.mark.parametrize(
    ("points", "code", "key"),
    [
        (17.0, "draw", "close_more"),
        (14.0, "draw", "close_fewer"),
        (13.0, "raf_marginal", "close_more"),
        (4.0, "raf_marginal", ""),
        (20.5, "luftwaffe_marginal", "close_fewer"),
        (21.5, "luftwaffe_marginal", "close_more"),
        (40.0, "luftwaffe_decisive", ""),
    ],
)
def test_a_close_result_is_said_to_be_one(raid: Match[Any], theatre: Theatre, points: float, code: str, key: str) -> None:
    account = content(raid, REFEREE, theatre)
    held = copy.copy(raid)
    held.position = copy.copy(raid.position)
    held.position.bands = {"luftwaffe_decisive": 22.0, "luftwaffe_marginal": 20.0, "raf_marginal": 13.0, "raf_decisive": -5.0}
    account.tale.outcome = Outcome(code, {RAF: -points, LUFTWAFFE: points}, None)
    found = list(evening.Evening(held, account.tale, account.words, account.names)._close())
    start = account.words(f"report.decided.{key}", points=0, band="").partition("0")[2].partition(",")[0] if key else ""
    assert bool(found) == bool(key) and all(start in fact for fact in found)


def test_history_stands_beside_a_dated_day_and_no_other(raid: Match[Any], theatre: Theatre) -> None:
    account = content(raid, REFEREE, theatre)
    assert account.evening is not None and not account.evening.history().rows, "a single raid is in no book"
    dated = copy.copy(raid)
    dated.header = replace(raid.header, scenario="18_august_1940")
    rows = evening.Evening(dated, account.tale, account.words, account.names).history().rows
    lost = sum(u.sent - u.strength for r in raid.position.raids.values() for u in r.units)
    assert ("Luftwaffe aircraft lost", str(lost), "69", "Price, The Hardest Day") in rows
    assert any("–" in row[2] for row in rows), "from the least to the most that the books say"


def test_nobody_is_told_the_evening_before_the_day_is_over(half: Match[Any], theatre: Theatre) -> None:
    for seat in (RAF, LUFTWAFFE, REFEREE):
        account = content(half, seat, theatre)
        assert account.evening is None and not {"decided", "units", "history"} & {section.code for section in account.sections()}
        with pytest.raises(AssertionError):
            evening.Evening(half, account.tale, account.words, account.names)


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_a_side_s_own_report_keeps_its_promise_when_the_day_is_over(
    raid: Match[Any], half: Match[Any], theatre: Theatre, seat: str
) -> None:
    """Before, the truth is promised for the end of the day; then the line says where it stands."""
    words = Words("en")
    before, after = (section for match in (half, raid) for section in content(match, seat, theatre).sections() if section.code == "claims")
    assert before.note == words("report.claims_own") and after.note == words("report.claims_own_over")
    assert content(raid, seat, theatre).evening is None
    whole = next(section for section in content(raid, REFEREE, theatre).sections() if section.code == "claims")
    assert words("report.column.truth") in whole.tables[0][1].heads
