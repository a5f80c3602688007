"""`bob report` of a land campaign: every mission and point, the squadrons' book, as HTML and as PDF."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bob.campaigns.land.game import AirWar
from bob.campaigns.sides import SIDES
from bob.chart.marks import TextMark
from bob.cli import main
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.files import Save
from bob.report.flowing import FOOT, HEIGHT, LEFT, WIDTH, FlowingPages
from bob.report.html import account_html
from bob.report.land.content import AirWarContent
from bob.words import LANGUAGES, Words
from tests.air_war.test_air_war_played import play_on, played


@pytest.mark.slow
@pytest.mark.rule("CAM-24.31a", "CAM-24.61e")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_point_of_a_campaign_stands_in_its_report(language: str) -> None:
    match = played("channel_battle")
    content = AirWarContent(match, REFEREE, Words(language))
    log = match.position.log
    sections = {section.code: section for section in content.sections()}
    standing = sections["points"].tables[0][1]
    sums = [sum(int(row[column]) for row in standing.rows[:-1]) for column in (1, 2)]
    assert sums == [int(cell) for cell in standing.rows[-1][1:]] == [match.position.total(side) for side in ("axis", "allied")]
    for flown in log:
        tables = [table for _, table in sections[f"mission-{flown.number}"].tables]
        assert len(tables[0].rows) == len(flown.fates)
        points = tables[-1].rows if flown.lines else ()
        assert [int(row[-1]) for row in points] == [line.points for line in flown.lines]
    page = account_html(content)
    assert page.count("<section") == len(sections) and f'lang="{language}"' in page
    assert "{" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    assert all(f'href="#mission-{flown.number}"' in page and f'id="mission-{flown.number}"' in page for flown in log)


@pytest.mark.slow
@pytest.mark.rule("CAM-24.31b", "CAM-24.31a")
def test_each_player_prints_a_copy_of_the_same_log_sheet() -> None:
    match = played("channel_battle")
    copies = [AirWarContent(match, seat, Words("en")) for seat in (*SIDES, REFEREE)]
    logs = [[(s.code, s.tables) for s in copy.sections() if s.code == "points" or s.code.startswith("mission-")] for copy in copies]
    assert len(logs[0]) == 1 + len(match.position.log)
    assert logs[0] == logs[1] == logs[2]


@pytest.mark.slow
def test_the_pages_of_a_report_hold_all_that_is_on_the_screen_and_run_over_no_edge() -> None:
    content = AirWarContent(played("channel_battle"), "allied", Words("en"))
    pages = FlowingPages(content).pages()
    marks = [mark for page in pages for mark in page.furniture if isinstance(mark, TextMark)]
    assert len(pages) > 1 and len(marks) > 300
    for mark in marks:
        xs = [x for x, _ in mark.box(mark.at)]
        assert min(xs) >= LEFT - 0.5 and max(xs) <= WIDTH - LEFT + 0.5, mark.text
        assert mark.at[1] <= HEIGHT - FOOT + 9, mark.text
    written = " ".join(mark.text for mark in marks)
    assert all(section.title in written for section in content.sections() if len(section.title) < 40)


@pytest.mark.slow
def test_the_command_tells_a_campaign_that_goes_on_by_one_side(tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object) -> None:
    path, out = tmp_path / "war.bob1940", tmp_path / "war.html"
    save, match = Save.begin(path, AirWar(), "london", 3, {"quick": True, "missions": 2})
    with save:
        play_on(match, lambda match: bool(match.position.log))
    assert main(["report", str(path), "--seat", "axis", "--out", str(out)]) == 0
    page = out.read_text("utf-8")
    assert match.header.seed not in re.sub(r"<style>.*?</style>", "", page, flags=re.S).split("<footer>")[1]
    assert main(["report", str(path), "--seat", "axis", "--out", str(tmp_path / "war.pdf")]) == 0
    assert (tmp_path / "war.pdf").read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out.count("war.") == 2


def test_a_campaign_of_which_nothing_is_flown_says_so() -> None:
    match: Match[object] = Match.new(AirWar(), "london", 1, {"quick": True})
    assert [section.code for section in AirWarContent(match, "axis", Words("en")).sections()] == ["standing"]
