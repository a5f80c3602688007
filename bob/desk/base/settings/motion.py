"""The desktop's setting for less motion: the default of the desk."""

from __future__ import annotations

import configparser
import plistlib
import sys
from collections.abc import Mapping
from pathlib import Path

_OFF = ("0", "false", "no")


def less_motion(platform: str, home: Path, environment: Mapping[str, str]) -> bool:
    """Return the desktop's setting; False without a readable one. Raises nothing."""
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
