"""Over the target as it happens: each card of the Flak, each bomb; it can be skipped, and is not shown again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.campaigns.land.kit import KIT
from bob.core.game import Event
from bob.core.match import Match
from bob.desk.base.settings import Settings
from bob.desk.boards.cards_classic.bomb_watch import drawn_since, watched
from bob.desk.boards.cards_classic.flight_panel import FlightPanel
from bob.desk.boards.cards_classic.flight_pens import FlightPens
from bob.desk.campaigns.land.land_panel import LandPanel
from bob.desk.campaigns.room.bombing_scene import BombingScene, beats_of
from bob.desk.campaigns.room.room import NEWS
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.session.own_game import OwnGame
from bob.driver import Driver
from bob.staff.advice.campaigns.room_state import ANSWER_CARD, BOMB_CARD, SHOT_CARD, BombRun, BombScene, SceneCard
from tests.desk.boards.test_land_room import quiet, shown
from tests.desk.desks import own_game, settings_in
from tests.desk.rooms import copied

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

DESTROYERS = "4"
"""A seed by which the Channel battle begins with a raid on ships."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    made = settings_in(tmp_path)
    made.set_animate(True)
    return made


LEGS = ("ingress", "bomb_turn", "egress")


@cache
def _flown(wanted: str) -> tuple[Match[Any], Any]:
    """The raid before the axis gives an order by which such a thing is told, and that order."""
    match: Match[Any] = Match.new(KIT.make(), "channel_battle", DESTROYERS, {"missions": 1})
    players = {seat: KIT.player("sound", seat, "1", match.game) for seat in ("axis", "allied")}
    while match.to_move:
        seat = match.to_move[0]
        view, choices = match.view(seat), match.game.choices(match.position, seat)
        near = seat == "axis" and view.flight is not None and view.flight.leg in (*LEGS, "home_bound")
        before = copied(match) if near else match
        order = players[seat].orders(view, choices, len(match.entries))[0].order
        match.play(seat, order)
        if near and any(event.code == wanted for event in match.entries[-1].events):
            return before, order
    raise AssertionError(f"no {wanted}")


def raid(qtbot: QtBot, settings: Settings, wanted: str, *, given: bool = True) -> tuple[LandPanel, FlightPanel]:
    """A room in which the order is given by which such a thing is told; or is about to be given."""
    before, order = _flown(wanted)
    room = shown(qtbot, settings, OwnGame(Driver(copied(before), {"axis": "human", "allied": "sound"})))
    quiet(qtbot, room)
    if given:
        room.table.play(order)
        quiet(qtbot, room)
    assert isinstance(room.flown, FlightPanel)
    return room, room.flown


def test_flak_and_bombs_are_seen_card_by_card_as_they_are_drawn(qtbot: QtBot, settings: Settings) -> None:
    room, panel = raid(qtbot, settings, "bombs")
    view, log = room.flight.view, room.flight.log
    turn = drawn_since(log, 0)
    assert turn is not None
    scene = watched(FlightPens(settings, room.flight), view, log[slice(*turn)])
    assert scene is not None and panel.watch.scene == scene and panel.sights.currentWidget() is panel.watch
    drawn = [(event.code, face) for _, event in log[slice(*turn)] if event.code in ("bombs", "flak") for face in event.data["faces"]]
    cards = [card for run in scene.runs for card in run.cards]
    assert [card.kind for card in cards if card.kind != ANSWER_CARD] == [BOMB_CARD if code == "bombs" else SHOT_CARD for code, _ in drawn]
    assert not panel.watch.is_over, "it takes its time"
    qtbot.mouseClick(panel.watch, Qt.MouseButton.LeftButton)
    assert panel.watch.is_over
    if not panel._under_fire():
        qtbot.mouseClick(panel.watch, Qt.MouseButton.LeftButton)
        assert panel.sights.currentIndex() == 0
    before = panel.watch.scene
    room.flight.changed.emit()
    assert panel.watch.scene is before, "what was seen is not shown again"


def test_a_flight_gone_on_from_a_save_shows_nothing_anew(qtbot: QtBot, settings: Settings) -> None:
    room, _ = raid(qtbot, settings, "bombs")
    other = LandPanel(settings, room.table)
    qtbot.addWidget(other)
    other.resize(1280, 800)
    other.show()
    assert isinstance(other.flown, FlightPanel) and other.flown.sights.currentIndex() == 0


def test_without_motion_the_sky_stays_in_sight(qtbot: QtBot, settings: Settings) -> None:
    settings.set_animate(False)
    _, panel = raid(qtbot, settings, "bombs")
    assert panel.sights.currentIndex() == 0 and panel.watch.scene is None


def test_after_a_bombing_that_was_watched_the_newspaper_comes_at_once(qtbot: QtBot, settings: Settings) -> None:
    room, panel = raid(qtbot, settings, "mission_over", given=False)
    panel.seen_live = True
    room.table.play(_flown("mission_over")[1])
    quiet(qtbot, room)
    assert room.model.state.scenes[-1] is not None and room.page_open == NEWS
    assert all(card.kind == BOMB_CARD for run in room.model.state.scenes[-1].runs for card in run.cards)


def scene_of(*cards: SceneCard, hits: int = 0, bombs: int | None = None) -> BombScene:
    return BombScene("Bombs", "works", "", (BombRun("ju_87b", "Ju 87B (1)", "", hits, "", bombs, "points: 2", cards),), (), "", "")


def test_a_scene_goes_on_from_where_it_was_when_more_is_drawn(qtbot: QtBot, settings: Settings) -> None:
    scene = BombingScene(settings, CampaignModel())
    qtbot.addWidget(scene)
    one, other = SceneCard(BOMB_CARD, "Hit", True), SceneCard(SHOT_CARD, "In My Sights", True)
    scene.begin(scene_of(one))
    scene.finish()
    had = scene.now
    scene.extend(scene_of(one, other))
    assert scene.now == had == scene.beats - 1 and not scene.is_over
    with qtbot.waitSignal(scene.ended, timeout=5000):
        pass
    assert scene.is_over


def test_hits_without_cards_are_shots_and_many_cards_are_shown_faster(qtbot: QtBot, settings: Settings) -> None:
    assert beats_of(scene_of(hits=3, bombs=8)) == beats_of(scene_of(bombs=8)) + 3
    scene = BombingScene(settings, CampaignModel())
    qtbot.addWidget(scene)
    scene.resize(900, 560)
    scene.begin(scene_of(*[SceneCard(BOMB_CARD, "Hit", True)] * 120))
    assert scene.pace * scene.beats <= 14000
    for now in (0.0, 0.5, 1.5, 40.2, 122.0):
        scene.now = now
        assert not scene.grab().isNull()


def test_damage_in_a_dogfight_is_not_the_flaks(qtbot: QtBot, settings: Settings) -> None:
    """Whoever is hit by a fighter after the Flak has missed is not told as hit by it."""
    room, _ = raid(qtbot, settings, "area_flak")
    view, pens = room.flight.view, FlightPens(settings, room.flight)
    faces = next(event.data["faces"] for _, event in room.flight.log if event.code == "area_flak")
    area = (1, Event("area_flak", {"aircraft": 0, "faces": faces}))
    down: list[Any] = [(1, Event("shot_down", {"aircraft": 0, "vp": 0}))]
    fought: list[Any] = [(1, Event("card_played", {"action": "attack", "aircraft": 1, "target": 0, "card": "ims_1b1d"}))]
    hit, missed = watched(pens, view, [area, *down]), watched(pens, view, [area, *fought, *down])
    assert hit is not None and missed is not None
    assert (hit.runs[0].fate, missed.runs[0].fate) == ("down", "")


def test_an_aircraft_at_which_nothing_was_drawn_is_not_seen_under_fire(qtbot: QtBot, settings: Settings) -> None:
    room, _ = raid(qtbot, settings, "bombs")
    pens, quiet_ones = FlightPens(settings, room.flight), [(1, Event("flak", {"aircraft": 0, "mode": "neither", "faces": ()}))]
    assert watched(pens, room.flight.view, quiet_ones) is None


def test_bombs_that_the_flak_spoiled_are_told(qtbot: QtBot, settings: Settings) -> None:
    room, _ = raid(qtbot, settings, "bombs")
    pens = FlightPens(settings, room.flight)
    direct = next(code for code, face in pens.tables.deck.faces.items() if face.bombing == "direct")
    events: list[Any] = [Event("bombs", {"aircraft": 0, "mode": "dive", "faces": (direct, direct)})]
    events.append(Event("results", {"aircraft": 0, "mode": "dive", "results": ("direct",), "points": 2}))
    scene = watched(pens, room.flight.view, [(1, event) for event in events])
    assert scene is not None and scene.runs[0].said == settings.words("desk_flight.watch.spoilt", points="points: 2", count=1)


def test_what_bombers_do_at_the_very_end_of_a_turn_is_seen_though_the_next_has_begun(qtbot: QtBot, settings: Settings) -> None:
    room, _ = raid(qtbot, settings, "bombs")
    faces = next(event.data["faces"] for _, event in room.flight.log if event.code == "bombs")
    turn, drawn = Event("game_turn", {"turn": 4}), Event("bombs", {"aircraft": 0, "mode": "dive", "faces": faces})
    log = [(i, event) for i, event in enumerate((turn, drawn, turn, drawn, turn))]
    assert drawn_since(log, 0) == (2, 4) == drawn_since(log, 3) and drawn_since(log, 4) is None and drawn_since(log[:2], 0) == (0, 2)
    assert watched(FlightPens(settings, room.flight), room.flight.view, log[2:4]) is not None


def test_area_flak_spoils_no_aim_and_a_shot_that_spoils_says_both(qtbot: QtBot, settings: Settings) -> None:
    panel = FlightPanel(settings, own_game("rail_complex", "1", {"allied": "human", "axis": "sound"}, {}, "flight"))
    qtbot.addWidget(panel, before_close_func=lambda p: p.table.close())
    pens, view = FlightPens(settings, panel.table), panel.table.view
    faces = pens.tables.deck.faces.values()
    plain = next(face.code for face in faces if face.card.spoils and not face.card.shoots)
    shot = next(face for face in faces if face.card.spoils and face.card.shoots)
    told = {}
    for code in ("flak", "area_flak"):
        scene = watched(pens, view, [(0, Event(code, {"aircraft": 0, "faces": [plain, shot.code]}, (), None))])
        assert scene is not None
        told[code] = [card.hint for card in scene.runs[0].cards]
    spoiled = settings.words("desk_flight.watch.spoils", card="")
    assert told["flak"][0].endswith(spoiled) and spoiled.strip(": ") in told["flak"][1] and str(shot.card.hits) in told["flak"][1]
    assert not [text for text in told["area_flak"] if spoiled.strip(": ") in text]
