"""Who has asked his desktop for less motion has it here too, until he says otherwise."""

from __future__ import annotations

import plistlib
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtCore")

from bob.desk.base.settings import Settings
from bob.desk.base.settings.preferences import less_motion

MAC = "Library/Preferences/com.apple.universalaccess.plist"


@pytest.mark.parametrize(
    ("platform", "file", "text", "less"),
    [
        ("linux", ".config/kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("linux", ".config/kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("linux", ".config/gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("linux", ".config/gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("linux", ".config/gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("linux", ".config/gtk-3.0/settings.ini", "no ini \x00 at all", False),
        ("linux", ".config/kdeglobals", "[Other]\nx=%(y)s\n", False),
        ("darwin", MAC, plistlib.dumps({"reduceMotion": True}).decode(), True),
        ("darwin", MAC, plistlib.dumps({"reduceMotion": False}).decode(), False),
        ("darwin", MAC, plistlib.dumps(["odd"]).decode(), False),
        ("darwin", MAC, "no list", False),
    ],
)
def test_what_the_desktop_says_is_read(tmp_path: Path, platform: str, file: str, text: str, less: bool) -> None:
    assert not less_motion(platform, tmp_path, {})
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    assert less_motion(platform, tmp_path, {}) is less
    if platform == "linux":
        assert less_motion(platform, Path("nowhere"), {"XDG_CONFIG_HOME": str(tmp_path / ".config")}) is less


def test_the_desk_keeps_to_it_until_somebody_says_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[bool] = [True]
    monkeypatch.setattr("bob.desk.base.settings.preferences.less_motion", lambda *_: said[0])
    settings = Settings.in_file(tmp_path / "settings.ini")
    assert not settings.animate
    settings.set_animate(True)
    del settings
    assert Settings.in_file(tmp_path / "settings.ini").animate
    said[0] = False
    assert Settings.in_file(tmp_path / "others.ini").animate
