"""A host that listens: its address, its certificate, and its shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from bob.core.errors import BobError, UsageError
from bob.day.state.world import world
from bob.rooms.browser import with_pages
from bob.rooms.web import WebFace, app

ANYWHERE = ("0.0.0.0", "::", "")


@dataclass(frozen=True, slots=True)
class Address:
    """The address at which a host listens, and at which its clients find it."""

    host: str = "127.0.0.1"
    port: int = 1940
    certificate: str | None = None
    key: str | None = None
    url: str | None = None
    """The public address, where a proxy or a router is in front of the host."""

    def links(self, port: int) -> list[str]:
        """Return the addresses to announce, the likeliest first."""
        if self.url:
            return [self.url.rstrip("/")]
        scheme = "https" if self.certificate else "http"
        hosts = [*own_addresses(), "127.0.0.1"] if self.host in ANYWHERE else [self.host]
        return [f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}" for host in hosts]


def own_addresses() -> list[str]:
    """Return this machine's addresses in its own network; nothing is sent to learn them."""
    found: list[str] = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            address = asking.getsockname()[0]
            if not address.startswith(("127.", "::1", "fe80")):
                found.append(address)
    return found


def tls(address: Address) -> ssl.SSLContext | None:
    """Return the TLS context of the certificate files. Raises UsageError."""
    if address.certificate is None and address.key is None:
        return None
    if address.certificate is None or address.key is None:
        raise UsageError("room.key_too")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(address.certificate, address.key)
    except (OSError, ssl.SSLError) as error:
        raise UsageError("room.no_certificate", file=address.certificate, why=error.strerror or type(error).__name__) from error
    return context


def keep_still() -> None:
    """Exclude all present objects from garbage collection. A full collection stops every room, a tenth of a second for all that a host
    holds from its beginning; the garbage of one order is little of its own."""
    world()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


_LINES = 65_536


def many_lines() -> None:
    """Let this process have as many lines and files as the system grants it: each member has a line, each room that is awake a file."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not on Windows
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _LINES if hard == resource.RLIM_INFINITY else min(hard, _LINES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def serve(face: WebFace, address: Address, ready: Callable[[int], Awaitable[None]], stop: asyncio.Event | None = None) -> None:
    """Listen until `stop` or a signal; call `ready` with the port. Raises BobError when it cannot listen."""
    context = tls(address)
    runner = web.AppRunner(with_pages(app(face)), access_log=None, handle_signals=False, shutdown_timeout=2.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, address.host or None, address.port, ssl_context=context)
        try:
            await site.start()
        except OSError as error:
            raise BobError("room.no_port", host=address.host, port=address.port, why=error.strerror or str(error)) from error
        assert site._server is not None
        port: int = site._server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        ended = stop if stop is not None else asyncio.Event()
        loop = asyncio.get_running_loop()
        for wanted in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # not on Windows, not on a thread
                loop.add_signal_handler(wanted, ended.set)
        face.host.store.text_at(address.url.rstrip("/") if address.url else f"http://{address.host or '127.0.0.1'}:{port}")
        await ready(port)
        await ended.wait()
    finally:
        await runner.cleanup()
