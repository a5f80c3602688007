"""The dated days as they ship: what each side is told gives nothing of the other's away; plans, strengths and history are there."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.game import dumps
from bob.day.game import OperationalDay
from bob.day.rules.planning import faults
from bob.day.scenarios.scenario import find, scenarios, setup
from bob.day.scenarios.scenario_files import DayFile, load
from bob.day.state.position import DayPosition
from bob.day.state.world import world

W = world()
GAME = OperationalDay()
LESSON = "lesson"
DATED = sorted(code for code, s in scenarios().items() if not s.free and code not in (LESSON, "one_raid"))
SHOWN = sorted(code for code in scenarios() if code != LESSON)
"""The lesson tells its pupil, who plays the RAF, what will come."""

PLAIN = {"East", "West", "North", "South", "Royal", "City", "King", "High", "Great", "Isle", "Clapham"}
"""First words of places that are words of any text."""


@cache
def begun(code: str) -> DayPosition:
    return setup(W, find(code), {}, SeededDice(Stream.of(7, "game")))


def texts(code: str, side: str) -> str:
    """All that a side reads of a scenario before it begins, in both languages."""
    s = scenarios()[code]
    own = s.briefing[side]  # type: ignore[index]
    return "\n".join((*s.title.values(), *s.brief.values(), *own.values()))


def places_of_plan(p: DayPosition) -> set[str]:
    """The targets of the plan by name, and towns that begin such a name."""
    found: set[str] = set()
    for raid in p.raids.values():
        for name in (raid.plan.primary, raid.plan.secondary):
            if name is not None:
                bare = name.partition(":")[2] or name
                found |= {bare, bare.split()[0]} if bare.split()[0] not in PLAIN else {bare}
    return found


def says(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


@pytest.mark.rule("OPS-C7.1")
@pytest.mark.parametrize("code", DATED)
def test_nobody_stands_ready_on_a_field_that_is_closed(code: str) -> None:
    p = begun(code)
    closed = {name for name, field in p.airfields.items() if field.open == 0}
    assert [s.unit for s in p.squadrons.values() if s.station in closed and s.box in ("ready", "available")] == []


# ---- what a side reads


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("code", SHOWN)
def test_what_fighter_command_reads_holds_nothing_of_the_plan(code: str) -> None:
    text, p = texts(code, "raf"), begun(code)
    raids = list(p.raids.values())
    for name in places_of_plan(p):
        assert not says(text, name), name
    for raid in raids:
        for title in raid.title.values():
            assert title not in text or code == "free", title
        for unit in raid.plan.units:
            geschwader = unit.unit.split(".", 1)[-1].split("/")[-1].strip()
            assert unit.unit not in text and not says(text, geschwader), unit.unit
    assert not re.search(r"\b\d{1,2}[:.h]\d\d\b|\b\d{1,2} h \d\d\b", text), "a time of day"
    assert not re.search(r"\b(Gruppe|Geschwader|Staffel|KG|JG|StG|ZG|LG|Luftflotte|Fliegerkorps|Erprobungsgruppe)\b", text)


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("code", SHOWN)
def test_what_the_luftwaffe_reads_holds_nothing_of_the_squadrons(code: str) -> None:
    text, p = texts(code, "luftwaffe"), begun(code)
    file = load(scenarios()[code].path)
    assert not re.search(r"\b\d{1,3} Squadron|\bSquadron|\bSector\b|\bSecteur|Wing\b|\b1[0123] Group|Groupe 1[0123]", text)
    targets = places_of_plan(p)
    for squadron in p.squadrons.values():
        for name in (squadron.station, squadron.sector):
            assert name in targets or not says(text, name), name
    if isinstance(file, DayFile):
        for convoy in file.convoy:
            for title in convoy.name.both().values():
                assert convoy.known or title not in text, title
        for damaged in file.damage:
            assert damaged.field in targets or not says(text, damaged.field), damaged.field


def test_the_day_that_told_its_target_tells_it_no_more() -> None:
    s = scenarios()["one_raid"]
    assert "Biggin" not in texts("one_raid", "raf")
    assert "Biggin Hill" in s.briefing["luftwaffe"]["en"]  # otherwise the test above would hold of any text
    assert begun("one_raid").raids["biggin_hill"].plan.primary == "Biggin Hill"


@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("code", DATED)
def test_the_first_view_of_either_side_holds_nothing_of_the_other(code: str) -> None:
    p = begun(code)
    raf, luftwaffe = (dumps(encode(GAME.view(p, seat))) for seat in ("raf", "luftwaffe"))
    for raid in p.raids.values():
        assert all(title not in raf for title in raid.title.values())
        assert all(f'"{unit.unit}"' not in raf for unit in raid.plan.units)
        assert f'"{raid.plan.code}"' in luftwaffe
    for squadron in p.squadrons.values():
        assert f'"{squadron.unit}"' not in luftwaffe and f'"{squadron.unit}"' in raf


@pytest.mark.parametrize("code", SHOWN)
def test_either_side_is_told_in_both_languages(code: str) -> None:
    s = scenarios()[code]
    assert set(s.briefing) == {"raf", "luftwaffe"}
    for values in (s.title, s.brief, *s.briefing.values()):
        assert set(values) == {"en", "fr"} and all(len(text.strip()) > 5 for text in values.values())
        assert values["en"] != values["fr"]
    for values in (s.brief, *s.briefing.values()):
        assert not re.search(r"\w'\w", values["fr"]), "a straight apostrophe"
        assert not re.search(r"[^\s ][;!?:]", re.sub(r"\d:\d", "", values["fr"])), "no space before a mark"


def test_the_day_has_one_word_for_each_thing() -> None:
    """The operational day says Me 109 and Me 110, RAF and Luftwaffe; the dogfights say Bf, their campaigns Allies and Axis."""
    for code in scenarios():
        s, file = scenarios()[code], load(scenarios()[code].path)
        names = [text for raid in file.raid for text in raid.name.both().values()] if isinstance(file, DayFile) else []
        for text in (*s.title.values(), *s.brief.values(), *(t for values in s.briefing.values() for t in values.values()), *names):
            assert not re.search(r"\bBf\b|\bAllies\b|\bAxis\b|\bAlliés\b|\bl’Axe\b", text), text


# ---- the days themselves


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("code", DATED)
def test_every_plan_that_ships_passes_the_planners_check(code: str) -> None:
    p = begun(code)
    plans = [raid.plan for raid in p.raids.values()]
    assert len(plans) >= 4
    assert [(plan.code, fault.key) for plan in plans for fault in faults(W, p, plan, plans)] == []


@pytest.mark.rule("OPS-C7.1")
@pytest.mark.parametrize("code", DATED)
def test_nobody_is_called_to_a_field_that_is_closed(code: str) -> None:
    p = begun(code)
    called = [s for s in p.squadrons.values() if s.box != "released"]
    assert called and [s.unit for s in called if (f := p.airfields[s.station]).capacity <= f.damage] == []


@pytest.mark.rule("OPS-C7.1")
@pytest.mark.parametrize("code", DATED)
def test_squadrons_stand_with_what_they_had(code: str) -> None:
    strengths = [s.strength for s in begun(code).squadrons.values()]
    assert max(strengths) <= 12 and min(strengths) >= 5
    assert len(set(strengths)) >= 3, "twelve each"


@pytest.mark.parametrize("code", DATED)
def test_a_dated_day_is_played_by_the_rules_of_the_truer_day(code: str) -> None:
    p = begun(code)
    assert {name: p.switches.get(name) for name in ("repair", "groups", "climb")} == {
        "repair": "by_hours",
        "groups": "requests",
        "climb": "by_type",
    }
    assert p.bands["luftwaffe_decisive"] >= p.bands["luftwaffe_marginal"] > p.bands["raf_marginal"] >= p.bands["raf_decisive"]


def test_the_scenarios_bear_the_name_of_their_day() -> None:
    months = {7: "july", 8: "august", 9: "september"}
    for code in DATED:
        s = scenarios()[code]
        assert code == f"{s.date.day}_{months[s.date.month]}_1940"
        assert s.path.stem == s.date.isoformat()
        assert s.title["en"].startswith(f"{s.date.day} {months[s.date.month].capitalize()} 1940: ")
        assert s.title["fr"].startswith(f"{s.date.day} ") and " 1940 : " in s.title["fr"]
        assert dt.date(1940, 7, 10) <= s.date <= dt.date(1940, 9, 30)


# ---- the day drawn by seed


@cache
def drawn_days() -> tuple[DayPosition, ...]:
    free = find("free")
    return tuple(setup(W, free, {"period": period}, SeededDice(Stream.of(seed, "free"))) for period in range(1, 6) for seed in range(6))


@pytest.mark.slow
def test_the_raids_of_a_drawn_day_have_names_in_both_languages() -> None:
    kinds = set()
    for p in drawn_days():
        for raid in p.raids.values():
            en, fr = raid.title["en"], raid.title["fr"]
            lead = raid.plan.units[0].unit
            assert en.endswith(f": {lead}") and fr.endswith(f" : {lead}")
            assert "{" not in en + fr and ":" not in en.removesuffix(f": {lead}")
            if raid.plan.convoy is not None:
                assert en.startswith(f"Convoy {raid.plan.convoy}:")
            if raid.plan.primary is not None:
                assert W.targets[raid.plan.primary].name in en
            kinds.add(en.split()[0])
    assert {"Sweep", "Feint", "Fighter-bombers"} <= kinds


@pytest.mark.slow
@pytest.mark.rule("OPS-C6.1")
def test_the_weather_of_a_drawn_day_turns_on_the_hour_and_neither_side_sees_it_coming() -> None:
    turns = [(p, turn) for p in drawn_days() for turn in (*p.sky.script, *p.sky.winds)]
    assert len(turns) >= 30 and any(p.sky.winds for p in drawn_days())
    for p, turn in turns:
        assert p.clock(turn.turn).endswith(":00") and 1 < turn.turn <= p.turns
    scripts = [p for p in drawn_days() if p.sky.script]
    for p in scripts[:3]:
        for seat in ("raf", "luftwaffe"):
            shown = dumps(encode(GAME.view(p, seat)))
            p.sky.script, kept = [], p.sky.script
            assert dumps(encode(GAME.view(p, seat))) == shown
            p.sky.script = kept


@pytest.mark.rule("OPS-C7.1")
def test_a_drawn_day_begins_with_what_the_days_before_have_left() -> None:
    damaged = {f.place for p in drawn_days() for f in p.airfields.values() if f.damage}
    assert len(damaged) >= 8 and all(W.fields[name].extra["group"] == 11 for name in damaged)
    for p in drawn_days():
        posted = {u.unit: u.strength for u in W.order_of_battle(p.date) if u.side == "raf"}
        less = [posted[s.unit] - s.strength for s in p.squadrons.values()]
        assert set(less) == {0, 1, 2}
        assert p.switches["repair"] == "by_hours"
    asked = setup(W, find("free"), {"period": 2, "switches": {"repair": "none"}}, SeededDice(Stream.of(1, "free")))
    assert asked.switches["repair"] == "none"


@pytest.mark.rule("OPS-C5.1")
def test_convoys_steam_on_a_drawn_day_and_raids_aim_at_those_that_are_known() -> None:
    at_sea = [(p, convoy) for p in drawn_days() for convoy in p.convoys.values()]
    known = [(p, convoy) for p, convoy in at_sea if convoy.number is not None]
    assert len(at_sea) >= 15 and 5 <= len(known) < len(at_sea)
    aimed = 0
    for p in drawn_days():
        numbers = {convoy.number for convoy in p.convoys.values()} - {None}
        assert len({convoy.title["en"] for convoy in p.convoys.values()}) == len(p.convoys)
        luftwaffe = dumps(encode(GAME.view(p, "luftwaffe")))
        for convoy in p.convoys.values():
            assert convoy.title["en"] not in luftwaffe and convoy.title["fr"] not in luftwaffe
        for raid in p.raids.values():
            if raid.plan.convoy is not None:
                aimed += 1
                assert raid.plan.convoy in numbers and raid.plan.aim is not None and raid.plan.primary is None
    assert aimed >= 3
