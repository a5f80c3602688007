"""What the tests of engagements share: days that come to one at once, and pilots for the person."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401 - before any Qt
from bob.day.state.orders import Fly
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.fights.flown_page import FlownPage
from bob.desk.session.open_decisions import open_decisions
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.window import DeskWindow
from bob.words import Words
from tests.desk.desks import first_order, play, quiet

DAY, SEED = "one_raid", "7"


def day(
    seats: dict[str, str], path: Path | None = None, engagements: Any = "ask", chooser: str = "raf", typed: Any = None, seed: str = SEED
) -> DeskSession:
    """A day whose engagements are resolved in that way."""
    options = {"engagements": engagements, "chooser": chooser}
    return DeskSession.new(Setup(DAY, seed, seats, options, typed=typed is not None), path, typed)


def in_hand(session: DeskSession) -> bool:
    """Whether an engagement waits for somebody."""
    return session.match.position.phase == "engagement"


def to_engagement(qtbot: QtBot, session: DeskSession, settings: Settings) -> None:
    """Play until an engagement is in hand and nobody thinks."""
    play(qtbot, session, settings, until=lambda: in_hand(session))
    assert in_hand(session)


@cache
def _kept(seats: tuple[tuple[str, str], ...], engagements: str, chooser: str, seed: str) -> bytes:
    """The file of a day that has come to its first engagement, played without a window."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "day.bob1940"
        session = day(dict(seats), path, engagements, chooser, seed=seed)
        core, words, names = session.core, Words("en"), Names(session.world.theatre)
        while True:
            core.advance(lambda: in_hand(session))
            if in_hand(session):
                break
            asked = core.screen.waiting
            assert asked is not None, "the day ends without an engagement"
            if asked != session.seated:
                session.sit(asked)
            core.give(asked, first_order(open_decisions(session, words, names)))
        session.close()
        return path.read_bytes()


def window_at(
    qtbot: QtBot, window: DeskWindow, seats: dict[str, str], engagements: str = "ask", chooser: str = "raf", seed: str = SEED
) -> DeskSession:
    """A window with a game that has come to an engagement."""
    path = window.settings.games_folder / "One raid.bob1940"
    path.write_bytes(_kept(tuple(seats.items()), engagements, chooser, seed))
    session = DeskSession(window.files.open(path))
    window.show_game(session)
    quiet(qtbot, session)
    assert in_hand(session)
    return session


def seen(session: DeskSession) -> EngagementView:
    """The engagement in hand as the seat at the screen knows it."""
    found = session.view(session.seat).engagement
    assert found is not None
    return found


def flown(window: DeskWindow, game: str = "cards") -> FlownPage:
    """The page of the dogfights of a game."""
    assert window.fights is not None
    return window.fights.flying[game]


def card_panel(window: DeskWindow) -> CardPanel:
    """The sheet of a dogfight by cards."""
    panel = flown(window).panel
    assert isinstance(panel, CardPanel)
    return panel


def fly_one(session: DeskSession) -> None:
    """Give the first legal order of the dogfight in hand."""
    listed = [order for order in session.choices.listed if isinstance(order, Fly)]
    session.play(session.seated, listed[0])


def fly_until(qtbot: QtBot, session: DeskSession, ready: Any) -> None:
    """Fly by first legal orders until something is so."""
    for _ in range(400):
        quiet(qtbot, session)
        if ready() or not session.aloft:
            return
        fly_one(session)
    raise AssertionError("it does not come")
