"""The boards of a room, line by line: plots, raids, reports, convoys, the tote, and what stands above them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.hexes import Hex, from_label
from bob.day.state.convoy_state import ConvoySighting
from bob.day.state.position import Call, GroundReport
from bob.day.state.view import ConvoyView, LuftwaffeView, RafView, RaidView, SquadronView
from bob.day.telling.period_names import Names
from bob.day.telling.view_tables import Boards, arrow, bearing, by_sector, goal, on_the_table, sent_to, short
from bob.words import Words
from tests.staff.scenes import GAME, airborne, first_view, named, table, track, with_squadron

UNIT = "501 Squadron"


def boards(view: RafView | LuftwaffeView, language: str = "en") -> Boards:
    names = Names(GAME.world.theatre, GAME.slot)
    names.learn(view)
    return Boards(Words(language), names)


def plain(text: Any) -> Any:
    """Texts with plain spaces."""
    if isinstance(text, str):
        return text.replace("\u00a0", " ").replace("\u202f", " ")
    return [plain(member) for member in text]


def one(unit: str = UNIT) -> SquadronView:
    return named(table(), unit)


# ---- courses


@pytest.mark.parametrize(
    ("step", "sign"),
    [
        ((0.0, -1.0), "↑"),
        ((1.0, -1.0), "↗"),
        ((2.0, -1.0), "→"),
        ((1.0, 0.0), "↘"),
        ((0.0, 1.0), "↓"),
        ((-1.0, 1.0), "↙"),
        ((-2.0, 1.0), "←"),
        ((-1.0, 0.0), "↖"),
        ((0.1, -2.0), "↑"),
        ((-0.1, -2.0), "↑"),
        ((-0.8, -1.6), "↑"),
        ((-1.0, -1.5), "↖"),
        ((0.0, 0.0), "○"),
        ((0.0, 0.5), "↓"),
        (None, "○"),
    ],
)
def test_a_course_is_an_arrow_of_eight(step: tuple[float, float] | None, sign: str) -> None:
    assert arrow(step) == sign


def test_a_bearing_is_told_in_degrees_from_north() -> None:
    found = [bearing(step) for step in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))]
    assert [round(b, 6) for b in found] == [0, 60, 120, 180, 240, 300]


# ---- above the boards


def test_the_line_above_says_when_it_is_and_never_a_turn_after_the_last() -> None:
    view = table()
    assert plain(boards(view).head(view)) == "09:00, turn 10 of 126, Orders, 15 September 1940"
    over = replace(view, common=replace(view.common, turn=127, phase="over"))
    assert "turn 126 of 126" in plain(boards(over).head(over))


def test_the_rooms_state_has_weather_limits_ground_and_score_as_far_as_they_are_known() -> None:
    view = table(scrambled=1.5, scramble_limit=3, committed=4.0, response_level=9, damaged_stations=(), score=None)
    weather, limits = plain(boards(view).state(view))
    assert weather == plain(boards(view).weather(view))
    assert limits == "Scrambled this turn: 1.5 of 3. Squadrons committed: 4; Response Level 9."
    account = replace(view, score=2.5, damaged_stations=("chain_home:Ventnor",), rooms_hit=("Kenley",))
    found = plain(boards(account).state(account))
    assert found[2:] == ["Out of action: Kenley, Ventnor.", "The Luftwaffe’s victory points: 2.5."]
    other = replace(first_view(seat="luftwaffe"), score=None)
    assert plain(boards(other).state(other)) == [plain(boards(other).weather(other))]
    assert len(boards(other).state(replace(other, score=0.0))) == 2, "no points are a score, too"


def test_what_works_by_half_is_told_by_itself() -> None:
    view = table(damaged_stations=(), rooms_hit=(), mobile_stations=("chain_home:Rye",), emergency_rooms=("Biggin Hill",))
    assert plain(boards(view).ground(view)) == ["By half the range: Biggin Hill, Rye."]
    both = replace(view, rooms_hit=("Tangmere",))
    assert plain(boards(both).ground(both)) == ["Out of action: Tangmere.", "By half the range: Biggin Hill, Rye."]
    neither = replace(view, mobile_stations=(), emergency_rooms=())
    assert boards(neither).ground(neither) == []


def test_one_weather_is_told_everywhere_and_else_the_most_frequent_first() -> None:
    view = table()
    assert "scattered cloud everywhere;" in plain(boards(view).weather(view))
    other = replace(view, common=replace(view.common, weather={**view.common.weather, "london": "overcast", "kenley": "fair"}, sun=134.6))
    found = plain(boards(other).weather(other))
    assert found.startswith("Weather: scattered cloud, but ") and "everywhere" not in found
    assert "(London)" in found and "(Kenley)" in found and "stands at 135°" in found
    assert found.count("scattered") == 1


# ---- plots


def test_a_plot_that_has_faded_or_was_never_told_is_off_the_table() -> None:
    view = table(track(1), track(2, faded=True), track(3, level=0), track(4, level=1))
    assert [t.number for t in on_the_table(view)] == [1, 4]
    assert [row[0] for row in boards(view).plots(view).rows] == ["H1r", "H4r"]


def test_a_plot_has_its_row() -> None:
    sent = airborne(one(), "5028", vector={"kind": "track", "hex": "5129", "angels": 18, "track": 7, "field": None})
    view = with_squadron(table(track(7, "5430", "5129", level=4, age=3, tallied_by=("54 Squadron",))), sent)
    found = boards(view).plots(view)
    row = plain(found.rows[0])
    assert row[:6] == ["H7r", "4", "60", "16", "15 min", "← 3"]
    assert row[6] == plain(boards(view).names.at(Words("en"), "5129")) and row[7] == "501→ 54*"
    assert [found.heads[i] for i in found.right] == ["level", "strength", "Angels", "age"] and len(found.heads) == len(row)
    assert [s.unit for s in sent_to(view, view.tracks[0])] == [UNIT]
    alone = table(track(7, "5129"))
    assert plain(boards(alone).plots(alone).rows[0][5:]) == ["○ ?", row[6], "nobody"]
    assert sent_to(alone, alone.tracks[0]) == []


@pytest.mark.parametrize(
    ("course", "speed"), [((1.0, 0.5), "1.5"), ((1 / 3, 0.0), "0.3"), ((-1.0, 2.0), "2"), ((0.5, -0.25), "0.5"), ((0.0, 0.0), "0")]
)
def test_the_speed_of_a_plot_is_in_hexes_a_turn(course: tuple[float, float], speed: str) -> None:
    view = table(track(1, course=course))
    assert boards(view).plots(view).rows[0][5].split()[1] == speed


# ---- raids


def raid(**changes: Any) -> tuple[LuftwaffeView, RaidView]:
    """The Luftwaffe's room with one raid of the 15th of September, in the air over the Straits."""
    view: LuftwaffeView = first_view(seat="luftwaffe")
    found = next(r for r in view.raids if len(r.plan.units) > 2 and r.plan.secondary is not None)
    unit = view.raids[0].units[0]
    units = tuple(
        replace(unit, unit=u.unit, aircraft="do_17z", role=u.role, strength=9, sent=10, hex=Hex(10, 20), angels=16, state="with_raid")
        for u in found.plan.units
    )
    flying = replace(found, state="flying", hex=Hex(10, 20), angels=found.plan.form_angels + 2, units=units)
    changed = replace(flying, **changes)
    return replace(view, raids=(changed,)), changed


def raid_row(**changes: Any) -> list[list[str]]:
    view, _ = raid(**changes)
    rows: list[list[str]] = plain(boards(view).raids(view).rows)
    return rows


def test_a_raid_in_the_air_is_told_where_it_is() -> None:
    view, found = raid()
    (row,) = raid_row()
    names, words = boards(view).names, Words("en")
    assert row[:4] == [found.code, "under way", view.common.time_of(found.form_turn), str(found.plan.form_angels + 2)]
    assert row[4] == plain(names.at(words, found.hex.label))
    assert row[5] == " / ".join(plain([names.target(words, found.plan.primary), names.target(words, found.plan.secondary)]))
    assert row[6] == ", ".join(f"{u.unit} 9/10" for u in found.plan.units)
    assert [boards(view).raids(view).heads[i] for i in boards(view).raids(view).right] == ["Angels"]


def test_a_planned_raid_is_told_where_it_forms_and_an_ended_one_nowhere() -> None:
    view, found = raid()
    (row,) = raid_row(state="planned", units=())
    assert row[3] == str(found.plan.form_angels)
    assert row[4] == plain(boards(view).names.at(Words("en"), found.plan.form_at.label))
    assert row[6] == ", ".join(f"{u.unit} {u.aircraft}" for u in found.plan.units)
    (row,) = raid_row(state="ended")
    assert row[3] == str(found.plan.form_angels) and row[4] == "–"


def test_marks_tell_added_bombed_called_and_deaf_raids() -> None:
    view, found = raid()
    assert raid_row(added=7)[0][0] == f"{found.code} +"
    assert raid_row(bombed=True)[0][1] == "under way *"
    assert raid_row(called=Call("recall"))[0][1] == f"under way ({plain(Words('en')('log.call.recall'))})"
    now = view.common.turn
    until = f"under way (hears nothing before {view.common.time_of(now + 1)})"
    assert raid_row(deaf=now)[0][1] == until
    assert raid_row(deaf=now - 1)[0][1] == "under way"
    assert raid_row(deaf=now, state="gathering")[0][1] == until.replace("under way", plain(Words("en")("ops.state.gathering")))
    assert "hears" not in raid_row(deaf=now, state="over_target")[0][1]


def test_units_that_are_not_with_their_raid_have_a_line_for_each_hex() -> None:
    view, found = raid()
    first, second, *rest = found.units
    home = replace(first, state="going_home", hex=Hex(12, 24), angels=8, strength=4)
    more = replace(second, state="going_home", hex=Hex(12, 24), angels=10, strength=7, role=home.role)
    rows = raid_row(units=(home, more, *rest))
    place = plain(boards(view).names.at(Words("en"), Hex(12, 24).label))
    assert len(rows) == 2
    assert rows[1] == ["", plain(Words("en")("ops.state.going_home")), "", "10", place, "", f"{more.unit} 7, {home.unit} 4"]
    assert rows[0][6].startswith(f"{home.unit} 4/10−, {more.unit} 7/10−, ") and rows[0][6].endswith(" 9/10")
    assert len(raid_row(units=(home, more, *rest), state="ended")) == 1


# ---- what the Luftwaffe believes, and convoys


def test_reports_are_told_the_newest_first_with_their_age() -> None:
    view, found = raid()
    reports = tuple(
        GroundReport(turn, turn - 1, by, found.code, name, lost=lost)  # type: ignore[arg-type]
        for turn, by, name, lost in ((1, "crews", "Kenley", 2), (2, "reconnaissance", "Biggin Hill", 1))
    )
    view = replace(view, common=replace(view.common, turn=6), reports=reports)
    board = boards(view).reports(view)
    rows = plain(board.rows)
    assert [row[:3] for row in rows] == [["25 min", "Biggin Hill", "reconnaissance"], ["30 min", "Kenley", "crews"]]
    assert all(found.title["en"] in row[4] or found.code in row[4] for row in rows)
    assert board.right == (0,) and board.heads[0] == "age"


def convoy(**changes: Any) -> ConvoyView:
    plain_one = ConvoyView("peewit", {"en": "Peewit", "fr": "Peewit"}, "under_way", from_label("5129"), 45, 20, 3, 2, 0, 12)
    return replace(plain_one, **changes)


def test_the_rafs_convoys_are_told_as_they_are() -> None:
    view = table(convoys=(convoy(), convoy(state="to_come"), convoy(state="in_port")))
    rows = plain(boards(view).convoys(view).rows)
    assert [row[2] for row in rows] == [plain(boards(view).names.at(Words("en"), "5129")), view.common.time_of(12), "–"]
    assert [row[3] for row in rows] == ["045°", "–", "–"]
    assert {row[4] for row in rows} == {"17/20"} and all("Peewit" in row[0] for row in rows)


def test_the_luftwaffes_convoys_are_told_as_they_were_seen() -> None:
    view: LuftwaffeView = first_view(seat="luftwaffe")
    view = replace(view, common=replace(view.common, turn=9), convoys=(ConvoySighting(2, 6, from_label("5129"), 225, 14),))
    (row,) = plain(boards(view).convoys(view).rows)
    assert row == ["2", "15 min", plain(boards(view).names.at(Words("en"), "5129")), "225°", "14 ships"]


# ---- the tote


def test_sectors_come_in_order_those_of_11_group_first() -> None:
    found = [(group, sector) for group, sector, _ in by_sector(table())]
    assert found == sorted(found, key=lambda at: (at[0] != 11, *at)) and found[0] == (11, "Biggin Hill")
    assert {group for group, _ in found} == {10, 11, 12}
    assert sum(len(units) for _, _, units in by_sector(table())) == len(table().squadrons)


def test_a_squadron_has_its_row_on_the_tote() -> None:
    view = with_squadron(table(), airborne(one(), "5129", angels=18, fuel=9, strength=7))
    board = boards(view).tote(view)
    row = next(row for row in plain(board.rows) if row[2] == "501")
    assert row[:9] == ["11", "Kenley", "501", "Hurricane I", "7", "Airborne", "18", "9", one().station]
    assert [board.heads[i] for i in board.right] == ["Group", "strength", "Angels", "turns left"]
    ground = next(row for row in plain(boards(table()).tote(table()).rows) if row[2] == "501")
    assert ground[5:] == ["Ready", "", "", one().station, ""]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"scrambling": True}, ["scrambling"]),
        ({"scrambling": True, "on_request": True}, ["scrambling", "asking 11 Group"]),
        ({"on_request": True}, []),
        ({"box": "available", "becoming": "ready", "turns_to_next": 2}, ["(Ready in 10 min)"]),
        ({"box": "available", "becoming": "ready", "turns_to_next": None}, []),
        ({"stance": "bombers_first"}, []),
        ({"stance": "bombers_first", "scrambling": True}, ["scrambling", "Bombers first"]),
        ({"stance": "wait", "waits_for": "54 Squadron", "scrambling": True}, ["scrambling", "waits for 54"]),
        ({"heard": 9, "ring": 2}, []),
        ({"controlled": False}, []),
        ({"ammo": "low"}, ["ammunition low"]),
    ],
)
def test_what_a_squadron_on_the_ground_is_about(changes: dict[str, Any], told: list[str]) -> None:
    view = table()
    assert plain(boards(view).doing(view, replace(one(), **changes))) == told


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"stance": "bombers_first"}, ["Bombers first"]),
        ({"stance": "any_enemy"}, []),
        ({"controlled": False}, ["not controlled"]),
        ({"controlled": False, "heard": 9, "ring": 2}, ["last heard 08:55, ring 2"]),
        ({"ammo": "low"}, ["ammunition low"]),
        ({"on_request": True}, []),
    ],
)
def test_what_a_squadron_in_the_air_is_about(changes: dict[str, Any], told: list[str]) -> None:
    view = table()
    s = airborne(one(), "5129", vector=None, **changes)
    unsure = "~" if s.ring else ""
    assert plain(boards(view).doing(view, s)) == [unsure + plain(boards(view).names.at(Words("en"), "5129")), *told]


@pytest.mark.parametrize(
    ("vector", "tally", "told"),
    [
        (None, None, ""),
        (None, 4, " * 4"),
        ({"kind": "home", "field": "Kenley", "track": None, "hex": "5129"}, None, " → Kenley"),
        ({"kind": "hex", "field": None, "track": None, "hex": "5129"}, None, " → 5129"),
        ({"kind": "track", "field": None, "track": 3, "hex": "5129"}, None, " → 3"),
        ({"kind": "track", "field": None, "track": 3, "hex": "5129"}, 4, " * 4"),
    ],
)
def test_whither_a_squadron_goes(vector: dict[str, Any] | None, tally: int | None, told: str) -> None:
    assert goal(replace(one(), vector=vector, tally=tally)) == told


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"strength": 12}, "Ready 501"),
        ({"strength": 11}, "Ready 501(11)"),
        ({"strength": 0, "box": "gone"}, "Lost 501"),
        ({"strength": 12, "scrambling": True}, "Ready 501↑"),
        ({"strength": 12, "scrambling": True, "becoming": "ready", "turns_to_next": 1}, "Ready 501↑"),
        ({"strength": 12, "box": "available", "becoming": "ready", "turns_to_next": 3}, "Available 501 (Ready in 15 min)"),
        ({"strength": 12, "box": "available", "becoming": "ready", "turns_to_next": None}, "Available 501"),
        ({"strength": 12, "box": "airborne", "angels": 14}, "Airborne 501 A14"),
        ({"strength": 12, "box": "airborne", "angels": 14, "scrambling": True, "tally": 3}, "Airborne 501 A14 * 3"),
        ({"strength": 12, "box": "airborne", "angels": 14, "controlled": False}, "Airborne 501 A14 not controlled"),
    ],
)
def test_a_squadron_in_short_on_the_line_of_its_sector(changes: dict[str, Any], told: str) -> None:
    view = replace(table(), squadrons=(replace(one(), **changes),))
    assert plain(boards(view).sectors(view).rows) == [["11", "Kenley", told]]
    assert boards(view).sectors(view).right == (0,)


def test_the_boxes_of_a_sector_are_told_from_the_air_down() -> None:
    units = [u for u in table().squadrons if (u.group, u.sector) == (11, "Kenley")]
    boxes = ("released", "airborne", "ready", "ready")
    view = replace(table(), squadrons=tuple(replace(u, box=box, strength=12, angels=10) for u, box in zip(units, boxes, strict=False)))
    first, second, third, fourth = (short(u.unit) for u in units[:4])
    assert plain(boards(view).sectors(view).rows) == [
        ["11", "Kenley", f"Airborne {second} A10 · Ready {third}, {fourth} · Released {first}"]
    ]
