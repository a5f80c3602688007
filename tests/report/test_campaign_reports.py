"""The reports of carrier campaigns and low-level raids, in both languages; from the command and from the desk."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.campaigns.carriers.kit import KIT as CARRIERS
from bob.campaigns.low_raid.kit import KIT as LOW_RAID
from bob.cli import main
from bob.core.kit import Kit
from bob.core.match import Match
from bob.files import Save
from bob.report.campaign_content import save_text
from bob.report.carriers.content import CarrierContent
from bob.report.html import account_html
from bob.report.low_raid.content import RaidContent
from bob.report.registry import account_of
from bob.words import LANGUAGES, Words

OPTIONS: dict[str, dict[str, Any]] = {"carriers": {"quick": True, "turns": 3}, "low_raid": {}}


def play_out(match: Match[Any], kit: Kit, entries: int = 2000) -> Match[Any]:
    """Let sound players go on to the end, or through so many entries."""
    players = {seat: kit.player(kit.players(seat)[0], seat, "1", match.game) for seat in ("axis", "allied")}
    while match.to_move and len(match.entries) < entries:
        seat = match.to_move[0]
        choices = match.game.choices(match.position, seat)
        match.play(seat, players[seat].orders(match.view(seat), choices, len(match.entries))[0].order)
    return match


@cache
def over(game: str, scenario: str) -> Match[Any]:
    kit = CARRIERS if game == "carriers" else LOW_RAID
    return play_out(Match.new(kit.make(), scenario, 7, OPTIONS[game]), kit)


def body(page: str) -> str:
    return re.sub(r"<style>.*?</style>", "", page, flags=re.S)


@pytest.mark.slow
@pytest.mark.rule("CAM-25.22a")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_carrier_report_tells_every_turn_flight_and_track(language: str) -> None:
    match = over("carriers", "convoys")
    content = CarrierContent(match, "axis", Words(language))
    position, sections = match.position, {section.code: section for section in content.sections()}
    tracks = sections["points"].tables[0][1].rows
    assert len(tracks) == len(content.campaign.base)
    worth = {side: sum(vp for base, _, vp in _vps(content) if base == side) for side in ("axis", "allied")}
    assert sum(int(row[-1]) for row in tracks) == sum(worth.values())
    assert len(sections["turns"].tables[0][1].rows) == len(position.turns) == 3
    flights = [section for code, section in sections.items() if code.startswith("flight-")]
    assert [len(section.tables[0][1].rows) if section.tables else 0 for section in flights] == [len(f.fates) for f in position.log]
    flown = sum(int(row[2]) for row in sections["aircraft"].tables[0][1].rows)
    assert flown == sum(len(f.fates) for f in position.log)
    page = body(account_html(content))
    assert "{" not in page and content.title in page and content.result in page


def _vps(content: CarrierContent) -> list[tuple[str, str, int]]:
    return [(seen.side, seen.base, seen.vp) for seen in content.view.bases]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["croydon", "kenley"])
def test_a_raid_report_adds_up_to_its_points(language: str, scenario: str) -> None:
    match = over("low_raid", scenario)
    content = RaidContent(match, content_side(match), Words(language))
    sections = {section.code: section for section in content.sections()}
    view, mission = content.view, content.mission
    vps = sum(int(row[3]) for row in sections["points"].tables[0][1].rows)
    assert vps - view.lost * mission.lost - view.hurt * mission.hurt == view.points
    for line in view.log:
        section = sections[f"wave-{line.wave}{'-guns' if line.strafing else ''}"]
        assert sum(int(row[3]) for row in section.tables[0][1].rows) == sum(run.points for run in line.runs)
    book = sections["book"].tables[0][1].rows
    assert sum(int(row[3]) for row in book) == view.lost
    assert "{" not in body(account_html(content))


def content_side(match: Match[Any]) -> str:
    return str(match.game.tables.campaigns[match.header.scenario].side)


@pytest.mark.parametrize("game", ["carriers", "low_raid"])
def test_before_anything_is_flown_a_report_has_no_book_and_no_seed(game: str) -> None:
    kit = CARRIERS if game == "carriers" else LOW_RAID
    match: Match[Any] = Match.new(kit.make(), kit.usual, 4711, {})
    text_of = account_of(game)
    assert text_of is not None
    content = text_of(match, "axis", Words("en"))
    assert [section.code for section in content.sections()] == ["points"] and "4711" not in content.imprint


def test_a_side_learns_nothing_of_the_plan_that_the_other_has_recorded() -> None:
    match: Match[Any] = Match.new(CARRIERS.make(), "convoys", 5, {"quick": True})
    order = match.game.choices(match.position, "axis").listed[-1]
    before = account_html(CarrierContent(match, "allied", Words("en")))
    match.play("axis", order)
    assert account_html(CarrierContent(match, "allied", Words("en"))) == before


def test_the_command_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object) -> None:
    path = tmp_path / "raid.bob1940"
    save, match = Save.begin(path, LOW_RAID.make(), "croydon", 3, {})
    with save:
        play_out(match, LOW_RAID)
    for name in ("raid.html", "raid.pdf"):
        assert main(["report", str(path), "--out", str(tmp_path / name)]) == 0
    assert (tmp_path / "raid.pdf").read_bytes().startswith(b"%PDF")
    assert "<section" in (tmp_path / "raid.html").read_text("utf-8")
    assert capsys.readouterr().out.count("raid.") == 2


@pytest.mark.slow
def test_a_campaign_with_many_pages_says_how_many(tmp_path: Path, qapp: object) -> None:
    content = CarrierContent(over("carriers", "convoys"), "axis", Words("fr"))
    assert save_text(content, tmp_path / "convois.pdf") > 1
