"""Events as sentences: every code has words, every sentence is whole, and places have names."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.game import Event
from bob.core.hexes import Hex
from bob.core.match import Match
from bob.core.text import plain
from bob.data.tables import ListTable, Table, Tables
from bob.data.theatre import Theatre
from bob.data.units import aircraft_types
from bob.day.game import OperationalDay
from bob.day.state.raid_plan import BOMBING_ROLES
from bob.day.telling import period_names, plot_figures, sentences
from bob.day.telling.period_names import CORRECTABLE, FAMILIES, Names, figure, listed
from bob.day.telling.sentences import sentence
from bob.tactical import models
from bob.tactical.engagement import POSTURES
from bob.words import LANGUAGES, Words, chapter, spaced
from tests.sources import called, day_calls, fields, texts

GAME = OperationalDay()


REPORT = {
    "plotted": ("bombers",),
    "flak": ("raid",),
    "balloons_hit": ("raid",),
    "combat": ("number", "hex", "posture", "weather", "units", "foes"),
    "met": ("number", "hex", "posture", "weather", "units", "foes"),
    "engage": ("small", "with_bombers", "others", "small_most"),
    "ground_report": ("by", "raid", "target", "lost", "off", "aircraft", "ships"),
}
"""What the events that are told with `**data` have beside their named figures."""


def emitted() -> list[tuple[str, tuple[str, ...]]]:
    """Every event that the sources tell: its code and the names of its figures."""
    found: set[tuple[str, tuple[str, ...]]] = set()
    for _, node in day_calls():
        if called(node) == "tell" and node.args:
            for code in texts(node.args[0]):
                names = tuple(str(k.arg) for k in node.keywords if k.arg is not None and k.arg != "rule")
                found.add((code, (*names, *(REPORT[code] if any(k.arg is None for k in node.keywords) else ()))))
    return sorted(found)


def whole(text: str) -> None:
    """A sentence with nothing left over in it, and nothing missing."""
    assert text and text == text.strip() and text[0] == text[0].upper(), text
    assert not re.search(r"[{}]|None|\b_|_\b|  |\bTrue\b|\bFalse\b", text), text
    assert text.count("(") == text.count(")") and text.count("“") == text.count("”") and text.count("«") == text.count("»"), text


@pytest.fixture(scope="module")
def names(theatre: Theatre) -> Names:
    return Names(theatre)


# Every event

SAMPLES: dict[str, list[Any]] = {
    "raid": ["kenley_low", "patrol_1_76", "patrol_3", "kenley_return_1", "raid_3", "freie_jagd_2", "Angriff auf Hörnchen"],
    "met": ["kenley_high"],
    "unit": ["501 Squadron", "II./StG 1", "54 Squadron A"],
    "units": [["32 Squadron", "610 Squadron"], ["501 Squadron"], ["1 Squadron", "17 Squadron", "32 Squadron", "46 Squadron"]],
    "hex": ["3625", "4926", "3535", "6605", "0000", "7669", "9999", "x"],
    "track": [7, None],
    "bombers": [None, 0, 1, 12],
    "strength": [48, None, 1, 10, 150],
    "angels": [14, None, 0],
    "level": [3, 1, 2, 4],
    "source": ["Dover", "observer_corps", "tally", "Poling CHL"],
    "target": ["Biggin Hill", None, "chain_home:Dover"],
    "field": ["Hawkinge"],
    "base": ["Le Culot"],
    "into": [3],
    "goal": ["Tangmere"],
    "sector": ["Kenley"],
    "station": ["Ventnor"],
    "area": ["London Inner Artillery Zone"],
    "zone": ["london", "english_channel"],
    "weather": list(FAMILIES["weather"]),
    "wind": list(FAMILIES["wind"]),
    "blows_from": [315, 0, 200],
    "zones": [["london", "english_channel"], ["london"], [z.code for z in Theatre.load().zones]],
    "box": list(FAMILIES["box"]),
    "turns": [3, 0, 1],
    "convoy": ["bread"],
    "course": [245, 5],
    "sunk": [2, 0, 1],
    "left": [18, 1, 0],
    "late": [0, 1, 3],
    "levels": [1, 2],
    "aircraft": [12, 1, 0],
    "destroyed": [1, 0, 4],
    "back": [9, 0, 1],
    "sent": [12],
    "group": [12, 10],
    "capacity": [0, 2],
    "points": [0, 1, 20, 23.5, -1.5],
    "turn": [3],
    "clock": ["12:55"],
    "scenario": ["lesson"],
    "date": ["1940-08-18", "1940-09-01", "1940-07-10", "1940-10-31"],
    "digest": ["1a215ac2e0a42928" * 4],
    "salt": ["5e35525a15c71f5f"],
    "seals": [{"luftwaffe": "1a215ac2e0a42928" * 4}, {}],
    "kept": [True, False, None],
    "plans": [[]],
    "came_from": [[]],
    "event": [],
    "result": [],
    "flights": [["54 Squadron A", "54 Squadron B"]],
    "stance": ["any_enemy", "bombers_first", "bombers_only", "avoid", "wait"],
    "waits_for": ["32 Squadron", None],
    "other": ["32 Squadron"],
    "lost": [{"32 Squadron": 0, "610 Squadron": 2}, {"32 Squadron": 0}, {"32 Squadron": 1, "610 Squadron": 2, "1 Squadron": 3}],
    "claims": [5, 0],
    "posture": list(POSTURES),
    "resolver": ["quick"],
    "damaged": [{}],
    "crews_lost": [1],
    "ammo": [{}],
    "number": [3],
    "how": ["quick", "cards", "table"],
    "table": [2],
    "count": [2],
    "small": ["quick", "ask"],
    "with_bombers": ["cards"],
    "others": ["table"],
    "small_most": [16],
    "foes": [[["bf_109e_1", 9, 20]], [["do_17z", 27, 14], ["ju_88a", 1, 15]]],
    "band": list(FAMILIES["band"]),
    "by": ["crews", "reconnaissance"],
    "off": [True, False, None],
    "ships": [None, 0, 3],
    "raids": [1, 3],
    "hours": [[]],
    "call": ["recall", "secondary", "up", "down", "escorts"],
    "text": ["Look to the west."],
    "was": ["8"],
    "seat": ["raf", "luftwaffe"],
    "sender": ["filter_room", "higher"],
    "before": ["1.1"],
    "now": ["1.2"],
    "what": ["squadron_strength"],
    "name": ["32 Squadron"],
    "value": ["6"],
    "reason": ["miscounted"],
}
OWN: dict[tuple[str, str], list[Any]] = {
    ("ground_report", "lost"): [0, 1, 2],
    ("ground_report", "target"): ["Biggin Hill", "chain_home:Dover"],
    ("response_raised", "level"): [9, 11],
    ("escorts_lent", "units"): [["I./JG 3"], ["I./JG 3", "III./JG 51"]],
    ("patrol_sweep", "box"): [1],
    ("patrol_attack", "box"): [6],
    ("met", "units"): [[["32 Squadron", 12]]],
    ("request_answered", "sent"): [True, False],
    ("combat", "units"): [[["32 Squadron", 12]], [["32 Squadron", 12], ["610 Squadron", 11]]],
    ("formation", "result"): ["on_time", "delay1", "delay2", "delay3", "disruption", "half_escort", "no_escort"],
    ("convoy_out", "ships"): [20, 1],
    ("convoy_seen", "ships"): [18, 1],
    ("station_repaired", "result"): ["mended", "mobile", "off"],
    ("navigation", "result"): ["on_course", "lost", "decoyed"],
}
UNKNOWN = {
    ("plotted", "strength"),
    ("plotted", "angels"),
    ("bombed", "target"),
    ("tally", "track"),
    ("combat", "track"),
    ("scramble", "track"),
    ("vector", "track"),
    ("stance", "waits_for"),
    ("revealed", "kept"),
}
"""The figures that may be missing."""


def table(name: str) -> Table:
    found = Tables.shipped()[name]
    assert isinstance(found, Table)
    return found


def variants(code: str, figures: tuple[str, ...]) -> Iterator[Event]:
    """Events of a code: the first sample of every figure, then each other sample in its turn."""
    if code == "random_event":
        for die in range(1, 12):
            found = table("random_event").look_up((min(6, die), max(1, die + 1 - min(6, die))))
            yield Event(code, {"event": found.result}, ("raf",), found.rule)
        return
    if code in ("combat", "met"):
        figures = (*figures, "track" if code == "combat" else "raid")
    if code == "dogfight":
        yield Event(code, {"game": "cards", "what": "shot_down", "aircraft": 2, "vp": 5})
        yield Event(code, {"game": "cards", "what": "altitude", "aircraft": 0, "altitude": 2, "climb": True, "why": "phase", "cards": ()})
        return
    if code in ("corrected", "set_right"):
        for what in CORRECTABLE:
            own = {
                "squadron_box": ("32 Squadron", "ready"),
                "squadron_ammo": ("32 Squadron", "low"),
                "squadron_hex": ("32 Squadron", "4125"),
                "raid_hex": ("raid", "4125"),
                "raid_angels": ("raid", "16"),
                "plot_struck": ("3", "struck"),
                "plot_false": ("4125", "?"),
                "plot_hex": ("3", "4125"),
                "plot_strength": ("3", "?"),
                "plot_angels": ("3", "16"),
                "plot_shown": ("raid", "2"),
                "raid_unit_ammo": ("I./KG 3", "low"),
                "raid_unit_bombs": ("I./KG 3", "jettisoned"),
                "raid_unit_state": ("I./KG 3", "going_home"),
                "raid_course": ("raid", "lost"),
                "raid_forms": ("raid", "9"),
                "convoy_hex": ("bread", "4125"),
                "zone_sky": ("london", "overcast"),
                "random_event": ("", "nothing"),
                "scrambles": ("", "4"),
                "response_level": ("", "20"),
                "station": ("Dover", "out"),
                "room": ("Kenley", "working"),
                "zone_weather": ("london", "bad"),
                "points": ("", "-2.5"),
            }
            name, value = own.get(what, ("Kenley", "1"))
            was = {"was": value} if code == "set_right" and what not in ("plot_false", "random_event") else {}
            yield Event(code, {"what": what, "name": name, "value": value, "reason": "miscounted"} | was)
        return
    choices = {name: OWN.get((code, name)) or SAMPLES[name] for name in figures}
    usual = {name: values[0] for name, values in choices.items()}
    for name, values in choices.items():
        for value in values:
            if value is not None or (code, name) in UNKNOWN:
                yield Event(code, usual | {name: value})


@pytest.mark.sources
def test_the_sources_tell_many_events() -> None:
    assert len({code for code, _ in emitted()}) >= 55
    assert ("took_off", ("unit", "field", "aircraft")) in emitted()


@pytest.mark.parametrize(("code", "figures"), emitted())
def test_every_event_has_a_sentence_whatever_its_figures(code: str, figures: tuple[str, ...], names: Names) -> None:
    assert f"log.{code}" in chapter("log")
    lines = []
    for event in variants(code, figures):
        for language in LANGUAGES:
            text = sentence(Words(language), event, names)
            whole(text)
            assert text.endswith((".", "!")), text
            lines.append(text)
    assert len(lines) >= 2
    assert set(lines[::2]) != set(lines[1::2]) or code == "turn", "the two languages say the same"


def test_an_event_without_words_is_an_error(names: Names, en: Words) -> None:
    with pytest.raises(KeyError):
        sentence(en, Event("nothing_of_the_kind", {}), names)


@pytest.mark.sources
def test_the_log_has_no_sentence_that_nothing_tells() -> None:
    """Sentences stand at the top of the chapter, all else in families that `telling` asks for."""
    codes = {code for code, _ in emitted()}
    top = {key.removeprefix("log.") for key in chapter("log") if key.count(".") == 1}
    assert top == codes | {"dogfight"}, "what is told again out of a dogfight is no call of `tell`"
    source = "".join(Path(module.__file__).read_text("utf-8") for module in (sentences, period_names, plot_figures, models))
    used = set(re.findall(r"\"(log\.[a-z_]+\.[a-z_]+)\"", source))
    families = set(re.findall(r"f\"(log\.[a-z_]+\.(?:[a-z_]+_)?)\{", source))
    idle = [
        key for key in chapter("log") if key.count(".") == 2 and key not in used and not any(key.startswith(family) for family in families)
    ]
    assert idle == []


@pytest.mark.parametrize("name", ["ops", "plan", "log"])
def test_both_languages_take_the_same_figures(name: str) -> None:
    for key, entry in chapter(name).items():
        assert fields(entry["en"]) == fields(entry["fr"]), key


# Whole games


@pytest.mark.parametrize(("scenario", "seed"), [("lesson", 1), ("one_raid", 2), ("free", 5)])
def test_the_logs_of_a_random_game_are_told_in_both_languages(scenario: str, seed: int, theatre: Theatre) -> None:
    match = Match.new(GAME, scenario, seed)
    stream = Stream.of(seed, "bot")
    while match.to_move:
        seat = match.to_move[0]
        match.play(seat, GAME.sample(match.position, seat, stream))
    for seat in ("raf", "luftwaffe", "referee"):
        plainly, learnt = Names(theatre), Names(theatre)
        learnt.learn(match.view(seat))
        log = match.log(seat)
        assert len(log) > 10
        for _, event in log:
            for language in LANGUAGES:
                for names in (plainly, learnt):
                    whole(sentence(Words(language), event, names))


# The words of some sentences


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (
            Event("took_off", {"unit": "501 Squadron", "field": "Hawkinge", "aircraft": 12}),
            "501 Squadron scrambled from Hawkinge, 12 aircraft.",
            "Hawkinge : 501 Squadron décolle, 12 appareils.",
        ),
        (
            Event("scramble", {"unit": "501 Squadron", "hex": "3724", "angels": 15, "track": 12}),
            "501 Squadron, scramble: vector to H12, meeting it over Biggin Hill (3724), Angels 15.",
            "501 Squadron, décollage d’urgence : cap sur H12, rencontre au-dessus de Biggin Hill (3724), Angels 15.",
        ),
        (
            Event("vector", {"unit": "501 Squadron", "hex": "3724", "angels": 15, "track": None}),
            "501 Squadron: vector to Biggin Hill (3724), Angels 15.",
            "501 Squadron : cap sur Biggin Hill (3724), Angels 15.",
        ),
        (
            Event("tally", {"unit": "32 Squadron", "hex": "3624", "angels": 12, "track": 7}),
            "Tally-ho: 32 Squadron sees H7, over Croydon (3624), Angels 12.",
            "Tally-ho : 32 Squadron voit H7 au-dessus de Croydon (3624), Angels 12.",
        ),
        (
            Event("plotted", {"track": 7, "hex": "3724", "level": 1, "strength": None, "angels": None, "source": "Dover"}),
            "X7 plotted, over Biggin Hill (3724): strength unknown, height unknown, by RDF from Dover.",
            "X7, relevé au-dessus de Biggin Hill (3724) : effectif inconnu, altitude inconnue, par la station RDF de Douvres.",
        ),
        (
            Event(
                "combat",
                {"raid": "patrol_3", "units": [["I./JG 3", 9]], "lost": {"I./JG 3": 1}, "claims": 0, "hex": "3724"} | {"posture": "bounce"},
            ),
            "Combat over Biggin Hill (3724): I./JG 3 (9) against British fighters, bounced by them (Channel patrol 3). "
            "Losses: I./JG 3 (1). Claims: none.",
            "Combat au-dessus de Biggin Hill (3724) : I./JG 3 (9) contre des chasseurs britanniques, surprise subie "
            "(patrouille de la Manche 3). Pertes : I./JG 3 (1). Victoires revendiquées : aucune.",
        ),
        (
            Event("flak", {"area": "Redhill", "hex": "3626", "destroyed": 1}),
            "Guns of Redhill (3626): 1 aircraft shot down.",
            "DCA de Redhill (3626) : 1 appareil abattu.",
        ),
        (
            Event("raid_took_off", {"raid": "look_37", "unit": "7.(F)/LG 2", "base": "Brussels-Grimbergen", "aircraft": 1}),
            "7.(F)/LG 2 takes off from Brussels-Grimbergen: 1 aircraft (reconnaissance 37).",
            "Bruxelles-Grimbergen : 7.(F)/LG 2 décolle, 1 appareil (reconnaissance 37).",
        ),
        (
            Event("over", {"points": -1.5, "band": "raf_marginal"}),
            "The day is over at −1.5 VP: marginal victory of the RAF.",
            "La journée finit à −1,5 PV : victoire marginale de la RAF.",
        ),
        (
            Event("begun", {"scenario": "x", "date": "1940-09-01"}),
            "Operations begin, 1 September 1940.",
            "Début des opérations, 1er septembre 1940.",
        ),
    ],
)
def test_sentences(event: Event, english: str, french: str, names: Names, en: Words, fr: Words) -> None:
    assert sentence(en, event, names) == english
    assert sentence(fr, event, names) == spaced(french)


def plotted(names: Names, words: Words, level: int, strength: int, angels: int = 14) -> str:
    data = {"track": 1, "hex": "3724", "level": level, "strength": strength, "angels": angels, "source": "observer_corps"}
    return sentence(words, Event("plotted", data), names).partition("): ")[2]


def test_a_plot_is_as_sure_as_its_level(names: Names, en: Words) -> None:
    assert plotted(names, en, 2, 30) == "10+ aircraft, Angels ~14, by the Observer Corps."
    assert plotted(names, en, 2, 150) == "100+ aircraft, Angels ~14, by the Observer Corps."
    assert plotted(names, en, 3, 48) == "~48 aircraft, Angels ~14, by the Observer Corps."
    assert plotted(names, en, 4, 1) == "1 aircraft, Angels 14, by the Observer Corps."


def test_lists_and_figures(en: Words, fr: Words) -> None:
    assert [listed(en, list("abc")[:n]) for n in range(4)] == ["none", "a", "a and b", "a, b and c"]
    assert listed(fr, ["a", "b"]) == "a et b"
    assert [figure(en, x) for x in (0, 2.0, 2.5, -0.5)] == ["0", "2", "2.5", "−0.5"]
    assert figure(fr, 2.5) == "2,5"


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-C4.4")
@pytest.mark.parametrize(
    ("by", "figures", "told"),
    [
        ("crews", {"lost": 0}, "the field unhurt"),
        ("crews", {"lost": 2, "aircraft": 0}, "capacity lost 2"),
        ("crews", {"lost": 2, "aircraft": 3}, "capacity lost 2, aircraft destroyed on the ground 3"),
        ("crews", {"aircraft": 0}, "no aircraft hit"),
        ("crews", {"off": True}, "the station is silent"),
        ("crews", {"off": False}, "the station is sound"),
        ("crews", {"ships": 2}, "ships sunk 2"),
        ("reconnaissance", {"lost": 0, "aircraft": 0}, "the field unhurt, aircraft on the ground 0"),
        ("reconnaissance", {"ships": 9}, "ships 9"),
    ],
)
def test_a_report_of_the_ground_says_what_was_done_or_what_is_there(by: str, figures: dict[str, Any], told: str, en: Words) -> None:
    bare = dict.fromkeys(("lost", "off", "aircraft", "ships"))
    assert sentences.ground_text(en, {"by": by, **bare, **figures}) == told


# Names


@pytest.mark.slow
def test_every_hex_of_the_map_has_a_name(theatre: Theatre, en: Words, fr: Words) -> None:
    names = Names(theatre)
    again = Names(theatre)
    kinds = set()
    for h in theatre.grounds:
        spot = names.spot(h.label)
        assert spot == again.spot(h.label)
        kinds.add(spot.kind)
        for words in (en, fr):
            for text in (names.at(words, h.label), names.goal(words, h.label)):
                assert h.label in text and not re.search(r"[{}]|None|  | de (?:le|les) | d[eu] [AEIOUÉ]", text), text
    assert kinds == {"over", "off", "mid_channel", "north_sea"}


def test_places_are_named_by_the_nearest(theatre: Theatre, names: Names, en: Words, fr: Words) -> None:
    dover = theatre.find("port:Dover Harbour").near
    assert names.at(en, dover.label) == f"over Dover ({dover.label})"
    assert names.at(fr, dover.label) == f"au-dessus de Douvres ({dover.label})"
    assert names.goal(fr, dover.label) == f"cap sur Douvres ({dover.label})"
    ashford = theatre.find("town:Ashford").near
    north = Hex(ashford.q, ashford.r - 1)
    assert names.at(en, north.label) == f"5 miles N of Ashford ({north.label})"
    assert names.at(fr, north.label) == f"à 5 milles au nord d’Ashford ({north.label})"
    middle = theatre.hex_of(50.3, -0.3)
    assert middle is not None
    assert names.at(en, middle.label) == f"in mid-Channel ({middle.label})"
    assert names.goal(fr, middle.label) == f"cap sur le milieu de la Manche ({middle.label})"
    assert names.at(en, "9999") == "in hex 9999"


def test_a_direction_is_from_the_place_to_the_hex(theatre: Theatre, names: Names) -> None:
    for h, ground in theatre.grounds.items():
        spot = names.spot(h.label)
        if spot.kind == "off":
            assert any(
                ("N" in spot.direction) <= (ground.y < p.y)
                and ("S" in spot.direction) <= (ground.y > p.y)
                and ("E" in spot.direction) <= (ground.x > p.x)
                and ("W" in spot.direction) <= (ground.x < p.x)
                and abs(max(5.0, math.dist((p.x, p.y), (ground.x, ground.y))) - spot.miles) <= 2.5
                for p, name, _ in names._notable
                if name == spot.name
            )


def test_french_names_are_of_places_on_the_map(names: Names) -> None:
    known = {plain(place.name).replace(" ", "_") for place in names.theatre.places}
    known |= {plain(name).replace(" ", "_") for _, name, _ in names._notable}
    assert {key.removeprefix("log.name.") for key in chapter("log") if key.startswith("log.name.")} <= known


def test_raids_go_by_their_titles_where_the_view_has_them(theatre: Theatre, en: Words, fr: Words) -> None:
    names = Names(theatre)
    assert names.raid(en, "biggin_hill") == "raid “Biggin hill”"
    names.learn(Match.new(GAME, "one_raid", 1).view("luftwaffe"))
    assert names.raid(en, "biggin_hill") == "raid “Biggin Hill: KG 3”"
    assert names.raid(fr, "biggin_hill") == "raid «\u00a0Biggin Hill\u00a0: KG 3\u00a0»"
    assert names.raid(en, "patrol_2_14") == "sweep of Channel patrol 2"
    assert names.raid(fr, "main_4") == "raid principal 4"
    free = Match.new(GAME, "free", 3)
    names.learn(free.view("luftwaffe"))
    assert set(names.titles) == {r.code for r in free.view("luftwaffe").raids if r.title}, "what another day knew is forgotten"


def test_tracks_are_x_until_their_strength_is_told(theatre: Theatre) -> None:
    names = Names(theatre)
    assert [names.track(3), names.track(3, True), names.track(3, False)] == ["H3", "H3", "X3"]
    names.hostile = frozenset({4})
    assert [names.track(3), names.track(3, True), names.track(4), names.track(4, False)] == ["X3", "H3", "H4", "H4"]


def test_aircraft_go_by_the_names_of_the_time(names: Names) -> None:
    assert names.aircraft("bf_109e_4b") == "Me 109"
    assert names.aircraft("bf_110c") == "Me 110"
    assert names.aircraft("spitfire_i") == "Spitfire I"
    assert all(names.aircraft(code) for code in aircraft_types())
    with pytest.raises(KeyError):
        names.aircraft("zeppelin")


# The codes


def test_every_code_has_a_word_and_every_word_a_code() -> None:
    wanted = {f"ops.{family}.{code}" for family, codes in FAMILIES.items() for code in codes}
    found = {key for key in chapter("ops") if key.count(".") == 2 and not key.startswith("ops.refused.")}
    assert found == wanted
    assert all(period_names.code_word(Words("fr"), family, code) for family, codes in FAMILIES.items() for code in codes)


@pytest.mark.sources
def test_the_families_are_those_of_the_tables() -> None:
    points = Tables.shipped()["victory_points"]
    assert isinstance(points, ListTable)
    besides = {"bombing", "correction", "bombers_short", "aircraft_beyond"}
    assert set(FAMILIES["award"]) == {entry.code for entry in points.entries} | besides
    scored = {text for _, node in day_calls() if called(node) == "score" for text in texts(node.args[1])}
    assert scored and scored <= set(FAMILIES["award"])
    assert set(FAMILIES["wind"]) == {str(cell) for row in table("wind").rows for cell in row.cells}
    assert set(BOMBING_ROLES) < set(FAMILIES["role"])


def test_a_hex_off_the_map_has_no_name(names: Names) -> None:
    assert hexes.from_label("9999") not in names.theatre.grounds
    assert names.spot("9999").kind == names.spot("").kind == names.spot("north").kind == "hex"
