"""Plays what goes with the events that the seat at the screen hears of: one sound at a time, none of a kind twice in a minute."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import io
import sys
import wave
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QStandardPaths, QUrl
from PySide6.QtGui import QGuiApplication

from bob.core.atomic_files import put_file
from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.base.sound import makers
from bob.desk.base.sound.tones import RATE, Samples
from bob.desk.base.widgets.background import Background, TellsProgress
from bob.staff.advice.sounds_heard import FEW, KINDS, chosen, kind_of

DEEP = 32767
"""The loudest sample of 16 bits."""


def wave_of(samples: Samples) -> bytes:
    """Samples as a WAV file: one channel of 16 bits."""
    whole = array("h", [round(max(-1.0, min(1.0, sample)) * DEEP) for sample in samples])
    if sys.byteorder == "big":
        whole.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(whole.tobytes())
    return out.getvalue()


def edition() -> str:
    """Return a short digest of the makers' sources: a change gives another edition."""
    sources = b"".join(Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("makers", "tones"))
    return hashlib.sha256(sources).hexdigest()[:12]


def sound_file(folder: Path, name: str) -> Path:
    """The file of a sound in a folder, made if it is not there. Raises KeyError for an unknown one, BobError when it cannot be written."""
    make = makers.MAKERS[name]
    path = folder / edition() / f"{name}.wav"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        put_file(path, wave_of(make()))
    return path


AGAIN = 60_000
"""Milliseconds before a kind is heard again."""
QUIET = 1_500
"""Milliseconds of quiet after a sound."""
MULTIMEDIA = "PySide6.QtMultimedia"
INSTALL = "pip install 'bob-1940[sound]'"
"""The command that installs sound support."""


@cache
def _module() -> tuple[Any, str]:
    """Return the module that plays sounds, or the reason for its absence."""
    if importlib.util.find_spec(MULTIMEDIA) is None:
        return None, "lacking"
    try:
        return importlib.import_module(MULTIMEDIA), ""
    except ImportError as error:  # a library of the system is not there
        return None, f"library {error}"


def cannot_play() -> tuple[str, str]:
    """Return why no sound can be played, and the missing part of the system: `lacking`, `library` or `device`; empty when it can."""
    module, why = _module()
    if module is None:
        code, _, what = why.partition(" ")
        return code, what.partition(":")[0]
    return ("device", "") if module.QMediaDevices.defaultAudioOutput().isNull() else ("", "")


def kinds_wanted(settings: Settings) -> frozenset[str]:
    """The kinds that are to be heard: none, few or all, less those that are switched off. Who wants nothing to move wants few."""
    if settings.sound == "off":
        return frozenset()
    few = settings.sound == "few" or not settings.animate
    return frozenset(kind for kind in (FEW if few else KINDS) if settings.sound_kind(kind))


def sounds_folder() -> Path:
    """Return the folder of the sounds."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericCacheLocation)) / "bob-1940" / "sounds"


Effects = Callable[[Path, float, QObject], Any]
"""Starts to play a file at a volume; the result reports by `isPlaying` whether it is still playing."""


def qt_effect(path: Path, volume: float, parent: QObject) -> Any:
    """Play a file by Qt's own player."""
    effect = _module()[0].QSoundEffect(parent)
    effect.setSource(QUrl.fromLocalFile(str(path)))
    effect.setVolume(volume)
    effect.play()
    return effect


class Sounds(QObject):
    """The sounds of a desk. It receives only events known to the seat at the screen."""

    def __init__(self, settings: Settings, parent: QObject | None = None, play: Effects | None = None, folder: Path | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        seen = QGuiApplication.platformName() not in ("offscreen", "minimal")
        self._play: Effects | None = play if play is not None else qt_effect if seen else None
        self._can = play is not None
        self._folder = folder
        self._effect: Any = None
        self._since: dict[str, QElapsedTimer] = {}
        self._last = QElapsedTimer()
        self._work = Background(self)
        self._work.ready.connect(self._made)

    @property
    def folder(self) -> Path:
        return self._folder if self._folder is not None else sounds_folder()

    def hear(self, events: Sequence[Event]) -> str:
        """Play what goes with events, if anything does; which it is."""
        kinds = kinds_wanted(self.settings)
        if not kinds or not self.can_play or self.is_busy:
            return ""
        lately = [kind for kind, timer in self._since.items() if timer.elapsed() < AGAIN]
        sound = chosen(events, kinds, lately)
        if sound:
            self._begin(sound)
        return sound

    def try_out(self, sound: str) -> None:
        """Play a sound on request."""
        if self.can_play:
            self.stop()
            self._begin(sound)

    @property
    def can_play(self) -> bool:
        """Return whether a sound would be heard; the player is loaded for the first one."""
        self._can = self._can or (self._play is not None and not cannot_play()[0])
        return self._can

    @property
    def is_busy(self) -> bool:
        """Return whether a sound is playing, is being made, or has only just ended: there are never two."""
        playing = self._effect is not None and self._effect.isPlaying()
        if playing:
            self._last.start()
        return playing or self._work.busy or (self._last.isValid() and self._last.elapsed() < QUIET)

    def stop(self) -> None:
        """Be quiet."""
        self._work.cancel()
        self._last.invalidate()
        if self._effect is not None:
            self._effect.stop()
            self._effect.deleteLater()
            self._effect = None

    def close(self) -> None:
        """Be quiet, and let go of the thread."""
        self.stop()
        self._work.stop()

    def _begin(self, sound: str) -> None:
        timer = QElapsedTimer()
        timer.start()
        self._since[kind_of(sound)] = timer
        folder = self.folder

        def make(_: TellsProgress) -> Path:
            return sound_file(folder, sound)

        self._work.start(sound, make)

    def _made(self, sound: str, found: object) -> None:
        """A sound is in its file; one that could not be written is not heard."""
        if isinstance(found, Path) and self._play is not None and self.settings.sound != "off":
            if self._effect is not None:
                self._effect.deleteLater()
            self._effect = self._play(found, self.settings.sound_volume / 100, self)
            self._last.start()
