"""Rooms whose referee types the dice: the game waits for him, for a while, and says so to everybody alike; then the program rolls."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bob.core.errors import Refused
from bob.core.game import REFEREE
from bob.driver import REST, Driver
from bob.games import kit
from bob.rooms.book import RoomBook
from bob.rooms.commands import say
from bob.rooms.room import GameRoom
from tests.server.rooms import THREE, House, a_day
from tests.server.test_cheats import LW, comes
from tests.server.test_rooms import refused, run

SEAL = {"order": {"code": "seal"}}


def a_typed_room() -> GameRoom:
    return GameRoom(Driver.new(kit("day").make(), "lesson", "typed", {}, THREE, ask=lambda throw: REST, typed=True), RoomBook("22222"))


def test_the_game_waits_for_the_referee_as_long_as_the_terms_say_and_then_goes_on() -> None:
    room = a_typed_room()
    (raf, _), (luftwaffe, _) = comes(room, "raf"), comes(room, LW)
    room.tick(1000.0)
    code = room.driver.match.view(LW).raids[0].plan.code
    for order in ({"code": "seal"}, {"code": "drop_raid", "raid": code}):  # also where no dice are needed: else it would tell
        with pytest.raises(Refused) as found:
            say(room, luftwaffe, "order", {"order": order})
        assert found.value.key == "room.waits_for_dice"
    assert [room.room_of(member)["waits"] for member in (raf, luftwaffe)] == [True, True]
    umpire, ear = comes(room, REFEREE)
    assert not room.room_of(raf)["waits"]
    assert say(room, luftwaffe, "order", {"order": {"code": "drop_raid", "raid": code}})["type"] == "accepted"
    room.tick(1010.0)
    room.go(ear)
    room.tick(1129.0)
    assert room.room_of(raf)["waits"]
    room.tick(1131.0)
    assert not room.room_of(raf)["waits"] and umpire.seat == REFEREE
    assert say(room, luftwaffe, "order", SEAL)["type"] == "accepted"


def test_officers_and_deputies_wait_too() -> None:
    seats = THREE | {"raf": "park"}
    room = GameRoom(Driver.new(kit("day").make(), "lesson", "typed", {}, seats, ask=lambda throw: REST, typed=True), RoomBook("22222"))
    _, ear = comes(room, REFEREE)
    luftwaffe, _ = comes(room, LW)
    room.tick(1000.0)
    say(room, luftwaffe, "order", SEAL)
    room.go(ear)
    room.tick(1001.0)
    assert (room.goes_on, room.step(), room.driver.thinker) == (False, False, "raf")
    room.tick(1122.0)
    assert (room.goes_on, room.step()) == (True, True)


def test_dice_by_the_programs_own_hand_wait_for_nobody() -> None:
    room = GameRoom(Driver.new(kit("day").make(), "lesson", "typed", {}, THREE), RoomBook("22222"))
    luftwaffe, _ = comes(room, LW)
    assert not room.room_of(luftwaffe)["waits"] and say(room, luftwaffe, "order", SEAL)["type"] == "accepted"


def test_a_referee_who_goes_while_dice_are_asked_of_him_holds_nobody_up(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE, typed=True)
        umpire, raf, luftwaffe = await home.caller(room, REFEREE), await home.caller(room, "raf"), await home.caller(room, LW)
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        umpire.heard = lambda message: asked.put_nowait(message) if message["type"] == "dice" else None

        async def until_dice() -> asyncio.Task[Any]:
            """Let both play until the referee is asked for dice; the order that waits for them."""
            wanted = asyncio.create_task(asked.get())
            while True:
                for caller in (luftwaffe, raf):
                    if caller.state["asked"]:
                        number = caller.state["number"]
                        codes = [order["code"] for order in caller.state["choices"]["listed"]]
                        order = {"code": next(code for code in ("seal", "done") if code in codes)}
                        given = asyncio.create_task(caller.say("order", order=order))
                        await asyncio.wait({given, wanted}, return_when=asyncio.FIRST_COMPLETED)
                        if wanted.done():
                            asked.put_nowait(wanted.result())
                            return given
                        await given
                        await caller.until(lambda c, number=number: c.state["number"] > number)

        given = await until_dice()
        entries = await asyncio.to_thread(lambda: home.host._awake[room].result().room.driver.match.entries[:])
        home.listening[0].cancel()
        await refused(given, "sitting.dice_broken_off")
        assert await home.host.do(room, lambda found: len(found.driver.match.entries)) == len(entries)
        await raf.until(lambda c: c.room["waits"])
        await refused(luftwaffe.say("order", order={"code": "done"}), "room.waits_for_dice")
        asked.get_nowait()
        home.listening.append(asyncio.create_task(umpire.listen()))
        await raf.until(lambda c: not c.room["waits"])
        given = await until_dice()
        while not given.done():
            wanted = asyncio.create_task(asked.get())
            await asyncio.wait({given, wanted}, return_when=asyncio.FIRST_COMPLETED)
            if wanted.done():
                assert (await umpire.say("dice", id=wanted.result()["id"], faces=[]))["type"] == "accepted"
            wanted.cancel()
        assert (await given)["type"] == "accepted"

    run(tmp_path, play, dice_gone=0.2, tick=0.05)
