"""Orders at the thing itself: what they would bring about, one menu everywhere, Wings as one, Sectors at once, everyone listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from bob.day.state.orders import Pancake, Scramble, SendTo, Stance
from bob.day.state.position import RAF
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.map import PlottingTable
from bob.desk.map.lists import things
from bob.desk.map.plotting_desk import PlottingDesk
from bob.desk.panels.orders.who_goes import WhoGoesBox
from bob.desk.panels.tote import Tote
from bob.desk.session.foretold import ReachForecast, foretell, foretold_text, order_for, ordered_ways
from bob.desk.session.groups import group_title, leaders
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.squadron_people import introduced, shares
from bob.staff.advice.map.descriptions import HoverTeller
from bob.words import LANGUAGES, Words
from tests.desk.rooms import on_from, session_at, session_of, settings_in

pytestmark = pytest.mark.usefixtures("qapp")
DAY, TURN = "15_september_1940", 38


def at_play() -> DeskSession:
    return session_at(DAY, TURN, RAF)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def table(qtbot: QtBot, settings: Settings) -> PlottingTable:
    made = PlottingTable(at_play().world, settings)
    qtbot.addWidget(made)
    made.resize(900, 600)
    return made


@pytest.fixture
def desk(table: PlottingTable, settings: Settings) -> PlottingDesk:
    session = at_play()
    return PlottingDesk(session, settings, Names(session.world.theatre), table)


@pytest.fixture
def tote(qtbot: QtBot, settings: Settings) -> Tote:
    made = Tote(at_play(), settings)
    qtbot.addWidget(made)
    made.resize(520, 900)
    made.show()
    return made


def entries(menu: QMenu) -> Iterator[tuple[str, bool]]:
    """All that a menu says, with what its own menus say, and whether it can be used."""
    for action in menu.actions():
        if action.text():
            yield action.text(), action.isEnabled()
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from entries(inner)


# What an order would bring about


@pytest.mark.rule("OPS-B6.5")
def test_what_is_foretold_is_what_comes_of_the_order() -> None:
    seen: set[str] = set()
    for session in on_from(DAY, TURN, RAF):
        view = session.view(RAF)
        for s in leaders(session, view.squadrons):
            track = next((t for t in view.tracks if isinstance(foretell(session, s.unit, "track", t.number), ReachForecast)), None)
            if track is None or s.box in seen or s.scrambling:
                continue
            account = foretell(session, s.unit, "track", track.number)
            assert isinstance(account, ReachForecast)
            order = order_for(s, "track", track.number, account.angels)
            if session.check(RAF, order) is not None:
                continue
            one = session_of(session.match, RAF)
            one.play(RAF, order)
            p = one.match.position.squadrons[s.unit]
            vector = p.vector if s.box == "airborne" else p.ordered_off
            assert vector is not None and (vector.hex, vector.angels) == (account.goal, account.angels)
            if isinstance(order, Scramble):
                assert [f.unit for f in ordered_ways(one)] == [s.unit] and ordered_ways(one)[0].goal == account.goal
            seen.add(s.box)
        if seen >= {"airborne", "ready"}:
            return
    raise AssertionError(seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_way_place_time_and_height(language: str) -> None:
    session, words = at_play(), Words(language)
    names = Names(session.world.theatre)
    for s in session.view(RAF).squadrons:
        account = foretell(session, s.unit, "hex", session.world.fields[s.station].near, 16)
        if isinstance(account, ReachForecast):
            line = foretold_text(words, names, session, account)
            assert account.clock in line and str(5 * account.turns) in line and "Angels 16" in line and account.goal.label in line
            return
    raise AssertionError("nobody can be sent home")


# Menus


def test_the_menu_is_the_same_wherever_it_is_asked_for(desk: PlottingDesk, tote: Tote) -> None:
    session = desk.session
    unit = next(s.unit for s in session.view(RAF).squadrons if s.box == "ready")
    on_map = list(entries(desk.menu("squadron", unit, None)))
    assert on_map[0] == (unit, False) and any("Angels" in text for text, _ in on_map)
    asked: list[Any] = []
    tote.menu_asked.connect(lambda *of: asked.append(of))
    tote.select(unit)
    tote._menu(tote.board.visualRect(tote.model.index_of(unit)).center())
    kind, key, _, units = asked[-1]
    assert list(entries(desk.menu(kind, key, None, units=units))) == on_map
    people = session.people()[unit]
    assert all(part in " · ".join(text for text, _ in on_map) for part in introduced(desk.settings.words, people).split(" · "))


def test_an_airfield_and_a_sector_have_their_menus(desk: PlottingDesk) -> None:
    view = desk.session.view(RAF)
    sector = next(s.sector for s in view.squadrons if s.box == "airborne" and s.tally is None)
    at_field = [text for text, _ in entries(desk.menu("place", f"sector_station:{sector}", None))]
    of_sector = [text for text, _ in entries(desk.menu("sector", sector, None))]
    assert set(of_sector) <= set(at_field)
    assert desk.settings.words("desk_orders.menu.engage") in of_sector


@pytest.mark.rule("OPS-C3.3")
def test_one_gesture_gives_a_sector_its_rules_of_engagement(desk: PlottingDesk) -> None:
    session = desk.session
    view, words = session.view(RAF), desk.settings.words
    sector = next(s.sector for s in view.squadrons if s.box == "airborne" and s.tally is None and s.controlled and s.stance != "avoid")
    inner = next(a.menu() for a in desk.menu("sector", sector, None).actions() if a.text() == words("desk_orders.menu.engage"))
    assert isinstance(inner, QMenu)
    text = words("ops.stance.avoid")
    next(a for a in inner.actions() if a.text().lower() == text.lower()).trigger()
    now = [s for s in session.view(RAF).squadrons if s.sector == sector and (s.box == "airborne" or s.scrambling) and s.controlled]
    assert now and all(s.stance == "avoid" for s in now)


# Wings


def wing(session: DeskSession) -> list[Any]:
    view = session.view(RAF)
    return session.stack(next(s for s in view.squadrons if s.wing is not None and s.controlled and session.rules.spare(s) > 2))


@pytest.mark.rule("OPS-B2.6")
def test_a_wing_is_ordered_as_one(tote: Tote, desk: PlottingDesk) -> None:
    session = tote.session
    stack = wing(session)
    second, name = stack[1].unit, group_title(session, stack[0])
    assert group_title(session, stack[1]) == name and [s.unit for s in leaders(session, stack)] == [stack[0].unit]
    given: list[Any] = []
    session.entry_added.connect(lambda entry: given.append(entry.order))
    tote.select(second)
    tote.open_strip("stance")
    assert name in tote.strip.title.text()
    tote.strip.goal.setCurrentIndex(3)
    tote.strip.carry_out()
    assert [type(order) for order in given] == [Stance] and given[0].unit == stack[0].unit
    tote.open_strip("pancake")
    tote.strip.carry_out()
    assert {order.unit for order in given[1:]} == {s.unit for s in stack} and all(isinstance(o, Pancake) for o in given[1:])
    menu = [text for text, _ in entries(desk.menu("squadron", second, None))]
    assert desk.settings.words("desk_orders.menu.wing", units=name) in menu
    assert desk.settings.words("desk_orders.menu.alone", unit=second) in menu


# The strip


def test_a_group_goes_each_at_its_own_height_and_what_is_set_by_hand_holds_for_all(tote: Tote) -> None:
    session = tote.session
    view = session.view(RAF)
    free = [s for s in view.squadrons if s.box == "airborne" and s.wing is None and s.controlled and s.ammo != "none"]
    free = [s for s in free if session.check(RAF, SendTo(s.unit, 14, s.hex)) is None and session.rules.spare(s) > 3]
    for s, angels in zip(free[:2], (12, 16), strict=True):
        session.play(RAF, SendTo(s.unit, angels, s.hex))
    pair = [next(s for s in session.view(RAF).squadrons if s.unit == sent.unit) for sent in free[:2]]
    assert [session.ordered_height(s) for s in pair] == [12, 16]
    home = session.world.fields[pair[0].sector].near.label
    for by_hand in (False, True):
        tote._choose([s.unit for s in pair])
        tote.open_strip("vector")
        tote.strip.goal.setCurrentText(home)
        if by_hand:
            tote.strip.angels.setValue(10)
        orders = tote.strip._orders(tote.strip._intended("vector"))
        wanted = [10, 10] if by_hand else [session.height(s) for s in pair]
        assert [order.angels for order in orders] == wanted
        tote.strip.shut()


def test_advice_is_taken_only_when_it_is_asked_for(tote: Tote) -> None:
    session = tote.session
    view = session.view(RAF)
    s, track = next(
        (s, t)
        for s in view.squadrons
        if s.box == "airborne" and s.wing is None and session.check(RAF, SendTo(s.unit, 14, s.hex)) is None
        for t in view.tracks
        if not isinstance(session.reach(s.unit, t.number), str)
    )
    other = 14 if session.rules.suggested(s, track) != 14 else 16
    session.play(RAF, SendTo(s.unit, other, s.hex))
    s = next(now for now in session.view(RAF).squadrons if now.unit == s.unit)
    advised = session.rules.suggested(s, track)
    tote.select(s.unit)
    tote.open_strip("vector")
    tote.strip.goal.setCurrentText(track.label)
    assert tote.strip.angels.value() == session.ordered_height(s) == other != advised
    tote.strip.advise.click()
    assert tote.strip.angels.value() == advised


# Everyone, and who they are


def test_the_list_for_a_goal_has_everyone_with_a_filter_and_sends_several(qtbot: QtBot, desk: PlottingDesk) -> None:
    session = desk.session
    view = session.view(RAF)
    goal = next(t.number for t in view.tracks if not t.faded and t.level > 0)
    box = WhoGoesBox(desk.menus, desk.settings, "track", goal)
    qtbot.addWidget(box)
    assert {line.squadron.unit for line in box.lines} == {s.unit for s in leaders(session, view.squadrons) if s.strength > 0}
    assert all(line.why_not for line in box.lines if session.check(RAF, line.order) is not None)
    whom = next(p for p in session.people().values() if p.call_sign and p.commander)
    box.search.setText(str(whom.call_sign).lower())
    assert whom.unit in {line.squadron.unit for line in box.lines} and len(box.lines) < 5
    box.search.setText("")
    box.angels.setValue(18)
    assert all(line.order.angels == 18 for line in box.lines)


def test_squadrons_are_people_in_the_lists_and_at_the_block(desk: PlottingDesk) -> None:
    session = desk.session
    view, people, words = session.view(RAF), session.people(), Words("en")
    s = next(s for s in view.squadrons if s.box == "airborne" and people[s.unit].commander and people[s.unit].call_sign)
    p = people[s.unit]
    wording = HoverTeller(session.world, words, view, people).of("squadron", s.unit)
    listed = next(t for t in things(view, words, desk.names, people) if t.what == "squadron" and t.key == s.unit)
    for text in (wording, listed.cells[-1]):
        assert str(p.commander) in text and str(p.call_sign) in text and s.station in text and f"claims {p.kills}" in text
    assert p.sorties >= 1 and p.fatigue >= p.sorties - 1
    claimed = sum(e.data["claims"] or 0 for _, e in session.log(RAF) if e.code == "combat" and "track" in e.data)
    assert sum(p.kills for p in people.values()) == claimed


def test_the_shares_of_a_fight_add_up() -> None:
    assert shares(5, [["a", 6], ["b", 6]]) == {"a": 3, "b": 2}
    assert shares(4, [["a", 9], ["b", 3]]) == {"a": 3, "b": 1}
    assert shares(0, [["a", 1]]) == {"a": 0} and shares(3, []) == {}
