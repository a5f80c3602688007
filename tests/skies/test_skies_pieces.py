"""The pieces of a battle of miniatures on paper: every text in its box, figures of the tables, true inches, no secret for a seat."""

from __future__ import annotations

import math
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
from bob.chart.marks import Path as DrawnPath
from bob.chart.svg import to_svg
from bob.core.dice import Stream
from bob.core.match import Match
from bob.report.miniatures.action_cards import counted
from bob.report.miniatures.counters import BASE
from bob.report.miniatures.forces import IN, deck_of, set_out
from bob.report.miniatures.pieces import miniature_pages, pages
from bob.report.miniatures.templates import RADIUS, REACH
from bob.report.pieces.deck import PER
from bob.report.pieces.naming import side_name
from bob.report.pieces.paper import PiecePages
from bob.tactical.miniatures import resolver
from bob.tactical.miniatures.builder import known_deck
from bob.tactical.miniatures.data import DOCTRINE, THEATRE
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.hidden import hidden
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.position import MiniatureExit, MiniatureForce, MiniatureMount, MiniatureStrike, MiniatureTerms, TableSpot
from bob.tactical.miniatures.rules import decks
from bob.words import LANGUAGES, Words
from tests.dogfight.forces import fight, force, german
from tests.pieces import describe, keep_to_their_boxes, part
from tests.sizes import some

GAME = MiniatureDogfight()
TABLES = GAME.tables
SWITCHES = dict.fromkeys(("opening_shot", "setup_levels", "equal_level_shot", "saved_hit_chit", "formation_fire"), True)


def begun(scenario: str, **options: Any) -> MiniatureTerms:
    terms: MiniatureTerms = Match.new(GAME, scenario, 1, options).position.terms
    return terms


def day() -> MiniatureTerms:
    """An engagement of the day as the program sets it out on paper."""
    units = (force(experience="veteran", fuel=1, ammo="low"), german("he_111h", 20, unit="I./KG 1"), german(unit="I./JG 3"))
    terms: MiniatureTerms = resolver.drawn_up(fight(*units, posture="bounce", surprise="raf", aim="reach_bombers", weather="rain")).terms
    return terms


def crowded() -> MiniatureTerms:
    """All that a battle can have at once, and two sides of one nation."""
    types = [card.code for card in TABLES.aircraft.values() if card.side == "luftwaffe"]
    mounts = [MiniatureMount(code, 3, at=TableSpot(200 + 200 * i, 1500), heading=37 * i % 360, loaded=True) for i, code in enumerate(types)]
    mounts += [MiniatureMount("bf_109e", 5, ace, TableSpot(300 + 900 * i, 2000), 90) for i, ace in enumerate(("galland", "moelders"))]
    mounts += [MiniatureMount("bf_109e", 5)] * (24 - len(mounts))
    others = tuple([MiniatureMount("fw_200c", 2)] * 24)
    forces = (MiniatureForce("red", tuple(mounts), "east", random=True, cards=10), MiniatureForce("rose", others, "west", cards=2))
    strike = MiniatureStrike("red", tuple(TableSpot(1000 * i, 3000) for i in range(1, 9)), 99, True)
    clouds = tuple(TableSpot(700 + 950 * i, 700) for i in range(9))
    exits = (MiniatureExit("red", "north"), MiniatureExit("red", "west", True), MiniatureExit("rose", "south"))
    more: dict[str, Any] = {"turns": 40, "width": 96, "height": 96, "cloud_count": 12, "first": "rose", "handicap": {"red": -99, "rose": 9}}
    return MiniatureTerms(forces, clouds=clouds, strike=strike, exits=exits, limit=9999, **more, **SWITCHES)


CASES: dict[str, Callable[[], MiniatureTerms]] = {
    **{code: lambda code=code: begun(code) for code in sorted(GAME.scenarios)},
    "random": lambda: begun("random", limit=900),
    "no cards": lambda: begun("dogfight", deck=False),
    "the day": day,
    "crowded": crowded,
}
EASY = ("dogfight", "bomber_run", "crowded", "the day")


def every(function: Any) -> Any:
    function = pytest.mark.parametrize("language", some(LANGUAGES))(function)
    return pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())(function)


@cache
def made(case: Callable[[], MiniatureTerms], language: str, seat: str = "referee", paper: str = "a4") -> PiecePages:
    found = miniature_pages(case(), TABLES, Words(language), "An evening off the coast of Kent", "A story of it.", paper, seat)
    found.leaves()
    return found


@every
def test_every_text_keeps_to_its_box_and_off_all_others(case: Callable[[], MiniatureTerms], language: str) -> None:
    for page in made(case, language).pages:
        keep_to_their_boxes(page, 0.9 if case is crowded else 1.2)


@every
def test_every_aircraft_has_its_base_its_chits_and_its_line(case: Callable[[], MiniatureTerms], language: str) -> None:
    terms, found, words = case(), made(case, language), Words(language)
    forces, names = set_out(terms, TABLES, words), MiniatureNames(words, TABLES)
    models = [model for out in forces for model in out.models]
    assert [model.type.code for model in models] == [mount.type for f in terms.forces for mount in f.aircraft]
    assert len({model.label for model in models}) == len(models) and forces[0].side != forces[1].side
    faces, lines = Counter(part(found, "counters").splitlines()), Counter(part(found, "roster").splitlines())
    for model in models:
        assert faces[model.label] == 4 + model.mount.loaded  # the base, both faces of the level, the disc, the bombs
        assert lines[model.label] == 1
    assert faces[names.level(2)] == faces[names.level(1)] == faces[names.level(0)] == len(models)
    assert faces[words("sky_pieces.counter.zoom")] == len(models)
    for out in forces:
        squadrons = [[m for m in out.models if m.type.multi is multi] for multi in (False, True)]
        strengths = [len(squadrons[0]), sum(m.type.engines for m in squadrons[1])]
        assert faces[words("sky_pieces.counter.boom")] >= sum(strengths) + sum(map(bool, strengths))
        title = words("sky_pieces.roster.title", side=side_name(words, out.force.seat), points=out.points)
        assert title in lines
    marks = len(terms.strike.targets) if terms.strike is not None else 0
    assert sum(line.startswith(words("sky_pieces.counter.target")) for line in faces) == marks


@pytest.mark.rule("BRS-013")
@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("case", EASY)
def test_the_aircraft_cards_say_what_the_tables_say(case: str, language: str) -> None:
    found, words = made(CASES[case], language), Words(language)
    names = MiniatureNames(words, TABLES)
    said = part(found, "roster") + "\n" + part(found, "aircraft_cards")
    whole = " ".join(said.split())
    for out in set_out(CASES[case](), TABLES, words):
        for type in out.types:
            assert type.name in said.splitlines() and str(type.mph) in said.splitlines()
            assert words("sky_pieces.card.points", points=type.points) in said
            for weapon in type.weapons:
                arcs = ", ".join(names.arc(arc) for arc in weapon.arcs)
                assert arcs in whole
            for trait in type.cards:
                assert " ".join(names.text(trait).split()) in whole
            for code in type.negative:
                assert names.permanent_text(code) in whole


@pytest.mark.rule("BRS-121")
def test_chits_take_an_inch_fifty_miles_and_a_die(en: Words) -> None:
    lines = part(made(CASES["bomber_run"], "en"), "roster").splitlines()
    at = lines.index(en("sky_pieces.card.damage"))
    assert lines[at : at + 14] == [
        "Chits on its base",
        "Speed",
        "mph",
        "turrets",
        "0",
        "5",
        "247",
        "1 1 1",
        "1",
        "4",
        "197",
        "0 0 0",
        "2",
        "down",
    ]


# ---- decks


@pytest.mark.rule("BRS-015")
@every
def test_every_card_of_both_decks_is_there(case: Callable[[], MiniatureTerms], language: str) -> None:
    terms, found, words = case(), made(case, language), Words(language)
    names, cards = MiniatureNames(words, TABLES), Counter[str]()
    for out in set_out(terms, TABLES, words) if terms.deck else ():
        sure, pools = deck_of(out.force, TABLES)
        cards.update(names.card(held.partition("@")[0]) for held in sure)
        cards.update(names.card(held) for pool in pools for held in pool.cards)
    assert Counter(line for line in part(found, "cards").splitlines() if line in cards) == cards
    assert bool(cards) is any(page.part == "backs" for page in found.pages)


def test_a_deck_on_paper_is_one_that_the_game_can_deal() -> None:
    """What is in it for certain and what is dealt into it, against the decks that the game builds by its dice."""
    for code in ("dogfight", "escort", "falcons", "random"):
        for seed in range(12):
            position = Match.new(GAME, code, seed).position
            for side, force_ in enumerate(position.terms.forces):
                dealt = Counter([*position.hands[side], *position.piles[side]])
                sure, pools = deck_of(force_, TABLES)
                assert Counter(sure) <= dealt and len(sure) + sum(pool.dealt for pool in pools) == dealt.total()
                for card, count in (dealt - Counter(sure)).items():
                    assert count == 1 and any(card in pool.cards for pool in pools)


@pytest.mark.rule("BRS-025")
def test_what_is_dealt_at_random_comes_as_cards_to_deal_from(en: Words) -> None:
    base = replace(begun("dogfight").forces[0], doctrine=None)
    sure, pools = deck_of(replace(base, random=True), TABLES)
    assert [(pool.kind, len(pool.cards), pool.dealt) for pool in pools] == [(DOCTRINE, 4, 2), (THEATRE, 4, 2)]
    assert counted(sure) == {decks.held("tight_turn", "spitfire_i"): 6, "dead_shot": 1}
    many = replace(base, aircraft=base.aircraft * 4, abilities=())
    assert len(known_deck(many, TABLES)) == 24 + 2 + 2
    sure, pools = deck_of(many, TABLES)
    assert Counter(TABLES.card(held).kind for held in sure)[DOCTRINE] == 4 and [(p.kind, len(p.cards), p.dealt) for p in pools] == [
        (DOCTRINE, 4, 1)
    ]
    terms = replace(begun("dogfight"), forces=(replace(base, random=True), begun("dogfight").forces[1]))
    note = en("sky_pieces.note.pool", kind=en(f"skies.kind.{DOCTRINE}"), count=2)
    assert any(note in describe(page) for page in miniature_pages(terms, TABLES, en, "").pages)


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["raf", "luftwaffe"])
def test_a_seats_pages_are_the_same_in_all_worlds_that_look_alike_to_it(seat: str, en: Words) -> None:
    for code in some(("dogfight", "escort", "random")):
        match = Match.new(GAME, code, 3)

        def printed(match: Match[Any] = match) -> list[str]:
            return [to_svg(page) for page in pages(match, en, "a4", seat)]

        before, all_before = printed(), [to_svg(page) for page in pages(match, en, "a4")]
        for number, change in enumerate(hidden(seat).values()):
            change(match.position, Stream.of(number, "worlds"))
            assert printed() == before
        assert [to_svg(page) for page in pages(match, en, "a4")] != all_before


def test_a_seat_has_its_own_deck_and_not_the_others(en: Words) -> None:
    own, all_ = made(CASES["dogfight"], "en", "raf"), made(CASES["dogfight"], "en")
    assert "Defensive Tactics" in part(own, "cards") and "Defensive Tactics" in part(own, "roster")
    for name in ("Diving Avoidance", "Stalker", "Clear Sky"):
        assert all(name not in describe(page) for page in own.pages) and name in part(all_, "cards")
    assert [page.part for page in own.pages].count("cards") == 1 and [page.part for page in all_.pages].count("cards") == 2
    assert "L6" in part(own, "roster")  # who flies what lies open
    assert 0 < 13 <= PER


# ---- what measures


def drawn(found: PiecePages, name: str) -> list[DrawnPath]:
    return [mark for page in found.pages if page.part == name for mark in page.marks if isinstance(mark, DrawnPath)]


@pytest.mark.rule("BRS-C05", "BRS-C39")
@pytest.mark.parametrize("paper", ["a4", "a3"])
def test_the_front_arc_is_nine_inches_and_ninety_degrees(paper: str) -> None:
    found = made(CASES["dogfight"], "en", paper=paper)
    pages = [page for page in found.pages if page.part == "template"]
    assert len(pages) == {"a4": 2, "a3": 1}[paper]
    angles = 0.0
    for page in pages:
        rings = [ring for mark in page.marks if isinstance(mark, DrawnPath) and mark.closed for ring in mark.rings if len(ring) > 20]
        apex, *rim = max(rings, key=lambda ring: math.dist(ring[0], ring[-1]))
        assert all(math.dist(apex, at) == pytest.approx(REACH * 25.4) for at in rim) and REACH == 9
        first, last = (math.degrees(math.atan2(x - apex[0], apex[1] - y)) for x, y in (rim[0], rim[-1]))
        angles += last - first
        assert all(0 < x < page.width and 0 < y < page.height for x, y in rim)
    assert angles == pytest.approx(90)


@pytest.mark.rule("BRS-C27", "BRS-C28")
def test_the_ruler_counts_inches_and_ends_each_speeds_bar_where_its_move_ends() -> None:
    found = made(CASES["bomber_run"], "en")
    boxes = [mark.rings[0] for mark in drawn(found, "ruler") if mark.closed and len(mark.rings[0]) == 4]
    rule = boxes[0]
    nought = rule[2][1]
    assert nought - rule[0][1] == pytest.approx(9 * IN) and IN == 25.4
    bars = [(round((nought - box[2][1]) / IN, 3), round((nought - box[0][1]) / IN, 3)) for box in boxes[1:] if box[1][0] - box[0][0] < 10]
    assert bars == [(4, 7), (3, 5), (2, 4)]  # Hurricane and Bf 109E, He 111H, He 111H with a chit


@pytest.mark.rule("BRS-C53")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 12])
def test_there_are_as_many_clouds_of_three_inches_as_the_battle_has(count: int) -> None:
    found = made(lambda: replace(begun("dogfight"), cloud_count=count), "en")
    rims = [mark.rings[0] for mark in drawn(found, "clouds") if mark.closed]
    wide = [max(x for x, _ in ring) - min(x for x, _ in ring) for ring in rims]
    high = [max(y for _, y in ring) - min(y for _, y in ring) for ring in rims]
    discs = [(w, h) for w, h in zip(wide, high, strict=True) if w == pytest.approx(2 * RADIUS)]
    assert sum(h / (2 * RADIUS) for _, h in discs) == pytest.approx(count) and pytest.approx(76.2) == RADIUS


def test_bases_are_an_inch_and_a_half_wide() -> None:
    found = made(CASES["dogfight"], "en")
    rims = [mark.rings[0] for mark in drawn(found, "counters") if mark.closed]
    wide = [max(x for x, _ in ring) - min(x for x, _ in ring) for ring in rims]
    assert sum(w == pytest.approx(38.1) for w in wide) == 12 and pytest.approx(38.1) == BASE


@pytest.mark.rule("BRS-C11")
def test_the_drawn_table_has_everything_where_the_scenario_puts_it(en: Words) -> None:
    found = made(CASES["escort"], "en")
    marks = [mark for page in found.pages if page.part == "scenario" for mark in page.marks]
    at = {mark.text: mark.at for mark in marks if isinstance(mark, TextMark)}
    zero, end = at["0"], at["48"]
    scale = (end[0] - zero[0]) / 48
    table = next(
        mark.rings[0]
        for mark in marks
        if isinstance(mark, DrawnPath)
        and mark.closed
        and len(mark.rings[0]) == 4
        and mark.rings[0][1][0] - mark.rings[0][0][0] == pytest.approx(48 * scale)
    )
    for number, mount in enumerate(begun("escort").forces[1].aircraft, 1):
        assert mount.at is not None
        x, y = at[f"L{number}"]
        assert (x - table[0][0]) / scale == pytest.approx(mount.at.x / 100)
        assert 0 < (y - table[0][1]) / scale - mount.at.y / 100 < 2
    text = part(found, "scenario")
    assert "Luftwaffe: southern edge." in text and "multi-engined aircraft that leave by the southern edge are safe" in " ".join(
        text.split()
    )


# ---- the aid


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_aid_tells_what_is_in_force_and_no_more(language: str) -> None:
    words = Words(language)
    plain, full = (" ".join(part(made(CASES[name], language), "aid").split()) for name in ("no cards", "crowded"))
    keys = (
        "shoot.saved",
        "shoot.where_equal",
        "multis.never",
        "guns.formation",
        "bombs.strafe",
        "bombs.dived",
        "cards.bonus",
        "break.safe",
    )
    for key in keys:
        text = " ".join(words(f"sky_pieces.aid.{key}").split())
        assert text in full and text not in plain, key
    assert all(sum(page.part == "aid" for page in made(case, language).pages) == 1 for case in CASES.values())


# ---- written


def test_the_same_battle_gives_the_same_bytes_and_its_own_title(fr: Words) -> None:
    def found() -> list[ChartPage]:
        return pages(Match.new(GAME, "bomber_run", 1), fr, "a4")

    assert [to_svg(page) for page in found()] == [to_svg(page) for page in found()]
    assert "Passe de bombardement" in found()[0].title and found()[0].language == "fr"


@pytest.mark.slow
def test_print_writes_a_pdf_for_a_seat(tmp_path: Path) -> None:
    pytest.importorskip("PySide6.QtGui")
    path = tmp_path / "raf.pdf"
    command = [sys.executable, "-m", "bob", "print", "skies", "--seat", "raf", "--out", str(path), "--paper", "a3", "--lang", "fr"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    raw = path.read_bytes()
    assert raw.startswith(b"%PDF-") and raw.count(b"/MediaBox [0 0 1191.000000 842.000000]") == 1


@pytest.mark.usefixtures("in_an_empty_folder")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--seat", "axis"), "raf, luftwaffe, referee"),
        (("nowhere",), "bomber_run"),
        (("--hexes", "."), "--hexes"),
        (("--skies", "nowhere"), "nowhere"),
        (("--option", "wings=3"), "cloud_count"),
    ],
)
def test_what_cannot_be_printed_is_told(
    typed: tuple[str, ...], said: str, tmp_path: Path, bob: Callable[..., tuple[int, str, str]]
) -> None:
    code, out, err = bob("", "print", "skies", *typed, "--out", "x.pdf")
    assert code == 2 and said in err and not out
    assert not list(tmp_path.iterdir())
