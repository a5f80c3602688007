"""The battle card: what it says in both languages, what it keeps from each side, and how it lies on its pages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from bob.chart.marks import ChartPage, TextMark
from bob.core.dice import ScriptedDice
from bob.core.errors import BobError, DataError, UsageError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.data.units import SIDES
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import Role
from bob.driver import driver_among
from bob.games import game
from bob.report.battle_card import Facts, markings, save, text
from bob.report.battle_card.content import BattleCard, SidePart, card, cards
from bob.report.battle_card.games import FACINGS
from bob.report.battle_card.page import pages, spread
from bob.tactical import engagement_figures, fates
from bob.tactical.cards import resolver as by_cards
from bob.tactical.cards_classic import resolver as by_flight
from bob.tactical.engagement import Engagement, Force
from bob.tactical.hexes import resolver
from bob.tactical.hexes.data import shipped as shipped_hexes
from bob.tactical.hexes.options import cost
from bob.tactical.miniatures import resolver as by_skies
from bob.tactical.miniatures.builder import cost as sky_cost
from bob.tactical.miniatures.data import shipped as shipped_skies
from bob.tactical.scale import scale
from bob.tactical.slot import shipped
from bob.tactical.tabletop import laid_out, met, tables
from bob.words import LANGUAGES, Words
from tests.dogfight.forces import engagements, fight, force, german

HERE = Facts(
    {"en": "18 August 1940", "fr": "18 août 1940"},
    "1940-08-18",
    "13:20",
    {"en": "5 miles NW of Dover (4926)", "fr": "à 5 milles au nord-ouest de Douvres (4926)"},
)
BOUNCE = fight(
    force("111 Squadron", angels=8),
    german("bf_109e_3", 25, "III./JG 26", angels=22, fuel=3, disruption=1, experience="veteran"),
    german("bf_109e_4", 15, "III./JG 3", angels=22, fuel=1, ammo="low"),
    posture="bounced",
    surprise="luftwaffe",
    attackers="luftwaffe",
)
BOMBERS = fight(
    force("19 Squadron", aircraft="spitfire_i", angels=18, experience="veteran"),
    force("242 Squadron", count=11, angels=18, experience="green", fuel=7, disruption=2),
    german("he_111h", 36, "II./KG 53", angels=14, fuel=40),
    german("bf_110c", 12, "I./ZG 2", angels=16, role="close_escort"),
    posture="advantage",
    aim="reach_bombers",
    weather="overcast",
    over_england=True,
)
LARGEST = fight(
    *(
        force(f"{n} Squadron", angels=10 + 2 * i, aircraft=("hurricane_i", "spitfire_i")[i % 2])
        for i, n in enumerate((1, 17, 19, 32, 501, 616, 602, 253))
    ),
    *(german("bf_109e_4", 30 - i, f"{n}./JG 5{i}", angels=12 + i, ammo="low", fuel=0) for i, n in enumerate(("I", "II", "III", "I"))),
    *(german("do_17z", 27, f"{n}./KG 76", angels=14, disruption=1) for n in ("I", "II", "III")),
    *(german("bf_110c", 20, f"{n}./ZG 26", angels=18) for n in ("I",)),
    posture="disadvantage",
    surprise="raf",
    weather="rain",
)
SET_UP = {"cards": by_cards.drawn_up, "hexes": resolver.drawn_up, "skies": by_skies.drawn_up, "flight": by_flight.drawn_up}
ALL = {"bounce": BOUNCE, "bombers": BOMBERS, "largest": LARGEST}


def every(cases: dict[str, Engagement] = ALL) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("engagement", cases.values(), ids=cases.keys())


def whole(slip: SidePart) -> str:
    """All that a slip says."""
    grids = (slip.own, slip.table, slip.fill)
    return "\n".join([slip.title, *slip.lines, *(" | ".join(row) for grid in grids for row in (grid.heads, *grid.rows))])


def written(page: ChartPage) -> Iterator[TextMark]:
    return (mark for mark in page.furniture if isinstance(mark, TextMark))


def sheets(engagement: Engagement, language: str) -> list[ChartPage]:
    words = Words(language)
    return pages(card(engagement, HERE, words), engagement, words)


# ---- what it says


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("language", LANGUAGES)
@every()
def test_every_unit_is_on_it_with_all_that_it_is(engagement: Engagement, language: str) -> None:
    words = Words(language)
    battle_card = card(engagement, HERE, words)
    for slip in battle_card.slips:
        forces = engagement.of(slip.side)
        for grid in (slip.own, slip.table, slip.fill):
            assert [row[0] for row in grid.rows[: len(forces)]] == [f.unit for f in forces]
            assert all(len(row) == len(grid.heads) for row in grid.rows)
        for f, row in zip(forces, slip.own.rows, strict=True):
            known = (str(f.count), words(f"ops.experience.{f.experience}"), str(f.disruption), words(f"card.ammo.{f.ammo}"), str(f.angels))
            assert tuple(row[i] for i in (3, 4, 5, 6, 8)) == known
            assert row[7].startswith(str(5 * f.fuel)) and row[9] == words(f"card.role.{f.role}")
    plain = text(engagement, HERE, words)
    assert all(plain.count(f.unit) >= 3 for table in tables(engagement) for f in met(table))
    assert not re.search(r"\{\w*\}|\bNone\b", plain)
    assert HERE.place[language][1:] in plain and HERE.clock in plain and words("card.game.skies") in plain
    assert all(len(line) <= 130 for line in plain.splitlines())


@pytest.mark.rule("OPS-B8.4")
def test_how_it_arose_in_plain_words(en: Words, fr: Words) -> None:
    story = " ".join(card(BOUNCE, HERE, en).story)
    assert story.startswith(
        "The Luftwaffe attacks: 25 Bf 109E-3 (Angels 22) and 15 Bf 109E-4 (Angels 22) against 12 Hurricane I (Angels 8)."
    )
    assert story.endswith("It bounces the enemy: 14,000 ft above, unseen.")
    story = " ".join(card(BOMBERS, HERE, fr).story)
    assert story.startswith("La RAF attaque\u00a0: 11 Hurricane I (Angels 18) et 12 Spitfire I (Angels 18) contre")
    assert "parvenue jusqu’aux bombardiers" in story and story.endswith("Elle a l’avantage\u00a0: 4 000 pieds plus haut.")
    facts = dict(card(BOMBERS, HERE, en).facts)
    assert facts["Sun"] == "SE, 135°, helps neither side" and facts["Weather"] == "overcast at Angels 14–18"
    assert facts["Length"] == "10 minutes"
    assert facts["Posture"] == "RAF advantage, Luftwaffe disadvantage"
    between = replace(BOUNCE, aim="reach_bombers", attackers="raf", surprise="none", posture="even")
    assert "escort has come between" in " ".join(card(between, HERE, en).story)
    assert "behind the RAF" in dict(card(replace(BOMBERS, posture="bounce"), HERE, en).facts)["Sun"]


@pytest.mark.rule("OPS-D1.8")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [6, 12])
def test_the_fall_of_a_model_is_booked_as_the_program_books_it(language: str, count: int) -> None:
    words, shares = Words(language), engagement_figures.figures().cards
    back = card(fight(force(count=count), german("do_17z", count, "I./KG 76")), HERE, words).back
    one, many = words("card.back.fate_one", hit=shares.damaged), words("card.back.fate")
    assert (one in back, many in back) == ((True, False) if count == 6 else (False, True))
    for code in shipped() if count > 6 else ():
        found = engagement_figures.shares_of(code)
        assert found is not None
        line = next(line for line in back if words(f"card.game.{code}") in line)
        faces = line.partition(words(f"card.game.{code}"))[2].partition(".")[0]
        for kind, fighter in (("fighters", True), ("bombers", False)):
            destroyed, damaged = found.beyond_half(fighter)
            told = faces.partition(words(f"card.back.{kind}") + " ")[2].partition(";")[0]
            assert (words("card.back.destroyed", last=destroyed) in told) is (destroyed > 0)
            assert (f"–{min(100, destroyed + damaged)} " in told) is True


@pytest.mark.rule("OPS-D1.8")
def test_the_throw_for_an_aircraft_of_the_other_half_is_the_programs() -> None:
    shares = engagement_figures.figures().cards
    destroyed, damaged = shares.beyond_half(fighter=True)
    for face, fate in ((destroyed, (2, 0)), (destroyed + 1, (1, 1)), (destroyed + damaged, (1, 1)), (destroyed + damaged + 1, (1, 0))):
        loss, _ = fates.behind_models(shares, force(count=2), 1, 0, 1, ScriptedDice([face]))
        assert (loss.destroyed, loss.damaged) == fate
    assert fates.behind_models(shares, force(count=1), 1, 0, 1, ScriptedDice([]))[0].destroyed == 1


@pytest.mark.rule("OPS-B8.5")
@every()
def test_scale_and_models_are_those_of_the_games(engagement: Engagement, en: Words) -> None:
    battle_card, table = card(engagement, HERE, en), laid_out(engagement)
    n = scale(*(engagement.aircraft(side) for side in SIDES))
    assert f"one model for {n} aircraft" in battle_card.set_title
    for slip, letter in zip(battle_card.slips, "RL", strict=True):
        counts = [m.count for m in table.of(slip.side)]
        shown = [row[1] for row in slip.table.rows[:-1]]
        first = 1
        for count, label in zip(counts, shown, strict=True):
            if not count:
                assert label == "no model"
                continue
            assert label == (f"{letter}{first}" if count == 1 else f"{letter}{first}–{first + count - 1}")
            first += count
        assert sorted(number for s in battle_card.stacks if s.side == slip.side for number in s.models) == list(range(1, first))
        assert tuple(map(int, slip.table.rows[-1][3:5])) == table.points(slip.side)
    assert sum(s.count for s in battle_card.stacks) == sum(f.count for f in engagement.forces)


@pytest.mark.rule("OPS-D1.1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("engagement", [BOUNCE, BOMBERS], ids=["fighters", "escorted"])
def test_each_table_that_the_program_sets_up_has_its_card(engagement: Engagement, language: str) -> None:
    words = Words(language)
    found = cards(engagement, HERE, words)
    laid = [laid_out(of["cards"], others=of) for of in tables(engagement)]
    for code, set_up in SET_UP.items():
        assert [one.drawn[code] for one in laid] == [set_up(table) for table in shipped()[code].tables(engagement)]
    assert len(found) == (2 if engagement.bombers else 1)
    for number, (table, one) in enumerate(found, 1):
        story = " ".join(one.story)
        assert f"{table.aircraft(RAF)} " in story and str(engagement.aircraft(LUFTWAFFE)) in story
        assert (words("card.back.sum") in one.back) is (len(found) == 2)
        assert one.number == (str(engagement.number) if len(found) == 1 else words("card.numbered", number=engagement.number, table=number))
        for slip in one.slips:
            here = {f.unit for of in tables(engagement)[number - 1].values() for f in of.forces}
            assert [row[0] for row in slip.fill.rows] == [f.unit for f in engagement.of(slip.side) if f.unit in here]


@pytest.mark.rule("OPS-B8.4")
def test_a_classic_flight_is_set_up_as_the_programs(en: Words) -> None:
    line = dict(card(BOUNCE, HERE, en).games)["Classic cards"]
    terms = by_flight.drawn_up(BOUNCE).terms
    assert line.startswith(f"{terms.turns} game turns") and "The Damaged go home" in line
    leaders = [element for side in terms.sides for element in side.elements]
    assert line.count("with Wingman") == sum(element.wingman for element in leaders)
    assert line.count("without Wingman") == sum(not element.wingman for element in leaders)
    assert "Advantaged: L1 on R1" in line
    laden = replace(BOMBERS, laden=("II./KG 53",), bombing=("II./KG 53",))
    assert "Target-Bound Turns: " in dict(card(laden, HERE, en).games)["Classic cards"]
    low = replace(BOUNCE, forces=tuple(replace(f, ammo="none") if f.side == LUFTWAFFE else f for f in BOUNCE.forces))
    assert [row[-1] for row in card(low, HERE, en).slips[1].table.rows[:-1]] == ["cannot shoot"] * 2


@pytest.mark.rule("OPS-B8.6")
def test_the_boxes_are_those_of_the_form_and_only_what_can_be(en: Words) -> None:
    battle_card = card(BOUNCE, HERE, en)
    raf, luftwaffe = battle_card.slips
    assert raf.fill.rows == (("111 Squadron", "", "", "", "", "[ ] full  [ ] low  [ ] none", "–", "[ ]"),)
    assert luftwaffe.fill.rows[1] == ("III./JG 3", "", "", "", "", "[ ] low  [ ] none", "–", "[ ]")
    assert card(BOMBERS, HERE, en).slips[1].fill.rows[0][6] == "[ ]"
    turns, holds = battle_card.close
    assert len(turns[1]) == BOUNCE.length and len(holds[1]) == 3


def test_set_up_lines_name_what_each_game_needs(en: Words) -> None:
    games = dict(card(BOUNCE, HERE, en).games)
    assert "the Luftwaffe begins" in games["By cards"] and "Tailing: L1 on R1" in games["By cards"]
    assert "First initiative: the Luftwaffe." in games["Fighters in Sight"]
    assert "On the first turn the Luftwaffe has 2 more." in games["Fighters in Sight"]
    skies = games["Blood Red Skies"]
    assert "R1–2 Hurricane I: (16.5; 18) (15; 18), Neutral, heading 90°." in skies, skies
    assert "On the first turn the Luftwaffe acts first within a level. Opening hands: 5 for the Luftwaffe, 3 for the RAF." in skies
    bombers = dict(card(BOMBERS, HERE, en).games)
    assert "rows of three" in bombers["By cards"] and "no clouds" not in bombers["Blood Red Skies"]
    assert "Bombers of the Luftwaffe that leave by the eastern edge are safe." in bombers["Blood Red Skies"]
    blenheims = replace(BOMBERS, forces=(force("600 Squadron", aircraft="blenheim_if"), *BOMBERS.of("luftwaffe")))
    assert "Blenheim IF (take Bf 110C)" in card(blenheims, HERE, en).set_models


PLACED = re.compile(r"([RL])(\d+)(?:–(\d+))? ([^:.]+?)\s?: ((?:\d{4} ?)+) \(altitude (\d), (\w+)\)\.")


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=25, deadline=None)
@given(engagement=engagements())
def test_the_set_up_by_hexes_is_the_programs(engagement: Engagement, language: str) -> None:
    words = Words(language)
    battle_card = card(engagement, HERE, words)
    line, terms = dict(battle_card.games)[words("card.game.hexes")], resolver.drawn_up(engagement).terms
    shown: dict[str, list[tuple[Any, ...]]] = {"R": [], "L": []}
    for letter, first, last, name, hexes, level, facing in PLACED.findall(line):
        labels = hexes.split()
        assert int(first) == len(shown[letter]) + 1 and int(last or first) == int(first) + len(labels) - 1
        shown[letter] += [(name, label, int(level), facing) for label in labels]
    for letter, player, slip in zip("RL", terms.players, battle_card.slips, strict=True):
        assert shown[letter] == [
            (shipped_hexes().aircraft[m.type].name, m.at and m.at.label, m.level, words(f"card.direction.{FACINGS[m.facing]}"))
            for m in player.aircraft
        ]
        assert slip.table.rows[-1][3] == str(cost(player.aircraft, shipped_hexes()))
        rows = [row[3] for row in slip.table.rows[:-1]]
        led = [m.leader for m in player.aircraft if m.leader]
        assert [leader for row in rows for leader in ("silver", "gold") if words(f"card.unit.leader_{leader}") in row] == led
        assert sum(words("card.unit.wingman") in row for row in rows) == sum(m.wingman_of is not None for m in player.aircraft)
        more = words("card.hexes.more", side=words(f"ops.seat.{player.side}"), more=player.cards)
        assert (more in line) is (player.cards > 0)
    assert f" {terms.cloud_count} {'clouds' if language == 'en' else 'nuages'}" in line
    first = words("card.hexes.first", side=words(f"ops.seat.{terms.first}")) if terms.first else words("card.hexes.first", side="")[:-2]
    assert (first in line) is (terms.first is not None)
    formed = any(m.formation >= 0 for player in terms.players for m in player.aircraft)
    assert (words("card.hexes.formation") in line) is formed
    sturdy = any(m.type == "hurricane_i" for player in terms.players for m in player.aircraft)
    assert (words("card.hexes.sturdy", aircraft="Hurricane I", structure=1) in line) is sturdy
    assert line.startswith(words("card.set.turns_many", count=terms.turns))


SET_DOWN = re.compile(r"([RL])(\d+)(?:–(\d+))? ([^:]+?)\s?: ((?:\([\d.,;\s]+\) ?)+), (\S+), (?:heading|cap) (\d+)°\.")


@pytest.mark.rule("OPS-B8.4")
@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=25, deadline=None)
@given(engagement=engagements())
def test_the_set_up_with_miniatures_is_the_programs(engagement: Engagement, language: str) -> None:
    words, tables = Words(language), shipped_skies()
    battle_card = card(engagement, HERE, words)
    line, terms = dict(battle_card.games)[words("card.game.skies")], by_skies.drawn_up(engagement).terms
    shown: dict[str, list[tuple[Any, ...]]] = {"R": [], "L": []}
    for letter, first, last, name, spots, level, heading in SET_DOWN.findall(line):
        places = [tuple(round(100 * float(part.replace(",", "."))) for part in at.split(";")) for at in re.findall(r"\(([^)]+)\)", spots)]
        assert int(first) == len(shown[letter]) + 1 and int(last or first) == int(first) + len(places) - 1
        shown[letter] += [(name, at, level, int(heading)) for at in places]
    for letter, flown, slip in zip("RL", terms.forces, battle_card.slips, strict=True):
        assert shown[letter] == [
            (tables.aircraft[m.type].name, m.at and (m.at.x, m.at.y), words(f"skies.level.{m.level}"), m.heading) for m in flown.aircraft
        ]
        assert slip.table.rows[-1][4] == str(sky_cost(flown.aircraft, tables))
        skills = {m.skill for m in flown.aircraft}
        rows = " ".join(row[4] for row in slip.table.rows[:-1])
        assert all(words("card.unit.skill", skill=skill) in rows for skill in skills - {5})
        assert any(words("card.unit.skill_ace", skill=skill) in rows for skill in skills) is (5 in skills)
        safe = words("card.skies.exit", side=words(f"ops.seat.{flown.seat}"), edge=words("skies.edge.east"))
        assert (safe in line) is any(way.seat == flown.seat for way in terms.exits)
    assert re.search(rf"\b{terms.cloud_count} (cloud|nuage)|no clouds|sans nuages", line) is not None
    first = words("card.skies.first", side=words(f"ops.seat.{terms.first}")) if terms.first else words("card.skies.first", side="")[-20:]
    assert (first in line) is (terms.first is not None)
    hands = [tables.sizes.hand_of(len(flown.aircraft)) + flown.cards for flown in terms.forces]
    assert all(str(hand) in line[line.index(words("card.skies.hand", count=0)[:8]) :] for hand in hands)
    assert line.startswith(words("card.set.turns_many", count=terms.turns))


# ---- what it keeps


HIDDEN: dict[str, Any] = {"experience": "green", "disruption": 4, "ammo": "none", "fuel": -1, "fatigue": 5}


def common(card: BattleCard) -> BattleCard:
    return replace(card, slips=())


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", SIDES)
@every()
def test_nothing_hidden_of_the_enemy_is_on_a_slip_or_on_what_both_read(engagement: Engagement, side: str, language: str) -> None:
    words = Words(language)
    theirs = "luftwaffe" if side == "raf" else "raf"
    battle_card = card(engagement, HERE, words)

    def other(f: Force, i: int) -> Force:
        return replace(f, unit=f"Secret {i}", **HIDDEN) if f.side == theirs else f

    changed = card(replace(engagement, forces=tuple(other(f, i) for i, f in enumerate(engagement.forces))), HERE, words)
    assert common(battle_card) == common(changed)
    assert battle_card.slips[SIDES.index(side)] == changed.slips[SIDES.index(side)]
    assert battle_card.slips[SIDES.index(theirs)] != changed.slips[SIDES.index(theirs)]
    mine = whole(battle_card.slips[SIDES.index(side)])
    assert not [f.unit for f in engagement.of(theirs) if f.unit in mine]
    front = " ".join(mark.text for mark in written(sheets(engagement, language)[0]))
    assert not [f.unit for f in engagement.forces if f.unit in front]


def test_the_raid_is_not_told(en: Words) -> None:
    assert "kenley" not in text(replace(BOUNCE, raid="kenley_main"), HERE, en)


# ---- pages


@pytest.mark.parametrize("language", LANGUAGES)
@every()
def test_two_pages_hold_it(engagement: Engagement, language: str) -> None:
    found = sheets(engagement, language)
    assert len(found) == 2
    for page in found:
        assert (page.width, page.height) == (148, 210)
        for mark in written(page):
            length = mark.lettering.length(mark.text)
            left = mark.at[0] - {"start": 0.0, "middle": length / 2, "end": length}[mark.anchor]
            assert left >= 6 and left + length <= 142.5, mark.text
            assert 8 < mark.at[1] < 203, mark.text
            assert mark.lettering.size > 1.6, mark.text
    slips = " ".join(mark.text for mark in written(found[1]))
    assert all(f.unit in slips for f in engagement.forces)


def test_more_units_than_a_page_holds_get_a_page_for_each_side(en: Words) -> None:
    many = fight(*(force(f"{i} Squadron") for i in range(14)), *(german(unit=f"{i}./JG 99") for i in range(14)))
    found = pages(card(many, HERE, en), many, en)
    assert len(found) == 3
    assert all(mark.at[1] < 203 for page in found for mark in written(page))
    assert not any("JG 99" in mark.text for mark in written(found[1]))


def test_a_spread_has_the_pages_side_by_side(en: Words) -> None:
    found = sheets(BOMBERS, "en")
    both = spread(found)
    assert both.width == 296 and len(both.furniture) == sum(len(page.furniture) for page in found)
    assert max(mark.at[0] for mark in written(both)) > 148


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_is_a5(tmp_path: Path, language: str) -> None:
    path = tmp_path / "card.PDF"
    save(LARGEST, HERE, Words(language), path)
    raw = path.read_bytes()
    boxes = re.findall(rb"/MediaBox \[\s*([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\s*\]", raw)
    assert len(boxes) == 2
    for box in boxes:
        assert [float(n) for n in box] == pytest.approx([0, 0, 148 / 25.4 * 72, 210 / 25.4 * 72], abs=1)


def test_the_svg_and_the_text(tmp_path: Path, fr: Words) -> None:
    save(BOMBERS, HERE, fr, tmp_path / "card.svg")
    tree = ET.fromstring((tmp_path / "card.svg").read_text(encoding="utf-8"))
    assert tree.get("width") == "592mm" and "II./KG 53" in "".join(tree.itertext())
    save(BOMBERS, HERE, fr, tmp_path / "card.txt")
    assert (tmp_path / "card.txt").read_text(encoding="utf-8") == text(BOMBERS, HERE, fr)


def test_what_cannot_be_written(tmp_path: Path, en: Words) -> None:
    with pytest.raises(UsageError, match="odt"):
        save(BOMBERS, HERE, en, tmp_path / "card.odt")
    for name in ("card.txt", "card.svg"):
        with pytest.raises(BobError):
            save(BOMBERS, HERE, en, tmp_path / "no" / name)


# ---- the day, and the markings


def test_the_facts_of_a_day_are_the_same_for_all_who_may_see_it() -> None:
    day = game("day")
    match: Match[Any] = Match.new(day, "one_raid", 3, {"engagements": "table"})
    with pytest.raises(ValueError, match="no engagement"):
        Facts.of(match.view(RAF), day.world)  # type: ignore[attr-defined]
    driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"}).advance(lambda: match.position.phase == "engagement")
    found = [Facts.of(match.view(seat), day.world) for seat in (RAF, LUFTWAFFE, REFEREE)]  # type: ignore[attr-defined]
    assert found[0] == found[1] == found[2]
    e = match.view(RAF).engagement.sheet
    assert e.hex in found[0].place["en"] and found[0].clock == match.position.clock()
    assert text(e, found[0], Words("fr")) == text(match.view(REFEREE).engagement.sheet, found[2], Words("fr"))


def test_marks_are_those_of_squadron_and_gruppe(en: Words) -> None:
    assert [markings.letters(u) for u in ("303 Squadron", "II./KG 76", "III./StG 1", "II./StG 1", "I./JG 26", "421 Flight")] == [
        "RF",
        "F1",
        "J9",
        "6G",
        "",
        "",
    ]
    assert [markings.sign(u) for u in ("I./JG 26", "II./JG 26", "III./JG 2", "II./KG 76")] == ["", "bar", "stroke", ""]
    e = fight(force("303 Squadron A"), german(unit="II./JG 26"), german("do_17z", unit="I./KG 76"))
    assert [row[1] for slip in card(e, HERE, en).slips for row in slip.own.rows] == ["RF", "bar", "F1"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"303 Squadron" = "RF"', '"333 Squadron" = "RF"', "unit.333 Squadron"),
        ('"303 Squadron" = "RF"', '"303 Squadron" = "RFX"', "unit.303 Squadron"),
        ('"KG 76" = "F1"', '"KG 99" = "F1"', "geschwader.KG 99"),
        ('"KG 76" = "F1"', '"KG 76" = "f1"', "geschwader.KG 76"),
        ("source = ", "sauce = ", "source"),
    ],
)
def test_markings_that_are_wrong_are_refused(tmp_path: Path, old: str, new: str, place: str) -> None:

    raw = (data_folder("tables") / "markings.toml").read_text(encoding="utf-8")
    assert raw.count(old) == 1
    path = tmp_path / "markings.toml"
    path.write_text(raw.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        markings.load(path)
    assert place in str(caught.value)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_role_has_a_word_on_the_card(language: str) -> None:
    """Whoever may be met has one: reconnaissance is, too."""
    words = Words(language)
    assert [role for role in (*get_args(Role), "interceptor") if not words.has(f"card.role.{role}")] == []
