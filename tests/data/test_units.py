"""Aircraft, units and orders of battle: every entry walked, known facts of seven days, files that are not whole."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from bob.core.errors import DataError, UsageError
from bob.core.resources import data_folder
from bob.data.theatre import Theatre
from bob.data.units import (
    Posting,
    Spell,
    Unit,
    aircraft_types,
    at_day,
    load_aircraft,
    load_units,
    order_of_battle,
    parse_day,
    posting,
    shipped_units,
)

UNITS, OFF_MAP = shipped_units()
TYPES = aircraft_types()
FIRST, LAST = dt.date(1940, 7, 10), dt.date(1940, 10, 31)
DAYS = [FIRST + dt.timedelta(days=n) for n in range((LAST - FIRST).days + 1)]
SEVEN = ["1940-07-10", "1940-08-13", "1940-08-15", "1940-08-18", "1940-08-31", "1940-09-07", "1940-09-15"]


def on(day: str, off_map: bool = True) -> dict[str, Posting]:
    """The order of battle of a day by unit."""
    return {p.unit: p for p in order_of_battle(dt.date.fromisoformat(day), off_map)}


# Every entry


def test_every_unit_and_type_of_the_files_is_loaded() -> None:
    tables = data_folder("tables")
    aircraft = tomllib.loads((tables / "aircraft.toml").read_text(encoding="utf-8"))["aircraft"]
    assert {a["code"]: a["name"] for a in aircraft} == {code: t.name for code, t in TYPES.items()}
    names = [u["name"] for side in ("raf", "luftwaffe") for u in tomllib.loads((tables / f"units/{side}.toml").read_text("utf-8"))["unit"]]
    assert [u.name for u in UNITS] == names
    assert len(set(names)) == len(names)


def test_every_type_is_sane() -> None:
    for code, kind in TYPES.items():
        assert kind.code == code
        assert kind.cruise_mph < kind.max_mph, code
        assert kind.ceiling % 2 == 0, code
        assert len(kind.source) > 5, code
        assert not kind.jabo or kind.bomb_load > 0, code
        assert kind.crew == 1 or kind.kind != "single_seat_fighter", code
        assert kind.bomb_load > 0 or kind.kind not in ("bomber", "dive_bomber"), code
    assert {u.side for u in UNITS for spell in u.aircraft if TYPES[spell.value].side == "raf"} == {"raf"}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_is_whole(unit: Unit, theatre: Theatre) -> None:
    histories = (unit.stations, unit.aircraft, unit.commanders, unit.radio, unit.experience, unit.luftflotte, unit.korps)
    for spells in histories:
        days = [spell.since for spell in spells]
        assert days == sorted(set(days))
        assert all(dt.date(1940, 6, 1) <= day <= LAST for day in days)
    returns = [s.on for s in unit.strength]
    assert returns == sorted(set(returns))
    assert all(0 <= s.serviceable <= s.total for s in unit.strength)
    assert len(unit.source) > 5
    kinds = ("sector_station", "raf_airfield") if unit.side == "raf" else ("luftwaffe_airfield",)
    fields = {p.name for p in theatre.of_kind(*kinds)}
    for spell in unit.stations:
        assert spell.value in fields or spell.value in OFF_MAP, spell.value
    for spell in unit.aircraft:
        assert TYPES[spell.value].side == unit.side
    if unit.side == "raf":
        assert all(TYPES[spell.value].fighter for spell in unit.aircraft)
        assert {spell.value for spell in unit.radio} <= {"hf", "vhf"}
    assert unit.operational_from is None or unit.operational_from >= unit.stations[0].since


def test_stations_off_the_map_are_no_places_and_every_one_is_used(theatre: Theatre) -> None:
    assert not {p.name for p in theatre.places if p.hex is not None} & OFF_MAP
    assert {spell.value for unit in UNITS for spell in unit.stations} >= OFF_MAP


def test_on_every_day_every_unit_has_all_that_a_posting_tells() -> None:
    for day in DAYS:
        listed = order_of_battle(day, off_map=True)
        assert len({p.unit for p in listed}) == len(listed)
        for p in listed:
            assert p.strength > 0, (day, p.unit)
            assert p.experience in ("green", "regular", "veteran")
            assert (p.radio is None) == (p.side == "luftwaffe"), (day, p.unit)
            assert (p.command is None) == (p.side == "raf"), (day, p.unit)
        assert [p for p in listed if p.station not in OFF_MAP] == order_of_battle(day)


# OPS-B2: figures


@pytest.mark.rule("OPS-B2.1")
def test_a_squadron_without_a_return_has_twelve_aircraft_and_a_gruppe_thirty() -> None:
    spells = {"stations": (Spell(FIRST, "X"),), "experience": (Spell(FIRST, "green"),)}
    rest = {"geschwader": None, "nation": None, "commanders": (), "radio": (), "luftflotte": (), "korps": (), "strength": ()}

    def unit(side: str, role: str, kind: str) -> Posting:
        made = Unit("U", "U", side, role, aircraft=(Spell(FIRST, kind),), operational_from=None, source="-", **spells, **rest)  # type: ignore[arg-type]
        found = posting(made, FIRST)
        assert found is not None
        return found

    assert unit("raf", "fighter", "spitfire_i").strength == 12
    assert unit("luftwaffe", "bomber", "he_111h").strength == 30 == 3 * 9 + 3
    assert unit("luftwaffe", "reconnaissance", "do_17p").strength == 9
    assert unit("raf", "fighter", "spitfire_i").recorded is False
    known = {u.name for u in UNITS if u.strength}
    assert {p.strength for day in SEVEN for p in on(day).values() if p.unit not in known and p.side == "raf"} == {12}
    assert {p.strength for day in SEVEN for p in on(day).values() if p.side == "raf"} == set(range(5, 13))


@pytest.mark.rule("OPS-C7.1")
def test_an_estimate_is_reckoned_by_the_day_and_a_return_holds_until_the_next() -> None:
    def at(unit: str, day: str) -> tuple[int, bool]:
        return on(day)[unit].strength, on(day)[unit].recorded

    assert [at("54 Squadron", f"1940-{day}") for day in ("07-10", "07-25", "08-25", "08-29", "09-02")] == [
        (8, False), (12, False), (10, False), (8, False), (6, False),
    ]  # fmt: skip
    assert [at("32 Squadron", f"1940-{day}") for day in ("07-10", "08-11", "08-12", "08-15", "08-18")] == [
        (12, False), (11, False), (11, False), (10, False), (8, False),
    ]  # fmt: skip
    assert [at("I./JG 26", f"1940-{day}") for day in ("07-10", "08-12", "08-13", "08-31", "09-06", "09-07", "10-31")] == [
        (38, False), (38, False), (38, True), (38, True), (38, True), (20, True), (20, True),
    ]  # fmt: skip


# OPS-C: facts that were wrong once


@pytest.mark.parametrize(
    ("unit", "day", "commander"),
    [
        ("79 Squadron", "1940-07-10", None),  # Joslin was killed on the 7th
        ("79 Squadron", "1940-07-12", "S/L J.H. Heyworth"),
        ("151 Squadron", "1940-08-30", "S/L E.B. King"),  # killed that day
        ("151 Squadron", "1940-08-31", None),
        ("151 Squadron", "1940-09-04", "S/L H. West"),
        ("234 Squadron", "1940-09-07", "S/L J.S. O'Brien"),  # killed that day
        ("234 Squadron", "1940-09-15", None),
        ("234 Squadron", "1940-09-22", "S/L M.V. Blake"),
        ("56 Squadron", "1940-08-24", "S/L G.A.L. Manton"),
        ("56 Squadron", "1940-08-25", "S/L H.M. Pinfold"),
        ("II./StG 77", "1940-07-10", "Hptm Waldemar Plewig"),
        ("II./StG 77", "1940-08-09", None),  # captured on the 8th
        ("II./StG 77", "1940-08-18", "Hptm Alfons Orthofer"),
        ("I./KG 2", "1940-08-26", "Maj Martin Gutzmann"),  # captured that day
        ("I./KG 2", "1940-08-27", None),
    ],
)
def test_who_led_a_unit_on_a_day(unit: str, day: str, commander: str | None) -> None:
    assert on(day)[unit].commander == commander


def test_every_squadron_has_a_call_sign_of_its_own() -> None:
    signs = {u.name: u.call_sign for u in UNITS}
    assert (signs["609 Squadron"], signs["92 Squadron"], signs["74 Squadron"], signs["610 Squadron"]) == (
        "Sorbo",
        "Gannic",
        "Dysoe",
        "Dogrose",
    )
    raf = [u.call_sign for u in UNITS if u.side == "raf"]
    assert None not in raf and len(set(raf)) == len(raf)
    assert {u.call_sign for u in UNITS if u.side == "luftwaffe"} == {None}
    assert on("1940-09-15")["303 Squadron"].call_sign == "Apany"


def test_a_trial_unit_and_a_flight_are_no_squadrons_of_twelve() -> None:
    assert on("1940-08-18")["Fighter Interception Unit"].strength == 5
    assert on("1940-10-31")["421 Flight"].strength == on("1940-10-31")["422 Flight"].strength == 6


@pytest.mark.rule("OPS-B2.4")
@pytest.mark.parametrize(
    ("codes", "low", "high"),
    [
        ("spitfire_i spitfire_ib spitfire_ii hurricane_i bf_109e_1 bf_109e_3 bf_109e_4 bf_109e_4b bf_109e_7", 4, 5),
        ("bf_110c bf_110d", 4, 5),
        ("defiant_i", 3, 4),
        ("he_111h he_111p do_17z ju_88a br_20", 3, 3),
        ("ju_87b ju_87r", 3, 3),
    ],
)
def test_movement_points_by_class(codes: str, low: int, high: int) -> None:
    for code in codes.split():
        kind = TYPES[code]
        assert [kind.points(angels) for angels in (0, 8, 14, 16, 18, 34)] == [low] * 3 + [high] * 3, code
        assert kind.points(16, level_flight=False) == kind.points(34, level_flight=False) == low, code


@pytest.mark.rule("OPS-B2.4")
def test_only_fighters_gain_a_point_high_up() -> None:
    for kind in TYPES.values():
        gain = kind.points(16) - kind.points(14)
        assert gain == (1 if kind.kind in ("single_seat_fighter", "two_seat_fighter", "heavy_fighter") else 0), kind.code


@pytest.mark.rule("OPS-B2.5")
@pytest.mark.parametrize(
    ("codes", "turns"),
    [
        ("bf_109e_1 bf_109e_3 bf_109e_4 bf_109e_4b bf_109e_7", 16),
        ("bf_110c bf_110d", 36),
        ("he_111h he_111p do_17z ju_88a br_20", 60),
        ("ju_87b ju_87r", 30),
        ("spitfire_i spitfire_ib spitfire_ii hurricane_i defiant_i gladiator_ii", 17),
    ],
)
def test_endurance_by_class(codes: str, turns: int) -> None:
    assert {TYPES[code].endurance for code in codes.split()} == {turns}


# Orders of battle: facts that every history of the Battle prints

RAF = {
    "1940-07-10": (
        "Biggin Hill: 32 610; Kenley: 64 615; Croydon: 111; Hawkinge: 79; Tangmere: 43 145 601; North Weald: 56 151; "
        "Debden: 17 85; Coltishall: 66 242; Exeter: 87 213; Pembrey: 92; Manston: 600; Turnhouse: 141 603"
    ),
    "1940-08-13": (
        "Biggin Hill: 32 610; Kenley: 64 615; Croydon: 111; Tangmere: 43 601; Westhampnett: 145 602; Warmwell: 152; "
        "Exeter: 87 213; Hornchurch: 54 65 74; Eastchurch: 266; Gravesend: 501; North Weald: 56 151; Coltishall: 66 242"
    ),
    "1940-08-15": (
        "Acklington: 72 79; Drem: 605; Usworth: 607; Leconfield: 616; Church Fenton: 73; Middle Wallop: 234 609; "
        "Boscombe Down: 249; Biggin Hill: 32 610; Croydon: 111; Fowlmere: 19"
    ),
    "1940-08-18": (
        "Biggin Hill: 32 610; Kenley: 64 615; Croydon: 111; Tangmere: 43 601; Westhampnett: 602; Debden: 17 85 257; "
        "Gravesend: 501; Hornchurch: 54 65 266; North Weald: 56 151; Warmwell: 152; Middle Wallop: 234 609; Manston: 600; "
        "Fowlmere: 19"
    ),
    "1940-08-31": (
        "Biggin Hill: 72 79; Kenley: 253 616; Croydon: 85; Gravesend: 501; Hornchurch: 54 222 603; Debden: 111 257 601; "
        "Tangmere: 17 43; North Weald: 56; Stapleford Tawney: 151; Duxford: 310; Fowlmere: 19; Middle Wallop: 234 609"
    ),
    "1940-09-07": (
        "Biggin Hill: 79; Kenley: 66 253; Croydon: 72 111 605; Hornchurch: 41 222 603; North Weald: 249; "
        "Stapleford Tawney: 46; Hendon: 504; Debden: 17; Castle Camps: 73; Duxford: 310; Fowlmere: 19; Coltishall: 242; "
        "Westhampnett: 602"
    ),
    "1940-09-15": (
        "Northolt: 229 303; Biggin Hill: 72 92; Gravesend: 66; Kenley: 253 501; Croydon: 605; Hornchurch: 41 222 603; "
        "Hendon: 504; North Weald: 249; Stapleford Tawney: 46; Martlesham Heath: 257; Debden: 17; Castle Camps: 73; "
        "Tangmere: 213 607; Westhampnett: 602; Duxford: 302 310; Fowlmere: 19; Coltishall: 74 242; Middle Wallop: 238 609; "
        "Warmwell: 152"
    ),
}
AUGUST = {
    "I./JG 26": ("Audembert", "bf_109e"),
    "II./JG 26": ("Marquise-Ost", "bf_109e"),
    "III./JG 26": ("Caffiers", "bf_109e"),
    "III./JG 51": ("St-Omer-Clairmarais", "bf_109e"),
    "I./KG 76": ("Beauvais-Tillé", "do_17z"),
    "II./KG 76": ("Creil", "ju_88a"),
    "III./KG 76": ("Cormeilles-en-Vexin", "do_17z"),
    "II./KG 2": ("Arras-St-Léger", "do_17z"),
    "I./KG 1": ("Montdidier", "he_111h"),
    "I./KG 53": ("Lille-Nord", "he_111h"),
    "II./KG 3": ("Antwerp-Deurne", "do_17z"),
    "III./KG 55": ("Villacoublay", "he_111p"),
    "Erprobungsgruppe 210": ("Denain-Prouvy", "bf_110d"),
    "KGr 100": ("Vannes-Meucon", "he_111h"),
}


@pytest.mark.parametrize("day", SEVEN)
def test_the_squadrons_stood_where_the_histories_say(day: str) -> None:
    found = on(day)
    for entry in RAF[day].split("; "):
        station, _, numbers = entry.strip().partition(": ")
        for number in numbers.split():
            assert found[f"{number} Squadron"].station == station, (number, found[f"{number} Squadron"].station)


@pytest.mark.parametrize("day", ["1940-08-13", "1940-08-15", "1940-08-18", "1940-08-31", "1940-09-07", "1940-09-15"])
def test_the_gruppen_stood_where_the_histories_say(day: str) -> None:
    found = on(day)
    for name, (field, kind) in AUGUST.items():
        assert found[name].station == field, name
        assert found[name].aircraft.startswith(kind), name


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("141", "defiant"),
        ("264", "defiant"),
        ("19", "spitfire"),
        ("609", "spitfire"),
        ("32", "hurricane"),
        ("600", "blenheim"),
        ("247", "gladiator"),
    ],
)
def test_squadrons_fly_their_types(unit: str, kind: str) -> None:
    for day in SEVEN[1:5]:
        assert on(day)[f"{unit} Squadron"].aircraft.startswith(kind)


def test_known_commanders_and_nations() -> None:
    assert "Bader" in (on("1940-09-15")["242 Squadron"].commander or "")
    assert "Malan" in (on("1940-09-15")["74 Squadron"].commander or "")
    assert "Galland" in (on("1940-08-18")["III./JG 26"].commander or "")
    assert "Galland" not in (on("1940-09-15")["III./JG 26"].commander or "")
    nations = {u.name: u.nation for u in UNITS}
    assert (nations["303 Squadron"], nations["310 Squadron"], nations["1 Squadron RCAF"]) == ("poland", "czechoslovakia", "canada")
    assert on("1940-08-13")["303 Squadron"].operational is False
    assert on("1940-09-15")["303 Squadron"].operational is True


@pytest.mark.parametrize("day", SEVEN)
def test_the_numbers_of_a_day_are_sane(day: str) -> None:
    everywhere, here = list(on(day).values()), list(on(day, off_map=False).values())
    raf = [p for p in everywhere if p.side == "raf"]
    assert 52 <= len(raf) <= 70
    assert 40 <= sum(p.side == "raf" for p in here) <= 60
    fighters = [p for p in here if p.side == "luftwaffe" and p.aircraft.startswith("bf_109e")]
    bombers = [p for p in here if p.aircraft[:5] in ("he_11", "do_17", "ju_88") and p.role == "bomber"]
    assert 15 <= len(fighters) <= 35
    assert 450 <= sum(p.strength for p in fighters) <= 1000
    assert 25 <= len(bombers) <= 50
    assert 500 <= sum(p.strength for p in bombers) <= 1200


# Days and files


@pytest.mark.parametrize(
    "text", ["1940-07-09", "1940-11-01", "1941-08-18", "18.8.1940", "", "1940-02-30", "1940-08-32", "yesterday", "1940-08-18T10:00"]
)
def test_days_outside_the_battle_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_day(text)
    assert (caught.value.key, caught.value.values) == ("error.date", {"text": text})


def test_a_spell_holds_from_its_day_until_the_next() -> None:
    assert (parse_day("1940-07-10"), parse_day("1940-10-31")) == (FIRST, LAST)
    spells = (Spell(dt.date(1940, 8, 1), "a"), Spell(dt.date(1940, 9, 1), "b"))
    held = [at_day(spells, dt.date(1940, *day)) for day in ((7, 31), (8, 1), (8, 31), (9, 1), (10, 31))]
    assert held == [None, "a", "a", "b", "b"]


UNIT = """off_map_stations = ["Wick"]
[[unit]]
name = "1 Squadron"
side = "raf"
aircraft = [{from = 1940-07-01, type = "hurricane_i"}]
stations = [{from = 1940-07-01, at = "Northolt"}, {from = 1940-07-23, at = "Tangmere"}]
radio = [{from = 1940-07-01, fit = "hf"}]
experience = [{from = 1940-07-01, level = "veteran"}]
strength = [{on = 1940-08-13, serviceable = 12, total = 16}]
source = "Wynn"
"""
BROKEN_UNITS = [
    ('"hurricane_i"', '"zeppelin"', "unit[0].aircraft[0].type", "one of "),
    ("from = 1940-07-23", "from = 1940-07-01", "unit[0].stations[1].from", "a day after 1940-07-01"),
    ("from = 1940-07-23", "from = 1940-06-23", "unit[0].stations[1].from", "a day after 1940-07-01"),
    ("from = 1940-07-23", 'from = "1940-07-23"', "unit[0].stations[1].from", "a date"),
    ("from = 1940-07-23", "from = 1940-07-23T10:00:00", "unit[0].stations[1].from", "a date"),
    ('at = "Tangmere"', 'at = ""', "unit[0].stations[1].at", "a text"),
    ('fit = "hf"', 'fit = "morse"', "unit[0].radio[0].fit", "one of hf, vhf"),
    ('level = "veteran"', 'level = "ace"', "unit[0].experience[0].level", "one of green, regular, veteran"),
    ("serviceable = 12", "serviceable = 17", "unit[0].strength[0].serviceable", "no more than the total"),
    ("serviceable = 12", "serviceable = -1", "unit[0].strength[0].serviceable", "a whole number from 0"),
    ('side = "raf"', 'side = "luftwaffe"', "unit[0].side", "one of raf"),
    ('source = "Wynn"\n', "", "unit[0].source", "a text"),
    ('source = "Wynn"', 'source = "Wynn"\nmotto = "?"', "unit[0].motto", "one of "),
    ("radio = [{from = 1940-07-01, fit = " + '"hf"}]', "radio = []", "unit[0].radio", "one spell or more"),
    ('off_map_stations = ["Wick"]\n', "", "off_map_stations", "a list"),
    ('off_map_stations = ["Wick"]', 'on_map = 1\noff_map_stations = ["Wick"]', "on_map", "one of "),
]


def written(folder: Path, text: str) -> Path:
    path = folder / "units.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("old", "new", "place", "told"), BROKEN_UNITS)
def test_a_broken_unit_is_named_with_its_place(tmp_path: Path, old: str, new: str, place: str, told: str) -> None:
    assert UNIT.count(old) == 1
    assert len(load_units(written(tmp_path, UNIT), "raf", TYPES)[0]) == 1
    with pytest.raises(DataError, match=r"units\.toml") as caught:
        load_units(written(tmp_path, UNIT.replace(old, new)), "raf", TYPES)
    assert caught.value.place == place
    assert told in str(caught.value)


def test_two_units_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a value used once") as caught:
        load_units(written(tmp_path, UNIT + UNIT.partition("\n")[2]), "raf", TYPES)
    assert caught.value.place == "unit[1].name"


@pytest.mark.parametrize(
    ("old", "new", "place", "told"),
    [
        ("ceiling_angels = 34", "ceiling_angels = 33", "aircraft[0].ceiling_angels", "in steps of 2"),
        ("mp = 4", "mp = 0", "aircraft[0].mp", "a whole number from 1 to 6"),
        ("mp = 4", "mp = true", "aircraft[0].mp", "a whole number"),
        ('class = "single_seat_fighter"', 'class = "glider"', "aircraft[0].class", "one of "),
        ('code = "spitfire_ib"', 'code = "spitfire_i"', "aircraft[1].code", "a value used once"),
        ("crew = 1\n", "", "aircraft[0].crew", "a whole number"),
        ("crew = 1\n", "crew = 1\nwings = 1\n", "aircraft[0].wings", "one of "),
    ],
)
def test_a_broken_type_is_named_with_its_place(tmp_path: Path, old: str, new: str, place: str, told: str) -> None:
    text = (data_folder("tables") / "aircraft.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError, match=r"units\.toml") as caught:
        load_aircraft(written(tmp_path, text.replace(old, new, 1)))
    assert caught.value.place == place
    assert told in str(caught.value)


# Beside the record

SERVICEABLE = {
    "1940-07-28": 573,
    "1940-08-08": 627,
    "1940-08-19": 607,
    "1940-09-01": 613,
    "1940-09-08": 578,
    "1940-09-15": 581,
    "1940-10-06": 640,
}
"""Serviceable Hurricanes and Spitfires of all Fighter Command at 0900 hours (battleofbritainblog.com, after the daily states)."""


@pytest.mark.rule("OPS-B2.1")
@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("day", SERVICEABLE)
def test_aircraft_with_pilots_are_fewer_than_those_serviceable_but_not_by_far(day: str) -> None:
    """The strengths of squadrons are designed, twelve at most; the returns count machines (docs/design/order-of-battle.md)."""
    first_line = [p for p in on(day).values() if p.side == "raf" and p.operational and p.aircraft.startswith(("hurricane", "spitfire"))]
    assert all(p.strength <= 12 for p in first_line)
    assert 0.8 <= sum(p.strength for p in first_line) / SERVICEABLE[day] <= 1.05
