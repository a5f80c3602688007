"""A PostgreSQL server for tests, in a folder of its own, where one is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """The folder of the server's programs; None where there is none, or where nobody may start it."""
    on_path = shutil.which("initdb")
    found = [Path(on_path).parent] if on_path else sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name))
    if not found or (os.name == "posix" and os.geteuid() == 0 and shutil.which("runuser") is None):
        return None
    return found[-1]


@contextmanager
def server() -> Iterator[str]:
    """The address of a new, empty server, which goes with its folder. It refuses to run as root: then it runs as its own user."""
    found = programs()
    assert found is not None
    as_user = ["runuser", "-u", "postgres", "--"] if os.name == "posix" and os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="bob-postgres-") as name:
        folder = Path(name)
        if as_user:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*as_user, str(found / "initdb"), "-D", str(data), "-U", "bob", "-A", "trust", "--no-sync"], **quiet)  # type: ignore[call-overload]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        control = [*as_user, str(found / "pg_ctl"), "-D", str(data), "-w"]
        settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        subprocess.run([*control, "-l", str(folder / "log"), "-o", settings, "start"], **quiet)  # type: ignore[call-overload]
        try:
            yield f"postgresql://bob@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **quiet)  # type: ignore[call-overload]
