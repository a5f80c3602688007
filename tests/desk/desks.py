"""What the tests of the desk share: settings in a file of their own, games opened and played, every text on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401 - before any Qt
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.session.open_decisions import OpenDecision, open_decisions
from bob.desk.session.own_game import OwnGame
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.everything import texts
from bob.desk.window.teaching import LESSON_SEED
from bob.driver import Driver
from bob.games import kit

__all__ = ["texts"]

RAF_SEATS = {"raf": "human", "luftwaffe": "kesselring"}
LUFTWAFFE_SEATS = {"raf": "park", "luftwaffe": "human"}
BOTH = {"raf": "human", "luftwaffe": "human"}
REFEREED = {"raf": "human", "luftwaffe": "human", "referee": "human"}
WATCHED = {"raf": "park", "luftwaffe": "kesselring", "referee": "human"}


def settings_in(folder: Path, language: str = "en") -> Settings:
    """Settings of a test's own, with the games' folder beside them and nothing that moves."""
    made = Settings.in_file(folder / "settings.ini")
    made.set_language(language)
    made.set_animate(False)
    made.set_speed("fast")
    games = folder / "games"
    games.mkdir(exist_ok=True)
    made.set_games_folder(games)
    return made


def lesson(seats: dict[str, str] = RAF_SEATS, path: Path | None = None, seed: str = LESSON_SEED, scenario: str = "lesson") -> DeskSession:
    """A short game."""
    return DeskSession.new(Setup(scenario, seed, seats, {}), path)


def quiet(qtbot: QtBot, session: DeskSession) -> None:
    """Wait until no officer thinks."""
    qtbot.waitUntil(lambda: not session.is_thinking)


def play(qtbot: QtBot, session: DeskSession, settings: Settings, until: Callable[[], bool] = lambda: False) -> None:
    """Play the seats of people: raids are met by whoever is offered first, every choice by its first options."""
    names = Names(session.world.theatre)
    session.advance()
    for _ in range(4000):
        quiet(qtbot, session)
        if session.is_over or until():
            return
        waiting = session.waiting
        if waiting is None:
            if session.watching:
                session.step()
            continue
        if waiting != session.seated:
            session.sit(waiting)
        order = first_order(open_decisions(session, settings.words, names))
        session.play(session.seated, order)
    raise AssertionError("the game does not end")


def first_order(queue: list[OpenDecision]) -> Any:
    """What a player in a hurry would order."""
    from bob.day.state.orders import Pick

    queue = [decision for decision in queue if decision.code != "ready"]
    first = queue[0]
    if first.offers:
        single = next((offer.order for offer in first.offers if not isinstance(offer.order, tuple)), None)
        return single if single is not None else first_order(queue[1:])
    if first.options and first.count != 1:
        return Pick(tuple(name for name, _ in first.options[: first.count]))
    return next(o for o in queue if o.order is not None).order if first.order is None else first.order


def own_game(scenario: str, seed: str, seats: Mapping[str, str], options: Mapping[str, Any] | None = None, game: str = "cards") -> OwnGame:
    """A game by itself at the screen, in no file."""
    return OwnGame(Driver.new(kit(game).make(), scenario, seed, options or {}, seats))
