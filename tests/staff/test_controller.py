"""The RAF's controllers, on rooms made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core import hexes
from bob.core.hexes import Hex, from_label
from bob.core.kit import Decision
from bob.day.rules.climbing import legs
from bob.day.state.orders import Done, Pancake, Pick, Readiness, SendTo
from bob.day.state.position import GROUND
from bob.day.state.view import ConvoyView, RafView
from bob.staff.controller import Controller
from bob.staff.doctrine import DOCTRINES
from bob.staff.rules import rules
from bob.staff.threats import INLAND_WITHIN, _guess
from tests.staff.scenes import AT_THE_COAST, HOMEWARD, RAID, airborne, given, named, staff_rules, table, track, with_squadron

OFFICERS = ("park", "leigh_mallory", "dowding")


def orders(view: RafView, name: str = "park") -> list[Decision]:
    found = Controller(DOCTRINES[name], 1).orders(view, staff_rules())
    assert view.choice is not None or isinstance(found[-1].order, Done)
    return found


PATROLS = ("staff.why.convoy_patrol",)


def off(view: RafView, name: str = "park") -> list[str]:
    """Who scrambles against a raid."""
    return [d.order.unit for d in orders(view, name) if d.order.code == "scramble" and d.why_key not in PATROLS]


@pytest.mark.parametrize("age", [-1, 0])
def test_a_raid_first_plotted_over_a_sector_station_is_held_to_be_there(age: int) -> None:
    """A tally in a fight plots it for the turn to come, without a course: it is where it would be guessed to go."""
    station = next(place.near for place in staff_rules().sectors if staff_rules().from_shore(place.near) == 0)
    assert _guess(staff_rules(), track(1, station.label, age=age)) == (station,) * (INLAND_WITHIN + 1)


# ---- how many


@pytest.mark.parametrize("name", OFFICERS)
def test_strength_tells_how_many_go(name: str) -> None:
    few, many = (len(off(table(track(strength=n)), name)) for n in (10, 100))
    assert 1 <= few < many <= DOCTRINES[name].most


def test_the_careful_send_fewer() -> None:
    sent = {name: len(off(table(track(strength=90)), name)) for name in OFFICERS}
    assert sent["dowding"] < sent["park"] < sent["leigh_mallory"]


def test_park_sends_pairs_from_september_on() -> None:
    assert len(off(table(track(strength=45)))) == 4
    assert len(off(table(track(strength=45), instructions="london"))) == 6


@pytest.mark.rule("OPS-B5.1")
def test_a_band_of_strength_is_taken_for_its_middle() -> None:
    """Told "up to 60" it may be forty; thirty told at level 3 are thirty."""
    assert len(off(table(track(strength=60, level=2)))) == len(off(table(track(strength=45)))) < len(off(table(track(strength=60))))
    assert len(off(table(track(strength=30, level=2)))) < len(off(table(track(strength=30))))


def test_a_lone_aircraft_is_let_be_once_it_is_known_for_one() -> None:
    assert off(table(track(strength=1))) == [] and len(off(table(track(strength=10, level=2)))) == 1
    assert len(off(table(track(strength=1)), "dowding")) == 1


def test_in_august_few_go_after_what_is_over_the_coast_already_and_none_behind_it() -> None:
    """Its target lies near, as a rule; over London all that flies comes in time."""
    coming, over = (len(off(table(track(1, *at, strength=150)))) for at in (RAID, AT_THE_COAST))
    assert 1 <= over <= coming / 2
    coming_to_london, over_land = (len(off(table(track(1, *at, strength=150), instructions="london"))) for at in (RAID, AT_THE_COAST))
    assert over_land >= coming_to_london
    deep = track(1, "4828", "4526", "4225", strength=150)
    since = replace(deep, plots=tuple(replace(p, turn=p.turn - 3 * (2 - i)) for i, p in enumerate(deep.plots)))
    assert len(off(table(since))) < over


@pytest.mark.rule("OPS-D4.1")
@pytest.mark.parametrize("name", OFFICERS)
def test_bombers_that_were_counted_draw_more_than_fighters_of_the_same_number(name: str) -> None:
    """An escort that is left at home does not leave Fighter Command at home."""

    def sent(bombers: int | None) -> int:
        seen = track(1, *RAID, level=4, strength=60)
        return len(off(table(replace(seen, plots=tuple(replace(p, bombers=bombers) for p in seen.plots))), name))

    assert sent(0) < sent(None) < sent(60) and sent(20) <= sent(60)


@pytest.mark.rule("OPS-D4.1")
def test_over_london_a_small_formation_is_met_in_strength_too() -> None:
    def sent(strength: int, instructions: str) -> int:
        return len(off(table(track(1, *RAID, strength=strength), instructions=instructions)))

    assert sent(30, "london") > sent(30, "coast")
    assert sent(150, "london") < 5 * sent(30, "london"), "half the answer for a fifth of the raid"


@pytest.mark.parametrize("name", OFFICERS)
@pytest.mark.rule("OPS-B6.4")
def test_no_more_than_the_limit_of_the_turn_and_of_the_field(name: str) -> None:
    assert len(off(table(track(strength=150), scramble_limit=2), name)) == 2
    view = table(track(strength=150))
    tight = replace(view, fields=tuple(replace(f, capacity=1) for f in view.fields))
    stations = [named(view, unit).station for unit in off(tight, name)]
    assert len(stations) == len(set(stations)) > 1


def test_dowding_keeps_half_of_each_sector_back() -> None:
    view = table(track(1, strength=150), track(2, "5330", "5029", "4728", strength=150))
    gone = off(view, "dowding")
    for sector in {s.sector for s in view.squadrons}:
        fit = [s for s in view.squadrons if s.sector == sector and staff_rules().world.types[s.aircraft].kind == "single_seat_fighter"]
        if len(fit) >= 3:
            assert sum(s.unit in gone for s in fit) <= -(-len(fit) // 2), sector


def test_leigh_mallory_keeps_nobody_back() -> None:
    view = table(track(1, strength=150), track(2, "5330", "5029", "4728", strength=150))
    assert len(off(view, "leigh_mallory")) > len(off(view, "dowding")) + 4


@pytest.mark.rule("OPS-A15.5")
def test_beyond_the_response_level_only_against_what_nobody_meets() -> None:
    assert off(table(track(strength=30), response_level=12, committed=12.0)) == []
    assert len(off(table(track(strength=100), response_level=12, committed=12.0))) == 1


def test_who_was_up_before_does_not_count_again() -> None:
    officer = Controller(DOCTRINES["park"], 1)
    view = table(track(strength=30))
    unit = off(view)[0]
    full = replace(view, response_level=12, committed=12.0)
    assert given(officer.orders(full, staff_rules()), "scramble") == []
    again = officer.orders(with_squadron(full, replace(named(view, unit), committed=True)), staff_rules())
    assert unit in [order.unit for order in given(again, "scramble")]


def test_two_engines_go_last() -> None:
    view = table(track(strength=150))
    kinds = {s.unit: staff_rules().world.types[s.aircraft].kind for s in view.squadrons}
    assert all(kinds[unit] == "single_seat_fighter" for unit in off(view))


def test_two_engines_meet_alone_what_is_no_more_than_three_for_each_of_theirs() -> None:
    view = table(track(strength=82))
    kinds = staff_rules().world.types
    slow = [replace(s, strength=5) for s in view.squadrons if kinds[s.aircraft].kind == "heavy_fighter"]
    few = replace(view, squadrons=tuple(slow))
    assert off(few) == []
    raid = table(track(strength=15)).tracks
    assert off(replace(few, tracks=raid))
    assert off(replace(few, tracks=table(track(strength=16)).tracks)) == []


# ---- against what


@pytest.mark.parametrize("name", OFFICERS)
def test_what_goes_home_is_let_go(name: str) -> None:
    assert off(table(track(1, *HOMEWARD)), name) == []


@pytest.mark.parametrize("name", OFFICERS)
def test_what_faded_or_is_old_is_let_be(name: str) -> None:
    assert off(table(track(faded=True)), name) == []
    assert off(table(track(age=6)), name) == []
    assert off(table(track(level=0)), name) == []


def test_a_first_plot_near_the_coast_is_answered() -> None:
    sent = orders(table(track(1, "5129", level=1, strength=None, angels=None)))
    assert len(given(sent, "scramble")) == 1
    assert {d.why_key for d in sent if d.order.code == "scramble"} <= {"staff.why.scramble_patrol", "staff.why.scramble_unknown"}


def test_a_first_plot_far_off_only_makes_ready() -> None:
    assert off(table(track(1, "6639", level=1, strength=None, angels=None))) == []


def test_park_leaves_fighters_alone_while_bombers_come() -> None:
    bombers, sweep = track(1, strength=40), track(2, strength=24, angels=24)
    alone = off(table(bombers))
    assert sorted(off(table(bombers, sweep))) == sorted(alone)


@pytest.mark.parametrize("name", OFFICERS)
def test_they_climb_above_the_plotted_height(name: str) -> None:
    sent = given(orders(table(track(angels=14)), name), "scramble")
    assert sent and all(order.angels == 14 + DOCTRINES[name].above for order in sent)


def test_who_is_near_goes() -> None:
    view = table(track(strength=60))
    raid = from_label("4828")
    away = [hexes.distance(named(view, unit).hex, raid) for unit in off(view)]
    assert max(away) <= 18


def test_a_hit_operations_room_sends_nobody() -> None:
    view = table(track(strength=100), rooms_hit=("Hornchurch", "Biggin Hill"))
    assert {named(view, unit).sector for unit in off(view)}.isdisjoint({"Hornchurch", "Biggin Hill"})


# ---- in the air


SPARE = "501 Squadron"


def flown(view: RafView, name: str = "park") -> dict[str, Decision]:
    return {d.order.unit: d for d in orders(view, name) if d.order.code in ("vector", "pancake")}


def test_a_free_squadron_is_sent_to_the_raid_before_others_scramble() -> None:
    view = table(track(strength=9))
    s = next(s for s in view.squadrons if s.sector == "Biggin Hill")
    room = with_squadron(view, airborne(s, "4527"))
    sent = flown(room)
    assert sent[s.unit].order == SendTo(s.unit, 18, track=1)
    assert off(room) == []


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"ammo": "none"}, "staff.why.home_ammunition"),
        ({"disruption": 3}, "staff.why.home_disrupted"),
        ({"ammo": "low"}, "staff.why.home_low"),
    ],
)
def test_who_cannot_fight_goes_home(changes: dict[str, object], key: str) -> None:
    view = table(track(strength=60))
    s = next(s for s in view.squadrons if s.sector == "Biggin Hill")
    sent = flown(with_squadron(view, airborne(s, "3924", **changes)))
    assert sent[s.unit].order.code == "pancake" and sent[s.unit].why_key == key


def test_a_quiet_table_brings_all_home() -> None:
    view = table()
    s = next(s for s in view.squadrons if s.sector == "Biggin Hill")
    assert flown(with_squadron(view, airborne(s, "3924")))[s.unit].why_key == "staff.why.home_quiet"


def test_low_fuel_goes_home_though_raids_come() -> None:
    view = table(track(1, "6030", "5730", "5430"))
    s = next(s for s in view.squadrons if s.sector == "Biggin Hill")
    found = flown(with_squadron(view, airborne(s, "3924", fuel=3)))[s.unit]
    assert found.order.code == "pancake" and found.why_key == "staff.why.home_fuel"


def test_a_raid_that_goes_home_out_to_sea_is_not_chased() -> None:
    view = table(track(1, *HOMEWARD))
    s = next(s for s in view.squadrons if s.sector == "Biggin Hill")
    vector = {"kind": "raid", "hex": "5730", "angels": 16, "track": 1, "field": None}
    assert flown(with_squadron(view, airborne(s, "4325", vector=vector)))[s.unit].order.code == "pancake"


def test_a_closed_field_diverts() -> None:
    view = table()
    s = next(s for s in view.squadrons if s.station == "Biggin Hill")
    home = {"kind": "home", "hex": s.hex.label, "angels": 0, "track": None, "field": "Biggin Hill"}
    closed = replace(view, fields=tuple(replace(f, damage=f.capacity) if f.place == "Biggin Hill" else f for f in view.fields))
    found = flown(with_squadron(closed, airborne(s, s.hex, vector=home)))[s.unit]
    assert isinstance(found.order, Pancake) and found.order.field not in (None, "Biggin Hill")
    assert found.why_key == "staff.why.divert"
    assert s.unit not in flown(with_squadron(view, airborne(s, s.hex, vector=home)))


def test_nobody_out_of_radio_reach_is_called() -> None:
    view = table()
    s = next(s for s in view.squadrons if s.sector == "Tangmere")
    assert s.unit not in flown(with_squadron(view, airborne(s, "4927")))


# ---- readiness


def test_some_are_ready_always_and_all_when_a_raid_comes_near() -> None:
    quiet, loud = table(ready=False), table(track(1, "5430", "5129"), ready=False)
    some, more = (len([o for o in given(orders(v), "readiness") if o.box == "ready"]) for v in (quiet, loud))
    assert 0 < some < more


def test_the_released_are_called_back() -> None:
    view = table(ready=False)
    released = [s.unit for s in view.squadrons if s.box == "released"]
    back = [o.unit for o in given(orders(view), "readiness") if o == Readiness(o.unit, "available")]
    assert released and set(back) <= set(released)


# ---- choices


def choice(kind: str, options: list[str]) -> dict[str, object]:
    return {"kind": kind, "options": options, "count": 1}


def test_the_navigation_test_is_for_the_heaviest_raid() -> None:
    view = table(track(1, strength=30), track(2, strength=90), track(3, *HOMEWARD, strength=150))
    found = orders(replace(view, choice=choice("navigation_test", ["1", "2", "3"])))
    assert [d.order for d in found] == [Pick(("2",))]


def test_the_dash_is_for_who_is_nearest_to_the_raid() -> None:
    view = table(track(strength=60))
    units = [s.unit for s in view.squadrons if s.sector in ("Hornchurch", "Filton") and s.box in GROUND]
    found = orders(replace(view, choice=choice("dispersal_dash", sorted(units))))
    assert named(view, found[0].order.names[0]).sector == "Hornchurch"
    assert found[0].why_key == "staff.why.dash"


def test_the_dash_is_for_who_can_take_off_and_is_strong_enough() -> None:
    view = table(track(strength=60))
    near, far = (next(s for s in view.squadrons if s.sector == sector) for sector in ("Hornchurch", "Filton"))
    room = replace(view, choice=choice("dispersal_dash", [far.unit, near.unit]))

    def dashes(room: RafView) -> str:
        return str(orders(room)[0].order.names[0])

    assert dashes(room) == near.unit
    shut = tuple(replace(f, damage=f.capacity) if f.place == near.station else f for f in view.fields)
    assert dashes(replace(room, fields=shut)) == far.unit
    assert dashes(with_squadron(room, replace(near, strength=8))) == near.unit
    assert dashes(with_squadron(room, replace(near, strength=7))) == far.unit


def test_the_turnaround_is_for_a_single_seater_first() -> None:
    view = table()
    slow = [s.unit for s in view.squadrons if s.aircraft.startswith("blenheim")][:1]
    found = orders(replace(view, choice=choice("turnaround", [*slow, "501 Squadron"])))
    assert found[0].order == Pick(("501 Squadron",)) and found[0].why_key == "staff.why.turnaround"


# ---- big wings


def test_leigh_mallory_gathers_and_forms_a_wing_over_duxford() -> None:
    raid = track(1, "6530", "6328", "6126", strength=100)
    view = table(raid)
    group = [s for s in view.squadrons if s.sector == "Duxford" and s.aircraft != "blenheim_if"][:3]
    over = staff_rules().world.fields["Duxford"].near
    for s in group:
        view = with_squadron(view, airborne(s, over, fuel=14))
    found = given(orders(view, "leigh_mallory"), "form_wing")
    assert len(group) == 3 and [set(o.units) for o in found] == [{s.unit for s in group}]
    assert given(orders(view, "park"), "form_wing") == []


# ---- together


def ready_at(view: Any, station: str) -> list[Any]:
    return [s for s in view.squadrons if s.station == station]


def side_by_side(view: Any, station: str, track: int = 1, **changes: Any) -> tuple[Any, list[Any]]:
    """The room with the squadrons of a field just up against a track."""
    up = []
    for s in ready_at(view, station):
        kind = staff_rules().world.types[s.aircraft]
        vector = {"kind": "raid", "hex": s.hex.label, "angels": 20, "track": track, "field": None}
        up.append(airborne(s, s.hex, angels=0, fuel=kind.endurance, vector=vector, **changes))
        view = with_squadron(view, up[-1])
    return view, up


AFAR = ("6331", "6030", "5729")
"""A raid on its way that is far off yet."""


@pytest.mark.rule("OPS-B2.6")
def test_park_lets_two_of_one_field_climb_as_a_pair_when_there_is_time() -> None:
    view = table(track(1, *AFAR, strength=80), instructions="london")
    station = next(s.station for s in view.squadrons if len(ready_at(view, s.station)) >= 2 and s.sector in ("Biggin Hill", "Hornchurch"))
    room, up = side_by_side(view, station)
    paired = [d for d in orders(room) if d.order.code == "form_wing"]
    assert len(paired) == len(up) // 2 and paired[0].why_key == "staff.why.pair"
    assert all(len(d.order.units) == 2 and d.order.field == station for d in paired)
    near, _ = side_by_side(table(track(1, *AT_THE_COAST, strength=80), instructions="london"), station)
    assert not any(d.order.code == "form_wing" for d in orders(near)), "no time for it"
    assert not any(d.order.code == "form_wing" for d in orders(room, "dowding"))


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_gets_its_orders_by_its_first() -> None:
    view = table(track(strength=60))
    first, second = [s for s in view.squadrons if s.sector == "Biggin Hill"][:2]
    wing = f"{first.unit}/9"
    room = with_squadron(with_squadron(view, airborne(first, "4527", wing=wing)), airborne(second, "4527", wing=wing))
    given_to = [d.order.unit for d in orders(room) if d.order.code == "vector"]
    assert first.unit in given_to and second.unit not in given_to
    spent = with_squadron(room, airborne(second, "4527", wing=wing, ammo="none"))
    assert [d.order.unit for d in orders(spent) if d.order.code == "pancake"] == [second.unit]


@pytest.mark.rule("OPS-C3.3")
def test_hurricanes_go_for_the_bombers_and_are_told_once() -> None:
    view = table(track(strength=60))
    near = [s for s in view.squadrons if s.sector in ("Biggin Hill", "Kenley")]
    hurricanes = next(s for s in near if s.aircraft == "hurricane_i")
    spitfires = next(s for s in near if s.aircraft.startswith("spitfire"))

    def text_of(name: str, **changes: Any) -> dict[str, str]:
        room = with_squadron(with_squadron(view, airborne(hurricanes, hurricanes.hex, **changes)), airborne(spitfires, spitfires.hex))
        return {d.order.unit: d.order.stance for d in orders(room, name) if d.order.code == "stance"}

    assert text_of("park") == {hurricanes.unit: "bombers_first"}
    assert text_of("park", stance="bombers_first") == {}
    assert text_of("park", tally=1) == {}, "not while it has the enemy in sight"
    assert text_of("dowding") == {hurricanes.unit: "bombers_only", spitfires.unit: "bombers_first"}


# ---- what gathers


@pytest.mark.rule("OPS-C1.2")
def test_what_circles_over_france_gets_few_until_it_comes() -> None:
    circling = track(1, "6632", "6631", "6632", strength=100, level=3)
    assert staff_rules().gathers(circling)
    few, all_of_them = off(table(circling)), off(table(track(1, strength=100)))
    assert 0 < len(few) <= DOCTRINES["park"].gathering * len(all_of_them) + 1
    assert off(table(circling), "leigh_mallory") == []
    coming = track(1, "6932", "6631", "6330", strength=100, level=3)
    assert not staff_rules().gathers(coming)


@pytest.mark.rule("OPS-C1.2")
def test_what_has_come_home_over_france_is_not_taken_for_what_gathers() -> None:
    home = track(1, "4828", "5129", "5430", "5731", "6031", "6032", "6031", strength=100, level=3)
    assert staff_rules().gathers(home)
    assert off(table(home)) == []


def test_who_waits_for_what_gathers_patrols_the_coast_on_its_way() -> None:
    """Not where it would be by the time they are up if it set out at once."""
    circling = track(1, "6632", "6631", "6632", strength=100, level=3)
    posts = [o.hex for o in given(orders(table(circling)), "scramble")]
    assert posts and all(post is not None and staff_rules().from_shore(post) <= 1 for post in posts)
    nearest = staff_rules().landfall(from_label("6632"))
    assert min(hexes.distance(post, nearest) for post in posts if post is not None) <= 2


@pytest.mark.rule("OPS-B6.2")
def test_a_squadron_beyond_the_radio_waits_over_its_own_field_for_what_may_come_there() -> None:
    """From Hawkinge nobody is led to where the raid turns in: it waits where that may come, and elsewhere for what comes another way."""
    circling = track(1, "5435", "5335", "5435", strength=100, level=3)
    view = table(circling)
    s = replace(next(s for s in view.squadrons if s.sector == "Biggin Hill"), radio="hf", radio_range=8)
    field = staff_rules().world.fields["Hawkinge"].near
    forward = with_squadron(view, replace(s, station="Hawkinge", hex=field))
    assert staff_rules().gathers(circling) and not staff_rules().in_radio_range(s, field)

    def sent(name: str) -> Hex | None:
        return next((o.hex for o in given(orders(forward, name), "scramble") if o.unit == s.unit), None)

    assert sent("park") == field
    post = sent("leigh_mallory")
    assert post is None or post != field
    others = {o.hex for o in given(orders(forward), "scramble") if o.unit != s.unit}
    assert others and field not in others, "who can be led goes where it is guessed to come"


def test_what_gathers_is_guessed_to_come_by_the_nearest_shore() -> None:
    for h in ("5335", "5731"):
        way = staff_rules().landfall(from_label(h))
        nearest = min(hexes.distance(from_label(h), at) for at, far in staff_rules().shore.items() if far == 0)
        assert hexes.distance(from_label(h), way) == nearest
    assert staff_rules().landfall(from_label("3724")) == from_label("3724"), "over land it has come already"


def test_what_comes_along_the_coast_is_met_though_its_course_never_crosses_it() -> None:
    along = track(1, "3834", "3534", "3234", strength=60)
    assert staff_rules().from_shore(from_label("3234")) > 0
    assert off(table(along)) != []


@pytest.mark.rule("OPS-C2.3")
def test_a_plot_of_nobody_knows_what_near_ones_own_at_sea_is_not_chased() -> None:
    unknown = track(1, "5129", level=1, strength=None, angels=None)
    view = table(unknown)
    assert off(view) != []
    s = next(s for s in view.squadrons if s.sector == "Hornchurch")
    assert off(with_squadron(view, airborne(s, "5230"))) == []
    assert off(with_squadron(table(track(1, "5129", strength=90)), airborne(s, "5230"))) != [], "what is known is hostile"


@pytest.mark.rule("OPS-C9.6")
def test_a_controller_reckons_with_the_climb_of_each_type() -> None:
    """A Hurricane is slower to height than a Spitfire, and neither flies level before it is there."""
    view, the_rules = table(), rules(staff_rules().world.under({"climb": "by_type"}))
    hurricane = next(s for s in view.squadrons if s.aircraft == "hurricane_i")
    spitfire = next(s for s in view.squadrons if s.aircraft == "spitfire_i")
    slow, fast = (the_rules.flown(s, 26) for s in (hurricane, spitfire))
    assert slow.count(-1) > fast.count(-1) >= 3
    for s, flown in ((hurricane, slow), (spitfire, fast)):
        ways = legs(the_rules.world, (s.aircraft,), 0, 26, "single", len(flown) - 1)
        assert all(far in (-1, way[0]) for far, way in zip(flown, ways, strict=True))


def patrols(view: RafView, name: str = "park") -> list[Decision]:
    return [d for d in orders(view, name) if d.why_key in PATROLS]


@pytest.mark.rule("OPS-C5.2")
def test_a_convoy_has_a_patrol_while_nothing_comes_but_not_when_london_is_the_goal() -> None:
    at = staff_rules().world.theatre.nearest_hex(*staff_rules().world.theatre.position("Foulness Point"))
    convoy = ConvoyView("convoy", {"en": "a", "fr": "a"}, "under_way", at, 180, 12, 0, 1, 0, 1)

    def room(*tracks: Any, **changes: Any) -> RafView:
        return replace(table(*tracks, **changes), convoys=(convoy,))

    sent = patrols(room())
    assert [d.order.hex for d in sent] == [at]
    assert patrols(table()) == patrols(room(track())) == patrols(room(instructions="london")) == []
    assert patrols(replace(room(), convoys=(replace(convoy, state="in_port"),))) == []
    out = next(s for s in table().squadrons if s.unit == sent[0].order.unit)
    up = with_squadron(room(), airborne(out, at, fuel=14))
    assert patrols(up) == [] and not any(isinstance(d.order, Pancake) for d in orders(up))
    assert any(isinstance(d.order, Pancake) for d in orders(with_squadron(room(), airborne(out, at, fuel=3))))


def test_what_lingers_off_the_coast_keeps_squadrons_up() -> None:
    lingering = track(1, "5030", "5130", "5030", strength=60)
    s = next(s for s in table().squadrons if s.sector == "Biggin Hill")
    waiting = with_squadron(table(lingering, ready=False), airborne(s, s.hex))
    quiet = with_squadron(table(ready=False), airborne(s, s.hex))
    assert any(isinstance(d.order, Pancake) for d in orders(quiet))
    assert not any(isinstance(d.order, Pancake) for d in orders(waiting))
