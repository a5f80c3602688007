"""The face of the rooms: HTTP as `docs/protocol.md` says. Whatever comes in is read strictly, and answered in words."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bob.core.codec import CodecError, encode, parsed
from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.day.state.world import world
from bob.driver.refusals import refused
from bob.driver.wire import WIRE
from bob.report.maps import land_ready
from bob.rooms.book import Member
from bob.rooms.codes import code_read, is_name, same_secret
from bob.rooms.commands import LOOK, begin_look, say
from bob.rooms.host import Host, MemberStream
from bob.rooms.pages import GameWriter
from bob.rooms.plain_text import name_of
from bob.rooms.room import GameRoom
from bob.rooms.store import StoredElsewhere
from bob.words import LANGUAGES, Words

_MOST_KNOWN = 20_000


@dataclass(slots=True)
class _Purse:
    left: float
    at: float


class Allowance:
    """A rate limit by name: a burst, and a refill for each second. Names long unused are forgotten."""

    def __init__(self, at_once: float, per_second: float) -> None:
        self.at_once = at_once
        self.per_second = per_second
        self._purses: OrderedDict[str, _Purse] = OrderedDict()

    def left(self, name: str, now: float) -> float:
        """Return the number of tries left to a name."""
        purse = self._purses.get(name)
        return self.at_once if purse is None else min(self.at_once, purse.left + (now - purse.at) * self.per_second)

    def take(self, name: str, now: float) -> bool:
        """Take one; whether there was one."""
        left = self.left(name, now)
        taken = left >= 1
        self._purses[name] = _Purse(left - taken, now)
        self._purses.move_to_end(name)
        while len(self._purses) > _MOST_KNOWN:
            self._purses.popitem(last=False)
        return taken


T = TypeVar("T")

LARGEST = 256 * 1024
"""The most bytes of anything that is said."""
_COMMENT = 15.0
_STUCK = 30.0
PEER = "X-Bob-Peer"
"""The header that authenticates one process of a host to another."""
_HOP = {"connection", "transfer-encoding", "content-length", "keep-alive", "upgrade", PEER.lower(), "x-forwarded-for"}
_MOST_LINES = 8
_LETTERS = frozenset({"note", "slip", "invite", "withdraw", "later", "leave", "gallery", "gallery/answer", "withdraw/answer"})
_LETTERS |= {"terms", "hand_out", "hand_out/look", "hand_out/take_back"}
_EVEN = 0.15
"""Seconds between a repeatable request and its answer: longer than an order takes to be carried out."""
_LOOK = 2.0
"""Seconds between checks that the client still listens."""
SAFE = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}


class Closed(Exception):
    """A refusal to admit: the status of the answer, and its message."""

    def __init__(self, status: int, error: BobError) -> None:
        super().__init__(error.key)
        self.status = status
        self.error = error


TableWriter = Callable[[Words, Match[Any], Any], GameWriter | None]
"""A function that returns the writer of a match's table for a view, in a language; None where there is none to write."""


class WebFace:
    """All that the requests share."""

    def __init__(self, host: Host, *, behind_proxy: bool = False, writer: TableWriter | None = None) -> None:
        """`writer` writes the tables of games that pages have no drawing for."""
        self.host = host
        self.writer = writer
        self.behind_proxy = behind_proxy
        self.codes = Allowance(10, 1 / 6)
        """Wrong codes and keys by address."""
        self.all_codes = Allowance(200, 2)
        """Wrong codes and keys in all: more than one who guesses from many places may try."""
        self.comings = Allowance(120, 0.5)
        """Arrivals by room and address: more than a room holds, and few of those who come and go."""
        self.sayings = Allowance(120, 40)
        """Messages and requests of each member."""
        self.letters = Allowance(60, 2)
        """Among these, the messages that are kept for long and sent to others each time."""
        self.lines: dict[str, int] = {}
        """Number of open lines of each member."""

    def address(self, request: web.Request) -> str:
        """Return the origin of a request; behind a proxy, or handed on by another process of this host, the address that it forwards."""
        said = request.remote or "?"
        if self.behind_proxy or self.is_peer(request):
            said = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or said
        return _household(said)

    def is_peer(self, request: web.Request) -> bool:
        """Return whether another process of this host hands a request on."""
        secret = self.host.store.secret
        return bool(secret) and same_secret(request.headers.get(PEER, ""), secret)

    def may_try(self, request: web.Request) -> None:
        """Raise Closed for an address with too many wrong codes."""
        now = time.monotonic()
        if self.codes.left(self.address(request), now) < 1 or self.all_codes.left("", now) < 1:
            raise Closed(429, UsageError("room.too_often"))

    def tried(self, request: web.Request) -> None:
        """A wrong code or key came from there."""
        now = time.monotonic()
        self.codes.take(self.address(request), now)
        self.all_codes.take("", now)

    async def member(self, request: web.Request, room: str, token: str) -> Member:
        """Return the member with that key in that room. Raises Closed. The failures of others never shut out a valid key; a sleeping
        room is not woken for an address with too many wrong ones."""
        wakes = self.codes.left(self.address(request), time.monotonic()) >= 1
        known = is_name(room) and bool(token) and token.isascii()
        if known and (wakes or self.host.is_awake(room)) and await self.host.has(room):
            here = (await self.host.awake(room)).room
            found = here.member_of(token[:200])
            if found is not None:
                return found
            if (away := here.sent_away(token[:200])) is not None:
                raise Closed(401, UsageError("room.withdrawn", name=away.by))
        self.may_try(request)
        self.tried(request)
        raise Closed(401, UsageError("room.no_member"))

    async def join(self, request: web.Request, code: str, name: str) -> tuple[str, Member, str]:
        """Let in the holder of a code; return the room, the member, the key. Raises Closed, BobError."""
        self.may_try(request)
        if not name_of(name):  # before the answer discloses whether there is such a room, or wakes it
            raise UsageError("room.no_name")
        try:
            room, _, whole = code_read(code)
            if not await self.host.has(room):
                raise UsageError("room.wrong_code")
            if not self.comings.take(f"{room}/{self.address(request)}", time.monotonic()):
                raise Closed(429, UsageError("room.too_often"))
            member, token = await self.host.do(room, lambda found: found.join(whole, name))
        except UsageError:
            self.tried(request)
            raise
        return room, member, token

    def may_say(self, room: str, member: Member, name: str = "") -> None:
        """Raise Closed for a member who says, or asks, too much."""
        key, now = f"{room}/{member.id}", time.monotonic()
        if not self.sayings.take(key, now) or (name in _LETTERS and not self.letters.take(key, now)):
            raise Closed(429, UsageError("room.too_often"))

    async def say(self, room: str, member: Member, name: str, data: Any) -> dict[str, Any]:
        """Pass a message of a member to a room; return the answer. Raises Closed, BobError."""
        self.may_say(room, member, name)
        began = time.monotonic()
        try:
            if name == "dice":
                return await self._dice(room, member, data)
            if name == LOOK:
                return await self._look(room, member, data)
            return await self.host.do(room, lambda found: say(found, member, name, data))
        except BobError:
            await evenly(began)
            raise

    async def look(self, room: str, member: Member, work: Callable[[GameRoom], T]) -> T:
        """Return the answer to a member's read-only request, evenly timed. Raises Closed, BobError."""
        self.may_say(room, member)
        began = time.monotonic()
        try:
            return await self.host.do(room, work, spread=False)
        finally:
            await evenly(began)

    async def _look(self, room: str, member: Member, data: Any) -> dict[str, Any]:
        """Build the preview of a hand-out, a page at a time: messages of others are handled in between. The land, which takes longest
        and belongs to no room, is drawn beforehand elsewhere."""
        do = self.host.do
        look = await do(room, lambda found: begin_look(found, member, data), spread=False)
        if "map" in look.sheets:
            await asyncio.get_running_loop().run_in_executor(None, lambda: land_ready(world().theatre))
        while (answer := await do(room, lambda found: found.looked_on(look), spread=False)) is None:
            pass
        return answer

    async def _dice(self, room: str, member: Member, data: Any) -> dict[str, Any]:
        number, faces = (data.get("id"), data.get("faces")) if isinstance(data, Mapping) else (None, None)
        whole = isinstance(faces, list) and len(faces) <= 100 and all(isinstance(face, int) for face in faces)
        if member.seat != REFEREE or not isinstance(number, int) or not whole:
            raise UsageError("room.bad_dice")
        assert isinstance(faces, list)
        if not await self.host.dice(room, number, " ".join(map(str, faces))):
            raise UsageError("room.no_dice")
        return {"type": "accepted"}

    async def listen(self, request: web.Request, room: str, member: Member, line: MemberStream, mark: str | None) -> web.StreamResponse:
        """Keep a line to a member open until it breaks or is cut. Raises Closed."""
        key = f"{room}/{member.id}"
        if self.lines.get(key, 0) >= _MOST_LINES:
            raise Closed(429, UsageError("room.too_many_lines"))
        self.lines[key] = self.lines.get(key, 0) + 1
        try:
            began = time.monotonic()
            await self.host.do(room, lambda found: found.come(line, mark))
            await evenly(began)
            response = web.StreamResponse(headers=SAFE | {"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
            await response.prepare(request)
            try:
                await _write_stream(request, response, line)
            except (ConnectionError, TimeoutError):  # a client that is gone, or reads nothing, reconnects by itself
                if request.transport is not None:
                    request.transport.abort()
            return response
        finally:
            self.lines[key] -= 1
            if not self.lines[key]:
                del self.lines[key]
            self.host.gone(room, line)


FACE = web.AppKey("face", WebFace)


async def evenly(began: float) -> None:
    """Wait until a fixed time after the request, so that a read-only request is never answered sooner. Otherwise the time of a repeated
    answer would disclose that another side's order was carried out just then."""
    await asyncio.sleep(max(0.0, began + _EVEN - time.monotonic()))


def _household(address: str) -> str:
    """Return the key that all clients of one network share; with IPv6 a single household has too many addresses to count each."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


async def _write_stream(request: web.Request, response: web.StreamResponse, line: MemberStream) -> None:
    """Write messages until the line is cut, or the client is gone."""
    idle = 0.0
    while request.transport is not None and not request.transport.is_closing():
        try:
            async with asyncio.timeout(_LOOK):
                message = await line.queue.get()
        except TimeoutError:
            idle += _LOOK
            if idle >= _COMMENT:
                idle = 0.0
                async with asyncio.timeout(_STUCK):
                    await response.write(b": \n\n")
            continue
        if message is None or message.get("behind"):
            return
        async with asyncio.timeout(_STUCK):
            await response.write(event(message))


def event(message: Mapping[str, Any]) -> bytes:
    """A message as an event of a stream."""
    mark = f"id: {message['mark']}\n" if "mark" in message else ""
    return f"{mark}event: {message['type']}\ndata: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()


# ---- what all answers go through


def words_of(request: web.Request) -> Words:
    """The words of the language that is asked for, else of the first that the browser takes, else English."""
    asked = request.query.get("lang")
    if asked in LANGUAGES:
        return Words(asked)
    taken = [part.partition(";")[0].strip()[:2].lower() for part in request.headers.get("Accept-Language", "").split(",")]
    return Words(next((language for language in taken if language in LANGUAGES), LANGUAGES[0]))


def answer(data: Mapping[str, Any], status: int = 200) -> web.Response:
    return web.json_response(data, status=status, dumps=lambda value: json.dumps(value, ensure_ascii=False), headers=SAFE)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def handed_on(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Hand a request on to the process that has its room, where that is another."""
    face = request.app[FACE]
    room = await _room_asked(request)
    if room is None or face.is_peer(request):
        return await handler(request)
    address = await face.host.elsewhere(room)
    if address is None:
        try:
            return await handler(request)
        except StoredElsewhere:  # it was taken a moment ago
            address = await face.host.elsewhere(room)
            if address is None:
                raise
    return await _handed(request, face, address)


async def _room_asked(request: web.Request) -> str | None:
    """The room that a request is about."""
    room = request.match_info.get("room")
    if room is None and request.method == "POST" and request.path in ("/api/join", "/join"):
        try:
            said = await _body(request) if request.path == "/api/join" else dict(await fields(request))
            room = code_read(str(said.get("code"))[:100]).room
        except UsageError:
            return None
    return room if room is not None and is_name(room) else None


async def _handed(request: web.Request, face: WebFace, address: str) -> web.StreamResponse:
    """Stream the answer of another process. Raises Closed when there is none."""
    headers = {name: value for name, value in request.headers.items() if name.lower() not in _HOP}
    headers |= {PEER: face.host.store.secret, "X-Forwarded-For": face.address(request)}
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=5, sock_read=4 * _COMMENT)
    response: web.StreamResponse | None = None
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
            session.request(
                request.method, address + request.path_qs, headers=headers, data=await request.read(), allow_redirects=False
            ) as answered,
        ):
            kept = {name: value for name, value in answered.headers.items() if name.lower() not in _HOP}
            response = web.StreamResponse(status=answered.status, headers=kept)
            await response.prepare(request)
            async for piece in answered.content.iter_any():
                await asyncio.wait_for(response.write(piece), _STUCK)
            await response.write_eof()
    except (aiohttp.ClientError, TimeoutError) as error:
        if response is None:
            raise Closed(503, BobError("room.closing")) from error
        if request.transport is not None:  # it broke half-way: so that whoever asked sees it too
            request.transport.abort()
    return response


@web.middleware
async def in_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer every error with a refusal in words; an internal error discloses nothing."""
    try:
        return await handler(request)
    except Closed as error:
        return answer(refused(words_of(request), error.error), error.status)
    except BobError as error:
        return answer(refused(words_of(request), error), 409)
    except ConnectionError:  # whoever spoke has gone
        return web.Response(status=400)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return answer({"type": "refused", "reason": error.reason, "key": "http", "rule": None}, error.status)


def app(face: WebFace) -> web.Application:
    """The application. Its host is closed with it."""
    made = web.Application(client_max_size=LARGEST, middlewares=[in_words, handed_on])
    made[FACE] = face
    made.add_routes(
        [
            web.post("/api/join", _join),
            web.get("/api/rooms/{room}/stream", _stream),
            web.get("/api/rooms/{room}/view", _view),
            web.get("/api/rooms/{room}/lookups", _lookups),
            web.get("/api/rooms/{room}/record", _record),
            web.get("/api/rooms/{room}/hand_out", _hand_out),
            web.post("/api/rooms/{room}/{name:.+}", _say),
        ]
    )

    async def watched(_: web.Application) -> Any:
        watching = asyncio.create_task(face.host.watch())
        yield
        watching.cancel()

    async def closed(_: web.Application) -> None:
        await face.host.close()

    made.cleanup_ctx.append(watched)
    made.on_shutdown.append(closed)
    return made


async def _body(request: web.Request) -> Any:
    """The JSON object that was said. Raises UsageError."""
    try:
        data = parsed((await request.read()).decode())
    except (CodecError, UnicodeDecodeError):
        raise UsageError("room.not_json") from None
    if not isinstance(data, dict):
        raise UsageError("room.not_json")
    return data


async def fields(request: web.Request) -> list[tuple[str, str]]:
    """The fields of a form. Raises UsageError for one that cannot be read."""
    try:
        return [(name, value) for name, value in (await request.post()).items() if isinstance(value, str)]
    except (ValueError, LookupError, HttpProcessingError):
        raise UsageError("pages.bad_form") from None


def _token(request: web.Request) -> str:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def _join(request: web.Request) -> web.Response:
    data = await _body(request)
    code, name = data.get("code"), data.get("name")
    if not isinstance(code, str) or not isinstance(name, str):
        raise UsageError("room.no_name")
    room, member, token = await request.app[FACE].join(request, code[:100], name[:200])
    return answer(joined(room, member, token))


def joined(room: str, member: Member, token: str) -> dict[str, Any]:
    """Return the answer to a new member."""
    return {
        "type": "joined",
        "wire": WIRE,
        "room": room,
        "token": token,
        "member": member.id,
        "name": member.name,
        "seat": member.seat,
        "share": list(member.share),
    }


async def _said_by(request: web.Request) -> tuple[str, Member]:
    room = request.match_info["room"]
    return room, await request.app[FACE].member(request, room, _token(request))


async def _stream(request: web.Request) -> web.StreamResponse:
    room, member = await _said_by(request)
    mark = request.query.get("since") or request.headers.get("Last-Event-ID")
    line = MemberStream(asyncio.get_running_loop(), member.id)
    return await request.app[FACE].listen(request, room, member, line, mark)


async def _looked(request: web.Request, look: Callable[[GameRoom, Member], Any]) -> Any:
    """Return the answer to a member's read-only request. Raises Closed, BobError."""
    room, member = await _said_by(request)
    return await request.app[FACE].look(room, member, lambda found: look(found, member))


def _number(request: web.Request) -> int:
    """The thing in the log of the seat that is asked about. Raises UsageError."""
    number = request.query.get("number", "")
    if not number.isdecimal() or len(number) > 9:
        raise UsageError("room.no_number", number=number[:20])
    return int(number)


async def _view(request: web.Request) -> web.Response:
    number = _number(request)
    return answer({"type": "view", "number": number, "view": await _looked(request, lambda room, member: room.view_at(member, number))})


async def _lookups(request: web.Request) -> web.Response:
    number = _number(request)
    found = await _looked(request, lambda room, member: room.lookups_at(member, number))
    return answer({"type": "lookups", "number": number, "lookups": found})


async def _record(request: web.Request) -> web.Response:
    return answer({"type": "record", "record": await _looked(request, lambda room, member: room.record_of(member))})


async def _hand_out(request: web.Request) -> web.Response:
    ident = request.query.get("id", "")[:20]
    found = await _looked(request, lambda room, member: room.handed(member, ident))
    return answer({"type": "hand_out", **encode(found)})


async def _say(request: web.Request) -> web.Response:
    room, member = await _said_by(request)
    data = await _body(request)
    return answer(await request.app[FACE].say(room, member, request.match_info["name"], data))
