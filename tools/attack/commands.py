"""Command lines out of what people type: each is answered, or refused in one line, and leaves no file where none was asked for."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
from pathlib import Path

from bob.cli import COMMANDS, main
from bob.core.dice import Stream
from bob.data.map_files import KINDS
from bob.data.table_files import ORDER
from bob.games import kit, names
from tools.attack.report import Report

LINES, SHORT_LINES = 120, 12
SLOW = 60.0
"""Seconds of work after which a line is a finding."""
LONG = ("desk", "simulate", "calibrate", "tournament")
"""Commands that open a window or play whole games: they get as few as they may."""
OPTIONS = (
    "--json", "--dice", "--seed", "--switch", "--tables", "--kind", "--near", "--within", "--side", "--lang", "-h", "--help", "--version",
    "--weather", "--angels", "--late", "--raf", "--unit", "--lost", "--layers", "--palette", "--width", "--page", "--sector",
    "--seats", "--option", "--engagements", "--chooser", "--pilots", "--cards", "--period", "--jsonl", "--games", "--turn", "--seat",
    "--open",
)  # fmt: skip
VALUES = (
    "3,4", "6", "5", "fair", "couvert", "18", "17", "-2", "1e9", "Dover", "Kenley", "Dunkirk", "3706", "9999", "51.3,0.1", "nan,nan",
    "1940-08-18", "1940-13-41", "raf", "fr", "en", "de", "OPS-A5.m3", "OPS-B5", "london_haze_6=up_to_8", "=", "all", "+radio", "a2",
    "m.bmp", "--", "-", "é", "%s", "{key}", "{0}", "", "9" * 40, "\n", "\x1b[2J", "\u202e", "Biggin Hill", "port:Dover Harbour", "x" * 3000,
    "raf=human", "raf=jsonl,luftwaffe=jsonl", "raf=park", "turns=3", "fuel=true", "players=[]", "limit=1e400", "clouds={}",
    ".", "/", "/dev/null", "nowhere.bob1940", "\ud800", "cards", "hexes", "quick", "ask", "small=3", "typed",
    "first_match", "one_raid", "duel", "２", "٣",
)  # fmt: skip
RIGHT = (
    "roll wind --seed 5",
    "roll formation --weather overcast --angels 18 --gruppen 6 --type main",
    "roll navigation --dice 3,4 --weather fair --landmark --json",
    "roll bombing --unit bomber_gruppe --angels 18 --low",
    "roll london_haze --dice 6 --switch london_haze_6=up_to_8",
    "table bombing --lang fr",
    "tables --json",
    "rule OPS-A5.m3",
    "places hawk --kind airfield --near Dover --within 9",
    "distance Kenley 51.13,1.31 --json",
    "forces 1940-08-18 --side raf",
    "aircraft spitfire_i bf_109e_4",
    "scenarios --json",
    "play cards duel --seed 3",
    "play hexes duel --option fuel=true --seats raf=human,luftwaffe=human",
    "play skies pairs --option cloud_count=2 --seats raf=human,luftwaffe=human",
    "tournament --game skies --missions pairs --pilots weak,random --games 1 --json",
    "play campaign --jsonl --seats axis=jsonl,allied=jsonl",
    "play day lesson --seats raf=jsonl,luftwaffe=jsonl --jsonl",
    "play day one_raid --seats raf=human --engagements cards",
    "replay nowhere.bob1940 --seat raf",
    "recover nowhere.bob1940 --out another.bob1940",
    "verify nowhere.bob1940 --json",
)
TYPED = (
    "",
    "?",
    "help",
    "1",
    "2",
    "deploy",
    "forward 7, turn left 30",
    "done",
    "log",
    "map",
    "view",
    "undo",
    "quit",
    "é",
    "\ud800",
    "{}",
    '{"type":"view","seat":"raf"}',
    "[[[[",
    "x" * 5000,
)
"""What is typed to a command that listens."""


def attack(report: Report) -> None:
    """One round: some lines, in a folder of their own."""
    stream = Stream.of(report.key, "commands")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for _ in range(SHORT_LINES if report.short else LINES):
            line = line_of(stream)
            if (line and line[0] in LONG) or (line[:1] == ["play"] and "--tournament" in line):
                continue
            typed = "\n".join(stream.choose(TYPED) for _ in range(stream.below(6)))
            code = _tried(report, line, typed)
            report.tried[f"lines that ended with {code}"] += 1
            for left in list(Path.cwd().iterdir()):
                if left.name not in " ".join(line):
                    report.found(f"{line!r} left {left.name!r}")
                if left.is_file():
                    left.unlink()


def line_of(stream: Stream) -> list[str]:
    """A line that works with a few of its words changed, or words thrown together."""
    words = (*OPTIONS, *VALUES, *ORDER, *KINDS, *names(), *[kit(name).usual for name in names()])
    if stream.below(3) == 0:
        first = stream.choose([command for command in COMMANDS if command not in LONG])
        return [first, *[stream.choose(words) for _ in range(stream.below(6))]]
    line = stream.choose(RIGHT).split()
    for _ in range(stream.below(4)):
        at, how = 1 + stream.below(len(line)), stream.below(3)
        if how == 0:
            line.insert(at, stream.choose(words))
        elif at < len(line):
            line[at : at + 1] = [stream.choose(words)] if how == 1 else []
    return line


def _tried(report: Report, line: list[str], typed: str) -> int:
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    began = time.process_time()
    try:
        sys.stdin = io.StringIO(typed)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(line)
    except (SystemExit, Exception) as error:
        report.found(f"{line!r} raised {type(error).__name__}: {error!s:.300}")
        return 70
    finally:
        sys.stdin = before
    text, complaint = out.getvalue(), err.getvalue()
    took = time.process_time() - began
    report.holds(took < SLOW, f"{line!r} took {took:.0f} s")
    report.holds(code in (0, 2), f"{line!r} with {typed!r:.200} ended with {code}: {complaint[-300:]}")
    report.holds("Traceback" not in text + complaint, f"{line!r} showed a traceback")
    if code == 2:
        report.holds(complaint.count("\n") >= 1 and len(complaint) < 6000, f"{line!r} is refused in {len(complaint)} characters")
    return code
