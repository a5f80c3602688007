"""The manual page of `bob`, made of the parsers."""

from __future__ import annotations

from collections.abc import Iterable

from bob import __version__
from bob.cli.described import ArgumentHelp, CommandHelp
from bob.words import Words


def _plain_text(text: str) -> str:
    """A text that roff does not read: no escapes, no requests at the head of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.splitlines())


def _escape(text: str) -> str:
    return _plain_text(" ".join(text.split()))


def _heading(argument: ArgumentHelp) -> str:
    named = ", ".join(f"\\fB{_plain_text(flag)}\\fR" for flag in argument.flags)
    meta = f"\\fI{_plain_text(argument.meta)}\\fR" if argument.meta else ""
    return f"{named} {meta}".strip()


def _listed(arguments: Iterable[ArgumentHelp]) -> list[str]:
    return [line for a in arguments for line in (".TP", _heading(a), _escape(a.summary))]


def _usage(command: CommandHelp) -> str:
    """A line that shows how a command is written."""
    parts = [f"\\fBbob {command.name}\\fR"]
    parts += [_heading(place) if place.needed else f"[{_heading(place)}]" for place in command.places]
    parts += [_heading(option) for option in command.options if option.needed]
    return " ".join([*parts, f"[\\fI{_plain_text('options')}\\fR]"])


def manual(commands: Iterable[CommandHelp], words: Words) -> str:
    """The page, for `man`."""
    alone, *named = commands
    out = [
        f'.TH BOB 1 "" "bob-1940 {__version__}" "bob-1940"',
        f".SH {words('cli.man.name')}",
        f"bob \\- {_escape(alone.about)}",
        f".SH {words('cli.man.synopsis')}",
        f"\\fBbob\\fR [{_plain_text(words('cli.man.file'))}]",
        ".br",
        f"\\fBbob\\fR {_plain_text(words('cli.bob.usage'))}",
        f".SH {words('cli.man.options')}",
        *_listed(alone.options),
        f".SH {words('cli.man.commands')}",
    ]
    everywhere = {option.flags for option in alone.options}
    for command in named:
        own = [argument for argument in command.arguments if argument.flags not in everywhere]
        out += [f".SS {command.name}", _usage(command), ".PP", _escape(command.about), *_listed(own)]
        if command.examples:
            out += [".PP", ".nf", _plain_text(command.examples), ".fi"]
    out += [f".SH {words('cli.man.files')}"]
    for path, text in (("~/.local/share/bob-1940/games", "games"), ("~/.config/bob-1940/bob-1940.conf", "settings")):
        out += [".TP", _plain_text(path), _escape(words(f"cli.man.{text}"))]
    return "\n".join(out) + "\n"
