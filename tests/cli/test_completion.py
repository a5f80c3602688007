"""What shells complete and what the manual says is made of the parsers: it holds every command, and shells do complete by it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bob.cli import COMMANDS, main, parser_of
from bob.cli.commands.completion import KINDS, made
from bob.cli.completing import SHELLS
from bob.data.table_files import ORDER
from bob.words import LANGUAGES, Words

WORDS = Words("en")


@cache
def script(kind: str, language: str = "en") -> str:
    return made(kind, Words(language))


def flags(command: str) -> set[str]:
    return {flag for action in parser_of(command, WORDS)._actions for flag in action.option_strings}


def has(shell: str) -> bool:
    return shutil.which(shell) is not None


def ran(*command: str, cwd: Path | None = None) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.split("\n")[:-1]


# ---- bash


def completed(tmp_path: Path, *line: str) -> set[str]:
    """What bash offers for the last word of a line."""
    file = tmp_path / "bob.bash"
    file.write_text(script("bash"), "utf-8")
    text = 'source "$1"; shift; COMP_WORDS=(bob "$@"); COMP_CWORD=$#; _bob; printf "%s\\n" "${COMPREPLY[@]}"'
    return set(ran("bash", "--norc", "-uc", text, "bash", str(file), *line, cwd=tmp_path)) - {""}


needs_bash = pytest.mark.skipif(not has("bash") or sys.platform == "win32", reason="no bash of ours")


@needs_bash
def test_bash_completes_commands_and_kept_games(tmp_path: Path) -> None:
    for name in ("raid.bob1940", "raid.txt"):
        (tmp_path / name).touch()
    assert completed(tmp_path, "") >= {*COMMANDS, "raid.bob1940"}
    assert completed(tmp_path, "pl") == {"places", "play"}
    assert completed(tmp_path, "ra") == {"raid.bob1940"}
    assert completed(tmp_path, "--wh") == {"--where"}


@needs_bash
@pytest.mark.parametrize("command", COMMANDS)
def test_bash_completes_every_option(tmp_path: Path, command: str) -> None:
    assert completed(tmp_path, command, "-") == flags(command)


@needs_bash
def test_bash_completes_what_stands_at_a_place_or_after_an_option(tmp_path: Path) -> None:
    (tmp_path / "raid.bob1940").touch()
    (tmp_path / "raid.txt").touch()
    (tmp_path / "own").mkdir()
    assert completed(tmp_path, "table", "") == set(ORDER)
    assert completed(tmp_path, "roll", "--seed", "5", "form") == {"formation", "formation_special"}
    assert completed(tmp_path, "map", "--page", "a") == {"a1", "a2", "a3", "a4"}
    assert "one_raid" in completed(tmp_path, "play", "day", "")
    assert completed(tmp_path, "play", "hexes", "du") == {"duel"}
    assert completed(tmp_path, "replay", "") == {"raid.bob1940", "own"}
    assert completed(tmp_path, "report", "--out", "ra") == {"raid.bob1940", "raid.txt"}
    assert completed(tmp_path, "roll", "wind", "--tables", "") == {"own"}
    assert completed(tmp_path, "map", "--lang", "") == set(LANGUAGES)
    assert completed(tmp_path, "roll", "--seed", "") == set()


# ---- fish, zsh


@pytest.mark.skipif(not has("fish"), reason="no fish")
def test_fish_completes(tmp_path: Path) -> None:
    file = tmp_path / "bob.fish"
    file.write_text(script("fish"), "utf-8")
    (tmp_path / "raid.bob1940").touch()

    def offered(line: str) -> set[str]:
        command = ("fish", "--no-config", "-c", f"source {file}; complete -C '{line}'")
        return {text.split("\t")[0] for text in ran("env", f"HOME={tmp_path}", *command, cwd=tmp_path)}

    assert offered("bob ") >= {*COMMANDS, "raid.bob1940"}
    assert offered("bob table bomb") == {"bombing"}
    assert offered("bob play hexes du") == {"duel"}
    assert offered("bob map --page ") >= {"a1", "a2", "a3", "a4"}
    assert offered("bob verify --") == {flag for flag in flags("verify") if flag.startswith("--")}


@pytest.mark.skipif(not has("zsh"), reason="no zsh")
def test_zsh_loads_its_script(tmp_path: Path) -> None:
    (tmp_path / "_bob").write_text(script("zsh"), "utf-8")
    text = "fpath=($1 $fpath); autoload -U compinit; compinit -u -D; print -r -- $_comps[bob]; autoload +X _bob; whence -w _bob"
    assert ran("zsh", "-f", "-c", text, "zsh", str(tmp_path)) == ["_bob", "_bob: function"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_holds_every_command_and_option(shell: str) -> None:
    text = script(shell)
    for command in COMMANDS:
        assert command in text
        for flag in flags(command):
            assert (flag.lstrip("-") if shell == "fish" else flag) in text, (command, flag)


# ---- the manual


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_holds_every_command_and_option(language: str) -> None:
    text = script("man", language)
    sections = dict(part.split("\n", 1) for part in text.split("\n.SS ")[1:])
    assert tuple(sections) == COMMANDS
    for command, wording in sections.items():
        for flag in flags(command) - flags(""):
            assert flag.replace("-", "\\-") in wording, (command, flag)


@pytest.mark.skipif(not has("groff"), reason="no groff")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_is_read_without_a_complaint(tmp_path: Path, language: str) -> None:
    page = tmp_path / "bob.1"
    page.write_text(script("man", language), "utf-8")
    out = "\n".join(ran("groff", "-man", "-Kutf8", "-Tutf8", "-ww", str(page)))
    assert "one_raid" in out


# ---- the command


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_prints_it(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    assert main(["completion", kind, "--lang", "en"]) == 0
    assert capsys.readouterr().out == script(kind)


def test_a_shell_that_we_lack_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh", "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
