"""Tries a bundle as its user would, without the Python that runs this: the command line, work in several processes, the lesson at the desk.

    python packaging/check.py BUNDLE [PICTURES]

0 when all went well. The lesson is played by `bob-smoke`, while it still lies in the bundle; on Linux on a screen of its own (Xvfb) where
there is none.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

EXE = ".exe" if sys.platform == "win32" else ""
MOST_MEGABYTES = 250
"""What a bundle may take on the disk; packed it is less than half."""


def ran(program: Path, *line: str, env: dict[str, str]) -> str:
    """What a program of the bundle prints."""
    done = subprocess.run([program, *line], capture_output=True, env=env, timeout=600, check=False)
    out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    if done.returncode != 0:
        raise SystemExit(f"{program.name} {' '.join(line)}: {done.returncode}\n{out}\n{err}")
    print(f"  {program.name} {' '.join(line)}: {len(out)} characters")
    return out


@contextmanager
def screen(env: dict[str, str]) -> Iterator[dict[str, str]]:
    """A screen for the desk."""
    if sys.platform != "linux" or env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"):
        yield env
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], pass_fds=(writing,))
    os.close(writing)
    try:
        with os.fdopen(reading) as account:
            yield env | {"DISPLAY": f":{account.readline().strip()}"}
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    bundle = Path(sys.argv[1]).resolve()
    pictures = Path(sys.argv[2] if len(sys.argv) > 2 else "build/pictures").resolve()
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6
    print(f"{bundle.name}: {size:.0f} MB")
    if size > MOST_MEGABYTES:
        raise SystemExit(f"more than {MOST_MEGABYTES} MB")
    bob = bundle / f"bob{EXE}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
        env |= {"HOME": home, "XDG_CONFIG_HOME": f"{home}/config", "XDG_DATA_HOME": f"{home}/data", "PYTHONUTF8": "1"}
        assert ran(bob, "--version", env=env).startswith("bob ")
        assert json.loads(ran(bob, "table", "bombing", "--json", env=env))
        runs = ran(bob, "simulate", "one_raid", "--runs", "4", "--json", env=env).splitlines()
        assert len([json.loads(run) for run in runs]) >= 4
        game = str(Path(home) / "lesson.bob1940")
        ran(bob, "play", "day", "lesson", "--seats", "raf=park,luftwaffe=kesselring", "--seed", "1", "--save", game, env=env)
        ran(bob, "verify", game, env=env)
        ran(bob, "report", game, "--out", str(Path(home) / "lesson.pdf"), env=env)
        with screen(env) as seen:
            seen = seen | {"BOB_STARTED": str(time.time())}
            print("  " + ran(bundle / f"bob-smoke{EXE}", str(pictures), env=seen).replace("\n", "\n  ").rstrip())


if __name__ == "__main__":
    main()
