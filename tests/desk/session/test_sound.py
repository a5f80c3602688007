"""Sound: measured, since no test can hear; chosen only by what a seat has heard of; never two at once, none unless it is wanted."""

from __future__ import annotations

import io
import math
import wave
from array import array
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from pytestqt.qtbot import QtBot

from bob.core.game import Event
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.base.sound import player
from bob.desk.base.sound.makers import MAKERS
from bob.desk.base.sound.player import DEEP, Sounds, kinds_wanted, sound_file, wave_of
from bob.desk.base.sound.tones import RATE, Samples
from bob.desk.window.settings.sound_page import SoundPage
from bob.driver import driver_among
from bob.driver.seat_log import heard_by
from bob.staff.advice.sounds_heard import EVENTS, FEW, KINDS, chosen, kind_of, sounds_of
from bob.words import LANGUAGES, Words
from tests.played import OFFICERS
from tests.sizes import some

pytestmark = pytest.mark.usefixtures("qapp")

LONGEST = 8.0
QUICK = ("telephone", "rake", "guns")
"""Sounds that are made in a moment."""
BANDS: dict[str, tuple[float, float, float]] = {
    "telephone": (1000, 6000, 0.9),
    "rake": (100, 6000, 0.9),
    "voices": (250, 3000, 0.85),
    "alert": (180, 1500, 0.95),
    "all_clear": (180, 1500, 0.95),
    "merlin": (0, 1200, 0.9),
    "bombs": (0, 700, 0.85),
    "guns": (150, 3500, 0.85),
}
"""Between which frequencies so much of a sound lies."""


@cache
def made(name: str) -> Samples:
    return MAKERS[name]()


def decibels(value: float) -> float:
    return 20 * math.log10(max(value, 1e-9))


def share(samples: Samples, low: float, high: float) -> float:
    """How much of the power lies between two frequencies, by a plain Fourier transform of pieces."""
    size, inside, whole = 512, 0.0, 0.0
    turns = [
        [complex(math.cos(a), -math.sin(a)) for a in (2 * math.pi * k * n / size for n in range(size))] for k in range(0, size // 2, 2)
    ]
    pieces = range(0, len(samples) - size, max(size, (len(samples) - size) // 12))
    for start in pieces:
        piece = [samples[start + n] * (0.5 - 0.5 * math.cos(2 * math.pi * n / size)) for n in range(size)]
        for k, row in enumerate(turns):
            power = abs(sum(x * t for x, t in zip(piece, row, strict=True))) ** 2
            whole += power
            inside += power if low <= 2 * k * RATE / size <= high else 0.0
    return inside / whole


@pytest.mark.parametrize("name", some(tuple(MAKERS)))
def test_a_sound_is_of_its_length_loud_enough_and_clean(name: str) -> None:
    samples = made(name)
    level = math.sqrt(sum(sample * sample for sample in samples) / len(samples))
    peak = max(abs(sample) for sample in samples)
    assert 1.0 <= len(samples) / RATE <= LONGEST
    assert -24 <= decibels(level) <= -16, "none drowns the others, none is lost"
    assert peak <= 0.8 + 1e-9 and decibels(peak) >= -12, "no sample is clipped"
    assert abs(sum(samples) / len(samples)) < 0.002
    edge = round(0.002 * RATE)
    assert max(abs(sample) for sample in (*samples[:edge], *samples[-edge:])) < 0.03, "no click at its ends"
    low, high, most = BANDS[name]
    assert share(samples, low, high) >= most


def test_a_sound_is_the_same_every_time_and_kept_as_a_wave(tmp_path: Path) -> None:
    assert MAKERS["rake"]() == made("rake")
    path = sound_file(tmp_path, "rake")
    before = path.stat().st_mtime_ns
    assert sound_file(tmp_path, "rake") == path and path.stat().st_mtime_ns == before, "made once"
    with wave.open(io.BytesIO(path.read_bytes())) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        kept = array("h", file.readframes(file.getnframes()))
    assert (
        len(kept) == len(made("rake")) and max(abs(one - round(other * DEEP)) for one, other in zip(kept, made("rake"), strict=True)) == 0
    )
    assert path.read_bytes() == wave_of(made("rake")) and {sound for sound, _ in EVENTS.values()} | {"alert"} == set(MAKERS)
    with pytest.raises(KeyError):
        sound_file(tmp_path, "trumpet")


# ---- what is heard gives nothing away


@cache
def whole_day() -> Match[Any]:
    """A day that officers have played."""
    match: Match[Any] = Match.new(OperationalDay(), "one_raid", "88", {})
    driver_among(match, OFFICERS).advance()
    return match


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE])
def test_sounds_are_chosen_by_what_the_seat_heard_of(seat: str) -> None:
    """Over a day: the sound of a turn is that of the events told to the seat; what only the other side learns changes nothing."""
    match, figure, other = whole_day(), 0, LUFTWAFFE if seat == RAF else RAF
    theirs = tuple([Event(code, {"source": "observer_corps"}, (other,)) for code in (*EVENTS, "plotted")])
    for entry in match.entries[:-1]:  # when the game is over all is told
        mine = heard_by(match.game, entry, seat).events
        assert all(event.to == (seat,) for event in mine)
        sounds = sounds_of(mine)
        assert sounds == sounds_of([event for event in entry.events if seat in event.to])
        more = heard_by(match.game, replace(entry, events=(*entry.events, *theirs)), seat)
        assert sounds_of(more.events) == sounds, "what the other side alone learns of is not heard"
        figure += bool(sounds)
    assert figure


# ---- one at a time


class Effect:
    """Stands for what plays."""

    def __init__(self, path: Path, volume: float) -> None:
        self.path, self.volume, self.playing = path, volume, True

    def isPlaying(self) -> bool:
        return self.playing

    def stop(self) -> None:
        self.playing = False

    def deleteLater(self) -> None:
        pass


def sounds(settings: Settings, folder: Path) -> tuple[Sounds, list[Effect]]:
    effects: list[Effect] = []

    def play(path: Path, volume: float, parent: object) -> Effect:
        effects.append(Effect(path, volume))
        return effects[-1]

    return Sounds(settings, play=play, folder=folder), effects


RING, PUSH, SHOTS = Event("random_event", {}), Event("plotted", {"source": "Rye"}), Event("combat", {})


def test_no_sound_unless_wanted_and_never_two(qtbot: QtBot, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, effects = sounds(settings, tmp_path)
    assert settings.sound == "off" and heard.hear([RING]) == ""
    settings.set_animate(True)
    settings.set_sound("all")
    settings.set_sound_volume(35)
    assert heard.hear([PUSH, RING]) == "telephone", "the heavier one"
    assert heard.hear([PUSH]) == "", "while another is made"
    qtbot.waitUntil(lambda: bool(effects))
    assert effects[0].volume == 0.35 and heard.hear([PUSH]) == "", "while another is heard"
    effects[0].playing = False
    assert heard.hear([PUSH]) == "", "a sound has an end before the next"
    monkeypatch.setattr(player, "QUIET", -1)
    assert heard.hear([RING]) == "", "not twice within a minute"
    assert heard.hear([RING, PUSH]) == "rake"
    qtbot.waitUntil(lambda: len(effects) == 2)
    heard.stop()
    assert not effects[1].playing
    settings.set_sound_kind("guns", False)
    assert heard.hear([SHOTS]) == ""
    heard.close()


def test_who_wants_little_hears_little(settings: Settings) -> None:
    settings.set_animate(True)
    settings.set_sound("all")
    assert kinds_wanted(settings) == set(KINDS)
    settings.set_animate(False)
    assert kinds_wanted(settings) == set(FEW), "who wants nothing to move wants no noise"
    settings.set_sound_kind("sirens", False)
    assert kinds_wanted(settings) == set(FEW) - {"sirens"}
    settings.set_sound("off")
    assert not kinds_wanted(settings)
    with pytest.raises(ValueError):
        settings.set_sound("loud")
    assert {kind_of(name) for name in MAKERS} == set(KINDS)
    assert chosen([RING, PUSH], {"rake"}) == "rake" and chosen([RING], KINDS, {"telephone"}) == ""


def test_nothing_plays_in_tests(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "cannot_play", lambda: ("", ""))
    settings.set_sound("all")
    assert not Sounds(settings).can_play and Sounds(settings).hear([RING]) == ""


def test_a_broken_player_is_told_and_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, and yet it cannot be loaded: a library of the system is missing."""
    monkeypatch.setattr(player.importlib.util, "find_spec", lambda name: object())

    def missing(name: str) -> Any:
        raise ImportError("libpulse.so.0: cannot open shared object file")

    monkeypatch.setattr(player.importlib, "import_module", missing)
    player._module.cache_clear()
    try:
        assert player.cannot_play() == ("library", "libpulse.so.0")
        monkeypatch.setattr(player.importlib.util, "find_spec", lambda name: None)
        player._module.cache_clear()
        assert player.cannot_play() == ("lacking", "")
    finally:
        player._module.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", ["", "lacking", "library", "device"])
def test_the_settings_say_what_is_lacking(
    qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch, why: str, language: str
) -> None:
    settings.set_language(language)
    monkeypatch.setattr("bob.desk.window.settings.sound_page.cannot_play", lambda: (why, "libpulse.so.0"))
    page = SoundPage(settings)
    qtbot.addWidget(page)
    page.retranslate()
    page.show()
    assert page.lacking.isVisible() == bool(why) and not page.volume.isEnabled()
    assert {"": "", "lacking": player.INSTALL, "library": "libpulse.so.0", "device": ""}[why] in page.lacking.text()
    page.which.setCurrentIndex(2)
    page.which.activated.emit(2)
    assert settings.sound == "all" and page.volume.isEnabled() and page.tries["rake"].isEnabled() == (not why)
    page.kinds["bombs"].click()
    page.volume.setValue(20)
    assert not settings.sound_kind("bombs") and settings.sound_volume == 20
    words = Words(language)
    assert page.kinds["rake"].text() == words("desk.sound.kind.rake")
    page.done()
