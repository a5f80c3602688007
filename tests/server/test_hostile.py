"""Hostile and clumsy clients: half, slow, flooding, replayed, another's key; the others play on."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bob.core.errors import BobError, UsageError
from bob.driver import Driver
from bob.games import kit
from bob.rooms.book import RoomBook
from bob.rooms.client.program import Caller, RefusedThere
from bob.rooms.codes import code_read, fresh_code, fresh_room
from bob.rooms.commands import SAYINGS, say
from bob.rooms.room import GameRoom
from bob.rooms.web import Allowance
from tests.server.rooms import THREE, House, a_day
from tests.server.test_rooms import end_turn, refused, run


async def raw(home: House, *parts: bytes, pause: float = 0.0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that sends these bytes and stays open."""
    host, _, port = home.url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for part in parts:
        writer.write(part)
        await writer.drain()
        await asyncio.sleep(pause)
    return reader, writer


async def still_plays(raf: Caller, luftwaffe: Caller) -> None:
    """The others play a turn."""
    turn = raf.state["view"]["common"]["turn"]
    while raf.state["view"]["common"]["turn"] == turn:
        await end_turn(luftwaffe, raf)


def test_a_hundred_half_requests_hinder_nobody(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        halves = [b"POST /api/join HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{", b"GET /api/ro", b"\x16\x03\x01\x02", b""]
        held = [await raw(home, halves[number % len(halves)]) for number in range(100)]
        await still_plays(raf, luftwaffe)
        for _, writer in held:
            writer.close()
        await still_plays(raf, luftwaffe)

    run(tmp_path, play)


def test_who_never_reads_is_cut_off_and_nobody_waits_for_him(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        head = f"GET /api/rooms/{room}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {raf.joined['token']}\r\n\r\n"
        held = [await raw(home, head.encode()) for _ in range(3)]
        for _ in range(4):
            await still_plays(raf, luftwaffe)
        for _, writer in held:
            writer.close()

    run(tmp_path, play)


def test_one_member_has_so_many_lines_and_no_more(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf = await home.caller(room, "raf")
        more = [asyncio.create_task(Caller(home.session, home.url, raf.joined).listen()) for _ in range(7)]
        async with asyncio.timeout(30):
            while len((await home.host.awake(room)).room.streams) < 8:
                await asyncio.sleep(0)
        ninth = Caller(home.session, home.url, raf.joined)
        with pytest.raises(RefusedThere) as found:
            async for _ in ninth.messages():
                raise AssertionError("a ninth line")
        assert found.value.status == 429
        for task in more:
            task.cancel()
        await asyncio.gather(*more, return_exceptions=True)

    run(tmp_path, play)


@pytest.mark.slow
def test_who_floods_is_told_to_wait_and_the_others_play_on(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        lines: list[int] = []

        async def flood() -> None:
            with suppress(asyncio.CancelledError):
                while True:
                    try:
                        await raf.say("order", order={"code": "seal"})
                    except RefusedThere as found:
                        lines.append(found.status)

        floods = [asyncio.create_task(flood()) for _ in range(8)]
        async with asyncio.timeout(60):
            while 429 not in lines:
                await asyncio.sleep(0)
        dropped = luftwaffe.state["view"]["raids"][0]["plan"]["code"]
        await asyncio.wait_for(luftwaffe.say("order", order={"code": "drop_raid", "raid": dropped}), 20)
        for task in floods:
            task.cancel()
        await asyncio.gather(*floods)
        assert set(lines) == {409, 429}

    run(tmp_path, play)


def test_anothers_key_and_anothers_room_open_nothing(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        one, two = a_day(home.host), a_day(home.host)
        raf = await home.caller(one, "raf")
        strange = Caller(home.session, home.url, {**raf.joined, "room": two})
        await refused(strange.say("order", order={"code": "done"}), "room.no_member", 401)
        lost = Caller(home.session, home.url, {**raf.joined, "room": "ZZZZZ"})
        await refused(lost.say("order", order={"code": "done"}), "room.no_member", 401)
        for path in ("../../etc/passwd", "%2e%2e/%2e%2e", "order/../undo", "ORDER", "order\x00"):
            async with home.session.post(f"{raf.url}/{path}", json={}, headers=raf.headers) as response:
                assert response.status in (404, 405, 409, 400), path

    run(tmp_path, play)


def test_late_doubled_and_reordered_orders_are_refused_in_words(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        number = luftwaffe.state["number"]
        seal = {"order": {"code": "seal"}, "number": number}
        answers = await asyncio.gather(*[luftwaffe.say("order", **seal) for _ in range(5)], return_exceptions=True)
        kinds = sorted(type(answer).__name__ for answer in answers)
        assert kinds == ["RefusedThere"] * 4 + ["dict"], answers
        await luftwaffe.until(lambda c: c.state["number"] > number)
        await still_plays(raf, luftwaffe)

    run(tmp_path, play)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8) | st.sampled_from(["order", "text", "to"]), inner, max_size=4)
    ),
    max_leaves=8,
)


def a_room() -> GameRoom:
    driver = Driver.new(kit("day").make(), "lesson", "hostile", {}, THREE)
    return GameRoom(driver, RoomBook("22222"))


ROOM = a_room()


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SAYINGS)), st.sampled_from(["raf", "luftwaffe", "observer"]), st.data())
def test_whatever_is_said_is_done_or_refused_in_words(name: str, seat: str, data: st.DataObject) -> None:
    room = a_room() if len(ROOM.book.members) > 80 else ROOM
    _, code = room.invite(seat)
    member, _ = room.join(code, data.draw(st.text(max_size=60).filter(lambda text: any(c.isprintable() and not c.isspace() for c in text))))
    fields = list(SAYINGS[name][0].__dataclass_fields__)
    said = data.draw(JSON | st.fixed_dictionaries(dict.fromkeys(fields, JSON)))
    before = (room.book, [entry.number for entry in room.driver.match.entries])
    try:
        answer = say(room, member, name, said)
    except BobError as error:
        assert str(error) and (room.book, [entry.number for entry in room.driver.match.entries]) == before
    else:
        assert answer["type"] == "accepted"
        json.dumps(answer)
    json.dumps(room.room_of(member))


@given(st.text(max_size=30))
def test_a_code_is_read_or_refused(text: str) -> None:
    with suppress(UsageError):
        room, invitation, code = code_read(text)
        assert code.startswith(f"{room}-{invitation}") and len(code) == (23 if invitation else 17)


def test_a_code_is_read_however_it_is_written() -> None:
    room = fresh_room()
    code = fresh_code(room, "W8F3C")
    for written in (code, code.lower(), code.replace("-", ""), f" {code.replace('-', ' ')} ", code.replace("-", "–")):
        assert code_read(written) == (room, "W8F3C", code)
    assert code_read(f"{room} xh4dv 9trpn") == (room, "", f"{room}-XH4DV-9TRPN")


def test_an_allowance_fills_up_again_and_forgets_nobody_too_soon() -> None:
    purse = Allowance(2, 0.5)
    assert [purse.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert purse.take("b", 0.0)
    assert not purse.take("a", 1.9)
    assert purse.take("a", 3.9)
    assert [purse.take("a", 1000.0) for _ in range(3)] == [True, True, False]


def test_names_and_notes_are_kept_on_their_lines() -> None:
    room = a_room()
    _, code = room.invite("raf", uses=2)
    first, _ = room.join(code, "A\n\u202eB\x00 \u200b C")
    second, _ = room.join(code, "A B C")
    assert (first.name, second.name) == ("A B C", "A B C 2")
    room.note(first, "raf", "one\r\ntwo\x07\u2028three")
    assert room.book.notes[-1].text == "one\ntwo three"
    with pytest.raises(UsageError):
        room.join(code, "\u200b\n")


def test_what_is_kept_of_codes_and_keys_does_not_tell_them() -> None:
    room = a_room()
    _, code = room.invite("raf")
    _, token = room.join(code, "Keith")
    kept: Any = str(room.book)
    assert code not in kept and code.replace("-", "") not in kept and token not in kept
