"""`bob serve`: games hosted for desks, browsers and programs, here or elsewhere."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.core.seeds import fresh_seed
from bob.files import ENDING
from bob.games import kit
from bob.words import Words

if TYPE_CHECKING:
    from bob.driver.game_plan import GamePlan
    from bob.rooms.host import Host
    from bob.rooms.serving import Address
    from bob.rooms.store import RoomStore


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("where", nargs="?", metavar=words("cli.serve.where_meta"), help=words("cli.serve.where"))
    parser.add_argument("--new", metavar="GAME[:SCENARIO]", help=words("cli.serve.new"))
    parser.add_argument("--seats", metavar="SEAT=WHO,...", help=words("cli.serve.seats"))
    parser.add_argument("--seed", metavar="S", help=words("cli.play.seed"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("cli.serve.option"))
    parser.add_argument("--engagements", metavar="HOW", help=words("cli.serve.engagements"))
    parser.add_argument("--dice", metavar="typed", help=words("cli.serve.dice"))
    parser.add_argument("--slips", action="store_true", help=words("cli.serve.slips"))
    parser.add_argument("--invite", action="append", default=[], metavar=words("cli.serve.seat_meta"), help=words("cli.serve.invite"))
    parser.add_argument("--own", metavar=words("cli.serve.seat_meta"), help=words("cli.serve.own"))
    parser.add_argument("--host", default="127.0.0.1", metavar=words("cli.serve.host_meta"), help=words("cli.serve.host"))
    parser.add_argument("--port", default="1940", metavar="N", help=words("cli.serve.port"))
    parser.add_argument("--cert", metavar=words("cli.play.file_meta"), help=words("cli.serve.cert"))
    parser.add_argument("--key", metavar=words("cli.play.file_meta"), help=words("cli.serve.key"))
    parser.add_argument("--url", metavar="URL", help=words("cli.serve.url"))
    parser.add_argument("--behind-proxy", action="store_true", help=words("cli.serve.behind_proxy"))
    parser.add_argument("--store", metavar="postgresql://...", help=words("cli.serve.store"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    if importlib.util.find_spec("aiohttp") is None:
        raise UsageError("room.needs")
    from bob.cli.dogfight_books import book_of_table
    from bob.cli.worker_options import number
    from bob.rooms.host import Host
    from bob.rooms.serving import Address, keep_still, many_lines, serve
    from bob.rooms.web import WebFace

    port = number(args.port, "--port", 0, 65535)
    address = Address(args.host, port, args.cert, args.key, args.url)
    new = _new_game(args)
    where = Path(args.where) if args.where is not None else Path()
    store = _store(args.store, where if args.where is not None else None)
    if new is None and args.store is None and not store.rooms():
        raise UsageError("room.nothing_to_host", where=str(where))
    named = [*store.named, *([store.create(new)] if new is not None else [])]
    host = Host(store)

    async def hosted() -> None:
        async def ready(found: int) -> None:
            lines = [{"room": room, "invitations": await _invited(host, room, args)} for room in named]
            _tell(lines, address, found, args.json, words)

        await serve(WebFace(host, behind_proxy=args.behind_proxy, writer=book_of_table), address, ready)

    many_lines()
    keep_still()
    asyncio.run(hosted())
    return 0


def _store(url: str | None, where: Path | None) -> RoomStore:
    """Return the store of the rooms: a folder, or a database, into which a file is brought. Raises BobError."""
    from bob.rooms.store import FolderStore

    if url is None:
        path = where if where is not None else Path()
        return FolderStore(files=(path,)) if path.suffix == ENDING else FolderStore(path)
    if importlib.util.find_spec("psycopg_pool") is None:
        raise UsageError("room.needs_database")
    from bob.rooms.database import DatabaseStore

    store = DatabaseStore(url)
    try:
        if where is not None:
            store.named.append(store.bring(where))
    except BaseException:
        store.close()
        raise
    return store


async def _invited(host: Host, room: str, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return new invitations to a room: to the seats asked for, else to those without members."""
    from bob.rooms.room import GameRoom

    def invite(found: GameRoom) -> list[dict[str, Any]]:
        if args.slips:
            found.agree_on_slips()
        taken = {member.seat for member in found.book.members}
        own = [args.own] if args.own is not None else []
        wanted = [*own, *(seat for seat in args.invite if seat != args.own)] or [seat for seat in found.seats if seat not in taken]
        made = []
        for text in wanted:
            seat, _, delay = text.partition(":")
            late = int(delay) if delay.isdecimal() and len(delay) < 5 else 0
            invitation, code = found.invite(seat, delay=late, keeper=seat == args.own)
            made.append({"invitation": invitation.id, "seat": invitation.seat, "code": code})
        return made

    return await host.do(room, invite)


def _tell(rooms: list[dict[str, Any]], address: Address, port: int, as_json: bool, words: Words) -> None:
    links = address.links(port)
    if as_json:
        print(json.dumps({"type": "serving", "port": port, "links": links, "rooms": rooms}, ensure_ascii=False), flush=True)
        return
    print(words("cli.serve.listens", link=links[0]))
    for room in rooms:
        print(words("cli.serve.room", room=room["room"]))
        for made in room["invitations"]:
            seat = words(f"room.seat.{made['seat']}") if words.has(f"room.seat.{made['seat']}") else made["seat"]
            print(f"  {seat:<14} {made['code']}   {links[0]}/join/{made['code']}")
    print(words("cli.serve.ends"), flush=True)


def _new_game(args: argparse.Namespace) -> GamePlan | None:
    """The game that is to be made, if one is. Raises UsageError."""
    from bob.cli.commands.play import seats_of, typed_options
    from bob.core.game import REFEREE
    from bob.core.kit import HUMAN
    from bob.driver import OUTSIDE
    from bob.driver.game_plan import GamePlan

    if args.new is None:
        if extra := next((f"--{name}" for name in ("seats", "seed", "engagements", "dice") if getattr(args, name) is not None), None):
            raise UsageError("room.new_only", option=extra)
        return None
    name, _, scenario = args.new.partition(":")
    found = kit(name)
    game = found.make()
    options = typed_options(args.option) | ({"engagements": args.engagements} if args.engagements is not None else {})
    scenario = scenario or found.usual
    casting = found.casting(game, scenario, options)
    players = dict.fromkeys(who for seat in casting.alone for who in found.players(seat))
    seats = dict.fromkeys(casting.alone, HUMAN) if args.seats is None else seats_of(args.seats, True, casting, tuple(players))
    seats = {seat: HUMAN if who in OUTSIDE else who for seat, who in seats.items()}
    if args.dice not in (None, "typed") or (args.dice is not None and seats.get(REFEREE) != HUMAN):
        raise UsageError("room.dice_need_referee")
    options = found.settled(scenario, options, [seat for seat, who in seats.items() if who == HUMAN])
    seed = args.seed if args.seed is not None else fresh_seed()
    return GamePlan(name, scenario, seed, seats, options, args.dice == "typed")
