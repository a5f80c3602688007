"""Passphrases at the command line: from a descriptor, from the environment, or typed unseen; never in the command itself."""

from __future__ import annotations

import argparse
import ctypes
import getpass
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.core.game import REFEREE
from bob.files import Cipher, FileKey, Locked
from bob.files.cipher import party
from bob.words import Words

T = TypeVar("T")
VARIABLE = "BOB_PASSPHRASE_"
_MOST = 1 << 16


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--passphrases", metavar="FD", help=words("cli.passphrases"))


def given(args: argparse.Namespace) -> dict[str, str]:
    """The passphrases that came with the command, by their holders: lines `seat=passphrase` of a descriptor, and variables, which are
    taken out of the environment. Raises UsageError."""
    names = [name for name in os.environ if name.startswith(VARIABLE)]
    found = {name.removeprefix(VARIABLE).lower(): _taken(name) for name in names}
    text = args.passphrases
    if text is None:
        return found
    if not (text.isascii() and text.isdigit() and 3 <= int(text[:6]) < 65536):
        raise UsageError("locks.descriptor", value=text[:20])
    try:
        with os.fdopen(int(text), "rb", closefd=True) as stream:
            lines = stream.read(_MOST).decode(errors="surrogateescape").splitlines()
    except OSError as error:
        raise UsageError("locks.descriptor", value=text[:20]) from error
    for number, line in enumerate(filter(str.strip, lines), 1):
        seat, equals, passphrase = line.partition("=")
        if not equals or not passphrase:
            raise UsageError("locks.line", number=number)
        found[seat.strip()] = passphrase
    return found


def _taken(name: str) -> str:
    """The value of a variable, which is blotted out where the system keeps it for others to read as long as the program runs."""
    value = os.environ[name]
    if sys.platform != "win32":
        library = ctypes.CDLL(None)
        library.getenv.restype = ctypes.c_void_p
        place = library.getenv(os.fsencode(name))
        if place:
            ctypes.memset(place, ord("*"), len(os.fsencode(value)))
    del os.environ[name]
    return value


def opened(args: argparse.Namespace, words: Words, opening: Callable[[FileKey | None], T]) -> T:
    """Return the result of `opening` with the passphrases of a file; where it is locked and the command has none, ask for them at the
    terminal. Raises the errors of `opening`, and UsageError without a terminal."""
    came = given(args)
    try:
        return opening(came)
    except Locked as error:
        if not sys.stdin.isatty():
            raise UsageError("locks.how", why=error, variable=VARIABLE) from error
        print(error.describe(words), file=sys.stderr)
        if error.referee and (text := _typed(words, REFEREE, "locks.ask_referee")):
            return opening({REFEREE: text})
        return opening({seat: _typed(words, seat, "locks.ask") for seat in error.sides})


def made(given: Mapping[str, str], words: Words, sides: Sequence[str]) -> Cipher:
    """Return the lock of a new file for persons on these sides; ask for missing passphrases at the terminal. Raises BobError."""
    came = dict(given)
    unknown = sorted(set(came) - {*sides, REFEREE})
    if unknown:
        raise UsageError("locks.no_party", party=unknown[0][:40], choices=", ".join((*sides, REFEREE)))
    if len(sides) > 1 and not set(sides) <= set(came):
        if not sys.stdin.isatty():
            raise UsageError("locks.how", why=UsageError("locks.new"), variable=VARIABLE)
        for seat in (*sides, REFEREE):
            if seat not in came and (text := _typed(words, seat, "locks.new_referee" if seat == REFEREE else "locks.new_side")):
                if text != _typed(words, seat, "locks.again"):
                    raise UsageError("locks.not_the_same", party=party(seat))
                came[seat] = text
    ordered = [seat for seat in (*sides, REFEREE) if seat in came or seat != REFEREE]
    return Cipher.made({seat: came.get(seat, "") for seat in ordered})


def _typed(words: Words, seat: str, key: str) -> str:
    """Return a passphrase typed without echo."""
    return getpass.getpass(words(key, party=party(seat)) + " ", stream=sys.stderr)
