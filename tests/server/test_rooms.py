"""Rooms through a real server: joining, ordering, coming back, and what nobody may."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import weakref
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bob.core.game import REFEREE
from bob.driver.game_plan import GamePlan
from bob.rooms.client.program import Caller, RefusedThere
from bob.rooms.codes import code_digest
from bob.rooms.room import GameRoom
from bob.rooms.store import FolderStore
from tests.server.rooms import THREE, TWO, House, a_day, house

Play = Callable[[House], Awaitable[None]]


def run(folder: Path, play: Play, **host: Any) -> None:
    async def whole() -> None:
        async with house(folder, **host) as home:
            await play(home)

    asyncio.run(whole())


async def refused(saying: Awaitable[Any], key: str, status: int = 409) -> None:
    with pytest.raises(RefusedThere) as found:
        await saying
    assert (found.value.answer["key"], found.value.status) == (key, status), found.value.answer
    assert found.value.answer["reason"]


async def end_turn(*callers: Caller) -> None:
    """Each says that there are no more orders, as far as anybody is asked."""
    for caller in callers:
        if caller.state["asked"]:
            number = caller.state["number"]
            await caller.say("order", order={"code": _closing(caller)})
            await caller.until(lambda c, number=number: c.state["number"] > number)


def _closing(caller: Caller) -> str:
    codes = [order["code"] for order in caller.state["choices"]["listed"]]
    return next(code for code in ("seal", "done") if code in codes)


def test_two_play_and_each_learns_only_its_own(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        assert raf.state["seat"] == "raf" and luftwaffe.state["view"]["raids"]
        await raf.until(lambda c: [member["present"] for member in c.room["members"]] == [True, True])
        heard: list[Any] = []
        raf.heard = heard.append
        dropped = luftwaffe.state["view"]["raids"][0]["plan"]["code"]
        before = luftwaffe.state["number"]
        await luftwaffe.say("order", order={"code": "drop_raid", "raid": dropped})
        await luftwaffe.until(lambda c: c.state["number"] > before)
        await luftwaffe.say("undo")
        await luftwaffe.until(lambda c: any(raid["plan"]["code"] == dropped for raid in c.state["view"]["raids"]))
        await raf.say("note", to="raf", text="Kenley has the north")
        await raf.until(lambda c: bool(c.room["notes"]))
        assert [message["type"] for message in heard] == ["room"]
        assert luftwaffe.room["notes"] == []
        for _ in range(8):
            await end_turn(luftwaffe, raf)
        turn = raf.state["view"]["common"]["turn"]
        assert turn >= 3
        await luftwaffe.until(lambda c: c.state["view"]["common"]["turn"] == turn)

    run(tmp_path, play)


def test_who_comes_back_misses_nothing_though_the_host_slept(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        for _ in range(3):
            await end_turn(luftwaffe, raf)
        known = raf.state["items"]
        await home.host.sleep(room)
        marks = (raf.mark, luftwaffe.mark)
        await raf.until(lambda c: c.mark not in marks)
        await luftwaffe.until(lambda c: c.mark not in marks)
        assert raf.state["items"] == known
        await end_turn(luftwaffe, raf)
        assert raf.state["items"][: len(known)] == known and len(raf.state["items"]) > len(known)

    run(tmp_path, play)


def test_codes_are_good_for_so_many_and_can_be_withdrawn(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        code = await home.invite(room, "raf")
        raf = await Caller.join(home.session, home.url, code.lower().replace("-", " "), "  Keith\x07 Park ")
        assert raf.joined["name"] == "Keith Park"
        await refused(Caller.join(home.session, home.url, code, "Another"), "room.used_up")
        await refused(Caller.join(home.session, home.url, code[:-1] + ("2" if code[-1] != "2" else "3"), "Another"), "room.wrong_code")
        await refused(Caller.join(home.session, home.url, "no code", "Another"), "room.code_form")
        task = asyncio.create_task(raf.listen())
        await raf.until(lambda c: bool(c.room))
        await home.host.do(room, lambda found: found.withdraw(raf.room["invitations"][0]["id"]))
        await asyncio.wait_for(task, 10)
        await refused(raf.say("note", to="raf", text="still here"), "room.no_member", 401)

    run(tmp_path, play)


def test_what_is_kept_of_a_code_costs_who_tries_it(monkeypatch: pytest.MonkeyPatch, cheap_codes: Mapping[str, int]) -> None:
    """Each guess takes four megabytes, filled and read again."""
    monkeypatch.setattr("bob.rooms.codes._WORK", cheap_codes)
    kept = hashlib.scrypt(b"7KQ2M-22222-33333", salt=b"salt", n=4096, r=8, p=1, dklen=24)
    assert code_digest("7KQ2M-22222-33333", "salt") == kept.hex()


def test_whoever_guesses_codes_is_stopped(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        good = await home.invite(room, "raf")
        for _ in range(10):
            await refused(Caller.join(home.session, home.url, f"{room}-22222-22222", "Cheat"), "room.wrong_code")
        await refused(Caller.join(home.session, home.url, f"{room}-22222-22222", "Cheat"), "room.too_often", 429)
        await refused(Caller.join(home.session, home.url, good, "Late"), "room.too_often", 429)

    run(tmp_path, play)


@pytest.mark.parametrize(
    ("what", "said", "key"),
    [
        ("order", {}, "room.bad_saying"),
        ("order", {"order": 3}, "game.unknown_order"),
        ("order", {"order": {"code": "seal"}}, "*"),
        ("order", {"order": {"code": "done"}, "number": "x"}, "room.bad_saying"),
        ("order", {"order": {"code": "done"}, "number": 9999}, "sitting.late"),
        ("order", {"order": {"code": "done"}, "seat": "luftwaffe"}, "room.bad_saying"),
        ("order", {"order": {"code": "note", "seat": "raf", "text": "x"}}, "*"),
        ("note", {"to": "luftwaffe", "text": "psst"}, "room.no_reader"),
        ("note", {"to": "raf", "text": " \n "}, "room.no_text"),
        ("hold", {}, "room.referee_only"),
        ("back", {"turn": 0}, "room.referee_only"),
        ("later", {"seat": "raf", "text": "x", "turn": 9}, "room.referee_only"),
        ("slip/answer", {"slip": 1}, "room.referee_only"),
        ("terms", {"terms": {}}, "room.referee_only"),
        ("dice", {"id": 1, "faces": [1]}, "room.bad_dice"),
        ("invite", {"seat": "luftwaffe"}, "room.may_not_invite"),
        ("invite", {"seat": "referee"}, "room.may_not_invite"),
        ("invite", {"seat": "raf", "uses": 0}, "room.uses"),
        ("invite", {"seat": "raf", "share": ["Nowhere"]}, "room.no_share"),
        ("withdraw", {"invitation": "i99"}, "room.no_invitation"),
        ("undo/answer", {"agree": True}, "room.nobody_asks"),
        ("fly", {}, "room.unknown_saying"),
    ],
)
def test_what_may_not_be_said_is_refused_and_changes_nothing(what: str, said: dict[str, Any], key: str, tmp_path: Path) -> None:
    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host, THREE), "raf")
        before = await home.host.do(raf.joined["room"], lambda found: (found.book, len(found.driver.match.entries)))
        with pytest.raises(RefusedThere) as found:
            await raf.say(what, **said)
        assert key in ("*", found.value.answer["key"])
        assert await home.host.do(raf.joined["room"], lambda found: (found.book, len(found.driver.match.entries))) == before

    run(tmp_path, play)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"\\ud800"', b"\xff\xfe", b"[" * 5000, b"null", b'{"order": ' + b"[" * 3000])
def test_what_is_no_json_is_refused(body: bytes, tmp_path: Path) -> None:
    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host), "raf")
        async with home.session.post(f"{raf.url}/order", data=body, headers=raf.headers) as response:
            assert response.status == 409 and (await response.json())["key"] in ("room.not_json", "game.unknown_order")

    run(tmp_path, play)


def test_too_large_is_refused_and_nobody_without_a_key_is_let_in(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        raf = await home.caller(a_day(home.host), "raf")
        async with home.session.post(f"{raf.url}/order", data=b" " * 300_000, headers=raf.headers) as response:
            assert response.status == 413
        for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {raf.joined['token']}"}):
            for path in ("stream", "view?number=1"):
                async with home.session.get(f"{raf.url}/{path}", headers=headers) as response:
                    assert response.status in (401, 429)

    run(tmp_path, play)


def test_an_order_with_a_key_is_given_once(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        luftwaffe = await home.caller(room, "luftwaffe")
        drop = {"code": "drop_raid", "raid": luftwaffe.state["view"]["raids"][0]["plan"]["code"]}
        answers = [await luftwaffe.say("order", order=drop, key="k1") for _ in range(3)]
        assert answers[0] == answers[1] == answers[2]
        assert await home.host.do(room, lambda found: len(found.driver.match.entries)) == 2

    run(tmp_path, play)


def test_two_share_a_side_by_sectors_and_the_last_who_has_done_ends_the_turn(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, scenario="18_august_1940")
        luftwaffe = await home.caller(room, "luftwaffe")
        kenley, hornchurch = await home.caller(room, "raf", share=["Kenley"]), await home.caller(room, "raf", share=["Hornchurch"])
        await end_turn(luftwaffe)
        await kenley.until(lambda c: c.state["asked"])
        own = {s["unit"]: s for s in kenley.state["view"]["squadrons"]}
        mine = next(unit for unit, s in own.items() if s["sector"] == "Kenley" and s["box"] == "available")
        other = next(unit for unit, s in own.items() if s["sector"] == "Hornchurch")
        await refused(kenley.say("order", order={"code": "readiness", "unit": other, "box": "available"}), "room.not_yours")
        await kenley.say("order", order={"code": "readiness", "unit": mine, "box": "ready"})
        turn = kenley.state["view"]["common"]["turn"]
        answer = await kenley.say("order", order={"code": "done"})
        assert answer.get("ready") is True
        await hornchurch.until(lambda c: bool(c.room["ready"]))
        assert kenley.state["view"]["common"]["turn"] == turn
        await hornchurch.say("order", order={"code": "done"})
        await end_turn(luftwaffe)
        await hornchurch.until(lambda c: c.state["view"]["common"]["turn"] > turn)
        await kenley.until(lambda c: not c.room["ready"])

    run(tmp_path, play)


def test_slips_wait_for_the_referee(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire = await home.caller(room, REFEREE)
        await umpire.say("terms", terms={"slips": True})
        luftwaffe, raf = await home.caller(room, "luftwaffe"), await home.caller(room, "raf")
        drop = {"code": "drop_raid", "raid": luftwaffe.state["view"]["raids"][0]["plan"]["code"]}
        answer = await luftwaffe.say("order", order=drop)
        await umpire.until(lambda c: bool(c.room["slips"]))
        assert umpire.room["slips"][0]["order"] == drop and raf.room["slips"] == []
        await umpire.say("slip/answer", slip=answer["slip"], text="not today")
        await luftwaffe.until(lambda c: [slip["state"] for slip in c.room["slips"]] == ["refused"])
        assert await home.host.do(room, lambda found: len(found.driver.match.entries)) == 1
        answer = await luftwaffe.say("slip", order={"code": "seal"}, text="we go")
        await umpire.until(lambda c: len(c.room["slips"]) == 2)
        await umpire.say("slip/answer", slip=answer["slip"], order={"code": "seal"})
        await luftwaffe.until(lambda c: [slip["state"] for slip in c.room["slips"]] == ["refused", "passed"])
        await refused(umpire.say("slip/answer", slip=answer["slip"], order={"code": "seal"}), "room.no_slip")

    run(tmp_path, play)


def test_where_orders_go_by_slips_the_referee_is_asked_before_one_is_taken_back(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire, raf, luftwaffe = await home.caller(room, REFEREE), await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        drop = {"code": "drop_raid", "raid": luftwaffe.state["view"]["raids"][0]["plan"]["code"]}
        await umpire.say("terms", terms={"slips": True})
        await refused(luftwaffe.say("undo"), "game.undo_nothing")
        slip = await luftwaffe.say("order", order=drop)
        await umpire.say("slip/answer", slip=slip["slip"], order=drop)
        heard: list[Any] = []
        raf.heard = heard.append
        for agreed in (False, True):
            assert (await luftwaffe.say("undo"))["asked"] == [REFEREE]
            assert await home.host.do(room, lambda found: found.driver.match.last_order("luftwaffe").order.code) == "drop_raid"
            await umpire.until(lambda c: c.room["undo"] is not None and c.room["undo"]["answer"])
            await umpire.say("undo/answer", agree=agreed)
            await luftwaffe.until(lambda c: c.room["undo"] is None)
        assert await home.host.do(room, lambda found: found.driver.match.last_order("luftwaffe")) is None
        await luftwaffe.until(lambda c: len(c.state["view"]["raids"]) == 1 or "drop_raid" not in str(c.state["items"]))
        assert heard == []  # the other side learns nothing of it

    run(tmp_path, play)


def test_the_referee_holds_rewinds_and_sends_late_reports(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, THREE)
        umpire, raf, luftwaffe = await home.caller(room, REFEREE), await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        await end_turn(luftwaffe, raf)
        await umpire.say("hold")
        await raf.until(lambda c: c.room["held"])
        await refused(raf.say("order", order={"code": "done"}), "room.held")
        await umpire.say("go_on")
        turn = umpire.state["view"]["raf"]["common"]["turn"]
        await umpire.say("later", seat="raf", text="Plot of 20+ at Mardyck", turn=turn + 2, sender="filter_room")
        assert "later" in umpire.room or await umpire.until(lambda c: bool(c.room["later"])) is None
        for _ in range(3):
            await end_turn(luftwaffe, raf)
        await raf.until(lambda c: "Mardyck" in str(c.state["items"]))
        assert "Mardyck" not in str(luftwaffe.state["items"])
        await umpire.say("back", turn=turn)
        await raf.until(lambda c: c.state["view"]["common"]["turn"] == turn)
        await luftwaffe.until(lambda c: c.state["view"]["common"]["turn"] == turn)
        assert raf.state["items"][-1]["event"]["code"] == "went_back"
        await refused(umpire.say("back", turn=999), "room.no_turn")

    run(tmp_path, play)


def test_the_other_side_is_asked_before_what_it_heard_of_is_taken_back(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, TWO)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        await end_turn(luftwaffe)
        await raf.until(lambda c: c.state["asked"])
        answer = await luftwaffe.say("undo")
        assert answer["asked"] == ["raf"]
        await raf.until(lambda c: c.room["undo"] is not None and c.room["undo"]["answer"])
        await raf.say("undo/answer", agree=False)
        await luftwaffe.until(lambda c: c.room["undo"] is None)
        await luftwaffe.say("undo")
        await raf.until(lambda c: c.room["undo"] is not None)
        await raf.say("undo/answer", agree=True)
        await luftwaffe.until(lambda c: "seal" in [order["code"] for order in c.state["choices"]["listed"]])

    run(tmp_path, play)


def test_an_officer_of_the_program_plays_on_by_himself_and_a_deputy_holds_a_seat_that_is_left(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host, {"raf": "human", "luftwaffe": "human", REFEREE: "human"})
        umpire, raf = await home.caller(room, REFEREE), await home.caller(room, "raf")
        await umpire.say("terms", terms={"deputies": {"luftwaffe": "kesselring"}, "clock": "turn", "seconds": 0})
        await raf.until(lambda c: c.state["asked"], 60)
        await refused(umpire.say("terms", terms={"deputies": {"luftwaffe": "nobody"}}), "staff.no_officer")

    run(tmp_path, play, tick=0.05)


def test_observers_see_one_side_or_the_truth_some_turns_late(tmp_path: Path) -> None:
    async def play(home: House) -> None:
        room = a_day(home.host)
        raf, luftwaffe = await home.caller(room, "raf"), await home.caller(room, "luftwaffe")
        late, beside = await home.caller(room, "observer", delay=2), await home.caller(room, "observer", side="raf")
        for _ in range(6):
            await end_turn(luftwaffe, raf)
        turn = raf.state["view"]["common"]["turn"]
        await late.until(lambda c: c.state and c.state["view"]["raf"]["common"]["turn"] == turn - 2)
        await beside.until(lambda c: c.state["view"] == raf.state["view"])
        await refused(beside.say("order", order={"code": "done"}), "room.looks_on")
        assert "record" not in late.state

    run(tmp_path, play)


def test_a_room_that_sleeps_takes_no_memory(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    driver = store.open(store.create(GamePlan("day", "lesson", "rooms", TWO)), lambda throw: None)
    room = GameRoom.opened(driver, "22222")
    gone = [weakref.ref(thing) for thing in (room, driver, driver.match)]
    driver.close()
    gc.disable()
    try:
        del room, driver
        assert [thing() for thing in gone] == [None, None, None]
    finally:
        gc.enable()
