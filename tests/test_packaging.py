"""What makes the bundles, as far as it can be looked at without making them: workflows by their schema, scripts, what they name."""

from __future__ import annotations

import ast
import os
import plistlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bob

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS = sorted(path for path in (*PACKAGING.glob("*.sh"), *(PACKAGING / "linux").glob("*")) if path.name != "README")

if not PACKAGING.is_dir():
    pytest.skip("no checkout", allow_module_level=True)


@pytest.mark.slow
@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_one_by_its_schema(workflow: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(workflow)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_suite_runs_on_every_python_that_the_program_is_for() -> None:
    least = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"].removeprefix(">=3.")
    account = re.search(r"python: \[(.+)\]", (ROOT / ".github/workflows/tests.yml").read_text("utf-8"))
    assert account is not None
    assert [f'"3.{minor}"' for minor in range(int(least), 15)] == account[1].split(", ")


@pytest.mark.parametrize("path", [*WORKFLOWS, *SCRIPTS, *PACKAGING.glob("*.ps1"), *PACKAGING.glob("*.iss")], ids=lambda path: path.name)
def test_what_is_named_is_there(path: Path) -> None:
    """Files of the project; what is made, under build/ and dist/, is not looked for."""
    named = re.findall(r"(?<![\w/.\\-])(?:packaging|bob|tests|\.\.)[/\\][\w./\\-]+\w", path.read_text("utf-8"))
    named = [name.replace("\\", "/") for name in named]
    missing = [name for name in named if not ((PACKAGING if name.startswith("../") else ROOT) / name).exists()]
    assert [name for name in missing if not name.startswith(("../build", "../dist"))] == []


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck")
def test_scripts_have_no_known_faults() -> None:
    done = subprocess.run(["shellcheck", *map(str, SCRIPTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no such mark on a file")
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_run(path: Path) -> None:
    assert os.access(path, os.X_OK)
    assert path.read_text("utf-8").startswith("#!")


def test_one_version_is_told_everywhere() -> None:
    """By the package, by the program, and by the changelog, whose newest number it is."""
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == bob.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+", bob.__version__)
    numbers = re.findall(r"^## (\d\S*?),? ", (ROOT / "CHANGELOG.md").read_text("utf-8") + "\n", re.MULTILINE)
    assert numbers[0] == bob.__version__


def test_the_recipe_knows_the_version_and_every_module() -> None:
    """The recipe is Python to PyInstaller, with names of its own."""
    tree = ast.parse((PACKAGING / "bob.spec").read_text("utf-8"))
    given = [node for node in tree.body if isinstance(node, ast.Assign)]
    values = {ast.unparse(node.targets[0]): node.value for node in given}
    known = {"ROOT": ROOT, "re": re, "sorted": sorted}
    version, modules = (eval(compile(ast.Expression(values[name]), name, "eval"), known) for name in ("VERSION", "MODULES"))
    assert version == bob.__version__
    assert {"bob", "bob.cli", "bob.cli.commands.desk", "bob.desk.window.window"} <= set(modules)
    assert not [name for name in modules if name.endswith("__init__")]


def test_the_entitlements_can_be_read() -> None:
    assert plistlib.loads((PACKAGING / "macos.entitlements").read_bytes())


@pytest.mark.skipif(sys.platform == "win32", reason="a script of Linux")
def test_the_installer_comes_and_goes(tmp_path: Path) -> None:
    """With a program that only notes how it was called."""
    home, bundle = tmp_path / "home", tmp_path / "a folder" / "bob-1940"
    (home / ".local").mkdir(parents=True)
    shutil.copytree(PACKAGING / "linux", bundle)
    (bundle / "bob").write_text('#!/bin/sh\necho "$@" >> "$HOME/called"\n')
    (bundle / "bob").chmod(0o755)
    env = {**os.environ, "HOME": str(home)}
    there = home / ".local" / "opt" / "bob-1940"
    for _ in range(2):  # a newer version is put in place of the older
        subprocess.run([bundle / "install.sh"], env=env, check=True)
        assert (there / "bob").is_file()
        assert (home / ".local" / "bin" / "bob").resolve() == there / "bob"
        (there / "of the older").touch()
    subprocess.run([bundle / "install.sh"], env=env, check=True)
    assert not (there / "of the older").exists()
    subprocess.run([there / "uninstall.sh"], env=env, check=True)
    assert not there.exists()
    assert not (home / ".local" / "bin" / "bob").is_symlink()
    assert (home / "called").read_text().splitlines() == ["install"] * 3 + ["install --remove"]
