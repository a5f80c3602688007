"""Offices in processes of their own, to be killed: for each folder on standard input one, which says each step when it is kept.

What they need is loaded once, by an office called for the folder on the command line: each is forked off this one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.post.posted import Posted


def said(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def main() -> None:
    Posted(Path(sys.argv[1])).call()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            said(f"begun {os.getpid()}")
            Posted(Path(line.rstrip("\n"))).call(said)
            os._exit(0)
        said(f"ended {os.waitpid(child, 0)[1]}")


if __name__ == "__main__":
    main()
