"""A description of the command line, made from its parsers: every command, its options and the values of its places. Completion and
manual are made from it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from bob.cli import COMMANDS, parser_of
from bob.words import Words


@dataclass(frozen=True, slots=True)
class ArgumentHelp:
    """An option by its flags; or, without any, the argument at a place of the line."""

    flags: tuple[str, ...]
    meta: str
    """The name of its value; empty for an option without one."""
    summary: str
    values: tuple[str, ...] = ()
    """All that it may be, where that is known."""
    after: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All that it may be after a word before it."""
    files: str = ""
    """`file`, `folder`, or `game` for a file that keeps one."""
    needed: bool = False


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """A command; `bob` alone has no name."""

    name: str
    about: str
    examples: str
    arguments: tuple[ArgumentHelp, ...]

    @property
    def options(self) -> tuple[ArgumentHelp, ...]:
        return tuple(argument for argument in self.arguments if argument.flags)

    @property
    def places(self) -> tuple[ArgumentHelp, ...]:
        return tuple(argument for argument in self.arguments if not argument.flags)


def described(words: Words) -> tuple[CommandHelp, ...]:
    """Every command in the words of a language, `bob` alone first."""
    found = []
    for name in ("", *COMMANDS):
        parser = parser_of(name, words)
        arguments = tuple(_argument(name, action, words) for action in parser._actions)
        found.append(CommandHelp(name, parser.description or "", (parser.epilog or "").strip("\n"), arguments))
    return tuple(found)


def _argument(command: str, action: argparse.Action, words: Words) -> ArgumentHelp:
    flags, text, needed = tuple(action.option_strings), str(action.help or ""), action.required
    if action.nargs == 0:
        return ArgumentHelp(flags, "", text, needed=needed)
    meta = str(action.metavar or action.dest.upper())
    files = _files(flags, meta, words)
    if action.choices is not None:
        return ArgumentHelp(flags, meta, text, tuple(map(str, action.choices)), needed=needed)
    if re.fullmatch(r"[a-z0-9_.]+(\|[a-z0-9_.]+)+", meta):
        return ArgumentHelp(flags, meta, text, tuple(meta.split("|")), needed=needed)
    if flags:
        return ArgumentHelp(flags, meta, text, files=files, needed=needed)
    places = _places(words.language)
    values = places.get(f"{command} {action.dest}", ())
    games = places.get(f"{command} game", ()) if action.dest == "scenario" else ()
    after = {game: scenarios for game, scenarios in _by_game(words.language).items() if game in games}
    return ArgumentHelp(flags, meta, text, values, after, files, needed)


@cache
def _by_game(language: str) -> Mapping[str, tuple[str, ...]]:
    """The scenarios of every game."""
    from bob.games import kit, names

    return {name: tuple(kit(name).scenarios(Words(language))) for name in names()}


@cache
def _places(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the values for the places of commands, by the command and the place."""
    from bob.data.table_files import ORDER
    from bob.report.registry import printable

    by_game = _by_game(language)
    days = by_game["day"]
    return {
        "roll name": tuple(ORDER),
        "table name": tuple(ORDER),
        "simulate scenario": days,
        "forecast what": days,
        "play game": tuple(by_game),
        "print game": tuple(printable()),
    }


def _files(flags: tuple[str, ...], meta: str, words: Words) -> str:
    """Return the kind of file that it takes, by its name."""
    if meta == words("cli.folder_meta"):
        return "folder"
    if meta not in (words("cli.play.file_meta"), words("cli.map.out_meta"), words("cli.forecast.what_meta")):
        return ""
    return "game" if not flags or flags[0] in ("--open", "--save") else "file"
