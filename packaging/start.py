"""What a bundle starts: the command line, and the processes that do its work."""

import contextlib
import gc
import multiprocessing
import os
import sys
from pathlib import Path

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.stdout is None or sys.stderr is None:  # a program of Windows that has no terminal
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if "LD_LIBRARY_PATH" in os.environ:  # the bundle's own: not for programs of the system that it starts
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
        os.environ.pop("LD_LIBRARY_PATH")
        if before:
            os.environ["LD_LIBRARY_PATH"] = before
        os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"  # its own processes find theirs anew
    gc.disable()  # nothing that is made while the program loads is thrown away
    import bob.cli

    if len(sys.argv) < 2 or sys.argv[1].endswith(".bob1940"):
        with contextlib.suppress(ImportError):  # the command line says in words what the system lacks
            import bob.desk.app

    gc.freeze()
    gc.enable()
    sys.exit(bob.cli.main())
