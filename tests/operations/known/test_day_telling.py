"""Which words an event takes, and figures, counts and things as sentences tell them, at their edges."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.game import Event
from bob.core.text import capital
from bob.data.theatre import Theatre
from bob.day.rules.fight_orders import ways
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import Done
from bob.day.state.position import Plot
from bob.day.state.raid_plan import PlannedUnit
from bob.day.state.view import EngagementView, TableView
from bob.day.telling import sentences
from bob.day.telling.corrections_wording import thing_text, value_text
from bob.day.telling.period_names import Names, aircraft_called, count, distinct_texts, figure, foes_text, leading, listed, small
from bob.day.telling.plot_figures import height_text, known_height, known_strength, strength_and_bombers, strength_text
from bob.day.telling.sentences import ground_text, in_context, wind_text
from bob.day.telling.situation import about_way, against, behind, behind_text, facts, headline, party, way_text
from bob.words import LANGUAGES, Words
from tests.operations.build import ESCORT, GAME, SEA, day, plan, squadron, unit
from tests.operations.whole_turns import DiceByPurpose, circling

SHOWN: dict[str, list[tuple[dict[str, Any], str]]] = {
    "navigation": [({"result": "on_course"}, "log.navigation"), ({"result": "lost"}, "log.form.navigation_lost")],
    "bombed": [({"hex": "3724", "target": None}, "log.form.bombed_astray"), ({"hex": "3724", "target": "Kenley"}, "log.bombed")],
    "station_repaired": [({"result": "mended"}, "log.station_repaired"), ({"result": "mobile"}, "log.form.station_repaired_mobile")],
    "convoy_attacked": [({"sunk": 1}, "log.convoy_attacked"), ({"sunk": 0}, "log.form.convoy_unhurt")],
    "wind_turned": [
        ({"wind": "headwind", "blows_from": 315}, "log.form.wind_turned_head"),
        ({"wind": "crosswind_8", "blows_from": 0}, "log.wind_turned"),
    ],
    "wing_formed": [({"units": list("abc")}, "log.wing_formed"), ({"units": list("abcd")}, "log.form.wing_formed_balbo")],
    "request_answered": [
        ({"sent": True, "units": ["a"], "group": 12}, "log.request_answered"),
        ({"sent": False, "units": ["a"], "group": 12}, "log.form.request_refused"),
    ],
    "lost_landing": [({"late": 0}, "log.lost_landing"), ({"late": 1}, "log.form.lost_landing_late")],
    "patrol_attack": [({"units": ["a"]}, "log.patrol_attack"), ({"box": 1}, "log.form.patrol_attack_luftwaffe")],
    "flak": [
        ({"hex": "3724", "area": "Redhill", "destroyed": 0}, "log.flak"),
        ({"hex": "3724", "area": "Biggin Hill", "destroyed": 1}, "log.form.flak_at_home"),
    ],
    "engage": [
        ({"small": "quick", "with_bombers": "quick", "others": "quick", "small_most": 9}, "log.form.engage_all"),
        ({"small": "cards", "with_bombers": "quick", "others": "quick", "small_most": 0}, "log.form.engage_all"),
        ({"small": "cards", "with_bombers": "quick", "others": "quick", "small_most": 9}, "log.engage"),
        ({"small": "cards", "with_bombers": "quick", "others": "table", "small_most": 0}, "log.form.engage_no_small"),
        ({"small": "quick", "with_bombers": "quick", "others": "table", "small_most": 1}, "log.engage"),
    ],
    "corrected": [
        ({"what": "points", "value": "2"}, "log.form.corrected_points"),
        ({"what": "response_level", "value": "2"}, "log.form.corrected_day"),
        ({"what": "squadron_angels", "name": "79 Squadron", "value": "2"}, "log.corrected"),
        ({"what": "squadron_angels", "name": "79 Squadron", "value": "2", "was": "4"}, "log.set_right"),
        ({"what": "response_level", "value": "2", "was": "4"}, "log.form.set_right_day"),
    ],
    "ground_report": [
        ({"by": "crews", "lost": 1, "off": None, "aircraft": None, "ships": None}, "log.ground_report"),
        ({"by": "reconnaissance", "lost": 1, "off": None, "aircraft": None, "ships": None}, "log.form.ground_report_reconnaissance"),
    ],
    "revealed": [
        ({"kept": True, "seals": {"luftwaffe": "x" * 20}}, "log.revealed"),
        ({"kept": False, "seals": {}}, "log.form.revealed_false"),
        ({"kept": None, "seals": {}}, "log.form.revealed_unsealed"),
    ],
}


@pytest.mark.parametrize("code", SHOWN)
def test_an_event_takes_the_words_of_what_happened(code: str, theatre: Theatre, en: Words) -> None:
    for data, key in SHOWN[code]:
        assert sentences._FORMS[code](en, Event(code, data), Names(theatre))[0] == key, data


def test_the_seal_of_an_hour_is_told_otherwise_than_the_days(theatre: Theatre, en: Words) -> None:
    for rule, key in (("OPS-B3.3", "log.sealed"), ("OPS-C4.1", "log.form.sealed_hour")):
        text, values = sentences._FORMS["sealed"](en, Event("sealed", {"digest": "0123456789abcdef0123"}, rule=rule), Names(theatre))
        assert (text, values["digest"]) == (key, "0123456789abcdef")


@pytest.mark.rule("OPS-A1.hf")
def test_what_came_of_a_random_event_is_told_with_it() -> None:
    def chance(event: str) -> Event:
        return Event("random_event", {"event": event})

    other = Event("turn", {})
    log = [
        chance("emergency_scramble"),
        Event("emergency", {}),
        chance("emergency_scramble"),
        other,
        chance("clear_radio"),
        chance("good_conditions"),
        chance("clear_radio"),
        chance("clear_radio"),
        chance("impromptu_detachment"),
        Event("patrol_attack", {}),
        chance("impromptu_detachment"),
    ]
    lines = list(in_context(enumerate(log)))
    assert [n for n, _ in lines] == list(range(len(log)))
    assert [e.data.get("came") for _, e in lines] == [None, None, "nothing", None, None, None, "over", None, None, None, "nothing"]
    assert [e.code for _, e in lines] == [e.code for e in log]


def test_ones_are_ones_and_in_french_none_is_one(en: Words, fr: Words) -> None:
    assert [count(en, "ship", n) for n in (0, 1, 2)] == ["0 ships", "1 ship", "2 ships"]
    assert [count(fr, "ship", n) for n in (0, 1, 2)] == ["0 navire", "1 navire", "2 navires"]
    assert [count(en, "aircraft", n) for n in (0, 1, 2)] == ["no aircraft", "1 aircraft", "2 aircraft"]
    assert [count(en, "level", n) for n in (-2, -1, 1, 2)] == ["-2 levels", "-1 level", "1 level", "2 levels"]
    assert [foes_text(en, n, "Spitfire I", 16) for n in (1, 2)] == ["1 Spitfire I at Angels 16", "2 Spitfires at Angels 16"]
    assert foes_text(en, 9, "Me 109", 20) == "9 Me 109 at Angels 20" and "Spitfire I" in foes_text(fr, 2, "Spitfire I", 16)
    assert (figure(en, -0.5), figure(fr, -0.5), figure(en, 12)) == ("−0.5", "−0,5", "12")
    assert [listed(en, names) for names in ([], ["a"], ["a", "b"])] == [en("log.part.none"), "a", "a and b"]
    assert (capital("abc"), small("Abc"), capital(""), aircraft_called("bf_109e_4")) == ("Abc", "abc", "", "Me 109")


def test_raids_of_one_title_are_told_apart_by_who_leads_them_and_by_their_order() -> None:
    def led(code: str, unit: str) -> Any:
        return plan(code, units=(PlannedUnit(ESCORT, "close_escort", 9, 16), PlannedUnit(unit, "bomber", 9, 14)))

    title, other = {"en": "Kent", "fr": "Kent"}, {"en": "London", "fr": "Londres"}
    kinds = {"a": "I./KG 2", "b": "II./KG 3", "c": "III./KG 3"}
    raids = {code: (title, led(code, unit)) for code, unit in kinds.items()} | {"d": (other, plan("d"))}
    assert leading(raids["a"][1]) == "KG 2"
    assert leading(plan("nobody", units=())) == "nobody"
    found = distinct_texts(raids)
    assert [found[code]["en"] for code in raids] == ["Kent, KG 2", "Kent, KG 3 (1)", "Kent, KG 3 (2)", "London"]
    assert found["d"] == other


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize(
    ("strength", "level", "told"),
    [
        (None, 1, "?"),
        (None, 2, "?"),
        (1, 2, "≤1"),
        (10, 2, "≤10"),
        (11, 2, "10+"),
        (30, 2, "10+"),
        (31, 2, "30+"),
        (60, 2, "30+"),
        (100, 2, "60+"),
        (101, 2, "100+"),
        (150, 2, "100+"),
        (48, 1, "~48"),
        (48, 3, "~48"),
        (48, 4, "48"),
    ],
)
def test_a_strength_is_told_as_surely_as_it_is_known(strength: int | None, level: int, told: str) -> None:
    assert strength_text(strength, level) == told
    assert height_text(strength, level) == ("?" if strength is None else str(strength) if level == 4 else f"~{strength}")


@pytest.mark.rule("OPS-B5.1")
def test_what_was_told_last_stands_till_it_is_told_anew() -> None:
    plots = [Plot(1, SEA, 2, 30, None, "Dover"), Plot(3, SEA, 4, 27, 14, "tally"), Plot(5, SEA, 1, None, None, "Dover")]
    assert [known_strength(plots[:n]) for n in range(4)] == ["?", "10+", "27", "27"]
    assert [known_height(plots[:n]) for n in range(4)] == ["?", "?", "14", "14"]


@pytest.mark.rule("OPS-B5.1")
@pytest.mark.parametrize(
    ("bombers", "told"),
    [(None, "27"), (0, "27, no bombers"), (1, "27, 1 bomber"), (12, "27, 12 bombers"), (27, "27, all bombers")],
)
def test_bombers_are_told_from_when_they_are_counted_on(bombers: int | None, told: str) -> None:
    plots = [Plot(1, SEA, 2, 30, None, "Dover"), Plot(3, SEA, 4, 27, 14, "tally", bombers), Plot(5, SEA, 1, None, None, "Dover")]
    words = Words("en")
    assert [strength_and_bombers(words, plots[:n]) for n in range(4)] == ["?", "10+", told, told]


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(
    ("what", "name", "thing"),
    [
        ("raid_hex", "raid_3", "raid"),
        ("plot_hex", "3", "H3"),
        ("plot_false", "3724", "Biggin Hill"),
        ("zone_weather", "kenley", "Kenley"),
        ("convoy_hex", "bread", "Bread"),
        ("squadron_box", "79 Squadron", "79 Squadron"),
        ("raid_unit_state", "I./KG 3", "I./KG 3"),
    ],
)
def test_things_that_are_set_right_have_names(what: str, name: str, thing: str, theatre: Theatre, en: Words) -> None:
    assert thing in thing_text(en, Names(theatre), what, name) and (name == thing or thing_text(en, Names(theatre), what, name) != name)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize(
    ("what", "value", "key"),
    [
        ("plot_strength", "?", "log.what.unknown"),
        ("plot_shown", "3", "ops.level.3"),
        ("plot_shown", "unseen", "log.what.unseen"),
        ("squadron_box", "ready", "ops.box.ready"),
        ("squadron_ammo", "low", "ops.ammo.low"),
        ("raid_unit_ammo", "none", "ops.ammo.none"),
        ("raid_unit_state", "going_home", "ops.state.going_home"),
        ("zone_sky", "haze", "ops.weather.haze"),
        ("raid_course", "lost", "tables.result.navigation.lost"),
        ("random_event", "clear_radio", "tables.result.random_event.clear_radio"),
        ("station", "out", "log.what.out"),
        ("raid_unit_bombs", "jettisoned", "log.what.jettisoned"),
    ],
)
def test_what_it_is_set_to_has_words(what: str, value: str, key: str, theatre: Theatre) -> None:
    for language in LANGUAGES:
        words = Words(language)
        assert value_text(words, Names(theatre), what, value) == words(key)
    assert value_text(Words("en"), Names(theatre), "squadron_fuel", "7") == "7"
    assert value_text(Words("en"), Names(theatre), "points", "-2.5") == Words("en")("log.part.vp", points="−2.5")


def test_a_report_of_nothing_says_that_it_was_bombed(en: Words) -> None:
    nothing = {"by": "crews", "lost": None, "off": None, "aircraft": None, "ships": None}
    assert ground_text(en, nothing) == en("log.ground.bombed")
    assert ground_text(en, {**nothing, "ships": 0}) == en("log.ground.sunk", count=0)
    assert ground_text(en, {**nothing, "off": False, "aircraft": 0}) == en("log.ground.sound")
    assert ground_text(en, {**nothing, "by": "reconnaissance", "off": False, "aircraft": 0}).count(",") == 1


# ---- an engagement in hand


def engaged(seat: str, **given: Any) -> EngagementView:
    raiders = [unit(h=SEA), unit(ESCORT, "close_escort", h=SEA, angels=16)]
    p = day(raids=[circling(SEA, units=raiders)], squadrons=[squadron(name, hex=SEA, tally="raid") for name in ("1", "2", "3")])
    p.engaging = Engaging("ask", "ask", "ask")
    for side in ("luftwaffe", "raf"):
        GAME.apply(p, side, Done(), DiceByPurpose(tally=(6, 6)))
    view = GAME.view(p, seat).engagement
    assert view is not None
    return replace(view, **given)


@pytest.mark.rule("OPS-B8.4")
def test_who_meets_whom_is_told_as_each_side_knows_it(theatre: Theatre, en: Words) -> None:
    names = Names(theatre)
    ours, theirs = engaged("raf"), engaged("luftwaffe")
    assert (against(ours, en, names), against(theirs, en, names)) == ("H1", "British fighters")
    assert against(replace(ours, track=None, raid=None), en, names) == en("log.raid.enemy")
    assert against(replace(ours, track=None, raid="kent"), en, names) == names.raid(en, "kent")
    assert [party(replace(ours, own=ours.own[:n]), en) for n in (1, 2, 3)] == ["1", "1 and another", "1 and 2 more"]
    assert headline(ours, en, names) == en("engagement.headline", who="1 and 2 more", foe="H1", place=names.at(en, ours.hex))
    assert ours.counts == (36, 54) == engaged("luftwaffe").counts and (ours.left, theirs.left) == ("raf", "luftwaffe")


@pytest.mark.rule("OPS-B8.5")
@pytest.mark.parametrize(
    ("count", "behind_each", "text"), [(9, (1, 2), "stands for 1 or 2"), (10, (2, 2), "stands for 2"), (5, (1, 1), "stands for 1")]
)
def test_a_model_tells_the_aircraft_of_its_own_unit(en: Words, count: int, behind_each: tuple[int, int], text: str) -> None:
    table = TableView(1, 1, "screen", (("1", count),), (("bf_109e_4", 12),))
    s = replace(engaged("raf"), table=table, scale=2, models=("1",) * 5 + (None,) * 6)
    assert behind(s, 0) == behind_each and behind_text(en, *behind_each) == text
    assert behind(s, 7) == (1, 2), "of the enemy no unit is known"


@pytest.mark.rule("OPS-B8.4")
def test_what_is_known_of_an_engagement_is_told_from_where_one_stands(en: Words) -> None:
    def text_of(seat: str, fact: str, **given: Any) -> str:
        return dict(facts(engaged(seat, **given), en))[en(f"engagement.fact.{fact}")]

    assert {text_of(seat, "seen", surprise="none") for seat in ("raf", "luftwaffe", "referee")} == {"Both sides see each other"}
    bounced = {text_of(seat, "seen", surprise="none", posture=posture) for seat in ("raf", "referee") for posture in ("bounce", "bounced")}
    assert bounced == {"Both sides see each other, the attacked too late to evade"}
    assert (text_of("raf", "seen", surprise="raf"), text_of("raf", "seen", surprise="luftwaffe")) == (
        "They have not seen you",
        "You had not seen them",
    )
    assert text_of("referee", "seen", surprise="raf") == en("engagement.seen.other", side="The Luftwaffe", unseen=en("ops.seat.raf"))
    assert [text_of("raf", "sun", sun=sun) for sun in (0.0, 90.0, 135.0, 350.0)] == ["N", "E", "SE", "N"]
    assert [text_of("raf", "over", over_england=over) for over in (True, False)] == ["England", "The sea, or France"]
    assert text_of("raf", "posture", posture="bounce") == en("engagement.posture_own.bounce")
    assert text_of("referee", "posture", posture="bounce") == en("engagement.posture_referee.bounce")
    assert text_of("raf", "weather", weather="haze")[0].isupper() and text_of("raf", "minutes", minutes=10) == "10 minutes"


@pytest.mark.rule("OPS-B8.4")
def test_each_way_to_fight_it_out_has_words(en: Words) -> None:
    for how in ways(GAME.slot):
        text = about_way(en, engaged("raf"), how, GAME.slot)
        assert text and (how in GAME.slot) == (text != (en(f"engagement.about.{how}") if en.has(f"engagement.about.{how}") else None))
        named = way_text(en, how, GAME.slot)
        assert named[0].isupper() and (not en.has(f"engagement.way.{how}") or named == en(f"engagement.way.{how}"))


def test_the_wind_is_told_with_where_it_blows_from_when_it_is_a_head_wind(en: Words) -> None:
    p = day()
    assert wind_text(en, GAME.view(p, "raf").common) == en("ops.wind.none")
    p.sky.wind, p.sky.blows_from, p.sky.wind_hexes = "headwind", 300, 2
    text = wind_text(en, GAME.view(p, "raf").common)
    assert en("log.wind_from.NW") in text and "2" in text


def test_a_clock_of_the_view_tells_turns_and_times() -> None:
    common = GAME.view(day(start=630, turn=3), "raf").common
    assert [common.turn_of(time) for time in ("10:40", "11:00", "10:30", "?")] == [3, 7, 1, None]
    assert [common.time_of(turn) for turn in (1, 3, 7)] == ["10:30", "10:40", "11:00"]
