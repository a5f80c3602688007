"""The command line: `bob`, `bob roll`, `bob table`, `bob places`, `bob map` ...

A command is a module of `bob.cli.commands`. Whatever a person types, the answer is the command's own output, or one line on
standard error and exit code 2.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from bob import __version__
from bob.core.errors import BobError, UsageError
from bob.words import LANGUAGES, Words, system_language

COMMANDS = (
    "desk",
    "roll",
    "table",
    "tables",
    "rule",
    "places",
    "distance",
    "forces",
    "aircraft",
    "squadron",
    "map",
    "scenarios",
    "simulate",
    "forecast",
    "calibrate",
    "tournament",
    "play",
    "post",
    "serve",
    "replay",
    "report",
    "print",
    "recover",
    "verify",
    "completion",
    "schemas",
    "vassal",
    "install",
)

_ARGPARSE = (
    (re.compile(r"unrecognized arguments: (?P<what>.*)", re.S), "error.unrecognised"),
    (re.compile(r"argument (?P<option>\S+): expected (?:one|at least one) argument"), "error.needs_value"),
    (re.compile(r"argument (?P<option>[^:]+): ignored explicit argument .*", re.S), "error.takes_no_value"),
    (re.compile(r"the following arguments are required: (?P<what>.*)", re.S), "error.required"),
)
"""The messages of argparse, with the keys of our words for them."""


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks our words and raises UsageError instead of leaving the program."""

    def __init__(self, words: Words, command: str, examples: str = "") -> None:
        super().__init__(
            prog=f"bob {command}".rstrip(),
            description=words(f"cli.{command or 'bob'}.about"),
            epilog=words(f"cli.{command or 'bob'}.examples") + examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self.words = words
        self.command = command
        self._positionals.title = words("cli.positionals")
        self._optionals.title = words("cli.options")
        self.add_argument("-h", "--help", action="store_true", help=words("cli.help"))
        self.add_argument("--lang", metavar="en|fr", help=words("cli.lang"))

    def format_help(self) -> str:
        """The help in the words of the parser's language."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, prefix=self.words("cli.usage") + " ")
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with our words for what argparse found."""
        for pattern, key in _ARGPARSE:
            match = pattern.fullmatch(message)
            if match:
                found = match.groupdict()
                if "what" in found:
                    found["command"] = self.command
                raise UsageError(key, **found)
        raise UsageError("error.usage", what=message)


def _language(argv: Sequence[str]) -> str:
    """The language asked for anywhere on the line, else the system's. Raises UsageError for one we lack."""
    for i, word in enumerate(argv):
        chosen = word[7:] if word.startswith("--lang=") else argv[i + 1] if word == "--lang" and i + 1 < len(argv) else None
        if chosen is not None:
            if chosen not in LANGUAGES:
                raise UsageError("error.language", name=chosen)
            return chosen
    return system_language()


def parser_of(command: str, words: Words) -> Parser:
    """The parser of a command, or of `bob` alone for an empty name."""
    parser = Parser(words, command)
    if command:
        _module(command).arguments(parser, words)
    else:
        parser.usage = "bob " + words("cli.bob.usage")
        parser.add_argument("--version", action="store_true", help=words("cli.version"))
        parser.add_argument("--where", action="store_true", help=words("cli.where"))
    return parser


def _module(command: str) -> Any:
    return importlib.import_module(f"bob.cli.commands.{command}")


def run(argv: Sequence[str], words: Words) -> int:
    """Carry out one command line. Raises BobError."""
    command = next((word for i, word in enumerate(argv) if not word.startswith("-") and (i == 0 or argv[i - 1] != "--lang")), None)
    if command is None:
        parser = parser_of("", words)
        chosen = parser.parse_args(argv)
        if chosen.version:
            print(f"bob {__version__}")
        elif chosen.where:
            print(_folders_text(words))
        elif chosen.help:
            print(parser.format_help())
        else:
            return _desk(words)
        return 0
    rest = list(argv)
    if command in COMMANDS:
        rest.remove(command)
    elif _names_game(command):  # a double click
        command = "desk"
    else:
        raise UsageError("error.no_command", name=command, choices=", ".join(COMMANDS))
    parser = parser_of(command, words)
    if any(word in ("-h", "--help") for word in rest):
        print(parser.format_help())
        return 0
    code: int = _module(command).run(parser.parse_args(rest), words)
    return code


def _names_game(word: str) -> bool:
    from bob.files import ENDING

    return word.endswith(ENDING)


def _folders_text(words: Words) -> str:
    """Return the folders of the desk's games and settings in words. Raises BobError without Qt, which knows them."""
    try:
        from bob.desk.base.settings import Settings
    except ImportError:
        raise BobError("cli.desk.no_qt") from None
    settings = Settings()
    return words("cli.where_told", games=str(settings.games_folder), settings=settings.file)


def _desk(words: Words) -> int:
    """`bob` alone: open the desk where there is a screen, else print the commands that need none."""
    from bob.cli.commands import desk

    why = desk.missing()
    if why is None:
        return desk.open_desk(None, words)
    print(words("cli.bob.welcome", version=__version__))
    print("\n" + words(why))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """The entry point of `bob`: 0 when all went well, 2 with one line on standard error when not."""
    argv = sys.argv[1:] if argv is None else argv
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    words = Words(system_language())
    try:
        words = Words(_language(argv))
        code = run(argv, words)
        sys.stdout.flush()
        return code
    except BobError as error:
        _complain(error.describe(words))
        return 2
    except BrokenPipeError:
        # The reader went away (a pager was closed): no further output is possible.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get("BOB_DEBUG"):
            raise
        _complain(words("error.internal", kind=type(error).__name__, what=str(error)))
        return 70


def _complain(text: str) -> None:
    line = re.sub(r"[ \t\r\n]+", " ", text).strip()
    print(f"bob: {line}", file=sys.stderr)
