"""The alert ladder: what threatens in order, from the view alone; Enter orders what presses, and passing over it has to be meant."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from bob.day.state.position import LUFTWAFFE
from bob.desk.panels.ladder.panel import COLUMNS, Ladder, cells, odds, sentence
from bob.desk.session.open_decisions import AT_ONCE, IN_VAIN, QUICK, OpenDecision, _by
from bob.desk.window.window import DeskWindow
from bob.staff.advice.fighter_command.alert_ladder import OLD, SLOWEST, Rung, _coast, _order
from bob.words import LANGUAGES, Words
from tests.desk.desks import LUFTWAFFE_SEATS, first_order, quiet
from tests.desk.windows import begin, on

pytestmark = pytest.mark.usefixtures("qapp")


def until(qtbot: QtBot, window: DeskWindow, code: str) -> OpenDecision | None:
    """Play the person's seat, order by order, until it is asked about something of a kind; what is asked."""
    session, room = window.session, window.room
    assert session is not None and room is not None
    for _ in range(200):
        quiet(qtbot, session)
        found = next((d for d in room.decisions.queue if d.code == code), None)
        if session.is_over or (found is not None and (code == "ready" or room.decisions.first == found)):
            return found
        session.play(session.seated, first_order(room.decisions.queue))
    return None


COMING = Rung(3, "H3", "100+", "~12", 180, 2, (("Dover", 3),), (), 0, 100, None, 6, 0.0, 1)


def test_a_rung_presses_when_it_is_near_with_too_few_against_it() -> None:
    assert COMING.lacking and COMING.pressing
    assert not replace(COMING, coast=5).pressing
    assert not replace(COMING, coast=None).pressing
    assert not replace(COMING, have=6.0).lacking
    one = replace(COMING, sent=("72 Squadron",), aircraft=12, have=1.0, meet=2)
    assert one.pressing, "one squadron against a hundred is not enough"


@pytest.mark.parametrize(("bombers", "told"), [(None, None), (0, "No bombers were seen in it."), (12, "Bombers counted in it: 12.")])
def test_the_ladder_says_how_many_bombers_were_counted(bombers: int | None, told: str | None) -> None:
    text = sentence(replace(COMING, bombers=bombers), Words("en"))
    assert "ombers" not in text if told is None else told in text


def test_who_comes_to_look_and_what_is_half_met_press_nobody() -> None:
    assert not replace(COMING, foes=1, need=1).pressing, "one aircraft is told of, and takes no Enter"
    assert not replace(COMING, need=1, have=0.5).lacking, "a squadron in the fight with half of its rounds is enough for one advised"
    spent = replace(COMING, need=2, have=1.0, sent=("72 Squadron", "92 Squadron"))
    assert spent.spent and spent.pressing
    assert not COMING.spent and not replace(spent, need=3).spent


def test_a_plot_of_twenty_minutes_ago_does_not_nag() -> None:
    assert replace(COMING, age=OLD - 1).pressing and not replace(COMING, age=OLD).pressing
    words = Words("en")
    assert str(5 * OLD) in sentence(replace(COMING, age=OLD), words) and "old" not in sentence(replace(COMING, age=OLD - 1), words)


def test_plots_too_rough_for_a_speed_give_the_soonest_time_and_what_is_at_sea_is_not_inland() -> None:
    sea = SimpleNamespace(from_shore=lambda h: h)

    def coast(away: int, inland_in: int, speed: int | None, age: int = 0) -> tuple[int, bool]:
        track = SimpleNamespace(last=SimpleNamespace(hex=away), age=age)
        return _coast(sea, SimpleNamespace(track=track, inland_in=inland_in, guessed=False), speed)  # type: ignore[arg-type]

    assert coast(5, 8, None) == (2, True), "no raid flies at 40 miles in the hour: it is soon there"
    assert coast(5, 8, 180) == (8, False)
    assert coast(5, 8, None, age=1) == (1, True)
    assert coast(1, 0, 240) == (1, False), "it was plotted out at sea just now"
    assert coast(0, 0, 240) == (0, False) and coast(2, 0, 240, age=1) == (0, False)


def test_who_comes_when_a_raid_has_long_bombed_is_not_sent_by_one_enter() -> None:
    assert _by(replace(COMING, coast=3), IN_VAIN) == 3 + IN_VAIN
    inland = replace(COMING, coast=0, over_land=2)
    assert _by(inland, IN_VAIN) == IN_VAIN - 2 and _by(replace(inland, over_land=9), IN_VAIN) == QUICK


@pytest.mark.slow
def test_enter_in_the_ladder_goes_on_where_nothing_can_be_asked(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    room, session = window.room, window.session
    assert room is not None and session is not None and until(qtbot, window, "raid") is not None
    ladder = room.panels["ladder"]
    assert isinstance(ladder, Ladder)
    row = next(i for i, rung in enumerate(ladder.rungs) if room.decisions.may_ask(rung.number))
    ladder.select(ladder.rungs[row].number)

    def claims() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        ladder.table.event(event)
        return event.isAccepted()

    assert claims()
    ladder.may_ask = lambda number: False
    assert not claims(), "the strip says that Enter goes on"


def test_the_tip_repeats_nothing_that_is_seen(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    assert until(qtbot, window, "raid") is not None and window.room is not None
    ladder = window.room.panels["ladder"]
    assert isinstance(ladder, Ladder)
    tip = ladder.table.item(0, 0).toolTip()  # type: ignore[union-attr]
    assert f"Raid: {ladder.rungs[0].label}" not in tip and max(map(len, tip.splitlines())) <= 140


def test_who_comes_too_low_is_told_so() -> None:
    words, sent = Words("en"), replace(COMING, sent=("72 Squadron",), aircraft=12, have=1.0)
    assert cells(replace(sent, low=True), words)["meet"] == words("desk.ladder.low") != cells(sent, words)["meet"]
    assert sentence(replace(sent, low=True), words) != sentence(sent, words) != sentence(replace(sent, missed=1), words)


def test_of_raids_as_near_as_each_other_the_one_with_most_lacking_comes_first() -> None:
    inland = replace(COMING, number=4, coast=0, need=12, have=11.0, foes=99)
    alone = replace(COMING, number=7, coast=1, need=10, foes=77)
    far = replace(COMING, number=5, coast=3, need=14)
    assert [r.number for r in sorted([far, inland, alone], key=_order)] == [7, 4, 5]
    assert sorted([alone, replace(far, have=14.0)], key=_order)[0] == alone


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_guessed_is_told_so(language: str) -> None:
    words = Words(language)
    known, guessed, gathers = COMING, replace(COMING, guessed=True), replace(COMING, guessed=True, gathering=True)
    assert len({cells(rung, words)["coast"] for rung in (known, guessed, gathers)}) == 3
    assert "15" in cells(known, words)["goal"] and "15" not in cells(guessed, words)["goal"], "a guessed way has no times"
    assert "?" in cells(guessed, words)["goal"] and len({sentence(rung, words) for rung in (known, guessed, gathers)}) == 3
    spent = replace(COMING, need=2, have=1.0, sent=("72 Squadron", "92 Squadron"))
    assert sentence(spent, words) != sentence(replace(spent, sent=("72 Squadron",)), words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_tells_whether_enough_are_sent(language: str) -> None:
    words = Words(language)
    few = replace(COMING, sent=("72 Squadron",), aircraft=12, have=1.0, meet=2)
    assert len({sentence(rung, words) for rung in (COMING, few, replace(few, have=6.0), replace(COMING, coast=None))}) == 4
    values = cells(few, words)
    assert set(values) == set(COLUMNS)
    assert (values["sent"], values["odds"].replace("\u00a0", " "), values["strength"]) == ("72", "12 : 100+", "100+")
    assert cells(COMING, words)["odds"] == ""


@pytest.mark.slow
def test_the_ladder_leads_to_what_can_be_sent(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    ladder = room.panels["ladder"]
    assert isinstance(ladder, Ladder) and not ladder.empty.isHidden()
    first = until(qtbot, window, "raid")
    assert first is not None and first.code == "raid" and ladder.rungs
    number = first.show[1] if first.show is not None else None
    if first.pressing:
        assert first.order == first.offers[0].order and first.button == first.offers[0].text
    room.decisions.leave()
    assert room.decisions.first is None or room.decisions.first.key != first.key, "passed over, it does not nag at once"
    row = next(i for i, rung in enumerate(ladder.rungs) if rung.number == number)
    ladder._ask(row)
    assert room.decisions.first is not None and room.decisions.first.key == first.key, "but can be asked for"
    assert room.card.isVisible()
    sent = len(session.ordered_off())
    room.card.findChildren(QPushButton)[0].click()
    quiet(qtbot, session)
    assert len(session.ordered_off()) >= sent


@pytest.mark.slow
def test_a_raid_makes_for_nothing_before_it_is_over_land(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    ladder = room.panels["ladder"]
    assert isinstance(ladder, Ladder)
    seen = 0
    for turn in range(2, 20):
        on(qtbot, window, turn)
        for rung in ladder.rungs:
            assert rung.coast is not None or not rung.goals
            assert all(turns >= (rung.coast or 0) for _, turns in rung.goals)
            assert rung.mph is None or rung.mph >= SLOWEST
            seen += len(rung.goals)
    assert seen


def test_the_card_hides_nothing_of_what_it_asks_about(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    first = until(qtbot, window, "raid")
    assert first is not None and first.show is not None and room.card.isVisible()
    card = room.card
    card.where = lambda kind, key: None
    card.place()
    usual = card.geometry()
    card.where = lambda kind, key: usual.center()
    card.place()
    assert not card.geometry().contains(usual.center()) or usual.width() > room.area.width() / 2
    card.where = room._on_area
    room.decisions.locate()
    card.place()
    at = room._on_area(*first.show)
    assert at is not None and not card.geometry().contains(at)


@pytest.mark.slow
def test_one_enter_brings_to_ready_who_is_wanted_and_leaving_it_does_not_nag(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, scenario="18_august_1940", seed="ready")
    session, room = window.session, window.room
    assert session is not None and room is not None
    asked = until(qtbot, window, "ready")
    assert asked is not None and asked.order == asked.offers[0].order
    assert set(asked.order) <= set(session.advised_readiness()) and 0 < len(asked.order) <= AT_ONCE
    while room.decisions.first is not None and room.decisions.first.code != "ready":
        room.decisions.leave()
    units = [order.unit for order in asked.order]
    room.decisions.leave()
    assert all(d.code != "ready" for d in room.decisions.queue)
    room.decisions._passed.clear()
    room.decisions._queue = None
    assert room.decisions.order(asked.order)
    assert all((s := session.squadron(unit)) is not None and s.becoming == "ready" for unit in units)
    assert not set(units) & {order.unit for order in session.advised_readiness()}


@pytest.mark.slow
def test_the_luftwaffe_has_no_ladder(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, LUFTWAFFE_SEATS)
    session, room = window.session, window.room
    assert session is not None and room is not None and session.seat == LUFTWAFFE
    ladder = room.panels["ladder"]
    assert isinstance(ladder, Ladder)
    assert not window.docks.has("ladder") and not ladder.rungs and session.ordered_off() == {}


def test_many_who_are_sent_leave_room_for_when_they_meet_it() -> None:
    words = Words("en")
    many = tuple(f"{n} Squadron" for n in range(1, 12))
    text = cells(replace(COMING, sent=many), words)["sent"]
    assert text == "1, 2, 3 +8" and cells(replace(COMING, sent=many[:4]), words)["sent"] == "1, 2, 3, 4"


def test_the_odds_are_a_bar_that_says_what_is_sure() -> None:
    sent = replace(COMING, sent=("72 Squadron",), aircraft=25, foes=75)
    assert odds(replace(sent, strength="75")) == (0.25, True) and odds(replace(sent, strength="~75")) == (0.25, False)
    assert odds(COMING) is None and odds(replace(sent, foes=None)) is None
