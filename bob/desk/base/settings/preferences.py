"""The saved choices of a person: language, theme, text size, keys, layout, recent games."""

from __future__ import annotations

import configparser
import os
import plistlib
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal

from bob.chart.palette import BY_NAME, Palette
from bob.words import LANGUAGES, Words, system_language

_OFF = ("0", "false", "no")


def less_motion(platform: str, home: Path, environment: Mapping[str, str]) -> bool:
    """Return the desktop's setting for less motion, the default of the desk; False without a readable one. Raises nothing."""
    if platform == "win32":
        return _windows()
    if platform == "darwin":
        return _mac(home / "Library/Preferences/com.apple.universalaccess.plist")
    kept = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    kde = _entry(kept / "kdeglobals", "KDE", "AnimationDurationFactor")
    gtk = [_entry(kept / f"gtk-{version}.0" / "settings.ini", "Settings", "gtk-enable-animations") for version in (4, 3)]
    return kde in ("0", "0.0") or any(found in _OFF for found in gtk)


def _entry(path: Path, section: str, key: str) -> str:
    """A value of an ini file in small letters; empty where there is none."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(path, "utf-8")
        return parser.get(section, key, fallback="").strip().lower()
    except (configparser.Error, OSError, UnicodeDecodeError):
        return ""


def _mac(path: Path) -> bool:
    try:
        return bool(plistlib.loads(path.read_bytes()).get("reduceMotion"))
    except (OSError, plistlib.InvalidFileException, ValueError, AttributeError):
        return False


def _windows() -> bool:
    """Return whether Windows shows no animations (SPI_GETCLIENTAREAANIMATION)."""
    if sys.platform != "win32":
        return False
    import ctypes

    shown = ctypes.c_int(1)
    return bool(ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(shown), 0)) and not shown.value


LANGUAGE_NAMES = (("en", "English"), ("fr", "Français"))
"""The languages as those who speak them call them."""
THEMES = ("table", "night", "contrast")
TEXT_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)
SPEEDS = ("slow", "normal", "fast")
SOUNDS = ("off", "few", "all")
RECENT = 8


def _nearest_size(size: int) -> int:
    """The size of text that we have and that is nearest."""
    return min(TEXT_SIZES, key=lambda known: abs(known - size))


class Settings(QObject):
    """Settings over a QSettings; `store` may be an ini file of a test's own."""

    language_changed = Signal()
    theme_changed = Signal()
    text_size_changed = Signal()
    animate_changed = Signal()
    hints_changed = Signal()
    cluster_changed = Signal()
    sound_changed = Signal()
    keys_changed = Signal()
    recent_changed = Signal()

    def __init__(self, store: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store if store is not None else QSettings("bob-1940", "bob-1940")
        language = self._text("language")
        self.words = Words(language if language in LANGUAGES else system_language())
        theme = self._text("theme")
        self._theme = theme if theme in THEMES else THEMES[0]
        size = self._text("text_size")
        self._text_size = _nearest_size(int(size)) if size.isdigit() else 100
        animate = self._text("animate")
        self._animate = animate != "no" if animate else not less_motion(sys.platform, Path.home(), os.environ)

    @classmethod
    def in_file(cls, path: Path | str) -> Settings:
        """Settings in an ini file."""
        return cls(QSettings(str(path), QSettings.Format.IniFormat))

    @property
    def file(self) -> str:
        """Return the location of the settings: a file, or on Windows a place of the registry."""
        return self._store.fileName()

    @property
    def folder(self) -> Path:
        """Return the folder beside the settings for further data; it may not exist yet."""
        if self._store.format() == QSettings.Format.IniFormat:
            return Path(self._store.fileName()).parent
        found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        return Path(found) / "bob-1940"

    # ---- language

    @property
    def language(self) -> str:
        return self.words.language

    def set_language(self, language: str) -> None:
        """Speak another language at once. Raises ValueError for one we lack."""
        if language != self.language:
            self.words = Words(language)
            self._keep("language", language)
            self.language_changed.emit()

    # ---- looks

    @property
    def theme(self) -> str:
        """`table`, `night` or `contrast`."""
        return self._theme

    @property
    def palette(self) -> Palette:
        return BY_NAME[self._theme]

    def set_theme(self, theme: str) -> None:
        """Change the theme at once. Raises ValueError for one we lack."""
        if theme not in THEMES:
            raise ValueError(theme)
        if theme != self._theme:
            self._theme = theme
            self._keep("theme", theme)
            self.theme_changed.emit()

    @property
    def text_size(self) -> int:
        """The size of text in per cent of the usual."""
        return self._text_size

    def set_text_size(self, size: int) -> None:
        """Change the size of text at once, to the nearest that we have."""
        size = _nearest_size(size)
        if size != self._text_size:
            self._text_size = size
            self._keep("text_size", str(size))
            self.text_size_changed.emit()

    def larger(self, steps: int) -> None:
        """Enlarge the text by a number of steps, or reduce it."""
        place = TEXT_SIZES.index(self._text_size) + steps
        self.set_text_size(TEXT_SIZES[max(0, min(len(TEXT_SIZES) - 1, place))])

    @property
    def scale(self) -> float:
        """Return the factor for a size of text."""
        return self._text_size / 100

    @property
    def animate(self) -> bool:
        """Return whether the movement of a turn is animated; by default as the desktop is set."""
        return self._animate

    def set_animate(self, animate: bool) -> None:
        if animate != self._animate:
            self._animate = animate
            self._keep("animate", "yes" if animate else "no")
            self.animate_changed.emit()

    @property
    def moments(self) -> bool:
        """Return whether events are shown as scenes on the table."""
        return self._text("moments") != "no"

    def set_moments(self, moments: bool) -> None:
        self._keep("moments", "yes" if moments else "no")

    @property
    def sound(self) -> str:
        """`off`, `few` or `all`."""
        found = self._text("sound")
        return found if found in SOUNDS else SOUNDS[0]

    def set_sound(self, sound: str) -> None:
        """Set the choice of sounds at once. Raises ValueError for an unknown choice."""
        if sound not in SOUNDS:
            raise ValueError(sound)
        self._keep("sound", sound)
        self.sound_changed.emit()

    @property
    def sound_volume(self) -> int:
        """Return the volume of sounds in per cent."""
        found = self._text("sound_volume")
        return min(100, int(found)) if found.isdigit() else 60

    def set_sound_volume(self, volume: int) -> None:
        self._keep("sound_volume", str(max(0, min(100, volume))))
        self.sound_changed.emit()

    def sound_kind(self, kind: str) -> bool:
        """Return whether sounds of a kind are enabled."""
        return self._text(f"sound_{kind}") != "no"

    def set_sound_kind(self, kind: str, wanted: bool) -> None:
        self._keep(f"sound_{kind}", "yes" if wanted else "no")
        self.sound_changed.emit()

    @property
    def hints(self) -> bool:
        """Return whether a line explains first occurrences."""
        return self._text("hints") != "no"

    def set_hints(self, hints: bool) -> None:
        """Switch the hints off, or on: then those that were seen are said once more."""
        if hints != self.hints:
            self._keep("hints", "yes" if hints else "no")
            if hints:
                self._keep("hints_seen", "")
            self.hints_changed.emit()

    @property
    def hints_seen(self) -> frozenset[str]:
        """The hints that were said already."""
        return frozenset(self._list("hints_seen"))

    def see_hint(self, code: str) -> None:
        """A hint was said."""
        self._keep("hints_seen", "\n".join(sorted(self.hints_seen | {code})))

    @property
    def speed(self) -> str:
        """Return the speed of automatic turns."""
        found = self._text("speed")
        return found if found in SPEEDS else "normal"

    def set_speed(self, speed: str) -> None:
        self._keep("speed", speed)

    # ---- workers

    @property
    def cluster(self) -> str:
        """Return the address of the cluster for forecasts, as its scheduler gives it; empty for this machine."""
        return self._text("cluster")

    def set_cluster(self, address: str) -> None:
        """Have forecasts flown there from now on."""
        if address.strip() != self.cluster:
            self._keep("cluster", address.strip())
            self.cluster_changed.emit()

    # ---- keys

    def set_key(self, action: str, keys: str | None) -> None:
        """Bind an action to other keys, to none with an empty text; None gives the usual ones back."""
        if keys is None:
            self._store.remove(f"keys/{action}")
        else:
            self._keep(f"keys/{action}", keys)
        self.keys_changed.emit()

    # ---- games

    @property
    def games_folder(self) -> Path:
        """Return the folder of games; it is created if possible."""
        chosen = self._text("games")
        if chosen:
            folder = Path(chosen)
        else:
            folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)) / "bob-1940" / "games"
        with suppress(OSError):  # on an absent disk: the writer reports it
            folder.mkdir(parents=True, exist_ok=True)
        return folder

    def set_games_folder(self, folder: Path | str) -> None:
        self._keep("games", str(folder))

    @property
    def recent(self) -> list[Path]:
        """The games played last that are still there, the latest first."""
        return [path for text in self._list("recent") if (path := Path(text)).is_file()]

    @property
    def own_days(self) -> list[Path]:
        """The files of days of one's own that are still there."""
        return [path for text in self._list("own_days") if (path := Path(text)).is_file()]

    def add_own_day(self, path: Path) -> None:
        """Remember a file of a day of one's own."""
        rest = [text for text in self._list("own_days") if text != str(path)]
        self._keep("own_days", "\n".join([*rest, str(path)][-RECENT:]))

    def add_recent(self, path: Path) -> None:
        """Put a game at the head of the recent ones."""
        rest = [text for text in self._list("recent") if text != str(path)]
        self._keep("recent", "\n".join([str(path), *rest][:RECENT]))
        self.recent_changed.emit()

    @property
    def unfinished(self) -> Path | None:
        """The game that was open when the program last ended without closing it."""
        text = self._text("open")
        return Path(text) if text and Path(text).is_file() else None

    def set_open(self, path: Path | None) -> None:
        """Remember the game that is open now; None when it was closed as it should be."""
        self._keep("open", "" if path is None else str(path))
        self._store.sync()

    @property
    def fault_report(self) -> Path | None:
        """Return the report of a fault that has not been shown yet."""
        text = self._text("fault_report")
        return Path(text) if text and Path(text).is_file() else None

    def set_fault_report(self, path: Path | None) -> None:
        """Store a report for the next start; None once it has been shown."""
        self._keep("fault_report", "" if path is None else str(path))
        self._store.sync()

    # ---- the first start

    @property
    def welcomed(self) -> bool:
        """Return whether the program has been used here before: the first page has been answered, or there are games."""
        return self._text("welcomed") == "yes" or bool(self._list("recent"))

    def set_welcomed(self) -> None:
        self._keep("welcomed", "yes")

    # ---- windows and small things

    def layout(self, name: str) -> QByteArray | None:
        """The arrangement of a window kept under that name."""
        found = self._store.value(f"layout/{name}")
        return found if isinstance(found, QByteArray) and not found.isEmpty() else None

    def keep_layout(self, name: str, state: QByteArray) -> None:
        self._store.setValue(f"layout/{name}", state)

    def remembered(self, name: str, usual: str = "") -> str:
        """A small thing that a panel remembers."""
        return self._text(f"panel/{name}", usual)

    def remember(self, name: str, value: str) -> None:
        self._keep(f"panel/{name}", value)

    def all_keys(self) -> Mapping[str, str]:
        """All bindings that are not the usual ones."""
        self._store.beginGroup("keys")
        names = self._store.childKeys()
        self._store.endGroup()
        return {name: self._text(f"keys/{name}") for name in names}

    # ---- inside

    def _text(self, key: str, usual: str = "") -> str:
        found = self._store.value(key)
        return found if isinstance(found, str) else usual

    def _list(self, key: str) -> list[str]:
        return [line for line in self._text(key).split("\n") if line]

    def _keep(self, key: str, value: str) -> None:
        self._store.setValue(key, value)
