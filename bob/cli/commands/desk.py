"""`bob desk`, and `bob` alone: the application with windows."""

from __future__ import annotations

import argparse
import ctypes
import os
import socket
import sys

from bob.cli import Parser
from bob.core.errors import BobError
from bob.words import Words, system_language


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", nargs="?", metavar=words("cli.desk.file_meta"), help=words("cli.desk.file"))


def missing() -> str | None:
    """Return the reason why no window can be opened here (a key of the words), or None when one can."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen in ("offscreen", "minimal"):
        return "cli.desk.no_display"  # it would be invisible
    if sys.platform.startswith("linux") and chosen in ("", "xcb", "wayland"):
        wayland, display = os.environ.get("WAYLAND_DISPLAY"), os.environ.get("DISPLAY")
        if not wayland and not (display and _answers(display)):
            return "cli.desk.no_display"
        if not wayland or chosen == "xcb":
            try:
                ctypes.CDLL("libxcb-cursor.so.0")
            except OSError:
                return "cli.desk.no_xcb"
    try:
        import bob.desk.base.theme.theme  # noqa: F401 - it takes Qt
    except ImportError:
        return "cli.desk.no_qt"
    return None


def _answers(display: str) -> bool:
    """Return whether an X server of this machine answers; True for one elsewhere."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if host not in ("", "unix") or not number.isdigit():
        return True
    for name in (f"\0/tmp/.X11-unix/X{number}", f"/tmp/.X11-unix/X{number}"):
        with socket.socket(socket.AF_UNIX) as wire:
            try:
                wire.connect(name)
            except OSError:
                continue
            return True
    return False


def run(args: argparse.Namespace, words: Words) -> int:
    why = missing()
    if why is not None:
        raise BobError(why)
    return open_desk(args.file, words)


def open_desk(file: str | None, words: Words) -> int:
    """Open the desk and stay until it is closed."""
    from bob.desk.app import run as run_desk

    return run_desk(file, words.language if words.language != system_language() else None)
