"""`--jobs` and `--cluster`: the workers of a command that flies many games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.core.workers import Workers, local
from bob.words import Words


def number(text: str, option: str, least: int, most: int) -> int:
    """A whole number that an option takes. Raises UsageError."""
    if not (text.isascii() and text.isdigit() and least <= int(text[:9]) <= most and len(text) < 9):
        raise UsageError("error.whole_number", option=option, least=least, most=most, value=text)
    return int(text)


def one_of(value: str, option: str, choices: Sequence[str]) -> str:
    """A value that is one of these. Raises UsageError."""
    if value not in choices:
        raise UsageError("error.one_of", option=option, choices=", ".join(choices), value=value[:60])
    return value


def progress(done: int, runs: int) -> None:
    """Draw a progress bar on standard error, when that is a terminal."""
    if runs > 1 and sys.stderr.isatty() and (done == runs or done % max(1, runs // 200) == 0):
        full = 40 * done // runs
        print(f"\r[{'█' * full}{'·' * (40 - full)}] {done}/{runs}", end="\n" if done == runs else "", file=sys.stderr, flush=True)


def arguments(parser: Parser, words: Words) -> None:
    """Both options."""
    parser.add_argument("--jobs", metavar="N", help=words("cli.simulate.jobs"))
    parser.add_argument("--cluster", metavar="tcp://HOST:PORT", help=words("cli.cluster"))


@contextmanager
def open_workers(args: argparse.Namespace, usual: int | None = None) -> Iterator[Workers]:
    """Yield the workers asked for; by default `usual` on this machine, or one for each core. They stop at the end. Raises UsageError."""
    jobs = getattr(args, "jobs", None)
    if getattr(args, "cluster", None) is not None:
        from bob.core.cluster import Cluster

        if jobs is not None:
            raise UsageError("workers.both")
        workers: Workers = Cluster(args.cluster)
    else:
        workers = local(number(jobs, "--jobs", 1, 256) if jobs is not None else usual)
    try:
        yield workers
    finally:
        workers.close()
