"""`bob install`: the program at home on a Linux desktop: entry of the menu, icon, kind of file, completion and manual; and away again."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import bob
from bob.cli import Parser
from bob.cli.commands.completion import made
from bob.core.atomic_files import file_errors, put_file
from bob.core.errors import BobError
from bob.words import LANGUAGES, Words

NAME = "bob-1940"
BADGE = Path(bob.__file__).parent / "badge"
REFRESH = (
    ("update-desktop-database", "-q", "{share}/applications"),
    ("update-mime-database", "{share}/mime"),
    ("gtk-update-icon-cache", "-q", "-t", "{share}/icons/hicolor"),
)
"""The commands that refresh a desktop's caches, run where they exist; elsewhere the desktop notices the change later by itself."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--prefix", metavar=words("cli.folder_meta"), help=words("cli.install.prefix"))
    parser.add_argument("--starts", metavar=words("cli.install.starts_meta"), help=words("cli.install.starts"))
    parser.add_argument("--remove", action="store_true", help=words("cli.install.remove"))


def run(args: argparse.Namespace, words: Words) -> int:
    if sys.platform in ("win32", "darwin"):
        raise BobError("cli.install.not_here")
    share = Path(args.prefix) / "share" if args.prefix is not None else _home_share()
    for place, content in placed((args.starts,) if args.starts else program()).items():
        path = share / place
        with file_errors(path):
            if args.remove:
                path.unlink(missing_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
        put_file(path, content())
    if args.prefix is None:
        _refresh(share)
    print(words("cli.install.removed" if args.remove else "cli.install.done", folder=str(share)))
    return 0


def _home_share() -> Path:
    """Return the folder for the data that programs of one user give the desktop."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def program() -> tuple[str, ...]:
    """Return the command that starts this program: its own file, where it has one."""
    if getattr(sys, "frozen", False):
        return (os.environ.get("APPIMAGE") or sys.executable,)
    found = shutil.which(sys.argv[0]) if Path(sys.argv[0]).name == "bob" else shutil.which("bob")
    return (str(Path(found).absolute()),) if found is not None else (sys.executable, "-m", "bob")


def placed(starts: Sequence[str]) -> Mapping[str, Callable[[], str | bytes]]:
    """Return all files to install: for each place below `share` a function that returns its content."""
    icons = f"icons/hicolor/{{}}/apps/{NAME}"
    english = Words(LANGUAGES[0])
    return {
        f"applications/{NAME}.desktop": partial(desktop_entry, starts),
        f"mime/packages/{NAME}.xml": (BADGE / f"{NAME}.xml").read_bytes,
        f"{icons.format('scalable')}.svg": (BADGE / f"{NAME}.svg").read_bytes,
        **{f"{icons.format(f'{size}x{size}')}.png": path.read_bytes for size, path in badges().items()},
        "man/man1/bob.1": partial(made, "man", english),
        **{f"man/{language}/man1/bob.1": partial(made, "man", Words(language)) for language in LANGUAGES[1:]},
        "bash-completion/completions/bob": partial(made, "bash", english),
        "zsh/site-functions/_bob": partial(made, "zsh", english),
        "fish/vendor_completions.d/bob.fish": partial(made, "fish", english),
    }


def badges() -> dict[int, Path]:
    """The badge by its size in pixels."""
    return {int(path.stem.rpartition("-")[2]): path for path in sorted(BADGE.glob("*.png"))}


def desktop_entry(starts: Sequence[str]) -> str:
    """The entry of the menu that starts this program."""
    words = (re.sub(r'(["`$\\\\])', r"\\\1", word).replace("%", "%%") for word in starts)
    entry = (BADGE / f"{NAME}.desktop").read_text("utf-8")
    return entry.replace("\nExec=bob", "\nExec=" + " ".join(f'"{word}"' for word in words)).replace("TryExec=bob", f"TryExec={starts[0]}")


def _refresh(share: Path) -> None:
    for command in REFRESH:
        if shutil.which(command[0]) is not None:
            parts = [part.format(share=share) for part in command]
            subprocess.run(parts, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
