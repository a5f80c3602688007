"""Standing orders and patrol lines: ordinary orders by the seat's view, told, undone, proposed or given, seen on one page, switched off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bob.core import hexes
from bob.day.state.orders import Pancake, Readiness, Scramble, SendTo, Stance
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.desk.panels.orders.standing_desk import StandingDesk
from bob.desk.panels.orders.standing_page import StandingOrders
from bob.desk.session.open_decisions import open_decisions
from bob.desk.session.session import DeskSession
from bob.desk.session.standing import KINDS, StandingOrder, sector_at
from bob.desk.session.standing_wishes import HOME, PAIR, SOON_OVER_LAND, RafWishes, wishes
from bob.desk.session.standing_wording import standing_text, wish_text
from bob.staff.advice.fighter_command.alert_ladder import HALF
from bob.staff.advice.fighter_command.candidates import candidates
from bob.words import LANGUAGES, Words
from tests.desk.rooms import on_from, session_at, settings_in
from tests.desk.windows import due

pytestmark = pytest.mark.usefixtures("qapp")
DAY, TURN = "15_september_1940", 38


def raf(turn: int = TURN) -> DeskSession:
    return session_at(DAY, turn, RAF)


def given(session: DeskSession, *orders: StandingOrder) -> list[Any]:
    """What standing orders would give."""
    for order in orders:
        session.book.add(order)
    return [wish.order for wish in wishes(session)]


def flying(session: DeskSession) -> list[Any]:
    return [s for s in session.view(RAF).squadrons if s.box == "airborne" and s.controlled and s.tally is None]


def test_each_kind_is_told_in_both_languages() -> None:
    session = raf()
    names = Names(session.world.theatre)
    at = session.view(RAF).squadrons[0].hex
    for language in LANGUAGES:
        words = Words(language)
        for kind in (*KINDS[RAF], *KINDS[LUFTWAFFE]):
            text = standing_text(words, names, StandingOrder(kind, "Kenley", number=2, angels=14, a=at, b=at, unit="72 Squadron"))
            assert text and "{" not in text and kind not in text.split("_"), text
    line = StandingOrder("patrol", angels=14, a=at, b=hexes.neighbours(at)[0])
    assert standing_text(Words("en"), names, line) != standing_text(Words("en"), names, replace(line, b=None))


@pytest.mark.rule("OPS-B7.2")
def test_so_many_squadrons_are_kept_at_ready() -> None:
    session = raf()
    found = given(session, StandingOrder("ready", number=4))
    assert found and all(isinstance(order, Readiness) and session.check(RAF, order) is None for order in found)
    view = session.view(RAF)
    for sector in {s.sector for s in view.squadrons}:
        here = [s for s in view.squadrons if s.sector == sector and s.box != "gone"]
        have = sum("ready" in (s.box, s.becoming) or s.scrambling for s in here)
        asked = [o for o in found if o.unit in {s.unit for s in here}]
        assert len(asked) <= max(0, 4 - have)
    session.book.all_off()
    assert wishes(session) == []


def test_with_little_fuel_they_come_home_and_with_more_they_stay() -> None:
    session = raf()
    up = flying(session)
    spare = {s.unit: session.rules.spare(s) for s in up if (s.vector or {}).get("kind") != "home"}
    least = min(spare.values())
    home = given(session, StandingOrder("land", number=least))
    assert {o.unit for o in home} == {unit for unit, left in spare.items() if left <= least}
    assert all(isinstance(o, Pancake) for o in home)
    assert not given(session, StandingOrder("land", number=least - 1))


@pytest.mark.rule("OPS-C3.3")
def test_a_sector_is_given_rules_of_engagement_at_once() -> None:
    session = raf()
    sector = next(s.sector for s in flying(session) if s.stance != "avoid")
    found = given(session, StandingOrder("stance", sector, stance="avoid", acts=True))
    assert found and all(isinstance(o, Stance) and o.stance == "avoid" for o in found)
    assert {session.squadron(o.unit).sector for o in found} == {sector}  # type: ignore[union-attr]
    session.play_all(RAF, found)
    assert wishes(session) == [], "done once, it asks no more"


def test_pairs_go_up_against_what_is_strong_only() -> None:
    for session in on_from(DAY, TURN, RAF):
        strong = [r for r in session.ladder(session.view(RAF)) if r.foes and r.coast is not None and not r.old and r.have < PAIR - HALF]
        strong = [r for r in strong if (r.coast or 0) <= SOON_OVER_LAND]
        strong = [r for r in strong if r.foes and candidates(session, session.view(RAF), session.track(r.number))]  # type: ignore[arg-type]
        if strong:
            break
    least = max(r.foes or 0 for r in strong)
    found = given(session, StandingOrder("pairs", number=least))
    assert found and all(isinstance(o, Scramble | SendTo) for o in found)
    against = [str(wish.values["track"]) for wish in wishes(session)]
    assert len(against) == len(found)
    for label in set(against):
        rung = next(r for r in session.ladder(session.view(RAF)) if r.label == label)
        assert (rung.foes or 0) >= least and against.count(label) <= PAIR
        assert all(o.track in (rung.number, None) for o, text in zip(found, against, strict=True) if text == label)
    assert not given(session, StandingOrder("pairs", number=least + 1))


def test_squadrons_keep_to_their_own_sector_when_that_is_ordered() -> None:
    for session in on_from(DAY, TURN, RAF):
        view = session.view(RAF)
        all_ = [(t, s) for t in view.tracks if not t.faded for s in candidates(session, view, t)]
        away = [s for t, s in all_ if sector_at(session.world, session.reach(s.squadron.unit, t.number, s.angels).hex) != s.squadron.sector]  # type: ignore[union-attr]
        if away and len(away) < len(all_):
            break
    session.book.add(StandingOrder("own"))
    left = [s for t in view.tracks if not t.faded for s in candidates(session, view, t)]
    assert len(left) == len(all_) - len(away)
    session.book.change(0, on=False)
    assert len([s for t in view.tracks if not t.faded for s in candidates(session, view, t)]) == len(all_)


def test_who_is_led_is_led_on_at_the_height_ordered() -> None:
    for session in on_from(DAY, TURN, RAF):
        found = given(session, StandingOrder("lead"))
        if found:
            break
    for order in found:
        s = session.squadron(order.unit)
        assert s is not None and s.vector is not None and (order.track, order.angels) == (s.vector["track"], s.vector["angels"])
    session.play_all(RAF, found)
    again = {wish.order.unit for wish in wishes(session)}
    assert not again & {order.unit for order in found}


def test_a_patrol_line_is_flown_to_and_fro_till_the_fuel_sends_it_home_and_is_relieved() -> None:
    session = raf()
    view = session.view(RAF)
    s = next(s for s in flying(session) if s.wing is None and session.rules.spare(s) > 2)
    a, b = s.hex, next(h for h in hexes.neighbours(s.hex) if h in session.world.theatre.grounds and h not in session.world.barred)
    line = StandingOrder("patrol", s.sector, angels=14, a=a, b=b)
    on_it = replace(s, vector={"kind": "hex", "hex": a.label, "angels": 14, "track": None, "field": None})

    def one(changed: Any) -> list[Any]:
        others = tuple(changed if o.unit == s.unit else replace(o, box="released") if o.box == "ready" else o for o in view.squadrons)
        return [(w.order, w.acts) for w in RafWishes(session, replace(view, squadrons=others)).all([line])]

    assert one(on_it) == [(SendTo(s.unit, 14, hex=b), True)], "at one end it goes on to the other, and asks nobody"
    between = replace(on_it, vector={**(on_it.vector or {}), "hex": b.label})
    assert one(between) == [], "on its way it is left alone"
    low = replace(on_it, fuel=session.rules.home_in(s, s.hex) + HOME)
    assert one(low) == [(Pancake(s.unit), True)]
    ready = next((o for o in view.squadrons if o.box == "ready" and o.sector == s.sector and not o.scrambling), None)
    relief = [(w.order, w.acts) for w in RafWishes(session, view).all([line])]
    if ready is not None:
        assert len(relief) == 1 and isinstance(relief[0][0], Scramble) and relief[0][0].hex == a and not relief[0][1]


def test_they_act_once_in_a_turn_say_so_and_can_be_undone(qtbot: QtBot, tmp_path: Path) -> None:
    session, settings = raf(), settings_in(tmp_path)
    names = Names(session.world.theatre)
    desk = StandingDesk(session, settings, names)
    lines: list[str] = []
    desk.announced.connect(lines.append)
    session.book.add(StandingOrder("ready", number=6, acts=True))
    before = session.number
    with qtbot.waitSignal(desk.announced):
        desk.again()
    done = session.number - before
    assert done and session.book.page.deeds and all(d.what in ("ready", "available") for d in session.book.page.deeds)
    assert lines[-1].startswith("Standing orders: ") and session.book.page.deeds[-1].values["unit"] in lines[-1]
    session.undo()
    due(qtbot)
    assert session.number == before + done - 1, "what is taken back stays so for this turn"
    for deed in session.book.page.deeds:
        assert "{" not in wish_text(settings.words, names, deed.what, deed.values)


def test_what_they_propose_is_one_enter() -> None:
    session = raf()
    orders = given(session, StandingOrder("ready", number=6))
    asked = next(d for d in open_decisions(session, Words("en"), Names(session.world.theatre)) if d.code == "standing")
    assert asked.order == tuple(orders) and asked.offers[0].order == asked.order and not asked.ends
    session.play_all(RAF, asked.order)
    assert all(d.code != "standing" for d in open_decisions(session, Words("en"), Names(session.world.theatre)))


def test_each_seat_has_its_own() -> None:
    session = raf()
    session.book.add(StandingOrder("ready", number=3))
    session.sit(LUFTWAFFE)
    assert session.book.orders == () and wishes(session) == []
    session.book.add(StandingOrder("recall", acts=True))
    session.sit(RAF)
    assert [o.kind for o in session.book.orders] == ["ready"]


def test_the_page_shows_adds_switches_and_strikes(qtbot: QtBot, tmp_path: Path) -> None:
    session = raf()
    page = StandingOrders(session, settings_in(tmp_path))
    qtbot.addWidget(page)
    page.show()
    assert page.table.rowCount() == 0 and page.empty.isVisible()
    page.what.setCurrentIndex(page.what.findData("land"))
    page._fields()
    page.where.setCurrentIndex(page.where.findData("Kenley"))
    qtbot.mouseClick(page.add_button, Qt.MouseButton.LeftButton)
    assert session.book.orders == (StandingOrder("land", "Kenley", number=2),) and page.table.rowCount() == 1
    page.table.setFocus()
    for key, expected in ((Qt.Key.Key_Space, (False, False)), (Qt.Key.Key_Return, (False, True)), (Qt.Key.Key_Space, (True, True))):
        qtbot.keyClick(page.table, key)
        assert (session.book.orders[0].on, session.book.orders[0].acts) == expected
    page.what.setCurrentIndex(page.what.findData("patrol"))
    page._fields()
    page.start.setText("Dover")
    page.end.setText("nowhere at all")
    page._add()
    assert len(session.book.orders) == 1 and page.notice.isVisible()
    page.end.setText("Dungeness")
    page._add()
    line = session.book.orders[-1]
    assert line.kind == "patrol" and line.a == session.world.theatre.find("Dover").near and line.b != line.a
    qtbot.mouseClick(page.off_button, Qt.MouseButton.LeftButton)
    assert not any(o.on for o in session.book.orders)
    page.table.setCurrentCell(0, 0)
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    assert [o.kind for o in session.book.orders] == ["patrol"]
    session.sit(LUFTWAFFE)
    assert page.table.rowCount() == 0 and [page.what.itemData(i) for i in range(page.what.count())] == ["recall"]
