"""The rooms in a browser: pages kept live by a stream, and forms that work without a script. A form takes the same way into the room as
a program's message (`said`); a browser's key is in a cookie that scripts can't read and that no other site's form is sent with."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE, Choices
from bob.day.state.world import world
from bob.day.telling.sentences import refusal
from bob.rooms.book import OBSERVER, Member
from bob.rooms.codes import is_name
from bob.rooms.host import MemberStream
from bob.rooms.pages import Looks, Situation, changed, digest, fragments, looks, page, reading
from bob.rooms.pages.assets import SAFE_SVG, asset, warm
from bob.rooms.pages.hand_out_pages import HAND_OUT_SAFE, hand_out_page, look_page
from bob.rooms.pages.hand_outs import chosen
from bob.rooms.pages.plain_pages import error_page, invited_page, join_page, leave_page, start_page, withdrawn_page
from bob.rooms.pages.situation import Tone
from bob.rooms.room import GameRoom
from bob.rooms.store import StoredElsewhere
from bob.rooms.web import FACE, SAFE, Closed, Handler, TableWriter, answer, fields

LOG = logging.getLogger("bob.rooms")

_LOOKS, _KEY = "bob-looks", "bob-key-"
_YEAR = 366 * 24 * 3600
_MOST_ROOMS = 20


def with_pages(app: web.Application) -> web.Application:
    """The application with the addresses that a person sees."""
    app.middlewares.append(_in_pages)
    app.on_startup.append(_warm)
    app.add_routes(_routes())
    return app


async def _warm(_: web.Application) -> None:
    """Build the static files of the pages in the background at startup."""
    asyncio.get_running_loop().run_in_executor(None, warm)


@web.middleware
async def _in_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a page request that fails with an error page."""
    try:
        return await handler(request)
    except StoredElsewhere:
        raise  # it is handed on
    except (Closed, BobError, web.HTTPException) as error:
        if request.path.startswith("/api/") or "text/html" not in request.headers.get("Accept", ""):
            raise
        if isinstance(error, web.HTTPException):
            if error.status < 400:
                raise
            fault: BobError = UsageError("pages.not_found") if error.status == 404 else UsageError("pages.bad_form")
            status = error.status
        else:
            fault, status = (error.error, error.status) if isinstance(error, Closed) else (error, 409)
        wanted = _looks(request)
        return _shown(error_page(wanted, refusal(wanted.words, fault), _return_address(request)), wanted, status)


def _return_address(request: web.Request) -> str:
    """Return the address to return to from an error."""
    room = request.match_info.get("room", "")
    return f"/room/{room}" if is_name(room) else "/"


def _routes() -> list[web.RouteDef]:
    return [
        web.get("/", _start),
        web.get("/static/{name}", _static),
        web.get("/join", _join),
        web.get("/join/{code}", _join),
        web.post("/join", _come_in),
        web.get("/room/{room}", _room),
        web.get("/room/{room}/stream", _stream),
        web.get("/room/{room}/leave", _leave),
        web.get("/room/{room}/sheet/{id}", _hand_out),
        web.get("/room/{room}/hand_out", _look),
        web.get("/room/{room}/look/{key}/{place}", _looked_at),
        web.post("/room/{room}/{name:.+}", _say),
    ]


# ---- what a member sees


def situation_of(
    room: GameRoom,
    member: Member,
    wanted: Looks,
    *,
    said: tuple[Tone, str] | None = None,
    dice: Mapping[str, Any] | None = None,
    writer: TableWriter | None = None,
) -> Situation:
    """Return the present situation of a member."""
    driver = room.driver
    match, seat = driver.match, member.seat
    if seat == OBSERVER:
        seat = member.side or REFEREE
    view, items, choices, asked = driver.view(seat), driver.log(seat), driver.choices(seat), seat in driver.asked_seats
    if member.seat == OBSERVER:
        choices, asked = Choices(), False
        if not member.side and not driver.is_over:
            entry = room.hindsight.late(room.line_of(member)[1])
            view, last = (room.hindsight.view(entry), entry.number) if entry is not None else (None, -1)
            items = [(item.number, item.event) for item in driver.items(REFEREE) if item.entry <= last and item.event is not None]
    return Situation(
        game=match.game,
        scenario=match.header.scenario,
        seat=seat,
        name=member.name,
        view=view,
        items=items,
        choices=choices,
        asked=asked,
        over=driver.outcome if driver.is_over else None,
        room=room.room_of(member),
        looks=wanted,
        number=driver.number(seat),
        players=room.players,
        has_referee=REFEREE in room.seats,
        share=member.share,
        observes=member.seat == OBSERVER,
        now=time.monotonic(),
        said=said,
        written=writer(wanted.words, match, view) if writer is not None and view is not None else None,
        dice=dice,
        offered=driver.choices if member.seat == REFEREE else None,
    )


class BrowserStream(MemberStream):
    """A stream to a page: each message to a desk makes it compare the page again and send the changed parts."""

    def __init__(self, room: GameRoom, member: Member, wanted: Looks, seen: str, writer: TableWriter | None) -> None:
        super().__init__(asyncio.get_running_loop(), member.id)
        self.room = room
        self.who = member
        self.looks = wanted
        self.shown: dict[str, str] | None = None
        self.seen = seen
        self.writer = writer
        self.dice: Mapping[str, Any] | None = None

    def send(self, *messages: Mapping[str, Any]) -> None:
        """Heard on the room's own thread."""
        for message in messages:
            if message["type"] == "bye":
                super().send(message)
                return
            if message["type"] in ("dice", "refused"):
                self.dice = message if message["type"] == "dice" else None
        self._look()

    def _look(self) -> None:
        now = fragments(situation_of(self.room, self.who, self.looks, dice=self.dice, writer=self.writer))
        mark = digest(now)
        new = changed(self.shown or {}, now) if mark != self.seen else {}
        self.shown, self.seen = now, mark
        if new:
            super().send({"type": "page", "mark": mark, "seen": mark, "fragments": new})


# ---- requests


def _looks(request: web.Request) -> Looks:
    return looks(request.query, request.cookies.get(_LOOKS, ""), request.headers.get("Accept-Language", ""))


def _shown(html: str, wanted: Looks, status: int = 200) -> web.Response:
    found = web.Response(text=html, content_type="text/html", status=status, headers=SAFE)
    found.set_cookie(_LOOKS, wanted.cookie, max_age=_YEAR, httponly=True, samesite="Lax")
    return found


async def _static(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    found = await asyncio.get_running_loop().run_in_executor(None, asset, name)
    if found is None:
        raise web.HTTPNotFound
    kept = {"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": found.kind, "X-Content-Type-Options": "nosniff"}
    if name.endswith(".svg"):
        kept["Content-Security-Policy"] = SAFE_SVG
    made = web.Response(body=found.data, headers=kept)
    if not name.endswith(".otf"):
        made.enable_compression()
    return made


def _key(request: web.Request, room: str) -> str:
    return request.cookies.get(_KEY + room, "")


async def _member(request: web.Request) -> tuple[str, Member]:
    """Return the room and the member of the request's cookie. Raises Closed."""
    room = request.match_info["room"]
    key = _key(request, room)
    if not key:
        raise Closed(401, UsageError("room.no_member"))
    return room, await request.app[FACE].member(request, room, key)


async def _start(request: web.Request) -> web.Response:
    wanted = _looks(request)
    rooms = [name.removeprefix(_KEY) for name in request.cookies if name.startswith(_KEY)][:_MOST_ROOMS]
    known = tuple((room, "") for room in rooms if is_name(room))  # whether there is one, no stranger learns here
    return _shown(start_page(wanted, known), wanted)


async def _join(request: web.Request) -> web.Response:
    wanted = _looks(request)
    return _shown(join_page(wanted, request.match_info.get("code", "")[:40]), wanted)


async def _come_in(request: web.Request) -> web.Response:
    wanted = _looks(request)
    given = dict(await fields(request))
    code, name = given.get("code", "")[:100], given.get("name", "")[:200]
    try:
        _own_form(request)
        room, _, token = await request.app[FACE].join(request, code, name)
    except StoredElsewhere:
        raise
    except (Closed, BobError) as error:
        fault, status = (error.error, error.status) if isinstance(error, Closed) else (error, 409)
        return _shown(join_page(wanted, code[:40], name[:40], refusal(wanted.words, fault)), wanted, status)
    found = web.Response(status=303, headers=SAFE | {"Location": f"/room/{room}"})
    forwarded = request.app[FACE].behind_proxy and request.headers.get("X-Forwarded-Proto") == "https"
    # Lax, so that a link from a message leads back into the room; no other site's form is sent with it.
    found.set_cookie(_KEY + room, token, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.secure or forwarded, path="/")
    return found


def _own_form(request: web.Request) -> None:
    """Raise UsageError for a form sent from another site's page. Every browser names the origin of a form: ours to us, by the policy of
    our pages (`SAFE`); `null` hides it. A request that names none is no browser's, and carries no user's cookies."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    own = site in ("same-origin", "none") if site is not None else origin is None or origin.partition("://")[2] == request.host
    if not own:
        raise UsageError("pages.bad_form")


async def _room(request: web.Request) -> web.Response:
    wanted = _looks(request)
    try:
        room, member = await _member(request)
    except Closed as error:
        if error.status != 401:
            raise
        gone = _shown(withdrawn_page(wanted), wanted, 401)
        if _key(request, request.match_info["room"]):
            gone.del_cookie(_KEY + request.match_info["room"], path="/")
        return gone
    face = request.app[FACE]
    html = await face.look(room, member, lambda found: page(situation_of(found, member, wanted, writer=face.writer)))
    return _shown(html, wanted)


async def _stream(request: web.Request) -> web.StreamResponse:
    room, member = await _member(request)
    wanted = _looks(request)
    face = request.app[FACE]
    awake = await face.host.awake(room)
    seen = request.headers.get("Last-Event-ID") or request.query.get("seen", "")
    line = BrowserStream(awake.room, member, wanted, seen[:40], face.writer)
    return await face.listen(request, room, member, line, None)


def _unframed_page(html: str) -> web.Response:
    """A sheet, which no other site shows within its pages."""
    return web.Response(
        text=html, content_type="text/html", headers=SAFE | {"Content-Security-Policy": HAND_OUT_SAFE, "X-Frame-Options": "SAMEORIGIN"}
    )


async def _hand_out(request: web.Request) -> web.Response:
    """Answer with a hand-out as its reader sees it."""
    room, member = await _member(request)
    words, ident = _looks(request).words, request.match_info["id"][:20]
    found = await request.app[FACE].look(room, member, lambda found: found.handed(member, ident))
    return _unframed_page(hand_out_page(found.pages[words.language], words, by=found.head.name))


async def _look(request: web.Request) -> web.Response:
    """Answer with the hand-out that the referee chose, for inspection before it goes out."""
    wanted, face = _looks(request), request.app[FACE]
    room, member = await _member(request)
    said = await face.say(room, member, "hand_out/look", chosen(list(request.query.items())))

    def page_of(found: GameRoom) -> str:
        made = [found.looked_at(member, said["look"], place) for place in range(len(said["hand_outs"]))]
        return look_page(wanted, situation_of(found, member, wanted), said["look"], made)

    return _shown(await face.host.do(room, page_of, spread=False), wanted)


async def _looked_at(request: web.Request) -> web.Response:
    """Answer with one of the sheets of the referee's preview."""
    room, member = await _member(request)
    words, key, place = _looks(request).words, request.match_info["key"], request.match_info["place"]
    number = int(place) if place.isdecimal() and len(place) < 4 else -1
    found = await request.app[FACE].look(room, member, lambda found: found.looked_at(member, key, number))
    return _unframed_page(hand_out_page(found.pages[words.language], words, by=found.head.name))


async def _leave(request: web.Request) -> web.Response:
    wanted = _looks(request)
    room, _ = await _member(request)
    return _shown(leave_page(wanted, room), wanted)


async def _say(request: web.Request) -> web.Response:
    """Handle a form: answer the script in JSON, and others with the page or the result to read."""
    wanted, words = _looks(request), _looks(request).words
    plain = "application/json" not in request.headers.get("Accept", "")
    back = f"/room/{request.match_info['room']}"
    name = request.match_info["name"]
    try:
        _own_form(request)
        room, member = await _member(request)
        said = await request.app[FACE].say(room, member, name, reading(name, await fields(request), world().theatre))
    except Closed as error:
        if plain and error.status == 401:
            return _shown(withdrawn_page(wanted), wanted, 401)
        raise
    if not plain:
        return answer(said)
    if "code" in said:
        link = f"{request.scheme}://{request.host}/join/{said['code']}"
        seat = words(f"play.seat.{said['seat']}") if words.has(f"play.seat.{said['seat']}") else str(said["seat"])
        return _shown(invited_page(wanted, room, seat, said["code"], link), wanted)
    found = web.Response(status=303, headers=SAFE | {"Location": "/" if name == "leave" else back})
    if name == "leave":
        found.del_cookie(_KEY + room, path="/")
    return found
