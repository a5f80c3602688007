"""Who could be sent against a raid: the climb counted in, heights kept, a refused squadron in nobody's way, the ladder worked out once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from bob.day.rules.control import Meeting
from bob.day.state.orders import Pancake, Readiness, Scramble, SendTo
from bob.day.state.position import RAF
from bob.day.telling.period_names import Names
from bob.desk.panels.ladder.panel import cells
from bob.desk.session import seat_views
from bob.desk.session.open_decisions import open_decisions
from bob.desk.session.session import DeskSession, SeveralRefused
from bob.staff.advice.fighter_command.candidates import candidates, follows_in_vain, height_for, joint_candidates
from bob.words import Words
from tests.desk.rooms import on_from, session_at

pytestmark = pytest.mark.usefixtures("qapp")
DAY, TURN = "15_september_1940", 38


@pytest.fixture(scope="module")
def found() -> tuple[DeskSession, Any, list[Any]]:
    """The first turn in which several squadrons could be sent against one raid."""
    for session in on_from(DAY, TURN, RAF):
        view = session.view(RAF)
        for track in view.tracks:
            offers = candidates(session, view, track) if not track.faded else []
            if len(offers) > 3:
                return session, track, offers
    raise AssertionError("nobody can be sent")


def test_the_ladder_is_worked_out_once_for_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_at(DAY, TURN, RAF)
    asked: list[int] = []
    usual = seat_views.rungs
    monkeypatch.setattr(seat_views, "rungs", lambda *of: (asked.append(1), usual(*of))[1])
    for _ in range(2):
        open_decisions(session, Words("en"), Names(session.world.theatre))
        session.ladder(session.view(RAF))
    assert len(asked) == 1
    session.play(RAF, Readiness(next(s.unit for s in session.view(RAF).squadrons if s.box == "ready"), "available"))
    session.ladder(session.view(RAF))
    assert len(asked) == 2


@pytest.mark.rule("OPS-B6.5")
def test_offers_count_the_climb(found: tuple[DeskSession, Any, list[Any]]) -> None:
    session, track, offers = found
    for candidate in offers:
        unit, way = candidate.squadron.unit, session.rules.way(track)
        level = session.rules.met(candidate.squadron, way, None, session.stack(candidate.squadron))
        assert level is not None and candidate.turns >= level.turns
        higher = session.reach(unit, track.number, min(30, candidate.angels + 10))
        assert isinstance(higher, str) or higher.turns >= candidate.turns
    grounded = next(o for o in offers if o.squadron.box == "ready")
    top = session.world.types[grounded.squadron.aircraft].ceiling
    assert session.reach_hex(grounded.squadron.unit, grounded.squadron.hex, top) >= 1  # type: ignore[operator]
    assert any(
        isinstance(low := session.reach(o.squadron.unit, track.number, 2), Meeting)
        and (isinstance(high := session.reach(o.squadron.unit, track.number, 30), str) or high.turns > low.turns)
        for o in offers
        if o.squadron.box == "ready"
    )


def test_a_height_once_ordered_is_kept_but_not_below_the_raid() -> None:
    session = session_at(DAY, TURN, RAF)
    view = session.view(RAF)
    track = next(t for t in view.tracks if not t.faded and t.last.angels is not None)
    account = track.last.angels
    assert account is not None
    s = next(s for s in view.squadrons if s.box == "airborne" and s.vector is not None and s.vector["kind"] != "home")
    high = replace(s, vector={**(s.vector or {}), "angels": account + 8})
    assert session.height(high, track) == account + 8 and height_for(session, high, track) == (account + 8, None)
    low = replace(s, vector={**(s.vector or {}), "angels": max(0, account - 4)})
    assert session.height(low, track) == max(0, account - 4)
    angels, was = height_for(session, low, track)
    assert angels >= min(account, session.world.types[s.aircraft].ceiling) and was == max(0, account - 4)
    home = replace(s, vector={**(s.vector or {}), "kind": "home", "angels": 0})
    assert session.ordered_height(home) is None and session.height(home, track) == session.rules.suggested(home, track)


def test_one_enter_sends_as_many_as_are_advised_and_none_beyond_the_limit(found: tuple[DeskSession, Any, list[Any]]) -> None:
    session, _, offers = found
    view = session.view(RAF)
    two = joint_candidates(session, view, offers, 2.0)
    assert [s.squadron.unit for s in two] == [s.squadron.unit for s in offers[:2]]
    assert joint_candidates(session, view, offers, 0.5) == []
    many = joint_candidates(session, view, offers, 99.0)
    scrambles = sum(s.weight for s in many if isinstance(s.order, Scramble) and not s.squadron.emergency)
    assert scrambles <= view.scramble_limit - view.scrambled


def test_a_refused_squadron_does_not_stop_the_others() -> None:
    session = session_at(DAY, TURN, RAF)
    ready = [s.unit for s in session.view(RAF).squadrons if s.box == "ready" and s.becoming is None and not s.scrambling][:2]
    lines: list[Any] = []
    session.refused.connect(lines.append)
    orders = [
        Readiness("nobody", "ready"),
        Readiness(ready[0], "available"),
        SendTo(ready[0], 10, track=1),
        Readiness(ready[1], "available"),
    ]
    refused = session.play_all(RAF, orders)
    assert [order for order, _ in refused] == [orders[0], orders[2]]
    assert all((s := session.squadron(unit)) is not None and s.box == "available" for unit in ready)
    assert len(lines) == 1 and isinstance(lines[0], SeveralRefused) and len(lines[0].errors) == 2
    session.play_all(RAF, [orders[0]])
    assert not isinstance(lines[-1], SeveralRefused)


def test_who_follows_a_raid_that_is_gone_is_brought_home_or_sent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for session in on_from(DAY, TURN, RAF):
        view = session.view(RAF)
        led = [s for s in view.squadrons if s.controlled and s.tally is None and (s.vector or {}).get("kind") == "raid"]
        led = [s for s in led if not follows_in_vain(session, view, s) and session.check(RAF, Pancake(s.unit)) is None]
        if led:
            break
    unit, words = led[0].unit, Words("en")
    monkeypatch.setattr(session, "ladder", lambda _: [])
    assert follows_in_vain(session, view, led[0])
    gone = next(d for d in open_decisions(session, words, Names(session.world.theatre)) if d.code == "chasing")
    assert Pancake(unit) in gone.order and gone.button == "Bring them home"


def test_who_is_sent_to_a_raid_that_gathers_waits_where_it_must_cross_the_coast() -> None:
    words = Words("en")
    for session in on_from("15_august_1940", 2, RAF):
        view, names = session.view(RAF), Names(session.world.theatre)
        rung = next((r for r in session.ladder(view) if r.gathering and r.lacking), None)
        asked = [d for d in open_decisions(session, words, names) if rung is not None and d.key == f"raid/{rung.number}"]
        if rung is not None and asked:
            break
    assert rung is not None and rung.post is not None and session.rules.from_shore(rung.post) <= 1
    offer = asked[0].offers[0]
    orders = offer.order if isinstance(offer.order, tuple) else (offer.order,)
    assert all(order.track is None and order.hex == rung.post for order in orders), "nobody knows yet where it goes"
    assert "on patrol" in offer.text and f"To wait {names.at(words, rung.post.label)}" in offer.tip
    session.play_all(RAF, orders)
    after = next(r for r in session.ladder(session.view(RAF)) if r.number == rung.number)
    assert set(after.sent) == {order.unit for order in orders} and after.waiting == len(orders) and after.have > rung.have
    assert cells(after, words)["meet"] == "waits"
