"""Completion of the lines of `bob` in a shell: a script for bash, zsh or fish, made from the parsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from shlex import quote

from bob.cli.described import ArgumentHelp, CommandHelp
from bob.files import ENDING


def _short_text(text: str) -> str:
    """Return the first sentence of a description, on one line."""
    return " ".join(text.split()).partition(". ")[0].rstrip(".")


def _offers(command: CommandHelp) -> Iterator[tuple[str, str]]:
    """Yield for each option with a value, and each place, its candidates: words after `:`, or a kind of file."""

    def text_of(argument: ArgumentHelp) -> str:
        return argument.files if not argument.values else ":" + " ".join(argument.values)

    for option in command.options:
        for flag in option.flags if option.meta else ():
            yield f"{command.name} {flag}", text_of(option) or "any"
    for number, place in enumerate(command.places, 1):
        for before, values in place.after.items():
            yield f"{command.name} {number} {before}", ":" + " ".join(values)
        if text_of(place) and not place.after:
            yield f"{command.name} {number}", text_of(place)


# ---- bash

_BASH = """# bash completion for bob: bob completion bash

_bob_lines() {{
    local IFS=$'\n'
    echo "$*"
}}

_bob_offers() {{  # what may stand after an option, or at a place
    case "$1" in
{offers}
    esac
}}

_bob_flags() {{
    case "$1" in
{flags}
    esac
}}

_bob() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} command="" before="" place=0 found="" i word
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        if [[ $word == -* ]] || [[ ${{COMP_WORDS[i - 1]}} == -* && -n $(_bob_offers "$command ${{COMP_WORDS[i - 1]}}") ]]; then
            continue
        elif [[ -z $command ]]; then
            command=$word
        else
            place=$((place + 1)) before=$word
        fi
    done
    if [[ $prev == -* ]]; then
        found=$(_bob_offers "$command $prev")
    fi
    local IFS=$'\n'
    if [[ -z $found && $cur == -* ]]; then
        found=":$(_bob_flags "$command")"
    elif [[ -z $found && -z $command ]]; then
        COMPREPLY=($(compgen -W "{commands}" -- "$cur"))
        found=game
    elif [[ -z $found ]]; then
        found=$(_bob_offers "$command $((place + 1)) $before")
        [[ -n $found ]] || found=$(_bob_offers "$command $((place + 1))")
    fi
    case "$found" in
    :*) COMPREPLY=($(compgen -W "${{found#:}}" -- "$cur")) ;;
    file) COMPREPLY=($(compgen -f -- "$cur")) ;;
    folder) COMPREPLY=($(compgen -d -- "$cur")) ;;
    game) COMPREPLY+=($(compgen -d -- "$cur"; compgen -f -X '!*{ending}' -- "$cur")) ;;
    esac
    [[ $found == :* ]] || compopt -o filenames 2> /dev/null
}}

complete -F _bob bob
"""


def bash(commands: Iterable[CommandHelp]) -> str:
    """The script for bash."""
    found = list(commands)
    offers = [f"    {quote(where)}) _bob_lines {what} ;;" for command in found for where, what in _offers(command)]
    flags = [f"    {quote(c.name)}) _bob_lines {' '.join(flag for option in c.options for flag in option.flags)} ;;" for c in found]
    names = "\n".join(command.name for command in found if command.name)
    return _BASH.format(offers="\n".join(offers), flags="\n".join(flags), commands=names, ending=ENDING)


# ---- zsh

_ZSH_FILES = {"file": "_files", "folder": "_files -/", "game": f"_files -g '*{ENDING}'"}
_ZSH = """#compdef bob
# zsh completion for bob: bob completion zsh

_bob_commands() {{
    local -a commands=(
{commands}
    )
    _describe command commands
    _files -g '*{ending}'
}}

_bob() {{
    if (( CURRENT == 2 )); then
        _alternative 'commands:command:_bob_commands' 'options:option:(({options}))'
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}
    esac
}}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _bob "$@"
else
    compdef _bob bob
fi
"""


def _zsh_text(text: str) -> str:
    return "".join("\\" + letter if letter in "[]:\\" else letter for letter in _short_text(text))


def _zsh_takes(argument: ArgumentHelp, number: int) -> str:
    """Return the values of an argument, as `_arguments` reads them."""
    if argument.values:
        what = f"({' '.join(argument.values)})"
    elif argument.after:
        cases = " ".join(f"{name}) compadd {' '.join(values)} ;;" for name, values in argument.after.items() if values)
        what = f"{{case $words[{number}] in {cases} esac}}"
    else:
        what = _ZSH_FILES.get(argument.files, " ")
    return f":{_zsh_text(argument.meta)}:{what}"


def zsh(commands: Iterable[CommandHelp]) -> str:
    """The script for zsh."""
    named, options, cases = [], "", []
    for command in commands:
        if not command.name:
            options = " ".join(
                f"{flag}\\:{quote(_zsh_text(o.summary))}" for o in command.options for flag in o.flags if flag.startswith("--")
            )
            continue
        named.append(f"        {quote(f'{command.name}:{_short_text(command.about)}')}")
        lines = [f"{flag}[{_zsh_text(o.summary)}]{_zsh_takes(o, 0) if o.meta else ''}" for o in command.options for flag in o.flags]
        lines += [f"{number}{_zsh_takes(place, number)}" for number, place in enumerate(command.places, 1)]
        cases.append(f"    {command.name}) _arguments {' '.join(map(quote, lines))} ;;")
    text = options.replace("'", '"')
    return _ZSH.format(commands="\n".join(named), options=text, cases="\n".join(cases), ending=ENDING)


# ---- fish

_FISH = """# fish completion for bob: bob completion fish

function __bob_on
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]; or return 1
    test (count $argv) -eq 1; or test "$words[-1]" = $argv[2]
end

function __bob_first
    test (count (commandline -opc)) -eq 1
end

complete -c bob -f
"""
_FISH_FILES = {"file": "-F", "folder": "-f -a '(__fish_complete_directories)'", "game": f"-f -a '(__fish_complete_suffix {ENDING})'"}


def fish(commands: Iterable[CommandHelp]) -> str:
    """The script for fish."""
    lines = []
    for command in commands:
        on = f"-n '__bob_on {command.name}'" if command.name else "-n __bob_first"
        if command.name:
            lines.append(f"complete -c bob -n __bob_first -a {command.name} -d {quote(_short_text(command.about))}")
        else:
            lines.append(f"complete -c bob {on} {_FISH_FILES['game']}")
        for option in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            takes = f" -r {_fish_offers(option) or '-f'}" if option.meta else ""
            lines.append(f"complete -c bob {on} {flags}{takes} -d {quote(_short_text(option.summary))}")
        for place in command.places:
            for before, values in place.after.items():
                lines.append(f"complete -c bob -n '__bob_on {command.name} {before}' -f -a {quote(' '.join(values))}")
            if _fish_offers(place) and not place.after:
                lines.append(f"complete -c bob {on} {_fish_offers(place)}")
    return _FISH + "\n".join(lines) + "\n"


def _fish_offers(argument: ArgumentHelp) -> str:
    return f"-f -a {quote(' '.join(argument.values))}" if argument.values else _FISH_FILES.get(argument.files, "")


SHELLS: Mapping[str, Callable[[Iterable[CommandHelp]], str]] = {"bash": bash, "zsh": zsh, "fish": fish}
