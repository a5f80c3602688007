"""The pieces of a mission on paper: every text in its box, every aircraft there, the cards and markers of the deck and the bag."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.chart.marks import ChartPage, TextMark
from bob.chart.svg import to_svg
from bob.core.hexes import at_offset
from bob.core.match import Match
from bob.report.battle_card import Facts
from bob.report.hexes.board import HEX, LAP, board, extent
from bob.report.hexes.counters import COUNTER, NEW_CLOUDS
from bob.report.hexes.forces import flown_of
from bob.report.hexes.pieces import fought, pages, pieces_of
from bob.report.pieces.paper import PiecePages
from bob.tactical.hexes import resolver
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.position import HexTerms, MissionAim, Ship, Wind
from bob.words import LANGUAGES, Words
from tests.dogfight.forces import fight, force, german
from tests.pieces import covered, keep_to_their_boxes, part
from tests.sizes import some

GAME = HexDogfight()
FULL: dict[str, Any] = dict.fromkeys(
    ("altimeter", "deflection", "slip_limit", "altitude_fire", "above", "fuel", "night", "wep_once", "named"), True
)


def begun(mission: str, **options: Any) -> HexTerms:
    terms: HexTerms = Match.new(GAME, mission, 1, options).position.terms
    return terms


def day() -> HexTerms:
    """An engagement of the day as the program sets it out on paper."""
    units = (force(experience="veteran", fuel=1, ammo="low"), german("he_111h", 20, unit="I./KG 1"), german(unit="I./JG 3"))
    terms: HexTerms = resolver.drawn_up(fight(*units, posture="bounce", surprise="raf", aim="reach_bombers", weather="rain")).terms
    return terms


def crowded() -> HexTerms:
    """All that a mission can have at once."""
    terms = begun("six_players", **FULL)
    aims = tuple(MissionAim(side, kind, 3, "bomber", "north") for side in ("raf", "luftwaffe") for kind in ("exit", "kill", "ship"))
    more = {"turns": 40, "columns": 40, "rows": 30, "new_clouds": True, "structure": 20, "limit": 999, "aims": aims}
    ships = (Ship(at_offset(9, 9), "raf", 20), Ship(at_offset(10, 9), "luftwaffe"))
    clouds = tuple(at_offset(column, 5) for column in range(20))
    return replace(terms, wind=Wind(2, 3), ships=ships, clouds=clouds, first="raf", handicap={"raf": -3}, **more)


CASES: dict[str, Callable[[], HexTerms]] = {
    **{code: lambda code=code: begun(code) for code in sorted(GAME.missions)},
    "random": lambda: begun("random", limit=220),
    "all rules": lambda: begun("bombers", **FULL),
    "the day": day,
    "crowded": crowded,
}


def every(function: Any) -> Any:
    function = pytest.mark.parametrize("language", some(LANGUAGES))(function)
    return pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())(function)


@cache
def made(case: Callable[[], HexTerms], language: str) -> PiecePages:
    found = pieces_of(case(), GAME.tables, Words(language), "An evening off the coast of Kent", "A story of it.")
    found.leaves()
    return found


@every
def test_every_text_keeps_to_its_box_and_off_all_others(case: Callable[[], HexTerms], language: str) -> None:
    for page in made(case, language).pages:
        keep_to_their_boxes(page, 0.9 if case is CASES["crowded"] else 1.2)


@every
def test_every_aircraft_is_there_with_its_dashboard_and_its_counter(case: Callable[[], HexTerms], language: str) -> None:
    terms, found = case(), made(case, language)
    flown = flown_of(terms, GAME.tables, Words(language))
    assert [a.aircraft.dash.code for a in flown] == [m.type for player in terms.players for m in player.aircraft]
    assert len({a.label for a in flown}) == len(flown)
    lines = Counter(part(found, "dashboards").splitlines())
    faces = Counter(part(found, "counters").splitlines())
    rows = 1 + terms.altimeter + terms.fuel
    for one in flown:
        assert lines[one.label] == 1
        assert faces[one.label] == 2 + rows  # both faces, and what stands on the dashboard
        assert one.label in part(found, "mission").splitlines()
    names = Counter(a.aircraft.dash.name for a in flown)
    assert all(lines[name] == count and faces[name] == count for name, count in names.items())
    words = Words(language)
    led = [one.leader for one in flown if one.leader]
    assert all(leader in part(found, "mission") and leader in part(found, "dashboards") for leader in led)
    assert faces[words("hex_pieces.counter.cloud")] == len(terms.clouds) + terms.cloud_count + NEW_CLOUDS * terms.new_clouds
    assert faces[words("hex_pieces.counter.sunk")] == len(terms.ships)


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_every_card_of_the_deck_and_every_marker_of_the_bag_is_there(language: str) -> None:
    words, found = Words(language), made(CASES["duel"], language)
    lines = Counter(part(found, "cards").splitlines())
    for card in GAME.tables.cards.values():
        assert lines[words(f"hexes.card.{card.code}")] == card.copies
        assert lines[words(f"hexes.card_text.{card.code}", value=card.value)] >= card.copies
    faces = Counter(part(found, "counters").splitlines())
    for code, copies in GAME.tables.markers.items():
        assert faces[words(f"hexes.marker.{code}")] == copies
    assert faces[words("hex_pieces.counter.critical")] == len(GAME.tables.bag())


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_aid_tells_what_is_in_force_and_no_more(language: str) -> None:
    words = Words(language)
    plain, full = (part(made(CASES[name], language), "aid") for name in ("duel", "all rules"))
    for section, key in (("move", "slip_limit"), ("move", "altimeter"), ("fire", "night"), ("fire", "above"), ("dodge", "deflection")):
        text = words(f"hex_pieces.aid.{section}.{key}")
        assert text in full and text not in plain
    assert sum(page.part == "aid" for page in made(CASES["crowded"], language).pages) == 1


@pytest.mark.rule("FIS-002")
@pytest.mark.rule("FIS-274")
@pytest.mark.rule("FIS-275")
@pytest.mark.rule("FIS-297")
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_aid_says_who_can_play_what_to_learn_first_and_how_a_dispute_is_settled(language: str) -> None:
    words = Words(language)
    plain, full = (" ".join(part(made(CASES[name], language), "aid").split()) for name in ("duel", "all rules"))
    for key in ("players", "dispute", "note"):
        assert all(" ".join(words(f"hex_pieces.aid.table.{key}").split()) in aid for aid in (plain, full))
    first = " ".join(words("hex_pieces.aid.table.first_games").split())
    assert first in full and first not in plain, "nothing is to be left out where no advanced rule is in force"
    for number in ("14", "45"):
        assert number in words("hex_pieces.aid.table.players")


def test_prices_and_dodges_are_those_that_the_aircraft_pays(en: Words) -> None:
    found = made(CASES["ace_day"], "en")
    text = part(found, "dashboards")
    assert "In every dodge: leader +4" in text and "Mölders, Historical leader: one card more, chosen from the pile" in text
    assert "wingman of L1" in text and en("hexes.rule.slip") in text


@pytest.mark.parametrize("paper", ["a4", "a3"])
@pytest.mark.parametrize("case", ["duel", "crowded"])
def test_the_pages_of_the_sheet_hold_every_hex_and_join(case: str, paper: str, en: Words) -> None:
    terms = CASES[case]()
    pages = PiecePages("", en)
    board(pages, terms, flown_of(terms, GAME.tables, en), paper)
    wide, high = extent(terms)
    labels: set[str] = set()
    for page in pages.pages:
        frame = page.frame
        assert frame.scale == 1.0 and frame.left + frame.width <= page.width - 9.99 and frame.top + frame.height <= page.height - 9.99
        window = (frame.west, frame.north, frame.west + frame.width, frame.north + frame.height)
        for mark in page.layers[0].names:
            assert isinstance(mark, TextMark)
            x0, y0, x1, y1 = covered(mark)
            if window[0] <= x0 and x1 <= window[2] and window[1] <= y0 and y1 <= window[3] + 0.3:
                labels.add(mark.text)
    assert labels >= {at_offset(c, r).label for c in range(terms.columns) for r in range(terms.rows)}
    ends = [(p.frame.west + p.frame.width, p.frame.north + p.frame.height) for p in pages.pages]
    assert max(x for x, _ in ends) == pytest.approx(wide) and max(y for _, y in ends) == pytest.approx(high)
    starts = sorted({p.frame.west for p in pages.pages})
    assert all(any(abs(x - start - LAP) < 0.01 for x, _ in ends) for start in starts[1:])
    assert len(pages.pages) == {("duel", "a4"): 4, ("duel", "a3"): 2}.get((case, paper), len(pages.pages))
    assert 15 <= COUNTER <= 20 and HEX > COUNTER


def test_the_same_mission_gives_the_same_bytes(en: Words) -> None:
    def svg() -> list[str]:
        return [to_svg(page) for page in pages(Match.new(GAME, "bombers", 1), en, "a4")]

    assert svg() == svg()


def test_titles_and_texts_are_the_missions_own(fr: Words) -> None:
    found: list[ChartPage] = pages(Match.new(GAME, "two_pairs", 1), fr, "a4")
    assert "Deux paires" in found[0].title and found[0].language == "fr"
    assert "ailier de R1" in "\n".join(mark.text for mark in found[0].furniture if isinstance(mark, TextMark))


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_an_engagement_of_the_day_is_laid_out_as_on_its_battle_card(language: str) -> None:
    """Every counter with its unit, the scale, where and when; no points, for the day counts its own."""
    words = Words(language)
    units = (force(experience="veteran"), german("he_111h", 20, unit="I./KG 1"), german(unit="I./JG 3"))
    engagement = replace(fight(*units), number=7)
    where = Facts(dict.fromkeys(LANGUAGES, "The day"), "1940-08-18", "13:05", dict.fromkeys(LANGUAGES, "over Biggin Hill (3824)"))
    found = fought(engagement, where, words, "a4")
    text = "\n".join(mark.text for page in found for mark in page.furniture if isinstance(mark, TextMark))
    drawn = resolver.drawn_up(engagement)
    for unit in set(drawn.models):
        assert text.count(unit) >= drawn.models.count(unit)
    assert words("card.set.title", scale=drawn.scale) in text and "Over Biggin Hill" in text and "13:05" in found[0].title
    assert words("hex_pieces.mission.result") in text and words("hex_pieces.mission.score") not in text


# ---- the command


@pytest.mark.slow
def test_print_writes_one_pdf_the_same_bytes_each_time(tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtGui")
    raw = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.pdf"
        command = [sys.executable, "-m", "bob", "print", "hexes", "duel", "--out", str(path), "--paper", "a3", "--lang", "en"]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, timeout=120)
        raw.append(path.read_bytes())
    assert raw[0] == raw[1] and raw[0].startswith(b"%PDF-") and b"CreationDate" not in raw[0]
    assert raw[0].count(b"/MediaBox [0 0 842.000000 1191.000000]") == 2


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("cards", "--out", "x.pdf"), "there are: hexes, skies"),
        (("nothing", "--out", "x.pdf"), "there are: hexes, skies"),
        (("hexes", "--out", "x.svg"), "x.svg"),
        (("hexes", "nope", "--out", "x.pdf"), "two_pairs"),
        (("hexes", "--out", "x.pdf", "--paper", "a5"), "a4, a3"),
        (("hexes", "--out", "x.pdf", "--option", "wings=3"), "altimeter"),
        (("hexes", "none.toml", "--out", "x.pdf"), "none.toml"),
        (("hexes", "none.bob1940", "--out", "x.pdf"), "none.bob1940"),
        (("hexes", "--out", "x.pdf", "--hexes", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_printed_is_told(
    typed: tuple[str, ...], said: str, tmp_path: Path, bob: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, err = bob("", "print", *typed)
    assert code == 2 and said in err and not out
    assert not list(tmp_path.iterdir())
